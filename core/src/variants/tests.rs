//! Resolving: each line of the design's section 4 “Reading”, and what must never happen.

use super::agree;
use super::resolve::{Origin, Resolver, resolve, resolve_all};
use super::{Fallback, Resolved, variant_infos};
use crate::json::{Document, Value};
use crate::pointer;
use crate::scene::{SceneView, schema};
use proptest::prelude::*;

const NONE: [&str; 0] = [];

/// A base with a board, a bowl and a lamp; `small` swaps the board, repaints the bowl and has its own grid; `bare`
/// takes the room away; `spare` is listed nowhere in the scene.
const GAME: &str = r##"{
  "schemaVersion": 2,
  "sceneId": "hex",
  "name": "Hex",
  "environment": {"fogDensity": 0},
  "room": {"walls": []},
  "roomSettings": null,
  "objects": [
    {"id": "board", "kind": "board"},
    {"id": "bowl", "kind": "bag", "color": "#101010"},
    {"id": "lamp", "kind": "custom"}
  ],
  "scripts": [{"id": "s"}],
  "snapPointGrids": [{"id": "big"}],
  "variants": {
    "base": "large",
    "deltas": {
      "small": {
        "removed": ["board", "ghost"],
        "objects": [{"id": "mini", "kind": "board"}, {"id": "bowl", "kind": "bag", "color": "#fefefe"}],
        "scene": {"snapPointGrids": [{"id": "little"}], "sceneScriptIds": ["s"]}
      },
      "bare": {"scene": {"room": null, "environment": null, "snapPointGrids": null}}
    }
  }
}
"##;

fn doc(text: &str) -> Document {
    Document::parse(text.as_bytes()).unwrap()
}

/// The ids with their origin: `=` inherited, `~` changed, `+` added.
fn ids(resolved: &Resolved<'_>) -> Vec<String> {
    let mark = |origin| match origin {
        Origin::Base => '=',
        Origin::Own => '~',
        Origin::Added => '+',
    };
    let id = |e: &super::ResolvedEntity<'_>| e.entity().id().unwrap_or("?".into()).into_owned();
    resolved.entities.iter().map(|e| format!("{}{}", mark(e.origin), id(e))).collect()
}

fn objects(list: &str, delta: &str) -> Document {
    doc(&format!(r#"{{"objects":[{list}],"variants":{{"base":"a","deltas":{{"b":{delta}}}}}}}"#))
}

#[test]
fn entities_keep_the_base_order_and_additions_follow() {
    let doc = doc(GAME);
    let small = resolve(&doc, "small", &NONE);
    assert_eq!(ids(&small), ["~bowl", "=lamp", "+mini"]);
    assert_eq!(small.find("bowl").unwrap().entity().color().as_deref(), Some("#fefefe"));
    let places: Vec<_> = small.entities.iter().map(|e| small.pointer(e).to_string()).collect();
    assert_eq!(places, ["/variants/deltas/small/objects/1", "/objects/2", "/variants/deltas/small/objects/0"]);
    let ghosts: Vec<_> = small.removed.iter().map(|e| small.pointer(e).to_string()).collect();
    assert_eq!(ghosts, ["/objects/0"]);
}

#[test]
fn an_id_that_is_removed_and_given_anew_follows_at_the_end() {
    let doc = objects(r#"{"id":"x","n":1},{"id":"y"}"#, r#"{"removed":["x"],"objects":[{"id":"z"},{"id":"x","n":2}]}"#);
    let b = resolve(&doc, "b", &NONE);
    assert_eq!(ids(&b), ["=y", "+z", "+x"]);
    assert!(b.removed.is_empty(), "what came back is no ghost");
}

#[test]
fn duplicate_ids_lose_nothing() {
    let doc = objects(
        r#"{"id":"x","n":1},{"id":"x","n":2},{"id":"y"},{"id":"y"}"#,
        r#"{"removed":["y","y"],"objects":[{"id":"x","n":3},{"id":"new","n":4},{"id":"x","n":5},{"id":"new","n":6}]}"#,
    );
    let base = resolve(&doc, "a", &NONE);
    assert_eq!(ids(&base), ["=x", "=x", "=y", "=y"]);
    let b = resolve(&doc, "b", &NONE);
    assert_eq!(ids(&b), ["~x", "=x", "+new"]);
    let n: Vec<_> = b.entities.iter().map(|e| e.value.get("n").unwrap().as_f64().unwrap()).collect();
    assert_eq!(n, [5.0, 2.0, 6.0], "in a delta the later one counts");
    assert_eq!(b.removed.len(), 2);
}

#[test]
fn the_same_new_id_may_stand_in_two_deltas() {
    let doc =
        doc(r#"{"variants":{"base":"a","deltas":{"b":{"objects":[{"id":"n","v":1}]},"c":{"objects":[{"id":"n","v":2}]}}}}"#);
    for (id, v) in [("b", 1.0), ("c", 2.0)] {
        let resolved = resolve(&doc, id, &NONE);
        assert_eq!(resolved.find("n").unwrap().value.get("v").unwrap().as_f64(), Some(v));
    }
}

#[test]
fn a_scene_key_replaces_the_base_key_whole() {
    let doc = doc(GAME);
    let small = resolve(&doc, "small", &NONE);
    assert_eq!(small.scene_key("snapPointGrids").unwrap().to_text(), r#"[{"id": "little"}]"#);
    assert_eq!(small.scene_key("sceneScriptIds").unwrap().len(), 1);
    assert_eq!(small.key_pointer("snapPointGrids").to_string(), "/variants/deltas/small/scene/snapPointGrids");
    assert_eq!(small.key_pointer("room").to_string(), "/room");
    assert!(resolve(&doc, "large", &NONE).scene_key("sceneScriptIds").is_none());
}

#[test]
fn null_takes_a_key_away_but_not_the_environment() {
    let doc = doc(GAME);
    let bare = resolve(&doc, "bare", &NONE);
    assert!(bare.scene_key("room").is_none() && bare.scene_key("snapPointGrids").is_none());
    assert!(bare.scene_key("environment").is_some());
    assert_eq!(bare.key_pointer("environment").to_string(), "/environment");
    let own: Vec<_> = bare.keys.iter().filter(|k| k.own).map(|k| (k.key, k.value.is_none())).collect();
    assert_eq!(own, [("room", true), ("snapPointGrids", true)]);
}

#[test]
fn a_top_level_null_means_absent() {
    let doc = doc(GAME);
    let base = resolve(&doc, "large", &NONE);
    assert!(base.scene_key("roomSettings").is_none());
    assert!(base.to_document().unwrap().root().get("roomSettings").is_none());
}

#[test]
fn entities_the_block_and_shared_keys_under_scene_are_not_used_and_unknown_keys_are() {
    let doc = doc(r#"{"name":"N","objects":[{"id":"x"}],"scripts":[1],
            "variants":{"base":"a","deltas":{"b":{"scene":{"objects":[],"variants":{},"scripts":[],"name":"M","newer":7}}}}}"#);
    let b = resolve(&doc, "b", &NONE);
    assert_eq!(ids(&b), ["=x"]);
    assert_eq!(b.scene_key("name").unwrap().as_str().as_deref(), Some("N"));
    assert_eq!(b.scene_key("scripts").unwrap().len(), 1);
    assert_eq!(b.scene_key("newer").unwrap().as_f64(), Some(7.0));
    let made = b.to_document().unwrap();
    let keys: Vec<_> = made.root().members().map(|(key, _)| key).collect();
    assert_eq!(keys, ["name", "objects", "scripts", "newer"]);
}

#[test]
fn a_listed_id_without_a_delta_is_the_base_and_so_is_a_delta_under_the_base_id() {
    let text = GAME.replace(r#""base": "large""#, r#""base": "bare""#);
    let doc = doc(&text);
    for id in ["spare", "bare"] {
        let resolved = resolve(&doc, id, &["small", "spare"]);
        assert_eq!(ids(&resolved), ["=board", "=bowl", "=lamp"]);
        assert!(resolved.scene_key("room").is_some() && resolved.delta().is_none() && resolved.fallback.is_none(), "{id}");
    }
}

#[test]
fn an_unknown_id_opens_on_the_first_entry_or_on_the_base() {
    let doc = doc(GAME);
    let first = resolve(&doc, "gone", &["small", "large"]);
    assert_eq!(first.fallback, Some(Fallback { asked: "gone".into(), shown: Some("small".into()) }));
    assert_eq!(ids(&first), ["~bowl", "=lamp", "+mini"]);
    let base = resolve(&doc, "gone", &NONE);
    assert_eq!(base.fallback.as_ref().unwrap().shown.as_deref(), Some("large"));
    assert_eq!(ids(&base), ["=board", "=bowl", "=lamp"]);
    let plain = objects(r#"{"id":"x"}"#, "{}").remove(&pointer!["variants"]).unwrap();
    let only = resolve(&plain, "gone", &NONE);
    assert!(only.fallback.unwrap().note().contains("“gone”"));
    // A delta whose id is the empty text is not what a missing name falls back to.
    let odd = self::doc(r#"{"objects":[{"id":"x"}],"variants":{"deltas":{"":{"removed":["x"]}}}}"#);
    assert_eq!(ids(&resolve(&odd, "gone", &NONE)), ["=x"]);
    assert_eq!(ids(&resolve(&odd, "", &NONE)).len(), 0);
}

#[test]
fn names_of_object_members_are_plain_ids() {
    let doc = objects(
        r#"{"id":"__proto__"},{"id":"toString"}"#,
        r#"{"removed":["toString"],"objects":[{"id":"constructor"},{"id":"__proto__","n":1}]}"#,
    );
    assert_eq!(ids(&resolve(&doc, "b", &NONE)), ["~__proto__", "+constructor"]);
    for id in ["constructor", "__proto__", "hasOwnProperty"] {
        assert_eq!(resolve(&doc, id, &["b"]).fallback.unwrap().shown.as_deref(), Some("b"));
        let named = self::doc(&format!(r#"{{"variants":{{"base":"a","deltas":{{"{id}":{{"scene":{{"{id}":1}}}}}}}}}}"#));
        assert!(resolve(&named, id, &NONE).scene_key(id).is_some());
    }
}

#[test]
fn the_resolved_document_keeps_text_order_and_layout() {
    let doc = doc(GAME);
    let text = resolve(&doc, "small", &NONE).to_json_text().unwrap();
    let expected = r##"{
  "schemaVersion": 2,
  "sceneId": "hex",
  "name": "Hex",
  "environment": {"fogDensity": 0},
  "room": {"walls": []},
  "objects": [
    {"id": "bowl", "kind": "bag", "color": "#fefefe"},
    {"id": "lamp", "kind": "custom"},
    {"id": "mini", "kind": "board"}
  ],
  "scripts": [{"id": "s"}],
  "snapPointGrids": [{"id": "little"}],
  "sceneScriptIds": ["s"]
}
"##;
    assert_eq!(text, expected);
}

#[test]
fn all_variants_are_the_listed_ones_the_base_and_the_unlisted_deltas() {
    let doc = doc(GAME);
    let all = resolve_all(&doc, &["spare", "small"]);
    let names: Vec<_> = all.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(names, ["spare", "small", "large", "bare"]);
    for (id, resolved) in &all {
        assert_eq!(ids(resolved), ids(&resolve(&doc, id, &["spare"])), "{id}");
    }
}

#[test]
fn both_halves_make_one_list() {
    let scene = doc(GAME);
    let manifest =
        doc(r#"{"variants":[{"id":"small","name":"Small","players":{"min":1,"max":2},"rulesEnforced":true,"ranking":{}},
            {"id":"spare","name":""},{"id":"small","name":"Again"},7,{"name":"No id"}]}"#);
    let infos = variant_infos(Some(&manifest), Some(&scene));
    let told: Vec<_> = infos.iter().map(|i| (i.id.as_str(), i.name.as_str(), i.listed, i.has_delta, i.changes)).collect();
    // `small`: two ids taken away, two entities, two keys. `bare`: two keys, for the environment cannot be taken away.
    let expected = [
        ("small", "Small", true, true, 6),
        ("spare", "spare", true, false, 0),
        ("large", "large", false, false, 0),
        ("bare", "bare", false, true, 2),
    ];
    assert_eq!(told, expected);
    assert_eq!(infos.iter().position(|i| i.is_base), Some(2));
    assert_eq!(infos.iter().position(|i| i.is_default), Some(0));
    assert_eq!((infos[0].players, infos[0].rules_enforced, infos[0].ranked), (Some((1.0, 2.0)), true, true));
    assert_eq!(variant_infos(None, Some(&scene)).len(), 3);
    assert_eq!(variant_infos(Some(&manifest), None).len(), 2);
    assert!(variant_infos(None, None).is_empty());
}

/// Values of every kind for random edits.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3i32..30).prop_map(Value::from),
        prop::sample::select(vec!["board", "bowl", "mini", "small", "large", "bare", "", "__proto__"]).prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let key =
            prop::sample::select(vec!["id", "objects", "removed", "scene", "base", "deltas", "room", "environment", "small"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec((key, inner), 0..4).prop_map(Value::object),
        ]
    })
}

/// Sets `value` at a random place that exists.
fn edit(doc: &Document, mut at: u32, value: Value) -> Document {
    let mut place = pointer![];
    loop {
        let here = doc.at(&place).unwrap();
        let len = here.len() as u32;
        if len == 0 || at % 5 == 4 {
            return doc.set(&place, value).unwrap();
        }
        let index = (at / 5 % len) as usize;
        at = (at / 5 / len) ^ at.rotate_left(7);
        let next = here.members().nth(index).map(|(key, _)| key.to_owned());
        place = place.join(next.unwrap_or_else(|| index.to_string()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever a scene holds: every variant resolves, an entity of the result stands where its pointer says, what is
    /// inherited stands once, and the document made of it says the same.
    #[test]
    fn resolving_never_fails(edits in prop::collection::vec((any::<u32>(), any_value()), 1..6), listed in 0usize..3) {
        let mut doc = doc(GAME);
        for (at, value) in edits {
            doc = edit(&doc, at, value);
        }
        let listed = &["small", "spare", "gone"][..listed];
        let resolver = Resolver::new(&doc);
        for id in ["large", "small", "bare", "spare", "", "id", "__proto__"] {
            let resolved = resolver.resolve(id, listed);
            for entity in resolved.entities.iter().chain(&resolved.removed) {
                let there = doc.at(&resolved.pointer(entity)).unwrap();
                prop_assert!(there.same(entity.value));
                prop_assert!(resolved.delta().is_some() || entity.origin == Origin::Base);
            }
            for key in &resolved.keys {
                if let Some(value) = key.value {
                    prop_assert!(doc.at(&resolved.key_pointer(key.key)).unwrap().same(value));
                }
            }
            let base = resolver.resolve(resolver.block().and_then(super::Block::base).as_deref().unwrap_or("no"), &NONE);
            let kept = resolved.entities.iter().filter(|e| e.origin != Origin::Added).count();
            prop_assert!(kept + resolved.removed.len() <= base.entities.len());
            if let Ok(made) = resolved.to_document() && doc.root().is_object() {
                prop_assert!(made.root().get("variants").is_none());
                let again = resolve(&made, "any", &NONE);
                prop_assert_eq!(again.entities.len(), resolved.entities.len());
                for (a, b) in again.entities.iter().zip(&resolved.entities) {
                    prop_assert!(a.value.equals(b.value));
                }
                for key in &resolved.keys {
                    let made = again.scene_key(key.key);
                    prop_assert_eq!(made.is_some(), key.value.is_some());
                    prop_assert!(made.zip(key.value).is_none_or(|(a, b)| a.equals(b)));
                }
            }
        }
        let _infos = variant_infos(Some(&doc), Some(&doc));
        // What is found stands where its pointer says, or would stand there.
        let found = schema::findings(SceneView::of(&doc)).into_iter().chain(agree::findings(Some(&doc), Some(&doc)));
        for finding in found {
            let above = finding.pointer.parent().unwrap_or_default();
            prop_assert!(doc.at(&finding.pointer).is_some() || doc.at(&above).is_some(), "{}", finding.pointer);
        }
    }
}
