//! Drawing the window from what it holds. Nothing here changes a document: what the person wants is collected.

use super::dialogs::{CompareDialog, DialogKind, outside_banner};
use super::{App, Pick};
use crate::bars::{BarAction, StatusBar, TopBar, status_bar, top_bar};
use crate::commands::Command;
use crate::dock::{Panel, Workspace};
use crate::guide::Page;
use crate::help::HelpEvent;
use crate::icons::Icon;
use crate::minigame::MinigameSession;
use crate::palette::{PaletteEvent, command_items};
use crate::panels::{View, variants};
use crate::session::Session;
use crate::settings::SettingsEvent;
use crate::start::StartAction;
use crate::theme::{METRICS, Tokens};
use crate::widgets::{DialogEnd, Tone, empty_state};

impl App {
    /// Draws one frame.
    pub(super) fn draw(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        ui.painter().rect_filled(ctx.content_rect(), 0.0, Tokens::of(ui).app);
        self.set_title(&ctx);
        self.bars(ui);
        if self.session.is_some() {
            self.pack(ui);
        } else if self.minigames.is_some() {
            self.draw_minigames(ui);
        } else {
            self.start_page(ui);
        }
        self.above(&ctx);
    }

    fn set_title(&mut self, ctx: &egui::Context) {
        let title = match &self.session {
            Some(session) => {
                let name = session.manifest_text("name");
                let dot = if session.is_unsaved() { "• " } else { "" };
                format!("{dot}{name} – Tablewright")
            }
            None => match self.minigames() {
                Some(open) => format!("{}{} – Tablewright", if open.is_unsaved() { "• " } else { "" }, open.title()),
                None => "Tablewright".to_owned(),
            },
        };
        if title != self.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    fn bars(&mut self, ui: &mut egui::Ui) {
        let context = self.context();
        let open: Vec<Panel> = Panel::ALL.into_iter().filter(|panel| self.dock.is_open(*panel)).collect();
        let text = |key: &str| self.session.as_ref().map(|session| session.manifest_text(key)).unwrap_or_default();
        let name = self.minigames().map_or_else(|| text("name"), MinigameSession::title);
        let version = text("version");
        let found = self.session.as_ref().map(Session::problem_counts).unwrap_or_default();
        let trouble = |errors: usize, warnings: usize| {
            if errors > 0 { (Tone::Error, errors) } else { (Tone::Warning, warnings) }
        };
        let (manifest_errors, manifest_warnings) = (found.manifest_errors, found.manifest_warnings);
        let of_scene = trouble(found.errors - manifest_errors, found.warnings - manifest_warnings);
        let of_manifest = trouble(manifest_errors, manifest_warnings);
        let troubles = [(Workspace::Scene, of_scene), (Workspace::ModDetails, of_manifest)];
        let troubles = troubles.map(|(workspace, (tone, count))| (workspace, tone, count));
        let bar = TopBar {
            troubles: &troubles,
            pack: (self.session.is_some() || self.minigames.is_some()).then_some((name.as_str(), version.as_str())),
            context: &context,
            shortcuts: &self.shortcuts,
            recents: &self.settings.values.recents,
            open_panels: &open,
        };
        let mut actions = Vec::new();
        actions.extend(top_bar(ui, &bar));
        let (job, again) = self.jobs.shown(std::time::Instant::now());
        if let Some(again) = again {
            ui.ctx().request_repaint_after(again);
        }
        let git = self.session.as_ref().and_then(Session::git);
        let ahead = git.map(|git| match git.ahead_of_main {
            0 => String::new(),
            n => format!("{n} ahead of main"),
        });
        let branch = git.map(|git| git.head.branch().unwrap_or("no branch").to_owned());
        let counts = self.session.as_ref().map(|session| {
            let counts = session.problem_counts();
            [counts.errors, counts.warnings, counts.advice]
        });
        let counts = counts.or_else(|| {
            let counts = self.minigames()?.all_counts();
            Some([counts.errors, counts.warnings, counts.advice])
        });
        let version = format!("Tablewright {}", env!("CARGO_PKG_VERSION"));
        let bar = StatusBar {
            branch: branch.as_deref().map(|branch| (branch, ahead.as_deref().unwrap_or_default())),
            unsaved: context.unsaved,
            job: job.as_ref(),
            counts,
            version: if self.session.is_some() { "" } else { &version },
        };
        actions.extend(status_bar(ui, &bar, &self.shortcuts));
        for action in actions {
            match action {
                BarAction::Run(command) => self.commands.push(command),
                BarAction::OpenRecent(path) => self.open_after_asking(path),
                BarAction::CancelJob(id) => self.jobs.cancel(id),
            }
        }
    }

    fn start_page(&mut self, ui: &mut egui::Ui) {
        let now = jiff::Timestamp::now().as_second();
        let context = self.context();
        let asked = egui::CentralPanel::default()
            .frame(egui::Frame::new())
            .show(ui, |ui| self.start.show(ui, &self.settings.values.recents, now, &context, &self.shortcuts))
            .inner;
        match asked {
            None => {}
            Some(StartAction::Run(command)) => self.commands.push(command),
            Some(StartAction::Open(path)) => self.open_pack(&path),
            Some(StartAction::Find(path)) => self.pick(Pick::Find(path), "Where is this pack now?"),
            Some(StartAction::Remove(path)) => {
                self.settings.values.recents.remove(&path);
                self.keep_settings();
            }
            Some(StartAction::Reveal(path)) => {
                if let Err(error) = super::carry_out::reveal(&path) {
                    self.fail(&tablewright_core::Error::io("Couldn’t show the folder", &path, error));
                }
            }
        }
    }

    fn pack(&mut self, ui: &mut egui::Ui) {
        if !self.take_drop(ui.ctx()) {
            self.take_dropped_files(ui.ctx());
        }
        self.take_pasted_files(ui.ctx());
        self.banner(ui);
        self.moved_banner(ui);
        let Self {
            session: Some(session),
            dock,
            scene,
            thumbnails,
            hierarchy,
            inspector,
            details,
            compare,
            differences,
            matrix,
            lobby,
            files,
            problems,
            find,
            history,
            renderer,
            settings,
            shortcuts,
            wishes,
            ..
        } = self
        else {
            return;
        };
        let assets = scene.as_ref().map(crate::panels::scene::ScenePanel::problems).unwrap_or_default();
        let found = session.problem_counts();
        let counts = move |panel: Panel| match panel {
            Panel::Problems => vec![(Tone::Error, found.errors), (Tone::Warning, found.warnings)],
            _ => Vec::new(),
        };
        let session: &Session = session;
        dock.show(ui, &counts, |ui, panel, state| {
            let view = View { session, units: settings.values.units, state };
            let wanted = match panel {
                Panel::Hierarchy => hierarchy.show(ui, view),
                Panel::Inspector => inspector.show(ui, view),
                Panel::Scene => match (scene.as_mut(), &*renderer) {
                    (Some(scene), _) => scene.show(ui, view, &settings.values.look, shortcuts),
                    (None, why) => {
                        let why = why.as_ref().err().map(String::as_str).unwrap_or_default();
                        empty_state(ui, Tone::Error, Icon::Error, "The scene can’t be drawn", why, None);
                        Vec::new()
                    }
                },
                Panel::Variants => variants::show(ui, view, thumbnails.as_mut()),
                Panel::Compare => compare.show(ui, view, &settings.values.look, shortcuts),
                Panel::Differences => differences.show(ui, view),
                Panel::Matrix => matrix.show(ui, view),
                Panel::Lobby => lobby.show(ui, view),
                Panel::ModDetails => details.show(ui, view),
                Panel::Files => files.show(ui, view, renderer.as_ref().ok()),
                Panel::Problems => problems.show(ui, view, &assets),
                Panel::Find => find.show(ui, view),
                Panel::History => history.show(ui, view),
            };
            wishes.extend(wanted);
        });
    }

    fn banner(&mut self, ui: &mut egui::Ui) {
        let Some(files) = self.session.as_ref().and_then(|session| session.outside_change()).map(|change| change.files.clone())
        else {
            return;
        };
        let answer = egui::Panel::top("outside change")
            .exact_size(METRICS.top_bar)
            .show_separator_line(false)
            .frame(egui::Frame::new())
            .show(ui, |ui| outside_banner(ui, &files))
            .inner;
        match answer {
            None => {}
            Some(DialogEnd::Cancel) => self.keep_mine(),
            Some(DialogEnd::Other) => self.take_theirs(),
            Some(DialogEnd::Confirm) => match self.session.as_ref().map(Session::compare_with_disk) {
                Some(Ok(files)) => self.dialog = Some(DialogKind::Compare(CompareDialog::new(files))),
                Some(Err(error)) => self.fail(&error),
                None => {}
            },
        }
    }

    /// What stands over the panels: dialogs, the palette, messages.
    fn above(&mut self, ctx: &egui::Context) {
        if let Some(session) = &self.session {
            let wanted = self.variants.show(ctx, session, self.thumbnails.as_mut());
            self.wishes.extend(wanted);
            let now = crate::clock::instant();
            let wanted = self.media.show(ctx, session, &now);
            self.wishes.extend(wanted);
        }
        let answered = self.import.show(ctx);
        if answered.help {
            self.guide.open(Page::Credits);
        }
        if let Some(decision) = answered.decided {
            self.decided(decision);
        }
        self.show_dialog(ctx);
        match self.settings_dialog.show(ctx, &mut self.settings.values) {
            None => {}
            Some(event) => {
                crate::theme::apply(ctx, &self.settings.values.look);
                if event == SettingsEvent::Closed {
                    self.keep_settings();
                }
            }
        }
        if self.palette.is_open() {
            let items = command_items(&self.context(), &self.shortcuts);
            match self.palette.show(ctx, &items) {
                None => {}
                Some(PaletteEvent::Run(command)) => self.commands.push(command),
                Some(PaletteEvent::SetKeys(command, keys)) => self.set_keys(command, keys),
            }
        }
        self.guide.show(ctx);
        let problems = self.session.as_ref().map(Session::problems);
        if let Some(HelpEvent::ShowProblems(code)) = self.codes.show(ctx, problems) {
            self.problems.show_code(code);
            self.dock.open(Panel::Problems, true);
        }
        if self.dock.shown() != Workspace::Scene {
            // The scene view says itself what a drop would do.
            crate::panels::files::drag::draw(ctx);
        }
        if let Some(action) = self.toasts.show(ctx, METRICS.status_bar) {
            self.toast_action(action);
        }
        if !self.wishes.is_empty() || !self.commands.is_empty() {
            ctx.request_repaint();
        }
    }

    /// Grants a wish at the next frame, for tests.
    pub fn wish(&mut self, wish: crate::panels::Wish) {
        self.wishes.push(wish);
    }

    /// Runs a command at the next frame, for tests.
    pub fn run_command(&mut self, command: Command) {
        self.commands.push(command);
    }
}
