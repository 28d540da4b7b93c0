//! Variants: the same game, set up differently.
//!
//! The manifest lists them; the scene holds one of them whole (the base, at its top level) and each other one as what
//! it changes. This folder reads both halves and joins them by id:
//!
//! - [`block`]: the scene's `variants` block and its deltas, as they stand
//! - [`list`]: the manifest's list, and both halves side by side for the window
//! - [`resolve`](mod@resolve): the scene that a variant plays
//! - [`agree`](mod@agree): where the two halves disagree
//! - [`diff`]: what differs between two variants, and what can be done about it
//! - [`matrix`]: what differs anywhere, a column for each variant
//!
//! Every edit of the scene goes through the scoped edits, which never reach more variants than their scope says:
//!
//! - [`scope`]: *Changes apply to*, and what is told about an edit's reach
//! - [`entity_edit`], [`entity_add`], [`entity_delete`]: entities
//! - [`key_edit`], with its units in `key_unit`: scene keys
//! - `layout`, `draft`: where the variants have what, and an edit while it is made
//!
//! - `attached`: which scripts run in a variant
//! - [`rebase`]: *Make this the base*, proven
//! - [`list_edit`]: the list of variants, over both documents
//! - [`seats`]: *Lay out N seats*
//! - `scripts_switch`: the one conversion of `scripts` on an entry of the list
//!
//! Reading never fails and never drops anything: what is malformed is passed over here and reported by the rules.
//! Nothing here reads files or knows a window.

pub mod agree;
pub(crate) mod attached;
pub mod block;
pub mod diff;
mod draft;
pub mod entity_add;
pub mod entity_delete;
pub mod entity_edit;
mod index;
pub mod key_edit;
#[cfg(test)]
mod key_tests;
mod key_unit;
mod layout;
pub mod list;
pub mod list_edit;
pub mod matrix;
pub mod rebase;
pub mod resolve;
pub mod scope;
mod scripts_switch;
pub mod seats;

pub use block::{Block, Delta};
pub use diff::{Diff, EntityMarks, Mark, entity_marks};
pub use entity_add::{Added, add_entities, duplicate_entities, fresh_id, fresh_ids};
pub use entity_delete::{Children, delete_entities, revert_entity};
pub use entity_edit::{EntityChange, set_entities, set_entities_adjusted, set_entity};
pub use key_edit::{SceneChange, copies_needed, follow_base_again, set_scene_unit, set_scene_value, set_scene_values};
pub use key_unit::identity;
pub use list::{VariantInfo, listed_ids, variant_infos};
pub use matrix::Matrix;
pub use rebase::{Proof, Rebased, make_base};
pub use resolve::{Fallback, Origin, Resolved, ResolvedEntity, Resolver, resolve, resolve_all};
pub use scope::{Adjust, Edited, OwnPart, Reach, Scope, Stage, VariantId};
pub use scripts_switch::{convert_scripts_switch, detach_scripts, scripts_that_stay};
pub use seats::{MAX_SEATS, SEAT_COLORS, lay_out_seats, seat_count};

/// The platform's limit for the manifest's list and for the scene's deltas.
pub const MAX_VARIANTS: usize = 12;

#[cfg(test)]
mod any_scene;
#[cfg(test)]
mod promise;
#[cfg(test)]
mod test_packs;
#[cfg(test)]
mod test_scene;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod worked;
