//! The one error type of the crate: what happened, where, and what to do about it.

use std::fmt;
use std::path::{Path, PathBuf};

/// What kind of trouble an [`Error`] is, for callers that act on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// A file or folder that is needed is not there.
    NotFound,
    /// The operating system refused access, or the file is read-only.
    Access,
    /// The disk is full or a quota is used up.
    DiskFull,
    /// Another file-system failure.
    Io,
    /// A path leads out of the pack, or cannot be used in one.
    UnsafePath,
    /// Text that is not JSON, or JSON of the wrong shape.
    Format,
    /// The file on disk is not the one that was loaded.
    Conflict,
    /// Another window or process holds the pack.
    Busy,
    /// What was asked cannot be done in the present state; nothing was changed.
    Refused,
    /// A git operation failed on this machine.
    Git,
    /// A remote could not be reached, or hung.
    Network,
    /// A remote wants credentials that we do not have.
    Auth,
    /// The person cancelled.
    Cancelled,
}

/// Result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// One failure, worded for a person: a sentence that says what failed and why, the path it is about, and a hint that
/// says what to do. Displayed as `what: why (path). Hint.`
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    what: String,
    path: Option<PathBuf>,
    hint: Option<String>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// A failure of `kind`; `what` is one sentence without its full stop.
    pub fn new(kind: ErrorKind, what: impl Into<String>) -> Self {
        Self { kind, what: what.into(), path: None, hint: None, source: None }
    }

    /// A file-system failure while doing `what` (for example `"Couldn't read the manifest"`) to `path`. The kind and
    /// the hint follow from the system's error.
    pub fn io(what: impl Into<String>, path: impl AsRef<Path>, source: std::io::Error) -> Self {
        use std::io::ErrorKind as Io;
        let (kind, why, hint) = match source.kind() {
            Io::NotFound => (ErrorKind::NotFound, "it is not there".to_owned(), "Check that the folder still exists."),
            Io::PermissionDenied | Io::ReadOnlyFilesystem => (
                ErrorKind::Access,
                "access is denied".to_owned(),
                "Give yourself the right to read and write there, then try again.",
            ),
            Io::StorageFull | Io::QuotaExceeded => {
                (ErrorKind::DiskFull, "the disk is full".to_owned(), "Free some space on that disk, then try again.")
            }
            Io::IsADirectory => (ErrorKind::Io, "it is a folder, not a file".to_owned(), "Move the folder away."),
            Io::NotADirectory => (ErrorKind::Io, "part of the path is a file".to_owned(), "Check the path."),
            // `ErrorKind::FilesystemLoop` is not stable yet; 40 is ELOOP on Linux, 62 on macOS and the BSDs.
            _ if matches!(source.raw_os_error(), Some(40 | 62)) => {
                (ErrorKind::UnsafePath, "its links run in a circle".to_owned(), "Replace the link by what it should lead to.")
            }
            _ => (ErrorKind::Io, source.to_string(), "Check the disk, then try again."),
        };
        Self {
            kind,
            what: format!("{}: {why}", what.into()),
            path: Some(path.as_ref().to_path_buf()),
            hint: Some(hint.to_owned()),
            source: Some(Box::new(source)),
        }
    }

    /// Names the file or folder that this is about.
    #[must_use]
    pub fn at(mut self, path: impl AsRef<Path>) -> Self {
        self.path = Some(path.as_ref().to_path_buf());
        self
    }

    /// Says what the person can do; one sentence with its full stop.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Keeps the underlying error for logs.
    #[must_use]
    pub fn because(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The kind, for callers that act on it.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What happened and why, without path and hint.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// The file or folder that this is about.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What the person can do.
    pub fn hint_text(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if let Some(path) = self.path.as_ref().filter(|path| !path.as_os_str().is_empty()) {
            write!(f, " ({})", path.display())?;
        }
        f.write_str(".")?;
        match &self.hint {
            Some(hint) => write!(f, " {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|e| e as _)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_where_and_what_to_do() {
        let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
        let error = Error::io("Couldn't save the scene", "/packs/go/setup.json", full);
        assert_eq!(error.kind(), ErrorKind::DiskFull);
        assert_eq!(
            error.to_string(),
            "Couldn't save the scene: the disk is full (/packs/go/setup.json). Free some space on that disk, then try again."
        );
        assert_eq!(Error::new(ErrorKind::NotFound, "It is not there").at("").to_string(), "It is not there.");
    }
}
