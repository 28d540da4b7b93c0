//! The pack's entry points and what its script may do.

use super::{WITH_SCRIPTS, shape, words};
use crate::manifest::MAX_PATH;
use crate::shape::{Field, Look, Refuser, Rule, Shape, may, must};

const GROUP: &str = "Script";

pub(super) const ENTRY: Field = must("entry", Rule::Object(&ENTRY_SHAPE))
    .says("Entry", "The scene that the table loads and the script that runs. A library of parts has neither.")
    .from("Manifest reference, entry")
    .on(GROUP);

static ENTRY_SHAPE: Shape = shape(
    "",
    "",
    &[
        may("setup", Rule::Text(1, MAX_PATH))
            .says(
                "Scene",
                "The file that places what is on the table at the start, mostly setup.json. Without it the table is empty.",
            )
            .from("Manifest reference, entry.setup")
            .look(Look::Path(&["json"])),
        may("script", Rule::Text(1, MAX_PATH))
            .says("Entry script", "The JavaScript file that runs when the table opens, in every variant. Its name ends in .js.")
            .from("Manifest reference, entry.script")
            .only(WITH_SCRIPTS, Refuser::Schema)
            .look(Look::Path(&["js"])),
    ],
);

pub(super) const CAPABILITIES: Field = may("capabilities", Rule::Object(&CAPABILITIES_SHAPE))
    .says(
        "Capabilities",
        "What the pack's script may do. Players read it before they play. Without it a script may write to the log and nothing \
         else.",
    )
    .default("{\"version\":\"1\",\"allowed\":[\"log\"]}")
    .from("Manifest reference, capabilities")
    .on(GROUP);

static CAPABILITY: Rule = Rule::OneOf(&words::CAPABILITIES);

static CAPABILITIES_SHAPE: Shape = shape(
    "",
    "",
    &[
        may("version", Rule::OneOf(&["1"]))
            .says("Version", "The version of this block, which is always 1.")
            .default("\"1\"")
            .from("Manifest reference, capabilities.version")
            .look(Look::Hidden),
        may("allowed", Rule::List(0, 20, &CAPABILITY))
            .says(
                "Allowed",
                "What the script may use. A call that is not covered is refused; what is allowed and not used does no harm, but \
                 players read it.",
            )
            .default("[\"log\"]")
            .from("Manifest reference, capabilities.allowed"),
    ],
);
