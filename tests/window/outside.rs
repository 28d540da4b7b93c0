//! Files that another program moved or brought while a pack is open.

use egui_kittest::kittest::Queryable as _;
use tablewright_core::json::Ref;

use crate::journey::{MANIFEST, SCENE, click, wait, window};

#[test]
fn a_folder_renamed_in_a_file_manager_is_followed_when_the_person_says_so() {
    let (pack, settings) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let write = |name: &str, text: &str| std::fs::write(pack.path().join(name), text).unwrap();
    std::fs::create_dir(pack.path().join("art")).unwrap();
    let listed = MANIFEST.replacen("\"license\"", "\"assets\": [\"art/sea.png\", \"art/ship.png\"],\n  \"license\"", 1);
    write("diceytable.mod.json", &listed);
    write("setup.json", SCENE);
    write("art/sea.png", "the sea");
    write("art/ship.png", "a ship");
    let mut window = window(Some(pack.path()), settings.path());
    wait(&mut window, |app| app.session().is_some_and(|s| s.look().is_some_and(|look| look.hashed)));
    std::fs::rename(pack.path().join("art"), pack.path().join("pictures")).unwrap();
    wait(&mut window, |app| app.session().is_some_and(|s| s.moved_outside().is_some()));
    window.get_by_label_contains("The folder art is pictures now, with 2 files.");
    click(&mut window, "Follow");
    wait(&mut window, |app| app.session().is_some_and(|s| s.history().head() == 1));
    let session = window.state().session().unwrap();
    let list = session.manifest().unwrap().root().get("assets").unwrap();
    let list: Vec<_> = list.items().filter_map(Ref::as_str).collect();
    assert_eq!(list, ["pictures/sea.png", "pictures/ship.png"]);
    assert!(window.query_by_label_contains("The folder art").is_none(), "it is asked once");
    // A folder that came later is watched as well.
    std::fs::write(pack.path().join("pictures/new.png"), "new").unwrap();
    wait(&mut window, |app| app.session().is_some_and(|s| s.history().head() == 2));
    assert!(window.state().messages()[0].contains("“pictures/new.png” is a file of the pack"));
}
