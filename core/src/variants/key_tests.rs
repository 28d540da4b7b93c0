//! The rules of the design's section 4 for scene keys, one test a rule.

use super::key_edit::*;
use super::scope::{Adjust, Edited, OwnPart, Scope};
use super::test_scene::{ALL, ONLY, Scene, parts};
use crate::json::{Document, Pointer, Value};
use crate::pointer;

fn value(text: &str) -> Option<Value> {
    (!text.is_empty()).then(|| Document::parse(text.as_bytes()).unwrap().root().to_value())
}

/// A scene with these keys and deltas: `big` is the base, `small`, `tiny` and `last` are listed after it.
fn scene(keys: &str, deltas: &str) -> Scene {
    Scene::new(&format!(r#"{{{keys}"variants":{{"base":"big","deltas":{{{deltas}}}}}}}"#), "big small tiny last")
}

/// An edit; an empty `to` takes the value away.
fn edit(scene: &Scene, shown: &str, scope: Scope, key: &str, at: &str, to: &str) -> Edited {
    set_scene_value(scene.stage(shown), scope, key, &at.parse().unwrap(), value(to)).unwrap_or_else(|e| panic!("{e}"))
}

/// The keys before `variants`, and the deltas, after an edit.
fn after(scene: &Scene, shown: &str, scope: Scope, key: &str, at: &str, to: &str) -> String {
    read(&edit(scene, shown, scope, key, at, to).scene)
}

fn read(scene: &Document) -> String {
    let deltas = parts(scene);
    let text = scene.text();
    let keys = text.split(r#""variants":"#).next().unwrap_or_default().trim_start_matches('{').trim_end_matches(',');
    format!("{keys}{deltas}")
}

fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

#[test]
fn all_changes_a_member_where_it_equals_the_one_shown() {
    let scene = scene(
        r#""roomSettings":{"a":1,"b":1},"#,
        r#""small":{"scene":{"roomSettings":{"a":1,"b":2}}},"tiny":{"scene":{"roomSettings":{"a":3}}}"#,
    );
    let edited = edit(&scene, "big", ALL, "roomSettings", "/a", "9");
    assert_eq!(
        read(&edited.scene),
        r#""roomSettings":{"a":9,"b":1} | "small":{"scene":{"roomSettings":{"a":9,"b":2}}},"tiny":{"scene":{"roomSettings":{"a":3}}}"#
    );
    assert_eq!(edited.reach.changed, ids(&["big", "small", "last"]));
    assert_eq!((edited.reach.kept_own, edited.reach.own_copies_that_followed), (ids(&["tiny"]), ids(&["small"])));
    // From a variant whose value the base does not show, the base is not written.
    assert_eq!(
        after(&scene, "small", ALL, "roomSettings", "/b", "9"),
        r#""roomSettings":{"a":1,"b":1} | "small":{"scene":{"roomSettings":{"a":1,"b":9}}},"tiny":{"scene":{"roomSettings":{"a":3}}}"#
    );
}

#[test]
fn all_keeps_apart_or_changes_too_when_asked() {
    let scene = scene(r#""room":{"a":1},"#, r#""small":{"scene":{"room":{"a":1}}},"tiny":{"scene":{"room":{"a":3}}}"#);
    let change = [SceneChange::new("room", pointer!["a"], Some(9.into()))];
    let adjust = Adjust { apart: ids(&["small"]), too: true };
    let edited = set_scene_values(scene.stage("big"), ALL, &change, &adjust).unwrap();
    assert_eq!(read(&edited.scene), r#""room":{"a":9} | "small":{"scene":{"room":{"a":1}}},"tiny":{"scene":{"room":{"a":9}}}"#);
}

#[test]
fn all_judges_elements_by_identity_and_member() {
    let scene = scene(
        r#""seatZones":[{"seat":"red","color":1},{"seat":"blue","color":2}],"#,
        r#""small":{"scene":{"seatZones":[{"seat":"blue","color":2,"x":0},{"seat":"red","color":5}]}}"#,
    );
    assert_eq!(
        after(&scene, "big", ALL, "seatZones", "/blue/color", "9"),
        r#""seatZones":[{"seat":"red","color":1},{"seat":"blue","color":9}] | "small":{"scene":{"seatZones":[{"seat":"blue","color":9,"x":0},{"seat":"red","color":5}]}}"#
    );
    assert_eq!(
        after(&scene, "big", ALL, "seatZones", "/red/color", "9"),
        r#""seatZones":[{"seat":"red","color":9},{"seat":"blue","color":2}] | "small":{"scene":{"seatZones":[{"seat":"blue","color":2,"x":0},{"seat":"red","color":5}]}}"#
    );
}

#[test]
fn all_gives_nothing_to_a_variant_that_lacks_the_element_or_the_key() {
    let deltas = r#""small":{"scene":{"zones":[]}},"tiny":{"scene":{"zones":null}}"#;
    let scene = scene(r#""zones":[{"id":"z"}],"#, deltas);
    assert_eq!(after(&scene, "big", ALL, "zones", "/z/x", "1"), format!(r#""zones":[{{"id":"z","x":1}}] | {deltas}"#));
}

#[test]
fn a_list_without_identities_is_one() {
    let scene = scene(
        r#""sceneScriptIds":["a"],"#,
        r#""small":{"scene":{"sceneScriptIds":["a"]}},"tiny":{"scene":{"sceneScriptIds":["a","b"]}}"#,
    );
    assert_eq!(
        after(&scene, "last", ALL, "sceneScriptIds", "/0", r#""c""#),
        r#""sceneScriptIds":["c"] | "small":{"scene":{"sceneScriptIds":["c"]}},"tiny":{"scene":{"sceneScriptIds":["a","b"]}}"#
    );
}

#[test]
fn all_adds_an_element_to_the_base_and_every_own_copy_and_a_null_stays() {
    let deltas = r#""small":{"scene":{"snapPoints":[{"id":"p"}]}},"tiny":{"scene":{"snapPoints":null}}"#;
    let with_list = scene(r#""snapPoints":[{"id":"q"}],"#, deltas);
    assert_eq!(
        after(&with_list, "big", ALL, "snapPoints", "/n", r#"{"id":"n"}"#),
        r#""snapPoints":[{"id":"q"},{"id":"n"}] | "small":{"scene":{"snapPoints":[{"id":"p"},{"id":"n"}]}},"tiny":{"scene":{"snapPoints":null}}"#
    );
    // A base without the list gets one; the variant in which it is added gets it too.
    let without = scene("", deltas);
    assert_eq!(
        after(&without, "tiny", ALL, "snapPoints", "/n", r#"{"id":"n"}"#),
        r#" | "small":{"scene":{"snapPoints":[{"id":"p"},{"id":"n"}]}},"tiny":{"scene":{"snapPoints":[{"id":"n"}]}}"#
            .replace(" | ", r#""snapPoints":[{"id":"n"}] | "#)
    );
}

#[test]
fn all_deletes_an_element_out_of_every_own_copy() {
    let scene = scene(
        r#""zones":[{"id":"a"},{"id":"z"}],"#,
        r#""small":{"scene":{"zones":[{"id":"z","x":1}]}},"tiny":{"scene":{"zones":[{"id":"b"}]}}"#,
    );
    let edited = edit(&scene, "big", ALL, "zones", "/z", "");
    assert_eq!(
        read(&edited.scene),
        r#""zones":[{"id":"a"}] | "small":{"scene":{"zones":[]}},"tiny":{"scene":{"zones":[{"id":"b"}]}}"#
    );
    assert_eq!(edited.reach.changed, ids(&["big", "small", "last"]));
}

#[test]
fn only_a_variant_copies_the_key_whole_and_changes_an_own_one_in_place() {
    let scene = scene(r#""room":{"a":1.50},"roomSettings":{"b":[2]},"#, r#""small":{"removed":["x"]}"#);
    let edited = edit(&scene, "small", ONLY, "roomSettings", "/c", "3");
    assert_eq!(
        read(&edited.scene),
        r#""room":{"a":1.50},"roomSettings":{"b":[2]} | "small":{"removed":["x"],"scene":{"roomSettings":{"b":[2],"c":3}}}"#
    );
    assert_eq!(edited.reach.first_own_copies, [("small".to_owned(), OwnPart::Key("roomSettings".to_owned()))]);
    assert_eq!(
        edited.reach.sentence(str::to_owned),
        "small now has its own room settings; changes to the base’s no longer reach it."
    );
    let again = Scene { doc: edited.scene, listed: scene.listed.clone() };
    let second = edit(&again, "small", ONLY, "roomSettings", "/c", "4");
    assert!(second.scene.text().contains(r#""scene":{"roomSettings":{"b":[2],"c":4}}"#));
    assert!(second.reach.first_own_copies.is_empty());
}

#[test]
fn a_key_that_must_agree_is_copied_along() {
    for (key, with) in [("snapPoints", "snapPointGrids"), ("snapPointGrids", "snapPoints")] {
        let scene = scene(r#""snapPoints":[{"id":"p"}],"snapPointGrids":[{"id":"g"}],"#, "");
        let edited = edit(&scene, "tiny", ONLY, key, "/n", r#"{"id":"n"}"#);
        let first: Vec<_> = edited.reach.first_own_copies.iter().map(|(_, part)| part.clone()).collect();
        assert_eq!(first, [OwnPart::Key(key.to_owned()), OwnPart::Key(with.to_owned())]);
        let own = edited.scene.at(&pointer!["variants", "deltas", "tiny", "scene"]).unwrap();
        assert_eq!((own.get(key).unwrap().len(), own.get(with).unwrap().len()), (2, 1));
    }
    let seats = scene(r#""seatZones":[{"seat":"red"}],"seatTemplate":{"scale":1},"#, "");
    assert_eq!(
        after(&seats, "last", ONLY, "seatTemplate", "/scale", "2"),
        r#""seatZones":[{"seat":"red"}],"seatTemplate":{"scale":1} | "last":{"scene":{"seatZones":[{"seat":"red"}],"seatTemplate":{"scale":2}}}"#
    );
    // What the base lacks is not copied along.
    let points = scene(r#""snapPoints":[],"#, "");
    assert!(!after(&points, "tiny", ONLY, "snapPoints", "/n", r#"{"id":"n"}"#).contains("Grids"));
}

#[test]
fn only_the_base_gives_what_it_has_to_those_that_inherit_first() {
    let deltas = r#""small":{"scene":{"room":{"a":1}}},"tiny":{"scene":{"room":null}},"old":{}"#;
    let with_key = scene(r#""room":{"a":1},"#, deltas);
    let edited = edit(&with_key, "big", ONLY, "room", "/a", "9");
    assert_eq!(
        read(&edited.scene),
        r#""room":{"a":9} | "small":{"scene":{"room":{"a":1}}},"tiny":{"scene":{"room":null}},"last":{"scene":{"room":{"a":1}}},"old":{"scene":{"room":{"a":1}}}"#
    );
    assert_eq!((edited.reach.changed, edited.reach.copies_given), (ids(&["big"]), 2));
    assert_eq!(copies_needed(with_key.stage("big"), &[], &["room"]), 2);
    assert_eq!(copies_needed(with_key.stage("small"), &[], &["room"]), 0);
    // Where the base lacks the key, those that inherit say that they have none.
    let without = scene("", r#""small":{"scene":{"room":{"a":1}}}"#);
    assert_eq!(
        after(&without, "big", ONLY, "room", "/a", "9"),
        r#""room":{"a":9} | "small":{"scene":{"room":{"a":1}}},"tiny":{"scene":{"room":null}},"last":{"scene":{"room":null}}"#
    );
}

#[test]
fn none_here_writes_null() {
    let scene = scene(r#""packRefs":[{"role":"table"}],"#, r#""small":{"scene":{"packRefs":[]}}"#);
    for shown in ["small", "tiny"] {
        let text = after(&scene, shown, ONLY, "packRefs", "", "");
        assert!(text.contains(&format!(r#""{shown}":{{"scene":{{"packRefs":null}}}}"#)), "{text}");
        assert!(text.starts_with(r#""packRefs":[{"role":"table"}]"#));
    }
}

#[test]
fn taking_a_key_away_from_all_takes_equal_own_copies_along() {
    let scene = scene(
        r#""packRefs":[{"role":"table"}],"#,
        r#""small":{"scene":{"packRefs":[{"role":"table"}]}},"tiny":{"scene":{"packRefs":[]}}"#,
    );
    assert_eq!(after(&scene, "big", ALL, "packRefs", "", ""), r#" | "tiny":{"scene":{"packRefs":[]}}"#);
}

#[test]
fn the_surroundings_can_be_replaced_but_not_taken_away() {
    let scene = scene(r#""environment":{"a":1},"#, r#""small":{"scene":{"environment":null}}"#);
    for scope in [ALL, ONLY] {
        for to in [None, Some(Value::Null)] {
            let said = scene.refusal("small", |stage| set_scene_value(stage, scope, "environment", &pointer![], to.clone()));
            assert!(said.starts_with("A scene always has surroundings"), "{said}");
        }
    }
    // A `null` there says nothing: the variant inherits, so it is given a copy.
    assert_eq!(
        after(&scene, "small", ONLY, "environment", "/a", "2"),
        r#""environment":{"a":1} | "small":{"scene":{"environment":{"a":2}}}"#
    );
}

#[test]
fn shared_and_unknown_keys_are_never_written_into_a_delta() {
    let deltas = r#""small":{"scene":{"folders":[1],"materials":[]}}"#;
    let scene = scene(r#""name":"n","materials":[{"id":"m"}],"folders":[0],"#, deltas);
    for scope in [ALL, ONLY] {
        assert_eq!(
            after(&scene, "tiny", scope, "materials", "/m/x", "1"),
            format!(r#""name":"n","materials":[{{"id":"m","x":1}}],"folders":[0] | {deltas}"#)
        );
        let edited = edit(&scene, "tiny", scope, "folders", "", "[9]");
        assert_eq!(read(&edited.scene), format!(r#""name":"n","materials":[{{"id":"m"}}],"folders":[9] | {deltas}"#));
        assert_eq!(edited.reach.changed, ids(&["big", "tiny", "last"]));
        let said = scene.refusal("small", |stage| set_scene_value(stage, scope, "folders", &pointer![], value("[9]")));
        assert!(said.starts_with("“folders” is newer than this editor"), "{said}");
    }
    for key in ["objects", "variants"] {
        let said = scene.refusal("big", |stage| set_scene_value(stage, ALL, key, &pointer![], value("[]")));
        assert!(said.contains("is not changed as a whole"), "{said}");
    }
}

#[test]
fn a_snap_grid_and_its_points_are_one() {
    let grid = |x: i32, n: i32| {
        format!(
            r#""snapPoints":[{{"id":"g:1","groupId":"g","x":{x}}},{{"id":"h","x":0}}],"snapPointGrids":[{{"id":"g","rows":{n}}}]"#
        )
    };
    let same_grid_other_point = format!(r#""small":{{"scene":{{{}}}}}"#, grid(7, 1));
    let scene = scene(&format!("{},", grid(1, 1)), &same_grid_other_point);
    let change = [
        SceneChange::new("snapPointGrids", pointer!["g"], value(r#"{"id":"g","rows":2}"#)),
        SceneChange::new("snapPoints", pointer!["g:1"], value(r#"{"id":"g:1","groupId":"g","x":2}"#)),
    ];
    let edited = set_scene_unit(scene.stage("big"), ALL, &change, &Adjust::default()).unwrap();
    assert_eq!(read(&edited.scene), format!("{} | {same_grid_other_point}", grid(2, 2)));
    assert_eq!(edited.reach.kept_own, ids(&["small"]));
    // One of the two alone is judged by both as well.
    assert!(after(&scene, "big", ALL, "snapPointGrids", "/g/rows", "2").ends_with(&same_grid_other_point));
    assert!(
        after(&scene, "big", ALL, "snapPoints", "/h/x", "5")
            .contains(r#""small":{"scene":{"snapPoints":[{"id":"g:1","groupId":"g","x":7},{"id":"h","x":5}]"#)
    );
}

#[test]
fn a_linked_seat_and_its_geometry_are_one() {
    let seat = |label: i32, zones: i32, color: i32| {
        format!(r#""seatZones":[{{"seat":"red","templateLink":"linked","label":{label},"zones":{zones},"color":{color}}}]"#)
    };
    let own = format!(r#""small":{{"scene":{{{}}}}}"#, seat(1, 5, 1));
    let scene = scene(&format!("{},", seat(1, 1, 1)), &own);
    assert_eq!(after(&scene, "big", ALL, "seatZones", "/red/label", "2"), format!("{} | {own}", seat(2, 1, 1)));
    let recoloured = format!(r#""small":{{"scene":{{{}}}}}"#, seat(1, 5, 3));
    assert_eq!(after(&scene, "big", ALL, "seatZones", "/red/color", "3"), format!("{} | {recoloured}", seat(1, 1, 3)));
}

#[test]
fn following_the_base_again_drops_the_copy_and_what_must_agree_with_it() {
    let scene = scene(
        r#""room":{},"#,
        r#""small":{"scene":{"room":null,"snapPoints":[],"snapPointGrids":[]}},"tiny":{"scene":{"room":{}}}"#,
    );
    let follow = |shown, keys: &[&str]| scene.after(shown, |stage| follow_base_again(stage, keys));
    let tiny = r#""tiny":{"scene":{"room":{}}}"#;
    assert_eq!(follow("small", &["snapPoints"]), format!(r#" | "small":{{"scene":{{"room":null}}}},{tiny}"#));
    assert_eq!(follow("small", &["snapPointGrids", "room"]), format!(" | {tiny}"));
    for (shown, key) in [("small", "zones"), ("big", "room"), ("last", "room")] {
        let said = scene.refusal(shown, |stage| follow_base_again(stage, &[key]));
        assert!(said.contains("follows the base already"), "{said}");
    }
}

#[test]
fn a_whole_key_is_taken_apart_where_it_can_be() {
    let scene = scene(
        r#""zones":[{"id":"a","x":1},{"id":"b"}],"#,
        r#""small":{"scene":{"zones":[{"id":"a","x":1,"y":1},{"id":"b"},{"id":"c"}]}}"#,
    );
    assert_eq!(
        after(&scene, "big", ALL, "zones", "", r#"[{"id":"a","x":2},{"id":"n"}]"#),
        r#""zones":[{"id":"a","x":2},{"id":"n"}] | "small":{"scene":{"zones":[{"id":"a","x":2,"y":1},{"id":"c"},{"id":"n"}]}}"#
    );
    // Another order is the whole list.
    assert_eq!(
        after(&scene, "big", ALL, "zones", "", r#"[{"id":"b"},{"id":"a","x":1}]"#),
        r#""zones":[{"id":"b"},{"id":"a","x":1}] | "small":{"scene":{"zones":[{"id":"a","x":1,"y":1},{"id":"b"},{"id":"c"}]}}"#
    );
}

#[test]
fn changes_of_one_unit_are_made_one_after_the_other() {
    let scene = scene(r#""roomSettings":{"light":{"a":1,"b":1}},"zones":[{"id":"z","at":{"x":1,"y":1}}],"#, "");
    let change = |key: &str, at: Pointer, to: &str| SceneChange::new(key, at, value(to));
    let changes = [
        change("roomSettings", pointer!["light", "a"], "2"),
        change("zones", pointer!["z", "at", "x"], "5"),
        change("roomSettings", pointer!["light", "b"], "3"),
        change("zones", pointer!["n"], r#"{"id":"n"}"#),
        change("zones", pointer!["z", "at", "y"], "6"),
        change("zones", pointer!["n", "at"], "1"),
        change("room", pointer!["walls"], "1"),
        change("room", pointer![], ""),
    ];
    let edited = set_scene_values(scene.stage("small"), ALL, &changes, &Adjust::default()).unwrap();
    assert_eq!(
        read(&edited.scene),
        r#""roomSettings":{"light":{"a":2,"b":3}},"zones":[{"id":"z","at":{"x":5,"y":6}},{"id":"n","at":1}] | "#
    );
}

#[test]
fn a_new_key_stands_where_editor_saves_have_it() {
    let scene = scene(r#""environment":{},"objects":[],"scripts":[],"#, "");
    assert_eq!(
        after(&scene, "big", ALL, "roomSettings", "/a", "1"),
        r#""environment":{},"roomSettings":{"a":1},"objects":[],"scripts":[] | "#
    );
}

#[test]
fn what_leads_nowhere_or_changes_nothing() {
    let scene = scene(r#""zones":[{"id":"a","x":1.0}],"room":{"a":1},"#, "");
    for (key, at, to) in
        [("zones", "/a/x", "1"), ("zones", "/b", ""), ("room", "/b", ""), ("roomSettings", "", ""), ("room", "", r#"{"a":1}"#)]
    {
        let edited = edit(&scene, "small", ONLY, key, at, to);
        assert!(edited.scene.same(&scene.doc), "{key}{at}");
    }
    for (key, at) in [("zones", "/b/x"), ("room", "/a/b")] {
        let said = scene.refusal("small", |stage| set_scene_value(stage, ONLY, key, &at.parse().unwrap(), Some(1.into())));
        assert!(!said.is_empty());
    }
}
