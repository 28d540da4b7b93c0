//! A maintainer of old packs wants to be stopped by what is new and not by what has been wrong for years.

use super::{GOOD, Workshop};

/// Two packs with an old fault each, and a baseline that knows both.
fn old_packs() -> Workshop {
    let shop = Workshop::new();
    shop.pack("packs/stones", &GOOD.replace("MIT", ""));
    shop.pack("packs/dice", &GOOD.replace("\"Stones\"", "7"));
    let ran = shop.run(&["check", "packs/stones", "packs/dice", "--write-baseline", "known.json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, "known.json knows 2 findings of 2 packs.\n"), "{ran:?}");
    shop
}

#[test]
fn ci_tolerates_what_was_known_and_refuses_what_is_new() {
    let shop = old_packs();
    let check = ["check", "packs/stones", "packs/dice", "--baseline", "known.json"];
    let ran = shop.run(&check);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    assert_eq!(ran.out.matches(": accepted: 0 errors, 0 warnings, 0 advice, 1 known").count(), 2, "{}", ran.out);

    // A new fault above the old one moves its line, and only the new one is told.
    shop.pack("packs/stones", &GOOD.replace("MIT", "").replace("\"1.0.0\",", "\"one\",\n\n"));
    let ran = shop.run(&check);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("diceytable.mod.json:5:14: error[schema]"), "{}", ran.out);
    assert!(ran.out.contains("packs/stones: refused: 1 error, 0 warnings, 0 advice, 1 known"), "{}", ran.out);

    // From another folder, and with the pack named in full, it is the same pack.
    let elsewhere = shop.command("packs/dice").args(["check", ".", "--baseline", "../../known.json"]).output().unwrap();
    assert!(elsewhere.status.success());
    let full = shop.path("packs/dice");
    assert_eq!(shop.run(&["check".as_ref(), full.as_os_str(), "--baseline".as_ref(), "known.json".as_ref()]).code, 0);
}

#[test]
fn what_was_mended_is_told_until_the_baseline_is_written_anew() {
    let shop = old_packs();
    shop.pack("packs/stones", GOOD);
    let ran = shop.run(&["check", "packs/stones", "--baseline", "known.json"]);
    assert_eq!(ran.code, 0);
    assert_eq!(ran.err, "packs/stones: the baseline still names schema in diceytable.mod.json at /license, which is mended.\n");
    let before = shop.read("known.json");
    let ran = shop.run(&["check", "packs/stones", "--write-baseline", "known.json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, "known.json knows 0 findings of 1 pack.\n"));
    let after = shop.read("known.json");
    assert!(before.lines().count() > after.lines().count() && after.contains("\"packs/stones\": []"), "{after}");
    assert!(after.contains("packs/dice"), "the other pack is still known");
    assert_eq!(shop.run(&["check", "packs/stones", "packs/dice", "--baseline", "known.json"]).err, "");
}

#[test]
fn an_entity_put_in_front_makes_no_old_finding_new() {
    let scene = |entities: &str| {
        format!(
            r##"{{"schemaVersion":2,"sceneId":"s","name":"S","environment":{{"tableSurfaceColor":"#2e5d4b",
            "tableSurfaceTextureAssetId":null,"ambientColor":"#ffffff","fogEnabled":false,"fogColor":"#000000","fogDensity":0,
            "skyboxAssetId":null}},"objects":[{entities}]}}"##
        )
    };
    let old = r#"{"id":"old","kind":7,"label":"o","position":{"x":0,"y":0,"z":0}}"#;
    let shop = Workshop::new();
    let game = GOOD.replace("component-pack", "game-pack").replace("\"entry\": {}", "\"entry\": { \"setup\": \"setup.json\" }");
    shop.pack("go", &game);
    shop.write("go/setup.json", &scene(old));
    let ran = shop.run(&["check", "go", "--write-baseline", "known.json"]);
    assert!(ran.code == 0 && shop.read("known.json").contains("/objects/[old]/kind"), "{ran:?} {}", shop.read("known.json"));
    let new = old.replace("old", "new").replace('7', "\"die\"");
    shop.write("go/setup.json", &scene(&format!("{new},{old}")));
    let ran = shop.run(&["check", "go", "--baseline", "known.json"]);
    assert!(ran.code == 0 && !ran.err.contains("mended"), "{ran:?}");
}

#[test]
fn a_file_that_is_no_baseline_stops_the_check_and_stays() {
    let shop = old_packs();
    for text in ["not JSON", "{\"packs\":{}}", "[]"] {
        shop.write("other.json", text);
        for option in ["--baseline", "--write-baseline"] {
            let ran = shop.run(&["check", "packs/dice", option, "other.json"]);
            assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (2, "", 1), "{ran:?}");
            assert!(ran.err.contains("other.json"), "{}", ran.err);
        }
        assert_eq!(shop.read("other.json"), text);
    }
    assert_eq!(shop.run(&["check", "packs/dice", "--baseline", "gone.json"]).code, 2);
    assert_eq!(shop.run(&["check", "packs/dice", "--write-baseline", "no/folder/known.json"]).code, 2);
}

#[test]
fn a_baseline_of_other_packs_knows_nothing_of_this_one() {
    let shop = old_packs();
    shop.pack("packs/cards", &GOOD.replace("MIT", ""));
    let ran = shop.run(&["check", "packs/cards", "--baseline", "known.json"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("knows nothing of packs/cards") && ran.err.contains("packs/dice, packs/stones"), "{}", ran.err);
    assert!(ran.out.contains("1 error, 0 warnings, 0 advice, 0 known"), "{}", ran.out);
}

#[test]
fn a_hundred_packs_are_one_command() {
    let shop = Workshop::new();
    let names: Vec<String> = (0..100).map(|n| format!("packs/p{n:02}")).collect();
    for name in &names {
        shop.pack(name, &GOOD.replace("MIT", ""));
    }
    let mut args = vec!["check".to_owned()];
    args.extend(names);
    args.extend(["--write-baseline".to_owned(), "known.json".to_owned()]);
    assert_eq!(shop.run(&args).code, 0);
    let position = args.len() - 2;
    args[position] = "--baseline".to_owned();
    let ran = shop.run(&args);
    assert_eq!((ran.code, ran.out.lines().count(), ran.err.as_str()), (0, 100, ""));
}
