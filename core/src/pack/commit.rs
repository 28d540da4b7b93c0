//! The steps from staged files to new files, for saving, for recovery and for settling alike.

use std::path::Path;

use super::fs::Fs;
use super::journal::{Entry, Journal, Way, journal_path};
use super::names::{JOURNAL_NAME, staged_name};
use super::save::Note;
use crate::error::{Error, ErrorKind, Result};

/// The new bytes of a journal's entry, and the permission bits of the file that they replace.
pub(crate) struct Content<'a> {
    pub bytes: &'a [u8],
    pub mode: Option<u32>,
}

/// Writes every staged file, durably. After a failure none is left.
pub(crate) fn stage(fs: &dyn Fs, root: &Path, journal: &Journal, contents: &[Content]) -> Result<()> {
    let staged =
        journal.entries.iter().zip(contents).try_for_each(|(entry, content)| stage_one(fs, root, journal, entry, content));
    if staged.is_err() {
        unstage(fs, root, journal);
    }
    staged
}

fn stage_one(fs: &dyn Fs, root: &Path, journal: &Journal, entry: &Entry, content: &Content) -> Result<()> {
    let path = entry.staged(root, &journal.tag);
    let folder = path.parent().unwrap_or(root);
    let written = fs.create_dirs(folder).and_then(|()| fs.write_durably(&path, content.bytes, content.mode));
    written.map_err(|error| {
        let error = Error::io(format!("Couldn't save `{}`", entry.path), entry.target(root), error);
        if error.kind() == ErrorKind::DiskFull {
            let megabytes = content.bytes.len().div_ceil(1 << 20);
            return error.hint(format!("Free at least {megabytes} MB on that disk, then save again. Nothing was changed."));
        }
        error
    })
}

/// Removes the staged files. What cannot be removed now is swept at the next opening.
pub(crate) fn unstage(fs: &dyn Fs, root: &Path, journal: &Journal) {
    for entry in &journal.entries {
        fs.remove_if_there(&entry.staged(root, &journal.tag)).ok();
    }
}

/// Why a journal did not come to stand durably under its name.
pub(crate) enum NotWritten {
    /// It never had that name.
    Unpublished(Error),
    /// It has, but a crash may take that back.
    Unsynced(Error),
}

/// Puts the journal under its name, replacing an older one: the commit point.
pub(crate) fn write_journal(fs: &dyn Fs, root: &Path, journal: &Journal) -> Result<(), NotWritten> {
    let staged = root.join(staged_name(JOURNAL_NAME, &journal.tag));
    let failed = |error| Error::io("Couldn't save: the journal can't be written", journal_path(root), error);
    // The staged files' names must be as durable as the journal that speaks of them; the root's come with the journal's own.
    let mut folders = journal.folders(root).into_iter().filter(|folder| folder != root);
    let published = folders
        .try_for_each(|folder| fs.sync_dir(&folder))
        .and_then(|()| fs.write_durably(&staged, journal.to_text().as_bytes(), None))
        .and_then(|()| fs.rename_patiently(&staged, &journal_path(root)));
    if let Err(error) = published {
        fs.remove_if_there(&staged).ok();
        return Err(NotWritten::Unpublished(failed(error)));
    }
    fs.sync_dir(root).map_err(|error| NotWritten::Unsynced(failed(error)))
}

/// Takes a commit back of which nothing was carried out: `Err(why)` when the old files stand and will stay, `Ok(why)`
/// when the journal cannot be removed, so that the save will be finished after all.
pub(crate) fn withdraw(fs: &dyn Fs, root: &Path, journal: &Journal, why: Error) -> Result<Error> {
    if fs.remove_if_there(&journal_path(root)).is_err() {
        return Ok(why);
    }
    // Should a crash bring the journal back, it finds old files without new content beside them, and lets them be.
    fs.sync_dir(root).ok();
    unstage(fs, root, journal);
    Err(why)
}

/// Where putting files in place stopped.
pub(crate) enum Stopped {
    /// No file was touched.
    BeforeFirst(Error),
    /// Some files may be new, or new without being durable yet.
    Midway(Error),
}

impl Stopped {
    pub fn into_error(self) -> Error {
        match self {
            Self::BeforeFirst(error) | Self::Midway(error) => error,
        }
    }
}

/// Gives each of `entries` its staged content, then makes all of the journal's folders durable (also for those that were
/// done before a crash, for nobody knows whether they had been synced).
pub(crate) fn put_in_place(fs: &dyn Fs, root: &Path, journal: &Journal, entries: &[&Entry]) -> Result<(), Stopped> {
    for (done, entry) in entries.iter().enumerate() {
        let (staged, target) = (entry.staged(root, &journal.tag), entry.target(root));
        let placed = match journal.way {
            Way::Rename => fs.rename_patiently(&staged, &target),
            Way::InPlace => copy_into(fs, &staged, &target),
        };
        placed.map_err(|error| {
            let error = Error::io(format!("Couldn't replace `{}`", entry.path), &target, error);
            if done == 0 && journal.way == Way::Rename { Stopped::BeforeFirst(error) } else { Stopped::Midway(error) }
        })?;
    }
    for folder in journal.folders(root) {
        let failed = |error| Stopped::Midway(Error::io("Saved, but the disk didn't confirm it", &folder, error));
        fs.sync_dir(&folder).map_err(failed)?;
    }
    Ok(())
}

fn copy_into(fs: &dyn Fs, staged: &Path, target: &Path) -> std::io::Result<()> {
    let bytes = fs.read(staged)?;
    if fs.metadata_if_there(target)?.is_none() {
        return fs.write_durably(target, &bytes, None);
    }
    fs.overwrite(target, &bytes)?;
    fs.sync_file(target)
}

/// Removes the journal of a save whose files are all in place. That they are is durable, so a failure is only noted.
pub(crate) fn close(fs: &dyn Fs, root: &Path, journal: &Journal, notes: &mut Vec<Note>) {
    let path = journal_path(root);
    if let Err(error) = fs.remove_if_there(&path).and_then(|()| fs.sync_dir(root)) {
        notes.push(Note::LeftBehind { path, why: error.to_string() });
    } else if journal.way == Way::InPlace {
        unstage(fs, root, journal);
    }
}
