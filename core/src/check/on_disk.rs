//! A pack in its folder, to be judged as it stands there. Nothing is written, locked or kept.

use super::disk::DiskFiles;
use super::subject::{FileSet, FileState, Interruption, Part, Subject, Twin};
use crate::edit::Roots;
use crate::error::Result;
use crate::json::Document;
use crate::pack::{self, Fault, OsFs, Verdict, WorkingCopy};
use std::path::Path;

/// A pack as it stands in a folder, as far as it can be read; a save that was cut short is read as the next opening
/// leaves it.
#[derive(Debug)]
pub struct OnDisk {
    copy: WorkingCopy,
    roots: Roots,
    files: DiskFiles,
    interruption: Option<Interruption>,
}

impl OnDisk {
    /// Reads the pack in the folder `root`. What cannot be read becomes a part of the [`Subject`] that says so.
    /// `state_dir` is where an opening would keep backups; it need not exist.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`] where there is no such folder, or no manifest in it.
    pub fn read(root: &Path, state_dir: &Path) -> Result<Self> {
        let (copy, interrupted) = WorkingCopy::open_read_only(&OsFs, root, state_dir)?;
        let interruption = interrupted.map(|save| match save.verdict {
            Verdict::RollForward => Interruption::WillFinish,
            Verdict::SetAside => Interruption::WillBeSetAside,
            Verdict::Undecided => Interruption::NeedsChoice,
        });
        let roots = copy.roots();
        Ok(Self { files: DiskFiles::new(&copy.root), roots, copy, interruption })
    }

    /// The pack, to be judged.
    pub fn subject(&self) -> Subject<'_> {
        Subject { interruption: self.interruption, ..Subject::of_working_copy(&self.copy, &self.roots, &self.files) }
    }

    /// The working copy that was read.
    pub fn working_copy(&self) -> &WorkingCopy {
        &self.copy
    }
}

impl<'a> Subject<'a> {
    /// An open pack with the edits of `roots`, where a document of the copy could be read.
    pub fn of_working_copy(copy: &'a WorkingCopy, roots: &'a Roots, files: &'a dyn FileSet) -> Self {
        let scene_is_outside = files.state(copy.scene.path.as_str()) == FileState::Outside;
        Self {
            manifest: part(roots.manifest.as_ref(), &copy.manifest),
            manifest_name: copy.manifest.path.as_str(),
            scene: match part(roots.scene.as_ref(), &copy.scene) {
                // The rule about files speaks of the link, at the place that names it.
                Part::Failed(_) if scene_is_outside => Part::Missing,
                part => part,
            },
            scene_name: match copy.scene.fault() {
                Some(Fault::NotNamed) => "",
                _ => copy.scene.path.as_str(),
            },
            files,
            twin: match copy.twin {
                pack::Twin::None | pack::Twin::LegacyOnly => Twin::None,
                pack::Twin::Same => Twin::Same,
                pack::Twin::Differs => Twin::Differs,
            },
            interruption: None,
        }
    }
}

fn part<'a>(edited: Option<&'a Document>, loaded: &'a pack::Part) -> Part<'a> {
    match (edited, &loaded.state) {
        (Some(document), _) | (None, Ok(document) | Err(Fault::NotAnObject(document))) => Part::Read(document),
        (None, Err(Fault::NotJson(error))) => Part::Broken(error),
        (None, Err(Fault::Unreadable(error))) => Part::Failed(error),
        (None, Err(Fault::Missing)) => Part::Missing,
        (None, Err(Fault::NotNamed)) => Part::Absent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::GOOD;
    use crate::check::{Options, check};
    use crate::error::ErrorKind;
    use crate::manifest::{FILE_NAME, LEGACY_FILE_NAME};
    use crate::pack::SETUP as USUAL_SCENE;

    fn pack(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        folder
    }

    fn read(folder: &Path) -> Result<OnDisk> {
        OnDisk::read(folder, tempfile::tempdir().unwrap().path())
    }

    fn codes(folder: &Path) -> Vec<String> {
        let pack = read(folder).unwrap();
        let found = check(&pack.subject(), &Options::default());
        found
            .iter()
            .map(|d| format!("{}{} {}", if d.file.contains("setup") { "scene " } else { "" }, d.code, d.pointer))
            .collect()
    }

    #[test]
    fn a_folder_without_a_manifest_is_no_pack() {
        let folder = pack(&[("setup.json", b"{}")]);
        assert_eq!(read(folder.path()).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(read(&folder.path().join("none")).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(read(&folder.path().join("setup.json")).unwrap_err().kind(), ErrorKind::NotFound);
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
        let twin = |files: &[(&str, &[u8])]| read(pack(files).path()).unwrap().subject().twin;
        assert_eq!(twin(&[(FILE_NAME, b"{}")]), Twin::None);
        assert_eq!(twin(&[(FILE_NAME, b"{}"), (LEGACY_FILE_NAME, b"{}")]), Twin::Same);
        assert_eq!(twin(&[(FILE_NAME, b"{}"), (LEGACY_FILE_NAME, b"{ }")]), Twin::Differs);
        let legacy = pack(&[(LEGACY_FILE_NAME, b"{}")]);
        let pack = read(legacy.path()).unwrap();
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
