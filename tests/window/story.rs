//! The whole way of art into a pack: a zip comes in and is answered for once, its model is put on the table, its folder is
//! renamed in a file manager, nothing stands against publishing, and undo leads all the way back.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use tablewright::app::App;
use tablewright::commands::Command;
use tablewright::dock::{Panel, Workspace};
use tablewright_core::Severity;

use crate::files::glb;
use crate::import::{Place, done, drop_files, manifest, png, write, zip};
use crate::journey::{MANIFEST, SCENE, click, wait};

/// A model and six textures with the licence beside them.
fn art(place: &Place) -> std::path::PathBuf {
    let model = glb([0.8, 0.55, 0.25]);
    let names = ["basecolor", "normal", "roughness", "ao", "height", "mask"];
    let textures: Vec<(String, Vec<u8>)> =
        names.iter().enumerate().map(|(n, name)| (format!("kaya_{name}.png"), png([200 - n as u8 * 20, 150, 90]))).collect();
    let licence: &[u8] = b"Creative Commons Attribution 4.0 International (CC BY 4.0)\n";
    let mut files: Vec<(&str, &[u8])> = vec![("kaya.glb", &model), ("LICENSE.txt", licence)];
    files.extend(textures.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
    place.outside("kaya.zip", &zip(&files))
}

/// Presses at one place, moves to another in a few steps, and lets go there.
fn drag(window: &mut Harness<'static, App>, from: Pos2, to: Pos2) {
    let button = |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    for event in [Event::PointerMoved(from), button(from, true)] {
        window.input_mut().events.push(event);
        window.step();
    }
    for part in 1..=8 {
        window.input_mut().events.push(Event::PointerMoved(from + (to - from) * (part as f32 / 8.0)));
        window.step();
    }
    window.input_mut().events.push(button(to, false));
    window.run_steps(4);
}

#[test]
fn art_comes_in_is_placed_and_followed_and_undo_leads_all_the_way_back() {
    let place = Place::with(MANIFEST);
    let before = place.tree();
    let mut window = place.window();

    drop_files(&mut window, &[art(&place)]);
    write(&mut window, "Creator", "Hana Ito");
    write(&mut window, "Link", "https://art.example/boards/7");
    write(&mut window, "Sign", "A. Author");
    click(&mut window, "Import 7 files");
    done(&mut window, 1);

    // The list of files stands below the scene, and the model is dragged from there onto the table.
    window.state_mut().run_command(Command::Show(Workspace::Scene));
    window.state_mut().run_command(Command::TogglePanel(Panel::Files));
    window.run_steps(8);
    let search = window.get_by_role_and_label(Role::TextInput, "Find a file");
    search.click();
    window.run_steps(2);
    window.get_by_role_and_label(Role::TextInput, "Find a file").type_text("kaya.glb");
    window.run_steps(4);
    let row = window.get_by_role_and_label(Role::ListItem, "models/kaya/kaya.glb").rect().center();
    let table = window.get_by_label("Scene view").rect().center();
    drag(&mut window, row, table);
    done(&mut window, 2);
    let session = window.state().session().unwrap();
    assert!(session.scene().unwrap().text().contains(r#""customModelAssetId":"models/kaya/kaya.glb""#));
    assert_eq!(session.selection().len(), 1, "what was placed is selected");

    std::fs::rename(place.root().join("models/kaya"), place.root().join("models/boards")).unwrap();
    wait(&mut window, |app| app.session().is_some_and(|session| session.moved_outside().is_some()));
    click(&mut window, "Follow");
    done(&mut window, 3);
    let session = window.state().session().unwrap();
    assert!(session.scene().unwrap().text().contains(r#""customModelAssetId":"models/boards/kaya.glb""#));
    let text = manifest(&window).text();
    assert!(text.contains("models/boards/kaya.glb") && !text.contains("models/kaya/"), "lists and credits followed: {text}");

    wait(&mut window, |app| app.session().is_some_and(|session| !session.problems_are_stale()) && !app.is_busy());
    let session = window.state().session().unwrap();
    let against: Vec<_> =
        session.problems().iter().filter(|p| matches!(p.severity, Severity::Error | Severity::Warning)).collect();
    assert!(against.is_empty(), "{against:?}");

    for left in (0..3).rev() {
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.run_steps(3);
        done(&mut window, left);
    }
    assert_eq!(place.tree(), before);
    let session = window.state().session().unwrap();
    assert_eq!((session.manifest().unwrap().text(), session.scene().unwrap().text()), (MANIFEST.to_owned(), SCENE.to_owned()));
}
