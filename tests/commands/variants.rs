//! A maintainer governs a pack's variants from the command line: both files change together, or neither.

use super::{GOOD, Workshop};
use serde_json::json;

/// A game of three boards: `big` is the base, `small` has a board of its own, `hand` is listed and no more; a script names
/// one of them.
const SCENE: &str = r##"{
  "schemaVersion": 2, "sceneId": "s", "name": "S",
  "environment": {"tableSurfaceColor":"#2e5d4b","tableSurfaceTextureAssetId":null,"ambientColor":"#ffffff",
    "fogEnabled":false,"fogColor":"#000000","fogDensity":0,"skyboxAssetId":null},
  "objects": [
    {"id":"B","kind":"board","label":"B","position":{"x":0,"y":0,"z":0}},
    {"id":"S","kind":"token","label":"S","position":{"x":1.50,"y":0,"z":0}}
  ],
  "scripts": [{"id":"s1","name":"deal.ts","language":"typescript","source":"if (world.getVariant().id === \"small\") {\n}\n","compiled":"","refKind":null,"variables":[],"updatedAt":"2026-09-19T10:20:30.000Z"}],
  "variants": {
    "base": "big",
    "deltas": {
      "small": {"removed": ["B"], "objects": [{"id":"b","kind":"board","label":"b","position":{"x":0,"y":0,"z":0}}]}
    }
  }
}
"##;

fn boards() -> Workshop {
    let shop = Workshop::new();
    let list = r#""variants": [{"id":"big","name":"Big"}, {"id":"small","name":"Small"}, {"id":"hand","name":"By hand"}],"#;
    let manifest = GOOD
        .replace("component-pack", "game-pack")
        .replace("\"entry\": {}", "\"entry\": {\"setup\": \"setup.json\"}")
        .replace("\"license\"", &format!("{list}\n  \"license\""));
    shop.pack("go", &manifest);
    shop.write("go/setup.json", SCENE);
    shop
}

fn both(shop: &Workshop) -> (String, String) {
    (shop.read("go/diceytable.mod.json"), shop.read("go/setup.json"))
}

fn resolved(shop: &Workshop, id: &str) -> serde_json::Value {
    shop.run(&["variants", "go", "resolve", id, "--format", "json"]).json()
}

#[test]
fn another_variant_becomes_the_base_and_each_plays_what_it_played() {
    let shop = boards();
    let ids = |scene: &serde_json::Value| {
        let ids = scene["objects"].as_array().unwrap().iter().map(|entity| entity["id"].as_str().unwrap().to_owned());
        let mut ids: Vec<String> = ids.collect();
        ids.sort();
        ids
    };
    let before: Vec<_> = ["big", "small", "hand"].map(|id| ids(&resolved(&shop, id))).into();
    let (manifest, _) = both(&shop);
    let ran = shop.run(&["variants", "go", "rebase", "small"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, "“small” is the base now.\n  big: plays the same\n  small: plays the same\n  hand: plays the same\n");
    let after: Vec<_> = ["big", "small", "hand"].map(|id| ids(&resolved(&shop, id))).into();
    assert_eq!((before, manifest), (after, both(&shop).0), "the manifest is not touched");
    assert!(both(&shop).1.contains("\"x\":1.50,"));
    let again = shop.run(&["variants", "go", "rebase", "small", "--format", "json"]).json();
    assert_eq!((&again["base"], &again["changed"]), (&json!("small"), &json!(false)));
    assert_eq!(again["proof"][0], json!({"id": "small", "listed": true, "holds": true}));
    assert_eq!(shop.run(&["variants", "go", "agree"]).code, 0);
}

#[test]
fn an_id_is_renamed_in_both_files_and_scripts_that_name_it_are_told() {
    let shop = boards();
    let (manifest, scene) = both(&shop);
    let ran = shop.run(&["variants", "go", "rename", "small", "9x9"]);
    let place = "  deal.ts:1:31: if (world.getVariant().id === \"small\") {";
    assert_eq!(ran.out, format!("“small” is “9x9” now.\nScripts still name “small”:\n{place}\n"));
    let expected = (manifest.replace("\"small\"", "\"9x9\""), scene.replace("\"small\": {", "\"9x9\": {"));
    assert_eq!(both(&shop), expected);
    let back = shop.run(&["variants", "go", "rename", "9x9", "small", "--format", "json"]).json();
    assert_eq!(back, json!({"id": "small", "places": []}));
    assert_eq!(both(&shop), (manifest, scene));
    let ran = shop.run(&["variants", "go", "rename", "small", "hand"]);
    assert!(ran.code == 1 && ran.err.contains("Another variant has the id “hand”"), "{ran:?}");
}

#[test]
fn variants_come_and_go() {
    let shop = boards();
    let (manifest, scene) = both(&shop);
    let added = shop.run(&["variants", "go", "add", "blank", "--name", "Blank table", "--empty", "--format", "json"]);
    assert_eq!(added.json(), json!({"id": "blank", "first": null}));
    assert_eq!(resolved(&shop, "blank")["objects"], json!([]));
    assert_eq!(shop.run(&["variants", "go", "remove", "blank"]).code, 0);
    assert_eq!(both(&shop), (manifest, scene));
    assert_eq!(shop.run(&["variants", "go", "add", "twin", "--from", "small"]).out, "Added “twin” (twin).\n");
    assert_eq!(resolved(&shop, "twin"), resolved(&shop, "small"));
    let small = resolved(&shop, "small");
    for id in ["twin", "hand"] {
        assert_eq!(shop.run(&["variants", "go", "remove", id]).code, 0);
    }
    let last = shop.run(&["variants", "go", "remove", "big", "--format", "json"]).json();
    assert_eq!((&last["last"], &last["newBase"]), (&json!("small"), &json!(null)));
    let (manifest, scene) = both(&shop);
    assert!(!manifest.contains("variants") && !scene.contains("variants"));
    assert_eq!(serde_json::from_str::<serde_json::Value>(&scene).unwrap(), small);
    let first = shop.run(&["variants", "go", "add", "nine", "--name", "9×9"]);
    assert!(first.out.contains("The game as it was is “stones” now"), "{first:?}");
}

#[test]
fn what_is_not_listed_is_asked_about_before_the_last_choice_goes() {
    let shop = boards();
    shop.write("go/setup.json", &SCENE.replace("\"small\": {", "\"old\": {"));
    assert_eq!(shop.run(&["variants", "go", "remove", "hand"]).code, 0);
    let before = both(&shop);
    let ran = shop.run(&["variants", "go", "remove", "small", "--format", "json"]);
    assert_eq!((ran.code, both(&shop)), (1, before));
    assert!(ran.json()["diagnostics"][0]["message"].as_str().unwrap().contains("does not list"), "{ran:?}");
    let ran = shop.run(&["variants", "go", "remove", "small", "--unlisted", "list"]);
    assert_eq!((ran.code, shop.run(&["variants", "go", "agree"]).code), (0, 0), "{ran:?}");
}

#[test]
fn what_cannot_be_done_changes_neither_file() {
    let shop = boards();
    let before = both(&shop);
    for (args, code, why) in [
        (&["rebase", "gone"][..], 1, "“gone”"),
        (&["rename", "gone", "x"], 1, "lists no variant “gone”"),
        (&["add", "small"], 1, "Another variant has the id “small”"),
        (&["add", "no good"], 1, "no good id"),
        (&["add", "x", "--from", "gone"], 1, "no variant “gone”"),
        (&["add", "x", "--from", "small", "--empty"], 2, "either from another one or empty"),
        (&["remove", "gone"], 1, "“gone”"),
        (&["remove", "small", "--unlisted", "keep"], 2, "remove or list"),
        (&["rename", "small"], 2, "Name its new id"),
        (&["rebase"], 2, "Name the variant that becomes the base"),
        (&["list", "--empty"], 2, "There is no option “--empty” here"),
    ] {
        let ran = shop.run(&[&["variants", "go"], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{args:?}: {ran:?}");
        assert!(ran.err.contains(why), "{args:?}: {}", ran.err);
    }
    assert_eq!(both(&shop), before);
    shop.pack("go", "{");
    for args in [&["rebase", "small"][..], &["add", "x"], &["rename", "small", "x"], &["remove", "small"]] {
        let ran = shop.run(&[&["variants", "go"], args, &["--format", "json"]].concat());
        assert_eq!((ran.code, &ran.json()["diagnostics"][0]["code"]), (1, &json!("json")), "{args:?}");
    }
    assert_eq!(shop.read("go/setup.json"), before.1);
}
