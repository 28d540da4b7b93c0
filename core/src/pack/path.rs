//! Paths inside a pack, as manifests write them, and the way from such a path to a file that is really inside.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fmt;
use std::io::ErrorKind as Io;
use std::path::{Component, Path, PathBuf};

use super::fs::{FileKind, Fs};
use crate::error::{Error, ErrorKind, Result};

/// As many links in a row as an operating system follows.
const MAX_LINKS: usize = 40;

/// A path relative to the pack's root, with `/` between its parts: no `..`, nothing absolute, no drive, no backslash,
/// no control character, and nothing in `.git`. Spaces, `@`, `+` and letters of any script are fine. A `PackPath` cannot
/// be built from anything else, so whoever has one need not check again. `./` at the front or inside is dropped.
///
/// The manifest reference words the rule: "relative repository paths without traversal or external URLs".
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackPath(String);

impl PackPath {
    /// Reads `text` as a path in a pack, or says why it is none ([`ErrorKind::UnsafePath`]).
    pub fn parse(text: &str) -> Result<Self> {
        let refuse = |why: &str| {
            Err(Error::new(ErrorKind::UnsafePath, format!("`{}` can't be used as a path in a pack: {why}", shown(text)))
                .hint("Use a path relative to the pack's folder, such as `assets/board.png`."))
        };
        if text.is_empty() {
            return refuse("it is empty");
        }
        if text.chars().any(char::is_control) {
            return refuse("it contains a control character");
        }
        if text.contains('\\') {
            return refuse("it contains a backslash; parts are separated by `/`");
        }
        if text.starts_with('/') {
            return refuse("it is absolute");
        }
        if text.contains("://") {
            return refuse("it is a web address");
        }
        let bytes = text.as_bytes();
        if bytes.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':' {
            return refuse("it begins with a drive letter");
        }
        let mut parts = Vec::new();
        for part in text.split('/') {
            match part {
                "" => return refuse("it has an empty part"),
                ".." => return refuse("`..` leads out of a folder"),
                "." => {}
                _ if is_git_folder(part) => return refuse("`.git` belongs to git"),
                _ => parts.push(part),
            }
        }
        if parts.is_empty() {
            return refuse("it names the pack's own folder");
        }
        Ok(Self(parts.join("/")))
    }

    /// The text, with `/` between the parts.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The folder it is in; `None` in the pack's root.
    pub fn parent(&self) -> Option<PackPath> {
        self.0.rsplit_once('/').map(|(folder, _)| Self(folder.to_owned()))
    }

    /// The path of a file called `name` in the same folder.
    pub(crate) fn sibling(&self, name: &str) -> PackPath {
        match self.0.rsplit_once('/') {
            Some((folder, _)) => Self(format!("{folder}/{name}")),
            None => Self(name.to_owned()),
        }
    }

    /// `root` with this path behind it. Purely textual: links are not followed, see [`resolve_inside`].
    pub fn join(&self, root: &Path) -> PathBuf {
        let mut path = root.to_path_buf();
        path.extend(self.0.split('/'));
        path
    }

    /// The pack path of `path`, which must lie below `root`; both absolute and free of links.
    pub(crate) fn below(root: &Path, path: &Path) -> Result<Self> {
        let outside = || Error::new(ErrorKind::UnsafePath, "The file is outside the pack").at(path);
        let relative = path.strip_prefix(root).map_err(|_| outside())?;
        let parts: Option<Vec<&str>> = relative.iter().map(|part| part.to_str()).collect();
        let Some(parts) = parts else {
            return Err(Error::new(ErrorKind::UnsafePath, "The file's name is not valid Unicode")
                .at(path)
                .hint("Rename the file."));
        };
        Self::parse(&parts.join("/"))
    }
}

impl fmt::Display for PackPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for PackPath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for PackPath {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

/// Whether a file system somewhere takes `part` for `.git`: letter case, trailing dots and spaces, NTFS's short name.
fn is_git_folder(part: &str) -> bool {
    let bare = part.trim_end_matches(['.', ' ']);
    bare.eq_ignore_ascii_case(".git") || bare.eq_ignore_ascii_case("git~1")
}

/// `text` as it can stand in a sentence: escaped and cut.
fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(80).flat_map(char::escape_debug).collect();
    if text.chars().nth(80).is_some() {
        short.push('…');
    }
    short
}

/// The real file behind `path` in the pack at `root`, every link followed, also where the file does not exist yet.
///
/// Errors are [`ErrorKind::UnsafePath`] where the way leads out of the pack or into `.git`, or runs in a circle, and
/// [`ErrorKind::NotFound`] where the pack folder itself is gone.
pub fn resolve_inside(fs: &dyn Fs, root: &Path, path: &PackPath) -> Result<PathBuf> {
    let root = canonical_root(fs, root)?;
    let real = follow(fs, &root, path)?;
    match real.strip_prefix(&root) {
        Ok(inside) if inside.as_os_str().is_empty() => {
            Err(Error::new(ErrorKind::UnsafePath, format!("`{path}` leads to the pack's own folder")).at(path.join(&root)))
        }
        Ok(inside) if inside.iter().any(|part| part.to_str().is_some_and(is_git_folder)) => {
            Err(Error::new(ErrorKind::UnsafePath, format!("`{path}` leads into `.git`"))
                .at(path.join(&root))
                .hint("Replace the link by a file."))
        }
        Ok(_) => Ok(real),
        Err(_) => Err(Error::new(ErrorKind::UnsafePath, format!("`{path}` leads out of the pack, to {}", real.display()))
            .at(path.join(&root))
            .hint("Replace the link by a file: only files inside the pack's folder are published.")),
    }
}

/// The pack's folder, absolute and free of links.
pub(crate) fn canonical_root(fs: &dyn Fs, root: &Path) -> Result<PathBuf> {
    fs.canonicalize(root).map_err(|error| Error::io("Couldn't reach the pack's folder", root, error))
}

/// Walks part by part, as the system would, so that a file that is not there yet has a place as well.
fn follow(fs: &dyn Fs, root: &Path, path: &PackPath) -> Result<PathBuf> {
    let mut here = root.to_path_buf();
    let mut ahead: VecDeque<OsString> = path.as_str().split('/').map(OsString::from).collect();
    let mut links = 0;
    while let Some(part) = ahead.pop_front() {
        // Only links bring `..`; it counts from where the walk has come to, which holds no link any more.
        if part == ".." {
            here.pop();
            continue;
        }
        let next = here.join(&part);
        match fs.metadata(&next) {
            Ok(meta) if meta.kind == FileKind::Symlink => {
                links += 1;
                let target = fs.read_link(&next).map_err(|e| Error::io(format!("Couldn't follow `{path}`"), &next, e))?;
                if links > MAX_LINKS {
                    return Err(Error::new(ErrorKind::UnsafePath, format!("The links of `{path}` run in a circle"))
                        .at(path.join(root))
                        .hint("Replace the link by a file."));
                }
                here = unroll(here, &target, &mut ahead);
            }
            Ok(_) => here = next,
            Err(error) if error.kind() == Io::NotFound => here = next,
            Err(error) => return Err(Error::io(format!("Couldn't look at `{path}`"), &next, error)),
        }
    }
    Ok(here)
}

/// Puts the parts of a link's target in front of what is still ahead; gives the folder from which they count.
fn unroll(mut here: PathBuf, target: &Path, ahead: &mut VecDeque<OsString>) -> PathBuf {
    let mut parts = Vec::new();
    for component in target.components() {
        match component {
            Component::Prefix(_) | Component::RootDir => here.push(component),
            Component::CurDir => {}
            Component::ParentDir | Component::Normal(_) => parts.push(component.as_os_str().to_owned()),
        }
    }
    for part in parts.into_iter().rev() {
        ahead.push_front(part);
    }
    here
}

/// `path` as it is compared where letter case and the way of writing accents do not count.
pub(crate) fn folded(path: &str) -> String {
    if path.is_ascii() {
        return path.to_ascii_lowercase();
    }
    let composed = icu_normalizer::ComposingNormalizerBorrowed::new_nfc();
    // Lower case may take letters apart again.
    composed.normalize(&composed.normalize(path).to_lowercase()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::OsFs;

    #[test]
    fn takes_what_packs_use() {
        for text in
            ["setup.json", "assets/a b@2x.png", "assets/sub/ü+ñ (1).webp", "a", "..a", "a..", "…/x", ".gitignore", "git", "ab:c"]
        {
            assert_eq!(PackPath::parse(text).unwrap().as_str(), text);
        }
        assert_eq!(PackPath::parse("./scene/./setup.json").unwrap().as_str(), "scene/setup.json");
    }

    #[test]
    fn refuses_what_could_leave_the_pack() {
        for text in [
            "",
            ".",
            "./",
            "/",
            "/etc/passwd",
            "//host/share",
            "..",
            "../x",
            "a/../../x",
            "a/..",
            "a//b",
            "a/",
            "C:",
            "c:/x",
            "C:x",
            "\\\\host\\share",
            "a\\b",
            "a\0b",
            "a\nb",
            "\u{85}",
            "https://example.org/a.png",
            ".git",
            ".git/hooks/pre-commit",
            "a/.GIT/config",
            ".git./config",
            ".git /config",
            "GIT~1/config",
        ] {
            let error = PackPath::parse(text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::UnsafePath, "{text:?}");
        }
    }

    #[test]
    fn long_and_odd_text_stays_readable_in_the_message() {
        let error = PackPath::parse(&format!("/{}", "x".repeat(500))).unwrap_err();
        assert!(error.to_string().len() < 300);
        assert!(PackPath::parse("a\u{1b}[2Jb").unwrap_err().to_string().contains("\\u{1b}"));
    }

    #[test]
    fn names_folders_and_siblings() {
        let path = PackPath::parse("a/b/c.json").unwrap();
        assert_eq!((path.name(), path.parent().unwrap().as_str()), ("c.json", "a/b"));
        assert_eq!(path.sibling("d").as_str(), "a/b/d");
        assert_eq!(path.join(Path::new("/packs/go")), Path::new("/packs/go/a/b/c.json"));
        let top = PackPath::parse("c.json").unwrap();
        assert_eq!((top.name(), top.parent(), top.sibling("d").as_str()), ("c.json", None, "d"));
    }

    #[cfg(unix)]
    mod links {
        use std::os::unix::fs::symlink;

        use super::*;

        fn resolve(root: &Path, path: &str) -> Result<PathBuf> {
            resolve_inside(&OsFs, root, &PackPath::parse(path).unwrap())
        }

        #[test]
        fn follows_links_that_stay_inside() {
            let dir = tempfile::tempdir().unwrap();
            let root = dir.path().canonicalize().unwrap();
            std::fs::create_dir_all(root.join("real/deep")).unwrap();
            std::fs::write(root.join("real/deep/s.json"), "x").unwrap();
            symlink("real", root.join("folder")).unwrap();
            symlink("folder/deep/s.json", root.join("one")).unwrap();
            symlink(root.join("one"), root.join("two")).unwrap();
            symlink("../../real/../one", root.join("real/deep/three")).unwrap();
            symlink("real/deep/new.json", root.join("dangling")).unwrap();
            let real = root.join("real/deep/s.json");
            for path in ["real/deep/s.json", "folder/deep/s.json", "one", "two", "real/deep/three"] {
                assert_eq!(resolve(&root, path).unwrap(), real, "{path}");
            }
            assert_eq!(resolve(&root, "dangling").unwrap(), root.join("real/deep/new.json"));
            assert_eq!(resolve(&root, "not/there/yet.json").unwrap(), root.join("not/there/yet.json"));
        }

        #[test]
        fn a_pack_reached_through_a_link_is_the_same_pack() {
            let dir = tempfile::tempdir().unwrap();
            let root = dir.path().canonicalize().unwrap();
            std::fs::create_dir(root.join("pack")).unwrap();
            symlink("pack", root.join("alias")).unwrap();
            assert_eq!(resolve(&root.join("alias"), "setup.json").unwrap(), root.join("pack/setup.json"));
        }

        #[test]
        fn refuses_links_that_lead_out_or_run_in_a_circle() {
            let dir = tempfile::tempdir().unwrap();
            let base = dir.path().canonicalize().unwrap();
            let root = base.join("pack");
            std::fs::create_dir_all(root.join(".git/hooks")).unwrap();
            std::fs::create_dir(base.join("pack-twin")).unwrap();
            for (name, target) in [
                ("out", "../secret"),
                ("abs", "/etc/passwd"),
                ("twin", "../pack-twin/setup.json"),
                ("self", "self"),
                ("ping", "pong"),
                ("pong", "ping"),
                ("hook", ".git/hooks/pre-commit"),
                ("root", "."),
                ("up", ".."),
            ] {
                symlink(target, root.join(name)).unwrap();
            }
            for path in ["out", "abs", "twin", "self", "ping", "self/below", "hook", "root", "up/secret", "up"] {
                let error = resolve(&root, path).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::UnsafePath, "{path}: {error}");
            }
            assert_eq!(resolve(&root, "up/pack/setup.json").unwrap(), root.join("setup.json"), "leaves and comes back");
            assert_eq!(resolve(&base.join("gone"), "a").unwrap_err().kind(), ErrorKind::NotFound);
        }
    }

    #[test]
    fn case_and_accents_fold() {
        assert_eq!(folded("A/É.png"), folded("a/e\u{301}.PNG"));
        assert_eq!(folded("A/b"), "a/b");
        assert_ne!(folded("a/e.png"), folded("a/é.png"));
    }
}
