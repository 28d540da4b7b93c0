//! Random packs, and a second, naive way to tell what their variants play: whole lists are made and compared as text
//! would be. For properties of edits that keep what variants play.

use super::promise::{POOL, delta, entities, keys};
use crate::json::Document;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// The ids of variants in random packs. The first is the base.
pub const IDS: [&str; 5] = ["big", "small", "tiny", "old", "last"];

/// What a variant plays.
#[derive(Debug, Clone, PartialEq)]
pub struct Play {
    /// Its entities by id, those of one id in their order.
    pub entities: BTreeMap<String, Vec<Json>>,
    /// The ids of its entities in their order.
    pub order: Vec<String>,
    /// The scene keys that it has.
    pub keys: BTreeMap<String, Json>,
}

impl Play {
    /// Whether the two are the same game, whatever the order of the entities.
    pub fn is_same_game(&self, other: &Self) -> bool {
        self.entities == other.entities && self.keys == other.keys
    }
}

fn id_of(entity: &Json) -> String {
    entity["id"].as_str().unwrap_or_default().to_owned()
}

/// What the variant `id` of a scene plays.
pub fn plays(setup: &Json, id: &str) -> Play {
    let list = |value: &Json| value.as_array().cloned().unwrap_or_default();
    let none = Json::Null;
    let delta = if setup["variants"]["base"] == id { &none } else { &setup["variants"]["deltas"][id] };
    let removed = list(&delta["removed"]);
    let mut own: Vec<Json> = Vec::new();
    for entity in list(&delta["objects"]) {
        match own.iter_mut().find(|earlier| earlier["id"] == entity["id"]) {
            Some(earlier) => *earlier = entity,
            None => own.push(entity),
        }
    }
    let mut objects = Vec::new();
    for entity in list(&setup["objects"]) {
        if removed.contains(&entity["id"]) {
            continue;
        }
        match own.iter().position(|mine| mine["id"] == entity["id"]) {
            Some(place) => objects.push(own.remove(place)),
            None => objects.push(entity),
        }
    }
    objects.extend(own);
    let mut keys: BTreeMap<String, Json> = BTreeMap::new();
    for (key, value) in setup.as_object().unwrap() {
        if !["objects", "variants"].contains(&key.as_str()) && !value.is_null() {
            keys.insert(key.clone(), value.clone());
        }
    }
    let shared = ["scripts", "materials", "textures", "prefabs", "schemaVersion", "sceneId", "name", "variants", "objects"];
    for (key, value) in delta["scene"].as_object().into_iter().flatten() {
        match (value.is_null(), key.as_str()) {
            (_, key) if shared.contains(&key) => {}
            (true, "environment") => {}
            (true, key) => drop(keys.remove(key)),
            (false, key) => drop(keys.insert(key.to_owned(), value.clone())),
        }
    }
    let mut entities: BTreeMap<String, Vec<Json>> = BTreeMap::new();
    for entity in &objects {
        entities.entry(id_of(entity)).or_default().push(entity.clone());
    }
    Play { entities, order: objects.iter().map(id_of).collect(), keys }
}

/// What every variant of a scene plays: the listed ones, the base and the ones that only the scene knows.
pub fn all_play(scene: &Document, listed: &[String]) -> BTreeMap<String, Play> {
    let setup = as_json(scene);
    let mut ids: Vec<String> = listed.to_vec();
    ids.extend(setup["variants"]["deltas"].as_object().into_iter().flatten().map(|(id, _)| id.clone()));
    ids.extend(setup["variants"]["base"].as_str().map(str::to_owned));
    ids.into_iter().map(|id| (id.clone(), plays(&setup, &id))).collect()
}

/// A document as plain JSON, by way of its text.
pub fn as_json(document: &Document) -> Json {
    serde_json::from_str(&document.text()).unwrap()
}

/// A random pack: a scene's text and the ids of the manifest's list.
#[derive(Debug, Clone)]
pub struct Pack {
    pub scene: String,
    pub listed: Vec<String>,
}

impl Pack {
    pub fn document(&self) -> Document {
        Document::parse(self.scene.as_bytes()).unwrap()
    }

    /// A manifest with the list and with what stands around it.
    pub fn manifest(&self) -> Document {
        let entries: Vec<String> =
            self.listed.iter().map(|id| format!("    {{ \"id\": \"{id}\", \"name\": \"{id} \" }}")).collect();
        let list = format!("  \"variants\": [\n{}\n  ],\n", entries.join(",\n"));
        let list = if self.listed.is_empty() { String::new() } else { list };
        let text = format!("{{\n  \"type\": \"game-pack\",\n  \"name\": \"Hex\",\n{list}  \"license\": \"MIT\"\n}}\n");
        Document::parse(text.as_bytes()).unwrap()
    }
}

/// Keeps the first entity of each id.
fn once(list: &mut Vec<Json>) {
    let mut seen = std::collections::BTreeSet::new();
    list.retain(|entity| seen.insert(id_of(entity)));
}

/// Random packs. Listed ids may lack a delta and deltas may be unlisted, the base may be unlisted, top-level keys may be
/// `null`, `removed` may name what no base has, own copies may equal the base, and ids may stand twice in a list where
/// `doubles` says so.
pub fn packs(doubles: bool) -> impl Strategy<Value = Pack> {
    let twice = move || if doubles { vec(select(POOL.to_vec()), 0..2).boxed() } else { Just(Vec::new()).boxed() };
    let with_twins = move || {
        (entities(), twice(), any::<bool>()).prop_map(move |(mut list, twins, front)| {
            if !doubles {
                once(&mut list);
            }
            for id in twins {
                let twin = json!({"id": id, "twin": front});
                if front { list.insert(0, twin) } else { list.push(twin) }
            }
            list
        })
    };
    let one_delta = (delta(), with_twins(), any::<bool>(), any::<bool>(), any::<bool>());
    let one_delta = one_delta.prop_map(move |(mut delta, objects, twin, idle, shared)| {
        if twin && doubles && delta.get("objects").is_some() {
            delta["objects"] = json!(objects);
        }
        if !doubles && let Some(list) = delta.get_mut("objects").and_then(Json::as_array_mut) {
            once(list);
        }
        if idle && delta["removed"].is_array() {
            delta["removed"].as_array_mut().unwrap().push(json!("nobody"));
        }
        if shared && delta["scene"].is_object() {
            delta["scene"]["scripts"] = json!([{"id": "lost"}]);
        }
        delta
    });
    let deltas = vec(option::of(one_delta), IDS.len() - 1);
    let listed = subsequence(IDS.to_vec(), 0..=IDS.len()).prop_shuffle();
    let top = (keys(true), option::of(Just(json!({"fog": 0}))));
    (with_twins(), top, option::weighted(0.95, deltas), listed, any::<bool>()).prop_map(
        |(objects, (keys, surroundings), deltas, listed, pretty)| {
            let mut setup = json!({"schemaVersion": 2});
            setup.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
            setup["environment"] = surroundings.unwrap_or_else(|| json!({"fog": 1}));
            setup["objects"] = json!(objects);
            if let Some(deltas) = deltas {
                let deltas = IDS[1..].iter().zip(deltas).filter_map(|(id, delta)| Some(((*id).to_owned(), delta?)));
                setup["variants"] = json!({"base": IDS[0], "deltas": Json::Object(deltas.collect())});
            }
            let text = if pretty { serde_json::to_string_pretty(&setup) } else { serde_json::to_string(&setup) };
            Pack { scene: text.unwrap(), listed: listed.into_iter().map(str::to_owned).collect() }
        },
    )
}
