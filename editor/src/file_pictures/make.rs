//! How a file becomes a small picture.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use egui::Color32;
use image::RgbaImage;

use super::{SIDE, Source};
use crate::viewport::assets::{decode_picture, path_in_pack};
use crate::viewport::offscreen::Studio;
use crate::viewport::renderer::{Frame, Renderer};
use crate::viewport::turntable::{framed, stage};
use crate::viewport::{Assets, Camera, Marks, Preview, SceneModel, Style};

/// A larger picture's file is not read.
const MAX_FILE: u64 = 64 << 20;

/// Makes small pictures; keeps the place to draw models in for the next one.
#[derive(Default)]
pub(super) struct Maker {
    studio: Option<Option<(Renderer, Studio)>>,
}

impl Maker {
    /// The small picture of a file; `None` where it cannot be shown. Nothing that a file holds stops the thread.
    pub(super) fn make(&mut self, root: &Path, path: &str, source: Source) -> Option<RgbaImage> {
        let made = catch_unwind(AssertUnwindSafe(|| match source {
            Source::Picture => picture(root, path),
            Source::Model => self.model(root, path),
        }));
        made.unwrap_or_else(|_| {
            // What a broken file left behind is not used for the next.
            self.studio = None;
            None
        })
    }

    fn model(&mut self, root: &Path, path: &str) -> Option<RgbaImage> {
        let place = self.studio.get_or_insert_with(|| {
            let studio = Studio::new().ok()?;
            let renderer = Renderer::new(studio.headless().three_d(), Assets::at_once()).ok()?;
            Some((renderer, studio))
        });
        let (renderer, studio) = place.as_mut()?;
        renderer.assets().set_root(&Arc::new(root.to_path_buf()));
        let made = shoot(renderer, studio, &stage(root, path));
        // The model and its pictures are not kept: the next one is another.
        renderer.assets().set_root(&Arc::default());
        made
    }
}

fn shoot(renderer: &mut Renderer, studio: &Studio, scene: &SceneModel) -> Option<RgbaImage> {
    let (scene, camera) = framed(scene, renderer.assets(), &Camera::default(), 1.0);
    if !renderer.problems(&scene).is_empty() {
        return None;
    }
    let preview = Preview::new();
    let marks = Marks { snap: false, seats: false, floor: false };
    let mut before = |background| {
        let style = Style { background, ..Style::DARK };
        let frame = Frame { marks, ..Frame::new(&scene, camera, style, &preview) };
        studio.frame(renderer, &frame, SIDE, SIDE).ok()
    };
    Some(cut_out(&before(Color32::BLACK)?, &before(Color32::WHITE)?))
}

/// What stands before the ground, from two pictures of it: before black, and before white.
fn cut_out(black: &RgbaImage, white: &RgbaImage) -> RgbaImage {
    let mut out = black.clone();
    for (pixel, bright) in out.pixels_mut().zip(white.pixels()) {
        let through = (0..3).map(|at| bright.0[at].saturating_sub(pixel.0[at])).max().unwrap_or(0);
        let alpha = 255 - through;
        if alpha == 0 {
            pixel.0 = [0; 4];
            continue;
        }
        for at in 0..3 {
            pixel.0[at] = (u32::from(pixel.0[at]) * 255 / u32::from(alpha)).min(255) as u8;
        }
        pixel.0[3] = alpha;
    }
    out
}

fn picture(root: &Path, path: &str) -> Option<RgbaImage> {
    let file = path_in_pack(root, path).ok()?;
    if std::fs::metadata(&file).ok()?.len() > MAX_FILE {
        return None;
    }
    let decoded = decode_picture(&std::fs::read(&file).ok()?).ok()?;
    let pixels: Vec<u8> = decoded.pixels.into_iter().flatten().collect();
    Some(small(&RgbaImage::from_raw(decoded.width, decoded.height, pixels)?))
}

/// A picture that fits into a square of [`SIDE`]; one that fits already stays.
fn small(image: &RgbaImage) -> RgbaImage {
    let longer = image.width().max(image.height());
    if longer <= SIDE {
        return image.clone();
    }
    let scaled = |side: u32| (u64::from(side) * u64::from(SIDE) / u64::from(longer)).max(1) as u32;
    image::imageops::thumbnail(image, scaled(image.width()), scaled(image.height()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_clear_becomes_clear_again() {
        let picture = |pixels: [[u8; 4]; 3]| RgbaImage::from_raw(3, 1, pixels.concat()).unwrap();
        // Solid red, half red, nothing: each before black and before white.
        let black = picture([[200, 0, 0, 255], [100, 0, 0, 255], [0, 0, 0, 255]]);
        let white = picture([[200, 0, 0, 255], [227, 127, 127, 255], [255, 255, 255, 255]]);
        let out = cut_out(&black, &white);
        assert_eq!(out.get_pixel(0, 0).0, [200, 0, 0, 255]);
        assert_eq!(out.get_pixel(1, 0).0, [199, 0, 0, 128]);
        assert_eq!(out.get_pixel(2, 0).0, [0; 4]);
    }

    #[test]
    fn sizes_keep_their_shape() {
        assert_eq!(small(&RgbaImage::new(1600, 10)).dimensions(), (SIDE, 1));
        assert_eq!(small(&RgbaImage::new(10, 5000)).dimensions(), (1, SIDE));
        assert_eq!(small(&RgbaImage::new(SIDE, SIDE)).dimensions(), (SIDE, SIDE));
    }

    #[test]
    fn a_broken_file_has_no_picture() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.glb"), "glTF and then nothing").unwrap();
        std::fs::write(folder.path().join("a.png"), [0x89, b'P', b'N', b'G']).unwrap();
        let mut maker = Maker::default();
        assert!(maker.make(folder.path(), "a.glb", Source::Model).is_none());
        assert!(maker.make(folder.path(), "a.png", Source::Picture).is_none());
        assert!(maker.make(folder.path(), "../a.png", Source::Picture).is_none());
    }
}
