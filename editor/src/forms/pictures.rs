//! Thumbnails of the pack's pictures: decoded on a thread of their own, kept as textures, read again when told so.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use rustc_hash::FxHashMap;

use crate::viewport::assets::{decode_picture, path_in_pack};

/// The longer side of a thumbnail, in pixels.
const SIDE: u32 = 656;
/// What all pictures that are kept may take together, in bytes.
const BUDGET: usize = 64 << 20;
/// No path of a pack is longer, in bytes.
const LONGEST: usize = 1000;
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

struct Kept {
    picture: Picture,
    /// The frame that last asked for it.
    used: u64,
}

impl Kept {
    fn bytes(&self) -> usize {
        match &self.picture {
            Picture::Ready(texture) => texture.byte_size(),
            _ => 0,
        }
    }
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
    known: FxHashMap<String, Kept>,
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
        if path.len() > LONGEST {
            return Picture::Failed("its path is too long".to_owned());
        }
        self.take(ctx);
        let used = ctx.cumulative_frame_nr();
        if let Some(known) = self.known.get_mut(path) {
            known.used = used;
            return known.picture.clone();
        }
        let picture = match self.ask(path, ctx) {
            Some(()) => Picture::Loading,
            None => Picture::Failed("there is no thread to read it".to_owned()),
        };
        self.known.insert(path.to_owned(), Kept { picture: picture.clone(), used });
        picture
    }

    /// Lets go of what was not asked for lately, the longest unused first. What this and the last frame show stays.
    fn keep_within(&mut self, budget: usize, now: u64) {
        let mut all: usize = self.known.values().map(Kept::bytes).sum();
        if all <= budget {
            return;
        }
        let old = self.known.iter().filter(|(_, kept)| kept.bytes() > 0 && kept.used + 1 < now);
        let mut old: Vec<(u64, usize, String)> = old.map(|(path, kept)| (kept.used, kept.bytes(), path.clone())).collect();
        old.sort();
        for (_, bytes, path) in old {
            if all <= budget {
                break;
            }
            self.known.remove(&path);
            all -= bytes;
        }
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
            let used = ctx.cumulative_frame_nr();
            self.known.insert(path, Kept { picture, used });
        }
        self.keep_within(BUDGET, ctx.cumulative_frame_nr());
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

#[cfg(test)]
mod tests {
    use super::*;

    fn put(folder: &Path, name: &str, width: u32) {
        image::RgbaImage::from_pixel(width, 8, image::Rgba([9, 90, 200, 255])).save(folder.join(name)).unwrap();
    }

    fn settled(pictures: &mut Pictures, folder: &Path, path: &str, ctx: &Context) -> Picture {
        loop {
            match pictures.get(folder, path, ctx) {
                Picture::Loading => std::thread::yield_now(),
                picture => return picture,
            }
        }
    }

    #[test]
    fn pictures_come_small_and_broken_ones_say_why() {
        let folder = tempfile::tempdir().unwrap();
        let (ctx, mut pictures) = (Context::default(), Pictures::default());
        put(folder.path(), "wide.png", SIDE * 2);
        std::fs::write(folder.path().join("cut.png"), &std::fs::read(folder.path().join("wide.png")).unwrap()[..60]).unwrap();
        let Picture::Ready(wide) = settled(&mut pictures, folder.path(), "wide.png", &ctx) else { panic!("not shown") };
        assert_eq!(wide.size(), [SIDE as usize, 4]);
        for (path, why) in [("none.png", "not in the pack"), ("../x.png", "leads out of the pack"), ("cut.png", "cut short")] {
            let Picture::Failed(said) = settled(&mut pictures, folder.path(), path, &ctx) else { panic!("{path} is shown") };
            assert!(said.contains(why), "{path}: {said}");
        }
    }

    #[test]
    fn only_so_much_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (ctx, mut pictures) = (Context::default(), Pictures::default());
        for (name, used) in [("a.png", 1), ("b.png", 5), ("c.png", 9)] {
            put(folder.path(), name, 8);
            settled(&mut pictures, folder.path(), name, &ctx);
            pictures.known.get_mut(name).unwrap().used = used;
        }
        let there = |pictures: &Pictures| ["a.png", "b.png", "c.png"].map(|name| pictures.known.contains_key(name));
        pictures.keep_within(3 * 8 * 8 * 4, 10);
        assert_eq!(there(&pictures), [true; 3]);
        pictures.keep_within(3 * 8 * 8 * 4 - 1, 10);
        assert_eq!(there(&pictures), [false, true, true], "the longest unused went");
        pictures.keep_within(0, 10);
        assert_eq!(there(&pictures), [false, false, true], "what the last frame showed stays");
    }
}
