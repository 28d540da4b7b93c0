//! The scene that a variant plays: the base's entities without those it removes, its own in the place of the ones they
//! replace, its additions last, and its own scene keys over the base's.
//!
//! [`Resolved`] borrows: it lists values of the document with where each comes from, which is what the window needs.
//! [`Resolved::to_document`] makes a scene of it.

use super::block::{Block, Delta, delta_pointer};
use super::index::IdIndex;
use crate::json::{Document, EditError, Pointer, Ref, Value};
use crate::pointer;
use crate::scene::keys::KeyRole;
use crate::scene::members_once;
use crate::scene::view::{Entity, SceneView};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// Where an entity of a variant comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Inherited from the base.
    Base,
    /// The variant's own, in the place of a base entity of the same id.
    Own,
    /// The variant's own, with no base entity behind it.
    Added,
}

/// An entity of a resolved variant. `value` is an object.
#[derive(Debug, Clone, Copy)]
pub struct ResolvedEntity<'a> {
    /// The whole entity.
    pub value: Ref<'a>,
    /// Where it comes from.
    pub origin: Origin,
    /// The index in the list that it stands in: the base's `objects` or the delta's.
    pub index: u32,
}

impl<'a> ResolvedEntity<'a> {
    /// Typed reading.
    pub fn entity(self) -> Entity<'a> {
        Entity(self.value)
    }
}

/// A top-level key of a resolved variant. Entities and the `variants` block are not among them.
#[derive(Debug, Clone, Copy)]
pub struct SceneKey<'a> {
    /// The key.
    pub key: &'a str,
    /// The value; `None` where the variant has none, though the base has one (own) or says `null` (inherited).
    pub value: Option<Ref<'a>>,
    /// Whether the variant has its own copy, or its own “none”.
    pub own: bool,
}

/// An id that nobody knows: what was asked for, and what is shown instead, as a room does whose game has lost a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fallback {
    /// The id that was asked for.
    pub asked: String,
    /// The id that is shown: the list's first entry, else the base's; `None` where the scene has no variants.
    pub shown: Option<String>,
}

impl Fallback {
    /// One sentence for a person.
    pub fn note(&self) -> String {
        match &self.shown {
            Some(shown) => format!("No variant is called “{}”; this is “{shown}”, as an old room opens.", self.asked),
            None => format!("No variant is called “{}”; this pack has none, so this is its one scene.", self.asked),
        }
    }
}

/// A variant as it plays. Everything is borrowed from the document.
#[derive(Debug, Clone)]
pub struct Resolved<'a> {
    /// The entities, in the order in which they are placed.
    pub entities: Vec<ResolvedEntity<'a>>,
    /// The base's entities that the variant removes and does not bring back: what the window can show as ghosts.
    pub removed: Vec<ResolvedEntity<'a>>,
    /// The top-level keys: the base's in the base's order, then those that only the variant has.
    pub keys: Vec<SceneKey<'a>>,
    /// Set where the id that was asked for is not known.
    pub fallback: Option<Fallback>,
    scene: SceneView<'a>,
    delta: Option<Delta<'a>>,
}

impl<'a> Resolved<'a> {
    /// The value of a top-level key in this variant; `None` where it has none. `objects` and `variants` are no keys.
    pub fn scene_key(&self, key: &str) -> Option<Ref<'a>> {
        self.keys.iter().find(|entry| entry.key == key)?.value
    }

    /// The delta that stands behind the variant; `None` for the base and for a listed id without one.
    pub fn delta(&self) -> Option<Delta<'a>> {
        self.delta
    }

    /// The document's whole scene.
    pub fn scene(&self) -> SceneView<'a> {
        self.scene
    }

    /// Where an entity of this variant (or one of its ghosts) stands in the document.
    pub fn pointer(&self, entity: &ResolvedEntity<'_>) -> Pointer {
        match (entity.origin, self.delta) {
            (Origin::Own | Origin::Added, Some(delta)) => delta.pointer().join("objects").join(entity.index),
            _ => pointer!["objects", entity.index],
        }
    }

    /// Where the value of a top-level key stands in the document, or would stand.
    pub fn key_pointer(&self, key: &str) -> Pointer {
        let own = self.keys.iter().any(|entry| entry.key == key && entry.own);
        match self.delta.filter(|_| own) {
            Some(delta) => delta_pointer(delta.id).join("scene").join(key),
            None => pointer![key],
        }
    }

    /// The entity with this id; where two have it, the first.
    pub fn find(&self, id: &str) -> Option<&ResolvedEntity<'a>> {
        self.entities.iter().find(|e| e.entity().id().as_deref() == Some(id))
    }

    /// The scene as a document of its own, a later state of the one it was read from: what the variant shares with it
    /// keeps its text. It has no `variants` key, and no key that the variant lacks.
    ///
    /// # Errors
    /// Never for a document within the depth limit: everything moves towards the root.
    pub fn to_document(&self) -> Result<Document, EditError> {
        let mut doc = self.scene.0.document().clone();
        if doc.root().get("variants").is_some() {
            doc = doc.remove(&pointer!["variants"])?;
        }
        for SceneKey { key, value, own } in &self.keys {
            let place = pointer![key];
            match value {
                Some(value) if *own => doc = doc.set(&place, value.share())?,
                Some(_) => {}
                // A shared key is no variant's to lack; a `null` there stays.
                None if KeyRole::of(key).is_used_in_variant() && doc.at(&place).is_some() => doc = doc.remove(&place)?,
                None => {}
            }
        }
        if self.delta.is_some_and(|d| d.value.get("removed").is_some() || d.value.get("objects").is_some()) {
            let entities = self.entities.iter().map(|e| e.value.share()).collect();
            doc = doc.set(&pointer!["objects"], Value::Array(entities))?;
        }
        Ok(doc)
    }

    /// The scene as JSON text.
    ///
    /// # Errors
    /// As [`Self::to_document`].
    pub fn to_json_text(&self) -> Result<String, EditError> {
        Ok(self.to_document()?.text())
    }

    /// The scene as a value to put into a document.
    ///
    /// # Errors
    /// As [`Self::to_document`].
    pub fn to_value(&self) -> Result<Value, EditError> {
        Ok(self.to_document()?.root().share())
    }
}

/// Resolves any number of variants of one scene: the base's entities are looked through once.
#[derive(Debug)]
pub struct Resolver<'a> {
    scene: SceneView<'a>,
    block: Option<Block<'a>>,
    base: Vec<ResolvedEntity<'a>>,
    ids: IdIndex,
}

impl<'a> Resolver<'a> {
    /// Reads the base of `document`'s scene.
    pub fn new(document: &'a Document) -> Self {
        let scene = SceneView::of(document);
        let entity =
            |(index, entity): (usize, Entity<'a>)| ResolvedEntity { value: entity.0, origin: Origin::Base, index: index as u32 };
        let base: Vec<_> = scene.entities().map(entity).collect();
        let ids = IdIndex::new(&base);
        Self { scene, block: Block::of(scene), base, ids }
    }

    /// The scene's block, where it has one.
    pub fn block(&self) -> Option<Block<'a>> {
        self.block
    }

    /// The base's entity with this id; where two have it, the first.
    pub fn base_entity(&self, id: &str) -> Option<&ResolvedEntity<'a>> {
        self.ids.first(&self.base, id).map(|place| &self.base[place as usize])
    }

    /// The variant `id`; `listed` are the ids of the manifest's list in its order, none where it cannot be read.
    pub fn resolve(&self, id: &str, listed: &[impl AsRef<str>]) -> Resolved<'a> {
        let base = self.block.and_then(Block::base);
        let known = |id: &str| {
            base.as_deref() == Some(id)
                || listed.iter().any(|l| l.as_ref() == id)
                || self.block.is_some_and(|b| b.delta(id).is_some())
        };
        if known(id) {
            return self.known(Some(id), None);
        }
        let shown = listed.first().map(|first| first.as_ref().to_owned()).or_else(|| base.map(Cow::into_owned));
        let fallback = Fallback { asked: id.to_owned(), shown: shown.clone() };
        self.known(shown.as_deref(), Some(fallback))
    }

    /// The variant `id`, whether the list knows it or not; `None` is the base.
    fn known(&self, id: Option<&str>, fallback: Option<Fallback>) -> Resolved<'a> {
        let delta = self.block.zip(id).and_then(|(block, id)| block.delta(id));
        let (entities, removed) = match delta {
            Some(delta) => self.entities(delta),
            None => (self.base.clone(), Vec::new()),
        };
        Resolved { entities, removed, keys: self.keys(delta), fallback, scene: self.scene, delta }
    }

    /// The entities of a variant, and those of the base that it lacks. The base is copied in stretches between the
    /// places that the delta touches, so the cost beyond the copy is the delta's.
    fn entities(&self, delta: Delta<'a>) -> (Vec<ResolvedEntity<'a>>, Vec<ResolvedEntity<'a>>) {
        let mut patches: Vec<(u32, Option<ResolvedEntity<'a>>)> = Vec::new();
        let mut removed_ids: FxHashSet<Cow<'a, str>> = FxHashSet::default();
        for (_, id) in delta.removed() {
            if !removed_ids.contains(&id) {
                patches.extend(self.ids.places(&self.base, &id).map(|place| (place, None)));
                removed_ids.insert(id);
            }
        }
        let mut added: Vec<ResolvedEntity<'a>> = Vec::new();
        for own in own_entities(delta) {
            let id = own.entity().id();
            let place = id.and_then(|id| (!removed_ids.remove(&id)).then(|| self.ids.first(&self.base, &id))?);
            match place {
                Some(place) => patches.push((place, Some(ResolvedEntity { origin: Origin::Own, ..own }))),
                None => added.push(own),
            }
        }
        patches.sort_unstable_by_key(|(place, _)| *place);

        let mut entities = Vec::with_capacity(self.base.len() + added.len());
        let mut removed = Vec::new();
        let mut done = 0;
        for (place, patch) in patches {
            let place = place as usize;
            entities.extend_from_slice(&self.base[done..place]);
            match patch {
                Some(own) => entities.push(own),
                None => {
                    let base = self.base[place];
                    // An id that is removed and given anew has left `removed_ids`.
                    if base.entity().id().is_some_and(|id| removed_ids.contains(&id)) {
                        removed.push(base);
                    }
                }
            }
            done = place + 1;
        }
        entities.extend_from_slice(&self.base[done..]);
        entities.append(&mut added);
        (entities, removed)
    }

    fn keys(&self, delta: Option<Delta<'a>>) -> Vec<SceneKey<'a>> {
        let present = |value: Ref<'a>| Some(value).filter(|value| !value.is_null());
        let mut keys: Vec<SceneKey<'a>> = members_once(self.scene.0)
            .into_iter()
            .filter(|(key, _)| *key != "variants" && KeyRole::of(key) != KeyRole::Entities)
            .map(|(key, value)| SceneKey { key, value: present(value), own: false })
            .collect();
        for (key, value) in delta.into_iter().flat_map(Delta::scene_keys) {
            let own = SceneKey { key, value: present(value), own: true };
            match keys.iter_mut().find(|entry| entry.key == key) {
                Some(entry) => *entry = own,
                None => keys.push(own),
            }
        }
        keys
    }
}

/// The delta's entities, as additions for now. Where an id stands twice the later one counts, in the earlier one's
/// place; entities without an id all stay.
fn own_entities<'a>(delta: Delta<'a>) -> Vec<ResolvedEntity<'a>> {
    let mut places: FxHashMap<Cow<'a, str>, usize> = FxHashMap::default();
    let mut out: Vec<ResolvedEntity<'a>> = Vec::new();
    for (index, entity) in delta.objects() {
        let own = ResolvedEntity { value: entity.0, origin: Origin::Added, index: index as u32 };
        let place = entity.id().map_or(out.len(), |id| *places.entry(id).or_insert(out.len()));
        match out.get_mut(place) {
            Some(earlier) => *earlier = own,
            None => out.push(own),
        }
    }
    out
}

/// The variant `id` of `scene`, as design section 4 “Reading” says. `listed` are the ids of the manifest's list in its
/// order, none where the manifest cannot be read. An id that nobody knows gives the list's first entry, or the base.
pub fn resolve<'a>(scene: &'a Document, id: &str, listed: &[impl AsRef<str>]) -> Resolved<'a> {
    Resolver::new(scene).resolve(id, listed)
}

/// Every variant that the list or the scene knows, with its id: the listed ones in their order, then the base and the
/// deltas that are not listed.
pub fn resolve_all<'a>(scene: &'a Document, listed: &[impl AsRef<str>]) -> Vec<(String, Resolved<'a>)> {
    let resolver = Resolver::new(scene);
    let mut ids: Vec<String> = Vec::new();
    let base = resolver.block.and_then(Block::base).map(Cow::into_owned);
    let deltas = resolver.block.map(Block::deltas).unwrap_or_default();
    let all = listed.iter().map(|id| id.as_ref().to_owned()).chain(base).chain(deltas.iter().map(|d| d.id.to_owned()));
    let mut seen = FxHashSet::default();
    for id in all {
        if seen.insert(id.clone()) {
            ids.push(id);
        }
    }
    ids.into_iter()
        .map(|id| {
            let resolved = resolver.known(Some(&id), None);
            (id, resolved)
        })
        .collect()
}
