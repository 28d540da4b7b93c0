//! What a pack names and does not hold: plugins that it calls and packs that it builds on, as they say of themselves.
//!
//! - [`PluginManifest`], [`PackCard`]: what is read out of `diceytable.plugin.json` and of another pack's manifest
//! - [`Source`]: where such a file is: a folder or file of this computer, or a git repository. There is no registry to ask
//! - [`Shelf`]: what was read before, kept in the state folder, so that a form can be drawn again without asking anybody
//! - `edits`: what the manifest's `plugins`, `pluginSettings`, `dependencies` and `capabilities` become
//!
//! The platform's documents describe a plugin's manifest in passing only; it is read loosely, and nothing is judged.

mod edits;
mod pack_card;
mod plugin;
mod shelf;
mod source;

pub use edits::{attach_plugin, call_function, configure, configure_only, pin, remove_plugin, stop_configuring, unpin};
pub use pack_card::{PackCard, Pinned, newer};
pub use plugin::{ControlKind, Function, PluginManifest, Setting};
pub use shelf::Shelf;
pub use source::{Found, Source};
