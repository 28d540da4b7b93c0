//! `tablewright variants PACK resolve ID`: the scene that a variant plays.

use super::{Asked, report};
use crate::cli::{Exit, Io, Outcome};
use tablewright_core::check::OnDisk;
use tablewright_core::scene::schema;
use tablewright_core::scene::view::SceneView;
use tablewright_core::variants;
use tablewright_core::{Error, Finding, Severity};

/// `variants PACK resolve ID`: the scene that the variant plays, as JSON. A setup that fails the schema anywhere is
/// refused, also where another variant is at fault.
///
/// # Errors
/// There is no pack, or no scene in it.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let pack = OnDisk::read(&asked.pack, io.state_dir)?;
    let subject = pack.subject();
    let Ok(scene) = subject.scene else { return report::refuse(&subject, Vec::new(), asked.format, io) };
    let problems = unresolvable(SceneView::of(scene));
    if !problems.is_empty() {
        return report::refuse(&subject, problems, asked.format, io);
    }
    let listed = subject.manifest.map(|manifest| variants::list::listed_ids(manifest.root())).unwrap_or_default();
    let resolved = variants::resolve(scene, asked.word(0), &listed);
    if let Some(fallback) = &resolved.fallback {
        writeln!(io.err, "{}", fallback.note())?;
    }
    let text = resolved.to_json_text().map_err(Error::from)?;
    writeln!(io.out, "{}", text.trim_start_matches('\u{feff}').trim_end())?;
    Ok(Exit::Done)
}

/// What keeps a scene from being resolved, in any of its variants.
pub(super) fn unresolvable(scene: SceneView<'_>) -> Vec<Finding> {
    if scene.0.is_object() && !scene.is_edit_scene() {
        return vec![schema::older_format(Severity::Error)];
    }
    schema::findings(scene)
}
