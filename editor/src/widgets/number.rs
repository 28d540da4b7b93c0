//! Number fields: drag, type with units and sums, step with the arrow keys.

use egui::{Id, Key, Modifiers, RichText, Ui, vec2};

use super::Edit;
use super::units::{self, Unit};
use crate::theme::{Tokens, scoped, sunk};

/// What a number means: how it is shown, typed and stepped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NumberKind {
    /// A length in feet, shown in the given unit.
    Length(Unit),
    /// Degrees.
    Angle,
    /// A number without a unit.
    Scalar,
    /// A whole number.
    Whole,
}

impl NumberKind {
    /// One step of an arrow key, and of one point of a drag, in what is stored.
    fn step(self) -> f64 {
        match self {
            Self::Length(Unit::Foot) | Self::Scalar => 0.01,
            Self::Length(Unit::Inch) => Unit::Inch.to_feet(0.125),
            Self::Length(Unit::Centimetre) => Unit::Centimetre.to_feet(0.25),
            Self::Angle | Self::Whole => 1.0,
        }
    }

    /// As it is shown. `exact` keeps every digit, for a field that is being typed in.
    fn show(self, value: f64, exact: bool) -> String {
        let text = if exact { self.in_unit(value).to_string() } else { plain(self.in_unit(value)) };
        text + self.sign()
    }

    fn in_unit(self, value: f64) -> f64 {
        match self {
            Self::Length(unit) => unit.from_feet(value),
            _ => value,
        }
    }

    fn sign(self) -> &'static str {
        if self == Self::Angle { "°" } else { "" }
    }

    /// As it is shown in a field of `room` points: with fewer decimals where it would not fit. `wide` measures a text.
    fn fit(self, value: f64, room: f32, wide: impl Fn(&str) -> f32) -> String {
        let mut text = self.show(value, false);
        for decimals in (0..4).rev() {
            if wide(&text) <= room {
                break;
            }
            text = short(self.in_unit(value), decimals) + self.sign();
        }
        text
    }

    fn read(self, text: &str) -> Option<f64> {
        match self {
            Self::Length(unit) => units::length(text, unit),
            Self::Angle => units::angle(text),
            Self::Scalar => units::scalar(text),
            Self::Whole => units::scalar(text).map(f64::round),
        }
    }
}

/// A number for the eye: at most four decimals, fewer where there are many digits before the point, no needless zeros, a
/// true minus sign.
pub fn plain(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    if value != 0.0 && (value.abs() >= 1e12 || value.abs() < 0.00005) {
        return format!("{value:e}").replace('-', "−");
    }
    let decimals = match value.abs() {
        ..10.0 => 4,
        ..100.0 => 3,
        ..1000.0 => 2,
        _ => 1,
    };
    short(value, decimals)
}

fn short(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

/// The axis whose letter stands in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// Across the table.
    X,
    /// Up.
    Y,
    /// Along the table.
    Z,
}

impl Axis {
    const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    fn letter(self) -> &'static str {
        ["X", "Y", "Z"][self as usize]
    }
}

/// One number field.
pub struct NumberField<'a> {
    value: f64,
    kind: NumberKind,
    name: &'a str,
    axis: Option<Axis>,
    mixed: bool,
    range: std::ops::RangeInclusive<f64>,
    width: Option<f32>,
}

/// What is kept while a drag lasts: the value that is shown instead of the document's.
#[derive(Debug, Clone, Copy)]
struct Draft(f64);

impl<'a> NumberField<'a> {
    /// A field called `name` that shows `value`.
    pub fn new(name: &'a str, value: f64, kind: NumberKind) -> Self {
        Self { value, kind, name, axis: None, mixed: false, range: f64::MIN..=f64::MAX, width: None }
    }

    /// The letter of an axis at the left.
    #[must_use]
    pub fn axis(mut self, axis: Axis) -> Self {
        self.axis = Some(axis);
        self
    }

    /// Several things differ here: shows *Mixed*; typing replaces all.
    #[must_use]
    pub fn mixed(mut self, mixed: bool) -> Self {
        self.mixed = mixed;
        self
    }

    /// Typed and dragged values are kept inside.
    #[must_use]
    pub fn range(mut self, range: std::ops::RangeInclusive<f64>) -> Self {
        self.range = range;
        self
    }

    /// Width in points; otherwise all that is left.
    #[must_use]
    pub fn width(mut self, width: f32) -> Self {
        self.width = Some(width);
        self
    }

    /// Draws it and tells what the person did.
    pub fn show(self, ui: &mut Ui) -> Edit<f64> {
        let width = self.width.unwrap_or_else(|| ui.available_width());
        let height = ui.spacing().interact_size.y.max(24.0);
        scoped(
            ui,
            |_| {},
            |ui| {
                sunk(ui);
                self.draw(ui, vec2(width, height))
            },
        )
    }

    fn draw(self, ui: &mut Ui, size: egui::Vec2) -> Edit<f64> {
        let t = Tokens::of(ui);
        let id = ui.next_auto_id();
        let draft = id.with("draft");
        let stored: Option<Draft> = ui.data(|data| data.get_temp(draft));
        let before = stored.map_or(self.value, |draft| draft.0);
        let typing = ui.memory(|memory| memory.has_focus(id));
        let stepped = if typing { self.stepped(ui, before) } else { None };
        let mut value = stepped.unwrap_or(before);
        let (kind, mixed) = (self.kind, self.mixed && stepped.is_none() && stored.is_none());
        // The letter and the edges; long numbers come closer to the edges before they lose decimals.
        let fixed = if self.axis.is_some() { 13.0 } else { 4.0 };
        let wide =
            |text: &str| super::elided(ui, text, crate::theme::small(), egui::Color32::PLACEHOLDER, f32::INFINITY).size().x;
        let pad = if wide(&kind.show(value, false)) <= size.x - fixed - 12.0 { 6.0 } else { 3.0 };
        let shown = kind.fit(value, size.x - fixed - 2.0 * pad, wide);
        ui.spacing_mut().button_padding = vec2(pad, 0.0);
        let shown_of = value;
        let mut drag = egui::DragValue::new(&mut value)
            .speed(kind.step())
            .range(self.range.clone())
            .clamp_existing_to_range(false)
            .update_while_editing(false)
            .min_size(size)
            .custom_formatter(move |value, _| match (mixed, typing) {
                (true, _) => "Mixed".to_owned(),
                (false, false) if value == shown_of => shown.clone(),
                (false, typing) => kind.show(value, typing),
            })
            .custom_parser(move |text| kind.read(text));
        if let Some(axis) = self.axis {
            let letter = RichText::new(axis.letter()).color(t.axes[axis as usize]).font(crate::theme::caption_medium());
            drag = drag.prefix((letter, egui::Atom::grow()));
        } else {
            drag = drag.suffix(egui::Atom::grow());
        }
        // Added without a child `Ui`, for the drag value takes the id that was asked for above.
        let response = ui.add(drag).accessible_name(self.name);
        let escaped = ui.input(|input| input.key_pressed(Key::Escape));
        finish(ui, draft, &response, Outcome { document: self.value, value, stepped: stepped.is_some(), escaped })
    }

    /// The value after the arrow keys of this frame: a step, ten with Shift, a tenth with Alt.
    fn stepped(&self, ui: &Ui, from: f64) -> Option<f64> {
        let count = ui.input_mut(|input| {
            let mut count = 0.0;
            input.events.retain(|event| {
                let egui::Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
                let up = match key {
                    Key::ArrowUp => 1.0,
                    Key::ArrowDown => -1.0,
                    _ => return true,
                };
                count += up * self.step_factor(*modifiers);
                false
            });
            count
        });
        if count == 0.0 {
            return None;
        }
        let raw = from + count * self.kind.step();
        // Steps add up decimal fractions; without this 0.1 + 0.2 would show its binary tail.
        let tidy = format!("{raw:.10}").parse().unwrap_or(raw);
        Some(f64::clamp(tidy, *self.range.start(), *self.range.end()))
    }

    fn step_factor(&self, held: Modifiers) -> f64 {
        match (held.shift, held.alt) {
            (true, _) => 10.0,
            // A whole number has no tenth of a step.
            (false, true) if self.kind != NumberKind::Whole => 0.1,
            _ => 1.0,
        }
    }
}

#[derive(Clone, Copy)]
struct Outcome {
    document: f64,
    value: f64,
    stepped: bool,
    escaped: bool,
}

fn finish(ui: &Ui, draft: Id, response: &egui::Response, out: Outcome) -> Edit<f64> {
    let forget = || ui.data_mut(|data| data.remove::<Draft>(draft));
    if response.dragged() {
        if out.value == out.document && !response.changed() {
            return Edit::Idle;
        }
        ui.data_mut(|data| data.insert_temp(draft, Draft(out.value)));
        return Edit::Preview(out.value);
    }
    let was_dragging = ui.data(|data| data.get_temp::<Draft>(draft)).is_some();
    if was_dragging {
        forget();
        return match (out.escaped, out.value == out.document) {
            (true, _) => Edit::Cancel,
            (false, true) => Edit::Idle,
            (false, false) => Edit::Commit(out.value),
        };
    }
    if (response.changed() || out.stepped) && out.value != out.document && !out.escaped {
        return Edit::Commit(out.value);
    }
    Edit::Idle
}

/// Three numbers side by side with the letters of the axes. `name` is what the three are called together.
pub fn vec3(ui: &mut Ui, name: &str, value: [f64; 3], mixed: [bool; 3], kind: NumberKind) -> Edit<[f64; 3]> {
    let gap = ui.spacing().item_spacing.x;
    let width = ((ui.available_width() - 2.0 * gap) / 3.0).floor().max(40.0);
    let mut edit = Edit::Idle;
    ui.horizontal(|ui| {
        for axis in Axis::ALL {
            let index = axis as usize;
            let label = format!("{name} {}", axis.letter());
            let field = NumberField::new(&label, value[index], kind).axis(axis).mixed(mixed[index]).width(width);
            let one = field.show(ui).map(|changed| {
                let mut all = value;
                all[index] = changed;
                all
            });
            if one != Edit::Idle {
                edit = one;
            }
        }
    });
    edit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_the_eye() {
        for (value, text) in [
            (1.51, "1.51"),
            (2.164, "2.164"),
            (51.0, "51"),
            (-0.5, "−0.5"),
            (9.12345, "9.1235"),
            (12.12345, "12.123"),
            (120.126, "120.13"),
            (-1000.0, "−1000"),
            (0.099_999_999_999_999_87, "0.1"),
            (-0.0, "0"),
            (0.0, "0"),
            (1e-7, "1e−7"),
            (f64::INFINITY, "–"),
        ] {
            assert_eq!(plain(value), text);
        }
    }

    #[test]
    fn what_is_shown_exactly_reads_back() {
        let kinds = [NumberKind::Length(Unit::Foot), NumberKind::Angle, NumberKind::Scalar];
        for kind in kinds {
            for value in [0.099_999_999_999_999_87, -1.151_150_291_666_666_7, 2.449_293_598_294_706_4e-16, 51.0] {
                assert_eq!(kind.read(&kind.show(value, true)), Some(value), "{kind:?} {value}");
            }
        }
    }

    #[test]
    fn whole_numbers_round() {
        assert_eq!(NumberKind::Whole.read("2.6"), Some(3.0));
        assert_eq!(NumberKind::Whole.read("Mixed"), None);
    }
}
