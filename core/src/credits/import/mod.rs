//! Files from outside: what is in a drop, where each file would go, what is known of its origin, and carrying it out.
//!
//! Nothing lands in the pack before *Where is this from?* is answered. [`read`] takes what was dropped, chosen or pasted
//! into memory, within [`Limits`]; [`Plan::of`] says where each file would go and what can be filled in already.
//! [`Plan::ops`] and [`Plan::credit`] say what an import does to files and manifest, which [`crate::pack::files`] and the
//! caller carry out together. Dropping the plan imports nothing.
//!
//! - `unzip`: reading a zip that may be hostile
//! - `names`: names that are safe on every disk, and free
//! - `plan`: where each file goes, judged by its content
//! - `metadata`: what files say of themselves; `prefill`: what of it answers the question

mod metadata;
mod names;
mod plan;
mod prefill;
mod read;
#[cfg(test)]
mod tests;
mod unzip;

pub use plan::{Answered, Item, Plan, doubt};
pub use prefill::{Found, Suggestion};
pub use read::{Dropped, Incoming, Limits, PassedOver, read, read_memory};
