//! A maintainer's services read what `check` says: code scanning, annotations beside a change, scripts.

use super::{GOOD, Ran, Workshop};
use serde_json::Value;
use std::collections::HashSet;

/// Checks a log against the format's own schema.
#[track_caller]
fn assert_sarif(log: &Value) {
    let schema: Value = serde_json::from_str(include_str!("../fixtures/sarif/sarif-schema-2.1.0.json")).unwrap();
    let validator = jsonschema::draft4::options().should_validate_formats(true).build(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(log).map(|error| format!("{} at {}", error, error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

fn uris(log: &Value) -> Vec<String> {
    let results = log["runs"][0]["results"].as_array().unwrap();
    let uri = |result: &Value| result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap().to_owned();
    results.iter().map(uri).collect()
}

#[test]
fn the_schema_refuses_what_is_no_log() {
    let shop = Workshop::new();
    shop.pack("go", &GOOD.replace("MIT", ""));
    let log = shop.run(&["check", "go", "--format", "sarif"]).json();
    assert_sarif(&log);
    let wrong: [(&str, fn(&mut Value)); 4] = [
        ("level", |log| log["runs"][0]["results"][0]["level"] = "advice".into()),
        ("line", |log| log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0.into()),
        ("driver", |log| log["runs"][0]["tool"] = serde_json::json!({})),
        ("member", |log| log["runs"][0]["results"][0]["severity"] = "error".into()),
    ];
    for (what, break_it) in wrong {
        let mut log = log.clone();
        break_it(&mut log);
        assert!(std::panic::catch_unwind(|| assert_sarif(&log)).is_err(), "{what}");
    }
}

#[test]
fn code_scanning_gets_one_log_that_finds_every_file() {
    let shop = Workshop::new();
    shop.pack("packs/my stones, 100% new", &GOOD.replace("MIT", ""));
    shop.pack("dice", "{\n  \"name\": \n");
    shop.pack("good", GOOD);
    let ran = shop.run(&["check", "packs/my stones, 100% new", "dice", "good", "no/pack", "--format", "sarif"]);
    assert!(ran.code == 2 && ran.err.lines().count() == 1, "{ran:?}");
    let log = ran.json();
    assert_sarif(&log);
    let expected = ["packs/my%20stones%2C%20100%25%20new/diceytable.mod.json", "dice/diceytable.mod.json"];
    assert_eq!(uris(&log), expected);
    let notes = &log["runs"][0]["invocations"][0];
    assert_eq!(notes["executionSuccessful"], false);
    assert!(notes["toolExecutionNotifications"][0]["message"]["text"].as_str().unwrap().contains("no/pack"));

    let result = &log["runs"][0]["results"][1];
    let rule = &log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
    assert_eq!((&result["ruleId"], &rule["id"]), (&"json".into(), &"json".into()));
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
    assert!(rule.get("helpUri").is_none() && result.get("fixes").is_none());
}

#[test]
fn a_clean_pack_and_known_findings_are_a_log_too() {
    let shop = Workshop::new();
    shop.pack("go", GOOD);
    let log = shop.run(&["check", "go", "--format", "sarif"]).json();
    assert_sarif(&log);
    assert!(uris(&log).is_empty());
    shop.pack("go", &GOOD.replace("MIT", ""));
    let log = shop.run(&["check", "go", "--format", "sarif", "--write-baseline", "known.json"]).json();
    assert_sarif(&log);
    assert_eq!((uris(&log).len(), &log["runs"][0]["properties"]["known"]), (0, &1.into()));
}

#[test]
fn an_alert_stays_the_same_when_its_line_moves() {
    let shop = Workshop::new();
    let prints = |manifest: &str| -> HashSet<String> {
        shop.pack("go", manifest);
        let log = shop.run(&["check", "go", "--format", "sarif"]).json();
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        results.iter().map(|r| r["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap().to_owned()).collect()
    };
    let bad = GOOD.replace("MIT", "").replace("\"Stones\"", "7");
    let before = prints(&bad);
    assert_eq!(before.len(), 2);
    assert_eq!(prints(&bad.replace('{', "{\n\n")), before);
    assert!(prints(&bad.replace("\"1.0.0\"", "\"one\"")).is_superset(&before));
}

#[test]
fn annotations_stand_beside_the_lines_of_a_change() {
    let shop = Workshop::new();
    let warned = GOOD.replace(">=0.1 <1.0", "latest").replace("MIT", "").replace("\"entry\"", "\"x-new\": 1, \"entry\"");
    shop.pack("a b/50%, or: more", &warned);
    let ran = shop.run(&["check", "a b/50%, or: more", "--format", "github"]);
    assert_eq!(ran.code, 1);
    let file = "file=a b/50%25%2C or%3A more/diceytable.mod.json,line=";
    for command in ["error", "warning", "notice"] {
        let of = ran.out.lines().filter(|line| line.starts_with(&format!("::{command} {file}")));
        assert_eq!(of.count(), 1, "{command}: {}", ran.out);
    }
    assert!(ran.out.contains(",line=9,col=14,title=Not what the format allows (schema)::"), "{}", ran.out);
    assert!(ran.out.ends_with("Checked a b/50%25, or: more: refused: 1 error, 1 warning, 1 advice\n"), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn a_folder_with_a_line_break_commands_nothing() {
    let shop = Workshop::new();
    shop.pack("x\n::error::fooled", &GOOD.replace("MIT", ""));
    let ran = shop.run(&["check", "x\n::error::fooled", "--format", "github"]);
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    assert!(ran.out.starts_with("::error file=x%0A%3A%3Aerror%3A%3Afooled/diceytable.mod.json,line="), "{}", ran.out);
    let log = shop.run(&["check", "x\n::error::fooled", "--format", "sarif"]).json();
    assert_sarif(&log);
    assert_eq!(uris(&log), ["x%0A%3A%3Aerror%3A%3Afooled/diceytable.mod.json"]);
}

#[test]
fn in_a_workflow_files_count_from_the_checkout() {
    let shop = Workshop::new();
    shop.pack("games/go", &GOOD.replace("MIT", ""));
    let in_games = |checkout: &str| {
        let mut command = shop.command("games");
        command.args(["check", "go", "--format", "sarif"]).env("GITHUB_WORKSPACE", shop.path(checkout));
        uris(&Ran::of(command.output().unwrap()).json())
    };
    assert_eq!(in_games(""), ["games/go/diceytable.mod.json"]);
    assert_eq!(in_games("no such folder"), ["go/diceytable.mod.json"]);
    let from_inside = shop.command("games/go").args(["check", ".", "--format", "sarif"]).output().unwrap();
    assert_eq!(uris(&Ran::of(from_inside).json()), ["diceytable.mod.json"]);
    let from_beside = shop.command("games/go").args(["check", "../go/diceytable.mod.json", "--format=sarif"]).output().unwrap();
    assert_eq!(uris(&Ran::of(from_beside).json()), ["diceytable.mod.json"]);
}

#[test]
fn a_pack_elsewhere_is_named_in_full() {
    let (shop, other) = (Workshop::new(), Workshop::new());
    other.pack("go", &GOOD.replace("MIT", ""));
    let pack = other.path("go");
    let ran = shop.run(&["check".as_ref(), pack.as_os_str(), "--format=sarif".as_ref()]);
    let log = ran.json();
    assert_sarif(&log);
    assert!(uris(&log)[0].starts_with("file:///") && uris(&log)[0].ends_with("/go/diceytable.mod.json"), "{:?}", uris(&log));
}

#[test]
fn json_is_an_object_a_line() {
    let shop = Workshop::new();
    shop.pack("a", GOOD);
    shop.pack("b", "[");
    let ran = shop.run(&["check", "a", "b", "a", "--format", "json"]);
    let objects: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let said: Vec<_> = objects.iter().map(|o| (o["pack"].as_str().unwrap(), o["verdict"].as_str().unwrap())).collect();
    assert_eq!((ran.code, &said[..]), (1, &[("a", "accepted"), ("b", "refused"), ("a", "accepted")][..]));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let shop = Workshop::new();
    // More than a pipe holds, so that the program still writes when the reader has gone.
    let keys: String = (0..3000).map(|n| format!("\"new-{n}\": 1, ")).collect();
    shop.pack("go", &GOOD.replace("MIT", "").replace("\"license\"", &format!("{keys}\"license\"")));
    for format in ["text", "json", "sarif", "github"] {
        let mut command = shop.command("");
        command.args(["check", "go", "--format", format]).stdout(std::process::Stdio::piped());
        let mut child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let ran = Ran::of(child.wait_with_output().unwrap());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{format}");
    }
}
