//! From a piece to the shapes it is drawn with, and to the box that a click hits.
//!
//! Sizes: `scale` is a size in feet for dice, tokens, boards, bags and holders, and the piece's position is its middle.
//! Cards and decks have the standard footprint; a deck's height follows from its count. With a model, `scale` multiplies
//! the model and the position is the model's own origin (setup-json.txt, and as measured in real packs).

use egui::Color32;
use three_d::{InnerSpace, One, Quat, Rotation, Rotation3, Vec3, Zero, degrees, vec3};

use super::math::{Bounds, OrientedBox, quat_from_euler};
use super::model::{
    CARD_LENGTH, CARD_WIDTH, Contents, DEFAULT_WOOD, Entity, Kind, Look, SHEET, Table, Tiling, TokenShape, Vessel,
};
use super::shapes::Shape;

/// What a piece's triangles are.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MeshId {
    /// One of the shared shapes.
    Shape(Shape),
    /// Part `1` of the model at path `0` in the pack.
    Model(std::sync::Arc<str>, u32),
}

/// How a surface gets its colour. The numbers are the shader's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    /// Plain colour.
    Plain = 0,
    /// A texture by the mesh's own coordinates.
    Mapped = 1,
    /// A texture on the side that faces up in the piece's own space.
    Top = 2,
    /// A texture on both flat sides.
    TopAndBottom = 3,
    /// Wood grain.
    Wood = 4,
    /// Stripes: what should stand here is missing.
    Placeholder = 5,
    /// The edge of a pile of cards.
    Sheets = 6,
    /// Flat and unlit.
    Mark = 7,
    /// The floor with its grid.
    Floor = 8,
    /// A repeated texture that is multiplied by the colour, on the side that faces up.
    Cloth = 9,
}

/// A texture that a part uses.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TextureId {
    /// A picture file, by its path in the pack.
    File(std::sync::Arc<str>),
    /// Picture `1` inside the model at path `0`.
    InModel(std::sync::Arc<str>, u32),
}

/// One shape of a piece, placed in the world.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Its triangles.
    pub mesh: MeshId,
    /// Where its middle (or the model's origin) is.
    pub position: Vec3,
    /// How it is turned.
    pub turn: Quat,
    /// Half its sizes, or what the model is multiplied by.
    pub half: Vec3,
    /// The radius of its rounded edges, in feet; 0 for plain scaling.
    pub radius: f32,
    /// Colour and opacity.
    pub color: Color32,
    /// How it is coloured.
    pub surface: Surface,
    /// The texture that the surface needs.
    pub texture: Option<TextureId>,
    /// How often the texture is repeated.
    pub tiling: Tiling,
    /// From 0 (matte) to 1 (glossy).
    pub gloss: f32,
}

/// What is known of a `.glb` so far.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelState {
    /// It is still being read; a quiet box stands for it.
    Loading,
    /// It can't be shown; a striped, labelled box stands for it.
    Broken,
    /// It is there.
    Ready(std::sync::Arc<ModelInfo>),
}

/// A loaded model without its triangles.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelInfo {
    /// Its box, in the model's own feet.
    pub bounds: Bounds,
    /// Its parts: material name, colour, texture inside the model.
    pub parts: Vec<ModelPart>,
}

/// One part of a model: the triangles of one material.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelPart {
    /// The material's name, which `materialSlots` refers to.
    pub material: String,
    /// Its base colour.
    pub color: Color32,
    /// Its base colour texture: the picture's number in the model.
    pub picture: Option<u32>,
    /// From 0 (matte) to 1 (glossy).
    pub gloss: f32,
}

/// Knows the state of models and textures by their paths in the pack.
pub trait Library {
    /// The model at `path`.
    fn model(&mut self, path: &std::sync::Arc<str>) -> ModelState;
    /// Whether the texture can be drawn now.
    fn texture_ready(&mut self, texture: &TextureId) -> bool;
}

/// A library where nothing is loaded; models are placeholders.
pub struct NoLibrary;

impl Library for NoLibrary {
    fn model(&mut self, _path: &std::sync::Arc<str>) -> ModelState {
        ModelState::Broken
    }

    fn texture_ready(&mut self, _texture: &TextureId) -> bool {
        false
    }
}

/// Where a piece is drawn: its own place, or where a drag has it for now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// The position in feet.
    pub position: Vec3,
    /// The rotation.
    pub turn: Quat,
}

impl Placement {
    /// The entity's own.
    pub fn of(entity: &Entity) -> Self {
        Self { position: entity.position_f32(), turn: quat_from_euler(entity.rotation) }
    }
}

/// Whether the piece is shown as a placeholder that wants its name beside it.
pub fn is_placeholder(entity: &Entity, library: &mut dyn Library) -> bool {
    entity.model.as_ref().is_some_and(|path| library.model(path) == ModelState::Broken)
}

/// The box that stands for the piece: what a click hits, what *Frame* frames, where the gizmo stands.
pub fn entity_box(entity: &Entity, at: Placement, library: &mut dyn Library) -> OrientedBox {
    let (center, half) = local_box(entity, library);
    OrientedBox { center: at.position + at.turn.rotate_vector(center), half, rotation: at.turn }
}

fn local_box(entity: &Entity, library: &mut dyn Library) -> (Vec3, Vec3) {
    if let Some(path) = &entity.model {
        if let ModelState::Ready(info) = library.model(path)
            && !info.bounds.is_empty()
        {
            let (c, h, s) = (info.bounds.center(), info.bounds.half(), entity.scale);
            return (vec3(c.x * s.x, c.y * s.y, c.z * s.z), abs(vec3(h.x * s.x, h.y * s.y, h.z * s.z)));
        }
        let half = placeholder_half(entity);
        // A model that stands on its origin is the common case; so does its placeholder.
        return (vec3(0.0, half.y, 0.0), half);
    }
    (Vec3::zero(), body_half(entity))
}

/// Half the sizes of a piece without a model.
fn body_half(entity: &Entity) -> Vec3 {
    let half = abs(entity.scale * 0.5);
    let least = |v: f32| if v.is_finite() { v.clamp(0.002, 500.0) } else { 0.05 };
    match entity.kind {
        Kind::Card => vec3(CARD_WIDTH * 0.5, (SHEET * 4.0) * 0.5, CARD_LENGTH * 0.5),
        Kind::Deck => {
            let height = SHEET * entity.stack_count.max(1) as f32;
            vec3(CARD_WIDTH * 0.5, height.max(SHEET * 4.0) * 0.5, CARD_LENGTH * 0.5)
        }
        _ => vec3(least(half.x), least(half.y), least(half.z)),
    }
}

/// A model's size is not known before it is there, and `scale` only multiplies it. What the scene gives away comes first;
/// else the footprint that `scale` would give a model of one foot, held to a slab, so that a board's placeholder doesn't
/// hide what lies on it.
fn placeholder_half(entity: &Entity) -> Vec3 {
    let least = |v: f32| if v.is_finite() { v.abs().clamp(0.004, 250.0) } else { 0.05 };
    let half = entity.expected.unwrap_or(entity.scale) * 0.5;
    let (x, z) = (least(half.x), least(half.z));
    let y = if entity.expected.is_some() { half.y } else { half.y.min(x.min(z) * SLAB) };
    vec3(x, least(y).max(0.008), z)
}

/// A placeholder's height beside its half width.
const SLAB: f32 = 0.04;

fn abs(v: Vec3) -> Vec3 {
    vec3(v.x.abs(), v.y.abs(), v.z.abs())
}

/// Collects the parts of one piece.
struct Builder<'a> {
    at: Placement,
    out: &'a mut Vec<Part>,
}

impl Builder<'_> {
    fn add(&mut self, shape: Shape, offset: Vec3, turn: Quat, half: Vec3, radius: f32, color: Color32) -> &mut Part {
        self.out.push(Part {
            mesh: MeshId::Shape(shape),
            position: self.at.position + self.at.turn.rotate_vector(offset),
            turn: self.at.turn * turn,
            half,
            radius: radius.min(half.x).min(half.z).max(0.0),
            color,
            surface: Surface::Plain,
            texture: None,
            tiling: Tiling::default(),
            gloss: 0.25,
        });
        self.out.last_mut().expect("a part was just pushed")
    }

    fn whole(&mut self, shape: Shape, half: Vec3, radius: f32, color: Color32) -> &mut Part {
        self.add(shape, Vec3::zero(), Quat::one(), half, radius, color)
    }
}

/// Appends the parts of `entity` at `at`.
pub fn entity_parts(entity: &Entity, at: Placement, library: &mut dyn Library, out: &mut Vec<Part>) {
    if let Some(path) = &entity.model {
        model_parts(entity, path, at, library, out);
        return;
    }
    let half = body_half(entity);
    let look = entity.slots.iter().find(|(name, _)| name.is_empty()).map(|(_, look)| look);
    let color = look.map_or(entity.color, |look| look.color);
    let face = entity.texture.as_ref().or(look.and_then(|l| l.texture.as_ref()));
    let face = face.map(|path| TextureId::File(path.clone())).filter(|t| library.texture_ready(t));
    let gloss = look.map(|l| f32::from(l.gloss) / 255.0);
    let mut b = Builder { at, out };
    match entity.kind {
        Kind::Card | Kind::Deck => cards(&mut b, entity, half, color, face),
        Kind::Die => die(&mut b, entity.sides, half, color),
        Kind::Token => token(&mut b, entity.shape, half, color, face, gloss),
        Kind::Board => {
            let part = b.whole(Shape::RoundedBox, half, edge(half, 0.012), color);
            part.gloss = gloss.unwrap_or(0.2);
            paint(part, face, Surface::Top);
        }
        Kind::Bag => bag(&mut b, entity, half, color),
        Kind::CardHolder => holder(&mut b, half, color),
        Kind::Button => button(&mut b, half, color),
        Kind::Custom | Kind::Decor | Kind::Other => {
            let part = b.whole(Shape::RoundedBox, half, edge(half, 0.02), color);
            paint(part, face, Surface::Top);
        }
    }
}

/// A bevel that suits the size: never more than the smallest half, never more than `most`.
fn edge(half: Vec3, most: f32) -> f32 {
    (half.x.min(half.y).min(half.z) * 0.4).min(most)
}

fn paint(part: &mut Part, texture: Option<TextureId>, surface: Surface) {
    if texture.is_some() {
        part.texture = texture;
        part.surface = surface;
    }
}

fn model_parts(entity: &Entity, path: &std::sync::Arc<str>, at: Placement, library: &mut dyn Library, out: &mut Vec<Part>) {
    let state = library.model(path);
    let ModelState::Ready(info) = state else {
        let (center, half) = local_box(entity, library);
        let mut b = Builder { at, out };
        let color = if state == ModelState::Loading { faded(entity.color) } else { entity.color };
        let part = b.add(Shape::RoundedBox, center, Quat::one(), half, edge(half, 0.015), color);
        part.gloss = 0.0;
        if state == ModelState::Broken {
            part.surface = Surface::Placeholder;
        }
        return;
    };
    for (index, part) in info.parts.iter().enumerate() {
        let slot = |name: &str| entity.slots.iter().find(|(n, _)| n == name).map(|(_, look)| look);
        let look: Option<&Look> = slot(&part.material).or_else(|| slot(""));
        let (color, texture, tiling, gloss) = match look {
            Some(look) => (look.color, look.texture.clone().map(TextureId::File), look.tiling, f32::from(look.gloss) / 255.0),
            None => {
                let picture = part.picture.map(|p| TextureId::InModel(path.clone(), p));
                (part.color, picture, Tiling::default(), part.gloss)
            }
        };
        let texture = texture.filter(|t| library.texture_ready(t));
        out.push(Part {
            mesh: MeshId::Model(path.clone(), index as u32),
            position: at.position,
            turn: at.turn,
            half: entity.scale,
            radius: 0.0,
            color,
            surface: if texture.is_some() { Surface::Mapped } else { Surface::Plain },
            texture,
            tiling,
            gloss,
        });
    }
}

fn faded(color: Color32) -> Color32 {
    let half = |c: u8| ((u16::from(c) + 0x90) / 2) as u8;
    Color32::from_rgb(half(color.r()), half(color.g()), half(color.b()))
}

/// The back of a card that names none.
const CARD_BACK: Color32 = Color32::from_rgb(0x34, 0x50, 0x86);
const PAPER: Color32 = Color32::from_rgb(0xf4, 0xf1, 0xea);

fn cards(b: &mut Builder<'_>, entity: &Entity, half: Vec3, color: Color32, face: Option<TextureId>) {
    let corner = CARD_WIDTH * 0.055;
    let body = b.whole(Shape::Slab, half, corner, PAPER);
    body.surface = Surface::Sheets;
    body.gloss = 0.15;
    // The top sheet, a hair above the pile: a face, or a back within its white margin.
    let y = half.y + 0.0004;
    if !entity.face_down && face.is_some() {
        let top = b.add(Shape::Slab, vec3(0.0, y, 0.0), Quat::one(), vec3(half.x, 0.0004, half.z), corner, PAPER);
        paint(top, face, Surface::Top);
        return;
    }
    let margin = CARD_WIDTH * 0.05;
    let inner = vec3(half.x - margin, 0.0004, half.z - margin);
    let hue = if entity.face_down || entity.kind == Kind::Deck { back_of(color) } else { color };
    b.add(Shape::Slab, vec3(0.0, y, 0.0), Quat::one(), inner, corner * 0.7, hue).gloss = 0.15;
}

/// A deck's colour is its back's; a white one gets the everyday blue.
fn back_of(color: Color32) -> Color32 {
    if color.r().min(color.g()).min(color.b()) > 0xd8 { CARD_BACK } else { color }
}

fn luma(color: Color32) -> f32 {
    0.299 * f32::from(color.r()) + 0.587 * f32::from(color.g()) + 0.114 * f32::from(color.b())
}

fn die(b: &mut Builder<'_>, sides: u8, half: Vec3, color: Color32) {
    let shape = match sides {
        4 => Shape::D4,
        8 => Shape::D8,
        10 => Shape::D10,
        12 => Shape::D12,
        20 => Shape::D20,
        _ => Shape::RoundedBox,
    };
    if shape != Shape::RoundedBox {
        b.whole(shape, half, 0.0, color).gloss = 0.55;
        return;
    }
    let radius = half.x.min(half.y).min(half.z) * 0.28;
    b.whole(Shape::RoundedBox, half, radius, color).gloss = 0.55;
    let pip = if luma(color) > 110.0 { Color32::from_rgb(0x22, 0x22, 0x26) } else { Color32::from_rgb(0xf4, 0xf4, 0xf0) };
    const A: f32 = 0.42;
    let faces: [(Quat, f32, &[(f32, f32)]); 6] = [
        (Quat::one(), half.y, &[(0.0, 0.0)]),
        (Quat::from_angle_x(degrees(180.0)), half.y, &[(-A, -A), (-A, 0.0), (-A, A), (A, -A), (A, 0.0), (A, A)]),
        (Quat::from_angle_x(degrees(90.0)), half.z, &[(-A, -A), (A, A)]),
        (Quat::from_angle_x(degrees(-90.0)), half.z, &[(-A, -A), (A, A), (0.0, 0.0), (-A, A), (A, -A)]),
        (Quat::from_angle_z(degrees(-90.0)), half.x, &[(-A, -A), (0.0, 0.0), (A, A)]),
        (Quat::from_angle_z(degrees(90.0)), half.x, &[(-A, -A), (A, A), (-A, A), (A, -A)]),
    ];
    let size = half.x.min(half.z);
    for (turn, height, pips) in faces {
        for (x, z) in pips {
            let place = turn.rotate_vector(vec3(x * size, height + size * 0.004, z * size));
            b.add(Shape::Spot, place, turn, vec3(size * 0.17, 1.0, size * 0.17), 0.0, pip).gloss = 0.1;
        }
    }
}

fn token(b: &mut Builder<'_>, shape: TokenShape, half: Vec3, color: Color32, face: Option<TextureId>, gloss: Option<f32>) {
    let part = match shape {
        TokenShape::Cylinder => b.whole(Shape::Disc, half, (half.y * 0.5).min(half.x * 0.14), color),
        TokenShape::Lens => b.whole(Shape::Ball, half, 0.0, color),
        TokenShape::Box => b.whole(Shape::RoundedBox, half, edge(half, 0.012), color),
        TokenShape::Sphere => b.whole(Shape::Ball, half, 0.0, color),
        TokenShape::Cone => b.whole(Shape::Pawn, half, 0.0, color),
        TokenShape::Hex => b.whole(Shape::Hex, half, 0.0, color),
    };
    part.gloss = gloss.unwrap_or(0.45);
    paint(part, face, Surface::TopAndBottom);
}

fn bag(b: &mut Builder<'_>, entity: &Entity, half: Vec3, color: Color32) {
    let (level, room) = match entity.vessel {
        Vessel::Tray => {
            let wall = (half.x.min(half.z) * 0.09).min(half.y * 0.4);
            let part = b.whole(Shape::Tray, half, wall * 0.5, color);
            part.gloss = 0.2;
            part.surface = Surface::Wood;
            (-half.y * 0.2, vec3(half.x - wall, half.y, half.z - wall))
        }
        Vessel::Bowl => {
            let part = b.whole(Shape::Bowl, half, 0.0, color);
            part.gloss = 0.35;
            (half.y * 0.15, vec3(half.x * 0.8, half.y, half.z * 0.8))
        }
        Vessel::Sack => {
            b.whole(Shape::Sack, half, 0.0, color).gloss = 0.05;
            return;
        }
    };
    if let Some(contents) = &entity.contents {
        heap(b, contents, level, room);
    }
}

/// A small heap of what the bag hands out, from `level` up; always the same. What lies below is not seen.
fn heap(b: &mut Builder<'_>, contents: &Contents, level: f32, room: Vec3) {
    let half = abs(contents.size * 0.5);
    let reach = half.x.max(half.z).max(0.004);
    // Pieces larger than the vessel are shown smaller, for they are only a hint of what is inside.
    let shrink = (room.x.min(room.z) * 0.33 / reach).min(1.0);
    let half = half * shrink;
    let reach = reach * shrink;
    let outer = (room.x.min(room.z) - reach * 1.05).max(0.0);
    let ring = ((std::f32::consts::TAU * outer / (reach * 2.15)) as usize).clamp(1, 12);
    let layers = [(ring, outer, 0.0), (ring, outer * 0.94, 1.7), ((ring / 2).max(1), outer * 0.45, 3.0), (1, 0.0, 4.4)];
    for (layer, (count, radius, height)) in layers.into_iter().enumerate() {
        for i in 0..count {
            let angle = std::f32::consts::TAU * (i as f32 + 0.37 * layer as f32) / count as f32;
            let wobble = ((i * 7 + layer * 3) % 5) as f32 * 0.08;
            let place = vec3(angle.cos() * radius, level + half.y * (0.6 + height + wobble), angle.sin() * radius);
            let turn = Quat::from_axis_angle(vec3(angle.sin(), 0.0, -angle.cos()).normalize(), degrees(6.0 + 40.0 * wobble));
            match contents.shape {
                TokenShape::Box => b.add(Shape::RoundedBox, place, turn, half, edge(half, 0.01), contents.color),
                TokenShape::Cylinder => b.add(Shape::Disc, place, turn, half, (half.y * 0.5).min(half.x * 0.14), contents.color),
                TokenShape::Cone => b.add(Shape::Pawn, place, turn, half, 0.0, contents.color),
                TokenShape::Hex => b.add(Shape::Hex, place, turn, half, 0.0, contents.color),
                TokenShape::Sphere | TokenShape::Lens => b.add(Shape::Bead, place, turn, half, 0.0, contents.color),
            }
            .gloss = 0.45;
        }
    }
}

fn holder(b: &mut Builder<'_>, half: Vec3, color: Color32) {
    let slant = Quat::from_angle_x(degrees(-14.0));
    let base = vec3(half.x, half.y * 0.34, half.z);
    let pieces = [
        (vec3(0.0, -half.y * 0.66, 0.0), Quat::one(), base),
        (vec3(0.0, half.y * 0.1, -half.z * 0.45), slant, vec3(half.x, half.y * 0.8, half.z * 0.14)),
        (vec3(0.0, -half.y * 0.22, half.z * 0.42), slant, vec3(half.x, half.y * 0.42, half.z * 0.14)),
    ];
    for (place, turn, size) in pieces {
        b.add(Shape::RoundedBox, place, turn, size, edge(size, 0.008), color).surface = Surface::Wood;
    }
}

fn button(b: &mut Builder<'_>, half: Vec3, color: Color32) {
    let dark = Color32::from_rgb(0x33, 0x35, 0x3b);
    let base = vec3(half.x, half.y * 0.45, half.z);
    b.add(Shape::Disc, vec3(0.0, -half.y * 0.55, 0.0), Quat::one(), base, half.y * 0.2, dark);
    let cap = vec3(half.x * 0.78, half.y * 0.6, half.z * 0.78);
    b.add(Shape::Dome, vec3(0.0, half.y * 0.4, 0.0), Quat::one(), cap, 0.0, color).gloss = 0.6;
}

/// How thick half a table's cloth is, and how far it stays from the edge, in feet. It is repeated once a foot.
const CLOTH: f32 = 0.004;
const RIM: f32 = 0.07;

/// Appends the table: a top, and legs where the floor is far enough below.
pub fn table_parts(table: &Table, library: &mut dyn Library, out: &mut Vec<Part>) {
    if !table.visible {
        return;
    }
    let thick = 0.09f32;
    let at = Placement { position: vec3(0.0, 0.0, 0.0), turn: Quat::one() };
    let mut b = Builder { at, out };
    let half = vec3(table.half[0], thick, table.half[1]);
    let shape = if table.round { Shape::Disc } else { Shape::RoundedBox };
    let texture = table.texture.as_ref().map(|t| TextureId::File(t.clone())).filter(|t| library.texture_ready(t));
    // Under a cloth the table is plain wood.
    let wood = if texture.is_some() { DEFAULT_WOOD } else { table.color };
    let lowered = if texture.is_some() { CLOTH * 2.0 } else { 0.0 };
    let top = b.add(shape, vec3(0.0, table.height - thick - lowered, 0.0), Quat::one(), half, 0.03, wood);
    top.surface = Surface::Wood;
    top.gloss = 0.3;
    if texture.is_some() {
        let half = vec3(half.x - RIM, CLOTH, half.z - RIM);
        let cloth = b.add(shape, vec3(0.0, table.height - CLOTH, 0.0), Quat::one(), half, CLOTH, table.color);
        cloth.tiling = Tiling([half.x * 2.0, half.z * 2.0]);
        cloth.gloss = 0.02;
        paint(cloth, texture, Surface::Cloth);
    }
    let room = table.height - thick * 2.0 - table.floor;
    if room < 0.3 {
        return;
    }
    let leg = vec3(0.11, room * 0.5, 0.11);
    let y = table.floor + room * 0.5;
    let inset = if table.round { 0.62 } else { 1.0 };
    let (x, z) = ((table.half[0] * inset - 0.22).max(0.15), (table.half[1] * inset - 0.22).max(0.15));
    for (sx, sz) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        let part = b.add(Shape::RoundedBox, vec3(sx * x, y, sz * z), Quat::one(), leg, 0.015, wood);
        part.surface = Surface::Wood;
        part.gloss = 0.2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    struct One(ModelState);

    impl Library for One {
        fn model(&mut self, _path: &Arc<str>) -> ModelState {
            self.0.clone()
        }

        fn texture_ready(&mut self, _texture: &TextureId) -> bool {
            true
        }
    }

    fn parts(entity: &Entity, library: &mut dyn Library) -> Vec<Part> {
        let mut out = Vec::new();
        entity_parts(entity, Placement::of(entity), library, &mut out);
        out
    }

    #[test]
    fn every_kind_is_drawn_within_its_box() {
        for kind in [
            Kind::Card,
            Kind::Deck,
            Kind::Die,
            Kind::Token,
            Kind::Board,
            Kind::Bag,
            Kind::Custom,
            Kind::CardHolder,
            Kind::Button,
            Kind::Other,
        ] {
            let mut entity = Entity::new("e", kind);
            entity.contents = Some(Contents { shape: TokenShape::Lens, size: vec3(0.07, 0.03, 0.07), color: Color32::WHITE });
            let limit = entity_box(&entity, Placement::of(&entity), &mut NoLibrary);
            let all = parts(&entity, &mut NoLibrary);
            assert!(!all.is_empty(), "{kind:?}");
            for part in all.iter().filter(|p| p.mesh != MeshId::Shape(Shape::Bead)) {
                for axis in [0, 2] {
                    assert!(part.position[axis].abs() + part.half[axis] <= limit.half[axis] * 1.35, "{kind:?} {part:?}");
                }
            }
        }
    }

    #[test]
    fn a_deck_grows_with_its_count_and_ignores_its_scale() {
        let mut deck = Entity::new("d", Kind::Deck);
        deck.scale = vec3(9.0, 9.0, 9.0);
        deck.stack_count = 52;
        let small = entity_box(&deck, Placement::of(&deck), &mut NoLibrary).half;
        deck.stack_count = 520;
        let large = entity_box(&deck, Placement::of(&deck), &mut NoLibrary).half;
        assert_eq!(small.x, CARD_WIDTH * 0.5);
        assert!((large.y / small.y - 10.0).abs() < 1e-3);
    }

    #[test]
    fn a_model_is_multiplied_and_a_missing_one_keeps_its_footprint() {
        let mut board = Entity::new("b", Kind::Board);
        board.scale = vec3(2.5, 1.75, 2.5);
        board.model = Some("models/b.glb".into());
        let missing = entity_box(&board, Placement::of(&board), &mut One(ModelState::Broken));
        assert_eq!((missing.half.x, missing.half.z), (1.25, 1.25));
        assert!(missing.half.y < 0.1, "a slab, not a tower");
        assert_eq!(parts(&board, &mut One(ModelState::Broken))[0].surface, Surface::Placeholder);
        let mut bounds = Bounds::EMPTY;
        bounds.add(vec3(-0.5, 0.0, -0.5));
        bounds.add(vec3(0.5, 0.02, 0.5));
        let part = ModelPart { material: "Goban".into(), color: Color32::GRAY, picture: None, gloss: 0.1 };
        let ready = ModelState::Ready(Arc::new(ModelInfo { bounds, parts: vec![part] }));
        let there = entity_box(&board, Placement::of(&board), &mut One(ready.clone()));
        assert!((there.half.y - 0.0175).abs() < 1e-6 && (there.center.y - 0.0175).abs() < 1e-6);
        board.slots.push((
            "Goban".into(),
            Look { color: Color32::RED, texture: Some("t.png".into()), tiling: Tiling::default(), gloss: 255 },
        ));
        let drawn = parts(&board, &mut One(ready));
        assert_eq!((drawn[0].color, drawn[0].surface), (Color32::RED, Surface::Mapped));
    }
}
