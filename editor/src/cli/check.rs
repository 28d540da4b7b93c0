//! `tablewright check`: judges packs as they stand on disk or in a commit, and writes nothing into them.

use super::args::usage;
use super::baseline::{Known, Remembered};
use super::{Args, Command, Exit, Failure, Io, Outcome};
use lexopt::Arg;
use std::path::{Path, PathBuf};
use tablewright_core::check::{AtCommit, OnDisk, Options, Report, check, github, sarif};

pub(super) const COMMAND: Command = Command {
    name: "check",
    usage: "check PACK… [--format text|json|sarif|github] [--commit REV] [--documents] [--deny warning] [--baseline FILE]\n\
            check PACK… --write-baseline FILE",
    about: "Say what the platform would refuse or warn of, and what we advise",
    more: "  --format FORMAT        text: a line a problem, and one a pack
                         json: an object a pack, each on a line of its own
                         sarif: one SARIF 2.1.0 log, for code scanning
                         github: annotations, in a GitHub workflow
  --commit REV           Judge the packs as this commit has them, not the files as they stand
  --documents            Judge what manifest and scene say, and not which files are there
  --deny warning         Warnings count as errors do for the exit code
  --baseline FILE        Leave out what this file knows, and say how much that is
  --write-baseline FILE  Make all that is found known; other packs in the file stay as they are

Exit code: 0 without errors, 1 with some, 2 where there is no pack or it cannot be opened; the worst of several.
",
    run,
};

/// How the result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    /// A line a problem, and one a pack.
    Text,
    /// An object a pack, each on a line of its own.
    Json,
    /// One log for all.
    Sarif,
    /// A workflow command a problem.
    Github,
}

struct Asked {
    packs: Vec<PathBuf>,
    format: Format,
    commit: Option<String>,
    options: Options,
    deny_warnings: bool,
    baseline: Option<Remembered>,
}

fn read(args: &mut Args) -> Result<Asked, Failure> {
    let mut asked = Asked {
        packs: Vec::new(),
        format: Format::Text,
        commit: None,
        options: Options::default(),
        deny_warnings: false,
        baseline: None,
    };
    let (mut known, mut write) = (None, None);
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(pack) => asked.packs.push(pack.into()),
            Arg::Long("documents") => asked.options.documents = true,
            Arg::Long("commit") => asked.commit = Some(args.value()?),
            Arg::Long("baseline") => known = Some(args.path()?),
            Arg::Long("write-baseline") => write = Some(args.path()?),
            Arg::Long("format") => {
                asked.format = match args.value()?.as_str() {
                    "text" => Format::Text,
                    "json" => Format::Json,
                    "sarif" => Format::Sarif,
                    "github" => Format::Github,
                    other => return Err(usage(format!("There is no format “{other}”: use text, json, sarif or github"))),
                }
            }
            Arg::Long("deny") => match args.value()?.as_str() {
                "warning" => asked.deny_warnings = true,
                other => return Err(usage(format!("“{other}” cannot be denied: use warning"))),
            },
            other => return Err(other.unexpected().into()),
        }
    }
    if asked.packs.is_empty() {
        return Err(usage("Name the pack to check"));
    }
    asked.baseline = match (known, write) {
        (Some(_), Some(_)) => {
            return Err(usage("Use either --baseline or --write-baseline: the second replaces what the first reads"));
        }
        (Some(file), None) => Some(Remembered::read(&file)?),
        (None, Some(file)) => Some(Remembered::to_write(&file)?),
        (None, None) => None,
    };
    Ok(asked)
}

fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let mut asked = read(args)?;
    let base = base_folder();
    let (mut judged, mut failures) = (Vec::new(), Vec::new());
    let mut worst = Exit::Done;
    for pack in &asked.packs {
        let (root, mut report) = match judge(pack, &asked, io.state_dir) {
            Ok(found) => found,
            Err(error) => {
                writeln!(io.err, "tablewright: {error}")?;
                failures.push(error.to_string());
                worst = Exit::Failed;
                continue;
            }
        };
        report.folder = root.strip_prefix(&base).map_or_else(|_| root.clone(), Path::to_path_buf);
        if let Some(known) = &mut asked.baseline {
            tell(&known.sift(&root, &mut report), &report.pack, io)?;
        }
        let counts = report.counts();
        if counts.errors > 0 || (asked.deny_warnings && counts.warnings > 0) {
            worst = worst.max(Exit::Refused);
        }
        match asked.format {
            Format::Text => io.out.write_all(report.to_text().as_bytes())?,
            Format::Json => writeln!(io.out, "{}", report.to_json())?,
            Format::Github => io.out.write_all(github(&report).as_bytes())?,
            Format::Sarif => judged.push(report),
        }
    }
    if asked.format == Format::Sarif {
        io.out.write_all(sarif(&judged, &failures).as_bytes())?;
    }
    if let Some(known) = asked.baseline {
        // A baseline without some of the packs that were named would call all that they have new.
        let told = if failures.is_empty() { known.write()? } else { known.given_up() };
        if let Some(told) = told {
            writeln!(io.err, "{told}")?;
        }
    }
    Ok(worst)
}

/// Judges one pack; gives its folder, too.
fn judge(pack: &Path, asked: &Asked, state_dir: &Path) -> tablewright_core::Result<(PathBuf, Report)> {
    let name = pack.display().to_string();
    let report = |subject| Report::new(name, PathBuf::new(), subject, check(subject, &asked.options));
    Ok(match &asked.commit {
        Some(rev) => {
            let pack = AtCommit::read(pack, rev)?;
            (pack.root().to_path_buf(), report(&pack.subject()))
        }
        None => {
            let pack = OnDisk::read(pack, state_dir)?;
            (pack.working_copy().root.clone(), report(&pack.subject()))
        }
    })
}

/// Says what a baseline has to say about one pack.
fn tell(known: &Known, pack: &str, io: &mut Io) -> Result<(), Failure> {
    /// More than these are counted only.
    const SHOWN: usize = 10;
    match known {
        Known::All => {}
        Known::Nothing { packs } => {
            writeln!(io.err, "The baseline knows nothing of {pack}, so all that is found there is new. It knows {packs}.")?;
        }
        Known::Gone(gone) => {
            for finding in gone.iter().take(SHOWN) {
                writeln!(io.err, "{pack}: the baseline still names {finding}, which is mended.")?;
            }
            if gone.len() > SHOWN {
                writeln!(io.err, "{pack}: the baseline still names {} more that are mended.", gone.len() - SHOWN)?;
            }
        }
    }
    Ok(())
}

/// The folder from which reports name files. A GitHub workflow's annotations and code scanning count from the checkout,
/// also where a step runs in a folder below it; elsewhere paths count from where the command was given.
pub(super) fn base_folder() -> PathBuf {
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    let checkout = std::env::var_os("GITHUB_WORKSPACE").and_then(|folder| Path::new(&folder).canonicalize().ok());
    checkout.filter(|checkout| here.starts_with(checkout)).unwrap_or(here)
}

#[cfg(test)]
mod tests {
    use super::super::testing::tablewright;

    const GOOD: &str = r#"{"schemaVersion":"1.0","id":"example.go","name":"Go","version":"1.0.0","type":"component-pack",
        "entry":{},"compatibility":{"engine":">=0.1 <1.0"},"license":"MIT"}"#;

    fn pack(manifest: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("diceytable.mod.json"), manifest).unwrap();
        folder
    }

    fn check(pack: &tempfile::TempDir, more: &[&str]) -> (u8, String, String) {
        let mut args = vec!["check", pack.path().to_str().unwrap()];
        args.extend(more);
        tablewright(&args)
    }

    #[test]
    fn a_good_pack_is_accepted() {
        let good = pack(GOOD);
        let (code, out, err) = check(&good, &[]);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        assert!(out.ends_with(": accepted: 0 errors, 0 warnings, 0 advice\n"), "{out}");
    }

    #[test]
    fn an_error_exits_with_1() {
        let bad = pack(&GOOD.replace("MIT", ""));
        let (code, out, _) = check(&bad, &[]);
        assert_eq!(code, 1);
        assert!(out.starts_with("diceytable.mod.json:2:70: error[schema]: "), "{out}");
        let (code, out, _) = check(&pack("{"), &["--format", "json"]);
        assert_eq!(code, 1);
        let object: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(object["verdict"], "refused");
        assert_eq!(object["diagnostics"][0]["code"], "json");
    }

    #[test]
    fn a_warning_counts_when_it_is_denied() {
        let warned = pack(&GOOD.replace(">=0.1 <1.0", "latest"));
        assert_eq!(check(&warned, &[]).0, 0);
        assert_eq!(check(&warned, &["--deny", "warning"]).0, 1);
        assert_eq!(check(&pack(GOOD), &["--deny", "warning"]).0, 0);
        assert_eq!(check(&warned, &["--deny", "advice"]).0, 2);
    }

    #[test]
    fn files_are_asked_for_unless_documents_alone_are_judged() {
        let missing = pack(&GOOD.replace("\"entry\":{}", "\"entry\":{},\"assets\":[\"a.png\"]"));
        assert_eq!(check(&missing, &[]).0, 1);
        assert_eq!(check(&missing, &["--documents"]).0, 0);
    }

    #[test]
    fn of_several_packs_the_worst_counts_and_each_is_told() {
        let (good, bad) = (pack(GOOD), pack("[]"));
        let name = |p: &tempfile::TempDir| p.path().to_str().unwrap().to_owned();
        let (code, out, err) = tablewright(&["check", &name(&good), "/no/such/folder", &name(&bad), "--format=json"]);
        assert_eq!(code, 2);
        assert_eq!(out.lines().count(), 2, "{out}");
        assert!(err.starts_with("tablewright: ") && err.contains("/no/such/folder"), "{err}");
        assert_eq!(tablewright(&["check", &name(&good), &name(&bad)]).0, 1);
    }

    #[test]
    fn every_format_takes_several_packs() {
        let (good, bad) = (pack(GOOD), pack("[]"));
        let name = |p: &tempfile::TempDir| p.path().to_str().unwrap().to_owned();
        let (code, out, err) = tablewright(&["check", &name(&good), "/no/pack", &name(&bad), "--format", "sarif"]);
        assert!(code == 2 && err.contains("/no/pack"), "{err}");
        let log: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(log["runs"].as_array().unwrap().len(), 1);
        assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 1);
        assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
        let (code, out, _) = tablewright(&["check", &name(&good), &name(&bad), "--format", "github"]);
        assert_eq!((code, out.lines().filter(|l| l.starts_with("::error ")).count()), (1, 1), "{out}");
        assert_eq!(out.lines().filter(|l| l.starts_with("Checked ")).count(), 2, "{out}");
    }

    #[test]
    fn what_a_baseline_knows_is_tolerated() {
        let (pack, home) = (pack(&GOOD.replace("MIT", "")), tempfile::tempdir().unwrap());
        let file = home.path().join("known.json");
        let file = file.to_str().unwrap();
        let (code, out, err) = check(&pack, &["--write-baseline", file]);
        assert!(code == 0 && out.ends_with(", 1 known\n") && err.ends_with(" knows 1 finding of 1 pack.\n"), "{out}{err}");
        assert_eq!(check(&pack, &["--baseline", file, "--format", "json"]).1.matches("\"known\":1").count(), 1);
        std::fs::write(pack.path().join("diceytable.mod.json"), GOOD.replace("\"Go\"", "7")).unwrap();
        let (code, out, err) = check(&pack, &["--baseline", file]);
        assert!(code == 1 && out.ends_with(": refused: 1 error, 0 warnings, 0 advice, 0 known\n"), "{out}");
        assert!(err.contains("still names schema in diceytable.mod.json at /license, which is mended"), "{err}");
        let other = self::pack("[]");
        let (code, _, err) = check(&other, &["--baseline", file]);
        assert!(code == 1 && err.contains("The baseline knows nothing of "), "{err}");
    }

    #[test]
    fn a_baseline_that_is_none_is_refused_and_kept() {
        let (pack, home) = (pack("[]"), tempfile::tempdir().unwrap());
        let file = home.path().join("known.json");
        let name = file.to_str().unwrap().to_owned();
        assert_eq!(check(&pack, &["--baseline", &name]).0, 2, "not there");
        for text in ["not JSON", "{}", "[]", "{\"tablewrightBaseline\":9}"] {
            std::fs::write(&file, text).unwrap();
            for option in ["--baseline", "--write-baseline"] {
                let (code, out, err) = check(&pack, &[option, &name]);
                assert!(code == 2 && out.is_empty() && err.contains("known.json") && err.lines().count() == 1, "{text}: {err}");
            }
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        }
        assert_eq!(check(&pack, &["--baseline", &name, "--write-baseline", &name]).0, 2);
        assert_eq!(check(&pack, &["--write-baseline", home.path().to_str().unwrap()]).0, 2, "a folder");
        std::fs::write(&file, "").unwrap();
        assert_eq!(check(&pack, &["--write-baseline", &name]).0, 0, "an empty file is a new one");
    }

    #[test]
    fn a_baseline_is_not_written_without_a_pack_and_keeps_others() {
        let (one, two, home) = (pack("[]"), pack("{"), tempfile::tempdir().unwrap());
        let file = home.path().join("known.json");
        let name = file.to_str().unwrap();
        let of = |p: &tempfile::TempDir| p.path().to_str().unwrap().to_owned();
        assert_eq!(tablewright(&["check", &of(&one), "/no/pack", "--write-baseline", name]).0, 2);
        assert!(!file.exists());
        assert_eq!(tablewright(&["check", &of(&one), "--write-baseline", name]).0, 0);
        assert_eq!(tablewright(&["check", &of(&two), "--write-baseline", name]).0, 0);
        assert_eq!(tablewright(&["check", &of(&one), &of(&two), "--baseline", name]).0, 0);
        assert_eq!(home.path().read_dir().unwrap().count(), 1, "nothing is left beside it");
    }
}
