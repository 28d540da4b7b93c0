//! Each document can be read, is JSON and is an object (manifest reference and setup page: both are JSON objects).

use super::Rule;
use crate::check::{Context, Draft, FileState, Sink};
use crate::finding::{DocId, Finding, Severity};
use crate::json::{Kind, ParseError, Pointer};
use crate::manifest::{MAX_PATH, ManifestView};
use crate::pack::{Fault, PackPath};

pub(super) const RULE: Rule = Rule { name: "both documents can be read", codes: &["json", "schema", "tw-file-unreadable"], run };

pub(in crate::check) fn run(context: &Context, sink: &mut Sink) {
    for (document, part) in context.parts() {
        match part {
            Ok(read) if read.root().is_object() => {}
            // The working copy hands out objects only; an edit may have made something else of one.
            Ok(read) => not_an_object(kind_name(read.root().kind()), document, sink),
            Err(Fault::NotAnObject(read)) => not_an_object(kind_name(read.root().kind()), document, sink),
            Err(Fault::NotJson(error)) => not_json(error, document, sink),
            Err(Fault::Unreadable(error)) => {
                if document == DocId::Manifest || !told_in_manifest(context) {
                    put(sink, "tw-file-unreadable", document, error.to_string());
                }
            }
            Err(Fault::Missing) if document == DocId::Manifest => {
                put(sink, "tw-file-unreadable", document, "The manifest is not there. Put the file back.".to_owned());
            }
            // Other rules speak of a scene that is not there.
            Err(Fault::Missing | Fault::NotNamed) => {}
        }
    }
}

/// Whether the scene cannot be read because of its path, which other rules report where it is written: no path in a
/// pack, one that is too long, or a link that leads out of it.
fn told_in_manifest(context: &Context) -> bool {
    let Some(setup) = context.manifest.and_then(ManifestView::setup) else { return false };
    match PackPath::parse(&setup) {
        Ok(path) if path.as_str().encode_utf16().count() > MAX_PATH => true,
        Ok(path) => !context.options.documents && context.subject.files.state(&path) == FileState::Outside,
        Err(_) => true,
    }
}

fn put<'s>(sink: &'s mut Sink, code: &'static str, document: DocId, message: String) -> &'s mut Draft {
    sink.put(Finding { code, severity: Severity::Error, document, pointer: Pointer::root(), message })
}

fn not_an_object(what: &str, document: DocId, sink: &mut Sink) {
    let name = match document {
        DocId::Manifest => "manifest",
        DocId::Scene => "scene",
    };
    put(sink, "schema", document, format!("The {name} must be an object in braces, not {what}."));
}

fn not_json(error: &ParseError, document: DocId, sink: &mut Sink) {
    let message = format!(
        "This is not JSON: expected {}, found {}. Nothing in this file can be read until it is corrected here.",
        error.expected, error.found
    );
    put(sink, "json", document, message).at(error.position);
}

/// The name of a kind of value in a sentence.
fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "true or false",
        Kind::Number => "a number",
        Kind::String => "text",
        Kind::Array => "a list",
        Kind::Object => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, found_in};
    use crate::check::{Options, Subject, check};
    use crate::error::{Error, ErrorKind};
    use crate::json::Document;

    const OPTIONS: Options = Options { documents: true };

    #[test]
    fn objects_are_fine() {
        let good = Document::parse(GOOD.as_bytes()).unwrap();
        let subject = Subject::of_documents(Ok(&good), Ok(&good));
        assert!(found_in(&RULE, &subject, OPTIONS).is_empty());
        let nothing = Subject::of_documents(Ok(&good), Err(&Fault::Missing));
        assert!(found_in(&RULE, &nothing, OPTIONS).is_empty());
    }

    #[test]
    fn other_values_are_not() {
        let both = ["error schema ", "error schema scene:"];
        for text in ["null", "[]", "\"a\"", "1", "true"] {
            let document = Document::parse(text.as_bytes()).unwrap();
            let subject = Subject::of_documents(Ok(&document), Ok(&document));
            assert_eq!(found_in(&RULE, &subject, OPTIONS), both, "{text}");
        }
        let fault = Fault::NotAnObject(Document::parse(b"[]").unwrap());
        assert_eq!(found_in(&RULE, &Subject::of_documents(Err(&fault), Err(&fault)), OPTIONS), both);
    }

    #[test]
    fn text_that_is_not_json_is_shown_where_it_stops() {
        let good = Document::parse(GOOD.as_bytes()).unwrap();
        for (text, line, column) in [("", 1, 1), ("{\n \"a\": 1,\n}", 3, 1), ("{\"é\" 1}", 1, 6), ("{}x", 1, 3)] {
            let fault = Fault::NotJson(Document::parse(text.as_bytes()).unwrap_err());
            let found = check(&Subject::of_documents(Ok(&good), Err(&fault)), &OPTIONS);
            let [problem] = &found[..] else { panic!("{found:?}") };
            assert_eq!((problem.code, problem.line, problem.column), ("json", line, column), "{text}");
            assert_eq!(problem.file, "setup.json");
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_says_why() {
        let fault = Fault::Unreadable(Error::new(ErrorKind::Access, "Couldn't read the file: access is denied").into());
        let subject = Subject::of_documents(Err(&fault), Err(&fault));
        assert_eq!(found_in(&RULE, &subject, OPTIONS), ["error tw-file-unreadable ", "error tw-file-unreadable scene:"]);
    }

    #[test]
    fn an_unusable_path_is_told_by_another_rule() {
        let fault = Fault::Unreadable(Error::new(ErrorKind::UnsafePath, "It leads out of the pack").into());
        let manifest = Document::parse(GOOD.replace("setup.json", "../setup.json").as_bytes()).unwrap();
        let found = check(&Subject::of_documents(Ok(&manifest), Err(&fault)), &OPTIONS);
        assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["unsafe-path"]);
        let long = "a".repeat(MAX_PATH + 1);
        let manifest = Document::parse(GOOD.replace("setup.json", &long).as_bytes()).unwrap();
        let found = check(&Subject::of_documents(Ok(&manifest), Err(&fault)), &OPTIONS);
        assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["schema"]);
    }
}
