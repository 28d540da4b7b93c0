//! The files that the selected piece needs: those that it names, and what its materials, its prefab and its scripts name.

use std::sync::{Arc, Weak};

use egui::Ui;
use tablewright_core::assets::Needs;

use crate::icons::Icon;
use crate::panels::Wish;
use crate::session::{Look, Session};
use crate::widgets::{Row, section};

/// What the piece needs, found once for each look at the files and each selection.
#[derive(Default)]
pub(super) struct Needed {
    of: Option<(Weak<Look>, u64, String, String)>,
    /// Name, folder and path.
    files: Vec<(String, String, String)>,
}

impl Needed {
    /// Draws the list, where one piece is selected that needs files; a press on one shows it in the list of files.
    pub(super) fn show(&mut self, ui: &mut Ui, session: &Session, wishes: &mut Vec<Wish>) {
        let ([id], Some(look)) = (session.selection(), session.look()) else { return };
        self.refresh(session, look, id);
        if self.files.is_empty() {
            return;
        }
        section(ui, "Files", |ui| {
            for (name, folder, path) in &self.files {
                let row = Row::new(name).icon(Icon::File).meta(folder).focusable().show_with(ui, |_, _| {});
                if row.response.clicked() {
                    wishes.push(Wish::ShowFile(path.clone()));
                }
            }
        });
    }

    fn refresh(&mut self, session: &Session, look: &Arc<Look>, id: &str) {
        let known = self.of.as_ref().is_some_and(|(of, revision, shown, selected)| {
            std::ptr::eq(of.as_ptr(), Arc::as_ptr(look))
                && *revision == session.revision()
                && shown == session.shown()
                && selected == id
        });
        if known {
            return;
        }
        self.of = Some((Arc::downgrade(look), session.revision(), session.shown().to_owned(), id.to_owned()));
        self.files = needed(session, look, id).unwrap_or_default();
    }
}

fn needed(session: &Session, look: &Look, id: &str) -> Option<Vec<(String, String, String)>> {
    let resolved = session.resolved()?;
    let entity = resolved.entities.iter().find(|entity| entity.entity().id().is_some_and(|other| other == id))?;
    let needs = Needs::of(session.scene()?, &look.survey.listing, &look.memory);
    let parts = |path: &str| {
        let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (&path[..=folder.len()], name));
        (name.to_owned(), folder.to_owned(), path.to_owned())
    };
    Some(needs.at(&resolved.pointer(entity)).iter().map(|path| parts(path.as_str())).collect())
}
