//! Pictures in memory, and how they become files.

use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::{ExtendedColorType, ImageEncoder};

use super::exact::floor;

/// An 8-bit sRGB picture, rows from the top, three bytes a pixel.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub rgb: Vec<u8>,
}

impl Picture {
    /// A picture from a function of column and row, which gives sRGB in 0..1.
    pub fn draw(width: u32, height: u32, mut pixel: impl FnMut(u32, u32) -> [f32; 3]) -> Self {
        let mut rgb = Vec::with_capacity(width as usize * height as usize * 3);
        for y in 0..height {
            for x in 0..width {
                rgb.extend(pixel(x, y).map(byte));
            }
        }
        Self { width, height, rgb }
    }

    /// The colour at a place given in fractions of the picture, mixed from the four pixels around it; wraps around.
    pub fn at(&self, u: f32, v: f32) -> [f32; 3] {
        let x = (u - floor(u).0) * self.width as f32 - 0.5;
        let y = (v - floor(v).0) * self.height as f32 - 0.5;
        let (fx, fy) = (floor(x).0, floor(y).0);
        let (tx, ty) = (x - fx, y - fy);
        let around = |first: f32, size: u32| {
            let last = size as usize - 1;
            let low = if first < 0.0 { last } else { first as usize };
            (low, if low == last { 0 } else { low + 1 })
        };
        let ((left, right), (above, below)) = (around(fx, self.width), around(fy, self.height));
        let pixel = |column: usize, row: usize| {
            let start = (row * self.width as usize + column) * 3;
            let bytes = &self.rgb[start..start + 3];
            [f32::from(bytes[0]), f32::from(bytes[1]), f32::from(bytes[2])]
        };
        let upper = mix(pixel(left, above), pixel(right, above), tx);
        let lower = mix(pixel(left, below), pixel(right, below), tx);
        mix(upper, lower, ty).map(|c| c / 255.0)
    }

    /// A smaller copy: `factor` by `factor` pixels become one.
    pub fn shrink(&self, factor: u32) -> Self {
        let (width, height) = (self.width / factor, self.height / factor);
        let area = f32::from(255_u8) * (factor * factor) as f32;
        Self::draw(width, height, |x, y| {
            let mut sum = [0_u32; 3];
            for dy in 0..factor {
                for dx in 0..factor {
                    let start = ((y * factor + dy) * self.width + x * factor + dx) as usize * 3;
                    for (sum, byte) in sum.iter_mut().zip(&self.rgb[start..start + 3]) {
                        *sum += u32::from(*byte);
                    }
                }
            }
            sum.map(|s| s as f32 / area)
        })
    }

    /// The file as JPEG, for textures: the grain of wood is noise that lossless formats keep at five times the size.
    pub fn jpeg(&self, quality: u8) -> Vec<u8> {
        let mut out = Vec::new();
        JpegEncoder::new_with_quality(&mut out, quality)
            .write_image(&self.rgb, self.width, self.height, ExtendedColorType::Rgb8)
            .expect("a picture of the right length below 65,536 pixels a side encodes into memory");
        out
    }

    /// The file as WebP, the format in which the platform wants cover and screenshots; no channel is off by more than 3.
    ///
    /// The encoder at hand is lossless and codes each pixel as its difference from the one above, red and blue as theirs from
    /// green. So differences are rounded to steps and red and blue follow green where they nearly do: far fewer distinct
    /// differences, and a file of a third of the size.
    pub fn webp(&self) -> Vec<u8> {
        let mut out = Vec::new();
        WebPEncoder::new_lossless(&mut out)
            .write_image(&self.settled(), self.width, self.height, ExtendedColorType::Rgb8)
            .expect("a picture of the right length below 16,384 pixels a side encodes into memory");
        out
    }

    fn settled(&self) -> Vec<u8> {
        let stride = self.width as usize * 3;
        let mut rgb = self.rgb.clone();
        for here in (stride..rgb.len()).step_by(3) {
            let above = here - stride;
            let wanted = |c: usize| i16::from(self.rgb[here + c]) - i16::from(rgb[above + c]);
            // In the dark the eye sees smaller steps.
            let step = if self.rgb[here + 1] < 56 { 3 } else { 5 };
            let rounded = |difference: i16| (difference + difference.signum() * (step / 2)) / step * step;
            let green = rounded(wanted(1));
            let follow = |difference: i16| if (difference - green).abs() <= step / 2 + 1 { green } else { rounded(difference) };
            let differences = [follow(wanted(0)), green, follow(wanted(2))];
            for (c, difference) in differences.into_iter().enumerate() {
                let value = i16::from(rgb[above + c]) + difference;
                // Where rounding would leave the scale the channel stays exact.
                rgb[here + c] = u8::try_from(value).unwrap_or(self.rgb[here + c]);
            }
        }
        rgb
    }
}

/// A channel in 0..1 as a byte.
pub fn byte(channel: f32) -> u8 {
    (channel * 255.0 + 0.5).clamp(0.0, 255.0) as u8
}

/// An sRGB colour from its usual notation, `0xRRGGBB`.
pub const fn rgb(hex: u32) -> [f32; 3] {
    [((hex >> 16) & 255) as f32 / 255.0, ((hex >> 8) & 255) as f32 / 255.0, (hex & 255) as f32 / 255.0]
}

/// A mix of two colours.
pub fn mix(a: [f32; 3], b: [f32; 3], t: f32) -> [f32; 3] {
    std::array::from_fn(|c| a[c] + (b[c] - a[c]) * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settling_is_not_seen() {
        let picture = Picture::draw(64, 64, |x, y| {
            [0, 1, 2].map(|c| super::super::exact::hash(x.cast_signed(), y.cast_signed(), c) * if y < 32 { 0.3 } else { 1.0 })
        });
        let settled = picture.settled();
        assert_ne!(settled, picture.rgb);
        let worst = settled.iter().zip(&picture.rgb).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(worst <= Some(3), "{worst:?}");
        let file = image::load_from_memory(&picture.webp()).unwrap().into_rgb8();
        assert_eq!(file.into_raw(), settled);
    }

    #[test]
    fn shrinks_by_averaging() {
        let picture = Picture { width: 2, height: 2, rgb: vec![0, 0, 0, 100, 0, 0, 100, 0, 0, 200, 4, 0] };
        assert_eq!(picture.shrink(2), Picture { width: 1, height: 1, rgb: vec![100, 1, 0] });
    }

    #[test]
    fn samples_between_pixels() {
        let picture = Picture { width: 2, height: 1, rgb: vec![0, 0, 0, 255, 255, 255] };
        assert!(picture.at(0.25, 0.5)[0].abs() < 1e-6);
        assert!((picture.at(0.5, 0.5)[0] - 0.5).abs() < 1e-6);
    }
}
