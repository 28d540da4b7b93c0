//! The inspector of what is no entity: a group of scene keys with how the variant shown stands to the base in each of
//! them, and the plain values of table and room; or the libraries, which all variants share.

use egui::{ScrollArea, Ui};
use tablewright_core::json::{Pointer, Ref, Value};
use tablewright_core::pointer;
use tablewright_core::scene::keys::{Group, label};
use tablewright_core::variants::{Resolved, SceneChange};

use super::super::hierarchy::{capital, count};
use super::super::{View, Wish};
use super::form::steady;
use super::{heading_bar, six_digits};
use crate::icons::Icon;
use crate::session::{Action, Picked};
use crate::theme::{METRICS, Tokens, small};
use crate::widgets::{self, Button, NumberField, NumberKind, Own, TextField, Tone};

/// What a plain value is, as its field shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Color,
    Switch,
    /// Not below 0.
    Amount,
    Number,
    /// A file or an id; empty is `null`.
    Name,
    Text,
}

/// The surroundings, which every scene has: what a missing member reads as stands in the file of a fresh draft.
const SURROUNDINGS: [(&str, &str, Kind); 7] = [
    ("tableSurfaceColor", "Table colour", Kind::Color),
    ("tableSurfaceTextureAssetId", "Table picture", Kind::Name),
    ("ambientColor", "Ambient light", Kind::Color),
    ("fogEnabled", "Fog", Kind::Switch),
    ("fogColor", "Fog colour", Kind::Color),
    ("fogDensity", "Fog density", Kind::Amount),
    ("skyboxAssetId", "Skybox", Kind::Name),
];

/// One plain value of a scene key.
struct Plain<'a> {
    key: &'static str,
    at: Pointer,
    name: String,
    kind: Kind,
    value: Option<Ref<'a>>,
}

/// Draws what is selected into all the room that is left. Returns whether a number was written.
pub(super) fn show(ui: &mut Ui, view: View<'_>, picked: Picked, wishes: &mut Vec<Wish>) -> bool {
    let Picked::Group(group) = picked else {
        heading_bar(ui, Icon::Link, "Library", "Shared by all variants");
        let reason = "Materials, textures, prefabs and scripts have one copy, so a change of one reaches every variant.";
        let margin = egui::Margin::symmetric(METRICS.panel_edge, 0);
        let frame = egui::Frame::new().inner_margin(margin);
        frame.show(ui, |ui| widgets::note(ui, Tone::Plain, "Here they are shown only.", reason, None));
        return false;
    };
    let Some(resolved) = view.session.resolved() else { return false };
    let icon = match group {
        Group::TableAndRoom => Icon::Room,
        Group::SeatsAndZones => Icon::Seat,
        Group::SnapPoints => Icon::SnapPoint,
        Group::Scripts => Icon::Script,
    };
    heading_bar(ui, icon, group.label(), &subtitle(view, &resolved, group));
    let mut number = false;
    ScrollArea::vertical().id_salt("group").auto_shrink(false).show(ui, |ui| {
        widgets::section(ui, "What it has", |ui| states(ui, &resolved, group, wishes));
        if group == Group::TableAndRoom {
            let mut rows = |ui: &mut Ui, plains: Vec<Plain<'_>>| {
                for plain in plains {
                    number |= row(ui, view, &resolved, &plain, wishes);
                }
            };
            widgets::section(ui, "Surroundings", |ui| rows(ui, surroundings(&resolved)));
            let settings = settings(&resolved);
            if !settings.is_empty() {
                widgets::section(ui, "Room settings", |ui| rows(ui, settings));
            }
        }
    });
    number
}

fn subtitle(view: View<'_>, resolved: &Resolved<'_>, group: Group) -> String {
    let session = view.session;
    if !session.has_scope() {
        return "Of the scene".to_owned();
    }
    let own: Vec<&str> = resolved.keys.iter().filter(|k| k.own && group.keys().contains(&k.key)).map(|k| label(k.key)).collect();
    let shown = session.variant_name(session.shown());
    let is_base = session.variants().iter().any(|info| info.is_base && info.id == session.shown());
    match (is_base, own.is_empty()) {
        (true, _) => format!("Of {shown}, the base"),
        (false, true) => format!("{shown} follows the base"),
        (false, false) => format!("{shown} has its own {}", own.join(", ")),
    }
}

/// One line a key: what it holds, and whether it is the base's.
fn states(ui: &mut Ui, resolved: &Resolved<'_>, group: Group, wishes: &mut Vec<Wish>) {
    let t = Tokens::of(ui);
    for key in group.keys() {
        let own = resolved.keys.iter().any(|entry| entry.key == *key && entry.own);
        let words = match resolved.scene_key(key) {
            None if own => "none here".to_owned(),
            None => "none".to_owned(),
            Some(value) if value.is_array() => count(value.len(), "entry").replace("entrys", "entries"),
            Some(value) if value.is_object() => count(value.len(), "value"),
            Some(_) => "set".to_owned(),
        };
        let name = capital(label(key));
        steady(ui, ("state", *key), |ui| {
            widgets::field(ui, &name, None, |ui| {
                ui.label(egui::RichText::new(words).font(small()).color(t.text));
                if own {
                    widgets::diamond(ui);
                    let follow = format!("Let {} follow the base again", label(key));
                    if ui.add(Button::link("Follow the base").tinted(Tone::Only).name(&follow)).clicked() {
                        wishes.push(Wish::Act(Action::FollowBase(vec![(*key).to_owned()])));
                    }
                }
            })
        });
    }
}

fn surroundings<'a>(resolved: &Resolved<'a>) -> Vec<Plain<'a>> {
    let environment = resolved.scene_key("environment");
    let plain = |(member, name, kind): (&str, &str, Kind)| Plain {
        key: "environment",
        at: pointer![member],
        name: name.to_owned(),
        kind,
        value: environment.and_then(|environment| environment.get(member)),
    };
    SURROUNDINGS.into_iter().map(plain).collect()
}

/// The plain values of the room's settings, two levels deep, which is as deep as files have them.
fn settings<'a>(resolved: &Resolved<'a>) -> Vec<Plain<'a>> {
    let mut plains = Vec::new();
    for (key, value) in resolved.scene_key("roomSettings").into_iter().flat_map(Ref::members) {
        plains.extend(setting(pointer![key], key, value));
        for (below, value) in value.members() {
            plains.extend(setting(pointer![key, below], below, value));
        }
    }
    plains
}

fn setting<'a>(at: Pointer, member: &str, value: Ref<'a>) -> Option<Plain<'a>> {
    let text = value.as_str();
    let kind = match () {
        () if value.as_bool().is_some() => Kind::Switch,
        () if value.as_f64().is_some() => Kind::Number,
        () if text.as_deref().is_some_and(|text| tablewright_core::scene::view::rgb(text).is_some()) => Kind::Color,
        () if text.is_some() => Kind::Text,
        () => return None,
    };
    Some(Plain { key: "roomSettings", at, name: spaced(member), kind, value: Some(value) })
}

/// `rigidBodies` as `Rigid bodies`.
fn spaced(member: &str) -> String {
    let mut words = String::new();
    for letter in member.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
            words.extend(letter.to_lowercase());
        } else {
            words.push(letter);
        }
    }
    capital(&words)
}

/// A value in words, for the line of the base's value.
fn said(value: Option<Ref<'_>>, kind: Kind) -> String {
    match value.filter(|value| !value.is_null()) {
        None => "none".to_owned(),
        Some(value) if kind == Kind::Switch => match value.as_bool() {
            Some(on) => if on { "on" } else { "off" }.to_owned(),
            None => value.to_text(),
        },
        Some(value) => match (value.as_str(), value.as_f64()) {
            (Some(text), _) => text.into_owned(),
            (None, Some(number)) => widgets::plain(number),
            (None, None) => value.to_text(),
        },
    }
}

/// One row. Returns whether a number was written.
fn row(ui: &mut Ui, view: View<'_>, resolved: &Resolved<'_>, plain: &Plain<'_>, wishes: &mut Vec<Wish>) -> bool {
    let Plain { key, at, name, kind, value } = plain;
    let own = resolved.keys.iter().any(|entry| entry.key == *key && entry.own);
    let base = resolved.scene().key(key).and_then(|base| base.at(at));
    let differs = own && !Ref::both_equal(*value, base);
    let base_words = differs.then(|| said(base, *kind));
    let mut change = None;
    let field = |ui: &mut Ui| control(ui, name, *kind, *value);
    let own = base_words.as_deref().map(|base| Own { base });
    let response = steady(ui, (*key, at.to_string()), |ui| widgets::field(ui, name, own, field));
    if response.revert {
        change = Some((format!("Take the base’s {}", name.to_lowercase()), base.map(Ref::share)));
    } else if let Some(value) = response.inner {
        change = Some((format!("Change {}", name.to_lowercase()), Some(value)));
    }
    let Some((label, value)) = change else { return false };
    let number = matches!(kind, Kind::Amount | Kind::Number);
    // The arrow keys step as long as they are held: one step of the history, not twenty.
    let merge = number.then(|| view.session.merge_key(format!("{key}{at}")));
    let changes = vec![SceneChange::new(*key, at.clone(), value)];
    wishes.push(Wish::Act(Action::SceneKeys { label, changes, merge }));
    number
}

/// The control of a value; what it cannot hold is shown as it stands. Returns what is to be written.
fn control(ui: &mut Ui, name: &str, kind: Kind, value: Option<Ref<'_>>) -> Option<Value> {
    let given = value.filter(|value| !value.is_null());
    let text = given.map_or(Some(String::new()), |value| value.as_str().map(std::borrow::Cow::into_owned));
    let number = given.map_or(Some(0.0), Ref::as_f64);
    let on = given.map_or(Some(false), Ref::as_bool);
    match (kind, text, number, on) {
        (Kind::Color, Some(text), ..) => widgets::color_field(ui, name, &text).committed().map(|color| six_digits(&color).into()),
        (Kind::Switch, .., Some(mut on)) => {
            let words = if on { "On" } else { "Off" };
            widgets::check(ui, &mut on, words).changed().then(|| on.into())
        }
        (Kind::Amount, _, Some(number), _) => {
            let field = NumberField::new(name, number, NumberKind::Scalar).range(0.0..=f64::MAX);
            field.show(ui).committed().map(Value::from)
        }
        (Kind::Number, _, Some(number), _) => {
            NumberField::new(name, number, NumberKind::Scalar).show(ui).committed().map(Value::from)
        }
        (Kind::Name, Some(text), ..) => {
            let typed = TextField::new(name, &text).hint("None").show(ui).0.committed()?;
            Some(if typed.trim().is_empty() { Value::Null } else { typed.trim().into() })
        }
        (Kind::Text, Some(text), ..) => TextField::new(name, &text).show(ui).0.committed().map(Value::from),
        _ => {
            let raw = given.map(Ref::to_text).unwrap_or_default();
            TextField::new(name, &raw).mono().error(true).locked(Some("Another kind of value is needed here")).show(ui);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::json::Document;

    #[test]
    fn names_of_members_are_read_as_words() {
        assert_eq!((spaced("rigidBodies"), spaced("x")), ("Rigid bodies".to_owned(), "X".to_owned()));
    }

    #[test]
    fn plain_values_are_found_two_levels_deep() {
        let text =
            r##"{"roomSettings":{"on":true,"debug":{"bodies":false,"deep":{"x":1},"ink":"#102030","name":"n"},"list":[1]}}"##;
        let document = Document::parse(text.as_bytes()).unwrap();
        let resolved = tablewright_core::variants::resolve(&document, "", &[""; 0]);
        let found = settings(&resolved);
        let found: Vec<_> = found.iter().map(|plain| (plain.at.to_string(), plain.kind)).collect();
        let expected =
            [("/on", Kind::Switch), ("/debug/bodies", Kind::Switch), ("/debug/ink", Kind::Color), ("/debug/name", Kind::Text)];
        assert_eq!(found, expected.map(|(at, kind)| (at.to_owned(), kind)));
    }
}
