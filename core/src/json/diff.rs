//! What differs between two states of a document, found by pointer comparison.

use super::document::Document;
use super::edit::Shared;
use super::node::Node;
use super::{Kind, Pointer, Ref};
use std::sync::Arc;

/// One difference between two states: what stood at `pointer` before and what stands there after. `None`: nothing.
#[derive(Debug, Clone)]
pub struct Change {
    /// The place, in the state that has it (the later one where both have it).
    pub pointer: Pointer,
    /// The value before.
    pub before: Option<Shared>,
    /// The value after.
    pub after: Option<Shared>,
}

/// The differences from `before` to `after`, outermost first, no deeper than needed: an element list whose length
/// changed is compared by what stands at its start and end, so that one insertion is one change. Shared structure is
/// skipped without being looked at.
pub fn diff(before: &Document, after: &Document) -> Vec<Change> {
    let mut changes = Vec::new();
    compare(before.root(), after.root(), &Pointer::root(), &mut changes);
    changes
}

fn compare(before: Ref<'_>, after: Ref<'_>, at: &Pointer, out: &mut Vec<Change>) {
    if before.same(after) {
        return;
    }
    match (before.kind(), after.kind()) {
        (Kind::Object, Kind::Object) => compare_members(before, after, at, out),
        (Kind::Array, Kind::Array) => compare_items(before, after, at, out),
        _ => {
            let unchanged = before.kind() == after.kind() && before.raw().is_some() && before.raw() == after.raw();
            if !unchanged {
                out.push(Change { pointer: at.clone(), before: Some(before.shared()), after: Some(after.shared()) });
            }
        }
    }
}

fn compare_members(before: Ref<'_>, after: Ref<'_>, at: &Pointer, out: &mut Vec<Change>) {
    for (key, old) in before.members() {
        match after.get(key) {
            Some(new) => compare(old, new, &at.join(key), out),
            None => out.push(Change { pointer: at.join(key), before: Some(old.shared()), after: None }),
        }
    }
    for (key, new) in after.members() {
        if before.get(key).is_none() {
            out.push(Change { pointer: at.join(key), before: None, after: Some(new.shared()) });
        }
    }
}

fn compare_items(before: Ref<'_>, after: Ref<'_>, at: &Pointer, out: &mut Vec<Change>) {
    let (old, new) = (before.len(), after.len());
    if old == new {
        for (i, (a, b)) in before.items().zip(after.items()).enumerate() {
            if !a.same(b) {
                compare(a, b, &at.join(i), out);
            }
        }
        return;
    }
    let shorter = old.min(new);
    let head = before.items().zip(after.items()).take_while(|(a, b)| a.same(*b)).count();
    let tail = before.items().rev().zip(after.items().rev()).take(shorter - head).take_while(|(a, b)| a.same(*b)).count();
    for (i, value) in before.items().enumerate().take(old - tail).skip(head) {
        out.push(Change { pointer: at.join(i), before: Some(value.shared()), after: None });
    }
    for (i, value) in after.items().enumerate().take(new - tail).skip(head) {
        out.push(Change { pointer: at.join(i), before: None, after: Some(value.shared()) });
    }
}

/// About how many bytes of memory `after` holds that `before` does not share: what keeping both costs. Found by pointer
/// comparison of what stands at the same place, so an edited value that moved counts as new.
pub fn unshared_bytes(before: &Document, after: &Document) -> usize {
    if !Arc::ptr_eq(&before.source, &after.source) {
        let tree = &after.source.tree;
        return after.source.text.len() + size_of_val(&*tree.items) + size_of_val(&*tree.members);
    }
    unshared(Some(before.root()), after.root())
}

fn unshared(before: Option<Ref<'_>>, after: Ref<'_>) -> usize {
    if before.is_some_and(|before| before.same(after)) {
        return 0;
    }
    // A count, a length and a place; what was loaded stands in the source that both share.
    let head = 48;
    match after.node {
        Node::Leaf(..) | Node::LoadedArray(_) | Node::LoadedObject(_) => 0,
        Node::Edited(edited) => head + edited.text.len(),
        Node::Array(array) => {
            let below = after.items().enumerate().map(|(i, item)| unshared(before.and_then(|b| b.index(i)), item));
            head + size_of_val(&*array.items) + below.sum::<usize>()
        }
        Node::Object(object) => {
            let below = after.members().map(|(key, value)| unshared(before.and_then(|b| b.get(key)), value));
            head + size_of_val(&*object.members) + below.sum::<usize>()
        }
    }
}
