//! The filters at the left: how files reach players, what needs a look, which kinds there are; each with its count.

use egui::{Align2, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use tablewright_core::assets::State;

use super::Ask;
use super::model::{Filter, Listing};
use crate::icons::Icon;
use crate::session::Session;
use crate::theme::{METRICS, Tokens, body, heading, small, small_medium};
use crate::widgets::{elided, focus_ring, paint_text};

/// Height of the words at the bottom.
const FOOT: f32 = 72.0;

pub(super) fn show(ui: &mut Ui, listing: &Listing, current: Filter, session: &Session, asks: &mut Vec<Ask>) {
    let t = Tokens::of(ui);
    let room = ui.max_rect();
    let title = elided(ui, "Files", heading(12.0), t.text, room.width() - 24.0);
    paint_text(ui, Rect::from_min_size(room.min + vec2(12.0, 0.0), vec2(room.width(), 40.0)), Align2::LEFT_CENTER, &title);
    let list = Rect::from_min_max(room.min + vec2(0.0, 40.0), pos2(room.right(), room.bottom() - FOOT));
    let mut child = ui.new_child(egui::UiBuilder::new().id_salt("choices").max_rect(list));
    child.set_clip_rect(list.intersect(ui.clip_rect()));
    ScrollArea::vertical().id_salt("choices").auto_shrink(false).show(&mut child, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (group, name) in listing.choices().into_iter().zip(["", "Needs a look", "Kind"]) {
            if group.is_empty() {
                continue;
            }
            if !name.is_empty() {
                ui.add_space(12.0);
                let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.row), Sense::hover());
                let words = elided(ui, name, small_medium(), t.text2, rect.width() - 24.0);
                paint_text(ui, rect.with_min_x(rect.left() + 12.0), Align2::LEFT_CENTER, &words);
            }
            for (filter, count) in group {
                if choice(ui, filter, count, filter == current) {
                    asks.push(Ask::Filter(filter));
                }
            }
        }
    });
    foot(ui, Rect::from_min_max(pos2(room.left(), room.bottom() - FOOT), room.max), session);
}

/// One filter. Returns whether it was chosen.
fn choice(ui: &mut Ui, filter: Filter, count: usize, on: bool) -> bool {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.row + 1.0), Sense::click());
    let name = title(filter);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), on, name));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_value(count.to_string()));
    if on {
        ui.painter().rect_filled(rect, 0.0, t.selection_dim);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 0.0, t.hover);
    }
    if response.has_focus() {
        focus_ring(ui, rect, 0, false);
    }
    let (icon, tone) = look(filter, count, t);
    icon.paint(ui, Rect::from_min_size(rect.min + vec2(12.0, 0.0), vec2(16.0, rect.height())), 16.0, tone);
    let figure = elided(ui, &count.to_string(), small(), t.text3, 60.0);
    let at = paint_text(ui, rect.with_max_x(rect.right() - 12.0), Align2::RIGHT_CENTER, &figure);
    let words = elided(ui, name, body(), t.text, at.left() - rect.left() - 44.0);
    paint_text(ui, rect.with_min_x(rect.left() + 36.0), Align2::LEFT_CENTER, &words);
    response.clicked()
}

fn title(filter: Filter) -> &'static str {
    match filter {
        Filter::All => "All",
        Filter::State(state) => state.label(),
        Filter::Kind(kind) => kind.title(),
    }
}

fn look(filter: Filter, count: usize, t: &Tokens) -> (Icon, egui::Color32) {
    match filter {
        Filter::All => (Icon::ListView, t.text2),
        Filter::State(state) => {
            let (icon, color) = state_look(state, t);
            (icon, if count == 0 { t.text3 } else { color })
        }
        Filter::Kind(kind) => (kind.icon(), t.text2),
    }
}

/// The icon and the colour of a state.
pub(super) fn state_look(state: State, t: &Tokens) -> (Icon, egui::Color32) {
    match state {
        State::Preloaded => (Icon::Download, t.text2),
        State::OnDemand => (Icon::Globe, t.text2),
        State::NeverDeclared => (Icon::Blocked, t.text3),
        State::NotListed => (Icon::Pending, t.text2),
        State::Platform => (Icon::Server, t.text2),
        State::Missing | State::LfsPointer | State::NotPlain | State::Ignored => (Icon::Error, t.error),
        State::Unused | State::CaseDiffers | State::TooLarge => (Icon::Warning, t.warning),
    }
}

/// What the list does by itself, or that it is at work.
fn foot(ui: &mut Ui, room: Rect, session: &Session) {
    let t = Tokens::of(ui);
    ui.painter().rect_filled(room.with_max_y(room.top() + 1.0), 0.0, t.border_subtle);
    let words = if session.look_is_stale() {
        "Looking at the folder again…"
    } else {
        "The list follows the folder. Renames made outside are followed too."
    };
    let mut child = ui.new_child(egui::UiBuilder::new().id_salt("foot").max_rect(room.shrink2(vec2(12.0, 12.0))));
    child.add(egui::Label::new(egui::RichText::new(words).font(small()).color(t.text3)).wrap());
}
