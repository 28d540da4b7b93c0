//! A labelled field: the one way to put a label beside a control, so that all columns of a panel stand on one line.

use egui::{Align, Align2, CornerRadius, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

use super::button::icon_button;
use super::paint::{elided, paint_text};
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, small, strong};

/// Says that the shown variant has its own value here, and what the base has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Own<'a> {
    /// The base's value as a person reads it (`1.661, 2.164, 1.661`).
    pub base: &'a str,
}

/// What came of a field.
#[derive(Debug)]
pub struct FieldResponse<R> {
    /// What the control returned.
    pub inner: R,
    /// The person asked for the base's value.
    pub revert: bool,
    /// Where the whole field stands, for scrolling to it.
    pub rect: Rect,
}

/// A labelled field; see [`field`] for the short form.
pub struct Field<'a> {
    label: &'a str,
    own: Option<Own<'a>>,
    form: bool,
    label_width: Option<f32>,
    hint: Option<&'a str>,
}

impl<'a> Field<'a> {
    /// A dense field of an inspector.
    pub fn new(label: &'a str) -> Self {
        Self { label, own: None, form: false, label_width: None, hint: None }
    }

    /// A field of a form or dialog: 28 high, label in 500 and 13.
    #[must_use]
    pub fn form(mut self) -> Self {
        self.form = true;
        self
    }

    /// Marks the field as this variant's own.
    #[must_use]
    pub fn own(mut self, own: Option<Own<'a>>) -> Self {
        self.own = own;
        self
    }

    /// Another width of the label column than the panel's.
    #[must_use]
    pub fn label_width(mut self, width: f32) -> Self {
        self.label_width = Some(width);
        self
    }

    /// What the label's tooltip explains.
    #[must_use]
    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = Some(hint);
        self
    }

    /// Draws it; `add` draws the control in a `Ui` at the fixed column. Inputs without a name get the label's.
    pub fn show<R>(self, ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> FieldResponse<R> {
        let t = Tokens::of(ui);
        let (height, gap, font) =
            if self.form { (METRICS.control_form, 16.0, strong()) } else { (METRICS.control, 8.0, small()) };
        let label_width = self.label_width.unwrap_or_else(|| if self.form { 144.0 } else { label_width(ui.available_width()) });
        let width = ui.available_width();
        let top = ui.cursor().min;
        let label_rect = Rect::from_min_size(top, vec2(label_width, height));
        let column = Rect::from_min_max(pos2(label_rect.right() + gap, top.y), pos2(top.x + width, top.y + height));
        let label = ui.interact(label_rect, ui.next_auto_id().with("label"), Sense::hover());
        let color = if self.form { t.text } else { t.text2 };
        let galley = elided(ui, self.label, font, color, label_width);
        paint_text(ui, label_rect, Align2::LEFT_CENTER, &galley);
        if let Some(hint) = self.hint {
            super::tip(label, hint, "");
        } else if galley.elided {
            super::tip(label, self.label, "");
        }
        let layout = Layout::left_to_right(Align::Center);
        let mut child = ui.new_child(UiBuilder::new().id_salt(self.label).max_rect(column).layout(layout));
        child.spacing_mut().item_spacing.x = 4.0;
        child.spacing_mut().interact_size.y = height;
        let inner = child.name_inputs(self.label, add);
        let used = child.min_rect();
        let mut rect = Rect::from_min_max(top, pos2(top.x + width, used.bottom().max(label_rect.bottom())));
        ui.allocate_rect(rect, Sense::hover());
        let mut revert = false;
        if let Some(own) = &self.own {
            let bar = Rect::from_min_size(pos2(top.x - 8.0, top.y + 3.0), vec2(3.0, height - 6.0));
            ui.painter().rect_filled(bar, CornerRadius::same(1), t.scope_only);
            let (line, clicked) = base_line(ui, own.base, self.label, column);
            revert = clicked;
            rect = rect.union(line);
        }
        FieldResponse { inner, revert, rect }
    }
}

/// A dense field with its label: the violet bar and the base's value where `own` says so.
pub fn field<R>(ui: &mut Ui, label: &str, own: Option<Own<'_>>, add: impl FnOnce(&mut Ui) -> R) -> FieldResponse<R> {
    Field::new(label).own(own).show(ui, add)
}

/// Width of the label column in a panel whose contents are `width` wide: narrow panels get a narrow one.
pub fn label_width(width: f32) -> f32 {
    if width < 272.0 { 76.0 } else { 92.0 }
}

fn base_line(ui: &mut Ui, base: &str, label: &str, column: Rect) -> (Rect, bool) {
    let t = Tokens::of(ui);
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), 16.0), Sense::hover());
    let words = line.with_min_x(column.left());
    let galley = elided(ui, &format!("Base {base}"), crate::theme::caption(), t.text3, words.width() - 28.0);
    paint_text(ui, words, Align2::LEFT_CENTER, &galley);
    // The target is 24 high although the line is 16: it reaches a little into the spacing on both sides.
    let button = Rect::from_center_size(pos2(line.right() - 12.0, line.center().y), vec2(24.0, 24.0));
    let name = format!("Take the base’s {}", label.to_lowercase());
    let mut child = ui.new_child(UiBuilder::new().id_salt((label, "revert")).max_rect(button));
    let clicked = icon_button(&mut child, Icon::Undo, &name, "", false, None, 24.0).clicked();
    (line, clicked)
}
