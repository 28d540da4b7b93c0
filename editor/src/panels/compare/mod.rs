//! Two to four variants side by side.

use egui::Ui;

use super::{View, Wish};
use crate::icons::Icon;
use crate::widgets::{Tone, empty_state};

/// The panel.
#[derive(Debug, Default)]
pub struct ComparePanel;

impl ComparePanel {
    /// Draws the panel.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>) -> Vec<Wish> {
        if view.session.variants().len() < 2 {
            let purpose = "One way to play it. A pack with two variants or more shows here how they differ.";
            empty_state(ui, Tone::Plain, Icon::Compare, "No variants", purpose, None);
        }
        Vec::new()
    }
}
