//! Things worth knowing before a publish that do not stop it.

use std::path::Path;

use git2::{Oid, Repository};

use super::changes::{Change, Scan, submodules};
use super::outcome::ChangeKind;
use super::repo::tree_of;
use crate::assets::state::TOO_LARGE;
use crate::error::Result;

/// Commit hooks of this computer, which a commit made here does not run.
const HOOKS: [&str; 4] = ["pre-commit", "prepare-commit-msg", "commit-msg", "pre-push"];

/// What is odd about the files; one sentence for each thing.
pub(super) fn about_files(repo: &Repository, scan: &Scan, goes_out: &[Change], base: Option<Oid>) -> Result<Vec<String>> {
    let mut notes = Vec::new();
    let mut inside = scan.foreign.clone();
    let base = base.map(|id| tree_of(repo, id)).transpose()?;
    inside.extend(submodules(base.as_ref())?);
    inside.sort();
    inside.dedup();
    for path in inside {
        notes.push(format!("{path} is a repository of its own; players can't fetch its files, and it stays as it is."));
    }
    for change in goes_out.iter().filter(|c| c.file.kind != ChangeKind::Removed) {
        if change.file.bytes > TOO_LARGE {
            let size = change.file.bytes as f64 / (1024.0 * 1024.0);
            notes.push(format!("{} has {size:.1} MB; GitHub refuses files above 100 MB.", change.file.path));
        }
        if std::str::from_utf8(&change.path).is_err() {
            notes.push(format!("{} has a name that is not UTF-8; no manifest can name it.", change.file.path));
        }
    }
    Ok(notes)
}

/// What a commit made here does not do; one sentence for each thing.
pub(super) fn about_commits(repo: &Repository) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(hook) = hook(repo) {
        notes.push(format!("The repository has a {hook} hook; it isn't run for commits and pushes made here."));
    }
    let signs = repo.config().and_then(|c| c.get_bool("commit.gpgsign")).unwrap_or(false);
    if signs {
        notes.push("Git is set to sign commits (commit.gpgsign); commits made here are not signed.".to_owned());
    }
    notes
}

fn hook(repo: &Repository) -> Option<&'static str> {
    let configured = repo.config().ok().and_then(|c| c.get_path("core.hooksPath").ok());
    let folder = match (configured, repo.workdir()) {
        (Some(path), Some(workdir)) => workdir.join(path),
        (Some(path), None) => path,
        (None, _) => repo.commondir().join("hooks"),
    };
    HOOKS.into_iter().find(|name| runs(&folder.join(name)))
}

#[cfg(unix)]
fn runs(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn runs(file: &Path) -> bool {
    file.is_file()
}
