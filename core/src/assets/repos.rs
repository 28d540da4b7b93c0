//! Repositories of others that card catalogues show pictures from (manifest reference, `assetRepos`): finding their addresses in
//! a catalogue and declaring them. Declaring only adds, spells the ref as the address does, stops at four, and adds in
//! sorted order, so that doing it again changes nothing.

use crate::edit::{Roots, set_manifest_field};
use crate::error::Result;
use crate::json::{Ref, Value};
use crate::manifest::ManifestView;
use crate::pointer;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::fmt;

/// The most repositories that a manifest may declare.
pub const MAX_REPOS: usize = 4;

/// How a card catalogue's name ends; the platform reads those that `assets` lists.
pub const CATALOGUE: &str = ".cards.json";

const HOST: &str = "://raw.githubusercontent.com/";

/// A repository at a ref, as an address spells it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Repository {
    /// The account, in the letters of the address.
    pub owner: String,
    /// The repository's name.
    pub repo: String,
    /// The commit, branch or tag, exactly as it is spelled.
    pub at: String,
}

impl fmt::Display for Repository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{} at {}", self.owner, self.repo, self.at)
    }
}

impl Repository {
    /// Whether the schema takes it (manifest reference, the field table of `assetRepos`).
    pub fn is_valid(&self) -> bool {
        let Self { owner, repo, at } = self;
        let of = |text: &str, most: usize, others: &[u8]| {
            (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || others.contains(&b))
        };
        of(owner, 39, b"-") && !owner.starts_with('-') && !owner.ends_with('-') && of(repo, 100, b"._-") && of(at, 120, b"._/-")
    }

    fn entry(&self) -> Value {
        Value::object(
            [("owner", &self.owner), ("repo", &self.repo), ("ref", &self.at)].map(|(k, v)| (k, Value::from(v.as_str()))),
        )
    }
}

/// The repositories that `catalogue` shows pictures from and `manifest` does not declare. The text is not parsed: an
/// address reads the same in it, but for a solidus that may be escaped, and a catalogue may have many megabytes.
pub fn undeclared(manifest: ManifestView, catalogue: &str) -> BTreeSet<Repository> {
    let declared = declared(manifest);
    let mut judged = FxHashSet::default();
    let mut found = BTreeSet::new();
    for address in addresses(catalogue) {
        let mut parts = address.splitn(3, '/');
        let (Some(owner), Some(repo), Some(rest)) = (parts.next(), parts.next(), parts.next()) else { continue };
        let Some(at) = ref_of(rest) else { continue };
        // A declared ref may have more parts than can be told from the address alone.
        let known = declared.iter().any(|place| {
            place.owner.eq_ignore_ascii_case(owner)
                && place.repo.eq_ignore_ascii_case(repo)
                && rest.strip_prefix(&*place.at).is_some_and(|file| file.starts_with('/'))
        });
        if !known && judged.insert((owner.to_ascii_lowercase(), repo.to_ascii_lowercase(), at.to_owned())) {
            found.insert(Repository { owner: owner.to_owned(), repo: repo.to_owned(), at: at.to_owned() });
        }
    }
    found
}

/// The ref that the rest of an address begins with; there is a file behind it.
fn ref_of(rest: &str) -> Option<&str> {
    let named = ["refs/heads/", "refs/tags/"].iter().find(|prefix| rest.starts_with(**prefix)).map_or(0, |prefix| prefix.len());
    let end = named + rest[named..].find('/')?;
    (end > named && end + 1 < rest.len()).then(|| &rest[..end])
}

/// What follows the host in each address of `text`, up to the end of its string.
fn addresses(text: &str) -> impl Iterator<Item = String> {
    let plain = memchr::memmem::find_iter(text.as_bytes(), HOST).map(|at| at + HOST.len());
    let escaped = r":\/\/raw.githubusercontent.com\/";
    let escaped = memchr::memmem::find_iter(text.as_bytes(), escaped).map(move |at| at + escaped.len());
    plain.chain(escaped).map(|from| {
        let rest = &text[from..];
        let end = rest.find(|c: char| c == '"' || c.is_whitespace()).unwrap_or(rest.len());
        rest[..end].replace("\\/", "/")
    })
}

/// The repositories that the manifest declares.
pub fn declared(manifest: ManifestView) -> Vec<Repository> {
    let text = |entry: Ref, key: &str| Some(entry.get(key)?.as_str()?.into_owned());
    let repos = manifest.root().get("assetRepos").into_iter().flat_map(Ref::items);
    repos.filter_map(|e| Some(Repository { owner: text(e, "owner")?, repo: text(e, "repo")?, at: text(e, "ref")? })).collect()
}

/// Whether the manifest may declare another repository.
pub fn has_room(manifest: ManifestView) -> bool {
    manifest.root().get("assetRepos").map_or(0, Ref::len) < MAX_REPOS
}

/// Declares of `missing` what is valid and what there is room for, in sorted order; gives the new state and what was added.
///
/// # Errors
/// Where `assetRepos` stands in the manifest and is no list.
pub fn declare(roots: &Roots, missing: &BTreeSet<Repository>) -> Result<(Roots, Vec<Repository>)> {
    let (mut roots, mut added) = (roots.clone(), Vec::new());
    for place in missing.iter().filter(|place| place.is_valid()) {
        let Some(manifest) = roots.manifest.as_ref().and_then(ManifestView::new) else { break };
        if !has_room(manifest) {
            break;
        }
        let same = |known: &Repository| {
            known.owner.eq_ignore_ascii_case(&place.owner) && known.repo.eq_ignore_ascii_case(&place.repo) && known.at == place.at
        };
        if declared(manifest).iter().any(same) {
            continue;
        }
        let (at, value) = match manifest.root().get("assetRepos") {
            Some(_) => (pointer!["assetRepos", "-"], place.entry()),
            None => (pointer!["assetRepos"], Value::array([place.entry()])),
        };
        roots = set_manifest_field(&roots, &at, Some(value))?;
        added.push(place.clone());
    }
    Ok((roots, added))
}
