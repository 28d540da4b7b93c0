//! Making the tree of differences.

use super::marks::{EntityMarks, Mark, entity_marks};
use super::part::{Part, RowId, Section, capital, counted, field_label, key_label, unit_label};
use super::rows::{Counts, Diff, KeyState, Row};
use super::stored::Stored;
use super::units::{Pair, Shape, element_pairs, entity_pairs, member_pairs, script_ids};
use crate::json::{Document, Pointer, Ref};
use crate::pointer;
use crate::scene::keys::{Group, KeyRole};
use crate::variants::resolve::{Origin, Resolved, ResolvedEntity, Resolver};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// See [`Diff::between`].
pub(super) fn between(scene: &Document, listed: &[String], from: &str, to: &str) -> Diff {
    let resolver = Resolver::new(scene);
    let stored = Stored::new(scene, &resolver, listed, from, to);
    let [from, to] = [&stored.from, &stored.to].map(|id| resolver.resolve(id, listed));
    let mut builder = Builder { from, to, stored: &stored, rows: Vec::new(), counts: Counts::default() };
    let marks = entity_marks(&builder.from, &builder.to);
    builder.entities(&marks);
    builder.keys();
    builder.scripts(&marks);
    let (rows, counts) = (builder.rows, builder.counts);
    Diff {
        bytes: stored.bytes(),
        against_base: stored.against_base,
        to_is_base: stored.to_is_base,
        from: stored.from.clone(),
        to: stored.to.clone(),
        rows,
        counts,
    }
}

struct Builder<'a, 's> {
    from: Resolved<'a>,
    to: Resolved<'a>,
    stored: &'s Stored<'a>,
    rows: Vec<Row>,
    counts: Counts,
}

/// A row with nothing in it yet.
fn row(id: RowId, depth: u8, label: impl Into<String>) -> Row {
    Row {
        id,
        depth,
        below: 0,
        mark: None,
        label: label.into(),
        detail: String::new(),
        old: None,
        new: None,
        pointer: Pointer::root(),
        bytes: 0,
        own: false,
        same_as_base: false,
        identical_to: Vec::new(),
        state: None,
        differs: None,
    }
}

fn mark_of<T, U>(old: Option<T>, new: Option<U>) -> Mark {
    match (old, new) {
        (None, _) => Mark::Added,
        (_, None) => Mark::Removed,
        _ => Mark::Changed,
    }
}

impl<'a> Builder<'a, '_> {
    fn open(&mut self, row: Row) -> usize {
        self.rows.push(row);
        self.rows.len() - 1
    }

    /// Says how much stands below a row, and gives a heading the bytes of what is directly below it.
    fn close(&mut self, place: usize) {
        self.rows[place].below = (self.rows.len() - place - 1) as u32;
        if matches!(self.rows[place].id, RowId::Section(_) | RowId::Part(Part::Group(_))) {
            let depth = self.rows[place].depth + 1;
            self.rows[place].bytes = self.rows[place + 1..].iter().filter(|row| row.depth == depth).map(|row| row.bytes).sum();
        }
    }

    fn entities(&mut self, marks: &EntityMarks) {
        let section = self.open(row(RowId::Section(Section::Entities), 0, ""));
        let mut known: FxHashSet<String> = FxHashSet::default();
        for index in &marks.removed {
            let entity = self.from.entities[*index as usize];
            self.entity(&mut known, Some(Mark::Removed), Some(entity), None);
        }
        let both = self.to.entities.clone().into_iter().zip(marks.marks.iter().zip(&marks.was));
        let was = |place: &Option<u32>| place.map(|place| self.from.entities[place as usize]);
        let both: Vec<_> = both.map(|(entity, (mark, place))| (entity, *mark, was(place))).collect();
        for wanted in [Some(Mark::Changed), Some(Mark::Added), None] {
            for (entity, mark, was) in both.iter().filter(|(_, mark, _)| *mark == wanted) {
                let equal_copy = self.stored.against_base && entity.origin != Origin::Base;
                if mark.is_some() || equal_copy {
                    self.entity(&mut known, *mark, *was, Some(*entity));
                }
            }
        }
        self.stale(&known);
        self.close(section);
    }

    /// The row of an entity, once for each id.
    fn entity(
        &mut self,
        known: &mut FxHashSet<String>,
        mark: Option<Mark>,
        was: Option<ResolvedEntity<'a>>,
        is: Option<ResolvedEntity<'a>>,
    ) {
        let Some(shown) = is.or(was) else { return };
        let pointer = if is.is_some() { self.to.pointer(&shown) } else { self.from.pointer(&shown) };
        let part = match shown.entity().id() {
            Some(id) if known.contains(&*id) => return,
            Some(id) => Part::Entity(id.into_owned()),
            None => Part::Nameless(pointer.clone()),
        };
        let mut row = row(RowId::Part(part.clone()), 1, shown.entity().title());
        row.detail = shown.entity().kind().map(|kind| capital(&kind)).unwrap_or_default();
        row.mark = mark;
        row.old = was.map(|entity| entity.value.shared());
        row.new = is.map(|entity| entity.value.shared());
        row.pointer = pointer;
        row.own = is.map_or_else(|| self.stored.takes_away(&part), |entity| entity.origin != Origin::Base);
        if self.stored.against_base {
            row.same_as_base = mark.is_none();
            row.bytes = self.stored.entity_bytes(&part, is.filter(|e| e.origin != Origin::Base).map(|e| e.value));
            row.identical_to = self.stored.identical_entities(&part);
        }
        match mark {
            Some(Mark::Added) => self.counts.added += 1,
            Some(Mark::Changed) => self.counts.changed += 1,
            Some(Mark::Removed) => self.counts.removed += 1,
            None => {}
        }
        let (own, at) = (row.own, row.pointer.clone());
        let place = self.open(row);
        if let (Part::Entity(id), Some(Mark::Changed), Some(was), Some(is)) = (&part, mark, was, is) {
            for pair in entity_pairs(was.value, is.value) {
                let part = Part::Field { id: id.clone(), at: pair.at.clone() };
                let label = field_label(&pair.at);
                self.unit(2, part, label, &pair, at.concat(&pair.at), own);
            }
        }
        if let Part::Entity(id) = part {
            known.insert(id);
        }
        self.close(place);
    }

    /// A row of a unit.
    fn unit(&mut self, depth: u8, part: Part, label: String, pair: &Pair<'a>, pointer: Pointer, own: bool) -> usize {
        let mut row = row(RowId::Part(part), depth, label);
        row.mark = Some(mark_of(pair.old, pair.new));
        row.old = pair.old.map(Ref::shared);
        row.new = pair.new.map(Ref::shared);
        row.pointer = pointer;
        row.own = own;
        if self.stored.against_base && own {
            row.bytes = pair.new.map_or(0, Ref::text_len);
        }
        self.open(row)
    }

    /// Ids that the variant takes away and the base does not have: they change nothing, and stand in the file.
    fn stale(&mut self, known: &FxHashSet<String>) {
        if !self.stored.against_base {
            return;
        }
        let stored = self.stored;
        for (index, id) in stored.stale.iter().filter(|(_, id)| !known.contains(&**id)) {
            let part = Part::Entity(id.clone().into_owned());
            let mut row = row(RowId::Part(part.clone()), 1, id.clone());
            row.detail = "Taken away, but the base does not have it".to_owned();
            row.pointer = self.stored.removed_at(*index);
            row.own = true;
            row.same_as_base = true;
            row.bytes = self.stored.entity_bytes(&part, None);
            row.identical_to = self.stored.identical_entities(&part);
            self.open(row);
        }
    }

    fn keys(&mut self) {
        let section = self.open(row(RowId::Section(Section::Keys), 0, ""));
        for group in Group::ALL.into_iter().filter(|group| *group != Group::Scripts) {
            let heading = self.open(row(RowId::Part(Part::Group(group)), 1, group.label()));
            for key in group.keys() {
                self.key(2, key);
            }
            self.close(heading);
            self.group(heading);
        }
        // Copies of keys that are of no group: made by a newer editor, or by hand.
        let mut rest: Vec<&str> = Vec::new();
        for key in self.to.keys.iter().chain(&self.from.keys).filter(|key| key.own).map(|key| key.key) {
            if Group::of(key).is_none() && !rest.contains(&key) {
                rest.push(key);
            }
        }
        for key in rest {
            self.key(1, key);
        }
        self.close(section);
    }

    /// What a group says of its keys; a group without anything to tell goes.
    fn group(&mut self, heading: usize) {
        let keys: Vec<&Row> = self.rows[heading + 1..].iter().filter(|row| row.depth == 2).collect();
        let own = keys.iter().filter(|row| row.own).count();
        let mut same_in_all: Option<Vec<String>> = None;
        for row in keys.iter().filter(|row| row.own) {
            same_in_all = Some(match same_in_all {
                None => row.identical_to.clone(),
                Some(so_far) => so_far.into_iter().filter(|id| row.identical_to.contains(id)).collect(),
            });
        }
        let differing = keys.iter().filter(|row| row.mark.is_some()).count();
        let values = keys.iter().filter_map(|row| row.differs);
        let (differs, of) = values.fold((0, 0), |(a, b), (differs, of)| (a + differs, b + of));
        let equal = own > 0 && keys.iter().filter(|row| row.own).all(|row| row.same_as_base);
        let nothing = keys.is_empty();
        let against_base = self.stored.against_base;
        if nothing {
            self.rows.truncate(heading);
            return;
        }
        let row = &mut self.rows[heading];
        row.own = own > 0;
        row.same_as_base = equal;
        row.identical_to = same_in_all.unwrap_or_default();
        row.differs = (of > 0).then_some((differs, of));
        row.detail = match (against_base, differing) {
            (true, 0) if own == 0 => "Follows the base".to_owned(),
            (true, 0) => {
                if own == 1 {
                    "1 own copy".to_owned()
                } else {
                    format!("{own} own copies")
                }
            }
            (_, 0) => "The same".to_owned(),
            _ if of > 0 => values_differ(differs, of),
            _ => counted(differing, "difference"),
        };
    }

    /// The row of a key with its units; none where there is nothing to tell.
    fn key(&mut self, depth: u8, key: &str) {
        let (old, new) = (self.from.scene_key(key), self.to.scene_key(key));
        let own = self.to.keys.iter().any(|entry| entry.key == key && entry.own);
        let equal = Ref::both_equal(old, new);
        let told = self.stored.against_base && KeyRole::of(key).can_be_owned();
        if equal && !told && !(self.stored.against_base && own) {
            return;
        }
        let mut row = row(RowId::Part(Part::Key(key.to_owned())), depth, key_label(key));
        row.mark = (!equal).then(|| mark_of(old, new));
        row.old = old.map(Ref::shared);
        row.new = new.map(Ref::shared);
        row.pointer = self.to.key_pointer(key);
        row.own = own;
        if self.stored.against_base {
            row.same_as_base = own && equal;
            row.bytes = self.stored.key_bytes(key);
            row.identical_to = self.stored.identical_keys(key);
            row.state = Some(match (own, new) {
                (false, _) => KeyState::Follows,
                (true, Some(_)) => KeyState::Own,
                (true, None) => KeyState::None,
            });
        }
        self.counts.keys += usize::from(!equal);
        let place = self.open(row);
        if let (false, Some(old), Some(new)) = (equal, old, new) {
            self.units(place, key, old, new);
        }
        self.close(place);
    }

    /// The units in which a key differs.
    fn units(&mut self, place: usize, key: &str, old: Ref<'a>, new: Ref<'a>) {
        let (depth, own, at) = (self.rows[place].depth + 1, self.rows[place].own, self.rows[place].pointer.clone());
        if key == "sceneScriptIds" {
            return self.scene_scripts(place, Some(old), Some(new));
        }
        match Shape::of(key, old, new) {
            Shape::Members => {
                let pairs = member_pairs(old, new, &Pointer::root());
                let all = old.members().chain(new.members()).map(|(key, _)| key).collect::<FxHashSet<_>>().len();
                self.differs(place, pairs.len(), all);
                for pair in pairs {
                    let part = Part::Unit { key: key.to_owned(), at: pair.at.clone() };
                    self.unit(depth, part, unit_label(&pair.at), &pair, at.concat(&pair.at), own);
                }
            }
            Shape::Elements(before, after) => {
                let pairs = element_pairs(&before, &after);
                let all = before.ids.len() + after.ids.iter().filter(|id| before.get(id).is_none()).count();
                self.differs(place, pairs.len(), all);
                if pairs.is_empty() {
                    self.rows[place].detail = "In another order".to_owned();
                } else if before.ids.len() != after.ids.len() {
                    let there = if self.stored.against_base { "in the base" } else { "there" };
                    self.rows[place].detail = format!("{} {there}, {} here", before.ids.len(), after.ids.len());
                }
                let from_at = self.from.key_pointer(key);
                for pair in pairs {
                    let id = pair.at.last().unwrap_or_default();
                    let stands = after.index(id).map(|index| at.join(index));
                    let stands = stands.or_else(|| before.index(id).map(|index| from_at.join(index))).unwrap_or_default();
                    self.element(depth, key, &pair, &stands, own);
                }
            }
            Shape::Whole => {}
        }
    }

    /// An element of a list, with its members where both have it.
    fn element(&mut self, depth: u8, key: &str, pair: &Pair<'a>, stands: &Pointer, own: bool) {
        let id = pair.at.last().unwrap_or_default();
        let name = pair.new.or(pair.old).and_then(|value| named(value));
        let part = Part::Unit { key: key.to_owned(), at: pair.at.clone() };
        let label = name.as_deref().unwrap_or(id).to_owned();
        let place = self.unit(depth, part, label, pair, stands.clone(), own);
        if name.is_some() {
            self.rows[place].detail = id.to_owned();
        }
        if let (Some(old), Some(new)) = (pair.old, pair.new)
            && old.is_object()
            && new.is_object()
        {
            for member in member_pairs(old, new, &pair.at) {
                let part = Part::Unit { key: key.to_owned(), at: member.at.clone() };
                let pointer = stands.join(member.at.last().unwrap_or_default());
                self.unit(depth + 1, part, unit_label(&member.at), &member, pointer, own);
            }
        }
        self.close(place);
    }

    fn differs(&mut self, place: usize, differs: usize, of: usize) {
        self.rows[place].differs = Some((differs, of));
        self.rows[place].detail = values_differ(differs, of);
    }

    fn scripts(&mut self, marks: &EntityMarks) {
        let section = self.open(row(RowId::Section(Section::Scripts), 0, ""));
        for key in Group::Scripts.keys() {
            let before = self.rows.len();
            self.key(1, key);
            // A list that only one of the two has says as much as one that both have.
            let there = self.rows.get(before).is_some_and(|row| row.below == 0 && row.mark.is_some());
            if *key == "sceneScriptIds" && there {
                let (old, new) = (self.from.scene_key(key), self.to.scene_key(key));
                if old.is_none() || new.is_none() {
                    self.scene_scripts(before, old, new);
                    self.close(before);
                }
            }
        }
        for (index, mark) in marks.marks.iter().enumerate() {
            if let (Some(Mark::Changed), Some(was)) = (mark, marks.was[index]) {
                let (was, is) = (self.from.entities[was as usize], self.to.entities[index]);
                self.entity_script(was, is);
            }
        }
        self.close(section);
    }

    /// The scripts that only one of two lists attaches.
    fn scene_scripts(&mut self, place: usize, old: Option<Ref<'a>>, new: Option<Ref<'a>>) {
        let (depth, own, at) = (self.rows[place].depth + 1, self.rows[place].own, self.rows[place].pointer.clone());
        let Some((before, after)) = script_ids(old).zip(script_ids(new)) else { return };
        let gone = before.iter().enumerate().filter(|(_, id)| !after.contains(id)).map(|(index, id)| (index, id, true));
        let come = after.iter().enumerate().filter(|(_, id)| !before.contains(id)).map(|(index, id)| (index, id, false));
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        for (index, id, removed) in gone.chain(come).filter(|(_, id, _)| seen.insert(id)) {
            let value = if removed { old } else { new }.and_then(|list| list.index(index));
            let pair = Pair { at: pointer![id], old: value.filter(|_| removed), new: value.filter(|_| !removed) };
            let pointer = if removed { self.from.key_pointer("sceneScriptIds") } else { at.clone() };
            let label = self.script_name(id);
            let row = self.unit(depth, Part::SceneScript(id.clone()), label, &pair, pointer.join(index), own);
            self.rows[row].detail = if removed { "Detached" } else { "Attached" }.to_owned();
            self.counts.scripts += 1;
        }
        if seen.is_empty() {
            self.rows[place].detail =
                if before.is_empty() && after.is_empty() { "None attached" } else { "In another order" }.to_owned();
        }
    }

    /// The row that tells that an entity's script, or the settings of it, are others.
    fn entity_script(&mut self, was: ResolvedEntity<'a>, is: ResolvedEntity<'a>) {
        let Some(id) = is.entity().id() else { return };
        let of = |entity: ResolvedEntity<'a>, key: &str| entity.entity().metadata(key);
        let (old, new) = (of(was, "scriptId"), of(is, "scriptId"));
        let differs = |key: &str| !Ref::both_equal(of(was, key), of(is, key));
        if !differs("scriptId") && !differs("scriptVars") {
            return;
        }
        let attached = |value: Option<Ref<'a>>| value.and_then(Ref::as_str).map(|id| self.script_name(&id));
        let detail = match (attached(old), attached(new)) {
            (None, Some(script)) => format!("{script} attached"),
            (Some(script), None) => format!("{script} detached"),
            (Some(a), Some(b)) if a != b => format!("{b} instead of {a}"),
            _ => "Other settings".to_owned(),
        };
        let pair = Pair { at: pointer!["metadata", "scriptId"], old, new };
        let pointer = self.to.pointer(&is).concat(&pair.at);
        let own = is.origin != Origin::Base;
        let place =
            self.unit(1, Part::EntityScript(id.into_owned()), format!("Script of {}", is.entity().title()), &pair, pointer, own);
        self.rows[place].mark = Some(if old.is_some() && new.is_some() { Mark::Changed } else { mark_of(old, new) });
        self.rows[place].detail = detail;
        self.rows[place].bytes = 0;
        self.counts.scripts += 1;
    }

    fn script_name(&self, id: &str) -> String {
        let script = self.to.scene().script(id);
        script.and_then(named).map_or_else(|| id.to_owned(), Cow::into_owned)
    }
}

/// What an element is called, where it has a name beside its identity.
fn named(value: Ref<'_>) -> Option<Cow<'_, str>> {
    let text = |key| value.get(key).and_then(Ref::as_str).filter(|text| !text.trim().is_empty());
    text("displayName").or_else(|| text("name")).or_else(|| text("label"))
}

fn values_differ(differs: usize, of: usize) -> String {
    format!("{differs} of {} {}", counted(of, "value"), if differs == 1 { "differs" } else { "differ" })
}
