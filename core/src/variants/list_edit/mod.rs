//! Edits of the list of variants, over both documents at once: what one of them says of a variant and what the other
//! says change together, as one step.
//!
//! - [`add`](mod@add): a new variant, a copy of one, and the ids that they get
//! - [`name`]: what a variant is called, its id, and where the old id stands in scripts
//! - [`remove`](mod@remove): taking a variant away, down to one way to play
//! - [`unlisted`]: what the scene holds of variants that the manifest does not list
//!
//! Each is a function from both documents to both documents. While the manifest cannot be read each is refused: a list
//! that cannot be read looks like one that is empty, and nobody may lose a variant over it.

pub mod add;
pub mod name;
pub mod remove;
#[cfg(test)]
mod tests;
pub mod unlisted;

pub use add::{Added, NewVariant, Start, add, duplicate, first_id, fresh_variant_id};
pub use name::{InScript, Renamed, ScriptPlace, id_problem, places_of_id, rename_id, set_name};
pub use remove::{Lost, Removed, UnlistedToo, remove, what_is_lost};
pub use unlisted::{add_all_back_to_list, add_back_to_list, remove_unlisted};

use super::block::Block;
use super::draft::{BLOCK_ORDER, delta_index};
use super::list;
use super::scope::refused;
use crate::edit::{ManifestOp, Roots, edit_manifest};
use crate::json::{Document, Edit, Pointer, Ref, Value};
use crate::manifest::PackType;
use crate::scene::view::SceneView;
use crate::{Error, Result, pointer};
use std::borrow::Cow;

/// Both documents as an edit of the list finds them.
struct Halves<'a> {
    roots: &'a Roots,
    manifest: &'a Document,
    /// `None` where the pack names no scene.
    scene: Option<&'a Document>,
    /// The ids of the list, each once.
    listed: Vec<String>,
}

impl<'a> Halves<'a> {
    /// Looks at both documents.
    ///
    /// # Errors
    /// Refused where the manifest, its list or the scene cannot be read, and for packs that are no game.
    fn of(roots: &'a Roots) -> Result<Self> {
        let manifest = roots.manifest.as_ref().filter(|manifest| manifest.root().is_object()).ok_or_else(|| {
            refused(
                "The manifest can’t be read, so its variants can’t be changed",
                "Mend it as Problems shows it: a list that can’t be read looks like an empty one.",
            )
        })?;
        let list = manifest.root().get("variants");
        let has_id = |entry: Ref<'_>| entry.get("id").and_then(Ref::as_str).is_some();
        if list.is_some_and(|list| !list.is_array() || !list.items().all(has_id)) {
            return Err(refused(
                "The manifest’s list of variants can’t be read, so it can’t be changed",
                "Mend “variants” in the manifest as Problems shows it, then try again.",
            ));
        }
        let kind = manifest.root().get("type").and_then(Ref::as_str).and_then(|word| PackType::parse(&word));
        if let Some(kind) = kind.filter(|kind| *kind != PackType::Game) {
            return Err(refused(
                format!("This pack is a {}, and only a game pack can offer variants", kind.label()),
                "Make it a game pack first, where that is what it is.",
            ));
        }
        let scene = roots.scene.as_ref().filter(|scene| scene.root().is_object());
        let names_scene = manifest.root().get("entry").and_then(|entry| entry.get("setup")).is_some();
        if scene.is_none() && names_scene {
            return Err(refused(
                "The scene can’t be read, so the variants can’t be changed",
                "Mend it as Problems shows it, then try again.",
            ));
        }
        let listed = list::listed_ids(manifest.root()).into_iter().map(Cow::into_owned).collect();
        Ok(Self { roots, manifest, scene, listed })
    }

    fn block(&self) -> Option<Block<'a>> {
        self.scene.and_then(|scene| Block::of(SceneView::of(scene)))
    }

    /// The variant that the scene's top level is: the one that it names, else the list's first.
    fn base(&self) -> Option<Cow<'a, str>> {
        let named = self.block().and_then(Block::base);
        named.or_else(|| self.listed.first().map(|id| Cow::Owned(id.clone())))
    }

    /// The ids that the scene has differences for and that the list lacks.
    fn unlisted(&self) -> Vec<String> {
        let deltas = self.block().map(Block::deltas).unwrap_or_default();
        deltas.iter().map(|delta| delta.id.to_owned()).filter(|id| !self.listed.contains(id)).collect()
    }

    /// Every id that means a variant already, listed or not.
    fn taken(&self) -> Vec<String> {
        let mut taken = self.listed.clone();
        taken.extend(self.unlisted());
        taken.extend(self.block().and_then(Block::base).map(Cow::into_owned).filter(|id| !self.listed.contains(id)));
        taken
    }

    /// The number of the list's first entry with this id.
    ///
    /// # Errors
    /// Refused where there is none.
    fn index(&self, id: &str) -> Result<usize> {
        let entry = list::entries(self.manifest.root()).find(|entry| entry.id().as_deref() == Some(id));
        entry.map(|entry| entry.index).ok_or_else(|| {
            refused(format!("The manifest lists no variant “{id}”"), "It may have been renamed or deleted in the meantime.")
        })
    }

    /// How many entries of the list have this id; two of one cannot be told apart.
    fn count(&self, id: &str) -> usize {
        list::entries(self.manifest.root()).filter(|entry| entry.id().as_deref() == Some(id)).count()
    }

    /// What the variant is called; its id where it has no name.
    fn name(&self, id: &str) -> String {
        let entry = list::entries(self.manifest.root()).find(|entry| entry.id().as_deref() == Some(id));
        let name = entry.and_then(list::Entry::name).filter(|name| !name.trim().is_empty());
        name.map_or_else(|| id.to_owned(), Cow::into_owned)
    }

    /// The manifest after these edits.
    fn edit_list(&self, ops: &[ManifestOp]) -> Result<Option<Document>> {
        Ok(edit_manifest(self.roots, ops)?.manifest)
    }
}

fn list_at() -> Pointer {
    pointer!["variants"]
}

/// The scene with a block that names its base.
fn with_block(scene: &Document, base: &str) -> Result<Document> {
    let at = pointer!["variants"];
    match scene.at(&at).filter(|block| !block.is_null()) {
        Some(block) if block.get("base").and_then(Ref::as_str).is_some() => Ok(scene.clone()),
        Some(block) if block.is_object() => {
            Ok(scene.edit_many([(at.join("base"), Edit::Place(Value::from(base), BLOCK_ORDER))])?)
        }
        Some(_) => {
            Err(refused("The value at “/variants” in the scene can’t be read", "Mend it as Problems shows it, then try again."))
        }
        None => {
            let block = Value::object([("base", Value::from(base)), ("deltas", Value::Object(Vec::new()))]);
            Ok(scene.set(&at, block)?)
        }
    }
}

/// The scene with differences for `id`, in the place that the order of the list wants; the scene has a block.
fn with_delta(scene: &Document, listed: &[String], id: &str, delta: Value) -> Result<Document> {
    let at = pointer!["variants", "deltas"];
    let scene = match scene.at(&at).filter(|deltas| !deltas.is_null()) {
        Some(_) => scene.clone(),
        None => scene.edit_many([(at.clone(), Edit::Place(Value::Object(Vec::new()), BLOCK_ORDER))])?,
    };
    let index = scene.at(&at).map_or(0, |deltas| delta_index(listed, deltas, id));
    Ok(scene.insert_member(&at, index, id, delta)?)
}

/// Why the list cannot be edited now: the manifest, its list or the scene cannot be read, or the pack is no game. `None`
/// where it can.
pub fn why_not(roots: &Roots) -> Option<Error> {
    Halves::of(roots).err()
}

/// Moves the entry number `from` of the list to number `to`: the first one is what a lobby starts with. The scene stays
/// as it is.
///
/// # Errors
/// Refused where the manifest cannot be read or the list has no such entries.
pub fn reorder(roots: &Roots, from: usize, to: usize) -> Result<Roots> {
    let halves = Halves::of(roots)?;
    let manifest = halves.edit_list(&[ManifestOp::Move(list_at(), from, to)])?;
    Ok(Roots { manifest, scene: roots.scene.clone() })
}
