//! The manifest's plain fields: what players read about the pack, and what the platform asks for.

pub mod listing;

use egui::{ScrollArea, Ui};
use tablewright_core::check::Diagnostic;
use tablewright_core::json::{Document, Pointer, Ref, Value};
use tablewright_core::{DocId, Severity, pointer};

use super::{View, Wish};
use crate::icons::Icon;
use crate::session::Action;
use crate::widgets::{Edit, Field, NumberField, NumberKind, TextField, Tone, empty_state, note, section};

/// A field of one line or several.
struct TextRow {
    key: &'static str,
    label: &'static str,
    hint: &'static str,
    rows: usize,
    mono: bool,
    /// An empty text takes the key out; for required fields it is written and marked.
    optional: bool,
}

const fn text(key: &'static str, label: &'static str, hint: &'static str) -> TextRow {
    TextRow { key, label, hint, rows: 1, mono: false, optional: true }
}

const NAMES: [TextRow; 5] = [
    TextRow { optional: false, ..text("name", "Name", "What players see") },
    TextRow { optional: false, mono: true, ..text("version", "Version", "Three numbers, like 1.0.0") },
    text("summary", "Summary", "One line for the listing"),
    TextRow { rows: 5, ..text("description", "Description", "What the game is, in a paragraph or two") },
    text("category", "Category", "Like abstract-strategy"),
];

const LICENSE: TextRow = TextRow { optional: false, ..text("license", "License", "Like MIT or CC-BY-4.0") };

/// The panel's own state: which field a problem led to.
#[derive(Debug, Default)]
pub struct DetailsPanel {
    wanted: Option<String>,
}

impl DetailsPanel {
    /// Scrolls to the field of this place at the next frame.
    pub fn go_to(&mut self, at: &Pointer) {
        self.wanted = at.tokens().first().cloned();
    }

    /// Draws the panel.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>) -> Vec<Wish> {
        let Some(manifest) = view.session.manifest() else {
            let fault = view.session.copy().manifest.fault().map(ToString::to_string).unwrap_or_default();
            empty_state(ui, Tone::Error, Icon::Error, "The manifest can’t be read", &fault, None);
            return Vec::new();
        };
        let mut form = Form { view, manifest, wishes: Vec::new(), wanted: self.wanted.take() };
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(ui.available_width().min(680.0));
            ui.spacing_mut().item_spacing.y = 10.0;
            section(ui, "Listing", |ui| {
                for row in &NAMES {
                    form.text(ui, row);
                }
                form.tags(ui);
                form.text(ui, &LICENSE);
            });
            section(ui, "Players", |ui| form.players(ui));
        });
        form.wishes
    }
}

struct Form<'a> {
    view: View<'a>,
    manifest: &'a Document,
    wishes: Vec<Wish>,
    wanted: Option<String>,
}

impl Form<'_> {
    fn set(&mut self, label: &str, at: Pointer, value: Option<Value>) {
        let label = format!("Change {}", label.to_lowercase());
        self.wishes.push(Wish::Act(Action::Manifest { label, at, value, merge: None }));
    }

    fn problems(&self, key: &str) -> impl Iterator<Item = (usize, &Diagnostic)> {
        let about = pointer![key];
        let here =
            move |d: &Diagnostic| d.document == DocId::Manifest && about.contains(&d.pointer) && d.severity != Severity::Advice;
        self.view.session.problems().iter().enumerate().filter(move |(_, d)| here(d))
    }

    /// The problems of a field stand under it, each with its fix.
    fn notes(&mut self, ui: &mut Ui, key: &str) {
        let found: Vec<(usize, String, Tone, Option<String>)> = self
            .problems(key)
            .map(|(number, d)| {
                let tone = if d.severity == Severity::Error { Tone::Error } else { Tone::Warning };
                (number, d.message.clone(), tone, d.fixes.first().map(|fix| fix.label().to_owned()))
            })
            .collect();
        for (number, message, tone, fix) in found {
            if note(ui, tone, &message, "", fix.as_deref()) {
                self.wishes.push(Wish::Act(Action::Fix { problem: number, fix: 0 }));
            }
        }
    }

    fn field<R>(&mut self, ui: &mut Ui, key: &str, label: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
        let response = Field::new(label).form().label_width(96.0).show(ui, add);
        if self.wanted.as_deref() == Some(key) {
            ui.scroll_to_rect(response.rect, Some(egui::Align::Center));
        }
        response.inner
    }

    fn text(&mut self, ui: &mut Ui, row: &TextRow) {
        let value = self.manifest.root().get(row.key);
        let shown = value.and_then(Ref::as_str).unwrap_or_default().into_owned();
        let wrong_kind = value.is_some_and(|v| v.as_str().is_none());
        let bad = wrong_kind || self.problems(row.key).any(|(_, d)| d.severity == Severity::Error);
        let edit = self.field(ui, row.key, row.label, |ui| {
            let mut field = TextField::new(row.label, &shown).hint(row.hint).form().rows(row.rows).error(bad);
            if row.mono {
                field = field.mono();
            }
            field.show(ui).0
        });
        if let Edit::Commit(text) = edit {
            let value = (!(text.is_empty() && row.optional)).then(|| Value::from(text));
            self.set(row.label, pointer![row.key], value);
        }
        self.notes(ui, row.key);
    }

    /// Tags as one line with commas; what is between two commas is one tag.
    fn tags(&mut self, ui: &mut Ui) {
        let tags: Vec<String> = self
            .manifest
            .root()
            .get("tags")
            .into_iter()
            .flat_map(Ref::items)
            .filter_map(|t| Some(t.as_str()?.into_owned()))
            .collect();
        let shown = tags.join(", ");
        let edit =
            self.field(ui, "tags", "Tags", |ui| TextField::new("Tags", &shown).hint("strategy, two-player").form().show(ui).0);
        if let Edit::Commit(text) = edit {
            let tags: Vec<Value> = text.split(',').map(str::trim).filter(|tag| !tag.is_empty()).map(Value::from).collect();
            self.set("Tags", pointer!["tags"], Some(Value::Array(tags)));
        }
        self.notes(ui, "tags");
    }

    fn players(&mut self, ui: &mut Ui) {
        let range = self.manifest.root().get("players");
        if range.is_none() {
            let set = self.field(ui, "players", "Players", |ui| {
                ui.add(crate::widgets::Button::control("Set a range").icon(Icon::Plus).form()).clicked()
            });
            if set {
                let range = Value::object([("min", Value::from(2)), ("max", Value::from(4))]);
                self.set("Players", pointer!["players"], Some(range));
            }
        } else {
            for (key, label) in [("min", "At least"), ("max", "At most")] {
                let value = range.and_then(|r| r.get(key)).and_then(Ref::as_f64).unwrap_or(1.0);
                let edit = self.field(ui, "players", label, |ui| {
                    NumberField::new(label, value, NumberKind::Whole).range(1.0..=10.0).width(96.0).show(ui)
                });
                if let Edit::Commit(number) = edit {
                    self.set("Players", pointer!["players", key], Some(Value::from(number)));
                }
            }
        }
        self.notes(ui, "players");
    }
}
