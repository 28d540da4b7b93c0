//! Where the pack's files come from.

use super::{also, patterns, shape, words};
use crate::shape::{ANY_LENGTH, Field, Look, Rule, Shape, may, must};

static CREDIT_RULE: Rule = Rule::Object(&CREDIT);

pub(super) const CREDITS: Field = may("credits", Rule::List(0, 500, &CREDIT_RULE))
    .says(
        "Credits",
        "Who made the files of the pack and under which licence they are used, at most 500 records. A file stands in one record \
         only.",
    )
    .from("Manifest reference, credits")
    .on("Credits");

static PATH: Rule = Rule::Text(1, 300);

const fn link(key: &'static str, label: &'static str, help: &'static str, source: &'static str) -> Field {
    may(key, Rule::Pattern(0, 500, &patterns::LINK)).says(label, help).from(source).look(Look::Link)
}

static CREDIT: Shape = Shape {
    also: Some(also::credit),
    ..shape(
        "credit",
        "id",
        &[
            must("id", Rule::Text(1, 64))
                .says("ID", "Tells the record from others; nobody reads it.")
                .from("Manifest reference, credits.id")
                .look(Look::Hidden),
            must("paths", Rule::List(1, 2000, &PATH))
                .says("Files", "The files that the record is about, 1 to 2,000, by their paths in the pack.")
                .from("Manifest reference, credits.paths")
                .look(Look::Path(&[])),
            must("origin", Rule::OneOf(&words::ORIGINS))
                .says(
                    "Where it is from",
                    "Your own work; somebody else's, which needs a creator, a link and a licence; or not said, for which you take \
                     full responsibility.",
                )
                .from("Manifest reference, credits.origin"),
            may("title", Rule::Text(0, 160))
                .says("Title", "What the work is called, at most 160 characters.")
                .from("Manifest reference, credits.title"),
            may("creator", Rule::Text(0, 160))
                .says("Creator", "Who made it, as they write their name, at most 160 characters.")
                .from("Manifest reference, credits.creator"),
            link("creatorUrl", "Link to the creator", "Their site or profile.", "Manifest reference, credits.creatorUrl"),
            link("sourceUrl", "Link to the work", "Where the files were got.", "Manifest reference, credits.sourceUrl"),
            may("licenseName", Rule::Text(0, 120))
                .says("Licence", "The licence that the files are used under, such as CC BY 4.0, at most 120 characters.")
                .from("Manifest reference, credits.licenseName"),
            link("licenseUrl", "Link to the licence", "Its text, where a reader can check it.", "Manifest reference, credits.licenseUrl"),
            may("notes", Rule::Text(0, 1000))
                .says("Notes", "What else there is to say, at most 1,000 characters. It is published with the rest.")
                .from("Manifest reference, credits.notes")
                .look(Look::Lines(3)),
            must("recordedAt", Rule::Pattern(0, ANY_LENGTH, &patterns::INSTANT))
                .says("Recorded", "When the record was made, in UTC.")
                .from("Manifest reference, credits.recordedAt")
                .look(Look::Mono),
            may("aiAttestation", Rule::Unwritten(&BAG))
                .says("Assistant's record", "What a tool wrote that helped to make the record; kept as it is.")
                .from("Published packs; no page of the documents names it")
                .look(Look::Hidden),
            may("attestation", Rule::Object(&ATTESTATION))
                .says("Signature", "Who signed the record, when, and the version of the text they signed.")
                .from("Manifest reference, credits.attestation"),
            may("source", SOURCE)
                .says("Copied from", "The item of a library that the files were copied from; written by the platform.")
                .from("Manifest reference, credits.source"),
            may("locked", Rule::True)
                .says("Locked", "The record is the library's own and stays as it is.")
                .from("Manifest reference, credits.locked"),
            may("derivedFrom", SOURCE)
                .says("Made from", "The item of a library that the files were, before they were changed here.")
                .from("Manifest reference, credits.derivedFrom"),
        ],
    )
};

static BAG: Rule = Rule::Bag;

static ATTESTATION: Shape = shape(
    "",
    "",
    &[
        must("termsVersion", Rule::Text(1, 40))
            .says("Terms", "The version of the text that was signed.")
            .from("Manifest reference, credits.attestation.termsVersion")
            .look(Look::Mono),
        must("acceptedAt", Rule::Pattern(0, ANY_LENGTH, &patterns::INSTANT))
            .says("Signed", "When, in UTC.")
            .from("Manifest reference, credits.attestation.acceptedAt")
            .look(Look::Mono),
        must("signedName", Rule::Text(1, 120))
            .says("Signed by", "The name as it was typed, at most 120 characters.")
            .from("Manifest reference, credits.attestation.signedName"),
    ],
);

const SOURCE: Rule = Rule::Tagged { tag: "type", cases: &SOURCES };

static SOURCES: [(&str, &Shape); 2] = [("preset", &PRESET), ("plugin", &PLUGIN)];

const SOURCE_TYPE: Field =
    must("type", Rule::OneOf(&["preset", "plugin"])).says("From", "A library of the platform or of a plugin.").from(FROM);

const FROM: &str = "Manifest reference, credits.source";

static PRESET: Shape = shape(
    "",
    "",
    &[
        SOURCE_TYPE,
        must("presetKind", Rule::OneOf(&["model", "material", "texture", "deck"]))
            .says("Kind", "What sort of item it is.")
            .from(FROM),
        must("presetId", Rule::Text(0, ANY_LENGTH)).says("Item", "Its id in the platform's library.").from(FROM).look(Look::Mono),
    ],
);

static PLUGIN: Shape = shape(
    "",
    "",
    &[
        SOURCE_TYPE,
        must("pluginId", Rule::Text(0, ANY_LENGTH)).says("Plugin", "The plugin's id.").from(FROM).look(Look::Mono),
        must("commitSha", Rule::Pattern(0, ANY_LENGTH, &patterns::COMMIT))
            .says("Commit", "The commit that the item was read at, in full.")
            .from(FROM)
            .look(Look::Mono),
        must("resourcePath", Rule::Text(0, ANY_LENGTH)).says("Item", "Its path in the plugin.").from(FROM).look(Look::Mono),
    ],
);
