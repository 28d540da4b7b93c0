//! Edits of what the pack names and does not hold: plugins that it calls, packs that it builds on.

use tablewright_core::Result;
use tablewright_core::edit::Roots;
use tablewright_core::json::Value;
use tablewright_core::library::{
    PackCard, attach_plugin, call_function, configure, configure_only, pin, remove_plugin, stop_configuring, unpin,
};

/// One of them; each is one step of the history.
#[derive(Debug, Clone)]
pub enum LibraryEdit {
    /// List a plugin, without any function yet.
    Attach(String),
    /// Let scripts call a function of a plugin, or no longer.
    Call {
        /// The plugin.
        plugin: String,
        /// The function.
        function: String,
        /// Whether scripts may.
        on: bool,
    },
    /// Answer a setting of a plugin, or take the answer back (`None`).
    Configure {
        /// The plugin.
        plugin: String,
        /// The setting.
        key: String,
        /// The answer.
        value: Option<Value>,
    },
    /// Take all answers to a plugin away.
    StopConfiguring(String),
    /// Give a plugin a place for answers, without listing it.
    ConfigureOnly(String),
    /// Let a plugin go, with its answers.
    RemovePlugin(String),
    /// Pin a pack at the version that was read.
    Pin(PackCard),
    /// No longer build on a pack.
    Unpin(String),
}

impl LibraryEdit {
    /// The step's label.
    pub fn label(&self) -> String {
        match self {
            Self::Attach(plugin) => format!("Add the plugin {plugin}"),
            Self::Call { function, on: true, .. } => format!("Allow calls of {function}"),
            Self::Call { function, on: false, .. } => format!("Forbid calls of {function}"),
            Self::Configure { key, value: Some(_), .. } => format!("Answer {key}"),
            Self::Configure { key, value: None, .. } => format!("Take back the answer to {key}"),
            Self::ConfigureOnly(plugin) => format!("Configure {plugin}"),
            Self::StopConfiguring(plugin) => format!("Take back the answers to {plugin}"),
            Self::RemovePlugin(plugin) => format!("Remove the plugin {plugin}"),
            Self::Pin(card) => format!("Pin {} {}", card.name, card.version),
            Self::Unpin(pack) => format!("Remove the dependency {pack}"),
        }
    }

    /// The documents with it.
    ///
    /// # Errors
    /// As the edits of [`tablewright_core::library`].
    pub fn apply(&self, roots: &Roots) -> Result<Roots> {
        match self {
            Self::Attach(plugin) => attach_plugin(roots, plugin),
            Self::Call { plugin, function, on } => call_function(roots, plugin, function, *on),
            Self::Configure { plugin, key, value } => configure(roots, plugin, key, value.clone()),
            Self::ConfigureOnly(plugin) => configure_only(roots, plugin),
            Self::StopConfiguring(plugin) => stop_configuring(roots, plugin),
            Self::RemovePlugin(plugin) => remove_plugin(roots, plugin),
            Self::Pin(card) => pin(roots, card),
            Self::Unpin(pack) => unpin(roots, pack),
        }
    }
}
