//! Small pictures of files that are not in the pack yet: made on a thread from the bytes in memory, in the order of the list.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use tablewright_core::credits::import::Plan;

use crate::viewport::assets::decode_picture;

/// The side of a thumbnail, in pixels.
const SIDE: u32 = 64;

/// The thumbnails of an import.
pub(super) struct Thumbnails {
    /// The number that an item had at first.
    numbers: Vec<usize>,
    made: Vec<Option<TextureHandle>>,
    come: Receiver<(usize, ColorImage)>,
}

impl Thumbnails {
    /// Starts to make them. The thread ends when nobody waits for the next.
    pub(super) fn start(ctx: &Context, plan: &Plan) -> Self {
        let (send, come) = channel();
        let all: Vec<Arc<[u8]>> = plan.items.iter().map(|item| Arc::clone(&item.bytes)).collect();
        let count = all.len();
        let wake = ctx.clone();
        let make = move || {
            for (number, bytes) in all.into_iter().enumerate() {
                // What is no picture has an icon.
                let Ok(picture) = decode_picture(&bytes) else { continue };
                let Some(full) = image::RgbaImage::from_raw(picture.width, picture.height, picture.pixels.concat()) else {
                    continue;
                };
                let small = image::imageops::thumbnail(&full, SIDE, SIDE);
                let size = [small.width() as usize, small.height() as usize];
                if send.send((number, ColorImage::from_rgba_unmultiplied(size, small.as_raw()))).is_err() {
                    return;
                }
                wake.request_repaint();
            }
        };
        // Without a thread there are icons.
        std::thread::Builder::new().name("import thumbnails".to_owned()).spawn(make).ok();
        Self { numbers: (0..count).collect(), made: vec![None; count], come }
    }

    /// Takes in what was made.
    pub(super) fn take(&mut self, ctx: &Context) {
        for (number, picture) in self.come.try_iter() {
            if let Some(at) = self.numbers.iter().position(|known| *known == number) {
                let name = format!("import thumbnail {number}");
                self.made[at] = Some(ctx.load_texture(name, picture, TextureOptions::LINEAR));
            }
        }
    }

    pub(super) fn leave_out(&mut self, item: usize) {
        if item < self.numbers.len() {
            self.numbers.remove(item);
            self.made.remove(item);
        }
    }

    pub(super) fn get(&self, item: usize) -> Option<&TextureHandle> {
        self.made.get(item)?.as_ref()
    }
}
