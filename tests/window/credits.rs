//! The credits of a pack by window: what no record accounts for, records whose files are gone, merging, editing, and what may
//! not be touched.

use egui::ThemePreference;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use tablewright::app::App;
use tablewright_core::credits::{Ledger, Origin, Record, records};
use tablewright_tests::kittest_gl::save_picture;

use crate::import::{Place, done, is_blocked, manifest, write};
use crate::journey::{MANIFEST, click, wait};

const SIGNED: &str = r#""recordedAt": "2026-09-21T04:00:18.858Z", "attestation": { "termsVersion": "2026-09-07.1", "acceptedAt": "2026-09-21T04:00:18.858Z", "signedName": "Ann" }"#;

/// A pack with a record of each kind, and one file that none names.
fn place() -> Place {
    let by_kim = r#""origin": "third-party", "title": "Ships", "creator": "Kim", "sourceUrl": "https://art.example/ships", "licenseName": "CC BY 4.0", "licenseUrl": "https://creativecommons.org/licenses/by/4.0/""#;
    let kept = [
        format!(r#"{{ "id": "own", "paths": ["a/board.png", "a/old.png"], "origin": "own-work", "title": "Board", {SIGNED} }}"#),
        format!(r#"{{ "id": "one", "paths": ["a/ship-1.png"], {by_kim}, {SIGNED} }}"#),
        format!(r#"{{ "id": "two", "paths": ["a/ship-2.png"], {by_kim}, {} }}"#, SIGNED.replace("Ann", "Lee")),
        format!(
            r#"{{ "id": "none", "paths": ["a/noise.wav"], "origin": "disclaimed", "notes": "Bought years ago", "recordedAt": "2026-09-21T04:00:18.858Z", "aiAttestation": {{ "termsVersion": "2026-09-07.1", "client": "example-agent 1.0.0", "attestedAt": "2026-09-21T04:00:18Z", "review": {{ "signedName": "Ann", "reviewedAt": "2026-09-22T04:00:18Z" }} }}, {} }}"#,
            &SIGNED[SIGNED.find("\"attestation\"").unwrap()..]
        ),
        r#"{ "id": "lib", "paths": ["a/stone.glb"], "origin": "own-work", "title": "Stones", "recordedAt": "2026-09-21T04:00:18.858Z", "source": { "type": "preset", "presetKind": "model", "presetId": "stone" }, "locked": true }"#.to_owned(),
        r#"{ "id": "off", "paths": ["a/bowl.glb"], "origin": "own-work", "title": "Bowl", "recordedAt": "2026-09-21T04:00:18.858Z", "derivedFrom": { "type": "preset", "presetKind": "model", "presetId": "bowl" } }"#.to_owned(),
    ];
    let files =
        ["a/board.png", "a/ship-1.png", "a/ship-2.png", "a/noise.wav", "a/stone.glb", "a/bowl.glb", "a/new-1.png", "a/new-2.png"];
    let mut listed: Vec<String> = files.iter().map(|file| format!("\"{file}\"")).collect();
    listed.sort();
    let lists = format!("\"assets\": [{}],\n  \"credits\": [{}],\n  \"license\"", listed.join(", "), kept.join(",\n    "));
    let place = Place::with(&MANIFEST.replacen("\"license\"", &lists, 1));
    for file in files {
        place.inside(file, file.as_bytes());
    }
    place
}

fn on_credits(place: &Place) -> Harness<'static, App> {
    let mut window = place.window();
    click(&mut window, "Mod details");
    window.get_by_role_and_label(Role::Tab, "Credits").click();
    window.run_steps(6);
    window
}

/// Brings the row of a record into view: what is outside has no buttons.
fn scroll_to(window: &mut Harness<'static, App>, name: &str) {
    window.get_by_role_and_label(Role::TreeItem, name).scroll_to_me();
    window.run_steps(4);
}

#[test]
fn files_without_a_record_are_answered_for_with_one_click() {
    let place = place();
    let mut window = on_credits(&place);
    window.get_by_label("Not yet accounted for");
    save_picture("credits-dark", &window.render().expect("a picture"));
    click(&mut window, "a/new-1.png");
    click(&mut window, "Say where 1 file is from…");
    assert!(is_blocked(&window, "Credit 1 file"));
    write(&mut window, "Title", "Harbour set");
    write(&mut window, "Sign", "Ann");
    click(&mut window, "Credit 1 file");
    done(&mut window, 1);
    let document = manifest(&window);
    let record = Record::at(&document, 6).unwrap();
    assert_eq!((record.text("title").as_deref(), record.origin()), (Some("Harbour set"), Some(Origin::OwnWork)));
    assert_eq!(record.paths().map(|(_, path)| path.into_owned()).collect::<Vec<_>>(), ["a/new-1.png"]);
    assert!(window.query_by_role_and_label(Role::CheckBox, "a/new-1.png").is_none(), "it is accounted for");
    click(&mut window, "Say where 1 file is from…");
    window.get_by_label_contains("Use the last answer: Harbour set, own work");
}

#[test]
fn paths_of_files_that_are_gone_are_dropped() {
    let place = place();
    let mut window = on_credits(&place);
    click(&mut window, "Drop the path a/old.png");
    done(&mut window, 1);
    let document = manifest(&window);
    let paths: Vec<String> = Record::at(&document, 0).unwrap().paths().map(|(_, path)| path.into_owned()).collect();
    assert_eq!(paths, ["a/board.png"]);
    assert!(window.query_by_label("Files that are gone").is_none());
}

#[test]
fn records_that_say_the_same_are_merged_and_signed_anew() {
    let place = place();
    let mut window = on_credits(&place);
    window.get_by_label_contains("2 records say the same of Ships.");
    click(&mut window, "Merge and sign…");
    window.get_by_label_contains("Creator: Kim");
    assert!(is_blocked(&window, "Merge 2 records"));
    write(&mut window, "Sign", "Ann and Lee");
    save_picture("credits-merge-dark", &window.render().expect("a picture"));
    click(&mut window, "Merge 2 records");
    done(&mut window, 1);
    let document = manifest(&window);
    assert_eq!(records(&document).count(), 5);
    let record = Record::at(&document, 1).unwrap();
    assert_eq!((record.paths().count(), record.signed().unwrap().name.as_str()), (2, "Ann and Lee"));
}

#[test]
fn an_edit_wants_a_new_signature() {
    let place = place();
    let mut window = on_credits(&place);
    scroll_to(&mut window, "Board");
    click(&mut window, "Edit the record Board");
    write(&mut window, "Title", "Great board");
    assert!(is_blocked(&window, "Sign the record"), "the old signature is not for the new words");
    write(&mut window, "Sign", "Lee");
    click(&mut window, "Sign the record");
    done(&mut window, 1);
    let document = manifest(&window);
    let record = Record::at(&document, 0).unwrap();
    let signed = record.signed().unwrap();
    assert_eq!((record.text("title").as_deref(), signed.name.as_str()), (Some("Great board"), "Lee"));
    assert_eq!(record.text("recordedAt").as_deref(), Some(signed.at.as_str()));
}

#[test]
fn a_locked_record_shows_its_source_and_cannot_be_changed() {
    let place = place();
    let mut window = on_credits(&place);
    scroll_to(&mut window, "Stones");
    for action in ["Edit the record Stones", "Delete the record Stones"] {
        assert!(window.query_by_label(action).is_none(), "{action}");
    }
    let row = window.get_by_role_and_label(Role::TreeItem, "Stones");
    row.click();
    window.run_steps(4);
    window.get_by_label("stone (the platform’s model library)");
    // The one that was changed here can be, and says where it came from.
    scroll_to(&mut window, "Bowl");
    window.get_by_role_and_label(Role::TreeItem, "Bowl").click();
    window.run_steps(4);
    window.get_by_label_contains("bowl (the platform’s model library); the files were changed here");
    window.get_by_label("Nobody yet");
}

#[test]
fn a_record_without_saying_and_with_an_assistant_is_shown_as_what_it_is() {
    let place = place();
    let mut window = on_credits(&place);
    scroll_to(&mut window, "a/noise.wav");
    window.get_by_label("You answer for these files alone, and players read that.");
    window.get_by_role_and_label(Role::TreeItem, "a/noise.wav").click();
    window.run_steps(4);
    window.get_by_label_contains("example-agent 1.0.0, 2026-09-21T04:00:18Z");
    window.get_by_label("Ann, 2026-09-22T04:00:18Z");
    window.get_by_label_contains("under the platform’s wording");
    save_picture("credits-open-dark", &window.render().expect("a picture"));
}

#[test]
fn a_record_is_deleted_and_its_files_are_not_accounted_for() {
    let place = place();
    let mut window = on_credits(&place);
    scroll_to(&mut window, "Bowl");
    click(&mut window, "Delete the record Bowl");
    done(&mut window, 1);
    let document = manifest(&window);
    let ledger = Ledger::of(&document, ["a/bowl.glb"]);
    assert_eq!(ledger.uncredited, ["a/bowl.glb"]);
}

#[test]
fn bytes_that_change_here_take_a_file_off_its_locked_record() {
    let place = place();
    let mut window = on_credits(&place);
    let path = tablewright_core::pack::PackPath::parse("a/stone.glb").unwrap();
    let work = window.state().session().unwrap().replace_work(&path, &path, b"other bytes"[..].into()).unwrap();
    window.state_mut().wish(tablewright::panels::Wish::Files(work));
    done(&mut window, 1);
    let document = manifest(&window);
    let record = records(&document).find(|r| r.paths().any(|(_, at)| at == "a/stone.glb")).unwrap();
    assert!(!record.is_locked() && record.signed().is_none() && record.value.get("derivedFrom").is_some());
    assert!(record.value.get("source").is_none());
}

#[test]
fn the_panel_is_whole_in_light_too() {
    let place = place();
    let mut window = on_credits(&place);
    window.ctx.set_theme(ThemePreference::Light);
    window.run_steps(4);
    save_picture("credits-light", &window.render().expect("a picture"));
    // Beside it stands what players read.
    window.get_by_role_and_label(Role::RadioButton, "Credits 6");
    wait(&mut window, |app| !app.is_busy());
}
