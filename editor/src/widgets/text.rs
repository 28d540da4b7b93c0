//! Text fields that commit once: on Enter or when the focus leaves. Escape gives back what was there.

use egui::{
    Align2, CornerRadius, Frame, Key, KeyboardShortcut, Margin, Modifiers, Response, Role, Sense, Stroke, TextEdit, Ui,
    WidgetInfo, vec2,
};

use super::Edit;
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, body, mono, small};

/// A text field over a value of the document.
pub struct TextField<'a> {
    name: &'a str,
    value: &'a str,
    hint: &'a str,
    mono: bool,
    form: bool,
    rows: usize,
    error: bool,
    mixed: bool,
    locked: Option<&'a str>,
    width: Option<f32>,
    prefix: &'a str,
    height: Option<f32>,
}

impl<'a> TextField<'a> {
    /// A field called `name` that shows `value`.
    pub fn new(name: &'a str, value: &'a str) -> Self {
        let (hint, prefix, rows) = ("", "", 1);
        let (mono, form, error, mixed, locked, width) = (false, false, false, false, None, None);
        Self { name, value, hint, mono, form, rows, error, mixed, locked, width, prefix, height: None }
    }

    /// Shown while the field is empty.
    #[must_use]
    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = hint;
        self
    }

    /// Ids, paths, versions: in mono.
    #[must_use]
    pub fn mono(mut self) -> Self {
        self.mono = true;
        self
    }

    /// The height and type of forms and dialogs.
    #[must_use]
    pub fn form(mut self) -> Self {
        self.form = true;
        self
    }

    /// Several lines; Ctrl Enter commits.
    #[must_use]
    pub fn rows(mut self, rows: usize) -> Self {
        self.rows = rows;
        self
    }

    /// The value has an error: red edge; the note below says which.
    #[must_use]
    pub fn error(mut self, error: bool) -> Self {
        self.error = error;
        self
    }

    /// Several things differ here: shows *Mixed*; typing replaces all.
    #[must_use]
    pub fn mixed(mut self, mixed: bool) -> Self {
        self.mixed = mixed;
        self
    }

    /// Read-only, and why; the text can still be selected.
    #[must_use]
    pub fn locked(mut self, reason: Option<&'a str>) -> Self {
        self.locked = reason;
        self
    }

    /// Width in points; otherwise all that is left.
    #[must_use]
    pub fn width(mut self, width: f32) -> Self {
        self.width = Some(width);
        self
    }

    /// Another height of one line, for a field inside another box.
    #[must_use]
    pub fn height(mut self, height: f32) -> Self {
        self.height = Some(height);
        self
    }

    /// Quieter words before the text, which are not part of it: the beginning of an address.
    #[must_use]
    pub fn prefix(mut self, prefix: &'a str) -> Self {
        self.prefix = prefix;
        self
    }

    /// The id that the field has in `ui`, to look at its focus before it is drawn.
    pub fn id(&self, ui: &Ui) -> egui::Id {
        ui.make_persistent_id(("text", self.name))
    }

    /// Draws it and tells what the person did. The response is the text's own.
    pub fn show(self, ui: &mut Ui) -> (Edit<String>, Response) {
        let id = self.id(ui);
        let key = id.with("draft");
        let draft: Option<String> = ui.data(|data| data.get_temp(key));
        let shown = if self.mixed { "" } else { self.value };
        let mut text = draft.clone().unwrap_or_else(|| shown.to_owned());
        // Enter ends a field of one line by itself; one of several lines ends by Ctrl Enter.
        let ended = self.rows > 1
            && ui.memory(|memory| memory.has_focus(id))
            && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
        let response = self.draw(ui, id, &mut text);
        if ended {
            response.surrender_focus();
        }
        if response.lost_focus() || ended {
            ui.data_mut(|data| data.remove::<String>(key));
            let escaped = ui.input(|input| input.key_pressed(Key::Escape));
            let edit = match (escaped, draft.is_some() || response.changed(), text == shown) {
                (true, true, _) => Edit::Cancel,
                (false, true, false) => Edit::Commit(text),
                _ => Edit::Idle,
            };
            return (edit, response);
        }
        if response.changed() {
            ui.data_mut(|data| data.insert_temp(key, text.clone()));
            return (Edit::Preview(text), response);
        }
        (Edit::Idle, response)
    }

    fn draw(&self, ui: &mut Ui, id: egui::Id, text: &mut String) -> Response {
        let t = Tokens::of(ui);
        let height = self.height.unwrap_or(if self.form { METRICS.control_form } else { METRICS.control });
        let font = match (self.mono, self.form) {
            (true, _) => mono(),
            (false, true) => body(),
            (false, false) => small(),
        };
        let width = self.width.unwrap_or_else(|| ui.available_width());
        let hint = if self.mixed { "Mixed" } else { self.hint };
        let several = self.rows > 1;
        let edit = if several {
            let never = KeyboardShortcut::new(Modifiers::NONE, Key::Enter);
            TextEdit::multiline(text).return_key(never).desired_rows(self.rows)
        } else {
            TextEdit::singleline(text).align(Align2::LEFT_CENTER)
        };
        let mut margin = if several { Margin::symmetric(8, 5) } else { Margin::symmetric(8, 0) };
        let prefix = super::elided(ui, self.prefix, font.clone(), t.text3, 96.0);
        margin.left += prefix.size().x.ceil() as i8;
        let mut edit = edit
            .id(id)
            .font(font)
            .hint_text(egui::RichText::new(hint).color(t.text3))
            .desired_width(width)
            .min_size(vec2(width, height))
            .interactive(true);
        if self.locked.is_some() {
            // What is locked keeps its box without a fill, and its text can be selected.
            let frame = Frame::new()
                .stroke(Stroke::new(1.0, t.border_subtle))
                .corner_radius(CornerRadius::same(METRICS.radius))
                .inner_margin(margin);
            let mut fixed: &str = text;
            let edit = TextEdit::singleline(&mut fixed)
                .id(id)
                .font(if self.mono {
                    mono()
                } else if self.form {
                    body()
                } else {
                    small()
                })
                .text_color(t.text2)
                .align(Align2::LEFT_CENTER)
                .frame(frame)
                .desired_width(width)
                .min_size(vec2(width, height));
            let response = ui.add(edit).accessible_name(self.name).on_hover_text(self.locked.unwrap_or_default());
            super::paint_text(ui, response.rect.with_min_x(response.rect.left() + 8.0), Align2::LEFT_CENTER, &prefix);
            return response;
        }
        edit = edit.margin(margin);
        let response = ui.scope(|ui| {
            if self.error {
                let widgets = &mut ui.visuals_mut().widgets;
                for visuals in [&mut widgets.inactive, &mut widgets.hovered] {
                    visuals.bg_stroke = Stroke::new(1.0, t.error);
                }
            }
            ui.add(edit)
        });
        let rect = response.inner.rect;
        super::paint_text(ui, rect.with_min_x(rect.left() + 8.0), Align2::LEFT_CENTER, &prefix);
        response.inner.accessible_name(self.name)
    }
}

/// Takes the keyboard out of the field that has it, so that its text is committed in the next frame. Returns whether a
/// field had it: then wait a frame before saving or publishing.
pub fn leave_field(ctx: &egui::Context) -> bool {
    if !ctx.text_edit_focused() {
        return false;
    }
    ctx.memory_mut(|memory| {
        if let Some(id) = memory.focused() {
            memory.surrender_focus(id);
        }
    });
    ctx.request_repaint();
    true
}

/// A box that filters: icon, text, a button that empties it. Escape empties it before it lets the focus go.
pub fn search(ui: &mut Ui, name: &str, text: &mut String, hint: &str, width: f32) -> Response {
    let t = Tokens::of(ui);
    let height = ui.spacing().interact_size.y.clamp(METRICS.control, METRICS.control_form);
    let id = ui.make_persistent_id(("search", name));
    if !text.is_empty()
        && ui.memory(|memory| memory.has_focus(id))
        && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
    {
        text.clear();
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let clear_room = if text.is_empty() { 0.0 } else { 20.0 };
    let edit = TextEdit::singleline(text)
        .id(id)
        .font(small())
        .hint_text(egui::RichText::new(hint).color(t.text3))
        .align(Align2::LEFT_CENTER)
        .margin(Margin { left: 28, right: 8 + clear_room as i8, top: 0, bottom: 0 })
        .desired_width(width)
        .min_size(vec2(width, height));
    let mut response = ui.add(edit).accessible_name(name);
    let rect = response.rect;
    let lens = egui::Rect::from_min_size(rect.min + vec2(6.0, 0.0), vec2(16.0, rect.height()));
    Icon::Search.paint(ui, lens, 14.0, t.text3);
    if !text.is_empty() {
        let at = egui::Rect::from_min_size(egui::pos2(rect.right() - 24.0, rect.top()), vec2(24.0, rect.height()));
        let clear = ui.interact(at, id.with("clear"), Sense::CLICK);
        clear.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Show all again"));
        Icon::Close.paint(ui, at, 14.0, if clear.hovered() { t.text } else { t.text3 });
        if clear.clicked() {
            text.clear();
            response.mark_changed();
        }
    }
    response
}
