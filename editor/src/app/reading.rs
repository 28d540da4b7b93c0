//! Reading the manifest of a plugin or of another pack, for the mod details: as a job, from a file dialog, from a drop.

use std::path::PathBuf;
use std::time::Instant;

use super::open::{NO_DIALOG, no_dialog};
use super::{Answer, App};
use crate::dock::Workspace;
use crate::panels::details::library::{Asked, What};

impl App {
    /// Starts to read; one at a time.
    pub(super) fn read_manifest(&mut self, asked: Asked) {
        let Some(session) = self.session.as_ref().filter(|_| self.reading.is_none()) else { return };
        let state = session.state_dir().to_path_buf();
        self.details.began_reading(asked.clone());
        let name = format!("Reading {}", asked.source.as_text());
        self.reading = Some(self.jobs.start(name, session.revision(), move |watch| {
            // A failure is told in the panel that asked, not over the window.
            let found = asked.read(&state, watch);
            Ok(Answer::Read(asked, found))
        }));
    }

    /// Stops the reading. The panel asks again at once: a server that says nothing is left to its thread, and what it
    /// answers later is not asked for any more.
    pub(super) fn stop_reading(&mut self) {
        if let Some(id) = self.reading.take() {
            self.jobs.cancel(id);
            self.details.broke_off_reading();
        }
    }

    /// Asks for the file in a dialog of the system.
    pub(super) fn pick_manifest(&mut self, what: What, expect: Option<String>) {
        if self.picking {
            return;
        }
        self.picking = true;
        let name = what.files().first().copied().unwrap_or_default();
        self.jobs.start("Waiting for the file dialog", 0, move |_| {
            let dialog = rfd::AsyncFileDialog::new().set_title(format!("Choose {name}")).add_filter("JSON", &["json"]);
            let asked = Instant::now();
            let picked = pollster::block_on(dialog.pick_file()).map(|handle| handle.path().to_path_buf());
            // Nobody cancels so fast: there was no dialog.
            if picked.is_none() && asked.elapsed() < NO_DIALOG {
                return Err(no_dialog("type the path"));
            }
            Ok(Answer::Chosen(what, expect, picked))
        });
    }

    /// Goes on with the file that was chosen.
    pub(super) fn chose_manifest(&mut self, what: What, expect: Option<String>, path: Option<PathBuf>) {
        self.picking = false;
        if let Some(path) = path {
            let asked = self.details.chose(what, expect, &path);
            self.read_manifest(asked);
        }
    }

    /// What is dropped while a tab is shown that can use it is read there. Returns whether it was.
    pub(super) fn take_drop(&mut self, ctx: &egui::Context) -> bool {
        let Some(what) = self.details.takes_drops().filter(|_| self.dock.shown() == Workspace::ModDetails) else { return false };
        let path = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_path_buf()));
        let Some(path) = path else { return false };
        let asked = self.details.chose(what, None, &path);
        self.read_manifest(asked);
        true
    }
}
