//! The Variants dialog over a real session: each row and each act of it, driven by AccessKit names.

use std::cell::RefCell;
use std::rc::Rc;

use egui::{Event, Key, Modifiers, PointerButton, Role, ThemePreference, Ui, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use tablewright::app::App;
use tablewright::commands::Command;
use tablewright::dock::Workspace;
use tablewright::panels::Wish;
use tablewright::session::{Action, Session};
use tablewright::variants_dialog::VariantsDialog;
use tablewright_core::find::Target;
use tablewright_core::pointer;
use tablewright_core::publish::{GitState, Head, PublishedAs};
use tablewright_tests::kittest_gl::save_picture;
use tempfile::TempDir;

use crate::harness;
use crate::journey::{wait, window};

const MANIFEST: &str = r#"{
  "schemaVersion": "1.0", "id": "example.go", "name": "Go", "version": "1.0.0", "type": "game-pack",
  "entry": { "setup": "setup.json", "script": "main.js" },
  "compatibility": { "engine": ">=0.1 <1.0" }, "license": "MIT",
  "players": { "min": 2, "max": 2 },
  "variants": [
    { "id": "19x19", "name": "19×19" },
    { "id": "13x13", "name": "13×13", "description": "The middle board." },
    { "id": "9x9", "name": "9×9", "rulesEnforced": true, "ranking": { "placementGames": 5 } },
    { "id": "hand", "name": "By hand" }
  ]
}"#;

const SCENE: &str = r##"{
  "schemaVersion": 2, "sceneId": "go", "name": "Go",
  "environment": {"tableSurfaceColor":"#2e5d4b","tableSurfaceTextureAssetId":null,"ambientColor":"#ffffff",
    "fogEnabled":false,"fogColor":"#000000","fogDensity":0,"skyboxAssetId":null},
  "roomSettings": {"rigidBodies": false},
  "objects": [
    {"id":"B","kind":"board","label":"Big board","position":{"x":0,"y":0,"z":0},"metadata":{}},
    {"id":"S","kind":"bag","label":"Stones","position":{"x":1.50,"y":0,"z":0},"color":"#101010","metadata":{"scriptId":"s1"}}
  ],
  "scripts": [{"id":"s1","name":"deal.ts","language":"typescript","source":"if (world.getVariant().id === '13x13') {\n}\n","compiled":"","refKind":null,"variables":[],"updatedAt":"2026-09-19T10:20:30.000Z"}],
  "sceneScriptIds": ["s1"],
  "variants": {
    "base": "19x19",
    "deltas": {
      "13x13": {
        "removed": ["B"],
        "objects": [
          {"id":"b13","kind":"board","label":"Middle board","position":{"x":0,"y":0,"z":0},"metadata":{}},
          {"id":"S","kind":"bag","label":"Stones","position":{"x":1.50,"y":0,"z":0},"color":"#fefefe","metadata":{"scriptId":"s1"}}
        ],
        "scene": {"roomSettings": {"rigidBodies": true}}
      },
      "9x9": {"removed": ["B"]}
    }
  }
}"##;

/// The dialog over a pack in a folder of its own.
struct Opened {
    session: Session,
    dialog: VariantsDialog,
    asked: Vec<Wish>,
    said: Vec<String>,
    _folders: [TempDir; 2],
}

impl Opened {
    fn new(manifest: &str, scene: &str) -> Self {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let pack = folders[0].path();
        std::fs::write(pack.join("diceytable.mod.json"), manifest).unwrap();
        std::fs::write(pack.join("setup.json"), scene).unwrap();
        std::fs::write(pack.join("main.js"), "exports.setup = (api) => api.getVariant().id == \"13x13\";\n").unwrap();
        let (mut session, _) = Session::open(pack, folders[1].path()).unwrap();
        session.checked(session.revision(), session.check_job().run());
        let mut dialog = VariantsDialog::default();
        dialog.open(&session);
        Self { session, dialog, asked: Vec::new(), said: Vec::new(), _folders: folders }
    }

    fn draw(&mut self, ui: &mut Ui) {
        for wish in self.dialog.show(ui.ctx(), &self.session, None) {
            match wish {
                Wish::Act(action) => {
                    let notices = self.session.act(action);
                    assert!(notices.iter().all(|notice| !notice.failed), "{notices:?}");
                    self.said.extend(notices.into_iter().map(|notice| notice.text));
                    self.session.checked(self.session.revision(), self.session.check_job().run());
                }
                other => self.asked.push(other),
            }
        }
    }
}

struct Window {
    harness: Harness<'static>,
    opened: Rc<RefCell<Opened>>,
}

impl Window {
    fn open() -> Self {
        Self::on(MANIFEST, SCENE)
    }

    fn on(manifest: &str, scene: &str) -> Self {
        Self::sized(manifest, scene, ThemePreference::Dark, 1440.0, 900.0)
    }

    fn sized(manifest: &str, scene: &str, theme: ThemePreference, width: f32, height: f32) -> Self {
        let opened = Rc::new(RefCell::new(Opened::new(manifest, scene)));
        let inner = Rc::clone(&opened);
        let mut harness = harness(theme, vec2(width, height), move |ui| inner.borrow_mut().draw(ui));
        harness.run_steps(6);
        Self { harness, opened }
    }

    fn click(&mut self, role: Role, name: &str) {
        self.harness.get_by_role_and_label(role, name).click();
        self.harness.run_steps(4);
    }

    fn press(&mut self, name: &str) {
        self.click(Role::Button, name);
    }

    fn row(&mut self, name: &str) {
        self.click(Role::ListBoxOption, name);
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(4);
    }

    fn fill(&mut self, name: &str, text: &str) {
        self.click(Role::TextInput, name);
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.harness.run_steps(2);
        match text {
            "" => self.harness.key_press(Key::Delete),
            text => self.harness.event(Event::Text(text.to_owned())),
        }
        self.harness.run_steps(2);
        self.harness.key_press(Key::Enter);
        self.harness.run_steps(4);
    }

    fn has(&self, role: Role, name: &str) -> bool {
        self.harness.query_by_role_and_label(role, name).is_some()
    }

    /// Whether anything on the screen says this.
    fn says(&self, text: &str) -> bool {
        let said = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            [node.label(), node.value()].into_iter().flatten().any(|said| said.contains(text))
        };
        self.harness.query_all_by(said).next().is_some()
    }

    fn is_open(&self) -> bool {
        self.opened.borrow().dialog.is_open()
    }

    fn manifest(&self) -> serde_json::Value {
        serde_json::from_str(&self.opened.borrow().session.manifest().unwrap().text()).unwrap()
    }

    fn scene(&self) -> serde_json::Value {
        serde_json::from_str(&self.opened.borrow().session.scene().unwrap().text()).unwrap()
    }

    fn ids(&self) -> Vec<String> {
        self.opened.borrow().session.listed().to_vec()
    }

    fn steps(&self) -> Vec<String> {
        let opened = self.opened.borrow();
        opened.session.history().steps().filter(|step| step.index > 0 && !step.undone).map(|step| step.label.to_owned()).collect()
    }

    fn undo(&mut self) {
        self.opened.borrow_mut().session.act(Action::Undo);
        self.harness.run_steps(4);
    }

    /// As if the pack had been published with its variants.
    fn publish(&mut self) {
        let variants = self.ids();
        let published = PublishedAs { id: "example.go".to_owned(), pack_type: "game-pack".to_owned(), variants };
        let git = GitState {
            head: Head::Branch("wip".to_owned()),
            ahead_of_main: 0,
            dirty: 0,
            remote: None,
            blocked: None,
            shallow: false,
            published: Some(published),
        };
        self.opened.borrow_mut().session.set_git(Some(git));
        self.harness.run_steps(4);
    }
}

#[test]
fn the_list_is_in_lobby_order_with_badges_and_counts() {
    let window = Window::open();
    for name in ["19×19", "13×13", "9×9", "By hand"] {
        assert!(window.has(Role::ListBoxOption, name), "{name}");
    }
    assert!(window.says("The base: The others are kept as differences from it"), "the variant shown is the one that is chosen");
}

#[test]
fn what_a_variant_changes_is_told_and_its_own_copies_can_follow_again() {
    let mut window = Window::open();
    window.row("13×13");
    for said in [
        "1 entity added: Middle board",
        "1 entity changed: Stones, colour",
        "1 entity removed: Big board",
        "Table & room: Own copy: room settings",
        "Snap points: Follows the base",
    ] {
        assert!(window.says(said), "{said}");
    }
    window.press("Follow the base again: Table & room");
    assert!(window.scene()["variants"]["deltas"]["13x13"].get("scene").is_none());
    assert_eq!(window.steps(), ["Let 13×13 follow the base’s room settings"]);
    window.press("Show differences");
    assert!(!window.is_open());
}

#[test]
fn a_name_takes_its_id_along_until_it_is_published() {
    let mut window = Window::open();
    window.row("9×9");
    window.fill("Name", "Small Board (9x9)");
    assert_eq!(window.ids()[2], "small-board-9x9");
    assert!(window.scene()["variants"]["deltas"].get("small-board-9x9").is_some());
    assert!(window.is_open(), "Enter ends the typing, not the dialog");
    window.publish();
    window.fill("Name", "Tiny");
    assert_eq!((window.ids()[2].as_str(), window.manifest()["variants"][2]["name"].as_str()), ("small-board-9x9", Some("Tiny")));
    assert!(window.says("Locked: rooms that chose this variant"));
    window.undo();
    window.undo();
    assert_eq!(window.ids()[2], "9x9");
}

#[test]
fn an_id_is_renamed_in_a_sheet_that_names_the_scripts() {
    let mut window = Window::open();
    window.row("13×13");
    window.press("Rename ID…");
    assert!(window.says("Scripts name “13x13” in 2 places"));
    save_picture("variants-sheet-rename", &window.harness.render().expect("a picture"));
    window.fill("New ID", "9x9");
    assert!(window.says("Another variant has the id “9x9”") && window.ids()[1] == "13x13");
    window.fill("New ID", "middle");
    assert_eq!(window.ids()[1], "middle");
    assert_eq!(window.steps(), ["Rename the id of 13×13"]);
    assert!(window.is_open() && window.scene()["variants"]["deltas"].get("middle").is_some());
}

#[test]
fn a_place_in_a_script_can_be_shown() {
    let mut window = Window::open();
    window.row("13×13");
    window.press("Rename ID…");
    window.press("Show deal.ts:1");
    assert!(!window.is_open());
    let opened = window.opened.borrow();
    assert!(matches!(&opened.asked[0], Wish::GoTo(Target::Entity { id, .. }) if id == "S"), "{:?}", opened.asked);
}

#[test]
fn description_players_and_rules_are_the_manifests() {
    let mut window = Window::open();
    window.row("13×13");
    window.fill("Description", "A quick one.");
    window.click(Role::CheckBox, "Own range");
    assert_eq!(window.manifest()["variants"][1]["players"], serde_json::json!({"min": 2, "max": 2}));
    window.click(Role::CheckBox, "Own range");
    assert!(window.manifest()["variants"][1].get("players").is_none());
    window.click(Role::Switch, "Fully scripted");
    window.click(Role::Switch, "Ranked");
    assert_eq!(window.manifest()["variants"][1]["ranking"], serde_json::json!({}));
    window.fill("Placement games", "3");
    assert_eq!(window.manifest()["variants"][1]["ranking"]["placementGames"], 3);
    window.click(Role::Switch, "Fully scripted");
    let entry = window.manifest()["variants"][1].clone();
    assert_eq!(
        entry,
        serde_json::json!({"id": "13x13", "name": "13×13", "description": "A quick one."}),
        "ranked play needs a referee"
    );
    assert_eq!(window.steps().len(), 7);
}

#[test]
fn rows_are_moved_by_keys_and_by_dragging() {
    let mut window = Window::open();
    window.row("9×9");
    window.key(Modifiers::COMMAND, Key::ArrowUp);
    assert_eq!(window.ids(), ["19x19", "9x9", "13x13", "hand"]);
    window.key(Modifiers::COMMAND, Key::ArrowDown);
    assert_eq!(window.ids(), ["19x19", "13x13", "9x9", "hand"]);
    let from = window.harness.get_by_role_and_label(Role::ListBoxOption, "9×9").rect().center();
    let to = window.harness.get_by_role_and_label(Role::ListBoxOption, "19×19").rect().center_top();
    for (at, pressed) in [(from, Some(true)), (from - vec2(0.0, 20.0), None), (to, None), (to, Some(false))] {
        window.harness.event(Event::PointerMoved(at));
        if let Some(pressed) = pressed {
            let button = Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
            window.harness.event(button);
        }
        window.harness.run_steps(2);
    }
    window.harness.run_steps(2);
    assert_eq!(window.ids(), ["9x9", "19x19", "13x13", "hand"]);
    assert_eq!(window.steps().last().unwrap(), "Move 9×9");
}

#[test]
fn keys_choose_rename_duplicate_and_delete() {
    let mut window = Window::open();
    window.row("19×19");
    window.key(Modifiers::NONE, Key::ArrowDown);
    window.key(Modifiers::COMMAND, Key::D);
    assert_eq!(window.ids(), ["19x19", "13x13", "13x13-copy", "9x9", "hand"]);
    window.key(Modifiers::NONE, Key::F2);
    window.harness.event(Event::Text("Blitz ".to_owned()));
    window.harness.run_steps(2);
    window.key(Modifiers::NONE, Key::Enter);
    assert!(window.manifest()["variants"][2]["name"].as_str().unwrap().contains("Blitz"), "the copy is the one that is chosen");
    window.row("By hand");
    window.key(Modifiers::NONE, Key::Delete);
    assert!(window.says("Delete By hand?") && window.says("Nothing of the scene is lost"));
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.is_open() && !window.says("Delete By hand?"), "Escape closes the sheet alone");
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.ids(), ["19x19", "13x13", "9x9", "hand"]);
    window.key(Modifiers::NONE, Key::Escape);
    assert!(!window.is_open());
}

#[test]
fn adding_asks_first_what_differs() {
    let mut window = Window::open();
    window.press("Add a variant");
    window.click(Role::RadioButton, "Only a number or a choice");
    assert!(window.says("A setup option fits better"));
    window.press("Add a setup option…");
    assert!(!window.is_open());
    let asked = &window.opened.borrow().asked;
    assert!(matches!(&asked[0], Wish::GoTo(Target::Field(at)) if *at == pointer!["setupOptions"]), "{asked:?}");
}

#[test]
fn a_variant_is_added_from_another_one_or_empty() {
    let mut window = Window::open();
    window.press("Add a variant");
    window.click(Role::RadioButton, "The table itself");
    window.click(Role::RadioButton, "Another variant");
    window.click(Role::ComboBox, "Variant to begin with");
    // The row of the picker, over that of the list.
    window.harness.get_all_by_role_and_label(Role::ListBoxOption, "13×13").last().unwrap().click();
    window.harness.run_steps(4);
    window.fill("Name of the new variant", "Blitz 13×13");
    assert_eq!(window.ids().last().unwrap(), "blitz-13x13", "Enter adds it");
    let scene = window.scene();
    assert_eq!(scene["variants"]["deltas"]["blitz-13x13"], scene["variants"]["deltas"]["13x13"]);
    assert!(window.says("1 entity added: Middle board"), "the new one is chosen");
    window.press("Add a variant");
    window.click(Role::RadioButton, "The table itself");
    window.click(Role::RadioButton, "An empty table");
    window.fill("ID of the new variant", "blank");
    window.fill("Name of the new variant", "Blank table");
    assert_eq!(window.scene()["variants"]["deltas"]["blank"]["removed"], serde_json::json!(["B", "S"]));
    assert_eq!(window.steps(), ["Add Blitz 13×13", "Add Blank table"]);
}

#[test]
fn the_first_variant_made_turns_the_game_into_base_and_default() {
    let mut manifest: serde_json::Value = serde_json::from_str(MANIFEST).unwrap();
    manifest.as_object_mut().unwrap().remove("variants");
    let mut scene: serde_json::Value = serde_json::from_str(SCENE).unwrap();
    scene.as_object_mut().unwrap().remove("variants");
    let mut window = Window::on(&manifest.to_string(), &scene.to_string());
    assert!(window.says("One way to play it"));
    window.press("Add a variant…");
    window.click(Role::RadioButton, "The table itself");
    assert!(window.says("The game as it is becomes the variant “Go”"));
    save_picture("variants-sheet-add", &window.harness.render().expect("a picture"));
    window.fill("Name of the new variant", "9×9");
    assert_eq!(window.ids(), ["go", "9x9"]);
    assert_eq!(window.scene()["variants"]["base"], "go");
    assert!(window.opened.borrow().said[0].contains("what a lobby starts with"));
}

#[test]
fn the_base_is_made_with_its_proof_on_view() {
    let mut window = Window::open();
    window.row("13×13");
    let before = window.opened.borrow().session.scene().unwrap().text();
    window.press("Make this the base…");
    assert!(window.says("A reader without variants will see 2 entities, and the file checks clean."));
    for name in ["19×19", "13×13", "9×9", "By hand"] {
        assert!(window.has(Role::Group, &format!("{name}: plays the same")), "{name}");
    }
    window.press("Make this the base");
    assert_eq!((window.scene()["variants"]["base"].as_str(), window.ids()[0].as_str()), (Some("13x13"), "19x19"));
    assert_eq!(window.steps(), ["Make 13×13 the base"]);
    window.undo();
    assert_eq!(window.opened.borrow().session.scene().unwrap().text(), before);
}

#[test]
fn deleting_says_what_is_lost_and_who_becomes_the_base() {
    let mut window = Window::open();
    window.row("19×19");
    window.press("Delete");
    assert!(window.says("It is the base. 13×13, the first of those that stay, becomes the base"));
    save_picture("variants-sheet-delete", &window.harness.render().expect("a picture"));
    let delete = window.harness.get_all_by_role_and_label(Role::Button, "Delete").last().unwrap();
    delete.click();
    window.harness.run_steps(4);
    assert_eq!((window.ids().len(), window.scene()["variants"]["base"].as_str()), (3, Some("13x13")));
    assert_eq!(window.opened.borrow().said, ["13×13 is the base now."]);
    assert!(window.is_open());
}

#[test]
fn all_scripts_of_a_variant_are_detached_with_the_reminder() {
    let mut window = Window::open();
    window.row("By hand");
    window.press("Detach all scripts…: Scripts");
    assert!(window.says("The entry script main.js still runs in every variant"));
    assert!(window.says("has to be placed in this variant’s scene"));
    save_picture("variants-sheet-by-hand", &window.harness.render().expect("a picture"));
    window.press("Detach all scripts");
    let scene = window.scene();
    assert_eq!(scene["variants"]["deltas"]["hand"]["scene"]["sceneScriptIds"], serde_json::json!([]));
    assert_eq!(scene["sceneScriptIds"], serde_json::json!(["s1"]), "no other variant changes");
    assert!(window.opened.borrow().said[0].contains("main.js") && window.says("so it is played by hand"));
}

#[test]
fn differences_that_the_list_lacks_come_back_or_go() {
    let scene = SCENE.replace("\"9x9\": {", "\"blitz-7x7\": {");
    let mut window = Window::on(MANIFEST, &scene);
    assert!(window.says("The scene holds differences for blitz-7x7, which the list doesn’t name."));
    window.press("Add back to the list");
    assert_eq!(window.ids().last().unwrap(), "blitz-7x7");
    assert!(!window.says("which the list doesn’t name"));
    window.undo();
    window.press("Remove them");
    assert!(window.scene()["variants"]["deltas"].get("blitz-7x7").is_none());
    assert_eq!(window.steps(), ["Remove the differences of blitz-7x7"]);
}

#[test]
fn a_base_that_the_list_lacks_comes_back_or_gives_way() {
    let scene = SCENE.replace("\"base\": \"19x19\"", "\"base\": \"old\"");
    let mut window = Window::on(MANIFEST, &scene);
    assert!(window.says("The scene’s base is old, which the list doesn’t name."));
    window.press("Add back to the list");
    assert_eq!(window.ids().last().unwrap(), "old");
    window.undo();
    window.row("13×13");
    window.press("Make 13×13 the base…");
    window.press("Make this the base");
    assert_eq!(window.scene()["variants"]["base"], "13x13");
    let mut manifest: serde_json::Value = serde_json::from_str(MANIFEST).unwrap();
    manifest.as_object_mut().unwrap().remove("variants");
    let mut window = Window::on(&manifest.to_string(), SCENE);
    window.press("Add them back to the list");
    assert_eq!(window.ids(), ["19x19", "13x13", "9x9"]);
}

#[test]
fn what_the_base_lacks_is_told_over_everything_and_mended_at_once() {
    let lost = |id: &str| {
        format!(
            r#"{{"id":"{id}","kind":"token","label":"{id}","position":{{"x":0,"y":0,"z":0}},"parentId":"gone","metadata":{{}}}}"#
        )
    };
    let delta = format!(r#""removed": ["B", "ghost"], "objects": [{},{}]}}"#, lost("n"), lost("m"));
    let mut window = Window::on(MANIFEST, &SCENE.replace(r#""removed": ["B"]}"#, &delta));
    assert!(window.says("9×9 removes an entity that the base doesn’t have."));
    assert!(window.says("2 entities hang on ones that are not there: 9×9."));
    save_picture("variants-dialog-notices", &window.harness.render().expect("a picture"));
    window.press("Take the id out");
    assert_eq!(window.scene()["variants"]["deltas"]["9x9"]["removed"], serde_json::json!(["B"]));
    window.press("Let them stand alone");
    let objects = &window.scene()["variants"]["deltas"]["9x9"]["objects"];
    assert!(objects[0].get("parentId").is_none() && objects[1].get("parentId").is_none());
    assert_eq!(window.steps().len(), 2, "all of a kind are one step");
}

#[test]
fn problems_of_the_variant_stand_at_their_fields_with_their_fixes() {
    let mut window = Window::open();
    window.row("9×9");
    assert!(window.says("calls match.end"));
    window.press("Take ranked play out");
    assert!(window.manifest()["variants"][2].get("ranking").is_none() && !window.says("calls match.end"));
    let past_ten = MANIFEST.replace(r#""name": "13×13","#, r#""name": "13×13", "players": { "min": 9, "max": 8 },"#);
    let mut window = Window::on(&past_ten, SCENE);
    window.row("13×13");
    let told = window
        .opened
        .borrow()
        .session
        .problems()
        .iter()
        .any(|problem| problem.pointer.to_string().starts_with("/variants/1/players"));
    assert!(told && window.says("Least players"));
}

#[test]
fn ranges_that_the_platform_or_the_seats_cannot_keep_are_told_with_a_way_out() {
    let seats =
        r#""seatZones": [{"seat":"red","zones":[],"group":{"position":{"x":0,"y":0,"z":2},"rotationY":0}}], "sceneScriptIds""#;
    let players = |most: usize| format!(r#""name": "13×13", "players": {{ "min": 2, "max": {most} }},"#);
    let manifest = MANIFEST.replace(r#""name": "13×13","#, &players(12));
    let mut window = Window::on(&manifest, &SCENE.replace(r#""sceneScriptIds""#, seats));
    window.row("13×13");
    assert!(window.says("the platform seats at most 10 players"));
    window.press("Set it to 10");
    assert_eq!(window.manifest()["variants"][1]["players"]["max"], 10);
    assert!(window.says("The scene of “13×13” has 1 seat, and 10 players can come."));
    window.press("Lay out 10 seats");
    let scene = window.scene();
    assert_eq!(scene["variants"]["deltas"]["13x13"]["scene"]["seatZones"].as_array().unwrap().len(), 10);
    assert_eq!(scene["seatZones"].as_array().unwrap().len(), 1, "in that variant alone");
    assert!(!window.says("players can come"));
}

#[test]
fn while_the_manifest_cannot_be_read_nothing_is_offered() {
    let window = Window::on("{", SCENE);
    assert!(window.says("The manifest can’t be read"));
    for name in ["Add a variant", "Add a variant…", "Add back to the list", "Remove them", "Add them back to the list"] {
        assert!(!window.has(Role::Button, name), "{name}");
    }
}

#[test]
fn it_fits_small_windows_and_both_themes() {
    for (name, theme, width, height) in [
        ("variants-dialog-dark", ThemePreference::Dark, 1440.0, 900.0),
        ("variants-dialog-light", ThemePreference::Light, 1440.0, 900.0),
        ("variants-dialog-small", ThemePreference::Dark, 1000.0, 600.0),
    ] {
        let scene = SCENE.replace("\"9x9\": {", "\"blitz-7x7\": {");
        let mut window = Window::sized(MANIFEST, &scene, theme, width, height);
        window.row("13×13");
        let done = window.harness.get_by_role_and_label(Role::Button, "Done").rect();
        assert!(done.bottom() < height - 24.0 && done.right() < width - 24.0, "{done:?}");
        save_picture(name, &window.harness.render().expect("a picture"));
    }
}

/// The pack in the whole window, once it is checked.
fn app(manifest: &str, scene: &str) -> (Harness<'static, App>, [TempDir; 2]) {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    std::fs::write(folders[0].path().join("diceytable.mod.json"), manifest).unwrap();
    std::fs::write(folders[0].path().join("setup.json"), scene).unwrap();
    let mut window = window(Some(folders[0].path()), folders[1].path());
    wait(&mut window, |app| app.session().is_some_and(|session| !session.problems_are_stale()));
    (window, folders)
}

fn has_dialog(window: &Harness<'static, App>) -> bool {
    window.query_by_role_and_label(Role::Dialog, "Variants").is_some()
}

#[test]
fn it_opens_by_its_keys_by_a_double_click_on_a_card_and_from_the_details() {
    let (mut window, _folders) = app(MANIFEST, SCENE);
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::V);
    window.run_steps(4);
    assert!(has_dialog(&window));
    window.key_press(Key::Escape);
    window.run_steps(4);
    assert!(!has_dialog(&window));
    let card = window.get_by_label("Variant 9×9").rect().center();
    window.hover_at(card);
    window.run_steps(2);
    // All in one frame: frames of a test are too far apart for a double click.
    let button =
        |pressed| Event::PointerButton { pos: card, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    window.input_mut().events.extend([true, false, true, false].map(button));
    window.run_steps(6);
    assert!(has_dialog(&window) && window.state().session().unwrap().shown() == "9x9");
    save_picture("variants-dialog-window", &window.render().expect("a picture"));
    window.key_press(Key::Escape);
    window.run_steps(4);
    window.state_mut().run_command(Command::Show(Workspace::ModDetails));
    window.run_steps(4);
    window.get_by_role_and_label(Role::Tab, "Variants").click();
    window.run_steps(4);
    window.get_by_role_and_label(Role::Button, "Variants…").click();
    window.run_steps(4);
    assert!(has_dialog(&window));
}

#[test]
fn the_scripts_switch_is_converted_once_when_the_pack_is_opened() {
    let manifest = MANIFEST.replace(r#""name": "By hand""#, r#""name": "By hand", "scripts": false"#);
    let (mut window, _folders) = app(&manifest, SCENE);
    let text = |window: &Harness<'static, App>| {
        let session = window.state().session().unwrap();
        (session.manifest().unwrap().text(), session.scene().unwrap().text())
    };
    let (converted, scene) = text(&window);
    assert!(!converted.contains("\"scripts\"") && scene.contains("\"hand\""), "{scene}");
    let said = window.state().messages().join(" ");
    assert!(
        said.contains("the scripts of By hand are detached") && said.contains("has to be placed in this variant’s scene"),
        "{said}"
    );
    window.state_mut().run_command(Command::Undo);
    window.run_steps(4);
    assert_eq!(text(&window), (manifest, SCENE.to_owned()), "one step, and not again");
    // Where the scene cannot be read nothing is done.
    let (window, _folders) = app(&MANIFEST.replace(r#""name": "By hand""#, r#""name": "By hand", "scripts": false"#), "{");
    assert!(window.state().session().unwrap().manifest().unwrap().text().contains("\"scripts\""));
}

#[test]
fn an_id_that_is_typed_into_the_details_takes_the_scene_along() {
    let (mut window, _folders) = app(MANIFEST, SCENE);
    window.state_mut().run_command(Command::Show(Workspace::ModDetails));
    window.run_steps(4);
    window.get_by_role_and_label(Role::Tab, "Variants").click();
    window.run_steps(4);
    window.get_by_role_and_label(Role::ListItem, "Variant 2").click();
    window.run_steps(4);
    window.get_by_role_and_label(Role::TextInput, "Variant 2, ID").click();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run_steps(2);
    window.event(Event::Text("middle".to_owned()));
    window.run_steps(2);
    window.key_press(Key::Enter);
    window.run_steps(4);
    let session = window.state().session().unwrap();
    assert_eq!(session.listed()[1], "middle");
    assert!(session.scene().unwrap().at(&pointer!["variants", "deltas", "middle"]).is_some());
}
