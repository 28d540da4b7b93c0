use super::*;
use crate::json::Document;
use crate::manifest::schema;
use crate::shape::{Field, Look, Rule, Shape};

/// Every shape that the table reaches, with the keys that lead to it.
fn shapes(rule: &'static Rule, path: &str, out: &mut Vec<(String, &'static Shape)>) {
    match rule.plain() {
        Rule::Object(shape) => {
            out.push((path.to_owned(), shape));
            for field in shape.fields {
                shapes(&field.rule, &format!("{path}/{}", field.key), out);
            }
        }
        Rule::Tagged { cases, .. } => {
            for (word, shape) in *cases {
                out.push((format!("{path}({word})"), shape));
                for field in shape.fields {
                    shapes(&field.rule, &format!("{path}({word})/{}", field.key), out);
                }
            }
        }
        Rule::List(_, _, of) | Rule::Map(of) => shapes(of, path, out),
        _ => {}
    }
}

fn rows() -> Vec<(String, &'static Field)> {
    let mut all = Vec::new();
    shapes(&MANIFEST_RULE, "", &mut all);
    all.into_iter().flat_map(|(path, shape)| shape.fields.iter().map(move |f| (format!("{path}/{}", f.key), f))).collect()
}

#[test]
fn all_fields_of_the_reference_and_those_of_real_packs_have_a_row() {
    let documented = [
        "schemaVersion",
        "id",
        "slug",
        "name",
        "version",
        "type",
        "entry",
        "assets",
        "assetManifest",
        "excludedAssets",
        "assetRepos",
        "pluginSettings",
        "compatibility",
        "capabilities",
        "license",
        "tags",
        "summary",
        "description",
        "category",
        "players",
        "coverImage",
        "screenshots",
        "rules",
        "dice",
        "diceEnabled",
        "soundSets",
        "plugins",
        "dependencies",
        "setupOptions",
        "lobbyRequirements",
        "credits",
        "variants",
    ];
    let keys: Vec<_> = top_level_keys().collect();
    for key in documented.into_iter().chain(["bots", "aiModels"]) {
        assert!(keys.contains(&key), "{key}");
    }
    assert_eq!(keys.len(), documented.len() + 2);
}

#[test]
fn every_row_is_whole() {
    for (path, field) in rows() {
        assert!(!field.label.is_empty(), "{path} has no label");
        assert!(field.help.ends_with('.') && field.help.len() >= 8, "{path}: “{}”", field.help);
        assert!(!field.source.is_empty(), "{path} does not say where its rule is from");
        if !field.default.is_empty() {
            assert!(!field.required, "{path} is required and has a default");
            let default = Document::parse(field.default.as_bytes()).unwrap_or_else(|e| panic!("{path}: {e}"));
            assert!(crate::shape::passes(default.root(), &field.rule), "the default of {path} does not pass its own rule");
        }
        let first = field.label.chars().next().unwrap();
        assert!(!first.is_lowercase(), "{path}: labels begin with a capital");
    }
    for field in MANIFEST.fields {
        assert!(GROUPS.contains(&field.group), "{} stands in no part of the form", field.key);
    }
    for group in GROUPS {
        assert!(MANIFEST.fields.iter().any(|field| field.group == group), "nothing stands in {group}");
    }
}

#[test]
fn required_rows_are_those_of_the_reference() {
    let required: Vec<_> = MANIFEST.fields.iter().filter(|f| f.required).map(|f| f.key).collect();
    assert_eq!(required, ["schemaVersion", "id", "name", "version", "type", "entry", "compatibility", "license"]);
}

#[test]
fn a_place_leads_to_its_row() {
    let at = |path: &str| {
        let path: Vec<String> = path.split('/').map(str::to_owned).collect();
        row_at(&path).map(|row| (row.field.label, crate::shape::wanted(row.rule).into_owned()))
    };
    assert_eq!(at("name").unwrap(), ("Name", "text of 1 to 80 characters".to_owned()));
    assert_eq!(at("tags/3").unwrap().0, "Tags");
    assert_eq!(at("credits/0/attestation/signedName").unwrap().0, "Signed by");
    assert_eq!(at("rules/1/url").unwrap().0, "Link");
    assert_eq!(at("pluginSettings/a.b/key").unwrap().1, "text, a number, or true or false");
    assert!(at("name/0").is_none() && at("nothing").is_none());
}

/// A value that passes the rule, as JSON: the least that is needed.
fn sample(rule: &'static Rule) -> String {
    match rule {
        Rule::Text(min, _) | Rule::Trimmed(min, _) => format!("\"{}\"", "a".repeat(*min)),
        Rule::OneOf(words) => format!("\"{}\"", words[0]),
        Rule::Integer(min, _) => min.to_string(),
        Rule::Bool | Rule::True => "true".to_owned(),
        Rule::Number | Rule::Scalar | Rule::Within { .. } => "0.5".to_owned(),
        Rule::List(min, _, of) => format!("[{}]", vec![sample(of); *min].join(",")),
        other => panic!("no sample for {other:?}"),
    }
}

/// The bounds of every text, list and number of the table, on both sides, each at its own place of a manifest.
#[test]
fn every_bound_holds_on_both_sides() {
    let base = Document::parse(crate::check::rules::testing::GOOD.as_bytes()).unwrap();
    let refused = |key: &str, json: &str| {
        let value = Document::parse(json.as_bytes()).unwrap();
        let manifest = base.set(&crate::pointer![key], value.root().share()).unwrap();
        schema::findings(manifest.root())
            .iter()
            .any(|f| f.code == "schema" && f.pointer.tokens().first().is_some_and(|k| k == key))
    };
    let mut tried = 0;
    for field in MANIFEST.fields {
        let cases: Vec<(String, bool)> = match &field.rule {
            Rule::Text(min, max) | Rule::Trimmed(min, max) => {
                let text = |n: usize| format!("\"{}\"", "é".repeat(n));
                let mut cases = vec![(text(*max), true), (text(max + 1), false), (text(*min), true)];
                if *min > 0 {
                    cases.push((text(min - 1), false));
                }
                // An emoji is two units.
                cases.push((format!("\"{}\"", "😀".repeat(max / 2 + 1)), false));
                cases
            }
            Rule::List(min, max, of @ Rule::Text(..)) => {
                let list = |n: usize| format!("[{}]", vec![sample(of); n].join(","));
                vec![(list(*max), true), (list(max + 1), false), (list(*min), true)]
            }
            _ => continue,
        };
        for (json, fine) in cases {
            tried += 1;
            assert_eq!(!refused(field.key, &json), fine, "{}: {}", field.key, &json[..json.len().min(60)]);
        }
    }
    assert!(tried > 20);
}

#[test]
fn no_row_of_a_hidden_field_is_needed_to_make_one() {
    // A form cannot offer to fill in what it does not show: such rows have one value only, or are written by the editor.
    for (path, field) in rows() {
        if field.required && field.look == Look::Hidden {
            let one = matches!(field.rule, Rule::OneOf([_]));
            assert!(one || path == "/credits/id", "{path}");
        }
    }
}
