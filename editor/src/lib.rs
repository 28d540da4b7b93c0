//! Tablewright, the editor: the window and the command line. Everything that is not pixels is in `tablewright_core`.
//! editor
pub mod viewport;
