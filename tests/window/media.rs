//! Pictures of the listing in the window: the crop tool, from a file, from the pack and from the scene; crops again; undo.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{Key, Modifiers, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tablewright::app::App;
use tablewright::commands::Command;
use tablewright_core::media::Facts;
use tablewright_tests::kittest_gl::save_picture;
use tempfile::TempDir;

use crate::journey::{MANIFEST, SCENE, click, fill, wait, window};

/// A pack in a folder, another folder beside it, and the window on it.
pub(crate) struct Bench {
    pub(crate) pack: TempDir,
    pub(crate) beside: TempDir,
    _settings: TempDir,
    pub(crate) window: Harness<'static, App>,
}

impl Bench {
    pub(crate) fn new(manifest: &str, files: &[(&str, &[u8])]) -> Self {
        let (pack, beside, settings) = (folder(), folder(), folder());
        write(pack.path(), "diceytable.mod.json", manifest.as_bytes());
        write(pack.path(), "setup.json", SCENE.as_bytes());
        for (name, bytes) in files {
            write(pack.path(), name, bytes);
        }
        let mut window = window(Some(pack.path()), settings.path());
        wait(&mut window, |app| app.session().is_some_and(|session| session.look().is_some() && !session.problems_are_stale()));
        Self { pack, beside, _settings: settings, window }
    }

    pub(crate) fn on(mut self, tab: &str) -> Self {
        click(&mut self.window, "Mod details");
        self.window.get_by_role_and_label(Role::Tab, tab).click();
        self.window.run_steps(4);
        self
    }

    pub(crate) fn press(&mut self, name: &str) {
        // What is below the fold is pressed too.
        self.window.get_by_role_and_label(Role::Button, name).click_accesskit();
        self.window.run_steps(4);
    }

    /// Runs frames until something called `name` is shown.
    pub(crate) fn until(&mut self, name: &str) {
        let started = Instant::now();
        while self.window.query_all_by_label_contains(name).next().is_none() {
            assert!(started.elapsed() < Duration::from_secs(60), "“{name}” never came: {:?}", self.window.state().messages());
            self.window.step();
            std::thread::sleep(Duration::from_millis(5));
        }
        self.window.run_steps(3);
    }

    /// Runs frames until the history has so many steps and its files are done.
    pub(crate) fn steps(&mut self, count: usize) {
        wait(&mut self.window, |app| app.session().is_some_and(|session| session.history().head() == count));
    }

    pub(crate) fn manifest(&self) -> String {
        self.window.state().session().unwrap().manifest().unwrap().text()
    }

    pub(crate) fn undo(&mut self, to: usize) {
        self.window.state_mut().run_command(Command::Undo);
        self.steps(to);
    }

    /// The paths of all files of the pack, sorted, but for the two documents.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        walk(self.pack.path(), "", &mut found);
        found.retain(|path| !["diceytable.mod.json", "setup.json"].contains(&path.as_str()));
        found.sort();
        found
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.pack.path().join(name)).unwrap()
    }

    /// A file outside the pack.
    pub(crate) fn outside(&self, name: &str, bytes: &[u8]) -> PathBuf {
        write(self.beside.path(), name, bytes);
        self.beside.path().join(name)
    }

    /// Pictures of what is shown, dark and light.
    pub(crate) fn photograph(&mut self, name: &str) {
        if std::env::var_os("TABLEWRIGHT_PICTURES").is_none() {
            return;
        }
        for theme in ["dark", "light"] {
            self.window.run_steps(2);
            save_picture(&format!("{name}-{theme}"), &self.window.render().unwrap());
            self.window.state_mut().run_command(Command::ToggleTheme);
            self.window.run_steps(4);
        }
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let file = folder.join(name);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, bytes).unwrap();
}

fn walk(folder: &Path, below: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            walk(&entry.path(), &format!("{name}/"), found);
        } else {
            found.push(name);
        }
    }
}

/// A picture with a bright disc a little left of its middle, as a PNG.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    let picture = image::RgbaImage::from_fn(width, height, |x, y| {
        let (dx, dy) = (f64::from(x) / f64::from(width) - 0.4, f64::from(y) / f64::from(height) - 0.5);
        let inside = dx * dx + dy * dy < 0.06;
        let shade = (x * 90 / width) as u8;
        image::Rgba(if inside { [240, 200, 90, 255] } else { [30 + shade, 70 + shade, 110, 255] })
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Answers that the picture is one's own.
pub(crate) fn own(bench: &mut Bench) {
    bench.window.get_by_label("My own").click();
    bench.window.run_steps(3);
    fill(&mut bench.window, "Your name", "Ann Author", Key::Tab);
}

fn spoken(bench: &Bench) -> String {
    bench.window.get_by_label("Crop window").accesskit_node().value().unwrap_or_default()
}

#[test]
fn a_cover_is_cut_from_a_file_credited_and_taken_back_in_one_step() {
    let mut bench = Bench::new(MANIFEST, &[]).on("Gallery");
    let before = bench.manifest();
    let file = bench.outside("my board.png", &png(800, 500));
    bench.press("Set cover… (Cover)");
    bench.photograph("crop-empty");
    fill(&mut bench.window, "Picture file", &file.display().to_string(), Key::Enter);
    bench.until("Crop window");
    assert_eq!(spoken(&bench), "From 19 % left and 0 % top, 63 % wide, 100 % high");
    // The picture has the keyboard.
    for _ in 0..4 {
        bench.window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowLeft);
        bench.window.run_steps(2);
    }
    bench.window.key_press(Key::Plus);
    bench.window.run_steps(3);
    assert_eq!(spoken(&bench), "From 1 % left and 2 % top, 60 % wide, 95 % high");
    assert!(bench.window.get_by_role_and_label(Role::Button, "Use it").accesskit_node().is_disabled(), "nothing is answered");
    assert!(bench.files().is_empty(), "nothing lands before the question is answered");
    own(&mut bench);
    bench.photograph("crop-cover");
    bench.press("Use it");
    bench.steps(1);
    assert_eq!(bench.files(), ["media/cover-thumb.webp", "media/cover.webp", "originals/media/cover.png"]);
    assert_eq!(bench.read("originals/media/cover.png"), png(800, 500));
    for (name, side) in [("media/cover.webp", 476), ("media/cover-thumb.webp", 256)] {
        let bytes = bench.read(name);
        assert_eq!(&bytes[8..16], b"WEBPVP8 ", "{name} is lossy");
        assert_eq!(Facts::of(&bytes).map(|facts| (facts.width, facts.height)), Some((side, side)), "{name}");
    }
    let after = bench.manifest();
    assert!(after.contains("\"coverImage\": \"media/cover.webp\""), "{after}");
    assert!(after.contains("\"signedName\": \"Ann Author\"") && after.contains("\"own-work\""), "{after}");
    assert!(!after.contains("\"assets\""), "pictures of the listing are not loaded before the table: {after}");
    assert!(bench.window.state().messages()[0].contains("The cover is set"));
    bench.photograph("gallery-cover");
    bench.undo(0);
    assert!(bench.files().is_empty());
    assert_eq!(bench.manifest(), before);
}

#[test]
fn a_screenshot_is_cut_again_from_its_original_and_only_tightened_without_it() {
    let shots = r#""screenshots": [{ "path": "media/screenshot-1.webp", "crop": { "x": 0.5, "y": 0.25, "w": 0.5, "h": 0.5 } }],"#;
    let manifest = MANIFEST.replacen("\"license\"", &format!("{shots}\n  \"license\""), 1);
    let original = png(1600, 900);
    let mut bench =
        Bench::new(&manifest, &[("media/screenshot-1.webp", b"old"), ("originals/media/screenshot-1.png", &original)])
            .on("Gallery");
    bench.window.get_by_role_and_label(Role::ListItem, "Gallery entry 1").click();
    bench.window.run_steps(4);
    bench.photograph("gallery-entry");
    bench.press("Crop again… (Gallery entry 1, picture)");
    bench.until("Crop window");
    assert_eq!(spoken(&bench), "From 50 % left and 25 % top, 50 % wide, 50 % high", "it begins with the last window");
    assert!(bench.window.query_by_label_contains("Where is this from?").is_none(), "it was answered when it came");
    bench.window.key_press(Key::Home);
    bench.window.run_steps(2);
    bench.window.key_press(Key::Enter);
    bench.steps(1);
    let bytes = bench.read("media/screenshot-1.webp");
    assert_eq!(Facts::of(&bytes).map(|facts| (facts.width, facts.height)), Some((1600, 900)), "written over in place");
    assert_eq!(bench.files().len(), 2);
    bench.undo(0);
    assert_eq!(bench.read("media/screenshot-1.webp"), b"old");

    // Without the original what is published is all there is.
    let published = bytes;
    let mut bench = Bench::new(&manifest, &[("media/screenshot-1.webp", &published)]).on("Gallery");
    bench.window.get_by_role_and_label(Role::ListItem, "Gallery entry 1").click();
    bench.window.run_steps(4);
    bench.press("Crop again… (Gallery entry 1, picture)");
    bench.until("the window can only become tighter");
    bench.photograph("crop-tighter");
    bench.window.key_press(Key::Escape);
    bench.window.run_steps(4);
    assert!(bench.window.query_by_label("Crop window").is_none(), "Escape leaves it");
    assert!(!bench.window.state().session().unwrap().is_unsaved());
}

#[test]
fn a_screenshot_is_taken_of_the_scene_and_signed_as_own_work() {
    let mut bench = Bench::new(MANIFEST, &[]).on("Gallery");
    bench.press("Add a screenshot…");
    bench.press("From the scene");
    bench.until("credited as your own work");
    assert_eq!(spoken(&bench), "From 0 % left and 0 % top, 100 % wide, 100 % high");
    fill(&mut bench.window, "Your name", "Ann Author", Key::Tab);
    bench.photograph("crop-scene");
    bench.press("Add it");
    bench.steps(1);
    assert_eq!(bench.files(), ["media/screenshot-1.webp", "originals/media/screenshot-1.png"]);
    let bytes = bench.read("media/screenshot-1.webp");
    assert_eq!(Facts::of(&bytes).map(|facts| (facts.width, facts.height)), Some((1920, 1080)));
    let manifest = bench.manifest();
    assert!(manifest.contains("\"own-work\"") && manifest.contains("originals/media/screenshot-1.png"), "{manifest}");
}

#[test]
fn the_window_is_dragged_by_its_corner_and_zoomed_by_the_wheel() {
    let mut bench = Bench::new(MANIFEST, &[("textures/board.png", &png(1000, 1000))]).on("Gallery");
    bench.press("Set cover… (Cover)");
    bench.press("From the pack");
    bench.until("textures/board.png");
    bench.window.get_by_label("textures/board.png").click();
    bench.until("Crop window");
    let corner = bench.window.get_by_label("Bottom right corner").rect().center();
    drag(&mut bench, corner, corner - vec2(120.0, 60.0));
    let pulled = spoken(&bench);
    assert!(pulled.starts_with("From 0 % left and 0 % top") && !pulled.contains("100 % wide"), "{pulled}");
    let share = |text: &str| text.split(", ").nth(1).unwrap().split(' ').next().unwrap().parse::<f64>().unwrap();
    let middle = bench.window.get_by_label("Crop window").rect().center();
    bench.window.hover_at(middle);
    bench.window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, 120.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    bench.window.run_steps(20);
    assert!(share(&spoken(&bench)) < share(&pulled), "{} after {pulled}", spoken(&bench));
    // What is no picture says what it is, and the tool stays.
    let file = bench.outside("song.png", b"OggS\0\0\0\0");
    fill(&mut bench.window, "Picture file", &file.display().to_string(), Key::Enter);
    bench.until("“song.png” is an Ogg sound");
    assert!(bench.window.query_by_label("Crop window").is_some());
}

fn drag(bench: &mut Bench, from: egui::Pos2, to: egui::Pos2) {
    bench.window.hover_at(from);
    bench.window.run_steps(2);
    bench.window.drag_at(from);
    bench.window.run_steps(2);
    for step in 1..=4 {
        let at = from + (to - from) * (step as f32 / 4.0);
        bench.window.hover_at(pos2(at.x, at.y));
        bench.window.run_steps(2);
    }
    bench.window.drop_at(to);
    bench.window.run_steps(3);
}

#[test]
fn an_entry_leaves_with_its_file() {
    let shots = r#""screenshots": [{ "path": "media/screenshot-1.webp" }],"#;
    let manifest = MANIFEST.replacen("\"license\"", &format!("{shots}\n  \"license\""), 1);
    let mut bench =
        Bench::new(&manifest, &[("media/screenshot-1.webp", b"old"), ("originals/media/screenshot-1.png", b"o")]).on("Gallery");
    bench.window.get_by_role_and_label(Role::ListItem, "Gallery entry 1").click();
    bench.window.run_steps(4);
    bench.press("Take out gallery entry 1 with its file");
    bench.steps(1);
    assert!(bench.files().is_empty(), "{:?}", bench.files());
    bench.undo(0);
    assert_eq!(bench.files().len(), 2);
    // Looking at the files again finds no news in what undo brought back.
    wait(&mut bench.window, |app| app.session().is_some_and(|session| !session.look_is_stale()));
    assert_eq!((bench.manifest(), bench.window.state().session().unwrap().history().head()), (manifest, 0));
}

#[test]
fn clips_show_their_length_and_are_added_and_removed() {
    let tone: Vec<i16> = (0..16_000).map(|at| (at % 80) * 200 - 8000).collect();
    let wav = tablewright_core::sound::wav_of(&tone, 1, 16_000);
    let sets = r#""soundSets": [{ "name": "place", "variants": ["sfx/a.wav", "sfx/gone.wav"] }],"#;
    let manifest = MANIFEST.replacen("\"license\"", &format!("{sets}\n  \"license\""), 1);
    let mut bench = Bench::new(&manifest, &[("sfx/a.wav", &wav), ("sfx/b.wav", &wav)]).on("Sounds");
    bench.window.get_by_role_and_label(Role::ListItem, "Sound set 1").click();
    bench.window.run_steps(4);
    let play = |bench: &Bench, clip: usize| {
        let name = format!("Play clip {clip}");
        let button = bench.window.query_by_role_and_label(Role::Button, &name);
        button.is_some_and(|button| !button.accesskit_node().is_disabled())
    };
    let started = Instant::now();
    while !play(&bench, 1) {
        assert!(started.elapsed() < Duration::from_secs(30), "its length never came");
        bench.window.step();
    }
    bench.window.run_steps(10);
    assert!(!play(&bench, 2), "what is not there can’t be played");
    bench.photograph("sounds");
    bench.press("Add a clip");
    bench.until("sfx/b.wav");
    bench.window.get_by_label("sfx/b.wav").click();
    bench.steps(1);
    bench.press("Remove clip 2");
    bench.steps(2);
    assert!(bench.manifest().contains(r#""variants": ["sfx/a.wav", "sfx/b.wav"]"#), "{}", bench.manifest());
}

#[test]
fn a_file_is_heard_made_smaller_and_converted_in_the_files_workspace() {
    let tone: Vec<i16> = (0..24_000).map(|at| (at % 80) * 200 - 8000).collect();
    let wav = tablewright_core::sound::wav_of(&tone, 1, 16_000);
    let gltf =
        r#"{"asset":{"version":"2.0"},"buffers":[{"uri":"b.bin","byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}]}"#;
    // A picture that packs badly without loss.
    let noise = image::RgbImage::from_fn(700, 700, |x, y| {
        let v = (x.wrapping_mul(7919) ^ y.wrapping_mul(104_729)).wrapping_mul(2_654_435_761);
        image::Rgb([(v >> 24) as u8, (v >> 16) as u8, (v >> 8) as u8])
    });
    let mut large = std::io::Cursor::new(Vec::new());
    noise.write_to(&mut large, image::ImageFormat::Png).unwrap();
    let large = large.into_inner();
    assert!(large.len() > 1 << 20);
    let manifest = MANIFEST.replacen("\"license\"", "\"assets\": [\"models/b.gltf\"],\n  \"license\"", 1);
    let files: [(&str, &[u8]); 4] = [
        ("models/b.gltf", gltf.as_bytes()),
        ("models/b.bin", &[1, 2, 3, 4]),
        ("sfx/a.wav", &wav),
        ("textures/noise.png", &large),
    ];
    let mut bench = Bench::new(&manifest, &files);
    click(&mut bench.window, "Files");
    choose(&mut bench, "sfx/a.wav");
    bench.until("Play");
    let started = Instant::now();
    while bench.window.get_by_role_and_label(Role::Button, "Play").accesskit_node().is_disabled() {
        assert!(started.elapsed() < Duration::from_secs(30), "it can never be played");
        bench.window.step();
    }
    bench.photograph("files-sound");
    choose(&mut bench, "models/b.gltf");
    bench.press("Convert it to .glb");
    bench.steps(1);
    assert!(bench.read("models/b.glb").starts_with(b"glTF") && !bench.files().contains(&"models/b.gltf".to_owned()));
    assert!(bench.manifest().contains("\"models/b.glb\""), "{}", bench.manifest());
    choose(&mut bench, "textures/noise.png");
    bench.photograph("files-large");
    bench.press("Make it smaller");
    bench.steps(2);
    assert_eq!(bench.read("originals/textures/noise.png"), large);
    let small = bench.read("textures/noise.webp");
    assert!(small.len() * 3 < large.len() * 2 && Facts::of(&small).is_some());
    bench.undo(1);
    bench.undo(0);
    let mut there: Vec<String> = files.iter().map(|(name, _)| (*name).to_owned()).collect();
    there.sort();
    assert_eq!(bench.files(), there);
}

/// Chooses a row of the table of files.
fn choose(bench: &mut Bench, path: &str) {
    let name = path.rsplit('/').next().unwrap();
    bench.until(name);
    bench.window.get_all_by_label_contains(name).next().unwrap().click();
    bench.window.run_steps(6);
}
