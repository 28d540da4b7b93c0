//! Every code that a problem can have: what it means, who gives it and what to do.
//!
//! Codes that the platform's documents name are used as they are; rules of our own have codes that begin with `tw-`.
//! Codes that only the platform's server can give stand here too, so that its refusals can be explained.

/// Who gives a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Emitter {
    /// [`super::check`].
    Check,
    /// The platform's server, when a pack is registered, hosted or changed there.
    Registry,
    /// The preview of the lobby that a player would see.
    LobbyPreview,
}

/// When the platform would refuse or warn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// When a document is parsed: nothing after it is looked at.
    Parse,
    /// When the pack is published: the scanner, which only sees manifests that parse.
    Publish,
    /// Never: the rule is ours.
    Ours,
}

/// What is known about one code.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The code.
    pub code: &'static str,
    /// A heading.
    pub title: &'static str,
    /// Who gives it.
    pub emitters: &'static [Emitter],
    /// When the platform would.
    pub stage: Stage,
    /// What it means, one sentence.
    pub meaning: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
}

/// The entry of `code`.
pub fn entry(code: &str) -> Option<&'static Entry> {
    CATALOGUE.iter().find(|entry| entry.code == code)
}

const fn row(
    code: &'static str,
    title: &'static str,
    emitters: &'static [Emitter],
    stage: Stage,
    meaning: &'static str,
    remedy: &'static str,
) -> Entry {
    Entry { code, title, emitters, stage, meaning, remedy }
}

const CHECK: &[Emitter] = &[Emitter::Check];
const BOTH: &[Emitter] = &[Emitter::Check, Emitter::Registry];
const REGISTRY: &[Emitter] = &[Emitter::Registry];
const LOBBY: &[Emitter] = &[Emitter::LobbyPreview];

/// Every code: text and shape first, then what publishing judges, what only the server knows, and our own.
pub const CATALOGUE: &[Entry] = &[
    row(
        "json",
        "Not JSON",
        BOTH,
        Stage::Parse,
        "The file's text is not JSON, so nothing in it can be read.",
        "Go to the line and column that are named and correct the text there; often a comma or a quote is missing just before.",
    ),
    row(
        "schema",
        "Not what the format allows",
        BOTH,
        Stage::Parse,
        "A value is missing, or has a kind, length or form that the platform's format does not allow.",
        "Correct the value at the place that is named; the message says what is allowed.",
    ),
    row(
        "unsafe-path",
        "Path leads out of the pack",
        BOTH,
        Stage::Publish,
        "A path is absolute, is a web address, or climbs out of the repository.",
        "Put the file into the pack and write its path from the pack's folder down, such as assets/board.png.",
    ),
    row(
        "unsupported-asset-type",
        "File type not allowed as an asset",
        BOTH,
        Stage::Publish,
        "The list of assets names a file whose extension the platform does not take.",
        "Convert the file to a type that is taken, or take it out of the list.",
    ),
    row(
        "media-path-invalid",
        "Cover or screenshot outside the media folder",
        BOTH,
        Stage::Publish,
        "The cover or a screenshot is not a relative path below media/.",
        "Move the picture into the media folder and correct the path.",
    ),
    row(
        "undeclared-capability",
        "Script uses an undeclared capability",
        BOTH,
        Stage::Publish,
        "The entry script calls a function whose capability the manifest does not declare.",
        "Add the capability to capabilities.allowed, or take the call out.",
    ),
    row(
        "unsupported-script-type",
        "Entry script is not JavaScript",
        BOTH,
        Stage::Publish,
        "The entry script's name does not end in .js.",
        "Compile the script to JavaScript and name that file.",
    ),
    row(
        "engine-incompatible",
        "Engine range shuts the present engine out",
        BOTH,
        Stage::Publish,
        "The platform's engine is outside the range that the pack says it is made for.",
        "Widen compatibility.engine; >=0.1 <1.0 is what published packs say.",
    ),
    row(
        "setup-options-unreadable",
        "Setup options that nothing can read",
        BOTH,
        Stage::Publish,
        "The pack asks the host questions but has no script that could read the answers.",
        "Add an entry script, or remove the options; a room or table can only remove them.",
    ),
    row(
        "lobby-requirements-unread",
        "Lobby requirements on a pack that is not a game",
        BOTH,
        Stage::Publish,
        "Only the room's game asks its players to choose something, and this pack is never that.",
        "Remove the requirements, or publish them with the game.",
    ),
    row(
        "rules-unread",
        "Rules on a pack that is not a game",
        BOTH,
        Stage::Publish,
        "Only a game's rules are ever opened.",
        "Remove the rules, or publish them with the game.",
    ),
    row(
        "dice-unread",
        "Dice on a pack that is not a game",
        BOTH,
        Stage::Publish,
        "The table takes its dice from the room's game, and this pack is never that.",
        "Remove the dice settings, or publish them with the game.",
    ),
    row(
        "manifest-secret",
        "Text that looks like a credential",
        BOTH,
        Stage::Publish,
        "A setup option holds text in the form of a key or token, and a manifest is public.",
        "Take it out, and replace the key where it came from if it was ever pushed.",
    ),
    row(
        "undeclared-plugin-call",
        "Script calls an undeclared plugin function",
        BOTH,
        Stage::Publish,
        "The script calls a plugin function that the manifest's plugins do not list.",
        "Add the function under plugins, or take the call out.",
    ),
    row(
        "dynamic-plugin-call",
        "Plugin call whose target cannot be read",
        BOTH,
        Stage::Publish,
        "The script calls a plugin with a name that is not a plain string, so nobody can tell what it reaches.",
        "Write both names as plain strings in the call.",
    ),
    row(
        "asset-repo-unpinned",
        "Asset repository that can change",
        BOTH,
        Stage::Publish,
        "An outside repository is named by a branch, a tag or a short hash, so its files can change under the pack.",
        "Name the full 40-character commit where the repository is yours.",
    ),
    row(
        "catalogue-art-undeclared",
        "Card art from a repository that is not declared",
        BOTH,
        Stage::Publish,
        "A card catalogue shows pictures from a repository that assetRepos does not list, so they load slowly.",
        "Add the owner, repository and ref to assetRepos as the pictures' addresses spell them; there is room for four.",
    ),
    row(
        "template-instantiation-failed",
        "Template cannot be expanded",
        BOTH,
        Stage::Publish,
        "An older scene names a template that is not there, or asks one for what it cannot do.",
        "Correct the template's id in the scene, or convert the scene to the present format.",
    ),
    row(
        "variant-scripts-removed",
        "A variant's scripts switch is gone",
        BOTH,
        Stage::Publish,
        "A variant has the key scripts, which the platform no longer takes.",
        "Convert it: the variant's scripts are detached in its own scene and the key goes.",
    ),
    row(
        "unpinned-scan",
        "Commit could not be proven",
        REGISTRY,
        Stage::Publish,
        "The server was given a commit that GitHub did not confirm in full.",
        "Publish again, so that the full hash of the merged commit is sent.",
    ),
    row(
        "mod-version-immutable",
        "Version label is taken",
        REGISTRY,
        Stage::Publish,
        "This version was published before from another commit, and a label keeps its meaning.",
        "Raise the version and publish again.",
    ),
    row(
        "mod-type-immutable",
        "Type cannot change",
        REGISTRY,
        Stage::Publish,
        "A published pack keeps its type, for other packs depend on it.",
        "Set the old type again, or publish under a new id.",
    ),
    row(
        "repo-already-registered",
        "Repository is registered already",
        REGISTRY,
        Stage::Publish,
        "This repository is known as another pack, perhaps a deleted one.",
        "Use the id that it was registered with, or publish from another repository.",
    ),
    row(
        "private-mod-not-hostable",
        "Private pack of somebody else",
        REGISTRY,
        Stage::Publish,
        "Only its owner can put a private pack on a table.",
        "Ask the owner to make it public or to host the table.",
    ),
    row(
        "bot-variant-no-handler",
        "Bot cannot play this variant",
        LOBBY,
        Stage::Publish,
        "The variant's scripts do not register what the bot needs to play.",
        "Attach the script with the bot's handler to the variant, or choose another variant.",
    ),
    row(
        "tw-variant-delta-unlisted",
        "Differences of a variant that is not listed",
        CHECK,
        Stage::Publish,
        "The scene holds differences for a variant that the manifest does not list; the platform refuses this under a code of its own.",
        "List the variant in the manifest with the same id, or remove its differences.",
    ),
    row(
        "tw-variant-base-unlisted",
        "Base variant is not listed",
        CHECK,
        Stage::Publish,
        "The scene's base is a variant that the manifest does not list; the platform refuses this under a code of its own.",
        "List it in the manifest, or write the id of a listed variant as the base.",
    ),
    row(
        "tw-variant-list-missing",
        "Variants without a list",
        CHECK,
        Stage::Publish,
        "The scene has variants and the manifest lists none; the platform refuses this under a code of its own.",
        "List the variants in the manifest, or remove them from the scene.",
    ),
    row(
        "tw-variant-list-short",
        "Fewer than two variants",
        CHECK,
        Stage::Ours,
        "The manifest's list of variants has no two entries, so there is nothing to choose.",
        "Add a variant, or take the list out: without it there is one way to play.",
    ),
    row(
        "tw-variant-removed-unknown",
        "Removes what is not there",
        CHECK,
        Stage::Ours,
        "A variant removes an entity that the base does not have, which changes nothing.",
        "Take the id out of the variant's list.",
    ),
    row(
        "tw-variant-not-a-game",
        "Variants on a pack that is not a game",
        CHECK,
        Stage::Publish,
        "Only a game offers variants in a lobby; the platform refuses this under a code of its own.",
        "Remove the variants, or publish the pack as a game.",
    ),
    row(
        "tw-variant-shared-key",
        "Key that a variant cannot own",
        CHECK,
        Stage::Ours,
        "A variant's differences hold a key that all variants share, so nothing reads it there.",
        "Move the value to the top of the scene, or remove it.",
    ),
    row(
        "tw-setup-older-format",
        "Scene of the older format",
        CHECK,
        Stage::Ours,
        "The scene has the format from before Edit Mode, which this editor does not show or judge.",
        "Open it in the platform's Edit Mode and save it there.",
    ),
    row(
        "tw-duplicate-id",
        "One id twice in a list",
        CHECK,
        Stage::Ours,
        "Two entries of one list have the same id, so whatever names it means only one of them.",
        "Give one of them a new id.",
    ),
    row(
        "tw-duplicate-key",
        "One key twice in an object",
        CHECK,
        Stage::Ours,
        "An object has the same key more than once, and readers take the last one.",
        "Remove the ones that do not count.",
    ),
    row(
        "tw-duplicate-asset",
        "File listed twice",
        CHECK,
        Stage::Ours,
        "The list of assets names the same file more than once.",
        "List it once.",
    ),
    row(
        "tw-unknown-key",
        "Newer than this editor",
        CHECK,
        Stage::Ours,
        "A key is not in the documents that this editor was made for; it is kept and never changed.",
        "Nothing, unless it is misspelled.",
    ),
    row(
        "tw-missing-file",
        "File is not there",
        CHECK,
        Stage::Publish,
        "The manifest names a file that the pack does not have, which the platform refuses when it cannot fetch it.",
        "Put the file there, correct the path, or take it out of the manifest.",
    ),
    row(
        "tw-link-outside",
        "Link leads out of the pack",
        CHECK,
        Stage::Publish,
        "A file is a link to a place outside the pack's folder, which cannot be published.",
        "Replace the link by the file itself.",
    ),
    row(
        "tw-file-unreadable",
        "File cannot be read",
        CHECK,
        Stage::Parse,
        "The system does not let us read the manifest or the scene.",
        "Do what the message says, mostly: make the file readable, or move a folder of that name away.",
    ),
    row(
        "tw-no-setup",
        "No scene",
        CHECK,
        Stage::Ours,
        "The manifest names no scene, so the pack puts nothing on the table although it publishes well.",
        "Name the scene in entry.setup.",
    ),
    row(
        "tw-engine-range-open",
        "Engine range without a bound",
        CHECK,
        Stage::Ours,
        "The engine range has no bound that the platform reads, so it lets every engine in.",
        "Write a lower and an upper bound, such as >=0.1 <1.0.",
    ),
    row(
        "tw-legacy-manifest-name",
        "Manifest under its older name",
        CHECK,
        Stage::Ours,
        "Only gametable.mod.json is there, which the platform reads as a fallback.",
        "Rename it to diceytable.mod.json.",
    ),
    row(
        "tw-manifest-twins-differ",
        "Two manifests that differ",
        CHECK,
        Stage::Ours,
        "gametable.mod.json differs from diceytable.mod.json, and the platform reads it whenever fetching the other fails.",
        "Make both the same, or delete gametable.mod.json.",
    ),
    row(
        "tw-save-interrupted",
        "A save was cut short",
        CHECK,
        Stage::Ours,
        "A save of this pack did not come to its end; the next opening settles it.",
        "Open the pack.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::RULES;
    use std::collections::HashSet;

    #[test]
    fn every_code_of_every_rule_is_explained() {
        for rule in RULES {
            assert!(!rule.codes.is_empty() && !rule.name.is_empty());
            for code in rule.codes {
                let entry = entry(code).unwrap_or_else(|| panic!("“{}” gives {code}, which is not in the catalogue", rule.name));
                assert!(entry.emitters.contains(&Emitter::Check), "{code}");
            }
        }
        let names: HashSet<_> = RULES.iter().map(|rule| rule.name).collect();
        assert_eq!(names.len(), RULES.len());
    }

    #[test]
    fn entries_are_whole_and_stand_once() {
        let mut seen = HashSet::new();
        for entry in CATALOGUE {
            assert!(seen.insert(entry.code), "{} stands twice", entry.code);
            assert!(!entry.title.is_empty() && !entry.title.ends_with('.') && !entry.emitters.is_empty());
            assert!(entry.meaning.ends_with('.') && entry.remedy.ends_with('.'), "{}", entry.code);
            assert!(entry.code.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", entry.code);
            assert_eq!(entry.code.starts_with("tw-"), entry.emitters == CHECK, "{}", entry.code);
        }
    }
}
