//! A check's result as text and as JSON, in the forms of the command line.

use super::diagnostic::Diagnostic;
use crate::finding::Severity;
use crate::json::quote;
use std::fmt::Write as _;

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
    /// All problems, sorted.
    pub diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// How many problems of each severity there are.
    pub fn counts(&self) -> Counts {
        Counts::of(&self.diagnostics)
    }

    /// `accepted` where nothing is an error, else `refused`.
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
        let Counts { errors, warnings, advice } = self.counts();
        let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        let _ok = writeln!(
            out,
            "{}: {}: {}, {}, {advice} advice",
            self.pack,
            self.verdict(),
            plural(errors, "error"),
            plural(warnings, "warning")
        );
        out
    }

    /// One object on one line, without a line feed: `pack`, `verdict`, `diagnostics`.
    pub fn to_json(&self) -> String {
        format!(
            "{{\"pack\":{},\"verdict\":\"{}\",\"diagnostics\":{}}}",
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
mod tests {
    use super::*;
    use crate::check::Fix;
    use crate::finding::DocId;
    use crate::pointer;

    fn report() -> Report {
        let fix = Fix::manifest("name", "Say \"hello\"", true, |d| Ok(d.clone()));
        let problem = |severity, fixes| Diagnostic {
            code: "schema",
            severity,
            document: DocId::Manifest,
            file: "diceytable.mod.json".into(),
            pointer: pointer!["a/b", 0],
            line: 3,
            column: 7,
            message: "Line\nbreak “é”".into(),
            fixes,
        };
        let diagnostics = vec![problem(Severity::Error, vec![fix]), problem(Severity::Advice, vec![])];
        Report { pack: "packs/go".into(), diagnostics }
    }

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
    }
}
