//! The index on disk, and the one case in which a publish writes it.
//!
//! When the branch that is checked out moves on to the commit of the folder, the old index would make `git status` call
//! every published file staged for a reversal. Then, and only then, the index is brought to the new commit: under
//! `index.lock`, so that no git program writes it meanwhile, and in one rename, so that none sees half of it.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::time::Duration;

use git2::{Index, IndexEntry, IndexTime, Repository, Tree};

use super::changes::{index_path, to_path};
use super::repo::git_error;
use crate::error::{Error, ErrorKind, Result};

const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(50);

/// `index.lock`, held by us. Dropping it lets go and leaves the index as it was.
#[derive(Debug)]
pub(super) struct IndexLock {
    index: PathBuf,
    lock: PathBuf,
    draft: PathBuf,
}

impl IndexLock {
    /// Takes the lock; waits at most a second for another git program to let go of it. A lock that stays is named with
    /// its age and never deleted: it may be in use.
    pub(super) fn take(repo: &Repository) -> Result<Self> {
        let index = index_path(repo);
        let lock = index.with_extension("lock");
        let mut waited = Duration::ZERO;
        loop {
            match OpenOptions::new().write(true).create_new(true).open(&lock) {
                Ok(_) => return Ok(Self { draft: index.with_file_name("index.tablewright"), index, lock }),
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
                    if waited >= PATIENCE {
                        return Err(held(&lock));
                    }
                    std::thread::sleep(PAUSE);
                    waited += PAUSE;
                }
                Err(e) => return Err(Error::io("Couldn't lock the git index", &lock, e)),
            }
        }
    }

    /// Writes what the index will be once HEAD is at `tree`, beside it. `before` is the tree that HEAD had. Entries that
    /// are right stay as they are, with what they remember; `fresh` has those of files that were just read.
    pub(super) fn draft(&self, before: Option<&Tree>, tree: &Tree, fresh: &[IndexEntry], workdir: &Path) -> Result<()> {
        let failed = |e: git2::Error| git_error("Couldn't bring the git index up to date", e).at(&self.index);
        let io = |e: std::io::Error| Error::io("Couldn't bring the git index up to date", &self.draft, e);
        match std::fs::remove_file(&self.draft) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(io(e)),
            _ => {}
        }
        let written = match std::fs::copy(&self.index, &self.draft) {
            Ok(_) => self.index.metadata().and_then(|m| m.modified()).ok(),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => None,
            Err(e) => return Err(io(e)),
        };
        let mut index = Index::open(&self.draft).map_err(failed)?;
        let (mut wanted, mut had) = (Index::new().map_err(failed)?, Index::new().map_err(failed)?);
        wanted.read_tree(tree).map_err(failed)?;
        if let Some(before) = before {
            had.read_tree(before).map_err(failed)?;
        }
        let present: Vec<IndexEntry> = index.iter().collect();
        for entry in &present {
            let path = to_path(&entry.path);
            let staged_by_hand = had.get_path(&path, 0).is_none() && workdir.join(&path).symlink_metadata().is_ok();
            if wanted.get_path(&path, 0).is_none() && !staged_by_hand {
                index.remove(&path, 0).map_err(failed)?;
            }
        }
        let fresh: HashMap<&[u8], &IndexEntry> = fresh.iter().map(|e| (e.path.as_slice(), e)).collect();
        for mut entry in wanted.iter() {
            let present = index.get_path(&to_path(&entry.path), 0);
            let right = present.as_ref().is_some_and(|p| p.id == entry.id && p.mode == entry.mode);
            let racy = present.as_ref().is_some_and(|p| written.is_none_or(|at| !older(&p.mtime, at)));
            if right && !racy {
                continue;
            }
            if let Some(known) = fresh.get(entry.path.as_slice()).filter(|f| f.id == entry.id && f.mode == entry.mode) {
                copy_times(&mut entry, known);
            }
            if let Some(present) = present {
                entry.flags_extended = present.flags_extended;
                entry.flags = present.flags;
            }
            index.add(&entry).map_err(failed)?;
        }
        index.write().map_err(failed)
    }

    /// Puts the draft in the index's place and lets go of the lock.
    pub(super) fn install(self) -> Result<()> {
        std::fs::rename(&self.draft, &self.index)
            .map_err(|e| Error::io("Couldn't bring the git index up to date", &self.index, e))
    }
}

impl Drop for IndexLock {
    fn drop(&mut self) {
        // Both are ours. Where removing fails, the next publish names what is left.
        let _left = std::fs::remove_file(&self.draft).err();
        let _left = std::fs::remove_file(&self.lock).err();
    }
}

/// Whether a file's time is before the index was written. One of the same instant may have changed again unseen; git
/// compares such files by content as long as it knows, so what the index remembers of them must not be carried over.
fn older(mtime: &IndexTime, written: std::time::SystemTime) -> bool {
    let written = written.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::from(mtime.seconds());
    let at = i64::try_from(written.as_secs()).unwrap_or(i64::MAX);
    (seconds, mtime.nanoseconds()) < (at, written.subsec_nanos())
}

fn copy_times(entry: &mut IndexEntry, from: &IndexEntry) {
    entry.ctime = from.ctime;
    entry.mtime = from.mtime;
    entry.dev = from.dev;
    entry.ino = from.ino;
    entry.uid = from.uid;
    entry.gid = from.gid;
    entry.file_size = from.file_size;
}

fn held(lock: &Path) -> Error {
    let age = lock.metadata().and_then(|m| m.modified()).ok().and_then(|at| at.elapsed().ok());
    let age = age.map_or_else(String::new, |age| format!(", since {}", span(age)));
    Error::new(ErrorKind::Busy, format!("Another git program is at work in this folder{age}"))
        .at(lock)
        .hint("Wait for it to end. If none is running any more, delete that file, then publish again.")
}

/// A length of time for a person.
fn span(age: Duration) -> String {
    let seconds = age.as_secs();
    let (count, unit) = match seconds {
        0..60 => (seconds, "second"),
        60..3_600 => (seconds / 60, "minute"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    if count == 1 { format!("1 {unit}") } else { format!("{count} {unit}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_told_in_the_largest_unit_that_fits() {
        for (seconds, text) in [
            (0, "0 seconds"),
            (1, "1 second"),
            (59, "59 seconds"),
            (60, "1 minute"),
            (3_599, "59 minutes"),
            (3_600, "1 hour"),
            (86_399, "23 hours"),
            (86_400, "1 day"),
            (172_800, "2 days"),
        ] {
            assert_eq!(span(Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn a_time_equal_to_the_indexs_is_not_older() {
        let written = std::time::UNIX_EPOCH + Duration::new(100, 500);
        assert!(older(&IndexTime::new(99, 999), written));
        assert!(older(&IndexTime::new(100, 499), written));
        assert!(!older(&IndexTime::new(100, 500), written));
        assert!(!older(&IndexTime::new(101, 0), written));
    }
}
