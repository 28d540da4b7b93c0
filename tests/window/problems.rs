//! Problems, their pages, and finding: driven in the window by AccessKit names and keys.

use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tablewright::app::App;
use tablewright::commands::Command;
use tablewright_core::check::Diagnostic;
use tablewright_tests::kittest_gl::save_picture;
use tempfile::TempDir;

use crate::journey::{MANIFEST, SCENE, click, wait, window};

type Window = Harness<'static, App>;

/// A pack whose manifest has two files listed twice and a version of two numbers, and whose variant *short* has an
/// addition without a place and removes what is not there. The folder, the settings' folder, and the window.
fn broken() -> (TempDir, TempDir, Window) {
    let manifest = MANIFEST
        .replace("\"1.0.0\"", "\"1.0\"")
        .replace("\"license\"", "\"assets\": [\"a.png\", \"b.png\", \"a.png\", \"b.png\"], \"license\"");
    let tug = r#"{"id":"tug","kind":"token","displayName":"Tug","position":{"x":1},"metadata":{"note":"Zoë harbour master"}}"#;
    let delta = format!(r#"{{"short":{{"removed":["ghost-ship"],"objects":[{tug}]}}}}"#);
    open(&manifest, &SCENE.replace("\"deltas\":{}", &format!("\"deltas\":{delta}")))
}

fn open(manifest: &str, scene: &str) -> (TempDir, TempDir, Window) {
    let (pack, settings) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(pack.path().join("diceytable.mod.json"), manifest).unwrap();
    std::fs::write(pack.path().join("setup.json"), scene).unwrap();
    std::fs::write(pack.path().join("a.png"), "").unwrap();
    std::fs::write(pack.path().join("b.png"), "").unwrap();
    let mut window = window(Some(pack.path()), settings.path());
    checked(&mut window);
    (pack, settings, window)
}

fn checked(window: &mut Window) {
    wait(window, |app| app.session().is_some_and(|session| !session.problems_are_stale()) && !app.is_busy());
}

fn problems(window: &Window) -> Vec<Diagnostic> {
    window.state().session().unwrap().problems().to_vec()
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(4);
}

fn type_text(window: &mut Window, field: &str, text: &str) {
    window.get_by_role_and_label(Role::TextInput, field).type_text(text);
    window.run_steps(3);
}

/// The names of the rows of the panel that are seen.
fn rows(window: &Window) -> Vec<String> {
    let rows = window.get_all_by_role(Role::TreeItem).filter_map(|node| {
        let node = node.accesskit_node();
        let in_panel = node.raw_bounds().is_some_and(|at| at.y0 > 700.0);
        in_panel.then(|| node.label()).flatten()
    });
    rows.collect()
}

fn selected_row(window: &Window) -> Option<String> {
    let mut rows = window.get_all_by_role(Role::TreeItem).map(|node| node.accesskit_node());
    rows.find(|node| node.toggled() == Some(Toggled::True) && node.raw_bounds().is_some_and(|at| at.y0 > 700.0))?.label()
}

#[test]
fn words_and_switches_filter_and_files_fold() {
    let (_pack, _settings, mut window) = broken();
    let all = problems(&window);
    assert!(all.iter().any(|p| p.code == "tw-duplicate-asset") && all.len() > 4, "{all:#?}");
    assert!(rows(&window).contains(&"diceytable.mod.json".to_owned()));
    window.get_by_role_and_label(Role::TextInput, "Filter the problems").focus();
    window.run_steps(2);
    type_text(&mut window, "Filter the problems", "duplicate-asset");
    let shown = rows(&window);
    assert_eq!(shown.len(), 3, "the file and two problems: {shown:?}");
    click(&mut window, "Warnings");
    assert!(window.query_by_label("Nothing to show").is_some());
    click(&mut window, "Clear the filter");
    assert!(rows(&window).len() > 3);
    // A click on the heading folds what is below it.
    window.get_by_role_and_label(Role::TreeItem, "diceytable.mod.json").click();
    window.run_steps(4);
    assert_eq!(rows(&window)[1], "setup.json");
}

trait Runs {
    fn run_command(&mut self, command: Command);
}

impl Runs for Window {
    fn run_command(&mut self, command: Command) {
        self.state_mut().run_command(command);
        self.run_steps(4);
    }
}

#[test]
fn f8_walks_what_the_filter_shows_and_goes_round() {
    let (_pack, _settings, mut window) = broken();
    let all = problems(&window);
    let first = all[0].message.clone();
    press(&mut window, Modifiers::NONE, Key::F8);
    assert_eq!(selected_row(&window).as_deref(), Some(first.as_str()));
    press(&mut window, Modifiers::SHIFT, Key::F8);
    let last = all.last().unwrap().message.clone();
    assert_eq!(selected_row(&window).as_deref(), Some(last.as_str()), "from the first back to the last, scrolled into view");
    press(&mut window, Modifiers::NONE, Key::F8);
    assert_eq!(selected_row(&window).as_deref(), Some(first.as_str()));
    // A problem inside a variant's differences shows that variant and selects its entity.
    let at = all.iter().position(|p| p.pointer.to_string().starts_with("/variants/deltas/short/objects/0")).unwrap();
    for _ in 0..at {
        press(&mut window, Modifiers::NONE, Key::F8);
    }
    let session = window.state().session().unwrap();
    assert_eq!((session.shown(), session.selection()), ("short", &["tug".to_owned()][..]));
    // Under a filter only what it shows.
    window.get_by_role_and_label(Role::TextInput, "Filter the problems").focus();
    window.run_steps(2);
    type_text(&mut window, "Filter the problems", "duplicate-asset");
    let mut seen = Vec::new();
    for _ in 0..3 {
        press(&mut window, Modifiers::NONE, Key::F8);
        seen.push(selected_row(&window).unwrap());
    }
    assert!(seen.iter().all(|row| row.contains("listed twice")) && seen[0] == seen[2] && seen[0] != seen[1], "{seen:?}");
}

#[test]
fn fixes_open_by_keys_say_what_they_change_and_the_walk_goes_on() {
    let (_pack, _settings, mut window) = broken();
    let all = problems(&window);
    let at = all.iter().position(|p| p.code == "tw-duplicate-asset").unwrap();
    for _ in 0..=at {
        press(&mut window, Modifiers::NONE, Key::F8);
    }
    press(&mut window, Modifiers::COMMAND, Key::Period);
    let item = window.get_all_by_role(Role::MenuItem).next().expect("the menu is open");
    let told = item.accesskit_node().description().unwrap_or_default();
    assert!(told.contains("\"a.png\" → nothing"), "{told}");
    save_picture("problems-menu", &window.render().expect("a picture"));
    // Escape closes the menu and leaves all else.
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_role(Role::MenuItem).is_none());
    press(&mut window, Modifiers::COMMAND, Key::Period);
    // Down past the last item comes back to the first.
    let items = window.get_all_by_role(Role::MenuItem).count();
    for _ in 0..items {
        press(&mut window, Modifiers::NONE, Key::ArrowDown);
    }
    press(&mut window, Modifiers::NONE, Key::Enter);
    checked(&mut window);
    let session = window.state().session().unwrap();
    assert_eq!(session.history().head(), 1, "one step");
    assert!(!problems(&window).iter().any(|p| p.code == "tw-duplicate-asset"));
    let next = problems(&window)[at].message.clone();
    press(&mut window, Modifiers::NONE, Key::F8);
    assert_eq!(selected_row(&window).as_deref(), Some(next.as_str()), "the one that took its place");
}

#[test]
fn all_safe_fixes_are_one_step_that_undo_takes_back() {
    let (_pack, _settings, mut window) = broken();
    let before = window.state().session().unwrap().manifest().unwrap().text();
    let safe = window.state().session().unwrap().problem_counts().safe_fixes;
    assert!(safe >= 3, "{safe}");
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::Period);
    checked(&mut window);
    let session = window.state().session().unwrap();
    assert_eq!((session.history().head(), session.problem_counts().safe_fixes), (1, 0));
    assert!(window.state().messages().iter().any(|text| text.starts_with("Mended ")), "{:?}", window.state().messages());
    let button = window.get_by_role_and_label(Role::Button, "Fix all safe");
    assert!(button.accesskit_node().is_disabled());
    press(&mut window, Modifiers::COMMAND, Key::Z);
    checked(&mut window);
    let session = window.state().session().unwrap();
    assert_eq!(session.manifest().unwrap().text(), before);
    assert_eq!(session.problem_counts().safe_fixes, safe);
}

#[test]
fn every_problem_has_a_page_and_the_page_leads_back() {
    let (_pack, _settings, mut window) = broken();
    press(&mut window, Modifiers::NONE, Key::F8);
    press(&mut window, Modifiers::NONE, Key::F1);
    for part in ["Problem codes", "What it means", "Why", "How to mend it", "Where the rule is from"] {
        assert!(window.query_all_by_label(part).next().is_some(), "{part}");
    }
    save_picture("problem-codes", &window.render().expect("a picture"));
    press(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("What it means").is_none(), "Escape closes the page");
    window.run_command(Command::ProblemCodes);
    type_text(&mut window, "Find a problem code", "tw-duplicate-asset");
    assert_eq!(
        window
            .query_all_by_role(Role::ListItem)
            .filter(|row| row.accesskit_node().label().as_deref() == Some("Entry listed twice"))
            .count(),
        1
    );
    click(&mut window, "Show in Problems");
    let shown = rows(&window);
    assert!(shown.len() == 3 && shown[1].contains("listed twice"), "{shown:?}");
}

#[test]
fn text_is_found_in_both_files_and_gone_to() {
    let (_pack, _settings, mut window) = broken();
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::F);
    type_text(&mut window, "Find in both files", "harbour");
    wait(&mut window, |app| !app.is_busy());
    save_picture("find", &window.render().expect("a picture"));
    let shown = rows(&window);
    assert!(shown.contains(&"Manifest".to_owned()) && shown.contains(&"example.harbour".to_owned()), "{shown:?}");
    // Enter goes to the first place, which is in the manifest; the keyboard stays in the query.
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.query_by_role_and_label(Role::TextInput, "Version").is_some(), "the form is shown");
    press(&mut window, Modifiers::COMMAND, Key::A);
    type_text(&mut window, "Find in both files", "Zoë");
    wait(&mut window, |app| !app.is_busy());
    press(&mut window, Modifiers::NONE, Key::Enter);
    let session = window.state().session().unwrap();
    assert_eq!((session.shown(), session.selection()), ("short", &["tug".to_owned()][..]), "in the variant that has it");
    assert!(window.query_by_label("1 of 1").is_some());
    // What is found follows the documents.
    window.run_command(Command::Delete);
    wait(&mut window, |app| !app.is_busy());
    assert!(window.query_by_label("Nothing found").is_some());
}

#[test]
fn case_counts_when_asked_for_and_enter_goes_round() {
    let (_pack, _settings, mut window) = broken();
    press(&mut window, Modifiers::COMMAND, Key::F);
    type_text(&mut window, "Find in both files", "LONG");
    wait(&mut window, |app| !app.is_busy());
    let total = window.query_by_label_contains(" found").and_then(|node| node.accesskit_node().value()).unwrap();
    assert_ne!(total, "0 found");
    press(&mut window, Modifiers::SHIFT, Key::Enter);
    let last = total.replace(" found", "");
    assert!(window.query_by_label(&format!("{last} of {last}")).is_some(), "backwards from none is the last");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert!(window.query_by_label(&format!("1 of {last}")).is_some(), "and on to the first");
    click(&mut window, "Match case");
    wait(&mut window, |app| !app.is_busy());
    assert!(window.query_by_label("Nothing found").is_some());
    click(&mut window, "Don’t match case");
    wait(&mut window, |app| !app.is_busy());
    assert!(window.query_by_label("Nothing found").is_none());
}

#[test]
fn ctrl_f_is_the_filter_of_the_panel_that_has_one() {
    let (_pack, _settings, mut window) = broken();
    let typing = |window: &Window, name: &str| {
        window.query_by_role_and_label(Role::TextInput, name).is_some_and(|node| node.accesskit_node().is_focused())
    };
    window.get_by_role_and_label(Role::TreeItem, "diceytable.mod.json").click();
    window.run_steps(4);
    press(&mut window, Modifiers::COMMAND, Key::F);
    assert!(typing(&window, "Filter the problems"));
    click(&mut window, "Lighthouse");
    press(&mut window, Modifiers::COMMAND, Key::F);
    assert!(typing(&window, "Find in the hierarchy"));
    press(&mut window, Modifiers::COMMAND | Modifiers::SHIFT, Key::F);
    assert!(typing(&window, "Find in both files"));
}

#[test]
fn thousands_of_problems_are_listed_without_drawing_them() {
    let assets: Vec<String> = (0..2_500).map(|i| format!("\"missing/{i}.png\", \"missing/{i}.png\"")).collect();
    let manifest = MANIFEST.replace("\"license\"", &format!("\"assets\": [{}], \"license\"", assets.join(", ")));
    let (_pack, _settings, mut window) = open(&manifest, SCENE);
    assert!(problems(&window).len() >= 4_000, "{}", problems(&window).len());
    assert!(rows(&window).len() < 40);
    press(&mut window, Modifiers::SHIFT, Key::F8);
    let last = problems(&window).last().unwrap().message.clone();
    assert_eq!(selected_row(&window).as_deref(), Some(last.as_str()));
}
