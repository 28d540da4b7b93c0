//! Dependencies: packs that this one builds on, each at one exact version.

use egui::Ui;

use crate::forms::Form;

/// Draws the tab.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    form.group(ui, "Dependencies");
}
