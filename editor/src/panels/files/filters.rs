//! The filters with their counts.

use egui::{Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use tablewright_core::assets::state::State;

use super::listing::{Filter, Kind, Listed};
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, body, heading, small, small_medium};
use crate::widgets::{elided, focus_ring, paint_text};

/// States that are always shown among those that need a look, troubles that a pack seldom has only where it has them.
const LOOK: [(State, bool); 9] = [
    (State::Missing, true),
    (State::Unused, true),
    (State::CaseDiffers, true),
    (State::TooLarge, true),
    (State::Ignored, false),
    (State::LfsPointer, false),
    (State::NotPlain, false),
    (State::NotListed, false),
    (State::Platform, false),
];

/// Draws them; the one that was pressed.
pub(super) fn show(ui: &mut Ui, listed: &Listed, current: Filter) -> Option<Filter> {
    let mut chosen = None;
    ScrollArea::vertical().id_salt("filters").auto_shrink(false).show(ui, |ui| {
        caption(ui, "Files", heading(12.0), METRICS.top_bar);
        let mut row = |ui: &mut Ui, filter: Filter, icon: Icon, words: &str| {
            if filter_row(ui, icon, words, listed.count(filter), filter == current, filter) {
                chosen = Some(filter);
            }
        };
        row(ui, Filter::All, Icon::ListView, "All");
        for state in [State::Preloaded, State::OnDemand, State::NeverDeclared] {
            row(ui, Filter::State(state), state_icon(state), state.label());
        }
        caption(ui, "Needs a look", small_medium(), METRICS.section);
        for (state, _) in LOOK.into_iter().filter(|(state, always)| *always || listed.count(Filter::State(*state)) > 0) {
            row(ui, Filter::State(state), state_icon(state), state.label());
        }
        row(ui, Filter::Uncredited, Icon::Credits, "Not accounted for");
        caption(ui, "Kind", small_medium(), METRICS.section);
        for kind in Kind::ALL.into_iter().filter(|kind| listed.count(Filter::Kind(*kind)) > 0) {
            row(ui, Filter::Kind(kind), kind.icon(), kind.label());
        }
        ui.add_space(12.0);
        let t = Tokens::of(ui);
        egui::Frame::new().inner_margin(egui::Margin::symmetric(12, 0)).show(ui, |ui| {
            let words = "The list follows the folder. Files moved outside are followed too.";
            ui.add(egui::Label::new(egui::RichText::new(words).font(small()).color(t.text3)).wrap());
        });
    });
    chosen
}

/// The picture of a state.
pub(super) fn state_icon(state: State) -> Icon {
    match state {
        State::Preloaded => Icon::Download,
        State::OnDemand => Icon::Globe,
        State::NeverDeclared | State::NotListed => Icon::Blocked,
        State::Platform => Icon::Server,
        State::Missing | State::Ignored | State::NotPlain | State::LfsPointer => Icon::Error,
        State::Unused | State::CaseDiffers | State::TooLarge => Icon::Warning,
    }
}

fn caption(ui: &mut Ui, words: &str, font: egui::FontId, height: f32) {
    let t = Tokens::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let galley = elided(ui, words, font, t.text, rect.width() - 24.0);
    let line = rect.with_min_x(rect.left() + 12.0);
    let line = if height > METRICS.section { line } else { line.with_min_y(line.top() + 8.0) };
    paint_text(ui, line, egui::Align2::LEFT_CENTER, &galley);
}

fn filter_row(ui: &mut Ui, icon: Icon, words: &str, count: usize, on: bool, filter: Filter) -> bool {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.row), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, on, format!("Filter {words}, {count}")));
    let fill = if on { Some(t.selection_dim) } else { response.hovered().then_some(t.hover) };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 0.0, fill);
    }
    if response.has_focus() {
        focus_ring(ui, rect, 0, false);
    }
    let tint = match filter {
        Filter::State(state) if count > 0 => state_color(t, state),
        _ => t.text2,
    };
    icon.paint(ui, egui::Rect::from_min_size(pos2(rect.left() + 12.0, rect.top()), vec2(16.0, rect.height())), 16.0, tint);
    let galley = elided(ui, words, body(), if count == 0 && !on { t.text3 } else { t.text }, rect.width() - 84.0);
    paint_text(ui, rect.with_min_x(rect.left() + 36.0), egui::Align2::LEFT_CENTER, &galley);
    let number = elided(ui, &count.to_string(), small(), if on { t.text2 } else { t.text3 }, 48.0);
    paint_text(ui, rect.with_max_x(rect.right() - 12.0), egui::Align2::RIGHT_CENTER, &number);
    response.clicked()
}

/// The colour of a state's icon.
pub(super) fn state_color(t: &Tokens, state: State) -> egui::Color32 {
    match state {
        State::Missing | State::Ignored | State::NotPlain | State::LfsPointer => t.error,
        State::Unused | State::CaseDiffers | State::TooLarge => t.warning,
        _ => t.text2,
    }
}
