//! Everything of Tablewright that is not pixels.
//!
//! A pack is a git repository that holds a manifest (`diceytable.mod.json`), a scene (`setup.json`) and assets. This
//! crate reads such a working copy without losing a byte, edits it, judges it by the platform's documents, saves both
//! files as one step and publishes over git. It opens no window, prints nothing and keeps no global state.
//!
//! Arrows point one way: [`json`] knows nobody, [`check`] reads all, nobody reads [`check`] but [`publish`] and [`minigame`].

pub mod assets;
pub mod check;
pub mod convert;
pub mod credits;
pub mod edit;
pub mod error;
pub mod find;
pub mod finding;
pub mod job;
pub mod json;
pub mod library;
pub mod lobby;
pub mod manifest;
pub mod media;
pub mod minigame;
pub mod pack;
mod pack_type;
pub mod publish;
pub mod rulebook;
pub mod scene;
pub mod shape;
pub mod sound;
pub mod variants;

pub use error::{Error, ErrorKind, Result};
pub use finding::{DocId, Finding, Severity};
