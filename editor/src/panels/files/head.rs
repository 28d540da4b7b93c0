//! What players wait for: the download before the table opens, how long it takes, and what takes the most room in it.

use egui::{Align2, Color32, CornerRadius, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::Ask;
use super::model::Head;
use crate::theme::{Tokens, heading, small};
use crate::widgets::units::bytes;
use crate::widgets::{elided, focus_ring, paint_text};

/// The words at the left take this much of the head.
const WORDS: f32 = 284.0;

pub(super) fn show(ui: &mut Ui, head: &Head, asks: &mut Vec<Ask>) {
    let t = Tokens::of(ui);
    let room = ui.max_rect().shrink2(vec2(16.0, 12.0));
    let total = bytes(head.bytes);
    let files = if head.files == 1 { "in 1 file".to_owned() } else { format!("in {} files", head.files) };
    let below = format!("before the table opens: {} at 10 Mbit/s", head.duration());
    let big = elided(ui, &total, heading(20.0), t.text, WORDS);
    let top = room.with_max_y(room.top() + 28.0);
    let at = paint_text(ui, top, Align2::LEFT_CENTER, &big);
    let beside = elided(ui, &files, small(), t.text2, WORDS - big.size().x);
    paint_text(ui, Rect::from_min_max(pos2(at.right() + 8.0, top.top() + 4.0), top.max), Align2::LEFT_CENTER, &beside);
    let second = elided(ui, &below, small(), t.text2, WORDS);
    let rest = Rect::from_min_max(pos2(room.left(), top.bottom()), pos2(room.left() + WORDS, room.bottom()));
    paint_text(ui, rest, Align2::LEFT_CENTER, &second);
    let whole = ui.interact(room.with_max_x(room.left() + WORDS), ui.make_persistent_id("download"), Sense::hover());
    whole.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{total} {files} {below}")));
    if room.width() > WORDS + 160.0 && head.bytes > 0 {
        bar(ui, room.with_min_x(room.left() + WORDS + 8.0), head, asks);
    }
}

/// Three steps of the accent, from strong to quiet.
fn steps(t: &Tokens) -> [Color32; 3] {
    [t.accent, t.accent.lerp_to_gamma(t.panel, 0.4), t.accent.lerp_to_gamma(t.panel, 0.65)]
}

fn bar(ui: &mut Ui, room: Rect, head: &Head, asks: &mut Vec<Ask>) {
    let t = Tokens::of(ui);
    let track = Rect::from_min_size(pos2(room.left(), room.top() + 6.0), vec2(room.width(), 8.0));
    let gaps = 1.0 * (head.parts.len().saturating_sub(1)) as f32;
    let mut x = track.left();
    for ((_, part), color) in head.parts.iter().zip(steps(t)) {
        let width = ((track.width() - gaps) * (*part as f64 / head.bytes as f64) as f32).max(2.0).min(track.right() - x);
        ui.painter().rect_filled(Rect::from_min_size(pos2(x, track.top()), vec2(width, 8.0)), CornerRadius::same(1), color);
        x += width + 1.0;
    }
    let legend = Rect::from_min_max(pos2(room.left(), track.bottom() + 6.0), room.max);
    let right = culprit(ui, legend, head, asks);
    let mut x = legend.left();
    for ((kind, part), color) in head.parts.iter().zip(steps(t)) {
        let name = elided(ui, kind.map_or("Others", |kind| kind.title()), small(), t.text, 120.0);
        let size = elided(ui, &bytes(*part), small(), t.text2, 80.0);
        if x + 14.0 + name.size().x + 6.0 + size.size().x > right - 12.0 {
            break;
        }
        let square = Rect::from_center_size(pos2(x + 4.0, legend.center().y), vec2(8.0, 8.0));
        ui.painter().rect_filled(square, CornerRadius::same(2), color);
        let at = paint_text(ui, legend.with_min_x(x + 14.0), Align2::LEFT_CENTER, &name);
        x = paint_text(ui, legend.with_min_x(at.right() + 6.0), Align2::LEFT_CENTER, &size).right() + 16.0;
    }
}

/// The largest files; a press selects them. Gives where they begin.
fn culprit(ui: &mut Ui, room: Rect, head: &Head, asks: &mut Vec<Ask>) -> f32 {
    let t = Tokens::of(ui);
    let Some(largest) = &head.largest else { return room.right() };
    let words = format!("Largest: {}, {} %", largest.words, largest.percent);
    let galley = elided(ui, &words, small(), Color32::PLACEHOLDER, room.width() * 0.45);
    let at = Align2::RIGHT_CENTER.align_size_within_rect(galley.size(), room);
    let response = ui.interact(at.expand2(vec2(4.0, 4.0)), ui.make_persistent_id("largest"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    let near = response.hovered() || response.has_focus();
    ui.painter().galley(at.min.round(), galley, if near { t.text } else { t.text2 });
    if response.has_focus() {
        focus_ring(ui, at.expand2(vec2(4.0, 2.0)), 3, false);
    }
    if response.on_hover_text("Select them").clicked() {
        asks.push(Ask::Select(largest.paths.clone()));
    }
    at.left()
}
