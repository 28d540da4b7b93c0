//! Smaller copies of large pictures: what players download is judged by what is seen on a table, not by what a camera or a
//! library gives.

use super::decode::Raster;
use super::encode::{QUALITY, scaled, webp};
use crate::error::Result;

/// The longer side that a texture keeps: more is not seen on a table.
const SIDE: u32 = 2048;
/// A file of fewer bytes is small enough as it is.
const SMALL: usize = 512 << 10;

/// A smaller copy of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Smaller {
    /// The file, WebP.
    pub bytes: Vec<u8>,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// A copy of a large picture that is worth having: at most 2,048 pixels a side, lossy WebP, and less than two thirds of the
/// `file` it is made from. `None` where the picture is small enough as it is.
///
/// # Errors
/// Where the copy cannot be written.
pub fn smaller(raster: &Raster, file: usize) -> Result<Option<Smaller>> {
    if file < SMALL {
        return Ok(None);
    }
    let (width, height) = raster.size();
    let longer = width.max(height);
    let side = |side: u32| (u64::from(side) * u64::from(SIDE) / u64::from(longer.max(1))).max(1) as u32;
    let size = if longer > SIDE { (side(width), side(height)) } else { (width, height) };
    let bytes = webp(&scaled(&raster.pixels, size), QUALITY)?;
    let worth = bytes.len() * 3 < file * 2;
    Ok(worth.then_some(Smaller { bytes, width: size.0, height: size.1 }))
}

#[cfg(test)]
mod tests {
    use super::super::decode::tests::picture;
    use super::super::open;
    use super::*;
    use image::ImageFormat;

    #[test]
    fn a_large_picture_gets_a_smaller_copy_and_a_small_one_none() {
        let raster = open("a.png", &picture(3000, 1500, ImageFormat::Png)).unwrap();
        let copy = smaller(&raster, 4 << 20).unwrap().unwrap();
        assert_eq!((copy.width, copy.height), (2048, 1024));
        assert_eq!(open("a.webp", &copy.bytes).unwrap().size(), (2048, 1024));
        assert_eq!(smaller(&raster, SMALL - 1).unwrap(), None);
        let flat = open("a.png", &picture(64, 64, ImageFormat::Png)).unwrap();
        let copy = smaller(&flat, SMALL).unwrap().unwrap();
        assert_eq!((copy.width, copy.height), (64, 64), "many bytes for few pixels are packed better");
    }
}
