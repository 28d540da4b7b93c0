//! What a player reads of a pack before playing it, taken from its manifest: the words of the card and of the page.
//!
//! From the manifest reference: what the card falls back to without a summary (`summary`), the chip of the players (`players`),
//! what capabilities tell (`capabilities.allowed`, `plugins`), credits by their origin (`credits.origin`).

use super::PackType;
use crate::json::Ref;

/// So much of a text is read, in characters: a file may hold one of many megabytes, and no bound of the platform's but the
/// description's is larger.
const MOST: usize = 1_000;

/// So many entries of a list are read: more than the platform takes of any but `assets`, which is not read here.
pub const MOST_ENTRIES: usize = 500;

/// So much of a description is read, in characters: more than the platform takes.
pub const MOST_DESCRIPTION: usize = 24_000;

/// The start of a text; nothing where the value is of another kind.
fn start(value: Ref<'_>, most: usize) -> Option<String> {
    // One sign of text is at most twelve bytes of a file (two escaped halves of a pair).
    match value.raw() {
        Some(raw) if raw.len() > most * 12 + 2 => {
            let raw = raw.strip_prefix('"')?;
            Some(raw.chars().take(most).collect())
        }
        _ => Some(value.as_str()?.chars().take(most).collect()),
    }
}

/// Text of a member; nothing where it is absent, of another kind, or only space.
pub fn text(value: Ref<'_>, key: &str) -> Option<String> {
    let text = start(value.get(key)?, MOST)?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The description, cut where it is longer than the platform takes.
pub fn description(root: Ref<'_>) -> Option<String> {
    start(root.get("description")?, MOST_DESCRIPTION).filter(|text| !text.trim().is_empty())
}

fn list<'a>(root: Ref<'a>, key: &str) -> impl Iterator<Item = Ref<'a>> {
    root.get(key).map(Ref::items).into_iter().flatten().take(MOST_ENTRIES)
}

/// The line under the title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// The summary, Markdown of one line.
    Summary(String),
    /// No summary: the tags, with commas.
    Tags(String),
    /// Neither.
    Nothing,
}

/// What the card says of a pack without a summary and without tags.
pub const NO_DESCRIPTION: &str = "No description provided.";

/// The line under the title of the card.
pub fn line(root: Ref<'_>) -> Line {
    if let Some(summary) = text(root, "summary") {
        return Line::Summary(summary);
    }
    match tags(root) {
        tags if tags.is_empty() => Line::Nothing,
        tags => Line::Tags(tags.join(", ")),
    }
}

/// The tags, as they are written.
pub fn tags(root: Ref<'_>) -> Vec<String> {
    list(root, "tags").filter_map(|tag| start(tag, MOST)).filter(|tag| !tag.is_empty()).collect()
}

/// The chip of the players: a range, or one count where both ends are the same. A table has seats.
pub fn players(root: Ref<'_>) -> Option<String> {
    let range = root.get("players")?;
    let end = |key: &str| range.get(key).and_then(Ref::as_f64).filter(|n| n.fract() == 0.0 && (1.0..=64.0).contains(n));
    let (min, max) = (end("min")?, end("max")?);
    let seats = root.get("type").and_then(Ref::as_str).and_then(|word| PackType::parse(&word)) == Some(PackType::Table);
    let noun = match (seats, max > 1.0) {
        (true, true) => "seats",
        (true, false) => "seat",
        (false, true) => "players",
        (false, false) => "player",
    };
    Some(if min.total_cmp(&max).is_eq() { format!("{min} {noun}") } else { format!("{min}–{max} {noun}") })
}

/// A category in words: *Abstract strategy*.
pub fn category_words(slug: &str) -> String {
    match slug {
        "ccg-lcg" => return "CCG / LCG".to_owned(),
        "checkers-draughts" => return "Checkers / draughts".to_owned(),
        "chess-like" => return "Chess-like".to_owned(),
        _ => {}
    }
    let placed = ["table", "room"].iter().find_map(|kind| Some(format!("{} {kind}", slug.strip_prefix(&format!("{kind}-"))?)));
    let words = placed.unwrap_or_else(|| slug.to_owned()).replace('-', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// What a player is told of what scripts may do. Only two capabilities are worth a warning, and both together a third.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disclosure {
    /// Scripts see what is hidden from players.
    Hidden,
    /// Scripts call plugins, which reach out of the table.
    Plugins,
    /// Both: what is hidden could be sent away.
    Both,
}

impl Disclosure {
    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Hidden => "Sees hidden cards",
            Self::Plugins => "Calls plugins",
            Self::Both => "Sees hidden cards and calls plugins",
        }
    }

    /// What it means for a player.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Hidden => "Its script can read hands, decks and other things that players can’t see.",
            Self::Plugins => "Its script can ask services outside the table, through the functions named here.",
            Self::Both => {
                "Its script can read what players can’t see and can ask services outside the table, so hidden information \
                 could leave it."
            }
        }
    }
}

/// What a player is told. A plugin without functions calls nothing.
pub fn disclosure(root: Ref<'_>) -> Option<Disclosure> {
    let allowed = root.get("capabilities").and_then(|block| block.get("allowed"));
    let allows = |slug: &str| allowed.is_some_and(|list| list.items().any(|item| item.as_str().is_some_and(|word| word == slug)));
    match (allows("read-hidden-information"), allows("plugin-call")) {
        (true, true) => Some(Disclosure::Both),
        (true, false) => Some(Disclosure::Hidden),
        (false, true) => Some(Disclosure::Plugins),
        (false, false) => None,
    }
}

/// The functions that scripts may call: plugin and function.
pub fn calls(root: Ref<'_>) -> Vec<(String, String)> {
    let functions = |plugin: Ref<'_>| -> Vec<(String, String)> {
        let id = text(plugin, "id").unwrap_or_default();
        list(plugin, "functions").filter_map(|name| Some((id.clone(), start(name, MOST)?))).collect()
    };
    list(root, "plugins").flat_map(functions).collect()
}

/// A credit as the Credits tab shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Credit {
    /// What the work is called; its first file where it has no name.
    pub title: String,
    /// Who made it.
    pub creator: Option<String>,
    /// Under which licence.
    pub licence: Option<String>,
    /// How many files it is for.
    pub files: usize,
    /// What else is said.
    pub notes: Option<String>,
}

/// The origins in the order of the tab, with what their heading says.
pub const ORIGINS: [(&str, &str); 3] = [
    ("third-party", "By others"),
    ("own-work", "The author’s own work"),
    ("disclaimed", "Disclaimed: no creator or licence is known"),
];

/// The credits with the origin at this place of [`ORIGINS`]; those that name no known origin are in none.
pub fn credits(root: Ref<'_>, origin: &str) -> Vec<Credit> {
    let of = |record: &Ref<'_>| record.get("origin").and_then(Ref::as_str).is_some_and(|word| word == origin);
    let read = |record: Ref<'_>| {
        let first = list(record, "paths").find_map(|path| start(path, MOST));
        Credit {
            title: text(record, "title").or(first).unwrap_or_default(),
            creator: text(record, "creator").filter(|_| origin == "third-party"),
            licence: text(record, "licenseName").or_else(|| text(record, "licenseUrl")),
            files: record.get("paths").filter(|paths| paths.is_array()).map_or(0, Ref::len),
            notes: text(record, "notes"),
        }
    };
    list(root, "credits").filter(of).map(read).collect()
}

/// An entry of the gallery.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shot {
    /// The picture; for a video its cover.
    pub path: Option<String>,
    /// The video's id, for a video.
    pub video: Option<String>,
    /// What the video or the picture is called.
    pub title: Option<String>,
}

/// The gallery. Entries with neither a picture nor a video are left out, as the page would have nothing to show.
pub fn gallery(root: Ref<'_>) -> Vec<Shot> {
    let read = |entry: Ref<'_>| {
        let video = entry.get("video");
        Shot {
            path: text(entry, "path"),
            video: video.and_then(|video| text(video, "id")),
            title: video.and_then(|video| text(video, "title")).or_else(|| text(entry, "title")),
        }
    };
    list(root, "screenshots").map(read).filter(|shot| shot.path.is_some() || shot.video.is_some()).collect()
}

/// The repositories that art comes from besides this pack's own: `owner/repo` and the ref.
pub fn asset_repositories(root: Ref<'_>) -> Vec<(String, String)> {
    let read = |repo: Ref<'_>| {
        let part = |key: &str| text(repo, key).unwrap_or_default();
        (format!("{}/{}", part("owner"), part("repo")), part("ref"))
    };
    list(root, "assetRepos").map(read).collect()
}

/// The pins: id and version.
pub fn dependencies(root: Ref<'_>) -> Vec<(String, String)> {
    let read = |pin: Ref<'_>| (text(pin, "packId").unwrap_or_default(), text(pin, "version").unwrap_or_default());
    list(root, "dependencies").map(read).collect()
}

/// The address of the page on the platform: games have their own shelf, all else is under mods.
pub fn address(root: Ref<'_>) -> String {
    let game = root.get("type").and_then(Ref::as_str).and_then(|word| PackType::parse(&word)) == Some(PackType::Game);
    let name = text(root, "slug").or_else(|| text(root, "id")).unwrap_or_default();
    format!("/{}/{name}", if game { "games" } else { "mods" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    fn with<T>(json: &str, read: impl Fn(Ref<'_>) -> T) -> T {
        read(Document::parse(json.as_bytes()).unwrap().root())
    }

    #[test]
    fn the_line_falls_back_to_tags_and_then_to_a_sentence() {
        assert_eq!(with(r#"{"summary":" A **b** ","tags":["x"]}"#, line), Line::Summary("A **b**".into()));
        assert_eq!(with(r#"{"summary":"  ","tags":["x","",7,"y"]}"#, line), Line::Tags("x, y".into()));
        assert_eq!(with(r#"{"tags":[]}"#, line), Line::Nothing);
        assert_eq!(with(r#"{"summary":7,"tags":{}}"#, line), Line::Nothing);
    }

    #[test]
    fn players_are_a_range_or_a_count() {
        let chip = |min: &str, max: &str| with(&format!(r#"{{"players":{{"min":{min},"max":{max}}}}}"#), players);
        assert_eq!(chip("2", "4").as_deref(), Some("2–4 players"));
        assert_eq!(chip("2", "2.0").as_deref(), Some("2 players"));
        assert_eq!(chip("1", "1").as_deref(), Some("1 player"));
        assert_eq!(chip("1", "64").as_deref(), Some("1–64 players"));
        for (min, max) in [("0", "2"), ("1", "65"), ("1.5", "2"), ("\"2\"", "2"), ("null", "2")] {
            assert_eq!(chip(min, max), None, "{min} {max}");
        }
        assert_eq!(with(r#"{"type":"table-pack","players":{"min":2,"max":6}}"#, players).as_deref(), Some("2–6 seats"));
        assert_eq!(with("{}", players), None);
    }

    #[test]
    fn categories_read_as_words() {
        for (slug, words) in [
            ("abstract-strategy", "Abstract strategy"),
            ("ccg-lcg", "CCG / LCG"),
            ("room-space-station", "Space station room"),
            ("table-poker", "Poker table"),
            ("", ""),
        ] {
            assert_eq!(category_words(slug), words);
        }
    }

    #[test]
    fn two_capabilities_are_told_and_both_together() {
        let told = |allowed: &str| with(&format!(r#"{{"capabilities":{{"allowed":[{allowed}]}}}}"#), disclosure);
        assert_eq!(told(r#""log","read-world""#), None);
        assert_eq!(told(r#""read-hidden-information""#), Some(Disclosure::Hidden));
        assert_eq!(told(r#""plugin-call""#), Some(Disclosure::Plugins));
        assert_eq!(told(r#""plugin-call","read-hidden-information""#), Some(Disclosure::Both));
        assert_eq!(with("{}", disclosure), None);
        let calls = with(r#"{"plugins":[{"id":"a","functions":["f","g"]},{"id":"b","functions":[]},7]}"#, calls);
        assert_eq!(calls, [("a".into(), "f".into()), ("a".into(), "g".into())]);
    }

    #[test]
    fn credits_stand_by_their_origin() {
        let json = r#"{"credits":[{"origin":"third-party","paths":["a.png","b.png"],"creator":"Ada","licenseName":"CC0"},
            {"origin":"own-work","title":"Board","paths":["c.png"],"creator":"me"},
            {"origin":"disclaimed","paths":["d.png"],"notes":"lost"},{"origin":"x","paths":[]},7]}"#;
        let of = |origin| with(json, |root| credits(root, origin));
        let third = &of("third-party")[0];
        assert_eq!((third.title.as_str(), third.files), ("a.png", 2));
        assert_eq!((third.creator.as_deref(), third.licence.as_deref()), (Some("Ada"), Some("CC0")));
        assert_eq!(of("own-work")[0].creator, None, "a creator counts for the work of others only");
        assert_eq!(of("disclaimed")[0].notes.as_deref(), Some("lost"));
        assert_eq!(ORIGINS.map(|(origin, _)| of(origin).len()), [1, 1, 1]);
    }

    #[test]
    fn the_gallery_has_pictures_and_videos() {
        let json = r#"{"screenshots":[{"path":"media/a.webp","title":"A"},{"video":{"id":"v","title":"T"}},
            {"path":"media/b.webp","video":{"id":"w"}},{},{"path":7}]}"#;
        let shots = with(json, gallery);
        assert_eq!(shots.len(), 3);
        assert_eq!((shots[1].path.as_deref(), shots[1].title.as_deref()), (None, Some("T")));
        assert_eq!((shots[2].path.as_deref(), shots[2].video.as_deref()), (Some("media/b.webp"), Some("w")));
    }

    #[test]
    fn what_is_too_long_is_read_in_part() {
        let long = "x".repeat(1 << 20);
        let json = format!(r#"{{"summary":"{long}","description":"{long}","tags":[{}1]}}"#, r#""a","#.repeat(2_000));
        assert!(matches!(with(&json, line), Line::Summary(text) if text.len() == MOST));
        assert_eq!(with(&json, |root| description(root).unwrap().len()), MOST_DESCRIPTION);
        assert_eq!(with(&json, tags).len(), MOST_ENTRIES);
        let smile = format!(r#"{{"summary":"{}"}}"#, "\\ud83d\\ude00".repeat(MOST));
        assert!(matches!(with(&smile, line), Line::Summary(text) if text.chars().count() == MOST && text.starts_with('😀')));
    }

    #[test]
    fn addresses_depend_on_the_type() {
        assert_eq!(with(r#"{"type":"game-pack","slug":"go","id":"x.y"}"#, address), "/games/go");
        assert_eq!(with(r#"{"type":"room-pack","id":"x.y"}"#, address), "/mods/x.y");
        assert_eq!(
            with(r#"{"assetRepos":[{"owner":"a","repo":"b","ref":"main"}]}"#, asset_repositories),
            [("a/b".into(), "main".into())]
        );
        assert_eq!(with(r#"{"dependencies":[{"packId":"p","version":"1.0.0"}]}"#, dependencies), [("p".into(), "1.0.0".into())]);
    }
}
