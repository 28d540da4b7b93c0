//! A scene read for comparing what its variants play: its base's entities by id, and each variant's own things by id.

use super::super::block::{Block, Delta};
use super::super::index::IdIndex;
use super::super::resolve::{Origin, ResolvedEntity};
use crate::json::{Document, Ref};
use crate::scene::SceneView;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// A scene whose variants can be asked what they have under an id.
pub(super) struct Played<'a> {
    pub scene: SceneView<'a>,
    /// The base's entities, in their order.
    pub base: Vec<ResolvedEntity<'a>>,
    /// Those of them without an id, which every variant plays; found once, for each variant is asked for them.
    pub nameless: Vec<Ref<'a>>,
    ids: IdIndex,
}

/// What one variant changes, by id.
pub(super) struct Own<'a> {
    pub delta: Delta<'a>,
    /// The ids in `removed`, in their order, one that stands twice twice.
    pub removed: Vec<(Cow<'a, str>, Ref<'a>)>,
    removed_ids: FxHashSet<Cow<'a, str>>,
    /// The entities in `objects`, in their order; of those with one id all.
    pub objects: Vec<(Option<Cow<'a, str>>, Ref<'a>)>,
    by_id: FxHashMap<Cow<'a, str>, Mine<'a>>,
}

/// A variant's own entity of an id.
#[derive(Clone, Copy)]
pub(super) struct Mine<'a> {
    /// Where the id first stands in `objects`.
    first: usize,
    /// The last one, which counts.
    pub value: Ref<'a>,
}

/// Where a variant's entity stands among the others: those in a place of the base's list first, additions after them.
pub(super) type Rank = (bool, usize);

impl<'a> Played<'a> {
    pub fn new(document: &'a Document) -> Self {
        let scene = SceneView::of(document);
        let entity = |(index, entity): (usize, crate::scene::Entity<'a>)| ResolvedEntity {
            value: entity.0,
            origin: Origin::Base,
            index: index as u32,
        };
        let base: Vec<_> = scene.entities().map(entity).collect();
        let ids = IdIndex::new(&base);
        let nameless = base.iter().filter(|entity| entity.entity().id().is_none()).map(|entity| entity.value).collect();
        Self { scene, base, nameless, ids }
    }

    /// What the scene says of a variant; nothing for the base and for one that it does not name.
    pub fn own(&self, id: &str) -> Option<Own<'a>> {
        Block::of(self.scene)?.delta(id).map(Own::new)
    }

    /// The base's entities of an id, in their order.
    pub fn of_base(&self, id: &str) -> impl Iterator<Item = &ResolvedEntity<'a>> {
        self.ids.places(&self.base, id).map(|place| &self.base[place as usize])
    }

    /// Whether the base has an entity of this id.
    pub fn has(&self, id: &str) -> bool {
        self.ids.first(&self.base, id).is_some()
    }

    /// The entities of an id that a variant plays, in their order.
    pub fn under<'s>(&'s self, own: Option<&'s Own<'a>>, id: &str) -> impl Iterator<Item = Ref<'a>> {
        let mine = own.and_then(|own| own.mine(id)).map(|mine| mine.value);
        let inherits = own.is_none_or(|own| !own.removes(id));
        // One of its own takes the place of the first; a second of that id stays.
        let replaced = usize::from(mine.is_some());
        let base = inherits.then(|| self.of_base(id)).into_iter().flatten();
        mine.into_iter().chain(base.skip(replaced).map(|entity| entity.value))
    }

    /// The value of a scene key that a variant plays; `None` where it has none.
    pub fn key(&self, own: Option<&Own<'a>>, key: &str) -> Option<Ref<'a>> {
        let mine = own.and_then(|own| own.delta.scene_keys().find(|(name, _)| *name == key));
        match mine {
            Some((_, value)) => Some(value).filter(|value| !value.is_null()),
            None => self.scene.key(key),
        }
    }

    /// The place of the first entity of an id among those that a variant plays.
    pub fn rank(&self, own: Option<&Own<'a>>, id: &str) -> Option<Rank> {
        let place = || self.ids.first(&self.base, id).map(|place| (false, place as usize));
        let Some(own) = own else { return place() };
        let added = own.mine(id).map(|mine| (true, mine.first));
        if own.removes(id) { added } else { place().or(added) }
    }
}

impl<'a> Own<'a> {
    fn new(delta: Delta<'a>) -> Self {
        let items = delta.value.get("removed").into_iter().flat_map(Ref::items);
        let removed: Vec<_> = items.filter_map(|item| Some((item.as_str()?, item))).collect();
        let removed_ids = removed.iter().map(|(id, _)| id.clone()).collect();
        let objects: Vec<_> = delta.objects().map(|(_, entity)| (entity.id(), entity.0)).collect();
        let mut by_id: FxHashMap<Cow<'a, str>, Mine<'a>> = FxHashMap::default();
        for (first, (id, value)) in objects.iter().enumerate() {
            if let Some(id) = id {
                by_id.entry(id.clone()).or_insert(Mine { first, value: *value }).value = *value;
            }
        }
        Self { delta, removed, removed_ids, objects, by_id }
    }

    /// Whether the variant takes the base's entities of this id away.
    pub fn removes(&self, id: &str) -> bool {
        self.removed_ids.contains(id)
    }

    /// The variant's own entity of this id.
    pub fn mine(&self, id: &str) -> Option<Mine<'a>> {
        self.by_id.get(id).copied()
    }

    /// Every id that the variant's differences name, in their order; some twice.
    pub fn touched(&self) -> impl Iterator<Item = &Cow<'a, str>> {
        self.removed.iter().map(|(id, _)| id).chain(self.objects.iter().filter_map(|(id, _)| id.as_ref()))
    }

    /// The variant's own entities without an id.
    pub fn nameless(&self) -> impl Iterator<Item = Ref<'a>> {
        self.objects.iter().filter(|(id, _)| id.is_none()).map(|(_, value)| *value)
    }

    /// The members of its `scene` that nobody reads.
    pub fn unused(&self) -> Vec<(&'a str, Ref<'a>)> {
        let used: Vec<&str> = self.delta.scene_keys().map(|(key, _)| key).collect();
        self.delta.scene().into_iter().filter(|(key, _)| !used.contains(key)).collect()
    }
}

/// Whether two runs of values are equal, one by one.
pub(super) fn equal<'a>(a: impl Iterator<Item = Ref<'a>>, mut b: impl Iterator<Item = Ref<'a>>) -> bool {
    for value in a {
        if !b.next().is_some_and(|other| value.equals(other)) {
            return false;
        }
    }
    b.next().is_none()
}
