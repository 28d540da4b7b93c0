use super::*;

const BRAWL: &str =
    "{\r\n\t\"Id\": \"Brawl\",\r\n\t\"Name\": \"Brawl\",\r\n\t\"MaxPlayers\": 8.0, \"7\": {\"1\": 51.0, \"2\": 51}\r\n}";

fn path(text: &str) -> PackPath {
    PackPath::parse(text).unwrap()
}

fn set(files: &[(&str, &str)]) -> Set {
    Set::of(files.iter().map(|(name, text)| (path(name), Ok(Document::parse(text.as_bytes()).unwrap()))))
}

fn key(set: &Set, file: &str) -> Key {
    set.at(&path(file)).unwrap().key
}

fn ops(disk: &Set, now: &Set) -> Vec<String> {
    let told = |op: FileOp| match op {
        FileOp::Move { from, to } => format!("move {from} {to}"),
        FileOp::Write { path, .. } => format!("write {path}"),
        FileOp::Bin { path } => format!("bin {path}"),
        FileOp::Restore { .. } => "restore".to_owned(),
    };
    now.save_ops(disk).into_iter().map(told).collect()
}

#[test]
fn a_rename_changes_the_id_and_the_file_and_no_other_byte() {
    let disk = set(&[("Brawl.json", BRAWL)]);
    assert!(ops(&disk, &disk).is_empty());
    let now = disk.renamed(key(&disk, "Brawl.json"), "Big_Brawl").unwrap();
    assert_eq!(now.all()[0].document.as_ref().unwrap().text(), BRAWL.replace("\"Id\": \"Brawl\"", "\"Id\": \"Big_Brawl\""));
    assert_eq!(ops(&disk, &now), ["move Brawl.json Big_Brawl.json", "write Big_Brawl.json"]);
    let odd = set(&[("Old.json", BRAWL)]);
    let only_file = odd.renamed(key(&odd, "Old.json"), "Brawl").unwrap();
    assert_eq!(ops(&odd, &only_file), ["move Old.json Brawl.json"]);
}

#[test]
fn two_definitions_can_swap_their_ids() {
    let disk = set(&[("A.json", r#"{"Id":"A"}"#), ("B.json", r#"{"Id":"B"}"#)]);
    let (a, b) = (key(&disk, "A.json"), key(&disk, "B.json"));
    let now = disk.renamed(a, "C").unwrap().renamed(b, "A").unwrap().renamed(a, "B").unwrap();
    assert_eq!(ops(&disk, &now), ["bin A.json", "bin B.json", "write B.json", "write A.json"]);
}

#[test]
fn ids_that_are_taken_or_cannot_be_files_are_refused() {
    let disk = set(&[("A.json", r#"{"Id":"A"}"#), ("B.json", r#"{"Id":"Own"}"#)]);
    let a = key(&disk, "A.json");
    for bad in ["B", "b", "Own", "", "two words", "a/b", ".hidden", "a\tb", "x:y"] {
        assert!(disk.renamed(a, bad).is_err(), "{bad}");
    }
    assert!(disk.renamed(a, "A").is_ok(), "its own");
    assert!(disk.new_definition(None, Start::Minimal, " !? ").is_err());
}

#[test]
fn copies_get_free_ids() {
    let disk = set(&[("Brawl.json", BRAWL)]);
    let (one, first) = disk.duplicated(key(&disk, "Brawl.json")).unwrap();
    let (two, second) = one.duplicated(first).unwrap();
    assert_eq!([one.get(first).unwrap().text("Id"), two.get(second).unwrap().text("Id")], ["Brawl_2", "Brawl_3"]);
    assert_eq!(two.get(first).unwrap().text("Name"), "Brawl (copy)");
    assert_eq!(ops(&disk, &two), ["write Brawl_2.json", "write Brawl_3.json"]);
    assert_eq!(ops(&disk, &two.without(key(&disk, "Brawl.json")))[0], "bin Brawl.json");
}

#[test]
fn every_start_is_accepted_and_says_nothing_for_nothing() {
    for start in Start::ALL {
        let (set, key) = Set::default().new_definition(None, start, "Ice Run").unwrap();
        let definition = set.get(key).unwrap();
        assert_eq!((definition.path.as_str(), definition.text("Id").as_str()), ("Ice_Run.json", "Ice_Run"));
        let found = super::super::check::check(&set, definition);
        assert!(found.is_empty(), "{}: {found:?}", start.word());
        assert!(definition.document.as_ref().unwrap().is_as_loaded());
        assert_eq!(Start::parse(start.word()), Some(start));
    }
}

#[test]
fn ids_are_made_from_names() {
    for (name, id) in [("Quick Brawl!", "Quick_Brawl"), ("  a  b ", "a_b"), ("Rush-Hour 2", "Rush-Hour_2"), ("é 中", "é_中")]
    {
        assert_eq!(id_of(name), id);
        assert!(why_no_id(id).is_none());
    }
    assert_eq!(name_of("Quick_Brawl"), "Quick Brawl");
}
