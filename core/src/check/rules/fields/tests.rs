use super::*;
use crate::check::rules::testing::{GOOD, assert_one, assert_silent, fixed, found, with, without};
use crate::check::{Fix, Options, Subject, check};
use crate::json::Document;
use crate::manifest::ManifestView;
use crate::pack::Fault;

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
        ("tags", r#"["ok"," Two words "]"#, r#"["ok","two-words"]"#),
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

/// What fixes `check` offers for the one problem at this place, with `?` behind those that a person decides.
fn offered(text: &str, pointer: &str) -> Vec<String> {
    let manifest = Document::parse(text.as_bytes()).unwrap();
    let found = check(&Subject::of_documents(Ok(&manifest), Err(&Fault::NotNamed)), &Options { documents: true });
    let at: Vec<_> = found.iter().filter(|d| d.pointer.to_string() == pointer).collect();
    let [problem] = &at[..] else { panic!("{pointer}: {at:?}") };
    let name = |fix: &Fix| format!("{}{}", fix.label(), if fix.is_safe() { "" } else { "?" });
    problem.fixes.iter().map(name).collect()
}

/// A default outside its bounds is a number already: written as text it would only be wrong in another way.
#[test]
fn what_only_moves_a_problem_is_no_fix() {
    let option = r#"[{"key":"k","label":"K","control":"number","default":0.5,"min":1}]"#;
    assert!(offered(&with("setupOptions", option), "/setupOptions/0/default").is_empty());
    let option = option.replace("0.5", "\"1.5\"");
    assert_eq!(offered(&with("setupOptions", &option), "/setupOptions/0/default"), ["Use the number 1.5"]);
    let credit = |more: &str| {
        let record = r#"{"id":"c","paths":["a"],"origin":"own-work","recordedAt":"2026-01-31T12:00:00Z""#;
        with("credits", &format!("[{record}{more}}}]"))
    };
    assert!(offered(&credit(r#","attestation":null"#), "/credits/0/attestation").is_empty());
    let derived = r#","attestation":null,"derivedFrom":{"type":"preset","presetKind":"model","presetId":"m"}"#;
    assert_eq!(offered(&credit(derived), "/credits/0/attestation"), ["Take “attestation” away"]);
    assert!(offered(&with("assets", "[7]"), "/assets/0").is_empty(), "a number is no path");
    assert_eq!(offered(&with("tags", "[2026]"), "/tags/0"), ["Use “2026”"]);
}

#[test]
fn a_lock_that_is_off_locks_nothing() {
    let signed = r#""attestation":{"termsVersion":"1","acceptedAt":"2026-01-31T12:00:00Z","signedName":"A"}"#;
    let credit = |more: &str| {
        let record = r#"{"id":"c","paths":["a"],"origin":"own-work","recordedAt":"2026-01-31T12:00:00Z","#;
        with("credits", &format!("[{record}{signed}{more}}}]"))
    };
    assert_one(&RULE, &credit(r#","locked":false"#), "error schema /credits/0/locked");
    assert_eq!(fixed(&credit(r#","locked":false"#), "remove-key"), credit(""));
    assert_one(&RULE, &credit(r#","locked":true"#), "error schema /credits/0/source");
    let instant = credit("").replacen("2026-01-31T12:00:00Z", "2026-01-31t12:00:00+00:00", 1);
    assert_eq!(fixed(&instant, "replace-value"), credit(""));
}

/// A bound that is itself refused says nothing of the default.
#[test]
fn a_default_is_held_to_bounds_that_can_stand() {
    let option = r#"[{"key":"k","label":"K","control":"text","default":"x","maxLength":0}]"#;
    assert_one(&RULE, &with("setupOptions", option), "error schema /setupOptions/0/maxLength");
    let credit = r#"[{"id":"c","paths":["a"],"origin":"third-party","recordedAt":"2026-01-31T12:00:00Z","creator":5,"creatorUrl":
        "https://a.example","licenseName":"MIT","locked":true,"source":{"type":"preset","presetKind":"model","presetId":"m"}}]"#;
    assert_one(&RULE, &with("credits", credit), "error schema /credits/0/creator");
}

/// Scripts ask for these by their names, so another spelling may break them.
#[test]
fn names_that_scripts_know_are_not_changed_unasked() {
    let sounds = |name: &str| with("soundSets", &format!(r#"[{{"name":"{name}","variants":["a.wav"]}}]"#));
    assert_eq!(offered(&sounds("Roll"), "/soundSets/0/name"), ["Use “roll”?"]);
    assert_eq!(offered(&sounds(" roll"), "/soundSets/0/name"), ["Use “roll”"]);
    let option = with("setupOptions", r#"[{"key":"HandSize","label":"K","control":"toggle","default":true}]"#);
    let option = option.replace("\"setup.json\"", "\"setup.json\",\"script\":\"a.js\"");
    assert_eq!(offered(&option, "/setupOptions/0/key"), ["Use “handsize”?"]);
}

/// What no document tells is no error, and not passed over in silence either.
#[test]
fn what_differs_from_published_packs_is_advice() {
    accepted("bots", &[r#"[{"id":"a","seats":{"max":2},"difficulties":[{"id":"easy"}]}]"#]);
    for (key, value, place) in [
        ("bots", "7", "/bots"),
        ("bots", r#"[{"seats":{"max":"2"}}]"#, "/bots/0/seats/max"),
        ("aiModels", "[null]", "/aiModels/0"),
        ("screenshots", r#"[{"path":"media/a.webp","kind":"poster"}]"#, "/screenshots/0/kind"),
    ] {
        assert_one(&RULE, &with(key, value), &format!("advice tw-unlike-published {place}"));
        assert!(offered(&with(key, value), place).is_empty());
    }
}

/// A hundred thousand mistakes of one kind are one mistake, and are told in the time that reading them takes.
#[test]
fn a_broken_list_gives_a_bounded_number_of_problems() {
    let entries = |entry: &str| format!("[{}]", vec![entry; 2_500].join(","));
    let keys: Vec<String> = (0..2_500).map(|i| format!("\"k{i}\":1")).collect();
    let keys = format!("{{{}}}", keys.join(","));
    for field in table::MANIFEST.fields {
        for value in
            [&entries("{}"), &entries(r#"{"x":1,"id":"a","key":"a","packId":"a","version":"^1"}"#), &entries("\"a\""), &keys]
        {
            let manifest = Document::parse(with(field.key, value).as_bytes()).unwrap();
            let found = check(&Subject::of_documents(Ok(&manifest), Err(&Fault::NotNamed)), &Options { documents: false });
            assert!(found.len() < 9_000, "{}: {} problems", field.key, found.len());
        }
    }
    // Errors behind many entries with mere advice are still told.
    let mut bots = vec![r#"{"new":1}"#; 2000];
    bots.push(r#"{"preset":"die-d6","new":1}"#);
    let found = found(&RULE, &with("soundSets", &format!("[{}]", bots.join(","))));
    assert_eq!(found.iter().filter(|line| line.ends_with("/soundSets")).count(), 2);
}
