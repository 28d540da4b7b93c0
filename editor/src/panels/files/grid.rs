//! The files as pictures: only the rows of tiles that are seen are drawn.

use egui::{Align2, CornerRadius, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use tablewright_core::assets::Row;

use super::Ask;
use super::filters::state_look;
use super::model::name_of;
use super::row::{Rows, description, name_color};
use crate::theme::{METRICS, Tokens, caption, small};
use crate::widgets::units::bytes;
use crate::widgets::{Selection, elided, focus_ring, paint_text};

/// A tile, its picture, and the space between two.
const TILE: egui::Vec2 = vec2(136.0, 168.0);
const PICTURE: f32 = 112.0;
const GAP: f32 = 8.0;

pub(super) fn show(ui: &mut Ui, rows: &mut Rows<'_>, asks: &mut Vec<Ask>) {
    ui.spacing_mut().item_spacing = vec2(0.0, GAP);
    let width = ui.available_width() - 24.0;
    rows.columns = (((width + GAP) / (TILE.x + GAP)).floor() as usize).max(1);
    let columns = rows.columns;
    let lines = rows.listing.len().div_ceil(columns);
    let mut area = ScrollArea::vertical().id_salt("grid").auto_shrink(false);
    if let Some(at) = rows.reveal {
        let (offset, height) = rows.seen;
        let top = (at / columns) as f32 * (TILE.y + GAP);
        let into_sight = offset.min(top).max(top + TILE.y - height).max(0.0);
        if into_sight != offset {
            area = area.vertical_scroll_offset(into_sight);
        }
    }
    let output = area.show_rows(ui, TILE.y, lines, |ui, range| {
        for line in range {
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), TILE.y), Sense::hover());
            for column in 0..columns {
                let at = line * columns + column;
                let listing = rows.listing;
                let Some(row) = listing.row(at) else { break };
                let min = rect.min + vec2(12.0 + column as f32 * (TILE.x + GAP), GAP);
                ui.push_id(&row.path, |ui| tile(ui, rows, at, row, Rect::from_min_size(min, TILE), asks));
            }
        }
    });
    rows.seen = (output.state.clamped_offset().y, output.inner_rect.height());
}

fn tile(ui: &mut Ui, rows: &mut Rows<'_>, at: usize, row: &Row, rect: Rect, asks: &mut Vec<Ask>) {
    let t = Tokens::of(ui);
    let response = ui.interact(rect, ui.scope_id().with("tile"), Sense::CLICK | Sense::DRAG);
    let chosen = rows.picks.has(&row.path);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ListItem, true, &row.path);
        info.selected = Some(chosen);
        info
    });
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(description(row)));
    let radius = CornerRadius::same(METRICS.radius_card);
    let fill = match Selection::of(chosen, rows.view.state.focused) {
        Selection::Focused => t.selection,
        Selection::Elsewhere => t.selection_dim,
        Selection::No if response.contains_pointer() => t.hover,
        Selection::No => t.panel,
    };
    ui.painter().rect_filled(rect, radius, fill);
    if rows.picks.cursor() == Some(row.path.as_str()) && rows.list.focused() {
        focus_ring(ui, rect, METRICS.radius_card, false);
    }
    let square = Rect::from_min_size(rect.min + vec2((TILE.x - PICTURE) / 2.0, 8.0), vec2(PICTURE, PICTURE));
    ui.painter().rect(square, CornerRadius::same(METRICS.radius), t.inset, Stroke::new(1.0, t.border_subtle), StrokeKind::Inside);
    rows.picture(ui, row, square.shrink(4.0), 20.0, t.text2);
    rows.hear(ui, &response, at, row, asks);
    let words = rect.shrink2(vec2(8.0, 0.0));
    let first =
        Rect::from_min_max(egui::pos2(words.left(), square.bottom() + 4.0), egui::pos2(words.right(), rect.bottom() - 20.0));
    let second =
        Rect::from_min_max(egui::pos2(words.left(), rect.bottom() - 22.0), egui::pos2(words.right(), rect.bottom() - 4.0));
    if !rows.rename_field(ui, row, first, asks) {
        let color = if chosen { t.text } else { name_color(row, t) };
        let name = elided(ui, name_of(&row.path), small(), color, first.width());
        paint_text(ui, first, Align2::CENTER_CENTER, &name);
    }
    let (icon, tone) = state_look(row.state(), t);
    let tone = if chosen { t.text } else { tone };
    let size = row.size.map(bytes).unwrap_or_else(|| row.state().label().to_owned());
    let galley = elided(ui, &size, caption(), if chosen { t.text2 } else { t.text3 }, second.width() - 20.0);
    let middle = Rect::from_center_size(second.center(), vec2(galley.size().x + 18.0, second.height()));
    icon.paint(ui, middle.with_max_x(middle.left() + 14.0), 14.0, tone);
    paint_text(ui, middle.with_min_x(middle.left() + 18.0), Align2::LEFT_CENTER, &galley);
}
