//! Edits of the manifest: a field is set or taken out, and everything else stays byte for byte.

use super::history::Roots;
use crate::json::{Document, Edit, Pointer, Ref, Value};
use crate::{Error, ErrorKind, Result};

/// The order of the keys that a manifest is made with; what is edited first comes after them (the field guide,
/// section 5). Keys outside this list are added at the end and never moved.
const TOP: &[&str] =
    &["schemaVersion", "id", "name", "version", "type", "entry", "assets", "compatibility", "capabilities", "license", "tags"];

/// The orders of the objects below, by the key that they stand under.
const BELOW: [(&str, &[&str]); 5] = [
    ("capabilities", &["version", "allowed"]),
    ("crop", &["x", "y", "w", "h"]),
    ("screenshots", &["path", "crop", "title", "alt", "kind"]),
    (
        "credits",
        &[
            "id",
            "paths",
            "origin",
            "title",
            "creator",
            "creatorUrl",
            "sourceUrl",
            "licenseName",
            "licenseUrl",
            "notes",
            "recordedAt",
            "aiAttestation",
            "attestation",
            "source",
            "locked",
        ],
    ),
    ("attestation", &["termsVersion", "acceptedAt", "signedName"]),
];

/// Sets a field of the manifest, or takes it out (`None`). Objects that are missing on the way are made; a new key goes
/// after the nearest one before it in the order that editor saves have, else to the end. In a list the index `-` adds
/// an element. Taking out what is not there changes nothing.
///
/// # Errors
/// Refused where there is no manifest that can be read, or where the way leads through something that is not an object
/// or list.
pub fn set_manifest_field(roots: &Roots, pointer: &Pointer, value: Option<Value>) -> Result<Roots> {
    let manifest = roots.manifest.as_ref().ok_or_else(|| {
        Error::new(ErrorKind::Refused, "The manifest can’t be read, so it can’t be changed")
            .hint("Mend it as Problems shows it, then try again.")
    })?;
    let Some(value) = value else {
        if manifest.at(pointer).is_none() {
            return Ok(roots.clone());
        }
        return Ok(Roots { manifest: Some(manifest.remove(pointer)?), ..roots.clone() });
    };
    let mut edits = Vec::new();
    for depth in 1..pointer.tokens().len() {
        let above: Pointer = pointer.tokens()[..depth].iter().collect();
        let in_list = above.parent().and_then(|list| manifest.at(&list)).is_some_and(Ref::is_array);
        if !in_list && manifest.at(&above).is_none_or(Ref::is_null) {
            edits.push((above.clone(), Edit::Place(Value::Object(Vec::new()), order_of(&above))));
        }
    }
    edits.push((pointer.clone(), Edit::Place(value, order_of(pointer))));
    let edited: Document = manifest.edit_many(edits)?;
    Ok(Roots { manifest: Some(edited), ..roots.clone() })
}

/// The order of the keys of the object that a member stands in.
fn order_of(member: &Pointer) -> &'static [&'static str] {
    let tokens = member.tokens();
    let named = tokens[..tokens.len().saturating_sub(1)].iter().rfind(|token| token.parse::<usize>().is_err());
    match named {
        None => TOP,
        Some(name) => BELOW.iter().find(|(key, _)| key == name).map_or(&[], |(_, order)| order),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pointer;

    fn after(text: &str, at: &Pointer, value: Option<Value>) -> String {
        let roots = Roots { manifest: Some(Document::parse(text.as_bytes()).unwrap()), scene: None };
        set_manifest_field(&roots, at, value).unwrap().manifest.unwrap().text()
    }

    #[test]
    fn a_field_changes_in_its_place() {
        let text = "{\n  \"name\": \"Go\",\n  \"tags\": [\"a\"]\n}";
        assert_eq!(after(text, &pointer!["name"], Some("Weiqi".into())), text.replace("Go", "Weiqi"));
        assert_eq!(after(text, &pointer!["tags", 0], Some("b".into())), text.replace("\"a\"", "\"b\""));
        assert_eq!(after(text, &pointer!["tags", "-"], Some("b".into())), text.replace("\"a\"", "\"a\", \"b\""));
        assert_eq!(after(text, &pointer!["tags"], None), "{\n  \"name\": \"Go\"\n}");
        assert_eq!(after(text, &pointer!["summary"], None), text);
    }

    #[test]
    fn a_new_key_goes_after_the_one_before_it_in_the_template_or_to_the_end() {
        let text = r#"{"schemaVersion":"1.0","id":"a","version":"1","license":"MIT","summary":"s"}"#;
        let put = |key: &str| after(text, &pointer![key], Some(1.into()));
        assert!(put("name").contains(r#""id":"a","name":1,"version""#));
        assert!(put("capabilities").contains(r#""version":"1","capabilities":1,"license""#));
        assert!(put("tags").contains(r#""license":"MIT","tags":1,"summary""#));
        assert!(put("category").ends_with(r#""summary":"s","category":1}"#));
        assert!(after(r#"{"id":"a"}"#, &pointer!["schemaVersion"], Some(1.into())).starts_with(r#"{"schemaVersion":1"#));
    }

    #[test]
    fn objects_on_the_way_are_made_and_have_their_order() {
        assert_eq!(after(r#"{"id":"a"}"#, &pointer!["players", "min"], Some(2.into())), r#"{"id":"a","players":{"min":2}}"#);
        assert_eq!(
            after(r#"{"credits":[{"id":"c","title":"t"}]}"#, &pointer!["credits", 0, "origin"], Some("own".into())),
            r#"{"credits":[{"id":"c","origin":"own","title":"t"}]}"#
        );
    }

    #[test]
    fn what_leads_nowhere_is_refused() {
        let roots = Roots { manifest: Some(Document::parse(br#"{"name":"Go","tags":[]}"#).unwrap()), scene: None };
        for at in [pointer!["name", "x"], pointer!["tags", 0], pointer!["tags", 0, "x"]] {
            let error = set_manifest_field(&roots, &at, Some(1.into())).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Refused, "{at}");
        }
        let error = set_manifest_field(&Roots::default(), &pointer!["name"], None).unwrap_err();
        assert!(error.to_string().starts_with("The manifest can’t be read"));
    }
}
