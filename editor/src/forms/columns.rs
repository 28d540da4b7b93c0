//! The three columns of a form: label, field, and what stands beside it (a counter, a lock with its reason, a link).

use egui::{Rect, pos2, vec2};

use crate::theme::METRICS;

/// Where the columns of a page stand, in points of the window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Columns {
    /// Left edge of the page.
    pub left: f32,
    /// Labels of this depth begin so far inside.
    pub inset: f32,
    /// Left edge of the fields.
    pub field: f32,
    /// Width of the fields.
    pub width: f32,
    /// Left edge of the third column.
    pub beside: f32,
    /// Right edge of the page.
    pub right: f32,
}

const LABELS: f32 = 144.0;
const GAP: f32 = 16.0;
const FIELDS: f32 = 464.0;
/// The third column has this much where there is room for it.
const BESIDE: f32 = 152.0;
const LEAST_FIELD: f32 = 260.0;

impl Columns {
    /// The columns of a page that reaches from `left` to `right`.
    pub fn of(left: f32, right: f32) -> Self {
        let room = right - left - LABELS - 2.0 * GAP;
        let width = (room - BESIDE).clamp(LEAST_FIELD, FIELDS);
        let field = left + LABELS + GAP;
        Self { left, inset: 0.0, field, width, beside: field + width + GAP, right }
    }

    /// The same with labels that begin further inside.
    #[must_use]
    pub fn deeper(self, by: f32) -> Self {
        Self { inset: self.inset + by, ..self }
    }

    /// The place of a label whose row begins at `top`.
    pub fn label_at(&self, top: f32) -> Rect {
        let left = self.left + self.inset;
        Rect::from_min_max(pos2(left, top), pos2(self.field - GAP + 8.0, top + METRICS.control_form))
    }

    /// The place of a field whose row begins at `top`, as high as one line.
    pub fn field_at(&self, top: f32) -> Rect {
        Rect::from_min_size(pos2(self.field, top), vec2(self.width, METRICS.control_form))
    }

    /// The place beside a field.
    pub fn beside_at(&self, top: f32) -> Rect {
        let right = self.right.max(self.beside);
        Rect::from_min_max(pos2(self.beside, top), pos2(right, top + METRICS.control_form))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_at_most_464_wide_and_give_way_in_narrow_windows() {
        let wide = Columns::of(32.0, 32.0 + 846.0);
        assert_eq!((wide.field, wide.width, wide.beside), (192.0, 464.0, 672.0));
        let narrow = Columns::of(0.0, 696.0);
        assert_eq!(narrow.width, 696.0 - 176.0 - 152.0);
        assert!(Columns::of(0.0, 300.0).width >= 260.0);
    }
}
