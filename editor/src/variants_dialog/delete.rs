//! Deleting a variant: says first what is lost, who becomes the base, and asks about what the list does not name.

use egui::{Context, RichText, Ui};
use tablewright_core::scene::keys::label;
use tablewright_core::variants::list_edit::{Lost, UnlistedToo, what_is_lost};

use super::edit;
use crate::panels::Wish;
use crate::session::{Session, VariantEdit};
use crate::theme::{Tokens, body, small};
use crate::widgets::{Dialog, DialogEnd, Tone, note, segmented};

/// The sheet while it is open.
pub(super) struct DeleteSheet {
    id: String,
    lost: Result<Lost, String>,
    /// What becomes of what the list does not name; none until the person has said.
    unlisted: UnlistedToo,
}

impl DeleteSheet {
    pub(super) fn new(session: &Session, id: &str) -> Self {
        let lost = what_is_lost(session.history().roots(), id).map_err(|error| error.to_string());
        Self { id: id.to_owned(), lost, unlisted: UnlistedToo::Ask }
    }

    /// Draws the sheet; whether it stays open.
    pub(super) fn show(&mut self, ctx: &Context, session: &Session, wishes: &mut Vec<Wish>) -> bool {
        let asks = self.lost.as_ref().is_ok_and(|lost| lost.unlisted > 0);
        let blocked = match &self.lost {
            Err(_) => Some("It can’t be deleted now"),
            Ok(_) if asks && self.unlisted == UnlistedToo::Ask => Some("Say first what becomes of what the list doesn’t name"),
            Ok(_) => None,
        };
        let title = format!("Delete {}?", session.variant_name(&self.id));
        let dialog = Dialog::new(&title).width(520.0).main("Delete", blocked).dangerous();
        let response = dialog.show(ctx, |ui| self.body(ui, session));
        match response.end {
            None => true,
            Some(DialogEnd::Confirm) => {
                wishes.push(edit(VariantEdit::Remove(self.id.clone(), self.unlisted)));
                false
            }
            Some(_) => false,
        }
    }

    fn body(&mut self, ui: &mut Ui, session: &Session) {
        let t = Tokens::of(ui);
        let lost = match &self.lost {
            Ok(lost) => lost,
            Err(why) => {
                note(ui, Tone::Error, why, "", None);
                return;
            }
        };
        ui.label(RichText::new(in_words(lost)).font(body()).color(t.text));
        if let Some(base) = &lost.new_base {
            let name = session.variant_name(base);
            let said = format!(
                "It is the base. {name}, the first of those that stay, becomes the base before, and every variant \
                                that stays plays what it played."
            );
            ui.label(RichText::new(said).font(body()).color(t.text2));
        }
        if let Some(last) = &lost.last {
            let name = session.variant_name(last);
            let said = format!(
                "Only {name} stays, and one is no choice: its scene becomes the file, and the pack has no variants \
                                any more."
            );
            ui.label(RichText::new(said).font(body()).color(t.text2));
        }
        if lost.unlisted > 0 {
            let what = if lost.unlisted == 1 { "a variant".to_owned() } else { format!("{} variants", lost.unlisted) };
            let said = format!("The scene also holds {what} that the list doesn’t name.");
            note(ui, Tone::Warning, &said, "With one way to play, differences can stand nowhere.", None);
            let current = match self.unlisted {
                UnlistedToo::Ask => usize::MAX,
                UnlistedToo::AddBack => 0,
                UnlistedToo::Remove => 1,
            };
            if let Some(chosen) = segmented(ui, "What the list doesn’t name", current, &["Add back to the list", "Remove it too"])
            {
                self.unlisted = if chosen == 0 { UnlistedToo::AddBack } else { UnlistedToo::Remove };
            }
        }
        ui.label(RichText::new("Undo brings it back as it was.").font(small()).color(t.text3));
    }
}

/// What is gone with a variant, as sentences.
fn in_words(lost: &Lost) -> String {
    let mut parts = Vec::new();
    let mut count = |n: usize, one: &str, many: &str| {
        if n > 0 {
            parts.push(if n == 1 { format!("1 {one}") } else { format!("{n} {many}") });
        }
    };
    count(lost.only_here, "entity that no other variant has", "entities that no other variant has");
    count(lost.changed, "entity of its own version", "entities of its own version");
    count(lost.removed, "removal", "removals");
    if !lost.keys.is_empty() {
        let keys: Vec<&str> = lost.keys.iter().map(|key| label(key)).collect();
        parts.push(format!("its own {}", keys.join(", ")));
    }
    match parts.as_slice() {
        [] => "Nothing of the scene is lost: another variant plays the same table.".to_owned(),
        [one] => format!("Lost with it: {one}."),
        [first @ .., last] => format!("Lost with it: {} and {last}.", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_is_told_in_one_sentence() {
        assert!(in_words(&Lost::default()).starts_with("Nothing of the scene is lost"));
        let lost = Lost { only_here: 1, changed: 2, keys: vec!["roomSettings".to_owned()], ..Lost::default() };
        let said = "Lost with it: 1 entity that no other variant has, 2 entities of its own version and its own room settings.";
        assert_eq!(in_words(&lost), said);
        assert_eq!(in_words(&Lost { removed: 1, ..Lost::default() }), "Lost with it: 1 removal.");
    }
}
