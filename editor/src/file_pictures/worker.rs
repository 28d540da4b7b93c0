//! The thread that makes small pictures: the latest asked for first, since that is what the person looks at now.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use egui::{ColorImage, Context};
use tablewright_core::pack::Hash;

use super::Source;
use super::make::Maker;
use super::store::Store;

/// At most so many jobs wait: more than any window shows at once. The oldest gives way.
const WAITING: usize = 200;

/// A small picture to make.
#[derive(Debug)]
pub(super) struct Job {
    pub root: PathBuf,
    pub path: String,
    pub hash: Hash,
    pub source: Source,
}

#[derive(Default)]
struct Queue {
    jobs: Mutex<(Vec<Job>, bool)>,
    wake: Condvar,
}

impl Queue {
    /// The latest job; waits for one. `None` once nobody asks any more.
    fn next(&self) -> Option<Job> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if jobs.1 {
                return None;
            }
            if let Some(job) = jobs.0.pop() {
                return Some(job);
            }
            jobs = self.wake.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn put(&self, job: Job) -> Option<Hash> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let gives_way = (jobs.0.len() >= WAITING).then(|| jobs.0.remove(0).hash);
        jobs.0.push(job);
        self.wake.notify_one();
        gives_way
    }

    fn close(&self) {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
        self.wake.notify_one();
    }
}

/// A thread and the way to it.
pub(super) struct Worker {
    queue: Arc<Queue>,
    come: Receiver<(Hash, Option<ColorImage>)>,
}

impl Worker {
    /// Starts a thread; `None` where the system gives none.
    pub(super) fn start(wake: Context, store: Store) -> Option<Self> {
        let queue = Arc::new(Queue::default());
        let (answer, come) = channel();
        let jobs = Arc::clone(&queue);
        let work = move || {
            store.prune();
            run(&jobs, &store, &answer, &wake);
        };
        std::thread::Builder::new().name("file pictures".to_owned()).spawn(work).ok()?;
        Some(Self { queue, come })
    }

    /// Hands over a job. Gives the one that had to give way.
    pub(super) fn ask(&self, job: Job) -> Option<Hash> {
        self.queue.put(job)
    }

    /// What has been made since the last call.
    pub(super) fn come(&self) -> impl Iterator<Item = (Hash, Option<ColorImage>)> {
        self.come.try_iter()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.queue.close();
    }
}

fn run(jobs: &Queue, store: &Store, answer: &Sender<(Hash, Option<ColorImage>)>, wake: &Context) {
    let mut maker = Maker::default();
    while let Some(job) = jobs.next() {
        let kept = store.read(&job.hash);
        let image = kept.or_else(|| {
            let made = maker.make(&job.root, &job.path, job.source)?;
            store.write(&job.hash, &made);
            Some(made)
        });
        let image = image.map(|image| {
            let size = [image.width() as usize, image.height() as usize];
            ColorImage::from_rgba_unmultiplied(size, image.as_raw())
        });
        if answer.send((job.hash, image)).is_err() {
            return;
        }
        wake.request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_job_comes_first_and_the_oldest_gives_way() {
        let queue = Queue::default();
        let job = |n: usize| {
            let hash = Hash::of(n.to_string().as_bytes());
            Job { root: PathBuf::new(), path: n.to_string(), hash, source: Source::Picture }
        };
        for n in 0..WAITING {
            assert_eq!(queue.put(job(n)), None);
        }
        assert_eq!(queue.put(job(WAITING)), Some(job(0).hash));
        assert_eq!(queue.next().unwrap().path, WAITING.to_string());
        assert_eq!(queue.next().unwrap().path, (WAITING - 1).to_string());
        queue.close();
        assert!(queue.next().is_none());
    }
}
