//! What was read of plugins and packs before, kept in the state folder.

use super::{PackCard, PluginManifest, Source};
use crate::error::{Error, Result};
use crate::json::{Document, Ref, Value};
use std::path::{Path, PathBuf};

/// A folder with one file a plugin or pack: where it was read, at which commit, and its manifest's text. Losing it loses
/// nothing of a pack: it is read again from its source.
#[derive(Debug, Clone)]
pub struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    /// The shelf in the state folder, which need not be there yet.
    pub fn new(state_dir: &Path) -> Self {
        Self { folder: state_dir.join("library") }
    }

    /// Keeps a plugin.
    ///
    /// # Errors
    /// Where the state folder cannot be written.
    pub fn put_plugin(&self, id: &str, source: &Source, commit: Option<&str>, text: &[u8]) -> Result<()> {
        self.put("plugin", id, source, commit, text)
    }

    /// Keeps a pack.
    ///
    /// # Errors
    /// As [`Self::put_plugin`].
    pub fn put_pack(&self, id: &str, source: &Source, commit: Option<&str>, text: &[u8]) -> Result<()> {
        self.put("pack", id, source, commit, text)
    }

    /// A plugin that was kept, with where it was read.
    pub fn plugin(&self, id: &str) -> Option<(PluginManifest, Source)> {
        let (source, _, text) = self.get("plugin", id)?;
        Some((PluginManifest::read(text.as_bytes()).ok()?, source))
    }

    /// A pack that was kept, with where it was read.
    pub fn pack(&self, id: &str) -> Option<(PackCard, Source)> {
        let (source, commit, text) = self.get("pack", id)?;
        Some((PackCard::read(text.as_bytes(), commit).ok()?, source))
    }

    fn path(&self, kind: &str, id: &str) -> PathBuf {
        // Ids hold letters, digits, dots, dashes and underscores; whatever else is typed must not become a path.
        let plain: String = id.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect();
        self.folder.join(format!("{kind}-{plain}.json"))
    }

    fn put(&self, kind: &str, id: &str, source: &Source, commit: Option<&str>, text: &[u8]) -> Result<()> {
        let path = self.path(kind, id);
        std::fs::create_dir_all(&self.folder).map_err(|e| Error::io("Couldn’t make the folder", &self.folder, e))?;
        let commit = commit.map_or(Value::Null, Value::from);
        let text = String::from_utf8_lossy(text).into_owned();
        let kept = Value::object([
            ("id", Value::from(id)),
            ("source", source.as_text().into()),
            ("commit", commit),
            ("text", text.into()),
        ]);
        let document = Document::new(kept)?;
        std::fs::write(&path, document.text()).map_err(|e| Error::io("Couldn’t keep what was read", &path, e))
    }

    fn get(&self, kind: &str, id: &str) -> Option<(Source, Option<String>, String)> {
        let kept = Document::parse(&std::fs::read(self.path(kind, id)).ok()?).ok()?;
        let text = |key: &str| kept.root().get(key).and_then(Ref::as_str).map(std::borrow::Cow::into_owned);
        // Two ids that differ in what a file name cannot hold share a file; the later one has it.
        if text("id")? != id {
            return None;
        }
        Some((Source::parse(&text("source")?), text("commit"), text("text")?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::new(folder.path());
        let source = Source::parse("https://example.com/a.git");
        assert!(shelf.plugin("org.a").is_none());
        shelf.put_plugin("org.a", &source, Some("abc"), br#"{"id":"org.a","exposedApi":[{"name":"f"}]}"#).unwrap();
        let (plugin, from) = shelf.plugin("org.a").unwrap();
        assert_eq!((plugin.functions.len(), from), (1, source.clone()));
        shelf.put_pack("a/b", &source, None, br#"{"id":"a/b","version":"1.0.0"}"#).unwrap();
        assert_eq!(shelf.pack("a/b").unwrap().0.version, "1.0.0");
        assert!(shelf.pack("a_b").is_none(), "another id in the same file");
        assert!(shelf.pack("../../etc/passwd").is_none());
    }
}
