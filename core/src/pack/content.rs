//! What a file is by its content, whatever its name says.

/// The first bytes of a file that [`Content::of`] looks at; more never tell more.
pub const HEAD: usize = 64;

/// A kind of content that is told by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Content {
    /// A PNG picture.
    Png,
    /// A JPEG picture.
    Jpeg,
    /// A WebP picture.
    WebP,
    /// A GIF picture.
    Gif,
    /// An AVIF picture.
    Avif,
    /// A KTX 2.0 texture.
    Ktx2,
    /// A Basis Universal texture.
    Basis,
    /// A DirectDraw surface.
    Dds,
    /// A Radiance HDR picture.
    Hdr,
    /// An OpenEXR picture.
    Exr,
    /// A binary glTF model.
    Glb,
    /// A WAV sound.
    Wav,
    /// An MP3 sound.
    Mp3,
    /// A sound in an Ogg container.
    Ogg,
    /// A FLAC sound.
    Flac,
    /// A sound in an MPEG-4 container.
    M4a,
    /// A film in an MPEG-4 container.
    Mp4,
    /// A film in a WebM container.
    Webm,
    /// A TrueType font.
    Ttf,
    /// An OpenType font.
    Otf,
    /// A web font.
    Woff,
    /// A web font, version 2.
    Woff2,
    /// A PDF.
    Pdf,
    /// A zip.
    Zip,
    /// A Photoshop document.
    Psd,
    /// A TIFF picture.
    Tiff,
    /// A Windows bitmap.
    Bmp,
    /// A Blender document.
    Blend,
    /// A binary FBX model.
    Fbx,
    /// A pointer of Git LFS in the place of the file.
    LfsPointer,
    /// A program.
    Program,
}

impl Content {
    /// What these bytes, the first [`HEAD`] of a file or more, begin; `None` where nothing is known of them. Text has no
    /// such beginning.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let at = |offset: usize, magic: &[u8]| bytes.get(offset..).is_some_and(|rest| rest.starts_with(magic));
        let row = MAGIC.iter().find(|(_, parts)| parts.iter().all(|(offset, magic)| at(*offset, magic)));
        row.map(|(content, _)| *content).or_else(|| is_mp3_frame(bytes).then_some(Self::Mp3))
    }

    /// The extensions that such a file has, the usual one first; none for what is no asset.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Png => &["png"],
            Self::Jpeg => &["jpg", "jpeg", "jfif"],
            Self::WebP => &["webp"],
            Self::Gif => &["gif"],
            Self::Avif => &["avif"],
            Self::Ktx2 => &["ktx2"],
            Self::Basis => &["basis"],
            Self::Dds => &["dds"],
            Self::Hdr => &["hdr"],
            Self::Exr => &["exr"],
            Self::Glb => &["glb"],
            Self::Wav => &["wav"],
            Self::Mp3 => &["mp3"],
            Self::Ogg => &["ogg", "oga", "opus", "ogv"],
            Self::Flac => &["flac"],
            Self::M4a => &["m4a", "mp4"],
            Self::Mp4 => &["mp4", "m4v", "mov", "m4a"],
            Self::Webm => &["webm", "mkv", "weba"],
            Self::Ttf => &["ttf", "otf"],
            Self::Otf => &["otf", "ttf"],
            Self::Woff => &["woff"],
            Self::Woff2 => &["woff2"],
            Self::Pdf => &["pdf"],
            Self::Zip => &["zip"],
            Self::Psd => &["psd"],
            Self::Tiff => &["tif", "tiff"],
            Self::Bmp => &["bmp"],
            Self::Blend => &["blend"],
            Self::Fbx => &["fbx"],
            Self::LfsPointer | Self::Program => &[],
        }
    }

    /// Whether a file of this content may have this extension. Letter case does not count.
    pub fn fits(self, extension: &str) -> bool {
        self.extensions().iter().any(|known| known.eq_ignore_ascii_case(extension))
    }

    /// What it is called, with its article.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Png => "a PNG picture",
            Self::Jpeg => "a JPEG picture",
            Self::WebP => "a WebP picture",
            Self::Gif => "a GIF picture",
            Self::Avif => "an AVIF picture",
            Self::Ktx2 => "a KTX2 texture",
            Self::Basis => "a Basis texture",
            Self::Dds => "a DDS texture",
            Self::Hdr => "an HDR picture",
            Self::Exr => "an OpenEXR picture",
            Self::Glb => "a GLB model",
            Self::Wav => "a WAV sound",
            Self::Mp3 => "an MP3 sound",
            Self::Ogg => "an Ogg sound",
            Self::Flac => "a FLAC sound",
            Self::M4a => "an MPEG-4 sound",
            Self::Mp4 => "an MPEG-4 film",
            Self::Webm => "a WebM film",
            Self::Ttf => "a TrueType font",
            Self::Otf => "an OpenType font",
            Self::Woff => "a WOFF font",
            Self::Woff2 => "a WOFF2 font",
            Self::Pdf => "a PDF",
            Self::Zip => "a zip",
            Self::Psd => "a Photoshop document",
            Self::Tiff => "a TIFF picture",
            Self::Bmp => "a bitmap",
            Self::Blend => "a Blender document",
            Self::Fbx => "an FBX model",
            Self::LfsPointer => "a pointer of Git LFS",
            Self::Program => "a program",
        }
    }
}

/// The contents that have names of their own among extensions: a file of another content under such a name is misnamed. For
/// other extensions nothing is known of their content.
pub fn is_telling(extension: &str) -> bool {
    MAGIC.iter().any(|(content, _)| content.fits(extension)) || Content::Mp3.fits(extension)
}

/// Width and height in pixels of the WebP, PNG, GIF or KTX2 picture that begins with `head`, its first [`HEAD`] bytes or
/// more; `None` for anything else.
pub fn picture_size(head: &[u8]) -> Option<(u32, u32)> {
    let bytes = |at: usize, count: usize| head.get(at..at + count);
    let little = |at: usize, count: usize| Some(bytes(at, count)?.iter().rev().fold(0, |n, b| n << 8 | u32::from(*b)));
    let big = |at: usize| Some(bytes(at, 4)?.iter().fold(0, |n, b| n << 8 | u32::from(*b)));
    match Content::of(head)? {
        Content::Png => Some((big(16)?, big(20)?)),
        Content::Gif => Some((little(6, 2)?, little(8, 2)?)),
        Content::Ktx2 => Some((little(20, 4)?, little(24, 4)?)),
        Content::WebP => match bytes(12, 4)? {
            b"VP8 " if bytes(23, 3)? == b"\x9d\x01\x2a" => Some((little(26, 2)? & 0x3fff, little(28, 2)? & 0x3fff)),
            b"VP8L" => {
                let packed = little(21, 4)?;
                Some(((packed & 0x3fff) + 1, (packed >> 14 & 0x3fff) + 1))
            }
            b"VP8X" => Some((little(24, 3)? + 1, little(27, 3)? + 1)),
            _ => None,
        },
        _ => None,
    }
}

/// Bytes at their offsets, all of which must stand there. The first row that fits tells.
const MAGIC: &[(Content, &[(usize, &[u8])])] = &[
    (Content::Png, &[(0, b"\x89PNG\r\n\x1a\n")]),
    (Content::Jpeg, &[(0, b"\xff\xd8\xff")]),
    (Content::WebP, &[(0, b"RIFF"), (8, b"WEBP")]),
    (Content::Wav, &[(0, b"RIFF"), (8, b"WAVE")]),
    (Content::Gif, &[(0, b"GIF87a")]),
    (Content::Gif, &[(0, b"GIF89a")]),
    (Content::Avif, &[(4, b"ftypavif")]),
    (Content::Avif, &[(4, b"ftypavis")]),
    (Content::M4a, &[(4, b"ftypM4A")]),
    (Content::Mp4, &[(4, b"ftyp")]),
    (Content::Ktx2, &[(0, b"\xabKTX 20\xbb\r\n\x1a\n")]),
    (Content::Basis, &[(0, b"sB\x13\x00")]),
    (Content::Dds, &[(0, b"DDS ")]),
    (Content::Hdr, &[(0, b"#?RADIANCE")]),
    (Content::Hdr, &[(0, b"#?RGBE")]),
    (Content::Exr, &[(0, b"\x76\x2f\x31\x01")]),
    (Content::Glb, &[(0, b"glTF")]),
    (Content::Mp3, &[(0, b"ID3")]),
    (Content::Ogg, &[(0, b"OggS")]),
    (Content::Flac, &[(0, b"fLaC")]),
    (Content::Webm, &[(0, b"\x1a\x45\xdf\xa3")]),
    (Content::Ttf, &[(0, b"\x00\x01\x00\x00"), (4, b"\x00")]),
    (Content::Ttf, &[(0, b"true")]),
    (Content::Otf, &[(0, b"OTTO")]),
    (Content::Woff, &[(0, b"wOFF")]),
    (Content::Woff2, &[(0, b"wOF2")]),
    (Content::Pdf, &[(0, b"%PDF-")]),
    (Content::Zip, &[(0, b"PK\x03\x04")]),
    (Content::Zip, &[(0, b"PK\x05\x06")]),
    (Content::Psd, &[(0, b"8BPS")]),
    (Content::Tiff, &[(0, b"II*\x00")]),
    (Content::Tiff, &[(0, b"MM\x00*")]),
    (Content::Bmp, &[(0, b"BM"), (6, b"\x00\x00\x00\x00")]),
    (Content::Blend, &[(0, b"BLENDER")]),
    (Content::Fbx, &[(0, b"Kaydara FBX Binary")]),
    (Content::LfsPointer, &[(0, b"version https://git-lfs.github.com/spec/")]),
    (Content::Program, &[(0, b"MZ")]),
    (Content::Program, &[(0, b"\x7fELF")]),
    (Content::Program, &[(0, b"#!/")]),
];

/// Whether a frame of MPEG audio, layer III, begins here: eleven set bits, a layer, a bit rate and a sample rate that are
/// not the reserved ones.
fn is_mp3_frame(bytes: &[u8]) -> bool {
    let &[0xff, second, third, ..] = bytes else { return false };
    let (version, layer) = (second >> 3 & 3, second >> 1 & 3);
    second & 0xe0 == 0xe0 && version != 1 && layer == 1 && !matches!(third >> 4, 0 | 15) && third >> 2 & 3 != 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn content_is_told_by_its_first_bytes() {
        for (bytes, content) in [
            (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], Content::Png),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", Content::Jpeg),
            (b"RIFF\x24\0\0\0WEBPVP8 ", Content::WebP),
            (b"RIFF\x24\0\0\0WAVEfmt ", Content::Wav),
            (b"\0\0\0\x1cftypM4A \0", Content::M4a),
            (b"\0\0\0\x1cftypisom", Content::Mp4),
            (b"\0\0\0\x1cftypavif", Content::Avif),
            (b"\xff\xfb\x90\x64", Content::Mp3),
            (b"ID3\x04", Content::Mp3),
            (b"glTF\x02\0\0\0", Content::Glb),
            (b"#?RADIANCE\nFORMAT", Content::Hdr),
            (b"PK\x05\x06", Content::Zip),
            (b"version https://git-lfs.github.com/spec/v1\n", Content::LfsPointer),
        ] {
            assert_eq!(Content::of(bytes), Some(content), "{bytes:?}");
        }
        for bytes in [
            &b""[..],
            b"\x89PN",
            b"RIFF\0\0\0\0AVI ",
            b"{\"asset\":{}}",
            b"\xff\xfe\0\0",
            b"\xff\xff\xff\xff",
            b"\xff\xfb\xf0\0",
            b"\xff\xfb\x9c\0",
        ] {
            assert_eq!(Content::of(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn a_head_is_enough_and_names_are_held_against_it() {
        let longest = MAGIC.iter().flat_map(|(_, parts)| parts.iter().map(|(at, magic)| at + magic.len())).max();
        assert!(longest.is_some_and(|longest| longest <= HEAD));
        assert!(Content::Jpeg.fits("JPEG") && !Content::Jpeg.fits("png"));
        assert!(is_telling("webp") && is_telling("MP3") && !is_telling("onnx") && !is_telling("json"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_something_or_nothing(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            let head = &bytes[..bytes.len().min(HEAD)];
            prop_assert_eq!(Content::of(&bytes), Content::of(head));
        }
    }

    #[test]
    fn pictures_say_how_large_they_are() {
        use image::{DynamicImage, ImageFormat};
        let picture = DynamicImage::new_rgb8(300, 7);
        for format in [ImageFormat::Png, ImageFormat::WebP] {
            let mut bytes = std::io::Cursor::new(Vec::new());
            picture.write_to(&mut bytes, format).unwrap();
            let bytes = bytes.into_inner();
            assert_eq!(picture_size(&bytes[..HEAD.min(bytes.len())]), Some((300, 7)), "{format:?}");
            assert_eq!(picture_size(&bytes[..20]), None);
        }
        let lossy = b"RIFF....WEBPVP8 ....\0\0\0\x9d\x01\x2a\x2c\x41\x07\xc0";
        assert_eq!(picture_size(lossy), Some((300, 7)), "the two highest bits are a scale");
        let extended = b"RIFF....WEBPVP8X....\0\0\0\0\x2b\x01\0\x06\0\0";
        assert_eq!(picture_size(extended), Some((300, 7)));
        let ktx = [&b"\xabKTX 20\xbb\r\n\x1a\n"[..], &[0; 8], &300_u32.to_le_bytes(), &7_u32.to_le_bytes()].concat();
        assert_eq!(picture_size(&ktx), Some((300, 7)));
        assert_eq!(picture_size(b"GIF89a\x2c\x01\x07\0"), Some((300, 7)));
        assert_eq!(picture_size(b"glTF"), None);
    }
}
