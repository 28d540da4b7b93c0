//! A check's result as text and as JSON, in the forms of the command line.

use super::baseline;
use super::diagnostic::Diagnostic;
use super::subject::Subject;
use crate::finding::Severity;
use crate::json::quote;
use std::fmt::{self, Write as _};
use std::path::PathBuf;

/// How many problems of each severity there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// What the platform would refuse, or what cannot be read.
    pub errors: usize,
    /// What the platform warns of, or what will not work.
    pub warnings: usize,
    /// What we advise.
    pub advice: usize,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { errors, warnings, advice } = self;
        let end = |n: &usize| if *n == 1 { "" } else { "s" };
        write!(f, "{errors} error{}, {warnings} warning{}, {advice} advice", end(errors), end(warnings))
    }
}

impl Counts {
    /// Counts `diagnostics`.
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        let count = |severity| diagnostics.iter().filter(|d| d.severity == severity).count();
        Self { errors: count(Severity::Error), warnings: count(Severity::Warning), advice: count(Severity::Advice) }
    }
}

/// What a check found in one pack.
#[derive(Debug, Clone)]
pub struct Report {
    /// The pack, as the caller named it.
    pub pack: String,
    /// The pack's folder, from where whoever reads the report looks for its files: relative, empty for the place itself,
    /// or absolute.
    pub folder: PathBuf,
    /// All problems, sorted; without those that a [baseline](super::Baseline) knows.
    pub diagnostics: Vec<Diagnostic>,
    /// The [place](super::Baseline) of each problem.
    pub places: Vec<String>,
    /// How many problems a baseline knows, where there is one.
    pub known: Option<usize>,
}

impl Report {
    /// What was found in `subject`.
    pub fn new(pack: impl Into<String>, folder: PathBuf, subject: &Subject, diagnostics: Vec<Diagnostic>) -> Self {
        let places = diagnostics.iter().map(|diagnostic| baseline::place(subject, diagnostic)).collect();
        Self { pack: pack.into(), folder, diagnostics, places, known: None }
    }

    /// Each problem with its place.
    pub(super) fn findings(&self) -> impl Iterator<Item = (&Diagnostic, &str)> {
        self.diagnostics.iter().zip(self.places.iter().map(String::as_str))
    }

    /// How many problems of each severity there are.
    pub fn counts(&self) -> Counts {
        Counts::of(&self.diagnostics)
    }

    /// `accepted` where nothing is an error, else `refused`; what a baseline knows is not counted.
    pub fn verdict(&self) -> &'static str {
        if self.counts().errors == 0 { "accepted" } else { "refused" }
    }

    /// One line a problem, then one with the counts, each ended by a line feed.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for diagnostic in &self.diagnostics {
            // Writing to a string cannot fail.
            let _ok = writeln!(out, "{diagnostic}");
        }
        let _ok = writeln!(out, "{}", self.summary());
        out
    }

    /// The pack, the verdict and the counts, on one line.
    pub fn summary(&self) -> String {
        let known = self.known.map(|known| format!(", {known} known")).unwrap_or_default();
        format!("{}: {}: {}{known}", self.pack, self.verdict(), self.counts())
    }

    /// One object on one line, without a line feed: `pack`, `verdict`, `diagnostics`, and `known` where there is a baseline.
    pub fn to_json(&self) -> String {
        let known = self.known.map(|known| format!(",\"known\":{known}")).unwrap_or_default();
        format!(
            "{{\"pack\":{},\"verdict\":\"{}\",\"diagnostics\":{}{known}}}",
            quote(&self.pack),
            self.verdict(),
            diagnostics_json(&self.diagnostics)
        )
    }
}

/// The list of `diagnostics` as JSON, on one line.
pub fn diagnostics_json(diagnostics: &[Diagnostic]) -> String {
    let all: Vec<String> = diagnostics.iter().map(diagnostic_json).collect();
    format!("[{}]", all.join(","))
}

fn diagnostic_json(diagnostic: &Diagnostic) -> String {
    let Diagnostic { code, severity, file, pointer, line, column, message, fixes, document: _ } = diagnostic;
    let fixes: Vec<String> = fixes
        .iter()
        .map(|fix| format!("{{\"id\":{},\"label\":{},\"safe\":{}}}", quote(fix.id()), quote(fix.label()), fix.is_safe()))
        .collect();
    format!(
        "{{\"code\":{},\"severity\":\"{severity}\",\"file\":{},\"pointer\":{},\"line\":{line},\"column\":{column},\
         \"message\":{},\"fixes\":[{}]}}",
        quote(code),
        quote(file),
        quote(&pointer.to_string()),
        quote(message),
        fixes.join(",")
    )
}

#[cfg(test)]
pub(super) mod testing {
    //! A report for the tests of the formats.

    use super::*;
    use crate::check::Fix;
    use crate::finding::DocId;
    use crate::pointer;

    pub(crate) fn problem(severity: Severity, line: u32) -> Diagnostic {
        Diagnostic {
            code: "schema",
            severity,
            document: DocId::Manifest,
            file: "diceytable.mod.json".into(),
            pointer: pointer!["a/b", 0],
            line,
            column: 7,
            message: "Line\nbreak “é”".into(),
            fixes: Vec::new(),
        }
    }

    pub(crate) fn report() -> Report {
        let mut diagnostics = vec![problem(Severity::Error, 3), problem(Severity::Advice, 3)];
        diagnostics[0].fixes.push(Fix::manifest("name", "Say \"hello\"", true, |d| Ok(d.clone())));
        let places = vec!["/a~1b/0".to_owned(); 2];
        Report { pack: "packs/go".into(), folder: "packs/go".into(), diagnostics, places, known: None }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::report;
    use super::*;

    #[test]
    fn prints_a_line_a_problem_and_the_counts() {
        let mut report = report();
        report.diagnostics[0].message = "Too long".into();
        report.diagnostics.truncate(1);
        assert_eq!(
            report.to_text(),
            "diceytable.mod.json:3:7: error[schema]: Too long\npacks/go: refused: 1 error, 0 warnings, 0 advice\n"
        );
        report.diagnostics[0].severity = Severity::Warning;
        assert_eq!(report.verdict(), "accepted");
        report.known = Some(2);
        assert_eq!(report.summary(), "packs/go: accepted: 0 errors, 1 warning, 0 advice, 2 known");
    }

    #[test]
    fn prints_json_of_the_agreed_shape() {
        let value: serde_json::Value = serde_json::from_str(&report().to_json()).unwrap();
        let first = serde_json::json!({
            "code": "schema", "severity": "error", "file": "diceytable.mod.json", "pointer": "/a~1b/0", "line": 3,
            "column": 7, "message": "Line\nbreak “é”",
            "fixes": [{"id": "name", "label": "Say \"hello\"", "safe": true}],
        });
        assert_eq!(value["pack"], "packs/go");
        assert_eq!(value["verdict"], "refused");
        assert_eq!(value["diagnostics"][0], first);
        assert_eq!(value["diagnostics"][1]["severity"], "advice");
        assert_eq!(value["diagnostics"][1]["fixes"], serde_json::json!([]));
        assert!(!report().to_json().contains('\n'));
        assert!(value.get("known").is_none());
        let value: serde_json::Value = serde_json::from_str(&Report { known: Some(2), ..report() }.to_json()).unwrap();
        assert_eq!(value["known"], 2);
    }
}
