//! Changing documents that are there.

use super::pdf::Rendered;
use super::{Kind, MAX_FINISHED, check_id, check_text, entries, entry, is_taken, refused};
use crate::assets::{Pack, Plan, plan_rename};
use crate::credits;
use crate::edit::{FileEdit, ManifestOp, Roots, edit_manifest};
use crate::error::Result;
use crate::json::{Document, Pointer, Ref, Value};
use crate::media::{Aspect, Crop, Facts, Raster, cut, measured_webp};
use crate::pack::{FileOp, PackPath};
use crate::pointer;

/// The width of a video's cover, in pixels; 16:9.
pub const COVER_WIDTH: u32 = 1280;
const QUALITY: f32 = 82.0;

/// What [`pages_of`] gives: what is done to files, the members of the document, sentences for a person.
pub(super) type Pages = (Vec<FileOp>, Vec<(&'static str, Value)>, Vec<String>);

/// The files and the members of a document of pages. The original is left out where it does not fit.
pub(super) fn pages_of(id: &str, rendered: Rendered, pdf: &[u8], filename: &str) -> Result<Pages> {
    let (mut ops, mut list, mut told) = (Vec::new(), Vec::new(), Vec::new());
    let mut total = 0;
    for (index, page) in rendered.pages.into_iter().enumerate() {
        let path = PackPath::parse(&format!("rules/{id}/page-{:03}.webp", index + 1))?;
        total += page.bytes.len();
        list.push(figures(&path, page.width, page.height, page.bytes.len()));
        ops.push(FileOp::Write { path, bytes: page.bytes.into() });
    }
    if total > MAX_FINISHED {
        return Err(
            refused("The pages have more than 10 MB in all").hint("Put the PDF on a host for files and add it as a link.")
        );
    }
    if rendered.coarser {
        told.push("The pages are kept less sharp than usual, so that the document fits into 10 MB.".to_owned());
    }
    let mut rest = vec![("pages", Value::Array(list))];
    if total + pdf.len() <= MAX_FINISHED {
        let path = PackPath::parse(&format!("rules/{id}/source.pdf"))?;
        let name = filename.rsplit(['/', '\\']).next().filter(|name| !name.is_empty()).unwrap_or("rules.pdf");
        rest.push((
            "source",
            Value::object([("path", Value::from(path.as_str())), ("bytes", pdf.len().into()), ("filename", name.into())]),
        ));
        ops.push(FileOp::Write { path, bytes: pdf.into() });
    } else {
        let size = pdf.len() as f64 / 1e6;
        told.push(format!(
            "The original PDF of {size:.1} MB is left out: with the pages it would be more than the 10 MB that a document may have."
        ));
    }
    Ok((ops, rest, told))
}

fn figures(path: &PackPath, width: u32, height: u32, bytes: usize) -> Value {
    Value::object([
        ("path", Value::from(path.as_str())),
        ("width", (width as usize).into()),
        ("height", (height as usize).into()),
        ("bytes", bytes.into()),
    ])
}

/// Puts the pages of another PDF in the place of a document's. `files` are the paths of the pack.
///
/// # Errors
/// Refused where document `index` is none of pages, and where the pages do not fit.
pub fn set_pages(
    manifest: &Document,
    index: usize,
    rendered: Rendered,
    pdf: &[u8],
    filename: &str,
    files: &[PackPath],
) -> Result<FileEdit> {
    let old = entry(manifest, index)?;
    if old.kind() != Some(Kind::Pages) {
        return Err(refused("This document has no pages"));
    }
    let id = old.id().into_owned();
    check_id(&id)?;
    let (mut ops, rest, told) = pages_of(&id, rendered, pdf, filename)?;
    let new: Vec<PackPath> = ops.iter().map(|op| op.path().clone()).collect();
    let gone: Vec<PackPath> = old
        .files()
        .into_iter()
        .filter(|path| path.as_str().starts_with("rules/") && files.contains(path) && !new.contains(path))
        .collect();
    ops.extend(gone.iter().map(|path| FileOp::Bin { path: path.clone() }));
    let at = pointer!["rules", index];
    let mut edits: Vec<ManifestOp> = rest.into_iter().map(|(key, value)| ManifestOp::Set(at.join(key), value)).collect();
    if edits.len() == 1 {
        edits.push(ManifestOp::Remove(at.join("source")));
    }
    let label = format!("Replace the pages of “{}”", old.title());
    Ok(FileEdit { gone, ..FileEdit::with_manifest(label, ops, edits).telling(told) })
}

/// Writes another text for a document of text.
///
/// # Errors
/// Refused where document `index` is none of text, names no file of its own, or the text is too long.
pub fn set_text(manifest: &Document, index: usize, text: &str) -> Result<FileEdit> {
    let document = entry(manifest, index)?;
    check_text(text)?;
    let path = document.path().filter(|_| document.kind() == Some(Kind::Markdown));
    let path = path.ok_or_else(|| refused("This document has no text of its own"))?;
    if !path.as_str().to_lowercase().ends_with(".md") {
        return Err(refused(format!("“{path}” is no Markdown file, so nothing is written into it")));
    }
    let ops = vec![FileOp::Write { path, bytes: text.as_bytes().into() }];
    Ok(FileEdit::with_manifest(format!("Write “{}”", document.title()), ops, Vec::new()))
}

/// Puts a picture before a video.
///
/// # Errors
/// Refused where document `index` is no video, and where the picture cannot be written.
pub fn set_cover(manifest: &Document, index: usize, raster: &Raster, crop: Crop) -> Result<FileEdit> {
    let document = entry(manifest, index)?;
    if document.kind() != Some(Kind::Video) {
        return Err(refused("Only a video has a cover"));
    }
    let id = document.id();
    check_id(&id)?;
    let path = PackPath::parse(&format!("rules/{id}/cover.webp"))?;
    let (bytes, width, height) = measured_webp(&cut(&raster.pixels, crop, Aspect::Wide, COVER_WIDTH), QUALITY)?;
    let edits = vec![ManifestOp::Set(pointer!["rules", index, "cover"], figures(&path, width, height, bytes.len()))];
    let ops = vec![FileOp::Write { path, bytes: bytes.into() }];
    let label = format!("Set the cover of “{}”", document.title());
    Ok(FileEdit::with_manifest(label, ops, edits).telling(raster.notes.clone()))
}

/// Gives a document another id, and with it other places to its files, in one step.
///
/// # Errors
/// Refused where the id can be none or is taken, and as [`plan_rename`].
pub fn rename(pack: &Pack, index: usize, id: &str) -> Result<Plan> {
    let Some(manifest) = &pack.roots.manifest else { return Err(refused("The manifest can’t be read")) };
    let old = entry(manifest, index)?.id().into_owned();
    check_id(id)?;
    if is_taken(manifest, id, &[], Some(index)) {
        return Err(refused(format!("Another rules document has the id “{id}”")).hint("Choose another one."));
    }
    let mut plan = Plan { before: pack.roots.clone(), roots: pack.roots.clone(), ..Plan::default() };
    // An id that was never a name of files has none that could move.
    if check_id(&old).is_ok() {
        for end in ["", ".md"] {
            let (from, to) = (PackPath::parse(&format!("rules/{old}{end}"))?, PackPath::parse(&format!("rules/{id}{end}"))?);
            let listing = &pack.survey.listing;
            if listing.get(&from).is_some() || listing.below(&from).next().is_some() {
                let moved = plan_rename(&Pack { roots: &plan.roots, ..*pack }, &from, &to)?;
                plan.roots = moved.roots;
                plan.ops.extend(moved.ops);
                plan.moved.extend(moved.moved);
                plan.told.extend(moved.told);
            }
        }
    }
    plan.roots = edit_manifest(&plan.roots, &[ManifestOp::Set(pointer!["rules", index, "id"], id.into())])?;
    Ok(plan)
}

/// Takes a document out, with the files of its own that no other one names.
///
/// # Errors
/// Refused where there is no such document.
pub fn take_out(manifest: &Document, index: usize, files: &[PackPath]) -> Result<FileEdit> {
    let document = entry(manifest, index)?;
    let others: Vec<PackPath> = entries(manifest).filter(|other| other.index != index).flat_map(super::Entry::files).collect();
    let own = document.files();
    let mut gone: Vec<PackPath> = own
        .into_iter()
        .filter(|path| path.as_str().starts_with("rules/") && files.contains(path) && !others.contains(path))
        .collect();
    gone.dedup();
    let ops = gone.iter().map(|path| FileOp::Bin { path: path.clone() }).collect();
    let names: Vec<String> = gone.iter().map(|path| path.as_str().to_owned()).collect();
    let label = format!("Take out the rules “{}”", document.title());
    let edits = vec![ManifestOp::Remove(pointer!["rules", index])];
    let edit = FileEdit::with_manifest(label, ops, edits).then(move |roots| {
        let Some(manifest) = &roots.manifest else { return Ok(roots.clone()) };
        let manifest = credits::drop_paths(manifest, &names)?;
        Ok(Roots { manifest: Some(manifest), scene: roots.scene.clone() })
    });
    Ok(FileEdit { gone, ..edit })
}

/// The figures of pages, originals and covers that are not those of the files, as the edits that set them right. `read`
/// gives a file of the pack; of one that it does not have nothing is said.
pub fn measured(manifest: &Document, read: &dyn Fn(&PackPath) -> Option<Vec<u8>>) -> Vec<ManifestOp> {
    let mut edits = Vec::new();
    let mut one = |at: Pointer, value: Ref<'_>, picture: bool| -> Option<()> {
        let bytes = read(&PackPath::parse(&value.get("path")?.as_str()?).ok()?)?;
        let mut set = |key: &str, number: usize| {
            if value.get(key).and_then(Ref::as_f64) != Some(number as f64) {
                edits.push(ManifestOp::Set(at.join(key), number.into()));
            }
        };
        if let Some(facts) = picture.then(|| Facts::of(&bytes)).flatten() {
            set("width", facts.width as usize);
            set("height", facts.height as usize);
        }
        set("bytes", bytes.len());
        Some(())
    };
    for document in entries(manifest) {
        let at = pointer!["rules", document.index];
        for (page, value) in document.value.get("pages").into_iter().flat_map(Ref::items).enumerate() {
            one(at.join("pages").join(page), value, true);
        }
        for (key, picture) in [("source", false), ("cover", true)] {
            document.value.get(key).map(|value| one(at.join(key), value, picture));
        }
    }
    edits
}
