//! Details: what the pack is called, what it is, and what it works with.

use egui::{RichText, Ui};
use tablewright_core::edit::ManifestOp;
use tablewright_core::json::{Kind, Ref};
use tablewright_core::manifest::listing::category_words;
use tablewright_core::manifest::{PackType, engine_words, next_patch, slug_of, table};
use tablewright_core::pointer;
use tablewright_core::publish::PublishedAs;

use crate::forms::pick::Choice;
use crate::forms::{Beside, Form, Place, TextLook, names};
use crate::session::Session;
use crate::theme::{Tokens, small};
use crate::widgets::TextField;

/// Licences that packs often have; any other can be typed.
const LICENCES: [&str; 12] = [
    "MIT",
    "Apache-2.0",
    "BSD-3-Clause",
    "GPL-3.0-or-later",
    "MPL-2.0",
    "CC0-1.0",
    "CC-BY-4.0",
    "CC-BY-SA-4.0",
    "CC-BY-NC-4.0",
    "CC-BY-NC-SA-4.0",
    "Unlicense",
    "All rights reserved",
];

const LOCKED: &str = "Locked since it was published";

/// Draws the tab.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    form.special = Some(special);
    for key in ["name", "id", "slug", "type", "version", "summary", "description", "category", "tags", "license"] {
        form.field(ui, &pointer![key]);
    }
    if form.shows("compatibility") {
        works_with(ui, form);
    }
    form.field(ui, &pointer!["schemaVersion"]);
    form.special = None;
    form.leftovers(ui);
}

/// What the pack was published as, where it is the pack that this manifest names.
fn published<'a>(form: &Form<'a>) -> Option<&'a PublishedAs> {
    let published = form.session.pack()?.git().and_then(|git| git.published.as_ref())?;
    let id = form.session.pack()?.manifest_text("id");
    id.eq_ignore_ascii_case(&published.id).then_some(published)
}

fn special(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    if place.value.is_some_and(|value| value.kind() != Kind::String) {
        return false;
    }
    match place.at.to_string().as_str() {
        "/id" => id(form, ui, place),
        "/slug" => slug(form, ui, place),
        "/type" => pack_type(form, ui, place),
        "/version" => version(form, ui, place),
        "/category" => category(form, ui, place),
        "/license" => licence(form, ui, place),
        _ => return false,
    }
    true
}

fn id(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) {
    let locked = published(form).is_some();
    let look = TextLook {
        locked: locked.then_some("Other packs and the registry know the pack by it. Another id would be another pack."),
        beside: locked.then(|| Beside::Lock(LOCKED.to_owned())),
        ..TextLook::default()
    };
    form.text(ui, place, &look);
}

fn slug(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) {
    let derived = slug_of(&form.manifest.root().get("name").and_then(Ref::as_str).unwrap_or_default());
    let reset = !derived.is_empty() && derived != place.text();
    let prefix = if form.kind == Some(PackType::Game) { "/games/" } else { "/mods/" };
    let beside = reset.then(|| Beside::Link("Reset to the name".to_owned()));
    if form.text(ui, place, &TextLook { prefix, beside, ..TextLook::default() }) {
        form.set(place, derived);
    }
}

fn pack_type(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) {
    let published = published(form).map(|published| published.pack_type.clone());
    let current = place.text().into_owned();
    match published {
        Some(published) if published == current => {
            let shown = names::word(&current);
            let row = crate::forms::Row::new(place).beside(Beside::Lock(LOCKED.to_owned()));
            form.row(ui, row, |ui, _| {
                let why = "Packs that depend on this one rely on what it is.";
                TextField::new(&place.name, &shown).form().locked(Some(why)).show(ui);
            });
        }
        published => {
            let choices = PackType::ALL.map(|kind| Choice::new(kind.as_str(), names::word(kind.as_str())));
            // Changed since it was published: the platform refuses that, so the way back is offered.
            let back = published.filter(|word| PackType::parse(word).is_some());
            let beside = match &back {
                Some(word) => Beside::Words(format!("Published as {}", names::inside(&names::word(word)))),
                None => Beside::Nothing,
            };
            form.choice(ui, place, &choices, false, beside);
        }
    }
}

fn version(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) {
    // A label is short; whatever else stands there is not read in every frame.
    let text = place.text();
    let next = if text.len() < 200 { next_patch(&text) } else { None };
    let beside = next.as_ref().map(|next| Beside::Link(format!("Bump to {next}")));
    let pressed = form.text(ui, place, &TextLook { beside, width: Some(160.0), ..TextLook::default() });
    if let Some(next) = next.filter(|_| pressed) {
        form.act(format!("Bump the version to {next}"), vec![ManifestOp::Set(place.at.clone(), next.into())]);
    }
}

fn category(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) {
    let first = match form.kind {
        Some(PackType::Table) => "Tables",
        Some(PackType::Room) => "Rooms",
        _ => "Games",
    };
    let mut groups = table::CATEGORIES;
    groups.sort_by_key(|(group, _)| *group != first);
    let choices: Vec<Choice<'_>> = groups
        .iter()
        .flat_map(|(group, slugs)| slugs.iter().map(|slug| Choice::new(*slug, category_words(slug)).of(group)))
        .collect();
    form.choice(ui, place, &choices, true, Beside::Nothing);
}

fn licence(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) {
    let choices = LICENCES.map(|name| Choice::new(name, name));
    form.choice(ui, place, &choices, true, Beside::Nothing);
}

fn works_with(ui: &mut Ui, form: &mut Form<'_>) {
    let outer = form.place(&pointer!["compatibility"]);
    if let Some(outer) = outer.filter(|place| place.value.is_some_and(|value| !value.is_object())) {
        form.field_of(ui, &outer);
        return;
    }
    let Some(place) = form.place(&pointer!["compatibility", "engine"]) else { return };
    let range = place.text();
    if place.value.is_some_and(|value| value.kind() != Kind::String) || range.len() > 200 {
        form.field_of(ui, &place);
        return;
    }
    let edit = form.row(ui, crate::forms::Row::new(&place).beside(Beside::Nothing), |ui, form| {
        let edit = form.text_box(ui, &place, &TextLook::default(), ui.available_width());
        if !range.is_empty() {
            ui.label(RichText::new(engine_words(&range)).font(small()).color(Tokens::of(ui).text2));
        }
        edit
    });
    form.take_text(&place, edit.inner);
    if let Some(block) = form.manifest.root().get("compatibility").filter(|block| block.is_object())
        && let Some(field) = table::MANIFEST.field("compatibility")
        && let tablewright_core::shape::Rule::Object(shape) = field.rule.plain()
        && block.members().any(|(key, _)| shape.field(key).is_none())
    {
        form.unknown_keys(ui, &pointer!["compatibility"], &[shape]);
    }
}

/// Whether a variant was published under this id: rooms have stored it then.
pub(super) fn is_published_variant(session: &Session, entry: Option<Ref<'_>>) -> bool {
    entry.and_then(|entry| entry.get("id")?.as_str()).is_some_and(|id| session.is_published_variant(&id))
}
