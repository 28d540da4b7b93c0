//! Sounds: the sets that scripts play by name.

use egui::Ui;

use crate::forms::Form;

/// Draws the tab.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    form.group(ui, "Sounds");
}
