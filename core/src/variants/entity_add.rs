//! Adding and duplicating entities, for all variants or for the one shown alone (the design, section 4).

use super::entity_edit::{EntityEdit, Target};
use super::layout::{Layout, Set};
use super::scope::{Edited, Scope, Stage, refused};
use crate::json::{Document, Pointer, Ref, Value};
use crate::{Result, pointer};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// The scene after entities were added, and their ids.
#[derive(Debug, Clone)]
pub struct Added {
    /// The scene and its reach.
    pub edited: Edited,
    /// The ids of what was added, in the order in which it was given.
    pub ids: Vec<String>,
}

/// An id that no entity of the scene has or had: `<sceneId>:<kind>:<n>`.
pub fn fresh_id(scene: &Document, kind: &str) -> String {
    fresh_ids(scene, &[kind]).pop().unwrap_or_default()
}

/// One fresh id for each kind: in no base, in no variant's differences, in no list of what a variant takes away.
/// Numbers go on from the highest in use, so that an id that was given up is not given to something else.
pub fn fresh_ids(scene: &Document, kinds: &[&str]) -> Vec<String> {
    let name = scene.root().get("sceneId").and_then(Ref::as_str).filter(|id| !id.is_empty());
    let name = name.unwrap_or("scene".into());
    let mut highest: FxHashMap<&str, u64> = kinds.iter().map(|kind| (*kind, 0)).collect();
    for id in used_ids(scene) {
        let rest = id.strip_prefix(&*name).and_then(|rest| rest.strip_prefix(':'));
        let Some((kind, number)) = rest.and_then(|rest| rest.rsplit_once(':')) else { continue };
        if let (Some(highest), Ok(number)) = (highest.get_mut(kind), number.parse::<u64>()) {
            *highest = number.max(*highest);
        }
    }
    let next = kinds.iter().map(|kind| {
        let number = highest.get_mut(kind).map_or(1, |n| {
            *n = n.saturating_add(1);
            *n
        });
        format!("{name}:{kind}:{number}")
    });
    next.collect()
}

/// Every id of an entity that the scene names anywhere, as often as it does.
fn used_ids(scene: &Document) -> impl Iterator<Item = Cow<'_, str>> {
    let deltas = scene.root().get("variants").and_then(|v| v.get("deltas"));
    let parts = move |key| deltas.into_iter().flat_map(Ref::members).filter_map(move |(_, delta)| delta.get(key));
    let objects = scene.root().get("objects").into_iter().chain(parts("objects"));
    let ids = objects.flat_map(|o| o.column("id")).flatten().chain(parts("removed").flat_map(Ref::items));
    ids.filter_map(Ref::as_str)
}

/// Adds entities at the end, as one edit. In the scope *All* they go into the base; one whose `parentId` names an
/// entity that only some variants have is added in those. In the scope *Only* they are added to the variant shown and
/// to those named with it that have the parent; where the base is named, every variant that is not takes them away.
///
/// # Errors
/// Refused where an entity is not an object with an id of its own (see [`fresh_id`]), or a thirteenth delta is needed.
pub fn add_entities(stage: Stage<'_>, scope: Scope, entities: Vec<Value>) -> Result<Added> {
    // The values may be of any make; as a document they can be read.
    let list = Document::new(Value::Array(entities.clone()))?;
    let ids = new_ids(stage.scene, &list)?;
    let layout = Layout::new(&stage);
    let scope = layout.scope(scope)?;
    let parents = parents_of(&list, &ids);
    let sets = sets_of(&layout, scope, &parents);
    let mut edit = EntityEdit::new(&layout);
    for ((value, id), set) in entities.into_iter().zip(&ids).zip(&sets) {
        add(&mut edit, id, &value, set);
    }
    Ok(Added { edited: edit.finish()?, ids })
}

/// Adds one entity for the variants of `set` and for no other. Tells every place where it is written.
fn add(edit: &mut EntityEdit<'_, '_>, id: &str, value: &Value, set: &Set) -> Vec<Pointer> {
    let mut places = Vec::new();
    if set[0] {
        places.push(edit.draft.add_entity(0, value.clone()));
    }
    for who in edit.layout.others() {
        match (set[0], set[who]) {
            (true, false) => edit.draft.hide_entity(who, id),
            (false, true) => places.push(edit.draft.add_entity(who, value.clone())),
            _ => {}
        }
    }
    for (changed, set) in edit.tally.changed.iter_mut().zip(set) {
        *changed |= set;
    }
    places
}

/// The ids of entities to be added.
fn new_ids(scene: &Document, list: &Document) -> Result<Vec<String>> {
    let taken = |id: &str| refused(format!("The id “{id}” is taken"), "Give the new entity an id that nothing has had.");
    let mut ids: Vec<String> = Vec::with_capacity(list.root().len());
    let mut new = FxHashSet::default();
    for entity in list.root().items() {
        let id = entity.get("id").and_then(Ref::as_str).filter(|id| !id.is_empty());
        let id = id.ok_or_else(|| refused("An entity without an id can’t be added", "Give it an id of its own."))?;
        if !new.insert(id.to_string()) {
            return Err(taken(&id));
        }
        ids.push(id.into_owned());
    }
    match used_ids(scene).find(|id| new.contains(&**id)) {
        Some(id) => Err(taken(&id)),
        None => Ok(ids),
    }
}

/// For each new entity the nearest ancestor that is not new itself.
fn parents_of(list: &Document, ids: &[String]) -> Vec<Option<String>> {
    let parents: Vec<Option<String>> =
        list.root().column("parentId").map(|p| p.and_then(Ref::as_str).map(Cow::into_owned)).collect();
    let number: FxHashMap<&str, usize> = ids.iter().enumerate().map(|(i, id)| (id.as_str(), i)).collect();
    let above = |mut at: usize| {
        for _ in 0..=ids.len() {
            let parent = parents[at].as_deref()?;
            match number.get(parent) {
                Some(next) => at = *next,
                None => return Some(parent.to_owned()),
            }
        }
        None
    };
    (0..ids.len()).map(above).collect()
}

/// The variants that each new entity is added for.
fn sets_of(layout: &Layout<'_>, scope: Scope, parents: &[Option<String>]) -> Vec<Set> {
    let named = layout.named();
    let wanted: Vec<&str> = parents.iter().flatten().map(String::as_str).collect();
    let mut found = layout.find(&wanted).into_iter();
    let sets = parents.iter().map(|parent| {
        let places = parent.as_ref().and_then(|_| found.next());
        let having = places.map(|places| layout.numbers().map(|who| places.has(who)).collect::<Set>());
        // A parent that no variant has binds to nothing; and nothing keeps what is added from the variant on view.
        let mut set = having.filter(|having| having.contains(&true)).unwrap_or_else(|| layout.all());
        if scope == Scope::Only {
            set.iter_mut().zip(&named).for_each(|(having, named)| *having &= named);
            set[layout.shown] = true;
        }
        set
    });
    sets.collect()
}

/// Duplicates entities of the variant shown, moved by `offset` (x, y, z in feet), as one edit. Parents that are
/// duplicated along become the parents of the copies. The scope is that of [`add_entities`].
///
/// # Errors
/// Refused where the variant shown lacks one of them, or a thirteenth delta is needed.
pub fn duplicate_entities(stage: Stage<'_>, scope: Scope, ids: &[&str], offset: [f64; 3]) -> Result<Added> {
    let layout = Layout::new(&stage);
    let scope = layout.scope(scope)?;
    let found = layout.find(ids);
    let targets: Vec<Target<'_, '_>> =
        ids.iter().zip(found).map(|(id, places)| Target::find(&layout, id, places, 0)).collect::<Result<_>>()?;
    let text = |entity: Ref<'_>, key: &str| entity.get(key).and_then(Ref::as_str).map(Cow::into_owned);
    let kinds: Vec<String> = targets.iter().map(|t| text(t.shown, "kind").unwrap_or_else(|| "entity".to_owned())).collect();
    let fresh = fresh_ids(stage.scene, &kinds.iter().map(String::as_str).collect::<Vec<_>>());
    let renamed: FxHashMap<&str, &str> = ids.iter().copied().zip(fresh.iter().map(String::as_str)).collect();
    let parents: Vec<Option<String>> = targets.iter().map(|t| outer_parent(t, &targets)).collect();
    let sets = sets_of(&layout, scope, &parents);
    let mut edit = EntityEdit::new(&layout);
    for ((target, id), set) in targets.iter().zip(&fresh).zip(&sets) {
        let parent = text(target.shown, "parentId").and_then(|p| renamed.get(p.as_str()).copied());
        for place in add(&mut edit, id, &target.shown.share(), set) {
            edit.draft.set_unit(&place, target.shown, &pointer!["id"], Some(id.as_str().into()));
            if let Some(parent) = parent {
                edit.draft.set_unit(&place, target.shown, &pointer!["parentId"], Some(parent.into()));
            }
            for (axis, by) in ["x", "y", "z"].into_iter().zip(offset) {
                let at = pointer!["position", axis];
                if let Some(from) = target.shown.at(&at).and_then(Ref::as_f64).filter(|_| by != 0.0) {
                    edit.draft.set_unit(&place, target.shown, &at, Some((from + by).into()));
                }
            }
        }
    }
    Ok(Added { edited: edit.finish()?, ids: fresh })
}

/// The nearest ancestor of an entity that is not duplicated along.
fn outer_parent(target: &Target<'_, '_>, along: &[Target<'_, '_>]) -> Option<String> {
    let mut entity = target.shown;
    for _ in 0..=along.len() {
        let parent = entity.get("parentId").and_then(Ref::as_str)?;
        match along.iter().find(|t| t.id == parent) {
            Some(next) => entity = next.shown,
            None => return Some(parent.into_owned()),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::test_scene::{ALL, ONLY, Scene, parts};
    use super::*;

    fn entity(text: &str) -> Value {
        Document::parse(text.as_bytes()).unwrap().root().to_value()
    }

    fn added(scene: &Scene, shown: &str, scope: Scope, entities: &[&str]) -> String {
        let entities = entities.iter().map(|e| entity(e)).collect();
        scene.after(shown, |stage| add_entities(stage, scope, entities).map(|added| added.edited))
    }

    #[test]
    fn all_adds_to_the_base() {
        let scene = Scene::three(r#"{"id":"a"}"#, r#""small":{"removed":["a"]}"#);
        assert_eq!(added(&scene, "small", ALL, &[r#"{"id":"n"}"#]), r#"{"id":"a"},{"id":"n"} | "small":{"removed":["a"]}"#);
    }

    #[test]
    fn all_adds_a_child_where_its_parent_is() {
        let scene = Scene::three(r#"{"id":"a"}"#, r#""small":{"removed":["a"]},"tiny":{"objects":[{"id":"b"}]}"#);
        assert_eq!(
            added(&scene, "big", ALL, &[r#"{"id":"n","parentId":"a"}"#]),
            r#"{"id":"a"},{"id":"n","parentId":"a"} | "small":{"removed":["a","n"]},"tiny":{"objects":[{"id":"b"}]}"#
        );
        // A parent that is added along stands where its own parent does.
        assert_eq!(
            added(&scene, "tiny", ALL, &[r#"{"id":"n","parentId":"m"}"#, r#"{"id":"m","parentId":"b"}"#]),
            r#"{"id":"a"} | "small":{"removed":["a"]},"tiny":{"objects":[{"id":"b"},{"id":"n","parentId":"m"},{"id":"m","parentId":"b"}]}"#
        );
    }

    #[test]
    fn only_a_variant_adds_to_its_objects() {
        let scene = Scene::three(r#"{"id":"a"}"#, r#""tiny":{"scene":{"room":null}}"#);
        assert_eq!(
            added(&scene, "small", ONLY, &[r#"{"id":"n"}"#]),
            r#"{"id":"a"} | "small":{"objects":[{"id":"n"}]},"tiny":{"scene":{"room":null}}"#
        );
        assert_eq!(
            added(&scene, "tiny", ONLY, &[r#"{"id":"n"}"#]),
            r#"{"id":"a"} | "tiny":{"objects":[{"id":"n"}],"scene":{"room":null}}"#
        );
    }

    #[test]
    fn only_the_base_takes_the_new_id_away_from_every_other() {
        let scene = Scene::three("", r#""gone":{}"#);
        assert_eq!(
            added(&scene, "big", ONLY, &[r#"{"id":"n"}"#]),
            r#"{"id":"n"} | "gone":{"removed":["n"]},"small":{"removed":["n"]},"tiny":{"removed":["n"]}"#
        );
    }

    #[test]
    fn ids_are_fresh_in_base_deltas_and_removed() {
        let scene = Scene::new(
            r#"{"sceneId":"go","objects":[{"id":"go:bag:2"},{"id":"go:bag:x"}],
                "variants":{"base":"a","deltas":{"b":{"removed":["go:bag:7"],"objects":[{"id":"go:token:4"}]}}}}"#,
            "a b",
        );
        assert_eq!(fresh_id(&scene.doc, "bag"), "go:bag:8");
        assert_eq!(
            fresh_ids(&scene.doc, &["token", "bag", "token", "die"]),
            ["go:token:5", "go:bag:8", "go:token:6", "go:die:1"]
        );
        assert_eq!(fresh_id(&Scene::new("{}", "").doc, "die"), "scene:die:1");
        for taken in ["go:bag:2", "go:bag:7", "go:token:4"] {
            let said = scene.refusal("a", |stage| {
                add_entities(stage, ALL, vec![Value::object([("id", Value::from(taken))])]).map(|added| added.edited)
            });
            assert!(said.starts_with(&format!("The id “{taken}” is taken")), "{said}");
        }
    }

    #[test]
    fn duplicates_are_moved_and_keep_their_family() {
        let scene = Scene::new(
            r#"{"sceneId":"s","objects":[{"id":"p","kind":"board","position":{"x":1.50,"y":0,"z":2}},{"id":"c","kind":"die","parentId":"p"}]}"#,
            "",
        );
        let added = duplicate_entities(scene.stage(""), ALL, &["p", "c"], [0.5, 0.0, -1.0]).unwrap();
        assert_eq!(added.ids, ["s:board:1", "s:die:1"]);
        assert_eq!(
            parts(&added.edited.scene),
            r#"{"id":"p","kind":"board","position":{"x":1.50,"y":0,"z":2}},{"id":"c","kind":"die","parentId":"p"},{"id":"s:board:1","kind":"board","position":{"x":2,"y":0,"z":1}},{"id":"s:die:1","kind":"die","parentId":"s:board:1"} | "#
        );
    }

    #[test]
    fn a_thirteenth_delta_is_refused() {
        let names: Vec<String> = (0..14).map(|n| format!("v{n}")).collect();
        let deltas = |n: usize| names[1..=n].iter().map(|v| format!("\"{v}\":{{}}")).collect::<Vec<_>>().join(",");
        let text = |n| format!(r#"{{"objects":[],"variants":{{"base":"v0","deltas":{{{}}}}}}}"#, deltas(n));
        let add = |stage: Stage<'_>| add_entities(stage, ONLY, vec![Value::object([("id", Value::from("n"))])]).map(|a| a.edited);
        let eleven = Scene::new(&text(11), &names.join(" "));
        assert!(eleven.after("v12", add).ends_with(r#""v12":{"objects":[{"id":"n"}]}"#));
        let twelve = Scene::new(&text(12), &names.join(" "));
        assert!(twelve.refusal("v13", add).starts_with("12 variants have differences recorded already"));
        // Changing one of the twelve needs no thirteenth.
        assert!(twelve.after("v12", add).ends_with(r#""v12":{"objects":[{"id":"n"}]}"#));
    }
}
