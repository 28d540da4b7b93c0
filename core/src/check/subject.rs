//! What is judged: two documents, where they come from, and the files around them.

use crate::error::Error;
use crate::json::{Document, ParseError};

/// One of the two documents, as far as it could be read.
#[derive(Debug, Clone, Copy, Default)]
pub enum Part<'a> {
    /// It was read; edits that are not saved are in it.
    Read(&'a Document),
    /// Its text is not JSON.
    Broken(&'a ParseError),
    /// It is there and cannot be read.
    Failed(&'a Error),
    /// There is no such file.
    Missing,
    /// The pack names none (a manifest without a usable `entry.setup` has no scene).
    #[default]
    Absent,
}

impl<'a> Part<'a> {
    /// The document, where it could be read.
    pub fn document(self) -> Option<&'a Document> {
        match self {
            Self::Read(document) => Some(document),
            _ => None,
        }
    }
}

/// What stands beside the manifest under its older name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Twin {
    /// Nothing, or the manifest itself has the older name.
    #[default]
    None,
    /// A copy, byte for byte.
    Same,
    /// Something else.
    Differs,
}

/// A save of this pack that was cut short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interruption {
    /// The next opening finishes it; what is judged here is what that gives.
    WillFinish,
    /// The files changed since, so they are judged as they stand, and the unfinished save is set aside at the next opening.
    WillBeSetAside,
    /// Some files are new and others changed since: the person has to choose.
    NeedsChoice,
}

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

/// The files of a pack, for the rules that ask whether one is there.
pub trait FileSet: Sync {
    /// What stands at `path`, which is relative to the pack and [safe](crate::manifest::is_safe_path).
    fn state(&self, path: &str) -> FileState;

    /// A path that is there and differs from `path`, which is not, in letter case alone.
    fn other_case(&self, path: &str) -> Option<String> {
        let _ = path;
        None
    }
}

/// A pack of which only the documents are known; with it, ask for [`super::Options::documents`].
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl FileSet for NoFiles {
    fn state(&self, _path: &str) -> FileState {
        FileState::Missing
    }
}

/// A pack to be judged.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The manifest.
    pub manifest: Part<'a>,
    /// The manifest's file name.
    pub manifest_name: &'a str,
    /// The scene.
    pub scene: Part<'a>,
    /// The scene's path in the pack, which is the manifest's `entry.setup`; empty where there is none.
    pub scene_name: &'a str,
    /// The files around them.
    pub files: &'a dyn FileSet,
    /// What stands under the manifest's older name.
    pub twin: Twin,
    /// Whether a save was cut short.
    pub interruption: Option<Interruption>,
}

impl<'a> Subject<'a> {
    /// The two documents alone, under their usual names.
    pub fn of_documents(manifest: Part<'a>, scene: Part<'a>) -> Self {
        Self {
            manifest,
            manifest_name: crate::manifest::FILE_NAME,
            scene,
            scene_name: "setup.json",
            files: &NoFiles,
            twin: Twin::None,
            interruption: None,
        }
    }
}
