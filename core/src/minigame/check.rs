//! Judging definitions: what the game would not start with, what will not work, and what we advise, each with a fix.
//!
//! - this file: running the rules over a project
//! - `shape`: what each value must be, by the [table](super::table), and the reference's rules over several fields
//! - `advice`: names, targets, loadouts, and settings that do not go together
//!
//! The diagnostics and fixes are those of packs; a definition takes the place of the manifest in them.

mod advice;
mod shape;

use super::set::{Definition, Set};
use crate::check::{Diagnostic, Fix, Report, Sink, Subject, unreadable};
use crate::finding::Severity;
use crate::json::{Document, EditError, Pointer, Ref, Value};
use crate::pack::Fault;
use std::path::PathBuf;

/// The scene that a definition does not have.
static NO_SCENE: Fault = Fault::NotNamed;

/// A definition as what is judged.
fn subject(definition: &Definition) -> Subject<'_> {
    let mut subject = Subject::of_documents(definition.document.as_ref(), Err(&NO_SCENE));
    subject.manifest_path = definition.path.as_str();
    subject
}

/// What is found in one definition of a project.
pub fn check(set: &Set, definition: &Definition) -> Vec<Diagnostic> {
    let subject = subject(definition);
    let mut sink = Sink::default();
    match &definition.document {
        Ok(document) if document.root().is_object() => {
            let judged = Judged { set, definition, document, root: document.root() };
            shape::run(&judged, &mut sink);
            advice::run(&judged, &mut sink);
        }
        Ok(document) => not_an_object(document, &mut sink),
        Err(Fault::NotAnObject(document)) => not_an_object(document, &mut sink),
        Err(_) => unreadable(&subject, &mut sink),
    }
    sink.into_diagnostics(&subject)
}

/// What is found in these definitions as one report, called `name`, with the files below `folder`.
pub fn report<'a>(set: &Set, of: impl Iterator<Item = &'a Definition>, name: String, folder: PathBuf) -> Report {
    let mut whole = Report { pack: name, folder, diagnostics: Vec::new(), places: Vec::new(), known: None };
    for definition in of {
        let part = Report::new("", PathBuf::new(), &subject(definition), check(set, definition));
        whole.diagnostics.extend(part.diagnostics);
        whole.places.extend(part.places);
    }
    whole
}

/// A definition that is an object, and the others.
struct Judged<'a> {
    set: &'a Set,
    definition: &'a Definition,
    document: &'a Document,
    root: Ref<'a>,
}

fn not_an_object(document: &Document, sink: &mut Sink) {
    let is = crate::shape::shown(document.root());
    let message = format!("A minigame definition must be an object in braces, but this is {is}.");
    sink.manifest("schema", Severity::Error, Pointer::root(), message);
}

/// Writes a value to a place.
fn set_value(label: impl Into<String>, safe: bool, at: Pointer, value: Value) -> Fix {
    Fix::manifest("set-value", label, safe, move |definition| place(definition, &at, value.clone()))
}

/// Takes a member or an element out.
fn remove(label: impl Into<String>, safe: bool, at: Pointer) -> Fix {
    Fix::manifest("remove", label, safe, move |definition| definition.remove(&at))
}

/// Writes a value, a new key where the table has it.
fn place(definition: &Document, at: &Pointer, value: Value) -> Result<Document, EditError> {
    crate::edit::place_by(definition, &super::table::RULE, at, value)
}

#[cfg(test)]
mod tests;
