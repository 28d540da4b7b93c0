//! The manifest's problems by the places that they are about: made once for each set of problems, asked in every frame.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tablewright_core::check::Diagnostic;
use tablewright_core::json::Pointer;
use tablewright_core::{DocId, Severity};

use crate::widgets::Tone;

/// How many problems a place has, by severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
}

impl Counts {
    /// The worse of the two and how many there are; `None` where there are none.
    pub fn worst(self) -> Option<(Tone, usize)> {
        match self {
            Self { errors: 0, warnings: 0 } => None,
            Self { errors: 0, warnings } => Some((Tone::Warning, warnings)),
            Self { errors, .. } => Some((Tone::Error, errors)),
        }
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { errors: self.errors + other.errors, warnings: self.warnings + other.warnings }
    }
}

/// The problems of the manifest by place.
#[derive(Debug, Default)]
pub struct ProblemIndex {
    of: Option<Arc<[Diagnostic]>>,
    places: BTreeMap<Pointer, Vec<usize>>,
    /// What stands at and below each place on the way to a problem.
    counts: FxHashMap<Pointer, Counts>,
}

impl ProblemIndex {
    /// Takes another set of problems in; the same again costs nothing.
    pub fn refresh(&mut self, problems: &Arc<[Diagnostic]>) {
        if self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, problems)) {
            return;
        }
        self.of = Some(Arc::clone(problems));
        self.places.clear();
        self.counts.clear();
        for (number, problem) in problems.iter().enumerate().filter(|(_, p)| p.document == DocId::Manifest) {
            self.places.entry(problem.pointer.clone()).or_default().push(number);
            if problem.severity == Severity::Advice {
                continue;
            }
            let mut above = Some(problem.pointer.clone());
            while let Some(at) = above {
                above = at.parent();
                let counts = self.counts.entry(at).or_default();
                match problem.severity {
                    Severity::Error => counts.errors += 1,
                    _ => counts.warnings += 1,
                }
            }
        }
    }

    /// The problem with this number.
    pub fn problem(&self, number: usize) -> Option<&Diagnostic> {
        self.of.as_ref()?.get(number)
    }

    /// The numbers of the problems at this very place.
    pub fn at(&self, at: &Pointer) -> &[usize] {
        self.places.get(at).map_or(&[], Vec::as_slice)
    }

    /// The numbers of the problems at this place and below it, in the order of their places.
    pub fn under(&self, at: &Pointer) -> impl Iterator<Item = usize> {
        let below = self.places.range(at.clone()..).take_while(|(place, _)| at.contains(place));
        below.flat_map(|(_, numbers)| numbers.iter().copied())
    }

    /// How many stand at this place and below it.
    pub fn counts(&self, at: &Pointer) -> Counts {
        self.counts.get(at).copied().unwrap_or_default()
    }

    /// Whether an error stands at this place or below it.
    pub fn has_error(&self, at: &Pointer) -> bool {
        self.counts(at).errors > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::pointer;

    fn problem(at: Pointer, severity: Severity) -> Diagnostic {
        let (code, document, file, message) = ("schema", DocId::Manifest, String::new(), String::new());
        Diagnostic { code, severity, document, file, pointer: at, line: 1, column: 1, message, fixes: Vec::new() }
    }

    #[test]
    fn problems_are_found_at_and_below_a_place() {
        let problems: Arc<[Diagnostic]> = Arc::from([
            problem(pointer!["tags", 10], Severity::Error),
            problem(pointer!["tags", 2], Severity::Warning),
            problem(pointer!["tagsy"], Severity::Error),
            problem(pointer!["tags"], Severity::Advice),
        ]);
        let mut index = ProblemIndex::default();
        index.refresh(&problems);
        assert_eq!(index.at(&pointer!["tags"]), [3]);
        assert_eq!(index.under(&pointer!["tags"]).collect::<Vec<_>>(), [3, 0, 1]);
        assert_eq!(index.counts(&pointer!["tags"]), Counts { errors: 1, warnings: 1 });
        assert_eq!(index.counts(&Pointer::root()).worst(), Some((Tone::Error, 2)));
        assert!(index.has_error(&pointer!["tags", 10]) && !index.has_error(&pointer!["tags", 2]));
    }
}
