//! What a form does not edit: values of another kind than their field's, keys that it does not know, keys that this type
//! of pack cannot use. All of it is shown and kept.

use egui::{Color32, CornerRadius, Label, Rect, RichText, Sense, Stroke, StrokeKind, TextWrapMode, Ui};
use tablewright_core::edit::{ManifestOp, new_value};
use tablewright_core::json::{Kind, Pointer, Ref};
use tablewright_core::pointer;
use tablewright_core::shape::{Rule, Shape};

use super::row::{Row, brief};
use super::{Form, Place, names};
use crate::theme::{METRICS, Tokens, mono, small};
use crate::widgets::Button;

/// So much of a value is shown.
const SHOWN: usize = 400;
/// At most so many keys of an object are listed.
const LISTED: usize = 24;

impl Form<'_> {
    /// A value of another kind than its field's: shown as it stands, with a way to begin anew.
    pub(super) fn wrong_kind(&mut self, ui: &mut Ui, place: &Place<'_>) {
        let Some(value) = place.value else { return };
        let words = format!("{} stands here.", names::capital(&brief(value, 40)));
        let anew = self.row(ui, Row::new(place), |ui, _| {
            json_box(ui, value);
            ui.label(RichText::new(words).font(small()).color(Tokens::of(ui).text2));
            let name = format!("Begin {} anew", names::inside(&place.name));
            ui.add(Button::control("Begin anew").name(&name)).clicked()
        });
        if anew.inner {
            let fresh = new_value(place.rule, None, &self.now);
            self.act(format!("Begin {} anew", names::inside(&place.name)), vec![ManifestOp::Set(place.at.clone(), fresh)]);
        }
    }

    /// A value that is kept as it is.
    pub(super) fn kept(&mut self, ui: &mut Ui, place: &Place<'_>) {
        self.row(ui, Row::new(place), |ui, form| match place.value {
            Some(value) => json_box(ui, value),
            None => form.help_where_empty(ui, place),
        });
    }

    /// The keys of an object that none of `shapes` has.
    pub fn unknown_keys(&mut self, ui: &mut Ui, at: &Pointer, shapes: &[&'static Shape]) {
        let Some(value) = self.manifest.at(at) else { return };
        let unknown = |key: &str| !shapes.iter().any(|shape| shape.field(key).is_some());
        let mut found = value.members().filter(|(key, _)| unknown(key)).peekable();
        if found.peek().is_none() {
            return;
        }
        let all: Vec<(&str, Ref<'_>)> = found.collect();
        let of_pack = self.session.pack().is_some();
        self.heading(ui, if of_pack { "Newer than this editor" } else { "Not read by the documented version" });
        for (key, value) in all.iter().take(LISTED) {
            self.unknown_key(ui, &at.join(key), key, *value);
        }
        if all.len() > LISTED {
            let words = format!("{} more keys are kept as they are.", names::grouped(all.len() - LISTED));
            self.words(ui, &words);
        }
    }

    fn unknown_key(&mut self, ui: &mut Ui, at: &Pointer, key: &str, value: Ref<'_>) {
        let label: String = key.chars().take(60).collect();
        let name = self.name_of(at);
        // The nearest field stands in: it is asked for nothing but its help.
        let Some(field) = self.fields().first() else { return };
        let place = Place { at: at.clone(), field, rule: &Rule::Any, value: Some(value), label, name, is_element: true };
        let only_advice = !self.state.problems.has_error(at) && self.state.problems.counts(at).warnings == 0;
        let row = if only_advice { Row::new(&place).shallow().quiet() } else { Row::new(&place) };
        self.row(ui, row, |ui, _| json_box(ui, value));
    }

    /// Top-level keys that this type of pack cannot use, and keys that are not known at all.
    pub fn leftovers(&mut self, ui: &mut Ui) {
        let shown = |form: &Self, key: &str| form.only.as_ref().is_none_or(|only| only.contains(key));
        let unused: Vec<Pointer> = self.unused().into_iter().filter(|at| shown(self, &at.tokens()[0])).collect();
        if !unused.is_empty() {
            self.heading(ui, "Not used by this type of pack");
            for at in unused {
                self.unused_key(ui, &at);
            }
        }
        if self.only.is_none()
            && let Rule::Object(shape) = self.table.plain()
        {
            self.unknown_keys(ui, &Pointer::root(), &[*shape]);
        }
    }

    /// The places that this type of pack cannot use, at the top level and in `entry`.
    pub fn unused(&self) -> Vec<Pointer> {
        let root = self.manifest.root();
        let mut found: Vec<Pointer> = Vec::new();
        for field in self.fields() {
            let Some(value) = root.get(field.key) else { continue };
            if !self.carries(field) {
                found.push(pointer![field.key]);
            } else if let Rule::Object(shape) = field.rule.plain() {
                let below = shape.fields.iter().filter(|inner| !self.carries(inner) && value.get(inner.key).is_some());
                found.extend(below.map(|inner| pointer![field.key, inner.key]));
            }
        }
        found
    }

    fn unused_key(&mut self, ui: &mut Ui, at: &Pointer) {
        let Some(mut place) = self.place(at) else { return };
        place.label.clone_from(&place.name);
        self.not_used(ui, &place);
    }

    /// Something that does nothing where it stands: shown, with *Remove*.
    pub fn not_used(&mut self, ui: &mut Ui, place: &Place<'_>) {
        let removed = self.row(ui, Row::new(place).fixed(), |ui, _| {
            if let Some(value) = place.value {
                json_box(ui, value);
            }
            let name = format!("Remove {}", names::inside(&place.name));
            ui.add(Button::control("Remove").name(&name)).clicked()
        });
        if removed.inner {
            match (place.is_element, place.at.parent(), place.at.last().and_then(|last| last.parse().ok())) {
                (true, Some(list), Some(index)) => self.remove_element(&list, index),
                _ => self.remove(place),
            }
        }
    }
}

/// A value as JSON in a box that cannot be edited; its text can be selected.
pub(super) fn json_box(ui: &mut Ui, value: Ref<'_>) {
    let t = Tokens::of(ui);
    let back = ui.painter().add(egui::Shape::Noop);
    let top = ui.cursor().min;
    let width = ui.available_width();
    ui.add_space(5.0);
    ui.horizontal(|ui| {
        ui.add_space(8.0);
        ui.vertical(|ui| {
            ui.set_max_width(width - 16.0);
            let text = RichText::new(preview(value)).font(mono()).color(t.text2);
            ui.add(Label::new(text).wrap_mode(TextWrapMode::Wrap).selectable(true));
        });
    });
    ui.add_space(5.0);
    let bottom = ui.min_rect().bottom().max(top.y + METRICS.control_form);
    let whole = Rect::from_min_max(top, egui::pos2(top.x + width, bottom));
    let radius = CornerRadius::same(METRICS.radius);
    let stroke = Stroke::new(1.0, t.border_subtle);
    ui.painter().set(back, egui::epaint::RectShape::new(whole, radius, Color32::TRANSPARENT, stroke, StrokeKind::Inside));
    ui.allocate_rect(whole, Sense::hover());
}

/// The beginning of a value as JSON, made without reading the rest.
fn preview(value: Ref<'_>) -> String {
    let mut out = String::new();
    write(value, &mut out);
    if out.chars().count() > SHOWN {
        out = out.chars().take(SHOWN).collect();
        out.push('…');
    }
    out
}

fn write(value: Ref<'_>, out: &mut String) {
    let full = |out: &String| out.len() > SHOWN * 4;
    match value.kind() {
        Kind::Array => {
            out.push('[');
            for (index, item) in value.items().enumerate() {
                if full(out) {
                    return;
                }
                out.push_str(if index > 0 { ", " } else { "" });
                write(item, out);
            }
            out.push(']');
        }
        Kind::Object => {
            out.push('{');
            for (index, (key, item)) in value.members().enumerate() {
                if full(out) {
                    return;
                }
                out.push_str(if index > 0 { ", " } else { " " });
                out.extend(key.chars().take(SHOWN));
                out.push_str(": ");
                write(item, out);
            }
            out.push_str(" }");
        }
        _ => out.extend(value.raw().unwrap_or_default().chars().take(SHOWN + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::json::Document;

    #[test]
    fn long_values_are_cut_before_they_are_written() {
        let many = format!("[{}0]", "0,".repeat(100_000));
        let doc = Document::parse(many.as_bytes()).unwrap();
        assert!(preview(doc.root()).chars().count() <= SHOWN + 1);
        let doc = Document::parse(br#"{"a":[1,{"b":null}],"c":"x"}"#).unwrap();
        assert_eq!(preview(doc.root()), r#"{ a: [1, { b: null }], c: "x" }"#);
        assert_eq!(brief(doc.root(), 10), "an object with 2 keys");
    }
}
