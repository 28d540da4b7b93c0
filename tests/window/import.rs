//! Files from outside, by window: dropped, chosen or pasted, they land nowhere before *Where is this from?* is answered.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::accesskit::Role;
use egui::{ColorImage, Event, Key, Modifiers, ThemePreference};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tablewright::app::App;
use tablewright_core::credits::{Ledger, Origin, Record, records};
use tablewright_core::json::{Document, Ref};
use tablewright_tests::kittest_gl::save_picture;

use crate::journey::{MANIFEST, SCENE, click, fill, wait, window};

#[derive(Debug)]
struct Drop(PathBuf);

impl egui::DroppedFile for Drop {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// A glTF model without a mesh whose `asset` is this.
fn glb(asset: &str) -> Vec<u8> {
    let mut json = format!(r#"{{"asset":{asset}}}"#).into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let len = json.len() as u32;
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((20 + len).to_le_bytes());
    bytes.extend(len.to_le_bytes());
    bytes.extend(b"JSON");
    bytes.extend(json);
    bytes
}

pub(crate) fn png(color: [u8; 3]) -> Vec<u8> {
    let picture = image::RgbImage::from_fn(48, 48, |x, y| {
        let shade = |c: u8| c.saturating_sub(((x * 3 + y * 5) % 40) as u8);
        image::Rgb(color.map(shade))
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Writes a zip whose files are stored as they are.
pub(crate) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let at = bytes.len() as u32;
        let mut head = Vec::new();
        head.extend(20_u16.to_le_bytes());
        head.extend([0; 8]);
        head.extend(crc(content).to_le_bytes());
        head.extend((content.len() as u32).to_le_bytes());
        head.extend((content.len() as u32).to_le_bytes());
        head.extend((name.len() as u16).to_le_bytes());
        head.extend([0; 2]);
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&head);
        bytes.extend(name.as_bytes());
        bytes.extend(*content);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&head);
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let (start, count) = (bytes.len() as u32, files.len() as u16);
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend((directory.len() as u32).to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
    })
}

pub(crate) struct Place {
    pack: tempfile::TempDir,
    settings: tempfile::TempDir,
    outside: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self::with(MANIFEST)
    }

    pub(crate) fn with(manifest: &str) -> Self {
        let folder = || tempfile::tempdir().unwrap();
        let place = Self { pack: folder(), settings: folder(), outside: folder() };
        std::fs::write(place.pack.path().join("diceytable.mod.json"), manifest).unwrap();
        std::fs::write(place.pack.path().join("setup.json"), SCENE).unwrap();
        place
    }

    pub(crate) fn outside(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.outside.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn root(&self) -> &Path {
        self.pack.path()
    }

    pub(crate) fn inside(&self, name: &str, bytes: &[u8]) {
        let path = self.pack.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// Every file of the pack with its content.
    pub(crate) fn tree(&self) -> BTreeMap<String, Vec<u8>> {
        let mut all = BTreeMap::new();
        let mut folders = vec![self.pack.path().to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(self.pack.path()).unwrap().to_str().unwrap().replace('\\', "/");
                    all.insert(name, std::fs::read(&path).unwrap());
                }
            }
        }
        all
    }

    pub(crate) fn window(&self) -> Harness<'static, App> {
        let mut window = window(Some(self.pack.path()), self.settings.path());
        wait(&mut window, |app| app.session().is_some_and(|s| s.look().is_some_and(|look| look.hashed)) && !app.is_busy());
        window
    }
}

pub(crate) fn drop_files(window: &mut Harness<'static, App>, paths: &[PathBuf]) {
    window.input_mut().dropped_files = paths.iter().map(|path| Arc::new(Drop(path.clone())) as egui::DroppedFileHandle).collect();
    window.step();
    window.input_mut().dropped_files.clear();
    wait(window, |app| !app.is_busy());
}

/// Types into a field of the dialog and goes on by Tab.
pub(crate) fn write(window: &mut Harness<'static, App>, name: &str, text: &str) {
    fill(window, name, text, Key::Tab);
}

pub(crate) fn manifest(window: &Harness<'static, App>) -> Document {
    window.state().session().unwrap().manifest().unwrap().clone()
}

fn assets(window: &Harness<'static, App>) -> Vec<String> {
    let manifest = manifest(window);
    let list = manifest.root().get("assets").into_iter().flat_map(Ref::items);
    list.filter_map(|path| Some(path.as_str()?.into_owned())).collect()
}

fn value(window: &Harness<'static, App>, field: &str) -> String {
    window.get_by_role_and_label(Role::TextInput, field).value().unwrap_or_default()
}

pub(crate) fn done(window: &mut Harness<'static, App>, head: usize) {
    wait(window, move |app| app.session().is_some_and(|s| s.history().head() == head) && !app.is_busy());
}

pub(crate) fn is_blocked(window: &Harness<'static, App>, button: &str) -> bool {
    window.get_by_role_and_label(Role::Button, button).accesskit_node().is_disabled()
}

fn asks(window: &Harness<'static, App>) -> bool {
    window.query_by_role_and_label(Role::Heading, "Where is this from?").is_some()
}

fn kit(place: &Place) -> PathBuf {
    let (wood, stone) = (png([200, 150, 90]), png([70, 70, 80]));
    let model = glb(r#"{"version":"2.0","copyright":"Hana Ito"}"#);
    let licence: &[u8] = b"Creative Commons Attribution 4.0 International (CC BY 4.0)\n";
    let files: [(&str, &[u8]); 5] = [
        ("kaya-board.glb", &model),
        ("kaya_basecolor.png", &wood),
        ("slate_basecolor.png", &stone),
        ("LICENSE.txt", licence),
        ("board.blend", b"BLENDER-v300"),
    ];
    place.outside("kaya-board.zip", &zip(&files))
}

#[test]
fn a_zip_is_answered_once_and_one_undo_takes_all_of_it_back() {
    let place = Place::new();
    let before = place.tree();
    let mut window = place.window();
    drop_files(&mut window, &[kit(&place)]);
    window.get_by_label_contains("from kaya-board.zip");
    window.get_by_label("LICENSE.txt");
    window.get_by_label("board.blend");
    assert_eq!(place.tree(), before, "nothing lands before the answer");
    // What was read stands there, and says where it was read.
    assert_eq!(value(&window, "Creator"), "Hana Ito");
    window.get_by_label_contains("From kaya-board.glb");
    assert_eq!(value(&window, "Licence link"), "https://creativecommons.org/licenses/by/4.0/");
    assert!(window.get_all_by_label_contains("From LICENSE.txt").count() >= 1);
    assert!(is_blocked(&window, "Import 3 files"));
    write(&mut window, "Link", "https://art.example/");
    window.get_by_label_contains("only the front page of art.example");
    write(&mut window, "Link", "https://art.example/boards/7");
    assert!(is_blocked(&window, "Import 3 files"), "a signature is wanted");
    write(&mut window, "Sign", "A. Author");
    save_picture("import-dark", &window.render().expect("a picture"));
    click(&mut window, "Import 3 files");
    done(&mut window, 1);

    let folder = ["models/kaya-board/kaya-board.glb", "textures/kaya-board/kaya_basecolor.png"];
    assert!(folder.iter().all(|name| place.tree().contains_key(*name)), "{:?}", place.tree().keys());
    assert_eq!(assets(&window).len(), 3);
    let document = manifest(&window);
    let record = Record::at(&document, 0).unwrap();
    assert_eq!((record.origin(), record.paths().count()), (Some(Origin::ThirdParty), 3));
    let signed = record.signed().unwrap();
    assert_eq!((signed.name.as_str(), signed.terms.as_str()), ("A. Author", "tablewright-1"));
    assert_eq!(record.text("recordedAt").as_deref(), Some(signed.at.as_str()));
    assert!(signed.at.ends_with('Z'));

    click(&mut window, "Undo");
    done(&mut window, 0);
    assert_eq!(place.tree(), before);
    assert_eq!(manifest(&window).text(), MANIFEST);
}

#[test]
fn refusing_the_question_imports_nothing() {
    let place = Place::new();
    let before = place.tree();
    let mut window = place.window();
    for refuse in ["Import nothing", "Close", "Escape"] {
        drop_files(&mut window, &[kit(&place)]);
        window.get_by_role_and_label(Role::Heading, "Where is this from?");
        if refuse == "Escape" {
            window.key_press(Key::Escape);
            window.run_steps(3);
        } else {
            click(&mut window, refuse);
        }
        assert!(!asks(&window), "{refuse}");
        assert_eq!((place.tree(), window.state().session().unwrap().history().head()), (before.clone(), 0));
    }
}

#[test]
fn publishing_without_saying_takes_a_signature_and_says_what_it_means() {
    let place = Place::new();
    let mut window = place.window();
    drop_files(&mut window, &[place.outside("a.png", &png([90, 90, 200]))]);
    click(&mut window, "Publish without saying");
    window.get_by_label_contains("I take full responsibility for them, and I indemnify");
    window.get_by_label_contains("The platform’s wording was not shown");
    assert!(window.query_by_role_and_label(Role::TextInput, "Creator").is_none(), "only the fields of the choice");
    click(&mut window, "read them");
    window.get_by_role_and_label(Role::Heading, "What signing says");
    click(&mut window, "Done");
    assert!(is_blocked(&window, "Import 1 file"));
    write(&mut window, "Sign", "Ann");
    save_picture("import-without-saying-dark", &window.render().expect("a picture"));
    click(&mut window, "Import 1 file");
    done(&mut window, 1);
    let document = manifest(&window);
    assert_eq!(Record::at(&document, 0).unwrap().origin(), Some(Origin::Disclaimed));

    // The answer is offered again, but not its signature.
    drop_files(&mut window, &[place.outside("b.png", &png([90, 200, 90]))]);
    click(&mut window, "Use the last answer: without saying");
    window.get_by_label_contains("I take full responsibility for them, and I indemnify");
    assert!(is_blocked(&window, "Import 1 file"));
}

#[test]
fn a_file_goes_where_the_person_says_or_not_at_all() {
    let place = Place::with(&MANIFEST.replacen("\"license\"", "\"assets\": [\"textures/board.png\"],\n  \"license\"", 1));
    place.inside("textures/board.png", b"the old board");
    let mut window = place.window();
    let paths = [place.outside("board.png", &png([1, 2, 200])), place.outside("stone.png", &png([200, 2, 1]))];
    drop_files(&mut window, &paths);
    click(&mut window, "board-2.png");
    click(&mut window, "Replace");
    click(&mut window, "stone.png");
    write(&mut window, "Where it goes", "art/pieces/stone.glb");
    window.get_by_label_contains("is no name for what this file is");
    write(&mut window, "Where it goes", "art/pieces/stone.png");
    assert!(window.query_by_label_contains("is no name for what this file is").is_none());
    write(&mut window, "Sign", "Ann");
    click(&mut window, "Import 2 files");
    done(&mut window, 1);
    let tree = place.tree();
    assert_eq!(tree["textures/board.png"], png([1, 2, 200]));
    assert!(tree.contains_key("art/pieces/stone.png") && !tree.contains_key("textures/board-2.png"), "{:?}", tree.keys());
    click(&mut window, "Undo");
    done(&mut window, 0);
    assert_eq!(place.tree()["textures/board.png"], b"the old board");

    drop_files(&mut window, &paths);
    click(&mut window, "stone.png");
    click(&mut window, "Leave stone.png out");
    window.get_by_label("Import 1 file");
}

#[test]
fn importing_over_a_file_moves_its_path_to_the_new_record() {
    let credited = MANIFEST.replacen(
        "\"license\"",
        r#""assets": ["textures/board.png", "textures/sea.png"],
  "credits": [{ "id": "l", "paths": ["textures/board.png", "textures/sea.png"], "origin": "own-work", "title": "Set", "recordedAt": "2026-09-21T04:00:18.858Z", "source": { "type": "preset", "presetKind": "texture", "presetId": "set" }, "locked": true }],
  "license""#,
        1,
    );
    let place = Place::with(&credited);
    place.inside("textures/board.png", &png([9, 9, 9]));
    place.inside("textures/sea.png", &png([9, 9, 99]));
    let mut window = place.window();
    drop_files(&mut window, &[place.outside("board.png", &png([1, 2, 200]))]);
    click(&mut window, "board-2.png");
    click(&mut window, "Replace");
    write(&mut window, "Sign", "Ann");
    click(&mut window, "Import 1 file");
    done(&mut window, 1);
    let document = manifest(&window);
    let held: Vec<(Vec<String>, bool)> =
        records(&document).map(|r| (r.paths().map(|(_, path)| path.into_owned()).collect(), r.is_locked())).collect();
    assert_eq!(held, [(vec!["textures/sea.png".to_owned()], true), (vec!["textures/board.png".to_owned()], false)]);
}

#[test]
fn files_of_several_makers_are_credited_separately() {
    let place = Place::new();
    let mut window = place.window();
    let ann = glb(r#"{"version":"2.0","copyright":"Ann"}"#);
    let kim = glb(r#"{"version":"2.0","copyright":"Kim"}"#);
    drop_files(
        &mut window,
        &[place.outside("a.glb", &ann), place.outside("b.glb", &kim), place.outside("c.png", &png([5, 5, 5]))],
    );
    window.get_by_label_contains("The files say different things of their origin.");
    click(&mut window, "Credit separately");
    assert_eq!(value(&window, "Creator"), "Ann");
    click(&mut window, "b.glb");
    assert_eq!(value(&window, "Creator"), "Kim");
    for file in ["a.glb", "b.glb"] {
        click(&mut window, file);
        write(&mut window, "Link", &format!("https://art.example/{file}"));
        click(&mut window, "Licence");
        click(&mut window, "CC BY 4.0");
    }
    click(&mut window, "c.png");
    click(&mut window, "My own work");
    write(&mut window, "Sign", "Lee");
    save_picture("import-separately-dark", &window.render().expect("a picture"));
    click(&mut window, "Import 3 files");
    done(&mut window, 1);
    let document = manifest(&window);
    let said: Vec<_> = records(&document).map(|record| (record.origin().unwrap(), record.answer().creator)).collect();
    let theirs = |name: &str| (Origin::ThirdParty, name.to_owned());
    assert_eq!(said, [theirs("Ann"), theirs("Kim"), (Origin::OwnWork, String::new())]);
}

#[test]
fn names_of_a_library_are_doubted_and_not_refused() {
    let place = Place::new();
    let mut window = place.window();
    drop_files(&mut window, &[place.outside("Wood008_4K-JPG_Color.png", &png([120, 80, 40]))]);
    assert_eq!(value(&window, "Creator"), "ambientCG");
    click(&mut window, "My own work");
    window.get_by_label_contains("is named as ambientCG names its files");
    write(&mut window, "Sign", "Ann");
    assert!(!is_blocked(&window, "Import 1 file"));
}

#[test]
fn hostile_zips_are_refused_with_words() {
    let place = Place::new();
    let before = place.tree();
    let mut window = place.window();
    for (name, words) in [("../out.png", "leads out of its folder"), ("/etc/out.png", "leads out of its folder")] {
        let zip = place.outside("bad.zip", &zip(&[(name, &png([1, 1, 1]))]));
        drop_files(&mut window, &[zip]);
        assert!(!asks(&window));
        assert!(window.state().messages().iter().any(|said| said.contains(words)), "{:?}", window.state().messages());
    }
    drop_files(&mut window, &[place.outside("broken.zip", b"PK\x03\x04 and nothing more")]);
    assert!(window.state().messages().iter().any(|said| said.contains("“broken.zip” was not unpacked")));
    assert_eq!(place.tree(), before);
}

#[test]
fn pictures_and_paths_of_files_are_pasted() {
    let place = Place::new();
    let mut window = place.window();
    window.event(Event::PasteImage(Arc::new(ColorImage::filled([8, 8], egui::Color32::RED))));
    window.step();
    wait(&mut window, |app| !app.is_busy());
    window.get_by_label("pasted.png");
    click(&mut window, "Import nothing");
    let file = place.outside("a board.png", &png([3, 3, 3]));
    window.event(Event::Paste(format!("file://{}", file.display().to_string().replace(' ', "%20"))));
    window.step();
    wait(&mut window, |app| !app.is_busy());
    window.get_by_label("a-board.png");
    click(&mut window, "Import nothing");
    window.event(Event::Paste("only words".to_owned()));
    window.run_steps(3);
    assert!(!window.state().is_busy() && !asks(&window));
}

#[test]
fn a_dropped_pack_opens_as_before() {
    let (place, other) = (Place::new(), Place::with(&MANIFEST.replace("\"Harbour\"", "\"Lighthouse\"")));
    let mut window = place.window();
    drop_files(&mut window, &[other.pack.path().to_path_buf()]);
    wait(&mut window, |app| app.session().is_some_and(|session| session.manifest_text("name") == "Lighthouse"));
    drop_files(&mut window, &[place.pack.path().join("diceytable.mod.json")]);
    wait(&mut window, |app| app.session().is_some_and(|session| session.manifest_text("name") == "Harbour"));
}

#[test]
fn imported_files_are_accounted_for() {
    let place = Place::new();
    let mut window = place.window();
    drop_files(&mut window, &[place.outside("a.png", &png([9, 9, 9]))]);
    write(&mut window, "Sign", "Ann");
    click(&mut window, "Import 1 file");
    done(&mut window, 1);
    let document = manifest(&window);
    assert!(Ledger::of(&document, ["textures/a.png"]).uncredited.is_empty());
    window.key_press_modifiers(Modifiers::COMMAND, Key::S);
    wait(&mut window, |app| app.session().is_some_and(|session| !session.is_unsaved()));
    assert!(String::from_utf8(place.tree()["diceytable.mod.json"].clone()).unwrap().contains("textures/a.png"));
}

#[test]
fn the_dialog_is_whole_in_light_too() {
    let place = Place::new();
    std::fs::write(place.settings.path().join("settings.toml"), "theme = \"light\"\n").ok();
    let mut window = place.window();
    window.ctx.set_theme(ThemePreference::Light);
    drop_files(&mut window, &[kit(&place)]);
    write(&mut window, "Link", "https://art.example/");
    save_picture("import-light", &window.render().expect("a picture"));
    window.get_by_label("Import 3 files");
}

#[test]
fn a_gltf_comes_in_as_one_glb_and_an_fbx_names_the_tool() {
    let place = Place::new();
    let mut window = place.window();
    let gltf = br#"{"asset":{"version":"2.0","copyright":"2024 Hana Ito"},"buffers":[{"uri":"b.bin","byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}]}"#;
    let files: [(&str, &[u8]); 3] = [("b.gltf", gltf), ("b.bin", &[1, 2, 3, 4]), ("knight.fbx", b"Kaydara FBX Binary  \0")];
    drop_files(&mut window, &[place.outside("set.zip", &zip(&files))]);
    window.get_by_label("knight.fbx");
    assert_eq!(value(&window, "Creator"), "Hana Ito", "what a model says of its maker comes along");
    click(&mut window, "My own work");
    write(&mut window, "Sign", "A. Author");
    click(&mut window, "Import 1 file");
    done(&mut window, 1);
    let tree = place.tree();
    let made: Vec<&String> = tree.keys().filter(|path| path.starts_with("models/")).collect();
    assert_eq!(made, ["models/b.glb"]);
    assert!(tree["models/b.glb"].starts_with(b"glTF"));
}
