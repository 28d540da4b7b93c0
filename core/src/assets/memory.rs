//! What was read of files, kept while they stay as they are: a second look at an unchanged pack reads no content.
//!
//! A file is the same while its size, its time and its number in the file system are. Hashes that are published are taken
//! anew: two writes within one tick of the clock leave the same time.

use super::listing::{Entry, Listing};
use super::measure::{Measured, measure};
use super::references::{Read, read_gltf, read_json, read_script};
use super::state::TOO_LARGE;
use crate::error::{Error, Result};
use crate::job::Watch;
use crate::pack::{Fs, Hash, PackPath, extension};
use git2::{AttrCheckFlags, Repository};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
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
    /// What it asks of whoever shows it, once that was asked for and where it is a whole model or picture.
    pub measured: Option<Arc<Measured>>,
    /// Whether it was measured, whatever came of it.
    was_measured: bool,
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
        let changed = |entry: &&Entry| entry.is_plain() && !self.is_known(entry);
        let (read, rest): (Vec<&Entry>, Vec<&Entry>) = listing.files.iter().filter(changed).partition(|entry| is_read(entry));
        let (total, done) = (read.len() as u64, AtomicU64::new(0));
        let facts: Vec<Facts> = read
            .par_iter()
            .map(|entry| {
                watch.check()?;
                watch.progress("Read the files that name others", done.fetch_add(1, Ordering::Relaxed), total);
                Ok(read_facts(fs, root, entry))
            })
            .collect::<Result<_>>()?;
        self.reads += total;
        let of = |entry: &Entry, facts: Facts| (entry.path.clone(), (Stamp::of(entry), facts));
        self.known.extend(read.into_iter().zip(facts).map(|(entry, facts)| of(entry, facts)));
        self.known.extend(rest.into_iter().map(|entry| of(entry, Facts::default())));
        Ok(())
    }

    /// Whether the file is as it was when something was read of it.
    fn is_known(&self, entry: &Entry) -> bool {
        self.known.get(&entry.path).is_some_and(|(known, _)| *known == Stamp::of(entry))
    }

    /// The hash of the published bytes of each plain file of `wanted`: what git would store, not what stands in the folder
    /// where line ends are converted. `anew` reads also what is known already. Several files are read at a time.
    ///
    /// # Errors
    /// Where a file cannot be read, and where the person cancels. The others are known then all the same.
    pub fn hash(
        &mut self,
        root: &Path,
        listing: &Listing,
        wanted: &mut dyn FnMut(&Entry) -> bool,
        anew: bool,
        watch: &dyn Watch,
    ) -> Result<()> {
        let wanted = listing.files.iter().filter(|entry| entry.is_plain() && wanted(entry));
        let has_bytes =
            |entry: &Entry| self.is_known(entry) && self.facts(&entry.path).is_some_and(|facts| facts.bytes.is_some());
        let files: Vec<&Entry> = wanted.filter(|entry| anew || !has_bytes(entry)).collect();
        self.reads += files.len() as u64;
        let published = Published::around(root);
        let mut first = None;
        for (entry, read) in hash_files(root, &files, watch)? {
            match read.and_then(|(bytes, crlf)| Ok(published.converted(root, &entry.path, crlf)?.unwrap_or(bytes))) {
                Ok(bytes) => self.slot(entry).bytes = Some(bytes),
                // It vanished; the next listing will not have it.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => {
                    let full = entry.path.join(root);
                    first = first.or(Some(Error::io(format!("Couldn't hash `{}`", entry.path), &full, error)));
                }
            }
        }
        first.map_or(Ok(()), Err)
    }

    /// Measures each plain file of `wanted` that has not been measured since it changed; see [`Facts::measured`]. One of more
    /// than [`TOO_LARGE`] bytes is passed over.
    ///
    /// # Errors
    /// Only where the person cancels.
    pub fn measure(
        &mut self,
        root: &Path,
        listing: &Listing,
        wanted: &mut dyn FnMut(&Entry) -> bool,
        watch: &dyn Watch,
    ) -> Result<()> {
        let known = |entry: &Entry| self.is_known(entry) && self.facts(&entry.path).is_some_and(|facts| facts.was_measured);
        let fits = |entry: &&Entry| entry.is_plain() && entry.size <= TOO_LARGE && wanted(entry);
        let files: Vec<&Entry> = listing.files.iter().filter(fits).filter(|entry| !known(entry)).collect();
        self.reads += files.len() as u64;
        let (total, done) = (files.len() as u64, AtomicU64::new(0));
        let measured: Vec<Option<Measured>> = files
            .par_iter()
            .map(|entry| {
                watch.check()?;
                watch.progress("Measure models and pictures", done.fetch_add(1, Ordering::Relaxed), total);
                let bytes = std::fs::read(entry.path.join(root)).ok();
                Ok(bytes.and_then(|bytes| measure(&bytes, extension(entry.path.as_str()).unwrap_or_default())))
            })
            .collect::<Result<_>>()?;
        for (entry, measured) in files.into_iter().zip(measured) {
            let facts = self.slot(entry);
            (facts.measured, facts.was_measured) = (measured.map(Arc::new), true);
        }
        Ok(())
    }

    /// What is known of a file, as it is now.
    fn slot(&mut self, entry: &Entry) -> &mut Facts {
        let stamp = Stamp::of(entry);
        let slot = self.known.entry(entry.path.clone()).or_insert_with(|| (stamp.clone(), Facts::default()));
        if slot.0 != stamp {
            *slot = (stamp, Facts::default());
        }
        &mut slot.1
    }
}

/// Whether the inventory needs the file's content: JSON and scripts, and what may be a pointer to large-file storage.
fn is_read(entry: &Entry) -> bool {
    may_be_lfs_pointer(entry.size) || names_files(&entry.path).is_some() && entry.size <= MAX_TEXT
}

/// The extension of a file that may name others.
fn names_files(path: &PackPath) -> Option<String> {
    let kind = extension(path.as_str())?.to_ascii_lowercase();
    matches!(kind.as_str(), "json" | "js" | "mjs" | "ts" | "gltf").then_some(kind)
}

fn read_facts(fs: &dyn Fs, root: &Path, entry: &Entry) -> Facts {
    match fs.read(&entry.path.join(root)) {
        // It vanished; the next listing will not have it.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Facts::default(),
        Err(error) => Facts { unreadable: Some(error.to_string()), ..Facts::default() },
        Ok(bytes) if is_lfs_pointer(&bytes) => Facts { lfs_pointer: true, ..Facts::default() },
        Ok(bytes) => {
            let read = match names_files(&entry.path).as_deref() {
                Some("json") => read_json(&bytes),
                Some("gltf") => read_gltf(&bytes, &entry.path),
                Some(_) => Some(read_script(&String::from_utf8_lossy(&bytes))),
                None => None,
            };
            Facts { read: read.map(Arc::new), ..Facts::default() }
        }
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

    /// Size and hash of what git would store of a file with line ends of two characters (`crlf`), where it stores other
    /// bytes than stand in the folder.
    fn converted(&self, root: &Path, path: &PackPath, crlf: bool) -> std::io::Result<Option<Bytes>> {
        let Some((repo, inside)) = self.repo.as_ref().filter(|_| crlf) else { return Ok(None) };
        Ok(if self.is_converted(repo, &path.join(inside)) { stored(repo, &path.join(root)) } else { None })
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

/// How a file was read: size, hash, and whether it has a line end of two characters.
type Hashed = std::io::Result<(Bytes, bool)>;

/// Reads files, several at a time.
fn hash_files<'a>(root: &Path, files: &[&'a Entry], watch: &dyn Watch) -> Result<Vec<(&'a Entry, Hashed)>> {
    let total = files.iter().map(|entry| entry.size).sum();
    let done = AtomicU64::new(0);
    let hashed = files
        .par_iter()
        .with_max_len(1)
        .map_init(
            || vec![0; 1 << 18],
            |buffer, entry| {
                watch.check()?;
                let read = hash_file(&entry.path.join(root), buffer, watch);
                let before = done.fetch_add(entry.size, Ordering::Relaxed);
                watch.progress("Hash the files", before + entry.size, total);
                Ok((*entry, read))
            },
        )
        .collect::<Result<_>>()?;
    watch.check()?;
    Ok(hashed)
}

/// Reads a file as it stands. What is written to it meanwhile, behind its end, is left for the next time: it would never
/// end with one that grows as fast as it is read. Stops between two pieces where the person cancels.
fn hash_file(path: &Path, buffer: &mut [u8], watch: &dyn Watch) -> Hashed {
    use std::io::Read as _;
    let file = std::fs::File::open(path)?;
    let length = file.metadata()?.len();
    let mut file = file.take(length);
    let mut size = 0;
    let mut hasher = crate::pack::Hasher::default();
    let (mut crlf, mut ends_in_cr) = (false, false);
    while !watch.cancelled() {
        let read = match file.read(buffer) {
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
