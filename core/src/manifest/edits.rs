//! Edits of a manifest that more than one place makes.

use crate::json::{Document, EditError, Ref, Value};
use crate::pointer;

/// The manifest with a capability allowed. Where nothing is said of capabilities the pack has `log`, which stays.
///
/// # Errors
/// Where `capabilities` or its list is of another kind.
pub fn allow_capability(manifest: &Document, slug: &str) -> Result<Document, EditError> {
    let block = pointer!["capabilities"];
    let list = block.join("allowed");
    let both = || Value::array(["log", slug]);
    match (manifest.at(&block), manifest.at(&list)) {
        (None, _) => manifest.set(&block, Value::object([("version", "1".into()), ("allowed", both())])),
        (Some(_), None) => manifest.set(&list, both()),
        (Some(_), Some(present)) if present.is_array() => {
            let there = present.items().filter_map(Ref::as_str).any(|word| word == slug);
            if there { Ok(manifest.clone()) } else { manifest.insert_item(&list, present.len(), slug.into()) }
        }
        _ => Err(EditError::WrongKind(list)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_stays_and_nothing_else_changes() {
        for (before, after) in [
            (r#"{"a":1}"#, r#"{"a":1,"capabilities":{"version":"1","allowed":["log","ui"]}}"#),
            (r#"{"capabilities":{"version":"1"}}"#, r#"{"capabilities":{"version":"1","allowed":["log","ui"]}}"#),
            (r#"{"capabilities":{"allowed":[ ]}}"#, r#"{"capabilities":{"allowed":["ui"]}}"#),
            (r#"{"capabilities":{"allowed":["ui"]}}"#, r#"{"capabilities":{"allowed":["ui"]}}"#),
        ] {
            assert_eq!(allow_capability(&Document::parse(before.as_bytes()).unwrap(), "ui").unwrap().text(), after);
        }
        let list = Document::parse(br#"{"capabilities":{"allowed":{}}}"#).unwrap();
        assert!(allow_capability(&list, "ui").is_err());
    }
}
