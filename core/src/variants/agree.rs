//! Where the two halves of a pack's variants disagree, and what a scene says about them that nobody reads.
//!
//! The platform refuses four disagreements (“What publishing refuses” on the Game Variants page) under codes that our
//! documents do not print; ours say so. Two more limits of the scene, twelve deltas and none for the base, are schema
//! failures and stand in [`crate::scene::schema`]; the list's own shape is [`super::list::schema`].

use super::block::{Block, Delta};
use super::list::{self, Entry};
use crate::finding::{DocId, Finding, Severity};
use crate::json::{Document, Pointer, Ref};
use crate::pointer;
use crate::scene::keys::KeyRole;
use crate::scene::view::{Entity, SceneView};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// The four disagreements have codes of the platform's own as well.
const OWN_CODE: &str = "The platform refuses this under a code of its own.";

/// Everything that both documents say about variants and that does not fit together. Either may be missing where it
/// cannot be read; what needs it is then silent.
pub fn findings(manifest: Option<&Document>, scene: Option<&Document>) -> Vec<Finding> {
    let manifest = manifest.map(Document::root).filter(|root| root.is_object());
    let scene = scene.map(SceneView::of).filter(|scene| scene.0.is_object());
    let mut out = Vec::new();
    if let Some(manifest) = manifest.filter(|manifest| list::schema(*manifest).is_empty()) {
        list_alone(manifest, &mut out);
        if let Some(block) = scene.and_then(Block::of) {
            halves(manifest, block, &mut out);
        }
    }
    if let Some(scene) = scene {
        scene_alone(scene, &mut out);
    }
    out
}

/// The list by itself: its length, ids that stand twice, and whether the pack may have one.
fn list_alone(manifest: Ref<'_>, out: &mut Vec<Finding>) {
    let Some(value) = manifest.get("variants") else { return };
    let mut add = |code, severity, pointer, message| {
        out.push(Finding { code, severity, document: DocId::Manifest, pointer, message });
    };
    let kind = manifest.get("type").and_then(Ref::as_str).unwrap_or_default();
    if let "component-pack" | "table-pack" | "room-pack" = kind.as_ref() {
        let message = format!(
            "This pack is a {kind}, and only a game pack may list variants: no lobby would offer them. Take “variants” out of \
             the manifest, or make this a game-pack. {OWN_CODE}"
        );
        add("tw-variant-not-a-game", Severity::Error, pointer!["variants"], message);
    }
    if value.len() < 2 {
        let message = "The list of variants has fewer than two entries, so there is nothing to choose. Add a variant, or take \
                       “variants” out of the manifest: without it there is one way to play."
            .to_owned();
        add("tw-variant-list-short", Severity::Warning, pointer!["variants"], message);
    }
    let mut seen = FxHashSet::default();
    for entry in list::entries(manifest) {
        let Some(id) = entry.id() else { continue };
        if !seen.insert(id.clone()) {
            let message = format!(
                "Two variants of the list have the id “{id}”, and a room stores the id alone, so nobody can tell them apart. \
                 Rename this one or delete it."
            );
            add("tw-duplicate-id", Severity::Warning, entry.pointer().join("id"), message);
        }
    }
}

/// The four refusals that need both documents.
fn halves(manifest: Ref<'_>, block: Block<'_>, out: &mut Vec<Finding>) {
    let mut add = |code, pointer, message: String| {
        let message = format!("{message} {OWN_CODE}");
        out.push(Finding { code, severity: Severity::Error, document: DocId::Scene, pointer, message });
    };
    let listed: FxHashSet<Cow<'_, str>> = list::entries(manifest).filter_map(Entry::id).collect();
    if listed.is_empty() {
        let message = "The scene holds variants, and the manifest lists none, so no lobby could offer them. List them in the \
                       manifest's “variants” under the same ids, or take “variants” out of the scene.";
        add("tw-variant-list-missing", pointer!["variants"], message.to_owned());
        return;
    }
    if let Some(base) = block.base().filter(|base| !listed.contains(base)) {
        let message = format!(
            "The scene's base is the variant “{base}”, which the manifest does not list{}. Add it to the manifest's “variants” \
             with this id, or name a listed variant as the base.",
            near(&base, &listed)
        );
        add("tw-variant-base-unlisted", pointer!["variants", "base"], message);
    }
    for delta in block.deltas() {
        if !listed.contains(delta.id) {
            let message = format!(
                "The scene holds differences for the variant “{}”, which the manifest does not list{}. Add it to the manifest's \
                 “variants” with this id, or remove the differences.",
                delta.id,
                near(delta.id, &listed)
            );
            add("tw-variant-delta-unlisted", delta.pointer(), message);
        }
    }
}

/// Points at a listed id that differs in letter case only.
fn near(id: &str, listed: &FxHashSet<Cow<'_, str>>) -> String {
    let twin = listed.iter().find(|other| other.to_lowercase() == id.to_lowercase());
    twin.map(|twin| format!(" (it lists “{twin}”, and letter case counts)")).unwrap_or_default()
}

/// The scene by itself: ids that stand twice, ids that are removed and not there, and keys that no variant can own.
fn scene_alone(scene: SceneView<'_>, out: &mut Vec<Finding>) {
    let base_ids = duplicates(scene.entities(), &pointer!["objects"], None, out);
    let Some(block) = Block::of(scene) else { return };
    for delta in block.deltas() {
        duplicates(delta.objects(), &delta.pointer().join("objects"), Some(delta.id), out);
        removed_unknown(delta, &base_ids, out);
        shared_keys(delta, out);
    }
}

/// Reports entities whose id an earlier one of the same list has; gives the ids.
fn duplicates<'a>(
    entities: impl Iterator<Item = (usize, Entity<'a>)>,
    list: &Pointer,
    variant: Option<&str>,
    out: &mut Vec<Finding>,
) -> FxHashSet<Cow<'a, str>> {
    let mut seen = FxHashSet::default();
    for (index, entity) in entities {
        let Some(id) = entity.id() else { continue };
        if seen.contains(&id) {
            let (whose, then) = match variant {
                Some(variant) => (format!("own entities of the variant “{variant}”"), "the later one counts"),
                None => ("base's entities".to_owned(), "both are placed, and scripts find only one"),
            };
            out.push(Finding {
                code: "tw-duplicate-id",
                severity: Severity::Warning,
                document: DocId::Scene,
                pointer: list.join(index).join("id"),
                message: format!("Two of the {whose} have the id “{id}”: {then}. Give one of them another id, or delete one."),
            });
        } else {
            seen.insert(id);
        }
    }
    seen
}

fn removed_unknown(delta: Delta<'_>, base_ids: &FxHashSet<Cow<'_, str>>, out: &mut Vec<Finding>) {
    for (index, id) in delta.removed() {
        if !base_ids.contains(&id) {
            out.push(Finding {
                code: "tw-variant-removed-unknown",
                severity: Severity::Advice,
                document: DocId::Scene,
                pointer: delta.pointer().join("removed").join(index),
                message: format!(
                    "The variant “{}” removes the entity “{id}”, which the base does not have. It changes nothing and can be \
                     taken away.",
                    delta.id
                ),
            });
        }
    }
}

fn shared_keys(delta: Delta<'_>, out: &mut Vec<Finding>) {
    for (key, _) in delta.scene() {
        if !KeyRole::of(key).is_used_in_variant() {
            let why = match key {
                "objects" => "a variant's own entities stand in the delta's “objects”, beside “scene”",
                "variants" => "variants do not nest",
                _ => "all variants share the scene's one copy of it",
            };
            out.push(Finding {
                code: "tw-variant-shared-key",
                severity: Severity::Warning,
                document: DocId::Scene,
                pointer: delta.pointer().join("scene").join(key),
                message: format!(
                    "The variant “{}” has its own “{key}”, which is not used: {why}. Move what you need from it to the scene's \
                     top level or to the delta's “objects”, then take it away.",
                    delta.id
                ),
            });
        }
    }
}
