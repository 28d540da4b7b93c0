//! What files say of themselves: who made them, where they are from, under which licence.
//!
//! Only the few places are read that tools write such things to. A file is a stranger's: every length in it is held against
//! what is there, unpacked text has a bound, and what does not fit reads as nothing.

use super::super::answer::Field;
use super::super::licences::{self, Licence};
use crate::json::{Document, Ref};
use crate::pack::Content;
use std::borrow::Cow;
use std::io::Read as _;

/// Something that a file says, with the place in the file.
pub(super) type Said = (Field, String, &'static str);

/// The most bytes that a text inside a file is unpacked to, and the most of one that is looked at.
const MAX_TEXT: usize = 1 << 20;

/// What a file says of its origin.
pub(super) fn read(content: Option<Content>, bytes: &[u8]) -> Vec<Said> {
    let mut said = Vec::new();
    match content {
        Some(Content::Glb) => glb(bytes, &mut said),
        Some(Content::Png) => png(bytes, &mut said),
        Some(Content::Jpeg) => jpeg(bytes, &mut said),
        Some(Content::WebP | Content::Wav) => riff(bytes, &mut said),
        _ => {}
    }
    said
}

/// `text` as a field can hold it: one line, no space around it, not longer than the field; `None` where it says nothing.
pub(super) fn tidy(field: Field, text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    let text = words.join(" ");
    let is_nothing = ["", "unknown", "none", "n/a", "-", "untitled", "default"].contains(&&*text.to_lowercase());
    let is_link = matches!(field, Field::CreatorUrl | Field::SourceUrl | Field::LicenseUrl);
    let fits = text.encode_utf16().count() <= field.longest() && (!is_link || link_in(&text) == Some(&text));
    (!is_nothing && fits).then_some(text)
}

/// The first web address in a text.
pub(super) fn link_in(text: &str) -> Option<&str> {
    let from = ["https://", "http://"].iter().filter_map(|scheme| text.find(scheme)).min()?;
    let rest = &text[from..];
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ')' | '>' | '"' | ']' | ',' | '<')).unwrap_or(rest.len());
    let link = rest[..end].trim_end_matches(['.', ';']);
    let scheme = link.find("://")? + 3;
    (link.len() > scheme).then_some(link)
}

/// A name with a link behind it in brackets, as libraries of models write authors.
fn name_and_link(text: &str) -> (String, Option<String>) {
    let link = link_in(text).map(str::to_owned);
    let name = match &link {
        Some(link) => text.replace(link.as_str(), " "),
        None => text.to_owned(),
    };
    let name = name.trim().trim_end_matches(['(', ')', '<', '>', '-', ' ']).trim();
    (name.to_owned(), link)
}

fn say(said: &mut Vec<Said>, field: Field, text: &str, place: &'static str) {
    if let Some(text) = tidy(field, text) {
        said.push((field, text, place));
    }
}

fn say_creator(said: &mut Vec<Said>, text: &str, place: &'static str) {
    let (name, link) = name_and_link(text);
    say(said, Field::Creator, &name, place);
    if let Some(link) = link {
        say(said, Field::CreatorUrl, &link, place);
    }
}

/// A licence: one of the shortlist with both fields, else what is written.
pub(super) fn say_licence(said: &mut Vec<Said>, text: &str, place: &'static str) {
    match licences::named(text) {
        Some(Licence { name, url, .. }) => {
            say(said, Field::LicenseName, name, place);
            say(said, Field::LicenseUrl, url, place);
        }
        None => {
            let (name, link) = name_and_link(text);
            say(said, Field::LicenseName, &name, place);
            if let Some(link) = link {
                say(said, Field::LicenseUrl, &link, place);
            }
        }
    }
}

/// A line of copyright: whose it is, and a licence that it names.
pub(super) fn say_copyright(said: &mut Vec<Said>, text: &str, place: &'static str) {
    if licences::named(text).is_some() {
        say_licence(said, text, place);
    }
    if let Some(holder) = holder(text) {
        say_creator(said, holder, place);
    }
}

/// Whose a line of copyright says that the work is: `Copyright (c) 2020-2024 Kim. All rights reserved.` → `Kim`.
fn holder(text: &str) -> Option<&str> {
    let mut rest = text.trim();
    loop {
        let lower = rest.to_lowercase();
        let mark = ["copyright", "(c)", "©", "by "].into_iter().find(|mark| lower.starts_with(mark));
        // The marks are as long in either letter case.
        let next = match mark {
            Some(mark) => rest.get(mark.len()..)?,
            None => rest.trim_start_matches(|c: char| c.is_ascii_digit()),
        };
        let next = next.trim_start_matches([' ', '\t', ',', ':', '-', '–']);
        if next.len() == rest.len() {
            break;
        }
        rest = next;
    }
    let lower = rest.to_ascii_lowercase();
    let ends = [". ", ";", "\n", ", cc", " (cc", " cc-", " cc0", " cc by", ", licen", " licen", " under ", "all rights"];
    let end = ends.iter().filter_map(|end| lower.find(end)).min().unwrap_or(rest.len());
    let name = rest[..end].trim().trim_end_matches(['.', ',', '(', ' ']);
    // A sentence is no name.
    let words = name.split_whitespace().count();
    ((1..=8).contains(&words) && licences::named(name).is_none()).then_some(name)
}

// --- models ---------------------------------------------------------------------------------------------------------

/// `asset.copyright` and `asset.extras` of a binary glTF model (glTF 2.0, *GLB File Format Specification*: a header of twelve
/// bytes, then chunks, the first of which is the JSON).
fn glb(bytes: &[u8], said: &mut Vec<Said>) {
    let chunk = (|| {
        let len = u32_le(bytes, 12)? as usize;
        (bytes.get(16..20)? == b"JSON").then(|| bytes.get(20..20_usize.checked_add(len)?))?
    })();
    let Some(document) = chunk.and_then(|chunk| Document::parse(chunk).ok()) else { return };
    let Some(asset) = document.root().get("asset") else { return };
    if let Some(extras) = asset.get("extras") {
        let text = |keys: &[&str]| keys.iter().find_map(|key| extras.get(key).and_then(Ref::as_str));
        if let Some(author) = text(&["author", "creator", "artist"]) {
            say_creator(said, &author, "asset.extras");
        }
        if let Some(licence) = text(&["license", "licence"]) {
            say_licence(said, &licence, "asset.extras");
        }
        if let Some(link) = text(&["source", "sourceUrl", "url"]).as_deref().and_then(link_in) {
            say(said, Field::SourceUrl, link, "asset.extras");
        }
        if let Some(title) = text(&["title", "name"]) {
            say(said, Field::Title, &title, "asset.extras");
        }
    }
    if let Some(copyright) = asset.get("copyright").and_then(Ref::as_str) {
        say_copyright(said, &copyright, "asset.copyright");
    }
}

// --- pictures and sounds --------------------------------------------------------------------------------------------

/// The text chunks of a PNG (PNG specification, 11.3.3), and XMP and Exif in it.
fn png(bytes: &[u8], said: &mut Vec<Said>) {
    let mut at = 8_usize;
    while let (Some(len), Some(kind)) = (u32_be(bytes, at), bytes.get(at + 4..at + 8)) {
        let end = (at + 8).saturating_add(len as usize);
        let Some(data) = bytes.get(at + 8..end) else { return };
        match kind {
            b"tEXt" => {
                if let Some((key, text)) = split_at_nul(data) {
                    png_text(&latin1(key), &latin1(text), said);
                }
            }
            b"zTXt" => {
                if let Some((key, [0, packed @ ..])) = split_at_nul(data) {
                    png_text(&latin1(key), &latin1(&inflate(packed)), said);
                }
            }
            b"iTXt" => {
                if let Some((key, text)) = international(data) {
                    png_text(&latin1(key), &String::from_utf8_lossy(&text), said);
                }
            }
            b"eXIf" => exif(data, said),
            b"IEND" => return,
            _ => {}
        }
        at = end.saturating_add(4);
    }
}

/// Keyword and text of an `iTXt` chunk.
fn international(data: &[u8]) -> Option<(&[u8], Cow<'_, [u8]>)> {
    let (key, rest) = split_at_nul(data)?;
    let [packed, method, rest @ ..] = rest else { return None };
    let (_, rest) = split_at_nul(rest)?;
    let (_, text) = split_at_nul(rest)?;
    match (packed, method) {
        (0, _) => Some((key, Cow::Borrowed(text))),
        (1, 0) => Some((key, Cow::Owned(inflate(text)))),
        _ => None,
    }
}

fn png_text(key: &str, text: &str, said: &mut Vec<Said>) {
    match key.to_lowercase().as_str() {
        "author" | "artist" | "creator" => say_creator(said, text, "PNG text “Author”"),
        "copyright" => say_copyright(said, text, "PNG text “Copyright”"),
        "license" | "licence" => say_licence(said, text, "PNG text “License”"),
        "title" => say(said, Field::Title, text, "PNG text “Title”"),
        "source" | "url" => {
            if let Some(link) = link_in(text) {
                say(said, Field::SourceUrl, link, "PNG text “Source”");
            }
        }
        "xml:com.adobe.xmp" => xmp(text, said),
        _ => {}
    }
}

/// Exif and XMP of a JPEG: its APP1 segments (Exif 2.32, 4.7; XMP part 3, 1.1.3).
fn jpeg(bytes: &[u8], said: &mut Vec<Said>) {
    const XMP: &[u8] = b"http://ns.adobe.com/xap/1.0/\0";
    let mut at = 2_usize;
    while let Some(&[0xff, marker]) = bytes.get(at..at + 2) {
        // Fill bytes may stand before a marker; the picture itself begins at SOS.
        match marker {
            0xff => {
                at += 1;
                continue;
            }
            0xda | 0xd9 => return,
            _ => {}
        }
        let Some(len) = bytes.get(at + 2..at + 4).map(|len| usize::from(u16::from_be_bytes([len[0], len[1]]))) else { return };
        let Some(data) = bytes.get(at + 4..at + 2 + len.max(2)) else { return };
        if marker == 0xe1 {
            if let Some(tiff) = data.strip_prefix(b"Exif\0\0") {
                exif(tiff, said);
            } else if let Some(text) = data.strip_prefix(XMP) {
                xmp(&String::from_utf8_lossy(text), said);
            }
        }
        at += 2 + len.max(2);
    }
}

/// Exif and XMP of a WebP, the list INFO of a WAV: both are chunks of a RIFF file.
fn riff(bytes: &[u8], said: &mut Vec<Said>) {
    chunks(bytes, 12, |kind, data| match kind {
        b"EXIF" => exif(data.strip_prefix(b"Exif\0\0").unwrap_or(data), said),
        b"XMP " => xmp(&String::from_utf8_lossy(data), said),
        b"LIST" if data.starts_with(b"INFO") => chunks(data, 4, |kind, text| {
            let text = String::from_utf8_lossy(text);
            let text = text.trim_end_matches('\0');
            match kind {
                b"IART" => say_creator(said, text, "WAV field IART"),
                b"ICOP" => say_copyright(said, text, "WAV field ICOP"),
                b"INAM" => say(said, Field::Title, text, "WAV field INAM"),
                _ => {}
            }
        }),
        _ => {}
    });
}

fn chunks(bytes: &[u8], from: usize, mut each: impl FnMut(&[u8], &[u8])) {
    let mut at = from;
    while let (Some(kind), Some(len)) = (bytes.get(at..at + 4), u32_le(bytes, at + 4)) {
        let end = (at + 8).saturating_add(len as usize);
        let Some(data) = bytes.get(at + 8..end) else { return };
        each(kind, data);
        // Chunks begin at even places.
        at = end.saturating_add(len as usize & 1);
    }
}

/// Artist and copyright of the first directory of a TIFF structure (TIFF 6.0, sections 2 and 8).
fn exif(tiff: &[u8], said: &mut Vec<Said>) {
    let little = match tiff.get(..4) {
        Some(b"II*\0") => true,
        Some(b"MM\0*") => false,
        _ => return,
    };
    let u16_at = |at: usize| {
        tiff.get(at..at.checked_add(2)?)
            .map(|b| if little { u16::from_le_bytes([b[0], b[1]]) } else { u16::from_be_bytes([b[0], b[1]]) })
    };
    let u32_at = |at: usize| if little { u32_le(tiff, at) } else { u32_be(tiff, at) };
    let Some(directory) = u32_at(4).map(|at| at as usize) else { return };
    let entries = u16_at(directory).unwrap_or(0);
    for number in 0..usize::from(entries) {
        let at = directory.saturating_add(2 + number * 12);
        let (Some(tag), Some(2), Some(count)) = (u16_at(at), u16_at(at.saturating_add(2)), u32_at(at.saturating_add(4))) else {
            continue;
        };
        let count = count as usize;
        let from = if count <= 4 { Some(at + 8) } else { u32_at(at + 8).map(|from| from as usize) };
        let Some(text) = from.and_then(|from| tiff.get(from..from.checked_add(count)?)) else { continue };
        let text = String::from_utf8_lossy(&text[..text.len().min(MAX_TEXT)]);
        let text = text.trim_matches(['\0', ' ']);
        match tag {
            0x013b => say_creator(said, text, "Exif artist"),
            0x8298 => say_copyright(said, &text.replace('\0', " "), "Exif copyright"),
            _ => {}
        }
    }
}

/// Creator, rights, title and links of an XMP packet (XMP part 1 and 2; Creative Commons' own properties). The packet is
/// searched, not parsed: these properties have one form in what tools write.
fn xmp(packet: &str, said: &mut Vec<Said>) {
    let packet = &packet[..packet.floor_char_boundary(MAX_TEXT)];
    for name in ["dc:creator", "cc:attributionName"] {
        if let Some(text) = property(packet, name) {
            say_creator(said, &text, "XMP creator");
        }
    }
    for (name, field) in [("dc:title", Field::Title), ("cc:attributionURL", Field::CreatorUrl), ("dc:source", Field::SourceUrl)] {
        if let Some(text) = property(packet, name) {
            say(said, field, &text, "XMP");
        }
    }
    for name in ["cc:license", "xmpRights:WebStatement", "xmpRights:UsageTerms"] {
        if let Some(text) = property(packet, name).filter(|text| name == "cc:license" || licences::named(text).is_some()) {
            say_licence(said, &text, "XMP licence");
        }
    }
    if let Some(text) = property(packet, "dc:rights") {
        say_copyright(said, &text, "XMP rights");
    }
}

/// The text of a property: an attribute, an element's text, its `rdf:resource`, or the first item of its list.
fn property(packet: &str, name: &str) -> Option<String> {
    if let Some((_, rest)) = packet.split_once(&format!("{name}=\"")) {
        return rest.split_once('"').map(|(text, _)| unescape(text));
    }
    let (_, rest) = packet.split_once(&format!("<{name}"))?;
    let (tag, inside) = rest.split_once('>')?;
    if let Some((_, resource)) = tag.split_once("rdf:resource=\"") {
        return resource.split_once('"').map(|(text, _)| unescape(text));
    }
    let (inside, _) = inside.split_once(&format!("</{name}>"))?;
    let text = match inside.split_once("<rdf:li") {
        Some((_, item)) => item.split_once('>')?.1.split_once('<')?.0,
        None => inside,
    };
    (!text.contains('<')).then(|| unescape(text))
}

/// XML's five named characters; numbers are left to whoever reads the field.
fn unescape(text: &str) -> String {
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    named.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

// --- bytes ----------------------------------------------------------------------------------------------------------

fn u32_le(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

fn u32_be(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
}

fn split_at_nul(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(0, bytes)?;
    Some((&bytes[..at], &bytes[at + 1..]))
}

fn latin1(bytes: &[u8]) -> String {
    bytes.iter().take(MAX_TEXT).map(|&b| char::from(b)).collect()
}

fn inflate(packed: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let read = flate2::read::ZlibDecoder::new(packed).take(MAX_TEXT as u64).read_to_end(&mut text);
    if read.is_err() {
        text.clear();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_of_copyright_names_its_holder() {
        for (text, name) in [
            ("Copyright (c) 2020-2024 Kim. All rights reserved.", Some("Kim")),
            ("© 2021 Kim Lee", Some("Kim Lee")),
            ("2019 (c) Kim, CC BY 4.0", Some("Kim")),
            ("Kim", Some("Kim")),
            ("Copyright Kim under the MIT licence", Some("Kim")),
            ("CC0", None),
            ("", None),
            ("©", None),
            ("2020", None),
            ("You may use this file in whatever you like as long as you say so", None),
        ] {
            assert_eq!(holder(text), name, "{text}");
        }
    }

    #[test]
    fn names_and_links_are_told_apart() {
        let link = "https://art.example/kim";
        assert_eq!(name_and_link("Kim (https://art.example/kim)"), ("Kim".into(), Some(link.into())));
        assert_eq!(name_and_link("Kim"), ("Kim".into(), None));
        assert_eq!(link_in("see https://a.example/b. And"), Some("https://a.example/b"));
        assert_eq!(link_in("https://"), None);
        assert_eq!(tidy(Field::Title, " a\n b "), Some("a b".into()));
        assert_eq!((tidy(Field::Title, "unknown"), tidy(Field::SourceUrl, "somewhere")), (None, None));
        assert_eq!(tidy(Field::Title, &"x".repeat(161)), None);
    }

    #[test]
    fn a_property_of_xmp_has_one_of_four_forms() {
        for packet in [
            r#"<rdf:Description dc:title="A &amp; B"/>"#,
            "<dc:title>A &amp; B</dc:title>",
            r#"<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &amp; B</rdf:li></rdf:Alt></dc:title>"#,
            r#"<dc:title rdf:resource="A &amp; B"/>"#,
        ] {
            assert_eq!(property(packet, "dc:title").as_deref(), Some("A & B"), "{packet}");
        }
        for packet in ["", "<dc:title", "<dc:title>", "dc:title=\"", "<dc:title><rdf:li", "<dc:title><b></b></dc:title>"] {
            assert_eq!(property(packet, "dc:title"), None, "{packet}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_say_something_or_nothing(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            for (content, magic) in [
                (Content::Glb, &b"glTF\x02\0\0\0\xff\0\0\0"[..]),
                (Content::Png, b"\x89PNG\r\n\x1a\n"),
                (Content::Jpeg, b"\xff\xd8"),
                (Content::WebP, b"RIFF\xff\0\0\0WEBP"),
                (Content::Wav, b"RIFF\xff\0\0\0WAVE"),
            ] {
                read(Some(content), &[magic, &bytes].concat());
                read(Some(content), &bytes);
            }
            exif(&bytes, &mut Vec::new());
            exif(&[b"II*\0\x08\0\0\0", &bytes[..]].concat(), &mut Vec::new());
            exif(&[b"MM\0*\0\0\0\x08", &bytes[..]].concat(), &mut Vec::new());
        }

        #[test]
        fn any_text_says_something_or_nothing(text in ".{0,200}") {
            let mut said = Vec::new();
            xmp(&text, &mut said);
            say_copyright(&mut said, &text, "");
            say_creator(&mut said, &text, "");
            say_licence(&mut said, &text, "");
            prop_assert!(said.iter().all(|(field, text, _)| text.encode_utf16().count() <= field.longest()));
        }

        #[test]
        fn any_chunk_of_a_png_says_something_or_nothing(kind in "tEXt|zTXt|iTXt|eXIf", data in proptest::collection::vec(any::<u8>(), 0..100)) {
            let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
            bytes.extend((data.len() as u32).to_be_bytes());
            bytes.extend(kind.bytes());
            bytes.extend(&data);
            bytes.extend([0; 4]);
            read(Some(Content::Png), &bytes);
        }
    }
}
