//! The lobby preview: what a room's owner chooses and what a guest sees, found by AccessKit names.

use std::cell::RefCell;
use std::rc::Rc;

use egui::{Event, Key, Modifiers, Role, ThemePreference, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use tablewright::dock::PanelState;
use tablewright::panels::lobby::LobbyPanel;
use tablewright::panels::{View, Wish};
use tablewright::session::{Action, Session};
use tablewright::widgets::units::Unit;
use tablewright_tests::kittest_gl::save_picture;
use tempfile::TempDir;

use crate::harness;

const MANIFEST: &str = r#"{"schemaVersion": "1.0", "id": "small-go", "type": "game-pack", "name": "Small Go", "version": "1.0.0",
  "entry": {"setup": "setup.json", "script": "main.js"}, "players": {"min": 2, "max": 4},
  "variants": [
    {"id": "plain", "name": "By hand", "description": "Nothing is enforced."},
    {"id": "big", "name": "Big table", "players": {"min": 5, "max": 12}},
    {"id": "duel", "name": "Duel", "players": {"min": 2, "max": 2}, "rulesEnforced": true, "ranking": {}}],
  "bots": [{"id": "easy", "label": "Easy bot", "handler": "search", "seats": {"max": 1}}],
  "setupOptions": [
    {"key": "hand", "label": "Hand size", "control": "number", "default": 5, "min": 3, "max": 7, "help": "Cards for each."},
    {"key": "open", "label": "Open hands", "control": "toggle", "default": false}],
  "lobbyRequirements": [{"id": "deck", "kind": "deck", "label": "Your deck", "minCards": 60, "deckSources": ["community", "mine"]}]}"#;

const SCENE: &str = r#"{"schemaVersion": 2, "sceneId": "s", "name": "S", "environment": {}, "objects": [],
  "scripts": [{"id": "referee", "name": "referee", "source": "bots.add('search', play); match.end({})"}],
  "variants": {"base": "plain", "deltas": {"duel": {"scene": {"sceneScriptIds": ["referee"]}}}}}"#;

struct Room {
    session: Session,
    lobby: LobbyPanel,
    _folders: [TempDir; 2],
}

struct Window {
    harness: Harness<'static>,
    room: Rc<RefCell<Room>>,
}

impl Window {
    fn open(manifest: &str, theme: ThemePreference) -> Self {
        let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
        for (name, text) in [("diceytable.mod.json", manifest), ("setup.json", SCENE), ("main.js", "api.log('hello')")] {
            std::fs::write(folders[0].path().join(name), text).expect("a file");
        }
        let (session, _) = Session::open(folders[0].path(), folders[1].path()).expect("a pack");
        let room = Rc::new(RefCell::new(Room { session, lobby: LobbyPanel::default(), _folders: folders }));
        let inner = Rc::clone(&room);
        let harness = harness(theme, vec2(384.0, 1000.0), move |ui| {
            let Room { session, lobby, .. } = &mut *inner.borrow_mut();
            let state = PanelState { focused: true, take_keyboard: false };
            let wishes = lobby.show(ui, View { session, units: Unit::Foot, state });
            for wish in wishes {
                let Wish::Act(action) = wish else { continue };
                session.act(action);
            }
        });
        let mut window = Self { harness, room };
        // The entry script is read on a thread of its own.
        for _ in 0..200 {
            window.harness.run_steps(2);
            if !window.shows("reading") {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        window.harness.run_steps(4);
        window
    }

    fn shows(&self, words: &str) -> bool {
        self.harness.query_all_by_label_contains(words).next().is_some()
    }

    fn click(&mut self, role: Role, name: &str) {
        self.harness.get_by_role_and_label(role, name).click();
        self.harness.run_steps(4);
    }

    fn choose(&mut self, picker: &str, row: &str) {
        self.click(Role::ComboBox, picker);
        self.click(Role::ListBoxOption, row);
    }

    fn store(&mut self, id: &str) {
        self.click(Role::TextInput, "Stored id");
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.harness.event(Event::Text(id.to_owned()));
        self.harness.run_steps(2);
        self.harness.key_press(Key::Enter);
        self.harness.run_steps(4);
    }
}

#[test]
fn the_owner_chooses_a_variant_and_everybody_sees_it() {
    let mut window = Window::open(MANIFEST, ThemePreference::Dark);
    assert!(window.shows("Variant: By hand") && window.shows("Nothing is enforced.") && window.shows("2–4 players"));
    assert!(window.shows(r#""id": "plain", "rulesEnforced": false, "ranked": false"#));
    assert!(window.harness.query_by_label_contains("Scores and Player Trust").is_none(), "no ranked play is offered");
    window.choose("Variant", "Duel");
    assert!(window.shows("Variant: Duel") && window.shows("Fully scripted") && window.shows("Ranked available"));
    window.click(Role::Switch, "Scores and Player Trust change");
    assert!(window.shows(r#""id": "duel", "rulesEnforced": true, "ranked": true"#));
    let picture = window.harness.render().expect("a picture");
    save_picture("lobby-dark", &picture);
    window.click(Role::RadioButton, "Guest");
    assert!(window.shows("Variant: Duel") && window.harness.query_by_label("Game options").is_none());
    assert!(!window.room.borrow().session.is_unsaved(), "a preview changes nothing");
}

#[test]
fn a_choice_that_cannot_seat_the_cap_clears_it_and_says_so() {
    let mut window = Window::open(MANIFEST, ThemePreference::Light);
    window.choose("Seat cap", "4");
    window.choose("Variant", "Big table");
    assert!(window.shows("can’t seat a table of 4, so the seat cap is cleared"));
    assert!(window.shows("the platform seats at most 10"));
    let picture = window.harness.render().expect("a picture");
    save_picture("lobby-light", &picture);
}

#[test]
fn bots_sit_where_a_script_registers_their_handler() {
    let mut window = Window::open(MANIFEST, ThemePreference::Dark);
    assert!(window.shows("Refused here") && window.shows("bot-variant-no-handler"));
    window.choose("Variant", "Duel");
    window.click(Role::Button, "Seat Easy bot");
    assert!(window.harness.query_by_label("Remove Easy bot").is_some());
    window.choose("Variant", "By hand");
    assert!(window.shows("lost its seat") && window.harness.query_by_label("Remove Easy bot").is_none());
}

#[test]
fn questions_stand_with_their_defaults_and_in_their_three_places() {
    let mut window = Window::open(MANIFEST, ThemePreference::Dark);
    assert!(window.shows("Cards for each.") && window.shows("At least 60 cards") && window.shows("Community"));
    assert!(window.shows("No your deck yet") && window.shows("sam (Your deck) still has to choose before this game can start"));
    window.click(Role::Switch, "Off");
    assert!(window.harness.query_by_role_and_label(Role::Switch, "On").is_some());
    window.click(Role::Button, "Open the room anew");
    assert!(window.harness.query_by_role_and_label(Role::Switch, "Off").is_some());
}

#[test]
fn an_id_that_the_list_lost_opens_on_the_first_and_start_locks() {
    let mut window = Window::open(MANIFEST, ThemePreference::Dark);
    window.store("tiny");
    assert!(window.shows("This room stored “tiny”") && window.shows("Variant: By hand"));
    window.store("duel");
    assert!(window.shows("Variant: Duel"));
    window.click(Role::Button, "Start");
    assert!(window.harness.query_by_role_and_label(Role::ComboBox, "Variant").is_none());
    window.click(Role::Button, "Back to the lobby");
    window.choose("Variant", "Big table");
    assert!(window.shows("Variant: Big table"));
}

#[test]
fn what_the_manifest_says_anew_is_shown_at_once() {
    let mut window = Window::open(MANIFEST, ThemePreference::Dark);
    let at = tablewright_core::pointer!["variants", 0, "name"];
    let ops = vec![tablewright_core::edit::ManifestOp::Set(at, "Free play".into())];
    window.room.borrow_mut().session.act(Action::Manifest { label: "Rename".to_owned(), ops, merge: None });
    window.harness.run_steps(3);
    assert!(window.shows("Variant: Free play"));
    let room = MANIFEST.replace("game-pack", "room-pack");
    assert!(Window::open(&room, ThemePreference::Dark).shows("No lobby"));
}
