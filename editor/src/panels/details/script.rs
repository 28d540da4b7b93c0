//! Script: the entry points, what the script may do, and who plays by computer.

use egui::Ui;

use crate::forms::Form;

/// Draws the tab.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    form.group(ui, "Script");
}
