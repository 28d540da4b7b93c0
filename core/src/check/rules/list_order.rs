//! Lists in which an entry stands once, and that the platform writes in code-unit order: `assets` and `excludedAssets`.
//! `tags` keeps the order that the author gave it, for a card without a summary prints it.

use super::Rule;
use crate::check::{Context, Fix, Sink};
use crate::finding::Severity;
use crate::json::{Document, Edit, EditError, Ref, Value};
use crate::pointer;
use rustc_hash::FxHashSet;

pub(super) const RULE: Rule = Rule { name: "lists of paths and tags", codes: &["tw-duplicate-asset", "tw-assets-unsorted"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    for (key, sorted) in [("assets", true), ("excludedAssets", true), ("tags", false)] {
        let Some(list) = manifest.root().get(key).filter(|list| list.is_array()) else { continue };
        for index in repeated(list) {
            let what = list.index(index).and_then(Ref::as_str).unwrap_or_default();
            let message = format!("“{what}” is listed twice. Once is enough.");
            sink.manifest("tw-duplicate-asset", Severity::Warning, pointer![key, index], message).fix(list_once(key));
        }
        if sorted && !is_sorted(list) {
            let message = format!(
                "“{key}” is not in the order that the platform writes, so the next save there will move lines. Sort it: capitals \
                 come before small letters."
            );
            sink.manifest("tw-assets-unsorted", Severity::Advice, pointer![key], message).at_key().fix(sort(key));
        }
    }
}

/// The indexes of entries that an earlier one equals.
fn repeated(list: Ref<'_>) -> Vec<usize> {
    let mut seen = FxHashSet::default();
    let again = |(_, item): &(usize, Ref<'_>)| item.as_str().is_some_and(|text| !seen.insert(text.into_owned()));
    list.items().enumerate().filter(again).map(|(index, _)| index).collect()
}

/// JavaScript's order of strings, by UTF-16 units. A list with anything but strings in it counts as sorted.
fn is_sorted(list: Ref<'_>) -> bool {
    let texts: Option<Vec<_>> = list.items().map(Ref::as_str).collect();
    texts.is_none_or(|texts| texts.is_sorted_by(|a, b| a.encode_utf16().le(b.encode_utf16())))
}

fn list_once(key: &'static str) -> Fix {
    Fix::manifest("remove-duplicates", format!("List everything in “{key}” once"), true, move |manifest| {
        let at = pointer![key];
        let again = repeated(list_at(manifest, key)?);
        manifest.edit_many(again.into_iter().map(|index| (at.join(index), Edit::Remove)))
    })
}

fn sort(key: &'static str) -> Fix {
    Fix::manifest("sort-list", format!("Sort “{key}”"), true, move |manifest| {
        let mut items: Vec<Ref<'_>> = list_at(manifest, key)?.items().collect();
        items.sort_by_cached_key(|item| item.as_str().map(|text| text.encode_utf16().collect::<Vec<u16>>()));
        manifest.set(&pointer![key], Value::Array(items.into_iter().map(Ref::share).collect()))
    })
}

fn list_at<'a>(manifest: &'a Document, key: &str) -> Result<Ref<'a>, EditError> {
    let at = pointer![key];
    manifest.at(&at).filter(|list| list.is_array()).ok_or(EditError::Missing(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, assert_one, assert_silent, fixed, found, with, without};

    fn items(text: &str, key: &str) -> Vec<String> {
        let document = Document::parse(text.as_bytes()).unwrap();
        document.at(&pointer![key]).unwrap().items().map(|item| item.as_str().unwrap().into_owned()).collect()
    }

    #[test]
    fn usual_lists_are_fine() {
        assert_silent(&RULE, GOOD);
        assert_silent(&RULE, &without("assets"));
        for key in ["assets", "excludedAssets", "tags"] {
            for value in ["[]", r#"["A.png","Z.png","a b.png","a.png","é.png"]"#, "null", "{}", "[7,null,7]"] {
                assert_silent(&RULE, &with(key, value));
            }
        }
        assert_silent(&RULE, &with("tags", r#"["go","board","Go"]"#));
    }

    #[test]
    fn an_entry_stands_once() {
        for key in ["assets", "excludedAssets", "tags"] {
            let text = with(key, r#"["a.png","a.png","b.png","\u0061.png","c.png"]"#);
            let told: Vec<_> = found(&RULE, &text).into_iter().filter(|line| line.contains("duplicate")).collect();
            assert_eq!(told, [1, 3].map(|index| format!("warning tw-duplicate-asset /{key}/{index}")));
            assert_eq!(items(&fixed(&text, "remove-duplicates"), key), ["a.png", "b.png", "c.png"]);
        }
    }

    #[test]
    fn paths_are_in_code_unit_order() {
        for key in ["assets", "excludedAssets"] {
            let text = with(key, r#"["b.png","a.png","B.png"]"#);
            assert_one(&RULE, &text, &format!("advice tw-assets-unsorted /{key}"));
            assert_eq!(items(&fixed(&text, "sort-list"), key), ["B.png", "a.png", "b.png"]);
        }
        // U+FF01 comes before U+1F3B2 in UTF-8 and after it in UTF-16.
        assert_silent(&RULE, &with("assets", r#"["🎲.png","！.png"]"#));
        assert_one(&RULE, &with("assets", r#"["！.png","🎲.png"]"#), "advice tw-assets-unsorted /assets");
    }

    #[test]
    fn a_fix_leaves_the_other_bytes_alone() {
        let text = GOOD.replacen("\"license\"", r#""tags": [ "a", "b","a" ], "license""#, 1);
        assert_eq!(fixed(&text, "remove-duplicates"), text.replace(r#","a" ]"#, " ]"));
    }
}
