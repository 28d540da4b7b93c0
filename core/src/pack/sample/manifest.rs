//! The manifest of the sample, its credits and its rulebook.

use super::super::build::{Value, object};
use super::Identity;
use super::layout::BOARDS;

/// The rulebook, in our own words.
pub const RULES: &str = include_str!("how-to-play.md");
/// Where the rulebook stands.
pub const RULES_PATH: &str = "rules/how-to-play.md";
/// The square picture for lists.
pub const COVER: &str = "media/cover.webp";
/// Its small copy.
pub const COVER_THUMB: &str = "media/cover-thumb.webp";
/// The gallery: path and what the picture shows.
pub const SCREENSHOTS: [(&str, &str); 2] =
    [("media/screenshot-0.webp", "The full board, early in the game"), ("media/screenshot-1.webp", "A quick game on nine lines")];

/// When the sample's credits were recorded: a constant, so that every copy has the same bytes.
const RECORDED_AT: &str = "2026-11-30T12:00:00.000Z";

/// The whole of the manifest; `models` and `textures` are the paths of the asset files.
pub fn manifest(identity: &Identity, models: &[String], textures: &[String]) -> Value {
    let media: Vec<String> = media_paths();
    let mut assets: Vec<&String> = models.iter().chain(textures).collect();
    assets.sort();
    object! {
        "schemaVersion": "1.0",
        "id": &identity.id,
        "name": &identity.name,
        "version": "0.1.0",
        "type": "game-pack",
        "entry": object! { "setup": "setup.json" },
        "assets": assets,
        "compatibility": object! { "engine": ">=0.1 <1.0" },
        "capabilities": object! { "version": "1", "allowed": vec!["log"] },
        "license": "MIT",
        "tags": vec!["go", "baduk", "weiqi", "abstract", "two-player", "classic"],
        "slug": &identity.slug,
        "summary": "Surround more than your opponent: the oldest board game still played, on three boards.",
        "description": DESCRIPTION,
        "category": "abstract-strategy",
        "players": object! { "min": 2, "max": 2 },
        "coverImage": COVER,
        "credits": credits(models, textures, &media),
        "screenshots": SCREENSHOTS.map(|(path, title)| screenshot(path, title)).to_vec(),
        "excludedAssets": media,
        "rules": vec![object! { "kind": "markdown", "id": "how-to-play", "title": "How to play", "path": RULES_PATH }],
        "diceEnabled": false,
        "variants": BOARDS
            .iter()
            .map(|board| object! { "id": board.id, "name": board.name, "description": board.description })
            .collect::<Vec<_>>(),
    }
}

const DESCRIPTION: &str = "Two players take turns to put a stone on a crossing of the board. Stones that are shut in on all \
     sides come off; whoever holds more of the board at the end has won.\n\nThe pack holds **three boards**, 19×19, 13×13 and \
     9×9, each with an opening already on it to look at. Take the stones off, or play on from there.\n\nEverything in it, wood, \
     stones and pictures, was drawn by Tablewright. It is there to be taken apart.";

/// Cover and gallery, in code-unit order.
pub fn media_paths() -> Vec<String> {
    let mut paths: Vec<String> = [COVER, COVER_THUMB].into_iter().chain(SCREENSHOTS.map(|s| s.0)).map(str::to_owned).collect();
    paths.sort();
    paths
}

/// A gallery entry whose file is the whole frame: it was made at 16:9 and nothing was cut away.
fn screenshot(path: &str, title: &str) -> Value {
    let crop = object! { "x": 0, "y": 0, "w": 1, "h": 1 };
    object! { "path": path, "crop": crop, "title": title, "alt": title, "kind": "gameplay" }
}

fn credits(models: &[String], textures: &[String], media: &[String]) -> Vec<Value> {
    vec![
        credit("models", "model", "Go boards, bowls and stones", models),
        credit("textures", "texture", "Wood, slate, shell and linen", textures),
        credit("media", "texture", "Cover and screenshots", media),
        credit("rules", "texture", "How to play", &[RULES_PATH.to_owned()]),
    ]
}

/// A record without a signature. The schema lets one stand unsigned when it says what library item its files were copied from
/// (`derivedFrom`, manifest reference, "credits.derivedFrom"); unlike a locked record it can be signed by whoever publishes a copy.
fn credit(part: &str, kind: &str, title: &str, paths: &[String]) -> Value {
    object! {
        "id": format!("credit-sample-{part}"),
        "paths": paths.iter().collect::<Vec<_>>(),
        "origin": "own-work",
        "title": title,
        "creator": "The Tablewright authors",
        "notes": "Drawn by Tablewright's sample pack generator. MIT licence.",
        "recordedAt": RECORDED_AT,
        "derivedFrom": object! {
            "type": "preset",
            "presetKind": kind,
            "presetId": format!("tablewright:sample-go/{part}"),
        },
    }
}
