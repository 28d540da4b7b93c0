//! The rules documents of the Game tab: adding them, their text, their pages, their cover, their id.

use std::borrow::Cow;

use egui::{Align2, Rect, RichText, Sense, Ui, pos2, vec2};
use tablewright_core::json::{Kind, Ref};
use tablewright_core::pointer;
use tablewright_core::rulebook::{self, MAX_FINISHED};
use tablewright_core::shape::Rule;

use crate::forms::elements::Cards;
use crate::forms::{Beside, Form, Place, Row, TextLook, names};
use crate::icons::Icon;
use crate::media::work::Work;
use crate::media::{Ask, Target};
use crate::panels::Wish;
use crate::theme::{Tokens, caption, small};
use crate::widgets::{Button, elided, paint_text, tip};

/// The width of a page as it is shown here, and from one to the next.
const PAGE: f32 = 76.0;
const BETWEEN: f32 = 8.0;
/// The most pages that are shown.
const SHOWN: usize = 24;

/// Draws the list.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    let at = pointer!["rules"];
    let Some(place) = form.place(&at).filter(|_| form.shows("rules")) else { return };
    match place.rule {
        Rule::List(_, _, of) if place.value.is_none_or(Ref::is_array) => {
            form.cards(ui, &place, of, &Cards { picture: None, add: Some(add) });
        }
        _ => form.field(ui, &at),
    }
}

fn add(form: &mut Form<'_>, ui: &mut Ui, _place: &Place<'_>, _of: &'static Rule, full: Option<&str>) {
    if ui.add(Button::control("Add rules…").icon(Icon::Plus).blocked(full)).clicked() {
        form.wishes.push(Wish::Media(Ask::AddRules));
    }
}

/// Draws the fields of a document that have files behind them.
pub(super) fn special(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    let [list, index, key] = place.at.tokens() else { return false };
    let Some(index) = index.parse::<usize>().ok().filter(|_| list == "rules") else { return false };
    let is = |kind: Kind| place.value.is_none_or(|value| value.kind() == kind);
    match key.as_str() {
        "id" if is(Kind::String) => id(form, ui, place, index),
        "path" if is(Kind::String) => text(form, ui, place, index),
        "pages" if is(Kind::Array) => pages(form, ui, place, index),
        "cover" if is(Kind::Object) => cover(form, ui, place, index),
        _ => return false,
    }
    true
}

/// The id names files, so it is renamed together with them.
fn id(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>, index: usize) {
    let entry = rulebook::entry(form.manifest, index).ok();
    let has_files = entry.is_some_and(|entry| !entry.files().is_empty());
    let look = TextLook {
        locked: has_files.then_some("Its files stand below it and have to move along."),
        beside: has_files.then(|| Beside::Link("Rename…".to_owned())),
        ..TextLook::default()
    };
    if form.text(ui, place, &look) {
        form.wishes.push(Wish::Media(Ask::RenameRules(index)));
    }
    if has_files {
        ui.add_space(-6.0);
        take_out(form, ui, place, index);
    }
}

fn take_out(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>, index: usize) {
    let column = form.columns.field_at(ui.cursor().min.y);
    let mut child = ui.new_child(egui::UiBuilder::new().id_salt((&place.at, "out")).max_rect(column));
    let name = format!("Take out rules document {} with its files", index + 1);
    let pressed = child.add(Button::quiet("Take it out with its files").icon(Icon::Trash).name(&name)).clicked();
    ui.allocate_rect(child.min_rect(), Sense::hover());
    ui.add_space(12.0);
    if pressed {
        form.wishes.push(Wish::Media(Ask::Do(Box::new(Work::TakeOutRules(index)))));
    }
}

fn text(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>, index: usize) {
    let beside = (!place.text().is_empty()).then(|| Beside::Link("Write…".to_owned()));
    if form.text(ui, place, &TextLook { beside, ..TextLook::default() }) {
        form.wishes.push(Wish::Media(Ask::WriteRules(index)));
    }
}

/// The pages as they will be read, how much a reader fetches, and another PDF.
fn pages(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>, index: usize) {
    let Ok(entry) = rulebook::entry(form.manifest, index) else { return };
    let list: Vec<(Option<Cow<'_, str>>, f32)> = place
        .value
        .into_iter()
        .flat_map(Ref::items)
        .take(SHOWN)
        .map(|page| {
            let side = |key: &str| page.get(key).and_then(Ref::as_f64).filter(|side| *side > 0.0);
            let tall = side("height").zip(side("width")).map_or(1.4, |(height, width)| (height / width) as f32);
            (page.get("path").and_then(Ref::as_str), tall.clamp(0.4, 2.0))
        })
        .collect();
    let (count, bytes) = (place.value.map_or(0, Ref::len), entry.stated_bytes());
    let mut replace = false;
    form.row(ui, Row::new(place).shallow().beside(Beside::Nothing), |ui, form| {
        if !list.is_empty() {
            strip(ui, form, &list, count);
        }
        ui.label(RichText::new(size_words(count, bytes)).font(small()).color(size_color(ui, bytes)));
        let name = format!("Replace the PDF of rules document {}", index + 1);
        replace = ui.add(Button::control("Replace the PDF…").icon(Icon::Refresh).form().name(&name)).clicked();
    });
    if replace {
        form.wishes.push(Wish::Media(Ask::ReplacePages(index)));
    }
}

fn size_words(count: usize, bytes: u64) -> String {
    let pages = if count == 1 { "1 page".to_owned() } else { format!("{} pages", names::grouped(count)) };
    format!("{pages}, {:.1} of 10 MB with the original. Players fetch it when they open it.", bytes as f64 / 1e6)
}

fn size_color(ui: &Ui, bytes: u64) -> egui::Color32 {
    let t = Tokens::of(ui);
    if bytes > MAX_FINISHED as u64 { t.error } else { t.text2 }
}

/// Small pictures of the pages, in rows.
fn strip(ui: &mut Ui, form: &mut Form<'_>, list: &[(Option<Cow<'_, str>>, f32)], count: usize) {
    let t = Tokens::of(ui);
    let per_row = (((ui.available_width() + BETWEEN) / (PAGE + BETWEEN)) as usize).max(1);
    for (row, pages) in list.chunks(per_row).enumerate() {
        let height = pages.iter().map(|(_, tall)| PAGE * tall).fold(0.0, f32::max);
        let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), height + 16.0), Sense::hover());
        for (at, (path, tall)) in pages.iter().enumerate() {
            let left = room.left() + at as f32 * (PAGE + BETWEEN);
            let frame = Rect::from_min_size(pos2(left, room.top()), vec2(PAGE, PAGE * tall));
            form.thumbnail(ui, frame, path.as_deref());
            let number = row * per_row + at + 1;
            let response = ui.interact(frame, ui.make_persistent_id(("page", number)), Sense::hover());
            let name = format!("Page {number}");
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
            tip(response, path.as_deref().unwrap_or("It names no file"), "");
            let galley = elided(ui, &number.to_string(), caption(), t.text3, PAGE);
            paint_text(
                ui,
                Rect::from_min_size(frame.left_bottom() + vec2(0.0, 2.0), vec2(PAGE, 12.0)),
                Align2::CENTER_TOP,
                &galley,
            );
        }
    }
    if count > list.len() {
        let words = format!("And {} more.", names::grouped(count - list.len()));
        ui.label(RichText::new(words).font(small()).color(t.text3));
    }
}

/// The picture before a video plays.
fn cover(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>, index: usize) {
    let path = place.value.and_then(|value| value.get("path")?.as_str().map(Cow::into_owned));
    let mut asked = None;
    form.row(ui, Row::new(place).beside(Beside::Nothing), |ui, form| {
        if path.is_some() {
            let frame = Rect::from_min_size(ui.cursor().min, vec2(208.0, 117.0));
            form.thumbnail(ui, frame, path.as_deref());
            ui.allocate_rect(frame, Sense::hover());
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let target = Target::RulesCover(index);
            let words = if path.is_some() { "Change picture…" } else { "Set cover…" };
            let name = format!("{words} ({})", place.name);
            if ui.add(Button::control(words).icon(Icon::Image).form().name(&name)).clicked() {
                asked = Some(Ask::Picture(target));
            }
        });
        form.help_where_empty(ui, place);
    });
    form.wishes.extend(asked.map(Wish::Media));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_said_against_the_limit() {
        assert_eq!(size_words(1, 148_213), "1 page, 0.1 of 10 MB with the original. Players fetch it when they open it.");
        assert!(size_words(1200, 12_000_000).starts_with("1,200 pages, 12.0 of 10 MB"));
    }
}
