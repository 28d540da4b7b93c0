//! The field table of the manifest: one row a field, at every level, and all that follows from it.
//!
//! A row says what the value must be, what an absent one stands for, which packs may carry it and who refuses it on
//! others, what a form calls it and how it explains it, and where all that is written. The schema rules
//! ([`crate::manifest::schema`]), the published JSON Schema, the form and its help read these rows; adding a field is
//! adding a row.
//!
//! - `details`, `gallery`, `files`, `game`, `script`, `plugins`, `credits`, `variants`, `extras`: the rows, by the part of
//!   the form they stand in
//! - `also`: the rules over several fields
//! - `patterns`, `words`: the forms and the closed lists that rows name
//!
//! Where the documents are silent nothing is asked: a bound that no page prints is not in here. What only real packs have
//! is wrapped in [`Rule::Unwritten`], and never refused.

mod also;
mod credits;
mod details;
mod extras;
mod files;
mod gallery;
mod game;
mod patterns;
mod plugins;
mod script;
mod variants;
mod words;

pub use also::{MODIFIERS, control_of, dice_at_start, option_default_fits};
pub use patterns::{is_commit, is_slug, is_version, is_youtube};
pub use words::{CAPABILITIES, CATEGORIES, CONTROLS, DECK_SOURCES, DICE, ORIGINS, is_known_category};

pub(crate) use variants::LIST as VARIANTS_LIST;

use crate::pack_type::PackType;
use crate::shape::{Field, Row, Rule, Shape, Unknown};

/// The parts of the form, in their order. A top-level row names the one that it stands in.
pub const GROUPS: [&str; 10] =
    ["Details", "Gallery", "Files", "Game", "Script", "Sounds", "Plugins", "Dependencies", "Credits", "Variants"];

/// The reference's one table of who may carry what omits `rules`, `dice`, `diceEnabled` and `variants`; their own sections
/// say that they are for games too.
const GAME: &[PackType] = &[PackType::Game];
const GAME_AND_TABLE: &[PackType] = &[PackType::Game, PackType::Table];
const WITH_SCRIPTS: &[PackType] = &[PackType::Game, PackType::Asset];

/// The member of the top level that says which type of pack it is.
pub const TYPE_KEY: &str = "type";

/// A whole manifest.
pub static MANIFEST_RULE: Rule = Rule::Object(&MANIFEST);

/// The top level: the order is that of the platform's editor, keys that it adds later last.
pub static MANIFEST: Shape = Shape { unknown: Unknown::Advise, also: Some(also::manifest), ..Shape::of(FIELDS) };

const FIELDS: &[Field] = &[
    details::SCHEMA_VERSION,
    details::ID,
    details::NAME,
    details::VERSION,
    details::TYPE,
    script::ENTRY,
    files::ASSETS,
    details::COMPATIBILITY,
    script::CAPABILITIES,
    details::LICENSE,
    details::TAGS,
    details::SLUG,
    details::SUMMARY,
    details::DESCRIPTION,
    details::CATEGORY,
    game::PLAYERS,
    gallery::COVER_IMAGE,
    gallery::SCREENSHOTS,
    files::ASSET_MANIFEST,
    files::EXCLUDED_ASSETS,
    files::ASSET_REPOS,
    game::RULES,
    game::DICE,
    game::DICE_ENABLED,
    game::SOUND_SETS,
    plugins::PLUGINS,
    plugins::PLUGIN_SETTINGS,
    plugins::DEPENDENCIES,
    game::SETUP_OPTIONS,
    game::LOBBY_REQUIREMENTS,
    credits::CREDITS,
    variants::VARIANTS,
    extras::BOTS,
    extras::AI_MODELS,
];

/// The keys of the top level, in the table's order.
pub fn top_level_keys() -> impl Iterator<Item = &'static str> {
    MANIFEST.fields.iter().map(|field| field.key)
}

/// What the table says of a place of a manifest, by the keys and indices that lead to it.
pub fn row_at(path: &[String]) -> Option<Row> {
    MANIFEST_RULE.row_at(path)
}

/// An object below the top level: keys that it does not know are told as advice.
const fn shape(noun: &'static str, named_by: &'static str, fields: &'static [Field]) -> Shape {
    Shape { noun, named_by, unknown: Unknown::Advise, ..Shape::of(fields) }
}

#[cfg(test)]
mod tests;
