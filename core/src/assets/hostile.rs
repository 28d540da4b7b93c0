//! Folders that nobody would make on purpose: nothing hangs, nothing panics, and each file that cannot be used is told.

use super::{Gone, Memory, NotPlain, Settled, State, Trouble, list, reconcile_pack, survey};
use crate::ErrorKind;
use crate::edit::Roots;
use crate::job::{Quiet, Watch};
use crate::json::Document;
use crate::pack::{Hash, OsFs, PackPath};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn path(text: &str) -> PackPath {
    PackPath::parse(text).unwrap()
}

fn roots(manifest: &str) -> Roots {
    Roots { manifest: Some(Document::parse(manifest.as_bytes()).unwrap()), scene: None }
}

fn write(dir: &Path, name: &str, bytes: &[u8]) {
    let full = dir.join(name);
    fs::create_dir_all(full.parent().unwrap()).unwrap();
    fs::write(full, bytes).unwrap();
}

/// Writes more into a file each time it is asked whether to go on.
struct Grows(PathBuf);

impl Watch for Grows {
    fn progress(&self, _what: &str, _done: u64, _total: u64) {}

    fn cancelled(&self) -> bool {
        fs::OpenOptions::new().append(true).open(&self.0).unwrap().write_all(&[b'y'; 1 << 19]).unwrap();
        false
    }
}

#[test]
fn a_file_that_grows_while_it_is_hashed_has_an_end() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "a.png", &[b'x'; 1 << 19]);
    let listing = list(&OsFs, dir.path(), &Quiet).unwrap();
    let mut memory = Memory::default();
    memory.hash(dir.path(), &listing, &mut |_| true, false, &Grows(dir.path().join("a.png"))).unwrap();
    let bytes = memory.facts(&path("a.png")).unwrap().bytes.unwrap();
    let now = fs::metadata(dir.path().join("a.png")).unwrap().len();
    assert!(bytes.size < now, "what came meanwhile is left for the next time: {} of {now}", bytes.size);
    // The next look sees another size and reads it anew.
    let listing = list(&OsFs, dir.path(), &Quiet).unwrap();
    memory.hash(dir.path(), &listing, &mut |_| true, false, &Quiet).unwrap();
    let bytes = memory.facts(&path("a.png")).unwrap().bytes.unwrap();
    assert_eq!((bytes.size, bytes.hash), (now, Hash::of(&fs::read(dir.path().join("a.png")).unwrap())));
}

#[test]
fn a_file_that_vanishes_or_shrinks_before_it_is_hashed_is_no_failure() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "a.png", b"xxx");
    write(dir.path(), "b.png", b"yyy");
    let listing = list(&OsFs, dir.path(), &Quiet).unwrap();
    fs::remove_file(dir.path().join("a.png")).unwrap();
    write(dir.path(), "b.png", b"y");
    let mut memory = Memory::default();
    memory.hash(dir.path(), &listing, &mut |_| true, false, &Quiet).unwrap();
    assert!(memory.facts(&path("a.png")).is_none_or(|facts| facts.bytes.is_none()));
    assert_eq!(memory.facts(&path("b.png")).unwrap().bytes.unwrap().size, 1);
}

#[test]
fn hashing_stops_when_the_person_cancels() {
    struct Cancelled;
    impl Watch for Cancelled {
        fn progress(&self, _what: &str, _done: u64, _total: u64) {}

        fn cancelled(&self) -> bool {
            true
        }
    }
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "a.png", b"x");
    let listing = list(&OsFs, dir.path(), &Quiet).unwrap();
    let stopped = Memory::default().hash(dir.path(), &listing, &mut |_| true, false, &Cancelled);
    assert_eq!(stopped.unwrap_err().kind(), ErrorKind::Cancelled);
}

#[cfg(unix)]
#[test]
fn a_folder_and_a_file_that_may_not_be_read_are_told_and_the_rest_is_seen() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    for name in ["closed/a.png", "b.json", "c.png"] {
        write(dir.path(), name, b"{}");
    }
    let set = |name: &str, mode| fs::set_permissions(dir.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    set("closed", 0);
    set("b.json", 0);
    if fs::read_dir(dir.path().join("closed")).is_ok() {
        eprintln!("whoever runs this may read everything (root): nothing can be closed to them, so nothing was tested");
        set("closed", 0o755);
        return;
    }
    let roots = roots(r#"{"assets":["b.json","closed/a.png"]}"#);
    let mut memory = Memory::default();
    let found = survey(&OsFs, dir.path(), &roots, &mut memory, &Quiet).unwrap();
    let hashed = memory.hash(dir.path(), &found.listing, &mut |_| true, false, &Quiet);
    set("closed", 0o755);
    assert_eq!(found.listing.unreadable.iter().map(|(folder, _)| folder.as_str()).collect::<Vec<_>>(), ["closed"]);
    assert!(matches!(found.inventory.get("b.json").unwrap().troubles[0], Trouble::Unreadable(_)));
    assert!(found.inventory.get("c.png").is_some());
    assert!(hashed.unwrap_err().to_string().contains("b.json"), "the file is named");
    assert!(memory.facts(&path("c.png")).unwrap().bytes.is_some(), "the others are hashed all the same");
}

#[cfg(unix)]
#[test]
fn pipes_sockets_and_links_are_neither_opened_nor_followed() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "a.png", b"x");
    let pipe = std::process::Command::new("mkfifo").arg(dir.path().join("pipe.json")).status();
    let has_pipe = pipe.is_ok_and(|status| status.success());
    let _socket = std::os::unix::net::UnixListener::bind(dir.path().join("socket.png")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", dir.path().join("zero.json")).unwrap();
    std::os::unix::fs::symlink("/", dir.path().join("everything")).unwrap();
    let roots = roots(r#"{"assets":["pipe.json","socket.png","zero.json"]}"#);
    let mut memory = Memory::default();
    let found = survey(&OsFs, dir.path(), &roots, &mut memory, &Quiet).unwrap();
    memory.hash(dir.path(), &found.listing, &mut |_| true, false, &Quiet).unwrap();
    let why = |name: &str| found.inventory.get(name).map(|row| row.troubles[0].clone());
    assert_eq!(why("socket.png"), Some(Trouble::NotPlain(NotPlain::Device)));
    assert_eq!(why("zero.json"), Some(Trouble::NotPlain(NotPlain::Link)));
    assert_eq!(why("pipe.json"), Some(if has_pipe { Trouble::NotPlain(NotPlain::Device) } else { Trouble::Missing }));
    assert!(found.inventory.rows.len() < 10, "the link was not followed");
}

#[test]
fn the_longest_names_and_the_deepest_folders_are_files_like_others() {
    let dir = tempfile::tempdir().unwrap();
    let long = format!("{}.png", "n".repeat(251));
    let wide = format!("{}.png", "é".repeat(125));
    let deep = format!("{}a.png", "d/".repeat(60));
    for name in [&long, &wide, &deep] {
        write(dir.path(), name, b"x");
    }
    let roots = roots(r#"{"assets":[]}"#);
    let mut memory = Memory::default();
    let found = survey(&OsFs, dir.path(), &roots, &mut memory, &Quiet).unwrap();
    let state = |name: &str| found.inventory.get(name).unwrap().state();
    assert_eq!(state(&long), State::NeverDeclared, "more than the 180 characters that a manifest holds");
    assert_eq!(state(&wide), State::Unused, "129 characters in 254 bytes");
    assert_eq!(state(&deep), State::Unused);
}

#[test]
fn names_that_differ_in_case_or_in_unicode_form_are_told_and_both_listed() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["A.png", "a.png", "e\u{301}.png", "\u{e9}.png"] {
        write(dir.path(), name, b"x");
    }
    if fs::read_dir(dir.path()).unwrap().count() < 4 {
        eprintln!("this disk holds only one of two such names, so nothing was tested");
        return;
    }
    let roots = roots(r#"{"assets":[]}"#);
    let mut memory = Memory::default();
    let found = survey(&OsFs, dir.path(), &roots, &mut memory, &Quiet).unwrap();
    let twin = |name: &str| match found.inventory.get(name).unwrap().troubles.first() {
        Some(Trouble::Twin(other)) => Some(other.as_str().to_owned()),
        _ => None,
    };
    assert_eq!((twin("A.png").as_deref(), twin("a.png").as_deref()), (Some("a.png"), Some("A.png")));
    assert_eq!((twin("e\u{301}.png").as_deref(), twin("\u{e9}.png").as_deref()), (Some("\u{e9}.png"), Some("e\u{301}.png")));
    let asked = Settled { renames: &[], gone: Gone::Drop, hashes: false, add_manifest: false };
    let (after, _) = reconcile_pack(&OsFs, dir.path(), &roots, &found, &mut memory, asked, &Quiet).unwrap();
    assert_eq!(after.manifest.unwrap().text(), "{\"assets\":[\"A.png\",\"a.png\",\"e\u{301}.png\",\"\u{e9}.png\"]}");
}

#[test]
fn a_hundred_thousand_files_are_looked_through() {
    let dir = tempfile::tempdir().unwrap();
    for folder in 0..100 {
        let below = dir.path().join(format!("f{folder}"));
        fs::create_dir(&below).unwrap();
        for file in 0..1000 {
            fs::File::create(below.join(format!("{file}.png"))).unwrap();
        }
    }
    let roots = roots(r#"{"assets":[]}"#);
    let (mut memory, begun) = (Memory::default(), Instant::now());
    let found = survey(&OsFs, dir.path(), &roots, &mut memory, &Quiet).unwrap();
    assert_eq!(found.inventory.rows.len(), 100_000);
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let asked = Settled { renames: &[], gone: Gone::Drop, hashes: false, add_manifest: false };
    let (after, changes) = reconcile_pack(&OsFs, dir.path(), &roots, &found, &mut memory, asked, &Quiet).unwrap();
    let told = changes.iter().find(|change| change.path.is_empty()).unwrap();
    assert!(told.told.contains("100000 files, and the platform takes 2000"), "{}", told.told);
    assert_eq!(after.manifest.unwrap().root().get("assets").map(crate::json::Ref::len), Some(100_000));
}
