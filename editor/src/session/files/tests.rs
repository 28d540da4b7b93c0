//! Steps that change files and documents together, there and back.

use super::*;
use crate::session::Action;
use std::collections::BTreeMap;
use std::path::Path;
use tablewright_core::assets::{plan_delete, plan_rename};
use tablewright_core::json::{Ref, Value};
use tablewright_core::pointer;

const MANIFEST: &str = r#"{
  "schemaVersion": "1.0",
  "name": "Harbour",
  "entry": { "setup": "setup.json" },
  "assets": [
    "art/board.png",
    "art/sea.png"
  ]
}"#;
const SCENE: &str = r#"{"schemaVersion":2,"objects":[],"materials":[{"id":"m","props":{"diffuseMap":"art/board.png"}}]}"#;

struct Place {
    pack: tempfile::TempDir,
    state: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { pack: tempfile::tempdir().unwrap(), state: tempfile::tempdir().unwrap() };
        for (name, text) in
            [("diceytable.mod.json", MANIFEST), ("setup.json", SCENE), ("art/board.png", "board"), ("art/sea.png", "the sea")]
        {
            place.write(name, text);
        }
        place
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.pack.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn open(&self) -> Session {
        let mut session = Session::open(self.pack.path(), self.state.path()).unwrap().0;
        look(&mut session);
        look(&mut session);
        session
    }

    /// Every file with its content.
    fn all(&self) -> BTreeMap<String, String> {
        fn walk(folder: &Path, prefix: &str, all: &mut BTreeMap<String, String>) {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
                if entry.path().is_dir() {
                    walk(&entry.path(), &format!("{name}/"), all);
                } else {
                    all.insert(name, std::fs::read_to_string(entry.path()).unwrap());
                }
            }
        }
        let mut all = BTreeMap::new();
        walk(self.pack.path(), "", &mut all);
        all
    }
}

fn path(text: &str) -> PackPath {
    PackPath::parse(text).unwrap()
}

fn look(session: &mut Session) -> Vec<Notice> {
    let job = session.look_job(true);
    let looked = job.run(&Quiet).unwrap();
    session.looked(looked)
}

/// Runs a change of files to its end.
fn change(session: &mut Session, work: FileWork) -> Result<Vec<Notice>> {
    let mut job = session.files_job(work)?;
    loop {
        match session.files_done(job.run(&Quiet)?) {
            FilesEnd::Done(notices) => return Ok(notices),
            FilesEnd::Again(again) => job = *again,
        }
    }
}

fn save(session: &mut Session) -> Vec<Notice> {
    let done = session.save_job().run().unwrap();
    session.saved(done)
}

fn listed(session: &Session) -> Vec<String> {
    let list = session.manifest().unwrap().root().get("assets").unwrap();
    list.items().filter_map(Ref::as_str).map(std::borrow::Cow::into_owned).collect()
}

fn import(name: &str, text: &str) -> FileWork {
    let named = name.to_owned();
    FileWork::write("Import", vec![FileOp::Write { path: path(name), bytes: text.as_bytes().into() }], move |roots| {
        let manifest = roots.manifest.as_ref().map(|manifest| manifest.set(&pointer!["summary"], Value::from(named.as_str())));
        Ok(Roots { manifest: manifest.transpose()?, ..roots.clone() })
    })
    .saying("Imported 1 file.")
}

#[test]
fn an_import_is_one_step_and_undo_takes_back_files_records_and_lists() {
    let place = Place::new();
    let mut session = place.open();
    let before = place.all();
    let notices = change(&mut session, import("models/kaya/a.glb", "glb")).unwrap();
    assert_eq!((notices.len(), notices[0].text.as_str()), (1, "Imported 1 file."));
    assert_eq!(notices[0].offer, Some(Offer::Undo));
    assert_eq!(listed(&session), ["art/board.png", "art/sea.png", "models/kaya/a.glb"]);
    assert!(session.manifest_text("summary").ends_with("a.glb"));
    assert_eq!((session.history().head(), place.all().len()), (1, before.len() + 1));
    assert!(!session.look_is_stale(), "the look is the one after the step");
    session.act(Action::Undo);
    assert_eq!((place.all(), session.manifest().unwrap().text()), (before.clone(), MANIFEST.to_owned()));
    assert!(!place.pack.path().join("models").exists(), "the folders that came go too");
    session.act(Action::Redo);
    assert_eq!(place.all()["models/kaya/a.glb"], "glb");
    assert_eq!(listed(&session).len(), 3);
    // Across a save, and by the history's rows.
    save(&mut session);
    assert!(!session.is_unsaved());
    session.act(Action::GoTo(0));
    assert_eq!(session.manifest().unwrap().text(), MANIFEST);
    assert!(!place.pack.path().join("models").exists());
    save(&mut session);
    assert_eq!(place.all(), before);
}

#[test]
fn edits_made_meanwhile_are_kept_and_the_step_follows_them() {
    let place = Place::new();
    let mut session = place.open();
    let job = session.files_job(import("a.png", "a")).unwrap();
    let done = job.run(&Quiet).unwrap();
    let manifest = session.manifest().unwrap().set(&pointer!["name"], Value::from("Port")).unwrap();
    session.act(Action::Text { manifest, merge: None });
    let FilesEnd::Again(again) = session.files_done(done) else { panic!("the documents are not those that it was made for") };
    let done = again.run(&Quiet).unwrap();
    assert!(matches!(session.files_done(done), FilesEnd::Done(_)));
    assert_eq!((session.manifest_text("name").as_str(), session.manifest_text("summary").as_str()), ("Port", "a.png"));
    session.act(Action::Undo);
    assert_eq!(session.manifest_text("name"), "Port");
    assert!(!place.pack.path().join("a.png").exists());
}

#[test]
fn what_cannot_be_carried_out_leaves_everything() {
    let place = Place::new();
    let mut session = place.open();
    let before = place.all();
    let refused = FileWork { edit: Arc::new(|_| Err(Error::new(ErrorKind::Refused, "no"))), ..import("models/a.glb", "glb") };
    assert!(change(&mut session, refused).is_err());
    assert_eq!((place.all(), session.history().head()), (before, 0));
}

#[test]
fn a_rename_and_a_deletion_are_steps_too() {
    let place = Place::new();
    let mut session = place.open();
    let before = place.all();
    let plan = |session: &Session, make: &dyn Fn(&Pack) -> Result<Plan>| {
        let (look, root) = (session.look().unwrap().clone(), session.root().to_path_buf());
        let roots = session.history().roots();
        make(&Pack { fs: &OsFs, root: &root, roots, survey: &look.survey, memory: &look.memory })
    };
    let renaming = plan(&session, &|pack| plan_rename(pack, &path("art"), &path("pictures"))).unwrap();
    change(&mut session, FileWork::of_plan("Rename art", renaming)).unwrap();
    assert_eq!(listed(&session), ["pictures/board.png", "pictures/sea.png"]);
    assert!(session.scene().unwrap().text().contains("\"diffuseMap\":\"pictures/board.png\""));
    let deleting = plan(&session, &|pack| plan_delete(pack, &[path("pictures/sea.png")])).unwrap();
    change(&mut session, FileWork::of_plan("Delete sea.png", deleting)).unwrap();
    assert_eq!(listed(&session), ["pictures/board.png"]);
    session.act(Action::Undo);
    session.act(Action::Undo);
    assert_eq!((place.all(), session.manifest().unwrap().text()), (before, MANIFEST.to_owned()));
    let scene = plan(&session, &|pack| plan_rename(pack, &path("setup.json"), &path("table.json"))).unwrap();
    assert!(change(&mut session, FileWork::of_plan("Rename the scene", scene)).is_err());
}

#[test]
fn who_gives_the_edits_up_gets_the_files_as_they_were_saved() {
    let place = Place::new();
    let mut session = place.open();
    change(&mut session, import("a.png", "a")).unwrap();
    save(&mut session);
    let saved = place.all();
    change(&mut session, import("b.png", "b")).unwrap();
    change(&mut session, import("a.png", "another")).unwrap();
    session.take_files_back().unwrap();
    assert_eq!(place.all(), saved);
    // Back before the save, then given up: the files that were saved are there again.
    session.act(Action::GoTo(0));
    assert!(!place.pack.path().join("a.png").exists());
    session.take_files_back().unwrap();
    assert_eq!(place.all(), saved);
}

#[test]
fn what_another_program_moved_is_followed_and_undo_moves_it_back() {
    let place = Place::new();
    let mut session = place.open();
    let before = place.all();
    std::fs::rename(place.pack.path().join("art"), place.pack.path().join("pictures")).unwrap();
    session.folder_changed();
    look(&mut session);
    let moved = session.moved_outside().expect("it is asked about").clone();
    assert_eq!((moved.renames.len(), moved.folder), (2, Some(("art".to_owned(), "pictures".to_owned()))));
    assert_eq!(session.manifest().unwrap().text(), MANIFEST, "nothing changed yet");
    let work = session.follow_moved().unwrap().unwrap();
    change(&mut session, work).unwrap();
    assert_eq!(listed(&session), ["pictures/board.png", "pictures/sea.png"]);
    assert!(session.scene().unwrap().text().contains("pictures/board.png"));
    look(&mut session);
    assert!(session.moved_outside().is_none(), "asked once");
    session.act(Action::Undo);
    assert_eq!((place.all(), session.manifest().unwrap().text()), (before, MANIFEST.to_owned()));
    look(&mut session);
    assert!(session.moved_outside().is_none(), "our own moves are no news");
}

#[test]
fn files_that_came_are_listed_and_those_that_went_stay_listed() {
    let place = Place::new();
    let mut session = place.open();
    assert_eq!(session.history().head(), 0, "opening changes nothing");
    place.write("art/ship.png", "a ship");
    std::fs::remove_file(place.pack.path().join("art/sea.png")).unwrap();
    session.folder_changed();
    assert!(session.look_is_stale());
    let notices = look(&mut session);
    assert_eq!(notices[0].text, "“art/ship.png” is a file of the pack and is pre-loaded now.");
    assert_eq!(listed(&session), ["art/board.png", "art/sea.png", "art/ship.png"]);
    session.act(Action::Undo);
    assert_eq!(session.manifest().unwrap().text(), MANIFEST);
    assert!(look(&mut session).is_empty(), "told once");
}

#[test]
fn a_save_makes_the_lists_true_and_one_of_nothing_writes_nothing() {
    let place = Place::new();
    place.write("new.png", "new");
    let mut session = place.open();
    let before = place.all();
    assert!(save(&mut session).is_empty());
    assert_eq!(place.all(), before, "nothing was edited");
    let manifest = session.manifest().unwrap().set(&pointer!["name"], Value::from("Port")).unwrap();
    session.act(Action::Text { manifest, merge: None });
    let notices = save(&mut session);
    assert_eq!(notices[0].text, "“new.png” is a file of the pack and is pre-loaded now.");
    assert!(!session.is_unsaved());
    assert_eq!((session.history().head(), listed(&session).len()), (2, 3));
    assert_eq!(place.all()["diceytable.mod.json"], session.manifest().unwrap().text());
    // A publish makes them true without an edit.
    place.write("newer.png", "newer");
    let done = session.save_job().with_lists().run().unwrap();
    session.saved(done);
    assert_eq!(listed(&session).len(), 4);
}

#[test]
fn the_switch_moves_files_between_the_lists() {
    let place = Place::new();
    let mut session = place.open();
    session.act(Action::Preload { paths: vec!["art/sea.png".into()], on: false });
    assert_eq!(session.history().undo_label(), Some("Load sea.png on demand"));
    assert_eq!(listed(&session), ["art/board.png"]);
    let notices = session.act(Action::Preload { paths: vec!["setup.json".into()], on: true });
    assert!(notices[0].failed, "{notices:?}");
    session.act(Action::Preload { paths: vec!["art/sea.png".into()], on: true });
    assert_eq!(session.manifest().unwrap().text(), MANIFEST);
}

#[test]
fn a_fix_that_renames_a_file_is_carried_out_as_a_step() {
    let place = Place::new();
    let mut session = place.open();
    let before = place.all();
    let remedy = Remedy::Rename { from: path("art/sea.png"), to: path("art/sea.webp") };
    session.act(Action::Mend(tablewright_core::check::Fix::file("rename-file", "Rename it to .webp", remedy)));
    let works = session.take_file_works();
    assert_eq!(works.len(), 1);
    for work in works {
        change(&mut session, work).unwrap();
    }
    assert_eq!(listed(&session), ["art/board.png", "art/sea.webp"]);
    session.act(Action::Undo);
    assert_eq!(place.all(), before);
    let gone = Remedy::Delete(path("none.png"));
    let notices = session.act(Action::Mend(tablewright_core::check::Fix::file("delete-file", "Move to the bin", gone)));
    assert!(notices[0].failed && session.take_file_works().is_empty(), "{notices:?}");
}

#[test]
fn several_files_and_their_folder_go_into_the_bin_at_once() {
    let place = Place::new();
    let mut session = place.open();
    let before = place.all();
    let (work, told) = session.delete_work(&[path("art/sea.png"), path("art"), path("art/board.png")]).unwrap();
    assert_eq!((work.gone.len(), told.len(), work.said.as_str()), (2, 1, "2 files are in the bin."));
    assert!(told[0].starts_with("1 place uses “art/board.png”"), "{told:?}");
    change(&mut session, work).unwrap();
    assert!(!place.pack.path().join("art").exists());
    session.act(Action::Undo);
    assert_eq!(place.all(), before);
}
