//! The working copy: a pack's folder opened, its two documents read as far as each can be, and saved as one step.

use super::{
    FileKind, Fs, Hash, Interrupted, Note, Outcome, PackPath, Recovery, SaveFile, SaveOptions, SaveSet, Saved, peek, recover,
    resolve_inside, save,
};
use crate::edit::Roots;
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Document, ParseError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The manifest's file name.
pub const MANIFEST: &str = "diceytable.mod.json";
/// The manifest's older file name, which the platform falls back to.
pub const LEGACY_MANIFEST: &str = "gametable.mod.json";
/// The scene's conventional file name, taken where the manifest cannot be read.
pub const SETUP: &str = "setup.json";

/// The largest file that is read as a document: 256 MiB, far above the platform's 5 MB for a setup.
const MAX_FILE: u64 = 256 << 20;

/// Why a part of the pack cannot be used as a document. The rest of the pack opens all the same.
#[derive(Debug, Clone)]
pub enum Fault {
    /// Nothing has that name.
    Missing,
    /// The manifest names no scene (`entry.setup` is absent, empty or not a string).
    NotNamed,
    /// The path leads out of the pack, or the file cannot be read: the error says which.
    Unreadable(Arc<Error>),
    /// The text is not JSON.
    NotJson(ParseError),
    /// The text is JSON, but not an object.
    NotAnObject(Document),
}

/// One of the pack's two documents.
#[derive(Debug, Clone)]
pub struct Part {
    /// Where it is, or would be, in the pack.
    pub path: PackPath,
    /// The document as loaded or last saved, or why there is none.
    pub state: Result<Document, Fault>,
    /// The content on disk as loaded or last saved; `None` where nothing was read.
    pub hash: Option<Hash>,
}

impl Part {
    /// The document, where there is one.
    pub fn document(&self) -> Option<&Document> {
        self.state.as_ref().ok()
    }

    /// Why there is no document.
    pub fn fault(&self) -> Option<&Fault> {
        self.state.as_ref().err()
    }
}

/// How the manifest's two names stand to each other in a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Twin {
    /// Only `diceytable.mod.json` is there.
    None,
    /// Only `gametable.mod.json` is there, and it is the manifest that was read.
    LegacyOnly,
    /// Both are there, byte for byte the same: saving writes both.
    Same,
    /// Both are there and differ. `diceytable.mod.json` was read; saving leaves the other as it is.
    Differs,
}

/// A pack's folder, opened.
#[derive(Debug, Clone)]
pub struct WorkingCopy {
    /// The folder that holds the manifest, absolute and without links.
    pub root: PathBuf,
    /// The manifest.
    pub manifest: Part,
    /// The scene.
    pub scene: Part,
    /// Whether the manifest stands under two names.
    pub twin: Twin,
}

impl WorkingCopy {
    /// The folder of the pack that `path` means: a folder with a manifest, or the manifest itself.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where there is no manifest, with what to do.
    pub fn locate(fs: &dyn Fs, path: &Path) -> Result<PathBuf> {
        let absolute = fs.canonicalize(path).map_err(|e| Error::io("Couldn't open the pack", path, e))?;
        let is_manifest = absolute.file_name().is_some_and(|n| n == MANIFEST || n == LEGACY_MANIFEST);
        let root = match absolute.parent() {
            Some(parent) if is_manifest && fs.read_dir(&absolute).is_err() => parent.to_path_buf(),
            _ => absolute,
        };
        if fs.metadata(&root).is_ok_and(|meta| meta.kind != FileKind::Dir) {
            return Err(Error::new(ErrorKind::NotFound, "A pack is a folder, and this is a file")
                .at(path)
                .hint(format!("Open the folder that holds {MANIFEST}.")));
        }
        fs.read_dir(&root).map_err(|e| Error::io("Couldn't open the pack", path, e))?;
        if [MANIFEST, LEGACY_MANIFEST].iter().any(|name| fs.metadata(&root.join(name)).is_ok()) {
            return Ok(root);
        }
        Err(Error::new(ErrorKind::NotFound, format!("There is no {MANIFEST} in this folder"))
            .at(path)
            .hint("Open a pack's own folder, or make a new pack."))
    }

    /// Opens the pack at `path`, after finishing or setting aside a save that was cut short. `state_dir` is the folder
    /// for locks, backups and set-aside files.
    ///
    /// # Errors
    /// Only where there is no pack, or its folder cannot be read: a broken manifest or scene is a [`Fault`] of its part.
    pub fn open(fs: &dyn Fs, path: &Path, state_dir: &Path) -> Result<(Self, Recovery)> {
        let root = Self::locate(fs, path)?;
        match recover(fs, &root, state_dir) {
            Ok(recovery) => Ok((Self::read(fs, root, None)?, recovery)),
            // A disk that cannot be written to can still be read.
            Err(error) => {
                let interrupted = peek(fs, &root, state_dir).ok().flatten();
                let copy = Self::read(fs, root, interrupted.as_ref())?;
                Ok((copy, Recovery { outcome: Outcome::Clean, notes: vec![Note::NotRecovered(error.to_string())] }))
            }
        }
    }

    /// Reads the pack at `path` as recovery would leave it, and writes nothing: for `check` and other readers. Also
    /// tells of the save that was cut short.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_read_only(fs: &dyn Fs, path: &Path, state_dir: &Path) -> Result<(Self, Option<Interrupted>)> {
        let root = Self::locate(fs, path)?;
        let interrupted = peek(fs, &root, state_dir)?;
        let copy = Self::read(fs, root, interrupted.as_ref())?;
        Ok((copy, interrupted))
    }

    /// Both documents as loaded or last saved, as far as they can be read: where editing begins.
    pub fn roots(&self) -> Roots {
        Roots { manifest: self.manifest.document().cloned(), scene: self.scene.document().cloned() }
    }

    /// Reads both documents again from the disk.
    ///
    /// # Errors
    /// Where the folder is gone.
    pub fn reload(&self, fs: &dyn Fs) -> Result<Self> {
        Self::read(fs, Self::locate(fs, &self.root)?, None)
    }

    fn read(fs: &dyn Fs, root: PathBuf, interrupted: Option<&Interrupted>) -> Result<Self> {
        let reader = Reader { fs, root: &root, interrupted };
        let modern = PackPath::parse(MANIFEST)?;
        let legacy = PackPath::parse(LEGACY_MANIFEST)?;
        let is_there = |path: &PackPath| fs.metadata(&path.join(&root)).is_ok();
        let (manifest, twin) = match (is_there(&modern), is_there(&legacy)) {
            (false, true) => (reader.part(legacy), Twin::LegacyOnly),
            (true, true) => {
                let manifest = reader.part(modern);
                let other = reader.part(legacy);
                let twin = if manifest.hash.is_some() && manifest.hash == other.hash { Twin::Same } else { Twin::Differs };
                (manifest, twin)
            }
            _ => (reader.part(modern), Twin::None),
        };
        let scene = reader.scene(&manifest)?;
        Ok(Self { root, manifest, scene, twin })
    }

    /// The files of the pack that a save writes: each document with the path or paths that it goes to.
    fn targets<'a>(
        &'a self,
        manifest: Option<&'a Document>,
        scene: Option<&'a Document>,
    ) -> Vec<(PackPath, Option<Hash>, &'a Document)> {
        let mut targets = Vec::new();
        if let Some(document) = manifest {
            targets.push((self.manifest.path.clone(), self.manifest.hash, document));
            if self.twin == Twin::Same
                && let Ok(path) = PackPath::parse(LEGACY_MANIFEST)
            {
                targets.push((path, self.manifest.hash, document));
            }
        }
        if let Some(document) = scene {
            targets.push((self.scene.path.clone(), self.scene.hash, document));
        }
        targets
    }

    /// Saves the documents as one step and remembers them as what is on the disk. `None` leaves that file alone; a
    /// document whose text is what the disk has is not written.
    ///
    /// # Errors
    /// As [`save`]: nothing on the disk has changed then.
    pub fn save(
        &mut self,
        fs: &dyn Fs,
        manifest: Option<&Document>,
        scene: Option<&Document>,
        state_dir: &Path,
    ) -> Result<Saved> {
        let targets = self.targets(manifest, scene);
        let files = targets
            .iter()
            .map(|(path, expected, document)| SaveFile {
                path: path.clone(),
                expected: *expected,
                bytes: Arc::from(document.text().into_bytes()),
            })
            .collect();
        let verify = |path: &PackPath, bytes: &[u8]| {
            let meant = targets.iter().find(|(p, ..)| p == path).map(|(.., document)| *document);
            match (meant, Document::parse(bytes)) {
                (Some(meant), Ok(read)) if read.root().equals(meant.root()) => Ok(()),
                _ => Err(Error::new(ErrorKind::Format, "What would be written does not read back as what was edited")
                    .at(path.as_str())
                    .hint("Nothing was written. Undo the last step and report this.")),
            }
        };
        let set = SaveSet { root: self.root.clone(), files };
        let saved = save(fs, &set, &SaveOptions { state_dir, verify: &verify, in_place: false })?;
        let hash_of = |path: &PackPath| saved.files.iter().find(|f| f.path == *path).map(|f| f.hash);
        if let Some(document) = manifest {
            self.manifest.hash = hash_of(&self.manifest.path);
            self.manifest.state = Ok(document.clone());
        }
        if let Some(document) = scene {
            self.scene.hash = hash_of(&self.scene.path);
            self.scene.state = Ok(document.clone());
        }
        Ok(saved)
    }

    /// The parts whose file on disk is no longer the one that was loaded or last saved. Content is compared, not times.
    pub fn changed_outside(&self, fs: &dyn Fs) -> Vec<PackPath> {
        let reader = Reader { fs, root: &self.root, interrupted: None };
        let mut parts = vec![(self.manifest.path.clone(), self.manifest.hash), (self.scene.path.clone(), self.scene.hash)];
        if self.twin == Twin::Same
            && let Ok(path) = PackPath::parse(LEGACY_MANIFEST)
        {
            parts.push((path, self.manifest.hash));
        }
        let differs = |(path, hash): &(PackPath, Option<Hash>)| reader.bytes(path).ok().map(|b| Hash::of(&b)) != *hash;
        parts.into_iter().filter(differs).map(|(path, _)| path).collect()
    }
}

struct Reader<'a> {
    fs: &'a dyn Fs,
    root: &'a Path,
    interrupted: Option<&'a Interrupted>,
}

impl Reader<'_> {
    fn bytes(&self, path: &PackPath) -> Result<Vec<u8>, Fault> {
        let unreadable = |e: Error| Fault::Unreadable(Arc::new(e));
        let real = resolve_inside(self.fs, self.root, path).map_err(unreadable)?;
        if let Some(interrupted) = self.interrupted
            && let Some(bytes) = interrupted.bytes(self.fs, path).map_err(unreadable)?
        {
            return Ok(bytes.to_vec());
        }
        match self.fs.metadata(&real) {
            Ok(meta) if meta.len > MAX_FILE => {
                let why = format!("{path} has {} MB; files over {} MB are not opened", meta.len >> 20, MAX_FILE >> 20);
                return Err(unreadable(Error::new(ErrorKind::Format, why).at(&real).hint("Put a smaller file in its place.")));
            }
            // Reading a pipe would wait for whoever writes into it.
            Ok(meta) if meta.kind == FileKind::Other => {
                let error = Error::new(ErrorKind::Io, format!("{path} is not a regular file")).at(&real);
                return Err(unreadable(error.hint("Put a regular file in its place.")));
            }
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Err(self.not_there(path)),
            _ => {}
        }
        self.fs.read(&real).map_err(|e| unreadable(Error::io(format!("Couldn't read {path}"), &real, e)))
    }

    /// Why there is nothing to read for `path`: a link that leads nowhere is there, and is of no use.
    fn not_there(&self, path: &PackPath) -> Fault {
        let full = path.join(self.root);
        if !self.fs.metadata(&full).is_ok_and(|meta| meta.kind == FileKind::Symlink) {
            return Fault::Missing;
        }
        let error = Error::new(ErrorKind::NotFound, format!("{path} is a link to a file that is not there")).at(full);
        Fault::Unreadable(Arc::new(error.hint("Put the file itself in its place.")))
    }

    fn part(&self, path: PackPath) -> Part {
        let (state, hash) = match self.bytes(&path) {
            Ok(bytes) => {
                let hash = Hash::of(&bytes);
                (document(bytes), Some(hash))
            }
            Err(fault) => (Err(fault), None),
        };
        Part { path, state, hash }
    }

    /// The scene that the manifest names; `setup.json` where the manifest cannot tell.
    fn scene(&self, manifest: &Part) -> Result<Part> {
        let conventional = PackPath::parse(SETUP)?;
        let Some(document) = manifest.document() else { return Ok(self.part(conventional)) };
        let named = document.root().get("entry").and_then(|entry| entry.get("setup")).and_then(crate::json::Ref::as_str);
        match named.filter(|name| !name.is_empty()) {
            None => Ok(Part { path: conventional, state: Err(Fault::NotNamed), hash: None }),
            Some(name) => Ok(match PackPath::parse(&name) {
                Ok(path) => self.part(path),
                Err(error) => Part { path: conventional, state: Err(Fault::Unreadable(Arc::new(error))), hash: None },
            }),
        }
    }
}

fn document(bytes: Vec<u8>) -> Result<Document, Fault> {
    let document = Document::parse_owned(bytes).map_err(Fault::NotJson)?;
    if document.root().is_object() { Ok(document) } else { Err(Fault::NotAnObject(document)) }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing => f.write_str("The file is not there."),
            Self::NotNamed => f.write_str("The manifest names no scene under entry.setup."),
            Self::Unreadable(error) => write!(f, "{error}"),
            Self::NotJson(error) => write!(f, "{error}."),
            Self::NotAnObject(_) => f.write_str("Expected an object in braces, found another value."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::OsFs;
    use super::*;
    use crate::pointer;

    struct Pack {
        folder: tempfile::TempDir,
        state: tempfile::TempDir,
    }

    impl Pack {
        fn new(files: &[(&str, &[u8])]) -> Self {
            let pack = Self { folder: tempfile::tempdir().unwrap(), state: tempfile::tempdir().unwrap() };
            for (name, bytes) in files {
                std::fs::write(pack.folder.path().join(name), bytes).unwrap();
            }
            pack
        }

        fn open(&self) -> WorkingCopy {
            WorkingCopy::open(&OsFs, self.folder.path(), self.state.path()).unwrap().0
        }

        fn text(&self, name: &str) -> String {
            std::fs::read_to_string(self.folder.path().join(name)).unwrap()
        }
    }

    const GOOD: &[u8] = b"{\"name\":\"Go\",\"entry\":{\"setup\":\"scene.json\"}}";

    #[test]
    fn follows_the_manifest_to_the_scene_and_saves_both() {
        let pack = Pack::new(&[(MANIFEST, GOOD), ("scene.json", b"{ \"objects\": [ ] }\n")]);
        let mut copy = pack.open();
        assert_eq!(copy.scene.path.as_str(), "scene.json");
        let manifest = copy.manifest.document().unwrap().set(&pointer!["name"], "Weiqi".into()).unwrap();
        let scene = copy.scene.document().unwrap().set(&pointer!["name"], "s".into()).unwrap();
        copy.save(&OsFs, Some(&manifest), Some(&scene), pack.state.path()).unwrap();
        assert_eq!(pack.text(MANIFEST), "{\"name\":\"Weiqi\",\"entry\":{\"setup\":\"scene.json\"}}");
        assert_eq!(pack.text("scene.json"), "{ \"objects\": [ ], \"name\": \"s\" }\n");
        assert!(copy.changed_outside(&OsFs).is_empty());
        std::fs::write(pack.folder.path().join("scene.json"), "{}").unwrap();
        assert_eq!(copy.changed_outside(&OsFs)[0].as_str(), "scene.json");
    }

    #[test]
    fn a_folder_that_cannot_be_looked_into_is_not_called_a_file() {
        let fs = crate::pack::fault::FaultFs::with_files([("/pack/diceytable.mod.json", GOOD)]);
        // Asking where it is, what it is, and what is in it.
        for access in 0..3 {
            fs.fail_at(access, std::io::ErrorKind::PermissionDenied, true);
            let error = WorkingCopy::locate(&fs, Path::new("/pack")).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Access, "access {access}: {error}");
            fs.heal();
        }
        assert!(WorkingCopy::locate(&fs, Path::new("/pack")).is_ok());
    }

    #[test]
    fn opens_what_can_be_opened() {
        let broken: [&[u8]; 6] = [b"", b"null", b"[1]", b"{\"a\":", b"\xff\xfe", b"\"text\""];
        for bytes in broken {
            let copy = Pack::new(&[(MANIFEST, GOOD), ("scene.json", bytes)]).open();
            assert!(copy.manifest.document().is_some() && copy.scene.fault().is_some(), "{bytes:?}");
            let copy = Pack::new(&[(MANIFEST, bytes), (SETUP, b"{}")]).open();
            assert!(copy.manifest.fault().is_some() && copy.scene.document().is_some(), "{bytes:?}");
        }
        let copy = Pack::new(&[(MANIFEST, GOOD)]).open();
        assert!(matches!(copy.scene.fault(), Some(Fault::Missing)));
        let copy = Pack::new(&[(MANIFEST, b"{}")]).open();
        assert!(matches!(copy.scene.fault(), Some(Fault::NotNamed)));
    }

    #[test]
    fn a_manifest_that_is_a_folder_or_a_circle_of_links_opens_with_a_fault() {
        let pack = Pack::new(&[(SETUP, b"{}")]);
        std::fs::create_dir(pack.folder.path().join(MANIFEST)).unwrap();
        let copy = pack.open();
        assert!(matches!(copy.manifest.fault(), Some(Fault::Unreadable(_))));
        assert!(copy.scene.document().is_some());
        #[cfg(unix)]
        {
            let pack = Pack::new(&[(SETUP, b"{}")]);
            std::os::unix::fs::symlink(MANIFEST, pack.folder.path().join(MANIFEST)).unwrap();
            assert!(matches!(pack.open().manifest.fault(), Some(Fault::Unreadable(_))));
        }
    }

    #[test]
    fn never_leaves_the_folder() {
        for setup in ["../scene.json", "/etc/hostname", "a/../../x", "C:/x", "a\\\\b"] {
            let manifest = format!("{{\"entry\":{{\"setup\":\"{setup}\"}}}}");
            let copy = Pack::new(&[(MANIFEST, manifest.as_bytes())]).open();
            assert!(matches!(copy.scene.fault(), Some(Fault::Unreadable(_) | Fault::Missing)), "{setup}");
        }
        #[cfg(unix)]
        {
            let outside = tempfile::tempdir().unwrap();
            std::fs::write(outside.path().join("x.json"), "{}").unwrap();
            let pack = Pack::new(&[(MANIFEST, GOOD)]);
            std::os::unix::fs::symlink(outside.path().join("x.json"), pack.folder.path().join("scene.json")).unwrap();
            assert!(matches!(pack.open().scene.fault(), Some(Fault::Unreadable(_))));
        }
    }

    #[test]
    fn keeps_twins_in_step_only_where_they_were() {
        let pack = Pack::new(&[(MANIFEST, GOOD), (LEGACY_MANIFEST, GOOD), ("scene.json", b"{}")]);
        let mut copy = pack.open();
        assert_eq!(copy.twin, Twin::Same);
        let manifest = copy.manifest.document().unwrap().set(&pointer!["name"], "Weiqi".into()).unwrap();
        copy.save(&OsFs, Some(&manifest), None, pack.state.path()).unwrap();
        assert_eq!(pack.text(MANIFEST), pack.text(LEGACY_MANIFEST));
        assert!(pack.text(MANIFEST).contains("Weiqi"));

        let pack = Pack::new(&[(MANIFEST, GOOD), (LEGACY_MANIFEST, b"{}"), ("scene.json", b"{}")]);
        let mut copy = pack.open();
        assert_eq!(copy.twin, Twin::Differs);
        let manifest = copy.manifest.document().unwrap().set(&pointer!["name"], "Weiqi".into()).unwrap();
        copy.save(&OsFs, Some(&manifest), None, pack.state.path()).unwrap();
        assert_eq!(pack.text(LEGACY_MANIFEST), "{}");

        let pack = Pack::new(&[(LEGACY_MANIFEST, GOOD), ("scene.json", b"{}")]);
        let copy = pack.open();
        assert_eq!((copy.twin, copy.manifest.path.as_str()), (Twin::LegacyOnly, LEGACY_MANIFEST));
    }

    #[test]
    fn a_folder_without_a_manifest_is_refused_with_what_to_do() {
        let empty = tempfile::tempdir().unwrap();
        let state = tempfile::tempdir().unwrap();
        let error = WorkingCopy::open(&OsFs, empty.path(), state.path()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert!(error.to_string().contains("diceytable.mod.json"), "{error}");
        let pack = Pack::new(&[(MANIFEST, GOOD), ("scene.json", b"{}")]);
        assert!(WorkingCopy::open(&OsFs, &pack.folder.path().join(MANIFEST), pack.state.path()).is_ok());
        assert!(WorkingCopy::open(&OsFs, &pack.folder.path().join("scene.json"), pack.state.path()).is_err());
    }

    #[test]
    fn a_pack_opens_although_nothing_can_be_kept_beside_it() {
        let pack = Pack::new(&[(MANIFEST, GOOD), ("scene.json", b"{}")]);
        let blocked = pack.state.path().join("file");
        std::fs::write(&blocked, "").unwrap();
        let (copy, recovery) = WorkingCopy::open(&OsFs, pack.folder.path(), &blocked).unwrap();
        assert!(copy.manifest.document().is_some());
        assert!(recovery.notes.len() < 2);
    }

    #[test]
    fn a_conflict_on_disk_stops_the_save() {
        let pack = Pack::new(&[(MANIFEST, GOOD), ("scene.json", b"{}")]);
        let mut copy = pack.open();
        let manifest = copy.manifest.document().unwrap().set(&pointer!["name"], "Weiqi".into()).unwrap();
        std::fs::write(pack.folder.path().join(MANIFEST), "{\"name\":\"Baduk\"}").unwrap();
        let error = copy.save(&OsFs, Some(&manifest), None, pack.state.path()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Conflict);
        assert_eq!(pack.text(MANIFEST), "{\"name\":\"Baduk\"}");
    }
}
