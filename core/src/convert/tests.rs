use super::*;
use crate::credits::import::{Dropped, Incoming};
use crate::json::Document;
use ::gltf as reader;
use proptest::prelude::*;
use std::collections::HashMap;

fn png() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbaImage::from_pixel(2, 2, image::Rgba([200, 10, 10, 255])).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Three points, and the indices of their triangle.
fn triangle() -> (Vec<u8>, Vec<u8>) {
    let points = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]];
    let points = points.iter().flatten().flat_map(|part| part.to_le_bytes()).collect();
    let indices = [0_u16, 1, 2].iter().flat_map(|part| part.to_le_bytes()).collect();
    (points, indices)
}

/// A triangle whose points and indices are in two buffers, one of them in the text, with a picture and what only its author
/// knows.
fn text(points: &str, picture: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0","copyright":"Ann"}},"extras":{{"mine":[1.50,true]}},
"extensionsUsed":["EXT_of_mine"],"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1,"material":0}}]}}],
"materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}},"extensions":{{"EXT_of_mine":{{"x":1}}}}}}],
"textures":[{{"source":0}}],"images":[{{"uri":"{picture}","name":"red"}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,2,0]}},
{{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}}],
"bufferViews":[{{"buffer":0,"byteLength":36}},{{"buffer":1,"byteOffset":0,"byteLength":6,"extensions":{{"EXT_packed":{{"buffer":1,"byteOffset":2}}}}}}],
"buffers":[{{"uri":"{points}","byteLength":36}},{{"uri":"data:application/octet-stream;base64,AAABAAIA","byteLength":6}}]}}"#
    )
}

fn files(list: &[(&str, Vec<u8>)]) -> HashMap<String, Arc<[u8]>> {
    list.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.as_slice().into())).collect()
}

fn convert(name: &str, bytes: &[u8], beside: &HashMap<String, Arc<[u8]>>) -> Result<Converted> {
    model(name, bytes, &|part: &str| beside.get(part).cloned())
}

/// The points of every triangle, in their order.
fn points(glb: &[u8]) -> Vec<[f32; 3]> {
    let file = reader::Gltf::from_slice(glb).expect("a valid model");
    let blob = file.blob.clone().unwrap_or_default();
    let meshes: Vec<_> = file.meshes().collect();
    meshes
        .iter()
        .flat_map(reader::Mesh::primitives)
        .flat_map(|primitive| {
            let read = primitive.reader(|_| Some(&blob));
            let all: Vec<[f32; 3]> = read.read_positions().unwrap().collect();
            read.read_indices().unwrap().into_u32().map(|at| all[at as usize]).collect::<Vec<_>>()
        })
        .collect()
}

const TRIANGLE: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0]];

#[test]
fn a_gltf_becomes_one_file_and_keeps_what_nobody_knows() {
    let (bin, _) = triangle();
    let beside = files(&[("my board.bin", bin), ("red.png", png())]);
    let made = convert("board.gltf", text("my%20board.bin", "red.png").as_bytes(), &beside).unwrap();
    assert_eq!(points(&made.glb), TRIANGLE);
    assert_eq!(made.used, ["my board.bin", "red.png"]);
    let file = reader::Gltf::from_slice(&made.glb).unwrap();
    let blob = file.blob.clone().unwrap();
    let image = file.images().next().unwrap();
    let reader::image::Source::View { view, mime_type } = image.source() else { panic!("the picture is outside") };
    assert_eq!((mime_type, &blob[view.offset()..view.offset() + view.length()]), ("image/png", &png()[..]));
    let json = reader::binary::Glb::from_slice(&made.glb).unwrap().json;
    let json = Document::parse(&json).unwrap().text();
    for kept in [r#""extras":{"mine":[1.50,true]}"#, r#""copyright":"Ann""#, r#""EXT_of_mine":{"x":1}"#, r#""name":"red""#] {
        assert!(json.contains(kept), "{kept} of {json}");
    }
    assert!(json.contains(r#""EXT_packed":{"buffer":0,"byteOffset":38}"#), "extensions that point into a buffer follow: {json}");
    assert!(!json.contains("uri"), "{json}");
}

#[test]
fn a_gltf_that_lacks_something_says_what() {
    let (bin, _) = triangle();
    let whole = text("a.bin", "red.png");
    let beside = files(&[("a.bin", bin), ("red.png", png())]);
    assert!(convert("a.gltf", whole.as_bytes(), &beside).is_ok());
    for (text, kind, words) in [
        (whole.replace("a.bin", "b.bin"), ErrorKind::NotFound, "needs “b.bin”"),
        (whole.replace("\"byteLength\":36},{\"uri", "\"byteLength\":37},{\"uri"), ErrorKind::Format, "shorter"),
        (whole.replace("a.bin", "https://example.com/a.bin"), ErrorKind::Format, "from the web"),
        (whole.replace("\"buffer\":1,\"byteOffset\":0", "\"buffer\":7,\"byteOffset\":0"), ErrorKind::Format, "not there"),
        (whole.replace("\"2.0\"", "\"1.0\""), ErrorKind::Format, "glTF 2.0"),
        (whole.replace("red.png", "a.bin"), ErrorKind::Format, "no picture"),
        ("{".to_owned(), ErrorKind::Format, "can’t be converted"),
    ] {
        let error = convert("a.gltf", text.as_bytes(), &beside).unwrap_err();
        assert!(error.kind() == kind && error.what().contains(words), "{words}: {error}");
    }
}

const OBJ: &str = "mtllib box.mtl\no Board\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 2\n\
                   usemtl wood\nf 1/1/1 2/2/1 3/3/1 4/4/1\n";
const MTL: &str = "newmtl wood\nKd 0.5 0.25 0.125\nd 0.5\nNs 30\nmap_Kd red.png\n";

#[test]
fn an_obj_becomes_a_glb_with_its_materials() {
    let beside = files(&[("box.mtl", MTL.into()), ("red.png", png())]);
    let made = convert("box.obj", OBJ.as_bytes(), &beside).unwrap();
    let mut corners = points(&made.glb);
    assert_eq!(corners.len(), 6, "a quad is two triangles");
    corners.sort_by(|a, b| a.partial_cmp(b).unwrap());
    corners.dedup();
    assert_eq!(corners, [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]);
    let file = reader::Gltf::from_slice(&made.glb).unwrap();
    let (mesh, blob) = (file.meshes().next().unwrap(), file.blob.clone().unwrap());
    let primitive = mesh.primitives().next().unwrap();
    let read = primitive.reader(|_| Some(&blob));
    assert_eq!(mesh.name(), Some("Board"));
    assert_eq!(read.read_normals().unwrap().next(), Some([0.0, 0.0, 1.0]), "of length 1");
    let uv: Vec<[f32; 2]> = read.read_tex_coords(0).unwrap().into_f32().collect();
    assert!(uv.contains(&[0.0, 1.0]) && uv.contains(&[1.0, 0.0]), "pictures begin at the top: {uv:?}");
    let surface = primitive.material().pbr_metallic_roughness();
    assert_eq!(primitive.material().alpha_mode(), reader::material::AlphaMode::Blend);
    assert_eq!((surface.base_color_factor()[3], surface.metallic_factor(), surface.roughness_factor()), (0.5, 0.0, 0.25));
    assert!(surface.base_color_texture().is_some());
    assert_eq!(made.used, ["box.mtl", "red.png"]);
}

#[test]
fn an_obj_without_its_materials_comes_in_grey_and_says_so() {
    let made = convert("box.obj", OBJ.as_bytes(), &HashMap::new()).unwrap();
    assert!(made.notes.iter().any(|note| note.contains("box.mtl")), "{:?}", made.notes);
    assert_eq!(points(&made.glb).len(), 6);
    let made = convert("box.obj", OBJ.as_bytes(), &files(&[("box.mtl", MTL.into())])).unwrap();
    assert!(made.notes.iter().any(|note| note.contains("red.png")), "{:?}", made.notes);
    for (text, words) in
        [("", "no faces"), ("v 0 0 0\nf 1 2 3\n", "can’t be converted"), ("v nan 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", "none")]
    {
        let error = convert("box.obj", text.as_bytes(), &HashMap::new()).unwrap_err();
        assert!(error.what().contains(words), "{error}");
    }
}

#[test]
fn what_cannot_be_converted_names_the_tool_that_can() {
    for (name, tool) in [("knight.fbx", "FBX2glTF"), ("a.BLEND", "Blender"), ("a.stl", "Blender"), ("a.skp", "SketchUp")] {
        let error = convert(name, b"x", &HashMap::new()).unwrap_err();
        assert!(error.to_string().contains(tool), "{error}");
    }
    assert_eq!(tool_for("a.png"), None);
}

fn incoming(container: &str, list: &[(&str, Vec<u8>)]) -> Dropped {
    let file = |(name, bytes): &(&str, Vec<u8>)| Incoming {
        name: (*name).to_owned(),
        container: container.to_owned(),
        bytes: bytes.as_slice().into(),
    };
    Dropped { files: list.iter().map(file).collect(), passed_over: Vec::new() }
}

#[test]
fn a_drop_is_converted_with_the_files_beside_its_models() {
    let (bin, _) = triangle();
    let mut dropped = incoming(
        "set.zip",
        &[
            ("board/board.gltf", text("data/board.bin", "../textures/red.png").into_bytes()),
            ("board/data/board.bin", bin),
            ("textures/red.png", png()),
            ("textures/other.png", png()),
            ("knight.fbx", b"Kaydara FBX Binary".to_vec()),
            ("lone.gltf", text("lone.bin", "red.png").into_bytes()),
        ],
    );
    assert_eq!(can_convert(&dropped), 2);
    let told = on_import(&mut dropped);
    let names: Vec<&str> = dropped.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["board/board.glb", "textures/other.png"]);
    assert_eq!(points(&dropped.files[0].bytes), TRIANGLE);
    assert_eq!(told.len(), 1);
    assert_eq!((told[0].name.as_str(), told[0].container.as_str()), ("board/board.glb", "set.zip"));
    assert_eq!(told[0].notes, ["“board/board.gltf” becomes one .glb with the 2 files beside it."]);
    let passed: Vec<(&str, bool)> = dropped
        .passed_over
        .iter()
        .map(|file| (file.name.as_str(), file.why.contains("Blender") || file.why.contains("lone.bin")))
        .collect();
    assert_eq!(passed, [("knight.fbx", true), ("lone.gltf", true)]);
    assert!(on_import(&mut dropped).is_empty());
}

proptest! {
    #[test]
    fn broken_models_do_no_harm(cut in 0_usize..900, at in 0_usize..900, byte in any::<u8>()) {
        let (bin, _) = triangle();
        let beside = files(&[("a.bin", bin), ("red.png", png()), ("box.mtl", MTL.into())]);
        for (name, whole) in [("a.gltf", text("a.bin", "red.png")), ("a.obj", OBJ.to_owned())] {
            let mut bytes = whole.into_bytes();
            let length = bytes.len();
            bytes[at % length] = byte;
            bytes.truncate(length.saturating_sub(cut));
            let _made = convert(name, &bytes, &beside);
        }
    }
}
