//! Reading a pack from its folder to judge it. Nothing is written, locked or kept.

use super::disk::DiskFiles;
use super::subject::Subject;
use crate::edit::Roots;
use crate::error::Result;
use crate::pack::{OsFs, Verdict, WorkingCopy};
use std::path::Path;

/// A pack as it stands in a folder, or as the next opening will leave it where a save was cut short.
#[derive(Debug)]
pub struct OnDisk {
    copy: WorkingCopy,
    roots: Roots,
    files: DiskFiles,
    interruption: Option<Verdict>,
}

impl OnDisk {
    /// Reads the pack at `path`, its folder or its manifest. `state_dir` is the folder for locks, backups and set-aside
    /// files, which is looked into and need not be there.
    ///
    /// # Errors
    /// As [`WorkingCopy::open_read_only`]: only where there is no pack.
    pub fn read(path: &Path, state_dir: &Path) -> Result<Self> {
        let (copy, interrupted) = WorkingCopy::open_read_only(&OsFs, path, state_dir)?;
        let interruption = interrupted.map(|save| save.verdict);
        Ok(Self { files: DiskFiles::new(&copy.root), roots: copy.roots(), copy, interruption })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{self, GOOD};
    use crate::check::{Options, check};
    use crate::finding::DocId;
    use crate::pack::{JOURNAL_NAME, LEGACY_MANIFEST, MANIFEST, SETUP};

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
        let pack = OnDisk::read(folder, &folder.join("no-state")).unwrap();
        let found = check(&pack.subject(), &Options::default());
        let scene = |d: &crate::check::Diagnostic| if d.document == DocId::Scene { "scene " } else { "" };
        found.iter().map(|d| format!("{}{} {}", scene(d), d.code, d.pointer)).collect()
    }

    const SCENE: &[u8] = testing::SCENE.as_bytes();

    #[test]
    fn a_whole_pack_is_fine() {
        let whole = pack(&[(MANIFEST, GOOD.as_bytes()), (SETUP, SCENE), ("assets/board.png", b"x")]);
        assert!(codes(whole.path()).is_empty());
    }

    #[test]
    fn each_part_is_read_although_the_other_cannot_be() {
        let broken = pack(&[(MANIFEST, b"{"), (SETUP, b"[")]);
        assert_eq!(codes(broken.path()), ["json ", "scene json "]);
        let bad_scene = pack(&[(MANIFEST, GOOD.as_bytes()), (SETUP, b""), ("assets/board.png", b"x")]);
        assert_eq!(codes(bad_scene.path()), ["scene json "]);
        let lists = pack(&[(MANIFEST, b"null"), (SETUP, b"[]")]);
        assert_eq!(codes(lists.path()), ["schema ", "scene schema "]);
        let folders = pack(&[("diceytable.mod.json/x", b""), ("setup.json/x", b"")]);
        assert_eq!(codes(folders.path()), ["tw-file-unreadable ", "scene tw-file-unreadable "]);
    }

    #[test]
    fn a_missing_scene_is_told_once() {
        let folder = pack(&[(MANIFEST, GOOD.as_bytes()), ("assets/board.png", b"x")]);
        assert_eq!(codes(folder.path()), ["tw-missing-file /entry/setup"]);
    }

    #[test]
    fn the_older_name_and_a_copy_that_differs_are_told() {
        let asset: (&str, &[u8]) = ("assets/board.png", b"x");
        let manifest = GOOD.as_bytes();
        let legacy = pack(&[(LEGACY_MANIFEST, manifest), (SETUP, SCENE), asset]);
        assert_eq!(codes(legacy.path()), ["tw-legacy-manifest-name "]);
        let differing = pack(&[(MANIFEST, manifest), (LEGACY_MANIFEST, b"{}"), (SETUP, SCENE), asset]);
        assert_eq!(codes(differing.path()), ["tw-manifest-twins-differ "]);
        let same = pack(&[(MANIFEST, manifest), (LEGACY_MANIFEST, manifest), (SETUP, SCENE), asset]);
        assert!(codes(same.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_in_a_circle_and_out_of_the_pack_are_not_followed() {
        let folder = pack(&[(MANIFEST, GOOD.as_bytes()), ("assets/board.png", b"x")]);
        let scene = folder.path().join(SETUP);
        std::os::unix::fs::symlink(SETUP, &scene).unwrap();
        assert_eq!(codes(folder.path()), ["scene tw-file-unreadable "]);
        std::fs::remove_file(&scene).unwrap();
        let outside = tempfile::NamedTempFile::new().unwrap();
        std::os::unix::fs::symlink(outside.path(), &scene).unwrap();
        assert_eq!(codes(folder.path()), ["tw-link-outside /entry/setup"]);
    }

    #[test]
    fn a_save_that_was_cut_short_is_told() {
        let folder = pack(&[(MANIFEST, GOOD.as_bytes()), (SETUP, SCENE), ("assets/board.png", b"x"), (JOURNAL_NAME, b"torn")]);
        let pack = OnDisk::read(folder.path(), &folder.path().join("no-state")).unwrap();
        let told = check(&pack.subject(), &Options::default()).iter().any(|d| d.code == "tw-save-interrupted");
        assert_eq!(told, pack.interruption.is_some());
    }
}
