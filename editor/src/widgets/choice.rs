//! Checks, switches and segmented choices.

use egui::{
    Align2, Color32, CornerRadius, Key, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, lerp, pos2, vec2,
};

use super::paint::{elided, focus_ring, paint_text};
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, motion, small, small_medium};

/// A box to tick with words at its right.
pub fn check(ui: &mut Ui, on: &mut bool, words: &str) -> Response {
    let mut response = check_box(ui, Some(*on), words);
    if response.clicked() {
        *on = !*on;
        response.mark_changed();
    }
    response
}

/// A box to tick for several things that may differ: `None` shows a dash. Returns the value that the person asked for.
pub fn check_mixed(ui: &mut Ui, on: Option<bool>, words: &str) -> Option<bool> {
    check_box(ui, on, words).clicked().then(|| !on.unwrap_or(false))
}

fn check_box(ui: &mut Ui, on: Option<bool>, words: &str) -> Response {
    let t = Tokens::of(ui);
    let room = (ui.available_width() - 24.0).max(0.0);
    let words_galley = elided(ui, words, small(), t.text2, room);
    let gap = if words.is_empty() { 0.0 } else { 8.0 };
    let size = vec2(16.0 + gap + words_galley.size().x, METRICS.control);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::CheckBox, ui.is_enabled(), words);
        info.selected = on;
        if words.is_empty() {
            info.label = None;
        }
        info
    });
    let square = Rect::from_center_size(pos2(rect.left() + 8.0, rect.center().y), Vec2::splat(16.0));
    let filled = on != Some(false);
    let hover = response.hovered();
    let (fill, stroke) = match (filled, hover) {
        (true, true) => (t.accent_fill_hover, Stroke::NONE),
        (true, false) => (t.accent_fill, Stroke::NONE),
        (false, true) => (t.hover, Stroke::new(1.0, t.text2)),
        (false, false) => (t.input, Stroke::new(1.0, t.border_strong)),
    };
    ui.painter().rect(square, CornerRadius::same(METRICS.radius_small), fill, stroke, StrokeKind::Inside);
    match on {
        Some(true) => Icon::Check.paint(ui, square, 14.0, t.on_fill),
        None => Icon::Minus.paint(ui, square, 14.0, t.on_fill),
        Some(false) => {}
    }
    if response.has_focus() {
        focus_ring(ui, square, METRICS.radius_small, true);
    }
    paint_text(ui, rect.with_min_x(square.right() + gap), Align2::LEFT_CENTER, &words_galley);
    response
}

/// A switch with words at its right: takes effect at once.
pub fn switch(ui: &mut Ui, on: &mut bool, words: &str) -> Response {
    let t = Tokens::of(ui);
    let room = (ui.available_width() - 36.0).max(0.0);
    let words_galley = elided(ui, words, small(), t.text2, room);
    let gap = if words.is_empty() { 0.0 } else { 8.0 };
    let size = vec2(28.0 + gap + words_galley.size().x, METRICS.control);
    let (rect, mut response) = ui.allocate_exact_size(size, Sense::click());
    if response.clicked() {
        *on = !*on;
        response.mark_changed();
    }
    response.widget_info(|| {
        let mut info = WidgetInfo::selected(Role::Switch, ui.is_enabled(), *on, words);
        if words.is_empty() {
            info.label = None;
        }
        info
    });
    let track = Rect::from_center_size(pos2(rect.left() + 14.0, rect.center().y), vec2(28.0, 16.0));
    let way = ui.ctx().animate_bool_with_time(response.id, *on, motion(ui));
    let hover = response.hovered();
    let fill = match (*on, hover) {
        (true, true) => t.accent_fill_hover,
        (true, false) => t.accent_fill,
        (false, true) => t.hover,
        (false, false) => t.active,
    };
    let edge = if *on { Stroke::NONE } else { Stroke::new(1.0, t.border_strong) };
    ui.painter().rect(track, CornerRadius::same(8), fill, edge, StrokeKind::Inside);
    let x = lerp((track.left() + 8.0)..=(track.right() - 8.0), way);
    ui.painter().circle_filled(pos2(x, track.center().y), 6.0, if *on { t.on_fill } else { t.text2 });
    if response.has_focus() {
        focus_ring(ui, track, 8, true);
    }
    paint_text(ui, rect.with_min_x(track.right() + gap), Align2::LEFT_CENTER, &words_galley);
    response
}

/// One of a few words, all visible. Returns the index that was chosen anew. `name` is what the group is called.
pub fn segmented(ui: &mut Ui, name: &str, current: usize, words: &[&str]) -> Option<usize> {
    let t = Tokens::of(ui);
    let galleys: Vec<_> = words.iter().map(|w| elided(ui, w, small_medium(), Color32::PLACEHOLDER, 240.0)).collect();
    let width: f32 = galleys.iter().map(|g| (g.size().x + 16.0).ceil()).sum::<f32>() + 4.0;
    let height = ui.spacing().interact_size.y.clamp(METRICS.control, METRICS.control_form);
    let (rect, group) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    group.widget_info(|| WidgetInfo::labeled(Role::RadioGroup, ui.is_enabled(), name));
    ui.painter().rect(rect, CornerRadius::same(METRICS.radius), t.input, Stroke::new(1.0, t.border), StrokeKind::Inside);
    let mut chosen = None;
    let mut x = rect.left() + 2.0;
    for (index, galley) in galleys.into_iter().enumerate() {
        let at = Rect::from_min_size(pos2(x, rect.top() + 2.0), vec2((galley.size().x + 16.0).ceil(), rect.height() - 4.0));
        x = at.right();
        let response = ui.interact(at, group.id.with(index), Sense::click());
        let on = index == current;
        response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), on, words[index]));
        let fill = match (on, response.hovered()) {
            (true, _) => t.active,
            (false, true) => t.hover,
            (false, false) => Color32::TRANSPARENT,
        };
        ui.painter().rect_filled(at, CornerRadius::same(METRICS.radius_small), fill);
        if response.has_focus() {
            focus_ring(ui, at, METRICS.radius_small, false);
            step_with_arrows(ui, &response, current, words.len(), group.id, &mut chosen);
        }
        let pos = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), at).min.round();
        ui.painter().galley(pos, galley, if on || response.hovered() { t.text } else { t.text2 });
        if response.clicked() && !on {
            chosen = Some(index);
        }
    }
    chosen
}

fn step_with_arrows(ui: &Ui, at: &Response, current: usize, len: usize, group: egui::Id, chosen: &mut Option<usize>) {
    ui.memory_mut(|memory| {
        let arrows = egui::EventFilter { horizontal_arrows: true, ..Default::default() };
        memory.set_focus_lock_filter(at.id, arrows);
    });
    let next = ui.input(|input| {
        if input.key_pressed(Key::ArrowRight) {
            (current + 1 < len).then_some(current + 1)
        } else if input.key_pressed(Key::ArrowLeft) {
            current.checked_sub(1)
        } else {
            None
        }
    });
    if let Some(next) = next {
        *chosen = Some(next);
        ui.memory_mut(|memory| memory.request_focus(group.with(next)));
    }
}
