//! A whole look at a pack's files, and all of its lists made true at once: what the window and the command line call.

use super::class::Special;
use super::inventory::Inventory;
use super::listing::{Listing, list, list_tracked};
use super::memory::Memory;
use super::reconcile::{Change, Gone, Tree, add_asset_manifest, reconcile, refresh_hashes};
use super::references::{References, card_sources};
use super::repos::{self, CATALOGUE, Repository};
use crate::edit::Roots;
use crate::error::{Error, ErrorKind, Result};
use crate::job::Watch;
use crate::json::Ref;
use crate::manifest::ManifestView;
use crate::pack::{FileKind, Fs, PackPath, resolve_inside};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::path::Path;

/// What was found of a pack's files.
#[derive(Debug, Clone, Default)]
pub struct Survey {
    /// The files that are there.
    pub listing: Listing,
    /// What the manifest makes of some of them.
    pub special: Special,
    /// Who names which.
    pub references: References,
    /// A row for each.
    pub inventory: Inventory,
}

/// Looks at the files of the pack in the folder `root`, whose documents are `roots`. `memory` makes a second look quick.
///
/// # Errors
/// Where the folder cannot be read, and where the person cancels.
pub fn survey(fs: &dyn Fs, root: &Path, roots: &Roots, memory: &mut Memory, watch: &dyn Watch) -> Result<Survey> {
    let mut listing = list(fs, root, watch)?;
    memory.refresh(fs, root, &listing, watch)?;
    let special = special(roots, &listing, memory);
    let references = References::of(roots, &listing, memory, &special);
    add_ignored_folders(fs, root, &references, &mut listing);
    let inventory = Inventory::of(roots, &listing, memory, &special, &references);
    Ok(Survey { listing, special, references, inventory })
}

/// The same of a pack as a commit has it: git's ignore rules say nothing of its files.
pub(crate) fn survey_tracked(fs: &dyn Fs, root: &Path, roots: &Roots, memory: &mut Memory, watch: &dyn Watch) -> Result<Survey> {
    let listing = list_tracked(fs, root, watch)?;
    memory.refresh(fs, root, &listing, watch)?;
    Ok(Survey { listing, ..Survey::default() }.for_documents(roots, memory))
}

/// What the manifest and the decks of the pack make of some files.
fn special(roots: &Roots, listing: &Listing, memory: &Memory) -> Special {
    let special = roots.manifest.as_ref().map(Special::of).unwrap_or_default();
    special.with_card_sources(card_sources(listing, memory))
}

impl Survey {
    /// The same files beside other documents; reads nothing.
    #[must_use]
    pub fn for_documents(&self, roots: &Roots, memory: &Memory) -> Self {
        let listing = self.listing.clone();
        let special = special(roots, &listing, memory);
        let references = References::of(roots, &listing, memory, &special);
        let inventory = Inventory::of(roots, &listing, memory, &special, &references);
        Self { listing, special, references, inventory }
    }
}

/// Files in folders that git ignores as a whole are not listed; those that are named are looked for one by one.
fn add_ignored_folders(fs: &dyn Fs, root: &Path, references: &References, listing: &mut Listing) {
    let missing = references.paths().filter_map(|path| PackPath::parse(path).ok());
    let missing: Vec<PackPath> = missing.filter(|path| listing.get(path).is_none() && !listing.is_ignored(path)).collect();
    for path in missing {
        let there = || resolve_inside(fs, root, &path).ok().and_then(|real| fs.metadata(&real).ok());
        // On a disk that ignores letter case the file of another spelling answers.
        if listing.other_spelling(&path).is_none() && there().is_some_and(|meta| meta.kind == FileKind::File) {
            listing.ignored.push(path);
        }
    }
    listing.ignored.sort();
}

/// What [`reconcile_pack`] is asked for besides the lists.
#[derive(Debug, Clone, Copy)]
pub struct Settled<'a> {
    /// Files that have another path now.
    pub renames: &'a [(PackPath, PackPath)],
    /// What becomes of listed paths whose file is not there.
    pub gone: Gone<'a>,
    /// Takes the hashes anew that `assetManifest` and `aiModels` hold, where the manifest has them.
    pub hashes: bool,
    /// Gives a pack without an `assetManifest` one.
    pub add_manifest: bool,
}

impl Settled<'_> {
    /// What a save and a publish ask for: the lists and their hashes as the folder is, and nothing taken out that is only not
    /// here.
    pub const AS_THE_FOLDER_IS: Self = Self { renames: &[], gone: Gone::Keep, hashes: true, add_manifest: false };
}

/// Makes the lists of a surveyed pack true: `assets`, `excludedAssets`, `assetManifest`, `aiModels` and `assetRepos`. The scene
/// is not touched; a manifest that is true already is the same document.
///
/// # Errors
/// Where there is no manifest that can be read, where a file cannot be hashed, and where the person cancels.
pub fn reconcile_pack(
    fs: &dyn Fs,
    root: &Path,
    roots: &Roots,
    survey: &Survey,
    memory: &mut Memory,
    asked: Settled,
    watch: &dyn Watch,
) -> Result<(Roots, Vec<Change>)> {
    let manifest = roots.manifest.as_ref().ok_or_else(|| {
        Error::new(ErrorKind::Refused, "The manifest can’t be read, so its lists of files can’t be made")
            .hint("Mend it as Problems shows it, then try again.")
    })?;
    let plain = survey.listing.files.iter().filter(|entry| entry.is_plain());
    let files: FxHashSet<PackPath> = plain.map(|entry| entry.path.clone()).collect();
    let others = survey.listing.files.iter().filter(|entry| !entry.is_plain()).map(|entry| entry.path.clone());
    let others: FxHashSet<PackPath> = others.chain(survey.listing.ignored.iter().cloned()).collect();
    let tree = Tree { files: &files, others: &others, renames: asked.renames, special: &survey.special, gone: asked.gone };
    let mut done = reconcile(manifest, &tree)?;
    if asked.hashes || asked.add_manifest {
        let wanted = hashed(&done.manifest, asked.add_manifest);
        memory.hash(root, &survey.listing, &mut |entry| wanted.contains(&entry.path), true, watch)?;
        let bytes = |path: &PackPath| memory.facts(path)?.bytes;
        let has_one = done.manifest.root().get("assetManifest").is_some_and(|list| !list.is_empty());
        if asked.add_manifest && !has_one {
            let added = add_asset_manifest(&done.manifest, &bytes)?;
            done.manifest = added.manifest;
            done.changes.extend(added.changes);
        }
        let refreshed = refresh_hashes(&done.manifest, &bytes)?;
        done.manifest = refreshed.manifest;
        done.changes.extend(refreshed.changes);
    }
    let roots = Roots { manifest: Some(done.manifest), scene: roots.scene.clone() };
    let (roots, added) = repos::declare(&roots, &undeclared(fs, root, &roots))?;
    done.changes.extend(added.into_iter().map(|repository| {
        let told = format!("Card catalogues show pictures from {repository}, so “assetRepos” declares it.");
        Change { list: "assetRepos", path: repository.to_string(), told }
    }));
    Ok((roots, done.changes))
}

/// The files whose hashes the manifest holds.
fn hashed(manifest: &crate::json::Document, all: bool) -> FxHashSet<PackPath> {
    let root = manifest.root();
    let has_one = all || root.get("assetManifest").is_some_and(|list| !list.is_empty());
    let assets = root.get("assets").filter(|_| has_one).into_iter().flat_map(Ref::items).filter_map(Ref::as_str);
    let models = root.get("aiModels").into_iter().flat_map(Ref::items).filter_map(|model| model.get("path")?.as_str());
    assets.chain(models).filter_map(|path| PackPath::parse(&path).ok()).collect()
}

/// The repositories that the card catalogues of `assets` show pictures from and the manifest does not declare.
fn undeclared(fs: &dyn Fs, root: &Path, roots: &Roots) -> BTreeSet<Repository> {
    let Some(view) = roots.manifest.as_ref().and_then(ManifestView::new) else { return BTreeSet::new() };
    let catalogues = view.assets().filter(|(_, path)| path.ends_with(CATALOGUE));
    let text = |path: &str| {
        let real = resolve_inside(fs, root, &PackPath::parse(path).ok()?).ok()?;
        fs.metadata(&real).ok().filter(|meta| meta.kind == FileKind::File && meta.len <= super::memory::MAX_TEXT)?;
        Some(String::from_utf8_lossy(&fs.read(&real).ok()?).into_owned())
    };
    catalogues.filter_map(|(_, path)| text(&path)).flat_map(|text| repos::undeclared(view, &text)).collect()
}

#[cfg(test)]
mod tests;
