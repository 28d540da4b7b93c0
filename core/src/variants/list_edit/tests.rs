//! The list: each operation by its rule, examples worked by hand, and what holds over random packs.

use super::super::test_packs::{IDS, Pack, all_play, as_json, packs};
use super::super::{Resolver, make_base};
use super::*;
use crate::ErrorKind;
use crate::edit::History;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

fn doc(text: &str) -> Document {
    Document::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn roots(manifest: &str, scene: &str) -> Roots {
    Roots { manifest: Some(doc(manifest)), scene: Some(doc(scene)) }
}

/// The example that is worked by hand: base 19 has board, bowl and a tray on the board; 13 and 9 have boards of their own;
/// `hand` is listed and the scene says nothing of it.
fn go() -> Roots {
    roots(
        r#"{"type":"game-pack","name":"Go","entry":{"setup":"setup.json"},"variants":[{"id":"19","name":"19×19"},
            {"id":"13","name":"13×13","rulesEnforced":true,"ranking":{"placementGames":5}},{"id":"9","name":"9×9"},
            {"id":"hand","name":"By hand"}]}"#,
        r#"{"schemaVersion":2,"environment":{},"objects":[{"id":"B"},{"id":"S","color":1},{"id":"T","parentId":"B"}],
            "snapPoints":[19],"variants":{"base":"19","deltas":{
            "13":{"removed":["B"],"objects":[{"id":"b13"},{"id":"S","color":13}],"scene":{"snapPoints":[13]}},
            "9":{"removed":["B"],"objects":[{"id":"b9"}]}}}}"#,
    )
}

fn manifest(roots: &Roots) -> String {
    roots.manifest.as_ref().unwrap().text()
}

fn scene(roots: &Roots) -> String {
    roots.scene.as_ref().unwrap().text()
}

fn ids(roots: &Roots) -> Vec<String> {
    list::listed_ids(roots.manifest.as_ref().unwrap().root()).into_iter().map(Cow::into_owned).collect()
}

fn deltas(roots: &Roots) -> serde_json::Value {
    as_json(roots.scene.as_ref().unwrap())["variants"]["deltas"].clone()
}

fn refusal<T>(result: Result<T>) -> String {
    match result {
        Ok(_) => panic!("not refused"),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Refused);
            error.to_string()
        }
    }
}

fn new(name: &str, start: Start) -> NewVariant {
    NewVariant { name: name.to_owned(), start, ..NewVariant::default() }
}

#[test]
fn ids_are_made_from_names() {
    let none: [&str; 0] = [];
    for (name, id) in [("19×19", "19x19"), ("Small Board (9x9)", "small-board-9x9"), ("…", "variant"), ("", "variant")] {
        assert_eq!(fresh_variant_id(name, &none), id, "{name}");
    }
    assert_eq!(fresh_variant_id("9×9", &["9x9", "9x9-2"]), "9x9-3");
    assert_eq!(fresh_variant_id("9×9", &["9x9-2"]), "9x9");
}

#[test]
fn ids_that_are_no_good_are_told() {
    let taken = vec!["a".to_owned()];
    for id in ["b", "A", "19x19", "é_.-", &"x".repeat(60)] {
        assert_eq!(id_problem(id, &taken), None, "{id}");
    }
    for id in ["", "a", "a b", "a/b", "“", "__proto__", &"x".repeat(61)] {
        assert!(id_problem(id, &taken).is_some(), "{id}");
    }
}

#[test]
fn the_first_variant_made_turns_the_game_as_it_is_into_base_and_default() {
    let before = roots("{\n  \"name\": \"Go\",\n  \"license\": \"MIT\"\n}\n", "{\n  \"objects\": [{\"id\": \"o\"}]\n}\n");
    assert_eq!(first_id(&before).unwrap(), Some(("Go".to_owned(), "go".to_owned())));
    let added = add(&before, &new("9×9", Start::Base)).unwrap();
    assert_eq!((added.id.as_str(), added.first.as_deref()), ("9x9", Some("go")));
    let list = json!([{"id": "go", "name": "Go"}, {"id": "9x9", "name": "9×9"}]);
    assert_eq!(as_json(added.roots.manifest.as_ref().unwrap())["variants"], list);
    let setup = as_json(added.roots.scene.as_ref().unwrap());
    assert_eq!(setup["variants"], json!({"base": "go", "deltas": {}}));
    assert!(scene(&added.roots).starts_with("{\n  \"objects\": [{\"id\": \"o\"}],\n  \"variants\": {"));
    // A pack without a name, and one whose scene has a base already.
    let bare = add(&roots("{}", "{}"), &NewVariant { at: Some(0), ..new("Standard", Start::Base) }).unwrap();
    assert_eq!(ids(&bare.roots), ["standard", "standard-2"], "the game as it is stays the default");
    let halved = roots(r#"{"name":"Go"}"#, r#"{"variants":{"base":"big","deltas":{"small":{}}}}"#);
    let added = add(&halved, &new("Small", Start::Base)).unwrap();
    assert_eq!((ids(&added.roots), added.id.as_str()), (vec!["big".to_owned(), "small-2".to_owned()], "small-2"));
    assert_eq!(first_id(&go()).unwrap(), None);
}

#[test]
fn a_variant_begins_as_the_base_as_another_one_or_as_an_empty_table() {
    let base = add(&go(), &new("Kids", Start::Base)).unwrap();
    assert_eq!((scene(&base.roots), ids(&base.roots).len()), (scene(&go()), 5));
    let copy = add(&go(), &NewVariant { at: Some(1), ..new("Blitz", Start::Variant("13".to_owned())) }).unwrap();
    assert_eq!(ids(&copy.roots), ["19", "blitz", "13", "9", "hand"]);
    assert_eq!(deltas(&copy.roots)["blitz"], deltas(&go())["13"]);
    assert_eq!(deltas(&copy.roots).as_object().unwrap().keys().collect::<Vec<_>>(), ["blitz", "13", "9"]);
    for same in ["19", "hand"] {
        let added = add(&go(), &new("Twin", Start::Variant(same.to_owned()))).unwrap();
        assert_eq!(scene(&added.roots), scene(&go()), "{same} is the base, unchanged");
    }
    let empty = add(&go(), &new("Blank", Start::Empty)).unwrap();
    let delta = json!({"removed": ["B", "S", "T"], "scene": {"snapPoints": null}});
    assert_eq!(deltas(&empty.roots)["blank"], delta);
    assert!(refusal(add(&go(), &new("X", Start::Variant("gone".to_owned())))).contains("“gone”"));
}

#[test]
fn an_empty_table_has_what_players_sit_at_and_nothing_to_play_with() {
    let text = r#"{"objects":[{"id":"o"},{"id":"o"},{}],"seatZones":[1],"tableZones":[1],"room":{},"snapPointGrids":null,
        "sceneScriptIds":["s"],"sceneScriptVars":{}}"#;
    let added = add(&roots(r#"{"variants":[{"id":"a"},{"id":"b"}]}"#, text), &new("Blank", Start::Empty)).unwrap();
    let delta = json!({"removed": ["o"], "scene": {"tableZones": null, "sceneScriptIds": []}});
    assert_eq!(deltas(&added.roots)["blank"], delta);
    let nothing = add(&roots(r#"{"variants":[{"id":"a"},{"id":"b"}]}"#, "{}"), &new("Blank", Start::Empty)).unwrap();
    assert_eq!(deltas(&nothing.roots), json!({}));
}

#[test]
fn a_duplicate_has_the_entry_and_the_differences() {
    let twin = duplicate(&go(), "13").unwrap();
    assert_eq!(
        (twin.id.as_str(), ids(&twin.roots)),
        ("13x13-copy", ["19", "13", "13x13-copy", "9", "hand"].map(String::from).into())
    );
    let entry = &as_json(twin.roots.manifest.as_ref().unwrap())["variants"][2];
    let expected = json!({"id": "13x13-copy", "name": "13×13 copy", "rulesEnforced": true, "ranking": {"placementGames": 5}});
    assert_eq!(entry, &expected);
    assert_eq!(deltas(&twin.roots)["13x13-copy"], deltas(&go())["13"]);
    let third = duplicate(&twin.roots, "13").unwrap();
    assert_eq!(third.id, "13x13-copy-2");
    assert!(manifest(&third.roots).contains("13×13 copy 2"));
}

#[test]
fn twelve_and_no_more() {
    let list = |count: usize| {
        let entries: Vec<String> = (0..count).map(|i| format!(r#"{{"id":"v{i}","name":"V"}}"#)).collect();
        format!(r#"{{"variants":[{}]}}"#, entries.join(","))
    };
    let twelve = add(&roots(&list(11), r#"{"objects":[]}"#), &new("Last", Start::Base)).unwrap();
    assert_eq!(ids(&twelve.roots).len(), 12);
    assert!(refusal(add(&twelve.roots, &new("More", Start::Base))).contains("12 variants"));
    assert!(refusal(duplicate(&twelve.roots, "v1")).contains("12 variants"));
    // A thirteenth delta, though the list has room.
    let deltas = |count: usize| {
        let deltas: Vec<String> = (0..count).map(|i| format!(r#""d{i}":{{"removed":["o"]}}"#)).collect();
        format!(r#"{{"objects":[{{"id":"o"}}],"variants":{{"base":"v0","deltas":{{{}}}}}}}"#, deltas.join(","))
    };
    assert!(add(&roots(&list(2), &deltas(11)), &new("X", Start::Empty)).is_ok());
    assert!(refusal(add(&roots(&list(2), &deltas(12)), &new("X", Start::Empty))).contains("differences recorded"));
    assert!(add(&roots(&list(2), &deltas(12)), &new("X", Start::Base)).is_ok());
    assert!(refusal(add_back_to_list(&roots(&list(12), &deltas(1)), &["d0"])).contains("12"));
    assert!(add_back_to_list(&roots(&list(11), &deltas(1)), &["d0"]).is_ok());
}

#[test]
fn an_id_is_renamed_in_the_list_in_its_delta_and_as_the_base() {
    let after = rename_id(&go(), "13", "13x13").unwrap();
    assert_eq!(manifest(&after), manifest(&go()).replace("\"13\"", "\"13x13\""));
    assert_eq!(scene(&after), scene(&go()).replace("\"13\":", "\"13x13\":"));
    let after = rename_id(&go(), "19", "19x19").unwrap();
    assert_eq!(scene(&after), scene(&go()).replace("\"19\"", "\"19x19\""));
    assert_eq!(scene(&rename_id(&go(), "hand", "by-hand").unwrap()), scene(&go()), "the scene says nothing of it");
}

#[test]
fn an_id_that_is_taken_is_refused() {
    assert!(refusal(rename_id(&go(), "13", "9")).contains("“9”"));
    let with_unlisted = roots(&manifest(&go()), &scene(&go()).replace("\"9\":", "\"old\":"));
    assert!(refusal(rename_id(&with_unlisted, "13", "old")).contains("“old”"));
    let base_unlisted = roots(&manifest(&go()), &scene(&go()).replace("\"base\":\"19\"", "\"base\":\"lost\""));
    assert!(refusal(rename_id(&base_unlisted, "13", "lost")).contains("“lost”"));
    assert!(refusal(rename_id(&go(), "gone", "x")).contains("“gone”"));
    assert!(refusal(rename_id(&go(), "13", "a b")).contains("no good id"));
    let before = go();
    assert!(rename_id(&before, "13", "13").unwrap().same(&before));
    let twice = roots(r#"{"variants":[{"id":"a"},{"id":"a"}]}"#, "{}");
    assert!(refusal(rename_id(&twice, "a", "b")).contains("Two variants"));
}

#[test]
fn the_id_follows_the_name_until_it_is_published() {
    let pack = roots(r#"{"variants":[{"id":"9x9","name":"9×9"},{"id":"own","name":"Mine"}]}"#, r#"{"variants":{"base":"9x9"}}"#);
    let renamed = set_name(&pack, "9x9", "Small Board (9x9)", false).unwrap();
    assert_eq!(renamed.id, "small-board-9x9");
    assert!(scene(&renamed.roots).contains("\"base\":\"small-board-9x9\""));
    assert_eq!(set_name(&pack, "9x9", "Small", true).unwrap().id, "9x9");
    assert_eq!(set_name(&pack, "own", "Small", false).unwrap().id, "own", "an id that was chosen stays");
    assert_eq!(set_name(&pack, "9x9", "", false).unwrap().id, "9x9", "a name that is being typed anew");
    let twins = roots(r#"{"variants":[{"id":"a","name":"A"},{"id":"a-2","name":"A"}]}"#, "{}");
    assert_eq!(set_name(&twins, "a-2", "B", false).unwrap().id, "b");
    assert_eq!(set_name(&twins, "a", "a", false).unwrap().id, "a");
}

#[test]
fn places_in_scripts_where_an_id_stands_between_quotes() {
    let text = r#"{"scripts":[{"id":"s1","name":"deal.ts","source":"const a = 1;\n  if (v.id === \"9x9\" || v.id == '9x9') {}\n"},
        {"id":"s2","source":"// 9x9 \"19x19\" `9x9`\n"},{"id":"s3"}]}"#;
    let scene = doc(text);
    let places = places_of_id(Some(&scene), Some(("main.js", "x('9x9')\n\"9x9'\"")), "9x9");
    let short = |place: &ScriptPlace| {
        let script = match &place.script {
            InScript::Entry(path) => path.clone(),
            InScript::Library { index, name, .. } => format!("{index} {name}"),
        };
        format!("{script} {}:{} {}", place.line, place.column, place.text)
    };
    let line = "if (v.id === \"9x9\" || v.id == '9x9') {}";
    assert_eq!(
        places.iter().map(short).collect::<Vec<_>>(),
        [
            "main.js 1:3 x('9x9')".to_owned(),
            format!("0 deal.ts 2:16 {line}"),
            format!("0 deal.ts 2:33 {line}"),
            "1 s2 1:16 // 9x9 \"19x19\" `9x9`".to_owned(),
        ]
    );
    assert!(places_of_id(Some(&scene), None, "").is_empty() && places_of_id(None, None, "9x9").is_empty());
}

#[test]
fn reordering_touches_the_list_alone() {
    let before = go();
    let after = reorder(&before, 2, 0).unwrap();
    assert_eq!(ids(&after), ["9", "19", "13", "hand"]);
    assert!(after.scene.as_ref().unwrap().same(before.scene.as_ref().unwrap()));
    assert!(refusal(reorder(&before, 4, 0)).contains("/variants/4"));
}

#[test]
fn deleting_the_base_makes_the_first_of_the_others_the_base() {
    let before = go();
    let listed = ids(&before);
    let was = all_play(before.scene.as_ref().unwrap(), &listed);
    let removed = remove(&before, "19", UnlistedToo::Ask).unwrap();
    assert_eq!(removed.new_base.as_deref(), Some("13"));
    assert_eq!(removed.proof.iter().map(|line| line.id.as_str()).collect::<Vec<_>>(), ["13", "9", "hand"]);
    assert!(removed.proof.iter().all(|line| line.holds));
    let now = all_play(removed.roots.scene.as_ref().unwrap(), &ids(&removed.roots));
    for id in ["13", "9", "hand"] {
        assert!(was[id].is_same_game(&now[id]), "{id}");
    }
    assert_eq!(deltas(&removed.roots).as_object().unwrap().keys().collect::<Vec<_>>(), ["9", "hand"]);
}

#[test]
fn deleting_down_to_one_leaves_its_scene_and_neither_key() {
    let mut pack = go();
    let nine = {
        let resolver = Resolver::new(pack.scene.as_ref().unwrap());
        resolver.resolve("9", &ids(&pack)).to_json_text().unwrap()
    };
    for id in ["hand", "19", "13"] {
        pack = remove(&pack, id, UnlistedToo::Ask).unwrap().roots;
    }
    assert_eq!(as_json(&doc(&nine)), as_json(pack.scene.as_ref().unwrap()));
    assert!(!manifest(&pack).contains("variants") && !scene(&pack).contains("variants"));
    let last = remove(&go(), "13", UnlistedToo::Ask).and_then(|r| remove(&r.roots, "hand", UnlistedToo::Ask)).unwrap();
    let last = remove(&last.roots, "19", UnlistedToo::Ask).unwrap();
    assert_eq!(last.last.as_deref(), Some("9"));
    let only = roots(r#"{"variants":[{"id":"a"}],"license":"MIT"}"#, r#"{"objects":[],"variants":{"base":"a"}}"#);
    let none = remove(&only, "a", UnlistedToo::Ask).unwrap().roots;
    assert_eq!((manifest(&none), scene(&none)), (r#"{"license":"MIT"}"#.to_owned(), r#"{"objects":[]}"#.to_owned()));
}

#[test]
fn what_is_not_listed_is_asked_about_before_the_last_choice_goes() {
    let pack = roots(
        r#"{"variants":[{"id":"a"},{"id":"b"}]}"#,
        r#"{"objects":[],"variants":{"base":"a","deltas":{"old":{"objects":[{"id":"n"}]}}}}"#,
    );
    assert!(refusal(remove(&pack, "b", UnlistedToo::Ask)).contains("holds a variant, which the manifest does not list"));
    let gone = remove(&pack, "b", UnlistedToo::Remove).unwrap();
    assert_eq!(scene(&gone.roots), r#"{"objects":[]}"#);
    let back = remove(&pack, "b", UnlistedToo::AddBack).unwrap();
    assert_eq!((ids(&back.roots), back.last), (vec!["a".to_owned(), "old".to_owned()], None));
    assert!(scene(&back.roots).contains("\"old\""));
    let three = roots(r#"{"variants":[{"id":"a"},{"id":"b"},{"id":"c"}]}"#, &scene(&pack));
    let kept = remove(&three, "b", UnlistedToo::Ask).unwrap();
    assert_eq!(scene(&kept.roots), scene(&pack), "nothing else drops what is not listed");
}

#[test]
fn of_two_entries_with_one_id_the_later_goes_alone() {
    let twice = roots(r#"{"variants":[{"id":"a","n":1},{"id":"b"},{"id":"a","n":2}]}"#, r#"{"variants":{"base":"a"}}"#);
    let removed = remove(&twice, "a", UnlistedToo::Ask).unwrap();
    assert_eq!(manifest(&removed.roots), r#"{"variants":[{"id":"a","n":1},{"id":"b"}]}"#);
    assert_eq!(scene(&removed.roots), scene(&twice));
}

#[test]
fn what_is_lost_is_counted() {
    let lost = what_is_lost(&go(), "13").unwrap();
    let expected = Lost { only_here: 1, changed: 1, removed: 1, keys: vec!["snapPoints".to_owned()], ..Lost::default() };
    assert_eq!(lost, expected);
    let base = what_is_lost(&go(), "19").unwrap();
    assert_eq!(base, Lost { new_base: Some("13".to_owned()), ..Lost::default() }, "by hand is the base as well");
    let without_hand = remove(&go(), "hand", UnlistedToo::Ask).unwrap().roots;
    let base = what_is_lost(&without_hand, "19").unwrap();
    assert_eq!((base.only_here, base.changed), (1, 0), "the big board; the bowl is 9’s too");
    let two = remove(&without_hand, "13", UnlistedToo::Ask).unwrap().roots;
    assert_eq!(what_is_lost(&two, "19").unwrap().last.as_deref(), Some("9"));
    assert!(refusal(what_is_lost(&go(), "gone")).contains("“gone”"));
}

#[test]
fn differences_that_are_not_listed_come_back_or_go() {
    let pack = roots(r#"{"variants":[{"id":"a"},{"id":"b"}]}"#, r#"{"variants":{"base":"top","deltas":{"b":{},"x":{},"y":{}}}}"#);
    assert_eq!(ids(&add_back_to_list(&pack, &["x"]).unwrap()), ["a", "b", "x"]);
    assert_eq!(ids(&add_back_to_list(&pack, &["top"]).unwrap()), ["a", "b", "top"]);
    assert_eq!(ids(&add_all_back_to_list(&pack).unwrap()), ["a", "b", "top", "x", "y"]);
    let gone = remove_unlisted(&pack, &["x", "y"]).unwrap();
    assert_eq!(scene(&gone), r#"{"variants":{"base":"top","deltas":{"b":{}}}}"#);
    for (result, says) in [
        (add_back_to_list(&pack, &["b"]), "lists “b” already"),
        (add_back_to_list(&pack, &["z"]), "no variant “z”"),
        (remove_unlisted(&pack, &["b"]), "lists “b”"),
        (remove_unlisted(&pack, &["top"]), "top level"),
        (remove_unlisted(&pack, &["z"]), "no differences"),
    ] {
        assert!(refusal(result).contains(says), "{says}");
    }
    let no_list = roots(r#"{"name":"Go"}"#, &scene(&pack));
    assert_eq!(ids(&add_all_back_to_list(&no_list).unwrap()), ["top", "b", "x", "y"]);
}

#[test]
fn while_a_half_cannot_be_read_nothing_is_done() {
    let scene = Some(doc(r#"{"variants":{"base":"a","deltas":{"x":{}}}}"#));
    let unread = |manifest: Option<&str>| Roots { manifest: manifest.map(doc), scene: scene.clone() };
    let lists =
        [None, Some("[]"), Some(r#"{"variants":null}"#), Some(r#"{"variants":{}}"#), Some(r#"{"variants":[{"name":"A"}]}"#)];
    let room = Some(r#"{"type":"room-pack","variants":[{"id":"a"},{"id":"b"}]}"#);
    for pack in lists.into_iter().chain([room]).map(unread) {
        let manifest = pack.manifest.as_ref().map(Document::text);
        let all = [
            add(&pack, &new("X", Start::Base)).map(|_| ()),
            duplicate(&pack, "a").map(|_| ()),
            set_name(&pack, "a", "B", false).map(|_| ()),
            rename_id(&pack, "a", "b").map(|_| ()),
            reorder(&pack, 0, 1).map(|_| ()),
            remove(&pack, "a", UnlistedToo::Remove).map(|_| ()),
            what_is_lost(&pack, "a").map(|_| ()),
            add_back_to_list(&pack, &["x"]).map(|_| ()),
            remove_unlisted(&pack, &["x"]).map(|_| ()),
        ];
        for (number, result) in all.into_iter().enumerate() {
            let told = refusal(result);
            assert!(told.contains("can’t be read") || told.contains("only a game pack"), "{number} {manifest:?}: {told}");
        }
    }
    let no_scene =
        Roots { manifest: Some(doc(r#"{"entry":{"setup":"s.json"},"variants":[{"id":"a"},{"id":"b"}]}"#)), scene: None };
    assert!(refusal(add(&no_scene, &new("X", Start::Base))).contains("scene can’t be read"));
    let none_named = Roots { manifest: Some(doc(r#"{"variants":[{"id":"a"},{"id":"b"}]}"#)), scene: None };
    assert_eq!(ids(&add(&none_named, &new("X", Start::Base)).unwrap().roots), ["a", "b", "x"]);
    assert!(refusal(add(&none_named, &new("X", Start::Empty))).contains("no scene"));
}

fn roots_of(pack: &Pack) -> Roots {
    Roots { manifest: Some(pack.manifest()), scene: Some(pack.document()) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn deleting_a_variant_keeps_what_the_others_play(pack in packs(false), id in select(IDS.to_vec()), adds in any::<bool>()) {
        let before = roots_of(&pack);
        let was = all_play(before.scene.as_ref().unwrap(), &pack.listed);
        let choice = if adds { UnlistedToo::AddBack } else { UnlistedToo::Remove };
        let Ok(removed) = remove(&before, id, choice) else {
            prop_assert!(!pack.listed.iter().any(|listed| listed == id), "{} of {:?}", id, pack.listed);
            return Ok(());
        };
        let after = removed.roots;
        match &removed.last {
            Some(last) => {
                let now = all_play(after.scene.as_ref().unwrap(), std::slice::from_ref(last));
                prop_assert!(was[last].is_same_game(&now[last]));
                prop_assert_eq!(&was[last].order, &now[last].order);
                prop_assert!(!manifest(&after).contains("variants") && !scene(&after).contains("variants"));
            }
            None => {
                let now = all_play(after.scene.as_ref().unwrap(), &ids(&after));
                prop_assert!(!now.contains_key(id));
                for (other, play) in was.iter().filter(|(other, _)| *other != id) {
                    prop_assert!(play.is_same_game(&now[other]), "{} after {} went", other, id);
                }
            }
        }
        let mut history = History::new(before.clone());
        history.apply("Delete a variant", after, None);
        history.undo();
        prop_assert_eq!(history.scene().unwrap().text(), scene(&before));
        prop_assert_eq!(history.manifest().unwrap().text(), manifest(&before));
    }

    #[test]
    fn renaming_there_and_back_gives_the_same_bytes(pack in packs(true), id in select(IDS.to_vec())) {
        let before = roots_of(&pack);
        if let Ok(there) = rename_id(&before, id, "another") {
            let was = all_play(before.scene.as_ref().unwrap(), &pack.listed);
            let now = all_play(there.scene.as_ref().unwrap(), &ids(&there));
            for (other, play) in &was {
                prop_assert_eq!(play, &now[if other == id { "another" } else { other }]);
            }
            let back = rename_id(&there, "another", id).unwrap();
            prop_assert_eq!((manifest(&back), scene(&back)), (manifest(&before), scene(&before)));
        } else {
            prop_assert!(!pack.listed.iter().any(|listed| listed == id));
        }
    }

    #[test]
    fn a_new_variant_plays_what_it_began_as_and_changes_no_other(pack in packs(true), from in select(IDS.to_vec()), twin in any::<bool>()) {
        let before = roots_of(&pack);
        let was = all_play(before.scene.as_ref().unwrap(), &pack.listed);
        let added = if twin { duplicate(&before, from) } else { add(&before, &new("New", Start::Variant(from.to_owned()))) };
        let Ok(added) = added else { return Ok(()) };
        let now = all_play(added.roots.scene.as_ref().unwrap(), &ids(&added.roots));
        for (other, play) in &was {
            prop_assert_eq!(play, &now[other], "{}", other);
        }
        let began = was.get(from).unwrap_or_else(|| panic!("{from} was begun with"));
        prop_assert_eq!(began, &now[&added.id]);
        if added.first.is_none() {
            let gone = remove(&added.roots, &added.id, UnlistedToo::Ask);
            if let Ok(gone) = gone && gone.last.is_none() {
                prop_assert_eq!(manifest(&gone.roots), manifest(&before));
            }
        }
    }

    #[test]
    fn an_empty_table_has_no_entities(pack in packs(false)) {
        let before = roots_of(&pack);
        if let Ok(added) = add(&before, &new("Blank", Start::Empty)) {
            let now = all_play(added.roots.scene.as_ref().unwrap(), &ids(&added.roots));
            prop_assert!(now[&added.id].entities.is_empty());
        }
    }

    #[test]
    fn a_rebase_before_a_deletion_changes_nothing_of_what_is_left(pack in packs(false), new in select(IDS.to_vec()), gone in select(IDS.to_vec())) {
        let before = roots_of(&pack);
        let scene = before.scene.as_ref().unwrap();
        let was = all_play(scene, &pack.listed);
        let Ok(rebased) = make_base(scene, &pack.listed, new) else { return Ok(()) };
        let roots = Roots { scene: Some(rebased.scene), ..before.clone() };
        let Ok(removed) = remove(&roots, gone, UnlistedToo::AddBack) else { return Ok(()) };
        if removed.last.is_none() {
            let now = all_play(removed.roots.scene.as_ref().unwrap(), &ids(&removed.roots));
            for (id, play) in was.iter().filter(|(id, _)| *id != gone) {
                prop_assert!(play.is_same_game(&now[id]), "{}", id);
            }
        }
    }
}
