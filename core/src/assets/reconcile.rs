//! `assets` and `excludedAssets` made true again: a pure function from the manifest and the files that are there to an edit of
//! the manifest that keeps every other byte (manifest reference, `assets` and `excludedAssets`; design, section 2).
//!
//! - Every plain file that can be declared stands in `assets` or in `excludedAssets`.
//! - A listed path follows its file through a rename, and goes where the file could never be declared.
//! - A listed path without a file goes when the caller says so ([`Gone`]): a partial checkout must not empty the lists.
//! - Both lists are in the platform's order; an empty `excludedAssets` goes with its key.
//! - A manifest that is true already is given back as the same document.

use super::class::{Never, Special};
use super::memory::Bytes;
use super::path_order;
use crate::edit::{Roots, set_manifest_field};
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Document, Ref, Value};
use crate::manifest::{MAX_ASSETS, ManifestView};
use crate::pack::PackPath;
use crate::pointer;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// What becomes of listed paths whose file is not there.
#[derive(Debug, Clone, Copy)]
pub enum Gone<'a> {
    /// They stay.
    Keep,
    /// They stay, but for these files, which were deleted in the editor.
    Deleted(&'a FxHashSet<PackPath>),
    /// They go.
    Drop,
}

/// The files that the lists are to follow.
#[derive(Debug, Clone, Copy)]
pub struct Tree<'a> {
    /// The plain files of the pack that git does not ignore.
    pub files: &'a FxHashSet<PackPath>,
    /// What else stands under a name: links, and files that git ignores. It is not listed, and where it is listed it stays,
    /// so that its state tells of it.
    pub others: &'a FxHashSet<PackPath>,
    /// Files that have another path now.
    pub renames: &'a [(PackPath, PackPath)],
    /// What paths alone do not tell of files; see [`Special`].
    pub special: &'a Special,
    /// What becomes of listed paths whose file is not there.
    pub gone: Gone<'a>,
}

/// One thing that was changed, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The list: `assets`, `excludedAssets`, `assetManifest`, `aiModels` or `assetRepos`.
    pub list: &'static str,
    /// The path that is told of, or a repository; empty for the list as a whole.
    pub path: String,
    /// What was done, in one sentence.
    pub told: String,
}

/// The manifest after reconciling, and what was changed.
#[derive(Debug, Clone)]
pub struct Reconciled {
    /// The manifest; the same document where it was true.
    pub manifest: Document,
    /// What was changed, in the order of the lists.
    pub changes: Vec<Change>,
}

/// Makes `assets` and `excludedAssets` true.
///
/// # Errors
/// Where the manifest is no object.
pub fn reconcile(manifest: &Document, tree: &Tree) -> Result<Reconciled> {
    let view = ManifestView::new(manifest).ok_or_else(|| {
        Error::new(ErrorKind::Refused, "The manifest can’t be read, so its lists of files can’t be made")
            .hint("Mend it as Problems shows it, then try again.")
    })?;
    let mut changes = Vec::new();
    let renames: FxHashMap<&str, &PackPath> = tree.renames.iter().map(|(from, to)| (from.as_str(), to)).collect();
    let excluded = kept(view.root().get("excludedAssets"), "excludedAssets", tree, &renames, &mut changes);
    let mut assets = kept(view.root().get("assets"), "assets", tree, &renames, &mut changes);
    let on_demand: FxHashSet<&str> = excluded.iter().map(|item| item.path.as_str()).collect();
    assets.retain(|item| {
        let twice = on_demand.contains(item.path.as_str());
        if twice {
            changes.push(change("assets", &item.path, "is kept to load on demand, so it left “assets”."));
        }
        !twice
    });
    let known: FxHashSet<&str> = assets.iter().chain(&excluded).map(|item| item.path.as_str()).collect();
    let mut new: Vec<&str> = tree.files.iter().filter(|path| tree.special.never(path).is_none()).map(PackPath::as_str).collect();
    new.retain(|path| !known.contains(path));
    new.sort_by(|a, b| path_order(a, b));
    changes.extend(new.iter().map(|path| change("assets", path, "is a file of the pack and is pre-loaded now.")));
    let new: Vec<Item> = new.into_iter().map(|path| Item { path: path.to_owned(), as_it_stands: None }).collect();
    assets.extend(new);
    let edited = put(manifest, "assets", assets, &mut changes)?;
    let edited = put(&edited, "excludedAssets", excluded, &mut changes)?;
    Ok(Reconciled { manifest: edited, changes })
}

/// Puts files into `assets` (`on`) or keeps them to load on demand, in `excludedAssets`. `assetManifest` follows where there is
/// one, with what `bytes` knows.
///
/// # Errors
/// [`ErrorKind::Refused`] where a file can never be declared, and where the manifest is no object.
pub fn set_preload(
    manifest: &Document,
    paths: &[String],
    on: bool,
    bytes: &dyn Fn(&PackPath) -> Option<Bytes>,
) -> Result<Document> {
    let special = Special::of(manifest);
    for path in paths {
        let path = PackPath::parse(path)?;
        if let Some(why) = special.never(&path).filter(|why| why.is_final()) {
            return Err(Error::new(ErrorKind::Refused, format!("“{path}” {}, so it can’t be in a list", why.why())));
        }
    }
    let wanted: FxHashSet<&str> = paths.iter().map(String::as_str).collect();
    let (to, from) = if on { ("assets", "excludedAssets") } else { ("excludedAssets", "assets") };
    let items = |key: &str| {
        let list = manifest.root().get(key).into_iter().flat_map(Ref::items);
        list.filter_map(|value| Some(Item { path: value.as_str()?.into_owned(), as_it_stands: Some(value) }))
    };
    let stays: Vec<Item> = items(from).filter(|item| !wanted.contains(item.path.as_str())).collect();
    let mut comes: Vec<Item> = items(to).collect();
    let there: FxHashSet<String> = comes.iter().map(|item| item.path.clone()).collect();
    let new = wanted.iter().filter(|path| !there.contains(**path));
    comes.extend(new.map(|path| Item { path: (*path).to_owned(), as_it_stands: None }));
    let mut changes = Vec::new();
    let edited = put(manifest, to, comes, &mut changes)?;
    let edited = put(&edited, from, stays, &mut changes)?;
    Ok(refresh_hashes(&edited, bytes)?.manifest)
}

/// A path of a list, with its place there where its text stays.
struct Item<'a> {
    path: String,
    as_it_stands: Option<Ref<'a>>,
}

fn change(list: &'static str, path: &str, what: &str) -> Change {
    Change { list, path: path.to_owned(), told: format!("“{path}” {what}") }
}

/// What stays of a list.
fn kept<'a>(
    list: Option<Ref<'a>>,
    key: &'static str,
    tree: &Tree,
    renames: &FxHashMap<&str, &PackPath>,
    changes: &mut Vec<Change>,
) -> Vec<Item<'a>> {
    let mut kept: Vec<Item> = Vec::new();
    let mut seen = FxHashSet::default();
    for value in list.into_iter().flat_map(Ref::items) {
        let text = value.as_str().unwrap_or_default();
        let gone = |what: &str| change(key, &text, what);
        let Ok(path) = PackPath::parse(&text) else {
            let text = value.to_text();
            changes.push(Change {
                list: key,
                path: text.clone(),
                told: format!("{text} is no path of a pack, so it left “{key}”."),
            });
            continue;
        };
        let here = |path: &PackPath| tree.files.contains(path) || tree.others.contains(path);
        let moved = renames.get(path.as_str()).filter(|_| !here(&path)).copied();
        let path = moved.cloned().unwrap_or(path);
        if let Some(why) = tree.special.never(&path).filter(|why| Never::is_final(*why)) {
            changes.push(gone(&format!("{}, so it left “{key}”.", why.why())));
            continue;
        }
        let deleted = match tree.gone {
            Gone::Keep => false,
            Gone::Deleted(paths) => paths.contains(&path),
            Gone::Drop => true,
        };
        if deleted && !here(&path) {
            changes.push(gone(&format!("is not there any more, so it left “{key}”.")));
            continue;
        }
        if !seen.insert(path.clone()) {
            changes.push(gone(&format!("stood in “{key}” twice.")));
            continue;
        }
        let same = path.as_str() == text;
        if !same {
            changes.push(gone(&format!("is “{path}” now.")));
        }
        kept.push(Item { path: path.as_str().to_owned(), as_it_stands: same.then_some(value) });
    }
    kept
}

/// The manifest with these items in the list `key`, sorted; the same document where they stand there as they are.
fn put(manifest: &Document, key: &'static str, mut items: Vec<Item>, changes: &mut Vec<Change>) -> Result<Document> {
    let at = pointer![key];
    let list = manifest.at(&at);
    let whole = |told: &str| Change { list: key, path: String::new(), told: told.to_owned() };
    if !items.is_sorted_by(|a, b| path_order(&a.path, &b.path).is_lt()) {
        items.sort_by(|a, b| path_order(&a.path, &b.path));
        if items.iter().all(|item| item.as_it_stands.is_some()) {
            changes.push(whole(&format!("“{key}” is in the platform’s order now.")));
        }
    }
    if key == "excludedAssets" && items.is_empty() {
        let Some(list) = list else { return Ok(manifest.clone()) };
        if list.is_empty() {
            changes.push(whole("“excludedAssets” was empty, so its key is gone."));
        }
        return Ok(manifest.remove(&at)?);
    }
    let stands = match list {
        // Absent is the same as empty.
        None => items.is_empty(),
        Some(list) => {
            let texts = list.items().map(Ref::as_str);
            list.is_array()
                && list.len() == items.len()
                && texts.zip(&items).all(|(text, item)| text.is_some_and(|text| text == item.path))
        }
    };
    if stands {
        return Ok(manifest.clone());
    }
    if list.is_some_and(|list| !list.is_array()) {
        changes.push(whole(&format!("“{key}” was no list and is one now.")));
    }
    if key == "assets" && items.len() > MAX_ASSETS {
        changes.push(whole(&format!(
            "“assets” holds {} files, and the platform takes {MAX_ASSETS}. Keep some of them to load on demand.",
            items.len()
        )));
    }
    let value = |item: Item| item.as_it_stands.map_or_else(|| Value::from(item.path.as_str()), Ref::share);
    let list = Value::Array(items.into_iter().map(value).collect());
    let roots = Roots { manifest: Some(manifest.clone()), scene: None };
    let edited = set_manifest_field(&roots, &at, Some(list))?;
    Ok(edited.manifest.unwrap_or_else(|| manifest.clone()))
}

/// Refreshes what the manifest says of files' bytes: `assetManifest` where it is there and not empty, so that it holds
/// exactly the paths of `assets`, and `aiModels[].sizeBytes` and `sha256` where they are there. What `bytes` does not know
/// (a file that is not here) keeps what stands there.
///
/// # Errors
/// Where the manifest is no object.
pub fn refresh_hashes(manifest: &Document, bytes: &dyn Fn(&PackPath) -> Option<Bytes>) -> Result<Reconciled> {
    let mut changes = Vec::new();
    let catalogued = match manifest.root().get("assetManifest").filter(|list| list.is_array() && !list.is_empty()) {
        Some(list) => catalogue(manifest, list, bytes, &mut changes)?,
        None => manifest.clone(),
    };
    let refreshed = models(&catalogued, bytes, &mut changes)?;
    Ok(Reconciled { manifest: refreshed, changes })
}

/// Gives a pack that has none an `assetManifest` of all that `assets` lists.
///
/// # Errors
/// As [`refresh_hashes`].
pub fn add_asset_manifest(manifest: &Document, bytes: &dyn Fn(&PackPath) -> Option<Bytes>) -> Result<Reconciled> {
    let mut changes = Vec::new();
    let none = Document::new(Value::Array(Vec::new()))?;
    let edited = catalogue(manifest, none.root(), bytes, &mut changes)?;
    Ok(Reconciled { manifest: edited, changes })
}

fn catalogue(
    manifest: &Document,
    list: Ref,
    bytes: &dyn Fn(&PackPath) -> Option<Bytes>,
    changes: &mut Vec<Change>,
) -> Result<Document> {
    let key = "assetManifest";
    let path_of = |entry: Ref| entry.get("path").and_then(Ref::as_str).map(Cow::into_owned);
    let mut old: FxHashMap<String, Ref> = FxHashMap::default();
    for entry in list.items() {
        if let Some(path) = path_of(entry) {
            old.entry(path).or_insert(entry);
        }
    }
    let Some(view) = ManifestView::new(manifest) else { return Ok(manifest.clone()) };
    let wanted: Vec<String> = view.assets().map(|(_, path)| path.into_owned()).collect();
    let known: FxHashSet<&str> = wanted.iter().map(String::as_str).collect();
    for entry in list.items() {
        let path = path_of(entry).unwrap_or_default();
        if !known.contains(path.as_str()) {
            changes.push(change(key, &path, "is not in “assets”, so it left “assetManifest”."));
        }
    }
    let mut entries: Vec<(Value, bool)> = Vec::with_capacity(wanted.len());
    for path in &wanted {
        let hash = PackPath::parse(path).ok().and_then(|path| bytes(&path)).map(|bytes| bytes.hash.to_string());
        let entry = old.get(path.as_str());
        let stands = entry.and_then(|entry| entry.get("sha256")).and_then(Ref::as_str);
        entries.push(match (entry, hash) {
            (Some(entry), Some(hash)) if stands.as_deref() != Some(hash.as_str()) => {
                changes.push(change(key, path, "has the hash of its present bytes now."));
                let mut members: Vec<(String, Value)> = entry
                    .members()
                    .filter(|(key, _)| *key != "sha256")
                    .map(|(key, value)| (key.to_owned(), value.share()))
                    .collect();
                let at = members.iter().position(|(key, _)| key == "path").map_or(members.len(), |at| at + 1);
                members.insert(at, ("sha256".to_owned(), Value::from(hash.as_str())));
                (Value::Object(members), false)
            }
            (Some(entry), _) => (entry.share(), true),
            (None, hash) => {
                changes.push(change(key, path, "came to “assets”, so it came to “assetManifest”."));
                let hash = hash.map(|hash| ("sha256", Value::from(hash.as_str())));
                (Value::object([("path", Value::from(path.as_str()))].into_iter().chain(hash)), false)
            }
        });
    }
    let in_place = entries.len() == list.len()
        && entries.iter().all(|(_, same)| *same)
        && list.items().map(path_of).zip(&wanted).all(|(there, wanted)| there.as_ref() == Some(wanted));
    if in_place {
        return Ok(manifest.clone());
    }
    if changes.iter().all(|change| change.list != key) {
        let told = "“assetManifest” is in the order of “assets” now.".to_owned();
        changes.push(Change { list: key, path: String::new(), told });
    }
    let value = Value::Array(entries.into_iter().map(|(value, _)| value).collect());
    let roots = Roots { manifest: Some(manifest.clone()), scene: None };
    let edited = set_manifest_field(&roots, &pointer![key], Some(value))?;
    Ok(edited.manifest.unwrap_or_else(|| manifest.clone()))
}

fn models(manifest: &Document, bytes: &dyn Fn(&PackPath) -> Option<Bytes>, changes: &mut Vec<Change>) -> Result<Document> {
    let mut edited = manifest.clone();
    let models = manifest.root().get("aiModels").into_iter().flat_map(Ref::items).enumerate();
    for (index, model) in models.filter(|(_, model)| model.is_object()) {
        let Some(text) = model.get("path").and_then(Ref::as_str) else { continue };
        let Some(now) = PackPath::parse(&text).ok().and_then(|path| bytes(&path)) else { continue };
        let at = pointer!["aiModels", index];
        let before = edited.clone();
        let hash = now.hash.to_string();
        if model.get("sizeBytes").is_some_and(|size| size.as_f64() != Some(now.size as f64)) {
            edited = edited.set(&at.join("sizeBytes"), Value::Number(now.size.to_string()))?;
        }
        if model.get("sha256").is_some_and(|known| known.as_str().as_deref() != Some(hash.as_str())) {
            edited = edited.set(&at.join("sha256"), Value::from(hash.as_str()))?;
        }
        if !edited.same(&before) {
            changes.push(change("aiModels", &text, "has the size and hash of its present bytes now."));
        }
    }
    Ok(edited)
}

#[cfg(test)]
mod tests;
