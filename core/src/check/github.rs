//! A check's result as the lines by which a GitHub workflow puts annotations beside the lines of a change.

use super::catalogue;
use super::diagnostic::Diagnostic;
use super::report::Report;
use crate::finding::Severity;
use std::fmt::Write as _;

/// A workflow command a problem, then a line with the counts, each ended by a line feed.
pub fn github(report: &Report) -> String {
    let mut out = String::new();
    for diagnostic in &report.diagnostics {
        let Diagnostic { code, severity, file, line, column, message, .. } = diagnostic;
        let command = match severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Advice => "notice",
        };
        let title = catalogue::entry(code).map_or_else(|| (*code).to_owned(), |entry| format!("{} ({code})", entry.title));
        // Writing to a string cannot fail.
        let _ok = writeln!(
            out,
            "::{command} file={},line={line},col={column},title={}::{}",
            property(&slashed(report, file)),
            property(&title),
            data(message)
        );
    }
    // A folder may be called anything; a line must not begin with a command of its making.
    let _ok = writeln!(out, "Checked {}", data(&report.summary()));
    out
}

/// The path of a file of the pack, with `/` between its parts.
fn slashed(report: &Report, file: &str) -> String {
    let path = report.folder.join(file).display().to_string();
    if cfg!(windows) { path.replace('\\', "/") } else { path }
}

/// The text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a command's property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::report::testing::{problem, report};
    use super::*;

    #[test]
    fn a_problem_is_a_command() {
        let out = github(&report());
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(
            lines[0],
            "::error file=packs/go/diceytable.mod.json,line=3,col=7,title=Not what the format allows (schema)::Line%0Abreak “é”"
        );
        assert!(lines[1].starts_with("::notice file="), "{out}");
        assert_eq!(lines[2], "Checked packs/go: refused: 1 error, 0 warnings, 1 advice");
        let warned = Report { diagnostics: vec![problem(Severity::Warning, 1)], ..report() };
        assert!(github(&warned).starts_with("::warning file="));
    }

    #[test]
    fn no_name_and_no_message_breaks_out_of_its_command() {
        let mut odd = Report { folder: "a b,c:d%\r\ne".into(), pack: "x\n::error::y".to_owned(), ..report() };
        odd.diagnostics.truncate(1);
        odd.diagnostics[0].message = "100%, at 3:4\r\n::warning::no".to_owned();
        let out = github(&odd);
        assert!(out.starts_with("::error file=a b%2Cc%3Ad%25%0D%0Ae/diceytable.mod.json,line="), "{out}");
        assert!(out.lines().next().unwrap().ends_with("::100%25, at 3:4%0D%0A::warning::no"), "{out}");
        assert_eq!(out.lines().count(), 2, "{out}");
    }
}
