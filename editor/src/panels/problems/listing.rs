//! Which rows the problems panel has: made once for each set of problems, filter and choice of what is folded, however many
//! frames are drawn. Knows no egui.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use tablewright_core::check::{Diagnostic, catalogue};
use tablewright_core::find::Needle;
use tablewright_core::json::Pointer;
use tablewright_core::{DocId, Severity};

use crate::viewport::AssetProblem;

/// What is shown of the problems.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Filter {
    /// Words that a problem must have all of, in its message, code, file or place.
    pub text: String,
    /// Which severities are switched off, errors first.
    pub hidden: [bool; 3],
}

/// The heading of the pictures and models that the scene view shows as placeholders.
pub(super) const ASSETS: &str = "Pictures and models";

/// A file with problems, as far as the filter shows any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub name: String,
    /// How many are shown, and how many there are.
    pub shown: usize,
    pub all: usize,
    pub open: bool,
}

/// One row; the numbers are places in [`Listing::groups`], the problems and the assets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Line {
    Group(usize),
    Problem(usize),
    Asset(usize),
}

/// What a row is about, in words that outlast the next check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Subject {
    Group(String),
    Problem(DocId, Pointer, &'static str, String),
    Asset(String),
}

impl Subject {
    pub(super) fn of(problem: &Diagnostic) -> Self {
        Self::Problem(problem.document, problem.pointer.clone(), problem.code, problem.message.clone())
    }
}

/// What the rows were made of.
#[derive(Debug)]
struct Made {
    problems: Arc<[Diagnostic]>,
    assets: Vec<AssetProblem>,
    filter: Filter,
    folded: FxHashSet<String>,
}

/// The rows.
#[derive(Debug, Default)]
pub(super) struct Listing {
    made: Option<Made>,
    pub groups: Vec<Group>,
    pub lines: Vec<Line>,
    /// The problems that the filter shows, in the order of the rows, folded ones too.
    pub shown: Vec<usize>,
    /// How many errors, warnings and pieces of advice the words of the filter leave.
    pub counts: [usize; 3],
}

/// The place of a severity in the counts.
pub(super) fn rank(severity: Severity) -> usize {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Advice => 2,
    }
}

impl Listing {
    /// Makes the rows anew where they are not those of these problems. Whether it did.
    pub(super) fn refresh(
        &mut self,
        problems: &Arc<[Diagnostic]>,
        assets: &[AssetProblem],
        filter: &Filter,
        folded: &FxHashSet<String>,
    ) -> bool {
        let same = self.made.as_ref().is_some_and(|made| {
            Arc::ptr_eq(&made.problems, problems) && made.assets == assets && made.filter == *filter && made.folded == *folded
        });
        if same {
            return false;
        }
        let made =
            Made { problems: Arc::clone(problems), assets: assets.to_vec(), filter: filter.clone(), folded: folded.clone() };
        *self = Self::make(&made);
        self.made = Some(made);
        true
    }

    /// The same with the pictures and models of the last time.
    pub(super) fn refresh_problems(&mut self, problems: &Arc<[Diagnostic]>, filter: &Filter, folded: &FxHashSet<String>) -> bool {
        let assets = self.made.as_ref().map(|made| made.assets.clone()).unwrap_or_default();
        self.refresh(problems, &assets, filter, folded)
    }

    fn make(made: &Made) -> Self {
        let mut listing = Self::default();
        let words: Vec<Needle> = made.filter.text.split_whitespace().filter_map(|word| Needle::new(word, false)).collect();
        let shows = |severity| !made.filter.hidden[rank(severity)];
        // The problems of each file, file by file in the order in which they come.
        let mut files: Vec<(&str, Vec<usize>, usize)> = Vec::new();
        for (number, problem) in made.problems.iter().enumerate() {
            let at = files.iter().rposition(|(file, ..)| *file == problem.file).unwrap_or_else(|| {
                files.push((&problem.file, Vec::new(), 0));
                files.len() - 1
            });
            files[at].2 += 1;
            if fits(problem, &words) {
                listing.counts[rank(problem.severity)] += 1;
                if shows(problem.severity) {
                    files[at].1.push(number);
                }
            }
        }
        for (file, numbers, all) in files {
            listing.group(file, numbers.iter().map(|number| Line::Problem(*number)), all, &made.folded);
            listing.shown.extend(numbers);
        }
        let fits = |asset: &AssetProblem| words.iter().all(|w| w.find(&asset.why).or_else(|| w.find(&asset.path)).is_some());
        let mut assets = Vec::new();
        for (number, _) in made.assets.iter().enumerate().filter(|(_, asset)| fits(asset)) {
            listing.counts[rank(Severity::Warning)] += 1;
            if shows(Severity::Warning) {
                assets.push(Line::Asset(number));
            }
        }
        listing.group(ASSETS, assets.into_iter(), made.assets.len(), &made.folded);
        listing
    }

    fn group(&mut self, name: &str, lines: impl ExactSizeIterator<Item = Line>, all: usize, folded: &FxHashSet<String>) {
        if lines.len() == 0 {
            return;
        }
        let open = !folded.contains(name);
        self.lines.push(Line::Group(self.groups.len()));
        self.groups.push(Group { name: name.to_owned(), shown: lines.len(), all, open });
        if open {
            self.lines.extend(lines);
        }
    }

    fn problems(&self) -> &[Diagnostic] {
        self.made.as_ref().map_or(&[], |made| &made.problems)
    }

    /// What a row is about.
    pub(super) fn subject(&self, line: Line) -> Subject {
        match line {
            Line::Group(number) => Subject::Group(self.groups[number].name.clone()),
            Line::Problem(number) => Subject::of(&self.problems()[number]),
            Line::Asset(number) => {
                Subject::Asset(self.made.as_ref().map(|made| made.assets[number].path.clone()).unwrap_or_default())
            }
        }
    }

    /// The row that is about `subject`, where it is not folded or filtered away.
    pub(super) fn row_of(&self, subject: &Subject) -> Option<usize> {
        self.lines.iter().position(|line| self.is_about(*line, subject))
    }

    fn is_about(&self, line: Line, subject: &Subject) -> bool {
        match (line, subject) {
            (Line::Group(number), Subject::Group(name)) => self.groups[number].name == *name,
            (Line::Problem(number), Subject::Problem(document, pointer, code, message)) => {
                let problem = &self.problems()[number];
                problem.document == *document
                    && problem.code == *code
                    && problem.pointer == *pointer
                    && problem.message == *message
            }
            (Line::Asset(number), Subject::Asset(path)) => {
                self.made.as_ref().is_some_and(|made| made.assets[number].path == *path)
            }
            _ => false,
        }
    }

    /// The place in [`Self::shown`] of the problem that `subject` is.
    pub(super) fn place_of(&self, subject: &Subject) -> Option<usize> {
        self.shown.iter().position(|number| self.is_about(Line::Problem(*number), subject))
    }

    /// The place in [`Self::shown`] of the first problem of a file.
    pub(super) fn first_of(&self, file: &str) -> Option<usize> {
        self.shown.iter().position(|number| self.problems()[*number].file == file)
    }
}

fn fits(problem: &Diagnostic, words: &[Needle]) -> bool {
    if words.is_empty() {
        return true;
    }
    let place = problem.pointer.to_string();
    let title = catalogue::entry(problem.code).map_or("", |entry| entry.title);
    let texts = [problem.message.as_str(), problem.code, title, &place, &problem.file];
    words.iter().all(|word| texts.iter().any(|text| word.find(text).is_some()))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use tablewright_core::pointer;

    pub(in super::super) fn problem(file: &str, severity: Severity, key: &str, message: &str) -> Diagnostic {
        let document = if file == "setup.json" { DocId::Scene } else { DocId::Manifest };
        Diagnostic {
            code: "schema",
            severity,
            document,
            file: file.to_owned(),
            pointer: pointer![key],
            line: 1,
            column: 1,
            message: message.to_owned(),
            fixes: Vec::new(),
        }
    }

    pub(in super::super) fn four() -> Arc<[Diagnostic]> {
        let (m, s) = ("diceytable.mod.json", "setup.json");
        Arc::from([
            problem(m, Severity::Error, "version", "Three numbers"),
            problem(m, Severity::Advice, "newer", "Newer than this editor"),
            problem(s, Severity::Error, "objects", "No id"),
            problem(s, Severity::Warning, "room", "Nothing reads it"),
        ])
    }

    fn made(filter: &Filter, folded: &[&str]) -> Listing {
        let mut listing = Listing::default();
        let assets = [AssetProblem { path: "a.png".to_owned(), why: "It is not there".to_owned() }];
        let folded = folded.iter().map(|name| (*name).to_owned()).collect();
        assert!(listing.refresh(&four(), &assets, filter, &folded));
        listing
    }

    fn words(text: &str) -> Filter {
        Filter { text: text.to_owned(), ..Filter::default() }
    }

    #[test]
    fn files_stand_above_their_problems() {
        use Line::{Asset, Group, Problem};
        let listing = made(&Filter::default(), &[]);
        assert_eq!(listing.lines, [Group(0), Problem(0), Problem(1), Group(1), Problem(2), Problem(3), Group(2), Asset(0)]);
        assert_eq!((listing.counts, listing.shown.as_slice()), ([2, 2, 1], &[0, 1, 2, 3][..]));
        let folded = made(&Filter::default(), &["setup.json"]);
        assert_eq!(folded.lines, [Group(0), Problem(0), Problem(1), Group(1), Group(2), Asset(0)]);
        assert_eq!(folded.shown, [0, 1, 2, 3], "folded problems are still walked to");
    }

    #[test]
    fn words_and_severities_leave_some_out() {
        use Line::{Group, Problem};
        let listing = made(&words("VERSION three"), &[]);
        assert_eq!((listing.lines.as_slice(), listing.counts), (&[Group(0), Problem(0)][..], [1, 0, 0]));
        assert_eq!((listing.groups[0].shown, listing.groups[0].all), (1, 2));
        assert_eq!(made(&words("setup.json"), &[]).shown, [2, 3]);
        assert_eq!(made(&words("schema"), &[]).shown.len(), 4, "the code counts too");
        assert!(made(&words("version nothing"), &[]).lines.is_empty());
        let errors = Filter { hidden: [false, true, true], ..Filter::default() };
        let listing = made(&errors, &[]);
        assert_eq!((listing.shown.as_slice(), listing.counts), (&[0, 2][..], [2, 2, 1]), "counts tell what is hidden");
        assert_eq!(listing.groups.len(), 2, "pictures are warnings");
    }

    #[test]
    fn rows_are_made_once_for_the_same_problems() {
        let problems = four();
        let mut listing = Listing::default();
        let none = FxHashSet::default();
        assert!(listing.refresh(&problems, &[], &Filter::default(), &none));
        assert!(!listing.refresh(&problems, &[], &Filter::default(), &none));
        assert!(listing.refresh(&problems, &[], &words("x"), &none));
        assert!(listing.refresh(&four(), &[], &words("x"), &none), "another check");
    }

    #[test]
    fn a_row_is_found_again_by_what_it_is_about() {
        let listing = made(&Filter::default(), &[]);
        for (row, line) in listing.lines.iter().enumerate() {
            assert_eq!(listing.row_of(&listing.subject(*line)), Some(row));
        }
        let errors = Filter { hidden: [false, true, true], ..Filter::default() };
        let subject = listing.subject(Line::Problem(2));
        let listing = made(&errors, &["setup.json"]);
        assert_eq!((listing.row_of(&subject), listing.place_of(&subject)), (None, Some(1)));
        assert_eq!(listing.first_of("setup.json"), Some(1));
    }
}
