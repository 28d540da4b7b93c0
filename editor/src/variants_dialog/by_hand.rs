//! *Detach all scripts in this variant*: for the same game, played by hand.

use egui::{Context, RichText};

use super::changes::ByHand;
use super::edit;
use crate::panels::Wish;
use crate::session::{Session, VariantEdit};
use crate::theme::{Tokens, body};
use crate::widgets::{Dialog, DialogEnd, Tone, note};

/// The sheet while it is open.
pub(super) struct ByHandSheet {
    id: String,
    attached: ByHand,
    reminder: String,
}

impl ByHandSheet {
    pub(super) fn new(session: &Session, id: &str, attached: ByHand) -> Self {
        Self { id: id.to_owned(), attached, reminder: session.by_hand_reminder() }
    }

    /// Draws the sheet; whether it stays open.
    pub(super) fn show(&self, ctx: &Context, session: &Session, wishes: &mut Vec<Wish>) -> bool {
        let name = session.variant_name(&self.id);
        let title = format!("Detach all scripts in {name}");
        let response = Dialog::new(&title).width(560.0).main("Detach all scripts", None).show(ctx, |ui| {
            let t = Tokens::of(ui);
            let said = format!(
                "Attached in {name}: {}. They are detached in this variant’s own scene; no other variant changes.",
                self.attached.in_words()
            );
            ui.label(RichText::new(said).font(body()).color(t.text));
            note(ui, Tone::Warning, &self.reminder, "", None);
        });
        match response.end {
            None => true,
            Some(DialogEnd::Confirm) => {
                wishes.push(edit(VariantEdit::DetachScripts(self.id.clone())));
                false
            }
            Some(_) => false,
        }
    }
}
