use super::*;
use crate::check::fixing::fix_all_safe;
use crate::pack::PackPath;

fn set(files: &[(&str, &str)]) -> Set {
    Set::of(files.iter().map(|(name, text)| {
        let document = Document::parse(text.as_bytes()).map_err(Fault::NotJson);
        (PackPath::parse(&format!("Server/Minigames/{name}")).unwrap(), document)
    }))
}

/// What is found in a definition called `A.json`, as `severity code pointer`.
fn found(text: &str) -> Vec<String> {
    let set = set(&[("A.json", text)]);
    check(&set, &set.all()[0]).iter().map(|d| format!("{} {} {}", d.severity, d.code, d.pointer)).collect()
}

fn with(more: &str) -> String {
    format!(r#"{{"Id":"A","Name":"A"{more}}}"#)
}

fn assert_found(more: &str, expected: &[&str]) {
    assert_eq!(found(&with(more)), expected, "{more}");
}

/// The definition with its safe fixes.
fn mended(text: &str) -> String {
    let set = set(&[("A.json", text)]);
    let definition = &set.all()[0];
    let fixed = fix_all_safe(&definition.roots(), None, |roots| {
        let set = set.edited(definition.key, roots.manifest.clone().unwrap()).unwrap();
        check(&set, &set.all()[0])
    });
    fixed.roots.manifest.unwrap().text()
}

/// The definition with the fix called `label`.
fn with_fix(text: &str, label: &str) -> String {
    let set = set(&[("A.json", text)]);
    let problems = check(&set, &set.all()[0]);
    let fix = problems.iter().flat_map(|d| &d.fixes).find(|fix| fix.label() == label);
    let labels: Vec<_> = problems.iter().flat_map(|d| &d.fixes).map(Fix::label).collect();
    let fix = fix.unwrap_or_else(|| panic!("no fix “{label}” in {labels:?}"));
    fix.apply(&set.all()[0].roots()).unwrap().manifest.unwrap().text()
}

#[test]
fn the_five_rules_on_both_sides_of_their_bounds() {
    assert_found("", &[]);
    assert_eq!(found(r#"{"Id":"A","Name":" \t"}"#), ["error schema /Name"]);
    assert_found(r#","MinPlayers":1"#, &[]);
    assert_found(r#","MinPlayers":0"#, &["error schema /MinPlayers"]);
    assert_found(r#","MinPlayers":16"#, &[]);
    assert_found(r#","MinPlayers":17"#, &["error schema /MaxPlayers"]);
    assert_found(r#","MinPlayers":3,"MaxPlayers":3"#, &[]);
    assert_found(r#","MinPlayers":3,"MaxPlayers":2"#, &["error schema /MaxPlayers"]);
    assert_found(r#","RoundLengthSeconds":1"#, &[]);
    assert_found(r#","RoundLengthSeconds":0"#, &["error schema /RoundLengthSeconds"]);
    assert_found(r#","CountdownSeconds":0"#, &[]);
    assert_found(r#","CountdownSeconds":-1"#, &["error schema /CountdownSeconds"]);
}

#[test]
fn extra_time_counts_only_where_it_is_on() {
    for (switch, seconds) in [("OvertimeEnabled", "OvertimeSeconds"), ("SuddenDeathEnabled", "SuddenDeathSeconds")] {
        assert_found(&format!(r#","{switch}":true"#), &[]);
        assert_found(&format!(r#","{switch}":true,"{seconds}":1"#), &[]);
        assert_found(&format!(r#","{switch}":true,"{seconds}":0"#), &[&format!("error schema /{seconds}")]);
        let idle = found(&with(&format!(r#","{switch}":false,"{seconds}":0"#)));
        assert_eq!(idle, [format!("advice tw-minigame-no-effect /{seconds}")]);
    }
    let off = with_fix(&with(r#","OvertimeEnabled":true,"OvertimeSeconds":0"#), "Turn overtime off");
    assert!(off.contains(r#""OvertimeEnabled":false"#), "{off}");
}

#[test]
fn what_is_missing_or_of_another_kind_is_an_error() {
    assert_eq!(found("{}"), ["error schema /Id", "error schema /Name"]);
    assert_found(r#","TeamMode":"solo""#, &["error schema /TeamMode"]);
    assert_found(r#","RequiredGameMode":5"#, &["error schema /RequiredGameMode"]);
    assert_found(r#","StartLoadouts":["archer"]"#, &["error schema /StartLoadouts/0"]);
    assert_found(r#","StartItems":[{"ItemId":"a"}]"#, &["error schema /StartItems/0/Amount"]);
    assert_found(r#","Rewards":[{"Items":[]}]"#, &["error schema /Rewards/0/Target"]);
    assert_eq!(found("[]"), ["error schema "]);
    assert_eq!(found("{"), ["error json "]);
    assert_eq!(found(&with(r#","Name":"B""#))[0], "warning tw-duplicate-key /Name");
}

#[test]
fn what_was_plainly_meant_is_mended_by_itself() {
    let bad =
        with(r#","TeamMode":"free for all","AllowPvp":"true","MaxPlayers":"8","ShowHud":1,"roundLengthSeconds":90,"Debug":null"#);
    let good = with(r#","TeamMode":"FREE_FOR_ALL","AllowPvp":true,"MaxPlayers":8,"ShowHud":true,"RoundLengthSeconds":90"#);
    assert_eq!(mended(&bad), good);
    assert_eq!(mended(r#"{"Name":"B"}"#), r#"{"Id":"A","Name":"B"}"#);
    let targets = with(r#","Rewards":[{"Target":"Top 3","Items":[]},{"Target":"WINNER","Items":[]}]"#);
    assert_eq!(mended(&targets), targets.replace("Top 3", "top_3").replace("WINNER", "winner"));
    let typed = with(r#","WinCondition":"MOST_KILLS""#);
    assert_eq!(mended(&typed), typed, "an unknown word is kept");
}

#[test]
fn every_problem_has_a_fix() {
    let all = r#","MinPlayers":9,"MaxPlayers":2,"WinCondition":"X","OvertimeEnabled":true,"OvertimeSeconds":-5,"Extra":1,
        "TeamMode":"TEAMS","SavePlayerInventory":false,"UIQueueable":true,"RequiredGameMode":"Creative","ShowScoreboard":true,
        "StartItems":[{"ItemId":"","Amount":0},5],"StartLoadouts":[{"Id":"a"},{"Id":"a","PlayerCustomizable":true}],
        "Rewards":[{"Target":"nobody","Items":[]}]"#;
    let set = set(&[("B.json", &with(all))]);
    let problems = check(&set, &set.all()[0]);
    assert!(problems.len() >= 14, "{problems:#?}");
    for problem in &problems {
        assert!(!problem.fixes.is_empty(), "{problem}");
        let known = crate::check::catalogue::entry(problem.code);
        assert!(known.is_some(), "{}", problem.code);
        for fix in problem.fixes.iter().filter(|fix| fix.remedy().is_none()) {
            assert!(fix.apply(&set.all()[0].roots()).is_ok(), "{problem}: {}", fix.label());
        }
    }
}

#[test]
fn names_should_agree() {
    let of = |file: &str, id: &str| {
        let set = set(&[(file, &format!(r#"{{"Id":"{id}","Name":"A"}}"#))]);
        check(&set, &set.all()[0]).iter().map(|d| format!("{} {}", d.severity, d.code)).collect::<Vec<_>>()
    };
    assert!(of("A.json", "A").is_empty());
    assert_eq!(of("a.json", "A"), ["warning tw-minigame-file-name"]);
    assert_eq!(of("A B.json", "A B"), ["warning tw-minigame-id-spaces"]);
    assert_eq!(of("A.json", "A B"), ["warning tw-minigame-id-spaces", "warning tw-minigame-file-name"]);
}

#[test]
fn one_id_twice_is_an_error_at_both() {
    let set = set(&[("A.json", &with("")), ("B.json", &with("")), ("C.json", r#"{"Id":"C","Name":"C"}"#)]);
    let of = |index: usize| {
        let problems = check(&set, &set.all()[index]);
        problems.into_iter().filter(|d| d.code == "tw-minigame-same-id").collect::<Vec<_>>()
    };
    assert!(of(0)[0].message.contains("B.json") && of(1)[0].message.contains("A.json") && of(2).is_empty());
    let mended = of(1)[0].fixes[0].apply(&set.all()[1].roots()).unwrap().manifest.unwrap().text();
    assert!(mended.contains(r#""Id":"B""#), "{mended}");
}

#[test]
fn warnings_and_advice() {
    for (more, expected) in [
        (r#","Rewards":[{"Target":"top_3","Items":[]},{"Target":"all","Items":[]}]"#, ""),
        (r#","Rewards":[{"Target":"top_0","Items":[]}]"#, "warning tw-minigame-reward-target /Rewards/0/Target"),
        (r#","StartLoadouts":[{"Id":"a"},{"Id":"b"}]"#, ""),
        (r#","StartLoadouts":[{"Id":"a"},{"Id":"a"}]"#, "warning tw-minigame-same-loadout /StartLoadouts/1/Id"),
        (r#","StartLoadouts":[{"Id":"a","PlayerCustomizable":false}]"#, ""),
        (
            r#","StartLoadouts":[{"Id":"a","PlayerCustomizable":true}]"#,
            "advice tw-minigame-customizable /StartLoadouts/0/PlayerCustomizable",
        ),
        (r#","StartItems":[{"ItemId":"a","Amount":1}]"#, ""),
        (r#","StartItems":[{"ItemId":"a","Amount":0}]"#, "warning tw-minigame-empty-stack /StartItems/0/Amount"),
        (r#","TeamMode":"TEAMS""#, "advice tw-minigame-teams /TeamMode"),
        (r#","TeamMode":"TEAMS","TeamCount":2"#, ""),
        (r#","TeamMode":"TEAMS","PlayersPerTeam":3"#, ""),
        (r#","SavePlayerInventory":false"#, "advice tw-minigame-inventory /SavePlayerInventory"),
        (r#","SavePlayerInventory":false,"RestorePlayerInventory":false"#, ""),
        (r#","RestorePlayerInventory":false"#, "advice tw-minigame-inventory /RestorePlayerInventory"),
        (r#","RequiredGameMode":"Adventure""#, ""),
        (r#","RequiredGameMode":"Siege""#, "advice tw-minigame-game-mode /RequiredGameMode"),
        (r#","UIQueueable":true"#, "advice tw-minigame-queue /UIQueueable"),
        (r#","Future":1"#, "advice tw-unknown-key /Future"),
        (r#","TeamCount":2"#, "advice tw-minigame-no-effect /TeamCount"),
    ] {
        let expected: Vec<&str> = if expected.is_empty() { Vec::new() } else { vec![expected] };
        assert_found(more, &expected);
    }
    let unknown = set(&[("A.json", &with(r#","Future":1"#))]);
    assert!(check(&unknown, &unknown.all()[0])[0].message.contains("not read by the documented version"));
}

/// Whatever stands in a definition, judging it ends, and a fix leaves JSON that reads.
#[test]
fn odd_values_anywhere_are_judged() {
    let odd = ["null", "true", "-1", "1e400", "51.0", "\"\"", "\"\\ud800\"", "[]", "[[]]", "{}", "{\"1\":51.0,\"1\":51}"];
    for field in super::super::table::DEFINITION.fields {
        for value in odd {
            let text = format!(r#"{{"Id":"A","Name":"A","{}":{value}}}"#, field.key);
            let set = set(&[("A.json", &text)]);
            for problem in check(&set, &set.all()[0]) {
                for fix in problem.fixes.iter().filter(|fix| fix.remedy().is_none()) {
                    let after = fix.apply(&set.all()[0].roots()).unwrap().manifest.unwrap().text();
                    assert!(Document::parse(after.as_bytes()).is_ok(), "{text}: {}", fix.label());
                }
            }
        }
    }
}
