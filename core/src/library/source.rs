//! Where another pack's or a plugin's manifest is read.

use crate::error::{Error, ErrorKind, Result};
use crate::job::Watch;
use crate::publish::{Credentials, MAX_REMOTE_FILE, read_remote_file};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where a manifest is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A folder, or the file itself.
    Disk(PathBuf),
    /// A git repository: the newest commit of its default branch is read.
    Git(String),
}

/// A manifest that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its text.
    pub bytes: Vec<u8>,
    /// The commit, where it was read over git.
    pub commit: Option<String>,
}

impl Source {
    /// What a person typed: an address with a scheme or of the form `user@host:path` is git's, all else a path.
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let ssh = text.split_once(':').is_some_and(|(host, _)| host.contains('@') && !host.contains(['/', '\\']));
        if text.contains("://") || ssh { Self::Git(text.to_owned()) } else { Self::Disk(PathBuf::from(text)) }
    }

    /// The text that [`Self::parse`] reads as this.
    pub fn as_text(&self) -> String {
        match self {
            Self::Disk(path) => path.to_string_lossy().into_owned(),
            Self::Git(address) => address.clone(),
        }
    }

    /// Reads the first of `names` that is there.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where none is, and what reading and fetching can give.
    pub fn read(&self, names: &[&str], credentials: &dyn Credentials, timeout: Duration, watch: &dyn Watch) -> Result<Found> {
        match self {
            Self::Disk(path) => read_disk(path, names),
            Self::Git(address) => {
                let file = read_remote_file(address, names, credentials, timeout, watch)?;
                Ok(Found { bytes: file.bytes, commit: Some(file.commit) })
            }
        }
    }
}

fn read_disk(path: &Path, names: &[&str]) -> Result<Found> {
    let candidates: Vec<PathBuf> =
        if path.is_dir() { names.iter().map(|name| path.join(name)).collect() } else { vec![path.to_path_buf()] };
    let Some(file) = candidates.into_iter().find(|file| file.is_file()) else {
        let message = format!("There is no {} there", names.join(" or "));
        return Err(Error::new(ErrorKind::NotFound, message)
            .at(path)
            .hint("Choose the folder that holds it, or the file itself."));
    };
    let size = file.metadata().map_err(|e| Error::io("Couldn’t read the file", &file, e))?.len();
    if size > MAX_REMOTE_FILE as u64 {
        let message = format!("The file is larger than {} MB", MAX_REMOTE_FILE >> 20);
        return Err(Error::new(ErrorKind::Refused, message).at(&file).hint("Check that it is the right one."));
    }
    let bytes = std::fs::read(&file).map_err(|e| Error::io("Couldn’t read the file", &file, e))?;
    Ok(Found { bytes, commit: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Quiet;
    use crate::publish::SystemCredentials;

    #[test]
    fn addresses_are_told_from_paths() {
        for text in ["https://example.com/a.git", "git@example.com:a/b.git", "file:///srv/a.git", " ssh://h/x "] {
            assert!(matches!(Source::parse(text), Source::Git(_)), "{text}");
        }
        for text in ["/srv/plugins/a", "a/b", "C:\\plugins\\a", "plugin.json"] {
            assert!(matches!(Source::parse(text), Source::Disk(_)), "{text}");
        }
        assert_eq!(Source::parse(&Source::parse("git@h:a").as_text()), Source::parse("git@h:a"));
    }

    #[test]
    fn a_folder_or_the_file_itself_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("b.json");
        std::fs::write(&file, "{}").unwrap();
        for path in [folder.path(), file.as_path()] {
            let found = Source::Disk(path.to_path_buf())
                .read(&["a.json", "b.json"], &SystemCredentials, Duration::from_secs(1), &Quiet)
                .unwrap();
            assert_eq!(found, Found { bytes: b"{}".to_vec(), commit: None });
        }
        let none =
            Source::Disk(folder.path().to_path_buf()).read(&["x.json"], &SystemCredentials, Duration::from_secs(1), &Quiet);
        assert_eq!(none.unwrap_err().kind(), ErrorKind::NotFound);
    }
}
