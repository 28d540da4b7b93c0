//! Small pictures of the pack's files: pictures made small, models drawn, each made once for a content, on a thread of its own.
//!
//! What is kept is named by the hash of a file's bytes, so that a renamed file keeps its picture and a changed one gets
//! another. In memory it is bounded, the longest unused go first; on the disk it lies in the state folder.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use image::RgbaImage;
use image::imageops::FilterType;
use rustc_hash::FxHashMap;
use tablewright_core::assets::Class;
use tablewright_core::json::{Document, Value};
use tablewright_core::pack::Hash;
use tablewright_core::variants::resolve;

use crate::viewport::assets::{decode_picture, path_in_pack};
use crate::viewport::offscreen::{Studio, pieces_bounds};
use crate::viewport::renderer::{Frame, Renderer};
use crate::viewport::{Camera, Marks, Preview, SceneModel, Style};

/// The side of a picture, in pixels: twice the largest square that shows one, for fine screens.
const SIDE: u32 = 192;
/// What all pictures that are kept may take together, in bytes.
const BUDGET: usize = 48 << 20;
/// How many pictures may wait; the newest are made first, and rows that were scrolled past are forgotten.
const WAITING: usize = 64;
/// A larger file is not drawn.
const MAX_FILE: u64 = 64 << 20;

/// A picture as far as it is known.
#[derive(Clone)]
pub enum FilePicture {
    /// It is being made, or waits for its turn.
    Loading,
    /// It can be drawn.
    Ready(TextureHandle),
    /// There is none; an icon stands for the file.
    None,
}

/// Width, height and depth that a model is stretched to, as the piece that shows it is; the largest is 1.
pub type Shape = [f32; 3];

/// What tells a picture apart: the content, and for models the shape in percent.
type Key = (Hash, [u8; 3]);

/// What a picture is made of.
#[derive(Debug, Clone, PartialEq)]
struct Wanted {
    key: Key,
    shape: Shape,
    file: PathBuf,
    root: PathBuf,
    path: String,
    model: bool,
}

struct Kept {
    picture: FilePicture,
    bytes: usize,
    used: u64,
}

/// What both sides of the thread share.
#[derive(Default)]
struct Desk {
    wanted: VecDeque<Wanted>,
    made: Vec<(Key, Option<ColorImage>)>,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    desk: Mutex<Desk>,
    bell: Condvar,
}

impl Shared {
    fn desk(&self) -> std::sync::MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The small pictures of files.
pub struct FilePictures {
    known: FxHashMap<Key, Kept>,
    shared: Arc<Shared>,
    folder: PathBuf,
    started: bool,
}

impl FilePictures {
    /// Pictures that are kept below `state_dir` from one run to the next.
    pub fn new(state_dir: &Path) -> Self {
        Self { known: FxHashMap::default(), shared: Arc::default(), folder: state_dir.join("file-pictures"), started: false }
    }

    /// Whether files of this class have pictures.
    pub fn has(class: Class, path: &str) -> bool {
        let ends = |end: &str| {
            path.len() > end.len()
                && path.is_char_boundary(path.len() - end.len())
                && path[path.len() - end.len()..].eq_ignore_ascii_case(end)
        };
        match class {
            Class::Model => ends(".glb"),
            _ => [".png", ".jpg", ".jpeg", ".webp"].into_iter().any(ends),
        }
    }

    /// The picture of a file; asks for it where it is not known yet.
    pub fn get(&mut self, ctx: &Context, root: &Path, path: &str, class: Class, hash: Option<Hash>, shape: Shape) -> FilePicture {
        let Some(hash) = hash.filter(|_| Self::has(class, path)) else { return FilePicture::None };
        let key = (
            hash,
            if class == Class::Model { shape.map(|side| (side * 100.0).round().clamp(1.0, 100.0) as u8) } else { [100; 3] },
        );
        let used = ctx.cumulative_frame_nr();
        if let Some(kept) = self.known.get_mut(&key) {
            kept.used = used;
            // One that was forgotten while it waited is asked for again.
            if !matches!(kept.picture, FilePicture::Loading) || self.shared.desk().wanted.iter().any(|wanted| wanted.key == key) {
                return kept.picture.clone();
            }
        }
        let Ok(file) = path_in_pack(root, path) else { return FilePicture::None };
        self.start(ctx);
        let model = class == Class::Model;
        {
            let mut desk = self.shared.desk();
            desk.wanted.push_back(Wanted { key, shape, file, root: root.to_path_buf(), path: path.to_owned(), model });
            while desk.wanted.len() > WAITING {
                desk.wanted.pop_front();
            }
        }
        self.shared.bell.notify_one();
        self.known.entry(key).or_insert(Kept { picture: FilePicture::Loading, bytes: 0, used }).used = used;
        FilePicture::Loading
    }

    /// Takes in what was made; call it once a frame.
    pub fn take(&mut self, ctx: &Context) {
        let made = std::mem::take(&mut self.shared.desk().made);
        let used = ctx.cumulative_frame_nr();
        for (key, picture) in made {
            let (picture, bytes) = match picture {
                Some(image) => {
                    let bytes = image.pixels.len() * 4;
                    (FilePicture::Ready(ctx.load_texture(format!("file {}", key.0), image, TextureOptions::LINEAR)), bytes)
                }
                None => (FilePicture::None, 0),
            };
            self.known.insert(key, Kept { picture, bytes, used });
        }
        self.keep_within(BUDGET, used);
    }

    /// What the pictures in memory take, in bytes.
    pub fn bytes(&self) -> usize {
        self.known.values().map(|kept| kept.bytes).sum()
    }

    fn keep_within(&mut self, budget: usize, now: u64) {
        let mut all = self.bytes();
        if all <= budget {
            return;
        }
        let old = self.known.iter().filter(|(_, kept)| kept.bytes > 0 && kept.used + 1 < now);
        let mut old: Vec<(u64, Key, usize)> = old.map(|(key, kept)| (kept.used, *key, kept.bytes)).collect();
        old.sort_unstable_by_key(|(used, ..)| *used);
        for (_, key, bytes) in old {
            if all <= budget {
                break;
            }
            self.known.remove(&key);
            all -= bytes;
        }
    }

    fn start(&mut self, ctx: &Context) {
        if self.started {
            return;
        }
        self.started = true;
        let (shared, folder, wake) = (Arc::clone(&self.shared), self.folder.clone(), ctx.clone());
        // Without a thread the icons stay, and nothing else is lost.
        drop(std::thread::Builder::new().name("file pictures".to_owned()).spawn(move || work(&shared, &folder, &wake)));
    }
}

impl Drop for FilePictures {
    fn drop(&mut self) {
        self.shared.desk().closed = true;
        self.shared.bell.notify_all();
    }
}

/// The thread: the picture asked for last comes first.
fn work(shared: &Shared, folder: &Path, wake: &Context) {
    let mut easel = Easel::default();
    loop {
        let wanted = {
            let mut desk = shared.desk();
            loop {
                if desk.closed {
                    return;
                }
                if let Some(wanted) = desk.wanted.pop_back() {
                    break wanted;
                }
                desk = shared.bell.wait(desk).unwrap_or_else(PoisonError::into_inner);
            }
        };
        let (hash, [x, y, z]) = wanted.key;
        let kept = folder.join(format!("{hash}-{x}-{y}-{z}.png"));
        let picture = read_kept(&kept).or_else(|| {
            // What panics on a file of somebody else's making leaves the others their pictures.
            let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| easel.make(&wanted))).ok().flatten()?;
            std::fs::create_dir_all(folder).ok();
            // A picture that cannot be kept is made again next time.
            made.save_with_format(&kept, image::ImageFormat::Png).ok();
            Some(made)
        });
        let image = picture.map(|picture| {
            let size = [picture.width() as usize, picture.height() as usize];
            ColorImage::from_rgba_unmultiplied(size, picture.as_raw())
        });
        shared.desk().made.push((wanted.key, image));
        wake.request_repaint();
    }
}

fn read_kept(path: &Path) -> Option<RgbaImage> {
    let picture = image::open(path).ok()?.into_rgba8();
    (picture.width() <= SIDE && picture.height() <= SIDE).then_some(picture)
}

/// What pictures are made with.
#[derive(Default)]
struct Easel {
    /// A drawing context of this thread; `Some(None)` where the system gives none.
    studio: Option<Option<(Studio, Renderer)>>,
}

impl Easel {
    fn make(&mut self, wanted: &Wanted) -> Option<RgbaImage> {
        if std::fs::metadata(&wanted.file).ok()?.len() > MAX_FILE {
            return None;
        }
        if wanted.model { self.model(wanted) } else { picture(&std::fs::read(&wanted.file).ok()?) }
    }

    fn model(&mut self, wanted: &Wanted) -> Option<RgbaImage> {
        let (studio, renderer) = self.studio.get_or_insert_with(open_studio).as_mut()?;
        let model = model_of(&wanted.root, &wanted.path, wanted.shape)?;
        renderer.assets().set_root(&model.root);
        let camera = Camera::default().framing(&pieces_bounds(&model, renderer.assets()), 1.0);
        if !renderer.problems(&model).is_empty() {
            return None;
        }
        let preview = Preview::new();
        let frame = Frame { marks: BARE, ..Frame::new(&model, camera, Style::DARK, &preview) };
        studio.frame(renderer, &frame, SIDE, SIDE).ok()
    }
}

/// Nothing but the piece.
pub const BARE: Marks = Marks { snap: false, seats: false, floor: false };

fn open_studio() -> Option<(Studio, Renderer)> {
    let studio = Studio::new().ok()?;
    let renderer = Renderer::new(studio.headless().three_d(), crate::viewport::Assets::at_once()).ok()?;
    Some((studio, renderer))
}

/// A picture made small, its shape kept.
fn picture(bytes: &[u8]) -> Option<RgbaImage> {
    let read = decode_picture(bytes).ok()?;
    let picture = RgbaImage::from_raw(read.width, read.height, read.pixels.into_flattened())?;
    if picture.width() <= SIDE && picture.height() <= SIDE {
        return Some(picture);
    }
    let scale = f64::from(SIDE) / f64::from(picture.width().max(picture.height()));
    let side = |length: u32| ((f64::from(length) * scale).round() as u32).max(1);
    Some(image::imageops::resize(&picture, side(picture.width()), side(picture.height()), FilterType::Triangle))
}

/// A scene with the model at this path of the pack, in this shape, and nothing else.
pub fn model_of(root: &Path, path: &str, shape: Shape) -> Option<SceneModel> {
    let zero = || Value::object(["x", "y", "z"].map(|axis| (axis, Value::from(0))));
    let entity = Value::object([
        ("id", Value::from("model")),
        ("kind", Value::from("custom")),
        ("label", Value::from(path)),
        ("position", zero()),
        ("rotation", zero()),
        ("scale", Value::object(["x", "y", "z"].into_iter().zip(shape.map(|side| Value::from(f64::from(side)))))),
        ("metadata", Value::object([("customModelAssetId", Value::from(path))])),
    ]);
    let scene = Document::new(Value::object([("objects", Value::Array(vec![entity]))])).ok()?;
    let mut model = SceneModel::from_resolved(&resolve(&scene, "", &[] as &[&str]), root, false);
    model.table.visible = false;
    Some(model.sealed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};
    use tablewright_core::pack::sample;

    /// The sample pack in a folder.
    fn pack() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, bytes) in sample::files() {
            let file = folder.path().join(&path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, bytes).unwrap();
        }
        folder
    }

    fn wait(pictures: &mut FilePictures, ctx: &Context, root: &Path, path: &str, class: Class) -> FilePicture {
        let hash = std::fs::read(root.join(path)).ok().map(|bytes| Hash::of(&bytes));
        let started = Instant::now();
        loop {
            pictures.take(ctx);
            match pictures.get(ctx, root, path, class, hash, [1.0; 3]) {
                FilePicture::Loading if started.elapsed() < Duration::from_secs(60) => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                picture => return picture,
            }
        }
    }

    #[test]
    fn pictures_and_models_are_drawn_and_kept_by_their_content() {
        let (pack, state) = (pack(), tempfile::tempdir().unwrap());
        let ctx = Context::default();
        let mut pictures = FilePictures::new(state.path());
        let files = sample::files();
        let named = |end: &str| files.iter().map(|(path, _)| path.clone()).find(|path| path.ends_with(end)).unwrap();
        for (path, class) in [(named(".webp"), Class::Picture), (named(".glb"), Class::Model)] {
            let FilePicture::Ready(texture) = wait(&mut pictures, &ctx, pack.path(), &path, class) else { panic!("{path}") };
            let [width, height] = texture.size();
            assert!(width.max(height) as u32 <= SIDE && width.min(height) > 1, "{path}: {width}×{height}");
        }
        assert_eq!(std::fs::read_dir(state.path().join("file-pictures")).unwrap().count(), 2, "kept for the next run");
        // A file that is none, and one that is gone, have an icon.
        std::fs::write(pack.path().join("bad.png"), "no picture").unwrap();
        assert!(matches!(wait(&mut pictures, &ctx, pack.path(), "bad.png", Class::Picture), FilePicture::None));
        let gone = pictures.get(&ctx, pack.path(), "gone.png", Class::Picture, Some(Hash::of(b"gone")), [1.0; 3]);
        assert!(matches!(gone, FilePicture::Loading | FilePicture::None));
        assert!(matches!(pictures.get(&ctx, pack.path(), "setup.json", Class::Scene, None, [1.0; 3]), FilePicture::None));
    }

    #[test]
    fn the_longest_unused_go_when_there_are_too_many() {
        let mut pictures = FilePictures::new(Path::new("none"));
        for number in 0..10_u64 {
            let hash = Hash::of(&number.to_le_bytes());
            pictures.known.insert((hash, [100; 3]), Kept { picture: FilePicture::None, bytes: 1000, used: number });
        }
        pictures.keep_within(4_500, 100);
        let mut left: Vec<u64> = pictures.known.values().map(|kept| kept.used).collect();
        left.sort_unstable();
        assert_eq!(left, [6, 7, 8, 9]);
        pictures.keep_within(0, 7);
        assert_eq!(pictures.bytes(), 4000, "what this and the last frame show stays");
    }
}
