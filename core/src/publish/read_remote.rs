//! Reading one file of somebody else's repository, without a working copy of it.

use super::credentials::Credentials;
use super::remote::{Session, target};
use super::repo::git_error;
use crate::error::{Error, ErrorKind, Result};
use crate::job::Watch;
use git2::Repository;
use std::path::Path;
use std::time::Duration;

/// A file as it stands on a remote's default branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteFile {
    /// Its path in the repository: the one of the names asked for that was there.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The commit that it was read at, 40 hexadecimal digits.
    pub commit: String,
}

/// The largest file that is read this way, in bytes.
pub const MAX_REMOTE_FILE: usize = 8 << 20;

/// Reads the first of `names` that stands at the top of the default branch of the repository at `address` (https, ssh,
/// file or a path). Only the newest commit is fetched where the transport can do that, into a folder that is gone
/// afterwards.
///
/// # Errors
/// [`ErrorKind::NotFound`] where there is no such repository, branch or file, [`ErrorKind::Network`] and the like as for
/// publishing, [`ErrorKind::Cancelled`].
pub fn read_remote_file(
    address: &str,
    names: &[&str],
    credentials: &dyn Credentials,
    timeout: Duration,
    watch: &dyn Watch,
) -> Result<RemoteFile> {
    let folder = temporary_folder()?;
    let found = read_into(&folder.0, address, names, credentials, timeout, watch);
    drop(folder);
    found
}

fn read_into(
    folder: &Path,
    address: &str,
    names: &[&str],
    credentials: &dyn Credentials,
    timeout: Duration,
    watch: &dyn Watch,
) -> Result<RemoteFile> {
    let repo = Repository::init_bare(folder).map_err(|e| git_error("Couldn't make room for the download", e))?;
    let target = target(Some(&repo), folder, Some(address))?;
    let session = Session::new(Some(&repo), &target, credentials, timeout, watch);
    let head = session.fetch_default_branch()?;
    let tree = repo.find_commit(head).and_then(|commit| commit.tree());
    let tree = tree.map_err(|e| git_error("Couldn't read the commit", e))?;
    for name in names {
        let Ok(entry) = tree.get_path(Path::new(name)) else { continue };
        let Ok(blob) = repo.find_blob(entry.id()) else { continue };
        if blob.size() > MAX_REMOTE_FILE {
            let message = format!("{name} in {} is larger than {} MB", session.name(), MAX_REMOTE_FILE >> 20);
            return Err(Error::new(ErrorKind::Refused, message).hint("Check that this is the right repository."));
        }
        return Ok(RemoteFile { path: (*name).to_owned(), bytes: blob.content().to_vec(), commit: head.to_string() });
    }
    Err(Error::new(ErrorKind::NotFound, format!("There is no {} in {}", names.join(" or "), session.name()))
        .hint("Check that the address is that of the right repository."))
}

/// A folder of our own that is removed when it is dropped.
pub(super) struct TemporaryFolder(pub(super) std::path::PathBuf);

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // What cannot be removed lies in the system's folder for such things, which it empties itself.
        let _removed = std::fs::remove_dir_all(&self.0);
    }
}

pub(super) fn temporary_folder() -> Result<TemporaryFolder> {
    let path = std::env::temp_dir().join(format!("tablewright-{}", uuid::Uuid::new_v4()));
    std::fs::create_dir(&path).map_err(|e| Error::io("Couldn’t make room for the download", &path, e))?;
    Ok(TemporaryFolder(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Quiet;
    use crate::publish::SystemCredentials;

    fn repository(files: &[(&str, &str)]) -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let repo = Repository::init_bare(folder.path()).unwrap();
        let mut tree = repo.treebuilder(None).unwrap();
        for (name, text) in files {
            tree.insert(name, repo.blob(text.as_bytes()).unwrap(), 0o100_644).unwrap();
        }
        let tree = repo.find_tree(tree.write().unwrap()).unwrap();
        let who = git2::Signature::now("A. Author", "a@example.com").unwrap();
        let commit = repo.commit(Some("refs/heads/trunk"), &who, &who, "First", &tree, &[]).unwrap();
        repo.set_head("refs/heads/trunk").unwrap();
        (folder, commit.to_string())
    }

    fn read(address: &str, names: &[&str]) -> Result<RemoteFile> {
        read_remote_file(address, names, &SystemCredentials, Duration::from_secs(20), &Quiet)
    }

    #[test]
    fn the_first_name_that_is_there_is_read_at_the_head_of_the_default_branch() {
        let (folder, commit) = repository(&[("b.json", "{}"), ("c.json", "[]")]);
        let path = folder.path().to_str().unwrap();
        for address in [path.to_owned(), format!("file://{path}")] {
            let file = read(&address, &["a.json", "b.json", "c.json"]).unwrap();
            assert_eq!(file, RemoteFile { path: "b.json".into(), bytes: b"{}".to_vec(), commit: commit.clone() });
        }
    }

    #[test]
    fn what_is_not_there_is_said() {
        let (folder, _) = repository(&[("b.json", "{}")]);
        let path = folder.path().to_str().unwrap();
        assert_eq!(read(path, &["x.json"]).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(read("/no/such/folder", &["b.json"]).unwrap_err().kind(), ErrorKind::NotFound);
        let empty = tempfile::tempdir().unwrap();
        Repository::init_bare(empty.path()).unwrap();
        assert_eq!(read(empty.path().to_str().unwrap(), &["b.json"]).unwrap_err().kind(), ErrorKind::NotFound);
    }
}
