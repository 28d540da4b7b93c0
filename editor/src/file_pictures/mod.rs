//! Small pictures of the pack's pictures and models, for lists of files.
//!
//! They are made on threads of their own ([`worker`]), kept on the disk by the hash of the file's bytes ([`store`]), and held
//! as textures within a budget, the longest unseen going first. A frame asks for what it shows and draws what is there; what
//! was asked for and is seen no more is not made.

mod make;
mod store;
mod worker;

use std::path::{Path, PathBuf};

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use rustc_hash::FxHashMap;
use tablewright_core::pack::Hash;

use self::store::Store;
use self::worker::{Job, Worker};

/// The longer side of a small picture, in pixels.
pub const SIDE: u32 = 160;
/// What all textures may take together, in bytes.
const BUDGET: usize = 64 << 20;
/// At most so many pictures become textures in one frame.
const A_FRAME: usize = 12;

/// What a small picture is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// A PNG, JPEG or WebP.
    Picture,
    /// A `.glb`.
    Model,
}

impl Source {
    /// What the file at `path` can be shown by; `None` where it has no look.
    pub fn of(path: &str) -> Option<Self> {
        let extension = path.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase())?;
        match extension.as_str() {
            "png" | "jpg" | "jpeg" | "webp" => Some(Self::Picture),
            "glb" => Some(Self::Model),
            _ => None,
        }
    }
}

enum Picture {
    /// A worker has it.
    Asked,
    Ready(TextureHandle),
    /// It cannot be shown; nobody asks again for the same bytes.
    None,
}

struct Kept {
    picture: Picture,
    /// The frame that last asked for it.
    used: u64,
}

impl Kept {
    fn bytes(&self) -> usize {
        match &self.picture {
            Picture::Ready(texture) => texture.byte_size(),
            Picture::Asked | Picture::None => 0,
        }
    }
}

/// The small pictures of files.
#[derive(Default)]
pub struct FilePictures {
    store: Option<Store>,
    known: FxHashMap<Hash, Kept>,
    pictures: Option<Worker>,
    models: Option<Worker>,
}

impl FilePictures {
    /// The small picture of the file at `path` of the pack in `root`, whose bytes have this hash; `None` while it is made, and
    /// where there is none. What was made before is kept below `state_dir`.
    pub fn get(&mut self, ctx: &Context, root: &Path, state_dir: &Path, path: &str, hash: Hash) -> Option<TextureHandle> {
        let source = Source::of(path)?;
        self.take(ctx);
        let used = ctx.cumulative_frame_nr();
        if let Some(kept) = self.known.get_mut(&hash) {
            kept.used = used;
            return match &kept.picture {
                Picture::Ready(texture) => Some(texture.clone()),
                Picture::Asked | Picture::None => None,
            };
        }
        let job = Job { root: root.to_path_buf(), path: path.to_owned(), hash, source };
        let picture = match self.ask(ctx, state_dir, job) {
            Some(left_out) => {
                // It will be asked for again where it is seen again.
                if let Some(left_out) = left_out {
                    self.known.remove(&left_out);
                }
                Picture::Asked
            }
            None => Picture::None,
        };
        self.known.insert(hash, Kept { picture, used });
        None
    }

    /// How many bytes the textures take.
    pub fn bytes(&self) -> usize {
        self.known.values().map(Kept::bytes).sum()
    }

    /// Hands a job to the worker for it; gives the job that had to give way.
    fn ask(&mut self, ctx: &Context, state_dir: &Path, job: Job) -> Option<Option<Hash>> {
        let store = self.store.get_or_insert_with(|| Store::in_folder(state_dir)).clone();
        // Models take long, and pictures do not wait for them.
        let worker = match job.source {
            Source::Picture => &mut self.pictures,
            Source::Model => &mut self.models,
        };
        if worker.is_none() {
            *worker = Worker::start(ctx.clone(), store);
        }
        Some(worker.as_ref()?.ask(job))
    }

    fn take(&mut self, ctx: &Context) {
        let workers = [&self.pictures, &self.models];
        let come: Vec<(Hash, Option<ColorImage>)> =
            workers.into_iter().flatten().flat_map(|worker| worker.come().take(A_FRAME)).collect();
        if come.is_empty() {
            return;
        }
        if come.len() >= A_FRAME {
            ctx.request_repaint();
        }
        let used = ctx.cumulative_frame_nr();
        for (hash, image) in come {
            let picture = match image {
                Some(image) => Picture::Ready(ctx.load_texture("file", image, TextureOptions::LINEAR)),
                None => Picture::None,
            };
            self.known.insert(hash, Kept { picture, used });
        }
        self.keep_within(BUDGET, used);
    }

    /// Lets go of what was not seen lately, the longest unseen first. What this and the last frame show stays.
    fn keep_within(&mut self, budget: usize, now: u64) {
        let mut all = self.bytes();
        if all <= budget {
            return;
        }
        let old = self.known.iter().filter(|(_, kept)| kept.bytes() > 0 && kept.used + 1 < now);
        let mut old: Vec<(u64, usize, Hash)> = old.map(|(hash, kept)| (kept.used, kept.bytes(), *hash)).collect();
        old.sort_unstable();
        for (_, bytes, hash) in old {
            if all <= budget {
                break;
            }
            self.known.remove(&hash);
            all -= bytes;
        }
    }
}

/// Where the small pictures stand on the disk, below the state folder.
pub fn folder(state_dir: &Path) -> PathBuf {
    state_dir.join("thumbnails")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn hash_of(folder: &Path, path: &str) -> Hash {
        Hash::of(&std::fs::read(folder.join(path)).unwrap())
    }

    fn put(folder: &Path, name: &str, red: u8) {
        image::RgbaImage::from_pixel(320, 40, image::Rgba([red, 90, 200, 255])).save(folder.join(name)).unwrap();
    }

    /// Asks until the worker has answered; `None` where there is no picture.
    fn settled(pictures: &mut FilePictures, ctx: &Context, [root, state]: [&Path; 2], path: &str) -> Option<TextureHandle> {
        let hash = hash_of(root, path);
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            assert!(Instant::now() < until, "no answer for {path}");
            let got = pictures.get(ctx, root, state, path, hash);
            if got.is_some() || !matches!(pictures.known.get(&hash), Some(Kept { picture: Picture::Asked, .. })) {
                return got;
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn pictures_come_small_once_for_the_same_bytes_and_are_found_on_the_disk_later() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let places = [folders[0].path(), folders[1].path()];
        put(places[0], "a.png", 9);
        std::fs::copy(places[0].join("a.png"), places[0].join("b.png")).unwrap();
        std::fs::write(places[0].join("broken.png"), "no picture").unwrap();
        let (ctx, mut pictures) = (Context::default(), FilePictures::default());
        let first = settled(&mut pictures, &ctx, places, "a.png").expect("a picture");
        assert_eq!(first.size(), [SIDE as usize, 20]);
        let same = settled(&mut pictures, &ctx, places, "b.png").expect("a picture");
        assert_eq!(first.id(), same.id(), "the same bytes are one picture");
        assert!(settled(&mut pictures, &ctx, places, "broken.png").is_none());
        assert!(Source::of("sounds/a.wav").is_none() && Source::of("noend").is_none());
        // What is on the disk is taken from there: the file itself need not be read.
        let hash = hash_of(places[0], "a.png");
        std::fs::remove_file(places[0].join("a.png")).unwrap();
        let mut again = FilePictures::default();
        let until = Instant::now() + Duration::from_secs(20);
        while again.get(&ctx, places[0], places[1], "a.png", hash).is_none() {
            assert!(Instant::now() < until, "it was not kept");
            std::thread::yield_now();
        }
    }

    #[test]
    fn what_was_not_seen_lately_goes_first() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let places = [folders[0].path(), folders[1].path()];
        let (ctx, mut pictures) = (Context::default(), FilePictures::default());
        let hashes = [("a.png", 1), ("b.png", 5), ("c.png", 9)].map(|(name, used)| {
            put(places[0], name, used as u8);
            assert!(settled(&mut pictures, &ctx, places, name).is_some(), "a picture");
            let hash = hash_of(places[0], name);
            pictures.known.get_mut(&hash).unwrap().used = used;
            hash
        });
        let one = pictures.bytes() / 3;
        let there = |pictures: &FilePictures| hashes.map(|hash| pictures.known.contains_key(&hash));
        pictures.keep_within(3 * one, 10);
        assert_eq!(there(&pictures), [true; 3]);
        pictures.keep_within(3 * one - 1, 10);
        assert_eq!(there(&pictures), [false, true, true]);
        pictures.keep_within(0, 10);
        assert_eq!(there(&pictures), [false, false, true], "what the last frame showed stays");
    }
}
