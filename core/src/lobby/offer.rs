//! What a lobby offers: the choices, questions and bots that stand in a manifest, with the platform's defaults filled in.

use super::MOST_SEATED;
use crate::json::{Document, Kind, Ref};
use crate::manifest::PackType;
use crate::variants::{MAX_VARIANTS, list};

/// How many players a variant seats, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The fewest.
    pub min: u32,
    /// The most, as declared; see [`Range::seated`].
    pub max: u32,
}

impl Range {
    /// A range as the manifest reference allows it: whole numbers from 1 to 64, the second not below the first.
    fn read(value: Ref<'_>) -> Option<Self> {
        let end = |key: &str| value.get(key)?.as_f64().filter(|n| n.fract() == 0.0 && (1.0..=64.0).contains(n)).map(|n| n as u32);
        Some(Self { min: end("min")?, max: end("max")? }).filter(|range| range.min <= range.max)
    }

    /// The most that the platform seats of them.
    pub fn seated(self) -> u32 {
        self.max.min(MOST_SEATED)
    }

    /// Whether a room with this seat cap can play.
    pub fn seats(self, cap: u32) -> bool {
        (self.min..=self.seated()).contains(&cap)
    }

    /// `2–6 players`, `1 player`.
    pub fn words(self) -> String {
        let Self { min, max } = self;
        let noun = if max == 1 { "player" } else { "players" };
        if min == max { format!("{max} {noun}") } else { format!("{min}–{max} {noun}") }
    }
}

/// A row of the dropdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What the room stores.
    pub id: String,
    /// What people read.
    pub name: String,
    /// The line below.
    pub description: Option<String>,
    /// The range that it seats: its own, else the game's; `None` where neither says.
    pub players: Option<Range>,
    /// *Fully scripted*
    pub rules_enforced: bool,
    /// *Ranked available*: only a fully scripted variant may offer it.
    pub ranked: bool,
}

/// A value that an owner answers a setup option with.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Of a text or a select.
    Text(String),
    /// Of a number.
    Number(f64),
    /// Of a toggle.
    Flag(bool),
}

/// The form element of a setup option.
#[derive(Debug, Clone, PartialEq)]
pub enum Control {
    /// A line of text; at most so many UTF-16 units.
    Text(Option<u32>),
    /// A number with its bounds and its step.
    Number {
        /// The least.
        min: Option<f64>,
        /// The most.
        max: Option<f64>,
        /// By how much it is nudged.
        step: Option<f64>,
    },
    /// On or off.
    Toggle,
    /// One of these values, with what people read.
    Select(Vec<(String, String)>),
}

/// A question that the owner answers once for the room.
#[derive(Debug, Clone, PartialEq)]
pub struct SetupOption {
    /// Under which name the script finds the answer.
    pub key: String,
    /// What stands beside the control.
    pub label: String,
    /// The line below it.
    pub help: Option<String>,
    /// How it is answered.
    pub control: Control,
    /// What the control starts on, and what the script gets where nobody answers.
    pub default: Answer,
}

/// Something that each player chooses before Start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// What it is called.
    pub label: String,
    /// The line below the picker.
    pub help: Option<String>,
    /// Only the room's owner is asked.
    pub owner_only: bool,
    /// Whether Start waits for it.
    pub required: bool,
    /// Where the picker looks, in the order of its tabs: `mine`, `community`, `database`.
    pub sources: Vec<String>,
    /// What the picker says of the bounds; empty where there are none.
    pub bounds: String,
}

impl Requirement {
    /// What the roster says behind somebody who has not answered, as the platform words it.
    pub fn on_the_roster(&self) -> String {
        let mut letters = self.label.chars();
        let label: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
        format!("No {label} yet")
    }

    /// Why the owner cannot press Start while `who` has not answered, as the platform words it.
    pub fn before_start(&self, who: &str) -> String {
        format!("{who} ({}) still has to choose before this game can start", self.label)
    }
}

/// A player that the platform can seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bot {
    /// Its place in the manifest's `bots`.
    pub index: usize,
    /// What a room stores.
    pub id: String,
    /// What people read.
    pub label: String,
    /// The line below.
    pub description: Option<String>,
    /// What a script has to register for it.
    pub handler: Option<String>,
    /// How strong it can be made.
    pub difficulties: Vec<String>,
    /// How many of it a table seats, where it says so.
    pub most: Option<u32>,
}

/// What a pack offers in a lobby.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lobby {
    /// Whether the pack can be a room's game: only then is any of this asked.
    pub is_game: bool,
    /// The variants in the manifest's order; empty where the game has one way to play.
    pub choices: Vec<Choice>,
    /// The game's own range of players.
    pub players: Option<Range>,
    /// The owner's questions.
    pub options: Vec<SetupOption>,
    /// The players' questions.
    pub requirements: Vec<Requirement>,
    /// Who can play by computer.
    pub bots: Vec<Bot>,
}

impl Lobby {
    /// What the manifest offers.
    pub fn of(manifest: &Document) -> Self {
        let root = manifest.root();
        let kind = root.get("type").and_then(Ref::as_str).and_then(|word| PackType::parse(&word));
        let players = root.get("players").and_then(Range::read);
        // The bounds of the lists are the manifest's; a longer list is refused, and shown no further.
        let some = |key: &str, most: usize| root.get(key).into_iter().flat_map(Ref::items).take(most).enumerate();
        Self {
            is_game: kind == Some(PackType::Game),
            choices: list::entries(root).take(MAX_VARIANTS).filter_map(|entry| choice(entry, players)).collect(),
            players,
            options: some("setupOptions", 12).filter_map(|(_, value)| option(value)).collect(),
            requirements: some("lobbyRequirements", 4).filter_map(|(_, value)| requirement(value)).collect(),
            bots: some("bots", 64).filter_map(|(index, value)| bot(index, value)).collect(),
        }
    }

    /// Whether there is a dropdown: two variants or more.
    pub fn has_choice(&self) -> bool {
        self.choices.len() > 1
    }
}

fn text(value: Ref<'_>, key: &str) -> Option<String> {
    Some(value.get(key)?.as_str()?.trim().to_owned()).filter(|text| !text.is_empty())
}

fn number(value: Ref<'_>, key: &str) -> Option<f64> {
    value.get(key)?.as_f64().filter(|number| number.is_finite())
}

fn choice(entry: list::Entry<'_>, game: Option<Range>) -> Option<Choice> {
    let id = entry.id()?.into_owned();
    let rules_enforced = entry.rules_enforced();
    Some(Choice {
        name: entry.name().filter(|name| !name.trim().is_empty()).map_or_else(|| id.clone(), |name| name.trim().to_owned()),
        description: text(entry.value, "description"),
        players: entry.value.get("players").and_then(Range::read).or(game),
        ranked: rules_enforced && entry.ranked(),
        rules_enforced,
        id,
    })
}

/// An option whose control can be drawn with its default.
fn option(value: Ref<'_>) -> Option<SetupOption> {
    let default = value.get("default")?;
    let (control, default) = match value.get("control")?.as_str()?.as_ref() {
        "text" => {
            (Control::Text(number(value, "maxLength").map(|most| most as u32)), Answer::Text(default.as_str()?.into_owned()))
        }
        "number" => {
            let [min, max, step] = ["min", "max", "step"].map(|key| number(value, key));
            (Control::Number { min, max, step: step.filter(|step| *step > 0.0) }, Answer::Number(default.as_f64()?))
        }
        "toggle" => (Control::Toggle, Answer::Flag(default.as_bool()?)),
        "select" => {
            let row = |row: Ref<'_>| {
                let value = row.get("value")?.as_str()?.into_owned();
                Some((value.clone(), text(row, "label").unwrap_or(value)))
            };
            let rows = value.get("options").into_iter().flat_map(Ref::items).take(32).filter_map(row).collect();
            (Control::Select(rows), Answer::Text(default.as_str()?.into_owned()))
        }
        _ => return None,
    };
    let key = text(value, "key")?;
    Some(SetupOption {
        label: text(value, "label").unwrap_or_else(|| key.clone()),
        help: text(value, "help"),
        key,
        control,
        default,
    })
}

fn requirement(value: Ref<'_>) -> Option<Requirement> {
    let cards = |key: &str| number(value, key).map(|n| n.to_string());
    let bounds = match (cards("minCards"), cards("maxCards")) {
        (Some(min), Some(max)) if min == max => format!("{min} cards"),
        (Some(min), Some(max)) => format!("{min}–{max} cards"),
        (Some(min), None) => format!("At least {min} cards"),
        (None, Some(max)) => format!("At most {max} cards"),
        (None, None) => String::new(),
    };
    let named: Vec<String> = value
        .get("deckSources")
        .into_iter()
        .flat_map(Ref::items)
        .take(3)
        .filter_map(|s| Some(s.as_str()?.into_owned()))
        .collect();
    Some(Requirement {
        label: text(value, "label")?,
        help: text(value, "help"),
        owner_only: text(value, "appliesTo").as_deref() == Some("owner"),
        required: value.get("required").and_then(Ref::as_bool).unwrap_or(true),
        sources: if named.is_empty() { vec!["mine".to_owned()] } else { named },
        bounds,
    })
}

fn bot(index: usize, value: Ref<'_>) -> Option<Bot> {
    let id = text(value, "id")?;
    let strengths = value.get("difficulties").into_iter().flat_map(Ref::items).take(16);
    Some(Bot {
        index,
        label: text(value, "label").unwrap_or_else(|| id.clone()),
        description: text(value, "description"),
        handler: text(value, "handler"),
        difficulties: strengths
            .filter(|s| s.kind() == Kind::Object)
            .filter_map(|s| text(s, "label").or_else(|| text(s, "id")))
            .collect(),
        most: value.get("seats").and_then(|seats| number(seats, "max")).filter(|n| *n >= 1.0).map(|n| n as u32),
        id,
    })
}
