//! One publish from beginning to end.

use std::path::Path;

use git2::{IndexEntry, Oid, Repository, Signature};

use super::changes::{self, Change, Scan};
use super::credentials::Credentials;
use super::filter::FileFilter;
use super::limits::Limits;
use super::lock::IndexLock;
use super::moved::{self, Other, contains};
use super::outcome::{
    BranchMove, CommitId, FileChange, MAIN, Outcome, Plan, Published, Reason, Refusal, Step, StepDone, Stopped, WIP,
};
use super::remote::{self, Heads, PushAnswer, Session, Target};
use super::repo::{self, Head, Scratch, git_error};
use super::{PublishOptions, notes, refusal};
use crate::error::{Error, ErrorKind, Result};
use crate::job::Watch;

/// How our moves of a branch begin in its log; by this a checkpoint of ours is known again.
const LOG_PREFIX: &str = "tablewright:";

/// Publishes the pack in `root`: commits the folder to `wip`, merges that into `main`, pushes both and reads them back.
///
/// The branch that is checked out is never switched and no file of the folder is touched. Where `wip` or `main` is the
/// one checked out, its index follows (see the module's documentation). A local branch moves at two moments: `wip` when
/// the commit is made, before the push, so that a failed publish keeps it; `main` once the remote was read back and has
/// the merge, so that publishing again after a refusal starts from the remote's `main`.
///
/// Errors: [`ErrorKind::Refused`] for a state in which nothing can be published (no name, no remote, detached HEAD, an
/// unfinished merge, large-file storage…), [`ErrorKind::Busy`] for a git lock that stays, [`ErrorKind::Auth`] and
/// [`ErrorKind::Network`] for the remote, [`ErrorKind::Cancelled`]. Reads the clock for the commits' time.
pub fn publish(
    root: &Path,
    options: &PublishOptions,
    files: &dyn FileFilter,
    credentials: &dyn Credentials,
    watch: &dyn Watch,
) -> Result<Outcome> {
    watch.check()?;
    refuse_half_saved(root)?;
    let existing = repo::open(root)?;
    let creates = existing.is_none();
    match &existing {
        Some(repo) => check_state(repo, options.dry_run)?,
        None => refuse_enclosed(root)?,
    }
    let target = remote::target(existing.as_ref(), root, options.remote.as_deref())?;
    let signature = signature(existing.as_ref(), options)?;
    let _limits = Limits::hold(options.timeout, watch)?;
    watch.progress(Step::Fetch.label(), 0, 0);
    // Asked before a repository is made: a remote that can't be reached leaves the folder as it was.
    let session = Session::new(existing.as_ref(), &target, credentials, options.timeout, watch);
    let heads = session.heads()?;
    let (scratch, made);
    let repo = match &existing {
        Some(repo) => repo,
        None if options.dry_run => {
            scratch = Scratch::new(root)?;
            scratch.repo()
        }
        None => {
            made = repo::init_repository(root)?;
            &made
        }
    };
    let (head, session, target) = (repo::head(repo)?, session.attach(repo), &target);
    Run { repo, options, files, session, target, signature, head, watch, creates, heads, steps: Vec::new() }.go()
}

/// With the journal of a save still there, the manifest and the scene may be of two different states.
fn refuse_half_saved(root: &Path) -> Result<()> {
    let journal = root.join(crate::pack::JOURNAL_NAME);
    if journal.symlink_metadata().is_err() {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Refused, "A save of this pack was cut short, and its files may not fit together yet")
        .at(journal)
        .hint("Open the pack once: that finishes the save. Then publish again."))
}

fn check_state(repo: &Repository, dry_run: bool) -> Result<()> {
    repo::refuse_blocked(repo, &repo::head(repo)?)?;
    repo::refuse_checked_out_elsewhere(repo)?;
    if !dry_run {
        // Tried now, so that a lock that stays is told before anything is done; taken again where the index is written.
        IndexLock::take(repo)?;
    }
    Ok(())
}

fn refuse_enclosed(root: &Path) -> Result<()> {
    let Some(outer) = repo::enclosing(root) else { return Ok(()) };
    let what = format!(
        "The pack lies inside another repository ({}), and players get a pack only from the root of its own",
        outer.display()
    );
    Err(Error::new(ErrorKind::Refused, what)
        .at(root)
        .hint("Move the pack out of it, or run `git init -b main` in the pack's folder, then publish again."))
}

fn signature(repo: Option<&Repository>, options: &PublishOptions) -> Result<Signature<'static>> {
    let (name, email) = match &options.author {
        Some(author) => (author.name.clone(), author.email.clone()),
        None => {
            let config = repo.map_or_else(git2::Config::open_default, Repository::config);
            let config = config.map_err(|e| git_error("The git configuration can't be read", e))?;
            let get = |key: &str| config.get_string(key).unwrap_or_default();
            (get("user.name"), get("user.email"))
        }
    };
    let missing = match (name.trim().is_empty(), email.trim().is_empty()) {
        (false, false) => None,
        (true, true) => Some("a name and an e-mail address"),
        (true, false) => Some("a name"),
        (false, true) => Some("an e-mail address"),
    };
    if let Some(missing) = missing {
        return Err(Error::new(ErrorKind::Refused, format!("Git needs {missing} to sign the commit with, and knows none"))
            .hint("Run `git config --global user.name \"Your name\"` and `git config --global user.email you@example.org`."));
    }
    Signature::now(name.trim(), email.trim()).map_err(|e| {
        git_error("The commit can't be signed with this name and e-mail address", e).hint("Leave < and > out of them.")
    })
}

/// Where the commit on `wip` is put.
struct Base {
    commit: Option<Oid>,
    /// The branch to look through for work that the folder lacks; `None` where the folder came from `commit` itself.
    foreign: Option<Other>,
}

/// A state of the folder, compared with a commit.
struct Looked {
    base: Base,
    scan: Scan,
    /// The folder against the remote's `main`.
    goes_out: Vec<Change>,
}

/// How `main` gets to hold what `wip` holds.
#[derive(Debug, Clone, Copy)]
enum MainMove {
    /// It becomes the commit of `wip` itself.
    Forward,
    /// It holds it already.
    Stay(Oid),
    /// A merge commit with this parent and `wip`.
    Merge(Oid),
}

struct Run<'a> {
    repo: &'a Repository,
    options: &'a PublishOptions,
    files: &'a dyn FileFilter,
    session: Session<'a>,
    target: &'a Target,
    signature: Signature<'static>,
    head: Head,
    watch: &'a dyn Watch,
    creates: bool,
    heads: Heads,
    steps: Vec<StepDone>,
}

impl Run<'_> {
    fn go(mut self) -> Result<Outcome> {
        if let Some(stopped) = self.fetch()? {
            return Ok(Outcome::Stopped(stopped));
        }
        let looked = match self.look()? {
            Ok(looked) => looked,
            Err(stopped) => return Ok(self.stopped(stopped, None)),
        };
        let stop = self.check_main(&looked)?;
        let main = self.main_move(&looked)?;
        let plan = self.plan(&looked, main)?;
        if stop.is_none()
            && let Some(outcome) = self.nothing(&looked)
        {
            return Ok(outcome);
        }
        if self.options.dry_run {
            return Ok(stop.map_or(Outcome::Planned(plan), |stop| self.stopped(stop, None)));
        }
        let (wip, fresh) = self.commit(&looked, &plan)?;
        self.watch.progress(Step::CheckMain.label(), 0, 0);
        if let Some(stop) = stop {
            return Ok(self.stopped(stop, Some(wip)));
        }
        self.done(Step::CheckMain, "main holds nothing that wip lacks");
        let main = self.merge(wip, main, &plan)?;
        self.push(wip, main, &fresh, plan)
    }

    fn done(&mut self, step: Step, did: impl Into<String>) {
        self.steps.push(StepDone { step, did: did.into() });
    }

    fn stopped(self, stop: Stopped, wip: Option<Oid>) -> Outcome {
        Outcome::Stopped(Stopped { wip: wip.map(CommitId::from), steps: self.steps, ..stop })
    }

    fn local(&self, branch: &str) -> Result<Option<Oid>> {
        repo::branch_tip(self.repo, branch)
    }

    fn scan(&self, tree: Option<&git2::Tree>) -> Result<Scan> {
        changes::scan(self.repo, tree, self.files)
    }

    fn tree(&self, commit: Option<Oid>) -> Result<Option<git2::Tree<'_>>> {
        commit.map(|id| repo::tree_of(self.repo, id)).transpose()
    }

    /// Fetches what is not here. A dry run may not; it stops where it would have to.
    fn fetch(&mut self) -> Result<Option<Stopped>> {
        let odb = self.repo.odb().map_err(|e| git_error("Couldn't open the repository's objects", e))?;
        let mut missing = false;
        for (branch, id) in self.heads.each() {
            let here = odb.exists(id);
            if self.options.dry_run && !here {
                return Ok(Some(moved::not_fetched(format!("{branch} on {}", self.session.name()))));
            }
            let followed = match &self.target.name {
                Some(name) => repo::ref_target(self.repo, &format!("refs/remotes/{name}/{branch}"))? == Some(id),
                None => true,
            };
            missing |= !here || !followed;
        }
        if missing && !self.options.dry_run {
            self.session.fetch(&self.heads)?;
        }
        let seen: Vec<String> =
            self.heads.each().map(|(branch, id)| format!("{branch} at {}", CommitId::from(id).short())).collect();
        let did = if seen.is_empty() { "nothing there yet".to_owned() } else { seen.join(", ") };
        self.done(Step::Fetch, did);
        Ok(None)
    }

    fn remote_branch(&self, branch: &'static str, tip: Oid) -> Other {
        let name = self.session.name();
        Other { label: format!("{branch} on {name}"), tip, command: format!("git pull --no-rebase {name} {branch}") }
    }

    /// Decides where the commit goes and compares the folder with it. The inner error: somebody's work is in the way.
    fn look(&self) -> Result<Result<Looked, Stopped>> {
        self.watch.check()?;
        self.watch.progress(Step::Commit.label(), 0, 0);
        let base = match self.base()? {
            Ok(base) => base,
            Err(stopped) => return Ok(Err(stopped)),
        };
        let tree = self.tree(base.commit)?;
        let scan = self.scan(tree.as_ref())?;
        changes::refuse_filtered(self.repo, tree.as_ref(), &scan.changes)?;
        changes::refuse_pointers(self.repo, &scan.changes)?;
        if base.commit.is_none() && scan.changes.is_empty() {
            return Err(Error::new(ErrorKind::Refused, "The folder has no file to publish")
                .at(changes::workdir(self.repo)?)
                .hint("Save the pack first, and check that .gitignore doesn't leave everything out."));
        }
        if let Some(other) = &base.foreign
            && let Some(stop) = moved::passed_over(self.repo, other, repo::head_tip(self.repo)?, &scan.changes)?
        {
            return Ok(Err(stop));
        }
        let published = self.tree(self.heads.main)?;
        let same = tree.as_ref().map(git2::Tree::id) == published.as_ref().map(git2::Tree::id);
        let goes_out = if same { scan.changes.clone() } else { self.scan(published.as_ref())?.changes };
        Ok(Ok(Looked { base, scan, goes_out }))
    }

    /// The commit to build on: the local `wip`, or the remote's where that is further or the only one; without either
    /// the commit that is checked out, or the remote's `main`.
    fn base(&self) -> Result<Result<Base, Stopped>> {
        let local = self.local(WIP)?;
        let base = match (local, self.heads.wip) {
            (Some(local), Some(remote)) if !contains(self.repo, local, remote)? => {
                let other = self.remote_branch(WIP, remote);
                if !contains(self.repo, remote, local)? {
                    let command = format!("git switch {WIP} && {}", other.command);
                    return Ok(Err(moved::parted(self.repo, &Other { command, ..other }, local)?));
                }
                Base { commit: Some(remote), foreign: Some(other) }
            }
            (Some(local), _) => Base { commit: Some(local), foreign: self.foreign_wip(local)? },
            (None, Some(remote)) => Base { commit: Some(remote), foreign: Some(self.remote_branch(WIP, remote)) },
            (None, None) => self.first_base()?,
        };
        Ok(Ok(base))
    }

    fn first_base(&self) -> Result<Base> {
        if let Some(tip) = repo::head_tip(self.repo)? {
            return Ok(Base { commit: Some(tip), foreign: None });
        }
        let main = self.heads.main.map(|tip| self.remote_branch(MAIN, tip));
        let main = match main {
            Some(main) => Some(main),
            None => self.local(MAIN)?.map(|tip| Other { label: MAIN.to_owned(), tip, command: format!("git merge {MAIN}") }),
        };
        Ok(Base { commit: main.as_ref().map(|m| m.tip), foreign: main })
    }

    /// A local `wip` that did not come from this folder may hold work that the folder never had. It came from here where
    /// it is checked out, or where its log says that its last commit was ours.
    fn foreign_wip(&self, tip: Oid) -> Result<Option<Other>> {
        if self.head.branch() == Some(WIP) {
            return Ok(None);
        }
        let log = self.repo.reflog(&format!("refs/heads/{WIP}")).map_err(|e| git_error("Couldn't read the log of wip", e))?;
        let ours = log.get(0).is_some_and(|entry| {
            entry.id_new() == tip && entry.message_bytes().is_some_and(|m| m.starts_with(LOG_PREFIX.as_bytes()))
        });
        Ok((!ours).then(|| Other { label: WIP.to_owned(), tip, command: format!("git merge {WIP}") }))
    }

    /// Whether `main`, on the remote or here, holds work that the folder lacks.
    fn check_main(&self, looked: &Looked) -> Result<Option<Stopped>> {
        let ours = looked.base.commit;
        if let Some(tip) = self.heads.main {
            let other = self.remote_branch(MAIN, tip);
            if let Some(stop) = moved::passed_over(self.repo, &other, ours, &looked.goes_out)? {
                return Ok(Some(stop));
            }
        }
        let Some(local) = self.local(MAIN)? else { return Ok(None) };
        let other = Other { label: MAIN.to_owned(), tip: local, command: format!("git merge {MAIN}") };
        if let Some(remote) = self.heads.main {
            if contains(self.repo, remote, local)? {
                return Ok(None);
            }
            if !contains(self.repo, local, remote)? {
                let command = format!("git switch {MAIN} && git pull --no-rebase {} {MAIN}", self.session.name());
                return moved::parted(self.repo, &Other { command, ..other }, remote).map(Some);
            }
        }
        let tree = self.tree(Some(local))?;
        let folder = self.scan(tree.as_ref())?;
        moved::passed_over(self.repo, &other, ours, &folder.changes)
    }

    fn nothing(&self, looked: &Looked) -> Option<Outcome> {
        let main = self.heads.main?;
        let sent = self.heads.wip.is_some() && self.heads.wip == looked.base.commit;
        let nothing = sent && looked.scan.changes.is_empty() && looked.goes_out.is_empty();
        nothing.then(|| Outcome::NothingToPublish { remote: self.target.address(), main: main.into() })
    }

    /// What becomes of `main`, where `wip` is `base` or a commit on top of it.
    fn main_move(&self, looked: &Looked) -> Result<MainMove> {
        let base = looked.base.commit;
        let local = self.local(MAIN)?;
        let (Some(remote), local) = (self.heads.main, local) else {
            return Ok(match (local, base) {
                (None, _) => MainMove::Forward,
                (Some(local), Some(base)) if contains(self.repo, base, local)? => MainMove::Forward,
                (Some(local), _) => MainMove::Merge(local),
            });
        };
        if let Some(base) = base.filter(|_| looked.scan.changes.is_empty())
            && contains(self.repo, remote, base)?
        {
            return Ok(MainMove::Stay(remote));
        }
        Ok(match local {
            Some(local) if contains(self.repo, local, remote)? => MainMove::Merge(local),
            _ => MainMove::Merge(remote),
        })
    }

    fn plan(&self, looked: &Looked, main: MainMove) -> Result<Plan> {
        let wip = looked.base.commit.filter(|_| looked.scan.changes.is_empty()).map(CommitId::from);
        let to = |branch, from: Option<Oid>, to: Option<CommitId>| BranchMove { branch, from: from.map(CommitId::from), to };
        let mut pushes = Vec::new();
        if wip.is_none() || self.heads.wip.map(CommitId::from) != wip {
            pushes.push(to(WIP, self.heads.wip, wip.clone()));
        }
        match main {
            MainMove::Forward => pushes.push(to(MAIN, self.heads.main, wip)),
            MainMove::Merge(_) => pushes.push(to(MAIN, self.heads.main, None)),
            MainMove::Stay(_) => {}
        }
        let version = self.options.version.as_deref().map(str::trim).filter(|v| !v.is_empty());
        let wanted = self.options.message.as_deref().map(str::trim_end).filter(|m| !m.trim().is_empty());
        let message = wanted.map_or_else(|| version.map_or("Publish".to_owned(), |v| format!("Publish {v}")), str::to_owned);
        let merge = version.map_or("Merge wip into main".to_owned(), |v| format!("Publish {v}: merge wip into main"));
        let mut notes = notes::about_files(self.repo, &looked.scan, &looked.goes_out, looked.base.commit)?;
        notes.extend(notes::about_commits(self.repo));
        Ok(Plan {
            remote: self.target.address(),
            creates_repository: self.creates,
            first: self.heads.main.is_none(),
            commit: told(&looked.scan.changes),
            message,
            goes_out: told(&looked.goes_out),
            merge: matches!(main, MainMove::Merge(_)).then_some(merge),
            pushes,
            notes,
        })
    }

    /// Commits the folder and moves the local `wip` there.
    fn commit(&mut self, looked: &Looked, plan: &Plan) -> Result<(Oid, Vec<IndexEntry>)> {
        self.watch.check()?;
        let (wip, fresh) = match looked.base.commit {
            Some(base) if looked.scan.changes.is_empty() => (base, Vec::new()),
            base => self.write_commit(base, &looked.scan.changes, &plan.message)?,
        };
        if self.local(WIP)? != Some(wip) {
            self.advance(WIP, wip, &fresh, "checkpoint")?;
        }
        let short = CommitId::from(wip).short().to_owned();
        let did = match looked.scan.changes.len() {
            0 => format!("wip is the folder already, at {short}"),
            1 => format!("1 file as {short}"),
            count => format!("{count} files as {short}"),
        };
        self.done(Step::Commit, did);
        Ok((wip, fresh))
    }

    fn write_commit(&self, base: Option<Oid>, changes: &[Change], message: &str) -> Result<(Oid, Vec<IndexEntry>)> {
        let before = self.tree(base)?;
        let written = changes::write_tree(self.repo, before.as_ref(), changes, self.watch, Step::Commit.label())?;
        if let (Some(base), Some(before)) = (base, &before)
            && before.id() == written.id
        {
            return Ok((base, written.fresh));
        }
        Ok((self.new_commit(written.id, base.as_slice(), message)?, written.fresh))
    }

    fn new_commit(&self, tree: Oid, parents: &[Oid], message: &str) -> Result<Oid> {
        let failed = |e| git_error("Couldn't write the commit", e).at(self.repo.path());
        let tree = self.repo.find_tree(tree).map_err(failed)?;
        let parents: Result<Vec<_>, _> = parents.iter().map(|id| self.repo.find_commit(*id)).collect();
        let parents = parents.map_err(failed)?;
        let parents: Vec<&git2::Commit> = parents.iter().collect();
        self.repo.commit(None, &self.signature, &self.signature, message, &tree, &parents).map_err(failed)
    }

    /// Moves a local branch. Where it is the one that is checked out, the index on disk goes with it, or `git status`
    /// would show what was just published as staged for a reversal.
    fn advance(&self, branch: &str, to: Oid, fresh: &[IndexEntry], why: &str) -> Result<()> {
        let name = format!("refs/heads/{branch}");
        let log = format!("{LOG_PREFIX} {why}");
        let from = self.local(branch)?;
        let lock = if self.head.branch() == Some(branch) {
            let lock = IndexLock::take(self.repo)?;
            let before = self.tree(from)?;
            lock.draft(before.as_ref(), &repo::tree_of(self.repo, to)?, fresh, &changes::workdir(self.repo)?)?;
            Some(lock)
        } else {
            None
        };
        let moved = match from {
            Some(from) => self.repo.reference_matching(&name, to, true, from, &log),
            None => self.repo.reference(&name, to, false, &log),
        };
        moved.map_err(|e| git_error(format!("Couldn't move the branch {branch}"), e).at(self.repo.path()))?;
        lock.map_or(Ok(()), IndexLock::install)
    }

    /// Makes the commit for `main`; no branch moves yet.
    fn merge(&mut self, wip: Oid, main: MainMove, plan: &Plan) -> Result<Oid> {
        self.watch.check()?;
        self.watch.progress(Step::Merge.label(), 0, 0);
        let (id, did) = match main {
            MainMove::Forward => (wip, "main is made from wip".to_owned()),
            MainMove::Stay(main) => (main, "main has wip already".to_owned()),
            MainMove::Merge(parent) => {
                let tree = repo::tree_of(self.repo, wip)?.id();
                let message = plan.merge.as_deref().unwrap_or("Merge wip into main");
                let id = self.new_commit(tree, &[parent, wip], message)?;
                (id, format!("merge commit {}", CommitId::from(id).short()))
            }
        };
        self.done(Step::Merge, did);
        Ok(id)
    }

    /// Sends both branches in one push, reads them back, and lets the local `main` and the remote-tracking branches
    /// follow what the remote has.
    fn push(mut self, wip: Oid, main: Oid, fresh: &[IndexEntry], mut plan: Plan) -> Result<Outcome> {
        let ours = Heads { wip: Some(wip), main: Some(main) };
        let there: Vec<_> = self.heads.each().collect();
        let moves: Vec<_> = ours.each().filter(|m| !there.contains(m)).collect();
        self.watch.progress(Step::PushWip.label(), 0, 0);
        let answer = if moves.is_empty() { PushAnswer::default() } else { self.session.push(&moves)? };
        self.watch.progress(Step::ReadBack.label(), 0, 0);
        let back = match self.session.heads() {
            Ok(back) => back,
            Err(unread) => return self.unconfirmed(unread, answer, wip, plan),
        };
        self.follow(&back)?;
        for (step, branch, ours, there) in [(Step::PushWip, WIP, wip, back.wip), (Step::PushMain, MAIN, main, back.main)] {
            let short = CommitId::from(ours).short().to_owned();
            self.done(step, if there == Some(ours) { format!("{branch} is {short}") } else { format!("{branch} was not taken") });
        }
        if back.main == Some(main)
            && let Err(error) = self.local_main(main, fresh)
        {
            plan.notes.push(format!("The remote has it, but the local main could not follow: {error}"));
        }
        if back != ours {
            return self.refused(answer, wip, plan);
        }
        self.done(Step::ReadBack, "wip and main are as sent");
        let remembered_as = match self.remember() {
            Ok(name) => name,
            Err(error) => {
                plan.notes.push(format!("The address could not be remembered: {error}"));
                None
            }
        };
        let (wip, main) = (CommitId::from(wip), CommitId::from(main));
        Ok(Outcome::Published(Published { plan, wip, main, host_text: answer.host_text, steps: self.steps, remembered_as }))
    }

    /// The remote does not have both commits: a refusal where it says one, else the error that ended the push.
    fn refused(self, answer: PushAnswer, wip: Oid, plan: Plan) -> Result<Outcome> {
        let error = answer.error.as_ref().map(|e| e.message().to_owned());
        let verdict = refusal::judge(&self.session.name(), &answer.per_branch, &answer.host_text, error.as_deref());
        let said_no = answer.per_branch.iter().any(|b| b.refusal.is_some()) || verdict.reason != Reason::Other;
        match answer.error {
            Some(error) if !said_no => {
                let error = self.session.error(error);
                let what = format!("{}. Your commit is kept on wip", error.what());
                let hint = error.hint_text().unwrap_or("Publish again.").to_owned();
                Err(Error::new(error.kind(), what).hint(hint).because(error))
            }
            _ => Ok(Outcome::Refused(Refusal {
                plan,
                reason: verdict.reason,
                title: verdict.title,
                next: verdict.next,
                host_text: answer.host_text,
                deciding_line: verdict.deciding_line,
                per_branch: answer.per_branch,
                wip: wip.into(),
                steps: self.steps,
            })),
        }
    }

    /// The push ended, and the remote's branches could not be read afterwards.
    fn unconfirmed(self, unread: Error, answer: PushAnswer, wip: Oid, plan: Plan) -> Result<Outcome> {
        if answer.error.is_some() || answer.per_branch.iter().any(|b| b.refusal.is_some()) {
            return self.refused(answer, wip, plan);
        }
        let what = format!("The push went out, but whether it arrived is not known: {}", unread.what());
        Err(Error::new(unread.kind(), what).hint("Publish again: what arrived is not sent twice.").because(unread))
    }

    /// The remote-tracking branches say what was read back.
    fn follow(&self, back: &Heads) -> Result<()> {
        let Some(name) = &self.target.name else { return Ok(()) };
        let odb = self.repo.odb().map_err(|e| git_error("Couldn't open the repository's objects", e))?;
        for (branch, id) in back.each().filter(|(_, id)| odb.exists(*id)) {
            let reference = format!("refs/remotes/{name}/{branch}");
            let moved = self.repo.reference(&reference, id, true, &format!("{LOG_PREFIX} read back"));
            moved.map_err(|e| git_error(format!("Couldn't note where {branch} is on {name}"), e).at(self.repo.path()))?;
        }
        Ok(())
    }

    /// The local `main` moves forward to what the remote has.
    fn local_main(&self, main: Oid, fresh: &[IndexEntry]) -> Result<()> {
        match self.local(MAIN)? {
            Some(local) if local == main || !contains(self.repo, main, local)? => Ok(()),
            _ => self.advance(MAIN, main, fresh, "published"),
        }
    }

    /// Keeps the address of a first publish as `origin`, where the repository has no remote; not one with a password.
    fn remember(&self) -> Result<Option<String>> {
        let none = self.repo.remotes().is_ok_and(|names| names.is_empty());
        let plain = remote::without_password(&self.target.url) == self.target.url;
        if !none || !plain || self.target.name.is_some() {
            return Ok(None);
        }
        let failed = |e| git_error("Couldn't add the remote origin", e).at(self.repo.path());
        self.repo.remote("origin", &self.target.url).map_err(failed)?;
        Ok(Some("origin".to_owned()))
    }
}

fn told(changes: &[Change]) -> Vec<FileChange> {
    changes.iter().map(|c| c.file.clone()).collect()
}
