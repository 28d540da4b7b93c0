//! The window with a project of minigames open, in the place of a pack.

use std::path::Path;

use tablewright_core::Result;
use tablewright_core::minigame::project::is_project;
use tablewright_core::pack::OsFs;
use tablewright_core::publish::{PublishOptions, SystemCredentials, push_branch};

use super::dialogs::DialogKind;
use super::watch::PackWatch;
use super::{After, Answer, App};
use crate::commands::{Command, Context};
use crate::forms::ElementCommand;
use crate::minigame::{Ask, Edit, MinigameSession, MinigameView};
use crate::theme::{Tokens, body};
use crate::widgets::{Dialog, DialogEnd, Edit as Typed, Field, TextField, Tone};

/// What a push is asked.
#[derive(Debug, Default)]
pub(super) struct PushDialog {
    message: String,
    remote: String,
}

/// What is open.
pub(super) struct Minigames {
    pub session: MinigameSession,
    view: MinigameView,
}

impl App {
    /// The open project of minigames, for tests.
    pub fn minigames(&self) -> Option<&MinigameSession> {
        self.minigames.as_ref().map(|open| &open.session)
    }

    /// Opens a project of minigames, or one definition, as a job; `false` where the path is none.
    pub(super) fn open_minigames(&mut self, path: &Path) -> bool {
        if !is_project(&OsFs, path) {
            return false;
        }
        let (path, state_dir) = (path.to_path_buf(), self.settings.state_dir().to_path_buf());
        self.jobs.start("Opening minigames", 0, move |_| {
            MinigameSession::open(&path, &state_dir).map(|session| Answer::Minigames(Box::new(session)))
        });
        true
    }

    /// Takes an opened project into the window, in the place of what was open.
    pub(super) fn opened_minigames(&mut self, ctx: &egui::Context, session: MinigameSession) {
        self.go_on(After::ClosePack);
        self.watch = Some(PackWatch::new(&session.project().root, ctx));
        self.minigames = Some(Minigames { session, view: MinigameView::default() });
    }

    /// Whether edits of minigames would be lost.
    pub(super) fn minigames_unsaved(&self) -> bool {
        self.minigames.as_ref().is_some_and(|open| open.session.has_unsaved_work())
    }

    /// What the commands look at while minigames are open.
    pub(super) fn minigame_context(&self) -> Option<Context> {
        let session = &self.minigames.as_ref()?.session;
        let selected = usize::from(session.selected().is_some());
        Some(Context {
            pack: true,
            selected,
            scene: true,
            unsaved: session.changed().len().max(usize::from(session.is_unsaved())),
            undo: session.undo_label().map(str::to_owned),
            redo: session.redo_label().map(str::to_owned),
            publish_blocked: None,
            ..Context::default()
        })
    }

    /// Carries out what a command means for minigames; `false` where it is about the window.
    pub(super) fn minigame_command(&mut self, command: Command) -> bool {
        let Some(open) = &mut self.minigames else { return false };
        let done = match command {
            Command::Undo => {
                open.session.undo();
                Ok(())
            }
            Command::Redo => {
                open.session.redo();
                Ok(())
            }
            Command::Save => return self.save_minigames(),
            Command::Publish => {
                self.dialog = Some(DialogKind::PushMinigames(PushDialog::default()));
                return true;
            }
            Command::Duplicate if open.view.has_element() => {
                open.view.with_element(ElementCommand::Duplicate);
                Ok(())
            }
            Command::Delete if open.view.has_element() => {
                open.view.with_element(ElementCommand::Remove);
                Ok(())
            }
            Command::Duplicate => open.session.change(Edit::Duplicate),
            Command::Delete => open.session.change(Edit::Delete),
            Command::Rename => {
                open.view.ask_rename(&open.session);
                Ok(())
            }
            Command::CheckNow => open.session.look_at_disk(),
            Command::OpenFolder
            | Command::NewPack
            | Command::NewFromSample
            | Command::ClosePack
            | Command::Quit
            | Command::Guide
            | Command::ProblemCodes
            | Command::Settings
            | Command::CommandPalette
            | Command::About
            | Command::ToggleTheme
            | Command::ZoomIn
            | Command::ZoomOut
            | Command::ZoomReset
            | Command::FullScreen => return false,
            _ => Ok(()),
        };
        self.tell(done);
        true
    }

    fn tell(&mut self, done: Result<()>) {
        if let Err(error) = done {
            self.fail(&error);
        }
    }

    /// Saves the minigames; goes on with what waited for that.
    pub(super) fn save_minigames(&mut self) -> bool {
        let Some(open) = &mut self.minigames else { return false };
        match open.session.save() {
            Ok(notes) => {
                for note in &notes {
                    self.say(Tone::Warning, note);
                }
                let after = self.after.take();
                if let Some(after) = after.filter(|_| notes.is_empty()) {
                    self.go_on(after);
                }
            }
            Err(error) => {
                self.after = None;
                self.fail(&error);
            }
        }
        true
    }

    /// Asks for what a push needs; saves and starts it.
    pub(super) fn push_dialog(&mut self, ctx: &egui::Context, mut dialog: PushDialog) -> Option<DialogKind> {
        let response = Dialog::new("Publish the minigames").main("Publish", None).show(ctx, |ui| {
            let words =
                "They are saved, committed to the branch that is checked out, and that branch is pushed. Nothing is forced.";
            ui.add(egui::Label::new(egui::RichText::new(words).font(body()).color(Tokens::of(ui).text2)).wrap());
            ui.add_space(12.0);
            for (name, hint, text) in [
                ("Message", "Update minigames", &mut dialog.message),
                ("Push to", "The remote that the branch follows", &mut dialog.remote),
            ] {
                let shown = text.clone();
                let field = Field::new(name).form().label_width(80.0);
                let edit = field.show(ui, |ui| TextField::new(name, &shown).hint(hint).form().show(ui).0);
                if let Typed::Commit(typed) | Typed::Preview(typed) = edit.inner {
                    *text = typed;
                }
            }
        });
        match response.end {
            None => return Some(DialogKind::PushMinigames(dialog)),
            Some(DialogEnd::Confirm) => self.push_minigames(&dialog),
            Some(DialogEnd::Cancel | DialogEnd::Other) => {}
        }
        None
    }

    fn push_minigames(&mut self, dialog: &PushDialog) {
        self.save_minigames();
        let Some(open) = self.minigames.as_ref().filter(|open| !open.session.has_unsaved_work()) else { return };
        let given = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let options =
            PublishOptions { message: given(&dialog.message), remote: given(&dialog.remote), ..PublishOptions::default() };
        let (root, below) = (open.session.project().root.clone(), open.session.project().below().to_owned());
        self.jobs.start("Publishing", 0, move |watch| {
            push_branch(&root, &below, &options, &SystemCredentials, watch).map(Answer::Pushed)
        });
    }

    /// Looks whether somebody else wrote to the definitions.
    pub(super) fn look_at_minigames(&mut self) {
        let looked = self.minigames.as_mut().map(|open| open.session.look_at_disk());
        self.tell(looked.unwrap_or(Ok(())));
    }

    /// Draws the workspace.
    pub(super) fn draw_minigames(&mut self, ui: &mut egui::Ui) {
        let Some(open) = &mut self.minigames else { return };
        let asks = egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| open.view.show(ui, &open.session)).inner;
        if !asks.is_empty() {
            ui.ctx().request_repaint();
        }
        self.minigame_asks.extend(asks);
    }

    /// Does what the workspace asked for in the last frame.
    pub(super) fn grant_minigame_asks(&mut self) {
        for ask in std::mem::take(&mut self.minigame_asks) {
            let Some(open) = &mut self.minigames else { return };
            let done = match ask {
                Ask::Act(action) => open.session.act(action),
                Ask::Change(edit) => open.session.change(edit),
                Ask::Select(key) => {
                    open.session.select(key);
                    Ok(())
                }
                Ask::TakeTheirs => open.session.take_theirs(),
                Ask::KeepMine => open.session.keep_mine(),
                Ask::Explain(code) => {
                    self.codes.open_at(code);
                    Ok(())
                }
            };
            self.tell(done);
        }
    }

    /// Whether a dialog of the workspace is open.
    pub(super) fn minigames_ask(&self) -> bool {
        self.minigames.as_ref().is_some_and(|open| open.view.is_asking())
    }
}
