//! A plain commit and push of the branch that is checked out, for projects that are no packs: no registry, no merge, never
//! with force.

use std::path::Path;

use git2::{Index, IndexAddOption, Oid, Repository};

use super::credentials::Credentials;
use super::limits::Limits;
use super::remote::{self, Session};
use super::repo::{self, git_error};
use super::{CommitId, PublishOptions};
use crate::error::{Error, ErrorKind, Result};
use crate::job::Watch;

/// What a [`push_branch`] did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pushed {
    /// The branch.
    pub branch: String,
    /// What it is at, here and at the remote.
    pub commit: CommitId,
    /// Whether a commit was made; otherwise the folder was in the last one already.
    pub committed: bool,
    /// Where it went.
    pub remote: String,
}

impl Pushed {
    /// What was done, in one sentence.
    pub fn sentence(&self) -> String {
        let Self { branch, commit, committed, remote } = self;
        if *committed {
            format!("{branch} is at {} on {remote} now.", commit.short())
        } else {
            format!("Nothing differs from the last commit: {branch} is at {} on {remote}.", commit.short())
        }
    }
}

/// Commits what differs in `folder` (relative to `root`, with `/` between its parts; `.` for the whole) to the branch that is checked out, and
/// pushes it. What is staged elsewhere stays staged and is not committed.
///
/// # Errors
/// [`ErrorKind::Refused`] where there is no repository, no branch, no remote or no name, while a merge is unfinished, and
/// where the host refuses, in its words; the commit stays then. Else what the connection says.
pub fn push_branch(
    root: &Path,
    folder: &str,
    options: &PublishOptions,
    credentials: &dyn Credentials,
    watch: &dyn Watch,
) -> Result<Pushed> {
    let repo = repo::open(root)?.ok_or_else(|| {
        Error::new(ErrorKind::Refused, "This folder is not under git")
            .at(root)
            .hint("Put it under git with `git init`, and add a remote.")
    })?;
    let head = repo::head(&repo)?;
    repo::refuse_blocked(&repo, &head)?;
    let branch = head.branch().map(str::to_owned).ok_or_else(|| {
        Error::new(ErrorKind::Refused, "No branch is checked out").at(root).hint("Check out the branch that you work on.")
    })?;
    let target = remote::target(Some(&repo), root, options.remote.as_deref())?;
    watch.progress("Commit", 0, 0);
    let (commit, committed) = commit(&repo, folder, options.message.as_deref().unwrap_or("Update minigames"))?;
    let _limits = Limits::hold(options.timeout, watch)?;
    let session = Session::new(Some(&repo), &target, credentials, options.timeout, watch);
    watch.progress("Push", 0, 0);
    let answer = session.push(&[(branch.as_str(), commit)])?;
    if let Some(error) = answer.error {
        return Err(session.error(error));
    }
    if let Some(refusal) = answer.per_branch.iter().find_map(|answer| answer.refusal.as_deref()) {
        return Err(Error::new(ErrorKind::Refused, format!("The host refuses {branch}: {refusal}"))
            .hint("The commit stays here. Pull what others pushed, then publish again."));
    }
    Ok(Pushed { branch, commit: CommitId::from(commit), committed, remote: session.name() })
}

/// The commit that has the folder as it stands: a new one, or the last where nothing differs.
fn commit(repo: &Repository, folder: &str, message: &str) -> Result<(Oid, bool)> {
    let failed = |error| git_error("Couldn’t write the commit", error).at(repo.path());
    let parent = repo::head_tip(repo)?.map(|id| repo.find_commit(id)).transpose().map_err(failed)?;
    let tree = staged(repo, folder, parent.as_ref()).map_err(failed)?;
    if let Some(parent) = parent.as_ref().filter(|parent| parent.tree_id() == tree) {
        return Ok((parent.id(), false));
    }
    let author = repo.signature().map_err(|error| {
        Error::new(ErrorKind::Refused, "Git does not know your name and address")
            .hint("Set them with `git config user.name` and `git config user.email`.")
            .because(error)
    })?;
    let tree = repo.find_tree(tree).map_err(failed)?;
    let parents: Vec<&git2::Commit<'_>> = parent.iter().collect();
    let made = repo.commit(Some("HEAD"), &author, &author, message, &tree, &parents).map_err(failed)?;
    Ok((made, true))
}

/// The tree of the last commit with the folder as it stands, which is staged as well.
fn staged(repo: &Repository, folder: &str, parent: Option<&git2::Commit<'_>>) -> Result<Oid, git2::Error> {
    let mut index = repo.index()?;
    index.add_all([folder], IndexAddOption::DEFAULT, None)?;
    index.update_all([folder], None)?;
    index.write()?;
    let mut wanted = Index::new()?;
    if let Some(parent) = parent {
        wanted.read_tree(&parent.tree()?)?;
    }
    let below = if folder == "." { String::new() } else { format!("{folder}/") };
    let old: Vec<Vec<u8>> = wanted.iter().map(|entry| entry.path).filter(|path| path.starts_with(below.as_bytes())).collect();
    for path in old {
        wanted.remove_path(Path::new(&*String::from_utf8_lossy(&path)))?;
    }
    for entry in index.iter().filter(|entry| entry.path.starts_with(below.as_bytes())) {
        wanted.add(&entry)?;
    }
    wanted.write_tree_to(repo)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Quiet;
    use crate::publish::SystemCredentials;

    fn write(root: &Path, path: &str, text: &str) {
        let file = root.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    #[test]
    fn the_branch_that_is_checked_out_is_committed_and_pushed() {
        let home = tempfile::tempdir().unwrap();
        let (root, bare) = (home.path().join("work"), home.path().join("bare.git"));
        let host = Repository::init_bare(&bare).unwrap();
        let repo = Repository::init(&root).unwrap();
        repo.set_head("refs/heads/games").unwrap();
        repo.remote("origin", bare.to_str().unwrap()).unwrap();
        let mut config = repo.config().unwrap();
        config.set_str("user.name", "T").unwrap();
        config.set_str("user.email", "t@t.example").unwrap();
        write(&root, "Server/Minigames/A.json", "{}");
        write(&root, "secret.txt", "mine");
        let push = || push_branch(&root, "Server/Minigames", &PublishOptions::default(), &SystemCredentials, &Quiet);
        let first = push().unwrap();
        assert!(first.committed && first.branch == "games");
        assert!(!push().unwrap().committed, "nothing differs");
        std::fs::remove_file(root.join("Server/Minigames/A.json")).unwrap();
        write(&root, "Server/Minigames/B.json", "{}");
        assert!(push().unwrap().committed);
        let tip = host.find_reference("refs/heads/games").unwrap().peel_to_tree().unwrap();
        assert!(tip.get_path(Path::new("Server/Minigames/B.json")).is_ok());
        assert!(tip.get_path(Path::new("Server/Minigames/A.json")).is_err() && tip.get_path(Path::new("secret.txt")).is_err());
    }

    #[test]
    fn without_git_it_is_refused() {
        let home = tempfile::tempdir().unwrap();
        let error = push_branch(home.path(), "Server", &PublishOptions::default(), &SystemCredentials, &Quiet);
        assert_eq!(error.unwrap_err().kind(), ErrorKind::Refused);
    }
}
