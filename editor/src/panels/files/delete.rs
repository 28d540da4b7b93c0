//! The question before files go into the bin: which, and who uses them.

use egui::Ui;
use tablewright_core::pack::PackPath;

use super::row::used_in;
use crate::session::{FileWork, Session};
use crate::theme::{Tokens, body, mono};
use crate::widgets::{Dialog, DialogEnd, Tone, note};

/// At most so many names are shown.
const NAMES: usize = 8;

/// What is asked about.
pub(super) struct Deleting {
    title: String,
    names: Vec<String>,
    /// How many more there are.
    more: usize,
    /// How many places use them.
    uses: usize,
    /// What the person should know before.
    told: Vec<String>,
    /// What is done on *Delete*, or why it cannot be.
    work: Result<FileWork, String>,
}

impl Deleting {
    /// The question about the files at these paths; `None` where there is nothing to ask about.
    pub(super) fn of(session: &Session, paths: &[String]) -> Option<Self> {
        let look = session.look()?;
        // What is not there cannot be deleted, nor what no path can name.
        let there = |path: &&String| look.survey.inventory.get(path).is_some_and(|row| row.size.is_some());
        let there: Vec<PackPath> = paths.iter().filter(there).filter_map(|path| PackPath::parse(path).ok()).collect();
        let first = there.first()?;
        let title = if there.len() == 1 { format!("Delete {}", first.name()) } else { format!("Delete {} files", there.len()) };
        let uses = there.iter().map(|path| look.survey.references.uses(path.as_str()).count()).sum();
        let names = there.iter().take(NAMES).map(|path| path.as_str().to_owned()).collect();
        let (work, told) = match session.delete_work(&there) {
            Ok((work, told)) => (Ok(work), told),
            Err(error) => (Err(error.to_string()), Vec::new()),
        };
        Some(Self { title, names, more: there.len().saturating_sub(NAMES), uses, told, work })
    }

    /// Draws the dialog. `Some(None)` is *Cancel*.
    pub(super) fn show(&self, ui: &Ui) -> Option<Option<FileWork>> {
        let t = Tokens::of(ui);
        let blocked = self.work.as_ref().err().map(String::as_str);
        let dialog = Dialog::new(&self.title).dangerous().main("Delete", blocked);
        let response = dialog.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            for name in &self.names {
                ui.add(egui::Label::new(egui::RichText::new(name).font(mono()).color(t.text)).truncate());
            }
            if self.more > 0 {
                ui.label(egui::RichText::new(format!("and {} more", self.more)).font(body()).color(t.text3));
            }
            ui.add_space(8.0);
            if self.uses > 0 {
                let whose = if self.names.len() + self.more == 1 { "It is" } else { "They are" };
                note(ui, Tone::Warning, &format!("{whose} used in {}.", used_in(self.uses)), &self.told.join(" "), None);
            } else if !self.told.is_empty() {
                note(ui, Tone::Info, &self.told.join(" "), "", None);
            }
            if let Some(why) = blocked {
                note(ui, Tone::Error, why, "", None);
            }
            let what = "What is deleted goes into the bin, and Undo brings it back.";
            ui.label(egui::RichText::new(what).font(body()).color(t.text2));
        });
        match response.end? {
            DialogEnd::Confirm => Some(self.work.as_ref().ok().cloned()),
            DialogEnd::Cancel | DialogEnd::Other => Some(None),
        }
    }
}
