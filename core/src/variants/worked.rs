//! Stories of one game, told edit by edit, with what must come of each.
//!
//! The game has the boards 19, 13 and 9 and one to play by hand. 19 is the base: the board B, the bowl S, and T, which
//! stands on B. 13 takes B away, adds a board of its own, has S in another colour and a step further along z, and has its
//! own snap points. 9 takes B away and adds a board of its own. `hand` is listed and changes nothing.

use super::test_scene::{ALL, ONLY, Scene};
use super::*;
use crate::json::{Document, Ref, Value};
use crate::pointer;

const GAME: &str = r##"{"environment":{"fogEnabled":false,"fogDensity":0},"room":{"walls":1},
"objects":[{"id":"B","kind":"board"},
{"id":"S","kind":"bag","color":"#101010","position":{"x":1,"y":0,"z":1}},
{"id":"T","kind":"token","parentId":"B"}],
"snapPoints":[{"id":"p"}],
"variants":{"base":"19","deltas":{
"13":{"removed":["B"],"objects":[{"id":"b13","kind":"board"},{"id":"S","kind":"bag","color":"#fefefe","position":{"x":1,"y":0,"z":2}}],"scene":{"snapPoints":[{"id":"q"}]}},
"9":{"removed":["B"],"objects":[{"id":"b9","kind":"board","position":{"x":0,"y":0,"z":0}}]}}}}"##;

const LISTED: &str = "19 13 9 hand";

fn game() -> Scene {
    Scene::new(GAME, LISTED)
}

fn name(id: &str) -> String {
    if id == "hand" { "By hand".to_owned() } else { format!("{id}×{id}") }
}

/// The ids of what a variant places, in its order.
fn places(scene: &Document, id: &str) -> String {
    let resolved = resolve(scene, id, &["19", "13", "9", "hand"]);
    resolved.entities.iter().filter_map(|e| e.entity().id()).collect::<Vec<_>>().join(" ")
}

/// What a variant plays, whole.
fn plays(scene: &Document, id: &str) -> String {
    resolve(scene, id, &["19", "13", "9", "hand"]).to_json_text().unwrap()
}

/// Asserts that these variants play, member for member, what they played before; the order of what they place may differ.
fn still_play(scene: &Document, ids: &[&str]) {
    let parts = |scene: &Document, id: &str| {
        let resolved = resolve(scene, id, &["19", "13", "9", "hand"]);
        let mut parts: Vec<String> = resolved.entities.iter().map(|e| e.value.to_text()).collect();
        parts.extend(resolved.keys.iter().map(|k| format!("{} {:?}", k.key, k.value.map(Ref::to_text))));
        parts.sort();
        parts
    };
    for id in ids {
        assert_eq!(parts(scene, id), parts(&game().doc, id), "{id}");
    }
}

fn delta(scene: &Document, id: &str) -> String {
    scene.at(&pointer!["variants", "deltas", id]).map(Ref::to_text).unwrap_or_default()
}

#[test]
fn only_19_deletes_its_board_and_by_hand_alone_gets_it() {
    let game = game();
    let edited = delete_entities(game.stage("19"), ONLY, &["B"], Children::Keep).unwrap();
    assert_eq!(places(&edited.scene, "19"), "S T");
    assert_eq!(places(&edited.scene, "hand"), "S T B");
    assert_eq!(edited.scene.text().matches(r#""id":"B""#).count(), 1, "nobody else was given it");
    // 13 and 9 no longer say that they take away what the base has not.
    assert!(!edited.scene.text().contains("removed"));
    assert_eq!((places(&edited.scene, "13").as_str(), places(&edited.scene, "9").as_str()), ("S T b13", "S T b9"));
    still_play(&edited.scene, &["13", "9", "hand"]);
    assert_eq!(edited.reach.changed, ["19"]);
}

#[test]
fn only_19_deletes_its_board_with_what_stands_on_it() {
    let game = game();
    let edited = delete_entities(game.stage("19"), ONLY, &["B"], Children::Take).unwrap();
    assert_eq!(places(&edited.scene, "19"), "S");
    // The piece on it stands in all the others, so they are given that; the board is given to one.
    still_play(&edited.scene, &["13", "9", "hand"]);
    assert_eq!(edited.scene.text().matches(r#""id":"B""#).count(), 1);
    assert_eq!(edited.scene.text().matches(r#""id":"T""#).count(), 3);
    assert_eq!((edited.reach.changed.len(), edited.reach.copies_given), (1, 3));
}

#[test]
fn only_19_adds_a_piece_and_no_other_has_it() {
    let game = game();
    let piece = Value::object([("id", Value::from("N")), ("kind", "token".into())]);
    let added = add_entities(game.stage("19"), ONLY, vec![piece]).unwrap();
    let scene = &added.edited.scene;
    assert_eq!(places(scene, "19"), "B S T N");
    still_play(scene, &["13", "9", "hand"]);
    assert_eq!(delta(scene, "hand"), r#"{"removed":["N"]}"#);
}

#[test]
fn the_bowl_recoloured_for_all_while_13_is_on_view_changes_13_alone() {
    let game = game();
    let edited = set_entity(game.stage("13"), ALL, "S", &pointer!["color"], Some("#7257a6".into())).unwrap();
    assert!(plays(&edited.scene, "13").contains("#7257a6"));
    still_play(&edited.scene, &["19", "9", "hand"]);
    assert_eq!(edited.reach.changed, ["13"]);
    assert_eq!(edited.reach.sentence(name), "19×19, 9×9 and By hand keep their own value.");
}

#[test]
fn a_board_that_9_adds_is_moved_for_all_and_the_base_gains_nothing() {
    let game = game();
    let edited = set_entity(game.stage("9"), ALL, "b9", &pointer!["position", "x"], Some(3.into())).unwrap();
    assert!(delta(&edited.scene, "9").contains(r#""position":{"x":3,"y":0,"z":0}"#));
    assert!(edited.scene.at(&pointer!["objects"]).unwrap().same(game.doc.at(&pointer!["objects"]).unwrap()));
    still_play(&edited.scene, &["19", "13", "hand"]);
    assert_eq!(edited.reach.sentence(name), "Only 9×9 changed.");
}

#[test]
fn one_fog_value_for_only_13_copies_its_surroundings_and_nothing_else() {
    let game = game();
    let edited = set_scene_value(game.stage("13"), ONLY, "environment", &pointer!["fogEnabled"], Some(true.into())).unwrap();
    let own = edited.scene.at(&pointer!["variants", "deltas", "13", "scene"]).unwrap();
    let own: Vec<(&str, String)> = own.members().map(|(key, value)| (key, value.to_text())).collect();
    assert_eq!(own[0], ("environment", r#"{"fogEnabled":true,"fogDensity":0}"#.to_owned()));
    assert_eq!(own[1], ("snapPoints", r#"[{"id":"q"}]"#.to_owned()));
    assert_eq!(own.len(), 2, "the room of the same group still follows the base");
    still_play(&edited.scene, &["19", "9", "hand"]);
    let sentence = "13×13 now has its own surroundings; changes to the base’s no longer reach it.";
    assert_eq!(edited.reach.sentence(name), sentence);
}

#[test]
fn a_position_dragged_along_x_and_z_is_one_thing() {
    let game = game();
    // 13 has the bowl at the same x, but at another z: it is elsewhere, and stays there.
    let drag = [("x", 5), ("z", 6)].map(|(axis, to)| EntityChange::new("S", pointer!["position", axis], Some(to.into())));
    let edited = set_entities(game.stage("19"), ALL, &drag).unwrap();
    let position = |id: &str| {
        let resolved = resolve(&edited.scene, id, &["19", "13", "9", "hand"]);
        resolved.find("S").unwrap().entity().position().unwrap()
    };
    for id in ["19", "9", "hand"] {
        assert_eq!(position(id), [5.0, 0.0, 6.0], "{id}");
    }
    assert_eq!(position("13"), [1.0, 0.0, 2.0]);
    assert_eq!(edited.reach.sentence(name), "13×13 keeps its own value.");
}

#[test]
fn only_13_and_by_hand_are_recoloured_together() {
    let game = game();
    let also = ["hand".to_owned()];
    let stage = game.stage_of("13", &also);
    assert_eq!(stage.named(), ["13", "hand"]);
    let edited = set_entity(stage, ONLY, "S", &pointer!["color"], Some("#7257a6".into())).unwrap();
    // In each it lands whatever stood there before; 13's bowl stays where 13 has it.
    for (id, z) in [("13", 2.0), ("hand", 1.0)] {
        let resolved = resolve(&edited.scene, id, &["19", "13", "9", "hand"]);
        let bowl = resolved.find("S").unwrap().entity();
        assert_eq!((bowl.color().as_deref(), bowl.position().unwrap()[2]), (Some("#7257a6"), z), "{id}");
    }
    still_play(&edited.scene, &["19", "9"]);
    assert_eq!(edited.reach.changed, ["13", "hand"]);
    assert_eq!(edited.reach.sentence(name), "13×13 and By hand changed.");
}

#[test]
fn only_19_and_by_hand_change_and_the_others_are_given_what_they_had() {
    let game = game();
    let also = ["hand".to_owned()];
    let stage = game.stage_of("19", &also);
    // 13 has its own bowl, so one variant needs a copy; by hand follows the base.
    assert_eq!(copies_needed(stage, &["S"], &[]), 1);
    let edited = set_entity(stage, ONLY, "S", &pointer!["color"], Some("#7257a6".into())).unwrap();
    assert_eq!(delta(&edited.scene, "hand"), "");
    still_play(&edited.scene, &["13", "9"]);
    assert_eq!(edited.reach.changed, ["19", "hand"]);
    assert_eq!((edited.reach.copies_given, edited.reach.first_own_copies.len()), (1, 1));
    assert_eq!(edited.reach.sentence(name), "9×9 keeps what it had, as its own copy.");
}

#[test]
fn what_a_named_variant_lacks_is_left_alone() {
    let game = game();
    let also = ["9".to_owned(), "gone".to_owned()];
    // 13's board, 9 has none of that id.
    let edited = set_entity(game.stage_of("13", &also), ONLY, "b13", &pointer!["color"], Some("#7257a6".into())).unwrap();
    still_play(&edited.scene, &["19", "9", "hand"]);
    assert_eq!(edited.reach.changed, ["13"]);
    // A snap point of 13's own list; 9 has the base's list, where it is not.
    let moved = set_scene_value(game.stage_of("13", &also), ONLY, "snapPoints", &pointer!["q", "x"], Some(1.into())).unwrap();
    still_play(&moved.scene, &["19", "9", "hand"]);
    // What stands on 13's board is added to 13.
    let child = Value::object([("id", Value::from("N")), ("parentId", "b13".into())]);
    let added = add_entities(game.stage_of("13", &also), ONLY, vec![child]).unwrap();
    still_play(&added.edited.scene, &["19", "9", "hand"]);
    // A new snap point is added to both lists, and 9 has its own from then on.
    let point = Value::object([("id", Value::from("n"))]);
    let both = set_scene_value(game.stage_of("13", &also), ONLY, "snapPoints", &pointer!["n"], Some(point)).unwrap();
    assert!(delta(&both.scene, "13").contains(r#""snapPoints":[{"id":"q"},{"id":"n"}]"#));
    assert!(delta(&both.scene, "9").contains(r#""snapPoints":[{"id":"p"},{"id":"n"}]"#));
    still_play(&both.scene, &["19", "hand"]);
}

#[test]
fn variants_named_together_are_deleted_from_and_reverted_together() {
    let game = game();
    let also = ["9".to_owned(), "hand".to_owned()];
    let edited = delete_entities(game.stage_of("13", &also), ONLY, &["S"], Children::Take).unwrap();
    for id in ["13", "9", "hand"] {
        assert!(!places(&edited.scene, id).contains('S'), "{id}");
    }
    still_play(&edited.scene, &["19"]);
    let again = Scene { doc: edited.scene, listed: game.listed.clone() };
    let reverted = revert_entity(again.stage_of("13", &also), "S").unwrap();
    for id in ["13", "9", "hand"] {
        assert!(places(&reverted.scene, id).contains('S'), "{id}");
    }
    assert_eq!(delta(&reverted.scene, "hand"), "", "what our edit emptied goes");
    still_play(&reverted.scene, &["19", "9", "hand"]);
}
