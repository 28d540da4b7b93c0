//! A maintainer asks what was wrong with a pack before, or what is about to be pushed, whatever lies in the folder now.

use super::{GOOD, Workshop};

/// A repository with two packs: in its first commit both are good, in the second one is bad, and the folder is worse.
fn repository() -> Workshop {
    let shop = Workshop::new();
    assert_eq!(shop.git(&["init", "--quiet", "--initial-branch=main"]).code, 0);
    shop.write("readme.txt", "No pack here.");
    shop.commit();
    shop.pack("packs/stones", GOOD);
    shop.pack("packs/my dice", &GOOD.replace("\"entry\": {}", "\"entry\": {}, \"assets\": [\"a.png\"]"));
    shop.write("packs/my dice/a.png", "x");
    shop.commit();
    assert_eq!(shop.git(&["tag", "--annotate", "--message=Good", "v1"]).code, 0);
    shop.pack("packs/stones", &GOOD.replace("MIT", ""));
    shop.commit();
    shop.pack("packs/stones", "{");
    std::fs::remove_file(shop.path("packs/my dice/a.png")).unwrap();
    shop
}

#[test]
fn each_commit_is_judged_as_it_was() {
    let shop = repository();
    let check = |rev: &str| shop.run(&["check", "packs/stones", "packs/my dice", "--commit", rev]);
    let before = shop.git(&["status", "--porcelain"]).out;
    for rev in ["v1", "HEAD~1", "main^", &shop.git(&["rev-parse", "v1^{commit}"]).out[..10]] {
        assert_eq!(check(rev).code, 0, "{rev}: {:?}", check(rev));
    }
    let ran = check("HEAD");
    assert!(ran.code == 1 && ran.out.contains("error[schema]") && !ran.out.contains("tw-missing-file"), "{}", ran.out);
    let ran = shop.run(&["check", "packs/stones", "packs/my dice"]);
    assert!(ran.out.contains("error[json]") && ran.out.contains("tw-missing-file"), "{}", ran.out);
    assert_eq!(shop.git(&["status", "--porcelain"]).out, before, "the folder is not touched");
}

#[test]
fn a_pack_that_is_gone_from_the_folder_is_still_in_its_commits() {
    let shop = repository();
    std::fs::remove_dir_all(shop.path("packs")).unwrap();
    let ran = shop.run(&["check", "packs/stones", "--commit", "v1", "--format", "json"]);
    assert_eq!((ran.code, &ran.json()["pack"]), (0, &"packs/stones".into()));
}

#[test]
fn known_findings_and_formats_work_on_commits_too() {
    let shop = repository();
    let ran = shop.run(&["check", "packs/stones", "--commit", "HEAD", "--write-baseline", "known.json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    shop.pack("packs/stones", &GOOD.replace("MIT", ""));
    assert_eq!(shop.run(&["check", "packs/stones", "--baseline", "known.json"]).code, 0, "a name for folder and commit");
    let log = shop.run(&["check", "packs/stones", "--commit", "HEAD", "--format", "sarif"]).json();
    let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(location, "packs/stones/diceytable.mod.json");
}

#[test]
fn what_is_not_there_exits_with_2_and_one_sentence() {
    let shop = repository();
    let first = shop.git(&["rev-list", "--max-parents=0", "HEAD"]).out;
    for (pack, rev, why) in [
        ("packs/stones", "no-such-branch", "There is no commit “no-such-branch”"),
        ("packs/stones", "HEAD~99", "There is no commit “HEAD~99”"),
        ("packs/stones", "0123456789012345678901234567890123456789", "There is no commit"),
        ("packs/stones", "HEAD:readme.txt", "is not a commit"),
        ("packs/stones", "", "does not name a commit"),
        ("packs/stones", first.trim(), "has no folder `packs/stones`"),
        (".", "HEAD", "has no diceytable.mod.json"),
        ("packs", "HEAD", "has no diceytable.mod.json in `packs`"),
    ] {
        let ran = shop.run(&["check", pack, "--commit", rev]);
        assert_eq!((ran.code, ran.out.as_str(), ran.err.lines().count()), (2, "", 1), "{rev}: {ran:?}");
        assert!(ran.err.contains(why), "{rev}: {}", ran.err);
    }
    let nowhere = Workshop::new();
    nowhere.pack("go", GOOD);
    let ran = nowhere.run(&["check", "go", "--commit", "HEAD"]);
    assert!(ran.code == 2 && ran.err.contains("There is no git repository"), "{ran:?}");
}
