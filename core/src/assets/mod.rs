//! The files of a pack: which there are, what each is for, who names it, and the lists of the manifest that follow from them.
//!
//! - [`listing`]: what stands in the folder, git's ignore rules heeded
//! - [`class`]: what a file is by its place and name, and whether it can be declared
//! - [`state`]: how a file reaches players, and what is wrong with it
//! - [`memory`]: what was read of files, kept while they stay as they are; hashes
//! - [`references`]: every place that names a file, and the files that an entity needs
//! - [`inventory`]: all of that side by side, a row for each file
//! - [`reconcile`](mod@reconcile): `assets` and `excludedAssets` made true again, `assetManifest` and `aiModels` refreshed
//! - [`rename`]: moving, deleting and replacing files with all that names them
//! - [`cost`](mod@cost): what each variant costs a player: triangles, textures, download
//! - [`repos`]: the repositories that card catalogues take pictures from
//! - [`named`]: the members of the manifest that name files
//!
//! Reading never fails over a file: what cannot be read has a state that says so. Edits give new documents, and nothing
//! here keeps state of its own. Where files came from is [`crate::credits`]'; what is wrong by the documents is
//! [`crate::check`]'s to say.

pub mod class;
pub mod cost;
#[cfg(test)]
mod hostile;
pub mod inventory;
pub mod listing;
mod measure;
pub mod memory;
pub(crate) mod named;
pub mod reconcile;
pub mod references;
pub mod rename;
pub mod repos;
pub mod state;
mod survey;
mod uri;

pub use class::{Class, Never, Special};
pub use cost::{Cost, cost};
pub use inventory::{Inventory, Row};
pub use listing::{Entry, Listing, list};
pub use measure::Measured;
pub use memory::{Bytes, Facts, Memory};
pub use reconcile::{Change, Gone, Reconciled, Tree, reconcile, set_preload};
pub use references::{Holder, Naming, Needs, References, Role};
pub use rename::{Pack, Plan, plan_delete, plan_follow, plan_rename, plan_replace};
pub use state::{Delivery, NotPlain, State, Trouble};
pub(crate) use survey::survey_tracked;
pub use survey::{Settled, Survey, reconcile_pack, survey};

use std::cmp::Ordering;

/// The order in which the platform writes lists of paths: by UTF-16 units, as JavaScript sorts. Capitals come before small
/// letters.
pub fn path_order(a: &str, b: &str) -> Ordering {
    // Without surrogates the order of bytes is that of units, and nearly every path is such.
    if a.is_ascii() && b.is_ascii() { a.cmp(b) } else { a.encode_utf16().cmp(b.encode_utf16()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_ordered_by_utf16_units() {
        let mut paths = ["b", "a", "B", "é", "z", "\u{10000}", "\u{ffee}"];
        paths.sort_by(|a, b| path_order(a, b));
        assert_eq!(paths, ["B", "a", "b", "z", "é", "\u{10000}", "\u{ffee}"]);
    }
}
