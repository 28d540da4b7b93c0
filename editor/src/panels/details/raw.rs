//! Raw: the manifest's own text, edited as text. While it is JSON it is the document, and the form follows each key; while it
//! is not, the document stays as it was and the text waits, in the recovery copy too.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Align2, Frame, Key, Margin, Modifiers, Rect, ScrollArea, Sense, Ui, UiBuilder, vec2};
use tablewright_core::check::Diagnostic;
use tablewright_core::edit::MergeKey;
use tablewright_core::json::{Document, ParseError, Pointer, Position};
use tablewright_core::pack::Fault;
use tablewright_core::{DocId, Severity};

use crate::commands::Command;
use crate::forms::names;
use crate::icons::Icon;
use crate::later::Later;
use crate::panels::Wish;
use crate::session::{Action, Pending, Session};
use crate::theme::{METRICS, Tokens, mono_small, small};
use crate::widgets::code::{CodeEditor, CodeMark, json_parts};
use crate::widgets::{Button, Row, Tone, elided, empty_state, note, paint_text};

/// A pause of so many seconds ends a run of typing: what follows is a step of its own.
const PAUSE: f64 = 1.5;

/// A longer text is not shown here, in bytes: laying it out would hold up the window.
const LONGEST: usize = 4 << 20;

/// Rows of the list of problems that are seen at once.
const ROWS: usize = 5;

/// What the text of the file has that the editor does not show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Ending {
    /// A byte order mark at its start.
    bom: bool,
    /// Every line ends with CR and LF.
    crlf: bool,
}

/// Where the problems stand in a text.
#[derive(Default)]
struct Marks {
    of: Option<(Arc<[Diagnostic]>, u64)>,
    marks: Vec<CodeMark>,
    /// For each mark its problem's number and the character of its line.
    problems: Vec<(usize, usize)>,
}

/// The tab's own state.
#[derive(Default)]
pub(super) struct Raw {
    text: String,
    ending: Ending,
    /// The revision that the text is of; `None` where it is of none.
    of: Option<u64>,
    /// The revision whose text is too long to be shown, and how long it is.
    too_long: Option<(u64, usize)>,
    reveal: Option<(usize, usize)>,
    /// The text that was last read as JSON, and where it failed.
    judged: Option<(String, Option<ParseError>)>,
    marks: Marks,
    /// Counts runs of typing.
    run: u64,
    edited: f64,
    had_keyboard: bool,
    on_disk: Later<(PathBuf, u64), Result<String, String>>,
}

impl Raw {
    /// Draws the tab over `room`.
    pub(super) fn show(&mut self, ui: &mut Ui, session: &Session) -> Vec<Wish> {
        let mut wishes = Vec::new();
        if !self.take_text(ui, session) {
            return wishes;
        }
        let pending = session.pending(&Pointer::root());
        self.marks.refresh(session, pending);
        let error = pending.and_then(|_| self.error());
        if let Some(error) = &error {
            self.marks.only(error);
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        self.said(ui, session, pending, error.as_ref(), &mut wishes);
        let room = ui.available_rect_before_wrap();
        // What the note says is not said twice.
        let rows = if error.is_some() { 0 } else { self.marks.problems.len().min(ROWS) };
        let list = if rows == 0 { 0.0 } else { METRICS.row * rows as f32 + 9.0 };
        let above = room.with_max_y((room.bottom() - list).max(room.top() + 80.0));
        let below = room.with_min_y(above.bottom());
        self.editor(ui, session, above, pending.is_some(), &mut wishes);
        if rows > 0 {
            self.problems(ui, session, below, &mut wishes);
        }
        ui.allocate_rect(room, Sense::hover());
        wishes
    }

    /// Where the text stops being JSON, looked for once for each text.
    fn error(&mut self) -> Option<ParseError> {
        if self.judged.as_ref().is_none_or(|(text, _)| *text != self.text) {
            let error = Document::parse_owned(stored(&self.text, self.ending).into_bytes()).err();
            self.judged = Some((self.text.clone(), error));
        }
        self.judged.as_ref().and_then(|(_, error)| error.clone())
    }

    /// Takes in the text of the present revision, or the one that waits. False where there is none.
    fn take_text(&mut self, ui: &mut Ui, session: &Session) -> bool {
        if let Some(pending) = session.pending(&Pointer::root()) {
            if pending.text != self.text {
                self.text.clone_from(&pending.text);
            }
            self.of = None;
            return true;
        }
        if self.of == Some(session.revision()) {
            return true;
        }
        if let Some(manifest) = session.manifest() {
            if self.too_long.is_none_or(|(revision, _)| revision != session.revision()) {
                let text = manifest.text();
                if text.len() <= LONGEST {
                    (self.text, self.ending) = shown(&text);
                    self.of = Some(session.revision());
                    self.too_long = None;
                    return true;
                }
                self.too_long = Some((session.revision(), text.len()));
            }
            too_long(ui, self.too_long.map_or(0, |(_, length)| length));
            return false;
        }
        self.take_broken(ui, session)
    }

    /// The text of a file that could not be read as a manifest, read from the disk.
    fn take_broken(&mut self, ui: &mut Ui, session: &Session) -> bool {
        let part = &session.copy().manifest;
        if let Some(Fault::Missing | Fault::Unreadable(_) | Fault::NotNamed) = part.fault() {
            let why = part.fault().map(ToString::to_string).unwrap_or_default();
            empty_state(ui, Tone::Error, Icon::Error, "The manifest can’t be read", &why, None);
            return false;
        }
        let key = (part.path.join(session.root()), session.revision());
        let known = self.on_disk.get(ui.ctx(), &key, {
            let path = key.0.clone();
            move || {
                let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
                String::from_utf8(bytes).map_err(|_| "It is not text in UTF-8, so it can’t be shown here.".to_owned())
            }
        });
        match (known.value, known.stale) {
            (Some(Ok(text)), false) if text.len() > LONGEST => {
                too_long(ui, text.len());
                false
            }
            (Some(Ok(text)), false) => {
                (self.text, self.ending) = shown(text);
                self.of = Some(session.revision());
                true
            }
            (Some(Err(why)), false) => {
                let why = why.clone();
                empty_state(ui, Tone::Error, Icon::Error, "The manifest can’t be shown", &why, None);
                false
            }
            _ => {
                empty_state(ui, Tone::Plain, Icon::Running, "Reading the manifest…", "", None);
                false
            }
        }
    }

    /// What has to be said above the text.
    fn said(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        pending: Option<&Pending>,
        error: Option<&ParseError>,
        wishes: &mut Vec<Wish>,
    ) {
        let fault = session.copy().manifest.fault().filter(|_| session.manifest().is_none() && pending.is_none());
        let (sentence, reason) = match (pending, error, fault) {
            (Some(_), Some(error), _) => (
                format!("{error}."),
                "The form and the file keep the last text that was JSON. This text waits here and in the recovery copy.",
            ),
            (Some(pending), None, _) => {
                (format!("{}.", names::capital(&pending.why)), "The form and the file keep the text before.")
            }
            (None, _, Some(fault)) => (fault.to_string(), "Once it is JSON in braces, the form can be used again."),
            (None, _, None) => {
                self.bar(ui, session, false);
                return;
            }
        };
        let line = self.marks.marks.first().filter(|_| error.is_some() || fault.is_some()).map(|mark| mark.line);
        let mut go = false;
        Frame::new().inner_margin(Margin { left: 20, right: 20, top: 12, bottom: 12 }).show(ui, |ui| {
            let words = line.map(|line| format!("Go to line {}", names::grouped(line + 1)));
            go = note(ui, Tone::Error, &sentence, reason, words.as_deref());
        });
        if go && let Some(line) = line {
            self.reveal = Some((line, self.marks.problems.first().map_or(0, |(_, column)| *column)));
        }
        if self.bar(ui, session, pending.is_some() && session.manifest().is_some()) {
            wishes.push(Wish::Act(Action::Pend(Pointer::root(), None)));
        }
    }

    /// Which file this is and how long it is. Returns whether the text that waits is to be given up.
    fn bar(&self, ui: &mut Ui, session: &Session, waits: bool) -> bool {
        let t = Tokens::of(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::hover());
        ui.painter().rect_filled(rect, 0.0, t.inset);
        let inner = rect.shrink2(vec2(12.0, 0.0));
        let name = elided(ui, session.copy().manifest.path.as_str(), mono_small(), t.text2, inner.width() * 0.6);
        paint_text(ui, inner, Align2::LEFT_CENTER, &name);
        let lines = self.text.bytes().filter(|b| *b == b'\n').count() + 1;
        let words = if lines == 1 { "1 line".to_owned() } else { format!("{} lines", names::grouped(lines)) };
        let words = match (self.ending.crlf, self.ending.bom) {
            (false, false) => words,
            (true, false) => format!("{words} · CR LF"),
            (false, true) => format!("{words} · BOM"),
            (true, true) => format!("{words} · CR LF · BOM"),
        };
        let galley = elided(ui, &words, small(), t.text3, inner.width() * 0.3);
        let left = paint_text(ui, inner, Align2::RIGHT_CENTER, &galley).left();
        if !waits {
            return false;
        }
        let room = inner.with_max_x(left - 12.0).with_min_x(inner.center().x);
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        let mut child = ui.new_child(UiBuilder::new().id_salt("put back").max_rect(room).layout(layout));
        child
            .add(Button::quiet("Put back").icon(Icon::Undo))
            .on_hover_text("Gives this text up for the last that was JSON.")
            .clicked()
    }

    fn editor(&mut self, ui: &mut Ui, session: &Session, room: Rect, pending: bool, wishes: &mut Vec<Wish>) {
        // Steps are the history's; only a text that waits has none there.
        if self.had_keyboard && !pending {
            let shift = Modifiers::COMMAND | Modifiers::SHIFT;
            ui.input_mut(|input| {
                if input.consume_key(shift, Key::Z) || input.consume_key(Modifiers::COMMAND, Key::Y) {
                    wishes.push(Wish::Command(Command::Redo));
                } else if input.consume_key(Modifiers::COMMAND, Key::Z) {
                    wishes.push(Wish::Command(Command::Undo));
                }
            });
        }
        let mut child = ui.new_child(UiBuilder::new().id_salt("raw").max_rect(room));
        child.set_clip_rect(room.intersect(ui.clip_rect()));
        let reveal = self.reveal.take();
        let editor = CodeEditor::new("Manifest text", &mut self.text, json_parts);
        let response = editor.marks(&self.marks.marks).reveal(reveal).show(&mut child);
        let now = ui.input(|input| input.time);
        if response.response.changed() {
            if now - self.edited > PAUSE {
                self.run += 1;
            }
            self.edited = now;
            wishes.extend(self.wish(session));
        }
        if self.had_keyboard && !response.response.has_focus() {
            self.run += 1;
        }
        self.had_keyboard = response.response.has_focus();
        if let Some((number, _)) = response.mark.and_then(|mark| self.marks.problems.get(mark)) {
            wishes.push(Wish::GoToProblem(*number));
        }
    }

    /// What the text wants now that it was edited.
    fn wish(&self, session: &Session) -> Option<Wish> {
        let stored = stored(&self.text, self.ending);
        let waits = |why: String| {
            let label = "the manifest’s text".to_owned();
            let pending = Pending { label, text: self.text.clone(), why };
            Some(Wish::Act(Action::Pend(Pointer::root(), Some(pending))))
        };
        if session.manifest().is_some_and(|manifest| manifest.text() == stored) {
            return session.pending(&Pointer::root()).map(|_| Wish::Act(Action::Pend(Pointer::root(), None)));
        }
        match Document::parse_owned(stored.into_bytes()) {
            Ok(manifest) if manifest.root().is_object() => {
                let merge = Some(MergeKey::new("manifest text", self.run));
                Some(Wish::Act(Action::Text { manifest, merge }))
            }
            Ok(_) => waits("it is JSON, but no object in braces".to_owned()),
            Err(error) => waits(names::inside(&error.to_string())),
        }
    }

    /// The problems below the text; a click goes to the place in it.
    fn problems(&mut self, ui: &mut Ui, session: &Session, room: Rect, wishes: &mut Vec<Wish>) {
        let t = Tokens::of(ui);
        ui.painter().rect_filled(room, 0.0, t.panel);
        ui.painter().hline(room.x_range(), room.top() + 0.5, egui::Stroke::new(1.0, t.border_subtle));
        let inner = room.with_min_y(room.top() + 5.0);
        let mut child = ui.new_child(UiBuilder::new().id_salt("raw problems").max_rect(inner));
        child.set_clip_rect(room.intersect(ui.clip_rect()));
        child.spacing_mut().item_spacing.y = 0.0;
        let all = self.marks.marks.len();
        let mut go = None;
        ScrollArea::vertical().auto_shrink(false).show_rows(&mut child, METRICS.row, all, |ui, range| {
            for index in range {
                let mark = &self.marks.marks[index];
                let line = format!("Line {}", mark.line + 1);
                let icon = mark.tone.icon().unwrap_or(Icon::Info);
                let row = Row::new(&mark.message).icon_colored(icon, mark.tone.colors(t).0).meta(&line).edge(12.0);
                let response = ui.push_id(index, |ui| row.show(ui).response).inner;
                if response.clicked() {
                    go = Some(index);
                }
                if response.double_clicked()
                    && let Some((number, _)) = self.marks.problems.get(index).filter(|_| session.manifest().is_some())
                {
                    wishes.push(Wish::GoToProblem(*number));
                }
            }
        });
        if let Some(index) = go {
            let column = self.marks.problems.get(index).map_or(0, |(_, column)| *column);
            self.reveal = Some((self.marks.marks[index].line, column));
            ui.ctx().request_repaint();
        }
    }
}

impl Marks {
    /// Finds the places of the present problems of the manifest in its present text.
    fn refresh(&mut self, session: &Session, pending: Option<&Pending>) {
        let problems = session.problems();
        let fits = |(seen, revision): &(Arc<[Diagnostic]>, u64)| Arc::ptr_eq(seen, problems) && *revision == session.revision();
        if pending.is_none() && self.of.as_ref().is_some_and(fits) {
            return;
        }
        self.of = pending.is_none().then(|| (Arc::clone(problems), session.revision()));
        self.marks.clear();
        self.problems.clear();
        let here: Vec<(usize, &Diagnostic)> =
            problems.iter().enumerate().filter(|(_, problem)| problem.document == DocId::Manifest).collect();
        let Some(manifest) = session.manifest() else {
            let mut here = here;
            here.sort_by_key(|(_, problem)| problem.line);
            for (number, problem) in here {
                self.push(
                    number,
                    problem,
                    (problem.line as usize).saturating_sub(1),
                    (problem.column as usize).saturating_sub(1),
                );
            }
            return;
        };
        // What was edited stands where the text has it now; the spans of an edited document are those of its first text.
        let read = if manifest.is_as_loaded() { None } else { Document::parse_owned(manifest.text().into_bytes()).ok() };
        let document = read.as_ref().unwrap_or(manifest);
        let lines = Lines::of(document.loaded_text());
        let mut placed: Vec<_> = here
            .into_iter()
            .map(|(number, problem)| {
                (lines.place(document.loaded_text(), document.key_offset(&problem.pointer)), number, problem)
            })
            .collect();
        placed.sort_by_key(|((line, column), number, problem)| (*line, problem.severity, *column, *number));
        for ((line, column), number, problem) in placed {
            self.push(number, problem, line, column);
        }
    }

    fn push(&mut self, number: usize, problem: &Diagnostic, line: usize, column: usize) {
        let tone = match problem.severity {
            Severity::Error => Tone::Error,
            Severity::Warning => Tone::Warning,
            Severity::Advice => Tone::Advice,
        };
        self.marks.push(CodeMark { line, tone, message: problem.message.clone() });
        self.problems.push((number, column));
    }

    /// Marks the place where the text stops being JSON, and nothing else.
    fn only(&mut self, error: &ParseError) {
        let Position { line, column } = error.position;
        let message = error.to_string();
        self.marks = vec![CodeMark { line: line.saturating_sub(1) as usize, tone: Tone::Error, message }];
        self.problems = vec![(usize::MAX, column.saturating_sub(1) as usize)];
    }
}

/// Where the lines of a text begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        let bom = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1);
        Self(std::iter::once(bom).chain(breaks).collect())
    }

    /// Line and character of a byte, from 0.
    fn place(&self, text: &str, offset: usize) -> (usize, usize) {
        let line = self.0.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.0[line].min(offset);
        let column = text.get(start..offset).map_or(0, |stretch| stretch.chars().count());
        (line, column)
    }
}

/// Says that a text is too long to be edited here.
fn too_long(ui: &mut Ui, length: usize) {
    let title = format!("The manifest has {:.1} MB", length as f64 / 1e6);
    let words = "That is too long to edit as text here. The other tabs work; another editor can open the file.";
    empty_state(ui, Tone::Warning, Icon::Json, &title, words, None);
}

/// The text as the editor shows it: no byte order mark, lines that end with LF.
fn shown(text: &str) -> (String, Ending) {
    let plain = text.strip_prefix('\u{feff}');
    let (bom, text) = (plain.is_some(), plain.unwrap_or(text));
    let breaks = text.matches('\n').count();
    let crlf = breaks > 0 && text.matches("\r\n").count() == breaks && text.matches('\r').count() == breaks;
    let text = if crlf { text.replace("\r\n", "\n") } else { text.to_owned() };
    (text, Ending { bom, crlf })
}

/// The text as the file has it.
fn stored(text: &str, ending: Ending) -> String {
    let lines = if ending.crlf { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text.to_owned() };
    if ending.bom { format!("\u{feff}{lines}") } else { lines }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_shown_is_kept() {
        for text in ["", "{}", "{\n}\n", "{\r\n}\r\n", "\u{feff}{}", "\u{feff}{\r\n}", "{\r\n\n}", "{\r}", "a\r\n\r"] {
            let (seen, ending) = shown(text);
            assert_eq!(stored(&seen, ending), text, "{text:?}");
            assert!(!ending.crlf || !seen.contains('\r'));
        }
        let (_, ending) = shown("{\r\n}");
        assert_eq!(stored("{\na\r\n}", ending), "{\r\na\r\n}", "what is pasted ends its lines alike");
    }

    #[test]
    fn places_count_characters_from_zero() {
        let text = "\u{feff}{\n \"é\": 1\n}";
        let lines = Lines::of(text);
        assert_eq!(lines.place(text, 3), (0, 0));
        assert_eq!(lines.place(text, text.find("\"é").unwrap()), (1, 1));
        assert_eq!(lines.place(text, text.find(": 1").unwrap()), (1, 4));
        assert_eq!(lines.place(text, text.len() - 1), (2, 0));
        assert_eq!(lines.place(text, 0), (0, 0));
    }
}
