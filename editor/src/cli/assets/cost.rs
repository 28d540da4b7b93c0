//! `tablewright assets PACK cost`: what each variant costs a player.

use super::list::bytes;
use super::look::look;
use super::{Asked, Format};
use crate::cli::{Exit, Io, Outcome};
use serde_json::{Value, json};
use tablewright_core::assets::{Cost, cost};
use tablewright_core::job::Quiet;
use tablewright_core::pack::PackPath;

/// `assets PACK cost`: triangles, textures and bytes of each variant, and the download that all share.
///
/// # Errors
/// There is no pack, or its folder cannot be read.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let mut look = look(asked, false, io)?;
    let costs = cost(&look.copy.root, &look.roots, &look.survey, &mut look.memory, &Quiet)?;
    let download = look.survey.inventory.download();
    match asked.format {
        Format::Json => {
            let variants: Vec<Value> = costs.iter().map(cost_json).collect();
            writeln!(io.out, "{}", json!({ "variants": variants, "download": download }))?;
        }
        Format::Text => {
            let width = costs.iter().map(|cost| cost.id.chars().count()).max().unwrap_or(0);
            for cost in &costs {
                writeln!(io.out, "{:width$}  {}", cost.id, in_words(cost))?;
                for path in &cost.unmeasured {
                    writeln!(io.err, "{path} could not be measured.")?;
                }
            }
            writeln!(io.out, "A player downloads {} before the table opens, in every variant", bytes(download))?;
        }
    }
    Ok(Exit::Done)
}

fn in_words(cost: &Cost) -> String {
    let late = if cost.late > 0 { format!(", {} of it late", bytes(cost.late)) } else { String::new() };
    format!(
        "{} triangles, {} textures ({:.1} million pixels), {} on the table{late}",
        cost.triangles,
        cost.textures,
        cost.pixels as f64 / 1e6,
        bytes(cost.shown),
    )
}

fn cost_json(cost: &Cost) -> Value {
    let unmeasured: Vec<&str> = cost.unmeasured.iter().map(PackPath::as_str).collect();
    json!({
        "id": cost.id,
        "triangles": cost.triangles,
        "textures": cost.textures,
        "pixels": cost.pixels,
        "bytes": cost.shown,
        "lateBytes": cost.late,
        "unmeasured": unmeasured,
    })
}
