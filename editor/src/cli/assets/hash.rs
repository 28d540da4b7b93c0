//! `tablewright assets PACK hash`: the hashes of the bytes that git would publish.

use super::look::look;
use super::{Asked, Format};
use crate::cli::{Exit, Io, Outcome};
use serde_json::{Value, json};
use tablewright_core::assets::{Bytes, Entry};
use tablewright_core::job::Quiet;

/// `assets PACK hash`: a line for each file, as `sha256sum` writes it.
///
/// # Errors
/// There is no pack, or a file cannot be read.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let mut look = look(asked, false, io)?;
    look.memory.hash(&look.copy.root, &look.survey.listing, &mut |_| true, true, &Quiet)?;
    let files = look.survey.listing.files.iter().filter_map(|entry| Some((entry, look.memory.facts(&entry.path)?.bytes?)));
    match asked.format {
        Format::Json => {
            let one = |(entry, bytes): (&Entry, Bytes)| json!({ "path": entry.path.as_str(), "size": bytes.size, "sha256": bytes.hash.to_string() });
            let files: Vec<Value> = files.map(one).collect();
            writeln!(io.out, "{}", json!({ "files": files }))?;
        }
        Format::Text => {
            for (entry, bytes) in files {
                writeln!(io.out, "{}  {}", bytes.hash, entry.path)?;
            }
        }
    }
    Ok(Exit::Done)
}
