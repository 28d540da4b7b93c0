//! `tablewright variants PACK list`: every variant that either half knows.

use super::{Asked, Format, report};
use crate::cli::{Exit, Io, Outcome};
use serde_json::{Value, json};
use tablewright_core::check::OnDisk;
use tablewright_core::variants::{VariantInfo, variant_infos};

/// `variants PACK list`: every variant that either half knows.
///
/// # Errors
/// There is no pack, or neither of its documents is there to be read.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let pack = OnDisk::read(&asked.pack, io.state_dir)?;
    let subject = pack.subject();
    let (manifest, scene) = (subject.manifest.ok(), subject.scene.ok());
    if manifest.is_none() && scene.is_none() {
        return report::refuse(&subject, Vec::new(), asked.format, io);
    }
    report::print(&report::diagnostics(&subject, Vec::new()), Format::Text, io.err)?;
    let infos = variant_infos(manifest, scene);
    match asked.format {
        Format::Json => {
            let variants: Vec<Value> = infos.iter().map(info_json).collect();
            writeln!(io.out, "{}", json!({ "variants": variants }))?;
        }
        Format::Text if infos.is_empty() => writeln!(io.out, "This pack has no variants: there is one way to play it.")?,
        Format::Text => {
            let width = infos.iter().map(|info| info.id.chars().count()).max().unwrap_or(0);
            for info in &infos {
                writeln!(io.out, "{:width$}  {}", info.id, in_words(info))?;
            }
        }
    }
    Ok(Exit::Done)
}

fn info_json(info: &VariantInfo) -> Value {
    json!({
        "id": info.id,
        "name": info.name,
        "description": info.description,
        "players": info.players.map(|(min, max)| json!({ "min": min, "max": max })),
        "rulesEnforced": info.rules_enforced,
        "ranked": info.ranked,
        "listed": info.listed,
        "hasDelta": info.has_delta,
        "isBase": info.is_base,
        "isDefault": info.is_default,
        "changes": info.changes,
    })
}

fn in_words(info: &VariantInfo) -> String {
    let mut parts = vec![info.name.clone()];
    let mut note = |applies: bool, text: &str| {
        if applies {
            parts.push(text.to_owned());
        }
    };
    note(info.is_default, "default");
    note(info.is_base, "base");
    note(info.listed && !info.has_delta && !info.is_base, "same as the base");
    let plural = if info.changes == 1 { "" } else { "s" };
    note(info.has_delta, &format!("{} change{plural}", info.changes));
    note(!info.listed, "not listed in the manifest");
    note(info.rules_enforced, "fully scripted");
    note(info.ranked, "ranked");
    parts.join(", ")
}
