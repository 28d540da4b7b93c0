//! Fields that hold one value: texts, numbers, switches, words of a closed list.

use egui::{EventFilter, Key, Modifiers, RichText, Ui};
use tablewright_core::json::{Kind, Ref, Value};
use tablewright_core::manifest::youtube_id;
use tablewright_core::shape::{Look, Rule};

use super::pick::{Choice, Pick, Picked};
use super::row::{Beside, Row};
use super::{Form, Place, long, markdown, names};
use crate::theme::{Tokens, small};
use crate::widgets::{Edit, TextField, segmented, switch, units};

/// How a field of text differs from others.
#[derive(Debug, Clone, Default)]
pub struct TextLook<'x> {
    /// Words before the text that are not part of it.
    pub prefix: &'x str,
    /// Why it cannot be changed.
    pub locked: Option<&'x str>,
    /// What stands beside it, where that is not its counter.
    pub beside: Option<Beside>,
    /// Its width in points, where it is not the column's.
    pub width: Option<f32>,
}

/// The expression of the ids of videos: any link to one is taken for its id.
const VIDEO_ID: &str = "^[A-Za-z0-9_-]{11}$";

impl Form<'_> {
    /// Draws the field of a place as its rule and its look say.
    pub fn field_of(&mut self, ui: &mut Ui, place: &Place<'_>) {
        if place.field.look == Look::Hidden && !place.is_element {
            if self.state.problems.under(&place.at).next().is_some() {
                self.kept(ui, place);
            }
            return;
        }
        if self.special.is_some_and(|special| special(self, ui, place)) {
            return;
        }
        if place.value.is_some_and(|value| !takes(place.rule, value.kind())) {
            self.wrong_kind(ui, place);
            return;
        }
        match place.rule {
            Rule::Text(..) | Rule::Trimmed(..) | Rule::Pattern(..) => {
                self.text(ui, place, &TextLook::default());
            }
            Rule::OneOf(words) => self.one_of(ui, place, words),
            Rule::Bool | Rule::True => self.switch(ui, place),
            Rule::Number | Rule::Integer(..) | Rule::Within { .. } | Rule::Numbers(_) => self.number(ui, place),
            Rule::Scalar => self.scalar(ui, place),
            Rule::List(_, _, of) => self.list(ui, place, of),
            Rule::Object(shape) => self.object(ui, place, shape),
            Rule::Tagged { .. } => self.tagged(ui, place),
            Rule::Map(of) => self.map(ui, place, of),
            Rule::Any | Rule::Bag | Rule::Vector | Rule::OrNull(_) | Rule::Unwritten(_) => self.kept(ui, place),
        }
    }

    /// A text of one line or several. Returns whether the words beside it were pressed.
    pub fn text(&mut self, ui: &mut Ui, place: &Place<'_>, look: &TextLook<'_>) -> bool {
        let lines = matches!(place.field.look, Look::Lines(_) | Look::Markdown);
        if place.value.is_some_and(|value| long::is_long(value, lines)) {
            self.long_text(ui, place);
            return false;
        }
        if place.field.look == Look::Markdown {
            markdown::show(ui, self, place);
            return false;
        }
        // How long a path or a link is says nothing, unless it is too long; the note tells that.
        let plain = if matches!(place.field.look, Look::Path(_) | Look::Link) { Beside::Nothing } else { Beside::Counter };
        let row = Row::new(place).beside(look.beside.clone().unwrap_or(plain));
        let done = self.row(ui, row, |ui, form| {
            let edit = match place.field.look {
                Look::Path(extensions) => form.path_box(ui, place, look, extensions),
                _ => {
                    let width = look.width.unwrap_or_else(|| ui.available_width());
                    ui.horizontal(|ui| form.text_box(ui, place, look, width)).inner
                }
            };
            form.help_where_empty(ui, place);
            edit
        });
        self.take_text(place, done.inner);
        done.pressed
    }

    /// The box of a text alone.
    pub fn text_box(&mut self, ui: &mut Ui, place: &Place<'_>, look: &TextLook<'_>, width: f32) -> Edit<String> {
        let value = place.text();
        let hint = hint(place);
        let error = self.state.problems.has_error(&place.at);
        let mono = matches!(place.field.look, Look::Mono | Look::Path(_) | Look::Link);
        let mut field = TextField::new(&place.name, &value).hint(&hint).form().error(error).width(width);
        field = field.prefix(look.prefix).locked(look.locked);
        if mono {
            field = field.mono();
        }
        if let Look::Lines(rows) = place.field.look {
            field = field.rows(rows);
        }
        field.show(ui).0
    }

    /// Takes what a person did to a text: an optional one that was emptied is taken out.
    pub fn take_text(&mut self, place: &Place<'_>, edit: Edit<String>) {
        match edit {
            Edit::Idle => {}
            Edit::Preview(text) => self.state.typing = Some((place.at.clone(), text.encode_utf16().count())),
            Edit::Cancel => self.state.typing = None,
            Edit::Commit(text) => {
                self.state.typing = None;
                if text.is_empty() && place.is_optional() {
                    if place.value.is_some() {
                        self.remove(place);
                    }
                    return;
                }
                let text = match place.rule {
                    Rule::Pattern(_, _, pattern) if pattern.regex == VIDEO_ID => youtube_id(&text).unwrap_or(text),
                    _ => text,
                };
                if place.value.is_none() || text != place.text() {
                    self.set(place, text);
                }
            }
        }
    }

    /// The help of a field under it, where nothing stands there yet.
    pub fn help_where_empty(&self, ui: &mut Ui, place: &Place<'_>) {
        if place.value.is_none() && !place.is_element && !place.field.help.is_empty() {
            ui.label(RichText::new(place.field.help).font(small()).color(Tokens::of(ui).text2));
        }
    }

    fn one_of(&mut self, ui: &mut Ui, place: &Place<'_>, words: &'static [&'static str]) {
        let choices: Vec<Choice<'_>> = words.iter().map(|word| Choice::new(*word, names::word(word))).collect();
        self.choice(ui, place, &choices, false, Beside::Nothing);
    }

    /// A picker of words that is written by somebody else: the word that was chosen.
    pub fn chosen(&mut self, ui: &mut Ui, place: &Place<'_>, choices: &[Choice<'_>]) -> Option<String> {
        match self.picker(ui, place, choices, false, Beside::Nothing)? {
            Picked::Value(word) => Some(word),
            Picked::Unset => None,
        }
    }

    /// A picker of words; with `typed` any other can be typed.
    pub fn choice(&mut self, ui: &mut Ui, place: &Place<'_>, choices: &[Choice<'_>], typed: bool, beside: Beside) {
        match self.picker(ui, place, choices, typed, beside) {
            None => {}
            Some(Picked::Unset) if place.value.is_some() => self.remove(place),
            Some(Picked::Unset) => {}
            Some(Picked::Value(word)) if word != place.text() => self.set(place, word),
            Some(Picked::Value(_)) => {}
        }
    }

    fn picker(&mut self, ui: &mut Ui, place: &Place<'_>, choices: &[Choice<'_>], typed: bool, beside: Beside) -> Option<Picked> {
        let picked = self.row(ui, Row::new(place).beside(beside), |ui, form| {
            let value = place.text();
            let known = choices.iter().find(|choice| choice.value == value);
            let shown = match (place.value, known) {
                (None, _) => hint(place),
                (Some(_), Some(choice)) => choice.words.to_string(),
                (Some(_), None) => value.to_string(),
            };
            let pick = Pick {
                name: &place.name,
                shown: &shown,
                current: &value,
                faded: place.value.is_none(),
                error: form.state.problems.has_error(&place.at),
                width: ui.available_width(),
                typed,
                unset: place.is_optional().then_some("Not set"),
            };
            let picked = pick.show(ui, choices);
            form.help_where_empty(ui, place);
            picked
        });
        picked.inner
    }

    fn switch(&mut self, ui: &mut Ui, place: &Place<'_>) {
        let default = place.field.default == "true";
        let stored = place.value.and_then(Ref::as_bool);
        let mut on = stored.unwrap_or(default);
        let changed = self.row(ui, Row::new(place), |ui, form| {
            let changed = ui
                .horizontal(|ui| {
                    let changed = switch(ui, &mut on, "").accessible_name(&place.name).changed();
                    let state = match (stored, on) {
                        (None, true) => "On, as nothing is set",
                        (None, false) => "Off, as nothing is set",
                        (Some(_), true) => "On",
                        (Some(_), false) => "Off",
                    };
                    let t = Tokens::of(ui);
                    let color = if stored.is_none() { t.text3 } else { t.text2 };
                    ui.label(RichText::new(state).font(small()).color(color));
                    changed
                })
                .inner;
            form.help_where_empty(ui, place);
            changed
        });
        if changed.inner {
            match place.rule {
                // The only value that may stand there is true.
                Rule::True if !on => self.remove(place),
                _ => self.set(place, on),
            }
        }
    }

    fn number(&mut self, ui: &mut Ui, place: &Place<'_>) {
        let edit = self.row(ui, Row::new(place), |ui, form| {
            let edit = form.number_box(ui, place, 120.0);
            form.help_where_empty(ui, place);
            edit
        });
        self.take_number(place, edit.inner);
    }

    /// The box of a number alone: text, for what is typed may be none.
    pub fn number_box(&mut self, ui: &mut Ui, place: &Place<'_>, width: f32) -> Edit<String> {
        let raw = place.value.and_then(Ref::raw).unwrap_or_default();
        let raw = if raw.len() > 40 { &raw[..40] } else { raw };
        let pending = self.session.pending(&place.at);
        let shown = pending.map_or(raw, |pending| pending.text.as_str());
        let hint = hint(place);
        let error = pending.is_some() || self.state.problems.has_error(&place.at);
        let field = TextField::new(&place.name, shown).hint(&hint).form().error(error).width(width);
        let id = field.id(ui);
        if let Some(stepped) = step(ui, id, place) {
            return Edit::Commit(stepped);
        }
        let (edit, response) = field.show(ui);
        let escaped = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
        if escaped && pending.is_some() { Edit::Cancel } else { edit }
    }

    /// Takes what was typed into a number field: a number is written, even one that breaks a rule; anything else waits.
    pub fn take_number(&mut self, place: &Place<'_>, edit: Edit<String>) {
        match edit {
            Edit::Idle | Edit::Preview(_) => {}
            Edit::Cancel => self.forget(&place.at),
            Edit::Commit(text) if text.trim().is_empty() && place.is_optional() => {
                self.forget(&place.at);
                if place.value.is_some() {
                    self.remove(place);
                }
            }
            Edit::Commit(text) => match units::scalar(&text) {
                Some(number) if number.is_finite() => {
                    self.forget(&place.at);
                    if place.value.and_then(Ref::as_f64) != Some(number) {
                        self.set(place, number);
                    }
                }
                _ => {
                    let shown: String = text.chars().take(40).collect();
                    let why = if text.trim().is_empty() {
                        "it needs a number".to_owned()
                    } else {
                        format!("“{shown}” is no number")
                    };
                    self.wait(place, &text, why);
                }
            },
        }
    }

    /// A text, a number, or on or off: which of them, and the value.
    fn scalar(&mut self, ui: &mut Ui, place: &Place<'_>) {
        const KINDS: [&str; 3] = ["Text", "Number", "On or off"];
        let kind = match place.value.map(Ref::kind) {
            Some(Kind::Number) => 1,
            Some(Kind::Bool) => 2,
            _ => 0,
        };
        enum Did {
            Kind(usize),
            Text(Edit<String>),
            Number(Edit<String>),
            Flag(bool),
            Nothing,
        }
        let did = self.row(ui, Row::new(place), |ui, form| {
            let chosen = segmented(ui, &format!("{}: kind", place.name), kind, &KINDS);
            if let Some(chosen) = chosen {
                return Did::Kind(chosen);
            }
            match kind {
                1 => Did::Number(form.number_box(ui, place, 160.0)),
                2 => {
                    let mut on = place.value.and_then(Ref::as_bool).unwrap_or(false);
                    let words = if on { "On" } else { "Off" };
                    let changed = switch(ui, &mut on, words).changed();
                    if changed { Did::Flag(on) } else { Did::Nothing }
                }
                _ => Did::Text(form.text_box(ui, place, &TextLook::default(), ui.available_width())),
            }
        });
        match did.inner {
            Did::Kind(kind) => {
                let text = place.value.map(|value| match value.kind() {
                    Kind::String => value.as_str().unwrap_or_default().into_owned(),
                    _ => value.raw().unwrap_or_default().to_owned(),
                });
                let text = text.unwrap_or_default();
                let value: Value = match kind {
                    1 => units::scalar(&text).filter(|n| n.is_finite()).unwrap_or(0.0).into(),
                    2 => (text == "true").into(),
                    _ => text.into(),
                };
                self.forget(&place.at);
                self.set(place, value);
            }
            Did::Text(edit) => self.take_text(place, edit),
            Did::Number(edit) => self.take_number(place, edit),
            Did::Flag(on) => self.set(place, on),
            Did::Nothing => {}
        }
    }
}

/// Whether a rule takes values of this kind at all.
pub(super) fn takes(rule: &Rule, kind: Kind) -> bool {
    match rule {
        Rule::Any => true,
        Rule::Bool | Rule::True => kind == Kind::Bool,
        Rule::Number | Rule::Integer(..) | Rule::Within { .. } | Rule::Numbers(_) => kind == Kind::Number,
        Rule::Scalar => matches!(kind, Kind::String | Kind::Number | Kind::Bool),
        Rule::Text(..) | Rule::Trimmed(..) | Rule::Pattern(..) | Rule::OneOf(_) => kind == Kind::String,
        Rule::Vector | Rule::Bag | Rule::Object(_) | Rule::Map(_) | Rule::Tagged { .. } => kind == Kind::Object,
        Rule::List(..) => kind == Kind::Array,
        Rule::OrNull(rule) => kind == Kind::Null || takes(rule, kind),
        Rule::Unwritten(rule) => takes(rule, kind),
    }
}

/// What a field says while nothing stands in it: that nothing is set, and what that means.
pub(super) fn hint(place: &Place<'_>) -> String {
    if place.value.is_some() {
        return String::new();
    }
    match place.field.default {
        "" | "\"\"" => "Not set".to_owned(),
        default if matches!(place.rule, Rule::Text(..)) => format!("Not set – like {}", default.trim_matches('"')),
        default => {
            let plain = default.trim_matches('"');
            format!("Not set – like {}", names::inside(&names::word(plain)))
        }
    }
}

/// The number after the arrow keys of this frame, in a field that has the keyboard: a step, ten with Shift.
fn step(ui: &Ui, id: egui::Id, place: &Place<'_>) -> Option<String> {
    if !ui.memory(|memory| memory.has_focus(id)) {
        return None;
    }
    let from = place.value.and_then(Ref::as_f64)?;
    ui.memory_mut(|memory| {
        memory.set_focus_lock_filter(id, EventFilter { vertical_arrows: true, horizontal_arrows: true, ..Default::default() });
    });
    let one = if matches!(place.rule, Rule::Within { max, .. } if *max <= 1.0) { 0.01 } else { 1.0 };
    let by = ui.input_mut(|input| {
        let mut by = 0.0;
        for (key, sign) in [(Key::ArrowUp, 1.0), (Key::ArrowDown, -1.0)] {
            by += sign * one * input.count_and_consume_key(Modifiers::NONE, key) as f64;
            by += sign * one * 10.0 * input.count_and_consume_key(Modifiers::SHIFT, key) as f64;
        }
        by
    });
    // Hundredths add up with a binary tail.
    (by != 0.0).then(|| (((from + by) * 1e9).round() / 1e9).to_string())
}
