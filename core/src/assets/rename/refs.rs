//! What names a moved or deleted file, written anew: in both documents and in the JSON files of the pack.

use super::super::class::Special;
use super::super::path_order;
use super::super::references::{Holder, Naming, Role};
use super::super::uri;
use super::Pack;
use crate::edit::Roots;
use crate::error::{Error, Result};
use crate::json::{Document, Edit, Pointer, Ref, Value};
use crate::pack::{MANIFEST, PackPath};
use crate::pointer;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

type Moves<'a> = FxHashMap<&'a str, &'a PackPath>;

/// The lists of the manifest that hold paths and are kept in order.
const LISTS: [&str; 2] = ["assets", "excludedAssets"];

/// Both documents with every place that names a moved file; and what to tell.
pub(super) fn follow(pack: &Pack, moves: &Moves) -> Result<(Roots, Vec<String>)> {
    let mut edits: [Vec<(Pointer, Edit)>; 2] = [Vec::new(), Vec::new()];
    let mut told = Vec::new();
    for naming in pack.survey.references.all() {
        let Some(to) = moves.get(naming.path.as_str()) else { continue };
        match (&naming.holder, naming.role) {
            (_, Role::Beside) => {}
            (_, Role::Script) => told.push(format!("{} still names “{}”: change it there.", place(naming), naming.path)),
            (Holder::Manifest, _) => edits[0].push((naming.at.clone(), Edit::Set(Value::from(to.as_str())))),
            (Holder::Scene, _) => edits[1].push((naming.at.clone(), Edit::Set(Value::from(to.as_str())))),
            (Holder::File(_), _) => {}
        }
    }
    let [manifest, scene] = edits;
    let edited = |document: &Option<Document>, edits: Vec<(Pointer, Edit)>| -> Result<Option<Document>> {
        Ok(match document {
            Some(document) if !edits.is_empty() => Some(document.edit_many(edits)?),
            other => other.clone(),
        })
    };
    let mut roots = Roots { manifest: edited(&pack.roots.manifest, manifest)?, scene: edited(&pack.roots.scene, scene)? };
    if let (Some(before), Some(after)) = (&pack.roots.manifest, &roots.manifest)
        && !before.same(after)
    {
        let special = Special::of(after);
        let mut manifest = after.clone();
        for key in LISTS {
            manifest = settle_list(before, &manifest, key, &special, &mut told)?;
        }
        roots.manifest = Some(manifest);
    }
    Ok((roots, told))
}

/// A list after paths in it were changed: in order where it was, and without what could never be declared.
fn settle_list(before: &Document, after: &Document, key: &str, special: &Special, told: &mut Vec<String>) -> Result<Document> {
    let at = pointer![key];
    let (Some(old), Some(new)) = (before.at(&at), after.at(&at)) else { return Ok(after.clone()) };
    if old.same(new) {
        return Ok(after.clone());
    }
    let sorted = |list: Ref| {
        let texts: Option<Vec<_>> = list.items().map(Ref::as_str).collect();
        texts.is_some_and(|texts| texts.is_sorted_by(|a, b| path_order(a, b).is_le()))
    };
    let was: FxHashSet<String> = old.items().filter_map(Ref::as_str).map(std::borrow::Cow::into_owned).collect();
    let mut items: Vec<Ref> = Vec::with_capacity(new.len());
    for item in new.items() {
        let text = item.as_str().unwrap_or_default();
        let never = PackPath::parse(&text).ok().and_then(|path| special.never(&path)).filter(|why| why.is_final());
        match never {
            // What stood there before is the reconciler's.
            Some(why) if !was.contains(text.as_ref()) => told.push(format!("“{text}” {}, so it left “{key}”.", why.why())),
            _ => items.push(item),
        }
    }
    if sorted(old) {
        items.sort_by(|a, b| path_order(&a.as_str().unwrap_or_default(), &b.as_str().unwrap_or_default()));
    }
    if items.is_empty() && key == "excludedAssets" {
        return Ok(after.remove(&at)?);
    }
    Ok(after.set(&at, Value::Array(items.into_iter().map(Ref::share).collect()))?)
}

/// Both documents without the listed paths in `gone`. Whose record loses which, the ledger of credits decides.
pub(super) fn forget(roots: &Roots, gone: &FxHashSet<&str>) -> Result<Roots> {
    let Some(manifest) = &roots.manifest else { return Ok(roots.clone()) };
    let is_gone = |text: Option<std::borrow::Cow<str>>| {
        text.and_then(|text| PackPath::parse(&text).ok()).is_some_and(|path| gone.contains(path.as_str()))
    };
    let mut edits = Vec::new();
    for key in ["assets", "excludedAssets", "assetManifest"] {
        let Some(list) = manifest.root().get(key).filter(|list| list.is_array()) else { continue };
        let path = |item: Ref| {
            if key == "assetManifest" { is_gone(item.get("path").and_then(Ref::as_str)) } else { is_gone(item.as_str()) }
        };
        let out: Vec<usize> = list.items().enumerate().filter(|(_, item)| path(*item)).map(|(index, _)| index).collect();
        if !out.is_empty() && out.len() == list.len() && key != "assets" {
            edits.push((pointer![key], Edit::Remove));
        } else {
            edits.extend(out.into_iter().map(|index| (pointer![key, index], Edit::Remove)));
        }
    }
    if edits.is_empty() {
        return Ok(roots.clone());
    }
    Ok(Roots { manifest: Some(manifest.edit_many(edits)?), scene: roots.scene.clone() })
}

/// The JSON files of the pack that name a moved file, with their new content, by the path that they have after the move.
pub(super) fn rewritten(pack: &Pack, moves: &Moves, told: &mut Vec<String>) -> Result<Vec<(PackPath, Arc<[u8]>)>> {
    let mut by_file: FxHashMap<&PackPath, Vec<&Naming>> = FxHashMap::default();
    for naming in pack.survey.references.all() {
        if let Holder::File(path) = &naming.holder
            && matches!(naming.role, Role::Use | Role::Record)
            // What a .gltf names counts from its own folder.
            && (moves.contains_key(naming.path.as_str()) || is_gltf(path) && moves.contains_key(path.as_str()))
        {
            by_file.entry(path).or_default().push(naming);
        }
    }
    // A link record names its own file, and files that name themselves are not among the references.
    let index = PackPath::parse("thumbnails/index.json")?;
    if pack.survey.listing.get(&index).is_some() {
        by_file.entry(&index).or_default();
    }
    let mut done = Vec::new();
    for (path, namings) in by_file {
        if !path.as_str().to_ascii_lowercase().ends_with(".json") && !is_gltf(path) {
            told.push(format!("“{path}” names files that move, and is not rewritten: change it there."));
            continue;
        }
        let full = path.join(pack.root);
        let there = moves.get(path.as_str()).map(|to| to.join(pack.root)).filter(|_| pack.fs.metadata(&full).is_err());
        let full = there.unwrap_or(full);
        let bytes = pack.fs.read(&full).map_err(|e| Error::io(format!("Couldn't read `{path}`"), &full, e))?;
        let Ok(document) = Document::parse(&bytes) else { continue };
        let edits = namings.iter().filter_map(|naming| {
            let to =
                if is_gltf(path) { address(path, naming, moves)? } else { moves.get(naming.path.as_str())?.as_str().to_owned() };
            let stands = document.at(&naming.at).and_then(Ref::as_str).is_some_and(|text| text == to);
            (!stands).then(|| (naming.at.clone(), Edit::Set(Value::from(to.as_str()))))
        });
        let mut edited = document.edit_many(edits)?;
        if *path == index {
            edited = thumbnails(&edited, moves)?;
        }
        if !edited.same(&document) {
            let to = moves.get(path.as_str()).map_or_else(|| path.clone(), |to| (*to).clone());
            done.push((to, Arc::from(edited.text().into_bytes())));
        }
    }
    Ok(done)
}

fn is_gltf(path: &PackPath) -> bool {
    path.as_str().to_ascii_lowercase().ends_with(".gltf")
}

/// The address that a place of the `.gltf` at `holder` has after the moves; `None` where both ends stay as they are to each
/// other.
fn address(holder: &PackPath, naming: &Naming, moves: &Moves) -> Option<String> {
    let old = PackPath::parse(&naming.path).ok()?;
    let after = |path: &PackPath| moves.get(path.as_str()).map_or_else(|| path.clone(), |to| (*to).clone());
    let (before, now) = (uri::relative(holder, &old), uri::relative(&after(holder), &after(&old)));
    (before != now).then_some(now)
}

/// The index of thumbnails with its entries under the new paths, and their files as they are called now.
fn thumbnails(index: &Document, moves: &Moves) -> Result<Document> {
    let mut edited = index.clone();
    let entries = pointer!["entries"];
    let Some(all) = index.at(&entries).filter(|all| all.is_object()) else { return Ok(edited) };
    for (key, entry) in all.members() {
        let Some(to) = moves.get(key) else { continue };
        let file = entry.get("file").and_then(Ref::as_str).map(std::borrow::Cow::into_owned);
        if all.get(to.as_str()).is_some() {
            continue;
        }
        if file.as_deref() == Some(format!("{key}.webp").as_str()) {
            edited = edited.set(&entries.join(key).join("file"), Value::from(format!("{to}.webp").as_str()))?;
        }
        edited = edited.rename_member(&entries.join(key), to.as_str())?;
    }
    Ok(edited)
}

/// Where a place is, for a person.
pub(super) fn place(naming: &Naming) -> String {
    let file = match &naming.holder {
        Holder::Manifest => MANIFEST,
        Holder::Scene => "the scene",
        Holder::File(path) => path.as_str(),
    };
    let line = naming.line.map_or_else(String::new, |line| format!(" line {line}"));
    if naming.at.is_root() { format!("{file}{line}") } else { format!("{file} {}{line}", naming.at) }
}

/// The first of some places, and how many more there are.
pub(super) fn shown(namings: &[&Naming]) -> String {
    let places: Vec<String> = namings.iter().take(3).map(|naming| place(naming)).collect();
    match namings.len().saturating_sub(3) {
        0 => places.join(", "),
        more => format!("{} and {more} more", places.join(", ")),
    }
}
