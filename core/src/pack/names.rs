//! The names of our own files inside a pack, in one place, so that the inventory, git and recovery agree on them.

use super::fs::Fs;

/// The journal of a save, in the pack's root. That it stands under this name is the commit point.
pub const JOURNAL_NAME: &str = ".pack-save.journal";

/// Patterns for `.git/info/exclude` that cover every file of ours.
pub const EXCLUDE_PATTERNS: [&str; 2] = [".*.????????.stage", JOURNAL_NAME];

const STAGE_EXT: &str = ".stage";
const TAG_LEN: usize = 8;

/// The name of one save: eight lower-case hex digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tag(String);

impl Tag {
    /// A tag that no earlier save had (but for one chance in four billion, which `write_new` would notice).
    pub(crate) fn fresh(fs: &dyn Fs) -> Self {
        Self(format!("{:08x}", fs.random()))
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let hex = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
        (text.len() == TAG_LEN && text.bytes().all(hex)).then(|| Self(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// `.<name>.<tag>.stage`: where the new content of `name` waits, in the same folder, hence on the same file system.
pub(crate) fn staged_name(name: &str, tag: &Tag) -> String {
    format!(".{name}.{}{STAGE_EXT}", tag.0)
}

/// Whether `name` is that of a staged file, by its shape alone.
pub(crate) fn is_staged(name: &str) -> bool {
    let Some(rest) = name.strip_prefix('.').and_then(|n| n.strip_suffix(STAGE_EXT)) else { return false };
    rest.rsplit_once('.').is_some_and(|(target, tag)| !target.is_empty() && Tag::parse(tag).is_some())
}

/// Whether a file called `name` is one of ours (staged or journal) and so never part of the pack: the inventory, the
/// watcher and the commit leave it out.
pub fn is_ours(name: &str) -> bool {
    name == JOURNAL_NAME || is_staged(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::OsFs;

    #[test]
    fn knows_its_own_names() {
        let tag = Tag::fresh(&OsFs);
        for name in ["setup.json", "diceytable.mod.json", "a b@2x.png", JOURNAL_NAME, "x"] {
            assert!(is_ours(&staged_name(name, &tag)), "{name}");
        }
        assert!(is_ours(JOURNAL_NAME));
    }

    #[test]
    fn leaves_other_peoples_names_alone() {
        for name in [
            "setup.json",
            ".setup.json.stage",
            ".setup.json.0123456.stage",
            ".setup.json.012345678.stage",
            ".setup.json.0123456G.stage",
            "setup.json.01234567.stage",
            "..01234567.stage",
            ".01234567.stage",
            ".setup.json.01234567.stag",
            ".pack-save.journal2",
        ] {
            assert!(!is_ours(name), "{name}");
        }
        assert!(is_ours(".setup.json.0123456a.stage"));
    }
}
