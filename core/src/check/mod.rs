//! Judging a pack: what the platform would refuse, what it would warn of, and what we advise.
//!
//! [`check`] runs every rule of [`rules`] on a [`Subject`], which may be a folder on disk or the unsaved documents of a
//! window, and gives [`Diagnostic`]s in the order of the files. Every code stands in the [`catalogue`]. A rule reads, it
//! never edits and never touches a disk except through [`FileSet`]; what mends a problem is a [`Fix`] on its diagnostic.
//!
//! To add a rule: write one file in `rules/`, name it in `rules/mod.rs`, and give each new code its entry in the
//! catalogue. Nothing but [`crate::publish`] and [`crate::minigame`] may read this module.

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
pub use fix::{Fix, Remedy};
pub use github::github;
pub use on_disk::OnDisk;
pub use report::{Counts, Report, diagnostics_json};
pub use sarif::sarif;
pub use sink::{Draft, Sink};
pub use subject::{FileSet, FileState, MAX_TEXT, NoFiles, Part, Subject, Surveyed};

use crate::finding::{DocId, Severity};
use catalogue::Stage;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    let sink = run_rules(&context);
    let mut found = sink.into_diagnostics(subject);
    if options.documents && manifest_is_refused(&found) {
        found.retain(|d| catalogue::entry(d.code).is_none_or(|entry| entry.stage != Stage::Publish));
    }
    found
}

/// From how many bytes of text on the rules are worth a second thread.
const LARGE: usize = 512 << 10;

/// What all rules find, in their order. Rules know nothing of each other, so those of a large pack run two at a time: the
/// scene's shape takes about as long as all others together.
fn run_rules(context: &Context) -> Sink {
    let bytes: usize = context.parts().iter().filter_map(|(_, part)| part.ok()).map(|d| d.loaded_text().len()).sum();
    let mut sink = Sink::default();
    if bytes < LARGE || std::thread::available_parallelism().is_ok_and(|n| n.get() < 2) {
        for rule in rules::RULES {
            (rule.run)(context, &mut sink);
        }
        return sink;
    }
    // The slowest stand last in the list and are taken first.
    let left = AtomicUsize::new(rules::RULES.len());
    let work = || {
        let mut found = Vec::new();
        while let Ok(number) = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) {
            let mut sink = Sink::default();
            (rules::RULES[number - 1].run)(context, &mut sink);
            found.push((number, sink));
        }
        found
    };
    let mut found = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut found = work();
        // A rule that panics here would have panicked on this thread as well.
        found.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        found
    });
    found.sort_by_key(|(number, _)| *number);
    for (_, part) in found {
        sink.append(part);
    }
    sink
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

    /// A pack so large that two threads judge it gets the same answer, in the same order.
    #[test]
    fn a_large_pack_is_judged_as_a_small_one() {
        use crate::json::Document;
        let judged = |scene: &str| {
            let manifest = rules::testing::with("assets", r#"["../a.png","b.exe"]"#).replace("\"Go\"", "\"\"");
            let (manifest, scene) = (Document::parse(manifest.as_bytes()).unwrap(), Document::parse(scene.as_bytes()).unwrap());
            let found = check(&Subject::of_documents(Ok(&manifest), Ok(&scene)), &Options::default());
            found.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let small = rules::testing::SCENE.replace("\"objects\":[]", "\"objects\":7,\"room\":0");
        let large = small.replace("\"objects\":7", &format!("\"objects\":7,\"zones\":[{{\"id\":\"{}\"}}]", "x".repeat(LARGE)));
        let places = |lines: &[String]| lines.iter().map(|l| l.split(": ").skip(1).collect::<String>()).collect::<Vec<_>>();
        let (small, large) = (judged(&small), judged(&large));
        assert!(small.len() > 4, "{small:#?}");
        assert_eq!(places(&small), places(&large));
    }

    #[test]
    fn what_publishing_refuses_waits_for_a_manifest_that_parses() {
        use crate::json::Document;
        use crate::pack::Fault;
        let text = rules::testing::with("assets", r#"["../a.png"]"#);
        let codes = |text: &str, documents| -> Vec<&str> {
            let manifest = Document::parse(text.as_bytes()).unwrap();
            let found = check(&Subject::of_documents(Ok(&manifest), Err(&Fault::NotNamed)), &Options { documents });
            found.iter().map(|d| d.code).filter(|code| !matches!(*code, "tw-missing-file" | "tw-credit-gone")).collect()
        };
        assert_eq!(codes(&text, true), ["unsafe-path"]);
        let failing = text.replace("\"Go\"", "7");
        assert_eq!(codes(&failing, true), ["schema"]);
        assert_eq!(codes(&failing, false), ["schema", "unsafe-path"]);
    }
}
