//! How the commands that edit a pack save it: what has changed, as one step, and what is told of it.

use super::{Exit, Failure, Io};
use tablewright_core::edit::Roots;
use tablewright_core::json::Document;
use tablewright_core::pack::{OsFs, WorkingCopy};

/// Saves what has changed as one step.
pub(super) fn save(copy: &mut WorkingCopy, before: &Roots, after: &Roots, io: &mut Io) -> Result<Exit, Failure> {
    let (manifest, scene) = (changed(&before.manifest, &after.manifest), changed(&before.scene, &after.scene));
    if manifest.is_none() && scene.is_none() {
        return Ok(Exit::Done);
    }
    let saved = copy.save(&OsFs, manifest, scene, io.state_dir)?;
    for note in &saved.notes {
        writeln!(io.err, "{note}")?;
    }
    Ok(match saved.pending {
        None => Exit::Done,
        Some(error) => {
            writeln!(io.err, "tablewright: The files are written, but not all are in their place yet: {error}")?;
            Exit::Failed
        }
    })
}

/// The document, where it is another one than before.
pub(super) fn changed<'a>(before: &Option<Document>, after: &'a Option<Document>) -> Option<&'a Document> {
    let same = before.as_ref().zip(after.as_ref()).is_some_and(|(before, after)| before.same(after));
    after.as_ref().filter(|_| !same)
}
