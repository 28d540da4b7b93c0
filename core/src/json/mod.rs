//! Lossless JSON: what stands in a file stays as it stands until it is edited.
//!
//! A [`Document`] keeps the text as it was loaded beside an immutable tree. Leaves are spans into that text, keys are
//! interned, containers share structure: cloning a document costs nothing, and an edit copies the path to the root. The
//! writer copies the loaded text wherever the tree still points to it and lays out only what an edit made, in the style
//! that stands around it.
//!
//! What holds (each has a property test in `json/tests.rs`):
//! - a document that was not edited is written as the bytes that were read;
//! - an edit changes only the bytes of the value, member or element that it names;
//! - what was written reads back as the same tree;
//! - no bytes make the parser panic, and none make it recurse.
//!
//! This module knows nothing of packs, manifests or files.

mod batch;
mod diff;
mod document;
mod edit;
mod keys;
mod node;
mod number;
mod parse;
mod pointer;
mod read;
mod text;
mod write;

#[cfg(test)]
mod tests;

pub use batch::Edit;
pub use diff::{Change, diff, unshared_bytes};
pub use document::Document;
pub use edit::{EditError, Shared, Value};
pub use node::{Kind, Span};
pub use number::{print as print_number, read as read_number};
pub use parse::{ParseError, Position};
pub use pointer::{Pointer, PointerError};
pub use read::{Identity, Ref};
pub(crate) use text::quote;

/// The deepest nesting of arrays and objects that is read or made: 512 levels. Deeper text is refused with its place.
pub const MAX_DEPTH: usize = 512;

/// The longest text that is read: 1 GiB. Offsets are 32 bits wide.
pub const MAX_TEXT: usize = 1 << 30;
