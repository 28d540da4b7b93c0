//! The manifest: reading it, and the facts about it that are not judgements.
//!
//! [`ManifestView`] reads a manifest through its tree and owns nothing. What a manifest must be is judged by
//! [`crate::check`]; nothing here reports, edits or touches a disk.

mod keys;
mod pack_type;
mod view;

pub use keys::TOP_LEVEL_KEYS;
pub use pack_type::PackType;
pub use view::ManifestView;

/// The longest path that a manifest may hold, in UTF-16 units (manifest reference, the field tables).
pub const MAX_PATH: usize = 180;

/// The most files that `assets` may list (`MOD_MAX_DECLARED_ASSETS` in the manifest reference).
pub const MAX_ASSETS: usize = 2000;
