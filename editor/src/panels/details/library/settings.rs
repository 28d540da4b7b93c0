//! The form of a plugin's settings, drawn as the plugin says.

use egui::Ui;
use tablewright_core::json::{Ref, Value};
use tablewright_core::library::{ControlKind, PluginManifest, Setting};

use super::{LONGEST, MOST, act, hint};
use crate::icons::Icon;
use crate::panels::Wish;
use crate::session::LibraryEdit;
use crate::theme::{METRICS, Tokens, mono, small};
use crate::widgets::{
    Button, Edit, Field, NumberField, NumberKind, TextField, Tone, icon_button, note, picker, picker_row, switch,
};

const LABELS: f32 = 136.0;

/// Draws the settings that a plugin declares, then the answers that it no longer asks for.
pub(super) fn show(ui: &mut Ui, plugin: &PluginManifest, answers: Option<Ref<'_>>, wishes: &mut Vec<Wish>) {
    for setting in &plugin.settings {
        let answer = answers.and_then(|answers| answers.get(&setting.key));
        let value = ui.push_id(&setting.key, |ui| row(ui, setting, answer)).inner;
        if let Some(value) = value {
            act(wishes, LibraryEdit::Configure { plugin: plugin.id.clone(), key: setting.key.clone(), value });
        }
    }
    let gone = answers.map(Ref::members).into_iter().flatten();
    let gone = gone.filter(|(key, _)| !plugin.settings.iter().any(|setting| setting.key == *key));
    for (key, answer) in gone.take(MOST) {
        let said = format!("{}: {}", cut(key), shown(answer));
        if note(ui, Tone::Warning, &said, "The plugin no longer asks for this. It does nothing.", Some("Remove")) {
            act(wishes, LibraryEdit::Configure { plugin: plugin.id.clone(), key: key.to_owned(), value: None });
        }
    }
}

/// The answers to a plugin that is not known: they are shown as they are written, and can be taken away.
pub(super) fn unknown(ui: &mut Ui, plugin: &str, answers: Ref<'_>, wishes: &mut Vec<Wish>) {
    let t = Tokens::of(ui);
    for (key, answer) in answers.members().take(MOST) {
        ui.horizontal(|ui| {
            ui.set_height(METRICS.row);
            ui.label(egui::RichText::new(cut(key)).font(mono()).color(t.text));
            ui.label(egui::RichText::new(shown(answer)).font(mono()).color(t.text2));
            let name = format!("Remove the answer to {}", cut(key));
            if icon_button(ui, Icon::Close, &name, "", false, None, 24.0).clicked() {
                act(wishes, LibraryEdit::Configure { plugin: plugin.to_owned(), key: key.to_owned(), value: None });
            }
        });
    }
}

/// The start of a text, for a row.
fn cut(text: &str) -> String {
    text.chars().take(80).collect()
}

/// An answer as it is written; one of many parts is said to be one.
fn shown(answer: Ref<'_>) -> String {
    match answer.raw() {
        Some(raw) => cut(raw),
        None if answer.is_array() => "a list".to_owned(),
        None => "an object".to_owned(),
    }
}

/// One setting. Returns the new answer: `Some(None)` takes it back.
fn row(ui: &mut Ui, setting: &Setting, answer: Option<Ref<'_>>) -> Option<Option<Value>> {
    let mut change = None;
    let field = Field::new(&setting.label).form().label_width(LABELS);
    field.show(ui, |ui| {
        change = match (setting.control, answer) {
            (_, Some(answer)) if !fits(setting, answer) => foreign(ui, answer).map(|()| None),
            (ControlKind::Toggle, answer) => toggle(ui, setting, answer),
            (ControlKind::Select, answer) => select(ui, setting, answer),
            (ControlKind::Number, answer) => number(ui, setting, answer),
            (ControlKind::Text, answer) => text(ui, setting, answer),
        };
        if answer.is_some() && change.is_none() {
            let name = format!("Back to the default of {}", setting.label);
            if icon_button(ui, Icon::Undo, &name, "", false, None, 28.0).clicked() {
                change = Some(None);
            }
        }
    });
    let mut said = setting.help.clone();
    if answer.is_none()
        && let Some(default) = &setting.default
    {
        let default = format!("Default: {}.", words_of(setting, default));
        said = if said.is_empty() { default } else { format!("{said} {default}") };
    }
    if !said.is_empty() {
        ui.spacing_mut().interact_size.y = 16.0;
        ui.horizontal(|ui| {
            ui.add_space(LABELS + 16.0);
            hint(ui, &said);
        });
    }
    ui.add_space(4.0);
    change
}

/// Whether an answer is of the kind that the control gives. A choice that is no longer offered is shown as such.
fn fits(setting: &Setting, answer: Ref<'_>) -> bool {
    match setting.control {
        ControlKind::Toggle => answer.as_bool().is_some(),
        ControlKind::Number => answer.as_f64().is_some(),
        ControlKind::Text => answer.raw().is_some_and(|raw| raw.len() <= LONGEST * 8) && answer.as_str().is_some(),
        ControlKind::Select => answer.as_str().is_some_and(|value| setting.choices.iter().any(|(choice, _)| *choice == value)),
    }
}

/// An answer that the control cannot show. Returns whether it is to go.
fn foreign(ui: &mut Ui, answer: Ref<'_>) -> Option<()> {
    let t = Tokens::of(ui);
    ui.label(egui::RichText::new(shown(answer)).font(mono()).color(t.warning));
    ui.label(egui::RichText::new("is no answer to this").font(small()).color(t.text2));
    ui.add(Button::link("Remove")).clicked().then_some(())
}

fn toggle(ui: &mut Ui, setting: &Setting, answer: Option<Ref<'_>>) -> Option<Option<Value>> {
    let default = matches!(setting.default, Some(Value::Bool(true)));
    let mut on = answer.and_then(Ref::as_bool).unwrap_or(default);
    switch(ui, &mut on, "").changed().then_some(Some(Value::Bool(on)))
}

fn select(ui: &mut Ui, setting: &Setting, answer: Option<Ref<'_>>) -> Option<Option<Value>> {
    let default = setting.default.as_ref().map(|value| words_of(setting, value)).unwrap_or_default();
    let current = answer.and_then(Ref::as_str);
    let shown = current.as_deref().map_or_else(|| default.clone(), |value| label_of(setting, value));
    let mut chosen = None;
    picker(ui, &setting.label, &shown, 240.0, |ui| {
        for (value, label) in &setting.choices {
            if picker_row(ui, None, label, "", current.as_deref() == Some(value.as_str())) {
                chosen = Some(Some(Value::from(value.as_str())));
            }
        }
    });
    chosen
}

fn number(ui: &mut Ui, setting: &Setting, answer: Option<Ref<'_>>) -> Option<Option<Value>> {
    let default = match &setting.default {
        Some(Value::Number(text)) => text.parse().ok(),
        _ => None,
    };
    let value = answer.and_then(Ref::as_f64).or(default).unwrap_or_else(|| setting.min.unwrap_or(0.0));
    let field = NumberField::new(&setting.label, value, NumberKind::Scalar).width(120.0);
    let field = field.range(setting.min.unwrap_or(f64::MIN)..=setting.max.unwrap_or(f64::MAX));
    field.show(ui).committed().map(|number| Some(Value::from(number)))
}

fn text(ui: &mut Ui, setting: &Setting, answer: Option<Ref<'_>>) -> Option<Option<Value>> {
    let t = Tokens::of(ui);
    let default = setting.default.as_ref().map(|value| words_of(setting, value)).unwrap_or_default();
    let shown = answer.and_then(Ref::as_str).unwrap_or_default();
    let long = setting.max_length.is_some_and(|most| shown.encode_utf16().count() > most);
    let field = TextField::new(&setting.label, &shown).hint(&default).form().error(long).width(300.0);
    let (edit, _) = field.show(ui);
    if let Some(most) = setting.max_length {
        let color = if long { t.error } else { t.text3 };
        ui.label(egui::RichText::new(format!("{} of {most}", shown.encode_utf16().count())).font(small()).color(color));
    }
    match edit {
        Edit::Commit(text) => Some(Some(Value::from(text))),
        _ => None,
    }
}

fn label_of(setting: &Setting, value: &str) -> String {
    setting.choices.iter().find(|(choice, _)| choice == value).map_or_else(|| value.to_owned(), |(_, label)| label.clone())
}

/// A value for people.
fn words_of(setting: &Setting, value: &Value) -> String {
    match value {
        Value::Bool(true) => "on".to_owned(),
        Value::Bool(false) => "off".to_owned(),
        Value::String(text) if text.is_empty() => "empty".to_owned(),
        Value::String(text) => label_of(setting, text),
        Value::Number(text) => text.clone(),
        _ => String::new(),
    }
}

/// A line of the card that introduces its settings.
pub(super) fn title(ui: &mut Ui, words: &str) {
    let t = Tokens::of(ui);
    ui.add_space(6.0);
    ui.label(egui::RichText::new(words).font(crate::theme::heading(12.0)).color(t.text));
}
