//! What the platform's schema states about a manifest: codes `schema`, and `tw-unknown-key` for keys that may be newer than
//! this editor. The rules are the rows of [`super::table`].

use super::table::{self, MANIFEST_RULE};
use crate::finding::{DocId, Finding};
use crate::json::{Ref, Value};
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
    json_schema::print(&MANIFEST_RULE, about, Some(table::TYPE_KEY), conditions())
}

/// The rules over several fields that are about capabilities: packs without scripts allow `log` alone, and a plugin with
/// functions needs `plugin-call`.
fn conditions() -> Vec<Value> {
    let within = |key: &str, value: Value| Value::object([("properties", Value::object([(key, value)]))]);
    let there = |key: &str, value: Value| {
        Value::object([("properties", Value::object([(key, value)])), ("required", Value::array([key]))])
    };
    let scriptless = Value::object([("enum", Value::array([PackType::Table.as_str(), PackType::Room.as_str()]))]);
    let log_alone = Value::object([("items", Value::object([("const", Value::from("log"))]))]);
    let calls = there("functions", Value::object([("minItems", Value::from(1_i32))]));
    let plugin_call = Value::object([("contains", Value::object([("const", Value::from("plugin-call"))]))]);
    let when = |condition: Value, then: Value| Value::object([("if", condition), ("then", then)]);
    vec![
        when(there(table::TYPE_KEY, scriptless), within("capabilities", within("allowed", log_alone))),
        when(there("plugins", Value::object([("contains", calls)])), there("capabilities", there("allowed", plugin_call))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;
    use crate::pointer;

    /// What a validator makes of them is held against [`findings`] in the command line's tests.
    #[test]
    fn conditions_on_capabilities_stand_beside_those_of_types() {
        let schema = Document::parse(json_schema().as_bytes()).unwrap();
        let all = schema.at(&pointer!["allOf"]).unwrap();
        let texts: Vec<String> = all.items().map(|condition| Document::new(condition.share()).unwrap().text()).collect();
        assert!(texts.iter().any(|text| text.contains("room-pack") && text.contains("\"log\"")), "{texts:?}");
        assert!(texts.iter().any(|text| text.contains("plugins") && text.contains("\"plugin-call\"")), "{texts:?}");
    }
}
