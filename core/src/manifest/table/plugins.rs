//! Plugins that the pack calls, and packs that it builds on.

use super::{WITH_SCRIPTS, patterns, shape};
use crate::shape::{Field, Look, Refuser, Rule, Shape, may, must};

const GROUP: &str = "Plugins";

static PLUGIN_RULE: Rule = Rule::Object(&PLUGIN);

pub(super) const PLUGINS: Field = may("plugins", Rule::List(0, 8, &PLUGIN_RULE))
    .says(
        "Plugins",
        "The plugins that scripts of this pack call, at most 8, each with the functions it may call. It is the only way out of \
         the table that a pack has.",
    )
    .from("Manifest reference, plugins")
    .only(WITH_SCRIPTS, Refuser::Schema)
    .on(GROUP);

static FUNCTION: Rule = Rule::Pattern(1, 64, &patterns::FUNCTION);

static PLUGIN: Shape = shape(
    "plugin",
    "id",
    &[
        must("id", Rule::Pattern(3, 96, &patterns::ID))
            .says("Plugin", "The plugin's id, letter for letter as the script names it.")
            .from("Manifest reference, plugins.id")
            .look(Look::Mono),
        must("functions", Rule::List(0, 24, &FUNCTION))
            .says(
                "Functions",
                "The functions that the script calls, at most 24. None where only the plugin's files are used; any needs the \
                 capability plugin-call.",
            )
            .from("Manifest reference, plugins.functions"),
    ],
);

static SETTING: Rule = Rule::Scalar;
static SETTINGS: Rule = Rule::Map(&SETTING);

pub(super) const PLUGIN_SETTINGS: Field = may("pluginSettings", Rule::Map(&SETTINGS))
    .says(
        "Plugin settings",
        "This pack's answers to the settings that a plugin asks for: text, a number, or on or off. An unanswered one falls back \
         to what the plugin says.",
    )
    .from("Manifest reference, pluginSettings")
    .only(WITH_SCRIPTS, Refuser::Schema)
    .on(GROUP);

static DEPENDENCY_RULE: Rule = Rule::Object(&DEPENDENCY);

pub(super) const DEPENDENCIES: Field = may("dependencies", Rule::List(0, 24, &DEPENDENCY_RULE))
    .says(
        "Dependencies",
        "Published packs that this one builds on, at most 24, each at one exact version. Its licence is yours to keep to, and \
         the listing names it.",
    )
    .from("Manifest reference, dependencies")
    .on("Dependencies");

static DEPENDENCY: Shape = shape(
    "dependency",
    "packId",
    &[
        must("packId", Rule::Text(1, 96))
            .says("Pack", "The id in that pack's own manifest.")
            .from("Manifest reference, dependencies.packId")
            .look(Look::Mono),
        must("version", Rule::Pattern(1, 40, &patterns::EXACT_VERSION))
            .says(
                "Version",
                "The exact version, such as 1.4.0. Ranges are not taken; a newer version comes in only when you change this.",
            )
            .from("Manifest reference, dependencies.version")
            .look(Look::Mono),
        may("commitSha", Rule::Pattern(0, crate::shape::ANY_LENGTH, &patterns::COMMIT))
            .says("Commit", "The commit that the version stands for, 40 hexadecimal digits. Mostly written by the platform.")
            .from("Manifest reference, dependencies.commitSha")
            .look(Look::Mono),
    ],
);
