//! What differs between two variants, and what one of them says about the base.
//!
//! - [`marks`]: what each entity of one variant is against another, for tints and ghosts
//!
//! Everything here reads resolved variants; how differences are stored is only looked at to say what stands in the file.

pub mod marks;

pub use marks::{EntityMarks, Mark, entity_marks};
