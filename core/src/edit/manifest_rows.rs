//! A test over every row of the field table: one edit of that field in a manifest changes only the bytes of that field.

use super::{ManifestOp, Roots, edit_manifest, set_manifest_field};
use crate::json::{Document, Pointer, Value};
use crate::manifest::table;
use crate::shape::{Rule, Shape};

const NOW: &str = "2026-09-30T10:00:00.000Z";

/// A value for a rule; `other` gives another one than without.
fn sample(rule: &'static Rule, other: bool) -> Value {
    let text = if other { "b" } else { "a" };
    match rule.plain() {
        Rule::Bool => other.into(),
        Rule::True => true.into(),
        Rule::Number | Rule::Within { .. } | Rule::Integer(..) => (if other { 2.5 } else { 1.0 }).into(),
        Rule::Numbers(all) => all[usize::from(other) % all.len()].into(),
        Rule::OneOf(words) => words[usize::from(other) % words.len()].into(),
        Rule::Any | Rule::Scalar | Rule::Text(..) | Rule::Trimmed(..) => text.into(),
        Rule::Pattern(_, _, pattern) if (pattern.test)(NOW) => (if other { "2026-10-01T10:00:00.000Z" } else { NOW }).into(),
        Rule::Pattern(..) => text.into(),
        Rule::Vector => Value::object([("x", 1.into()), ("y", 2.into()), ("z", Value::from(i32::from(other)))]),
        Rule::Bag => Value::object([("kept", Value::from(text))]),
        Rule::Map(of) => Value::object([("key", sample(of, other))]),
        Rule::List(_, _, of) => Value::Array(vec![sample(of, other), sample(of, false)]),
        Rule::Object(shape) => filled(shape, other),
        Rule::Tagged { tag, cases } => {
            let (word, shape) = cases[usize::from(other) % cases.len()];
            let Value::Object(mut members) = filled(shape, other) else { unreachable!("an object was asked for") };
            for (key, value) in &mut members {
                if key == tag {
                    *value = word.into();
                }
            }
            Value::Object(members)
        }
        Rule::OrNull(_) | Rule::Unwritten(_) => Value::Null,
    }
}

fn filled(shape: &'static Shape, other: bool) -> Value {
    Value::object(shape.fields.iter().map(|field| (field.key, sample(&field.rule, other))))
}

/// Every place that a row stands at in the manifest that [`filled`] makes, with its rule.
fn places(rule: &'static Rule, at: &Pointer, found: &mut Vec<(Pointer, &'static Rule)>) {
    match rule.plain() {
        Rule::Object(shape) => fields(shape, at, found),
        // The first element is of the first kind; the other kinds are reached by the test of kinds.
        Rule::Tagged { cases, .. } => fields(cases[0].1, at, found),
        Rule::List(_, _, of) => places(of, &at.join(0), found),
        Rule::Map(of) => places(of, &at.join("key"), found),
        _ => {}
    }
}

fn fields(shape: &'static Shape, at: &Pointer, found: &mut Vec<(Pointer, &'static Rule)>) {
    for field in shape.fields {
        let here = at.join(field.key);
        found.push((here.clone(), &field.rule));
        places(&field.rule, &here, found);
    }
}

fn roots(text: &str) -> Roots {
    Roots { manifest: Some(Document::parse(text.as_bytes()).unwrap()), scene: None }
}

fn text_of(roots: &Roots) -> String {
    roots.manifest.as_ref().unwrap().text()
}

/// How many bytes two texts have in common at the start and, apart from those, at the end.
fn common(a: &str, b: &str) -> (usize, usize) {
    let start = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let rest = a.len().min(b.len()) - start;
    let end = a.bytes().rev().zip(b.bytes().rev()).take(rest).take_while(|(a, b)| a == b).count();
    (start, end)
}

/// Where the value at `at` stands in `text`.
fn span(text: &str, at: &Pointer) -> std::ops::Range<usize> {
    let document = Document::parse(text.as_bytes()).unwrap();
    let start = document.offset(at);
    // The value ends where the rest of the text begins that stays when it is replaced by a mark.
    let marked = set_manifest_field(&roots(text), at, Some(Value::from("\u{1}"))).unwrap();
    let (_, end) = common(text, &text_of(&marked));
    let quoted = text_of(&marked).len() - start - "\"\\u0001\"".len();
    start..text.len() - end.min(quoted)
}

fn check(text: &str, at: &Pointer, rule: &'static Rule) {
    let before = roots(text);
    let edited = set_manifest_field(&before, at, Some(sample(rule, true))).unwrap();
    let after = text_of(&edited);
    Document::parse(after.as_bytes()).unwrap();
    let span = span(text, at);
    assert_eq!(after[..span.start], text[..span.start], "{at}: what stands before it stays");
    assert!(after.ends_with(&text[span.end..]), "{at}: what stands behind it stays");
    // Taken out and put back in, everything else is as it was, in its order.
    let removed = edit_manifest(&before, &[ManifestOp::Remove(at.clone())]).unwrap();
    let (start, end) = common(text, &text_of(&removed));
    assert!(start + end >= text_of(&removed).len(), "{at}: taking it out only takes out\n{}", text_of(&removed));
    let again = edit_manifest(&removed, &[ManifestOp::Set(at.clone(), sample(rule, false))]).unwrap();
    let (start, end) = common(&text_of(&removed), &text_of(&again));
    assert!(start + end >= text_of(&removed).len(), "{at}: putting it in only puts in\n{}", text_of(&again));
}

#[test]
fn an_edit_of_any_field_changes_the_bytes_of_that_field_alone() {
    let mut all = Vec::new();
    places(&table::MANIFEST_RULE, &Pointer::root(), &mut all);
    assert!(all.len() > 120, "{} rows", all.len());
    let pretty = Document::new(filled(&table::MANIFEST, false)).unwrap().text();
    let one_line: String = pretty.lines().map(str::trim_start).collect();
    for text in [&pretty, &one_line] {
        for (at, rule) in &all {
            check(text, at, rule);
        }
    }
}

/// Published packs stand beside the project on developers' machines.
#[test]
fn an_edit_of_any_field_of_a_published_manifest_does_too() {
    let packs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/real-packs");
    let Ok(folders) = packs.read_dir() else {
        eprintln!("{} is not there: nothing was checked", packs.display());
        return;
    };
    let mut checked = 0;
    for file in folders.flatten().map(|entry| entry.path().join("diceytable.mod.json")) {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let document = Document::parse(text.as_bytes()).unwrap();
        let mut all = Vec::new();
        places(&table::MANIFEST_RULE, &Pointer::root(), &mut all);
        for (at, rule) in all.iter().filter(|(at, _)| document.at(at).is_some()) {
            check(&text, at, rule);
            checked += 1;
        }
        for field in table::MANIFEST.fields.iter().filter(|field| document.root().get(field.key).is_none()) {
            let edit = ManifestOp::Set(Pointer::root().join(field.key), sample(&field.rule, false));
            let after = text_of(&edit_manifest(&roots(&text), &[edit]).unwrap());
            let (start, end) = common(&text, &after);
            assert!(start + end >= text.len(), "{}: {} only comes in", file.display(), field.key);
        }
    }
    assert!(checked > 100, "{checked}");
}
