//! The list of variants: the manifest's half of them.

use super::{GAME, game, shape};
use crate::shape::{ANY_LENGTH, Field, Look, Refuser, Rule, Shape, Unknown, may, must};
use crate::variants::MAX_VARIANTS;

/// The whole list.
pub(crate) static LIST: Rule = Rule::List(0, MAX_VARIANTS, &ENTRY_RULE);

static ENTRY_RULE: Rule = Rule::Object(&ENTRY);

pub(super) const VARIANTS: Field = may("variants", Rule::List(0, MAX_VARIANTS, &ENTRY_RULE))
    .says(
        "Variants",
        "The ways in which the game can be set up, at most 12, in the lobby's order. The first is the one that a lobby starts \
         with. What each changes is in the scene.",
    )
    .from("Game Variants, The manifest list")
    .only(GAME, Refuser::Scanner("tw-variant-not-a-game"))
    .on("Variants");

const PAGE: &str = "Game Variants, The manifest list";

/// An entry is strict: a key that is not known is a parse error. `scripts` was one once; it has a code of its own.
static ENTRY: Shape = Shape {
    unknown: Unknown::Refuse,
    ..shape(
        "variant",
        "id",
        &[
            must("id", Rule::Text(0, ANY_LENGTH))
                .says(
                    "ID",
                    "What joins the two halves of the variant and what rooms store. It is locked once the pack is published.",
                )
                .from(PAGE)
                .look(Look::Mono),
            must("name", Rule::Text(0, ANY_LENGTH)).says("Name", "What the lobby calls it, such as 9×9.").from(PAGE),
            may("description", Rule::Text(0, ANY_LENGTH))
                .says("Description", "One or two sentences under the name in the lobby.")
                .from(PAGE)
                .look(Look::Lines(2)),
            may("players", Rule::Object(&game::PLAYERS_SHAPE))
                .says("Players", "The range for this variant, in place of the game's. The platform seats ten at most.")
                .from("Game Variants, A different player count"),
            may("rulesEnforced", Rule::Bool)
                .says("Fully scripted", "The variant's script is the referee and reports the result.")
                .default("false")
                .from("Game Variants, Fully scripted and ranked"),
            may("ranking", Rule::Object(&RANKING))
                .says("Ranked", "Offers ranked play. Only a fully scripted variant may.")
                .from("Game Variants, Fully scripted and ranked"),
            // Of any value, so that its own code is all that is said of it.
            may("scripts", Rule::Any)
                .says("Scripts", "No longer taken: detach the scripts in the variant's own scene.")
                .from("Game Variants, Playing by hand")
                .look(Look::Hidden),
        ],
    )
};

static INTEGER: Rule = Rule::Number;
static FLAG: Rule = Rule::Bool;

/// Every field has a default, and the page that lists them is not among ours.
static RANKING: Shape = shape(
    "",
    "",
    &[
        may("placementGames", Rule::Unwritten(&INTEGER))
            .says("Placement games", "How many games come before a player is ranked.")
            .from("Game Variants, Fully scripted and ranked"),
        may("draws", Rule::Unwritten(&FLAG))
            .says("Draws", "Whether a game can end in a draw.")
            .from("Published packs; no page of the documents names it"),
        may("requireKernel", Rule::Unwritten(&FLAG))
            .says("Needs the kernel", "Kept as published packs have it.")
            .from("Published packs; no page of the documents names it"),
    ],
);
