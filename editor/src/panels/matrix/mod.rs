//! *Matrix*: a row for each thing that differs anywhere, a column for each variant. What equals the base is dimmed, what a
//! variant has of its own is violet; a cell is edited in place, for its variant alone.
//!
//! The table is made once for each state of the scene and filtered once for each change of the filter; a frame reads and
//! draws only the cells that are seen.

mod cells;

use std::path::PathBuf;

use egui::{Align2, Key as Press, Modifiers, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use tablewright_core::json::Value;
use tablewright_core::scene::keys::Group;
use tablewright_core::variants::Matrix;
use tablewright_core::variants::diff::{Part, Section};
use tablewright_core::variants::matrix::{csv_of, parse_cell};

use super::{View, Wish};
use crate::icons::Icon;
use crate::session::{Action, DifferencesEdit, Picked, Session};
use crate::theme::{METRICS, Tokens, small, small_medium};
use crate::widgets::{self, Button, List, Tone, elided, paint_text};

/// The panel.
#[derive(Default)]
pub struct MatrixPanel {
    filter: String,
    made: Option<Made>,
    /// The rows that the filter leaves, and the filter.
    rows: Option<(String, Vec<usize>)>,
    /// Where the keyboard is: row and column of the matrix.
    cursor: Option<(usize, usize)>,
    editing: Option<Editing>,
    search: Option<egui::Id>,
    wants_filter: bool,
    /// Scroll to the cursor.
    reveal: bool,
    seen: (f32, f32),
}

/// The matrix, and what it was made of.
struct Made {
    of: (PathBuf, u64),
    matrix: Matrix,
}

/// A cell that is being edited.
struct Editing {
    row: usize,
    column: usize,
    text: String,
    /// Why what was typed last does not fit.
    fault: Option<String>,
    fresh: bool,
}

/// Room for the name of a thing, and for that of its value.
const THING: f32 = 150.0;
const UNIT: f32 = 130.0;
/// The least and the most room for a variant.
const LEAST: f32 = 96.0;
const MOST: f32 = 240.0;

impl MatrixPanel {
    /// Draws the panel into all the room that is left, and tells what the person wants.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>) -> Vec<Wish> {
        let session = view.session;
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = METRICS.control;
        if session.variants().len() < 2 {
            let purpose = "One way to play it. A pack with two variants or more shows here how they differ.";
            widgets::empty_state(ui, Tone::Plain, Icon::GridView, "No variants", purpose, None);
            return Vec::new();
        }
        self.refresh(session);
        let Some(made) = &self.made else {
            let fault = session.copy().scene.fault().map(ToString::to_string).unwrap_or_default();
            widgets::empty_state(ui, Tone::Error, Icon::Error, "The scene can’t be read", &fault, None);
            return Vec::new();
        };
        if made.matrix.rows.is_empty() {
            let purpose = "Every variant plays the base’s scene. What you change in one alone shows here.";
            widgets::empty_state(ui, Tone::Plain, Icon::GridView, "Nothing differs", purpose, None);
            return Vec::new();
        }
        let mut wishes = Vec::new();
        let to_list = self.toolbar(ui);
        if self.rows.as_ref().is_some_and(|(_, rows)| rows.is_empty()) {
            let purpose = format!("Nothing that differs has “{}” in it.", self.filter.trim());
            let back = Some((Icon::Close, "Clear the filter"));
            if widgets::empty_state(ui, Tone::Plain, Icon::Search, "Nothing found", &purpose, back) {
                self.filter.clear();
            }
            return wishes;
        }
        let list = List::begin(ui, "Matrix", ui.available_rect_before_wrap());
        if (view.state.take_keyboard || to_list) && self.editing.is_none() {
            list.claim(ui);
        }
        self.keys(ui, &list, session, &mut wishes);
        self.table(ui, &list, view, &mut wishes);
        wishes
    }

    /// Moves the keyboard to the filter at the next frame.
    pub fn find(&mut self) {
        self.wants_filter = true;
    }

    fn refresh(&mut self, session: &Session) {
        let of = (session.root().to_path_buf(), session.revision());
        if self.made.as_ref().is_none_or(|made| made.of != of) {
            self.made = session.scene().map(|scene| Made { of, matrix: Matrix::of(scene, session.listed()) });
            self.rows = None;
            let (rows, columns) = self.made.as_ref().map_or((0, 0), |made| (made.matrix.rows.len(), made.matrix.columns.len()));
            self.cursor = self.cursor.filter(|(row, column)| *row < rows && *column < columns);
            self.editing = None;
        }
        if self.rows.as_ref().is_none_or(|(filter, _)| *filter != self.filter) {
            let rows = self.made.as_ref().map(|made| made.matrix.filter(&self.filter)).unwrap_or_default();
            self.rows = Some((self.filter.clone(), rows));
        }
    }

    /// The filter and *Copy as CSV*. Returns whether the keyboard is to go on in the table.
    fn toolbar(&mut self, ui: &mut Ui) -> bool {
        let t = Tokens::of(ui);
        let typing = self.search.is_some_and(|id| ui.memory(|memory| memory.has_focus(id)));
        let down = typing && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Press::ArrowDown));
        ui.add_space(6.0);
        let response = ui
            .horizontal(|ui| {
                ui.add_space(8.0);
                let width = (ui.available_width() * 0.4).clamp(120.0, 280.0);
                let response = widgets::search(ui, "Find in the matrix", &mut self.filter, "Name, field, value", width);
                if let (Some(made), Some((_, rows))) = (&self.made, &self.rows) {
                    let count = match (rows.len(), made.matrix.rows.len()) {
                        (shown, all) if shown == all => format!("{all} rows"),
                        (shown, all) => format!("{shown} of {all} rows"),
                    };
                    ui.label(egui::RichText::new(count).font(small()).color(t.text3));
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        ui.add_space(8.0);
                        let copy = ui.add(Button::control("Copy as CSV").icon(Icon::Copy));
                        if widgets::tip(copy, "The rows that are shown, for a spreadsheet", "").clicked() {
                            ui.ctx().copy_text(csv_of(&made.matrix, rows));
                        }
                    });
                }
                response
            })
            .inner;
        ui.add_space(6.0);
        self.search = Some(response.id);
        if std::mem::take(&mut self.wants_filter) {
            response.request_focus();
        }
        down || (response.lost_focus() && ui.input(|input| input.key_pressed(Press::Enter)))
    }

    fn keys(&mut self, ui: &Ui, list: &List, session: &Session, wishes: &mut Vec<Wish>) {
        let (Some(made), Some((_, rows))) = (&self.made, &self.rows) else { return };
        if !list.focused() || self.editing.is_some() {
            return;
        }
        let keys = list.keys();
        let columns = made.matrix.columns.len();
        let at = self.cursor.and_then(|(row, _)| rows.iter().position(|shown| *shown == row));
        let column = self.cursor.map_or(0, |(_, column)| column);
        if let Some(to) = keys.target(at, rows.len()) {
            self.cursor = Some((rows[to], column));
            self.reveal = true;
        } else if let Some(at) = at {
            let row = rows[at];
            if keys.left && column > 0 {
                self.cursor = Some((row, column - 1));
            } else if keys.right && column + 1 < columns {
                self.cursor = Some((row, column + 1));
            } else if keys.enter || ui.input_mut(|input| input.consume_key(Modifiers::NONE, Press::F2)) {
                self.edit(row, column);
            } else if keys.space {
                self.show_row(row, session, wishes);
            } else if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Press::Delete)) {
                self.clear(row, column, wishes);
            }
        }
    }

    /// Takes the value of a cell away.
    fn clear(&self, row: usize, column: usize, wishes: &mut Vec<Wish>) {
        let Some(matrix) = self.made.as_ref().map(|made| &made.matrix) else { return };
        if matrix.cell(row, column).is_some_and(|cell| cell.editable && cell.value.is_some()) {
            let edit = DifferencesEdit::Cell(matrix.rows[row].part.clone(), None);
            wishes.push(Wish::Act(Action::Differences { variant: matrix.columns[column].clone(), edit }));
        }
    }

    /// Begins to edit a cell, where it can be.
    fn edit(&mut self, row: usize, column: usize) {
        let cell = self.made.as_ref().and_then(|made| made.matrix.cell(row, column)).filter(|cell| cell.editable);
        if let Some(cell) = cell {
            self.cursor = Some((row, column));
            self.editing = Some(Editing { row, column, text: cell.whole_text(), fault: None, fresh: true });
        }
    }

    /// Writes what was typed; where it does not fit, it stays with the reason.
    fn commit(&mut self, wishes: &mut Vec<Wish>) {
        let (Some(editing), Some(made)) = (&mut self.editing, &self.made) else { return };
        let Some(cell) = made.matrix.cell(editing.row, editing.column) else { return };
        if editing.text == cell.whole_text() {
            self.editing = None;
            return;
        }
        let gone = editing.text.trim().is_empty() && cell.value.is_none_or(|value| value.as_str().is_none());
        let value: Result<Option<Value>, _> = if gone { Ok(None) } else { parse_cell(&editing.text, cell.value).map(Some) };
        match value {
            Ok(value) => {
                let edit = DifferencesEdit::Cell(made.matrix.rows[editing.row].part.clone(), value);
                let variant = made.matrix.columns[editing.column].clone();
                wishes.push(Wish::Act(Action::Differences { variant, edit }));
                self.editing = None;
            }
            Err(error) => editing.fault = Some(error.to_string()),
        }
    }

    /// Shows what a row is about, in the first variant that has it.
    fn show_row(&self, row: usize, session: &Session, wishes: &mut Vec<Wish>) {
        let Some(matrix) = self.made.as_ref().map(|made| &made.matrix) else { return };
        let part = &matrix.rows[row].part;
        if let Some(id) = part.entity_id() {
            let here = matrix.columns.iter().position(|id| id == session.shown()).unwrap_or(0);
            let has = |column: &usize| matrix.cell(row, *column).is_some_and(|cell| cell.value.is_some());
            let holder = Some(here).filter(has).or_else(|| (0..matrix.columns.len()).find(has));
            if let Some(holder) = holder.filter(|holder| *holder != here) {
                wishes.push(Wish::Act(Action::Show(matrix.columns[holder].clone())));
            }
            wishes.push(Wish::Frame(vec![id.to_owned()]));
        } else if let Some(group) = part.key().and_then(Group::of) {
            wishes.push(Wish::Act(Action::Pick(Picked::Group(group))));
        }
    }

    fn table(&mut self, ui: &mut Ui, list: &List, view: View<'_>, wishes: &mut Vec<Wish>) {
        let Some(columns) = self.made.as_ref().map(|made| made.matrix.columns.len()) else { return };
        let free = (ui.available_width() - THING - UNIT) / columns.max(1) as f32;
        let width = free.clamp(LEAST, MOST);
        let whole = THING + UNIT + width * columns as f32;
        ScrollArea::horizontal().id_salt("columns").auto_shrink(false).show(ui, |ui| {
            ui.set_min_width(whole);
            self.head(ui, view.session, width);
            self.body(ui, list, view, (whole, width), wishes);
        });
    }

    fn head(&self, ui: &mut Ui, session: &Session, width: f32) {
        let t = Tokens::of(ui);
        let Some(matrix) = self.made.as_ref().map(|made| &made.matrix) else { return };
        let size = vec2(ui.available_width(), METRICS.section);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        ui.painter().rect_filled(rect, 0.0, t.inset);
        for (column, id) in matrix.columns.iter().enumerate() {
            let left = rect.left() + THING + UNIT + width * column as f32;
            let cell = Rect::from_min_size(pos2(left, rect.top()), vec2(width, rect.height()));
            let name = session.variant_name(id);
            let words = if column == 0 { format!("{name} (base)") } else { name.to_owned() };
            let color = if id == session.shown() { t.text } else { t.text2 };
            let galley = elided(ui, &words, small_medium(), color, width - 16.0);
            paint_text(ui, cell.with_min_x(left + 8.0), Align2::LEFT_CENTER, &galley);
            let response = ui.interact(cell, ui.make_persistent_id(("column", id)), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, &words));
        }
    }

    fn body(&mut self, ui: &mut Ui, list: &List, view: View<'_>, (whole, width): (f32, f32), wishes: &mut Vec<Wish>) {
        let (Some(made), Some((_, rows))) = (&self.made, &self.rows) else { return };
        let mut area = ScrollArea::vertical().id_salt("rows").auto_shrink(false);
        if std::mem::take(&mut self.reveal)
            && let Some(at) = self.cursor.and_then(|(row, _)| rows.iter().position(|shown| *shown == row))
        {
            let (offset, height) = self.seen;
            let top = at as f32 * METRICS.row;
            let into_sight = offset.min(top).max(top + METRICS.row - height).max(0.0);
            if into_sight != offset {
                area = area.vertical_scroll_offset(into_sight);
            }
        }
        let mut editing = self.editing.take();
        let mut done = Vec::new();
        let fault = editing.as_ref().and_then(|editing| editing.fault.clone());
        let room = ui.available_height() - if fault.is_some() { METRICS.section } else { 0.0 };
        let output = area.max_height(room).show_rows(ui, METRICS.row, rows.len(), |ui, range| {
            for at in range {
                let row = rows[at];
                let look = cells::Look {
                    matrix: &made.matrix,
                    session: view.session,
                    cursor: self.cursor.filter(|_| list.focused() || editing.is_some()),
                    whole,
                    width,
                };
                done.extend(cells::row(ui, row, &look, editing.as_mut().filter(|editing| editing.row == row)));
            }
        });
        self.seen = (output.state.clamped_offset().y, output.inner_rect.height());
        if let Some(fault) = &fault {
            cells::fault(ui, fault);
        }
        self.editing = editing;
        for what in done {
            match what {
                cells::Done::Picked(row, column) => {
                    self.cursor = Some((row, column));
                    list.claim(ui);
                }
                cells::Done::Opened(row, column) => self.edit(row, column),
                cells::Done::Shown(row) => {
                    list.claim(ui);
                    self.show_row(row, view.session, wishes);
                }
                cells::Done::Typed(text) => {
                    if let Some(editing) = &mut self.editing {
                        editing.text = text;
                    }
                    self.commit(wishes);
                    match &mut self.editing {
                        Some(editing) => editing.fresh = true,
                        None => list.claim(ui),
                    }
                }
                cells::Done::Left => {
                    self.editing = None;
                    list.claim(ui);
                }
            }
        }
    }
}

/// What a section is called in a row's description.
fn section_name(section: Section) -> &'static str {
    match section {
        Section::Entities => "Entities",
        Section::Keys => "Groups",
        Section::Scripts => "Scripts",
    }
}

/// What the thing and the value of a row are called together.
fn row_name(thing: &str, unit: &str) -> String {
    if unit.is_empty() { thing.to_owned() } else { format!("{thing}, {unit}") }
}

/// Whether a row tells which variants have an entity.
fn is_presence(part: &Part) -> bool {
    matches!(part, Part::Entity(_))
}
