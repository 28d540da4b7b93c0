//! Credits and the files that they are about (manifest reference, `credits`): files that nobody accounts for, records whose
//! files are gone, records that say the same. All of it is advice: “Publishing is not blocked over it.”

use super::Rule;
use crate::assets::named::{pictures, rules_files};
use crate::check::{Context, FileState, Fix, Sink};
use crate::credits::{alike, drop_paths, merge, records, wants_credit};
use crate::edit::Roots;
use crate::error::{Error, ErrorKind, Result};
use crate::finding::Severity;
use crate::json::{Document, Pointer, Ref};
use crate::manifest::ManifestView;
use crate::pack::PackPath;
use crate::pointer;
use rustc_hash::FxHashSet;

pub(super) const RULE: Rule =
    Rule { name: "credits and files", codes: &["tw-uncredited", "tw-credit-gone", "tw-credits-alike"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest.filter(|_| !context.options.documents) else { return };
    uncredited(manifest, sink);
    gone(context, manifest, sink);
    same(manifest, sink);
}

/// A few names, and how many more there are.
pub(super) fn some(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(3).map(|name| format!("“{name}”")).collect();
    match names.len().saturating_sub(3) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Files that the manifest names and no record does. Told at the records; where there are none, at the first of the files.
fn uncredited(manifest: ManifestView, sink: &mut Sink) {
    let root = manifest.root();
    let credited: FxHashSet<String> =
        records(root.document()).flat_map(|record| record.paths().map(|(_, path)| path.into_owned())).collect();
    let assets = manifest.assets().map(|(index, path)| (pointer!["assets", index], path));
    let excluded = root.get("excludedAssets").into_iter().flat_map(Ref::items).enumerate();
    let excluded = excluded.filter_map(|(index, path)| Some((pointer!["excludedAssets", index], path.as_str()?)));
    let pictures = pictures(manifest).into_iter().chain(rules_files(manifest));
    let pictures = pictures.filter_map(|(at, path)| Some((at, path.as_str()?)));
    let mut told = FxHashSet::default();
    let (places, left): (Vec<Pointer>, Vec<String>) = assets
        .chain(excluded)
        .chain(pictures)
        .map(|(at, path)| (at, path.into_owned()))
        .filter(|(_, path)| wants_credit(path) && !credited.contains(path) && PackPath::parse(path).is_ok())
        .filter(|(_, path)| told.insert(path.clone()))
        .unzip();
    let Some(first) = places.into_iter().next() else { return };
    let at = if root.get("credits").is_some() { pointer!["credits"] } else { first };
    let (files, they) = match left.len() {
        1 => ("1 file is".to_owned(), "it is"),
        count => (format!("{count} files are"), "they are"),
    };
    let message = format!("{files} not yet accounted for: {}. Say where {they} from in Credits.", some(&left));
    sink.manifest("tw-uncredited", Severity::Advice, at, message);
}

/// Records some of whose files are not in the pack.
fn gone(context: &Context, manifest: ManifestView, sink: &mut Sink) {
    // What is listed and missing is told where it is listed; as long as it is, its credit is right.
    let listed: FxHashSet<String> = manifest.assets().map(|(_, path)| path.into_owned()).collect();
    let is_missing =
        |path: &str| PackPath::parse(path).is_ok_and(|path| context.subject.files.state(&path) == FileState::Missing);
    let is_gone = |path: &str| !listed.contains(path) && is_missing(path);
    for record in records(manifest.root().document()) {
        let gone: Vec<String> = record.paths().map(|(_, path)| path.into_owned()).filter(|path| is_gone(path)).collect();
        if gone.is_empty() {
            continue;
        }
        let (are, paths) = if gone.len() == 1 { ("is", "the path") } else { ("are", "the paths") };
        let message = format!("{} {are} credited here and not in the pack. Drop {paths}, or put the files back.", some(&gone));
        let label = if gone.len() == 1 { "Drop the path".to_owned() } else { format!("Drop {} paths", gone.len()) };
        let draft = sink.manifest("tw-credit-gone", Severity::Advice, record.pointer().join("paths"), message);
        draft.fix(manifest_fix("drop-credit-path", label, move |manifest| drop_paths(manifest, &gone)));
    }
}

/// Records that differ in their files alone.
fn same(manifest: ManifestView, sink: &mut Sink) {
    let document = manifest.root().document();
    for group in alike(document) {
        let [first, second, ..] = group[..] else { continue };
        let numbers: Vec<String> = group.iter().map(|index| (index + 1).to_string()).collect();
        let as_they_are = merge(document, &group, None).is_ok();
        let how =
            if as_they_are { "Merge them." } else { "They were signed one by one: merge them in Credits, and sign once more." };
        let message = format!("Credits {} say the same, beginning with credit {}. {how}", numbers.join(", "), first + 1);
        let draft = sink.manifest("tw-credits-alike", Severity::Advice, pointer!["credits", second], message);
        if as_they_are {
            draft.fix(manifest_fix("merge-credits", "Merge them".to_owned(), move |manifest| merge(manifest, &group, None)));
        }
    }
}

/// A fix of the manifest that a person decides on.
fn manifest_fix(id: &'static str, label: String, edit: impl Fn(&Document) -> Result<Document> + Send + Sync + 'static) -> Fix {
    Fix::new(id, label, false, move |roots| {
        let manifest = roots.manifest.as_ref();
        let manifest = manifest.ok_or_else(|| Error::new(ErrorKind::Refused, "The manifest cannot be read"))?;
        Ok(Roots { manifest: Some(edit(manifest)?), scene: roots.scene.clone() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, fixed_with, found_among, with, without};

    fn found(manifest: &str, files: &[(&str, &str)], documents: bool) -> Vec<String> {
        found_among(&RULE, manifest, files, documents)
    }

    const BOARD: &[(&str, &str)] = &[("assets/board.png", "x")];

    fn record(id: &str, paths: &str, more: &str) -> String {
        format!(r#"{{"id":"{id}","paths":[{paths}],"origin":"own-work"{more}}}"#)
    }

    #[test]
    fn files_that_nobody_accounts_for_are_advice() {
        assert_eq!(found(&without("credits"), BOARD, false), ["advice tw-uncredited /assets/0"]);
        assert!(found(&without("credits"), BOARD, true).is_empty() && found(GOOD, BOARD, false).is_empty());
        assert_eq!(found(&with("credits", "[]"), BOARD, false), ["advice tw-uncredited /credits"]);
        let credited = with("credits", &format!("[{}]", record("a", r#""assets/board.png""#, "")));
        assert!(found(&credited, BOARD, false).is_empty());
        let of = |key: &str, list: &str| {
            let manifest = Document::parse(with(key, list).replace("assets/board.png", "board.json").as_bytes()).unwrap();
            found(&manifest.remove(&pointer!["credits"]).unwrap().text(), &[], false)
        };
        assert!(of("assets", r#"["a.json","../b.png"]"#).is_empty());
        assert_eq!(of("excludedAssets", r#"["a.png"]"#), ["advice tw-uncredited /excludedAssets/0"]);
        assert_eq!(of("coverImage", r#""media/a.webp""#), ["advice tw-uncredited /coverImage"]);
    }

    #[test]
    fn a_record_of_a_file_that_is_gone_can_lose_the_path() {
        let manifest = with("credits", &format!("[{}]", record("a", r#""assets/board.png", "old.png""#, "")));
        assert_eq!(found(&manifest, BOARD, false), ["advice tw-credit-gone /credits/0/paths"]);
        let dropped = Document::parse(fixed_with(&manifest, "drop-credit-path", BOARD).as_bytes()).unwrap();
        let paths = dropped.at(&pointer!["credits", 0, "paths"]).unwrap();
        assert_eq!(paths.items().filter_map(Ref::as_str).collect::<Vec<_>>(), ["assets/board.png"]);
        assert!(found(GOOD, &[], false).is_empty(), "a listed file that is missing is told where it is listed");
        let alone = with("credits", &format!("[{}]", record("a", r#""old.png""#, ",\"locked\":true")));
        assert_eq!(fixed_with(&alone, "drop-credit-path", BOARD), without("credits"));
    }

    #[test]
    fn records_that_say_the_same_can_become_one() {
        let (one, two) = (record("a", r#""assets/board.png""#, ""), record("b", r#""b.png""#, ""));
        let files = &[("assets/board.png", "x"), ("b.png", "x")];
        let manifest = with("credits", &format!("[{one},{two}]"));
        assert_eq!(found(&manifest, files, false), ["advice tw-credits-alike /credits/1"]);
        let merged = fixed_with(&manifest, "merge-credits", files);
        assert_eq!(Document::parse(merged.as_bytes()).unwrap().at(&pointer!["credits", 0, "paths"]).unwrap().len(), 2);
        let signed = |record: String, at: &str| {
            record.replace("\"own-work\"", &format!("\"own-work\",\"attestation\":{{\"acceptedAt\":\"{at}\"}}"))
        };
        let apart = with("credits", &format!("[{},{}]", signed(one.clone(), "1"), signed(two.clone(), "2")));
        assert_eq!(found(&apart, files, false), ["advice tw-credits-alike /credits/1"]);
        let other = with("credits", &format!("[{one},{}]", two.replace("own-work", "disclaimed")));
        assert!(found(&other, files, false).is_empty());
    }
}
