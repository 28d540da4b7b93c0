//! Moving, deleting and replacing files with all that names them, as one step.
//!
//! - here: what is asked for, made into a [`Plan`]: both documents after it, and what is to be done to files
//! - [`outside`]: what was moved by another program
//!
//! A plan carries along the references in both documents, the lists, the credits, the JSON files that name what moves, and
//! the files that belong to one by their names: settings, collider, link record, thumbnail. Scripts are never rewritten;
//! the plan tells of the lines that name an old path.

pub mod outside;
mod refs;
#[cfg(test)]
mod tests;

use super::class::Class;
use super::memory::Memory;
use super::references::Naming;
use super::survey::Survey;
use crate::edit::Roots;
use crate::error::{Error, ErrorKind, Result};
use crate::pack::{FileOp, Fs, LEGACY_MANIFEST, MANIFEST, PackPath, extension, folded};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::Path;
use std::sync::Arc;

/// A step that changes documents and files together.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Both documents as they are before it.
    pub before: Roots,
    /// Both documents as they are after it.
    pub roots: Roots,
    /// What is done to files, in this order.
    pub ops: Vec<FileOp>,
    /// The files that have another path after it.
    pub moved: Vec<(PackPath, PackPath)>,
    /// The files that are gone after it.
    pub gone: Vec<PackPath>,
    /// What the person should know, a sentence each.
    pub told: Vec<String>,
}

/// What a plan is made from.
#[derive(Clone, Copy)]
pub struct Pack<'a> {
    /// The disk.
    pub fs: &'a dyn Fs,
    /// The pack's folder.
    pub root: &'a Path,
    /// Both documents.
    pub roots: &'a Roots,
    /// A fresh look at the files.
    pub survey: &'a Survey,
    /// What was read for it.
    pub memory: &'a Memory,
}

/// Plans to give the file or folder `from` the path `to`.
///
/// # Errors
/// [`ErrorKind::Refused`] where there is nothing at `from`, something else at `to`, or the file has to have its name.
pub fn plan_rename(pack: &Pack, from: &PackPath, to: &PackPath) -> Result<Plan> {
    let listing = &pack.survey.listing;
    may_leave(from)?;
    if from == to {
        return Ok(Plan { before: pack.roots.clone(), roots: pack.roots.clone(), ..Plan::default() });
    }
    let below: Vec<PackPath> = listing.below(from).map(|entry| entry.path.clone()).collect();
    let is_folder = listing.get(from).is_none() && !below.is_empty();
    if !is_folder && listing.get(from).is_none() {
        return Err(missing(pack, from));
    }
    if is_folder && to.as_str().starts_with(&format!("{from}/")) {
        return Err(refused(format!("The folder “{from}” can’t be moved into itself"), "Choose another folder."));
    }
    is_free(pack, from, to)?;
    let mut map: Vec<(PackPath, PackPath)> = Vec::new();
    let mut ops = vec![FileOp::Move { from: from.clone(), to: to.clone() }];
    if is_folder {
        for path in &below {
            map.push((path.clone(), moved_below(path, from, to)?));
        }
        let (thumbs, new) = (below_thumbnails(from, "")?, below_thumbnails(to, "")?);
        if listing.below(&thumbs).next().is_some() && listing.below(&new).next().is_none() {
            for entry in listing.below(&thumbs) {
                map.push((entry.path.clone(), moved_below(&entry.path, &thumbs, &new)?));
            }
            ops.push(FileOp::Move { from: thumbs, to: new });
        }
    } else {
        map.push((from.clone(), to.clone()));
        for (companion, new) in companions(pack, from, to)? {
            is_free(pack, &companion, &new)?;
            ops.push(FileOp::Move { from: companion.clone(), to: new.clone() });
            map.push((companion, new));
        }
    }
    plan_with(pack, map, ops)
}

/// Plans to follow files that have been moved already, as [`outside::moved`] found them. `pack` is the pack as it was
/// looked at before. What belongs to a file by its name and stayed behind is moved after it.
///
/// # Errors
/// Where a file of the pack that is to be rewritten cannot be read.
pub fn plan_follow(pack: &Pack, renames: &[(PackPath, PackPath)]) -> Result<Plan> {
    let mut map: Vec<(PackPath, PackPath)> = renames.to_vec();
    let mut ops = Vec::new();
    let known: FxHashSet<PackPath> = renames.iter().map(|(from, _)| from.clone()).collect();
    for (from, to) in renames {
        for (companion, new) in companions(pack, from, to)? {
            let stayed = |path: &PackPath| pack.fs.metadata(&path.join(pack.root)).is_ok();
            if !known.contains(&companion) && stayed(&companion) && !stayed(&new) {
                ops.push(FileOp::Move { from: companion.clone(), to: new.clone() });
                map.push((companion, new));
            }
        }
    }
    plan_with(pack, map, ops)
}

/// Plans to put files or folders into the bin. The lists and the credits forget them, a locked record with its last file
/// (manifest reference, `credits.locked`: “it leaves only when its files do”); places that use them are told and stay.
///
/// # Errors
/// [`ErrorKind::Refused`] where there is nothing at a path, or the pack cannot be without it.
pub fn plan_delete(pack: &Pack, paths: &[PackPath]) -> Result<Plan> {
    let (mut gone, mut ops) = (Vec::new(), Vec::new());
    // What lies in a folder that goes as well goes with it.
    let inside = |path: &PackPath| std::iter::successors(path.parent(), PackPath::parent).any(|folder| paths.contains(&folder));
    for path in paths.iter().filter(|path| !inside(path)) {
        delete_one(pack, path, &mut gone, &mut ops)?;
    }
    gone.sort();
    gone.dedup();
    let mut seen = FxHashSet::default();
    ops.retain(|op: &FileOp| seen.insert(op.path().clone()));
    let scene = pack.roots.manifest.as_ref().and_then(|manifest| crate::manifest::ManifestView::new(manifest)?.setup_path());
    if scene.is_some_and(|scene| gone.contains(&scene)) {
        return Err(refused("The scene can’t be deleted".to_owned(), "Name another one in the manifest’s “entry.setup” first."));
    }
    let set: FxHashSet<&str> = gone.iter().map(PackPath::as_str).collect();
    let mut told = Vec::new();
    for path in &gone {
        let users: Vec<&Naming> = pack.survey.references.uses(path.as_str()).filter(|naming| !is_in(naming, &set)).collect();
        if !users.is_empty() {
            let places = if users.len() == 1 { "1 place uses".to_owned() } else { format!("{} places use", users.len()) };
            told.push(format!("{places} “{path}”: {}.", refs::shown(&users)));
        }
    }
    let mut roots = refs::forget(pack.roots, &set)?;
    if let Some(manifest) = &roots.manifest {
        let paths: Vec<String> = gone.iter().map(|path| path.as_str().to_owned()).collect();
        roots.manifest = Some(crate::credits::drop_paths(manifest, &paths)?);
    }
    Ok(Plan { before: pack.roots.clone(), roots, ops, moved: Vec::new(), gone, told })
}

/// Adds what goes with one file or folder, and how.
fn delete_one(pack: &Pack, path: &PackPath, gone: &mut Vec<PackPath>, ops: &mut Vec<FileOp>) -> Result<()> {
    let listing = &pack.survey.listing;
    may_leave(path)?;
    let before = gone.len();
    gone.extend(listing.below(path).map(|entry| entry.path.clone()));
    ops.push(FileOp::Bin { path: path.clone() });
    if listing.get(path).is_some() {
        gone.push(path.clone());
        for (companion, _) in companions(pack, path, path)? {
            ops.push(FileOp::Bin { path: companion.clone() });
            gone.push(companion);
        }
    } else if gone.len() == before {
        return Err(missing(pack, path));
    } else {
        let thumbs = below_thumbnails(path, "")?;
        if listing.below(&thumbs).next().is_some() {
            gone.extend(listing.below(&thumbs).map(|entry| entry.path.clone()));
            ops.push(FileOp::Bin { path: thumbs });
        }
    }
    Ok(())
}

/// Plans to give the file `path` another content, and another path where the new content wants another extension. What
/// stood there goes into the bin.
///
/// # Errors
/// As [`plan_rename`].
pub fn plan_replace(pack: &Pack, path: &PackPath, to: &PackPath, bytes: Arc<[u8]>) -> Result<Plan> {
    may_leave(path)?;
    if pack.survey.listing.get(path).is_none() {
        return Err(missing(pack, path));
    }
    if path == to {
        let ops = vec![FileOp::Bin { path: path.clone() }, FileOp::Write { path: path.clone(), bytes }];
        return Ok(Plan { before: pack.roots.clone(), roots: pack.roots.clone(), ops, ..Plan::default() });
    }
    let mut plan = plan_rename(pack, path, to)?;
    if let Some(first) = plan.ops.first_mut() {
        *first = FileOp::Bin { path: path.clone() };
    }
    plan.ops.push(FileOp::Write { path: to.clone(), bytes });
    Ok(plan)
}

fn plan_with(pack: &Pack, map: Vec<(PackPath, PackPath)>, mut ops: Vec<FileOp>) -> Result<Plan> {
    let by_old: FxHashMap<&str, &PackPath> = map.iter().map(|(from, to)| (from.as_str(), to)).collect();
    let (roots, mut told) = refs::follow(pack, &by_old)?;
    let mut rewritten = refs::rewritten(pack, &by_old, &mut told)?;
    rewritten.sort_by(|a, b| a.0.cmp(&b.0));
    ops.extend(rewritten.into_iter().map(|(path, bytes)| FileOp::Write { path, bytes }));
    Ok(Plan { before: pack.roots.clone(), roots, ops, moved: map, gone: Vec::new(), told })
}

fn is_in(naming: &Naming, gone: &FxHashSet<&str>) -> bool {
    matches!(&naming.holder, super::references::Holder::File(path) if gone.contains(path.as_str()))
}

fn refused(what: String, hint: &str) -> Error {
    Error::new(ErrorKind::Refused, what).hint(hint)
}

fn missing(pack: &Pack, path: &PackPath) -> Error {
    let hint = match pack.survey.listing.other_spelling(path) {
        Some(other) => format!("There is “{other}”: letter case and accents count."),
        None => "`tablewright assets PACK list` shows what there is.".to_owned(),
    };
    Error::new(ErrorKind::Refused, format!("There is no file or folder “{path}” in the pack")).hint(hint)
}

/// Files that have to have their name.
fn may_leave(path: &PackPath) -> Result<()> {
    if path.as_str() == MANIFEST || path.as_str() == LEGACY_MANIFEST {
        return Err(refused(format!("“{path}” has to have this name"), "The platform looks for the manifest by it."));
    }
    Ok(())
}

/// Whether `from` may go to `to`: nothing else stands there.
fn is_free(pack: &Pack, from: &PackPath, to: &PackPath) -> Result<()> {
    let listing = &pack.survey.listing;
    let taken = listing.get(to).is_some() || listing.below(to).next().is_some() || listing.is_ignored(to);
    // A file in place of a folder above is no folder.
    let above = std::iter::successors(to.parent(), PackPath::parent).find(|folder| listing.get(folder).is_some());
    if let Some(file) = above {
        return Err(refused(format!("“{file}” is a file, so nothing can be put below it"), "Choose another folder."));
    }
    let same_but_case = folded(from.as_str()) == folded(to.as_str());
    let there = pack.fs.metadata(&to.join(pack.root)).is_ok() && !same_but_case;
    if taken || there {
        return Err(refused(format!("There is “{to}” already"), "Choose another name, or move that away first."));
    }
    if to.as_str().encode_utf16().count() > crate::manifest::MAX_PATH {
        return Err(refused(format!("“{to}” is longer than the 180 characters that a manifest holds"), "Choose a shorter name."));
    }
    Ok(())
}

fn moved_below(path: &PackPath, from: &PackPath, to: &PackPath) -> Result<PackPath> {
    PackPath::parse(&format!("{to}{}", &path.as_str()[from.as_str().len()..]))
}

fn below_thumbnails(path: &PackPath, end: &str) -> Result<PackPath> {
    PackPath::parse(&format!("thumbnails/{path}{end}"))
}

/// The files that belong to `from` by its name and are there, with the paths that they get when it becomes `to`.
fn companions(pack: &Pack, from: &PackPath, to: &PackPath) -> Result<Vec<(PackPath, PackPath)>> {
    let listing = &pack.survey.listing;
    let mut found = Vec::new();
    let mut add = |old: PackPath, new: PackPath| {
        if listing.get(&old).is_some() {
            found.push((old, new));
        }
    };
    let end = super::class::LINK_RECORD;
    add(PackPath::parse(&format!("{from}{end}"))?, PackPath::parse(&format!("{to}{end}"))?);
    add(below_thumbnails(from, ".webp")?, below_thumbnails(to, ".webp")?);
    let stem = |path: &PackPath| {
        let text = path.as_str();
        extension(text).map_or(text, |end| &text[..text.len() - end.len() - 1]).to_owned()
    };
    let is_model = |path: &PackPath| pack.survey.special.class(path) == Class::Model;
    let (old, new) = (stem(from), stem(to));
    // Two models of one name share their settings.
    let folder = from.parent();
    let shares = |path: &PackPath| path != from && path.parent() == folder && is_model(path) && stem(path) == old;
    if is_model(from) && !old.ends_with(".collider") && !listing.files.iter().any(|entry| shares(&entry.path)) {
        for end in [".meta.json", ".collider.glb"] {
            add(PackPath::parse(&format!("{old}{end}"))?, PackPath::parse(&format!("{new}{end}"))?);
        }
    }
    found.retain(|(old, _)| old != from);
    Ok(found)
}
