//! What differs between two states of a document, found by pointer comparison.

use super::document::Document;
use super::edit::Shared;
use super::{Kind, Pointer, Ref};

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
