//! Pictures of the listing and rules documents in the window: the crop tool, the dialogs of rules documents, and the work
//! that they start.
//!
//! - [`crop`]: the crop tool; `stage` is the picture with the window over it, `origin` asks where a picture is from
//! - [`rules`]: adding a rules document, writing one, giving one another id
//! - [`work`]: what is done off the window's thread; it ends in a step of the history
//! - [`sounds`]: lengths of sounds, and playing them
//!
//! A panel asks by [`Ask`]; the window starts the work and hands what comes back to [`Desk`]. Nothing here changes a
//! document or touches a file on the window's thread.

pub mod crop;
mod origin;
pub mod rules;
pub mod sounds;
mod stage;
pub mod work;

use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;
use tablewright_core::Error;
use tablewright_core::media::listing::Slot;
use tablewright_core::media::{Aspect, Crop, Raster};

use crate::panels::Wish;
use crate::session::{FileWork, Session};
use crop::CropDialog;
use rules::RulesDialog;
use work::{Better, Kept, Replacement, Work};

/// What a picture is cut for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A picture of the listing.
    Listing(Slot),
    /// The cover of this rules document, a video.
    RulesCover(usize),
}

impl Target {
    /// Its shape.
    pub fn aspect(self) -> Aspect {
        match self {
            Self::Listing(slot) => slot.aspect(),
            Self::RulesCover(_) => Aspect::Wide,
        }
    }

    /// The width of its picture, in pixels.
    pub fn wide(self) -> u32 {
        match self {
            Self::Listing(slot) => slot.wide(),
            Self::RulesCover(_) => tablewright_core::rulebook::change::COVER_WIDTH,
        }
    }

    /// The title of its dialog.
    pub fn title(self) -> &'static str {
        match self {
            Self::Listing(Slot::Cover) => "Set the cover",
            Self::Listing(Slot::New) => "Add a screenshot",
            Self::Listing(Slot::Entry(_)) => "Change the picture",
            Self::RulesCover(_) => "Set the cover of the video",
        }
    }
}

/// Where a picture comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum From {
    /// A file outside the pack.
    File(PathBuf),
    /// A file of the pack, by its path there.
    Pack(String),
    /// The scene as its view shows it.
    Scene,
    /// The picture that is there, from its original if that is kept.
    Again,
}

/// What a file is chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChosenFor {
    /// The crop tool.
    Picture,
    /// The dialog that adds a rules document, or replaces the pages of one.
    Pdf,
}

/// What a panel or a dialog asks of the window.
#[derive(Debug, Clone)]
pub enum Ask {
    /// Open the crop tool for this.
    Picture(Target),
    /// Open the crop tool with the picture that is there.
    CropAgain(Target),
    /// Open the dialog that adds a rules document.
    AddRules,
    /// Open the text of this rules document.
    WriteRules(usize),
    /// Ask for another id for this rules document.
    RenameRules(usize),
    /// Ask for another PDF for the pages of this rules document.
    ReplacePages(usize),
    /// Choose a file in the system's dialog.
    Choose(ChosenFor),
    /// Read a picture for the crop tool.
    Load(Target, From),
    /// Show the page of the guide.
    Guide,
    /// Make a file of the pack better.
    Better(Better, String),
    /// Do this work and make its step.
    Do(Box<Work>),
}

/// A picture that was read.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// Its pixels.
    pub raster: Arc<Raster>,
    /// Which picture it is, for what is kept of it.
    pub kept: Kept,
    /// What it is called.
    pub name: String,
    /// Where the window begins.
    pub crop: Crop,
    /// Its original is gone, so that the window can only become tighter.
    pub only_tighter: bool,
    /// What is said of its origin already, and by whom.
    pub origin: Option<(tablewright_core::credits::Answer, String)>,
    /// Whether its origin is asked for.
    pub asks_origin: bool,
}

/// What comes back from work.
#[derive(Debug)]
pub enum Came {
    /// A picture for the crop tool, or why there is none.
    Loaded(Target, Result<Box<Loaded>, Error>),
    /// The text of a rules document.
    Text(usize, String),
    /// A file was chosen, or not.
    Chosen(ChosenFor, Option<PathBuf>),
    /// A content that takes the place of a file.
    Better(Box<Replacement>),
    /// A step to make, or why it cannot be made.
    Made(Result<Box<FileWork>, Error>),
}

/// The dialogs, while they are open.
#[derive(Default)]
pub struct Desk {
    crop: Option<CropDialog>,
    rules: Option<RulesDialog>,
}

impl Desk {
    /// Whether a dialog is open.
    pub fn is_open(&self) -> bool {
        self.crop.is_some() || self.rules.is_some()
    }

    /// Opens the crop tool.
    pub fn open_crop(&mut self, target: Target, session: &Session) {
        self.crop = Some(CropDialog::new(target, session));
    }

    /// Opens a dialog of rules documents.
    pub fn open_rules(&mut self, dialog: RulesDialog) {
        self.rules = Some(dialog);
    }

    /// Takes what came back; the step that is to be made now.
    pub fn came(&mut self, came: Came) -> Result<Option<FileWork>, Error> {
        match came {
            Came::Loaded(target, loaded) => {
                if let Some(dialog) = self.crop.as_mut().filter(|dialog| dialog.target() == target) {
                    dialog.loaded(loaded.map(|loaded| *loaded));
                }
            }
            Came::Text(index, text) => self.rules = Some(RulesDialog::write(index, text)),
            Came::Chosen(ChosenFor::Picture, path) => {
                if let (Some(dialog), Some(path)) = (&mut self.crop, path) {
                    dialog.chose(&path);
                }
            }
            Came::Chosen(ChosenFor::Pdf, path) => {
                if let (Some(dialog), Some(path)) = (&mut self.rules, path) {
                    dialog.chose(&path);
                }
            }
            // The session plans it: see the window.
            Came::Better(_) => {}
            Came::Made(Ok(work)) => {
                *self = Self::default();
                return Ok(Some(*work));
            }
            Came::Made(Err(error)) => return self.failed(error).map(|()| None),
        }
        Ok(None)
    }

    /// Work ended without an answer: a dialog that waits for it goes on.
    pub fn broke_off(&mut self) {
        if let Some(dialog) = &mut self.crop {
            dialog.failed(None);
        }
        if let Some(dialog) = &mut self.rules {
            dialog.failed(None);
        }
    }

    /// Shows why it failed in the dialog that waits, or gives the error back.
    fn failed(&mut self, error: Error) -> Result<(), Error> {
        match (&mut self.crop, &mut self.rules) {
            (Some(dialog), _) => dialog.failed(Some(error.to_string())),
            (None, Some(dialog)) => dialog.failed(Some(error.to_string())),
            (None, None) => return Err(error),
        }
        Ok(())
    }

    /// Draws the dialogs that are open; what the person wants.
    pub fn show(&mut self, ctx: &Context, session: &Session, now: &str) -> Vec<Wish> {
        let mut asked = Vec::new();
        if let Some(dialog) = &mut self.crop
            && !dialog.show(ctx, session, now, &mut asked)
        {
            self.crop = None;
        }
        if let Some(dialog) = &mut self.rules
            && !dialog.show(ctx, session, now, &mut asked)
        {
            self.rules = None;
        }
        asked.into_iter().map(Wish::Media).collect()
    }
}
