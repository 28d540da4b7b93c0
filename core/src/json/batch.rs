//! Several edits at once: each container on the way is copied once, however many edits stand below it.

use super::document::Document;
use super::edit::{EditError, Value};
use super::keys::Keys;
use super::node::{Content, Member, Node};
use super::read::parse_index;
use super::{Pointer, Ref};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// One edit of a batch (see [`Document::edit_many`]).
#[derive(Debug, Clone)]
pub enum Edit {
    /// Puts the value there: replaces what stands there, or adds a last member where an object lacks the key. In an
    /// array the index `-` adds a last element.
    Set(Value),
    /// The same, but a new member is put where this order of keys wants it: after the nearest key before it in the
    /// order that the object has, else before the nearest one after it, else at the end.
    Place(Value, &'static [&'static str]),
    /// Takes out the member or element.
    Remove,
}

/// An edit on its way down: the part of its pointer that is still ahead.
struct Pending<'p> {
    ahead: &'p [String],
    whole: &'p Pointer,
    edit: Edit,
}

impl Document {
    /// Makes all `edits` at once. Every pointer says where something stands before the batch, so that indexes do not
    /// move while elements come and go; an edit at a place is made before those below it.
    ///
    /// # Errors
    /// As [`Document::set`] and [`Document::remove`]; nothing is changed then.
    pub fn edit_many(&self, edits: impl IntoIterator<Item = (Pointer, Edit)>) -> Result<Self, EditError> {
        let edits: Vec<(Pointer, Edit)> = edits.into_iter().collect();
        let mut pending = Vec::with_capacity(edits.len());
        let (places, edits): (Vec<Pointer>, Vec<Edit>) = edits.into_iter().unzip();
        for (whole, edit) in places.iter().zip(edits) {
            if let Edit::Set(value) | Edit::Place(value, _) = &edit {
                self.check_depth(whole, value)?;
            }
            pending.push(Pending { ahead: whole.tokens(), whole, edit });
        }
        if pending.is_empty() {
            return Ok(self.clone());
        }
        let mut keys = Arc::clone(&self.keys);
        match self.rework(&mut keys, Some(&self.root), pending)? {
            Some(root) => Ok(self.with(keys, root)),
            None => Err(EditError::WrongKind(Pointer::root())),
        }
    }

    /// What stands in the place of `old` after `edits`; `None` where it was taken out.
    fn rework(&self, keys: &mut Arc<Keys>, old: Option<&Node>, edits: Vec<Pending<'_>>) -> Result<Option<Node>, EditError> {
        let mut node = old.cloned();
        let mut below = Vec::with_capacity(edits.len());
        for pending in edits {
            if !pending.ahead.is_empty() {
                below.push(pending);
                continue;
            }
            node = match pending.edit {
                Edit::Set(value) | Edit::Place(value, _) => Some(self.build(value, keys, old.unwrap_or(&Node::NULL))?),
                Edit::Remove if old.is_none() => return Err(EditError::Missing(pending.whole.clone())),
                Edit::Remove => None,
            };
        }
        let Some(first) = below.first() else { return Ok(node) };
        match node.as_ref().map(|node| (node, node.content(&self.source.tree))) {
            Some((node, Content::Object(members))) => self.rework_object(keys, node, members, below).map(Some),
            Some((node, Content::Array(items))) => self.rework_array(keys, node, items, below).map(Some),
            _ => Err(EditError::Missing(first.whole.clone())),
        }
    }

    fn rework_object(
        &self,
        keys: &mut Arc<Keys>,
        object: &Node,
        was: &[Member],
        edits: Vec<Pending<'_>>,
    ) -> Result<Node, EditError> {
        let mut members = was.to_vec();
        for (token, edits) in by_first_token(edits) {
            let key = keys.intern(token);
            let at = members.iter().rposition(|m| m.key == key);
            let order = edits.iter().find_map(|e| match e.edit {
                Edit::Place(_, order) if e.ahead.is_empty() => Some(order),
                _ => None,
            });
            let old = at.map(|i| members[i].value.clone());
            match (at, self.rework(keys, old.as_ref(), edits)?) {
                (Some(i), Some(value)) => members[i].value = value,
                // Of a duplicate key every member goes, or the earlier one would come back to life.
                (_, None) => members.retain(|m| m.key != key),
                (None, Some(value)) => {
                    let index = order.map_or(members.len(), |order| place_in(order, token, &members, keys));
                    members.insert(index, Member { key, key_at: u32::MAX, value });
                }
            }
        }
        Ok(self.object(object, members))
    }

    fn rework_array(&self, keys: &mut Arc<Keys>, array: &Node, was: &[Node], edits: Vec<Pending<'_>>) -> Result<Node, EditError> {
        let mut items = was.to_vec();
        let mut gone = FxHashSet::default();
        for (token, edits) in by_first_token(edits) {
            if token == "-" {
                for edit in edits {
                    match self.rework(keys, None, vec![edit])? {
                        Some(node) => items.push(node),
                        None => return Err(EditError::Missing(Pointer::root().join(token))),
                    }
                }
                continue;
            }
            let index = parse_index(token).filter(|i| *i < was.len());
            let index = index.ok_or_else(|| EditError::Missing(edits[0].whole.clone()))?;
            match self.rework(keys, Some(&was[index]), edits)? {
                Some(node) => items[index] = node,
                None => {
                    gone.insert(index);
                }
            }
        }
        if !gone.is_empty() {
            let mut index = 0;
            items.retain(|_| {
                index += 1;
                !gone.contains(&(index - 1))
            });
        }
        Ok(self.array(array, items))
    }
}

/// The edits by the next step of their pointers, in the order in which each step is first named.
fn by_first_token(edits: Vec<Pending<'_>>) -> Vec<(&str, Vec<Pending<'_>>)> {
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let mut groups: Vec<(&str, Vec<Pending<'_>>)> = Vec::new();
    for edit in edits {
        let Some((token, ahead)) = edit.ahead.split_first() else { continue };
        let number = *numbers.entry(token).or_insert_with(|| {
            groups.push((token, Vec::new()));
            groups.len() - 1
        });
        groups[number].1.push(Pending { ahead, ..edit });
    }
    groups
}

/// Where a new member `key` goes among `members` by an order of keys (see [`Edit::Place`]).
fn place_in(order: &[&str], key: &str, members: &[Member], keys: &Keys) -> usize {
    let at = |wanted: &&str| keys.find(wanted).and_then(|k| members.iter().position(|m| m.key == k));
    let Some(rank) = order.iter().position(|k| *k == key) else { return members.len() };
    match order[..rank].iter().rev().find_map(at) {
        Some(before) => before + 1,
        None => order[rank + 1..].iter().find_map(at).unwrap_or(members.len()),
    }
}

impl Ref<'_> {
    /// Whether two values that may be missing are equal: both missing, or both there and [`Ref::equals`] says so.
    pub fn both_equal(a: Option<Self>, b: Option<Self>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => a.equals(b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pointer;

    fn doc(text: &str) -> Document {
        Document::parse(text.as_bytes()).unwrap()
    }

    fn set(value: impl Into<Value>) -> Edit {
        Edit::Set(value.into())
    }

    #[test]
    fn places_are_those_before_the_batch() {
        let text = r#"{"a": [0, 1, 2, 3], "b": {"x": 1}}"#;
        let edited = doc(text).edit_many([
            (pointer!["a", 0], Edit::Remove),
            (pointer!["a", 3], set(9)),
            (pointer!["a", "-"], set(10)),
            (pointer!["a", "-"], set(11)),
            (pointer!["b", "y"], set(2)),
            (pointer!["b", "x"], Edit::Remove),
            (pointer!["c"], set(Value::Object(vec![]))),
            (pointer!["c", "z"], set(true)),
        ]);
        assert_eq!(edited.unwrap().text(), r#"{"a": [1, 2, 9, 10, 11], "b": {"y": 2}, "c": {"z": true}}"#);
    }

    #[test]
    fn an_edit_of_nothing_changes_nothing_and_a_bad_one_is_told() {
        let doc = doc(r#"{"a": [0], "b": 1}"#);
        assert!(doc.edit_many([]).unwrap().same(&doc));
        for bad in [pointer!["a", 1], pointer!["x", "y"], pointer!["b", "c"], pointer!["a", "-", "x"], pointer!["a", "00"]] {
            assert!(doc.edit_many([(pointer!["b"], set(2)), (bad.clone(), set(1))]).is_err(), "{bad}");
        }
        assert_eq!(doc.edit_many([(pointer!["z"], Edit::Remove)]).unwrap_err(), EditError::Missing(pointer!["z"]));
        assert!(doc.edit_many([(Pointer::root(), Edit::Remove)]).is_err());
    }

    #[test]
    fn a_new_member_goes_where_the_order_wants_it() {
        const ORDER: &[&str] = &["id", "label", "tags", "metadata"];
        let place =
            |text: &str, key: &str| doc(text).edit_many([(pointer![key], Edit::Place(true.into(), ORDER))]).unwrap().text();
        assert_eq!(place(r#"{"id":1,"metadata":2}"#, "tags"), r#"{"id":1,"tags":true,"metadata":2}"#);
        assert_eq!(place(r#"{"x":0,"metadata":2}"#, "label"), r#"{"x":0,"label":true,"metadata":2}"#);
        assert_eq!(place(r#"{"x":0}"#, "label"), r#"{"x":0,"label":true}"#);
        assert_eq!(place(r#"{"id":1,"metadata":2}"#, "other"), r#"{"id":1,"metadata":2,"other":true}"#);
        assert_eq!(place(r#"{"tags":1,"id":2}"#, "tags"), r#"{"tags":true,"id":2}"#);
    }

    #[test]
    fn a_duplicate_key_goes_whole() {
        assert_eq!(doc(r#"{"a":1,"b":2,"a":3}"#).edit_many([(pointer!["a"], Edit::Remove)]).unwrap().text(), r#"{"b":2}"#);
    }
}
