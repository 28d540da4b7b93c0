//! A change of files and documents that belong together, as a value: the window makes it one step of the history, the
//! command line carries it out and saves.

use super::{ManifestOp, Roots, edit_manifest};
use crate::Result;
use crate::pack::{FileOp, PackPath};
use std::fmt;
use std::sync::Arc;

/// A change of the documents. It may be asked again where they changed while files were written.
pub type RootsEdit = Arc<dyn Fn(&Roots) -> Result<Roots> + Send + Sync>;

/// Files and documents that change together.
#[derive(Clone)]
pub struct FileEdit {
    /// What it is called in the history.
    pub label: String,
    /// What a person should know of it, a sentence each.
    pub told: Vec<String>,
    /// What is done to files, in this order.
    pub ops: Vec<FileOp>,
    /// The change of the documents.
    pub edit: RootsEdit,
    /// Files that have another path after it.
    pub moved: Vec<(PackPath, PackPath)>,
    /// Files that are gone after it.
    pub gone: Vec<PackPath>,
}

impl fmt::Debug for FileEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileEdit").field("label", &self.label).field("ops", &self.ops.len()).finish_non_exhaustive()
    }
}

impl FileEdit {
    /// A change that writes files, and moves or deletes none that the lists name.
    pub fn new(
        label: impl Into<String>,
        ops: Vec<FileOp>,
        edit: impl Fn(&Roots) -> Result<Roots> + Send + Sync + 'static,
    ) -> Self {
        let (told, moved, gone) = (Vec::new(), Vec::new(), Vec::new());
        Self { label: label.into(), told, ops, edit: Arc::new(edit), moved, gone }
    }

    /// A change that makes these edits of the manifest beside what it does to files.
    pub fn with_manifest(label: impl Into<String>, ops: Vec<FileOp>, edits: Vec<ManifestOp>) -> Self {
        Self::new(label, ops, move |roots| edit_manifest(roots, &edits))
    }

    /// With another change of the documents after its own.
    #[must_use]
    pub fn then(self, next: impl Fn(&Roots) -> Result<Roots> + Send + Sync + 'static) -> Self {
        let first = self.edit;
        Self { edit: Arc::new(move |roots| next(&first(roots)?)), ..self }
    }

    /// With these sentences for the person.
    #[must_use]
    pub fn telling(mut self, told: impl IntoIterator<Item = String>) -> Self {
        self.told.extend(told);
        self
    }

    /// The files that it writes, in their order.
    pub fn written(&self) -> impl Iterator<Item = &PackPath> {
        self.ops.iter().filter_map(|op| match op {
            FileOp::Write { path, .. } => Some(path),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;
    use crate::pointer;

    #[test]
    fn changes_of_the_documents_follow_each_other() {
        let roots = Roots { manifest: Some(Document::parse(br#"{"name":"Go"}"#).unwrap()), scene: None };
        let path = PackPath::parse("a/b.webp").unwrap();
        let ops = vec![FileOp::Bin { path: path.clone() }, FileOp::Write { path, bytes: Arc::from(&b"x"[..]) }];
        let first = vec![ManifestOp::Set(pointer!["coverImage"], "a/b.webp".into())];
        let edit = FileEdit::with_manifest("Set the cover", ops, first)
            .then(|roots| edit_manifest(roots, &[ManifestOp::Set(pointer!["name"], "Weiqi".into())]))
            .telling(["It is small.".to_owned()]);
        assert_eq!((edit.edit)(&roots).unwrap().manifest.unwrap().text(), r#"{"name":"Weiqi","coverImage":"a/b.webp"}"#);
        assert_eq!(edit.written().map(PackPath::as_str).collect::<Vec<_>>(), ["a/b.webp"]);
        assert_eq!(edit.told, ["It is small."]);
        assert!((edit.edit)(&Roots::default()).is_err());
    }
}
