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

#[test]
fn files_come_in_with_the_record_of_where_they_are_from() {
    let shop = stones();
    shop.write("drop/bowl.glb", "glTF");
    shop.write("drop/LICENSE.txt", "Creative Commons Attribution 4.0 International (CC BY 4.0)\n");
    let import = |more: &[&str]| {
        let mut args = vec!["assets", "go", "import", "drop"];
        args.extend(more);
        shop.run(&args)
    };
    let ran = import(&["--dry-run"]);
    assert!(
        ran.code == 0 && ran.out.contains("CC BY 4.0 (from LICENSE.txt)") && ran.out.contains("Nothing was written."),
        "{ran:?}"
    );
    assert_eq!(import(&["--own-work"]).code, 2, "a signature is wanted");
    assert_eq!(import(&["--sign", "Ann"]).code, 2, "an answer is wanted");
    assert_eq!(import(&["--sign", "Ann", "--own-work", "--creator", "Kim"]).code, 2, "one answer");
    let ran = import(&["--sign", "Ann", "--creator", "Kim"]);
    assert!(ran.code == 1 && !shop.path("go/models/bowl.glb").exists(), "a licence and a link are wanted: {ran:?}");
    let ran = import(&["--sign", "Ann", "--creator", "Kim", "--link", "https://art.example/bowl", "--licence", "CC BY 4.0"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(shop.path("go/models/bowl.glb").exists());
    let manifest: serde_json::Value = serde_json::from_str(&shop.read("go/diceytable.mod.json")).unwrap();
    let record = &manifest["credits"][0];
    assert_eq!((&record["creator"], &record["paths"]), (&json!("Kim"), &json!(["models/bowl.glb"])));
    assert_eq!(record["licenseUrl"], "https://creativecommons.org/licenses/by/4.0/");
    assert_eq!(
        (&record["attestation"]["signedName"], &record["recordedAt"]),
        (&json!("Ann"), &record["attestation"]["acceptedAt"])
    );
    assert!(manifest["assets"].as_array().unwrap().contains(&json!("models/bowl.glb")));
    let uncredited = shop.run(&["credits", "go", "uncredited"]);
    assert!(!uncredited.out.contains("bowl"), "{uncredited:?}");
}
