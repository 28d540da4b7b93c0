//! Carrying out commands and wishes: the one place where the person's input changes things.

use egui::ViewportCommand;
use tablewright_core::DocId;
use tablewright_core::find::Target;
use tablewright_core::job::Watch;
use tablewright_core::variants::{Adjust, Children, Scope};

use super::dialogs::{AboutDialog, DialogKind, NewPackDialog, PublishDialog};
use super::{After, Answer, App, Pick, ToastAction};
use crate::commands::Command;
use crate::dock::{Panel, Workspace};
use crate::guide::Page;
use crate::panels::Wish;
use crate::panels::compare::CompareCommand;
use crate::session::{Action, BIN, Notice, Offer, SaveJob};
use crate::shortcuts::{self, Shortcuts};
use crate::theme::{self, ZOOM_RANGE};
use crate::toasts::Toast;
use crate::viewport::{Tool, ViewCommand};
use crate::widgets::{Tone, leave_field};

impl App {
    /// Does what a panel asked for.
    pub(super) fn grant(&mut self, wish: Wish) {
        match wish {
            Wish::Act(action) => self.act(action),
            Wish::Files(work) => self.change_files(work),
            Wish::ShowFile(path) => self.show_file(&path),
            Wish::ReplaceFile(path) => self.ask_replacement(&path),
            Wish::Reveal(path) => self.reveal_file(&path),
            Wish::Say(text) => self.say(Tone::Error, text),
            Wish::Credit(ask) => self.import.ask(ask),
            Wish::Media(ask) => self.media_asked(ask),
            Wish::EndGesture => {
                if let Some(session) = &mut self.session {
                    session.end_interaction();
                }
            }
            Wish::Command(command) => self.commands.push(command),
            Wish::Frame(ids) => {
                self.act(Action::Select(ids));
                self.view(ViewCommand::FrameSelection);
            }
            Wish::GoToProblem(number) => self.go_to_problem(number),
            Wish::OpenFile(path) => self.open_file(&path),
            Wish::GoTo(target) => self.go_to(target),
            Wish::ReadManifest(asked) => self.read_manifest(asked),
            Wish::StopReading => self.stop_reading(),
            Wish::PickManifest(what, expect) => self.pick_manifest(what, expect),
            Wish::Explain(code) => self.codes.open_at(code),
            Wish::Open(panel) => self.dock.open(panel, true),
            Wish::Guide(page) => self.guide.open(page),
            Wish::Find(text) => {
                self.find_everywhere();
                self.find.look_for(&text);
            }
        }
    }

    pub(super) fn act(&mut self, action: Action) {
        let Some(session) = &mut self.session else { return };
        let notices = session.act(action);
        self.file_works.extend(session.take_file_works());
        for notice in notices {
            self.notice(notice);
        }
    }

    pub(super) fn notice(&mut self, notice: Notice) {
        let tone = if notice.failed { Tone::Error } else { Tone::Plain };
        let mut toast = Toast::new(tone, notice.text);
        if notice.stays {
            toast = toast.stays();
        }
        if let Some(offer) = notice.offer {
            let words = match &offer {
                Offer::Undo => "Undo".to_owned(),
                Offer::KeepApart(ids) => match (ids.as_slice(), &self.session) {
                    ([id], Some(session)) => format!("Keep {} apart", session.variant_name(id)),
                    _ => "Keep them apart".to_owned(),
                },
                Offer::ChangeToo => "Change them too".to_owned(),
            };
            toast = toast.action(words, ToastAction::Offer(offer));
        }
        self.toasts.push(toast);
    }

    /// Does what the button of a message says.
    pub(super) fn toast_action(&mut self, action: ToastAction) {
        match action {
            ToastAction::Offer(Offer::Undo) => self.act(Action::Undo),
            ToastAction::Offer(Offer::KeepApart(apart)) => self.act(Action::Adjust(Adjust { apart, too: false })),
            ToastAction::Offer(Offer::ChangeToo) => self.act(Action::Adjust(Adjust { apart: Vec::new(), too: true })),
            ToastAction::ShowProblems => self.dock.open(Panel::Problems, true),
        }
    }

    fn view(&mut self, command: ViewCommand) {
        if self.dock.shown() == Workspace::Compare {
            self.compare.command(CompareCommand::View(command));
        } else if let Some(scene) = &mut self.scene {
            scene.command(command);
        }
    }

    /// Shows the place of a problem: the entity in its variant, or the field.
    pub(super) fn go_to_problem(&mut self, number: usize) {
        let Some(session) = &self.session else { return };
        let Some(problem) = session.problems().get(number) else { return };
        let at = &problem.pointer;
        let target = match problem.document {
            DocId::Manifest => Some(Target::Field(at.clone())),
            DocId::Scene => match session.entity_at(at) {
                Some((variant, id)) => Some(Target::Entity { id, variant }),
                None => session.variant_at(at).map(Target::Variant),
            },
        };
        if let Some(target) = target {
            self.go_to(target);
        }
    }

    /// Shows a field, an entity in the variant that has it, or a variant. Where that is in another workspace, the list that
    /// led there comes along.
    pub(super) fn go_to(&mut self, target: Target) {
        let from = self.dock.shown();
        let list = [Panel::Problems, Panel::Find].into_iter().find(|list| self.dock.is_open(*list));
        let had_keyboard = list.is_some_and(|list| self.dock.focused() == list);
        self.show_target(target);
        if let Some(list) = list.filter(|_| self.dock.shown() != from) {
            self.dock.open(list, had_keyboard);
        }
    }

    fn show_target(&mut self, target: Target) {
        match target {
            Target::Field(at) => {
                self.details.go_to(&at);
                self.dock.open(Panel::ModDetails, false);
            }
            Target::Entity { id, variant } => {
                let variant = self.session.as_ref().and_then(|session| session.variant_with(&id, variant));
                if let Some(variant) = variant {
                    self.act(Action::Show(variant));
                }
                self.dock.show_workspace(Workspace::Scene);
                self.act(Action::Select(vec![id]));
                self.view(ViewCommand::FrameSelection);
                // Its fields, where those of the manifest were in front.
                self.dock.open(Panel::Inspector, false);
            }
            Target::Variant(variant) => {
                self.dock.show_workspace(Workspace::Scene);
                self.act(Action::Show(variant));
            }
        }
    }

    /// Carries out a command, unless it cannot run now.
    pub(super) fn carry_out(&mut self, ctx: &egui::Context, command: Command) {
        let mut context = self.context();
        // A number that is being dragged is written when it is let go: until then it is fixed where that goes.
        context.gesture |= ctx.dragged_id().is_some();
        if let Err(reason) = command.enabled(&context) {
            self.say(Tone::Plain, format!("{}: {reason}.", command.title(&context)));
            return;
        }
        // What is being typed counts: the field commits in the next frame, then the command runs.
        if matches!(command, Command::Save | Command::Publish | Command::Show(_)) && leave_field(ctx) {
            self.waiting = Some(command);
            return;
        }
        if self.minigame_command(command) {
            return;
        }
        match command {
            Command::OpenFolder => self.pick(Pick::Open, "Open a pack’s folder"),
            Command::NewPack => self.dialog = Some(DialogKind::NewPack(NewPackDialog::default())),
            Command::NewFromSample => self.pick(Pick::Sample, "Choose a folder for the sample pack"),
            Command::ClosePack => self.leave(After::ClosePack),
            Command::RevealFolder => match self.files.to_reveal().filter(|_| self.dock.shown() == Workspace::Files) {
                Some(path) => self.reveal_file(&path),
                None => self.reveal(),
            },
            Command::RevealBin => self.reveal_bin(),
            Command::Import => self.ask_import(),
            Command::Save => self.save(),
            Command::Publish => self.ask_publish(),
            Command::Quit => self.leave(After::Quit),
            Command::Undo => self.act(Action::Undo),
            Command::Redo => self.act(Action::Redo),
            Command::Delete if self.dock.shown() == Workspace::ModDetails => self.details.remove_element(),
            Command::Duplicate if self.dock.shown() == Workspace::ModDetails => self.details.duplicate_element(),
            Command::Delete if self.dock.shown() == Workspace::Files => self.ask_delete_files(),
            Command::Rename if self.dock.shown() == Workspace::Files => self.files.rename(),
            Command::TogglePreload => {
                if let Some(action) = self.files.toggle_preload() {
                    self.act(action);
                }
            }
            Command::TogglePreview => self.files.toggle_preview(),
            Command::Delete => self.with_selection(|ids| Action::Delete(ids, Children::Take)),
            Command::Duplicate => self.with_selection(Action::Duplicate),
            Command::Rename => self.rename(),
            Command::Deselect => self.act(Action::Select(Vec::new())),
            Command::CheckNow => {
                if let Some(session) = &mut self.session {
                    session.check_again();
                }
            }
            Command::NextProblem | Command::PreviousProblem => self.step_problem(command == Command::NextProblem),
            Command::FixHere => {
                if let Some(session) = &self.session {
                    self.problems.open_fixes(session);
                }
                self.dock.open(Panel::Problems, true);
            }
            Command::FixAllSafe => {
                if let Some(session) = &self.session {
                    let job = session.fix_job();
                    let fix = move |_: &dyn Watch| Ok(Answer::Fixed(job.run()));
                    self.fixing = Some(self.jobs.start("Fixing", session.revision(), fix));
                }
            }
            Command::Explain => self.explain(),
            Command::Guide => self.guide.open(Page::Start),
            Command::ProblemCodes => self.codes.open(),
            Command::Find => match self.dock.focused() {
                Panel::Hierarchy => self.hierarchy.find(),
                Panel::Problems => self.problems.find(),
                Panel::ModDetails => self.details.find(),
                Panel::Differences => self.differences.find(),
                Panel::Matrix => self.matrix.find(),
                Panel::Files => self.files.find(),
                _ => self.find_everywhere(),
            },
            Command::FindEverywhere => self.find_everywhere(),
            Command::TogglePanel(panel) => self.dock.toggle(panel),
            Command::NextPanel => self.dock.step(true),
            Command::PreviousPanel => self.dock.step(false),
            Command::ResetLayout => self.dock.reset(ctx.content_rect().width()),
            Command::Show(workspace) => self.dock.show_workspace(workspace),
            Command::SelectTool => self.take_tool(Tool::Select),
            Command::MoveTool => self.take_tool(Tool::Move),
            Command::RotateTool => self.take_tool(Tool::Rotate),
            Command::FrameSelection => self.view(ViewCommand::FrameSelection),
            Command::FrameAll => self.view(ViewCommand::FrameAll),
            Command::TopView => self.view(ViewCommand::TopView),
            Command::ToggleOrtho => self.view(ViewCommand::ToggleProjection),
            Command::ShowVariant(place) => self.show_variant(usize::from(place).saturating_sub(1)),
            Command::NextVariant => self.step_variant(1),
            Command::PreviousVariant => self.step_variant(-1),
            Command::Variants => {
                if let Some(session) = &self.session {
                    self.variants.open(session);
                }
            }
            Command::ToggleScope => {
                let scope = self.session.as_ref().map(|session| match session.scope() {
                    Scope::All => Scope::Only,
                    Scope::Only => Scope::All,
                });
                if let Some(scope) = scope {
                    self.act(Action::SetScope(scope));
                }
            }
            Command::NextDifference => self.compare.command(CompareCommand::Step(true)),
            Command::PreviousDifference => self.compare.command(CompareCommand::Step(false)),
            Command::LockCameras => self.compare.command(CompareCommand::LockAll),
            Command::ToggleTints => self.compare.command(CompareCommand::Tints),
            Command::ToggleGhosts => self.compare.command(CompareCommand::Ghosts),
            Command::AddView => self.compare.command(CompareCommand::AddView),
            Command::SavePicture => self.ask_picture(),
            Command::Settings => self.settings_dialog.open(),
            Command::CommandPalette => self.palette.open(),
            Command::About => self.dialog = Some(DialogKind::About(AboutDialog)),
            Command::ToggleTheme | Command::ZoomIn | Command::ZoomOut | Command::ZoomReset => self.change_look(ctx, command),
            Command::FullScreen => {
                let now = ctx.input(|i| i.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!now));
            }
        }
    }

    /// Explains what the person was at last: the current problem, else how the panel works.
    fn explain(&mut self) {
        let Some(session) = &self.session else { return self.guide.open(Page::Start) };
        let page = match self.dock.focused() {
            Panel::Problems | Panel::ModDetails => {
                match self.problems.current(session) {
                    Some(problem) => self.codes.open_at(problem.code),
                    None => self.guide.open(Page::Problems),
                }
                return;
            }
            Panel::Variants => Page::Variants,
            Panel::Hierarchy | Panel::Inspector | Panel::Scene if session.has_scope() => Page::Scope,
            Panel::Differences | Panel::Matrix => Page::Differences,
            Panel::Compare => Page::Compare,
            Panel::Lobby => Page::Lobby,
            Panel::Files => Page::Files,
            Panel::Hierarchy | Panel::Inspector | Panel::Scene | Panel::Find | Panel::History => Page::Start,
        };
        self.guide.open(page);
    }

    fn find_everywhere(&mut self) {
        self.dock.open(Panel::Find, true);
        self.find.find();
    }

    fn step_problem(&mut self, forward: bool) {
        let Some(session) = &self.session else { return };
        match self.problems.step(forward, session) {
            Some(number) => {
                self.go_to_problem(number);
                // The form says at the field itself what is wrong there.
                if self.dock.shown() == Workspace::Scene {
                    self.dock.open(Panel::Problems, false);
                }
            }
            None => self.say(Tone::Plain, "The filter of Problems shows none. Clear it to walk through them."),
        }
    }

    fn with_selection(&mut self, action: impl FnOnce(Vec<String>) -> Action) {
        let Some(session) = &self.session else { return };
        let ids = session.selection().to_vec();
        if !ids.is_empty() {
            self.act(action(ids));
        }
    }

    fn rename(&mut self) {
        self.dock.open(Panel::Inspector, true);
        self.inspector.rename();
    }

    fn take_tool(&mut self, tool: Tool) {
        if let Some(scene) = &mut self.scene {
            scene.take(tool);
        }
    }

    fn show_variant(&mut self, place: usize) {
        let id = self.session.as_ref().and_then(|session| session.variants().get(place)).map(|info| info.id.clone());
        if let Some(id) = id {
            self.act(Action::Show(id));
        }
    }

    fn step_variant(&mut self, by: isize) {
        let Some(session) = &self.session else { return };
        let count = session.variants().len();
        let at = session.variants().iter().position(|info| info.id == session.shown());
        if let Some(at) = at.filter(|_| count > 0) {
            self.show_variant((at as isize + by).rem_euclid(count as isize) as usize);
        }
    }

    fn change_look(&mut self, ctx: &egui::Context, command: Command) {
        let look = &mut self.settings.values.look;
        match command {
            Command::ToggleTheme => {
                let dark = ctx.theme() == egui::Theme::Dark;
                look.theme = if dark { egui::ThemePreference::Light } else { egui::ThemePreference::Dark };
            }
            Command::ZoomIn => look.zoom += 0.1,
            Command::ZoomOut => look.zoom -= 0.1,
            _ => look.zoom = 1.0,
        }
        look.zoom = ((look.zoom * 10.0).round() / 10.0).clamp(*ZOOM_RANGE.start(), *ZOOM_RANGE.end());
        theme::apply(ctx, look);
        self.keep_settings();
    }

    /// Gives a command other keys and remembers them.
    pub(super) fn set_keys(&mut self, command: Command, keys: Option<egui::KeyboardShortcut>) {
        shortcuts::change(&mut self.settings.values.keys, command, keys);
        self.shortcuts = Shortcuts::with(&self.settings.values.keys);
        self.keep_settings();
    }

    fn reveal(&mut self) {
        let Some(session) = &self.session else { return };
        let root = session.root().to_path_buf();
        if let Err(error) = reveal(&root) {
            self.fail(&tablewright_core::Error::io("Couldn’t show the folder", &root, error));
        }
    }

    fn reveal_bin(&mut self) {
        let Some(session) = &self.session else { return };
        let bin = session.state_dir().join(BIN);
        // Nothing was ever deleted where there is none.
        if let Err(error) = std::fs::create_dir_all(&bin).and_then(|()| reveal(&bin)) {
            self.fail(&tablewright_core::Error::io("Couldn’t show the bin", &bin, error));
        }
    }

    /// Opens a file of the pack with the system's program for it. A path that leads out of the pack opens nothing.
    fn open_file(&mut self, path: &str) {
        let Some(session) = &self.session else { return };
        let opened = crate::viewport::assets::path_in_pack(session.root(), path)
            .and_then(|file| reveal(&file).map_err(|error| error.to_string()));
        if let Err(why) = opened {
            self.say(Tone::Error, format!("{path} can’t be opened: {why}."));
        }
    }

    /// Starts a save; one at a time.
    pub(super) fn save(&mut self) {
        if self.save_minigames() {
            return;
        }
        let Some(session) = &self.session else { return };
        if self.saving.is_some() {
            return;
        }
        let job = session.save_job();
        self.start_save(job);
    }

    pub(super) fn start_save(&mut self, job: SaveJob) {
        let Some(session) = &self.session else { return };
        self.saving =
            Some(self.jobs.start("Saving", session.revision(), move |_| job.run().map(|done| Answer::Saved(Box::new(done)))));
    }

    fn ask_publish(&mut self) {
        let Some(session) = &self.session else { return };
        self.dialog = Some(DialogKind::Publish(PublishDialog::new(session, &self.settings.values)));
    }

    /// Ends the window where that was asked for; a close by the desktop asks first.
    pub(super) fn end_if_asked(&mut self, ctx: &egui::Context) {
        if self.quit {
            self.keep_settings();
            ctx.send_viewport_cmd(ViewportCommand::Close);
            return;
        }
        if ctx.input(|i| i.viewport().close_requested())
            && (self.filing.is_some() || self.session.as_ref().is_some_and(crate::session::Session::has_unsaved_work))
        {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.leave(After::Quit);
        }
    }

    /// Looks at the disk where the watcher or the window's focus says so.
    pub(super) fn look_around(&mut self, ctx: &egui::Context) {
        let focused = ctx.input(|i| i.focused);
        let came_back = focused && !self.focused;
        self.focused = focused;
        if let Some(size) = ctx.input(|i| i.viewport().inner_rect).map(|rect| rect.size())
            && !ctx.input(|i| i.viewport().fullscreen.unwrap_or(false))
        {
            self.settings.values.window = Some([size.x, size.y]);
        }
        if came_back {
            self.start.look_again();
        }
        let told = self.watch.as_mut().is_some_and(|watch| watch.take(ctx));
        if told || came_back {
            self.look_at_minigames();
        }
        if (told || came_back)
            && self.saving.is_none()
            && let Some(session) = &mut self.session
        {
            session.folder_changed();
            match session.look_at_disk() {
                Ok(_) => session.check_again(),
                Err(error) => self.toasts.push(Toast::new(Tone::Error, error.to_string())),
            }
            self.details.look_again();
            if let Some(scene) = &mut self.scene {
                scene.refresh_assets();
            }
        }
    }
}

/// Shows a folder in the system's file manager.
pub(super) fn reveal(path: &std::path::Path) -> std::io::Result<()> {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    std::process::Command::new(program).arg(path).spawn().map(drop)
}
