//! Credits: the records that say where the pack's files are from, as records or field by field.

use egui::{Rect, Ui, UiBuilder, vec2};

use crate::forms::Form;
use crate::widgets::segmented;

/// The height of the bar that chooses between both.
const BAR: f32 = 44.0;

/// Draws the tab field by field.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    form.group(ui, "Credits");
}

/// Draws the bar that chooses between records and fields, and gives the room below it.
pub(super) fn views(ui: &mut Ui, room: Rect, fields: &mut bool) -> Rect {
    let bar = room.with_max_y(room.top() + BAR).shrink2(vec2(super::EDGE, 10.0));
    let mut child = ui.new_child(UiBuilder::new().id_salt("credit views").max_rect(bar));
    if let Some(choice) = segmented(&mut child, "Show the credits as", usize::from(*fields), &["Records", "Fields"]) {
        *fields = choice == 1;
    }
    room.with_min_y(room.top() + BAR)
}
