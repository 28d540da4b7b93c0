//! `tablewright variants PACK add|rename|remove`: edits of the list, in both documents at once.

use super::edit::{Edited, edit};
use super::rebase::proof_json;
use super::{Asked, Format};
use crate::cli::args::usage;
use crate::cli::{Exit, Io, Outcome};
use serde_json::{Value, json};
use std::path::Path;
use tablewright_core::edit::Roots;
use tablewright_core::json::Document;
use tablewright_core::manifest::ManifestView;
use tablewright_core::pack::{OsFs, PackPath, WorkingCopy, resolve_inside};
use tablewright_core::variants::list_edit::{self, InScript, NewVariant, ScriptPlace, Start, UnlistedToo};
use tablewright_core::{Finding, Result};

/// No problem keeps an edit of the list from being tried: it says itself what stands against it.
fn no_problems(_roots: &Roots) -> Vec<Finding> {
    Vec::new()
}

/// What is told of an edit: for people and for programs.
struct Told {
    text: Vec<String>,
    json: Value,
}

fn run_edit(asked: &Asked, io: &mut Io, work: impl FnOnce(&Roots) -> Result<(Roots, Told)>) -> Outcome {
    let told = match edit(asked, io, no_problems, work)? {
        Edited::Done(told) => told,
        Edited::Ended(exit) => return Ok(exit),
    };
    match asked.format {
        Format::Json => writeln!(io.out, "{}", told.json)?,
        Format::Text => told.text.iter().try_for_each(|line| writeln!(io.out, "{line}"))?,
    }
    Ok(Exit::Done)
}

/// Adds a variant: like the base, like another one (`--from`), or an empty table (`--empty`).
///
/// # Errors
/// There is no pack, one of its documents is not there, or they cannot be saved.
pub(super) fn add(asked: &Asked, io: &mut Io) -> Outcome {
    let start = match (asked.option("from"), asked.option("empty")) {
        (Some(_), Some(_)) => return Err(usage("A variant begins either from another one or empty")),
        (Some(from), None) => Start::Variant(from.to_owned()),
        (None, Some(_)) => Start::Empty,
        (None, None) => Start::Base,
    };
    let id = asked.word(0).to_owned();
    let name = asked.option("name").unwrap_or(&id).to_owned();
    let new = NewVariant { name: name.clone(), id: Some(id), start, at: None };
    run_edit(asked, io, |roots| {
        let added = list_edit::add(roots, &new)?;
        let mut text = vec![format!("Added “{}” ({name}).", added.id)];
        if let Some(first) = &added.first {
            text.push(format!("The game as it was is “{first}” now: the base, and what a lobby starts with."));
        }
        Ok((added.roots, Told { text, json: json!({ "id": added.id, "first": added.first }) }))
    })
}

/// Gives a variant another id, and names the places in scripts where the old one stands.
///
/// # Errors
/// There is no pack, one of its documents is not there, or they cannot be saved.
pub(super) fn rename(asked: &Asked, io: &mut Io) -> Outcome {
    let (old, new) = (asked.word(0), asked.word(1));
    let pack = asked.pack.clone();
    run_edit(asked, io, |roots| {
        let after = list_edit::rename_id(roots, old, new)?;
        let entry = roots.manifest.as_ref().and_then(|manifest| entry_script(&pack, manifest));
        let entry = entry.as_ref().map(|(path, text)| (path.as_str(), text.as_str()));
        let places = list_edit::places_of_id(roots.scene.as_ref(), entry, old);
        let mut text = vec![format!("“{old}” is “{new}” now.")];
        if !places.is_empty() {
            text.push(format!("Scripts still name “{old}”:"));
            text.extend(
                places.iter().map(|place| format!("  {}:{}:{}: {}", script_name(place), place.line, place.column, place.text)),
            );
        }
        let places: Vec<Value> = places.iter().map(place_json).collect();
        Ok((after, Told { text, json: json!({ "id": new, "places": places }) }))
    })
}

/// The path and the text of the entry script, where it is there.
fn entry_script(pack: &Path, manifest: &Document) -> Option<(String, String)> {
    let path = ManifestView::new(manifest)?.script()?.into_owned();
    let inside = PackPath::parse(&path).ok()?;
    let root = WorkingCopy::locate(&OsFs, pack).ok()?;
    let text = std::fs::read_to_string(resolve_inside(&OsFs, &root, &inside).ok()?).ok()?;
    Some((path, text))
}

fn script_name(place: &ScriptPlace) -> &str {
    match &place.script {
        InScript::Entry(path) => path,
        InScript::Library { name, .. } => name,
    }
}

fn place_json(place: &ScriptPlace) -> Value {
    let id = match &place.script {
        InScript::Entry(_) => None,
        InScript::Library { id, .. } => Some(id),
    };
    json!({
        "script": script_name(place), "scriptId": id, "line": place.line, "column": place.column, "text": place.text,
    })
}

/// Deletes a variant.
///
/// # Errors
/// There is no pack, one of its documents is not there, or they cannot be saved.
pub(super) fn remove(asked: &Asked, io: &mut Io) -> Outcome {
    let unlisted = match asked.option("unlisted") {
        None => UnlistedToo::Ask,
        Some("remove") => UnlistedToo::Remove,
        Some("list") => UnlistedToo::AddBack,
        Some(other) => return Err(usage(format!("What is not listed cannot be “{other}”: use remove or list"))),
    };
    let id = asked.word(0);
    run_edit(asked, io, |roots| {
        let removed = list_edit::remove(roots, id, unlisted)?;
        let mut text = vec![format!("Deleted “{id}”.")];
        if let Some(base) = &removed.new_base {
            text.push(format!("“{base}” is the base now, and every variant that stays plays what it played."));
        }
        if let Some(last) = &removed.last {
            text.push(format!("What “{last}” played is the one way to play now: the pack has no variants any more."));
        }
        let proof: Vec<Value> = removed.proof.iter().map(proof_json).collect();
        let json = json!({ "removed": id, "newBase": removed.new_base, "last": removed.last, "proof": proof });
        Ok((removed.roots, Told { text, json }))
    })
}
