//! What the scene view draws and picks: plain data, read once from a resolved scene, never changed while drawn.
//!
//! Lengths are feet, angles degrees, y is up. Positions and rotations keep the document's 64-bit numbers, so that a
//! proposed edit leaves untouched axes exactly as they were; drawing narrows them.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::Color32;
use rustc_hash::FxHasher;
use tablewright_core::variants::diff::Mark;
use three_d::{Vec3, vec3};

use super::assets::AssetProblem;
use super::difference::Shown as _;

/// The nine kinds of setup-json.txt, and what a newer platform may add.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// One card.
    Card,
    /// A pile of cards; its height follows from its count.
    Deck,
    /// A die.
    Die,
    /// A counter, stone, checker or pawn.
    Token,
    /// A board.
    Board,
    /// A bag, bowl or tray.
    Bag,
    /// A piece whose look is its model.
    Custom,
    /// A rack that holds cards.
    CardHolder,
    /// A button that players press.
    Button,
    /// Part of a room or table pack's own furniture; it is shown and can't be picked.
    Decor,
    /// A kind that this version does not know.
    Other,
}

impl Kind {
    /// The kind that `objects[].kind` names.
    pub fn from_name(name: &str) -> Self {
        match name {
            "card" => Self::Card,
            "deck" => Self::Deck,
            "die" => Self::Die,
            "token" => Self::Token,
            "board" => Self::Board,
            "bag" => Self::Bag,
            "custom" => Self::Custom,
            "card-holder" => Self::CardHolder,
            "button" => Self::Button,
            _ => Self::Other,
        }
    }

    /// The size in feet of a piece that says none: setup-json.txt has the platform fill one in and does not print it, so
    /// these are everyday sizes (a die of 16 mm, a poker card, a checker).
    pub fn default_size(self) -> Vec3 {
        match self {
            Self::Card | Self::Deck => vec3(CARD_WIDTH, 1.0, CARD_LENGTH),
            Self::Die => vec3(0.0525, 0.0525, 0.0525),
            Self::Token => vec3(0.12, 0.03, 0.12),
            Self::Board => vec3(1.5, 0.05, 1.5),
            Self::Bag => vec3(0.4, 0.3, 0.4),
            Self::CardHolder => vec3(0.8, 0.15, 0.2),
            Self::Button => vec3(0.3, 0.12, 0.3),
            Self::Custom | Self::Decor | Self::Other => vec3(0.3, 0.3, 0.3),
        }
    }
}

/// The standard card's width in feet (2.5 inches). A card's and deck's own scale is discarded by the platform.
pub const CARD_WIDTH: f32 = 2.5 / 12.0;
/// The standard card's length in feet (3.5 inches).
pub const CARD_LENGTH: f32 = 3.5 / 12.0;
/// One sheet of a deck in feet (0.2 mm).
pub const SHEET: f32 = 0.2 / 304.8;

/// The body of a token, from `metadata.tokenShape`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenShape {
    /// A disc; also what an unknown shape is drawn as.
    Cylinder,
    /// A block.
    Box,
    /// A ball.
    Sphere,
    /// A cone or pawn.
    Cone,
    /// A six-sided tile.
    Hex,
    /// A lens, as go stones are.
    Lens,
}

/// The vessel of a bag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Vessel {
    /// An open tray with upright walls.
    Tray,
    /// A round bowl.
    Bowl,
    /// A closed cloth bag.
    Sack,
}

/// How often a texture is repeated, across and down.
#[derive(Debug, Clone, Copy)]
pub struct Tiling(pub [f32; 2]);

impl Tiling {
    fn bits(self) -> [u32; 2] {
        self.0.map(f32::to_bits)
    }
}

impl Default for Tiling {
    fn default() -> Self {
        Self([1.0, 1.0])
    }
}

impl PartialEq for Tiling {
    fn eq(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }
}

impl Eq for Tiling {}

impl Hash for Tiling {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().hash(state);
    }
}

/// A colour and a texture, as an entry of `materials[]` gives them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Look {
    /// The diffuse colour; it multiplies the texture.
    pub color: Color32,
    /// The diffuse map, a path in the pack.
    pub texture: Option<Arc<str>>,
    /// How often the texture is repeated.
    pub tiling: Tiling,
    /// From 0 (matte) to 255 (glossy).
    pub gloss: u8,
}

/// What lies in a bag: the piece that it hands out.
#[derive(Debug, Clone, PartialEq)]
pub struct Contents {
    /// The piece's body.
    pub shape: TokenShape,
    /// The piece's size in feet.
    pub size: Vec3,
    /// The piece's colour.
    pub color: Color32,
}

/// A difference or state that is mixed into a piece's lit colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tint {
    /// The hue.
    pub color: Color32,
    /// How much of it, 0 to 1.
    pub amount: f32,
}

/// One piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Entity {
    /// The entity's id; several may share one where the file repeats it.
    pub id: String,
    /// Its kind.
    pub kind: Kind,
    /// What its chip says: the display name, else the label.
    pub label: String,
    /// Where it is, in feet.
    pub position: [f64; 3],
    /// Euler angles in degrees; see [`super::math::quat_from_euler`].
    pub rotation: [f64; 3],
    /// `scale`: a size in feet, or what a model is multiplied by.
    pub scale: Vec3,
    /// The body's colour.
    pub color: Color32,
    /// The picture on its face, a path in the pack.
    pub texture: Option<Arc<str>>,
    /// Its `.glb`, a path in the pack.
    pub model: Option<Arc<str>>,
    /// The size in feet that its model is expected to have, where the scene gives it away; for the placeholder.
    pub expected: Option<Vec3>,
    /// Looks by the name of the model's material; the empty name is for all materials.
    pub slots: Vec<(String, Look)>,
    /// The body of a token.
    pub shape: TokenShape,
    /// The vessel of a bag.
    pub vessel: Vessel,
    /// How many sides a die has.
    pub sides: u8,
    /// What lies in it.
    pub contents: Option<Contents>,
    /// How many sheets a deck has.
    pub stack_count: u32,
    /// Whether players can't move it.
    pub locked: bool,
    /// Whether its back is up.
    pub face_down: bool,
    /// Drawn as an outline with a faint fill: it stands elsewhere, in the base or in another variant.
    pub ghost: bool,
    /// Mixed into its colour.
    pub tint: Option<Tint>,
}

impl Entity {
    /// A piece of `kind` with that kind's everyday size, grey, at the origin.
    pub fn new(id: impl Into<String>, kind: Kind) -> Self {
        Self {
            id: id.into(),
            kind,
            label: String::new(),
            position: [0.0; 3],
            rotation: [0.0; 3],
            scale: kind.default_size(),
            color: default_color(kind),
            texture: None,
            model: None,
            expected: None,
            slots: Vec::new(),
            shape: TokenShape::Cylinder,
            vessel: Vessel::Tray,
            sides: 6,
            contents: None,
            stack_count: 1,
            locked: false,
            face_down: false,
            ghost: false,
            tint: None,
        }
    }

    /// The position as the renderer uses it.
    pub fn position_f32(&self) -> Vec3 {
        let [x, y, z] = self.position.map(|v| v as f32);
        vec3(x, y, z)
    }

    /// The same as a ghost: it stands elsewhere, and what `mark` says came of it here. What lies in it is left out, for
    /// many faint things over another make a solid one.
    #[must_use]
    pub fn as_ghost(self, mark: Mark) -> Self {
        Self { ghost: true, tint: Some(Tint { color: mark.hue(), amount: 1.0 }), contents: None, ..self }
    }

    /// Whether a click can pick it.
    pub fn pickable(&self) -> bool {
        self.kind != Kind::Decor && !self.ghost
    }
}

/// The colour of a piece that names none.
pub fn default_color(kind: Kind) -> Color32 {
    match kind {
        Kind::Card | Kind::Deck | Kind::Die => Color32::from_rgb(0xf3, 0xf0, 0xe8),
        Kind::Token => Color32::from_rgb(0xd0, 0x8a, 0x3c),
        Kind::Board => Color32::from_rgb(0xd8, 0xae, 0x68),
        Kind::Bag => Color32::from_rgb(0x72, 0x57, 0xa6),
        Kind::CardHolder => Color32::from_rgb(0x7a, 0x56, 0x36),
        Kind::Button => Color32::from_rgb(0xc2, 0x3b, 0x36),
        Kind::Custom | Kind::Decor | Kind::Other => Color32::from_rgb(0x8d, 0x96, 0xa3),
    }
}

/// The table that the pieces rest on.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The surface's height in feet.
    pub height: f32,
    /// Half its width (x) and half its depth (z), in feet.
    pub half: [f32; 2],
    /// Whether it is round.
    pub round: bool,
    /// The wood's colour, or what the texture is multiplied by.
    pub color: Color32,
    /// A picture on the surface, a path in the pack.
    pub texture: Option<Arc<str>>,
    /// Where the floor is; the legs reach down to it.
    pub floor: f32,
    /// Whether to draw it: a table pack with a model brings its own.
    pub visible: bool,
}

impl Default for Table {
    fn default() -> Self {
        Self { height: 0.0, half: [2.3, 2.3], round: false, color: DEFAULT_WOOD, texture: None, floor: -2.1, visible: true }
    }
}

/// The table's colour where the scene names none; also the platform's default.
pub const DEFAULT_WOOD: Color32 = Color32::from_rgb(0x8b, 0x5e, 0x34);

/// A point that pieces snap to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SnapPoint {
    /// Where it is, in feet.
    pub position: [f64; 3],
    /// How near a piece must come, in feet.
    pub radius: f32,
    /// The hue of how it differs from another variant's.
    pub tint: Option<Color32>,
}

/// A grid's outline; its points are among the snap points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SnapGrid {
    /// The middle, in feet.
    pub center: [f64; 3],
    /// Half the width and half the depth between the outer points, in feet.
    pub half: [f32; 2],
    /// Turned about the vertical, degrees.
    pub rotation_y: f32,
    /// The hue of how it differs from another variant's.
    pub tint: Option<Color32>,
}

/// A seat's name label.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatMarker {
    /// The seat's id, as the document names it.
    pub seat: String,
    /// What the chip says.
    pub label: String,
    /// The seat's colour.
    pub color: Color32,
    /// Where its label lies, in feet.
    pub position: [f64; 3],
    /// The label's width and height on the table, in feet.
    pub size: [f32; 2],
    /// Turned about the vertical, degrees.
    pub rotation_y: f32,
    /// The hue of how it differs from another variant's.
    pub tint: Option<Color32>,
}

/// A zone's outline on the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Zone {
    /// The zone's id.
    pub id: String,
    /// The middle, in feet.
    pub center: [f64; 3],
    /// Half the width and half the depth, in feet.
    pub half: [f32; 2],
    /// Turned about the vertical, degrees.
    pub rotation_y: f32,
    /// The seat's colour, or grey.
    pub color: Color32,
    /// The hue of how it differs from another variant's.
    pub tint: Option<Color32>,
}

/// Everything that is drawn of one scene. Make one with [`SceneModel::from_scene`], or fill the fields and call
/// [`SceneModel::sealed`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SceneModel {
    /// The pack's folder; texture and model paths are relative to it.
    pub root: Arc<PathBuf>,
    /// The table.
    pub table: Table,
    /// The pieces, in the scene's order.
    pub entities: Vec<Entity>,
    /// Snap points, those of grids included.
    pub snap_points: Vec<SnapPoint>,
    /// Snap grids.
    pub snap_grids: Vec<SnapGrid>,
    /// Seats.
    pub seats: Vec<SeatMarker>,
    /// Zones of seats and of the table.
    pub zones: Vec<Zone>,
    /// What the scene asks for that can't be had, seen while reading: a path out of the pack, an id without a material.
    pub problems: Vec<AssetProblem>,
    pub(super) fingerprint: u64,
}

impl SceneModel {
    /// A table with nothing on it, for a pack in `root`.
    pub fn empty(root: &Path) -> Self {
        Self { root: Arc::new(root.to_path_buf()), ..Self::default() }.sealed()
    }

    /// The same, with its fingerprint brought up to date. Call it after filling the fields.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        let mut hasher = FxHasher::default();
        self.hash_into(&mut hasher);
        self.fingerprint = hasher.finish();
        self
    }

    /// Two models with the same fingerprint look the same; the renderer uploads nothing for the second.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The first piece with this id.
    pub fn entity(&self, id: &str) -> Option<&Entity> {
        self.entities.iter().find(|e| e.id == id)
    }

    /// The paths of every texture and model that the scene uses, with repeats.
    pub fn asset_paths(&self) -> impl Iterator<Item = &Arc<str>> {
        self.entities
            .iter()
            .flat_map(|e| e.texture.iter().chain(&e.model).chain(e.slots.iter().filter_map(|(_, look)| look.texture.as_ref())))
            .chain(&self.table.texture)
    }

    fn hash_into(&self, h: &mut FxHasher) {
        self.root.hash(h);
        let t = &self.table;
        floats(h, &[t.height, t.half[0], t.half[1], t.floor]);
        (t.round, t.color, &t.texture, t.visible).hash(h);
        self.entities.len().hash(h);
        for e in &self.entities {
            (&e.id, e.kind, &e.label, e.color, &e.texture, &e.model, &e.slots).hash(h);
            doubles(h, &e.position);
            doubles(h, &e.rotation);
            floats(h, &[e.scale.x, e.scale.y, e.scale.z]);
            (e.shape, e.vessel, e.sides, e.stack_count, e.face_down, e.ghost).hash(h);
            if let Some(size) = e.expected {
                floats(h, &[size.x, size.y, size.z]);
            }
            if let Some(c) = &e.contents {
                (c.shape, c.color).hash(h);
                floats(h, &[c.size.x, c.size.y, c.size.z]);
            }
            if let Some(tint) = e.tint {
                tint.color.hash(h);
                floats(h, &[tint.amount]);
            }
        }
        for p in &self.snap_points {
            doubles(h, &p.position);
            floats(h, &[p.radius]);
            p.tint.hash(h);
        }
        for g in &self.snap_grids {
            doubles(h, &g.center);
            floats(h, &[g.half[0], g.half[1], g.rotation_y]);
            g.tint.hash(h);
        }
        for s in &self.seats {
            (&s.seat, &s.label, s.color, s.tint).hash(h);
            doubles(h, &s.position);
            floats(h, &[s.size[0], s.size[1], s.rotation_y]);
        }
        for z in &self.zones {
            (z.color, z.tint).hash(h);
            doubles(h, &z.center);
            floats(h, &[z.half[0], z.half[1], z.rotation_y]);
        }
    }
}

fn floats(h: &mut FxHasher, values: &[f32]) {
    for v in values {
        v.to_bits().hash(h);
    }
}

fn doubles(h: &mut FxHasher, values: &[f64]) {
    for v in values {
        v.to_bits().hash(h);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_follows_what_is_seen() {
        let mut model = SceneModel::default();
        model.entities.push(Entity::new("a", Kind::Token));
        let first = model.clone().sealed();
        assert_eq!(first.fingerprint(), model.clone().sealed().fingerprint());
        model.entities[0].position[0] += 1e-9;
        assert_ne!(first.fingerprint(), model.clone().sealed().fingerprint());
        model.entities[0].position[0] = 0.0;
        model.entities[0].tint = Some(Tint { color: Color32::RED, amount: 0.5 });
        assert_ne!(first.fingerprint(), model.sealed().fingerprint());
    }

    #[test]
    fn asset_paths_name_faces_models_materials_and_the_table() {
        let mut model = SceneModel::default();
        let mut piece = Entity::new("a", Kind::Token);
        piece.texture = Some("face.png".into());
        piece.model = Some("m.glb".into());
        let look = Look { color: Color32::WHITE, texture: Some("wood.webp".into()), tiling: Tiling::default(), gloss: 0 };
        piece.slots.push((String::new(), look));
        model.entities.push(piece);
        model.table.texture = Some("felt.jpg".into());
        let paths: Vec<&str> = model.asset_paths().map(|p| &**p).collect();
        assert_eq!(paths, ["face.png", "m.glb", "wood.webp", "felt.jpg"]);
    }
}
