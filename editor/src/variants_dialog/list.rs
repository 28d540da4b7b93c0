//! The list in the lobby's order: rows, keys, and the drag that reorders them.

use egui::{
    Align, Align2, CornerRadius, CursorIcon, Layout, Rect, Response, Role, ScrollArea, Sense, Stroke, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};
use tablewright_core::variants::{MAX_VARIANTS, VariantInfo};

use super::add::AddSheet;
use super::{Seen, Sheet, VariantsDialog, edit};
use crate::icons::Icon;
use crate::panels::Wish;
use crate::panels::variants::changes_in_words;
use crate::session::VariantEdit;
use crate::theme::{METRICS, Tokens, caption_medium, mono_small, small, strong};
use crate::viewport::Thumbnails;
use crate::viewport::thumbnails::Place;
use crate::widgets::{Button, List, elided, focus_ring, hairline, paint_text, tip};

/// The height of a row.
const ROW: f32 = 64.0;
/// The height of the line over the rows.
const HEAD: f32 = 44.0;
/// The picture of a variant.
const PICTURE: egui::Vec2 = egui::Vec2::new(72.0, 44.0);

/// What the list remembers between frames.
#[derive(Debug, Default)]
pub(super) struct ListState {
    /// The row that is being dragged, and the pointer's height.
    drag: Option<(usize, f32)>,
    /// The chosen row is scrolled into sight.
    reveal: bool,
    /// The keyboard comes to the list when it is first drawn.
    had_keyboard: bool,
}

impl ListState {
    pub(super) fn reveal(&mut self) {
        self.reveal = true;
    }
}

/// The row that something dropped at `y` goes to, where it comes from row `from`; rows begin at `top`.
fn drop_row(y: f32, top: f32, from: usize, count: usize) -> usize {
    let gap = (((y - top) / ROW).round().max(0.0) as usize).min(count);
    if gap > from { gap - 1 } else { gap }
}

impl VariantsDialog {
    pub(super) fn list_ui(
        &mut self,
        ui: &mut Ui,
        seen: &Seen<'_>,
        mut pictures: Option<&mut Thumbnails>,
        wishes: &mut Vec<Wish>,
    ) {
        ui.spacing_mut().item_spacing.y = 0.0;
        self.head(ui, seen);
        hairline(ui);
        let room = ui.available_rect_before_wrap();
        let list = List::begin(ui, "Variants in the lobby’s order", room);
        if !std::mem::replace(&mut self.list.had_keyboard, true) {
            list.claim(ui);
        }
        if let Some(place) = list.keys().target(seen.place, seen.lines.len()) {
            self.choose(&seen.lines[place].1.id);
            self.list.reveal = true;
        }
        if list.keys().enter {
            self.wants_name = true;
        }
        let chosen = self.chosen.clone();
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let top = ui.cursor().top();
            for (place, (_, info)) in seen.lines.iter().enumerate() {
                let is_chosen = info.id == chosen;
                let response = row(ui, seen, info, is_chosen, list.focused(), pictures.as_deref_mut());
                if is_chosen && self.list.reveal {
                    response.scroll_to_me(None);
                    self.list.reveal = false;
                }
                if response.clicked() || response.drag_started() {
                    self.choose(&info.id);
                    list.claim(ui);
                }
                if response.double_clicked() {
                    self.wants_name = true;
                }
                self.drag(ui, seen, (place, top), &response, wishes);
            }
            self.drop_line(ui, top, seen.lines.len());
        });
    }

    fn head(&mut self, ui: &mut Ui, seen: &Seen<'_>) {
        let t = Tokens::of(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::hover());
        let room = rect.shrink2(vec2(f32::from(METRICS.dialog_edge), 0.0));
        let words = elided(ui, "In lobby order. The first is the default.", small(), t.text2, room.width() - 100.0);
        paint_text(ui, room, Align2::LEFT_CENTER, &words);
        let room = room.with_max_x(rect.right() - 12.0);
        let mut right = ui.new_child(UiBuilder::new().id_salt("add").max_rect(room).layout(Layout::right_to_left(Align::Center)));
        let full = (seen.lines.len() >= MAX_VARIANTS).then_some("The list has 12 variants, and a lobby offers no more");
        let add = Button::control("Add…").icon(Icon::Plus).name("Add a variant").blocked(seen.why_not().or(full));
        if right.add(add).clicked() {
            self.sheet = Some(Sheet::Add(AddSheet::new(seen.session)));
        }
    }

    /// Takes the drag of a row in.
    fn drag(&mut self, ui: &Ui, seen: &Seen<'_>, (place, top): (usize, f32), response: &Response, wishes: &mut Vec<Wish>) {
        let at = ui.ctx().pointer_interact_pos().map(|at| at.y);
        if response.dragged()
            && let Some(y) = at.filter(|_| seen.blocked.is_none())
        {
            self.list.drag = Some((place, y));
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        }
        if response.drag_stopped()
            && let Some((from, y)) = self.list.drag.take()
        {
            let to = drop_row(y, top, from, seen.lines.len());
            if to != from {
                wishes.push(edit(VariantEdit::Move { from: seen.lines[from].0, to: seen.lines[to].0 }));
            }
        }
    }

    /// The line between two rows where what is dragged would go.
    fn drop_line(&self, ui: &Ui, top: f32, count: usize) {
        let Some((from, y)) = self.list.drag else { return };
        let to = drop_row(y, top, from, count);
        let gap = if to > from { to + 1 } else { to };
        let y = top + gap as f32 * ROW;
        ui.painter().hline(ui.max_rect().x_range(), y, Stroke::new(2.0, Tokens::of(ui).accent));
    }
}

fn row(
    ui: &mut Ui,
    seen: &Seen<'_>,
    info: &VariantInfo,
    chosen: bool,
    focused: bool,
    pictures: Option<&mut Thumbnails>,
) -> Response {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), chosen, &info.name));
    let fill = match (chosen, focused, response.hovered()) {
        (true, true, _) => Some(t.selection),
        (true, false, _) => Some(t.selection_dim),
        (false, _, true) => Some(t.hover),
        (false, _, false) => None,
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 0.0, fill);
    }
    if chosen && focused {
        focus_ring(ui, rect.shrink(1.0), 0, false);
    }
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, t.border_subtle));
    let grip = Rect::from_min_size(pos2(rect.left() + 6.0, rect.top()), vec2(16.0, ROW));
    Icon::Grip.paint(ui, grip, 14.0, t.text3);
    let picture = Rect::from_center_size(pos2(rect.left() + 30.0 + PICTURE.x / 2.0, rect.center().y), PICTURE);
    ui.painter().rect_filled(picture, CornerRadius::same(METRICS.radius), t.viewport);
    if let Some(pictures) = pictures {
        pictures.paint(ui, seen.session, &info.id, Place::List, picture);
    }
    let words = Rect::from_min_max(pos2(picture.right() + 12.0, rect.top()), pos2(rect.right() - 12.0, rect.bottom()));
    let said = elided(ui, &changes_in_words(info), small(), t.text3, 120.0);
    paint_text(ui, words, Align2::RIGHT_CENTER, &said);
    let room = words.width() - said.size().x - 12.0;
    let upper = words.with_max_y(words.center().y + 2.0);
    let name = elided(ui, &info.name, strong(), t.text, room);
    paint_text(ui, upper.with_min_y(upper.top() + 8.0), Align2::LEFT_CENTER, &name);
    let lower = Rect::from_min_max(pos2(words.left(), words.center().y + 1.0), pos2(words.left() + room, words.bottom() - 8.0));
    let badges = badges(info);
    if badges.is_empty() {
        let id = elided(ui, &info.id, mono_small(), t.text2, room);
        paint_text(ui, lower, Align2::LEFT_CENTER, &id);
    } else {
        paint_badges(ui, lower, &badges);
    }
    let mut sentence = format!("{}\n{}", info.id, changes_in_words(info));
    for (_, _, meaning) in &badges {
        sentence.push('\n');
        sentence.push_str(meaning);
    }
    tip(response, &sentence, "")
}

/// The badges of a variant: icon, words, and what they mean.
fn badges(info: &VariantInfo) -> Vec<(Icon, &'static str, &'static str)> {
    let all = [
        (info.is_default, Icon::Default, "Default", "The default: a lobby starts with it."),
        (info.is_base, Icon::Base, "Base", "The base: the other variants are kept as differences from it."),
        (info.rules_enforced, Icon::Shield, "Fully scripted", "Fully scripted: the script is the referee."),
        (info.ranked, Icon::Trophy, "Ranked", "Ranked play can be switched on."),
    ];
    all.into_iter().filter(|(on, ..)| *on).map(|(_, icon, words, meaning)| (icon, words, meaning)).collect()
}

fn paint_badges(ui: &Ui, room: Rect, badges: &[(Icon, &'static str, &'static str)]) {
    let t = Tokens::of(ui);
    let mut left = room.left();
    for (icon, words, _) in badges {
        let galley = elided(ui, words, caption_medium(), t.text2, (room.right() - left - 26.0).max(0.0));
        let rect = Rect::from_min_size(pos2(left, room.center().y - 10.0), vec2(galley.size().x.ceil() + 28.0, 20.0));
        if rect.right() > room.right() + 4.0 {
            return;
        }
        ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius_small), t.control);
        icon.paint(ui, Rect::from_min_size(rect.min + vec2(6.0, 0.0), vec2(14.0, 20.0)), 12.0, t.text2);
        paint_text(ui, rect.with_min_x(rect.left() + 23.0), Align2::LEFT_CENTER, &galley);
        left = rect.right() + 6.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dropped_goes_to_the_gap_that_is_nearest() {
        let row = |y: f32, from: usize| drop_row(100.0 + y, 100.0, from, 4);
        assert_eq!([row(-50.0, 2), row(10.0, 2), row(60.0, 2)], [0, 0, 1]);
        assert_eq!([row(128.0, 2), row(150.0, 2), row(192.0, 2)], [2, 2, 2]);
        assert_eq!([row(230.0, 2), row(900.0, 2), row(900.0, 3)], [3, 3, 3]);
        assert_eq!([row(70.0, 0), row(130.0, 0)], [0, 1]);
    }
}
