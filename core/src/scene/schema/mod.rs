//! What the platform's schema states about a scene of Edit Mode, as far as its documents say so: codes `schema`.
//!
//! - [`tables`]: one row a field, with what it must be and where that is said
//! - [`special`]: the rules that look at more than one field
//!
//! The engine that goes over a scene with a table in its hand is [`crate::shape`].
//!
//! Where the documents are silent, nothing is reported: an unknown key, a field whose type no document tells, a bound
//! that none of them prints. The entities and scene keys of each variant are held to the same tables as the base's.

mod special;
mod tables;

#[cfg(test)]
mod tests;

pub use tables::{KINDS, SOUND_MATERIALS, ZONE_TYPES};

use super::view::SceneView;
use crate::finding::{DocId, Finding, Severity};
use crate::json::{Pointer, Ref};
use crate::shape::Walk;

/// What the platform would refuse about the shape of a scene. A setup that is not of Edit Mode's format gives one
/// warning (`tw-setup-older-format`) and is not looked into.
pub fn findings(scene: SceneView<'_>) -> Vec<Finding> {
    let mut all = findings_and_newer_keys(scene);
    all.retain(|finding| finding.severity != Severity::Advice);
    all
}

/// The same, and the keys that may be newer than this editor (`tw-unknown-key`).
pub fn findings_and_newer_keys(scene: SceneView<'_>) -> Vec<Finding> {
    if scene.0.is_object() && !scene.is_edit_scene() {
        return vec![older_format(Severity::Warning)];
    }
    let mut walk = Walk::new(DocId::Scene);
    walk.check(scene.0, &tables::ROOT);
    walk.findings
}

/// Says that the setup is of the older format, in which there are no variants.
pub fn older_format(severity: Severity) -> Finding {
    Finding {
        code: "tw-setup-older-format",
        severity,
        document: DocId::Scene,
        pointer: Pointer::root(),
        message: "This setup lacks “schemaVersion” or “environment”, so the platform reads it as the older mod-setup \
                  format, which has no variants; nothing in it is shown or checked here. Open it in the platform's Edit \
                  Mode and save it there to bring it to the present format."
            .to_owned(),
    }
}

/// Whether one whole entity, of the base or of a variant, is as the schema wants it.
pub fn entity_fits(entity: Ref<'_>) -> bool {
    let mut walk = Walk::new(DocId::Scene);
    walk.check(entity, &tables::ENTITY_RULE);
    walk.findings.iter().all(|finding| finding.severity != Severity::Error)
}
