//! Taking a variant away.

use super::super::block::{Block, delta_pointer};
use super::super::draft::PART_ORDER;
use super::super::list;
use super::super::rebase::{Proof, make_base};
use super::super::resolve::Resolver;
use super::super::scope::refused;
use super::unlisted::add_all_back_to_list;
use super::{Halves, list_at};
use crate::Result;
use crate::edit::{ManifestOp, Roots};
use crate::json::{Document, Edit};
use crate::scene::view::SceneView;
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// What becomes of what the scene holds of variants that the manifest does not list, where only one variant stays and
/// differences can stand nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum UnlistedToo {
    /// The edit is refused, so that the person is asked.
    #[default]
    Ask,
    /// They go along.
    Remove,
    /// They come back to the list first, so that more than one variant stays.
    AddBack,
}

/// Both documents without a variant.
#[derive(Debug, Clone)]
pub struct Removed {
    /// Both documents.
    pub roots: Roots,
    /// The variant that became the base because the one that is gone was.
    pub new_base: Option<String>,
    /// That each variant that stays plays what it played; empty where nothing moved.
    pub proof: Vec<Proof>,
    /// The one variant that stayed, where the pack has no variants any more: the scene is what it played.
    pub last: Option<String>,
}

/// Deletes a variant: its entry and its differences. Where it is the base, the first of those that stay becomes the base
/// before. Where one stays, its scene becomes the file and both halves' keys go; so they do where the only one is deleted.
/// Of two entries with one id the later goes, and the scene stays as it is.
///
/// # Errors
/// Refused where the list cannot be read or has no such variant, as [`make_base`] where a new base is needed, where the
/// last one's differences hold what is newer than this editor, and, by [`UnlistedToo::Ask`], where only one would stay
/// while the scene holds variants that are not listed.
pub fn remove(roots: &Roots, id: &str, unlisted: UnlistedToo) -> Result<Removed> {
    let halves = Halves::of(roots)?;
    let index = halves.index(id)?;
    if halves.count(id) > 1 {
        let later = list::entries(halves.manifest.root()).filter(|entry| entry.id().as_deref() == Some(id)).last();
        let later = later.map_or(index, |entry| entry.index);
        let manifest = halves.edit_list(&[ManifestOp::Remove(list_at().join(later))])?;
        let roots = Roots { manifest, scene: roots.scene.clone() };
        return Ok(Removed { roots, new_base: None, proof: Vec::new(), last: None });
    }
    let stay: Vec<&String> = halves.listed.iter().filter(|listed| *listed != id).collect();
    if stay.len() > 1 {
        return remove_one_of_many(&halves, index, id, stay[0]);
    }
    let base = halves.block().and_then(Block::base);
    let others = halves.unlisted().len() + usize::from(base.is_some_and(|base| !halves.listed.iter().any(|id| *id == base)));
    match unlisted {
        UnlistedToo::AddBack if others > 0 => remove(&add_all_back_to_list(roots)?, id, UnlistedToo::Ask),
        UnlistedToo::Ask if others > 0 => Err(refused(
            format!("The scene also holds {}, which the manifest does not list, and only one variant would stay", count(others)),
            "Add them back to the list, or say that they go too.",
        )),
        _ => remove_down_to(&halves, stay.first().map_or(id, |last| last.as_str())),
    }
}

fn count(variants: usize) -> String {
    if variants == 1 { "a variant".to_owned() } else { format!("{variants} variants") }
}

fn remove_one_of_many(halves: &Halves<'_>, index: usize, id: &str, first: &str) -> Result<Removed> {
    let manifest = halves.edit_list(&[ManifestOp::Remove(list_at().join(index))])?;
    let mut removed = Removed { roots: Roots { manifest, scene: None }, new_base: None, proof: Vec::new(), last: None };
    let Some(scene) = halves.scene else { return Ok(removed) };
    let mut scene = scene.clone();
    if halves.block().is_some() && halves.base().as_deref() == Some(id) {
        let rebased = make_base(&scene, &halves.listed, first)?;
        scene = rebased.scene;
        removed.new_base = Some(first.to_owned());
        removed.proof = rebased.proof.into_iter().filter(|line| line.id != id).collect();
    }
    let delta = delta_pointer(id);
    if scene.at(&delta).is_some() {
        scene = scene.edit_many([(delta, Edit::Remove)])?;
    }
    removed.roots.scene = Some(scene);
    Ok(removed)
}

/// The pack whose one way to play is what `last` plays.
fn remove_down_to(halves: &Halves<'_>, last: &str) -> Result<Removed> {
    let manifest = halves.edit_list(&[ManifestOp::Remove(list_at())])?;
    let scene = match halves.scene {
        Some(scene) => Some(scene_of(scene, last)?),
        None => None,
    };
    Ok(Removed { roots: Roots { manifest, scene }, new_base: None, proof: Vec::new(), last: Some(last.to_owned()) })
}

fn scene_of(scene: &Document, id: &str) -> Result<Document> {
    let delta = Block::of(SceneView::of(scene)).and_then(|block| block.delta(id));
    let mut members = delta.into_iter().flat_map(|delta| delta.value.members());
    if let Some((key, _)) = members.find(|(key, _)| !PART_ORDER.contains(key)) {
        return Err(refused(
            format!("The differences of “{id}” hold “{key}”, which is newer than this editor, so they can’t become the scene"),
            "Delete the other variant with the editor that wrote it.",
        ));
    }
    Ok(Resolver::new(scene).resolve(id, &[id]).to_document()?)
}

/// What is gone with a variant, for the question before it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lost {
    /// Entities that no other variant has.
    pub only_here: usize,
    /// Entities that others have too, of which this variant has its own version.
    pub changed: usize,
    /// Entities of the base that this variant does not have.
    pub removed: usize,
    /// Keys of the scene of which it has its own copy, or its own “none”.
    pub keys: Vec<String>,
    /// The variant that becomes the base, where this one is it and others stay.
    pub new_base: Option<String>,
    /// The variant whose scene becomes the file, where only one stays.
    pub last: Option<String>,
    /// How many variants the scene holds that the list lacks, where only one stays: what is to become of them?
    pub unlisted: usize,
}

/// What [`remove`] would take away with the variant `id`.
///
/// # Errors
/// Refused where the list cannot be read or has no such variant.
pub fn what_is_lost(roots: &Roots, id: &str) -> Result<Lost> {
    let halves = Halves::of(roots)?;
    halves.index(id)?;
    let mut lost = Lost::default();
    let stay: Vec<&String> = halves.listed.iter().filter(|listed| *listed != id).collect();
    let is_base = halves.base().as_deref() == Some(id);
    if halves.count(id) > 1 {
        return Ok(lost);
    }
    match stay.as_slice() {
        [] => {}
        [last] => {
            lost.last = Some((*last).clone());
            let base = halves.block().and_then(Block::base);
            let base_too = base.is_some_and(|base| !halves.listed.iter().any(|id| *id == base));
            lost.unlisted = halves.unlisted().len() + usize::from(base_too);
        }
        [first, ..] => lost.new_base = is_base.then(|| (*first).clone()),
    }
    let (Some(scene), Some(block)) = (halves.scene, halves.block()) else { return Ok(lost) };
    let deltas = block.deltas();
    let others: Vec<_> = deltas.iter().filter(|delta| delta.id != id).copied().collect();
    let base: FxHashSet<Cow<'_, str>> = SceneView::of(scene).entities().filter_map(|(_, entity)| entity.id()).collect();
    let own_ids = |delta: super::super::Delta<'_>| -> FxHashSet<String> {
        delta.objects().filter_map(|(_, entity)| entity.id().map(Cow::into_owned)).collect()
    };
    let others_own: Vec<FxHashSet<String>> = others.iter().map(|delta| own_ids(*delta)).collect();
    if is_base {
        // Every listed variant without differences is what the base is.
        let twins = halves.listed.iter().any(|listed| listed != id && block.delta(listed).is_none());
        let gone: Vec<FxHashSet<String>> =
            others.iter().map(|delta| delta.removed().map(|(_, id)| id.into_owned()).collect()).collect();
        let lacks = |entity: &str| gone.iter().zip(&others_own).all(|(gone, own)| gone.contains(entity) && !own.contains(entity));
        let replaced =
            |entity: &str| others_own.iter().zip(&gone).all(|(own, gone)| own.contains(entity) || gone.contains(entity));
        for entity in base.iter().filter(|_| !twins && !stay.is_empty()) {
            lost.only_here += usize::from(lacks(entity));
            lost.changed += usize::from(!lacks(entity) && replaced(entity));
        }
        return Ok(lost);
    }
    let Some(delta) = block.delta(id) else { return Ok(lost) };
    for entity in own_ids(delta) {
        let elsewhere = base.contains(entity.as_str()) || others_own.iter().any(|own| own.contains(&entity));
        lost.only_here += usize::from(!elsewhere);
        lost.changed += usize::from(elsewhere);
    }
    let removed: FxHashSet<Cow<'_, str>> = delta.removed().map(|(_, id)| id).filter(|id| base.contains(id)).collect();
    lost.removed = removed.len();
    lost.keys = delta.scene_keys().map(|(key, _)| key.to_owned()).collect();
    Ok(lost)
}
