//! A room: what its owner has chosen, and what a choice does to the rest.

use super::{Answer, Choice, Lobby, MOST_SEATED, Range};
use std::collections::BTreeMap;

/// What a room stores of its owner's choices.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Room {
    /// The id of the variant that was chosen; `None` where nobody has touched the dropdown.
    pub variant: Option<String>,
    /// At how many seats the owner has capped the table.
    pub seat_cap: Option<u32>,
    /// Whether the owner has switched Ranked on.
    pub ranked: bool,
    /// The ids of the bots that have a seat.
    pub bots: Vec<String>,
    /// The answers that differ from the options' defaults, by key.
    pub answers: BTreeMap<String, Answer>,
    /// Start was pressed: the variant is locked.
    pub started: bool,
}

/// What `getVariant()` answers to a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The variant; `None` for a game without variants.
    pub id: Option<String>,
    /// Whether it is fully scripted.
    pub rules_enforced: bool,
    /// Whether this table plays ranked.
    pub ranked: bool,
}

impl Played {
    /// The answer as a script sees it.
    pub fn to_json(&self) -> String {
        let id = self.id.as_deref().map_or_else(|| "null".to_owned(), crate::json::quote);
        format!("{{ \"id\": {id}, \"rulesEnforced\": {}, \"ranked\": {} }}", self.rules_enforced, self.ranked)
    }
}

impl Room {
    /// The variant that the room opens on: the chosen one, else the list's first. `None` for a game without variants.
    pub fn choice<'a>(&self, lobby: &'a Lobby) -> Option<&'a Choice> {
        let stored = self.variant.as_ref().and_then(|id| lobby.choices.iter().find(|choice| choice.id == *id));
        stored.or_else(|| lobby.choices.first())
    }

    /// The id that the room stored and that the game has lost.
    pub fn lost<'a>(&'a self, lobby: &Lobby) -> Option<&'a str> {
        self.variant.as_deref().filter(|id| !lobby.choices.iter().any(|choice| choice.id == *id))
    }

    /// How many players the room can seat now; `None` where neither the variant nor the game says.
    pub fn range(&self, lobby: &Lobby) -> Option<Range> {
        self.choice(lobby).map_or(lobby.players, |choice| choice.players)
    }

    /// What scripts are told.
    pub fn played(&self, lobby: &Lobby) -> Played {
        match self.choice(lobby) {
            Some(choice) => Played {
                id: Some(choice.id.clone()),
                rules_enforced: choice.rules_enforced,
                ranked: choice.ranked && self.ranked,
            },
            None => Played { id: None, rules_enforced: false, ranked: false },
        }
    }

    /// The answer to an option, its default where the owner has not touched it.
    pub fn answer<'a>(&'a self, lobby: &'a Lobby, key: &str) -> Option<&'a Answer> {
        let option = lobby.options.iter().find(|option| option.key == key)?;
        Some(self.answers.get(key).unwrap_or(&option.default))
    }

    /// Chooses a variant and says what else that changed. Bots that it cannot seat lose their seats by
    /// [`Room::unseat`], once it is known which.
    pub fn choose(&mut self, lobby: &Lobby, id: &str) -> Vec<String> {
        let mut said = Vec::new();
        if self.started {
            return vec!["The variant is locked: the game has started.".to_owned()];
        }
        self.variant = Some(id.to_owned());
        let Some(choice) = self.choice(lobby) else { return said };
        if let Some(cap) = self.seat_cap
            && choice.players.is_some_and(|range| !range.seats(cap))
        {
            self.seat_cap = None;
            said.push(format!("{} can’t seat a table of {cap}, so the seat cap is cleared.", choice.name));
        }
        if self.ranked && !choice.ranked {
            self.ranked = false;
            said.push(format!("{} offers no ranked play, so Ranked is off.", choice.name));
        }
        said
    }

    /// Takes the bots off their seats that `refuses` names by their id, and says so.
    pub fn unseat(&mut self, lobby: &Lobby, refuses: impl Fn(&str) -> bool) -> Option<String> {
        let before = self.bots.len();
        self.bots.retain(|bot| !refuses(bot));
        let what = self.choice(lobby).map_or("the game", |choice| &choice.name);
        match before - self.bots.len() {
            0 => None,
            1 => Some(format!("A bot can’t play {what} and lost its seat.")),
            n => Some(format!("{n} bots can’t play {what} and lost their seats.")),
        }
    }

    /// Caps the seats, or takes the cap away.
    ///
    /// # Errors
    /// Why the lobby does not accept it, as a sentence.
    pub fn cap_seats(&mut self, lobby: &Lobby, cap: Option<u32>) -> Result<(), String> {
        if let Some(cap) = cap {
            if cap == 0 || cap > MOST_SEATED {
                return Err(format!("The platform seats 1 to {MOST_SEATED} players."));
            }
            if let Some(range) = self.range(lobby).filter(|range| !range.seats(cap)) {
                return Err(format!("This seats {}, so a table of {cap} isn’t accepted.", range.words()));
            }
        }
        self.seat_cap = cap;
        Ok(())
    }
}
