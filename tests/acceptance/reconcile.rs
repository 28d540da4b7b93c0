//! Reconciling changes nothing of lists that the platform's own editor wrote, and of others what it would change itself.
//!
//! Packs are rebuilt from their lists, with empty files: what the lists say of a tree is all that the reconciler reads.

#![allow(clippy::unwrap_used, reason = "helpers of tests: a failure here is a failed test")]

use std::collections::BTreeSet;
use std::fs;

use tablewright_core::Severity;
use tablewright_core::assets::{Gone, Memory, Settled, reconcile_pack, survey};
use tablewright_core::check::{self, OnDisk};
use tablewright_core::edit::Roots;
use tablewright_core::job::Quiet;
use tablewright_core::json::{Document, Ref};
use tablewright_core::pack::{MANIFEST, OsFs, PackPath};
use tablewright_core::pointer;

use crate::real_packs;

/// The manifest after reconciling a tree of these files, all but the documents empty; how many changes were told; and the
/// codes of all errors of the tree.
fn reconciled(manifest: &Document, scene: Option<&[u8]>, files: &BTreeSet<String>) -> (String, usize, Vec<&'static str>) {
    let dir = tempfile::tempdir().unwrap();
    for file in files {
        let path = PackPath::parse(file).unwrap().join(dir.path());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }
    fs::write(dir.path().join(MANIFEST), manifest.text()).unwrap();
    let scene = scene.map(|bytes| {
        fs::write(dir.path().join("setup.json"), bytes).unwrap();
        Document::parse(bytes).unwrap()
    });
    let roots = Roots { manifest: Some(manifest.clone()), scene };
    let mut memory = Memory::default();
    let found = survey(&OsFs, dir.path(), &roots, &mut memory, &Quiet).unwrap();
    let asked = Settled { renames: &[], gone: Gone::Drop, hashes: false, add_manifest: false };
    let (after, changes) = reconcile_pack(&OsFs, dir.path(), &roots, &found, &mut memory, asked, &Quiet).unwrap();
    let pack = OnDisk::read(dir.path(), &dir.path().join("no-state")).unwrap();
    let errors = check::check(&pack.subject(), &check::Options::default()).into_iter();
    let errors = errors.filter(|d| d.severity == Severity::Error).map(|d| d.code).collect();
    (after.manifest.unwrap().text(), changes.len(), errors)
}

fn texts(manifest: &Document, at: &[&str]) -> Vec<String> {
    let list = at.iter().try_fold(manifest.root(), |value, key| value.get(key));
    match list {
        Some(list) if list.is_array() => list.items().filter_map(Ref::as_str).map(std::borrow::Cow::into_owned).collect(),
        Some(text) => text.as_str().map(std::borrow::Cow::into_owned).into_iter().collect(),
        None => Vec::new(),
    }
}

/// The files that a manifest tells of: its lists, entry files, pictures and rules, and what its credits name in folders that
/// are for editors alone. What else credits name may be long gone.
fn files_of(manifest: &Document) -> BTreeSet<String> {
    let lists: [&[&str]; 5] = [&["assets"], &["excludedAssets"], &["entry", "setup"], &["entry", "script"], &["coverImage"]];
    let mut files: BTreeSet<String> = lists.iter().flat_map(|at| texts(manifest, at)).collect();
    let items = |key: &str| manifest.root().get(key).into_iter().flat_map(Ref::items);
    files.extend(items("screenshots").chain(items("rules")).filter_map(|item| Some(item.get("path")?.as_str()?.into_owned())));
    let credited = items("credits").filter_map(|record| record.get("paths")).flat_map(Ref::items).filter_map(Ref::as_str);
    let for_editors = |path: &str| ["originals/", "links/", "thumbnails/"].iter().any(|folder| path.starts_with(folder));
    files.extend(credited.filter(|path| for_editors(path)).map(std::borrow::Cow::into_owned));
    files.extend(["README.md", "LICENSE", "notes/plan.txt"].map(str::to_owned));
    files
}

#[test]
fn real_packs_keep_the_lists_that_the_platform_wrote() {
    let Some(folder) = real_packs::folder() else { return };
    let mut seen = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let pack = entry.unwrap().path();
        let Ok(text) = fs::read(pack.join(MANIFEST)) else { continue };
        let manifest = Document::parse(&text).unwrap();
        let scene = fs::read(pack.join("setup.json")).ok();
        let (after, changes, errors) = reconciled(&manifest, scene.as_deref(), &files_of(&manifest));
        assert!(after == manifest.text(), "{} would change ({changes})", pack.display());
        // That a script is empty here is told; of files the platform took what they are, nothing may be.
        let of_scripts = ["tw-ranked-no-result"];
        assert!(errors.iter().all(|code| of_scripts.contains(code)), "{}: {errors:?}", pack.display());
        seen += 1;
    }
    assert!(seen > 0, "{} holds no pack", folder.display());
}

/// A row a class of the table of real packs' files: a path, and the list that it stands in after reconciling.
const CLASSES: [(&str, Option<&str>); 25] = [
    ("scripts/main.js", None),
    ("scripts/other.js", None),
    ("README.md", None),
    ("originals/board.glb", None),
    ("originals/board.meta.json", None),
    ("thumbnails/models/board.glb.webp", None),
    ("thumbnails/@materials/mat-1.webp", None),
    ("thumbnails/index.json", None),
    ("screenshots/1700000000-a.webp", None),
    ("textures/wood.png.link.json", None),
    ("links/materials/mat-1.link.json", None),
    ("assets/textures/decks/ours/cards/001-a.webp", None),
    ("rules/quick-start.md", None),
    ("rules/full/page-001.webp", None),
    ("assets/textures/decks/ours/sheet-0.webp", Some("assets")),
    ("assets/decks/ours.deck.json", Some("assets")),
    ("media/cover.webp", Some("excludedAssets")),
    ("media/cover-thumb.webp", Some("assets")),
    ("models/board.glb", Some("assets")),
    ("models/board.collider.glb", Some("assets")),
    ("models/board.meta.json", Some("assets")),
    ("models/Table top.assembly.json", Some("assets")),
    ("skies/park.hdr", Some("assets")),
    ("ai/small.onnx", Some("assets")),
    ("textures/a@2x.ktx2", Some("assets")),
];

fn manifest_of(assets: &[&str], excluded: &[&str]) -> Document {
    let quoted = |paths: &[&str]| paths.iter().map(|path| format!("    \"{path}\"")).collect::<Vec<_>>().join(",\n");
    let text = format!(
        "{{\n  \"entry\": {{ \"setup\": \"setup.json\", \"script\": \"scripts/main.js\" }},\n  \"assets\": [\n{}\n  ],\n  \
         \"excludedAssets\": [\n{}\n  ],\n  \"coverImage\": \"media/cover.webp\",\n  \
         \"rules\": [{{ \"kind\": \"markdown\", \"path\": \"rules/quick-start.md\" }}]\n}}",
        quoted(assets),
        quoted(excluded)
    );
    Document::parse(text.as_bytes()).unwrap()
}

/// The paths of the rows in a list, in code-unit order: capitals come before small letters.
fn rows_in(list: &str) -> Vec<&'static str> {
    let mut rows: Vec<&str> = CLASSES.iter().filter(|(_, row)| *row == Some(list)).map(|(path, _)| *path).collect();
    rows.sort_unstable();
    rows
}

#[test]
fn a_true_list_of_every_class_is_left_alone_and_a_wrong_one_becomes_it() {
    let files: BTreeSet<String> = CLASSES.iter().map(|(path, _)| (*path).to_owned()).collect();
    let scene: &[u8] = b"{\"objects\":[]}";
    let right = manifest_of(&rows_in("assets"), &rows_in("excludedAssets"));
    let (after, changes, _) = reconciled(&right, Some(scene), &files);
    assert_eq!((after, changes), (right.text(), 0));
    // As in the oldest packs: everything listed, in no order.
    let mut all: Vec<&str> = CLASSES.iter().map(|(path, _)| *path).rev().filter(|path| *path != "media/cover.webp").collect();
    all.extend(["setup.json", "diceytable.mod.json", "gone.png"]);
    let wrong = manifest_of(&all, &["media/cover.webp", "thumbnails/index.json", "gone.webp"]);
    let (after, changes, _) = reconciled(&wrong, Some(scene), &files);
    assert!(changes > 10, "{changes}");
    assert_eq!(texts(&Document::parse(after.as_bytes()).unwrap(), &["assets"]), rows_in("assets"));
    assert_eq!(after, right.text(), "and nothing else of the manifest");
    // The key goes with the last path in it.
    let none = manifest_of(&rows_in("assets"), &["gone.webp"]).set(&pointer!["coverImage"], "media/x.webp".into()).unwrap();
    let without: BTreeSet<String> = files.into_iter().filter(|path| path != "media/cover.webp").collect();
    assert!(!reconciled(&none, Some(scene), &without).0.contains("excludedAssets"));
}
