//! The working copy on disk: paths inside a pack, the file system behind one door, saving a set of files as one step,
//! and what happens at opening after a save that was cut short.
//!
//! What lives here is byte level. It knows that a pack is a folder with files that must agree; it does not know what is
//! in them. Nothing here parses JSON, keeps state between calls or reads the environment: the folder for locks, backups,
//! drafts, set-aside files and what was deleted (the *state folder*, never inside a pack) is always a parameter, and every access to a disk
//! goes through [`Fs`], so that the tests can make each single one fail. Two modules make packs that were not there
//! before: [`new`] writes an empty one or the sample, and [`sample`] is what the sample consists of.
//!
//! The protocol, in the order in which [`save()`] runs it:
//!
//! 1. the caller's check of the bytes; the pack lock; an earlier save that was cut short is finished first;
//! 2. each file on disk must still be the one that was loaded; the old bytes are kept in the state folder;
//! 3. the new bytes are written beside their targets (*staged*) and synced;
//! 4. a journal that names them all appears in the pack under its final name: **the commit point**;
//! 5. each staged file is renamed over its target, folders are synced, the journal goes.
//!
//! Before the commit point every failure leaves the old files, after it [`recover()`] gives the new ones.

mod asset_type;
mod backup;
mod build;
mod commit;
mod content;
mod draft;
mod exclude;
#[cfg(any(test, feature = "fault-fs"))]
pub mod fault;
pub mod files;
mod fs;
mod hash;
mod journal;
mod judge;
mod lock;
mod names;
pub mod new;
mod path;
mod recovery;
pub mod sample;
mod save;
mod settle;
mod working;

#[cfg(test)]
mod crash_tests;
#[cfg(test)]
mod recovery_tests;

pub use asset_type::{AssetType, asset_type, extension};
pub use backup::{BackupFile, BackupSet, backups};
pub use content::{Content, HEAD, is_telling, picture_size};
pub use draft::{Draft, DraftFile, Drafts};
pub use files::FileOp;
pub use fs::{DirEntry, FileKind, Fs, Guard, Meta, OsFs};
pub use hash::{Hash, Hasher};
pub use judge::{Contested, FileState, Interrupted, Verdict, peek};
pub use lock::PackLock;
pub use names::{EXCLUDE_PATTERNS, JOURNAL_NAME, is_ours};
pub(crate) use path::folded;
pub use path::{PackPath, resolve_inside};
pub use recovery::{Outcome, Recovery, SetAsideReason, recover, recover_locked};
pub use save::{Note, SaveFile, SaveOptions, SaveSet, Saved, SavedFile, check_writable, save};
pub use settle::{Keep, settle};
pub use working::{Fault, LEGACY_MANIFEST, MANIFEST, Part, SETUP, Twin, WorkingCopy};
