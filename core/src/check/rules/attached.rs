//! Which scripts of the scene's library are attached in a variant, for the rules that ask what they do (Game Variants page,
//! *Playing by hand*): those that the resolved variant names for the scene and for its entities, and those of prefabs, which
//! run in every variant. The entry script is none of them.

use crate::json::Ref;
use crate::scene::view::{Entity, SceneView};
use crate::variants::{Block, Delta, Resolved};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// Ids of scripts.
pub(super) type Ids<'a> = FxHashSet<Cow<'a, str>>;

/// The scripts in whose source or compiled text `says` holds.
pub(super) fn scripts_that<'a>(scene: SceneView<'a>, says: impl Fn(&str) -> bool) -> Ids<'a> {
    let found = |script: &Ref| {
        ["source", "compiled"].iter().any(|key| script.get(key).and_then(Ref::as_str).is_some_and(|text| says(&text)))
    };
    scene.list("scripts").filter(found).filter_map(|script| script.get("id")?.as_str()).collect()
}

/// Whether a prefab has one of `scripts`.
pub(super) fn to_a_prefab(scene: SceneView, scripts: &Ids) -> bool {
    scene.list("prefabs").map(Entity).any(|prefab| prefab.script_id().is_some_and(|id| scripts.contains(&id)))
}

/// Whether the variant itself attaches one of `scripts`.
pub(super) fn to_the_variant(variant: &Resolved, scripts: &Ids) -> bool {
    let to_scene = variant.scene_key("sceneScriptIds").into_iter().flat_map(Ref::items).filter_map(Ref::as_str);
    let to_entities = variant.entities.iter().filter_map(|entity| entity.entity().script_id());
    !scripts.is_empty() && to_scene.chain(to_entities).any(|id| scripts.contains(&id))
}

/// Whether nothing in the scene says which scripts there would be: its library is empty and neither the base nor a
/// variant attaches any to the scene. Where documents alone are judged, such a scene may be of another version than the
/// manifest, and says nothing about what its scripts do.
pub(super) fn is_silent(scene: SceneView) -> bool {
    let attaches = |key: Option<Ref>| key.is_some_and(|ids| ids.items().next().is_some());
    let library = scene.list("scripts").next().is_some();
    let deltas = Block::of(scene).into_iter().flat_map(Block::deltas);
    !library
        && !attaches(scene.key("sceneScriptIds"))
        && !deltas.flat_map(Delta::scene).any(|(key, ids)| key == "sceneScriptIds" && attaches(Some(ids)))
}
