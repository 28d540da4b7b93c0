//! The pack's files: looking at them when something changed, carrying out what changes them, and asking about what another
//! program moved.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use tablewright_core::assets::rename::outside::Moved;
use tablewright_core::assets::state::TOO_LARGE;
use tablewright_core::job::Watch;
use tablewright_core::pack::{Content, PackPath, extension};
use tablewright_core::{Error, ErrorKind, Result};

use super::carry_out::reveal;
use super::dialogs::question_banner;
use super::open::{NO_DIALOG, no_dialog};
use super::{Answer, App};
use crate::dock::Workspace;
use crate::session::{FileWork, FilesDone, FilesEnd, FilesJob, Looked, Session};
use crate::theme::METRICS;
use crate::widgets::Tone;

impl App {
    /// Starts the look or the change of files that is due. While files are changed nothing looks at them.
    pub(super) fn start_files(&mut self) {
        if self.filing.is_some() || self.saving.is_some() {
            return;
        }
        if let Some(work) = self.file_works.pop_front() {
            let job = self.session.as_ref().map(|session| session.files_job(work));
            match job {
                Some(Ok(job)) => self.run_files(job),
                Some(Err(error)) => self.fail(&error),
                None => {}
            }
            return;
        }
        // Checking comes first: people wait for it.
        let Some(session) = self.session.as_mut().filter(|_| self.looking.is_none() && self.checking.is_none()) else { return };
        let stale = session.look_is_stale();
        if stale || session.wants_hashes() {
            let (job, revision) = (session.look_job(!stale), session.revision());
            let look = move |watch: &dyn Watch| Ok(Answer::Looked(Box::new(job.run(watch)?)));
            self.looking =
                Some(self.jobs.start(if stale { "Looking at the files" } else { "Reading the files" }, revision, look));
        }
    }

    /// Starts a change of files, or lets it wait for the one that runs.
    pub(super) fn change_files(&mut self, work: FileWork) {
        self.file_works.push_back(work);
    }

    fn run_files(&mut self, job: FilesJob) {
        // What a look that runs now finds is neither before nor after.
        if let Some(looking) = self.looking.take() {
            self.jobs.cancel(looking);
        }
        let (name, revision) = (job.label().to_owned(), self.session.as_ref().map_or(0, Session::revision));
        let change = move |watch: &dyn Watch| Ok(Answer::Filed(Box::new(job.run(watch)?)));
        self.filing = Some(self.jobs.start(name, revision, change));
    }

    pub(super) fn looked(&mut self, looked: Looked) {
        let Some(session) = &mut self.session else { return };
        if let Some(watch) = &mut self.watch {
            watch.follow(session.root());
        }
        let notices = session.looked(looked);
        notices.into_iter().for_each(|notice| self.notice(notice));
    }

    pub(super) fn filed(&mut self, done: FilesDone) {
        let Some(session) = &mut self.session else { return };
        match session.files_done(done) {
            FilesEnd::Done(notices) => notices.into_iter().for_each(|notice| self.notice(notice)),
            FilesEnd::Again(job) => self.run_files(*job),
        }
        if let Some(session) = &mut self.session {
            session.check_again();
        }
        if let Some(scene) = &mut self.scene {
            scene.refresh_assets();
        }
    }

    /// Asks whether the pack is to follow what another program moved.
    pub(super) fn moved_banner(&mut self, ui: &mut egui::Ui) {
        let Some(moved) = self.session.as_ref().and_then(|session| session.moved_outside()) else { return };
        let sentence = moved_sentence(moved);
        let answer = egui::Panel::top("moved outside")
            .exact_size(METRICS.top_bar)
            .show_separator_line(false)
            .frame(egui::Frame::new())
            .show(ui, |ui| question_banner(ui, Tone::Info, &sentence, &["Follow", "Leave it"]))
            .inner;
        let Some(session) = self.session.as_mut().filter(|_| answer.is_some()) else { return };
        if answer == Some(1) {
            session.leave_moved();
            return;
        }
        match session.follow_moved() {
            Ok(work) => work.into_iter().for_each(|work| self.change_files(work)),
            Err(error) => self.fail(&error),
        }
        ui.ctx().request_repaint();
    }
}

impl App {
    /// Shows a file in the list of files.
    pub(super) fn show_file(&mut self, path: &str) {
        self.dock.show_workspace(Workspace::Files);
        self.files.go_to(path);
    }

    /// Shows a file in the system's file manager: its folder, for not every one can select a file.
    pub(super) fn reveal_file(&mut self, path: &str) {
        let Some(session) = &self.session else { return };
        let file = session.root().join(path);
        let folder = file.parent().unwrap_or(session.root()).to_path_buf();
        if let Err(error) = reveal(&folder) {
            self.fail(&Error::io("Couldn’t show the folder", &folder, error));
        }
    }

    pub(super) fn ask_delete_files(&mut self) {
        let asked = self.session.as_ref().map(|session| self.files.delete(session));
        if let Some(Err(error)) = asked {
            self.fail(&error);
        }
    }

    /// Lets the person choose a file that takes the place of this one, and reads it.
    pub(super) fn ask_replacement(&mut self, path: &str) {
        let Ok(path) = PackPath::parse(path) else { return };
        if self.picking {
            return;
        }
        self.picking = true;
        self.jobs.start("Waiting for the file dialog", 0, move |_| {
            let asked = Instant::now();
            let dialog = rfd::AsyncFileDialog::new().set_title(format!("A new {}", path.name()));
            let chosen = pollster::block_on(dialog.pick_file()).map(|handle| handle.path().to_path_buf());
            let Some(chosen) = chosen else {
                return if asked.elapsed() < NO_DIALOG {
                    Err(no_dialog("drop the file onto this window"))
                } else {
                    Ok(Answer::Replacement(path, None))
                };
            };
            read_replacement(&path, &chosen).map(|read| Answer::Replacement(path, Some(read)))
        });
    }

    pub(super) fn replaced(&mut self, path: &PackPath, read: Option<(PackPath, Arc<[u8]>)>) {
        self.picking = false;
        let (Some((to, bytes)), Some(session)) = (read, &self.session) else { return };
        match session.replace_work(path, &to, bytes) {
            Ok(work) => self.change_files(work),
            Err(error) => self.fail(&error),
        }
    }
}

/// The content of a file that takes the place of `path`, and the path that it gets: its own extension where that differs.
fn read_replacement(path: &PackPath, chosen: &Path) -> Result<(PackPath, Arc<[u8]>)> {
    let failed = |error| Error::io("Couldn’t read the file", chosen, error);
    if std::fs::metadata(chosen).map_err(failed)?.len() > TOO_LARGE {
        return Err(Error::new(ErrorKind::Refused, "The file has more than 100 MB")
            .at(chosen)
            .hint("GitHub takes no such file."));
    }
    let bytes = std::fs::read(chosen).map_err(failed)?;
    let old = extension(path.as_str()).unwrap_or_default();
    let content = Content::of(&bytes);
    let new = match content {
        Some(content) if content.fits(old) => old.to_owned(),
        Some(content) => content.extensions().first().map_or_else(|| old.to_owned(), |usual| (*usual).to_owned()),
        None => chosen.extension().and_then(|end| end.to_str()).unwrap_or(old).to_lowercase(),
    };
    let to = if new.eq_ignore_ascii_case(old) {
        path.clone()
    } else {
        PackPath::parse(&format!("{}{new}", &path.as_str()[..path.as_str().len() - old.len()]))?
    };
    Ok((to, bytes.into()))
}

/// What was moved, asked about once for a whole folder.
fn moved_sentence(moved: &Moved) -> String {
    let count = moved.renames.len();
    match (&moved.folder, moved.renames.as_slice()) {
        (Some((from, to)), _) => {
            let files = if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
            format!("The folder {from} is {to} now, with {files}. Should all that names them follow?")
        }
        (None, [(from, to)]) => format!("{from} is {to} now. Should all that names it follow?"),
        (None, _) => format!("{count} files have other places now. Should all that names them follow?"),
    }
}
