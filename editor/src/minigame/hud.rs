//! The heads-up display of a definition as players will see it, and the timeline of a game.

use egui::{Align2, Color32, CornerRadius, Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use tablewright_core::json::Ref;
use tablewright_core::minigame::hud::{Hud, SpanKind, clock, end_order, hud, timeline};

use crate::theme::{Tokens, caption, small, strong};
use crate::widgets::{elided, paint_text};

/// Height of a line of the display.
const LINE: f32 = 22.0;

/// Draws the display over a dark ground, as over a game.
pub(super) fn show_hud(ui: &mut Ui, root: Ref<'_>) {
    let t = Tokens::of(ui);
    let hud = hud(root);
    let lines = hud.lines.len() + hud.scoreboard.len() + usize::from(!hud.scoreboard.is_empty()) * 2;
    let height = if hud.shown { 24.0 + lines.max(1) as f32 * LINE } else { 64.0 };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let told = described(&hud);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, &told));
    ui.painter().rect_filled(rect, CornerRadius::same(6), t.inset);
    let inner = rect.shrink2(vec2(12.0, 12.0));
    if !hud.shown {
        let galley = elided(ui, "No HUD: “Show a HUD” is off.", small(), t.text2, inner.width());
        paint_text(ui, inner, Align2::CENTER_CENTER, &galley);
        return;
    }
    let mut top = inner.top();
    let mut pair = |left: &str, right: &str, own: bool| {
        let row = Rect::from_min_size(pos2(inner.left(), top), vec2(inner.width(), LINE));
        if own {
            ui.painter().rect_filled(row.expand2(vec2(6.0, 0.0)), CornerRadius::same(3), t.selection);
        }
        let value = elided(ui, right, strong(), t.text, row.width());
        let room = row.with_max_x(row.right() - value.size().x - 8.0);
        let label = elided(ui, left, small(), if own { t.text } else { t.text2 }, room.width());
        paint_text(ui, room, Align2::LEFT_CENTER, &label);
        paint_text(ui, row, Align2::RIGHT_CENTER, &value);
        top += LINE;
    };
    for line in &hud.lines {
        pair(line.label, &line.value, false);
    }
    if hud.lines.is_empty() && hud.scoreboard.is_empty() {
        pair("The HUD is on and shows nothing.", "", false);
    }
    if !hud.scoreboard.is_empty() {
        pair("", "", false);
        pair("Scoreboard", "", false);
        for rank in &hud.scoreboard {
            pair(&format!("{}  {}", rank.place, rank.name), &rank.score, rank.own);
        }
    }
}

/// The display in words.
fn described(hud: &Hud) -> String {
    if !hud.shown {
        return "HUD: not shown".to_owned();
    }
    let lines = hud.lines.iter().map(|line| format!("{} {}", line.label, line.value));
    let board = hud.scoreboard.iter().map(|rank| format!("{}. {} {}", rank.place, rank.name, rank.score));
    format!("HUD: {}", lines.chain(board).collect::<Vec<_>>().join(", "))
}

/// Draws what happens in a game, one after the other.
pub(super) fn show_timeline(ui: &mut Ui, root: Ref<'_>) {
    let t = Tokens::of(ui);
    let line = timeline(root);
    let all: i64 = line.spans.iter().map(|span| span.seconds).sum::<i64>().max(1);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::hover());
    let told: Vec<String> = line.spans.iter().map(|span| format!("{} {}", span.label, clock(span.seconds))).collect();
    let end = if line.open_ended { ", and on: open-ended" } else { "" };
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, format!("Timeline: {}{end}", told.join(", "))));
    let tail = if line.open_ended { 24.0 } else { 0.0 };
    let gaps = line.spans.len().saturating_sub(1) as f32;
    let room = (rect.width() - tail - gaps).max(1.0);
    let least = (room / (line.spans.len().max(1) as f32 * 3.0)).min(16.0);
    let shares: Vec<f32> = line.spans.iter().map(|span| (span.seconds as f32 / all as f32 * room).max(least)).collect();
    let scale = room / shares.iter().sum::<f32>().max(1.0);
    let mut left = rect.left();
    for (span, share) in line.spans.iter().zip(&shares) {
        let part = Rect::from_min_size(pos2(left, rect.top()), vec2(share * scale, rect.height()));
        ui.painter().rect_filled(part, CornerRadius::same(3), color(t, span.kind));
        left = part.right() + 1.0;
    }
    if line.open_ended {
        for dot in 0..3 {
            let at = pos2(left + 6.0 + dot as f32 * 6.0, rect.center().y);
            ui.painter().circle_filled(at, 1.5, t.text2);
        }
    }
    ui.add_space(4.0);
    for span in &line.spans {
        row(ui, Some(color(t, span.kind)), &span.label, &clock(span.seconds));
    }
    match line.total {
        Some(total) => row(ui, None, "In all, at most", &clock(total)),
        None => row(ui, None, "Open-ended: round follows round", "…"),
    }
    ui.add_space(8.0);
    ui.label(egui::RichText::new(end_order(root)).font(small()).color(t.text2));
}

fn color(t: &Tokens, kind: SpanKind) -> Color32 {
    match kind {
        SpanKind::Countdown => t.border_strong,
        SpanKind::Round => t.accent,
        SpanKind::Overtime => t.warning,
        SpanKind::SuddenDeath => t.error,
    }
}

fn row(ui: &mut Ui, mark: Option<Color32>, label: &str, value: &str) {
    let t = Tokens::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    if let Some(mark) = mark {
        let at = Rect::from_center_size(pos2(rect.left() + 5.0, rect.center().y), vec2(8.0, 8.0));
        ui.painter().rect_filled(at, CornerRadius::same(2), mark);
    }
    let value = elided(ui, value, caption(), t.text, rect.width());
    let room = Rect::from_min_max(pos2(rect.left() + 18.0, rect.top()), pos2(rect.right() - value.size().x - 8.0, rect.bottom()));
    let label = elided(ui, label, small(), t.text2, room.width());
    paint_text(ui, room, Align2::LEFT_CENTER, &label);
    paint_text(ui, rect, Align2::RIGHT_CENTER, &value);
}
