//! The matrix over a real session.

use std::cell::RefCell;
use std::rc::Rc;

use egui::{Event, Key, Modifiers, OutputCommand, Role, ThemePreference, Ui, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tablewright::dock::PanelState;
use tablewright::panels::matrix::MatrixPanel;
use tablewright::panels::{View, Wish};
use tablewright::session::{Action, Picked, Session};
use tablewright::widgets::units::Unit;
use tablewright_core::scene::keys::Group;
use tablewright_tests::kittest_gl::save_picture;
use tempfile::TempDir;

use crate::differences::{MANIFEST, SCENE};
use crate::harness;

struct Panel {
    session: Session,
    panel: MatrixPanel,
    framed: Vec<String>,
    _folders: [TempDir; 2],
}

impl Panel {
    fn open(scene: &str) -> Self {
        let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
        std::fs::write(folders[0].path().join("diceytable.mod.json"), MANIFEST).expect("a manifest");
        std::fs::write(folders[0].path().join("setup.json"), scene).expect("a scene");
        let (session, _) = Session::open(folders[0].path(), folders[1].path()).expect("a pack");
        Self { session, panel: MatrixPanel::default(), framed: Vec::new(), _folders: folders }
    }

    fn draw(&mut self, ui: &mut Ui) {
        let state = PanelState { focused: true, take_keyboard: false };
        let view = View { session: &self.session, units: Unit::Foot, state };
        for wish in self.panel.show(ui, view) {
            match wish {
                Wish::Act(action) => drop(self.session.act(action)),
                Wish::Frame(ids) => self.framed = ids,
                other => panic!("{other:?}"),
            }
        }
    }

    fn value(&self, variant: &str, id: &str, key: &str) -> String {
        let resolved = tablewright_core::variants::resolve(self.session.scene().unwrap(), variant, self.session.listed());
        resolved.find(id).and_then(|entity| entity.value.get(key)).map(tablewright_core::json::Ref::to_text).unwrap_or_default()
    }

    fn settings(&self, variant: &str) -> String {
        let resolved = tablewright_core::variants::resolve(self.session.scene().unwrap(), variant, self.session.listed());
        let value = resolved.scene_key("roomSettings").and_then(|value| value.get("rigidBodies"));
        value.map(tablewright_core::json::Ref::to_text).unwrap_or_default()
    }
}

fn window_in(scene: &str, theme: ThemePreference) -> (Harness<'static>, Rc<RefCell<Panel>>) {
    let panel = Rc::new(RefCell::new(Panel::open(scene)));
    let inner = Rc::clone(&panel);
    let mut harness = harness(theme, vec2(900.0, 420.0), move |ui| inner.borrow_mut().draw(ui));
    harness.run_steps(4);
    (harness, panel)
}

fn described(harness: &Harness<'_>, name: &str) -> String {
    harness.get_by_role_and_label(Role::Cell, name).accesskit_node().description().unwrap_or_default()
}

/// Opens a cell by a double click and replaces all of its text.
fn type_into(harness: &mut Harness<'_>, cell: &str, text: &str) {
    harness.get_by_role_and_label(Role::Cell, cell).click();
    harness.run_steps(1);
    harness.key_press(Key::Enter);
    harness.run_steps(4);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    harness.event(Event::Text(text.to_owned()));
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
}

#[test]
fn each_thing_has_a_row_and_each_variant_a_cell() {
    for (name, theme) in [("matrix-dark", ThemePreference::Dark), ("matrix-light", ThemePreference::Light)] {
        let (mut harness, _panel) = window_in(SCENE, theme);
        save_picture(name, &harness.render().expect("a picture"));
    }
    let (harness, _panel) = window_in(SCENE, ThemePreference::Dark);
    assert!(harness.query_by_role_and_label(Role::ColumnHeader, "Large board (base)").is_some());
    assert_eq!(described(&harness, "Go board, Large board"), "The base’s value: yes");
    assert_eq!(described(&harness, "Go board, Medium board"), "Another value than the base’s: no");
    assert_eq!(described(&harness, "Go board, By hand"), "Follows the base: yes");
    assert_eq!(described(&harness, "Deep tray, Colour, Medium board"), "Another value than the base’s: #112233");
    assert_eq!(described(&harness, "Room settings, Rigid bodies, Small board"), "Another value than the base’s: true");
}

#[test]
fn a_cell_is_edited_in_place_for_its_variant_alone() {
    let (mut harness, panel) = window_in(SCENE, ThemePreference::Dark);
    type_into(&mut harness, "Deep tray, Colour, Small board", "#00ff00");
    let color = |variant: &str| panel.borrow().value(variant, "white", "color");
    assert_eq!(["19x19", "13x13", "9x9", "hand"].map(color), ["\"#7257a6\"", "\"#112233\"", "\"#00ff00\"", "\"#7257a6\""]);
    type_into(&mut harness, "Room settings, Rigid bodies, Large board", "true");
    let settings = |variant: &str| panel.borrow().settings(variant);
    assert_eq!(["19x19", "13x13", "9x9", "hand"].map(settings), ["true", "true", "true", "false"]);
    let steps: Vec<String> = panel.borrow().session.history().steps().skip(1).map(|step| step.label.to_owned()).collect();
    assert_eq!(steps, ["Change colour of Deep tray in Small board", "Change Rigid bodies of room settings in Large board"]);
}

#[test]
fn what_does_not_fit_stays_with_the_reason_and_escape_leaves() {
    let (mut harness, panel) = window_in(SCENE, ThemePreference::Dark);
    type_into(&mut harness, "Room settings, Rigid bodies, Medium board", "often");
    assert!(harness.query_by_label_contains("“often” does not fit here").is_some());
    assert_eq!(panel.borrow().settings("13x13"), "true");
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::Cell, "Go board, Small board").click();
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::Cell, "Go board, Small board").is_some(), "presence is not typed in");
    assert_eq!(panel.borrow().session.history().steps().count(), 1);
}

#[test]
fn the_keyboard_goes_from_cell_to_cell() {
    let (mut harness, panel) = window_in(SCENE, ThemePreference::Dark);
    harness.get_by_role_and_label(Role::Cell, "Deep tray, Colour, Large board").click();
    harness.run_steps(2);
    for key in [Key::ArrowRight, Key::ArrowRight, Key::F2] {
        harness.key_press(key);
        harness.run_steps(3);
    }
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    harness.event(Event::Text("#abcdef".to_owned()));
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    assert_eq!(panel.borrow().value("9x9", "white", "color"), "\"#abcdef\"");
    harness.get_by_role_and_label(Role::Cell, "Deep tray, Colour, Medium board").click();
    harness.run_steps(2);
    harness.key_press(Key::Delete);
    harness.run_steps(3);
    assert_eq!(panel.borrow().value("13x13", "white", "color"), "", "the value is taken away");
}

#[test]
fn rows_are_filtered_shown_and_copied() {
    let (mut harness, panel) = window_in(SCENE, ThemePreference::Dark);
    harness.get_by_role_and_label(Role::RowHeader, "Go board 13").click();
    harness.run_steps(3);
    assert_eq!(panel.borrow().framed, ["board-13"]);
    assert_eq!(panel.borrow().session.shown(), "13x13", "the first that has it");
    harness.get_by_role_and_label(Role::RowHeader, "Room settings, Rigid bodies").click();
    harness.run_steps(3);
    assert_eq!(panel.borrow().session.picked(), Some(Picked::Group(Group::TableAndRoom)));
    harness.get_by_role_and_label(Role::TextInput, "Find in the matrix").click();
    harness.run_steps(2);
    harness.event(Event::Text("#112233".to_owned()));
    harness.run_steps(3);
    assert!(harness.query_by_role_and_label(Role::RowHeader, "Go board").is_none());
    harness.get_by_role_and_label(Role::Button, "Copy as CSV").click();
    harness.step();
    let copied = harness.output().platform_output.commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.unwrap_or_default();
    assert!(copied.starts_with("What,Value,19x19,13x13,9x9,hand\r\n"), "{copied}");
    assert!(copied.contains("Deep tray,Colour,#7257a6,#112233,#7257a6,#7257a6\r\n"), "{copied}");
    harness.get_by_role_and_label(Role::TextInput, "Find in the matrix").click();
    harness.run_steps(2);
    harness.event(Event::Text("nowhere".to_owned()));
    harness.run_steps(3);
    assert!(harness.query_by_label("Nothing found").is_some());
}

#[test]
fn variants_that_play_the_same_have_no_rows() {
    let same = SCENE.split("\"variants\":").next().unwrap().to_owned() + "\"variants\": {\"base\": \"19x19\", \"deltas\": {}}}";
    let (harness, panel) = window_in(&same, ThemePreference::Dark);
    assert!(harness.query_by_label("Nothing differs").is_some());
    assert!(panel.borrow_mut().session.act(Action::Undo).is_empty());
}
