//! One move or turn by dragging: from where the pointer was pressed and where it is now to new positions and rotations.
//!
//! Nothing is accumulated: each update starts from the press, so holding an axis or Ctrl in the middle of a drag gives
//! what it would have given from the start.

use egui::{Pos2, Rect};
use three_d::{Vec3, vec3};

use super::camera::Camera;
use super::draw_list::Preview;
use super::gizmo::{AXES, Handle};
use super::math::{clean, quat_from_euler, snapped, turned_about_y, wrap_degrees};
use super::model::SceneModel;
use super::parts::{Library, Placement, entity_box};
use super::view::{Moved, Turned};

/// How a drag snaps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Snap {
    /// Positions, to multiples of so many feet.
    pub feet: f64,
    /// Angles, to multiples of so many degrees.
    pub degrees: f64,
    /// Whether it snaps at all.
    pub on: bool,
}

/// A drag that moves or turns pieces.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Gesture {
    handle: Handle,
    held: Handle,
    origin: Vec3,
    press: Pos2,
    /// Places in the model's list; the last one is the primary piece, which snaps and takes the others along.
    pieces: Vec<usize>,
    delta: [f64; 3],
    degrees: f64,
}

impl Gesture {
    /// Takes hold of `handle` at `origin`. None when nothing that can be moved is selected.
    pub(super) fn start(model: &SceneModel, selection: &[String], handle: Handle, origin: Vec3, press: Pos2) -> Option<Self> {
        let pieces = Self::selected(model, selection);
        (!pieces.is_empty()).then_some(Self { handle, held: handle, origin, press, pieces, delta: [0.0; 3], degrees: 0.0 })
    }

    /// The places of the selected pieces, in the selection's order.
    pub(super) fn selected(model: &SceneModel, selection: &[String]) -> Vec<usize> {
        let place = |id: &String| model.entities.iter().position(|e| e.id == *id && e.pickable());
        selection.iter().filter_map(place).collect()
    }

    /// What is held now: an axis key wins over the handle.
    pub(super) fn held(&self) -> Handle {
        self.held
    }

    /// By how much the pieces are turned, in degrees.
    pub(super) fn degrees(&self) -> f64 {
        self.degrees
    }

    /// Whether letting go now would change anything.
    pub(super) fn changes(&self) -> bool {
        self.delta != [0.0; 3] || self.degrees != 0.0
    }

    /// Follows the pointer to `at`.
    pub(super) fn update(&mut self, model: &SceneModel, camera: &Camera, rect: Rect, at: Pos2, axis: Option<Handle>, snap: Snap) {
        let Some(primary) = self.pieces.last().and_then(|i| model.entities.get(*i)) else { return };
        self.held = if self.handle == Handle::Ring { Handle::Ring } else { axis.unwrap_or(self.handle) };
        let (from, to) = (camera.ray(self.press, rect), camera.ray(at, rect));
        match self.held {
            Handle::Ring => {
                let angle = |ray: &super::math::Ray| {
                    let d = ray.at_height(self.origin.y)? - self.origin;
                    Some(f64::from((-d.z).atan2(d.x)).to_degrees())
                };
                let (Some(a), Some(b)) = (angle(&from), angle(&to)) else { return };
                self.degrees = turn(primary.rotation, wrap_degrees(b - a), snap);
            }
            Handle::Plane => {
                let (Some(a), Some(b)) = (from.at_height(self.origin.y), to.at_height(self.origin.y)) else { return };
                self.shift(primary.position, b - a, [true, false, true], snap);
            }
            Handle::X | Handle::Y | Handle::Z => {
                let i = self.held as usize - Handle::X as usize;
                let along = |ray: &super::math::Ray| ray.nearest_on_line(self.origin, AXES[i]);
                let (Some(a), Some(b)) = (along(&from), along(&to)) else { return };
                let mut axes = [false; 3];
                axes[i] = true;
                self.shift(primary.position, AXES[i] * (b - a), axes, snap);
            }
        }
    }

    fn shift(&mut self, position: [f64; 3], by: Vec3, axes: [bool; 3], snap: Snap) {
        // Beyond a room's size the pointer is near the horizon, where a pixel is a mile.
        let by = [by.x, by.y, by.z].map(|v| f64::from(v).clamp(-200.0, 200.0));
        for axis in 0..3 {
            self.delta[axis] = if axes[axis] && by[axis].abs() > 1e-6 {
                let step = if snap.on { snap.feet } else { 0.0 };
                snapped(position[axis] + by[axis], step) - position[axis]
            } else {
                0.0
            };
        }
    }

    /// The proposed positions.
    pub(super) fn moves(&self, model: &SceneModel) -> Vec<Moved> {
        Self::moved_by(model, &self.pieces, self.delta)
    }

    /// Positions after a shift by `delta` feet; axes that are not shifted keep the document's number.
    pub(super) fn moved_by(model: &SceneModel, pieces: &[usize], delta: [f64; 3]) -> Vec<Moved> {
        let changed = delta.map(|d| d != 0.0);
        let moved = |index: &usize| {
            let entity = model.entities.get(*index)?;
            let mut position = entity.position;
            for axis in 0..3 {
                if changed[axis] {
                    position[axis] = clean(position[axis] + delta[axis], 4);
                }
            }
            Some(Moved { id: entity.id.clone(), index: *index, position, changed })
        };
        pieces.iter().filter_map(moved).collect()
    }

    /// Positions at which the pieces rest on the table; those that do already are left out.
    pub(super) fn dropped(model: &SceneModel, pieces: &[usize], library: &mut dyn Library) -> Vec<Moved> {
        let mut moves = Vec::new();
        for index in pieces {
            let entity = &model.entities[*index];
            let bottom = entity_box(entity, Placement::of(entity), library).bounds().min.y;
            let gap = f64::from(model.table.height - bottom);
            if gap.abs() > 5e-5 {
                moves.extend(Self::moved_by(model, &[*index], [0.0, gap, 0.0]));
            }
        }
        moves
    }

    /// The proposed rotations: each piece about its own middle.
    pub(super) fn turns(&self, model: &SceneModel) -> Vec<Turned> {
        let turned = |index: &usize| {
            let entity = model.entities.get(*index)?;
            let rotation = turned_about_y(entity.rotation, self.degrees);
            Some(Turned { id: entity.id.clone(), index: *index, rotation })
        };
        self.pieces.iter().filter_map(turned).collect()
    }

    /// Where the pieces are shown for now.
    pub(super) fn preview(&self, model: &SceneModel) -> Preview {
        let mut preview = Preview::new();
        if !self.changes() {
            return preview;
        }
        for (moved, turned) in self.moves(model).into_iter().zip(self.turns(model)) {
            let [x, y, z] = moved.position.map(|v| v as f32);
            let turn = if self.degrees == 0.0 {
                Placement::of(&model.entities[moved.index]).turn
            } else {
                quat_from_euler(turned.rotation)
            };
            preview.insert(moved.id, Placement { position: vec3(x, y, z), turn });
        }
        preview
    }
}

/// By how much to turn a piece: so that its own angle comes to rest on a multiple where it stands upright.
fn turn(rotation: [f64; 3], by: f64, snap: Snap) -> f64 {
    if !snap.on || snap.degrees <= 0.0 {
        return clean(by, 1);
    }
    // Small trembling of the hand is not a turn.
    if by.abs() < snap.degrees * 0.2 {
        return 0.0;
    }
    let upright = rotation[0] == 0.0 && rotation[2] == 0.0;
    let start = if upright { rotation[1] } else { 0.0 };
    snapped(start + by, snap.degrees) - start
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewport::model::{Entity, Kind};
    use crate::viewport::parts::NoLibrary;
    use egui::{pos2, vec2};

    const SNAP: Snap = Snap { feet: 0.05, degrees: 15.0, on: true };
    const FREE: Snap = Snap { on: false, ..SNAP };

    fn rect() -> Rect {
        Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0))
    }

    fn model() -> SceneModel {
        let mut a = Entity::new("a", Kind::Token);
        a.position = [0.512, 0.1, -0.333];
        a.rotation = [0.0, 2.495, 0.0];
        let mut b = Entity::new("b", Kind::Token);
        b.position = [1.0, 0.2, 0.7];
        SceneModel { entities: vec![a, b], ..SceneModel::default() }.sealed()
    }

    /// Drags from the piece's place to `to` in the world.
    fn drag(handle: Handle, to: Vec3, axis: Option<Handle>, snap: Snap) -> Gesture {
        let (model, camera) = (model(), Camera::default());
        let origin = model.entities[0].position_f32();
        let at = |p: Vec3| camera.project(p, rect()).expect("in front");
        let selection = ["b".to_owned(), "a".to_owned()];
        let mut gesture = Gesture::start(&model, &selection, handle, origin, at(origin)).expect("both can be moved");
        gesture.update(&model, &camera, rect(), at(origin + to), axis, snap);
        gesture
    }

    #[test]
    fn dragging_on_the_plane_leaves_the_height_as_it_was() {
        let moves = drag(Handle::Plane, vec3(0.3, 0.0, 0.1), None, FREE).moves(&model());
        let a = &moves[1];
        assert_eq!((a.id.as_str(), a.index), ("a", 0));
        assert!((a.position[0] - 0.812).abs() < 2e-3 && (a.position[2] + 0.233).abs() < 2e-3, "{a:?}");
        assert_eq!((a.position[1], a.changed), (0.1, [true, false, true]));
    }

    #[test]
    fn the_primary_piece_lands_on_the_raster_and_takes_the_others_along() {
        let moves = drag(Handle::Plane, vec3(0.3, 0.0, 0.1), None, SNAP).moves(&model());
        assert_eq!(moves[1].position, [0.8, 0.1, -0.25]);
        assert_eq!(moves[0].position, [1.288, 0.2, 0.783]);
    }

    #[test]
    fn an_arrow_and_a_held_key_keep_to_their_axis() {
        for (handle, axis) in [(Handle::X, None), (Handle::Plane, Some(Handle::X))] {
            let a = drag(handle, vec3(0.4, 0.0, 0.0), axis, FREE).moves(&model())[1].clone();
            assert!((a.position[0] - 0.912).abs() < 2e-3, "{a:?}");
            assert_eq!((a.position[1], a.position[2], a.changed), (0.1, -0.333, [true, false, false]));
        }
        let up = drag(Handle::Y, vec3(0.0, 0.5, 0.0), None, SNAP).moves(&model())[1].clone();
        assert_eq!((up.position, up.changed), ([0.512, 0.6, -0.333], [false, true, false]));
    }

    #[test]
    fn turning_snaps_the_piece_and_not_the_way() {
        let (model, camera) = (model(), Camera::default());
        let origin = model.entities[0].position_f32();
        let on_ring = |angle: f32| {
            let (s, c) = angle.to_radians().sin_cos();
            camera.project(origin + vec3(c, 0.0, -s), rect()).expect("in front")
        };
        let mut gesture =
            Gesture::start(&model, &["a".to_owned()], Handle::Ring, origin, on_ring(10.0)).expect("it can be turned");
        let mut to = |angle: f32, snap: Snap| {
            gesture.update(&model, &camera, rect(), on_ring(angle), None, snap);
            (gesture.changes(), gesture.turns(&model)[0].rotation[1])
        };
        assert_eq!(to(54.0, SNAP), (true, 45.0));
        assert_eq!(to(12.0, SNAP), (false, 2.495));
        let (_, free) = to(54.0, FREE);
        assert!((free - 46.495).abs() < 0.11, "{free}");
        assert_eq!(to(-80.0, SNAP), (true, -90.0));
    }

    #[test]
    fn a_drag_that_comes_back_changes_nothing() {
        let gesture = drag(Handle::Plane, vec3(0.0, 0.0, 0.0), None, FREE);
        assert!(!gesture.changes());
        assert!(gesture.preview(&model()).is_empty());
    }

    #[test]
    fn pieces_drop_to_the_table_once() {
        let mut model = model();
        let moves = Gesture::dropped(&model, &[0, 1], &mut NoLibrary);
        assert_eq!(moves.len(), 2);
        assert_eq!(moves[0].position[1], 0.015, "half the token's height above the table");
        for moved in moves {
            model.entities[moved.index].position = moved.position;
        }
        assert!(Gesture::dropped(&model, &[0, 1], &mut NoLibrary).is_empty());
    }

    #[test]
    fn ghosts_and_furniture_stay_where_they_are() {
        let mut model = model();
        model.entities[0].ghost = true;
        let start =
            |model: &SceneModel| Gesture::start(model, &["a".to_owned()], Handle::Plane, vec3(0.0, 0.0, 0.0), pos2(0.0, 0.0));
        assert!(start(&model).is_none());
        model.entities[0].ghost = false;
        assert!(start(&model).is_some());
    }
}
