//! From a scene to a short list of draws: parts of the same shape become instances of one draw, with up to eight textures
//! a draw. No GL here.

use std::collections::{BTreeMap, HashMap};

use egui::Color32;
use three_d::{InnerSpace, One, Quat, Rotation, Rotation3, Vec3, Vec4, degrees, vec3, vec4};

use super::math::Bounds;
use super::model::{Entity, SceneModel, Tiling, Tint};
use super::parts::{Library, MeshId, Part, Placement, Surface, TextureId, entity_parts, table_parts};
use super::shapes::Shape;

/// As many textures as one draw can use; the shader has as many samplers.
pub(super) const TEXTURES_A_DRAW: usize = 8;

/// One placed shape as the shader reads it; see `piece.vert`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Instance {
    pub place: Vec4,
    pub turn: Vec4,
    pub extent: Vec4,
    pub paint: Vec4,
    pub tint: Vec4,
    pub extra: Vec4,
    pub window: Vec4,
}

/// When and how a draw is made. In drawing order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pass {
    /// Solid; casts a shadow.
    Solid,
    /// Solid; casts none.
    Ground,
    /// See-through and flat, on the table.
    Mark,
    /// See-through pieces.
    Ghost,
}

/// One draw.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Batch {
    pub pass: Pass,
    pub mesh: MeshId,
    pub textures: Vec<TextureId>,
    pub instances: Vec<Instance>,
}

/// Which helpers are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Marks {
    /// Snap points and grids.
    pub snap: bool,
    /// Seats' labels and zones' outlines.
    pub seats: bool,
    /// The floor and its grid.
    pub floor: bool,
}

impl Default for Marks {
    fn default() -> Self {
        Self { snap: true, seats: true, floor: true }
    }
}

/// Where pieces are for the length of a drag, by the entity's id.
pub type Preview = HashMap<String, Placement>;

/// From so many instances of a shape on, each is drawn with few triangles.
const MANY: usize = 300;

/// Groups parts as they come.
#[derive(Default)]
struct Collector {
    groups: BTreeMap<(Pass, MeshId), Vec<(Option<TextureId>, Instance)>>,
}

impl Collector {
    fn add(&mut self, pass: Pass, part: Part, tint: Option<Tint>, alpha: f32) {
        let [r, g, b, a] = part.color.to_srgba_unmultiplied().map(|c| f32::from(c) / 255.0);
        let q = part.turn;
        let tint = tint.map_or(vec4(0.0, 0.0, 0.0, 0.0), |t| {
            let [r, g, b] = rgb(t.color);
            vec4(r, g, b, t.amount)
        });
        let instance = Instance {
            place: part.position.extend(part.radius),
            turn: vec4(q.v.x, q.v.y, q.v.z, q.s),
            extent: part.half.extend(part.surface as u8 as f32),
            paint: vec4(r, g, b, a * alpha),
            tint,
            // Neighbouring pieces don't share their grain.
            extra: vec4(0.0, part.gloss, part.position.x * 1.7, part.position.z * 2.3),
            window: vec4(0.0, 0.0, part.tiling.0[0], part.tiling.0[1]),
        };
        self.groups.entry((pass, part.mesh)).or_default().push((part.texture, instance));
    }

    fn finish(self) -> Vec<Batch> {
        let mut batches = Vec::new();
        for ((pass, mut mesh), mut parts) in self.groups {
            if let MeshId::Shape(shape) = &mut mesh
                && parts.len() > MANY
            {
                *shape = shape.plain();
            }
            // A stable sort: what shares a texture stands together, else the scene's order stays.
            parts.sort_by(|a, b| a.0.cmp(&b.0));
            let mut open: Option<Batch> = None;
            for (texture, mut instance) in parts {
                let full = open.as_ref().is_some_and(|batch| {
                    texture.as_ref().is_some_and(|t| batch.textures.len() == TEXTURES_A_DRAW && batch.textures.last() != Some(t))
                });
                if full {
                    batches.extend(open.take());
                }
                let batch =
                    open.get_or_insert_with(|| Batch { pass, mesh: mesh.clone(), textures: Vec::new(), instances: Vec::new() });
                if let Some(texture) = texture {
                    if batch.textures.last() != Some(&texture) {
                        batch.textures.push(texture);
                    }
                    instance.extra.x = (batch.textures.len() - 1) as f32;
                }
                batch.instances.push(instance);
            }
            batches.extend(open);
        }
        batches
    }
}

/// A colour's channels from 0 to 1, as shown.
pub(super) fn rgb(color: Color32) -> [f32; 3] {
    [color.r(), color.g(), color.b()].map(|c| f32::from(c) / 255.0)
}

fn placement(entity: &Entity, preview: &Preview) -> Placement {
    preview.get(&entity.id).copied().unwrap_or_else(|| Placement::of(entity))
}

/// The draws of a whole scene, and the box around what casts shadows.
pub(super) fn scene(model: &SceneModel, preview: &Preview, marks: Marks, library: &mut dyn Library) -> (Vec<Batch>, Bounds) {
    let mut all = Collector::default();
    let mut bounds = Bounds::EMPTY;
    let mut parts = Vec::new();
    if marks.floor {
        all.add(Pass::Ground, floor(model), None, 1.0);
    }
    table_parts(&model.table, library, &mut parts);
    for part in parts.drain(..) {
        grow(&mut bounds, &part);
        all.add(Pass::Solid, part, None, 1.0);
    }
    for entity in &model.entities {
        entity_parts(entity, placement(entity, preview), library, &mut parts);
        for part in parts.drain(..) {
            if entity.ghost {
                all.add(Pass::Ghost, part, entity.tint, GHOST_FILL);
            } else {
                grow(&mut bounds, &part);
                all.add(Pass::Solid, part, entity.tint, 1.0);
            }
        }
    }
    if marks.snap {
        snap_marks(model, &mut all);
    }
    if marks.seats {
        seat_marks(model, &mut all);
    }
    (all.finish(), bounds)
}

/// How solid a ghost is (look.md, section 2).
const GHOST_FILL: f32 = 0.10;

/// The draws of the pieces with these ids alone, each in its colour, for an outline around them.
pub(super) fn outlined(
    model: &SceneModel,
    preview: &Preview,
    wanted: &dyn Fn(&Entity) -> Option<Color32>,
    library: &mut dyn Library,
) -> (Vec<Batch>, Bounds) {
    let mut all = Collector::default();
    let mut bounds = Bounds::EMPTY;
    let mut parts = Vec::new();
    for entity in &model.entities {
        let Some(color) = wanted(entity) else { continue };
        entity_parts(entity, placement(entity, preview), library, &mut parts);
        for mut part in parts.drain(..) {
            grow(&mut bounds, &part);
            part.texture = None;
            all.add(Pass::Solid, part, Some(Tint { color, amount: 1.0 }), 1.0);
        }
    }
    (all.finish(), bounds)
}

/// A part's reach is not more than its half sizes' length around its place; for a model it is not known here, so its
/// half (a multiplier) stands for it.
fn grow(bounds: &mut Bounds, part: &Part) {
    let reach = match part.mesh {
        MeshId::Shape(_) => {
            let [x, y, z] = [Vec3::unit_x(), Vec3::unit_y(), Vec3::unit_z()].map(|axis| part.turn.rotate_vector(axis));
            let h = part.half;
            vec3(
                x.x.abs() * h.x + y.x.abs() * h.y + z.x.abs() * h.z,
                x.y.abs() * h.x + y.y.abs() * h.y + z.y.abs() * h.z,
                x.z.abs() * h.x + y.z.abs() * h.y + z.z.abs() * h.z,
            )
        }
        MeshId::Model(..) => {
            let r = part.half.magnitude();
            vec3(r, r, r)
        }
    };
    bounds.add(part.position - reach);
    bounds.add(part.position + reach);
}

fn mark(shape: Shape, position: Vec3, turn: Quat, half: [f32; 2], color: Color32) -> Part {
    Part {
        mesh: MeshId::Shape(shape),
        position,
        turn,
        half: vec3(half[0], 1.0, half[1]),
        radius: 0.0,
        color,
        surface: Surface::Mark,
        texture: None,
        tiling: Tiling::default(),
        gloss: 0.0,
    }
}

fn floor(model: &SceneModel) -> Part {
    let reach = FLOOR_REACH * 2.0;
    let mut part = mark(Shape::Plate, vec3(0.0, model.table.floor - 0.01, 0.0), Quat::one(), [reach, reach], Color32::BLACK);
    part.surface = Surface::Floor;
    part
}

/// How far from the table's middle the floor's lines have faded away, in feet.
pub(super) const FLOOR_REACH: f32 = 28.0;

fn at(position: [f64; 3]) -> Vec3 {
    let [x, y, z] = position.map(|v| v as f32);
    vec3(x, y, z)
}

fn about_y(angle: f32) -> Quat {
    Quat::from_angle_y(degrees(angle))
}

/// The hue of a difference as strongly as `plain` is seen, or `plain` itself.
fn tinted(plain: Color32, tint: Option<Color32>) -> Color32 {
    let [.., alpha] = plain.to_srgba_unmultiplied();
    tint.map_or(plain, |hue| Color32::from_rgba_unmultiplied(hue.r(), hue.g(), hue.b(), alpha))
}

fn snap_marks(model: &SceneModel, all: &mut Collector) {
    let dot = Color32::from_rgba_unmultiplied(255, 255, 255, 150);
    let line = Color32::from_rgba_unmultiplied(255, 255, 255, 90);
    for point in &model.snap_points {
        // Small beside its own radius and beside its neighbours in a grid.
        let size = (point.radius * 0.14).clamp(0.008, 0.03);
        let dot = tinted(dot, point.tint);
        all.add(Pass::Mark, mark(Shape::Spot, at(point.position), Quat::one(), [size, size], dot), None, 1.0);
    }
    for grid in &model.snap_grids {
        let half = [grid.half[0] + 0.05, grid.half[1] + 0.05];
        frame(all, at(grid.center), about_y(grid.rotation_y), half, 0.006, tinted(line, grid.tint));
    }
}

fn seat_marks(model: &SceneModel, all: &mut Collector) {
    for zone in &model.zones {
        let [r, g, b, _] = zone.color.to_array();
        let turn = about_y(zone.rotation_y);
        let line = tinted(Color32::from_rgba_unmultiplied(r, g, b, 200), zone.tint);
        frame(all, at(zone.center), turn, zone.half, 0.009, line);
        let fill = tinted(Color32::from_rgba_unmultiplied(r, g, b, 28), zone.tint);
        all.add(Pass::Mark, mark(Shape::Plate, at(zone.center), turn, zone.half, fill), None, 1.0);
    }
    for seat in &model.seats {
        let turn = about_y(seat.rotation_y);
        let half = [seat.size[0] * 0.5, 0.012];
        let color = tinted(seat.color, seat.tint);
        all.add(Pass::Mark, mark(Shape::Plate, at(seat.position), turn, half, color), None, 1.0);
    }
}

/// Four thin lines around a rectangle on the table.
fn frame(all: &mut Collector, center: Vec3, turn: Quat, half: [f32; 2], width: f32, color: Color32) {
    for (x, z, a, b) in [
        (0.0, half[1], half[0] + width, width),
        (0.0, -half[1], half[0] + width, width),
        (half[0], 0.0, width, half[1] - width),
        (-half[0], 0.0, width, half[1] - width),
    ] {
        let place = center + turn.rotate_vector(vec3(x, 0.0, z));
        all.add(Pass::Mark, mark(Shape::Plate, place, turn, [a, b.max(0.0)], color), None, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewport::model::Kind;
    use crate::viewport::parts::ModelState;
    use std::sync::Arc;

    struct AllThere;

    impl Library for AllThere {
        fn model(&mut self, _path: &Arc<str>) -> ModelState {
            ModelState::Broken
        }

        fn texture_ready(&mut self, _texture: &TextureId) -> bool {
            true
        }
    }

    #[test]
    fn thousands_of_pieces_with_hundreds_of_faces_stay_under_sixty_draws() {
        let mut model = SceneModel::default();
        for i in 0..5000 {
            let kind = [Kind::Card, Kind::Token, Kind::Die, Kind::Board, Kind::Bag, Kind::Deck][i % 6];
            let mut entity = Entity::new(format!("e{i}"), kind);
            entity.position = [i as f64 * 0.1, 0.0, 0.0];
            if kind == Kind::Card || kind == Kind::Token {
                entity.texture = Some(format!("faces/{}.png", i % 160).into());
            }
            model.entities.push(entity);
        }
        let (batches, _) = scene(&model, &Preview::new(), Marks::default(), &mut AllThere);
        assert!(batches.len() <= 60, "{}", batches.len());
        for batch in &batches {
            assert!(batch.textures.len() <= TEXTURES_A_DRAW);
            for instance in &batch.instances {
                let slot = instance.extra.x as usize;
                assert!(slot == 0 || slot < batch.textures.len());
            }
        }
    }

    #[test]
    fn eight_textures_share_a_draw_and_the_ninth_opens_another() {
        let draws = |count: usize| {
            let mut model = SceneModel::default();
            model.table.visible = false;
            for i in 0..count {
                let mut entity = Entity::new(format!("e{i}"), Kind::Board);
                entity.texture = Some(format!("{i}.png").into());
                model.entities.push(entity);
            }
            let marks = Marks { snap: false, seats: false, floor: false };
            scene(&model, &Preview::new(), marks, &mut AllThere).0.len()
        };
        assert_eq!((draws(7), draws(8), draws(9), draws(16), draws(17)), (1, 1, 2, 2, 3));
    }

    #[test]
    fn a_preview_moves_the_piece_and_nothing_else() {
        let entities = vec![Entity::new("a", Kind::Token), Entity::new("b", Kind::Board)];
        let model = SceneModel { entities, ..SceneModel::default() };
        let marks = Marks::default();
        let (before, _) = scene(&model, &Preview::new(), marks, &mut AllThere);
        let moved = Placement { position: vec3(1.0, 0.0, 0.0), turn: Quat::one() };
        let (after, _) = scene(&model, &Preview::from([("a".to_owned(), moved)]), marks, &mut AllThere);
        let differ: Vec<_> = before.iter().zip(&after).filter(|(a, b)| a != b).collect();
        assert_eq!(differ.len(), 1);
        assert_eq!(differ[0].1.instances[0].place.x, 1.0);
    }
}
