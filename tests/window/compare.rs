//! Variants side by side: the views and what is in them, the wipe, steps through the differences, the picture that is saved.

use std::path::Path;

use egui::{Color32, Event, Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use image::RgbaImage;
use tablewright::app::App;
use tablewright::cli::render::{Request, What, render};
use tablewright::commands::Command;
use tablewright::dock::Workspace;
use tablewright::panels::compare::Mode;
use tablewright::viewport::difference::Shown as _;
use tablewright::viewport::{Camera, Style};
use tablewright_core::variants::diff::Mark;
use tablewright_tests::crowd;
use tablewright_tests::kittest_gl::save_picture;

use crate::journey::{click, wait};

fn manifest(ids: &[&str]) -> String {
    let variants: Vec<String> =
        ids.iter().map(|id| format!(r#"{{"id":"{id}","name":"{}{} quay"}}"#, id[..1].to_uppercase(), &id[1..])).collect();
    format!(
        r#"{{"schemaVersion":"1.0","id":"example.quay","name":"Quay","slug":"quay","version":"1.0.0","type":"game-pack",
        "entry":{{"setup":"setup.json"}},"compatibility":{{"engine":">=0.1 <1.0"}},"license":"MIT",
        "players":{{"min":2,"max":4}},"variants":[{}]}}"#,
        variants.join(",")
    )
}

fn piece(id: &str, kind: &str, at: [f64; 3], size: [f64; 3]) -> String {
    let [x, y, z] = at;
    let [w, h, d] = size;
    format!(
        r##"{{"id":"{id}","kind":"{kind}","displayName":"{id}","color":"#808080","position":{{"x":{x},"y":{y},"z":{z}}},
        "rotation":{{"x":0,"y":0,"z":0}},"scale":{{"x":{w},"y":{h},"z":{d}}}}}"##
    )
}

/// A scene of four variants: the first is the base, and each of the others differs from it.
fn scene() -> String {
    let board = |id: &str, side: f64| piece(id, "board", [0.0, 0.05, 0.0], [side, 0.1, side]);
    let bag = |x: f64| piece("bag", "bag", [x, 0.15, 1.1], [0.4, 0.3, 0.4]);
    let small = format!(r#"{{"removed":["board"],"objects":[{},{}]}}"#, bag(0.6), board("small-board", 1.0));
    format!(
        r##"{{"schemaVersion":2,"sceneId":"quay","name":"Quay","environment":{{"tableSurfaceColor":"#2e5d4b",
        "tableSurfaceTextureAssetId":null,"ambientColor":"#ffffff","fogEnabled":false,"fogColor":"#000000","fogDensity":0,
        "skyboxAssetId":null}},"objects":[{},{},{}],"variants":{{"base":"big","deltas":{{"small":{small},
        "third":{{"removed":["die"]}},"fourth":{{"objects":[{}]}}}}}}}}"##,
        board("board", 1.6),
        bag(1.1),
        piece("die", "die", [-1.1, 0.1, 1.1], [0.2, 0.2, 0.2]),
        bag(0.9),
    )
}

struct Place {
    pack: tempfile::TempDir,
    settings: tempfile::TempDir,
}

impl Place {
    fn new(ids: &[&str], scene: &str) -> Self {
        let place = Self { pack: tempfile::tempdir().unwrap(), settings: tempfile::tempdir().unwrap() };
        std::fs::write(place.pack.path().join("diceytable.mod.json"), manifest(ids)).unwrap();
        std::fs::write(place.pack.path().join("setup.json"), scene).unwrap();
        place
    }

    fn four() -> Self {
        Self::new(&["big", "small", "third", "fourth"], &scene())
    }

    /// The window on the pack, with its variants side by side.
    fn window(&self) -> Harness<'static, App> {
        let mut window = crate::journey::window(Some(self.pack.path()), self.settings.path());
        wait(&mut window, |app| app.session().is_some_and(|session| !session.problems_are_stale()));
        run(&mut window, Command::Show(Workspace::Compare));
        window
    }
}

fn run(window: &mut Harness<'static, App>, command: Command) {
    window.state_mut().run_command(command);
    window.run_steps(4);
}

fn rect(window: &Harness<'static, App>, name: &str) -> Rect {
    window.get_by_label(name).rect()
}

fn views(window: &Harness<'static, App>) -> usize {
    (1..=4).filter(|n| window.query_by_label(&format!("View {n}")).is_some()).count()
}

fn cameras(window: &Harness<'static, App>) -> Vec<Camera> {
    window.state().comparison().cameras()
}

fn press(window: &mut Harness<'static, App>, at: Pos2, pressed: bool) {
    window.event(Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE });
    window.run_steps(1);
}

fn drag(window: &mut Harness<'static, App>, from: Pos2, to: Pos2) {
    window.event(Event::PointerMoved(from));
    window.run_steps(1);
    press(window, from, true);
    window.event(Event::PointerMoved(from + (to - from) * 0.5));
    window.run_steps(1);
    window.event(Event::PointerMoved(to));
    window.run_steps(1);
    press(window, to, false);
    window.run_steps(2);
}

fn click_at(window: &mut Harness<'static, App>, at: Pos2) {
    window.event(Event::PointerMoved(at));
    window.run_steps(1);
    press(window, at, true);
    press(window, at, false);
    window.run_steps(3);
}

/// How many pixels of a part of the window have about this colour.
fn near(picture: &RgbaImage, part: Rect, color: Color32) -> usize {
    let inside = |x: u32, y: u32| part.contains(Pos2::new(x as f32, y as f32));
    let like = |p: &image::Rgba<u8>| (0..3).all(|c| p.0[c].abs_diff(color.to_array()[c]) < 14);
    picture.enumerate_pixels().filter(|(x, y, p)| inside(*x, *y) && like(p)).count()
}

/// The pixels of each mark's outline in a view: added, changed, removed.
fn marks(window: &mut Harness<'static, App>, view: &str) -> [usize; 3] {
    let part = rect(window, view);
    let picture = window.render().unwrap();
    [Mark::Added, Mark::Changed, Mark::Removed].map(|mark| near(&picture, part, mark.hue()))
}

#[test]
fn a_removed_board_is_a_ghost_and_what_was_added_or_changed_is_tinted() {
    let place = Place::four();
    let mut window = place.window();
    assert_eq!(views(&window), 2);
    save_picture("compare-two", &window.render().unwrap());
    let [added, changed, removed] = marks(&mut window, "View 1");
    assert!(added == 0 && changed > 60 && removed > 150, "the first view: {added} {changed} {removed}");
    let [added, changed, removed] = marks(&mut window, "View 2");
    assert!(added > 150 && changed > 60 && removed > 60, "the second view: {added} {changed} {removed}");

    click(&mut window, "Ghosts");
    let [added, changed, removed] = marks(&mut window, "View 2");
    assert!(added > 150 && changed > 60 && removed == 0, "no ghosts: {added} {changed} {removed}");
    click(&mut window, "Tints");
    assert_eq!(marks(&mut window, "View 1"), [0; 3]);
    assert_eq!(marks(&mut window, "View 2"), [0; 3]);
    run(&mut window, Command::ToggleGhosts);
    assert!(marks(&mut window, "View 2")[2] > 60, "ghosts alone");
}

#[test]
fn a_click_selects_in_the_variant_that_was_clicked() {
    let place = Place::four();
    let mut window = place.window();
    assert_eq!(window.state().session().unwrap().shown(), "big");
    let middle = rect(&window, "View 2").center();
    click_at(&mut window, middle);
    let session = window.state().session().unwrap();
    assert_eq!((session.shown(), session.selection()), ("small", &["small-board".to_owned()][..]));
    // White, for blue means added here.
    let part = rect(&window, "View 2");
    let picture = window.render().unwrap();
    assert!(near(&picture, part, Color32::WHITE) > 100);

    let before = cameras(&window);
    window.key_press(Key::F);
    window.run_steps(40);
    let after = cameras(&window);
    assert!(after[0] != before[0] && after[0] == after[1], "it is shown in all views: {after:?}");
}

#[test]
fn views_are_added_chosen_and_closed() {
    let place = Place::four();
    let mut window = place.window();
    click(&mut window, "Add a view");
    click(&mut window, "Add a view");
    assert_eq!(views(&window), 4);
    assert_eq!(window.state().comparison().shown_as().views, ["big", "small", "third", "fourth"]);
    save_picture("compare-four", &window.render().unwrap());
    run(&mut window, Command::AddView);
    assert_eq!(views(&window), 4, "four at most");

    click(&mut window, "Close view 2");
    assert_eq!(window.state().comparison().shown_as().views, ["big", "third", "fourth"]);
    click(&mut window, "Close view 3");
    assert_eq!(views(&window), 2);
    assert!(window.query_by_label("Close view 1").is_none(), "two at least");

    click(&mut window, "Variant of view 2");
    click(&mut window, "Fourth quay");
    assert_eq!(window.state().comparison().shown_as().views, ["big", "fourth"]);
    assert_eq!(window.state().session().unwrap().shown(), "fourth", "the window shows what was chosen last");
    // Chosen elsewhere, a variant comes into the view that has the focus.
    window.key_press_modifiers(Modifiers::ALT, Key::Num2);
    window.run_steps(4);
    assert_eq!(window.state().comparison().shown_as().views, ["big", "small"]);
    window.key_press_modifiers(Modifiers::ALT, Key::Num1);
    window.run_steps(4);
    assert_eq!(window.state().comparison().shown_as().views, ["big", "small"], "one that is seen only gets the focus");
}

#[test]
fn cameras_go_together_unless_they_are_let_go() {
    let place = Place::four();
    let mut window = place.window();
    let turn = |window: &mut Harness<'static, App>, view: &str| {
        let corner = rect(window, view).left_top() + egui::vec2(30.0, 30.0);
        drag(window, corner, corner + egui::vec2(60.0, 12.0));
    };
    turn(&mut window, "View 1");
    let together = cameras(&window);
    assert_eq!(together[0], together[1]);
    click(&mut window, "Add a view");
    assert_eq!(cameras(&window), [together[0]; 3], "a new view looks from where the others do");
    click(&mut window, "Close view 3");
    let app = window.state();
    let picture = |framed| app.comparison().picture(app.session().unwrap(), (800, 400), Style::DARK, framed).unwrap();
    assert_eq!(picture(false).cameras.len(), 2, "a picture is taken from there");
    assert!(picture(true).cameras.is_empty());
    click(&mut window, "Unlock the camera of view 2");
    turn(&mut window, "View 1");
    let apart = cameras(&window);
    assert_ne!(apart[0], apart[1]);
    assert_eq!(apart[1], together[1]);
    window.key_press_modifiers(Modifiers::ALT, Key::C);
    window.run_steps(4);
    let again = cameras(&window);
    assert_eq!((again[0], again[1]), (apart[0], apart[0]), "the view with the focus leads");
}

#[test]
fn n_steps_through_what_differs() {
    let place = Place::four();
    let mut window = place.window();
    window.get_by_label("3 pieces differ");
    for (words, id) in
        [("Piece 1 of 3", "board"), ("Piece 2 of 3", "bag"), ("Piece 3 of 3", "small-board"), ("Piece 1 of 3", "board")]
    {
        window.key_press(Key::N);
        window.run_steps(6);
        window.get_by_label(words);
        assert_eq!(window.state().session().unwrap().selection(), [id]);
    }
    window.key_press_modifiers(Modifiers::SHIFT, Key::N);
    window.run_steps(6);
    window.get_by_label("Piece 3 of 3");
    assert_eq!(window.state().session().unwrap().shown(), "small", "where it stands");
    // Against the third, the base has a die more and its board and bag alike.
    click(&mut window, "Compared against");
    click(&mut window, "Third quay");
    window.get_by_label("Piece 4 of 4");
}

#[test]
fn a_wipe_is_moved_by_keys_buttons_and_the_pointer() {
    let place = Place::four();
    let mut window = place.window();
    click(&mut window, "Wipe");
    assert_eq!(window.state().comparison().shown_as().mode, Mode::Wipe);
    window.get_by_label("50 %");
    window.key_press(Key::ArrowLeft);
    window.run_steps(3);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    window.run_steps(3);
    window.get_by_label("59 %");
    click(&mut window, "Wipe to the left");
    window.get_by_label("58 %");
    let (left, right) = (rect(&window, "View 1"), rect(&window, "View 2"));
    assert!((left.right() - right.left()).abs() < 1.0 && (left.top() - right.top()).abs() < 1.0);
    let picture = window.render().unwrap();
    save_picture("compare-wipe", &picture);
    let line = Rect::from_center_size(left.right_center(), egui::vec2(4.0, 200.0));
    assert!(near(&picture, line, Color32::WHITE) > 300);

    let from = left.right_center();
    drag(&mut window, from, Pos2::new(left.left() + 40.0, from.y));
    assert!(window.state().comparison().shown_as().wipe < 0.06);
    click(&mut window, "Side by side");
    assert_eq!(views(&window), 2);
}

/// The picture that the command line makes of the pack.
fn by_command(place: &Place, what: What, change: impl FnOnce(&mut Request)) -> RgbaImage {
    let out = place.settings.path().join("command.png");
    let mut request = Request { what, size: (1280, 720), ..Request::of(place.pack.path().to_path_buf(), out.clone()) };
    change(&mut request);
    let report = render(&request, place.settings.path()).unwrap();
    assert!(report.notes.is_empty(), "{report:?}");
    image::open(out).unwrap().into_rgba8()
}

/// The picture that the window saves.
fn saved(window: &mut Harness<'static, App>, out: &Path) -> RgbaImage {
    click(window, "Save picture…");
    click(window, "Usual sizes");
    click(window, "1280 × 720");
    let field = window.get_by_role_and_label(egui::accesskit::Role::TextInput, "Save to");
    field.click();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run_steps(2);
    let field = window.get_by_role_and_label(egui::accesskit::Role::TextInput, "Save to");
    field.type_text(out.to_str().unwrap());
    window.run_steps(2);
    window.get_all_by_label("Save").last().unwrap().click();
    window.run_steps(2);
    let path = out.to_path_buf();
    wait(window, move |app| path.is_file() && !app.is_busy());
    image::open(out).unwrap().into_rgba8()
}

#[test]
fn the_picture_that_is_saved_is_the_one_of_the_command_line() {
    let place = Place::four();
    let mut window = place.window();
    // The command line draws in the dark theme.
    if !window.ctx.global_style().visuals.dark_mode {
        run(&mut window, Command::ToggleTheme);
    }
    let variants = ["big", "small"].map(str::to_owned);
    let side = saved(&mut window, &place.settings.path().join("side.png"));
    save_picture("compare-saved", &side);
    assert_eq!(side, by_command(&place, What::Variants(variants.to_vec()), |_| {}));

    click(&mut window, "Wipe");
    run(&mut window, Command::ToggleGhosts);
    let wipe = saved(&mut window, &place.settings.path().join("wipe.png"));
    assert_eq!(wipe, by_command(&place, What::Wipe(variants, 0.5), |request| request.marking.ghosts = false));
    assert!(window.state().messages().iter().any(|text| text.contains("wipe.png")));
}

#[test]
fn what_was_compared_comes_back() {
    let place = Place::four();
    let mut window = place.window();
    click(&mut window, "Add a view");
    click(&mut window, "Unlock the camera of view 3");
    click(&mut window, "Tints");
    click(&mut window, "Wipe");
    let kept = window.state().comparison().shown_as().clone();
    run(&mut window, Command::ClosePack);
    drop(window);
    let window = place.window();
    assert_eq!(*window.state().comparison().shown_as(), kept);
    assert_eq!((kept.mode, kept.tints, kept.unlocked.as_slice(), kept.views.len()), (Mode::Wipe, false, &[2][..], 3));
}

#[test]
fn a_pack_with_one_variant_says_what_is_missing() {
    let place = Place::new(&["big"], &scene().replace(r#""variants""#, r#""other""#));
    let window = place.window();
    window.get_by_label("Nothing to compare");
}

#[test]
fn four_views_of_five_thousand_pieces_upload_once_and_stay_within_sixty_draws_each() {
    let place = Place::four();
    crowd::write(place.pack.path(), 5_000).unwrap();
    let mut window = place.window();
    click(&mut window, "Add a view");
    click(&mut window, "Add a view");
    assert_eq!(views(&window), 4);
    let draw = |window: &mut Harness<'static, App>| {
        let before = window.state().drawn();
        window.run_steps(1);
        window.render().unwrap();
        let after = window.state().drawn();
        (after.uploads - before.uploads, after.upload_bytes - before.upload_bytes, after.draw_calls - before.draw_calls)
    };
    let (uploads, _, calls) = draw(&mut window);
    assert!(uploads > 0 && calls <= 4 * 60, "the first frame: {uploads} uploads, {calls} calls");
    assert_eq!(draw(&mut window), (0, 0, 4), "nothing changed: four finished pictures are copied");
    run(&mut window, Command::TopView);
    window.run_steps(40);
    let (uploads, bytes, calls) = draw(&mut window);
    assert!((uploads, bytes) == (0, 0) && calls <= 4 * 60, "another camera: {uploads} uploads, {bytes} bytes, {calls} calls");
}
