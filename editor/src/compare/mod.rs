//! Variants side by side, without a window: what is compared ([`Comparison`]), the scenes with their differences marked
//! ([`Models`]), and the picture of it ([`picture`]).
//!
//! What differs is core's to say ([`tablewright_core::variants::diff`]); how it is drawn is the viewport's. Nothing here
//! knows a panel or changes a document.

mod mark;
mod models;
pub mod picture;

pub use mark::{Marking, Tints};
pub use models::{Look, Models, Seen};

use tablewright_core::json::Document;
use tablewright_core::manifest::listing;
use tablewright_core::variants::{VariantInfo, list};

/// The most variants that are seen at once.
pub const MOST_VIEWS: usize = 4;

/// What is compared, and how it is marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The ids of the variants, in the order of the views.
    pub views: Vec<String>,
    /// The id of the variant that the others are held against; the first view's where there is none.
    pub against: Option<String>,
    /// How differences are marked.
    pub marking: Marking,
}

impl Comparison {
    /// The id of the variant that the others are held against.
    pub fn reference(&self) -> &str {
        self.against.as_deref().or(self.views.first().map(String::as_str)).unwrap_or_default()
    }
}

/// How many may play each variant: its own range, else the game's, as `2–4 players`. `None` where neither says one.
pub fn players(manifest: Option<&Document>, id: &str) -> Option<String> {
    let root = manifest?.root();
    let entry = list::entries(root).find(|entry| entry.id().as_deref() == Some(id));
    entry.and_then(|entry| listing::players(entry.value)).or_else(|| listing::players(root))
}

/// What stands over a variant's scene in a picture: its name and how many may play it.
pub fn title(manifest: Option<&Document>, info: Option<&VariantInfo>, id: &str) -> String {
    let name = info.map_or(id, |info| info.name.as_str());
    players(manifest, id).map_or_else(|| name.to_owned(), |players| format!("{name} · {players}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_has_its_own_range_or_the_games() {
        let manifest = br#"{"players":{"min":2,"max":4},"variants":[{"id":"a","name":"A"},
            {"id":"b","name":"B","players":{"min":1,"max":1}}]}"#;
        let manifest = Document::parse(manifest).expect("sound JSON");
        let infos = tablewright_core::variants::variant_infos(Some(&manifest), None);
        let title = |id: &str| title(Some(&manifest), infos.iter().find(|info| info.id == id), id);
        assert_eq!([title("a"), title("b"), title("c")], ["A · 2–4 players", "B · 1 player", "c · 2–4 players"]);
        assert_eq!(players(None, "a"), None);
    }
}
