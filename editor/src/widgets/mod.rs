//! The controls that every panel and dialog is made of, drawn as look.md says.
//!
//! A widget takes plain data and tells what the person did; it never reads or changes a document. Edits come back as
//! [`Edit`]: previews while a gesture lasts, one commit at its end. Colours come from `theme`, pictures from `icons`; no
//! panel's rule lives here.

mod button;
mod choice;
pub mod code;
mod color;
mod field;
mod list;
pub mod markdown;
mod modal;
mod notes;
mod number;
mod paint;
mod picker;
mod row;
mod section;
mod tabs;
mod text;
pub mod units;

pub use button::{Button, ButtonSize, icon_button, menu_item, tip};
pub use choice::{check, check_mixed, segmented, switch};
pub use color::color_field;
pub use field::{Field, FieldResponse, Own, field, label_width};
pub use list::{List, ListKeys, list_has_keyboard};
pub use modal::{Dialog, DialogEnd, DialogResponse};
pub(crate) use notes::severity_count;
pub use notes::{Tone, badge, chip, diamond, empty_state, key_caps, note, note_with, progress, severity_toggle};
pub use number::{Axis, NumberField, NumberKind, plain, vec3};
pub use paint::{clipped, elided, focus_ring, hairline, marked, paint_text};
pub use picker::{picker, picker_row};
pub use row::{Row, RowResponse, Selection};
pub use section::{section, section_with};
pub use tabs::{Tab, tab_bar};
pub(crate) use tabs::{TabLook, draw_tab, tab_width};
pub use text::{TextField, leave_field, search};

/// What a person did to a value in this frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit<T> {
    /// Nothing.
    Idle,
    /// The gesture goes on: show this, write nothing.
    Preview(T),
    /// The gesture ended: one undo step with this value.
    Commit(T),
    /// The gesture was taken back: show what the document says.
    Cancel,
}

impl<T> Edit<T> {
    /// The value of a finished gesture.
    pub fn committed(self) -> Option<T> {
        match self {
            Self::Commit(value) => Some(value),
            _ => None,
        }
    }

    /// The same edit of another kind of value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Edit<U> {
        match self {
            Self::Idle => Edit::Idle,
            Self::Preview(value) => Edit::Preview(f(value)),
            Self::Commit(value) => Edit::Commit(f(value)),
            Self::Cancel => Edit::Cancel,
        }
    }
}
