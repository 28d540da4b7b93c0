//! The pictures of a pack's listing: cover and screenshots by slot, each with the original that it was cut from.
//!
//! The documents name the files (manifest reference, *Cover art and screenshots*): `media/cover.webp` with its
//! `media/cover-thumb.webp`, `media/screenshot-N.webp`, written over in place. The picture that was chosen is kept below
//! `originals/`, where the platform never declares it, under the same name, so that a later crop can show what this one cut
//! away. Nothing in a manifest names it.

use super::crop::{Aspect, Crop};
use super::decode::Raster;
use super::encode::{QUALITY, cut, webp};
use crate::assets::set_preload;
use crate::credits::{self, Answer, Signature};
use crate::edit::{FileEdit, ManifestOp, Roots, edit_manifest};
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Document, Pointer, Ref, Value};
use crate::manifest::ManifestView;
use crate::pack::{FileOp, PackPath};
use crate::pointer;
use std::sync::Arc;

/// Where the cover is.
pub const COVER: &str = "media/cover.webp";
/// Where the small copy of the cover is.
pub const COVER_THUMB: &str = "media/cover-thumb.webp";
/// The side of the cover, in pixels.
pub const COVER_SIDE: u32 = 1024;
/// The side of its small copy, in pixels.
pub const THUMB_SIDE: u32 = 256;
/// The width of a screenshot, in pixels; 16:9.
pub const SCREENSHOT_WIDTH: u32 = 1920;
/// The most entries of the gallery (manifest reference, `screenshots`).
pub const MAX_ENTRIES: usize = 12;
/// A larger original is not kept: hosts of repositories warn of such files.
const MAX_ORIGINAL: usize = 50 << 20;

/// What a picture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The cover.
    Cover,
    /// The picture of this entry of the gallery; of a video it is the cover.
    Entry(usize),
    /// A new entry at the end of the gallery.
    New,
}

impl Slot {
    /// Its shape.
    pub fn aspect(self) -> Aspect {
        match self {
            Self::Cover => Aspect::Square,
            Self::Entry(_) | Self::New => Aspect::Wide,
        }
    }

    /// The width of its picture, in pixels.
    pub fn wide(self) -> u32 {
        match self {
            Self::Cover => COVER_SIDE,
            Self::Entry(_) | Self::New => SCREENSHOT_WIDTH,
        }
    }
}

/// Which picture is cut.
#[derive(Debug, Clone)]
pub enum Source {
    /// One that was chosen, with its file and its name: it is kept as the original.
    Chosen {
        /// Its file name.
        name: String,
        /// Its content.
        bytes: Arc<[u8]>,
    },
    /// The original that is kept already.
    Original,
    /// The published picture: its original is not there any more.
    Published,
}

/// A picture with the window that is cut from it.
#[derive(Debug, Clone)]
pub struct Framed<'a> {
    /// Which picture it is.
    pub source: Source,
    /// Its pixels.
    pub raster: &'a Raster,
    /// The window.
    pub crop: Crop,
    /// Where the picture is from, where that is said at the same time; with the id of the new record.
    pub credit: Option<(Answer, Signature, String)>,
}

/// Where a crop of a picture that is in the pack begins.
#[derive(Debug, Clone, PartialEq)]
pub struct Again {
    /// The file to open.
    pub path: PackPath,
    /// The window of the last crop, over that file.
    pub crop: Crop,
    /// The original is not there: the window can only become tighter.
    pub only_tighter: bool,
}

/// The picture that is in a slot; `None` where there is none, or its path is no safe one.
pub fn picture_in(manifest: &Document, slot: Slot) -> Option<PackPath> {
    let root = ManifestView::new(manifest)?.root();
    let value = match slot {
        Slot::Cover => root.get("coverImage")?,
        Slot::Entry(index) => root.get("screenshots")?.index(index)?.get("path")?,
        Slot::New => return None,
    };
    PackPath::parse(&value.as_str()?).ok()
}

/// Where cutting the picture of a slot again begins: its original where `files`, the paths of the pack, have it.
pub fn again<'a>(manifest: &Document, slot: Slot, files: impl IntoIterator<Item = &'a PackPath>) -> Option<Again> {
    let published = picture_in(manifest, slot)?;
    let noted = match slot {
        Slot::Entry(index) => manifest.root().get("screenshots")?.index(index)?.get("crop").and_then(Crop::read),
        Slot::Cover | Slot::New => None,
    };
    let originals = below_originals(&published);
    let mut there = false;
    let original = files.into_iter().inspect(|path| there |= **path == published).find(|path| is_original(path, &originals));
    match original {
        Some(path) => Some(Again { path: path.clone(), crop: noted.unwrap_or(Crop::WHOLE), only_tighter: false }),
        None => Some(Again { path: published, crop: Crop::WHOLE, only_tighter: true }),
    }
}

/// The path of an original without its extension.
fn below_originals(published: &PackPath) -> String {
    let text = published.as_str();
    let stem = text.rsplit_once('.').map_or(text, |(stem, _)| stem);
    format!("originals/{stem}.")
}

fn is_original(path: &PackPath, stem: &str) -> bool {
    path.as_str().strip_prefix(stem).is_some_and(|end| ["png", "jpg", "jpeg", "webp"].contains(&&*end.to_lowercase()))
}

/// The path that the picture of a slot gets. An entry keeps its own where that is a WebP below `media/`; a new one gets the
/// first number that neither the gallery nor a file has.
fn path_of(manifest: &Document, slot: Slot, files: &[PackPath]) -> Result<PackPath> {
    if slot == Slot::Cover {
        return PackPath::parse(COVER);
    }
    let own = picture_in(manifest, slot);
    if let Some(own) = own.filter(|path| path.as_str().starts_with("media/") && path.as_str().ends_with(".webp")) {
        return Ok(own);
    }
    let shots = manifest.root().get("screenshots");
    let named: Vec<_> = shots.into_iter().flat_map(Ref::items).filter_map(|shot| shot.get("path")?.as_str()).collect();
    // A file that differs in case alone is the same one on some disks.
    let taken = |path: &str| {
        let folded = path.to_lowercase();
        named.iter().any(|name| name.to_lowercase() == folded) || files.iter().any(|file| file.as_str().to_lowercase() == folded)
    };
    let free = (1..).map(|number| format!("media/screenshot-{number}.webp")).find(|path| !taken(path));
    PackPath::parse(&free.unwrap_or_default())
}

/// Puts the window of a picture into a slot. `files` are the paths of the pack.
///
/// # Errors
/// Refused where the gallery is full or has no such entry, and where the picture cannot be written.
pub fn place(manifest: &Document, slot: Slot, framed: &Framed, files: &[PackPath]) -> Result<FileEdit> {
    let shots = manifest.root().get("screenshots").filter(|list| !list.is_null());
    if shots.is_some_and(|list| !list.is_array()) {
        return Err(refused("“screenshots” is not a list").hint("Mend it as Problems shows it, then try again."));
    }
    let count = shots.map_or(0, Ref::len);
    match slot {
        Slot::New if count >= MAX_ENTRIES => {
            return Err(refused("The gallery is full: it holds at most 12 pictures and videos").hint("Take one out first."));
        }
        Slot::Entry(index) if index >= count => {
            return Err(refused(format!("The gallery has no entry {}", index + 1)).hint(format!("It has {count}.")));
        }
        _ => {}
    }
    let path = path_of(manifest, slot, files)?;
    let picture = cut(&framed.raster.pixels, framed.crop, slot.aspect(), slot.wide());
    let mut ops = vec![FileOp::Write { path: path.clone(), bytes: webp(&picture, QUALITY)?.into() }];
    if slot == Slot::Cover {
        let small = cut(&picture, Crop::WHOLE, Aspect::Square, THUMB_SIDE);
        ops.push(FileOp::Write { path: PackPath::parse(COVER_THUMB)?, bytes: webp(&small, QUALITY)?.into() });
    }
    let mut told = framed.raster.notes.clone();
    keep_original(framed, &path, files, &mut ops, &mut told)?;
    let written: Vec<String> =
        ops.iter().filter(|op| matches!(op, FileOp::Write { .. })).map(|op| op.path().to_string()).collect();
    let crop = framed.crop.fitted(framed.raster.size(), slot.aspect());
    let crop = match framed.source {
        Source::Published => noted(manifest, slot).map_or(crop, |outer| outer.of_window(crop)),
        _ => crop,
    };
    let edits = edits_of(manifest, slot, &path, crop);
    let label = match slot {
        Slot::Cover => "Set the cover".to_owned(),
        Slot::New => "Add a screenshot".to_owned(),
        Slot::Entry(index) => format!("Change the picture of gallery entry {}", index + 1),
    };
    let credit = framed.credit.clone();
    let edit = FileEdit::with_manifest(label, ops, edits).then(move |roots| on_demand(roots, &written)).telling(told);
    Ok(match credit {
        Some((answer, signature, id)) => credited(edit, answer, signature, id),
        None => edit,
    })
}

/// The same change with a record of where the files that it writes are from.
pub fn credited(edit: FileEdit, answer: Answer, signature: Signature, id: String) -> FileEdit {
    let written: Vec<String> = edit.written().map(|path| path.as_str().to_owned()).collect();
    edit.then(move |roots| {
        let Some(manifest) = &roots.manifest else { return Ok(roots.clone()) };
        let manifest = credits::add(manifest, &written, &answer, &signature, &mut || id.clone())?;
        Ok(Roots { manifest: Some(manifest), scene: roots.scene.clone() })
    })
}

fn noted(manifest: &Document, slot: Slot) -> Option<Crop> {
    let Slot::Entry(index) = slot else { return None };
    manifest.root().get("screenshots")?.index(index)?.get("crop").and_then(Crop::read)
}

/// Keeps what was chosen, and lets go of the originals that it replaces.
fn keep_original(
    framed: &Framed,
    path: &PackPath,
    files: &[PackPath],
    ops: &mut Vec<FileOp>,
    told: &mut Vec<String>,
) -> Result<()> {
    let Source::Chosen { name, bytes } = &framed.source else { return Ok(()) };
    let stem = below_originals(path);
    let kept = PackPath::parse(&format!("{stem}{}", framed.raster.content.extensions()[0]))?;
    let fits = bytes.len() <= MAX_ORIGINAL;
    let old = files.iter().filter(|file| is_original(file, &stem) && !(fits && **file == kept));
    ops.extend(old.map(|file| FileOp::Bin { path: file.clone() }));
    if fits {
        ops.push(FileOp::Write { path: kept, bytes: bytes.clone() });
    } else {
        let size = bytes.len() >> 20;
        told.push(format!("“{name}” has {size} MB and is not kept as the original: a later crop can only tighten."));
    }
    Ok(())
}

fn edits_of(manifest: &Document, slot: Slot, path: &PackPath, crop: Crop) -> Vec<ManifestOp> {
    let text = Value::from(path.as_str());
    let set = |at: Pointer, value: Value| ManifestOp::Set(at, value);
    match slot {
        Slot::Cover => vec![set(pointer!["coverImage"], text)],
        Slot::New => {
            let entry = Value::object([("path", text), ("crop", crop.value())]);
            let count = manifest.root().get("screenshots").map_or(0, Ref::len);
            vec![ManifestOp::Insert(pointer!["screenshots"], count, entry)]
        }
        Slot::Entry(index) => {
            let entry = pointer!["screenshots", index];
            let same = picture_in(manifest, slot).as_ref() == Some(path);
            let moved = (!same).then(|| set(entry.join("path"), text));
            let held = manifest.at(&entry.join("crop")).and_then(Crop::read) == Some(crop);
            moved.into_iter().chain((!held).then(|| set(entry.join("crop"), crop.value()))).collect()
        }
    }
}

/// Pictures of the listing are not needed at the table: new ones load on demand, unless the pack pre-loads others of them.
fn on_demand(roots: &Roots, written: &[String]) -> Result<Roots> {
    let Some(manifest) = &roots.manifest else { return Ok(roots.clone()) };
    let listed = |key: &str| -> Vec<String> {
        let list = manifest.root().get(key).into_iter().flat_map(Ref::items);
        list.filter_map(|path| Some(path.as_str()?.into_owned())).filter(|path| path.starts_with("media/")).collect()
    };
    let (pre_loaded, excluded) = (listed("assets"), listed("excludedAssets"));
    if !pre_loaded.is_empty() {
        return Ok(roots.clone());
    }
    let new = written.iter().filter(|path| path.starts_with("media/") && !excluded.contains(path));
    let new: Vec<String> = new.cloned().collect();
    if new.is_empty() {
        return Ok(roots.clone());
    }
    let manifest = set_preload(manifest, &new, false, &|_| None)?;
    Ok(Roots { manifest: Some(manifest), scene: roots.scene.clone() })
}

/// Takes an entry out of the gallery, with its picture and the original of that where no other entry shows it.
///
/// # Errors
/// Refused where there is no such entry.
pub fn take_out(manifest: &Document, index: usize, files: &[PackPath]) -> Result<FileEdit> {
    let shots = manifest.root().get("screenshots").filter(|list| list.is_array());
    if shots.is_none_or(|list| index >= list.len()) {
        return Err(refused(format!("The gallery has no entry {}", index + 1)));
    }
    let edits = vec![ManifestOp::Remove(pointer!["screenshots", index])];
    let label = format!("Take out gallery entry {}", index + 1);
    let others = shots.into_iter().flat_map(Ref::items).enumerate().filter(|(other, _)| *other != index);
    let others: Vec<_> = others.filter_map(|(_, shot)| shot.get("path")?.as_str()).collect();
    let cover = manifest.root().get("coverImage").and_then(Ref::as_str);
    let own = picture_in(manifest, Slot::Entry(index)).filter(|path| {
        let used = |other: &str| other == path.as_str();
        path.as_str().starts_with("media/") && !others.iter().any(|other| used(other)) && !cover.as_deref().is_some_and(used)
    });
    let Some(own) = own else { return Ok(FileEdit::with_manifest(label, Vec::new(), edits)) };
    let stem = below_originals(&own);
    let gone: Vec<PackPath> = files.iter().filter(|file| **file == own || is_original(file, &stem)).cloned().collect();
    let ops = gone.iter().map(|path| FileOp::Bin { path: path.clone() }).collect();
    let names: Vec<String> = gone.iter().map(|path| path.as_str().to_owned()).collect();
    let edit = FileEdit::with_manifest(label, ops, edits);
    let edit = edit.then(move |roots| match &roots.manifest {
        Some(manifest) => {
            let manifest = credits::drop_paths(manifest, &names)?;
            Ok(Roots { manifest: Some(manifest), scene: roots.scene.clone() })
        }
        None => Ok(roots.clone()),
    });
    Ok(FileEdit { gone, ..edit })
}

/// Adds a video of YouTube to the end of the gallery.
///
/// # Errors
/// Refused where the gallery is full, and where `link` is no link to such a video.
pub fn add_video(manifest: &Document, link: &str, title: &str) -> Result<Vec<ManifestOp>> {
    let id = crate::manifest::youtube_id(link).ok_or_else(|| {
        refused(format!("“{link}” is no link to a video on YouTube")).hint("Copy it from the page of the video.")
    })?;
    let count = manifest.root().get("screenshots").filter(|list| list.is_array()).map_or(0, Ref::len);
    if count >= MAX_ENTRIES {
        return Err(refused("The gallery is full: it holds at most 12 pictures and videos").hint("Take one out first."));
    }
    let mut video = vec![("provider", Value::from("youtube")), ("id", Value::from(id))];
    if !title.trim().is_empty() {
        video.push(("title", Value::from(title.trim())));
    }
    let entry = Value::object([("video", Value::object(video))]);
    Ok(vec![ManifestOp::Insert(pointer!["screenshots"], count, entry)])
}

/// Makes edits of the manifest that change no file.
///
/// # Errors
/// As [`edit_manifest`].
pub fn edited(manifest: &Document, edits: &[ManifestOp]) -> Result<Document> {
    let roots = edit_manifest(&Roots { manifest: Some(manifest.clone()), scene: None }, edits)?;
    Ok(roots.manifest.unwrap_or_else(|| manifest.clone()))
}

fn refused(what: impl Into<String>) -> Error {
    Error::new(ErrorKind::Refused, what)
}

#[cfg(test)]
mod tests {
    use super::super::decode::tests::picture;
    use super::super::{Facts, open};
    use super::*;
    use crate::credits::Origin;
    use image::ImageFormat;

    const EMPTY: &str = r#"{"id":"a"}"#;

    fn manifest(text: &str) -> Document {
        Document::parse(text.as_bytes()).unwrap()
    }

    fn paths(list: &[&str]) -> Vec<PackPath> {
        list.iter().map(|path| PackPath::parse(path).unwrap()).collect()
    }

    fn raster() -> (Arc<[u8]>, Raster) {
        let bytes: Arc<[u8]> = picture(400, 300, ImageFormat::Png).into();
        let raster = open("board.png", &bytes).unwrap();
        (bytes, raster)
    }

    fn placed(text: &str, slot: Slot, source: Option<Source>, files: &[&str]) -> (FileEdit, String) {
        let (bytes, raster) = raster();
        let source = source.unwrap_or(Source::Chosen { name: "board.png".into(), bytes });
        let crop = Crop::largest(raster.size(), slot.aspect());
        let framed = Framed { source, raster: &raster, crop, credit: None };
        let doc = manifest(text);
        let edit = place(&doc, slot, &framed, &paths(files)).unwrap();
        let after = (edit.edit)(&Roots { manifest: Some(doc), scene: None }).unwrap();
        let text = after.manifest.unwrap().text();
        (edit, text)
    }

    fn ops(edit: &FileEdit) -> Vec<String> {
        let show = |op: &FileOp| match op {
            FileOp::Write { path, .. } => format!("write {path}"),
            FileOp::Bin { path } => format!("bin {path}"),
            other => format!("{other:?}"),
        };
        edit.ops.iter().map(show).collect()
    }

    #[test]
    fn a_cover_is_square_and_has_its_small_copy_and_its_original() {
        let (edit, text) = placed(EMPTY, Slot::Cover, None, &["originals/media/cover.jpg", "originals/media/cover.txt"]);
        let written = ["write media/cover.webp", "write media/cover-thumb.webp", "bin originals/media/cover.jpg"];
        assert_eq!(ops(&edit)[..3], written);
        assert_eq!(ops(&edit)[3..], ["write originals/media/cover.png"]);
        for (op, side) in edit.ops.iter().zip([300, 256]) {
            let FileOp::Write { bytes, .. } = op else { panic!("{op:?}") };
            assert_eq!(Facts::of(bytes).map(|facts| (facts.width, facts.height)), Some((side, side)));
        }
        let lists = r#""excludedAssets":["media/cover-thumb.webp","media/cover.webp"]"#;
        assert!(text.contains(r#""coverImage":"media/cover.webp""#) && text.contains(lists), "{text}");
    }

    #[test]
    fn a_screenshot_takes_the_first_free_number_and_notes_its_crop() {
        let text = r#"{"screenshots":[{"path":"media/screenshot-0.webp"},{"path":"media/Screenshot-2.webp"}]}"#;
        let (edit, text) = placed(text, Slot::New, None, &["media/screenshot-1.webp"]);
        assert_eq!(ops(&edit), ["write media/screenshot-3.webp", "write originals/media/screenshot-3.png"]);
        let entry = r#"{"path":"media/screenshot-3.webp","crop":{"x":0,"y":0.125,"w":1,"h":0.75}}"#;
        assert!(text.contains(entry), "{text}");
    }

    #[test]
    fn an_entry_is_written_over_in_place_and_a_video_gets_its_cover() {
        let shots = r#"{"screenshots":[{"video":{"provider":"youtube","id":"aqz-KE-bpKQ"}},{"path":"media/shot.webp"}],"assets":["media/shot.webp"]}"#;
        let (edit, text) = placed(shots, Slot::Entry(1), None, &["media/shot.webp"]);
        assert_eq!(ops(&edit)[0], "write media/shot.webp");
        assert!(text.contains(r#"{"path":"media/shot.webp","crop":"#) && !text.contains("excludedAssets"), "{text}");
        let (edit, text) = placed(shots, Slot::Entry(0), None, &[]);
        assert_eq!(ops(&edit)[0], "write media/screenshot-1.webp");
        assert!(text.contains(r#"{"path":"media/screenshot-1.webp","crop":"#) && text.contains("aqz-KE-bpKQ"), "{text}");
        let other = r#"{"screenshots":[{"path":"textures/board.png"}]}"#;
        let (edit, _) = placed(other, Slot::Entry(0), None, &["textures/board.png"]);
        assert_eq!(ops(&edit)[0], "write media/screenshot-1.webp", "what stands elsewhere is not written over");
    }

    #[test]
    fn cutting_again_begins_with_the_original_while_it_is_there() {
        let text =
            r#"{"coverImage":"media/cover.webp","screenshots":[{"path":"media/a.webp","crop":{"x":0,"y":0.1,"w":1,"h":0.8}}]}"#;
        let doc = manifest(text);
        let files = paths(&["media/a.webp", "originals/media/a.webp.txt", "originals/media/a.JPG"]);
        let begun = again(&doc, Slot::Entry(0), &files).unwrap();
        assert_eq!((begun.path.as_str(), begun.only_tighter, begun.crop.y), ("originals/media/a.JPG", false, 0.1));
        let begun = again(&doc, Slot::Entry(0), &files[..2]).unwrap();
        assert_eq!((begun.path.as_str(), begun.only_tighter, begun.crop), ("media/a.webp", true, Crop::WHOLE));
        assert!(again(&doc, Slot::Entry(1), &files).is_none() && again(&doc, Slot::New, &files).is_none());
    }

    #[test]
    fn tightening_is_noted_as_a_part_of_the_first_crop() {
        let text = r#"{"screenshots":[{"path":"media/a.webp","crop":{"x":0.5,"y":0,"w":0.5,"h":0.5}}]}"#;
        let (bytes, text) = placed(text, Slot::Entry(0), Some(Source::Published), &["media/a.webp"]);
        assert_eq!(ops(&bytes), ["write media/a.webp"], "no original is made up");
        assert!(text.contains(r#""crop":{"x":0.5,"y":0.0625,"w":0.5,"h":0.375}"#), "{text}");
        let (edit, _) = placed(r#"{"coverImage":"media/cover.webp"}"#, Slot::Cover, Some(Source::Original), &[]);
        assert_eq!(ops(&edit).len(), 2);
    }

    #[test]
    fn what_has_no_room_is_refused() {
        let full = format!(r#"{{"screenshots":[{}]}}"#, [r#"{"path":"media/a.webp"}"#; 12].join(","));
        let (bytes, raster) = raster();
        let framed = Framed {
            source: Source::Chosen { name: "board.png".into(), bytes },
            raster: &raster,
            crop: Crop::WHOLE,
            credit: None,
        };
        for (text, slot, word) in [
            (full.as_str(), Slot::New, "full"),
            (EMPTY, Slot::Entry(0), "no entry 1"),
            (r#"{"screenshots":{}}"#, Slot::New, "not a list"),
        ] {
            let error = place(&manifest(text), slot, &framed, &[]).unwrap_err();
            assert!(error.what().contains(word), "{error}");
        }
        assert!(place(&manifest(&full), Slot::Entry(11), &framed, &[]).is_ok());
        assert!(add_video(&manifest(&full), "aqz-KE-bpKQ", "").is_err());
        assert!(add_video(&manifest(EMPTY), "https://example.com/", "").is_err());
        let ops = add_video(&manifest(EMPTY), "https://youtu.be/aqz-KE-bpKQ", " Trailer ").unwrap();
        let text = edited(&manifest(EMPTY), &ops).unwrap().text();
        let entry = r#"[{"video":{"provider":"youtube","id":"aqz-KE-bpKQ","title":"Trailer"}}]"#;
        assert!(text.contains(entry), "{text}");
    }

    #[test]
    fn a_picture_of_ones_own_is_credited_in_the_same_step() {
        let (bytes, raster) = raster();
        let signature = Signature { name: "Ann".into(), at: "2026-12-01T03:40:00Z".into() };
        let framed = Framed {
            source: Source::Chosen { name: "scene.png".into(), bytes },
            raster: &raster,
            crop: Crop::WHOLE,
            credit: Some((Answer::new(Origin::OwnWork), signature, "credit-1".into())),
        };
        let doc = manifest(EMPTY);
        let edit = place(&doc, Slot::Cover, &framed, &[]).unwrap();
        let text = (edit.edit)(&Roots { manifest: Some(doc), scene: None }).unwrap().manifest.unwrap().text();
        let paths = r#""paths":["media/cover-thumb.webp","media/cover.webp","originals/media/cover.png"]"#;
        assert!(text.contains(paths) && text.contains(r#""origin":"own-work""#), "{text}");
    }

    #[test]
    fn an_entry_leaves_with_its_picture_unless_another_shows_it() {
        let text = r#"{"screenshots":[{"path":"media/a.webp"},{"path":"media/b.webp"},{"path":"media/a.webp"}]}"#;
        let files = ["media/a.webp", "media/b.webp", "originals/media/b.png"];
        let doc = manifest(text);
        let edit = take_out(&doc, 1, &paths(&files)).unwrap();
        assert_eq!(ops(&edit), ["bin media/b.webp", "bin originals/media/b.png"]);
        let after = (edit.edit)(&Roots { manifest: Some(doc.clone()), scene: None }).unwrap().manifest.unwrap();
        assert_eq!(after.text(), r#"{"screenshots":[{"path":"media/a.webp"},{"path":"media/a.webp"}]}"#);
        assert!(take_out(&doc, 0, &paths(&files)).unwrap().ops.is_empty());
        assert!(take_out(&doc, 3, &[]).is_err());
    }
}
