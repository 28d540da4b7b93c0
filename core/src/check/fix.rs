//! What mends a problem.

use crate::edit::Roots;
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Document, EditError};
use crate::pack::PackPath;
use std::fmt;
use std::sync::Arc;

/// The longest label, in bytes. What a person wrote stands in labels, and may have any length.
const MAX_LABEL: usize = 300;

/// An edit that mends one problem. It is applied to the documents as they are then, which may be later than the check;
/// where they no longer fit it fails and changes nothing.
#[derive(Clone)]
pub struct Fix {
    id: &'static str,
    label: String,
    safe: bool,
    apply: Arc<dyn Fn(&Roots) -> Result<Roots> + Send + Sync>,
    remedy: Option<Remedy>,
}

/// What a fix does to a file, with all that names it: it is planned with a fresh look at the pack's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remedy {
    /// Gives it another path.
    Rename {
        /// Where it is.
        from: PackPath,
        /// Where it goes.
        to: PackPath,
    },
    /// Puts it into the bin.
    Delete(PackPath),
}

impl Fix {
    /// A fix. `id` names the kind of fix for reports, `label` is what a button says, `safe` means that there is one
    /// right answer; what it takes away had no effect where it stood.
    pub fn new(
        id: &'static str,
        label: impl Into<String>,
        safe: bool,
        apply: impl Fn(&Roots) -> Result<Roots> + Send + Sync + 'static,
    ) -> Self {
        let mut label = label.into();
        if label.len() > MAX_LABEL {
            label.truncate(label.floor_char_boundary(MAX_LABEL));
            label.push('…');
        }
        Self { id, label, safe, apply: Arc::new(apply), remedy: None }
    }

    /// A fix that changes a file, which a person decides.
    pub fn file(id: &'static str, label: impl Into<String>, remedy: Remedy) -> Self {
        let fix = Self::new(id, label, false, |_| {
            Err(Error::new(ErrorKind::Refused, "This fix changes a file, not a document").hint("Apply it in the window."))
        });
        Self { remedy: Some(remedy), ..fix }
    }

    /// What it does to a file; `None` where it edits the documents.
    pub fn remedy(&self) -> Option<&Remedy> {
        self.remedy.as_ref()
    }

    /// A fix that edits the manifest alone.
    pub fn manifest(
        id: &'static str,
        label: impl Into<String>,
        safe: bool,
        edit: impl Fn(&Document) -> Result<Document, EditError> + Send + Sync + 'static,
    ) -> Self {
        Self::new(id, label, safe, move |roots| {
            let manifest = roots.manifest.as_ref().ok_or_else(|| unread("manifest"))?;
            Ok(Roots { manifest: Some(edit(manifest)?), scene: roots.scene.clone() })
        })
    }

    /// A fix that edits the scene alone.
    pub fn scene(
        id: &'static str,
        label: impl Into<String>,
        safe: bool,
        edit: impl Fn(&Document) -> Result<Document, EditError> + Send + Sync + 'static,
    ) -> Self {
        Self::new(id, label, safe, move |roots| {
            let scene = roots.scene.as_ref().ok_or_else(|| unread("scene"))?;
            Ok(Roots { manifest: roots.manifest.clone(), scene: Some(edit(scene)?) })
        })
    }

    /// The kind of fix.
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// What a button says.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Whether it may be applied without asking.
    pub fn is_safe(&self) -> bool {
        self.safe
    }

    /// The documents with the problem mended.
    ///
    /// # Errors
    /// [`ErrorKind::Refused`] where the documents are no longer the ones that the problem was found in.
    pub fn apply(&self, roots: &Roots) -> Result<Roots> {
        (self.apply)(roots)
    }
}

fn unread(what: &str) -> Error {
    Error::new(ErrorKind::Refused, format!("The {what} cannot be read, so it cannot be mended")).hint("Correct its text first.")
}

impl fmt::Debug for Fix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, label, safe, .. } = self;
        f.debug_struct("Fix").field("id", id).field("label", label).field("safe", safe).finish_non_exhaustive()
    }
}
