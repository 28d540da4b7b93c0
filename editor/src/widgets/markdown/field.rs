//! The field that Markdown is written in: a toolbar, the text, and how it will look.

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    CornerRadius, Frame, Id, Key, Margin, Modifiers, Rect, Response, Role, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui,
    UiBuilder, WidgetInfo, vec2,
};

use super::markdown;
use super::marks::{self, Mark};
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, heading, mono};
use crate::widgets::{Edit, icon_button, paint_text, segmented, tip};

/// From this width on the preview stands beside the text.
const BESIDE: f32 = 720.0;

/// Height of the text: at least, and at most before it scrolls inside.
const HEIGHT: std::ops::RangeInclusive<f32> = 132.0..=220.0;

/// A field for Markdown over a value of the document. It commits as text fields do: when the focus leaves, on Ctrl Enter, and
/// at each button of its toolbar; Escape gives back what was there.
pub struct MarkdownField<'a> {
    name: &'a str,
    value: &'a str,
    hint: &'a str,
    error: bool,
    heights: std::ops::RangeInclusive<f32>,
}

/// What is being typed into the Markdown field called `name`, for a preview elsewhere; `None` while nobody types.
pub fn typed_markdown(ctx: &egui::Context, name: &str) -> Option<String> {
    ctx.data(|data| data.get_temp(typed_id(name)))
}

fn typed_id(name: &str) -> Id {
    Id::unique(("typed markdown", name.to_owned()))
}

/// Where the last selection is kept: the text lets go of it together with the keyboard, before a button is pressed.
fn selection_id(id: Id) -> Id {
    id.with("selection")
}

fn keep_selection(ui: &Ui, id: Id, response: &Response) {
    let state = TextEditState::load(ui.ctx(), response.id).filter(|_| response.has_focus());
    if let Some(range) = state.and_then(|state| state.cursor.char_range()).map(|range| range.as_sorted_char_range()) {
        let range = usize::from(range.start)..usize::from(range.end);
        ui.data_mut(|data| data.insert_temp(selection_id(id), range));
    }
}

impl<'a> MarkdownField<'a> {
    /// A field called `name` that shows `value`.
    pub fn new(name: &'a str, value: &'a str) -> Self {
        Self { name, value, hint: "", error: false, heights: HEIGHT }
    }

    /// Shown while the field is empty.
    #[must_use]
    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = hint;
        self
    }

    /// The value has an error: red edge; the note below says which.
    #[must_use]
    pub fn error(mut self, error: bool) -> Self {
        self.error = error;
        self
    }

    /// Another height of the text, in points, where a page is given to it.
    #[must_use]
    pub fn height(mut self, height: f32) -> Self {
        self.heights = height..=height;
        self
    }

    /// Draws it and tells what the person did. The response is the text's own, or the whole field's while the text is not
    /// shown.
    pub fn show(self, ui: &mut Ui) -> (Edit<String>, Response) {
        let t = Tokens::of(ui);
        let id = ui.make_persistent_id(("markdown field", self.name));
        let draft: Option<String> = ui.data(|data| data.get_temp(id.with("draft")));
        let mut text = draft.clone().unwrap_or_else(|| self.value.to_owned());
        let mut preview = ui.data(|data| data.get_temp(id.with("preview")).unwrap_or(false));
        let width = ui.available_width();
        let beside = width >= BESIDE;
        let edge = if self.error { t.error } else { t.border };
        let frame = Frame::new().fill(t.input).stroke(Stroke::new(1.0, edge)).corner_radius(CornerRadius::same(METRICS.radius));
        let mut pressed = None;
        let inner = frame.show(ui, |ui| {
            ui.set_width(width - 2.0);
            ui.spacing_mut().item_spacing.y = 0.0;
            pressed = toolbar(ui, self.name, &mut preview, beside);
            let (left, right) = if beside { (ui.available_width() / 2.0, true) } else { (ui.available_width(), preview) };
            if !beside {
                return if right { Err(self.preview(ui, &text)) } else { Ok(self.text(ui, id, &mut text)) };
            }
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let text_response = ui.scope(|ui| {
                    ui.set_width(left);
                    self.text(ui, id, &mut text)
                });
                self.preview(ui, &text);
                Ok(text_response.inner)
            })
            .inner
        });
        ui.data_mut(|data| data.insert_temp(id.with("preview"), preview));
        let response = match inner.inner {
            Ok(response) => response,
            Err(response) => response,
        };
        if response.has_focus() {
            ui.painter().rect_stroke(
                inner.response.rect,
                CornerRadius::same(METRICS.radius),
                Stroke::new(2.0, t.focus),
                StrokeKind::Inside,
            );
        }
        if let Some(mark) = pressed {
            return (self.press(ui, id, mark, &text), response);
        }
        (self.outcome(ui, id, draft.is_some(), text, &response), response)
    }

    /// What the person did to the text itself.
    fn outcome(&self, ui: &Ui, id: Id, drafted: bool, text: String, response: &Response) -> Edit<String> {
        let ended = response.has_focus() && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
        if ended {
            response.surrender_focus();
        }
        if response.lost_focus() || ended {
            self.forget(ui, id);
            let escaped = ui.input(|input| input.key_pressed(Key::Escape));
            return match (escaped, drafted || response.changed(), text == self.value) {
                (true, true, _) => Edit::Cancel,
                (false, true, false) => Edit::Commit(text),
                _ => Edit::Idle,
            };
        }
        if response.changed() {
            ui.data_mut(|data| {
                data.insert_temp(id.with("draft"), text.clone());
                data.insert_temp(typed_id(self.name), text.clone());
            });
            return Edit::Preview(text);
        }
        Edit::Idle
    }

    fn forget(&self, ui: &Ui, id: Id) {
        ui.data_mut(|data| {
            data.remove::<String>(id.with("draft"));
            data.remove::<String>(typed_id(self.name));
        });
    }

    /// A button of the toolbar: one step, and the keyboard goes back to the text.
    fn press(&self, ui: &Ui, id: Id, mark: Mark, text: &str) -> Edit<String> {
        let text_id = id.with("text");
        let mut state = TextEditState::load(ui.ctx(), text_id).unwrap_or_default();
        let end = text.chars().count();
        let range = ui.data(|data| data.get_temp(selection_id(id))).unwrap_or(end..end);
        let marked = marks::press(mark, text, range);
        let (from, to) = (CCursor::new(marked.selected.start), CCursor::new(marked.selected.end));
        state.cursor.set_char_range(Some(CCursorRange::two(from, to)));
        state.store(ui.ctx(), text_id);
        ui.data_mut(|data| data.insert_temp(selection_id(id), marked.selected.clone()));
        ui.memory_mut(|memory| memory.request_focus(text_id));
        self.forget(ui, id);
        Edit::Commit(marked.text)
    }

    fn text(&self, ui: &mut Ui, id: Id, text: &mut String) -> Response {
        let t = Tokens::of(ui);
        let width = ui.available_width();
        ScrollArea::vertical()
            .id_salt(id.with("scroll"))
            .max_height(*self.heights.end())
            .min_scrolled_height(*self.heights.end())
            .auto_shrink([false, true])
            .show(ui, |ui| {
                let edit = TextEdit::multiline(text)
                    .id(id.with("text"))
                    .font(mono())
                    .frame(Frame::new().inner_margin(Margin::symmetric(12, 10)))
                    .hint_text(egui::RichText::new(self.hint).color(t.text3))
                    .desired_width(width)
                    .min_size(vec2(width, *self.heights.start()));
                let response = ui.add(edit).accessible_name(self.name);
                keep_selection(ui, id, &response);
                response
            })
            .inner
    }

    fn preview(&self, ui: &mut Ui, text: &str) -> Response {
        let t = Tokens::of(ui);
        let room = ui.available_width();
        let frame = Frame::new().fill(t.panel).inner_margin(Margin::symmetric(12, 10));
        let name = format!("{}, as it will look", self.name);
        let response = frame.show(ui, |ui| {
            ui.set_width(room - 24.0);
            ui.set_min_height(self.heights.start() - 20.0);
            ScrollArea::vertical()
                .id_salt("preview")
                .max_height(self.heights.end() - 20.0)
                .min_scrolled_height(self.heights.end() - 20.0)
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    if text.trim().is_empty() {
                        ui.label(egui::RichText::new("Nothing written yet.").color(t.text3));
                    } else {
                        markdown(ui, self.name, text);
                    }
                });
        });
        let response = response.response.interact(Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Group, true, &name));
        response
    }
}

/// The row of buttons over the text. Returns the one that was pressed.
fn toolbar(ui: &mut Ui, name: &str, preview: &mut bool, beside: bool) -> Option<Mark> {
    let t = Tokens::of(ui);
    let height = 32.0;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let top = CornerRadius { nw: METRICS.radius, ne: METRICS.radius, sw: 0, se: 0 };
    ui.painter().rect_filled(rect, top, t.raised);
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, t.border_subtle));
    let mut pressed = None;
    let left = rect.shrink2(vec2(4.0, 0.0));
    let mut bar = ui.new_child(UiBuilder::new().max_rect(left).layout(egui::Layout::left_to_right(egui::Align::Center)));
    bar.spacing_mut().item_spacing.x = 2.0;
    let why = (*preview && !beside).then_some("go back to Write to use it");
    for (mark, words) in [(Mark::Bold, "Bold"), (Mark::Italic, "Slanted"), (Mark::Link, "Link"), (Mark::List, "List")] {
        let response = match mark {
            Mark::Bold => letter_button(&mut bar, "B", words, why, false),
            Mark::Italic => letter_button(&mut bar, "I", words, why, true),
            Mark::Link => icon_button(&mut bar, Icon::Link, words, "", false, why, 24.0),
            Mark::List => icon_button(&mut bar, Icon::ListView, words, "", false, why, 24.0),
        };
        if response.clicked() {
            pressed = Some(mark);
        }
    }
    if !beside {
        let right = rect.shrink2(vec2(4.0, 0.0));
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        let mut end = ui.new_child(UiBuilder::new().max_rect(right).layout(layout));
        end.spacing_mut().interact_size.y = METRICS.control;
        let name = format!("{name}: write or preview");
        if let Some(choice) = segmented(&mut end, &name, usize::from(*preview), &["Write", "Preview"]) {
            *preview = choice == 1;
        }
    }
    pressed
}

/// A square button with a letter that looks as what it does.
fn letter_button(ui: &mut Ui, letter: &str, name: &str, blocked: Option<&str>, slanted: bool) -> Response {
    let enabled = blocked.is_none();
    let draw = |ui: &mut Ui| {
        let t = Tokens::of(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(24.0, 24.0), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
        let over = response.hovered() || response.has_focus();
        if over {
            ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius), t.hover);
        }
        if response.has_focus() {
            crate::widgets::focus_ring(ui, rect, METRICS.radius, false);
        }
        let color = if over { t.text } else { t.text2 };
        let font = if slanted { mono() } else { heading(13.0) };
        let mut job = egui::text::LayoutJob::default();
        let format = egui::text::TextFormat { italics: slanted, ..egui::text::TextFormat::simple(font, color) };
        job.append(letter, 0.0, format);
        let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
        paint_text(ui, Rect::from_center_size(rect.center(), rect.size()), egui::Align2::CENTER_CENTER, &galley);
        response
    };
    let response = ui.add_enabled_ui(enabled, draw).inner;
    match blocked {
        Some(reason) => response.on_disabled_hover_text(format!("{name}: {reason}")),
        None => tip(response, name, ""),
    }
}
