//! What could be better about a file: a picture that is larger than a table shows, a model that no table takes.

use egui::Ui;
use tablewright_core::assets::{Class, Row};
use tablewright_core::convert::tool_for;
use tablewright_core::pack::extension;

use super::Ask;
use crate::media::work::Better;
use crate::widgets::units::bytes;
use crate::widgets::{Tone, note};

/// From how many bytes on a picture is offered a smaller copy.
const LARGE: u64 = 1 << 20;

/// What is said of a file: a sentence, its reason, and what to do with the button for it.
struct Offer {
    sentence: String,
    reason: String,
    does: Option<(Better, &'static str)>,
}

/// Draws what is said of the file, where anything is.
pub(super) fn show(ui: &mut Ui, row: &Row, asks: &mut Vec<Ask>) {
    let Some(offer) = offer(row) else { return };
    let words = offer.does.map(|(_, words)| words);
    let pressed = note(ui, Tone::Info, &offer.sentence, &offer.reason, words);
    if let (true, Some((better, _))) = (pressed, offer.does) {
        asks.push(Ask::Better(better, row.path.clone()));
    }
}

fn offer(row: &Row) -> Option<Offer> {
    let kind = extension(&row.path)?.to_lowercase();
    let size = row.size?;
    match (row.class, kind.as_str()) {
        (Class::Picture, "png" | "jpg" | "jpeg" | "webp") if size >= LARGE => Some(Offer {
            sentence: format!("{} is much for one picture.", bytes(size)),
            reason: "A copy of at most 2,048 pixels a side takes its place; the whole one is kept below originals/.".to_owned(),
            does: Some((Better::Smaller, "Make it smaller")),
        }),
        (_, "gltf" | "obj") => Some(Offer {
            sentence: "Tables take models as .glb.".to_owned(),
            reason: "With its files beside it, it becomes one; all that names it follows.".to_owned(),
            does: Some((Better::Convert, "Convert it to .glb")),
        }),
        _ => tool_for(&row.path).map(|tool| Offer {
            sentence: "Tables take models as .glb, and this one can’t be converted here.".to_owned(),
            reason: tool.to_owned(),
            does: None,
        }),
    }
}
