//! The rows of the catalogue: text and shape first, then what publishing judges, what only the server knows, and our own; those
//! about the files of a pack in `files`, those of minigame definitions last, in `minigames`.

mod files;
mod minigames;

use super::{Emitter, Entry, Stage};
use files::FILES;
use minigames::MINIGAMES;

const CHECK: &[Emitter] = &[Emitter::Check];
const BOTH: &[Emitter] = &[Emitter::Check, Emitter::Registry];
const REGISTRY: &[Emitter] = &[Emitter::Registry];
const CHECK_AND_LOBBY: &[Emitter] = &[Emitter::Check, Emitter::LobbyPreview];

/// Every code.
pub const CATALOGUE: &[Entry] = &both::<{ PACKS.len() + MINIGAMES.len() }>(PACKS, MINIGAMES);

/// The codes of packs.
const PACKS: &[Entry] = &both::<{ DOCUMENTS.len() + FILES.len() }>(DOCUMENTS, FILES);

/// Two lists as one; `N` is the sum of their lengths.
const fn both<const N: usize>(first: &[Entry], second: &[Entry]) -> [Entry; N] {
    let mut all = [first[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < first.len() { first[at] } else { second[at - first.len()] };
        at += 1;
    }
    all
}

/// What the two documents say.
const DOCUMENTS: &[Entry] = &[
    Entry {
        code: "json",
        title: "Not JSON",
        emitters: BOTH,
        stage: Stage::Parse,
        meaning: "The file's text is not JSON, so nothing in it can be read.",
        why: "The platform parses the file before anything else. One stray comma hides the whole pack.",
        remedy: "Go to the line and column that are named and correct the text there; often a comma or a quote is missing \
            just before.",
        source: "Manifest reference and Setup JSON: both files are JSON.",
    },
    Entry {
        code: "schema",
        title: "Not what the format allows",
        emitters: BOTH,
        stage: Stage::Parse,
        meaning: "A value is missing, or has a kind, length or form that the platform's format does not allow.",
        why: "A document that fails its schema is refused whole, and the platform looks at nothing after that. A length \
            counts UTF-16 units, as JavaScript does, so most emoji count twice.",
        remedy: "Correct the value at the place that is named; the message says what is allowed.",
        source: "Manifest reference, the generated field tables; Setup JSON; Game Variants.",
    },
    Entry {
        code: "unsafe-path",
        title: "Path leads out of the pack",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "A path is absolute, is a web address, or climbs out of the repository.",
        why: "Players fetch every file from the pack's own repository at one commit. A path that leads elsewhere names \
            nothing there.",
        remedy: "Put the file into the pack and write its path from the pack's folder down, such as assets/board.png.",
        source: "Manifest reference, assets.",
    },
    Entry {
        code: "unsupported-asset-type",
        title: "File type not allowed as an asset",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "The list of assets names a file whose extension the platform does not take.",
        why: "Every listed file is fetched and checked by its type when the pack is registered, against a closed list of 19 \
            extensions. The documents do not print that list: we refuse only what no real pack carries and no common format \
            would explain.",
        remedy: "Convert the file to a type that is taken, or take it out of the list.",
        source: "Manifest reference, assets; which extensions count as known is ours, from real packs.",
    },
    Entry {
        code: "media-path-invalid",
        title: "Cover or screenshot outside the media folder",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "The cover or a screenshot is not a relative path below media/.",
        why: "Listing pictures are swept apart from the assets, and only that folder is looked into.",
        remedy: "Move the picture into the media folder and correct the path.",
        source: "Manifest reference, coverImage.",
    },
    Entry {
        code: "undeclared-capability",
        title: "Script uses an undeclared capability",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "The entry script calls a function whose capability the manifest does not declare.",
        why: "The scan reads the script as text and looks for api. with the function's name and a bracket, so a call in a \
            comment counts too. A pack that declares no capabilities has log alone. Only the pairs that the documents print \
            are judged here; the platform's own list has twelve.",
        remedy: "Add the capability to capabilities.allowed, or take the call out, also out of comments.",
        source: "Manifest reference, capabilities; Game Variants, What a script can see.",
    },
    Entry {
        code: "unsupported-script-type",
        title: "Entry script is not JavaScript",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "The entry script's name does not end in .js.",
        why: "The sandbox runs the file as it is; nothing compiles it on the platform's side.",
        remedy: "Compile the script to JavaScript and name that file.",
        source: "Manifest reference, entry.script.",
    },
    Entry {
        code: "engine-incompatible",
        title: "Engine range shuts the present engine out",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "The platform's engine is outside the range that the pack says it is made for.",
        why: "A pack whose range leaves the engine out is registered as incompatible, and no room can select it. The range \
            is not semver: one lower bound with >= and one upper bound with < are read, and all else is passed over.",
        remedy: "Widen compatibility.engine; >=0.1 <1.0 is what published packs say.",
        source: "Manifest reference, compatibility.",
    },
    Entry {
        code: "setup-options-unreadable",
        title: "Setup options that nothing can read",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "The pack asks the host questions but has no script that could read the answers.",
        why: "The answers arrive as an argument of the entry script, so without one a host would set something that does \
            nothing. A room, table or asset pack is never the room's game, which is the one pack that is asked.",
        remedy: "Add an entry script, or remove the options; a room or table can only remove them or become a game.",
        source: "Manifest reference, setupOptions and Which fields your pack type can use.",
    },
    Entry {
        code: "lobby-requirements-unread",
        title: "Lobby requirements on a pack that is not a game",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "Only the room's game asks its players to choose something, and this pack is never that.",
        why: "Requirements are read from the one pack that the lobby takes as the game. On any other they are asked of \
            nobody.",
        remedy: "Remove the requirements, or publish them with the game.",
        source: "Manifest reference, lobbyRequirements.",
    },
    Entry {
        code: "rules-unread",
        title: "Rules on a pack that is not a game",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "Only a game's rules are ever opened.",
        why: "The Rules button and the public page look at the room's game alone.",
        remedy: "Remove the rules, or publish them with the game.",
        source: "Manifest reference, rules.",
    },
    Entry {
        code: "dice-unread",
        title: "Dice on a pack that is not a game",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "The table takes its dice from the room's game, and this pack is never that.",
        why: "The table would go on showing the standard dice, with nothing to say why these never appeared.",
        remedy: "Remove the dice settings, or publish them with the game.",
        source: "Manifest reference, dice and diceEnabled.",
    },
    Entry {
        code: "manifest-secret",
        title: "Text that looks like a credential",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "A setup option holds text in the form of a key or token, and a manifest is public.",
        why: "Once registered, a manifest is tied to a commit that anybody can read, so a key in it is a published key. \
            Which forms the platform looks for is not printed; ours are the well-known ones.",
        remedy: "Take it out, and replace the key where it came from if it was ever pushed.",
        source: "Manifest reference, setupOptions; the forms of credentials are ours.",
    },
    Entry {
        code: "undeclared-plugin-call",
        title: "Script calls an undeclared plugin function",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "The script calls a plugin function that the manifest's plugins do not list.",
        why: "The list is the whole of what a pack reaches outside, readable without running it. A call outside it finds \
            nothing at the table either.",
        remedy: "Add the function under plugins, or take the call out, also out of comments.",
        source: "Manifest reference, plugins.",
    },
    Entry {
        code: "dynamic-plugin-call",
        title: "Plugin call whose target cannot be read",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "The script calls a plugin with a name that is not a plain string, so nobody can tell what it reaches.",
        why: "The scan compares literal text; it follows no variables.",
        remedy: "Write both names as plain strings in the call.",
        source: "Manifest reference, plugins.",
    },
    Entry {
        code: "asset-repo-unpinned",
        title: "Asset repository that can change",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "An outside repository is named by a branch, a tag or a short hash, so its files can change under the pack.",
        why: "Files at a full commit hash are cached for a year, those at a branch for minutes. It is no refusal: somebody \
            else's repository often cannot be pinned.",
        remedy: "Name the full 40-character commit where the repository is yours.",
        source: "Manifest reference, assetRepos.ref.",
    },
    Entry {
        code: "catalogue-art-undeclared",
        title: "Card art from a repository that is not declared",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "A card catalogue shows pictures from a repository that assetRepos does not list, so they load slowly.",
        why: "Undeclared pictures still load, straight from GitHub and past the platform's own delivery. The ref is \
            compared as it is written: refs/heads/main is not main.",
        remedy: "Add the owner, repository and ref to assetRepos as the pictures' addresses spell them; there is room for \
            four.",
        source: "Manifest reference, assetRepos.",
    },
    Entry {
        code: "template-instantiation-failed",
        title: "Template cannot be expanded",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "An older scene names a template that is not there, or asks one for what it cannot do.",
        why: "The older format is expanded when the table loads; what fails there leaves the table without those pieces.",
        remedy: "Correct the template's id in the scene, or convert the scene to the present format.",
        source: "Setup JSON, the older format.",
    },
    Entry {
        code: "variant-scripts-removed",
        title: "A variant's scripts switch is gone",
        emitters: BOTH,
        stage: Stage::Publish,
        meaning: "A variant has the key scripts, which the platform no longer takes, whatever its value.",
        why: "The switch turned every script of a variant off at once. Which scripts run is now part of each variant's own \
            scene. The entry script and the scripts of prefabs cannot be detached: they run in every variant.",
        remedy: "Convert it: the variant's scripts are detached in its own scene and the key goes. Then look at the entry \
            script; where it should do nothing by hand, it asks api.getVariant() and returns.",
        source: "Game Variants, Playing by hand.",
    },
    Entry {
        code: "unpinned-scan",
        title: "Commit could not be proven",
        emitters: REGISTRY,
        stage: Stage::Publish,
        meaning: "The server was given a commit that GitHub did not confirm in full.",
        why: "Every player's cache keys on the commit, so the server takes no unproven one.",
        remedy: "Publish again, so that the full hash of the merged commit is sent.",
        source: "Registration & Multiplayer Play, How a publish reaches players.",
    },
    Entry {
        code: "mod-version-immutable",
        title: "Version label is taken",
        emitters: REGISTRY,
        stage: Stage::Publish,
        meaning: "This version was published before from another commit, and a label keeps its meaning.",
        why: "Packs that depend on this one name a version and nothing else; a label that moved would change them all \
            unasked.",
        remedy: "Raise the version and publish again.",
        source: "Manifest reference, version.",
    },
    Entry {
        code: "mod-type-immutable",
        title: "Type cannot change",
        emitters: REGISTRY,
        stage: Stage::Publish,
        meaning: "A published pack keeps its type, for other packs depend on it.",
        why: "A dependent pins a version, not a type: a room that became a game would bring scripts to tables that never \
            agreed to any.",
        remedy: "Set the old type again, or publish under a new id.",
        source: "Manifest reference, type.",
    },
    Entry {
        code: "repo-already-registered",
        title: "Repository is registered already",
        emitters: REGISTRY,
        stage: Stage::Publish,
        meaning: "This repository is known as another pack, perhaps a deleted one.",
        why: "The registry keeps one pack for each repository, with its ratings and history.",
        remedy: "Use the id that it was registered with, or publish from another repository.",
        source: "Registration & Multiplayer Play, Private and deleted mods.",
    },
    Entry {
        code: "private-mod-not-hostable",
        title: "Private pack of somebody else",
        emitters: REGISTRY,
        stage: Stage::Publish,
        meaning: "Only its owner can put a private pack on a table.",
        why: "Private is a state of the registry; nothing in the pack's files shows or changes it.",
        remedy: "Ask the owner to make it public or to host the table.",
        source: "Registration & Multiplayer Play, Private and deleted mods.",
    },
    Entry {
        code: "bot-variant-no-handler",
        title: "Bot cannot play this variant",
        emitters: CHECK_AND_LOBBY,
        stage: Stage::Publish,
        meaning: "The variant's scripts do not register what the bot needs to play.",
        why: "The lobby refuses to seat the bot in such a variant, and removes it when the lobby switches there. The pack \
            itself is taken, so a check only advises.",
        remedy: "Attach the script with the bot's handler to the variant, or choose another variant.",
        source: "Game Variants, Playing by hand; the shape of bots is known from real packs alone.",
    },
    Entry {
        code: "tw-variant-delta-unlisted",
        title: "Differences of a variant that is not listed",
        emitters: CHECK,
        stage: Stage::Publish,
        meaning: "The scene holds differences for a variant that the manifest does not list.",
        why: "The platform refuses this under a code of its own, which the documents that we have do not print. Both halves \
            are joined by the variant's id.",
        remedy: "List the variant in the manifest with the same id, or remove its differences.",
        source: "Game Variants, What publishing refuses.",
    },
    Entry {
        code: "tw-variant-base-unlisted",
        title: "Base variant is not listed",
        emitters: CHECK,
        stage: Stage::Publish,
        meaning: "The scene's base is a variant that the manifest does not list.",
        why: "The platform refuses this under a code of its own, which the documents that we have do not print. The lobby \
            could never offer the scene that everything else is measured from.",
        remedy: "List it in the manifest, or write the id of a listed variant as the base.",
        source: "Game Variants, What publishing refuses.",
    },
    Entry {
        code: "tw-variant-list-missing",
        title: "Variants without a list",
        emitters: CHECK,
        stage: Stage::Publish,
        meaning: "The scene has variants and the manifest lists none.",
        why: "The platform refuses this under a code of its own, which the documents that we have do not print. A lobby \
            reads the manifest alone, so it would offer no choice.",
        remedy: "List the variants in the manifest, or remove them from the scene.",
        source: "Game Variants, What publishing refuses.",
    },
    Entry {
        code: "tw-variant-list-short",
        title: "Fewer than two variants",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "The manifest's list of variants has no two entries, so there is nothing to choose.",
        why: "A list of one is the same game as no list, and a reader wonders what is missing.",
        remedy: "Add a variant, or take the list out: without it there is one way to play.",
        source: "Game Variants, The manifest list; the warning is ours.",
    },
    Entry {
        code: "tw-variant-removed-unknown",
        title: "Removes what is not there",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "A variant removes an entity that the base does not have, which changes nothing.",
        why: "It is left over from an earlier edit, or an id is misspelled and the piece is still on the table.",
        remedy: "Take the id out of the variant's list.",
        source: "Our own rule.",
    },
    Entry {
        code: "tw-variant-parent-gone",
        title: "Parent that the variant lacks",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "An entity of a variant's own hangs on one that the variant does not have: the base lost it, or the variant \
            removes it.",
        why: "It does not move with anything, and an editor that shows children under their parent has no place for it.",
        remedy: "Let it stand alone, give it another parent, or bring the parent back in this variant.",
        source: "Our own rule.",
    },
    Entry {
        code: "tw-variant-not-a-game",
        title: "Variants on a pack that is not a game",
        emitters: CHECK,
        stage: Stage::Publish,
        meaning: "Only a game offers variants in a lobby.",
        why: "The platform refuses this under a code of its own, which the documents that we have do not print. No other \
            kind of pack is ever the room's game.",
        remedy: "Remove the variants, or publish the pack as a game.",
        source: "Game Variants, The manifest list.",
    },
    Entry {
        code: "tw-variant-shared-key",
        title: "Key that a variant cannot own",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "A variant's differences hold a key that all variants share, so nothing reads it there.",
        why: "Scripts, materials, textures and prefabs are libraries with one copy. A mistake here looks like a change that \
            has no effect.",
        remedy: "Move the value to the top of the scene, or remove it.",
        source: "Game Variants, What is always shared.",
    },
    Entry {
        code: "tw-variant-copy-of-base",
        title: "Own copy that is the base's",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "A variant has its own copy of a key of the scene, and it says what the base says.",
        why: "It looks as if the variant followed the base, and a later change of the base's does not reach it.",
        remedy: "Let it follow the base again; or leave it, where the two are to go apart later.",
        source: "Game Variants, What a variant can have its own copy of; the advice is ours.",
    },
    Entry {
        code: "tw-variant-same-copy",
        title: "One own copy kept twice",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "Two variants have the same own copy of a key of the scene.",
        why: "Variants share with the base alone, so what two of them have in common apart from it stands in the file \
            twice, and a change of one does not reach the other.",
        remedy: "Name both under Changes apply to when you edit them.",
        source: "Game Variants, The setup.json block; the advice is ours.",
    },
    Entry {
        code: "tw-variant-id-placeholder",
        title: "Variant without an id of its own",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "A variant still has the id that it was made with, before it had a name.",
        why: "Rooms store the id. Once players use it, a better one sends their rooms to the first variant of the list.",
        remedy: "Rename the id before you publish: in the list, in the scene, and where scripts compare it.",
        source: "Game Variants, The manifest list; the advice is ours.",
    },
    Entry {
        code: "tw-variant-seats",
        title: "Fewer seats than players",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "More players can come than the scene that they play has seats.",
        why: "Declaring a range does not build the seats: the lobby takes the players, and the table has no place for them.",
        remedy: "Lay out seats in that variant's scene, or lower the range.",
        source: "Game Variants, A different player count; the advice is ours.",
    },
    Entry {
        code: "tw-players-past-ten",
        title: "Range past ten players",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "A range of players goes past ten.",
        why: "The platform seats at most ten players whatever a manifest declares, so the listing promises what no lobby keeps.",
        remedy: "Set the range to ten or fewer.",
        source: "Game Variants, A different player count; the advice is ours.",
    },
    Entry {
        code: "tw-ranked-not-enforced",
        title: "Ranked variant that is not fully scripted",
        emitters: CHECK,
        stage: Stage::Publish,
        meaning: "A variant offers ranked play, and its rulesEnforced is not true.",
        why: "A ranked result counts only where a script is the referee. The platform has four rules for ranked variants \
            under codes of its own. The documents that we have give two: this one, and the one beside it. The other two may \
            refuse a pack that passes here.",
        remedy: "Set rulesEnforced to true where the variant's script does enforce the rules, or take ranking out.",
        source: "Game Variants, Fully scripted and ranked.",
    },
    Entry {
        code: "tw-ranked-no-result",
        title: "Ranked variant whose scripts report no result",
        emitters: CHECK,
        stage: Stage::Publish,
        meaning: "No script that is attached to the ranked variant calls match.end.",
        why: "Ranked play waits for a result that nobody would report. Looked at are the scripts of the scene, of each \
            entity of the variant and of prefabs, in their source and compiled text; the entry script does not count. The \
            platform has four rules for ranked variants under codes of its own. The documents that we have give two: this \
            one, and the one beside it. The other two may refuse a pack that passes here.",
        remedy: "Attach the script that ends the match to the variant's scene or to one of its entities, or take ranking \
            out.",
        source: "Game Variants, Fully scripted and ranked.",
    },
    Entry {
        code: "tw-deck-database-undeclared",
        title: "Deck database that plugins do not list",
        emitters: CHECK,
        stage: Stage::Publish,
        meaning: "A lobby requirement takes decks from a plugin, or by a function, that the manifest's plugins do not list.",
        why: "The plugins block is the whole of what a pack reaches outside, and a requirement is no second door. The \
            platform refuses this under a code of its own.",
        remedy: "Add the plugin with that function under plugins, or correct the name.",
        source: "Manifest reference, lobbyRequirements.deckDatabase.",
    },
    Entry {
        code: "tw-dependency-self",
        title: "Pack depends on itself",
        emitters: CHECK,
        stage: Stage::Publish,
        meaning: "The list of dependencies names this very pack.",
        why: "A graph that reaches itself has no order in which its packs can be put together. The platform refuses this \
            under a code of its own.",
        remedy: "Take the entry out.",
        source: "Manifest reference, dependencies.",
    },
    Entry {
        code: "tw-dependency-twice",
        title: "One pack twice among the dependencies",
        emitters: CHECK,
        stage: Stage::Publish,
        meaning: "The list of dependencies names the same pack more than once.",
        why: "One pack has one version in the whole graph; two pins would leave it open which is meant. The platform \
            refuses this under a code of its own.",
        remedy: "Keep the entry with the version that you mean, and take the other out.",
        source: "Manifest reference, dependencies.",
    },
    Entry {
        code: "tw-key-unused",
        title: "Key that this kind of pack cannot use",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "The pack carries a key that means nothing for its type.",
        why: "Nobody refuses it, but a listing would show what is not so: a player count for a room that seats nobody.",
        remedy: "Remove the key.",
        source: "Manifest reference, Which fields your pack type can use.",
    },
    Entry {
        code: "tw-dice-count-high",
        title: "More dice than one roll takes",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "The starting counts of the dice come to more than 40 together.",
        why: "A whole roll is capped at 40 dice, so the picker would open past what it can roll.",
        remedy: "Lower some defaultCount until the sum is 40 or less.",
        source: "Manifest reference, dice.defaultCount; the advice is ours.",
    },
    Entry {
        code: "tw-license-differs",
        title: "LICENSE file says something else",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "The LICENSE file is recognisably another licence than the manifest's license names.",
        why: "Nothing on the platform checks the field, and it is shown on the page as it is, so it is easily left wrong.",
        remedy: "Write the licence that you mean in both places.",
        source: "Manifest reference, license; the comparison is ours.",
    },
    Entry {
        code: "tw-sound-action-unknown",
        title: "Sound action that we do not know",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "A sound set is tagged with an action that we have not seen.",
        why: "The platform's words for actions are a closed list that the documents do not print. A word outside it may be \
            refused.",
        remedy: "Keep it if you know it is right; else write one that is known, such as roll.",
        source: "Manifest reference, soundSets; the advice is ours.",
    },
    Entry {
        code: "tw-setup-older-format",
        title: "Scene of the older format",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "The scene has the format from before Edit Mode, which this editor does not show or judge.",
        why: "The platform still reads both formats and tells them apart by content.",
        remedy: "Open it in the platform's Edit Mode and save it there.",
        source: "Setup JSON, the two formats.",
    },
    Entry {
        code: "tw-duplicate-id",
        title: "One id twice in a list",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "Two entries of one list have the same id, so whatever names it means only one of them.",
        why: "Scripts, variants and rooms refer to things by id.",
        remedy: "Give one of them a new id.",
        source: "Our own rule.",
    },
    Entry {
        code: "tw-duplicate-key",
        title: "One key twice in an object",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "An object has the same key more than once, and readers take the last one.",
        why: "The others look as if they counted. A save elsewhere drops them.",
        remedy: "Remove the ones that do not count.",
        source: "Our own rule.",
    },
    Entry {
        code: "tw-category-unknown",
        title: "Category that this editor does not know",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "The category has the right form and is not among those that this editor knows of the platform's list.",
        why: "The platform takes 66 categories and refuses any other. Our documents print some of them, so an unknown one is \
            kept and only warned of.",
        remedy: "Choose one of the known categories, or keep it where you have it from the platform's own list.",
        source: "Manifest reference, category; the list itself is not among our documents.",
    },
    Entry {
        code: "tw-unknown-key",
        title: "Newer than this editor",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "A key is not in the documents that this editor was made for; it is kept and never changed.",
        why: "The platform strips keys that it does not know, or a newer one reads them; either way the bytes are the \
            author's.",
        remedy: "Nothing, unless it is misspelled.",
        source: "Our own rule.",
    },
    Entry {
        code: "tw-unlike-published",
        title: "Unlike every published pack that we know",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "A value of a key that no page of the documents describes differs from what published packs have there.",
        why: "Bots, models, a screenshot's title and the like are known from published packs alone. Nothing is refused over \
            them here, and the platform may still not know what to do with this value.",
        remedy: "Look at the value once more; keep it where you know that it is right.",
        source: "Published packs; the advice is ours.",
    },
    Entry {
        code: "tw-file-unreadable",
        title: "File cannot be read",
        emitters: CHECK,
        stage: Stage::Parse,
        meaning: "The system does not let us read the manifest, the scene or another file of the pack.",
        why: "What cannot be read here cannot be checked, saved or published.",
        remedy: "Do what the message says, mostly: make the file readable, or move a folder of that name away.",
        source: "Our own rule.",
    },
    Entry {
        code: "tw-no-setup",
        title: "No scene",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "The manifest names no scene, so the pack puts nothing on the table although it publishes well.",
        why: "The platform skips what is absent and calls the pack compatible; only an asset pack is right to have no scene.",
        remedy: "Name the scene in entry.setup.",
        source: "Manifest reference, entry.",
    },
    Entry {
        code: "tw-engine-range-open",
        title: "Engine range without a bound",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "The engine range has no bound that the platform reads, so it lets every engine in.",
        why: "The range looks like semver and is not: ^, ~ and x are passed over without a word.",
        remedy: "Write a lower and an upper bound, such as >=0.1 <1.0.",
        source: "Manifest reference, compatibility.engine; the warning is ours.",
    },
    Entry {
        code: "tw-legacy-manifest-name",
        title: "Manifest under its older name",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "Only gametable.mod.json is there, which the platform reads as a fallback.",
        why: "The fallback is from before the platform's present name.",
        remedy: "Rename it to diceytable.mod.json.",
        source: "Manifest reference, The filename.",
    },
    Entry {
        code: "tw-manifest-twins-differ",
        title: "Two manifests that differ",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "gametable.mod.json differs from diceytable.mod.json, and the platform reads it whenever fetching the \
            other fails.",
        why: "One moment's trouble on the network would publish the older one.",
        remedy: "Make both the same, or delete gametable.mod.json.",
        source: "Manifest reference, The filename.",
    },
    Entry {
        code: "tw-save-interrupted",
        title: "A save was cut short",
        emitters: CHECK,
        stage: Stage::Ours,
        meaning: "A save of this pack did not come to its end; the next opening settles it.",
        why: "Manifest and scene are written as one step, and after that opening both are old or both are new.",
        remedy: "Open the pack.",
        source: "Our own rule.",
    },
];
