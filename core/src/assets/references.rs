//! Who names a file: every place in the manifest, in the scene (base, prefabs, libraries and every variant's changes), in the
//! JSON files of the pack and in scripts; and the files that an entity needs.
//!
//! A place is a string that reads as a path of the pack, found by walking the whole document, so that a key that this
//! editor does not know is followed as well. Texts for people (labels, descriptions) are passed over: a label may well
//! read `board.glb`. What is named and not there counts only where a key is known to hold files.

use super::class::{Class, SIDECARS, Special};
use super::listing::Listing;
use super::memory::Memory;
use super::uri;
use crate::edit::Roots;
use crate::json::{Document, Kind, Pointer, Ref};
use crate::pack::{AssetType, PackPath, asset_type, extension};
use crate::pointer;
use crate::scene::view::SceneView;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What names a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Holder {
    /// The manifest.
    Manifest,
    /// The scene.
    Scene,
    /// A file of the pack.
    File(PackPath),
}

/// What a place that names a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Something uses the file.
    Use,
    /// A script has the path as a text.
    Script,
    /// The file belongs beside the one that names it: its settings, its collider, the small picture of the cover.
    Beside,
    /// What an editor remembers of the file: link records, thumbnails, how a texture is set, what a deck's sheet was made
    /// from. Uses nothing.
    Record,
    /// The manifest's lists of files.
    Listed,
    /// A credit record.
    Credit,
}

impl Role {
    /// Whether the file is needed for it.
    pub fn is_use(self) -> bool {
        matches!(self, Self::Use | Self::Script | Self::Beside)
    }

    /// The word by which machines know the role.
    pub fn word(self) -> &'static str {
        match self {
            Self::Use => "use",
            Self::Script => "script",
            Self::Beside => "beside",
            Self::Record => "record",
            Self::Listed => "listed",
            Self::Credit => "credit",
        }
    }
}

/// One place that names a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Naming {
    /// The document.
    pub holder: Holder,
    /// Where in it; the root for a script's file.
    pub at: Pointer,
    /// The line in a script, from 1.
    pub line: Option<u32>,
    /// The variant whose own part this is; `None` for what all variants read.
    pub variant: Option<String>,
    /// What the place is.
    pub role: Role,
    /// The path, or the platform's name of one of its files.
    pub path: String,
    /// Whether the place is known to hold a file, so that one which is not there is missed.
    pub firm: bool,
}

/// Where a candidate stands in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) at: Pointer,
    pub(crate) line: Option<u32>,
    pub(crate) text: String,
    pub(crate) firm: bool,
}

/// What one file or document has of texts that may name files.
#[derive(Debug, Clone, Default)]
pub(crate) struct Read {
    /// Texts that read as paths.
    pub(crate) spots: Vec<Spot>,
    /// Other short texts, which may be ids of materials; only of small files.
    words: Vec<String>,
}

/// Files with more bytes are data, and their other texts are no ids of the scene.
const SMALL: usize = 256 << 10;

/// Reads a JSON file for the texts that may name files; `None` where it is not JSON.
pub(crate) fn read_json(bytes: &[u8]) -> Option<Read> {
    let document = Document::parse(bytes).ok()?;
    let mut read = Read::default();
    let words = bytes.len() <= SMALL;
    texts(document.root(), &mut |at, key, text| {
        if looks_like_a_file(text) && !is_for_people(key) {
            read.spots.push(Spot { at: at.iter().collect(), line: None, text: text.to_owned(), firm: holds_files(key) });
        } else if words && text.len() <= 100 {
            read.words.push(text.to_owned());
        }
    });
    Some(read)
}

/// Reads a `.gltf` for its buffers and pictures; their paths are those of the pack. `None` where it is not JSON.
pub(crate) fn read_gltf(bytes: &[u8], holder: &PackPath) -> Option<Read> {
    let document = Document::parse(bytes).ok()?;
    let mut read = Read::default();
    for key in ["buffers", "images"] {
        for (index, item) in document.root().get(key).into_iter().flat_map(Ref::items).enumerate() {
            let Some(path) = item.get("uri").and_then(Ref::as_str).and_then(|uri| uri::resolve(holder, &uri)) else { continue };
            let at = pointer![key, index, "uri"];
            read.spots.push(Spot { at, line: None, text: path.as_str().to_owned(), firm: true });
        }
    }
    Some(read)
}

/// Whether a place of a deck names the picture of one card: the deck's sheet is made from it, and players get the sheet.
fn is_card_source(deck: &Read, spot: &Spot) -> bool {
    let below = |spot: &Spot, key: &str| spot.at.tokens().first().is_some_and(|first| first == key);
    below(spot, "cards") && deck.spots.iter().any(|other| below(other, "face") && other.text != spot.text)
}

/// The pictures of single cards that the decks of the pack are made from, by their `.deck.json`.
pub(super) fn card_sources(listing: &Listing, memory: &Memory) -> Vec<PackPath> {
    let decks = listing.files.iter().filter(|entry| entry.path.as_str().ends_with(DECK));
    let read = decks.filter_map(|entry| memory.facts(&entry.path)?.read.as_deref());
    let sources = read.flat_map(|deck| deck.spots.iter().filter(|spot| is_card_source(deck, spot)));
    sources.filter_map(|spot| PackPath::parse(&spot.text).ok()).collect()
}

/// How the name of a deck's settings ends.
const DECK: &str = ".deck.json";

/// Reads a script for the literals that may name files.
pub(crate) fn read_script(text: &str) -> Read {
    let mut spots = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let mut rest = line;
        // A minified script is one long line; every literal of it is looked at all the same.
        while let Some(start) = rest.find(['"', '\'', '`']) {
            let quote = &rest[start..=start];
            let Some(length) = rest[start + 1..].find(quote) else {
                rest = &rest[start + 1..];
                continue;
            };
            let literal = &rest[start + 1..start + 1 + length];
            if looks_like_a_file(literal) {
                let line = Some(u32::try_from(number + 1).unwrap_or(u32::MAX));
                spots.push(Spot { at: Pointer::root(), line, text: literal.to_owned(), firm: false });
                rest = &rest[start + 2 + length..];
            } else {
                // The quote may have been an apostrophe: the next literal may begin where this one ended.
                rest = &rest[start + 1..];
            }
        }
    }
    Read { spots, words: Vec::new() }
}

/// Calls `visit` with each string below `value`: the way to it, its key (that of the nearest member) and its text.
fn texts(value: Ref, visit: &mut dyn FnMut(&[Cow<str>], &str, &str)) {
    fn walk<'a>(value: Ref<'a>, way: &mut Vec<Cow<'a, str>>, key: &str, visit: &mut dyn FnMut(&[Cow<str>], &str, &str)) {
        match value.kind() {
            Kind::String => {
                if let Some(text) = value.as_str() {
                    visit(way, key, &text);
                }
            }
            Kind::Array => {
                for (index, item) in value.items().enumerate() {
                    if matches!(item.kind(), Kind::String | Kind::Array | Kind::Object) {
                        way.push(Cow::Owned(index.to_string()));
                        walk(item, way, key, visit);
                        way.pop();
                    }
                }
            }
            Kind::Object => {
                for (key, value) in value.members() {
                    if matches!(value.kind(), Kind::String | Kind::Array | Kind::Object) {
                        way.push(Cow::Borrowed(key));
                        walk(value, way, key, visit);
                        way.pop();
                    }
                }
            }
            _ => {}
        }
    }
    walk(value, &mut Vec::new(), "", visit);
}

/// Whether a text reads as the path of a file, of the pack or of the platform.
fn looks_like_a_file(text: &str) -> bool {
    if text.len() > 1024 || text.is_empty() {
        return false;
    }
    if is_platform(text) {
        return true;
    }
    let plausible = |extension: &str| extension.len() <= 8 && extension.bytes().all(|b| b.is_ascii_alphanumeric());
    extension(text).is_some_and(plausible) && PackPath::parse(text).is_ok()
}

/// Whether a text names a file of the platform: `/textures/…`, `builtin:…`, `builtin-tex:…`.
pub fn is_platform(text: &str) -> bool {
    let rooted =
        || text.starts_with('/') && !text.starts_with("//") && extension(text).is_some() && !text.contains(char::is_control);
    text.starts_with("builtin:") || text.starts_with("builtin-tex:") || rooted()
}

/// Keys whose texts are for people, or the whole text of a script.
fn is_for_people(key: &str) -> bool {
    const PEOPLE: [&str; 19] = [
        "label",
        "displayName",
        "name",
        "title",
        "alt",
        "description",
        "summary",
        "notes",
        "help",
        "placeholder",
        "text",
        "filename",
        "creator",
        "licenseName",
        "signedName",
        "source",
        "compiled",
        "folder",
        "sourceRef",
    ];
    PEOPLE.contains(&key)
}

/// Keys that are known to hold the path of a file.
fn holds_files(key: &str) -> bool {
    ["AssetId", "Map", "Path", "path", "assetId"].iter().any(|end| key.ends_with(end))
}

/// Every place that names a file, by the file.
#[derive(Debug, Clone, Default)]
pub struct References {
    namings: Vec<Naming>,
    by_path: FxHashMap<String, Vec<u32>>,
}

impl References {
    /// The places in both documents and in the files of `listing`, of which `memory` has read what is to be read.
    pub fn of(roots: &Roots, listing: &Listing, memory: &Memory, special: &Special) -> Self {
        let mut all = Self::default();
        if let Some(manifest) = &roots.manifest {
            all.document(manifest, &Holder::Manifest);
        }
        if let Some(scene) = &roots.scene {
            all.document(scene, &Holder::Scene);
        }
        for entry in listing.files.iter().filter(|entry| entry.is_plain()) {
            let class = special.class(&entry.path);
            all.beside(&entry.path, class, listing);
            let Some(read) = memory.facts(&entry.path).and_then(|facts| facts.read.as_deref()) else { continue };
            let role = match class {
                // Both documents are read as they are being edited, not as they are on the disk.
                Class::Manifest | Class::Scene => continue,
                Class::Script => Role::Script,
                Class::LinkRecord | Class::Thumbnail | Class::Capture | Class::Original => Role::Record,
                _ => Role::Use,
            };
            let is_deck = entry.path.as_str().ends_with(DECK);
            for spot in &read.spots {
                let role = if is_deck && is_card_source(read, spot) { Role::Record } else { role };
                all.push(Holder::File(entry.path.clone()), spot.at.clone(), role, &spot.text, spot.firm, spot.line);
            }
        }
        all.namings.retain(|naming| {
            let there = PackPath::parse(&naming.path).is_ok_and(|path| listing.get(&path).is_some() || listing.is_ignored(&path));
            // A file that names itself is none of its users.
            let own = matches!(&naming.holder, Holder::File(path) if path.as_str() == naming.path);
            !own && (naming.firm || there || is_platform(&naming.path))
        });
        // Within a document the places stand in its own order.
        all.namings.sort_by(|a, b| a.holder.cmp(&b.holder));
        for (index, naming) in all.namings.iter().enumerate() {
            all.by_path.entry(naming.path.clone()).or_default().push(index as u32);
        }
        all
    }

    fn document(&mut self, document: &Document, holder: &Holder) {
        let mut found = Vec::new();
        texts(document.root(), &mut |way, key, text| {
            if is_script(holder, way) {
                let at: Pointer = way.iter().collect();
                found.extend(
                    read_script(text).spots.into_iter().map(|spot| (at.clone(), Role::Script, spot.text, false, spot.line)),
                );
            } else if !is_for_people(key) && looks_like_a_file(text) {
                let role = role_of(holder, way);
                let known = match (*holder == Holder::Manifest, role) {
                    (true, Role::Use | Role::Listed) => {
                        asset_type(text) != AssetType::Refused || way[0] == "entry" || way[0] == "rules"
                    }
                    (_, Role::Use) => holds_files(key) && asset_type(text) != AssetType::Refused,
                    _ => false,
                };
                found.push((way.iter().collect(), role, text.to_owned(), known, None));
            }
        });
        for (at, role, text, firm, line) in found {
            self.push(holder.clone(), at, role, &text, firm, line);
        }
    }

    fn push(&mut self, holder: Holder, at: Pointer, role: Role, text: &str, firm: bool, line: Option<u32>) {
        let path = match PackPath::parse(text) {
            Ok(path) => path.as_str().to_owned(),
            Err(_) => text.to_owned(),
        };
        let variant = match at.tokens() {
            [variants, deltas, id, ..] if holder == Holder::Scene && variants == "variants" && deltas == "deltas" => {
                Some(id.clone())
            }
            _ => None,
        };
        let firm = firm && !matches!(role, Role::Record | Role::Script | Role::Credit);
        self.namings.push(Naming { holder, at, line, variant, role, path, firm });
    }

    /// What stands beside the file by its name alone.
    fn beside(&mut self, path: &PackPath, class: Class, listing: &Listing) {
        let mut beside = |with: String| {
            if PackPath::parse(&with).is_ok_and(|with| listing.get(&with).is_some()) {
                self.push(Holder::File(path.clone()), Pointer::root(), Role::Beside, &with, false, None);
            }
        };
        let text = path.as_str();
        let stem = extension(text).map_or(text, |end| &text[..text.len() - end.len() - 1]);
        match class {
            Class::Model if !stem.ends_with(".collider") => {
                beside(format!("{stem}.meta.json"));
                beside(format!("{stem}.collider.glb"));
            }
            Class::Media => beside(format!("{stem}-thumb.{}", extension(text).unwrap_or_default())),
            _ => {}
        }
    }

    /// Every place: those of the manifest, of the scene, then of the files by path; in each in its own order.
    pub fn all(&self) -> &[Naming] {
        &self.namings
    }

    /// Every path that is named.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.by_path.keys().map(String::as_str)
    }

    /// The places that name `path`.
    pub fn to(&self, path: &str) -> impl Iterator<Item = &Naming> {
        self.by_path.get(path).into_iter().flatten().map(|index| &self.namings[*index as usize])
    }

    /// The places that use `path`.
    pub fn uses(&self, path: &str) -> impl Iterator<Item = &Naming> {
        self.to(path).filter(|naming| naming.role.is_use())
    }
}

/// Whether a string of the scene is the source of a script.
fn is_script(holder: &Holder, way: &[Cow<str>]) -> bool {
    *holder == Holder::Scene && matches!(way, [scripts, _, source] if scripts == "scripts" && source == "source")
}

fn role_of(holder: &Holder, way: &[Cow<str>]) -> Role {
    match (holder, way.first().map(AsRef::as_ref)) {
        (Holder::Manifest, Some("assets" | "excludedAssets" | "assetManifest")) => Role::Listed,
        (Holder::Manifest, Some("credits")) => Role::Credit,
        (Holder::Scene, Some("textures")) => Role::Record,
        _ => Role::Use,
    }
}

/// The files that things of a scene need: what they name themselves, and what their materials, prefabs and scripts, and the
/// files that they name, name in turn.
pub struct Needs<'a> {
    scene: &'a Document,
    listing: &'a Listing,
    memory: &'a Memory,
    /// Materials, prefabs and scripts by id.
    library: FxHashMap<String, Pointer>,
}

impl<'a> Needs<'a> {
    /// What is needed in `scene`, of the files of `listing`.
    pub fn of(scene: &'a Document, listing: &'a Listing, memory: &'a Memory) -> Self {
        let view = SceneView::of(scene);
        let mut library = FxHashMap::default();
        for key in ["materials", "prefabs", "scripts"] {
            for (index, item) in view.list(key).enumerate() {
                if let Some(id) = item.get("id").and_then(Ref::as_str) {
                    library.entry(id.into_owned()).or_insert_with(|| pointer![key, index]);
                }
            }
        }
        Self { scene, listing, memory, library }
    }

    /// The files that the value at `at` (an entity, a prefab, a scene key) needs and that are there, sorted.
    pub fn at(&self, at: &Pointer) -> Vec<PackPath> {
        self.from(vec![at.clone()], true)
    }

    /// The files that stand on the table or in the room when it opens: for the base (`None`) what it has itself, for a
    /// variant what its own part adds. What only a script names comes when the script asks for it.
    pub fn at_load(&self, variant: Option<&str>) -> Vec<PackPath> {
        let starts: Vec<Pointer> = match variant {
            Some(id) => ["objects", "scene"].map(|part| pointer!["variants", "deltas", id, part]).into(),
            None => {
                let library = ["materials", "prefabs", "scripts", "textures", "variants"];
                let members = self.scene.root().members().map(|(key, _)| key);
                members.filter(|key| !library.contains(key)).map(|key| pointer![key]).collect()
            }
        };
        self.from(starts, false)
    }

    /// As [`Self::at`], but for what only a script names.
    pub fn shown(&self, at: &Pointer) -> Vec<PackPath> {
        self.from(vec![at.clone()], false)
    }

    fn from(&self, starts: Vec<Pointer>, scripts: bool) -> Vec<PackPath> {
        let mut found: BTreeSet<PackPath> = BTreeSet::new();
        let mut seen: FxHashSet<Pointer> = FxHashSet::default();
        let mut ahead = starts;
        while let Some(at) = ahead.pop() {
            let is_script = at.tokens().first().is_some_and(|list| list == "scripts");
            if is_script && !scripts || !seen.insert(at.clone()) {
                continue;
            }
            let Some(value) = self.scene.at(&at) else { continue };
            let mut files = Vec::new();
            texts(value, &mut |_, key, text| {
                if key == "source" && is_script {
                    files.extend(read_script(text).spots.into_iter().map(|spot| spot.text));
                } else if let Some(place) = self.library.get(text) {
                    ahead.push(place.clone());
                } else if !is_for_people(key) && looks_like_a_file(text) {
                    files.push(text.to_owned());
                }
            });
            self.take(files, &mut found, &mut ahead);
        }
        found.into_iter().collect()
    }

    /// Takes the files with what they name in turn; their materials go `ahead`.
    fn take(&self, files: Vec<String>, found: &mut BTreeSet<PackPath>, ahead: &mut Vec<Pointer>) {
        let mut files = files;
        while let Some(text) = files.pop() {
            let Some(path) = PackPath::parse(&text).ok().filter(|path| self.listing.get(path).is_some()) else { continue };
            if !found.insert(path.clone()) {
                continue;
            }
            let stem = extension(&text).map_or(text.as_str(), |end| &text[..text.len() - end.len() - 1]);
            files.extend([format!("{stem}.meta.json"), format!("{stem}.collider.glb")]);
            // A catalogue is looked up by those who deal cards; its pictures are not this entity's.
            if !SIDECARS.iter().chain(&[".gltf"]).any(|end| path.as_str().ends_with(end)) {
                continue;
            }
            let Some(read) = self.memory.facts(&path).and_then(|facts| facts.read.as_deref()) else { continue };
            files.extend(read.spots.iter().map(|spot| spot.text.clone()));
            ahead.extend(read.words.iter().filter_map(|word| self.library.get(word.as_str()).cloned()));
        }
    }
}

#[cfg(test)]
mod tests;
