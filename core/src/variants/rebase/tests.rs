//! *Make this the base*: each line of its rule, and the promise over random packs.

use super::super::test_packs::{IDS, all_play, as_json, packs};
use super::super::test_scene::{Scene, parts};
use super::*;
use crate::ErrorKind;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value as Json, json};

/// A scene whose base is `big`, with `small` and `tiny` listed after it; `id` made the base, as `objects | deltas`.
fn rebased(objects: &str, deltas: &str, id: &str) -> String {
    parts(&made(&Scene::three(objects, deltas), id).scene)
}

fn made(scene: &Scene, id: &str) -> Rebased {
    make_base(&scene.doc, &scene.listed, id).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(scene: &str, listed: &str, id: &str) -> String {
    let scene = Scene::new(scene, listed);
    let error = make_base(&scene.doc, &scene.listed, id).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    error.to_string()
}

#[test]
fn what_the_new_base_lacks_becomes_the_old_ones_own() {
    let after = rebased(r#"{"id":"b"},{"id":"s"}"#, r#""small":{"removed":["b"],"objects":[{"id":"n"}]}"#, "small");
    let old = r#"{"removed":["n"],"objects":[{"id":"b"}]}"#;
    assert_eq!(after, format!(r#"{{"id":"s"}},{{"id":"n"}} | "big":{old},"tiny":{old}"#));
}

#[test]
fn a_changed_entity_stays_in_its_place_on_both_sides() {
    let own = r#""small":{"objects":[{"id":"s","c":2}]},"tiny":{"objects":[{"id":"s","c":3}]}"#;
    let after = rebased(r#"{"id":"s","c":1},{"id":"t"}"#, own, "small");
    let expected = r#"{"id":"s","c":2},{"id":"t"} | "big":{"objects":[{"id":"s","c":1}]},"tiny":{"objects":[{"id":"s","c":3}]}"#;
    assert_eq!(after, expected);
}

#[test]
fn an_own_copy_that_equals_the_new_base_follows_it() {
    let own = r#""small":{"objects":[{"id":"s","c":2}],"scene":{"room":{"w":1}}},"tiny":{"objects":[{"c":2.0,"id":"s"}],"scene":{"room":{"w":1}}}"#;
    let after = rebased(r#"{"id":"s","c":1}"#, own, "small");
    assert_eq!(after, r#"{"id":"s","c":2} | "big":{"objects":[{"id":"s","c":1}],"scene":{"room":null}}"#);
}

#[test]
fn what_both_lack_is_named_by_neither_and_what_no_base_had_stays_named() {
    let after =
        rebased(r#"{"id":"b"}"#, r#""small":{"removed":["b"]},"tiny":{"removed":["ghost","b"],"objects":[{"id":"n"}]}"#, "small");
    assert_eq!(after, r#" | "big":{"objects":[{"id":"b"}]},"tiny":{"removed":["ghost"],"objects":[{"id":"n"}]}"#);
}

#[test]
fn two_variants_that_add_one_id() {
    let own = r#""small":{"objects":[{"id":"n","c":1}]},"tiny":{"objects":[{"id":"n","c":2}]}"#;
    let after = rebased("", own, "small");
    assert_eq!(after, r#"{"id":"n","c":1} | "big":{"removed":["n"]},"tiny":{"objects":[{"id":"n","c":2}]}"#);
}

#[test]
fn additions_keep_the_order_in_which_a_variant_plays_them() {
    let own = r#""small":{"removed":["a","b"]},"tiny":{"objects":[{"id":"x"},{"id":"b","c":2}]}"#;
    let after = rebased(r#"{"id":"a"},{"id":"b"},{"id":"c"}"#, own, "small");
    let tiny = r#""tiny":{"objects":[{"id":"a"},{"id":"b","c":2},{"id":"x"}]}"#;
    assert_eq!(after, format!(r#"{{"id":"c"}} | "big":{{"objects":[{{"id":"a"}},{{"id":"b"}}]}},{tiny}"#));
}

#[test]
fn an_entity_that_is_removed_and_given_anew_keeps_its_place_at_the_end() {
    let own = r#""small":{"objects":[{"id":"n"}]},"tiny":{"removed":["a"],"objects":[{"id":"a","c":2}]}"#;
    let after = rebased(r#"{"id":"a"},{"id":"b"}"#, own, "small");
    let expected =
        r#"{"id":"a"},{"id":"b"},{"id":"n"} | "big":{"removed":["n"]},"tiny":{"removed":["a","n"],"objects":[{"id":"a","c":2}]}"#;
    assert_eq!(after, expected);
}

#[test]
fn keys_swap_places_and_a_top_level_null_means_absent() {
    let text = r#"{"environment":{"f":0},"room":null,"roomSettings":{"r":1},"packRefs":[1],"objects":[],
        "variants":{"base":"big","newer":7,"deltas":{"small":{"scene":{"room":{"w":1},"roomSettings":null,"environment":{"f":1}}},
        "tiny":{"scene":{"room":null,"packRefs":null}}}}}"#;
    let scene = Scene::new(text, "big small tiny");
    let after = made(&scene, "small").scene;
    let setup = as_json(&after);
    assert_eq!((&setup["environment"], &setup["room"]), (&json!({"f": 1}), &json!({"w": 1})));
    assert!(setup.get("roomSettings").is_none() && setup["variants"]["newer"] == 7);
    let big = json!({"scene": {"environment": {"f": 0}, "room": null, "roomSettings": {"r": 1}}});
    assert_eq!(setup["variants"]["deltas"]["big"], big);
    let tiny = &setup["variants"]["deltas"]["tiny"]["scene"];
    assert_eq!(tiny, &json!({"environment": {"f": 0}, "room": null, "roomSettings": {"r": 1}, "packRefs": null}));
}

#[test]
fn listed_ids_without_differences_get_some_and_deltas_come_in_the_lists_order() {
    let text = r#"{"objects":[{"id":"o"}],"variants":{"base":"b","deltas":{"x":{},"d":{},"c":{"removed":["o"]},"a":{"objects":[{"id":"n"}]}}}}"#;
    let after = made(&Scene::new(text, "a b c d e"), "c").scene;
    let own = r#"{"objects":[{"id":"o"}]}"#;
    let a = r#"{"objects":[{"id":"o"},{"id":"n"}]}"#;
    let expected = format!(r#" | "a":{a},"b":{own},"d":{own},"e":{own},"x":{own}"#);
    assert_eq!(parts(&after), expected);
}

#[test]
fn differences_that_the_list_lacks_stay_though_they_say_nothing() {
    let text = r#"{"objects":[{"id":"o"}],"variants":{"base":"gone","deltas":{"a":{},"x":{"scene":{}}}}}"#;
    let after = made(&Scene::new(text, "a b"), "a").scene;
    assert_eq!(parts(&after), r#"{"id":"o"} | "gone":{},"x":{}"#);
    let block = r#"{"objects":[],"variants":{"base":"gone"}}"#;
    let after = made(&Scene::new(block, "a b"), "b").scene;
    assert_eq!(after.text(), r#"{"objects":[],"variants":{"base":"b","deltas":{"gone":{}}}}"#);
}

#[test]
fn the_base_stays_the_base_and_a_missing_block_is_made() {
    let scene = Scene::three(r#"{"id":"o"}"#, r#""small":{"objects":[{"id":"o"}]}"#);
    let rebased = made(&scene, "big");
    assert!(rebased.scene.same(&scene.doc) && rebased.proof.iter().all(|line| line.holds));
    let bare = Scene::new(r#"{"objects":[]}"#, "a b");
    assert!(made(&bare, "a").scene.same(&bare.doc));
    assert_eq!(made(&bare, "b").scene.text(), r#"{"objects":[],"variants":{"base":"b"}}"#);
}

#[test]
fn the_proof_has_a_line_for_every_variant() {
    let text = r#"{"objects":[],"variants":{"base":"a","deltas":{"b":{},"x":{}}}}"#;
    let lines = made(&Scene::new(text, "b a c"), "x").proof;
    let lines: Vec<(&str, bool, bool)> = lines.iter().map(|line| (line.id.as_str(), line.listed, line.holds)).collect();
    assert_eq!(lines, [("a", true, true), ("b", true, true), ("c", true, true), ("x", false, true)]);
}

#[test]
fn the_proof_fails_where_a_variant_plays_something_else() {
    let text = r#"{"name":"Go","room":{"w":1},"objects":[{"id":"a","n":1},{"id":"b"},{"kind":"die"}],"variants":{"base":"big",
        "deltas":{"small":{"removed":["b"],"objects":[{"id":"n"}]},"tiny":{"objects":[{"id":"a","n":2}],"scene":{"room":{"w":2}}}}}}"#;
    let scene = Scene::new(text, "big small tiny");
    let layout = Layout::new(&scene.stage("big"));
    let holds = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        proof::prove(&layout, &Document::parse(text.replace(from, to).as_bytes()).unwrap())
    };
    for (from, to, expected) in [
        ("\"n\":1", "\"n\":1.0", [true, true, true]),
        (r#"{"id":"a","n":1},{"id":"b"}"#, r#"{"id":"b"},{"id":"a","n":1}"#, [true, true, true]),
        ("\"n\":1", "\"n\":3", [false, false, true]),
        (r#"{"id":"b"},"#, "", [false, true, false]),
        (r#"{"id":"b"},"#, r#"{"id":"b"},{"id":"b"},"#, [false, true, false]),
        (r#"{"id":"b"},"#, r#"{"id":"b"},{"id":"c"},"#, [false, false, false]),
        (r#","objects":[{"id":"n"}]"#, "", [true, false, true]),
        (r#"{"id":"n"}"#, r#"{"id":"n","x":1}"#, [true, false, true]),
        (r#""removed":["b"]"#, r#""removed":["a"]"#, [true, false, true]),
        (r#""w":2"#, r#""w":3"#, [true, true, false]),
        (r#""room":{"w":1}"#, r#""room":null"#, [false, false, true]),
        (r#"{"kind":"die"}"#, r#"{"kind":"pawn"}"#, [false, false, false]),
        (r#""name":"Go""#, r#""name":"Gone""#, [false, false, false]),
    ] {
        assert_eq!(holds(from, to), expected, "{from} -> {to}");
    }
}

#[test]
fn what_moves_keeps_its_text_and_the_rest_its_bytes() {
    let text = "{\n  \"objects\": [\n    { \"id\": \"a\",  \"n\": 0.10 },\n    {\"id\":\"b\", \"n\": 51.0}\n  ],\n  \"variants\": {\n    \
                \"base\": \"big\",\n    \"deltas\": {\n      \"small\": {\n        \"removed\": [\"b\"],\n        \"objects\": [\n          \
                { \"id\": \"n\", \"w\": 1e400,\n            \"t\": \"\\u00e9\" }\n        ]\n      },\n      \"tiny\": { \"scene\": { \"room\": {  } } }\n    }\n  }\n}\n";
    let scene = Scene::new(text, "big small tiny");
    let after = made(&scene, "small").scene.text();
    for piece in [
        "    { \"id\": \"a\",  \"n\": 0.10 },\n",
        "{\"id\":\"b\", \"n\": 51.0}",
        "1e400",
        "\\u00e9",
        "\"scene\": { \"room\": {  } }",
    ] {
        assert!(after.contains(piece), "{piece} in {after}");
    }
    let back = make_base(&Document::parse(after.as_bytes()).unwrap(), &scene.listed, "big").unwrap().scene;
    assert!(as_json(&back) == as_json(&scene.doc), "{}", back.text());
}

#[test]
fn entities_of_one_id_in_the_base_move_together_or_not_at_all() {
    let twins = r#"{"id":"x","n":1},{"id":"x","n":2}"#;
    // Both go, and come back nowhere: no differences say "two of this id".
    let text = format!(r#"{{"objects":[{twins}],"variants":{{"base":"big","deltas":{{"small":{{"removed":["x"]}}}}}}}}"#);
    let told = refusal(&text, "big small", "small");
    assert!(told.contains("“x”") && told.contains("“big” has 2 entities"), "{told}");
    // The first is replaced: the old base has its own first.
    let after = rebased(twins, r#""small":{"objects":[{"id":"x","n":3}]},"tiny":{"removed":["x"]}"#, "small");
    let expected = r#"{"id":"x","n":3},{"id":"x","n":2} | "big":{"objects":[{"id":"x","n":1}]},"tiny":{"removed":["x"]}"#;
    assert_eq!(after, expected);
    // One alone of two.
    let one = r#""small":{"scene":{"room":1}},"tiny":{"removed":["x"],"objects":[{"id":"x","n":1}]}"#;
    let after = rebased(twins, one, "small");
    assert!(after.contains(r#""tiny":{"removed":["x"],"objects":[{"id":"x","n":1}],"#), "{after}");
}

#[test]
fn of_entities_of_one_id_in_a_delta_the_later_counts() {
    let own = r#"{"objects":[{"id":"x","n":1},{"id":"x","n":2}]}"#;
    let text = format!(r#""small":{own},"tiny":{own}"#);
    let scene = Scene::three("", &text);
    let rebased = made(&scene, "small");
    assert_eq!(parts(&rebased.scene), r#"{"id":"x","n":2} | "big":{"removed":["x"]}"#);
    assert_eq!(rebased.notes.len(), 1, "{:?}", rebased.notes);
    let other = Scene::three(r#"{"id":"y"}"#, &format!(r#""small":{{"removed":["y"]}},"tiny":{own}"#));
    let tiny = r#""tiny":{"objects":[{"id":"y"},{"id":"x","n":1},{"id":"x","n":2}]}"#;
    assert_eq!(parts(&made(&other, "small").scene), format!(r#" | "big":{{"objects":[{{"id":"y"}}]}},{tiny}"#));
}

#[test]
fn what_nobody_reads_is_kept() {
    let own = r#""small":{"removed":["ghost"],"scene":{"scripts":[1],"room":{"w":1}}},"tiny":{"scene":{"materials":[2]},"newer":{"k":1}}"#;
    let rebased = made(&Scene::three("", own), "small");
    let expected =
        r#" | "big":{"scene":{"room":null,"scripts":[1]}},"tiny":{"scene":{"room":null,"materials":[2]},"newer":{"k":1}}"#;
    assert_eq!(parts(&rebased.scene), expected);
    assert_eq!(rebased.notes.len(), 2, "{:?}", rebased.notes);
    let back = make_base(&rebased.scene, &["big", "small", "tiny"], "big").unwrap().scene;
    assert!(parts(&back).contains(r#""scripts":[1]"#), "{}", back.text());
}

#[test]
fn what_cannot_be_done_is_refused() {
    let deltas = |deltas: &str| format!(r#"{{"objects":[],"variants":{{"base":"a","deltas":{{{deltas}}}}}}}"#);
    for (scene, listed, id, says) in [
        (deltas(""), "a b", "c", "“c”"),
        (r#"{"objects":[]}"#.to_owned(), "", "a", "no variants"),
        (deltas(r#""b":{"newer":1}"#), "a b", "b", "“newer”"),
        (deltas(r#""b":{},"a":{"removed":[]}"#), "a b", "b", "own base"),
        (deltas(r#""b":7"#), "a b", "b", "/variants/deltas/b"),
        (deltas(r#""b":{"removed":{}}"#), "a b", "b", "/variants/deltas/b/removed"),
        (deltas(r#""b":{"removed":[1]}"#), "a b", "a", "/variants/deltas/b/removed"),
        (deltas(r#""b":{"objects":[1]}"#), "a b", "b", "/variants/deltas/b/objects"),
        (deltas(r#""b":{"scene":[]}"#), "a b", "b", "/variants/deltas/b/scene"),
        (r#"{"variants":{"base":"a","deltas":[]}}"#.to_owned(), "a b", "b", "/variants/deltas"),
        (r#"{"variants":{"deltas":{"b":{}}}}"#.to_owned(), "a b", "b", "/variants/base"),
        (r#"{"objects":{},"variants":{"base":"a","deltas":{"b":{}}}}"#.to_owned(), "a b", "b", "/objects"),
        // An entity without an id would be everyone's.
        (deltas(r#""b":{"objects":[{"kind":"die"}]}"#), "a b", "b", "a would not play the same"),
        (deltas(r#""b":{"scene":{"environment":{}}}"#), "a b", "b", "no surroundings"),
    ] {
        let told = refusal(&scene, listed, id);
        assert!(told.contains(says), "{told}");
    }
}

#[test]
fn twelve_differences_and_no_more() {
    let scene = |listed: usize| {
        let ids: Vec<String> = (0..listed).map(|i| format!("v{i}")).collect();
        Scene::new(r#"{"objects":[],"variants":{"base":"v0","deltas":{"v1":{"objects":[{"id":"n"}]}}}}"#, &ids.join(" "))
    };
    let thirteen = made(&scene(13), "v1").scene;
    assert_eq!(thirteen.at(&pointer!["variants", "deltas"]).unwrap().len(), 12);
    let fourteen = scene(14);
    let told = make_base(&fourteen.doc, &fourteen.listed, "v1").unwrap_err().to_string();
    assert!(told.contains("more than 12 variants"), "{told}");
}

/// Nothing in the file says what the base says already.
fn assert_least(setup: &Json, listed: &[String]) {
    for (id, delta) in setup["variants"]["deltas"].as_object().into_iter().flatten() {
        assert_ne!(&setup["variants"]["base"], id);
        let parts = delta.as_object().unwrap();
        assert!(!parts.is_empty() || !listed.contains(id), "{id} says nothing");
        assert!(parts.values().all(|part| part.as_array().is_none_or(|l| !l.is_empty()) && part != &json!({})), "{delta}");
        let base = setup["objects"].as_array().unwrap();
        for own in delta["objects"].as_array().into_iter().flatten() {
            let removed = delta["removed"].as_array().is_some_and(|ids| ids.contains(&own["id"]));
            let twin = delta["objects"].as_array().unwrap().iter().filter(|other| other["id"] == own["id"]).count() > 1;
            let same: Vec<&Json> = base.iter().filter(|entity| entity["id"] == own["id"]).collect();
            assert!(removed || twin || same.first() != Some(&own), "{id} repeats {own}");
        }
        for (key, own) in delta["scene"].as_object().into_iter().flatten() {
            let top = setup.get(key).unwrap_or(&Json::Null);
            assert!(key == "scripts" || key == "environment" && own.is_null() || own != top, "{id} repeats {key}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn every_variant_plays_on_there_and_back(pack in packs(false), new in select(IDS.to_vec())) {
        let scene = pack.document();
        let before = all_play(&scene, &pack.listed);
        let old = scene.at(&pointer!["variants", "base"]).and_then(Ref::as_str).map(std::borrow::Cow::into_owned);
        match make_base(&scene, &pack.listed, new) {
            Err(error) => {
                prop_assert_eq!(error.kind(), ErrorKind::Refused);
                prop_assert!(!before.contains_key(new), "{}", error);
            }
            Ok(rebased) => {
                let again = Document::parse(rebased.scene.text().as_bytes()).unwrap();
                prop_assert!(again.root().equals(rebased.scene.root()));
                let setup = as_json(&again);
                let nothing_to_do = rebased.scene.same(&scene);
                prop_assert!(nothing_to_do || setup["variants"]["base"] == new);
                let after = all_play(&again, &pack.listed);
                prop_assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().filter(|id| before.contains_key(*id)).collect::<Vec<_>>());
                for (id, was) in &before {
                    prop_assert!(was.is_same_game(&after[id]), "{} of {}\n{}", id, pack.scene, again.text());
                    prop_assert!(id != new || was.order == after[id].order, "the new base keeps its order");
                }
                prop_assert_eq!(rebased.proof.len(), before.len());
                if !nothing_to_do {
                    assert_least(&setup, &pack.listed);
                }
                let Some(old) = old else { return Ok(()) };
                let back = make_base(&again, &pack.listed, &old);
                let back = back.map_err(|error| TestCaseError::fail(format!("{error}\n{}", again.text())))?.scene;
                let back = all_play(&back, &pack.listed);
                for (id, was) in &before {
                    prop_assert!(was.is_same_game(&back[id]), "{} there and back", id);
                }
            }
        }
    }

    #[test]
    fn where_ids_stand_twice_it_keeps_every_variant_or_is_refused(pack in packs(true), new in select(IDS.to_vec())) {
        let scene = pack.document();
        let before = all_play(&scene, &pack.listed);
        if let Ok(rebased) = make_base(&scene, &pack.listed, new) {
            let after = all_play(&rebased.scene, &pack.listed);
            for (id, was) in &before {
                prop_assert!(was.is_same_game(&after[id]), "{} of {}\n{}", id, pack.scene, rebased.scene.text());
            }
        }
    }
}
