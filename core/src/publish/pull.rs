//! What a player's machine does with a published pack: every declared file comes into a folder of its own for the commit,
//! each is checked against its hash where the manifest has one, and one that fails keeps no other from coming (registration
//! and play, *How each peer loads a published mod*; manifest reference, `assetManifest`).

use super::credentials::Credentials;
use super::outcome::CommitId;
use super::read_remote::temporary_folder;
use super::remote::{Session, target};
use super::repo::git_error;
use crate::assets::memory::is_lfs_pointer;
use crate::error::{Error, ErrorKind, Result};
use crate::job::Watch;
use crate::json::{Document, Ref};
use crate::manifest::ManifestView;
use crate::pack::{FileKind, Fs, Hash, LEGACY_MANIFEST, MANIFEST, PackPath};
use git2::{ObjectType, Repository, Tree};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is pulled, and into what.
#[derive(Debug, Clone)]
pub struct PullOptions {
    /// The address or path of the repository.
    pub remote: String,
    /// A branch, or all 40 digits of a commit's id; without it `main`.
    pub wanted: Option<String>,
    /// The folder that holds what was pulled, of all packs.
    pub cache: PathBuf,
    /// How long a silent remote is waited for.
    pub timeout: Duration,
}

/// What became of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Came {
    /// It is in the cache now.
    New,
    /// It was there: what is in the folder of a commit never changes.
    Known,
    /// It did not come, for this reason: a sentence about the file.
    Failed(String),
}

/// What was pulled.
#[derive(Debug, Clone)]
pub struct Pulled {
    /// The commit.
    pub commit: CommitId,
    /// The folder of its files.
    pub folder: PathBuf,
    /// Whether `assetManifest` said what to pull, instead of `assets`.
    pub by_hashes: bool,
    /// The files in the order in which they were pulled.
    pub files: Vec<(String, Came)>,
    /// How many folders of other commits of this pack were removed.
    pub superseded: usize,
}

impl Pulled {
    /// Whether every file is there.
    pub fn is_whole(&self) -> bool {
        !self.files.iter().any(|(_, came)| matches!(came, Came::Failed(_)))
    }
}

/// A file that is wanted.
struct Wanted {
    path: String,
    hash: Option<String>,
}

/// Pulls a pack as a player's machine does.
///
/// # Errors
/// Where there is no such repository, commit or manifest, or the cache cannot be written to; [`ErrorKind::Cancelled`]. A
/// single file that does not come is no error: see [`Came::Failed`].
pub fn pull(options: &PullOptions, fs: &dyn Fs, credentials: &dyn Credentials, watch: &dyn Watch) -> Result<Pulled> {
    let download = temporary_folder()?;
    let repo = Repository::init_bare(&download.0).map_err(|e| git_error("Couldn't make room for the download", e))?;
    let here = std::env::current_dir().unwrap_or_default();
    let target = target(Some(&repo), &here, Some(&options.remote))?;
    let session = Session::new(Some(&repo), &target, credentials, options.timeout, watch);
    let commit = session.fetch_commit(options.wanted.as_deref())?;
    let tree = repo
        .find_commit(commit)
        .and_then(|commit| commit.tree())
        .map_err(|e| Error::new(ErrorKind::NotFound, format!("There is no commit {commit} in {}", session.name())).because(e))?;
    let manifest = manifest(&repo, &tree, &session.name())?;
    let (wanted, by_hashes) = wanted(&manifest);
    let cache = std::path::absolute(&options.cache).map_err(|e| Error::io("Couldn't find the cache", &options.cache, e))?;
    let scope = scope(&cache, &target.url);
    let folder = scope.join(commit.to_string());
    let failed = |error| Error::io("Couldn't write to the cache", &folder, error);
    fs.create_dirs(&folder).map_err(failed)?;
    let mut files = Vec::with_capacity(wanted.len());
    for (done, file) in wanted.iter().enumerate() {
        watch.check()?;
        watch.progress("Pull the files", done as u64, wanted.len() as u64);
        files.push((file.path.clone(), one(fs, &repo, &tree, &folder, file)));
    }
    let superseded = remove_others(fs, &scope, &folder);
    Ok(Pulled { commit: commit.into(), folder, by_hashes, files, superseded })
}

fn manifest(repo: &Repository, tree: &Tree, name: &str) -> Result<Document> {
    let found = [MANIFEST, LEGACY_MANIFEST].into_iter().find_map(|path| Some((path, blob(repo, tree, path).ok()?)));
    let Some((path, bytes)) = found else {
        return Err(Error::new(ErrorKind::NotFound, format!("There is no {MANIFEST} in {name}"))
            .hint("Check that this is the repository of a pack, and that it was published."));
    };
    let document = Document::parse(&bytes).map_err(|error| {
        Error::new(ErrorKind::Format, format!("The {path} of {name} can’t be read: {error}")).hint("Nothing can be pulled by it.")
    })?;
    match ManifestView::new(&document) {
        Some(_) => Ok(document),
        None => {
            Err(Error::new(ErrorKind::Format, format!("The {path} of {name} is no object")).hint("Nothing can be pulled by it."))
        }
    }
}

/// The manifest, what it starts with, and what players load before the table opens: `assetManifest` where it is there and not
/// empty, else `assets`.
fn wanted(manifest: &Document) -> (Vec<Wanted>, bool) {
    let root = manifest.root();
    let text = |value: Option<Ref>| value.and_then(Ref::as_str).map(std::borrow::Cow::into_owned);
    let entry = |key: &str| text(root.get("entry").and_then(|entry| entry.get(key)));
    let starts = std::iter::once(Some(MANIFEST.to_owned())).chain([entry("setup"), entry("script")]).flatten();
    let mut list: Vec<Wanted> = starts.map(|path| Wanted { path, hash: None }).collect();
    let catalogue = root.get("assetManifest").filter(|list| !list.is_empty());
    match catalogue {
        Some(catalogue) => list.extend(
            catalogue
                .items()
                .filter_map(|entry| Some(Wanted { path: text(entry.get("path"))?, hash: text(entry.get("sha256")) })),
        ),
        None => list.extend(
            root.get("assets")
                .into_iter()
                .flat_map(Ref::items)
                .filter_map(|path| Some(Wanted { path: text(Some(path))?, hash: None })),
        ),
    }
    let mut seen = FxHashSet::default();
    list.retain(|file| seen.insert(file.path.clone()));
    (list, catalogue.is_some())
}

fn one(fs: &dyn Fs, repo: &Repository, tree: &Tree, folder: &Path, file: &Wanted) -> Came {
    let Ok(path) = PackPath::parse(&file.path) else { return Came::Failed("This is no path of a pack.".to_owned()) };
    let place = path.join(folder);
    if fs.metadata(&place).is_ok_and(|there| there.kind == FileKind::File) {
        return Came::Known;
    }
    let bytes = match blob(repo, tree, &file.path).or_else(|why| legacy(repo, tree, &file.path).ok_or(why)) {
        Ok(bytes) => bytes,
        Err(why) => return Came::Failed(why),
    };
    if is_lfs_pointer(&bytes) {
        return Came::Failed("This is a pointer of Git LFS: the file itself is not in the repository.".to_owned());
    }
    if let Some(hash) = &file.hash
        && Hash::of(&bytes).to_string() != *hash
    {
        return Came::Failed("The hash in “assetManifest” is not that of these bytes, so they were not kept.".to_owned());
    }
    let made = fs.create_dirs(place.parent().unwrap_or(folder)).and_then(|()| fs.write_durably(&place, &bytes, None));
    match made {
        Ok(()) => Came::New,
        Err(error) => Came::Failed(format!("It could not be written: {error}.")),
    }
}

/// The manifest under its older name, where it has that.
fn legacy(repo: &Repository, tree: &Tree, path: &str) -> Option<Vec<u8>> {
    (path == MANIFEST).then(|| blob(repo, tree, LEGACY_MANIFEST).ok())?
}

/// The bytes of a file of the commit; the error says why there are none.
fn blob(repo: &Repository, tree: &Tree, path: &str) -> std::result::Result<Vec<u8>, String> {
    let entry =
        tree.get_path(Path::new(path)).map_err(|_| "There is no such file in the commit; letter case counts.".to_owned())?;
    if entry.kind() != Some(ObjectType::Blob) || entry.filemode() == 0o120_000 {
        return Err("This is no plain file.".to_owned());
    }
    let blob = repo.find_blob(entry.id()).map_err(|error| format!("It could not be read: {}.", error.message()))?;
    Ok(blob.content().to_vec())
}

/// The folder of a pack in the cache: the last two parts of its address.
fn scope(cache: &Path, url: &str) -> PathBuf {
    let plain = url.trim_end_matches('/').trim_end_matches(".git");
    let mut parts = plain.rsplit(['/', '\\', ':']).filter(|part| !part.is_empty());
    let safe = |part: &str| {
        let kept = part.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' });
        let kept: String = kept.collect();
        if kept.trim_matches('.').is_empty() { "pack".to_owned() } else { kept }
    };
    let repo = safe(parts.next().unwrap_or_default());
    let owner = safe(parts.next().unwrap_or_default());
    cache.join(owner).join(repo)
}

/// Removes what was pulled of other commits of the same pack.
fn remove_others(fs: &dyn Fs, scope: &Path, keep: &Path) -> usize {
    let is_commit = |name: &std::ffi::OsStr| {
        name.to_str().is_some_and(|name| name.len() == 40 && name.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    let entries = fs.read_dir(scope).unwrap_or_default();
    let others = entries.iter().filter(|entry| is_commit(&entry.name)).map(|entry| scope.join(&entry.name));
    // What cannot be removed takes up room and does no harm.
    others.filter(|other| other != keep && crate::pack::files::remove(fs, other).is_ok()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_has_a_folder_by_its_owner_and_name() {
        let cache = Path::new("c");
        for (url, folder) in [
            ("https://github.com/DiceyTable/go.git", "c/DiceyTable/go"),
            ("git@github.com:ann/stones.git", "c/ann/stones"),
            ("/srv/packs/go.git/", "c/packs/go"),
            ("file:///srv/a b/gö", "c/a-b/g-"),
            ("..", "c/pack/pack"),
        ] {
            assert_eq!(scope(cache, url), Path::new(folder), "{url}");
        }
    }

    #[test]
    fn the_catalogue_of_hashes_says_what_to_pull_where_it_is_not_empty() {
        let paths = |text: &str| {
            let (list, by_hashes) = wanted(&Document::parse(text.as_bytes()).unwrap());
            (list.into_iter().map(|file| file.path).skip(1).collect::<Vec<_>>(), by_hashes)
        };
        let owned = |list: &[&str]| list.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>();
        let assets = r#""entry":{"setup":"setup.json"},"assets":["a.png","b.png","a.png"]"#;
        assert_eq!(paths(&format!("{{{assets}}}")), (owned(&["setup.json", "a.png", "b.png"]), false));
        assert_eq!(paths(&format!("{{{assets},\"assetManifest\":[]}}")), (owned(&["setup.json", "a.png", "b.png"]), false));
        let list = r#""assetManifest":[{"path":"c.png","sha256":"x"},{"nothing":1}]"#;
        assert_eq!(paths(&format!("{{{assets},{list}}}")), (owned(&["setup.json", "c.png"]), true));
    }
}
