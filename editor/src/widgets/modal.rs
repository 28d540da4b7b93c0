//! The frame of every dialog: header with a title, a body that scrolls, a footer with buttons. Escape closes, Enter confirms.

use egui::{
    Align, Align2, CornerRadius, Frame, Id, Key, Layout, Margin, Modal, Role, ScrollArea, Sense, Shadow, Stroke, Ui, WidgetInfo,
    vec2,
};

use super::button::{Button, icon_button};
use super::paint::{elided, hairline, paint_text};
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, small, title};

/// How a dialog ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogEnd {
    /// Escape, the cross, a click beside it, or *Cancel*.
    Cancel,
    /// The main button or Enter.
    Confirm,
    /// The second button.
    Other,
}

/// What came of a dialog in this frame.
pub struct DialogResponse<R> {
    /// What the body returned.
    pub inner: R,
    /// The dialog ended.
    pub end: Option<DialogEnd>,
    /// The button that explains it was pressed.
    pub help: bool,
    /// The button of [`Dialog::aside`] was pressed.
    pub aside: bool,
    /// No other dialog stands over it: the keyboard is its.
    pub on_top: bool,
}

/// A dialog in front of the window.
pub struct Dialog<'a> {
    id: Id,
    title: &'a str,
    width: f32,
    main: Option<(&'a str, Option<&'a str>)>,
    dangerous: bool,
    cancel: Option<&'a str>,
    other: Option<&'a str>,
    height: Option<f32>,
    edge: i8,
    meta: &'a str,
    help: bool,
    aside: Option<(Icon, &'a str)>,
    still: bool,
    enter: bool,
}

impl<'a> Dialog<'a> {
    /// A dialog called `title`, 520 wide.
    pub fn new(title: &'a str) -> Self {
        let id = Id::unique(("dialog", title));
        let cancel = Some("Cancel");
        let edge = METRICS.dialog_edge;
        Self {
            id,
            title,
            width: 520.0,
            main: None,
            dangerous: false,
            cancel,
            other: None,
            height: None,
            edge,
            meta: "",
            help: false,
            aside: None,
            still: false,
            enter: true,
        }
    }

    /// Another width.
    #[must_use]
    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// A fixed height of the body; otherwise as high as what it holds.
    #[must_use]
    pub fn body_height(mut self, height: f32) -> Self {
        self.height = Some(height);
        self
    }

    /// The main button, and why it cannot be pressed now.
    #[must_use]
    pub fn main(mut self, words: &'a str, blocked: Option<&'a str>) -> Self {
        self.main = Some((words, blocked));
        self
    }

    /// The main button is the final step of deleting: red, and Enter does not press it.
    #[must_use]
    pub fn dangerous(mut self) -> Self {
        self.dangerous = true;
        self
    }

    /// Other words than *Cancel*, or no such button.
    #[must_use]
    pub fn cancel(mut self, words: Option<&'a str>) -> Self {
        self.cancel = words;
        self
    }

    /// A second button at the left of the footer.
    #[must_use]
    pub fn other(mut self, words: &'a str) -> Self {
        self.other = Some(words);
        self
    }

    /// No margin around the body, for lists that reach the edges.
    #[must_use]
    pub fn flush(mut self) -> Self {
        self.edge = 0;
        self
    }

    /// Quieter words behind the title.
    #[must_use]
    pub fn meta(mut self, words: &'a str) -> Self {
        self.meta = words;
        self
    }

    /// A button in the header that explains the dialog.
    #[must_use]
    pub fn help(mut self) -> Self {
        self.help = true;
        self
    }

    /// A quiet button in the header, for what is offered besides.
    #[must_use]
    pub fn aside(mut self, aside: Option<(Icon, &'a str)>) -> Self {
        self.aside = aside;
        self
    }

    /// The body does not scroll as a whole; it has the height of [`Self::body_height`], or what the window leaves of it.
    #[must_use]
    pub fn still(mut self) -> Self {
        self.still = true;
        self
    }

    /// Enter does not press the main button: it ends what is typed into a field, and the dialog stays.
    #[must_use]
    pub fn keep_on_enter(mut self) -> Self {
        self.enter = false;
        self
    }

    /// Shows it over `ctx`.
    pub fn show<R>(self, ctx: &egui::Context, body: impl FnOnce(&mut Ui) -> R) -> DialogResponse<R> {
        self.show_with_foot(ctx, body, |_| ())
    }

    /// The same with buttons of its own at the left of the footer.
    pub fn show_with_foot<R>(
        self,
        ctx: &egui::Context,
        body: impl FnOnce(&mut Ui) -> R,
        foot: impl FnOnce(&mut Ui),
    ) -> DialogResponse<R> {
        let t = Tokens::of(ctx);
        let screen = ctx.content_rect().size();
        let width = self.width.min(screen.x - 48.0);
        let frame = Frame::new()
            .fill(t.panel)
            .stroke(Stroke::new(1.0, t.border))
            .corner_radius(CornerRadius::same(METRICS.radius_dialog))
            .shadow(Shadow { offset: [0, 12], blur: 32, spread: 0, color: t.dialog_shadow });
        // Enter belongs to a button that has the keyboard; only elsewhere it means the main button.
        let typing = ctx.text_edit_focused();
        let on_button = ctx.memory(egui::Memory::focused).is_some() && !typing;
        // Escape has taken the keyboard out of its field before anyone is asked, so the last frame tells whether it was in
        // one; then Escape means the field, not the dialog.
        let was_typing = ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or(self.id.with("typing"), false), typing));
        let enter = ctx.input(|input| input.key_pressed(Key::Enter) && input.modifiers.is_none());
        let modal = Modal::new(self.id).backdrop_color(t.scrim).frame(frame).show(ctx, |ui| {
            ui.set_width(width);
            ui.spacing_mut().item_spacing.y = 0.0;
            let (mut end, help, aside) = self.header(ui);
            hairline(ui);
            let room = screen.y - 48.0 - METRICS.dialog_header - METRICS.dialog_footer - 4.0;
            let inner = self.body(ui, room, body);
            if self.main.is_some() || self.cancel.is_some() || self.other.is_some() {
                hairline(ui);
                end = self.footer(ui, foot).or(end);
            }
            (inner, end, help, aside)
        });
        let escaped = ctx.input(|input| input.key_pressed(Key::Escape));
        let closed = modal.should_close() && !(escaped && was_typing);
        ctx.accesskit_node_builder(self.id, |node| {
            node.set_role(Role::Dialog);
            node.set_label(self.title);
        });
        // A dialog over this one has the keyboard.
        let on_top = modal.is_top_modal;
        let (inner, end, help, aside) = modal.inner;
        let can_confirm = matches!(self.main, Some((_, None))) && !self.dangerous && self.enter && on_top;
        let end = end.or(closed.then_some(DialogEnd::Cancel));
        let end = end.or((enter && !on_button && can_confirm).then_some(DialogEnd::Confirm));
        DialogResponse { inner, end, help, aside, on_top }
    }

    fn header(&self, ui: &mut Ui) -> (Option<DialogEnd>, bool, bool) {
        let t = Tokens::of(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.dialog_header), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, self.title));
        let edge = f32::from(METRICS.dialog_edge);
        let galley = elided(ui, self.title, title(), t.text, rect.width() - 2.0 * edge - 36.0);
        let at = paint_text(ui, rect.with_min_x(rect.left() + edge), Align2::LEFT_CENTER, &galley);
        if !self.meta.is_empty() {
            let meta = elided(ui, self.meta, small(), t.text3, rect.width() - 2.0 * edge - 100.0 - galley.size().x);
            paint_text(ui, rect.with_min_x(at.right() + 10.0), Align2::LEFT_CENTER, &meta);
        }
        let room = rect.shrink2(vec2(10.0, 0.0));
        let layout = Layout::right_to_left(Align::Center);
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(room).layout(layout));
        let closed = icon_button(&mut child, Icon::Close, "Close", "Esc", false, None, 28.0).clicked();
        let help = self.help && icon_button(&mut child, Icon::Help, "Explain this", "", false, None, 28.0).clicked();
        let aside = self.aside.is_some_and(|(icon, words)| {
            child.add_space(4.0);
            child.set_max_width((rect.width() - galley.size().x - 120.0).max(80.0));
            child.add(Button::quiet(words).icon(icon).form()).clicked()
        });
        (closed.then_some(DialogEnd::Cancel), help, aside)
    }

    fn body<R>(&self, ui: &mut Ui, room: f32, body: impl FnOnce(&mut Ui) -> R) -> R {
        let height = self.height.map_or(room, |height| height.min(room));
        if self.still {
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
            return body(&mut ui.new_child(egui::UiBuilder::new().max_rect(rect)));
        }
        ScrollArea::vertical()
            .max_height(height)
            // An area starts small; what has a height of its own has it from the first frame on.
            .min_scrolled_height(self.height.map_or(64.0, |_| height))
            .auto_shrink([false, self.height.is_none()])
            .show(ui, |ui| {
                let margin = Margin { left: self.edge, right: self.edge, top: self.edge.min(16), bottom: self.edge.min(20) };
                Frame::new().inner_margin(margin).show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    ui.spacing_mut().item_spacing.y = 14.0;
                    body(ui)
                })
            })
            .inner
            .inner
    }

    fn footer(&self, ui: &mut Ui, foot: impl FnOnce(&mut Ui)) -> Option<DialogEnd> {
        let mut end = None;
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.dialog_footer), Sense::hover());
        let room = rect.shrink2(vec2(f32::from(METRICS.dialog_edge), 0.0));
        let layout = Layout::right_to_left(Align::Center);
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(room).layout(layout));
        let mut press = |ui: &mut Ui, button: Button<'_>, what| {
            if ui.add(button).clicked() {
                end = Some(what);
            }
        };
        if let Some((words, blocked)) = self.main {
            let button = if self.dangerous { Button::final_step(words) } else { Button::main(words) };
            press(&mut child, button.blocked(blocked), DialogEnd::Confirm);
        }
        if let Some(words) = self.cancel {
            press(&mut child, Button::control(words).form(), DialogEnd::Cancel);
        }
        let layout = Layout::left_to_right(Align::Center);
        child.with_layout(layout, |ui| {
            if let Some(words) = self.other {
                press(ui, Button::quiet(words).form(), DialogEnd::Other);
            }
            foot(ui);
        });
        end
    }
}
