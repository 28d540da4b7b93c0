//! What the platform's schema states about a manifest: codes `schema`, and `tw-unknown-key` for keys that may be newer than
//! this editor. The rules are the rows of [`super::table`].

use super::table::{self, MANIFEST_RULE};
use crate::finding::{DocId, Finding};
use crate::json::Ref;
use crate::pack_type::PackType;
use crate::shape::{Walk, json_schema};

/// What the platform would refuse about the shape of a manifest (its root), and the keys in it that nobody knows.
pub fn findings(root: Ref<'_>) -> Vec<Finding> {
    let kind = root.get("type").and_then(Ref::as_str).and_then(|word| PackType::parse(&word));
    let mut walk = Walk::new(DocId::Manifest).of_type(kind);
    walk.check(root, &MANIFEST_RULE);
    walk.findings
}

/// The manifest's JSON Schema (draft 2020-12), with what each type of pack may not carry. It takes everything that
/// [`findings`] takes; of what is refused there, the rules over several fields are left out.
pub fn json_schema() -> String {
    let about = json_schema::About {
        id: "https://tablewright.example/schema/manifest.json",
        title: "diceytable.mod.json",
        comment: "Lengths are counted in code points here and in UTF-16 units by the platform. Rules over several fields, \
                  such as an order of bounds, are told by `tablewright check`.",
    };
    json_schema::print(&MANIFEST_RULE, about, Some(table::TYPE_KEY))
}
