//! A control that opens a list to choose from, with words to search by where the list is long or other words may be typed.

use std::borrow::Cow;

use egui::{
    Align2, CornerRadius, Key, PopupCloseBehavior, Response, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};

use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, body, caption_medium, small};
use crate::widgets::{elided, focus_ring, paint_text, search};

/// One thing to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice<'x> {
    /// What is written where it is chosen.
    pub value: Cow<'x, str>,
    /// What people read.
    pub words: Cow<'x, str>,
    /// The group that it stands in; empty for none.
    pub group: &'x str,
}

impl<'x> Choice<'x> {
    /// A choice without a group.
    pub fn new(value: impl Into<Cow<'x, str>>, words: impl Into<Cow<'x, str>>) -> Self {
        Self { value: value.into(), words: words.into(), group: "" }
    }

    /// The group that it stands in.
    #[must_use]
    pub fn of(mut self, group: &'x str) -> Self {
        self.group = group;
        self
    }
}

/// What was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picked {
    /// A word, from the list or typed.
    Value(String),
    /// Nothing at all.
    Unset,
}

/// The control.
#[derive(Debug)]
pub struct Pick<'x> {
    /// What it is called.
    pub name: &'x str,
    /// What it shows.
    pub shown: &'x str,
    /// The word that stands there.
    pub current: &'x str,
    /// What it shows is a hint, not a value.
    pub faded: bool,
    /// An error stands there.
    pub error: bool,
    /// Its width in points.
    pub width: f32,
    /// Any other word may be typed.
    pub typed: bool,
    /// Words of the row that takes the value away.
    pub unset: Option<&'x str>,
}

/// Lists longer than this have a box to search them.
const SEARCHED: usize = 12;
const ROW: f32 = 26.0;

/// A row of an open list.
enum Line<'x> {
    Group(&'x str),
    Unset(&'x str),
    Choice(&'x Choice<'x>),
    Typed(String),
}

impl Pick<'_> {
    /// Draws the control and, while it is open, the list.
    pub fn show(&self, ui: &mut Ui, choices: &[Choice<'_>]) -> Option<Picked> {
        let response = self.draw(ui);
        open(ui, &response, self.name, choices, self.current, self.unset, self.typed)
    }

    fn draw(&self, ui: &mut Ui) -> Response {
        let t = Tokens::of(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(self.width, METRICS.control_form), Sense::click());
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), self.name);
            info.current_text_value = Some(self.shown.to_owned());
            info
        });
        let edge = if self.error {
            t.error
        } else if response.hovered() {
            t.border_strong
        } else {
            t.border
        };
        let fill = if response.hovered() { t.hover } else { t.control };
        ui.painter().rect(rect, CornerRadius::same(METRICS.radius), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
        if response.has_focus() {
            focus_ring(ui, rect, METRICS.radius, false);
        }
        let color = if self.faded { t.text3 } else { t.text };
        let galley = elided(ui, self.shown, body(), color, rect.width() - 36.0);
        paint_text(ui, rect.shrink2(vec2(8.0, 0.0)), Align2::LEFT_CENTER, &galley);
        Icon::Chevrons.paint(ui, rect.with_min_x(rect.right() - 24.0), 14.0, t.text2);
        response
    }
}

/// The list below `anchor`, while it is open. With `unset` the first row takes the value away.
pub fn open(
    ui: &Ui,
    anchor: &Response,
    name: &str,
    choices: &[Choice<'_>],
    current: &str,
    unset: Option<&str>,
    typed: bool,
) -> Option<Picked> {
    let words = anchor.id.with("words");
    let popup = egui::Popup::menu(anchor).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    if anchor.clicked() {
        ui.data_mut(|data| data.remove::<String>(words));
    }
    let shown = popup.show(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let width = anchor.rect.width().max(220.0) - 8.0;
        ui.set_width(width);
        let mut query: String = ui.data(|data| data.get_temp(words)).unwrap_or_default();
        if typed || choices.len() > SEARCHED {
            let hint = if typed { "Search, or type another" } else { "Search" };
            let response = search(ui, &format!("Search in {name}"), &mut query, hint, width);
            if ui.data(|data| data.get_temp::<String>(words)).is_none() {
                response.request_focus();
            }
            ui.data_mut(|data| data.insert_temp(words, query.clone()));
            ui.add_space(4.0);
            let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if entered && let Some(picked) = first(choices, &query, typed) {
                ui.close();
                return Some(picked);
            }
        }
        rows(ui, &lines(choices, &query, unset, typed), current)
    });
    shown.and_then(|shown| shown.inner)
}

fn fits(choice: &Choice<'_>, query: &str) -> bool {
    let query = query.trim().to_lowercase();
    query.is_empty() || choice.words.to_lowercase().contains(&query) || choice.value.to_lowercase().contains(&query)
}

/// What Enter takes: what was typed where anything may be, else the first that fits.
fn first(choices: &[Choice<'_>], query: &str, typed: bool) -> Option<Picked> {
    let query = query.trim();
    if query.is_empty() {
        return None;
    }
    let same = |choice: &&Choice<'_>| choice.value.eq_ignore_ascii_case(query) || choice.words.eq_ignore_ascii_case(query);
    let exact = choices.iter().find(same);
    let found = exact.or_else(|| if typed { None } else { choices.iter().find(|choice| fits(choice, query)) });
    match found {
        Some(choice) => Some(Picked::Value(choice.value.to_string())),
        None => typed.then(|| Picked::Value(query.to_owned())),
    }
}

fn lines<'x>(choices: &'x [Choice<'x>], query: &str, unset: Option<&'x str>, typed: bool) -> Vec<Line<'x>> {
    let mut lines = Vec::new();
    if query.trim().is_empty() {
        lines.extend(unset.map(Line::Unset));
    }
    let mut group = "";
    for choice in choices.iter().filter(|choice| fits(choice, query)) {
        if choice.group != group {
            group = choice.group;
            lines.push(Line::Group(group));
        }
        lines.push(Line::Choice(choice));
    }
    let other = query.trim();
    if typed && !other.is_empty() && !choices.iter().any(|choice| choice.value == other) {
        lines.push(Line::Typed(other.to_owned()));
    }
    lines
}

fn rows(ui: &mut Ui, lines: &[Line<'_>], current: &str) -> Option<Picked> {
    let mut picked = None;
    if lines.is_empty() {
        let t = Tokens::of(ui);
        ui.add_space(4.0);
        ui.label(egui::RichText::new("Nothing fits these words.").font(small()).color(t.text2));
        ui.add_space(4.0);
    }
    ScrollArea::vertical().max_height(12.0 * ROW).auto_shrink([false, true]).show_rows(ui, ROW, lines.len(), |ui, range| {
        for line in &lines[range] {
            let (words, value, on) = match line {
                Line::Group(name) => {
                    caption(ui, name);
                    continue;
                }
                Line::Unset(words) => (Cow::Borrowed(*words), None, current.is_empty()),
                Line::Choice(choice) => (choice.words.clone(), Some(choice.value.to_string()), choice.value == current),
                Line::Typed(text) => (Cow::Owned(format!("Use “{text}”")), Some(text.clone()), false),
            };
            if row(ui, &words, on) {
                picked = Some(value.map_or(Picked::Unset, Picked::Value));
                ui.close();
            }
        }
    });
    picked
}

fn caption(ui: &mut Ui, words: &str) {
    let t = Tokens::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let galley = elided(ui, words, caption_medium(), t.text3, rect.width() - 16.0);
    paint_text(ui, rect.shrink2(vec2(8.0, 2.0)), Align2::LEFT_BOTTOM, &galley);
}

fn row(ui: &mut Ui, words: &str, on: bool) -> bool {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, ui.is_enabled(), on, words));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius), t.hover);
    }
    if response.has_focus() {
        focus_ring(ui, rect, METRICS.radius, false);
    }
    if on {
        Icon::Check.paint(ui, rect.with_max_x(rect.left() + 28.0), 14.0, t.text2);
    }
    let galley = elided(ui, words, body(), t.text, rect.width() - 36.0);
    paint_text(ui, rect.with_min_x(rect.left() + 28.0), Align2::LEFT_CENTER, &galley);
    response.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enter_takes_what_was_typed_or_the_first_that_fits() {
        let choices = [Choice::new("mit", "MIT"), Choice::new("cc0", "CC0 1.0")];
        let value = |text: &str| Some(Picked::Value(text.to_owned()));
        assert_eq!(first(&choices, "cc", false), value("cc0"));
        assert_eq!(first(&choices, "cc", true), value("cc"));
        assert_eq!(first(&choices, "MIT", true), value("mit"));
        assert_eq!(first(&choices, "zlib", false), None);
        assert_eq!(first(&choices, " ", true), None);
    }
}
