//! The mod details over a real session: every tab driven by AccessKit names.

use std::cell::RefCell;
use std::rc::Rc;

use egui::{Event, Key, Modifiers, Role, ThemePreference, Ui, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tablewright::dock::PanelState;
use tablewright::media::Ask;
use tablewright::panels::details::DetailsPanel;
use tablewright::panels::{View, Wish};
use tablewright::session::{Action, Session};
use tablewright::widgets::units::Unit;
use tablewright_core::edit::ManifestOp;
use tablewright_core::json::{Document, Pointer};
use tablewright_core::pointer;
use tablewright_core::publish::{GitState, Head, PublishedAs};
use tablewright_tests::kittest_gl::save_picture;
use tempfile::TempDir;

use crate::harness;

const MANIFEST: &str = r#"{
  "schemaVersion": "1.0",
  "id": "example.harbour",
  "name": "Harbour",
  "version": "1.2.0",
  "type": "game-pack",
  "entry": { "setup": "setup.json", "script": "scripts/main.js" },
  "assets": ["assets/a.png", "assets/b.png", "assets/c.png"],
  "compatibility": { "engine": ">=0.1 <1.0" },
  "capabilities": { "version": "1", "allowed": ["log", "ui"] },
  "license": "MIT",
  "tags": ["harbour", "ships"],
  "slug": "harbour",
  "summary": "Load ships and mind the tide.",
  "category": "board-game",
  "players": { "min": 2, "max": 4 },
  "screenshots": [{ "path": "media/one.png" }, { "video": { "provider": "youtube", "id": "aqz-KE-bpKQ" } }],
  "rules": [{ "kind": "link", "id": "faq", "title": "FAQ", "url": "https://example.org/faq" }],
  "dice": [{ "preset": "die-d6", "defaultCount": 2 }],
  "soundSets": [{ "name": "place", "variants": ["assets/a.wav"] }],
  "setupOptions": [
    { "key": "rounds", "label": "Rounds", "control": "number", "default": 8, "min": 4, "max": 12 },
    { "key": "fog", "label": "Fog", "control": "toggle", "default": false }
  ],
  "lobbyRequirements": [{ "id": "deck", "kind": "deck", "label": "Your cargo" }],
  "credits": [{ "id": "c1", "paths": ["assets/a.png"], "origin": "own-work", "recordedAt": "2026-09-21T04:00:18.858Z" }],
  "variants": [{ "id": "long", "name": "Long" }, { "id": "short", "name": "Short" }],
  "bots": [{ "id": "gull", "label": "Gull" }],
  "moonPhase": { "new": [1, 2, 3] }
}"#;

const SCENE: &str =
    r#"{"schemaVersion":2,"sceneId":"h","name":"Harbour","environment":{},"objects":[],"variants":{"base":"long","deltas":{}}}"#;

/// The panel over a pack in a folder of its own.
struct Details {
    session: Session,
    panel: DetailsPanel,
    asked: Vec<Wish>,
    folders: [TempDir; 2],
}

impl Details {
    fn open(manifest: &str) -> Self {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let pack = folders[0].path();
        std::fs::create_dir_all(pack.join("scripts")).unwrap();
        std::fs::create_dir_all(pack.join("media")).unwrap();
        std::fs::write(pack.join("diceytable.mod.json"), manifest).unwrap();
        std::fs::write(pack.join("setup.json"), SCENE).unwrap();
        std::fs::write(pack.join("scripts/main.js"), "exports.setup = (api) => { api.log(1); api.createObject({}); };").unwrap();
        std::fs::write(pack.join("media/new.png"), "no picture").unwrap();
        let (mut session, _) = Session::open(pack, folders[1].path()).unwrap();
        session.checked(session.revision(), session.check_job().run());
        Self { session, panel: DetailsPanel::default(), asked: Vec::new(), folders }
    }

    fn draw(&mut self, ui: &mut Ui) {
        let state = PanelState { focused: true, take_keyboard: false };
        let view = View { session: &self.session, units: Unit::Foot, state };
        let mut wishes = self.panel.show(ui, view);
        // Commands of the window that the form answers.
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, key));
        if self.panel.selected_element().is_some() {
            if pressed(Key::D) {
                self.panel.duplicate_element();
            }
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Delete)) {
                self.panel.remove_element();
            }
        }
        for wish in wishes.drain(..) {
            match wish {
                Wish::Act(action) => {
                    let notices = self.session.act(action);
                    assert!(notices.iter().all(|notice| !notice.failed), "{notices:?}");
                    self.session.checked(self.session.revision(), self.session.check_job().run());
                }
                other => self.asked.push(other),
            }
        }
    }

    fn text(&self) -> String {
        self.session.manifest().unwrap().text()
    }

    /// A part of the manifest as JSON without spaces; empty where nothing stands there.
    fn at(&self, at: &Pointer) -> String {
        let value = self.session.manifest().unwrap().at(at);
        value.map(|value| value.to_text().split_whitespace().collect()).unwrap_or_default()
    }

    fn steps(&self) -> Vec<String> {
        self.session.history().steps().filter(|step| step.index > 0 && !step.undone).map(|step| step.label.to_owned()).collect()
    }
}

struct Window {
    harness: Harness<'static>,
    details: Rc<RefCell<Details>>,
}

impl Window {
    fn open(manifest: &str) -> Self {
        Self::sized(manifest, ThemePreference::Dark, 1440.0, 2600.0)
    }

    fn sized(manifest: &str, theme: ThemePreference, width: f32, height: f32) -> Self {
        let details = Rc::new(RefCell::new(Details::open(manifest)));
        let inner = Rc::clone(&details);
        let mut harness = harness(theme, vec2(width, height), move |ui| inner.borrow_mut().draw(ui));
        harness.run_steps(4);
        Self { harness, details }
    }

    fn on(manifest: &str, tab: &str) -> Self {
        let mut window = Self::open(manifest);
        window.tab(tab);
        window
    }

    fn tab(&mut self, tab: &str) {
        self.harness.get_by_role_and_label(Role::Tab, tab).click();
        self.harness.run_steps(4);
    }

    fn click(&mut self, role: Role, name: &str) {
        self.harness.get_by_role_and_label(role, name).click();
        self.harness.run_steps(4);
    }

    fn press(&mut self, name: &str) {
        self.click(Role::Button, name);
    }

    fn type_into(&mut self, name: &str, text: &str, end: Key) {
        self.click(Role::TextInput, name);
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.harness.run_steps(2);
        match text {
            "" => self.harness.key_press(Key::Delete),
            text => self.harness.event(Event::Text(text.to_owned())),
        }
        self.harness.run_steps(2);
        self.harness.key_press(end);
        self.harness.run_steps(4);
    }

    fn fill(&mut self, name: &str, text: &str) {
        self.type_into(name, text, Key::Enter);
    }

    /// Chooses a row of the picker called `name`.
    fn choose(&mut self, name: &str, row: &str) {
        self.click(Role::ComboBox, name);
        self.click(Role::ListBoxOption, row);
    }

    fn act(&mut self, action: Action) {
        self.details.borrow_mut().session.act(action);
        self.harness.run_steps(4);
    }

    fn undo(&mut self) {
        self.act(Action::Undo);
    }

    fn at(&self, at: &Pointer) -> String {
        self.details.borrow().at(at)
    }

    fn text(&self) -> String {
        self.details.borrow().text()
    }

    fn steps(&self) -> Vec<String> {
        self.details.borrow().steps()
    }

    fn shows(&self, words: &str) -> bool {
        self.harness.query_all_by_label_contains(words).next().is_some()
    }

    fn value(&self, name: &str) -> String {
        self.harness.get_by_role_and_label(Role::TextInput, name).accesskit_node().value().unwrap_or_default()
    }
}

#[test]
fn the_first_edit_gives_the_page_an_address_that_then_stays() {
    let mut window = Window::open(&MANIFEST.replace("  \"slug\": \"harbour\",\n", ""));
    window.fill("Name", "Old harbour");
    assert_eq!(window.at(&pointer!["slug"]), "\"old-harbour\"");
    assert_eq!(window.steps(), ["Change name"], "one gesture, one step");
    window.fill("Name", "New harbour");
    assert_eq!(window.at(&pointer!["slug"]), "\"old-harbour\"", "links to the page go on working");
    window.press("Reset to the name");
    assert_eq!(window.at(&pointer!["slug"]), "\"new-harbour\"");
    assert!(window.harness.query_by_role_and_label(Role::Button, "Reset to the name").is_none());
    window.press("Remove page address");
    assert_eq!(window.at(&pointer!["slug"]), "");
    window.fill("Summary", "Ships.");
    assert_eq!(window.at(&pointer!["slug"]), "", "taken away, it is not made again by itself");
}

#[test]
fn details_are_typed_chosen_and_taken_away() {
    let mut window = Window::open(MANIFEST);
    window.press("Bump to 1.2.1");
    assert_eq!(window.at(&pointer!["version"]), "\"1.2.1\"");
    window.fill("Version", "two");
    assert_eq!(window.at(&pointer!["version"]), "\"two\"", "what breaks a rule is written");
    assert!(window.shows("Use semver, for example 1.0.0"), "and marked");
    window.choose("Category", "Chess-like");
    assert_eq!(window.at(&pointer!["category"]), "\"chess-like\"");
    window.choose("Licence", "CC0-1.0");
    assert_eq!(window.at(&pointer!["license"]), "\"CC0-1.0\"");
    window.fill("Works with", ">=0.3");
    assert!(window.shows("From 0.3 on."));
    window.fill("Add to tags", "tide, quay");
    assert_eq!(window.at(&pointer!["tags"]), r#"["harbour","ships","tide","quay"]"#);
    window.press("Remove ships");
    assert_eq!(window.at(&pointer!["tags"]), r#"["harbour","tide","quay"]"#);
    window.fill("Summary", "");
    assert_eq!(window.at(&pointer!["summary"]), "", "an emptied text that may be missing is taken out");
    let field = window.harness.get_by_role_and_label(Role::TextInput, "Summary");
    assert_eq!(field.accesskit_node().placeholder(), Some("Not set"));
    for _ in 0..8 {
        window.undo();
    }
    assert_eq!(window.text(), MANIFEST);
}

#[test]
fn another_word_can_be_typed_where_words_are_offered() {
    let mut window = Window::open(MANIFEST);
    window.click(Role::ComboBox, "Licence");
    window.harness.event(Event::Text("WTFPL".to_owned()));
    window.harness.run_steps(3);
    window.click(Role::ListBoxOption, "Use “WTFPL”");
    assert_eq!(window.at(&pointer!["license"]), "\"WTFPL\"");
    window.click(Role::ComboBox, "Category");
    window.harness.event(Event::Text("deck-builders".to_owned()));
    window.harness.run_steps(3);
    window.harness.key_press(Key::Enter);
    window.harness.run_steps(4);
    assert_eq!(window.at(&pointer!["category"]), "\"deck-builders\"", "any other is kept");
}

#[test]
fn what_is_no_number_waits_in_its_field() {
    let mut window = Window::on(MANIFEST, "Game");
    window.fill("Players, at most", "lots");
    assert_eq!(window.text(), MANIFEST, "nothing is written");
    assert_eq!(window.value("Players, at most"), "lots", "and nothing turns into the last value");
    assert!(window.shows("“lots” is no number."));
    let sentence = {
        let mut details = window.details.borrow_mut();
        let done = details.session.save_job().run().unwrap();
        let notes: Vec<String> = details.session.saved(done).into_iter().map(|notice| notice.text).collect();
        assert!(details.session.has_unsaved_work());
        notes
    };
    assert_eq!(sentence, ["Not saved: Players, at most: “lots” is no number."]);
    // Escape takes it back.
    window.type_into("Players, at most", "lots of", Key::Escape);
    window.click(Role::TextInput, "Players, at most");
    window.harness.key_press(Key::Escape);
    window.harness.run_steps(4);
    assert_eq!(window.value("Players, at most"), "4");
    assert!(!window.details.borrow().session.has_unsaved_work());
    // A number that breaks a rule is a number.
    window.fill("Players, at most", "1");
    assert_eq!(window.at(&pointer!["players"]), r#"{"min":2,"max":1}"#);
    assert!(window.shows("players.max must be greater than or equal to players.min."));
}

#[test]
fn what_waits_is_in_the_recovery_copy_and_comes_back_from_it() {
    let mut window = Window::on(MANIFEST, "Game");
    window.fill("Players, at least", "a few");
    window.details.borrow_mut().session.write_draft().unwrap();
    let (pack, state) = {
        let details = window.details.borrow();
        (details.folders[0].path().to_path_buf(), details.folders[1].path().to_path_buf())
    };
    let drafts = tablewright_core::pack::Drafts::find(&tablewright_core::pack::OsFs, &state, &pack).unwrap();
    assert_eq!(drafts.len(), 1);
    let (mut session, _) = Session::open(&pack, &state).unwrap();
    session.take_draft(&drafts[0].files).unwrap();
    let pending = session.pending(&pointer!["players", "min"]).expect("the text is back in its field");
    assert_eq!((pending.text.as_str(), pending.label.as_str()), ("a few", "Players, at least"));
    assert_eq!(session.manifest().unwrap().text(), MANIFEST);
}

#[test]
fn what_waits_follows_its_field_when_a_list_changes() {
    let mut window = Window::on(MANIFEST, "Game");
    window.click(Role::ListItem, "Setup option 1");
    window.fill("Setup option 1, least", "low");
    let waits = |window: &Window, at: Pointer| window.details.borrow().session.pending(&at).is_some();
    assert!(waits(&window, pointer!["setupOptions", 0, "min"]));
    window.click(Role::ListItem, "Setup option 2");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::ArrowUp);
    window.harness.run_steps(4);
    assert!(waits(&window, pointer!["setupOptions", 1, "min"]));
    window.press("Remove setup option 2");
    assert!(!window.details.borrow().session.has_unsaved_work() || window.details.borrow().session.all_pending().is_empty());
}

#[test]
fn elements_are_added_moved_doubled_and_removed_by_keys() {
    let mut window = Window::on(MANIFEST, "Game");
    let keys = |window: &Window| -> Vec<String> {
        let details = window.details.borrow();
        let list = details.session.manifest().unwrap().root().get("setupOptions").unwrap();
        list.items().map(|option| option.get("key").unwrap().as_str().unwrap().into_owned()).collect()
    };
    window.press("Add a setup option");
    assert_eq!(keys(&window), ["rounds", "fog", "setup_option"]);
    assert!(window.harness.query_by_role_and_label(Role::TextInput, "Setup option 3, key").is_some(), "it is open");
    window.fill("Setup option 3, label", "Wind");
    assert_eq!(window.at(&pointer!["setupOptions", 2, "label"]), "\"Wind\"");
    window.click(Role::ListItem, "Setup option 1");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::ArrowDown);
    window.harness.run_steps(4);
    assert_eq!(keys(&window), ["fog", "rounds", "setup_option"]);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::D);
    window.harness.run_steps(4);
    assert_eq!(keys(&window), ["fog", "rounds", "rounds_2", "setup_option"], "a copy has a name of its own");
    window.harness.key_press(Key::Delete);
    window.harness.run_steps(4);
    assert_eq!(keys(&window), ["fog", "rounds", "setup_option"]);
    let steps = [
        "Add setup option",
        "Change setup option 3, label",
        "Move setup option 1",
        "Duplicate setup option 2",
        "Remove setup option 3",
    ];
    assert_eq!(window.steps(), steps);
    for _ in steps {
        window.undo();
    }
    assert_eq!(window.text(), MANIFEST);
}

#[test]
fn elements_are_dragged_into_another_order() {
    let mut window = Window::on(MANIFEST, "Game");
    let place = |window: &Window, name: &str| window.harness.get_by_role_and_label(Role::ListItem, name).rect();
    let from = place(&window, "Setup option 1").left_center() + vec2(12.0, 0.0);
    let to = place(&window, "Setup option 2").left_bottom() + vec2(12.0, -2.0);
    window.harness.drag_at(from);
    window.harness.run_steps(2);
    window.harness.hover_at(to);
    window.harness.run_steps(3);
    window.harness.drop_at(to);
    window.harness.run_steps(4);
    assert_eq!(window.at(&pointer!["setupOptions", 0, "key"]), "\"fog\"");
    assert_eq!(window.steps(), ["Move setup option 1"]);
}

#[test]
fn at_the_cap_nothing_can_be_added_and_the_reason_is_told() {
    let die = |preset: &str| format!(r#"{{ "preset": "{preset}" }}"#);
    let all = ["die-d4", "die-d6", "die-d8", "die-d10", "die-d12", "die-d20", "die-piecepack"].map(die).join(", ");
    let mut window = Window::on(&MANIFEST.replace(r#"{ "preset": "die-d6", "defaultCount": 2 }"#, &all), "Game");
    assert!(window.shows("7 of 7") || window.harness.get_by_label("Add a die").accesskit_node().is_disabled());
    assert!(window.harness.get_by_role_and_label(Role::Button, "Add a die").accesskit_node().is_disabled());
    assert!(window.harness.query_by_role_and_label(Role::Button, "Duplicate die 1").is_none());
    window.press("Remove die 7");
    assert!(!window.harness.get_by_role_and_label(Role::Button, "Add a die").accesskit_node().is_disabled());
    window.press("Add a die");
    assert_eq!(window.at(&pointer!["dice", 6, "preset"]), "\"die-piecepack\"", "the one that is left");
}

#[test]
fn another_kind_takes_the_keys_of_the_first_and_undo_brings_them_back() {
    let mut window = Window::on(MANIFEST, "Game");
    window.click(Role::ListItem, "Rules document 1");
    window.choose("Rules document 1, kind", "Text (Markdown)");
    assert_eq!(window.at(&pointer!["rules", 0]), r#"{"kind":"markdown","id":"faq","title":"FAQ","path":""}"#);
    assert_eq!(window.steps().len(), 1);
    assert!(window.harness.query_by_role_and_label(Role::TextInput, "Rules document 1, file").is_some());
    window.undo();
    assert_eq!(window.text(), MANIFEST);
    assert!(window.harness.query_by_role_and_label(Role::TextInput, "Rules document 1, link").is_some());
    // A new one is asked about in a dialog.
    window.press("Add rules…");
    assert!(matches!(window.details.borrow().asked.last(), Some(Wish::Media(Ask::AddRules))));
    window.choose("Rules document 1, kind", "Video");
    window.fill("Rules document 1, video", "https://youtu.be/aqz-KE-bpKQ?t=3");
    assert_eq!(window.at(&pointer!["rules", 0, "video", "id"]), "\"aqz-KE-bpKQ\"", "any link gives the id");
}

#[test]
fn a_setup_option_has_the_modifiers_of_its_control_only() {
    let mut window = Window::on(MANIFEST, "Game");
    window.click(Role::ListItem, "Setup option 1");
    let has = |window: &Window, name: &str| window.harness.query_by_label(name).is_some();
    assert!(has(&window, "Setup option 1, least") && has(&window, "Setup option 1, step"));
    assert!(!has(&window, "Setup option 1, longest") && !has(&window, "Add a choice"));
    window.choose("Setup option 1, control", "One of several choices");
    assert_eq!(
        window.at(&pointer!["setupOptions", 0]),
        r#"{"key":"rounds","label":"Rounds","control":"select","default":"choice","options":[{"value":"choice","label":"Choice"}]}"#
    );
    assert!(has(&window, "Add a choice") && !has(&window, "Setup option 1, least"));
    window.choose("Setup option 1, starts as", "Choice");
    assert_eq!(window.steps().len(), 1, "it was chosen already");
    window.undo();
    assert_eq!(window.text(), MANIFEST);
    // A modifier that stands where it does nothing can only be taken out.
    let odd = MANIFEST.replace(r#""control": "toggle""#, r#""control": "toggle", "maxLength": 3"#);
    let mut window = Window::on(&odd, "Game");
    window.click(Role::ListItem, "Setup option 2");
    window.press("Remove setup option 2, longest");
    assert_eq!(window.text(), MANIFEST);
}

#[test]
fn dice_are_switched_off_by_a_key_and_on_by_taking_it_away() {
    let mut window = Window::on(MANIFEST, "Game");
    window.click(Role::Switch, "Dice can be rolled");
    assert_eq!(window.at(&pointer!["diceEnabled"]), "false");
    assert_eq!(window.at(&pointer!["dice"]), r#"[{"preset":"die-d6","defaultCount":2}]"#, "the list stays");
    assert!(window.shows("Kept for when dice are on again."));
    window.click(Role::Switch, "Dice can be rolled");
    assert_eq!(window.text(), MANIFEST);
    assert_eq!(window.steps(), ["Turn dice off", "Turn dice on"]);
    window.press("Remove dice");
    assert!(window.shows("The picker offers the standard set: d4, d6, d8, d10, d12 and d20."));
}

#[test]
fn a_deck_site_is_asked_for_where_the_sources_name_one() {
    let mut window = Window::on(MANIFEST, "Game");
    window.click(Role::ListItem, "Lobby requirement 1");
    assert!(!window.shows("Deck site"));
    window.press("Add to lobby requirement 1, decks from");
    window.click(Role::ListBoxOption, "A deck site");
    assert_eq!(window.at(&pointer!["lobbyRequirements", 0, "deckSources"]), r#"["database"]"#);
    window.press("Add lobby requirement 1, deck site");
    assert_eq!(window.at(&pointer!["lobbyRequirements", 0, "deckDatabase"]), r#"{"pluginId":"","listFunction":""}"#);
    assert!(window.harness.query_by_label("Lobby requirement 1, deck site, plugin").is_some());
}

#[test]
fn capabilities_are_ticked_beside_what_the_script_uses() {
    let mut window = Window::on(MANIFEST, "Script");
    for _ in 0..200 {
        if window.shows("Script uses capability") && !window.shows("Reading the script") {
            break;
        }
        window.harness.step();
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    window.click(Role::CheckBox, "Put things on the table");
    assert_eq!(window.at(&pointer!["capabilities", "allowed"]), r#"["log","ui","spawn-object"]"#);
    window.click(Role::CheckBox, "Write to the log");
    assert_eq!(window.at(&pointer!["capabilities", "allowed"]), r#"["ui","spawn-object"]"#);
    assert_eq!(window.steps(), ["Allow spawn-object", "Do not allow log"]);
    // Where nothing is said, a tick keeps what that meant.
    let silent = MANIFEST.replace("  \"capabilities\": { \"version\": \"1\", \"allowed\": [\"log\", \"ui\"] },\n", "");
    let mut window = Window::on(&silent, "Script");
    window.click(Role::CheckBox, "Play sounds");
    assert_eq!(window.at(&pointer!["capabilities"]), r#"{"version":"1","allowed":["log","play-sound"]}"#);
    window.press("Open");
    assert!(matches!(window.details.borrow().asked.last(), Some(Wish::OpenFile(path)) if path == "scripts/main.js"));
}

#[test]
fn files_are_edited_added_moved_and_removed() {
    let mut window = Window::on(MANIFEST, "Files");
    window.fill("Pre-loaded files 2", "assets/x.png");
    assert_eq!(window.at(&pointer!["assets"]), r#"["assets/a.png","assets/x.png","assets/c.png"]"#);
    window.press("Remove pre-loaded files 1");
    assert_eq!(window.at(&pointer!["assets"]), r#"["assets/x.png","assets/c.png"]"#);
    window.click(Role::ListItem, "Pre-loaded files 1");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::ArrowDown);
    window.harness.run_steps(4);
    assert_eq!(window.at(&pointer!["assets"]), r#"["assets/c.png","assets/x.png"]"#);
    // The list of the pack's files comes from a thread.
    window.press("Add to on demand");
    for _ in 0..200 {
        if window.harness.query_by_role_and_label(Role::ListBoxOption, "media/new.png").is_some() {
            break;
        }
        window.harness.step();
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    window.click(Role::ListBoxOption, "media/new.png");
    assert_eq!(window.at(&pointer!["excludedAssets"]), r#"["media/new.png"]"#);
    window.press("Add a repository");
    window.fill("Repository 1, owner", "example");
    assert_eq!(window.at(&pointer!["assetRepos"]), r#"[{"owner":"example","repo":"","ref":""}]"#);
}

#[test]
fn the_gallery_takes_pictures_and_links_to_videos() {
    let mut window = Window::on(MANIFEST, "Gallery");
    window.press("Add a video");
    window.fill("Gallery entry 3, video", "https://www.youtube.com/watch?v=aqz-KE-bpKQ");
    assert_eq!(window.at(&pointer!["screenshots", 2]), r#"{"video":{"provider":"youtube","id":"aqz-KE-bpKQ"}}"#);
    window.fill("Cover", "media/new.png");
    assert_eq!(window.at(&pointer!["coverImage"]), "\"media/new.png\"");
    window.click(Role::ListItem, "Gallery entry 1");
    window.press("Add gallery entry 1, crop");
    assert_eq!(window.at(&pointer!["screenshots", 0, "crop"]), r#"{"x":0,"y":0,"w":1,"h":1}"#);
    window.fill("Gallery entry 1, crop, left", "0.5");
    assert!(window.shows("Crop rectangle must stay within the image bounds"));
    window.press("Remove gallery entry 1, crop");
    assert_eq!(window.at(&pointer!["screenshots", 0]), r#"{"path":"media/one.png"}"#);
}

#[test]
fn sounds_credits_and_variants_are_lists() {
    let mut window = Window::on(MANIFEST, "Sounds");
    window.click(Role::ListItem, "Sound set 1");
    window.choose("Sound set 1, material", "Wood");
    window.click(Role::Switch, "Sound set 1, loops");
    assert_eq!(
        window.at(&pointer!["soundSets", 0]),
        r#"{"name":"place","variants":["assets/a.wav"],"material":"wood","loop":true}"#
    );
    window.tab("Credits");
    window.click(Role::RadioButton, "Fields");
    window.click(Role::ListItem, "Credit 1");
    window.choose("Credit 1, where it is from", "Somebody else’s");
    assert_eq!(window.at(&pointer!["credits", 0, "origin"]), "\"third-party\"");
    window.press("Add credit 1, copied from");
    window.choose("Credit 1, copied from, from", "A plugin’s library");
    assert!(window.at(&pointer!["credits", 0, "source"]).starts_with(r#"{"type":"plugin","pluginId":"""#));
    window.tab("Variants");
    window.press("Add a variant");
    assert_eq!(window.at(&pointer!["variants", 2]), r#"{"id":"variant","name":"Variant"}"#);
}

fn published(id: &str, pack_type: &str) -> GitState {
    let published = PublishedAs { id: id.to_owned(), pack_type: pack_type.to_owned(), variants: vec!["long".to_owned()] };
    GitState {
        head: Head::Branch("main".to_owned()),
        ahead_of_main: 0,
        dirty: 0,
        remote: None,
        blocked: None,
        shallow: false,
        published: Some(published),
    }
}

#[test]
fn what_was_published_is_locked_with_its_reason() {
    let mut window = Window::open(MANIFEST);
    assert!(window.harness.query_by_role_and_label(Role::ComboBox, "Type").is_some(), "until then all is open");
    window.details.borrow_mut().session.set_git(Some(published("Example.Harbour", "game-pack")));
    window.harness.run_steps(4);
    assert!(window.harness.query_by_role_and_label(Role::ComboBox, "Type").is_none());
    window.fill("ID", "another.id");
    window.fill("Type", "room-pack");
    window.tab("Variants");
    window.click(Role::ListItem, "Variant 1");
    window.fill("Variant 1, ID", "other");
    assert_eq!(window.text(), MANIFEST);
    window.click(Role::ListItem, "Variant 2");
    window.fill("Variant 2, ID", "tiny");
    assert_eq!(window.at(&pointer!["variants", 1, "id"]), "\"tiny\"", "this one was never published");
    // Another pack's history locks nothing.
    let window = Window::open(MANIFEST);
    window.details.borrow_mut().session.set_git(Some(published("someone.else", "game-pack")));
    assert!(window.harness.query_by_role_and_label(Role::ComboBox, "Type").is_some());
}

#[test]
fn unknown_keys_are_shown_and_kept() {
    let mut window = Window::open(MANIFEST);
    assert!(window.shows("Newer than this editor"));
    assert!(window.shows("{ new: [1, 2, 3] }"));
    window.fill("Name", "Port");
    assert_eq!(window.text(), MANIFEST.replace("\"Harbour\"", "\"Port\""));
    let odd = MANIFEST.replace(r#""label": "Gull""#, r#""label": "Gull", "wings": 2"#);
    let mut window = Window::on(&odd, "Script");
    window.harness.get_by_role_and_label(Role::ListItem, "Bot 1").click();
    window.harness.run_steps(6);
    assert!(window.shows("Newer than this editor"));
}

#[test]
fn what_a_type_cannot_use_is_listed_with_remove_and_not_offered() {
    let room = MANIFEST.replace("game-pack", "room-pack");
    let mut window = Window::open(&room);
    for gone in ["Game", "Plugins", "Variants"] {
        assert!(window.harness.query_by_role_and_label(Role::Tab, gone).is_none(), "{gone}");
    }
    assert!(window.shows("Not used by this type of pack"));
    window.press("Remove players");
    assert_eq!(window.at(&pointer!["players"]), "");
    window.press("Remove entry, entry script");
    assert_eq!(window.at(&pointer!["entry"]), r#"{"setup":"setup.json"}"#);
}

#[test]
fn a_search_finds_fields_of_all_tabs() {
    let mut window = Window::open(MANIFEST);
    window.click(Role::TextInput, "Find a field");
    window.harness.event(Event::Text("at most".to_owned()));
    window.harness.run_steps(4);
    assert!(window.harness.query_by_label("Players, at most").is_some());
    assert!(window.harness.query_by_role_and_label(Role::TextInput, "ID").is_none());
    window.fill("Players, at most", "5");
    assert_eq!(window.at(&pointer!["players", "max"]), "5");
    window.type_into("Find a field", "no such thing", Key::Tab);
    assert!(window.shows("No field fits"));
}

#[test]
fn somebody_is_led_to_a_field_wherever_it_is() {
    let mut window = Window::open(MANIFEST);
    for (at, name) in [
        (pointer!["lobbyRequirements", 0, "label"], "Lobby requirement 1, label"),
        (pointer!["credits", 0, "creator"], "Credit 1, creator"),
        (pointer!["assets", 2], "Pre-loaded files 3"),
        (pointer!["players", "max"], "Players, at most"),
        (pointer!["compatibility", "engine"], "Works with"),
    ] {
        window.details.borrow_mut().panel.go_to(&at);
        window.harness.run_steps(8);
        let field = window.harness.get_by_role_and_label(Role::TextInput, name);
        assert!(field.rect().top() > 56.0 && field.rect().bottom() < 2600.0, "{name}: {:?}", field.rect());
    }
}

/// A list of this many files.
fn many_files(count: usize) -> String {
    let files: Vec<String> = (0..count).map(|n| format!("\"assets/{n}.png\"")).collect();
    MANIFEST.replace(r#"["assets/a.png", "assets/b.png", "assets/c.png"]"#, &format!("[{}]", files.join(",")))
}

#[test]
fn long_lists_draw_what_is_seen() {
    let mut window = Window::on(&many_files(2000), "Files");
    let drawn = window.harness.query_all_by_label_contains("Pre-loaded files ").count();
    assert!(drawn < 400, "{drawn} of 2,000 rows");
    window.details.borrow_mut().panel.go_to(&pointer!["assets", 1900]);
    window.harness.run_steps(8);
    window.fill("Pre-loaded files 1901", "assets/new.png");
    assert_eq!(window.at(&pointer!["assets", 1900]), "\"assets/new.png\"");
    assert!(window.harness.get_by_role_and_label(Role::Button, "Add to pre-loaded files").accesskit_node().is_disabled());
}

#[test]
fn whatever_stands_in_a_field_is_shown_and_kept() {
    // Another test has ten times as much; here the checks between would take minutes unoptimised.
    let long = format!("\"{}\"", "x".repeat(1 << 20));
    let list = format!("[{}0]", "0,".repeat(99_999));
    let object = r#"{"a":{"b":[1,2]}}"#;
    let mut window = Window::open(MANIFEST);
    for value in ["null", "7", &long, object, &list] {
        let odd = Document::parse(value.as_bytes()).unwrap();
        for key in tablewright_core::manifest::table::top_level_keys() {
            let ops = vec![ManifestOp::Set(pointer![key], odd.root().to_value())];
            {
                let mut details = window.details.borrow_mut();
                details.session.act(Action::Manifest { label: "Odd".to_owned(), ops, merge: None });
                let found = details.session.check_job().run();
                let revision = details.session.revision();
                details.session.checked(revision, found);
                details.panel.go_to(&pointer![key]);
            }
            window.harness.run_steps(4);
            let at = window.details.borrow().session.manifest().unwrap().root().get(key).unwrap().raw().map(str::len);
            assert!(at.is_none_or(|length| length == value.len()), "{key} is kept");
            assert_eq!(window.steps(), ["Odd"], "{key}: looking changes nothing");
            window.undo();
            assert_eq!(window.text(), MANIFEST, "{key}");
        }
    }
}

#[test]
fn a_value_of_another_kind_can_begin_anew() {
    let mut window = Window::open(&MANIFEST.replace("\"Harbour\"", "[1, 2]"));
    assert!(window.shows("A list of 2 entries stands here."));
    window.press("Begin name anew");
    assert_eq!(window.at(&pointer!["name"]), "\"\"");
    window.undo();
    assert_eq!(window.at(&pointer!["name"]), "[1,2]");
    let long = format!("\"{}\"", "y".repeat(10 << 20));
    let mut window = Window::open(&MANIFEST.replace("\"Load ships and mind the tide.\"", &long));
    assert!(window.shows("10,485,760 characters are too many"));
    window.press("Cut to 200 characters");
    assert_eq!(window.at(&pointer!["summary"]).len(), 202);
}

#[test]
fn every_tab_is_drawn_in_both_themes() {
    for (name, theme) in [("dark", ThemePreference::Dark), ("light", ThemePreference::Light)] {
        let mut window = Window::sized(MANIFEST, theme, 1440.0, 836.0);
        for tab in tablewright::panels::details::Tab::ALL {
            window.tab(tab.title());
            save_picture(&format!("details-{}-{name}", tab.title().to_lowercase()), &window.harness.render().unwrap());
        }
    }
    let mut window = Window::sized(MANIFEST, ThemePreference::Dark, 1280.0, 656.0);
    window.tab("Game");
    save_picture("details-game-small", &window.harness.render().unwrap());
    // Without room for it beside the form, the listing is a tab.
    window.tab("Listing");
    assert!(window.shows("As players see it") || window.shows("Load ships and mind the tide."));
    save_picture("details-listing-small", &window.harness.render().unwrap());
}
