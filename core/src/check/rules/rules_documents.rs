//! Rules documents say of their files what these are, keep within the limits, and stand below `rules/` (manifest reference,
//! `rules`: pages with `width`, `height` and `bytes`; at most 120 pages and 10 MB a finished document; nothing below
//! `rules/` is pre-loaded).

use super::Rule;
use crate::assets::named::items;
use crate::check::{Context, Fix, Sink};
use crate::finding::Severity;
use crate::json::{Document, Edit, EditError, Pointer, Ref, Value};
use crate::pack::{PackPath, picture_size};
use crate::pointer;
use rustc_hash::FxHashSet;

pub(super) const RULE: Rule = Rule {
    name: "rules documents",
    codes: &["tw-rules-measure", "tw-rules-too-large", "tw-rules-place", "tw-duplicate-id"],
    run,
};

/// The most pages of a document.
const MAX_PAGES: usize = 120;

/// The most bytes of a document, its original included: 10 MB, read as 10 MiB, which refuses less.
const MAX_BYTES: u64 = 10 << 20;

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    let mut ids = FxHashSet::default();
    for (index, document) in items(manifest.root(), "rules") {
        let at = pointer!["rules", index];
        if let Some(id) = document.get("id").and_then(Ref::as_str).filter(|id| !ids.insert(id.clone().into_owned())) {
            let message =
                format!("“{id}” is the id of an earlier document, so their files would lie in one folder. Choose another.");
            sink.manifest("tw-duplicate-id", Severity::Warning, at.join("id"), message);
        }
        let files = files(document, &at);
        measured(context, &files, sink);
        limits(context, document, &at, &files, sink);
        places(&files, sink);
    }
}

/// An object of a document that names a file, with its place.
struct Named<'a> {
    at: Pointer,
    value: Ref<'a>,
    path: PackPath,
    /// Whether it says how many pixels it has.
    is_picture: bool,
}

fn files<'a>(document: Ref<'a>, at: &Pointer) -> Vec<Named<'a>> {
    let pages = items(document, "pages").map(|(page, value)| (at.join("pages").join(page), value, true));
    let others = [("source", false), ("cover", true)]
        .into_iter()
        .filter_map(|(key, is_picture)| Some((at.join(key), document.get(key)?, is_picture)));
    let path = |value: Ref| PackPath::parse(&value.get("path")?.as_str()?).ok();
    pages.chain(others).filter_map(|(at, value, is_picture)| Some(Named { at, path: path(value)?, value, is_picture })).collect()
}

/// Width, height and bytes are those of the file.
fn measured(context: &Context, files: &[Named], sink: &mut Sink) {
    if context.options.documents {
        return;
    }
    for file in files {
        let set = context.subject.files;
        let Some(bytes) = set.size(&file.path) else { continue };
        let head = set.head(&file.path).filter(|_| file.is_picture);
        let pixels = head.as_deref().and_then(picture_size);
        let mut truth = vec![("bytes", bytes)];
        truth.extend(pixels.into_iter().flat_map(|(width, height)| [("width", width.into()), ("height", height.into())]));
        for (key, is) in truth.clone() {
            let Some(told) = file.value.get(key).filter(|told| told.as_f64().is_some_and(|told| told != is as f64)) else {
                continue;
            };
            let unit = if key == "bytes" { "bytes" } else { "pixels" };
            let message = format!("The {key} of “{}” is {is} {unit}, not {}.", file.path, told.to_text());
            let draft = sink.manifest("tw-rules-measure", Severity::Warning, file.at.join(key), message);
            draft.fix(write(&file.at, &file.path, &truth));
        }
    }
}

/// Writes what was measured, where the file is still the one that was.
fn write(at: &Pointer, path: &PackPath, truth: &[(&'static str, u64)]) -> Fix {
    let (at, path, truth) = (at.clone(), path.clone(), truth.to_vec());
    Fix::manifest("write-measures", "Write the measured values", true, move |manifest: &Document| {
        let still = |path: &PackPath| {
            let named = manifest.at(&at)?.get("path")?.as_str()?;
            Some(PackPath::parse(&named).is_ok_and(|named| named == *path))
        };
        if still(&path) != Some(true) {
            return Err(EditError::Missing(at.clone()));
        }
        let stands = |key: &str| manifest.at(&at.join(key)).is_some();
        let edits = truth.iter().filter(|(key, _)| stands(key));
        manifest.edit_many(edits.map(|(key, is)| (at.join(*key), Edit::Set(Value::Number(is.to_string())))))
    })
}

/// A finished document has at most so many pages and bytes; past them a link to the file elsewhere is what is left.
fn limits(context: &Context, document: Ref, at: &Pointer, files: &[Named], sink: &mut Sink) {
    let remedy = "Put the file elsewhere and give a link to it.";
    let pages = document.get("pages").map_or(0, Ref::len);
    if pages > MAX_PAGES {
        let message = format!("This document has {pages} pages, and the platform takes {MAX_PAGES}. {remedy}");
        sink.manifest("tw-rules-too-large", Severity::Warning, at.join("pages"), message);
    }
    let told = |file: &Named| file.value.get("bytes").and_then(Ref::as_f64).filter(|n| *n >= 0.0).map(|n| n as u64);
    let size = |file: &Named| {
        let there = context.subject.files.size(&file.path).filter(|_| !context.options.documents);
        there.or_else(|| told(file)).unwrap_or_default()
    };
    let bytes = files.iter().map(size).fold(0, u64::saturating_add);
    if bytes > MAX_BYTES {
        let has_source = document.get("source").is_some() && pages > 0;
        let remedy = if has_source { "Leave the original out, or put the file elsewhere and give a link to it." } else { remedy };
        let message = format!("This document has {:.1} MB, and the platform takes 10 MB. {remedy}", bytes as f64 / 1_048_576.0);
        sink.manifest("tw-rules-too-large", Severity::Warning, at.clone(), message);
    }
}

/// What stands elsewhere is pre-loaded with all other files.
fn places(files: &[Named], sink: &mut Sink) {
    for file in files.iter().filter(|file| !file.path.as_str().starts_with("rules/")) {
        let message =
            format!("“{}” is not below rules/, so players download it before the table opens. Move it there.", file.path);
        sink.manifest("tw-rules-place", Severity::Warning, file.at.join("path"), message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{assert_silent, found, found_on_disk, with};

    /// The head of a lossy WebP of these pixels.
    fn webp(width: u16, height: u16) -> Vec<u8> {
        let mut bytes = b"RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0\x30\x01\0\x9d\x01\x2a".to_vec();
        bytes.extend(width.to_le_bytes());
        bytes.extend(height.to_le_bytes());
        bytes
    }

    fn page(path: &str, width: u32, height: u32, bytes: u32) -> String {
        format!(r#"{{"path":"{path}","width":{width},"height":{height},"bytes":{bytes}}}"#)
    }

    fn pages(pages: &str) -> String {
        with("rules", &format!(r#"[{{"kind":"pages","id":"a","title":"A","pages":[{pages}]}}]"#))
    }

    #[test]
    fn what_a_page_says_of_itself_is_measured() {
        let file = webp(100, 160);
        let told = |manifest: &str| {
            found_on_disk(&RULE, &[("diceytable.mod.json", manifest.as_bytes()), ("rules/a/page-001.webp", &file)])
        };
        let right = pages(&page("rules/a/page-001.webp", 100, 160, file.len() as u32));
        assert!(told(&right).is_empty());
        let wrong = pages(&page("rules/a/page-001.webp", 101, 160, 7));
        let at = "/rules/0/pages/0";
        assert_eq!(
            told(&wrong),
            [format!("warning tw-rules-measure {at}/bytes"), format!("warning tw-rules-measure {at}/width")]
        );
        let dir =
            crate::check::rules::testing::pack_of(&[("diceytable.mod.json", wrong.as_bytes()), ("rules/a/page-001.webp", &file)]);
        let pack = crate::check::OnDisk::read(dir.path(), &dir.path().join("no-state")).unwrap();
        let all = crate::check::check(&pack.subject(), &crate::check::Options::default());
        let fix = &all.iter().find(|d| d.code == "tw-rules-measure").unwrap().fixes[0];
        assert!(fix.is_safe());
        assert_eq!(fix.apply(&pack.working_copy().roots()).unwrap().manifest.unwrap().text(), right);
        assert_silent(&RULE, &wrong);
    }

    #[test]
    fn a_document_has_so_many_pages_and_bytes() {
        let many = |count: usize, bytes: u32| pages(&vec![page("rules/a/p.webp", 1, 1, bytes); count].join(","));
        assert_silent(&RULE, &many(120, 1));
        assert_eq!(found(&RULE, &many(121, 1)), ["warning tw-rules-too-large /rules/0/pages"]);
        assert_silent(&RULE, &many(1, MAX_BYTES as u32));
        assert_eq!(found(&RULE, &many(1, MAX_BYTES as u32 + 1)), ["warning tw-rules-too-large /rules/0"]);
        for odd in ["-1", "1e400", "\"x\"", "null"] {
            assert_silent(&RULE, &many(1, 1).replace("\"bytes\":1", &format!("\"bytes\":{odd}")).replace("1e400", "1e3"));
        }
    }

    #[test]
    fn files_of_rules_stand_in_their_folder_and_ids_once() {
        assert_eq!(found(&RULE, &pages(&page("docs/p.webp", 1, 1, 1))), ["warning tw-rules-place /rules/0/pages/0/path"]);
        let twice = with("rules", r#"[{"id":"a"},{"id":"b"},{"id":"a"},{"id":7},7]"#);
        assert_eq!(found(&RULE, &twice), ["warning tw-duplicate-id /rules/2/id"]);
    }
}
