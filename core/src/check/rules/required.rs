//! The eight members that every manifest must have, with their bounds (manifest reference, *Required vs. optional* and
//! the field tables). Lengths count UTF-16 units, as JavaScript does.

use super::{Rule, shape};
use crate::check::{Context, Fix, Sink};
use crate::json::{Pointer, Ref, Value};
use crate::manifest::PackType;
use crate::pointer;

pub(super) const RULE: Rule = Rule { name: "the eight required fields", codes: &["schema"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    let root = manifest.root();
    schema_version(root, sink);
    id(root, sink);
    required_text(root, "name", (1, 80), "the title that players see, 1 to 80 characters", sink);
    version(root, sink);
    pack_type(root, sink);
    entry(root, sink);
    compatibility(root, sink);
    required_text(root, "license", (1, 80), "the licence of the pack, such as MIT", sink);
}

fn required_text<'a>(
    root: Ref<'a>,
    key: &str,
    bounds: (usize, usize),
    wanted: &str,
    sink: &mut Sink,
) -> Option<std::borrow::Cow<'a, str>> {
    let at = pointer![key];
    match root.get(key) {
        Some(value) => shape::text(sink, &at, value, bounds),
        None => {
            shape::missing(sink, at, wanted);
            None
        }
    }
}

/// The only accepted value of `schemaVersion`.
const SCHEMA_VERSION: &str = "1.0";

fn schema_version(root: Ref, sink: &mut Sink) {
    let at = pointer!["schemaVersion"];
    let value = root.get("schemaVersion");
    if value.and_then(Ref::as_str).is_some_and(|text| text == SCHEMA_VERSION) {
        return;
    }
    let problem = match value {
        None => shape::missing(sink, at.clone(), "“schemaVersion”: “1.0”"),
        Some(_) => sink.schema(
            at.clone(),
            "“schemaVersion” must be the text “1.0”. It is the version of the manifest format, not of the pack.",
        ),
    };
    let missing = value.is_none();
    problem.fix(Fix::manifest("set-schema-version", "Set the schema version to 1.0", true, move |document| {
        // Where every manifest has it: first.
        if missing {
            document.insert_member(&Pointer::root(), 0, "schemaVersion", SCHEMA_VERSION.into())
        } else {
            document.set(&at, SCHEMA_VERSION.into())
        }
    }));
}

fn id(root: Ref, sink: &mut Sink) {
    let wanted = "an identifier of 3 to 96 letters, digits, dots, dashes and underscores";
    let Some(id) = required_text(root, "id", (3, 96), wanted, sink) else { return };
    if !is_id(&id) {
        sink.schema(
            pointer!["id"],
            "“id” may hold letters a to z, digits, dots, dashes and underscores, and must begin and end with a letter or digit.",
        );
    }
}

/// `^[a-z0-9][a-z0-9._-]*[a-z0-9]$` without regard to case: the reference's prose says so, the printed pattern has no
/// flag, and a published pack is called `Casino`.
fn is_id(id: &str) -> bool {
    let bytes = id.as_bytes();
    let plain = |b: &u8| b.is_ascii_alphanumeric();
    bytes.iter().all(|b| plain(b) || matches!(b, b'.' | b'_' | b'-'))
        && bytes.first().is_some_and(plain)
        && bytes.last().is_some_and(plain)
}

fn version(root: Ref, sink: &mut Sink) {
    let Some(version) = required_text(root, "version", (0, usize::MAX), "a release label such as 1.0.0", sink) else { return };
    if !is_version(&version) {
        // The documents' own words.
        sink.schema(pointer!["version"], "Use semver, for example 1.0.0");
    }
}

/// `^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)?$`, which is less strict than semver: leading zeros are fine.
fn is_version(version: &str) -> bool {
    let (numbers, label) = match version.find(['-', '+']) {
        Some(at) => (&version[..at], Some(&version[at + 1..])),
        None => (version, None),
    };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let three = numbers.split('.').count() == 3 && numbers.split('.').all(digits);
    three && label.is_none_or(|l| !l.is_empty() && l.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-')))
}

fn pack_type(root: Ref, sink: &mut Sink) {
    let words = PackType::ALL.map(PackType::as_str).join(", ");
    let at = pointer!["type"];
    let Some(value) = root.get("type") else {
        shape::missing(sink, at, &format!("one of {words}"));
        return;
    };
    match value.as_str() {
        None => shape::wrong_kind(sink, at, value, "text"),
        Some(word) if PackType::parse(&word).is_none() => {
            sink.schema(at, format!("“{}” is no kind of pack. Use one of {words}.", shown(&word)));
        }
        Some(_) => {}
    }
}

fn entry(root: Ref, sink: &mut Sink) {
    match root.get("entry") {
        Some(value) if !value.is_object() => shape::wrong_kind(sink, pointer!["entry"], value, "an object"),
        Some(_) => {}
        None => {
            shape::missing(sink, pointer!["entry"], "an object; {\"setup\": \"setup.json\"} names the scene");
        }
    }
}

/// The range that every published pack has.
const ENGINE_RANGE: &str = ">=0.1 <1.0";

fn compatibility(root: Ref, sink: &mut Sink) {
    let fix = |at: Pointer, value: Value| {
        let label = format!("Set the engine range to {ENGINE_RANGE}");
        Fix::manifest("set-engine-range", label, false, move |document| document.set(&at, value.clone()))
    };
    let engine = || Value::object([("engine", ENGINE_RANGE.into())]);
    let at = pointer!["compatibility"];
    let Some(value) = root.get("compatibility") else {
        shape::missing(sink, at.clone(), "the engine that the pack is made for").fix(fix(at, engine()));
        return;
    };
    if !value.is_object() {
        shape::wrong_kind(sink, at, value, "an object");
        return;
    }
    let at = at.join("engine");
    match value.get("engine") {
        Some(range) => {
            shape::text(sink, &at, range, (1, 40));
        }
        None => {
            shape::missing(sink, at.clone(), "an engine range of 1 to 40 characters").fix(fix(at, ENGINE_RANGE.into()));
        }
    }
}

/// A word as it can stand in a sentence.
fn shown(word: &str) -> String {
    let mut short: String = word.chars().take(40).flat_map(char::escape_debug).collect();
    if word.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, assert_one, assert_silent, fixed, found, with, without};
    use crate::json::Document;
    use crate::manifest::ManifestView;

    fn refused(key: &str, values: &[&str]) {
        for value in values {
            assert_one(&RULE, &with(key, value), &format!("error schema /{key}"));
        }
    }

    fn accepted(key: &str, values: &[&str]) {
        for value in values {
            assert_silent(&RULE, &with(key, value));
        }
    }

    /// A string of `count` times `unit`, as JSON.
    fn long(unit: &str, count: usize) -> String {
        format!("\"{}\"", unit.repeat(count))
    }

    #[test]
    fn a_whole_manifest_is_fine() {
        assert_silent(&RULE, GOOD);
    }

    #[test]
    fn each_of_the_eight_is_missed_where_it_would_stand() {
        for key in ["schemaVersion", "id", "name", "version", "type", "entry", "compatibility", "license"] {
            assert_one(&RULE, &without(key), &format!("error schema /{key}"));
            refused(key, &["null", "7", "[]", "true"]);
        }
        assert_eq!(found(&RULE, "{}").len(), 8);
    }

    #[test]
    fn the_schema_version_is_one_text() {
        accepted("schemaVersion", &[r#""1.0""#, r#""1\u002e0""#]);
        refused("schemaVersion", &[r#""1""#, r#""1.0.0""#, "1.0", r#"" 1.0""#, r#""""#]);
    }

    #[test]
    fn the_schema_version_can_be_mended() {
        assert_eq!(fixed(&with("schemaVersion", "1"), "set-schema-version"), GOOD);
        assert_eq!(fixed(&without("schemaVersion"), "set-schema-version"), GOOD);
    }

    #[test]
    fn ids_are_plain_and_of_three_to_96_units() {
        accepted("id", &[r#""a-b""#, r#""abc""#, r#""Casino""#, r#""0.0""#, &long("a", 3), &long("a", 95), &long("a", 96)]);
        refused("id", &[r#""""#, r#""ab""#, &long("a", 97)]);
        refused(
            "id",
            &[r#""-ab""#, r#""ab.""#, r#""a b""#, r#""aéb""#, r#""a/b""#, r#""abc\n""#, r#""\u017fab""#, r#""a\ud800b""#],
        );
    }

    #[test]
    fn names_and_licences_have_one_to_80_units() {
        for key in ["name", "license"] {
            accepted(key, &[r#""x""#, r#"" ""#, &long("é", 79), &long("中", 80), &long("😀", 40)]);
            refused(key, &[r#""""#, &long("a", 81), &long("é", 81), &long("😀", 41), &long("\\ud83d", 81)]);
        }
    }

    #[test]
    fn versions_follow_the_printed_pattern() {
        accepted(
            "version",
            &[r#""0.0.0""#, r#""01.2.3""#, r#""1.0.0-a.b-c""#, r#""1.0.0+x""#, r#""99999999999999999999.0.0""#, r#""1.0.0--""#],
        );
        refused(
            "version",
            &[
                r#""""#,
                r#""1""#,
                r#""1.0""#,
                r#""1.0.0.0""#,
                r#""v1.0.0""#,
                r#""1.0.0-""#,
                r#""1.0.0+""#,
                r#""1.0.0-a+b""#,
                r#""1.0.0 ""#,
                r#""1..0""#,
                r#""1.0.0\n""#,
                r#""١.0.0""#,
            ],
        );
    }

    #[test]
    fn types_are_the_four_words() {
        accepted("type", &[r#""game-pack""#, r#""component-pack""#, r#""table-pack""#, r#""room-pack""#]);
        refused("type", &[r#""game""#, r#""Game-pack""#, r#""asset-pack""#, r#""""#]);
    }

    #[test]
    fn an_empty_entry_is_fine() {
        accepted("entry", &["{}", r#"{"setup":7}"#]);
        refused("entry", &[r#""setup.json""#]);
    }

    #[test]
    fn an_engine_range_has_one_to_40_units() {
        let engine = |text: &str| with("compatibility", &format!("{{\"engine\":{text}}}"));
        for text in [r#""x""#.to_owned(), long("a", 39), long("a", 40), long("😀", 20)] {
            assert_silent(&RULE, &engine(&text));
        }
        for text in [r#""""#.to_owned(), long("a", 41), long("😀", 21), "null".into(), "0.1".into()] {
            assert_one(&RULE, &engine(&text), "error schema /compatibility/engine");
        }
        assert_one(&RULE, &with("compatibility", "{}"), "error schema /compatibility/engine");
    }

    #[test]
    fn an_engine_range_can_be_added() {
        for text in [without("compatibility"), with("compatibility", "{}")] {
            let after = Document::parse(fixed(&text, "set-engine-range").as_bytes()).unwrap();
            assert_eq!(ManifestView::new(&after).unwrap().engine().as_deref(), Some(">=0.1 <1.0"));
        }
    }
}
