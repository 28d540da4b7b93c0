//! Changing files of a pack as one step: moving, writing, deleting, with the operations that take it all back.
//!
//! What is deleted or written over is kept in a bin outside the pack, so that a step holds names and small texts, never
//! the content of large files, and taking it back never destroys what somebody wrote since.

use super::{FileKind, Fs, PackPath, folded, resolve_inside};
use crate::error::{Error, ErrorKind, Result};
use crate::job::Watch;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// One thing that is done to files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileOp {
    /// Gives a file or a folder another path.
    Move {
        /// Where it is.
        from: PackPath,
        /// Where it goes; nothing else stands there.
        to: PackPath,
    },
    /// Gives a file this content; makes it where it is not there. What stood there goes into the bin.
    Write {
        /// The file.
        path: PackPath,
        /// The content.
        bytes: Arc<[u8]>,
    },
    /// Puts a file or a folder into the bin; nothing where there is none.
    Bin {
        /// The file.
        path: PackPath,
    },
    /// Brings back what was put into the bin.
    Restore {
        /// Where it lies in the bin.
        from: PathBuf,
        /// Where it goes.
        to: PackPath,
    },
}

impl FileOp {
    /// The path of the pack that the operation leaves changed.
    pub fn path(&self) -> &PackPath {
        match self {
            Self::Move { to, .. } | Self::Restore { to, .. } => to,
            Self::Write { path, .. } | Self::Bin { path } => path,
        }
    }
}

/// Carries out operations in the pack at `root`, in their order; what is deleted is kept below `bin`, a folder outside the
/// pack that is made if need be. Gives the operations that take everything back.
///
/// # Errors
/// Where one operation fails or the person cancels: those before it have been taken back then, as far as that was
/// possible.
pub fn carry_out(ops: &[FileOp], fs: &dyn Fs, root: &Path, bin: &Path, watch: &dyn Watch) -> Result<Vec<FileOp>> {
    let total: u64 = ops.iter().map(weight).sum();
    let mut done = 0;
    let mut inverse: Vec<FileOp> = Vec::new();
    for op in ops {
        watch.progress("Change the files", done, total);
        match watch.check().and_then(|()| do_one(op, fs, root, bin)) {
            Ok(back) => inverse.extend(back),
            Err(error) => {
                for back in inverse.iter().rev() {
                    // The first error is what the person needs to know.
                    let _second = do_one(back, fs, root, bin);
                }
                return Err(error);
            }
        }
        done += weight(op);
    }
    inverse.reverse();
    Ok(inverse)
}

/// How much work an operation is: bytes that are written, and a little for everything else.
fn weight(op: &FileOp) -> u64 {
    match op {
        FileOp::Write { bytes, .. } => 4096 + bytes.len() as u64,
        FileOp::Move { .. } | FileOp::Bin { .. } | FileOp::Restore { .. } => 4096,
    }
}

/// Does one operation; gives those that take it back, the last to be done first.
fn do_one(op: &FileOp, fs: &dyn Fs, root: &Path, bin: &Path) -> Result<Vec<FileOp>> {
    match op {
        FileOp::Move { from, to } => {
            let (old, new) = (place(fs, root, from)?, place(fs, root, to)?);
            move_to(fs, &old, &new, folded(from.as_str()) == folded(to.as_str()))
                .map_err(|e| Error::io(format!("Couldn't move “{from}” to “{to}”"), &old, e))?;
            sweep(fs, root, &old);
            Ok(vec![FileOp::Move { from: to.clone(), to: from.clone() }])
        }
        FileOp::Write { path, bytes } => {
            let file = place(fs, root, path)?;
            let failed = |e| Error::io(format!("Couldn't write “{path}”"), &file, e);
            let old = fs.metadata_if_there(&file).map_err(failed)?;
            let kept = match old.filter(|old| old.kind == FileKind::File) {
                Some(old) => {
                    Some(keep(fs, bin, path, |kept| fs.write_durably(kept, &fs.read(&file)?, old.mode)).map_err(failed)?)
                }
                None => None,
            };
            write(fs, &file, bytes).map_err(failed)?;
            let restore = kept.map(|from| FileOp::Restore { from, to: path.clone() });
            Ok(restore.into_iter().chain([FileOp::Bin { path: path.clone() }]).collect())
        }
        FileOp::Bin { path } => {
            let file = place(fs, root, path)?;
            let failed = |e| Error::io(format!("Couldn't put “{path}” into the bin"), &file, e);
            if fs.metadata_if_there(&file).map_err(failed)?.is_none() {
                return Ok(Vec::new());
            }
            let kept = keep(fs, bin, path, |kept| relocate(fs, &file, kept)).map_err(failed)?;
            sweep(fs, root, &file);
            Ok(vec![FileOp::Restore { from: kept, to: path.clone() }])
        }
        FileOp::Restore { from, to } => {
            let file = place(fs, root, to)?;
            let failed = |e| Error::io(format!("Couldn't bring “{to}” back from the bin"), from, e);
            let folder = file.parent().unwrap_or(root);
            if fs.exists(&file) {
                return Err(Error::new(ErrorKind::Refused, format!("There is “{to}” again"))
                    .at(from)
                    .hint("Move that away, then try again."));
            }
            fs.create_dirs(folder).and_then(|()| relocate(fs, from, &file)).map_err(failed)?;
            if let Some(kept) = from.parent() {
                // An empty folder in the bin harms nobody.
                fs.remove_dir(kept).ok();
            }
            Ok(vec![FileOp::Bin { path: to.clone() }])
        }
    }
}

/// Makes a place in the bin that nothing else has and fills it; gives the place.
fn keep(fs: &dyn Fs, bin: &Path, path: &PackPath, fill: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<PathBuf> {
    let folder = bin.join(format!("{:08x}{:08x}", fs.random(), fs.random()));
    let kept = folder.join(path.name());
    fs.create_dirs(&folder)?;
    fill(&kept)?;
    Ok(kept)
}

/// Empties the folder `bin` of what was put there before `limit`: whoever wanted it back has had the time.
pub fn prune(fs: &dyn Fs, bin: &Path, limit: SystemTime) {
    let kept = fs.read_dir(bin).unwrap_or_default();
    for folder in kept.iter().map(|entry| bin.join(&entry.name)) {
        let old = fs.metadata(&folder).ok().and_then(|meta| meta.modified).is_some_and(|put| put < limit);
        if old {
            // What cannot be removed now is tried again another day.
            remove(fs, &folder).ok();
        }
    }
}

/// Where `path` really is: folders above it may be links inside the pack, it itself is not followed.
fn place(fs: &dyn Fs, root: &Path, path: &PackPath) -> Result<PathBuf> {
    Ok(match path.parent() {
        Some(folder) => resolve_inside(fs, root, &folder)?.join(path.name()),
        None => fs.canonicalize(root).map_err(|e| Error::io("Couldn't reach the pack's folder", root, e))?.join(path.name()),
    })
}

/// Renames inside the pack. A name that differs in case alone is, on some disks, the file itself: it goes by way of a name
/// that nobody has.
fn move_to(fs: &dyn Fs, old: &Path, new: &Path, only_case: bool) -> io::Result<()> {
    fs.create_dirs(new.parent().unwrap_or(new))?;
    if !only_case {
        if fs.exists(new) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        return fs.rename_patiently(old, new);
    }
    let between = new.with_file_name(format!("moving-{:08x}", fs.random()));
    fs.rename_patiently(old, &between)?;
    let taken = fs.exists(new);
    let moved = if taken { Err(io::ErrorKind::AlreadyExists.into()) } else { fs.rename_patiently(&between, new) };
    if moved.is_err() {
        fs.rename_patiently(&between, old)?;
    }
    moved
}

/// Writes a file through a new one beside it, so that it is whole at every instant.
fn write(fs: &dyn Fs, file: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = file.parent().unwrap_or(file);
    fs.create_dirs(folder)?;
    let mode = fs.metadata_if_there(file)?.and_then(|meta| meta.mode);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let short: String = name.chars().take(20).collect();
    let staged = file.with_file_name(format!(".{short}.{:08x}.stage", fs.random()));
    let written = fs.write_durably(&staged, bytes, mode).and_then(|()| fs.rename_patiently(&staged, file));
    if written.is_err() {
        fs.remove_if_there(&staged).ok();
    }
    written?;
    // The file is in its place; a folder that cannot be synced costs durability, and failing here would leave the file.
    fs.sync_dir(folder).ok();
    Ok(())
}

/// Moves a file or folder to a place that may be on another disk.
fn relocate(fs: &dyn Fs, from: &Path, to: &Path) -> io::Result<()> {
    match fs.rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            copy(fs, from, to)?;
            remove(fs, from)
        }
        done => done,
    }
}

fn copy(fs: &dyn Fs, from: &Path, to: &Path) -> io::Result<()> {
    let meta = fs.metadata(from)?;
    match meta.kind {
        FileKind::File => fs.write_durably(to, &fs.read(from)?, meta.mode),
        FileKind::Dir => {
            fs.create_dir(to)?;
            fs.read_dir(from)?.iter().try_for_each(|entry| copy(fs, &from.join(&entry.name), &to.join(&entry.name)))
        }
        FileKind::Symlink | FileKind::Other => Err(io::ErrorKind::Unsupported.into()),
    }
}

/// Removes a file, or a folder with all that is in it.
pub(crate) fn remove(fs: &dyn Fs, path: &Path) -> io::Result<()> {
    if fs.metadata(path)?.kind == FileKind::Dir {
        fs.read_dir(path)?.iter().try_for_each(|entry| remove(fs, &path.join(&entry.name)))?;
        return fs.remove_dir(path);
    }
    fs.remove_file(path)
}

/// Removes the folders above `file` that are empty now, up to the pack's own: git keeps none, so nobody misses them.
fn sweep(fs: &dyn Fs, root: &Path, file: &Path) {
    let Ok(root) = fs.canonicalize(root) else { return };
    let above = file.ancestors().skip(1).take_while(|folder| *folder != root && folder.starts_with(&root));
    for folder in above {
        // A folder that is not empty refuses, which ends the sweep.
        if fs.remove_dir(folder).is_err() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Quiet;
    use crate::pack::OsFs;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    fn path(text: &str) -> PackPath {
        PackPath::parse(text).unwrap()
    }

    fn write(to: &str, text: &str) -> FileOp {
        FileOp::Write { path: path(to), bytes: text.as_bytes().into() }
    }

    struct Folder {
        dir: tempfile::TempDir,
        bin: tempfile::TempDir,
    }

    impl Folder {
        fn with(files: &[(&str, &str)]) -> Self {
            let folder = Self { dir: tempfile::tempdir().unwrap(), bin: tempfile::tempdir().unwrap() };
            for (name, text) in files {
                std::fs::write(folder.dir.path().join(name), text).unwrap();
            }
            folder
        }

        fn change(&self, ops: &[FileOp], watch: &dyn Watch) -> Result<Vec<FileOp>> {
            carry_out(ops, &OsFs, self.dir.path(), self.bin.path(), watch)
        }

        fn read(&self, name: &str) -> Option<String> {
            std::fs::read_to_string(self.dir.path().join(name)).ok()
        }

        fn names(&self) -> Vec<String> {
            let entries = std::fs::read_dir(self.dir.path()).unwrap();
            let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    #[test]
    fn what_was_written_over_comes_back_and_goes_again() {
        let folder = Folder::with(&[("a.txt", "old")]);
        let undo = folder.change(&[write("a.txt", "new"), write("deep/in/b.txt", "b")], &Quiet).unwrap();
        assert_eq!((folder.read("a.txt").as_deref(), folder.read("deep/in/b.txt").as_deref()), (Some("new"), Some("b")));
        assert!(undo.iter().all(|op| !matches!(op, FileOp::Write { .. })), "the bin holds what was there: {undo:?}");
        let redo = folder.change(&undo, &Quiet).unwrap();
        assert_eq!((folder.read("a.txt").as_deref(), folder.names()), (Some("old"), vec!["a.txt".to_owned()]));
        let undo = folder.change(&redo, &Quiet).unwrap();
        assert_eq!((folder.read("a.txt").as_deref(), folder.read("deep/in/b.txt").as_deref()), (Some("new"), Some("b")));
        // What somebody wrote since goes into the bin and is not destroyed.
        std::fs::write(folder.dir.path().join("a.txt"), "theirs").unwrap();
        let redo = folder.change(&undo, &Quiet).unwrap();
        assert_eq!(folder.read("a.txt").as_deref(), Some("old"));
        folder.change(&redo, &Quiet).unwrap();
        assert_eq!(folder.read("a.txt").as_deref(), Some("theirs"));
    }

    #[test]
    fn what_is_gone_already_need_not_be_deleted() {
        let folder = Folder::with(&[("a.txt", "a")]);
        let undo = folder.change(&[FileOp::Bin { path: path("gone.txt") }, FileOp::Bin { path: path("a.txt") }], &Quiet).unwrap();
        assert_eq!((folder.names(), undo.len()), (Vec::<String>::new(), 1));
        folder.change(&undo, &Quiet).unwrap();
        assert_eq!(folder.read("a.txt").as_deref(), Some("a"));
    }

    #[test]
    fn the_bin_is_emptied_of_what_is_old() {
        let folder = Folder::with(&[("a.txt", "a"), ("b.txt", "b")]);
        let bin = |name: &str| FileOp::Bin { path: path(name) };
        let undo = folder.change(&[bin("a.txt")], &Quiet).unwrap();
        let before = SystemTime::now() - Duration::from_secs(60);
        prune(&OsFs, folder.bin.path(), before);
        folder.change(&undo, &Quiet).unwrap();
        let undo = folder.change(&[bin("a.txt"), bin("b.txt")], &Quiet).unwrap();
        prune(&OsFs, folder.bin.path(), SystemTime::now() + Duration::from_secs(60));
        assert!(std::fs::read_dir(folder.bin.path()).unwrap().next().is_none());
        assert!(folder.change(&undo, &Quiet).is_err());
        prune(&OsFs, Path::new("/there is no such bin"), before);
    }

    /// Stops after some operations.
    struct Impatient(AtomicU64);

    impl Watch for Impatient {
        fn progress(&self, _what: &str, done: u64, total: u64) {
            assert!(done <= total);
            self.0.fetch_sub(1, Ordering::Relaxed);
        }

        fn cancelled(&self) -> bool {
            self.0.load(Ordering::Relaxed) == 0
        }
    }

    #[test]
    fn a_step_that_is_cancelled_leaves_everything_as_it_was() {
        for after in 1..=3 {
            let folder = Folder::with(&[("a.txt", "old"), ("b.txt", "b")]);
            let ops = [
                write("a.txt", "new"),
                FileOp::Move { from: path("b.txt"), to: path("c/b.txt") },
                FileOp::Bin { path: path("a.txt") },
            ];
            let error = folder.change(&ops, &Impatient(AtomicU64::new(after))).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Cancelled);
            let left = (folder.names(), folder.read("a.txt"), folder.read("b.txt"));
            assert_eq!(left, (vec!["a.txt".into(), "b.txt".into()], Some("old".into()), Some("b".into())), "{after}");
        }
    }
}
