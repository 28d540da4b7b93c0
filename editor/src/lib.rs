//! The window and the command line of Tablewright.

pub mod icons;
pub mod theme;
pub mod widgets;
