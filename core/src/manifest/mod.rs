//! The manifest: reading it, and the facts about it that are not judgements.
//!
//! [`ManifestView`] reads a manifest through its tree and owns nothing. [`table`] has a row for every field, [`schema`]
//! holds a manifest to it. Rules about more than the manifest's own text are [`crate::check`]'s; nothing here edits or
//! touches a disk.

mod engine;
pub mod listing;
pub mod markdown;
mod names;
pub mod schema;
pub mod table;
mod view;

pub use crate::pack_type::PackType;
pub use engine::{engine_bounds, engine_words};
pub use names::{next_patch, slug_of, youtube_id};
pub use view::ManifestView;

/// The longest path that a manifest may hold, in UTF-16 units (manifest reference, the field tables).
pub const MAX_PATH: usize = 180;

/// The most files that `assets` may list (`MOD_MAX_DECLARED_ASSETS` in the manifest reference).
pub const MAX_ASSETS: usize = 2000;
