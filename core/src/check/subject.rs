//! What is judged: two documents, where they come from, and the files around them.

use crate::assets::{Bytes, Memory, Survey};
use crate::edit::Roots;
use crate::json::Document;
use crate::pack::{Fault, MANIFEST, PackPath, SETUP, Twin, Verdict, WorkingCopy};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A document, or why there is none.
pub type Part<'a> = Result<&'a Document, &'a Fault>;

/// What a path of the pack stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// Nothing.
    Missing,
    /// A link that leads out of the pack.
    Outside,
}

/// The most bytes of a file that a rule looks into. The largest card catalogue of a published pack has 7 MB.
pub const MAX_TEXT: u64 = 16 << 20;

/// The files of a pack, for the rules that ask whether one is there.
pub trait FileSet: Sync {
    /// What stands at `path`.
    fn state(&self, path: &PackPath) -> FileState;

    /// The text of the file at `path`, for the rules that look into scripts, card catalogues and the licence; bytes that
    /// are no UTF-8 read as U+FFFD. `None` where there is no such file inside the pack, where it cannot be read, or where
    /// it has more than [`MAX_TEXT`] bytes.
    fn text(&self, path: &PackPath) -> Option<String> {
        let _ = path;
        None
    }

    /// The first [`HEAD`](crate::pack::HEAD) bytes of the file at `path`, for the rule that holds content against names; all of a shorter one.
    /// `None` where there is no such file inside the pack, or where it cannot be read.
    fn head(&self, path: &PackPath) -> Option<Vec<u8>> {
        let _ = path;
        None
    }

    /// A path that is there and differs from `path`, which is not, in letter case alone.
    fn other_case(&self, path: &PackPath) -> Option<String> {
        let _ = path;
        None
    }

    /// How many bytes the file at `path` has.
    fn size(&self, path: &PackPath) -> Option<u64> {
        let _ = path;
        None
    }

    /// All files of the pack and who names them in documents like `roots`, for the rules that ask what a file is used for.
    /// `None` where nobody looked.
    fn survey(&self, roots: &Roots) -> Option<Surveyed> {
        let _ = roots;
        None
    }

    /// Size and hash of the bytes that git publishes of these files, as far as they can be read.
    fn published(&self, paths: &[PackPath]) -> FxHashMap<PackPath, Bytes> {
        let _ = paths;
        FxHashMap::default()
    }
}

/// A look at all files of a pack.
#[derive(Debug, Clone)]
pub struct Surveyed {
    /// The files, who names them, and a row for each.
    pub survey: Arc<Survey>,
    /// What was read of them.
    pub memory: Arc<Memory>,
}

/// A pack of which only the documents are known; with it, ask for [`super::Options::documents`].
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl FileSet for NoFiles {
    fn state(&self, _path: &PackPath) -> FileState {
        FileState::Missing
    }
}

/// A pack to be judged.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The manifest.
    pub manifest: Part<'a>,
    /// The manifest's path in the pack.
    pub manifest_path: &'a str,
    /// The scene.
    pub scene: Part<'a>,
    /// The scene's path in the pack.
    pub scene_path: &'a str,
    /// The files around them.
    pub files: &'a dyn FileSet,
    /// How the manifest's two names stand to each other.
    pub twin: Twin,
    /// What the next opening makes of a save that was cut short, where there is one.
    pub interruption: Option<Verdict>,
}

impl<'a> Subject<'a> {
    /// An open pack with the edits of `roots`; a document that is not there is what the copy says of it.
    pub fn of_working_copy(copy: &'a WorkingCopy, roots: &'a Roots, files: &'a dyn FileSet) -> Self {
        Self {
            manifest: roots.manifest.as_ref().map_or(copy.manifest.state.as_ref(), Ok),
            manifest_path: copy.manifest.path.as_str(),
            scene: roots.scene.as_ref().map_or(copy.scene.state.as_ref(), Ok),
            scene_path: copy.scene.path.as_str(),
            files,
            twin: copy.twin,
            interruption: None,
        }
    }

    /// The two documents alone, under their usual names.
    pub fn of_documents(manifest: Part<'a>, scene: Part<'a>) -> Self {
        let (manifest_path, scene_path) = (MANIFEST, SETUP);
        Self { manifest, manifest_path, scene, scene_path, files: &NoFiles, twin: Twin::None, interruption: None }
    }
}
