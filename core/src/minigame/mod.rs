//! Hytale minigame definitions: `Server/Minigames/<Id>.json` of a plugin project or of an asset pack, after the *Minigame
//! Definition Reference*.
//!
//! - [`table`]: one row a field, its default, and what depends on what
//! - [`check`]: what the game would not start with, what it warns of, what we advise, each with a fix
//! - [`effective`]: a definition with its defaults filled in
//! - [`project`]: finding definitions in a folder, and the plugin's manifest beside them
//! - [`set`]: all definitions of a project as one state: adding, renaming, deleting, and what a save does to files
//! - [`starts`]: what new definitions begin with
//! - [`hud`]: what players will see on the screen, and how long what lasts
//!
//! A definition is a [`crate::json::Document`]: what is not edited stays byte for byte.

pub mod check;
pub mod effective;
pub mod hud;
pub mod plugin;
pub mod project;
pub mod set;
pub mod starts;
pub mod table;

use crate::shape::json_schema;

/// The JSON Schema of a definition (draft 2020-12).
pub fn json_schema() -> String {
    let about = json_schema::About {
        id: "https://tablewright.example/schema/minigame.json",
        title: "Server/Minigames/<Id>.json",
        comment: "Rules over several fields, such as an order of bounds, are told by `tablewright minigame check`.",
    };
    json_schema::print(&table::RULE, about, None, Vec::new())
}
