//! A bar of tabs inside a page or dialog. Docked panels have theirs from `dock`, drawn the same way.

use egui::{Align2, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::notes::Tone;
use super::paint::{elided, focus_ring, paint_text};
use crate::theme::{METRICS, Tokens, caption_medium, small, small_medium};

/// One tab: its title and counts that stand behind it.
#[derive(Debug, Clone, Default)]
pub struct Tab<'a> {
    /// The title.
    pub title: &'a str,
    /// Counts, each with what it means; zeros are not shown.
    pub counts: Vec<(Tone, usize)>,
}

/// How a tab looks and whether it may be closed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TabLook {
    pub active: bool,
    /// The tab's panel has the focus: the line on top is the accent's.
    pub focused: bool,
}

/// Width that [`draw_tab`] needs.
pub(crate) fn tab_width(ui: &Ui, tab: &Tab<'_>, active: bool) -> f32 {
    let font = if active { small_medium() } else { small() };
    let mut width = 24.0 + elided(ui, tab.title, font, egui::Color32::PLACEHOLDER, 240.0).size().x;
    for (_, count) in tab.counts.iter().filter(|(_, count)| *count > 0) {
        width += 6.0 + count_width(ui, *count);
    }
    width.ceil()
}

fn count_width(ui: &Ui, count: usize) -> f32 {
    let digits = elided(ui, &count.to_string(), caption_medium(), egui::Color32::PLACEHOLDER, 48.0).size().x;
    (digits + 8.0).ceil().max(16.0)
}

/// Paints a tab and names it for screen readers.
pub(crate) fn draw_tab(ui: &Ui, rect: Rect, response: &Response, tab: &Tab<'_>, look: TabLook) {
    let t = Tokens::of(ui);
    response.widget_info(|| WidgetInfo::selected(Role::Tab, ui.is_enabled(), look.active, tab.title));
    if !ui.is_rect_visible(rect) {
        return;
    }
    if look.active {
        ui.painter().rect_filled(rect, 0.0, t.panel);
        let line = rect.with_max_y(rect.top() + 2.0);
        ui.painter().rect_filled(line, 0.0, if look.focused { t.accent } else { t.border_strong });
    }
    if response.has_focus() {
        focus_ring(ui, rect, 0, false);
    }
    let (font, color) = match (look.active, response.hovered()) {
        (true, _) => (small_medium(), t.text),
        (false, true) => (small(), t.text),
        (false, false) => (small(), t.text2),
    };
    let galley = elided(ui, tab.title, font, color, 240.0);
    let mut x = paint_text(ui, rect.with_min_x(rect.left() + 12.0), Align2::LEFT_CENTER, &galley).right();
    for (tone, count) in tab.counts.iter().filter(|(_, count)| *count > 0) {
        let (color, ground) = tone.colors(t);
        let width = count_width(ui, *count);
        let at = Rect::from_center_size(pos2(x + 6.0 + width / 2.0, rect.center().y), vec2(width, 16.0));
        ui.painter().rect_filled(at, egui::CornerRadius::same(METRICS.radius_small), ground);
        let digits = elided(ui, &count.to_string(), caption_medium(), color, 48.0);
        paint_text(ui, at, Align2::CENTER_CENTER, &digits);
        x = at.right();
    }
}

/// A bar of tabs over the whole width. Returns the tab that was chosen anew.
pub fn tab_bar(ui: &mut Ui, tabs: &[Tab<'_>], active: usize) -> Option<usize> {
    let t = Tokens::of(ui);
    let (bar, group) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.tab_bar), Sense::hover());
    group.widget_info(|| WidgetInfo::new(Role::TabList));
    ui.painter().rect_filled(bar, 0.0, t.inset);
    let mut chosen = None;
    let mut x = bar.left();
    for (index, tab) in tabs.iter().enumerate() {
        let rect = Rect::from_min_size(pos2(x, bar.top()), vec2(tab_width(ui, tab, index == active), bar.height()));
        x = rect.right();
        let response = ui.interact(rect, group.id.with(index), Sense::click());
        draw_tab(ui, rect, &response, tab, TabLook { active: index == active, focused: true });
        if response.clicked() && index != active {
            chosen = Some(index);
        }
    }
    chosen
}
