//! The list of files that players fetch before the table opens (manifest reference, `assets`): at most 2,000 paths of
//! 1 to 180 units, each inside the repository, each once.

use super::Rule;
use super::entry::UNSAFE_PATH;
use crate::check::{Context, Fix, Sink};
use crate::finding::Severity;
use crate::json::{Document, EditError};
use crate::pack::PackPath;
use crate::pointer;
use rustc_hash::FxHashSet;

pub(super) const RULE: Rule = Rule { name: "the asset list", codes: &["unsafe-path", "tw-duplicate-asset"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(list) = context.manifest.and_then(|manifest| manifest.root().get("assets")) else { return };
    let mut seen = FxHashSet::default();
    for (index, item) in list.items().enumerate() {
        let at = pointer!["assets", index];
        let Some(path) = item.as_str() else { continue };
        if PackPath::parse(&path).is_err() {
            sink.manifest("unsafe-path", Severity::Error, at, UNSAFE_PATH);
        } else if !seen.insert(path.clone()) {
            let message = format!("“{path}” is listed twice. Once is enough.");
            sink.manifest("tw-duplicate-asset", Severity::Warning, at, message).fix(Fix::manifest(
                "remove-duplicate-assets",
                "List every file once",
                true,
                list_once,
            ));
        }
    }
}

/// The manifest with every path once in `assets`, where it stands first.
fn list_once(manifest: &Document) -> Result<Document, EditError> {
    let list = pointer!["assets"];
    let items = manifest.at(&list).ok_or_else(|| EditError::Missing(list.clone()))?;
    let mut seen = FxHashSet::default();
    let again: Vec<usize> = items
        .items()
        .enumerate()
        .filter(|(_, item)| item.as_str().is_some_and(|path| !seen.insert(path)))
        .map(|(i, _)| i)
        .collect();
    again.into_iter().rev().try_fold(manifest.clone(), |document, index| document.remove(&list.join(index)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, assert_one, assert_silent, fixed, found, with, without};
    use crate::json::Ref;

    #[test]
    fn usual_lists_are_fine() {
        assert_silent(&RULE, GOOD);
        assert_silent(&RULE, &without("assets"));
        assert_silent(&RULE, &with("assets", "[]"));
        assert_silent(&RULE, &with("assets", r#"["a/b c@2x.webp", "é.png", "A.png", "a.png"]"#));
    }

    #[test]
    fn other_kinds_are_refused() {
        for value in ["null", "7", r#""a.png""#, "{}"] {
            assert_one(&RULE, &with("assets", value), "error schema /assets");
        }
        for value in ["null", "7", r#"["a.png"]"#, "{}", r#""""#] {
            assert_one(&RULE, &with("assets", &format!("[\"x.png\",{value}]")), "error schema /assets/1");
        }
    }

    #[test]
    fn two_thousand_are_allowed() {
        let list = |count: usize| {
            let all: Vec<String> = (0..count).map(|i| format!("\"a/{i}.png\"")).collect();
            with("assets", &format!("[{}]", all.join(",")))
        };
        assert_silent(&RULE, &list(1999));
        assert_silent(&RULE, &list(2000));
        assert_one(&RULE, &list(2001), "error schema /assets");
    }

    #[test]
    fn paths_have_at_most_180_units() {
        for (length, fine) in [(179, true), (180, true), (181, false)] {
            let text = with("assets", &format!("[\"{}.png\"]", "a".repeat(length - 4)));
            if fine { assert_silent(&RULE, &text) } else { assert_one(&RULE, &text, "error schema /assets/0") }
        }
    }

    #[test]
    fn paths_that_lead_elsewhere_are_refused() {
        for path in ["../a.png", "//example.com/a.png", "https://example.com/a.png", "assets/../../a.png"] {
            let text = with("assets", &format!("[\"ok.png\",\"{path}\"]"));
            assert_one(&RULE, &text, "error unsafe-path /assets/1");
        }
    }

    #[test]
    fn a_path_is_listed_once() {
        let text = with("assets", r#"["a.png","b.png","a.png","\u0061.png","c.png"]"#);
        assert_eq!(found(&RULE, &text), ["warning tw-duplicate-asset /assets/2", "warning tw-duplicate-asset /assets/3"]);
        let after = Document::parse(fixed(&text, "remove-duplicate-assets").as_bytes()).unwrap();
        let paths: Vec<_> = after.at(&pointer!["assets"]).unwrap().items().filter_map(Ref::as_str).collect();
        assert_eq!(paths, ["a.png", "b.png", "c.png"]);
    }
}
