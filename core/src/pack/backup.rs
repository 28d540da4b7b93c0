//! The last few versions of every saved pack, in the state folder: each save first keeps the bytes that it replaces.
//!
//! `backups/<pack>/<number>-<tag>/` holds one file for each replaced file and, written last, a copy of the save's
//! journal that says what they are. Recovery finds the old bytes here when it may not decide by itself.

use std::io;
use std::path::{Path, PathBuf};

use super::fs::{FileKind, Fs};
use super::hash::Hash;
use super::journal::Journal;
use super::lock::{PackLock, pack_key};
use super::names::Tag;
use super::path::{PackPath, canonical_root};
use crate::error::{Error, Result};

/// How many sets of a pack are kept, and how many bytes they may have together; the newest is kept whatever its size.
const MAX_SETS: usize = 10;
const MAX_BYTES: u64 = 100 << 20;

/// The listing of a set. No encoded path can have this name, for there `%` is always followed by two digits.
const LISTING: &str = "%save";

/// What one save replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupSet {
    /// The set's folder.
    pub folder: PathBuf,
    /// Its files.
    pub files: Vec<BackupFile>,
}

/// One file as it was before a save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupFile {
    /// Where it stood in the pack.
    pub path: PackPath,
    /// The hash of the kept bytes; `None` where the save made the file.
    pub hash: Option<Hash>,
    /// The kept bytes; `None` where there were none.
    pub stored: Option<PathBuf>,
}

/// The sets kept for the pack at `root`, newest first. Sets that a crash left unfinished are not listed.
pub fn backups(fs: &dyn Fs, root: &Path, state_dir: &Path) -> Result<Vec<BackupSet>> {
    let folder = folder_of(&canonical_root(fs, root)?, state_dir);
    let failed = |error| Error::io("Couldn't list the backups", &folder, error);
    let mut sets = Vec::new();
    for name in set_names(fs, &folder).map_err(failed)?.into_iter().rev() {
        let set = folder.join(name);
        let Some(journal) = listing(fs, &set).map_err(failed)? else { continue };
        let file = |entry: super::journal::Entry| BackupFile {
            stored: entry.before.map(|_| set.join(file_name(&entry.path))),
            hash: entry.before,
            path: entry.path,
        };
        sets.push(BackupSet { files: journal.entries.into_iter().map(file).collect(), folder: set });
    }
    Ok(sets)
}

/// The folder with the sets of the pack at `root` (canonical).
pub(crate) fn folder_of(root: &Path, state_dir: &Path) -> PathBuf {
    state_dir.join("backups").join(pack_key(root))
}

/// Keeps `old`, the bytes that the save `journal` replaces (in the order of its entries).
///
/// Nothing waits for the disk here: that would double what a save costs. A power cut within the next seconds may take the
/// set; then only a file that another program changed right after it has no version from before the save to offer.
pub(crate) fn keep(fs: &dyn Fs, lock: &PackLock, journal: &Journal, old: &[Option<&[u8]>]) -> io::Result<()> {
    let folder = lock.folder("backups");
    let last = set_names(fs, &folder)?.last().and_then(|name| number(name)).unwrap_or(0);
    let set = folder.join(format!("{:08}-{}", last + 1, journal.tag.as_str()));
    fs.create_dirs(&folder)?;
    fs.create_dir(&set)?;
    for (entry, bytes) in journal.entries.iter().zip(old) {
        if let Some(bytes) = bytes {
            fs.write_new(&set.join(file_name(&entry.path)), bytes, None)?;
        }
    }
    fs.write_new(&set.join(LISTING), journal.to_text().as_bytes(), None)
}

/// The file that holds what `path` was before the save `tag`, if its bytes are still what `hash` says.
pub(crate) fn find(fs: &dyn Fs, folder: &Path, tag: &Tag, path: &PackPath, hash: Hash) -> Option<PathBuf> {
    let names = set_names(fs, folder).ok()?;
    let set = names.iter().rev().find(|name| name.ends_with(tag.as_str()))?;
    let file = folder.join(set).join(file_name(path));
    (Hash::of(&fs.read(&file).ok()?) == hash).then_some(file)
}

/// The journal of the newest save, as the newest set tells it.
pub(crate) fn newest_journal(fs: &dyn Fs, folder: &Path) -> io::Result<Option<Journal>> {
    match set_names(fs, folder)?.last() {
        Some(name) => listing(fs, &folder.join(name)),
        None => Ok(None),
    }
}

/// Removes the oldest sets beyond ten sets or 100 MB.
pub(crate) fn prune(fs: &dyn Fs, folder: &Path) -> io::Result<()> {
    prune_to(fs, folder, MAX_SETS, MAX_BYTES)
}

fn prune_to(fs: &dyn Fs, folder: &Path, max_sets: usize, max_bytes: u64) -> io::Result<()> {
    let mut bytes = 0;
    for (newer, name) in set_names(fs, folder)?.into_iter().rev().enumerate() {
        let set = folder.join(name);
        let files = fs.read_dir(&set)?;
        for file in &files {
            bytes += fs.metadata(&set.join(&file.name))?.len;
        }
        if newer > 0 && (newer >= max_sets || bytes > max_bytes) {
            for file in files {
                fs.remove_file(&set.join(file.name))?;
            }
            fs.remove_dir(&set)?;
        }
    }
    Ok(())
}

fn listing(fs: &dyn Fs, set: &Path) -> io::Result<Option<Journal>> {
    Ok(fs.read_if_there(&set.join(LISTING))?.and_then(|bytes| Journal::parse(&bytes)))
}

/// The sets' names, oldest first.
fn set_names(fs: &dyn Fs, folder: &Path) -> io::Result<Vec<String>> {
    let entries = match fs.read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let folders = entries.into_iter().filter(|entry| entry.kind == FileKind::Dir);
    let mut names: Vec<String> = folders.filter_map(|e| e.name.into_string().ok()).filter(|n| number(n).is_some()).collect();
    names.sort_by_key(|name| number(name));
    Ok(names)
}

/// The number of a set's name.
fn number(name: &str) -> Option<u64> {
    let (number, tag) = name.split_once('-')?;
    Tag::parse(tag)?;
    number.parse().ok()
}

/// One flat name for a pack path; paths too long for that go by their hash.
fn file_name(path: &PackPath) -> String {
    let flat = path.as_str().replace('%', "%25").replace('/', "%2F");
    if flat.len() <= 200 { flat } else { Hash::of(flat.as_bytes()).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::OsFs;
    use crate::pack::journal::{Entry, Way};

    struct Fixture {
        _dir: tempfile::TempDir,
        root: PathBuf,
        state: PathBuf,
    }

    fn fixture() -> Fixture {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("pack");
        std::fs::create_dir(&root).unwrap();
        Fixture { root, state: dir.path().join("state"), _dir: dir }
    }

    fn keep_one(at: &Fixture, path: &str, old: Option<&[u8]>) -> Journal {
        let lock = PackLock::take(&OsFs, &at.root, &at.state).unwrap();
        let path = PackPath::parse(path).unwrap();
        let entries = vec![Entry { path, before: old.map(Hash::of), after: Hash::of(b"new"), len: 3 }];
        let journal = Journal { tag: Tag::fresh(&OsFs), way: Way::Rename, entries };
        keep(&OsFs, &lock, &journal, &[old]).unwrap();
        prune(&OsFs, &lock.folder("backups")).unwrap();
        journal
    }

    #[test]
    fn lists_newest_first_and_finds_by_save() {
        let at = fixture();
        assert_eq!(backups(&OsFs, &at.root, &at.state).unwrap(), []);
        let first = keep_one(&at, "a/100%.json", Some(b"old"));
        keep_one(&at, "b.json", None);
        let sets = backups(&OsFs, &at.root, &at.state).unwrap();
        assert_eq!(sets[0].files[0].path.as_str(), "b.json");
        assert_eq!((sets[0].files[0].hash, sets[0].files[0].stored.as_ref()), (None, None));
        let file = &sets[1].files[0];
        assert_eq!(std::fs::read(file.stored.as_ref().unwrap()).unwrap(), b"old");
        let folder = sets[1].folder.parent().unwrap();
        let path = &first.entries[0].path;
        assert_eq!(find(&OsFs, folder, &first.tag, path, Hash::of(b"old")), file.stored);
        assert_eq!(find(&OsFs, folder, &first.tag, path, Hash::of(b"other")), None);
        assert_eq!(find(&OsFs, folder, &Tag::fresh(&OsFs), path, Hash::of(b"old")), None);
    }

    #[test]
    fn keeps_ten_sets() {
        let at = fixture();
        for n in 0..12u8 {
            keep_one(&at, "a.json", Some(&[n]));
            let sets = backups(&OsFs, &at.root, &at.state).unwrap();
            assert_eq!(sets.len(), usize::from(n + 1).min(10));
            assert_eq!(sets[0].files[0].hash, Some(Hash::of(&[n])));
        }
    }

    #[test]
    fn keeps_so_many_bytes_but_always_the_newest() {
        let at = fixture();
        for old in [&b"oldest"[..], b"middle", b"newest"] {
            keep_one(&at, "a.json", Some(old));
        }
        let sets = || backups(&OsFs, &at.root, &at.state).unwrap();
        let len =
            |set: &BackupSet| std::fs::read_dir(&set.folder).unwrap().map(|f| f.unwrap().metadata().unwrap().len()).sum::<u64>();
        let folder = sets()[0].folder.parent().unwrap().to_path_buf();
        let all: u64 = sets().iter().map(len).sum();
        prune_to(&OsFs, &folder, 10, all).unwrap();
        assert_eq!(sets().len(), 3, "exactly as much as may be");
        prune_to(&OsFs, &folder, 10, all - 1).unwrap();
        assert_eq!(sets().len(), 2, "one byte too much");
        prune_to(&OsFs, &folder, 10, 0).unwrap();
        assert_eq!(sets().len(), 1);
        assert_eq!(sets()[0].files[0].hash, Some(Hash::of(b"newest")));
    }

    #[test]
    fn names_are_flat_and_never_the_listing() {
        let name = |path: &str| file_name(&PackPath::parse(path).unwrap());
        assert_eq!(name("a/b c%.json"), "a%2Fb c%25.json");
        assert_eq!(name("%save"), "%25save");
        assert_eq!(name(&"x".repeat(200)).len(), 200);
        assert_eq!(name(&"x".repeat(201)).len(), 64);
    }
}
