//! A maintainer has what has one right answer mended by the program, and sees every change in git.

use super::{GOOD, Workshop, is_inside};

/// A game with something to mend in both files, in an odd but allowed layout.
fn untidy() -> Workshop {
    let shop = Workshop::new();
    assert_eq!(shop.git(&["init", "--quiet"]).code, 0);
    let manifest = GOOD
        .replace("component-pack", "game-pack")
        .replace("\"1.0\"", "\"2.0\"")
        .replace("\"entry\": {}", "\"entry\":{\"setup\":\"my setup.json\"},   \"x-new\": 1.50e2")
        .replace("\"license\"", "\"variants\": [{\"id\":\"a\",\"name\":\"A\"}, {\"id\":\"b\",\"name\":\"B\"}], \"license\"");
    shop.pack("go", &manifest);
    shop.write(
        "go/my setup.json",
        r##"{"schemaVersion":2,"sceneId":"s","name":"S","environment":{"tableSurfaceColor":"#2e5d4b",
  "tableSurfaceTextureAssetId":null,"ambientColor":"#ffffff","fogEnabled":false,"fogColor":"#000000","fogDensity":0,
  "skyboxAssetId":null},"objects":[],
  "variants":{"base":"a","deltas":{"b":{"removed":["gone"], "scene":{}}}}}"##,
    );
    shop.commit();
    shop
}

#[test]
fn both_files_are_mended_and_nothing_else_is_touched() {
    let shop = untidy();
    let (manifest, scene) = (shop.read("go/diceytable.mod.json"), shop.read("go/my setup.json"));
    let ran = shop.run(&["fix", "go"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    assert!(ran.out.starts_with("diceytable.mod.json#/schemaVersion (schema): "), "{}", ran.out);
    assert!(ran.out.contains("my setup.json#/variants/deltas/b/removed/0 (tw-variant-removed-unknown): "), "{}", ran.out);
    assert!(ran.out.contains("go: 2 fixes applied; left: "), "{}", ran.out);
    assert_eq!(shop.read("go/diceytable.mod.json"), manifest.replace("\"2.0\"", "\"1.0\""));
    assert_eq!(shop.read("go/my setup.json"), scene.replace("[\"gone\"]", "[]"));
    let names = shop.git(&["status", "--porcelain"]).out;
    assert_eq!(names.lines().count(), 2, "nothing is left behind: {names}");
    let ran = shop.run(&["fix", "go"]);
    assert!(ran.code == 0 && ran.out.starts_with("go: nothing to mend; left: "), "{ran:?}");
}

#[test]
fn the_patch_of_a_dry_run_does_the_same() {
    let (shop, done) = (untidy(), untidy());
    let before = (shop.read("go/diceytable.mod.json"), shop.read("go/my setup.json"));
    let ran = shop.run(&["fix", "go", "--dry-run"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!((shop.read("go/diceytable.mod.json"), shop.read("go/my setup.json")), before, "nothing is written");
    shop.write("mend.patch", &ran.out);
    let applied = shop.git(&["apply", "--directory=go", "mend.patch"]);
    assert_eq!(applied.code, 0, "{applied:?}\n{}", ran.out);
    assert_eq!(done.run(&["fix", "go"]).code, 0);
    for name in ["go/diceytable.mod.json", "go/my setup.json"] {
        assert_eq!(shop.read(name), done.read(name));
        assert!(is_inside(done.folder.path(), &done.path(name)));
    }
}

#[test]
fn one_code_alone_can_be_mended() {
    let shop = untidy();
    let scene = shop.read("go/my setup.json");
    let ran = shop.run(&["fix", "go", "--code", "schema"]);
    assert!(ran.code == 0 && ran.out.contains("1 fix applied"), "{ran:?}");
    assert_eq!(shop.read("go/my setup.json"), scene);
    let ran = shop.run(&["fix", "go", "--code", "shcema"]);
    assert!(ran.code == 2 && ran.err.contains("There is no code “shcema”"), "{ran:?}");
}

#[test]
fn a_copy_under_the_older_name_stays_a_copy() {
    let shop = untidy();
    shop.write("go/gametable.mod.json", &shop.read("go/diceytable.mod.json"));
    let ran = shop.run(&["fix", "go", "--dry-run"]);
    assert!(ran.out.contains("--- a/gametable.mod.json\n"), "{}", ran.out);
    assert_eq!(shop.run(&["fix", "go"]).code, 0);
    assert_eq!(shop.read("go/gametable.mod.json"), shop.read("go/diceytable.mod.json"));
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written_is_told_and_both_stay() {
    use std::os::unix::fs::PermissionsExt as _;
    let shop = untidy();
    let before = (shop.read("go/diceytable.mod.json"), shop.read("go/my setup.json"));
    std::fs::set_permissions(shop.path("go/my setup.json"), std::fs::Permissions::from_mode(0o444)).unwrap();
    let ran = shop.run(&["fix", "go"]);
    assert!(ran.code == 2 && ran.err.contains("read-only") && !ran.out.contains("applied"), "{ran:?}");
    assert_eq!((shop.read("go/diceytable.mod.json"), shop.read("go/my setup.json")), before);
}
