//! Finding a base's entities by id. A table of places and nothing else: thousands of ids are entered at each resolve, and
//! a small table stays in the cache where a map of texts does not.

use super::resolve::ResolvedEntity;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// No place.
const NONE: u32 = u32::MAX;

/// Places in a list of entities, by id. An id may stand more than once.
#[derive(Debug)]
pub(super) struct IdIndex {
    /// An open-addressed table, a power of two long, of the first place of each id.
    slots: Vec<u32>,
    /// For each place, part of its id's hash.
    tags: Vec<u32>,
    /// For each place, the next place with the same id.
    next: Vec<u32>,
}

impl IdIndex {
    /// Enters all entities of `list`; one without an id is passed over.
    pub(super) fn new(list: &[ResolvedEntity<'_>]) -> Self {
        let size = (list.len() * 2).next_power_of_two();
        let mut index = Self { slots: vec![NONE; size], tags: vec![0; list.len()], next: vec![NONE; list.len()] };
        // From the end, so that the first of two with one id is what the table holds, and the chain runs forward.
        for (place, entity) in list.iter().enumerate().rev() {
            if let Some(id) = entity.entity().id() {
                let (slot, tag) = index.slot(list, &id);
                index.next[place] = index.slots[slot];
                index.slots[slot] = place as u32;
                index.tags[place] = tag;
            }
        }
        index
    }

    /// The slot that holds `id`, or the empty one where it would go, and the tag of its hash. The table is at most half
    /// full, so there always is one.
    fn slot(&self, list: &[ResolvedEntity<'_>], id: &str) -> (usize, u32) {
        let hash = FxBuildHasher.hash_one(id);
        let tag = (hash >> 32) as u32;
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let place = self.slots[slot];
            let is_it = || self.tags[place as usize] == tag && list[place as usize].entity().id().as_deref() == Some(id);
            if place == NONE || is_it() {
                return (slot, tag);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The first place of `id` in `list`, which is the list that was entered.
    pub(super) fn first(&self, list: &[ResolvedEntity<'_>], id: &str) -> Option<u32> {
        let (slot, _) = self.slot(list, id);
        Some(self.slots[slot]).filter(|place| *place != NONE)
    }

    /// All places of `id`, in their order.
    pub(super) fn places(&self, list: &[ResolvedEntity<'_>], id: &str) -> impl Iterator<Item = u32> {
        let step = |place: &u32| Some(self.next[*place as usize]).filter(|place| *place != NONE);
        std::iter::successors(self.first(list, id), step)
    }
}
