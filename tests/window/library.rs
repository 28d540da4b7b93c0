//! Plugins and dependencies: added from the disk and over git, ticked, configured, moved, let go. Nothing here asks a network:
//! the git address is that of a bare repository in a folder.

use std::path::Path;

use egui::{Event, Key, Modifiers, Role, ThemePreference, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tablewright::app::App;
use tablewright_tests::kittest_gl::save_picture;
use tempfile::TempDir;

use crate::journey;
use crate::listing::pack;
use crate::raw::{Shared, open_tab, window};

const PLUGIN: &str = r#"{
  "schemaVersion": "1.0", "id": "org.example.cards", "name": "Example cards", "version": "1.2.0", "license": "MIT",
  "summary": "Lists of cards, by set.", "deckImport": {},
  "exposedApi": [{"name": "find", "summary": "Finds a card."}, {"name": "all", "summary": "All cards of a set."}],
  "settings": [
    {"key": "set", "label": "Set", "control": "select", "default": "core",
     "options": [{"value": "core", "label": "Core set"}, {"value": "all", "label": "All sets"}]},
    {"key": "promos", "label": "Promos", "control": "toggle", "default": false, "help": "Cards given away at events."},
    {"key": "size", "label": "Page size", "control": "number", "default": 20, "min": 1, "max": 100},
    {"key": "site", "label": "Site", "control": "text", "default": "example.com", "maxLength": 20}
  ]}"#;

fn bare_manifest() -> serde_json::Value {
    serde_json::json!({
      "schemaVersion": "1.0", "id": "org.example.go", "slug": "go", "type": "game-pack", "name": "Go", "version": "1.0.3",
      "entry": {"setup": "setup.json"}, "license": "MIT", "assets": [], "compatibility": {"engine": ">=0.1 <1.0"},
      "capabilities": {"version": "1", "allowed": ["log"]}
    })
}

fn room(version: &str) -> String {
    format!(
        r#"{{"schemaVersion":"1.0","id":"org.example.room","name":"Quiet room","version":"{version}","type":"room-pack","license":"CC BY 4.0"}}"#
    )
}

/// Commits a file to a bare repository and returns the commit.
fn commit(repository: &git2::Repository, name: &str, text: &str) -> String {
    let blob = repository.blob(text.as_bytes()).unwrap();
    let mut tree = repository.treebuilder(None).unwrap();
    tree.insert(name, blob, 0o100_644).unwrap();
    let tree = repository.find_tree(tree.write().unwrap()).unwrap();
    let who = git2::Signature::new("A", "a@example.com", &git2::Time::new(1_700_000_000, 0)).unwrap();
    let parent = repository.head().ok().and_then(|head| head.peel_to_commit().ok());
    let parents: Vec<&git2::Commit<'_>> = parent.iter().collect();
    repository.commit(Some("HEAD"), &who, &who, "A release", &tree, &parents).unwrap().to_string()
}

fn bare_repository(folder: &Path) -> (git2::Repository, String) {
    let repository = git2::Repository::init_bare(folder).unwrap();
    (repository, format!("file://{}", folder.display()))
}

fn open(manifest: &serde_json::Value, tab: &str) -> (Harness<'static>, Shared) {
    open_in(manifest, tab, ThemePreference::Dark)
}

fn open_in(manifest: &serde_json::Value, tab: &str, theme: ThemePreference) -> (Harness<'static>, Shared) {
    let (mut harness, details) = window(pack(manifest), vec2(1440.0, 900.0), theme);
    open_tab(&mut harness, tab);
    settle(&mut harness);
    (harness, details)
}

/// What was read before is looked up on a thread.
fn settle(harness: &mut Harness<'_>) {
    for _ in 0..6 {
        std::thread::sleep(std::time::Duration::from_millis(10));
        harness.run_steps(2);
    }
}

fn fill(harness: &mut Harness<'_>, name: &str, text: &str) {
    harness.get_by_role_and_label(Role::TextInput, name).click();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    harness.event(Event::Text(text.to_owned()));
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    settle(harness);
}

fn press(harness: &mut Harness<'_>, role: Role, name: &str) {
    harness.get_by_role_and_label(role, name).click();
    settle(harness);
}

fn packed(details: &Shared) -> String {
    details.borrow().text().split_whitespace().collect()
}

#[test]
fn a_plugin_on_the_disk_is_added_ticked_configured_and_let_go() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("diceytable.plugin.json"), PLUGIN).unwrap();
    let (mut harness, details) = open(&bare_manifest(), "Plugins");
    let before = details.borrow().text();
    assert!(harness.query_by_label_contains("There is no registry to ask").is_some());
    fill(&mut harness, "Where the plugin is", &folder.path().display().to_string());
    save_picture("plugins-offered-dark", &harness.render().expect("a picture"));
    press(&mut harness, Role::Button, "Add to the pack");
    assert!(packed(&details).contains(r#""plugins":[{"id":"org.example.cards","functions":[]}]"#), "{}", packed(&details));
    press(&mut harness, Role::CheckBox, "find");
    assert!(packed(&details).contains(r#""functions":["find"]"#) && packed(&details).contains(r#""log","plugin-call""#));
    press(&mut harness, Role::CheckBox, "find");
    assert!(!packed(&details).contains("plugin-call"), "the capability goes with the last function");
    press(&mut harness, Role::CheckBox, "all");
    press(&mut harness, Role::Switch, "Promos");
    assert!(packed(&details).contains(r#""pluginSettings":{"org.example.cards":{"promos":true}}"#), "{}", packed(&details));
    fill(&mut harness, "Site", "cards.example");
    assert!(packed(&details).contains(r#""site":"cards.example""#));
    save_picture("plugins-known-dark", &harness.render().expect("a picture"));
    press(&mut harness, Role::Button, "Back to the default of Promos");
    assert!(!packed(&details).contains("promos"));
    press(&mut harness, Role::Button, "Remove the plugin org.example.cards");
    assert_eq!(details.borrow().text(), before, "nothing is left behind");
    assert_eq!(details.borrow().steps(), 8, "each is one step");
}

#[test]
fn a_deck_site_is_configured_only() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("p.json"), PLUGIN).unwrap();
    let (mut harness, details) = open_in(&bare_manifest(), "Plugins", ThemePreference::Light);
    fill(&mut harness, "Where the plugin is", &folder.path().join("p.json").display().to_string());
    press(&mut harness, Role::Button, "Configure only");
    assert!(
        packed(&details).contains(r#""pluginSettings":{"org.example.cards":{}}"#) && !packed(&details).contains(r#""plugins""#)
    );
    assert!(harness.query_by_label("Configured only").is_some());
    save_picture("plugins-configured-light", &harness.render().expect("a picture"));
    press(&mut harness, Role::Button, "Let scripts call it…");
    assert!(packed(&details).contains(r#""plugins":[{"id":"org.example.cards""#));
}

#[test]
fn what_the_plugin_no_longer_has_is_told_with_remove() {
    let mut manifest = bare_manifest();
    manifest["plugins"] = serde_json::json!([{"id": "org.example.cards", "functions": ["find", "gone"]}]);
    manifest["pluginSettings"] = serde_json::json!({"org.example.cards": {"old_answer": 5, "set": "core"}});
    manifest["capabilities"]["allowed"] = serde_json::json!(["log", "plugin-call"]);
    let (mut harness, details) = open(&manifest, "Plugins");
    // Not known yet: what the manifest says is there as plain lists.
    assert!(harness.query_by_label_contains("wasn’t read on this computer").is_some());
    save_picture("plugins-unknown-dark", &harness.render().expect("a picture"));
    fill(&mut harness, "Add a function", "more");
    assert!(packed(&details).contains(r#"["find","gone","more"]"#));
    press(&mut harness, Role::Button, "Remove more");
    press(&mut harness, Role::Button, "Read its manifest…");
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::write(elsewhere.path().join("diceytable.plugin.json"), PLUGIN.replace("org.example.cards", "org.other")).unwrap();
    fill(&mut harness, "Where org.example.cards is", &elsewhere.path().display().to_string());
    assert!(harness.query_by_label_contains("That is the plugin org.other, not org.example.cards").is_some());
    let (repository, address) = {
        let folder = elsewhere.path().join("bare.git");
        bare_repository(&folder)
    };
    commit(&repository, "diceytable.plugin.json", PLUGIN);
    fill(&mut harness, "Where org.example.cards is", &address);
    assert!(harness.query_by_role_and_label(Role::Heading, "Example cards").is_some(), "read over git");
    save_picture("plugins-stale-dark", &harness.render().expect("a picture"));
    assert!(harness.query_by_label_contains("old_answer: 5").is_some());
    press(&mut harness, Role::Button, "Remove gone");
    assert!(packed(&details).contains(r#""functions":["find"]"#));
    press(&mut harness, Role::Button, "Remove");
    assert!(packed(&details).contains(r#"{"org.example.cards":{"set":"core"}}"#), "{}", packed(&details));
}

#[test]
fn a_dependency_is_pinned_after_its_licence_and_moved_when_asked() {
    let folder: TempDir = tempfile::tempdir().unwrap();
    let (repository, address) = bare_repository(&folder.path().join("room.git"));
    let first = commit(&repository, "diceytable.mod.json", &room("1.0.0"));
    let (mut harness, details) = open(&bare_manifest(), "Dependencies");
    fill(&mut harness, "Where the pack is", &address);
    assert!(harness.get_by_role_and_label(Role::Button, "Add and pin").accesskit_node().is_disabled(), "the licence comes first");
    save_picture("dependencies-offered-dark", &harness.render().expect("a picture"));
    press(&mut harness, Role::CheckBox, "I keep to its licence: CC BY 4.0");
    press(&mut harness, Role::Button, "Add and pin");
    let pin = |version: &str, commit: &str| {
        format!(r#""dependencies":[{{"packId":"org.example.room","version":"{version}","commitSha":"{commit}"}}]"#)
    };
    assert!(packed(&details).contains(&pin("1.0.0", &first)), "{}", packed(&details));
    // Nothing newer yet.
    press(&mut harness, Role::Button, "Look for a newer version: org.example.room");
    assert!(harness.query_by_label_contains("1.0.0 is the newest there.").is_some());
    let second = commit(&repository, "diceytable.mod.json", &room("1.2.0"));
    press(&mut harness, Role::Button, "Look for a newer version: org.example.room");
    let said = format!("1.2.0 is out; the pin would move from 1.0.0 ({}) to 1.2.0 ({}).", &first[..7], &second[..7]);
    assert!(harness.query_by_label_contains(&said).is_some(), "{said}");
    assert!(packed(&details).contains(&pin("1.0.0", &first)), "never by itself");
    save_picture("dependencies-newer-dark", &harness.render().expect("a picture"));
    press(&mut harness, Role::Button, "Move the pin…");
    press(&mut harness, Role::CheckBox, "I keep to its licence: CC BY 4.0");
    press(&mut harness, Role::Button, "Move to 1.2.0");
    assert!(packed(&details).contains(&pin("1.2.0", &second)), "{}", packed(&details));
    press(&mut harness, Role::Button, "Remove the dependency org.example.room");
    assert!(!packed(&details).contains("dependencies"));
    assert_eq!(details.borrow().steps(), 3);
}

#[test]
fn a_pin_without_a_known_source_asks_for_it() {
    let mut manifest = bare_manifest();
    manifest["dependencies"] = serde_json::json!([{"packId": "org.example.room", "version": "1.0.0"}]);
    let (mut harness, details) = open(&manifest, "Dependencies");
    press(&mut harness, Role::Button, "Look for a newer version…");
    fill(&mut harness, "Where org.example.room is", "/nowhere/at/all");
    assert!(harness.query_by_label_contains("There is no diceytable.mod.json").is_some());
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("diceytable.mod.json"), room("1.1.0")).unwrap();
    fill(&mut harness, "Where org.example.room is", &folder.path().display().to_string());
    assert!(harness.query_by_label_contains("1.1.0 is out; the pin would move from 1.0.0 to 1.1.0.").is_some());
    press(&mut harness, Role::Button, "Move the pin…");
    press(&mut harness, Role::CheckBox, "I keep to its licence: CC BY 4.0");
    press(&mut harness, Role::Button, "Move to 1.1.0");
    assert!(packed(&details).contains(r#"[{"packId":"org.example.room","version":"1.1.0"}]"#), "{}", packed(&details));
}

#[test]
fn a_pack_cannot_build_on_itself() {
    let own = pack(&bare_manifest());
    let (mut harness, details) = open(&bare_manifest(), "Dependencies");
    fill(&mut harness, "Where the pack is", &own.path().display().to_string());
    assert!(harness.query_by_label_contains("This is the pack itself").is_some());
    assert!(harness.query_by_role_and_label(Role::Button, "Add and pin").is_none());
    assert_eq!(details.borrow().steps(), 0);
}

#[test]
fn the_window_reads_as_a_job_that_can_be_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let (repository, address) = bare_repository(&folder.path().join("room.git"));
    let first = commit(&repository, "diceytable.mod.json", &room("1.0.0"));
    let (pack, settings) = (pack(&bare_manifest()), tempfile::tempdir().unwrap());
    let mut window = journey::window(Some(pack.path()), settings.path());
    journey::wait(&mut window, |app| app.session().is_some_and(|session| !session.problems_are_stale()));
    journey::click(&mut window, "Mod details");
    window.get_by_role_and_label(Role::Tab, "Dependencies").click();
    window.run_steps(4);
    let give = |window: &mut Harness<'static, App>, text: &str| {
        window.get_by_role_and_label(Role::TextInput, "Where the pack is").click();
        window.run_steps(2);
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.run_steps(2);
        window.event(Event::Text(text.to_owned()));
        window.run_steps(2);
        window.key_press(Key::Enter);
        window.run_steps(3);
    };
    give(&mut window, "/nowhere/at/all");
    journey::wait(&mut window, |app| !app.is_busy());
    assert!(window.query_by_label_contains("There is no diceytable.mod.json").is_some(), "told in the panel");
    assert!(window.state().messages().is_empty(), "and not over the window");
    give(&mut window, &address);
    journey::wait(&mut window, |app| !app.is_busy());
    window.get_by_role_and_label(Role::CheckBox, "I keep to its licence: CC BY 4.0").click();
    window.run_steps(4);
    window.get_by_role_and_label(Role::Button, "Add and pin").click();
    window.run_steps(4);
    assert!(window.state().session().unwrap().manifest().unwrap().text().contains(&first));
    // A server that never answers is given up by *Cancel*, at once.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/room.git", silent.local_addr().unwrap());
    give(&mut window, &address);
    assert!(window.query_by_role_and_label(Role::TextInput, "Where the pack is").is_none(), "it is being read");
    assert!(window.query_by_label(&format!("Reading {address}…")).is_some());
    // The panel's; on a slow machine the status bar has one by now.
    window.get_all_by_role_and_label(Role::Button, "Cancel").last().unwrap().click();
    window.run_steps(4);
    let asks = window.get_by_role_and_label(Role::TextInput, "Where the pack is");
    assert_eq!(asks.accesskit_node().value().as_deref(), Some(address.as_str()), "it asks again, with what was typed");
    drop(silent);
    journey::wait(&mut window, |app| !app.is_busy());
    assert!(window.state().messages().is_empty(), "{:?}", window.state().messages());
}
