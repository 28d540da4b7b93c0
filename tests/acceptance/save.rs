//! Saving on a real file system: a process killed at every access, links, permissions, conflicts, locks.
#![allow(clippy::unwrap_used, reason = "helpers of tests: a test ends where it cannot go on")]

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tablewright_core::ErrorKind;
use tablewright_core::pack::{
    DirEntry, DraftFile, Drafts, Fs, Guard, Hash, Keep, Meta, Note, OsFs, Outcome, PackLock, PackPath, SaveFile, SaveOptions,
    SaveSet, Saved, Verdict, backups, check_writable, is_ours, peek, recover, save, settle,
};

const OLD: [(&str, &str); 2] = [("diceytable.mod.json", "{\"version\": 1}\n"), ("scene/setup.json", "[1]\n")];
const NEW: [(&str, &str); 2] = [("diceytable.mod.json", "{\"version\": 2}\n"), ("scene/setup.json", "[1, 2, 3]\n")];

/// The real file system, which ends the process before the access with number `left`, and never waits.
struct Counting {
    made: AtomicU64,
    left: u64,
}

impl Counting {
    fn new(left: u64) -> Self {
        Self { made: AtomicU64::new(0), left }
    }

    fn count(&self) -> &OsFs {
        if self.made.fetch_add(1, Ordering::Relaxed) == self.left {
            std::process::abort();
        }
        &OsFs
    }
}

impl Fs for Counting {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.count().read(path)
    }
    fn write_new(&self, path: &Path, bytes: &[u8], mode: Option<u32>) -> io::Result<()> {
        self.count().write_new(path, bytes, mode)
    }
    fn overwrite(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.count().overwrite(path, bytes)
    }
    fn sync_file(&self, path: &Path) -> io::Result<()> {
        self.count().sync_file(path)
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.count().rename(from, to)
    }
    fn sync_dir(&self, dir: &Path) -> io::Result<()> {
        self.count().sync_dir(dir)
    }
    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.count().remove_file(path)
    }
    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        self.count().remove_dir(path)
    }
    fn create_dir(&self, path: &Path) -> io::Result<()> {
        self.count().create_dir(path)
    }
    fn read_dir(&self, dir: &Path) -> io::Result<Vec<DirEntry>> {
        self.count().read_dir(dir)
    }
    fn metadata(&self, path: &Path) -> io::Result<Meta> {
        self.count().metadata(path)
    }
    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        self.count().read_link(path)
    }
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.count().canonicalize(path)
    }
    fn check_writable(&self, path: &Path) -> io::Result<()> {
        self.count().check_writable(path)
    }
    fn try_lock(&self, path: &Path) -> io::Result<Option<Guard>> {
        self.count().try_lock(path)
    }
    fn pause(&self, _time: Duration) {}
    fn random(&self) -> u32 {
        OsFs.random()
    }
}

/// A pack with the old files, and a state folder beside it.
struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { dir: tempfile::tempdir().unwrap() };
        std::fs::create_dir_all(place.pack().join("scene")).unwrap();
        for (name, text) in OLD {
            std::fs::write(place.pack().join(name), text).unwrap();
        }
        place
    }

    fn pack(&self) -> PathBuf {
        self.dir.path().join("pack")
    }

    fn state(&self) -> PathBuf {
        self.dir.path().join("state")
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.pack().join(name)).unwrap()
    }

    fn both(&self) -> [String; 2] {
        OLD.map(|(name, _)| self.read(name))
    }

    fn save(&self, files: &[(&str, Option<&str>, &str)]) -> tablewright_core::Result<Saved> {
        save_with(&OsFs, &self.pack(), &self.state(), files)
    }

    fn save_both(&self) -> tablewright_core::Result<Saved> {
        self.save(&both_files())
    }

    fn nothing_of_ours_is_left(&self) -> bool {
        [self.pack(), self.pack().join("scene")]
            .iter()
            .all(|folder| std::fs::read_dir(folder).unwrap().all(|entry| !is_ours(&entry.unwrap().file_name().to_string_lossy())))
    }
}

fn both_files() -> Vec<(&'static str, Option<&'static str>, &'static str)> {
    OLD.into_iter().zip(NEW).map(|((name, old), (_, new))| (name, Some(old), new)).collect()
}

fn save_with(fs: &dyn Fs, pack: &Path, state: &Path, files: &[(&str, Option<&str>, &str)]) -> tablewright_core::Result<Saved> {
    let file = |&(name, old, new): &(&str, Option<&str>, &str)| SaveFile {
        path: PackPath::parse(name).unwrap(),
        expected: old.map(|old| Hash::of(old.as_bytes())),
        bytes: Arc::from(new.as_bytes()),
    };
    let set = SaveSet { root: pack.to_path_buf(), files: files.iter().map(file).collect() };
    save(fs, &set, &SaveOptions { state_dir: state, verify: &|_, _| Ok(()), in_place: false })
}

/// The parent runs this very test again as a child that dies before its n-th access, for every n, and opens the pack after
/// each.
#[test]
fn a_save_killed_at_any_access_is_old_or_new_after_opening() {
    const DIE_AT: &str = "TABLEWRIGHT_TEST_DIE_AT";
    const PLACE: &str = "TABLEWRIGHT_TEST_PLACE";
    if let (Ok(at), Some(place)) = (std::env::var(DIE_AT), std::env::var_os(PLACE)) {
        let place = PathBuf::from(place);
        let fs = Counting::new(at.parse().unwrap());
        save_with(&fs, &place.join("pack"), &place.join("state"), &both_files()).unwrap();
        return;
    }
    let count = Counting::new(u64::MAX);
    let whole = Place::new();
    save_with(&count, &whole.pack(), &whole.state(), &both_files()).unwrap();
    let steps = count.made.into_inner();
    assert!(steps > 30, "{steps}");
    let (mut old, mut new, mut finished) = (0, 0, 0);
    for at in 0..steps {
        let place = Place::new();
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "save::a_save_killed_at_any_access_is_old_or_new_after_opening"])
            .envs([(DIE_AT, at.to_string().as_ref()), (PLACE, place.dir.path().as_os_str())])
            .output()
            .unwrap();
        assert!(!child.status.success(), "the child should have died at {at}");
        let recovery = recover(&OsFs, &place.pack(), &place.state()).unwrap();
        finished += u32::from(matches!(recovery.outcome, Outcome::Finished { .. }));
        match place.both() {
            now if now == OLD.map(|(_, text)| text) => old += 1,
            now if now == NEW.map(|(_, text)| text) => new += 1,
            now => panic!("killed at {at}: {now:?}"),
        }
        assert!(place.nothing_of_ours_is_left(), "killed at {at}");
        assert_eq!(recover(&OsFs, &place.pack(), &place.state()).unwrap().outcome, Outcome::Clean, "killed at {at}");
    }
    assert!(old > 0 && new > 0 && finished > 0, "{old} old, {new} new, {finished} finished");
}

#[test]
fn a_save_writes_both_keeps_the_old_and_leaves_nothing_behind() {
    let place = Place::new();
    std::fs::create_dir(place.pack().join(".git")).unwrap();
    let saved = place.save_both().unwrap();
    assert!(saved.pending.is_none() && saved.notes.is_empty());
    assert!(saved.files.iter().all(|file| file.written));
    assert_eq!(place.both(), NEW.map(|(_, text)| text));
    assert!(place.nothing_of_ours_is_left());
    assert!(place.read(".git/info/exclude").contains(".pack-save.journal"));
    let sets = backups(&OsFs, &place.pack(), &place.state()).unwrap();
    let kept = sets[0].files.iter().map(|file| std::fs::read_to_string(file.stored.as_ref().unwrap()).unwrap());
    assert_eq!(kept.collect::<Vec<_>>(), OLD.map(|(_, text)| text));
    assert!(peek(&OsFs, &place.pack(), &place.state()).unwrap().is_none());
}

#[test]
fn a_pack_that_was_not_edited_is_not_written() {
    let place = Place::new();
    let times = || OLD.map(|(name, _)| std::fs::metadata(place.pack().join(name)).unwrap().modified().unwrap());
    let before = times();
    let same: Vec<_> = OLD.into_iter().map(|(name, old)| (name, Some(old), old)).collect();
    let saved = place.save(&same).unwrap();
    assert!(saved.files.iter().all(|file| !file.written));
    assert_eq!(times(), before);
    assert!(backups(&OsFs, &place.pack(), &place.state()).unwrap().is_empty());
}

#[test]
fn a_file_that_others_changed_or_removed_is_a_conflict_and_nothing_is_saved() {
    let place = Place::new();
    std::fs::write(place.pack().join("scene/setup.json"), "theirs").unwrap();
    let error = place.save_both().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert!(error.what().contains("scene/setup.json") && !error.what().contains("diceytable"), "{error}");
    assert_eq!(place.both(), [OLD[0].1, "theirs"]);

    std::fs::remove_file(place.pack().join("diceytable.mod.json")).unwrap();
    let error = place.save_both().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert!(error.what().contains("`diceytable.mod.json` is no longer there"), "{error}");

    let error = place.save(&[("scene/setup.json", None, "mine")]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict, "it was to be a new file");
    assert!(place.nothing_of_ours_is_left());
    std::fs::write(place.pack().join("scene/setup.json"), NEW[1].1).unwrap();
    place.save(&both_files()[1..]).expect("they wrote the very same bytes");
}

#[test]
fn a_refusal_of_the_callers_check_touches_nothing() {
    let place = Place::new();
    let set = SaveSet {
        root: place.pack(),
        files: vec![SaveFile { path: PackPath::parse(OLD[0].0).unwrap(), expected: None, bytes: Arc::from(&b"{"[..]) }],
    };
    let verify = |path: &PackPath, _: &[u8]| Err(tablewright_core::Error::new(ErrorKind::Format, format!("{path} is not JSON")));
    let options = SaveOptions { state_dir: &place.state(), verify: &verify, in_place: false };
    assert_eq!(save(&OsFs, &set, &options).unwrap_err().kind(), ErrorKind::Format);
    assert!(!place.state().exists());
}

#[test]
fn a_pack_folder_that_is_gone_is_said_and_a_manifest_that_is_a_folder_too() {
    let place = Place::new();
    std::fs::remove_file(place.pack().join(OLD[0].0)).unwrap();
    std::fs::create_dir(place.pack().join(OLD[0].0)).unwrap();
    let error = place.save_both().unwrap_err();
    assert!(error.to_string().contains("it is a folder"), "{error}");
    assert_eq!(place.read(OLD[1].0), OLD[1].1);
    std::fs::remove_dir_all(place.pack()).unwrap();
    assert_eq!(place.save_both().unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(recover(&OsFs, &place.pack(), &place.state()).unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn one_save_at_a_time() {
    let place = Place::new();
    let held = PackLock::take(&OsFs, &place.pack(), &place.state()).unwrap();
    let fs = Counting::new(u64::MAX);
    let error = save_with(&fs, &place.pack(), &place.state(), &both_files()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Busy);
    assert_eq!(place.both(), OLD.map(|(_, text)| text));
    drop(held);
    save_with(&fs, &place.pack(), &place.state(), &both_files()).unwrap();
}

#[test]
fn a_reader_waits_for_a_save_that_is_running() {
    let place = Place::new();
    std::fs::write(place.pack().join(".pack-save.journal"), "being written").unwrap();
    let held = PackLock::take(&OsFs, &place.pack(), &place.state()).unwrap();
    let fs = Counting::new(u64::MAX);
    assert_eq!(peek(&fs, &place.pack(), &place.state()).unwrap().unwrap().verdict, Verdict::SetAside);
    let waiting = fs.made.into_inner();
    drop(held);
    let fs = Counting::new(u64::MAX);
    peek(&fs, &place.pack(), &place.state()).unwrap();
    assert!(waiting > fs.made.into_inner() + 30, "it looked again and again");
}

#[test]
fn unsaved_text_is_offered_after_its_process_is_gone() {
    const STATE: &str = "TABLEWRIGHT_TEST_STATE";
    let text = || vec![DraftFile { name: "setup.json".into(), bytes: b"[1, 2".to_vec(), base: Some(Hash::of(b"[]")) }];
    if let Some(state) = std::env::var_os(STATE) {
        let state = PathBuf::from(state);
        Drafts::open(&OsFs, &state, &state).unwrap().write(&OsFs, &text()).unwrap();
        std::process::abort();
    }
    let dir = tempfile::tempdir().unwrap();
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "save::unsaved_text_is_offered_after_its_process_is_gone"])
        .env(STATE, dir.path())
        .output()
        .unwrap();
    assert!(!child.status.success());
    let found = Drafts::find(&OsFs, dir.path(), dir.path()).unwrap();
    assert_eq!((found.len(), &found[0].files), (1, &text()));
    assert!(found[0].owner_gone && found[0].process != std::process::id());
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn set_mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn permissions_are_kept() {
        let place = Place::new();
        set_mode(&place.pack().join(OLD[0].0), 0o600);
        set_mode(&place.pack().join(OLD[1].0), 0o775);
        place.save_both().unwrap();
        assert_eq!((mode(&place.pack().join(OLD[0].0)), mode(&place.pack().join(OLD[1].0))), (0o600, 0o775));
    }

    #[test]
    fn a_read_only_file_is_not_replaced_and_nor_is_its_neighbour() {
        let place = Place::new();
        set_mode(&place.pack().join(OLD[1].0), 0o444);
        let error = place.save_both().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Access);
        assert!(error.what().contains(OLD[1].0), "{error}");
        let path = |n: usize| PackPath::parse(OLD[n].0).unwrap();
        assert_eq!(check_writable(&OsFs, &place.pack(), &path(1)).unwrap_err().kind(), ErrorKind::Access);
        check_writable(&OsFs, &place.pack(), &path(0)).unwrap();
        check_writable(&OsFs, &place.pack(), &PackPath::parse("new.json").unwrap()).unwrap();
        assert_eq!(place.both(), OLD.map(|(_, text)| text));
        assert!(place.nothing_of_ours_is_left());
        set_mode(&place.pack().join(OLD[1].0), 0o644);
        place.save_both().unwrap();
    }

    #[test]
    fn a_read_only_folder_changes_nothing() {
        let place = Place::new();
        set_mode(&place.pack().join("scene"), 0o555);
        if std::fs::write(place.pack().join("scene/probe"), "").is_ok() {
            eprintln!("not checked: this user may write to read-only folders");
            return;
        }
        let error = place.save_both().unwrap_err();
        set_mode(&place.pack().join("scene"), 0o755);
        assert_eq!(error.kind(), ErrorKind::Access);
        assert_eq!(place.both(), OLD.map(|(_, text)| text));
        assert!(place.nothing_of_ours_is_left());
    }

    #[test]
    fn a_linked_file_is_written_where_it_really_is() {
        let place = Place::new();
        std::fs::create_dir(place.pack().join("real")).unwrap();
        std::fs::rename(place.pack().join(OLD[1].0), place.pack().join("real/table.json")).unwrap();
        symlink("../real/table.json", place.pack().join(OLD[1].0)).unwrap();
        place.save_both().unwrap();
        assert!(std::fs::symlink_metadata(place.pack().join(OLD[1].0)).unwrap().is_symlink());
        assert_eq!(place.read("real/table.json"), NEW[1].1);
        assert_eq!(place.both(), NEW.map(|(_, text)| text));
    }

    #[test]
    fn a_link_out_of_the_pack_is_refused() {
        let place = Place::new();
        let outside = place.dir.path().join("outside.json");
        std::fs::rename(place.pack().join(OLD[1].0), &outside).unwrap();
        symlink(&outside, place.pack().join(OLD[1].0)).unwrap();
        let error = place.save_both().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnsafePath);
        assert_eq!(std::fs::read_to_string(&outside).unwrap(), OLD[1].1);
        assert_eq!(place.read(OLD[0].0), OLD[0].1);
    }

    #[test]
    fn two_names_of_one_file_must_agree() {
        let place = Place::new();
        symlink("diceytable.mod.json", place.pack().join("gametable.mod.json")).unwrap();
        let old = Some(OLD[0].1);
        let error = place.save(&[("diceytable.mod.json", old, "a"), ("gametable.mod.json", old, "b")]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused);
        place.save(&[("diceytable.mod.json", old, "a"), ("gametable.mod.json", old, "a")]).unwrap();
        assert_eq!(place.read("diceytable.mod.json"), "a");
        assert!(std::fs::symlink_metadata(place.pack().join("gametable.mod.json")).unwrap().is_symlink());
    }

    #[test]
    fn another_name_of_the_file_is_mentioned() {
        let place = Place::new();
        std::fs::hard_link(place.pack().join(OLD[1].0), place.dir.path().join("other")).unwrap();
        let saved = place.save_both().unwrap();
        assert_eq!(saved.notes, [Note::LinkCut(PackPath::parse(OLD[1].0).unwrap())]);
        assert_eq!(std::fs::read_to_string(place.dir.path().join("other")).unwrap(), OLD[1].1);
    }

    /// A pack may come with a journal in it; a checksum is no proof that it is ours.
    #[test]
    fn a_journal_cannot_reach_through_a_link() {
        for done_first in [false, true] {
            let place = Place::new();
            let outside = place.dir.path().join("outside");
            std::fs::create_dir(&outside).unwrap();
            std::fs::write(outside.join("target.json"), "old").unwrap();
            std::fs::write(outside.join(".target.json.0123abcd.stage"), "new").unwrap();
            symlink(&outside, place.pack().join("link")).unwrap();
            let file = |before: &str, after: &str, path: &str| {
                format!("file {} {} {} {path}\n", Hash::of(before.as_bytes()), Hash::of(after.as_bytes()), after.len())
            };
            let mut body = "tablewright save 1 0123abcd rename\n".to_owned();
            if done_first {
                body += &file("", OLD[0].1, OLD[0].0);
            }
            body += &file("old", "new", "link/target.json");
            let journal = format!("{body}sha256 {}\n", Hash::of(body.as_bytes()));
            std::fs::write(place.pack().join(".pack-save.journal"), journal).unwrap();
            let recovery = recover(&OsFs, &place.pack(), &place.state()).unwrap();
            match recovery.outcome {
                Outcome::SetAside { .. } => assert!(!done_first),
                Outcome::Undecided { files } => {
                    assert!(done_first && files[1].saved.is_none());
                    for keep in [Keep::Saved, Keep::Before, Keep::SavedInPlace, Keep::Disk] {
                        settle(&OsFs, &place.pack(), &place.state(), keep).ok();
                    }
                }
                other => panic!("{other:?}"),
            }
            assert!(!place.pack().join(".pack-save.journal").exists());
            assert_eq!(std::fs::read_to_string(outside.join("target.json")).unwrap(), "old");
            assert_eq!(std::fs::read_dir(&outside).unwrap().count(), 2);
        }
    }
}
