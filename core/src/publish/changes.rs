//! What the working folder changes against a tree, and the tree that follows from it.
//!
//! Both work on an index of our own in memory. The index on disk is read for the times and sizes that it remembers, so
//! that unchanged files are not read again, and for what it says of single files (*skip worktree*, *assume unchanged*,
//! staged in spite of an ignore rule); it is never written here. Ignore rules, line-end attributes and executable bits
//! count as they do for `git add --all`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use git2::{AttrCheckFlags, AttrValue, Delta, DiffOptions, FileMode, Index, IndexEntry, IndexTime, Oid, Repository, Tree};

use super::filter::FileFilter;
use super::outcome::{ChangeKind, FileChange};
use super::repo::git_error;
use crate::assets::memory::{is_lfs_pointer, may_be_lfs_pointer};
use crate::error::{Error, ErrorKind, Result};
use crate::job::Watch;

/// A file of the folder that differs from the tree it was compared with.
#[derive(Debug, Clone)]
pub(super) struct Change {
    /// For people.
    pub(super) file: FileChange,
    /// The path as git has it.
    pub(super) path: Vec<u8>,
    /// The git mode that it will have; 0 for a removed one.
    mode: u32,
}

/// What [`scan`] found.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The differences, in git's order.
    pub(super) changes: Vec<Change>,
    /// Repositories inside the pack. Their files belong to them, and players cannot fetch them: they stay as they are.
    pub(super) foreign: Vec<String>,
}

const MODE_LINK: u32 = 0o120_000;

/// What the folder changes against `base` (nothing: every file is new). Writes nothing.
pub(super) fn scan(repo: &Repository, base: Option<&Tree>, files: &dyn FileFilter) -> Result<Scan> {
    let workdir = workdir(repo)?;
    let mut index = remembered(repo)?;
    let hidden = hidden_paths(&index);
    let staged: Vec<Vec<u8>> = index.iter().map(|e| e.path).collect();
    match base {
        Some(tree) => index.read_tree(tree).map_err(index_error)?,
        None => index.clear().map_err(index_error)?,
    }
    for path in staged {
        // Staged although an ignore rule names it: git commits such a file too.
        let as_path = to_path(&path);
        if index.get_path(&as_path, 0).is_none() && repo.is_path_ignored(&as_path).unwrap_or(false) {
            index.add(&unknown_entry(path, FileMode::Blob.into(), Oid::ZERO_SHA1)).map_err(index_error)?;
        }
    }
    let mut found = compare(repo, &index, None)?;
    settle_uncertain(repo, &mut index, &mut found)?;
    let mut scan = Scan::default();
    for delta in found {
        let path = String::from_utf8_lossy(&delta.path).into_owned();
        let kind = match delta.status {
            Delta::Deleted if hidden.contains(&delta.path) => continue,
            Delta::Deleted => ChangeKind::Removed,
            Delta::Unreadable => return Err(unreadable(&workdir.join(to_path(&delta.path)))),
            _ => ChangeKind::Added,
        };
        let before = base.is_some_and(|tree| tree.get_path(&to_path(&delta.path)).is_ok());
        let kind = match (kind, before) {
            (ChangeKind::Removed, false) => continue,
            (ChangeKind::Added, true) => ChangeKind::Changed,
            (kind, _) => kind,
        };
        if files.leaves_out(&path) {
            continue;
        }
        if delta.path.ends_with(b"/") || delta.mode == u32::from(FileMode::Commit) {
            scan.foreign.push(path.trim_end_matches('/').to_owned());
            continue;
        }
        let (mode, bytes) = if kind == ChangeKind::Removed { (0, 0) } else { (delta.mode, delta.bytes) };
        scan.changes.push(Change { file: FileChange { path, kind, bytes }, path: delta.path, mode });
    }
    Ok(scan)
}

/// One difference as libgit2 reports it.
struct Found {
    path: Vec<u8>,
    status: Delta,
    mode: u32,
    bytes: u64,
    /// Told by the size alone; line-end conversion may make the content equal after all.
    by_size: bool,
}

fn compare(repo: &Repository, index: &Index, only: Option<&[Vec<u8>]>) -> Result<Vec<Found>> {
    let mut options = DiffOptions::new();
    options
        .include_untracked(true)
        .recurse_untracked_dirs(true)
        .include_typechange(true)
        .include_unreadable(true)
        .skip_binary_check(true);
    if let Some(paths) = only {
        options.disable_pathspec_match(true).include_untracked(false);
        for path in paths {
            options.pathspec(to_path(path));
        }
    }
    let diff = repo
        .diff_index_to_workdir(Some(index), Some(&mut options))
        .map_err(|e| git_error("Couldn't look through the folder", e))?;
    let found = diff.deltas().map(|delta| {
        let (old, new) = (delta.old_file(), delta.new_file());
        let path = new.path_bytes().or(old.path_bytes()).unwrap_or_default().to_vec();
        let by_size = delta.status() == Delta::Modified && new.id().is_zero() && new.mode() == old.mode();
        Found { path, status: delta.status(), mode: new.mode().into(), bytes: new.size(), by_size }
    });
    Ok(found.collect())
}

/// libgit2 calls a file changed when its size is not the remembered one. Where line ends are converted that proves
/// nothing, so those files are compared once more by content.
fn settle_uncertain(repo: &Repository, index: &mut Index, found: &mut Vec<Found>) -> Result<()> {
    let uncertain: Vec<Vec<u8>> = found.iter().filter(|f| f.by_size).map(|f| f.path.clone()).collect();
    if uncertain.is_empty() {
        return Ok(());
    }
    for path in &uncertain {
        if let Some(entry) = index.get_path(&to_path(path), 0) {
            index.add(&unknown_entry(path.clone(), entry.mode, entry.id)).map_err(index_error)?;
        }
    }
    let changed: HashSet<Vec<u8>> = compare(repo, index, Some(&uncertain))?.into_iter().map(|f| f.path).collect();
    found.retain(|f| !f.by_size || changed.contains(&f.path));
    Ok(())
}

/// The index on disk, in memory and without an owner, so that nothing can write it back.
fn remembered(repo: &Repository) -> Result<Index> {
    let path = index_path(repo);
    Index::open(&path).map_err(|e| {
        git_error("The git index can't be read", e)
            .at(&path)
            .hint("Run `git status` in the folder; if git itself uses a split or sparse index, turn that off.")
    })
}

/// Where the repository's index lies.
pub(super) fn index_path(repo: &Repository) -> PathBuf {
    repo.path().join("index")
}

/// Files that are not in the folder on purpose, or that git was told to take as unchanged.
fn hidden_paths(index: &Index) -> HashSet<Vec<u8>> {
    const ASSUME_UNCHANGED: u16 = 0x8000;
    const SKIP_WORKTREE: u16 = 0x4000;
    let hidden = |e: &IndexEntry| e.flags & ASSUME_UNCHANGED != 0 || e.flags_extended & SKIP_WORKTREE != 0;
    index.iter().filter(hidden).map(|e| e.path).collect()
}

/// An index entry that makes git compare by content.
fn unknown_entry(path: Vec<u8>, mode: u32, id: Oid) -> IndexEntry {
    let never = IndexTime::new(0, 0);
    IndexEntry {
        ctime: never,
        mtime: never,
        dev: 0,
        ino: 0,
        mode,
        uid: 0,
        gid: 0,
        file_size: 0,
        id,
        flags: 0,
        flags_extended: 0,
        path,
    }
}

/// A tree that was written, and what the index may remember of the files that were read for it.
pub(super) struct WrittenTree {
    /// The tree's id.
    pub(super) id: Oid,
    /// An entry for each file that was read.
    pub(super) fresh: Vec<IndexEntry>,
}

/// Writes the blobs of `changes` and the tree that they make of `base`.
pub(super) fn write_tree(
    repo: &Repository,
    base: Option<&Tree>,
    changes: &[Change],
    watch: &dyn Watch,
    label: &str,
) -> Result<WrittenTree> {
    let workdir = workdir(repo)?;
    let mut index = Index::new().map_err(index_error)?;
    if let Some(tree) = base {
        index.read_tree(tree).map_err(index_error)?;
    }
    for change in changes.iter().filter(|c| c.file.kind == ChangeKind::Removed) {
        index.remove(&to_path(&change.path), 0).map_err(index_error)?;
    }
    let mut fresh = Vec::new();
    let total = changes.len() as u64;
    for (done, change) in changes.iter().enumerate().filter(|(_, c)| c.file.kind != ChangeKind::Removed) {
        watch.check()?;
        watch.progress(label, done as u64, total);
        let entry = write_blob(repo, &workdir.join(to_path(&change.path)), change)?;
        index.add(&entry).map_err(index_error)?;
        fresh.push(entry);
    }
    let id = index.write_tree_to(repo).map_err(|e| git_error("Couldn't write the tree", e).at(repo.path()))?;
    Ok(WrittenTree { id, fresh })
}

fn write_blob(repo: &Repository, file: &Path, change: &Change) -> Result<IndexEntry> {
    let failed = |e: std::io::Error| Error::io("Couldn't read a file to publish", file, e);
    // Taken before the content is read: a later change then shows in the file's times.
    let read_at = std::time::SystemTime::now();
    let meta = file.symlink_metadata().map_err(failed)?;
    let id = if change.mode == MODE_LINK && meta.is_symlink() {
        let to = std::fs::read_link(file).map_err(failed)?;
        repo.blob(&link_bytes(&to))
    } else {
        repo.blob_path(file)
    };
    let id = id.map_err(|e| git_error("Couldn't take a file into git", e).at(file))?;
    let mut entry = unknown_entry(change.path.clone(), change.mode, id);
    remember_times(&mut entry, &meta, read_at);
    Ok(entry)
}

/// Lets the index remember times and size, so that git need not read the file again. Not where the file changed so
/// shortly before it was read that a further change could leave the same time: git compares those by content.
#[cfg(unix)]
fn remember_times(entry: &mut IndexEntry, meta: &std::fs::Metadata, read_at: std::time::SystemTime) {
    use std::os::unix::fs::MetadataExt;
    use std::time::Duration;
    let tick = if meta.mtime_nsec() == 0 { Duration::from_secs(2) } else { Duration::from_millis(50) };
    let settled = meta.modified().ok().and_then(|at| read_at.duration_since(at).ok()).is_some_and(|age| age > tick);
    if !settled {
        return;
    }
    // The index holds the low 32 bits of each of these.
    entry.ctime = IndexTime::new(meta.ctime() as i32, meta.ctime_nsec() as u32);
    entry.mtime = IndexTime::new(meta.mtime() as i32, meta.mtime_nsec() as u32);
    entry.dev = meta.dev() as u32;
    entry.ino = meta.ino() as u32;
    entry.uid = meta.uid();
    entry.gid = meta.gid();
    entry.file_size = meta.size() as u32;
}

/// Elsewhere git compares by content once and then remembers by itself.
#[cfg(not(unix))]
fn remember_times(_entry: &mut IndexEntry, _meta: &std::fs::Metadata, _read_at: std::time::SystemTime) {}

/// Files of the new tree that git would hand to a filter that we cannot run: large-file storage and others. Committing
/// them as they stand would store what git itself would not.
pub(super) fn refuse_filtered(repo: &Repository, base: Option<&Tree>, changes: &[Change]) -> Result<()> {
    let mut paths: Vec<Vec<u8>> = changes.iter().filter(|c| c.file.kind != ChangeKind::Removed).map(|c| c.path.clone()).collect();
    let mut index = Index::new().map_err(index_error)?;
    if let Some(tree) = base {
        index.read_tree(tree).map_err(index_error)?;
    }
    let removed: HashSet<&[u8]> =
        changes.iter().filter(|c| c.file.kind == ChangeKind::Removed).map(|c| c.path.as_slice()).collect();
    paths.extend(index.iter().map(|e| e.path).filter(|p| !removed.contains(p.as_slice())));
    let mut found: Vec<(String, String)> = Vec::new();
    if !names_a_filter(&workdir(repo)?, &paths) {
        paths = one_of_each_kind(paths);
    }
    for path in paths {
        for attribute in ["filter", "working-tree-encoding"] {
            let value = repo.get_attr_bytes(&to_path(&path), attribute, AttrCheckFlags::FILE_THEN_INDEX);
            let value = value.map_err(|e| git_error("Couldn't read the git attributes", e))?;
            if let AttrValue::Bytes(value) = AttrValue::always_bytes(value) {
                let text = format!("{attribute}={}", String::from_utf8_lossy(value));
                found.push((String::from_utf8_lossy(&path).into_owned(), text));
            }
        }
    }
    let Some((first, attribute)) = found.first() else { return Ok(()) };
    let what = if attribute == "filter=lfs" {
        format!(
            "{} kept in large-file storage (LFS), and players would get its pointers, not the files",
            names(first, found.len(), "is", "are")
        )
    } else {
        format!(
            "{} marked `{attribute}` in the git attributes, a filter that Tablewright can't run",
            names(first, found.len(), "is", "are")
        )
    };
    let hint = if attribute == "filter=lfs" {
        "Take the pattern out of .gitattributes, run `git lfs uninstall --local` and `git add --renormalize .`, then publish again."
    } else {
        "Take the pattern out of .gitattributes, then publish again."
    };
    Err(Error::new(ErrorKind::Refused, what).at(workdir(repo)?.join(".gitattributes")).hint(hint))
}

/// Whether an attribute file of the pack speaks of a filter at all. Asking git about each of some thousand files takes
/// longer than all the rest of a small publish.
fn names_a_filter(workdir: &Path, paths: &[Vec<u8>]) -> bool {
    let words: [&[u8]; 2] = [b"filter", b"working-tree-encoding"];
    let is_attributes = |path: &&Vec<u8>| path.ends_with(b".gitattributes");
    paths.iter().filter(is_attributes).any(|path| match std::fs::read(workdir.join(to_path(path))) {
        Ok(text) => words.iter().any(|word| memchr::memmem::find(&text, word).is_some()),
        Err(_) => true,
    })
}

/// One file of each extension: what the person's own attribute files can tell apart.
fn one_of_each_kind(paths: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let mut seen = HashSet::new();
    paths.into_iter().filter(|path| seen.insert(to_path(path).extension().map(std::ffi::OsStr::to_owned))).collect()
}

/// Refuses new or changed files whose content is a pointer to large-file storage.
pub(super) fn refuse_pointers(repo: &Repository, changes: &[Change]) -> Result<()> {
    let workdir = workdir(repo)?;
    let pointer = |change: &&Change| {
        change.file.kind != ChangeKind::Removed
            && change.mode != MODE_LINK
            && may_be_lfs_pointer(change.file.bytes)
            && std::fs::read(workdir.join(to_path(&change.path))).is_ok_and(|text| is_lfs_pointer(&text))
    };
    let found: Vec<&Change> = changes.iter().filter(pointer).collect();
    let Some(first) = found.first() else { return Ok(()) };
    let what = format!(
        "{} only a pointer to large-file storage (LFS), and players would get the pointer",
        names(&first.file.path, found.len(), "is", "are")
    );
    Err(Error::new(ErrorKind::Refused, what)
        .at(workdir.join(to_path(&first.path)))
        .hint("Run `git lfs pull` in the folder to get the files themselves, then publish again."))
}

fn names(first: &str, count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("{first} {one}"),
        2 => format!("{first} and 1 more file {many}"),
        n => format!("{first} and {} more files {many}", n - 1),
    }
}

/// What differs between two trees.
pub(super) fn between(repo: &Repository, old: Option<&Tree>, new: &Tree) -> Result<Vec<FileChange>> {
    let mut options = DiffOptions::new();
    options.skip_binary_check(true).include_typechange(true);
    let diff =
        repo.diff_tree_to_tree(old, Some(new), Some(&mut options)).map_err(|e| git_error("Couldn't compare two commits", e))?;
    let changes = diff.deltas().map(|delta| {
        let (kind, side) = match delta.status() {
            Delta::Added => (ChangeKind::Added, delta.new_file()),
            Delta::Deleted => (ChangeKind::Removed, delta.old_file()),
            _ => (ChangeKind::Changed, delta.new_file()),
        };
        let bytes = repo.odb().and_then(|odb| odb.read_header(side.id())).map_or(0, |(size, _)| size as u64);
        let path = String::from_utf8_lossy(side.path_bytes().unwrap_or_default()).into_owned();
        FileChange { path, kind, bytes: if kind == ChangeKind::Removed { 0 } else { bytes } }
    });
    Ok(changes.collect())
}

/// Submodules of a tree; their files are in another repository, where players do not look.
pub(super) fn submodules(tree: Option<&Tree>) -> Result<Vec<String>> {
    let Some(tree) = tree else { return Ok(Vec::new()) };
    let mut index = Index::new().map_err(index_error)?;
    index.read_tree(tree).map_err(index_error)?;
    let link = u32::from(FileMode::Commit);
    Ok(index.iter().filter(|e| e.mode == link).map(|e| String::from_utf8_lossy(&e.path).into_owned()).collect())
}

pub(super) fn workdir(repo: &Repository) -> Result<PathBuf> {
    repo.workdir().map(Path::to_path_buf).ok_or_else(|| {
        let bare = super::repo::Blocked::Bare;
        Error::new(ErrorKind::Refused, bare.what()).at(repo.path()).hint(bare.hint())
    })
}

fn index_error(error: git2::Error) -> Error {
    git_error("Couldn't put the commit together", error)
}

fn unreadable(file: &Path) -> Error {
    Error::new(ErrorKind::Access, "A file can't be read, so it can't be published")
        .at(file)
        .hint("Make it readable, or move it out of the folder, then publish again.")
}

/// A path of git as one of the system.
#[cfg(unix)]
pub(super) fn to_path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

/// A path of git as one of the system.
#[cfg(not(unix))]
pub(super) fn to_path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(unix)]
fn link_bytes(to: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    to.as_os_str().as_bytes().to_vec()
}

#[cfg(not(unix))]
fn link_bytes(to: &Path) -> Vec<u8> {
    to.to_string_lossy().replace('\\', "/").into_bytes()
}
