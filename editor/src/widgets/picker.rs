//! Pickers: one of many, in a list that opens below.

use egui::{Align2, ComboBox, Ui};

use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, small};

/// A picker called `name` that shows `shown` and opens a list that `add` fills with [`picker_row`]s. Returns what `add`
/// did while the list is open.
pub fn picker<R>(ui: &mut Ui, name: &str, shown: &str, width: f32, add: impl FnOnce(&mut Ui) -> R) -> Option<R> {
    let t = Tokens::of(ui);
    let height = ui.spacing().interact_size.y.clamp(METRICS.control, METRICS.control_form);
    let inner = ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = height;
        ui.spacing_mut().button_padding = egui::vec2(8.0, 0.0);
        ComboBox::from_id_salt(("picker", name))
            .selected_text(egui::RichText::new(shown).font(small()).color(t.text))
            .width(width)
            .height(320.0)
            .truncate()
            .icon(|ui, rect, _, _| {
                let at = egui::Rect::from_center_size(rect.center(), egui::vec2(16.0, 16.0));
                Icon::Chevrons.paint(ui, at, 14.0, Tokens::of(ui).text2);
            })
            .show_ui(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.set_min_width(width - 8.0);
                add(ui)
            })
    });
    let response = inner.inner;
    let value = shown.to_owned();
    ui.ctx().accesskit_node_builder(response.response.id, |node| {
        node.set_label(name);
        node.set_value(value);
    });
    response.inner
}

/// One row of a picker's list. Returns whether it was chosen.
pub fn picker_row(ui: &mut Ui, icon: Option<Icon>, words: &str, meta: &str, current: bool) -> bool {
    let t = Tokens::of(ui);
    let lead = 28.0;
    let name = super::elided(ui, words, small(), t.text, 320.0);
    let more = super::elided(ui, meta, small(), t.text3, 200.0);
    let wanted = lead + name.size().x + more.size().x + 24.0;
    let size = egui::vec2(wanted.max(ui.available_width()), 26.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::ListBoxOption, ui.is_enabled(), current, words));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, egui::CornerRadius::same(METRICS.radius), t.hover);
    }
    if response.has_focus() {
        super::focus_ring(ui, rect, METRICS.radius, false);
    }
    let picture = if current { Some(Icon::Check) } else { icon };
    if let Some(icon) = picture {
        icon.paint(ui, rect.with_max_x(rect.left() + lead), 14.0, t.text2);
    }
    let at = super::paint_text(ui, rect.with_min_x(rect.left() + lead), Align2::LEFT_CENTER, &name);
    super::paint_text(ui, rect.with_min_x(at.right() + 8.0), Align2::LEFT_CENTER, &more);
    let chosen = response.clicked();
    if chosen {
        ui.close();
    }
    chosen
}
