//! Keys that real packs carry and no page describes: read and kept, never refused.

use super::{GAME, shape};
use crate::shape::{ANY_LENGTH, Field, Look, Refuser, Rule, Shape, may};

const GROUP: &str = "Script";
const REAL: &str = "Published packs; Game Variants mentions bots without their shape";

static TEXT: Rule = Rule::Text(0, ANY_LENGTH);
static NUMBER: Rule = Rule::Number;
static BAG: Rule = Rule::Bag;
static BAGS: Rule = Rule::List(0, ANY_LENGTH, &BAG);

static BOT_RULE: Rule = Rule::Object(&BOT);
static BOTS_RULE: Rule = Rule::List(0, ANY_LENGTH, &BOT_RULE);

pub(super) const BOTS: Field = may("bots", Rule::Unwritten(&BOTS_RULE))
    .says("Bots", "Computer players that the pack's scripts or models can play for.")
    .from(REAL)
    .only(GAME, Refuser::Nobody)
    .on(GROUP);

const fn text(key: &'static str, label: &'static str, help: &'static str) -> Field {
    may(key, Rule::Unwritten(&TEXT)).says(label, help).from(REAL)
}

static SEATS: Rule = Rule::Object(&SEATS_SHAPE);
static SEATS_SHAPE: Shape =
    shape("", "", &[may("max", Rule::Unwritten(&NUMBER)).says("At most", "How many seats it may take.").from(REAL)]);

static DIFFICULTY: Rule = Rule::Object(&DIFFICULTY_SHAPE);
static DIFFICULTIES: Rule = Rule::List(0, ANY_LENGTH, &DIFFICULTY);
static DIFFICULTY_SHAPE: Shape = shape(
    "difficulty",
    "id",
    &[
        text("id", "ID", "What scripts call it.").look(Look::Mono),
        text("label", "Label", "What players see."),
        text("description", "Description", "How it plays."),
    ],
);

static BOT: Shape = shape(
    "bot",
    "id",
    &[
        text("id", "ID", "What the pack calls the bot.").look(Look::Mono),
        text("label", "Label", "What players see."),
        text("kind", "Kind", "“scripted” or “ai”."),
        text("modelId", "Model", "The model that an “ai” bot plays with.").look(Look::Mono),
        text("fallbackBotId", "Stands in", "The bot that plays where the model cannot run.").look(Look::Mono),
        text("handler", "Handler", "The handler that a script registers for it.").look(Look::Mono),
        may("difficulties", Rule::Unwritten(&DIFFICULTIES)).says("Difficulties", "What players can choose from.").from(REAL),
        text("defaultDifficulty", "Starts as", "The difficulty that is chosen at first.").look(Look::Mono),
        may("seats", Rule::Unwritten(&SEATS)).says("Seats", "How many seats it may take.").from(REAL),
        text("description", "Description", "What players read about it.").look(Look::Lines(2)),
    ],
);

static MODEL_RULE: Rule = Rule::Object(&MODEL);
static MODELS_RULE: Rule = Rule::List(0, ANY_LENGTH, &MODEL_RULE);

pub(super) const AI_MODELS: Field = may("aiModels", Rule::Unwritten(&MODELS_RULE))
    .says("Models", "Models that bots play with: files of the pack with their size and hash.")
    .from(REAL)
    .only(GAME, Refuser::Nobody)
    .on(GROUP);

static MODEL: Shape = shape(
    "model",
    "id",
    &[
        text("id", "ID", "What bots call it.").look(Look::Mono),
        text("label", "Label", "What people call it."),
        text("path", "File", "The model's file.").look(Look::Path(&["onnx"])),
        text("format", "Format", "“onnx” in all packs that are known."),
        may("sizeBytes", Rule::Unwritten(&NUMBER)).says("Size", "In bytes.").from(REAL),
        text("sha256", "SHA-256", "The hash of the file's bytes.").look(Look::Mono),
        may("inputs", Rule::Unwritten(&BAGS)).says("Inputs", "What it reads; kept as it is.").from(REAL).look(Look::Hidden),
        may("outputs", Rule::Unwritten(&BAGS)).says("Outputs", "What it answers; kept as it is.").from(REAL).look(Look::Hidden),
        text("minTier", "Needs", "The least machine that it runs on.").look(Look::Mono),
        may("opset", Rule::Unwritten(&NUMBER)).says("Opset", "The version of its operations.").from(REAL),
    ],
);
