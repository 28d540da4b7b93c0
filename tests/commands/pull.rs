//! A published pack comes to a player's machine, whole or as far as it goes.

use super::{GOOD, Workshop};
use serde_json::Value;

/// A pack of three files under git, on the branch `main`.
fn published(assets: &str) -> Workshop {
    let shop = Workshop::new();
    let manifest = GOOD.replace("\"entry\": {}", "\"entry\": { \"setup\": \"setup.json\" }");
    shop.pack("stones", &manifest.replace("\"license\"", &format!("{assets},\n  \"license\"")));
    shop.write("stones/setup.json", "{\"objects\": []}");
    shop.write("stones/art/a.png", "one");
    shop.write("stones/art/b.png", "two");
    assert_eq!(shop.git(&["init", "--quiet", "--template=", "--initial-branch=main", "stones"]).code, 0);
    commit(&shop);
    shop
}

fn commit(shop: &Workshop) -> String {
    for args in [&["-C", "stones", "add", "--all"][..], &["-C", "stones", "commit", "--quiet", "--message=State"]] {
        let ran = shop.git(args);
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    shop.git(&["-C", "stones", "rev-parse", "HEAD"]).out.trim().to_owned()
}

fn states(told: &Value) -> Vec<String> {
    let files = told["files"].as_array().unwrap().iter();
    files.map(|file| format!("{} {}", file["path"].as_str().unwrap(), file["state"].as_str().unwrap())).collect()
}

const HASH_OF_ONE: &str = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";

#[test]
fn all_declared_files_come_once_and_a_new_commit_takes_the_place_of_the_old() {
    let shop = published("\"assets\": [\"art/a.png\", \"art/b.png\"]");
    let pull = |shop: &Workshop| shop.run(&["pull", "stones", "--cache", "cache", "--format", "json"]);
    let ran = pull(&shop);
    assert_eq!(ran.code, 0, "{ran:?}");
    let told = ran.json();
    assert_eq!(states(&told), ["diceytable.mod.json new", "setup.json new", "art/a.png new", "art/b.png new"]);
    let folder = std::path::PathBuf::from(told["folder"].as_str().unwrap());
    assert!(folder.ends_with(told["commit"].as_str().unwrap()));
    assert_eq!(std::fs::read_to_string(shop.path(".").join(&folder).join("art/b.png")).unwrap(), "two");
    assert!(states(&pull(&shop).json()).iter().all(|file| file.ends_with(" known")));
    // What lies in the folder of a commit is final, whatever became of it.
    shop.write("stones/art/b.png", "three");
    commit(&shop);
    let told = pull(&shop).json();
    assert_eq!((told["superseded"].as_u64(), told["list"].as_str()), (Some(1), Some("assets")));
    assert!(!shop.path(".").join(folder).exists());
}

#[test]
fn a_file_that_fails_keeps_no_other_from_coming() {
    let list = format!(
        "\"assets\": [\"art/b.png\"], \"assetManifest\": [{{\"path\": \"art/a.png\", \"sha256\": \"{HASH_OF_ONE}\"}}, \
         {{\"path\": \"art/b.png\", \"sha256\": \"{HASH_OF_ONE}\"}}, {{\"path\": \"Art/a.png\"}}, {{\"path\": \"../x\"}}, {{\"path\": \"art\"}}]"
    );
    let shop = published(&list);
    let ran = shop.run(&["pull", "stones", "--cache", "cache"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("art/b.png: The hash in “assetManifest” is not that of these bytes"), "{ran:?}");
    assert!(ran.out.contains("Art/a.png: There is no such file") && ran.out.contains("../x: This is no path"), "{ran:?}");
    assert!(ran.out.contains("3 of 7 files of commit"), "{ran:?}");
    assert!(shop.path("cache").is_dir() && !shop.path("x").exists());
}

#[test]
fn a_branch_or_a_commit_can_be_named() {
    let shop = published("\"assets\": [\"art/a.png\"]");
    let first = shop.git(&["-C", "stones", "rev-parse", "HEAD"]).out.trim().to_owned();
    shop.write("stones/art/a.png", "later");
    let second = commit(&shop);
    assert_eq!(shop.git(&["-C", "stones", "branch", "old", &first]).code, 0);
    let pulled = |wanted: &str| {
        let ran = shop.run(&["pull", "stones", "--cache", "cache", "--ref", wanted, "--format", "json"]);
        (ran.code, if ran.code == 2 { ran.err } else { ran.json()["commit"].as_str().unwrap().to_owned() })
    };
    assert_eq!(pulled("old"), (0, first.clone()));
    assert_eq!(pulled(&first), (0, first.clone()));
    assert_eq!(pulled("main"), (0, second));
    for wanted in ["none", &first[..8], &"0".repeat(40)] {
        let (code, err) = pulled(wanted);
        assert!(code == 2 && err.contains("There is no"), "{wanted}: {err}");
    }
    let (code, err) = (shop.run(&["pull", "nowhere", "--cache", "cache"]).code, shop.run(&["pull", "stones"]).err);
    assert!(code == 2 && err.contains("--cache"), "{err}");
}
