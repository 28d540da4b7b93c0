//! A pack does not depend on itself and lists no pack twice (manifest reference, `dependencies`). The platform refuses
//! both when the pack is published, under codes that the documents do not print.

use super::Rule;
use crate::check::{Context, Fix, Sink};
use crate::finding::Severity;
use crate::json::{EditError, Pointer, Ref};
use crate::pointer;
use rustc_hash::FxHashMap;

pub(super) const RULE: Rule = Rule { name: "dependencies", codes: &["tw-dependency-self", "tw-dependency-twice"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    let own = manifest.id();
    let mut seen: FxHashMap<String, Ref> = FxHashMap::default();
    for (index, entry) in manifest.root().get("dependencies").into_iter().flat_map(Ref::items).enumerate() {
        let Some(id) = entry.get("packId").and_then(Ref::as_str) else { continue };
        let at = pointer!["dependencies", index];
        if own.as_ref() == Some(&id) {
            let message = format!("“{id}” is this very pack, and a pack cannot depend on itself. Take the entry out.");
            sink.manifest("tw-dependency-self", Severity::Error, at.join("packId"), message).fix(take_out(at, &id, true));
        } else if let Some(first) = seen.get(&*id) {
            let message = format!(
                "“{id}” is among the dependencies already, and a pack is pinned to one version. Keep the entry that you mean."
            );
            // Two entries that say the same are one; which of two versions is meant a person decides.
            let same = first.equals(entry);
            sink.manifest("tw-dependency-twice", Severity::Error, at.join("packId"), message).fix(take_out(at, &id, same));
        } else {
            seen.insert(id.into_owned(), entry);
        }
    }
}

/// Takes the entry out, if it is still the one that was judged.
fn take_out(at: Pointer, id: &str, safe: bool) -> Fix {
    let id = id.to_owned();
    Fix::manifest("remove-dependency", "Take this entry out", safe, move |manifest| {
        let entry = manifest.at(&at).and_then(|entry| entry.get("packId")?.as_str());
        if entry.is_none_or(|present| present != id) {
            return Err(EditError::Missing(at.clone()));
        }
        manifest.remove(&at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, assert_one, assert_silent, fixed, with};

    fn on(ids: &[(&str, &str)]) -> String {
        let all: Vec<String> = ids.iter().map(|(id, version)| format!(r#"{{"packId":"{id}","version":"{version}"}}"#)).collect();
        with("dependencies", &format!("[{}]", all.join(",")))
    }

    #[test]
    fn different_packs_are_fine() {
        assert_silent(&RULE, GOOD);
        assert_silent(&RULE, &on(&[]));
        assert_silent(&RULE, &on(&[("a.b", "1.0.0"), ("a.c", "1.0.0"), ("example.go.x", "1.0.0")]));
        assert_silent(&RULE, &with("dependencies", r#"[{"packId":7},{"packId":7},null]"#));
    }

    #[test]
    fn itself_is_refused() {
        let text = on(&[("a.b", "1.0.0"), ("example.go", "1.0.0")]);
        assert_one(&RULE, &text, "error tw-dependency-self /dependencies/1/packId");
        assert!(!fixed(&text, "remove-dependency").contains("\"packId\": \"example.go\""));
    }

    #[test]
    fn the_same_pack_twice_is_refused() {
        for version in ["1.0.0", "2.0.0"] {
            let text = on(&[("a.b", "1.0.0"), ("a.c", "1.0.0"), ("a.b", version)]);
            assert_one(&RULE, &text, "error tw-dependency-twice /dependencies/2/packId");
            let after = fixed(&text, "remove-dependency");
            assert_eq!(after.matches("a.b").count(), 1);
        }
    }
}
