//! Reading what was dropped, within limits.

use super::unzip::unzip;
use crate::error::{Error, ErrorKind, Result};
use crate::job::{Quiet, Watch};
use crate::pack::{Content, HEAD, extension};
use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How much one drop may bring.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Files, those inside zips counted.
    pub files: usize,
    /// Bytes of all files together, unpacked.
    pub total: u64,
    /// Bytes of one file.
    pub file: u64,
    /// How many times larger than its packed form a file of more than a megabyte may be.
    pub ratio: u64,
}

impl Default for Limits {
    /// As many files as one credit record names, 512 MB, and the size at which hosts of repositories refuse a file.
    fn default() -> Self {
        Self { files: super::super::MAX_PATHS, total: 512 << 20, file: 100 << 20, ratio: 200 }
    }
}

/// A file from outside.
#[derive(Debug, Clone)]
pub struct Incoming {
    /// Its name, with the folders below what was dropped; parts are separated by `/`.
    pub name: String,
    /// The zip or folder that it came in; empty for a file that was dropped by itself.
    pub container: String,
    /// Its content.
    pub bytes: Arc<[u8]>,
}

/// A file that does not come along, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassedOver {
    /// Its name.
    pub name: String,
    /// Why, and what to do about it; a sentence.
    pub why: String,
}

/// What a drop brings.
#[derive(Debug, Clone, Default)]
pub struct Dropped {
    /// The files, in the order of the drop, inside a folder or zip by name.
    pub files: Vec<Incoming>,
    /// What was passed over.
    pub passed_over: Vec<PassedOver>,
}

/// What is left of the limits, and who watches.
pub(super) struct Room<'w> {
    pub(super) limits: Limits,
    pub(super) files: usize,
    pub(super) bytes: u64,
    watch: &'w dyn Watch,
}

impl<'w> Room<'w> {
    pub(super) fn new(limits: Limits, watch: &'w dyn Watch) -> Self {
        Self { limits, files: 0, bytes: 0, watch }
    }

    /// Takes the room of one more file.
    pub(super) fn take(&mut self, name: &str, bytes: u64) -> Result<()> {
        self.watch.check()?;
        self.watch.progress("Read the files", self.files as u64 + 1, 0);
        let Limits { files, total, file, .. } = self.limits;
        self.files += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        if self.files > files {
            return Err(too_much(format!("There are more than {files} files in this drop"))
                .hint("Drop fewer at a time: one record can name no more."));
        }
        if bytes > file {
            return Err(too_much(format!("“{name}” has more than {} MB", file >> 20))
                .hint("Make it smaller; hosts of repositories refuse such a file."));
        }
        if self.bytes > total {
            return Err(too_much(format!("The files of this drop have more than {} MB in all", total >> 20))
                .hint("Drop fewer at a time."));
        }
        Ok(())
    }
}

pub(super) fn too_much(what: String) -> Error {
    Error::new(ErrorKind::Refused, what)
}

/// Reads files, folders and zips. Links inside folders are passed over.
///
/// # Errors
/// Where something cannot be read, where there is more than `limits` allow, where a zip is hostile, and where the person
/// cancels; nothing is read then.
pub fn read(paths: &[PathBuf], limits: &Limits, watch: &dyn Watch) -> Result<Dropped> {
    let mut dropped = Dropped::default();
    let mut room = Room::new(*limits, watch);
    for path in paths {
        let meta = std::fs::metadata(path).map_err(|error| Error::io("Couldn't read what was dropped", path, error))?;
        let name = name_of(path);
        if meta.is_dir() {
            folder(path, &name, "", 0, &mut room, &mut dropped)?;
        } else {
            file(path, &name, "", &mut room, &mut dropped)?;
        }
    }
    Ok(dropped)
}

/// Reads what is in memory already: a pasted picture, a file of a test.
///
/// # Errors
/// As [`read`].
pub fn read_memory(name: &str, bytes: &[u8], limits: &Limits) -> Result<Dropped> {
    let mut dropped = Dropped::default();
    let mut room = Room::new(*limits, &Quiet);
    if Content::of(bytes) == Some(Content::Zip) {
        unzip(name, Cursor::new(bytes), &mut room, &mut dropped)?;
    } else {
        room.take(name, bytes.len() as u64)?;
        dropped.files.push(Incoming { name: name.to_owned(), container: String::new(), bytes: bytes.into() });
    }
    Ok(dropped)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Folders nest no deeper than this.
const MAX_DEPTH: usize = 32;

fn folder(path: &Path, container: &str, below: &str, depth: usize, room: &mut Room, dropped: &mut Dropped) -> Result<()> {
    let unreadable = |error| Error::io("Couldn't read a folder that was dropped", path, error);
    let mut entries: Vec<_> = path.read_dir().map_err(unreadable)?.collect::<Result<_, _>>().map_err(unreadable)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let kind = entry.file_type().map_err(unreadable)?;
        let Ok(name) = entry.file_name().into_string() else {
            let name = entry.file_name().to_string_lossy().into_owned();
            let why = "Its name is not valid Unicode. Rename it.".to_owned();
            dropped.passed_over.push(PassedOver { name, why });
            continue;
        };
        let inside = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        if is_litter(&name) {
            continue;
        } else if kind.is_dir() && depth < MAX_DEPTH {
            folder(&entry.path(), container, &inside, depth + 1, room, dropped)?;
        } else if kind.is_file() {
            file(&entry.path(), &inside, container, room, dropped)?;
        } else {
            let why = "It is a link or no plain file. Drop the file itself.".to_owned();
            dropped.passed_over.push(PassedOver { name: inside, why });
        }
    }
    Ok(())
}

fn file(path: &Path, name: &str, container: &str, room: &mut Room, dropped: &mut Dropped) -> Result<()> {
    let unreadable = |error| Error::io("Couldn't read a file that was dropped", path, error);
    let opened = File::open(path).map_err(unreadable)?;
    if !opened.metadata().map_err(unreadable)?.is_file() {
        return Err(Error::new(ErrorKind::Refused, "This is no plain file").at(path).hint("Drop files, folders or zips."));
    }
    let mut head = Vec::with_capacity(HEAD);
    (&opened).take(HEAD as u64).read_to_end(&mut head).map_err(unreadable)?;
    if Content::of(&head) == Some(Content::Zip) && extension(name).is_some_and(|e| e.eq_ignore_ascii_case("zip")) {
        let again = File::open(path).map_err(unreadable)?;
        return unzip(name, BufReader::new(again), room, dropped);
    }
    // A file may grow while it is read; it is cut off one byte past the limit and refused then.
    let mut bytes = head;
    let rest = room.limits.file.saturating_add(1).saturating_sub(bytes.len() as u64);
    (&opened).take(rest).read_to_end(&mut bytes).map_err(unreadable)?;
    room.take(name, bytes.len() as u64)?;
    dropped.files.push(Incoming { name: name.to_owned(), container: container.to_owned(), bytes: bytes.into() });
    Ok(())
}

/// What systems leave in folders and zips, and nobody means.
pub(super) fn is_litter(name: &str) -> bool {
    name.starts_with('.') || matches!(name, "__MACOSX" | "Thumbs.db" | "desktop.ini")
}
