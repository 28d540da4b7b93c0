//! The problems of an open pack: checking, what they come to, mending them, and the places they lead to.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use tablewright_core::assets::{Bytes, Memory};
use tablewright_core::check::fixing::{Fixed, fix_all_safe};
use tablewright_core::check::{self, Diagnostic, DiskFiles, FileSet, FileState, Fix, Surveyed};
use tablewright_core::edit::Roots;
use tablewright_core::json::Pointer;
use tablewright_core::pack::{PackPath, WorkingCopy};
use tablewright_core::variants::Origin;
use tablewright_core::{DocId, Error, ErrorKind, Result, Severity};

use super::files::Look;
use super::{Notice, Offer, Session};

/// How many problems there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProblemCounts {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Pieces of advice.
    pub advice: usize,
    /// Problems, of any severity, that have a safe fix.
    pub safe_fixes: usize,
    /// How many of the errors are the manifest's.
    pub manifest_errors: usize,
    /// How many of the warnings are the manifest's.
    pub manifest_warnings: usize,
}

impl ProblemCounts {
    /// Counts `problems`.
    pub fn of(problems: &[Diagnostic]) -> Self {
        let mut counts = Self::default();
        for problem in problems {
            let manifest = usize::from(problem.document == DocId::Manifest);
            match problem.severity {
                Severity::Error => {
                    counts.errors += 1;
                    counts.manifest_errors += manifest;
                }
                Severity::Warning => {
                    counts.warnings += 1;
                    counts.manifest_warnings += manifest;
                }
                Severity::Advice => counts.advice += 1,
            }
            counts.safe_fixes += usize::from(problem.fixes.iter().any(Fix::is_safe));
        }
        counts
    }
}

/// Everything that a check reads, to be run as a job.
pub struct CheckJob {
    copy: WorkingCopy,
    roots: Roots,
    look: Option<Arc<Look>>,
}

/// Everything that *Fix all safe* reads, to be run as a job.
pub struct FixJob(CheckJob);

impl Session {
    /// The latest problems known, which may be of an earlier revision (see [`Self::problems_are_stale`]).
    pub fn problems(&self) -> &Arc<[Diagnostic]> {
        &self.problems
    }

    /// How many problems there are of each kind, counted when they came.
    pub fn problem_counts(&self) -> ProblemCounts {
        self.counts
    }

    /// Whether a check of the present revision is still to come.
    pub fn problems_are_stale(&self) -> bool {
        self.problems_of != Some(self.revision)
    }

    /// What a check reads now. Run it as a job and hand the answer to [`Self::checked`].
    pub fn check_job(&self) -> CheckJob {
        CheckJob { copy: self.copy.clone(), roots: self.history.roots().clone(), look: self.look().cloned() }
    }

    /// Takes the answer of the check that was asked for at `revision`; a stale one is dropped.
    pub fn checked(&mut self, revision: u64, problems: Vec<Diagnostic>) {
        if revision == self.revision {
            self.counts = ProblemCounts::of(&problems);
            self.problems = problems.into();
            self.problems_of = Some(revision);
        }
    }

    /// What *Fix all safe* works on now. Run it as a job and hand the answer to [`Self::take_fixed`].
    pub fn fix_job(&self) -> FixJob {
        FixJob(self.check_job())
    }

    /// Takes the answer of the *Fix all safe* that was asked for at `revision`, as one step. What was edited meanwhile is
    /// not written over.
    pub fn take_fixed(&mut self, revision: u64, fixed: Fixed) -> Vec<Notice> {
        if revision != self.revision {
            return vec![Notice::said("The pack was edited meanwhile, so nothing was mended. Try again.")];
        }
        // One fix may mend several, and mending one may bring up another.
        let gone = self.problems.len().saturating_sub(fixed.left.len());
        let what = match fixed.applied.len().max(gone) {
            _ if fixed.applied.is_empty() => return vec![Notice::said("No problem could be mended safely.")],
            1 => "1 problem".to_owned(),
            count => format!("{count} problems"),
        };
        self.history.apply(format!("Mend {what}"), fixed.roots, None);
        self.refresh();
        let mut text = format!("Mended {what}.");
        if !fixed.failed.is_empty() {
            text += &format!(" {} could not be mended.", fixed.failed.len());
        }
        vec![Notice { text, failed: false, stays: false, offer: Some(Offer::Undo) }]
    }

    /// Forgets that the present revision was checked: something around the documents has changed.
    pub fn check_again(&mut self) {
        self.problems_of = None;
    }

    pub(super) fn fix(&mut self, problem: usize, fix: usize) -> Result<Vec<Notice>> {
        let found = self.problems.get(problem).and_then(|p| p.fixes.get(fix)).cloned();
        self.mend(&found.ok_or_else(|| Error::new(ErrorKind::Refused, "That problem is no longer there"))?)
    }

    pub(super) fn mend(&mut self, fix: &Fix) -> Result<Vec<Notice>> {
        if let Some(remedy) = fix.remedy() {
            self.want_files(remedy)?;
            return Ok(Vec::new());
        }
        let after = fix.apply(self.history.roots())?;
        self.history.apply(fix.label(), after, None);
        Ok(vec![Notice { text: format!("{}.", fix.label()), failed: false, stays: false, offer: Some(Offer::Undo) }])
    }

    /// The entity that a place in the scene belongs to, with the variant to show for it: `None` as variant where the one
    /// that is shown will do.
    pub fn entity_at(&self, at: &Pointer) -> Option<(Option<String>, String)> {
        let scene = self.scene()?;
        let (variant, list) = match at.tokens() {
            [objects, index, ..] if objects == "objects" => (None, Pointer::from_iter([objects, index])),
            [variants, deltas, id, objects, index, ..] if variants == "variants" && objects == "objects" => {
                (Some(id.clone()), Pointer::from_iter([variants, deltas, id, objects, index]))
            }
            _ => return None,
        };
        let id = scene.at(&list)?.get("id")?.as_str()?.into_owned();
        Some((self.variant_with(&id, variant), id))
    }

    /// The variant to show for an entity that stands in the differences of `variant`, or in the base: `None` where the one
    /// that is shown plays it as it stands there.
    pub fn variant_with(&self, id: &str, variant: Option<String>) -> Option<String> {
        if variant.is_some() {
            return variant;
        }
        let inherited = self.resolved()?.find(id).is_some_and(|found| found.origin == Origin::Base);
        self.infos.iter().find(|info| info.is_base && !inherited).map(|info| info.id.clone())
    }

    /// The variant whose differences hold a place in the scene.
    pub fn variant_at(&self, at: &Pointer) -> Option<String> {
        match at.tokens() {
            [variants, deltas, id, ..] if variants == "variants" && deltas == "deltas" => {
                self.infos.iter().any(|info| info.id == *id).then(|| id.clone())
            }
            _ => None,
        }
    }
}

/// The files of an open pack: whether one is there is asked of the disk, all that takes longer of the latest look.
struct LookedFiles {
    disk: DiskFiles,
    look: Option<Arc<Look>>,
}

impl FileSet for LookedFiles {
    fn state(&self, path: &PackPath) -> FileState {
        self.disk.state(path)
    }

    fn text(&self, path: &PackPath) -> Option<String> {
        self.disk.text(path)
    }

    fn head(&self, path: &PackPath) -> Option<Vec<u8>> {
        self.disk.head(path)
    }

    fn other_case(&self, path: &PackPath) -> Option<String> {
        self.disk.other_case(path)
    }

    fn size(&self, path: &PackPath) -> Option<u64> {
        self.disk.size(path)
    }

    fn survey(&self, roots: &Roots) -> Option<Surveyed> {
        let look = self.look.as_ref()?;
        let survey = look.survey.for_documents(roots, &look.memory);
        Some(Surveyed { survey: Arc::new(survey), memory: Arc::new(Memory::clone(&look.memory)) })
    }

    fn published(&self, paths: &[PackPath]) -> FxHashMap<PackPath, Bytes> {
        let known = |path: &PackPath| self.look.as_ref()?.memory.facts(path)?.bytes;
        paths.iter().filter_map(|path| Some((path.clone(), known(path)?))).collect()
    }
}

impl CheckJob {
    fn files(&self) -> LookedFiles {
        LookedFiles { disk: DiskFiles::new(&self.copy.root), look: self.look.clone() }
    }

    /// Runs all rules on the documents as they were when the job was made.
    pub fn run(&self) -> Vec<Diagnostic> {
        let files = self.files();
        let subject = check::Subject::of_working_copy(&self.copy, &self.roots, &files);
        check::check(&subject, &check::Options::default())
    }
}

impl FixJob {
    /// Applies the safe fixes until there are none.
    pub fn run(&self) -> Fixed {
        let CheckJob { copy, roots, .. } = &self.0;
        let files = self.0.files();
        let check = |roots: &Roots| {
            let subject = check::Subject::of_working_copy(copy, roots, &files);
            check::check(&subject, &check::Options::default())
        };
        fix_all_safe(roots, None, check)
    }
}
