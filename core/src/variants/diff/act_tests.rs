//! Actions on differences: worked examples, and what holds of them over random scenes, against a naive model of what
//! variants show. The model works on plain JSON lists and knows nothing of slots or drafts.

use super::*;
use crate::Result;
use crate::json::{Document, Ref};
use crate::variants::promise::{NAMES, assert_well_stored, scenes};
use crate::variants::test_scene::{Scene, parts};
use crate::variants::{Edited, variant_infos};
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

fn entity(id: &str) -> Part {
    Part::Entity(id.to_owned())
}

fn field(id: &str, at: &str) -> Part {
    Part::Field { id: id.to_owned(), at: at.parse().unwrap() }
}

fn key(key: &str) -> Part {
    Part::Key(key.to_owned())
}

fn unit(key: &str, at: &str) -> Part {
    Part::Unit { key: key.to_owned(), at: at.parse().unwrap() }
}

fn text(scene: &Document, at: &str) -> String {
    scene.at(&at.parse().unwrap()).map(Ref::to_text).unwrap_or_default()
}

#[test]
fn the_last_differing_field_takes_the_own_copy_along() {
    let scene = Scene::three(
        r#"{"id":"a","x":1,"metadata":{"k":1}},{"id":"b"}"#,
        r#""small":{"objects":[{"id":"a","x":2,"metadata":{"k":2}}],"scene":{"room":null}},"tiny":{"removed":["b"]}"#,
    );
    let base = r#"{"id":"a","x":1,"metadata":{"k":1}},{"id":"b"}"#;
    let reverted = |parts: &[Part]| scene.after("small", |stage| revert(stage, parts));
    let tiny = r#""tiny":{"removed":["b"]}"#;
    assert_eq!(
        reverted(&[field("a", "/x")]),
        format!(r#"{base} | "small":{{"objects":[{{"id":"a","x":1,"metadata":{{"k":2}}}}],"scene":{{"room":null}}}},{tiny}"#)
    );
    let dropped = format!(r#"{base} | "small":{{"scene":{{"room":null}}}},{tiny}"#);
    assert_eq!(reverted(&[field("a", "/x"), field("a", "/metadata/k")]), dropped);
    assert_eq!(reverted(&[entity("a"), field("a", "/x")]), dropped);
    assert_eq!(reverted(&[entity("a"), key("room")]), format!("{base} | {tiny}"));
    for (shown, part, why) in [
        ("small", entity("b"), "small follows the base already"),
        ("big", entity("a"), "big is the base"),
        ("small", Part::Nameless("/objects/0".parse().unwrap()), "without an id"),
        ("small", key("scripts"), "share"),
    ] {
        let refusal = scene.refusal(shown, |stage| revert(stage, std::slice::from_ref(&part)));
        assert!(refusal.contains(why), "{refusal}");
    }
}

/// Known trouble 16: a revert once cleared the mark and not the change.
#[test]
fn after_a_revert_the_variant_shows_what_the_base_does() {
    let scene = Scene::three(
        r#"{"id":"p"},{"id":"c","parentId":"p"}"#,
        r#""small":{"removed":["c"],"objects":[{"id":"n","parentId":"p"}]}"#,
    );
    assert_eq!(
        scene.after("small", |stage| revert(stage, &[entity("c"), entity("n")])),
        r#"{"id":"p"},{"id":"c","parentId":"p"} | "#
    );
}

#[test]
fn a_difference_applied_for_all_is_the_bases_and_follows() {
    let scene = Scene::new(
        r#"{"objects":[{"id":"a","x":1,"y":1},{"id":"b"}],"variants":{"base":"big","deltas":{"small":{"removed":["b"],"objects":[{"id":"a","x":2,"y":2},{"id":"n"}]},"own":{"objects":[{"id":"a","x":1,"y":3},{"id":"b","z":1}]}}}}"#,
        "big small own plain",
    );
    let applied = |parts: &[Part]| {
        let edited = apply_to_base(scene.stage("small"), parts, Others::Follow).unwrap();
        (super::super::test_scene::parts(&edited.scene), edited.reach)
    };
    let own = r#""own":{"objects":[{"id":"a","x":1,"y":3},{"id":"b","z":1}]}"#;
    let (after, reach) = applied(&[field("a", "/x")]);
    assert_eq!(
        after,
        format!(
            r#"{{"id":"a","x":2,"y":1}},{{"id":"b"}} | "small":{{"removed":["b"],"objects":[{{"id":"a","x":2,"y":2}},{{"id":"n"}}]}},{own}"#
        )
    );
    assert_eq!((reach.changed, reach.kept_own), (vec!["big".to_owned(), "plain".into()], vec!["own".to_owned()]));
    let (after, reach) = applied(&[entity("a"), entity("b"), entity("n")]);
    assert_eq!(after, format!(r#"{{"id":"a","x":2,"y":2}},{{"id":"n"}} | {own}"#));
    // `own` takes `n` like all that follow, and keeps its board and bowl.
    assert_eq!(reach.changed, ["big", "own", "plain"]);
    assert_eq!(reach.kept_own, ["own"]);
}

#[test]
fn a_difference_applied_for_the_base_alone_leaves_the_others_as_they_are() {
    let scene = Scene::new(
        r#"{"objects":[{"id":"a","x":1},{"id":"b"}],"roomSettings":{"g":1},"variants":{"base":"big","deltas":{"small":{"removed":["b"],"objects":[{"id":"a","x":2},{"id":"n"}],"scene":{"roomSettings":{"g":2},"room":{}}}}}}"#,
        "big small plain",
    );
    let edited = apply_to_base(
        scene.stage("small"),
        &[entity("a"), entity("b"), entity("n"), unit("roomSettings", "/g"), key("room")],
        Others::Keep,
    )
    .unwrap();
    assert_eq!(
        parts(&edited.scene),
        r#"{"id":"a","x":2},{"id":"n"} | "plain":{"removed":["n"],"objects":[{"id":"a","x":1},{"id":"b"}],"scene":{"room":null,"roomSettings":{"g":1}}}"#
    );
    assert_eq!((text(&edited.scene, "/roomSettings"), text(&edited.scene, "/room")), (r#"{"g":2}"#.into(), "{}".into()));
    assert_eq!((edited.reach.changed, edited.reach.copies_given), (vec!["big".to_owned()], 1));
}

#[test]
fn a_difference_is_copied_to_other_variants_as_it_is() {
    let scene = Scene::new(
        r#"{"objects":[{"id":"a","x":1,"y":1},{"id":"b"}],"variants":{"base":"big","deltas":{"small":{"removed":["b"],"objects":[{"id":"a","x":2,"y":2},{"id":"n"}],"scene":{"room":{}}},"own":{"objects":[{"id":"a","x":9,"y":9}]}}}}"#,
        "big small own plain",
    );
    let all = [entity("a"), entity("b"), entity("n"), key("room")];
    let copied = copy_to(scene.stage("small"), &all, &["plain", "own"]).unwrap();
    let delta = r#"{"removed":["b"],"objects":[{"id":"a","x":2,"y":2},{"id":"n"}],"scene":{"room":{}}}"#;
    assert_eq!(
        parts(&copied.scene),
        format!(r#"{{"id":"a","x":1,"y":1}},{{"id":"b"}} | "small":{delta},"own":{delta},"plain":{delta}"#)
    );
    assert_eq!(copied.reach.changed, ["own", "plain"]);
    // From the base: what the other has of its own goes.
    let back = copy_to(scene.stage("big"), &all, &["small"]).unwrap();
    assert_eq!(parts(&back.scene), r#"{"id":"a","x":1,"y":1},{"id":"b"} | "own":{"objects":[{"id":"a","x":9,"y":9}]}"#);
    // One field goes into the own copy that is there.
    let one = copy_to(scene.stage("small"), &[field("a", "/y")], &["own"]).unwrap();
    assert_eq!(text(&one.scene, "/variants/deltas/own/objects"), r#"[{"id":"a","x":9,"y":2}]"#);
    for (target, part, why) in [
        ("small", entity("a"), "no other variant"),
        ("none", entity("a"), "no other variant"),
        ("plain", field("n", "/x"), "lack"),
    ] {
        let refusal = scene.refusal("small", |stage| copy_to(stage, std::slice::from_ref(&part), &[target]));
        assert!(refusal.contains(why), "{refusal}");
    }
}

#[test]
fn a_grid_and_its_points_go_together() {
    let grid = |rows: u8, points: &str| {
        format!(r#""snapPoints":[{points}],"snapPointGrids":[{{"id":"g","rows":{rows}}},{{"id":"h","rows":5}}]"#)
    };
    let base = grid(3, r#"{"id":"1","groupId":"g","x":1},{"id":"free","x":0}"#);
    let own = grid(2, r#"{"id":"2","groupId":"g","x":1},{"id":"free","x":7}"#).replace("\"rows\":5", "\"rows\":6");
    let scene = Scene::new(
        &format!(r#"{{"objects":[],{base},"variants":{{"base":"big","deltas":{{"small":{{"scene":{{{own}}}}}}}}}}}"#),
        "big small",
    );
    for part in [unit("snapPointGrids", "/g/rows"), unit("snapPoints", "/2"), unit("snapPoints", "/1/x")] {
        let edited = revert(scene.stage("small"), std::slice::from_ref(&part)).unwrap();
        assert_eq!(
            text(&edited.scene, "/variants/deltas/small/scene"),
            r#"{"snapPoints":[{"id":"1","groupId":"g","x":1},{"id":"free","x":7}],"snapPointGrids":[{"id":"g","rows":3},{"id":"h","rows":6}]}"#,
            "{part:?}"
        );
    }
    let edited = revert(scene.stage("small"), &[unit("snapPoints", "/free/x")]).unwrap();
    let points = text(&edited.scene, "/variants/deltas/small/scene/snapPoints");
    assert_eq!(points, r#"[{"id":"2","groupId":"g","x":1},{"id":"free","x":0}]"#);
    // A whole key takes its partner along.
    let edited = revert(scene.stage("small"), &[key("snapPoints")]).unwrap();
    assert_eq!(parts(&edited.scene), " | ");
}

#[test]
fn the_geometry_of_a_linked_seat_goes_together() {
    let seat = |x: u8, color: &str| {
        format!(
            r#""seatZones":[{{"seat":"s","templateLink":"linked","label":"L{x}","group":{x},"zones":[{x}],"color":"{color}"}}]"#
        )
    };
    let scene = Scene::new(
        &format!(
            r#"{{"objects":[],{},"variants":{{"base":"big","deltas":{{"small":{{"scene":{{{}}}}}}}}}}}"#,
            seat(1, "red"),
            seat(2, "blue")
        ),
        "big small",
    );
    let seats = |part: Part| {
        let edited = revert(scene.stage("small"), &[part]).unwrap();
        text(&edited.scene, "/variants/deltas/small/scene")
    };
    assert_eq!(seats(unit("seatZones", "/s/zones")), format!("{{{}}}", seat(1, "blue")));
    assert_eq!(seats(unit("seatZones", "/s/color")), format!("{{{}}}", seat(2, "red")));
}

#[test]
fn scripts_are_attached_one_at_a_time() {
    let scene = Scene::new(
        r#"{"objects":[{"id":"a"}],"sceneScriptIds":["x","y"],"variants":{"base":"big","deltas":{"small":{"objects":[{"id":"a","metadata":{"scriptId":"y"}}],"scene":{"sceneScriptIds":["y","z"]}},
            "none":{"scene":{"sceneScriptIds":null}}}}}"#,
        "big small none",
    );
    let script = |id: &str| Part::SceneScript(id.to_owned());
    let ids =
        |edited: Result<Edited>, id: &str| text(&edited.unwrap().scene, &format!("/variants/deltas/{id}/scene/sceneScriptIds"));
    assert_eq!(ids(revert(scene.stage("small"), &[script("z")]), "small"), r#"["y"]"#);
    assert_eq!(ids(revert(scene.stage("small"), &[script("z"), script("x")]), "small"), "");
    assert_eq!(ids(revert(scene.stage("none"), &[script("x")]), "none"), r#"["x"]"#);
    assert_eq!(ids(copy_to(scene.stage("small"), &[script("z")], &["none"]), "none"), r#"["z"]"#);
    let reverted = revert(scene.stage("small"), &[Part::EntityScript("a".into())]).unwrap();
    assert_eq!(text(&reverted.scene, "/variants/deltas/small"), r#"{"scene":{"sceneScriptIds":["y","z"]}}"#);
    let applied = apply_to_base(scene.stage("small"), &[script("x")], Others::Keep).unwrap();
    assert_eq!(text(&applied.scene, "/sceneScriptIds"), r#"["y"]"#);
}

#[test]
fn the_three_states_of_a_key() {
    let scene = Scene::new(
        r#"{"objects":[],"environment":{},"room":{"w":1},"seatZones":[],"seatTemplate":{},"variants":{"base":"big","deltas":{}}}"#,
        "big small",
    );
    let delta = |edited: Result<Edited>| text(&edited.unwrap().scene, "/variants/deltas/small");
    assert_eq!(delta(make_own(scene.stage("small"), &["room"])), r#"{"scene":{"room":{"w":1}}}"#);
    assert_eq!(delta(make_own(scene.stage("small"), &["seatZones"])), r#"{"scene":{"seatZones":[],"seatTemplate":{}}}"#);
    assert_eq!(delta(none_here(scene.stage("small"), &["room"])), r#"{"scene":{"room":null}}"#);
    assert_eq!(delta(none_here(scene.stage("small"), &["seatZones"])), r#"{"scene":{"seatZones":null,"seatTemplate":{}}}"#);
    let none = Scene { doc: none_here(scene.stage("small"), &["room"]).unwrap().scene, listed: scene.listed.clone() };
    assert_eq!(delta(make_own(none.stage("small"), &["room"])), r#"{"scene":{"room":{"w":1}}}"#);
    assert_eq!(delta(revert(none.stage("small"), &[key("room")])), "");
    assert!(none.refusal("small", |stage| none_here(stage, &["room"])).contains("has none already"));
    for (shown, key, why) in [
        ("small", "environment", "always has surroundings"),
        ("small", "packRefs", "has none already"),
        ("big", "room", "big is the base"),
        ("small", "newer", "No variant can have"),
        ("small", "scripts", "No variant can have"),
    ] {
        let refusal = scene.refusal(shown, |stage| none_here(stage, &[key]));
        assert!(refusal.contains(why), "{refusal}");
    }
    assert!(scene.refusal("small", |stage| make_own(stage, &["packRefs"])).contains("nothing to copy"));
    let first = make_own(scene.stage("small"), &["room"]).unwrap();
    assert_eq!(first.reach.sentence(str::to_owned), "small now has its own room; changes to the base’s no longer reach it.");
}

#[test]
fn two_entities_with_one_id_are_refused_only_where_they_must_be_told_apart() {
    let scene = Scene::three(r#"{"id":"a","x":1},{"id":"a","x":2}"#, r#""small":{"objects":[{"id":"a","x":3}]}"#);
    let refusal = scene.refusal("small", |stage| apply_to_base(stage, &[entity("a")], Others::Follow));
    assert!(refusal.contains("Two entities have the id"), "{refusal}");
    assert_eq!(scene.after("small", |stage| revert(stage, &[entity("a")])), r#"{"id":"a","x":1},{"id":"a","x":2} | "#);
    assert!(
        scene
            .after("small", |stage| copy_to(stage, &[entity("a")], &["tiny"]))
            .contains(r#""tiny":{"objects":[{"id":"a","x":3}]}"#)
    );
}

#[test]
fn a_copy_of_a_key_that_is_newer_than_this_editor_is_dropped_or_given_and_never_made() {
    let scene = Scene::three("", r#""small":{"scene":{"newer":{"a":1}}}"#);
    assert_eq!(scene.after("small", |stage| revert(stage, &[key("newer")])), " | ");
    let applied = apply_to_base(scene.stage("small"), &[key("newer")], Others::Follow).unwrap();
    assert_eq!((text(&applied.scene, "/newer"), parts(&applied.scene)), (r#"{"a":1}"#.into(), " | ".into()));
    for refusal in [
        scene.refusal("small", |stage| apply_to_base(stage, &[key("newer")], Others::Keep)),
        scene.refusal("small", |stage| copy_to(stage, &[key("newer")], &["tiny"])),
    ] {
        assert!(refusal.contains("newer than this editor"), "{refusal}");
    }
}

// The naive model.

/// What a variant shows: its entities as texts, sorted, and its keys.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    entities: Vec<(String, Json)>,
    keys: BTreeMap<String, Json>,
}

impl Shown {
    fn entity(&self, id: &str) -> Vec<&Json> {
        self.entities.iter().filter(|(known, _)| known == id).map(|(_, entity)| entity).collect()
    }
}

fn shows(setup: &Json, id: &str) -> Shown {
    let mut keys: BTreeMap<String, Json> =
        setup.as_object().unwrap().iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    keys.retain(|key, value| key != "objects" && key != "variants" && !value.is_null());
    let list = |value: &Json| value.as_array().cloned().unwrap_or_default();
    let id_of = |entity: &Json| entity["id"].as_str().unwrap_or_default().to_owned();
    let delta = if setup["variants"]["base"] == id { &Json::Null } else { &setup["variants"]["deltas"][id] };
    let mut entities: Vec<Json> = list(&setup["objects"]);
    entities.retain(|entity| !list(&delta["removed"]).contains(&entity["id"]));
    let objects = list(&delta["objects"]);
    for (at, own) in objects.iter().enumerate() {
        if objects[at + 1..].iter().any(|later| later["id"] == own["id"]) {
            continue;
        }
        match entities.iter().position(|entity| entity["id"] == own["id"]) {
            Some(place) => entities[place] = own.clone(),
            None => entities.push(own.clone()),
        }
    }
    for (key, value) in delta["scene"].as_object().into_iter().flatten() {
        match (value.is_null(), key.as_str()) {
            (true, "environment") => {}
            (true, _) => drop(keys.remove(key)),
            _ => drop(keys.insert(key.clone(), value.clone())),
        }
    }
    let mut entities: Vec<(String, Json)> = entities.into_iter().map(|entity| (id_of(&entity), entity)).collect();
    entities.sort_by_key(|(id, entity)| (id.clone(), sorted(entity).to_string()));
    Shown { entities, keys }
}

/// A value with its members in the order of their names.
fn sorted(value: &Json) -> Json {
    match value {
        Json::Object(members) => {
            let members: BTreeMap<&String, Json> = members.iter().map(|(key, value)| (key, sorted(value))).collect();
            json!(members)
        }
        Json::Array(items) => items.iter().map(sorted).collect(),
        leaf => leaf.clone(),
    }
}

fn world(doc: &Document) -> BTreeMap<&'static str, Shown> {
    let setup: Json = serde_json::from_str(&doc.text()).unwrap();
    NAMES.iter().map(|id| (*id, shows(&setup, id))).collect()
}

/// Makes a scene odder: a `null` at the top, an id used twice in the base or in a delta, own copies equal to the base's,
/// scripts that are strings.
fn odd(text: &str, choice: u32) -> String {
    let mut setup: Json = serde_json::from_str(text).unwrap();
    let on = |bit: u32| choice >> bit & 1 == 1;
    if on(0) && setup.get("room").is_some() {
        setup["room"] = Json::Null;
    }
    let base = setup["objects"].as_array().cloned().unwrap_or_default();
    if on(1) && on(2) && !base.is_empty() {
        let mut twin = base[0].clone();
        twin["x"] = json!(7);
        setup["objects"].as_array_mut().unwrap().push(twin);
    }
    let keys = setup.clone();
    for (at, delta) in setup
        .pointer_mut("/variants/deltas")
        .and_then(Json::as_object_mut)
        .into_iter()
        .flatten()
        .map(|(_, delta)| delta)
        .enumerate()
    {
        let bit = at as u32 * 4 + 4;
        if on(bit)
            && let Some(entity) = base.get(at)
        {
            let list = delta.as_object_mut().unwrap().entry("objects").or_insert_with(|| json!([]));
            list.as_array_mut().unwrap().push(entity.clone());
        }
        if on(bit + 1) && on(bit + 2) && !base.is_empty() {
            let mut again = base[0].clone();
            again["x"] = json!(8);
            let list = delta.as_object_mut().unwrap().entry("objects").or_insert_with(|| json!([]));
            list.as_array_mut().unwrap().push(again);
        }
        if on(bit + 3) && !keys["zones"].is_null() {
            let scene = delta.as_object_mut().unwrap().entry("scene").or_insert_with(|| json!({}));
            scene["zones"] = keys["zones"].clone();
        }
    }
    for (_, delta) in setup.pointer_mut("/variants/deltas").and_then(Json::as_object_mut).into_iter().flatten() {
        let parts =
            ["removed", "objects", "scene"].into_iter().filter_map(|part| Some((part.to_owned(), delta.get(part)?.clone())));
        *delta = Json::Object(parts.collect());
    }
    let text = setup.to_string();
    match on(3) {
        true => text
            .replace(r#""sceneScriptIds":[0"#, r#""sceneScriptIds":["s""#)
            .replace(r#""sceneScriptIds":[1"#, r#""sceneScriptIds":["t""#),
        false => text,
    }
}

/// Scenes that have variants, as documents.
fn packs() -> impl Strategy<Value = Scene> {
    (scenes(), any::<u32>()).prop_filter_map("a scene without variants", |((text, listed), choice)| {
        let text = odd(&text, choice);
        let doc = Document::parse(text.as_bytes()).unwrap();
        doc.root().get("variants").is_some().then(|| Scene { doc, listed })
    })
}

/// Some of the parts of the rows: each row that a bit is set for.
fn some(diff: &Diff, choice: u64) -> Vec<Part> {
    let chosen = diff.rows.iter().enumerate().filter(|(at, row)| choice >> (at % 64) & 1 == 1 && (row.mark.is_some() || row.own));
    chosen.filter_map(|(_, row)| row.id.part().cloned()).collect()
}

fn everything(diff: &Diff) -> Vec<Part> {
    diff.things().filter_map(|place| diff.rows[place].id.part().cloned()).collect()
}

/// The rows with nothing below them: every single unit.
fn leaves(diff: &Diff) -> Vec<Part> {
    let leaf = |row: &&Row| row.below == 0 && row.mark.is_some();
    diff.rows.iter().filter(leaf).filter_map(|row| row.id.part().cloned()).collect()
}

/// What a variant shows of a part. Of two entities with one id the parts of either are not told apart.
fn at(shown: &Shown, part: &Part) -> Json {
    let zone = |list: Option<&Json>, id: &str| -> Json {
        list.and_then(|list| list.as_array()?.iter().find(|zone| zone["id"] == id)).cloned().unwrap_or(json!("absent"))
    };
    let pointer = |at: &crate::json::Pointer| at.to_string();
    match part {
        Part::Entity(id) => sorted(&json!(shown.entity(id))),
        Part::Field { id, .. } if shown.entity(id).len() > 1 => Json::Null,
        Part::Field { id, at } => json!(shown.entity(id).first().map(|entity| entity.pointer(&pointer(at)))),
        Part::Key(key) => json!(shown.keys.get(key).map(sorted)),
        Part::Unit { key, at } if key == "zones" => match at.tokens() {
            [id] => zone(shown.keys.get("zones"), id),
            [id, member] => zone(shown.keys.get("zones"), id)[member].clone(),
            _ => unreachable!(),
        },
        Part::Unit { key, at } => json!(shown.keys.get(key).and_then(|value| value.pointer(&pointer(at)))),
        Part::SceneScript(id) => {
            json!(shown.keys.get("sceneScriptIds").is_some_and(|ids| ids.as_array().unwrap().contains(&json!(id))))
        }
        Part::Group(group) => json!(group.keys().iter().map(|key| shown.keys.get(*key).map(sorted)).collect::<Vec<_>>()),
        Part::EntityScript(_) | Part::Nameless(_) => Json::Null,
    }
}

fn base_of(scene: &Scene) -> String {
    scene.stage("big").variants().remove(0)
}

/// The variants that either half knows, but for one.
fn others(scene: &Scene, but: &str) -> Vec<String> {
    let mut ids = scene.stage("big").variants();
    ids.retain(|id| id != but);
    ids
}

fn refused_for_a_reason(error: &crate::Error) -> bool {
    let said = error.to_string();
    ["Two entities have the id", "already", "is the base", "has none"].iter().any(|reason| said.contains(reason))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn reverting_makes_the_part_equal_to_the_base_and_changes_no_other(scene in packs(), shown in 0..NAMES.len(), choice: u64) {
        let base = base_of(&scene);
        let diff = Diff::between(&scene.doc, &scene.listed, &base, NAMES[shown]);
        let chosen = some(&diff, choice);
        let before = world(&scene.doc);
        match revert(scene.stage(NAMES[shown]), &chosen) {
            Ok(edited) => {
                let after = world(&edited.scene);
                for id in &others(&scene, &diff.to) {
                    prop_assert_eq!(&after[&**id], &before[&**id], "{} changed", id);
                }
                for part in &chosen {
                    prop_assert_eq!(at(&after[&*diff.to], part), at(&after[&*base], part), "{:?}\n{}\n{}", part, scene.doc.text(), edited.scene.text());
                }
                assert_well_stored(&scene.doc, &edited.scene, &scene.listed);
            }
            Err(error) => prop_assert!(refused_for_a_reason(&error), "{}", error),
        }
        // All of it: the variant is the base, and its differences are gone.
        if let Ok(edited) = revert(scene.stage(NAMES[shown]), &everything(&diff)) {
            let now = Diff::between(&edited.scene, &scene.listed, &base, &diff.to);
            prop_assert!(now.is_same() && now.things().next().is_none(), "{}", edited.scene.text());
            let stays = !scene.listed.contains(&diff.to);
            let delta = edited.scene.at(&crate::pointer!["variants", "deltas", diff.to]);
            prop_assert!(delta.is_none() || stays || !delta.unwrap().is_empty(), "{}", edited.scene.text());
        }
    }

    #[test]
    fn applying_gives_the_base_what_the_variant_has(scene in packs(), shown in 0..NAMES.len(), choice: u64, keep: bool) {
        let base = base_of(&scene);
        let diff = Diff::between(&scene.doc, &scene.listed, &base, NAMES[shown]);
        let chosen = some(&diff, choice);
        let before = world(&scene.doc);
        let whether = if keep { Others::Keep } else { Others::Follow };
        match apply_to_base(scene.stage(NAMES[shown]), &chosen, whether) {
            Ok(edited) => {
                let after = world(&edited.scene);
                prop_assert_eq!(&after[&*diff.to], &before[&*diff.to], "the variant changed\n{}\n{}", scene.doc.text(), edited.scene.text());
                for part in &chosen {
                    prop_assert_eq!(at(&after[&*base], part), at(&before[&*diff.to], part), "{:?}\n{}\n{}", part, scene.doc.text(), edited.scene.text());
                }
                for id in &others(&scene, &base) {
                    if keep {
                        prop_assert_eq!(&after[&**id], &before[&**id], "{} changed\n{}\n{}", id, scene.doc.text(), edited.scene.text());
                    }
                    // Who showed what the base did, or something of its own, shows what the base does, or its own.
                    for part in chosen.iter().filter(|part| !matches!(part, Part::Group(_))) {
                        let (was, is) = (at(&before[&**id], part), at(&after[&**id], part));
                        prop_assert!(is == was || is == at(&after[&*base], part), "{} {:?}", id, part);
                    }
                }
                let mut changed = others(&scene, "");
                changed.retain(|id| after[&**id] != before[&**id]);
                prop_assert!(changed.iter().all(|id| edited.reach.changed.contains(id)));
                assert_well_stored(&scene.doc, &edited.scene, &scene.listed);
            }
            Err(error) => prop_assert!(refused_for_a_reason(&error), "{}", error),
        }
    }

    #[test]
    fn copying_all_that_differs_makes_one_variant_as_another(scene in packs(), pair in (0..NAMES.len(), 0..NAMES.len()), single: bool) {
        let (from, to) = (NAMES[pair.0], NAMES[pair.1]);
        let diff = Diff::between(&scene.doc, &scene.listed, from, to);
        let parts = if single { leaves(&diff) } else { everything(&diff) };
        let before = world(&scene.doc);
        if diff.from == diff.to {
            prop_assert!(diff.is_same());
            return Ok(());
        }
        match copy_to(scene.stage(to), &parts, &[&diff.from]) {
            Ok(edited) => {
                let after = world(&edited.scene);
                prop_assert_eq!(&after[&*diff.from], &before[&*diff.to], "{}\n{}", scene.doc.text(), edited.scene.text());
                for id in &others(&scene, &diff.from) {
                    prop_assert_eq!(&after[&**id], &before[&**id], "{} changed\n{}\n{}", id, scene.doc.text(), edited.scene.text());
                }
                prop_assert!(Diff::between(&edited.scene, &scene.listed, from, to).is_same());
                assert_well_stored(&scene.doc, &edited.scene, &scene.listed);
            }
            Err(_) if diff.is_same() => prop_assert_eq!(&before[&*diff.from], &before[&*diff.to]),
            Err(error) => prop_assert!(error.to_string().contains("Two entities have the id"), "{}", error),
        }
    }

    #[test]
    fn the_list_counts_the_rows(scene in packs()) {
        let base = base_of(&scene);
        for info in variant_infos(None, Some(&scene.doc)) {
            let diff = Diff::between(&scene.doc, &scene.listed, &base, &info.id);
            prop_assert_eq!(diff.things().count(), info.changes, "{}\n{}", info.id, scene.doc.text());
        }
    }
}
