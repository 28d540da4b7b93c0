//! `scripts` on a variant's entry: the switch that once turned all of a variant's scripts off, and that the platform refuses
//! today (Game Variants page, *Playing by hand*). It is converted once: the variant's scene detaches what the switch kept
//! from running, and the key goes.

use super::entity_edit::{EntityChange, set_entities};
use super::key_edit::set_scene_value;
use super::list::{self, listed_ids};
use super::resolve::Resolver;
use super::scope::{Scope, Stage, VariantId, refused};
use crate::json::{Document, Pointer, Ref, Value};
use crate::scene::view::SceneView;
use crate::{Result, pointer};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Takes `scripts` away from the manifest's variant number `index`. Where it is `false` the variant's scene, and no other
/// variant's, attaches nothing afterwards: `sceneScriptIds` is empty where there were any, and its entities have neither
/// `metadata.scriptId` nor `metadata.scriptVars`. Any other value only goes.
///
/// Gives both documents; the scene is the one that was given where nothing in it was to change.
///
/// # Errors
/// Refused where there is no such switch, where a scene is needed and `scene` is none, and as
/// [`set_entities`] is refused.
pub fn convert_scripts_switch(
    manifest: &Document,
    scene: Option<&Document>,
    index: usize,
) -> Result<(Document, Option<Document>)> {
    let at = pointer!["variants", index, "scripts"];
    let Some(switch) = manifest.at(&at) else {
        return Err(refused("The variant has no “scripts” any more", "Check again: it was mended already."));
    };
    let scene = if switch.as_bool() == Some(false) {
        let entry = list::entries(manifest.root()).find(|entry| entry.index == index);
        let id = entry.and_then(list::Entry::id).ok_or_else(|| {
            refused("The variant has no id, so its scene can’t be found", "Give it an id first, then convert its scripts.")
        })?;
        let scene = scene.ok_or_else(|| {
            refused(
                "The scene can’t be read, so no scripts can be detached in it",
                "Mend the scene first, then convert the scripts.",
            )
        })?;
        let listed: Vec<String> = listed_ids(manifest.root()).into_iter().map(Cow::into_owned).collect();
        Some(detach_scripts(Stage::new(scene, &listed, &id))?)
    } else {
        scene.cloned()
    };
    Ok((manifest.remove(&at)?, scene))
}

/// The scene in which the variant shown and those named with it, and no other, attach no script to the scene or to an
/// entity.
///
/// # Errors
/// As [`set_entities`].
pub fn detach_scripts(stage: Stage<'_>) -> Result<Document> {
    let named = stage.named();
    let resolver = Resolver::new(stage.scene);
    let ids = |id: &VariantId| resolver.resolve(id, stage.listed).scene_key("sceneScriptIds");
    let attaching: Vec<VariantId> = named.iter().filter(|id| ids(id).is_some_and(|ids| !ids.is_empty())).cloned().collect();
    let mut scene = stage.scene.clone();
    if let Some(shown) = attaching.first() {
        let none = Value::Array(Vec::new());
        let stage = Stage { shown, also: &attaching, ..stage };
        scene = set_scene_value(stage, Scope::Only, "sceneScriptIds", &Pointer::root(), Some(none))?.scene;
    }
    // Each is gone through as the one shown, for each may have entities that the others lack.
    for shown in &named {
        let stage = Stage { scene: &scene, shown, also: &named, ..stage };
        let changes = without_scripts(stage);
        if !changes.is_empty() {
            scene = set_entities(stage, Scope::Only, &changes)?.scene;
        }
    }
    Ok(scene)
}

/// The changes that take the scripts off the entities of the variant shown.
fn without_scripts(stage: Stage<'_>) -> Vec<EntityChange> {
    let resolved = Resolver::new(stage.scene).resolve(stage.shown, stage.listed);
    let mut changes = Vec::new();
    // An id may stand twice in the base; each entity is told by its number among those of its id.
    let mut numbers: FxHashMap<Cow<'_, str>, usize> = FxHashMap::default();
    for entity in &resolved.entities {
        let Some(id) = entity.entity().id() else { continue };
        let next = numbers.entry(id.clone()).or_default();
        let nth = std::mem::replace(next, *next + 1);
        for key in ["scriptId", "scriptVars"] {
            if entity.entity().metadata(key).is_some() {
                let at = pointer!["metadata", key];
                changes.push(EntityChange { id: id.clone().into_owned(), nth, at, value: None });
            }
        }
    }
    changes
}

/// What still runs in a variant whose scripts were detached, as one sentence for the person: the entry script and the
/// scripts of prefabs, which every variant has. `None` where there are none.
pub fn scripts_that_stay(manifest: &Document, scene: Option<&Document>) -> Option<String> {
    let entry = manifest.root().get("entry").and_then(|entry| entry.get("script")?.as_str());
    let prefabs = scene.map(SceneView::of).is_some_and(|scene| {
        scene.list("prefabs").any(|prefab| prefab.at(&pointer!["metadata", "scriptId"]).and_then(Ref::as_str).is_some())
    });
    let hint = "where it should do nothing by hand, let it read the variant and return";
    match (entry, prefabs) {
        (Some(script), false) => Some(format!("The entry script {script} still runs in every variant: {hint}.")),
        (Some(script), true) => {
            Some(format!("The entry script {script} and the scripts of prefabs still run in every variant: {hint}."))
        }
        (None, true) => Some("The scripts of prefabs still run in every variant.".to_owned()),
        (None, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;
    use crate::variants::test_scene::parts;

    fn doc(text: &str) -> Document {
        Document::parse(text.as_bytes()).unwrap()
    }

    /// Two variants, `a` the base; `switches` are the members after each one's id.
    fn manifest(switches: [&str; 2]) -> Document {
        doc(&format!(r#"{{"variants":[{{"id":"a"{}}},{{"id":"b"{}}}]}}"#, switches[0], switches[1]))
    }

    fn scene(objects: &str, deltas: &str) -> Document {
        let block = format!(r#""variants":{{"base":"a","deltas":{{{deltas}}}}}"#);
        doc(&format!(r#"{{"objects":[{objects}],"sceneScriptIds":["s"],{block}}}"#))
    }

    const PIECE: &str = r#"{"id":"p","metadata":{"scriptId":"s","scriptVars":{"n":1},"x":2}}"#;
    const BARE: &str = r#"{"id":"p","metadata":{"x":2}}"#;

    fn resolved(scene: &Document, id: &str) -> String {
        let resolver = Resolver::new(scene);
        let resolved = resolver.resolve(id, &["a", "b"]);
        let entities: Vec<String> = resolved.entities.iter().map(|entity| entity.value.to_text()).collect();
        format!("{} {}", resolved.scene_key("sceneScriptIds").map(Ref::to_text).unwrap_or_default(), entities.join(","))
    }

    #[test]
    fn false_detaches_in_that_variant_alone() {
        let before = scene(PIECE, "");
        for (index, off, on) in [(0, "a", "b"), (1, "b", "a")] {
            let switches = if index == 0 { [r#","scripts":false"#, ""] } else { ["", r#","scripts":false"#] };
            let (manifest, after) = convert_scripts_switch(&manifest(switches), Some(&before), index).unwrap();
            assert_eq!(manifest.text(), r#"{"variants":[{"id":"a"},{"id":"b"}]}"#);
            let after = after.unwrap();
            assert_eq!(resolved(&after, off), format!("[] {BARE}"), "{}", after.text());
            assert_eq!(resolved(&after, on), format!("[\"s\"] {PIECE}"), "{}", after.text());
        }
    }

    #[test]
    fn a_variants_own_copies_are_changed_where_they_stand() {
        let before = scene(r#"{"id":"q"}"#, &format!(r#""b":{{"objects":[{PIECE}]}}"#));
        let (_, after) = convert_scripts_switch(&manifest(["", r#","scripts":false"#]), Some(&before), 1).unwrap();
        let expected = format!(r#"{{"id":"q"}} | "b":{{"objects":[{BARE}],"scene":{{"sceneScriptIds":[]}}}}"#);
        assert_eq!(parts(&after.unwrap()), expected);
    }

    #[test]
    fn where_nothing_is_attached_the_scene_stays_as_it_is() {
        let plain = doc(r#"{"objects":[{"id":"q","metadata":{}}],"sceneScriptIds":[]}"#);
        let (_, after) = convert_scripts_switch(&manifest([r#","scripts":false"#, ""]), Some(&plain), 0).unwrap();
        assert!(after.unwrap().same(&plain));
    }

    #[test]
    fn any_other_value_only_goes() {
        let before = scene(PIECE, "");
        for value in ["true", "null", "0", "\"false\""] {
            let switched = manifest([&format!(",\"scripts\":{value}"), ""]);
            let (manifest, after) = convert_scripts_switch(&switched, Some(&before), 0).unwrap();
            assert!(!manifest.text().contains("scripts") && after.unwrap().same(&before));
            assert!(convert_scripts_switch(&switched, None, 0).unwrap().1.is_none());
        }
    }

    #[test]
    fn what_cannot_be_done_is_refused_and_changes_nothing() {
        let switched = manifest([r#","scripts":false"#, ""]);
        let without_id = doc(r#"{"variants":[{"scripts":false}]}"#);
        let before = scene(PIECE, "");
        for (manifest, scene, index) in [(&switched, None, 0), (&switched, Some(&before), 1), (&without_id, Some(&before), 0)] {
            let error = convert_scripts_switch(manifest, scene, index).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Refused);
        }
    }

    #[test]
    fn an_id_that_stands_twice_is_detached_twice() {
        let before = scene(&format!("{PIECE},{PIECE}"), "");
        let only = doc(r#"{"variants":[{"id":"a","scripts":false}]}"#);
        let (_, after) = convert_scripts_switch(&only, Some(&before), 0).unwrap();
        assert_eq!(resolved(&after.unwrap(), "a"), format!("[] {BARE},{BARE}"));
    }

    #[test]
    fn several_are_detached_together_and_no_other() {
        let piece = |id: &str| PIECE.replace("\"p\"", &format!("\"{id}\""));
        let before =
            scene(PIECE, &format!(r#""b":{{"objects":[{}],"scene":{{"sceneScriptIds":["t"]}}}},"c":{{}}"#, piece("own")));
        let listed = ["a", "b", "c"].map(str::to_owned);
        let also = ["b".to_owned()];
        let after = detach_scripts(Stage { also: &also, ..Stage::new(&before, &listed, "a") }).unwrap();
        let bare = BARE.replace("\"p\"", "\"own\"");
        assert_eq!(resolved(&after, "a"), format!("[] {BARE}"));
        assert_eq!(resolved(&after, "b"), format!("[] {BARE},{bare}"));
        assert_eq!(resolved(&after, "c"), format!("[\"s\"] {PIECE}"));
    }

    #[test]
    fn what_still_runs_is_named() {
        let prefab = doc(r#"{"prefabs":[{"id":"x","metadata":{"scriptId":"s"}}]}"#);
        let plain = doc(r#"{"prefabs":[{"id":"x"}]}"#);
        let scripted = doc(r#"{"entry":{"script":"main.js"}}"#);
        let bare = doc("{}");
        assert_eq!(scripts_that_stay(&bare, Some(&plain)), None);
        assert_eq!(scripts_that_stay(&bare, None), None);
        assert!(scripts_that_stay(&scripted, None).unwrap().starts_with("The entry script main.js still runs"));
        assert!(scripts_that_stay(&scripted, Some(&prefab)).unwrap().contains("main.js and the scripts of prefabs"));
        assert!(scripts_that_stay(&bare, Some(&prefab)).unwrap().starts_with("The scripts of prefabs"));
    }
}
