//! Reading a pack from its folder to judge it. Nothing is written, locked or kept.

use super::disk::DiskFiles;
use super::subject::{FileSet, FileState, Interruption, Part, Subject, Twin};
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Document, ParseError};
use crate::manifest::{FILE_NAME, LEGACY_FILE_NAME, ManifestView};
use std::io::ErrorKind as Io;
use std::path::{Path, PathBuf};

/// The scene's usual name, which is looked for where the manifest cannot be read.
const USUAL_SCENE: &str = "setup.json";

/// A pack as it stands in a folder, as far as it can be read.
#[derive(Debug)]
pub struct OnDisk {
    root: PathBuf,
    manifest_name: &'static str,
    manifest: Loaded,
    scene_name: String,
    scene: Loaded,
    twin: Twin,
    interruption: Option<Interruption>,
    files: DiskFiles,
}

/// One document's file.
#[derive(Debug)]
enum Loaded {
    Read(Document),
    Broken(ParseError),
    Failed(Error),
    Missing,
    Absent,
}

impl Loaded {
    fn of(bytes: &[u8]) -> Self {
        match Document::parse(bytes) {
            Ok(document) => Self::Read(document),
            Err(error) => Self::Broken(error),
        }
    }

    fn part(&self) -> Part<'_> {
        match self {
            Self::Read(document) => Part::Read(document),
            Self::Broken(error) => Part::Broken(error),
            Self::Failed(error) => Part::Failed(error),
            Self::Missing => Part::Missing,
            Self::Absent => Part::Absent,
        }
    }
}

impl OnDisk {
    /// Reads the pack in the folder `root`. What cannot be read becomes a part of the [`Subject`] that says so.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where there is no such folder, or no manifest in it.
    pub fn read(root: &Path) -> Result<Self> {
        let found = root.metadata().map_err(|error| Error::io("Couldn't open the pack", root, error))?;
        if !found.is_dir() {
            let error = Error::new(ErrorKind::NotFound, "Couldn't open the pack: it is a file");
            return Err(error.at(root).hint(format!("Name the folder that holds {FILE_NAME}.")));
        }
        let files = DiskFiles::new(root);
        let present = |name: &str| root.join(name).symlink_metadata().is_ok();
        let manifest_name = match (present(FILE_NAME), present(LEGACY_FILE_NAME)) {
            (true, _) => FILE_NAME,
            (false, true) => LEGACY_FILE_NAME,
            (false, false) => {
                let error = Error::new(ErrorKind::NotFound, format!("There is no pack here: the folder has no {FILE_NAME}"));
                return Err(error.at(root).hint("Name a pack's own folder, or make one with `tablewright new`."));
            }
        };
        let bytes = read_file(root, manifest_name, &files, "the manifest");
        let twin = twin(root, manifest_name, &bytes, &files);
        let manifest = load(bytes);
        let scene_name = scene_name(&manifest);
        let scene = match scene_name.as_str() {
            "" => Loaded::Absent,
            name => load(read_file(root, name, &files, "the scene")),
        };
        Ok(Self { root: root.to_path_buf(), manifest_name, manifest, scene_name, scene, twin, interruption: None, files })
    }

    /// The folder, as it was named.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The pack, to be judged.
    pub fn subject(&self) -> Subject<'_> {
        Subject {
            manifest: self.manifest.part(),
            manifest_name: self.manifest_name,
            scene: self.scene.part(),
            scene_name: &self.scene_name,
            files: &self.files,
            twin: self.twin,
            interruption: self.interruption,
        }
    }
}

/// The scene's path: what the manifest says where that can be used, nothing where it says nothing usable, and the
/// usual name where the manifest cannot be read.
fn scene_name(manifest: &Loaded) -> String {
    match manifest {
        Loaded::Read(document) => match ManifestView::new(document) {
            Some(view) => view.safe_setup().unwrap_or_default().into_owned(),
            None => USUAL_SCENE.to_owned(),
        },
        _ => USUAL_SCENE.to_owned(),
    }
}

/// The content of a file of the pack; `None` where there is none, or only a link out of the pack.
fn read_file(root: &Path, path: &str, files: &DiskFiles, what: &str) -> Result<Option<Vec<u8>>> {
    let full = root.join(path);
    let failed = |error| Error::io(format!("Couldn't read {what}"), &full, error);
    match full.metadata() {
        Err(error) if error.kind() == Io::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
        // Reading a pipe would wait for whoever writes into it.
        Ok(found) if !found.is_file() && !found.is_dir() => {
            return Err(Error::new(ErrorKind::Io, format!("Couldn't read {what}: it is not a regular file"))
                .at(&full)
                .hint("Put a regular file in its place."));
        }
        Ok(_) => {}
    }
    if files.state(path) == FileState::Outside {
        return Ok(None);
    }
    std::fs::read(&full).map(Some).map_err(failed)
}

fn load(bytes: Result<Option<Vec<u8>>>) -> Loaded {
    match bytes {
        Ok(Some(bytes)) => Loaded::of(&bytes),
        Ok(None) => Loaded::Missing,
        Err(error) => Loaded::Failed(error),
    }
}

fn twin(root: &Path, manifest_name: &str, manifest: &Result<Option<Vec<u8>>>, files: &DiskFiles) -> Twin {
    if manifest_name == LEGACY_FILE_NAME {
        return Twin::None;
    }
    match (read_file(root, LEGACY_FILE_NAME, files, "the manifest's copy"), manifest) {
        (Ok(None), _) => Twin::None,
        (Ok(Some(copy)), Ok(Some(manifest))) if copy == *manifest => Twin::Same,
        _ => Twin::Differs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::GOOD;
    use crate::check::{Options, check};

    fn pack(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        folder
    }

    fn codes(folder: &Path) -> Vec<String> {
        let pack = OnDisk::read(folder).unwrap();
        let found = check(&pack.subject(), &Options::default());
        found
            .iter()
            .map(|d| format!("{}{} {}", if d.file.contains("setup") { "scene " } else { "" }, d.code, d.pointer))
            .collect()
    }

    #[test]
    fn a_folder_without_a_manifest_is_no_pack() {
        let folder = pack(&[("setup.json", b"{}")]);
        assert_eq!(OnDisk::read(folder.path()).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(OnDisk::read(&folder.path().join("none")).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(OnDisk::read(&folder.path().join("setup.json")).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn each_part_is_read_although_the_other_cannot_be() {
        let broken = pack(&[(FILE_NAME, b"{"), (USUAL_SCENE, b"[")]);
        assert_eq!(codes(broken.path()), ["json ", "scene json "]);
        let bad_scene = pack(&[(FILE_NAME, GOOD.as_bytes()), (USUAL_SCENE, b""), ("assets/board.png", b"x")]);
        assert_eq!(codes(bad_scene.path()), ["scene json "]);
        let folders = pack(&[("diceytable.mod.json/x", b""), ("setup.json/x", b"")]);
        assert_eq!(codes(folders.path()), ["tw-file-unreadable ", "scene tw-file-unreadable "]);
    }

    #[test]
    fn a_missing_scene_is_told_once() {
        let folder = pack(&[(FILE_NAME, GOOD.as_bytes()), ("assets/board.png", b"x")]);
        assert_eq!(codes(folder.path()), ["tw-missing-file /entry/setup"]);
    }

    #[test]
    fn a_copy_under_the_older_name_is_compared() {
        let twin = |files: &[(&str, &[u8])]| OnDisk::read(pack(files).path()).unwrap().subject().twin;
        assert_eq!(twin(&[(FILE_NAME, b"{}")]), Twin::None);
        assert_eq!(twin(&[(FILE_NAME, b"{}"), (LEGACY_FILE_NAME, b"{}")]), Twin::Same);
        assert_eq!(twin(&[(FILE_NAME, b"{}"), (LEGACY_FILE_NAME, b"{ }")]), Twin::Differs);
        let legacy = pack(&[(LEGACY_FILE_NAME, b"{}")]);
        let pack = OnDisk::read(legacy.path()).unwrap();
        assert_eq!((pack.subject().manifest_name, pack.subject().twin), (LEGACY_FILE_NAME, Twin::None));
    }

    #[cfg(unix)]
    #[test]
    fn links_in_a_circle_and_out_of_the_pack_are_not_followed() {
        let folder = pack(&[(FILE_NAME, GOOD.as_bytes()), ("assets/board.png", b"x")]);
        let scene = folder.path().join(USUAL_SCENE);
        std::os::unix::fs::symlink(USUAL_SCENE, &scene).unwrap();
        assert_eq!(codes(folder.path()), ["scene tw-file-unreadable "]);
        std::fs::remove_file(&scene).unwrap();
        let outside = tempfile::NamedTempFile::new().unwrap();
        std::os::unix::fs::symlink(outside.path(), &scene).unwrap();
        assert_eq!(codes(folder.path()), ["tw-link-outside /entry/setup"]);
    }
}
