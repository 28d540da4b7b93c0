//! Each file has its state and its reason.

use super::*;
use crate::assets::{Never, survey};
use crate::job::Quiet;
use crate::json::Document;
use crate::pack::OsFs;
use std::path::Path;

fn write(root: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

fn roots(manifest: &str, scene: &str) -> Roots {
    let parse = |text: &str| Some(Document::parse(text.as_bytes()).unwrap());
    Roots { manifest: parse(manifest), scene: parse(scene) }
}

fn inventory(root: &Path, roots: &Roots) -> Inventory {
    survey(&OsFs, root, roots, &mut Memory::default(), &Quiet).unwrap().inventory
}

const MANIFEST: &str = r#"{"type":"game-pack","entry":{"setup":"setup.json"},
  "assets":["a.png","Board.png","gone.glb","out/x.png"],"excludedAssets":["big.png"]}"#;
const SCENE: &str = r#"{"objects":[{"metadata":{"customModelAssetId":"a.png"}},{"metadata":{"customModelAssetId":"gone.glb"}},
  {"metadata":{"customModelAssetId":"builtin:model/x"}},{"metadata":{"customModelAssetId":"secret.glb"}}]}"#;

#[test]
fn every_state_has_its_file() {
    let dir = tempfile::tempdir().unwrap();
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    write(
        dir.path(),
        &[
            ("diceytable.mod.json", MANIFEST),
            ("setup.json", SCENE),
            ("a.png", "a"),
            ("board.png", "b"),
            ("big.png", "c"),
            ("new.png", "n"),
            ("p.glb", pointer),
            ("README.md", "r"),
            ("x.mp3", "m"),
            ("secret.glb", "s"),
            ("out/x.png", "x"),
            ("out/y.png", "y"),
            (".gitignore", "secret.glb\nout/\n"),
        ],
    );
    git2::Repository::init(dir.path()).unwrap();
    let found = inventory(dir.path(), &roots(MANIFEST, SCENE));
    let states = |path: &str| {
        let row = found.get(path).unwrap_or_else(|| panic!("{path}: {found:#?}"));
        assert!(!row.reason().is_empty());
        row.states().map(State::word).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(states("a.png"), "pre-loaded");
    assert_eq!(states("big.png"), "on-demand unused");
    assert_eq!(states("new.png"), "not-listed unused");
    assert_eq!(states("Board.png"), "pre-loaded case-differs");
    assert_eq!(states("board.png"), "not-listed unused");
    assert_eq!(states("gone.glb"), "pre-loaded missing");
    assert_eq!(states("p.glb"), "not-listed lfs-pointer unused");
    assert_eq!(states("README.md"), "never-declared");
    assert_eq!(states("x.mp3"), "never-declared");
    assert_eq!(states("diceytable.mod.json"), "never-declared");
    assert_eq!(states("secret.glb"), "not-listed ignored");
    assert_eq!(states("out/x.png"), "pre-loaded ignored");
    assert!(found.get("out/y.png").is_none(), "nobody names it");
    assert_eq!(states("builtin:model/x"), "platform");
    assert_eq!(found.get("setup.json").map(|row| row.delivery.clone()), Some(Delivery::Never(Never::Entry)));
    assert_eq!((found.download(), found.largest(5).len()), (1, 1), "what is not there is not downloaded");
}

#[test]
fn sizes_are_judged_on_both_sides_of_the_limits() {
    let path = |text: &str| PackPath::parse(text).unwrap();
    let sizes = [("a.png", LARGE), ("b.png", LARGE + 1), ("c.png", TOO_LARGE), ("d.png", TOO_LARGE + 1)];
    let listing = Listing::of_paths(sizes.map(|(name, size)| (path(name), size)));
    let roots = roots(r#"{"type":"component-pack","assets":["a.png","b.png","c.png","d.png"]}"#, "{}");
    let (memory, special) = (Memory::default(), Special::default());
    let references = References::of(&roots, &listing, &memory, &special);
    let found = Inventory::of(&roots, &listing, &memory, &special, &references);
    let troubles: Vec<Option<&Trouble>> = found.rows.iter().map(|row| row.troubles.first()).collect();
    let (large, refused) = (Trouble::TooLarge { refused: false }, Trouble::TooLarge { refused: true });
    assert_eq!(troubles, [None, Some(&large), Some(&large), Some(&refused)]);
    assert_eq!(found.largest(2).iter().map(|row| row.path.as_str()).collect::<Vec<_>>(), ["d.png", "c.png"]);
}

#[test]
fn a_lone_sidecar_is_unused_and_one_beside_its_model_is_not() {
    let dir = tempfile::tempdir().unwrap();
    let scene = r#"{"objects":[{"metadata":{"customModelAssetId":"m/a.glb"}}]}"#;
    write(dir.path(), &[("m/a.glb", "a"), ("m/a.meta.json", "{}"), ("m/b.meta.json", "{}")]);
    let found = inventory(dir.path(), &roots(r#"{"type":"game-pack"}"#, scene));
    let unused: Vec<&str> =
        found.rows.iter().filter(|row| row.troubles.contains(&Trouble::Unused)).map(|row| row.path.as_str()).collect();
    assert_eq!(unused, ["m/b.meta.json"]);
    let asset_pack = inventory(dir.path(), &roots(r#"{"type":"component-pack"}"#, scene));
    assert!(asset_pack.rows.iter().all(|row| row.troubles.is_empty()), "its files are for other packs");
}

#[cfg(unix)]
#[test]
fn links_and_hostile_names_are_told_and_hurt_nobody() {
    use std::os::unix::ffi::OsStrExt;
    let dir = tempfile::tempdir().unwrap();
    let long = format!("{}.png", "x".repeat(251));
    write(
        dir.path(),
        &[("a.png", "a"), ("A.png", "b"), ("sp ace@2x+é.png", "c"), (&long, "d"), ("e\u{301}.png", "1"), ("é.png", "2")],
    );
    std::os::unix::fs::symlink("/etc", dir.path().join("out.png")).unwrap();
    std::fs::write(dir.path().join(std::ffi::OsStr::from_bytes(b"\xff.png")), "x").unwrap();
    let found = inventory(dir.path(), &roots(r#"{"type":"component-pack","assets":["out.png"]}"#, "{}"));
    let trouble = |path: &str| found.get(path).unwrap().troubles.first().cloned();
    let path = |text: &str| PackPath::parse(text).unwrap();
    assert_eq!(trouble("out.png"), Some(Trouble::NotPlain(NotPlain::Link)));
    assert_eq!(trouble("a.png"), Some(Trouble::Twin(path("A.png"))));
    assert_eq!(trouble("é.png"), Some(Trouble::Twin(path("e\u{301}.png"))));
    assert_eq!(trouble("sp ace@2x+é.png"), None);
    assert_eq!(found.get(&long).unwrap().delivery, Delivery::Never(Never::TooLong));
    assert_eq!(found.rows.iter().filter(|row| row.troubles == [Trouble::NotPlain(NotPlain::Name)]).count(), 1);
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_leaves_the_rest() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &[("a.png", "a"), ("shut/b.png", "b")]);
    let shut = dir.path().join("shut");
    std::fs::set_permissions(&shut, std::fs::Permissions::from_mode(0o000)).unwrap();
    let found = survey(&OsFs, dir.path(), &roots("{}", "{}"), &mut Memory::default(), &Quiet).unwrap();
    // Whoever may read everything reads this too.
    let reads_all = std::fs::read_dir(&shut).is_ok();
    std::fs::set_permissions(&shut, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert!(found.inventory.get("a.png").is_some());
    assert_eq!(found.listing.unreadable.is_empty(), reads_all);
}
