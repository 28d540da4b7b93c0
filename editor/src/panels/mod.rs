//! The panels of the window. Each draws from what it is given and answers with what the person wants; none changes a
//! document, touches a disk or waits for anything.

pub mod compare;
pub mod credits;
pub mod details;
pub mod differences;
pub mod files;
pub mod find;
pub mod hierarchy;
pub mod history;
pub mod inspector;
pub mod lobby;
pub mod matrix;
pub mod problems;
pub mod scene;
pub mod variants;

use tablewright_core::find::Target;
use tablewright_core::variants::Scope;

use crate::commands::Command;
use crate::dock::{Panel, PanelState};
use crate::guide::Page;
use crate::import_dialog::Ask;
use crate::media;
use crate::session::{Action, FileWork, Picked, Session};
use crate::widgets::units::Unit;

/// What every panel sees.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The open pack.
    pub session: &'a Session,
    /// The unit that lengths are shown in.
    pub units: Unit,
    /// Whether the pointer or the keyboard was here last, and whether the keyboard is to be taken.
    pub state: PanelState,
}

/// What the person wants.
#[derive(Debug, Clone)]
pub enum Wish {
    /// A change of the session.
    Act(Action),
    /// A step that changes files of the pack.
    Files(FileWork),
    /// Ask where files are from, or what a credit record is to say.
    Credit(Ask),
    /// Something about pictures, rules or sounds: a dialog, or work that ends in a step.
    Media(media::Ask),
    /// The gesture that merged edits into one step is over.
    EndGesture,
    /// A command of the window.
    Command(Command),
    /// Look at these entities in the scene view.
    Frame(Vec<String>),
    /// Show this file of the pack in the list of files.
    ShowFile(String),
    /// Choose another content for this file of the pack.
    ReplaceFile(String),
    /// Show this file of the pack in the system's file manager.
    Reveal(String),
    /// Tell the person something.
    Say(String),
    /// Open the file at this path of the pack with the system's program for it.
    OpenFile(String),
    /// Go to the place of the problem with this number.
    GoToProblem(usize),
    /// Go to a place that was found.
    GoTo(Target),
    /// Read the manifest of a plugin or of another pack.
    ReadManifest(details::library::Asked),
    /// Stop reading it.
    StopReading,
    /// Choose the file of a manifest in a dialog; whose it is, and of which plugin or pack it must be.
    PickManifest(details::library::What, Option<String>),
    /// Show the page of this problem code.
    Explain(&'static str),
    /// Open a panel, in front of the tabs that it stands among.
    Open(Panel),
    /// Show a page of the guide.
    Guide(Page),
    /// Look for this text in both files.
    Find(String),
}

impl View<'_> {
    /// Whether edits of the scene go to the variant shown, and those named with it, alone: what is drawn in violet.
    pub fn only(&self) -> bool {
        let shared = self.session.picked() == Some(Picked::Shared);
        self.session.has_scope() && self.session.scope() == Scope::Only && !shared
    }
}
