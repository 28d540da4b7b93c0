//! Tablewright, the editor: the window and the command line. Everything that is not pixels is in `tablewright_core`.

pub mod app;
pub mod bars;
pub mod cli;
pub mod commands;
pub mod compare;
pub mod dock;
pub mod file_pictures;
pub mod forms;
pub mod guide;
pub mod help;
pub mod icons;
pub mod jobs;
pub mod later;
pub mod palette;
pub mod panels;
pub mod recents;
pub mod session;
pub mod settings;
pub mod shortcuts;
pub mod start;
pub mod system_packages;
pub mod theme;
pub mod toasts;
pub mod variants_dialog;
pub mod viewport;
pub mod widgets;
