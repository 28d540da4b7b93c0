//! Tablewright, the editor: the window and the command line. Everything that is not pixels is in `tablewright_core`.
//! The window and the command line of Tablewright.

pub mod cli;
pub mod system_packages;
//! editor
pub mod viewport;
