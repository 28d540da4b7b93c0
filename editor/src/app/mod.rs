//! The window: what it is made of, and the frame rule.
//!
//! `logic` takes in what jobs, the watcher and the last frame's wishes bring, and is the only place that changes the
//! session. `ui` draws from a shared session and collects wishes. Carrying out commands is in `commands`, the answers
//! of jobs in `answers`, dialogs in `dialogs`, drawing in `draw`.

mod answers;
mod carry_out;
mod dialogs;
mod draw;
mod files;
mod importing;
mod media;
mod minigames;
mod open;
mod picture;
mod reading;
mod watch;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use tablewright_core::check::Diagnostic;
use tablewright_core::check::fixing::Fixed;
use tablewright_core::credits::import::Plan;
use tablewright_core::find::Found;
use tablewright_core::job::Watch;
use tablewright_core::pack::{PackPath, Recovery};
use tablewright_core::publish::{GitState, Outcome, Pushed};
use tablewright_core::{Error, ErrorKind, Result};

use crate::commands::{Command, Context};
use crate::dock::{Panel, Workspace, Workspaces};
use crate::guide::Guide;
use crate::help::ProblemCodes;
use crate::import_dialog::ImportDialog;
use crate::jobs::{JobId, Jobs};
use crate::media::{Came, Desk};
use crate::minigame::{Ask, MinigameSession};
use crate::palette::Palette;
use crate::panels::Wish;
use crate::panels::compare::ComparePanel;
use crate::panels::details::{DetailsPanel, library};
use crate::panels::differences::DifferencesPanel;
use crate::panels::files::FilesPanel;
use crate::panels::find::FindPanel;
use crate::panels::hierarchy::Hierarchy;
use crate::panels::history::HistoryPanel;
use crate::panels::inspector::Inspector;
use crate::panels::lobby::LobbyPanel;
use crate::panels::matrix::MatrixPanel;
use crate::panels::problems::ProblemsPanel;
use crate::panels::scene::ScenePanel;
use crate::session::{FileWork, FilesDone, Looked, Offer, SaveDone, Session};
use crate::settings::{Places, Settings, SettingsDialog};
use crate::shortcuts::Shortcuts;
use crate::start::StartPage;
use crate::theme;
use crate::toasts::{Toast, Toasts};
use crate::variants_dialog::VariantsDialog;
use crate::viewport::renderer::Stats;
use crate::viewport::{AssetProblem, SharedRenderer, Thumbnails};
use crate::widgets::Tone;

use dialogs::DialogKind;
use watch::PackWatch;

/// The program's name, as windows and desktops know it.
pub const APP_ID: &str = "tablewright";

/// What a job brings back.
pub(crate) enum Answer {
    Opened(Box<(Session, Recovery)>),
    /// Minigames were pushed.
    Pushed(Pushed),
    /// A project of minigames was opened.
    Minigames(Box<MinigameSession>),
    Made(PathBuf),
    Saved(Box<SaveDone>),
    Checked(Vec<Diagnostic>),
    /// What a search found; nothing where it was stopped.
    Found(Option<Found>),
    Fixed(Fixed),
    /// What a look at the pack's files found.
    Looked(Box<Looked>),
    /// Files were changed.
    Filed(Box<FilesDone>),
    Git(Option<GitState>),
    Published(Box<Outcome>),
    /// The manifest of a plugin or of another pack was read, or could not be.
    Read(library::Asked, Result<library::Found>),
    /// A file was chosen for such a manifest, or not.
    Chosen(library::What, Option<String>, Option<PathBuf>),
    /// Files were chosen to be imported; none where that was given up.
    ImportFrom(Vec<PathBuf>),
    /// What was dropped, chosen or pasted, and where it would go.
    Import(Box<Plan>),
    /// Something of pictures and rules.
    Media(Came),
    /// A folder was picked, or not.
    Picked(Pick, Option<PathBuf>),
    /// A file was chosen and read that takes the place of this one of the pack; `None` where none was chosen.
    Replacement(PackPath, Option<(PackPath, Arc<[u8]>)>),
    /// A place for a picture was chosen, or not.
    PictureTo(Option<PathBuf>),
    /// A picture was saved there; what could not be shown in it.
    Pictured(PathBuf, Vec<AssetProblem>),
}

/// What a folder is picked for.
#[derive(Debug, Clone)]
pub(crate) enum Pick {
    Open,
    Sample,
    NewPack { pack_type: tablewright_core::manifest::PackType, name: String },
    Find(PathBuf),
}

/// What the button of a toast does.
#[derive(Debug, Clone)]
pub(crate) enum ToastAction {
    Offer(Offer),
    ShowProblems,
}

/// What is to happen once nothing is unsaved, or the person gave the edits up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum After {
    ClosePack,
    Open(PathBuf),
    Quit,
}

/// The window.
pub struct App {
    settings: Settings,
    shortcuts: Shortcuts,
    session: Option<Session>,
    /// A project of minigames, in the place of a pack.
    minigames: Option<minigames::Minigames>,
    dock: Workspaces,
    start: StartPage,
    palette: Palette,
    settings_dialog: SettingsDialog,
    toasts: Toasts<ToastAction>,
    jobs: Jobs<Answer>,
    renderer: Result<SharedRenderer, String>,
    scene: Option<ScenePanel>,
    thumbnails: Option<Thumbnails>,
    hierarchy: Hierarchy,
    inspector: Inspector,
    details: DetailsPanel,
    compare: ComparePanel,
    differences: DifferencesPanel,
    matrix: MatrixPanel,
    lobby: LobbyPanel,
    files: FilesPanel,
    problems: ProblemsPanel,
    find: FindPanel,
    codes: ProblemCodes,
    guide: Guide,
    history: HistoryPanel,
    variants: VariantsDialog,
    import: ImportDialog,
    media: Desk,
    dialog: Option<DialogKind>,
    watch: Option<PackWatch>,
    wishes: Vec<Wish>,
    minigame_asks: Vec<Ask>,
    commands: Vec<Command>,
    /// A command that waits for a field to commit what is typed.
    waiting: Option<Command>,
    saving: Option<JobId>,
    checking: Option<JobId>,
    reading: Option<JobId>,
    importing: Option<JobId>,
    finding: Option<JobId>,
    fixing: Option<JobId>,
    publishing: Option<JobId>,
    looking: Option<JobId>,
    filing: Option<JobId>,
    media_job: Option<JobId>,
    /// Changes of files that wait for the one that runs.
    file_works: VecDeque<FileWork>,
    picking: bool,
    after: Option<After>,
    quit: bool,
    focused: bool,
    title: String,
}

impl App {
    /// The window's state. `gl` draws the scene; without it the scene panel says what is missing.
    pub fn new(ctx: &egui::Context, gl: Option<&Arc<glow::Context>>, settings: Settings, pack: Option<&Path>) -> Self {
        theme::install(ctx, &settings.values.look);
        let renderer = match gl {
            Some(gl) => {
                let wake = ctx.clone();
                SharedRenderer::new(gl, Arc::new(move || wake.request_repaint())).map_err(|e| e.to_string())
            }
            None => Err("This window has no OpenGL, so scenes can’t be drawn.".to_owned()),
        };
        let kept = |workspace: Workspace| settings.values.layouts.get(workspace.id()).map(String::as_str);
        let dock = Workspaces::new(kept, ctx.content_rect().width());
        let mut app = Self {
            shortcuts: Shortcuts::with(&settings.values.keys),
            session: None,
            minigames: None,
            dock,
            start: StartPage::default(),
            palette: Palette::default(),
            settings_dialog: SettingsDialog::default(),
            toasts: Toasts::default(),
            jobs: Jobs::of(ctx),
            renderer,
            scene: None,
            thumbnails: None,
            hierarchy: Hierarchy::default(),
            inspector: Inspector::default(),
            details: DetailsPanel::default(),
            compare: ComparePanel::default(),
            differences: DifferencesPanel::default(),
            matrix: MatrixPanel::default(),
            lobby: LobbyPanel::default(),
            files: FilesPanel::default(),
            problems: ProblemsPanel::default(),
            find: FindPanel::default(),
            codes: ProblemCodes::default(),
            guide: Guide::default(),
            history: HistoryPanel::default(),
            variants: VariantsDialog::default(),
            import: ImportDialog::default(),
            media: Desk::default(),
            dialog: None,
            watch: None,
            wishes: Vec::new(),
            minigame_asks: Vec::new(),
            commands: Vec::new(),
            waiting: None,
            saving: None,
            checking: None,
            reading: None,
            importing: None,
            finding: None,
            fixing: None,
            publishing: None,
            looking: None,
            filing: None,
            media_job: None,
            file_works: VecDeque::new(),
            picking: false,
            after: None,
            quit: false,
            focused: true,
            title: String::new(),
            settings,
        };
        if let Some(pack) = pack {
            app.open_pack(pack);
        }
        app
    }

    /// The open pack, for tests.
    pub fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// The texts of the messages on the screen, for tests.
    pub fn messages(&self) -> Vec<String> {
        self.toasts.texts().map(str::to_owned).collect()
    }

    /// The panel that compares variants, for tests.
    pub fn comparison(&self) -> &ComparePanel {
        &self.compare
    }

    /// What drawing scenes has cost so far, for tests.
    pub fn drawn(&self) -> Stats {
        self.renderer.as_ref().map(|renderer| renderer.lock().total()).unwrap_or_default()
    }

    /// How many bytes the small pictures of files take, for tests.
    pub fn thumbnail_bytes(&self) -> usize {
        self.files.picture_bytes()
    }

    /// Whether any work is going on in the background, for tests.
    pub fn is_busy(&self) -> bool {
        self.jobs.count() > 0
    }

    fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.toasts.push(Toast::new(tone, text));
    }

    /// Tells of a failure; it stays until it is dismissed.
    fn fail(&mut self, error: &Error) {
        if error.kind() != ErrorKind::Cancelled {
            self.toasts.push(Toast::new(Tone::Error, error.to_string()).stays());
        }
    }

    /// What the commands look at.
    fn context(&self) -> Context {
        let Some(session) = &self.session else { return self.minigame_context().unwrap_or_default() };
        let infos = session.variants();
        Context {
            pack: true,
            workspace: Some(self.dock.shown()),
            element: self.details.selected_element().is_some(),
            files: self.files.selected(),
            scene: session.scene().is_some(),
            unsaved: session.unsaved_steps() + session.all_pending().len(),
            undo: session.history().undo_label().map(str::to_owned),
            redo: session.history().redo_label().map(str::to_owned),
            selected: session.selection().len(),
            selection_fixed: None,
            variants: infos.iter().map(|info| info.name.clone()).collect(),
            shown: infos.iter().position(|info| info.id == session.shown()),
            gesture: self.scene.as_ref().is_some_and(ScenePanel::is_dragging),
            problems: session.problems().len(),
            safe_fixes: session.problem_counts().safe_fixes,
            fixing: self.fixing.is_some(),
            publish_blocked: if self.publishing.is_some() {
                Some("A publish is going on")
            } else if session.manifest().is_none() {
                Some("The manifest can’t be read")
            } else {
                None
            },
            save_blocked: self.saving.is_some().then_some("A save is going on"),
        }
    }

    /// Starts what is due: a search, the check of a new revision, the recovery copy, a look at the disk.
    fn start_due(&mut self, ctx: &egui::Context) {
        self.start_find();
        self.start_files();
        let Some(session) = &mut self.session else { return };
        if session.problems_are_stale() && self.checking.is_none() {
            let job = session.check_job();
            let revision = session.revision();
            self.checking = Some(self.jobs.start("Checking", revision, move |_| Ok(Answer::Checked(job.run()))));
        }
        if let Some(due) = session.draft_due() {
            let now = Instant::now();
            if now >= due {
                if let Err(error) = session.write_draft() {
                    self.fail(&error);
                }
            } else {
                ctx.request_repaint_after(due - now);
            }
        }
    }

    /// Starts the search that is due, in the place of the one that runs. A hidden panel asks for none.
    fn start_find(&mut self) {
        let Some(session) = self.session.as_ref().filter(|_| self.dock.is_open(Panel::Find)) else { return };
        let Some(due) = self.find.due(session) else { return };
        if let Some(running) = self.finding.take() {
            self.jobs.cancel(running);
        }
        self.finding = due.map(|job| {
            let find = move |watch: &dyn Watch| Ok(Answer::Found(job.run(watch)));
            self.jobs.start("Finding", session.revision(), find)
        });
    }

    /// Escape backs out one step: what nothing else has taken deselects.
    fn escape(&mut self, ctx: &egui::Context) {
        let busy =
            ctx.text_edit_focused() || self.problems.has_menu() || self.scene.as_ref().is_some_and(ScenePanel::is_dragging);
        let views = matches!(self.dock.shown(), Workspace::Scene | Workspace::Compare);
        let pressed = !busy && views && ctx.input(|i| i.key_pressed(egui::Key::Escape));
        if pressed && self.session.as_ref().is_some_and(|session| !session.selection().is_empty()) {
            self.commands.push(Command::Deselect);
        }
    }

    /// What is compared is remembered; without an open pack what was last stays.
    fn keep_comparison(&mut self) {
        if self.session.is_some() {
            self.settings.values.compare = self.compare.kept();
        }
    }

    fn keep_settings(&mut self) {
        self.keep_comparison();
        for (workspace, layout) in self.dock.take_changed() {
            self.settings.values.layouts.insert(workspace.id(), layout);
        }
        if let Err(error) = self.settings.save() {
            self.fail(&error);
        }
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        self.take_answers(ctx);
        self.look_around(ctx);
        if !self.dialog_is_open() {
            let context = self.context();
            let pressed = self.shortcuts.take(ctx, &context);
            self.commands.extend(pressed);
            self.escape(ctx);
        }
        self.grant_minigame_asks();
        for wish in std::mem::take(&mut self.wishes) {
            self.grant(wish);
        }
        let waited = self.waiting.take();
        for command in std::mem::take(&mut self.commands).into_iter().chain(waited) {
            self.carry_out(ctx, command);
        }
        self.start_due(ctx);
        self.end_if_asked(ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.draw(ui);
    }

    fn on_exit(&mut self, _gl: Option<&glow::Context>) {
        self.keep_settings();
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// Opens the window and stays until it is closed.
///
/// # Errors
/// Where the system gives no window.
pub fn run(pack: Option<&Path>) -> Result<()> {
    let (settings, trouble) = Settings::load(Places::from_env());
    let size = settings.values.window.unwrap_or([1440.0, 900.0]);
    let viewport = egui::ViewportBuilder::default()
        .with_app_id(APP_ID)
        .with_title("Tablewright")
        .with_inner_size(size)
        .with_min_inner_size([960.0, 600.0])
        .with_drag_and_drop(true);
    let options = eframe::NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        depth_buffer: 24,
        multisampling: 4,
        persist_window: false,
        ..Default::default()
    };
    let pack = pack.map(Path::to_path_buf);
    let create = move |cc: &eframe::CreationContext<'_>| {
        let mut app = App::new(&cc.egui_ctx, cc.gl.as_ref(), settings, pack.as_deref());
        if let Some(error) = trouble {
            app.fail(&error);
        }
        Ok(Box::new(app) as Box<dyn eframe::App>)
    };
    eframe::run_native(APP_ID, options, Box::new(create)).map_err(|error| {
        Error::new(ErrorKind::Io, format!("The window couldn’t be opened: {error}"))
            .hint("Check that a desktop is running and that its OpenGL drivers are installed.")
    })
}
