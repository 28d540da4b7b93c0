//! `tablewright variants PACK agree`: where the two halves disagree.

use super::{Asked, Format, report};
use crate::cli::{Exit, Io, Outcome};
use tablewright_core::check::{Counts, OnDisk};
use tablewright_core::pack::Fault;
use tablewright_core::scene::schema;
use tablewright_core::scene::view::SceneView;
use tablewright_core::variants;

/// `variants PACK agree`: where the halves disagree, and what each of them has wrong.
///
/// # Errors
/// There is no pack, or a document that it names is not there.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let pack = OnDisk::read(&asked.pack, io.state_dir)?;
    let subject = pack.subject();
    // A pack without a scene has no second half; one whose scene is gone cannot be compared.
    if report::diagnostics(&subject, Vec::new()).is_empty()
        && let Some(error) = report::missing(&subject).filter(|_| !matches!(subject.scene, Err(Fault::NotNamed)))
    {
        return Err(error.into());
    }
    let (manifest, scene) = (subject.manifest.ok(), subject.scene.ok());
    let mut problems = manifest.map(|manifest| variants::list::schema(manifest.root())).unwrap_or_default();
    problems.extend(scene.map(|scene| schema::findings(SceneView::of(scene))).unwrap_or_default());
    problems.extend(variants::agree::findings(manifest, scene));
    let found = report::diagnostics(&subject, problems);
    report::print(&found, asked.format, io.out)?;
    if asked.format == Format::Text && found.is_empty() {
        writeln!(io.out, "The manifest's list and the scene's variants agree.")?;
    }
    Ok(if Counts::of(&found).errors > 0 { Exit::Refused } else { Exit::Done })
}
