//! Credits: where each file came from, and who vouches for it.
//!
//! Here lives what the manifest's `credits` mean beyond their shape:
//!
//! - [`terms`]: what a person agrees to by signing, our own wording by version
//! - [`licences`]: the shortlist of licences, and recognising one
//! - [`answer`](judge): the answer to *Where is this from?* and what is wrong with one
//! - [`record`](Record): reading a record
//! - [`import`]: files from outside, held back until the question is answered
//! - [`ledger`](Ledger): all records beside the files of the pack: who is not accounted for, whose files are gone
//! - [`edit`](add): every edit of the list, pure over the manifest
//!
//! Rules about the records are in [`crate::check`]. Nothing here reads clocks or makes ids: instants and ids come from the
//! caller. Only [`import`] and [`files_of`] touch a disk.

mod answer;
mod edit;
pub mod import;
mod ledger;
pub mod licences;
mod listing;
mod record;
pub mod terms;
#[cfg(test)]
mod tests;

pub use answer::{Answer, Field, Origin, Remark, Signature, judge, judge_signature};
pub use edit::{MAX_PATHS, add, after_bytes_changed, detach, drop_paths, edit, merge, remove, sign, statement, unsigned};
pub(crate) use ledger::alike;
pub use ledger::{Entry, Hold, Ledger, wants_credit};
pub use licences::Licence;
pub use listing::files_of;
pub use record::{Record, Signed, records};

/// The version of the attestation's wording that we show and record (`credits.attestation.termsVersion`).
pub const TERMS_VERSION: &str = terms::CURRENT.version;

/// The longest name that signs a record, in UTF-16 units (manifest reference, `credits.attestation.signedName`).
pub const MAX_NAME: usize = 120;
