//! The panel of differences over a real session: every action of it, and everything found by its AccessKit name.

use std::cell::RefCell;
use std::rc::Rc;

use egui::{Event, Key, Modifiers, Role, ThemePreference, Ui, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tablewright::dock::PanelState;
use tablewright::panels::differences::DifferencesPanel;
use tablewright::panels::{View, Wish};
use tablewright::session::{Action, Notice, Picked, Session};
use tablewright::theme::DARK;
use tablewright::widgets::units::Unit;
use tablewright_core::scene::keys::Group;
use tablewright_core::variants::Diff;
use tablewright_tests::kittest_gl::{count_pixels, save_picture};
use tempfile::TempDir;

use crate::harness;

pub(crate) const MANIFEST: &str = r#"{"schemaVersion": "1.0", "id": "small-go", "type": "game-pack", "name": "Small Go", "version": "1.0.0",
  "entry": {"setup": "setup.json"}, "variants": [{"id": "19x19", "name": "Large board"},
  {"id": "13x13", "name": "Medium board"}, {"id": "9x9", "name": "Small board"}, {"id": "hand", "name": "By hand"}]}"#;

pub(crate) const SCENE: &str = r##"{
  "schemaVersion": 2, "sceneId": "s", "name": "Small Go", "environment": {"tableSurfaceColor": "#8b5e34"},
  "room": {"width": 30},
  "roomSettings": {"rigidBodies": false, "grid": 1, "shadows": true, "fog": 0},
  "objects": [
    {"id": "board", "kind": "board", "label": "go-board", "displayName": "Go board", "position": {"x": 0, "y": 2.1, "z": 0}},
    {"id": "white", "kind": "bag", "label": "Deep tray", "position": {"x": 1.661, "y": 2.164, "z": 1.661}, "color": "#7257a6",
     "metadata": {"weight": 1.5}},
    {"id": "cards", "kind": "deck", "label": "handicap-cards", "position": {"x": 1, "y": 2.1, "z": 0}, "stackCount": 12}
  ],
  "snapPoints": [{"id": "1", "label": "Corner", "x": 1}, {"id": "2", "label": "Star", "x": 2}],
  "scripts": [{"id": "s1", "name": "Rules"}],
  "variants": {"base": "19x19", "deltas": {
    "13x13": {"removed": ["board"], "objects": [
      {"id": "white", "kind": "bag", "label": "Deep tray", "position": {"x": 1.51, "y": 2.164, "z": 1.51}, "color": "#112233",
       "metadata": {"weight": 1.5, "scriptId": "s1"}},
      {"id": "board-13", "kind": "board", "label": "board-13", "displayName": "Go board 13", "position": {"x": 0, "y": 2.1, "z": 0}},
      {"id": "cards", "kind": "deck", "label": "handicap-cards", "position": {"x": 1, "y": 2.1, "z": 0}, "stackCount": 12}],
      "scene": {"roomSettings": {"rigidBodies": true, "grid": 1, "shadows": true, "fog": 0}, "room": null,
        "sceneScriptIds": ["s1"]}},
    "9x9": {"removed": ["board"], "scene": {"roomSettings": {"rigidBodies": true, "grid": 1, "shadows": true, "fog": 0}}}
  }}
}
"##;

struct Panel {
    session: Session,
    panel: DifferencesPanel,
    asked: Vec<Wish>,
    said: Vec<Notice>,
    _folders: [TempDir; 2],
}

impl Panel {
    fn open(scene: &str) -> Self {
        let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
        std::fs::write(folders[0].path().join("diceytable.mod.json"), MANIFEST).expect("a manifest");
        std::fs::write(folders[0].path().join("setup.json"), scene).expect("a scene");
        let (mut session, _) = Session::open(folders[0].path(), folders[1].path()).expect("a pack");
        session.act(Action::Show("13x13".to_owned()));
        let panel = DifferencesPanel::default();
        Self { session, panel, asked: Vec::new(), said: Vec::new(), _folders: folders }
    }

    fn draw(&mut self, ui: &mut Ui) {
        let state = PanelState { focused: true, take_keyboard: false };
        let view = View { session: &self.session, units: Unit::Foot, state };
        for wish in self.panel.show(ui, view) {
            match wish {
                Wish::Act(action) => self.said.extend(self.session.act(action)),
                Wish::Frame(ids) => {
                    self.session.act(Action::Select(ids.clone()));
                    self.asked.push(Wish::Frame(ids));
                }
                other => self.asked.push(other),
            }
        }
    }

    fn steps(&self) -> Vec<String> {
        self.session.history().steps().filter(|step| step.index > 0).map(|step| step.label.to_owned()).collect()
    }

    fn diff(&self, from: &str, to: &str) -> Diff {
        Diff::between(self.session.scene().expect("a scene"), self.session.listed(), from, to)
    }

    /// How many things differ between two variants.
    fn differ(&self, from: &str, to: &str) -> usize {
        self.diff(from, to).counts.total()
    }

    /// What was said last.
    fn said(&self) -> String {
        self.said.last().map(|notice| notice.text.clone()).unwrap_or_default()
    }

    fn delta(&self, variant: &str, at: &str) -> Option<String> {
        let at = format!("/variants/deltas/{variant}{at}").parse().expect("a pointer");
        Some(self.session.scene()?.at(&at)?.to_text().split_whitespace().collect())
    }
}

type Shared = Rc<RefCell<Panel>>;

fn window_in(scene: &str, theme: ThemePreference) -> (Harness<'static>, Shared) {
    let panel = Rc::new(RefCell::new(Panel::open(scene)));
    let inner = Rc::clone(&panel);
    let mut harness = harness(theme, vec2(384.0, 868.0), move |ui| inner.borrow_mut().draw(ui));
    harness.run_steps(4);
    (harness, panel)
}

fn window(scene: &str) -> (Harness<'static>, Shared) {
    window_in(scene, ThemePreference::Dark)
}

fn row(harness: &mut Harness<'_>, name: &str) {
    harness.get_by_role_and_label(Role::TreeItem, name).click();
    harness.run_steps(3);
}

fn add(harness: &mut Harness<'_>, name: &str, held: Modifiers) {
    harness.get_by_role_and_label(Role::TreeItem, name).click_modifiers(held);
    harness.run_steps(3);
}

fn press(harness: &mut Harness<'_>, name: &str) {
    harness.get_by_role_and_label(Role::Button, name).click();
    harness.run_steps(3);
}

fn choose(harness: &mut Harness<'_>, button: &str, item: &str) {
    press(harness, button);
    harness.get_by_role_and_label(Role::MenuItem, item).click();
    harness.run_steps(3);
}

fn described(harness: &Harness<'_>, name: &str) -> String {
    let row = harness.get_by_role_and_label(Role::TreeItem, name);
    row.accesskit_node().description().unwrap_or_default()
}

#[test]
fn the_tree_tells_what_differs_and_how() {
    for (name, theme) in [("differences-dark", ThemePreference::Dark), ("differences-light", ThemePreference::Light)] {
        let (mut harness, _panel) = window_in(SCENE, theme);
        row(&mut harness, "Deep tray");
        save_picture(name, &harness.render().expect("a picture"));
    }
    let (mut harness, _panel) = window(SCENE);
    assert!(described(&harness, "Go board").starts_with("removed, Board, 7 B"));
    assert!(described(&harness, "Deep tray").starts_with("changed, Bag"));
    assert!(described(&harness, "Position").starts_with("changed, 1.661, 2.164, 1.661, now 1.51, 2.164, 1.51"));
    assert!(described(&harness, "Go board 13").starts_with("added, Board"));
    assert!(described(&harness, "handicap-cards").starts_with("Deck · same as base"));
    assert!(described(&harness, "Room").starts_with("removed, none here"));
    assert!(described(&harness, "Room settings").contains("1 of 4 values differs · identical to Small board"));
    assert!(described(&harness, "Rigid bodies").starts_with("changed, false, now true"));
    assert!(described(&harness, "Surroundings").contains("follows the base"));
    assert!(described(&harness, "Entities").starts_with("3 differences"));
    assert!(described(&harness, "Own copies").starts_with("1 group"));
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Rules").is_some());
    let picture = harness.render().expect("a picture");
    for color in [DARK.added, DARK.changed, DARK.removed, DARK.scope_only] {
        assert!(count_pixels(&picture, color) > 4, "{color:?}");
    }
}

#[test]
fn revert_makes_the_selected_rows_as_the_base_has_them() {
    let (mut harness, panel) = window(SCENE);
    row(&mut harness, "Position");
    press(&mut harness, "Revert to base");
    assert_eq!(panel.borrow().steps(), ["Revert position of Deep tray to the base"]);
    assert_eq!(panel.borrow().said(), "Only Medium board changed.");
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Position").is_none());
    row(&mut harness, "Go board");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::R);
    harness.run_steps(3);
    assert_eq!(panel.borrow().delta("13x13", "/removed"), None);
    row(&mut harness, "Room settings");
    press(&mut harness, "Revert Room settings to base");
    assert_eq!(panel.borrow().delta("13x13", "/scene/roomSettings"), None);
    assert_eq!(panel.borrow().delta("9x9", "/removed").as_deref(), Some(r#"["board"]"#), "no other variant changes");
    // What says the same as the base goes as well, and nothing that is shown changes.
    row(&mut harness, "handicap-cards");
    press(&mut harness, "Revert to base");
    assert_eq!(panel.borrow().said(), "Medium board follows the base there. What it shows is the same.");
    assert_eq!(panel.borrow().steps().len(), 4);
}

#[test]
fn apply_gives_the_base_the_value_for_all_or_for_it_alone() {
    let (mut harness, panel) = window(SCENE);
    row(&mut harness, "Colour");
    choose(&mut harness, "Apply to base", "For all that follow the base");
    let color = |panel: &Shared, variant: &str| {
        let panel = panel.borrow();
        let resolved = tablewright_core::variants::resolve(panel.session.scene().unwrap(), variant, panel.session.listed());
        resolved.find("white").and_then(|e| e.entity().color().map(std::borrow::Cow::into_owned)).unwrap_or_default()
    };
    assert_eq!(["19x19", "9x9", "hand"].map(|id| color(&panel, id)), ["#112233"; 3]);
    assert_eq!(panel.borrow().steps(), ["Apply colour of Deep tray to the base"]);
    row(&mut harness, "Go board");
    choose(&mut harness, "Apply to base", "Keep the other variants as they are");
    assert_eq!(panel.borrow().differ("19x19", "9x9"), 1, "the board is gone from both; the room settings stay apart");
    assert!(panel.borrow().delta("hand", "/objects").unwrap().contains("board"), "it keeps the board as its own");
    assert_eq!(panel.borrow().said(), "By hand keeps what it had, as its own copy.");
    // Both are in the menu of a row as well.
    row(&mut harness, "Deep tray");
    choose(&mut harness, "More for Deep tray", "Apply to base, for all");
    assert_eq!(color(&panel, "19x19"), "#112233");
    assert!(panel.borrow().steps().len() >= 2);
}

#[test]
fn copy_makes_another_variant_as_this_one() {
    let (mut harness, panel) = window(SCENE);
    row(&mut harness, "Deep tray");
    add(&mut harness, "Go board 13", Modifiers::COMMAND);
    choose(&mut harness, "Copy to variant…", "Small board");
    let objects = panel.borrow().delta("9x9", "/objects").expect("objects of its own");
    assert!(objects.contains("board-13") && objects.contains("1.51"), "{objects}");
    assert_eq!(panel.borrow().steps(), ["Copy 2 differences to Small board"]);
    row(&mut harness, "Go board");
    choose(&mut harness, "Copy to variant…", "Small board");
    let said = panel.borrow().said.last().cloned().expect("something is said");
    assert!(said.failed && said.text.contains("have this already"), "{}", said.text);
}

#[test]
fn all_rows_at_once_make_the_variant_the_base_and_the_panel_says_so() {
    let (mut harness, panel) = window(SCENE);
    row(&mut harness, "Deep tray");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(3);
    assert!(harness.query_by_label("Nothing selected").is_none());
    press(&mut harness, "Revert to base");
    assert_eq!(panel.borrow().differ("19x19", "13x13"), 0);
    assert_eq!(panel.borrow().steps(), ["Revert 7 differences to the base"]);
    assert_eq!(panel.borrow().delta("13x13", ""), None, "an emptied delta goes");
    assert!(harness.query_by_label("Same as the base").is_some());
    assert!(harness.get_by_role_and_label(Role::Button, "Revert to base").accesskit_node().is_disabled());
    save_picture("differences-same", &harness.render().expect("a picture"));
    panel.borrow_mut().session.act(Action::Undo);
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Deep tray").is_some());
}

#[test]
fn rows_are_selected_with_shift_and_ctrl_and_one_step_changes_them_all() {
    let (mut harness, panel) = window(SCENE);
    row(&mut harness, "Colour");
    add(&mut harness, "Position", Modifiers::SHIFT);
    press(&mut harness, "Revert to base");
    let tray = panel.borrow().delta("13x13", "/objects/0").expect("it still differs");
    assert!(tray.contains("1.661") && tray.contains("#7257a6") && tray.contains("s1"), "{tray}");
    assert_eq!(panel.borrow().steps().len(), 1);
    row(&mut harness, "Go board");
    add(&mut harness, "Go board 13", Modifiers::COMMAND);
    add(&mut harness, "Go board", Modifiers::COMMAND);
    press(&mut harness, "Revert to base");
    assert_eq!(panel.borrow().steps()[1], "Revert Go board 13 to the base");
}

#[test]
fn a_key_follows_has_its_own_or_has_none() {
    let (mut harness, panel) = window(SCENE);
    let state = |harness: &mut Harness<'_>, words: &str| {
        harness.get_by_role_and_label(Role::RadioButton, words).click();
        harness.run_steps(3);
    };
    row(&mut harness, "Room");
    state(&mut harness, "Its own");
    assert_eq!(panel.borrow().delta("13x13", "/scene/room").as_deref(), Some(r#"{"width":30}"#));
    assert_eq!(panel.borrow().said(), "Only Medium board changed.");
    state(&mut harness, "Follows the base");
    assert_eq!(panel.borrow().delta("13x13", "/scene/room"), None);
    state(&mut harness, "None here");
    assert_eq!(panel.borrow().delta("13x13", "/scene/room").as_deref(), Some("null"));
    row(&mut harness, "Surroundings");
    state(&mut harness, "Its own");
    assert!(panel.borrow().said().contains("now has its own surroundings"), "{}", panel.borrow().said());
    assert!(panel.borrow().said.last().unwrap().stays);
    assert_eq!(
        panel.borrow().steps(),
        [
            "Give Medium board its own room",
            "Follow the base’s room again",
            "No room in Medium board",
            "Give Medium board its own surroundings"
        ]
    );
    // A scene always has surroundings.
    assert!(harness.query_by_role_and_label(Role::RadioButton, "Its own").is_some());
    assert!(harness.query_by_role_and_label(Role::RadioButton, "None here").is_none());
}

#[test]
fn show_looks_at_pieces_and_selects_groups() {
    let (mut harness, panel) = window(SCENE);
    row(&mut harness, "Deep tray");
    assert!(matches!(panel.borrow().asked.last(), Some(Wish::Frame(ids)) if ids == &["white"]), "a click looks at it");
    row(&mut harness, "Go board");
    press(&mut harness, "Show");
    assert_eq!(panel.borrow().session.shown(), "19x19", "what is removed stands in the base");
    assert!(described(&harness, "Go board").starts_with("removed"), "the pair stays");
    row(&mut harness, "Room settings");
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    assert_eq!(panel.borrow().session.shown(), "13x13");
    assert_eq!(panel.borrow().session.picked(), Some(Picked::Group(Group::TableAndRoom)));
    assert!(panel.borrow().steps().is_empty());
}

#[test]
fn a_step_key_walks_through_all_differences() {
    let (mut harness, panel) = window(SCENE);
    let selected = || panel.borrow().session.selection().join(" ");
    row(&mut harness, "Entities");
    let n = |harness: &mut Harness<'_>, held| {
        harness.key_press_modifiers(held, Key::N);
        harness.event(Event::Text(if held == Modifiers::SHIFT { "N" } else { "n" }.to_owned()));
        harness.run_steps(3);
    };
    n(&mut harness, Modifiers::NONE);
    assert_eq!(selected(), "board");
    assert!(harness.query_by_label("1 of 7").is_some());
    n(&mut harness, Modifiers::NONE);
    assert_eq!(selected(), "white");
    press(&mut harness, "Next difference in the list");
    assert_eq!(selected(), "board-13");
    press(&mut harness, "Previous difference in the list");
    n(&mut harness, Modifiers::SHIFT);
    n(&mut harness, Modifiers::SHIFT);
    assert!(harness.query_by_label("7 of 7").is_some(), "round the end");
    // What is selected elsewhere in the window is where the walk goes on.
    panel.borrow_mut().session.act(Action::Select(vec!["white".to_owned()]));
    harness.run_steps(3);
    assert!(harness.query_by_label("2 of 7").is_some());
}

#[test]
fn the_keyboard_folds_and_the_filter_leaves_what_fits() {
    let (mut harness, _panel) = window(SCENE);
    row(&mut harness, "Position");
    for _ in 0..2 {
        harness.key_press(Key::ArrowLeft);
        harness.run_steps(3);
    }
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Position").is_none(), "folded");
    harness.key_press(Key::ArrowRight);
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Position").is_some());
    harness.get_by_role_and_label(Role::TextInput, "Find in the differences").click();
    harness.run_steps(2);
    harness.event(Event::Text("1.51".to_owned()));
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Position").is_some(), "by its value");
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Room settings").is_none());
    harness.get_by_role_and_label(Role::RadioButton, "−").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("Nothing found").is_some());
    press(&mut harness, "Clear the filter");
    harness.get_by_role_and_label(Role::RadioButton, "+").click();
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Go board 13").is_some());
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Go board").is_none());
}

#[test]
fn any_two_variants_are_compared() {
    let (mut harness, panel) = window(SCENE);
    let pick = |harness: &mut Harness<'_>, picker: &str, variant: &str| {
        harness.get_by_role_and_label(Role::ComboBox, picker).click();
        harness.run_steps(3);
        harness.get_by_role_and_label(Role::ListBoxOption, variant).click();
        harness.run_steps(3);
    };
    pick(&mut harness, "Against", "Small board");
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Go board").is_none(), "both lack it");
    assert!(harness.query_by_role_and_label(Role::TreeItem, "Groups").is_some());
    pick(&mut harness, "Variant", "Small board");
    assert_eq!(panel.borrow().session.shown(), "9x9");
    assert!(described(&harness, "Go board 13").starts_with("removed"), "the two have changed places");
    pick(&mut harness, "Against", "Large board");
    assert!(described(&harness, "Go board").starts_with("removed"));
    pick(&mut harness, "Variant", "By hand");
    assert!(harness.query_by_label("Same as the base").is_some());
}

#[test]
fn a_low_and_wide_panel_keeps_every_action() {
    let panel = Rc::new(RefCell::new(Panel::open(SCENE)));
    let inner = Rc::clone(&panel);
    let mut harness = harness(ThemePreference::Dark, vec2(830.0, 150.0), move |ui| inner.borrow_mut().draw(ui));
    harness.run_steps(4);
    row(&mut harness, "Go board");
    choose(&mut harness, "Copy to variant…", "By hand");
    assert_eq!(panel.borrow().delta("hand", "/removed").as_deref(), Some(r#"["board"]"#));
    save_picture("differences-low", &harness.render().expect("a picture"));
    choose(&mut harness, "Apply to base", "For all that follow the base");
    assert_eq!(panel.borrow().steps()[1], "Apply Go board to the base");
    panel.borrow_mut().session.act(Action::Undo);
    harness.run_steps(3);
    row(&mut harness, "Go board");
    press(&mut harness, "Revert to base");
    assert_eq!(panel.borrow().delta("13x13", "/removed"), None);
    assert!(harness.query_by_role_and_label(Role::Button, "Show").is_some());
}
