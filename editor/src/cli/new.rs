//! `tablewright new`: a new pack in a folder of its own, under git.

use super::args::{pasted, usage};
use super::{Args, Command, Exit, Failure, Io, Outcome};
use lexopt::Arg;
use std::path::PathBuf;
use tablewright_core::manifest::PackType;
use tablewright_core::pack::new::{NewPack, create};
use tablewright_core::publish;

pub(super) const COMMAND: Command = Command {
    name: "new",
    usage: "new DIR --type game|table|room|asset --name NAME\n\
            new DIR --sample [--name NAME]",
    about: "Make a new pack, empty or from the sample game, under git",
    more: "",
    run,
};

fn read(args: &mut Args) -> Result<(PathBuf, NewPack), Failure> {
    let (mut dir, mut pack_type, mut name, mut sample) = (None, None, None, false);
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(value) if dir.is_none() => dir = Some(PathBuf::from(value)),
            Arg::Long("sample") => sample = true,
            Arg::Long("name") => name = Some(args.value()?),
            Arg::Long("type") => {
                let word = args.value()?;
                let parsed = kind(&word);
                pack_type =
                    Some(parsed.ok_or_else(|| usage(format!("“{word}” is no kind of pack: use game, table, room or asset")))?);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let dir = dir.ok_or_else(|| usage("Name the folder to make the pack in"))?;
    let pack_type = pack_type.or(sample.then_some(PackType::Game)).ok_or_else(|| usage("Say what kind of pack with --type"))?;
    let name =
        name.or_else(|| sample.then(|| SAMPLE_NAME.to_owned())).ok_or_else(|| usage("Give the pack a title with --name"))?;
    Ok((dir, NewPack { pack_type, name, sample }))
}

/// Reads a kind by its short name (`game`) or the manifest's word for it (`game-pack`).
fn kind(word: &str) -> Option<PackType> {
    match word {
        "asset" | "asset-pack" => Some(PackType::Asset),
        _ => PackType::parse(word).or_else(|| PackType::parse(&format!("{word}-pack"))),
    }
}

/// The sample's title where nobody gives another.
const SAMPLE_NAME: &str = "Go";

fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let (dir, new) = read(args)?;
    let created = create(&dir, &new)?;
    publish::init(&created.root)?;
    let (root, files) = (&created.root, created.files.len());
    let plural = if files == 1 { "" } else { "s" };
    writeln!(io.out, "Made “{}” in {}, {files} file{plural}, under git.", created.identity.name, root.display())?;
    writeln!(io.out, "Open it with: tablewright open {}", pasted(root))?;
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::super::testing::tablewright;
    use super::*;

    #[test]
    fn kinds_are_read_by_either_name() {
        for known in PackType::ALL {
            assert_eq!(kind(known.as_str()), Some(known));
        }
        for (word, known) in [
            ("game", Some(PackType::Game)),
            ("asset", Some(PackType::Asset)),
            ("component", Some(PackType::Asset)),
            ("Game", None),
            ("", None),
            ("-pack", None),
        ] {
            assert_eq!(kind(word), known, "{word}");
        }
    }

    #[test]
    fn every_kind_of_pack_is_under_git_and_checks_clean() {
        let folder = tempfile::tempdir().unwrap();
        for kind in ["game", "table", "room", "asset"] {
            let dir = folder.path().join(kind);
            let dir = dir.to_str().unwrap();
            let (code, out, err) = tablewright(&["new", dir, "--type", kind, "--name", "A new pack"]);
            assert_eq!(code, 0, "{out}{err}");
            assert!(std::path::Path::new(dir).join(".git").is_dir());
            let (code, out, _) = tablewright(&["check", dir, "--deny", "warning"]);
            assert_eq!(code, 0, "{kind}: {out}");
        }
    }

    #[test]
    fn the_sample_checks_clean() {
        let folder = tempfile::tempdir().unwrap();
        let dir = folder.path().join("go");
        let dir = dir.to_str().unwrap();
        assert_eq!(tablewright(&["new", dir, "--sample"]).0, 0);
        let (code, out, _) = tablewright(&["check", dir, "--deny", "warning"]);
        assert_eq!(code, 0, "{out}");
    }

    #[test]
    fn a_folder_that_holds_something_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("mine.txt"), "x").unwrap();
        let dir = folder.path().to_str().unwrap();
        let (code, out, err) = tablewright(&["new", dir, "--type", "game", "--name", "Go"]);
        assert_eq!((code, out.as_str()), (2, ""));
        assert!(err.starts_with("tablewright: "), "{err}");
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn what_is_missing_is_said() {
        for args in [
            &["new"][..],
            &["new", "d"],
            &["new", "d", "--type", "game"],
            &["new", "d", "--type", "toy", "--name", "x"],
            &["new", "a", "b"],
        ] {
            let (code, _, err) = tablewright(args);
            assert!(code == 2 && err.contains("Usage: "), "{args:?}: {err}");
        }
    }
}
