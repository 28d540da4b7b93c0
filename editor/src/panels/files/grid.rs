//! The grid: a tile for each file with its picture large, drawn only where it is seen.

use egui::{Align2, CornerRadius, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::table::{describe, gestures, thumbnail};
use super::{Asked, FilesPanel, filters};
use crate::panels::View;
use crate::theme::{METRICS, Tokens, small, small_medium};
use crate::widgets::{List, elided, focus_ring, paint_text};

/// The size of a tile with the gap after it.
const TILE: egui::Vec2 = vec2(128.0, 148.0);
const GAP: f32 = 8.0;

/// How many tiles stand side by side in a list of this width.
pub(super) fn across(width: f32) -> usize {
    (((width - GAP) / (TILE.x + GAP)).floor() as usize).max(1)
}

pub(super) fn show(panel: &mut FilesPanel, ui: &mut Ui, list: &List, view: View<'_>, shown: &[usize]) -> Vec<Asked> {
    let across = across(ui.available_width());
    let lines = shown.len().div_ceil(across);
    let height = TILE.y + GAP;
    let mut area = ScrollArea::vertical().id_salt("tiles").auto_shrink(false);
    let (offset, seen) = panel.seen;
    if std::mem::take(&mut panel.reveal)
        && let Some(at) =
            panel.cursor.as_deref().and_then(|path| shown.iter().position(|row| panel.listed.rows[*row].path == path))
    {
        let top = (at / across) as f32 * height;
        area = area.vertical_scroll_offset(offset.min(top).max(top + height - seen).max(0.0));
    }
    let mut asked = Vec::new();
    let output = area.show_rows(ui, height, lines, |ui, range| {
        for line in range {
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
            for column in 0..across {
                let Some(at) = shown.get(line * across + column) else { break };
                let left = rect.left() + GAP + column as f32 * (TILE.x + GAP);
                tile(panel, ui, list, view, *at, Rect::from_min_size(pos2(left, rect.top() + GAP), TILE), &mut asked);
            }
        }
    });
    panel.seen = (output.state.clamped_offset().y, output.inner_rect.height());
    asked
}

fn tile(panel: &mut FilesPanel, ui: &Ui, list: &List, view: View<'_>, at: usize, rect: Rect, asked: &mut Vec<Asked>) {
    let t = Tokens::of(ui);
    let file = &panel.listed.rows[at];
    let response = ui.interact(rect, ui.make_persistent_id(("tile", &file.path)), Sense::click_and_drag());
    let selected = panel.selected.contains(&file.path);
    describe(ui, &response, file, selected);
    let fill = match (selected, list.focused() || view.state.focused) {
        (true, true) => t.selection,
        (true, false) => t.selection_dim,
        (false, _) if response.contains_pointer() => t.hover,
        (false, _) => t.raised,
    };
    let radius = CornerRadius::same(METRICS.radius_card);
    ui.painter().rect(rect, radius, fill, Stroke::new(1.0, t.border_subtle), StrokeKind::Inside);
    if list.focused() && panel.cursor.as_deref() == Some(file.path.as_str()) {
        focus_ring(ui, rect, METRICS.radius_card, false);
    }
    let picture = Rect::from_min_size(rect.min + vec2(12.0, 10.0), vec2(TILE.x - 24.0, 96.0));
    thumbnail(panel, ui, view.session, at, picture);
    let file = &panel.listed.rows[at];
    let words = Rect::from_min_max(pos2(rect.left() + 8.0, rect.bottom() - 38.0), pos2(rect.right() - 8.0, rect.bottom() - 20.0));
    let name = elided(ui, file.name(), small_medium(), t.text, words.width());
    paint_text(ui, words, Align2::LEFT_CENTER, &name);
    let below = words.translate(vec2(0.0, 17.0));
    let size = file.size.map(super::size_words).unwrap_or_default();
    let galley = elided(ui, &size, small(), if selected { t.text2 } else { t.text3 }, below.width() - 20.0);
    paint_text(ui, below, Align2::LEFT_CENTER, &galley);
    let mark = below.with_min_x(below.right() - 14.0);
    filters::state_icon(file.state).paint(ui, mark, 14.0, filters::state_color(t, file.state));
    gestures(ui, &response, file, at, asked);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_tiles_as_fit() {
        assert_eq!([across(0.0), across(144.0), across(279.0), across(280.0), across(1000.0)], [1, 1, 1, 2, 7]);
    }
}
