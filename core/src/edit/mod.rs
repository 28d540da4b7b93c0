//! Edits of a pack: the history that every edit goes through, and edits of the manifest.
//!
//! Edits of the scene that concern variants are in [`crate::variants`]; here nothing knows what a variant is. Nothing
//! here reads files, and nothing changes a document but by making a new one.

pub mod changes;
mod file_edit;
pub mod history;
pub mod manifest_edit;
pub mod manifest_parts;
#[cfg(test)]
mod manifest_rows;

pub use changes::{Changes, ShownChange, brief, changes};
pub use file_edit::{FileEdit, RootsEdit};
pub use history::{History, MergeKey, Roots, StateId, Step};
pub(crate) use manifest_edit::place_by;
pub use manifest_edit::{ManifestOp, allow_capability, edit_by, edit_manifest, set_manifest_field};
pub use manifest_parts::{doubled, kind_change, new_element, new_value};
