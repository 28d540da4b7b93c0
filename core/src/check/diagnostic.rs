//! One problem, with all that a report or a problems panel shows of it.

use super::fix::Fix;
use crate::finding::{DocId, Severity};
use crate::json::Pointer;
use std::fmt;

/// One problem of a pack. Displayed as `file:line:column: severity[code]: message`.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// The code in the [catalogue](super::catalogue).
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Which document [`Self::pointer`] points into.
    pub document: DocId,
    /// The file, relative to the pack, with `/` between its parts.
    pub file: String,
    /// The place, RFC 6901. A missing member is reported where it would stand, an unknown one at its key.
    pub pointer: Pointer,
    /// The line of that place in the file as it was loaded, from 1.
    pub line: u32,
    /// The character in that line, from 1.
    pub column: u32,
    /// What is wrong and what to do, for a person. Where the documents quote a message it is that, letter for letter.
    pub message: String,
    /// What would mend it, the best first.
    pub fixes: Vec<Fix>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, severity, file, line, column, message, .. } = self;
        write!(f, "{file}:{line}:{column}: {severity}[{code}]: {message}")
    }
}
