use super::*;
use crate::job::Quiet;
use crate::pack::OsFs;

const TEXT: &str = "{\n\t\"Id\": \"A\",\n\t\"Name\": \"A\",\n\t\"RoundLengthSeconds\": 51.0\n}\n";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let file = home.path().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    home
}

fn files(project: &Project) -> Vec<&str> {
    project.set.all().iter().map(|definition| definition.path.as_str()).collect()
}

#[test]
fn definitions_are_found_in_a_plugin_in_a_pack_and_alone() {
    let plugin = folder(&[
        ("src/main/resources/Server/Minigames/A.json", TEXT),
        ("src/main/resources/Server/Minigames/notes.txt", ""),
        ("src/main/resources/manifest.json", r#"{"Group":"g","Name":"N"}"#),
    ]);
    let project = Project::open(&OsFs, plugin.path()).unwrap();
    assert_eq!(files(&project), ["src/main/resources/Server/Minigames/A.json"]);
    assert_eq!(project.plugin.as_ref().unwrap().full_name(), "g:N");
    let inner = plugin.path().join("src/main/resources/Server/Minigames");
    assert_eq!(Project::open(&OsFs, &inner).unwrap().root, project.root);
    let one = Project::open(&OsFs, &inner.join("A.json")).unwrap();
    assert_eq!((one.root.clone(), one.asked().map(|d| d.stem().to_owned())), (project.root, Some("A".to_owned())));

    let pack = folder(&[("Server/Minigames/A.json", TEXT), ("Server/Minigames/B.json", "{")]);
    let project = Project::open(&OsFs, pack.path()).unwrap();
    assert_eq!(files(&project), ["Server/Minigames/A.json", "Server/Minigames/B.json"]);
    assert!(project.set.all()[1].document.is_err() && project.plugin.is_none());

    let alone = folder(&[("any/A.json", TEXT), ("any/B.json", TEXT)]);
    let project = Project::open(&OsFs, &alone.path().join("any/A.json")).unwrap();
    assert_eq!(files(&project), ["A.json"], "what stands beside it is not a project");
    for none in ["any", "no/where"] {
        assert!(Project::open(&OsFs, &alone.path().join(none)).is_err(), "{none}");
    }
}

#[test]
fn packs_are_no_projects() {
    let pack =
        folder(&[("diceytable.mod.json", "{}"), ("setup.json", "{}"), ("Server/Minigames/A.json", TEXT), ("x.json", "{}")]);
    assert!(!is_project(&OsFs, pack.path()));
    for (file, expected) in [("diceytable.mod.json", false), ("setup.json", false), ("x.json", true), ("no.json", false)] {
        assert_eq!(is_project(&OsFs, &pack.path().join(file)), expected, "{file}");
    }
    assert!(is_project(&OsFs, folder(&[("Server/Minigames/A.json", TEXT)]).path()));
    assert!(!is_project(&OsFs, folder(&[("readme", "")]).path()));
}

#[test]
fn a_save_writes_what_differs_and_nothing_over_others_work() {
    let (home, bin) = (folder(&[("Server/Minigames/A.json", TEXT)]), tempfile::tempdir().unwrap());
    let file = home.path().join("Server/Minigames/A.json");
    let project = Project::open(&OsFs, home.path()).unwrap();
    let before = std::fs::metadata(&file).unwrap().modified().unwrap();
    project.save(&OsFs, &project.set, bin.path(), &Quiet).unwrap();
    assert_eq!(std::fs::metadata(&file).unwrap().modified().unwrap(), before, "nothing is written for nothing");
    let key = project.set.all()[0].key;
    let wanted = project.set.renamed(key, "B").unwrap();
    std::fs::write(&file, "{}").unwrap();
    let error = project.save(&OsFs, &wanted, bin.path(), &Quiet).unwrap_err();
    assert_eq!((error.kind(), std::fs::read_to_string(&file).unwrap().as_str()), (ErrorKind::Conflict, "{}"));
    std::fs::write(&file, TEXT).unwrap();
    let saved = project.save(&OsFs, &wanted, bin.path(), &Quiet).unwrap();
    let moved = home.path().join("Server/Minigames/B.json");
    assert_eq!(std::fs::read_to_string(&moved).unwrap(), TEXT.replace("\"Id\": \"A\"", "\"Id\": \"B\""));
    assert!(!file.exists());
    std::fs::write(&file, TEXT).unwrap();
    let again = saved.reread(&OsFs).unwrap();
    assert_eq!((files(&again).len(), again.set.get(key).unwrap().path.name()), (2, "B.json"));
}
