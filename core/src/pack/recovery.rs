//! What happens at opening, before any document is read: a save that was cut short is finished, or put aside, or left
//! for the person to settle.

use std::fmt;
use std::path::{Path, PathBuf};

use super::commit::{close, put_in_place};
use super::fs::{FileKind, Fs};
use super::hash::Hash;
use super::journal::{Entry, Journal, Way, journal_path};
use super::judge::{Contested, FileState, Judgement, Known, Verdict, is_direct, judge};
use super::lock::PackLock;
use super::names::is_staged;
use super::path::PackPath;
use super::save::Note;
use crate::error::{Error, Result};

/// How deep and how far leftover staged files are looked for; a pack is nowhere near that.
const SWEEP_DEPTH: usize = 8;
const SWEEP_NAMES: usize = 20_000;

/// What recovery found and did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recovery {
    /// What became of an interrupted save.
    pub outcome: Outcome,
    /// What the person may want to know besides.
    pub notes: Vec<Note>,
}

/// What became of an interrupted save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// There was none.
    Clean,
    /// It was finished: these files have the content that was saved.
    Finished {
        /// All files of the save.
        files: Vec<PackPath>,
    },
    /// It was given up: the files are as they stand on the disk, what it would have written is in `folder`.
    SetAside {
        /// Why.
        reason: SetAsideReason,
        /// The files it was about, as far as that is known.
        files: Vec<PackPath>,
        /// Where its parts are now.
        folder: PathBuf,
    },
    /// Only the person can tell, with [`settle`](super::settle()); nothing was changed, and saving is refused until then.
    Undecided {
        /// Every file of the save with its versions.
        files: Vec<Contested>,
    },
}

/// Why an interrupted save was set aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetAsideReason {
    /// Its journal is damaged, so it never was committed.
    Damaged,
    /// Files were changed by another program before the save reached any of them.
    ChangedSince,
    /// The person chose to keep what stands on the disk.
    Chosen,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clean => f.write_str("No save was interrupted."),
            Self::Finished { files } => write!(f, "A save that was interrupted has been finished: {}.", list(files)),
            Self::SetAside { reason, folder, .. } => {
                let why = match reason {
                    SetAsideReason::Damaged => "A save was interrupted before it took effect",
                    SetAsideReason::ChangedSince => "A save was interrupted, and the files were changed since",
                    SetAsideReason::Chosen => "The interrupted save was given up",
                };
                write!(
                    f,
                    "{why}. The files are as they stand on the disk; what it would have written is in {}.",
                    folder.display()
                )
            }
            Self::Undecided { files } => {
                let files: Vec<PackPath> = files.iter().map(|file| file.path.clone()).collect();
                write!(
                    f,
                    "A save was interrupted halfway, and files were changed since: {}. Pick the version to keep.",
                    list(&files)
                )
            }
        }
    }
}

fn list(files: &[PackPath]) -> String {
    files.iter().map(PackPath::as_str).collect::<Vec<_>>().join(", ")
}

/// Brings the pack at `root` to where all files of a save are old or all are new, and removes what crashes left behind.
/// Run it at opening, before any document is read; running it again changes nothing. Where nothing was interrupted
/// nothing is written to the pack.
///
/// After an error (the pack is on a read-only disk, say) the pack can still be shown: [`peek`](super::peek()) reads what
/// recovery would give.
pub fn recover(fs: &dyn Fs, root: &Path, state_dir: &Path) -> Result<Recovery> {
    recover_locked(fs, &PackLock::take(fs, root, state_dir)?)
}

/// [`recover`] for a caller that has the lock, and keeps it while reading the documents.
pub fn recover_locked(fs: &dyn Fs, lock: &PackLock) -> Result<Recovery> {
    let root = lock.root();
    let mut notes = Vec::new();
    let outcome = match judge(fs, root, lock.state_dir())? {
        Judgement::Nothing => Outcome::Clean,
        Judgement::NotOurs => {
            notes.push(Note::NotAJournal(journal_path(root)));
            return Ok(Recovery { outcome: Outcome::Clean, notes });
        }
        Judgement::Hopeless { text } => {
            let folder = set_aside(fs, lock, &text, &leftovers(fs, root))?;
            Outcome::SetAside { reason: SetAsideReason::Damaged, files: Vec::new(), folder }
        }
        Judgement::Known(known) => match known.verdict {
            Verdict::RollForward => roll_forward(fs, lock, &known, &mut notes)?,
            Verdict::SetAside => {
                let reason = if known.damaged.is_some() { SetAsideReason::Damaged } else { SetAsideReason::ChangedSince };
                give_up(fs, lock, &known, reason)?
            }
            Verdict::Undecided => {
                let files = known.contested(fs, root, lock.state_dir());
                return Ok(Recovery { outcome: Outcome::Undecided { files }, notes });
            }
        },
    };
    sweep(fs, root, &mut notes);
    Ok(Recovery { outcome, notes })
}

/// Gives every file that still waits its new content.
fn roll_forward(fs: &dyn Fs, lock: &PackLock, known: &Known, notes: &mut Vec<Note>) -> Result<Outcome> {
    let (root, journal) = (lock.root(), &known.journal);
    let waiting = |(entry, state): (_, &FileState)| (*state == FileState::Waiting).then_some(entry);
    let entries: Vec<&Entry> = journal.entries.iter().zip(&known.states).filter_map(waiting).collect();
    if journal.way == Way::InPlace {
        notes.extend(keep_foreign(fs, lock, journal, &entries)?);
    }
    put_in_place(fs, root, journal, &entries).map_err(|stopped| {
        let error = stopped.into_error();
        error.hint("The save is safe in the pack's folder and will be finished at the next try.")
    })?;
    if let Some(text) = &known.damaged {
        set_aside(fs, lock, text, &[])?;
    }
    close(fs, root, journal, notes);
    Ok(Outcome::Finished { files: paths(journal) })
}

/// While a file is written in place, a content that is neither old nor new is either half a write of ours or another
/// program's: it cannot be told, so it is kept.
fn keep_foreign(fs: &dyn Fs, lock: &PackLock, journal: &Journal, entries: &[&Entry]) -> Result<Vec<Note>> {
    let mut notes = Vec::new();
    for entry in entries {
        let target = entry.target(lock.root());
        let failed = |error| Error::io(format!("Couldn't read `{}`", entry.path), &target, error);
        let Some(bytes) = fs.read_if_there(&target).map_err(failed)? else { continue };
        if Some(Hash::of(&bytes)) != entry.before {
            let folder = aside_folder(lock, journal.to_text().as_bytes());
            notes.push(Note::Copied(put_aside(fs, &folder, entry.path.name(), &bytes)?));
        }
    }
    Ok(notes)
}

/// Keeps the disk as it is and puts what the save had staged aside.
pub(crate) fn give_up(fs: &dyn Fs, lock: &PackLock, known: &Known, reason: SetAsideReason) -> Result<Outcome> {
    let (root, journal) = (lock.root(), &known.journal);
    let text = known.damaged.clone().unwrap_or_else(|| journal.to_text().into_bytes());
    let mut staged = Vec::new();
    for entry in &journal.entries {
        if is_direct(fs, root, entry)? {
            staged.push(entry.staged(root, &journal.tag));
        }
    }
    let folder = set_aside(fs, lock, &text, &staged)?;
    Ok(Outcome::SetAside { reason, files: paths(journal), folder })
}

pub(crate) fn paths(journal: &Journal) -> Vec<PackPath> {
    journal.entries.iter().map(|entry| entry.path.clone()).collect()
}

/// Copies the journal's text and those of `staged` that are there into the recovery folder, then removes the journal, then
/// them. In this order a crash in between loses nothing and leaves nothing that a second run does not clear away.
fn set_aside(fs: &dyn Fs, lock: &PackLock, text: &[u8], staged: &[PathBuf]) -> Result<PathBuf> {
    let folder = aside_folder(lock, text);
    put_aside(fs, &folder, "journal.txt", text)?;
    let mut there = Vec::new();
    for path in staged {
        let failed = |error| Error::io("Couldn't read a part of an interrupted save", path, error);
        if fs.metadata_if_there(path).map_err(failed)?.is_some_and(|meta| meta.kind == FileKind::File) {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            put_aside(fs, &folder, name.trim_start_matches('.'), &fs.read(path).map_err(failed)?)?;
            there.push(path);
        }
    }
    let journal = journal_path(lock.root());
    fs.remove_if_there(&journal)
        .and_then(|()| fs.sync_dir(lock.root()))
        .map_err(|error| Error::io("Couldn't remove the journal of an interrupted save", &journal, error))?;
    for path in there {
        fs.remove_if_there(path).ok();
    }
    Ok(folder)
}

/// The folder for the parts of one interrupted save, the same at every try.
pub(crate) fn aside_folder(lock: &PackLock, text: &[u8]) -> PathBuf {
    lock.folder("recovery").join(Hash::of(text).short(12))
}

/// Writes a durable copy into the recovery folder; where the name is taken by other bytes, under the next free one.
pub(crate) fn put_aside(fs: &dyn Fs, folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf> {
    let failed = |error| Error::io("Couldn't keep a copy of an interrupted save", folder, error);
    fs.create_dirs(folder).map_err(failed)?;
    let mut number = 1;
    loop {
        let path = folder.join(if number == 1 { name.to_owned() } else { format!("{number}-{name}") });
        match fs.read_if_there(&path).map_err(failed)? {
            Some(there) if there != bytes => number += 1,
            there => {
                let written = if there.is_none() { fs.write_new(&path, bytes, None) } else { Ok(()) };
                written.and_then(|()| fs.sync_file(&path)).and_then(|()| fs.sync_dir(folder)).map_err(failed)?;
                return Ok(path);
            }
        }
    }
}

/// Removes staged files whose save never came to its commit point; whoever wrote them is gone, for we have the lock.
fn sweep(fs: &dyn Fs, root: &Path, notes: &mut Vec<Note>) {
    for path in leftovers(fs, root) {
        if let Err(error) = fs.remove_if_there(&path) {
            notes.push(Note::LeftBehind { path, why: error.to_string() });
        }
    }
}

/// Every regular file in the pack that has a staged file's name. Links are not followed; of git's folder only `info` is
/// looked at, where the list of excluded names is written; a folder that cannot be read has none.
fn leftovers(fs: &dyn Fs, root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut seen = 0;
    let mut folders = vec![(root.to_path_buf(), 0), (root.join(".git/info"), SWEEP_DEPTH)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs.read_dir(&folder).unwrap_or_default() {
            seen += 1;
            if seen > SWEEP_NAMES {
                return found;
            }
            let Some(name) = entry.name.to_str() else { continue };
            match entry.kind {
                FileKind::Dir if depth < SWEEP_DEPTH && !matches!(name, ".git" | "node_modules") => {
                    folders.push((folder.join(name), depth + 1));
                }
                FileKind::File if is_staged(name) => found.push(folder.join(name)),
                _ => {}
            }
        }
    }
    found
}
