//! The form engine: draws the fields of a document (a manifest, a minigame definition) from its field table, each with its
//! label, its control, what stands beside it and its problems.
//!
//! - this file: [`Form`], what every field sees and asks for, and [`FormState`], what is kept between frames
//! - `row`: one row of the three columns, with notes, locks, counters and *Remove*
//! - `leaf`: texts, numbers, switches, pickers; `long`: texts too long to be laid out in every frame
//! - `list`, `elements`: lists of texts and of objects, with the keys and the drag that reorder them; `chips` for words
//! - `object`: objects inside, those of several kinds, and maps
//! - `rest`: values of another kind than their field's, unknown keys, keys that the pack's type cannot use
//! - `pick`: lists to choose from, with words to search or type; `paths`: the pack's files; `pictures`: thumbnails;
//!   `scripts`: what the entry script uses
//! - `names`, `problems`, `columns`: words, problems by place, measures
//!
//! Nothing here knows a tab or changes a document: what the person wants is collected as wishes. A field's rules, its
//! words and its default are the table's.

mod chips;
pub mod columns;
pub mod elements;
mod leaf;
mod list;
mod long;
pub mod markdown;
pub mod names;
mod object;
pub mod paths;
pub mod pick;
pub mod pictures;
pub mod problems;
mod rest;
mod row;
pub mod scripts;

pub use leaf::TextLook;
pub use row::{Beside, Row};

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use egui::Ui;
use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_core::check::Diagnostic;
use tablewright_core::edit::ManifestOp;
use tablewright_core::json::{Document, Pointer, Ref, Value};
use tablewright_core::manifest::{PackType, slug_of, table};
use tablewright_core::pointer;
use tablewright_core::shape::{ANY_LENGTH, Field, Rule};

use crate::media::sounds::Sounds;
use crate::panels::Wish;
use crate::session::{Action, Pending, Session};
use columns::Columns;
use paths::PackPaths;
use pictures::Pictures;
use problems::ProblemIndex;
use scripts::ScriptUses;

/// What a form keeps between frames.
#[derive(Default)]
pub struct FormState {
    /// Cards that are open.
    open: FxHashSet<Pointer>,
    /// Heights of open cards in the last frame.
    heights: FxHashMap<Pointer, f32>,
    /// The element that the keyboard is at: its list and its number.
    element: Option<(Pointer, usize)>,
    /// The element that gets the keyboard at the next frame.
    focus: Option<Pointer>,
    /// The element that has the keyboard because it was clicked: it needs no ring.
    clicked: Option<Pointer>,
    drag: Option<list::Drag>,
    /// The element whose fields have the keyboard, drawn also where it is not seen.
    editing: Option<Pointer>,
    /// The field that is being typed in and how long its text is now.
    typing: Option<(Pointer, usize)>,
    /// Where to scroll, and for how many frames still: cards open one inside the other.
    target: Option<(Pointer, u8)>,
    flash: Option<(Pointer, f64)>,
    asked: Option<ElementCommand>,
    problems: ProblemIndex,
    lengths: long::Lengths,
    /// The page address was taken away: it is not made again by itself.
    no_slug: bool,
    /// The files of the pack.
    pub paths: PackPaths,
    /// Pictures of the pack.
    pub pictures: Pictures,
    /// What the entry script uses.
    pub scripts: ScriptUses,
    /// Sounds of the pack.
    pub sounds: Sounds,
}

/// What a command of the window asks of the selected element of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElementCommand {
    /// Take it out.
    Remove,
    /// Put a copy after it.
    Duplicate,
}

/// Seconds that a field flashes after somebody was led to it.
const FLASH: f64 = 1.4;

impl FormState {
    /// Leads to the field at `at`: its cards open, it is scrolled to, and it flashes.
    pub fn lead_to(&mut self, at: &Pointer) {
        let mut way = Pointer::root();
        for token in at.tokens() {
            way = way.join(token);
            self.open.insert(way.clone());
        }
        self.target = Some((at.clone(), 4));
        self.flash = None;
    }

    /// Whether somebody is being led to `at` or to a place inside it.
    pub fn leads_into(&self, at: &Pointer) -> bool {
        let target = self.target.as_ref().map(|(place, _)| place);
        target.or(self.flash.as_ref().map(|(place, _)| place)).is_some_and(|place| at.contains(place))
    }

    /// The selected element of a list, if there is one.
    pub fn element(&self) -> Option<&(Pointer, usize)> {
        self.element.as_ref()
    }

    /// Asks for something to be done with the selected element at the next frame.
    pub fn ask(&mut self, command: ElementCommand) {
        self.asked = Some(command);
    }

    /// Takes in the present problems; counts are by place.
    pub fn problems(&mut self, session: &Session) -> &ProblemIndex {
        self.problems.refresh(session.problems());
        &self.problems
    }

    /// Ends a frame: what was for this one alone goes.
    pub fn end_frame(&mut self) {
        self.target = self.target.take().and_then(|(at, frames)| Some((at, frames.checked_sub(1)?)));
        if self.drag.is_some() || self.target.is_some() {
            return;
        }
        // A card that is gone needs no height any more.
        if self.heights.len() > 4 * self.open.len() + 64 {
            self.heights.retain(|at, _| self.open.contains(at));
        }
    }

    /// Looks at the pack's files again when they are asked for next.
    pub fn look_again(&mut self) {
        self.paths.look_again();
        self.pictures.look_again();
        self.scripts.look_again();
        self.sounds.look_again();
    }
}

/// A place of the manifest with all that is known of it.
#[derive(Clone)]
pub struct Place<'a> {
    /// Where it is.
    pub at: Pointer,
    /// Its field, or that of the list that it is an element of.
    pub field: &'static Field,
    /// Its own rule, below what real packs alone tell.
    pub rule: &'static Rule,
    /// What stands there.
    pub value: Option<Ref<'a>>,
    /// What the label column says.
    pub label: String,
    /// What it is called where it stands alone, also for screen readers: *Players, at most*.
    pub name: String,
    /// It is an element of a list, not a member of an object.
    pub is_element: bool,
}

impl<'a> Place<'a> {
    /// The text that stands there; empty where there is none.
    pub fn text(&self) -> Cow<'a, str> {
        self.value.and_then(Ref::as_str).unwrap_or_default()
    }

    /// Whether taking it out leaves the manifest whole: a field that may be missing.
    pub fn is_optional(&self) -> bool {
        !self.is_element && !self.field.required
    }

    /// The longest text that it takes, in UTF-16 units.
    pub fn longest(&self) -> Option<usize> {
        match self.rule {
            Rule::Text(_, max) | Rule::Trimmed(_, max) | Rule::Pattern(_, max, _) => Some(*max).filter(|max| *max != ANY_LENGTH),
            _ => None,
        }
    }
}

/// What a form's document belongs to.
pub trait Source {
    /// The problems of the document.
    fn problems(&self) -> &Arc<[Diagnostic]>;

    /// Texts that wait in their fields, by the places of these.
    fn all_pending(&self) -> &BTreeMap<Pointer, Pending>;

    /// The text that waits in the field at `at`.
    fn pending(&self, at: &Pointer) -> Option<&Pending> {
        self.all_pending().get(at)
    }

    /// The folder that paths are counted from.
    fn root(&self) -> &Path;

    /// The open pack, where the document is its manifest.
    fn pack(&self) -> Option<&Session> {
        None
    }
}

impl Source for Session {
    fn problems(&self) -> &Arc<[Diagnostic]> {
        self.problems()
    }

    fn all_pending(&self) -> &BTreeMap<Pointer, Pending> {
        self.all_pending()
    }

    fn root(&self) -> &Path {
        self.root()
    }

    fn pack(&self) -> Option<&Session> {
        Some(self)
    }
}

/// What a form's tabs see and ask for, for one frame.
pub struct Form<'a> {
    /// What the document belongs to: the open pack, a minigame.
    pub session: &'a dyn Source,
    /// The document with the edits in it: the manifest, a definition.
    pub manifest: &'a Document,
    /// Its field table.
    pub table: &'static Rule,
    /// What kind of pack it is; `None` for a word that is none of the four.
    pub kind: Option<PackType>,
    /// What is kept between frames.
    pub state: &'a mut FormState,
    /// What the person asked for in this frame.
    pub wishes: Vec<Wish>,
    /// The columns of the page that is drawn.
    pub columns: Columns,
    /// The present instant, ISO 8601 in UTC, for records that are made.
    pub now: String,
    /// Only these top-level keys are shown: those that a search found.
    pub only: Option<FxHashSet<&'static str>>,
    /// Draws fields of a tab in a way of its own; `false` leaves a field to the engine.
    pub special: Option<Special>,
}

/// See [`Form::special`].
pub type Special = for<'f> fn(&mut Form<'f>, &mut Ui, &Place<'_>) -> bool;

impl<'a> Form<'a> {
    /// A form over the pack's manifest; `None` where that cannot be read.
    pub fn new(session: &'a Session, state: &'a mut FormState) -> Option<Self> {
        let manifest = session.manifest()?;
        let kind = manifest.root().get("type").and_then(|word| PackType::parse(&word.as_str()?));
        Some(Self { kind, ..Self::of(session, manifest, &table::MANIFEST_RULE, state) })
    }

    /// A form over a document with this field table.
    pub fn of(source: &'a dyn Source, document: &'a Document, table: &'static Rule, state: &'a mut FormState) -> Self {
        state.problems.refresh(source.problems());
        Self {
            session: source,
            manifest: document,
            table,
            kind: None,
            state,
            wishes: Vec::new(),
            columns: Columns::of(0.0, 0.0),
            now: crate::clock::instant(),
            only: None,
            special: None,
        }
    }

    /// The top level of the field table.
    pub fn fields(&self) -> &'static [Field] {
        match self.table.plain() {
            Rule::Object(shape) => shape.fields,
            _ => &[],
        }
    }

    /// What a place is called.
    pub fn name_of(&self, at: &Pointer) -> String {
        names::place_in(self.table, at, self.kind)
    }

    /// How many problems stand at a place and below it.
    pub fn counts(&self, at: &Pointer) -> problems::Counts {
        self.state.problems.counts(at)
    }

    /// Whether a top-level key is shown: the pack's type may carry it, and no search has left it out.
    pub fn shows(&self, key: &str) -> bool {
        let known = self.fields().iter().find(|field| field.key == key).is_some_and(|field| self.carries(field));
        known && self.only.as_ref().is_none_or(|only| only.contains(key))
    }

    /// Whether the pack's type may carry a field. A type that cannot be read may carry all.
    pub fn carries(&self, field: &Field) -> bool {
        self.kind.is_none_or(|kind| field.is_for(kind))
    }

    /// The place at `at`, where the field table reaches it.
    pub fn place(&self, at: &Pointer) -> Option<Place<'a>> {
        let row = self.row_at(at)?;
        let is_element = at.parent().and_then(|list| self.row_at(&list)).is_some_and(|above| {
            let above = above.rule.plain();
            matches!(above, Rule::List(..) | Rule::Map(_))
        });
        let name = self.name_of(at);
        let label = if is_element { name.clone() } else { names::label(row.field, self.kind).to_owned() };
        let value = self.manifest.at(at);
        Some(Place { at: at.clone(), field: row.field, rule: row.rule.plain(), value, label, name, is_element })
    }

    /// What the table says of a place. Where an object is of one of several kinds, its own kind answers.
    fn row_at(&self, at: &Pointer) -> Option<tablewright_core::shape::Row> {
        let (last, above) = at.tokens().split_last()?;
        let above: Pointer = above.iter().collect();
        if let Some(row) = self.table.row_at(above.tokens())
            && let Rule::Tagged { tag, cases } = row.rule.plain()
        {
            let word = self.manifest.at(&above).and_then(|value| value.get(tag)?.as_str());
            let field = cases.iter().find(|(name, _)| word.as_deref() == Some(*name)).and_then(|(_, shape)| shape.field(last));
            if let Some(field) = field {
                return Some(tablewright_core::shape::Row { field, rule: &field.rule });
            }
        }
        self.table.row_at(at.tokens())
    }

    /// Draws the field at `at` as its rule says.
    pub fn field(&mut self, ui: &mut Ui, at: &Pointer) {
        if let [key] = at.tokens()
            && !self.shows(key)
        {
            return;
        }
        if let Some(place) = self.place(at) {
            self.field_of(ui, &place);
        }
    }

    /// Draws all fields of one part of the table.
    pub fn group(&mut self, ui: &mut Ui, group: &str) {
        for field in self.fields().iter().filter(|field| field.group == group) {
            self.field(ui, &pointer![field.key]);
        }
    }

    /// Asks for edits of the manifest, as one undo step. The first edit gives the page an address, made from the name.
    pub fn act(&mut self, label: impl Into<String>, mut ops: Vec<ManifestOp>) {
        if let Some(slug) = self.first_slug(&ops) {
            ops.push(slug);
        }
        self.wishes.push(Wish::Act(Action::Manifest { label: label.into(), ops, merge: None }));
    }

    fn first_slug(&mut self, ops: &[ManifestOp]) -> Option<ManifestOp> {
        self.session.pack()?;
        let at = pointer!["slug"];
        if let Some(op) =
            ops.iter().find(|op| matches!(op, ManifestOp::Set(place, _) | ManifestOp::Remove(place) if *place == at))
        {
            self.state.no_slug = matches!(op, ManifestOp::Remove(_));
            return None;
        }
        if self.state.no_slug || self.manifest.at(&at).is_some() {
            return None;
        }
        let renamed = ops.iter().rev().find_map(|op| match op {
            ManifestOp::Set(place, Value::String(name)) if *place == pointer!["name"] => Some(name.clone()),
            _ => None,
        });
        let name = renamed.or_else(|| Some(self.manifest.root().get("name")?.as_str()?.into_owned()))?;
        let slug = slug_of(&name);
        (!slug.is_empty()).then(|| ManifestOp::Set(at, slug.into()))
    }

    /// Writes a value to a place.
    pub fn set(&mut self, place: &Place<'_>, value: impl Into<Value>) {
        self.act(format!("Change {}", names::inside(&place.name)), vec![ManifestOp::Set(place.at.clone(), value.into())]);
    }

    /// Takes a place out of the manifest.
    pub fn remove(&mut self, place: &Place<'_>) {
        self.forget(&place.at);
        self.act(format!("Remove {}", names::inside(&place.name)), vec![ManifestOp::Remove(place.at.clone())]);
    }

    /// Keeps what was typed into a field and cannot be written there. `why` ends the sentence *Not saved: …*.
    pub fn wait(&mut self, place: &Place<'_>, text: &str, why: impl Into<String>) {
        let pending = Pending { label: place.name.clone(), text: text.to_owned(), why: why.into() };
        self.wishes.push(Wish::Act(Action::Pend(place.at.clone(), Some(pending))));
    }

    /// Forgets what waits in a field.
    pub fn forget(&mut self, at: &Pointer) {
        if self.session.pending(at).is_some() {
            self.wishes.push(Wish::Act(Action::Pend(at.clone(), None)));
        }
    }

    /// Draws with labels that begin further inside.
    pub fn deeper<R>(&mut self, by: f32, draw: impl FnOnce(&mut Self) -> R) -> R {
        let kept = self.columns;
        self.columns = kept.deeper(by);
        let drawn = draw(self);
        self.columns = kept;
        drawn
    }
}
