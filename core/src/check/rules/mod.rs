//! The rules, one file each.
//!
//! A rule reads a [`Context`] and puts what it finds into a [`Sink`]; it runs whatever the other rules find, as long as
//! what it reads is there. Its file starts with what it judges and which document says so, and ends with its tests: bad
//! text is found at its place, good text is not, on both sides of every bound.

mod asset_lists;
mod asset_repos;
mod asset_types;
mod bots;
mod capabilities;
mod catalogue_art;
mod content;
mod credits;
mod deck_database;
mod dependencies;
mod dice_count;
mod duplicate_keys;
mod engine;
mod entry_files;
mod fields;
mod files;
mod inventory;
mod kinds;
mod license_file;
mod list_order;
mod manifest_file;
mod on_demand;
mod paths;
mod plugin_calls;
mod ranked;
mod readable;
mod rules_documents;
mod scene;
mod seats;
mod secrets;
mod sound_actions;
#[cfg(test)]
pub(crate) mod testing;
mod unfinished_save;
mod unread_keys;
mod variant_care;
mod variant_scripts;
mod variants;

use super::context::Context;
use super::sink::Sink;

pub(super) use readable::run as readable;
pub use sound_actions::KNOWN_SOUND_ACTIONS;

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
    paths::RULE,
    entry_files::RULE,
    asset_types::RULE,
    list_order::RULE,
    asset_lists::RULE,
    files::RULE,
    inventory::RULE,
    content::RULE,
    kinds::RULE,
    on_demand::RULE,
    rules_documents::RULE,
    credits::RULE,
    unread_keys::RULE,
    capabilities::RULE,
    plugin_calls::RULE,
    secrets::RULE,
    asset_repos::RULE,
    catalogue_art::RULE,
    deck_database::RULE,
    dependencies::RULE,
    dice_count::RULE,
    sound_actions::RULE,
    license_file::RULE,
    variants::RULE,
    variant_care::RULE,
    variant_scripts::RULE,
    ranked::RULE,
    bots::RULE,
    seats::RULE,
    scene::RULE,
];
