//! One entity or one scene key over all variants, as values: what the base has, and what each other variant says.
//!
//! Actions change slots; what changed of one is written into the file in one go. That way each action is a few lines on
//! values, and where things stand is one concern.

use super::part::title_of_value;
use crate::Result;
use crate::json::{Document, Edit, Ref};
use crate::scene::keys::{KeyRole, label};
use crate::variants::draft::Draft;
use crate::variants::entity_edit::same_id;
use crate::variants::key_edit::{SCENE_ORDER, newer};
use crate::variants::layout::{Layout, Places, Tally};
use crate::variants::scope::{OwnPart, refused};

/// A value by itself, sharing what it holds with the scene.
pub(super) type Alone = Document;

/// A value of the scene as one by itself.
pub(super) fn alone(value: Ref<'_>) -> Alone {
    value.shared().value().document().clone()
}

pub(super) fn root(value: &Option<Alone>) -> Option<Ref<'_>> {
    value.as_ref().map(Document::root)
}

/// What a variant other than the base says. By default nothing: it follows the base.
#[derive(Clone, Default)]
pub(super) struct Own {
    /// Its own copy.
    pub value: Option<Alone>,
    /// Whether it takes the thing away. An own copy beside that is an addition.
    pub none: bool,
}

impl Own {
    pub fn follows(&self) -> bool {
        self.value.is_none() && !self.none
    }

    fn same(&self, other: &Self) -> bool {
        self.none == other.none && same(&self.value, &other.value)
    }
}

fn same(a: &Option<Alone>, b: &Option<Alone>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.same(b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// See the module's description.
#[derive(Clone)]
pub(super) struct Slot {
    pub base: Option<Alone>,
    /// The base has several entities of this id, of which `base` is the first.
    pub twins: bool,
    /// By variant number; the base's own is not used.
    pub own: Vec<Own>,
}

impl Slot {
    /// An entity.
    pub fn entity(layout: &Layout<'_>, places: &Places) -> Self {
        let at = |who: usize, index: usize| layout.objects(who).and_then(|list| list.index(index)).map(alone);
        let own = |who: usize| Own {
            value: places.own(who).and_then(|index| at(who, index)),
            none: !places.by_variant[who].removed.is_empty(),
        };
        Self {
            base: places.base.first().and_then(|index| at(0, *index)),
            twins: places.base.len() > 1,
            own: layout.numbers().map(own).collect(),
        }
    }

    /// A scene key. A `null` at the top level reads as absent, and one for the surroundings says nothing.
    pub fn key(layout: &Layout<'_>, key: &str) -> Self {
        let own = |who: usize| match layout.own_scene(who).filter(|_| who != 0).and_then(|scene| scene.get(key)) {
            Some(value) if value.is_null() => Own { value: None, none: key != "environment" },
            value => Own { value: value.map(alone), none: false },
        };
        let base = layout.scene.root().get(key).filter(|value| !value.is_null());
        Self { base: base.map(alone), twins: false, own: layout.numbers().map(own).collect() }
    }

    /// What a variant shows.
    pub fn shown(&self, who: usize) -> &Option<Alone> {
        match self.own.get(who).filter(|_| who != 0) {
            Some(own) if own.value.is_some() => &own.value,
            Some(own) if own.none => &None,
            _ => &self.base,
        }
    }

    /// Whether two variants show the same. Where the base has an id twice, only what is stored the same way is.
    pub fn agree(&self, a: usize, b: usize) -> bool {
        Ref::both_equal(root(self.shown(a)), root(self.shown(b))) && (!self.twins || self.takes_away(a) == self.takes_away(b))
    }

    fn takes_away(&self, who: usize) -> bool {
        who != 0 && self.own[who].none
    }

    /// Makes a variant other than the base show a value, or nothing; it follows the base where that says the same.
    pub fn put(&mut self, who: usize, value: Option<Alone>) {
        self.own[who] =
            if Ref::both_equal(root(&value), root(&self.base)) { Own::default() } else { Own { none: value.is_none(), value } };
    }

    /// Lets a variant follow the base where its own copy says the same.
    pub fn tidy(&mut self, who: usize) {
        let own = &self.own[who];
        if !self.twins && own.value.is_some() && Ref::both_equal(root(&own.value), root(&self.base)) {
            self.own[who] = Own::default();
        }
    }

    /// Gives every variant that follows the base, but for one, what it has now as its own.
    pub fn keep_others(&mut self, but: usize) {
        for who in (1..self.own.len()).filter(|who| *who != but) {
            if self.own[who].follows() {
                self.own[who] = Own { value: self.base.clone(), none: self.base.is_none() };
            }
        }
    }
}

/// What a slot is of.
pub(super) enum Subject<'p> {
    Entity(&'p str, &'p Places),
    Key(&'p str),
}

impl Subject<'_> {
    fn part(&self) -> OwnPart {
        match self {
            Self::Entity(id, _) => OwnPart::Entity((*id).to_owned()),
            Self::Key(key) => OwnPart::Key((*key).to_owned()),
        }
    }
}

/// Writes what changed of a slot and notes who it reaches. `meant` are the variants that the action is for.
///
/// # Errors
/// Refused where two of the base's entities have the id and something would have to tell them apart, where a variant
/// would have no surroundings, and where a copy would be made of a key that this editor does not know.
pub(super) fn write(
    subject: &Subject<'_>,
    before: &Slot,
    after: &Slot,
    meant: &[bool],
    layout: &Layout<'_>,
    draft: &mut Draft<'_, '_>,
    tally: &mut Tally,
) -> Result<bool> {
    let base_changes = !same(&before.base, &after.base);
    let mut changes = base_changes;
    if base_changes {
        if let (true, Subject::Entity(id, _)) = (before.twins, subject) {
            return Err(same_id(id));
        }
        write_base(subject, after, draft);
    }
    for who in layout.others() {
        let (was, is) = (&before.own[who], &after.own[who]);
        if was.same(is) {
            continue;
        }
        changes = true;
        refuse_copy(subject, is, &layout.variants[who].id)?;
        match subject {
            Subject::Entity(id, places) => write_entity(who, id, places, was, is, layout, draft),
            Subject::Key(key) => write_key(who, key, is, draft),
        }
        if was.follows() && !is.follows() {
            tally.first.push((who, subject.part()));
            tally.given[who] |= !meant[who];
        }
    }
    for who in layout.numbers() {
        let stored_apart = before.twins && !before.own[who].same(&after.own[who]);
        let (was, is) = (before.shown(who), after.shown(who));
        tally.changed[who] |= stored_apart || !Ref::both_equal(root(was), root(is));
        let own = who != 0 && !meant[who] && !before.own[who].follows();
        tally.kept[who] |= base_changes && own && !Ref::both_equal(root(is), root(&after.base));
    }
    Ok(changes)
}

/// What cannot be written among a variant's differences.
fn refuse_copy(subject: &Subject<'_>, is: &Own, variant: &str) -> Result<()> {
    match subject {
        Subject::Key(key) if !is.follows() && !KeyRole::of(key).can_be_owned() => Err(newer(key, variant)),
        Subject::Key("environment") if is.none => Err(refused(
            format!("A scene always has surroundings, so {variant} can’t be without"),
            "Give the base its surroundings first.",
        )),
        _ => Ok(()),
    }
}

fn share(value: &Alone) -> crate::json::Value {
    value.root().share()
}

fn write_base(subject: &Subject<'_>, after: &Slot, draft: &mut Draft<'_, '_>) {
    match (subject, &after.base) {
        (Subject::Entity(_, places), Some(value)) => match places.base.first() {
            Some(index) => draft.edit(crate::pointer!["objects", index], Edit::Set(share(value))),
            None => drop(draft.add_entity(0, share(value))),
        },
        (Subject::Entity(_, places), None) => draft.drop_base(&places.base),
        (Subject::Key(key), Some(value)) => draft.set_key(0, key, Edit::Place(share(value), SCENE_ORDER)),
        (Subject::Key(key), None) => draft.set_key(0, key, Edit::Remove),
    }
}

fn write_entity(who: usize, id: &str, places: &Places, was: &Own, is: &Own, layout: &Layout<'_>, draft: &mut Draft<'_, '_>) {
    match (places.own(who), &is.value) {
        (Some(index), Some(value)) if !same(&was.value, &is.value) => {
            draft.edit(layout.object_at(who, index), Edit::Set(share(value)));
        }
        (Some(_), None) => draft.drop_own(who, places),
        (None, Some(value)) => drop(draft.add_entity(who, share(value))),
        _ => {}
    }
    match (was.none, is.none) {
        (true, false) => draft.unhide(who, places),
        (false, true) => draft.hide_entity(who, id),
        _ => {}
    }
}

fn write_key(who: usize, key: &str, is: &Own, draft: &mut Draft<'_, '_>) {
    match (&is.value, is.none) {
        (Some(value), _) => draft.set_key(who, key, Edit::Place(share(value), SCENE_ORDER)),
        (None, true) => draft.set_key(who, key, Edit::Place(crate::json::Value::Null, SCENE_ORDER)),
        (None, false) => draft.drop_key(who, key),
    }
}

/// What a refusal calls a subject.
pub(super) fn name_of(subject: &Subject<'_>, slot: &Slot) -> String {
    match subject {
        Subject::Entity(id, _) => {
            let value = slot.base.iter().chain(slot.own.iter().filter_map(|own| own.value.as_ref())).next();
            value.map_or_else(|| format!("“{id}”"), |value| format!("“{}”", title_of_value(value.root())))
        }
        Subject::Key(key) => label(key).to_owned(),
    }
}
