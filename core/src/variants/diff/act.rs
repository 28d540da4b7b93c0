//! Actions on differences: *Revert to base*, *Apply to base*, *Copy to variant…*, *Its own*, *None here*.
//!
//! Each takes any number of parts and is one edit. A part that lies in another of the same action is part of that one.
//! What belongs together goes together, as the units of the design say (section 4): a snap grid and its points, the
//! geometry of a linked seat, a key and its partner where a whole key is acted on.

use super::part::Part;
use super::slot::{Alone, Own, Slot, Subject, name_of, root, write};
use super::splice::{copy_script, copy_unit, set_field};
use super::together::Wanted;
use crate::Result;
use crate::json::{Pointer, Ref};
use crate::scene::keys::{KeyRole, label, partner};
use crate::variants::draft::Draft;
use crate::variants::entity_edit::same_id;
use crate::variants::layout::{Layout, Places, Tally};
use crate::variants::scope::{Edited, Scope, Stage, refused};

/// What becomes of the other variants when the base changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Others {
    /// Those that follow the base take the new value.
    #[default]
    Follow,
    /// Those that follow the base get what they have as own copies, so that they stay as they are.
    Keep,
}

/// Makes parts of the variant shown equal to the base; no other variant changes. An own copy that says the same as the
/// base then goes, and a delta that is emptied goes.
///
/// # Errors
/// Refused where the variant shown is the base, where none of the parts is its own, and for an entity without an id.
pub fn revert(stage: Stage<'_>, parts: &[Part]) -> Result<Edited> {
    let layout = Layout::new(&stage);
    layout.scope(Scope::Only)?;
    let who = layout.shown;
    not_the_base(&layout, "It is what the others follow; choose another variant to revert.")?;
    let mut act = Act::new(&layout, parts, 0, who)?;
    act.for_entities(|_, slot, fields| {
        match fields {
            None => slot.own[who] = Own::default(),
            Some(fields) => {
                if let (Some(mut own), Some(base)) = (slot.own[who].value.clone(), slot.base.clone()) {
                    for at in fields {
                        own = set_field(&own, at, base.root())?;
                    }
                    slot.own[who].value = Some(own);
                    slot.tidy(who);
                }
            }
        }
        Ok(())
    })?;
    act.for_keys(|key, slot, units| {
        match units {
            None => slot.own[who] = Own::default(),
            Some(units) => {
                if !slot.own[who].follows() {
                    let new = units.copied(key, slot.shown(0), slot.shown(who))?;
                    slot.put(who, new);
                }
            }
        }
        Ok(())
    })?;
    let meant = just(&layout, who);
    act.finish(&meant, |name, layout| {
        (
            format!("{} follows the base already: {name}", layout.variants[who].id),
            "Only what a variant owns, adds or takes away can be reverted.".to_owned(),
        )
    })
}

/// Gives parts of the variant shown to the base. The variant shown follows the base there afterwards.
///
/// # Errors
/// Refused where the variant shown is the base, where none of the parts is its own, where two of the base's entities
/// have the same id, where a thirteenth delta is needed, and for an entity without an id.
pub fn apply_to_base(stage: Stage<'_>, parts: &[Part], others: Others) -> Result<Edited> {
    let layout = Layout::new(&stage);
    layout.scope(Scope::Only)?;
    not_the_base(&layout, "Choose another variant, whose difference the base is to take.")?;
    let who = layout.shown;
    let mut act = Act::new(&layout, parts, who, 0)?;
    act.give_base(who, others)?;
    let mut meant = just(&layout, who);
    meant[0] = true;
    act.finish(&meant, |name, layout| {
        (
            format!("{} follows the base already: {name}", layout.variants[who].id),
            "Only what a variant owns, adds or takes away can be given to the base.".to_owned(),
        )
    })
}

/// Makes parts of other variants as the variant shown has them. Where a target is the base, all others stay as they are.
///
/// A field of an entity, or a member of an element, is given to no variant that lacks the entity or element.
///
/// # Errors
/// Refused where a target is the variant shown or is not known, where the targets have all of it already, and as
/// [`apply_to_base`].
pub fn copy_to(stage: Stage<'_>, parts: &[Part], targets: &[&str]) -> Result<Edited> {
    let layout = Layout::new(&stage);
    layout.scope(Scope::Only)?;
    let who = layout.shown;
    let mut meant = layout.none();
    for target in targets {
        let number = layout.variants.iter().position(|variant| variant.id == *target);
        let number = number.filter(|number| *number != who).ok_or_else(|| {
            refused(format!("“{target}” is no other variant"), "Choose a variant of the list, other than the one shown.")
        })?;
        meant[number] = true;
    }
    let mut scene = stage.scene.clone();
    let mut done: Option<Edited> = None;
    // The base first, with all others as they are; then each of the rest by itself.
    for target in layout.numbers().filter(|target| meant[*target]) {
        let step = Stage { scene: &scene, ..stage };
        let Some(edited) = copy_to_one(step, parts, target)? else { continue };
        scene = edited.scene.clone();
        done = Some(match done {
            None => edited,
            Some(before) => joined(before, edited),
        });
    }
    done.ok_or_else(|| {
        refused("The variants have this already, or lack what it belongs to", "Choose another variant to copy to.")
    })
}

/// One target of [`copy_to`], by number; `None` where it has all of it.
fn copy_to_one(stage: Stage<'_>, parts: &[Part], target: usize) -> Result<Option<Edited>> {
    let layout = Layout::new(&stage);
    let who = layout.shown;
    let mut act = Act::new(&layout, parts, who, target)?;
    let mut meant = layout.none();
    meant[target] = true;
    if target == 0 {
        meant[who] = true;
        act.give_base(who, Others::Keep)?;
        return act.written(&meant);
    }
    act.for_entities(|id, slot, fields| {
        match fields {
            None if slot.agree(who, target) => {}
            None => {
                let literal = slot.twins && who != 0;
                let value = slot.shown(who).clone();
                if literal { slot.own[target] = slot.own[who].clone() } else { slot.put(target, value) }
            }
            Some(_) if slot.twins && !slot.agree(who, target) => return Err(same_id(id)),
            Some(fields) => {
                if let (Some(ours), Some(mut theirs)) = (slot.shown(who).clone(), slot.shown(target).clone()) {
                    for at in fields {
                        theirs = set_field(&theirs, at, ours.root())?;
                    }
                    put_changed(slot, target, Some(theirs));
                }
            }
        }
        Ok(())
    })?;
    act.for_keys(|key, slot, units| {
        let new = match units {
            None => slot.shown(who).clone(),
            Some(units) => units.copied(key, slot.shown(who), slot.shown(target))?,
        };
        put_changed(slot, target, new);
        Ok(())
    })?;
    act.written(&meant)
}

/// Puts a value where it is another than what stands there.
fn put_changed(slot: &mut Slot, who: usize, value: Option<Alone>) {
    if !Ref::both_equal(root(&value), root(slot.shown(who))) {
        slot.put(who, value);
    }
}

/// Two edits, one after the other, told as one.
fn joined(first: Edited, second: Edited) -> Edited {
    let mut reach = second.reach;
    let merge = |into: &mut Vec<String>, more: Vec<String>| {
        let new: Vec<String> = more.into_iter().filter(|id| !into.contains(id)).collect();
        into.splice(0..0, new);
    };
    merge(&mut reach.changed, first.reach.changed);
    merge(&mut reach.kept_own, first.reach.kept_own);
    merge(&mut reach.own_copies_that_followed, first.reach.own_copies_that_followed);
    reach.everywhere |= first.reach.everywhere;
    reach.copies_given += first.reach.copies_given;
    reach.first_own_copies.splice(0..0, first.reach.first_own_copies);
    Edited { scene: second.scene, reach }
}

/// Gives the variant shown its own copies of keys that it follows the base in, with those that must agree with them. A
/// key that it says it has none of is copied as well.
///
/// # Errors
/// Refused where the variant shown is the base, where the base has none of a key, where a key cannot be owned, and where
/// it has its own copies already.
pub fn make_own(stage: Stage<'_>, keys: &[&str]) -> Result<Edited> {
    let layout = Layout::new(&stage);
    layout.scope(Scope::Only)?;
    not_the_base(&layout, "Choose another variant to give an own copy to.")?;
    let who = layout.shown;
    let mut act = Act::of_keys(&layout, keys)?;
    for (key, slot) in &act.keys {
        if slot.base.is_none() && slot.own[who].value.is_none() && keys.contains(&key.as_str()) {
            return Err(refused(
                format!("The base has no {}, so there is nothing to copy", label(key)),
                "Add what this variant needs in it; that makes its own copy.",
            ));
        }
    }
    act.for_keys(|key, slot, _| {
        let own = &mut slot.own[who];
        if own.follows() || (own.none && keys.contains(&key)) {
            *own = Own { value: slot.base.clone(), none: false };
        }
        Ok(())
    })?;
    act.finish(&just(&layout, who), |name, layout| {
        (format!("{} has its own copy already: {name}", layout.variants[who].id), "Change it as it is.".to_owned())
    })
}

/// Makes the variant shown say that it has none of these keys. A key that must agree with one of them becomes its own.
///
/// # Errors
/// Refused where the variant shown is the base, for the surroundings, where the base has none either, and where it says
/// so already.
pub fn none_here(stage: Stage<'_>, keys: &[&str]) -> Result<Edited> {
    let layout = Layout::new(&stage);
    layout.scope(Scope::Only)?;
    not_the_base(&layout, "Choose another variant that is to be without.")?;
    if keys.contains(&"environment") {
        return Err(refused(
            "A scene always has surroundings, so they can be replaced but not taken away",
            "Set their colours and fog to what they should be instead.",
        ));
    }
    let who = layout.shown;
    let mut act = Act::of_keys(&layout, keys)?;
    act.for_keys(|key, slot, _| {
        let wanted = keys.contains(&key);
        if wanted && (slot.base.is_some() || slot.own[who].value.is_some()) {
            slot.own[who] = Own { value: None, none: slot.base.is_some() };
        } else if !wanted && slot.own[who].follows() && slot.base.is_some() {
            slot.own[who].value = slot.base.clone();
        }
        Ok(())
    })?;
    act.finish(&just(&layout, who), |name, layout| {
        (format!("{} has none already: {name}", layout.variants[who].id), "There is nothing to take away.".to_owned())
    })
}

/// The variant shown alone: what *Only* names beside it is another matter.
fn just(layout: &Layout<'_>, who: usize) -> Vec<bool> {
    let mut set = layout.none();
    set[who] = true;
    set
}

fn not_the_base(layout: &Layout<'_>, hint: &str) -> Result<()> {
    match layout.shown {
        0 => Err(refused(format!("{} is the base", layout.variants[0].id), hint)),
        _ => Ok(()),
    }
}

/// An action under way: the slots of all that it is about, as they were and as they become.
struct Act<'a, 'b> {
    layout: &'b Layout<'a>,
    wanted: Wanted,
    places: Vec<Places>,
    entities: Vec<(String, Slot)>,
    keys: Vec<(String, Slot)>,
    before: (Vec<Slot>, Vec<Slot>),
}

impl<'a, 'b> Act<'a, 'b> {
    /// `source` is the variant whose values are given, `target` the one that gets them.
    fn new(layout: &'b Layout<'a>, parts: &[Part], source: usize, target: usize) -> Result<Self> {
        let mut wanted = Wanted::of(parts)?;
        if let Some((key, _)) = wanted.keys.iter().find(|(key, _)| !KeyRole::of(key).is_used_in_variant()) {
            return Err(refused(
                format!("All variants share “{key}”, so no variant differs in it"),
                "Change it for all variants.",
            ));
        }
        wanted.complete(|key| {
            let slot = Slot::key(layout, key);
            [slot.shown(source).clone(), slot.shown(target).clone()]
        });
        Ok(Self::on(layout, wanted))
    }

    fn of_keys(layout: &'b Layout<'a>, keys: &[&str]) -> Result<Self> {
        if let Some(key) = keys.iter().find(|key| !KeyRole::of(key).can_be_owned()) {
            return Err(refused(
                format!("No variant can have its own copy of “{key}” made here"),
                "Choose a key of one of the groups.",
            ));
        }
        let both = keys.iter().flat_map(|key| [Some(*key), partner(key)]).flatten();
        let parts: Vec<Part> = both.map(|key| Part::Key(key.to_owned())).collect();
        Ok(Self::on(layout, Wanted::of(&parts)?))
    }

    fn on(layout: &'b Layout<'a>, wanted: Wanted) -> Self {
        let ids: Vec<&str> = wanted.entities.iter().map(|(id, _)| id.as_str()).collect();
        let places = layout.find(&ids);
        let slots: Vec<Slot> = places.iter().map(|places| Slot::entity(layout, places)).collect();
        let keys: Vec<Slot> = wanted.keys.iter().map(|(key, _)| Slot::key(layout, key)).collect();
        Self {
            layout,
            places,
            entities: wanted.entities.iter().map(|(id, _)| id.clone()).zip(slots.iter().cloned()).collect(),
            keys: wanted.keys.iter().map(|(key, _)| key.clone()).zip(keys.iter().cloned()).collect(),
            before: (slots, keys),
            wanted,
        }
    }

    /// Changes each entity's slot; `None` is the whole entity, else its fields.
    fn for_entities(&mut self, mut change: impl FnMut(&str, &mut Slot, Option<&[Pointer]>) -> Result<()>) -> Result<()> {
        for ((id, slot), (_, fields)) in self.entities.iter_mut().zip(&self.wanted.entities) {
            change(id, slot, fields.as_deref())?;
        }
        Ok(())
    }

    /// Changes each key's slot; `None` is the whole key.
    fn for_keys(&mut self, mut change: impl FnMut(&str, &mut Slot, Option<&Units>) -> Result<()>) -> Result<()> {
        for ((key, slot), (_, units)) in self.keys.iter_mut().zip(&self.wanted.keys) {
            change(key, slot, units.as_ref())?;
        }
        Ok(())
    }

    /// Gives what `who` has to the base.
    fn give_base(&mut self, who: usize, others: Others) -> Result<()> {
        let keep = |slot: &mut Slot| {
            if others == Others::Keep {
                slot.keep_others(who);
            }
        };
        self.for_entities(|id, slot, fields| {
            if slot.twins && !slot.agree(who, 0) {
                return Err(same_id(id));
            }
            let new = match (fields, slot.shown(who).clone(), slot.base.clone()) {
                (None, shown, None) => shown,
                (None, None, _) => None,
                (None, Some(shown), Some(base)) => Some(super::splice::made_equal(&base, &shown)?),
                (Some(fields), Some(shown), Some(mut base)) => {
                    for at in fields {
                        base = set_field(&base, at, shown.root())?;
                    }
                    Some(base)
                }
                (Some(_), _, base) => base,
            };
            if Ref::both_equal(root(&new), root(&slot.base)) {
                return Ok(());
            }
            keep(slot);
            slot.base = new;
            if slot.base.is_none() {
                slot.own.iter_mut().for_each(|own| own.none = false);
            }
            match fields {
                None => slot.own[who] = Own::default(),
                Some(_) => slot.tidy(who),
            }
            Ok(())
        })?;
        self.for_keys(|key, slot, units| {
            let new = match units {
                None => slot.shown(who).clone(),
                Some(units) => units.copied(key, slot.shown(who), slot.shown(0))?,
            };
            if Ref::both_equal(root(&new), root(&slot.base)) {
                return Ok(());
            }
            keep(slot);
            slot.base = new;
            match units {
                None => slot.own[who] = Own::default(),
                Some(_) => slot.tidy(who),
            }
            Ok(())
        })
    }

    /// The scene with it in; `None` where nothing changed.
    fn written(self, meant: &[bool]) -> Result<Option<Edited>> {
        let mut draft = Draft::new(self.layout);
        let mut tally = Tally::new(self.layout);
        let mut changes = false;
        for (((id, after), before), places) in self.entities.iter().zip(&self.before.0).zip(&self.places) {
            let subject = Subject::Entity(id, places);
            changes |= write(&subject, before, after, meant, self.layout, &mut draft, &mut tally)?;
        }
        for ((key, after), before) in self.keys.iter().zip(&self.before.1) {
            changes |= write(&Subject::Key(key), before, after, meant, self.layout, &mut draft, &mut tally)?;
        }
        if !changes {
            return Ok(None);
        }
        let scene = draft.finish()?;
        Ok(Some(tally.edited(self.layout, scene)))
    }

    /// The same, refused where nothing changed; `why` gets the names of what it was about.
    fn finish(self, meant: &[bool], why: impl FnOnce(&str, &Layout<'_>) -> (String, String)) -> Result<Edited> {
        let layout = self.layout;
        let entities = self.entities.iter().zip(&self.places).map(|((id, slot), at)| name_of(&Subject::Entity(id, at), slot));
        let keys = self.keys.iter().map(|(key, slot)| name_of(&Subject::Key(key), slot));
        let names: Vec<String> = entities.chain(keys).take(3).collect();
        match self.written(meant)? {
            Some(edited) => Ok(edited),
            None => {
                let (what, hint) = why(&names.join(", "), layout);
                Err(refused(what, &hint))
            }
        }
    }
}

/// The units of a key that an action is about.
#[derive(Debug, Default)]
pub(super) struct Units {
    /// Places below the key; elements by identity.
    pub places: Vec<Pointer>,
    /// Scripts in the list of attached ones.
    pub scripts: Vec<String>,
}

impl Units {
    /// `target` with these units as `source` has them.
    fn copied(&self, key: &str, source: &Option<Alone>, target: &Option<Alone>) -> Result<Option<Alone>> {
        let mut new = target.clone();
        for at in &self.places {
            new = copy_unit(key, source, new, at)?;
        }
        for id in &self.scripts {
            new = copy_script(source, new, id)?;
        }
        Ok(new)
    }
}
