//! What differs between two variants, what one of them says about the base, and what can be done about it.
//!
//! - [`marks`]: what each entity of one variant is against another, for tints and ghosts
//! - [`rows`]: all that differs, as one tree of rows; `build` makes it, in the units that `units` finds, with what
//!   `stored` tells about the file
//! - [`part`]: what a row is about and what it is called
//! - [`act`]: actions on parts. They change `slot`s, which are values, by `splice`; `together` finds what goes along
//!
//! Nothing here knows a window, and nothing but [`act`] changes anything.

pub mod act;
mod build;
pub mod marks;
pub mod part;
pub mod rows;
mod slot;
mod splice;
mod stored;
mod together;
pub(super) mod units;

#[cfg(test)]
mod act_tests;
#[cfg(test)]
mod tests;

pub use act::{Others, apply_to_base, copy_to, make_own, none_here, revert};
pub use marks::{EntityMarks, Mark, entity_marks};
pub use part::{Part, RowId, Section};
pub use rows::{Counts, Diff, KeyState, Row};
