//! The models, turned and bevelled from a few measures, and the writer of their `.glb` files.
//!
//! A file holds its model in a cube of side 1 around the origin, so that an entity's scale is its size in feet and its
//! position is its middle, whether a reader multiplies the model by the scale or fits it into that box.

use super::super::build::{Value, object};
use super::exact::{V3, hash, turn, v3};
use super::layout::{BOWL_HEIGHT, Board, STONE_HEIGHT, STONE_WIDTH};
use super::textures::Atlas;

/// Triangles of one material, in feet around the model's middle; counter-clockwise seen from outside.
#[derive(Debug, Clone, Default)]
pub struct Mesh {
    pub points: Vec<V3>,
    pub normals: Vec<V3>,
    pub uvs: Vec<[f32; 2]>,
    pub triangles: Vec<[u16; 3]>,
}

/// What a surface is made of; the name is the material slot that an entity binds to one of the scene's materials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    pub name: &'static str,
    /// The colour where nothing is bound, `0xRRGGBB`.
    pub color: u32,
    /// Percent of the glTF roughness factor.
    pub roughness: u8,
}

/// Boards.
pub const KAYA: Slot = Slot { name: "Kaya", color: 0xdfb06a, roughness: 60 };
/// Bowls and lids.
pub const WALNUT: Slot = Slot { name: "Walnut", color: 0x633d26, roughness: 45 };
/// Black stones.
pub const SLATE: Slot = Slot { name: "Slate", color: 0x202125, roughness: 55 };
/// White stones.
pub const SHELL: Slot = Slot { name: "Shell", color: 0xf1ece0, roughness: 25 };

/// A model: its size in feet and its parts.
#[derive(Debug, Clone)]
pub struct Model {
    pub size: V3,
    pub parts: Vec<(Slot, Mesh)>,
}

impl Mesh {
    fn add(&mut self, point: V3, normal: V3, uv: [f32; 2]) -> u16 {
        self.points.push(point);
        self.normals.push(normal.unit());
        self.uvs.push(uv);
        u16::try_from(self.points.len() - 1).unwrap_or(u16::MAX)
    }

    /// Two triangles between two neighbouring rows of points that start at `upper` and `lower`.
    fn strip(&mut self, upper: u16, lower: u16, count: u16) {
        for i in 0..count - 1 {
            let (a, b, c, d) = (upper + i, upper + i + 1, lower + i, lower + i + 1);
            self.triangles.extend([[a, c, b], [b, c, d]]);
        }
    }

    fn append(&mut self, other: Self, place: impl Fn(V3) -> V3, face: impl Fn(V3) -> V3) {
        let start = u16::try_from(self.points.len()).unwrap_or(u16::MAX);
        self.points.extend(other.points.into_iter().map(place));
        self.normals.extend(other.normals.into_iter().map(face));
        self.uvs.extend(other.uvs);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + start)));
    }
}

/// The slab of a board with rounded edges and corners.
pub fn board(board: &Board) -> Model {
    const CORNER: f32 = 0.022;
    const BEVEL: f32 = 0.016;
    let size = v3(board.width() as f32, board.height as f32, board.depth() as f32);
    let half = size * 0.5;
    let atlas = Atlas::of(board);
    let mut mesh = Mesh::default();
    // The profile from the top face outwards and down: how far inside the outline, height, slope as (out, up).
    let arc = |step: u8| turn(0.25 * f32::from(step) / 4.0);
    let over = |step: u8| {
        let (up, out) = arc(step);
        (BEVEL * (1.0 - out), half.y - BEVEL * (1.0 - up), (out, up))
    };
    let under = |step: u8| {
        let (out, down) = arc(step);
        (BEVEL * (1.0 - out), BEVEL * (1.0 - down) - half.y, (out, -down))
    };
    let upper = [over(0), over(1), over(2)];
    let lower = [over(2), over(3), over(4), under(0), under(2), under(4)];
    for quarter in 0..4_u8 {
        let outline = outline(quarter, half, CORNER);
        let count = outline.len() as u16;
        let band = if quarter.is_multiple_of(2) { atlas.end } else { atlas.side };
        let top_uv = |p: V3| [p.x / size.x + 0.5, atlas.top.0 + (p.z / size.z + 0.5) * (atlas.top.1 - atlas.top.0)];
        let side_uv = |p: V3| {
            let along = if quarter.is_multiple_of(2) { p.x / size.x } else { p.z / size.z };
            [along + 0.5, band.0 + (0.5 - p.y / size.y) * (band.1 - band.0)]
        };
        let mut rows = |profile: &[(f32, f32, (f32, f32))], uv: &dyn Fn(V3) -> [f32; 2]| -> Vec<u16> {
            let start_of_row = |mesh: &mut Mesh, &(inset, y, (out, up)): &(f32, f32, (f32, f32))| {
                let start = mesh.points.len() as u16;
                for &(corner, way) in &outline {
                    let point = corner + way * (CORNER - inset) + v3(0.0, y, 0.0);
                    mesh.add(point, way * out + v3(0.0, up, 0.0), uv(point));
                }
                start
            };
            let starts: Vec<u16> = profile.iter().map(|level| start_of_row(&mut mesh, level)).collect();
            for pair in starts.windows(2) {
                mesh.strip(pair[0], pair[1], count);
            }
            starts
        };
        let edge = rows(&upper, &top_uv)[0];
        let rim = rows(&lower, &side_uv)[5];
        let middle = mesh.add(v3(0.0, half.y, 0.0), v3(0.0, 1.0, 0.0), top_uv(v3(0.0, 0.0, 0.0)));
        let below = mesh.add(v3(0.0, -half.y, 0.0), v3(0.0, -1.0, 0.0), [0.5, (band.0 + band.1) * 0.5]);
        for i in 0..count - 1 {
            mesh.triangles.push([middle, edge + i, edge + i + 1]);
            mesh.triangles.push([below, rim + i + 1, rim + i]);
        }
    }
    Model { size, parts: vec![(KAYA, mesh)] }
}

/// A quarter of a rounded rectangle, from the middle of one corner to the middle of the next: (corner's centre, outward).
fn outline(quarter: u8, half: V3, corner: f32) -> Vec<(V3, V3)> {
    let (along, out) = if quarter.is_multiple_of(2) { (half.x, half.z) } else { (half.z, half.x) };
    let spin = turn(f32::from(quarter) * 0.25);
    let at = |x: f32, turns: f32| {
        let (up, right) = turn(turns);
        (v3(x, 0.0, out - corner).yawed(spin), v3(right, 0.0, up).yawed(spin))
    };
    let left = [-0.125, -0.0625, 0.0].map(|t| at(corner - along, t));
    let right = [0.0, 0.0625, 0.125].map(|t| at(along - corner, t));
    left.into_iter().chain(right).collect()
}

/// A point of a turned profile: distance from the axis, height, and the way the surface faces as (out, up).
type Turned = (f32, f32, (f32, f32));

/// A body turned on the lathe; `v` of the texture runs along the profile.
fn lathe(profile: &[Turned], segments: u16) -> Mesh {
    let mut mesh = Mesh::default();
    let mut starts = Vec::new();
    for (row, &(r, y, (out, up))) in profile.iter().enumerate() {
        starts.push(mesh.points.len() as u16);
        for i in 0..=segments {
            let u = f32::from(i) / f32::from(segments);
            let (cos, sin) = turn(u);
            let v = row as f32 / (profile.len() - 1) as f32;
            mesh.add(v3(sin * r, y, cos * r), v3(sin * out, up, cos * out), [u, v]);
        }
    }
    for pair in starts.windows(2) {
        mesh.strip(pair[0], pair[1], segments + 1);
    }
    mesh.triangles.retain(|t| {
        let [a, b, c] = t.map(|i| mesh.points[usize::from(i)]);
        (b - a).cross(c - a).dot((b - a).cross(c - a)) > 1e-16
    });
    mesh
}

/// A smooth profile through `knots` (distance from the axis, height), `steps` points between two of them.
fn curve(knots: &[(f32, f32)], steps: u8) -> Vec<Turned> {
    let knot = |i: isize| knots[i.clamp(0, knots.len() as isize - 1) as usize];
    let place = |i: isize, t: f32| {
        let spline = |a: f32, b: f32, c: f32, d: f32| {
            b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
        };
        let (a, b, c, d) = (knot(i - 1), knot(i), knot(i + 1), knot(i + 2));
        (spline(a.0, b.0, c.0, d.0).max(0.0), spline(a.1, b.1, c.1, d.1))
    };
    let mut points = Vec::new();
    for i in 0..knots.len() as isize - 1 {
        points.extend((0..steps).map(|s| place(i, f32::from(s) / f32::from(steps))));
    }
    points.extend(knots.last());
    (0..points.len())
        .map(|i| {
            let (before, after) = (points[i.saturating_sub(1)], points[(i + 1).min(points.len() - 1)]);
            let (along_r, along_y) = (after.0 - before.0, after.1 - before.1);
            // The profile runs downwards on the outside, so outward is to its left.
            (points[i].0, points[i].1, (-along_y, along_r))
        })
        .collect()
}

/// A stone: two shallow caps of so many rings that meet in a soft edge; `shown` rings from the top are made.
fn lens(segments: u16, rings: u16, shown: u16) -> Mesh {
    let (radius, half) = (STONE_WIDTH as f32 / 2.0, STONE_HEIGHT as f32 / 2.0);
    let profile: Vec<Turned> = (0..=shown)
        .map(|i| {
            let (up, out) = turn(0.25 * f32::from(i) / f32::from(rings));
            // Halfway between an ellipse and a parabola: the edge of a real stone is sharper than an ellipse's.
            let height = up * (0.6 + 0.4 * up.abs());
            let slope = (0.6 + 0.8 * up.abs()) * half;
            (out * radius, height * half, (out * slope, up * radius))
        })
        .collect();
    let mut mesh = lathe(&profile, segments);
    for (uv, p) in mesh.uvs.iter_mut().zip(&mesh.points) {
        *uv = [0.5 + p.x / (2.2 * radius), 0.5 + p.z / (2.2 * radius)];
    }
    mesh
}

/// A stone of one of the two colours.
pub fn stone(slot: Slot) -> Model {
    let size = v3(STONE_WIDTH as f32, STONE_HEIGHT as f32, STONE_WIDTH as f32);
    Model { size, parts: vec![(slot, lens(28, 7, 14))] }
}

/// A bowl, heaped with stones of one colour.
pub fn bowl(stones: Slot) -> Model {
    const KNOTS: [(f32, f32); 14] = [
        (0.0, 0.148),
        (0.09, 0.15),
        (0.152, 0.166),
        (0.158, 0.22),
        (0.161, 0.243),
        (0.168, 0.25),
        (0.176, 0.243),
        (0.188, 0.212),
        (0.21, 0.13),
        (0.202, 0.07),
        (0.165, 0.022),
        (0.132, 0.008),
        (0.126, 0.0),
        (0.0, 0.0),
    ];
    let mut profile = curve(&KNOTS, 2);
    let half = BOWL_HEIGHT as f32 / 2.0;
    for point in &mut profile {
        point.0 = point.0.min(0.21);
        point.1 = point.1.clamp(0.0, BOWL_HEIGHT as f32) - half;
    }
    // Under the stones one sees lie more of them, as one dark or light floor between the gaps.
    let floor = [(0.0, 0.198 - half, (0.0, 1.0)), (0.08, 0.19 - half, (0.15, 1.0)), (0.156, 0.17 - half, (0.3, 1.0))];
    let mut heap = lathe(&floor, 20);
    for uv in &mut heap.uvs {
        *uv = [0.1, 0.1];
    }
    for (ring, (count, radius, height)) in [(1_u8, 0.0, 0.22), (6, 0.062, 0.212), (11, 0.113, 0.193)].into_iter().enumerate() {
        for i in 0..count {
            let at = |what: i32| hash(i32::from(i) + 32 * ring as i32, what, 71);
            let (cos, sin) = turn((f32::from(i) + 0.4 * at(0)) / f32::from(count) + 0.08 * ring as f32);
            let (tilt_cos, tilt_sin) = turn(0.03 + 0.05 * at(1));
            let spin = turn(at(2));
            let place = v3(sin * radius, height - half + 0.01 * (at(3) - 0.5), cos * radius);
            let lean = |p: V3| v3(p.x * tilt_cos - p.y * tilt_sin, p.x * tilt_sin + p.y * tilt_cos, p.z).yawed(spin);
            heap.append(lens(12, 3, 4), |p| lean(p) + place, lean);
        }
    }
    let size = v3(0.42, BOWL_HEIGHT as f32, 0.42);
    Model { size, parts: vec![(WALNUT, lathe(&profile, 40)), (stones, heap)] }
}

/// A lid lying upside down, a shallow dish.
pub fn lid() -> Model {
    const KNOTS: [(f32, f32); 10] = [
        (0.0, 0.026),
        (0.1, 0.028),
        (0.146, 0.044),
        (0.157, 0.066),
        (0.163, 0.07),
        (0.169, 0.064),
        (0.17, 0.046),
        (0.14, 0.01),
        (0.12, 0.0),
        (0.0, 0.0),
    ];
    let mut profile = curve(&KNOTS, 2);
    for point in &mut profile {
        point.0 = point.0.min(0.17);
        point.1 = point.1.clamp(0.0, 0.07) - 0.035;
    }
    Model { size: v3(0.34, 0.07, 0.34), parts: vec![(WALNUT, lathe(&profile, 40))] }
}

impl Model {
    /// The `.glb` file: the model in a unit cube, one primitive a part, materials by the slots' names.
    pub fn glb(&self, name: &str) -> Vec<u8> {
        let mut bin = Bin::default();
        let shrink = v3(1.0 / self.size.x, 1.0 / self.size.y, 1.0 / self.size.z);
        let primitives: Vec<Value> = self
            .parts
            .iter()
            .enumerate()
            .map(|(material, (_, mesh))| {
                let points: Vec<V3> = mesh.points.iter().map(|p| p.times(shrink)).collect();
                // Stretching the cube back to its size turns these into the true normals again.
                let normals: Vec<V3> = mesh.normals.iter().map(|n| n.times(self.size).unit()).collect();
                let position = bin.vectors(&points, true);
                let normal = bin.vectors(&normals, false);
                let uv = bin.uvs(&mesh.uvs);
                let indices = bin.indices(&mesh.triangles);
                object! {
                    "attributes": object! { "POSITION": position, "NORMAL": normal, "TEXCOORD_0": uv },
                    "indices": indices,
                    "material": material as u32,
                }
            })
            .collect();
        let json = object! {
            "asset": object! { "version": "2.0", "generator": "Tablewright" },
            "scene": 0,
            "scenes": vec![object! { "nodes": vec![0] }],
            "nodes": vec![object! { "mesh": 0, "name": name }],
            "meshes": vec![object! { "name": name, "primitives": primitives }],
            "materials": self.parts.iter().map(|(slot, _)| material(*slot)).collect::<Vec<_>>(),
            "buffers": vec![object! { "byteLength": bin.bytes.len() as u32 }],
            "bufferViews": bin.views,
            "accessors": bin.accessors,
        };
        container(json.compact().into_bytes(), bin.bytes)
    }
}

fn material(slot: Slot) -> Value {
    // glTF colours are linear; a cubic in place of the power keeps the text the same everywhere.
    let linear = |shift: u32| {
        let s = f64::from((slot.color >> shift) & 255) / 255.0;
        let value = s * (s * (s * 0.305_306_011 + 0.682_171_111) + 0.012_522_878);
        (value * 10_000.0).round() / 10_000.0
    };
    object! {
        "name": slot.name,
        "pbrMetallicRoughness": object! {
            "baseColorFactor": vec![linear(16), linear(8), linear(0), 1.0],
            "metallicFactor": 0,
            "roughnessFactor": f64::from(slot.roughness) / 100.0,
        },
    }
}

/// The binary chunk under construction, with the views and accessors into it.
#[derive(Default)]
struct Bin {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Bin {
    const FLOAT: u32 = 5126;
    const UNSIGNED_SHORT: u32 = 5123;
    const VERTICES: u32 = 34962;
    const INDICES: u32 = 34963;

    /// Adds `bytes` as one view and gives the accessor's index.
    fn push(&mut self, bytes: &[u8], target: u32, accessor: Value) -> u32 {
        let view = self.views.len() as u32;
        self.views.push(object! {
            "buffer": 0, "byteOffset": self.bytes.len() as u32, "byteLength": bytes.len() as u32, "target": target,
        });
        self.bytes.extend_from_slice(bytes);
        // Every view starts on four bytes, as float accessors demand.
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let Value::Object(mut members) = accessor else { return view };
        members.insert(0, ("bufferView".to_owned(), view.into()));
        self.accessors.push(Value::Object(members));
        view
    }

    fn vectors(&mut self, vectors: &[V3], bounds: bool) -> u32 {
        let bytes: Vec<u8> = vectors.iter().flat_map(|v| v.array()).flat_map(f32::to_le_bytes).collect();
        let mut accessor = object! { "componentType": Self::FLOAT, "count": vectors.len() as u32, "type": "VEC3" };
        if bounds {
            let extreme = |pick: fn(f32, f32) -> f32| -> Vec<f64> {
                let first = vectors.first().copied().unwrap_or_default().array();
                let all = vectors.iter().fold(first, |a, v| std::array::from_fn(|i| pick(a[i], v.array()[i])));
                all.map(f64::from).to_vec()
            };
            accessor = accessor.with("min", extreme(f32::min)).with("max", extreme(f32::max));
        }
        self.push(&bytes, Self::VERTICES, accessor)
    }

    fn uvs(&mut self, uvs: &[[f32; 2]]) -> u32 {
        let bytes: Vec<u8> = uvs.iter().flatten().flat_map(|c| c.to_le_bytes()).collect();
        let accessor = object! { "componentType": Self::FLOAT, "count": uvs.len() as u32, "type": "VEC2" };
        self.push(&bytes, Self::VERTICES, accessor)
    }

    fn indices(&mut self, triangles: &[[u16; 3]]) -> u32 {
        let bytes: Vec<u8> = triangles.iter().flatten().flat_map(|i| i.to_le_bytes()).collect();
        let count = triangles.len() as u32 * 3;
        let accessor = object! { "componentType": Self::UNSIGNED_SHORT, "count": count, "type": "SCALAR" };
        self.push(&bytes, Self::INDICES, accessor)
    }
}

/// A binary glTF file of the two chunks.
fn container(mut json: Vec<u8>, bin: Vec<u8>) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    let total = 12 + 8 + json.len() + 8 + bin.len();
    let mut out = Vec::with_capacity(total);
    out.extend(b"glTF");
    for word in [2, total as u32, json.len() as u32] {
        out.extend(word.to_le_bytes());
    }
    out.extend(b"JSON");
    out.extend(json);
    out.extend((bin.len() as u32).to_le_bytes());
    out.extend(b"BIN\0");
    out.extend(bin);
    out
}

#[cfg(test)]
mod tests {
    use super::super::layout::BOARDS;
    use super::*;

    fn all() -> Vec<Model> {
        let mut models: Vec<Model> = BOARDS.iter().map(board).collect();
        models.extend([stone(SLATE), stone(SHELL), bowl(SLATE), bowl(SHELL), lid()]);
        models
    }

    #[test]
    fn models_fill_the_box_they_claim() {
        for model in all() {
            for (pick, sign) in [(f32::min as fn(f32, f32) -> f32, -0.5), (f32::max, 0.5)] {
                let points = model.parts.iter().flat_map(|(_, mesh)| &mesh.points);
                let extreme = points.fold([0.0; 3], |a: [f32; 3], p| std::array::from_fn(|i| pick(a[i], p.array()[i])));
                for (found, size) in extreme.into_iter().zip(model.size.array()) {
                    assert!((found - sign * size).abs() < 0.002, "{found} of {size}");
                }
            }
        }
    }

    #[test]
    fn triangles_face_the_way_their_normals_do() {
        for model in all() {
            for (slot, mesh) in &model.parts {
                for t in &mesh.triangles {
                    let [a, b, c] = t.map(|i| mesh.points[usize::from(i)]);
                    let face = (b - a).cross(c - a).unit();
                    let mean = t.iter().fold(V3::default(), |sum, i| sum + mesh.normals[usize::from(*i)]);
                    assert!(face.dot(mean) > 0.0, "a triangle of {} is inside out: {a:?} {b:?} {c:?}", slot.name);
                }
            }
        }
    }

    #[test]
    fn gltf_reads_what_we_write() {
        for model in all() {
            let file = gltf::Gltf::from_slice(&model.glb("model")).unwrap();
            let primitives: Vec<_> = file.meshes().flat_map(|m| m.primitives().collect::<Vec<_>>()).collect();
            assert_eq!(primitives.len(), model.parts.len());
            for (primitive, (slot, mesh)) in primitives.iter().zip(&model.parts) {
                assert_eq!(primitive.material().name(), Some(slot.name));
                let reader = primitive.reader(|_| file.blob.as_deref());
                assert_eq!(reader.read_positions().unwrap().count(), mesh.points.len());
                assert_eq!(reader.read_tex_coords(0).unwrap().into_f32().count(), mesh.uvs.len());
                let indices: Vec<u32> = reader.read_indices().unwrap().into_u32().collect();
                assert_eq!(indices.len(), mesh.triangles.len() * 3);
                assert!(indices.iter().all(|i| (*i as usize) < mesh.points.len()));
                let normals: Vec<_> = reader.read_normals().unwrap().collect();
                assert!(normals.iter().all(|n| (V3 { x: n[0], y: n[1], z: n[2] }.dot(v3(n[0], n[1], n[2])) - 1.0).abs() < 1e-3));
            }
        }
    }
}
