//! Marks the differences in a scene: tints, ghosts of what stands elsewhere, and the same for snap points, zones and seats.

use egui::Color32;
use rustc_hash::FxHashSet;
use tablewright_core::variants::diff::{EntityMarks, Mark};

use crate::viewport::SceneModel;
use crate::viewport::difference::Shown as _;
use crate::viewport::model::{Entity, SeatMarker, SnapGrid, SnapPoint, Tint, Zone};

/// How much of a difference's hue a piece gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Tints {
    /// None: the pieces look as they are.
    Off,
    /// An outline alone, for scenes that are seen through one another.
    Outlines,
    /// An outline, and the hue mixed into the piece's colour.
    #[default]
    Full,
}

/// What is drawn of the differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Marking {
    /// Of pieces that stand here.
    pub tints: Tints,
    /// Whether what stands elsewhere in the other variant is shown as a ghost.
    pub ghosts: bool,
}

impl Default for Marking {
    fn default() -> Self {
        Self { tints: Tints::Full, ghosts: true }
    }
}

impl Marking {
    /// No marks at all.
    pub const NONE: Self = Self { tints: Tints::Off, ghosts: false };

    fn tint(self, mark: Mark) -> Option<Tint> {
        let amount = match self.tints {
            Tints::Off => return None,
            Tints::Outlines => 0.0,
            Tints::Full => mark.amount(),
        };
        Some(Tint { color: mark.hue(), amount })
    }
}

/// A scene with its differences marked, and the pieces that are, by their place in it. Ghosts are not among those: their
/// dashed line says enough. The scene is still to be sealed.
pub(super) type Marked = (SceneModel, Vec<(usize, Mark)>);

/// `own` against `reference`: what it adds and changes is tinted, what it lacks or moved stands there as a ghost.
pub(super) fn against(own: &SceneModel, reference: &SceneModel, marks: &EntityMarks, marking: Marking) -> Marked {
    let mut model = own.clone();
    let mut marked = Vec::new();
    let mut ghosts = Vec::new();
    for (index, mark) in marks.marks.iter().enumerate().filter_map(|(index, mark)| Some((index, (*mark)?))) {
        let Some(entity) = model.entities.get_mut(index) else { continue };
        entity.tint = marking.tint(mark);
        marked.push((index, mark));
        let was = marks.was.get(index).copied().flatten().and_then(|was| reference.entities.get(was as usize));
        if let Some(was) = was.filter(|was| marking.ghosts && !stands_alike(was, entity)) {
            // Nobody means this one by the id that both have.
            ghosts.push(Entity { id: String::new(), ..was.clone().as_ghost(mark) });
        }
    }
    if marking.ghosts {
        let removed = marks.removed.iter().filter_map(|index| reference.entities.get(*index as usize));
        model.entities.extend(removed.map(|entity| entity.clone().as_ghost(Mark::Removed)));
        model.entities.extend(ghosts);
    }
    helpers(&mut model, &[reference], Mark::Added, marking);
    if marking.ghosts {
        helper_ghosts(&mut model, own, reference);
    }
    (model, marked)
}

/// The reference itself, against all that are compared with it: what one of them lacks, and what one of them changes.
pub(super) fn reference(own: &SceneModel, others: &[(&SceneModel, &EntityMarks)], marking: Marking) -> Marked {
    let mut model = own.clone();
    let mut marked = Vec::new();
    for (index, mark) in of_reference(own.entities.len(), others.iter().map(|(_, marks)| *marks)) {
        model.entities[index].tint = marking.tint(mark);
        marked.push((index, mark));
    }
    let others: Vec<&SceneModel> = others.iter().map(|(model, _)| *model).collect();
    helpers(&mut model, &others, Mark::Removed, marking);
    (model, marked)
}

/// What each of the reference's pieces is to those that are held against it, in its order.
pub(super) fn of_reference<'a>(count: usize, others: impl Iterator<Item = &'a EntityMarks>) -> Vec<(usize, Mark)> {
    let mut all: Vec<Option<Mark>> = vec![None; count];
    let mut put = |index: u32, mark: Mark| {
        if let Some(slot) = all.get_mut(index as usize) {
            // What one of them lacks counts for more than what another changes.
            *slot = (*slot).max(Some(mark));
        }
    };
    for marks in others {
        marks.removed.iter().for_each(|index| put(*index, Mark::Removed));
        let changed = marks.marks.iter().zip(&marks.was).filter(|(mark, _)| **mark == Some(Mark::Changed));
        changed.filter_map(|(_, was)| *was).for_each(|index| put(index, Mark::Changed));
    }
    all.into_iter().enumerate().filter_map(|(index, mark)| Some((index, mark?))).collect()
}

/// Whether two pieces take up the same room.
fn stands_alike(a: &Entity, b: &Entity) -> bool {
    let body = |e: &Entity| (e.kind, e.shape, e.vessel, e.sides, e.stack_count, e.model.clone());
    a.position == b.position && a.rotation == b.rotation && a.scale == b.scale && body(a) == body(b)
}

/// Tints snap points, grids, zones and seats that one of `others` has otherwise; `lone` is what one is that it lacks.
fn helpers(model: &mut SceneModel, others: &[&SceneModel], lone: Mark, marking: Marking) {
    if marking.tints == Tints::Off {
        return;
    }
    for other in others {
        let points: FxHashSet<_> = other.snap_points.iter().map(point_key).collect();
        for point in model.snap_points.iter_mut().filter(|point| !points.contains(&point_key(point))) {
            point.tint = Some(lone.hue());
        }
        for grid in model.snap_grids.iter_mut().filter(|grid| !other.snap_grids.iter().any(|o| same_grid(o, grid))) {
            grid.tint = Some(lone.hue());
        }
        for zone in &mut model.zones {
            let same = other.zones.iter().find(|o| o.id == zone.id).map(|o| same_zone(o, zone));
            tell(&mut zone.tint, same, lone);
        }
        for seat in &mut model.seats {
            let same = other.seats.iter().find(|o| o.seat == seat.seat).map(|o| same_seat(o, seat));
            tell(&mut seat.tint, same, lone);
        }
    }
}

/// `same` is whether it is alike there, or nothing where it is not there.
fn tell(tint: &mut Option<Color32>, same: Option<bool>, lone: Mark) {
    match same {
        Some(true) => {}
        Some(false) => *tint = tint.or(Some(Mark::Changed.hue())),
        None => *tint = Some(lone.hue()),
    }
}

/// What the reference has of those and `own` lacks.
fn helper_ghosts(model: &mut SceneModel, own: &SceneModel, reference: &SceneModel) {
    let gone = Some(Mark::Removed.hue());
    let points: FxHashSet<_> = own.snap_points.iter().map(point_key).collect();
    let lost = reference.snap_points.iter().filter(|point| !points.contains(&point_key(point)));
    model.snap_points.extend(lost.map(|point| SnapPoint { tint: gone, ..*point }));
    let lost = reference.snap_grids.iter().filter(|grid| !own.snap_grids.iter().any(|o| same_grid(o, grid)));
    model.snap_grids.extend(lost.map(|grid| SnapGrid { tint: gone, ..*grid }));
    let lost = reference.zones.iter().filter(|zone| !own.zones.iter().any(|o| o.id == zone.id));
    model.zones.extend(lost.map(|zone| Zone { tint: gone, ..zone.clone() }));
    let lost = reference.seats.iter().filter(|seat| !own.seats.iter().any(|o| o.seat == seat.seat));
    model.seats.extend(lost.map(|seat| SeatMarker { tint: gone, ..seat.clone() }));
}

fn point_key(point: &SnapPoint) -> ([u64; 3], u32) {
    (point.position.map(f64::to_bits), point.radius.to_bits())
}

fn same_grid(a: &SnapGrid, b: &SnapGrid) -> bool {
    (a.center, a.half, a.rotation_y) == (b.center, b.half, b.rotation_y)
}

fn same_zone(a: &Zone, b: &Zone) -> bool {
    (a.center, a.half, a.rotation_y, a.color) == (b.center, b.half, b.rotation_y, b.color)
}

fn same_seat(a: &SeatMarker, b: &SeatMarker) -> bool {
    let place = |s: &SeatMarker| (s.position, s.size, s.rotation_y, s.color);
    place(a) == place(b) && a.label == b.label
}
