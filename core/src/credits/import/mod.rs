//! Files from outside: what is in a drop, where each file would go, what is known of its origin, and carrying it out.
//!
//! Nothing lands in the pack before *Where is this from?* is answered. [`read`] takes what was dropped, chosen or pasted
//! into memory, within [`Limits`]; [`Plan::of`] says where each file would go and what can be filled in already;
//! [`Plan::carry_out`] writes the files and gives the manifest with the records, as one step with its inverse. Dropping the
//! plan imports nothing.
//!
//! - `unzip`: reading a zip that may be hostile
//! - `names`: names that are safe on every disk, and free
//! - `plan`: where each file goes, judged by its content
//! - `metadata`: what files say of themselves; `prefill`: what of it answers the question
//! - `file_step`: writing, replacing and removing files so that it can be taken back

mod file_step;
mod metadata;
mod names;
mod plan;
mod prefill;
mod read;
#[cfg(test)]
mod tests;
mod unzip;

pub use file_step::{FileChange, FileStep};
pub use plan::{Answered, Imported, Item, Plan};
pub use prefill::{Found, Suggestion};
pub use read::{Dropped, Incoming, Limits, PassedOver, read, read_memory};
