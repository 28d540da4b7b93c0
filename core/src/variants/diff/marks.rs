//! What each entity of one variant is against another: added, changed or removed.
//!
//! Variants of one scene share what they inherit, so most entities are told to be the same by where they stand, without
//! a look at their ids or inside them. Only what a variant owns, adds or takes away is matched by id.

use crate::variants::resolve::{Origin, Resolved, ResolvedEntity};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// What a thing is in one variant against another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// It is there, and not in the other.
    Added,
    /// It is in both, with other content.
    Changed,
    /// It is in the other, and not here.
    Removed,
}

impl Mark {
    /// The sign that stands before a row: never colour alone.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Added => "+",
            Self::Changed => "~",
            Self::Removed => "−",
        }
    }

    /// The word for it, in lower case.
    pub fn word(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Removed => "removed",
        }
    }

    /// The mark seen from the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Added => Self::Removed,
            Self::Changed => Self::Changed,
            Self::Removed => Self::Added,
        }
    }
}

/// The entities of two resolved variants, matched. Borrows nothing, so it can be kept beside the state it was made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntityMarks {
    /// For each entity of `to`, in its order: what it is against `from`; `None` where both have it alike.
    pub marks: Vec<Option<Mark>>,
    /// For each entity of `to`: the index in `from.entities` of the one that it is matched with.
    pub was: Vec<Option<u32>>,
    /// Indexes in `from.entities` of those that `to` lacks, in their order: what is drawn as a ghost.
    pub removed: Vec<u32>,
}

impl EntityMarks {
    /// Whether both variants have the same entities with the same content.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.marks.iter().all(Option::is_none)
    }

    /// How many entities differ.
    pub fn len(&self) -> usize {
        self.removed.len() + self.marks.iter().flatten().count()
    }

    /// The marks by entity id, for the two variants that this was made of; ids without a difference are not among them.
    /// Where an id is used twice the first difference counts.
    pub fn by_id<'a>(&self, from: &Resolved<'a>, to: &Resolved<'a>) -> FxHashMap<Cow<'a, str>, Mark> {
        let of = |entity: &ResolvedEntity<'a>, mark| Some((entity.entity().id()?, mark));
        let here = to.entities.iter().zip(&self.marks).filter_map(|(entity, mark)| of(entity, (*mark)?));
        let gone = self.removed.iter().filter_map(|index| of(&from.entities[*index as usize], Mark::Removed));
        let mut found = FxHashMap::default();
        for (id, mark) in here.chain(gone) {
            found.entry(id).or_insert(mark);
        }
        found
    }
}

/// What each entity of `to` is against `from`, by id; of several with one id the first is matched with the first. Both
/// are variants of one scene, or of two states of it. Takes time in proportion to the entities, and looks inside only
/// those that both variants have and do not share.
pub fn entity_marks(from: &Resolved<'_>, to: &Resolved<'_>) -> EntityMarks {
    let mut found = EntityMarks { marks: vec![None; to.entities.len()], was: vec![None; to.entities.len()], removed: Vec::new() };
    let mut matched = vec![false; from.entities.len()];
    let left = match_shared(from, to, &mut found, &mut matched);
    match_by_id(from, to, left, &mut found, &mut matched);
    found.removed = (0..from.entities.len() as u32).filter(|index| !matched[*index as usize]).collect();
    found
}

/// Matches what both inherit, by the place in the base's list; gives the rest of `to`.
fn match_shared(from: &Resolved<'_>, to: &Resolved<'_>, found: &mut EntityMarks, matched: &mut [bool]) -> Vec<usize> {
    const NONE: u32 = u32::MAX;
    let inherited = |entity: &ResolvedEntity<'_>| entity.origin == Origin::Base;
    let last = from.entities.iter().filter(|e| inherited(e)).map(|e| e.index as usize + 1).max().unwrap_or(0);
    let mut places = vec![NONE; last];
    for (index, entity) in from.entities.iter().enumerate().filter(|(_, e)| inherited(e)) {
        places[entity.index as usize] = index as u32;
    }
    let mut left = Vec::new();
    for (index, entity) in to.entities.iter().enumerate() {
        let place = Some(entity).filter(|e| inherited(e)).and_then(|e| places.get(e.index as usize).copied());
        let same = place.filter(|place| *place != NONE && from.entities[*place as usize].value.same(entity.value));
        match same {
            Some(place) => {
                found.was[index] = Some(place);
                matched[place as usize] = true;
            }
            None => left.push(index),
        }
    }
    left
}

/// Matches the rest by id, in the order of the lists. An entity without an id is matched with none.
fn match_by_id(from: &Resolved<'_>, to: &Resolved<'_>, left: Vec<usize>, found: &mut EntityMarks, matched: &mut [bool]) {
    // From the end, so that the first of several with one id is on top.
    let mut by_id: FxHashMap<Cow<'_, str>, Vec<u32>> = FxHashMap::default();
    for (index, entity) in from.entities.iter().enumerate().rev().filter(|(index, _)| !matched[*index]) {
        if let Some(id) = entity.entity().id() {
            by_id.entry(id).or_default().push(index as u32);
        }
    }
    for index in left {
        let entity = &to.entities[index];
        let place = entity.entity().id().and_then(|id| by_id.get_mut(&*id)?.pop());
        found.was[index] = place;
        found.marks[index] = match place {
            None => Some(Mark::Added),
            Some(place) => {
                matched[place as usize] = true;
                let was = from.entities[place as usize].value;
                (!was.equals(entity.value)).then_some(Mark::Changed)
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;
    use crate::variants::test_scene::Scene;
    use crate::variants::{Resolver, resolve};

    fn scene() -> Scene {
        Scene::three(
            r#"{"id":"a","x":1},{"id":"b"},{"id":"c","x":3},{"id":"d"},{}"#,
            r#""small":{"removed":["b"],"objects":[{"id":"c","x":4},{"id":"n"},{"x":1.0,"id":"a"}]},
               "tiny":{"removed":["a","b"],"objects":[{"id":"b"},{"id":"n","x":1},{}]}"#,
        )
    }

    fn told(scene: &Scene, from: &str, to: &str) -> Vec<String> {
        let resolver = Resolver::new(&scene.doc);
        let [from, to] = [from, to].map(|id| resolver.resolve(id, &scene.listed));
        let found = entity_marks(&from, &to);
        let by_id = found.by_id(&from, &to);
        let mut said: Vec<String> = by_id.iter().map(|(id, mark)| format!("{}{id}", mark.sign())).collect();
        said.sort();
        assert_eq!(found.is_empty(), said.is_empty());
        said
    }

    #[test]
    fn entities_are_matched_by_id_between_any_two_variants() {
        let scene = scene();
        assert_eq!(told(&scene, "big", "small"), ["+n", "~c", "−b"]);
        assert_eq!(told(&scene, "small", "big"), ["+b", "~c", "−n"]);
        // `b` was taken away and given anew with the same content.
        assert_eq!(told(&scene, "big", "tiny"), ["+n", "−a"]);
        assert_eq!(told(&scene, "small", "tiny"), ["+b", "~c", "~n", "−a"]);
        assert!(told(&scene, "small", "small").is_empty());
    }

    #[test]
    fn an_own_copy_that_says_the_same_is_no_difference() {
        let scene = scene();
        let resolver = Resolver::new(&scene.doc);
        let [big, small] = ["big", "small"].map(|id| resolver.resolve(id, &scene.listed));
        let found = entity_marks(&big, &small);
        assert_eq!(found.marks[0], None);
        assert_eq!(found.was[0], Some(0));
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn entities_without_an_id_are_matched_only_where_they_are_shared() {
        let scene = scene();
        let resolver = Resolver::new(&scene.doc);
        let [big, tiny] = ["big", "tiny"].map(|id| resolver.resolve(id, &scene.listed));
        let found = entity_marks(&big, &tiny);
        let nameless = tiny.entities.iter().zip(&found.marks).filter(|(e, _)| e.entity().id().is_none());
        assert_eq!(nameless.map(|(_, mark)| *mark).collect::<Vec<_>>(), [None, Some(Mark::Added)]);
    }

    #[test]
    fn of_two_with_one_id_the_first_is_matched_with_the_first() {
        let scene = Scene::three(r#"{"id":"a","x":1},{"id":"a","x":2}"#, r#""small":{"objects":[{"id":"a","x":3}]}"#);
        let resolver = Resolver::new(&scene.doc);
        let [big, small] = ["big", "small"].map(|id| resolver.resolve(id, &scene.listed));
        let found = entity_marks(&big, &small);
        assert_eq!(found.marks, [Some(Mark::Changed), None]);
        assert_eq!(found.was, [Some(0), Some(1)]);
    }

    #[test]
    fn two_states_of_one_scene_can_be_compared() {
        let scene = scene();
        let edited = scene.doc.set(&"/objects/3/x".parse().unwrap(), 9.into()).unwrap();
        let (before, after) = (resolve(&scene.doc, "big", &scene.listed), resolve(&edited, "big", &scene.listed));
        assert_eq!(
            entity_marks(&before, &after).by_id(&before, &after).into_iter().collect::<Vec<_>>(),
            [("d".into(), Mark::Changed)]
        );
        let empty = Document::parse(b"{}").unwrap();
        let nothing = resolve(&empty, "big", &scene.listed);
        assert_eq!(entity_marks(&before, &nothing).removed.len(), 5);
        assert_eq!(entity_marks(&nothing, &before).len(), 5);
    }
}
