//! Thumbnails of the pack's pictures: decoded on a thread of their own, kept as textures, read again when told so.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use rustc_hash::FxHashMap;

use crate::viewport::assets::{decode_picture, path_in_pack};

/// The longer side of a thumbnail, in pixels.
const SIDE: u32 = 656;
/// A larger file is not read.
const MAX_FILE: u64 = 64 << 20;

/// A picture as far as it is known.
#[derive(Clone)]
pub enum Picture {
    /// It is being read.
    Loading,
    /// It can be drawn.
    Ready(TextureHandle),
    /// Why it cannot be shown: a sentence without its full stop.
    Failed(String),
}

struct Wanted {
    root: PathBuf,
    path: String,
    round: u64,
}

struct Come {
    path: String,
    round: u64,
    picture: Result<ColorImage, String>,
}

/// The pictures of a pack.
#[derive(Default)]
pub struct Pictures {
    root: PathBuf,
    known: FxHashMap<String, Picture>,
    /// Answers of earlier rounds are dropped.
    round: u64,
    worker: Option<(Sender<Wanted>, Receiver<Come>)>,
}

impl Pictures {
    /// Reads all pictures again when they are asked for next.
    pub fn look_again(&mut self) {
        self.known.clear();
        self.round += 1;
    }

    /// The picture at a path of the pack; asks for it where it is not known yet.
    pub fn get(&mut self, root: &Path, path: &str, ctx: &Context) -> Picture {
        if self.root != root {
            self.root = root.to_path_buf();
            self.look_again();
        }
        self.take(ctx);
        if let Some(known) = self.known.get(path) {
            return known.clone();
        }
        let picture = match self.ask(path, ctx) {
            Some(()) => Picture::Loading,
            None => Picture::Failed("there is no thread to read it".to_owned()),
        };
        self.known.insert(path.to_owned(), picture.clone());
        picture
    }

    fn ask(&mut self, path: &str, ctx: &Context) -> Option<()> {
        if self.worker.is_none() {
            let (ask, wanted) = channel::<Wanted>();
            let (answer, come) = channel();
            let wake = ctx.clone();
            let work = move || {
                for Wanted { root, path, round } in wanted {
                    let picture = read(&root, &path);
                    if answer.send(Come { path, round, picture }).is_err() {
                        return;
                    }
                    wake.request_repaint();
                }
            };
            std::thread::Builder::new().name("pictures".to_owned()).spawn(work).ok()?;
            self.worker = Some((ask, come));
        }
        let (ask, _) = self.worker.as_ref()?;
        ask.send(Wanted { root: self.root.clone(), path: path.to_owned(), round: self.round }).ok()
    }

    fn take(&mut self, ctx: &Context) {
        let Some((_, come)) = &self.worker else { return };
        for Come { path, round, picture } in come.try_iter() {
            if round != self.round {
                continue;
            }
            let picture = match picture {
                Ok(image) => Picture::Ready(ctx.load_texture(format!("picture {path}"), image, TextureOptions::LINEAR)),
                Err(why) => Picture::Failed(why),
            };
            self.known.insert(path, picture);
        }
    }
}

fn read(root: &Path, path: &str) -> Result<ColorImage, String> {
    let file = path_in_pack(root, path)?;
    let size = std::fs::metadata(&file).map_err(|error| error.to_string())?.len();
    if size > MAX_FILE {
        return Err(format!("it has {} MB; at most 64 MB can be shown", size >> 20));
    }
    let bytes = std::fs::read(&file).map_err(|error| error.to_string())?;
    let picture =
        std::panic::catch_unwind(|| decode_picture(&bytes)).unwrap_or_else(|_| Err("it can’t be decoded".to_owned()))?;
    let pixels: Vec<u8> = picture.pixels.into_iter().flatten().collect();
    let image = image::RgbaImage::from_raw(picture.width, picture.height, pixels).ok_or("it can’t be decoded")?;
    let longer = image.width().max(image.height());
    let image = if longer > SIDE {
        let scaled = |side: u32| (u64::from(side) * u64::from(SIDE) / u64::from(longer)).max(1) as u32;
        image::imageops::thumbnail(&image, scaled(image.width()), scaled(image.height()))
    } else {
        image
    };
    let size = [image.width() as usize, image.height() as usize];
    Ok(ColorImage::from_rgba_unmultiplied(size, image.as_raw()))
}
