//! The rows of the inspector: each shows a field of the selection and turns what the person did into one step.

use egui::{Response, Ui, UiBuilder};
use tablewright_core::json::{Pointer, Ref, Value};
use tablewright_core::pointer;
use tablewright_core::variants::{EntityChange, Resolver};

use super::super::{View, Wish};
use super::sheet::{Cell, Sheet, Shown, Triple, effective, pieces};
use crate::session::Action;
use crate::widgets::{self, Edit, NumberKind, Own, TextField, Tone, plain};

/// What was typed and cannot be written: it stays in its field with a note below until it is corrected or put back.
#[derive(Debug, Clone)]
pub(super) struct Held {
    pub field: &'static str,
    pub text: String,
}

/// A field that holds text.
pub(super) struct TextRow {
    pub name: &'static str,
    pub key: &'static str,
    /// What the step is called, before the title of the piece.
    pub verb: &'static str,
    pub hint: &'static str,
    /// An empty text takes the member out.
    pub optional: bool,
    /// Why a text cannot stay as it is.
    pub fault: fn(&str) -> Option<String>,
}

/// A field that holds three numbers.
pub(super) struct TripleRow {
    pub name: &'static str,
    pub key: &'static str,
    pub verb: &'static str,
    pub kind: NumberKind,
    /// What counts where the entity says nothing.
    pub absent: [f64; 3],
}

/// The rows of one selection, while they are drawn.
pub(super) struct Form<'a> {
    pub view: View<'a>,
    pub sheet: &'a Sheet,
    pub held: &'a mut Option<Held>,
    pub wishes: &'a mut Vec<Wish>,
    /// A number was written in this frame.
    pub number: bool,
}

/// Draws in a child `Ui` whose ids depend on `salt` alone: what appears above (a banner, a note) would else give the
/// widgets below other ids, and the one that is being typed in would lose the keyboard.
pub(super) fn steady<R>(ui: &mut Ui, salt: impl std::hash::Hash + std::fmt::Debug, add: impl FnOnce(&mut Ui) -> R) -> R {
    let id = ui.make_persistent_id(salt);
    ui.scope_builder(UiBuilder::new().scope_id(id), add).inner
}

impl Form<'_> {
    /// Texts that are being typed belong to the selection that they were begun on.
    fn salt(&self, name: &'static str) -> (&'static str, usize, String) {
        (name, self.sheet.ids.len(), self.sheet.ids.last().cloned().unwrap_or_default())
    }

    /// One row; `base` is the base's value where it differs.
    pub fn row<R>(
        &mut self,
        ui: &mut Ui,
        name: &'static str,
        key: &'static str,
        base: Option<&str>,
        add: impl FnOnce(&mut Ui) -> R,
    ) -> R {
        let own = base.map(|base| Own { base });
        let response = steady(ui, self.salt(name), |ui| widgets::field(ui, name, own, add));
        if response.revert {
            self.take_base(name, key);
        }
        response.inner
    }

    fn act(&mut self, label: String, changes: Vec<EntityChange>) {
        self.wishes.push(Wish::Act(Action::Entities { label, changes, merge: None }));
    }

    /// Sets a member of all selected, or takes it out.
    pub fn set(&mut self, verb: &str, key: &str, value: Option<&Value>) {
        let change = |id: &String| EntityChange::new(id.clone(), pointer![key], value.cloned());
        let changes = self.sheet.ids.iter().map(change).collect();
        let label = format!("{verb} {}", self.sheet.title);
        self.act(label, changes);
    }

    /// Sets a member of each of the selected to what `value` makes of it.
    pub fn set_each(&mut self, verb: &str, key: &str, value: impl Fn(Ref<'_>) -> Value) {
        let Some(resolved) = self.view.session.resolved() else { return };
        let found = pieces(&resolved, &self.sheet.ids);
        let changes = found.into_iter().map(|(id, piece, _)| EntityChange::new(id, pointer![key], Some(value(piece)))).collect();
        let label = format!("{verb} {}", self.sheet.title);
        self.act(label, changes);
    }

    /// Gives the entity the base's value of one member.
    fn take_base(&mut self, name: &str, key: &str) {
        let (Some(scene), [id]) = (self.view.session.scene(), self.sheet.ids.as_slice()) else { return };
        let resolver = Resolver::new(scene);
        let Some(base) = resolver.base_entity(id) else { return };
        let value = base.value.get(key).map(Ref::share);
        let label = format!("Take the base’s {} for {}", name.to_lowercase(), self.sheet.title);
        let changes = vec![EntityChange::new(id.clone(), Pointer::root().join(key), value)];
        self.act(label, changes);
        *self.held = None;
    }

    /// The text that was typed into a field and could not be written.
    pub fn held(&self, field: &str) -> Option<String> {
        self.held.as_ref().filter(|held| held.field == field).map(|held| held.text.clone())
    }

    /// A note under a field; what is held there can be put back.
    pub fn fault(&mut self, ui: &mut Ui, field: &'static str, sentence: &str) {
        let back = self.held(field).map(|_| "Put back");
        let salt = (self.salt(field), "note");
        if steady(ui, salt, |ui| widgets::note(ui, Tone::Error, sentence, "", back)) {
            *self.held = None;
        }
    }

    /// A field whose value in the document is of another type: it is shown as it stands, with a way to mend it.
    pub fn odd(&mut self, ui: &mut Ui, name: &'static str, key: &'static str, odd: &Odd<'_>) {
        let field = |ui: &mut Ui| {
            TextField::new(name, odd.raw).mono().error(true).locked(Some(odd.wanted)).show(ui);
        };
        self.row(ui, name, key, None, field);
        let salt = (self.salt(name), "odd");
        if steady(ui, salt, |ui| widgets::note(ui, Tone::Error, odd.wanted, "", Some(odd.fix))) {
            self.set("Mend", key, Some(&odd.value));
        }
    }

    /// A field of text. Returns the text's own response.
    pub fn text(&mut self, ui: &mut Ui, row: &TextRow, cell: &Cell<String>) -> Option<Response> {
        if let Shown::Odd(raw) = &cell.shown {
            let value = Value::from(raw.as_str());
            self.odd(ui, row.name, row.key, &Odd { raw, wanted: "Text is needed here.", fix: "Make it text", value });
            return None;
        }
        let held = self.held(row.name);
        let mixed = cell.shown == Shown::Mixed && held.is_none();
        let text = held.unwrap_or_else(|| said(&cell.shown));
        let wanting = !(mixed || row.optional && text.is_empty());
        let fault = Some(()).filter(|()| wanting).and_then(|()| (row.fault)(&text));
        let base = cell.base.as_ref().map(said_or_none);
        let field = TextField::new(row.name, &text).hint(row.hint).error(fault.is_some()).mixed(mixed);
        let (edit, response) = self.row(ui, row.name, row.key, base.as_deref(), |ui| field.show(ui));
        if let Some(sentence) = fault {
            self.fault(ui, row.name, &sentence);
        }
        match edit {
            Edit::Commit(text) => self.take_text(row, text),
            Edit::Cancel => self.forget(row.name),
            Edit::Preview(_) | Edit::Idle => {}
        }
        Some(response)
    }

    fn take_text(&mut self, row: &TextRow, text: String) {
        self.forget(row.name);
        if row.optional && text.trim().is_empty() {
            self.set(row.verb, row.key, None);
        } else if (row.fault)(&text).is_some() {
            *self.held = Some(Held { field: row.name, text });
        } else {
            self.set(row.verb, row.key, Some(&text.into()));
        }
    }

    /// Forgets what is held in a field.
    pub fn forget(&mut self, field: &str) {
        if self.held(field).is_some() {
            *self.held = None;
        }
    }

    /// Three numbers. A mixed axis is set for all; the other axes of each stay as they are.
    pub fn triple(&mut self, ui: &mut Ui, row: &TripleRow, triple: &Triple) {
        if let Some(raw) = &triple.odd {
            let value = Value::object(["x", "y", "z"].into_iter().zip(row.absent.map(Value::from)));
            let fix = if row.absent == [0.0; 3] { "Make it 0, 0, 0" } else { "Make it 1, 1, 1" };
            self.odd(ui, row.name, row.key, &Odd { raw, wanted: "Three numbers are needed here.", fix, value });
            return;
        }
        let mut value = triple.value;
        for axis in (0..3).filter(|axis| triple.mixed[*axis]) {
            // So that typing what the first one has is a change too.
            value[axis] = value[axis].next_up();
        }
        let base = triple.base.as_ref().map(|base| match base {
            Shown::Same(base) => base.map(|number| number_words(row.kind, number)).join(", "),
            Shown::Odd(raw) => raw.clone(),
            Shown::Mixed => String::new(),
        });
        let field = |ui: &mut Ui| widgets::vec3(ui, row.name, value, triple.mixed, row.kind);
        let edit = self.row(ui, row.name, row.key, base.as_deref(), field);
        let Some(new) = edit.committed() else { return };
        let axes = [0, 1, 2].map(|axis| (new[axis] != value[axis]).then_some(new[axis]));
        self.set_axes(row, axes);
    }

    fn set_axes(&mut self, row: &TripleRow, axes: [Option<f64>; 3]) {
        let session = self.view.session;
        let Some(resolved) = session.resolved() else { return };
        let scene = resolved.scene();
        let change = |(id, piece, _): (String, Ref<'_>, _)| {
            let value = with_axes(piece.get(row.key), effective(piece, scene, row.key, row.absent), axes);
            EntityChange::new(id, pointer![row.key], Some(value))
        };
        let changes = pieces(&resolved, &self.sheet.ids).into_iter().map(change).collect();
        let label = format!("{} {}", row.verb, self.sheet.title);
        // The arrow keys step as long as they are held: one step of the history, not twenty.
        let what = format!("{} of {} {}", row.key, self.sheet.ids.len(), self.sheet.ids.last().map_or("", String::as_str));
        let merge = Some(session.merge_key(what));
        self.wishes.push(Wish::Act(Action::Entities { label, changes, merge }));
        self.number = true;
    }

    /// A box to tick.
    pub fn check(&mut self, ui: &mut Ui, row: &CheckRow, cell: &Cell<bool>) {
        if let Shown::Odd(raw) = &cell.shown {
            let odd = Odd { raw, wanted: "This is on or off.", fix: "Turn it off", value: false.into() };
            self.odd(ui, row.name, row.key, &odd);
            return;
        }
        let words = |on: bool| if on { row.base[1] } else { row.base[0] };
        let base = cell.base.as_ref().map(|base| match base {
            Shown::Same(on) => words(*on).to_owned(),
            Shown::Odd(raw) => raw.clone(),
            Shown::Mixed => String::new(),
        });
        let on = match cell.shown {
            Shown::Same(on) => Some(on),
            _ => None,
        };
        let asked = self.row(ui, row.name, row.key, base.as_deref(), |ui| match row.blocked {
            None => widgets::check_mixed(ui, on, row.words),
            Some(reason) => {
                ui.add_enabled_ui(false, |ui| widgets::check_mixed(ui, on, reason));
                None
            }
        });
        if let Some(on) = asked {
            self.set(if on { row.verbs[1] } else { row.verbs[0] }, row.key, Some(&on.into()));
        }
    }
}

/// A field that is on or off; pairs are for off and on.
pub(super) struct CheckRow {
    pub name: &'static str,
    pub key: &'static str,
    pub words: &'static str,
    pub verbs: [&'static str; 2],
    pub base: [&'static str; 2],
    /// Why it cannot be changed; stands in the place of the words.
    pub blocked: Option<&'static str>,
}

/// A value that a field cannot hold.
pub(super) struct Odd<'a> {
    pub raw: &'a str,
    /// What is needed, as a sentence.
    pub wanted: &'a str,
    pub fix: &'a str,
    /// What the fix puts there.
    pub value: Value,
}

/// The text of a field; nothing where several differ.
pub(super) fn said(shown: &Shown<String>) -> String {
    match shown {
        Shown::Same(text) | Shown::Odd(text) => text.clone(),
        Shown::Mixed => String::new(),
    }
}

fn said_or_none(shown: &Shown<String>) -> String {
    Some(said(shown)).filter(|text| !text.is_empty()).unwrap_or_else(|| "none".to_owned())
}

fn number_words(kind: NumberKind, number: f64) -> String {
    match kind {
        NumberKind::Length(unit) => plain(unit.from_feet(number)),
        NumberKind::Angle => plain(number) + "°",
        NumberKind::Scalar | NumberKind::Whole => plain(number),
    }
}

/// A vector with some axes set anew. What stands there keeps its order, its number text and members that we do not know.
fn with_axes(current: Option<Ref<'_>>, effective: [f64; 3], axes: [Option<f64>; 3]) -> Value {
    const NAMES: [&str; 3] = ["x", "y", "z"];
    let current = current.filter(|current| current.is_object());
    let mut members: Vec<(String, Value)> = Vec::new();
    for (key, value) in current.into_iter().flat_map(Ref::members) {
        let new = NAMES.iter().position(|name| *name == key).and_then(|axis| axes[axis]);
        members.push((key.to_owned(), new.map_or_else(|| value.share(), Value::from)));
    }
    for (axis, name) in NAMES.into_iter().enumerate() {
        if !members.iter().any(|(key, _)| key == name) {
            members.push((name.to_owned(), axes[axis].unwrap_or(effective[axis]).into()));
        }
    }
    Value::Object(members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::json::Document;

    fn text(current: &str, axes: [Option<f64>; 3]) -> String {
        let document = Document::parse(current.as_bytes()).unwrap();
        Document::new(Value::object([("v", with_axes(document.root().get("v"), [7.0, 8.0, 9.0], axes))]))
            .unwrap()
            .text()
            .split_whitespace()
            .collect()
    }

    #[test]
    fn untouched_axes_keep_their_text() {
        assert_eq!(
            text(r#"{"v":{"z":3.10,"x":1e0,"w":true,"y":2}}"#, [None, Some(5.5), None]),
            r#"{"v":{"z":3.10,"x":1e0,"w":true,"y":5.5}}"#
        );
    }

    #[test]
    fn what_is_missing_is_written_along() {
        for current in [r#"{"v":null}"#, "{}", r#"{"v":[1]}"#] {
            assert_eq!(text(current, [None, Some(1.0), None]), r#"{"v":{"x":7,"y":1,"z":9}}"#);
        }
        assert_eq!(text(r#"{"v":{"y":2}}"#, [Some(1.0), None, None]), r#"{"v":{"y":2,"x":1,"z":9}}"#);
    }
}
