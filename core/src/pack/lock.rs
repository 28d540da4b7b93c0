//! One writer at a time: the lock of a pack, on a file in the state folder, never in the pack.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::fs::{Fs, Guard};
use super::hash::Hash;
use super::path::canonical_root;
use crate::error::{Error, ErrorKind, Result};

/// How often, and how long apart, somebody else's save is waited for: two seconds in all.
const TRIES: u32 = 40;
const BETWEEN: Duration = Duration::from_millis(50);

/// The right to change a pack's files, held while a save or a recovery runs and given back when dropped or when the
/// process ends. Readers that want both files of one save take it too.
#[derive(Debug)]
pub struct PackLock {
    root: PathBuf,
    state_dir: PathBuf,
    key: String,
    _guard: Guard,
}

impl PackLock {
    /// Takes the lock of the pack at `root`. While another window or process saves, it waits up to two seconds, then
    /// fails with [`ErrorKind::Busy`].
    pub fn take(fs: &dyn Fs, root: &Path, state_dir: &Path) -> Result<Self> {
        let root = canonical_root(fs, root)?;
        let key = pack_key(&root);
        let folder = state_dir.join("locks");
        let file = folder.join(format!("{key}.lock"));
        let failed = |error| Error::io("Couldn't lock the pack for saving", &file, error);
        fs.create_dirs(&folder).map_err(failed)?;
        for attempt in 0..TRIES {
            if attempt > 0 {
                fs.pause(BETWEEN);
            }
            if let Some(guard) = fs.try_lock(&file).map_err(failed)? {
                return Ok(Self { root, state_dir: state_dir.to_path_buf(), key, _guard: guard });
            }
        }
        Err(Error::new(ErrorKind::Busy, "Another window or program is saving this pack")
            .at(&root)
            .hint("Wait for it to finish or close it, then try again."))
    }

    /// The pack's folder, absolute and without links.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder for what is kept outside packs.
    pub fn state_dir(&self) -> &Path {
        &self.state_dir
    }

    /// The folder below the state folder's `kind` that belongs to this pack.
    pub(crate) fn folder(&self, kind: &str) -> PathBuf {
        self.state_dir.join(kind).join(&self.key)
    }
}

/// Waits, as [`PackLock::take`] would, until nobody saves the pack at `root` (canonical); for readers that may write nothing,
/// not even a lock file. Where there is no lock file nobody ever saved from this machine.
pub(crate) fn wait_for_writer(fs: &dyn Fs, root: &Path, state_dir: &Path) -> Option<Guard> {
    let file = state_dir.join("locks").join(format!("{}.lock", pack_key(root)));
    for attempt in 0..TRIES {
        if attempt > 0 {
            fs.pause(BETWEEN);
        }
        if !fs.exists(&file) {
            return None;
        }
        match fs.try_lock(&file) {
            Ok(None) => {}
            Ok(held) => return held,
            Err(_) => return None,
        }
    }
    None
}

/// The name under which the state folder keeps what belongs to the pack at `root` (canonical): its folder's name, for
/// people, and a part of the hash of the whole path, which makes it unique.
pub(crate) fn pack_key(root: &Path) -> String {
    let hash = Hash::of(root.as_os_str().as_encoded_bytes());
    let name = root.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).take(32).collect();
    format!("{plain}-{}", hash.short(16))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::OsFs;

    #[test]
    fn the_key_is_readable_and_unique() {
        let a = pack_key(Path::new("/packs/My go (2)"));
        assert!(a.starts_with("Mygo2-") && a.len() == "Mygo2-".len() + 16, "{a}");
        assert_ne!(a, pack_key(Path::new("/other/My go (2)")));
        assert!(pack_key(Path::new("/")).starts_with('-'));
    }

    #[test]
    fn a_held_lock_is_busy_until_dropped() {
        let dir = tempfile::tempdir().unwrap();
        let (root, state) = (dir.path().join("pack"), dir.path().join("state/deep"));
        std::fs::create_dir(&root).unwrap();
        let held = PackLock::take(&OsFs, &root, &state).unwrap();
        let file = held.folder("locks").with_extension("lock");
        assert!(file.is_file());
        assert!(OsFs.try_lock(&file).unwrap().is_none());
        drop(held);
        assert!(OsFs.try_lock(&file).unwrap().is_some());
    }
}
