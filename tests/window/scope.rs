//! *Changes apply to*, as a person meets it: several variants named at once, keys of the scene, what is shared by all.

use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tablewright::app::App;
use tablewright_core::json::Ref;
use tablewright_core::variants::resolve;
use tablewright_tests::kittest_gl::save_picture;

use crate::journey::{MANIFEST, SCENE, click, wait, window};

const VARIANTS: &str = r#""variants": [
    { "id": "long", "name": "Long game" },
    { "id": "short", "name": "Short game" },
    { "id": "scripted", "name": "Short, scripted" },
    { "id": "hand", "name": "By hand" }
  ]
}"#;

struct Place {
    pack: tempfile::TempDir,
    _settings: tempfile::TempDir,
    window: Harness<'static, App>,
}

impl Place {
    fn open() -> Self {
        let pack = tempfile::tempdir().unwrap();
        let settings = tempfile::tempdir().unwrap();
        let head = MANIFEST.split("\"variants\"").next().unwrap();
        std::fs::write(pack.path().join("diceytable.mod.json"), format!("{head}{VARIANTS}")).unwrap();
        let scene = SCENE.replace(r#""variants""#, r#""materials":[{"id":"m","name":"Oak"}],"variants""#);
        std::fs::write(pack.path().join("setup.json"), scene).unwrap();
        let mut window = window(Some(pack.path()), settings.path());
        wait(&mut window, |app| app.session().is_some_and(|session| !session.problems_are_stale()));
        Self { pack, _settings: settings, window }
    }

    fn click(&mut self, name: &str) {
        click(&mut self.window, name);
    }

    fn row(&mut self, name: &str) {
        self.window.get_by_role_and_label(Role::TreeItem, name).click();
        self.window.run_steps(4);
    }

    fn type_into(&mut self, role: Role, name: &str, text: &str) {
        let field = self.window.get_by_role_and_label(role, name);
        field.click();
        self.window.run_steps(2);
        self.window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.window.run_steps(2);
        self.window.get_by_role_and_label(role, name).type_text(text);
        self.window.run_steps(2);
        self.window.key_press(Key::Enter);
        self.window.run_steps(4);
    }

    fn label(&self, variant: &str) -> String {
        let session = self.window.state().session().unwrap();
        let resolved = resolve(session.scene().unwrap(), variant, session.listed());
        resolved.find("harbour:token:1").unwrap().entity().label().unwrap().into_owned()
    }

    fn surroundings(&self, variant: &str, member: &str) -> String {
        let session = self.window.state().session().unwrap();
        let resolved = resolve(session.scene().unwrap(), variant, session.listed());
        resolved.scene_key("environment").and_then(|e| e.get(member)).map(Ref::to_text).unwrap_or_default()
    }

    fn said(&self) -> Vec<String> {
        self.window.state().messages().iter().map(ToString::to_string).collect()
    }

    fn picture(&mut self, name: &str) {
        save_picture(name, &self.window.render().expect("a picture"));
    }

    fn chosen(&self, name: &str) -> bool {
        let choice = self.window.query_by_role_and_label(Role::RadioButton, name);
        choice.is_some_and(|choice| choice.accesskit_node().toggled() == Some(Toggled::True))
    }
}

#[test]
fn a_variant_and_its_scripted_twin_are_edited_together() {
    let mut place = Place::open();
    place.click("Variant Short game");
    place.click("Only several variants");
    place.window.get_by_role_and_label(Role::CheckBox, "Short, scripted").click();
    place.window.run_steps(4);
    place.picture("scope-several");
    place.window.key_press(Key::Escape);
    place.window.run_steps(4);
    assert!(place.chosen("Only Short game and Short, scripted"), "naming another chooses Only");

    place.row("Lighthouse");
    place.type_into(Role::TextInput, "Label", "tower");
    let labels = ["long", "short", "scripted", "hand"].map(|id| place.label(id));
    assert_eq!(labels, ["lighthouse", "tower", "tower", "lighthouse"]);
    assert!(place.said().iter().any(|said| said == "Short game and Short, scripted changed."), "{:?}", place.said());
    assert_eq!(place.window.state().session().unwrap().history().head(), 1);

    // Looking at the twin keeps the two together; looking at another ends it.
    place.click("Variant Short, scripted");
    assert!(place.chosen("Only Short, scripted and Short game"));
    place.click("Variant By hand");
    assert!(place.chosen("Only By hand"));
    assert!(place.window.state().session().unwrap().also().is_empty());
}

#[test]
fn it_is_said_beforehand_how_many_get_copies() {
    let mut place = Place::open();
    place.click("Only Long game");
    let said = |place: &Place, words: &str| place.window.query_by_label(words).is_some();
    assert!(!said(&place, "3 get copies"), "nothing is selected");
    place.row("Lighthouse");
    assert!(said(&place, "3 get copies"));
    place.click("Only several variants");
    place.window.get_by_role_and_label(Role::CheckBox, "By hand").click();
    place.window.run_steps(4);
    assert!(said(&place, "2 get copies"), "one that is named follows");
    place.click("All variants");
    assert!(!said(&place, "2 get copies"));
}

#[test]
fn three_are_counted() {
    let mut place = Place::open();
    place.click("Variant Short game");
    place.click("Only several variants");
    for name in ["Short, scripted", "By hand"] {
        place.window.get_by_role_and_label(Role::CheckBox, name).click();
        place.window.run_steps(4);
    }
    assert!(place.chosen("Only 3 variants"));
}

#[test]
fn fog_for_one_variant_is_announced_once_and_undone() {
    let mut place = Place::open();
    let before = std::fs::read_to_string(place.pack.path().join("setup.json")).unwrap();
    place.click("Variant Short game");
    place.click("Only Short game");
    place.row("Table & room");
    place.type_into(Role::SpinButton, "Fog density", "0.25");
    assert_eq!(
        (place.surroundings("short", "fogDensity"), place.surroundings("long", "fogDensity")),
        ("0.25".into(), "0".into())
    );
    place.picture("scope-group");
    let sentence = "Short game now has its own surroundings; changes to the base’s no longer reach it.";
    assert_eq!(place.said().iter().filter(|said| *said == sentence).count(), 1, "{:?}", place.said());
    assert!(place.window.query_by_role_and_label(Role::Button, "Undo").is_some());
    // The second change finds the own copy there.
    place.type_into(Role::TextInput, "Fog colour", "#334455");
    assert_eq!(place.surroundings("short", "fogColor"), "\"#334455\"");
    assert_eq!(place.said().iter().filter(|said| *said == sentence).count(), 1, "{:?}", place.said());
    // The base's value stands below, and can be had back.
    place.click("Take the base’s fog colour");
    assert_eq!(place.surroundings("short", "fogColor"), "\"#000000\"");
    place.click("Let surroundings follow the base again");
    assert_eq!(place.window.state().session().unwrap().scene().unwrap().text(), before, "what our edits emptied is gone");
    place.window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    place.window.run_steps(4);
    assert_eq!(place.surroundings("short", "fogDensity"), "0.25");
}

#[test]
fn an_own_value_is_kept_and_named_and_can_be_changed_too() {
    let mut place = Place::open();
    place.row("Table & room");
    place.click("Variant Short game");
    place.click("Only Short game");
    place.type_into(Role::SpinButton, "Fog density", "0.25");
    place.click("Variant Long game");
    place.click("All variants");
    place.type_into(Role::SpinButton, "Fog density", "0.5");
    assert!(place.said().iter().any(|said| said == "Short game keeps its own value."), "{:?}", place.said());
    assert_eq!(
        (place.surroundings("short", "fogDensity"), place.surroundings("hand", "fogDensity")),
        ("0.25".into(), "0.5".into())
    );
    place.click("Change them too");
    assert_eq!(place.surroundings("short", "fogDensity"), "0.5");
    assert_eq!(place.window.state().session().unwrap().history().head(), 2, "it belongs to the same step");
}

#[test]
fn what_is_shared_says_so_where_the_scope_stands() {
    let mut place = Place::open();
    assert!(place.chosen("All variants"));
    place.row("Materials");
    place.picture("scope-shared");
    assert!(place.chosen("Shared by all variants") && !place.chosen("All variants"));
    place.row("Lighthouse");
    assert!(place.chosen("All variants"));
}

#[test]
fn the_scope_is_fixed_while_a_number_is_dragged() {
    let mut place = Place::open();
    place.row("Table & room");
    let field = place.window.get_by_role_and_label(Role::SpinButton, "Fog density").rect().center();
    let button = |pressed| egui::Event::PointerButton {
        pos: field,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    place.window.event(egui::Event::PointerMoved(field));
    place.window.event(button(true));
    place.window.run_steps(2);
    place.window.event(egui::Event::PointerMoved(field + egui::vec2(40.0, 0.0)));
    place.window.run_steps(2);
    for key in [Key::S, Key::Num2] {
        place.window.key_press_modifiers(Modifiers::ALT, key);
        place.window.run_steps(3);
    }
    assert!(place.chosen("All variants"));
    assert_eq!(place.window.state().session().unwrap().shown(), "long");
    place.window.event(button(false));
    place.window.run_steps(3);
    assert_ne!(place.surroundings("hand", "fogDensity"), "0", "it is written where it was begun: for all");
    place.window.key_press_modifiers(Modifiers::ALT, Key::S);
    place.window.run_steps(3);
    assert!(place.chosen("Only Long game"));
}
