//! Stories of the ledger and of its edits, and what holds for any records.

use super::edit::order;
use super::*;
use crate::json::{Document, Value};
use crate::pointer;
use proptest::prelude::*;

const NOW: &str = "2026-12-01T03:40:00Z";

fn document(text: &str) -> Document {
    Document::parse(text.as_bytes()).unwrap()
}

fn me() -> Signature {
    Signature { name: " Ann ".into(), at: NOW.into() }
}

fn theirs() -> Answer {
    Answer {
        title: " Boards ".into(),
        creator: "Kim".into(),
        source_url: "https://art.example/boards".into(),
        license_name: "CC0 1.0 (Public Domain)".into(),
        ..Answer::new(Origin::ThirdParty)
    }
}

fn strings(paths: &[&str]) -> Vec<String> {
    paths.iter().map(|&path| path.to_owned()).collect()
}

/// Ids `c1`, `c2`, …
fn ids() -> impl FnMut() -> String {
    let mut count = 0;
    move || {
        count += 1;
        format!("c{count}")
    }
}

fn added(manifest: &Document, paths: &[&str], answer: &Answer) -> Document {
    add(manifest, &strings(paths), answer, &me(), &mut ids()).unwrap()
}

const SIGNATURE: &str = r#"{"termsVersion":"tablewright-1","acceptedAt":"2026-12-01T03:40:00Z","signedName":"Ann"}"#;
const LOCKED: &str = r#"{"id":"l","paths":["a.glb","b.png"],"origin":"own-work","title":"Stones","creator":"Platform","recordedAt":"2026-01-01T00:00:00Z","source":{"type":"preset","presetKind":"model","presetId":"stone"},"locked":true}"#;

#[test]
fn a_record_is_written_in_the_order_of_published_packs() {
    let manifest = document(r#"{"id":"go","license":"MIT"}"#);
    let own = added(&manifest, &["textures/b.png", "textures/Z.png", "textures/b.png"], &Answer::new(Origin::OwnWork));
    assert_eq!(
        own.text(),
        format!(
            r#"{{"id":"go","license":"MIT","credits":[{{"id":"c1","paths":["textures/Z.png","textures/b.png"],"origin":"own-work","recordedAt":"{NOW}","attestation":{SIGNATURE}}}]}}"#
        )
    );
    let both = added(&own, &["a.glb"], &theirs());
    let second = both.at(&pointer!["credits", 1]).unwrap();
    let keys: Vec<&str> = second.members().map(|(key, _)| key).collect();
    let written = ["id", "paths", "origin", "title", "creator", "sourceUrl", "licenseName", "recordedAt", "attestation"];
    assert_eq!(keys, written);
    assert_eq!(second.get("title").unwrap().as_str().unwrap(), "Boards", "space around a text does not count");
    assert_eq!(second.at(&pointer!["attestation", "acceptedAt"]).unwrap().raw(), second.get("recordedAt").unwrap().raw());
}

#[test]
fn the_order_of_keys_is_the_field_tables() {
    let table: Vec<&str> = match crate::manifest::table::row_at(&strings(&["credits", "0"])).unwrap().rule {
        crate::shape::Rule::Object(shape) => shape.fields.iter().map(|field| field.key).collect(),
        other => panic!("{other:?}"),
    };
    assert_eq!(order(), table);
}

#[test]
fn what_is_written_passes_the_schema() {
    let good = document(crate::check::rules::testing::GOOD);
    for answer in [Answer::new(Origin::OwnWork), theirs(), Answer::new(Origin::Disclaimed)] {
        let manifest = added(&good, &["assets/board.png"], &answer);
        let errors: Vec<String> = crate::manifest::schema::findings(manifest.root()).into_iter().map(|f| f.message).collect();
        assert_eq!(errors, Vec::<String>::new());
    }
}

#[test]
fn an_answer_that_cannot_stand_adds_nothing() {
    let manifest = document("{}");
    let try_add = |paths: &[&str], answer: &Answer, signature: &Signature| {
        add(&manifest, &strings(paths), answer, signature, &mut ids()).unwrap_err().to_string()
    };
    assert!(try_add(&["a.png"], &Answer::new(Origin::ThirdParty), &me()).contains("Say who made it"));
    assert!(try_add(&["a.png"], &theirs(), &Signature { name: String::new(), ..me() }).contains("Type your name"));
    assert!(try_add(&["a.png"], &theirs(), &Signature { at: "today".into(), ..me() }).contains("recordedAt"));
    assert!(try_add(&["../a.png"], &theirs(), &me()).contains("leads out"));
    assert!(try_add(&[], &theirs(), &me()).contains("no file"));
    assert!(try_add(&[&"a".repeat(301)], &theirs(), &me()).contains("longer"));
    added(&manifest, &[&"a".repeat(300)], &theirs());
    let odd = document(r#"{"credits":{}}"#);
    assert!(add(&odd, &strings(&["a.png"]), &theirs(), &me(), &mut ids()).is_err());
    let null = document(r#"{"credits":null}"#);
    assert_eq!(records(&added(&null, &["a.png"], &theirs())).count(), 1);
}

#[test]
fn a_large_import_is_several_records_and_a_full_list_takes_no_more() {
    let paths: Vec<String> = (0..=MAX_PATHS).map(|i| format!("{i:04}.png")).collect();
    let one = add(&document("{}"), &paths[..MAX_PATHS], &theirs(), &me(), &mut ids()).unwrap();
    let two = add(&document("{}"), &paths, &theirs(), &me(), &mut ids()).unwrap();
    let counts = |manifest: &Document| records(manifest).map(|record| record.paths().count()).collect::<Vec<_>>();
    assert_eq!((counts(&one), counts(&two)), (vec![MAX_PATHS], vec![MAX_PATHS, 1]));
    let list = |count: usize| {
        let records: Vec<String> = (0..count).map(|i| format!(r#"{{"id":"{i}","paths":["{i}.png"]}}"#)).collect();
        document(&format!(r#"{{"credits":[{}]}}"#, records.join(",")))
    };
    added(&list(499), &["a.png"], &theirs());
    assert!(add(&list(500), &strings(&["a.png"]), &theirs(), &me(), &mut ids()).is_err());
    added(&list(500), &["7.png"], &theirs());
}

#[test]
fn importing_over_a_file_moves_its_path_to_the_new_record() {
    let text = format!(r#"{{"credits":[{LOCKED},{{"id":"x","paths":["c.png"]}},{{"id":"y","paths":["d.png","e.png"]}}]}}"#);
    let manifest = document(&text);
    let after = added(&manifest, &["b.png", "c.png", "d.png"], &theirs());
    let held: Vec<Vec<String>> = records(&after).map(|r| r.paths().map(|(_, p)| p.into_owned()).collect()).collect();
    assert_eq!(held, [vec!["a.glb"], vec!["e.png"], vec!["b.png", "c.png", "d.png"]]);
    let expected = text
        .replace(r#"["a.glb","b.png"]"#, r#"["a.glb"]"#)
        .replace(r#",{"id":"x","paths":["c.png"]}"#, "")
        .replace(r#"["d.png","e.png"]"#, r#"["e.png"]"#);
    assert!(after.text().starts_with(expected.strip_suffix("]}").unwrap()), "{}", after.text());
    assert_eq!(manifest.text(), text);
}

#[test]
fn an_edit_takes_the_signature_unless_it_is_signed_anew() {
    let manifest = added(&document("{\n  \"id\": \"go\"\n}"), &["a.png"], &theirs());
    let renamed = Answer { title: "Tables".into(), ..theirs() };
    let unsigned_now = edit(&manifest, 0, &renamed, None).unwrap();
    let text = manifest.text().replace("Boards", "Tables");
    let cut = text.find(",\n      \"attestation\"").unwrap();
    assert_eq!(unsigned_now.text(), format!("{}\n    }}\n  ]\n}}", &text[..cut]));
    assert_eq!(unsigned(&unsigned_now), [pointer!["credits", 0]]);
    let later = Signature { name: "Bo".into(), at: "2027-01-01T00:00:00Z".into() };
    let signed = edit(&manifest, 0, &renamed, Some(&later)).unwrap();
    assert_eq!(signed.text(), text.replace(NOW, &later.at).replace("\"Ann\"", "\"Bo\""));
    assert!(
        edit(&manifest, 0, &theirs(), None).unwrap().same(&manifest)
            || edit(&manifest, 0, &theirs(), None).unwrap().text() == manifest.text()
    );
    assert!(edit(&manifest, 0, &Answer::new(Origin::ThirdParty), None).is_err() && edit(&manifest, 1, &theirs(), None).is_err());
}

#[test]
fn another_origin_takes_what_the_old_one_named() {
    let manifest = added(&document("{}"), &["a.png"], &theirs());
    let own = edit(&manifest, 0, &Answer { title: "Boards".into(), ..Answer::new(Origin::OwnWork) }, Some(&me())).unwrap();
    let keys: Vec<String> = own.at(&pointer!["credits", 0]).unwrap().members().map(|(key, _)| key.to_owned()).collect();
    assert_eq!(keys, ["id", "paths", "origin", "title", "recordedAt", "attestation"]);
    // What stands in a record of the same origin, though it has no meaning there, is somebody's and stays.
    let odd = r#"{"credits":[{"id":"c","paths":["a"],"origin":"own-work","creator":"Ann","extra":1.0,"recordedAt":"x"}]}"#;
    let answer = Answer { notes: "n".into(), ..Answer::new(Origin::OwnWork) };
    let after = edit(&document(odd), 0, &answer, None).unwrap().text();
    assert_eq!(after, odd.replace(r#""creator":"Ann","#, r#""creator":"Ann","notes":"n","#));
}

#[test]
fn locked_records_only_lose_files() {
    let text = format!(r#"{{"credits":[{LOCKED},{{"id":"x","paths":["c.png"]}}]}}"#);
    let manifest = document(&text);
    assert!(edit(&manifest, 0, &theirs(), Some(&me())).is_err() && remove(&manifest, 0).is_err());
    assert!(merge(&manifest, &[0, 1], Some(&me())).is_err());
    assert_eq!(unsigned(&manifest), [pointer!["credits", 1]]);
    let fewer = drop_paths(&manifest, &strings(&["b.png"])).unwrap();
    assert_eq!(fewer.text(), text.replace(r#","b.png""#, ""));
    let none = drop_paths(&fewer, &strings(&["a.glb"])).unwrap();
    assert_eq!(none.text(), r#"{"credits":[{"id":"x","paths":["c.png"]}]}"#);
    assert_eq!(drop_paths(&none, &strings(&["c.png"])).unwrap().text(), "{}");
    assert_eq!(remove(&none, 0).unwrap().text(), "{}");
    assert!(drop_paths(&manifest, &strings(&["none"])).unwrap().text() == text);
}

#[test]
fn a_changed_file_of_a_library_is_the_librarys_no_longer() {
    let text = format!(r#"{{"credits":[{LOCKED}]}}"#);
    let after = detach(&document(&text), &strings(&["b.png", "other.png"]), NOW, &mut ids()).unwrap();
    let kept = LOCKED.replace(r#","b.png""#, "");
    let own = format!(
        r#"{{"id":"c1","paths":["b.png"],"origin":"own-work","title":"Stones","creator":"Platform","recordedAt":"{NOW}","derivedFrom":{{"type":"preset","presetKind":"model","presetId":"stone"}}}}"#
    );
    assert_eq!(after.text(), format!(r#"{{"credits":[{kept},{own}]}}"#));
    let all = detach(&document(&text), &strings(&["a.glb", "b.png"]), NOW, &mut ids()).unwrap();
    assert_eq!(records(&all).count(), 1, "a record without files goes");
    assert!(!Record::at(&all, 0).unwrap().is_locked());
    let again = detach(&all, &strings(&["a.glb"]), NOW, &mut ids()).unwrap();
    assert_eq!(again.text(), all.text(), "what is the author's stays where it is");
    assert_eq!(unsigned(&all), [pointer!["credits", 0]], "a later publish asks for a signature");
}

/// Seven records for one set, as they come of seven imports.
fn seven() -> Document {
    let record = |number: usize, at: &str| {
        format!(
            r#"{{"id":"s{number}","paths":["{number}.png"],"origin":"third-party","title":"Set","creator":"Kim","recordedAt":"{at}","attestation":{{"termsVersion":"2026-09-07.1","acceptedAt":"{at}","signedName":"Ann"}}}}"#
        )
    };
    let times = ["a", "a", "b", "a", "b", "c", "a"];
    let records: Vec<String> = times.iter().enumerate().map(|(number, at)| record(number, at)).collect();
    document(&format!(r#"{{"credits":[{}]}}"#, records.join(",")))
}

#[test]
fn records_that_say_the_same_become_one_for_each_real_signature() {
    let manifest = seven();
    let all: Vec<usize> = (0..7).collect();
    let merged = merge(&manifest, &all, None).unwrap();
    let held: Vec<(String, Vec<String>)> =
        records(&merged).map(|r| (r.signed().unwrap().at, r.paths().map(|(_, path)| path.into_owned()).collect())).collect();
    assert_eq!(
        held,
        [
            ("a".to_owned(), strings(&["0.png", "1.png", "3.png", "6.png"])),
            ("b".to_owned(), strings(&["2.png", "4.png"])),
            ("c".to_owned(), strings(&["5.png"])),
        ]
    );
    assert!(merge(&merged, &[0, 1, 2], None).unwrap_err().to_string().contains("anew"));
    let one = merge(&merged, &[0, 1, 2], Some(&me())).unwrap();
    let record = Record::at(&one, 0).unwrap();
    assert_eq!((records(&one).count(), record.paths().count(), record.signed().unwrap().at.as_str()), (1, 7, NOW));
    assert_eq!(record.text("recordedAt").unwrap(), NOW);
    assert!(merge(&manifest, &[0], None).is_err() && merge(&manifest, &[0, 0], None).is_err());
    assert!(merge(&manifest, &[0, 9], None).is_err());
    let other = manifest.set(&pointer!["credits", 1, "title"], "Another".into()).unwrap();
    assert!(merge(&other, &[0, 1], None).unwrap_err().to_string().contains("do not say the same"));
}

#[test]
fn one_record_has_no_more_files_than_the_platform_takes() {
    let record = |from: usize, to: usize| {
        let paths: Vec<String> = (from..to).map(|i| format!("\"{i}\"")).collect();
        format!(r#"{{"id":"{from}","paths":[{}],"origin":"own-work"}}"#, paths.join(","))
    };
    let two = |most: usize| document(&format!(r#"{{"credits":[{},{}]}}"#, record(0, 1000), record(1000, most)));
    assert_eq!(Record::at(&merge(&two(MAX_PATHS), &[0, 1], None).unwrap(), 0).unwrap().paths().count(), MAX_PATHS);
    assert!(merge(&two(MAX_PATHS + 1), &[0, 1], None).is_err());
}

#[test]
fn the_ledger_tells_each_record_and_file() {
    let text = format!(
        r#"{{"credits":[{LOCKED},
        {{"id":"x","paths":["c.png","old.png"],"origin":"third-party","creator":"Kim","attestation":{{"termsVersion":"2026-09-07.1","acceptedAt":"t","signedName":"Ann"}}}},
        {{"id":"d","paths":["d.png"],"origin":"disclaimed","derivedFrom":{{"type":"plugin","pluginId":"p","commitSha":"0123456789","resourcePath":"r.png"}}}},
        7, {{"id":"odd","origin":"mine","paths":"c.png"}}]}}"#
    );
    let files =
        ["a.glb", "b.png", "c.png", "d.png", "LICENSE", "setup.json", "sfx/new.wav", "textures/new.webp", "thumbnails/a.webp"];
    let ledger = Ledger::of(&document(&text), files);
    assert_eq!(ledger.uncredited, ["sfx/new.wav", "textures/new.webp"]);
    let gone: Vec<(usize, &[String])> = ledger.with_gone_files().map(|entry| (entry.index, &entry.gone[..])).collect();
    assert_eq!(gone, [(1, &strings(&["old.png"])[..])]);
    let origins = |origin| ledger.with_origin(origin).map(|entry| entry.index).collect::<Vec<_>>();
    assert_eq!(
        [Some(Origin::OwnWork), Some(Origin::ThirdParty), Some(Origin::Disclaimed), None].map(origins),
        [vec![0], vec![1], vec![2], vec![4]]
    );
    assert_eq!(ledger.files_with(Some(Origin::OwnWork)), 2);
    let holds: Vec<&Hold> = ledger.entries.iter().map(|entry| &entry.hold).collect();
    assert_eq!(*holds[0], Hold::Locked("stone (the platform’s model library)".into()));
    assert_eq!(*holds[2], Hold::Detached("r.png of the plugin p, commit 01234567".into()));
    assert!(!ledger.entries[0].is_editable() && ledger.entries[2].is_editable());
    assert_eq!(ledger.entries[1].signed.as_ref().unwrap().wording, terms::Wording::Platform);
    let titles: Vec<String> = ledger.entries.iter().map(Entry::title).collect();
    assert_eq!(titles, ["Stones", "c.png and 1 more", "d.png", "No files"]);
    assert!(Ledger::of(&document("[]"), files).entries.is_empty());
}

#[test]
fn files_that_came_from_somewhere_are_asked_about() {
    for path in ["a.png", "textures/x.WEBP", "ai/go.onnx", "rules/book.pdf", "media/cover.webp", "a.mp3", "f.woff2"] {
        assert!(wants_credit(path), "{path}");
    }
    for path in ["setup.json", "a.meta.json", "main.js", "LICENSE", "README.md", "originals/a.png", "thumbnails/a.webp", "x"] {
        assert!(!wants_credit(path), "{path}");
    }
}

const TEXT: &str = r#"{"credits":[{"id":"a"},{"id":"b","locked":true},{"id":"c","attestation":{"signedName":"A"}},{"id":"d","attestation":null},7]}"#;

#[test]
fn only_records_that_can_be_signed_want_a_signature() {
    let manifest = document(TEXT);
    assert_eq!(unsigned(&manifest), [pointer!["credits", 0], pointer!["credits", 3]]);
    assert!(unsigned(&document("{}")).is_empty());
}

#[test]
fn signing_adds_the_signature_its_instant_and_nothing_else() {
    let manifest = document(TEXT);
    let signed = sign(&manifest, &unsigned(&manifest), "Ann", NOW).unwrap();
    assert!(unsigned(&signed).is_empty());
    let both = format!("\"recordedAt\":\"{NOW}\",\"attestation\":{SIGNATURE}");
    let expected = TEXT.replace(r#"{"id":"a"}"#, &format!(r#"{{"id":"a",{both}}}"#)).replace("\"attestation\":null", &both);
    assert_eq!(signed.text(), expected);
    let reviewed = r#"{"credits":[{"id":"a","recordedAt":"old","aiAttestation":{}}]}"#;
    let signed = sign(&document(reviewed), &[pointer!["credits", 0]], "Ann", NOW).unwrap().text();
    assert!(signed.contains(r#""recordedAt":"old""#), "{signed}");
}

#[test]
fn the_statement_names_what_is_signed_for_each_origin() {
    let manifest = document(r#"{"credits":[{"origin":"own-work"},{"origin":"disclaimed"},{"origin":"own-work"}]}"#);
    let text = statement(&manifest);
    assert!(text.starts_with("2 records, “My own work”: I made these files"), "{text}");
    assert!(text.contains("1 record, “Publish without saying”: ") && text.contains("I take full responsibility"));
    assert!(!text.contains("Somebody else") && text.ends_with("the record says so."));
}

/// Records of few words and files, so that many say the same; none is locked.
fn any_records() -> impl Strategy<Value = Document> {
    let record = (0..2_usize, 0..3_usize, proptest::collection::vec(0..40_u8, 1..5));
    proptest::collection::vec(record, 1..8).prop_map(|records| {
        let mut seen = std::collections::HashSet::new();
        let mut list = Vec::new();
        for (index, (title, at, paths)) in records.into_iter().enumerate() {
            let own: Vec<String> =
                paths.into_iter().filter(|path| seen.insert(*path)).map(|path| format!("{path}.png")).collect();
            if own.is_empty() {
                continue;
            }
            list.push(Value::object([
                ("id", Value::from(index.to_string())),
                ("paths", Value::array(own)),
                ("origin", Value::from("own-work")),
                ("title", Value::from(["A", "B"][title])),
                ("recordedAt", Value::from(at.to_string())),
                ("attestation", Value::object([("acceptedAt", Value::from(at.to_string()))])),
            ]));
        }
        let text = Document::new(Value::object([("name", Value::from("x")), ("credits", Value::Array(list))])).unwrap().text();
        Document::parse(text.as_bytes()).unwrap()
    })
}

fn all_paths(manifest: &Document) -> Vec<String> {
    let mut paths: Vec<String> =
        records(manifest).flat_map(|r| r.paths().map(|(_, p)| p.into_owned()).collect::<Vec<_>>()).collect();
    paths.sort();
    paths
}

/// Manifests of published packs stand beside the project on developers' machines.
#[test]
fn records_of_published_packs_are_read_and_left_as_they_are() {
    let packs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/real-packs");
    let Ok(folders) = packs.read_dir() else {
        eprintln!("{} is not there: nothing was checked", packs.display());
        return;
    };
    for folder in folders.flatten().map(|entry| entry.path()) {
        let Ok(bytes) = std::fs::read(folder.join("diceytable.mod.json")) else { continue };
        let manifest = Document::parse(&bytes).unwrap();
        let after = added(&manifest, &["textures/of-nobody-else.png"], &theirs());
        let last = records(&after).count() - 1;
        assert_eq!(remove(&after, last).unwrap().text().as_bytes(), bytes, "{}", folder.display());
        for entry in Ledger::of(&manifest, []).entries {
            assert!(entry.origin.is_some() && entry.gone == entry.paths, "{}: {entry:?}", folder.display());
            let platforms = entry.signed.as_ref().is_none_or(|signed| signed.wording == terms::Wording::Platform);
            assert!(platforms && entry.is_editable() == entry.signed.is_some(), "{}: {entry:?}", folder.display());
        }
    }
}

proptest! {
    #[test]
    fn merging_never_loses_a_path(manifest in any_records(), anew in any::<bool>()) {
        let signature = anew.then(me);
        let mut merged = manifest.clone();
        for round in 0..20 {
            let groups = Ledger::of(&merged, []).alike;
            let next = groups.iter().find_map(|group| merge(&merged, group, signature.as_ref()).ok());
            let Some(next) = next else { break };
            prop_assert!(records(&next).count() < records(&merged).count() && round < 19);
            merged = next;
        }
        prop_assert_eq!(all_paths(&merged), all_paths(&manifest));
        if anew {
            prop_assert!(Ledger::of(&merged, []).alike.is_empty());
        }
    }

    #[test]
    fn adding_and_taking_back_gives_the_same_bytes(manifest in any_records(), number in 40..60_u8) {
        let path = format!("{number}.png");
        let before = manifest.text();
        let after = added(&manifest, &[&path], &theirs());
        prop_assert_eq!(manifest.text(), before.clone());
        let count = records(&after).count();
        prop_assert_eq!(remove(&after, count - 1).unwrap().text(), before.clone());
        prop_assert_eq!(drop_paths(&after, &[path]).unwrap().text(), before);
    }

    #[test]
    fn a_file_stands_in_one_record_whatever_is_imported(manifest in any_records(), numbers in proptest::collection::vec(0..50_u8, 1..6)) {
        let paths: Vec<String> = numbers.iter().map(|n| format!("{n}.png")).collect();
        let after = add(&manifest, &paths, &theirs(), &me(), &mut ids()).unwrap();
        let all = all_paths(&after);
        let mut once = all.clone();
        once.dedup();
        prop_assert_eq!(&all, &once);
        prop_assert!(paths.iter().all(|path| all.contains(path)) && all_paths(&manifest).iter().all(|path| all.contains(path)));
        prop_assert!(records(&after).all(|record| record.paths().count() > 0));
    }
}
