//! What a game is played with and what is asked before it starts.

use super::{GAME, GAME_AND_TABLE, also, gallery, patterns, shape, words};
use crate::manifest::MAX_PATH;
use crate::scene::schema::SOUND_MATERIALS;
use crate::shape::{ANY_LENGTH, Field, Look, Refuser, Rule, Shape, may, must};

const GROUP: &str = "Game";

const TEXT: Rule = Rule::Text(0, ANY_LENGTH);

pub(super) const PLAYERS: Field = may("players", Rule::Object(&PLAYERS_SHAPE))
    .says(
        "Players",
        "How many the game is made for, shown as a chip on the card. It is a promise to readers: the seats are in the scene. A \
         game that plays at any count leaves it out.",
    )
    .from("Manifest reference, players")
    .only(GAME_AND_TABLE, Refuser::Nobody)
    .on(GROUP);

/// A range of players, of the game and of a variant.
pub(super) static PLAYERS_SHAPE: Shape = Shape {
    also: Some(also::players),
    ..shape(
        "",
        "",
        &[
            must("min", Rule::Integer(1, 64))
                .says("At least", "The fewest, from 1 to 64.")
                .from("Manifest reference, players.min"),
            must("max", Rule::Integer(1, 64)).says("At most", "The most, from 1 to 64.").from("Manifest reference, players.max"),
        ],
    )
};

// Rules.

static DOCUMENT_RULE: Rule = Rule::Tagged { tag: "kind", cases: &DOCUMENTS };

/// The page tells of a further rule over the list without saying it; nothing is asked for it.
pub(super) const RULES: Field = may("rules", Rule::List(0, 8, &DOCUMENT_RULE))
    .says(
        "Rules",
        "The rulebooks behind the Rules button, at most 8: text, pages of a PDF, a link, or a video. Players fetch one when \
         they open it, so keep rules out of the pre-loaded files.",
    )
    .from("Manifest reference, rules")
    .only(GAME, Refuser::Scanner("rules-unread"))
    .on(GROUP);

static DOCUMENTS: [(&str, &Shape); 4] = [("markdown", &MARKDOWN), ("pages", &PAGES), ("link", &LINK), ("video", &VIDEO)];

const KIND: Field = must("kind", Rule::OneOf(&["markdown", "pages", "link", "video"]))
    .says("Kind", "Text that you write, the pages of a PDF, a link to rules elsewhere, or a video.")
    .from("Manifest reference, rules");

const DOCUMENT_ID: Field = must("id", TEXT)
    .says("ID", "A short name for the files of this document, such as quick-start.")
    .from("Manifest reference, rules")
    .look(Look::Mono);

const TITLE: Field =
    must("title", TEXT).says("Title", "What players see in the list of rules.").from("Manifest reference, rules");

static MARKDOWN: Shape = shape(
    "rules document",
    "id",
    &[
        KIND,
        DOCUMENT_ID,
        TITLE,
        must("path", Rule::Text(1, MAX_PATH))
            .says("File", "The Markdown file, rules/<id>.md.")
            .from("Manifest reference, rules")
            .look(Look::Path(&["md"])),
    ],
);

static PICTURE_RULE: Rule = Rule::Object(&PICTURE);

static PAGES: Shape = shape(
    "rules document",
    "id",
    &[
        KIND,
        DOCUMENT_ID,
        TITLE,
        must("pages", Rule::List(0, ANY_LENGTH, &PICTURE_RULE))
            .says("Pages", "The pages as pictures, rules/<id>/page-001.webp and so on.")
            .from("Manifest reference, rules"),
        may("source", Rule::Object(&SOURCE))
            .says("Original", "The PDF that the pages were made from, for players to download.")
            .from("Manifest reference, rules"),
    ],
);

static PICTURE: Shape = shape(
    "picture",
    "path",
    &[
        must("path", Rule::Text(1, MAX_PATH))
            .says("Picture", "The picture's file.")
            .from("Manifest reference, rules")
            .look(Look::Path(&["webp"])),
        must("width", Rule::Number).says("Width", "In pixels.").from("Manifest reference, rules"),
        must("height", Rule::Number).says("Height", "In pixels.").from("Manifest reference, rules"),
        must("bytes", Rule::Number).says("Size", "In bytes.").from("Manifest reference, rules"),
    ],
);

static SOURCE: Shape = shape(
    "",
    "",
    &[
        must("path", Rule::Text(1, MAX_PATH))
            .says("File", "The PDF.")
            .from("Manifest reference, rules")
            .look(Look::Path(&["pdf"])),
        must("bytes", Rule::Number).says("Size", "In bytes.").from("Manifest reference, rules"),
        must("filename", TEXT).says("Name", "What the download is called.").from("Manifest reference, rules"),
    ],
);

static LINK: Shape = shape(
    "rules document",
    "id",
    &[
        KIND,
        DOCUMENT_ID,
        TITLE,
        must("url", Rule::Pattern(0, ANY_LENGTH, &patterns::HTTPS))
            .says("Link", "Where the rules are, beginning with https://. A page without https would not show.")
            .from("Manifest reference, rules")
            .look(Look::Link),
    ],
);

static VIDEO: Shape = shape(
    "rules document",
    "id",
    &[
        KIND,
        DOCUMENT_ID,
        TITLE,
        must("video", Rule::Object(&gallery::VIDEO)).says("Video", "A video on YouTube.").from("Manifest reference, rules"),
        may("cover", Rule::Object(&PICTURE))
            .says("Cover", "A picture of your own before the video plays, rules/<id>/cover.webp.")
            .from("Manifest reference, rules"),
    ],
);

// Dice and sounds.

static DIE_RULE: Rule = Rule::Object(&DIE);

pub(super) const DICE: Field = may("dice", Rule::List(0, 7, &DIE_RULE))
    .says(
        "Dice",
        "The dice that the picker offers in place of the usual six, each once. No list and an empty list both mean the usual \
         six; to have none, turn dice off.",
    )
    .from("Manifest reference, dice")
    .only(GAME, Refuser::Scanner("dice-unread"))
    .on(GROUP);

static DIE: Shape = shape(
    "die",
    "preset",
    &[
        must("preset", Rule::OneOf(&words::DICE))
            .says("Die", "One of the platform's seven dice.")
            .from("Manifest reference, dice.preset"),
        may("label", Rule::Trimmed(1, 40))
            .says("Label", "What the picker calls it where your rules have another word for it, at most 40 characters.")
            .from("Manifest reference, dice.label"),
        may("defaultCount", Rule::Integer(0, 40))
            .says("Starts at", "How many are chosen at first, 0 to 40. A roll has at most 40 dice in all.")
            .default("0")
            .from("Manifest reference, dice.defaultCount"),
    ],
);

pub(super) const DICE_ENABLED: Field = may("diceEnabled", Rule::Bool)
    .says(
        "Dice can be rolled",
        "Off for a game without dice: the table then has no dice button and refuses rolls. The list stays as it is.",
    )
    .default("true")
    .from("Manifest reference, diceEnabled")
    .only(GAME, Refuser::Scanner("dice-unread"))
    .on(GROUP);

static SOUND_SET_RULE: Rule = Rule::Object(&SOUND_SET);

pub(super) const SOUND_SETS: Field = may("soundSets", Rule::List(0, 64, &SOUND_SET_RULE))
    .says("Sound sets", "Sounds of your own that scripts play by name, at most 64 sets.")
    .from("Manifest reference, soundSets")
    .on("Sounds");

static CLIP: Rule = Rule::Text(1, MAX_PATH);

static SOUND_SET: Shape = shape(
    "sound set",
    "name",
    &[
        must("name", Rule::Pattern(1, 80, &patterns::SOUND_NAME))
            .says("Name", "What scripts call it: lower-case letters, digits, dots, dashes and underscores, at most 80.")
            .from("Manifest reference, soundSets")
            .look(Look::Mono),
        must("variants", Rule::List(1, 16, &CLIP))
            .says(
                "Clips",
                "1 to 16 sound files of the pack; one of them is played, so that it does not sound the same every time.",
            )
            .from("Manifest reference, soundSets")
            .look(Look::Path(&["wav", "mp3", "ogg"])),
        may("material", Rule::OneOf(&SOUND_MATERIALS))
            .says("Material", "The material that sounds like this.")
            .from("Manifest reference, soundSets; Setup JSON, materials"),
        may("action", TEXT)
            .says("Action", "What happens when it is heard, such as roll or place. The platform's list of words is not printed.")
            .from("Manifest reference, soundSets"),
        may("loop", Rule::Bool).says("Loops", "Starts again at its end.").default("false").from("Manifest reference, soundSets"),
    ],
);

// What is asked before the table opens.

static SETUP_OPTION_RULE: Rule = Rule::Object(&SETUP_OPTION);

pub(super) const SETUP_OPTIONS: Field = may("setupOptions", Rule::List(0, 12, &SETUP_OPTION_RULE))
    .says(
        "Setup options",
        "Questions that the room's owner answers before the start, at most 12. The entry script gets the answers; without one \
         nobody reads them.",
    )
    .from("Manifest reference, setupOptions")
    .only(GAME, Refuser::Scanner("setup-options-unreadable"))
    .on(GROUP);

static CHOICE_RULE: Rule = Rule::Object(&CHOICE);

static SETUP_OPTION: Shape = Shape {
    also: Some(also::setup_option),
    ..shape(
        "setup option",
        "key",
        &[
            must("key", Rule::Pattern(1, 64, &patterns::KEY))
                .says("Key", "What the script finds the answer under: lower-case letters, digits and underscores.")
                .from("Manifest reference, setupOptions.key")
                .look(Look::Mono),
            must("label", Rule::Text(1, 80))
                .says("Label", "What stands beside the control, at most 80 characters, as plain text.")
                .from("Manifest reference, setupOptions.label"),
            must("control", Rule::OneOf(&words::CONTROLS))
                .says("Control", "How it is answered: text, a number, on or off, or one of several choices.")
                .from("Manifest reference, setupOptions.control"),
            may("help", Rule::Text(0, 240))
                .says("Help", "One line under the control, at most 240 characters.")
                .from("Manifest reference, setupOptions.help"),
            must("default", Rule::Scalar)
                .says("Starts as", "The answer where nobody changes it. The script always gets one.")
                .from("Manifest reference, setupOptions.default"),
            may("options", Rule::List(0, 32, &CHOICE_RULE))
                .says("Choices", "What there is to choose from, at most 32.")
                .from("Manifest reference, setupOptions.options"),
            may("min", Rule::Number)
                .says("Least", "The smallest number that is taken.")
                .from("Manifest reference, setupOptions.min"),
            may("max", Rule::Number)
                .says("Most", "The largest number that is taken.")
                .from("Manifest reference, setupOptions.max"),
            may("step", Rule::Within { min: 0.0, at_min: false, max: f64::INFINITY })
                .says("Step", "How far one click moves the number. A value between two steps is still taken.")
                .from("Manifest reference, setupOptions.step"),
            may("maxLength", Rule::Integer(1, 2000))
                .says("Longest", "The most characters that are taken, 1 to 2,000.")
                .from("Manifest reference, setupOptions.maxLength"),
        ],
    )
};

static CHOICE: Shape = shape(
    "choice",
    "value",
    &[
        must("value", Rule::Text(1, 120))
            .says(
                "Value",
                "What the script gets, at most 120 characters. A changed value forgets the answers that rooms have stored.",
            )
            .from("Manifest reference, setupOptions.options.value")
            .look(Look::Mono),
        must("label", Rule::Text(1, 120))
            .says("Label", "What the host reads, at most 120 characters.")
            .from("Manifest reference, setupOptions.options.label"),
    ],
);

static REQUIREMENT_RULE: Rule = Rule::Object(&REQUIREMENT);

pub(super) const LOBBY_REQUIREMENTS: Field = may("lobbyRequirements", Rule::List(0, 4, &REQUIREMENT_RULE))
    .says(
        "Lobby requirements",
        "What each player has to choose before the table opens, at most 4: a deck, so far. No script is needed for it.",
    )
    .from("Manifest reference, lobbyRequirements")
    .only(GAME, Refuser::Scanner("lobby-requirements-unread"))
    .on(GROUP);

static DECK_SOURCE: Rule = Rule::OneOf(&words::DECK_SOURCES);

static REQUIREMENT: Shape = Shape {
    also: Some(also::requirement),
    ..shape(
        "lobby requirement",
        "id",
        &[
            must("id", Rule::Pattern(1, 64, &patterns::KEY))
                .says("ID", "What the answers are filed under: lower-case letters, digits and underscores.")
                .from("Manifest reference, lobbyRequirements.id")
                .look(Look::Mono),
            must("kind", Rule::OneOf(&["deck"]))
                .says("Kind", "What is chosen: a deck is the only kind.")
                .from("Manifest reference, lobbyRequirements.kind"),
            must("label", Rule::Text(1, 80))
                .says(
                    "Label",
                    "A thing, such as “Your deck”, at most 80 characters. It stands over the picker, in the list of players and \
                     in the sentence that says who still has to choose.",
                )
                .from("Manifest reference, lobbyRequirements.label"),
            may("help", Rule::Text(0, 240))
                .says("Help", "One line under the picker, at most 240 characters.")
                .from("Manifest reference, lobbyRequirements.help"),
            may("appliesTo", Rule::OneOf(&["players", "owner"]))
                .says("Asked of", "Every player with a seat, or the room's owner alone.")
                .default("\"players\"")
                .from("Manifest reference, lobbyRequirements.appliesTo"),
            may("required", Rule::Bool)
                .says("Start waits for it", "Whether the table stays closed until everybody has chosen.")
                .default("true")
                .from("Manifest reference, lobbyRequirements.required"),
            may("formatId", Rule::Text(0, 64))
                .says("Format", "The id of a deck format in data/cardSchema.json that the deck must have.")
                .from("Manifest reference, lobbyRequirements.formatId")
                .look(Look::Mono),
            may("minCards", Rule::Integer(0, 100_000))
                .says("Fewest cards", "0 to 100,000, counted over all parts of the deck.")
                .from("Manifest reference, lobbyRequirements.minCards"),
            may("maxCards", Rule::Integer(1, 100_000))
                .says("Most cards", "1 to 100,000, counted over all parts of the deck.")
                .from("Manifest reference, lobbyRequirements.maxCards"),
            may("deckSources", Rule::List(1, 3, &DECK_SOURCE))
                .says(
                    "Decks from",
                    "The player's own decks, those that others made public, or a deck site; the order is that of the tabs.",
                )
                .default("[\"mine\"]")
                .from("Manifest reference, lobbyRequirements.deckSources"),
            may("deckDatabase", Rule::Object(&DECK_DATABASE))
                .says("Deck site", "The plugin that lists public decks, needed for the source “database” and for it alone.")
                .from("Manifest reference, lobbyRequirements.deckDatabase"),
        ],
    )
};

static DECK_DATABASE: Shape = shape(
    "",
    "",
    &[
        must("pluginId", Rule::Text(1, 120))
            .says("Plugin", "The id of a plugin that this pack lists.")
            .from("Manifest reference, lobbyRequirements.deckDatabase.pluginId")
            .look(Look::Mono),
        must("listFunction", Rule::Text(1, 80))
            .says("Function", "The function of that plugin that lists the decks; this pack lists it too.")
            .from("Manifest reference, lobbyRequirements.deckDatabase.listFunction")
            .look(Look::Mono),
        may("label", Rule::Text(0, 60))
            .says("Label", "What the tab is called, at most 60 characters; the site's name reads best.")
            .from("Manifest reference, lobbyRequirements.deckDatabase.label"),
    ],
);
