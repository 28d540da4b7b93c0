//! What stands in the file for one variant: how much it costs, and which other variants say the same.

use super::part::Part;
use crate::json::{Document, Pointer, Ref};
use crate::variants::block::{Block, Delta};
use crate::variants::layout::Layout;
use crate::variants::scope::Stage;
use crate::variants::{Resolver, VariantId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// With more own entities than this in the other variants, equal ones are not looked for: to find them would hold up a
/// frame, and a scene of so many copies has other troubles.
const MOST_COPIES: usize = 20_000;

/// See the module's description.
pub(super) struct Stored<'a> {
    pub from: VariantId,
    pub to: VariantId,
    pub against_base: bool,
    pub to_is_base: bool,
    delta: Option<Delta<'a>>,
    /// The differences of the other variants, where `to` is compared with the base.
    others: Vec<Delta<'a>>,
    /// What `to` takes away, by id, with the place in `removed`.
    removed: FxHashMap<Cow<'a, str>, usize>,
    /// The variants whose own copy of an entity says the same.
    twins: FxHashMap<String, Vec<VariantId>>,
    /// Ids that `to` takes away and the base does not have, with their place in `removed`, in its order.
    pub stale: Vec<(usize, Cow<'a, str>)>,
}

impl<'a> Stored<'a> {
    pub fn new(scene: &'a Document, resolver: &Resolver<'a>, listed: &[String], from: &str, to: &str) -> Self {
        let resolve = |shown: &str| {
            let stage = Stage::new(scene, listed, shown);
            let layout = Layout::new(&stage);
            (layout.variants[layout.shown].id.to_string(), layout.shown == 0)
        };
        let ((from, from_is_base), (to, to_is_base)) = (resolve(from), resolve(to));
        let against_base = from_is_base && !to_is_base;
        let block = resolver.block();
        let delta = block.filter(|_| !to_is_base).and_then(|block| block.delta(&to));
        let all = block.filter(|_| against_base).map(Block::deltas).unwrap_or_default();
        let others = all.into_iter().filter(|other| other.id != to).collect();
        let mut removed = FxHashMap::default();
        for (index, id) in delta.iter().flat_map(|delta| delta.removed()) {
            removed.entry(id).or_insert(index);
        }
        let gone = removed.iter().filter(|(id, _)| resolver.base_entity(id).is_none());
        let mut stale: Vec<(usize, Cow<'a, str>)> = gone.map(|(id, index)| (*index, Cow::clone(id))).collect();
        stale.sort_unstable_by_key(|(index, _)| *index);
        let twins = FxHashMap::default();
        let mut stored = Self { from, to, against_base, to_is_base, delta, others, removed, twins, stale };
        stored.find_twins();
        stored
    }

    /// Finds who else has the same copy of the entities that `to` has of its own. That several take a piece away says
    /// little, and is not told.
    fn find_twins(&mut self) {
        let mut own: FxHashMap<Cow<'_, str>, Ref<'_>> = FxHashMap::default();
        for (_, entity) in self.delta.iter().flat_map(|delta| delta.objects()) {
            if let Some(id) = entity.id() {
                own.insert(id, entity.0);
            }
        }
        let all: usize = self.others.iter().filter_map(|other| other.value.get("objects")).map(Ref::len).sum();
        if own.is_empty() || all > MOST_COPIES {
            return;
        }
        for other in &self.others {
            let mut theirs: FxHashSet<Cow<'_, str>> = FxHashSet::default();
            // From the end: of several with one id the last counts.
            for (_, entity) in other.objects().rev() {
                let Some(id) = entity.id().filter(|id| own.contains_key(id)) else { continue };
                let says = own.get(&id).is_some_and(|ours| ours.equals(entity.0));
                if theirs.insert(id.clone()) && says {
                    self.twins.entry(id.into_owned()).or_default().push(other.id.to_owned());
                }
            }
        }
    }

    /// How many bytes the whole of the differences takes.
    pub fn bytes(&self) -> usize {
        self.delta.filter(|_| self.against_base).map_or(0, |delta| delta.value.text_len())
    }

    /// Whether `to` takes the entity away.
    pub fn takes_away(&self, part: &Part) -> bool {
        part.entity_id().is_some_and(|id| self.removed.contains_key(id))
    }

    /// The bytes of an entity: of its own copy, and of its id where it is taken away.
    pub fn entity_bytes(&self, part: &Part, own: Option<Ref<'_>>) -> usize {
        let id = part.entity_id().and_then(|id| self.removed.get(id));
        let removed = self.delta.and_then(|delta| delta.value.get("removed"));
        let gone = id.and_then(|index| removed?.index(*index)).map_or(0, Ref::text_len);
        gone + own.map_or(0, Ref::text_len)
    }

    /// The bytes of the own copy of a key.
    pub fn key_bytes(&self, key: &str) -> usize {
        self.own_key(self.delta, key).map_or(0, Ref::text_len)
    }

    fn own_key(&self, delta: Option<Delta<'a>>, key: &str) -> Option<Ref<'a>> {
        delta?.scene_keys().find(|(own, _)| *own == key).map(|(_, value)| value)
    }

    /// The variants whose own copy of a key says the same.
    pub fn identical_keys(&self, key: &str) -> Vec<VariantId> {
        let Some(own) = self.own_key(self.delta, key) else { return Vec::new() };
        let same = |other: &&Delta<'a>| self.own_key(Some(**other), key).is_some_and(|value| value.equals(own));
        self.others.iter().filter(same).map(|other| other.id.to_owned()).collect()
    }

    /// The variants that say the same of an entity.
    pub fn identical_entities(&self, part: &Part) -> Vec<VariantId> {
        part.entity_id().and_then(|id| self.twins.get(id)).cloned().unwrap_or_default()
    }

    /// The place of an element of `removed`.
    pub fn removed_at(&self, index: usize) -> Pointer {
        self.delta.map(|delta| delta.pointer().join("removed").join(index)).unwrap_or_default()
    }
}
