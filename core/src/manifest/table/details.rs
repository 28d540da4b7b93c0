//! What a pack is called, what it is and what it works with.

use super::{patterns, shape};
use crate::shape::{Field, Look, Rule, Shape, may, must};

const GROUP: &str = "Details";

pub(super) const SCHEMA_VERSION: Field = must("schemaVersion", Rule::OneOf(&["1.0"]))
    .says("Format", "The version of the manifest's format, which is always 1.0. It is not the version of your pack.")
    .from("Manifest reference, schemaVersion")
    .look(Look::Hidden)
    .on(GROUP);

pub(super) const ID: Field = must("id", Rule::Pattern(3, 96, &patterns::ID))
    .says(
        "ID",
        "What other packs and the registry know this pack by: 3 to 96 letters, digits, dots, dashes and underscores. Choose it \
         once: a published pack under a new id is a second pack, and reviews and favourites stay with the first.",
    )
    .from("Manifest reference, id")
    .look(Look::Mono)
    .on(GROUP);

pub(super) const NAME: Field = must("name", Rule::Text(1, 80))
    .says("Name", "The title that players see and search for, at most 80 characters. You can change it at any time.")
    .from("Manifest reference, name")
    .on(GROUP);

pub(super) const VERSION: Field = must("version", Rule::Pattern(0, crate::shape::ANY_LENGTH, &patterns::VERSION))
    .says(
        "Version",
        "The label of this release: three numbers such as 1.0.0. A label that was published once stands for that commit for \
         ever, so raise it before you publish a change.",
    )
    .from("Manifest reference, version")
    .look(Look::Mono)
    .on(GROUP);

pub(super) const TYPE: Field = must("type", Rule::OneOf(&["game-pack", "component-pack", "table-pack", "room-pack"]))
    .says(
        "Type",
        "What the pack is: a game, a library of parts for other packs, a table, or a room. It decides what else the pack may \
         hold, and it cannot change once the pack is published.",
    )
    .from("Manifest reference, type")
    .on(GROUP);

pub(super) const SLUG: Field = may("slug", Rule::Pattern(1, 60, &patterns::SLUG))
    .says(
        "Page address",
        "The last part of the page's address: lower-case letters, digits and single dashes, at most 60. It is made from the \
         name once and then stays, for links to the page should go on working.",
    )
    .from("Manifest reference, slug")
    .look(Look::Mono)
    .on(GROUP);

pub(super) const SUMMARY: Field = may("summary", Rule::Trimmed(0, 200))
    .says(
        "Summary",
        "One line on the card and under the title, at most 200 characters. Bold, code and links work. Without it the card \
         shows the tags.",
    )
    .from("Manifest reference, summary")
    .on(GROUP);

pub(super) const DESCRIPTION: Field = may("description", Rule::Text(0, 20_000))
    .says(
        "Description",
        "The text of the page, as Markdown, at most 20,000 characters. Write for somebody who decides whether to play. HTML \
         is shown as text.",
    )
    .from("Manifest reference, description")
    .look(Look::Markdown)
    .on(GROUP);

pub(super) const CATEGORY: Field = may("category", Rule::Pattern(0, crate::shape::ANY_LENGTH, &patterns::CATEGORY))
    .says(
        "Category",
        "One word of the platform's list, shown as a chip on the card. Players do not filter by it: use tags for that.",
    )
    .from("Manifest reference, category")
    .on(GROUP);

static TAG: Rule = Rule::Pattern(1, 32, &patterns::TAG);

pub(super) const TAGS: Field = may("tags", Rule::List(0, 20, &TAG))
    .says("Tags", "Words that players would search for, at most 20 of at most 32 letters, digits and dashes each.")
    .default("[]")
    .from("Manifest reference, tags")
    .on(GROUP);

pub(super) const LICENSE: Field = must("license", Rule::Text(1, 80))
    .says(
        "Licence",
        "The licence of the pack as a whole, such as MIT. It is shown as you write it, and nobody checks it: make it the one \
         of the LICENSE file.",
    )
    .from("Manifest reference, license")
    .on(GROUP);

pub(super) const COMPATIBILITY: Field = must("compatibility", Rule::Object(&ENGINE))
    .says("Works with", "The versions of the platform's engine that the pack is made for.")
    .from("Manifest reference, compatibility")
    .on(GROUP);

static ENGINE: Shape = shape(
    "",
    "",
    &[must("engine", Rule::Text(1, 40))
        .says(
            "Works with",
            "From which engine version (>=) up to which (<), such as “>=0.1 <1.0”. Only these two bounds are read; a range \
             without either lets every engine in.",
        )
        .from("Manifest reference, compatibility.engine")
        .look(Look::Mono)],
);
