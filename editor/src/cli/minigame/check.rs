//! `tablewright minigame check`: judges definitions and writes nothing.

use super::super::args::usage;
use super::super::{Args, Exit, Failure, Io, Outcome};
use lexopt::Arg;
use std::path::{Path, PathBuf};
use tablewright_core::check::{Counts, Report, github, sarif};
use tablewright_core::json::Document;
use tablewright_core::minigame::check::report;
use tablewright_core::minigame::effective::effective;
use tablewright_core::minigame::project::Project;
use tablewright_core::minigame::set::Definition;
use tablewright_core::pack::OsFs;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Json,
    Sarif,
    Github,
}

struct Asked {
    paths: Vec<PathBuf>,
    format: Format,
    deny_warnings: bool,
}

fn read(args: &mut Args) -> Result<Asked, Failure> {
    let mut asked = Asked { paths: Vec::new(), format: Format::Text, deny_warnings: false };
    while let Some(arg) = args.arg()? {
        match arg {
            Arg::Value(path) => asked.paths.push(path.into()),
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
    if asked.paths.is_empty() {
        return Err(usage("Name the definition or the folder to check"));
    }
    Ok(asked)
}

pub(super) fn run(args: &mut Args, io: &mut Io) -> Outcome {
    let asked = read(args)?;
    let here = super::super::check::base_folder();
    let (mut judged, mut failures) = (Vec::new(), Vec::new());
    let mut worst = Exit::Done;
    for path in &asked.paths {
        let project = match Project::open(&OsFs, path) {
            Ok(project) => project,
            Err(error) => {
                writeln!(io.err, "tablewright: {error}")?;
                failures.push(error.to_string());
                worst = Exit::Failed;
                continue;
            }
        };
        let folder = project.root.strip_prefix(&here).map_or_else(|_| project.root.clone(), Path::to_path_buf);
        let of = asked_for(&project);
        let report = report(&project.set, of.iter().copied(), path.display().to_string(), folder);
        let Counts { errors, warnings, .. } = report.counts();
        if errors > 0 || (asked.deny_warnings && warnings > 0) {
            worst = worst.max(Exit::Refused);
        }
        match asked.format {
            Format::Text => io.out.write_all(report.to_text().as_bytes())?,
            Format::Json => writeln!(io.out, "{}", json(&report, &project, &of))?,
            Format::Github => io.out.write_all(github(&report).as_bytes())?,
            Format::Sarif => judged.push(report),
        }
    }
    if asked.format == Format::Sarif {
        io.out.write_all(sarif(&judged, &failures).as_bytes())?;
    }
    Ok(worst)
}

/// The one that was asked for, or all.
pub(super) fn asked_for(project: &Project) -> Vec<&Definition> {
    match project.asked() {
        Some(one) => vec![one],
        None => project.set.all().iter().collect(),
    }
}

/// The report as of a pack, with the definitions that hold no error as the game reads them.
fn json(report: &Report, project: &Project, of: &[&Definition]) -> String {
    let refused = |definition: &Definition| {
        let errors = report.diagnostics.iter().filter(|d| d.severity == tablewright_core::Severity::Error);
        errors.map(|d| d.file.as_str()).any(|file| file == definition.path.as_str())
    };
    let good = of.iter().filter(|definition| !refused(definition));
    let filled = good.filter_map(|definition| {
        let document = definition.document.as_ref().ok()?;
        Some((definition.path.as_str(), effective(document.root()).ok()?.text()))
    });
    let filled: Vec<(&str, String)> = filled.collect();
    let effective = match (project.asked.is_some(), filled.as_slice()) {
        (true, []) => String::new(),
        (true, [(_, text), ..]) => format!(",\"effective\":{text}"),
        (false, all) => {
            let member = |(path, text): &(&str, String)| format!("{}:{text}", quoted(path));
            format!(",\"effective\":{{{}}}", all.iter().map(member).collect::<Vec<_>>().join(","))
        }
    };
    let whole = report.to_json();
    let open = whole.strip_suffix('}').unwrap_or(&whole);
    one_line(&format!("{open}{effective}}}"))
}

fn quoted(text: &str) -> String {
    Document::new(text.into()).map(|document| document.text()).unwrap_or_default()
}

/// JSON without the line breaks between its tokens. Strings have none.
fn one_line(json: &str) -> String {
    json.lines().map(str::trim_start).collect()
}
