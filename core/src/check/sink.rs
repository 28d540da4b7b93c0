//! Where rules put what they find.

use super::diagnostic::Diagnostic;
use super::fix::Fix;
use super::lines;
use super::subject::{Part, Subject};
use crate::finding::{DocId, Finding, Severity};
use crate::json::{Document, Pointer, Position};

/// Takes findings and gives them their file, line and column when all are in.
#[derive(Debug, Default)]
pub struct Sink {
    drafts: Vec<Draft>,
}

/// A finding that can still be given a fix or another place.
#[derive(Debug)]
pub struct Draft {
    finding: Finding,
    place: Place,
    fixes: Vec<Fix>,
}

#[derive(Debug)]
enum Place {
    Value,
    Key,
    At(Position),
}

impl Draft {
    /// Shows the key of the member, not its value.
    pub fn at_key(&mut self) -> &mut Self {
        self.place = Place::Key;
        self
    }

    /// Shows this place of the loaded text.
    pub fn at(&mut self, position: Position) -> &mut Self {
        self.place = Place::At(position);
        self
    }

    /// Adds a way to mend it; the best comes first.
    pub fn fix(&mut self, fix: Fix) -> &mut Self {
        self.fixes.push(fix);
        self
    }
}

impl Sink {
    /// Takes a finding as another module made it.
    pub fn put(&mut self, finding: Finding) -> &mut Draft {
        let index = self.drafts.len();
        self.drafts.push(Draft { finding, place: Place::Value, fixes: Vec::new() });
        &mut self.drafts[index]
    }

    /// Takes what another sink has, after its own.
    pub(super) fn append(&mut self, other: Self) {
        self.drafts.extend(other.drafts);
    }

    /// A problem of the manifest.
    pub fn manifest(
        &mut self,
        code: &'static str,
        severity: Severity,
        pointer: Pointer,
        message: impl Into<String>,
    ) -> &mut Draft {
        self.put(Finding { code, severity, document: DocId::Manifest, pointer, message: message.into() })
    }

    /// A failure of the manifest's schema.
    pub fn schema(&mut self, pointer: Pointer, message: impl Into<String>) -> &mut Draft {
        self.manifest("schema", Severity::Error, pointer, message)
    }

    /// The findings with their places, sorted: manifest before scene, then by line and column.
    pub fn into_diagnostics(self, subject: &Subject) -> Vec<Diagnostic> {
        let (manifest, scene): (Vec<_>, Vec<_>) = self.drafts.into_iter().partition(|d| d.finding.document == DocId::Manifest);
        let mut all = place(manifest, subject.manifest, subject.manifest_path);
        all.extend(place(scene, subject.scene, subject.scene_path));
        all
    }

    #[cfg(test)]
    pub(super) fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.drafts.iter().map(|d| &d.finding)
    }
}

/// Gives the findings of one file their lines and columns.
fn place(drafts: Vec<Draft>, part: Part, file: &str) -> Vec<Diagnostic> {
    let positions = match part {
        Ok(document) => {
            let offsets: Vec<usize> = drafts.iter().map(|draft| draft.offset(document)).collect();
            lines::positions(document.loaded_text(), &offsets)
        }
        Err(_) => vec![Position { line: 1, column: 1 }; drafts.len()],
    };
    let mut all: Vec<Diagnostic> = drafts
        .into_iter()
        .zip(positions)
        .map(|(draft, found)| {
            let Position { line, column } = if let Place::At(position) = draft.place { position } else { found };
            let Finding { code, severity, document, pointer, message } = draft.finding;
            Diagnostic { code, severity, document, file: file.to_owned(), pointer, line, column, message, fixes: draft.fixes }
        })
        .collect();
    // A stable sort: at one place the order of the rules stays.
    all.sort_by_key(|d| (d.line, d.column));
    all
}

impl Draft {
    fn offset(&self, document: &Document) -> usize {
        match self.place {
            Place::Value => document.offset(&self.finding.pointer),
            Place::Key => document.key_offset(&self.finding.pointer),
            Place::At(_) => 0,
        }
    }
}
