//! Doing what a plan says to files, all of it or nothing, with the plan that takes it back.

use super::super::folded;
use super::{FileOp, Plan};
use crate::error::{Error, ErrorKind, Result};
use crate::pack::{FileKind, Fs, PackPath, resolve_inside};
use std::io;
use std::path::{Path, PathBuf};

/// Carries out the file operations of `plan` in the pack at `root`; what is deleted is kept below `bin`, a folder outside
/// the pack that is made if need be. Gives the plan that takes everything back. The documents are the caller's to save:
/// before this, so that a scene that moves is written where it still is.
///
/// # Errors
/// Where one operation fails: those before it have been taken back then, as far as that was possible.
pub fn carry_out(plan: &Plan, fs: &dyn Fs, root: &Path, bin: &Path) -> Result<Plan> {
    let mut inverse: Vec<FileOp> = Vec::new();
    for op in &plan.ops {
        match do_one(op, fs, root, bin) {
            Ok(back) => inverse.push(back),
            Err(error) => {
                for back in inverse.iter().rev() {
                    // The first error is what the person needs to know.
                    let _second = do_one(back, fs, root, bin);
                }
                return Err(error);
            }
        }
    }
    inverse.reverse();
    Ok(Plan {
        before: plan.roots.clone(),
        roots: plan.before.clone(),
        ops: inverse,
        moved: plan.moved.iter().map(|(from, to)| (to.clone(), from.clone())).collect(),
        gone: Vec::new(),
        told: Vec::new(),
    })
}

/// Does one operation; gives the one that takes it back.
fn do_one(op: &FileOp, fs: &dyn Fs, root: &Path, bin: &Path) -> Result<FileOp> {
    match op {
        FileOp::Move { from, to } => {
            let (old, new) = (place(fs, root, from)?, place(fs, root, to)?);
            move_to(fs, &old, &new, folded(from.as_str()) == folded(to.as_str()))
                .map_err(|e| Error::io(format!("Couldn't move “{from}” to “{to}”"), &old, e))?;
            sweep(fs, root, &old);
            Ok(FileOp::Move { from: to.clone(), to: from.clone() })
        }
        FileOp::Write { path, bytes } => {
            let file = place(fs, root, path)?;
            let failed = |e| Error::io(format!("Couldn't write “{path}”"), &file, e);
            let old = fs.read_if_there(&file).map_err(failed)?;
            write(fs, &file, bytes).map_err(failed)?;
            Ok(match old {
                Some(old) => FileOp::Write { path: path.clone(), bytes: old.into() },
                None => FileOp::Bin { path: path.clone() },
            })
        }
        FileOp::Bin { path } => {
            let file = place(fs, root, path)?;
            let failed = |e| Error::io(format!("Couldn't put “{path}” into the bin"), &file, e);
            let folder = bin.join(format!("{:08x}{:08x}", fs.random(), fs.random()));
            let kept = folder.join(path.name());
            fs.create_dirs(&folder).and_then(|()| relocate(fs, &file, &kept)).map_err(failed)?;
            sweep(fs, root, &file);
            Ok(FileOp::Restore { from: kept, to: path.clone() })
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
            Ok(FileOp::Bin { path: to.clone() })
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
    fs.sync_dir(folder)
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

fn remove(fs: &dyn Fs, path: &Path) -> io::Result<()> {
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
