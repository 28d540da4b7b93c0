//! The main job in the window, as a person does it: open, look at a variant, change a piece for it alone, rename the game,
//! save, undo, publish.

use std::path::Path;
use std::time::{Duration, Instant};

use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use tablewright::app::App;
use tablewright::settings::{Places, Settings};
use tablewright_core::json::Document;
use tablewright_core::pointer;
use tablewright_core::variants::{Scope, listed_ids, resolve};
use tablewright_tests::kittest_gl::GlowRenderer;

pub(crate) const MANIFEST: &str = r#"{
  "schemaVersion": "1.0",
  "id": "example.harbour",
  "name": "Harbour",
  "slug": "harbour",
  "version": "1.0.0",
  "type": "game-pack",
  "entry": { "setup": "setup.json" },
  "compatibility": { "engine": ">=0.1 <1.0" },
  "license": "MIT",
  "variants": [
    { "id": "long", "name": "Long game" },
    { "id": "short", "name": "Short game" }
  ]
}"#;

pub(crate) const SCENE: &str = r##"{"schemaVersion":2,"sceneId":"harbour","name":"Harbour","environment":{"tableSurfaceColor":"#2e5d4b","tableSurfaceTextureAssetId":null,"ambientColor":"#ffffff","fogEnabled":false,"fogColor":"#000000","fogDensity":0,"skyboxAssetId":null},"objects":[{"id":"harbour:token:1","kind":"token","label":"lighthouse","displayName":"Lighthouse","position":{"x":0,"y":0,"z":0},"rotation":{"x":0,"y":0,"z":0},"scale":{"x":0.5,"y":0.5,"z":0.5},"color":"#c02233","ownerSeat":null,"faceDown":false,"locked":false,"stackCount":1,"metadata":{},"velocity":{"x":0,"y":0,"z":0},"angularVelocity":{"x":0,"y":0,"z":0}}],"variants":{"base":"long","deltas":{}}}"##;

struct Place {
    pack: tempfile::TempDir,
    settings: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { pack: tempfile::tempdir().unwrap(), settings: tempfile::tempdir().unwrap() };
        std::fs::write(place.pack.path().join("diceytable.mod.json"), MANIFEST).unwrap();
        std::fs::write(place.pack.path().join("setup.json"), SCENE).unwrap();
        place
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.pack.path().join(name)).unwrap()
    }

    /// The window on this pack, once it is open and checked.
    fn window(&self) -> Harness<'static, App> {
        let mut window = window(Some(self.pack.path()), self.settings.path());
        wait(&mut window, |app| app.session().is_some_and(|session| !session.problems_are_stale()));
        window
    }
}

pub(crate) fn window(pack: Option<&Path>, settings: &Path) -> Harness<'static, App> {
    let (settings, trouble) = Settings::load(Places::inside(settings));
    assert!(trouble.is_none());
    let pack = pack.map(Path::to_path_buf);
    Harness::builder()
        .with_size(vec2(1440.0, 900.0))
        .with_max_steps(200)
        .renderer(GlowRenderer::new().expect("a drawing context without a display"))
        .build_eframe(move |cc| App::new(&cc.egui_ctx, cc.gl.as_ref(), settings, pack.as_deref()))
}

/// Runs frames until `done`, or fails after a long while.
pub(crate) fn wait(window: &mut Harness<'static, App>, done: impl Fn(&App) -> bool) {
    let started = Instant::now();
    while !done(window.state()) {
        assert!(started.elapsed() < Duration::from_secs(120), "it never came to be: {:?}", window.state().messages());
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    window.run_steps(3);
}

pub(crate) fn click(window: &mut Harness<'static, App>, name: &str) {
    window.get_by_label(name).click();
    window.run_steps(4);
}

/// Puts `text` into the field called `name` and ends with Enter.
fn type_into(window: &mut Harness<'static, App>, name: &str, text: &str) {
    fill(window, name, text, Key::Enter);
}

/// Puts `text` into the field called `name` and leaves it by `end`: in a dialog Enter confirms the whole, Tab goes on.
pub(crate) fn fill(window: &mut Harness<'static, App>, name: &str, text: &str, end: Key) {
    let field = window.get_by_role_and_label(egui::accesskit::Role::TextInput, name);
    field.click();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run_steps(2);
    window.get_by_role_and_label(egui::accesskit::Role::TextInput, name).type_text(text);
    window.run_steps(2);
    window.key_press(end);
    window.run_steps(4);
}

fn position(scene: &str, variant: &str) -> Option<f64> {
    let scene = Document::parse(scene.as_bytes()).unwrap();
    let manifest = Document::parse(MANIFEST.as_bytes()).unwrap();
    let resolved = resolve(&scene, variant, &listed_ids(manifest.root()));
    resolved.find("harbour:token:1").and_then(|found| found.entity().position()).map(|p| p[0])
}

#[test]
fn a_piece_is_changed_for_one_variant_and_both_files_are_saved() {
    let place = Place::new();
    let mut window = place.window();

    click(&mut window, "Variant Short game");
    assert_eq!(window.state().session().unwrap().shown(), "short");
    click(&mut window, "Only Short game");
    assert_eq!(window.state().session().unwrap().scope(), Scope::Only);

    click(&mut window, "Lighthouse");
    assert_eq!(window.state().session().unwrap().selection(), ["harbour:token:1"]);
    type_into(&mut window, "Label", "tower");
    let session = window.state().session().unwrap();
    assert_eq!(session.history().head(), 1, "one gesture, one step");
    assert!(session.is_unsaved());

    click(&mut window, "Mod details");
    type_into(&mut window, "Name", "Old harbour");

    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    wait(&mut window, |app| app.session().is_some_and(|session| !session.is_unsaved()));
    assert_eq!(place.read("diceytable.mod.json"), MANIFEST.replace("\"Harbour\"", "\"Old harbour\""));
    let scene = place.read("setup.json");
    let label = |variant: &str| {
        let doc = Document::parse(scene.as_bytes()).unwrap();
        let resolved = resolve(&doc, variant, &["long", "short"]);
        resolved.find("harbour:token:1").unwrap().entity().label().unwrap().into_owned()
    };
    assert_eq!((label("long").as_str(), label("short").as_str()), ("lighthouse", "tower"));
    assert_eq!(position(&scene, "long"), Some(0.0));
    assert!(scene.starts_with(&SCENE[..SCENE.len() - "\"deltas\":{}}}".len()]), "the base keeps every byte");

    // Undo crosses the save, over both files.
    for _ in 0..2 {
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.run_steps(3);
    }
    let session = window.state().session().unwrap();
    assert_eq!(session.scene().unwrap().text(), SCENE);
    assert_eq!(session.manifest().unwrap().text(), MANIFEST);
}

#[test]
fn problems_lead_to_the_place_and_their_fix_is_one_step() {
    let place = Place::new();
    let broken = MANIFEST.replace("\"1.0.0\"", "\"1.0\"");
    std::fs::write(place.pack.path().join("diceytable.mod.json"), broken).unwrap();
    let mut window = place.window();
    let problems = window.state().session().unwrap().problems().clone();
    let version = problems.iter().find(|p| p.pointer == pointer!["version"]).expect("a version of two numbers is told");
    let message = version.message.clone();
    window.get_all_by_label(&message).next().expect("the problem stands in the panel").click();
    window.run_steps(4);
    assert!(window.query_by_role_and_label(egui::accesskit::Role::TextInput, "Version").is_some(), "its field is shown");
}

#[test]
fn an_outside_change_is_taken_silently_or_asked_about() {
    let place = Place::new();
    let mut window = place.window();
    std::fs::write(place.pack.path().join("diceytable.mod.json"), MANIFEST.replace("\"Harbour\"", "\"Port\"")).unwrap();
    let name = |app: &App| Some(app.session()?.manifest()?.root().get("name")?.as_str()?.into_owned());
    wait(&mut window, |app| name(app).as_deref() == Some("Port"));

    click(&mut window, "Mod details");
    type_into(&mut window, "Name", "Mine");
    std::fs::write(place.pack.path().join("diceytable.mod.json"), MANIFEST).unwrap();
    wait(&mut window, |app| app.session().is_some_and(|session| session.outside_change().is_some()));
    assert_eq!(name(window.state()).as_deref(), Some("Mine"), "the edit is still there");
    click(&mut window, "Take theirs");
    wait(&mut window, |app| name(app).as_deref() == Some("Harbour"));
}

#[test]
fn what_was_not_saved_is_offered_after_a_crash() {
    let place = Place::new();
    let mut window = place.window();
    click(&mut window, "Mod details");
    type_into(&mut window, "Name", "Unsaved");
    wait(&mut window, |app| app.session().is_some_and(|session| session.draft_due().is_none()));
    // The window goes without closing the pack, as in a crash.
    drop(window);
    let mut window = place.window();
    click(&mut window, "Take them");
    let session = window.state().session().unwrap();
    assert_eq!(session.manifest().unwrap().text(), MANIFEST.replace("\"Harbour\"", "\"Unsaved\""));
    assert_eq!(place.read("diceytable.mod.json"), MANIFEST, "nothing was written");
}

#[test]
fn an_idle_window_does_nothing() {
    let place = Place::new();
    let mut window = place.window();
    wait(&mut window, |app| !app.is_busy() && app.session().is_some_and(|session| session.draft_due().is_none()));
    let delay =
        |window: &Harness<'static, App>| window.output().viewport_output.values().map(|view| view.repaint_delay).min().unwrap();
    // The pictures of the variants are made when nothing has changed for a moment.
    let started = Instant::now();
    while delay(&window) < Duration::from_secs(1) && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
        window.step();
    }
    window.run_steps(30);
    let before = window.state().session().unwrap().revision();
    let delay = delay(&window);
    assert!(delay > Duration::from_secs(1), "a repaint is asked for in {delay:?}");
    assert_eq!(window.state().session().unwrap().revision(), before);
}

#[test]
fn a_broken_half_still_shows_the_other() {
    for (file, text) in [("setup.json", "{\"objects\": [,]}"), ("diceytable.mod.json", "null"), ("setup.json", "")] {
        let place = Place::new();
        std::fs::write(place.pack.path().join(file), text).unwrap();
        let window = place.window();
        let session = window.state().session().unwrap();
        assert!(session.manifest().is_some() || session.scene().is_some(), "{file}");
        assert!(session.problems().iter().any(|p| matches!(p.code, "json" | "schema")), "{file}: {:?}", session.problems());
    }
}

#[test]
fn publishing_to_a_folder_asks_saves_and_reads_back() {
    let place = Place::new();
    let remote = tempfile::tempdir().unwrap();
    tablewright_tests::git_server::isolate();
    git2::Repository::init_bare(remote.path()).unwrap();
    let mut window = place.window();
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Enter);
    window.run_steps(4);
    fill(&mut window, "Publish to", &remote.path().display().to_string(), Key::Tab);
    fill(&mut window, "Your name", "A. Author", Key::Tab);
    fill(&mut window, "E-mail", "author@example.com", Key::Tab);
    // The last of the buttons called so is the dialog's.
    window.get_all_by_role_and_label(egui::accesskit::Role::Button, "Publish").last().expect("the dialog’s button").click();
    window.run_steps(4);
    wait(&mut window, |app| !app.is_busy());
    window.run_steps(4);
    assert!(window.query_by_label("Published").is_some(), "{:?}", window.state().messages());
    let repository = git2::Repository::open_bare(remote.path()).unwrap();
    let tip = |name: &str| repository.find_reference(name).unwrap().peel_to_commit().unwrap().tree_id();
    assert_eq!(tip("refs/heads/main"), tip("refs/heads/wip"));
}

#[test]
fn workspaces_are_gone_to_by_key_and_problems_lead_between_them() {
    let place = Place::new();
    let broken = MANIFEST.replace("\"1.0.0\"", "\"1.0\"");
    std::fs::write(place.pack.path().join("diceytable.mod.json"), broken).unwrap();
    let mut window = place.window();
    let has = |window: &Harness<'static, App>, role, name: &str| window.query_by_role_and_label(role, name).is_some();
    assert!(has(&window, egui::accesskit::Role::Button, "Select"), "the scene is shown first");
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num3);
    window.run_steps(4);
    assert!(has(&window, egui::accesskit::Role::TextInput, "Version"));
    // Keys of the scene do nothing here.
    window.key_press(Key::Home);
    window.run_steps(3);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Num1);
    window.run_steps(4);
    assert!(!has(&window, egui::accesskit::Role::TextInput, "Version"));
    window.key_press(Key::F8);
    window.run_steps(6);
    assert!(has(&window, egui::accesskit::Role::TextInput, "Version"), "the problem is in the mod details");
}

#[test]
fn a_save_says_what_it_left_out_and_the_window_stays() {
    let place = Place::new();
    let mut window = place.window();
    click(&mut window, "Mod details");
    click(&mut window, "Game");
    click(&mut window, "Set players");
    type_into(&mut window, "Players, at most", "lots");
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    wait(&mut window, |app| app.messages().iter().any(|text| text.starts_with("Not saved")));
    assert_eq!(window.state().messages(), ["Not saved: Players, at most: “lots” is no number."]);
    assert!(place.read("diceytable.mod.json").contains("\"max\": 4"), "the rest is saved");
    // Leaving asks, for the text would be lost.
    window.key_press_modifiers(Modifiers::COMMAND, Key::W);
    window.run_steps(4);
    // The dialog's, not the bar's.
    window.get_all_by_label("Save").last().unwrap().click();
    window.run_steps(4);
    wait(&mut window, |app| app.messages().len() > 1 || !app.is_busy());
    assert!(window.state().session().is_some(), "saving does not save that text, so the pack stays open");
    window.key_press_modifiers(Modifiers::COMMAND, Key::W);
    window.run_steps(4);
    click(&mut window, "Don’t save");
    assert!(window.state().session().is_none());
}

#[test]
fn text_that_waits_is_offered_after_a_crash() {
    let place = Place::new();
    let mut window = place.window();
    click(&mut window, "Mod details");
    click(&mut window, "Game");
    click(&mut window, "Set players");
    type_into(&mut window, "Players, at least", "a few");
    wait(&mut window, |app| app.session().is_some_and(|session| session.draft_due().is_none()));
    drop(window);
    let mut window = place.window();
    click(&mut window, "Take them");
    let session = window.state().session().unwrap();
    let pending = session.pending(&pointer!["players", "min"]).expect("it is back in its field");
    assert_eq!(pending.text, "a few");
}
