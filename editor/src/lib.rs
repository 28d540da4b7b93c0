//! editor
pub mod viewport;
