//! What the actions that edit have in common: both documents are read, edited at once and saved as one step.

use super::{Asked, Format, report};
use crate::cli::saving::save;
use crate::cli::{Exit, Failure, Io};
use serde_json::json;
use tablewright_core::check::{DiskFiles, Subject};
use tablewright_core::edit::Roots;
use tablewright_core::pack::{Fault, OsFs, WorkingCopy};
use tablewright_core::scene::view::SceneView;
use tablewright_core::{ErrorKind, Finding, Result, variants};

/// What came of an edit.
pub(super) enum Edited<T> {
    /// It is saved, or nothing was to be changed; this is to be told.
    Done(T),
    /// It ended otherwise, and that has been told.
    Ended(Exit),
}

/// Edits both documents of the pack that was asked for and saves them. `problems` says what of them keeps the edit from
/// being tried.
///
/// # Errors
/// There is no pack, one of its documents is not there, or they cannot be saved.
pub(super) fn edit<T>(
    asked: &Asked,
    io: &mut Io,
    problems: impl FnOnce(&Roots) -> Vec<Finding>,
    work: impl FnOnce(&Roots) -> Result<(Roots, T)>,
) -> Result<Edited<T>, Failure> {
    let (mut copy, recovery) = WorkingCopy::open(&OsFs, &asked.pack, io.state_dir)?;
    for note in &recovery.notes {
        writeln!(io.err, "{note}")?;
    }
    let before = copy.roots();
    let refusal = {
        let files = DiskFiles::new(&copy.root);
        let subject = Subject::of_working_copy(&copy, &before, &files);
        let found = problems(&before);
        // A game may be a list of variants without a scene of its own.
        let unread = subject.manifest.is_err() || !matches!(subject.scene, Ok(_) | Err(Fault::NotNamed));
        if unread || !found.is_empty() { Some(report::refuse(&subject, found, asked.format, io)?) } else { None }
    };
    if let Some(exit) = refusal {
        return Ok(Edited::Ended(exit));
    }
    let (after, told) = match work(&before) {
        Ok(done) => done,
        Err(error) if error.kind() == ErrorKind::Refused => {
            match asked.format {
                Format::Text => writeln!(io.err, "tablewright: {error}")?,
                Format::Json => {
                    let refusal = json!({
                        "code": "tw-edit-refused", "severity": "error", "file": copy.scene.path.as_str(), "pointer": "/variants",
                        "line": 1, "column": 1, "message": error.to_string(), "fixes": [],
                    });
                    writeln!(io.out, "{}", json!({ "diagnostics": [refusal] }))?;
                }
            }
            return Ok(Edited::Ended(Exit::Refused));
        }
        Err(error) => return Err(error.into()),
    };
    match save(&mut copy, &before, &after, io)? {
        Exit::Done => Ok(Edited::Done(told)),
        exit => Ok(Edited::Ended(exit)),
    }
}

/// What keeps a scene from being taken apart: whatever fails the schema, in the list or in the scene.
pub(super) fn schema_problems(roots: &Roots) -> Vec<Finding> {
    let list = roots.manifest.iter().flat_map(|manifest| variants::list::schema(manifest.root()));
    let scene = roots.scene.iter().flat_map(|scene| super::resolve::unresolvable(SceneView::of(scene)));
    list.chain(scene).collect()
}
