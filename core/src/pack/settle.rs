//! The person's word on an interrupted save that recovery must not decide by itself.

use std::path::{Path, PathBuf};

use super::backup;
use super::commit::{Content, NotWritten, Stopped, close, put_in_place, stage, unstage, write_journal};
use super::fs::Fs;
use super::hash::Hash;
use super::journal::{Entry, Journal, Way};
use super::judge::{Contested, FileState, Judgement, Known, Verdict, is_direct, judge};
use super::lock::PackLock;
use super::names::Tag;
use super::recovery::{Outcome, Recovery, SetAsideReason, aside_folder, give_up, paths, put_aside, recover_locked};
use super::save::Note;
use crate::error::{Error, ErrorKind, Result};

/// Which version of its files an interrupted save is to end with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// What was being saved.
    Saved,
    /// What was there before that save.
    Before,
    /// What stands on the disk now, file by file.
    Disk,
    /// What was being saved, copied into files that cannot be replaced because some program holds them. Also for a save
    /// that is committed but could not be finished ([`Saved::pending`](super::Saved::pending)).
    SavedInPlace,
}

/// Ends an interrupted save as the person chose. What that takes off the disk is copied to the recovery folder first
/// (noted as [`Note::Copied`]), and the choice is itself carried out as one step. Where there is nothing to settle it does
/// what [`recover`](super::recover()) does.
///
/// [`ErrorKind::Refused`] where the chosen version of some file is gone, or there was none; nothing was changed then.
pub fn settle(fs: &dyn Fs, root: &Path, state_dir: &Path, keep: Keep) -> Result<Recovery> {
    let lock = PackLock::take(fs, root, state_dir)?;
    let Judgement::Known(known) = judge(fs, lock.root(), state_dir)? else { return recover_locked(fs, &lock) };
    let mut notes = Vec::new();
    let outcome = match (keep, known.verdict) {
        (Keep::SavedInPlace, Verdict::RollForward) => {
            change_way(fs, &lock, &known)?;
            return recover_locked(fs, &lock);
        }
        (_, Verdict::RollForward | Verdict::SetAside) => return recover_locked(fs, &lock),
        (Keep::Disk, Verdict::Undecided) => give_up(fs, &lock, &known, SetAsideReason::Chosen)?,
        (Keep::Saved, Verdict::Undecided) => commit_anew(fs, &lock, &known, Way::Rename, |file| file.saved.as_ref(), &mut notes)?,
        (Keep::SavedInPlace, Verdict::Undecided) => {
            commit_anew(fs, &lock, &known, Way::InPlace, |file| file.saved.as_ref(), &mut notes)?
        }
        (Keep::Before, Verdict::Undecided) => {
            commit_anew(fs, &lock, &known, Way::Rename, |file| file.before.as_ref(), &mut notes)?
        }
    };
    let swept = recover_locked(fs, &lock)?;
    notes.extend(swept.notes);
    Ok(Recovery { outcome, notes })
}

/// Replaces the journal by one that says "in place".
fn change_way(fs: &dyn Fs, lock: &PackLock, known: &Known) -> Result<()> {
    let journal = Journal { way: Way::InPlace, ..known.journal.clone() };
    match write_journal(fs, lock.root(), &journal) {
        Ok(()) => Ok(()),
        Err(NotWritten::Unpublished(error) | NotWritten::Unsynced(error)) => Err(error),
    }
}

/// A new save with the chosen bytes, whose journal takes the place of the old one: until then nothing has happened.
fn commit_anew(
    fs: &dyn Fs,
    lock: &PackLock,
    known: &Known,
    way: Way,
    choose: impl Fn(&Contested) -> Option<&PathBuf>,
    notes: &mut Vec<Note>,
) -> Result<Outcome> {
    let root = lock.root();
    let chosen = chosen(fs, lock, known, choose)?;
    if chosen.is_empty() {
        return give_up(fs, lock, known, SetAsideReason::Chosen);
    }
    let folder = aside_folder(lock, known.journal.to_text().as_bytes());
    for version in &chosen {
        if let (FileState::Changed, Some(disk)) = (version.state, &version.disk) {
            notes.push(Note::Copied(put_aside(fs, &folder, version.entry.path.name(), disk)?));
        }
    }
    let journal = Journal { tag: Tag::fresh(fs), way, entries: chosen.iter().map(|version| version.entry.clone()).collect() };
    let old: Vec<Option<&[u8]>> = chosen.iter().map(|version| version.disk.as_deref()).collect();
    let failed = |error| Error::io("Couldn't settle the interrupted save", root, error);
    backup::keep(fs, lock, &journal, &old).map_err(failed)?;
    let contents: Vec<Content> = chosen.iter().map(|version| Content { bytes: &version.bytes, mode: version.mode }).collect();
    stage(fs, root, &journal, &contents)?;
    // The old journal cannot be had back: when the new one takes its place, what that speaks of must be there.
    let named = journal.folders(root).iter().try_for_each(|folder| fs.sync_dir(folder)).map_err(failed);
    match named.map_err(NotWritten::Unpublished).and_then(|()| write_journal(fs, root, &journal)) {
        Ok(()) => {}
        Err(NotWritten::Unpublished(error)) => {
            unstage(fs, root, &journal);
            return Err(error);
        }
        Err(NotWritten::Unsynced(error)) => return Err(error),
    }
    let entries: Vec<&Entry> = journal.entries.iter().collect();
    put_in_place(fs, root, &journal, &entries).map_err(Stopped::into_error)?;
    close(fs, root, &journal, notes);
    Ok(Outcome::Finished { files: paths(&known.journal) })
}

/// What one file is to become, and what it is now.
struct Version {
    entry: Entry,
    state: FileState,
    bytes: Vec<u8>,
    disk: Option<Vec<u8>>,
    mode: Option<u32>,
}

/// The chosen version of every file that does not have it.
fn chosen(fs: &dyn Fs, lock: &PackLock, known: &Known, choose: impl Fn(&Contested) -> Option<&PathBuf>) -> Result<Vec<Version>> {
    let mut chosen = Vec::new();
    for file in known.contested(fs, lock.root(), lock.state_dir()) {
        let failed = |error| Error::io(format!("Couldn't read a version of `{}`", file.path), &file.disk, error);
        let Some(source) = choose(&file) else {
            return Err(Error::new(ErrorKind::Refused, format!("That version of `{}` is not there", file.path))
                .at(&file.disk)
                .hint("Pick another version, or keep what stands on the disk."));
        };
        let bytes = fs.read(source).map_err(failed)?;
        let disk = fs.read_if_there(&file.disk).map_err(failed)?;
        let mode = fs.metadata_if_there(&file.disk).map_err(failed)?.and_then(|meta| meta.mode).map(|mode| mode & 0o777);
        let (before, after) = (disk.as_deref().map(Hash::of), Hash::of(&bytes));
        if before != Some(after) {
            let entry = Entry { path: file.path, before, after, len: bytes.len() as u64 };
            if !is_direct(fs, lock.root(), &entry)? {
                return Err(Error::new(ErrorKind::UnsafePath, format!("A link has come into the way to `{}`", entry.path))
                    .at(&file.disk)
                    .hint("Keep what stands on the disk, or replace the link by what it was."));
            }
            chosen.push(Version { entry, state: file.state, bytes, disk, mode });
        }
    }
    Ok(chosen)
}
