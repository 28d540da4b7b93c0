//! Packs that people made: each of their JSON files opens and is written byte-identically, and the packs check.
//!
//! They are not part of this repository; where they are not beside it, the test says so and looks at nothing.

#![allow(clippy::unwrap_used, reason = "helpers of tests: a failure here is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};

use tablewright_core::check::{self, OnDisk, Options};
use tablewright_core::json::Document;
use tablewright_core::pack::MANIFEST;

/// The folder of real packs beside the workspace, if it is there.
pub(crate) fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/real-packs");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("{} is not there, so no real pack was looked at", folder.display());
    None
}

/// Every file below `folder`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

#[test]
fn every_json_file_is_written_as_it_was_read() {
    let Some(folder) = folder() else { return };
    let json: Vec<PathBuf> = files(&folder).into_iter().filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
    assert!(!json.is_empty(), "{} holds no JSON", folder.display());
    for path in json {
        let bytes = fs::read(&path).unwrap();
        let document = Document::parse(&bytes).unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
        assert!(document.text().into_bytes() == bytes, "{} would change", path.display());
    }
}

#[test]
fn every_pack_opens_and_has_no_error_in_its_documents() {
    let Some(folder) = folder() else { return };
    let packs: Vec<PathBuf> = files(&folder).into_iter().filter(|path| path.file_name().is_some_and(|n| n == MANIFEST)).collect();
    assert!(!packs.is_empty(), "{} holds no pack", folder.display());
    let state = tempfile::tempdir().unwrap();
    for manifest in packs {
        let pack = OnDisk::read(&manifest, state.path()).unwrap();
        let copy = pack.working_copy();
        assert!(copy.manifest.document().is_some() && copy.scene.document().is_some(), "{}", manifest.display());
        // Their assets are not there, so the documents alone are judged.
        let found = check::check(&pack.subject(), &Options { documents: true });
        let errors: Vec<_> = found.iter().filter(|d| d.severity == tablewright_core::Severity::Error).collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", manifest.display());
    }
}
