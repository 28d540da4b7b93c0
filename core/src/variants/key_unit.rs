//! Units of scene keys: what is compared and written as one.
//!
//! In a key that is an object, a member; in a list whose elements have an identity, an element's member; any other list
//! whole (the design, section 4).

use super::scope::refused;
use crate::json::{Document, Edit, Pointer, Ref, Value};
use crate::{Result, pointer};
use rustc_hash::FxHashSet;

/// The member that tells the elements of a list apart, where the elements of this scene key have one.
pub fn identity(key: &str) -> Option<&'static str> {
    match key {
        "seatZones" => Some("seat"),
        "packRefs" => Some("role"),
        "textures" => Some("assetId"),
        "zones" | "tableZones" | "snapPoints" | "snapPointGrids" | "materials" | "prefabs" | "scripts" => Some("id"),
        _ => None,
    }
}

/// A unit of a scene key. Elements are named by their identity, for their index differs from variant to variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unit {
    /// The key's whole value.
    Whole,
    /// A member of an object.
    Member(String),
    /// An element of a list.
    Element(String),
    /// A member of an element.
    ElementMember(String, String),
}

/// What a variant shows at a unit.
#[derive(Clone, Copy)]
pub(super) enum Seen<'a> {
    /// It lacks the key that the unit is in.
    NoKey,
    /// It lacks the element that the unit is in.
    NoElement,
    /// The key is of another kind than the unit.
    Odd,
    /// The value, or that there is none.
    Value(Option<Ref<'a>>),
}

impl Unit {
    /// What stands at the unit of a key's value.
    pub fn of<'a>(&self, key: &str, value: Option<Ref<'a>>) -> Seen<'a> {
        let Some(whole) = value else {
            return if *self == Self::Whole { Seen::Value(None) } else { Seen::NoKey };
        };
        match self {
            Self::Whole => Seen::Value(value),
            Self::Member(member) if whole.is_object() => Seen::Value(whole.get(member)),
            Self::Element(id) if whole.is_array() => Seen::Value(element(key, whole, id).map(|(_, e)| e)),
            Self::ElementMember(id, member) if whole.is_array() => match element(key, whole, id) {
                Some((_, element)) => Seen::Value(element.get(member)),
                None => Seen::NoElement,
            },
            _ => Seen::Odd,
        }
    }
}

impl<'a> Seen<'a> {
    /// The value, where there is one.
    pub fn value(self) -> Option<Ref<'a>> {
        if let Self::Value(value) = self { value } else { None }
    }

    pub fn equals(self, other: Seen<'_>) -> bool {
        match (self, other) {
            (Self::NoKey, Seen::NoKey) => true,
            (Self::Value(a), Seen::Value(b)) => both_equal(a, b),
            _ => false,
        }
    }

    pub fn is_there(self) -> bool {
        matches!(self, Self::Value(Some(_)))
    }
}

/// As [`Ref::both_equal`], for values that may live for different times.
fn both_equal(a: Option<Ref<'_>>, b: Option<Ref<'_>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.equals(b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// The element of a list with this identity, and its index.
pub(super) fn element<'a>(key: &str, list: Ref<'a>, id: &str) -> Option<(usize, Ref<'a>)> {
    let named = |value: Option<Ref<'_>>| value.and_then(Ref::as_str).as_deref() == Some(id);
    let index = list.column(identity(key)?).position(named)?;
    Some((index, list.index(index)?))
}

/// A scene key that changes are made to, one after the other: two of them may be about one unit, as two members of
/// one setting are.
pub(super) struct ChangedKey<'a> {
    pub key: String,
    before: Option<Ref<'a>>,
    /// What the last change made of it; `None` before the first, or where the key was taken away.
    after: Option<Document>,
    units: Vec<Unit>,
}

impl<'a> ChangedKey<'a> {
    /// A key that reads as `before`.
    pub fn new(key: &str, before: Option<Ref<'a>>) -> Self {
        Self { key: key.to_owned(), before, after: None, units: Vec::new() }
    }

    /// Makes one change. `at` names elements by identity.
    ///
    /// # Errors
    /// Refused where `at` leads nowhere.
    pub fn take(&mut self, at: &Pointer, value: Option<&Value>) -> Result<()> {
        let now = if self.units.is_empty() { self.before } else { self.after.as_ref().map(Document::root) };
        let (units, after) = units(&self.key, now, at, value)?;
        if !units.is_empty() {
            self.units.extend(units);
            self.after = after;
        }
        Ok(())
    }

    /// Each unit whose value becomes another, with that value. Where the whole is one, it is the only one.
    pub fn units(self) -> Vec<(Unit, Option<Value>)> {
        let mut units = self.units;
        if units.contains(&Unit::Whole) {
            units = vec![Unit::Whole];
        }
        let after = self.after.as_ref().map(Document::root);
        let mut changed: Vec<(Unit, Option<Value>)> = Vec::new();
        for unit in units {
            let (was, is) = (unit.of(&self.key, self.before), unit.of(&self.key, after));
            let nothing = was.value().is_none() && is.value().is_none();
            if !nothing && !was.equals(is) && !changed.iter().any(|(known, _)| *known == unit) {
                changed.push((unit, is.value().map(Ref::share)));
            }
        }
        changed
    }
}

/// What a change below a scene key means in units, each of which becomes another, and the key's whole value after it.
///
/// # Errors
/// Refused where `at` leads nowhere.
fn units(key: &str, before: Option<Ref<'_>>, at: &Pointer, value: Option<&Value>) -> Result<(Vec<Unit>, Option<Document>)> {
    let listed = identity(key).is_some() && before.is_none_or(Ref::is_array);
    let shared = before.map(Ref::shared);
    let (before, start) = match &shared {
        Some(shared) => (Some(shared.value()), shared.value().document().clone()),
        None => (None, Document::new(if listed { Value::Array(Vec::new()) } else { Value::Object(Vec::new()) })?),
    };
    let Some(first) = at.tokens().first() else {
        let Some(value) = value else {
            return Ok((before.map(|_| Unit::Whole).into_iter().collect(), None));
        };
        let after = start.set(at, value.clone())?;
        return Ok((whole_units(key, before, after.root()), Some(after)));
    };
    let place = if listed { by_index(key, start.root(), at, value.is_some())? } else { at.clone() };
    let after = match value {
        Some(value) => start.edit_many([(place, Edit::Set(value.clone()))])?,
        None if start.at(&place).is_none() => return Ok((Vec::new(), None)),
        None => start.remove(&place)?,
    };
    let list_or_object = after.root();
    let units = if listed {
        element_units(key, first, Some(start.root()), list_or_object)
    } else if list_or_object.is_object() {
        member_units(Some(start.root()), list_or_object, [first.as_str()])
    } else {
        vec![Unit::Whole]
    };
    Ok((units, Some(after)))
}

/// A place whose first step is an element's index, or `-` for one that is to be added.
fn by_index(key: &str, list: Ref<'_>, at: &Pointer, adds: bool) -> Result<Pointer> {
    let (id, below) = at.tokens().split_first().map(|(id, below)| (id.as_str(), below)).unwrap_or_default();
    match element(key, list, id) {
        Some((index, _)) => Ok(pointer![index].concat(&below.iter().collect())),
        None if below.is_empty() && adds => Ok(pointer!["-"]),
        None if below.is_empty() => Ok(pointer![list.len()]),
        None => Err(refused(
            format!("“{id}” is not among the {} of the variant shown", crate::scene::keys::label(key)),
            "Select one that is, then try again.",
        )),
    }
}

/// The units in which two whole values of a key differ.
fn whole_units(key: &str, before: Option<Ref<'_>>, after: Ref<'_>) -> Vec<Unit> {
    let Some(was) = before else { return vec![Unit::Whole] };
    if was.equals(after) {
        return Vec::new();
    }
    if was.is_object() && after.is_object() {
        let mut seen = FxHashSet::default();
        let keys = was.members().chain(after.members()).map(|(key, _)| key).filter(|key| seen.insert(*key));
        return member_units(before, after, keys);
    }
    match ids_of(key, was).zip(ids_of(key, after)) {
        Some((old, new)) if only_added_at_the_end(&old, &new) => {
            let known: FxHashSet<&str> = old.iter().map(String::as_str).collect();
            let added = new.iter().map(String::as_str).filter(|id| !known.contains(id));
            let all = old.iter().map(String::as_str).chain(added);
            all.flat_map(|id| element_units(key, id, before, after)).collect()
        }
        _ => vec![Unit::Whole],
    }
}

/// The identities of a list's elements, where each has one of its own.
pub(super) fn ids_of(key: &str, list: Ref<'_>) -> Option<Vec<String>> {
    let member = identity(key).filter(|_| list.is_array())?;
    let ids: Vec<String> = list.column(member).map(|id| Some(id?.as_str()?.into_owned())).collect::<Option<_>>()?;
    let unique = ids.iter().collect::<FxHashSet<_>>().len() == ids.len();
    unique.then_some(ids)
}

/// Whether the elements that stay keep their order and new ones follow them.
fn only_added_at_the_end(old: &[String], new: &[String]) -> bool {
    let (was, is): (FxHashSet<&String>, FxHashSet<&String>) = (old.iter().collect(), new.iter().collect());
    let stay = old.iter().filter(|id| is.contains(id));
    let added = new.iter().filter(|id| !was.contains(id));
    stay.chain(added).eq(new)
}

fn member_units<'k>(before: Option<Ref<'_>>, after: Ref<'_>, keys: impl IntoIterator<Item = &'k str>) -> Vec<Unit> {
    let differs = |key: &&str| !both_equal(before.and_then(|b| b.get(key)), after.get(key));
    let unit = |key: &str| Unit::Member(key.to_owned());
    keys.into_iter().filter(differs).map(unit).collect()
}

fn element_units(key: &str, id: &str, before: Option<Ref<'_>>, after: Ref<'_>) -> Vec<Unit> {
    let was = before.and_then(|list| element(key, list, id)).map(|(_, e)| e);
    let is = element(key, after, id).map(|(_, e)| e);
    match (was, is) {
        (Some(was), Some(is)) if was.is_object() && is.is_object() => {
            let mut seen = FxHashSet::default();
            let keys: Vec<&str> = was.members().chain(is.members()).map(|(key, _)| key).filter(|key| seen.insert(*key)).collect();
            let differs = |key: &&str| !both_equal(was.get(key), is.get(key));
            let unit = |key: &str| Unit::ElementMember(id.to_owned(), key.to_owned());
            keys.into_iter().filter(differs).map(unit).collect()
        }
        _ if both_equal(was, is) => Vec::new(),
        _ => vec![Unit::Element(id.to_owned())],
    }
}
