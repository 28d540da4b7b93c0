//! What lies under the pointer: pieces by their oriented boxes, the nearest first.

use super::math::Ray;
use super::model::SceneModel;
use super::parts::{Library, Placement, entity_box};

/// A piece under the pointer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Its place in [`SceneModel::entities`].
    pub index: usize,
    /// How far along the ray, in feet.
    pub distance: f32,
}

/// All pickable pieces that `ray` meets, the nearest first; what lies on top of a board comes before the board.
pub fn hits(model: &SceneModel, ray: &Ray, library: &mut dyn Library) -> Vec<Hit> {
    let mut all: Vec<Hit> = model
        .entities
        .iter()
        .enumerate()
        .filter(|(_, entity)| entity.pickable())
        .filter_map(|(index, entity)| {
            let distance = entity_box(entity, Placement::of(entity), library).hit(ray)?;
            Some(Hit { index, distance })
        })
        .collect();
    all.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    // The table hides what is under it.
    if model.table.visible
        && let Some(p) = ray.at_height(model.table.height)
        && p.x.abs() <= model.table.half[0]
        && p.z.abs() <= model.table.half[1]
    {
        use three_d::InnerSpace;
        let table = (p - ray.origin).magnitude();
        // A piece may sink a little into the table; it is still seen.
        all.retain(|hit| hit.distance <= table + 0.15);
    }
    all
}

/// The piece that a click means: the nearest, or, clicking again on what is selected, the next one beneath it.
pub fn clicked(model: &SceneModel, ray: &Ray, library: &mut dyn Library, selection: &[String], again: bool) -> Option<usize> {
    let all = hits(model, ray, library);
    let first = all.first()?.index;
    if again && let Some(at) = all.iter().position(|hit| selection.contains(&model.entities[hit.index].id)) {
        return all.get(at + 1).map_or(Some(first), |hit| Some(hit.index));
    }
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewport::model::{Entity, Kind};
    use crate::viewport::parts::NoLibrary;
    use three_d::vec3;

    fn model() -> SceneModel {
        let mut board = Entity::new("board", Kind::Board);
        board.scale = vec3(2.0, 0.1, 2.0);
        board.position = [0.0, 0.05, 0.0];
        let mut stone = Entity::new("stone", Kind::Token);
        stone.scale = vec3(0.1, 0.04, 0.1);
        stone.position = [0.5, 0.12, 0.0];
        let mut under = Entity::new("under", Kind::Token);
        under.position = [0.0, -1.0, 0.0];
        SceneModel { entities: vec![board, stone, under], ..SceneModel::default() }.sealed()
    }

    fn down(x: f32, z: f32) -> Ray {
        Ray { origin: vec3(x, 5.0, z), direction: vec3(0.0, -1.0, 0.0) }
    }

    fn id(model: &SceneModel, x: f32, z: f32) -> Option<&str> {
        clicked(model, &down(x, z), &mut NoLibrary, &[], false).map(|i| model.entities[i].id.as_str())
    }

    #[test]
    fn the_nearest_piece_is_hit_up_to_its_very_edge() {
        let model = model();
        assert_eq!(id(&model, 0.5, 0.0), Some("stone"));
        assert_eq!(id(&model, 0.549, 0.0), Some("stone"));
        assert_eq!(id(&model, 0.551, 0.0), Some("board"));
        assert_eq!(id(&model, 0.999, 0.0), Some("board"));
        assert_eq!(id(&model, 1.001, 0.0), None);
    }

    #[test]
    fn what_the_table_hides_is_not_hit() {
        let mut model = model();
        model.entities.remove(0);
        assert_eq!(id(&model, 0.0, 0.0), None);
        model.table.visible = false;
        assert_eq!(id(&model, 0.0, 0.0), Some("under"));
    }

    #[test]
    fn clicking_again_goes_one_deeper_and_round() {
        let model = model();
        let selected = |id: &str| [id.to_owned()];
        let next = |s: &[String]| clicked(&model, &down(0.5, 0.0), &mut NoLibrary, s, true);
        assert_eq!(next(&[]), Some(1));
        assert_eq!(next(&selected("stone")), Some(0));
        assert_eq!(next(&selected("board")), Some(1));
    }

    #[test]
    fn ghosts_and_furniture_are_looked_through() {
        let mut model = model();
        model.entities[1].ghost = true;
        assert_eq!(id(&model, 0.5, 0.0), Some("board"));
        model.entities[0].kind = Kind::Decor;
        assert_eq!(id(&model, 0.5, 0.0), None);
    }
}
