//! The repository of a pack folder: opening and making it, the states in which nothing can be published, the status bar.

use std::path::{Path, PathBuf};

use git2::{ErrorClass, ErrorCode, Oid, Repository, RepositoryInitOptions, RepositoryOpenFlags, RepositoryState};

use super::changes;
use super::filter::FileFilter;
use super::outcome::{MAIN, WIP};
use super::remote;
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Document, Ref};
use crate::pack::{LEGACY_MANIFEST, MANIFEST};

/// What is checked out in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Head {
    /// A branch with commits.
    Branch(String),
    /// A branch that has no commit yet.
    Unborn(String),
    /// A commit and no branch; the first 7 digits of its id.
    Detached(String),
}

impl Head {
    /// The branch's name, also of one without a commit.
    pub fn branch(&self) -> Option<&str> {
        match self {
            Self::Branch(name) | Self::Unborn(name) => Some(name),
            Self::Detached(_) => None,
        }
    }
}

/// A state in which nothing can be published until the person has finished or mended something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blocked {
    /// The repository has no working folder.
    Bare,
    /// A commit is checked out, not a branch.
    DetachedHead,
    /// A merge waits to be finished.
    Merging,
    /// A rebase waits to be finished.
    Rebasing,
    /// A cherry-pick or a revert waits to be finished.
    Picking,
    /// A bisect is going on.
    Bisecting,
    /// Files still hold both sides of a conflict.
    Conflicts,
}

impl Blocked {
    /// What is the case, for a person; a sentence without its full stop.
    pub fn what(self) -> &'static str {
        match self {
            Self::Bare => "This repository has no working folder",
            Self::DetachedHead => "A single commit is checked out, not a branch",
            Self::Merging => "A merge is not finished",
            Self::Rebasing => "A rebase is not finished",
            Self::Picking => "A cherry-pick or revert is not finished",
            Self::Bisecting => "A bisect is going on",
            Self::Conflicts => "Some files still hold both sides of a conflict",
        }
    }

    /// What to do about it.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Bare => "Open a clone of it instead.",
            Self::DetachedHead => {
                "Run `git switch main` in the folder (or `git switch -c NAME` to keep these commits), then publish again."
            }
            Self::Merging => "Finish it with `git commit`, or drop it with `git merge --abort`, then publish again.",
            Self::Rebasing => "Finish it with `git rebase --continue`, or drop it with `git rebase --abort`, then publish again.",
            Self::Picking => "Finish it with `git commit`, or drop it with `git cherry-pick --abort` or `git revert --abort`.",
            Self::Conflicts => "Decide them, run `git add` on each, then publish again.",
            Self::Bisecting => "End it with `git bisect reset`, then publish again.",
        }
    }
}

/// What the status bar says of git. Read without writing anything, not even a refreshed index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GitState {
    /// What is checked out.
    pub head: Head,
    /// Commits on `wip` (on the checked-out branch where there is no `wip`) that the published `main` lacks. The
    /// published `main` is the one last seen on the remote, or the local one where none was seen.
    pub ahead_of_main: usize,
    /// Files whose present content is not on `wip` yet.
    pub dirty: usize,
    /// The remote that a publish would go to: its name, or its address where it has none.
    pub remote: Option<String>,
    /// What stands in the way of a publish.
    pub blocked: Option<Blocked>,
    /// Whether the repository is a shallow clone.
    pub shallow: bool,
    /// What the published `main` calls the pack; `None` where nothing was published or its manifest cannot be read.
    pub published: Option<PublishedAs>,
}

/// What a published manifest says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedAs {
    /// Its `id`.
    pub id: String,
    /// Its `type`, as it is written there.
    pub pack_type: String,
    /// The ids of its variants: rooms have stored them.
    pub variants: Vec<String>,
}

/// The state of the folder's repository; `None` where the folder has none yet. Reads the working folder (see
/// [`GitState::dirty`]); call it from a job.
pub fn git_state(root: &Path, files: &dyn FileFilter) -> Result<Option<GitState>> {
    let Some(repo) = open(root)? else { return Ok(None) };
    let head = head(&repo)?;
    let blocked = blocked(&repo, &head);
    let tip = branch_tip(&repo, WIP)?.or(head_tip(&repo)?);
    let target = remote::target(Some(&repo), root, None).ok();
    let published = match target.as_ref().and_then(|t| t.name.as_deref()) {
        Some(name) => ref_target(&repo, &format!("refs/remotes/{name}/{MAIN}"))?,
        None => None,
    };
    let published = match published {
        Some(id) => Some(id),
        None => branch_tip(&repo, MAIN)?,
    };
    let ahead_of_main = match (tip, published) {
        (Some(tip), Some(main)) => repo.graph_ahead_behind(tip, main).map_or(0, |(ahead, _)| ahead),
        (Some(tip), None) => count_commits(&repo, tip),
        (None, _) => 0,
    };
    let dirty = if repo.workdir().is_some() {
        let base = tip.map(|id| tree_of(&repo, id)).transpose()?;
        changes::scan(&repo, base.as_ref(), files)?.changes.len()
    } else {
        0
    };
    let remote = target.map(|t| t.address().to_string());
    let published = published.and_then(|main| published_as(&repo, main));
    Ok(Some(GitState { head, ahead_of_main, dirty, remote, blocked, shallow: repo.is_shallow(), published }))
}

/// What the manifest of a commit says of itself.
fn published_as(repo: &Repository, commit: Oid) -> Option<PublishedAs> {
    let tree = tree_of(repo, commit).ok()?;
    let entry = [MANIFEST, LEGACY_MANIFEST].into_iter().find_map(|name| tree.get_name(name))?;
    let blob = repo.find_blob(entry.id()).ok()?;
    let manifest = Document::parse(blob.content()).ok()?;
    let text = |key: &str| manifest.root().get(key).and_then(Ref::as_str).unwrap_or_default().into_owned();
    let ids = manifest.root().get("variants").into_iter().flat_map(Ref::items);
    let variants = ids.filter_map(|entry| Some(entry.get("id")?.as_str()?.into_owned())).collect();
    Some(PublishedAs { id: text("id"), pack_type: text("type"), variants })
}

/// Makes a repository with the initial branch `main` in a pack folder; nothing is committed. An existing one stays as it is.
pub fn init(root: &Path) -> Result<()> {
    init_repository(root).map(drop)
}

pub(super) fn init_repository(root: &Path) -> Result<Repository> {
    let mut options = RepositoryInitOptions::new();
    options.initial_head(MAIN).no_reinit(false).mkdir(false).mkpath(false).external_template(false);
    Repository::init_opts(root, &options).map_err(|e| git_error("Couldn't make a git repository", e).at(root))
}

/// An empty repository for a folder that has none: a dry run looks through the folder with it. It lies in the system's
/// folder for temporary files and goes when dropped; nothing is written to the pack.
pub(super) struct Scratch {
    repo: Repository,
    /// Dropped after the repository in it.
    _folder: TemporaryFolder,
}

struct TemporaryFolder(PathBuf);

impl Scratch {
    pub(super) fn new(root: &Path) -> Result<Self> {
        let folder = TemporaryFolder(std::env::temp_dir().join(format!("tablewright-{}", uuid::Uuid::new_v4())));
        let mut options = RepositoryInitOptions::new();
        options.bare(true).initial_head(MAIN).mkpath(true).external_template(false);
        let repo = Repository::init_opts(&folder.0, &options).and_then(|repo| repo.set_workdir(root, false).map(|()| repo));
        let repo = repo.map_err(|e| git_error("Couldn't look through the folder", e).at(&folder.0))?;
        Ok(Self { repo, _folder: folder })
    }

    pub(super) fn repo(&self) -> &Repository {
        &self.repo
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // What can't be removed from the system's temporary files, the system removes.
        let _left = std::fs::remove_dir_all(&self.0).err();
    }
}

/// Opens the repository whose root is the pack folder; `None` where there is none.
pub(super) fn open(root: &Path) -> Result<Option<Repository>> {
    let none: [&Path; 0] = [];
    match Repository::open_ext(root, RepositoryOpenFlags::NO_SEARCH, none) {
        Ok(repo) => {
            if repo.object_format() != git2::ObjectFormat::Sha1 {
                return Err(sha256(root));
            }
            Ok(Some(repo))
        }
        Err(error) => open_error(root, error),
    }
}

fn open_error(root: &Path, error: git2::Error) -> Result<Option<Repository>> {
    let message = error.message().to_lowercase();
    if error.code() == ErrorCode::Owner {
        let folder = std::path::absolute(root).unwrap_or_else(|_| root.to_path_buf());
        let command = format!("git config --global --add safe.directory {}", shell_word(&folder.to_string_lossy()));
        return Err(Error::new(ErrorKind::Access, "The repository belongs to another user, so git doesn't trust it")
            .at(root)
            .hint(format!("If you trust it, run `{command}`, then try again."))
            .because(error));
    }
    if message.contains("object format") || message.contains("objectformat") || message.contains("sha256") {
        return Err(sha256(root));
    }
    if message.contains("extension") || message.contains("repository version") {
        return Err(Error::new(
            ErrorKind::Git,
            format!("The repository uses a feature of git that Tablewright doesn't know: {}", error.message()),
        )
        .at(root)
        .hint("Clone it afresh without that feature, and open the clone.")
        .because(error));
    }
    let marker = root.join(".git");
    if error.code() == ErrorCode::NotFound && marker.symlink_metadata().is_err() {
        return if root.is_dir() {
            Ok(None)
        } else {
            Err(Error::new(ErrorKind::NotFound, "The pack folder isn't there")
                .at(root)
                .hint("Check that the folder still exists."))
        };
    }
    Err(git_error("The folder has a .git, but it can't be read as a repository", error)
        .at(marker)
        .hint("Run `git status` in the folder to see what git says about it."))
}

fn sha256(root: &Path) -> Error {
    Error::new(ErrorKind::Refused, "The repository uses SHA-256 ids, and the platform takes only 40-digit ids")
        .at(root)
        .hint("Make a new repository with `git init --object-format=sha1` and publish from there.")
}

/// Where the folder lies inside another repository that does not ignore it: that repository's root.
pub(super) fn enclosing(root: &Path) -> Option<PathBuf> {
    let root = root.canonicalize().ok()?;
    let repo = Repository::discover(root.parent()?).ok()?;
    let outer = repo.workdir()?.canonicalize().ok()?;
    let inside = root.strip_prefix(&outer).ok()?;
    let ignored = repo.is_path_ignored(inside).unwrap_or(false);
    (!ignored).then_some(outer)
}

/// What is checked out.
pub(super) fn head(repo: &Repository) -> Result<Head> {
    let reference = repo.find_reference("HEAD").map_err(|e| git_error("Couldn't read HEAD", e).at(repo.path()))?;
    let Some(target) = reference.symbolic_target_bytes() else {
        let id = reference.target().map(|id| id.to_string()).unwrap_or_default();
        return Ok(Head::Detached(id.get(..7).unwrap_or_default().to_owned()));
    };
    let target = String::from_utf8_lossy(target).into_owned();
    let name = target.strip_prefix("refs/heads/").unwrap_or(&target).to_owned();
    Ok(if ref_target(repo, &target)?.is_some() { Head::Branch(name) } else { Head::Unborn(name) })
}

pub(super) fn blocked(repo: &Repository, head: &Head) -> Option<Blocked> {
    if repo.is_bare() {
        return Some(Blocked::Bare);
    }
    match repo.state() {
        RepositoryState::Merge => Some(Blocked::Merging),
        RepositoryState::Rebase
        | RepositoryState::RebaseInteractive
        | RepositoryState::RebaseMerge
        | RepositoryState::ApplyMailbox
        | RepositoryState::ApplyMailboxOrRebase => Some(Blocked::Rebasing),
        RepositoryState::CherryPick
        | RepositoryState::CherryPickSequence
        | RepositoryState::Revert
        | RepositoryState::RevertSequence => Some(Blocked::Picking),
        RepositoryState::Bisect => Some(Blocked::Bisecting),
        RepositoryState::Clean if matches!(head, Head::Detached(_)) => Some(Blocked::DetachedHead),
        RepositoryState::Clean => {
            let index = git2::Index::open(&changes::index_path(repo));
            index.is_ok_and(|index| index.has_conflicts()).then_some(Blocked::Conflicts)
        }
    }
}

/// Refuses the states in which a publish makes no sense.
pub(super) fn refuse_blocked(repo: &Repository, head: &Head) -> Result<()> {
    match blocked(repo, head) {
        Some(state) => {
            Err(Error::new(ErrorKind::Refused, state.what()).at(repo.workdir().unwrap_or(repo.path())).hint(state.hint()))
        }
        None => Ok(()),
    }
}

/// Refuses to move a branch that another working folder of the same repository has checked out: its files would look
/// changed there without anybody having touched them.
pub(super) fn refuse_checked_out_elsewhere(repo: &Repository) -> Result<()> {
    let mut others: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    if repo.is_worktree() {
        let folder = repo.commondir();
        if let Ok(text) = std::fs::read(folder.join("HEAD")) {
            others.push((folder.to_path_buf(), text));
        }
    }
    let names = repo.worktrees().map_err(|e| git_error("Couldn't list the working folders", e))?;
    for name in names.iter_bytes() {
        let folder = repo.commondir().join("worktrees").join(changes::to_path(name));
        if same_folder(&folder, repo.path()) {
            continue;
        }
        if let Ok(text) = std::fs::read(folder.join("HEAD")) {
            let place = std::fs::read_to_string(folder.join("gitdir")).map_or(folder, |t| PathBuf::from(t.trim()));
            others.push((place, text));
        }
    }
    for (place, text) in others {
        for branch in [WIP, MAIN] {
            if text.trim_ascii() == format!("ref: refs/heads/{branch}").as_bytes() {
                return Err(Error::new(
                    ErrorKind::Refused,
                    format!("Another working folder of this repository has {branch} checked out"),
                )
                .at(place)
                .hint("Switch that folder to another branch, then publish again."));
            }
        }
    }
    Ok(())
}

fn same_folder(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

/// The commit at the tip of a local branch.
pub(super) fn branch_tip(repo: &Repository, branch: &str) -> Result<Option<Oid>> {
    ref_target(repo, &format!("refs/heads/{branch}"))
}

/// The commit that HEAD leads to.
pub(super) fn head_tip(repo: &Repository) -> Result<Option<Oid>> {
    ref_target(repo, "HEAD")
}

/// The commit that a reference leads to; `None` where there is no such reference.
pub(super) fn ref_target(repo: &Repository, name: &str) -> Result<Option<Oid>> {
    match repo.refname_to_id(name) {
        Ok(id) => Ok(Some(id)),
        Err(e) if matches!(e.code(), ErrorCode::NotFound | ErrorCode::UnbornBranch) => Ok(None),
        Err(e) => Err(git_error(format!("Couldn't read {name}"), e).at(repo.path())),
    }
}

/// The tree of a commit.
pub(super) fn tree_of(repo: &Repository, commit: Oid) -> Result<git2::Tree<'_>> {
    repo.find_commit(commit).and_then(|c| c.tree()).map_err(|e| missing_object(repo, commit, e))
}

/// An object that history names is not there: in a shallow clone that has a plain reason.
pub(super) fn missing_object(repo: &Repository, id: Oid, error: git2::Error) -> Error {
    let short = super::CommitId::from(id).short().to_owned();
    if repo.is_shallow() {
        return Error::new(ErrorKind::Refused, format!("This is a shallow clone, and commit {short} is not in it"))
            .at(repo.path())
            .hint("Run `git fetch --unshallow` in the folder, then publish again.")
            .because(error);
    }
    git_error(format!("Commit {short} can't be read"), error)
        .at(repo.path())
        .hint("Run `git fsck` in the folder to see what is damaged.")
}

fn count_commits(repo: &Repository, tip: Oid) -> usize {
    let Ok(mut walk) = repo.revwalk() else { return 0 };
    if walk.push(tip).is_err() {
        return 0;
    }
    walk.flatten().count()
}

/// Turns an error of libgit2 into ours. What the operating system said is only in its text.
pub(super) fn git_error(what: impl Into<String>, error: git2::Error) -> Error {
    let message = error.message();
    let lower = message.to_lowercase();
    let (kind, hint) = if lower.contains("no space left") || lower.contains("quota exceeded") {
        (ErrorKind::DiskFull, "Free some space on that disk, then try again.")
    } else if lower.contains("permission denied") || lower.contains("read-only file system") {
        (ErrorKind::Access, "Make the folder and its .git writable, then try again.")
    } else if error.code() == ErrorCode::Locked || (error.class() == ErrorClass::Reference && lower.contains(".lock")) {
        (ErrorKind::Busy, "Another git program is at work in this folder. Wait for it to end, then try again.")
    } else {
        (ErrorKind::Git, "Run `git status` in the folder to see what git says.")
    };
    Error::new(kind, format!("{}: {}", what.into(), message.trim_end_matches('.'))).hint(hint).because(error)
}

/// A word that a shell takes as it stands.
fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '-' | '_' | '+' | ':' | '@' | '%' | ',');
    if !text.is_empty() && text.chars().all(plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_odd_letters_is_quoted_for_the_shell() {
        assert_eq!(shell_word("/home/ann/go"), "/home/ann/go");
        assert_eq!(shell_word("/home/ann/my go"), "'/home/ann/my go'");
        assert_eq!(shell_word("/it's"), r"'/it'\''s'");
        assert_eq!(shell_word(""), "''");
    }

    #[test]
    fn another_owner_gets_the_command_to_run() {
        let error = git2::Error::new(ErrorCode::Owner, ErrorClass::Config, "repository path is not owned by current user");
        let error = open_error(Path::new("/packs/my go"), error).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Access);
        assert!(error.hint_text().unwrap().contains("`git config --global --add safe.directory '/packs/my go'`"), "{error}");
    }

    #[test]
    fn an_unknown_extension_is_named() {
        let text = "unsupported extension name extensions.partialclone";
        let error = git2::Error::new(ErrorCode::GenericError, ErrorClass::Repository, text);
        let error = open_error(Path::new("/packs/go"), error).map(drop).unwrap_err();
        assert!(error.what().contains("extensions.partialclone"), "{error}");
    }

    #[test]
    fn a_full_disk_is_told_from_other_trouble() {
        let error = git2::Error::new(ErrorCode::GenericError, ErrorClass::Os, "failed to write: No space left on device");
        assert_eq!(git_error("Couldn't commit", error).kind(), ErrorKind::DiskFull);
        let error = git2::Error::new(ErrorCode::GenericError, ErrorClass::Os, "failed to write: Input/output error");
        assert_eq!(git_error("Couldn't commit", error).kind(), ErrorKind::Git);
    }
}
