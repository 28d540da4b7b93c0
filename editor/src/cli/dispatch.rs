//! The arguments of subcommands whose work is in a module of its own.

use super::args::usage;
use super::{Args, Command, Exit, Failure, Io, Outcome, render, variants};
use crate::compare::Tints;
use crate::viewport::Style;
use lexopt::Arg;
use std::path::PathBuf;

/// `tablewright variants`.
pub(super) const VARIANTS: Command = Command {
    name: "variants",
    usage: "variants PACK list [--format text|json]\n\
            variants PACK resolve ID [--format text|json]\n\
            variants PACK agree [--format text|json]",
    about: "Show a pack's variants, the scene that one of them plays, and where the halves disagree",
    more: "",
    run: run_variants,
};

fn run_variants(args: &mut Args, io: &mut Io) -> Outcome {
    let mut words = Vec::new();
    let mut format = variants::Format::Text;
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(word) => words.push(word),
            Arg::Long("format") => {
                format = match args.value()?.as_str() {
                    "text" => variants::Format::Text,
                    "json" => variants::Format::Json,
                    other => return Err(usage(format!("There is no format “{other}”: use text or json"))),
                }
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let mut words = words.into_iter();
    let pack = PathBuf::from(words.next().ok_or_else(|| usage("Name the pack and what to do: list, resolve or agree"))?);
    let what = words.next().ok_or_else(|| usage("Say what to do with the variants: list, resolve or agree"))?;
    match what.to_str() {
        Some("list") => {
            no_more(words)?;
            variants::list(&pack, format, io)
        }
        Some("agree") => {
            no_more(words)?;
            variants::agree(&pack, format, io)
        }
        Some("resolve") => {
            let id = words.next().ok_or_else(|| usage("Name the variant to resolve"))?;
            no_more(words)?;
            let id = id.into_string().map_err(|id| usage(format!("“{}” is not Unicode text", id.display())))?;
            variants::resolve(&pack, &id, format, io)
        }
        _ => Err(usage(format!("“{}” cannot be done with variants: use list, resolve or agree", what.display()))),
    }
}

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

fn no_more(mut words: impl Iterator<Item = std::ffi::OsString>) -> Result<(), Failure> {
    match words.next() {
        Some(word) => Err(usage(format!("“{}” is one argument too many", word.display()))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::tablewright;

    #[test]
    fn variants_are_listed_resolved_and_compared() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = r#"{"entry":{"setup":"setup.json"},"variants":[{"id":"a","name":"A"},{"id":"b","name":"B"}]}"#;
        std::fs::write(folder.path().join("diceytable.mod.json"), manifest).unwrap();
        let setup = r##"{"schemaVersion":2,"sceneId":"s","name":"S","environment":{"tableSurfaceColor":"#2e5d4b",
            "tableSurfaceTextureAssetId":null,"ambientColor":"#ffffff","fogEnabled":false,"fogColor":"#000000","fogDensity":0,
            "skyboxAssetId":null},"objects":[],"variants":{"base":"a","deltas":{"b":{}}}}"##;
        std::fs::write(folder.path().join("setup.json"), setup).unwrap();
        let pack = folder.path().to_str().unwrap();
        let (code, out, _) = tablewright(&["variants", pack, "list"]);
        assert_eq!((code, out.lines().count()), (0, 2), "{out}");
        let (code, out, _) = tablewright(&["variants", pack, "resolve", "b", "--format", "json"]);
        let scene: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!((code, &scene["sceneId"], scene.get("variants")), (0, &"s".into(), None));
        assert_eq!(tablewright(&["variants", pack, "agree"]).0, 0);
        std::fs::write(folder.path().join("setup.json"), setup.replace("\"b\":{}", "\"c\":{}")).unwrap();
        assert_eq!(tablewright(&["variants", pack, "agree"]).0, 1);
    }

    #[test]
    fn what_cannot_be_done_is_wrong_usage() {
        for args in [
            &["variants"][..],
            &["variants", "p"],
            &["variants", "p", "shuffle"],
            &["variants", "p", "resolve"],
            &["variants", "p", "list", "x"],
            &["render", "p", "-o", "x.png", "--wipe", "50", "--variant", "a"],
            &["render", "p", "-o", "x.png", "--wipe", "101", "--variant", "a", "--variant", "b"],
            &["render", "p", "-o", "x.png", "--all", "--variant", "a"],
        ] {
            let (code, _, err) = tablewright(args);
            assert!(code == 2 && err.contains("Usage: "), "{args:?}: {err}");
        }
    }
}
