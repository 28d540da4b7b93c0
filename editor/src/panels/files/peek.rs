//! What the preview knows of a file beyond its row: read on a thread of its own, one file at a time.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use tablewright_core::pack::Hash;

use crate::viewport::assets::{decode_picture, path_in_pack};
use crate::viewport::figures;

/// The longer side of a picture in the preview, in pixels.
const SIDE: u32 = 656;
/// A larger file is not read.
const MAX_FILE: u64 = 64 << 20;
/// So much of a text is shown, in bytes.
const MAX_TEXT: usize = 64 << 10;

/// Which bytes of which file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key {
    pub root: PathBuf,
    pub path: String,
    pub size: u64,
    pub hash: Option<Hash>,
}

/// What a file turned out to be.
pub(super) enum Peeked<P> {
    /// A picture, and how large it is in truth; whether it is clear anywhere.
    Picture { image: P, size: [u32; 2], clear: bool },
    /// A model's figures.
    Model { triangles: usize, materials: usize },
    /// The beginning of a text, and whether that is all.
    Text { text: String, whole: bool, json: bool },
    /// Nothing to show.
    Nothing,
    /// Why it cannot be shown: a sentence without its full stop.
    Failed(String),
}

/// The file that is looked at.
#[derive(Default)]
pub(super) struct Peek {
    known: Option<(Key, Peeked<TextureHandle>)>,
    coming: Option<(Key, Receiver<Peeked<ColorImage>>)>,
}

impl Peek {
    /// What is known of a file; `None` while it is read.
    pub(super) fn at(&mut self, ctx: &Context, key: &Key) -> Option<&mut Peeked<TextureHandle>> {
        self.take(ctx);
        let is_known = self.known.as_ref().is_some_and(|(known, _)| known == key);
        if !is_known {
            // One at a time: who walks through the list reads only where they stay.
            if self.coming.is_none() {
                self.start(ctx, key);
            }
            return None;
        }
        self.known.as_mut().map(|(_, peeked)| peeked)
    }

    fn start(&mut self, ctx: &Context, key: &Key) {
        let (answer, come) = channel();
        let (wanted, wake) = (key.clone(), ctx.clone());
        let read = move || {
            let peeked = std::panic::catch_unwind(|| read(&wanted.root, &wanted.path));
            // Nobody looks at it any more where sending fails.
            if answer.send(peeked.unwrap_or_else(|_| Peeked::Failed("it can’t be read".to_owned()))).is_ok() {
                wake.request_repaint();
            }
        };
        match std::thread::Builder::new().name("file preview".to_owned()).spawn(read) {
            Ok(_) => self.coming = Some((key.clone(), come)),
            Err(error) => self.known = Some((key.clone(), Peeked::Failed(format!("no thread can read it: {error}")))),
        }
    }

    fn take(&mut self, ctx: &Context) {
        let Some((key, come)) = &self.coming else { return };
        let peeked = match come.try_recv() {
            Ok(peeked) => peeked,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Peeked::Failed("it can’t be read".to_owned()),
        };
        let peeked = match peeked {
            Peeked::Picture { image, size, clear } => {
                Peeked::Picture { image: ctx.load_texture("file preview", image, TextureOptions::LINEAR), size, clear }
            }
            Peeked::Model { triangles, materials } => Peeked::Model { triangles, materials },
            Peeked::Text { text, whole, json } => Peeked::Text { text, whole, json },
            Peeked::Nothing => Peeked::Nothing,
            Peeked::Failed(why) => Peeked::Failed(why),
        };
        self.known = Some((key.clone(), peeked));
        self.coming = None;
    }
}

fn read(root: &Path, path: &str) -> Peeked<ColorImage> {
    let extension = path.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default();
    let looked = match extension.as_str() {
        "png" | "jpg" | "jpeg" | "webp" => bytes(root, path).and_then(|bytes| picture(&bytes)),
        "glb" => bytes(root, path)
            .and_then(|bytes| figures(&bytes))
            .map(|(triangles, materials)| Peeked::Model { triangles, materials }),
        "json" | "js" | "mjs" | "ts" | "md" | "txt" | "gltf" | "obj" | "mtl" | "svg" => text(root, path, &extension),
        _ => Ok(Peeked::Nothing),
    };
    looked.unwrap_or_else(Peeked::Failed)
}

fn bytes(root: &Path, path: &str) -> Result<Vec<u8>, String> {
    let file = path_in_pack(root, path)?;
    let size = std::fs::metadata(&file).map_err(|error| error.to_string())?.len();
    if size > MAX_FILE {
        return Err(format!("it has {} MB; at most 64 MB can be shown", size >> 20));
    }
    std::fs::read(&file).map_err(|error| error.to_string())
}

fn picture(bytes: &[u8]) -> Result<Peeked<ColorImage>, String> {
    let reader = image::ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format().map_err(|e| e.to_string())?;
    let (width, height) = reader.into_dimensions().map_err(|_| "it is not a PNG, JPEG or WebP picture".to_owned())?;
    let decoded = decode_picture(bytes)?;
    let pixels: Vec<u8> = decoded.pixels.into_iter().flatten().collect();
    let clear = pixels.chunks_exact(4).any(|pixel| pixel[3] < 255);
    let image = image::RgbaImage::from_raw(decoded.width, decoded.height, pixels).ok_or("it can’t be decoded")?;
    let longer = image.width().max(image.height());
    let image = if longer > SIDE {
        let scaled = |side: u32| (u64::from(side) * u64::from(SIDE) / u64::from(longer)).max(1) as u32;
        image::imageops::thumbnail(&image, scaled(image.width()), scaled(image.height()))
    } else {
        image
    };
    let size = [image.width() as usize, image.height() as usize];
    Ok(Peeked::Picture { image: ColorImage::from_rgba_unmultiplied(size, image.as_raw()), size: [width, height], clear })
}

fn text(root: &Path, path: &str, extension: &str) -> Result<Peeked<ColorImage>, String> {
    use std::io::Read as _;
    let file = std::fs::File::open(path_in_pack(root, path)?).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    file.take(MAX_TEXT as u64 + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    let whole = bytes.len() <= MAX_TEXT;
    bytes.truncate(MAX_TEXT);
    // The cut may go through a letter; what stands before it is shown.
    let end = match std::str::from_utf8(&bytes) {
        Ok(_) => bytes.len(),
        Err(error) if !whole && bytes.len() - error.valid_up_to() < 4 => error.valid_up_to(),
        Err(_) => return Err("it is no text".to_owned()),
    };
    bytes.truncate(end);
    let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
    Ok(Peeked::Text { text, whole, json: matches!(extension, "json" | "gltf") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
        image::RgbaImage::from_pixel(1000, 10, image::Rgba([1, 2, 3, 40])).save(folder.path().join("a.png")).unwrap();
        put("a.json", b"{}");
        put("long.txt", &"é".repeat(MAX_TEXT).into_bytes());
        put("bad.txt", &[0xff, 0xfe, 0, 0, 0, 0]);
        put("bad.glb", b"glTF");
        put("a.onnx", b"x");
        let at = |path: &str| read(folder.path(), path);
        let Peeked::Picture { image, size, clear: true } = at("a.png") else { panic!("no picture") };
        assert_eq!((image.size, size), ([656, 6], [1000, 10]));
        assert!(matches!(at("a.json"), Peeked::Text { text, whole: true, json: true } if text == "{}"));
        assert!(matches!(at("long.txt"), Peeked::Text { text, whole: false, .. } if text.len() == MAX_TEXT));
        for path in ["bad.txt", "bad.glb", "none.png", "../a.png"] {
            assert!(matches!(at(path), Peeked::Failed(_)), "{path}");
        }
        assert!(matches!(at("a.onnx"), Peeked::Nothing));
    }
}
