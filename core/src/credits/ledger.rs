//! All records beside the files of the pack.

use super::answer::{Answer, Origin};
use super::record::{Record, Signed, records};
use crate::json::Document;
use crate::pack::{AssetType, asset_type, extension};
use rustc_hash::{FxHashMap, FxHashSet};

/// Who may change a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hold {
    /// The author.
    Open,
    /// Nobody: it is the library's own, of this item.
    Locked(String),
    /// The author; its files were this item of a library before they were changed here.
    Detached(String),
}

/// A record, and how it stands to the files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its place in `credits`.
    pub index: usize,
    /// Its id; may be empty.
    pub id: String,
    /// What it says; `None` where it names no known origin.
    pub origin: Option<Origin>,
    /// What it says in every field.
    pub answer: Answer,
    /// When it was made; may be empty.
    pub recorded_at: String,
    /// Its files.
    pub paths: Vec<String>,
    /// Those of its files that are not there.
    pub gone: Vec<String>,
    /// Who may change it.
    pub hold: Hold,
    /// Who signed it.
    pub signed: Option<Signed>,
    /// An assistant's record stands beside the signature.
    pub by_assistant: bool,
}

impl Entry {
    fn of(record: Record, files: &FxHashSet<&str>) -> Self {
        let paths: Vec<String> = record.paths().map(|(_, path)| path.into_owned()).collect();
        let item = |key| record.library_item(key);
        let hold = match (record.is_locked(), item("derivedFrom")) {
            (true, _) => Hold::Locked(item("source").unwrap_or_else(|| "an item that it does not name".to_owned())),
            (false, Some(item)) => Hold::Detached(item),
            (false, None) => Hold::Open,
        };
        let text = |key| record.text(key).unwrap_or_default().into_owned();
        Self {
            index: record.index,
            id: text("id"),
            origin: record.origin(),
            answer: record.answer(),
            recorded_at: text("recordedAt"),
            gone: paths.iter().filter(|path| !files.contains(path.as_str())).cloned().collect(),
            paths,
            hold,
            signed: record.signed(),
            by_assistant: record.value.get("aiAttestation").is_some(),
        }
    }

    /// The line that stands for it: its title, else its only file, else how many there are.
    pub fn title(&self) -> String {
        match &self.paths[..] {
            _ if !self.answer.title.trim().is_empty() => self.answer.title.trim().to_owned(),
            [] => "No files".to_owned(),
            [one] => one.clone(),
            [first, rest @ ..] => format!("{first} and {} more", rest.len()),
        }
    }

    /// Whether the author may edit, sign, merge or delete it.
    pub fn is_editable(&self) -> bool {
        !matches!(self.hold, Hold::Locked(_))
    }
}

/// All records of a manifest beside the files of its pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    /// The records, in their order.
    pub entries: Vec<Entry>,
    /// The files that are *not yet accounted for*: they came from somewhere, and no record names them. In the order of the
    /// files.
    pub uncredited: Vec<String>,
    /// Records that say the same, by their places in `credits`, two or more in each.
    pub alike: Vec<Vec<usize>>,
}

impl Ledger {
    /// The ledger of a manifest whose pack has these `files`, by their paths.
    pub fn of<'f>(manifest: &Document, files: impl IntoIterator<Item = &'f str>) -> Self {
        let files: Vec<&str> = files.into_iter().collect();
        let there: FxHashSet<&str> = files.iter().copied().collect();
        let entries: Vec<Entry> = records(manifest).map(|record| Entry::of(record, &there)).collect();
        let credited: FxHashSet<&str> = entries.iter().flat_map(|entry| &entry.paths).map(String::as_str).collect();
        let uncredited = files.iter().filter(|path| wants_credit(path) && !credited.contains(**path));
        Self { uncredited: uncredited.map(|path| (*path).to_owned()).collect(), alike: alike(manifest), entries }
    }

    /// The records of one origin, in their order; `None`: those that name no known one.
    pub fn with_origin(&self, origin: Option<Origin>) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.origin == origin)
    }

    /// The records some of whose files are not there.
    pub fn with_gone_files(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| !entry.gone.is_empty())
    }

    /// How many files are credited under an origin.
    pub fn files_with(&self, origin: Option<Origin>) -> usize {
        self.with_origin(origin).map(|entry| entry.paths.len()).sum()
    }
}

/// Records that say the same, by their places, two or more in each group.
pub(crate) fn alike(manifest: &Document) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<Record>> = Vec::new();
    // The groups with the same title and creator: a pack at the caps has 500 records, too many to hold each against all.
    let mut near: FxHashMap<_, Vec<usize>> = FxHashMap::default();
    for record in records(manifest).filter(|record| !record.is_locked()) {
        let candidates = near.entry((record.text("title"), record.text("creator"))).or_default();
        match candidates.iter().find(|group| groups[**group][0].says_same(record)) {
            Some(&group) => groups[group].push(record),
            None => {
                candidates.push(groups.len());
                groups.push(vec![record]);
            }
        }
    }
    let several = groups.into_iter().filter(|group| group.len() > 1);
    several.map(|group| group.into_iter().map(|record| record.index).collect()).collect()
}

/// Whether a file came from somewhere: a picture, a model, a sound, a font, a trained model. What editors write themselves
/// (JSON, thumbnails, captures), scripts, texts, and the originals behind files that are credited, are not asked about.
pub fn wants_credit(path: &str) -> bool {
    const OURS: [&str; 4] = ["thumbnails/", "screenshots/", "originals/", "links/"];
    let known = asset_type(path) != AssetType::Refused || extension(path).is_some_and(|e| e.eq_ignore_ascii_case("pdf"));
    let is_json = extension(path).is_some_and(|e| e.eq_ignore_ascii_case("json"));
    known && !is_json && !OURS.iter().any(|folder| path.starts_with(folder))
}
