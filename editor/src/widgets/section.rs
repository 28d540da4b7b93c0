//! A section of a panel that folds: hairline, chevron, name, and something small at the right.

use egui::{Align, Align2, Layout, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use super::paint::{elided, focus_ring, paint_text};
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, heading};

/// A section called `name`; `add` draws what it holds, with the panel's edge at both sides. Open at first; the choice is
/// kept as long as the window lives. Returns what `add` returned while it is open.
pub fn section<R>(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> R) -> Option<R> {
    section_with(ui, name, true, |_| {}, add)
}

/// The same with `right` for things at the right end of the header, and a choice whether it is open at first.
pub fn section_with<R>(
    ui: &mut Ui,
    name: &str,
    open_at_first: bool,
    right: impl FnOnce(&mut Ui),
    add: impl FnOnce(&mut Ui) -> R,
) -> Option<R> {
    let t = Tokens::of(ui);
    let id = ui.make_persistent_id(("section", name));
    let mut open = ui.data(|data| data.get_temp(id).unwrap_or(open_at_first));
    super::hairline(ui);
    ui.add_space(-ui.spacing().item_spacing.y);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.section), Sense::hover());
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    ui.ctx().accesskit_node_builder(id, |node| node.set_expanded(open));
    if response.has_focus() {
        focus_ring(ui, rect, 0, false);
    }
    let edge = f32::from(METRICS.panel_edge);
    let color = if response.hovered() { t.text } else { t.text2 };
    let mark = if open { Icon::ChevronDown } else { Icon::ChevronRight };
    mark.paint(ui, Rect::from_min_size(rect.min + vec2(edge - 4.0, 0.0), vec2(16.0, rect.height())), 14.0, color);
    let words = Rect::from_min_max(pos2(rect.left() + edge + 16.0, rect.top()), pos2(rect.right() - edge, rect.bottom()));
    let galley = elided(ui, name, heading(12.0), t.text, words.width());
    paint_text(ui, words, Align2::LEFT_CENTER, &galley);
    let layout = Layout::right_to_left(Align::Center);
    right(&mut ui.new_child(UiBuilder::new().id_salt((name, "right")).max_rect(words).layout(layout)));
    if response.clicked() {
        open = !open;
        ui.data_mut(|data| data.insert_temp(id, open));
    }
    if !open {
        return None;
    }
    let frame =
        egui::Frame::new().inner_margin(egui::Margin { left: METRICS.panel_edge, right: METRICS.panel_edge, top: 2, bottom: 10 });
    Some(frame.show(ui, |ui| ui.push_id(name, add).inner).inner)
}
