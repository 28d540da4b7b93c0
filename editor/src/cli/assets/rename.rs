//! `tablewright assets PACK rename`: a file or folder is moved with all that names it.

use super::look::{Look, look, path, refuse};
use super::{Asked, Format};
use crate::cli::{Exit, Io, Outcome};
use serde_json::{Value, json};
use tablewright_core::ErrorKind;
use tablewright_core::assets::{Plan, plan_rename};
use tablewright_core::pack::FileOp;

/// `assets PACK rename FROM TO`: moves the file, saves both documents, and tells of scripts that name the old path.
///
/// # Errors
/// There is no pack, a file cannot be moved, or the documents cannot be saved; nothing has changed then.
pub(super) fn run(asked: &Asked, io: &mut Io) -> Outcome {
    let dry_run = asked.flag("dry-run");
    let mut look = look(asked, !dry_run, io)?;
    let planned = look.editable().and_then(|()| plan(asked, &look));
    let plan = match planned {
        Ok(plan) => plan,
        Err(error) if matches!(error.kind(), ErrorKind::Refused | ErrorKind::UnsafePath) => {
            return refuse(&error, asked.word(0), asked, io);
        }
        Err(error) => return Err(error.into()),
    };
    let exit = if dry_run { Exit::Done } else { look.carry_out(&plan, io)? };
    match asked.format {
        Format::Json => {
            let moved: Vec<Value> =
                plan.moved.iter().map(|(from, to)| json!({ "from": from.as_str(), "to": to.as_str() })).collect();
            let written = plan.ops.iter().filter_map(|op| match op {
                FileOp::Write { path, .. } => Some(path.as_str()),
                _ => None,
            });
            let written: Vec<&str> = written.collect();
            writeln!(io.out, "{}", json!({ "moved": moved, "rewritten": written, "notes": plan.told }))?;
        }
        Format::Text => {
            for (from, to) in &plan.moved {
                writeln!(io.out, "“{from}” is “{to}” now.")?;
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
    let (from, to) = (path(asked.word(0))?, path(asked.word(1))?);
    plan_rename(&look.pack(), &from, &to)
}
