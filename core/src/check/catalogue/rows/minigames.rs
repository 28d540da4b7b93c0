//! The codes of minigame definitions; [`crate::minigame::check`] gives them.

use super::{CHECK, Entry, Stage};

/// A code of ours about definitions.
const fn entry(
    code: &'static str,
    title: &'static str,
    meaning: &'static str,
    why: &'static str,
    remedy: &'static str,
    source: &'static str,
) -> Entry {
    Entry { code, title, emitters: CHECK, stage: Stage::Ours, meaning, why, remedy, source }
}

pub(super) const MINIGAMES: &[Entry] = &[
    entry(
        "tw-minigame-same-id",
        "Two minigames with one ID",
        "Two definitions of the project have the same `Id`.",
        "An ID is that of one asset. The game keeps one of the two, and which one is not said.",
        "Give one of them another ID, and its file the same name.",
        "Minigame Definition Reference, Identity: the ID is unique.",
    ),
    entry(
        "tw-minigame-file-name",
        "File and ID differ",
        "The file is not called as its `Id` is.",
        "People look for a minigame by its ID; a file under another name hides it, and a copy keeps the old ID.",
        "Rename the file, or write the ID that the file's name says.",
        "Minigame Definition Reference, the text before Identity.",
    ),
    entry(
        "tw-minigame-id-spaces",
        "Spaces in an ID",
        "The `Id` has spaces.",
        "The reference asks for underscores in their place; a command would read such an ID as several words.",
        "Put underscores where the spaces are.",
        "Minigame Definition Reference, Identity.",
    ),
    entry(
        "tw-minigame-reward-target",
        "Reward for nobody",
        "The target of a reward is none of all, winner and top_N.",
        "Only these three are documented, so a reward for another target may reach nobody.",
        "Write all, winner, or top_ and a number from 1, such as top_3.",
        "Minigame Definition Reference, RewardConfig.",
    ),
    entry(
        "tw-minigame-same-loadout",
        "Two loadouts with one ID",
        "Two loadouts of a minigame have the same `Id`.",
        "SetPlayerLoadout names a loadout by its ID, and can reach only one of the two.",
        "Give one of them another ID.",
        "Minigame Definition Reference, LoadoutConfig.",
    ),
    entry(
        "tw-minigame-empty-stack",
        "Stack that gives nothing",
        "An item has no ID, or an amount below 1.",
        "Nothing is put into the inventory then.",
        "Write the item's ID and how many are given, or take the item out.",
        "Minigame Definition Reference, ItemStackConfig; the warning is ours.",
    ),
    entry(
        "tw-minigame-teams",
        "Teams without a number",
        "It is played in teams, but nothing says how many teams there are or how many players one has.",
        "Both numbers are 0 by themselves, which splits nobody.",
        "Set TeamCount, or PlayersPerTeam.",
        "Minigame Definition Reference, Teams; the advice is ours.",
    ),
    entry(
        "tw-minigame-inventory",
        "Inventories saved or given back, not both",
        "Inventories are given back without having been saved, or saved and not given back at the end.",
        "Saving empties the inventory. What is not given back at the end comes back only to players who leave.",
        "Turn both on, or both off.",
        "Minigame Definition Reference, Lifecycle; the advice is ours.",
    ),
    entry(
        "tw-minigame-customizable",
        "Loadout whose items are not given",
        "A loadout is marked as one that players choose themselves.",
        "The screen for that does not exist yet, and the items of such a loadout are left out when players become active.",
        "Turn PlayerCustomizable off until the game can do it.",
        "Minigame Definition Reference, LoadoutConfig.",
    ),
    entry(
        "tw-minigame-game-mode",
        "Game mode of the server",
        "The game mode is another one than Adventure.",
        "Game modes are assets of the server, so any ID may be right, and a wrong one is only seen there.",
        "See that the server has a game mode of that ID.",
        "Minigame Definition Reference, World Binding; the note is ours.",
    ),
    entry(
        "tw-minigame-queue",
        "Global queue needs a volume",
        "The minigame is to be listed in the global queue.",
        "It is listed only where a MainArena volume of the world has UIQueue=True, which no definition can show.",
        "Give the arena's volume that tag.",
        "Minigame Definition Reference, Queue UI.",
    ),
    entry(
        "tw-minigame-no-effect",
        "Setting without effect",
        "A setting is written that counts only together with another one, which is off.",
        "Who reads the file takes it for something that happens in the game.",
        "Turn the other setting on, or take this one out.",
        "Minigame Definition Reference, Teams, Timing and HUD; the advice is ours.",
    ),
];
