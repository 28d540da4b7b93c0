//! What a rule reads.

use super::Options;
use super::subject::{Part, Subject, Surveyed};
use crate::edit::Roots;
use crate::finding::DocId;
use crate::manifest::ManifestView;
use crate::pack::PackPath;
use crate::scene::view::SceneView;
use std::sync::OnceLock;

/// The pack under judgement, as rules see it.
pub struct Context<'a> {
    /// Documents, names and files.
    pub subject: &'a Subject<'a>,
    /// What is asked.
    pub options: &'a Options,
    /// The manifest, where it is an object.
    pub manifest: Option<ManifestView<'a>>,
    /// The scene, where it is an object.
    pub scene: Option<SceneView<'a>>,
    /// What [`Self::entry_script`] read.
    script: OnceLock<Option<String>>,
    /// What [`Self::surveyed`] found.
    surveyed: OnceLock<Option<Surveyed>>,
}

impl<'a> Context<'a> {
    /// The view of `subject`.
    pub fn new(subject: &'a Subject<'a>, options: &'a Options) -> Self {
        let manifest = subject.manifest.ok().and_then(ManifestView::new);
        let scene = subject.scene.ok().map(SceneView::of).filter(|scene| scene.0.is_object());
        Self { subject, options, manifest, scene, script: OnceLock::new(), surveyed: OnceLock::new() }
    }

    /// All files of the pack and who names them, where files are judged and somebody looked; looked at once, when the first
    /// rule asks.
    pub fn surveyed(&self) -> Option<&Surveyed> {
        let look = || {
            let Subject { manifest, scene, files, .. } = self.subject;
            let roots = Roots { manifest: manifest.ok().cloned(), scene: scene.ok().cloned() };
            (!self.options.documents).then(|| files.survey(&roots)).flatten()
        };
        self.surveyed.get_or_init(look).as_ref()
    }

    /// The text of `entry.script`, where it is there and can be read; read once, when the first rule asks.
    pub fn entry_script(&self) -> Option<&str> {
        let read = || {
            let path = PackPath::parse(&self.manifest?.script()?).ok()?;
            self.subject.files.text(&path)
        };
        self.script.get_or_init(read).as_deref()
    }

    /// Both documents with what is known of each.
    pub fn parts(&self) -> [(DocId, Part<'a>); 2] {
        [(DocId::Manifest, self.subject.manifest), (DocId::Scene, self.subject.scene)]
    }
}
