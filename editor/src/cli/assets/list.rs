//! `tablewright assets PACK list`: every file with its state.

use super::look::look;
use super::{Asked, Format};
use crate::cli::{Exit, Io, Outcome};
use serde_json::{Value, json};
use tablewright_core::assets::state::State;
use tablewright_core::assets::{Row, Trouble};

/// How many of the largest files the summary names.
const LARGEST: usize = 3;

/// `assets PACK list`: a row for each file, and what a player downloads before the table opens.
///
/// # Errors
/// There is no pack, or its folder cannot be read.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let look = look(asked, false, io)?;
    let inventory = &look.survey.inventory;
    match asked.format {
        Format::Json => {
            let files: Vec<Value> = inventory.rows.iter().map(row_json).collect();
            let unreadable: Vec<Value> = look
                .survey
                .listing
                .unreadable
                .iter()
                .map(|(path, why)| json!({ "path": path.as_str(), "message": why }))
                .collect();
            let list = json!({ "files": files, "download": inventory.download(), "unreadable": unreadable });
            writeln!(io.out, "{list}")?;
        }
        Format::Text => {
            let states: Vec<String> = inventory.rows.iter().map(states).collect();
            let width = states.iter().map(|state| state.chars().count()).max().unwrap_or(0);
            for (row, state) in inventory.rows.iter().zip(&states) {
                let size = row.size.map_or_else(|| "–".to_owned(), bytes);
                writeln!(io.out, "{state:width$}  {size:>9}  {}", row.path)?;
            }
            for (folder, why) in &look.survey.listing.unreadable {
                writeln!(io.err, "The folder {folder} cannot be read: {why}.")?;
            }
            let largest: Vec<String> = inventory
                .largest(LARGEST)
                .into_iter()
                .map(|row| format!("{} ({})", row.path, bytes(row.size.unwrap_or_default())))
                .collect();
            let named = if largest.is_empty() { String::new() } else { format!("; the largest: {}", largest.join(", ")) };
            writeln!(io.out, "A player downloads {} before the table opens{named}", bytes(inventory.download()))?;
        }
    }
    let missing = |row: &Row| row.states().any(|state| matches!(state, State::Missing | State::CaseDiffers | State::Ignored));
    let refused = inventory.rows.iter().any(|row| missing(row) && row.troubles.iter().any(Trouble::is_serious));
    Ok(if refused { Exit::Refused } else { Exit::Done })
}

/// The states of a file, the worst first: `Missing, pre-loaded`.
fn states(row: &Row) -> String {
    let mut all: Vec<State> = row.troubles.iter().map(Trouble::state).collect();
    all.push(row.delivery.state());
    all.dedup();
    let mut labels = all.into_iter().map(State::label);
    let first = labels.next().unwrap_or_default().to_owned();
    labels.fold(first, |text, label| {
        let lower = if label.starts_with("LFS") { label.to_owned() } else { label.to_lowercase() };
        format!("{text}, {lower}")
    })
}

fn row_json(row: &Row) -> Value {
    let reasons: Vec<Value> = row
        .troubles
        .iter()
        .map(|trouble| (trouble.state(), trouble.reason()))
        .chain([(row.delivery.state(), row.delivery.reason())])
        .map(|(state, reason)| json!({ "state": state.word(), "reason": reason }))
        .collect();
    json!({
        "path": row.path, "class": row.class.word(), "size": row.size, "states": reasons, "uses": row.uses,
    })
}

/// A size as people read it.
pub(super) fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{:.1} kB", count as f64 / 1e3),
        _ => format!("{:.1} MB", count as f64 / 1e6),
    }
}
