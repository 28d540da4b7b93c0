//! A maintainer keeps a pack's files in order from the command line, and git sees only what was asked for.

use super::{GOOD, Workshop};
use serde_json::json;

/// A game with a model that two variants show, its settings, a texture kept to load on demand, and a script.
fn stones() -> Workshop {
    let shop = Workshop::new();
    let manifest = GOOD
        .replace("component-pack", "game-pack")
        .replace("\"entry\": {}", "\"entry\": { \"setup\": \"setup.json\" }")
        .replace(
            "\"license\"",
            "\"assets\": [\n    \"models/stone.glb\"\n  ],\n  \"excludedAssets\": [\n    \"textures/wood grain.webp\"\n  ],\n  \"license\"",
        );
    shop.pack("go", &manifest);
    shop.write("go/setup.json", SCENE);
    shop.write("go/models/stone.glb", "glTF");
    shop.write("go/models/stone.meta.json", "{\"materialSlots\": {\"S\": \"mat-1\"}}");
    shop.write("go/textures/wood grain.webp", "RIFF");
    shop.write("go/.gitignore", "*.blend\n");
    shop.write("go/models/stone.blend", "made from this");
    assert_eq!(shop.git(&["init", "--quiet", "--template="]).code, 0);
    shop.commit();
    shop
}

const SCENE: &str = r##"{"schemaVersion":2,"sceneId":"s","name":"S","environment":{"tableSurfaceColor":"#2e5d4b","tableSurfaceTextureAssetId":null,"ambientColor":"#ffffff","fogEnabled":false,"fogColor":"#000000","fogDensity":0,"skyboxAssetId":null},"materials":[{"id":"mat-1","name":"Wood","props":{"diffuseMap":"textures/wood grain.webp"}}],"objects":[{"id":"a","kind":"custom","label":"stone.glb","position":{"x":1.50,"y":0,"z":0},"metadata":{"customModelAssetId":"models/stone.glb"}}],"variants":{"base":"big","deltas":{"small":{"objects":[{"id":"b","kind":"custom","label":"stone.glb","position":{"x":0,"y":0,"z":0},"metadata":{"customModelAssetId":"models/stone.glb"}}]}}}}"##;

fn changed(shop: &Workshop) -> Vec<String> {
    shop.git(&["status", "--porcelain"]).out.lines().map(str::to_owned).collect()
}

#[test]
fn new_files_are_listed_and_a_true_list_is_left_alone() {
    let shop = stones();
    let ran = shop.run(&["assets", "go", "reconcile"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, "assets: “models/stone.meta.json” is a file of the pack and is pre-loaded now.\n");
    assert_eq!(changed(&shop), [" M go/diceytable.mod.json"]);
    let diff = shop.git(&["diff", "--numstat"]).out;
    assert!(diff.starts_with("2\t1\t"), "one line more, and a comma: {diff}");
    shop.commit();
    assert_eq!(shop.run(&["assets", "go", "reconcile"]).out, "The lists are true already: there is nothing to change.\n");
    assert!(changed(&shop).is_empty());
    let list = shop.run(&["assets", "go", "list", "--format", "json"]).json();
    let paths: Vec<&str> = list["files"].as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap()).collect();
    assert!(!paths.iter().any(|path| path.ends_with(".blend") || path.starts_with(".git/")), "{paths:?}");
}

#[test]
fn a_folder_moves_and_every_variant_still_finds_its_model() {
    let shop = stones();
    let before = (shop.read("go/diceytable.mod.json"), shop.read("go/setup.json"));
    let ran = shop.run(&["assets", "go", "rename", "models", "things/3d"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    assert_eq!(shop.read("go/setup.json"), before.1.replace("models/", "things/3d/"));
    assert_eq!(shop.read("go/diceytable.mod.json"), before.0.replace("models/", "things/3d/"));
    assert!(shop.path("go/things/3d/stone.blend").exists(), "what git ignores moves with its folder");
    let found = shop.run(&["assets", "go", "who-uses", "things/3d/stone.glb", "--format", "json"]).json();
    let variants: Vec<_> = found["places"].as_array().unwrap().iter().map(|place| place["variant"].clone()).collect();
    assert_eq!(variants, [json!(null), json!(null), json!("small")]);
    assert_eq!(shop.run(&["assets", "go", "rename", "things/3d", "models"]).code, 0);
    assert!(changed(&shop).is_empty(), "there and back gives the same bytes");
}

#[test]
fn a_file_that_git_ignores_is_told_before_a_publish() {
    let shop = stones();
    shop.write("go/.gitignore", "*.glb\n");
    let ran = shop.run(&["assets", "go", "list"]);
    assert_eq!(ran.code, 0, "it is in the index, so it is published: {ran:?}");
    assert_eq!(shop.git(&["rm", "--quiet", "--cached", "go/models/stone.glb"]).code, 0);
    let ran = shop.run(&["assets", "go", "list"]);
    assert!(ran.code == 1 && ran.out.contains("Ignored by git, pre-loaded"), "{ran:?}");
}
