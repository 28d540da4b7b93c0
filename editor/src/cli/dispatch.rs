//! The arguments of subcommands whose work is in a module of its own.

use super::args::usage;
use super::{Args, Command, Exit, Failure, Io, Outcome, render};
use crate::viewport::Style;
use lexopt::Arg;
use std::path::PathBuf;

/// `tablewright render`.
pub(super) const RENDER: Command = Command {
    name: "render",
    usage: "render PACK [--variant ID]… [--size WxH] -o OUT.png",
    about: "Draw a pack's scene to a picture without a window, several variants side by side",
    more: "",
    run: run_render,
};

fn run_render(args: &mut Args, io: &mut Io) -> Outcome {
    let (mut pack, mut out, mut variants, mut size) = (None, None, Vec::new(), render::DEFAULT_SIZE);
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(value) if pack.is_none() => pack = Some(PathBuf::from(value)),
            Arg::Long("variant") => variants.push(args.value()?),
            Arg::Long("size") => size = render::size(&args.value()?).map_err(usage)?,
            Arg::Long("output") | Arg::Short('o') => out = Some(args.path()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let pack = pack.ok_or_else(|| usage("Name the pack to draw"))?;
    let out = out.ok_or_else(|| usage("Name the picture's file with -o"))?;
    draw(&render::Request { pack, variants, size, out, style: Style::DARK }, io)?;
    Ok(Exit::Done)
}

/// Draws a picture and says what is not as it should be in it.
pub(super) fn draw(request: &render::Request, io: &mut Io) -> Result<(), Failure> {
    let report = render::render(request, io.state_dir)?;
    for note in &report.notes {
        writeln!(io.err, "{note}")?;
    }
    for problem in &report.problems {
        writeln!(io.err, "{}: {}.", problem.path, problem.why)?;
    }
    Ok(())
}
