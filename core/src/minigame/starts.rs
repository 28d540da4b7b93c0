//! What new definitions begin with. A start says what makes its game another one than the defaults do, and nothing else.

use crate::error::Result;
use crate::json::{Document, Value};

/// A start of a new definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Start {
    /// ID and name.
    #[default]
    Minimal,
    /// Two teams fight for the highest score.
    TeamBattle,
    /// The fastest wins.
    Race,
    /// The last one alive wins.
    Survival,
}

impl Start {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Minimal, Self::TeamBattle, Self::Race, Self::Survival];

    /// Its word on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Minimal => "minimal",
            Self::TeamBattle => "team-battle",
            Self::Race => "race",
            Self::Survival => "survival",
        }
    }

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Self::Minimal => "Minimal",
            Self::TeamBattle => "Team battle",
            Self::Race => "Race",
            Self::Survival => "Survival",
        }
    }

    /// What it begins with, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Minimal => "An ID and a name; everything else is as the game has it by itself.",
            Self::TeamBattle => "Two teams, three rounds, a loadout to fight with, overtime for a draw.",
            Self::Race => "Everyone for themselves against the clock; the HUD shows the position.",
            Self::Survival => "Three lives each, one long round, sudden death; the last one standing wins.",
        }
    }

    /// The start with this word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|start| start.word() == word)
    }

    /// A new definition, on lines of two spaces and ended by a line feed.
    ///
    /// # Errors
    /// Never in practice: what it is made of always prints.
    pub fn document(self, id: &str, name: &str) -> Result<Document> {
        let mut members = vec![("Id", Value::from(id)), ("Name", name.into())];
        members.extend(self.members());
        let text = Document::new(Value::object(members))?.text() + "\n";
        Document::parse_owned(text.into_bytes()).map_err(|error| {
            crate::Error::new(crate::ErrorKind::Format, "The new definition can’t be read").because(error.to_string())
        })
    }

    fn members(self) -> Vec<(&'static str, Value)> {
        match self {
            Self::Minimal => Vec::new(),
            Self::TeamBattle => vec![
                ("Description", "Two teams, three rounds. The team with more points wins.".into()),
                ("GameType", "BATTLE".into()),
                ("MinPlayers", 2.into()),
                ("MaxPlayers", 12.into()),
                ("TeamMode", "TEAMS".into()),
                ("TeamCount", 2.into()),
                ("RoundLengthSeconds", 240.into()),
                ("TotalRounds", 3.into()),
                ("OvertimeEnabled", true.into()),
                ("OvertimeSeconds", 45.into()),
                ("FriendlyFireKillScoreMode", "LOSES_POINTS".into()),
                ("AllowPvp", true.into()),
                ("StartLoadouts", Value::array([fighter()])),
                ("Rewards", Value::array([reward("winner", 20), reward("all", 5)])),
                ("ShowHud", true.into()),
                ("ShowScoreboard", true.into()),
            ],
            Self::Race => vec![
                ("Description", "From the start pad to the finish line. The fastest time wins.".into()),
                ("GameType", "RACE".into()),
                ("MaxPlayers", 8.into()),
                ("RoundLengthSeconds", 420.into()),
                ("CountdownSeconds", 5.into()),
                ("WinCondition", "LOWEST_TIME".into()),
                ("Rewards", Value::array([reward("top_3", 10)])),
                ("ShowHud", true.into()),
                ("ShowPosition", true.into()),
                ("ShowScoreboard", true.into()),
            ],
            Self::Survival => vec![
                ("Description", "Three lives each. Who is left at the end wins.".into()),
                ("GameType", "SURVIVAL".into()),
                ("MinPlayers", 2.into()),
                ("DefaultPlayerLives", 3.into()),
                ("TeamMode", "FREE_FOR_ALL".into()),
                ("RoundLengthSeconds", 900.into()),
                ("SuddenDeathEnabled", true.into()),
                ("SuddenDeathSeconds", 120.into()),
                ("WinCondition", "LAST_ALIVE".into()),
                ("AllowPvp", true.into()),
                ("StartItems", Value::array([stack("torch", 4), stack("bread", 6)])),
                ("Rewards", Value::array([reward("winner", 30)])),
                ("ShowHud", true.into()),
            ],
        }
    }
}

fn stack(item: &str, amount: i32) -> Value {
    Value::object([("ItemId", Value::from(item)), ("Amount", amount.into())])
}

fn fighter() -> Value {
    let items = Value::array([stack("iron_sword", 1), stack("wooden_shield", 1)]);
    Value::object([("Id", Value::from("fighter")), ("DisplayName", "Fighter".into()), ("Items", items)])
}

fn reward(target: &str, coins: i32) -> Value {
    Value::object([("Target", Value::from(target)), ("Items", Value::array([stack("gold_coin", coins)]))])
}
