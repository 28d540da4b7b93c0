//! The left side: what was dropped, where each file will go, and what does not come in.

use egui::{Align2, Color32, CornerRadius, Rect, RichText, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use tablewright_core::pack::Content;

use super::sheet::{FileRow, Sheet, Subject};
use crate::icons::Icon;
use crate::panels::details::listing::size_in_words as bytes;
use crate::theme::{METRICS, Tokens, caption, mono_small, small, strong};
use crate::widgets::{
    Button, Edit, List, TextField, Tone, check, elided, focus_ring, hairline, note, paint_text, segmented, tip,
};

/// The height of a row.
const ROW: f32 = 40.0;
/// From the edge of the column to what it holds.
const EDGE: f32 = 16.0;

/// What the person did in the list.
pub(super) enum Did {
    /// Selected a file; with the others where `more`.
    Select { item: usize, more: bool, range: bool },
    /// Takes a file out of the import.
    LeaveOut(usize),
    /// Puts it elsewhere.
    Put(usize, String),
    /// Lets it take the place of the file that is there, or not.
    Replace(usize, bool),
    /// Credits the files separately, or all alike.
    Separate(bool),
}

/// Draws the column; what the person did.
pub(super) fn show(ui: &mut Ui, sheet: &Sheet) -> Option<Did> {
    ui.spacing_mut().item_spacing.y = 0.0;
    let room = ui.max_rect();
    head(ui, sheet);
    let mut did = None;
    let place = sheet.plan().and_then(|_| sheet.selected.first().copied().filter(|_| sheet.selected.len() == 1));
    let low = if place.is_some() { place_height(sheet) } else { 0.0 };
    let foot = low + if sheet.can_separate() { 60.0 } else { 0.0 };
    let list = Rect::from_min_max(pos2(room.left(), ui.cursor().top()), pos2(room.right(), room.bottom() - foot));
    rows(&mut ui.new_child(UiBuilder::new().id_salt("files").max_rect(list)), sheet, &mut did);
    let below = Rect::from_min_max(pos2(room.left(), list.bottom()), room.max);
    let mut below = ui.new_child(UiBuilder::new().id_salt("place").max_rect(below));
    if let Some(item) = place {
        place_ui(&mut below, sheet, item, &mut did);
    }
    if sheet.can_separate() {
        hairline(&mut below);
        let inner = below.available_rect_before_wrap().shrink2(vec2(EDGE, 6.0));
        let mut child = below.new_child(UiBuilder::new().max_rect(inner));
        child.spacing_mut().item_spacing.y = 0.0;
        let mut on = sheet.is_separate();
        if check(&mut child, &mut on, "Credit files separately").changed() {
            did = Some(Did::Separate(on));
        }
        let t = Tokens::of(&child);
        child.horizontal(|ui| {
            ui.add_space(24.0);
            ui.label(RichText::new("For a drop from several makers").font(caption()).color(t.text3));
        });
    }
    did
}

fn head(ui: &mut Ui, sheet: &Sheet) {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 44.0), Sense::hover());
    let files = match sheet.count() {
        1 => "1 file".to_owned(),
        count => format!("{count} files"),
    };
    let more = match &sheet.subject {
        Subject::Import(plan) => match plan.container() {
            Some(container) => format!("{}, from {container}", bytes(sheet.bytes())),
            None => bytes(sheet.bytes()),
        },
        Subject::Files(_) => "of this pack".to_owned(),
        Subject::Record { .. } | Subject::Merge { .. } => "of the record".to_owned(),
    };
    let words = format!("{files} {more}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words.as_str()));
    let inner = rect.shrink2(vec2(EDGE, 0.0));
    let galley = elided(ui, &files, strong(), t.text, inner.width());
    let at = paint_text(ui, inner, Align2::LEFT_CENTER, &galley);
    let galley = elided(ui, &more, small(), t.text2, inner.right() - at.right() - 8.0);
    paint_text(ui, inner.with_min_x(at.right() + 8.0), Align2::LEFT_CENTER, &galley);
    hairline(ui);
}

fn rows(ui: &mut Ui, sheet: &Sheet, did: &mut Option<Did>) {
    let list = List::begin(ui, "Files to import", ui.max_rect());
    let at = sheet.selected.first().copied();
    if let Some(item) = list.keys().target(at, sheet.count()) {
        *did = Some(Did::Select { item, more: false, range: list.keys().extend });
    }
    let focused = list.focused();
    ScrollArea::vertical().id_salt("files of the import").auto_shrink(false).show_rows(ui, ROW, sheet.rows(), |ui, range| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for number in range {
            let Some(row) = sheet.row(number) else { continue };
            let clicked = file_row(ui, sheet, &row, focused);
            if let (Some(item), true) = (row.item, clicked) {
                let (more, range) = ui.input(|input| (input.modifiers.command, input.modifiers.shift));
                *did = Some(Did::Select { item, more, range });
                list.claim(ui);
            }
        }
    });
}

fn file_row(ui: &mut Ui, sheet: &Sheet, row: &FileRow<'_>, focused: bool) -> bool {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::CLICK);
    let selected = row.item.is_some_and(|item| sheet.selected.contains(&item));
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ListItem, true, row.name);
        info.selected = Some(selected);
        info
    });
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(row.second.as_str()));
    let fill = match (selected, response.hovered() && row.item.is_some()) {
        (true, _) => t.selection,
        (false, true) => t.hover,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 0.0, fill);
    if selected && focused {
        focus_ring(ui, rect, 0, false);
    }
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, egui::Stroke::new(1.0, t.border_subtle));
    let box_ = Rect::from_center_size(pos2(rect.left() + EDGE + 14.0, rect.center().y), vec2(28.0, 28.0));
    picture(ui, sheet, row, box_);
    let mut words =
        Rect::from_min_max(pos2(box_.right() + 8.0, rect.top() + 2.0), pos2(rect.right() - EDGE, rect.bottom() - 2.0));
    if let Some(size) = row.size {
        let galley = elided(ui, &bytes(size as u64), small(), t.text2, 80.0);
        words.max.x = paint_text(ui, words, Align2::RIGHT_CENTER, &galley).left() - 8.0;
    }
    if row.marked {
        let at = Rect::from_center_size(pos2(words.right() - 8.0, words.center().y), vec2(16.0, 16.0));
        Icon::Warning.paint(ui, at, 14.0, t.warning);
        words.max.x -= 22.0;
    }
    let color = if row.item.is_some() { t.text } else { t.text2 };
    let name = elided(ui, row.name, crate::theme::body(), color, words.width());
    paint_text(ui, words.with_max_y(words.center().y + 1.0), Align2::LEFT_CENTER, &name);
    let second_color = if selected { t.text2 } else { t.text3 };
    let second = elided(ui, &row.second, caption(), second_color, words.width());
    paint_text(ui, words.with_min_y(words.center().y + 1.0), Align2::LEFT_CENTER, &second);
    let notes = sheet.plan().and_then(|plan| plan.items.get(row.item?)).map(|item| item.notes.join(" ")).unwrap_or_default();
    let clicked = response.clicked();
    if !notes.is_empty() || second.elided || name.elided {
        let sentence = if notes.is_empty() { format!("{}: {}", row.name, row.second) } else { notes };
        tip(response.with_new_rect(rect), &sentence, "");
    }
    clicked
}

fn picture(ui: &Ui, sheet: &Sheet, row: &FileRow<'_>, at: Rect) {
    let t = Tokens::of(ui);
    if let Some(texture) = row.item.and_then(|item| sheet.picture(item)) {
        let size = texture.size_vec2();
        let scale = (at.width() / size.x).max(at.height() / size.y);
        // The middle of it, so that the box is filled.
        let shown = vec2(at.width() / scale / size.x, at.height() / scale / size.y);
        let uv = Rect::from_center_size(pos2(0.5, 0.5), shown);
        egui::Image::new(texture).uv(uv).corner_radius(CornerRadius::same(METRICS.radius)).paint_at(ui, at);
        return;
    }
    ui.painter().rect_filled(at, CornerRadius::same(METRICS.radius), t.inset);
    icon_of(row).paint(ui, at, 16.0, t.text2);
}

fn icon_of(row: &FileRow<'_>) -> Icon {
    let extension = row.name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default();
    match extension.as_str() {
        _ if row.item.is_none() => Icon::File,
        "glb" | "gltf" => Icon::Model,
        "png" | "jpg" | "jpeg" | "webp" | "avif" | "gif" | "svg" => Icon::Image,
        "ktx2" | "basis" | "dds" | "hdr" | "exr" => Icon::Texture,
        "wav" | "mp3" | "ogg" | "m4a" | "flac" | "opus" => Icon::Sound,
        "json" => Icon::Json,
        _ if row.content == Some(Content::Glb) => Icon::Model,
        _ => Icon::File,
    }
}

/// The height of what is asked about the selected file.
fn place_height(sheet: &Sheet) -> f32 {
    let item = sheet.selected.first().and_then(|item| sheet.plan()?.items.get(*item));
    let meets = item.is_some_and(|item| item.meets.is_some());
    let wrong = sheet.place.as_ref().is_some_and(|(_, _, problem)| problem.is_some());
    96.0 + if meets { 32.0 } else { 0.0 } + if wrong { 64.0 } else { 0.0 }
}

/// Where the selected file goes.
fn place_ui(ui: &mut Ui, sheet: &Sheet, item: usize, did: &mut Option<Did>) {
    let Some(one) = sheet.plan().and_then(|plan| plan.items.get(item)) else { return };
    let t = Tokens::of(ui);
    hairline(ui);
    let height = place_height(sheet);
    let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), height - 1.0), Sense::hover());
    let mut ui = ui.new_child(UiBuilder::new().id_salt(("place", item)).max_rect(room.shrink2(vec2(EDGE, 8.0))));
    let ui = &mut ui;
    ui.spacing_mut().item_spacing.y = 8.0;
    ui.horizontal(|ui| {
        ui.label(RichText::new("Goes to").font(small()).color(t.text2));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let name = format!("Leave {} out", one.to.name());
            if ui.add(Button::link("Leave it out").name(&name)).clicked() {
                *did = Some(Did::LeaveOut(item));
            }
        });
    });
    let typed = sheet.place.as_ref().filter(|(at, ..)| *at == item);
    let shown = typed.map_or(one.to.as_str(), |(_, text, _)| text.as_str()).to_owned();
    let problem = typed.and_then(|(_, _, problem)| problem.as_deref());
    let (edit, _) = TextField::new("Where it goes", &shown).mono().form().error(problem.is_some()).show(ui);
    if let Edit::Commit(path) | Edit::Preview(path) = edit {
        *did = Some(Did::Put(item, path));
    }
    if let Some(problem) = problem {
        ui.add(egui::Label::new(RichText::new(problem).font(small()).color(t.error)).wrap());
    }
    if let Some(meets) = &one.meets {
        ui.horizontal(|ui| {
            let chosen = segmented(ui, "A file of that name is there", usize::from(one.replaces), &["Keep both", "Replace"]);
            if let Some(chosen) = chosen {
                *did = Some(Did::Replace(item, chosen == 1));
            }
            ui.label(RichText::new(meets.name()).font(mono_small()).color(t.text3));
        });
    }
}

/// What is to be said about a drop of which nothing can come in.
pub(super) fn nothing(ui: &mut Ui) {
    note(ui, Tone::Warning, "Nothing of this can come in.", "The list says of each file why.", None);
}
