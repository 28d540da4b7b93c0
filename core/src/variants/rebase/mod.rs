//! *Make this the base*: another variant comes to stand at the scene's top level, and every variant plays what it
//! played before (the design, section 4, “The list”).
//!
//! - [`played`]: a scene read for comparing what its variants play, id by id
//! - [`rewrite`]: the scene with another base and the least differences
//! - [`proof`]: that every variant plays the same in two scenes, found on the trees
//!
//! No list of a variant's entities is ever made: what two variants inherit from one base is the same without a look, so
//! the work is that of reading the base once and of the differences.

mod played;
mod proof;
mod rewrite;
#[cfg(test)]
mod tests;

use super::block::Block;
use super::layout::Layout;
use super::scope::{Stage, refused};
use crate::json::{Document, Ref};
use crate::scene::view::SceneView;
use crate::{Result, pointer};

/// A scene with another base, proven.
#[derive(Debug, Clone)]
pub struct Rebased {
    /// The scene; the one that was given where the variant is its base already.
    pub scene: Document,
    /// A line for every variant: the base as it was, the manifest's list in its order, then differences that it does not
    /// list. Each holds.
    pub proof: Vec<Proof>,
    /// What was in the file without being read by anyone and could not stay where it was; a sentence each.
    pub notes: Vec<String>,
}

/// What was found of one variant when both scenes were compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The variant's id.
    pub id: String,
    /// Whether the manifest lists it.
    pub listed: bool,
    /// Whether it has the same set of entities with equal content and the same scene keys in both.
    pub holds: bool,
}

/// Makes the variant `id` the base of `scene`: its scene comes to stand at the top level, and each other variant is
/// stored as the least that it changes about that. `listed` are the ids of the manifest's list in its order; the
/// manifest is not touched.
///
/// Own copies that equal the new base are not kept, nor are parts and differences that are empty, but for those of a
/// variant that the manifest does not list, which would be gone without them. Listed variants without differences get
/// some where they differ from the new base. Entities keep their order where the format can say it: a variant's own
/// ones come after the base's. What moves keeps its text. Of what nobody reads, keys of the new base's own `scene` that
/// are shared by all variants go to the old base's differences; what cannot go anywhere is named in
/// [`Rebased::notes`].
///
/// # Errors
/// Refused where neither the list nor the scene knows the id, where the scene's `variants` cannot be read, where the new
/// base's differences hold a part that is newer than this editor, where a thirteenth delta would be needed, and where
/// what a variant plays could not be said as a difference from the new base (two entities of one id).
pub fn make_base(scene: &Document, listed: &[impl AsRef<str>], id: &str) -> Result<Rebased> {
    let listed: Vec<String> = listed.iter().map(|id| id.as_ref().to_owned()).collect();
    readable(scene)?;
    let layout = Layout::new(&Stage::new(scene, &listed, id));
    let block = Block::of(SceneView::of(scene));
    if listed.is_empty() && block.is_none() {
        return Err(refused("This pack has no variants, so none can be made the base", "Add a variant first."));
    }
    let Some(number) = layout.variants.iter().position(|variant| variant.id == id) else {
        return Err(refused(
            format!("Neither the manifest’s list nor the scene has a variant “{id}”"),
            "Name one of those that the list has.",
        ));
    };
    let line = |(who, holds): (usize, bool)| {
        let variant = &layout.variants[who];
        Proof { id: variant.id.to_string(), listed: variant.listed, holds }
    };
    if number == 0 {
        let proof = layout.numbers().map(|who| line((who, true))).collect();
        return Ok(Rebased { scene: scene.clone(), proof, notes: Vec::new() });
    }
    let rewritten = rewrite::rewrite(&layout, number)?;
    let proof: Vec<Proof> = proof::prove(&layout, &rewritten.scene).into_iter().enumerate().map(line).collect();
    let broken: Vec<&str> = proof.iter().filter(|line| !line.holds).map(|line| line.id.as_str()).collect();
    if !broken.is_empty() {
        return Err(refused(
            format!("“{id}” can’t be made the base: {} would not play the same afterwards", broken.join(", ")),
            "Mend what Problems says of the scene, then try again.",
        ));
    }
    Ok(Rebased { scene: rewritten.scene, proof, notes: rewritten.notes })
}

/// Refuses a scene whose variants cannot be told whole: what is not read could not be kept.
fn readable(scene: &Document) -> Result<()> {
    let Some(block) = scene.root().get("variants").filter(|block| !block.is_null()) else { return Ok(()) };
    let unreadable = |at| {
        Err(refused(format!("The value at “{at}” in the scene can’t be read"), "Mend it as Problems shows it, then try again."))
    };
    if block.get("base").and_then(Ref::as_str).is_none() {
        return unreadable(pointer!["variants", "base"]);
    }
    let at = pointer!["variants", "deltas"];
    let deltas = block.get("deltas").filter(|deltas| !deltas.is_null());
    if wrong(deltas, Ref::is_object) {
        return unreadable(at);
    }
    if wrong(scene.root().get("objects").filter(|list| !list.is_null()), Ref::is_array) {
        return unreadable(pointer!["objects"]);
    }
    for (id, delta) in deltas.into_iter().flat_map(Ref::members) {
        let at = at.join(id);
        if !delta.is_object() {
            return unreadable(at);
        }
        if wrong(delta.get("removed"), |list| list.is_array() && list.items().all(|id| id.as_str().is_some())) {
            return unreadable(at.join("removed"));
        }
        if wrong(delta.get("objects"), |list| list.is_array() && list.items().all(Ref::is_object)) {
            return unreadable(at.join("objects"));
        }
        if wrong(delta.get("scene"), Ref::is_object) {
            return unreadable(at.join("scene"));
        }
    }
    Ok(())
}

/// Whether something is there that does not fit.
fn wrong<'a>(value: Option<Ref<'a>>, fits: impl Fn(Ref<'a>) -> bool) -> bool {
    value.is_some_and(|value| !fits(value))
}
