//! Which entities and keys an action is about: parts that lie in one another become one, and what belongs together is
//! taken along.

use super::act::Units;
use super::part::Part;
use super::slot::Alone;
use crate::Result;
use crate::json::{Pointer, Ref};
use crate::pointer;
use crate::scene::keys::partner;
use crate::variants::key_edit::SEAT_GEOMETRY;
use crate::variants::key_unit::element;
use crate::variants::scope::refused;

/// What an action is about, each entity and each key once.
#[derive(Debug, Default)]
pub(super) struct Wanted {
    /// Entities; `None` is the whole entity, else its fields.
    pub entities: Vec<(String, Option<Vec<Pointer>>)>,
    /// Keys; `None` is the whole key.
    pub keys: Vec<(String, Option<Units>)>,
}

impl Wanted {
    /// # Errors
    /// Refused for an entity without an id.
    pub fn of(parts: &[Part]) -> Result<Self> {
        let mut wanted = Self::default();
        let mut numbers = rustc_hash::FxHashMap::default();
        for part in parts {
            match part {
                Part::Entity(id) => wanted.entity(id, None, &mut numbers),
                Part::Field { id, at } => wanted.entity(id, Some(at.clone()), &mut numbers),
                Part::EntityScript(id) => {
                    for key in ["scriptId", "scriptVars"] {
                        wanted.entity(id, Some(pointer!["metadata", key]), &mut numbers);
                    }
                }
                Part::Group(group) => group.keys().iter().for_each(|key| wanted.whole_key(key)),
                Part::Key(key) => wanted.whole_key(key),
                Part::Unit { key, at } => wanted.unit(key, at.clone()),
                Part::SceneScript(id) => {
                    if let Some(units) = wanted.units("sceneScriptIds")
                        && !units.scripts.contains(id)
                    {
                        units.scripts.push(id.clone());
                    }
                }
                Part::Nameless(_) => {
                    return Err(refused(
                        "A piece without an id can’t be told from others in another variant",
                        "Give it an id first.",
                    ));
                }
            }
        }
        Ok(wanted)
    }

    fn entity(&mut self, id: &str, at: Option<Pointer>, numbers: &mut rustc_hash::FxHashMap<String, usize>) {
        let number = *numbers.entry(id.to_owned()).or_insert_with(|| {
            self.entities.push((id.to_owned(), Some(Vec::new())));
            self.entities.len() - 1
        });
        let fields = &mut self.entities[number].1;
        match (at, fields.as_mut()) {
            (None, _) => *fields = None,
            (Some(at), Some(fields)) if !fields.contains(&at) => fields.push(at),
            _ => {}
        }
    }

    fn slot(&mut self, key: &str) -> &mut Option<Units> {
        let number = self.keys.iter().position(|(known, _)| known == key).unwrap_or_else(|| {
            self.keys.push((key.to_owned(), Some(Units::default())));
            self.keys.len() - 1
        });
        &mut self.keys[number].1
    }

    fn units(&mut self, key: &str) -> Option<&mut Units> {
        self.slot(key).as_mut()
    }

    /// A whole key, and the one that must agree with it.
    fn whole_key(&mut self, key: &str) {
        for key in [Some(key), partner(key)].into_iter().flatten() {
            *self.slot(key) = None;
        }
    }

    /// A unit of a key; inside a whole one it is that.
    fn unit(&mut self, key: &str, at: Pointer) {
        let Some(units) = self.units(key) else { return };
        if at.is_root() {
            return self.whole_key(key);
        }
        if !units.places.iter().any(|known| known.contains(&at)) {
            units.places.retain(|known| !at.contains(known));
            units.places.push(at);
        }
    }

    /// Takes along what is one with the units: a snap grid with its points, a linked seat's geometry. `values` gives what
    /// both sides of the action have of a key.
    pub fn complete(&mut self, values: impl Fn(&str) -> [Option<Alone>; 2]) {
        let places = |wanted: &Self, key: &str| -> Vec<Pointer> {
            let found = wanted.keys.iter().find(|(known, _)| known == key).and_then(|(_, units)| units.as_ref());
            found.map(|units| units.places.clone()).unwrap_or_default()
        };
        let grids = self.grids(&places(self, "snapPointGrids"), &places(self, "snapPoints"), &values);
        for grid in grids {
            self.unit("snapPointGrids", pointer![grid]);
            for points in values("snapPoints").iter().flatten() {
                for point in points.root().items().filter(|point| group(*point).as_deref() == Some(&grid)) {
                    if let Some(id) = point.get("id").and_then(Ref::as_str) {
                        self.unit("snapPoints", pointer![id]);
                    }
                }
            }
        }
        let seats = places(self, "seatZones");
        if seats.is_empty() {
            return;
        }
        let both = values("seatZones");
        for at in seats {
            let [seat, member] = at.tokens() else { continue };
            let linked = |list: &Alone| {
                let link = element("seatZones", list.root(), seat).and_then(|(_, seat)| seat.get("templateLink")?.as_str());
                link.as_deref() == Some("linked")
            };
            if SEAT_GEOMETRY.contains(&member.as_str()) && both.iter().flatten().any(linked) {
                SEAT_GEOMETRY.iter().for_each(|member| self.unit("seatZones", pointer![seat, member]));
            }
        }
    }

    /// The grids that the units lie in, or whose points they are of.
    fn grids(&self, grids: &[Pointer], points: &[Pointer], values: &impl Fn(&str) -> [Option<Alone>; 2]) -> Vec<String> {
        let mut found: Vec<String> = grids.iter().filter_map(|at| at.tokens().first().cloned()).collect();
        if points.is_empty() {
            found.dedup();
            return found;
        }
        let (both, known) = (values("snapPoints"), values("snapPointGrids"));
        let of = points.iter().filter_map(|at| at.tokens().first()).flat_map(|id| {
            let point = |list: &Alone| element("snapPoints", list.root(), id).and_then(|(_, point)| group(point));
            both.iter().flatten().filter_map(point).collect::<Vec<_>>()
        });
        for grid in of {
            let there = |list: &Alone| element("snapPointGrids", list.root(), &grid).is_some();
            if !found.contains(&grid) && known.iter().flatten().any(there) {
                found.push(grid);
            }
        }
        found
    }
}

/// The grid that a snap point is made from.
fn group(point: Ref<'_>) -> Option<String> {
    Some(point.get("groupId")?.as_str()?.into_owned())
}
