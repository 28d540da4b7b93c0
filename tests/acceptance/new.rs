//! New packs, written to a real disk and judged as anybody's pack is.

use std::path::Path;

use tablewright_core::check::{self, OnDisk, Options};
use tablewright_core::manifest::PackType;
use tablewright_core::pack::new::{NewPack, create};

/// What `check` says about the pack in `dir`, one line a finding.
fn findings(dir: &Path) -> Vec<String> {
    let state = tempfile::tempdir().expect("the system's folder for temporary files can be written");
    let pack = OnDisk::read(dir, state.path()).expect("a pack that was just written can be read");
    check::check(&pack.subject(), &Options::default()).iter().map(|d| format!("{d:?}")).collect()
}

#[test]
fn an_empty_pack_of_each_type_is_clean() {
    for pack_type in PackType::ALL {
        let home = tempfile::tempdir().unwrap();
        create(home.path(), &NewPack { pack_type, name: "Harbour".to_owned(), sample: false }).unwrap();
        assert_eq!(findings(home.path()), Vec::<String>::new(), "{pack_type:?}");
    }
}

#[test]
fn the_sample_is_clean_under_a_name_of_ones_own() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("games").join("evening");
    let new = NewPack { pack_type: PackType::Game, name: "Evening Go".to_owned(), sample: true };
    let created = create(&dir, &new).unwrap();
    assert_eq!(created.identity.id, "evening-go");
    assert!(created.files.iter().all(|file| dir.join(file).is_file()));
    let setup: serde_json::Value = serde_json::from_slice(&std::fs::read(dir.join("setup.json")).unwrap()).unwrap();
    assert_eq!((&setup["name"], &setup["sceneId"]), (&"Evening Go".into(), &"evening-go".into()));
    assert_eq!(findings(&dir), Vec::<String>::new());
}
