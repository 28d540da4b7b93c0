//! What the platform's schema states about a manifest: codes `schema`, and `tw-unknown-key` for keys that may be newer than
//! this editor. The rules are the rows of [`super::table`].

use super::table::MANIFEST_RULE;
use crate::finding::{DocId, Finding};
use crate::json::Ref;
use crate::pack_type::PackType;
use crate::shape::Walk;

/// What the platform would refuse about the shape of a manifest (its root), and the keys in it that nobody knows.
pub fn findings(root: Ref<'_>) -> Vec<Finding> {
    let kind = root.get("type").and_then(Ref::as_str).and_then(|word| PackType::parse(&word));
    let mut walk = Walk::new(DocId::Manifest).of_type(kind);
    walk.check(root, &MANIFEST_RULE);
    walk.findings
}
