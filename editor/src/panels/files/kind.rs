//! What a file is, in the few kinds that a person looks for.

use tablewright_core::assets::Class;

use crate::icons::Icon;

/// A kind of files, for the filters, the bar of the head and the icons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Models and what they consist of.
    Model,
    /// Pictures that things of the scene wear.
    Texture,
    /// Pictures that people look at: cover, screenshots, cards, pages.
    Picture,
    /// Sounds.
    Sound,
    /// What bots think with.
    BotModel,
    /// JSON of every sort.
    Data,
    /// Scripts.
    Script,
    /// Texts for people.
    Document,
    /// Films, fonts and whatever else there is.
    Other,
}

impl Kind {
    /// All kinds, in the order of the filters.
    pub const ALL: [Self; 9] = [
        Self::Model,
        Self::Texture,
        Self::Picture,
        Self::Sound,
        Self::BotModel,
        Self::Data,
        Self::Script,
        Self::Document,
        Self::Other,
    ];

    /// The kind of the file at `path`, which is a `class`.
    pub fn of(class: Class, path: &str) -> Self {
        match class {
            Class::Model => Self::Model,
            Class::Picture | Class::Sky => Self::Texture,
            Class::Media | Class::CardSource | Class::Thumbnail | Class::Capture => Self::Picture,
            Class::Sound => Self::Sound,
            Class::AiModel => Self::BotModel,
            Class::Manifest | Class::Scene | Class::Sidecar | Class::Catalogue | Class::Data | Class::LinkRecord => Self::Data,
            Class::Script => Self::Script,
            Class::Document => Self::Document,
            Class::Original | Class::Rules => by_extension(path),
            Class::Film | Class::Font | Class::Other => Self::Other,
        }
    }

    /// Its name in the filters.
    pub fn title(self) -> &'static str {
        match self {
            Self::Model => "Models",
            Self::Texture => "Textures",
            Self::Picture => "Pictures",
            Self::Sound => "Sounds",
            Self::BotModel => "Bot models",
            Self::Data => "Data",
            Self::Script => "Scripts",
            Self::Document => "Documents",
            Self::Other => "Others",
        }
    }

    /// The word for one of them, or for several.
    pub fn word(self, count: usize) -> &'static str {
        match (self, count == 1) {
            (Self::Model, true) => "model",
            (Self::Model, false) => "models",
            (Self::Texture, true) => "texture",
            (Self::Texture, false) => "textures",
            (Self::Picture, true) => "picture",
            (Self::Picture, false) => "pictures",
            (Self::Sound, true) => "sound",
            (Self::Sound, false) => "sounds",
            (Self::BotModel, true) => "bot model",
            (Self::BotModel, false) => "bot models",
            (Self::Data, _) => "data",
            (Self::Script, true) => "script",
            (Self::Script, false) => "scripts",
            (Self::Document, true) => "document",
            (Self::Document, false) => "documents",
            (Self::Other, true) => "file",
            (Self::Other, false) => "files",
        }
    }

    /// Its picture.
    pub fn icon(self) -> Icon {
        match self {
            Self::Model => Icon::Model,
            Self::Texture => Icon::Texture,
            Self::Picture => Icon::Image,
            Self::Sound => Icon::Sound,
            Self::BotModel => Icon::Bot,
            Self::Data => Icon::Json,
            Self::Script => Icon::Script,
            Self::Document => Icon::Book,
            Self::Other => Icon::File,
        }
    }
}

fn by_extension(path: &str) -> Kind {
    let extension = path.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default();
    match extension.as_str() {
        "png" | "jpg" | "jpeg" | "webp" | "gif" | "avif" | "svg" => Kind::Picture,
        "glb" | "gltf" | "obj" | "fbx" | "mtl" | "bin" => Kind::Model,
        "wav" | "mp3" | "ogg" | "m4a" | "flac" | "opus" => Kind::Sound,
        "json" => Kind::Data,
        "md" | "txt" | "pdf" => Kind::Document,
        _ => Kind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_a_kind_and_every_kind_a_name_of_its_own() {
        for class in Class::ALL {
            assert!(Kind::ALL.contains(&Kind::of(class, "a.bin")), "{class:?}");
        }
        let names: std::collections::BTreeSet<&str> = Kind::ALL.into_iter().map(Kind::title).collect();
        assert_eq!(names.len(), Kind::ALL.len());
    }

    #[test]
    fn what_only_editors_keep_is_told_apart_by_its_name() {
        assert_eq!(Kind::of(Class::Original, "originals/a.PNG"), Kind::Picture);
        assert_eq!(Kind::of(Class::Original, "originals/a.meta.json"), Kind::Data);
        assert_eq!(Kind::of(Class::Rules, "rules/a/original.pdf"), Kind::Document);
        assert_eq!(Kind::of(Class::Original, "originals/noend"), Kind::Other);
    }
}
