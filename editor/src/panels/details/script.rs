//! Script: the entry points, what the script may do and does, and who plays by computer.

use egui::{Align2, Rect, RichText, Sense, Ui, pos2, vec2};
use tablewright_core::check::script_scan::CAPABILITY_CALLS;
use tablewright_core::edit::ManifestOp;
use tablewright_core::find::Target;
use tablewright_core::json::{Pointer, Ref, Value};
use tablewright_core::manifest::{PackType, engine_words, table};
use tablewright_core::pointer;

use crate::forms::scripts::Uses;
use crate::forms::{Beside, Form, Place, Row, TextLook};
use crate::panels::Wish;
use crate::theme::{METRICS, Tokens, body, mono_small, small};
use crate::widgets::{check, elided, paint_text};

/// What each capability lets a script do.
const CAPABILITIES: [(&str, &str); 15] = [
    ("log", "Write to the log"),
    ("spawn-object", "Put things on the table"),
    ("register-action", "Add actions to menus"),
    ("read-context", "Know which variant is played"),
    ("read-world", "See what everybody sees"),
    ("read-hidden-information", "See hidden cards and secrets"),
    ("object-action", "Move and change things"),
    ("saved-data", "Keep data between sessions"),
    ("subscribe-events", "Hear of what happens"),
    ("ui", "Draw panels and buttons"),
    ("play-sound", "Play sounds"),
    ("plugin-call", "Call plugins"),
    ("read-cards", "Read the card catalogue"),
    ("read-decks", "Read decks"),
    ("host-message", "Talk to the page around the table"),
];

/// Draws the tab.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    form.special = Some(special);
    form.field(ui, &pointer!["entry"]);
    // Rooms and tables may carry the block, with `log` alone: there is nothing to tick.
    let told = form.manifest.root().get("capabilities").is_some();
    if !matches!(form.kind, Some(PackType::Room | PackType::Table)) || told {
        form.field(ui, &pointer!["capabilities"]);
    }
    if form.only.is_none() {
        engine(ui, form);
    }
    form.field(ui, &pointer!["bots"]);
    form.field(ui, &pointer!["aiModels"]);
    form.special = None;
}

fn special(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    match place.at.to_string().as_str() {
        "/entry" => entry(form, ui, place),
        "/entry/script" => script(form, ui, place),
        "/capabilities" => capabilities(form, ui, place),
        _ => false,
    }
}

/// The two entry points without a head of their own.
fn entry(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    let tablewright_core::shape::Rule::Object(shape) = place.rule else { return false };
    if place.value.is_some_and(|value| !value.is_object()) {
        return false;
    }
    form.members(ui, &place.at, shape, &[]);
    true
}

fn script(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    if place.value.is_some_and(|value| value.as_str().is_none()) {
        return false;
    }
    let path = place.text().into_owned();
    let beside = (!path.is_empty()).then(|| Beside::Link("Open".to_owned()));
    if form.text(ui, place, &TextLook { beside, ..TextLook::default() }) {
        form.wishes.push(Wish::OpenFile(path));
    }
    true
}

/// What the script may do, a tick each, beside what it does.
fn capabilities(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    let list_at = place.at.join("allowed");
    let list = form.manifest.at(&list_at);
    if place.value.is_some_and(|value| !value.is_object()) || list.is_some_and(|list| !list.is_array()) {
        return false;
    }
    let path = form.manifest.root().get("entry").and_then(|entry| entry.get("script")?.as_str()).unwrap_or_default();
    let uses = form.state.scripts.uses(form.session.root(), &path, ui);
    let words = match &uses {
        Uses::None => "There is no entry script, so nothing is used.".to_owned(),
        Uses::Coming => "Reading the script…".to_owned(),
        Uses::Unread(why) => format!("The script can’t be read: {why}."),
        Uses::Read { .. } => "A tick lets the script do it. Players read this list before they play.".to_owned(),
    };
    let default = place.value.is_none();
    let shown = if default { format!("{words} Nothing is set, which allows the log alone.") } else { words };
    form.row(ui, Row::new(place), |ui, _| {
        ui.add_space(5.0);
        ui.label(RichText::new(shown).font(small()).color(Tokens::of(ui).text2));
    });
    let allowed: Vec<String> =
        list.into_iter().flat_map(Ref::items).take(200).filter_map(|item| Some(item.as_str()?.into_owned())).collect();
    let is_on = |slug: &str| if default { slug == "log" } else { allowed.iter().any(|other| other == slug) };
    for slug in table::CAPABILITIES {
        let told = CAPABILITIES.iter().find(|(other, _)| *other == slug).map_or(slug, |(_, words)| *words);
        capability(form, ui, (slug, told), is_on(slug), &uses);
    }
    unknown(form, ui, &list_at, list);
    if let (Some(_), tablewright_core::shape::Rule::Object(shape)) = (place.value, place.rule) {
        form.unknown_keys(ui, &place.at, &[shape]);
    }
    ui.add_space(14.0);
    true
}

fn capability(form: &mut Form<'_>, ui: &mut Ui, (slug, words): (&'static str, &str), on: bool, uses: &Uses) {
    let t = Tokens::of(ui);
    let top = ui.cursor().min.y;
    let field = Rect::from_min_size(pos2(form.columns.field, top), vec2(form.columns.width, METRICS.control_form));
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let mut child = ui.new_child(egui::UiBuilder::new().id_salt(slug).max_rect(field).layout(layout));
    let mut ticked = on;
    let changed = check(&mut child, &mut ticked, words).changed();
    let name = elided(ui, slug, mono_small(), t.text3, 200.0);
    paint_text(ui, field, Align2::RIGHT_CENTER, &name);
    let used = match uses {
        Uses::Read { uses, .. } if uses.contains(&slug) => Some(true),
        Uses::Read { .. } if CAPABILITY_CALLS.iter().any(|(_, other)| *other == slug) => Some(false),
        _ => None,
    };
    let state = match (on, used) {
        (true, Some(true)) => Some(("Used", t.success)),
        (false, Some(true)) => Some(("Used, and not allowed", t.error)),
        (true, Some(false)) => Some(("Nothing uses it", t.text3)),
        _ => None,
    };
    if let Some((words, color)) = state {
        let galley = elided(ui, words, small(), color, 200.0);
        paint_text(ui, form.columns.beside_at(top), Align2::LEFT_CENTER, &galley);
    }
    ui.allocate_rect(field, Sense::hover());
    if changed {
        tick(form, slug, ticked);
    }
}

/// Allows a capability or takes it away. Where nothing is said yet, `log` stays as it was meant.
fn tick(form: &mut Form<'_>, slug: &str, on: bool) {
    let block = pointer!["capabilities"];
    let list_at = block.join("allowed");
    let list = form.manifest.at(&list_at);
    let ops = match (on, list) {
        (true, Some(list)) => vec![ManifestOp::Insert(list_at, list.len(), slug.into())],
        (false, Some(list)) => {
            // A word that stands twice goes twice.
            let stands = list.items().enumerate().filter(|(_, item)| item.as_str().is_some_and(|other| other == slug));
            let mut numbers: Vec<usize> = stands.map(|(index, _)| index).collect();
            numbers.reverse();
            numbers.into_iter().map(|index| ManifestOp::Remove(list_at.join(index))).collect()
        }
        (on, None) => {
            let words: Vec<Value> = if on { vec!["log".into(), slug.into()] } else { Vec::new() };
            let mut ops = Vec::new();
            if form.manifest.at(&block).is_none() {
                ops.push(ManifestOp::Set(block.join("version"), "1".into()));
            }
            ops.push(ManifestOp::Set(list_at, Value::Array(words)));
            ops
        }
    };
    let verb = if on { "Allow" } else { "Do not allow" };
    form.act(format!("{verb} {slug}"), ops);
}

/// What is allowed and is no capability that is known.
fn unknown(form: &mut Form<'_>, ui: &mut Ui, list_at: &Pointer, list: Option<Ref<'_>>) {
    let odd = list.into_iter().flat_map(Ref::items).enumerate().filter(|(_, item)| {
        item.raw().is_none_or(|raw| raw.len() > 100) || !item.as_str().is_some_and(|slug| table::CAPABILITIES.contains(&&*slug))
    });
    let odd: Vec<usize> = odd.map(|(index, _)| index).take(12).collect();
    for index in odd {
        if let Some(place) = form.place(&list_at.join(index)) {
            let place = Place { label: String::new(), ..place };
            form.not_used(ui, &place);
        }
    }
}

/// The engine range in words; it is edited where it stands.
fn engine(ui: &mut Ui, form: &mut Form<'_>) {
    let at = pointer!["compatibility", "engine"];
    let Some(place) = form.place(&at) else { return };
    let range: String = place.text().chars().take(60).collect();
    let row = Row::new(&place).beside(Beside::Link("Change".to_owned())).fixed().quiet();
    let words = if range.is_empty() { "Nothing is set.".to_owned() } else { engine_words(&range) };
    let done = form.row(ui, row, |ui, _| {
        ui.add_space(5.0);
        ui.label(RichText::new(words).font(body()).color(Tokens::of(ui).text2));
    });
    if done.pressed {
        form.wishes.push(Wish::GoTo(Target::Field(at)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_capability_is_told_in_words() {
        for slug in table::CAPABILITIES {
            assert!(CAPABILITIES.iter().any(|(other, words)| *other == slug && !words.is_empty()), "{slug}");
        }
    }
}
