//! Plugins: what the pack's scripts call, and the answers to the plugins' settings.

use egui::Ui;

use crate::forms::Form;

/// Draws the tab.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    form.group(ui, "Plugins");
}
