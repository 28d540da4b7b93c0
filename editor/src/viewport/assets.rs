//! Textures and models of a pack: found safely, decoded off the window's thread, kept, and remembered when broken.
//!
//! Decoding needs no GL and happens on one worker thread (or at once, for `tablewright render` and tests); the renderer
//! uploads what has arrived. An asset that can't be shown becomes one [`AssetProblem`] and is tried again only when the
//! file has changed and [`Assets::refresh`] is called.

use std::collections::HashMap;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::SystemTime;

use image::{ImageReader, Limits};

use super::glb;
use super::parts::{Library, ModelInfo, ModelState, TextureId};
use super::shapes::Triangles;

/// The largest side of a picture that is shown, in pixels.
pub const MAX_SIDE: u32 = 8192;
/// The most memory that decoding one picture may take, in bytes.
pub const MAX_PICTURE_BYTES: u64 = 256 << 20;
/// A larger side is halved until it fits; more would not be seen on a table.
const SHOWN_SIDE: u32 = 2048;
/// A larger model file is not read.
const MAX_MODEL_BYTES: u64 = 256 << 20;

/// An asset that can't be shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AssetProblem {
    /// The path in the pack, as the scene names it.
    pub path: String,
    /// Why; one sentence without its full stop.
    pub why: String,
}

/// A decoded picture: RGBA, rows from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Red, green, blue, alpha.
    pub pixels: Vec<[u8; 4]>,
}

/// Decodes a PNG, JPEG or WebP within the limits. The error is a sentence without its full stop.
pub fn decode_picture(bytes: &[u8]) -> Result<Picture, String> {
    let open = || ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|e| e.to_string());
    let unknown = |e: image::ImageError| match e {
        image::ImageError::Unsupported(_) => "it is not a PNG, JPEG or WebP picture".to_owned(),
        image::ImageError::IoError(_) => "it is cut short".to_owned(),
        other => format!("it can't be decoded: {other}"),
    };
    // The header first: a picture that is too large must not be decoded to learn that.
    let (width, height) = open()?.into_dimensions().map_err(unknown)?;
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(format!("it is {width} × {height} pixels; at most {MAX_SIDE} a side can be shown"));
    }
    let mut reader = open()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_PICTURE_BYTES);
    reader.limits(limits);
    let mut picture = reader.decode().map_err(unknown)?.into_rgba8();
    let side = picture.width().max(picture.height());
    if side > SHOWN_SIDE {
        let scaled = |v: u32| (u64::from(v) * u64::from(SHOWN_SIDE) / u64::from(side)).max(1) as u32;
        let (w, h) = (scaled(picture.width()), scaled(picture.height()));
        picture = image::imageops::thumbnail(&picture, w, h);
    }
    let (pixels, _) = picture.as_chunks::<4>();
    Ok(Picture { width: picture.width(), height: picture.height(), pixels: pixels.to_vec() })
}

/// The file that `path` names inside `root`; an error where it leads out of the pack, by dots or by links.
pub fn path_in_pack(root: &Path, path: &str) -> Result<PathBuf, String> {
    let relative = Path::new(path);
    let plain = !path.is_empty()
        && !path.contains(['\\', '\0'])
        && relative.components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    if !plain {
        return Err("it leads out of the pack".to_owned());
    }
    let missing = |e: std::io::Error| match e.kind() {
        std::io::ErrorKind::NotFound => "it is not in the pack".to_owned(),
        std::io::ErrorKind::PermissionDenied => "access is denied".to_owned(),
        _ => e.to_string(),
    };
    let full = root.join(relative).canonicalize().map_err(missing)?;
    let root = root.canonicalize().map_err(missing)?;
    if full.starts_with(&root) { Ok(full) } else { Err("it is a link that leads out of the pack".to_owned()) }
}

/// What the file looked like when it was read; another stamp means that it has changed.
type Stamp = Option<(SystemTime, u64)>;

fn stamp(root: &Path, path: &str) -> Stamp {
    let meta = std::fs::metadata(root.join(path)).ok()?;
    Some((meta.modified().ok()?, meta.len()))
}

/// What came out of reading one file.
enum Loaded {
    Picture(Picture),
    Model(Box<glb::Model>),
}

fn load(root: &Path, path: &str) -> Result<Loaded, String> {
    let full = path_in_pack(root, path)?;
    let meta = std::fs::metadata(&full).map_err(|e| e.to_string())?;
    if !meta.is_file() {
        return Err("it is not a file".to_owned());
    }
    if meta.len() > MAX_MODEL_BYTES {
        return Err(format!("it has {} MB; at most 256 MB can be shown", meta.len() >> 20));
    }
    let bytes = std::fs::read(&full).map_err(|e| e.to_string())?;
    // A decoder's panic is its own fault, and must not take the window along.
    let model = is_model(path);
    let decoded = catch_unwind(AssertUnwindSafe(|| {
        if model { glb::read(&bytes).map(|m| Loaded::Model(Box::new(m))) } else { decode_picture(&bytes).map(Loaded::Picture) }
    }));
    decoded.unwrap_or_else(|_| Err("its content confuses the decoder".to_owned()))
}

fn is_model(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|e| e.eq_ignore_ascii_case("glb") || e.eq_ignore_ascii_case("gltf"))
}

enum State {
    Loading,
    Broken(String),
    Picture,
    Model { info: Arc<ModelInfo>, pictures: Vec<bool> },
}

struct Entry {
    state: State,
    stamp: Stamp,
}

/// What the renderer has to upload.
pub(super) enum Arrived {
    /// A picture.
    Picture(TextureId, Picture),
    /// The triangles of a model's parts.
    Model(Arc<str>, Vec<Triangles>),
    /// The asset has changed or gone: drop what was uploaded of it.
    Gone(Arc<str>),
}

struct Worker {
    jobs: Sender<(Arc<PathBuf>, Arc<str>)>,
    done: Receiver<(Arc<PathBuf>, Arc<str>, Stamp, Result<Loaded, String>)>,
}

impl Worker {
    fn start(wake: Arc<dyn Fn() + Send + Sync>) -> Option<Self> {
        let (jobs, inbox) = channel::<(Arc<PathBuf>, Arc<str>)>();
        let (outbox, done) = channel();
        let work = move || {
            for (root, path) in inbox {
                let stamp = stamp(&root, &path);
                let loaded = load(&root, &path);
                if outbox.send((root, path, stamp, loaded)).is_err() {
                    return;
                }
                wake();
            }
        };
        // Without a thread the assets are read at once: slower, never wrong.
        std::thread::Builder::new().name("scene assets".to_owned()).spawn(work).ok()?;
        Some(Self { jobs, done })
    }
}

/// The textures and models of one pack.
pub struct Assets {
    root: Arc<PathBuf>,
    entries: HashMap<Arc<str>, Entry>,
    worker: Option<Worker>,
    arrived: Vec<Arrived>,
    generation: u64,
    pending: usize,
}

impl Assets {
    /// Reads each asset when it is first asked for, on the calling thread.
    pub fn at_once() -> Self {
        let root = Arc::new(PathBuf::new());
        Self { root, entries: HashMap::new(), worker: None, arrived: Vec::new(), generation: 0, pending: 0 }
    }

    /// Reads on a thread of its own and calls `wake` each time something has arrived.
    pub fn in_background(wake: Arc<dyn Fn() + Send + Sync>) -> Self {
        Self { worker: Worker::start(wake), ..Self::at_once() }
    }

    /// The pack's folder. Another folder drops everything that was loaded.
    pub fn set_root(&mut self, root: &Arc<PathBuf>) {
        if *self.root != **root {
            self.root = Arc::clone(root);
            let paths: Vec<_> = self.entries.drain().map(|(path, _)| path).collect();
            self.arrived.extend(paths.into_iter().map(Arrived::Gone));
            self.pending = 0;
            self.generation += 1;
        }
    }

    /// Takes in what the worker has finished. True when something changed.
    pub fn poll(&mut self) -> bool {
        let before = self.generation;
        while let Some(done) = self.worker.as_ref().and_then(|w| w.done.try_recv().ok()) {
            let (root, path, stamp, loaded) = done;
            // An answer for a pack that is no longer open is dropped.
            if root == self.root && self.entries.contains_key(&path) {
                self.pending = self.pending.saturating_sub(1);
                self.take_in(&path, stamp, loaded);
            }
        }
        before != self.generation
    }

    /// Looks at every known file again and reloads those that have changed. For the folder's watcher.
    pub fn refresh(&mut self) {
        let changed: Vec<_> = self
            .entries
            .iter()
            .filter(|(path, entry)| !matches!(entry.state, State::Loading) && stamp(&self.root, path) != entry.stamp)
            .map(|(path, _)| Arc::clone(path))
            .collect();
        for path in changed {
            self.entries.remove(&path);
            self.arrived.push(Arrived::Gone(path));
            self.generation += 1;
        }
    }

    /// Rises whenever an asset came, went or broke.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// How many assets are still being read.
    pub fn pending(&self) -> usize {
        self.pending
    }

    /// Every asset that was asked for and can't be shown, by path, each once.
    pub fn problems(&self) -> Vec<AssetProblem> {
        let mut all: Vec<_> = self
            .entries
            .iter()
            .filter_map(|(path, entry)| match &entry.state {
                State::Broken(why) => Some(AssetProblem { path: path.to_string(), why: why.clone() }),
                _ => None,
            })
            .collect();
        all.sort();
        all
    }

    /// What has arrived since the last call, for the renderer.
    pub(super) fn take_arrived(&mut self) -> Vec<Arrived> {
        std::mem::take(&mut self.arrived)
    }

    fn take_in(&mut self, path: &Arc<str>, stamp: Stamp, loaded: Result<Loaded, String>) {
        let state = match loaded {
            Err(why) => State::Broken(why),
            Ok(Loaded::Picture(picture)) => {
                self.arrived.push(Arrived::Picture(TextureId::File(Arc::clone(path)), picture));
                State::Picture
            }
            Ok(Loaded::Model(model)) => {
                let pictures = model.pictures.iter().map(Option::is_some).collect();
                for (i, picture) in model.pictures.into_iter().enumerate() {
                    if let Some(picture) = picture {
                        let id = TextureId::InModel(Arc::clone(path), i as u32);
                        self.arrived.push(Arrived::Picture(id, picture));
                    }
                }
                self.arrived.push(Arrived::Model(Arc::clone(path), model.triangles));
                State::Model { info: Arc::new(model.info), pictures }
            }
        };
        self.entries.insert(Arc::clone(path), Entry { state, stamp });
        self.generation += 1;
    }

    fn state(&mut self, path: &Arc<str>) -> &State {
        if !self.entries.contains_key(path) {
            let job = (Arc::clone(&self.root), Arc::clone(path));
            if self.worker.as_ref().is_some_and(|w| w.jobs.send(job).is_ok()) {
                self.pending += 1;
                self.entries.insert(Arc::clone(path), Entry { state: State::Loading, stamp: None });
            } else {
                let stamp = stamp(&self.root, path);
                let loaded = load(&self.root, path);
                self.take_in(path, stamp, loaded);
            }
        }
        &self.entries[path].state
    }
}

impl Library for Assets {
    fn model(&mut self, path: &Arc<str>) -> ModelState {
        match self.state(path) {
            State::Loading => ModelState::Loading,
            State::Model { info, .. } => ModelState::Ready(Arc::clone(info)),
            State::Broken(_) | State::Picture => ModelState::Broken,
        }
    }

    fn texture_ready(&mut self, texture: &TextureId) -> bool {
        match texture {
            TextureId::File(path) => matches!(self.state(path), State::Picture),
            TextureId::InModel(path, index) => {
                matches!(self.state(path), State::Model { pictures, .. } if pictures.get(*index as usize) == Some(&true))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        image::RgbaImage::from_pixel(width, height, image::Rgba([10, 20, 30, 255]))
            .write_to(&mut out, image::ImageFormat::Png)
            .expect("in memory");
        out.into_inner()
    }

    /// The header of a PNG that claims a size and holds nothing.
    fn png_header(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = png(1, 1);
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        let mut crc = 0xffff_ffffu32;
        for byte in &bytes[12..29] {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
            }
        }
        bytes[29..33].copy_from_slice(&(!crc).to_be_bytes());
        bytes
    }

    fn pack() -> (tempfile::TempDir, Assets) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let mut assets = Assets::at_once();
        assets.set_root(&Arc::new(dir.path().to_path_buf()));
        (dir, assets)
    }

    #[test]
    fn the_size_limit_is_read_from_the_header() {
        assert!(decode_picture(&png_header(30_000, 30_000)).expect_err("too large").contains("30000 × 30000"));
        assert!(decode_picture(&png_header(MAX_SIDE + 1, 1)).expect_err("too large").contains("at most 8192"));
        let cut = decode_picture(&png_header(MAX_SIDE, 1)).expect_err("it holds nothing");
        assert!(!cut.contains("at most"), "8,192 itself is not too large: {cut}");
        assert!(decode_picture(b"GIF89a").is_err());
        assert!(decode_picture(&png(3, 2)[..40]).is_err());
        assert_eq!(decode_picture(&png(3, 2)).map(|p| (p.width, p.height, p.pixels.len())), Ok((3, 2, 6)));
    }

    #[test]
    fn a_large_picture_is_brought_down_to_what_is_seen() {
        let picture = decode_picture(&png(SHOWN_SIDE * 2, 4)).expect("within the limits");
        assert_eq!((picture.width, picture.height), (SHOWN_SIDE, 2));
    }

    #[test]
    fn paths_stay_in_the_pack() {
        let (dir, _) = pack();
        std::fs::write(dir.path().join("a b.png"), png(1, 1)).expect("writable");
        for bad in ["", "../x.png", "/etc/passwd", "a/../../x.png", "a\\b.png", "C:\\x.png"] {
            assert!(path_in_pack(dir.path(), bad).is_err(), "{bad:?}");
        }
        assert!(path_in_pack(dir.path(), "a b.png").is_ok());
        assert!(path_in_pack(dir.path(), "./a b.png").is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_pack_are_not_followed() {
        let (dir, _) = pack();
        let outside = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(outside.path().join("x.png"), png(1, 1)).expect("writable");
        std::os::unix::fs::symlink(outside.path().join("x.png"), dir.path().join("x.png")).expect("links work");
        std::os::unix::fs::symlink(dir.path().join("round.png"), dir.path().join("round.png")).expect("links work");
        assert!(path_in_pack(dir.path(), "x.png").expect_err("it leads out").contains("out of the pack"));
        assert!(path_in_pack(dir.path(), "round.png").is_err());
    }

    #[test]
    fn a_broken_asset_is_one_problem_and_is_tried_again_when_it_changed() {
        let (dir, mut assets) = pack();
        let path: Arc<str> = "models/m.glb".into();
        std::fs::create_dir(dir.path().join("models")).expect("writable");
        let whole = glb::tests::square_glb();
        std::fs::write(dir.path().join(&*path), &whole[..whole.len() / 2]).expect("writable");
        for _ in 0..3 {
            assert_eq!(assets.model(&path), ModelState::Broken);
        }
        assert_eq!(assets.problems().len(), 1);
        assert_eq!(assets.generation(), 2, "one for the folder, one for the broken file");
        assets.refresh();
        assert_eq!(assets.problems().len(), 1, "an unchanged file is not tried again");
        std::fs::write(dir.path().join(&*path), &whole).expect("writable");
        assets.refresh();
        assert!(matches!(assets.model(&path), ModelState::Ready(_)));
        assert!(assets.problems().is_empty());
    }

    #[test]
    fn the_background_reads_the_same() {
        let (dir, _) = pack();
        std::fs::write(dir.path().join("a.png"), png(2, 2)).expect("writable");
        let (tell, told) = channel();
        let tell = std::sync::Mutex::new(tell);
        let wake = move || tell.lock().expect("nobody panics").send(()).expect("the test listens");
        let mut assets = Assets::in_background(Arc::new(wake));
        assets.set_root(&Arc::new(dir.path().to_path_buf()));
        let id = TextureId::File("a.png".into());
        assert!(!assets.texture_ready(&id));
        assert_eq!(assets.pending(), 1);
        told.recv().expect("the worker says when it is done");
        assert!(assets.poll());
        assert!(assets.texture_ready(&id));
        assert_eq!((assets.pending(), assets.take_arrived().len()), (0, 1));
    }
}
