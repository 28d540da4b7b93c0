//! The person's word on an interrupted save that recovery must not decide by itself.

use std::path::{Path, PathBuf};

use super::commit::{Content, NotWritten, close, put_in_place, stage, unstage, write_journal};
use super::fs::Fs;
use super::hash::Hash;
use super::journal::{Entry, Journal, Way};
use super::judge::{Contested, FileState, Judgement, Known, Verdict, judge};
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
    let mut chosen = Vec::new();
    for file in known.contested(fs, root, lock.state_dir()) {
        let failed = |error| Error::io(format!("Couldn't read a version of `{}`", file.path), &file.disk, error);
        let Some(source) = choose(&file) else {
            return Err(Error::new(ErrorKind::Refused, format!("That version of `{}` is not there", file.path))
                .at(&file.disk)
                .hint("Pick another version, or keep what stands on the disk."));
        };
        let bytes = fs.read(source).map_err(failed)?;
        let disk = fs.read_if_there(&file.disk).map_err(failed)?;
        let mode = fs.metadata_if_there(&file.disk).map_err(failed)?.and_then(|meta| meta.mode).map(|mode| mode & 0o777);
        chosen.push((file, bytes, disk, mode));
    }
    let folder = aside_folder(lock, known.journal.to_text().as_bytes());
    let mut entries = Vec::new();
    for (file, bytes, disk, _) in &chosen {
        if let (FileState::Changed, Some(disk)) = (file.state, disk) {
            notes.push(Note::Copied(put_aside(fs, &folder, file.path.name(), disk)?));
        }
        let before = disk.as_deref().map(Hash::of);
        entries.push(Entry { path: file.path.clone(), before, after: Hash::of(bytes), len: bytes.len() as u64 });
    }
    let journal = Journal { tag: Tag::fresh(fs), way, entries };
    let contents: Vec<Content> = chosen.iter().map(|(_, bytes, _, mode)| Content { bytes, mode: *mode }).collect();
    stage(fs, root, &journal, &contents)?;
    match write_journal(fs, root, &journal) {
        Ok(()) => {}
        Err(NotWritten::Unpublished(error)) => {
            unstage(fs, root, &journal);
            return Err(error);
        }
        Err(NotWritten::Unsynced(error)) => return Err(error),
    }
    let entries: Vec<&Entry> = journal.entries.iter().collect();
    put_in_place(fs, root, &journal, &entries).map_err(super::commit::Stopped::into_error)?;
    close(fs, root, &journal, notes);
    Ok(Outcome::Finished { files: paths(&journal) })
}
