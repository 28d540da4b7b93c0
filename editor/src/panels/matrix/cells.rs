//! One row of the matrix: what it is about, and a cell for each variant.

use egui::{Align2, Key as Press, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use tablewright_core::scene::view::rgb;
use tablewright_core::variants::Matrix;
use tablewright_core::variants::matrix::{Cell, CellState};

use super::{Editing, THING, UNIT, is_presence, row_name, section_name};
use crate::session::Session;
use crate::theme::{METRICS, Tokens, mono_small, small};
use crate::widgets::{Edit, TextField, elided, focus_ring, paint_text};

/// What was done in a row.
pub(super) enum Done {
    /// A cell was clicked.
    Picked(usize, usize),
    /// A cell is to be edited.
    Opened(usize, usize),
    /// The name of a row was clicked.
    Shown(usize),
    /// What was typed is to be written.
    Typed(String),
    /// Editing ended without a change.
    Left,
}

pub(super) struct Look<'a> {
    pub matrix: &'a Matrix,
    pub session: &'a Session,
    /// The cell that the keyboard is at.
    pub cursor: Option<(usize, usize)>,
    /// The width of all columns, and of one variant's.
    pub whole: f32,
    pub width: f32,
}

pub(super) fn row(ui: &mut Ui, row: usize, look: &Look<'_>, editing: Option<&mut Editing>) -> Vec<Done> {
    let t = Tokens::of(ui);
    let about = &look.matrix.rows[row];
    let size = vec2(look.whole.max(ui.available_width()), METRICS.row);
    let (rect, line) = ui.allocate_exact_size(size, Sense::hover());
    if line.contains_pointer() {
        ui.painter().rect_filled(rect, 0.0, t.hover);
    }
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, egui::Stroke::new(1.0, t.border_subtle));
    let mut done = Vec::new();
    let names = Rect::from_min_size(rect.min, vec2(THING + UNIT, rect.height()));
    let name = ui.interact(names, ui.make_persistent_id(("name", row)), Sense::CLICK);
    name.widget_info(|| WidgetInfo::labeled(Role::RowHeader, true, row_name(&about.thing, &about.unit)));
    ui.ctx().accesskit_node_builder(name.id, |node| node.set_description(section_name(about.section)));
    let color = if name.hovered() { t.accent } else { t.text };
    let thing = elided(ui, &about.thing, small(), color, THING - 16.0);
    paint_text(ui, names.with_min_x(names.left() + 8.0), Align2::LEFT_CENTER, &thing);
    let unit = if is_presence(&about.part) { "Is there" } else { about.unit.as_str() };
    let galley = elided(ui, unit, small(), t.text2, UNIT - 8.0);
    paint_text(ui, names.with_min_x(names.left() + THING), Align2::LEFT_CENTER, &galley);
    if name.on_hover_text(format!("Show {}", about.thing)).clicked() {
        done.push(Done::Shown(row));
    }
    let mut editing = editing;
    for column in 0..look.matrix.columns.len() {
        let left = rect.left() + THING + UNIT + look.width * column as f32;
        let at = Rect::from_min_size(pos2(left, rect.top()), vec2(look.width, rect.height()));
        if !ui.clip_rect().intersects(at) {
            continue;
        }
        match editing.as_deref_mut().filter(|editing| editing.column == column) {
            Some(editing) => done.extend(field(ui, at, &cell_name(row, column, look), editing)),
            None => done.extend(cell(ui, at, (row, column), look)),
        }
    }
    done
}

fn cell_name(row: usize, column: usize, look: &Look<'_>) -> String {
    let about = &look.matrix.rows[row];
    format!("{}, {}", row_name(&about.thing, &about.unit), look.session.variant_name(&look.matrix.columns[column]))
}

fn cell(ui: &Ui, at: Rect, (row, column): (usize, usize), look: &Look<'_>) -> Option<Done> {
    let t = Tokens::of(ui);
    let cell = look.matrix.cell(row, column)?;
    let response = ui.interact(at, ui.make_persistent_id((row, column)), Sense::CLICK);
    let text = cell.text();
    response.widget_info(|| WidgetInfo::labeled(Role::Cell, cell.editable, cell_name(row, column, look)));
    let said = format!("{}{}", words(&cell), if text.is_empty() { String::new() } else { format!(": {text}") });
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(said));
    let shown = if text.is_empty() && cell.state != CellState::Absent { "none" } else { text.as_str() };
    let color = match cell.state {
        CellState::Base => t.text,
        CellState::Follows | CellState::Same => t.text3,
        CellState::Own => t.scope_only,
        CellState::Absent => t.disabled,
    };
    if cell.state == CellState::Own {
        ui.painter().rect_filled(at.with_max_x(at.left() + 2.0).shrink2(vec2(0.0, 3.0)), 0.0, t.scope_only);
    }
    let mut room = at.with_min_x(at.left() + 8.0);
    if let Some([red, green, blue]) = cell.value.and_then(|value| rgb(&value.as_str()?)) {
        let swatch = Rect::from_center_size(pos2(room.left() + 5.0, room.center().y), vec2(10.0, 10.0));
        let edge = egui::Stroke::new(1.0, t.border);
        ui.painter().rect(swatch, 2.0, egui::Color32::from_rgb(red, green, blue), edge, egui::StrokeKind::Inside);
        room.min.x += 16.0;
    }
    let galley = elided(ui, shown, mono_small(), color, room.width() - 8.0);
    paint_text(ui, room, Align2::LEFT_CENTER, &galley);
    if look.cursor == Some((row, column)) {
        focus_ring(ui, at, 0, false);
    }
    let response = response.on_hover_text(words(&cell));
    if response.double_clicked() {
        return Some(Done::Opened(row, column));
    }
    response.clicked().then_some(Done::Picked(row, column))
}

/// How a cell stands to the base, in words.
fn words(cell: &Cell<'_>) -> &'static str {
    match cell.state {
        CellState::Base => "The base’s value",
        CellState::Follows => "Follows the base",
        CellState::Same => "Its own copy says what the base says",
        CellState::Own => "Another value than the base’s",
        CellState::Absent => "Not there in this variant",
    }
}

fn field(ui: &mut Ui, at: Rect, name: &str, editing: &mut Editing) -> Option<Done> {
    let mut child = ui.new_child(UiBuilder::new().id_salt("cell").max_rect(at));
    child.set_clip_rect(at.expand(2.0).intersect(ui.clip_rect()));
    let field = TextField::new(name, &editing.text).mono().width(at.width()).height(METRICS.row).error(editing.fault.is_some());
    let (edit, response) = field.show(&mut child);
    if std::mem::take(&mut editing.fresh) {
        response.request_focus();
        return None;
    }
    match edit {
        Edit::Commit(text) => Some(Done::Typed(text)),
        Edit::Cancel => Some(Done::Left),
        _ if response.lost_focus() || ui.input(|input| input.key_pressed(Press::Escape)) => Some(Done::Left),
        _ => None,
    }
}

/// Why what was typed does not fit.
pub(super) fn fault(ui: &mut Ui, text: &str) {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.section), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    ui.painter().rect_filled(rect, 0.0, t.error_bg);
    let galley = elided(ui, text, small(), t.error, rect.width() - 24.0);
    paint_text(ui, rect.with_min_x(rect.left() + 12.0), Align2::LEFT_CENTER, &galley);
}
