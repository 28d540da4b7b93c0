//! Pictures of the pack for panels: read and decoded on a thread, kept within a bound, and remembered when broken.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::SystemTime;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use crate::viewport::assets::{Picture, load_picture};

/// The longer side of what is kept of a picture, in pixels: no panel shows one larger.
const SIDE: u32 = 1024;

/// What all kept pictures may take together, in bytes of video memory.
const BUDGET: usize = 64 << 20;

/// One picture as a panel gets it.
#[derive(Clone)]
pub enum Shown {
    /// It is being read.
    Loading,
    /// It cannot be shown; why, as a sentence without its full stop.
    Broken(String),
    /// It can be drawn.
    Ready(TextureHandle),
}

/// What a file looked like when it was read.
type Stamp = Option<(SystemTime, u64)>;

struct Entry {
    shown: Shown,
    stamp: Stamp,
    /// The frame that last asked for it.
    used: u64,
    bytes: usize,
}

type Job = (Arc<PathBuf>, String);
type Answer = (Arc<PathBuf>, String, Stamp, Result<ColorImage, String>);

/// The pictures of one pack.
#[derive(Default)]
pub struct Pictures {
    root: Arc<PathBuf>,
    entries: HashMap<String, Entry>,
    worker: Option<(Sender<Job>, Receiver<Answer>)>,
}

impl Pictures {
    /// The picture at `path` of the pack at `root`. Another root drops all that was read.
    pub fn get(&mut self, ctx: &Context, root: &Path, path: &str) -> Shown {
        if *self.root != *root {
            self.root = Arc::new(root.to_path_buf());
            self.entries.clear();
        }
        self.take(ctx);
        let now = ctx.cumulative_frame_nr();
        if let Some(entry) = self.entries.get_mut(path) {
            entry.used = now;
            return entry.shown.clone();
        }
        let worker = self.worker.get_or_insert_with(|| start(ctx.clone()));
        let shown = match worker.0.send((Arc::clone(&self.root), path.to_owned())) {
            Ok(()) => Shown::Loading,
            Err(_) => Shown::Broken("there is no thread to read it on".to_owned()),
        };
        self.entries.insert(path.to_owned(), Entry { shown: shown.clone(), stamp: None, used: now, bytes: 0 });
        shown
    }

    /// Forgets the pictures whose file has changed; they are read again when they are asked for.
    pub fn refresh(&mut self) {
        let root = Arc::clone(&self.root);
        self.entries.retain(|path, entry| matches!(entry.shown, Shown::Loading) || stamp(&root, path) == entry.stamp);
    }

    fn take(&mut self, ctx: &Context) {
        let Some((_, answers)) = &self.worker else { return };
        let mut came = false;
        while let Ok((root, path, stamp, picture)) = answers.try_recv() {
            // An answer for a pack that is no longer open is dropped.
            let Some(entry) = self.entries.get_mut(&path).filter(|_| root == self.root) else { continue };
            entry.stamp = stamp;
            entry.shown = match picture {
                Ok(image) => {
                    entry.bytes = image.pixels.len() * 4;
                    Shown::Ready(ctx.load_texture(path, image, TextureOptions::LINEAR))
                }
                Err(why) => Shown::Broken(why),
            };
            came = true;
        }
        if came {
            self.keep_within(BUDGET, ctx.cumulative_frame_nr());
        }
    }

    /// Lets go of what was not asked for lately, the longest unused first. What this and the last frame show stays.
    fn keep_within(&mut self, budget: usize, now: u64) {
        let mut all: usize = self.entries.values().map(|entry| entry.bytes).sum();
        if all <= budget {
            return;
        }
        let old = self.entries.iter().filter(|(_, entry)| entry.bytes > 0 && entry.used + 1 < now);
        let mut old: Vec<(u64, usize, String)> = old.map(|(path, entry)| (entry.used, entry.bytes, path.clone())).collect();
        old.sort();
        for (_, bytes, path) in old {
            if all <= budget {
                break;
            }
            self.entries.remove(&path);
            all -= bytes;
        }
    }
}

fn stamp(root: &Path, path: &str) -> Stamp {
    let meta = std::fs::metadata(root.join(path)).ok()?;
    Some((meta.modified().ok()?, meta.len()))
}

fn start(ctx: Context) -> (Sender<Job>, Receiver<Answer>) {
    let (jobs, inbox) = channel::<Job>();
    let (outbox, answers) = channel();
    let work = move || {
        for (root, path) in inbox {
            let stamp = stamp(&root, &path);
            let picture = load_picture(&root, &path).map(|picture| shrink(&picture));
            if outbox.send((root, path, stamp, picture)).is_err() {
                return;
            }
            ctx.request_repaint();
        }
    };
    // Without a thread the channel is closed, which is said where the picture would stand.
    drop(std::thread::Builder::new().name("pictures".to_owned()).spawn(work));
    (jobs, answers)
}

/// The picture at most [`SIDE`] pixels large.
fn shrink(picture: &Picture) -> ColorImage {
    let size = [picture.width as usize, picture.height as usize];
    let side = picture.width.max(picture.height);
    if side <= SIDE {
        return ColorImage::from_rgba_unmultiplied(size, picture.pixels.as_flattened());
    }
    let scaled = |v: u32| (u64::from(v) * u64::from(SIDE) / u64::from(side)).max(1) as u32;
    let (width, height) = (scaled(picture.width), scaled(picture.height));
    let pixels = picture.pixels.as_flattened().to_vec();
    let Some(whole) = image::RgbaImage::from_raw(picture.width, picture.height, pixels) else {
        return ColorImage::from_rgba_unmultiplied(size, picture.pixels.as_flattened());
    };
    let small = image::imageops::thumbnail(&whole, width, height);
    ColorImage::from_rgba_unmultiplied([width as usize, height as usize], small.as_raw())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(pictures: &mut Pictures, ctx: &Context, root: &Path, path: &str) -> Shown {
        loop {
            match pictures.get(ctx, root, path) {
                Shown::Loading => std::thread::yield_now(),
                shown => return shown,
            }
        }
    }

    fn put(folder: &Path, name: &str, width: u32, height: u32) {
        image::RgbaImage::from_pixel(width, height, image::Rgba([9, 90, 200, 255])).save(folder.join(name)).unwrap();
    }

    #[test]
    fn pictures_come_and_broken_ones_say_why() {
        let folder = tempfile::tempdir().unwrap();
        let (ctx, mut pictures) = (Context::default(), Pictures::default());
        put(folder.path(), "wide.png", SIDE * 2, 10);
        std::fs::write(folder.path().join("cut.png"), &std::fs::read(folder.path().join("wide.png")).unwrap()[..60]).unwrap();
        let Shown::Ready(wide) = settled(&mut pictures, &ctx, folder.path(), "wide.png") else { panic!("not shown") };
        assert_eq!(wide.size(), [SIDE as usize, 5]);
        for (path, why) in
            [("none.png", "it is not in the pack"), ("../x.png", "it leads out of the pack"), ("cut.png", "cut short")]
        {
            let Shown::Broken(said) = settled(&mut pictures, &ctx, folder.path(), path) else { panic!("{path} is shown") };
            assert!(said.contains(why), "{path}: {said}");
        }
    }

    #[test]
    fn a_changed_file_is_read_again_and_the_bound_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (ctx, mut pictures) = (Context::default(), Pictures::default());
        put(folder.path(), "a.png", 8, 8);
        put(folder.path(), "b.png", 8, 8);
        settled(&mut pictures, &ctx, folder.path(), "a.png");
        settled(&mut pictures, &ctx, folder.path(), "b.png");
        put(folder.path(), "a.png", 16, 8);
        pictures.refresh();
        let Shown::Ready(a) = settled(&mut pictures, &ctx, folder.path(), "a.png") else { panic!("not shown") };
        assert_eq!(a.size(), [16, 8]);
        for (path, used) in [("a.png", 1), ("b.png", 9)] {
            pictures.entries.get_mut(path).unwrap().used = used;
        }
        pictures.keep_within(16 * 8 * 4, 10);
        assert!(!pictures.entries.contains_key("a.png") && pictures.entries.contains_key("b.png"), "the older one went");
        pictures.keep_within(0, 10);
        assert!(pictures.entries.contains_key("b.png"), "what the last frame showed stays");
    }
}
