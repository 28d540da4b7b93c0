//! The files of a pack that a ledger is held against.

use crate::error::{Error, Result};
use crate::pack::{FileKind, Fs, is_ours};
use git2::Repository;
use std::path::Path;

/// Folders nest no deeper than this in any pack; what is below is passed over.
const MAX_DEPTH: usize = 32;

/// The most files that are listed.
const MAX_FILES: usize = 100_000;

/// The regular files below `root`, by their paths, in code-unit order. Links, git's own files, ours, and what git ignores
/// are left out; so is what cannot be named by a manifest.
///
/// # Errors
/// Where the folder itself cannot be read; a folder below that cannot be read counts as empty.
pub fn files_of(fs: &dyn Fs, root: &Path) -> Result<Vec<String>> {
    fs.read_dir(root).map_err(|error| Error::io("Couldn't list the pack's files", root, error))?;
    let repository = Repository::discover(root).ok();
    let prefix = repository.as_ref().and_then(|repository| {
        let work = repository.workdir()?.canonicalize().ok()?;
        root.canonicalize().ok()?.strip_prefix(work).ok().map(Path::to_path_buf)
    });
    let ignored = |path: &str| match (&repository, &prefix) {
        (Some(repository), Some(prefix)) => repository.is_path_ignored(prefix.join(path)).unwrap_or(false),
        _ => false,
    };
    let mut files = Vec::new();
    let mut folders = vec![(String::new(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs.read_dir(&root.join(&folder)).unwrap_or_default() {
            let Some(name) = entry.name.to_str() else { continue };
            if name.eq_ignore_ascii_case(".git") || is_ours(name) || files.len() >= MAX_FILES {
                continue;
            }
            let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
            match entry.kind {
                FileKind::Dir if depth < MAX_DEPTH && !ignored(&format!("{path}/")) => folders.push((path, depth + 1)),
                FileKind::File if !ignored(&path) => files.push(path),
                _ => {}
            }
        }
    }
    files.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::OsFs;
    use std::fs;

    #[test]
    fn lists_what_could_be_published() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("packs/go");
        fs::create_dir_all(root.join("textures/deep")).unwrap();
        Repository::init(folder.path()).unwrap();
        fs::write(folder.path().join(".gitignore"), "*.psd\nwork/\n").unwrap();
        for name in ["setup.json", "textures/b.png", "textures/deep/é.png", "textures/Z.png", "a.psd", ".x.01234567.stage"] {
            fs::write(root.join(name), "x").unwrap();
        }
        fs::create_dir(root.join("work")).unwrap();
        fs::write(root.join("work/a.png"), "x").unwrap();
        let expected = ["setup.json", "textures/Z.png", "textures/b.png", "textures/deep/é.png"];
        assert_eq!(files_of(&OsFs, &root).unwrap(), expected);
        assert!(files_of(&OsFs, &root.join("none")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_no_files() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.png"), "x").unwrap();
        std::os::unix::fs::symlink("a.png", folder.path().join("b.png")).unwrap();
        std::os::unix::fs::symlink(".", folder.path().join("round")).unwrap();
        assert_eq!(files_of(&OsFs, folder.path()).unwrap(), ["a.png"]);
    }
}
