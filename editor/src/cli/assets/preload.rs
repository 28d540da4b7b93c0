//! `tablewright assets PACK preload` and `on-demand`: when players download files.

use super::list::bytes;
use super::look::{Look, look, path, refuse};
use super::{Asked, Format};
use crate::cli::saving::save;
use crate::cli::{Exit, Io, Outcome};
use serde_json::json;
use tablewright_core::assets::set_preload;
use tablewright_core::edit::Roots;
use tablewright_core::job::Quiet;
use tablewright_core::{Error, ErrorKind, Result};

/// `assets PACK preload PATH…`: the files are downloaded before the table opens.
///
/// # Errors
/// There is no pack, a file cannot be read, or the manifest cannot be saved.
pub(super) fn on(asked: &Asked, io: &mut Io) -> Outcome {
    run(asked, true, io)
}

/// `assets PACK on-demand PATH…`: the files are downloaded when something uses them.
///
/// # Errors
/// As [`on`].
pub(super) fn off(asked: &Asked, io: &mut Io) -> Outcome {
    run(asked, false, io)
}

fn run(asked: &Asked, on: bool, io: &mut Io) -> Outcome {
    let dry_run = asked.flag("dry-run");
    let mut look = look(asked, !dry_run, io)?;
    let (paths, after) = match edited(asked, &mut look, on) {
        Ok(edited) => edited,
        Err(error) if matches!(error.kind(), ErrorKind::Refused | ErrorKind::UnsafePath) => {
            return refuse(&error, asked.word(0), asked, io);
        }
        Err(error) => return Err(error.into()),
    };
    let changed = !after.same(&look.roots);
    let exit = if dry_run { Exit::Done } else { save(&mut look.copy, &look.roots, &after, io)? };
    let download = look.survey.inventory.relisted(&after, &look.survey.special).download();
    match asked.format {
        Format::Json => {
            let list = if on { "assets" } else { "excludedAssets" };
            writeln!(io.out, "{}", json!({ "list": list, "paths": paths, "changed": changed, "download": download }))?;
        }
        Format::Text => {
            for path in &paths {
                writeln!(io.out, "“{path}” {}.", if on { "is pre-loaded" } else { "loads on demand" })?;
            }
            writeln!(io.out, "A player downloads {} before the table opens.", bytes(download))?;
            if dry_run {
                writeln!(io.out, "Nothing was written.")?;
            }
        }
    }
    Ok(exit)
}

/// The files that were named, and the documents with them in the list that was asked for.
fn edited(asked: &Asked, look: &mut Look, on: bool) -> Result<(Vec<String>, Roots)> {
    look.editable()?;
    let paths = named(asked, look)?;
    let manifest = look.roots.manifest.as_ref().ok_or_else(|| Error::new(ErrorKind::Refused, "The pack has no manifest"))?;
    // Where the manifest holds hashes, those of all files that it lists are made fresh.
    if manifest.root().get("assetManifest").is_some() {
        look.memory.hash(&look.copy.root, &look.survey.listing, &mut |_| true, false, &Quiet)?;
    }
    let edited = set_preload(manifest, &paths, on, &|path| look.memory.facts(path)?.bytes)?;
    Ok((paths, Roots { manifest: Some(edited), scene: look.roots.scene.clone() }))
}

/// The files that the words mean, each once: a folder means those in it that can be in a list.
fn named(asked: &Asked, look: &Look) -> Result<Vec<String>> {
    let (listing, special) = (&look.survey.listing, &look.survey.special);
    let mut paths = Vec::new();
    for word in &asked.words {
        let path = path(word)?;
        if listing.get(&path).is_some() {
            paths.push(path.as_str().to_owned());
            continue;
        }
        let inside: Vec<String> = listing
            .below(&path)
            .filter(|entry| special.never(&entry.path).is_none_or(|why| !why.is_final()))
            .map(|entry| entry.path.as_str().to_owned())
            .collect();
        if inside.is_empty() {
            return Err(Error::new(
                ErrorKind::Refused,
                format!("There is no file “{path}” and no folder with files for players"),
            )
            .hint("`tablewright assets PACK list` shows what is there."));
        }
        paths.extend(inside);
    }
    paths.sort_unstable();
    paths.dedup();
    Ok(paths)
}
