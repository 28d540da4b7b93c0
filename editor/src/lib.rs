//! The window and the command line of Tablewright.

pub mod bars;
pub mod commands;
pub mod dock;
pub mod icons;
pub mod jobs;
pub mod palette;
pub mod recents;
pub mod settings;
pub mod shortcuts;
pub mod start;
pub mod theme;
pub mod toasts;
pub mod widgets;
//! The editor: the window and the command line.

pub mod cli;
