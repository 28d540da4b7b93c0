//! Each document can be read, is JSON and is an object (manifest reference and setup page: both are JSON objects).

use super::{Rule, shape};
use crate::check::{Context, Part, Sink};
use crate::finding::{DocId, Finding, Severity};
use crate::json::{Document, ParseError, Pointer};

pub(super) const RULE: Rule = Rule { name: "both documents can be read", codes: &["json", "schema", "tw-file-unreadable"], run };

fn run(context: &Context, sink: &mut Sink) {
    for (document, part) in context.parts() {
        match part {
            Part::Read(read) => object(read, document, sink),
            Part::Broken(error) => not_json(error, document, sink),
            Part::Failed(error) => {
                let message = error.to_string();
                put(sink, "tw-file-unreadable", document, message);
            }
            // Rule `files` speaks of what is not there.
            Part::Missing | Part::Absent => {}
        }
    }
}

fn put<'s>(sink: &'s mut Sink, code: &'static str, document: DocId, message: String) -> &'s mut crate::check::Draft {
    sink.put(Finding { code, severity: Severity::Error, document, pointer: Pointer::root(), message })
}

fn object(read: &Document, document: DocId, sink: &mut Sink) {
    let root = read.root();
    if !root.is_object() {
        let what = match document {
            DocId::Manifest => "manifest",
            DocId::Scene => "scene",
        };
        let message = format!("The {what} must be an object in braces, not {}.", shape::kind_name(root.kind()));
        put(sink, "schema", document, message);
    }
}

fn not_json(error: &ParseError, document: DocId, sink: &mut Sink) {
    let message = format!(
        "This is not JSON: expected {}, found {}. Nothing in this file can be read until it is corrected here.",
        error.expected, error.found
    );
    put(sink, "json", document, message).at(error.position);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, found_in};
    use crate::check::{Options, Subject, check};
    use crate::error::{Error, ErrorKind};

    const OPTIONS: Options = Options { documents: true };

    #[test]
    fn objects_are_fine() {
        let good = Document::parse(GOOD.as_bytes()).unwrap();
        let subject = Subject::of_documents(Part::Read(&good), Part::Read(&good));
        assert!(found_in(&RULE, &subject, OPTIONS).is_empty());
    }

    #[test]
    fn other_values_are_not() {
        for text in ["null", "[]", "\"a\"", "1", "true"] {
            let document = Document::parse(text.as_bytes()).unwrap();
            let subject = Subject::of_documents(Part::Read(&document), Part::Read(&document));
            assert_eq!(found_in(&RULE, &subject, OPTIONS), ["error schema ", "error schema scene:"], "{text}");
        }
    }

    #[test]
    fn text_that_is_not_json_is_shown_where_it_stops() {
        for (text, line, column) in [("", 1, 1), ("{\n \"a\": 1,\n}", 3, 1), ("{\"é\" 1}", 1, 6), ("{}x", 1, 3)] {
            let error = Document::parse(text.as_bytes()).unwrap_err();
            let good = Document::parse(GOOD.as_bytes()).unwrap();
            let subject = Subject::of_documents(Part::Read(&good), Part::Broken(&error));
            let found = check(&subject, &OPTIONS);
            let [problem] = &found[..] else { panic!("{found:?}") };
            assert_eq!((problem.code, problem.line, problem.column), ("json", line, column), "{text}");
            assert_eq!(problem.file, "setup.json");
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_says_why() {
        let error = Error::new(ErrorKind::Access, "Couldn't read the manifest: access is denied");
        let subject = Subject::of_documents(Part::Failed(&error), Part::Absent);
        assert_eq!(found_in(&RULE, &subject, OPTIONS), ["error tw-file-unreadable "]);
    }
}
