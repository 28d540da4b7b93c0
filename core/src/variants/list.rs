//! The manifest's list of variants, and both halves side by side.

use super::block::Block;
use crate::finding::{DocId, Finding};
use crate::json::{Document, Pointer, Ref};
use crate::manifest::table::VARIANTS_LIST;
use crate::pointer;
use crate::scene::view::SceneView;
use crate::shape::{Rule, Step, Walk};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// An entry of the manifest's list. Members that are missing or of another type read as absent.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// The entry's index in the list.
    pub index: usize,
    /// The entry.
    pub value: Ref<'a>,
}

impl<'a> Entry<'a> {
    fn text(self, key: &str) -> Option<Cow<'a, str>> {
        self.value.get(key)?.as_str()
    }

    /// What joins the entry to the scene's half.
    pub fn id(self) -> Option<Cow<'a, str>> {
        self.text("id")
    }

    /// What the lobby shows.
    pub fn name(self) -> Option<Cow<'a, str>> {
        self.text("name")
    }

    /// The line under the name.
    pub fn description(self) -> Option<Cow<'a, str>> {
        self.text("description")
    }

    /// The range of players that replaces the game's own, least and most.
    pub fn players(self) -> Option<(f64, f64)> {
        let players = self.value.get("players")?;
        Some((players.get("min")?.as_f64()?, players.get("max")?.as_f64()?))
    }

    /// Whether the variant's script is the referee (“Fully scripted”).
    pub fn rules_enforced(self) -> bool {
        self.value.get("rulesEnforced").and_then(Ref::as_bool).unwrap_or(false)
    }

    /// Whether it offers ranked play.
    pub fn ranked(self) -> bool {
        self.value.get("ranking").is_some_and(Ref::is_object)
    }

    /// The place of the entry in the manifest.
    pub fn pointer(self) -> Pointer {
        pointer!["variants", self.index]
    }
}

/// The entries of the list of a manifest (its root), those that are objects. The first is the lobby's default.
pub fn entries(manifest: Ref<'_>) -> impl Iterator<Item = Entry<'_>> {
    let items = manifest.get("variants").into_iter().flat_map(Ref::items).enumerate();
    items.filter(|(_, value)| value.is_object()).map(|(index, value)| Entry { index, value })
}

/// The ids of the list in its order, each once.
pub fn listed_ids(manifest: Ref<'_>) -> Vec<Cow<'_, str>> {
    let mut seen = FxHashSet::default();
    entries(manifest).filter_map(Entry::id).filter(|id| seen.insert(id.clone())).collect()
}

/// One variant as both halves tell it, for the window's list and `variants list`.
#[derive(Debug, Clone, PartialEq)]
pub struct VariantInfo {
    /// What joins the halves.
    pub id: String,
    /// What people call it; the id where the manifest has no name for it.
    pub name: String,
    /// The line under the name.
    pub description: Option<String>,
    /// The range of players that replaces the game's own, least and most.
    pub players: Option<(f64, f64)>,
    /// Whether its script is the referee.
    pub rules_enforced: bool,
    /// Whether it offers ranked play.
    pub ranked: bool,
    /// Whether the manifest lists it.
    pub listed: bool,
    /// Whether the scene holds differences for it.
    pub has_delta: bool,
    /// Whether it is the one that the top level of the scene is.
    pub is_base: bool,
    /// Whether it is the list's first entry, on which a lobby starts.
    pub is_default: bool,
    /// How many things it has of its own, see [`super::Delta::changes`].
    pub changes: usize,
}

/// The variants that either half knows: the listed ones in the manifest's order, then the base and the deltas that the
/// manifest does not list. Either document may be missing.
pub fn variant_infos(manifest: Option<&Document>, scene: Option<&Document>) -> Vec<VariantInfo> {
    let block = scene.and_then(|scene| Block::of(SceneView::of(scene)));
    let base = block.and_then(Block::base);
    let deltas = block.map(Block::deltas).unwrap_or_default();
    let mut infos: Vec<VariantInfo> = Vec::new();
    let mut known = FxHashSet::default();
    for entry in manifest.into_iter().flat_map(|manifest| entries(manifest.root())) {
        let Some(id) = entry.id().filter(|id| known.insert(id.clone())) else { continue };
        infos.push(VariantInfo {
            name: entry.name().filter(|name| !name.is_empty()).unwrap_or_else(|| id.clone()).into_owned(),
            description: entry.description().map(Cow::into_owned),
            players: entry.players(),
            rules_enforced: entry.rules_enforced(),
            ranked: entry.ranked(),
            listed: true,
            is_default: infos.is_empty(),
            ..unlisted(&id)
        });
    }
    let in_scene = base.iter().cloned().chain(deltas.iter().map(|delta| Cow::Borrowed(delta.id)));
    for id in in_scene {
        if known.insert(id.clone()) {
            infos.push(unlisted(&id));
        }
    }
    for info in &mut infos {
        info.is_base = base.as_deref() == Some(info.id.as_str());
        if let Some(delta) = deltas.iter().find(|delta| delta.id == info.id) {
            info.has_delta = true;
            info.changes = delta.changes();
        }
    }
    infos
}

fn unlisted(id: &str) -> VariantInfo {
    VariantInfo {
        id: id.to_owned(),
        name: id.to_owned(),
        description: None,
        players: None,
        rules_enforced: false,
        ranked: false,
        listed: false,
        has_delta: false,
        is_base: false,
        is_default: false,
        changes: 0,
    }
}

/// What the platform would refuse about the shape of the manifest's list (codes `schema`). `manifest` is its root: an
/// object, in which there may be no list. While this finds anything, the rules of [`super::agree`] are silent.
pub fn schema(manifest: Ref<'_>) -> Vec<Finding> {
    let mut walk = Walk::new(DocId::Manifest);
    walk.check(manifest, &Rule::Bag);
    if let Some(list) = manifest.get("variants") {
        walk.below(Step::Key("variants"), |walk| walk.check(list, &VARIANTS_LIST));
    }
    walk.findings.retain(|finding| finding.code == "schema");
    walk.findings
}
