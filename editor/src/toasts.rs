//! Short messages at the bottom right: at most three, with at most one action each.

use egui::{Align, Area, Context, CornerRadius, Frame, Id, Layout, Margin, Order, Role, Stroke, UiKind, WidgetInfo, vec2};

use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, body};
use crate::widgets::{Button, Tone, icon_button};

/// Seconds that a toast stays when nobody looks at it.
const STAY: f64 = 5.0;
/// Seconds that it takes to come.
const COME: f32 = 0.2;
const MOST: usize = 3;
const WIDTH: f32 = 360.0;

/// One message. `A` is what its action means to the window.
#[derive(Debug, Clone)]
pub struct Toast<A> {
    tone: Tone,
    text: String,
    action: Option<(String, A)>,
    stays: bool,
}

impl<A> Toast<A> {
    /// A message of one or two sentences.
    pub fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self { tone, text: text.into(), action: None, stays: false }
    }

    /// One button: *Undo*, *Show*.
    #[must_use]
    pub fn action(mut self, words: impl Into<String>, action: A) -> Self {
        self.action = Some((words.into(), action));
        self
    }

    /// Stays until it is dismissed: errors, and the Undo of a first own copy.
    #[must_use]
    pub fn stays(mut self) -> Self {
        self.stays = true;
        self
    }
}

#[derive(Debug)]
struct Shown<A> {
    toast: Toast<A>,
    serial: u64,
    left: f64,
    /// It was drawn once; the first time it is still invisible, which is where its coming starts.
    seen: bool,
}

/// The messages on the screen.
#[derive(Debug)]
pub struct Toasts<A> {
    shown: Vec<Shown<A>>,
    serial: u64,
    /// The time of the last frame that drew messages.
    last: Option<f64>,
}

impl<A> Default for Toasts<A> {
    fn default() -> Self {
        Self { shown: Vec::new(), serial: 0, last: None }
    }
}

impl<A> Toasts<A> {
    /// Adds a message. The fourth pushes out the oldest that does not stay, or else the oldest.
    pub fn push(&mut self, toast: Toast<A>) {
        // The same message again, for example at each failed save, takes the place of the one before.
        self.shown.retain(|shown| shown.toast.text != toast.text);
        if self.shown.len() >= MOST {
            let oldest = self.shown.iter().position(|shown| !shown.toast.stays).unwrap_or(0);
            self.shown.remove(oldest);
        }
        self.serial += 1;
        self.shown.push(Shown { toast, serial: self.serial, left: STAY, seen: false });
    }

    /// Takes all messages away, for example when another pack is opened.
    pub fn clear(&mut self) {
        self.shown.clear();
    }

    /// The texts on the screen, the oldest first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.shown.iter().map(|shown| shown.toast.text.as_str())
    }

    /// Shows the messages `above` points over the window's lower edge and returns the action that was pressed.
    pub fn show(&mut self, ctx: &Context, above: f32) -> Option<A> {
        if self.shown.is_empty() {
            self.last = None;
            return None;
        }
        let mut pressed = None;
        let mut gone = Vec::new();
        let mut bottom = above + 12.0;
        // A frame after a long sleep counts as little: nobody could read while nothing was drawn.
        let now = ctx.time();
        let passed = self.last.map_or(0.0, |last| (now - last).clamp(0.0, 0.25));
        self.last = Some(now);
        for shown in self.shown.iter_mut().rev() {
            let time = if crate::theme::motion(ctx) > 0.0 { COME } else { 0.0 };
            let opacity = ctx.animate_bool_with_time(Id::unique(("toast comes", shown.serial)), shown.seen, time);
            shown.seen = true;
            let drawn = draw(ctx, shown, bottom, opacity);
            match drawn.0 {
                Some(Press::Action) => {
                    pressed = shown.toast.action.take().map(|(_, action)| action);
                    gone.push(shown.serial);
                }
                Some(Press::Close) => gone.push(shown.serial),
                None => {}
            }
            bottom += drawn.1 + 8.0;
            let looked_at = drawn.2;
            if !looked_at {
                shown.left -= passed;
            }
            if !shown.toast.stays && shown.left <= 0.0 {
                gone.push(shown.serial);
            }
        }
        self.shown.retain(|shown| !gone.contains(&shown.serial));
        if let Some(next) = self.shown.iter().filter(|shown| !shown.toast.stays).map(|shown| shown.left).reduce(f64::min) {
            // Often enough that the clock above never counts a long frame as a short one.
            ctx.request_repaint_after_secs(next.clamp(0.02, 0.1) as f32);
        }
        pressed
    }
}

enum Press {
    Action,
    Close,
}

/// Draws one message; gives what was pressed, its height, and whether the pointer is over it.
fn draw<A>(ctx: &Context, shown: &Shown<A>, bottom: f32, opacity: f32) -> (Option<Press>, f32, bool) {
    let t = Tokens::of(ctx);
    let toast = &shown.toast;
    let area = Area::new(Id::unique(("toast", shown.serial)))
        .kind(UiKind::Popup)
        .order(Order::Foreground)
        .anchor(egui::Align2::RIGHT_BOTTOM, vec2(-12.0, -bottom))
        .fade_in(false);
    let response = area.show(ctx, |ui| {
        ui.multiply_opacity(opacity);
        let frame = Frame::new()
            .fill(t.raised)
            .stroke(Stroke::new(1.0, t.border))
            .corner_radius(CornerRadius::same(METRICS.radius_card))
            .shadow(ui.visuals().popup_shadow)
            .inner_margin(Margin::symmetric(12, 8));
        frame.show(ui, |ui| {
            ui.set_width(WIDTH - 24.0);
            content(ui, toast)
        })
    });
    let rect = response.response.rect;
    ctx.accesskit_node_builder(response.response.id, |node| {
        node.set_role(Role::Status);
        node.set_label(toast.text.as_str());
        node.set_live(egui::accesskit::Live::Polite);
    });
    let looked_at = ctx.pointer_hover_pos().is_some_and(|pointer| rect.contains(pointer));
    (response.inner.inner, rect.height(), looked_at)
}

fn content<A>(ui: &mut egui::Ui, toast: &Toast<A>) -> Option<Press> {
    let t = Tokens::of(ui);
    let (color, _) = toast.tone.colors(t);
    let mut press = None;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let (at, icon) = ui.allocate_exact_size(vec2(16.0, 24.0), egui::Sense::hover());
        icon.widget_info(|| WidgetInfo::new(Role::Image));
        toast.tone.icon().unwrap_or(Icon::Info).paint(ui, at, 16.0, color);
        let ends = toast.action.as_ref().map_or(0.0, |(words, _)| 24.0 + 7.0 * words.chars().count() as f32) + 32.0;
        ui.vertical(|ui| {
            ui.set_width((ui.available_width() - ends).max(120.0));
            ui.add_space(3.0);
            let text = egui::RichText::new(&toast.text).font(body()).color(t.text);
            ui.add(egui::Label::new(text).wrap().selectable(true));
        });
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            if icon_button(ui, Icon::Close, "Dismiss", "", false, None, 24.0).clicked() {
                press = Some(Press::Close);
            }
            if let Some((words, _)) = &toast.action
                && ui.add(Button::link(words)).clicked()
            {
                press = Some(Press::Action);
            }
        });
    });
    press
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(toasts: &Toasts<()>) -> Vec<&str> {
        toasts.texts().collect()
    }

    #[test]
    fn at_most_three_and_those_that_stay_outlive_the_others() {
        let mut toasts = Toasts::default();
        toasts.push(Toast::new(Tone::Error, "a").stays());
        for text in ["b", "c", "d"] {
            toasts.push(Toast::new(Tone::Info, text));
        }
        assert_eq!(texts(&toasts), ["a", "c", "d"]);
        toasts.push(Toast::new(Tone::Info, "c"));
        assert_eq!(texts(&toasts), ["a", "d", "c"], "the same words stand once");
    }

    #[test]
    fn a_toast_goes_by_itself_unless_it_stays() {
        let ctx = Context::default();
        crate::theme::install(&ctx, &crate::theme::Look::default());
        let mut toasts = Toasts::default();
        toasts.push(Toast::new(Tone::Only, "stays").stays());
        toasts.push(Toast::new(Tone::Info, "goes"));
        for frame in 0..80 {
            let input = egui::RawInput { time: Some(f64::from(frame) * 0.1), ..egui::RawInput::default() };
            let mut output = ctx.run_ui(input, |ui| {
                toasts.show(ui, 24.0);
            });
            output.textures_delta.clear();
        }
        assert_eq!(texts(&toasts), ["stays"]);
    }
}
