//! The pack's files: looking at them when something changed, carrying out what changes them, and asking about what another
//! program moved.

use tablewright_core::assets::rename::outside::Moved;
use tablewright_core::job::Watch;

use super::dialogs::question_banner;
use super::{Answer, App};
use crate::session::{FileWork, FilesDone, FilesJob, Looked};
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
        let (name, revision) = (job.label().to_owned(), self.session.as_ref().map_or(0, |session| session.revision()));
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
            Ok(notices) => notices.into_iter().for_each(|notice| self.notice(notice)),
            Err(again) => self.run_files(again),
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
