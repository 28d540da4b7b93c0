//! What a rule reads.

use super::Options;
use super::subject::{Part, Subject};
use crate::finding::DocId;
use crate::json::Ref;
use crate::manifest::ManifestView;

/// The pack under judgement, as rules see it.
pub struct Context<'a> {
    /// Documents, names and files.
    pub subject: &'a Subject<'a>,
    /// What is asked.
    pub options: &'a Options,
    /// The manifest, where it is an object.
    pub manifest: Option<ManifestView<'a>>,
    /// The scene, where it is an object.
    pub scene: Option<Ref<'a>>,
}

impl<'a> Context<'a> {
    /// The view of `subject`.
    pub fn new(subject: &'a Subject<'a>, options: &'a Options) -> Self {
        let manifest = subject.manifest.document().and_then(ManifestView::new);
        let scene = subject.scene.document().map(|d| d.root()).filter(|root| root.is_object());
        Self { subject, options, manifest, scene }
    }

    /// Both documents with what is known of each.
    pub fn parts(&self) -> [(DocId, Part<'a>); 2] {
        [(DocId::Manifest, self.subject.manifest), (DocId::Scene, self.subject.scene)]
    }
}
