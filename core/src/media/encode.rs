//! Cutting, scaling, and writing lossy WebP.

use super::crop::{Aspect, Crop};
use crate::error::{Error, ErrorKind, Result};
use image::imageops::{self, FilterType};
use image::{DynamicImage, RgbaImage};
use webp::PixelLayout;

/// How well pictures are kept, of 100: what libwebp calls its quality, at which a screenshot shows no fault.
pub(super) const QUALITY: f32 = 82.0;

/// Writes lossy WebP (`quality` of 100). A picture without a see-through pixel is written without alpha.
///
/// # Errors
/// Refused where the picture is empty or larger than WebP can hold.
pub fn webp(pixels: &RgbaImage, quality: f32) -> Result<Vec<u8>> {
    let (width, height) = pixels.dimensions();
    let side = 1..=super::MAX_SIDE;
    if !side.contains(&width) || !side.contains(&height) {
        return Err(Error::new(ErrorKind::Refused, format!("A picture of {width} × {height} pixels can’t be written as WebP"))
            .hint("At most 16,383 pixels a side can be."));
    }
    let opaque = pixels.pixels().all(|pixel| pixel.0[3] == u8::MAX);
    let rgb: Vec<u8>;
    let (bytes, layout) = if opaque {
        rgb = pixels.pixels().flat_map(|pixel| [pixel.0[0], pixel.0[1], pixel.0[2]]).collect();
        (rgb.as_slice(), PixelLayout::Rgb)
    } else {
        (pixels.as_raw().as_slice(), PixelLayout::Rgba)
    };
    let encoded = webp::Encoder::new(bytes, layout, width, height).encode_simple(false, quality);
    let encoded = encoded.map_err(|error| {
        Error::new(ErrorKind::Refused, format!("The picture couldn’t be written as WebP: {error:?}"))
            .hint("Try a smaller picture; memory may be short.")
    })?;
    Ok(encoded.to_vec())
}

/// Writes lossy WebP and says how large the picture is: width, height, bytes.
///
/// # Errors
/// As [`webp`].
pub fn measured_webp(pixels: &RgbaImage, quality: f32) -> Result<(Vec<u8>, u32, u32)> {
    let (width, height) = pixels.dimensions();
    Ok((webp(pixels, quality)?, width, height))
}

/// The picture scaled to these pixels.
pub fn scaled(pixels: &RgbaImage, (width, height): (u32, u32)) -> RgbaImage {
    if pixels.dimensions() == (width, height) {
        return pixels.clone();
    }
    DynamicImage::ImageRgba8(pixels.clone()).resize_exact(width.max(1), height.max(1), FilterType::Lanczos3).into_rgba8()
}

/// The window of a picture, `wide` pixels wide and of the shape of `aspect`. What has fewer pixels is not blown up.
pub fn cut(pixels: &RgbaImage, crop: Crop, aspect: Aspect, wide: u32) -> RgbaImage {
    let (x, y, w, h) = crop.fitted(pixels.dimensions(), aspect).pixels(pixels.dimensions());
    let window = imageops::crop_imm(pixels, x, y, w, h).to_image();
    let width = wide.min(w);
    let height = (f64::from(width) / aspect.ratio()).round().max(1.0) as u32;
    scaled(&window, (width, height))
}

#[cfg(test)]
mod tests {
    use super::super::decode::tests::picture;
    use super::super::{Facts, open};
    use super::*;
    use image::{ImageFormat, Rgba};

    fn noise(side: u32) -> RgbaImage {
        RgbaImage::from_fn(side, side, |x, y| {
            let v = ((x * 7919) ^ (y * 104_729)).wrapping_mul(2_654_435_761) >> 24;
            Rgba([v as u8, (x % 251) as u8, (y % 241) as u8, 255])
        })
    }

    #[test]
    fn the_file_is_lossy_and_small() {
        let pixels = noise(200);
        let bytes = webp(&pixels, QUALITY).unwrap();
        assert_eq!(&bytes[8..16], b"WEBPVP8 ", "lossy, without alpha");
        let mut lossless = std::io::Cursor::new(Vec::new());
        pixels.write_to(&mut lossless, ImageFormat::WebP).unwrap();
        assert!(bytes.len() < lossless.get_ref().len(), "{} of {}", bytes.len(), lossless.get_ref().len());
        assert!(webp(&pixels, 40.0).unwrap().len() < bytes.len());
        let read = open("a.webp", &bytes).unwrap();
        assert_eq!(read.size(), (200, 200));
    }

    #[test]
    fn what_can_be_seen_through_stays_so() {
        let pixels = RgbaImage::from_fn(16, 16, |x, _| Rgba([200, 30, 30, if x < 8 { 0 } else { 255 }]));
        let read = open("a.webp", &webp(&pixels, QUALITY).unwrap()).unwrap();
        assert_eq!((read.pixels.get_pixel(1, 8).0[3], read.pixels.get_pixel(14, 8).0[3]), (0, 255));
    }

    #[test]
    fn sizes_that_webp_has_no_room_for_are_refused() {
        assert!(webp(&RgbaImage::new(16_384, 1), QUALITY).is_err());
        assert!(webp(&RgbaImage::new(0, 4), QUALITY).is_err());
    }

    #[test]
    fn a_window_is_cut_in_its_shape_and_not_blown_up() {
        let raster = open("a.png", &picture(400, 200, ImageFormat::Png)).unwrap();
        let right = Crop { x: 0.5, y: 0.0, w: 0.5, h: 1.0 };
        let square = cut(&raster.pixels, right, Aspect::Square, 100);
        assert_eq!((square.dimensions(), square.get_pixel(50, 20).0[..3].to_vec()), ((100, 100), vec![40, 200, 60]));
        assert_eq!(cut(&raster.pixels, right, Aspect::Square, 5000).dimensions(), (200, 200));
        let wide = cut(&raster.pixels, Crop::WHOLE, Aspect::Wide, 320);
        assert_eq!(wide.dimensions(), (320, 180));
        let bytes = webp(&wide, QUALITY).unwrap();
        assert_eq!(Facts::of(&bytes).map(|facts| (facts.width, facts.height)), Some((320, 180)));
    }
}
