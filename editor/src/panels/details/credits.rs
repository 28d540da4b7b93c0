//! Credits: the records that say where the pack's files are from.

use egui::Ui;

use crate::forms::Form;

/// Draws the tab.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    form.group(ui, "Credits");
}
