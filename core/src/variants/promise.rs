//! The promise of *Changes apply to*, tested against a second, small model of what variants show: *Only X*, or *Only X
//! and Y*, changes what those show and no other; *All* changes exactly the variants that showed the same value as the one
//! shown; undo brings back the bytes.
//!
//! The scenes have what hand-written and merged files have: listed variants without differences and with empty ones,
//! differences that the list lacks, top-level nulls, ids that stand twice, own copies that equal the base's.
//!
//! The model works on plain JSON values and says what every variant must show after an edit. It knows nothing of how
//! differences are stored.

use super::scope::{Adjust, Edited, Scope, Stage};
use super::*;
use crate::edit::{History, Roots};
use crate::json::{self, Document, Pointer};
use crate::{Result, pointer};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const POOL: [&str; 5] = ["a", "b", "c", "d", "e"];
pub(super) const NAMES: [&str; 5] = ["big", "small", "tiny", "old", "last"];

/// What a variant shows: entities by id, those of one id in their order, and scene keys that it has.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    entities: BTreeMap<String, Vec<Json>>,
    keys: BTreeMap<String, Json>,
}

impl Shown {
    /// The entity with this id; where two have it, the first.
    fn entity(&self, id: &str) -> Option<&Json> {
        self.entities.get(id)?.first()
    }

    fn entity_mut(&mut self, id: &str) -> Option<&mut Json> {
        self.entities.get_mut(id)?.first_mut()
    }
}

/// What every variant shows.
type World = BTreeMap<String, Shown>;

fn text(value: &Json, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

/// The second way to resolve.
fn shows(setup: &Json, id: &str) -> Shown {
    let top = setup.as_object().unwrap();
    let mut keys: BTreeMap<String, Json> = top.iter().map(|(k, v)| (k.clone(), v.clone())).collect();
    keys.retain(|key, value| key != "objects" && key != "variants" && !value.is_null());
    let mut entities: BTreeMap<String, Vec<Json>> = BTreeMap::new();
    let base = top.get("objects").and_then(Json::as_array).cloned().unwrap_or_default();
    let delta = &setup["variants"]["deltas"][id];
    let delta = if setup["variants"]["base"] == id { &Json::Null } else { delta };
    let gone: BTreeSet<&str> = delta["removed"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    for entity in base.iter().filter(|e| !gone.contains(e["id"].as_str().unwrap())) {
        entities.entry(text(entity, "id")).or_default().push(entity.clone());
    }
    // An own copy stands in the place of the first; of two with one id the later counts.
    for entity in delta["objects"].as_array().into_iter().flatten() {
        match entities.entry(text(entity, "id")).or_default().as_mut_slice() {
            [first, ..] => *first = entity.clone(),
            [] => drop(entities.insert(text(entity, "id"), vec![entity.clone()])),
        }
    }
    for (key, value) in delta["scene"].as_object().into_iter().flatten() {
        match (value.is_null(), key.as_str()) {
            (true, "environment") => {}
            (true, _) => drop(keys.remove(key)),
            _ => drop(keys.insert(key.clone(), value.clone())),
        }
    }
    Shown { entities, keys }
}

fn world(doc: &Document, stage_listed: &[String]) -> World {
    let setup: Json = serde_json::from_str(&doc.text()).unwrap();
    let mut ids: BTreeSet<String> = stage_listed.iter().cloned().collect();
    ids.extend(setup["variants"]["deltas"].as_object().into_iter().flatten().map(|(id, _)| id.clone()));
    ids.extend(setup["variants"]["base"].as_str().map(str::to_owned));
    ids.into_iter().map(|id| (id.clone(), shows(&setup, &id))).collect()
}

/// An edit of the variant shown.
#[derive(Debug, Clone)]
enum Op {
    Entity { id: usize, at: &'static str, value: Option<i32> },
    Drag { id: usize, to: [i32; 2] },
    Add { parent: Option<usize> },
    Delete { id: usize, keep: bool },
    Revert { id: usize },
    Members { key: &'static str, members: Vec<(&'static str, Option<i32>)> },
    Element { id: &'static str, value: Option<i32> },
    ElementMember { id: &'static str, value: Option<i32> },
    List { value: Vec<u8> },
    NoKey { key: &'static str },
    Follow { key: &'static str },
}

/// An edit with what *Changes apply to* says; variants are numbers of [`NAMES`].
#[derive(Debug, Clone)]
struct Gesture {
    shown: usize,
    also: Vec<usize>,
    scope: Scope,
    op: Op,
}

fn gestures() -> impl Strategy<Value = Gesture> {
    let value = || option::of(0..3i32);
    let id = || 0..POOL.len();
    let member = || select(vec!["p", "q"]);
    let zone = || select(vec!["y", "z"]);
    let op = prop_oneof![
        4 => (id(), select(vec!["/x", "/position/x", "/metadata/k", "/position"]), value())
            .prop_map(|(id, at, value)| Op::Entity { id, at, value }),
        1 => option::of(id()).prop_map(|parent| Op::Add { parent }),
        2 => (id(), any::<bool>()).prop_map(|(id, keep)| Op::Delete { id, keep }),
        1 => id().prop_map(|id| Op::Revert { id }),
        1 => (id(), [0..3i32, 0..3i32]).prop_map(|(id, to)| Op::Drag { id, to }),
        3 => (select(vec!["room", "environment"]), vec((member(), value()), 1..3))
            .prop_map(|(key, members)| Op::Members { key, members }),
        2 => (zone(), value()).prop_map(|(id, value)| Op::Element { id, value }),
        2 => (zone(), value()).prop_map(|(id, value)| Op::ElementMember { id, value }),
        1 => vec(0..3u8, 0..3).prop_map(|value| Op::List { value }),
        1 => select(vec!["room", "zones", "sceneScriptIds"]).prop_map(|key| Op::NoKey { key }),
        1 => select(vec!["room", "zones", "environment"]).prop_map(|key| Op::Follow { key }),
    ];
    let also = prop_oneof![1 => Just(Vec::new()), 2 => vec(0..NAMES.len(), 1..4)];
    (0..NAMES.len(), also, select(vec![Scope::All, Scope::Only, Scope::Only]), op).prop_map(|(shown, also, scope, op)| Gesture {
        shown,
        also,
        scope,
        op,
    })
}

pub(super) fn entity(id: &'static str) -> impl Strategy<Value = Json> {
    (0..2i32, 0..2i32, option::of(0..2i32), option::weighted(0.3, select(POOL.to_vec()))).prop_map(move |(x, px, k, parent)| {
        let mut entity = json!({"id": id, "x": x, "position": {"x": px, "y": 0}});
        if let Some(k) = k {
            entity["metadata"] = json!({"k": k, "other": 1});
        }
        if let Some(parent) = parent {
            entity["parentId"] = json!(parent);
        }
        entity
    })
}

pub(super) fn entities() -> impl Strategy<Value = Vec<Json>> {
    let some = POOL.map(|id| option::of(entity(id)).boxed()).to_vec();
    some.prop_map(|all| all.into_iter().flatten().collect::<Vec<_>>()).prop_shuffle()
}

/// The same, at times with an id that stands twice.
fn some_twice() -> impl Strategy<Value = Vec<Json>> {
    let again = option::weighted(0.1, select(POOL.to_vec()).prop_flat_map(entity));
    (entities(), again).prop_map(|(all, again)| all.into_iter().chain(again).collect::<Vec<_>>()).prop_shuffle()
}

/// Scene keys; nulls stand at the top level as well as in differences, but not for the surroundings of a scene.
pub(super) fn keys(delta: bool) -> impl Strategy<Value = Json> {
    let object = || {
        (option::of(0..2i32), option::of(0..2i32)).prop_map(|(p, q)| {
            let members = [("p", p), ("q", q)].into_iter().filter_map(|(k, v)| Some((k.to_owned(), json!(v?))));
            Json::Object(members.collect::<Map<_, _>>())
        })
    };
    let zones = vec(option::of(0..2i32), 2).prop_map(|zones| {
        let zones = ["y", "z"].into_iter().zip(zones).filter_map(|(id, n)| Some(json!({"id": id, "n": n?})));
        Json::Array(zones.collect())
    });
    let list = vec(0..2u8, 0..2).prop_map(|list| json!(list));
    let maybe = |value: BoxedStrategy<Json>| prop_oneof![2 => Just(None), 3 => value.prop_map(Some), 1 => Just(Some(Json::Null))];
    let room = maybe(object().boxed());
    let surroundings = maybe(object().boxed());
    let rest = (maybe(zones.boxed()), maybe(list.boxed()));
    (surroundings, room, rest).prop_map(move |(environment, room, (zones, list))| {
        let there = environment.clone().filter(Json::is_object);
        let environment = if delta { environment } else { Some(there.unwrap_or_else(|| json!({}))) };
        let all = [("environment", environment), ("room", room), ("zones", zones), ("sceneScriptIds", list)];
        Json::Object(all.into_iter().filter_map(|(k, v)| Some((k.to_owned(), v?))).collect())
    })
}

pub(super) fn delta() -> impl Strategy<Value = Json> {
    delta_with(entities())
}

fn delta_with(objects: impl Strategy<Value = Vec<Json>>) -> impl Strategy<Value = Json> {
    let removed = proptest::sample::subsequence(POOL.to_vec(), 0..3);
    (removed, objects, keys(true), any::<[bool; 3]>()).prop_map(|(removed, objects, scene, parts)| {
        let all = [("removed", json!(removed)), ("objects", json!(objects)), ("scene", scene)];
        Json::Object(all.into_iter().zip(parts).filter(|(_, on)| *on).map(|((k, v), _)| (k.to_owned(), v)).collect())
    })
}

/// A scene's text and the manifest's list. The scene may have no block, the list may lack variants or the base.
pub(super) fn scenes() -> impl Strategy<Value = (String, Vec<String>)> {
    let deltas = vec(option::of(delta_with(some_twice())), NAMES.len() - 1);
    let listed = proptest::sample::subsequence(NAMES.to_vec(), 0..=NAMES.len()).prop_shuffle();
    (some_twice(), keys(false), option::weighted(0.9, deltas), listed, any::<bool>()).prop_map(
        |(objects, keys, deltas, listed, pretty)| {
            let mut setup = json!({"schemaVersion": 2});
            setup.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
            setup["objects"] = json!(objects);
            if let Some(deltas) = deltas {
                let deltas = NAMES[1..].iter().zip(deltas).filter_map(|(id, delta)| Some(((*id).to_owned(), delta?)));
                setup["variants"] = json!({"base": "big", "deltas": Json::Object(deltas.collect())});
            }
            let text = if pretty { serde_json::to_string_pretty(&setup) } else { serde_json::to_string(&setup) };
            (text.unwrap(), listed.into_iter().map(str::to_owned).collect())
        },
    )
}

/// The edit itself, by the functions that are tested.
fn perform(stage: Stage<'_>, scope: Scope, op: &Op, serial: usize) -> Result<Edited> {
    let number = |value: &Option<i32>| value.map(json::Value::from);
    match op {
        Op::Entity { id, at: "/position", value } => {
            let value = value.map(|v| json::Value::object([("x", v)].map(|(k, v)| (k, json::Value::from(v)))));
            set_entity(stage, scope, POOL[*id], &pointer!["position"], value)
        }
        Op::Entity { id, at, value } => set_entity(stage, scope, POOL[*id], &at.parse::<Pointer>().unwrap(), number(value)),
        Op::Drag { id, to } => {
            let axis = |(axis, to): (&str, i32)| EntityChange::new(POOL[*id], pointer!["position", axis], Some(to.into()));
            let changes: Vec<EntityChange> = ["x", "y"].into_iter().zip(*to).map(axis).collect();
            set_entities(stage, scope, &changes)
        }
        Op::Add { parent } => {
            let mut members = vec![("id", json::Value::from(format!("n{serial}")))];
            members.extend(parent.map(|p| ("parentId", json::Value::from(POOL[p]))));
            add_entities(stage, scope, vec![json::Value::object(members)]).map(|added| added.edited)
        }
        Op::Delete { id, keep } => {
            let children = if *keep { Children::Keep } else { Children::Take };
            delete_entities(stage, scope, &[POOL[*id]], children)
        }
        Op::Revert { id } => revert_entity(stage, POOL[*id]),
        Op::Members { key, members } => {
            let change = |(member, value): &(&str, Option<i32>)| SceneChange::new(*key, pointer![member], number(value));
            let changes: Vec<SceneChange> = members.iter().map(change).collect();
            set_scene_values(stage, scope, &changes, &Adjust::default())
        }
        Op::Element { id, value } => {
            let zone = value.map(|n| json::Value::object([("id", json::Value::from(*id)), ("n", n.into()), ("m", n.into())]));
            set_scene_value(stage, scope, "zones", &pointer![id], zone)
        }
        Op::ElementMember { id, value } => set_scene_value(stage, scope, "zones", &pointer![id, "n"], number(value)),
        Op::List { value } => {
            let list = json::Value::array(value.iter().map(|n| i32::from(*n)));
            let change = [SceneChange::new("sceneScriptIds", Pointer::root(), Some(list))];
            set_scene_values(stage, scope, &change, &Adjust::default())
        }
        Op::NoKey { key } => set_scene_value(stage, scope, key, &Pointer::root(), None),
        Op::Follow { key } => follow_base_again(stage, &[key]),
    }
}

fn set(value: &mut Json, key: &str, to: Option<Json>) {
    let members = value.as_object_mut().unwrap();
    match to {
        Some(to) => drop(members.insert(key.to_owned(), to)),
        None => drop(members.shift_remove(key)),
    }
}

fn zone<'a>(keys: &'a BTreeMap<String, Json>, id: &str) -> Option<&'a Json> {
    keys.get("zones")?.as_array()?.iter().find(|z| z["id"] == id)
}

/// The ids below `id` in a variant.
fn descendants(shown: &Shown, id: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::from([id.to_owned()]);
    loop {
        let first = shown.entities.values().map(|all| &all[0]);
        let below = first.filter(|e| found.contains(&text(e, "parentId"))).map(|e| text(e, "id"));
        let more: BTreeSet<String> = below.filter(|id| !found.contains(id)).collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// What the unit of an entity that a change at `at` is about reads as afterwards.
fn unit_after(entity: &Json, at: &str, value: Option<i32>) -> Option<Json> {
    match at {
        "/position" => value.map(|x| json!({"x": x})),
        "/position/x" => {
            let mut position = entity.get("position").cloned()?;
            set(&mut position, "x", value.map(|v| json!(v)));
            Some(position)
        }
        _ => value.map(|v| json!(v)),
    }
}

fn set_unit(entity: &mut Json, unit: &str, to: Option<Json>) {
    match unit.strip_prefix("/metadata/") {
        None => set(entity, &unit[1..], to),
        Some(_) if to.is_none() && entity.get("metadata").is_none() => {}
        Some(key) => {
            if entity.get("metadata").is_none() {
                entity["metadata"] = json!({});
            }
            set(&mut entity["metadata"], key, to);
        }
    }
}

/// Who an edit reaches: the variant on view, whether the scope is *Only*, and whom that names.
struct Reached<'a> {
    shown: &'a str,
    only: bool,
    named: BTreeSet<&'a str>,
}

/// What every variant must show after an edit, where none is refused.
fn expected(before: &World, base: &str, nulls: &BTreeSet<String>, who: &Reached<'_>, op: &Op, serial: usize) -> World {
    let mut world = before.clone();
    let Reached { shown, only, named } = who;
    let (shown, only) = (*shown, *only);
    let ours = &before[shown];
    let reaches = |id: &str| !only || named.contains(id);
    for (id, variant) in &mut world {
        let theirs = &before[id];
        match op {
            Op::Entity { id: entity, at, value } => {
                let entity = POOL[*entity];
                let (Some(was), Some(seen)) = (theirs.entity(entity), ours.entity(entity)) else { continue };
                let unit = if at.starts_with("/metadata") {
                    "/metadata/k"
                } else if *at == "/x" {
                    "/x"
                } else {
                    "/position"
                };
                let to = unit_after(seen, at, *value);
                let changes = seen.pointer(unit) != to.as_ref();
                if changes && reaches(id) && (only || was.pointer(unit) == seen.pointer(unit)) {
                    set_unit(variant.entity_mut(entity).unwrap(), unit, to);
                }
            }
            Op::Drag { id: entity, to } => {
                let (Some(was), Some(seen)) = (theirs.entity(POOL[*entity]), ours.entity(POOL[*entity])) else { continue };
                let (was, seen) = (was.get("position"), seen.get("position"));
                let mut position = seen.cloned().unwrap_or_default();
                for (axis, to) in ["x", "y"].into_iter().zip(to) {
                    set(&mut position, axis, Some(json!(to)));
                }
                if seen != Some(&position) && reaches(id) && (only || was == seen) {
                    set_unit(variant.entity_mut(POOL[*entity]).unwrap(), "/position", Some(position));
                }
            }
            Op::Add { parent } => {
                let bound = parent.map(|p| POOL[p]).filter(|p| before.values().any(|v| v.entities.contains_key(*p)));
                let there = bound.is_none_or(|p| theirs.entities.contains_key(p));
                if reaches(id) && (there || (only && id == shown)) {
                    let mut new = json!({"id": format!("n{serial}")});
                    set(&mut new, "parentId", parent.map(|p| json!(POOL[p])));
                    variant.entities.insert(format!("n{serial}"), vec![new]);
                }
            }
            Op::Delete { id: entity, keep } => {
                let entity = POOL[*entity];
                if !reaches(id) || !theirs.entities.contains_key(entity) {
                    continue;
                }
                if *keep {
                    variant.entities.remove(entity);
                    let first = variant.entities.values_mut().map(|all| &mut all[0]);
                    first.filter(|e| text(e, "parentId") == entity).for_each(|e| set(e, "parentId", None));
                } else {
                    let gone = descendants(theirs, entity);
                    variant.entities.retain(|id, _| !gone.contains(id));
                }
            }
            Op::Revert { id: entity } => {
                if named.contains(id.as_str()) {
                    match before[base].entities.get(POOL[*entity]) {
                        Some(base) => variant.entities.insert(POOL[*entity].to_owned(), base.clone()),
                        None => variant.entities.remove(POOL[*entity]),
                    };
                }
            }
            Op::Members { key, members } => {
                // Of two changes of one member the later counts.
                let members: BTreeMap<&str, Option<i32>> = members.iter().copied().collect();
                for (member, value) in members {
                    let at = |keys: &BTreeMap<String, Json>| keys.get(*key).map(|object| object.get(member).cloned());
                    let (was, seen) = (at(&theirs.keys), at(&ours.keys));
                    let to = value.map(|v| json!(v));
                    // A variant without the key gets it only where the one on view gets it too.
                    let lands = if only { was.is_some() || seen.is_none() } else { was == seen };
                    if seen.flatten() == to || !reaches(id) || !lands {
                        continue;
                    }
                    match (variant.keys.get_mut(*key), value) {
                        (Some(object), value) => set(object, member, value.map(|v| json!(v))),
                        (None, Some(value)) => drop(variant.keys.insert((*key).to_owned(), json!({member: value}))),
                        (None, None) => {}
                    }
                }
            }
            Op::Element { id: element, value } => {
                let (was, seen) = (zone(&theirs.keys, element), zone(&ours.keys, element));
                let new = value.map(|n| json!({"id": element, "n": n, "m": n}));
                let zones = variant.keys.get_mut("zones").and_then(Json::as_array_mut);
                match (seen, new) {
                    (None, None) => {}
                    _ if !reaches(id) => {}
                    // Added to every list, but not where a variant says that it has none.
                    (None, Some(new)) => match zones {
                        Some(zones) if was.is_none() => zones.push(new),
                        None if only || id == shown || !nulls.contains(id) => {
                            drop(variant.keys.insert("zones".into(), json!([new])));
                        }
                        _ => {}
                    },
                    (Some(_), None) => {
                        if let Some(zones) = zones {
                            zones.retain(|z| z["id"] != **element);
                        }
                    }
                    // Each member is judged by itself.
                    (Some(seen), Some(new)) => {
                        let Some(zone) = zones.and_then(|zones| zones.iter_mut().find(|z| z["id"] == **element)) else {
                            continue;
                        };
                        for member in ["n", "m"] {
                            let agrees = only || zone.get(member) == seen.get(member);
                            if seen.get(member) != new.get(member) && agrees {
                                set(zone, member, new.get(member).cloned());
                            }
                        }
                    }
                }
            }
            Op::ElementMember { id: element, value } => {
                let (was, seen) = (zone(&theirs.keys, element), zone(&ours.keys, element));
                let (was, seen) = (was.map(|z| z.get("n")), seen.map(|z| z.get("n")));
                let changes = seen.flatten() != value.map(|v| json!(v)).as_ref();
                if !changes || !reaches(id) || was.is_none() || !(only || was == seen) {
                    continue;
                }
                let zones = variant.keys.get_mut("zones").and_then(Json::as_array_mut).unwrap();
                set(zones.iter_mut().find(|z| z["id"] == **element).unwrap(), "n", value.map(|v| json!(v)));
            }
            Op::List { value } => {
                let (was, seen) = (theirs.keys.get("sceneScriptIds"), ours.keys.get("sceneScriptIds"));
                if seen != Some(&json!(value)) && reaches(id) && (only || was == seen) {
                    variant.keys.insert("sceneScriptIds".into(), json!(value));
                }
            }
            Op::NoKey { key } => {
                let (was, seen) = (theirs.keys.get(*key), ours.keys.get(*key));
                if seen.is_some() && reaches(id) && (only || was == seen) {
                    variant.keys.remove(*key);
                }
            }
            Op::Follow { key } => {
                if named.contains(id.as_str()) {
                    match before[base].keys.get(*key) {
                        Some(value) => variant.keys.insert((*key).to_owned(), value.clone()),
                        None => variant.keys.remove(*key),
                    };
                }
            }
        }
    }
    world
}

/// Entities and keys that an edit is not about, by the text they stand as in each list of the file.
fn bystanders(doc: &Document, touched: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let deltas = doc.at(&pointer!["variants", "deltas"]);
    let lists = deltas.iter().flat_map(|d| d.members()).map(|(id, delta)| (id, delta.get("objects"), delta.get("scene")));
    for (who, objects, scene) in lists.chain([("", doc.root().get("objects"), Some(doc.root()))]) {
        for entity in objects.iter().flat_map(|o| o.items()) {
            let id = entity.get("id").unwrap().as_str().unwrap().into_owned();
            if !touched.contains(&id) {
                found.insert(format!("{who} entity {id}"), entity.to_text());
            }
        }
        for (key, value) in scene.iter().flat_map(|s| s.members()) {
            if !touched.contains(key) && key != "objects" && key != "variants" {
                found.insert(format!("{who} key {key}"), value.to_text());
            }
        }
    }
    found
}

/// What an edit is about: ids of entities, and keys.
fn touched(before: &World, op: &Op, serial: usize) -> BTreeSet<String> {
    match op {
        Op::Entity { id, .. } | Op::Drag { id, .. } | Op::Revert { id } => BTreeSet::from([POOL[*id].to_owned()]),
        Op::Add { .. } => BTreeSet::from([format!("n{serial}")]),
        Op::Delete { id, .. } => before.values().flat_map(|shown| descendants(shown, POOL[*id])).collect(),
        Op::Members { key, .. } | Op::NoKey { key } | Op::Follow { key } => BTreeSet::from([(*key).to_owned()]),
        Op::Element { .. } | Op::ElementMember { .. } => BTreeSet::from(["zones".to_owned()]),
        Op::List { .. } => BTreeSet::from(["sceneScriptIds".to_owned()]),
    }
}

/// What holds of the stored form after each edit.
pub(super) fn assert_well_stored(before: &Document, after: &Document, listed: &[String]) {
    let setup: Json = serde_json::from_str(&after.text()).unwrap();
    let was: Json = serde_json::from_str(&before.text()).unwrap();
    let base: BTreeSet<String> = setup["objects"].as_array().into_iter().flatten().map(|e| text(e, "id")).collect();
    assert!(setup.get("variants").is_none() || setup.as_object().unwrap().keys().next_back().unwrap() == "variants");
    for (id, delta) in setup["variants"]["deltas"].as_object().into_iter().flatten() {
        assert_ne!(setup["variants"]["base"], json!(id));
        let old = &was["variants"]["deltas"][id];
        let parts: Vec<&String> = delta.as_object().unwrap().keys().collect();
        let mut order = parts.clone();
        order.sort_by_key(|part| ["removed", "objects", "scene"].iter().position(|p| p == part));
        assert_eq!(parts, order);
        for (part, value) in delta.as_object().unwrap() {
            let empty = value.as_array().map_or_else(|| value.as_object().unwrap().is_empty(), Vec::is_empty);
            assert!(!empty || old.get(part) == Some(value), "{id}.{part} was left empty");
        }
        let emptied = delta.as_object().unwrap().is_empty() && old.as_object().is_some_and(|old| !old.is_empty());
        assert!(!emptied || !listed.contains(id), "{id} was left without a difference");
        let stale = |list: &Json| -> BTreeSet<String> {
            let ids = list["removed"].as_array().into_iter().flatten().map(|id| id.as_str().unwrap().to_owned());
            ids.filter(|id| !base.contains(id)).collect()
        };
        assert!(stale(delta).is_subset(&stale(old)), "{id} takes away what the base lacks");
    }
}

/// The variants that say `null` for their zones.
fn null_zones(doc: &Document) -> BTreeSet<String> {
    let deltas = doc.at(&pointer!["variants", "deltas"]);
    let says = |delta: json::Ref<'_>| delta.get("scene").and_then(|s| s.get("zones")).is_some_and(json::Ref::is_null);
    deltas.iter().flat_map(|d| d.members()).filter(|(_, delta)| says(*delta)).map(|(id, _)| id.to_owned()).collect()
}

/// Makes one edit and compares what every variant shows then with what the model says.
fn step(doc: &Document, listed: &[String], gesture: &Gesture, serial: usize) -> Option<Document> {
    let Gesture { shown, also, scope, op } = gesture;
    let (shown, scope) = (NAMES[*shown], *scope);
    let also: Vec<String> = also.iter().map(|name| NAMES[*name].to_owned()).collect();
    let stage = Stage { scene: doc, listed, shown, also: &also };
    let before = world(doc, listed);
    let edited = match perform(stage, scope, op, serial) {
        Ok(edited) => edited,
        Err(error) => {
            assert_eq!(error.kind(), crate::ErrorKind::Refused);
            return None;
        }
    };
    let shown = stage.shown_variant();
    let scope = if stage.has_choice() { scope } else { Scope::All };
    let after = world(&edited.scene, listed);
    let again = Document::parse(edited.scene.text().as_bytes()).unwrap();
    assert!(again.root().equals(edited.scene.root()), "reads back as another tree");
    assert_well_stored(doc, &edited.scene, listed);
    if !before.contains_key(&shown) {
        return Some(edited.scene);
    }
    // A scene without a block has its base from the list; until then every variant shows the same.
    let known: BTreeSet<&String> = before.keys().collect();
    let new: Vec<&String> = after.keys().filter(|id| !known.contains(id)).collect();
    assert!(new.is_empty(), "{new:?} came into being");
    let base = doc.at(&pointer!["variants", "base"]).and_then(json::Ref::as_str).unwrap_or_default();
    let named = stage.named();
    let named: BTreeSet<&str> = named.iter().map(String::as_str).collect();
    let who = Reached { shown: &shown, only: scope == Scope::Only, named };
    let wanted = expected(&before, &base, &null_zones(doc), &who, op, serial);
    for (id, wanted) in &wanted {
        let texts = format!("{}\n{}", doc.text(), edited.scene.text());
        assert_eq!(&after[id], wanted, "{id} while {shown} is on view, named {:?}\n{texts}", who.named);
    }
    let changed: BTreeSet<&String> = before.keys().filter(|id| before[*id] != after[*id]).collect();
    let told: BTreeSet<&String> = edited.reach.changed.iter().collect();
    assert!(changed.is_subset(&told), "{changed:?} changed, {told:?} told");
    if scope == Scope::Only {
        assert!(told.iter().all(|id| who.named.contains(id.as_str())), "{told:?}");
    }
    let about = touched(&before, op, serial);
    let (stood, stands) = (bystanders(doc, &about), bystanders(&edited.scene, &about));
    assert_eq!(stood, stands, "{about:?}");
    Some(edited.scene)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn edits_keep_the_promise((text, listed) in scenes(), gestures in vec(gestures(), 1..7)) {
        let opened = Document::parse(text.as_bytes()).unwrap();
        let mut history = History::new(Roots { manifest: None, scene: Some(opened) });
        for (serial, gesture) in gestures.iter().enumerate() {
            let doc = history.scene().unwrap().clone();
            if let Some(scene) = step(&doc, &listed, gesture, serial) {
                history.apply("Edit", Roots { manifest: None, scene: Some(scene) }, None);
            }
        }
        history.go_to(0);
        prop_assert_eq!(history.scene().unwrap().text(), text);
        prop_assert!(history.is_saved());
    }

    /// The file without its `variants` key is what the base plays, and a variant without differences plays it too,
    /// whether the file holds an empty object for it or nothing.
    #[test]
    fn the_file_without_variants_is_the_base((text, listed) in scenes()) {
        let doc = Document::parse(text.as_bytes()).unwrap();
        let base = resolve(&doc, "big", &listed).to_document().unwrap();
        let mut alone: Json = serde_json::from_str(&text).unwrap();
        set(&mut alone, "variants", None);
        alone.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        prop_assert_eq!(serde_json::from_str::<Json>(&base.text()).unwrap(), alone);
        let mut emptied: Json = serde_json::from_str(&text).unwrap();
        emptied["variants"] = json!({"base": "big", "deltas": {"small": {}}});
        let emptied = Document::parse(emptied.to_string().as_bytes()).unwrap();
        for id in ["small", "tiny"] {
            let resolved = resolve(&emptied, id, &["small", "tiny"]);
            prop_assert!(resolved.to_document().unwrap().root().equals(base.root()), "{}", id);
        }
    }
}
