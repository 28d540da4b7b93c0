//! What an edit changes, short enough to be read before it is made: the menu of fixes and `fix --dry-run`.

use super::Roots;
use crate::finding::DocId;
use crate::json::{self, Document, Kind, Pointer, Ref, quote};

/// One place that an edit changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownChange {
    /// The document.
    pub document: DocId,
    /// The place.
    pub pointer: Pointer,
    /// What stands there before, on one line and cut where it is long; `None`: nothing.
    pub before: Option<String>,
    /// What stands there afterwards.
    pub after: Option<String>,
}

/// What an edit changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// The first places.
    pub shown: Vec<ShownChange>,
    /// How many places there are besides.
    pub more: usize,
}

/// The places that differ between two states of a pack, the first `limit` of them written out, each value in at most
/// `width` characters. What the states share is skipped without being looked at, so this is quick for large scenes.
pub fn changes(before: &Roots, after: &Roots, limit: usize, width: usize) -> Changes {
    let mut changes = Changes::default();
    let pairs = [(DocId::Manifest, &before.manifest, &after.manifest), (DocId::Scene, &before.scene, &after.scene)];
    for (document, before, after) in pairs {
        for (pointer, before, after) in between(before.as_ref(), after.as_ref()) {
            if changes.shown.len() < limit {
                let short = |value: &json::Shared| brief(value.value(), width);
                let (before, after) = (before.as_ref().map(short), after.as_ref().map(short));
                changes.shown.push(ShownChange { document, pointer, before, after });
            } else {
                changes.more += 1;
            }
        }
    }
    changes
}

type Difference = (Pointer, Option<json::Shared>, Option<json::Shared>);

fn between(before: Option<&Document>, after: Option<&Document>) -> Vec<Difference> {
    match (before, after) {
        (Some(before), Some(after)) => {
            json::diff(before, after).into_iter().map(|change| (change.pointer, change.before, change.after)).collect()
        }
        (None, None) => Vec::new(),
        (before, after) => {
            let whole = |document: &Document| document.root().shared();
            vec![(Pointer::root(), before.map(whole), after.map(whole))]
        }
    }
}

/// The value on one line in at most `width` characters, the last of which is `…` where it is longer.
pub fn brief(value: Ref<'_>, width: usize) -> String {
    let mut brief = Brief { text: String::new(), room: width };
    if brief.value(value).is_none() {
        brief.text.pop();
        brief.text.push('…');
    }
    brief.text
}

/// Writes until there is no more room; `None` then.
struct Brief {
    text: String,
    room: usize,
}

impl Brief {
    fn put(&mut self, text: &str) -> Option<()> {
        for c in text.chars() {
            self.room = self.room.checked_sub(1)?;
            self.text.push(if c.is_ascii_control() { ' ' } else { c });
        }
        Some(())
    }

    fn value(&mut self, value: Ref<'_>) -> Option<()> {
        match value.kind() {
            Kind::Array => {
                self.put("[")?;
                for (index, item) in value.items().enumerate() {
                    self.put(if index > 0 { ", " } else { "" })?;
                    self.value(item)?;
                }
                self.put("]")
            }
            Kind::Object => {
                self.put("{")?;
                for (index, (key, member)) in value.members().enumerate() {
                    self.put(if index > 0 { ", " } else { "" })?;
                    self.put(&quote(key))?;
                    self.put(": ")?;
                    self.value(member)?;
                }
                self.put("}")
            }
            _ => self.put(value.raw().unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Value;
    use crate::pointer;

    fn doc(text: &str) -> Document {
        Document::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn values_are_cut_at_the_width_and_not_before() {
        let whole = r#"{"a": [1, "x"]}"#;
        let value = doc(whole);
        assert_eq!(brief(value.root(), whole.len()), whole);
        assert_eq!(brief(value.root(), whole.len() - 1), r#"{"a": [1, "x"…"#);
        assert_eq!(brief(doc(r#"[ "é\n😀" ]"#).root(), 20), r#"["é\n😀"]"#);
        assert_eq!(brief(doc("[]").root(), 1), "…");
        assert_eq!(brief(doc("{\"a\\\"b\":1}").root(), 40), r#"{"a\"b": 1}"#);
    }

    #[test]
    fn the_first_places_are_told_and_the_rest_counted() {
        let before = Roots { manifest: Some(doc(r#"{"a": 1, "b": 2, "c": 3}"#)), scene: Some(doc("{}")) };
        let manifest = before.manifest.as_ref().unwrap();
        let edited = manifest.set(&pointer!["a"], Value::from("one")).unwrap().remove(&pointer!["b"]).unwrap();
        let scene = before.scene.as_ref().unwrap().set(&pointer!["new"], Value::from(true)).unwrap();
        let after = Roots { manifest: Some(edited), scene: Some(scene) };
        let found = changes(&before, &after, 2, 40);
        let place = |key: &str, document, before: Option<&str>, after: Option<&str>| ShownChange {
            document,
            pointer: pointer![key],
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        };
        let manifest = DocId::Manifest;
        let first = [place("a", manifest, Some("1"), Some("\"one\"")), place("b", manifest, Some("2"), None)];
        assert_eq!((found.shown.as_slice(), found.more), (&first[..], 1));
        assert_eq!(changes(&before, &after, 9, 40).shown[2], place("new", DocId::Scene, None, Some("true")));
        assert_eq!(changes(&before, &before, 9, 40), Changes::default());
    }

    #[test]
    fn a_document_that_came_or_went_is_one_change() {
        let none = Roots::default();
        let some = Roots { manifest: Some(doc("7")), scene: None };
        assert_eq!(changes(&none, &some, 9, 40).shown[0].after.as_deref(), Some("7"));
        assert_eq!(changes(&some, &none, 9, 40).shown[0].after, None);
    }
}
