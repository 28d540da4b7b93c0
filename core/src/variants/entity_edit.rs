//! Changing entities of the variant shown, for all variants or for it alone (the design, section 4).
//!
//! An edit is made in units: a member of an entity (`position` whole, never an axis), and below `metadata` and
//! `container` each key. Which variants a unit is changed for is a set; the scope only chooses the set. Writing for a
//! set is the same for every scope: who inherits and is alone in the set, or alone outside it, gets its own copy first.

use super::draft::Draft;
use super::layout::{Layout, Places, Set, Tally, shows};
use super::scope::{Adjust, Edited, OwnPart, Scope, Stage, refused};
use crate::json::{Document, Pointer, Ref, Value};
use crate::{Error, Result, pointer};
use rustc_hash::{FxHashMap, FxHashSet};

/// Members of an entity whose keys are units of their own.
pub(super) const KEYED: [&str; 2] = ["metadata", "container"];

/// One change of one entity.
#[derive(Debug, Clone)]
pub struct EntityChange {
    /// The entity's id.
    pub id: String,
    /// Which of the entities with this id, counted among those that the variant shown has; 0 but for files that use an
    /// id twice.
    pub nth: usize,
    /// The place below the entity: a member, or anything deeper. What stands around it up to the unit is written along.
    pub at: Pointer,
    /// What to put there; `None` takes it away.
    pub value: Option<Value>,
}

impl EntityChange {
    /// A change of the only entity with this id.
    pub fn new(id: impl Into<String>, at: Pointer, value: Option<Value>) -> Self {
        Self { id: id.into(), nth: 0, at, value }
    }
}

/// Changes one entity; see [`set_entities`].
///
/// # Errors
/// See [`set_entities`].
pub fn set_entity(stage: Stage<'_>, scope: Scope, id: &str, at: &Pointer, value: Option<Value>) -> Result<Edited> {
    set_entities(stage, scope, &[EntityChange::new(id, at.clone(), value)])
}

/// Changes entities of the variant shown, as one edit. Changes that change nothing are left out.
///
/// In the scope *All* each unit is judged by itself: every variant whose value there equals the one shown gets the new
/// one. In the scope *Only* an inherited entity is copied whole and then changed; where the base is named, those that
/// inherit and are not named get copies of what they had.
///
/// # Errors
/// Refused, with the reason and what to do: the variant shown has no such entity, the id itself is to be changed, an
/// own copy is needed of one of two entities with the same id, a thirteenth delta is needed.
pub fn set_entities(stage: Stage<'_>, scope: Scope, changes: &[EntityChange]) -> Result<Edited> {
    set_entities_adjusted(stage, scope, changes, &Adjust::default())
}

/// The same, with what the toast of the first try offered. `stage` is as it was before that try.
///
/// # Errors
/// See [`set_entities`].
pub fn set_entities_adjusted(stage: Stage<'_>, scope: Scope, changes: &[EntityChange], adjust: &Adjust) -> Result<Edited> {
    let layout = Layout::new(&stage);
    let scope = layout.scope(scope)?;
    let ids: Vec<&str> = changes.iter().map(|c| c.id.as_str()).collect();
    let mut pieces: Vec<(Target<'_, '_>, Changed)> = Vec::new();
    let mut numbers: FxHashMap<(&str, usize), usize> = FxHashMap::default();
    for (change, places) in changes.iter().zip(layout.find(&ids)) {
        let number = *numbers.entry((&change.id, change.nth)).or_insert(pieces.len());
        if number == pieces.len() {
            let target = Target::find(&layout, &change.id, places, change.nth)?;
            let changed = Changed::new(target.shown);
            pieces.push((target, changed));
        }
        pieces[number].1.take(&change.at, change.value.as_ref())?;
    }
    let mut edit = EntityEdit::new(&layout);
    for (target, changed) in pieces {
        for (unit, value) in changed.units() {
            let set = match scope {
                Scope::Only => edit.named(&target, &unit, value.as_ref()),
                Scope::All => edit.equal_to_shown(&target, &unit, adjust),
            };
            edit.change(&target, &unit, value.as_ref(), &set)?;
        }
    }
    edit.finish()
}

/// One entity that an edit is about.
pub(super) struct Target<'a, 'c> {
    pub id: &'c str,
    pub places: Places,
    /// The entity as the variant shown has it.
    pub shown: Ref<'a>,
    /// For an id that is used twice: which of the base's entities it is. Own copies take the place of number 0.
    slot: usize,
}

impl<'a, 'c> Target<'a, 'c> {
    /// # Errors
    /// Refused where the variant shown has no such entity.
    pub fn find(layout: &Layout<'a>, id: &'c str, places: Places, nth: usize) -> Result<Self> {
        let stands = places.stands(layout.shown, nth);
        let shown = stands.and_then(|(list, index)| layout.objects(list)?.index(index));
        let shown = shown.ok_or_else(|| {
            refused(
                format!("{} has no entity “{id}”", layout.variants[layout.shown].id),
                "Select an entity of the variant shown, then try again.",
            )
        })?;
        Ok(Self { id, places, shown, slot: nth })
    }

    /// An entity that some variant shows as `seen`, whichever is on view.
    pub fn seen(id: &'c str, places: Places, seen: Ref<'a>) -> Self {
        Self { id, places, shown: seen, slot: 0 }
    }

    /// The copy that a variant shows, and its index in the variant's own list where it is its own.
    fn seen_by(&self, layout: &Layout<'a>, who: usize) -> Option<(Ref<'a>, Option<usize>)> {
        let (list, index) = self.places.stands(who, self.slot)?;
        Some((layout.objects(list)?.index(index)?, (list == who).then_some(index)))
    }
}

/// An edit of entities under way.
pub(super) struct EntityEdit<'a, 'b> {
    pub layout: &'b Layout<'a>,
    pub draft: Draft<'a, 'b>,
    pub tally: Tally,
}

impl<'a, 'b> EntityEdit<'a, 'b> {
    pub fn new(layout: &'b Layout<'a>) -> Self {
        Self { layout, draft: Draft::new(layout), tally: Tally::new(layout) }
    }

    /// The scene after the edit.
    pub fn finish(self) -> Result<Edited> {
        let scene = self.draft.finish()?;
        Ok(self.tally.edited(self.layout, scene))
    }

    /// The variants that show the same value as the one shown, at this unit; notes the others.
    fn equal_to_shown(&mut self, target: &Target<'a, '_>, unit: &Pointer, adjust: &Adjust) -> Set {
        let shown = target.shown.at(unit);
        let mut set = self.layout.none();
        for who in self.layout.numbers() {
            let Some((entity, own)) = target.seen_by(self.layout, who) else { continue };
            let own_copy = own.is_some() && who != 0 && who != self.layout.shown;
            let apart = own_copy && adjust.apart.iter().any(|id| *id == self.layout.variants[who].id);
            set[who] = !apart && (adjust.too || Ref::both_equal(entity.at(unit), shown));
            self.tally.kept[who] |= !set[who];
            self.tally.followed[who] |= set[who] && own_copy;
        }
        set
    }

    /// The variants that *Only* names, have the entity and show another value at this unit than the one it is to have.
    fn named(&self, target: &Target<'a, '_>, unit: &Pointer, value: Option<&Value>) -> Set {
        let mut set = self.layout.named();
        for who in self.layout.numbers().filter(|who| *who != self.layout.shown) {
            let seen = || target.seen_by(self.layout, who).map(|(entity, _)| entity.at(unit));
            set[who] = set[who] && seen().is_some_and(|now| !shows(now, value));
        }
        set
    }

    /// Changes a unit of an entity for the variants of `set` and for no other.
    ///
    /// # Errors
    /// Refused where a copy is needed of one of two entities with the same id.
    pub fn change(&mut self, target: &Target<'a, '_>, unit: &Pointer, value: Option<&Value>, set: &Set) -> Result<()> {
        for who in self.layout.numbers() {
            let Some((entity, own)) = target.seen_by(self.layout, who) else { continue };
            self.tally.changed[who] |= set[who];
            if let Some(index) = own {
                if set[who] {
                    let place = self.layout.object_at(who, index);
                    self.draft.set_unit(&place, entity, unit, value.cloned());
                }
            } else if set[who] != set[0] {
                let place = self.give_copy(who, target, entity)?;
                if set[who] {
                    self.draft.set_unit(&place, entity, unit, value.cloned());
                } else {
                    self.tally.given[who] = true;
                }
            }
        }
        Ok(())
    }

    /// Gives a variant its own copy of a base entity, where it has none.
    ///
    /// # Errors
    /// Refused where the base has two entities with this id.
    pub fn give_copy(&mut self, who: usize, target: &Target<'a, '_>, entity: Ref<'a>) -> Result<Pointer> {
        if target.places.base.len() > 1 {
            return Err(same_id(target.id));
        }
        let (place, new) = self.draft.copy_entity(who, target.id, entity);
        if new {
            self.tally.first.push((who, OwnPart::Entity(target.id.to_owned())));
        }
        Ok(place)
    }
}

/// The refusal of what two entities with one id make impossible.
pub(super) fn same_id(id: &str) -> Error {
    refused(
        format!("Two entities have the id “{id}”, so the variants can’t tell them apart"),
        "Give one of them another id first; Problems offers it.",
    )
}

/// An entity that changes are made to, one after the other: two of them may be about one unit, as the axes of a
/// position are.
struct Changed {
    before: Document,
    after: Document,
    /// The members that were changed, each with the key below it that was, where that is known.
    places: Vec<(String, Option<String>)>,
}

impl Changed {
    fn new(entity: Ref<'_>) -> Self {
        let entity = entity.shared().value().document().clone();
        Self { before: entity.clone(), after: entity, places: Vec::new() }
    }

    /// Makes one change.
    fn take(&mut self, at: &Pointer, value: Option<&Value>) -> Result<()> {
        let Some(member) = at.tokens().first() else {
            return Err(refused("An entity can’t be replaced as a whole", "Change its fields, or delete it and add another."));
        };
        if member == "id" {
            return Err(refused(
                "An entity keeps its id, because scripts and other variants know it by that",
                "Duplicate the entity to get one with another id.",
            ));
        }
        self.after = changed(&self.after, at, value)?;
        self.places.push((member.clone(), at.tokens().get(1).cloned()));
        Ok(())
    }

    /// Each unit whose value becomes another, with that value.
    fn units(&self) -> Vec<(Pointer, Option<Value>)> {
        let (before, after) = (&self.before, &self.after);
        let mut units: Vec<Pointer> = Vec::new();
        for (member, below) in &self.places {
            let whole = pointer![member];
            let keyed = KEYED.contains(&member.as_str())
                && before.at(&whole).is_none_or(|v| v.is_object() || v.is_null())
                && after.at(&whole).is_some_and(Ref::is_object);
            match (keyed, below) {
                (false, _) => units.push(whole),
                (true, Some(key)) => units.push(whole.join(key)),
                (true, None) => units.extend(keys_of_both(before.at(&whole), after.at(&whole)).iter().map(|k| whole.join(k))),
            }
        }
        let mut seen = FxHashSet::default();
        units.retain(|unit| !Ref::both_equal(before.at(unit), after.at(unit)) && seen.insert(unit.clone()));
        units.into_iter().map(|unit| (unit.clone(), after.at(&unit).map(Ref::share))).collect()
    }
}

/// The entity, as a document of its own, with the change in it.
fn changed(entity: &Document, at: &Pointer, value: Option<&Value>) -> Result<Document> {
    let Some(value) = value else {
        return if entity.at(at).is_none() { Ok(entity.clone()) } else { Ok(entity.remove(at)?) };
    };
    let above = at.tokens().first().map(|member| pointer![member]).filter(|_| at.tokens().len() == 2);
    match above {
        Some(above) if KEYED.contains(&at.tokens()[0].as_str()) && entity.at(&above).is_none_or(Ref::is_null) => {
            Ok(entity.set(&above, Value::Object(Vec::new()))?.set(at, value.clone())?)
        }
        _ => Ok(entity.set(at, value.clone())?),
    }
}

fn keys_of_both(before: Option<Ref<'_>>, after: Option<Ref<'_>>) -> Vec<String> {
    let mut seen: FxHashMap<&str, ()> = FxHashMap::default();
    let both = [before, after].into_iter().flatten();
    let keys = both.flat_map(|object| object.members().map(|(key, _)| key));
    keys.filter(|key| seen.insert(key, ()).is_none()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::super::test_scene::{ALL, ONLY, Scene, parts};
    use super::*;

    fn value(text: &str) -> Option<Value> {
        Some(Document::parse(text.as_bytes()).unwrap().root().to_value())
    }

    fn set(scene: &Scene, shown: &str, scope: Scope, at: &str, to: &str) -> String {
        scene.after(shown, |stage| set_entity(stage, scope, "a", &at.parse().unwrap(), value(to)))
    }

    fn edited(scene: &Scene, shown: &str, scope: Scope, at: &str, to: &str) -> Edited {
        set_entity(scene.stage(shown), scope, "a", &at.parse().unwrap(), value(to)).unwrap()
    }

    #[test]
    fn all_changes_the_base_and_each_own_copy_that_equals() {
        let scene = Scene::new(
            r#"{"objects":[{"id":"a","x":1}],"variants":{"base":"big","deltas":{"same":{"objects":[{"id":"a","x":1.0,"y":2}]},"other":{"objects":[{"id":"a","x":5}]},"none":{"removed":["a"]}}}}"#,
            "big same other none follows",
        );
        let edited = edited(&scene, "big", ALL, "/x", "7");
        assert_eq!(
            parts(&edited.scene),
            r#"{"id":"a","x":7} | "same":{"objects":[{"id":"a","x":7,"y":2}]},"other":{"objects":[{"id":"a","x":5}]},"none":{"removed":["a"]}"#
        );
        assert_eq!(edited.reach.changed, ["big", "same", "follows"]);
        assert_eq!(edited.reach.kept_own, ["other"]);
        assert_eq!(edited.reach.own_copies_that_followed, ["same"]);
        assert!(edited.reach.first_own_copies.is_empty());
        assert_eq!(edited.reach.sentence(str::to_owned), "The own copy of same followed. other keeps its own value.");
    }

    #[test]
    fn all_leaves_a_base_that_shows_another_value_alone() {
        let scene = Scene::three(
            r#"{"id":"a","x":1}"#,
            r#""small":{"objects":[{"id":"a","x":2}]},"tiny":{"objects":[{"id":"a","x":2}]},"old":{}"#,
        );
        let edited = edited(&scene, "small", ALL, "/x", "3");
        assert_eq!(
            parts(&edited.scene),
            r#"{"id":"a","x":1} | "small":{"objects":[{"id":"a","x":3}]},"tiny":{"objects":[{"id":"a","x":3}]},"old":{}"#
        );
        assert_eq!(
            (edited.reach.changed, edited.reach.kept_own),
            (vec!["small".into(), "tiny".into()], vec!["big".into(), "old".into()])
        );
    }

    #[test]
    fn all_keeps_apart_or_changes_too_when_asked() {
        let scene = Scene::three(
            r#"{"id":"a","x":1}"#,
            r#""small":{"objects":[{"id":"a","x":1}]},"tiny":{"objects":[{"id":"a","x":2}]}"#,
        );
        let with = |adjust: Adjust| {
            let change = [EntityChange::new("a", pointer!["x"], Some(9.into()))];
            scene.after("big", |stage| set_entities_adjusted(stage, ALL, &change, &adjust))
        };
        assert_eq!(
            with(Adjust { apart: vec!["small".into()], too: false }),
            r#"{"id":"a","x":9} | "small":{"objects":[{"id":"a","x":1}]},"tiny":{"objects":[{"id":"a","x":2}]}"#
        );
        assert_eq!(
            with(Adjust { apart: vec!["small".into()], too: true }),
            r#"{"id":"a","x":9} | "small":{"objects":[{"id":"a","x":1}]},"tiny":{"objects":[{"id":"a","x":9}]}"#
        );
    }

    #[test]
    fn a_position_is_one_unit_and_below_metadata_each_key_is() {
        let scene = Scene::three(
            r#"{"id":"a","position":{"x":1,"y":0},"metadata":{"k":1,"l":2}}"#,
            r#""small":{"objects":[{"id":"a","position":{"x":1,"y":5},"metadata":{"k":1,"l":3}}]}"#,
        );
        assert_eq!(
            set(&scene, "big", ALL, "/position/x", "8"),
            r#"{"id":"a","position":{"x":8,"y":0},"metadata":{"k":1,"l":2}} | "small":{"objects":[{"id":"a","position":{"x":1,"y":5},"metadata":{"k":1,"l":3}}]}"#
        );
        assert_eq!(
            set(&scene, "big", ALL, "/metadata/k", "8"),
            r#"{"id":"a","position":{"x":1,"y":0},"metadata":{"k":8,"l":2}} | "small":{"objects":[{"id":"a","position":{"x":1,"y":5},"metadata":{"k":8,"l":3}}]}"#
        );
        // The whole of `metadata` is its keys: `k` becomes 8 where it was 1, `l` goes where it was 2, `m` comes everywhere.
        assert_eq!(
            set(&scene, "big", ALL, "/metadata", r#"{"k":8,"m":0}"#),
            r#"{"id":"a","position":{"x":1,"y":0},"metadata":{"k":8,"m":0}} | "small":{"objects":[{"id":"a","position":{"x":1,"y":5},"metadata":{"k":8,"l":3,"m":0}}]}"#
        );
    }

    #[test]
    fn all_gives_nothing_to_a_variant_that_lacks_the_entity() {
        let scene = Scene::three("", r#""small":{"objects":[{"id":"a","x":1}]}"#);
        assert_eq!(set(&scene, "small", ALL, "/x", "2"), r#" | "small":{"objects":[{"id":"a","x":2}]}"#);
    }

    #[test]
    fn only_a_variant_copies_an_inherited_entity_whole_and_changes_an_own_one_in_place() {
        let scene = Scene::three(r#"{"id":"a","x":1.50,"y":[1]}"#, r#""tiny":{"objects":[{"id":"a","x":2}]}"#);
        let first = edited(&scene, "small", ONLY, "/x", "7");
        assert_eq!(
            parts(&first.scene),
            r#"{"id":"a","x":1.50,"y":[1]} | "small":{"objects":[{"id":"a","x":7,"y":[1]}]},"tiny":{"objects":[{"id":"a","x":2}]}"#
        );
        assert_eq!(first.reach.first_own_copies, [("small".into(), OwnPart::Entity("a".into()))]);
        assert_eq!((first.reach.changed, first.reach.copies_given), (vec!["small".into()], 0));
        assert_eq!(
            set(&scene, "tiny", ONLY, "/y", "3"),
            r#"{"id":"a","x":1.50,"y":[1]} | "tiny":{"objects":[{"id":"a","x":2,"y":3}]}"#
        );
    }

    #[test]
    fn only_the_base_gives_copies_to_those_that_inherit_first() {
        let scene = Scene::new(
            r#"{"objects":[{"id":"a","x":1}],"variants":{"base":"big","deltas":{"own":{"objects":[{"id":"a","x":1}]},"unlisted":{},"with":{"scene":{"room":null}},"none":{"removed":["a"]}}}}"#,
            "big own listed with none",
        );
        let edited = edited(&scene, "big", ONLY, "/x", "7");
        assert_eq!(
            parts(&edited.scene),
            r#"{"id":"a","x":7} | "own":{"objects":[{"id":"a","x":1}]},"listed":{"objects":[{"id":"a","x":1}]},"unlisted":{"objects":[{"id":"a","x":1}]},"with":{"objects":[{"id":"a","x":1}],"scene":{"room":null}},"none":{"removed":["a"]}"#
        );
        assert_eq!((edited.reach.changed, edited.reach.copies_given), (vec!["big".into()], 3));
    }

    #[test]
    fn a_scene_without_a_block_gets_one_whose_base_is_the_first_listed() {
        let scene = Scene::new(r#"{"objects":[{"id":"a"}],"scripts":[]}"#, "big small");
        let edited = edited(&scene, "small", ONLY, "/x", "1");
        assert_eq!(
            edited.scene.text(),
            r#"{"objects":[{"id":"a"}],"scripts":[],"variants":{"base":"big","deltas":{"small":{"objects":[{"id":"a","x":1}]}}}}"#
        );
        // With one way to play there is nothing to choose.
        let alone = Scene::new(r#"{"objects":[{"id":"a"}]}"#, "");
        assert_eq!(set(&alone, "", ONLY, "/x", "1"), r#"{"id":"a","x":1} | "#);
    }

    #[test]
    fn what_changes_nothing_is_no_edit() {
        let scene = Scene::three(r#"{"id":"a","x":1.0,"metadata":{}}"#, "");
        for (at, to) in [("/x", "1"), ("/metadata", "{}")] {
            let edited = edited(&scene, "small", ONLY, at, to);
            assert!(edited.scene.same(&scene.doc), "{at}");
            assert_eq!(edited.reach, super::super::scope::Reach::default());
        }
        let gone = set_entity(scene.stage("small"), ONLY, "a", &pointer!["metadata", "k"], None).unwrap();
        assert!(gone.scene.same(&scene.doc));
    }

    #[test]
    fn several_changes_are_one_edit_and_one_copy() {
        let scene = Scene::three(r#"{"id":"a","x":1},{"id":"b"}"#, "");
        let changes = [
            EntityChange::new("a", pointer!["x"], None),
            EntityChange::new("b", pointer!["metadata", "k"], Some(true.into())),
            EntityChange::new("a", pointer!["label"], Some("L".into())),
        ];
        assert_eq!(
            scene.after("tiny", |stage| set_entities(stage, ONLY, &changes)),
            r#"{"id":"a","x":1},{"id":"b"} | "tiny":{"objects":[{"id":"a","label":"L"},{"id":"b","metadata":{"k":true}}]}"#
        );
    }

    #[test]
    fn changes_of_one_unit_are_made_one_after_the_other() {
        let scene = Scene::three(r#"{"id":"a","position":{"x":1,"y":2,"z":3},"metadata":{"k":1}}"#, "");
        let change = |at: Pointer, to: i32| EntityChange::new("a", at, Some(to.into()));
        let changes = [
            change(pointer!["position", "x"], 7),
            change(pointer!["metadata", "k"], 2),
            change(pointer!["position", "z"], 9),
            change(pointer!["metadata", "l"], 3),
            change(pointer!["metadata", "k"], 1),
        ];
        assert_eq!(
            scene.after("small", |stage| set_entities(stage, ALL, &changes)),
            r#"{"id":"a","position":{"x":7,"y":2,"z":9},"metadata":{"k":1,"l":3}} | "#
        );
    }

    #[test]
    fn of_two_entities_with_one_id_the_one_clicked_is_edited() {
        let scene = Scene::three(r#"{"id":"a","x":1},{"id":"a","x":2}"#, "");
        let second = [EntityChange { nth: 1, ..EntityChange::new("a", pointer!["x"], Some(9.into())) }];
        assert_eq!(scene.after("small", |stage| set_entities(stage, ALL, &second)), r#"{"id":"a","x":1},{"id":"a","x":9} | "#);
        let said = scene.refusal("small", |stage| set_entities(stage, ONLY, &second));
        assert!(said.starts_with("Two entities have the id “a”"), "{said}");
        // In a delta the later one counts.
        let own = Scene::three("", r#""small":{"objects":[{"id":"a","x":1},{"id":"a","x":2}]}"#);
        assert_eq!(set(&own, "small", ALL, "/x", "3"), r#" | "small":{"objects":[{"id":"a","x":1},{"id":"a","x":3}]}"#);
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_a_hint() {
        let scene = Scene::three(r#"{"id":"a"}"#, r#""small":{"removed":["a"]}"#);
        let refusal = |shown, id, at: Pointer| scene.refusal(shown, |stage| set_entity(stage, ALL, id, &at, Some(1.into())));
        assert!(refusal("small", "a", pointer!["x"]).starts_with("small has no entity “a”"));
        assert!(refusal("big", "b", pointer!["x"]).starts_with("big has no entity “b”"));
        assert!(refusal("big", "a", pointer!["id"]).starts_with("An entity keeps its id"));
        assert!(refusal("big", "a", pointer![]).starts_with("An entity can’t be replaced as a whole"));
        assert!(refusal("big", "a", pointer!["x", "y"]).contains("There is nothing at"));
        for text in [r#"{"objects":[{"id":"a"}],"variants":[]}"#, r#"{"objects":[{"id":"a"}],"variants":{"deltas":{}}}"#] {
            let broken = Scene::new(text, "big small");
            let said = broken.refusal("small", |stage| set_entity(stage, ONLY, "a", &pointer!["x"], Some(1.into())));
            assert!(said.starts_with("The scene’s list of variants can’t be read"), "{said}");
            assert!(set(&broken, "small", ALL, "/x", "1").starts_with(r#"{"id":"a","x":1}"#));
        }
    }

    #[test]
    fn an_unknown_variant_means_the_first_listed() {
        let scene = Scene::new(
            r#"{"objects":[{"id":"a","x":1}],"variants":{"base":"big","deltas":{"small":{"objects":[{"id":"a","x":2}]}}}}"#,
            "small big",
        );
        assert_eq!(set(&scene, "gone", ONLY, "/x", "3"), r#"{"id":"a","x":1} | "small":{"objects":[{"id":"a","x":3}]}"#);
    }
}
