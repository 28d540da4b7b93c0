//! Pictures, rules and sounds: opening their dialogs, starting their work, and taking in what comes back.

use std::path::PathBuf;
use std::time::Instant;

use tablewright_core::job::Watch;
use tablewright_core::{Error, ErrorKind, rulebook};

use super::open::NO_DIALOG;
use super::{Answer, App};
use crate::guide::Page;
use crate::media::rules::RulesDialog;
use crate::media::work::{Replacement, Seen, Work, better, load, text_of};
use crate::media::{Ask, Came, ChosenFor, From, Target};
use crate::panels::scene::ScenePanel;

impl App {
    /// Does what a panel or a dialog of pictures and rules asked for.
    pub(super) fn media_asked(&mut self, ask: Ask) {
        let Some(session) = &self.session else { return };
        match ask {
            Ask::Picture(target) => self.media.open_crop(target, session),
            Ask::CropAgain(target) => {
                self.media.open_crop(target, session);
                self.load_picture(target, From::Again);
            }
            Ask::AddRules => self.media.open_rules(RulesDialog::add(session)),
            Ask::ReplacePages(index) => self.media.open_rules(RulesDialog::pages(index, session)),
            Ask::RenameRules(index) => {
                let id = session.manifest().and_then(|manifest| rulebook::entry(manifest, index).ok());
                let dialog = id.map(|entry| RulesDialog::rename(index, &entry.id()));
                dialog.into_iter().for_each(|dialog| self.media.open_rules(dialog));
            }
            Ask::WriteRules(index) => {
                let (seen, revision) = (Seen::of(session), session.revision());
                let read = move |_: &dyn Watch| Ok(Answer::Media(Came::Text(index, text_of(&seen, index)?)));
                self.jobs.start("Reading the rules", revision, read);
            }
            Ask::Choose(what) => self.choose_media(what),
            Ask::Load(target, from) => self.load_picture(target, from),
            Ask::Guide => self.guide.open(Page::Pictures),
            Ask::Better(how, path) => {
                let (seen, revision) = (Seen::of(session), session.revision());
                let make = move |_: &dyn Watch| Ok(Answer::Media(Came::Better(Box::new(better(&seen, how, &path)?))));
                self.jobs.start("Making the file better", revision, make);
            }
            Ask::Do(work) => self.start_media(*work),
        }
    }

    fn load_picture(&mut self, target: Target, from: From) {
        let Some(session) = &self.session else { return };
        let (seen, revision) = (Seen::of(session), session.revision());
        let scene = self.scene.as_ref().filter(|_| from == From::Scene);
        let capture = scene.and_then(|scene| ScenePanel::capture(scene, session));
        let name = if from == From::Scene { "Drawing the scene" } else { "Reading the picture" };
        let read = move |watch: &dyn Watch| {
            let loaded = load(&seen, target, &from, capture.as_ref(), watch).map(Box::new);
            watch.check()?;
            Ok(Answer::Media(Came::Loaded(target, loaded)))
        };
        self.media_job = Some(self.jobs.start(name, revision, read));
    }

    fn start_media(&mut self, work: Work) {
        let Some(session) = &self.session else { return };
        let (seen, revision) = (Seen::of(session), session.revision());
        let name = work.name();
        let make = move |watch: &dyn Watch| {
            let made = work.run(&seen, watch).map(Box::new);
            watch.check()?;
            Ok(Answer::Media(Came::Made(made)))
        };
        self.media_job = Some(self.jobs.start(name, revision, make));
    }

    /// Asks for a file in the system's own dialog, on a thread.
    fn choose_media(&mut self, what: ChosenFor) {
        if self.picking {
            return;
        }
        self.picking = true;
        self.jobs.start("Waiting for the file dialog", 0, move |_| {
            let dialog = rfd::AsyncFileDialog::new();
            let dialog = match what {
                ChosenFor::Picture => {
                    let kinds = ["png", "jpg", "jpeg", "webp"];
                    dialog.set_title("Choose a picture").add_filter("Pictures", &kinds)
                }
                ChosenFor::Pdf => dialog.set_title("Choose a PDF").add_filter("PDF", &["pdf"]),
            };
            let asked = Instant::now();
            let picked: Option<PathBuf> = pollster::block_on(dialog.pick_file()).map(|handle| handle.path().to_path_buf());
            // Nobody cancels so fast: there was no dialog.
            if picked.is_none() && asked.elapsed() < NO_DIALOG {
                return Err(Error::new(ErrorKind::NotFound, "The system showed no file dialog")
                    .hint("Install xdg-desktop-portal or zenity, or type the path."));
            }
            Ok(Answer::Media(Came::Chosen(what, picked)))
        });
    }

    /// Takes in what work brought.
    pub(super) fn media_came(&mut self, came: Came) {
        if let Came::Chosen(..) = &came {
            self.picking = false;
        }
        if let Came::Better(made) = came {
            self.made_better(*made);
            return;
        }
        match self.media.came(came) {
            Ok(work) => work.into_iter().for_each(|work| self.change_files(work)),
            Err(error) => self.fail(&error),
        }
    }

    /// Puts a better content in the place of a file.
    fn made_better(&mut self, made: Replacement) {
        let Some(session) = &self.session else { return };
        let Replacement { path, to, bytes, beside, said } = made;
        match session.replace_work(&path, &to, bytes) {
            Ok(mut work) => {
                work.ops.extend(beside);
                self.change_files(work.saying(said));
            }
            Err(error) => self.fail(&error),
        }
    }
}
