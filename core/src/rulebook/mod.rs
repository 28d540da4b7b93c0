//! Rules documents: making them, their files, and what the document allows.
//!
//! - here: what a document is, its id, and adding text, a link or a video
//! - [`pdf`]: the pages of a PDF by a renderer of the system, within the limits
//! - [`change`]: another id with all its files, another text, a cover, taking one out, figures measured anew
//!
//! Files of a document stand at `rules/<id>.md` or below `rules/<id>/` (manifest reference, `rules`).

pub mod change;
pub mod pdf;
#[cfg(test)]
mod tests;

use crate::edit::{FileEdit, ManifestOp};
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Document, Ref, Value};
use crate::manifest::{ManifestView, PackType, slug_of, youtube_id};
use crate::pack::{FileOp, PackPath};
use crate::pointer;
use std::borrow::Cow;

/// The most documents of a pack (manifest reference, `rules`).
pub const MAX_DOCUMENTS: usize = 8;
/// The largest PDF that is taken, in bytes (manifest reference, `rules`: 20 MB).
pub const MAX_PDF: usize = 20 << 20;
/// The most pages of a PDF (manifest reference, `rules`).
pub const MAX_PAGES: usize = 120;
/// The most bytes of a finished document, pages and original together (manifest reference, `rules`: 10 MB; the smaller
/// reading of a megabyte, so that it fits by either).
pub const MAX_FINISHED: usize = 10_000_000;

/// The longest text that is taken for a document, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Text that is written here.
    Markdown,
    /// The pages of a PDF.
    Pages,
    /// Rules elsewhere.
    Link,
    /// A video.
    Video,
}

impl Kind {
    /// Reads the manifest's word.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "markdown" => Self::Markdown,
            "pages" => Self::Pages,
            "link" => Self::Link,
            "video" => Self::Video,
            _ => return None,
        })
    }

    /// What it is called.
    pub fn label(self) -> &'static str {
        match self {
            Self::Markdown => "Text",
            Self::Pages => "Pages of a PDF",
            Self::Link => "Link",
            Self::Video => "Video",
        }
    }

    /// The manifest's word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Pages => "pages",
            Self::Link => "link",
            Self::Video => "video",
        }
    }
}

/// One document as the manifest has it.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// Its number in the list.
    pub index: usize,
    /// The element.
    pub value: Ref<'a>,
}

impl<'a> Entry<'a> {
    fn text(self, key: &str) -> Cow<'a, str> {
        self.value.get(key).and_then(Ref::as_str).unwrap_or_default()
    }

    /// What it is; `None` for a word that is none of the four.
    pub fn kind(self) -> Option<Kind> {
        Kind::parse(&self.text("kind"))
    }

    /// Its id; empty where there is none.
    pub fn id(self) -> Cow<'a, str> {
        self.text("id")
    }

    /// Its title; empty where there is none.
    pub fn title(self) -> Cow<'a, str> {
        self.text("title")
    }

    /// The Markdown file; `None` where it names none.
    pub fn path(self) -> Option<PackPath> {
        PackPath::parse(&self.text("path")).ok()
    }

    /// The pages, as far as they name files.
    pub fn pages(self) -> impl Iterator<Item = PackPath> + use<'a> {
        let pages = self.value.get("pages").into_iter().flat_map(Ref::items);
        pages.filter_map(|page| PackPath::parse(&page.get("path")?.as_str()?).ok())
    }

    /// The cover of a video; `None` where it has none.
    pub fn cover(self) -> Option<PackPath> {
        PackPath::parse(&self.value.get("cover")?.get("path")?.as_str()?).ok()
    }

    /// How many bytes a reader fetches: the pages, the text or the cover, as the manifest says them.
    pub fn stated_bytes(self) -> u64 {
        let of = |value: Option<Ref<'_>>| value.and_then(|value| value.get("bytes")?.as_f64()).map_or(0, |bytes| bytes as u64);
        let pages: u64 = self.value.get("pages").into_iter().flat_map(Ref::items).map(|page| of(Some(page))).sum();
        pages + of(self.value.get("source")) + of(self.value.get("cover"))
    }

    /// The files that belong to it.
    pub fn files(self) -> Vec<PackPath> {
        let source = self.value.get("source").and_then(|source| PackPath::parse(&source.get("path")?.as_str()?).ok());
        self.path().into_iter().chain(self.pages()).chain(source).chain(self.cover()).collect()
    }
}

/// The documents of a pack.
pub fn entries(manifest: &Document) -> impl Iterator<Item = Entry<'_>> {
    let list = manifest.root().get("rules").filter(|list| list.is_array());
    list.into_iter().flat_map(Ref::items).enumerate().map(|(index, value)| Entry { index, value })
}

/// The document with this number.
///
/// # Errors
/// Refused where there is none.
pub fn entry(manifest: &Document, index: usize) -> Result<Entry<'_>> {
    entries(manifest).nth(index).ok_or_else(|| refused(format!("There is no rules document {}", index + 1)))
}

/// An id for a document of this title that no other has and no file of the pack stands under.
pub fn free_id(manifest: &Document, title: &str, files: &[PackPath]) -> String {
    let slug = slug_of(title);
    let base = if slug.is_empty() { "rules" } else { &slug };
    let free = |id: &String| !is_taken(manifest, id, files, None);
    let numbered = (2..).map(|number| format!("{base}-{number}"));
    std::iter::once(base.to_owned()).chain(numbered).find(free).unwrap_or_default()
}

/// Whether another document than number `own` has this id, or files stand where it would have its own. Letter case does not
/// count: some disks know none.
fn is_taken(manifest: &Document, id: &str, files: &[PackPath], own: Option<usize>) -> bool {
    let same = |other: &str| other.to_lowercase() == id.to_lowercase();
    let (text, folder) = (format!("rules/{id}.md").to_lowercase(), format!("rules/{id}/").to_lowercase());
    entries(manifest).any(|entry| Some(entry.index) != own && same(&entry.id()))
        || own.is_none()
            && files.iter().map(|path| path.as_str().to_lowercase()).any(|path| path == text || path.starts_with(&folder))
}

/// Whether a text can be an id: it is the name of a folder on every disk.
///
/// # Errors
/// Refused, with what it may be.
pub fn check_id(id: &str) -> Result<()> {
    let plain = id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_' | b'.'));
    let fits = plain && !id.is_empty() && id.len() <= 60 && id.starts_with(|first: char| first.is_ascii_alphanumeric());
    if fits && !id.ends_with('.') {
        return Ok(());
    }
    Err(refused(format!("“{id}” can’t be the id of a rules document"))
        .hint("Use lower-case letters, digits and dashes, at most 60: it names a folder."))
}

/// Whether one more document may be added.
///
/// # Errors
/// Refused where the pack is no game, where the list is none, and where it is full.
pub fn check_room(manifest: &Document) -> Result<()> {
    let view = ManifestView::new(manifest).ok_or_else(|| refused("The manifest is no object"))?;
    if view.pack_type().is_some_and(|kind| kind != PackType::Game) {
        return Err(
            refused("Only a game has rules documents").hint("Players open the rules of the game, not of its room or table.")
        );
    }
    let list = view.root().get("rules").filter(|list| !list.is_null());
    if list.is_some_and(|list| !list.is_array()) {
        return Err(refused("“rules” is not a list").hint("Mend it as Problems shows it, then try again."));
    }
    if list.map_or(0, Ref::len) >= MAX_DOCUMENTS {
        return Err(refused("There may be at most 8 rules documents").hint("Take one out first."));
    }
    Ok(())
}

/// What every new document needs.
#[derive(Debug, Clone)]
pub struct New<'a> {
    /// The manifest.
    pub manifest: &'a Document,
    /// What players see in the list.
    pub title: &'a str,
    /// The paths of the pack.
    pub files: &'a [PackPath],
}

impl New<'_> {
    /// The id that it gets.
    ///
    /// # Errors
    /// As [`check_room`], and where the title is empty.
    fn id(&self) -> Result<String> {
        check_room(self.manifest)?;
        if self.title.trim().is_empty() {
            return Err(refused("A rules document needs a title").hint("Players see it in the list of rules."));
        }
        Ok(free_id(self.manifest, self.title, self.files))
    }

    fn edits(&self, kind: Kind, id: &str, rest: Vec<(&'static str, Value)>) -> Vec<ManifestOp> {
        let head = [("kind", Value::from(kind.word())), ("id", id.into()), ("title", self.title.trim().into())];
        let count = entries(self.manifest).count();
        vec![ManifestOp::Insert(pointer!["rules"], count, Value::object(head.into_iter().chain(rest)))]
    }

    fn label(&self) -> String {
        format!("Add the rules “{}”", self.title.trim())
    }

    /// Text that is written here.
    ///
    /// # Errors
    /// See [`check_room`]; where the title is empty or the text too long.
    pub fn markdown(&self, text: &str) -> Result<FileEdit> {
        let id = self.id()?;
        check_text(text)?;
        let path = PackPath::parse(&format!("rules/{id}.md"))?;
        let ops = vec![FileOp::Write { path: path.clone(), bytes: text.as_bytes().into() }];
        Ok(FileEdit::with_manifest(self.label(), ops, self.edits(Kind::Markdown, &id, vec![("path", path.as_str().into())])))
    }

    /// Rules that are elsewhere.
    ///
    /// # Errors
    /// See [`check_room`]; where the link does not begin with `https://`.
    pub fn link(&self, url: &str) -> Result<FileEdit> {
        let id = self.id()?;
        let url = url.trim();
        if !url.starts_with("https://") || url.len() <= 8 {
            return Err(refused("The link has to begin with https://").hint("A page without https would not show."));
        }
        Ok(FileEdit::with_manifest(self.label(), Vec::new(), self.edits(Kind::Link, &id, vec![("url", url.into())])))
    }

    /// A video of YouTube; a cover is added by [`change::set_cover`].
    ///
    /// # Errors
    /// See [`check_room`]; where `link` is no link to such a video.
    pub fn video(&self, link: &str) -> Result<FileEdit> {
        let id = self.id()?;
        let video = youtube_id(link).ok_or_else(|| {
            refused(format!("“{link}” is no link to a video on YouTube")).hint("Copy it from the page of the video.")
        })?;
        let video = Value::object([("provider", "youtube".into()), ("id", Value::from(video))]);
        Ok(FileEdit::with_manifest(self.label(), Vec::new(), self.edits(Kind::Video, &id, vec![("video", video)])))
    }

    /// The pages of a PDF, and the PDF itself where it fits. `filename` is what the download is called.
    ///
    /// # Errors
    /// See [`check_room`]; where the pages do not fit.
    pub fn pages(&self, rendered: pdf::Rendered, pdf: &[u8], filename: &str) -> Result<FileEdit> {
        let id = self.id()?;
        let (ops, rest, told) = change::pages_of(&id, rendered, pdf, filename)?;
        Ok(FileEdit::with_manifest(self.label(), ops, self.edits(Kind::Pages, &id, rest)).telling(told))
    }
}

fn check_text(text: &str) -> Result<()> {
    if text.len() > MAX_TEXT {
        return Err(refused("The text has more than 1 MB").hint("Put it elsewhere and add a link to it."));
    }
    Ok(())
}

fn refused(what: impl Into<String>) -> Error {
    Error::new(ErrorKind::Refused, what)
}
