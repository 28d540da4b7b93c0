//! Opening, making and closing packs.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use tablewright_core::manifest::PackType;
use tablewright_core::pack::files::prune;
use tablewright_core::pack::new::{NewPack, create};
use tablewright_core::pack::{Drafts, OsFs, Outcome, Recovery};
use tablewright_core::{Error, ErrorKind, publish};

use super::dialogs::{DialogKind, RecoveryDialog};
use super::watch::PackWatch;
use super::{After, Answer, App, Pick};
use crate::panels::compare::ComparePanel;
use crate::panels::scene::ScenePanel;
use crate::recents::Recent;
use crate::session::{BIN, Session};
use crate::viewport::Thumbnails;
use crate::widgets::Tone;

/// How long the bin keeps what was deleted.
const BIN_KEEPS: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A file dialog that answers sooner was never shown.
pub(super) const NO_DIALOG: Duration = Duration::from_millis(300);

impl App {
    /// Opens a pack as a job; what is open stays until the new one is there.
    pub(super) fn open_pack(&mut self, path: &Path) {
        if self.open_minigames(path) {
            return;
        }
        let (path, state_dir) = (path.to_path_buf(), self.settings.state_dir().to_path_buf());
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        self.jobs.start(format!("Opening {name}"), 0, move |_| {
            prune(&OsFs, &state_dir.join(BIN), SystemTime::now() - BIN_KEEPS);
            Session::open(&path, &state_dir).map(|opened| Answer::Opened(Box::new(opened)))
        });
    }

    /// Opens a pack, after asking about unsaved edits.
    pub(super) fn open_after_asking(&mut self, path: PathBuf) {
        self.leave(After::Open(path));
    }

    /// Takes an opened pack into the window.
    pub(super) fn opened(&mut self, ctx: &egui::Context, mut session: Session, recovery: &Recovery) {
        self.minigames = None;
        self.remember(&session);
        self.watch = Some(PackWatch::new(session.root(), ctx));
        self.scene = self.renderer.as_ref().ok().map(|renderer| ScenePanel::new(renderer.clone()));
        self.thumbnails = self.renderer.as_ref().ok().map(|renderer| Thumbnails::new(renderer.clone()));
        self.hierarchy = Default::default();
        self.inspector = Default::default();
        self.details = Default::default();
        self.compare = ComparePanel::new(self.renderer.clone(), &self.settings.values.compare);
        self.differences = Default::default();
        self.matrix = Default::default();
        self.lobby = Default::default();
        self.files = Default::default();
        self.variants = Default::default();
        self.import.close();
        self.media = Default::default();
        self.problems = std::mem::take(&mut self.problems).of_another_pack();
        self.history = Default::default();
        self.find = std::mem::take(&mut self.find).of_another_pack();
        self.stop_reading();
        (self.checking, self.finding, self.fixing, self.looking, self.importing) = (None, None, None, None, None);
        self.file_works.clear();
        let root = session.root().to_path_buf();
        let converted = session.convert_script_switches();
        self.session = Some(session);
        for notice in converted {
            self.notice(notice);
        }
        match &recovery.outcome {
            Outcome::Clean => {}
            outcome => self.say(Tone::Warning, outcome.to_string()),
        }
        for note in &recovery.notes {
            self.say(Tone::Warning, note.to_string());
        }
        self.ask_git(&root);
        let drafts = Drafts::find(&OsFs, self.settings.state_dir(), &root).unwrap_or_default();
        if let Some(draft) = drafts.into_iter().find(|draft| draft.owner_gone) {
            self.dialog = Some(DialogKind::Recovery(RecoveryDialog::new(draft)));
        }
    }

    fn remember(&mut self, session: &Session) {
        let cover = session.manifest().and_then(|m| m.root().get("coverImage")).and_then(|cover| {
            cover
                .as_str()
                .or_else(|| cover.get("path").and_then(tablewright_core::json::Ref::as_str))
                .map(std::borrow::Cow::into_owned)
        });
        let opened = jiff::Timestamp::now().as_second();
        self.settings.values.recents.opened(Recent {
            path: session.root().to_path_buf(),
            name: session.manifest_text("name"),
            id: session.manifest_text("id"),
            version: session.manifest_text("version"),
            cover: cover.unwrap_or_default(),
            opened,
        });
        self.keep_settings();
    }

    /// Reads what git says of the folder, as a job.
    pub(super) fn ask_git(&mut self, root: &Path) {
        let root = root.to_path_buf();
        self.jobs.start("Reading git’s state", 0, move |_| publish::git_state(&root, &publish::SaveLeftovers).map(Answer::Git));
    }

    /// Asks for a folder in the system's own dialog, on a thread: the window goes on.
    pub(super) fn pick(&mut self, what: Pick, title: &'static str) {
        if self.picking {
            return;
        }
        self.picking = true;
        let start = match &what {
            Pick::Find(path) => path.parent().map(Path::to_path_buf),
            _ => self.settings.values.recents.list().first().and_then(|r| r.path.parent().map(Path::to_path_buf)),
        };
        self.jobs.start("Waiting for the file dialog", 0, move |_| {
            let mut dialog = rfd::AsyncFileDialog::new().set_title(title);
            if let Some(start) = start {
                dialog = dialog.set_directory(start);
            }
            let asked = Instant::now();
            let picked = pollster::block_on(dialog.pick_folder()).map(|handle| handle.path().to_path_buf());
            // Nobody cancels so fast: there was no dialog.
            if picked.is_none() && asked.elapsed() < NO_DIALOG {
                return Err(no_dialog("drop the folder onto this window"));
            }
            Ok(Answer::Picked(what, picked))
        });
    }

    /// Goes on with the folder that was picked.
    pub(super) fn picked(&mut self, what: Pick, folder: PathBuf) {
        match what {
            Pick::Open => self.open_after_asking(folder),
            Pick::Sample => self.make(folder, NewPack { pack_type: PackType::Game, name: "Go".to_owned(), sample: true }),
            Pick::NewPack { pack_type, name } => self.make(folder, NewPack { pack_type, name, sample: false }),
            Pick::Find(lost) => {
                self.settings.values.recents.moved(&lost, &folder);
                self.open_after_asking(folder);
            }
        }
    }

    /// Writes a new pack as a job. A folder that holds something already gets a folder of its own inside.
    fn make(&mut self, folder: PathBuf, pack: NewPack) {
        self.jobs.start(format!("Making {}", pack.name), 0, move |_| {
            let is_empty = std::fs::read_dir(&folder).map_or(true, |mut entries| entries.next().is_none());
            let target = if is_empty { folder } else { free_folder(&folder, &pack.name) };
            let created = create(&target, &pack)?;
            publish::init(&created.root)?;
            Ok(Answer::Made(created.root))
        });
    }

    /// Leaves the pack for `after`, asking first where edits are not saved.
    pub(super) fn leave(&mut self, after: After) {
        if self.filing.is_some() || !self.file_works.is_empty() {
            // Files without the documents that belong to them would stay behind.
            self.say(Tone::Warning, "Files of the pack are being changed. Wait until that is done, or cancel it below.");
        } else if self.session.as_ref().is_some_and(Session::has_unsaved_work) || self.minigames_unsaved() {
            self.dialog = Some(DialogKind::Unsaved(after));
        } else {
            self.go_on(after);
        }
    }

    /// Does what was waiting for the edits to be saved or given up.
    pub(super) fn go_on(&mut self, after: After) {
        match after {
            After::ClosePack => self.close_pack(),
            After::Open(path) => self.open_pack(&path),
            After::Quit => {
                self.close_pack();
                self.quit = true;
            }
        }
    }

    fn close_pack(&mut self) {
        self.keep_comparison();
        if let Some(session) = self.session.take() {
            self.remember(&session);
            session.close();
        }
        self.minigames = None;
        self.scene = None;
        self.watch = None;
        self.importing = None;
        self.start.look_again();
    }
}

/// The system has no file dialog; what to do instead.
pub(super) fn no_dialog(instead: &str) -> Error {
    Error::new(ErrorKind::NotFound, "The system showed no file dialog")
        .hint(format!("Install xdg-desktop-portal or zenity, or {instead}."))
}

/// A folder below `parent` that is not there yet, named after the pack.
fn free_folder(parent: &Path, name: &str) -> PathBuf {
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let plain = plain.trim_matches('-').to_owned();
    let plain = if plain.is_empty() { "pack".to_owned() } else { plain };
    let names = std::iter::once(plain.clone()).chain((2..).map(|n| format!("{plain}-{n}")));
    names.map(|name| parent.join(name)).find(|path| !path.exists()).unwrap_or_else(|| parent.join(plain))
}
