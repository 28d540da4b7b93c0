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
    assert_eq!(fixed(&with("schemaVersion", "1"), "set-schema-version"), GOOD);
    assert_eq!(fixed(&without("schemaVersion"), "set-schema-version"), GOOD);
}

#[test]
fn ids_are_plain_and_of_three_to_96_units() {
    accepted("id", &[r#""a-b""#, r#""abc""#, r#""Casino""#, r#""0.0""#, &long("a", 3), &long("a", 95), &long("a", 96)]);
    refused("id", &[r#""""#, r#""ab""#, &long("a", 97)]);
    refused("id", &[r#""-ab""#, r#""ab.""#, r#""a b""#, r#""aéb""#, r#""a/b""#, r#""abc\n""#, r#""\u017fab""#, r#""a\ud800b""#]);
}

#[test]
fn names_and_licences_count_units() {
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
    let wrong = ["", "1", "1.0", "1.0.0.0", "v1.0.0", "1.0.0-", "1.0.0+", "1.0.0-a+b", "1.0.0 ", "1..0", "1.0.0\\n", "١.0.0"];
    for text in wrong {
        refused("version", &[&format!("\"{text}\"")]);
    }
    let messages: Vec<_> = schema::findings(Document::parse(with("version", "\"1\"").as_bytes()).unwrap().root());
    assert_eq!(messages[0].message, "Use semver, for example 1.0.0");
}

#[test]
fn an_engine_range_can_be_added() {
    for text in [without("compatibility"), with("compatibility", "{}")] {
        let after = Document::parse(fixed(&text, "set-engine-range").as_bytes()).unwrap();
        assert_eq!(ManifestView::new(&after).unwrap().engine().as_deref(), Some(">=0.1 <1.0"));
    }
}

#[test]
fn keys_that_nobody_knows_are_told_once_and_kept() {
    assert_one(&RULE, &with("Name", "1"), "advice tw-unknown-key /Name");
    assert_one(&RULE, &with("players", r#"{"min":1,"max":2,"best":2}"#), "advice tw-unknown-key /players/best");
    let twice = GOOD.replacen('{', r#"{"a/b":1,"a/b":2,"__proto__":{},"#, 1);
    assert_eq!(found(&RULE, &twice), ["advice tw-unknown-key /a~1b", "advice tw-unknown-key /__proto__"]);
    assert_one(&RULE, &with("variants", r#"[{"id":"a","name":"A","x":1}]"#), "error schema /variants/0/x");
    assert_one(
        &RULE,
        &with("variants", r#"[{"id":"a","name":"A","ranking":{"x":1}}]"#),
        "advice tw-unknown-key /variants/0/ranking/x",
    );
}

#[test]
fn a_category_in_the_right_form_is_kept_with_a_warning() {
    accepted("category", &["\"worker-placement\""]);
    assert_one(&RULE, &with("category", "\"dexterity\""), "warning tw-category-unknown /category");
    refused("category", &["\"Dexterity!\"", "\"\""]);
}

/// What one right answer there is stands in one fix, and the rest of the text stays.
#[test]
fn plain_mistakes_have_their_fix() {
    for (key, wrong, right) in [
        ("id", r#"" example.go ""#, r#""example.go""#),
        ("slug", r#""Go-Board""#, r#""go-board""#),
        ("slug", r#""Go, the game""#, r#""go-the-game""#),
        ("slug", r#""???""#, r#""go""#),
        ("version", r#""v1.2.3""#, r#""1.2.3""#),
        ("version", r#""1.2""#, r#""1.2.0""#),
        ("version", r#""2""#, r#""2.0.0""#),
        ("type", r#""Game""#, r#""game-pack""#),
        ("tags", r#"["ok"," cards"]"#, r#"["ok","cards"]"#),
        ("dice", r#"[{"preset":"Die-D6"}]"#, r#"[{"preset":"die-d6"}]"#),
        ("players", r#"{"min":"2","max":4}"#, r#"{"min":2,"max":4}"#),
        (
            "screenshots",
            r#"[{"video":{"provider":"youtube","id":"https://youtu.be/aqz-KE-bpKQ"}}]"#,
            r#"[{"video":{"provider":"youtube","id":"aqz-KE-bpKQ"}}]"#,
        ),
    ] {
        assert_eq!(fixed(&with(key, wrong), "replace-value"), with(key, right), "{key}: {wrong}");
    }
}

#[test]
fn what_can_have_no_effect_is_taken_away() {
    assert_eq!(fixed(&with("summary", "null"), "remove-key"), GOOD);
    let room = |key: &str, value: &str| with(key, value).replace("game-pack", "room-pack");
    let bare = GOOD.replace("game-pack", "room-pack");
    assert_eq!(fixed(&room("plugins", "[]"), "remove-key"), bare);
    let capabilities = fixed(&room("capabilities", r#"{"version":"1","allowed":["log","ui"]}"#), "remove-key");
    assert_eq!(capabilities, room("capabilities", r#"{"version":"1","allowed":["log"]}"#));
    let option =
        |more: &str| with("setupOptions", &format!(r#"[{{"key":"k","label":"K","control":"toggle","default":true{more}}}]"#));
    assert_eq!(fixed(&option(r#","min":1"#), "remove-key"), option(""));
}

#[test]
fn bounds_the_wrong_way_round_are_swapped() {
    let swapped = fixed(&with("players", r#"{"min":4,"max":2}"#), "swap-bounds");
    assert_eq!(swapped, with("players", r#"{"min":2,"max":4}"#));
    let requirement = |min: u32, max: u32| {
        let text = format!(r#"[{{"id":"deck","kind":"deck","label":"D","minCards":{min},"maxCards":{max}}}]"#);
        with("lobbyRequirements", &text)
    };
    assert_eq!(fixed(&requirement(60, 40), "swap-bounds"), requirement(40, 60));
    let option = |min: u32, max: u32| {
        let text = format!(r#"[{{"key":"k","label":"K","control":"number","default":5,"min":{min},"max":{max}}}]"#);
        with("setupOptions", &text)
    };
    assert_eq!(fixed(&option(9, 1), "swap-bounds"), option(1, 9));
}

#[test]
fn a_plugin_with_functions_needs_its_capability() {
    let plugins = r#"[{"id":"org.a","functions":[]},{"id":"org.b","functions":["f"]}]"#;
    assert_one(&RULE, &with("plugins", plugins), "error schema /plugins/1/functions");
    accepted("plugins", &[r#"[{"id":"org.a","functions":[]}]"#]);
    let after = Document::parse(fixed(&with("plugins", plugins), "add-capability").as_bytes()).unwrap();
    let allowed = after.at(&pointer!["capabilities", "allowed"]).unwrap();
    assert_eq!(allowed.items().filter_map(Ref::as_str).collect::<Vec<_>>(), ["log", "plugin-call"]);
}

/// Every field with what nobody expects: a clear problem at its place, and a bounded number of them.
#[test]
fn any_field_with_anything_in_it_is_told_at_its_place() {
    let huge = format!("\"{}\"", "x".repeat(1_000_000));
    let list = format!("[{}]", vec!["7"; 20_000].join(","));
    for field in table::MANIFEST.fields {
        for value in ["null", "1e400", &huge, "{}", &list] {
            let manifest = Document::parse(with(field.key, value).as_bytes()).unwrap();
            let found = schema::findings(manifest.root());
            assert!(found.len() < 200, "{}: {} findings", field.key, found.len());
            for finding in found {
                let first = finding.pointer.tokens().first().map(String::as_str);
                assert!(first == Some(field.key) || (field.key == "type" && first.is_some()), "{}: {finding:?}", field.key);
                assert!(finding.message.len() < 2_000);
            }
        }
    }
}
