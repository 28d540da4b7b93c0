//! What a player downloads before the table opens: the total large, one bar in steps of the accent, what takes the most.

use egui::{Align2, CornerRadius, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::listing::{Download, Kind, size_words};
use crate::theme::{Tokens, body, heading, small};
use crate::widgets::{elided, paint_text};

const HEIGHT: f32 = 76.0;
/// How many kinds have a step of their own.
const STEPS: usize = 3;

pub(super) fn show(ui: &mut Ui, download: &Download) {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let total = size_words(download.bytes);
    let in_files = if download.files == 1 { "in 1 file".to_owned() } else { format!("in {} files", download.files) };
    let wait = match download.seconds() {
        0 => "before the table opens".to_owned(),
        seconds => format!("before the table opens: {seconds} s at 10 Mbit/s"),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{total} {in_files}, {wait}")));
    let left = rect.left() + 16.0;
    let large = elided(ui, &total, heading(20.0), t.text, 200.0);
    let line = Rect::from_min_max(pos2(left, rect.top() + 14.0), pos2(rect.right(), rect.top() + 40.0));
    let end = paint_text(ui, line, Align2::LEFT_CENTER, &large).right();
    let galley = elided(ui, &in_files, body(), t.text2, 160.0);
    paint_text(ui, line.with_min_x(end + 8.0).translate(vec2(0.0, 2.0)), Align2::LEFT_CENTER, &galley);
    let below = Rect::from_min_max(pos2(left, rect.top() + 42.0), pos2(left + 244.0, rect.top() + 60.0));
    let galley = elided(ui, &wait, small(), t.text3, below.width());
    paint_text(ui, below, Align2::LEFT_CENTER, &galley);
    let bar = Rect::from_min_max(pos2(left + 268.0, rect.top() + 21.0), pos2(rect.right() - 16.0, rect.top() + 29.0));
    if bar.width() > 80.0 && download.bytes > 0 {
        draw_bar(ui, bar, download);
        legend(ui, bar, download);
    }
}

/// The steps: the accent, then the same mixed with the ground.
fn step_color(t: &Tokens, step: usize) -> egui::Color32 {
    let share = [1.0, 0.6, 0.35, 0.18][step.min(STEPS)];
    t.panel.lerp_to_gamma(t.accent, share)
}

/// The largest kinds by themselves, the rest as one.
fn parts(download: &Download) -> Vec<(&'static str, u64)> {
    let mut parts: Vec<(&str, u64)> =
        download.kinds.iter().take(STEPS).map(|(kind, bytes, _)| (Kind::label(*kind), *bytes)).collect();
    let rest: u64 = download.kinds.iter().skip(STEPS).map(|(_, bytes, _)| bytes).sum();
    if rest > 0 {
        parts.push(("Rest", rest));
    }
    parts
}

fn draw_bar(ui: &Ui, bar: Rect, download: &Download) {
    let t = Tokens::of(ui);
    let mut x = bar.left();
    let parts = parts(download);
    for (step, (_, bytes)) in parts.iter().enumerate() {
        let width = (*bytes as f64 / download.bytes as f64) as f32 * bar.width();
        let piece = Rect::from_min_max(pos2(x, bar.top()), pos2((x + width - 1.0).max(x + 1.0), bar.bottom()));
        ui.painter().rect_filled(piece, CornerRadius::same(2), step_color(t, step));
        x += width;
    }
}

fn legend(ui: &Ui, bar: Rect, download: &Download) {
    let t = Tokens::of(ui);
    let line = Rect::from_min_max(pos2(bar.left(), bar.bottom() + 10.0), pos2(bar.right(), bar.bottom() + 28.0));
    let mut end = line.right();
    if let Some(largest) = download.largest() {
        let galley = elided(ui, &format!("Largest: {largest}"), small(), t.text3, line.width() * 0.4);
        end = paint_text(ui, line, Align2::RIGHT_CENTER, &galley).left() - 16.0;
    }
    let mut x = line.left();
    for (step, (label, bytes)) in parts(download).into_iter().enumerate() {
        let name = elided(ui, label, small(), t.text, 140.0);
        let size = elided(ui, &size_words(bytes), small(), t.text3, 80.0);
        let width = 14.0 + name.size().x + 6.0 + size.size().x + 16.0;
        if x + width > end {
            break;
        }
        let mark = Rect::from_center_size(pos2(x + 4.0, line.center().y), vec2(8.0, 8.0));
        ui.painter().rect_filled(mark, CornerRadius::same(2), step_color(t, step));
        let at = paint_text(ui, line.with_min_x(x + 14.0), Align2::LEFT_CENTER, &name);
        paint_text(ui, line.with_min_x(at.right() + 6.0), Align2::LEFT_CENTER, &size);
        x += width;
    }
}
