//! The files as a table: only the rows that are seen are drawn.

use egui::{Align2, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use tablewright_core::assets::{Delivery, Row};

use super::Ask;
use super::filters::state_look;
use super::model::{Column, Sort, can_switch, folder_of, is_preloaded, name_of};
use super::row::{Rows, description, name_color, used_in};
use crate::theme::{Tokens, body, caption_medium, small};
use crate::widgets::units::bytes;
use crate::widgets::{Selection, elided, focus_ring, hairline, paint_text, switch};

/// Height of a row.
pub(super) const ROW: f32 = 32.0;
/// Height of the heads.
const HEADS: f32 = 28.0;
/// Where names begin.
const NAMES: f32 = 56.0;

/// Where columns stand: left and right ends, from the left edge of the table. What has no room has no width.
struct Columns([(f32, f32); 6]);

impl Columns {
    /// Those that `width` has room for; the name keeps at least a third.
    fn of(width: f32) -> Self {
        let mut right = width - 12.0;
        let mut ends = [(0.0, 0.0); 6];
        let wanted = [(5, 68.0, 0.0), (4, 140.0, 760.0), (3, 76.0, 620.0), (2, 144.0, 0.0), (1, 84.0, 0.0)];
        for (column, room, from) in wanted {
            if width >= from {
                ends[column] = (right - room, right - 8.0);
                right -= room;
            }
        }
        ends[0] = (NAMES, right - 8.0);
        Self(ends)
    }

    fn at(&self, column: Column, row: Rect) -> Option<Rect> {
        let place = Column::ALL.iter().position(|other| *other == column)?;
        let (left, right) = self.0[place];
        let rect = Rect::from_min_max(pos2(row.left() + left, row.top()), pos2(row.left() + right, row.bottom()));
        (right > left).then_some(rect)
    }
}

pub(super) fn show(ui: &mut Ui, rows: &mut Rows<'_>, asks: &mut Vec<Ask>) {
    ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
    let columns = Columns::of(ui.available_width());
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEADS), Sense::hover());
    for column in Column::ALL {
        if let Some(room) = columns.at(column, rect)
            && head(ui, column, room, rows.sort)
        {
            asks.push(Ask::Sort(column));
        }
    }
    hairline(ui);
    let mut area = ScrollArea::vertical().id_salt("table").auto_shrink(false);
    if let Some(at) = rows.reveal {
        let (offset, height) = rows.seen;
        let top = at as f32 * ROW;
        let into_sight = offset.min(top).max(top + ROW - height).max(0.0);
        if into_sight != offset {
            area = area.vertical_scroll_offset(into_sight);
        }
    }
    let len = rows.listing.len();
    let output = area.show_rows(ui, ROW, len, |ui, range| {
        for at in range {
            let listing = rows.listing;
            let Some(row) = listing.row(at) else { continue };
            ui.push_id(&row.path, |ui| line(ui, rows, at, row, &columns, asks));
        }
    });
    rows.seen = (output.state.clamped_offset().y, output.inner_rect.height());
}

/// The head of a column. Returns whether it was pressed.
fn head(ui: &mut Ui, column: Column, room: Rect, sort: Sort) -> bool {
    let t = Tokens::of(ui);
    let response = ui.interact(room, ui.make_persistent_id(("column", column)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, column.title()));
    let on = sort.by == column;
    let words = match (on, sort.down) {
        (true, true) => format!("↓ {}", column.title()),
        (true, false) => format!("↑ {}", column.title()),
        (false, _) => column.title().to_owned(),
    };
    let color = if on || response.hovered() { t.text } else { t.text2 };
    let galley = elided(ui, &words, caption_medium(), color, room.width());
    let align = if column == Column::Size { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
    paint_text(ui, room, align, &galley);
    if response.has_focus() {
        focus_ring(ui, room, 3, false);
    }
    response.clicked()
}

fn line(ui: &mut Ui, rows: &mut Rows<'_>, at: usize, row: &Row, columns: &Columns, asks: &mut Vec<Ask>) {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::CLICK | Sense::DRAG);
    let chosen = rows.picks.has(&row.path);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ListItem, true, &row.path);
        info.selected = Some(chosen);
        info
    });
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(description(row)));
    let selection = Selection::of(chosen, rows.view.state.focused);
    let fill = match selection {
        Selection::Focused => Some(t.selection),
        Selection::Elsewhere => Some(t.selection_dim),
        Selection::No => response.contains_pointer().then_some(t.hover),
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 0.0, fill);
    }
    let at_cursor = rows.picks.cursor() == Some(row.path.as_str());
    if at_cursor && rows.list.focused() && rows.picks.len() != 1 {
        focus_ring(ui, rect, 0, false);
    }
    let (quiet, plain) = if chosen { (t.text2, t.text) } else { (t.text3, t.text2) };
    let square = Rect::from_min_size(pos2(rect.left() + 12.0, rect.top() + 4.0), vec2(24.0, 24.0));
    rows.picture(ui, row, square, 16.0, plain);
    rows.hear(ui, &response, at, row, asks);
    if let Some(room) = columns.at(Column::Name, rect)
        && !rows.rename_field(ui, row, room.shrink2(vec2(0.0, 4.0)), asks)
    {
        name(ui, row, room, if chosen { t.text } else { name_color(row, t) }, quiet);
    }
    if let (Some(room), Some(size)) = (columns.at(Column::Size, rect), row.size) {
        let galley = elided(ui, &bytes(size), body(), plain, room.width());
        paint_text(ui, room, Align2::RIGHT_CENTER, &galley);
    }
    if let Some(room) = columns.at(Column::State, rect) {
        state(ui, row, room.translate(vec2(8.0, 0.0)), chosen);
    }
    if let Some(room) = columns.at(Column::Uses, rect)
        && row.delivery != Delivery::Platform
    {
        let color = if row.uses == 0 { quiet } else { plain };
        let galley = elided(ui, &used_in(row.uses), small(), color, room.width());
        paint_text(ui, room, Align2::LEFT_CENTER, &galley);
    }
    if let Some(room) = columns.at(Column::Credit, rect) {
        let credit = rows.listing.credit(&row.path);
        let galley = elided(ui, credit.unwrap_or("—"), small(), if credit.is_some() { plain } else { quiet }, room.width());
        paint_text(ui, room, Align2::LEFT_CENTER, &galley);
    }
    if let Some(room) = columns.at(Column::Preload, rect).filter(|_| can_switch(row)) {
        preload(ui, rows, row, room, asks);
    }
}

/// The name whole, then the folder as far as there is room.
fn name(ui: &Ui, row: &Row, room: Rect, color: egui::Color32, quiet: egui::Color32) {
    let name = elided(ui, name_of(&row.path), body(), color, room.width());
    let at = paint_text(ui, room, Align2::LEFT_CENTER, &name);
    let left = at.right() + 8.0;
    if room.right() - left > 24.0 {
        let folder = elided(ui, folder_of(&row.path), small(), quiet, room.right() - left);
        paint_text(ui, room.with_min_x(left), Align2::LEFT_CENTER, &folder);
    }
}

fn state(ui: &Ui, row: &Row, room: Rect, chosen: bool) {
    let t = Tokens::of(ui);
    let state = row.state();
    let (icon, tone) = state_look(state, t);
    let tone = if chosen { t.text } else { tone };
    icon.paint(ui, room.with_max_x(room.left() + 14.0), 14.0, tone);
    let galley = elided(ui, state.label(), body(), tone, room.width() - 20.0);
    paint_text(ui, room.with_min_x(room.left() + 20.0), Align2::LEFT_CENTER, &galley);
}

fn preload(ui: &mut Ui, rows: &Rows<'_>, row: &Row, room: Rect, asks: &mut Vec<Ask>) {
    let place = Rect::from_min_size(pos2(room.left(), room.center().y - 12.0), vec2(room.width(), 24.0));
    let mut child = ui.new_child(egui::UiBuilder::new().id_salt("pre-load").max_rect(place));
    let mut on = is_preloaded(row);
    let response = switch(&mut child, &mut on, "").accessible_name(format!("Pre-load {}", row.path));
    if response.clicked() {
        asks.push(Ask::Preload(rows.meant(row), on));
    }
}
