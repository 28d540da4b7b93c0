//! The four kinds of pack.

/// What a pack is: the manifest's `type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PackType {
    /// A playable game, `game-pack`.
    Game,
    /// A library of parts for other packs, `component-pack`; the platform's name for authors is *asset pack*.
    Asset,
    /// A table and its play surface, `table-pack`.
    Table,
    /// A room: floor, walls, lights and decor, `room-pack`.
    Room,
}

impl PackType {
    /// All four, in the order of the manifest reference.
    pub const ALL: [Self; 4] = [Self::Game, Self::Asset, Self::Table, Self::Room];

    /// The word in the manifest.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Game => "game-pack",
            Self::Asset => "component-pack",
            Self::Table => "table-pack",
            Self::Room => "room-pack",
        }
    }

    /// The kind that the manifest's word stands for. Letter case matters.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    /// The name that people read.
    pub fn label(self) -> &'static str {
        match self {
            Self::Game => "game pack",
            Self::Asset => "asset pack",
            Self::Table => "table pack",
            Self::Room => "room pack",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_its_own_words_and_no_others() {
        for kind in PackType::ALL {
            assert_eq!(PackType::parse(kind.as_str()), Some(kind));
        }
        for word in ["", "game", "Game-Pack", "asset-pack", "game-pack "] {
            assert_eq!(PackType::parse(word), None, "{word}");
        }
    }
}
