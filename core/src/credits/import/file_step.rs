//! Writing, replacing and removing files of a pack as one step that can be taken back.
//!
//! All new content is written beside its target and synced first; then each file is renamed into place. Where that fails in
//! the middle, what was done is undone. A step applies only to files that are as it knows them, so that taking it back never
//! destroys what somebody wrote since.

use crate::error::{Error, ErrorKind, Result};
use crate::pack::{Fs, PackPath, Tag, resolve_inside, staged_name};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What happens to one file. `None` is no file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// The file.
    pub path: PackPath,
    /// Its content before the step.
    pub before: Option<Arc<[u8]>>,
    /// Its content after the step.
    pub after: Option<Arc<[u8]>>,
}

/// Changes of several files that happen together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileStep {
    /// The changes.
    pub changes: Vec<FileChange>,
    /// Folders, deepest first, that go with the step where nothing is in them: those that its inverse made.
    folders: Vec<String>,
}

/// A change whose new content stands beside its target.
struct Staged<'a> {
    change: &'a FileChange,
    target: PathBuf,
    staged: Option<PathBuf>,
}

impl FileStep {
    /// A step of these changes.
    pub fn new(changes: Vec<FileChange>) -> Self {
        Self { changes, folders: Vec::new() }
    }

    /// Makes the changes in the pack at `root`, and gives the step that takes them back.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] where a file is not as the step knows it, and what the disk refuses. The files are as they
    /// were then.
    pub fn apply(&self, fs: &dyn Fs, root: &Path) -> Result<Self> {
        let mut made = Vec::new();
        let mut staged = Vec::new();
        let done = self.stage(fs, root, &mut made, &mut staged).and_then(|()| commit(fs, &staged));
        if let Err(error) = done {
            for path in staged.iter().filter_map(|staged| staged.staged.as_deref()) {
                fs.remove_if_there(path).ok();
            }
            for folder in made.iter().rev() {
                fs.remove_dir(&root.join(folder)).ok();
            }
            return Err(error);
        }
        // A folder that somebody put something into meanwhile is not empty, and stays.
        for folder in &self.folders {
            fs.remove_dir(&root.join(folder)).ok();
        }
        made.reverse();
        let turned = |change: &FileChange| FileChange {
            path: change.path.clone(),
            before: change.after.clone(),
            after: change.before.clone(),
        };
        Ok(Self { changes: self.changes.iter().map(turned).collect(), folders: made })
    }

    /// Checks every file, makes folders and writes new content beside its target.
    fn stage<'a>(&'a self, fs: &dyn Fs, root: &Path, made: &mut Vec<String>, staged: &mut Vec<Staged<'a>>) -> Result<()> {
        for change in &self.changes {
            let target = resolve_inside(fs, root, &change.path)?;
            let failed = |error| Error::io("Couldn't write a file of the pack", &target, error);
            let present = fs.read_if_there(&target).map_err(failed)?;
            if present.as_deref() != change.before.as_deref() {
                return Err(Error::new(ErrorKind::Conflict, format!("“{}” changed meanwhile, so nothing was done", change.path))
                    .hint("Look at the file, then decide again."));
            }
        }
        let tag = Tag::fresh(fs);
        for change in &self.changes {
            let target = resolve_inside(fs, root, &change.path)?;
            staged.push(Staged { change, target: target.clone(), staged: None });
            let Some(after) = &change.after else { continue };
            let failed = |error| Error::io("Couldn't write a file of the pack", &target, error);
            make_folders(fs, root, &change.path, made)?;
            let name = target.file_name().unwrap_or_default().to_string_lossy();
            let beside = target.with_file_name(staged_name(&name, &tag));
            if let Some(last) = staged.last_mut() {
                last.staged = Some(beside.clone());
            }
            let mode = fs.metadata_if_there(&target).map_err(failed)?.and_then(|meta| meta.mode);
            fs.write_durably(&beside, after, mode).map_err(failed)?;
        }
        Ok(())
    }
}

/// Makes the folders of `path` that are missing and remembers them.
fn make_folders(fs: &dyn Fs, root: &Path, path: &PackPath, made: &mut Vec<String>) -> Result<()> {
    let parts: Vec<&str> = path.as_str().split('/').collect();
    for depth in 1..parts.len() {
        let relative = parts[..depth].join("/");
        let folder = root.join(&relative);
        if fs.exists(&folder) {
            continue;
        }
        fs.create_dir(&folder).map_err(|error| Error::io("Couldn't make a folder of the pack", &folder, error))?;
        made.push(relative);
    }
    Ok(())
}

/// Renames everything into place; undoes it where that fails in the middle.
fn commit(fs: &dyn Fs, staged: &[Staged]) -> Result<()> {
    for (done, one) in staged.iter().enumerate() {
        let moved = match &one.staged {
            Some(beside) => fs.rename_patiently(beside, &one.target),
            None if one.change.before.is_none() => Ok(()),
            None => fs.remove_file(&one.target),
        };
        if let Err(error) = moved {
            staged[..done].iter().rev().for_each(|one| restore(fs, one));
            return Err(Error::io("Couldn't put a file of the pack in its place", &one.target, error));
        }
    }
    let mut folders: Vec<&Path> = staged.iter().filter_map(|one| one.target.parent()).collect();
    folders.sort_unstable();
    folders.dedup();
    for folder in folders {
        // Everything is in place; a folder that cannot be synced costs durability, not content.
        fs.sync_dir(folder).ok();
    }
    Ok(())
}

/// Gives a file the content that it had, as far as the disk lets us.
fn restore(fs: &dyn Fs, one: &Staged) {
    match &one.change.before {
        None => drop(fs.remove_if_there(&one.target)),
        Some(before) => {
            let name = one.target.file_name().unwrap_or_default().to_string_lossy();
            let beside = one.target.with_file_name(staged_name(&name, &Tag::fresh(fs)));
            let written = fs.write_durably(&beside, before, None).and_then(|()| fs.rename_patiently(&beside, &one.target));
            if written.is_err() {
                fs.remove_if_there(&beside).ok();
            }
        }
    }
}
