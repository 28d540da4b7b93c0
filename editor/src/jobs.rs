//! Long work on threads of its own, with a name, a bar, figures and *Cancel*; its answer comes back with the revision it
//! was asked for, so that the window can drop one that is stale.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tablewright_core::job::Watch;
use tablewright_core::{Error, ErrorKind, Result};

/// Work that is done sooner than this is never shown.
pub const SHOWN_AFTER: Duration = Duration::from_millis(100);

/// Names a job as long as the window lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(u64);

/// A finished job. `T` is what the window's jobs answer.
#[derive(Debug)]
pub struct Finished<T> {
    /// Which job.
    pub id: JobId,
    /// Its name, as it was shown.
    pub name: String,
    /// The revision it was asked for.
    pub revision: u64,
    /// Its answer. A cancelled job answers an error of kind [`ErrorKind::Cancelled`].
    pub result: Result<T>,
}

/// A running job as the status bar shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct JobView {
    /// Which job.
    pub id: JobId,
    /// What it is called, or what it says it is doing now.
    pub name: String,
    /// Units done.
    pub done: u64,
    /// Units in all; 0: unknown.
    pub total: u64,
    /// *Cancel* was pressed; it stops at the next step.
    pub stopping: bool,
}

impl JobView {
    /// How much of it is done, from 0 to 1.
    pub fn share(&self) -> Option<f32> {
        (self.total > 0).then(|| (self.done as f64 / self.total as f64).clamp(0.0, 1.0) as f32)
    }

    /// `18 of 29`, `18`, or nothing.
    pub fn figures(&self) -> String {
        match (self.done, self.total) {
            (0, 0) => String::new(),
            (done, 0) => done.to_string(),
            (done, total) => format!("{done} of {total}"),
        }
    }
}

#[derive(Debug, Default)]
struct Shared {
    cancelled: AtomicBool,
    step: Mutex<(String, u64, u64)>,
}

struct Running {
    id: JobId,
    name: String,
    started: Instant,
    shared: Arc<Shared>,
}

/// What the work gets to say how far it is.
struct Line {
    shared: Arc<Shared>,
    repaint: Repaint,
}

type Repaint = Arc<dyn Fn() + Send + Sync>;

impl Watch for Line {
    fn progress(&self, what: &str, done: u64, total: u64) {
        {
            let mut step = self.shared.step.lock().unwrap_or_else(PoisonError::into_inner);
            what.clone_into(&mut step.0);
            (step.1, step.2) = (done, total);
        }
        (self.repaint)();
    }

    fn cancelled(&self) -> bool {
        self.shared.cancelled.load(Ordering::Relaxed)
    }
}

/// The jobs of a window.
pub struct Jobs<T> {
    running: Vec<Running>,
    next: u64,
    send: Sender<(JobId, u64, Result<T>)>,
    receive: Receiver<(JobId, u64, Result<T>)>,
    repaint: Repaint,
}

impl<T: Send + 'static> Jobs<T> {
    /// No jobs yet. `repaint` wakes the window when there is something new: `ctx.request_repaint()`.
    pub fn new(repaint: impl Fn() + Send + Sync + 'static) -> Self {
        let (send, receive) = channel();
        Self { running: Vec::new(), next: 0, send, receive, repaint: Arc::new(repaint) }
    }

    /// Jobs that wake the window of `ctx`.
    pub fn of(ctx: &egui::Context) -> Self {
        let ctx = ctx.clone();
        Self::new(move || ctx.request_repaint())
    }

    /// Starts `work` on a thread. `name` says what it does (*Making thumbnails*); `revision` is the document's that the
    /// answer will be for. A panic inside becomes an error; it never takes the window down.
    pub fn start<F>(&mut self, name: impl Into<String>, revision: u64, work: F) -> JobId
    where
        F: FnOnce(&dyn Watch) -> Result<T> + Send + 'static,
    {
        let (id, name) = (JobId(self.next), name.into());
        self.next += 1;
        let shared = Arc::new(Shared::default());
        let line = Line { shared: Arc::clone(&shared), repaint: Arc::clone(&self.repaint) };
        let (send, repaint, what) = (self.send.clone(), Arc::clone(&self.repaint), name.clone());
        self.running.push(Running { id, name, started: Instant::now(), shared });
        let run = move || {
            let result = catch_unwind(AssertUnwindSafe(|| work(&line)));
            let result = result.unwrap_or_else(|panic| Err(crashed(&what, panic.as_ref())));
            // Nobody listens when the window has gone; then the answer has no use.
            drop(send.send((id, revision, result)));
            repaint();
        };
        if let Err(error) = std::thread::Builder::new().name(format!("job {}", id.0)).spawn(run) {
            let error = Error::new(ErrorKind::Io, "The system gives no thread for this work")
                .hint("Close other programs, then try again.")
                .because(error);
            drop(self.send.send((id, revision, Err(error))));
        }
        // The bar is due a moment from now, whether or not the work says anything by then.
        (self.repaint)();
        id
    }

    /// The jobs that ended since the last call, in the order they ended.
    pub fn finished(&mut self) -> Vec<Finished<T>> {
        let mut finished = Vec::new();
        while let Ok((id, revision, result)) = self.receive.try_recv() {
            if let Some(at) = self.running.iter().position(|running| running.id == id) {
                let name = self.running.remove(at).name;
                finished.push(Finished { id, name, revision, result });
            }
        }
        finished
    }

    /// Asks a job to stop at its next step.
    pub fn cancel(&self, id: JobId) {
        if let Some(running) = self.running.iter().find(|running| running.id == id) {
            running.shared.cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Asks all jobs to stop.
    pub fn cancel_all(&self) {
        self.running.iter().for_each(|running| running.shared.cancelled.store(true, Ordering::Relaxed));
    }

    /// Whether a job is going on.
    pub fn is_running(&self, id: JobId) -> bool {
        self.running.iter().any(|running| running.id == id)
    }

    /// How many are going on.
    pub fn count(&self) -> usize {
        self.running.len()
    }

    /// The job to show: the one that has run longest, once it has run for [`SHOWN_AFTER`]. Until then the second value
    /// says when to look again.
    pub fn shown(&self, now: Instant) -> (Option<JobView>, Option<Duration>) {
        let Some(first) = self.running.first() else { return (None, None) };
        let age = now.saturating_duration_since(first.started);
        if age < SHOWN_AFTER {
            return (None, Some(SHOWN_AFTER - age));
        }
        let (what, done, total) = first.shared.step.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let name = if what.is_empty() { first.name.clone() } else { what };
        let stopping = first.shared.cancelled.load(Ordering::Relaxed);
        (Some(JobView { id: first.id, name, done, total, stopping }), None)
    }
}

impl<T> Drop for Jobs<T> {
    fn drop(&mut self) {
        // The threads end by themselves at their next step; waiting for them could hold up the window's closing.
        for running in &self.running {
            running.shared.cancelled.store(true, Ordering::Relaxed);
        }
    }
}

fn crashed(name: &str, panic: &(dyn Any + Send)) -> Error {
    let why = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no reason was given".to_owned());
    Error::new(ErrorKind::Refused, format!("{name}: a fault of this program stopped the work ({why})"))
        .hint("Nothing of yours was changed by it. Save, and report the words in brackets.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait<T: Send + 'static>(jobs: &mut Jobs<T>) -> Finished<T> {
        loop {
            if let Some(finished) = jobs.finished().pop() {
                return finished;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn an_answer_comes_with_its_revision() {
        let mut jobs = Jobs::new(|| {});
        let id = jobs.start("Counting", 7, |_| Ok(42));
        let finished = wait(&mut jobs);
        assert_eq!((finished.id, finished.revision, finished.result.unwrap()), (id, 7, 42));
        assert!(!jobs.is_running(id));
    }

    #[test]
    fn a_job_is_shown_after_a_moment_with_what_it_says() {
        let mut jobs: Jobs<()> = Jobs::new(|| {});
        let (go, wait_for) = channel::<()>();
        let (said, hear) = channel::<()>();
        jobs.start("Making thumbnails", 0, move |watch| {
            watch.progress("Making thumbnails", 18, 29);
            said.send(()).unwrap();
            wait_for.recv().unwrap();
            Ok(())
        });
        hear.recv().unwrap();
        let started = jobs.running[0].started;
        let (none, later) = jobs.shown(started + SHOWN_AFTER - Duration::from_millis(1));
        assert_eq!((none, later), (None, Some(Duration::from_millis(1))));
        let view = jobs.shown(started + SHOWN_AFTER).0.expect("shown now");
        assert_eq!((view.name.as_str(), view.figures().as_str()), ("Making thumbnails", "18 of 29"));
        assert!((view.share().unwrap() - 18.0 / 29.0).abs() < 1e-6);
        go.send(()).unwrap();
        wait(&mut jobs).result.unwrap();
        assert_eq!(jobs.shown(started + SHOWN_AFTER), (None, None));
    }

    #[test]
    fn cancel_reaches_the_work() {
        let mut jobs: Jobs<()> = Jobs::new(|| {});
        let id = jobs.start("Waiting", 0, |watch| {
            loop {
                watch.check()?;
                std::thread::yield_now();
            }
        });
        jobs.cancel(id);
        assert_eq!(wait(&mut jobs).result.unwrap_err().kind(), ErrorKind::Cancelled);
    }

    #[test]
    fn a_panic_is_an_error_with_its_words() {
        let mut jobs: Jobs<()> = Jobs::new(|| {});
        jobs.start("Reading", 0, |_| panic!("index {} is out of range", 9));
        let error = wait(&mut jobs).result.unwrap_err();
        assert!(error.to_string().contains("index 9 is out of range"), "{error}");
    }
}
