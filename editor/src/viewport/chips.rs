//! Where the chips stand that name a difference: beside their pieces, inside the view, none over another.

use egui::{Pos2, Rect, Vec2, vec2};
use tablewright_core::variants::diff::Mark;

use super::camera::Camera;
use super::model::SceneModel;
use super::parts::{Library, Placement, entity_box};

/// More chips than these in one view would hide it; the largest pieces have them.
const MOST: usize = 8;

/// More pieces than these are not looked through.
const LOOKED_AT: usize = 300;

/// A piece that is seen smaller than this has no chip, in square points.
const LEAST_SEEN: f32 = 1_400.0;

/// Between a piece and its chip, in points.
const GAP: f32 = 6.0;

/// A view for chips: the camera, what the whole scene fills, and the part of that which is seen.
#[derive(Debug, Clone, Copy)]
pub struct Sight {
    /// From where.
    pub camera: Camera,
    /// The whole scene's rectangle.
    pub scene: Rect,
    /// What of it is seen.
    pub seen: Rect,
}

impl Sight {
    /// A view that is seen whole.
    pub fn whole(camera: Camera, scene: Rect) -> Self {
        Self { camera, scene, seen: scene }
    }
}

/// Places for chips of `size` at the pieces `marked` (by their place in the model).
pub fn places(
    model: &SceneModel,
    marked: impl IntoIterator<Item = (usize, Mark)>,
    sight: Sight,
    library: &mut dyn Library,
    size: impl Fn(Mark) -> Vec2,
) -> Vec<(Rect, Mark)> {
    let mut seen: Vec<(Rect, Mark)> = Vec::new();
    for (index, mark) in marked.into_iter().take(LOOKED_AT) {
        let Some(entity) = model.entities.get(index) else { continue };
        let corners = entity_box(entity, Placement::of(entity), library).corners();
        let points: Vec<Pos2> = corners.into_iter().filter_map(|corner| sight.camera.project(corner, sight.scene)).collect();
        let piece = Rect::from_points(&points);
        if points.len() == corners.len() && piece.area() >= LEAST_SEEN && sight.seen.intersects(piece) {
            seen.push((piece, mark));
        }
    }
    // Sorting keeps the scene's order among equals, so the same view has the same chips.
    seen.sort_by(|(a, _), (b, _)| b.area().total_cmp(&a.area()));
    seen.truncate(MOST);
    let pieces: Vec<Rect> = seen.iter().map(|(piece, _)| *piece).collect();
    let (mut taken, mut all): (Vec<Rect>, _) = (Vec::new(), Vec::new());
    for (piece, mark) in seen {
        let size = size(mark);
        let aside = size * 0.5 + Vec2::splat(GAP);
        let beside = [
            piece.center_bottom() + vec2(0.0, aside.y),
            piece.center_top() - vec2(0.0, aside.y),
            piece.right_center() + vec2(aside.x, 0.0),
            piece.left_center() - vec2(aside.x, 0.0),
            piece.center(),
        ]
        .map(|at| Rect::from_center_size(at, size));
        let fits = |area: &Rect| sight.seen.shrink(2.0).contains_rect(*area) && !taken.iter().any(|t| t.intersects(*area));
        // Best over no other piece that has a chip too.
        let clear = |area: &Rect| pieces.iter().all(|other| *other == piece || !other.intersects(*area));
        let free = beside.into_iter().find(|area| fits(area) && clear(area)).or_else(|| beside.into_iter().find(fits));
        if let Some(area) = free {
            taken.push(area);
            all.push((area, mark));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewport::model::{Entity, Kind};
    use crate::viewport::parts::NoLibrary;
    use egui::pos2;

    #[test]
    fn where_only_a_part_is_seen_chips_stand_in_that_part() {
        let mut piece = Entity::new("p", Kind::Board);
        piece.scale = three_d::vec3(1.0, 0.1, 1.0);
        let model = SceneModel { entities: vec![piece], ..SceneModel::default() };
        let scene = Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, 300.0));
        let camera = Camera { distance: 4.0, ..Camera::default() };
        let seen = scene.with_min_x(220.0);
        let found = places(&model, [(0, Mark::Added)], Sight { camera, scene, seen }, &mut NoLibrary, |_| vec2(60.0, 20.0));
        assert!(found.len() == 1 && seen.contains_rect(found[0].0), "{found:?}");
        let seen = scene.with_min_x(390.0);
        assert!(
            places(&model, [(0, Mark::Added)], Sight { camera, scene, seen }, &mut NoLibrary, |_| vec2(60.0, 20.0)).is_empty()
        );
    }

    #[test]
    fn small_pieces_have_none_and_the_largest_come_first() {
        let mut model = SceneModel::default();
        for (i, size) in [0.02, 0.4, 0.9].into_iter().enumerate() {
            let mut piece = Entity::new(format!("p{i}"), Kind::Token);
            piece.scale = three_d::vec3(size, 0.1, size);
            piece.position = [i as f64 - 1.0, 0.1, 0.0];
            model.entities.push(piece);
        }
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, 300.0));
        let camera = Camera { distance: 4.0, ..Camera::default() };
        let marked = [(0, Mark::Added), (1, Mark::Changed), (2, Mark::Removed)];
        let all = places(&model, marked, Sight::whole(camera, rect), &mut NoLibrary, |_| vec2(60.0, 20.0));
        assert_eq!(all.into_iter().map(|(_, mark)| mark).collect::<Vec<_>>(), [Mark::Removed, Mark::Changed]);
    }

    #[test]
    fn chips_stand_apart_beside_their_pieces_and_in_the_view() {
        let mut model = SceneModel::default();
        for i in 0..6 {
            let mut piece = Entity::new(format!("p{i}"), Kind::Token);
            piece.scale = three_d::vec3(0.5, 0.1, 0.5);
            piece.position = [f64::from(i) * 0.02, 0.1, 0.0];
            model.entities.push(piece);
        }
        let rect = Rect::from_min_size(pos2(40.0, 30.0), vec2(400.0, 300.0));
        let camera = Camera { distance: 3.0, ..Camera::default() };
        let marked = (0..6).map(|i| (i, Mark::Added));
        let all = places(&model, marked, Sight::whole(camera, rect), &mut NoLibrary, |_| vec2(60.0, 20.0));
        assert!(all.len() >= 3, "{all:?}");
        for (i, (a, _)) in all.iter().enumerate() {
            assert!(rect.contains_rect(*a));
            assert!(all[i + 1..].iter().all(|(b, _)| !a.intersects(*b)));
        }
        let behind = Camera { target: -camera.eye() * 3.0, distance: 0.1, ..camera };
        let marked = (0..6).map(|i| (i, Mark::Added));
        assert!(places(&model, marked, Sight::whole(behind, rect), &mut NoLibrary, |_| vec2(60.0, 20.0)).is_empty());
    }
}
