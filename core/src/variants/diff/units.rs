//! Where two values of an entity or of a scene key differ, in the units of the design (section 4): a member of an entity
//! whole, below `metadata` and `container` each key; in a scene key a member of an object, an element of a list that has
//! an identity, a member of such an element.

use crate::json::{Pointer, Ref};
use crate::pointer;
use crate::variants::entity_edit::KEYED;
use crate::variants::key_unit::{identity, ids_of};
use rustc_hash::FxHashMap;

/// A unit in which two values differ, with what stands there in each.
#[derive(Debug, Clone)]
pub(super) struct Pair<'a> {
    pub at: Pointer,
    pub old: Option<Ref<'a>>,
    pub new: Option<Ref<'a>>,
}

/// The units in which two entities differ. Where only one of them has `metadata` or `container`, that is one unit.
pub(super) fn entity_pairs<'a>(old: Ref<'a>, new: Ref<'a>) -> Vec<Pair<'a>> {
    let mut found = Vec::new();
    for pair in member_pairs(old, new, &Pointer::root()) {
        match (pair.old, pair.new) {
            (Some(old), Some(new)) if is_keyed(&pair.at) && old.is_object() && new.is_object() => {
                found.append(&mut member_pairs(old, new, &pair.at));
            }
            _ => found.push(pair),
        }
    }
    found
}

/// Whether the keys below this member of an entity are units of their own.
pub(in crate::variants) fn is_keyed(at: &Pointer) -> bool {
    at.last().is_some_and(|member| KEYED.contains(&member))
}

/// The members in which two objects differ; in the order of the new one, then those that only the old one has.
pub(super) fn member_pairs<'a>(old: Ref<'a>, new: Ref<'a>, above: &Pointer) -> Vec<Pair<'a>> {
    let mut found: Vec<Pair<'a>> = Vec::new();
    // An own copy mostly has its keys as the base has them: nothing to look up then but what differs.
    if old.len() == new.len() && old.members().zip(new.members()).all(|((a, _), (b, _))| a == b) {
        for ((key, was), (_, is)) in old.members().zip(new.members()) {
            let known = |at: &Pointer| found.iter().any(|pair| pair.at == *at);
            if !was.equals(is) {
                // Of a duplicate key the last counts.
                let (at, old, new) = (above.join(key), old.get(key), new.get(key));
                if !Ref::both_equal(old, new) && !known(&at) {
                    found.push(Pair { at, old, new });
                }
            }
        }
        return found;
    }
    for key in keys_once(new) {
        let (old, new) = (old.get(key), new.get(key));
        if !Ref::both_equal(old, new) {
            found.push(Pair { at: above.join(key), old, new });
        }
    }
    for key in keys_once(old).filter(|key| new.get(key).is_none()) {
        found.push(Pair { at: above.join(key), old: old.get(key), new: None });
    }
    found
}

fn keys_once<'a>(object: Ref<'a>) -> impl Iterator<Item = &'a str> {
    crate::scene::members_once(object).into_iter().map(|(key, _)| key)
}

/// What two values of a scene key have in common to be compared by.
pub(super) enum Shape<'a> {
    /// Both are objects.
    Members,
    /// Both are lists whose elements each have an identity of their own: the elements by it.
    Elements(Elements<'a>, Elements<'a>),
    /// Neither: only the whole can be compared.
    Whole,
}

/// The elements of a list by identity, and the identities in their order.
pub(in crate::variants) struct Elements<'a> {
    pub ids: Vec<String>,
    by_id: FxHashMap<String, (usize, Ref<'a>)>,
}

impl<'a> Elements<'a> {
    /// The elements of a list of `key`; `None` where not each of them has an identity of its own.
    pub fn of(key: &str, list: Ref<'a>) -> Option<Self> {
        let ids = ids_of(key, list)?;
        let by_id = ids.iter().cloned().zip(list.items().enumerate()).collect();
        Some(Self { ids, by_id })
    }

    pub fn get(&self, id: &str) -> Option<Ref<'a>> {
        self.by_id.get(id).map(|(_, element)| *element)
    }

    pub fn index(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).map(|(index, _)| *index)
    }
}

impl<'a> Shape<'a> {
    pub fn of(key: &str, old: Ref<'a>, new: Ref<'a>) -> Self {
        if identity(key).is_none() && old.is_object() && new.is_object() {
            return Self::Members;
        }
        match Elements::of(key, old).zip(Elements::of(key, new)) {
            Some((old, new)) => Self::Elements(old, new),
            None => Self::Whole,
        }
    }
}

/// The elements in which two lists differ, whole; in the order of the old one, then those that only the new one has.
pub(super) fn element_pairs<'a>(old: &Elements<'a>, new: &Elements<'a>) -> Vec<Pair<'a>> {
    let mut found = Vec::new();
    for id in &old.ids {
        let pair = (old.get(id), new.get(id));
        if !Ref::both_equal(pair.0, pair.1) {
            found.push(Pair { at: pointer![id], old: pair.0, new: pair.1 });
        }
    }
    for id in new.ids.iter().filter(|id| old.get(id).is_none()) {
        found.push(Pair { at: pointer![id], old: None, new: new.get(id) });
    }
    found
}

/// The strings of a list of scene scripts; `None` where it is no such list. A missing list is an empty one.
pub(super) fn script_ids(value: Option<Ref<'_>>) -> Option<Vec<String>> {
    let Some(list) = value else { return Some(Vec::new()) };
    if !list.is_array() {
        return None;
    }
    list.items().map(|id| id.as_str().map(std::borrow::Cow::into_owned)).collect()
}
