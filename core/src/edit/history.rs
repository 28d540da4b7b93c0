//! The history: every edit of either document goes through it, labelled, one gesture one step.
//!
//! A step keeps the documents before and after it, which share all that did not change, so undo gives back the very
//! state that was there. An edit is made before it comes here and cannot fail in here: a failed edit pushes nothing.
//! Built on [`undo::Record`], whose limit counts steps; the budget in bytes is ours.

use crate::Result;
use crate::json::{Document, unshared_bytes};
use undo::{Edit, Merged, Record};

/// The most steps that are kept.
pub const MAX_STEPS: usize = 1_000;

/// About how many bytes the steps may hold; the oldest go first. The latest step stays, however large.
pub const MAX_BYTES: usize = 128 << 20;

/// The two documents of a pack. One that cannot be read is not there.
#[derive(Debug, Clone, Default)]
pub struct Roots {
    /// `diceytable.mod.json`.
    pub manifest: Option<Document>,
    /// The scene, `setup.json`.
    pub scene: Option<Document>,
}

impl Roots {
    /// Whether the two are one and the same state, found without looking inside.
    pub fn same(&self, other: &Self) -> bool {
        let same = |a: &Option<Document>, b: &Option<Document>| match (a, b) {
            (Some(a), Some(b)) => a.same(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        same(&self.manifest, &other.manifest) && same(&self.scene, &other.scene)
    }

    /// About how many bytes these hold that `before` does not share.
    fn bytes_over(&self, before: &Self) -> usize {
        let bytes = |before: &Option<Document>, after: &Option<Document>| match (before, after) {
            (Some(before), Some(after)) => unshared_bytes(before, after),
            _ => 0,
        };
        256 + bytes(&before.manifest, &self.manifest) + bytes(&before.scene, &self.scene)
    }
}

/// Says which edits belong to one gesture: those that follow each other with equal keys become one step. The number of
/// the interaction changes at pointer release, focus loss and Enter, so that two gestures on one field stay two.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MergeKey {
    /// What is done, and to what; for example `move` and a place in a document.
    pub what: String,
    /// The number of the interaction.
    pub interaction: u64,
}

impl MergeKey {
    /// The key of one gesture.
    pub fn new(what: impl Into<String>, interaction: u64) -> Self {
        Self { what: what.into(), interaction }
    }
}

/// Names a state of the documents: what a save remembers while it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(u64);

/// A row of the history panel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<'a> {
    /// What [`History::go_to`] takes; 0 is the state before the first step that is kept.
    pub index: usize,
    /// What was done; empty for row 0.
    pub label: &'a str,
    /// Whether this is the present state.
    pub current: bool,
    /// Whether this is what was saved last.
    pub saved: bool,
    /// Whether this was undone and can be redone.
    pub undone: bool,
}

/// How a step joins the one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Joins {
    /// Not at all.
    No,
    /// Where that one has the same key.
    Same(MergeKey),
    /// In any case: it puts right what the step before did.
    Amends,
}

/// What the record keeps.
#[derive(Debug, Clone)]
struct Entry {
    label: String,
    before: Roots,
    after: Roots,
    /// The names of the states before and after.
    from: StateId,
    state: StateId,
    joins: Joins,
    key: Option<MergeKey>,
    bytes: usize,
}

impl Edit for Entry {
    type Target = Roots;
    type Output = ();

    fn edit(&mut self, roots: &mut Roots) {
        *roots = self.after.clone();
    }

    fn undo(&mut self, roots: &mut Roots) {
        *roots = self.before.clone();
    }

    fn merge(&mut self, next: Self) -> Merged<Self> {
        let joins = match &next.joins {
            Joins::No => false,
            Joins::Amends => true,
            Joins::Same(key) => self.key.as_ref() == Some(key),
        };
        if !joins {
            return Merged::No(next);
        }
        if next.after.same(&self.before) {
            return Merged::Annul;
        }
        self.bytes = next.after.bytes_over(&self.before);
        self.after = next.after;
        self.state = next.state;
        Merged::Yes
    }
}

/// The documents and how they came to be. See the module's description.
#[derive(Debug)]
pub struct History {
    record: Record<Entry>,
    roots: Roots,
    /// The state before the first step that is kept.
    first: StateId,
    next_state: u64,
    revision: u64,
    /// Whether the next edit starts a step of its own, as after an undo.
    sealed: bool,
    max_bytes: usize,
}

impl History {
    /// The history of a pack as it was loaded, which is what was saved last.
    pub fn new(roots: Roots) -> Self {
        Self::with_budget(roots, MAX_STEPS, MAX_BYTES)
    }

    /// A history that keeps at most so many steps and about so many bytes; at least one step.
    pub fn with_budget(roots: Roots, max_steps: usize, max_bytes: usize) -> Self {
        let record = Record::builder().limit(max_steps.max(1)).build();
        Self { record, roots, first: StateId(0), next_state: 1, revision: 0, sealed: true, max_bytes }
    }

    /// The documents as they are now.
    pub fn roots(&self) -> &Roots {
        &self.roots
    }

    /// The manifest as it is now.
    pub fn manifest(&self) -> Option<&Document> {
        self.roots.manifest.as_ref()
    }

    /// The scene as it is now.
    pub fn scene(&self) -> Option<&Document> {
        self.roots.scene.as_ref()
    }

    /// Grows with every change of [`Self::roots`], undo and redo included: what a job's answer is checked against.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Makes `after` the present state, as a step called `label`. Joins the step before where both have the same merge
    /// key and nothing came between. False, and no step, where nothing differs.
    pub fn apply(&mut self, label: impl Into<String>, after: Roots, merge: Option<MergeKey>) -> bool {
        let joins = match &merge {
            Some(key) if !self.sealed => Joins::Same(key.clone()),
            _ => Joins::No,
        };
        self.push(label.into(), after, merge, joins)
    }

    /// Makes `after` the present state, as a step of its own even where no document differs: one that changes files. Its
    /// name is what [`Self::undo_state`] gives then.
    pub fn apply_with_files(&mut self, label: impl Into<String>, after: Roots) -> StateId {
        self.record_step(label.into(), after, None, Joins::No);
        // What follows never joins it: it would be taken back with the files.
        self.sealed = true;
        self.state()
    }

    /// Makes the edit that `edit` gives for the present state; an edit that fails changes nothing and leaves no step.
    ///
    /// # Errors
    /// That of `edit`.
    pub fn try_apply(
        &mut self,
        label: impl Into<String>,
        merge: Option<MergeKey>,
        edit: impl FnOnce(&Roots) -> Result<Roots>,
    ) -> Result<bool> {
        let after = edit(&self.roots)?;
        Ok(self.apply(label, after, merge))
    }

    /// Makes `after` what the latest step led to, instead of the present state: *Change them too* and the like. After a
    /// save or an undo it is a step of its own, called as the one that it puts right.
    pub fn amend(&mut self, after: Roots) -> bool {
        let label = self.undo_label().unwrap_or_default().to_owned();
        let joins = if self.sealed { Joins::No } else { Joins::Amends };
        self.push(label, after, None, joins)
    }

    /// The documents before the latest step, from which an edit is made again to be given to [`Self::amend`].
    pub fn before_latest(&self) -> Option<&Roots> {
        self.entry(self.record.head().checked_sub(1)?).map(|entry| &entry.before)
    }

    fn push(&mut self, label: String, after: Roots, key: Option<MergeKey>, joins: Joins) -> bool {
        if after.same(&self.roots) {
            return false;
        }
        self.record_step(label, after, key, joins);
        true
    }

    fn record_step(&mut self, label: String, after: Roots, key: Option<MergeKey>, joins: Joins) {
        let state = StateId(self.next_state);
        self.next_state += 1;
        self.revision += 1;
        let before = self.roots.clone();
        let bytes = after.bytes_over(&before);
        let from = self.state();
        self.record.edit(&mut self.roots, Entry { label, before, after, from, state, joins, key, bytes });
        if let Some(entry) = self.entry(0) {
            self.first = entry.from;
        }
        self.sealed = false;
        self.keep_budget();
    }

    /// Takes back the latest step; its label.
    pub fn undo(&mut self) -> Option<String> {
        let label = self.undo_label()?.to_owned();
        self.record.undo(&mut self.roots);
        self.moved();
        Some(label)
    }

    /// Makes the step that was taken back last again; its label.
    pub fn redo(&mut self) -> Option<String> {
        let label = self.redo_label()?.to_owned();
        self.record.redo(&mut self.roots);
        self.moved();
        Some(label)
    }

    /// Goes to a row of [`Self::steps`]; false where there is no such row.
    pub fn go_to(&mut self, index: usize) -> bool {
        if index > self.record.len() {
            return false;
        }
        if index != self.record.head() {
            self.record.go_to(&mut self.roots, index);
            self.moved();
        }
        true
    }

    fn moved(&mut self) {
        self.revision += 1;
        self.sealed = true;
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&str> {
        self.entry(self.record.head().checked_sub(1)?).map(|entry| entry.label.as_str())
    }

    /// What redo would make again.
    pub fn redo_label(&self) -> Option<&str> {
        self.entry(self.record.head()).map(|entry| entry.label.as_str())
    }

    /// Names the step that undo would take back: the state that it led to.
    pub fn undo_state(&self) -> Option<StateId> {
        self.entry(self.record.head().checked_sub(1)?).map(|entry| entry.state)
    }

    /// Names the step that redo would make again: the state that it leads to.
    pub fn redo_state(&self) -> Option<StateId> {
        self.entry(self.record.head()).map(|entry| entry.state)
    }

    /// The row of what was saved last, while it is kept.
    pub fn saved(&self) -> Option<usize> {
        self.record.saved()
    }

    /// The rows of the history panel: the first state that is kept, then every step, undone ones included.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        let (head, saved) = (self.record.head(), self.record.saved());
        let labels = std::iter::once("").chain(self.record.entries().map(|e| e.as_ref().label.as_str()));
        labels.enumerate().map(move |(index, label)| Step {
            index,
            label,
            current: index == head,
            saved: Some(index) == saved,
            undone: index > head,
        })
    }

    /// The row of the present state.
    pub fn head(&self) -> usize {
        self.record.head()
    }

    /// Names the present state, for a save that ends later.
    pub fn state(&self) -> StateId {
        self.state_of(self.record.head())
    }

    fn state_of(&self, index: usize) -> StateId {
        index.checked_sub(1).and_then(|i| self.entry(i)).map_or(self.first, |entry| entry.state)
    }

    fn entry(&self, index: usize) -> Option<&Entry> {
        self.record.get_entry(index).map(AsRef::as_ref)
    }

    /// Whether the present state is what was saved last.
    pub fn is_saved(&self) -> bool {
        self.record.is_saved()
    }

    /// Notes that the present state was saved. The next edit starts a step of its own.
    pub fn set_saved(&mut self) {
        self.record.set_saved();
        self.sealed = true;
    }

    /// Notes that a state was saved that may lie behind the present one by now. Where it is no longer kept, or became
    /// part of a longer gesture, nothing counts as saved; false then.
    pub fn set_saved_at(&mut self, state: StateId) -> bool {
        let head = self.record.head();
        let Some(index) = (0..=self.record.len()).find(|i| self.state_of(*i) == state) else {
            self.record.clear_saved();
            return false;
        };
        let mut roots = self.roots.clone();
        self.record.go_to(&mut roots, index);
        self.record.set_saved();
        self.record.go_to(&mut roots, head);
        self.sealed |= index == head;
        true
    }

    /// Notes that what is on the disk is no state that is kept.
    pub fn forget_saved(&mut self) {
        self.record.clear_saved();
        self.sealed = true;
    }

    /// Drops the oldest steps while all together hold too much.
    fn keep_budget(&mut self) {
        let bytes: Vec<usize> = self.record.entries().map(|e| e.as_ref().bytes).collect();
        let mut total: usize = bytes.iter().sum();
        if total <= self.max_bytes || self.record.can_redo() {
            return;
        }
        // Dropping an eighth more than needed keeps this rare.
        let wanted = self.max_bytes - self.max_bytes / 8;
        let mut dropped = 0;
        while total > wanted && dropped + 1 < bytes.len() {
            total -= bytes[dropped];
            dropped += 1;
        }
        self.forget(dropped);
    }

    /// Forgets the oldest steps. The record cannot, so the rest moves to a new one.
    fn forget(&mut self, count: usize) {
        let saved = self.record.saved().and_then(|saved| saved.checked_sub(count));
        let mut record = Record::builder().limit(self.record.limit()).saved(false).build();
        let mut roots = self.roots.clone();
        for entry in self.record.entries().skip(count).map(AsRef::as_ref) {
            record.edit(&mut roots, Entry { joins: Joins::No, ..entry.clone() });
        }
        if let Some(saved) = saved {
            let head = record.head();
            record.go_to(&mut roots, saved);
            record.set_saved();
            record.go_to(&mut roots, head);
        }
        self.record = record;
        if let Some(entry) = self.entry(0) {
            self.first = entry.from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Value;
    use crate::pointer;
    use crate::{Error, ErrorKind};

    fn start() -> Roots {
        let doc = |text: &str| Some(Document::parse(text.as_bytes()).unwrap());
        Roots { manifest: doc(r#"{"name":"Go"}"#), scene: doc(r#"{"x":0}"#) }
    }

    fn with_x(roots: &Roots, x: i32) -> Roots {
        let scene = roots.scene.as_ref().map(|s| s.set(&pointer!["x"], Value::from(x)).unwrap());
        Roots { scene, ..roots.clone() }
    }

    fn put(history: &mut History, x: i32, merge: Option<MergeKey>) -> bool {
        let after = with_x(history.roots(), x);
        history.apply(format!("x {x}"), after, merge)
    }

    fn x(history: &History) -> i32 {
        history.scene().unwrap().root().get("x").unwrap().as_f64().unwrap() as i32
    }

    fn rows(history: &History) -> String {
        let row = |step: Step<'_>| {
            let marks = [(step.current, ">"), (step.saved, "s"), (step.undone, "u")];
            let marks: String = marks.into_iter().filter(|(on, _)| *on).map(|(_, mark)| mark).collect();
            format!("{marks}{}", step.label.replace("x ", ""))
        };
        history.steps().map(row).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn undo_gives_back_the_very_state_and_redo_makes_it_again() {
        let first = start();
        let mut history = History::new(first.clone());
        put(&mut history, 1, None);
        let manifest = first.manifest.as_ref().unwrap().set(&pointer!["name"], "Weiqi".into()).unwrap();
        let both = Roots { manifest: Some(manifest), ..with_x(history.roots(), 2) };
        assert!(history.apply("Rename", both, None));
        assert_eq!((history.undo_label(), history.redo_label()), (Some("Rename"), None));
        assert_eq!(history.undo().as_deref(), Some("Rename"));
        assert_eq!(history.manifest().unwrap().text(), r#"{"name":"Go"}"#);
        assert_eq!(history.undo().as_deref(), Some("x 1"));
        assert!(history.roots().same(&first));
        assert_eq!(history.undo(), None);
        assert_eq!((history.redo().as_deref(), history.redo().as_deref()), (Some("x 1"), Some("Rename")));
        assert_eq!((x(&history), history.redo()), (2, None));
    }

    #[test]
    fn one_gesture_is_one_step() {
        let mut history = History::new(start());
        let drag = |n| Some(MergeKey::new("x", n));
        for x in 1..=3 {
            put(&mut history, x, drag(1));
        }
        put(&mut history, 4, drag(2));
        put(&mut history, 5, Some(MergeKey::new("y", 2)));
        put(&mut history, 6, None);
        put(&mut history, 7, None);
        assert_eq!(rows(&history), "s 1 4 5 6 >7");
        history.go_to(1);
        assert_eq!(x(&history), 3);
        // After going somewhere the gesture is over.
        put(&mut history, 9, drag(1));
        assert_eq!(rows(&history), "s 1 >9");
    }

    #[test]
    fn a_gesture_that_ends_where_it_began_leaves_no_step() {
        let first = start();
        let mut history = History::new(first.clone());
        put(&mut history, 1, Some(MergeKey::new("x", 1)));
        assert!(history.apply("x", first, Some(MergeKey::new("x", 1))));
        assert_eq!(rows(&history), ">s");
        assert!(history.is_saved());
    }

    #[test]
    fn an_edit_that_fails_or_changes_nothing_leaves_no_step() {
        let mut history = History::new(start());
        let revision = history.revision();
        let failed = history.try_apply("Bad", None, |_| Err(Error::new(ErrorKind::Refused, "No")));
        assert!(failed.is_err());
        let same = history.roots().clone();
        assert!(!history.apply("Nothing", same, None));
        assert_eq!((rows(&history).as_str(), history.revision()), (">s", revision));
        assert!(history.try_apply("x 1", None, |roots| Ok(with_x(roots, 1))).unwrap());
        assert!(history.revision() > revision);
    }

    #[test]
    fn the_saved_point_survives_undo_and_redo_and_is_not_merged_over() {
        let mut history = History::new(start());
        let drag = || Some(MergeKey::new("x", 1));
        put(&mut history, 1, drag());
        history.set_saved();
        put(&mut history, 2, drag());
        assert_eq!(rows(&history), " s1 >2");
        history.undo();
        assert!(history.is_saved());
        history.undo();
        assert!(!history.is_saved());
        history.redo();
        assert!(history.is_saved());
        history.undo();
        put(&mut history, 3, None);
        assert_eq!(rows(&history), " >3");
        assert!(!history.is_saved());
    }

    #[test]
    fn a_save_that_ends_later_marks_the_state_it_wrote() {
        let mut history = History::new(start());
        put(&mut history, 1, None);
        let saving = history.state();
        put(&mut history, 2, Some(MergeKey::new("x", 1)));
        let lost = history.state();
        assert!(history.set_saved_at(saving));
        assert_eq!(rows(&history), " s1 >2");
        put(&mut history, 3, Some(MergeKey::new("x", 1)));
        assert_eq!((rows(&history).as_str(), x(&history)), (" s1 >2", 3));
        assert!(!history.set_saved_at(lost));
        assert_eq!(rows(&history), " 1 >2");
        history.go_to(0);
        let start = history.state();
        assert!(history.set_saved_at(start) && history.is_saved());
    }

    #[test]
    fn what_puts_the_latest_step_right_is_part_of_it() {
        let mut history = History::new(start());
        put(&mut history, 1, None);
        let again = with_x(history.before_latest().unwrap(), 5);
        assert!(history.amend(again));
        assert_eq!((rows(&history).as_str(), x(&history)), ("s >1", 5));
        history.undo();
        assert_eq!((rows(&history).as_str(), x(&history)), (">s u1", 0));
    }

    #[test]
    fn rows_beyond_the_last_are_nowhere() {
        let mut history = History::new(start());
        put(&mut history, 1, None);
        assert!(history.go_to(0) && history.go_to(1) && !history.go_to(2));
        assert_eq!(history.head(), 1);
    }

    #[test]
    fn the_oldest_steps_go_when_there_are_too_many() {
        let mut history = History::with_budget(start(), 3, MAX_BYTES);
        for x in 1..=3 {
            put(&mut history, x, None);
        }
        assert_eq!(rows(&history), "s 1 2 >3");
        let state = history.state();
        put(&mut history, 4, None);
        assert_eq!(rows(&history), " 2 3 >4");
        assert!(history.set_saved_at(state));
        assert_eq!(rows(&history), " 2 s3 >4");
        put(&mut history, 5, None);
        put(&mut history, 6, None);
        assert_eq!(rows(&history), "s 4 5 >6");
        assert!(history.go_to(0) && history.is_saved());
        assert_eq!(x(&history), 3);
    }

    #[test]
    fn the_oldest_steps_go_when_they_hold_too_much() {
        let budget = 16 * 1024;
        let mut history = History::with_budget(start(), MAX_STEPS, budget);
        for x in 1..=500 {
            put(&mut history, x, None);
            let held: usize = history.record.entries().map(|e| e.as_ref().bytes).sum();
            assert!(held <= budget);
        }
        let kept = history.record.len();
        assert!(kept > 5 && kept < 500, "{kept}");
        history.go_to(0);
        assert_eq!(x(&history), 500 - kept as i32);
        // The latest step stays, however large.
        let mut tight = History::with_budget(start(), MAX_STEPS, 1);
        put(&mut tight, 1, None);
        put(&mut tight, 2, None);
        assert_eq!(rows(&tight), " >2");
    }
}
