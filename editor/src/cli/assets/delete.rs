//! `tablewright assets PACK delete`: files and folders go into the bin, with all that belongs to them.

use super::look::{Look, look, path, refuse};
use super::{Asked, Format};
use crate::cli::{Exit, Io, Outcome};
use serde_json::json;
use tablewright_core::ErrorKind;
use tablewright_core::assets::{Plan, plan_delete};
use tablewright_core::pack::PackPath;

/// `assets PACK delete PATH…`: takes the files out of the manifest's lists and credits, saves, and moves them into the bin.
/// Places that still name them are told.
///
/// # Errors
/// There is no pack, a file cannot be moved, or the manifest cannot be saved; nothing has changed then.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let dry_run = asked.flag("dry-run");
    let mut look = look(asked, !dry_run, io)?;
    let plan = match look.editable().and_then(|()| plan(asked, &look)) {
        Ok(plan) => plan,
        Err(error) if matches!(error.kind(), ErrorKind::Refused | ErrorKind::UnsafePath) => {
            return refuse(&error, asked.word(0), asked, io);
        }
        Err(error) => return Err(error.into()),
    };
    let exit = if dry_run { Exit::Done } else { look.carry_out(&plan, io)? };
    match asked.format {
        Format::Json => {
            let gone: Vec<&str> = plan.gone.iter().map(PackPath::as_str).collect();
            writeln!(io.out, "{}", json!({ "deleted": gone, "notes": plan.told }))?;
        }
        Format::Text => {
            let verb = if dry_run { "would go into" } else { "is in" };
            for path in &plan.gone {
                writeln!(io.out, "“{path}” {verb} the bin.")?;
            }
            for note in &plan.told {
                writeln!(io.out, "{note}")?;
            }
            if dry_run {
                writeln!(io.out, "Nothing was written.")?;
            }
        }
    }
    Ok(exit)
}

fn plan(asked: &Asked, look: &Look) -> tablewright_core::Result<Plan> {
    let paths = asked.words.iter().map(|word| path(word)).collect::<tablewright_core::Result<Vec<_>>>()?;
    plan_delete(&look.pack(), &paths)
}
