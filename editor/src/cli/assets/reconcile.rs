//! `tablewright assets PACK reconcile`: the manifest's lists made true.

use super::look::{changes_json, look, refuse};
use super::{Asked, Format};
use crate::cli::saving::save;
use crate::cli::{Exit, Io, Outcome};
use serde_json::json;
use tablewright_core::assets::{Gone, Settled, reconcile_pack};
use tablewright_core::job::Quiet;
use tablewright_core::pack::OsFs;

/// `assets PACK reconcile`: makes `assets`, `excludedAssets`, `assetManifest`, `aiModels` and `assetRepos` true and saves the
/// manifest.
///
/// # Errors
/// There is no pack, a file cannot be read, or the manifest cannot be saved.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let dry_run = asked.flag("dry-run");
    let mut look = look(asked, !dry_run, io)?;
    if let Err(error) = look.editable() {
        return refuse(&error, look.copy.manifest.path.as_str(), asked, io);
    }
    let settled = Settled { renames: &[], gone: Gone::Drop, hashes: true, add_manifest: asked.flag("asset-manifest") };
    let root = look.copy.root.clone();
    let done = reconcile_pack(&OsFs, &root, &look.roots, &look.survey, &mut look.memory, settled, &Quiet);
    let (after, changes) = match done {
        Ok(done) => done,
        Err(error) if error.kind() == tablewright_core::ErrorKind::Refused => {
            return refuse(&error, look.copy.manifest.path.as_str(), asked, io);
        }
        Err(error) => return Err(error.into()),
    };
    let exit = if dry_run { Exit::Done } else { save(&mut look.copy, &look.roots, &after, io)? };
    match asked.format {
        Format::Json => {
            let told = json!({ "changed": !after.same(&look.roots), "changes": changes_json(&changes) });
            writeln!(io.out, "{told}")?;
        }
        Format::Text if after.same(&look.roots) => writeln!(io.out, "The lists are true already: there is nothing to change.")?,
        Format::Text => {
            for change in &changes {
                writeln!(io.out, "{}: {}", change.list, change.told)?;
            }
            if dry_run {
                writeln!(io.out, "Nothing was written.")?;
            }
        }
    }
    Ok(exit)
}
