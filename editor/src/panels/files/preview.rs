//! The preview: the file itself as far as it can be shown, its figures, its switch, who uses it, what it needs, and what can
//! be done with it. While no file is selected: what each variant costs a player.

use std::sync::Arc;

use egui::{Align, Align2, CornerRadius, Layout, Rect, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use tablewright_core::assets::{Class, Row};

use super::Ask;
use super::better;
use super::costs::Costs;
use super::kind::Kind;
use super::model::{Listing, can_switch, folder_of, is_preloaded, name_of};
use super::peek::{Key, Peek, Peeked};
use super::picks::Picks;
use super::row::used_in;
use super::sound;
use super::users::{Jump, User, needs, users};
use crate::icons::Icon;
use crate::media::sounds::Sounds;
use crate::panels::View;
use crate::session::Look;
use crate::theme::{METRICS, Tokens, body, mono, small, strong};
use crate::viewport::{SharedRenderer, Turntable};
use crate::widgets::code::{CodeEditor, json_parts};
use crate::widgets::units::bytes;
use crate::widgets::{Button, Tone, check_mixed, elided, focus_ring, hairline, icon_button, note, paint_text, switch};

/// Height of the picture.
const STAGE: f32 = 220.0;
/// Height of the actions at the bottom.
const FOOT: f32 = 48.0;
/// Where values begin.
const VALUES: f32 = 96.0;

/// The preview's own state.
#[derive(Default)]
pub(super) struct Preview {
    peek: Peek,
    turntable: Turntable,
    costs: Costs,
    sounds: Sounds,
    /// Who uses what is shown, and what it needs; made once for each look and file.
    near: Option<(u64, String, Vec<User>, Vec<User>)>,
}

impl Preview {
    #[expect(clippy::too_many_arguments, reason = "each is a part of the panel that the preview reads")]
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        view: View<'_>,
        look: &Arc<Look>,
        listing: &Listing,
        picks: &Picks,
        renderer: Option<&SharedRenderer>,
        asks: &mut Vec<Ask>,
    ) {
        if picks.len() > 1 {
            return several(ui, listing, picks, asks);
        }
        let row = picks.cursor().filter(|path| picks.has(path)).and_then(|path| listing.get(path));
        let Some(row) = row else {
            return self.costs.show(ui, view.session, look);
        };
        let room = ui.max_rect();
        let key =
            Key { root: view.session.root().to_path_buf(), path: row.path.clone(), size: row.size.unwrap_or(0), hash: row.hash };
        let stage = room.with_max_y(room.top() + STAGE);
        let said = if row.size.is_none() {
            self.gone(ui, stage, row)
        } else if row.class == Class::Sound {
            sound::stage(ui, &mut self.sounds, &key.root, &key.path, stage);
            String::new()
        } else {
            self.stage(ui, stage, &key, renderer)
        };
        let rest = Rect::from_min_max(stage.left_bottom(), pos2(room.right(), room.bottom() - FOOT));
        let mut child = ui.new_child(UiBuilder::new().id_salt(("facts", &row.path)).max_rect(rest));
        child.set_clip_rect(rest.intersect(ui.clip_rect()));
        ScrollArea::vertical().id_salt("facts").auto_shrink(false).show(&mut child, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            facts(ui, listing, row, &said, asks);
            let key = (view.session.revision(), row.path.clone());
            if self.near.as_ref().is_none_or(|(revision, path, ..)| (*revision, path) != (key.0, &key.1)) {
                self.near = Some((key.0, key.1, users(view.session, look, &row.path), needs(look, &row.path)));
            }
            if let Some((.., users, needs)) = &self.near {
                let head =
                    if users.is_empty() { "Used by nobody".to_owned() } else { format!("Used in {}", used_in(users.len())) };
                list(ui, &head, users, asks);
                if !needs.is_empty() {
                    list(ui, "Needs", needs, asks);
                }
            }
        });
        actions(ui, Rect::from_min_max(pos2(room.left(), room.bottom() - FOOT), room.max), row, asks);
    }

    /// The file itself. Returns what it turned out to be, in words.
    fn stage(&mut self, ui: &mut Ui, rect: Rect, key: &Key, renderer: Option<&SharedRenderer>) -> String {
        let t = Tokens::of(ui);
        ui.painter().rect_filled(rect, 0.0, t.inset);
        let name = format!("Preview of {}", key.path);
        let label = |ui: &Ui, rect: Rect| {
            let response = ui.interact(rect, ui.scope_id().with("stage"), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, &name));
        };
        let Some(peeked) = self.peek.at(ui.ctx(), key) else {
            let words = elided(ui, "Reading…", small(), t.text3, rect.width());
            paint_text(ui, rect, Align2::CENTER_CENTER, &words);
            return String::new();
        };
        match peeked {
            Peeked::Picture { image, size, clear } => {
                label(ui, rect);
                let room = rect.shrink(12.0);
                let own = vec2(size[0] as f32, size[1] as f32);
                // A picture of a few pixels is enlarged, but not to a blur that fills the preview.
                let scale = (room.width() / own.x).min(room.height() / own.y).min(8.0);
                let at = Rect::from_center_size(rect.center(), own * scale);
                if *clear {
                    checkerboard(ui, at, t);
                }
                egui::Image::new((image.id(), at.size())).paint_at(ui, at);
                format!("{} × {} pixels", size[0], size[1])
            }
            Peeked::Model { triangles, materials } => {
                let said = format!("{}, {}", counted(*triangles, "triangle"), counted(*materials, "material"));
                match renderer {
                    Some(renderer) => match self.turntable.show(ui, rect, renderer, &key.root, &key.path) {
                        Ok(()) => hint(ui, rect),
                        Err(why) => in_words(ui, rect, &why),
                    },
                    None => in_words(ui, rect, "this window can’t draw models"),
                }
                said
            }
            Peeked::Text { text, whole, json } => {
                let mut child = ui.new_child(UiBuilder::new().id_salt(("text", &key.path)).max_rect(rect));
                child.set_clip_rect(rect.intersect(ui.clip_rect()));
                let parts = if *json { json_parts } else { |_: &str| Vec::new() };
                CodeEditor::new(&name, text, parts).read_only().show(&mut child);
                let lines = counted(text.lines().count(), "line");
                if *whole { lines } else { format!("the first {lines}") }
            }
            Peeked::Nothing => {
                label(ui, rect);
                let kind = Kind::of(Class::Other, &key.path);
                kind.icon().paint(ui, rect, 20.0, t.text3);
                String::new()
            }
            Peeked::Failed(why) => {
                let why = why.clone();
                in_words(ui, rect, &why);
                String::new()
            }
        }
    }

    fn gone(&mut self, ui: &mut Ui, rect: Rect, row: &Row) -> String {
        let t = Tokens::of(ui);
        ui.painter().rect_filled(rect, 0.0, t.inset);
        in_words(ui, rect, row.reason().trim_end_matches('.'));
        String::new()
    }
}

/// *4,212 triangles*.
pub(super) fn counted(count: usize, what: &str) -> String {
    let digits = count.to_string();
    let mut words = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            words.push(',');
        }
        words.push(digit);
    }
    let end = if count == 1 { "" } else { "s" };
    format!("{words} {what}{end}")
}

fn hint(ui: &Ui, rect: Rect) {
    let t = Tokens::of(ui);
    let words = elided(ui, "Drag to turn", small(), t.text2, 120.0);
    let at = Rect::from_min_size(rect.left_bottom() + vec2(8.0, -32.0), vec2(words.size().x + 38.0, 24.0));
    ui.painter().rect_filled(at, CornerRadius::same(METRICS.radius), t.panel.gamma_multiply(0.85));
    Icon::Orbit.paint(ui, at.with_max_x(at.left() + 28.0), 16.0, t.text2);
    paint_text(ui, at.with_min_x(at.left() + 28.0), Align2::LEFT_CENTER, &words);
}

fn in_words(ui: &mut Ui, rect: Rect, why: &str) {
    let t = Tokens::of(ui);
    let mut sentence: String = why.to_owned();
    if let Some(first) = sentence.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    let room = Rect::from_center_size(rect.center(), vec2(rect.width() - 48.0, 60.0));
    let mut child = ui.new_child(UiBuilder::new().id_salt("why").max_rect(room).layout(Layout::top_down(Align::Center)));
    child.add(egui::Label::new(egui::RichText::new(format!("{sentence}.")).font(small()).color(t.text2)).wrap());
}

/// What shows through where a picture is clear.
fn checkerboard(ui: &Ui, rect: Rect, t: &Tokens) {
    const SIDE: f32 = 8.0;
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect_filled(rect, 0.0, t.control);
    let (columns, rows) = ((rect.width() / SIDE).ceil() as usize, (rect.height() / SIDE).ceil() as usize);
    for row in 0..rows {
        for column in (row % 2..columns).step_by(2) {
            let min = rect.min + vec2(column as f32 * SIDE, row as f32 * SIDE);
            painter.rect_filled(Rect::from_min_size(min, vec2(SIDE, SIDE)), 0.0, t.hover);
        }
    }
}

fn facts(ui: &mut Ui, listing: &Listing, row: &Row, said: &str, asks: &mut Vec<Ask>) {
    let t = Tokens::of(ui);
    inset(ui, |ui| {
        ui.add_space(12.0);
        ui.add(egui::Label::new(egui::RichText::new(name_of(&row.path)).font(strong()).color(t.text)).wrap().selectable(true));
        let what = if said.is_empty() { row.class.label().to_owned() } else { format!("{}, {said}", row.class.label()) };
        ui.label(egui::RichText::new(what).font(small()).color(t.text2));
        ui.add_space(8.0);
        let folder = folder_of(&row.path);
        fact(ui, "Folder", if folder.is_empty() { "—" } else { folder }, !folder.is_empty(), None);
        if let Some(size) = row.size {
            fact(ui, "Size", &bytes(size), false, None);
        }
        if let Some(hash) = row.hash {
            let hash = hash.to_string();
            fact(ui, "SHA-256", &format!("{}…{}", &hash[..8], &hash[60..]), true, Some(&hash));
        }
        fact(ui, "Credit", listing.credit(&row.path).unwrap_or("—"), false, None);
        ui.add_space(8.0);
        if can_switch(row) {
            let mut on = is_preloaded(row);
            ui.horizontal(|ui| {
                if switch(ui, &mut on, "Pre-load").clicked() {
                    asks.push(Ask::Preload(vec![row.path.clone()], on));
                }
                let words = if on { "in the download above" } else { "fetched when something uses it" };
                ui.label(egui::RichText::new(words).font(small()).color(t.text3));
            });
        } else {
            ui.add(egui::Label::new(egui::RichText::new(row.delivery.reason()).font(small()).color(t.text3)).wrap());
        }
        for trouble in &row.troubles {
            ui.add_space(8.0);
            let tone = if trouble.is_serious() { Tone::Error } else { Tone::Warning };
            note(ui, tone, &trouble.reason(), "", None);
        }
        ui.add_space(8.0);
        better::show(ui, row, asks);
        ui.add_space(12.0);
    });
}

/// One line: what it is, and the value; a press copies `whole`.
fn fact(ui: &mut Ui, label: &str, value: &str, is_mono: bool, whole: Option<&str>) {
    let t = Tokens::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.row), Sense::hover());
    let words = elided(ui, label, small(), t.text2, VALUES);
    paint_text(ui, rect, Align2::LEFT_CENTER, &words);
    let room = rect.with_min_x(rect.left() + VALUES - 12.0);
    let galley = elided(ui, value, if is_mono { mono() } else { body() }, t.text, room.width());
    paint_text(ui, room, Align2::LEFT_CENTER, &galley);
    let response = ui.interact(room, ui.make_persistent_id(label), if whole.is_some() { Sense::click() } else { Sense::hover() });
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, format!("{label}: {}", whole.unwrap_or(value))));
    if let Some(whole) = whole
        && response.on_hover_text("Copy it").clicked()
    {
        ui.copy_text(whole.to_owned());
    }
}

fn list(ui: &mut Ui, head: &str, users: &[User], asks: &mut Vec<Ask>) {
    let t = Tokens::of(ui);
    hairline(ui);
    ui.add_space(8.0);
    inset(ui, |ui| {
        ui.label(egui::RichText::new(head).font(strong()).color(t.text));
    });
    ui.add_space(4.0);
    for (at, user) in users.iter().enumerate() {
        if let Some(jump) = ui.push_id((head, at), |ui| line(ui, user)).inner {
            asks.push(match jump {
                Jump::To(target) => Ask::GoTo(target),
                Jump::File(path) => Ask::File(path),
            });
        }
    }
    ui.add_space(8.0);
}

fn line(ui: &mut Ui, user: &User) -> Option<Jump> {
    let t = Tokens::of(ui);
    let sense = if user.jump.is_some() { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.row + 1.0), sense);
    let role = if user.jump.is_some() { egui::Role::Link } else { egui::Role::Label };
    let words = if user.meta.is_empty() { user.name.clone() } else { format!("{}, {}", user.name, user.meta) };
    response.widget_info(|| WidgetInfo::labeled(role, true, &words));
    let near = user.jump.is_some() && (response.hovered() || response.has_focus());
    if near {
        ui.painter().rect_filled(rect, 0.0, t.hover);
    }
    if response.has_focus() {
        focus_ring(ui, rect, 0, false);
    }
    user.icon.paint(ui, Rect::from_min_size(rect.min + vec2(16.0, 0.0), vec2(16.0, rect.height())), 16.0, t.text2);
    let room = Rect::from_min_max(pos2(rect.left() + 40.0, rect.top()), pos2(rect.right() - 40.0, rect.bottom()));
    let name = elided(ui, &user.name, body(), t.text, room.width());
    let at = paint_text(ui, room, Align2::LEFT_CENTER, &name);
    if room.right() - at.right() > 24.0 {
        let meta = elided(ui, &user.meta, small(), t.text3, room.right() - at.right() - 8.0);
        paint_text(ui, room.with_min_x(at.right() + 8.0), Align2::LEFT_CENTER, &meta);
    }
    if user.jump.is_some() {
        let end = Rect::from_min_max(pos2(rect.right() - 32.0, rect.top()), pos2(rect.right() - 16.0, rect.bottom()));
        Icon::ArrowRight.paint(ui, end, 14.0, if near { t.text } else { t.text3 });
    }
    if response.clicked() { user.jump.clone() } else { None }
}

fn actions(ui: &mut Ui, room: Rect, row: &Row, asks: &mut Vec<Ask>) {
    let t = Tokens::of(ui);
    ui.painter().rect_filled(room.with_max_y(room.top() + 1.0), 0.0, t.border_subtle);
    let missing = row.size.is_none().then_some("The file is not there");
    let path = || row.path.clone();
    let bar = Rect::from_center_size(room.center(), vec2(room.width() - 32.0, METRICS.control));
    let mut child = ui.new_child(UiBuilder::new().id_salt("actions").max_rect(bar).layout(Layout::left_to_right(Align::Center)));
    child.spacing_mut().item_spacing.x = 8.0;
    if child.add(Button::control("Rename").icon(Icon::Rename).blocked(missing)).clicked() {
        asks.push(Ask::Rename(path()));
    }
    if child.add(Button::control("Replace…").icon(Icon::Refresh).blocked(missing)).clicked() {
        asks.push(Ask::Replace(path()));
    }
    child.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if icon_button(ui, Icon::Trash, "Delete", "Del", false, missing, METRICS.control).clicked() {
            asks.push(Ask::Delete(vec![path()]));
        }
        let keys = "Ctrl Shift R";
        if icon_button(ui, Icon::FolderOpen, "Show in the file manager", keys, false, missing, METRICS.control).clicked() {
            asks.push(Ask::Reveal(path()));
        }
    });
}

/// What stands there for several files: their size together, and what can be done with all.
fn several(ui: &mut Ui, listing: &Listing, picks: &Picks, asks: &mut Vec<Ask>) {
    let t = Tokens::of(ui);
    let paths = picks.paths();
    let rows: Vec<&Row> = paths.iter().filter_map(|path| listing.get(path)).collect();
    inset(ui, |ui| {
        ui.add_space(16.0);
        ui.label(egui::RichText::new(format!("{} files", rows.len())).font(strong()).color(t.text));
        let size: u64 = rows.iter().filter_map(|row| row.size).sum();
        ui.label(egui::RichText::new(bytes(size)).font(small()).color(t.text2));
        ui.add_space(12.0);
        let switched: Vec<&&Row> = rows.iter().filter(|row| can_switch(row)).collect();
        let on = switched.iter().filter(|row| is_preloaded(row)).count();
        let state = if on == 0 { Some(false) } else { (on == switched.len()).then_some(true) };
        if !switched.is_empty()
            && let Some(on) = check_mixed(ui, state, "Pre-load them")
        {
            asks.push(Ask::Preload(switched.iter().map(|row| row.path.clone()).collect(), on));
        }
        ui.add_space(12.0);
        let words = format!("Delete {} files", rows.len());
        if ui.add(Button::danger(&words).icon(Icon::Trash)).clicked() {
            asks.push(Ask::Delete(paths.clone()));
        }
    });
}

pub(super) fn inset(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let margin = egui::Margin::symmetric(16, 0);
    egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 2.0;
        add(ui);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_grouped() {
        let said = [(0, "line"), (1, "line"), (999, "line"), (4212, "triangle"), (1_234_567, "triangle")];
        let said = said.map(|(count, what)| counted(count, what));
        assert_eq!(said, ["0 lines", "1 line", "999 lines", "4,212 triangles", "1,234,567 triangles"]);
    }
}
