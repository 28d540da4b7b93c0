use super::super::testing::tablewright;
use std::fs;

const GOOD: &str = "{\n\t\"Id\": \"A\",\n\t\"Name\": \"A\",\n\t\"RoundLengthSeconds\": 51.0,\n\t\"9\": {\"1\": 51}\n}\n";

fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("Server/Minigames");
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    home
}

#[test]
fn check_judges_files_and_folders_with_the_exit_codes_of_packs() {
    let home = project(&[("A.json", GOOD), ("B.json", &GOOD.replace("\"A\"", "\"B\"").replace("51.0", "0"))]);
    let path = home.path().to_str().unwrap();
    let file = |name: &str| home.path().join("Server/Minigames").join(name).display().to_string();
    let (code, out, err) = tablewright(&["minigame", "check", path]);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    assert!(out.starts_with("Server/Minigames/A.json:5:2: advice[tw-unknown-key]: "), "{out}");
    assert!(out.contains("Server/Minigames/B.json:4:24: error[schema]: "), "{out}");
    let (code, out, _) = tablewright(&["minigame", "check", &file("A.json"), "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &object["effective"]["MaxPlayers"], out.lines().count()), (0, &16.into(), 1));
    assert!(out.contains("51.0"), "{out}");
    let (_, out, _) = tablewright(&["minigame", "check", path, "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(object["effective"]["Server/Minigames/A.json"].is_object() && object["effective"].as_object().unwrap().len() == 1);
    let (code, out, _) = tablewright(&["minigame", "check", path, "--format", "github"]);
    assert!(code == 1 && out.contains("::error file="), "{out}");
    let (_, out, _) = tablewright(&["minigame", "check", path, "--format", "sarif"]);
    assert!(serde_json::from_str::<serde_json::Value>(&out).unwrap()["runs"][0]["results"].as_array().unwrap().len() == 3);
    assert_eq!(tablewright(&["minigame", "check", "/no/such/folder"]).0, 2);
    for args in [&["minigame"][..], &["minigame", "sing"], &["minigame", "check"], &["minigame", "check", path, "--format", "x"]]
    {
        assert_eq!(tablewright(args).0, 2, "{args:?}");
    }
    let spaced = project(&[("A B.json", r#"{"Id":"A B","Name":"A"}"#)]);
    let spaced = spaced.path().to_str().unwrap();
    assert_eq!(tablewright(&["minigame", "check", spaced]).0, 0);
    assert_eq!(tablewright(&["minigame", "check", spaced, "--deny", "warning"]).0, 1);
}

#[test]
fn fix_changes_its_own_bytes_alone() {
    let bad = GOOD.replace("51.0", "\"51\"");
    let home = project(&[("A.json", &bad)]);
    let (path, file) = (home.path().to_str().unwrap().to_owned(), home.path().join("Server/Minigames/A.json"));
    let (code, out, _) = tablewright(&["minigame", "fix", &path, "--dry-run"]);
    assert!(code == 0 && out.contains("--- a/Server/Minigames/A.json") && out.contains("1 fix to apply"), "{out}");
    assert_eq!(fs::read_to_string(&file).unwrap(), bad);
    let (code, out, err) = tablewright(&["minigame", "fix", &path]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(fs::read_to_string(&file).unwrap(), GOOD.replace("51.0", "51"));
    assert!(tablewright(&["minigame", "fix", &path]).1.contains("nothing to mend"));
}

#[test]
fn new_list_and_rename() {
    let home = project(&[]);
    let path = home.path().to_str().unwrap();
    for start in ["minimal", "team-battle", "race", "survival"] {
        let (code, out, err) = tablewright(&["minigame", "new", path, "--name", &format!("My {start}"), "--start", start]);
        assert!(code == 0 && out.trim_end().ends_with(".json"), "{out}{err}");
    }
    assert_eq!(tablewright(&["minigame", "check", path, "--deny", "warning"]).0, 0);
    assert_eq!(tablewright(&["minigame", "new", path, "--name", "My race"]).0, 2, "taken");
    assert_eq!(tablewright(&["minigame", "new", path, "--name", "X", "--start", "chess"]).0, 2);
    let file = home.path().join("Server/Minigames/My_race.json");
    let (code, out, err) = tablewright(&["minigame", "rename", file.to_str().unwrap(), "Ice_Run"]);
    assert!(code == 0 && out.trim_end().ends_with("Ice_Run.json") && !file.exists(), "{out}{err}");
    let (code, out, _) = tablewright(&["minigame", "list", path, "--format", "json"]);
    let list: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, list.as_array().unwrap().len(), &list[0]["id"]), (0, 4, &"Ice_Run".into()));
    assert!(tablewright(&["minigame", "list", path]).1.contains("Ice_Run.json: Ice_Run (My race): 0 errors"));
}
