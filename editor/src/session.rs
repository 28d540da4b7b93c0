//! An open pack: the working copy, its history, what is shown and selected, and every way in which it changes.
//!
//! The window draws from a `&Session` and hands [`Action`]s to [`Session::act`]; nothing else changes the documents.
//! Nothing here knows egui. Work that can take long (checking, saving, publishing, reading git's state) is handed out as
//! plain values that a job can own, and its answer is taken back together with the revision it was asked for.

mod differences;
mod files;
mod library;
mod pending;
mod place;
mod problems;
mod scoped;
mod variant_edit;

pub use differences::DifferencesEdit;
pub use files::{BIN, FileWork, FilesDone, FilesEnd, FilesJob, Look, LookJob, Looked, RootsEdit, of_manifest};
pub use library::LibraryEdit;
pub use pending::{PENDING_FILE, Pending, read_pending};
pub use problems::{CheckJob, FixJob, ProblemCounts};
pub use variant_edit::VariantEdit;

use files::Files;
use scoped::{Changes, LastScoped};

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use tablewright_core::assets::Change;
use tablewright_core::check::{Diagnostic, Fix};
use tablewright_core::credits;
use tablewright_core::edit::{History, ManifestOp, MergeKey, Roots, StateId, edit_manifest};
use tablewright_core::json::{Document, Pointer};
use tablewright_core::pack::{DraftFile, Drafts, Hash, OsFs, PackPath, Recovery, WorkingCopy};
use tablewright_core::publish::GitState;
use tablewright_core::scene::keys::Group;
use tablewright_core::variants::{self, Adjust, Children, EntityChange, Resolved, SceneChange, Scope, VariantInfo};
use tablewright_core::{Error, ErrorKind, Result};

/// How long after an edit the recovery copy is written.
pub const DRAFT_AFTER: Duration = Duration::from_secs(1);

/// Something the person did that changes the session.
#[derive(Debug, Clone)]
pub enum Action {
    /// Show this variant.
    Show(String),
    /// Say what *Changes apply to*.
    SetScope(Scope),
    /// *Only* the variant shown and these.
    OnlyAlso(Vec<String>),
    /// Select these entities and nothing else.
    Select(Vec<String>),
    /// Select something that is no entity, and nothing else.
    Pick(Picked),
    /// Change entities of the variant shown, as one step.
    Entities {
        /// The step's label.
        label: String,
        /// The changes.
        changes: Vec<EntityChange>,
        /// Joins the step with the one before it where both carry the same key.
        merge: Option<MergeKey>,
    },
    /// Change keys of the scene as the variant shown has them, as one step.
    SceneKeys {
        /// The step's label.
        label: String,
        /// The changes.
        changes: Vec<SceneChange>,
        /// Joins the step with the one before it where both carry the same key.
        merge: Option<MergeKey>,
    },
    /// Drop the own copies of these keys of the scene, so that the variant follows the base again.
    FollowBase(Vec<String>),
    /// Put copies beside these entities and select them.
    Duplicate(Vec<String>),
    /// Take these entities out.
    Delete(Vec<String>, Children),
    /// Make this entity what the base has.
    Revert(String),
    /// Do something with what differs in a variant, whichever is on view.
    Differences {
        /// The variant's id.
        variant: String,
        /// What to do.
        edit: DifferencesEdit,
    },
    /// Change the manifest, as one step.
    Manifest {
        /// The step's label.
        label: String,
        /// The edits, in their order.
        ops: Vec<ManifestOp>,
        /// Joins the step with the one before it where both carry the same key.
        merge: Option<MergeKey>,
    },
    /// Take a text as the manifest: it was edited as text and reads as an object.
    Text {
        /// The manifest that it reads as.
        manifest: Document,
        /// Joins the step with the one before it where both carry the same key.
        merge: Option<MergeKey>,
    },
    /// Change what the manifest says of plugins and of packs that it builds on.
    Library(LibraryEdit),
    /// Change the list of variants, the base, or what a variant has of its own.
    Variants(VariantEdit),
    /// Keep what was typed into the manifest's field at this place and cannot be written there, or forget it (`None`).
    Pend(Pointer, Option<Pending>),
    /// Let players download these files before the table opens, or on demand.
    Preload {
        /// The files.
        paths: Vec<String>,
        /// Before the table opens.
        on: bool,
    },
    /// Put models and pictures of the pack onto the table.
    PlaceFiles {
        /// The files.
        paths: Vec<String>,
        /// Where the first one stands, in feet.
        at: [f64; 3],
    },
    /// Sign the credit records that carry no signature and can carry one.
    SignCredits {
        /// The name that signs.
        name: String,
        /// The instant, ISO 8601 in UTC.
        at: String,
    },
    /// Apply a problem's fix.
    Fix {
        /// The number of the problem in [`Session::problems`].
        problem: usize,
        /// The number of the fix in the problem.
        fix: usize,
    },
    /// Apply a fix that was picked from a problem.
    Mend(Fix),
    /// Take the last step back.
    Undo,
    /// Do it again.
    Redo,
    /// Go to the state after this many steps.
    GoTo(usize),
    /// Change the reach of the step just made, as its toast offered.
    Adjust(Adjust),
}

/// What can be selected besides entities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picked {
    /// A group of scene keys.
    Group(Group),
    /// The libraries, of which all variants read one copy.
    Shared,
}

/// What the window tells the person after an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The sentence.
    pub text: String,
    /// Whether something failed.
    pub failed: bool,
    /// Stays until it is dismissed.
    pub stays: bool,
    /// The button beside it.
    pub offer: Option<Offer>,
}

/// A button beside a [`Notice`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer {
    /// *Undo*
    Undo,
    /// *Keep 13×13 apart*
    KeepApart(Vec<String>),
    /// *Change them too*
    ChangeToo,
}

impl Notice {
    fn failed(error: &Error) -> Self {
        Self { text: error.to_string(), failed: true, stays: false, offer: None }
    }

    fn said(text: impl Into<String>) -> Self {
        Self { text: text.into(), failed: false, stays: false, offer: None }
    }
}

/// How the files on disk stand to what was loaded, after somebody else wrote to them while there were unsaved edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutsideChange {
    /// The files that changed.
    pub files: Vec<PackPath>,
}

/// An open pack.
pub struct Session {
    copy: WorkingCopy,
    state_dir: PathBuf,
    history: History,
    scope: Scope,
    /// The variants that *Only* names beside the one shown.
    also: Vec<String>,
    shown: String,
    shown_changed: Option<Instant>,
    selection: Vec<String>,
    picked: Option<Picked>,
    listed: Vec<String>,
    infos: Vec<VariantInfo>,
    revision: u64,
    /// The history's own count when the caches were made; `None` after a reload.
    seen: Option<u64>,
    problems: Arc<[Diagnostic]>,
    problems_of: Option<u64>,
    counts: ProblemCounts,
    drafts: Option<Drafts>,
    draft_due: Option<Instant>,
    outside: Option<OutsideChange>,
    git: Option<GitState>,
    last_scoped: Option<LastScoped>,
    interaction: u64,
    pending: BTreeMap<Pointer, Pending>,
    files: Files,
}

/// Everything that a save writes, to be run as a job.
pub struct SaveJob {
    copy: WorkingCopy,
    roots: Roots,
    state: StateId,
    state_dir: PathBuf,
    /// Whether there is anything to save.
    edited: bool,
    look: Option<Arc<Look>>,
}

/// A save that is done.
pub struct SaveDone {
    copy: WorkingCopy,
    state: StateId,
    /// The documents with their lists of files made true, where they were not.
    lists: Option<(Roots, Vec<Change>)>,
    /// Sentences that the person may want to read.
    pub notes: Vec<String>,
}

impl Session {
    /// Opens the pack at `path`, after finishing or setting aside a save that was cut short.
    ///
    /// # Errors
    /// Only where there is no pack, or its folder cannot be read.
    pub fn open(path: &Path, state_dir: &Path) -> Result<(Self, Recovery)> {
        let (copy, recovery) = WorkingCopy::open(&OsFs, path, state_dir)?;
        let drafts = Drafts::open(&OsFs, state_dir, &copy.root).ok();
        let roots = copy.roots();
        let mut session = Self {
            copy,
            state_dir: state_dir.to_path_buf(),
            history: History::new(roots),
            scope: Scope::All,
            also: Vec::new(),
            shown: String::new(),
            shown_changed: None,
            selection: Vec::new(),
            picked: None,
            listed: Vec::new(),
            infos: Vec::new(),
            revision: 0,
            seen: None,
            problems: Arc::from([]),
            problems_of: None,
            counts: ProblemCounts::default(),
            drafts,
            draft_due: None,
            outside: None,
            git: None,
            last_scoped: None,
            interaction: 0,
            pending: BTreeMap::new(),
            files: Files::default(),
        };
        session.refresh();
        Ok((session, recovery))
    }

    /// The pack's folder.
    pub fn root(&self) -> &Path {
        &self.copy.root
    }

    /// The folder for what is kept beside packs.
    pub fn state_dir(&self) -> &Path {
        &self.state_dir
    }

    /// The working copy as loaded or last saved.
    pub fn copy(&self) -> &WorkingCopy {
        &self.copy
    }

    /// The manifest with the edits in it.
    pub fn manifest(&self) -> Option<&Document> {
        self.history.manifest()
    }

    /// A text of the manifest's top level; empty where it has none.
    pub fn manifest_text(&self, key: &str) -> String {
        let value = self.manifest().and_then(|manifest| manifest.root().get(key)?.as_str());
        value.map(std::borrow::Cow::into_owned).unwrap_or_default()
    }

    /// The scene with the edits in it.
    pub fn scene(&self) -> Option<&Document> {
        self.history.scene()
    }

    /// The steps.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Counts every change of the documents, undo and reload included: what a job's answer is compared with.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The variants in the list's order, those that only the scene knows last.
    pub fn variants(&self) -> &[VariantInfo] {
        &self.infos
    }

    /// The id of the variant shown; empty where the pack has no variants.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// When another variant was last shown.
    pub fn shown_changed(&self) -> Option<Instant> {
        self.shown_changed
    }

    /// The name of a variant; its id where it has no name.
    pub fn variant_name<'a>(&'a self, id: &'a str) -> &'a str {
        self.infos.iter().find(|info| info.id == id).map_or(id, |info| info.name.as_str())
    }

    /// What *Changes apply to*.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// The variants that *Only* names beside the one shown, in the list's order.
    pub fn also(&self) -> &[String] {
        &self.also
    }

    /// *Only 13×13*, *Only 13×13 and 13×13 scripted*, *Only 3 variants*: the other choice than *All variants*.
    pub fn only_words(&self) -> String {
        let shown = self.variant_name(&self.shown);
        match self.also.as_slice() {
            [] => format!("Only {shown}"),
            [other] => format!("Only {shown} and {}", self.variant_name(other)),
            more => format!("Only {} variants", more.len() + 1),
        }
    }

    /// Whether there is a choice of scope: two variants or more.
    pub fn has_scope(&self) -> bool {
        self.infos.len() > 1
    }

    /// The selected entities, the last one selected last.
    pub fn selection(&self) -> &[String] {
        &self.selection
    }

    /// What is selected that is no entity.
    pub fn picked(&self) -> Option<Picked> {
        self.picked
    }

    /// The scene that the variant shown plays.
    pub fn resolved(&self) -> Option<Resolved<'_>> {
        Some(variants::resolve(self.scene()?, &self.shown, &self.listed))
    }

    /// The ids of the manifest's list.
    pub fn listed(&self) -> &[String] {
        &self.listed
    }

    /// Whether anything is not on disk.
    pub fn is_unsaved(&self) -> bool {
        !self.history.is_saved()
    }

    /// Whether anything would be lost without a save: edits that are not on disk, or text that waits in its field.
    pub fn has_unsaved_work(&self) -> bool {
        self.is_unsaved() || !self.pending.is_empty()
    }

    /// How many steps stand between what is shown and what is on disk; at least 1 where they differ.
    pub fn unsaved_steps(&self) -> usize {
        if !self.is_unsaved() {
            return 0;
        }
        let saved = self.history.steps().find(|step| step.saved).map(|step| step.index);
        saved.map_or(1, |saved| saved.abs_diff(self.history.head()).max(1))
    }

    /// What somebody else wrote while there were unsaved edits, until the person has chosen.
    pub fn outside_change(&self) -> Option<&OutsideChange> {
        self.outside.as_ref()
    }

    /// What git says of the folder.
    pub fn git(&self) -> Option<&GitState> {
        self.git.as_ref()
    }

    /// Takes what git says of the folder.
    pub fn set_git(&mut self, state: Option<GitState>) {
        self.git = state;
    }

    /// A key that joins the edits of one gesture into one step; [`Self::end_interaction`] ends the gesture.
    pub fn merge_key(&self, what: impl Into<String>) -> MergeKey {
        MergeKey::new(what, self.interaction)
    }

    /// Ends a gesture: what follows is a step of its own.
    pub fn end_interaction(&mut self) {
        self.interaction += 1;
    }

    /// Does what the person asked. The notices are for toasts.
    pub fn act(&mut self, action: Action) -> Vec<Notice> {
        let made = match action {
            Action::Show(id) => {
                self.show(&id);
                Ok(Vec::new())
            }
            Action::SetScope(scope) => {
                self.scope = scope;
                self.end_interaction();
                Ok(Vec::new())
            }
            Action::OnlyAlso(ids) => {
                self.scope = Scope::Only;
                self.also = ids;
                self.end_interaction();
                Ok(Vec::new())
            }
            Action::Select(ids) => {
                self.selection = ids;
                self.picked = None;
                Ok(Vec::new())
            }
            Action::Pick(picked) => {
                self.selection.clear();
                self.picked = Some(picked);
                Ok(Vec::new())
            }
            Action::Entities { label, changes, merge } => self.change(label, Changes::Entities(changes), merge),
            Action::SceneKeys { label, changes, merge } => self.change(label, Changes::Keys(changes), merge),
            Action::FollowBase(keys) => self.follow_base(&keys),
            Action::Duplicate(ids) => self.duplicate(&ids),
            Action::Delete(ids, children) => self.delete(&ids, children),
            Action::Revert(id) => self.revert(&id),
            Action::Differences { variant, edit } => self.change_differences(&variant, &edit),
            Action::Manifest { label, ops, merge } => self.change_manifest(label, &ops, merge),
            Action::Text { manifest, merge } => {
                let roots = Roots { manifest: Some(manifest), scene: self.history.scene().cloned() };
                self.history.apply("Edit the manifest’s text", roots, merge);
                self.pend(Pointer::root(), None);
                Ok(Vec::new())
            }
            Action::Library(edit) => self.change_library(&edit),
            Action::Variants(edit) => self.edit_variants(&edit),
            Action::Pend(at, pending) => {
                self.pend(at, pending);
                Ok(Vec::new())
            }
            Action::Preload { paths, on } => self.preload(&paths, on),
            Action::PlaceFiles { paths, at } => self.place_files(&paths, at),
            Action::SignCredits { name, at } => self.sign_credits(&name, &at),
            Action::Fix { problem, fix } => self.fix(problem, fix),
            Action::Mend(fix) => self.mend(&fix),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::GoTo(index) => self.step_to(index),
            Action::Adjust(adjust) => self.adjust(&adjust),
        };
        self.refresh();
        made.unwrap_or_else(|error| vec![Notice::failed(&error)])
    }

    fn show(&mut self, id: &str) {
        if self.shown == id {
            return;
        }
        // Among the variants named with it, the one shown before takes its place; to look at another ends the naming.
        match self.also.iter().position(|also| also == id) {
            Some(at) => self.also[at] = self.shown.clone(),
            None => self.also.clear(),
        }
        self.shown = id.to_owned();
        self.shown_changed = Some(Instant::now());
        self.end_interaction();
    }

    /// The title of one entity, or how many there are: how the label of a step names them.
    pub fn named(&self, ids: &[&str]) -> String {
        match ids {
            [id] => self.title(id),
            ids => format!("{} pieces", ids.len()),
        }
    }

    /// What people call the entity `id` of the variant shown.
    pub fn title(&self, id: &str) -> String {
        let resolved = self.resolved();
        let found = resolved.as_ref().and_then(|resolved| resolved.find(id)).map(|e| e.entity().title().into_owned());
        found.unwrap_or_else(|| id.to_owned())
    }

    fn change_manifest(&mut self, label: String, ops: &[ManifestOp], merge: Option<MergeKey>) -> Result<Vec<Notice>> {
        let roots = edit_manifest(self.history.roots(), ops)?;
        self.history.apply(label, roots, merge);
        self.follow(ops);
        Ok(Vec::new())
    }

    fn change_library(&mut self, edit: &LibraryEdit) -> Result<Vec<Notice>> {
        let roots = edit.apply(self.history.roots())?;
        self.history.apply(edit.label(), roots, None);
        Ok(Vec::new())
    }

    fn sign_credits(&mut self, name: &str, at: &str) -> Result<Vec<Notice>> {
        let Some(manifest) = self.manifest() else { return Ok(Vec::new()) };
        let signed = credits::sign(manifest, &credits::unsigned(manifest), name, at)?;
        let roots = Roots { manifest: Some(signed), scene: self.history.scene().cloned() };
        self.history.apply("Sign the credits", roots, None);
        Ok(Vec::new())
    }

    /// Brings what follows from the documents up to date after they may have changed.
    fn refresh(&mut self) {
        let before = (self.revision, self.shown.clone());
        if self.seen != Some(self.history.revision()) {
            let edited = self.seen.is_some();
            self.seen = Some(self.history.revision());
            self.revision += 1;
            self.listed = self.manifest().map_or_else(Vec::new, |manifest| {
                variants::listed_ids(manifest.root()).into_iter().map(std::borrow::Cow::into_owned).collect()
            });
            self.infos = variants::variant_infos(self.manifest(), self.scene());
            self.draft_due = edited.then(|| Instant::now() + DRAFT_AFTER).or(self.draft_due);
        }
        if !self.infos.iter().any(|info| info.id == self.shown) {
            let first = self.infos.first().map(|info| info.id.clone()).unwrap_or_default();
            self.shown = first;
            self.also.clear();
        }
        let named = |info: &&VariantInfo| info.id != self.shown && self.also.contains(&info.id);
        self.also = self.infos.iter().filter(named).map(|info| info.id.clone()).collect();
        if before != (self.revision, self.shown.clone()) {
            self.keep_selection();
        }
    }

    /// Drops from the selection what the variant shown does not have.
    fn keep_selection(&mut self) {
        if self.selection.is_empty() {
            return;
        }
        let mut selection = std::mem::take(&mut self.selection);
        if let Some(resolved) = self.resolved() {
            let ids: FxHashSet<_> = resolved.entities.iter().filter_map(|entity| entity.entity().id()).collect();
            selection.retain(|id| ids.contains(id.as_str()));
        }
        self.selection = selection;
    }

    /// What a save writes now. Run it as a job and hand the answer to [`Self::saved`].
    pub fn save_job(&self) -> SaveJob {
        SaveJob {
            copy: self.copy.clone(),
            roots: self.history.roots().clone(),
            state: self.history.state(),
            state_dir: self.state_dir.clone(),
            edited: self.is_unsaved(),
            look: self.look().cloned(),
        }
    }

    /// Takes the answer of a save: the state that was saved is marked, which may be behind the present one.
    pub fn saved(&mut self, done: SaveDone) -> Vec<Notice> {
        self.copy = done.copy;
        self.history.set_saved_at(done.state);
        let lists = done.lists.and_then(|(roots, changes)| self.take_lists(done.state, roots, &changes));
        self.outside = None;
        if !self.has_unsaved_work() {
            self.drop_draft();
        }
        let notes = done.notes.into_iter().chain(self.pending.values().map(Pending::sentence));
        let notes = notes.map(|text| Notice { text, failed: false, stays: true, offer: None });
        notes.chain(lists).collect()
    }

    /// Looks whether somebody else wrote to the files. With nothing unsaved they are read again at once, and true is
    /// returned where they were; else the person is asked, see [`Self::outside_change`].
    ///
    /// # Errors
    /// Where the folder is gone; the documents stay in memory.
    pub fn look_at_disk(&mut self) -> Result<bool> {
        if std::fs::metadata(self.root()).is_err() {
            let error = Error::new(ErrorKind::NotFound, "The pack’s folder can’t be reached").at(self.root());
            return Err(error.hint("Your edits stay here, and a recovery copy is kept. Bring the folder back, then save."));
        }
        let files = self.copy.changed_outside(&OsFs);
        if files.is_empty() {
            self.outside = None;
            return Ok(false);
        }
        if self.is_unsaved() {
            self.outside = Some(OutsideChange { files });
            return Ok(false);
        }
        self.take_theirs()?;
        Ok(true)
    }

    /// *Take theirs*: reads both files again; the edits go, and with them the history.
    ///
    /// # Errors
    /// Where the folder is gone.
    pub fn take_theirs(&mut self) -> Result<()> {
        self.copy = self.copy.reload(&OsFs)?;
        self.history = History::new(self.copy.roots());
        self.outside = None;
        self.last_scoped = None;
        self.pending.clear();
        self.forget_file_steps();
        self.seen = None;
        self.drop_draft();
        self.refresh();
        Ok(())
    }

    /// *Keep mine*: the next save writes over what is on the disk now.
    ///
    /// # Errors
    /// Where the folder is gone.
    pub fn keep_mine(&mut self) -> Result<()> {
        let disk = self.copy.reload(&OsFs)?;
        self.copy.manifest.hash = disk.manifest.hash;
        self.copy.scene.hash = disk.scene.hash;
        self.outside = None;
        Ok(())
    }

    /// Both sides of an outside change, as text: file, mine, theirs.
    ///
    /// # Errors
    /// Where the folder is gone.
    pub fn compare_with_disk(&self) -> Result<Vec<(PackPath, String, String)>> {
        let disk = self.copy.reload(&OsFs)?;
        let text = |document: Option<&Document>| document.map(Document::text).unwrap_or_default();
        let pairs = [
            (self.copy.manifest.path.clone(), text(self.manifest()), text(disk.manifest.document())),
            (self.copy.scene.path.clone(), text(self.scene()), text(disk.scene.document())),
        ];
        Ok(pairs.into_iter().filter(|(_, mine, theirs)| mine != theirs).collect())
    }

    /// When the recovery copy is due; `None` where nothing waits.
    pub fn draft_due(&self) -> Option<Instant> {
        self.draft_due
    }

    /// Writes the recovery copy of both texts, or takes it away where nothing is unsaved.
    ///
    /// # Errors
    /// Where the state folder cannot be written to.
    pub fn write_draft(&mut self) -> Result<()> {
        self.draft_due = None;
        let Some(drafts) = &self.drafts else { return Ok(()) };
        if !self.has_unsaved_work() {
            return drafts.clear(&OsFs);
        }
        let file = |path: &PackPath, base: Option<Hash>, document: Option<&Document>| {
            document.map(|d| DraftFile { name: path.as_str().to_owned(), bytes: d.text().into_bytes(), base })
        };
        let files = [
            file(&self.copy.manifest.path, self.copy.manifest.hash, self.manifest()),
            file(&self.copy.scene.path, self.copy.scene.hash, self.scene()),
            self.pending_file(),
        ];
        drafts.write(&OsFs, &files.into_iter().flatten().collect::<Vec<_>>())
    }

    fn drop_draft(&mut self) {
        self.draft_due = None;
        if let Some(drafts) = &self.drafts {
            // A copy that cannot be removed is offered once more than needed; nothing is lost.
            drop(drafts.clear(&OsFs));
        }
    }

    /// Takes the texts of a recovery copy as one step, so that undo gives back what is on the disk.
    ///
    /// # Errors
    /// Where a text is not JSON; nothing is changed then.
    pub fn take_draft(&mut self, files: &[DraftFile]) -> Result<()> {
        let mut roots = self.history.roots().clone();
        for file in files {
            if file.name == PENDING_FILE {
                self.take_pending(&file.bytes);
                continue;
            }
            let document = Document::parse(&file.bytes).map_err(|error| {
                Error::new(ErrorKind::Format, format!("The recovery copy of {} can’t be read: {error}", file.name))
            })?;
            if file.name == self.copy.manifest.path.as_str() {
                roots.manifest = Some(document);
            } else if file.name == self.copy.scene.path.as_str() {
                roots.scene = Some(document);
            }
        }
        self.history.apply("Take the recovery copy", roots, None);
        self.refresh();
        Ok(())
    }

    /// Closes the pack for good: the recovery copy goes, for the person chose to leave.
    pub fn close(self) {
        if let Some(drafts) = self.drafts {
            // A copy that cannot be removed is offered once more than needed; nothing is lost.
            drop(drafts.close(&OsFs));
        }
    }
}

impl SaveJob {
    /// Saves both files as one step, with the lists of files as the folder is.
    ///
    /// # Errors
    /// As [`WorkingCopy::save`]: nothing on the disk has changed then.
    pub fn run(mut self) -> Result<SaveDone> {
        let mut notes = Vec::new();
        // A folder that cannot be read is no reason to keep edits from the disk.
        let lists = self.lists().unwrap_or_else(|error| {
            notes.push(error.to_string());
            None
        });
        let roots = lists.as_ref().map_or(&self.roots, |(roots, _)| roots);
        let saved = self.copy.save(&OsFs, roots.manifest.as_ref(), roots.scene.as_ref(), &self.state_dir)?;
        notes.extend(saved.notes.iter().map(ToString::to_string));
        notes.extend(saved.pending.map(|error| error.to_string()));
        Ok(SaveDone { copy: self.copy, state: self.state, lists, notes })
    }
}
