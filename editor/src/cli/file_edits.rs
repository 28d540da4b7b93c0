//! How the commands that change files of a pack together with its documents do both: files first, then the lists that follow
//! from them, then one save; where that fails the files are put back.

use super::action::Asked;
use super::args::usage;
use super::assets::look::Look;
use super::saving::save;
use super::{Exit, Failure, Io};
use serde_json::{Value, json};
use tablewright_core::Result;
use tablewright_core::assets::{Gone, Settled, reconcile_pack, survey};
use tablewright_core::credits::{Answer, Origin, Signature, after_bytes_changed};
use tablewright_core::edit::{FileEdit, Roots};
use tablewright_core::job::Quiet;
use tablewright_core::media::Crop;
use tablewright_core::media::listing::credited;
use tablewright_core::pack::files::carry_out;
use tablewright_core::pack::{FileOp, OsFs, PackPath};

/// The paths of the pack's files.
pub(super) fn files(look: &Look) -> Vec<PackPath> {
    look.survey.listing.files.iter().map(|file| file.path.clone()).collect()
}

/// The change with a record that says who made its files, where `--own-work NAME` was given.
pub(super) fn with_credit(asked: &Asked, edit: FileEdit) -> FileEdit {
    let Some(name) = asked.option("own-work") else { return edit };
    let signature = Signature { name: name.to_owned(), at: crate::clock::instant() };
    credited(edit, Answer::new(Origin::OwnWork), signature, crate::clock::fresh_id())
}

/// The window that `--crop X,Y,W,H` names, in fractions of the picture.
pub(super) fn crop(asked: &Asked) -> std::result::Result<Option<Crop>, Failure> {
    let Some(text) = asked.option("crop") else { return Ok(None) };
    let parts: Vec<f64> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    let crop = match (&parts[..], text.split(',').count()) {
        (&[x, y, w, h], 4) => Some(Crop { x, y, w, h }).filter(|crop| crop.is_inside()),
        _ => None,
    };
    crop.map(Some).ok_or_else(|| {
        usage(format!("“{text}” is no window: give x, y, width and height as parts of the picture, such as 0,0.1,1,0.8"))
    })
}

/// Carries out a change and saves.
pub(super) fn carry(look: &mut Look, edit: &FileEdit, io: &mut Io) -> std::result::Result<Exit, Failure> {
    let bin = io.state_dir.join(crate::session::BIN);
    let undo = carry_out(&edit.ops, &OsFs, &look.copy.root, &bin, &Quiet)?;
    let before = look.roots.clone();
    let done = settled(look, edit).map_err(Failure::from).and_then(|after| save(&mut look.copy, &before, &after, io));
    if done.is_err() {
        // The first error is what the person needs to know.
        let _second = carry_out(&undo, &OsFs, &look.copy.root, &bin, &Quiet);
    }
    done
}

/// The documents after a change, with their lists made true.
fn settled(look: &mut Look, edit: &FileEdit) -> Result<Roots> {
    let mut after = (edit.edit)(&look.roots)?;
    let Some(manifest) = &after.manifest else { return Ok(after) };
    // What a library's record spoke of has other bytes now.
    let over: Vec<PackPath> = edit.written().filter(|path| look.survey.listing.get(path).is_some()).cloned().collect();
    let credited = after_bytes_changed(manifest, &over, &crate::clock::instant(), &mut crate::clock::fresh_id)?;
    after.manifest = Some(credited);
    let found = survey(&OsFs, &look.copy.root, &after, &mut look.memory, &Quiet)?;
    let gone = edit.gone.iter().cloned().collect();
    let settled = Settled { renames: &edit.moved, gone: Gone::Deleted(&gone), hashes: true, add_manifest: false };
    Ok(reconcile_pack(&OsFs, &look.copy.root, &after, &found, &mut look.memory, settled, &Quiet)?.0)
}

/// What a change did, for programs.
pub(super) fn done_json(edit: &FileEdit) -> Value {
    let written: Vec<&str> = edit.written().map(PackPath::as_str).collect();
    let gone: Vec<&str> = edit.ops.iter().filter(|op| matches!(op, FileOp::Bin { .. })).map(|op| op.path().as_str()).collect();
    json!({ "written": written, "deleted": gone, "notes": edit.told })
}

/// What a change did, for people.
pub(super) fn tell(edit: &FileEdit, io: &mut Io) -> std::result::Result<(), Failure> {
    for path in edit.written() {
        writeln!(io.out, "“{path}” is written.")?;
    }
    for op in edit.ops.iter().filter(|op| matches!(op, FileOp::Bin { .. })) {
        writeln!(io.out, "“{}” is in the bin.", op.path())?;
    }
    for note in &edit.told {
        writeln!(io.out, "{note}")?;
    }
    Ok(())
}
