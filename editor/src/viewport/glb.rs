//! Reads a `.glb` into plain triangles and pictures, with bounds on everything, so that no file can stop the view.
//!
//! Nodes are flattened, triangles are joined by material (which `materialSlots` refers to by name), and quantised
//! attributes are read too. Skins, animations, morph targets and sparse accessors are passed over: the rest pose of the
//! plain mesh is what the platform shows on the table.

use egui::Color32;
use gltf::accessor::{DataType, Dimensions};
use gltf::{Accessor, Document, Primitive, Semantic};
use three_d::{InnerSpace, Mat4, Matrix, SquareMatrix, Vec2, Vec3, Zero, vec2, vec3, vec4};

use super::assets::{Picture, decode_picture};
use super::math::Bounds;
use super::parts::{ModelInfo, ModelPart};
use super::shapes::Triangles;

/// More than this many vertices or indices in one model can't be shown.
const MAX_ELEMENTS: usize = 4_000_000;
/// More than this many placed nodes in one model can't be shown; it also ends a circle of nodes.
const MAX_NODES: usize = 20_000;
/// Extensions that change how a file looks, not how it is read: it can be shown without them.
const PASSED_OVER: [&str; 4] = ["EXT_texture_webp", "KHR_mesh_quantization", "KHR_texture_transform", "KHR_texture_basisu"];

/// A model as read.
#[derive(Debug)]
pub(super) struct Model {
    /// Bounds and materials.
    pub info: ModelInfo,
    /// The triangles of each part of `info`.
    pub triangles: Vec<Triangles>,
    /// The pictures that parts refer to; none where one can't be shown.
    pub pictures: Vec<Option<Picture>>,
}

/// Reads a model. The error is a sentence without its full stop.
pub(super) fn read(bytes: &[u8]) -> Result<Model, String> {
    let glb = gltf::binary::Glb::from_slice(bytes).map_err(|e| match e {
        gltf::Error::Binary(_) | gltf::Error::Io(_) => "it is cut short or not a .glb".to_owned(),
        other => format!("it is not a .glb: {other}"),
    })?;
    let document = document(&glb.json)?;
    let bin = glb.bin.as_deref().unwrap_or(&[]);
    let mut reader = Reader { bin, parts: Vec::new(), triangles: Vec::new(), elements: 0 };
    reader.scene(&document)?;
    if reader.parts.is_empty() {
        return Err("it holds no triangles".to_owned());
    }
    let mut bounds = Bounds::EMPTY;
    for t in &reader.triangles {
        for p in &t.base {
            bounds.add(*p);
        }
    }
    let pictures = document.images().map(|image| picture(&image, bin)).collect();
    let parts = reader.parts.into_iter().map(|(_, part)| part).collect();
    Ok(Model { info: ModelInfo { bounds, parts }, triangles: reader.triangles, pictures })
}

/// How many triangles a model has, and how many materials.
///
/// # Errors
/// A sentence without its full stop where it cannot be read.
pub fn figures(bytes: &[u8]) -> Result<(usize, usize), String> {
    let model = read(bytes)?;
    let triangles = model.triangles.iter().map(|part| part.indices.len() / 3).sum();
    let materials: rustc_hash::FxHashSet<&str> = model.info.parts.iter().map(|part| part.material.as_str()).collect();
    Ok((triangles, materials.len()))
}

/// The document, with the extensions that we read by ourselves taken out of the list of required ones.
fn document(json: &[u8]) -> Result<Document, String> {
    let mut value: serde_json::Value = serde_json::from_slice(json).map_err(|e| format!("its description can't be read: {e}"))?;
    if let Some(required) = value.get_mut("extensionsRequired").and_then(|v| v.as_array_mut()) {
        let unlit = |name: &str| name.starts_with("KHR_materials_") || PASSED_OVER.contains(&name);
        required.retain(|name| !name.as_str().is_some_and(unlit));
        if let Some(name) = required.first().and_then(|v| v.as_str()) {
            return Err(format!("it is packed with {name}, which can't be shown here"));
        }
    }
    if let Some(textures) = value.get_mut("textures").and_then(|v| v.as_array_mut()) {
        for texture in textures {
            let other = ["EXT_texture_webp", "KHR_texture_basisu"]
                .iter()
                .find_map(|name| texture.get("extensions")?.get(name)?.get("source").cloned());
            if let (Some(source), Some(texture)) = (other, texture.as_object_mut()) {
                texture.entry("source").or_insert(source);
            }
        }
    }
    // `gltf` knows a handful of types for images and refuses the rest; the bytes themselves say what they are.
    if let Some(images) = value.get_mut("images").and_then(|v| v.as_array_mut()) {
        for image in images.iter_mut().filter_map(|v| v.as_object_mut()) {
            if image.contains_key("bufferView") {
                image.insert("mimeType".to_owned(), "image/png".into());
            }
        }
    }
    let root: gltf::json::Root = serde_json::from_value(value).map_err(|e| format!("its description is not glTF 2.0: {e}"))?;
    // `gltf` looks this one up unchecked.
    let positions = root.meshes.iter().flat_map(|m| &m.primitives).flat_map(|p| p.attributes.values());
    if positions.into_iter().any(|accessor| accessor.value() >= root.accessors.len()) {
        return Err("its description names data that it does not hold".to_owned());
    }
    Document::from_json(root).map_err(|e| format!("its description contradicts itself: {e}"))
}

fn picture(image: &gltf::Image<'_>, bin: &[u8]) -> Option<Picture> {
    let gltf::image::Source::View { view, .. } = image.source() else { return None };
    let bytes = bin.get(view.offset()..view.offset().checked_add(view.length())?)?;
    decode_picture(bytes).ok()
}

struct Reader<'a> {
    bin: &'a [u8],
    /// By material number; the triangles stand at the same place in `triangles`.
    parts: Vec<(Option<usize>, ModelPart)>,
    triangles: Vec<Triangles>,
    elements: usize,
}

impl Reader<'_> {
    fn scene(&mut self, document: &Document) -> Result<(), String> {
        let scene = document.default_scene().or_else(|| document.scenes().next());
        let mut open: Vec<(gltf::Node<'_>, Mat4)> = match &scene {
            Some(scene) => scene.nodes().map(|n| (n, Mat4::identity())).collect(),
            None => document.nodes().map(|n| (n, Mat4::identity())).collect(),
        };
        let mut seen = 0;
        while let Some((node, parent)) = open.pop() {
            seen += 1;
            if seen > MAX_NODES {
                return Err(format!("it places more than {MAX_NODES} nodes, or its nodes run in a circle"));
            }
            let m = node.transform().matrix();
            let own = Mat4::from_cols(m[0].into(), m[1].into(), m[2].into(), m[3].into());
            let world = parent * own;
            if let Some(mesh) = node.mesh() {
                for primitive in mesh.primitives() {
                    self.primitive(&primitive, world)?;
                }
            }
            open.extend(node.children().map(|child| (child, world)));
        }
        Ok(())
    }

    fn primitive(&mut self, primitive: &Primitive<'_>, world: Mat4) -> Result<(), String> {
        use gltf::mesh::Mode;
        if !matches!(primitive.mode(), Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
            return Ok(());
        }
        let Some(positions) = primitive.get(&Semantic::Positions) else { return Ok(()) };
        let positions = self.floats(&positions, 3)?;
        let normals = primitive.get(&Semantic::Normals).map(|a| self.floats(&a, 3)).transpose()?;
        let uvs = primitive.get(&Semantic::TexCoords(0)).map(|a| self.floats(&a, 2)).transpose()?;
        let count = positions.len() / 3;
        let indices = match primitive.indices() {
            Some(accessor) => self.indices(&accessor)?,
            None => (0..count as u32).collect(),
        };
        if indices.iter().any(|i| *i as usize >= count) {
            return Err("an index points past its vertices".to_owned());
        }
        self.elements += count + indices.len();
        if self.elements > MAX_ELEMENTS {
            return Err("it has more than 4 million vertices".to_owned());
        }
        let indices = as_triangles(primitive.mode(), &indices);
        let normal_matrix = world.invert().map_or(Mat4::identity(), |m| m.transpose());
        let part = self.part(&primitive.material());
        let t = &mut self.triangles[part];
        let first = t.base.len() as u32;
        for i in 0..count {
            let at = |v: &[f32]| vec3(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
            let p = world * at(&positions).extend(1.0);
            t.base.push(p.truncate());
            t.offset.push(Vec3::zero());
            let n = normals.as_ref().and_then(|n| (n.len() >= 3 * i + 3).then(|| at(n)));
            t.normal.push(n.map_or(Vec3::zero(), |n| (normal_matrix * vec4(n.x, n.y, n.z, 0.0)).truncate()));
            t.uv.push(uv_at(uvs.as_deref(), i));
        }
        t.indices.extend(indices.iter().map(|i| i + first));
        complete_normals(t, first as usize);
        Ok(())
    }

    /// Where the triangles of `material` go.
    fn part(&mut self, material: &gltf::Material<'_>) -> usize {
        if let Some(at) = self.parts.iter().position(|(index, _)| *index == material.index()) {
            return at;
        }
        let pbr = material.pbr_metallic_roughness();
        let [r, g, b, a] = pbr.base_color_factor();
        let part = ModelPart {
            material: material.name().unwrap_or_default().to_owned(),
            color: egui::Rgba::from_rgba_unmultiplied(r, g, b, a).into(),
            picture: pbr.base_color_texture().map(|t| t.texture().source().index() as u32),
            gloss: (1.0 - pbr.roughness_factor()).clamp(0.0, 1.0) * 0.7,
        };
        let part = ModelPart { color: Color32::from_rgb(part.color.r(), part.color.g(), part.color.b()), ..part };
        self.parts.push((material.index(), part));
        self.triangles.push(Triangles::default());
        self.parts.len() - 1
    }

    /// The bytes of element `i` of an accessor, for all its elements; checked against the file.
    fn elements<'b>(&'b self, accessor: &Accessor<'_>) -> Result<impl Iterator<Item = &'b [u8]>, String> {
        let cut = || "its data ends before its description says".to_owned();
        let view = accessor.view().ok_or("it uses sparse data, which can't be shown here")?;
        let size = accessor.size();
        let stride = view.stride().unwrap_or(size).max(1);
        let start = view.offset().checked_add(accessor.offset()).ok_or_else(cut)?;
        let count = accessor.count();
        if count > MAX_ELEMENTS {
            return Err("it has more than 4 million vertices".to_owned());
        }
        let end = start + count.saturating_sub(1) * stride + size;
        let bytes = self.bin.get(start..end).ok_or_else(cut)?;
        Ok((0..count).map(move |i| &bytes[i * stride..i * stride + size]))
    }

    fn floats(&self, accessor: &Accessor<'_>, wanted: usize) -> Result<Vec<f32>, String> {
        let has = match accessor.dimensions() {
            Dimensions::Scalar => 1,
            Dimensions::Vec2 => 2,
            Dimensions::Vec3 => 3,
            _ => 4,
        };
        if has < wanted {
            return Err("an attribute has too few numbers".to_owned());
        }
        let normalized = accessor.normalized();
        let scale = |value: f32, top: f32| if normalized { (value / top).max(-1.0) } else { value };
        let mut out = Vec::with_capacity(accessor.count().min(MAX_ELEMENTS) * wanted);
        for element in self.elements(accessor)? {
            let width = accessor.data_type().size();
            out.extend(element.chunks_exact(width).take(wanted).map(|c| match accessor.data_type() {
                DataType::F32 => f32::from_le_bytes([c[0], c[1], c[2], c[3]]),
                DataType::U32 => u32::from_le_bytes([c[0], c[1], c[2], c[3]]) as f32,
                DataType::I16 => scale(f32::from(i16::from_le_bytes([c[0], c[1]])), 32767.0),
                DataType::U16 => scale(f32::from(u16::from_le_bytes([c[0], c[1]])), 65535.0),
                DataType::I8 => scale(f32::from(c[0] as i8), 127.0),
                DataType::U8 => scale(f32::from(c[0]), 255.0),
            }));
        }
        Ok(out)
    }

    fn indices(&self, accessor: &Accessor<'_>) -> Result<Vec<u32>, String> {
        let data_type = accessor.data_type();
        Ok(self
            .elements(accessor)?
            .map(|c| match data_type {
                DataType::U8 | DataType::I8 => u32::from(c[0]),
                DataType::U16 | DataType::I16 => u32::from(u16::from_le_bytes([c[0], c[1]])),
                DataType::U32 | DataType::F32 => u32::from_le_bytes([c[0], c[1], c[2], c[3]]),
            })
            .collect())
    }
}

fn uv_at(uvs: Option<&[f32]>, i: usize) -> Vec2 {
    uvs.and_then(|uv| Some(vec2(*uv.get(2 * i)?, *uv.get(2 * i + 1)?))).unwrap_or(vec2(0.0, 0.0))
}

fn as_triangles(mode: gltf::mesh::Mode, indices: &[u32]) -> Vec<u32> {
    use gltf::mesh::Mode;
    match mode {
        Mode::TriangleStrip => indices
            .windows(3)
            .enumerate()
            .flat_map(|(i, w)| if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[1], w[0], w[2]] })
            .collect(),
        Mode::TriangleFan => {
            let spokes = indices.get(1..).unwrap_or(&[]).windows(2);
            spokes.flat_map(|w| [indices[0], w[0], w[1]]).collect()
        }
        _ => indices[..indices.len() / 3 * 3].to_vec(),
    }
}

/// Brings the normals from `first` on to unit length and makes those that are missing from the faces around.
fn complete_normals(t: &mut Triangles, first: usize) {
    let lacking = |n: &Vec3| !(n.magnitude2() > 1e-12 && n.magnitude2().is_finite());
    if t.normal[first..].iter().any(lacking) {
        let missing: Vec<bool> = t.normal.iter().map(lacking).collect();
        for corner in t.indices.chunks_exact(3) {
            let [a, b, c] = [corner[0], corner[1], corner[2]].map(|i| t.base[i as usize]);
            let face = (b - a).cross(c - a);
            for i in corner {
                if missing[*i as usize] && *i as usize >= first {
                    let n = &mut t.normal[*i as usize];
                    *n = if lacking(n) { face } else { *n + face };
                }
            }
        }
    }
    for n in &mut t.normal[first..] {
        *n = if lacking(n) { Vec3::unit_y() } else { n.normalize() };
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A `.glb` with one square of side 1 in the x–z plane, made of two triangles, red, its material named `Felt`.
    pub(in crate::viewport) fn square_glb() -> Vec<u8> {
        let mut bin: Vec<u8> = Vec::new();
        for v in [[-0.5f32, 0.0, -0.5], [0.5, 0.0, -0.5], [0.5, 0.0, 0.5], [-0.5, 0.0, 0.5]].iter().flatten() {
            bin.extend(v.to_le_bytes());
        }
        for i in [0u16, 2, 1, 0, 3, 2] {
            bin.extend(i.to_le_bytes());
        }
        let json = format!(
            r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1,"material":0}}]}}],
            "materials":[{{"name":"Felt","pbrMetallicRoughness":{{"baseColorFactor":[1,0,0,1]}}}}],
            "buffers":[{{"byteLength":{}}}],
            "bufferViews":[{{"buffer":0,"byteOffset":0,"byteLength":48}},{{"buffer":0,"byteOffset":48,"byteLength":12}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[-0.5,0,-0.5],"max":[0.5,0,0.5]}},
            {{"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}}]}}"#,
            bin.len()
        );
        glb(json.as_bytes(), &bin)
    }

    /// Joins a description and its data into a `.glb`.
    pub(in crate::viewport) fn glb(json: &[u8], bin: &[u8]) -> Vec<u8> {
        let pad = |bytes: &[u8], with: u8| {
            let mut v = bytes.to_vec();
            v.resize(bytes.len().next_multiple_of(4), with);
            v
        };
        let (json, bin) = (pad(json, b' '), pad(bin, 0));
        let mut out = b"glTF".to_vec();
        out.extend(2u32.to_le_bytes());
        out.extend(((12 + 8 + json.len() + 8 + bin.len()) as u32).to_le_bytes());
        for (name, chunk) in [(b"JSON", &json), (b"BIN\0", &bin)] {
            out.extend((chunk.len() as u32).to_le_bytes());
            out.extend(name);
            out.extend(chunk);
        }
        out
    }

    #[test]
    fn a_small_model_is_read_with_bounds_material_and_normals() {
        let model = read(&square_glb()).expect("a sound file");
        assert_eq!(model.info.parts[0].material, "Felt");
        assert_eq!(model.info.parts[0].color, Color32::RED);
        assert_eq!(model.info.bounds.half(), vec3(0.5, 0.0, 0.5));
        assert_eq!(model.triangles[0].normal[0], Vec3::unit_y());
    }

    #[test]
    fn a_file_cut_anywhere_is_an_error_and_never_a_panic() {
        let whole = square_glb();
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "cut at {length}");
        }
    }

    #[test]
    fn bytes_changed_anywhere_never_panic() {
        let whole = square_glb();
        for at in 0..whole.len() {
            for value in [0, 0xff, whole[at] ^ 1] {
                let mut bytes = whole.clone();
                bytes[at] = value;
                drop(read(&bytes));
            }
        }
    }

    #[test]
    fn a_packed_model_says_what_packs_it() {
        let json = br#"{"asset":{"version":"2.0"},"extensionsRequired":["KHR_draco_mesh_compression"]}"#;
        let error = read(&glb(json, &[])).expect_err("it can't be shown");
        assert!(error.contains("KHR_draco_mesh_compression"), "{error}");
    }

    #[test]
    fn nodes_in_a_circle_end() {
        let json = br#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"children":[1]},{"children":[0]}]}"#;
        let error = read(&glb(json, &[])).expect_err("it has no end");
        assert!(error.contains("circle"), "{error}");
    }
}
