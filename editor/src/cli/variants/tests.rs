//! The subcommands as a person or a program runs them.

use super::Format;
use crate::cli::testing::tablewright;
use serde_json::{Value, json};

const MANIFEST: &str = r#"{"type":"game-pack","entry":{"setup":"scene.json"},
    "variants":[{"id":"big","name":"Big"},{"id":"small","name":"Small"}]}"#;
const SCENE: &str = r#"{"schemaVersion":2,"sceneId":"s","name":"S","environment":{},
    "objects":[{"id":"o","kind":"die","label":"o","position":{"x":0,"y":0,"z":0}}],
    "variants":{"base":"big","deltas":{"small":{"removed":["o"]}}}}"#;

/// What a command wrote and how it ended.
struct Ran {
    code: u8,
    out: String,
    err: String,
}

impl Ran {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }
}

fn run(files: &[(&str, &str)], command: &str, format: Format) -> Ran {
    let pack = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(pack.path().join(name), text).unwrap();
    }
    let mut args = vec!["variants", pack.path().to_str().unwrap()];
    match command {
        "list" | "agree" => args.push(command),
        id => args.extend(["resolve", id]),
    }
    if format == Format::Json {
        args.extend(["--format", "json"]);
    }
    let (code, out, err) = tablewright(&args);
    Ran { code, out, err }
}

fn pack<'a>(manifest: &'a str, scene: &'a str) -> [(&'static str, &'a str); 2] {
    [("diceytable.mod.json", manifest), ("scene.json", scene)]
}

#[test]
fn lists_both_halves() {
    let ran = run(&pack(MANIFEST, SCENE), "list", Format::Json);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let variants = ran.json();
    assert_eq!(variants["variants"][0]["isBase"], true);
    assert_eq!(variants["variants"][1]["id"], "small");
    assert_eq!(variants["variants"][1]["changes"], 1);
    let text = run(&pack(MANIFEST, SCENE), "list", Format::Text).out;
    assert_eq!(text, "big    Big, default, base\nsmall  Small, 1 change\n");
}

#[test]
fn lists_what_can_be_read_and_says_what_cannot() {
    let ran = run(&pack(MANIFEST, "{"), "list", Format::Text);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 2));
    assert!(ran.err.starts_with("scene.json:1:2: error[json]"), "{}", ran.err);
    assert_eq!(run(&[("diceytable.mod.json", "{")], "list", Format::Json).code, 1);
    let both = [("diceytable.mod.json", "{"), ("setup.json", "[")];
    let ran = run(&both, "list", Format::Json);
    assert_eq!((ran.code, ran.json()["diagnostics"].as_array().unwrap().len()), (1, 2));
    assert_eq!(run(&[], "list", Format::Text).code, 2);
}

#[test]
fn resolves_to_the_scene_alone() {
    let ran = run(&pack(MANIFEST, SCENE), "small", Format::Json);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.json()["objects"], json!([]));
    assert!(ran.json().get("variants").is_none());
    let with_mark = format!("\u{feff}{SCENE}\r\n");
    assert_eq!(run(&pack(MANIFEST, &with_mark), "big", Format::Text).json()["objects"].as_array().unwrap().len(), 1);
}

#[test]
fn an_unknown_id_is_told_on_stderr() {
    let ran = run(&pack(MANIFEST, SCENE), "gone", Format::Json);
    assert_eq!(ran.code, 0);
    assert_eq!(ran.json()["objects"].as_array().unwrap().len(), 1);
    assert!(ran.err.contains("“gone”") && ran.err.contains("“big”"), "{}", ran.err);
}

#[test]
fn a_scene_that_fails_anywhere_is_not_resolved() {
    let bad = SCENE.replace(r#"["o"]"#, "7");
    let ran = run(&pack(MANIFEST, &bad), "big", Format::Json);
    assert_eq!(ran.code, 1);
    let expected = json!({"code": "schema", "severity": "error", "file": "scene.json", "pointer": "/variants/deltas/small/removed",
        "line": 3, "column": 59, "message": "Variant “small”: “removed” must be a list, but is 7.", "fixes": []});
    assert_eq!(ran.json()["diagnostics"][0], expected);
    for scene in ["", "null", r#"{"objects":[]}"#] {
        let ran = run(&pack(MANIFEST, scene), "big", Format::Json);
        assert_eq!((ran.code, &ran.json()["diagnostics"][0]["severity"]), (1, &json!("error")), "{scene}");
    }
    let none = run(&[("diceytable.mod.json", MANIFEST)], "big", Format::Json);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("scene.json"), "{}", none.err);
}

#[test]
fn agreement_says_yes_or_where_not() {
    let fine = run(&pack(MANIFEST, SCENE), "agree", Format::Text);
    assert_eq!((fine.code, fine.out.lines().count()), (0, 1));
    assert_eq!(run(&pack(MANIFEST, SCENE), "agree", Format::Json).json(), json!({ "diagnostics": [] }));
    let renamed = MANIFEST.replace("\"big\"", "\"large\"");
    let ran = run(&pack(&renamed, SCENE), "agree", Format::Json);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.json()["diagnostics"][0]["pointer"], "/variants/base");
    let one = MANIFEST.replace(r#",{"id":"small","name":"Small"}"#, "");
    let warned =
        run(&pack(&one, r#"{"schemaVersion":2,"sceneId":"s","name":"S","environment":{},"objects":[]}"#), "agree", Format::Text);
    assert_eq!((warned.code, warned.out.contains("warning[tw-variant-list-short]")), (0, true), "{}", warned.out);
    assert_eq!(run(&pack("{", SCENE), "agree", Format::Json).json()["diagnostics"][0]["code"], "json");
    assert_eq!(run(&[("diceytable.mod.json", MANIFEST)], "agree", Format::Json).code, 2);
    assert_eq!(run(&[("diceytable.mod.json", r#"{"type":"game-pack"}"#)], "agree", Format::Json).code, 0);
}

#[test]
fn variants_are_listed_resolved_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = r#"{"entry":{"setup":"setup.json"},"variants":[{"id":"a","name":"A"},{"id":"b","name":"B"}]}"#;
    std::fs::write(folder.path().join("diceytable.mod.json"), manifest).unwrap();
    let setup = r##"{"schemaVersion":2,"sceneId":"s","name":"S","environment":{"tableSurfaceColor":"#2e5d4b",
        "tableSurfaceTextureAssetId":null,"ambientColor":"#ffffff","fogEnabled":false,"fogColor":"#000000","fogDensity":0,
        "skyboxAssetId":null},"objects":[],"variants":{"base":"a","deltas":{"b":{}}}}"##;
    std::fs::write(folder.path().join("setup.json"), setup).unwrap();
    let pack = folder.path().to_str().unwrap();
    let (code, out, _) = tablewright(&["variants", pack, "list"]);
    assert_eq!((code, out.lines().count()), (0, 2), "{out}");
    let (code, out, _) = tablewright(&["variants", pack, "resolve", "b", "--format", "json"]);
    let scene: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &scene["sceneId"], scene.get("variants")), (0, &"s".into(), None));
    assert_eq!(tablewright(&["variants", pack, "agree"]).0, 0);
    std::fs::write(folder.path().join("setup.json"), setup.replace("\"b\":{}", "\"c\":{}")).unwrap();
    assert_eq!(tablewright(&["variants", pack, "agree"]).0, 1);
}

#[test]
fn what_cannot_be_done_is_wrong_usage() {
    for args in [
        &["variants"][..],
        &["variants", "p"],
        &["variants", "p", "shuffle"],
        &["variants", "p", "resolve"],
        &["variants", "p", "list", "x"],
    ] {
        let (code, _, err) = tablewright(args);
        assert!(code == 2 && err.contains("Usage: "), "{args:?}: {err}");
    }
}
