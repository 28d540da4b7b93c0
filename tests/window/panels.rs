//! The hierarchy and the inspector over a real session: everything found by its AccessKit name.

use std::cell::RefCell;
use std::rc::Rc;

use egui::{Event, Key, Modifiers, Rect, Role, ThemePreference, Ui, UiBuilder, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tablewright::dock::PanelState;
use tablewright::panels::hierarchy::Hierarchy;
use tablewright::panels::inspector::Inspector;
use tablewright::panels::{View, Wish};
use tablewright::session::{Action, Session};
use tablewright::theme::Tokens;
use tablewright::widgets::units::Unit;
use tablewright_core::variants::Scope;
use tablewright_tests::kittest_gl::{count_pixels, save_picture};
use tempfile::TempDir;

use crate::harness;

const MANIFEST: &str = r#"{"schemaVersion": 2, "id": "small-go", "type": "game", "name": "Small Go", "version": "1.0.0",
  "entry": {"setup": "setup.json"}, "variants": [{"id": "19x19", "name": "Large board"},
  {"id": "13x13", "name": "Medium board"}, {"id": "9x9", "name": "Small board"}]}"#;

const SCENE: &str = r##"{
  "schemaVersion": 2, "sceneId": "s", "name": "Small Go", "environment": {"tableSurfaceColor": "#8b5e34"},
  "room": {"lights": [{"label": "Key light", "type": "directional"}, {"label": "Lamp", "type": "point"}]},
  "packRefs": [{"packId": "quiet-courtyard", "role": "room"}, {"packId": "go-table", "role": "table"}],
  "materials": [{"id": "m1", "name": "Slate"}, {"id": "m2", "name": "Shell"}],
  "prefabs": [{"id": "stone", "kind": "token", "label": "Stone"}],
  "objects": [
    {"id": "board", "kind": "board", "label": "go-board", "displayName": "Go board", "position": {"x": 0, "y": 2.1, "z": 0},
     "rotation": {"x": 0, "y": 0, "z": 0}, "scale": {"x": 1.5, "y": 0.1, "z": 1.5}, "color": "#d9b36c", "ownerSeat": null,
     "faceDown": false, "locked": true, "stackCount": 1, "tags": ["wood"], "materialSlots": {"Top": "m1"}, "metadata": {}},
    {"id": "white", "kind": "bag", "label": "Deep tray", "position": {"x": 1.661, "y": 2.164, "z": 1.661},
     "rotation": {"x": 0, "y": 0, "z": 0}, "scale": {"x": 0.45, "y": 0.191, "z": 0.45}, "color": "#7257a6", "locked": true,
     "container": {"form": "holder", "source": {"definition": {"kind": "token", "label": "white stones"}}}, "metadata": {}},
    {"id": "black", "kind": "bag", "label": "Deep tray", "position": {"x": -1.661, "y": 2.164, "z": -1.661}, "color": "#7257a6",
     "container": {"form": "holder", "source": {"definition": {"kind": "token", "label": "black stones"}}}, "metadata": {}},
    {"id": "clock", "kind": "custom", "label": "clock", "displayName": "Game clock", "position": {"x": 0, "y": 2.1, "z": 1},
     "material": "wood", "metadata": {"customModelAssetId": "models/clock.glb"}},
    {"id": "face", "kind": "token", "label": "clock-face", "parentId": "clock", "position": {"x": 0, "y": 2.2, "z": 1}},
    {"id": "cards", "kind": "deck", "label": "handicap-cards", "position": {"x": 1, "y": 2.1, "z": 0}, "stackCount": 12}
  ],
  "seatZones": [{"seat": "red", "zones": [{"id": "z", "type": "hand"}]}, {"seat": "purple", "zones": []}],
  "snapPointGrids": [{"id": "g", "rows": 19, "cols": 19}],
  "snapPoints": [{"id": "1", "label": "Corner"}],
  "variants": {"base": "19x19", "deltas": {"13x13": {"removed": ["cards"], "objects": [
    {"id": "white", "kind": "bag", "label": "Deep tray", "position": {"x": 1.51, "y": 2.164, "z": 1.51},
     "rotation": {"x": 0, "y": 0, "z": 0}, "scale": {"x": 0.45, "y": 0.191, "z": 0.45}, "color": "#7257a6", "locked": true,
     "container": {"form": "holder", "source": {"definition": {"kind": "token", "label": "white stones"}}}, "metadata": {}}],
    "scene": {"snapPointGrids": [{"id": "g", "rows": 13, "cols": 13}]}}}}
}
"##;

/// The two panels side by side over a pack in a folder of its own.
struct Panels {
    session: Session,
    hierarchy: Hierarchy,
    inspector: Inspector,
    units: Unit,
    /// What the panels asked for that is no change of the session.
    asked: Vec<Wish>,
    _folders: [TempDir; 2],
}

const LEFT: f32 = 264.0;
const RIGHT: f32 = 312.0;

impl Panels {
    fn open(scene: &str) -> Self {
        let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
        std::fs::write(folders[0].path().join("diceytable.mod.json"), MANIFEST).expect("a manifest");
        std::fs::write(folders[0].path().join("setup.json"), scene).expect("a scene");
        let (session, _) = Session::open(folders[0].path(), folders[1].path()).expect("a pack");
        let (hierarchy, inspector) = (Hierarchy::default(), Inspector::default());
        Self { session, hierarchy, inspector, units: Unit::Foot, asked: Vec::new(), _folders: folders }
    }

    fn draw(&mut self, ui: &mut Ui) {
        let all = ui.max_rect();
        let mut wishes = Vec::new();
        let state = PanelState { focused: true, take_keyboard: false };
        let view = View { session: &self.session, units: self.units, state };
        let mut panel = |ui: &mut Ui, name: &str, rect: Rect, show: &mut dyn FnMut(&mut Ui) -> Vec<Wish>| {
            let mut child = ui.new_child(UiBuilder::new().id_salt(name).max_rect(rect));
            child.set_clip_rect(rect);
            wishes.extend(show(&mut child));
        };
        let left = Rect::from_min_max(all.min, pos2(all.left() + LEFT, all.bottom()));
        let right = Rect::from_min_max(pos2(all.right() - RIGHT, all.top()), all.max);
        ui.painter().rect_filled(Rect::from_min_max(left.right_top(), right.left_bottom()), 0.0, Tokens::of(ui).app);
        panel(ui, "left", left, &mut |ui| self.hierarchy.show(ui, view));
        panel(ui, "right", right, &mut |ui| self.inspector.show(ui, view));
        for wish in wishes {
            match wish {
                Wish::Act(action) => {
                    let notices = self.session.act(action);
                    assert!(notices.iter().all(|notice| !notice.failed), "{notices:?}");
                }
                Wish::EndGesture => self.session.end_interaction(),
                other => self.asked.push(other),
            }
        }
    }

    fn steps(&self) -> Vec<String> {
        self.session.history().steps().filter(|step| step.index > 0).map(|step| step.label.to_owned()).collect()
    }

    /// The JSON of one member of an entity, as a variant plays it, without spaces.
    fn member(&self, variant: &str, id: &str, key: &str) -> Option<String> {
        let scene = self.session.scene().expect("a scene");
        let resolved = tablewright_core::variants::resolve(scene, variant, self.session.listed());
        let text = resolved.find(id)?.value.get(key)?.to_text();
        Some(text.split_whitespace().collect())
    }
}

fn window(scene: &str, height: f32, theme: ThemePreference) -> (Harness<'static>, Rc<RefCell<Panels>>) {
    let panels = Rc::new(RefCell::new(Panels::open(scene)));
    let inner = Rc::clone(&panels);
    let mut harness = harness(theme, vec2(LEFT + RIGHT + 1.0, height), move |ui| inner.borrow_mut().draw(ui));
    harness.run_steps(4);
    (harness, panels)
}

fn dark(scene: &str) -> (Harness<'static>, Rc<RefCell<Panels>>) {
    window(scene, 900.0, ThemePreference::Dark)
}

fn act(harness: &mut Harness<'_>, panels: &Rc<RefCell<Panels>>, action: Action) {
    panels.borrow_mut().session.act(action);
    harness.run_steps(3);
}

fn select(harness: &mut Harness<'_>, panels: &Rc<RefCell<Panels>>, ids: &[&str]) {
    act(harness, panels, Action::Select(ids.iter().map(|id| (*id).to_owned()).collect()));
}

fn click_row(harness: &mut Harness<'_>, name: &str) {
    harness.get_by_role_and_label(Role::TreeItem, name).click();
    harness.run_steps(3);
}

/// Clicks a field, replaces all of its text, and accepts.
fn type_into(harness: &mut Harness<'_>, role: Role, name: &str, text: &str) {
    harness.get_by_role_and_label(role, name).click();
    harness.run_steps(3);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    harness.event(Event::Text(text.to_owned()));
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
}

#[test]
fn a_click_selects_and_ctrl_and_shift_extend() {
    let (mut harness, panels) = dark(SCENE);
    let selection = || panels.borrow().session.selection().join(" ");
    click_row(&mut harness, "Go board");
    assert_eq!(selection(), "board");
    assert!(harness.query_by_role_and_label(Role::TextInput, "Label").is_some());
    harness.get_by_role_and_label(Role::TreeItem, "Game clock").click_modifiers(Modifiers::COMMAND);
    harness.run_steps(3);
    assert_eq!(selection(), "board clock");
    harness.get_by_role_and_label(Role::TreeItem, "Go board").click_modifiers(Modifiers::COMMAND);
    harness.run_steps(3);
    assert_eq!(selection(), "clock");
    click_row(&mut harness, "handicap-cards");
    harness.get_by_role_and_label(Role::TreeItem, "Game clock").click_modifiers(Modifiers::SHIFT);
    harness.run_steps(3);
    assert_eq!(selection(), "cards face clock");
}

#[test]
fn the_keyboard_walks_folds_finds_and_asks() {
    let (mut harness, panels) = dark(SCENE);
    let selection = || panels.borrow().session.selection().join(" ");
    click_row(&mut harness, "Game clock");
    let press = |harness: &mut Harness<'_>, key| {
        harness.key_press(key);
        harness.run_steps(3);
    };
    press(&mut harness, Key::ArrowDown);
    assert_eq!(selection(), "face");
    press(&mut harness, Key::ArrowLeft);
    assert_eq!(selection(), "clock");
    press(&mut harness, Key::ArrowLeft);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "clock-face").is_none(), "folded");
    press(&mut harness, Key::ArrowDown);
    assert_eq!(selection(), "cards");
    harness.event(Event::Text("go".to_owned()));
    harness.run_steps(3);
    assert_eq!(selection(), "board");
    press(&mut harness, Key::Enter);
    press(&mut harness, Key::F2);
    assert!(
        matches!(panels.borrow().asked.as_slice(), [Wish::Frame(ids), Wish::Command(_)] if ids == &["board"]),
        "{:?}",
        panels.borrow().asked
    );
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(3);
    assert_eq!(panels.borrow().session.selection().len(), 6);
    press(&mut harness, Key::Home);
    press(&mut harness, Key::End);
    click_row(&mut harness, "handicap-cards");
    press(&mut harness, Key::Delete);
    assert!(panels.borrow().member("19x19", "cards", "id").is_none());
    assert_eq!(panels.borrow().steps(), ["Delete handicap-cards"]);
}

#[test]
fn filtering_leaves_what_matches_and_says_when_nothing_does() {
    let (mut harness, _panels) = dark(SCENE);
    harness.get_by_role_and_label(Role::TextInput, "Find in the hierarchy").click();
    harness.run_steps(2);
    harness.event(Event::Text("wood".to_owned()));
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Go board").is_some(), "by its tag");
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Game clock").is_none());
    harness.event(Event::Text("en spoon".to_owned()));
    harness.run_steps(3);
    assert!(harness.query_by_label("Nothing found").is_some());
    harness.get_by_role_and_label(Role::Button, "Clear the filter").click();
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Game clock").is_some());
}

#[test]
fn editing_a_label_is_one_step() {
    let (mut harness, panels) = dark(SCENE);
    click_row(&mut harness, "Go board");
    type_into(&mut harness, Role::TextInput, "Label", "goban");
    assert_eq!(panels.borrow().steps(), ["Rename Go board"]);
    assert_eq!(panels.borrow().member("9x9", "board", "label").as_deref(), Some("\"goban\""));
    // An empty display name takes the member out; the label is the title then.
    type_into(&mut harness, Role::TextInput, "Display name", " ");
    assert_eq!(panels.borrow().member("19x19", "board", "displayName"), None);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "goban").is_some());
    assert_eq!(panels.borrow().steps().len(), 2);
}

#[test]
fn what_cannot_be_written_stays_in_its_field_with_a_note() {
    let (mut harness, panels) = dark(SCENE);
    click_row(&mut harness, "Go board");
    type_into(&mut harness, Role::TextInput, "Add a tag", "fine Not_fine");
    assert!(panels.borrow().steps().is_empty());
    assert_eq!(harness.get_by_role_and_label(Role::TextInput, "Add a tag").value().as_deref(), Some("fine Not_fine"));
    harness.get_by_role_and_label(Role::Button, "Put back").click();
    harness.run_steps(3);
    assert_eq!(harness.get_by_role_and_label(Role::TextInput, "Add a tag").value().as_deref(), Some(""));
    type_into(&mut harness, Role::TextInput, "Add a tag", "fine, wood");
    assert_eq!(panels.borrow().member("19x19", "board", "tags").as_deref(), Some(r#"["wood","fine"]"#));
    harness.get_by_role_and_label(Role::Button, "Remove the tag wood").click();
    harness.run_steps(3);
    assert_eq!(panels.borrow().member("19x19", "board", "tags").as_deref(), Some(r#"["fine"]"#));
    assert_eq!(panels.borrow().steps(), ["Tag Go board", "Untag Go board"]);
}

#[test]
fn only_one_variant_moves_in_the_scope_only() {
    let (mut harness, panels) = dark(SCENE);
    act(&mut harness, &panels, Action::Show("9x9".to_owned()));
    act(&mut harness, &panels, Action::SetScope(Scope::Only));
    select(&mut harness, &panels, &["board"]);
    let before = |variant| panels.borrow().member(variant, "board", "position").expect("a position");
    let (large, medium) = (before("19x19"), before("13x13"));
    type_into(&mut harness, Role::SpinButton, "Position X", "6in");
    assert_eq!(before("9x9"), r#"{"x":0.5,"y":2.1,"z":0}"#);
    assert_eq!((before("19x19"), before("13x13")), (large, medium));
    assert_eq!(panels.borrow().steps(), ["Move Go board"]);
    // Now it is a copy of its own that differs in one field; the undo arrow gives back the base's value.
    assert!(harness.query_by_label("1 field differs from the base").is_some());
    harness.get_by_role_and_label(Role::Button, "Take the base’s position").click();
    harness.run_steps(3);
    assert_eq!(before("9x9"), r#"{"x":0,"y":2.1,"z":0}"#);
    harness.get_by_role_and_label(Role::Button, "Follow the base again").click();
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::Button, "Follow the base again").is_none());
}

#[test]
fn steps_of_the_arrow_keys_are_one_step_of_the_history() {
    let (mut harness, panels) = dark(SCENE);
    act(&mut harness, &panels, Action::Show("9x9".to_owned()));
    act(&mut harness, &panels, Action::SetScope(Scope::Only));
    select(&mut harness, &panels, &["board"]);
    let press = |harness: &mut Harness<'_>, key| {
        harness.key_press(key);
        harness.run_steps(2);
    };
    harness.get_by_role_and_label(Role::SpinButton, "Position X").click();
    harness.run_steps(3);
    // The first step makes an own copy, and a banner above; the keyboard stays where it is.
    (0..3).for_each(|_| press(&mut harness, Key::ArrowUp));
    assert_eq!(panels.borrow().steps(), ["Move Go board"]);
    assert_eq!(panels.borrow().member("9x9", "board", "position").as_deref(), Some(r#"{"x":0.03,"y":2.1,"z":0}"#));
    press(&mut harness, Key::Tab);
    press(&mut harness, Key::ArrowUp);
    assert_eq!(panels.borrow().steps(), ["Move Go board", "Move Go board"]);
    assert_eq!(panels.borrow().member("9x9", "board", "position").as_deref(), Some(r#"{"x":0.03,"y":2.11,"z":0}"#));
}

#[test]
fn face_down_is_for_cards_and_decks() {
    let (mut harness, panels) = dark(SCENE);
    click_row(&mut harness, "Go board");
    assert!(harness.get_by_role_and_label(Role::CheckBox, "Only cards and decks").accesskit_node().is_disabled());
    assert!(harness.query_by_role_and_label(Role::SpinButton, "Cards").is_none());
    click_row(&mut harness, "handicap-cards");
    harness.get_by_role_and_label(Role::CheckBox, "Shows its back").click();
    harness.run_steps(3);
    assert_eq!(panels.borrow().member("19x19", "cards", "faceDown").as_deref(), Some("true"));
    type_into(&mut harness, Role::SpinButton, "Cards", "1001");
    assert_eq!(panels.borrow().member("19x19", "cards", "stackCount").as_deref(), Some("12"), "out of bounds is not written");
    assert!(harness.query_by_role_and_label(Role::Button, "Put back").is_some());
    type_into(&mut harness, Role::SpinButton, "Cards", "1000");
    assert_eq!(panels.borrow().member("19x19", "cards", "stackCount").as_deref(), Some("1000"));
}

#[test]
fn several_pieces_are_changed_in_one_step() {
    let (mut harness, panels) = dark(SCENE);
    select(&mut harness, &panels, &["board", "white", "clock"]);
    assert!(harness.query_by_label("3 pieces").is_some());
    type_into(&mut harness, Role::SpinButton, "Position X", "0");
    let position = |id| panels.borrow().member("19x19", id, "position").expect("a position");
    assert_eq!(position("board"), r#"{"x":0,"y":2.1,"z":0}"#);
    assert_eq!(position("white"), r#"{"x":0,"y":2.164,"z":1.661}"#);
    assert_eq!(position("clock"), r#"{"x":0,"y":2.1,"z":1}"#);
    assert_eq!(panels.borrow().steps(), ["Move 3 pieces"]);
    harness.get_by_role_and_label(Role::CheckBox, "Players can’t move it").click();
    harness.run_steps(3);
    assert_eq!(panels.borrow().member("19x19", "clock", "locked").as_deref(), Some("true"));
    assert_eq!(panels.borrow().steps(), ["Move 3 pieces", "Lock 3 pieces"]);
}

#[test]
fn menus_pickers_and_renaming_work_by_name() {
    let (mut harness, panels) = dark(SCENE);
    harness.get_by_role_and_label(Role::TreeItem, "Game clock").click_secondary();
    harness.run_steps(3);
    assert_eq!(panels.borrow().session.selection(), ["clock"]);
    harness.get_by_role_and_label(Role::MenuItem, "Delete, but keep children").click();
    harness.run_steps(3);
    assert!(panels.borrow().member("19x19", "clock", "id").is_none());
    assert_eq!(panels.borrow().member("19x19", "face", "parentId"), None);
    click_row(&mut harness, "clock-face");
    harness.get_by_role_and_label(Role::ComboBox, "Owner seat").click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::ListBoxOption, "Purple").click();
    harness.run_steps(3);
    assert_eq!(panels.borrow().member("19x19", "face", "ownerSeat").as_deref(), Some("\"purple\""));
    type_into(&mut harness, Role::TextInput, "Colour", "#FA3");
    assert_eq!(panels.borrow().member("19x19", "face", "color").as_deref(), Some("\"#FFAA33\""));
    panels.borrow_mut().inspector.rename();
    harness.run_steps(3);
    harness.event(Event::Text("dial".to_owned()));
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    assert_eq!(panels.borrow().member("19x19", "face", "label").as_deref(), Some("\"dial\""));
}

#[test]
fn lengths_are_shown_in_the_unit_that_is_chosen() {
    let (mut harness, panels) = dark(SCENE);
    panels.borrow_mut().units = Unit::Inch;
    select(&mut harness, &panels, &["board"]);
    let scale = harness.get_by_role_and_label(Role::SpinButton, "Scale X").value().expect("a value");
    assert!(scale.contains("18"), "{scale}");
    type_into(&mut harness, Role::SpinButton, "Scale X", "24");
    assert_eq!(panels.borrow().member("19x19", "board", "scale").as_deref(), Some(r#"{"x":2,"y":0.1,"z":1.5}"#));
    // A model's scale is a factor.
    select(&mut harness, &panels, &["clock"]);
    type_into(&mut harness, Role::SpinButton, "Scale X", "2");
    assert_eq!(panels.borrow().member("19x19", "clock", "scale").as_deref(), Some(r#"{"x":2,"y":1,"z":1}"#));
}

#[test]
fn a_removed_entity_is_a_ghost_that_can_be_brought_back() {
    let (mut harness, panels) = dark(SCENE);
    act(&mut harness, &panels, Action::Show("13x13".to_owned()));
    assert!(harness.query_by_label("Removed").is_some());
    harness.get_by_role_and_label(Role::TreeItem, "handicap-cards").hover();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::Button, "Bring handicap-cards back").click();
    harness.run_steps(3);
    assert!(panels.borrow().member("13x13", "cards", "id").is_some());
}

#[test]
fn values_of_another_type_are_shown_as_they_stand() {
    let scene = SCENE.replace(r#""position": {"x": 0, "y": 2.1, "z": 0}"#, r#""position": "here""#);
    let (mut harness, panels) = dark(&scene);
    click_row(&mut harness, "Go board");
    assert_eq!(harness.get_by_role_and_label(Role::TextInput, "Position").value().as_deref(), Some("\"here\""));
    harness.get_by_role_and_label(Role::Button, "Make it 0, 0, 0").click();
    harness.run_steps(3);
    assert_eq!(panels.borrow().member("19x19", "board", "position").as_deref(), Some(r#"{"x":0,"y":0,"z":0}"#));
}

#[test]
fn a_scene_that_cannot_be_read_says_where() {
    let (harness, _panels) = dark("{\n  \"objects\": [,]\n}");
    assert!(harness.query_by_label("The scene can’t be read").is_some());
    assert!(harness.query_by_label_contains("Line 2, column 15").is_some());
}

#[test]
fn thousands_of_entities_are_listed_without_drawing_them() {
    let stone = |n| format!(r#"{{"id":"n{n}","kind":"token","label":"stone {n}","position":{{"x":0,"y":0,"z":0}}}}"#);
    let objects = (0..9_000).map(stone).collect::<Vec<_>>().join(",");
    let (mut harness, panels) = dark(&format!(r#"{{"schemaVersion":2,"environment":{{}},"objects":[{objects}]}}"#));
    let drawn = |harness: &Harness<'_>| harness.query_all_by_role(Role::TreeItem).count();
    assert!((10..60).contains(&drawn(&harness)), "{}", drawn(&harness));
    // What is selected elsewhere is brought into sight.
    select(&mut harness, &panels, &["n8000"]);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "stone 8000").is_some());
    assert!((10..60).contains(&drawn(&harness)));
}

#[test]
fn the_panels_are_drawn_in_both_themes() {
    for (name, theme) in [("dark", ThemePreference::Dark), ("light", ThemePreference::Light)] {
        let (mut harness, panels) = window(SCENE, 900.0, theme);
        act(&mut harness, &panels, Action::Show("13x13".to_owned()));
        act(&mut harness, &panels, Action::SetScope(Scope::Only));
        select(&mut harness, &panels, &["white"]);
        let picture = harness.render().expect("a picture");
        save_picture(&format!("panels-{name}"), &picture);
        let tokens = if name == "dark" { &tablewright::theme::DARK } else { &tablewright::theme::LIGHT };
        for color in [tokens.panel, tokens.input, tokens.selection, tokens.scope_only_bg, tokens.removed_bg] {
            assert!(count_pixels(&picture, color) > 100, "{color:?} in {name}");
        }
        select(&mut harness, &panels, &["board", "white", "clock"]);
        save_picture(&format!("panels-several-{name}"), &harness.render().expect("a picture"));
        select(&mut harness, &panels, &["board"]);
        type_into(&mut harness, Role::TextInput, "Add a tag", "Fine");
        save_picture(&format!("panels-note-{name}"), &harness.render().expect("a picture"));
        select(&mut harness, &panels, &[]);
        save_picture(&format!("panels-nothing-{name}"), &harness.render().expect("a picture"));
    }
}
