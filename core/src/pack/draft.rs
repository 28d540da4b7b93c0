//! Unsaved text that survives a crash: the editor writes a copy of the texts one second after an edit, and the next start
//! offers what a process that is gone has left.
//!
//! `drafts/<pack>/<process>-<tag>.draft` is one file with all texts, replaced as one step; beside it stands a lock that the
//! process holds while it lives. That a draft's lock can be taken is what says that its owner is gone.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::fs::{FileKind, Fs, Guard};
use super::hash::Hash;
use super::lock::pack_key;
use super::names::Tag;
use crate::error::{Error, Result};

const HEAD: &[u8] = b"tablewright draft 1\n";
const EXT: &str = "draft";

/// The drafts of one open pack in this process. Keep it as long as the pack is open.
#[derive(Debug)]
pub struct Drafts {
    pack: PathBuf,
    file: PathBuf,
    _alive: Guard,
}

/// One text of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftFile {
    /// What the caller calls it: the path in the pack.
    pub name: String,
    /// The unsaved text.
    pub bytes: Vec<u8>,
    /// The content of the file that the edits began from; `None` where there is no file yet.
    pub base: Option<Hash>,
}

/// What a process left, or keeps, as unsaved text.
#[derive(Debug)]
pub struct Draft {
    /// The pack's folder.
    pub pack: PathBuf,
    /// All texts.
    pub files: Vec<DraftFile>,
    /// The process that wrote it.
    pub process: u32,
    /// Whether that process is gone. Then this value holds the draft's lock: nobody else is offered it meanwhile.
    pub owner_gone: bool,
    /// When it was written.
    pub written: Option<SystemTime>,
    file: PathBuf,
    claim: Option<Guard>,
}

impl Drafts {
    /// Begins to keep drafts for the pack at `root`; nothing is written but an empty lock file.
    pub fn open(fs: &dyn Fs, state_dir: &Path, root: &Path) -> Result<Self> {
        let pack = absolute(fs, root);
        let folder = folder(state_dir, &pack);
        let file = folder.join(format!("{}-{}.{EXT}", std::process::id(), Tag::fresh(fs).as_str()));
        let failed = |error| Error::io("Couldn't prepare the recovery copies", &folder, error);
        fs.create_dirs(&folder).map_err(failed)?;
        let held = fs.try_lock(&file.with_extension("lock")).map_err(failed)?;
        let alive = held.ok_or_else(|| failed(io::ErrorKind::ResourceBusy.into()))?;
        Ok(Self { pack, file, _alive: alive })
    }

    /// Replaces the draft by these texts, durably and as one step: after a crash it is the one before or this one.
    pub fn write(&self, fs: &dyn Fs, files: &[DraftFile]) -> Result<()> {
        let staged = self.file.with_extension("new");
        let folder = self.file.parent().unwrap_or(&self.file);
        let written = fs
            .remove_if_there(&staged)
            .and_then(|()| fs.write_durably(&staged, &to_bytes(&self.pack, files), None))
            .and_then(|()| fs.rename_patiently(&staged, &self.file))
            .and_then(|()| fs.sync_dir(folder));
        written.map_err(|error| {
            fs.remove_if_there(&staged).ok();
            Error::io("Couldn't write the recovery copy of unsaved edits", &self.file, error)
        })
    }

    /// Removes the draft: everything is saved, or undone.
    pub fn clear(&self, fs: &dyn Fs) -> Result<()> {
        fs.remove_if_there(&self.file).map_err(|error| Error::io("Couldn't remove a recovery copy", &self.file, error))
    }

    /// Removes the draft and the lock: the pack is closed in good order.
    pub fn close(self, fs: &dyn Fs) -> Result<()> {
        self.clear(fs)?;
        fs.remove_if_there(&self.file.with_extension("lock")).ok();
        Ok(())
    }

    /// The drafts of the pack at `root`, this process's own included; those whose owner is gone first. A draft that cannot
    /// be read whole is left where it is and not listed.
    pub fn find(fs: &dyn Fs, state_dir: &Path, root: &Path) -> Result<Vec<Draft>> {
        let folder = folder(state_dir, &absolute(fs, root));
        in_folder(fs, &folder).map_err(|error| Error::io("Couldn't look for recovery copies", &folder, error))
    }

    /// The drafts of all packs; those whose owner is gone first.
    pub fn find_all(fs: &dyn Fs, state_dir: &Path) -> Result<Vec<Draft>> {
        let all = state_dir.join("drafts");
        let failed = |error| Error::io("Couldn't look for recovery copies", &all, error);
        let mut drafts = Vec::new();
        for entry in entries(fs, &all).map_err(failed)? {
            if entry.kind == FileKind::Dir {
                drafts.extend(in_folder(fs, &all.join(entry.name)).map_err(failed)?);
            }
        }
        drafts.sort_by_key(|draft| !draft.owner_gone);
        Ok(drafts)
    }
}

impl Draft {
    /// Removes the draft, once the person has taken it over or does not want it.
    pub fn discard(self, fs: &dyn Fs) -> Result<()> {
        fs.remove_if_there(&self.file).map_err(|error| Error::io("Couldn't remove a recovery copy", &self.file, error))?;
        // The lock goes before its file, which Windows would not remove otherwise.
        drop(self.claim);
        fs.remove_if_there(&self.file.with_extension("lock")).ok();
        Ok(())
    }
}

fn folder(state_dir: &Path, pack: &Path) -> PathBuf {
    state_dir.join("drafts").join(pack_key(pack))
}

/// The pack's canonical path; as given where the pack is gone, for its drafts are then all there is.
fn absolute(fs: &dyn Fs, root: &Path) -> PathBuf {
    fs.canonicalize(root).unwrap_or_else(|_| root.to_path_buf())
}

fn entries(fs: &dyn Fs, folder: &Path) -> io::Result<Vec<super::fs::DirEntry>> {
    match fs.read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries,
    }
}

fn in_folder(fs: &dyn Fs, folder: &Path) -> io::Result<Vec<Draft>> {
    let mut drafts = Vec::new();
    for entry in entries(fs, folder)? {
        let file = folder.join(entry.name);
        let process = file.file_stem().and_then(|stem| stem.to_str()?.split_once('-')?.0.parse().ok());
        let (Some(process), true) = (process, file.extension().is_some_and(|ext| ext == EXT)) else { continue };
        let claim = fs.try_lock(&file.with_extension("lock"))?;
        // Read under the lock: its owner may have closed in good order just now.
        let Some((pack, files)) = fs.read_if_there(&file)?.and_then(|bytes| from_bytes(&bytes)) else { continue };
        let written = fs.metadata(&file)?.modified;
        drafts.push(Draft { pack, files, process, owner_gone: claim.is_some(), written, file, claim });
    }
    drafts.sort_by_key(|draft| !draft.owner_gone);
    Ok(drafts)
}

/// Head, then each text behind a line that says how long it is, then a checksum over all.
fn to_bytes(pack: &Path, files: &[DraftFile]) -> Vec<u8> {
    let pack = pack.to_string_lossy();
    let mut out = HEAD.to_vec();
    out.extend_from_slice(format!("pack {}\n{pack}\n", pack.len()).as_bytes());
    for file in files {
        let base = file.base.map_or_else(|| "-".to_owned(), |hash| hash.to_string());
        out.extend_from_slice(format!("file {base} {} {}\n{}\n", file.name.len(), file.bytes.len(), file.name).as_bytes());
        out.extend_from_slice(&file.bytes);
        out.push(b'\n');
    }
    out.extend_from_slice(format!("sha256 {}\n", Hash::of(&out)).as_bytes());
    out
}

fn from_bytes(bytes: &[u8]) -> Option<(PathBuf, Vec<DraftFile>)> {
    const SUM_LEN: usize = "sha256 ".len() + 64 + 1;
    let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(SUM_LEN)?)?;
    if sum != format!("sha256 {}\n", Hash::of(body)).as_bytes() {
        return None;
    }
    let mut rest = body.strip_prefix(HEAD)?;
    let len = line(&mut rest)?.strip_prefix("pack ")?.parse().ok()?;
    let pack = PathBuf::from(std::str::from_utf8(block(&mut rest, len)?).ok()?);
    let mut files = Vec::new();
    while !rest.is_empty() {
        let mut words = line(&mut rest)?.strip_prefix("file ")?.split(' ');
        let base = match words.next()? {
            "-" => None,
            hash => Some(hash.parse().ok()?),
        };
        let (name_len, len) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let name = std::str::from_utf8(block(&mut rest, name_len)?).ok()?.to_owned();
        files.push(DraftFile { name, bytes: block(&mut rest, len)?.to_vec(), base });
    }
    Some((pack, files))
}

/// Takes a line of text off `rest`.
fn line<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let end = rest.iter().position(|&b| b == b'\n')?;
    let (line, after) = rest.split_at(end);
    *rest = &after[1..];
    std::str::from_utf8(line).ok()
}

/// Takes `len` bytes and the line end behind them off `rest`.
fn block<'a>(rest: &mut &'a [u8], len: usize) -> Option<&'a [u8]> {
    let (block, after) = rest.split_at_checked(len)?;
    *rest = after.strip_prefix(b"\n")?;
    Some(block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::OsFs;
    use crate::pack::fault::{FaultFs, Loss};

    fn texts(tail: &str) -> Vec<DraftFile> {
        vec![
            DraftFile { name: "diceytable.mod.json".into(), bytes: b"{\r\n}\xff\0".to_vec(), base: Some(Hash::of(b"old")) },
            DraftFile { name: "a b/ü.json".into(), bytes: tail.as_bytes().to_vec(), base: None },
        ]
    }

    #[test]
    fn reads_what_it_writes_and_nothing_else() {
        let bytes = to_bytes(Path::new("/packs/my\ngo"), &texts("file - 1 1\n"));
        let (pack, files) = from_bytes(&bytes).unwrap();
        assert_eq!((pack, files), (PathBuf::from("/packs/my\ngo"), texts("file - 1 1\n")));
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1;
            assert!(from_bytes(&flipped).is_none() && from_bytes(&bytes[..at]).is_none(), "{at}");
        }
    }

    #[test]
    fn a_draft_belongs_to_its_owner_until_that_is_gone() {
        let dir = tempfile::tempdir().unwrap();
        let (pack, state) = (dir.path().join("pack"), dir.path().join("state"));
        std::fs::create_dir(&pack).unwrap();
        assert!(Drafts::find(&OsFs, &state, &pack).unwrap().is_empty());
        let drafts = Drafts::open(&OsFs, &state, &pack).unwrap();
        assert!(Drafts::find(&OsFs, &state, &pack).unwrap().is_empty(), "nothing written yet");
        drafts.write(&OsFs, &texts("one")).unwrap();
        drafts.write(&OsFs, &texts("two")).unwrap();
        let found = Drafts::find(&OsFs, &state, &pack).unwrap();
        assert_eq!((found.len(), found[0].owner_gone, found[0].process), (1, false, std::process::id()));
        assert_eq!(found[0].files, texts("two"));

        // What a crash leaves: the lock is gone with its process, the files stay.
        drop((drafts, found));
        let mut found = Drafts::find_all(&OsFs, &state).unwrap();
        let draft = found.remove(0);
        assert!(draft.owner_gone && draft.written.is_some());
        assert_eq!(draft.pack, pack.canonicalize().unwrap());
        assert!(!Drafts::find(&OsFs, &state, &pack).unwrap()[0].owner_gone, "one window at a time is offered it");
        draft.discard(&OsFs).unwrap();
        assert!(Drafts::find(&OsFs, &state, &pack).unwrap().is_empty());
    }

    #[test]
    fn closing_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let drafts = Drafts::open(&OsFs, dir.path(), dir.path()).unwrap();
        let folder = drafts.file.parent().unwrap().to_path_buf();
        drafts.write(&OsFs, &texts("x")).unwrap();
        drafts.close(&OsFs).unwrap();
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
    }

    #[test]
    fn a_pack_that_was_deleted_keeps_its_drafts() {
        let dir = tempfile::tempdir().unwrap();
        let pack = dir.path().canonicalize().unwrap().join("pack");
        std::fs::create_dir(&pack).unwrap();
        let drafts = Drafts::open(&OsFs, dir.path(), &pack).unwrap();
        std::fs::remove_dir(&pack).unwrap();
        drafts.write(&OsFs, &texts("x")).unwrap();
        assert_eq!(Drafts::find(&OsFs, dir.path(), &pack).unwrap()[0].files, texts("x"));
    }

    #[test]
    fn whatever_a_crash_takes_the_draft_is_the_one_before_or_the_new_one() {
        let fresh = || {
            let fs = FaultFs::with_files([("/pack/setup.json", "x")]);
            let drafts = Drafts::open(&fs, Path::new("/state"), Path::new("/pack")).unwrap();
            drafts.write(&fs, &texts("one")).unwrap();
            (fs, drafts)
        };
        let (fs, drafts) = fresh();
        let before = fs.ops();
        drafts.write(&fs, &texts("two")).unwrap();
        let ops = fs.ops() - before;
        for at in 0..ops {
            let losses = {
                let (fs, drafts) = fresh();
                fs.crash_after(at);
                drafts.write(&fs, &texts("two")).ok();
                fs.losses().into_iter().map(|loss| (loss, fs.reboot(loss))).collect::<Vec<(Loss, FaultFs)>>()
            };
            for (loss, fs) in losses {
                let found = Drafts::find(&fs, Path::new("/state"), Path::new("/pack")).unwrap();
                assert_eq!(found.len(), 1, "after {at}, {loss:?}");
                let whole = found[0].files == texts("one") || found[0].files == texts("two");
                assert!(whole && found[0].owner_gone, "after {at}, {loss:?}");
            }
        }
    }
}
