//! New variants.

use super::super::block::Block;
use super::super::scope::refused;
use super::super::{MAX_VARIANTS, list};
use super::name::id_problem;
use super::{Halves, list_at, with_block, with_delta};
use crate::Result;
use crate::edit::{ManifestOp, Roots};
use crate::json::{Document, Ref, Value};
use crate::manifest::slug_of;
use crate::scene::view::SceneView;
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// What a new variant begins as.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Start {
    /// The base, unchanged: nothing is written for it in the scene.
    #[default]
    Base,
    /// What this variant changes about the base.
    Variant(String),
    /// An empty table. What players sit at stays as the base has it: room, table, surroundings, seats. What is played with
    /// goes: every entity is removed, and there are no snap points, snap grids, table zones or attached scripts.
    Empty,
}

/// A variant that is to be added.
#[derive(Debug, Clone, Default)]
pub struct NewVariant {
    /// What the lobby calls it.
    pub name: String,
    /// Its id; without one it is made from the name.
    pub id: Option<String>,
    /// What it begins as.
    pub start: Start,
    /// Its number in the list; at the end without one.
    pub at: Option<usize>,
}

/// Both documents with a new variant.
#[derive(Debug, Clone)]
pub struct Added {
    /// Both documents.
    pub roots: Roots,
    /// The id of the new variant.
    pub id: String,
    /// Set where it is the first variant that was made: the id that the game as it was has got. It is the base, and the
    /// one that a lobby starts with.
    pub first: Option<String>,
}

/// Keys that an empty table does without, and keys that it has empty.
const PLAYED_WITH: [&str; 3] = ["tableZones", "snapPoints", "snapPointGrids"];
const ATTACHED: &str = "sceneScriptIds";

/// The id that a name gives: lower-case letters and digits with dashes between, such as `small-board-9x9` for “Small Board
/// (9×9)”; with `-2`, `-3` and so on where another variant has it. `taken` are the ids of all others.
pub fn fresh_variant_id(name: &str, taken: &[impl AsRef<str>]) -> String {
    let stem = Some(slug_of(name)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| "variant".to_owned());
    let is_free = |id: &String| taken.iter().all(|other| other.as_ref() != id.as_str());
    let mut ids = std::iter::once(stem.clone()).chain((2..).map(|number| format!("{stem}-{number}")));
    ids.find(is_free).unwrap_or(stem)
}

/// What the game as it is will be called and its id, when the first variant is made: by the pack's name. `None` where the
/// list has entries already.
///
/// # Errors
/// Refused where the list cannot be read.
pub fn first_id(roots: &Roots) -> Result<Option<(String, String)>> {
    let halves = Halves::of(roots)?;
    Ok(halves.listed.is_empty().then(|| first_entry(&halves)))
}

/// The name and the id of the game as it is.
fn first_entry(halves: &Halves<'_>) -> (String, String) {
    if let Some(base) = halves.block().and_then(Block::base) {
        return (base.clone().into_owned(), base.into_owned());
    }
    let name = halves.manifest.root().get("name").and_then(Ref::as_str);
    let name = name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).unwrap_or_else(|| "Standard".to_owned());
    let id = fresh_variant_id(&name, &halves.taken());
    (name, id)
}

/// Adds a variant. Where the list is empty, the game as it is gets the first entry and is the base; the new one is the
/// second.
///
/// # Errors
/// Refused where the list cannot be read, where it has twelve entries, where the id is taken or no good one, where the
/// scene has twelve variants' differences already and this one needs some, and where the variant that it begins as is
/// not known.
pub fn add(roots: &Roots, new: &NewVariant) -> Result<Added> {
    let halves = Halves::of(roots)?;
    let entry = |id: &str, name: &str| Value::object([("id", id), ("name", name)].map(|(key, text)| (key, Value::from(text))));
    let name = Some(new.name.trim()).filter(|name| !name.is_empty()).or(new.id.as_deref()).unwrap_or("New variant");
    add_entry(&halves, new, name, &|id| entry(id, name))
}

/// Adds a copy of a variant behind it: its entry with all that stands in it, and its differences. Its name says that it is
/// a copy.
///
/// # Errors
/// As [`add`], and where the list has no such variant.
pub fn duplicate(roots: &Roots, id: &str) -> Result<Added> {
    let halves = Halves::of(roots)?;
    let index = halves.index(id)?;
    let name = copy_name(&halves, &halves.name(id));
    let Some(entry) = list::entries(halves.manifest.root()).find(|entry| entry.index == index) else {
        return Err(refused(format!("The manifest lists no variant “{id}”"), "Choose another one."));
    };
    let copy = |new_id: &str| {
        let members = entry.value.members().map(|(key, value)| {
            let value = match key {
                "id" => Value::from(new_id),
                "name" => Value::from(name.as_str()),
                _ => value.share(),
            };
            (key, value)
        });
        Value::object(members)
    };
    let new = NewVariant { name: name.clone(), id: None, start: Start::Variant(id.to_owned()), at: Some(index + 1) };
    add_entry(&halves, &new, &name, &copy)
}

/// “9×9 copy”, or “9×9 copy 2” and so on: a name that no other variant has.
fn copy_name(halves: &Halves<'_>, name: &str) -> String {
    let taken: Vec<_> = list::entries(halves.manifest.root()).filter_map(list::Entry::name).collect();
    let mut names = std::iter::once(format!("{name} copy")).chain((2..).map(|number| format!("{name} copy {number}")));
    names.find(|name| taken.iter().all(|other| *other != name.as_str())).unwrap_or_else(|| format!("{name} copy"))
}

fn add_entry(halves: &Halves<'_>, new: &NewVariant, name: &str, entry: &dyn Fn(&str) -> Value) -> Result<Added> {
    let count = halves.manifest.root().get("variants").map_or(0, Ref::len);
    if count >= MAX_VARIANTS {
        return Err(refused(format!("The list has {MAX_VARIANTS} variants, and a lobby offers no more"), "Delete one first."));
    }
    let first = halves.listed.is_empty().then(|| first_entry(halves));
    let mut taken = halves.taken();
    taken.extend(first.iter().map(|(_, id)| id.clone()));
    let id = match &new.id {
        Some(id) => match id_problem(id, &taken) {
            Some(problem) => return Err(refused(problem, "Give it another id.")),
            None => id.clone(),
        },
        None => fresh_variant_id(name, &taken),
    };
    let mut ops = Vec::new();
    let mut listed = halves.listed.clone();
    if let Some((name, id)) = &first {
        let existing = Value::object([("id", id), ("name", name)].map(|(key, text)| (key, Value::from(text.as_str()))));
        ops.push(ManifestOp::Insert(list_at(), 0, existing));
        listed.push(id.clone());
    }
    let at = new.at.unwrap_or(usize::MAX).clamp(usize::from(first.is_some()), listed.len());
    ops.push(ManifestOp::Insert(list_at(), at, entry(&id)));
    listed.insert(at, id.clone());
    let manifest = halves.edit_list(&ops)?;
    let base = halves.base().map(Cow::into_owned).or_else(|| first.as_ref().map(|(_, id)| id.clone()));
    let scene = match (halves.scene, base) {
        (Some(scene), Some(base)) => Some(new_scene(halves, scene, &base, &listed, &id, &new.start)?),
        (None, _) if new.start == Start::Empty => {
            return Err(refused("This pack has no scene, so no table in it can be empty", "Begin with the base."));
        }
        (scene, _) => scene.cloned(),
    };
    Ok(Added { roots: Roots { manifest, scene }, id, first: first.map(|(_, id)| id) })
}

/// The scene with what a new variant changes about the base.
fn new_scene(halves: &Halves<'_>, scene: &Document, base: &str, listed: &[String], id: &str, start: &Start) -> Result<Document> {
    let view = SceneView::of(scene);
    let delta = match start {
        Start::Base => None,
        Start::Variant(from) if from == base => None,
        Start::Variant(from) => {
            let delta = Block::of(view).and_then(|block| block.delta(from));
            if delta.is_none() && !halves.listed.contains(from) {
                return Err(refused(format!("There is no variant “{from}” to begin with"), "Begin with another one."));
            }
            delta.map(|delta| delta.value).filter(|value| !value.is_empty()).map(Ref::share)
        }
        Start::Empty => empty_table(scene),
    };
    // Without a block nothing says which variant the scene is, and the next edit would have to guess.
    let scene = with_block(scene, base)?;
    let Some(delta) = delta else { return Ok(scene) };
    if Block::of(SceneView::of(&scene)).map_or(0, |block| block.deltas().len()) >= MAX_VARIANTS {
        return Err(refused(
            format!("{MAX_VARIANTS} variants have differences recorded already, and a scene holds no more"),
            "Begin with the base, or let another variant follow it again first.",
        ));
    }
    with_delta(&scene, listed, id, delta)
}

/// The differences of an empty table; see [`Start::Empty`].
fn empty_table(scene: &Document) -> Option<Value> {
    let base = SceneView::of(scene);
    let mut seen = FxHashSet::default();
    let ids = base.entities().filter_map(|(_, entity)| entity.id());
    let ids: Vec<String> = ids.filter(|id| seen.insert(id.clone())).map(Cow::into_owned).collect();
    let mut keys: Vec<(&str, Value)> =
        PLAYED_WITH.into_iter().filter(|key| base.key(key).is_some()).map(|key| (key, Value::Null)).collect();
    if base.key(ATTACHED).is_some_and(|ids| !ids.is_empty()) {
        keys.push((ATTACHED, Value::Array(Vec::new())));
    }
    let mut parts = Vec::new();
    if !ids.is_empty() {
        parts.push(("removed", Value::array(ids)));
    }
    if !keys.is_empty() {
        parts.push(("scene", Value::object(keys)));
    }
    (!parts.is_empty()).then(|| Value::object(parts))
}
