//! The actions' arguments and exit codes.

use super::super::testing::tablewright;
use serde_json::{Value, json};
use std::path::Path;

const MANIFEST: &str = r#"{
  "type": "game-pack",
  "entry": { "setup": "setup.json" },
  "assets": ["a.png", "gone.png"]
}
"#;
const SCENE: &str = r#"{"objects":[{"id":"x","metadata":{"customModelAssetId":"a.png"}}]}"#;

fn pack() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("diceytable.mod.json", MANIFEST),
        ("setup.json", SCENE),
        ("a.png", "a"),
        ("sub dir/b.png", "b"),
        ("c.js", "load('a.png')"),
    ] {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    dir
}

fn run(pack: &Path, args: &[&str]) -> (u8, String, String) {
    tablewright(&[&["assets", pack.to_str().unwrap()], args].concat())
}

fn json_of(pack: &Path, args: &[&str]) -> (u8, Value) {
    let (code, out, err) = run(pack, &[args, &["--format", "json"]].concat());
    (code, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out} {err}")))
}

#[test]
fn the_list_tells_states_and_refuses_what_is_missing() {
    let dir = pack();
    let (code, out, _) = run(dir.path(), &["list"]);
    assert_eq!(code, 1);
    assert!(out.contains("Missing, pre-loaded") && out.contains("gone.png"), "{out}");
    assert!(out.ends_with("A player downloads 1 B before the table opens; the largest: a.png (1 B)\n"), "{out}");
    let (_, list) = json_of(dir.path(), &["list"]);
    let file = list["files"].as_array().unwrap().iter().find(|file| file["path"] == "a.png").unwrap();
    assert_eq!((&file["class"], &file["uses"], &list["download"]), (&json!("picture"), &json!(2), &json!(1)));
    assert_eq!(file["states"][0]["state"], "pre-loaded");
    std::fs::write(dir.path().join("gone.png"), "x").unwrap();
    assert_eq!(run(dir.path(), &["list"]).0, 0);
}

#[test]
fn the_lists_become_true_once_and_a_dry_run_writes_nothing() {
    let dir = pack();
    let read = || std::fs::read_to_string(dir.path().join("diceytable.mod.json")).unwrap();
    let (code, out, _) = run(dir.path(), &["reconcile", "--dry-run"]);
    assert_eq!((code, read().as_str()), (0, MANIFEST));
    assert!(out.contains("assets: “gone.png” is not there any more") && out.ends_with("Nothing was written.\n"), "{out}");
    let (code, done) = json_of(dir.path(), &["reconcile"]);
    assert_eq!((code, &done["changed"]), (0, &json!(true)));
    assert_eq!(read(), MANIFEST.replace("gone.png", "sub dir/b.png"));
    let (_, done) = json_of(dir.path(), &["reconcile"]);
    assert_eq!(done, json!({"changed": false, "changes": []}));
    assert_eq!(run(dir.path(), &["reconcile"]).1, "The lists are true already: there is nothing to change.\n");
    json_of(dir.path(), &["reconcile", "--asset-manifest"]);
    assert!(read().contains("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"), "{}", read());
}

#[test]
fn a_file_is_renamed_with_all_that_names_it() {
    let dir = pack();
    let (code, done) = json_of(dir.path(), &["rename", "./a.png", "art/new.png"]);
    assert_eq!((code, &done["moved"]), (0, &json!([{"from": "a.png", "to": "art/new.png"}])));
    assert_eq!(done["notes"], json!(["c.js line 1 still names “a.png”: change it there."]));
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!((read("art/new.png").as_str(), read("setup.json")), ("a", SCENE.replace("a.png", "art/new.png")));
    assert_eq!(read("diceytable.mod.json"), MANIFEST.replace("a.png", "art/new.png"));
    // The folder, with the slash that a shell completes.
    assert_eq!(run(dir.path(), &["rename", "art/", "pictures/"]).0, 0);
    assert!(read("setup.json").contains("pictures/new.png"));
    assert_eq!(run(dir.path(), &["rename", "setup.json", "scene/main.json"]).0, 0);
    assert!(read("scene/main.json").contains("pictures/new.png") && !dir.path().join("setup.json").exists());
}

#[test]
fn who_uses_a_file_is_told_with_place_and_role() {
    let dir = pack();
    let (code, found) = json_of(dir.path(), &["who-uses", "a.png"]);
    assert_eq!(code, 0);
    let place = |file: &str, pointer: &str, role: &str, line: Value| json!({"file": file, "pointer": pointer, "line": line, "variant": null, "role": role});
    let expected = [
        place("diceytable.mod.json", "/assets/0", "listed", Value::Null),
        place("setup.json", "/objects/0/metadata/customModelAssetId", "use", Value::Null),
        place("c.js", "", "script", json!(1)),
    ];
    assert_eq!(found, json!({"path": "a.png", "places": expected}));
    assert_eq!(run(dir.path(), &["who-uses", "sub dir/b.png"]).1, "Nothing names “sub dir/b.png”.\n");
    assert_eq!(run(dir.path(), &["who-uses", "none.png"]).0, 1);
}

#[test]
fn hashes_are_printed_as_other_tools_print_them() {
    let dir = pack();
    let (code, out, _) = run(dir.path(), &["hash"]);
    assert_eq!(code, 0);
    assert!(out.lines().any(|line| line == "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a.png"), "{out}");
    let (_, list) = json_of(dir.path(), &["hash"]);
    assert_eq!(list["files"].as_array().unwrap().len(), 5);
}

#[test]
fn mistakes_are_told_and_change_nothing() {
    let dir = pack();
    for (args, code, why) in [
        (&["rename", "none.png", "x.png"][..], 1, "There is no file or folder “none.png”"),
        (&["rename", "a.png", "sub dir/b.png"], 1, "There is “sub dir/b.png” already"),
        (&["rename", "a.png", "../x.png"], 1, "`..` leads out of a folder"),
        (&["rename", "a.png"], 2, "Name its new path"),
        (&["who-uses"], 2, "Name the file"),
        (&["polish"], 2, "cannot be done with files"),
        (&["list", "--dry-run"], 2, "There is no option “--dry-run” here"),
        (&[], 2, "Say what to do with the files"),
    ] {
        let (ended, out, err) = run(dir.path(), args);
        assert_eq!((ended, out.as_str()), (code, ""), "{args:?}: {err}");
        assert!(err.contains(why), "{args:?}: {err}");
    }
    let (code, refused) = json_of(dir.path(), &["rename", "none.png", "x.png"]);
    assert_eq!((code, &refused["diagnostics"][0]["code"]), (1, &json!("tw-edit-refused")));
    std::fs::write(dir.path().join("diceytable.mod.json"), "{").unwrap();
    for args in [&["reconcile"][..], &["rename", "a.png", "b.png"]] {
        assert_eq!(json_of(dir.path(), args).0, 1, "{args:?}");
    }
    assert!(dir.path().join("a.png").exists());
    assert_eq!(run(&dir.path().join("none"), &["list"]).0, 2);
}

#[test]
fn the_cost_of_each_variant_is_counted() {
    let dir = pack();
    let gif = b"GIF89a\x10\0\x08\0";
    std::fs::write(dir.path().join("a.png"), gif).unwrap();
    let (code, out, err) = run(dir.path(), &["cost"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "  0 triangles, 1 textures (0.0 million pixels), 10 B on the table\nA player downloads 10 B before the table opens, in every variant\n"
    );
    let scene = SCENE.replace("}}]}", r#"}}],"variants":{"base":"x","deltas":{"y":{"removed":["x"]}}}}"#);
    std::fs::write(dir.path().join("setup.json"), scene).unwrap();
    let (_, costs) = json_of(dir.path(), &["cost"]);
    assert_eq!(costs["variants"][0]["pixels"], 128);
    assert_eq!((&costs["variants"][1]["id"], &costs["variants"][1]["textures"]), (&json!("y"), &json!(0)));
    std::fs::write(dir.path().join("a.png"), "no picture").unwrap();
    assert!(run(dir.path(), &["cost"]).2.contains("a.png could not be measured"));
}

#[test]
fn files_are_deleted_into_the_bin_and_users_are_told() {
    let dir = pack();
    let manifest = || std::fs::read_to_string(dir.path().join("diceytable.mod.json")).unwrap();
    let (code, out, _) = run(dir.path(), &["delete", "a.png", "--dry-run"]);
    assert_eq!((code, manifest().as_str()), (0, MANIFEST));
    assert!(out.contains("“a.png” would go into the bin") && out.ends_with("Nothing was written.\n"), "{out}");
    assert!(dir.path().join("a.png").exists());
    let (code, done) = json_of(dir.path(), &["delete", "a.png", "sub dir/"]);
    assert_eq!((code, &done["deleted"]), (0, &json!(["a.png", "sub dir/b.png"])));
    assert!(done["notes"][0].as_str().unwrap().contains("“a.png”"), "{done}");
    assert!(!dir.path().join("a.png").exists() && !dir.path().join("sub dir/b.png").exists());
    assert!(!manifest().contains("a.png"), "{}", manifest());
    // The other document is as it was: what names the file is told, not taken away.
    assert_eq!(std::fs::read_to_string(dir.path().join("setup.json")).unwrap(), SCENE);
    let (code, _, err) = run(dir.path(), &["delete", "c.js", "none.png"]);
    assert_eq!(code, 1, "{err}");
    assert!(dir.path().join("c.js").exists(), "all or nothing");
    assert_eq!(run(dir.path(), &["delete", "setup.json"]).0, 1);
    assert_eq!(run(dir.path(), &["delete"]).0, 2);
}

#[test]
fn files_are_preloaded_and_loaded_on_demand() {
    let dir = pack();
    let manifest = || std::fs::read_to_string(dir.path().join("diceytable.mod.json")).unwrap();
    let list = |key: &str| serde_json::from_str::<Value>(&manifest()).unwrap()[key].clone();
    assert_eq!(run(dir.path(), &["on-demand", "a.png", "--dry-run"]).0, 0);
    assert_eq!(manifest(), MANIFEST);
    let (code, done) = json_of(dir.path(), &["on-demand", "a.png", "a.png"]);
    assert_eq!((code, &done["paths"], &done["download"]), (0, &json!(["a.png"]), &json!(0)));
    assert_eq!((list("assets"), list("excludedAssets")), (json!(["gone.png"]), json!(["a.png"])));
    // A folder stands for what is in it.
    let (code, done) = json_of(dir.path(), &["preload", "./sub dir/", "a.png"]);
    assert_eq!((code, &done["paths"], &done["download"]), (0, &json!(["a.png", "sub dir/b.png"]), &json!(2)));
    assert_eq!((list("assets"), list("excludedAssets")), (json!(["a.png", "gone.png", "sub dir/b.png"]), Value::Null));
    let before = manifest();
    assert_eq!(json_of(dir.path(), &["preload", "a.png"]).1["changed"], false);
    for (args, code) in
        [(&["preload", "none.png"][..], 1), (&["preload", "setup.json"], 1), (&["on-demand", "../x"], 1), (&["preload"], 2)]
    {
        assert_eq!(run(dir.path(), args).0, code, "{args:?}");
    }
    assert_eq!(manifest(), before);
}
