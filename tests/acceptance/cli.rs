//! The command line on packs that are broken, as people and programs meet them: one message, the right exit code.

#![allow(clippy::unwrap_used, reason = "helpers of tests: a failure here is a failed test")]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use tablewright::cli::{Asked, Io, run};
use tablewright_tests::git_server;
use tempfile::TempDir;

const MANIFEST: &str = r#"{"schemaVersion":"1.0","id":"example.go","name":"Go","version":"1.0.0","type":"game-pack",
    "entry":{"setup":"setup.json"},"compatibility":{"engine":">=0.1 <1.0"},"license":"MIT",
    "variants":[{"id":"a","name":"A"},{"id":"b","name":"B"}]}"#;
const SETUP: &str = r#"{"schemaVersion":2,"sceneId":"s","name":"S","environment":{},
    "objects":[{"id":"o","kind":"die","label":"o","position":{"x":0,"y":0,"z":0}}],
    "variants":{"base":"a","deltas":{"b":{"removed":["o"]}}}}"#;

/// A good pack, for a test to break.
struct Broken {
    folder: TempDir,
}

/// What a command wrote and how it ended.
struct Ran {
    code: u8,
    out: String,
    err: String,
}

fn tablewright<S: AsRef<OsStr>>(args: &[S]) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let state = tempfile::tempdir().unwrap();
    let asked =
        run(args.iter().map(|arg| arg.as_ref().to_owned()), &mut Io { out: &mut out, err: &mut err, state_dir: state.path() });
    let Asked::Ended(code) = asked else { panic!("{asked:?}") };
    Ran { code, out: String::from_utf8(out).unwrap(), err: String::from_utf8(err).unwrap() }
}

impl Broken {
    fn new() -> Self {
        let broken = Self { folder: tempfile::tempdir().unwrap() };
        broken.write("diceytable.mod.json", MANIFEST.as_bytes());
        broken.write("setup.json", SETUP.as_bytes());
        broken
    }

    fn with(file: &str, bytes: &[u8]) -> Self {
        let broken = Self::new();
        broken.write(file, bytes);
        broken
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).unwrap();
    }

    fn ran(&self, command: &str, more: &[&str]) -> Ran {
        let mut args: Vec<&OsStr> = vec![command.as_ref(), self.folder.path().as_os_str()];
        args.extend(more.iter().map(|arg| OsStr::new(*arg)));
        tablewright(&args)
    }

    /// The codes that `check` reports, each with its file.
    fn codes(&self) -> Vec<String> {
        let ran = self.ran("check", &["--format", "json"]);
        let object: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let errors = object["verdict"] == "refused";
        assert_eq!((ran.code, ran.err.as_str()), (u8::from(errors), ""), "{}", ran.out);
        let text = |d: &serde_json::Value, key: &str| d[key].as_str().unwrap().to_owned();
        object["diagnostics"].as_array().unwrap().iter().map(|d| text(d, "code") + " " + &text(d, "file")).collect()
    }
}

#[test]
fn a_document_that_is_no_json_object_is_told_and_the_other_half_goes_on() {
    let deep = vec![b'['; 1_000_000];
    let texts: [(&[u8], &str); 6] = [
        (b"", "json"),
        (b"null", "schema"),
        (b"[1]", "schema"),
        (&deep, "json"),
        (b"{\"a\":\"\xff\"}", "json"),
        (&MANIFEST.as_bytes()[..40], "json"),
    ];
    for (bytes, code) in texts {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(20)]).into_owned();
        let setup = Broken::with("setup.json", bytes);
        assert_eq!(setup.codes(), [format!("{code} setup.json")], "{shown}");
        assert_eq!(setup.ran("variants", &["list"]).code, 0, "the manifest's list is shown: {shown}");
        assert_eq!(setup.ran("variants", &["resolve", "a"]).code, 1, "{shown}");
        let manifest = Broken::with("diceytable.mod.json", bytes);
        assert_eq!(manifest.codes(), [format!("{code} diceytable.mod.json")], "{shown}");
        assert_eq!(manifest.ran("variants", &["resolve", "b"]).code, 0, "the scene is there: {shown}");
        assert_eq!(manifest.ran("variants", &["agree"]).code, 1, "{shown}");
    }
}

#[test]
fn a_lone_surrogate_is_kept() {
    let setup = Broken::with("setup.json", SETUP.replace("\"S\"", "\"\\ud800\"").as_bytes());
    assert!(setup.codes().is_empty());
    assert!(setup.ran("variants", &["resolve", "a"]).out.contains("\\ud800"));
}

#[cfg(unix)]
#[test]
fn links_that_lead_nowhere_round_or_out_are_told() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("setup.json"), SETUP).unwrap();
    let targets = [Path::new("nowhere").to_owned(), "setup.json".into(), "diceytable.mod.json".into()];
    for (name, target) in [("setup.json", &targets[0]), ("setup.json", &targets[1])]
        .into_iter()
        .chain([("diceytable.mod.json", &targets[0]), ("diceytable.mod.json", &targets[2])])
    {
        let broken = Broken::new();
        fs::remove_file(broken.path(name)).unwrap();
        symlink(target, broken.path(name)).unwrap();
        assert_eq!(broken.codes(), [format!("tw-file-unreadable {name}")], "{}", target.display());
    }
    let broken = Broken::new();
    fs::remove_file(broken.path("setup.json")).unwrap();
    symlink(outside.path().join("setup.json"), broken.path("setup.json")).unwrap();
    assert_eq!(broken.codes(), ["tw-link-outside diceytable.mod.json"]);
}

#[cfg(unix)]
#[test]
fn a_listed_asset_that_is_a_broken_link_is_just_not_there() {
    let broken =
        Broken::with("diceytable.mod.json", MANIFEST.replace("\"license\"", "\"assets\":[\"a.png\"],\"license\"").as_bytes());
    std::os::unix::fs::symlink("nowhere", broken.path("a.png")).unwrap();
    let ran = broken.ran("check", &[]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("tw-missing-file") && !ran.out.contains("but “"), "{}", ran.out);
}

#[test]
fn a_document_that_is_a_folder_is_told_once() {
    for name in ["setup.json", "diceytable.mod.json"] {
        let broken = Broken::new();
        fs::remove_file(broken.path(name)).unwrap();
        fs::create_dir(broken.path(name)).unwrap();
        assert_eq!(broken.codes(), [format!("tw-file-unreadable {name}")]);
    }
    let broken = Broken::new();
    fs::remove_file(broken.path("setup.json")).unwrap();
    fs::create_dir(broken.path("setup.json")).unwrap();
    for words in [&["resolve", "a", "--format", "json"][..], &["agree", "--format", "json"]] {
        let ran = broken.ran("variants", words);
        let object: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!((ran.code, &object["diagnostics"][0]["code"]), (1, &"tw-file-unreadable".into()), "{words:?}");
    }
    let picture = broken.path("out.png");
    let ran = broken.ran("render", &["-o", picture.to_str().unwrap()]);
    assert_eq!((ran.code, ran.out.as_str(), picture.exists()), (2, "", false));
    assert_eq!(ran.err.matches("setup.json").count(), 2, "what, and where, once each: {}", ran.err);
}

#[test]
fn what_is_no_pack_exits_with_2_and_says_what_to_do() {
    let empty = tempfile::tempdir().unwrap();
    let file = empty.path().join("file");
    fs::write(&file, "").unwrap();
    for pack in [empty.path(), &file, Path::new("no/such/folder"), Path::new("")] {
        for command in
            [&["check"][..], &["variants", "list"], &["variants", "resolve", "a"], &["variants", "agree"], &["publish"]]
        {
            let mut args: Vec<&OsStr> = vec![command[0].as_ref(), pack.as_os_str()];
            args.extend(command[1..].iter().map(|arg| OsStr::new(*arg)));
            let ran = tablewright(&args);
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
            assert!(ran.err.starts_with("tablewright: ") && ran.err.lines().count() == 1, "{args:?}: {}", ran.err);
        }
    }
}

#[test]
fn names_with_spaces_and_other_scripts_are_packs_too() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("with space").join("囲碁 äöü's");
    let ran = tablewright(&[OsStr::new("new"), dir.as_os_str(), "--type=room".as_ref(), "--name=Salón 囲碁".as_ref()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let command = ran.out.lines().find_map(|line| line.strip_prefix("Open it with: tablewright open ")).unwrap();
    assert_eq!(command, format!("'{}'", dir.display().to_string().replace('\'', "'\\''")), "it can be pasted into a shell");
    let ran = tablewright(&[OsStr::new("check"), dir.as_os_str(), "--deny=warning".as_ref()]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}

#[test]
fn the_sample_is_published_once_it_is_signed_and_again_after_taking_in_what_others_did() {
    git_server::isolate();
    let home = tempfile::tempdir().unwrap();
    let remote = git_server::bare(home.path(), "remote.git");
    let dir = home.path().join("go");
    assert_eq!(tablewright(&[OsStr::new("new"), dir.as_os_str(), "--sample".as_ref()]).code, 0);
    git_server::git(&dir, &["config", "user.name", "Ann"]);
    git_server::git(&dir, &["config", "user.email", "ann@example.org"]);
    let manifest = || fs::read(dir.join("diceytable.mod.json")).unwrap();
    let unsigned = manifest();
    let publish = |more: &[&str]| {
        let mut args: Vec<&OsStr> = vec!["publish".as_ref(), dir.as_os_str(), "--remote".as_ref(), remote.as_os_str()];
        args.extend(more.iter().map(|arg| OsStr::new(*arg)));
        tablewright(&args)
    };
    let ran = publish(&["--dry-run"]);
    assert!(ran.code == 0 && ran.err.contains("--sign-as"), "{}", ran.err);
    let ran = publish(&[]);
    assert!(ran.code == 1 && ran.err.contains("--sign-as"), "{}", ran.err);
    assert_eq!(publish(&["--sign-as", " "]).code, 2);
    assert_eq!(manifest(), unsigned, "nobody signed");
    assert!(git_server::git(&remote, &["for-each-ref"]).is_empty(), "nothing went out");
    let ran = publish(&["--sign-as", "Ann"]);
    assert!(ran.code == 0 && ran.out.starts_with("Published to "), "{}{}", ran.out, ran.err);
    let (signed, refs) = (manifest(), git_server::git(&remote, &["for-each-ref"]));
    assert_eq!(publish(&["--remote", ""]).code, 2, "an empty remote is a mistake, not the usual one");
    for more in [&["--sign-as", "Bob"][..], &[]] {
        let ran = publish(more);
        assert!(ran.code == 0 && ran.out.starts_with("Nothing to publish"), "{}{}", ran.out, ran.err);
    }
    assert_eq!((manifest(), git_server::git(&remote, &["for-each-ref"])), (signed, refs));

    let other = home.path().join("other");
    git_server::git(home.path(), &["clone", "--quiet", "--branch=wip", remote.to_str().unwrap(), "other"]);
    fs::write(other.join("theirs.txt"), "theirs").unwrap();
    git_server::git(&other, &["add", "."]);
    git_server::git(&other, &["commit", "--quiet", "--message=Theirs"]);
    git_server::git(&other, &["push", "--quiet", "origin", "wip"]);
    fs::write(dir.join("ours.txt"), "ours").unwrap();
    let ran = publish(&[]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("that this folder doesn't have. Bring it in with"), "{}", ran.err);
    assert!(ran.err.contains("Bob Smith: Theirs") && ran.err.contains("+ theirs.txt"), "{}", ran.err);

    // Doing what the message says gets on, also where the branches went apart.
    let command = ran.err.split('`').nth(1).unwrap();
    git_server::git(&dir, &["add", "ours.txt"]);
    git_server::git(&dir, &["commit", "--quiet", "--message=Ours"]);
    git_server::git(&dir, &command.split(' ').skip(1).collect::<Vec<_>>());
    let ran = publish(&[]);
    assert!(ran.code == 0 && ran.out.starts_with("Published to "), "{command}: {}{}", ran.out, ran.err);
    assert!(git_server::git(&remote, &["ls-tree", "--name-only", "main"]).contains("theirs.txt"));
}
