//! One row of a form: label, control, what stands beside it, and its problems with their fixes below.

use egui::{Align, Align2, Color32, CornerRadius, Layout, Rect, Response, Role, Sense, Shape, Ui, UiBuilder, WidgetInfo, vec2};
use tablewright_core::Severity;
use tablewright_core::check::Fix;
use tablewright_core::json::{Kind, Pointer, Ref};

use super::{FLASH, Form, Place, names};
use crate::icons::Icon;
use crate::panels::Wish;
use crate::session::Action;
use crate::theme::{METRICS, Tokens, heading, small, strong};
use crate::widgets::{Button, Tone, elided, focus_ring, note_with, paint_text, tip};

/// What stands beside a field.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Beside {
    /// Nothing, or the counter of a text that may only be so long.
    #[default]
    Counter,
    /// Nothing.
    Nothing,
    /// Quiet words.
    Words(String),
    /// A lock with its reason.
    Lock(String),
    /// Words that can be pressed.
    Link(String),
}

/// A row to be drawn; see [`Form::row`].
pub struct Row<'x, 'a> {
    place: &'x Place<'a>,
    beside: Beside,
    below: bool,
    removable: bool,
    told: bool,
}

impl<'x, 'a> Row<'x, 'a> {
    /// The row of a place.
    pub fn new(place: &'x Place<'a>) -> Self {
        Self { place, beside: Beside::Counter, below: true, removable: true, told: true }
    }

    /// What stands beside it.
    #[must_use]
    pub fn beside(mut self, beside: Beside) -> Self {
        self.beside = beside;
        self
    }

    /// Only the problems of this very place are told below; those further inside are told there.
    #[must_use]
    pub fn shallow(mut self) -> Self {
        self.below = false;
        self
    }

    /// Its problems are not told: where it stands says the same.
    #[must_use]
    pub fn quiet(mut self) -> Self {
        self.told = false;
        self
    }

    /// Without *Remove*: another control does that.
    #[must_use]
    pub fn fixed(mut self) -> Self {
        self.removable = false;
        self
    }
}

/// What came of a row.
pub struct RowDone<R> {
    /// What the control returned.
    pub inner: R,
    /// The words beside it were pressed.
    pub pressed: bool,
}

/// At most this many problems of one field are told below it.
const TOLD: usize = 3;
/// Between two rows.
pub(super) const GAP: f32 = 14.0;

impl Form<'_> {
    /// Draws a row; `add` draws the control in the field's column.
    pub fn row<R>(&mut self, ui: &mut Ui, row: Row<'_, '_>, add: impl FnOnce(&mut Ui, &mut Self) -> R) -> RowDone<R> {
        let top = ui.cursor().min.y;
        let back = ui.painter().add(Shape::Noop);
        let Row { place, beside, below, removable, told } = row;
        self.label(ui, top, place);
        let column = self.columns.field_at(top);
        let layout = Layout::top_down(Align::Min);
        let salt = (&place.at, "field");
        let mut child = ui.new_child(UiBuilder::new().id_salt(salt).max_rect(column).layout(layout));
        child.spacing_mut().item_spacing = vec2(4.0, 6.0);
        child.spacing_mut().interact_size.y = METRICS.control_form;
        let inner = child.name_inputs(&place.name, |ui| add(ui, self));
        self.waiting_notes(&mut child, place, below);
        if told {
            self.notes(&mut child, &place.at, below);
        }
        let bottom = child.min_rect().bottom().max(column.bottom());
        let whole = Rect::from_min_max(egui::pos2(self.columns.left, top), egui::pos2(self.columns.right, bottom));
        let near = ui.rect_contains_pointer(whole.expand2(vec2(0.0, GAP / 2.0)));
        let room = self.remove_button(ui, top, place, removable && !matches!(beside, Beside::Lock(_)), near);
        let pressed = self.beside(ui, room, place, &beside);
        ui.allocate_rect(whole, Sense::hover());
        self.mark(ui, whole, &place.at, below, back);
        ui.add_space((GAP - ui.spacing().item_spacing.y).max(0.0));
        RowDone { inner, pressed }
    }

    fn label(&self, ui: &Ui, top: f32, place: &Place<'_>) {
        let t = Tokens::of(ui);
        let rect = self.columns.label_at(top);
        let font = if self.columns.inset > 12.0 { small() } else { strong() };
        let color = if self.columns.inset > 12.0 { t.text2 } else { t.text };
        let galley = elided(ui, &place.label, font, color, rect.width());
        let at = paint_text(ui, rect, Align2::LEFT_CENTER, &galley);
        let response = ui.interact(at.expand2(vec2(2.0, 4.0)), ui.make_persistent_id((&place.at, "label")), Sense::hover());
        if !place.field.help.is_empty() {
            tip(response, place.field.help, "");
        } else if galley.elided {
            tip(response, &place.label, "");
        }
    }

    /// *Remove* at the right end, where the place may be missing; the room that is left beside the field.
    fn remove_button(&mut self, ui: &Ui, top: f32, place: &Place<'_>, removable: bool, near: bool) -> Rect {
        let mut room = self.columns.beside_at(top);
        if removable && place.is_optional() && place.value.is_some() {
            let at = Rect::from_min_max(egui::pos2(room.right() - 24.0, top + 2.0), egui::pos2(room.right(), top + 26.0));
            let name = format!("Remove {}", names::inside(&place.name));
            if ghost_button(ui, at, Icon::Close, &name, (&place.at, "remove"), near).clicked() {
                self.remove(place);
            }
            room.max.x -= 28.0;
        }
        room
    }

    fn beside(&mut self, ui: &mut Ui, room: Rect, place: &Place<'_>, beside: &Beside) -> bool {
        match beside {
            Beside::Counter => {
                if let Some((words, over)) = self.counter(place) {
                    let t = Tokens::of(ui);
                    let galley = elided(ui, &words, small(), if over { t.error } else { t.text3 }, room.width());
                    paint_text(ui, room, Align2::LEFT_CENTER, &galley);
                }
                false
            }
            Beside::Nothing => false,
            Beside::Words(words) => {
                quiet(ui, room, None, words);
                false
            }
            Beside::Lock(reason) => {
                quiet(ui, room, Some(Icon::Lock), reason);
                false
            }
            Beside::Link(words) => {
                let layout = Layout::left_to_right(Align::Center);
                // The words begin where counters do; their button reaches further out.
                let room = room.with_min_x(room.left() - 8.0);
                let mut child = ui.new_child(UiBuilder::new().id_salt((&place.at, "beside")).max_rect(room).layout(layout));
                child.add(Button::link(words)).clicked()
            }
        }
    }

    /// How long a text is of how long it may be, and whether that is too long.
    fn counter(&mut self, place: &Place<'_>) -> Option<(String, bool)> {
        let longest = place.longest()?;
        let length = match &self.state.typing {
            Some((at, length)) if *at == place.at => *length,
            _ => place.value.filter(|value| value.kind() == Kind::String).map(|value| self.state.lengths.of(value))?,
        };
        Some((format!("{} of {}", names::grouped(length), names::grouped(longest)), length > longest))
    }

    /// The problems of a place as notes, each with its fixes.
    pub(super) fn notes(&mut self, ui: &mut Ui, at: &Pointer, below: bool) {
        let numbers: Vec<usize> = if below {
            self.state.problems.under(at).take(TOLD + 1).collect()
        } else {
            self.state.problems.at(at).iter().copied().take(TOLD + 1).collect()
        };
        for number in numbers.iter().copied().take(TOLD) {
            self.note(ui, number);
        }
        if numbers.len() > TOLD {
            let counts = self.state.problems.counts(at);
            let all = counts.errors + counts.warnings;
            let words = format!("{} problems here in all. Problems lists them.", names::grouped(all.max(TOLD + 1)));
            let t = Tokens::of(ui);
            ui.label(egui::RichText::new(words).font(small()).color(t.text2));
        }
    }

    /// One problem as a note.
    fn note(&mut self, ui: &mut Ui, number: usize) {
        let Some(problem) = self.state.problems.problem(number) else { return };
        let tone = match problem.severity {
            Severity::Error => Tone::Error,
            Severity::Warning => Tone::Warning,
            Severity::Advice => Tone::Advice,
        };
        let fixes: Vec<&str> = problem.fixes.iter().map(Fix::label).collect();
        let chosen = ui.push_id(("problem", number), |ui| note_with(ui, tone, &problem.message, "", &fixes)).inner;
        let fix = chosen.and_then(|chosen| problem.fixes.get(chosen)).cloned();
        self.wishes.extend(fix.map(|fix| Wish::Act(Action::Mend(fix))));
    }

    /// What waits in the field, or inside it, and why it is not written.
    fn waiting_notes(&mut self, ui: &mut Ui, place: &Place<'_>, below: bool) {
        let session = self.session;
        let here = |at: &Pointer| *at == place.at || below && !at.is_root() && place.at.contains(at);
        for (at, pending) in session.all_pending().iter().filter(|(at, _)| here(at)) {
            let back = match self.manifest.at(at) {
                Some(value) => format!("Back to {}", brief(value, 24)),
                None => "Clear it".to_owned(),
            };
            let sentence = format!("{}.", names::capital(&pending.why));
            let reason = "It stays in this field and is not saved.";
            let pressed = ui.push_id(at, |ui| note_with(ui, Tone::Warning, &sentence, reason, &[&back])).inner;
            if pressed.is_some() {
                self.forget(at);
            }
        }
    }

    /// Scrolls to a row that somebody is led to, and lets it flash; with `below` also to what has no row of its own.
    pub(super) fn mark(&mut self, ui: &Ui, whole: Rect, at: &Pointer, below: bool, back: egui::layers::ShapeIdx) {
        let now = ui.input(|input| input.time);
        if let Some((target, _)) = &self.state.target
            && (at == target || below && at.contains(target))
        {
            ui.scroll_to_rect(whole.expand(24.0), Some(Align::Center));
            self.state.flash = Some((at.clone(), now));
        }
        let Some((flashing, since)) = &self.state.flash else { return };
        if flashing != at {
            return;
        }
        let left = 1.0 - (now - since) / FLASH;
        if left <= 0.0 {
            self.state.flash = None;
            return;
        }
        // Without motion the field stays marked as long and then is not.
        let strength = if crate::theme::motion(ui) == 0.0 { 1.0 } else { left as f32 };
        let fill = Tokens::of(ui).selection.gamma_multiply(strength);
        ui.painter().set(back, Shape::rect_filled(whole.expand2(vec2(10.0, 6.0)), CornerRadius::same(METRICS.radius), fill));
        ui.ctx().request_repaint();
    }

    /// A heading over rows that follow, with a hairline above it.
    pub fn heading(&mut self, ui: &mut Ui, words: &str) {
        let t = Tokens::of(ui);
        let (left, right) = (self.columns.left + self.columns.inset, self.columns.right);
        let top = ui.cursor().min.y;
        let line = Rect::from_min_max(egui::pos2(left, top + 6.0), egui::pos2(right, top + 7.0));
        ui.painter().rect_filled(line, 0.0, t.border_subtle);
        let rect = Rect::from_min_max(egui::pos2(left, top + 13.0), egui::pos2(right, top + 37.0));
        let galley = elided(ui, words, heading(13.0), t.text, rect.width());
        paint_text(ui, rect, Align2::LEFT_CENTER, &galley);
        let response = ui.allocate_rect(rect.with_min_y(top), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, words));
        ui.add_space(6.0);
    }

    /// A sentence over the whole page, quieter than what people read.
    pub fn line(&mut self, ui: &mut Ui, words: &str) {
        let left = self.columns.left + self.columns.inset;
        self.paragraph(ui, words, left, self.columns.field + self.columns.width - left);
    }

    /// A sentence in the field's column, quieter than what people read.
    pub fn words(&mut self, ui: &mut Ui, words: &str) {
        self.paragraph(ui, words, self.columns.field, self.columns.width);
    }

    fn paragraph(&self, ui: &mut Ui, words: &str, left: f32, width: f32) {
        let t = Tokens::of(ui);
        let galley = ui.painter().layout(words.to_owned(), small(), t.text2, width);
        let rect = Rect::from_min_size(egui::pos2(left, ui.cursor().min.y), galley.size());
        ui.painter().galley(rect.min, galley, Color32::PLACEHOLDER);
        let response = ui.allocate_rect(rect, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
        ui.add_space(8.0);
    }
}

fn quiet(ui: &Ui, room: Rect, icon: Option<Icon>, words: &str) {
    let t = Tokens::of(ui);
    let mut room = room;
    if let Some(icon) = icon {
        icon.paint(ui, room.with_max_x(room.left() + 16.0), 14.0, t.text2);
        room.min.x += 20.0;
    }
    let galley = elided(ui, words, small(), t.text2, room.width());
    paint_text(ui, room, Align2::LEFT_CENTER, &galley);
    if galley.elided {
        let response = ui.interact(room, ui.make_persistent_id(("beside", words)), Sense::hover());
        tip(response, words, "");
    }
}

/// A small button in room that is always kept for it, seen when the pointer or the keyboard is near.
pub(super) fn ghost_button(
    ui: &Ui,
    rect: Rect,
    icon: Icon,
    name: &str,
    salt: impl std::hash::Hash + std::fmt::Debug,
    near: bool,
) -> Response {
    let t = Tokens::of(ui);
    let response = ui.interact(rect, ui.make_persistent_id(salt), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    let focused = response.has_focus();
    if near || focused || response.hovered() {
        let fill = if response.hovered() { t.hover } else { Color32::TRANSPARENT };
        ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius), fill);
        icon.paint(ui, rect, 14.0, if response.hovered() || focused { t.text } else { t.text2 });
    }
    if focused {
        focus_ring(ui, rect, METRICS.radius, false);
    }
    tip(response, name, "")
}

/// A value in a few words, cut before anything is laid out.
pub fn brief(value: Ref<'_>, longest: usize) -> String {
    match value.kind() {
        Kind::Array => match value.len() {
            0 => "an empty list".to_owned(),
            1 => "a list of 1 entry".to_owned(),
            n => format!("a list of {} entries", names::grouped(n)),
        },
        Kind::Object => match value.len() {
            1 => "an object with 1 key".to_owned(),
            n => format!("an object with {} keys", names::grouped(n)),
        },
        _ => {
            let raw = value.raw().unwrap_or_default();
            let end = raw.char_indices().nth(longest).map_or(raw.len(), |(end, _)| end);
            let dots = if end < raw.len() { "…" } else { "" };
            format!("{}{dots}", &raw[..end])
        }
    }
}
