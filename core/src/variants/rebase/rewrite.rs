//! The scene with another base: the top level becomes what the new base plays, and each other variant keeps the least
//! that it changes about that.

use super::super::draft::{BLOCK_ORDER, PART_ORDER};
use super::super::key_edit::SCENE_ORDER;
use super::super::layout::Layout;
use super::super::scope::refused;
use super::super::{MAX_VARIANTS, block};
use super::played::{Own, Played, Rank, equal};
use crate::json::{Document, Edit, Pointer, Ref, Value};
use crate::{Result, pointer};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the rewriting gives.
pub(super) struct Rewritten {
    pub scene: Document,
    /// What could not stay where it was, a sentence each.
    pub notes: Vec<String>,
}

/// The scene in which variant number `number`, which is not the base, is the base.
///
/// # Errors
/// Refused where a part of its differences is not known, where what a variant plays cannot be said about the new base,
/// and where a thirteenth delta would be needed.
pub(super) fn rewrite(layout: &Layout<'_>, number: usize) -> Result<Rewritten> {
    let was = Played::new(layout.scene);
    let new = was.own(&layout.variants[number].id);
    Rewriting { layout, number, was: &was, new: new.as_ref() }.run()
}

struct Rewriting<'s, 'a> {
    layout: &'s Layout<'a>,
    number: usize,
    was: &'s Played<'a>,
    /// What the new base changes about the old one.
    new: Option<&'s Own<'a>>,
}

/// What a variant changes about the new base, as edits of what it changes about the old one.
#[derive(Default, Clone)]
struct Difference {
    /// The new `removed` and `objects`; none where the list stays as it is.
    removed: Option<Vec<Value>>,
    objects: Option<Vec<Value>>,
    keys: Vec<(String, KeyEdit)>,
}

#[derive(Clone)]
enum KeyEdit {
    /// The variant follows the new base.
    Drop,
    Set(Value),
}

/// How a variant says what it has under an id.
#[derive(Default, Clone, Copy)]
struct Need<'a> {
    /// Its `removed` names the id.
    remove: bool,
    /// Its `objects` hold this entity.
    own: Option<Ref<'a>>,
    /// Its entity comes after those of the base.
    added: bool,
}

impl<'s, 'a> Rewriting<'s, 'a> {
    fn id(&self) -> &str {
        &self.layout.variants[self.number].id
    }

    fn run(&self) -> Result<Rewritten> {
        self.check_new_base()?;
        let others: Vec<usize> = self.layout.numbers().filter(|who| *who != self.number).collect();
        let owns: Vec<Option<Own<'a>>> =
            others.iter().map(|who| self.was.own(&self.layout.variants[*who].id).filter(|_| *who != 0)).collect();
        // Every variant without differences is what the old base is.
        let follows_old_base = self.difference(None, 0)?;
        let mut differences = Vec::with_capacity(others.len());
        for (who, own) in others.iter().zip(&owns) {
            differences.push(match own {
                Some(own) => self.difference(Some(own), *who)?,
                None => follows_old_base.clone(),
            });
        }
        let mut notes = self.left_behind();
        notes.extend(self.keep_unused(&mut differences[0]));
        let mut edits = self.top_level();
        if let Some(new) = self.new {
            edits.push((new.delta.pointer(), Edit::Remove));
        }
        for (own, difference) in owns.iter().zip(&differences) {
            if let Some(own) = own {
                edits.extend(changed_delta(own, difference));
            }
        }
        let scene = self.layout.scene.edit_many(edits)?;
        let mut scene = self.without_empty(&scene, &others)?;
        for ((who, own), difference) in others.iter().zip(&owns).zip(differences) {
            if own.is_none() {
                scene = self.with_delta(&scene, *who, difference)?;
            }
        }
        let scene = self.in_order(scene, &others)?;
        if scene.at(&deltas_at()).map_or(0, Ref::len) > MAX_VARIANTS {
            return Err(refused(
                format!(
                    "“{}” can’t be made the base: more than {MAX_VARIANTS} variants would have differences recorded, and a \
                     scene holds no more",
                    self.id()
                ),
                "Delete a variant, or let one follow the base again, then try again.",
            ));
        }
        Ok(Rewritten { scene, notes })
    }

    /// Refuses what would be lost or come to life when the new base's differences go and the old base's come.
    fn check_new_base(&self) -> Result<()> {
        let members = self.new.into_iter().flat_map(|new| new.delta.value.members());
        if let Some((key, _)) = members.into_iter().find(|(key, _)| !PART_ORDER.contains(key)) {
            return Err(refused(
                format!(
                    "The differences of “{}” hold “{key}”, which is newer than this editor, so they can’t become the base",
                    self.id()
                ),
                "Make it the base with the editor that wrote it.",
            ));
        }
        let base = &self.layout.variants[0].id;
        if self.layout.scene.at(&block::delta_pointer(base)).is_some() {
            return Err(refused(
                format!("The scene holds differences under the id of its own base, “{base}”, which mean nothing as it is now"),
                "Take them out as Problems shows it, then try again.",
            ));
        }
        Ok(())
    }

    /// What a variant changes about the new base.
    fn difference(&self, own: Option<&Own<'a>>, who: usize) -> Result<Difference> {
        let mut needs: FxHashMap<&str, Need<'a>> = FxHashMap::default();
        let touched = self.new.into_iter().chain(own).flat_map(Own::touched);
        for id in touched {
            if !needs.contains_key(&**id) {
                needs.insert(id, self.need(own, id, who)?);
            }
        }
        Ok(Difference { removed: self.removed(own, &needs), objects: self.objects(own, &needs), keys: self.keys(own, who)? })
    }

    /// How a variant says, about the new base, what it has under an id.
    fn need(&self, own: Option<&Own<'a>>, id: &str, who: usize) -> Result<Need<'a>> {
        let in_new = || self.was.under(self.new, id);
        let plays = || self.was.under(own, id);
        if equal(plays(), in_new()) {
            return Ok(Need::default());
        }
        let (count, new_count) = (plays().count(), in_new().count());
        let first = plays().next();
        let apart = own.is_some_and(|own| own.removes(id));
        match count {
            0 => Ok(Need { remove: true, own: None, added: false }),
            // One that stands in `removed` too comes after the base's: so it stays.
            1 if new_count == 0 => Ok(Need { remove: false, own: first, added: true }),
            1 if new_count > 1 || apart => Ok(Need { remove: true, own: first, added: true }),
            1 => Ok(Need { remove: false, own: first, added: false }),
            _ if equal(plays().skip(1), in_new().skip(1)) => Ok(Need { remove: false, own: first, added: false }),
            _ => Err(refused(
                format!(
                    "“{}” can’t be made the base: “{}” has {count} entities with the id “{id}”, and differences can’t say so",
                    self.id(),
                    self.layout.variants[who].id
                ),
                "Give each of them an id of its own first; Problems offers it.",
            )),
        }
    }

    /// A variant's new `removed`; none where it stays.
    fn removed(&self, own: Option<&Own<'a>>, needs: &FxHashMap<&str, Need<'a>>) -> Option<Vec<Value>> {
        let needed = |id: &str| needs.get(id).is_some_and(|need| need.remove);
        // An id that no base has says nothing, but it was not this edit that made it so.
        let idle = |id: &str| !self.was.has(id) && self.was.under(self.new, id).next().is_none();
        let stands = own.map_or(&[][..], |own| &own.removed);
        let mut removed: Vec<Value> =
            stands.iter().filter(|(id, _)| needed(id) || idle(id)).map(|(_, item)| item.share()).collect();
        let kept = removed.len();
        let mut seen: FxHashSet<&str> = stands.iter().map(|(id, _)| &**id).collect();
        for id in self.new.into_iter().flat_map(Own::touched) {
            if needed(id) && seen.insert(id) {
                removed.push(Value::from(&**id));
            }
        }
        (kept != stands.len() || removed.len() != kept).then_some(removed)
    }

    /// A variant's new `objects`; none where the list stays. Its additions keep the order in which it plays them.
    fn objects(&self, own: Option<&Own<'a>>, needs: &FxHashMap<&str, Need<'a>>) -> Option<Vec<Value>> {
        let stands = own.map_or(&[][..], |own| &own.objects);
        let rank = |id: &str| self.was.rank(own, id).unwrap_or((true, usize::MAX));
        let mut objects: Vec<(Rank, bool, Ref<'a>)> = Vec::new();
        for (index, (id, value)) in stands.iter().enumerate() {
            match id.as_deref().map(|id| (id, needs.get(id))) {
                None => objects.push(((true, index), true, *value)),
                Some((id, Some(Need { own: Some(_), added, .. }))) => objects.push((rank(id), *added, *value)),
                Some(_) => {}
            }
        }
        let kept = objects.len();
        let mut seen = FxHashSet::default();
        for id in self.new.into_iter().flat_map(Own::touched) {
            let need = needs.get(&**id).copied().unwrap_or_default();
            if let Some(value) = need.own.filter(|_| own.is_none_or(|own| own.mine(id).is_none()))
                && seen.insert(id)
            {
                objects.push((rank(id), need.added, value));
            }
        }
        let in_order = objects.iter().filter(|(_, added, _)| *added).map(|(rank, ..)| rank).is_sorted();
        if objects.len() == kept && in_order {
            if kept == stands.len() {
                return None;
            }
        } else {
            objects.sort_by_key(|(rank, ..)| *rank);
        }
        Some(objects.into_iter().map(|(.., value)| value.share()).collect())
    }

    /// What becomes of a variant's own scene keys.
    fn keys(&self, own: Option<&Own<'a>>, who: usize) -> Result<Vec<(String, KeyEdit)>> {
        let own_keys = || own.into_iter().flat_map(|own| own.delta.scene_keys());
        let mut keys: Vec<&str> = Vec::new();
        for (key, _) in self.new.into_iter().flat_map(|new| new.delta.scene_keys()).chain(own_keys()) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let mut edits = Vec::new();
        for key in keys {
            let has_own = own_keys().any(|(name, _)| name == key);
            let (plays, new) = (self.was.key(own, key), self.was.key(self.new, key));
            let edit = match (Ref::both_equal(plays, new), has_own, plays) {
                (true, true, _) => KeyEdit::Drop,
                (true, false, _) | (false, true, _) => continue,
                (false, false, Some(value)) => KeyEdit::Set(value.share()),
                (false, false, None) if key == "environment" => {
                    return Err(refused(
                        format!(
                            "“{}” can’t be made the base: “{}” has no surroundings, and differences can’t say so",
                            self.id(),
                            self.layout.variants[who].id
                        ),
                        "Give the base surroundings first; Problems shows where.",
                    ));
                }
                (false, false, None) => KeyEdit::Set(Value::Null),
            };
            edits.push((key.to_owned(), edit));
        }
        Ok(edits)
    }

    /// Puts what nobody reads in the new base's own `scene` into the old base's differences.
    fn keep_unused(&self, old_base: &mut Difference) -> Vec<String> {
        let mut notes = Vec::new();
        for (key, value) in self.new.into_iter().flat_map(Own::unused) {
            if old_base.keys.iter().all(|(known, _)| known != key) {
                old_base.keys.push((key.to_owned(), KeyEdit::Set(value.share())));
                notes.push(format!(
                    "“{key}”, which “{}” had of its own and nobody reads, stands in the differences of “{}” now.",
                    self.id(),
                    self.layout.variants[0].id
                ));
            }
        }
        notes
    }

    /// What goes with the new base's differences because it can stand nowhere else.
    fn left_behind(&self) -> Vec<String> {
        let Some(new) = self.new else { return Vec::new() };
        let mut notes = Vec::new();
        for (id, value) in &new.objects {
            let Some(id) = id else { continue };
            if new.mine(id).is_some_and(|mine| !mine.value.same(*value)) {
                notes
                    .push(format!("“{}” had two entities “{id}”, of which the later one counted; the other is gone.", self.id()));
            }
        }
        for (id, _) in new.removed.iter().filter(|(id, _)| !self.was.has(id)) {
            notes.push(format!("“{}” no longer takes “{id}” away, which the base did not have.", self.id()));
        }
        notes
    }

    /// The edits that make the scene's top level what the new base plays.
    fn top_level(&self) -> Vec<(Pointer, Edit)> {
        let root = self.layout.scene.root();
        let mut edits = Vec::new();
        if root.get("variants").is_none_or(Ref::is_null) {
            edits.push((pointer!["variants"], Edit::Set(Value::object([("base", Value::from(self.id()))]))));
        } else {
            edits.push((pointer!["variants", "base"], Edit::Set(Value::from(self.id()))));
        }
        let Some(new) = self.new else { return edits };
        for (key, own) in new.delta.scene_keys() {
            let (place, stands) = (pointer![key], self.was.scene.key(key));
            if own.is_null() {
                edits.extend(stands.map(|_| (place, Edit::Remove)));
            } else if !stands.is_some_and(|stands| stands.equals(own)) {
                edits.push((place, Edit::Place(own.share(), SCENE_ORDER)));
            }
        }
        self.base_entities(new, &mut edits);
        edits
    }

    fn base_entities(&self, new: &Own<'a>, edits: &mut Vec<(Pointer, Edit)>) {
        let list = pointer!["objects"];
        let mut seen = FxHashSet::default();
        for (id, _) in new.removed.iter().filter(|(id, _)| seen.insert(id)) {
            edits.extend(self.was.of_base(id).map(|entity| (list.join(entity.index), Edit::Remove)));
        }
        let mut added = Vec::new();
        let mut seen = FxHashSet::default();
        for (id, value) in &new.objects {
            let Some(id) = id else {
                added.push(value.share());
                continue;
            };
            let Some(mine) = new.mine(id).filter(|_| seen.insert(id)) else { continue };
            match self.was.of_base(id).next().filter(|_| !new.removes(id)) {
                None => added.push(mine.value.share()),
                Some(base) if base.value.equals(mine.value) => {}
                Some(base) => edits.push((list.join(base.index), Edit::Set(mine.value.share()))),
            }
        }
        if self.was.scene.key("objects").is_some() {
            edits.extend(added.into_iter().map(|value| (list.join("-"), Edit::Set(value))));
        } else if !added.is_empty() {
            edits.push((list, Edit::Place(Value::Array(added), SCENE_ORDER)));
        }
    }

    /// Takes away parts that are empty, and differences in which nothing is left. Those of a variant that the manifest
    /// does not list stay: without them nothing would say that there is such a variant.
    fn without_empty(&self, scene: &Document, others: &[usize]) -> Result<Document> {
        let mut edits = Vec::new();
        for who in others {
            let at = self.layout.delta_at(*who);
            let Some(delta) = scene.at(&at) else { continue };
            let empty = |key: &&&str| delta.get(key).is_some_and(Ref::is_empty);
            let parts: Vec<Pointer> = PART_ORDER.iter().filter(empty).map(|key| at.join(*key)).collect();
            if parts.len() == delta.len() && self.layout.variants[*who].listed {
                edits.push((at, Edit::Remove));
            } else {
                edits.extend(parts.into_iter().map(|part| (part, Edit::Remove)));
            }
        }
        Ok(scene.edit_many(edits)?)
    }

    /// Writes the differences of a variant that had none.
    fn with_delta(&self, scene: &Document, who: usize, difference: Difference) -> Result<Document> {
        let variant = &self.layout.variants[who];
        let mut parts = Vec::new();
        let lists = [("removed", difference.removed), ("objects", difference.objects)];
        for (key, list) in lists {
            parts.extend(list.filter(|list| !list.is_empty()).map(|list| (key, Value::Array(list))));
        }
        let keys: Vec<(String, Value)> =
            difference.keys.into_iter().filter_map(|(key, edit)| Some((key, edit.value()?))).collect();
        if !keys.is_empty() {
            parts.push(("scene", Value::Object(keys)));
        }
        if parts.is_empty() && variant.listed {
            return Ok(scene.clone());
        }
        let mut scene = scene.clone();
        if scene.at(&deltas_at()).is_none_or(Ref::is_null) {
            scene = scene.edit_many([(deltas_at(), Edit::Place(Value::Object(Vec::new()), BLOCK_ORDER))])?;
        }
        let end = scene.at(&deltas_at()).map_or(0, Ref::len);
        Ok(scene.insert_member(&deltas_at(), end, &variant.id, Value::object(parts))?)
    }

    /// Brings the deltas into the order of the manifest's list, those that are not listed last.
    fn in_order(&self, mut scene: Document, others: &[usize]) -> Result<Document> {
        let (listed, unlisted): (Vec<usize>, Vec<usize>) = others.iter().partition(|who| self.layout.variants[**who].listed);
        let rank = |id: &str| self.layout.listed.iter().position(|known| known == id);
        let mut order: Vec<&str> = listed.into_iter().map(|who| &*self.layout.variants[who].id).collect();
        order.sort_by_key(|id| rank(id));
        order.extend(unlisted.into_iter().map(|who| &*self.layout.variants[who].id));
        let mut next = 0;
        for id in order {
            let Some(deltas) = scene.at(&deltas_at()) else { break };
            let Some(from) = deltas.members().position(|(key, _)| key == id) else { continue };
            if from != next {
                scene = scene.move_entry(&deltas_at(), from, next)?;
            }
            next += 1;
        }
        Ok(scene)
    }
}

impl KeyEdit {
    fn value(self) -> Option<Value> {
        match self {
            Self::Drop => None,
            Self::Set(value) => Some(value),
        }
    }
}

/// The edits of the differences that a variant has.
fn changed_delta(own: &Own<'_>, difference: &Difference) -> Vec<(Pointer, Edit)> {
    let at = own.delta.pointer();
    let mut edits = Vec::new();
    for (key, list) in [("removed", &difference.removed), ("objects", &difference.objects)] {
        edits.extend(list.iter().map(|list| (at.join(key), Edit::Place(Value::Array(list.clone()), PART_ORDER))));
    }
    let scene_at = at.join("scene");
    let is_set = |(_, edit): &(String, KeyEdit)| matches!(edit, KeyEdit::Set(_));
    if own.delta.value.get("scene").is_none() && difference.keys.iter().any(is_set) {
        edits.push((scene_at.clone(), Edit::Place(Value::Object(Vec::new()), PART_ORDER)));
    }
    for (key, edit) in &difference.keys {
        let edit = edit.clone().value().map_or(Edit::Remove, |value| Edit::Place(value, SCENE_ORDER));
        edits.push((scene_at.join(key), edit));
    }
    edits
}

fn deltas_at() -> Pointer {
    pointer!["variants", "deltas"]
}
