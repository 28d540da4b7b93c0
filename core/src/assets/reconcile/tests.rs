//! The lists follow the files, and nothing else changes.

use super::*;
use crate::pack::Hash;
use proptest::prelude::*;

const HEAD: &str = r#"{
  "schemaVersion": "1.0",
  "entry": { "setup": "setup.json", "script": "scripts/main.js" },"#;

fn manifest(members: &str) -> Document {
    Document::parse(format!("{HEAD}\n  {members}\n}}").as_bytes()).unwrap()
}

fn path(text: &str) -> PackPath {
    PackPath::parse(text).unwrap()
}

struct Files<'a> {
    here: &'a [&'a str],
    others: &'a [&'a str],
    renames: &'a [(&'a str, &'a str)],
    gone: Gone<'a>,
}

impl Default for Files<'_> {
    fn default() -> Self {
        Self { here: &[], others: &[], renames: &[], gone: Gone::Drop }
    }
}

fn reconciled(manifest: &Document, files: &Files) -> Reconciled {
    let set = |paths: &[&str]| paths.iter().map(|text| path(text)).collect::<FxHashSet<_>>();
    let (here, others) = (set(files.here), set(files.others));
    let renames: Vec<(PackPath, PackPath)> = files.renames.iter().map(|(from, to)| (path(from), path(to))).collect();
    let special = Special::of(manifest);
    let tree = Tree { files: &here, others: &others, renames: &renames, special: &special, gone: files.gone };
    let done = reconcile(manifest, &tree).unwrap();
    // It is true afterwards, and stays as it is.
    let again = reconcile(&done.manifest, &tree).unwrap();
    assert!(again.manifest.same(&done.manifest) && again.changes.is_empty(), "{:?}", again.changes);
    assert_eq!(done.manifest.same(manifest), done.changes.is_empty(), "{:?}", done.changes);
    done
}

fn text_of(members: &str, files: &Files) -> String {
    let text = reconciled(&manifest(members), files).manifest.text();
    text.strip_prefix(HEAD).unwrap().trim_end_matches('}').trim().to_owned()
}

#[test]
fn every_file_that_can_be_declared_is_listed_in_order() {
    let here = &["b.png", "B.png", "é.png", "a/z.glb", "setup.json", "README.md", "x.mp3", "rules/a.webp", "diceytable.mod.json"];
    let done = text_of(r#""assets": []"#, &Files { here, ..Files::default() });
    assert_eq!(done, r#""assets": [ "B.png", "a/z.glb", "b.png", "é.png" ]"#);
}

#[test]
fn what_stands_there_keeps_its_text_and_the_rest_its_bytes() {
    let before = r#""license":"MIT","assets":  ["a\/b.png", "z.png"] ,"x": 1.50"#;
    let files = Files { here: &["a/b.png", "m.png", "z.png"], ..Files::default() };
    assert_eq!(text_of(before, &files), before.replace(r#", "z.png""#, r#", "m.png", "z.png""#));
}

#[test]
fn a_manifest_that_is_true_is_the_same_document() {
    for members in [
        r#""assets": ["a.png"]"#,
        r#""assets": ["a.png", "gone.png"], "excludedAssets": ["b.png"]"#,
        r#""assets":["a.png"],"excludedAssets":["b.png","gone.png"]"#,
    ] {
        let before = manifest(members);
        let here: &[&str] = if members.contains("b.png") { &["a.png", "b.png", "setup.json"] } else { &["a.png"] };
        assert!(reconciled(&before, &Files { here, gone: Gone::Keep, ..Files::default() }).manifest.same(&before), "{members}");
    }
    let none = manifest(r#""license": "MIT""#);
    assert!(reconciled(&none, &Files::default()).manifest.same(&none), "an absent list is an empty one");
}

#[test]
fn a_path_without_a_file_goes_only_when_it_is_said() {
    let before = r#""assets": ["a.png", "gone.png", "lost.png"], "excludedAssets": ["out.png"]"#;
    let of = |gone| text_of(before, &Files { here: &["a.png"], gone, ..Files::default() });
    assert_eq!(of(Gone::Keep), before);
    let deleted: FxHashSet<PackPath> = [path("gone.png"), path("out.png")].into_iter().collect();
    assert_eq!(of(Gone::Deleted(&deleted)), r#""assets": ["a.png", "lost.png"]"#);
    assert_eq!(of(Gone::Drop), r#""assets": ["a.png"]"#);
    // A file that is there again is no deleted file.
    let back = Files { here: &["a.png", "gone.png", "lost.png", "out.png"], gone: Gone::Deleted(&deleted), ..Files::default() };
    assert_eq!(text_of(before, &back), before);
}

#[test]
fn what_is_kept_on_demand_is_in_neither_list_twice() {
    let files = Files { here: &["a.png", "b.png"], ..Files::default() };
    assert_eq!(
        text_of(r#""assets": ["a.png", "b.png"], "excludedAssets": ["b.png"]"#, &files),
        r#""assets": ["a.png"], "excludedAssets": ["b.png"]"#
    );
    assert_eq!(text_of(r#""assets": ["b.png", "a.png", "b.png"]"#, &files), r#""assets": ["a.png", "b.png"]"#);
    assert_eq!(text_of(r#""assets": ["a.png", "b.png"], "excludedAssets": []"#, &files), r#""assets": ["a.png", "b.png"]"#);
}

#[test]
fn an_entry_follows_its_file_and_goes_where_it_could_not_be_declared() {
    let before = r#""assets": ["a.png"], "excludedAssets": ["x.png"]"#;
    let moved = |to| Files { here: &["a.png", "art/x.png", "originals/x.png"], renames: to, ..Files::default() };
    assert_eq!(text_of(before, &moved(&[("x.png", "art/x.png")])), r#""assets": ["a.png"], "excludedAssets": ["art/x.png"]"#);
    assert_eq!(text_of(before, &moved(&[("x.png", "originals/x.png")])), "\"assets\": [\"a.png\", \"art/x.png\"]");
    // Where a file stands at the old path as well, the entry is that file's.
    let both = Files { here: &["a.png", "x.png", "y.png"], renames: &[("x.png", "y.png")], ..Files::default() };
    assert_eq!(text_of(before, &both), r#""assets": ["a.png", "y.png"], "excludedAssets": ["x.png"]"#);
}

#[test]
fn an_unconfirmed_kind_stays_where_it_is_listed() {
    let files = Files { here: &["a.mp3", "b.mp3", "c.mp3"], ..Files::default() };
    let before = r#""assets": ["a.mp3"], "excludedAssets": ["b.mp3"]"#;
    assert_eq!(text_of(before, &files), before);
}

#[test]
fn what_git_ignores_and_links_stay_where_they_are_listed_and_are_not_listed_anew() {
    let files = Files { here: &["a.png"], others: &["l.png", "m.png"], ..Files::default() };
    let before = r#""assets": ["a.png", "l.png"]"#;
    assert_eq!(text_of(before, &files), before);
}

#[test]
fn what_is_no_path_goes_and_is_told() {
    let before = manifest(r#""assets": [7, "../a.png", "./b.png", null, "b.png"]"#);
    let done = reconciled(&before, &Files { here: &["b.png"], ..Files::default() });
    assert!(done.manifest.text().contains(r#""assets": ["b.png"]"#), "{}", done.manifest.text());
    assert!(done.changes.iter().any(|change| change.told.contains("is no path of a pack")));
    let no_list = reconciled(&manifest(r#""assets": "a""#), &Files { here: &["b.png"], ..Files::default() });
    assert!(no_list.changes.iter().any(|change| change.told.contains("was no list")));
    assert!(
        reconcile(
            &Document::parse(b"[]").unwrap(),
            &Tree {
                files: &FxHashSet::default(),
                others: &FxHashSet::default(),
                renames: &[],
                special: &Special::default(),
                gone: Gone::Drop,
            }
        )
        .is_err()
    );
}

#[test]
fn names_that_differ_in_case_or_accents_are_files_of_their_own() {
    let here = &["a/Board.png", "a/board.png", "b/e\u{301}.png", "b/é.png"];
    let done = reconciled(&manifest(r#""assets": []"#), &Files { here, ..Files::default() });
    assert_eq!(done.changes.len(), 4);
}

#[test]
fn more_files_than_the_platform_takes_are_told() {
    let names: Vec<String> = (0..=MAX_ASSETS).map(|index| format!("a/{index:05}.png")).collect();
    let here: Vec<&str> = names.iter().map(String::as_str).collect();
    let told = |here: &[&str]| {
        let done = reconciled(&manifest(r#""assets": []"#), &Files { here, ..Files::default() });
        done.changes.iter().any(|change| change.told.contains("the platform takes 2000"))
    };
    assert!(told(&here) && !told(&here[..MAX_ASSETS]));
}

fn hashes(known: &[(&str, &str)]) -> impl Fn(&PackPath) -> Option<Bytes> {
    let known: Vec<(PackPath, Bytes)> = known
        .iter()
        .map(|(name, text)| (path(name), Bytes { size: text.len() as u64, hash: Hash::of(text.as_bytes()) }))
        .collect();
    move |path| known.iter().find(|(known, _)| known == path).map(|(_, bytes)| *bytes)
}

#[test]
fn the_catalogue_of_hashes_follows_assets() {
    let (old, new) = (Hash::of(b"old"), Hash::of(b"new"));
    let before = manifest(&format!(
        r#""assets": ["a.png", "b.png", "c.png"], "assetManifest": [{{"path":"a.png","sha256":"{old}","note":1}}, {{"path":"z.png"}}, {{"path":"c.png"}}]"#
    ));
    let done = refresh_hashes(&before, &hashes(&[("a.png", "new"), ("b.png", "new")])).unwrap();
    let list = done.manifest.root().get("assetManifest").unwrap().to_text();
    let spaceless: String = list.split_whitespace().collect();
    assert_eq!(
        spaceless,
        format!(r#"[{{"path":"a.png","sha256":"{new}","note":1}},{{"path":"b.png","sha256":"{new}"}},{{"path":"c.png"}}]"#)
    );
    assert_eq!(done.changes.len(), 3);
    let again = refresh_hashes(&done.manifest, &hashes(&[("a.png", "new"), ("b.png", "new")])).unwrap();
    assert!(again.manifest.same(&done.manifest) && again.changes.is_empty());
    // Without a file there is no better hash than the one that stands there.
    assert!(refresh_hashes(&done.manifest, &hashes(&[])).unwrap().manifest.same(&done.manifest));
}

#[test]
fn a_pack_without_a_catalogue_gets_one_only_when_asked() {
    for members in [r#""assets": ["a.png"]"#, r#""assets": ["a.png"], "assetManifest": []"#] {
        let before = manifest(members);
        assert!(refresh_hashes(&before, &hashes(&[("a.png", "x")])).unwrap().manifest.same(&before));
        let added = add_asset_manifest(&before, &hashes(&[("a.png", "x")])).unwrap();
        let text: String = added.manifest.root().get("assetManifest").unwrap().to_text().split_whitespace().collect();
        assert_eq!(text, format!(r#"[{{"path":"a.png","sha256":"{}"}}]"#, Hash::of(b"x")));
    }
}

#[test]
fn models_of_bots_get_the_size_and_hash_of_their_bytes() {
    let before =
        manifest(r#""aiModels": [{"id":"m","path":"ai/a.onnx","sizeBytes":1,"sha256":"0","opset":17}, {"path":"ai/b.onnx"}, 7]"#);
    let bytes = hashes(&[("ai/a.onnx", "four"), ("ai/b.onnx", "x")]);
    let done = refresh_hashes(&before, &bytes).unwrap();
    let expected =
        before.text().replace(r#""sizeBytes":1,"sha256":"0""#, &format!(r#""sizeBytes":4,"sha256":"{}""#, Hash::of(b"four")));
    assert_eq!((done.manifest.text(), done.changes.len()), (expected, 1));
    assert!(refresh_hashes(&done.manifest, &bytes).unwrap().manifest.same(&done.manifest));
}

/// The case contract's cases, where they stand beside the project.
#[test]
fn the_cases_of_the_contract_hold() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/open/reconcile.jsonl");
    let Ok(text) = std::fs::read_to_string(&file) else {
        eprintln!("{} is not there: its cases were not tried", file.display());
        return;
    };
    let list = |value: &serde_json::Value| -> Vec<String> {
        let items = value.as_array().into_iter().flatten();
        items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
    };
    let paths = |value: &serde_json::Value| list(value).iter().filter_map(|text| PackPath::parse(text).ok()).collect::<Vec<_>>();
    let mut tried = 0;
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let input = &case["input"];
        let before = Document::parse(input["manifestText"].as_str().unwrap().as_bytes()).unwrap();
        let renames: Vec<(PackPath, PackPath)> = input["renames"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|rename| (path(rename["from"].as_str().unwrap()), path(rename["to"].as_str().unwrap())))
            .collect();
        let special = Special::of(&before)
            .with_link_records(paths(&input["linkRecords"]))
            .with_card_sources(paths(&input["deckCardSources"]));
        let (files, others) = (paths(&input["files"]).into_iter().collect(), FxHashSet::default());
        let tree = Tree { files: &files, others: &others, renames: &renames, special: &special, gone: Gone::Drop };
        let after: serde_json::Value = serde_json::from_str(&reconcile(&before, &tree).unwrap().manifest.text()).unwrap();
        for key in ["assets", "excludedAssets"] {
            let sorted = |mut list: Vec<String>| {
                list.sort();
                list
            };
            let expected = &case["expect"]["document"][key];
            assert_eq!(sorted(list(&after[key])), sorted(list(expected)), "{} {key}", case["name"]);
            assert!(key == "assets" || after.get(key).is_some() == expected.is_array(), "{}", case["name"]);
        }
        tried += 1;
    }
    assert!(tried > 0);
}

/// Published packs with an empty file for each path that they list, and the files that stand beside them.
#[test]
fn published_packs_stay_as_the_platform_left_them() {
    let packs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/real-packs");
    let Ok(folders) = packs.read_dir() else {
        eprintln!("{} is not there: no published pack was reconciled", packs.display());
        return;
    };
    for folder in folders.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        let before = Document::parse(&std::fs::read(folder.join("diceytable.mod.json")).unwrap()).unwrap();
        let listing = crate::assets::list(&crate::pack::OsFs, &folder, &crate::job::Quiet).unwrap();
        let mut files: FxHashSet<PackPath> = listing.files.iter().map(|entry| entry.path.clone()).collect();
        for key in ["assets", "excludedAssets"] {
            let items = before.root().get(key).into_iter().flat_map(Ref::items);
            files.extend(items.filter_map(|item| PackPath::parse(&item.as_str()?).ok()));
        }
        let special = Special::of(&before);
        let others = FxHashSet::default();
        let tree = Tree { files: &files, others: &others, renames: &[], special: &special, gone: Gone::Drop };
        let done = reconcile(&before, &tree).unwrap();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        // What the platform itself would rewrite at the next save: originals, scenes and scripts that an old list names, and
        // lists that are older than the reconciler's order.
        let unexpected: Vec<&str> = done
            .changes
            .iter()
            .filter(|change| {
                let reconcilers = ["originals/", "setup.json", ".js", "diceytable.mod.json"];
                let sorted = change.path.is_empty() && change.told.contains("order");
                let meta = name == "checkers" && change.path.ends_with(".meta.json");
                !sorted && !meta && !reconcilers.iter().any(|part| change.path.contains(part))
            })
            .map(|change| change.told.as_str())
            .collect();
        assert!(unexpected.is_empty(), "{name}: {unexpected:#?}");
        if name == "go" || name == "go-table" {
            assert!(done.manifest.same(&before), "{name}: {:#?}", done.changes);
        }
    }
}

proptest! {
    #[test]
    fn reconciling_twice_is_reconciling_once(
        listed in proptest::collection::vec(0..12_usize, 0..10),
        excluded in proptest::collection::vec(0..12_usize, 0..6),
        there in proptest::collection::vec(0..12_usize, 0..12),
        drop in any::<bool>(),
        renamed in proptest::option::of((0..12_usize, 0..12_usize)),
    ) {
        const NAMES: [&str; 12] = ["a.png", "A.png", "b b.glb", "é@2x.webp", "e\u{301}.webp", "x.mp3", "README.md", "setup.json",
            "rules/a.webp", "originals/a.png", "decks/a/cards/1.png", "t.png.link.json"];
        let list = |indexes: &[usize]| {
            let names: Vec<String> = indexes.iter().map(|index| format!("\"{}\"", NAMES[*index])).collect();
            names.join(", ")
        };
        let before = manifest(&format!(r#""assets": [{}], "excludedAssets": [{}]"#, list(&listed), list(&excluded)));
        let here: Vec<&str> = there.iter().map(|index| NAMES[*index]).collect();
        let renames: Vec<(&str, &str)> = renamed.iter().map(|(from, to)| (NAMES[*from], NAMES[*to])).collect();
        let gone = if drop { Gone::Drop } else { Gone::Keep };
        // Idempotence is judged in there.
        let done = reconciled(&before, &Files { here: &here, renames: &renames, gone, ..Files::default() });
        let listed: Vec<String> = ManifestView::new(&done.manifest).unwrap().assets().map(|(_, path)| path.into_owned()).collect();
        prop_assert!(listed.is_sorted_by(|a, b| path_order(a, b).is_lt()));
        if drop {
            prop_assert!(listed.iter().all(|path| here.contains(&path.as_str())));
        }
        let rest = |document: &Document| {
            let mut rest = document.clone();
            for key in ["assets", "excludedAssets"] {
                rest = rest.remove(&pointer![key]).unwrap_or(rest);
            }
            rest.text()
        };
        prop_assert_eq!(rest(&done.manifest), rest(&before));
    }
}

fn switched(manifest: &Document, paths: &[&str], on: bool) -> Result<Document> {
    let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
    set_preload(manifest, &paths, on, &|path| Some(Bytes { size: 1, hash: Hash::of(path.as_str().as_bytes()) }))
}

#[test]
fn a_file_moves_between_the_lists_and_back_to_the_same_bytes() {
    let members = r#""assets": ["a.png", "b.png", "c.glb"],
  "x": 1.50"#;
    let before = manifest(members);
    let off = switched(&before, &["b.png", "a.png"], false).unwrap();
    let text = off.text();
    assert!(text.contains(r#""assets": ["c.glb"]"#) && text.contains(r#""excludedAssets""#), "{text}");
    let list = off.root().get("excludedAssets").unwrap();
    assert_eq!(list.items().filter_map(Ref::as_str).collect::<Vec<_>>(), ["a.png", "b.png"]);
    assert!(switched(&off, &["a.png"], false).unwrap().same(&off), "it is there already");
    let on = switched(&off, &["a.png", "b.png"], true).unwrap();
    assert_eq!(on.text(), before.text(), "the emptied list goes with its key");
}

#[test]
fn what_can_never_be_declared_is_not_switched_on() {
    let before = manifest(r#""assets": ["x.mp3"]"#);
    for path in ["setup.json", "originals/a.png", "rules/a.md", "x.exe", "../a.png"] {
        assert!(switched(&before, &[path], true).is_err(), "{path}");
    }
    // An extension that is not confirmed stays the person's choice.
    let off = switched(&before, &["x.mp3"], false).unwrap();
    assert_eq!(switched(&off, &["x.mp3"], true).unwrap().text(), before.text());
}

#[test]
fn the_catalogue_of_hashes_follows_the_switch() {
    let hash = Hash::of(b"a.png");
    let members =
        format!(r#""assets": ["a.png", "b.png"], "assetManifest": [{{"path":"a.png","sha256":"{hash}"}}, {{"path":"b.png"}}]"#);
    let off = switched(&manifest(&members), &["a.png"], false).unwrap();
    let paths = |document: &Document| {
        let list = document.root().get("assetManifest").unwrap();
        list.items().filter_map(|entry| Some(entry.get("path")?.as_str()?.into_owned())).collect::<Vec<_>>()
    };
    assert_eq!(paths(&off), ["b.png"]);
    let on = switched(&off, &["a.png"], true).unwrap();
    assert_eq!(paths(&on), ["a.png", "b.png"]);
    assert!(on.text().contains(&hash.to_string()));
}
