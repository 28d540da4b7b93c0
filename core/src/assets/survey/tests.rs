//! A whole look, and all of the lists at once.

use super::*;
use crate::job::Quiet;
use crate::json::Document;
use crate::pack::{DirEntry, FileKind, Guard, Hash, Meta, OsFs};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

fn pack(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    dir
}

fn roots(manifest: &str) -> Roots {
    Roots { manifest: Some(Document::parse(manifest.as_bytes()).unwrap()), scene: None }
}

const SETTLED: Settled = Settled { renames: &[], gone: Gone::Drop, hashes: true, add_manifest: false };

fn reconciled(root: &Path, before: &Roots, asked: Settled) -> (String, Vec<Change>) {
    let mut memory = Memory::default();
    let found = survey(&OsFs, root, before, &mut memory, &Quiet).unwrap();
    let (after, changes) = reconcile_pack(&OsFs, root, before, &found, &mut memory, asked, &Quiet).unwrap();
    let found = survey(&OsFs, root, &after, &mut memory, &Quiet).unwrap();
    let (again, none) = reconcile_pack(&OsFs, root, &after, &found, &mut memory, asked, &Quiet).unwrap();
    assert!(again.same(&after) && none.is_empty(), "{none:?}");
    (after.manifest.unwrap().text(), changes)
}

#[test]
fn lists_hashes_and_repositories_become_true_together() {
    let dir = pack(&[
        ("a.png", "a"),
        ("b.cards.json", r#"["https://raw.githubusercontent.com/o/r/main/x.png"]"#),
        ("ai/m.onnx", "model"),
    ]);
    let before = roots(
        r#"{"assets":["gone.png"],"assetManifest":[{"path":"gone.png"}],"aiModels":[{"path":"ai/m.onnx","sizeBytes":0,"sha256":""}]}"#,
    );
    let (text, changes) = reconciled(dir.path(), &before, SETTLED);
    let after: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(after["assets"], serde_json::json!(["a.png", "ai/m.onnx", "b.cards.json"]));
    assert_eq!(after["assetManifest"][0], serde_json::json!({"path": "a.png", "sha256": Hash::of(b"a").to_string()}));
    assert_eq!(after["assetManifest"].as_array().unwrap().len(), 3);
    assert_eq!(
        (&after["aiModels"][0]["sizeBytes"], &after["aiModels"][0]["sha256"]),
        (&5.into(), &Hash::of(b"model").to_string().into())
    );
    assert_eq!(after["assetRepos"], serde_json::json!([{"owner": "o", "repo": "r", "ref": "main"}]));
    assert!(changes.iter().all(|change| change.told.ends_with('.')), "{changes:?}");
}

#[test]
fn a_catalogue_of_hashes_is_made_when_asked() {
    let dir = pack(&[("a.png", "a")]);
    let before = roots(r#"{"assets":["a.png"]}"#);
    assert_eq!(reconciled(dir.path(), &before, SETTLED).0, r#"{"assets":["a.png"]}"#);
    let (text, _) = reconciled(dir.path(), &before, Settled { add_manifest: true, ..SETTLED });
    assert!(text.contains("assetManifest") && text.contains(&Hash::of(b"a").to_string()), "{text}");
}

#[test]
fn a_second_look_at_an_unchanged_pack_reads_nothing() {
    let dir = pack(&[("a.json", r#"{"a":"b.png"}"#), ("b.png", "b"), ("c.js", "'b.png'")]);
    let mut memory = Memory::default();
    let look = |memory: &mut Memory| survey(&OsFs, dir.path(), &roots("{}"), memory, &Quiet).unwrap().inventory;
    let first = look(&mut memory);
    let reads = memory.reads();
    assert_eq!((look(&mut memory), memory.reads()), (first, reads));
    assert!(reads > 0);
}

#[test]
fn ten_thousand_files_are_no_trouble() {
    let names: Vec<String> = (0..10_000).map(|index| format!("a/{}/{index:05}.png", index / 500)).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "x")).collect();
    let dir = pack(&files);
    git2::Repository::init(dir.path()).unwrap();
    let (text, changes) = reconciled(dir.path(), &roots(r#"{"assets":[]}"#), Settled { hashes: false, ..SETTLED });
    assert_eq!(changes.iter().filter(|change| !change.path.is_empty()).count(), 10_000);
    assert!(text.contains("a/19/09999.png"));
}

/// A disk on which the file `vanishing` is listed and gone when it is looked at or read.
struct Vanishing;

impl Vanishing {
    fn there(path: &Path) -> io::Result<()> {
        if path.ends_with("vanishing.json") { Err(io::ErrorKind::NotFound.into()) } else { Ok(()) }
    }
}

impl Fs for Vanishing {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        Self::there(path).and_then(|()| OsFs.read(path))
    }
    fn metadata(&self, path: &Path) -> io::Result<Meta> {
        if path.ends_with("read-too-late.json") {
            return OsFs.metadata(&path.with_file_name("a.json"));
        }
        Self::there(path).and_then(|()| OsFs.metadata(path))
    }
    fn read_dir(&self, dir: &Path) -> io::Result<Vec<DirEntry>> {
        let mut entries = OsFs.read_dir(dir)?;
        for name in ["vanishing.json", "read-too-late.json"] {
            entries.push(DirEntry { name: name.into(), kind: FileKind::File });
        }
        Ok(entries)
    }
    fn write_new(&self, _path: &Path, _bytes: &[u8], _mode: Option<u32>) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
    fn overwrite(&self, _path: &Path, _bytes: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
    fn sync_file(&self, _path: &Path) -> io::Result<()> {
        Ok(())
    }
    fn rename(&self, _from: &Path, _to: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
    fn sync_dir(&self, _dir: &Path) -> io::Result<()> {
        Ok(())
    }
    fn remove_file(&self, _path: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
    fn remove_dir(&self, _path: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
    fn create_dir(&self, _path: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        OsFs.read_link(path)
    }
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        OsFs.canonicalize(path)
    }
    fn check_writable(&self, _path: &Path) -> io::Result<()> {
        Ok(())
    }
    fn try_lock(&self, _path: &Path) -> io::Result<Option<Guard>> {
        Ok(None)
    }
    fn pause(&self, _time: Duration) {}
    fn random(&self) -> u32 {
        0
    }
}

#[test]
fn a_file_that_vanishes_while_it_is_listed_is_not_there() {
    let dir = pack(&[("a.json", "{}")]);
    let found = survey(&Vanishing, dir.path(), &roots("{}"), &mut Memory::default(), &Quiet).unwrap();
    assert!(found.inventory.get("vanishing.json").is_none());
    assert!(found.inventory.get("read-too-late.json").is_some(), "listed, and the next look will not have it");
    assert!(found.inventory.get("a.json").is_some());
}
