//! `tablewright check`: judges packs as they stand on disk and writes nothing into them.

use super::args::usage;
use super::{Args, Command, Exit, Failure, Io, Outcome};
use lexopt::Arg;
use std::path::{Path, PathBuf};
use tablewright_core::check::{OnDisk, Options, Report, check};

pub(super) const COMMAND: Command = Command {
    name: "check",
    usage: "check PACK… [--format text|json] [--documents] [--deny warning]",
    about: "Say what the platform would refuse or warn of, and what we advise",
    run,
};

/// How the result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    /// A line a problem, and one a pack.
    Text,
    /// An object a pack, each on a line of its own.
    Json,
}

struct Asked {
    packs: Vec<PathBuf>,
    format: Format,
    options: Options,
    deny_warnings: bool,
}

fn read(args: &mut Args) -> Result<Asked, Failure> {
    let mut asked = Asked { packs: Vec::new(), format: Format::Text, options: Options::default(), deny_warnings: false };
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(pack) => asked.packs.push(pack.into()),
            Arg::Long("documents") => asked.options.documents = true,
            Arg::Long("format") => {
                asked.format = match args.value()?.as_str() {
                    "text" => Format::Text,
                    "json" => Format::Json,
                    other => return Err(usage(format!("There is no format “{other}”: use text or json"))),
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
    Ok(asked)
}

fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let asked = read(args)?;
    let mut worst = Exit::Done;
    for pack in &asked.packs {
        let exit = match judge(pack, io.state_dir, &asked.options) {
            Ok(report) => {
                let text = match asked.format {
                    Format::Text => report.to_text(),
                    Format::Json => report.to_json() + "\n",
                };
                io.out.write_all(text.as_bytes())?;
                let counts = report.counts();
                if counts.errors > 0 || (asked.deny_warnings && counts.warnings > 0) { Exit::Refused } else { Exit::Done }
            }
            Err(error) => {
                writeln!(io.err, "tablewright: {error}")?;
                Exit::Failed
            }
        };
        worst = worst.max(exit);
    }
    Ok(worst)
}

fn judge(pack: &Path, state_dir: &Path, options: &Options) -> tablewright_core::Result<Report> {
    let on_disk = OnDisk::read(pack, state_dir)?;
    let diagnostics = check(&on_disk.subject(), options);
    Ok(Report { pack: pack.display().to_string(), diagnostics })
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
}
