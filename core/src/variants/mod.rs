//! Variants: the same game, set up differently.
//!
//! The manifest lists them; the scene holds one of them whole (the base, at its top level) and each other one as what
//! it changes. This folder reads both halves and joins them by id:
//!
//! - [`block`]: the scene's `variants` block and its deltas, as they stand
//! - [`list`]: the manifest's list, and both halves side by side for the window
//! - [`resolve`]: the scene that a variant plays
//! - [`agree`]: where the two halves disagree
//!
//! Reading never fails and never drops anything: what is malformed is passed over here and reported by
//! [`crate::scene::schema`] or [`agree`].

pub mod agree;
pub mod block;
pub mod list;
pub mod resolve;

pub use block::{Block, Delta};
pub use list::{VariantInfo, variant_infos};
pub use resolve::{Fallback, Origin, Resolved, ResolvedEntity, Resolver, resolve, resolve_all};

/// The platform's limit for the manifest's list and for the scene's deltas.
pub const MAX_VARIANTS: usize = 12;

#[cfg(test)]
mod tests;
