//! The journal of a save: which files get which content. That a whole one stands in the pack is the commit point.
//!
//! A few lines of text, so that a person who finds one can read it:
//!
//! ```text
//! tablewright save 1 0f3a9c21 rename
//! file <sha-256 before, or -> <sha-256 after> <length after> diceytable.mod.json
//! file <sha-256 before, or -> <sha-256 after> <length after> setup.json
//! sha256 <of all bytes above>
//! ```
//!
//! `in-place` instead of `rename` says that the staged files are copied into their targets and stay until the end.

use std::path::{Path, PathBuf};

use super::fs::{FileKind, Fs};
use super::hash::Hash;
use super::names::{JOURNAL_NAME, Tag, staged_name};
use super::path::PackPath;
use crate::error::{Error, Result};

const HEAD: &str = "tablewright save 1 ";
/// Longer than any journal of ours could be: two thousand files with the longest paths.
const MAX_LEN: u64 = 4 << 20;

/// One file of a save: its real path in the pack (no link on the way), and its content before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub path: PackPath,
    /// `None`: there was no file.
    pub before: Option<Hash>,
    pub after: Hash,
    pub len: u64,
}

impl Entry {
    /// The entry's file below `root`, which must be canonical.
    pub fn target(&self, root: &Path) -> PathBuf {
        self.path.join(root)
    }

    /// Where its new content waits.
    pub fn staged(&self, root: &Path, tag: &Tag) -> PathBuf {
        self.path.sibling(&staged_name(self.path.name(), tag)).join(root)
    }
}

/// How the new content reaches its target once the save is committed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The staged file takes the target's name: always, unless that failed and the person chose the other.
    Rename,
    /// The staged file is copied into the target.
    InPlace,
}

/// A whole save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Journal {
    pub tag: Tag,
    pub way: Way,
    pub entries: Vec<Entry>,
}

impl Journal {
    /// The text of the journal, checksum included.
    pub fn to_text(&self) -> String {
        let way = match self.way {
            Way::Rename => "rename",
            Way::InPlace => "in-place",
        };
        let mut text = format!("{HEAD}{} {way}\n", self.tag.as_str());
        for entry in &self.entries {
            let before = entry.before.map_or_else(|| "-".to_owned(), |hash| hash.to_string());
            text.push_str(&format!("file {before} {} {} {}\n", entry.after, entry.len, entry.path));
        }
        let sum = Hash::of(text.as_bytes());
        text.push_str(&format!("sha256 {sum}\n"));
        text
    }

    /// Reads a journal; `None` for anything that [`to_text`](Self::to_text) did not write byte for byte.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let (body, sum) = text.strip_suffix('\n')?.rsplit_once('\n')?;
        let body = &text[..body.len() + 1];
        if sum.strip_prefix("sha256 ")?.parse() != Ok(Hash::of(body.as_bytes())) {
            return None;
        }
        let mut lines = body.lines();
        let (tag, way) = lines.next()?.strip_prefix(HEAD)?.split_once(' ')?;
        let tag = Tag::parse(tag)?;
        let way = match way {
            "rename" => Way::Rename,
            "in-place" => Way::InPlace,
            _ => return None,
        };
        let entries = lines.map(parse_entry).collect::<Option<Vec<_>>>()?;
        // A checksum is no signature: a journal that came with somebody's pack must not get further than ours can.
        let journal = Self { tag, way, entries };
        (!journal.entries.is_empty() && journal.to_text() == text).then_some(journal)
    }

    /// The folders that hold its files, each once.
    pub fn folders(&self, root: &Path) -> Vec<PathBuf> {
        let mut folders: Vec<PathBuf> = Vec::new();
        for entry in &self.entries {
            let folder = entry.path.parent().map_or_else(|| root.to_path_buf(), |folder| folder.join(root));
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        folders
    }
}

fn parse_entry(line: &str) -> Option<Entry> {
    let mut words = line.strip_prefix("file ")?.splitn(4, ' ');
    let before = match words.next()? {
        "-" => None,
        hash => Some(hash.parse().ok()?),
    };
    let after = words.next()?.parse().ok()?;
    let len = words.next()?.parse().ok()?;
    let path = PackPath::parse(words.next()?).ok()?;
    Some(Entry { path, before, after, len })
}

/// What stands under the journal's name.
#[derive(Debug)]
pub(crate) enum Found {
    Nothing,
    /// Not a file at all: nothing of ours, and nothing that we would remove.
    NotAFile,
    Damaged(Vec<u8>),
    Whole(Journal),
}

/// The journal's path in the pack at `root`.
pub(crate) fn journal_path(root: &Path) -> PathBuf {
    root.join(JOURNAL_NAME)
}

/// Reads the journal of the pack at `root`.
pub(crate) fn find(fs: &dyn Fs, root: &Path) -> Result<Found> {
    let path = journal_path(root);
    let failed = |error| Error::io("Couldn't read the journal of an earlier save", &path, error);
    let Some(meta) = fs.metadata_if_there(&path).map_err(failed)? else { return Ok(Found::Nothing) };
    if meta.kind != FileKind::File || meta.len > MAX_LEN {
        return Ok(Found::NotAFile);
    }
    let bytes = fs.read(&path).map_err(failed)?;
    Ok(Journal::parse(&bytes).map_or(Found::Damaged(bytes), Found::Whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Journal {
        let entry = |path: &str, before: Option<&[u8]>, after: &[u8]| Entry {
            path: PackPath::parse(path).unwrap(),
            before: before.map(Hash::of),
            after: Hash::of(after),
            len: after.len() as u64,
        };
        Journal {
            tag: Tag::parse("0f3a9c21").unwrap(),
            way: Way::Rename,
            entries: vec![entry("diceytable.mod.json", Some(b"a"), b"b"), entry("a b/ü c.json", None, b"")],
        }
    }

    #[test]
    fn reads_what_it_writes() {
        for way in [Way::Rename, Way::InPlace] {
            let journal = Journal { way, ..sample() };
            assert_eq!(Journal::parse(journal.to_text().as_bytes()), Some(journal));
        }
    }

    #[test]
    fn any_changed_or_missing_byte_is_noticed() {
        let text = sample().to_text().into_bytes();
        for at in 0..text.len() {
            let mut flipped = text.clone();
            flipped[at] ^= 1;
            assert_eq!(Journal::parse(&flipped), None, "flip at {at}");
            assert_eq!(Journal::parse(&text[..at]), None, "cut at {at}");
        }
        assert_eq!(Journal::parse(&[&text[..], b"\n"].concat()), None);
    }

    #[test]
    fn a_right_checksum_does_not_carry_a_wrong_path() {
        let signed = |body: &str| format!("{body}sha256 {}\n", Hash::of(body.as_bytes())).into_bytes();
        let hash = Hash::of(b"");
        let with = |path: &str| signed(&format!("{HEAD}0f3a9c21 rename\nfile - {hash} 0 {path}\n"));
        assert!(Journal::parse(&with("setup.json")).is_some());
        for path in ["../setup.json", "/etc/passwd", ".git/config", "a\\b", "", "./setup.json"] {
            assert_eq!(Journal::parse(&with(path)), None, "{path}");
        }
        assert_eq!(Journal::parse(&signed(&format!("{HEAD}0f3a9c21 rename\n"))), None, "no files");
        assert_eq!(Journal::parse(&signed("")), None);
    }
}
