//! The Files workspace over a real pack: what it lists, how files are picked, switched, renamed, deleted and placed; all
//! found by AccessKit names.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tablewright::app::App;
use tablewright::commands::Command;
use tablewright::dock::Workspace;
use tablewright_core::json::Ref;
use tablewright_tests::kittest_gl::save_picture;
use tempfile::TempDir;

use crate::journey::{click, wait, window};

const MANIFEST: &str = r#"{
  "schemaVersion": "1.0", "id": "example.shelf", "name": "Go", "slug": "go", "version": "1.0.3", "type": "game-pack",
  "entry": { "setup": "setup.json" }, "compatibility": { "engine": ">=0.1 <1.0" }, "license": "MIT",
  "coverImage": "media/cover.webp",
  "assets": ["models/go-board-13x13.web.glb", "models/go-board-9x9.web.glb", "models/gone.glb", "textures/goban-basecolor.png",
    "textures/goban-normal.png", "textures/piece-clear.png"],
  "excludedAssets": ["media/cover.webp"],
  "variants": [{ "id": "19x19", "name": "Large board" }, { "id": "13x13", "name": "Medium board" }],
  "credits": [{ "id": "c1", "origin": "own-work", "title": "Go Board (13x13)", "paths": ["models/go-board-13x13.web.glb",
    "textures/goban-basecolor.png"] }]
}"#;

const SCENE: &str = r##"{"schemaVersion": 2, "sceneId": "go", "name": "Go",
  "objects": [
    {"id": "board", "kind": "custom", "label": "board", "displayName": "Large Board", "position": {"x": 0, "y": 0, "z": 0},
     "metadata": {"customModelAssetId": "models/go-board-9x9.web.glb"}},
    {"id": "stone", "kind": "token", "label": "stone", "displayName": "Stone", "position": {"x": 1, "y": 0, "z": 0},
     "metadata": {"tokenFaceImage": "textures/piece-clear.png"}},
    {"id": "lost", "kind": "custom", "label": "lost", "position": {"x": 2, "y": 0, "z": 0},
     "metadata": {"customModelAssetId": "models/gone.glb"}}],
  "materials": [{"id": "m1", "name": "Wood", "baseColorMap": "textures/goban-basecolor.png"}],
  "variants": {"base": "19x19", "deltas": {"13x13": {"objects": [
    {"id": "board", "kind": "custom", "label": "board", "displayName": "Medium Board (13x13)", "position": {"x": 0, "y": 0, "z": 0},
     "metadata": {"customModelAssetId": "models/go-board-13x13.web.glb"}}]}}}}"##;

/// A flat box as a `.glb`.
pub(crate) fn glb(color: [f32; 3]) -> Vec<u8> {
    let corners: Vec<[f32; 3]> = (0..8)
        .map(|n| [0, 1, 2].map(|axis| if n >> axis & 1 == 1 { [0.7, 0.1, 0.7][axis] } else { [-0.7, -0.1, -0.7][axis] }))
        .collect();
    let indices: [u16; 36] =
        [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5];
    let mut bin: Vec<u8> = indices.iter().flat_map(|i| i.to_le_bytes()).collect();
    let at = bin.len();
    bin.extend(corners.iter().flatten().flat_map(|f| f.to_le_bytes()));
    let [r, g, b] = color;
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":1}},"indices":0,"material":0}}]}}],
        "materials":[{{"name":"Wood","pbrMetallicRoughness":{{"baseColorFactor":[{r},{g},{b},1]}}}}],
        "buffers":[{{"byteLength":{}}}],
        "bufferViews":[{{"buffer":0,"byteLength":{at}}},{{"buffer":0,"byteOffset":{at},"byteLength":96}}],
        "accessors":[{{"bufferView":0,"componentType":5123,"count":36,"type":"SCALAR"}},
        {{"bufferView":1,"componentType":5126,"count":8,"type":"VEC3","min":[-0.7,-0.1,-0.7],"max":[0.7,0.1,0.7]}}]}}"#,
        bin.len()
    );
    let mut json = json.into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut out = b"glTF".to_vec();
    for word in [2, (28 + json.len() + bin.len()) as u32, json.len() as u32] {
        out.extend(word.to_le_bytes());
    }
    out.extend(b"JSON");
    out.extend(json);
    out.extend((bin.len() as u32).to_le_bytes());
    out.extend(b"BIN\0");
    out.extend(bin);
    out
}

struct Shelf {
    pack: TempDir,
    settings: TempDir,
}

impl Shelf {
    fn new() -> Self {
        let shelf = Self { pack: tempfile::tempdir().unwrap(), settings: tempfile::tempdir().unwrap() };
        let root = shelf.pack.path();
        for folder in ["models", "textures", "media", "data"] {
            std::fs::create_dir(root.join(folder)).unwrap();
        }
        std::fs::write(root.join("diceytable.mod.json"), MANIFEST).unwrap();
        std::fs::write(root.join("setup.json"), SCENE).unwrap();
        std::fs::write(root.join("models/go-board-13x13.web.glb"), glb([0.8, 0.55, 0.25])).unwrap();
        std::fs::write(root.join("models/go-board-9x9.web.glb"), glb([0.6, 0.4, 0.2])).unwrap();
        std::fs::write(root.join("data/notes.json"), "{\n  \"board\": 13,\n  \"komi\": 6.5\n}\n").unwrap();
        let picture = |name: &str, size: u32, color: &dyn Fn(u32, u32) -> [u8; 4]| {
            image::RgbaImage::from_fn(size, size, |x, y| image::Rgba(color(x, y))).save(root.join(name)).unwrap();
        };
        picture("textures/goban-basecolor.png", 512, &|x, y| [200, 150, 80 + ((x * 7 + y) % 40) as u8, 255]);
        picture("textures/goban-normal.png", 256, &|x, y| [120 + (x % 9) as u8, 120 + (y % 9) as u8, 250, 255]);
        picture("textures/piece-clear.png", 128, &|x, y| {
            let far = (x as f32 - 64.0).hypot(y as f32 - 64.0);
            [230, 225, 215, if far < 60.0 { 255 } else { 0 }]
        });
        picture("media/cover.webp", 64, &|x, y| [(x * 3) as u8, (y * 3) as u8, 90, 255]);
        shelf
    }

    /// The window with the files on show, once all of them were looked at.
    fn window(&self) -> Harness<'static, App> {
        let mut window = window(Some(self.pack.path()), self.settings.path());
        wait(&mut window, |app| app.session().is_some_and(|s| s.look().is_some_and(|look| look.hashed) && !s.look_is_stale()));
        window.state_mut().run_command(Command::Show(Workspace::Files));
        window.run_steps(6);
        window
    }

    fn has(&self, path: &str) -> bool {
        self.pack.path().join(path).exists()
    }
}

fn list(window: &Harness<'static, App>, key: &str) -> Vec<String> {
    let manifest = window.state().session().unwrap().manifest().unwrap();
    let items = manifest.root().get(key).into_iter().flat_map(Ref::items);
    items.filter_map(|item| item.as_str().map(std::borrow::Cow::into_owned)).collect()
}

/// Waits until nothing is at work any more.
fn rest(window: &mut Harness<'static, App>) {
    wait(window, |app| !app.is_busy() && app.session().is_some_and(|s| !s.look_is_stale()));
    for _ in 0..40 {
        window.step();
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

fn press(window: &mut Harness<'static, App>, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(4);
}

fn rows(window: &Harness<'static, App>) -> Vec<String> {
    let all = window.query_all_by_role(Role::ListItem);
    all.filter_map(|node| node.accesskit_node().label()).filter(|label| label.contains('.')).collect()
}

#[test]
fn every_file_is_listed_with_what_players_wait_for() {
    let shelf = Shelf::new();
    let mut window = shelf.window();
    rest(&mut window);
    window.get_by_label_contains("in 5 files");
    for (name, count) in [("All", "10"), ("Pre-loaded", "6"), ("On demand", "1"), ("Missing", "1"), ("Unused", "2")] {
        let filter = window.get_by_role_and_label(Role::RadioButton, name);
        assert_eq!(filter.accesskit_node().value().as_deref(), Some(count), "{name}");
    }
    click(&mut window, "models/go-board-13x13.web.glb");
    rest(&mut window);
    let picture = window.render().unwrap();
    save_picture("files-dark", &picture);
}

#[test]
fn files_are_switched_renamed_deleted_and_brought_back() {
    let shelf = Shelf::new();
    let mut window = shelf.window();
    rest(&mut window);
    // All that the filter shows, and one key for the switch of all.
    click(&mut window, "textures/goban-basecolor.png");
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
    window.run_steps(4);
    window.get_by_label("2 of 10 selected");
    press(&mut window, Modifiers::COMMAND, Key::L);
    rest(&mut window);
    let on_demand = ["media/cover.webp", "textures/goban-basecolor.png", "textures/goban-normal.png"];
    assert_eq!(list(&window, "excludedAssets"), on_demand);
    press(&mut window, Modifiers::COMMAND, Key::L);
    rest(&mut window);
    assert_eq!(list(&window, "excludedAssets"), ["media/cover.webp"]);
    // Another name: the material follows, and the selection does.
    click(&mut window, "textures/goban-basecolor.png");
    press(&mut window, Modifiers::NONE, Key::F2);
    window.get_by_role_and_label(Role::TextInput, "New name").focus();
    window.run_steps(2);
    press(&mut window, Modifiers::COMMAND, Key::A);
    window.get_by_role_and_label(Role::TextInput, "New name").type_text("wood.png");
    window.run_steps(2);
    press(&mut window, Modifiers::NONE, Key::Enter);
    wait(&mut window, |app| app.session().unwrap().scene().unwrap().text().contains("textures/wood.png"));
    rest(&mut window);
    assert!(shelf.has("textures/wood.png") && !shelf.has("textures/goban-basecolor.png"));
    assert!(rows(&window).iter().any(|row| row == "textures/wood.png"));
    // Into the bin, after a question that names the users.
    press(&mut window, Modifiers::NONE, Key::Delete);
    window.get_by_label_contains("used in 1 place");
    assert!(shelf.has("textures/wood.png"), "asked first");
    window.get_by_role_and_label(Role::Button, "Delete wood.png").click();
    window.run_steps(4);
    rest(&mut window);
    assert!(!shelf.has("textures/wood.png"));
    assert!(!list(&window, "assets").contains(&"textures/wood.png".to_owned()));
    for _ in 0..2 {
        window.state_mut().run_command(Command::Undo);
        window.run_steps(4);
        rest(&mut window);
    }
    assert!(shelf.has("textures/goban-basecolor.png") && !shelf.has("textures/wood.png"));
}

#[test]
fn the_search_and_the_grid_show_the_files_that_are_meant() {
    let shelf = Shelf::new();
    let mut window = shelf.window();
    rest(&mut window);
    press(&mut window, Modifiers::COMMAND, Key::F);
    window.get_by_role_and_label(Role::TextInput, "Find a file").type_text("goban");
    window.run_steps(4);
    assert_eq!(rows(&window), ["textures/goban-basecolor.png", "textures/goban-normal.png"]);
    click(&mut window, "As pictures");
    rest(&mut window);
    assert_eq!(rows(&window), ["textures/goban-basecolor.png", "textures/goban-normal.png"]);
    press(&mut window, Modifiers::COMMAND, Key::F);
    window.get_by_role_and_label(Role::TextInput, "Find a file").type_text("xyz");
    window.run_steps(4);
    assert!(rows(&window).is_empty());
    click(&mut window, "Show all files");
    assert_eq!(rows(&window).len(), 10);
    window.state_mut().run_command(Command::ToggleTheme);
    window.run_steps(4);
    click(&mut window, "textures/piece-clear.png");
    rest(&mut window);
    let picture = window.render().unwrap();
    save_picture("files-grid-light", &picture);
    // Who uses it leads there.
    click(&mut window, "Stone");
    rest(&mut window);
    assert_eq!(window.state().session().unwrap().selection(), ["stone"]);
}

#[test]
fn what_each_variant_costs_is_told_while_no_file_is_selected() {
    let shelf = Shelf::new();
    let mut window = shelf.window();
    window.get_by_label("What each variant costs a player");
    let told = |window: &Harness<'static, App>, words: &str| window.query_all_by_label_contains(words).count() > 0;
    let started = std::time::Instant::now();
    while !told(&window, "12 triangles") {
        assert!(started.elapsed().as_secs() < 60, "nothing was measured");
        rest(&mut window);
    }
    assert!(told(&window, "Large board") && told(&window, "Medium board") && told(&window, "on the table"));
    save_picture("files-costs", &window.render().unwrap());
}

#[test]
fn the_inspector_lists_the_files_that_a_piece_needs() {
    let shelf = Shelf::new();
    let mut window = shelf.window();
    window.state_mut().run_command(Command::Show(Workspace::Scene));
    window.run_steps(4);
    assert_eq!(window.query_all_by_label("piece-clear.png").count(), 0);
    window.state_mut().wish(tablewright::panels::Wish::Act(tablewright::session::Action::Select(vec!["stone".into()])));
    rest(&mut window);
    save_picture("files-inspector", &window.render().unwrap());
    click(&mut window, "piece-clear.png");
    rest(&mut window);
    window.get_by_label("1 of 10 selected");
    window.get_by_label("Preview of textures/piece-clear.png");
}

#[test]
fn a_picture_is_dragged_onto_a_field_that_takes_one_and_a_model_is_not() {
    let shelf = Shelf::new();
    let mut window = shelf.window();
    window.state_mut().run_command(Command::Show(Workspace::ModDetails));
    window.run_steps(6);
    window.get_by_role_and_label(Role::Tab, "Gallery").click();
    rest(&mut window);
    let drop = |window: &mut Harness<'static, App>, path: &str| {
        let place = window.get_by_role_and_label(Role::TextInput, "Cover").rect().center();
        egui::DragAndDrop::set_payload(&window.ctx, tablewright::panels::files::DraggedFiles(vec![path.to_owned()]));
        window.hover_at(place);
        window.step();
        window.drop_at(place);
        window.run_steps(4);
    };
    let cover = |window: &Harness<'static, App>| window.state().session().unwrap().manifest_text("coverImage");
    drop(&mut window, "models/go-board-9x9.web.glb");
    assert_eq!(cover(&window), "media/cover.webp");
    egui::DragAndDrop::clear_payload(&window.ctx);
    drop(&mut window, "textures/goban-normal.png");
    assert_eq!(cover(&window), "textures/goban-normal.png");
}

#[test]
fn dragged_files_open_the_workspace_that_they_rest_on_and_become_pieces_there() {
    let shelf = Shelf::new();
    let mut window = shelf.window();
    let from = window.get_by_label("models/go-board-9x9.web.glb").rect().left_center() + egui::vec2(80.0, 0.0);
    let tab = window.get_by_role_and_label(Role::Tab, "Scene").rect().center();
    window.drag_at(from);
    window.run_steps(2);
    window.hover_at(from + egui::vec2(20.0, -20.0));
    window.run_steps(2);
    window.hover_at(tab);
    // More than the moment after which the workspace opens.
    window.run_steps(40);
    assert!(window.query_by_label("Find a file").is_none(), "the scene is shown");
    let middle = egui::pos2(700.0, 400.0);
    window.hover_at(middle);
    window.run_steps(2);
    window.drop_at(middle);
    window.run_steps(4);
    let session = window.state().session().unwrap();
    assert_eq!(session.history().undo_label(), Some("Place go-board-9x9.web"));
    assert_eq!(session.selection().len(), 1, "the new piece is selected");
}
