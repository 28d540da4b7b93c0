//! Making one value as another in one unit.

use super::slot::{Alone, root};
use super::units::{entity_pairs, script_ids};
use crate::Result;
use crate::json::{Document, Edit, Pointer, Ref, Value};
use crate::pointer;
use crate::variants::draft::ENTITY_ORDER;
use crate::variants::identity;
use crate::variants::key_unit::element;

/// `entity` with the field at `at` as `source` has it. Where `metadata` or `container` is missing it is made; where the
/// last key goes out of one that `source` does not have, it goes as well.
pub(super) fn set_field(entity: &Alone, at: &Pointer, source: Ref<'_>) -> Result<Alone> {
    let Some(member) = at.tokens().first() else { return Ok(entity.clone()) };
    let (whole, deep) = (pointer![member], at.tokens().len() > 1);
    let there = entity.at(&whole);
    let Some(value) = source.at(at) else {
        if entity.at(at).is_none() {
            return Ok(entity.clone());
        }
        let last = deep && there.is_some_and(|there| there.is_object() && there.len() == 1) && source.at(&whole).is_none();
        return Ok(entity.remove(if last { &whole } else { at })?);
    };
    if entity.at(at).is_some_and(|old| old.equals(value)) {
        return Ok(entity.clone());
    }
    let mut edits = Vec::new();
    if deep && !there.is_some_and(Ref::is_object) {
        edits.push((whole, Edit::Place(Value::Object(Vec::new()), ENTITY_ORDER)));
    }
    edits.push((at.clone(), if deep { Edit::Set(value.share()) } else { Edit::Place(value.share(), ENTITY_ORDER) }));
    Ok(entity.edit_many(edits)?)
}

/// `entity` made equal to `source`, with as little of it touched as can be.
pub(super) fn made_equal(entity: &Alone, source: &Alone) -> Result<Alone> {
    let mut made = entity.clone();
    for pair in entity_pairs(entity.root(), source.root()) {
        made = set_field(&made, &pair.at, source.root())?;
    }
    Ok(if made.root().equals(source.root()) { made } else { source.clone() })
}

/// `target`, a value of the scene key `key`, with the unit at `at` as `source` has it. What cannot be told apart by
/// units stays as it is.
pub(super) fn copy_unit(key: &str, source: &Option<Alone>, target: Option<Alone>, at: &Pointer) -> Result<Option<Alone>> {
    let Some(source) = source else { return Ok(target) };
    let listed = identity(key).is_some();
    let fits = |value: &Alone| if listed { value.root().is_array() } else { value.root().is_object() };
    if !fits(source) || target.as_ref().is_some_and(|target| !fits(target)) {
        return Ok(target);
    }
    match (listed, at.tokens()) {
        (false, [member]) => {
            let value = source.root().get(member);
            match (target, value) {
                (None, None) => Ok(None),
                (target, value) => {
                    let target = target.map_or_else(|| Document::new(Value::Object(Vec::new())), Ok)?;
                    set_member(&target, &pointer![member], value).map(Some)
                }
            }
        }
        (true, [id]) => copy_element(key, source, target, id),
        (true, [id, member]) => {
            let index = target.as_ref().and_then(|list| element(key, list.root(), id)).map(|(index, _)| index);
            let ours = element(key, source.root(), id).map(|(_, element)| element);
            match (target, index, ours) {
                (Some(target), Some(index), Some(ours)) => {
                    set_member(&target, &pointer![index, member], ours.get(member)).map(Some)
                }
                (target, _, _) => Ok(target),
            }
        }
        _ => Ok(target),
    }
}

fn set_member(target: &Alone, at: &Pointer, value: Option<Ref<'_>>) -> Result<Alone> {
    match value {
        Some(value) if target.at(at).is_some_and(|old| old.equals(value)) => Ok(target.clone()),
        Some(value) => Ok(target.set(at, value.share())?),
        None if target.at(at).is_some() => Ok(target.remove(at)?),
        None => Ok(target.clone()),
    }
}

/// An element: replaced, taken out, or put behind the one that it follows in `source`.
fn copy_element(key: &str, source: &Alone, target: Option<Alone>, id: &str) -> Result<Option<Alone>> {
    let ours = element(key, source.root(), id);
    let theirs = target.as_ref().and_then(|list| element(key, list.root(), id)).map(|(index, _)| index);
    match (target, theirs, ours) {
        (Some(target), Some(index), Some((_, element))) => set_member(&target, &pointer![index], Some(element)).map(Some),
        (Some(target), Some(index), None) => Ok(Some(target.remove(&pointer![index])?)),
        (target, _, None) => Ok(target),
        (target, None, Some((place, value))) => {
            let target = target.map_or_else(|| Document::new(Value::Array(Vec::new())), Ok)?;
            let member = identity(key).unwrap_or("id");
            let ids: Vec<_> = source.root().column(member).take(place).map(|id| id.and_then(Ref::as_str)).collect();
            let known = |id: &str| element(key, target.root(), id).map(|(index, _)| index);
            let index = ids.iter().rev().flatten().find_map(|id| known(id)).map_or(0, |before| before + 1);
            Ok(Some(target.insert_item(&Pointer::root(), index, value.share())?))
        }
        (target, _, _) => Ok(target),
    }
}

/// `target`, a list of attached scripts, with this script in it or not, as in `source`. A list that then attaches what
/// `source` does becomes as `source` has it.
pub(super) fn copy_script(source: &Option<Alone>, target: Option<Alone>, id: &str) -> Result<Option<Alone>> {
    let (Some(ours), Some(theirs)) = (script_ids(root(source)), script_ids(root(&target))) else { return Ok(target) };
    let wanted = ours.iter().any(|script| script == id);
    let place = theirs.iter().position(|script| script == id);
    let new = match (target, place, wanted) {
        (Some(list), Some(index), false) => Some(list.remove(&pointer![index])?),
        (Some(list), None, true) => Some(list.insert_item(&Pointer::root(), list.root().len(), id.into())?),
        (None, None, true) => Some(Document::new(Value::array([id]))?),
        (target, _, _) => target,
    };
    let mut after = script_ids(root(&new)).unwrap_or_default();
    let mut all = ours;
    after.sort_unstable();
    all.sort_unstable();
    Ok(if after == all { source.clone() } else { new })
}
