//! `tablewright assets PACK rename`: a file or folder is moved with all that names it.

use super::look::{Look, look, path, refuse};
use super::{Asked, Format};
use crate::cli::saving::save;
use crate::cli::{Exit, Failure, Io, Outcome};
use serde_json::{Value, json};
use tablewright_core::ErrorKind;
use tablewright_core::assets::{Pack, Plan, plan_rename};
use tablewright_core::edit::Roots;
use tablewright_core::job::Quiet;
use tablewright_core::pack::files::carry_out;
use tablewright_core::pack::{FileOp, OsFs};

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
    let exit = if dry_run { Exit::Done } else { do_it(&mut look, &plan, io)? };
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
    let (root, roots) = (&look.copy.root, &look.roots);
    plan_rename(&Pack { fs: &OsFs, root, roots, survey: &look.survey, memory: &look.memory }, &from, &to)
}

/// Saves the documents, then moves the files; where those cannot be moved the documents are put back.
fn do_it(look: &mut Look, plan: &Plan, io: &mut Io) -> Result<Exit, Failure> {
    let exit = save(&mut look.copy, &look.roots, &plan.roots, io)?;
    let bin = io.state_dir.join(crate::session::BIN);
    match carry_out(&plan.ops, &OsFs, &look.copy.root, &bin, &Quiet) {
        Ok(_) => Ok(exit),
        Err(error) => {
            let before: &Roots = &plan.before;
            save(&mut look.copy, &plan.roots, before, io)?;
            Err(error.into())
        }
    }
}
