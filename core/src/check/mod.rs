//! Judging a pack: what the platform would refuse, what it would warn of, and what we advise.
//!
//! [`check`] runs every rule of [`rules`] on a [`Subject`], which may be a folder on disk or the unsaved documents of a
//! window, and gives [`Diagnostic`]s in the order of the files. Every code stands in the [`catalogue`]. A rule reads, it
//! never edits and never touches a disk except through [`FileSet`]; what mends a problem is a [`Fix`] on its diagnostic.
//!
//! To add a rule: write one file in `rules/`, name it in `rules/mod.rs`, and give each new code its entry in the
//! catalogue. Nothing but [`crate::publish`] may read this module.

#[cfg(test)]
mod any_manifest;
mod at_commit;
mod baseline;
pub mod catalogue;
mod context;
mod diagnostic;
mod disk;
mod fix;
pub mod fixing;
mod github;
mod lines;
mod on_disk;
mod report;
pub mod rules;
mod sarif;
pub mod script_scan;
mod sink;
mod subject;
mod tree;

pub use at_commit::AtCommit;
pub use baseline::{Baseline, Known};
pub use context::Context;
pub use diagnostic::Diagnostic;
pub use disk::DiskFiles;
pub use fix::Fix;
pub use github::github;
pub use on_disk::OnDisk;
pub use report::{Counts, Report, diagnostics_json};
pub use sarif::sarif;
pub use sink::{Draft, Sink};
pub use subject::{FileSet, FileState, MAX_TEXT, NoFiles, Part, Subject};

use crate::finding::{DocId, Severity};
use catalogue::Stage;

/// What a check is asked to judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Judges what the two documents say, and not which files are there. As the platform does, codes that it gives only
    /// when a pack is published are held back while the manifest fails its schema.
    pub documents: bool,
}

/// Runs every rule on `subject`. The result is sorted: manifest before scene, then by line and column.
pub fn check(subject: &Subject, options: &Options) -> Vec<Diagnostic> {
    let context = Context::new(subject, options);
    let mut sink = Sink::default();
    for rule in rules::RULES {
        (rule.run)(&context, &mut sink);
    }
    let mut found = sink.into_diagnostics(subject);
    if options.documents && manifest_is_refused(&found) {
        found.retain(|d| catalogue::entry(d.code).is_none_or(|entry| entry.stage != Stage::Publish));
    }
    found
}

/// Puts into `sink` why the documents of `subject` cannot be read, where they cannot: for commands that need a document
/// and run no other rule.
pub fn unreadable(subject: &Subject, sink: &mut Sink) {
    rules::readable(&Context::new(subject, &Options::default()), sink);
}

/// Whether the manifest fails already when it is parsed.
fn manifest_is_refused(found: &[Diagnostic]) -> bool {
    found.iter().any(|d| d.document == DocId::Manifest && d.severity == Severity::Error && matches!(d.code, "schema" | "json"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Published packs stand beside the project on developers' machines. `go` there has a manifest and a scene of
    /// different commits, so nothing is attached to its three ranked variants.
    #[test]
    fn published_packs_have_no_error() {
        let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/real-packs");
        let Ok(folders) = packs.read_dir() else {
            eprintln!("{} is not there: nothing was checked", packs.display());
            return;
        };
        let mut checked = 0;
        for folder in folders.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
            let pack = OnDisk::read(&folder, &folder.join("no-state")).unwrap();
            let found = check(&pack.subject(), &Options { documents: true });
            let errors: Vec<String> =
                found.iter().filter(|d| d.severity == Severity::Error).map(|d| format!("{} {}", d.code, d.pointer)).collect();
            let known: Vec<String> = match folder.file_name() {
                Some(name) if name == "go" => (3..6).map(|i| format!("tw-ranked-no-result /variants/{i}/ranking")).collect(),
                _ => Vec::new(),
            };
            assert_eq!(errors, known, "{}", folder.display());
            checked += 1;
        }
        assert!(checked > 0);
    }

    #[test]
    fn what_publishing_refuses_waits_for_a_manifest_that_parses() {
        use crate::json::Document;
        use crate::pack::Fault;
        let text = rules::testing::with("assets", r#"["../a.png"]"#);
        let codes = |text: &str, documents| -> Vec<&str> {
            let manifest = Document::parse(text.as_bytes()).unwrap();
            let found = check(&Subject::of_documents(Ok(&manifest), Err(&Fault::NotNamed)), &Options { documents });
            found.iter().map(|d| d.code).filter(|code| *code != "tw-missing-file").collect()
        };
        assert_eq!(codes(&text, true), ["unsafe-path"]);
        let failing = text.replace("\"Go\"", "7");
        assert_eq!(codes(&failing, true), ["schema"]);
        assert_eq!(codes(&failing, false), ["schema", "unsafe-path"]);
    }
}
