//! Raw and the Markdown field over a real session: text and form in step, text that waits, marks.

use std::cell::RefCell;
use std::rc::Rc;

use egui::{Event, Key, Modifiers, Role, ThemePreference, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use image::GenericImageView as _;
use tablewright::commands::Command;
use tablewright::dock::PanelState;
use tablewright::panels::details::DetailsPanel;
use tablewright::panels::{View, Wish};
use tablewright::session::{Action, Session};
use tablewright::widgets::units::Unit;
use tablewright_core::job::Quiet;
use tablewright_core::json::Pointer;
use tablewright_core::pointer;
use tablewright_tests::kittest_gl::save_picture;
use tempfile::TempDir;

use crate::harness;
use crate::listing::{manifest, pack};

pub struct Details {
    pub session: Session,
    pub panel: DetailsPanel,
    pub asked: Vec<Wish>,
    _folders: [TempDir; 2],
}

impl Details {
    fn open(folder: TempDir) -> Self {
        let folders = [folder, tempfile::tempdir().unwrap()];
        let (session, _) = Session::open(folders[0].path(), folders[1].path()).expect("a pack");
        Self { session, panel: DetailsPanel::default(), asked: Vec::new(), _folders: folders }
    }

    pub fn draw(&mut self, ui: &mut egui::Ui) {
        let state = PanelState { focused: true, take_keyboard: false };
        let view = View { session: &self.session, units: Unit::Foot, state };
        for wish in self.panel.show(ui, view) {
            match wish {
                Wish::Act(action) => {
                    let notices = self.session.act(action);
                    assert!(notices.iter().all(|notice| !notice.failed), "{notices:?}");
                }
                Wish::EndGesture => self.session.end_interaction(),
                Wish::Command(Command::Undo) => drop(self.session.act(Action::Undo)),
                Wish::Command(Command::Redo) => drop(self.session.act(Action::Redo)),
                Wish::ReadManifest(asked) => {
                    self.panel.began_reading(asked.clone());
                    let found = asked.read(self.session.state_dir(), &Quiet);
                    self.panel.ended_reading(&asked, found, Some(&self.session));
                }
                other => self.asked.push(other),
            }
        }
    }

    pub fn check(&mut self) {
        let problems = self.session.check_job().run();
        self.session.checked(self.session.revision(), problems);
    }

    pub fn steps(&self) -> usize {
        self.session.history().steps().filter(|step| step.index > 0).count()
    }

    pub fn text(&self) -> String {
        self.session.manifest().expect("a manifest").text()
    }
}

pub type Shared = Rc<RefCell<Details>>;

pub fn window(folder: TempDir, size: egui::Vec2, theme: ThemePreference) -> (Harness<'static>, Shared) {
    let details = Rc::new(RefCell::new(Details::open(folder)));
    details.borrow_mut().check();
    let inner = Rc::clone(&details);
    let mut harness = harness(theme, size, move |ui| inner.borrow_mut().draw(ui));
    harness.run_steps(4);
    (harness, details)
}

pub fn open_tab(harness: &mut Harness<'_>, name: &str) {
    harness.get_by_role_and_label(Role::Tab, name).click();
    harness.run_steps(4);
}

pub fn type_text(harness: &mut Harness<'_>, text: &str) {
    harness.event(Event::Text(text.to_owned()));
    harness.run_steps(3);
}

fn small() -> TempDir {
    let folder = pack(&serde_json::json!({}));
    let text = "{\n  \"schemaVersion\": \"1.0\",\n  \"id\": \"org.example.go\",\n  \"name\": \"Go\",\n  \"n\": 1.50\n}\n";
    std::fs::write(folder.path().join("diceytable.mod.json"), text).unwrap();
    folder
}

/// Puts the cursor behind a text, by the way of the keyboard: to the start, then to the right.
fn go_behind(harness: &mut Harness<'_>, details: &Shared, text: &str) {
    let whole = details.borrow().text();
    let at = whole.find(text).expect("it is there") + text.len();
    let before = &whole[..at];
    harness.get_by_role_and_label(Role::MultilineTextInput, "Manifest text").focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers { ctrl: true, ..Modifiers::COMMAND }, Key::Home);
    harness.run_steps(2);
    for _ in 0..before.matches('\n').count() {
        harness.key_press(Key::ArrowDown);
        harness.run_steps(1);
    }
    for _ in 0..before.rsplit('\n').next().unwrap_or_default().chars().count() {
        harness.key_press(Key::ArrowRight);
        harness.run_steps(1);
    }
}

#[test]
fn text_and_form_are_in_step_and_a_run_of_typing_is_one_step() {
    let (mut harness, details) = window(small(), vec2(1240.0, 760.0), ThemePreference::Dark);
    open_tab(&mut harness, "Raw");
    go_behind(&mut harness, &details, "\"Go");
    for letter in ["-", "m", "o", "k", "u"] {
        type_text(&mut harness, letter);
    }
    assert_eq!(details.borrow().session.manifest_text("name"), "Go-moku");
    assert_eq!(details.borrow().steps(), 1, "one run of typing");
    assert!(details.borrow().text().contains("\"n\": 1.50\n}\n"), "all else is as it was");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(3);
    assert_eq!(details.borrow().session.manifest_text("name"), "Go");
    let shown = harness.get_by_role_and_label(Role::MultilineTextInput, "Manifest text").value();
    assert_eq!(shown.as_deref(), Some(details.borrow().text().as_str()));
    // The other way round: what the form changes shows at once.
    let op = tablewright_core::edit::ManifestOp::Set(pointer!["name"], "Weiqi".into());
    let action = Action::Manifest { label: "Rename".to_owned(), ops: vec![op], merge: None };
    details.borrow_mut().session.act(action);
    harness.run_steps(3);
    let shown = harness.get_by_role_and_label(Role::MultilineTextInput, "Manifest text").value().unwrap();
    assert!(shown.contains("Weiqi") && shown.contains("1.50"), "{shown}");
}

#[test]
fn text_that_is_not_json_waits_and_is_said() {
    let (mut harness, details) = window(small(), vec2(1240.0, 760.0), ThemePreference::Dark);
    let before = details.borrow().text();
    open_tab(&mut harness, "Raw");
    go_behind(&mut harness, &details, "\"Go\"");
    type_text(&mut harness, " oops");
    let pending = details.borrow().session.pending(&Pointer::root()).cloned().expect("it waits");
    assert!(pending.text.contains("\"Go\" oops") && pending.why.starts_with("line 4, column 16"), "{pending:?}");
    assert_eq!(details.borrow().text(), before, "the document stays");
    assert_eq!(details.borrow().steps(), 0);
    assert!(harness.query_all_by_label_contains("Line 4, column 16").next().is_some());
    save_picture("raw-waiting-dark", &harness.render().expect("a picture"));
    // It stays through another tab, and in the recovery copy.
    open_tab(&mut harness, "Details");
    open_tab(&mut harness, "Raw");
    let shown = harness.get_by_role_and_label(Role::MultilineTextInput, "Manifest text").value().unwrap();
    assert!(shown.contains("oops"));
    details.borrow_mut().session.write_draft().expect("a recovery copy");
    // A save says what it left out.
    let job = details.borrow().session.save_job();
    let notes = details.borrow_mut().session.saved(job.run().expect("saved"));
    assert!(notes.iter().any(|note| note.text.contains("the manifest’s text") && note.text.contains("line 4")), "{notes:?}");
    harness.get_by_role_and_label(Role::Button, "Put back").click();
    harness.run_steps(4);
    assert!(details.borrow().session.pending(&Pointer::root()).is_none());
    let shown = harness.get_by_role_and_label(Role::MultilineTextInput, "Manifest text").value();
    assert_eq!(shown.as_deref(), Some(before.as_str()));
}

#[test]
fn broken_text_becomes_the_document_when_it_is_json_again() {
    let (mut harness, details) = window(small(), vec2(1240.0, 760.0), ThemePreference::Dark);
    open_tab(&mut harness, "Raw");
    go_behind(&mut harness, &details, "1.50");
    type_text(&mut harness, ",");
    assert!(details.borrow().session.pending(&Pointer::root()).is_some());
    type_text(&mut harness, "\"late");
    type_text(&mut harness, "r\":{}");
    assert!(details.borrow().session.pending(&Pointer::root()).is_none());
    assert!(details.borrow().text().contains("\"n\": 1.50,\"later\":{}\n}\n"), "{}", details.borrow().text());
    assert_eq!(details.borrow().steps(), 1);
}

#[test]
fn problems_stand_at_their_lines_and_lead_to_the_field() {
    let (mut harness, details) = window(small(), vec2(1240.0, 760.0), ThemePreference::Light);
    open_tab(&mut harness, "Raw");
    let picture = harness.render().expect("a picture");
    save_picture("raw-light", &picture);
    let dark = picture.view(270, 100, 300, 100).to_image().pixels().filter(|pixel| pixel.0[0] < 80).count();
    assert!(dark > 100, "the text is seen: {dark}");
    let gutter: Vec<String> = harness
        .query_all_by_role(Role::Button)
        .filter_map(|node| node.accesskit_node().label())
        .filter(|label| label.starts_with("Line "))
        .collect();
    assert!(gutter.iter().any(|label| label.starts_with("Line 5: ")), "the unknown key: {gutter:?}");
    harness.get_by_role_and_label(Role::Button, &gutter[0]).click();
    harness.run_steps(3);
    assert!(matches!(details.borrow().asked.as_slice(), [Wish::GoToProblem(_)]));
    // A row of the list puts the cursor there.
    let message = details.borrow().session.problems()[0].message.clone();
    harness.get_by_role_and_label(Role::ListItem, &message).click();
    harness.run_steps(4);
    type_text(&mut harness, " ");
    assert_eq!(details.borrow().steps(), 1, "the text has the keyboard");
}

#[test]
fn a_broken_file_is_mended_as_text() {
    let folder = small();
    let path = folder.path().join("diceytable.mod.json");
    std::fs::write(&path, "{\"schemaVersion\": \"1.0\" \"id\": \"a.b\"}").unwrap();
    let (mut harness, details) = window(folder, vec2(1240.0, 760.0), ThemePreference::Dark);
    for _ in 0..100 {
        harness.run_steps(2);
        if harness.query_by_role_and_label(Role::MultilineTextInput, "Manifest text").is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    save_picture("raw-broken-dark", &harness.render().expect("a picture"));
    harness.get_by_role_and_label(Role::MultilineTextInput, "Manifest text").focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers { ctrl: true, ..Modifiers::COMMAND }, Key::Home);
    harness.run_steps(2);
    for _ in 0.."{\"schemaVersion\": \"1.0\"".len() {
        harness.key_press(Key::ArrowRight);
        harness.run_steps(1);
    }
    type_text(&mut harness, ",");
    assert_eq!(details.borrow().session.manifest_text("id"), "a.b");
    assert!(harness.query_by_role_and_label(Role::Tab, "Details").is_some(), "the form is back");
    let job = details.borrow().session.save_job();
    details.borrow_mut().session.saved(job.run().expect("saved"));
    let text = std::fs::read_to_string(path).unwrap();
    let mended = "{\"schemaVersion\": \"1.0\", \"id\": \"a.b\", \"assets\": [";
    assert!(text.starts_with(mended), "what was typed, and the list of the files that are there: {text}");
}

#[test]
fn markdown_is_written_marked_and_previewed() {
    let mut short = manifest();
    short["description"] = "Old and new".into();
    let (mut harness, details) = window(pack(&short), vec2(1440.0, 860.0), ThemePreference::Dark);
    harness.get_by_role_and_label(Role::MultilineTextInput, "Description").click();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    let press = |harness: &mut Harness<'_>, name: &str| {
        harness.get_by_role_and_label(Role::Button, name).click();
        harness.run_steps(4);
    };
    press(&mut harness, "Bold");
    assert_eq!(details.borrow().session.manifest_text("description"), "**Old and new**");
    assert_eq!(details.borrow().steps(), 1);
    // The keyboard is back in the text, with the words selected.
    type_text(&mut harness, "Fresh");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    harness.run_steps(4);
    assert_eq!(details.borrow().session.manifest_text("description"), "**Fresh**");
    harness.get_by_role_and_label(Role::RadioButton, "Preview").click();
    harness.run_steps(4);
    assert!(harness.query_by_label("Fresh").is_some() && harness.query_by_label("Description, as it will look").is_some());
    save_picture("details-markdown-dark", &harness.render().expect("a picture"));
    harness.get_by_role_and_label(Role::RadioButton, "Write").click();
    harness.run_steps(4);
    // Escape gives back what was there.
    harness.get_by_role_and_label(Role::MultilineTextInput, "Description").focus();
    harness.run_steps(2);
    type_text(&mut harness, "no");
    harness.key_press(Key::Escape);
    harness.run_steps(4);
    assert_eq!(details.borrow().session.manifest_text("description"), "**Fresh**");
    assert_eq!(details.borrow().steps(), 2);
}
