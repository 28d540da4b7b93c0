//! What was read of files, kept while they stay as they are: a second look at an unchanged pack reads no content.
//!
//! A file is the same while its size, its time and its number in the file system are. Hashes that are published are taken
//! anew: two writes within one tick of the clock leave the same time.

use super::listing::{Entry, Listing};
use super::references::{Read, read_json, read_script};
use crate::error::{Error, Result};
use crate::job::Watch;
use crate::pack::{Fs, Hash, PackPath, extension};
use git2::{AttrCheckFlags, Repository};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// The largest file that is read for the places that name others; the largest card catalogue of a published pack has 7 MB.
pub(crate) const MAX_TEXT: u64 = 16 << 20;

/// Size and hash of a file's published bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bytes {
    /// How many.
    pub size: u64,
    /// Their hash.
    pub hash: Hash,
}

/// What is known of a file's content.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Whether it is a pointer to large-file storage.
    pub lfs_pointer: bool,
    /// The places in it that may name files, for JSON and scripts.
    pub(crate) read: Option<Arc<Read>>,
    /// Why it could not be read, in the system's words.
    pub unreadable: Option<String>,
    /// Size and hash of its published bytes, once they were asked for.
    pub bytes: Option<Bytes>,
}

#[derive(Debug, Clone, PartialEq)]
struct Stamp {
    size: u64,
    modified: Option<SystemTime>,
    inode: u64,
}

impl Stamp {
    fn of(entry: &Entry) -> Self {
        Self { size: entry.size, modified: entry.modified, inode: entry.inode }
    }
}

/// What was read, by path. Belongs to one pack.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    known: FxHashMap<PackPath, (Stamp, Facts)>,
    reads: u64,
}

impl Memory {
    /// What is known of the file at `path`.
    pub fn facts(&self, path: &PackPath) -> Option<&Facts> {
        self.known.get(path).map(|(_, facts)| facts)
    }

    /// How many files were read so far.
    pub fn reads(&self) -> u64 {
        self.reads
    }

    /// Reads of the files of `listing` what the inventory needs: JSON and scripts for the places that name files, and small
    /// files for pointers to large-file storage. Forgets files that are gone.
    ///
    /// # Errors
    /// Only where the person cancels: a file that cannot be read has [`Facts::unreadable`].
    pub fn refresh(&mut self, fs: &dyn Fs, root: &Path, listing: &Listing, watch: &dyn Watch) -> Result<()> {
        self.known.retain(|path, _| listing.get(path).is_some());
        let total = listing.files.len() as u64;
        for (done, entry) in listing.files.iter().enumerate().filter(|(_, entry)| entry.is_plain()) {
            let stamp = Stamp::of(entry);
            if self.known.get(&entry.path).is_some_and(|(known, _)| *known == stamp) {
                continue;
            }
            watch.check()?;
            watch.progress("Read the files that name others", done as u64, total);
            let facts = self.read(fs, root, entry);
            self.known.insert(entry.path.clone(), (stamp, facts));
        }
        Ok(())
    }

    fn read(&mut self, fs: &dyn Fs, root: &Path, entry: &Entry) -> Facts {
        let kind = extension(entry.path.as_str()).map(str::to_ascii_lowercase);
        let names_files = matches!(kind.as_deref(), Some("json" | "js" | "mjs" | "ts" | "gltf"));
        let small = entry.size < LONGEST_POINTER && entry.size >= POINTER_START.len() as u64;
        if !(small || names_files && entry.size <= MAX_TEXT) {
            return Facts::default();
        }
        self.reads += 1;
        match fs.read(&entry.path.join(root)) {
            // It vanished; the next listing will not have it.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Facts::default(),
            Err(error) => Facts { unreadable: Some(error.to_string()), ..Facts::default() },
            Ok(bytes) if is_lfs_pointer(&bytes) => Facts { lfs_pointer: true, ..Facts::default() },
            Ok(bytes) => {
                let read = match kind.as_deref() {
                    Some("json" | "gltf") => read_json(&bytes),
                    Some("js" | "mjs" | "ts") => Some(read_script(&String::from_utf8_lossy(&bytes))),
                    _ => None,
                };
                Facts { read: read.map(Arc::new), ..Facts::default() }
            }
        }
    }

    /// The hash of the published bytes of each plain file of `wanted`: what git would store, not what stands in the folder
    /// where line ends are converted. `anew` reads also what is known already.
    ///
    /// # Errors
    /// Where a file cannot be read, and where the person cancels.
    pub fn hash(
        &mut self,
        root: &Path,
        listing: &Listing,
        wanted: &mut dyn FnMut(&Entry) -> bool,
        anew: bool,
        watch: &dyn Watch,
    ) -> Result<()> {
        let files: Vec<&Entry> = listing.files.iter().filter(|entry| entry.is_plain() && wanted(entry)).collect();
        let total = files.iter().map(|entry| entry.size).sum();
        let published = Published::around(root);
        let mut done = 0;
        for entry in files {
            watch.check()?;
            watch.progress("Hash the files", done, total);
            done += entry.size;
            let stamp = Stamp::of(entry);
            let known = self.known.get(&entry.path).filter(|(known, _)| *known == stamp);
            if !anew && known.is_some_and(|(_, facts)| facts.bytes.is_some()) {
                continue;
            }
            self.reads += 1;
            let Some(bytes) = published.bytes(root, &entry.path)? else { continue };
            let slot = self.known.entry(entry.path.clone()).or_insert_with(|| (stamp.clone(), Facts::default()));
            if slot.0 != stamp {
                *slot = (stamp, Facts::default());
            }
            slot.1.bytes = Some(bytes);
        }
        Ok(())
    }
}

const LONGEST_POINTER: u64 = 1024;
const POINTER_START: &[u8] = b"version https://git-lfs.github.com/spec/";

/// Whether this is the content of a pointer to large-file storage.
pub(crate) fn is_lfs_pointer(bytes: &[u8]) -> bool {
    (bytes.len() as u64) < LONGEST_POINTER && bytes.starts_with(POINTER_START)
}

/// Whether a file of so many bytes can be a pointer to large-file storage.
pub(crate) fn may_be_lfs_pointer(size: u64) -> bool {
    (POINTER_START.len() as u64..LONGEST_POINTER).contains(&size)
}

/// The bytes that git would store of files.
struct Published {
    repo: Option<(Repository, PathBuf)>,
    converts: bool,
}

impl Published {
    fn around(root: &Path) -> Self {
        let open = || {
            let root = root.canonicalize().ok()?;
            let repo = Repository::discover(&root).ok()?;
            let inside = root.strip_prefix(repo.workdir()?.canonicalize().ok()?).ok()?.to_path_buf();
            Some((repo, inside))
        };
        let repo = open();
        let auto = repo.as_ref().and_then(|(repo, _)| repo.config().ok()?.get_string("core.autocrlf").ok());
        Self { repo, converts: auto.is_some_and(|value| value != "false") }
    }

    /// Size and hash of a file's published bytes; `None` where it has vanished.
    fn bytes(&self, root: &Path, path: &PackPath) -> Result<Option<Bytes>> {
        let full = path.join(root);
        let failed = |error| Error::io(format!("Couldn't hash `{path}`"), &full, error);
        let (bytes, crlf) = match hash_file(&full) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            done => done.map_err(failed)?,
        };
        if crlf
            && let Some((repo, inside)) = &self.repo
            && self.is_converted(repo, &path.join(inside))
            && let Some(stored) = stored(repo, &full)
        {
            return Ok(Some(stored));
        }
        Ok(Some(bytes))
    }

    /// Whether git may convert the line ends of a file.
    fn is_converted(&self, repo: &Repository, path: &Path) -> bool {
        let says = |name| repo.get_attr(path, name, AttrCheckFlags::FILE_THEN_INDEX).ok().flatten().is_some();
        self.converts || ["text", "crlf", "eol"].into_iter().any(says)
    }
}

/// Size and hash of what git would store of the file, by git's own filters. They write the blob into memory alone.
fn stored(repo: &Repository, file: &Path) -> Option<Bytes> {
    let scratch = Repository::open(repo.path()).ok()?;
    scratch.set_workdir(repo.workdir()?, false).ok()?;
    let odb = scratch.odb().ok()?;
    // Before the stores on disk, so that what is written stays here.
    let _memory = odb.add_new_mempack_backend(1_000).ok()?;
    let blob = scratch.blob_path(file).ok()?;
    let blob = odb.read(blob).ok()?;
    Some(Bytes { size: blob.len() as u64, hash: Hash::of(blob.data()) })
}

/// Size and hash of a file as it stands, and whether it has a line end of two characters. What is written to the file
/// meanwhile, behind its end, is left for the next time: it would never end with one that grows as fast as it is read.
fn hash_file(path: &Path) -> std::io::Result<(Bytes, bool)> {
    use std::io::Read as _;
    let file = std::fs::File::open(path)?;
    let length = file.metadata()?.len();
    let mut file = file.take(length);
    let mut size = 0;
    let mut hasher = crate::pack::Hasher::default();
    let mut buffer = vec![0; 1 << 18];
    let (mut crlf, mut ends_in_cr) = (false, false);
    loop {
        let read = match file.read(&mut buffer) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        let bytes = &buffer[..read];
        let Some(last) = bytes.last() else { break };
        crlf = crlf || ends_in_cr && bytes[0] == b'\n' || memchr::memmem::find(bytes, b"\r\n").is_some();
        ends_in_cr = *last == b'\r';
        size += bytes.len() as u64;
        hasher.update(bytes);
    }
    Ok((Bytes { size, hash: hasher.finish() }, crlf))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::list;
    use crate::job::Quiet;
    use crate::pack::OsFs;

    fn path(text: &str) -> PackPath {
        PackPath::parse(text).unwrap()
    }

    fn of(bytes: &[u8]) -> Bytes {
        Bytes { size: bytes.len() as u64, hash: Hash::of(bytes) }
    }

    fn hashed(root: &Path) -> Memory {
        let listing = list(&OsFs, root, &Quiet).unwrap();
        let mut memory = Memory::default();
        memory.hash(root, &listing, &mut |_| true, false, &Quiet).unwrap();
        memory
    }

    #[test]
    fn hashes_are_of_the_bytes_that_git_stores() {
        let dir = tempfile::tempdir().unwrap();
        let repo = Repository::init(dir.path()).unwrap();
        repo.config().unwrap().set_str("core.autocrlf", "false").unwrap();
        std::fs::write(dir.path().join("a.meta.json"), "{\r\n}\r\n").unwrap();
        std::fs::write(dir.path().join("a.png"), b"\x89PNG\r\n\0\r\n").unwrap();
        let as_it_stands = |memory: &Memory, name: &str| {
            memory.facts(&path(name)).unwrap().bytes == Some(of(&std::fs::read(dir.path().join(name)).unwrap()))
        };
        let memory = hashed(dir.path());
        assert!(as_it_stands(&memory, "a.meta.json") && as_it_stands(&memory, "a.png"));

        std::fs::write(dir.path().join(".gitattributes"), "*.json text\n").unwrap();
        let memory = hashed(dir.path());
        assert_eq!(memory.facts(&path("a.meta.json")).unwrap().bytes, Some(of(b"{\n}\n")));
        assert!(as_it_stands(&memory, "a.png"));
        let objects = || std::fs::read_dir(dir.path().join(".git/objects")).unwrap().count();
        assert_eq!(objects(), 2, "info and pack: nothing was written into the repository");

        std::fs::remove_file(dir.path().join(".gitattributes")).unwrap();
        repo.config().unwrap().set_str("core.autocrlf", "true").unwrap();
        let memory = hashed(dir.path());
        assert_eq!(memory.facts(&path("a.meta.json")).unwrap().bytes, Some(of(b"{\n}\n")));
        assert!(as_it_stands(&memory, "a.png"), "git takes it for binary");
    }

    #[test]
    fn what_did_not_change_is_not_read_again() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("a.json"), r#"{"a":"x.png"}"#).unwrap();
        std::fs::write(dir.path().join("b.png"), "b").unwrap();
        let mut memory = Memory::default();
        let mut look = |anew| {
            let listing = list(&OsFs, dir.path(), &Quiet).unwrap();
            let before = memory.reads();
            memory.refresh(&OsFs, dir.path(), &listing, &Quiet).unwrap();
            memory.hash(dir.path(), &listing, &mut |_| true, anew, &Quiet).unwrap();
            memory.reads() - before
        };
        assert_eq!(look(false), 3, "one file is read for its names, two for their hashes");
        assert_eq!(look(false), 0);
        assert_eq!(look(true), 2);
        std::fs::write(dir.path().join("b.png"), "longer").unwrap();
        assert_eq!(look(false), 1);
    }

    #[test]
    fn pointers_to_large_file_storage_are_told_by_content() {
        let dir = tempfile::tempdir().unwrap();
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
        std::fs::write(dir.path().join("a.glb"), pointer).unwrap();
        std::fs::write(dir.path().join("b.glb"), pointer.replace("git-lfs", "other")).unwrap();
        std::fs::write(dir.path().join("c.glb"), format!("{pointer}{}", " ".repeat(1024 - pointer.len()))).unwrap();
        let listing = list(&OsFs, dir.path(), &Quiet).unwrap();
        let mut memory = Memory::default();
        memory.refresh(&OsFs, dir.path(), &listing, &Quiet).unwrap();
        let told: Vec<bool> = ["a.glb", "b.glb", "c.glb"].map(|name| memory.facts(&path(name)).unwrap().lfs_pointer).into();
        assert_eq!(told, [true, false, false]);
    }
}
