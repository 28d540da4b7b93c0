//! Work on another branch that a publish would pass over, and whose it is.
//!
//! A branch holds such work where a file that it changed since it parted from us stands otherwise in the folder. Files
//! that the folder has in the branch's version are not lost, so they stop nothing: after `git pull` the same publish goes
//! through.

use std::collections::HashSet;

use git2::{ErrorCode, Oid, Repository, Tree};

use super::changes::{Change, between};
use super::outcome::{CommitId, FileChange, ForeignCommit, Stopped};
use super::repo::{git_error, missing_object, tree_of};
use crate::error::Result;

/// Another branch, as a person names it, and where it is.
#[derive(Debug, Clone)]
pub(super) struct Other {
    pub(super) label: String,
    pub(super) tip: Oid,
    /// What brings its work into the folder.
    pub(super) command: String,
}

/// The stop, where `other` holds work that the folder lacks. `ours` is where we stand, `folder` what the folder changes
/// against the tree of `other`.
pub(super) fn passed_over(repo: &Repository, other: &Other, ours: Option<Oid>, folder: &[Change]) -> Result<Option<Stopped>> {
    if folder.is_empty() || ours == Some(other.tip) {
        return Ok(None);
    }
    let parted = match ours {
        Some(ours) => merge_base(repo, ours, other.tip)?,
        None => None,
    };
    if parted == Some(other.tip) {
        return Ok(None);
    }
    let before: Option<Tree> = parted.map(|id| tree_of(repo, id)).transpose()?;
    let theirs = between(repo, before.as_ref(), &tree_of(repo, other.tip)?)?;
    let differs: HashSet<&str> = folder.iter().map(|c| c.file.path.as_str()).collect();
    let files: Vec<FileChange> = theirs.into_iter().filter(|f| differs.contains(f.path.as_str())).collect();
    if files.is_empty() {
        return Ok(None);
    }
    let commits = foreign_commits(repo, other.tip, ours)?;
    Ok(Some(stop(other, commits, files)))
}

/// The stop for commits that are on `other` and not on `ours`, whatever is in them.
pub(super) fn parted(repo: &Repository, other: &Other, ours: Oid) -> Result<Stopped> {
    let before = merge_base(repo, ours, other.tip)?.map(|id| tree_of(repo, id)).transpose()?;
    let files = between(repo, before.as_ref(), &tree_of(repo, other.tip)?)?;
    Ok(stop(other, foreign_commits(repo, other.tip, Some(ours))?, files))
}

/// The stop of a dry run that may not fetch.
pub(super) fn not_fetched(label: String) -> Stopped {
    Stopped {
        title: format!("{label} has commits that are not here yet"),
        branch: label,
        commits: Vec::new(),
        files: Vec::new(),
        next: "A publish fetches them first, and stops if they hold work that the folder lacks.".to_owned(),
        wip: None,
        steps: Vec::new(),
    }
}

fn stop(other: &Other, commits: Vec<ForeignCommit>, files: Vec<FileChange>) -> Stopped {
    let title = format!("{} holds work{} that this folder doesn't have", other.label, by(&commits));
    let next = format!("Bring it in with `{}`, look at it, then publish again. Nothing of it was overwritten.", other.command);
    Stopped { branch: other.label.clone(), commits, files, title, next, wip: None, steps: Vec::new() }
}

/// ` by Ann and Bob`; at most three names.
fn by(commits: &[ForeignCommit]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for commit in commits {
        if !names.contains(&commit.author.as_str()) {
            names.push(&commit.author);
        }
    }
    match names.as_slice() {
        [] => String::new(),
        [one] => format!(" by {one}"),
        [one, two] => format!(" by {one} and {two}"),
        [one, two, three] => format!(" by {one}, {two} and {three}"),
        [one, two, rest @ ..] => format!(" by {one}, {two} and {} others", rest.len()),
    }
}

/// Commits on `tip` that `ours` lacks, newest first. Merges that only repeat one of their parents say nothing of who did
/// what; they are left out as long as others remain.
fn foreign_commits(repo: &Repository, tip: Oid, ours: Option<Oid>) -> Result<Vec<ForeignCommit>> {
    let failed = |e| git_error("Couldn't walk through the history", e);
    let mut walk = repo.revwalk().map_err(failed)?;
    walk.push(tip).map_err(failed)?;
    if let Some(ours) = ours {
        walk.hide(ours).map_err(failed)?;
    }
    let (mut plain, mut repeats) = (Vec::new(), Vec::new());
    for id in walk {
        let id = id.map_err(|e| missing_object(repo, tip, e))?;
        let commit = repo.find_commit(id).map_err(|e| missing_object(repo, id, e))?;
        let repeated = commit.parent_count() > 1 && commit.parents().any(|p| p.tree_id() == commit.tree_id());
        let told = ForeignCommit {
            id: CommitId::from(id),
            author: String::from_utf8_lossy(commit.author().name_bytes()).into_owned(),
            subject: commit.summary_bytes().map(|s| String::from_utf8_lossy(s).into_owned()).unwrap_or_default(),
        };
        if repeated {
            repeats.push(told);
        } else {
            plain.push(told);
        }
        if plain.len() == Stopped::MOST {
            break;
        }
    }
    let mut told = if plain.is_empty() { repeats } else { plain };
    told.truncate(Stopped::MOST);
    Ok(told)
}

/// Where two commits parted; `None` where they have nothing in common.
pub(super) fn merge_base(repo: &Repository, one: Oid, two: Oid) -> Result<Option<Oid>> {
    match repo.merge_base(one, two) {
        Ok(id) => Ok(Some(id)),
        Err(e) if e.code() == ErrorCode::NotFound && !repo.is_shallow() => Ok(None),
        Err(e) => Err(missing_object(repo, two, e)),
    }
}

/// Whether `old` is `new` or one of its ancestors.
pub(super) fn contains(repo: &Repository, new: Oid, old: Oid) -> Result<bool> {
    Ok(new == old || repo.graph_descendant_of(new, old).map_err(|e| missing_object(repo, new, e))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_named_up_to_three() {
        let commit =
            |author: &str| ForeignCommit { id: CommitId::from(Oid::ZERO_SHA1), author: author.into(), subject: String::new() };
        let named = |names: &[&str]| by(&names.iter().map(|n| commit(n)).collect::<Vec<_>>());
        assert_eq!(named(&[]), "");
        assert_eq!(named(&["Ann", "Ann"]), " by Ann");
        assert_eq!(named(&["Ann", "Bob"]), " by Ann and Bob");
        assert_eq!(named(&["Ann", "Bob", "Cid"]), " by Ann, Bob and Cid");
        assert_eq!(named(&["Ann", "Bob", "Cid", "Dee"]), " by Ann, Bob and 2 others");
    }
}
