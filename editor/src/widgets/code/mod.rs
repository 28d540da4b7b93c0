//! An editor for a text of many lines: numbers and marks beside the lines, parts in their colours. Quick for a text of a
//! megabyte: what is laid out is kept as long as the text stays the same.

mod json;
mod layout;

pub use json::{Part, json_parts};

use std::sync::{Arc, Mutex, PoisonError};

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::util::undoer::{Settings, Undoer};
use egui::{
    Align2, Color32, Frame, Galley, Id, Margin, Pos2, Rect, Response, ScrollArea, Sense, Shape, TextBuffer, TextEdit, Ui, pos2,
    vec2,
};

use super::notes::Tone;
use super::{elided, paint_text};
use crate::theme::{Tokens, mono_small};
use layout::Layout;

/// Something about one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeMark {
    /// The line, from 0.
    pub line: usize,
    /// How bad it is; gives the icon.
    pub tone: Tone,
    /// What it says.
    pub message: String,
}

/// What came of the editor in this frame.
pub struct CodeResponse {
    /// The text's own response; `changed` where it was edited.
    pub response: Response,
    /// The mark that was clicked, by its number.
    pub mark: Option<usize>,
    /// The line that the cursor is in, from 0, while the text has the keyboard.
    pub line: Option<usize>,
}

/// An editor over a text.
pub struct CodeEditor<'a> {
    name: &'a str,
    text: &'a mut String,
    parts: fn(&str) -> Vec<(Part, usize)>,
    marks: &'a [CodeMark],
    reveal: Option<(usize, usize)>,
    read_only: bool,
}

/// How many earlier texts the field itself remembers: each is a whole copy.
const UNDOS: usize = 20;

impl<'a> CodeEditor<'a> {
    /// An editor called `name`; `parts` says how the text is coloured.
    pub fn new(name: &'a str, text: &'a mut String, parts: fn(&str) -> Vec<(Part, usize)>) -> Self {
        Self { name, text, parts, marks: &[], reveal: None, read_only: false }
    }

    /// What stands beside the lines, by line; of several on one line the first gives the icon.
    #[must_use]
    pub fn marks(mut self, marks: &'a [CodeMark]) -> Self {
        self.marks = marks;
        self
    }

    /// Puts the cursor at this line and character, both from 0, takes the keyboard and scrolls there.
    #[must_use]
    pub fn reveal(mut self, place: Option<(usize, usize)>) -> Self {
        self.reveal = place;
        self
    }

    /// The text can be selected and not changed.
    #[must_use]
    pub fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// Draws it over the room that is left.
    pub fn show(self, ui: &mut Ui) -> CodeResponse {
        let t = Tokens::of(ui);
        let id = ui.make_persistent_id(("code", self.name));
        let layout: Arc<Mutex<Layout>> = ui.data_mut(|data| data.get_temp_mut_or_default::<Arc<Mutex<Layout>>>(id).clone());
        let mut layout = layout.lock().unwrap_or_else(PoisonError::into_inner);
        let room = ui.available_rect_before_wrap();
        ui.painter().rect_filled(room, 0.0, t.input);
        let lines = memchr_lines(self.text);
        let gutter = gutter_width(ui, lines);
        let width = room.width() - gutter - 32.0;
        let Self { name, text, parts, marks, reveal, read_only } = self;
        if let Some(place) = reveal {
            put_cursor(ui, id, text, place);
        }
        limit_undo(ui, id);
        let shown = ScrollArea::both().id_salt(id.with("scroll")).auto_shrink(false).show(ui, |ui| {
            let behind = ui.painter().add(Shape::Noop);
            let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _wrap: f32| layout.of(ui, text.as_str(), parts, width);
            let size = vec2(room.width().max(0.0), room.height().max(0.0));
            let mut fixed = text.as_str();
            let edit = if read_only { TextEdit::multiline(&mut fixed) } else { TextEdit::multiline(text) };
            let output = edit
                .id(id)
                .code_editor()
                .lock_focus(false)
                .layouter(&mut layouter)
                .frame(Frame::new().inner_margin(Margin { left: (gutter + 8.0) as i8, right: 12, top: 8, bottom: 8 }))
                .desired_width(f32::INFINITY)
                .min_size(size)
                .show(ui);
            let response = (*output.response).clone().accessible_name(name);
            let view = ui.clip_rect();
            let cursor =
                output.cursor_range.map(|range| line_of(&output.galley, output.galley.layout_from_cursor(range.primary).row));
            let rows = visible(&output.galley, output.galley_pos, view);
            tint(ui, behind, marks, &rows, view);
            if reveal.is_some()
                && let Some(range) = output.cursor_range
            {
                let at = output.galley.pos_from_cursor(range.primary).translate(output.galley_pos.to_vec2());
                ui.scroll_to_rect(at.expand2(vec2(40.0, 60.0)), None);
            }
            let mark = draw_gutter(ui, id, gutter, &rows, marks, cursor.filter(|_| response.has_focus()), view);
            let line = cursor.filter(|_| response.has_focus());
            CodeResponse { response, mark, line }
        });
        shown.inner
    }
}

/// The marks of one line with their numbers.
fn on_line(marks: &[CodeMark], line: usize) -> impl Iterator<Item = (usize, &CodeMark)> {
    let first = marks.partition_point(|mark| mark.line < line);
    marks.iter().enumerate().skip(first).take_while(move |(_, mark)| mark.line == line)
}

/// How many marks of one line are told in its tooltip.
const TOLD: usize = 5;

fn memchr_lines(text: &str) -> usize {
    text.bytes().filter(|b| *b == b'\n').count() + 1
}

fn gutter_width(ui: &Ui, lines: usize) -> f32 {
    let digits = lines.to_string().len().max(2);
    let digit = elided(ui, "0", mono_small(), Color32::PLACEHOLDER, 100.0).size().x;
    (24.0 + digits as f32 * digit + 8.0).ceil()
}

/// Puts the cursor at a place of the text, as far as the text goes.
fn put_cursor(ui: &Ui, id: Id, text: &str, (line, column): (usize, usize)) {
    let mut start = 0;
    let mut at = 0;
    for (number, content) in text.split('\n').enumerate() {
        let length = content.chars().count();
        at = start + column.min(length);
        if number == line {
            break;
        }
        start += length + 1;
    }
    let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(at))));
    state.store(ui.ctx(), id);
    ui.memory_mut(|memory| memory.request_focus(id));
}

/// The field's own memory of earlier texts holds whole copies, so it holds few.
fn limit_undo(ui: &Ui, id: Id) {
    if TextEditState::load(ui.ctx(), id).is_none() {
        let mut state = TextEditState::default();
        state.set_undoer(Undoer::with_settings(Settings { max_undos: UNDOS, ..Settings::default() }));
        state.store(ui.ctx(), id);
    }
}

/// A row of the text on the screen. A very long line has several.
struct TextRow {
    /// The number of its line.
    line: usize,
    rect: Rect,
    /// Whether the line begins here.
    first: bool,
}

/// The number of the line that a row belongs to.
fn line_of(galley: &Galley, row: usize) -> usize {
    galley.rows.iter().take(row).filter(|row| row.ends_with_newline).count()
}

/// The rows that can be seen.
fn visible(galley: &Galley, pos: Pos2, view: Rect) -> Vec<TextRow> {
    let top = view.top() - pos.y;
    let start = galley.rows.partition_point(|row| row.rect().bottom() < top);
    let mut line = line_of(galley, start);
    let mut first = start == 0 || galley.rows[start - 1].ends_with_newline;
    let mut rows = Vec::new();
    for row in &galley.rows[start..] {
        let rect = row.rect().translate(pos.to_vec2());
        if rect.top() > view.bottom() {
            break;
        }
        rows.push(TextRow { line, rect, first });
        line += usize::from(row.ends_with_newline);
        first = row.ends_with_newline;
    }
    rows
}

/// The ground of the lines that have a mark.
fn tint(ui: &Ui, behind: egui::layers::ShapeIdx, marks: &[CodeMark], rows: &[TextRow], view: Rect) {
    let t = Tokens::of(ui);
    let mut shapes = Vec::new();
    for TextRow { line, rect, .. } in rows {
        if let Some((_, mark)) = on_line(marks, *line).next() {
            let ground = mark.tone.colors(t).1.gamma_multiply(0.6);
            shapes.push(Shape::rect_filled(Rect::from_x_y_ranges(view.x_range(), rect.y_range()), 0.0, ground));
        }
    }
    ui.painter().set(behind, Shape::Vec(shapes));
}

/// Numbers and marks, over the text where that is scrolled to the side. Returns the mark that was clicked.
fn draw_gutter(
    ui: &Ui,
    id: Id,
    width: f32,
    rows: &[TextRow],
    marks: &[CodeMark],
    cursor: Option<usize>,
    view: Rect,
) -> Option<usize> {
    let t = Tokens::of(ui);
    let column = Rect::from_min_size(view.min, vec2(width, view.height()));
    ui.painter().rect_filled(column, 0.0, t.inset);
    ui.painter().vline(column.right() - 0.5, column.y_range(), egui::Stroke::new(1.0, t.border_subtle));
    let mut clicked = None;
    for TextRow { line, rect, .. } in rows.iter().filter(|row| row.first) {
        let color = if cursor == Some(*line) { t.text } else { t.text3 };
        let at = Rect::from_min_max(pos2(column.left() + 24.0, rect.top()), pos2(column.right() - 8.0, rect.bottom()));
        let number = elided(ui, &(line + 1).to_string(), mono_small(), color, at.width());
        paint_text(ui, at, Align2::RIGHT_CENTER, &number);
        let here: Vec<(usize, &CodeMark)> = on_line(marks, *line).take(TOLD + 1).collect();
        let Some((first, mark)) = here.first() else { continue };
        let place = Rect::from_min_max(pos2(column.left(), rect.top()), pos2(column.left() + 24.0, rect.bottom()));
        if let Some(icon) = mark.tone.icon() {
            icon.paint(ui, place, 14.0, mark.tone.colors(t).0);
        }
        let mut words = here.iter().take(TOLD).map(|(_, mark)| mark.message.as_str()).collect::<Vec<_>>().join("\n");
        if here.len() > TOLD {
            words.push_str("\nand more");
        }
        let response = ui.interact(place, id.with(("mark", *line)), Sense::click());
        let name = format!("Line {}: {words}", line + 1);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        let response = super::tip(response, &words, "");
        if response.clicked() {
            clicked = Some(*first);
        }
    }
    clicked
}
