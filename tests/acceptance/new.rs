//! New packs, written to a real disk and judged as anybody's pack is.

use tablewright_core::check::{self, OnDisk, Options};
use tablewright_core::pack::new::{NewPack, PackType, create};

/// What `check` says about a new pack, one line a finding.
fn findings(pack_type: PackType, sample: bool) -> Vec<String> {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("pack");
    create(&dir, &NewPack { pack_type, name: "Harbour".to_owned(), sample }).unwrap();
    let pack = OnDisk::read(&dir, &home.path().join("state")).unwrap();
    check::check(&pack.subject(), &Options::default()).iter().map(|d| format!("{d:?}")).collect()
}

#[test]
fn an_empty_pack_of_each_type_is_clean() {
    for pack_type in PackType::ALL {
        assert_eq!(findings(pack_type, false), Vec::<String>::new(), "{pack_type:?}");
    }
}

#[test]
fn the_sample_is_clean() {
    assert_eq!(findings(PackType::Game, true), Vec::<String>::new());
}
