//! The closed lists of the manifest.

/// What a script may be allowed: the twelve of the platform's documents (eleven in the table, `plugin-call` in the text),
/// then three that real packs add.
pub const CAPABILITIES: [&str; 15] = [
    "log",
    "spawn-object",
    "register-action",
    "read-context",
    "read-world",
    "read-hidden-information",
    "object-action",
    "saved-data",
    "subscribe-events",
    "ui",
    "play-sound",
    "plugin-call",
    "read-cards",
    "read-decks",
    "host-message",
];

/// The dice of the platform.
pub const DICE: [&str; 7] = ["die-d4", "die-d6", "die-d8", "die-d10", "die-d12", "die-d20", "die-piecepack"];

/// The controls of setup options.
pub const CONTROLS: [&str; 4] = ["text", "number", "toggle", "select"];

/// Where a lobby's deck picker looks.
pub const DECK_SOURCES: [&str; 3] = ["mine", "community", "database"];

/// What a credit record says.
pub const ORIGINS: [&str; 3] = ["own-work", "third-party", "disclaimed"];

/// Categories with the group that a picker shows them in. The platform has 66; these are the ones that its documents or
/// real packs name. Any other in the form of a slug is kept, with a warning.
pub const CATEGORIES: [(&str, &[&str]); 3] = [
    (
        "Games",
        &[
            "abstract-strategy",
            "board-game",
            "card-game",
            "ccg-lcg",
            "checkers-draughts",
            "chess-like",
            "poker-cards",
            "worker-placement",
        ],
    ),
    ("Tables", &["table-modern", "table-poker", "table-square"]),
    ("Rooms", &["room-historical", "room-lounge", "room-modern", "room-outdoor", "room-space-station"]),
];

/// Whether a category is one that we know.
pub fn is_known_category(slug: &str) -> bool {
    CATEGORIES.iter().any(|(_, slugs)| slugs.contains(&slug))
}
