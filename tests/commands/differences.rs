//! A maintainer asks what differs between the variants of a pack: in words, for a script, and for a spreadsheet.

use super::Workshop;
use serde_json::{Value, json};

const MANIFEST: &str = r#"{
  "schemaVersion": "1.0", "id": "example.go", "name": "Go", "version": "1.0.0", "type": "game-pack",
  "entry": { "setup": "setup.json" }, "compatibility": { "engine": ">=0.1 <1.0" }, "license": "MIT",
  "variants": [{ "id": "19x19", "name": "19×19" }, { "id": "9x9", "name": "9×9" }, { "id": "hand", "name": "By hand" }]
}"#;

fn entity(id: &str, more: &str) -> String {
    format!(
        r##"{{"id":"{id}","kind":"board","label":"{id}","position":{{"x":0,"y":0,"z":0}},"rotation":{{"x":0,"y":0,"z":0}},
        "scale":{{"x":1,"y":1,"z":1}},"color":"#aabbcc","ownerSeat":null,"faceDown":false,"locked":true,"stackCount":1,{more}
        "velocity":{{"x":0,"y":0,"z":0}},"angularVelocity":{{"x":0,"y":0,"z":0}}}}"##
    )
}

fn setup() -> String {
    let (board, bowl) = (entity("board-19", r#""metadata":{},"#), entity("bowl", r#""metadata":{"weight":1.50},"#));
    let small = [entity("board-9", r#""metadata":{},"#), entity("bowl", r#""metadata":{"weight":2},"#)].join(",");
    format!(
        r##"{{"schemaVersion":2,"sceneId":"go","name":"Go","environment":{{"tableSurfaceColor":"#2e5d4b","ambientColor":"#ffffff",
        "fogEnabled":false,"fogColor":"#000000","fogDensity":0}},"objects":[{board},{bowl}],
        "variants":{{"base":"19x19","deltas":{{"9x9":{{"removed":["board-19"],"objects":[{small}],"scene":{{"packRefs":null}}}}}}}}}}"##
    )
}

/// A number as it is written.
fn number(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn shop() -> Workshop {
    let shop = Workshop::new();
    shop.pack("go", MANIFEST);
    shop.write("go/setup.json", &setup());
    shop
}

#[test]
fn what_differs_is_told_in_words_and_as_one_object() {
    let shop = shop();
    let ran = shop.run(&["variants", "go", "diff", "19x19", "9x9", "--format", "text"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    for line in
        ["Entities", "  − board-19 (Board)", "  ~ bowl (Board)", "    ~ Weight: 1.50 → 2", "  + board-9 (Board)", "same as base"]
    {
        assert!(ran.out.contains(line), "{line} is not in\n{}", ran.out);
    }
    let told = shop.run(&["variants", "go", "diff", "19x19", "9x9"]);
    assert!(told.out.contains("1.50"), "numbers stand as they stand in the scene: {}", told.out);
    let told = told.json();
    assert_eq!(told["counts"], json!({"added": 1, "changed": 1, "removed": 1, "keys": 0, "scripts": 0}));
    let marks: Vec<&Value> = told["entities"].as_array().unwrap().iter().map(|entity| &entity["mark"]).collect();
    assert_eq!(marks, ["removed", "changed", "added"]);
    let weight = &told["entities"][1]["units"][0];
    assert_eq!((&weight["at"], &weight["old"], &weight["new"]), (&json!("/metadata/weight"), &number("1.50"), &json!(2)));
    assert_eq!(weight["pointer"], "/variants/deltas/9x9/objects/1/metadata/weight");
    assert_eq!((&told["keys"][0]["state"], &told["keys"][0]["sameAsBase"]), (&json!("none"), &json!(true)));
}

#[test]
fn two_that_play_the_same_and_one_that_nobody_knows() {
    let shop = shop();
    let ran = shop.run(&["variants", "go", "diff", "hand", "19x19", "--format", "text"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "19x19 plays the same scene as hand.\n"));
    let backwards = shop.run(&["variants", "go", "diff", "9x9", "hand", "--format", "json"]).json();
    assert_eq!(backwards["counts"]["added"], 1);
    assert!(backwards.get("bytes").is_none());
    let ran = shop.run(&["variants", "go", "diff", "9x9", "13x13"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("No variant is called “13x13”") && ran.err.contains("19x19, 9x9, hand"), "{}", ran.err);
    let ran = shop.run(&["variants", "go", "diff", "9x9"]);
    assert!(ran.code == 2 && ran.err.contains("the variant that is told about"), "{ran:?}");
}

#[test]
fn the_matrix_goes_into_a_spreadsheet() {
    let shop = shop();
    let ran = shop.run(&["variants", "go", "matrix", "--format", "csv"]);
    assert_eq!(ran.out, "What,Value,19x19,9x9,hand\r\nboard-19,,yes,no,yes\r\nboard-9,,no,yes,no\r\nbowl,Weight,1.50,2,1.50\r\n");
    let told = shop.run(&["variants", "go", "matrix", "--format", "json"]).json();
    assert_eq!(told["variants"], json!(["19x19", "9x9", "hand"]));
    assert_eq!(
        told["rows"][2]["cells"],
        json!([{"state": "base", "value": number("1.50")}, {"state": "own", "value": 2}, {"state": "follows", "value": number("1.50")}])
    );
    let ran = shop.run(&["variants", "go", "matrix"]);
    assert!(ran.out.contains("bowl      Weight  1.50   2"), "{}", ran.out);
    let ran = shop.run(&["variants", "go", "list", "--format", "csv"]);
    assert!(ran.code == 2 && ran.err.contains("no format “csv”"), "{ran:?}");
}

#[test]
fn a_scene_that_fails_the_schema_is_refused_with_its_findings() {
    let shop = shop();
    shop.write("go/setup.json", &setup().replace(r#""kind":"board""#, r#""kind":7"#));
    for action in [&["diff", "19x19", "9x9"][..], &["matrix"]] {
        let ran = shop.run(&[&["variants", "go"], action, &["--format", "json"]].concat());
        assert_eq!(ran.code, 1, "{ran:?}");
        assert_eq!(ran.json()["diagnostics"][0]["code"], "schema");
    }
    shop.pack("bare", MANIFEST);
    assert_eq!(shop.run(&["variants", "bare", "matrix"]).code, 2);
}
