//! Buttons: the main action, ordinary ones, quiet ones, links, dangerous ones, icons alone, items of menus; and tooltips.

use egui::{Align2, Color32, CornerRadius, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, Widget, WidgetInfo, vec2};

use super::notes::Tone;
use super::paint::{elided, focus_ring, paint_text};
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, body, small, small_medium, strong};

/// Height of a button; see look.md section 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ButtonSize {
    /// 24, in panels and toolbars.
    Dense,
    /// 28, in forms, dialogs and the top bar.
    Form,
    /// 32, a lone action in an empty state.
    Lone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Main,
    Control,
    Quiet,
    Link,
    Danger,
    Final,
}

/// A button with words. `ui.add(Button::main("Publish").icon(Icon::Publish))`.
pub struct Button<'a> {
    kind: Kind,
    words: &'a str,
    icon: Option<Icon>,
    size: ButtonSize,
    blocked: Option<&'a str>,
    name: Option<&'a str>,
    on: bool,
    menu: bool,
    tint: Option<Tone>,
    wide: f32,
}

impl<'a> Button<'a> {
    fn new(kind: Kind, words: &'a str) -> Self {
        Self {
            kind,
            words,
            icon: None,
            size: ButtonSize::Dense,
            blocked: None,
            name: None,
            on: false,
            menu: false,
            tint: None,
            wide: 0.0,
        }
    }

    /// The one main action of a view: filled with the accent.
    pub fn main(words: &'a str) -> Self {
        Self { size: ButtonSize::Form, ..Self::new(Kind::Main, words) }
    }

    /// An ordinary button with an edge.
    pub fn control(words: &'a str) -> Self {
        Self::new(Kind::Control, words)
    }

    /// A button without an edge, for toolbars and headers.
    pub fn quiet(words: &'a str) -> Self {
        Self::new(Kind::Quiet, words)
    }

    /// Words in the accent colour: fixes at the right end of a row, *Undo* in a toast.
    pub fn link(words: &'a str) -> Self {
        Self::new(Kind::Link, words)
    }

    /// Leads to the loss of something that can be had back.
    pub fn danger(words: &'a str) -> Self {
        Self::new(Kind::Danger, words)
    }

    /// The final step of deleting, in its dialog.
    pub fn final_step(words: &'a str) -> Self {
        Self { size: ButtonSize::Form, ..Self::new(Kind::Final, words) }
    }

    /// An icon before the words.
    #[must_use]
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// Another height than the kind's own.
    #[must_use]
    pub fn size(mut self, size: ButtonSize) -> Self {
        self.size = size;
        self
    }

    /// The height 28 of forms and dialogs.
    #[must_use]
    pub fn form(self) -> Self {
        self.size(ButtonSize::Form)
    }

    /// Disabled when there is a reason, which becomes the tooltip.
    #[must_use]
    pub fn blocked(mut self, reason: Option<&'a str>) -> Self {
        self.blocked = reason;
        self
    }

    /// What a screen reader says where the words alone are not enough (for example *Fix* in a row).
    #[must_use]
    pub fn name(mut self, name: &'a str) -> Self {
        self.name = Some(name);
        self
    }

    /// Shown as switched on.
    #[must_use]
    pub fn on(mut self, on: bool) -> Self {
        self.on = on;
        self
    }

    /// Ends with the mark of a menu that opens below.
    #[must_use]
    pub fn menu(mut self) -> Self {
        self.menu = true;
        self
    }

    /// At least so many points wide, what is in it in the middle: buttons of one width below each other.
    #[must_use]
    pub fn wide(mut self, width: f32) -> Self {
        self.wide = width;
        self
    }

    /// A link in the colour of what it is about.
    #[must_use]
    pub fn tinted(mut self, tone: Tone) -> Self {
        self.tint = Some(tone);
        self
    }

    fn look(&self, t: &Tokens, response: &Response) -> (Color32, Stroke, Color32) {
        let down = response.is_pointer_button_down_on() || self.on;
        let hover = response.hovered() || response.highlighted();
        let none = Color32::TRANSPARENT;
        let level = |rest: Color32| {
            if down {
                t.active
            } else if hover {
                t.hover
            } else {
                rest
            }
        };
        match self.kind {
            // What cannot be pressed is not filled: a faded accent still draws the eye.
            Kind::Main | Kind::Final if !response.enabled() => (t.control, Stroke::new(1.0, t.border), t.text),
            Kind::Main => {
                let fill = if hover && !down { t.accent_fill_hover } else { t.accent_fill };
                (fill, Stroke::NONE, t.on_fill)
            }
            Kind::Control => {
                let edge = if hover && !down { t.border_strong } else { t.border };
                (level(t.control), Stroke::new(1.0, edge), t.text)
            }
            Kind::Quiet => (level(none), Stroke::NONE, if hover || down { t.text } else { t.text2 }),
            Kind::Link => (level(none), Stroke::NONE, self.tint.map_or(t.accent, |tone| tone.colors(t).0)),
            Kind::Danger if down => (t.error_fill, Stroke::new(1.0, t.error_fill), t.on_fill),
            Kind::Danger if hover => (t.error_bg, Stroke::new(1.0, t.error), t.error),
            Kind::Danger => (none, Stroke::new(1.0, t.border), t.error),
            Kind::Final => (t.error_fill, Stroke::NONE, t.on_fill),
        }
    }

    fn draw(self, ui: &mut Ui) -> Response {
        let t = Tokens::of(ui);
        let (height, pad, font) = match self.size {
            ButtonSize::Dense => (24.0, 8.0, small_medium()),
            ButtonSize::Form => (28.0, 12.0, strong()),
            ButtonSize::Lone => (32.0, 16.0, strong()),
        };
        let icon_room = if self.icon.is_some() { 22.0 } else { 0.0 } + if self.menu { 18.0 } else { 0.0 };
        let pad = if self.icon.is_some() && self.size == ButtonSize::Form { 10.0 } else { pad };
        let room = (ui.available_width() - icon_room - 2.0 * pad).max(24.0);
        // The colour is known only after the response; a placeholder takes it then.
        let galley = elided(ui, self.words, font, Color32::PLACEHOLDER, room);
        let width = galley.size().x + icon_room + 2.0 * pad;
        let slack = (self.wide - width.ceil()).max(0.0);
        let (rect, response) = ui.allocate_exact_size(vec2(width.ceil() + slack, height), Sense::click());
        let name = self.name.unwrap_or(self.words);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
        if ui.is_rect_visible(rect) {
            let (fill, stroke, color) = self.look(t, &response);
            ui.painter().rect(rect, CornerRadius::same(METRICS.radius), fill, stroke, StrokeKind::Inside);
            if response.has_focus() {
                focus_ring(ui, rect, METRICS.radius, matches!(self.kind, Kind::Main | Kind::Final));
            }
            let mut at = rect.shrink2(vec2(pad + (slack / 2.0).floor(), 0.0));
            if let Some(icon) = self.icon {
                icon.paint(ui, Rect::from_min_size(at.min, vec2(16.0, height)), 16.0, color);
                at.min.x += 22.0;
            }
            let pos = Align2::LEFT_CENTER.align_size_within_rect(galley.size(), at).min.round();
            ui.painter().galley(pos, galley, color);
            if self.menu {
                let end = pad + (slack / 2.0).floor();
                let mark = Rect::from_min_max(rect.right_top() - vec2(end + 14.0, 0.0), rect.right_bottom() - vec2(end, 0.0));
                Icon::ChevronDown.paint(ui, mark, 14.0, t.text2);
            }
        }
        response
    }
}

impl Widget for Button<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        match self.blocked {
            Some(reason) => ui.add_enabled_ui(false, |ui| self.draw(ui)).inner.on_disabled_hover_text(reason),
            None => self.draw(ui),
        }
    }
}

/// A square button of `side` points (24 or 28) with an icon alone; `name` is its tooltip and what a screen reader says.
/// `on` shows it as switched on; `blocked` disables it and says why.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str, keys: &str, on: bool, blocked: Option<&str>, side: f32) -> Response {
    let draw = |ui: &mut Ui| {
        let t = Tokens::of(ui);
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::Button, ui.is_enabled(), name);
            info.selected = on.then_some(true);
            info
        });
        if ui.is_rect_visible(rect) {
            let down = on || response.is_pointer_button_down_on();
            let hover = response.hovered() || response.highlighted();
            let fill = if down {
                t.active
            } else if hover {
                t.hover
            } else {
                Color32::TRANSPARENT
            };
            ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius), fill);
            if response.has_focus() {
                focus_ring(ui, rect, METRICS.radius, false);
            }
            icon.paint(ui, rect, 16.0, if down || hover { t.text } else { t.text2 });
        }
        response
    };
    match blocked {
        Some(reason) => {
            ui.add_enabled_ui(false, draw).inner.on_disabled_hover_ui(|ui| tip_ui(ui, &format!("{name}: {reason}"), keys))
        }
        None => tip(draw(ui), name, keys),
    }
}

/// Gives `response` a tooltip: a sentence, then the keys (`""`: none).
pub fn tip(response: Response, sentence: &str, keys: &str) -> Response {
    response.on_hover_ui(|ui| tip_ui(ui, sentence, keys))
}

fn tip_ui(ui: &mut Ui, sentence: &str, keys: &str) {
    let t = Tokens::of(ui);
    ui.spacing_mut().item_spacing.x = 12.0;
    egui::Frame::new().inner_margin(egui::Margin::symmetric(4, 2)).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            let sentence = super::paint::clipped(sentence, 1000);
            ui.label(egui::RichText::new(sentence).font(small()).color(t.text));
            if !keys.is_empty() {
                ui.label(egui::RichText::new(keys).font(small()).color(t.text3));
            }
        });
    });
}

/// An item of a menu: icon column, words, keys at the right. `checked` gives it the mark of a choice that is on. Returns
/// whether it was chosen; the menu closes by itself.
pub fn menu_item(ui: &mut Ui, icon: Option<Icon>, words: &str, keys: &str, checked: bool, blocked: Option<&str>) -> bool {
    let draw = |ui: &mut Ui| {
        let t = Tokens::of(ui);
        let words_galley = elided(ui, words, body(), t.text, 480.0);
        let keys_galley = elided(ui, keys, small(), t.text3, 200.0);
        let gap = if keys.is_empty() { 0.0 } else { 32.0 };
        let wanted = 8.0 + 24.0 + words_galley.size().x + gap + keys_galley.size().x + 10.0;
        // While the menu finds out how wide it must be, the room that is there says nothing.
        let room = if ui.is_sizing_pass() { 0.0 } else { ui.available_width() };
        let width = wanted.max(room).max(180.0);
        let (rect, response) = ui.allocate_exact_size(vec2(width.ceil(), 26.0), Sense::click());
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::MenuItem, ui.is_enabled(), words);
            info.selected = checked.then_some(true);
            info
        });
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius), t.hover);
        }
        if response.has_focus() {
            focus_ring(ui, rect, METRICS.radius, false);
        }
        let picture = if checked { Some(Icon::Check) } else { icon };
        if let Some(icon) = picture {
            icon.paint(ui, Rect::from_min_size(rect.min + vec2(8.0, 0.0), vec2(16.0, 26.0)), 16.0, t.text2);
        }
        paint_text(ui, rect.with_min_x(rect.min.x + 32.0), Align2::LEFT_CENTER, &words_galley);
        paint_text(ui, rect.with_max_x(rect.max.x - 10.0), Align2::RIGHT_CENTER, &keys_galley);
        response
    };
    match blocked {
        Some(reason) => {
            ui.add_enabled_ui(false, draw).inner.on_disabled_hover_text(reason);
            false
        }
        None => {
            let chosen = draw(ui).clicked();
            if chosen {
                ui.close();
            }
            chosen
        }
    }
}
