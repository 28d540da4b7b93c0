//! The steps of this pack, the latest at the bottom; a click goes there.

use egui::{ScrollArea, Ui};

use super::{View, Wish};
use crate::icons::Icon;
use crate::session::Action;
use crate::theme::METRICS;
use crate::widgets::{List, Row, Selection, Tone, chip};

/// The panel's own state.
#[derive(Debug, Default)]
pub struct HistoryPanel {
    head: Option<usize>,
}

impl HistoryPanel {
    /// Draws the panel.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>) -> Vec<Wish> {
        let history = view.session.history();
        let steps: Vec<_> = history.steps().collect();
        let rect = ui.available_rect_before_wrap();
        let list = List::begin(ui, "History", rect);
        if view.state.take_keyboard {
            list.claim(ui);
        }
        let mut wishes = Vec::new();
        let go = |index: usize| Wish::Act(Action::GoTo(index));
        if let Some(target) = list.keys().target(Some(history.head()), steps.len()) {
            wishes.push(go(steps[target].index));
        }
        let scroll_to = (self.head != Some(history.head())).then_some(history.head());
        self.head = Some(history.head());
        let mut area = ScrollArea::vertical().auto_shrink(false);
        if let Some(head) = scroll_to {
            let target = head as f32 * METRICS.row - rect.height() / 2.0;
            area = area.vertical_scroll_offset(target.max(0.0));
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        area.show_rows(ui, METRICS.row, steps.len(), |ui, range| {
            for step in &steps[range] {
                let label = if step.index == 0 { "As opened" } else { step.label };
                let icon = if step.index == 0 { Icon::FolderOpen } else { Icon::Commit };
                let row = Row::new(label).icon(icon).faded(step.undone).selected(Selection::of(step.current, view.state.focused));
                let response = row.show(ui).response;
                if step.saved {
                    let at = response.rect.right_center() - egui::vec2(92.0, 10.0);
                    let rect = egui::Rect::from_min_size(at, egui::vec2(84.0, 20.0));
                    chip(&mut ui.new_child(egui::UiBuilder::new().max_rect(rect)), Tone::Success, "Saved");
                }
                if response.clicked() {
                    list.claim(ui);
                    wishes.push(go(step.index));
                }
            }
        });
        wishes
    }
}
