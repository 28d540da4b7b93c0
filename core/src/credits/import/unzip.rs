//! Reading a zip that a stranger made. It is refused whole where it tries to leave its folder, brings links, or unpacks to
//! much more than it is: such a zip is an attack or broken, and no part of it can be trusted.

use super::read::{Dropped, Incoming, PassedOver, Room, is_litter, too_much};
use crate::error::{Error, ErrorKind, Result};
use std::io::{Read, Seek};
use zip::ZipArchive;
use zip::result::ZipError;

/// From how many bytes on a file's packing is held against [`super::Limits::ratio`]: small files of one letter pack well.
const RATIO_FROM: u64 = 1 << 20;

/// Unpacks the zip called `archive` into `dropped`.
///
/// # Errors
/// Refused as above, and where it is no zip, is locked with a password, or packed in a way that we do not read.
pub(super) fn unzip(archive: &str, reader: impl Read + Seek, room: &mut Room, dropped: &mut Dropped) -> Result<()> {
    let mut zip = ZipArchive::new(reader).map_err(|error| unreadable(archive, &error))?;
    judge_names(archive, &mut zip, room)?;
    if zip.has_overlapping_files().map_err(|error| unreadable(archive, &error))? {
        return Err(refuse(archive, "several of its files are the same bytes, as in a zip bomb"));
    }
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).map_err(|error| unreadable(archive, &error))?;
        let name = clean(&entry.name().map_err(|error| unreadable(archive, &error))?);
        if entry.is_dir() || name.split('/').any(is_litter) {
            continue;
        }
        let packed = entry.compressed_size();
        let most = room.limits.file.min(room.limits.total);
        let mut bytes = Vec::new();
        let read = (&mut entry).take(most.saturating_add(1)).read_to_end(&mut bytes);
        if let Err(error) = read {
            return Err(refuse(archive, &format!("“{}” in it is damaged", shown(&name))).because(error));
        }
        let len = bytes.len() as u64;
        if len > RATIO_FROM && len / packed.max(1) > room.limits.ratio {
            return Err(refuse(archive, &format!("“{}” unpacks to far more than it is, as in a zip bomb", shown(&name))));
        }
        room.take(&shown(&name), len)?;
        if name.is_empty() {
            dropped.passed_over.push(PassedOver { name, why: "It has no name.".to_owned() });
            continue;
        }
        dropped.files.push(Incoming { name, container: archive.to_owned(), bytes: bytes.into() });
    }
    Ok(())
}

/// Refuses by what the zip says of its files, before any is unpacked.
fn judge_names(archive: &str, zip: &mut ZipArchive<impl Read + Seek>, room: &Room) -> Result<()> {
    let (mut files, mut bytes) = (room.files, room.bytes);
    for index in 0..zip.len() {
        let entry = zip.by_index_raw(index).map_err(|error| unreadable(archive, &error))?;
        let name = entry.name().map_err(|error| unreadable(archive, &error))?;
        let why = if leads_out(&name) {
            Some("leads out of its folder")
        } else if entry.is_symlink() {
            Some("is a link")
        } else if entry.encrypted() {
            Some("is locked with a password")
        } else {
            None
        };
        if let Some(why) = why {
            return Err(refuse(archive, &format!("“{}” in it {why}", shown(&name))));
        }
        if !entry.is_dir() {
            files += 1;
            bytes = bytes.saturating_add(entry.size());
        }
    }
    if files > room.limits.files {
        return Err(too_much(format!("“{archive}” brings more than {} files", room.limits.files))
            .hint("Unpack it and drop fewer at a time."));
    }
    if bytes > room.limits.total {
        return Err(too_much(format!("“{archive}” unpacks to more than {} MB", room.limits.total >> 20))
            .hint("Unpack it and drop fewer at a time."));
    }
    Ok(())
}

/// Whether a name in a zip leads elsewhere than below the zip's own folder, on any system.
fn leads_out(name: &str) -> bool {
    let name = name.replace('\\', "/");
    let drive = name.as_bytes().get(1) == Some(&b':');
    drive || name.starts_with('/') || name.chars().any(char::is_control) || name.split('/').any(|part| part.trim_end() == "..")
}

/// A name in a zip as the rest of this folder knows names: `/` between its parts, and none of them empty.
fn clean(name: &str) -> String {
    let name = name.replace('\\', "/");
    let parts: Vec<&str> = name.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    parts.join("/")
}

fn shown(name: &str) -> String {
    let mut short: String = name.chars().take(80).flat_map(char::escape_debug).collect();
    if name.chars().nth(80).is_some() {
        short.push('…');
    }
    short
}

fn refuse(archive: &str, why: &str) -> Error {
    Error::new(ErrorKind::Refused, format!("“{}” was not unpacked: {why}", shown(archive)))
        .hint("Unpack it yourself and drop the files that you want.")
}

fn unreadable(archive: &str, error: &ZipError) -> Error {
    let why = match error {
        ZipError::UnsupportedArchive(_) => "it is packed in a way that this editor does not read",
        ZipError::InvalidPassword => "it is locked with a password",
        _ => "it is no zip, or a damaged one",
    };
    refuse(archive, why)
}
