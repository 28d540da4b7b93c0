//! The field table of minigame definitions: one row a field, in the groups of the *Minigame Definition Reference*, and what
//! depends on what.
//!
//! The rules, the published JSON Schema, the form and its help read these rows. Whole numbers are the game's 32-bit ones;
//! a bound stands here only where the reference prints one.

use crate::json::Ref;
use crate::shape::{ANY_LENGTH, Field, Look, Row, Rule, Shape, Unknown, may, must};

/// The groups, in the order of the reference.
pub const GROUPS: [&str; 11] =
    ["Identity", "World", "Players", "Teams", "Timing", "Win condition", "World rules", "Lifecycle", "Items", "HUD", "Queue"];

/// A whole definition.
pub static RULE: Rule = Rule::Object(&DEFINITION);

/// The top level.
pub static DEFINITION: Shape = shape("", "Id", FIELDS);

const TEXT: Rule = Rule::Text(0, ANY_LENGTH);
const WHOLE: Rule = Rule::Integer(i32::MIN, i32::MAX);
const FROM_0: Rule = Rule::Integer(0, i32::MAX);
const FROM_1: Rule = Rule::Integer(1, i32::MAX);

/// The game mode that is applied where none is set.
pub const DEFAULT_GAME_MODE: &str = "Adventure";

/// How many rows a scoreboard has at most.
pub const SCOREBOARD_ROWS: usize = 10;

/// The mode with teams.
pub const TEAMS: &str = "TEAMS";

const fn shape(noun: &'static str, named_by: &'static str, fields: &'static [Field]) -> Shape {
    Shape { noun, named_by, unknown: Unknown::Advise, ..Shape::of(fields) }
}

const FIELDS: &[Field] = &[
    must("Id", TEXT)
        .says("ID", "What commands, queues and other files call this minigame. The file is called the same; write underscores for spaces.")
        .look(Look::Mono)
        .from("Identity")
        .on("Identity"),
    must("Name", TEXT).says("Name", "What players read in lists and messages.").from("Identity").on("Identity"),
    may("Description", TEXT)
        .says("Description", "A short text that says what is played.")
        .default("\"\"")
        .look(Look::Lines(3))
        .from("Identity")
        .on("Identity"),
    may("Enabled", Rule::Bool).says("Can be started", "Off keeps it from being started.").default("true").from("Identity").on("Identity"),
    may("Debug", Rule::Bool)
        .says("Debug messages", "Tells in more detail what the minigame does, where its logic has such messages.")
        .default("false")
        .from("Identity")
        .on("Identity"),
    may("GameType", Rule::OneOf(&["GENERIC", "BATTLE", "PUZZLE", "RACE", "CAPTURE", "SURVIVAL"]))
        .says("Type", "Which sort of game it is.")
        .default("\"GENERIC\"")
        .from("Identity")
        .on("Identity"),
    may("WorldId", TEXT)
        .says("Only in world", "The one world it may be started in; elsewhere a start is refused with a message. Empty: any world.")
        .default("\"\"")
        .look(Look::Mono)
        .from("World Binding")
        .on("World"),
    may("RequiredGameMode", TEXT)
        .says(
            "Game mode",
            "What each player is put into when they become active. Game modes are assets of the server, so any ID may stand here.",
        )
        .default("\"Adventure\"")
        .look(Look::Mono)
        .from("World Binding")
        .on("World"),
    may("MinPlayers", FROM_1).says("At least", "The fewest players it starts with.").default("1").from("Players").on("Players"),
    may("MaxPlayers", WHOLE)
        .says("At most", "The most players that take part; not below the fewest.")
        .default("16")
        .from("Players")
        .on("Players"),
    may("DefaultPlayerLives", WHOLE)
        .says("Lives", "How many lives each player has when a queued game starts. 0: no lives are counted.")
        .default("0")
        .from("Players")
        .on("Players"),
    may("AllowJoinMidgame", Rule::Bool)
        .says(
            "Come back during the game",
            "On: a player who lost the connection plays on after reconnecting. Off: such a player gets the saved inventory back and is out.",
        )
        .default("false")
        .from("Players")
        .on("Players"),
    may("AllowSpectators", Rule::Bool)
        .says("Spectators", "Whether /minigame spectate lets people watch.")
        .default("true")
        .from("Players")
        .on("Players"),
    may("TeamMode", Rule::OneOf(&["SOLO", "TEAMS", "FREE_FOR_ALL"]))
        .says("Mode", "With teams, they are made and balanced when a queued game starts.")
        .default("\"SOLO\"")
        .from("Teams")
        .on("Teams"),
    may("TeamCount", WHOLE)
        .says("Teams", "How many teams are made. 0 leaves it to the players in a team.")
        .default("0")
        .from("Teams")
        .on("Teams"),
    may("PlayersPerTeam", WHOLE)
        .says("Players in a team", "All players divided by this give the number of teams, where that is not set. 0: none are made from it.")
        .default("0")
        .from("Teams")
        .on("Teams"),
    may("RoundLengthSeconds", FROM_1).says("Round, in seconds", "How long a round is played.").default("300").from("Timing").on("Timing"),
    may("TotalRounds", WHOLE)
        .says("Rounds", "How many rounds there are. 0 or less: round follows round with no set end.")
        .default("1")
        .from("Timing")
        .on("Timing"),
    may("CountdownSeconds", FROM_0)
        .says("Countdown, in seconds", "How long is counted down before the game begins.")
        .default("10")
        .from("Timing")
        .on("Timing"),
    may("OvertimeEnabled", Rule::Bool)
        .says(
            "Overtime",
            "After the last round the game goes on for a while, and on_overtime_start is sent. Then comes sudden death, where it is on, or the end.",
        )
        .default("false")
        .from("Timing")
        .on("Timing"),
    may("OvertimeSeconds", WHOLE)
        .says("Overtime, in seconds", "How long overtime is; above 0 where overtime is on.")
        .default("60")
        .from("Timing")
        .on("Timing"),
    may("SuddenDeathEnabled", Rule::Bool)
        .says("Sudden death", "After the last round, and overtime where it is on, on_sudden_death_start is sent. The game ends with its time.")
        .default("false")
        .from("Timing")
        .on("Timing"),
    may("SuddenDeathSeconds", WHOLE)
        .says("Sudden death, in seconds", "How long sudden death is; above 0 where it is on.")
        .default("60")
        .from("Timing")
        .on("Timing"),
    may(
        "WinCondition",
        Rule::OneOf(&[
            "HIGHEST_SCORE",
            "LOWEST_SCORE",
            "FIRST_TO_SCORE",
            "LAST_ALIVE",
            "OBJECTIVE_COMPLETE",
            "LOWEST_TIME",
            "CUSTOM",
        ]),
    )
    .says(
        "Who wins",
        "Decides the order at the end and who gets rewards. For the lowest time, StartPlayerTimer stands on the start pad and StopPlayerTimer on the finish line.",
    )
    .default("\"HIGHEST_SCORE\"")
    .from("Win Condition")
    .on("Win condition"),
    may("MapSelectionMode", Rule::OneOf(&["VOTE", "RANDOM"]))
        .says("Map", "How a waiting game picks one of the maps that were found.")
        .default("\"VOTE\"")
        .from("Win Condition")
        .on("Win condition"),
    may("FriendlyFireKillScoreMode", Rule::OneOf(&["OFF", "LOSES_POINTS", "NO_POINTS"]))
        .says("Killing one’s own", "What killing a player of the same team does to the score.")
        .default("\"NO_POINTS\"")
        .from("Win Condition")
        .on("Win condition"),
    may("AllowPvp", Rule::Bool)
        .says("Players hurt each other", "Off: damage between players is cancelled, also where only one of the two is in this game.")
        .default("false")
        .from("World Rules")
        .on("World rules"),
    may("AllowBlockBreaking", Rule::Bool)
        .says("Break blocks", "Off: players of this game cannot break blocks.")
        .default("false")
        .from("World Rules")
        .on("World rules"),
    may("AllowBlockPlacing", Rule::Bool)
        .says("Place blocks", "Off: players of this game cannot place blocks.")
        .default("false")
        .from("World Rules")
        .on("World rules"),
    may("ResetOnEnd", Rule::Bool)
        .says("Reset the arena", "At the end on_arena_reset is sent, so that trigger volumes can put the world back.")
        .default("true")
        .from("Lifecycle")
        .on("Lifecycle"),
    may("SavePlayerInventory", Rule::Bool)
        .says(
            "Save inventories",
            "Keeps and then empties each inventory when its player first becomes active. Items come from volume effects such as SetPlayerLoadout and SpawnItem.",
        )
        .default("true")
        .from("Lifecycle")
        .on("Lifecycle"),
    may("RestorePlayerInventory", Rule::Bool)
        .says("Give inventories back", "Gives each player the saved inventory back when the game ends.")
        .default("true")
        .from("Lifecycle")
        .on("Lifecycle"),
    may("StartItems", Rule::List(0, ANY_LENGTH, &STACK_RULE))
        .says("Start items", "For each player who becomes active without a loadout.")
        .default("[]")
        .from("Items")
        .on("Items"),
    may("StartLoadouts", Rule::List(0, ANY_LENGTH, &LOADOUT_RULE))
        .says("Loadouts", "Named sets of items. The one that SetPlayerLoadout gives a player goes before the start items.")
        .default("[]")
        .from("Items")
        .on("Items"),
    may("Rewards", Rule::List(0, ANY_LENGTH, &REWARD_RULE))
        .says("Rewards", "Given at the end, before on_game_end is sent.")
        .default("[]")
        .from("Items")
        .on("Items"),
    may("ShowHud", Rule::Bool)
        .says("Show a HUD", "Every active player sees it until the game ends. It is renewed about once a second.")
        .default("false")
        .from("HUD")
        .on("HUD"),
    may("ShowScore", Rule::Bool).says("Score", "The player’s own score.").default("true").from("HUD").on("HUD"),
    may("ShowLives", Rule::Bool)
        .says("Lives left", "Seen only where players have lives.")
        .default("true")
        .from("HUD")
        .on("HUD"),
    may("ShowPosition", Rule::Bool)
        .says("Position", "The player’s rank among those still in the game. Good for races by the lowest score.")
        .default("false")
        .from("HUD")
        .on("HUD"),
    may("ShowRound", Rule::Bool)
        .says("Round", "The round of how many, as 2 / 3. Seen only with more than one round.")
        .default("true")
        .from("HUD")
        .on("HUD"),
    may("ShowTime", Rule::Bool)
        .says("Time left", "What is left of the round, as 1:45; 0:00 once it is over.")
        .default("true")
        .from("HUD")
        .on("HUD"),
    may("ShowScoreboard", Rule::Bool)
        .says("Scoreboard", "Names and scores in their order: 10 rows, or the most players where those are fewer.")
        .default("false")
        .from("HUD")
        .on("HUD"),
    may("UIQueueable", Rule::Bool)
        .says(
            "In the global queue",
            "Lists it in the browser of OpenMinigameQueueUI, with a button to join. For that, a MainArena volume with UIQueue=True must be in the \
             world, which this file cannot show. SINGLE and LOCAL queues do not ask for it.",
        )
        .default("false")
        .from("Queue UI")
        .on("Queue"),
];

static STACK_RULE: Rule = Rule::Object(&STACK);
static LOADOUT_RULE: Rule = Rule::Object(&LOADOUT);
static REWARD_RULE: Rule = Rule::Object(&REWARD);

static STACK: Shape = shape(
    "item",
    "ItemId",
    &[
        must("ItemId", TEXT).says("Item", "The ID of the item, such as gold_coin.").look(Look::Mono).from("ItemStackConfig"),
        must("Amount", WHOLE).says("Amount", "How many of it.").from("ItemStackConfig"),
    ],
);

static LOADOUT: Shape = shape(
    "loadout",
    "Id",
    &[
        must("Id", TEXT)
            .says("ID", "What SetPlayerLoadout calls it; each loadout has its own.")
            .look(Look::Mono)
            .from("LoadoutConfig"),
        may("DisplayName", TEXT).says("Name", "What players read.").from("LoadoutConfig"),
        may("Items", Rule::List(0, ANY_LENGTH, &STACK_RULE))
            .says("Items", "What a player with this loadout is given.")
            .default("[]")
            .from("LoadoutConfig"),
        may("PlayerCustomizable", Rule::Bool)
            .says("Chosen by players", "Kept for a later choice of loadouts. On: none of the items are given.")
            .default("false")
            .from("LoadoutConfig"),
    ],
);

static REWARD: Shape = shape(
    "reward",
    "Target",
    &[
        must("Target", TEXT)
            .says("For", "all, winner, or top_ and a number: top_3 is the best three.")
            .look(Look::Mono)
            .from("RewardConfig"),
        must("Items", Rule::List(0, ANY_LENGTH, &STACK_RULE)).says("Items", "What each of them gets.").from("RewardConfig"),
    ],
);

/// What the table says of a place, by the keys and indices that lead to it.
pub fn row_at(path: &[String]) -> Option<Row> {
    RULE.row_at(path)
}

/// The keys of the top level, in the table's order.
pub fn keys() -> impl Iterator<Item = &'static str> {
    DEFINITION.fields.iter().map(|field| field.key)
}

/// Why a top-level field does nothing in this definition (`root`), as a clause; `None` where it does something. What cannot
/// be read counts as its default.
pub fn idle(key: &str, root: Ref<'_>) -> Option<&'static str> {
    let on = |key| flag(root, key);
    let teams = word(root, "TeamMode") == TEAMS;
    match key {
        "OvertimeSeconds" if !on("OvertimeEnabled") => Some("only with overtime"),
        "SuddenDeathSeconds" if !on("SuddenDeathEnabled") => Some("only with sudden death"),
        "TeamCount" | "PlayersPerTeam" | "FriendlyFireKillScoreMode" if !teams => Some("only with teams"),
        "PlayersPerTeam" if number(root, "TeamCount") > 0 => Some("the number of teams is set"),
        "RestorePlayerInventory" if !on("SavePlayerInventory") => Some("only where inventories are saved"),
        "ShowScore" | "ShowLives" | "ShowPosition" | "ShowRound" | "ShowTime" | "ShowScoreboard" if !on("ShowHud") => {
            Some("only with the HUD")
        }
        "ShowLives" if number(root, "DefaultPlayerLives") <= 0 => Some("only where players have lives"),
        "ShowRound" if number(root, "TotalRounds") <= 1 => Some("only with more than one round"),
        "ShowTime" if number(root, "RoundLengthSeconds") <= 0 => Some("only where rounds have a length"),
        _ => None,
    }
}

/// The switch `key` as the game reads it: its default where it is not there or none.
pub fn flag(root: Ref<'_>, key: &str) -> bool {
    let default = DEFINITION.field(key).is_some_and(|field| field.default == "true");
    root.get(key).and_then(Ref::as_bool).unwrap_or(default)
}

/// The whole number `key` as the game reads it: its default where it is not there or none.
pub fn number(root: Ref<'_>, key: &str) -> i64 {
    let field = DEFINITION.field(key);
    let fits = |value: &f64| value.fract() == 0.0 && value.abs() <= f64::from(u32::MAX);
    let given = root.get(key).and_then(Ref::as_f64).filter(fits);
    given.map(|value| value as i64).or_else(|| field?.default.parse().ok()).unwrap_or(0)
}

/// The word `key` as the game reads it: its default where it is not there or none of the known ones.
pub fn word(root: Ref<'_>, key: &str) -> String {
    let Some(field) = DEFINITION.field(key) else { return String::new() };
    let known = |word: &str| !matches!(field.rule, Rule::OneOf(words) if !words.contains(&word));
    let given = root.get(key).and_then(Ref::as_str).filter(|word| known(word));
    given.map_or_else(|| field.default.trim_matches('"').to_owned(), std::borrow::Cow::into_owned)
}

/// How many players at the top a reward's target means: `top_3` is 3. `None` for another text.
pub fn top(target: &str) -> Option<u32> {
    let digits = target.strip_prefix("top_")?;
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|_| plain)
}

/// Whether this is one of the documented targets of rewards.
pub fn is_target(target: &str) -> bool {
    matches!(target, "all" | "winner") || top(target).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[test]
    fn rows_are_whole_and_in_the_order_of_the_groups() {
        let mut last = 0;
        for field in DEFINITION.fields {
            let group = GROUPS.iter().position(|group| *group == field.group).unwrap();
            assert!(group >= last && !field.label.is_empty() && field.help.ends_with('.'), "{}", field.key);
            last = group;
            if field.required {
                assert!(field.default.is_empty());
                continue;
            }
            let default = Document::parse(field.default.as_bytes()).unwrap();
            assert!(crate::shape::passes(default.root(), &field.rule), "{}: its default breaks its rule", field.key);
            assert!(field.key.starts_with(|c: char| c.is_ascii_uppercase()));
        }
        assert_eq!((last, DEFINITION.fields.len()), (GROUPS.len() - 1, 43));
    }

    #[test]
    fn targets_of_rewards() {
        for good in ["all", "winner", "top_1", "top_16"] {
            assert!(is_target(good), "{good}");
        }
        for bad in ["", "All", "top", "top_", "top_0", "top_03", "top_-1", "top_+2", "top_x", "top_99999999999", "loser"] {
            assert!(!is_target(bad), "{bad}");
        }
        assert_eq!(top("top_3"), Some(3));
    }

    #[test]
    fn what_depends_on_what() {
        let idle_keys = |text: &str| -> Vec<&str> {
            let document = Document::parse(text.as_bytes()).unwrap();
            keys().filter(|key| idle(key, document.root()).is_some()).collect()
        };
        let all = idle_keys("{}");
        assert_eq!(all.len(), 5 + 6, "{all:?}");
        assert!(!idle_keys(r#"{"OvertimeEnabled":true}"#).contains(&"OvertimeSeconds"));
        assert!(!idle_keys(r#"{"SuddenDeathEnabled":true}"#).contains(&"SuddenDeathSeconds"));
        let hud = r#"{"ShowHud":true,"DefaultPlayerLives":1,"TotalRounds":2,"TeamMode":"TEAMS","OvertimeEnabled":true,"SuddenDeathEnabled":true}"#;
        assert!(idle_keys(hud).is_empty());
        assert_eq!(idle_keys(&hud.replace("\"TotalRounds\":2", "\"TotalRounds\":1")), ["ShowRound"]);
        assert_eq!(idle_keys(&hud.replace("Lives\":1", "Lives\":0")), ["ShowLives"]);
        assert_eq!(idle_keys(&hud.replace("\"ShowHud\":true", "\"ShowHud\":true,\"TeamCount\":2")), ["PlayersPerTeam"]);
        assert_eq!(
            idle_keys(&hud.replace("\"ShowHud\":true", "\"ShowHud\":true,\"SavePlayerInventory\":false")),
            ["RestorePlayerInventory"]
        );
    }
}
