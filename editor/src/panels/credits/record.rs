//! A record: one row with what it says in short, and below it everything it says while it is open.

use egui::{Frame, Margin, RichText, Ui};
use tablewright_core::credits::{Entry, Field, Hold, Origin, Record};

use super::changes::remove;
use super::{counted, path_line};
use crate::icons::Icon;
use crate::import_dialog::Ask;
use crate::panels::Wish;
use crate::session::Session;
use crate::theme::{Tokens, small};
use crate::widgets::{Button, Row, Tone, chip, clipped, icon_button};

/// How many files of a record are listed at once.
const SHOWN: usize = 50;

/// Draws the row; whether it is to be folded or unfolded.
pub(super) fn row(ui: &mut Ui, entry: &Entry, open: bool, wishes: &mut Vec<Wish>) -> bool {
    let title = entry.title();
    let second = in_short(entry);
    let icon = match (&entry.hold, entry.origin) {
        (Hold::Locked(_), _) => Icon::Lock,
        (_, Some(Origin::Disclaimed)) => Icon::Warning,
        _ => Icon::Credits,
    };
    let t = Tokens::of(ui);
    let row = Row::new(&title).tree(0, Some(open)).second(&second).bold();
    let row = if icon == Icon::Warning { row.icon_colored(icon, t.warning) } else { row.icon(icon) };
    let response = row.show_with(ui, |ui, near| {
        if entry.is_editable() {
            actions(ui, entry, &title, wishes);
        }
        if !near {
            marks(ui, entry);
        }
    });
    response.toggled || response.response.clicked()
}

fn actions(ui: &mut Ui, entry: &Entry, title: &str, wishes: &mut Vec<Wish>) {
    let name = format!("Delete the record {title}");
    if icon_button(ui, Icon::Trash, &name, "", false, None, 24.0).clicked() {
        wishes.push(Wish::Files(remove(entry.index, title)));
    }
    let words = if entry.signed.is_some() { "Edit…" } else { "Edit and sign…" };
    if ui.add(Button::link(words).name(&format!("Edit the record {title}"))).clicked() {
        wishes.push(Wish::Credit(Ask::Record(Box::new(entry.clone()))));
    }
}

/// What is to be known of a record at a glance.
fn marks(ui: &mut Ui, entry: &Entry) {
    if !entry.gone.is_empty() {
        chip(ui, Tone::Warning, &format!("{} gone", entry.gone.len()));
    }
    if entry.by_assistant {
        chip(ui, Tone::Plain, "With an assistant");
    }
    match &entry.hold {
        Hold::Locked(_) => {
            chip(ui, Tone::Plain, "Locked");
        }
        Hold::Detached(_) => {
            chip(ui, Tone::Plain, "Changed here");
        }
        Hold::Open => {}
    }
    if entry.signed.is_none() && entry.is_editable() {
        chip(ui, Tone::Warning, "Not signed");
    }
}

fn in_short(entry: &Entry) -> String {
    let answer = &entry.answer;
    let mut parts = vec![counted(entry.paths.len(), "file")];
    if entry.origin == Some(Origin::ThirdParty) && !answer.creator.is_empty() {
        parts.push(format!("by {}", answer.creator));
    }
    let licence = if answer.license_name.is_empty() { &answer.license_url } else { &answer.license_name };
    if !licence.is_empty() {
        parts.push(licence.clone());
    }
    match &entry.hold {
        Hold::Locked(item) => parts.push(format!("from {item}")),
        Hold::Detached(item) => parts.push(format!("made from {item}")),
        Hold::Open => {}
    }
    if let Some(signed) = &entry.signed {
        parts.push(format!("signed by {}", signed.name));
    }
    parts.join(" · ")
}

/// Everything that a record says.
pub(super) fn detail(ui: &mut Ui, entry: &Entry, session: &Session) {
    let margin = Margin { left: 48, right: 12, top: 4, bottom: 12 };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 4.0;
        for (label, text) in said(entry) {
            line(ui, label, &text);
        }
        if let Some((first, rest)) = assistant(entry, session) {
            line(ui, "With an assistant", &first);
            if let Some(review) = rest {
                line(ui, "Reviewed", &review);
            }
        }
        ui.add_space(4.0);
        for path in entry.paths.iter().take(SHOWN) {
            path_line(ui, path, entry.gone.contains(path));
        }
        if entry.paths.len() > SHOWN {
            let t = Tokens::of(ui);
            ui.label(RichText::new(format!("and {} more", entry.paths.len() - SHOWN)).font(small()).color(t.text3));
        }
    });
}

fn said(entry: &Entry) -> Vec<(&'static str, String)> {
    let named = [
        ("Title", Field::Title),
        ("Creator", Field::Creator),
        ("Creator’s page", Field::CreatorUrl),
        ("Link", Field::SourceUrl),
        ("Licence", Field::LicenseName),
        ("Licence link", Field::LicenseUrl),
        ("Notes", Field::Notes),
    ];
    let mut said: Vec<(&'static str, String)> =
        named.into_iter().map(|(label, field)| (label, entry.answer.text(field).to_owned())).collect();
    match &entry.hold {
        Hold::Locked(item) => said.push(("Copied from", item.clone())),
        Hold::Detached(item) => said.push(("Made from", format!("{item}; the files were changed here"))),
        Hold::Open => {}
    }
    said.push(("Recorded", entry.recorded_at.clone()));
    let signed = match &entry.signed {
        Some(signed) => format!("{}, {}, under {} ({})", signed.name, signed.at, signed.wording.in_words(), signed.terms),
        None if entry.is_editable() => "Nobody yet".to_owned(),
        None => String::new(),
    };
    said.push(("Signed", signed));
    said.retain(|(_, text)| !text.is_empty());
    said
}

/// What a record says of the assistant that helped to make it, and of who reviewed that.
fn assistant(entry: &Entry, session: &Session) -> Option<(String, Option<String>)> {
    let record = Record::at(session.manifest()?, entry.index)?;
    let said = record.value.get("aiAttestation")?;
    let text = |at: &[&str]| {
        let found = at.iter().try_fold(said, |value, key| value.get(key))?;
        found.as_str().map(|text| clipped(&text, 200).into_owned()).filter(|text| !text.is_empty())
    };
    let first: Vec<String> = [text(&["client"]), text(&["attestedAt"]), text(&["termsVersion"])].into_iter().flatten().collect();
    let review: Vec<String> = [text(&["review", "signedName"]), text(&["review", "reviewedAt"])].into_iter().flatten().collect();
    let first = if first.is_empty() { "An assistant helped to make this record".to_owned() } else { first.join(", ") };
    Some((first, (!review.is_empty()).then(|| review.join(", "))))
}

fn line(ui: &mut Ui, label: &str, text: &str) {
    let t = Tokens::of(ui);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let width = 112.0;
        let (rect, _) = ui.allocate_exact_size(egui::vec2(width, 16.0), egui::Sense::hover());
        let galley = crate::widgets::elided(ui, label, small(), t.text3, width);
        crate::widgets::paint_text(ui, rect, egui::Align2::LEFT_CENTER, &galley);
        let text = clipped(text, 1000);
        ui.add(egui::Label::new(RichText::new(text).font(small()).color(t.text)).wrap().selectable(true));
    });
}
