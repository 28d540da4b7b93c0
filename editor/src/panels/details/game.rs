//! Game: what it is played with and what is asked before it starts.

use egui::{RichText, Ui};
use tablewright_core::edit::ManifestOp;
use tablewright_core::json::{Kind, Pointer, Ref, Value};
use tablewright_core::manifest::table;
use tablewright_core::pointer;
use tablewright_core::shape::Rule;

use super::rules;
use crate::forms::pick::Choice;
use crate::forms::{Beside, Form, Place, Row, names};
use crate::icons::Icon;
use crate::theme::{Tokens, body, small};
use crate::widgets::{Button, Edit, switch};

/// Draws the tab.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    form.special = Some(special);
    for key in ["players", "diceEnabled", "dice", "setupOptions", "lobbyRequirements"] {
        form.field(ui, &pointer![key]);
        if key == "dice" && form.shows(key) {
            standard_dice(ui, form);
        }
    }
    rules::show(ui, form);
    form.special = None;
}

fn special(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    match place.at.tokens() {
        [key] if key == "players" => players(form, ui, place),
        [key] if key == "diceEnabled" => dice_switch(form, ui, place),
        [list, _, key] if list == "setupOptions" => option_field(form, ui, place, key),
        [list, _, _] if list == "rules" => rules::special(form, ui, place),
        [list, index, key] if list == "lobbyRequirements" && key == "deckDatabase" => {
            // Only the source “database” has a site to name.
            let sources = form.manifest.at(&pointer!["lobbyRequirements", index, "deckSources"]);
            let mut named = sources.into_iter().flat_map(Ref::items).filter_map(Ref::as_str);
            place.value.is_none() && !named.any(|source| source == "database")
        }
        _ => false,
    }
}

/// The range of players as one row: *2 to 4*.
pub(super) fn players(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    if place.value.is_some_and(|value| !value.is_object()) {
        return false;
    }
    let (Some(min), Some(max)) = (form.place(&place.at.join("min")), form.place(&place.at.join("max"))) else { return false };
    let number = |end: &Place<'_>| end.value.is_none_or(|value| value.kind() == Kind::Number);
    if !number(&min) || !number(&max) {
        return false;
    }
    enum Did {
        Add,
        Typed(Edit<String>, Edit<String>),
    }
    let did = form.row(ui, Row::new(place), |ui, form| {
        if place.value.is_none() && form.session.pending(&min.at).is_none() && form.session.pending(&max.at).is_none() {
            let name = format!("Set {}", names::inside(&place.name));
            let pressed = ui.add(Button::control("Set a range").icon(Icon::Plus).form().name(&name)).clicked();
            form.help_where_empty(ui, place);
            return if pressed { Did::Add } else { Did::Typed(Edit::Idle, Edit::Idle) };
        }
        let typed = ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 10.0;
            let first = ui.push_id("min", |ui| form.number_box(ui, &min, 64.0)).inner;
            ui.label(RichText::new("to").font(body()).color(Tokens::of(ui).text2));
            let second = ui.push_id("max", |ui| form.number_box(ui, &max, 64.0)).inner;
            Did::Typed(first, second)
        });
        typed.inner
    });
    match did.inner {
        Did::Add => {
            let range = Value::object([("min", Value::from(2)), ("max", Value::from(4))]);
            form.set(place, range);
        }
        Did::Typed(first, second) => {
            form.take_number(&min, first);
            form.take_number(&max, second);
        }
    }
    if let (Some(value), Rule::Object(shape)) = (place.value, place.rule)
        && value.members().any(|(key, _)| shape.field(key).is_none())
    {
        form.unknown_keys(ui, &place.at, &[shape]);
    }
    true
}

/// Off writes the key, on takes it away: the documents ask for that, and the list of dice stays as it is.
fn dice_switch(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    if place.value.is_some_and(|value| value.kind() != Kind::Bool) {
        return false;
    }
    let mut on = place.value.and_then(Ref::as_bool).unwrap_or(true);
    let row = Row::new(place).fixed();
    let changed = form.row(ui, row, |ui, _| {
        ui.horizontal(|ui| {
            let changed = switch(ui, &mut on, "").accessible_name(&place.name).changed();
            let words = if on { "The table has a dice button" } else { "The table has no dice button and refuses rolls" };
            ui.label(RichText::new(words).font(small()).color(Tokens::of(ui).text2));
            changed
        })
        .inner
    });
    if changed.inner {
        if on {
            form.act("Turn dice on", vec![ManifestOp::Remove(place.at.clone())]);
        } else {
            form.act("Turn dice off", vec![ManifestOp::Set(place.at.clone(), false.into())]);
        }
    }
    true
}

/// What no list and an empty list mean, and that a list is kept while dice are off.
fn standard_dice(ui: &mut Ui, form: &mut Form<'_>) {
    let root = form.manifest.root();
    let listed = root.get("dice").filter(|list| list.is_array()).map_or(0, Ref::len);
    let off = root.get("diceEnabled").and_then(Ref::as_bool) == Some(false);
    let words = match (off, listed) {
        (true, 0) => return,
        (true, _) => "Kept for when dice are on again.",
        (false, 0) => "The picker offers the standard set: d4, d6, d8, d10, d12 and d20.",
        (false, _) => return,
    };
    ui.add_space(-8.0);
    form.line(ui, words);
}

/// The fields of a setup option that depend on its control.
fn option_field(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>, key: &str) -> bool {
    let Some(option) = place.at.parent() else { return false };
    let control = form.manifest.at(&option).and_then(|option| option.get("control")?.as_str());
    let Some(control) = control.filter(|control| table::CONTROLS.contains(&control.as_ref())) else { return false };
    match key {
        "control" => {
            controls(form, ui, place, &option);
            true
        }
        "default" => default(form, ui, place, &option, &control),
        // A modifier of another control is offered to be taken out only.
        modifier if table::MODIFIERS.contains(&modifier) && table::control_of(modifier) != control => match place.value {
            Some(_) => {
                form.not_used(ui, place);
                true
            }
            None => true,
        },
        _ => false,
    }
}

/// Another control takes the modifiers of the first away and gets a default that it can show, as one step.
fn controls(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>, option: &Pointer) {
    let choices = table::CONTROLS.map(|control| Choice::new(control, names::word(control)));
    let Some(control) = form.chosen(ui, place, &choices) else { return };
    let Some(value) = form.manifest.at(option) else { return };
    let mut ops = vec![ManifestOp::Set(place.at.clone(), control.as_str().into())];
    for modifier in table::MODIFIERS {
        if value.get(modifier).is_some() && table::control_of(modifier) != control {
            ops.push(ManifestOp::Remove(option.join(modifier)));
        }
    }
    let default = value.get("default").map(Ref::kind);
    let fresh: Option<Value> = match control.as_str() {
        "toggle" => (default != Some(Kind::Bool)).then(|| false.into()),
        "number" => (default != Some(Kind::Number)).then(|| 0.into()),
        "select" => {
            if value.get("options").is_none() {
                let choice = Value::object([("value", Value::from("choice")), ("label", "Choice".into())]);
                ops.push(ManifestOp::Set(option.join("options"), Value::Array(vec![choice])));
            }
            Some("choice".into())
        }
        _ => (default != Some(Kind::String)).then(|| "".into()),
    };
    ops.extend(fresh.map(|fresh| ManifestOp::Set(option.join("default"), fresh)));
    form.forget(&option.join("default"));
    form.act(format!("Change {}", names::inside(&place.name)), ops);
}

/// The default as the option's own control would ask for it.
fn default(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>, option: &Pointer, control: &str) -> bool {
    let kind = place.value.map(Ref::kind);
    match control {
        "toggle" if kind.is_none_or(|kind| kind == Kind::Bool) => {
            let mut on = place.value.and_then(Ref::as_bool).unwrap_or(false);
            let words = if on { "On" } else { "Off" };
            let changed =
                form.row(ui, Row::new(place), |ui, _| switch(ui, &mut on, words).accessible_name(&place.name).changed());
            if changed.inner {
                form.set(place, on);
            }
            true
        }
        "number" if kind.is_none_or(|kind| kind == Kind::Number) => {
            let edit = form.row(ui, Row::new(place), |ui, form| form.number_box(ui, place, 120.0));
            form.take_number(place, edit.inner);
            true
        }
        "select" if kind.is_none_or(|kind| kind == Kind::String) => {
            let list = form.manifest.at(&option.join("options"));
            let choices = list.into_iter().flat_map(Ref::items).take(64).filter_map(|choice| {
                let value = choice.get("value")?.as_str()?;
                let label = choice.get("label").and_then(Ref::as_str).unwrap_or_else(|| value.clone());
                Some(Choice::new(value, label))
            });
            let choices: Vec<Choice<'_>> = choices.collect();
            form.choice(ui, place, &choices, false, Beside::Nothing);
            true
        }
        "text" if kind.is_none_or(|kind| kind == Kind::String) => {
            let edit = form.row(ui, Row::new(place), |ui, form| {
                form.text_box(ui, place, &crate::forms::TextLook::default(), ui.available_width())
            });
            if let Edit::Commit(text) = edit.inner {
                form.set(place, text);
            }
            true
        }
        _ => false,
    }
}
