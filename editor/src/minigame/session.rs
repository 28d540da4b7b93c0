//! An open project of minigames: what is on disk, the steps since, and what is selected.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tablewright_core::check::{Counts, Diagnostic, Fix, Remedy};
use tablewright_core::edit::{ManifestOp, Roots, edit_by};
use tablewright_core::job::Quiet;
use tablewright_core::json::Pointer;
use tablewright_core::minigame::check::check;
use tablewright_core::minigame::project::Project;
use tablewright_core::minigame::set::{Definition, Key, Set};
use tablewright_core::minigame::starts::Start;
use tablewright_core::minigame::table;
use tablewright_core::pack::OsFs;
use tablewright_core::{Error, ErrorKind, Result};

use crate::forms::Source;
use crate::session::{Action, BIN, Pending};

/// A change of the project.
#[derive(Debug, Clone)]
pub enum Edit {
    /// A new definition.
    New(Start, String),
    /// A copy of the selected one.
    Duplicate,
    /// Another ID for the selected one, and another name of its file.
    Rename(String),
    /// The selected one goes.
    Delete,
}

/// What was found in one definition.
#[derive(Debug, Clone, Default)]
struct Found {
    problems: Arc<[Diagnostic]>,
    counts: Counts,
}

/// One state and the step that led to it.
struct State {
    label: String,
    set: Set,
}

/// The most steps that are kept.
const STEPS: usize = 1000;

/// An open project of minigames.
pub struct MinigameSession {
    /// What is on disk, as read or last saved.
    project: Project,
    states: Vec<State>,
    head: usize,
    selected: Option<Key>,
    pending: BTreeMap<Key, BTreeMap<Pointer, Pending>>,
    found: BTreeMap<Key, Found>,
    state_dir: PathBuf,
    /// Somebody else wrote to the files while there were unsaved edits.
    outside: bool,
}

static NO_PENDING: BTreeMap<Pointer, Pending> = BTreeMap::new();

impl MinigameSession {
    /// Opens the project of a folder or of one definition.
    ///
    /// # Errors
    /// As [`Project::open`].
    pub fn open(path: &Path, state_dir: &Path) -> Result<Self> {
        let project = Project::open(&OsFs, path)?;
        let selected = project.asked().or_else(|| project.set.all().first()).map(|definition| definition.key);
        let states = vec![State { label: String::new(), set: project.set.clone() }];
        let mut session = Self {
            project,
            states,
            head: 0,
            selected,
            pending: BTreeMap::new(),
            found: BTreeMap::new(),
            state_dir: state_dir.to_path_buf(),
            outside: false,
        };
        session.judge();
        Ok(session)
    }

    /// The project as it is on disk.
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// The definitions with the edits in them.
    pub fn set(&self) -> &Set {
        self.states.get(self.head).map_or(&self.project.set, |state| &state.set)
    }

    /// What the project is called: the plugin's name, else the folder's.
    pub fn title(&self) -> String {
        let plugin = self.project.plugin.as_ref().map(|plugin| plugin.name.clone()).filter(|name| !name.trim().is_empty());
        let folder = || self.project.root.file_name().map(|name| name.to_string_lossy().into_owned());
        plugin.or_else(folder).unwrap_or_else(|| "Minigames".to_owned())
    }

    /// The selected definition.
    pub fn selected(&self) -> Option<&Definition> {
        self.set().get(self.selected?)
    }

    /// Selects a definition.
    pub fn select(&mut self, key: Key) {
        self.selected = Some(key);
    }

    /// How many problems a definition has.
    pub fn counts(&self, key: Key) -> Counts {
        self.found.get(&key).map(|found| found.counts).unwrap_or_default()
    }

    /// How many problems there are in all.
    pub fn all_counts(&self) -> Counts {
        self.found.values().fold(Counts::default(), |all, found| Counts {
            errors: all.errors + found.counts.errors,
            warnings: all.warnings + found.counts.warnings,
            advice: all.advice + found.counts.advice,
        })
    }

    /// The definitions that differ from what is on disk.
    pub fn changed(&self) -> Vec<Key> {
        self.set().changed_from(&self.project.set)
    }

    /// Whether anything is not on disk.
    pub fn is_unsaved(&self) -> bool {
        !self.set().same(&self.project.set)
    }

    /// Whether anything would be lost without a save.
    pub fn has_unsaved_work(&self) -> bool {
        self.is_unsaved() || self.pending.values().any(|fields| !fields.is_empty())
    }

    /// What *Undo* takes back.
    pub fn undo_label(&self) -> Option<&str> {
        self.states.get(self.head).filter(|_| self.head > 0).map(|state| state.label.as_str())
    }

    /// What *Redo* does again.
    pub fn redo_label(&self) -> Option<&str> {
        self.states.get(self.head + 1).map(|state| state.label.as_str())
    }

    /// Takes a step back.
    pub fn undo(&mut self) {
        if self.head > 0 {
            self.head -= 1;
            self.settle();
        }
    }

    /// Does a step again.
    pub fn redo(&mut self) {
        if self.head + 1 < self.states.len() {
            self.head += 1;
            self.settle();
        }
    }

    /// What somebody else wrote was not taken in, for there are unsaved edits.
    pub fn has_outside_change(&self) -> bool {
        self.outside
    }

    fn push(&mut self, label: impl Into<String>, set: Set) {
        if set.same(self.set()) {
            return;
        }
        self.states.truncate(self.head + 1);
        self.states.push(State { label: label.into(), set });
        if self.states.len() > STEPS {
            self.states.remove(0);
        }
        self.head = self.states.len() - 1;
        self.settle();
    }

    /// After another state: something is selected, and everything is judged anew.
    fn settle(&mut self) {
        if self.selected().is_none() {
            self.selected = self.set().all().first().map(|definition| definition.key);
        }
        let there: Vec<Key> = self.set().all().iter().map(|definition| definition.key).collect();
        self.pending.retain(|key, _| there.contains(key));
        self.judge();
    }

    fn judge(&mut self) {
        let set = self.set().clone();
        let found = set.all().iter().map(|definition| {
            let problems = check(&set, definition);
            let counts = Counts::of(&problems);
            (definition.key, Found { problems: problems.into(), counts })
        });
        self.found = found.collect();
    }

    /// Does what a form asks for.
    ///
    /// # Errors
    /// Where it does not fit the definition any more; nothing is changed then.
    pub fn act(&mut self, action: Action) -> Result<()> {
        match action {
            Action::Manifest { label, ops, .. } => self.edit(label, &ops),
            Action::Pend(at, pending) => {
                let Some(key) = self.selected else { return Ok(()) };
                let fields = self.pending.entry(key).or_default();
                match pending {
                    Some(pending) => drop(fields.insert(at, pending)),
                    None => drop(fields.remove(&at)),
                }
                Ok(())
            }
            Action::Mend(fix) => self.mend(&fix),
            _ => Ok(()),
        }
    }

    fn edit(&mut self, label: String, ops: &[ManifestOp]) -> Result<()> {
        let definition = self.selected().ok_or_else(none)?;
        let (key, document) = (definition.key, definition.document.as_ref().map_err(|_| unreadable())?);
        let edited = edit_by(document, &table::RULE, ops)?;
        let set = self.set().edited(key, edited)?;
        if let Some(fields) = self.pending.get_mut(&key) {
            let kept = std::mem::take(fields).into_iter();
            *fields = kept.filter_map(|(at, text)| Some((ops.iter().try_fold(at, |at, op| op.shifted(&at))?, text))).collect();
        }
        self.push(label, set);
        Ok(())
    }

    fn mend(&mut self, fix: &Fix) -> Result<()> {
        let definition = self.selected().ok_or_else(none)?;
        let key = definition.key;
        if let Some(Remedy::Rename { to, .. }) = fix.remedy() {
            let id = to.name().strip_suffix(".json").unwrap_or(to.name()).to_owned();
            let set = self.set().renamed(key, &id)?;
            self.push(fix.label(), set);
            return Ok(());
        }
        let Roots { manifest: Some(document), .. } = fix.apply(&definition.roots())? else { return Ok(()) };
        let set = self.set().edited(key, document)?;
        self.push(fix.label(), set);
        Ok(())
    }

    /// Changes which definitions there are.
    ///
    /// # Errors
    /// Where a name or ID cannot be used, or nothing is selected; nothing is changed then.
    pub fn change(&mut self, edit: Edit) -> Result<()> {
        let title = self.selected().map(Definition::title).unwrap_or_default();
        match edit {
            Edit::New(start, name) => {
                let (set, key) = self.set().new_definition(self.project.folder.as_ref(), start, &name)?;
                self.push(format!("Add {}", name.trim()), set);
                self.selected = Some(key);
            }
            Edit::Duplicate => {
                let (set, key) = self.set().duplicated(self.selected.ok_or_else(none)?)?;
                self.push(format!("Duplicate {title}"), set);
                self.selected = Some(key);
            }
            Edit::Rename(id) => {
                let set = self.set().renamed(self.selected.ok_or_else(none)?, &id)?;
                self.push(format!("Rename {title}"), set);
            }
            Edit::Delete => {
                let set = self.set().without(self.selected.ok_or_else(none)?);
                self.push(format!("Delete {title}"), set);
            }
        }
        Ok(())
    }

    /// Writes what differs. Texts that wait in their fields stay there; what is told of them comes back.
    ///
    /// # Errors
    /// Where a file has changed on disk since it was read, or cannot be written; the files are as they were then.
    pub fn save(&mut self) -> Result<Vec<String>> {
        match self.project.save(&OsFs, self.set(), &self.state_dir.join(BIN), &Quiet) {
            Ok(saved) => {
                self.project = saved;
                self.outside = false;
            }
            Err(error) => {
                self.outside |= error.kind() == ErrorKind::Conflict;
                return Err(error);
            }
        }
        Ok(self.pending.values().flat_map(BTreeMap::values).map(Pending::sentence).collect())
    }

    /// Looks whether somebody else wrote to the files: takes it in as a step where nothing is unsaved.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn look_at_disk(&mut self) -> Result<()> {
        let fresh = self.project.reread(&OsFs)?;
        let plugin = fresh.plugin.clone();
        if fresh.set.same(&self.project.set) {
            self.project.plugin = plugin;
            return Ok(());
        }
        if self.is_unsaved() {
            self.outside = true;
            return Ok(());
        }
        self.take(fresh);
        Ok(())
    }

    /// Takes what is on disk and gives the own edits up; *Undo* brings them back.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn take_theirs(&mut self) -> Result<()> {
        let fresh = self.project.reread(&OsFs)?;
        self.take(fresh);
        Ok(())
    }

    /// Keeps the own edits: the next save writes over what somebody else wrote.
    ///
    /// # Errors
    /// Where the folder cannot be read.
    pub fn keep_mine(&mut self) -> Result<()> {
        self.project = self.project.reread(&OsFs)?;
        self.outside = false;
        Ok(())
    }

    fn take(&mut self, fresh: Project) {
        let set = fresh.set.clone();
        self.project = fresh;
        self.outside = false;
        self.push("Read the files again", set);
    }
}

impl Source for MinigameSession {
    fn problems(&self) -> &Arc<[Diagnostic]> {
        static NONE: std::sync::LazyLock<Arc<[Diagnostic]>> = std::sync::LazyLock::new(|| Arc::from([]));
        self.selected.and_then(|key| self.found.get(&key)).map_or(&NONE, |found| &found.problems)
    }

    fn all_pending(&self) -> &BTreeMap<Pointer, Pending> {
        self.selected.and_then(|key| self.pending.get(&key)).unwrap_or(&NO_PENDING)
    }

    fn root(&self) -> &Path {
        &self.project.root
    }
}

fn none() -> Error {
    Error::new(ErrorKind::Refused, "No minigame is selected").hint("Choose one in the list.")
}

fn unreadable() -> Error {
    Error::new(ErrorKind::Refused, "The definition can’t be read, so it can’t be changed").hint("Correct its text first.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::pointer;

    const TEXT: &str =
        "{\n\t\"Id\": \"Brawl\",\n\t\"Name\": \"Brawl\",\n\t\"MaxPlayers\": 8.0,\n\t\"7\": {\"1\": 51.0, \"2\": 51}\n}\n";

    fn open(files: &[(&str, &str)]) -> (tempfile::TempDir, MinigameSession) {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("pack/Server/Minigames");
        std::fs::create_dir_all(&folder).unwrap();
        for (name, text) in files {
            std::fs::write(folder.join(name), text).unwrap();
        }
        let session = MinigameSession::open(&home.path().join("pack"), &home.path().join("state")).unwrap();
        (home, session)
    }

    fn read(home: &tempfile::TempDir, name: &str) -> Option<String> {
        std::fs::read_to_string(home.path().join("pack/Server/Minigames").join(name)).ok()
    }

    fn set_max(session: &mut MinigameSession, max: i32) {
        let ops = vec![ManifestOp::Set(pointer!["MaxPlayers"], max.into())];
        session.act(Action::Manifest { label: "Change at most".to_owned(), ops, merge: None }).unwrap();
    }

    #[test]
    fn an_edit_changes_its_bytes_alone_and_is_taken_back() {
        let (home, mut session) = open(&[("Brawl.json", TEXT)]);
        session.save().unwrap();
        assert_eq!(read(&home, "Brawl.json").as_deref(), Some(TEXT));
        set_max(&mut session, 5);
        assert!(session.is_unsaved() && session.undo_label() == Some("Change at most"));
        session.save().unwrap();
        assert_eq!(read(&home, "Brawl.json").unwrap(), TEXT.replace("8.0", "5"));
        session.undo();
        assert!(session.is_unsaved() && session.redo_label().is_some());
        session.save().unwrap();
        assert_eq!(read(&home, "Brawl.json").as_deref(), Some(TEXT));
    }

    #[test]
    fn adding_renaming_and_deleting_are_steps_that_a_save_does() {
        let (home, mut session) = open(&[("Brawl.json", TEXT)]);
        session.change(Edit::New(Start::Race, "Ice Run".to_owned())).unwrap();
        session.change(Edit::Duplicate).unwrap();
        assert_eq!(session.selected().unwrap().path.name(), "Ice_Run_2.json");
        session.change(Edit::Rename("Fire_Run".to_owned())).unwrap();
        assert!(read(&home, "Ice_Run.json").is_none(), "nothing is written before a save");
        session.save().unwrap();
        assert!(read(&home, "Fire_Run.json").unwrap().contains("\"Id\": \"Fire_Run\""));
        session.change(Edit::Delete).unwrap();
        session.save().unwrap();
        assert!(read(&home, "Fire_Run.json").is_none() && read(&home, "Ice_Run.json").is_some());
        session.undo();
        session.save().unwrap();
        assert!(read(&home, "Fire_Run.json").is_some());
        assert!(session.change(Edit::Rename("Ice_Run".to_owned())).is_err(), "taken");
    }

    #[test]
    fn what_somebody_else_wrote_is_taken_in_or_asked_about() {
        let (home, mut session) = open(&[("Brawl.json", TEXT)]);
        let file = home.path().join("pack/Server/Minigames/Brawl.json");
        std::fs::write(&file, TEXT.replace("8.0", "9")).unwrap();
        session.look_at_disk().unwrap();
        assert_eq!(session.undo_label(), Some("Read the files again"));
        set_max(&mut session, 3);
        std::fs::write(&file, TEXT).unwrap();
        assert_eq!(session.save().unwrap_err().kind(), ErrorKind::Conflict);
        assert!(session.has_outside_change() && read(&home, "Brawl.json").as_deref() == Some(TEXT));
        session.keep_mine().unwrap();
        session.save().unwrap();
        assert!(read(&home, "Brawl.json").unwrap().contains("\"MaxPlayers\": 3"));
    }

    #[test]
    fn problems_are_mended_also_by_another_name_of_the_file() {
        let (home, mut session) = open(&[("Other.json", TEXT)]);
        let problem = session.problems().iter().find(|d| d.code == "tw-minigame-file-name").unwrap().clone();
        session.act(Action::Mend(problem.fixes[0].clone())).unwrap();
        session.save().unwrap();
        assert_eq!((read(&home, "Other.json"), read(&home, "Brawl.json").as_deref()), (None, Some(TEXT)));
    }
}
