//! The members of the manifest that name files, in one place: the rules judge them, the reconciler and the references read
//! them.

use crate::json::{Pointer, Ref};
use crate::manifest::ManifestView;
use crate::pointer;

/// The elements of the list `key`, with their index; none where there is no list.
pub(crate) fn items<'a>(root: Ref<'a>, key: &str) -> impl Iterator<Item = (usize, Ref<'a>)> {
    root.get(key).into_iter().flat_map(Ref::items).enumerate()
}

/// The members that name files which the platform fetches, but for the pictures of the listing.
pub(crate) fn fetched(manifest: ManifestView<'_>) -> Vec<(Pointer, Ref<'_>)> {
    let root = manifest.root();
    let mut all: Vec<(Pointer, Ref<'_>)> = Vec::new();
    for key in ["setup", "script"] {
        all.extend(root.get("entry").and_then(|entry| entry.get(key)).map(|value| (pointer!["entry", key], value)));
    }
    all.extend(items(root, "assets").map(|(index, value)| (pointer!["assets", index], value)));
    for (index, set) in items(root, "soundSets") {
        all.extend(items(set, "variants").map(|(clip, value)| (pointer!["soundSets", index, "variants", clip], value)));
    }
    all.extend(rules_files(manifest));
    all
}

/// The members of `rules` that name files: pages, the original, covers, markdown.
pub(crate) fn rules_files(manifest: ManifestView<'_>) -> Vec<(Pointer, Ref<'_>)> {
    let mut all = Vec::new();
    for (index, entry) in items(manifest.root(), "rules") {
        let at = pointer!["rules", index];
        all.extend(entry.get("path").map(|path| (at.join("path"), path)));
        for (page, value) in items(entry, "pages") {
            all.extend(value.get("path").map(|path| (at.join("pages").join(page).join("path"), path)));
        }
        for key in ["source", "cover"] {
            all.extend(entry.get(key).and_then(|file| file.get("path")).map(|path| (at.join(key).join("path"), path)));
        }
    }
    all
}

/// The members that name pictures of the listing.
pub(crate) fn pictures(manifest: ManifestView<'_>) -> Vec<(Pointer, Ref<'_>)> {
    let root = manifest.root();
    let cover = root.get("coverImage").map(|value| (pointer!["coverImage"], value));
    let shots = items(root, "screenshots");
    let shots = shots.filter_map(|(index, shot)| Some((pointer!["screenshots", index, "path"], shot.get("path")?)));
    cover.into_iter().chain(shots).collect()
}
