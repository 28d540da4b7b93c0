//! Deleting entities and letting them follow the base again (the design, section 4).

use super::entity_edit::{EntityEdit, Target, same_id};
use super::layout::{Layout, Places, Set};
use super::scope::{Edited, OwnPart, Scope, Stage, refused};
use crate::json::Ref;
use crate::{Result, pointer};
use rustc_hash::{FxHashMap, FxHashSet};

/// What becomes of the children of a deleted entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Children {
    /// They go along, and theirs.
    #[default]
    Take,
    /// They stay, without `parentId`.
    Keep,
}

/// Deletes entities of the variant shown, as one edit, with their children or without them; children are those that an
/// entity has in each variant that is reached.
///
/// In the scope *All* they go out of the base, of every variant's differences and of every `removed`. In the scope
/// *Only* an addition leaves the variant's `objects`, and a base entity goes to its `removed`; where the base is named,
/// those that inherited and are not named get the entity as their own.
///
/// # Errors
/// Refused where the variant shown lacks one of them, where two entities have the same id and a variant would have to
/// tell them apart, or where a thirteenth delta is needed.
pub fn delete_entities(stage: Stage<'_>, scope: Scope, ids: &[&str], children: Children) -> Result<Edited> {
    let layout = Layout::new(&stage);
    let scope = layout.scope(scope)?;
    let families = Families::new(&layout, ids);
    let mut going = Marked::default();
    let mut staying = Marked::default();
    let found = layout.find(ids);
    for (id, places) in ids.iter().zip(&found) {
        Target::find(&layout, id, places.clone(), 0)?;
        let reached = match scope {
            Scope::Only => layout.named(),
            Scope::All => layout.all(),
        };
        for who in layout.numbers().filter(|who| reached[*who] && places.has(*who)) {
            let (list, below) = match children {
                Children::Take => (&mut going, families.descendants(who, id)),
                Children::Keep => (&mut staying, families.children(who, id).collect()),
            };
            for child in below {
                list.mark(child, who, &layout);
            }
        }
        for who in layout.numbers().filter(|who| reached[*who]) {
            going.mark(id, who, &layout);
        }
    }
    let mut edit = EntityEdit::new(&layout);
    for ((id, set), places) in going.sets.iter().zip(layout.find(&going.ids())) {
        delete(&mut edit, id, &places, set)?;
    }
    staying.sets.retain(|(id, _)| !going.numbers.contains_key(id));
    free(&mut edit, &staying)?;
    edit.finish()
}

/// Entities, each with the variants that an edit reaches it in; in the order in which they are first named.
#[derive(Default)]
struct Marked {
    sets: Vec<(String, Set)>,
    numbers: FxHashMap<String, usize>,
}

impl Marked {
    /// Adds a variant to the set of an entity.
    fn mark(&mut self, id: &str, who: usize, layout: &Layout<'_>) {
        let number = match self.numbers.get(id) {
            Some(number) => *number,
            None => {
                self.numbers.insert(id.to_owned(), self.sets.len());
                self.sets.push((id.to_owned(), layout.none()));
                self.sets.len() - 1
            }
        };
        self.sets[number].1[who] = true;
    }

    fn ids(&self) -> Vec<&str> {
        self.sets.iter().map(|(id, _)| id.as_str()).collect()
    }
}

/// Deletes an entity for the variants of `set` and for no other.
fn delete(edit: &mut EntityEdit<'_, '_>, id: &str, places: &Places, set: &Set) -> Result<()> {
    let layout = edit.layout;
    let everywhere = set.iter().all(|s| *s);
    let leaves_base = set[0] && !places.base.is_empty();
    if places.base.len() > 1 && !(everywhere && places.by_variant.iter().all(|p| p.own.is_empty() && p.removed.is_empty())) {
        return Err(same_id(id));
    }
    for who in layout.others() {
        edit.tally.changed[who] |= set[who] && places.has(who);
        if set[who] {
            edit.draft.drop_own(who, places);
        }
        if !set[0] && set[who] && !places.base.is_empty() && places.by_variant[who].removed.is_empty() {
            edit.draft.hide_entity(who, id);
        }
        if leaves_base && !set[who] && places.inherits(who) {
            let entity = layout.objects(0).and_then(|list| list.index(*places.base.last()?));
            if let Some(entity) = entity {
                edit.draft.copy_entity(who, id, entity);
                edit.tally.first.push((who, OwnPart::Entity(id.to_owned())));
                edit.tally.given[who] = true;
            }
        }
        if leaves_base || everywhere {
            edit.draft.unhide(who, places);
        }
    }
    edit.tally.changed[0] |= leaves_base;
    if leaves_base {
        edit.draft.drop_base(&places.base);
    }
    Ok(())
}

/// Takes `parentId` away from entities, each for the variants of its set.
fn free(edit: &mut EntityEdit<'_, '_>, children: &Marked) -> Result<()> {
    let layout = edit.layout;
    for ((id, set), places) in children.sets.iter().zip(layout.find(&children.ids())) {
        // A child need not stand in the variant shown: any variant of the set has it.
        let seen = set.iter().position(|s| *s).and_then(|who| places.stands(who, 0));
        let Some(seen) = seen.and_then(|(list, index)| layout.objects(list)?.index(index)) else { continue };
        let target = Target::seen(id, places, seen);
        edit.change(&target, &pointer!["parentId"], None, set)?;
    }
    Ok(())
}

/// Lets an entity of the variant shown, and of those named with it, follow the base again: its own copy goes, or it is
/// no longer taken away; an entity that the base lacks goes.
///
/// # Errors
/// Refused where none of them has anything of its own there, as the base never has.
pub fn revert_entity(stage: Stage<'_>, id: &str) -> Result<Edited> {
    let layout = Layout::new(&stage);
    layout.scope(Scope::Only)?;
    let named = layout.named();
    let places = layout.find(&[id]).remove(0);
    let mut edit = EntityEdit::new(&layout);
    for who in layout.others() {
        let place = &places.by_variant[who];
        if named[who] && !(place.own.is_empty() && place.removed.is_empty()) {
            edit.draft.drop_own(who, &places);
            edit.draft.unhide(who, &places);
            edit.tally.changed[who] = true;
        }
    }
    if !edit.tally.changed.contains(&true) {
        return Err(refused(
            format!("“{id}” follows the base already"),
            "Only what a variant owns, adds or takes away can be reverted.",
        ));
    }
    edit.finish()
}

/// Who is whose child in every variant, as far as an edit is concerned: the entities asked for and all that stand below
/// them in any variant.
struct Families {
    /// By variant: the children of each parent.
    children: Vec<FxHashMap<String, Vec<String>>>,
}

impl Families {
    fn new(layout: &Layout<'_>, ids: &[&str]) -> Self {
        let below = below_anywhere(layout, ids);
        let below: Vec<&str> = below.iter().map(String::as_str).collect();
        let mut children = vec![FxHashMap::<String, Vec<String>>::default(); layout.len()];
        for (id, places) in below.iter().zip(layout.find(&below)) {
            for who in layout.numbers() {
                let stands = places.stands(who, 0).and_then(|(list, index)| layout.objects(list)?.index(index));
                if let Some(parent) = stands.and_then(|entity| entity.get("parentId")?.as_str()) {
                    children[who].entry(parent.into_owned()).or_default().push((*id).to_owned());
                }
            }
        }
        Self { children }
    }

    /// The children of an entity in a variant.
    fn children(&self, who: usize, parent: &str) -> impl Iterator<Item = &str> {
        self.children[who].get(parent).into_iter().flatten().map(String::as_str)
    }

    /// The children of an entity in a variant, and theirs; without the entity itself, also where they run in a circle.
    fn descendants<'f>(&'f self, who: usize, parent: &'f str) -> Vec<&'f str> {
        let mut seen: FxHashSet<&str> = FxHashSet::from_iter([parent]);
        let mut found = Vec::new();
        let mut next = vec![parent];
        while let Some(parent) = next.pop() {
            let below: Vec<&str> = self.children(who, parent).filter(|id| seen.insert(id)).collect();
            found.extend(&below);
            next.extend(below);
        }
        found
    }
}

/// The ids of all entities that stand below one of `ids` in some list of the file, one pass over the lists a level.
fn below_anywhere(layout: &Layout<'_>, ids: &[&str]) -> Vec<String> {
    let mut above: FxHashSet<String> = ids.iter().map(|id| (*id).to_owned()).collect();
    let mut found: Vec<String> = Vec::new();
    let mut known: FxHashSet<String> = FxHashSet::default();
    loop {
        let start = found.len();
        for objects in layout.numbers().filter_map(|who| layout.objects(who)) {
            for (index, parent) in objects.column("parentId").enumerate() {
                let Some(parent) = parent.and_then(Ref::as_str).filter(|parent| above.contains(&**parent)) else { continue };
                let id = objects.index(index).and_then(|entity| entity.get("id")?.as_str());
                if let Some(id) = id.filter(|id| !known.contains(&**id) && **id != *parent) {
                    known.insert(id.to_string());
                    found.push(id.into_owned());
                }
            }
        }
        above = found[start..].iter().cloned().collect();
        if above.is_empty() {
            return found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_scene::{ALL, ONLY, Scene};
    use super::*;

    fn deleted(scene: &Scene, shown: &str, scope: Scope, id: &str, children: Children) -> String {
        scene.after(shown, |stage| delete_entities(stage, scope, &[id], children))
    }

    #[test]
    fn all_deletes_from_base_objects_and_removed() {
        let scene = Scene::three(
            r#"{"id":"a"},{"id":"b"}"#,
            r#""small":{"removed":["a"],"scene":{"room":null}},"tiny":{"objects":[{"id":"a","x":1}]}"#,
        );
        assert_eq!(deleted(&scene, "tiny", ALL, "a", Children::Take), r#"{"id":"b"} | "small":{"scene":{"room":null}}"#);
    }

    #[test]
    fn only_a_variant_deletes_an_addition_from_its_objects_and_takes_a_base_entity_away() {
        let scene = Scene::three(r#"{"id":"a"},{"id":"b"}"#, r#""small":{"objects":[{"id":"n"},{"id":"a","x":1}]}"#);
        assert_eq!(
            deleted(&scene, "small", ONLY, "n", Children::Take),
            r#"{"id":"a"},{"id":"b"} | "small":{"objects":[{"id":"a","x":1}]}"#
        );
        assert_eq!(
            deleted(&scene, "small", ONLY, "a", Children::Take),
            r#"{"id":"a"},{"id":"b"} | "small":{"removed":["a"],"objects":[{"id":"n"}]}"#
        );
        assert_eq!(
            deleted(&scene, "tiny", ONLY, "b", Children::Take),
            r#"{"id":"a"},{"id":"b"} | "small":{"objects":[{"id":"n"},{"id":"a","x":1}]},"tiny":{"removed":["b"]}"#
        );
    }

    #[test]
    fn only_the_base_gives_the_entity_to_those_that_inherited() {
        let scene = Scene::new(
            r#"{"objects":[{"id":"a"}],"variants":{"base":"big","deltas":{"small":{"removed":["a"]},"old":{}}}}"#,
            "big small tiny own",
        );
        let edited = delete_entities(scene.stage("big"), ONLY, &["a"], Children::Take).unwrap();
        assert_eq!(
            super::super::test_scene::parts(&edited.scene),
            r#" | "tiny":{"objects":[{"id":"a"}]},"own":{"objects":[{"id":"a"}]},"old":{"objects":[{"id":"a"}]}"#
        );
        assert_eq!(edited.reach.copies_given, 3);
        assert_eq!(edited.reach.changed, ["big"]);
    }

    #[test]
    fn children_go_along_in_each_variant_reached_or_lose_their_parent() {
        let objects = r#"{"id":"p"},{"id":"c","parentId":"p"},{"id":"g","parentId":"c"},{"id":"o"}"#;
        let deltas = r#""small":{"objects":[{"id":"c","parentId":"o"},{"id":"n","parentId":"p"}]}"#;
        let scene = Scene::three(objects, deltas);
        // In `small` the child sits elsewhere: it and its own child stay there.
        assert_eq!(
            deleted(&scene, "big", ALL, "p", Children::Take),
            r#"{"id":"o"} | "small":{"objects":[{"id":"c","parentId":"o"},{"id":"g","parentId":"c"}]}"#
        );
        assert_eq!(
            deleted(&scene, "big", ALL, "p", Children::Keep),
            r#"{"id":"c"},{"id":"g","parentId":"c"},{"id":"o"} | "small":{"objects":[{"id":"c","parentId":"o"},{"id":"n"}]}"#
        );
        assert_eq!(
            deleted(&scene, "small", ONLY, "p", Children::Take),
            format!(r#"{objects} | "small":{{"removed":["p"],"objects":[{{"id":"c","parentId":"o"}}]}}"#)
        );
        assert_eq!(
            deleted(&scene, "tiny", ONLY, "p", Children::Keep),
            format!(r#"{objects} | {deltas},"tiny":{{"removed":["p"],"objects":[{{"id":"c"}}]}}"#)
        );
    }

    #[test]
    fn families_that_run_in_a_circle_end() {
        let scene = Scene::three(r#"{"id":"a","parentId":"b"},{"id":"b","parentId":"a"},{"id":"c","parentId":"c"}"#, "");
        assert_eq!(deleted(&scene, "big", ALL, "a", Children::Take), r#"{"id":"c","parentId":"c"} | "#);
        assert_eq!(deleted(&scene, "big", ALL, "c", Children::Take), r#"{"id":"a","parentId":"b"},{"id":"b","parentId":"a"} | "#);
    }

    #[test]
    fn a_stale_removed_id_is_left_to_its_fix() {
        let scene = Scene::three(r#"{"id":"a"}"#, r#""small":{"removed":["ghost"],"objects":[{"id":"ghost"}]}"#);
        assert_eq!(deleted(&scene, "small", ONLY, "ghost", Children::Take), r#"{"id":"a"} | "small":{"removed":["ghost"]}"#);
        assert_eq!(deleted(&scene, "small", ALL, "ghost", Children::Take), r#"{"id":"a"} | "#);
    }

    #[test]
    fn a_delta_that_the_manifest_does_not_list_stays_when_it_is_emptied() {
        let scene = Scene::three(r#"{"id":"a"}"#, r#""old":{"objects":[{"id":"a","x":1}]}"#);
        assert_eq!(deleted(&scene, "big", ALL, "a", Children::Take), r#" | "old":{}"#);
    }

    #[test]
    fn reverting_follows_the_base_again() {
        let scene = Scene::three(
            r#"{"id":"a"},{"id":"b"}"#,
            r#""small":{"removed":["b"],"objects":[{"id":"a","x":1},{"id":"n"}]},"tiny":{"removed":["a"]}"#,
        );
        let reverted = |shown, id| scene.after(shown, |stage| revert_entity(stage, id));
        let base = r#"{"id":"a"},{"id":"b"}"#;
        let small = |rest: &str| format!(r#"{base} | "small":{{{rest}}},"tiny":{{"removed":["a"]}}"#);
        assert_eq!(reverted("small", "a"), small(r#""removed":["b"],"objects":[{"id":"n"}]"#));
        assert_eq!(reverted("small", "b"), small(r#""objects":[{"id":"a","x":1},{"id":"n"}]"#));
        assert_eq!(reverted("small", "n"), small(r#""removed":["b"],"objects":[{"id":"a","x":1}]"#));
        assert!(!reverted("tiny", "a").contains("tiny"));
        for (shown, id) in [("big", "a"), ("tiny", "b")] {
            assert!(scene.refusal(shown, |stage| revert_entity(stage, id)).contains("follows the base already"));
        }
    }
}
