//! The arguments of subcommands whose work is in a module of its own.

use super::args::usage;
use super::{Args, Command, Exit, Failure, Io, Outcome, render};
use crate::compare::Tints;
use crate::viewport::Style;
use lexopt::Arg;
use std::path::PathBuf;

/// `tablewright render`.
pub(super) const RENDER: Command = Command {
    name: "render",
    usage: "render PACK [--variant ID]… [--size WxH] -o OUT.png\n\
            render PACK --variant ID --variant ID… [--against ID] [--no-tints] [--no-ghosts] [--wipe PERCENT] -o OUT.png\n\
            render PACK --all [--against ID] [--size WxH] -o OUT.png",
    about: "Draw a pack's scene to a picture without a window, several variants side by side",
    more: "Several variants are compared: what differs from the first one, or from the one of --against, is tinted, and\n\
           what stands elsewhere in it is shown as a ghost. Without --variant, the one that players start with is drawn.\n\n  \
           --all           Every variant, with its name below; marked only with --against\n  \
           --wipe PERCENT  Two variants over one another, with a line at this share of the width\n  \
           --no-tints      The pieces as they are\n  \
           --no-ghosts     Only what stands in the variant itself\n  \
           --snap-points   With the snap points, where variants are compared\n  \
           --light         In the colours of the light theme\n",
    run: run_render,
};

fn run_render(args: &mut Args, io: &mut Io) -> Outcome {
    let (mut pack, mut out, mut variants, mut all, mut wipe) = (None, None, Vec::new(), false, None);
    let mut request = render::Request::of(PathBuf::new(), PathBuf::new());
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(value) if pack.is_none() => pack = Some(PathBuf::from(value)),
            Arg::Long("variant") => variants.push(args.value()?),
            Arg::Long("all") => all = true,
            Arg::Long("against") => request.against = Some(args.value()?),
            Arg::Long("wipe") => wipe = Some(share(&args.value()?)?),
            Arg::Long("no-tints") => request.marking.tints = Tints::Off,
            Arg::Long("no-ghosts") => request.marking.ghosts = false,
            Arg::Long("snap-points") => request.snap = true,
            Arg::Long("light") => request.style = Style::LIGHT,
            Arg::Long("size") => request.size = render::size(&args.value()?).map_err(usage)?,
            Arg::Long("output") | Arg::Short('o') => out = Some(args.path()?),
            other => return Err(other.unexpected().into()),
        }
    }
    request.pack = pack.ok_or_else(|| usage("Name the pack to draw"))?;
    request.out = out.ok_or_else(|| usage("Name the picture's file with -o"))?;
    request.what = match (all, wipe, <[String; 2]>::try_from(variants)) {
        (true, None, Err(variants)) if variants.is_empty() => render::What::All,
        (true, ..) => return Err(usage("Leave out --variant and --wipe: with --all every variant is drawn")),
        (false, Some(share), Ok(pair)) => render::What::Wipe(pair, share),
        (false, Some(_), Err(_)) => return Err(usage("Name two variants for a wipe")),
        (false, None, pair) => render::What::Variants(pair.map_or_else(|variants| variants, Vec::from)),
    };
    draw(&request, io)?;
    Ok(Exit::Done)
}

fn share(text: &str) -> Result<f32, Failure> {
    let percent = text.trim_end_matches('%').parse::<f32>().ok().filter(|percent| (0.0..=100.0).contains(percent));
    percent.map(|percent| percent / 100.0).ok_or_else(|| usage(format!("“{text}” is no share: give a number from 0 to 100")))
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
#[cfg(test)]
mod tests {
    use super::super::testing::tablewright;

    #[test]
    fn what_cannot_be_drawn_is_wrong_usage() {
        for args in [
            &["render", "p", "-o", "x.png", "--wipe", "50", "--variant", "a"][..],
            &["render", "p", "-o", "x.png", "--wipe", "101", "--variant", "a", "--variant", "b"],
            &["render", "p", "-o", "x.png", "--all", "--variant", "a"],
        ] {
            let (code, _, err) = tablewright(args);
            assert!(code == 2 && err.contains("Usage: "), "{args:?}: {err}");
        }
    }
}
