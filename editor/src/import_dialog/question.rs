//! The right side: the three choices, the fields of the one that is chosen, and the signature.

use egui::{
    Align2, CornerRadius, Margin, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2,
    vec2,
};
use tablewright_core::credits::licences::SHORTLIST;
use tablewright_core::credits::{Field, Origin, Remark, judge, terms};

use super::draft::Draft;
use super::sheet::Sheet;
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, small, strong};
use crate::widgets::{
    self, Edit, TextField, Tone, chip, clipped, elided, focus_ring, hairline, note, paint_text, picker, picker_row,
};

/// The width of the labels.
const LABELS: f32 = 108.0;
const CARD: f32 = 82.0;
/// From the edge of the column to what it holds.
const EDGE: i8 = 24;

/// What the person did.
pub(super) enum Did {
    /// Answered.
    Draft(Box<Draft>),
    /// Typed at the signature.
    Name(String),
    /// Credits the files separately.
    Separate,
}

/// Draws the question; what the person did.
pub(super) fn show(ui: &mut Ui, sheet: &Sheet) -> Option<Did> {
    let mut did = None;
    ScrollArea::vertical().id_salt("question").auto_shrink(false).show(ui, |ui| {
        egui::Frame::new().inner_margin(Margin { left: EDGE, right: EDGE, top: 20, bottom: 16 }).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 10.0;
            let mut draft = sheet.draft().clone();
            if sheet.is_open() {
                choices(ui, &mut draft);
                ui.add_space(4.0);
                did = notices(ui, sheet, &draft);
                fields(ui, &mut draft);
                ui.add_space(2.0);
                hairline(ui);
            } else {
                merged(ui, sheet);
            }
            if draft != *sheet.draft() {
                did = Some(Did::Draft(Box::new(draft)));
            }
            ui.add_space(4.0);
            did = signature(ui, sheet).or(did.take());
        });
    });
    did
}

/// What is to be said of the files before the fields.
fn notices(ui: &mut Ui, sheet: &Sheet, draft: &Draft) -> Option<Did> {
    if let Some(doubt) = sheet.doubt() {
        note(ui, Tone::Warning, &doubt, "Where you made it yourself, go on: this is a question and no refusal.", None);
    }
    let split = !draft.differ.is_empty() && !sheet.is_separate() && sheet.can_separate();
    let words = "The files say different things of their origin.";
    (split && note(ui, Tone::Info, words, "One record says the same of all of them.", Some("Credit separately")))
        .then_some(Did::Separate)
}

fn merged(ui: &mut Ui, sheet: &Sheet) {
    let t = Tokens::of(ui);
    let words = "These records say the same and become one. The first keeps its place, with the files of all.";
    ui.add(egui::Label::new(RichText::new(words).font(strong()).color(t.text)).wrap());
    let answer = &sheet.draft().answer;
    for field in Field::ANSWERED {
        let text = answer.text(field);
        if !text.is_empty() {
            let line = format!("{}: {}", label(field, answer.origin), clipped(text, 300));
            ui.add(egui::Label::new(RichText::new(line).font(small()).color(t.text2)).wrap().selectable(true));
        }
    }
    hairline(ui);
}

/// The three choices, side by side.
fn choices(ui: &mut Ui, draft: &mut Draft) {
    let width = ((ui.available_width() - 16.0) / 3.0).floor();
    let (row, group) = ui.allocate_exact_size(vec2(ui.available_width(), CARD), Sense::hover());
    group.widget_info(|| WidgetInfo::labeled(Role::RadioGroup, true, "Where this is from"));
    for (number, origin) in Origin::ALL.into_iter().enumerate() {
        let left = row.left() + number as f32 * (width + 8.0);
        let rect = Rect::from_min_size(pos2(left, row.top()), vec2(width, CARD));
        if card(ui, rect, origin, draft.answer.origin == origin) {
            draft.answer.origin = origin;
        }
    }
}

fn card(ui: &mut Ui, rect: Rect, origin: Origin, on: bool) -> bool {
    let t = Tokens::of(ui);
    let response = ui.interact(rect, ui.make_persistent_id(("origin", origin)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, on, origin.label()));
    let (fill, edge) = match (on, response.hovered()) {
        (true, _) => (t.selection, t.accent),
        (false, true) => (t.hover, t.border_strong),
        (false, false) => (t.raised, t.border),
    };
    ui.painter().rect(rect, CornerRadius::same(METRICS.radius_card), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    if response.has_focus() {
        focus_ring(ui, rect, METRICS.radius_card, false);
    }
    let dot = pos2(rect.left() + 20.0, rect.top() + 21.0);
    if on {
        ui.painter().circle_filled(dot, 8.0, t.accent_fill);
        ui.painter().circle_filled(dot, 3.0, t.on_fill);
    } else {
        ui.painter().circle(dot, 7.5, t.input, Stroke::new(1.0, t.border_strong));
    }
    let red = origin == Origin::Disclaimed;
    let color = if red && !on { t.error } else { t.text };
    let head = Rect::from_min_max(pos2(dot.x + 16.0, rect.top() + 10.0), pos2(rect.right() - 8.0, rect.top() + 32.0));
    let galley = elided(ui, origin.label(), strong(), color, head.width());
    paint_text(ui, head, Align2::LEFT_CENTER, &galley);
    let words = match origin {
        Origin::OwnWork => "I made these files, or they were made for me.",
        Origin::ThirdParty => "Made by others, used under their licence.",
        Origin::Disclaimed => "I take full responsibility for them.",
    };
    let color = if on { t.text } else { t.text2 };
    let galley = ui.painter().layout(words.to_owned(), small(), color, rect.width() - 24.0);
    ui.painter().galley(pos2(rect.left() + 12.0, rect.top() + 38.0), galley, color);
    response.clicked()
}

fn label(field: Field, origin: Origin) -> &'static str {
    match field {
        Field::Title => "Title",
        Field::Creator => "Creator",
        Field::CreatorUrl => "Creator’s page",
        Field::SourceUrl => "Link",
        Field::LicenseName => "Licence",
        Field::LicenseUrl => "Licence link",
        Field::Notes => "Notes",
        Field::SignedName if origin == Origin::Disclaimed => "Sign in full",
        Field::SignedName => "Sign",
        Field::RecordedAt => "Recorded",
    }
}

fn hint(field: Field) -> &'static str {
    match field {
        Field::Title => "What the work is called, where it has a name",
        Field::Creator => "As they write their name",
        Field::CreatorUrl => "Their site, shop or profile",
        Field::SourceUrl => "The page of the work itself",
        Field::LicenseUrl => "https://",
        Field::Notes => "Changes you made, or what players should know",
        Field::LicenseName => "As the creator calls it",
        Field::SignedName => "Your name",
        Field::RecordedAt => "",
    }
}

/// Only the fields of the choice.
fn fields(ui: &mut Ui, draft: &mut Draft) {
    let remarks = judge(&draft.answer);
    let theirs = draft.answer.origin == Origin::ThirdParty;
    let order =
        [Field::Creator, Field::SourceUrl, Field::CreatorUrl, Field::LicenseName, Field::LicenseUrl, Field::Title, Field::Notes];
    for field in order.into_iter().filter(|field| theirs || !field.is_of_third_party()) {
        if field == Field::LicenseName {
            licence(ui, draft, &remarks);
        } else {
            text_row(ui, draft, field, &remarks);
        }
    }
}

fn text_row(ui: &mut Ui, draft: &mut Draft, field: Field, remarks: &[Remark]) {
    let name = label(field, draft.answer.origin);
    row(ui, name, |ui| text(ui, draft, field, name, remarks));
    remark(ui, &draft.answer, field, remarks);
}

fn row(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui)) {
    widgets::Field::new(name).form().label_width(LABELS).show(ui, add);
}

fn text(ui: &mut Ui, draft: &mut Draft, field: Field, name: &str, remarks: &[Remark]) {
    let shown = draft.answer.text_mut(field).map(|text| text.clone()).unwrap_or_default();
    let wrong = !shown.trim().is_empty() && remarks.iter().any(|remark| remark.field == field && remark.refuses);
    let rows = if field == Field::Notes && shown.len() > 60 { 2 } else { 1 };
    let (edit, response) = TextField::new(name, &shown).hint(hint(field)).form().rows(rows).error(wrong).show(ui);
    let from = draft.read_from(field).map(str::to_owned);
    if let (Edit::Commit(text) | Edit::Preview(text), Some(place)) = (edit, draft.answer.text_mut(field)) {
        *place = text;
    }
    if let Some(from) = from.filter(|_| !response.has_focus()) {
        from_chip(ui, response.rect, &from);
    }
}

/// Says where a value was read, at the right end of its field.
fn from_chip(ui: &mut Ui, field: Rect, from: &str) {
    let words = format!("From {from}");
    let t = Tokens::of(ui);
    let wide = elided(ui, &words, crate::theme::caption_medium(), t.text2, field.width() * 0.5).size().x + 13.0;
    let at =
        Rect::from_min_max(pos2(field.right() - 6.0 - wide, field.center().y - 11.0), pos2(field.right() - 6.0, field.bottom()));
    chip(&mut ui.new_child(UiBuilder::new().max_rect(at)), Tone::Plain, &words);
}

/// The licence, from the shortlist or typed.
fn licence(ui: &mut Ui, draft: &mut Draft, remarks: &[Remark]) {
    let chosen = draft.licence();
    let shown = match chosen {
        Some(licence) => licence.name,
        None if draft.other_licence => "Another licence",
        None => "Choose a licence",
    };
    let from = draft.read_from(Field::LicenseName).map(str::to_owned);
    row(ui, "Licence", |ui| {
        let width = ui.available_width();
        let top = ui.cursor().min;
        picker(ui, "Licence", shown, width, |ui| {
            for licence in SHORTLIST {
                let current = chosen.is_some_and(|chosen| chosen.spdx == licence.spdx);
                if picker_row(ui, None, licence.name, licence.spdx, current) {
                    draft.answer.set_licence(licence);
                    draft.other_licence = false;
                }
            }
            if picker_row(ui, None, "Another licence", "type its name", draft.other_licence) {
                if !draft.other_licence {
                    draft.answer.license_name.clear();
                    draft.answer.license_url.clear();
                }
                draft.other_licence = true;
            }
        });
        if let Some(from) = from {
            let field = Rect::from_min_size(top, vec2(width - 24.0, METRICS.control_form));
            from_chip(ui, field, &from);
        }
    });
    if draft.other_licence {
        text_row(ui, draft, Field::LicenseName, remarks);
    } else {
        remark(ui, &draft.answer, Field::LicenseName, remarks);
    }
}

/// What is to be said about a field, below it.
fn remark(ui: &mut Ui, answer: &tablewright_core::credits::Answer, field: Field, remarks: &[Remark]) {
    let Some(remark) = remarks.iter().find(|remark| remark.field == field) else { return };
    let t = Tokens::of(ui);
    let (icon, color) = match (remark.refuses, answer.text(field).is_empty()) {
        // What is only not there yet is no mistake.
        (true, true) => (None, t.text3),
        (true, false) => (Some(Icon::Error), t.error),
        (false, _) => (Some(Icon::Warning), t.warning),
    };
    ui.add_space(-4.0);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.add_space(LABELS + 10.0);
        if let Some(icon) = icon {
            let (at, _) = ui.allocate_exact_size(vec2(14.0, 16.0), Sense::hover());
            icon.paint(ui, at, 14.0, color);
        }
        ui.add(egui::Label::new(RichText::new(&remark.message).font(small()).color(color)).wrap());
    });
}

/// The signature, with what it says.
fn signature(ui: &mut Ui, sheet: &Sheet) -> Option<Did> {
    let t = Tokens::of(ui);
    let origins = sheet.origins();
    let red = origins.contains(&Origin::Disclaimed);
    let mut typed = None;
    row(ui, "Sign", |ui| {
        let (edit, _) = TextField::new("Sign", &sheet.name).hint("Type your name").form().show(ui);
        if let Edit::Commit(name) | Edit::Preview(name) = edit {
            typed = Some(Did::Name(name));
        }
    });
    ui.spacing_mut().item_spacing.y = 4.0;
    let below = |ui: &mut Ui, text: &str, color| {
        ui.horizontal_top(|ui| {
            ui.add_space(LABELS + 16.0);
            ui.add(egui::Label::new(RichText::new(text).font(small()).color(color)).wrap().selectable(true));
        });
    };
    below(ui, "By typing my name I say:", t.text3);
    for origin in origins {
        let color = if origin == Origin::Disclaimed && red { t.error } else { t.text2 };
        below(ui, terms::CURRENT.text(origin), color);
    }
    below(ui, terms::CURRENT.whose, t.text3);
    typed
}
