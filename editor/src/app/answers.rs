//! Taking in what jobs bring back.

use tablewright_core::publish::Outcome;
use tablewright_core::{Error, ErrorKind};

use super::dialogs::DialogKind;
use super::{Answer, App, ToastAction};
use crate::jobs::{Finished, JobId};
use crate::media::Came;
use crate::toasts::Toast;
use crate::widgets::Tone;

impl App {
    /// Takes in every answer that has come.
    pub(super) fn take_answers(&mut self, ctx: &egui::Context) {
        for finished in self.jobs.finished() {
            let Finished { id, revision, result, .. } = finished;
            let asked_for = result.as_ref().map_or(true, |answer| self.is_asked_for(id, answer));
            if result.is_err() && self.reading == Some(id) {
                self.details.broke_off_reading();
            }
            if result.is_err() && self.media_job == Some(id) {
                self.media.broke_off();
            }
            self.forget_job(id);
            if !asked_for {
                continue;
            }
            match result {
                Ok(answer) => self.take_answer(ctx, revision, answer),
                Err(error) => self.job_failed(&error),
            }
        }
    }

    /// Whether an answer is still waited for: another pack may have been opened meanwhile, or other words searched for.
    fn is_asked_for(&self, id: JobId, answer: &Answer) -> bool {
        match answer {
            Answer::Checked(_) => self.checking == Some(id),
            Answer::Found(_) => self.finding == Some(id),
            Answer::Fixed(_) => self.fixing == Some(id),
            Answer::Read(..) => self.reading == Some(id),
            Answer::Looked(_) => self.looking == Some(id),
            Answer::Import(_) => self.importing == Some(id),
            Answer::Media(Came::Loaded(..) | Came::Made(_)) => self.media_job == Some(id),
            _ => true,
        }
    }

    fn forget_job(&mut self, id: JobId) {
        let slots = [
            &mut self.saving,
            &mut self.checking,
            &mut self.finding,
            &mut self.fixing,
            &mut self.publishing,
            &mut self.reading,
            &mut self.importing,
            &mut self.looking,
            &mut self.filing,
            &mut self.media_job,
        ];
        for slot in slots {
            if *slot == Some(id) {
                *slot = None;
            }
        }
    }

    fn job_failed(&mut self, error: &Error) {
        self.picking = false;
        if let Some(DialogKind::Publish(dialog)) = &mut self.dialog
            && dialog.is_running()
        {
            dialog.failed(error);
            return;
        }
        if error.kind() == ErrorKind::Conflict
            && let Some(session) = &mut self.session
        {
            // The banner asks what to do; the sentence would only say it twice.
            if session.look_at_disk().is_ok() && session.outside_change().is_some() {
                self.after = None;
                return;
            }
        }
        self.after = None;
        self.fail(error);
    }

    fn take_answer(&mut self, ctx: &egui::Context, revision: u64, answer: Answer) {
        match answer {
            Answer::Opened(opened) => {
                let (session, recovery) = *opened;
                self.opened(ctx, session, &recovery);
            }
            Answer::Pushed(pushed) => self.say(Tone::Success, pushed.sentence()),
            Answer::Minigames(session) => self.opened_minigames(ctx, *session),
            Answer::Made(root) => {
                self.say(Tone::Success, "The new pack is ready.");
                self.open_after_asking(root);
            }
            Answer::Saved(done) => self.saved(*done),
            Answer::Checked(problems) => {
                if let Some(session) = &mut self.session {
                    session.checked(revision, problems);
                }
            }
            Answer::Found(found) => self.find.take(found),
            Answer::Fixed(fixed) => {
                let notices = self.session.as_mut().map(|session| session.take_fixed(revision, fixed));
                notices.into_iter().flatten().for_each(|notice| self.notice(notice));
            }
            Answer::Looked(looked) => self.looked(*looked),
            Answer::Filed(done) => self.filed(*done),
            Answer::Media(came) => self.media_came(came),
            Answer::Git(state) => {
                if let Some(session) = &mut self.session {
                    session.set_git(state);
                }
            }
            Answer::Published(outcome) => self.published(*outcome),
            Answer::Read(asked, found) => self.details.ended_reading(&asked, found, self.session.as_ref()),
            Answer::Chosen(what, expect, path) => self.chose_manifest(what, expect, path),
            Answer::Replacement(path, read) => self.replaced(&path, read),
            Answer::ImportFrom(paths) => {
                self.picking = false;
                self.import_from(paths);
            }
            Answer::Import(plan) => self.import.import(ctx, *plan),
            Answer::PictureTo(path) => self.picture_to(path),
            Answer::Pictured(path, problems) => self.pictured(&path, &problems),
            Answer::Picked(what, folder) => {
                self.picking = false;
                if let Some(folder) = folder {
                    self.picked(what, folder);
                }
            }
        }
    }

    fn saved(&mut self, done: crate::session::SaveDone) {
        let Some(session) = &mut self.session else { return };
        let notes = session.saved(done);
        session.check_again();
        let root = session.root().to_path_buf();
        // Text that waits in its field was not written: whoever leaves now decides that knowing it.
        let still_unsaved = session.has_unsaved_work();
        if !session.all_pending().is_empty() {
            self.after = None;
        }
        notes.into_iter().for_each(|note| self.notice(note));
        self.ask_git(&root);
        if let Some(DialogKind::Publish(dialog)) = &mut self.dialog
            && dialog.waits_for_save()
        {
            self.start_publish();
            return;
        }
        if !still_unsaved && let Some(after) = self.after.take() {
            self.go_on(after);
        }
    }

    fn published(&mut self, outcome: Outcome) {
        let root = self.session.as_ref().map(|session| session.root().to_path_buf());
        if let Some(root) = root {
            self.ask_git(&root);
        }
        if let Outcome::Published(published) = &outcome {
            let version = published.plan.message.lines().next().unwrap_or_default().to_owned();
            let toast = Toast::new(Tone::Success, format!("Published: {version}. Players get it from now on."));
            self.toasts.push(toast);
        }
        match &mut self.dialog {
            Some(DialogKind::Publish(dialog)) => dialog.ended(outcome),
            _ => {
                if let Outcome::Refused(refusal) = outcome {
                    let toast = Toast::new(Tone::Error, format!("{} {}", refusal.title, refusal.next));
                    self.toasts.push(toast.stays().action("Show problems", ToastAction::ShowProblems));
                }
            }
        }
    }
}
