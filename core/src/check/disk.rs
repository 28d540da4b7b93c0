//! The files of a pack that stands in a folder.

use super::subject::{FileSet, FileState, MAX_TEXT, Surveyed};
use crate::assets::{Bytes, Memory, list, survey};
use crate::edit::Roots;
use crate::job::Quiet;
use crate::pack::{HEAD, OsFs, PackPath};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The files below a folder, asked for one by one. Links are followed as long as they stay inside.
#[derive(Debug)]
pub struct DiskFiles {
    root: PathBuf,
    /// The names in each folder that a missing file was looked for in.
    listed: Mutex<FxHashMap<PathBuf, Vec<String>>>,
    /// What was read of all files, where rules asked for it.
    memory: Mutex<Memory>,
}

impl DiskFiles {
    /// The files of the pack in the folder `root`.
    pub fn new(root: &Path) -> Self {
        // A folder that cannot be resolved has no files; each is then reported as missing.
        let root = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
        Self { root, listed: Mutex::default(), memory: Mutex::default() }
    }

    /// The name in `folder` that equals `name` but for letter case.
    fn alike(&self, folder: &Path, name: &str) -> Option<String> {
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        let names = listed.entry(folder.to_path_buf()).or_insert_with(|| names_in(folder));
        let lower = name.to_lowercase();
        let exact = names.iter().find(|n| *n == name);
        exact.or_else(|| names.iter().find(|n| n.to_lowercase() == lower)).cloned()
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

impl FileSet for DiskFiles {
    fn state(&self, path: &PackPath) -> FileState {
        let full = path.join(&self.root);
        let Ok(real) = full.canonicalize() else { return FileState::Missing };
        if !real.starts_with(&self.root) {
            FileState::Outside
        } else if real.is_dir() {
            FileState::Folder
        } else if real != full && self.other_case(path).is_some_and(|other| other != path.as_str()) {
            // On a disk that ignores letter case the file answers to both names; the repository knows one of them.
            FileState::Missing
        } else {
            FileState::File
        }
    }

    fn text(&self, path: &PackPath) -> Option<String> {
        if self.state(path) != FileState::File {
            return None;
        }
        let file = std::fs::File::open(path.join(&self.root)).ok()?;
        let known = file.metadata().ok()?;
        if !known.is_file() || known.len() > MAX_TEXT {
            return None;
        }
        let mut bytes = Vec::with_capacity(known.len() as usize);
        // The file may grow while it is read.
        file.take(MAX_TEXT + 1).read_to_end(&mut bytes).ok()?;
        if bytes.len() as u64 > MAX_TEXT {
            return None;
        }
        Some(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    fn head(&self, path: &PackPath) -> Option<Vec<u8>> {
        if self.state(path) != FileState::File {
            return None;
        }
        // Opening a pipe would wait for whoever writes to it.
        let full = path.join(&self.root);
        if !full.metadata().ok()?.is_file() {
            return None;
        }
        let mut bytes = Vec::with_capacity(HEAD);
        std::fs::File::open(full).ok()?.take(HEAD as u64).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    fn other_case(&self, path: &PackPath) -> Option<String> {
        let mut folder = self.root.clone();
        let mut found = Vec::new();
        for part in path.as_str().split('/') {
            let name = self.alike(&folder, part)?;
            folder.push(&name);
            found.push(name);
        }
        Some(found.join("/"))
    }

    fn size(&self, path: &PackPath) -> Option<u64> {
        let known = std::fs::metadata(path.join(&self.root)).ok()?;
        known.is_file().then_some(known.len())
    }

    fn survey(&self, roots: &Roots) -> Option<Surveyed> {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        // A folder that cannot be read is told by the rule that misses the files of it.
        let found = survey(&OsFs, &self.root, roots, &mut memory, &Quiet).ok()?;
        Some(Surveyed { survey: Arc::new(found), memory: Arc::new(memory.clone()) })
    }

    fn published(&self, paths: &[PackPath]) -> FxHashMap<PackPath, Bytes> {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted: FxHashSet<&PackPath> = paths.iter().collect();
        let Ok(listing) = list(&OsFs, &self.root, &Quiet) else { return FxHashMap::default() };
        // One that cannot be read leaves the others known.
        let _unreadable = memory.hash(&self.root, &listing, &mut |entry| wanted.contains(&entry.path), false, &Quiet);
        wanted.into_iter().filter_map(|path| Some((path.clone(), memory.facts(path)?.bytes?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> PackPath {
        PackPath::parse(text).unwrap()
    }

    #[test]
    fn tells_files_from_folders_and_nothing() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("Art")).unwrap();
        std::fs::write(folder.path().join("Art/Board.png"), "x").unwrap();
        let files = DiskFiles::new(folder.path());
        assert_eq!(files.state(&path("Art/Board.png")), FileState::File);
        assert_eq!(files.state(&path("./Art/Board.png")), FileState::File);
        assert_eq!(files.state(&path("Art")), FileState::Folder);
        assert_eq!(files.state(&path("Art/none.png")), FileState::Missing);
        assert_eq!(files.state(&path("art/board.png")), FileState::Missing);
        assert_eq!(files.other_case(&path("art/board.png")).as_deref(), Some("Art/Board.png"));
        assert_eq!(files.other_case(&path("art/none.png")), None);
        assert_eq!(files.state(&path("Art/Board.png/x")), FileState::Missing);
    }

    #[test]
    fn reads_text_up_to_the_bound() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("folder")).unwrap();
        std::fs::write(folder.path().join("a.js"), "é\n").unwrap();
        std::fs::write(folder.path().join("b.js"), b"a\xffb").unwrap();
        for (name, length) in [("most", MAX_TEXT), ("more", MAX_TEXT + 1)] {
            std::fs::File::create(folder.path().join(name)).unwrap().set_len(length).unwrap();
        }
        let files = DiskFiles::new(folder.path());
        assert_eq!(files.text(&path("a.js")).as_deref(), Some("é\n"));
        assert_eq!(files.head(&path("a.js")).as_deref(), Some("é\n".as_bytes()));
        assert_eq!(files.head(&path("more")).map(|head| head.len()), Some(HEAD));
        assert_eq!((files.head(&path("folder")), files.head(&path("none"))), (None, None));
        assert_eq!(files.text(&path("b.js")).as_deref(), Some("a\u{fffd}b"));
        assert_eq!(files.text(&path("most")).map(|text| text.len() as u64), Some(MAX_TEXT));
        for name in ["more", "folder", "none", "A.js"] {
            assert_eq!(files.text(&path(name)), None, "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn follows_links_only_inside() {
        let outside = tempfile::NamedTempFile::new().unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.png"), "x").unwrap();
        std::os::unix::fs::symlink("a.png", folder.path().join("b.png")).unwrap();
        std::os::unix::fs::symlink(outside.path(), folder.path().join("c.png")).unwrap();
        std::fs::write(folder.path().join("B.PNG"), "x").unwrap();
        std::os::unix::fs::symlink("d.png", folder.path().join("d.png")).unwrap();
        let files = DiskFiles::new(folder.path());
        assert_eq!(files.state(&path("b.png")), FileState::File);
        assert_eq!(files.state(&path("./b.png")), FileState::File);
        assert_eq!(files.state(&path("c.png")), FileState::Outside);
        assert_eq!(files.state(&path("d.png")), FileState::Missing);
        assert_eq!(files.text(&path("b.png")).as_deref(), Some("x"));
        assert_eq!((files.text(&path("c.png")), files.text(&path("d.png"))), (None, None));
    }
}
