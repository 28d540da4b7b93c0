//! `tablewright minigame push`: a plain commit of the definitions and a push of the branch that is checked out.

use super::super::args::usage;
use super::super::publish::{Progress, from_here};
use super::super::{Args, Exit, Io, Outcome};
use lexopt::Arg;
use std::path::PathBuf;
use tablewright_core::minigame::project::Project;
use tablewright_core::pack::OsFs;
use tablewright_core::publish::{PublishOptions, SystemCredentials, push_branch};

pub(super) fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let (mut path, mut options) = (None, PublishOptions::default());
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(value) => super::once(&mut path, PathBuf::from(value))?,
            Arg::Long("message") | Arg::Short('m') => options.message = Some(args.value()?),
            Arg::Long("remote") => options.remote = Some(from_here(args.value()?)),
            other => return Err(other.unexpected().into()),
        }
    }
    let path = path.ok_or_else(|| usage("Name the project whose minigames go out"))?;
    let project = Project::open(&OsFs, &path)?;
    let pushed = push_branch(&project.root, project.below(), &options, &SystemCredentials, &Progress::on(io.err))?;
    writeln!(io.out, "{}", pushed.sentence())?;
    Ok(Exit::Done)
}
