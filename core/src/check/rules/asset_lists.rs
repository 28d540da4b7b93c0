//! The lists of files agree with each other and with what can be declared (manifest reference, `assets`, `assetManifest` and
//! `excludedAssets`): `assetManifest`, where it is not empty, is what players pull, and holds the paths of `assets`; what
//! loads on demand is in `excludedAssets` alone, could be declared, and is there. The platform's editor keeps all of it so
//! by itself and refuses nothing over it.

use super::Rule;
use crate::assets::named::items;
use crate::assets::reconcile::refresh_hashes;
use crate::assets::{Bytes, Special};
use crate::check::{Context, FileState, Fix, Sink};
use crate::edit::Roots;
use crate::error::{Error, ErrorKind};
use crate::finding::Severity;
use crate::json::{Document, Edit, EditError, Pointer, Ref};
use crate::manifest::ManifestView;
use crate::pack::PackPath;
use crate::pointer;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::Arc;

pub(super) const RULE: Rule = Rule {
    name: "lists of files and each other",
    codes: &["tw-asset-manifest-differs", "tw-hash-stale", "tw-on-demand-idle", "tw-never-declared", "tw-not-listed"],
    run,
};

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    let special = Special::of(manifest.root().document());
    let known = Arc::new(published(context, manifest));
    same_paths(manifest, &known, sink);
    hashes(manifest, &known, sink);
    on_demand(context, manifest, &special, sink);
    never_declared(manifest, &special, sink);
    not_listed(context, manifest, sink);
}

/// Size and hash of the files whose hash the manifest holds, where files are judged.
fn published(context: &Context, manifest: ManifestView) -> FxHashMap<PackPath, Bytes> {
    if context.options.documents {
        return FxHashMap::default();
    }
    let root = manifest.root();
    let hashed =
        ["assetManifest", "aiModels"].into_iter().flat_map(|key| items(root, key)).filter_map(|(_, entry)| path_of(entry));
    let mut wanted: Vec<PackPath> = hashed.filter_map(|path| PackPath::parse(&path).ok()).collect();
    if is_catalogued(manifest) {
        wanted.extend(manifest.assets().filter_map(|(_, path)| PackPath::parse(&path).ok()));
    }
    if wanted.is_empty() {
        return FxHashMap::default();
    }
    wanted.sort();
    wanted.dedup();
    context.subject.files.published(&wanted)
}

/// Whether the pack has an `assetManifest` that players pull by.
fn is_catalogued(manifest: ManifestView) -> bool {
    manifest.root().get("assetManifest").is_some_and(|list| list.is_array() && !list.is_empty())
}

fn path_of(entry: Ref<'_>) -> Option<Cow<'_, str>> {
    entry.get("path").and_then(Ref::as_str)
}

/// `assetManifest` and `assets` hold the same paths.
fn same_paths(manifest: ManifestView, known: &Arc<FxHashMap<PackPath, Bytes>>, sink: &mut Sink) {
    if !is_catalogued(manifest) {
        return;
    }
    let assets: FxHashSet<Cow<str>> = manifest.assets().map(|(_, path)| path).collect();
    let mut catalogued = FxHashSet::default();
    for (index, entry) in items(manifest.root(), "assetManifest") {
        let Some(path) = path_of(entry) else { continue };
        let at = pointer!["assetManifest", index, "path"];
        if !assets.contains(&path) {
            let message = format!(
                "“{path}” is in “assetManifest” and not in “assets”. Players download what “assetManifest” holds; both hold the \
                 same paths."
            );
            sink.manifest("tw-asset-manifest-differs", Severity::Warning, at.clone(), message).fix(follow_assets(known, false));
        }
        if !catalogued.insert(path.clone()) {
            let message = format!("“{path}” stands in “assetManifest” twice. Once is enough.");
            sink.manifest("tw-asset-manifest-differs", Severity::Warning, at, message).fix(follow_assets(known, false));
        }
    }
    for (index, path) in manifest.assets().filter(|(_, path)| !catalogued.contains(path)) {
        let message = format!(
            "“{path}” is in “assets” and not in “assetManifest”, which is what players download where it is there. They get it \
             late."
        );
        let safe = PackPath::parse(&path).is_ok_and(|path| known.contains_key(&path));
        let draft = sink.manifest("tw-asset-manifest-differs", Severity::Warning, pointer!["assets", index], message);
        draft.fix(follow_assets(known, safe));
    }
}

/// Gives `assetManifest` the paths of `assets`, with the hashes that are known.
fn follow_assets(known: &Arc<FxHashMap<PackPath, Bytes>>, safe: bool) -> Fix {
    refreshing("follow-assets", "Make “assetManifest” follow “assets”", safe, known)
}

fn refreshing(id: &'static str, label: &'static str, safe: bool, known: &Arc<FxHashMap<PackPath, Bytes>>) -> Fix {
    let known = Arc::clone(known);
    Fix::new(id, label, safe, move |roots| {
        let unread = || Error::new(ErrorKind::Refused, "The manifest cannot be read, so it cannot be mended");
        let manifest = roots.manifest.as_ref().ok_or_else(|| unread().hint("Correct its text first."))?;
        let refreshed = refresh_hashes(manifest, &|path| known.get(path).copied())?;
        Ok(Roots { manifest: Some(refreshed.manifest), scene: roots.scene.clone() })
    })
}

/// Sizes and hashes are those of the bytes that git publishes.
fn hashes(manifest: ManifestView, known: &Arc<FxHashMap<PackPath, Bytes>>, sink: &mut Sink) {
    let root = manifest.root();
    for (key, size) in [("assetManifest", None), ("aiModels", Some("sizeBytes"))] {
        for (index, entry) in items(root, key) {
            let Some(path) = path_of(entry) else { continue };
            let Some(now) = PackPath::parse(&path).ok().and_then(|path| known.get(&path)) else { continue };
            let at = pointer![key, index];
            let hash = now.hash.to_string();
            if entry.get("sha256").and_then(Ref::as_str).is_some_and(|told| told != hash) {
                let cost = if size.is_none() { " Players would fetch it anew in every session." } else { "" };
                let message = format!("“{path}” has other bytes than this hash says.{cost} Refresh it.");
                let draft = sink.manifest("tw-hash-stale", Severity::Warning, at.join("sha256"), message);
                draft.fix(refreshing("refresh-hashes", "Refresh sizes and hashes", true, known));
            }
            let Some((size, told)) = size.and_then(|size| Some((size, entry.get(size)?.as_f64()?))) else { continue };
            if told != now.size as f64 {
                let message = format!("“{path}” has {} bytes, not {told}. Refresh it.", now.size);
                let draft = sink.manifest("tw-hash-stale", Severity::Warning, at.join(size), message);
                draft.fix(refreshing("refresh-hashes", "Refresh sizes and hashes", true, known));
            }
        }
    }
}

/// Entries of `excludedAssets` that keep nothing out.
fn on_demand(context: &Context, manifest: ManifestView, special: &Special, sink: &mut Sink) {
    let key = "excludedAssets";
    let Some(list) = manifest.root().get(key).filter(|list| list.is_array()) else { return };
    if list.is_empty() {
        let message = "“excludedAssets” is empty. The platform takes the key away then.";
        let fix = Fix::manifest("remove-key", "Take “excludedAssets” away", true, |manifest| {
            let at = pointer!["excludedAssets"];
            let empty = manifest.at(&at).is_some_and(|list| list.is_array() && list.is_empty());
            if empty { manifest.remove(&at) } else { Err(EditError::Missing(at)) }
        });
        sink.manifest("tw-on-demand-idle", Severity::Advice, pointer![key], message).at_key().fix(fix);
    }
    let listed: FxHashSet<Cow<str>> = manifest.assets().map(|(_, path)| path).collect();
    for (index, value) in list.items().enumerate() {
        let Some(text) = value.as_str() else { continue };
        let Ok(path) = PackPath::parse(&text) else { continue };
        let at = pointer![key, index];
        if let Some(why) = special.never(&path).filter(|why| why.is_final()) {
            let message = format!("“{text}” {}, so it is never pre-loaded anyway.", why.why());
            sink.manifest("tw-on-demand-idle", Severity::Advice, at, message).fix(take_out(key, &text, true));
        } else if listed.contains(&text) {
            let message = format!(
                "“{text}” is in “assets” and in “excludedAssets”. The platform leaves out of “assets” what loads on demand."
            );
            let draft = sink.manifest("tw-on-demand-idle", Severity::Warning, at, message);
            draft.fix(take_out("assets", &text, false)).fix(take_out(key, &text, false));
        } else if !context.options.documents && context.subject.files.state(&path) == FileState::Missing {
            let message = format!("“{text}” is not there, so there is nothing to keep on demand.");
            let draft = sink.manifest("tw-on-demand-idle", Severity::Advice, at.clone(), message);
            if let Some(other) = context.subject.files.other_case(&path).filter(|other| *other != path.as_str()) {
                draft.fix(super::files::respell(at, &text, other));
            }
            // It may be missing because the checkout is partial.
            draft.fix(take_out(key, &text, false));
        }
    }
}

/// Takes a path out of a list, wherever it stands by then; the last one takes `excludedAssets` along.
fn take_out(key: &'static str, path: &str, safe: bool) -> Fix {
    let path = path.to_owned();
    let label = format!("Take “{path}” out of “{key}”");
    Fix::manifest("take-out-of-list", label, safe, move |manifest| {
        let list = pointer![key];
        let items = manifest.at(&list).ok_or_else(|| EditError::Missing(list.clone()))?;
        let meant = |(_, item): &(usize, Ref)| item.as_str().is_some_and(|text| text == path);
        let meant: Vec<Pointer> = items.items().enumerate().filter(meant).map(|(index, _)| list.join(index)).collect();
        if meant.len() == items.len() && key == "excludedAssets" {
            return manifest.remove(&list);
        }
        manifest.edit_many(meant.into_iter().map(|at| (at, Edit::Remove)))
    })
}

/// Entries of `assets` that the next save takes out. What the platform refuses is told by other rules.
fn never_declared(manifest: ManifestView, special: &Special, sink: &mut Sink) {
    use crate::assets::Never;
    for (index, text) in manifest.assets() {
        let Some(why) = PackPath::parse(&text).ok().and_then(|path| special.never(&path)) else { continue };
        let told_elsewhere = matches!(why, Never::Extension | Never::Unconfirmed | Never::TooLong | Never::Rules);
        if told_elsewhere {
            continue;
        }
        let message = format!("“{text}” {}. The next save takes it out of “assets”.", why.why());
        let draft = sink.manifest("tw-never-declared", Severity::Advice, pointer!["assets", index], message);
        draft.fix(take_out("assets", &text, true));
    }
}

/// Files that the next save lists.
fn not_listed(context: &Context, manifest: ManifestView, sink: &mut Sink) {
    use crate::assets::{Delivery, Trouble};
    let Some(surveyed) = context.surveyed() else { return };
    let rows = surveyed.survey.inventory.rows.iter();
    let plain = |row: &&crate::assets::Row| row.size.is_some() && !row.troubles.iter().any(|t| matches!(t, Trouble::NotPlain(_)));
    let new: Vec<String> =
        rows.filter(|row| row.delivery == Delivery::NotListed).filter(plain).map(|row| row.path.clone()).collect();
    if new.is_empty() {
        return;
    }
    let (files, they) = match new.len() {
        1 => ("1 file is".to_owned(), "it"),
        count => (format!("{count} files are"), "they"),
    };
    let message = format!(
        "{files} in no list yet: {}. Players get {they} late; the next save lists {}.",
        super::credits::some(&new),
        if they == "it" { "it" } else { "them" }
    );
    let at = if manifest.root().get("assets").is_some() { pointer!["assets"] } else { Pointer::root() };
    let fix = Fix::new("list-files", "List the files of the pack", true, move |roots| {
        let manifest = roots.manifest.as_ref().ok_or_else(|| Error::new(ErrorKind::Refused, "The manifest cannot be read"))?;
        let manifest = listed(manifest, &new)?;
        Ok(Roots { manifest: Some(manifest), scene: roots.scene.clone() })
    });
    sink.manifest("tw-not-listed", Severity::Advice, at, message).at_key().fix(fix);
}

fn listed(manifest: &Document, new: &[String]) -> crate::error::Result<Document> {
    crate::assets::set_preload(manifest, new, true, &|_| None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, assert_silent, fixed, fixed_with, found, found_among, with};
    use crate::pack::Hash;

    fn catalogue(entries: &str) -> String {
        with("assetManifest", &format!("[{entries}]"))
    }

    #[test]
    fn the_two_lists_hold_the_same_paths() {
        assert_silent(&RULE, GOOD);
        assert_silent(&RULE, &catalogue(""));
        assert_silent(&RULE, &catalogue(r#"{"path":"assets/board.png"}"#));
        for value in ["7", "{}", "null", "[7,null,{}]"] {
            let told = found(&RULE, &with("assetManifest", value));
            assert!(told.iter().all(|line| line.ends_with("/assets/0")), "{told:?}");
        }
        let differing = catalogue(r#"{"path":"a.png","sha256":"x"}"#);
        let both = ["warning tw-asset-manifest-differs /assetManifest/0/path", "warning tw-asset-manifest-differs /assets/0"];
        assert_eq!(found(&RULE, &differing), both);
        assert_eq!(fixed(&differing, "follow-assets"), catalogue(r#"{"path":"assets/board.png"}"#));
        let twice = catalogue(r#"{"path":"assets/board.png"},{"path":"assets/board.png"}"#);
        assert_eq!(found(&RULE, &twice), ["warning tw-asset-manifest-differs /assetManifest/1/path"]);
        assert_eq!(fixed(&twice, "follow-assets"), catalogue(r#"{"path":"assets/board.png"}"#));
    }

    #[test]
    fn a_hash_is_of_the_bytes_that_are_published() {
        let files = [("assets/board.png", "x")];
        let right = Hash::of(b"x").to_string();
        let of = |hash: &str| catalogue(&format!(r#"{{"path":"assets/board.png","sha256":"{hash}"}}"#));
        assert!(found_among(&RULE, &of(&right), &files, false).is_empty());
        let stale = of(&Hash::of(b"y").to_string());
        assert_eq!(found_among(&RULE, &stale, &files, false), ["warning tw-hash-stale /assetManifest/0/sha256"]);
        assert!(found_among(&RULE, &stale, &files, true).is_empty(), "documents alone are judged");
        assert!(found_among(&RULE, &stale, &[], false).is_empty(), "the file is not here");
        assert_eq!(fixed_with(&stale, "refresh-hashes", &files), of(&right));
    }

    #[test]
    fn a_model_to_think_with_has_its_size_too() {
        let files = [("assets/board.png", "x"), ("a.onnx", "abc")];
        let right = Hash::of(b"abc").to_string();
        let of = |size: &str, hash: &str| {
            with(
                "aiModels",
                &format!(r#"[{{"path":"a.onnx","sizeBytes":{size},"sha256":"{hash}"}},{{"path":"gone.onnx","sizeBytes":1}}]"#),
            )
        };
        assert!(found_among(&RULE, &of("3", &right), &files, false).is_empty());
        let wrong = of("4", &"0".repeat(64));
        let told = ["warning tw-hash-stale /aiModels/0/sha256", "warning tw-hash-stale /aiModels/0/sizeBytes"];
        assert_eq!(found_among(&RULE, &wrong, &files, false), told);
        assert_eq!(fixed_with(&wrong, "refresh-hashes", &files), of("3", &right));
    }

    #[test]
    fn what_loads_on_demand_could_be_declared_and_is_there() {
        let files = [("assets/board.png", "x"), ("b.png", "x"), ("originals/o.png", "x")];
        let found = |list: &str| found_among(&RULE, &with("excludedAssets", list), &files, false);
        assert!(found(r#"["b.png"]"#).is_empty());
        assert_eq!(found("[]"), ["advice tw-on-demand-idle /excludedAssets"]);
        assert_eq!(found(r#"["originals/o.png"]"#), ["advice tw-on-demand-idle /excludedAssets/0"]);
        assert_eq!(found(r#"["setup.json"]"#), ["advice tw-on-demand-idle /excludedAssets/0"]);
        assert_eq!(found(r#"["gone.png"]"#), ["advice tw-on-demand-idle /excludedAssets/0"]);
        assert_eq!(found(r#"["assets/board.png"]"#), ["warning tw-on-demand-idle /excludedAssets/0"]);
        assert!(found(r#"["../b.png", 7, "sounds.mp3x"]"#).iter().all(|line| line.contains("/2")), "others are told elsewhere");
        for list in ["[]", r#"["originals/o.png"]"#, r#"["gone.png"]"#] {
            let id = if list == "[]" { "remove-key" } else { "take-out-of-list" };
            assert_eq!(fixed_with(&with("excludedAssets", list), id, &files), GOOD, "{list}");
        }
        let kept = fixed_with(&with("excludedAssets", r#"["b.png","gone.png"]"#), "take-out-of-list", &files);
        assert_eq!(kept, with("excludedAssets", r#"["b.png"]"#));
        let gone = with("excludedAssets", r#"["gone.png"]"#);
        assert!(found_among(&RULE, &gone, &files, true).is_empty(), "documents do not tell which files are there");
    }

    #[test]
    fn what_the_next_save_takes_out_is_told_before() {
        let listed = with("assets", r#"["assets/board.png","originals/a.glb","setup.json"]"#);
        assert_eq!(found(&RULE, &listed), ["advice tw-never-declared /assets/1", "advice tw-never-declared /assets/2"]);
        let one = with("assets", r#"["assets/board.png","originals/a.glb"]"#);
        let files = [("assets/board.png", "x"), ("originals/a.glb", "glTF")];
        assert_eq!(fixed_with(&one, "take-out-of-list", &files), with("assets", r#"["assets/board.png"]"#));
    }
}
