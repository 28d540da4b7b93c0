//! A file system in memory that fails and crashes where a test tells it to.
//!
//! It keeps two states: what a program sees (*cached*) and what is on the disk (*durable*). Writing and renaming change
//! the first; [`Fs::sync_file`] and [`Fs::sync_dir`] carry it over to the second. [`FaultFs::reboot`] is what a machine
//! finds after a power cut: the durable state and any part of what was not synced, as [`Loss`] says.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::fs::{DirEntry, FileKind, Fs, Guard, Meta};

/// What a crash takes of the changes that were not synced, in the order in which they were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// Nothing: only the process died.
    Nothing,
    /// Everything.
    Everything,
    /// Only the change with this number.
    One(usize),
    /// Everything but the change with this number.
    AllBut(usize),
    /// The second half of the last content written.
    Tail,
    /// All content, while names and lengths are kept: files are there and empty.
    Content,
}

/// What goes wrong, and when.
#[derive(Debug, Clone, Copy)]
enum Fault {
    None,
    /// The access with this number fails; with `stays`, all later ones too.
    Error {
        at: u64,
        kind: io::ErrorKind,
        stays: bool,
    },
    /// The process dies right after the access with this number.
    Crash {
        after: u64,
    },
}

/// The file system; see the module's text. Paths are absolute, there are no links.
#[derive(Debug)]
pub struct FaultFs {
    disk: Mutex<Disk>,
    locks: Arc<Mutex<BTreeSet<PathBuf>>>,
}

#[derive(Debug, Clone)]
struct Disk {
    nodes: Vec<Node>,
    unsynced: Vec<Change>,
    fault: Fault,
    ops: u64,
    dead: bool,
    names_given: u32,
    trace: Vec<(&'static str, PathBuf)>,
}

#[derive(Debug, Clone)]
enum Node {
    File { cached: Vec<u8>, durable: Vec<u8>, mode: u32 },
    Dir { cached: BTreeMap<String, usize>, durable: BTreeMap<String, usize> },
}

#[derive(Debug, Clone)]
enum Change {
    Content { file: usize },
    Link { dir: usize, name: String, node: usize },
    Unlink { dir: usize, name: String },
    Rename { dir: usize, from: String, to: String, node: usize },
}

impl Default for FaultFs {
    fn default() -> Self {
        Self::with_files::<&str>([])
    }
}

impl FaultFs {
    /// A file system with these files (absolute paths), all durable.
    pub fn with_files<B: AsRef<[u8]>>(files: impl IntoIterator<Item = (&'static str, B)>) -> Self {
        let root = Node::Dir { cached: BTreeMap::new(), durable: BTreeMap::new() };
        let disk = Disk {
            nodes: vec![root],
            unsynced: Vec::new(),
            fault: Fault::None,
            ops: 0,
            dead: false,
            names_given: 0,
            trace: Vec::new(),
        };
        let this = Self { disk: Mutex::new(disk), locks: Arc::default() };
        for (path, bytes) in files {
            this.put(Path::new(path), bytes.as_ref());
        }
        this
    }

    /// Writes a file durably and without counting: what another program does, or the past did.
    pub fn put(&self, path: &Path, bytes: &[u8]) {
        let mut disk = self.disk();
        let mut dir = 0;
        let mut names = parts(path);
        let last = names.pop().unwrap_or_default();
        for name in names {
            let fresh = Node::Dir { cached: BTreeMap::new(), durable: BTreeMap::new() };
            dir = disk.child_or(dir, &name, fresh);
        }
        let file = disk.child_or(dir, &last, Node::File { cached: Vec::new(), durable: Vec::new(), mode: 0o644 });
        if let Node::File { cached, durable, .. } = &mut disk.nodes[file] {
            *cached = bytes.to_vec();
            *durable = bytes.to_vec();
        }
    }

    /// Removes a file durably and without counting, if it is there.
    pub fn take_away(&self, path: &Path) {
        let mut disk = self.disk();
        if let Ok((dir, name)) = disk.place(path)
            && let Node::Dir { cached, durable } = &mut disk.nodes[dir]
        {
            cached.remove(&name);
            durable.remove(&name);
        }
    }

    /// How many accesses there were so far.
    pub fn ops(&self) -> u64 {
        self.disk().ops
    }

    /// The accesses so far, one a line, for the message of a failed test.
    pub fn trace(&self) -> String {
        let line = |(number, (what, path)): (usize, &(&str, PathBuf))| format!("{number} {what} {}", path.display());
        self.disk().trace.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The access `at` (0: the next one) fails with `kind`; with `stays`, so do all that follow.
    pub fn fail_at(&self, at: u64, kind: io::ErrorKind, stays: bool) {
        let mut disk = self.disk();
        disk.fault = Fault::Error { at: disk.ops + at, kind, stays };
    }

    /// The process dies right after the access `after` (0: the next one): that one is carried out, and all later ones fail.
    pub fn crash_after(&self, after: u64) {
        let mut disk = self.disk();
        disk.fault = Fault::Crash { after: disk.ops + after };
    }

    /// From now on everything works again.
    pub fn heal(&self) {
        let mut disk = self.disk();
        disk.fault = Fault::None;
        disk.dead = false;
    }

    /// Every way in which a crash at this moment could go.
    pub fn losses(&self) -> Vec<Loss> {
        let changes = self.disk().unsynced.len();
        let mut losses = vec![Loss::Nothing, Loss::Everything, Loss::Tail, Loss::Content];
        losses.extend((0..changes).flat_map(|n| [Loss::One(n), Loss::AllBut(n)]));
        losses
    }

    /// What stands on the disk after a crash now. No lock is held there.
    pub fn reboot(&self, loss: Loss) -> Self {
        let mut disk = self.disk().clone();
        disk.lose(loss);
        disk.fault = Fault::None;
        disk.dead = false;
        disk.ops = 0;
        disk.trace.clear();
        Self { disk: Mutex::new(disk), locks: Arc::default() }
    }

    /// All files as a program sees them, by path.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let disk = self.disk();
        let mut files = BTreeMap::new();
        let mut folders = vec![(PathBuf::from("/"), 0)];
        while let Some((path, dir)) = folders.pop() {
            let Node::Dir { cached, .. } = &disk.nodes[dir] else { continue };
            for (name, &node) in cached {
                match &disk.nodes[node] {
                    Node::Dir { .. } => folders.push((path.join(name), node)),
                    Node::File { cached, .. } => drop(files.insert(path.join(name), cached.clone())),
                }
            }
        }
        files
    }

    fn disk(&self) -> MutexGuard<'_, Disk> {
        self.disk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One counted access.
    fn access<T>(&self, what: &'static str, path: &Path, act: impl FnOnce(&mut Disk) -> io::Result<T>) -> io::Result<T> {
        let mut disk = self.disk();
        disk.enter(what, path)?;
        act(&mut disk)
    }
}

impl Disk {
    fn enter(&mut self, what: &'static str, path: &Path) -> io::Result<()> {
        if self.dead {
            return Err(io::Error::other("the process is dead"));
        }
        let now = self.ops;
        self.ops += 1;
        self.trace.push((what, path.to_path_buf()));
        match self.fault {
            Fault::Error { at, kind, stays } if now == at || stays && now > at => Err(kind.into()),
            Fault::Crash { after } => {
                self.dead = now >= after;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn dir(&self, node: usize) -> io::Result<&BTreeMap<String, usize>> {
        match &self.nodes[node] {
            Node::Dir { cached, .. } => Ok(cached),
            Node::File { .. } => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    fn names(&mut self, dir: usize) -> &mut BTreeMap<String, usize> {
        match &mut self.nodes[dir] {
            Node::Dir { cached, .. } => cached,
            Node::File { .. } => unreachable!("only called with folders"),
        }
    }

    fn child(&self, dir: usize, name: &str) -> io::Result<usize> {
        self.dir(dir)?.get(name).copied().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// The node called `name`, made durably if need be.
    fn child_or(&mut self, dir: usize, name: &str, fresh: Node) -> usize {
        if let Ok(node) = self.child(dir, name) {
            return node;
        }
        self.nodes.push(fresh);
        let node = self.nodes.len() - 1;
        if let Node::Dir { cached, durable } = &mut self.nodes[dir] {
            cached.insert(name.to_owned(), node);
            durable.insert(name.to_owned(), node);
        }
        node
    }

    fn find(&self, path: &Path) -> io::Result<usize> {
        parts(path).iter().try_fold(0, |dir, name| self.child(dir, name))
    }

    /// The folder of `path`, and its last part.
    fn place(&self, path: &Path) -> io::Result<(usize, String)> {
        let name = parts(path).pop().ok_or(io::ErrorKind::InvalidInput)?;
        let dir = self.find(path.parent().ok_or(io::ErrorKind::InvalidInput)?)?;
        self.dir(dir)?;
        Ok((dir, name))
    }

    fn file(&mut self, path: &Path) -> io::Result<(usize, &mut Vec<u8>)> {
        let node = self.find(path)?;
        match &mut self.nodes[node] {
            Node::File { cached, .. } => Ok((node, cached)),
            Node::Dir { .. } => Err(io::ErrorKind::IsADirectory.into()),
        }
    }

    fn link(&mut self, path: &Path, fresh: Node) -> io::Result<usize> {
        let (dir, name) = self.place(path)?;
        if self.child(dir, &name).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        self.nodes.push(fresh);
        let node = self.nodes.len() - 1;
        self.names(dir).insert(name.clone(), node);
        self.unsynced.push(Change::Link { dir, name, node });
        Ok(node)
    }

    fn unlink(&mut self, path: &Path, wants_dir: bool) -> io::Result<()> {
        let (dir, name) = self.place(path)?;
        let node = self.child(dir, &name)?;
        match &self.nodes[node] {
            Node::Dir { .. } if !wants_dir => return Err(io::ErrorKind::IsADirectory.into()),
            Node::File { .. } if wants_dir => return Err(io::ErrorKind::NotADirectory.into()),
            Node::Dir { cached, .. } if !cached.is_empty() => return Err(io::ErrorKind::DirectoryNotEmpty.into()),
            _ => {}
        }
        self.names(dir).remove(&name);
        self.unsynced.push(Change::Unlink { dir, name });
        Ok(())
    }

    /// Makes the durable state what is left after `loss`, and the cached state equal to it.
    fn lose(&mut self, loss: Loss) {
        let changes = std::mem::take(&mut self.unsynced);
        let last_content = changes.iter().rposition(|change| matches!(change, Change::Content { .. }));
        for (n, change) in changes.into_iter().enumerate() {
            let kept = match loss {
                Loss::Nothing | Loss::Tail | Loss::Content => true,
                Loss::Everything => false,
                Loss::One(lost) => n != lost,
                Loss::AllBut(kept) => n == kept,
            };
            if kept {
                self.settle(change, loss, Some(n) == last_content);
            }
        }
        for node in &mut self.nodes {
            match node {
                Node::File { cached, durable, .. } => cached.clone_from(durable),
                Node::Dir { cached, durable } => cached.clone_from(durable),
            }
        }
    }

    fn settle(&mut self, change: Change, loss: Loss, is_last_content: bool) {
        match change {
            Change::Content { file } => {
                if let Node::File { cached, durable, .. } = &mut self.nodes[file] {
                    durable.clone_from(cached);
                    match loss {
                        Loss::Content => durable.clear(),
                        Loss::Tail if is_last_content => durable.truncate(durable.len() / 2),
                        _ => {}
                    }
                }
            }
            Change::Link { dir, name, node } => drop(self.durable_names(dir).insert(name, node)),
            Change::Unlink { dir, name } => drop(self.durable_names(dir).remove(&name)),
            Change::Rename { dir, from, to, node } => {
                self.durable_names(dir).remove(&from);
                self.durable_names(dir).insert(to, node);
            }
        }
    }

    fn durable_names(&mut self, dir: usize) -> &mut BTreeMap<String, usize> {
        match &mut self.nodes[dir] {
            Node::Dir { durable, .. } => durable,
            Node::File { .. } => unreachable!("changes of names name folders"),
        }
    }
}

impl Fs for FaultFs {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.access("read", path, |disk| disk.file(path).map(|(_, bytes)| bytes.clone()))
    }

    fn write_new(&self, path: &Path, bytes: &[u8], mode: Option<u32>) -> io::Result<()> {
        let mut disk = self.disk();
        let entered = disk.enter("write", path);
        if disk.dead && entered.is_err() {
            return entered;
        }
        // A write that fails has written something, as on a disk that becomes full.
        let written = if entered.is_ok() { bytes } else { &bytes[..bytes.len() / 2] };
        let fresh = Node::File { cached: written.to_vec(), durable: Vec::new(), mode: mode.unwrap_or(0o644) };
        let file = disk.link(path, fresh)?;
        disk.unsynced.push(Change::Content { file });
        entered
    }

    fn overwrite(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.access("overwrite", path, |disk| {
            let (file, content) = disk.file(path)?;
            *content = bytes.to_vec();
            disk.unsynced.push(Change::Content { file });
            Ok(())
        })
    }

    fn sync_file(&self, path: &Path) -> io::Result<()> {
        self.access("sync", path, |disk| {
            let (node, _) = disk.file(path)?;
            if let Node::File { cached, durable, .. } = &mut disk.nodes[node] {
                durable.clone_from(cached);
            }
            disk.unsynced.retain(|change| !matches!(change, Change::Content { file } if *file == node));
            Ok(())
        })
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.access("rename to", to, |disk| {
            let ((dir, from), (to_dir, to)) = (disk.place(from)?, disk.place(to)?);
            if dir != to_dir {
                // As where the other folder is on another disk: the harder case for whoever moves files.
                return Err(io::ErrorKind::CrossesDevices.into());
            }
            let node = disk.child(dir, &from)?;
            if disk.child(dir, &to).is_ok_and(|old| matches!(disk.nodes[old], Node::Dir { .. })) {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            disk.names(dir).remove(&from);
            disk.names(dir).insert(to.clone(), node);
            disk.unsynced.push(Change::Rename { dir, from, to, node });
            Ok(())
        })
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.access("sync folder", path, |disk| {
            let node = disk.find(path)?;
            disk.dir(node)?;
            if let Node::Dir { cached, durable } = &mut disk.nodes[node] {
                durable.clone_from(cached);
            }
            disk.unsynced.retain(|change| match change {
                Change::Link { dir, .. } | Change::Unlink { dir, .. } | Change::Rename { dir, .. } => *dir != node,
                Change::Content { .. } => true,
            });
            Ok(())
        })
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.access("remove", path, |disk| disk.unlink(path, false))
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        self.access("remove folder", path, |disk| disk.unlink(path, true))
    }

    fn create_dir(&self, path: &Path) -> io::Result<()> {
        let fresh = Node::Dir { cached: BTreeMap::new(), durable: BTreeMap::new() };
        self.access("make folder", path, |disk| disk.link(path, fresh).map(drop))
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        self.access("list", path, |disk| {
            let kind = |node: &usize| if matches!(disk.nodes[*node], Node::Dir { .. }) { FileKind::Dir } else { FileKind::File };
            let names = disk.dir(disk.find(path)?)?;
            Ok(names.iter().map(|(name, node)| DirEntry { name: name.into(), kind: kind(node) }).collect())
        })
    }

    fn metadata(&self, path: &Path) -> io::Result<Meta> {
        self.access("stat", path, |disk| {
            let (kind, len, mode) = match &disk.nodes[disk.find(path)?] {
                Node::File { cached, mode, .. } => (FileKind::File, cached.len() as u64, *mode),
                Node::Dir { .. } => (FileKind::Dir, 0, 0o755),
            };
            Ok(Meta { kind, len, mode: Some(mode), readonly: mode & 0o222 == 0, links: 1, inode: 0, modified: None })
        })
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        self.access("read link", path, |_| Err(io::ErrorKind::InvalidInput.into()))
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.access("canonicalize", path, |disk| disk.find(path).map(|_| path.to_path_buf()))
    }

    fn check_writable(&self, path: &Path) -> io::Result<()> {
        self.access("check writable", path, |disk| match &disk.nodes[disk.find(path)?] {
            Node::File { mode, .. } if mode & 0o222 != 0 => Ok(()),
            _ => Err(io::ErrorKind::PermissionDenied.into()),
        })
    }

    fn try_lock(&self, path: &Path) -> io::Result<Option<Guard>> {
        self.access("lock", path, |disk| {
            if disk.find(path).is_err() {
                disk.link(path, Node::File { cached: Vec::new(), durable: Vec::new(), mode: 0o644 })?;
            }
            let mut locks = self.locks.lock().unwrap_or_else(PoisonError::into_inner);
            let free = locks.insert(path.to_path_buf());
            Ok(free.then(|| Guard::new(Held { locks: Arc::clone(&self.locks), path: path.to_path_buf() })))
        })
    }

    fn pause(&self, _time: Duration) {}

    /// 1, 2, 3, …: the same run gives the same names.
    fn random(&self) -> u32 {
        let mut disk = self.disk();
        disk.names_given += 1;
        disk.names_given
    }
}

struct Held {
    locks: Arc<Mutex<BTreeSet<PathBuf>>>,
    path: PathBuf,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.locks.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.path);
    }
}

fn parts(path: &Path) -> Vec<String> {
    let name = |part: Component| match part {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    };
    path.components().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str) -> PathBuf {
        PathBuf::from(path)
    }

    fn content(fs: &FaultFs, path: &str) -> Option<String> {
        fs.files().get(Path::new(path)).map(|bytes| String::from_utf8(bytes.clone()).unwrap())
    }

    #[test]
    fn only_what_was_synced_survives_the_worst() {
        let fs = FaultFs::with_files([("/d/old", "old")]);
        fs.write_new(&at("/d/new"), b"data", None).unwrap();
        assert_eq!(content(&fs.reboot(Loss::Everything), "/d/new"), None);
        fs.sync_dir(&at("/d")).unwrap();
        assert_eq!(content(&fs.reboot(Loss::Everything), "/d/new").unwrap(), "", "a name without content");
        fs.sync_file(&at("/d/new")).unwrap();
        fs.rename(&at("/d/new"), &at("/d/old")).unwrap();
        let worst = fs.reboot(Loss::Everything);
        assert_eq!((content(&worst, "/d/old").unwrap(), content(&worst, "/d/new").unwrap()), ("old".into(), "data".into()));
        assert_eq!(content(&fs.reboot(Loss::Nothing), "/d/old").unwrap(), "data");
    }

    #[test]
    fn each_unsynced_change_can_be_lost_alone() {
        let fs = FaultFs::with_files([("/a", "old"), ("/b", "old")]);
        fs.overwrite(&at("/a"), b"newer").unwrap();
        fs.overwrite(&at("/b"), b"newer").unwrap();
        let after = |loss| {
            let fs = fs.reboot(loss);
            (content(&fs, "/a").unwrap(), content(&fs, "/b").unwrap())
        };
        assert_eq!(after(Loss::One(0)), ("old".into(), "newer".into()));
        assert_eq!(after(Loss::AllBut(0)), ("newer".into(), "old".into()));
        assert_eq!(after(Loss::Tail), ("newer".into(), "ne".into()));
        assert_eq!(after(Loss::Content), (String::new(), String::new()));
        assert_eq!(fs.losses().len(), 4 + 2 * 2);
    }

    #[test]
    fn fails_once_or_for_good_and_dies_after_an_access() {
        let fs = FaultFs::with_files([("/a", "x")]);
        fs.fail_at(1, io::ErrorKind::StorageFull, false);
        assert!(fs.read(&at("/a")).is_ok());
        assert_eq!(fs.write_new(&at("/b"), b"1234", None).unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(content(&fs, "/b").unwrap(), "12", "half of it was written");
        assert!(fs.read(&at("/a")).is_ok());
        fs.fail_at(0, io::ErrorKind::PermissionDenied, true);
        assert!(fs.read(&at("/a")).is_err() && fs.read(&at("/a")).is_err());
        fs.heal();
        fs.crash_after(0);
        fs.remove_file(&at("/a")).unwrap();
        assert!(fs.read(&at("/b")).is_err(), "dead");
        assert_eq!(content(&fs.reboot(Loss::Nothing), "/a"), None, "the last access was carried out");
    }
}
