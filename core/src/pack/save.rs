//! Saving a set of files as one step.

use std::fmt;
use std::io::ErrorKind as Io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::backup;
use super::commit::{Content, NotWritten, Stopped, close, put_in_place, stage, unstage, withdraw, write_journal};
use super::exclude;
use super::fs::{FileKind, Fs, Meta};
use super::hash::Hash;
use super::journal::{self, Entry, Found, Journal, Way};
use super::lock::PackLock;
use super::names::Tag;
use super::path::{PackPath, resolve_inside};
use super::recovery::{Outcome, recover_locked};
use crate::error::{Error, ErrorKind, Result};

/// Files that must agree, with what each was when it was loaded and what it is to become.
#[derive(Debug, Clone)]
pub struct SaveSet {
    /// The pack's folder.
    pub root: PathBuf,
    /// The files; those whose bytes are already on the disk are not written.
    pub files: Vec<SaveFile>,
}

/// One file of a [`SaveSet`].
#[derive(Debug, Clone)]
pub struct SaveFile {
    /// Where it is in the pack; may be a link to another file in the pack.
    pub path: PackPath,
    /// The content that was loaded or last saved; `None`: there must be no such file.
    pub expected: Option<Hash>,
    /// The content to write.
    pub bytes: Arc<[u8]>,
}

/// How to save.
pub struct SaveOptions<'a> {
    /// The folder for locks, backups and set-aside files, outside the pack; made if need be.
    pub state_dir: &'a Path,
    /// Called first with each file's bytes: re-read them and compare with what was to be written. A refusal ends the
    /// save before anything was touched.
    pub verify: &'a dyn Fn(&PackPath, &[u8]) -> Result<()>,
    /// Copy into the files instead of renaming over them: only when the person chose so, after a save failed because
    /// some program holds a file. Also survives a crash, by the journal.
    pub in_place: bool,
}

/// Something worth a line in the log or a message that goes away by itself; nothing failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// The file had other names (hard links); they keep the old content from now on.
    LinkCut(PackPath),
    /// `.git/info/exclude` could not be written; after a crash, git may show a staged file.
    NotExcluded(String),
    /// Old backups could not be removed.
    NotPruned(String),
    /// A file of ours could not be removed.
    LeftBehind {
        /// The file.
        path: PathBuf,
        /// The system's words.
        why: String,
    },
    /// Something that is no journal of ours has the journal's name; it was left alone.
    NotAJournal(PathBuf),
    /// Whether a save was cut short could not be settled (a read-only disk, another window saving): why.
    NotRecovered(String),
    /// An earlier save had been cut short; this is what became of it.
    Earlier(Outcome),
    /// A file that another program had changed in the middle of a write in place; its content was copied here.
    Copied(PathBuf),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LinkCut(path) => write!(f, "`{path}` was also known under another name, which keeps the old content."),
            Self::NotExcluded(why) => write!(f, "Couldn't tell git to ignore the editor's temporary files: {why}."),
            Self::NotPruned(why) => write!(f, "Couldn't remove old backups: {why}."),
            Self::LeftBehind { path, why } => write!(f, "Couldn't remove {}: {why}.", path.display()),
            Self::NotAJournal(path) => write!(f, "{} is not one of this editor's; it was left alone.", path.display()),
            Self::NotRecovered(why) => write!(f, "{why} The pack is shown as it stands."),
            Self::Earlier(outcome) => write!(f, "{outcome}"),
            Self::Copied(path) => write!(f, "The content that was replaced is kept as {}.", path.display()),
        }
    }
}

/// What a save did. The new content will stand on the disk, whatever happens from now on.
#[derive(Debug)]
pub struct Saved {
    /// Every file of the set with the hash of its new content, to be expected at the next save.
    pub files: Vec<SavedFile>,
    /// What the person may want to know.
    pub notes: Vec<Note>,
    /// The save is committed but not finished: why. The next save or opening finishes it; until then the unsaved mark stays
    /// and another program may see an old file beside a new one.
    pub pending: Option<Error>,
}

/// One file of a [`Saved`] set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedFile {
    /// The path as it was asked for.
    pub path: PackPath,
    /// The hash of its content.
    pub hash: Hash,
    /// False where the file had that content already.
    pub written: bool,
}

/// Saves the files of `set`, all or none: after a crash at any instant and [`recover`](super::recover()), all are old or
/// all are new. After an error every file is as it was and nothing of ours is left in the pack; memory stays dirty.
///
/// Errors: [`ErrorKind::Conflict`] where a file is not the one that was loaded; [`ErrorKind::Access`] where it is read-only;
/// [`ErrorKind::Busy`] while somebody else saves; [`ErrorKind::UnsafePath`] where a link leads out of the pack;
/// [`ErrorKind::Refused`] while an earlier interrupted save waits for the person; [`ErrorKind::DiskFull`] and others.
pub fn save(fs: &dyn Fs, set: &SaveSet, options: &SaveOptions) -> Result<Saved> {
    for file in &set.files {
        (options.verify)(&file.path, &file.bytes)?;
    }
    let lock = PackLock::take(fs, &set.root, options.state_dir)?;
    let mut notes = Vec::new();
    finish_earlier(fs, &lock, &mut notes)?;
    let hashes: Vec<Hash> = set.files.iter().map(|file| Hash::of(&file.bytes)).collect();
    let plan = plan(fs, lock.root(), set, &hashes, &mut notes)?;
    let saved = |(file, hash): (&SaveFile, Hash)| SavedFile {
        path: file.path.clone(),
        hash,
        written: plan.iter().any(|planned| planned.asked == file.path),
    };
    let files = set.files.iter().zip(hashes.iter().copied()).map(saved).collect();
    if plan.is_empty() {
        return Ok(Saved { files, notes, pending: None });
    }
    let way = if options.in_place { Way::InPlace } else { Way::Rename };
    let pending = write(fs, &lock, way, &plan, &mut notes)?;
    Ok(Saved { files, notes, pending })
}

/// Whether `path` could be saved: it is inside the pack and, where it is there, a file that may be written. For a lock beside
/// the file's name before the person edits; changes nothing. Errors as [`save`] would give them.
pub fn check_writable(fs: &dyn Fs, root: &Path, path: &PackPath) -> Result<()> {
    let real = resolve_inside(fs, root, path)?;
    match look(fs, path, &real)? {
        None => Ok(()),
        Some(_) => fs.check_writable(&real).map_err(|error| cannot_write(path, &real, error)),
    }
}

/// A journal in the pack means that an earlier save is unfinished.
fn finish_earlier(fs: &dyn Fs, lock: &PackLock, notes: &mut Vec<Note>) -> Result<()> {
    if matches!(journal::find(fs, lock.root())?, Found::Nothing) {
        return Ok(());
    }
    let earlier = recover_locked(fs, lock)?;
    notes.extend(earlier.notes);
    match earlier.outcome {
        Outcome::Clean => {
            if let Some(Note::NotAJournal(path)) = notes.last() {
                return Err(Error::new(ErrorKind::Refused, "Something else has the name of the editor's journal")
                    .at(path)
                    .hint("Move it away, then save again."));
            }
        }
        Outcome::Undecided { .. } => {
            return Err(Error::new(ErrorKind::Refused, "An earlier save was interrupted and its files were changed since")
                .at(lock.root())
                .hint("Open the pack again and pick the version to keep; then save."));
        }
        outcome => notes.push(Note::Earlier(outcome)),
    }
    Ok(())
}

/// A file that needs writing.
struct Planned<'a> {
    asked: PackPath,
    entry: Entry,
    bytes: &'a [u8],
    old: Option<Vec<u8>>,
    mode: Option<u32>,
}

/// Looks at every target: is it inside the pack, is it the file that was loaded, may it be written? Touches nothing.
fn plan<'a>(fs: &dyn Fs, root: &Path, set: &'a SaveSet, hashes: &[Hash], notes: &mut Vec<Note>) -> Result<Vec<Planned<'a>>> {
    let mut plan: Vec<Planned> = Vec::new();
    let mut conflicts = Vec::new();
    for (file, &after) in set.files.iter().zip(hashes) {
        let real = resolve_inside(fs, root, &file.path)?;
        let path = PackPath::below(root, &real)?;
        let meta = look(fs, &file.path, &real)?;
        let failed = |error| Error::io(format!("Couldn't read `{}` before saving", file.path), &real, error);
        let old = meta.as_ref().map(|_| fs.read(&real).map_err(failed)).transpose()?;
        let before = old.as_deref().map(Hash::of);
        if before == Some(after) {
            continue;
        }
        if before != file.expected {
            conflicts.push((&file.path, real, before.is_none()));
            continue;
        }
        if let Some(other) = plan.iter().find(|planned| planned.entry.path == path) {
            if other.entry.after == after {
                continue;
            }
            return Err(
                Error::new(ErrorKind::Refused, format!("`{}` and `{}` are the same file", other.asked, file.path)).at(real)
            );
        }
        if meta.is_some() {
            fs.check_writable(&real).map_err(|error| cannot_write(&file.path, &real, error))?;
        }
        if meta.as_ref().is_some_and(|meta| meta.links > 1) {
            notes.push(Note::LinkCut(file.path.clone()));
        }
        let entry = Entry { path, before, after, len: file.bytes.len() as u64 };
        let mode = meta.and_then(|meta| meta.mode).map(|mode| mode & 0o777);
        plan.push(Planned { asked: file.path.clone(), entry, bytes: &file.bytes, old, mode });
    }
    if conflicts.is_empty() { Ok(plan) } else { Err(conflict(&conflicts)) }
}

/// What stands at a target now; nothing but a regular file can be replaced.
fn look(fs: &dyn Fs, path: &PackPath, real: &Path) -> Result<Option<Meta>> {
    let failed = |error| Error::io(format!("Couldn't look at `{path}` before saving"), real, error);
    match fs.metadata_if_there(real).map_err(failed)? {
        None => Ok(None),
        Some(meta) if meta.kind == FileKind::File => Ok(Some(meta)),
        Some(meta) if meta.kind == FileKind::Dir => Err(failed(Io::IsADirectory.into())),
        Some(_) => Err(Error::new(ErrorKind::Refused, format!("`{path}` is not a regular file"))
            .at(real)
            .hint("Move it away, then save again.")),
    }
}

fn cannot_write(path: &PackPath, real: &Path, error: std::io::Error) -> Error {
    if error.kind() == Io::PermissionDenied {
        return Error::new(ErrorKind::Access, format!("`{path}` is read-only, so it wasn't saved"))
            .at(real)
            .hint("Make it writable, then save again.")
            .because(error);
    }
    Error::io(format!("Couldn't open `{path}` for writing"), real, error)
}

fn conflict(files: &[(&PackPath, PathBuf, bool)]) -> Error {
    let told = |(path, _, gone): &(&PackPath, PathBuf, bool)| {
        if *gone { format!("`{path}` is no longer there") } else { format!("`{path}` was changed by another program") }
    };
    let what = files.iter().map(told).collect::<Vec<_>>().join("; ");
    Error::new(ErrorKind::Conflict, what)
        .at(&files[0].1)
        .hint("Nothing was saved. Compare the versions, keep yours, or take theirs.")
}

/// Backup, staging, commit point, renames. `Ok(Some(why))`: committed, but not finished.
fn write(fs: &dyn Fs, lock: &PackLock, way: Way, plan: &[Planned], notes: &mut Vec<Note>) -> Result<Option<Error>> {
    let root = lock.root();
    let journal = Journal { tag: Tag::fresh(fs), way, entries: plan.iter().map(|planned| planned.entry.clone()).collect() };
    if let Err(error) = exclude::add(fs, root) {
        notes.push(Note::NotExcluded(error.to_string()));
    }
    let old: Vec<Option<&[u8]>> = plan.iter().map(|planned| planned.old.as_deref()).collect();
    let backups = lock.folder("backups");
    backup::keep(fs, lock, &journal, &old)
        .map_err(|error| Error::io("Couldn't save: no backup of the old files could be made", &backups, error))?;
    let contents: Vec<Content> = plan.iter().map(|planned| Content { bytes: planned.bytes, mode: planned.mode }).collect();
    stage(fs, root, &journal, &contents)?;
    let pending = match &journal.entries[..] {
        [_] if way == Way::Rename => replace_one(fs, root, &journal)?,
        _ => replace_all(fs, root, &journal, notes)?,
    };
    if let Err(error) = backup::prune(fs, &backups) {
        notes.push(Note::NotPruned(error.to_string()));
    }
    Ok(pending)
}

/// A single file needs no journal: one rename is one step by itself.
fn replace_one(fs: &dyn Fs, root: &Path, journal: &Journal) -> Result<Option<Error>> {
    let entries: Vec<&Entry> = journal.entries.iter().collect();
    match put_in_place(fs, root, journal, &entries) {
        Ok(()) => Ok(None),
        Err(Stopped::BeforeFirst(error)) => {
            unstage(fs, root, journal);
            Err(error)
        }
        Err(Stopped::Midway(error)) => Ok(Some(error)),
    }
}

fn replace_all(fs: &dyn Fs, root: &Path, journal: &Journal, notes: &mut Vec<Note>) -> Result<Option<Error>> {
    match write_journal(fs, root, journal) {
        Ok(()) => {}
        Err(NotWritten::Unpublished(error)) => {
            unstage(fs, root, journal);
            return Err(error);
        }
        Err(NotWritten::Unsynced(error)) => return withdraw(fs, root, journal, error).map(Some),
    }
    let entries: Vec<&Entry> = journal.entries.iter().collect();
    match put_in_place(fs, root, journal, &entries) {
        Ok(()) => {
            close(fs, root, journal, notes);
            Ok(None)
        }
        Err(Stopped::BeforeFirst(error)) => withdraw(fs, root, journal, error).map(Some),
        Err(Stopped::Midway(error)) => Ok(Some(error)),
    }
}
