//! The files of a commit as a disk that can only be read, so that a commit is judged by the code that judges a folder.

use super::subject::{FileSet, FileState, MAX_TEXT, Surveyed};
use crate::assets::{Bytes, Memory, survey_tracked};
use crate::edit::Roots;
use crate::error::Result;
use crate::job::Quiet;
use crate::pack::{DirEntry, FileKind, Fs, Guard, HEAD, Hash, Meta, PackPath, is_ours, resolve_inside};
use git2::{ObjectType, Oid, Repository, Tree, TreeWalkMode, TreeWalkResult};
use rustc_hash::FxHashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// A folder of a commit. It answers for the paths below [`Self::root`], where that folder is or would be on the disk;
/// nothing else is there.
pub(super) struct TreeFs {
    root: PathBuf,
    /// By path relative to the root, with `/` between its parts.
    entries: FxHashMap<String, (FileKind, Oid)>,
    /// The paths by their lower-case form, made when one is looked for.
    lower: OnceLock<FxHashMap<String, String>>,
    repo: Mutex<Repository>,
}

/// A link in a tree: `S_IFLNK`.
const LINK_MODE: i32 = 0o120_000;

impl TreeFs {
    /// The files of the tree `tree` of `repo`, as if they stood in `root`.
    ///
    /// # Errors
    /// Where a part of the tree is not in the repository.
    pub(super) fn new(repo: Repository, tree: Oid, root: PathBuf) -> Result<Self, git2::Error> {
        let entries = list(&repo.find_tree(tree)?)?;
        Ok(Self { root, entries, lower: OnceLock::new(), repo: Mutex::new(repo) })
    }

    /// The path of `path` below the root; empty for the root itself.
    fn relative(&self, path: &Path) -> Option<String> {
        let parts: Option<Vec<&str>> = path.strip_prefix(&self.root).ok()?.iter().map(|part| part.to_str()).collect();
        Some(parts?.join("/"))
    }

    fn find(&self, path: &Path) -> io::Result<(FileKind, Oid)> {
        let relative = self.relative(path).ok_or(io::ErrorKind::NotFound)?;
        if relative.is_empty() {
            return Ok((FileKind::Dir, Oid::ZERO_SHA1));
        }
        self.entries.get(&relative).copied().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn blob(&self, id: Oid) -> io::Result<Vec<u8>> {
        let repo = self.repo.lock().unwrap_or_else(PoisonError::into_inner);
        repo.find_blob(id).map(|blob| blob.content().to_vec()).map_err(|error| io::Error::other(error.message().to_owned()))
    }

    fn blob_len(&self, id: Oid) -> io::Result<u64> {
        let repo = self.repo.lock().unwrap_or_else(PoisonError::into_inner);
        let header = repo.odb().and_then(|odb| odb.read_header(id));
        header.map(|(len, _)| len as u64).map_err(|error| io::Error::other(error.message().to_owned()))
    }
}

/// Every entry below `tree`. One whose name is not Unicode is left out: no manifest can name it.
fn list(tree: &Tree) -> Result<FxHashMap<String, (FileKind, Oid)>, git2::Error> {
    let mut entries = FxHashMap::default();
    tree.walk(TreeWalkMode::PreOrder, |folder, entry| {
        let Ok(name) = entry.name() else { return TreeWalkResult::Skip };
        let kind = match entry.kind() {
            Some(ObjectType::Blob) if entry.filemode() == LINK_MODE => FileKind::Symlink,
            Some(ObjectType::Blob) => FileKind::File,
            // A submodule is a folder too, of which nothing is published with this commit.
            _ => FileKind::Dir,
        };
        // The traces of an unfinished save mean nothing where nothing can be finished.
        if !is_ours(name) {
            entries.insert(format!("{folder}{name}"), (kind, entry.id()));
        }
        TreeWalkResult::Ok
    })?;
    Ok(entries)
}

fn read_only<T>() -> io::Result<T> {
    Err(io::ErrorKind::ReadOnlyFilesystem.into())
}

impl Fs for TreeFs {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.find(&self.canonicalize(path)?)? {
            (FileKind::Dir, _) => Err(io::ErrorKind::IsADirectory.into()),
            (_, id) => self.blob(id),
        }
    }

    fn read_dir(&self, dir: &Path) -> io::Result<Vec<DirEntry>> {
        let (FileKind::Dir, _) = self.find(dir)? else { return Err(io::ErrorKind::NotADirectory.into()) };
        let prefix = self.relative(dir).filter(|dir| !dir.is_empty()).map(|dir| dir + "/").unwrap_or_default();
        let below = self.entries.iter().filter_map(|(path, (kind, _))| Some((path.strip_prefix(&prefix)?, *kind)));
        let direct = below.filter(|(name, _)| !name.contains('/'));
        let mut entries: Vec<DirEntry> = direct.map(|(name, kind)| DirEntry { name: name.into(), kind }).collect();
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn metadata(&self, path: &Path) -> io::Result<Meta> {
        let (kind, id) = self.find(path)?;
        let len = if kind == FileKind::Dir { 0 } else { self.blob_len(id)? };
        Ok(Meta { kind, len, mode: None, readonly: true, links: 1, inode: 0, modified: None })
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        let target = String::from_utf8(self.blob(self.find(path)?.1)?);
        target.map(PathBuf::from).map_err(|_| io::ErrorKind::InvalidData.into())
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        let relative = self.relative(path).ok_or(io::ErrorKind::NotFound)?;
        if relative.is_empty() {
            return Ok(self.root.clone());
        }
        let path = PackPath::parse(&relative).map_err(io::Error::other)?;
        let real = resolve_inside(self, &self.root, &path).map_err(io::Error::other)?;
        self.find(&real).map(|_| real)
    }

    fn write_new(&self, _path: &Path, _bytes: &[u8], _mode: Option<u32>) -> io::Result<()> {
        read_only()
    }

    fn overwrite(&self, _path: &Path, _bytes: &[u8]) -> io::Result<()> {
        read_only()
    }

    fn sync_file(&self, _path: &Path) -> io::Result<()> {
        read_only()
    }

    fn rename(&self, _from: &Path, _to: &Path) -> io::Result<()> {
        read_only()
    }

    fn sync_dir(&self, _dir: &Path) -> io::Result<()> {
        read_only()
    }

    fn remove_file(&self, _path: &Path) -> io::Result<()> {
        read_only()
    }

    fn remove_dir(&self, _path: &Path) -> io::Result<()> {
        read_only()
    }

    fn create_dir(&self, _path: &Path) -> io::Result<()> {
        read_only()
    }

    fn check_writable(&self, _path: &Path) -> io::Result<()> {
        read_only()
    }

    fn try_lock(&self, _path: &Path) -> io::Result<Option<Guard>> {
        read_only()
    }

    fn pause(&self, _time: Duration) {}

    fn random(&self) -> u32 {
        0
    }
}

impl FileSet for TreeFs {
    fn state(&self, path: &PackPath) -> FileState {
        let Ok(real) = resolve_inside(self, &self.root, path) else { return FileState::Outside };
        match self.find(&real) {
            Ok((FileKind::Dir, _)) => FileState::Folder,
            Ok(_) => FileState::File,
            Err(_) => FileState::Missing,
        }
    }

    fn text(&self, path: &PackPath) -> Option<String> {
        let real = resolve_inside(self, &self.root, path).ok()?;
        let (FileKind::File, id) = self.find(&real).ok()? else { return None };
        let bytes = self.blob_len(id).is_ok_and(|len| len <= MAX_TEXT).then(|| self.blob(id))?.ok()?;
        Some(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    fn head(&self, path: &PackPath) -> Option<Vec<u8>> {
        let real = resolve_inside(self, &self.root, path).ok()?;
        let (FileKind::File, id) = self.find(&real).ok()? else { return None };
        let mut bytes = self.blob(id).ok()?;
        bytes.truncate(HEAD);
        Some(bytes)
    }

    fn other_case(&self, path: &PackPath) -> Option<String> {
        let by_lower = || self.entries.keys().map(|path| (path.to_lowercase(), path.clone())).collect();
        self.lower.get_or_init(by_lower).get(&path.as_str().to_lowercase()).cloned()
    }

    fn size(&self, path: &PackPath) -> Option<u64> {
        let (FileKind::File, id) = self.find(&path.join(&self.root)).ok()? else { return None };
        self.blob_len(id).ok()
    }

    fn survey(&self, roots: &Roots) -> Option<Surveyed> {
        let mut memory = Memory::default();
        let found = survey_tracked(self, &self.root, roots, &mut memory, &Quiet).ok()?;
        Some(Surveyed { survey: Arc::new(found), memory: Arc::new(memory) })
    }

    fn published(&self, paths: &[PackPath]) -> FxHashMap<PackPath, Bytes> {
        let bytes = |path: &PackPath| {
            let (FileKind::File, id) = self.find(&path.join(&self.root)).ok()? else { return None };
            let blob = self.blob(id).ok()?;
            Some(Bytes { size: blob.len() as u64, hash: Hash::of(&blob) })
        };
        paths.iter().filter_map(|path| Some((path.clone(), bytes(path)?))).collect()
    }
}
