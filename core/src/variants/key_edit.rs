//! Changing scene keys of the variant shown, for all variants or for it alone (the design, section 4).
//!
//! A key is copied whole: who inherits it and is alone in the set of an edit, or alone outside it, gets an own copy
//! first, and with it the key that must agree (`snapPoints` with `snapPointGrids`, `seatZones` with `seatTemplate`).

use super::draft::Draft;
use super::key_unit::{ChangedKey, Seen, Unit, element};
use super::layout::{Layout, Set, Tally, shows};
use super::scope::{Adjust, Edited, OwnPart, Scope, Stage, refused};
use crate::json::{Edit, Pointer, Ref, Value};
use crate::scene::keys::{KeyRole, label, partner};
use crate::{Error, Result};
use rustc_hash::FxHashSet;

/// The order of a scene's keys in files that the platform's editor saved (the field guide, section 3).
pub(super) const SCENE_ORDER: &[&str] = &[
    "schemaVersion",
    "sceneId",
    "name",
    "environment",
    "room",
    "roomSettings",
    "materials",
    "textures",
    "prefabs",
    "packRefs",
    "objects",
    "zones",
    "seatZones",
    "tableZones",
    "seatTemplate",
    "snapPoints",
    "snapPointGrids",
    "scripts",
    "sceneScriptIds",
    "sceneScriptVars",
    "variants",
];

/// The members of a linked seat that come from the seat template or place it: one unit.
pub(super) const SEAT_GEOMETRY: [&str; 4] = ["zones", "label", "group", "templateLink"];

/// One change of a scene key.
#[derive(Debug, Clone)]
pub struct SceneChange {
    /// The top-level key.
    pub key: String,
    /// The place below it; empty for the whole key. In a list whose elements have an identity (`id`; `seat` in
    /// `seatZones`; `role` in `packRefs`) the first step is that identity, not an index.
    pub at: Pointer,
    /// What to put there; `None` takes it away. Taking the whole key away in the scope *Only* is *None here*.
    pub value: Option<Value>,
}

impl SceneChange {
    /// A change of the value at `at` below `key`.
    pub fn new(key: impl Into<String>, at: Pointer, value: Option<Value>) -> Self {
        Self { key: key.into(), at, value }
    }
}

/// Changes one place in a scene key; see [`set_scene_values`].
///
/// # Errors
/// See [`set_scene_values`].
pub fn set_scene_value(stage: Stage<'_>, scope: Scope, key: &str, at: &Pointer, value: Option<Value>) -> Result<Edited> {
    set_scene_values(stage, scope, &[SceneChange::new(key, at.clone(), value)], &Adjust::default())
}

/// Changes scene keys of the variant shown, as one edit; each unit is judged by itself. Changes that change nothing are
/// left out. Keys that all variants share, and keys that this editor does not know, are changed at the top level in any
/// scope and never written into a variant's differences.
///
/// # Errors
/// Refused, with the reason and what to do: entities or the `variants` block, taking `environment` away, a place that
/// leads nowhere, a variant's own copy of a key that this editor does not know, a thirteenth delta.
pub fn set_scene_values(stage: Stage<'_>, scope: Scope, changes: &[SceneChange], adjust: &Adjust) -> Result<Edited> {
    let layout = Layout::new(&stage);
    let scope = layout.scope(scope)?;
    let mut edit = KeyEdit::new(&layout);
    let mut keys: Vec<ChangedKey<'_>> = Vec::new();
    for change in changes {
        let shown = edit.shown(change)?;
        let number = keys.iter().position(|known| known.key == change.key).unwrap_or(keys.len());
        if number == keys.len() {
            keys.push(ChangedKey::new(&change.key, shown));
        }
        keys[number].take(&change.at, change.value.as_ref())?;
    }
    for changed in keys {
        let key = changed.key.clone();
        for (unit, value) in changed.units() {
            let one = Written { key: &key, unit, value };
            let set = edit.set_of(scope, std::slice::from_ref(&one), adjust)?;
            edit.write(&one, &set);
        }
    }
    edit.finish()
}

/// Changes several places as one unit: a variant gets all of them or none. For what belongs together: a snap grid with
/// its points, a seat template with the seats that are linked to it. Here an element or member that is given replaces
/// the whole of what stands there.
///
/// # Errors
/// See [`set_scene_values`].
pub fn set_scene_unit(stage: Stage<'_>, scope: Scope, changes: &[SceneChange], adjust: &Adjust) -> Result<Edited> {
    let layout = Layout::new(&stage);
    let scope = layout.scope(scope)?;
    let mut edit = KeyEdit::new(&layout);
    let mut together = Vec::new();
    for change in changes {
        let shown = edit.shown(change)?;
        // Looked at for its errors and for whether anything changes at all.
        let mut alone = ChangedKey::new(&change.key, shown);
        alone.take(&change.at, change.value.as_ref())?;
        let changed = !alone.units().is_empty();
        let unit = plain_unit(change)?;
        together.push((changed, Written { key: &change.key, unit, value: change.value.clone() }));
    }
    if together.iter().any(|(changed, _)| *changed) {
        let together: Vec<Written<'_>> = together.into_iter().map(|(_, one)| one).collect();
        let set = edit.set_of(scope, &together, adjust)?;
        for one in &together {
            edit.write(one, &set);
        }
    }
    edit.finish()
}

/// The unit that a place names, not taken apart.
fn plain_unit(change: &SceneChange) -> Result<Unit> {
    let listed = super::key_unit::identity(&change.key).is_some();
    match (listed, change.at.tokens()) {
        (_, []) => Ok(Unit::Whole),
        (false, [member]) => Ok(Unit::Member(member.clone())),
        (true, [id]) => Ok(Unit::Element(id.clone())),
        (true, [id, member]) => Ok(Unit::ElementMember(id.clone(), member.clone())),
        _ => Err(refused(format!("“{}” is below what is changed as one", change.at), "Give the whole value that it is in.")),
    }
}

/// Lets the variant shown, and those named with it, follow the base again in these keys, and in those that must agree
/// with them: their own copies go, also where they say that there is none.
///
/// # Errors
/// Refused where none of them owns any of the keys, as the base never does.
pub fn follow_base_again(stage: Stage<'_>, keys: &[&str]) -> Result<Edited> {
    let layout = Layout::new(&stage);
    layout.scope(Scope::Only)?;
    let mut edit = KeyEdit::new(&layout);
    let named = layout.named();
    for who in layout.others().filter(|who| named[*who]) {
        let mut going: Vec<&str> = Vec::new();
        for key in keys.iter().copied().flat_map(|key| [Some(key), partner(key)]).flatten() {
            let stands = layout.own_scene(who).is_some_and(|scene| scene.get(key).is_some());
            if stands && !going.contains(&key) {
                going.push(key);
                edit.draft.drop_key(who, key);
            }
        }
        edit.tally.changed[who] = !going.is_empty();
    }
    if !edit.tally.changed.contains(&true) {
        let names: Vec<&str> = keys.iter().map(|key| label(key)).collect();
        return Err(refused(
            format!("{} follows the base already: {}", layout.variants[layout.shown].id, names.join(", ")),
            "Only an own copy can be dropped.",
        ));
    }
    edit.finish()
}

/// A unit of a key with the value it gets.
struct Written<'k> {
    key: &'k str,
    unit: Unit,
    value: Option<Value>,
}

/// What a variant has of a key.
#[derive(Clone, Copy)]
enum State<'a> {
    Own(Ref<'a>),
    /// It says that it has none.
    Null,
    Inherits,
}

/// An edit of scene keys under way.
struct KeyEdit<'a, 'b> {
    layout: &'b Layout<'a>,
    draft: Draft<'a, 'b>,
    tally: Tally,
    copied: FxHashSet<(usize, String)>,
}

impl<'a, 'b> KeyEdit<'a, 'b> {
    fn new(layout: &'b Layout<'a>) -> Self {
        Self { layout, draft: Draft::new(layout), tally: Tally::new(layout), copied: FxHashSet::default() }
    }

    fn finish(self) -> Result<Edited> {
        let scene = self.draft.finish()?;
        Ok(self.tally.edited(self.layout, scene))
    }

    /// The base's value of a key.
    fn base(&self, key: &str) -> Option<Ref<'a>> {
        self.layout.scene.root().get(key).filter(|value| !value.is_null())
    }

    fn state(&self, who: usize, key: &str) -> State<'a> {
        match self.layout.own_scene(who).and_then(|scene| scene.get(key)) {
            _ if !KeyRole::of(key).is_used_in_variant() => State::Inherits,
            // Every scene has surroundings: `null` says nothing there.
            Some(value) if value.is_null() && key == "environment" => State::Inherits,
            Some(value) if value.is_null() => State::Null,
            Some(value) => State::Own(value),
            None => State::Inherits,
        }
    }

    /// What a variant shows of a key.
    fn value(&self, who: usize, key: &str) -> Option<Ref<'a>> {
        match self.state(who, key) {
            State::Own(value) => Some(value),
            State::Null => None,
            State::Inherits => self.base(key),
        }
    }

    /// What the variant shown has of the key of a change.
    ///
    /// # Errors
    /// Refused where such a change is not made here at all.
    fn shown(&self, change: &SceneChange) -> Result<Option<Ref<'a>>> {
        let key = change.key.as_str();
        let role = KeyRole::of(key);
        if role == KeyRole::Entities || key == "variants" {
            return Err(refused(
                format!("“{key}” is not changed as a whole"),
                "Change its entities, or use the list of variants.",
            ));
        }
        if key == "environment" && change.at.is_root() && change.value.as_ref().is_none_or(|v| matches!(v, Value::Null)) {
            return Err(refused(
                "A scene always has surroundings, so they can be replaced but not taken away",
                "Set their colours and fog to what they should be instead.",
            ));
        }
        if !role.can_be_owned() && !matches!(self.state(self.layout.shown, key), State::Inherits) {
            return Err(newer(key, &self.layout.variants[self.layout.shown].id));
        }
        Ok(self.value(self.layout.shown, key))
    }

    /// The variants that a unit, or several as one, is changed for; in the scope *All* notes the others.
    fn set_of(&mut self, scope: Scope, together: &[Written<'_>], adjust: &Adjust) -> Result<Set> {
        let layout = self.layout;
        if together.iter().all(|one| !KeyRole::of(one.key).can_be_owned()) {
            let inherits = |who| together.iter().all(|one| matches!(self.state(who, one.key), State::Inherits));
            return Ok(layout.numbers().map(inherits).collect());
        }
        if scope == Scope::Only {
            let mut set = layout.named();
            for who in layout.numbers().filter(|who| *who != layout.shown) {
                set[who] = set[who] && together.iter().any(|one| self.lands(who, one));
            }
            return Ok(set);
        }
        let deletes = together.iter().all(|one| matches!(one.unit, Unit::Element(_)) && one.value.is_none());
        let mut set = layout.none();
        for who in layout.numbers() {
            let there: Vec<Seen<'_>> = together.iter().map(|one| self.seen(who, one)).collect();
            let owns = together.iter().any(|one| matches!(self.state(who, one.key), State::Own(_)));
            let own_copy = owns && who != layout.shown;
            let apart = own_copy && adjust.apart.iter().any(|id| *id == layout.variants[who].id);
            let has = there.iter().any(|seen| matches!(seen, Seen::Value(_)));
            set[who] = !apart
                && match deletes {
                    true => there.iter().any(|seen| seen.is_there()),
                    false => (adjust.too && has) || together.iter().all(|one| self.takes(who, one)),
                };
            self.tally.kept[who] |= !set[who] && has && (!deletes || apart);
            self.tally.followed[who] |= set[who] && own_copy;
        }
        Ok(set)
    }

    fn seen(&self, who: usize, one: &Written<'_>) -> Seen<'a> {
        one.unit.of(one.key, self.value(who, one.key))
    }

    /// Whether a unit lands in a variant that *Only* names beside the one shown: it has what the unit is in, and shows
    /// another value there.
    fn lands(&self, who: usize, one: &Written<'_>) -> bool {
        match (&one.unit, self.seen(who, one), self.seen(self.layout.shown, one)) {
            // What is added to a list is added to each that has no such element; what is changed or taken out of it, where it is.
            (Unit::Element(_), seen, shown) if !shown.is_there() => !matches!(seen, Seen::Odd) && !seen.is_there(),
            (Unit::Element(_), seen, _) if !seen.is_there() => false,
            (_, Seen::NoKey, shown) => matches!(shown, Seen::NoKey) && one.value.is_some(),
            (_, Seen::Value(now), _) => !shows(now, one.value.as_ref()),
            (_, Seen::NoElement | Seen::Odd, _) => false,
        }
    }

    /// Whether a variant gets a unit in the scope *All*: it shows what the one shown does, or lacks an element that is
    /// added to every list.
    fn takes(&self, who: usize, one: &Written<'_>) -> bool {
        let shown = self.seen(self.layout.shown, one);
        let adds = matches!(one.unit, Unit::Element(_)) && !shown.is_there() && one.value.is_some();
        match (adds, self.seen(who, one)) {
            // A `null` stays, but for the variant in which the element is added before one's eyes.
            (true, Seen::NoKey) => who == self.layout.shown || !matches!(self.state(who, one.key), State::Null),
            (true, Seen::Value(value)) => value.is_none(),
            (true, _) => false,
            (false, seen) => seen.equals(shown) && self.agrees(who, one),
        }
    }

    /// Whether what is one with a unit equals as well: a snap grid and its points, a linked seat's geometry.
    fn agrees(&self, who: usize, one: &Written<'_>) -> bool {
        let (Unit::Element(id) | Unit::ElementMember(id, _)) = &one.unit else { return true };
        let shown = self.layout.shown;
        match one.key {
            "snapPointGrids" => self.same_grid(who, id),
            "snapPoints" => {
                let point = self.value(shown, one.key).and_then(|list| element(one.key, list, id));
                let group = point.and_then(|(_, point)| point.get("groupId")?.as_str());
                group.is_none_or(|group| self.same_grid(who, &group))
            }
            "seatZones" => {
                let seat = |who| self.value(who, one.key).and_then(|list| element(one.key, list, id)).map(|(_, seat)| seat);
                let (Some(theirs), Some(ours)) = (seat(who), seat(shown)) else { return true };
                let linked = ours.get("templateLink").and_then(Ref::as_str).as_deref() == Some("linked");
                let geometry = match &one.unit {
                    Unit::ElementMember(_, member) => SEAT_GEOMETRY.contains(&member.as_str()),
                    _ => true,
                };
                !(linked && geometry) || SEAT_GEOMETRY.iter().all(|m| Ref::both_equal(theirs.get(m), ours.get(m)))
            }
            _ => true,
        }
    }

    /// Whether a variant has a snap grid with the points it makes as the variant shown has them.
    fn same_grid(&self, who: usize, grid: &str) -> bool {
        let of = |who| self.value(who, "snapPointGrids").and_then(|grids| element("snapPointGrids", grids, grid)).map(|(_, g)| g);
        let points = |who| -> Vec<Ref<'a>> {
            let Some(points) = self.value(who, "snapPoints") else { return Vec::new() };
            let groups = points.column("groupId").map(|g| g.and_then(Ref::as_str));
            points.items().zip(groups).filter(|(_, group)| group.as_deref() == Some(grid)).map(|(point, _)| point).collect()
        };
        let (theirs, ours) = (points(who), points(self.layout.shown));
        Ref::both_equal(of(who), of(self.layout.shown))
            && theirs.len() == ours.len()
            && theirs.iter().zip(&ours).all(|(a, b)| a.equals(*b))
    }

    /// Changes a unit for the variants of `set` and for no other.
    fn write(&mut self, one: &Written<'_>, set: &Set) {
        for who in self.layout.numbers() {
            let state = self.state(who, one.key);
            let copied = self.copied.contains(&(who, one.key.to_owned()));
            self.tally.changed[who] |= set[who];
            match state {
                State::Inherits if who == 0 => {
                    if set[0] {
                        self.put(0, one, self.base(one.key), set);
                    }
                }
                State::Own(value) if set[who] => self.put(who, one, Some(value), set),
                State::Null if set[who] => self.put(who, one, None, set),
                State::Own(_) | State::Null => {}
                State::Inherits => {
                    if set[who] != set[0] && !copied {
                        self.give_copy(who, one.key, set[who]);
                    }
                    if set[who] && (copied || !set[0]) {
                        self.put(who, one, self.base(one.key), set);
                    }
                }
            }
        }
    }

    /// Gives a variant its own copy of what the base has of a key, and of the key that must agree with it.
    fn give_copy(&mut self, who: usize, key: &str, changes: bool) {
        let with = partner(key).filter(|with| self.base(with).is_some());
        for key in [Some(key), with].into_iter().flatten() {
            let new = matches!(self.state(who, key), State::Inherits) && self.copied.insert((who, key.to_owned()));
            if !new {
                continue;
            }
            let copy = self.base(key).map_or(Value::Null, Ref::share);
            self.draft.set_key(who, key, Edit::Place(copy, SCENE_ORDER));
            self.tally.first.push((who, OwnPart::Key(key.to_owned())));
        }
        self.tally.given[who] |= !changes;
    }

    /// Writes a unit into a variant's value of a key, which reads as `stands` before.
    fn put(&mut self, who: usize, one: &Written<'_>, stands: Option<Ref<'a>>, set: &Set) {
        let (key, place) = (one.key, self.draft.key_at(who, one.key));
        let edit = |value: &Option<Value>| value.clone().map_or(Edit::Remove, Edit::Set);
        let empty = |value| Edit::Place(value, SCENE_ORDER);
        let index = |id: &str| stands.and_then(|list| element(key, list, id)).map(|(index, _)| index);
        match &one.unit {
            Unit::Whole => self.put_whole(who, one, stands, set),
            Unit::Member(member) => match (stands, &one.value) {
                (None, None) => {}
                (None, Some(_)) => {
                    self.draft.set_key(who, key, empty(Value::Object(Vec::new())));
                    self.draft.edit(place.join(member), edit(&one.value));
                }
                (Some(object), None) if object.get(member).is_none() => {}
                (Some(_), _) => self.draft.edit(place.join(member), edit(&one.value)),
            },
            Unit::Element(id) => match (index(id), &one.value) {
                (Some(index), _) => self.draft.edit(place.join(index), edit(&one.value)),
                (None, None) => {}
                (None, Some(_)) => {
                    if stands.is_none() {
                        self.draft.set_key(who, key, empty(Value::Array(Vec::new())));
                    }
                    self.draft.edit(place.join("-"), edit(&one.value));
                }
            },
            Unit::ElementMember(id, member) => {
                let Some(index) = index(id) else { return };
                let there = stands.and_then(|list| list.index(index)?.get(member)).is_some();
                if there || one.value.is_some() {
                    self.draft.edit(place.join(index).join(member), edit(&one.value));
                }
            }
        }
    }

    fn put_whole(&mut self, who: usize, one: &Written<'_>, stands: Option<Ref<'a>>, set: &Set) {
        match &one.value {
            Some(value) => self.draft.set_key(who, one.key, Edit::Place(value.clone(), SCENE_ORDER)),
            None if who == 0 => {
                if stands.is_some() {
                    self.draft.set_key(who, one.key, Edit::Remove);
                }
            }
            // Once the base has none either, following it says the same.
            None if set[0] && matches!(self.state(who, one.key), State::Own(_)) => self.draft.drop_key(who, one.key),
            None => self.draft.set_key(who, one.key, Edit::Place(Value::Null, SCENE_ORDER)),
        }
    }
}

pub(super) fn newer(key: &str, variant: &str) -> Error {
    refused(
        format!("“{key}” is newer than this editor, and {variant} has its own copy of it"),
        "Edit it as text, or with the editor that wrote it.",
    )
}

/// How many variants would get copies if *Only* the variants named were changed in these entities and keys: what is said
/// beforehand where the base is one of them. 0 where it is not.
pub fn copies_needed(stage: Stage<'_>, entities: &[&str], keys: &[&str]) -> usize {
    let layout = Layout::new(&stage);
    let named = layout.named();
    if !named[0] {
        return 0;
    }
    let places = layout.find(entities);
    let edit = KeyEdit::new(&layout);
    let owned = |key: &&&str| KeyRole::of(key).can_be_owned();
    let inherits = |who: &usize| {
        places.iter().any(|p| p.inherits(*who))
            || keys.iter().filter(owned).any(|key| matches!(edit.state(*who, key), State::Inherits))
    };
    layout.others().filter(|who| !named[*who]).filter(inherits).count()
}
