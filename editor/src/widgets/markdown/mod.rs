//! Markdown: drawn as a listing's page draws it, and a field to write it in.
//!
//! - [`markdown`]: a text with paragraphs, lists and tables, by `egui_commonmark`
//! - [`inline_markdown`]: one line, for summaries
//! - [`MarkdownField`]: the field with its toolbar and its preview; `marks` says what its buttons do to a text
//!
//! What may be a link and what is text is `tablewright_core::manifest::markdown`'s rule.

mod field;
mod inline;
mod marks;
mod view;

pub use field::{MarkdownField, typed_markdown};
pub use inline::inline_markdown;
pub use view::markdown;
