//! What the commands say about a pack whose documents cannot be used, and how they print what they found.

use super::Format;
use crate::cli::{Exit, Io, Outcome};
use std::io::{self, Write};
use tablewright_core::check::{self, Diagnostic, Sink, Subject, diagnostics_json};
use tablewright_core::pack::Fault;
use tablewright_core::{Error, ErrorKind, Finding};

/// What a command found about a pack, with its places in the files, and what could not be read of it.
pub(super) fn diagnostics(subject: &Subject, findings: Vec<Finding>) -> Vec<Diagnostic> {
    let mut sink = Sink::default();
    check::unreadable(subject, &mut sink);
    for finding in findings {
        sink.put(finding);
    }
    sink.into_diagnostics(subject)
}

pub(super) fn print(found: &[Diagnostic], format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => found.iter().try_for_each(|diagnostic| writeln!(out, "{diagnostic}")),
        Format::Json => writeln!(out, "{{\"diagnostics\":{}}}", diagnostics_json(found)),
    }
}

/// Says why the scene cannot be used: by what was found in it, or by why it could not be read.
pub(super) fn refuse(subject: &Subject, findings: Vec<Finding>, format: Format, io: &mut Io) -> Outcome {
    let found = diagnostics(subject, findings);
    if found.is_empty()
        && let Some(error) = missing(subject)
    {
        return Err(error.into());
    }
    print(&found, format, io.out)?;
    Ok(Exit::Refused)
}

/// Why there is no scene to look at, where no text is at fault.
pub(super) fn missing(subject: &Subject) -> Option<Error> {
    let unreadable = |fault: &Fault| match fault {
        Fault::Unreadable(error) => Some(Error::new(error.kind(), error.what()).hint("`tablewright check` says more.")),
        _ => None,
    };
    match (subject.manifest, subject.scene) {
        (_, Ok(_) | Err(Fault::NotJson(_) | Fault::NotAnObject(_))) => None,
        (_, Err(fault @ Fault::Unreadable(_))) | (Err(fault @ Fault::Unreadable(_)), _) => unreadable(fault),
        // Only the manifest could say where the scene is.
        (Err(Fault::NotJson(_)), _) => None,
        (_, Err(Fault::Missing)) => Some(
            Error::new(ErrorKind::NotFound, format!("There is no {} in this pack, though it is its scene", subject.scene_path))
                .hint("Put the file there, or correct “entry.setup”."),
        ),
        (_, Err(Fault::NotNamed)) => Some(
            Error::new(ErrorKind::NotFound, "This pack has no scene: its manifest has no “entry.setup” that names one")
                .hint("Write one, such as setup.json."),
        ),
    }
}
