//! What a rule found: the plain form that every module can return. `check` adds the file, the line and the fixes.

use crate::json::Pointer;
use std::fmt;

/// How bad a [`Finding`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The platform would refuse it, or the file cannot be read.
    Error,
    /// The platform warns, or accepts something that will not work.
    Warning,
    /// Ours: worth knowing, nobody refuses it.
    Advice,
}

impl Severity {
    /// The word that stands in reports: `error`, `warning` or `advice`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Advice => "advice",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One of a pack's two documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DocId {
    /// `diceytable.mod.json`, or the older name that it has in the pack.
    Manifest,
    /// The file that `entry.setup` names, mostly `setup.json`.
    Scene,
}

/// One thing that a rule found, at one place of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The catalogue's code: the documents' own, or one of ours that begins with `tw-`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The document that [`Self::pointer`] points into.
    pub document: DocId,
    /// The place, RFC 6901.
    pub pointer: Pointer,
    /// What is wrong and what to do about it, for a person.
    pub message: String,
}
