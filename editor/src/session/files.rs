//! The pack's files beside its documents: the latest look at them, steps of the history that change files too, and the
//! manifest's lists kept true.
//!
//! A look and a change of files are plain values that a job runs; undoing a step that changed files moves names and small
//! texts only, and is done at once.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tablewright_core::assets::rename::outside::{Moved, moved};
use tablewright_core::assets::{
    Change, Gone, Listing, Memory, Pack, Plan, Settled, Survey, plan_delete, plan_follow, plan_rename, plan_replace,
    reconcile_pack, set_preload, survey,
};
use tablewright_core::check::Remedy;
use tablewright_core::credits::after_bytes_changed;
pub use tablewright_core::edit::RootsEdit;
use tablewright_core::edit::{FileEdit, Roots, StateId};
use tablewright_core::job::{Quiet, Watch};
use tablewright_core::json::Document;
use tablewright_core::pack::files::carry_out;
use tablewright_core::pack::{FileOp, OsFs, PackPath};
use tablewright_core::{Error, ErrorKind, Result};

use super::{Notice, Offer, SaveJob, Session};
use crate::clock::{fresh_id, instant};

/// The folder in the state folder that holds what was deleted.
pub const BIN: &str = "bin";

/// What was found of the pack's files.
#[derive(Debug, Default)]
pub struct Look {
    /// The files, who names them, and a row for each.
    pub survey: Survey,
    /// What was read of them.
    pub memory: Memory,
    /// The revision of the documents that it was made for.
    pub revision: u64,
    /// Whether every file was hashed that can be.
    pub hashed: bool,
}

/// A step that changes files and documents together.
#[derive(Clone)]
pub struct FileWork {
    /// The label of the step.
    pub label: String,
    /// What is said when it is done, with *Undo* beside it; empty says nothing.
    pub said: String,
    /// What is done to files.
    pub ops: Vec<FileOp>,
    /// What was done to them already, by another program; undo takes it back as well.
    pub done: Vec<FileOp>,
    /// The change of the documents.
    pub edit: RootsEdit,
    /// The files that have another path after it.
    pub moved: Vec<(PackPath, PackPath)>,
    /// The files that are gone after it.
    pub gone: Vec<PackPath>,
    /// The files that were given other bytes; filled in when the operations are carried out.
    written: Vec<PackPath>,
}

impl fmt::Debug for FileWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileWork").field("label", &self.label).field("ops", &self.ops.len()).finish_non_exhaustive()
    }
}

impl FileWork {
    /// A step that writes files: an import, a picture, pages.
    pub fn write(
        label: impl Into<String>,
        ops: Vec<FileOp>,
        edit: impl Fn(&Roots) -> Result<Roots> + Send + Sync + 'static,
    ) -> Self {
        let (said, done, moved, gone, written) = (String::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { label: label.into(), said, ops, done, edit: Arc::new(edit), moved, gone, written }
    }

    /// The step that a plan describes. It is refused where the documents changed after it was made.
    pub fn of_plan(label: impl Into<String>, plan: Plan) -> Self {
        let Plan { before, roots, ops, moved, gone, .. } = plan;
        let edit = move |now: &Roots| {
            if now.same(&before) {
                return Ok(roots.clone());
            }
            Err(Error::new(ErrorKind::Conflict, "The pack was edited meanwhile, so the files were left as they are")
                .hint("Try again."))
        };
        Self { moved, gone, ..Self::write(label, ops, edit) }
    }

    /// The step that a change of files and documents makes.
    pub fn of_edit(edit: FileEdit) -> Self {
        let FileEdit { label, ops, edit, moved, gone, .. } = edit;
        let (said, done, written) = (String::new(), Vec::new(), Vec::new());
        Self { label, said, ops, done, edit, moved, gone, written }
    }

    /// With this sentence for the person.
    #[must_use]
    pub fn saying(self, said: impl Into<String>) -> Self {
        Self { said: said.into(), ..self }
    }
}

/// An edit of the manifest as a [`RootsEdit`].
pub fn of_manifest(
    edit: impl Fn(&Document) -> Result<Document> + Send + Sync + 'static,
) -> impl Fn(&Roots) -> Result<Roots> + Send + Sync + 'static {
    move |roots| {
        let manifest = roots.manifest.as_ref().ok_or_else(|| Error::new(ErrorKind::Refused, "The manifest can’t be read"))?;
        Ok(Roots { manifest: Some(edit(manifest)?), scene: roots.scene.clone() })
    }
}

/// Looks at the files, as a job.
pub struct LookJob {
    root: PathBuf,
    roots: Roots,
    revision: u64,
    before: Option<Arc<Look>>,
    /// What came and went since is our own doing, and no news.
    ours: bool,
    hash: bool,
}

/// What a look found.
pub struct Looked {
    look: Look,
    moved: Moved,
    /// The lists made true, where files came or went since the look before.
    lists: Option<(Roots, Vec<Change>)>,
}

impl LookJob {
    /// Looks. Files that came or went since the look before are told apart from files that only moved.
    ///
    /// # Errors
    /// Where the folder cannot be read, and where the person cancels.
    pub fn run(self, watch: &dyn Watch) -> Result<Looked> {
        let mut memory = self.before.as_ref().map(|look| look.memory.clone()).unwrap_or_default();
        let mut found = survey(&OsFs, &self.root, &self.roots, &mut memory, watch)?;
        let mut renames = Moved::default();
        let mut lists = None;
        if let Some(before) =
            self.before.as_ref().filter(|before| !self.ours && !same_files(&before.survey.listing, &found.listing))
        {
            let known = |path: &PackPath| Some(before.memory.facts(path)?.bytes?.hash);
            let mut now = |path: &PackPath| {
                memory.hash(&self.root, &found.listing, &mut |entry| entry.path == *path, false, watch).ok()?;
                Some(memory.facts(path)?.bytes?.hash)
            };
            renames = moved(&before.survey.listing, &found.listing, &known, &mut now);
            if renames.renames.is_empty() && self.roots.manifest.is_some() {
                let settled = Settled { hashes: false, ..Settled::AS_THE_FOLDER_IS };
                let (roots, changes) = reconcile_pack(&OsFs, &self.root, &self.roots, &found, &mut memory, settled, watch)?;
                lists = (!roots.same(&self.roots)).then_some((roots, changes));
            }
        }
        let mut hashed = found.listing.files.iter().all(|file| !file.is_plain() || is_hashed(&memory, &file.path));
        if self.hash && !hashed {
            // What cannot be read has a state that says so; who cancels has the look without the rest.
            memory.hash(&self.root, &found.listing, &mut |_| true, false, watch).ok();
            found = survey(&OsFs, &self.root, &self.roots, &mut memory, &Quiet)?;
            hashed = true;
        }
        Ok(Looked { look: Look { survey: found, memory, revision: self.revision, hashed }, moved: renames, lists })
    }
}

fn is_hashed(memory: &Memory, path: &PackPath) -> bool {
    memory.facts(path).is_some_and(|facts| facts.bytes.is_some())
}

/// Whether the same files are there, whatever is in them.
fn same_files(a: &Listing, b: &Listing) -> bool {
    a.files.len() == b.files.len() && a.files.iter().zip(&b.files).all(|(a, b)| a.path == b.path)
}

/// Carries out a [`FileWork`], as a job.
pub struct FilesJob {
    work: FileWork,
    /// What takes back the operations that are done.
    inverse: Vec<FileOp>,
    root: PathBuf,
    bin: PathBuf,
    roots: Roots,
    revision: u64,
    memory: Memory,
}

/// What came of a [`FilesJob`].
pub struct FilesDone {
    job: FilesJob,
    look: Look,
    after: Roots,
    told: Vec<Change>,
}

impl FilesJob {
    /// The label of the step.
    pub fn label(&self) -> &str {
        &self.work.label
    }

    /// Changes the files, then makes the documents and their lists that belong to that.
    ///
    /// # Errors
    /// Where an operation or the edit of the documents fails, and where the person cancels: the files are as they were then.
    pub fn run(mut self, watch: &dyn Watch) -> Result<FilesDone> {
        let ops = std::mem::take(&mut self.work.ops);
        self.work.written.extend(ops.iter().filter_map(|op| match op {
            FileOp::Write { path, .. } => Some(path.clone()),
            _ => None,
        }));
        let mut inverse = carry_out(&ops, &OsFs, &self.root, &self.bin, watch)?;
        inverse.append(&mut self.inverse);
        self.inverse = inverse;
        match self.settle(watch) {
            Ok((look, after, told)) => Ok(FilesDone { job: self, look, after, told }),
            Err(error) => {
                // The first error is what the person needs to know.
                let _second = carry_out(&self.inverse, &OsFs, &self.root, &self.bin, &Quiet);
                Err(error)
            }
        }
    }

    fn settle(&mut self, watch: &dyn Watch) -> Result<(Look, Roots, Vec<Change>)> {
        let (mut after, mut told) = ((self.work.edit)(&self.roots)?, Vec::new());
        // What a library's own record names and now has other bytes is the library's no longer.
        if let Some(manifest) = &after.manifest {
            after.manifest = Some(after_bytes_changed(manifest, &self.work.written, &instant(), &mut fresh_id)?);
        }
        let mut found = survey(&OsFs, &self.root, &after, &mut self.memory, watch)?;
        if after.manifest.is_some() {
            let (renames, gone) = (&self.work.moved, self.work.gone.iter().cloned().collect());
            let settled = Settled { renames, gone: Gone::Deleted(&gone), hashes: true, add_manifest: false };
            (after, told) = reconcile_pack(&OsFs, &self.root, &after, &found, &mut self.memory, settled, watch)?;
            // The rows tell of the lists as they are now.
            found = survey(&OsFs, &self.root, &after, &mut self.memory, watch)?;
        }
        let memory = std::mem::take(&mut self.memory);
        Ok((Look { survey: found, memory, revision: self.revision, hashed: false }, after, told))
    }
}

/// How a change of files ended.
pub enum FilesEnd {
    /// It is a step of the history; this is said of it.
    Done(Vec<Notice>),
    /// The documents changed meanwhile: their part is made anew by this job.
    Again(Box<FilesJob>),
}

/// What the session knows of the files.
#[derive(Debug, Default)]
pub(super) struct Files {
    look: Option<Arc<Look>>,
    /// The folder may hold something else than the look found.
    stale: bool,
    /// Our own operations changed files since the look: what came and went since is no news.
    ours: bool,
    moved: Option<(Moved, Arc<Look>)>,
    /// What moves a step that changed files to its other side.
    steps: FxHashMap<StateId, Vec<FileOp>>,
    /// What actions asked for and nobody carries out yet.
    wanted: Vec<FileWork>,
}

impl Session {
    /// The latest look at the pack's files; `None` until the first one ended.
    pub fn look(&self) -> Option<&Arc<Look>> {
        self.files.look.as_ref()
    }

    /// Whether files or documents changed since the latest look.
    pub fn look_is_stale(&self) -> bool {
        self.files.stale || self.files.look.as_ref().is_none_or(|look| look.revision != self.revision)
    }

    /// Whether a look is due that reads the files whose hash is not known.
    pub fn wants_hashes(&self) -> bool {
        self.files.look.as_ref().is_some_and(|look| !look.hashed)
    }

    /// Somebody may have changed the folder.
    pub fn folder_changed(&mut self) {
        self.files.stale = true;
    }

    /// What a look needs now. `hash` reads every file whose hash is not known. Hand the answer to [`Self::looked`].
    pub fn look_job(&mut self, hash: bool) -> LookJob {
        self.files.stale = false;
        let (before, ours) = (self.files.look.clone(), std::mem::take(&mut self.files.ours));
        let (root, roots) = (self.copy.root.clone(), self.history.roots().clone());
        LookJob { root, roots, revision: self.revision, before, ours, hash }
    }

    /// Takes the answer of a look. One that is stale is kept until the next: its files are still the latest that are known.
    pub fn looked(&mut self, looked: Looked) -> Vec<Notice> {
        let Looked { look, moved, lists } = looked;
        let current = look.revision == self.revision;
        if !moved.renames.is_empty()
            && let Some(before) = self.files.look.clone()
        {
            self.files.moved = Some((moved, before));
        }
        let same = |known: &Look| {
            known.survey.listing.files == look.survey.listing.files && known.survey.inventory == look.survey.inventory
        };
        if !self.files.look.as_deref().is_some_and(same) {
            self.check_again();
        }
        self.files.look = Some(Arc::new(look));
        let Some((roots, changes)) = lists.filter(|_| current) else { return Vec::new() };
        self.history.apply(LISTS, roots, None);
        self.refresh();
        vec![Notice { text: told(&changes), failed: false, stays: false, offer: Some(Offer::Undo) }]
    }

    /// What another program moved, until the person has answered.
    pub fn moved_outside(&self) -> Option<&Moved> {
        self.files.moved.as_ref().map(|(moved, _)| moved)
    }

    /// The step that follows what another program moved; `None` where nothing was.
    ///
    /// # Errors
    /// Where a file that is to be rewritten cannot be read.
    pub fn follow_moved(&mut self) -> Result<Option<FileWork>> {
        let Some((moved, before)) = self.files.moved.take() else { return Ok(None) };
        let (root, roots) = (&self.copy.root, self.history.roots());
        let pack = Pack { fs: &OsFs, root, roots, survey: &before.survey, memory: &before.memory };
        let plan = plan_follow(&pack, &moved.renames)?;
        let label = match (&moved.folder, moved.renames.as_slice()) {
            (Some((_, to)), _) => format!("Follow the folder {to}"),
            (None, [(_, to)]) => format!("Follow {to}"),
            (None, renames) => format!("Follow {} files", renames.len()),
        };
        let done = moved.renames.iter().rev().map(|(from, to)| FileOp::Move { from: to.clone(), to: from.clone() }).collect();
        Ok(Some(FileWork { done, ..FileWork::of_plan(label, plan) }))
    }

    /// Leaves what another program moved as it is: the next save lists what came, and what is gone stays listed.
    pub fn leave_moved(&mut self) {
        self.files.moved = None;
    }

    /// The step that gives a file or a folder another path, with all that names it.
    ///
    /// # Errors
    /// Refused where there is nothing at `from`, something else at `to`, or the files were not looked at yet.
    pub fn rename_work(&self, from: &PackPath, to: &PackPath) -> Result<FileWork> {
        let plan = self.plan(|pack| plan_rename(pack, from, to))?;
        Ok(FileWork::of_plan(format!("Rename {} to {}", from.name(), to.name()), plan).saying(format!("{from} is {to} now.")))
    }

    /// The step that puts files or folders into the bin, and what the person should know before, a sentence each.
    ///
    /// # Errors
    /// Refused where there is nothing at a path, the pack cannot be without it, or the files were not looked at yet.
    pub fn delete_work(&self, paths: &[PackPath]) -> Result<(FileWork, Vec<String>)> {
        let plan = self.plan(|pack| plan_delete(pack, paths))?;
        let told = plan.told.clone();
        let (what, said) = match plan.gone.as_slice() {
            [path] => (path.name().to_owned(), format!("{path} is in the bin.")),
            gone => (format!("{} files", gone.len()), format!("{} files are in the bin.", gone.len())),
        };
        Ok((FileWork::of_plan(format!("Delete {what}"), plan).saying(said), told))
    }

    /// The step that gives a file another content, and another path where the content wants another extension.
    ///
    /// # Errors
    /// As [`Self::rename_work`].
    pub fn replace_work(&self, path: &PackPath, to: &PackPath, bytes: Arc<[u8]>) -> Result<FileWork> {
        let plan = self.plan(|pack| plan_replace(pack, path, to, bytes))?;
        Ok(FileWork::of_plan(format!("Replace {}", path.name()), plan).saying(format!("{to} has its new content.")))
    }

    fn plan(&self, make: impl FnOnce(&Pack) -> Result<Plan>) -> Result<Plan> {
        let look = self.look().ok_or_else(|| {
            Error::new(ErrorKind::Refused, "The pack’s files are still being looked at").hint("Try again in a moment.")
        })?;
        let (root, roots) = (&self.copy.root, self.history.roots());
        make(&Pack { fs: &OsFs, root, roots, survey: &look.survey, memory: &look.memory })
    }

    /// Plans what a fix does to a file.
    pub(super) fn want_files(&mut self, remedy: &Remedy) -> Result<()> {
        let work = match remedy {
            Remedy::Rename { from, to } => self.rename_work(from, to)?,
            Remedy::Delete(path) => self.delete_work(std::slice::from_ref(path))?.0,
        };
        self.files.wanted.push(work);
        Ok(())
    }

    /// The changes of files that actions asked for.
    pub fn take_file_works(&mut self) -> Vec<FileWork> {
        std::mem::take(&mut self.files.wanted)
    }

    /// What carries out a change of files. Hand the answer to [`Self::files_done`].
    ///
    /// # Errors
    /// Refused where the scene itself would move: it has to be saved under its new name at the same time.
    pub fn files_job(&self, work: FileWork) -> Result<FilesJob> {
        if work.moved.iter().any(|(from, _)| *from == self.copy.scene.path) {
            return Err(Error::new(ErrorKind::Refused, "The scene can’t be given another name while it is open")
                .hint("Close the pack and use `tablewright assets PACK rename`."));
        }
        let inverse = work.done.clone();
        Ok(self.files_job_with(FileWork { done: Vec::new(), ..work }, inverse))
    }

    fn files_job_with(&self, work: FileWork, inverse: Vec<FileOp>) -> FilesJob {
        FilesJob {
            work,
            inverse,
            root: self.copy.root.clone(),
            bin: self.state_dir.join(BIN),
            roots: self.history.roots().clone(),
            revision: self.revision,
            memory: self.files.look.as_ref().map(|look| look.memory.clone()).unwrap_or_default(),
        }
    }

    /// Takes the answer of a change of files as one step. Where the documents changed meanwhile, gives the job that makes
    /// their part anew.
    pub fn files_done(&mut self, done: FilesDone) -> FilesEnd {
        let FilesDone { job, look, after, told: changes } = done;
        self.files.ours = true;
        if job.revision != self.revision {
            return FilesEnd::Again(Box::new(self.files_job_with(job.work, job.inverse)));
        }
        let state = self.history.apply_with_files(job.work.label, after);
        self.files.steps.insert(state, job.inverse);
        self.refresh();
        // The survey was made for the documents as they are after the step.
        self.files.look = Some(Arc::new(Look { revision: self.revision, ..look }));
        self.files.ours = false;
        let mut notices = Vec::new();
        if !job.work.said.is_empty() {
            notices.push(Notice { text: job.work.said, failed: false, stays: false, offer: Some(Offer::Undo) });
        }
        // What is only listed is what was asked for.
        let odd: Vec<Change> = changes.into_iter().filter(|change| change.list != "assets").collect();
        if !odd.is_empty() {
            notices.push(Notice::said(told(&odd)));
        }
        FilesEnd::Done(notices)
    }

    /// Switches whether players download files before the table opens.
    pub(super) fn preload(&mut self, paths: &[String], on: bool) -> Result<Vec<Notice>> {
        let Some(manifest) = self.manifest() else { return Ok(Vec::new()) };
        let memory = self.files.look.as_ref().map(|look| &look.memory);
        let edited = set_preload(manifest, paths, on, &|path| memory?.facts(path)?.bytes)?;
        let roots = Roots { manifest: Some(edited), scene: self.history.scene().cloned() };
        let what = match paths {
            [path] => path.rsplit('/').next().unwrap_or(path).to_owned(),
            paths => format!("{} files", paths.len()),
        };
        let label = if on { format!("Pre-load {what}") } else { format!("Load {what} on demand") };
        self.history.apply(label, roots, None);
        Ok(Vec::new())
    }

    pub(super) fn undo(&mut self) -> Result<Vec<Notice>> {
        self.flip_files(self.history.undo_state())?;
        self.history.undo();
        Ok(Vec::new())
    }

    pub(super) fn redo(&mut self) -> Result<Vec<Notice>> {
        self.flip_files(self.history.redo_state())?;
        self.history.redo();
        Ok(Vec::new())
    }

    /// Goes to a row of the history. Where files of a step on the way cannot be changed it stops there.
    pub(super) fn step_to(&mut self, index: usize) -> Result<Vec<Notice>> {
        if !self.files.steps.is_empty() {
            while index < self.history.head() && self.history.undo_state().is_some() {
                self.undo()?;
            }
            while index > self.history.head() && self.history.redo_state().is_some() {
                self.redo()?;
            }
        }
        self.history.go_to(index);
        Ok(Vec::new())
    }

    /// Takes the files back to what was saved last: the person gives the edits up.
    ///
    /// # Errors
    /// Where files cannot be changed; those of the steps before are as they were saved.
    pub fn take_files_back(&mut self) -> Result<()> {
        let Some(saved) = self.history.saved().filter(|_| !self.files.steps.is_empty()) else { return Ok(()) };
        let made = self.step_to(saved);
        self.refresh();
        made.map(drop)
    }

    /// Moves the files of a step to its other side.
    fn flip_files(&mut self, step: Option<StateId>) -> Result<()> {
        let Some(step) = step else { return Ok(()) };
        let Some(ops) = self.files.steps.get(&step) else { return Ok(()) };
        let back = carry_out(ops, &OsFs, &self.copy.root, &self.state_dir.join(BIN), &Quiet)?;
        self.files.steps.insert(step, back);
        self.files.stale = true;
        self.files.ours = true;
        Ok(())
    }

    /// After the documents were read anew nothing is known of the steps before.
    pub(super) fn forget_file_steps(&mut self) {
        self.files.steps.clear();
        self.files.stale = true;
        // What came and went came with the documents, and is theirs to tell.
        self.files.ours = true;
    }
}

impl SaveJob {
    /// Makes the lists of files true even where nothing was edited: what a publish wants.
    #[must_use]
    pub fn with_lists(self) -> Self {
        Self { edited: true, ..self }
    }

    /// The documents with their lists made true, and what was changed in those; `None` where they are true, or nothing was
    /// edited.
    pub(super) fn lists(&self) -> Result<Option<(Roots, Vec<Change>)>> {
        if !self.edited || self.roots.manifest.is_none() {
            return Ok(None);
        }
        let mut memory = self.look.as_ref().map(|look| look.memory.clone()).unwrap_or_default();
        let root = &self.copy.root;
        let found = survey(&OsFs, root, &self.roots, &mut memory, &Quiet)?;
        let settled = Settled::AS_THE_FOLDER_IS;
        let (roots, changes) = reconcile_pack(&OsFs, root, &self.roots, &found, &mut memory, settled, &Quiet)?;
        Ok((!roots.same(&self.roots)).then_some((roots, changes)))
    }
}

impl Session {
    /// Takes the lists that a save made true, as a step that is on the disk already.
    pub(super) fn take_lists(&mut self, state: StateId, roots: Roots, changes: &[Change]) -> Option<Notice> {
        if self.history.state() != state {
            // Edited meanwhile: what is on the disk is no step of the history, and the next save makes the lists anew.
            self.history.forget_saved();
            return None;
        }
        self.history.apply(LISTS, roots, None);
        self.history.set_saved();
        self.refresh();
        Some(Notice { text: told(changes), failed: false, stays: false, offer: Some(Offer::Undo) })
    }
}

/// The label of the step in which the lists follow the files.
const LISTS: &str = "Bring the lists of files up to date";

/// What changed in the lists, in a sentence or two.
fn told(changes: &[Change]) -> String {
    match changes {
        [] => "The lists of files are up to date.".to_owned(),
        [one] => one.told.clone(),
        [one, other] => format!("{} {}", one.told, other.told),
        [one, rest @ ..] => format!("{} And {} more changes in the lists of files.", one.told, rest.len()),
    }
}

#[cfg(test)]
mod tests;
