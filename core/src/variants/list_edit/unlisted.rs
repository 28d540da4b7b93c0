//! What the scene holds of variants that the manifest does not list. Nothing here drops anything unasked.

use super::super::MAX_VARIANTS;
use super::super::block::{Block, delta_pointer};
use super::super::scope::refused;
use super::{Halves, list_at};
use crate::Result;
use crate::edit::{ManifestOp, Roots};
use crate::json::{Edit, Ref, Value};
use std::borrow::Cow;

/// Puts variants that only the scene knows at the end of the manifest's list, under their ids: those with differences, or
/// the base.
///
/// # Errors
/// Refused where the list cannot be read, has an id, or would have more than twelve entries, and where the scene knows no
/// such variant.
pub fn add_back_to_list(roots: &Roots, ids: &[impl AsRef<str>]) -> Result<Roots> {
    let ids: Vec<String> = ids.iter().map(|id| id.as_ref().to_owned()).collect();
    add_back(roots, &ids)
}

/// Puts every variant that only the scene knows into the manifest's list: the base first, then the others in the scene's
/// order.
///
/// # Errors
/// As [`add_back_to_list`].
pub fn add_all_back_to_list(roots: &Roots) -> Result<Roots> {
    let halves = Halves::of(roots)?;
    let base = halves.block().and_then(Block::base).map(Cow::into_owned);
    let mut ids: Vec<String> = base.into_iter().filter(|base| !halves.listed.contains(base)).collect();
    ids.extend(halves.unlisted());
    if ids.is_empty() {
        return Err(refused(
            "The scene names no variant that could be listed",
            "Take its empty “variants” out, or add a variant.",
        ));
    }
    add_back(roots, &ids)
}

fn add_back(roots: &Roots, ids: &[String]) -> Result<Roots> {
    let halves = Halves::of(roots)?;
    let taken = halves.taken();
    let end = halves.manifest.root().get("variants").map_or(0, Ref::len);
    if end + ids.len() > MAX_VARIANTS {
        return Err(refused(
            format!("The list would have more than {MAX_VARIANTS} variants, and a lobby offers no more"),
            "Delete one first, or remove the differences that are not listed.",
        ));
    }
    let mut ops = Vec::new();
    for (number, id) in ids.iter().enumerate() {
        if halves.listed.contains(id) {
            return Err(refused(format!("The manifest lists “{id}” already"), "Nothing has to be done for it."));
        }
        if !taken.contains(id) {
            return Err(refused(format!("The scene knows no variant “{id}”"), "Add it as a new one."));
        }
        let entry = Value::object([("id", id), ("name", id)].map(|(key, text)| (key, Value::from(text.as_str()))));
        ops.push(ManifestOp::Insert(list_at(), end + number, entry));
    }
    Ok(Roots { manifest: halves.edit_list(&ops)?, scene: roots.scene.clone() })
}

/// Takes the differences of variants that the manifest does not list out of the scene.
///
/// # Errors
/// Refused where the list cannot be read or has one of the ids, where one is the base, and where there are no differences
/// for one.
pub fn remove_unlisted(roots: &Roots, ids: &[impl AsRef<str>]) -> Result<Roots> {
    let halves = Halves::of(roots)?;
    let base = halves.block().and_then(Block::base);
    let mut edits = Vec::new();
    for id in ids.iter().map(AsRef::as_ref) {
        if halves.listed.iter().any(|listed| listed == id) {
            return Err(refused(
                format!("The manifest lists “{id}”, so its differences are used"),
                "Delete the variant instead.",
            ));
        }
        if base.as_deref() == Some(id) {
            return Err(refused(
                format!("“{id}” is what the scene’s top level is, so it can’t be taken out"),
                "Add it back to the list, or make a listed variant the base first.",
            ));
        }
        let at = delta_pointer(id);
        if halves.scene.is_none_or(|scene| scene.at(&at).is_none()) {
            return Err(refused(format!("The scene holds no differences for “{id}”"), "They may be gone already."));
        }
        edits.push((at, Edit::Remove));
    }
    let scene = match halves.scene {
        Some(scene) => Some(scene.edit_many(edits)?),
        None => None,
    };
    Ok(Roots { manifest: roots.manifest.clone(), scene })
}
