//! The rules, one file each.
//!
//! A rule reads a [`Context`] and puts what it finds into a [`Sink`]; it runs whatever the other rules find, as long as
//! what it reads is there. Its file starts with what it judges and which document says so, and ends with its tests: bad
//! text is found at its place, good text is not, on both sides of every bound.

mod assets;
mod duplicate_keys;
mod engine;
mod entry;
mod fields;
mod files;
mod manifest_file;
mod readable;
mod scene;
#[cfg(test)]
pub(crate) mod testing;
mod unfinished_save;
mod variants;

use super::context::Context;
use super::sink::Sink;

pub(super) use readable::run as readable;

/// One rule.
pub struct Rule {
    /// What it judges, in a few words.
    pub name: &'static str,
    /// Every code that it can give; each has an entry in the [catalogue](super::catalogue).
    pub codes: &'static [&'static str],
    /// Judges.
    pub run: fn(&Context, &mut Sink),
}

/// Every rule. At one place of a file, what stands earlier here is reported earlier.
pub const RULES: &[Rule] = &[
    readable::RULE,
    unfinished_save::RULE,
    manifest_file::RULE,
    duplicate_keys::RULE,
    fields::RULE,
    engine::RULE,
    entry::RULE,
    assets::RULE,
    files::RULE,
    variants::RULE,
    scene::RULE,
];
