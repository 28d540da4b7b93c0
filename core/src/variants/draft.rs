//! An edit of the scene while it is made: collects what is put in, changed and taken out, and writes it in one go.
//!
//! Places are those before the edit. What is put into a list goes to its end, so that nothing else moves; what is
//! taken out goes last. Deltas and their parts are made where they are missing, in the order that files keep, and go
//! where the edit empties them.

use super::MAX_VARIANTS;
use super::layout::{Layout, Places};
use super::scope::refused;
use crate::json::{Document, Edit, Pointer, Ref, Value};
use crate::{Result, pointer};
use rustc_hash::FxHashMap;

/// The parts of a delta, in the order that files keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Removed,
    Objects,
    Scene,
}

const PARTS: [Part; 3] = [Part::Removed, Part::Objects, Part::Scene];
pub(super) const PART_ORDER: &[&str] = &["removed", "objects", "scene"];
pub(super) const BLOCK_ORDER: &[&str] = &["base", "deltas"];

/// The order of an entity's keys in files that the platform's editor saved (the field guide, section 3).
pub(super) const ENTITY_ORDER: &[&str] = &[
    "id",
    "kind",
    "label",
    "position",
    "rotation",
    "scale",
    "color",
    "ownerSeat",
    "faceDown",
    "locked",
    "stackCount",
    "containerMode",
    "capacityLimit",
    "container",
    "tags",
    "displayName",
    "parentId",
    "physics",
    "material",
    "soundSetOverrides",
    "materialSlots",
    "metadata",
    "velocity",
    "angularVelocity",
];

impl Part {
    fn key(self) -> &'static str {
        PART_ORDER[self as usize]
    }

    fn empty(self) -> Value {
        if self == Self::Scene { Value::Object(Vec::new()) } else { Value::Array(Vec::new()) }
    }
}

/// See the module's description.
pub(super) struct Draft<'a, 'b> {
    layout: &'b Layout<'a>,
    /// Parts that must be there, by variant.
    needed: Vec<[bool; 3]>,
    /// Parts that something is taken out of, by variant.
    shrunk: Vec<[bool; 3]>,
    appends: Vec<(Pointer, Edit)>,
    /// How long each list is with what was put in so far.
    ends: FxHashMap<(usize, Part), usize>,
    edits: Vec<(Pointer, Edit)>,
    /// Own copies that this edit makes, by variant and entity.
    copies: FxHashMap<(usize, String), Pointer>,
}

impl<'a, 'b> Draft<'a, 'b> {
    pub fn new(layout: &'b Layout<'a>) -> Self {
        Self {
            layout,
            needed: vec![[false; 3]; layout.len()],
            shrunk: vec![[false; 3]; layout.len()],
            appends: Vec::new(),
            ends: FxHashMap::default(),
            edits: Vec::new(),
            copies: FxHashMap::default(),
        }
    }

    /// The place of a part of a variant's differences; for the base, of its list of entities.
    fn part_at(&self, who: usize, part: Part) -> Pointer {
        if who == 0 { pointer!["objects"] } else { self.layout.delta_at(who).join(part.key()) }
    }

    /// Puts a value at the end of a list and tells the place it gets.
    fn append(&mut self, who: usize, part: Part, value: Value) -> Pointer {
        self.needed[who][part as usize] = true;
        let list = self.part_at(who, part);
        let stands = if part == Part::Objects { self.layout.objects(who) } else { self.layout.removed(who) };
        let end = self.ends.entry((who, part)).or_insert(stands.map_or(0, Ref::len));
        let place = list.join(*end);
        *end += 1;
        self.appends.push((list.join("-"), Edit::Set(value)));
        place
    }

    /// Adds an entity to a variant's list in the file.
    pub fn add_entity(&mut self, who: usize, value: Value) -> Pointer {
        self.append(who, Part::Objects, value)
    }

    /// Gives a variant its own copy of a base entity, once; false where this edit made it before.
    pub fn copy_entity(&mut self, who: usize, id: &str, entity: Ref<'a>) -> (Pointer, bool) {
        let key = (who, id.to_owned());
        if let Some(place) = self.copies.get(&key) {
            return (place.clone(), false);
        }
        let place = self.append(who, Part::Objects, entity.share());
        self.copies.insert(key, place.clone());
        (place, true)
    }

    /// Takes a base entity away from a variant.
    pub fn hide_entity(&mut self, who: usize, id: &str) {
        self.append(who, Part::Removed, id.into());
    }

    /// Takes the variant's own copies of an entity out of its list.
    pub fn drop_own(&mut self, who: usize, places: &Places) {
        self.drop_items(who, Part::Objects, &places.by_variant[who].own);
    }

    /// Gives a base entity that the variant took away back to it.
    pub fn unhide(&mut self, who: usize, places: &Places) {
        self.drop_items(who, Part::Removed, &places.by_variant[who].removed);
    }

    /// Takes entities out of the base.
    pub fn drop_base(&mut self, indexes: &[usize]) {
        self.drop_items(0, Part::Objects, indexes);
    }

    fn drop_items(&mut self, who: usize, part: Part, indexes: &[usize]) {
        let list = self.part_at(who, part);
        self.shrunk[who][part as usize] |= !indexes.is_empty();
        self.edits.extend(indexes.iter().map(|i| (list.join(i), Edit::Remove)));
    }

    /// Sets or takes away a unit of the entity at `place`, which reads as `entity` before. Missing `metadata` and
    /// `container` are made on the way.
    pub fn set_unit(&mut self, place: &Pointer, entity: Ref<'_>, unit: &Pointer, value: Option<Value>) {
        let Some(value) = value else {
            if entity.at(unit).is_some() {
                self.edits.push((place.concat(unit), Edit::Remove));
            }
            return;
        };
        let Some((first, below)) = unit.tokens().split_first() else { return };
        if !below.is_empty() && entity.get(first).is_none_or(Ref::is_null) {
            self.edits.push((place.join(first), Edit::Place(Value::Object(Vec::new()), ENTITY_ORDER)));
        }
        let edit = if below.is_empty() { Edit::Place(value, ENTITY_ORDER) } else { Edit::Set(value) };
        self.edits.push((place.concat(unit), edit));
    }

    /// The place of a scene key: the base's, or a variant's own copy.
    pub fn key_at(&self, who: usize, key: &str) -> Pointer {
        if who == 0 { pointer![key] } else { self.layout.delta_at(who).join("scene").join(key) }
    }

    /// Sets or takes away the base's key or a variant's own copy of it.
    pub fn set_key(&mut self, who: usize, key: &str, edit: Edit) {
        self.needed[who][Part::Scene as usize] |= who != 0;
        self.edits.push((self.key_at(who, key), edit));
    }

    /// Takes a variant's own copy of a key away, so that it follows the base.
    pub fn drop_key(&mut self, who: usize, key: &str) {
        self.shrunk[who][Part::Scene as usize] = true;
        self.edits.push((self.key_at(who, key), Edit::Remove));
    }

    /// Makes an edit at a place that stands, or that this edit makes.
    pub fn edit(&mut self, place: Pointer, edit: Edit) {
        self.edits.push((place, edit));
    }

    /// The scene with everything in it.
    ///
    /// # Errors
    /// Refused where a thirteenth delta would be needed, or a part that is needed cannot be read.
    pub fn finish(self) -> Result<Document> {
        let mut scene = self.layout.scene.clone();
        if self.needed[0][Part::Objects as usize] {
            scene = with_list(&scene, &pointer!["objects"])?;
        }
        for who in self.layout.others() {
            if self.needed[who].contains(&true) {
                scene = self.open_delta(&scene, who)?;
            }
        }
        scene = scene.edit_many(self.appends)?.edit_many(self.edits)?;
        for who in self.layout.others() {
            if self.shrunk[who].contains(&true) {
                scene = close_delta(self.layout, &scene, who, self.shrunk[who])?;
            }
        }
        Ok(scene)
    }

    /// Makes a variant's delta and those of its parts that are needed, where they are missing.
    fn open_delta(&self, scene: &Document, who: usize) -> Result<Document> {
        let (block_at, deltas_at, delta_at) = (pointer!["variants"], pointer!["variants", "deltas"], self.layout.delta_at(who));
        let mut edits = Vec::new();
        let object = || Value::Object(Vec::new());
        if is_missing(scene, &block_at) {
            edits.push((block_at, Edit::Set(Value::object([("base", Value::from(&*self.layout.variants[0].id))]))));
        }
        if is_missing(scene, &deltas_at) {
            edits.push((deltas_at.clone(), Edit::Place(object(), BLOCK_ORDER)));
        }
        let mut scene = scene.edit_many(edits)?;
        let deltas = scene.at(&deltas_at);
        if scene.at(&delta_at).is_none() {
            if deltas.map_or(0, Ref::len) >= MAX_VARIANTS {
                return Err(refused(
                    format!("{MAX_VARIANTS} variants have differences recorded already, and a scene holds no more"),
                    "Let one of them follow the base again, or delete a variant, then try again.",
                ));
            }
            let index = deltas.map_or(0, |deltas| delta_index(self.layout.listed, deltas, &self.layout.variants[who].id));
            scene = scene.insert_member(&deltas_at, index, &self.layout.variants[who].id, object())?;
        }
        for part in PARTS.into_iter().filter(|part| self.needed[who][*part as usize]) {
            let at = delta_at.join(part.key());
            let stands = scene.at(&at).filter(|p| !p.is_null());
            match stands {
                None => scene = scene.edit_many([(at, Edit::Place(part.empty(), PART_ORDER))])?,
                Some(stands) if stands.is_object() == (part == Part::Scene) && (stands.is_object() || stands.is_array()) => {}
                Some(_) => return Err(unreadable(&at)),
            }
        }
        Ok(scene)
    }
}

/// Where the delta of `id` goes among `deltas`: they keep the order of the manifest's list, those that it lacks last.
pub(super) fn delta_index(listed: &[String], deltas: Ref<'_>, id: &str) -> usize {
    let rank = |id: &str| listed.iter().position(|listed| listed == id);
    let Some(mine) = rank(id) else { return deltas.len() };
    let ranks: Vec<Option<usize>> = deltas.members().map(|(id, _)| rank(id)).collect();
    match ranks.iter().rposition(|r| r.is_some_and(|r| r < mine)) {
        Some(before) => before + 1,
        None => ranks.iter().position(|r| r.is_some_and(|r| r > mine)).unwrap_or(ranks.len()),
    }
}

/// Takes away parts of a variant's delta that were emptied, and the delta where nothing else is in it. The delta of a
/// variant that the manifest does not list stays, empty: only *Remove them* drops one.
fn close_delta(layout: &Layout<'_>, scene: &Document, who: usize, parts: [bool; 3]) -> Result<Document> {
    let delta_at = layout.delta_at(who);
    let emptied = PARTS.into_iter().filter(|part| parts[*part as usize]).map(|part| delta_at.join(part.key()));
    let emptied = emptied.filter(|at| scene.at(at).is_some_and(Ref::is_empty)).map(|at| (at, Edit::Remove));
    let scene = scene.edit_many(emptied)?;
    match scene.at(&delta_at) {
        Some(delta) if delta.is_empty() && layout.variants[who].listed => Ok(scene.remove(&delta_at)?),
        _ => Ok(scene),
    }
}

/// Whether nothing, or `null`, stands there.
fn is_missing(scene: &Document, at: &Pointer) -> bool {
    scene.at(at).is_none_or(Ref::is_null)
}

/// Makes the base's list of entities where it is missing.
fn with_list(scene: &Document, at: &Pointer) -> Result<Document> {
    match scene.at(at).filter(|list| !list.is_null()) {
        Some(list) if list.is_array() => Ok(scene.clone()),
        Some(_) => Err(unreadable(at)),
        None => {
            let before_block: &[&str] = &["objects", "variants"];
            Ok(scene.edit_many([(at.clone(), Edit::Place(Value::Array(Vec::new()), before_block))])?)
        }
    }
}

fn unreadable(at: &Pointer) -> crate::Error {
    refused(format!("The value at “{at}” in the scene can’t be read"), "Mend it as Problems shows it, then try again.")
}
