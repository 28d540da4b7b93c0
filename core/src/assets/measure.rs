//! What a model or a picture asks of the machine that shows it: triangles, and pictures with their pixels. Read from heads and
//! descriptions; nothing is decoded.

use crate::json::{Document, Ref};
use crate::pack::{Content, picture_size};
use image::ImageReader;
use std::io::Cursor;

/// What one file asks of whoever shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Measured {
    /// Triangles of its meshes, each as often as the file's own scene shows it.
    pub triangles: u64,
    /// Width and height of each picture in it, in pixels.
    pub pictures: Vec<(u32, u32)>,
}

/// Measures the content of a file; `None` where it is neither a model nor a picture, or is broken.
pub(super) fn measure(bytes: &[u8], extension: &str) -> Option<Measured> {
    if extension.eq_ignore_ascii_case("gltf") {
        return gltf(&Document::parse(bytes).ok()?, &[]);
    }
    if Content::of(bytes) == Some(Content::Glb) {
        let (json, bin) = chunks(bytes)?;
        return gltf(&Document::parse(json).ok()?, bin);
    }
    Some(Measured { triangles: 0, pictures: vec![picture(bytes)?] })
}

/// Width and height of a picture.
fn picture(bytes: &[u8]) -> Option<(u32, u32)> {
    match Content::of(bytes)? {
        Content::Jpeg => ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?.into_dimensions().ok(),
        Content::Hdr => radiance_size(bytes),
        _ => picture_size(bytes),
    }
}

/// The line of a Radiance picture that says how large it is: `-Y 1024 +X 2048`.
fn radiance_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let head = bytes.get(..bytes.len().min(4096))?;
    let line = head.split(|byte| *byte == b'\n').find(|line| matches!(line, [b'-' | b'+', b'X' | b'Y', b' ', ..]))?;
    let mut words = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    let (first, one, _, two) = (words.next()?, words.next()?.parse().ok()?, words.next()?, words.next()?.parse().ok()?);
    Some(if first.ends_with('Y') { (two, one) } else { (one, two) })
}

/// The description and the data of a binary glTF.
fn chunks(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let chunk = |at: usize| Some((number(at)?, bytes.get(at + 4..at + 8)?));
    let (length, kind) = chunk(12)?;
    let json = bytes.get(20..20_usize.checked_add(length)?).filter(|_| kind == b"JSON")?;
    let at = 20 + length;
    let bin =
        chunk(at).filter(|(_, kind)| *kind == b"BIN\0").and_then(|(length, _)| bytes.get(at + 8..(at + 8).checked_add(length)?));
    Some((json, bin.unwrap_or_default()))
}

fn gltf(document: &Document, bin: &[u8]) -> Option<Measured> {
    let root = document.root();
    root.get("asset")?;
    let item = |key: &str, index: usize| root.get(key)?.index(index);
    let per_mesh: Vec<u64> = root.get("meshes").into_iter().flat_map(Ref::items).map(|mesh| triangles(root, mesh)).collect();
    let shown = shown_nodes(root);
    let meshes = shown.into_iter().filter_map(|node| per_mesh.get(whole(item("nodes", node)?, "mesh")?).copied());
    let triangles = meshes.fold(0, u64::saturating_add);
    let pictures = root.get("images").into_iter().flat_map(Ref::items).filter_map(|image| {
        let view = item("bufferViews", whole(image, "bufferView")?)?;
        let from = whole(view, "byteOffset").unwrap_or(0);
        picture(bin.get(from..from.checked_add(whole(view, "byteLength")?)?)?)
    });
    Some(Measured { triangles, pictures: pictures.collect() })
}

/// A member that is a whole number from 0.
fn whole(value: Ref, key: &str) -> Option<usize> {
    let number = value.get(key)?.as_f64()?;
    (number >= 0.0 && number.fract() == 0.0 && number < 4e9).then_some(number as usize)
}

/// The triangles of a mesh, by the counts of its accessors.
fn triangles(root: Ref, mesh: Ref) -> u64 {
    let of = |primitive: Ref| {
        let accessor = whole(primitive, "indices").or_else(|| whole(primitive.get("attributes")?, "POSITION"))?;
        let count = whole(root.get("accessors")?.index(accessor)?, "count")? as u64;
        Some(match whole(primitive, "mode").unwrap_or(4) {
            4 => count / 3,
            // Strips and fans.
            5 | 6 => count.saturating_sub(2),
            _ => 0,
        })
    };
    mesh.get("primitives").into_iter().flat_map(Ref::items).filter_map(of).fold(0, u64::saturating_add)
}

/// The nodes of the file's own scene, each once; all of them where it names no scene.
fn shown_nodes(root: Ref) -> Vec<usize> {
    let all = root.get("nodes").map_or(0, Ref::len);
    let scene = root.get("scenes").and_then(|scenes| scenes.index(whole(root, "scene").unwrap_or(0)));
    let indexes = |list: Option<Ref>| -> Vec<usize> {
        list.into_iter().flat_map(Ref::items).filter_map(Ref::as_f64).filter(|n| *n >= 0.0).map(|n| n as usize).collect()
    };
    let Some(scene) = scene else { return (0..all).collect() };
    let mut seen = vec![false; all];
    let mut ahead = indexes(scene.get("nodes"));
    let mut shown = Vec::new();
    while let Some(node) = ahead.pop() {
        if seen.get(node) != Some(&false) {
            continue;
        }
        seen[node] = true;
        shown.push(node);
        ahead.extend(indexes(root.get("nodes").and_then(|nodes| nodes.index(node)).and_then(|node| node.get("children"))));
    }
    shown
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use image::{DynamicImage, ImageFormat};

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(width, height).write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    /// A binary glTF of a description and data.
    pub(in crate::assets) fn glb(json: &str, bin: &[u8]) -> Vec<u8> {
        let chunk = |kind: &[u8], data: &[u8]| [&(data.len() as u32).to_le_bytes()[..], kind, data].concat();
        let body = [chunk(b"JSON", json.as_bytes()), chunk(b"BIN\0", bin)].concat();
        [&b"glTF\x02\0\0\0"[..], &(12 + body.len() as u32).to_le_bytes(), &body].concat()
    }

    #[test]
    fn a_model_counts_what_its_scene_shows() {
        let picture = png(64, 32);
        let json = format!(
            r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],
            "nodes":[{{"mesh":0,"children":[1,2]}},{{"mesh":0}},{{"mesh":1,"children":[0]}},{{"mesh":1}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}},{{"attributes":{{"POSITION":0}},"mode":1}}]}},
                      {{"primitives":[{{"attributes":{{"POSITION":0}},"mode":5}}]}}],
            "accessors":[{{"count":10}},{{"count":36}}],
            "images":[{{"bufferView":0}},{{"uri":"a.png"}},{{"bufferView":7}}],
            "bufferViews":[{{"byteLength":{}}}]}}"#,
            picture.len()
        );
        let measured = measure(&glb(&json, &picture), "glb").unwrap();
        assert_eq!(measured, Measured { triangles: 12 + 12 + 8, pictures: vec![(64, 32)] });
        let all = json.replace(r#""scene":0,"scenes":[{"nodes":[0]}],"#, "");
        assert_eq!(measure(&glb(&all, &picture), "glb").unwrap().triangles, 12 + 12 + 8 + 8);
        assert_eq!(measure(all.as_bytes(), "gltf").unwrap().triangles, 40);
    }

    #[test]
    fn pictures_are_measured_by_their_heads() {
        assert_eq!(measure(&png(3, 5), "webp"), Some(Measured { triangles: 0, pictures: vec![(3, 5)] }));
        let mut jpeg = Cursor::new(Vec::new());
        DynamicImage::new_rgb8(30, 20).write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
        assert_eq!(measure(&jpeg.into_inner(), "jpg").unwrap().pictures, [(30, 20)]);
        let hdr = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1024 +X 2048\nxxxx";
        assert_eq!(measure(hdr, "hdr").unwrap().pictures, [(2048, 1024)]);
    }

    #[test]
    fn broken_files_measure_nothing() {
        let whole = glb(
            r#"{"asset":{},"meshes":7,"nodes":[{"mesh":1e9}],"images":[{"bufferView":0}],"bufferViews":[{"byteLength":4e9}]}"#,
            b"x",
        );
        assert_eq!(measure(&whole, "glb"), Some(Measured::default()));
        for length in 0..whole.len() {
            let _no_panic = measure(&whole[..length], "glb");
        }
        for bytes in [
            &b"{}"[..],
            b"[",
            b"glTF\x02\0\0\0\xff\xff\xff\xff\xff\xff\xff\xffJSON",
            b"\xff\xd8\xff",
            b"#?RADIANCE\n-Y x +X 1\n",
            b"text",
        ] {
            assert_eq!(measure(bytes, "glb"), None);
        }
    }
}
