//! What a file of the pack is, by its place and its name, and why some are never among the files that players download
//! (manifest reference, `assets`: the editor-only files, the entry files and the rules; field guide, section 6).

use super::named;
use crate::json::{Document, Ref};
use crate::manifest::{MAX_PATH, ManifestView};
use crate::pack::{AssetType, LEGACY_MANIFEST, MANIFEST, PackPath, asset_type, extension};
use rustc_hash::FxHashSet;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// The manifest, under either of its names.
    Manifest,
    /// The file of `entry.setup`.
    Scene,
    /// JavaScript and TypeScript.
    Script,
    /// A page, original or cover of a rules document.
    Rules,
    /// What an asset was made from, kept for the editor.
    Original,
    /// A small picture that an editor shows.
    Thumbnail,
    /// A screenshot that an editor took, not the published one.
    Capture,
    /// The record of where a linked material, texture or model comes from.
    LinkRecord,
    /// The picture of one card, from which a deck's sheets are made.
    CardSource,
    /// Cover and screenshots of the listing.
    Media,
    /// A picture.
    Picture,
    /// The surroundings' picture.
    Sky,
    /// A model.
    Model,
    /// A sound.
    Sound,
    /// A film.
    Film,
    /// A font.
    Font,
    /// A model that bots think with.
    AiModel,
    /// What a model, deck, prefab or assembly has beside its file.
    Sidecar,
    /// A card catalogue.
    Catalogue,
    /// Other data.
    Data,
    /// Text for people.
    Document,
    /// Anything else.
    Other,
}

impl Class {
    /// Every class, in the order in which a filter shows them.
    pub const ALL: [Self; 22] = [
        Self::Model,
        Self::Picture,
        Self::Sky,
        Self::Sound,
        Self::AiModel,
        Self::Catalogue,
        Self::Sidecar,
        Self::Data,
        Self::Media,
        Self::Film,
        Self::Font,
        Self::Rules,
        Self::CardSource,
        Self::Original,
        Self::LinkRecord,
        Self::Thumbnail,
        Self::Capture,
        Self::Manifest,
        Self::Scene,
        Self::Script,
        Self::Document,
        Self::Other,
    ];

    /// What the class is called.
    pub fn label(self) -> &'static str {
        match self {
            Self::Manifest => "Manifest",
            Self::Scene => "Scene",
            Self::Script => "Script",
            Self::Rules => "Rules",
            Self::Original => "Original",
            Self::Thumbnail => "Thumbnail",
            Self::Capture => "Capture",
            Self::LinkRecord => "Link record",
            Self::CardSource => "Card picture",
            Self::Media => "Listing picture",
            Self::Picture => "Picture",
            Self::Sky => "Sky",
            Self::Model => "Model",
            Self::Sound => "Sound",
            Self::Film => "Film",
            Self::Font => "Font",
            Self::AiModel => "AI model",
            Self::Sidecar => "Settings beside a file",
            Self::Catalogue => "Card catalogue",
            Self::Data => "Data",
            Self::Document => "Document",
            Self::Other => "Other",
        }
    }

    /// The word by which machines know the class.
    pub fn word(self) -> &'static str {
        match self {
            Self::Manifest => "manifest",
            Self::Scene => "scene",
            Self::Script => "script",
            Self::Rules => "rules",
            Self::Original => "original",
            Self::Thumbnail => "thumbnail",
            Self::Capture => "capture",
            Self::LinkRecord => "link-record",
            Self::CardSource => "card-source",
            Self::Media => "media",
            Self::Picture => "picture",
            Self::Sky => "sky",
            Self::Model => "model",
            Self::Sound => "sound",
            Self::Film => "film",
            Self::Font => "font",
            Self::AiModel => "ai-model",
            Self::Sidecar => "sidecar",
            Self::Catalogue => "catalogue",
            Self::Data => "data",
            Self::Document => "document",
            Self::Other => "other",
        }
    }
}

/// Why a file is never declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Never {
    /// The manifest itself.
    Manifest,
    /// `entry.setup` or `entry.script`.
    Entry,
    /// Below `rules/`, or named by `rules`.
    Rules,
    /// Below `originals/`.
    Original,
    /// Below `thumbnails/`.
    Thumbnail,
    /// Below `screenshots/`.
    Capture,
    /// A link record.
    LinkRecord,
    /// A deck's per-card picture.
    CardSource,
    /// Its extension is outside the platform's table.
    Extension,
    /// Its extension may be outside the platform's table: it stays where it is listed, and is not listed by itself.
    Unconfirmed,
    /// Its path is longer than a manifest may hold.
    TooLong,
}

impl Never {
    /// Why, as the end of a sentence that begins with the file's path.
    pub fn why(self) -> &'static str {
        match self {
            Self::Manifest => "is the manifest itself",
            Self::Entry => "is an entry file, which the platform reads by itself",
            Self::Rules => "belongs to the rules, which players load when they open them",
            Self::Original => "is an original, for editors only",
            Self::Thumbnail => "is a thumbnail, for editors only",
            Self::Capture => "is a capture, for editors only",
            Self::LinkRecord => "is a link record, for editors only",
            Self::CardSource => "is the picture of one card; players get the deck's sheets",
            Self::Extension => "is of a kind that the platform does not take",
            Self::Unconfirmed => "is of a kind that no published pack is known to list, so it is not listed by itself",
            Self::TooLong => "has a path of more than 180 characters, which a manifest cannot hold",
        }
    }

    /// Whether a path that is listed all the same is taken out.
    pub fn is_final(self) -> bool {
        self != Self::Unconfirmed
    }
}

/// What paths alone do not tell: the files that the manifest gives a part of their own, and what editors know of decks and
/// links.
#[derive(Debug, Clone, Default)]
pub struct Special {
    setup: Option<String>,
    script: Option<String>,
    rules: FxHashSet<String>,
    media: FxHashSet<String>,
    link_records: FxHashSet<String>,
    card_sources: FxHashSet<String>,
}

impl Special {
    /// What `manifest` says.
    pub fn of(manifest: &Document) -> Self {
        let Some(view) = ManifestView::new(manifest) else { return Self::default() };
        let path = |text: &str| PackPath::parse(text).ok().map(|path| path.as_str().to_owned());
        let set = |named: Vec<(crate::json::Pointer, Ref<'_>)>| {
            named.into_iter().filter_map(|(_, value)| path(&value.as_str()?)).collect::<FxHashSet<_>>()
        };
        Self {
            setup: view.setup().and_then(|text| path(&text)),
            script: view.script().and_then(|text| path(&text)),
            rules: set(named::rules_files(view)),
            media: set(named::pictures(view)),
            ..Self::default()
        }
    }

    /// With files of which is known otherwise that they are link records.
    #[must_use]
    pub fn with_link_records(mut self, paths: impl IntoIterator<Item = PackPath>) -> Self {
        self.link_records.extend(paths.into_iter().map(|path| path.as_str().to_owned()));
        self
    }

    /// With files of which is known otherwise that a deck's sheets are made from them.
    #[must_use]
    pub fn with_card_sources(mut self, paths: impl IntoIterator<Item = PackPath>) -> Self {
        self.card_sources.extend(paths.into_iter().map(|path| path.as_str().to_owned()));
        self
    }

    /// Why the file at `path` is not declared by itself; `None` where it is.
    pub fn never(&self, path: &PackPath) -> Option<Never> {
        let text = path.as_str();
        let below = |folder: &str| text.split_once('/').is_some_and(|(first, _)| first == folder);
        let is = |named: &Option<String>| named.as_deref() == Some(text);
        if text == MANIFEST || text == LEGACY_MANIFEST {
            Some(Never::Manifest)
        } else if is(&self.setup) || is(&self.script) {
            Some(Never::Entry)
        } else if below("rules") || self.rules.contains(text) {
            Some(Never::Rules)
        } else if below("originals") {
            Some(Never::Original)
        } else if below("thumbnails") {
            Some(Never::Thumbnail)
        } else if below("screenshots") {
            Some(Never::Capture)
        } else if is_link_record(text) || self.link_records.contains(text) {
            Some(Never::LinkRecord)
        } else if self.card_sources.contains(text) || is_card_source(text) {
            Some(Never::CardSource)
        } else {
            match asset_type(text) {
                AssetType::Refused => Some(Never::Extension),
                _ if text.len() > MAX_PATH && text.encode_utf16().count() > MAX_PATH => Some(Never::TooLong),
                AssetType::Unconfirmed => Some(Never::Unconfirmed),
                AssetType::Known => None,
            }
        }
    }

    /// What the file at `path` is.
    pub fn class(&self, path: &PackPath) -> Class {
        match self.never(path) {
            Some(Never::Manifest) => return Class::Manifest,
            Some(Never::Entry) if self.setup.as_deref() == Some(path.as_str()) => return Class::Scene,
            Some(Never::Entry) => return Class::Script,
            Some(Never::Rules) => return Class::Rules,
            Some(Never::Original) => return Class::Original,
            Some(Never::Thumbnail) => return Class::Thumbnail,
            Some(Never::Capture) => return Class::Capture,
            Some(Never::LinkRecord) => return Class::LinkRecord,
            Some(Never::CardSource) => return Class::CardSource,
            Some(Never::Extension | Never::Unconfirmed | Never::TooLong) | None => {}
        }
        if self.media.contains(path.as_str()) || path.as_str().starts_with("media/") {
            return Class::Media;
        }
        by_extension(path.name())
    }
}

fn by_extension(name: &str) -> Class {
    let name = name.to_ascii_lowercase();
    let Some(extension) = extension(&name) else {
        let documents = ["license", "licence", "copying", "notice", "readme", "changelog"];
        return if documents.contains(&name.as_str()) { Class::Document } else { Class::Other };
    };
    match extension {
        "json" if name.ends_with(super::repos::CATALOGUE) => Class::Catalogue,
        "json" if SIDECARS.iter().any(|end| name.ends_with(end)) => Class::Sidecar,
        "json" => Class::Data,
        "webp" | "png" | "jpg" | "jpeg" | "gif" | "avif" | "svg" | "ktx2" | "basis" | "dds" => Class::Picture,
        "hdr" | "exr" => Class::Sky,
        "glb" | "gltf" | "bin" | "obj" | "mtl" | "fbx" => Class::Model,
        "wav" | "mp3" | "ogg" | "m4a" | "flac" | "opus" => Class::Sound,
        "mp4" | "webm" => Class::Film,
        "ttf" | "otf" | "woff" | "woff2" => Class::Font,
        "onnx" => Class::AiModel,
        "js" | "mjs" | "ts" => Class::Script,
        "md" | "txt" | "pdf" => Class::Document,
        _ => Class::Other,
    }
}

/// How the names of what stands beside a model, prefab, assembly or deck end.
pub(crate) const SIDECARS: [&str; 4] = [".meta.json", ".prefab.json", ".assembly.json", ".deck.json"];

/// How a link record's name ends; what stands before it is the linked file's name, or a material's id.
pub(crate) const LINK_RECORD: &str = ".link.json";

fn is_link_record(path: &str) -> bool {
    path.ends_with(LINK_RECORD)
}

/// `…/decks/<deck>/cards/<file>`, where the platform's editor puts the pictures that it makes sheets from.
fn is_card_source(path: &str) -> bool {
    let mut up = path.rsplit('/');
    let (_, cards, deck, decks) = (up.next(), up.next(), up.next(), up.next());
    cards == Some("cards") && deck.is_some() && decks == Some("decks")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn special(manifest: &str) -> Special {
        Special::of(&Document::parse(manifest.as_bytes()).unwrap())
    }

    fn never(special: &Special, path: &str) -> Option<Never> {
        special.never(&PackPath::parse(path).unwrap())
    }

    #[test]
    fn says_why_a_file_is_never_declared() {
        let special = special(
            r#"{"entry":{"setup":"game/setup.json","script":"scripts/main.js"},"rules":[{"pages":[{"path":"docs/p.webp"}]}]}"#,
        );
        for (path, why) in [
            ("diceytable.mod.json", Never::Manifest),
            ("gametable.mod.json", Never::Manifest),
            ("game/setup.json", Never::Entry),
            ("scripts/main.js", Never::Entry),
            ("rules/a/page-001.webp", Never::Rules),
            ("docs/p.webp", Never::Rules),
            ("originals/a.png", Never::Original),
            ("thumbnails/@materials/a.webp", Never::Thumbnail),
            ("screenshots/a.webp", Never::Capture),
            ("textures/a.png.link.json", Never::LinkRecord),
            ("assets/textures/decks/ocho/cards/001-a.webp", Never::CardSource),
            ("assets/decks/ocho/cards/001-a.webp", Never::CardSource),
            ("README.md", Never::Extension),
            ("assets/a.exe", Never::Extension),
            ("bin/tool", Never::Extension),
            ("a.mp3", Never::Unconfirmed),
        ] {
            assert_eq!(never(&special, path), Some(why), "{path}");
        }
        for path in [
            "setup.json",
            "assets/originals/a.png",
            "originals.png",
            "assets/textures/decks/ocho/sheet-0.webp",
            "assets/decks/ocho.deck.json",
            "assets/deck/cards/1.png",
            "decks/cards/1.png",
            "media/cover.webp",
            "models/a b@2x.GLB",
        ] {
            assert_eq!(never(&special, path), None, "{path}");
        }
    }

    #[test]
    fn what_is_known_of_links_and_decks_counts() {
        let path = |text: &str| PackPath::parse(text).unwrap();
        let special = special("{}").with_card_sources([path("c/1.png")]).with_link_records([path("l.json")]);
        assert_eq!(never(&special, "c/1.png"), Some(Never::CardSource));
        assert_eq!(never(&special, "l.json"), Some(Never::LinkRecord));
    }

    #[test]
    fn a_path_fits_into_the_manifest_or_is_not_declared() {
        let special = special("{}");
        let of = |length: usize| format!("{}.png", "é".repeat(length - 4));
        assert_eq!(never(&special, &of(180)), None);
        assert_eq!(never(&special, &of(181)), Some(Never::TooLong));
    }

    #[test]
    fn classes_follow_from_places_and_names() {
        let special = special(r#"{"entry":{"setup":"setup.json","script":"s.js"},"coverImage":"media/cover.webp"}"#);
        for (path, class) in [
            ("setup.json", Class::Scene),
            ("s.js", Class::Script),
            ("other.js", Class::Script),
            ("media/cover-thumb.webp", Class::Media),
            ("a.cards.json", Class::Catalogue),
            ("models/a.meta.json", Class::Sidecar),
            ("data/x.json", Class::Data),
            ("LICENSE", Class::Document),
            ("ai/a.onnx", Class::AiModel),
            ("x", Class::Other),
        ] {
            assert_eq!(special.class(&PackPath::parse(path).unwrap()), class, "{path}");
        }
    }

    #[test]
    fn every_class_has_a_name_of_its_own() {
        let words: FxHashSet<&str> = Class::ALL.into_iter().map(Class::word).collect();
        let labels: FxHashSet<&str> = Class::ALL.into_iter().map(Class::label).collect();
        assert_eq!((words.len(), labels.len()), (Class::ALL.len(), Class::ALL.len()));
    }
}
