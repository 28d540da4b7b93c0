//! The one door to the disk. Saving, recovery, backups and drafts reach files only through [`Fs`], so that a test can
//! stand in for the disk and make each single access fail.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A folder.
    Dir,
    /// A symbolic link.
    Symlink,
    /// A pipe, a socket, a device.
    Other,
}

/// What is known about a name without reading it. A link is described, not followed.
#[derive(Debug, Clone, PartialEq)]
pub struct Meta {
    /// File, folder or link.
    pub kind: FileKind,
    /// Length in bytes; of no meaning for folders.
    pub len: u64,
    /// Unix permission bits; `None` where there are none.
    pub mode: Option<u32>,
    /// Nobody may write (no write bit, or the read-only attribute).
    pub readonly: bool,
    /// How many names the file has; 1 where the system does not say.
    pub links: u64,
    /// The number of the file in its file system: another file under the same name has another one. 0 where the system
    /// does not say.
    pub inode: u64,
    /// When the content last changed, where the system says.
    pub modified: Option<SystemTime>,
}

/// One name in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirEntry {
    /// The name alone.
    pub name: OsString,
    /// What it stands for; links are not followed.
    pub kind: FileKind,
}

/// Holds a lock until dropped.
pub struct Guard {
    _held: Box<dyn Send + Sync>,
}

impl Guard {
    /// A guard that releases whatever dropping `held` releases.
    pub fn new(held: impl Send + Sync + 'static) -> Self {
        Self { _held: Box::new(held) }
    }
}

impl std::fmt::Debug for Guard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Guard")
    }
}

/// The accesses to a disk that this crate's writers need; [`OsFs`] is the real one. Errors are the system's.
///
/// What the protocol counts on: [`rename`](Fs::rename) within one folder is atomic; content is durable after
/// [`sync_file`](Fs::sync_file); names are durable after [`sync_dir`](Fs::sync_dir); before that a crash may lose any of
/// it, in any order.
pub trait Fs: Send + Sync {
    /// The whole content of a file; links are followed.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Writes a file that must not exist, with permission bits `mode` (`None`: the usual ones). Not durable yet. After a
    /// failure a part of the file may be there.
    fn write_new(&self, path: &Path, bytes: &[u8], mode: Option<u32>) -> io::Result<()>;

    /// Truncates an existing file and writes it anew. Never used to save: a crash in the middle loses both contents.
    /// Only [`settle`](super::settle::settle) does it, when the person chose writing in place and copies are safe.
    fn overwrite(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// Makes the content of a file durable.
    fn sync_file(&self, path: &Path) -> io::Result<()>;

    /// Gives a file another name in the same folder, replacing what stood there.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Makes the names in a folder durable.
    fn sync_dir(&self, dir: &Path) -> io::Result<()>;

    /// Removes a file, or a link but not what it leads to.
    fn remove_file(&self, path: &Path) -> io::Result<()>;

    /// Removes an empty folder.
    fn remove_dir(&self, path: &Path) -> io::Result<()>;

    /// Makes one folder; its parent must be there.
    fn create_dir(&self, path: &Path) -> io::Result<()>;

    /// The names in a folder, sorted.
    fn read_dir(&self, dir: &Path) -> io::Result<Vec<DirEntry>>;

    /// Describes a name; a link is not followed.
    fn metadata(&self, path: &Path) -> io::Result<Meta>;

    /// Where a link leads, as written in it.
    fn read_link(&self, path: &Path) -> io::Result<PathBuf>;

    /// The absolute path of something that exists, without links.
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf>;

    /// Whether this process may write to an existing file; changes nothing.
    fn check_writable(&self, path: &Path) -> io::Result<()>;

    /// Takes an exclusive lock on a file that is made if need be and stays; `None` while somebody else has it. The
    /// system releases it when the process ends, however that happens.
    fn try_lock(&self, path: &Path) -> io::Result<Option<Guard>>;

    /// Waits.
    fn pause(&self, time: Duration);

    /// A number for a name that nobody has used; the only chance that writers depend on, so that tests can repeat a run.
    fn random(&self) -> u32;
}

/// What several writers need, in terms of [`Fs`].
impl dyn Fs + '_ {
    /// Makes `dir` and the folders above it, each durable before the next.
    pub(crate) fn create_dirs(&self, dir: &Path) -> io::Result<()> {
        let missing: Vec<&Path> = dir.ancestors().take_while(|d| !d.as_os_str().is_empty() && !self.exists(d)).collect();
        for dir in missing.into_iter().rev() {
            match self.create_dir(dir) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
            if let Some(parent) = dir.parent() {
                self.sync_dir(parent)?;
            }
        }
        Ok(())
    }

    /// Whether something stands under this name.
    pub(crate) fn exists(&self, path: &Path) -> bool {
        self.metadata(path).is_ok()
    }

    /// The content of a file, `None` where nothing has that name.
    pub(crate) fn read_if_there(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        match self.read(path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What stands under this name, `None` for nothing.
    pub(crate) fn metadata_if_there(&self, path: &Path) -> io::Result<Option<Meta>> {
        match self.metadata(path) {
            Ok(meta) => Ok(Some(meta)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Removes a file that may be gone already.
    pub(crate) fn remove_if_there(&self, path: &Path) -> io::Result<()> {
        match self.remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Writes and syncs a file that must not exist.
    pub(crate) fn write_durably(&self, path: &Path, bytes: &[u8], mode: Option<u32>) -> io::Result<()> {
        self.write_new(path, bytes, mode)?;
        self.sync_file(path)
    }

    /// [`rename`](Fs::rename), tried again for as long as ten seconds while a virus scanner or a sync program holds one
    /// of the files.
    pub(crate) fn rename_patiently(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut wait = Duration::from_millis(10);
        let mut waited = Duration::ZERO;
        loop {
            match self.rename(from, to) {
                Err(error) if is_passing(&error) && waited < Duration::from_secs(10) => {
                    self.pause(wait);
                    waited += wait;
                    wait = wait * 3 / 2;
                }
                done => return done,
            }
        }
    }
}

/// Whether an error goes away by itself: another program has the file open just now.
fn is_passing(error: &io::Error) -> bool {
    // Access denied, sharing violation, lock violation: what Windows says while somebody has the file open.
    let windows = cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32 | 33));
    windows || matches!(error.kind(), io::ErrorKind::ResourceBusy | io::ErrorKind::ExecutableFileBusy)
}

/// The file system of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct OsFs;

impl Fs for OsFs {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn write_new(&self, path: &Path, bytes: &[u8], mode: Option<u32>) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(bytes)?;
        set_mode(&file, mode)
    }

    fn overwrite(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        OpenOptions::new().write(true).truncate(true).open(path)?.write_all(bytes)
    }

    fn sync_file(&self, path: &Path) -> io::Result<()> {
        // Windows flushes only through a handle that may write.
        supported(OpenOptions::new().read(true).write(cfg!(windows)).open(path)?.sync_all())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        std::fs::rename(from, to)
    }

    fn sync_dir(&self, dir: &Path) -> io::Result<()> {
        // Windows has no such call; its renames are journalled by the file system.
        if cfg!(windows) { Ok(()) } else { supported(File::open(dir)?.sync_all()) }
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        std::fs::remove_file(path)
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        std::fs::remove_dir(path)
    }

    fn create_dir(&self, path: &Path) -> io::Result<()> {
        std::fs::create_dir(path)
    }

    fn read_dir(&self, dir: &Path) -> io::Result<Vec<DirEntry>> {
        let entry = |entry: io::Result<std::fs::DirEntry>| {
            let entry = entry?;
            Ok(DirEntry { name: entry.file_name(), kind: kind_of(entry.file_type()?) })
        };
        let mut entries: Vec<DirEntry> = std::fs::read_dir(dir)?.map(entry).collect::<io::Result<_>>()?;
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    fn metadata(&self, path: &Path) -> io::Result<Meta> {
        let meta = std::fs::symlink_metadata(path)?;
        let (mode, links, inode) = unix_facts(&meta);
        Ok(Meta {
            kind: kind_of(meta.file_type()),
            len: meta.len(),
            mode,
            readonly: meta.permissions().readonly(),
            links,
            inode,
            modified: meta.modified().ok(),
        })
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        std::fs::read_link(path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        path.canonicalize()
    }

    fn check_writable(&self, path: &Path) -> io::Result<()> {
        // The bits say what the owner wants, also to a process that may ignore them; opening says what the system allows.
        if std::fs::metadata(path)?.permissions().readonly() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        OpenOptions::new().write(true).open(path).map(drop)
    }

    fn try_lock(&self, path: &Path) -> io::Result<Option<Guard>> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Guard::new(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn pause(&self, time: Duration) {
        std::thread::sleep(time);
    }

    fn random(&self) -> u32 {
        uuid::Uuid::new_v4().as_fields().0
    }
}

/// Some network drives cannot sync; there the order of writes is all that can be had, and saving must still work.
fn supported(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput) => Ok(()),
        other => other,
    }
}

fn kind_of(kind: std::fs::FileType) -> FileKind {
    if kind.is_symlink() {
        FileKind::Symlink
    } else if kind.is_dir() {
        FileKind::Dir
    } else if kind.is_file() {
        FileKind::File
    } else {
        FileKind::Other
    }
}

#[cfg(unix)]
fn set_mode(file: &File, mode: Option<u32>) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    mode.map_or(Ok(()), |mode| file.set_permissions(std::fs::Permissions::from_mode(mode)))
}

#[cfg(unix)]
fn unix_facts(meta: &std::fs::Metadata) -> (Option<u32>, u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (Some(meta.mode() & 0o7777), meta.nlink(), meta.ino())
}

#[cfg(not(unix))]
fn set_mode(_file: &File, _mode: Option<u32>) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn unix_facts(_meta: &std::fs::Metadata) -> (Option<u32>, u64, u64) {
    (None, 1, 0)
}
