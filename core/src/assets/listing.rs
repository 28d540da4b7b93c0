//! What stands in a pack's folder: every file with its size and times, the names that cannot be used, and what git ignores.
//! Reads no file's content and writes nothing.

use super::state::NotPlain;
use crate::error::{Error, Result};
use crate::job::Watch;
use crate::pack::{FileKind, Fs, PackPath, folded, is_ours};
use git2::{Delta, DiffOptions, Index, Repository};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// One file.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Where it is.
    pub path: PackPath,
    /// In bytes.
    pub size: u64,
    /// When its content last changed, where the system says.
    pub modified: Option<SystemTime>,
    /// Its number in the file system; 0 where the system does not say.
    pub inode: u64,
    /// File, link or something else; never a folder.
    pub kind: FileKind,
}

impl Entry {
    /// Whether it is a regular file.
    pub fn is_plain(&self) -> bool {
        self.kind == FileKind::File
    }
}

/// A name that no path in a pack can name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OddName {
    /// The path, as well as it can be shown.
    pub shown: String,
    /// What is wrong with it.
    pub why: NotPlain,
}

/// The files of a folder.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// The files that git does not ignore, sorted by path as Rust compares texts.
    pub files: Vec<Entry>,
    /// Files that git ignores, sorted. Those in a folder that is ignored as a whole are not listed.
    pub ignored: Vec<PackPath>,
    /// Names that cannot be used.
    pub odd: Vec<OddName>,
    /// Folders that could not be read, with the system's words.
    pub unreadable: Vec<(PackPath, String)>,
    /// Folders that are repositories of their own: nothing in them is published with the pack.
    pub foreign: Vec<PackPath>,
    /// Paths by their folded form, where it differs from the path or several share it.
    folded: FxHashMap<String, Vec<usize>>,
}

impl Listing {
    /// A listing of files of which only paths and sizes are known; for callers that have a tree of their own.
    pub fn of_paths(paths: impl IntoIterator<Item = (PackPath, u64)>) -> Self {
        let entry = |(path, size)| Entry { path, size, modified: None, inode: 0, kind: FileKind::File };
        let mut listing = Self { files: paths.into_iter().map(entry).collect(), ..Self::default() };
        listing.finish();
        listing
    }

    /// The file at `path`, in exactly this spelling.
    pub fn get(&self, path: &PackPath) -> Option<&Entry> {
        let at = self.files.binary_search_by(|entry| entry.path.cmp(path)).ok()?;
        self.files.get(at)
    }

    /// Whether git ignores the file at `path`, which is there.
    pub fn is_ignored(&self, path: &PackPath) -> bool {
        self.ignored.binary_search(path).is_ok()
    }

    /// A file whose path differs from `path` in letter case or accents alone.
    pub fn other_spelling(&self, path: &PackPath) -> Option<&PackPath> {
        let alike = self.folded.get(&folded(path.as_str()))?;
        alike.iter().map(|index| &self.files[*index].path).find(|other| *other != path)
    }

    /// The files in the folder `folder` and below it.
    pub fn below<'a>(&'a self, folder: &PackPath) -> impl Iterator<Item = &'a Entry> + use<'a> {
        let prefix = format!("{folder}/");
        let from = self.files.partition_point(|entry| entry.path.as_str() < prefix.as_str());
        self.files[from..].iter().take_while(move |entry| entry.path.as_str().starts_with(&prefix))
    }

    fn finish(&mut self) {
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        self.ignored.sort();
        self.folded.clear();
        for (index, entry) in self.files.iter().enumerate() {
            self.folded.entry(folded(entry.path.as_str())).or_default().push(index);
        }
    }
}

/// A folder that is still to be listed.
struct Ahead {
    folder: PathBuf,
    /// Its path in the pack, empty or ended by `/`.
    prefix: String,
    /// Whether git ignores it, and was given files of it all the same.
    ignored: bool,
}

/// Lists the pack in the folder `root`. A file that vanishes meanwhile is not listed; links are listed and not followed.
///
/// # Errors
/// Where the folder itself cannot be read, and where the person cancels.
pub fn list(fs: &dyn Fs, root: &Path, watch: &dyn Watch) -> Result<Listing> {
    let root = fs.canonicalize(root).map_err(|e| Error::io("Couldn't look through the pack", root, e))?;
    list_with(fs, &root, &Git::around(&root), watch)
}

/// Lists a pack of which every file is git's, as in a commit: no rule ignores any.
pub(super) fn list_tracked(fs: &dyn Fs, root: &Path, watch: &dyn Watch) -> Result<Listing> {
    let root = fs.canonicalize(root).map_err(|e| Error::io("Couldn't look through the pack", root, e))?;
    list_with(fs, &root, &Git::default(), watch)
}

fn list_with(fs: &dyn Fs, root: &Path, git: &Git, watch: &dyn Watch) -> Result<Listing> {
    let mut listing = Listing::default();
    let mut ahead = vec![Ahead { folder: root.to_path_buf(), prefix: String::new(), ignored: false }];
    while let Some(Ahead { folder, prefix, ignored }) = ahead.pop() {
        watch.check()?;
        watch.progress("Look through the files", listing.files.len() as u64, 0);
        let entries = match fs.read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if prefix.is_empty() => return Err(Error::io("Couldn't look through the pack", root, error)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => {
                if let Ok(path) = PackPath::parse(prefix.trim_end_matches('/')) {
                    listing.unreadable.push((path, error.to_string()));
                }
                continue;
            }
        };
        if !prefix.is_empty() && entries.iter().any(|entry| entry.name == ".git") {
            listing.foreign.extend(PackPath::parse(prefix.trim_end_matches('/')));
            continue;
        }
        for entry in entries {
            let name = entry.name.to_str().filter(|name| !is_ours(name));
            if entry.name == ".git" || entry.name.to_str().is_some_and(is_ours) {
                continue;
            }
            let full = folder.join(&entry.name);
            let path = name.map(|name| format!("{prefix}{name}")).and_then(|text| PackPath::parse(&text).ok());
            let Some(path) = path else {
                listing.odd.push(OddName { shown: shown(&prefix, &entry.name), why: NotPlain::Name });
                continue;
            };
            let ignored = ignored || git.names(&path);
            if entry.kind == FileKind::Dir {
                if !ignored || git.has_below(&path) {
                    ahead.push(Ahead { folder: full, prefix: format!("{path}/"), ignored });
                }
                continue;
            }
            if ignored && !git.has(&path) {
                listing.ignored.push(path);
                continue;
            }
            let Ok(meta) = fs.metadata(&full) else { continue };
            listing.files.push(Entry {
                path,
                size: meta.len,
                modified: meta.modified,
                inode: meta.inode,
                kind: if meta.kind == FileKind::Dir { FileKind::Other } else { meta.kind },
            });
        }
    }
    listing.finish();
    Ok(listing)
}

fn shown(prefix: &str, name: &OsStr) -> String {
    let text: String = name.to_string_lossy().chars().flat_map(char::escape_debug).collect();
    format!("{prefix}{text}")
}

/// What git ignores in a pack; nothing where there is no repository around it.
#[derive(Default)]
struct Git {
    /// The index, and the pack's place in the working folder, empty or ended by `/`.
    index: Option<(Index, String)>,
    /// Files and folders that an ignore rule names, by their paths in the pack.
    ignored: FxHashSet<String>,
}

impl Git {
    /// Asks git once for the whole folder: one question for each of ten thousand files takes seconds.
    fn around(root: &Path) -> Self {
        let ask = || {
            let repo = Repository::discover(root).ok()?;
            let inside = root.strip_prefix(repo.workdir()?.canonicalize().ok()?).ok()?;
            let parts: Option<Vec<&str>> = inside.iter().map(OsStr::to_str).collect();
            let prefix: String = parts?.iter().map(|part| format!("{part}/")).collect();
            let mut options = DiffOptions::new();
            options.include_untracked(true).recurse_untracked_dirs(true).include_ignored(true);
            options.include_unreadable(true).skip_binary_check(true);
            if !prefix.is_empty() {
                options.disable_pathspec_match(true).pathspec(prefix.trim_end_matches('/'));
            }
            // Against an empty index nothing is compared, so no content is read.
            let diff = repo.diff_index_to_workdir(Some(&Index::new().ok()?), Some(&mut options)).ok()?;
            let ignored = diff.deltas().filter(|delta| delta.status() == Delta::Ignored);
            let ignored = ignored.filter_map(|delta| {
                let path = std::str::from_utf8(delta.new_file().path_bytes()?).ok()?;
                Some(path.strip_prefix(prefix.as_str())?.trim_end_matches('/').to_owned())
            });
            Some(Self { ignored: ignored.collect(), index: Some((repo.index().ok()?, prefix)) })
        };
        ask().unwrap_or_default()
    }

    /// Whether a rule names the file or folder itself.
    fn names(&self, path: &PackPath) -> bool {
        self.ignored.contains(path.as_str())
    }

    /// Whether git knows the file all the same, because it was added.
    fn has(&self, path: &PackPath) -> bool {
        self.index.as_ref().is_some_and(|(index, prefix)| index.get_path(Path::new(&format!("{prefix}{path}")), 0).is_some())
    }

    /// Whether git knows a file in this folder.
    fn has_below(&self, path: &PackPath) -> bool {
        self.index.as_ref().is_some_and(|(index, prefix)| index.find_prefix(format!("{prefix}{path}/").as_str()).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Quiet;
    use crate::pack::OsFs;

    fn pack(files: &[&str]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for file in files {
            let path = dir.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, file).unwrap();
        }
        dir
    }

    fn paths(listing: &Listing) -> Vec<&str> {
        listing.files.iter().map(|entry| entry.path.as_str()).collect()
    }

    #[test]
    fn lists_every_file_but_gits_and_ours() {
        let long = "é".repeat(125) + ".png";
        let dir = pack(&["b.png", "a/x y@2x.png", "a/b/c.json", ".pack-save.journal", ".a.01234567.stage", ".gitignore", &long]);
        std::fs::write(dir.path().join(".gitignore"), "build/\n*.tmp\n").unwrap();
        Repository::init(dir.path()).unwrap();
        for file in ["build/a.png", "a/x.tmp", "kept.tmp"] {
            let path = dir.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "x").unwrap();
        }
        let repo = Repository::open(dir.path()).unwrap();
        let mut index = repo.index().unwrap();
        index.add_all(["kept.tmp"], git2::IndexAddOption::FORCE, None).unwrap();
        index.write().unwrap();
        let listing = list(&OsFs, dir.path(), &Quiet).unwrap();
        assert_eq!(paths(&listing), [".gitignore", "a/b/c.json", "a/x y@2x.png", "b.png", "kept.tmp", &long]);
        assert_eq!(listing.ignored, [PackPath::parse("a/x.tmp").unwrap()]);
        assert_eq!(listing.get(&PackPath::parse("b.png").unwrap()).map(|entry| entry.size), Some(5));
        let below: Vec<&str> = listing.below(&PackPath::parse("a").unwrap()).map(|entry| entry.path.as_str()).collect();
        assert_eq!(below, ["a/b/c.json", "a/x y@2x.png"]);
    }

    #[test]
    fn a_pack_below_its_repository_and_files_added_in_spite_of_a_rule() {
        let dir =
            pack(&["packs/go/a.png", "packs/go/build/b.png", "packs/go/build/c.png", "packs/go/d.tmp", "packs/other/e.tmp"]);
        std::fs::write(dir.path().join(".gitignore"), "build\n*.tmp\n").unwrap();
        let repo = Repository::init(dir.path()).unwrap();
        let root = dir.path().join("packs/go");
        let listing = list(&OsFs, &root, &Quiet).unwrap();
        assert_eq!(paths(&listing), ["a.png"]);
        assert_eq!(listing.ignored, [PackPath::parse("d.tmp").unwrap()]);
        let mut index = repo.index().unwrap();
        index.add_all(["packs/go/build/b.png"], git2::IndexAddOption::FORCE, None).unwrap();
        index.write().unwrap();
        let listing = list(&OsFs, &root, &Quiet).unwrap();
        assert_eq!(paths(&listing), ["a.png", "build/b.png"]);
        assert_eq!(listing.ignored, ["build/c.png", "d.tmp"].map(|path| PackPath::parse(path).unwrap()));
    }

    #[test]
    fn a_folder_that_is_a_repository_of_its_own_is_not_the_packs() {
        let dir = pack(&["a.png", "sub/b.png"]);
        Repository::init(dir.path().join("sub")).unwrap();
        let listing = list(&OsFs, dir.path(), &Quiet).unwrap();
        assert_eq!(paths(&listing), ["a.png"]);
        assert_eq!(listing.foreign, [PackPath::parse("sub").unwrap()]);
    }

    #[test]
    fn names_that_differ_in_case_or_accents_find_each_other() {
        let path = |text: &str| PackPath::parse(text).unwrap();
        let listing = Listing::of_paths(["a/Board.png", "a/board.png", "b/e\u{301}.png"].map(|p| (path(p), 1)));
        assert_eq!(listing.other_spelling(&path("a/BOARD.png")), Some(&path("a/Board.png")));
        assert_eq!(listing.other_spelling(&path("a/board.png")), Some(&path("a/Board.png")));
        assert_eq!(listing.other_spelling(&path("b/é.png")), Some(&path("b/e\u{301}.png")));
        assert_eq!(listing.other_spelling(&path("b/e.png")), None);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_listed_as_links_and_names_that_are_no_text_are_told() {
        use std::os::unix::ffi::OsStrExt;
        let dir = pack(&["a.png"]);
        std::os::unix::fs::symlink("a.png", dir.path().join("link.png")).unwrap();
        std::os::unix::fs::symlink(".", dir.path().join("loop")).unwrap();
        std::fs::write(dir.path().join(OsStr::from_bytes(b"\xff.png")), "x").unwrap();
        std::fs::write(dir.path().join("a\nb.png"), "x").unwrap();
        let listing = list(&OsFs, dir.path(), &Quiet).unwrap();
        assert_eq!(paths(&listing), ["a.png", "link.png", "loop"]);
        assert_eq!(listing.files.iter().filter(|entry| entry.is_plain()).count(), 1);
        assert_eq!(listing.odd.len(), 2);
        assert!(listing.odd.iter().all(|odd| !odd.shown.contains('\n')));
    }

    #[test]
    fn cancelling_stops_it() {
        struct Cancelled;
        impl Watch for Cancelled {
            fn progress(&self, _what: &str, _done: u64, _total: u64) {}
            fn cancelled(&self) -> bool {
                true
            }
        }
        let dir = pack(&["a.png"]);
        assert_eq!(list(&OsFs, dir.path(), &Cancelled).unwrap_err().kind(), crate::ErrorKind::Cancelled);
    }
}
