//! Keeps our own files out of the pack's git status, in `.git/info/exclude`, which belongs to this machine; the author's
//! `.gitignore` is never touched.

use std::io;
use std::path::Path;

use super::fs::{FileKind, Fs};
use super::names::{EXCLUDE_PATTERNS, Tag, staged_name};

/// Adds the patterns that are missing, if `root` has a `.git` folder. The file is replaced as one step.
pub(crate) fn add(fs: &dyn Fs, root: &Path) -> io::Result<()> {
    let git = root.join(".git");
    if fs.metadata_if_there(&git)?.is_none_or(|meta| meta.kind != FileKind::Dir) {
        return Ok(());
    }
    let info = git.join("info");
    let exclude = info.join("exclude");
    let present = fs.metadata_if_there(&exclude)?;
    if present.as_ref().is_some_and(|meta| meta.kind != FileKind::File) {
        // A link or worse: somebody's own arrangement.
        return Ok(());
    }
    let old = fs.read_if_there(&exclude)?.unwrap_or_default();
    let Some(new) = with_patterns(&old) else { return Ok(()) };
    fs.create_dirs(&info)?;
    let staged = info.join(staged_name("exclude", &Tag::fresh(fs)));
    let mode = present.and_then(|meta| meta.mode);
    let written = fs.write_durably(&staged, &new, mode).and_then(|()| fs.rename_patiently(&staged, &exclude));
    if written.is_err() {
        fs.remove_if_there(&staged).ok();
    }
    written
}

/// `old` with the missing patterns behind it; `None` where none is missing.
fn with_patterns(old: &[u8]) -> Option<Vec<u8>> {
    let has = |pattern: &str| old.split(|&b| b == b'\n').any(|line| line.trim_ascii() == pattern.as_bytes());
    let missing: Vec<&str> = EXCLUDE_PATTERNS.into_iter().filter(|pattern| !has(pattern)).collect();
    if missing.is_empty() {
        return None;
    }
    let mut new = old.to_vec();
    if !new.is_empty() && !new.ends_with(b"\n") {
        new.push(b'\n');
    }
    for pattern in missing {
        new.extend_from_slice(pattern.as_bytes());
        new.push(b'\n');
    }
    Some(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::OsFs;

    #[test]
    fn adds_each_pattern_once_behind_what_is_there() {
        let dir = tempfile::tempdir().unwrap();
        add(&OsFs, dir.path()).unwrap();
        assert!(!dir.path().join(".git").exists(), "no repository, nothing to do");

        std::fs::create_dir(dir.path().join(".git")).unwrap();
        let exclude = dir.path().join(".git/info/exclude");
        add(&OsFs, dir.path()).unwrap();
        let ours = std::fs::read_to_string(&exclude).unwrap();
        assert_eq!(ours, ".*.????????.stage\n.pack-save.journal\n");
        add(&OsFs, dir.path()).unwrap();
        assert_eq!(std::fs::read_to_string(&exclude).unwrap(), ours);

        std::fs::write(&exclude, "# mine\r\n.pack-save.journal\r\nno newline").unwrap();
        add(&OsFs, dir.path()).unwrap();
        let text = std::fs::read_to_string(&exclude).unwrap();
        assert_eq!(text, "# mine\r\n.pack-save.journal\r\nno newline\n.*.????????.stage\n");
        assert_eq!(std::fs::read_dir(exclude.parent().unwrap()).unwrap().count(), 1, "nothing staged stays behind");
    }

    #[test]
    fn git_ignores_what_the_patterns_name() {
        let dir = tempfile::tempdir().unwrap();
        let repo = git2::Repository::init(dir.path()).unwrap();
        add(&OsFs, dir.path()).unwrap();
        let tag = Tag::fresh(&OsFs);
        for (path, ignored) in [
            (staged_name("setup.json", &tag), true),
            (format!("scene/{}", staged_name("a b.json", &tag)), true),
            (".pack-save.journal".to_owned(), true),
            ("setup.json".to_owned(), false),
            (".setup.stage".to_owned(), false),
        ] {
            assert_eq!(repo.is_path_ignored(&path).unwrap(), ignored, "{path}");
        }
    }
}
