//! What players will see: the heads-up display, the scoreboard and its order, and how long what lasts.

use super::table::{self, SCOREBOARD_ROWS, flag, number, word};
use crate::json::Ref;

/// Something that the heads-up display shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub label: &'static str,
    /// What it shows, of the example.
    pub value: String,
}

/// A row of the scoreboard, of the example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rank {
    /// The place, from 1.
    pub place: usize,
    /// The player's name.
    pub name: &'static str,
    /// The score, or the time.
    pub score: String,
    /// Whether it is the player whose display this is.
    pub own: bool,
}

/// The heads-up display in the middle of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hud {
    /// What stands on it, in its order; empty where there is none.
    pub lines: Vec<Line>,
    /// The rows of the scoreboard; empty where there is none.
    pub scoreboard: Vec<Rank>,
    /// Whether a display is shown at all.
    pub shown: bool,
}

/// Players of the example, with a score and a time in hundredths of a second; 0: not finished.
const PLAYERS: [(&str, u32, u32); 12] = [
    ("You", 1250, 8_342),
    ("Mira", 1430, 7_915),
    ("Tobin", 980, 9_027),
    ("Asha", 760, 0),
    ("Lenn", 1120, 10_450),
    ("Pia", 640, 9_980),
    ("Orik", 905, 8_801),
    ("Suna", 310, 0),
    ("Finn", 470, 12_204),
    ("Wren", 555, 11_019),
    ("Jaro", 225, 0),
    ("Edda", 150, 13_333),
];

/// How many players the example has: as many as may play, at most twelve.
fn players(root: Ref<'_>) -> usize {
    usize::try_from(number(root, "MaxPlayers")).unwrap_or(0).clamp(1, PLAYERS.len())
}

/// The players of the example in the order of the win condition.
fn ranking(root: Ref<'_>) -> Vec<(&'static str, String)> {
    let condition = word(root, "WinCondition");
    let mut all: Vec<_> = PLAYERS.iter().take(players(root)).copied().collect();
    match condition.as_str() {
        "LOWEST_TIME" => all.sort_by_key(|(_, _, time)| if *time == 0 { u32::MAX } else { *time }),
        "LOWEST_SCORE" => all.sort_by_key(|(_, score, _)| *score),
        _ => all.sort_by_key(|(_, score, _)| std::cmp::Reverse(*score)),
    }
    let shown = |(name, score, time): (&'static str, u32, u32)| match (condition.as_str(), time) {
        ("LOWEST_TIME", 0) => (name, "–".to_owned()),
        ("LOWEST_TIME", time) => (name, race_time(time)),
        _ => (name, score.to_string()),
    };
    all.into_iter().map(shown).collect()
}

/// The heads-up display of a definition, for an example of players and scores.
pub fn hud(root: Ref<'_>) -> Hud {
    if !flag(root, "ShowHud") {
        return Hud::default();
    }
    let shows = |key| flag(root, key) && table::idle(key, root).is_none();
    let ranking = ranking(root);
    let own = ranking.iter().position(|(name, _)| *name == PLAYERS[0].0).unwrap_or(0);
    let mut lines = Vec::new();
    let mut line = |key, label, value: String| {
        if shows(key) {
            lines.push(Line { label, value });
        }
    };
    let score = ranking.get(own).map(|(_, score)| score.clone()).unwrap_or_default();
    let is_race = word(root, "WinCondition") == "LOWEST_TIME";
    line("ShowScore", if is_race { "Your time" } else { "Score" }, score);
    line("ShowLives", "Lives", number(root, "DefaultPlayerLives").to_string());
    line("ShowPosition", "Position", format!("{} / {}", own + 1, ranking.len()));
    let rounds = number(root, "TotalRounds");
    line("ShowRound", "Round", format!("{} / {rounds}", (rounds + 1) / 2));
    line("ShowTime", "Time left", clock(number(root, "RoundLengthSeconds") * 2 / 3));
    let rows = ranking.into_iter().take(scoreboard_rows(root)).enumerate();
    let rank =
        |(index, (name, score)): (usize, (&'static str, String))| Rank { place: index + 1, name, score, own: index == own };
    let scoreboard = if shows("ShowScoreboard") { rows.map(rank).collect() } else { Vec::new() };
    Hud { lines, scoreboard, shown: true }
}

/// How many rows the scoreboard has at most: ten, or the most players where those are fewer.
pub fn scoreboard_rows(root: Ref<'_>) -> usize {
    usize::try_from(number(root, "MaxPlayers")).unwrap_or(0).min(SCOREBOARD_ROWS)
}

/// Who stands first at the end, in a sentence.
pub fn end_order(root: Ref<'_>) -> &'static str {
    match word(root, "WinCondition").as_str() {
        "LOWEST_SCORE" => "The lowest score is first.",
        "FIRST_TO_SCORE" => "The first player or team at the target score is first.",
        "LAST_ALIVE" => "The last player or team in the game is first.",
        "OBJECTIVE_COMPLETE" => "Who completes the objective is first.",
        "LOWEST_TIME" => "The shortest time is first; who has not finished comes last.",
        "CUSTOM" => "Triggers decide who is first.",
        _ => "The highest score is first.",
    }
}

/// A part of a game's time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Which part.
    pub kind: SpanKind,
    /// What it is called: *Round 2*.
    pub label: String,
    /// How long it is, in seconds.
    pub seconds: i64,
}

/// The parts of a game's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanKind {
    /// Before the game.
    Countdown,
    /// A round, or several that are drawn as one.
    Round,
    /// After the last round.
    Overtime,
    /// The end.
    SuddenDeath,
}

/// What happens in a game, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeline {
    /// The parts.
    pub spans: Vec<Span>,
    /// Round follows round with no set end; what would come after the last one does not come by itself.
    pub open_ended: bool,
    /// How long all is together, in seconds; `None` where it is open-ended.
    pub total: Option<i64>,
}

/// From how many rounds on they are drawn as one.
const DRAWN_APART: i64 = 8;

/// The time of a game with this definition.
pub fn timeline(root: Ref<'_>) -> Timeline {
    let seconds = |key| number(root, key).max(0);
    let mut spans = Vec::new();
    let mut put = |kind, label: String, seconds: i64| {
        if seconds > 0 {
            spans.push(Span { kind, label, seconds });
        }
    };
    put(SpanKind::Countdown, "Countdown".to_owned(), seconds("CountdownSeconds"));
    let (rounds, round) = (number(root, "TotalRounds"), seconds("RoundLengthSeconds"));
    let open_ended = rounds <= 0;
    match rounds {
        1 => put(SpanKind::Round, "Round".to_owned(), round),
        ..=0 => {
            for number in 1..=3 {
                put(SpanKind::Round, format!("Round {number}"), round);
            }
        }
        2..=DRAWN_APART => {
            for number in 1..=rounds {
                put(SpanKind::Round, format!("Round {number}"), round);
            }
        }
        _ => put(SpanKind::Round, format!("{rounds} rounds"), round.saturating_mul(rounds)),
    }
    if !open_ended && flag(root, "OvertimeEnabled") {
        put(SpanKind::Overtime, "Overtime".to_owned(), seconds("OvertimeSeconds"));
    }
    if !open_ended && flag(root, "SuddenDeathEnabled") {
        put(SpanKind::SuddenDeath, "Sudden death".to_owned(), seconds("SuddenDeathSeconds"));
    }
    let total = spans.iter().map(|span| span.seconds).fold(0_i64, i64::saturating_add);
    Timeline { spans, open_ended, total: (!open_ended).then_some(total) }
}

/// Seconds as the display shows what is left: `1:45`.
pub fn clock(seconds: i64) -> String {
    let seconds = seconds.max(0);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Hundredths of a second as the game shows a time of a race: `M:SS.cc`.
pub fn race_time(hundredths: u32) -> String {
    format!("{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    fn of<R>(text: &str, look: impl FnOnce(Ref<'_>) -> R) -> R {
        look(Document::parse(text.as_bytes()).unwrap().root())
    }

    fn labels(text: &str) -> Vec<String> {
        of(text, |root| hud(root).lines.into_iter().map(|line| format!("{}: {}", line.label, line.value)).collect())
    }

    #[test]
    fn the_display_follows_its_rules() {
        assert!(labels("{}").is_empty(), "nothing without ShowHud");
        assert_eq!(labels(r#"{"ShowHud":true}"#), ["Score: 1250", "Time left: 3:20"]);
        let whole = r#"{"ShowHud":true,"DefaultPlayerLives":3,"ShowPosition":true,"TotalRounds":3,"MaxPlayers":4}"#;
        assert_eq!(labels(whole), ["Score: 1250", "Lives: 3", "Position: 2 / 4", "Round: 2 / 3", "Time left: 3:20"]);
        assert_eq!(labels(r#"{"ShowHud":true,"TotalRounds":0,"ShowScore":false}"#), ["Time left: 3:20"], "open-ended");
    }

    #[test]
    fn the_scoreboard_is_capped_and_in_the_order_of_the_win_condition() {
        let board = |more: &str| of(&format!(r#"{{"ShowHud":true,"ShowScoreboard":true{more}}}"#), |root| hud(root).scoreboard);
        assert_eq!(board("").len(), 10);
        assert_eq!(board(r#","MaxPlayers":10"#).len(), 10);
        assert_eq!(board(r#","MaxPlayers":9"#).len(), 9);
        assert!(board(r#","MaxPlayers":0"#).is_empty());
        assert_eq!((board("")[0].name, board("")[1].own), ("Mira", true));
        assert_eq!(board(r#","WinCondition":"LOWEST_SCORE""#)[0].name, "Edda");
        let race = board(r#","WinCondition":"LOWEST_TIME","MaxPlayers":8"#);
        assert_eq!((race[0].name, race[0].score.as_str()), ("Mira", "1:19.15"));
        assert_eq!(race.iter().rev().take(2).map(|rank| rank.score.as_str()).collect::<Vec<_>>(), ["–", "–"]);
    }

    #[test]
    fn the_timeline_tells_what_comes_when() {
        let spans = |text: &str| of(text, timeline);
        let plain = spans("{}");
        assert_eq!((plain.spans.len(), plain.total, plain.open_ended), (2, Some(310), false));
        let all = spans(
            r#"{"TotalRounds":3,"RoundLengthSeconds":60,"OvertimeEnabled":true,"SuddenDeathEnabled":true,"SuddenDeathSeconds":30}"#,
        );
        let names: Vec<&str> = all.spans.iter().map(|span| span.label.as_str()).collect();
        assert_eq!(names, ["Countdown", "Round 1", "Round 2", "Round 3", "Overtime", "Sudden death"]);
        assert_eq!(all.total, Some(10 + 180 + 60 + 30));
        for rounds in ["0", "-1"] {
            let open = spans(&format!(r#"{{"TotalRounds":{rounds},"OvertimeEnabled":true}}"#));
            assert!(open.open_ended && open.total.is_none());
            assert!(open.spans.iter().all(|span| span.kind != SpanKind::Overtime), "there is no last round");
        }
        assert_eq!(spans(r#"{"TotalRounds":8}"#).spans.len(), 9);
        assert_eq!(spans(r#"{"TotalRounds":9}"#).spans[1].label, "9 rounds");
        assert_eq!(spans(r#"{"CountdownSeconds":0}"#).spans.len(), 1);
    }

    #[test]
    fn times_are_written_as_the_game_does() {
        assert_eq!([clock(0), clock(105), clock(-3), clock(3600)], ["0:00", "1:45", "0:00", "60:00"]);
        assert_eq!(
            [race_time(0), race_time(8342), race_time(5999), race_time(6000)],
            ["0:00.00", "1:23.42", "0:59.99", "1:00.00"]
        );
    }
}
