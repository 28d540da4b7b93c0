//! Text that was typed into a field of the manifest and cannot be what the field holds: letters in a number field, text
//! that is not JSON. It stays in its field and in the recovery copy, is never written to the manifest, and a save says
//! what it left out.

use std::collections::BTreeMap;
use std::time::Instant;

use tablewright_core::edit::ManifestOp;
use tablewright_core::json::{Document, Pointer, Ref, Value};
use tablewright_core::pack::DraftFile;

use super::{DRAFT_AFTER, Session};

/// What the waiting texts are called in a recovery copy. It cannot be the path of a file of a pack.
pub const PENDING_FILE: &str = "/waiting";

/// A text that waits in its field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// What the field is called: *Players, at most*.
    pub label: String,
    /// What was typed.
    pub text: String,
    /// Why it cannot be written, as a sentence without its full stop: *“lots” is no number*.
    pub why: String,
}

impl Pending {
    /// What a save says of it.
    pub fn sentence(&self) -> String {
        format!("Not saved: {}: {}.", self.label, self.why)
    }
}

impl Session {
    /// The text that waits in the field at `at`.
    pub fn pending(&self, at: &Pointer) -> Option<&Pending> {
        self.pending.get(at)
    }

    /// All texts that wait, by the places of their fields.
    pub fn all_pending(&self) -> &BTreeMap<Pointer, Pending> {
        &self.pending
    }

    pub(super) fn pend(&mut self, at: Pointer, pending: Option<Pending>) {
        let changed = match pending {
            Some(pending) => self.pending.insert(at, pending.clone()).as_ref() != Some(&pending),
            None => self.pending.remove(&at).is_some(),
        };
        if changed {
            self.draft_due = Some(Instant::now() + DRAFT_AFTER);
        }
    }

    /// Lets the waiting texts follow the fields that they are in. A field that was set has what was asked for; one that is
    /// gone has no text.
    pub(super) fn follow(&mut self, ops: &[ManifestOp]) {
        if self.pending.is_empty() {
            return;
        }
        let all = std::mem::take(&mut self.pending);
        let moved = all.into_iter().filter_map(|(at, pending)| {
            let mut now = at;
            for op in ops {
                // The text of the whole document waits for JSON, whatever a form does meanwhile.
                let set = matches!(op, ManifestOp::Set(place, _) if place.contains(&now) && !now.is_root());
                now = if set { None } else { op.shifted(&now) }?;
            }
            Some((now, pending))
        });
        self.pending = moved.collect();
    }

    pub(super) fn pending_file(&self) -> Option<DraftFile> {
        if self.pending.is_empty() {
            return None;
        }
        let entry = |(at, pending): (&Pointer, &Pending)| {
            let members = [("at", at.to_string()), ("label", pending.label.clone()), ("text", pending.text.clone())];
            Value::object(members.into_iter().chain([("why", pending.why.clone())]).map(|(key, text)| (key, Value::from(text))))
        };
        let list = Document::new(Value::Array(self.pending.iter().map(entry).collect())).ok()?;
        Some(DraftFile { name: PENDING_FILE.to_owned(), bytes: list.text().into_bytes(), base: None })
    }

    /// Takes the waiting texts of a recovery copy.
    pub(super) fn take_pending(&mut self, bytes: &[u8]) {
        self.pending.extend(read_pending(bytes));
        self.draft_due = Some(Instant::now() + DRAFT_AFTER);
    }
}

/// The waiting texts of a recovery copy, with the places of their fields; what cannot be read is left out.
pub fn read_pending(bytes: &[u8]) -> Vec<(Pointer, Pending)> {
    let Ok(list) = Document::parse(bytes) else { return Vec::new() };
    let read = |entry: Ref<'_>| {
        let text = |key: &str| Some(entry.get(key)?.as_str()?.into_owned());
        let pending = Pending { label: text("label")?, text: text("text")?, why: text("why")? };
        Some((text("at")?.parse().ok()?, pending))
    };
    list.root().items().filter_map(read).collect()
}
