//! What a picture is, by its content, and its pixels.
//!
//! The header is read first: what is too large is refused before any pixel is decoded.

use crate::error::{Error, ErrorKind, Result};
use crate::pack::Content;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits, RgbaImage};
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The largest side of a picture that is opened, in pixels: the most that WebP can hold.
pub const MAX_SIDE: u32 = 16_383;
/// The most pixels of a picture that is opened; four bytes each are held.
pub const MAX_PIXELS: u64 = 80_000_000;
/// The largest file that is opened as a picture, in bytes: hosts of repositories refuse what is larger.
pub const MAX_FILE: usize = 100 << 20;
/// What a decoder may take beside the pixels, in bytes.
const SPARE: u64 = 256 << 20;

/// What the head of a picture tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// What it is, whatever its name says.
    pub content: Content,
    /// In pixels, as the file stores it: a camera's turn is not counted in.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Whether it has more than one frame.
    pub animated: bool,
}

impl Facts {
    /// What the bytes of a PNG, JPEG, WebP, KTX2 or HDR picture tell; `None` for anything else and for a broken head.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let content = Content::of(bytes)?;
        let (width, height) = match content {
            Content::Png | Content::Jpeg | Content::WebP => reader(bytes)?.into_dimensions().ok()?,
            Content::Ktx2 => ktx2_size(bytes)?,
            Content::Hdr => hdr_size(bytes)?,
            _ => return None,
        };
        let animated = match content {
            // Bit 1 of the flags of the extended header.
            Content::WebP => bytes.get(12..16) == Some(b"VP8X") && bytes.get(20).is_some_and(|flags| flags & 2 != 0),
            Content::Png => is_animated_png(bytes),
            _ => false,
        };
        Some(Self { content, width, height, animated })
    }
}

/// A decoded picture: 8 bits of red, green, blue and alpha a pixel, rows from the top, turned as its camera says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raster {
    /// The pixels.
    pub pixels: RgbaImage,
    /// What the file is.
    pub content: Content,
    /// What a person should know of it, a sentence each.
    pub notes: Vec<String>,
}

impl Raster {
    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.pixels.dimensions()
    }
}

/// Decodes a PNG, JPEG or WebP. `name` is its file name; where that says another kind, the picture tells so. Of a picture
/// that moves the first frame is taken, and it says so.
///
/// # Errors
/// [`ErrorKind::Format`] where it is no such picture or is broken, [`ErrorKind::Refused`] where it is too large; both say
/// what to do.
pub fn open(name: &str, bytes: &[u8]) -> Result<Raster> {
    if bytes.len() > MAX_FILE {
        return Err(too_large(name, &format!("has {} MB", bytes.len() >> 20)));
    }
    let content = Content::of(bytes).ok_or_else(|| no_picture(name, None))?;
    if !matches!(content, Content::Png | Content::Jpeg | Content::WebP) {
        return Err(no_picture(name, Some(content)));
    }
    let facts = Facts::of(bytes).ok_or_else(|| broken(name, content))?;
    let (width, height) = (facts.width, facts.height);
    if width > MAX_SIDE || height > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(too_large(name, &format!("is {width} × {height} pixels")));
    }
    // A decoder's panic is its own fault, and must not take the program along.
    let decoded = catch_unwind(AssertUnwindSafe(|| pixels(bytes))).ok().flatten();
    let pixels = decoded.ok_or_else(|| broken(name, content))?.into_rgba8();
    let mut notes = Vec::new();
    let called = crate::pack::extension(name).filter(|extension| crate::pack::is_telling(extension));
    if let Some(called) = called.filter(|called| !content.fits(called)) {
        notes.push(format!("“{name}” is called .{} and is {}.", called.to_lowercase(), content.noun()));
    }
    if facts.animated {
        notes.push(format!("“{name}” moves. A listing shows still pictures, so its first frame is taken."));
    }
    Ok(Raster { pixels, content, notes })
}

fn reader(bytes: &[u8]) -> Option<ImageReader<Cursor<&[u8]>>> {
    ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()
}

fn pixels(bytes: &[u8]) -> Option<DynamicImage> {
    let mut reader = reader(bytes)?;
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE), Some(MAX_SIDE));
    // 16 bits a channel are the widest that is read.
    limits.max_alloc = Some(MAX_PIXELS * 8 + SPARE);
    reader.limits(limits);
    let decode = || -> Result<DynamicImage, ImageError> {
        let mut decoder = reader.into_decoder()?;
        let turn = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let mut picture = DynamicImage::from_decoder(decoder)?;
        picture.apply_orientation(turn);
        Ok(picture)
    };
    decode().ok()
}

/// Width and height stand at fixed places in little endian; a texture of one dimension has the height 0.
fn ktx2_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    Some((number(20)?, number(24)?.max(1)))
}

/// The line after the header's empty one says `-Y HEIGHT +X WIDTH`.
fn hdr_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let head = &bytes[..bytes.len().min(4096)];
    let after = memchr::memmem::find(head, b"\n\n")? + 2;
    let line = head[after..].split(|byte| *byte == b'\n').next()?;
    let words: Vec<&str> = std::str::from_utf8(line).ok()?.split_ascii_whitespace().collect();
    match words[..] {
        ["-Y" | "+Y", height, "+X" | "-X", width] => Some((width.parse().ok()?, height.parse().ok()?)),
        _ => None,
    }
}

/// The chunk that tells of frames stands before the first pixels.
fn is_animated_png(bytes: &[u8]) -> bool {
    let mut at = 8;
    while let Some(head) = bytes.get(at..at + 8) {
        match &head[4..8] {
            b"acTL" => return true,
            b"IDAT" | b"IEND" => return false,
            _ => {}
        }
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        at = at.saturating_add(length).saturating_add(12);
    }
    false
}

fn no_picture(name: &str, content: Option<Content>) -> Error {
    let (what, hint) = match content {
        Some(content @ (Content::Ktx2 | Content::Basis | Content::Dds)) => {
            (format!("“{name}” is {}, made for graphics cards", content.noun()), "Choose the PNG or JPEG that it was made from.")
        }
        Some(content @ (Content::Hdr | Content::Exr)) => (
            format!("“{name}” is {}: its brightness is more than a picture of the listing can show", content.noun()),
            "Save it as PNG or JPEG first.",
        ),
        Some(content) => (format!("“{name}” is {}", content.noun()), "Save it as PNG, JPEG or WebP first."),
        None => (format!("“{name}” is no PNG, JPEG or WebP picture"), "Save it as one of these first."),
    };
    Error::new(ErrorKind::Format, what).hint(hint)
}

fn broken(name: &str, content: Content) -> Error {
    Error::new(ErrorKind::Format, format!("“{name}” is {} that is cut short or broken", content.noun()))
        .hint("Save it again in the program that it comes from.")
}

fn too_large(name: &str, what: &str) -> Error {
    let limit = "at most 16,383 pixels a side, 80 million pixels and 100 MB can be opened";
    Error::new(ErrorKind::Refused, format!("“{name}” {what}; {limit}")).hint("Make it smaller in a program for pictures.")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use image::{ImageFormat, Rgba};
    use proptest::prelude::*;

    /// A picture of four fields of colour, as a file.
    pub(crate) fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let pixel = |x: u32, y: u32| match (x * 2 < width, y * 2 < height) {
            (true, true) => Rgba([220, 40, 40, 255]),
            (false, true) => Rgba([40, 200, 60, 255]),
            (true, false) => Rgba([40, 60, 220, 255]),
            (false, false) => Rgba([240, 230, 60, 255]),
        };
        let picture = DynamicImage::ImageRgba8(RgbaImage::from_fn(width, height, pixel));
        let picture = if format == ImageFormat::Jpeg { DynamicImage::ImageRgb8(picture.into_rgb8()) } else { picture };
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    /// A PNG of which the head says any size and whose pixels are a few bytes that unpack to zeros.
    fn png_that_says(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = picture(1, 1, ImageFormat::Png);
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        let mut crc = flate2::Crc::new();
        crc.update(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&crc.sum().to_be_bytes());
        bytes
    }

    fn animated_webp() -> Vec<u8> {
        let still = picture(4, 4, ImageFormat::WebP);
        let frame = &still[12..];
        let mut body = b"WEBPVP8X\x0a\0\0\0\x02\0\0\0\x03\0\0\x03\0\0ANIM\x06\0\0\0\0\0\0\0\0\0".to_vec();
        for _ in 0..2 {
            body.extend(b"ANMF");
            body.extend((16 + frame.len() as u32).to_le_bytes());
            body.extend([0, 0, 0, 0, 0, 0, 3, 0, 0, 3, 0, 0, 100, 0, 0, 0]);
            body.extend(frame);
        }
        let mut bytes = b"RIFF".to_vec();
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    #[test]
    fn the_three_formats_are_opened_whatever_they_are_called() {
        for (format, content) in
            [(ImageFormat::Png, Content::Png), (ImageFormat::Jpeg, Content::Jpeg), (ImageFormat::WebP, Content::WebP)]
        {
            let bytes = picture(6, 4, format);
            let raster = open(&format!("a.{}", content.extensions()[0]), &bytes).unwrap();
            assert_eq!((raster.size(), raster.content, raster.notes.len()), ((6, 4), content, 0));
            let facts = Facts { content, width: 6, height: 4, animated: false };
            assert_eq!(Facts::of(&bytes), Some(facts));
        }
        let raster = open("board.webp", &picture(2, 2, ImageFormat::Png)).unwrap();
        assert_eq!(raster.notes, ["“board.webp” is called .webp and is a PNG picture."]);
    }

    #[test]
    fn what_is_too_large_is_refused_by_its_head_alone() {
        for (width, height, taken) in
            [(30_000, 30_000, false), (16_384, 1, false), (10_000, 8_001, false), (16_383, 1, true), (10_000, 8_000, true)]
        {
            let error = open("big.png", &png_that_says(width, height)).unwrap_err();
            // One that is within the limits is only cut short.
            let expected = if taken { ErrorKind::Format } else { ErrorKind::Refused };
            assert_eq!(error.kind(), expected, "{width} × {height}: {error}");
        }
        let error = open("big.png", &png_that_says(30_000, 30_000)).unwrap_err();
        assert!(error.what().contains("30000 × 30000 pixels"), "{error}");
    }

    #[test]
    fn of_what_moves_the_first_frame_is_taken_and_that_is_said() {
        let bytes = animated_webp();
        assert!(Facts::of(&bytes).unwrap().animated);
        let raster = open("dance.webp", &bytes).unwrap();
        assert_eq!((raster.size(), raster.notes.len()), ((4, 4), 1));
        assert!(raster.notes[0].contains("first frame"), "{:?}", raster.notes);
        let red = raster.pixels.get_pixel(0, 0).0;
        assert!(red[0] > 200 && red[1] < 60 && red[3] == 255, "{red:?}");
    }

    #[test]
    fn a_photograph_stands_as_its_camera_was_held() {
        let jpeg = picture(16, 8, ImageFormat::Jpeg);
        // The camera lay on its side: orientation 6.
        let exif = b"\xff\xe1\0\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let turned: Vec<u8> = jpeg[..2].iter().chain(exif).chain(&jpeg[2..]).copied().collect();
        assert_eq!(open("a.jpg", &turned).unwrap().size(), (8, 16));
        assert_eq!(Facts::of(&turned).map(|facts| (facts.width, facts.height)), Some((16, 8)));
    }

    #[test]
    fn textures_and_skies_are_known_and_say_what_to_do() {
        let mut ktx2 = b"\xabKTX 20\xbb\r\n\x1a\n".to_vec();
        for number in [0_u32, 1, 512, 256, 0, 0, 1] {
            ktx2.extend(number.to_le_bytes());
        }
        let hdr = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 8 +X 16\n".to_vec();
        for (bytes, content, size) in [(ktx2, Content::Ktx2, (512, 256)), (hdr, Content::Hdr, (16, 8))] {
            let facts = Facts::of(&bytes).unwrap();
            assert_eq!((facts.content, (facts.width, facts.height)), (content, size));
            let error = open("x.png", &bytes).unwrap_err();
            assert!(error.to_string().contains("PNG or JPEG"), "{error}");
        }
        for bytes in [&b"GIF89a"[..], b"hello", b"", b"glTF\x02\0\0\0"] {
            assert_eq!(open("x.png", bytes).unwrap_err().kind(), ErrorKind::Format);
            assert_eq!(Facts::of(bytes), None);
        }
    }

    proptest! {
        #[test]
        fn broken_pictures_are_refused_and_do_no_harm(
            format in prop_oneof![Just(ImageFormat::Png), Just(ImageFormat::Jpeg), Just(ImageFormat::WebP)],
            cut in 0_usize..400,
            at in 0_usize..400,
            byte in any::<u8>(),
        ) {
            let mut bytes = picture(9, 7, format);
            let length = bytes.len();
            bytes[at % length] = byte;
            bytes.truncate(length.saturating_sub(cut));
            if let Ok(raster) = open("a.png", &bytes) {
                prop_assert!(raster.pixels.width() > 0);
            }
            let _facts = Facts::of(&bytes);
        }
    }
}
