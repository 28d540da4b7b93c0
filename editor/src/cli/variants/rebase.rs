//! `tablewright variants PACK rebase ID`: another variant becomes the scene's top level, and each plays what it played.

use super::edit::{Edited, edit, schema_problems};
use super::{Asked, Format};
use crate::cli::{Exit, Io, Outcome};
use serde_json::{Value, json};
use tablewright_core::edit::Roots;
use tablewright_core::variants::{Proof, listed_ids, make_base};
use tablewright_core::{Error, ErrorKind};

/// What is told of the edit.
struct Told {
    changed: bool,
    proof: Vec<Proof>,
    notes: Vec<String>,
}

/// Makes a variant the base and saves the scene.
///
/// # Errors
/// There is no pack, one of its documents is not there, or the scene cannot be saved.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let id = asked.word(0);
    let edited = edit(asked, io, schema_problems, |roots| {
        let (Some(manifest), Some(scene)) = (&roots.manifest, &roots.scene) else {
            let error = Error::new(ErrorKind::Refused, "This pack has no scene, so nothing in it is a base");
            return Err(error.hint("Write one, and name it in the manifest’s “entry.setup”."));
        };
        let rebased = make_base(scene, &listed_ids(manifest.root()), id)?;
        let told = Told { changed: !rebased.scene.same(scene), proof: rebased.proof, notes: rebased.notes };
        Ok((Roots { scene: Some(rebased.scene), ..roots.clone() }, told))
    })?;
    let told = match edited {
        Edited::Done(told) => told,
        Edited::Ended(exit) => return Ok(exit),
    };
    match asked.format {
        Format::Json => {
            let proof: Vec<Value> = told.proof.iter().map(proof_json).collect();
            let told = json!({ "base": id, "changed": told.changed, "proof": proof, "notes": told.notes });
            writeln!(io.out, "{told}")?;
        }
        Format::Text if !told.changed => writeln!(io.out, "“{id}” is the base already: there is nothing to do.")?,
        Format::Text => {
            writeln!(io.out, "“{id}” is the base now.")?;
            for line in &told.proof {
                writeln!(io.out, "  {}: plays the same", line.id)?;
            }
            for note in &told.notes {
                writeln!(io.out, "{note}")?;
            }
        }
    }
    Ok(Exit::Done)
}

/// A line of the proof.
pub(super) fn proof_json(line: &Proof) -> Value {
    json!({ "id": line.id, "listed": line.listed, "holds": line.holds })
}
