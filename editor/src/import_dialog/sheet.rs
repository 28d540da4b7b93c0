//! What the dialog is about, and everything that was answered in it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use egui::TextureHandle;
use tablewright_core::credits::import::{Answered, Plan, doubt};
use tablewright_core::credits::{Answer, Entry, Origin, Signature, judge_signature};
use tablewright_core::pack::Content;

use super::draft::Draft;
use super::thumbnails::Thumbnails;

/// What the answer is for.
pub(super) enum Subject {
    /// Files from outside, which land nowhere before the answer.
    Import(Box<Plan>),
    /// Files of the pack that no record names.
    Files(Vec<String>),
    /// A record that is edited: its place and its id.
    Record { index: usize, id: String, paths: Vec<String> },
    /// Records that say the same and become one.
    Merge { indices: Vec<usize>, paths: Vec<String> },
}

/// A row of the list.
pub(super) struct FileRow<'a> {
    pub(super) name: &'a str,
    /// The folder that it goes to, or why it does not come in.
    pub(super) second: String,
    pub(super) size: Option<usize>,
    pub(super) content: Option<Content>,
    /// Its number among those that are answered for; `None` for what does not come in.
    pub(super) item: Option<usize>,
    /// What to know about it.
    pub(super) marked: bool,
}

/// The dialog while it is open.
pub(super) struct Sheet {
    pub(super) subject: Subject,
    joint: Draft,
    /// One for each file, while they are credited separately.
    each: Vec<Draft>,
    pub(super) selected: BTreeSet<usize>,
    /// The name that signs, as it is typed.
    pub(super) name: String,
    /// Where a file is to go, as it is typed, and what is wrong with that.
    pub(super) place: Option<(usize, String, Option<String>)>,
    pub(super) thumbnails: Option<Thumbnails>,
    pub(super) shows_terms: bool,
}

/// What was decided.
pub enum Decision {
    /// These files come in.
    Import {
        /// What comes in and where it goes.
        plan: Box<Plan>,
        /// Where each is from.
        answers: Vec<Answered>,
        /// The name that signs.
        name: String,
    },
    /// These files of the pack are from there.
    Credit {
        /// Files and where they are from.
        answers: Vec<(Vec<String>, Answer)>,
        /// The name that signs.
        name: String,
    },
    /// A record says something else.
    Edit {
        /// Its place.
        index: usize,
        /// Its id.
        id: String,
        /// What it says.
        answer: Answer,
        /// The name that signs.
        name: String,
    },
    /// Records become one, signed anew.
    Merge {
        /// Their places.
        indices: Vec<usize>,
        /// The name that signs.
        name: String,
    },
}

impl Sheet {
    fn new(subject: Subject, joint: Draft) -> Self {
        let (each, selected, name) = (Vec::new(), BTreeSet::new(), String::new());
        Self { subject, joint, each, selected, name, place: None, thumbnails: None, shows_terms: false }
    }

    pub(super) fn import(plan: Box<Plan>) -> Self {
        let all: Vec<usize> = (0..plan.items.len()).collect();
        let joint = Draft::of(plan.suggestion(&all));
        Self::new(Subject::Import(plan), joint)
    }

    pub(super) fn files(paths: Vec<String>) -> Self {
        Self::new(Subject::Files(paths), Draft::new(Answer::new(Origin::OwnWork)))
    }

    pub(super) fn record(entry: &Entry) -> Self {
        let subject = Subject::Record { index: entry.index, id: entry.id.clone(), paths: entry.paths.clone() };
        Self::new(subject, Draft::new(entry.answer.clone()))
    }

    pub(super) fn merge(entries: &[&Entry]) -> Option<Self> {
        let first = entries.first()?;
        let indices = entries.iter().map(|entry| entry.index).collect();
        let paths = entries.iter().flat_map(|entry| entry.paths.iter().cloned()).collect();
        Some(Self::new(Subject::Merge { indices, paths }, Draft::new(first.answer.clone())))
    }

    /// How many files are answered for.
    pub(super) fn count(&self) -> usize {
        match &self.subject {
            Subject::Import(plan) => plan.items.len(),
            Subject::Files(paths) | Subject::Record { paths, .. } | Subject::Merge { paths, .. } => paths.len(),
        }
    }

    /// The bytes of all files that come in.
    pub(super) fn bytes(&self) -> u64 {
        match &self.subject {
            Subject::Import(plan) => plan.items.iter().map(|item| item.bytes.len() as u64).sum(),
            _ => 0,
        }
    }

    /// Whether files can be credited separately.
    pub(super) fn can_separate(&self) -> bool {
        matches!(self.subject, Subject::Import(_) | Subject::Files(_)) && self.count() > 1
    }

    /// Whether the answer can be changed; a merge keeps what the records say.
    pub(super) fn is_open(&self) -> bool {
        !matches!(self.subject, Subject::Merge { .. })
    }

    pub(super) fn is_separate(&self) -> bool {
        !self.each.is_empty()
    }

    /// Credits the files separately, each as it says of itself, or all alike again.
    pub(super) fn set_separate(&mut self, on: bool) {
        self.each.clear();
        if on {
            let suggestion = |item: usize| match &self.subject {
                Subject::Import(plan) => Some(plan.suggestion(&[item])).filter(|said| !said.found.is_empty()),
                _ => None,
            };
            let draft = |item| suggestion(item).map_or_else(|| self.joint.clone(), Draft::of);
            self.each = (0..self.count()).map(draft).collect();
            if self.selected.is_empty() {
                self.selected.insert(0);
            }
        }
    }

    /// The draft that the question shows.
    pub(super) fn draft(&self) -> &Draft {
        self.selected.first().and_then(|item| self.each.get(*item)).unwrap_or(&self.joint)
    }

    /// Takes a changed draft: for all files, or for those that are selected.
    pub(super) fn set_draft(&mut self, draft: &Draft) {
        if self.each.is_empty() {
            self.joint = draft.clone();
            return;
        }
        let shown = self.draft().clone();
        for item in &self.selected {
            if let Some(each) = self.each.get_mut(*item) {
                // What is the same for all that are selected becomes the new; what a file says itself stays its own.
                if each.answer == shown.answer || draft.answer.origin != shown.answer.origin || self.selected.len() > 1 {
                    *each = draft.clone();
                }
            }
        }
    }

    /// Fills in what was answered before.
    pub(super) fn take_last(&mut self, last: &Answer) {
        let mut draft = self.draft().clone();
        draft.take(last);
        self.set_draft(&draft);
    }

    /// The files that the shown draft is about.
    pub(super) fn asked(&self) -> Vec<usize> {
        if self.each.is_empty() { (0..self.count()).collect() } else { self.selected.iter().copied().collect() }
    }

    /// What to say to who calls a library's files their own.
    pub(super) fn doubt(&self) -> Option<String> {
        if self.draft().answer.origin != Origin::OwnWork {
            return None;
        }
        match &self.subject {
            Subject::Import(plan) => plan.doubt(&self.asked()),
            Subject::Files(paths) => doubt(self.asked().into_iter().filter_map(|item| paths.get(item)).map(String::as_str)),
            _ => None,
        }
    }

    /// Whether the answer for a file is whole.
    pub(super) fn is_answered(&self, item: usize) -> bool {
        self.each.get(item).is_none_or(|draft| draft.lacks().is_none())
    }

    /// The origins that will be signed for, each once.
    pub(super) fn origins(&self) -> Vec<Origin> {
        let drafts = if self.each.is_empty() { std::slice::from_ref(&self.joint) } else { &self.each[..] };
        Origin::ALL.into_iter().filter(|origin| drafts.iter().any(|draft| draft.answer.origin == *origin)).collect()
    }

    /// Why this cannot be confirmed yet.
    pub(super) fn lacks(&self, now: &str) -> Option<String> {
        if self.count() == 0 {
            return Some("Nothing of this can come in".to_owned());
        }
        if let Some((_, _, Some(problem))) = &self.place {
            return Some(problem.clone());
        }
        let unanswered = if self.each.is_empty() {
            self.joint.lacks()
        } else {
            let lacking = self.each.iter().enumerate().find_map(|(item, draft)| Some((item, draft.lacks()?)));
            lacking.map(|(item, why)| format!("{}: {why}", self.name_of(item)))
        };
        let signature = Signature { name: self.name.clone(), at: now.to_owned() };
        unanswered.or_else(|| judge_signature(&signature).into_iter().next().map(|remark| remark.message))
    }

    fn name_of(&self, item: usize) -> &str {
        match &self.subject {
            Subject::Import(plan) => plan.items.get(item).map(|item| item.to.name()),
            Subject::Files(paths) | Subject::Record { paths, .. } | Subject::Merge { paths, .. } => {
                paths.get(item).map(String::as_str)
            }
        }
        .unwrap_or_default()
    }

    /// The answers, files of one answer together.
    fn groups(&self) -> Vec<(Vec<usize>, Answer)> {
        if self.each.is_empty() {
            return vec![((0..self.count()).collect(), self.joint.answer.clone())];
        }
        let mut groups: Vec<(Vec<usize>, Answer)> = Vec::new();
        for (item, draft) in self.each.iter().enumerate() {
            match groups.iter_mut().find(|(_, answer)| *answer == draft.answer) {
                Some((items, _)) => items.push(item),
                None => groups.push((vec![item], draft.answer.clone())),
            }
        }
        groups
    }

    /// What is decided by confirming, and the answer to offer again.
    pub(super) fn decide(self) -> (Decision, Answer) {
        let last = self.draft().answer.clone();
        let groups = self.groups();
        let name = self.name.trim().to_owned();
        let decision = match self.subject {
            Subject::Import(plan) => {
                let answers = groups.into_iter().map(|(items, answer)| Answered { items, answer }).collect();
                Decision::Import { plan, answers, name }
            }
            Subject::Files(paths) => {
                let paths_of = |items: Vec<usize>| items.into_iter().filter_map(|item| paths.get(item).cloned()).collect();
                Decision::Credit { answers: groups.into_iter().map(|(items, answer)| (paths_of(items), answer)).collect(), name }
            }
            Subject::Record { index, id, .. } => Decision::Edit { index, id, answer: last.clone(), name },
            Subject::Merge { indices, .. } => Decision::Merge { indices, name },
        };
        (decision, last)
    }

    /// How many rows the list has.
    pub(super) fn rows(&self) -> usize {
        match &self.subject {
            Subject::Import(plan) => plan.items.len() + plan.texts().count() + plan.passed_over.len(),
            _ => self.count(),
        }
    }

    /// A row of the list: what comes in, then what is only read, then what was passed over.
    pub(super) fn row(&self, number: usize) -> Option<FileRow<'_>> {
        let Subject::Import(plan) = &self.subject else {
            let paths = match &self.subject {
                Subject::Files(paths) | Subject::Record { paths, .. } | Subject::Merge { paths, .. } => paths,
                Subject::Import(_) => return None,
            };
            let path = paths.get(number)?;
            let (folder, name) = path.rsplit_once('/').map_or(("", path.as_str()), |(folder, name)| (folder, name));
            let second = if folder.is_empty() { String::new() } else { format!("{folder}/") };
            let marked = !self.is_answered(number);
            return Some(FileRow { name, second, size: None, content: None, item: Some(number), marked });
        };
        if let Some(item) = plan.items.get(number) {
            let folder = item.to.parent().map(|folder| format!("{folder}/")).unwrap_or_default();
            let second = if item.replaces { format!("{folder}, replaces the file there") } else { folder };
            let marked = !item.notes.is_empty() || !self.is_answered(number);
            let (size, content) = (Some(item.bytes.len()), item.content);
            return Some(FileRow { name: item.to.name(), second, size, content, item: Some(number), marked });
        }
        let number = number - plan.items.len();
        let plain = |name, second: String| FileRow { name, second, size: None, content: None, item: None, marked: false };
        if let Some(name) = plan.texts().nth(number) {
            return Some(plain(name, "Read, not imported".to_owned()));
        }
        let passed = plan.passed_over.get(number - plan.texts().count())?;
        Some(FileRow { marked: true, ..plain(&passed.name, passed.why.clone()) })
    }

    pub(super) fn plan(&self) -> Option<&Plan> {
        match &self.subject {
            Subject::Import(plan) => Some(plan),
            _ => None,
        }
    }

    pub(super) fn picture(&self, item: usize) -> Option<&TextureHandle> {
        self.thumbnails.as_ref()?.get(item)
    }

    /// Takes a file out of the import.
    pub(super) fn leave_out(&mut self, item: usize) {
        let Subject::Import(plan) = &mut self.subject else { return };
        plan.leave_out(item);
        if item < self.each.len() {
            self.each.remove(item);
        }
        if let Some(thumbnails) = &mut self.thumbnails {
            thumbnails.leave_out(item);
        }
        self.place = None;
        self.selected.clear();
        // One file cannot be credited separately from itself.
        if self.is_separate() {
            if self.count() > 1 {
                self.selected.insert(item.min(self.count() - 1));
            } else if let Some(only) = self.each.pop() {
                (self.joint, self.each) = (only, Vec::new());
            }
        }
    }

    /// Puts a file elsewhere; what is wrong with that is shown beside it.
    pub(super) fn put(&mut self, item: usize, path: &str) {
        let Subject::Import(plan) = &mut self.subject else { return };
        let problem = plan.place(item, path.trim()).err().map(|error| error.to_string());
        self.place = problem.is_some().then(|| (item, path.to_owned(), problem));
    }

    /// Lets a file take the place of the one whose name it has, or stand beside it.
    pub(super) fn set_replace(&mut self, item: usize, on: bool) {
        let Subject::Import(plan) = &mut self.subject else { return };
        let beside = plan.items.get(item).map(|item| item.beside.as_str().to_owned()).unwrap_or_default();
        let done = if on { plan.replace(item) } else { plan.place(item, &beside) };
        self.place = done.err().map(|error| (item, beside, Some(error.to_string())));
    }
}

/// Paths of files that a text from the clipboard names: one a line, as a path or as a `file:` address. Empty where a line is
/// anything else, for then the text is a text.
pub fn pasted_paths(text: &str) -> Vec<PathBuf> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    // The list of one desktop's file manager begins with its name and with what is to be done.
    let lines = lines.filter(|line| !matches!(*line, "x-special/nautilus-clipboard" | "copy" | "cut"));
    let paths: Option<Vec<PathBuf>> = lines
        .map(|line| {
            let path = match line.strip_prefix("file://") {
                Some(address) => PathBuf::from(percent_decoded(address)?),
                None => PathBuf::from(line.trim_matches('"')),
            };
            (path.is_absolute() && path.exists()).then_some(path)
        })
        .collect();
    paths.unwrap_or_default()
}

/// The text that an address writes with `%20` and the like.
fn percent_decoded(address: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        if *first == b'%' {
            let (digits, behind) = behind.split_at_checked(2)?;
            bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            rest = behind;
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_pasted_as_text_or_as_addresses() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a board.png");
        std::fs::write(&file, "x").unwrap();
        let shown = file.display().to_string();
        let address = format!("file://{}", shown.replace(' ', "%20"));
        for text in [shown.clone(), format!("\"{shown}\"\n"), address.clone(), format!("copy\n{address}\r\n")] {
            assert_eq!(pasted_paths(&text), std::slice::from_ref(&file), "{text}");
        }
        for text in ["", "hello", "a board.png", "file:///no%2", &format!("{shown}\nand more")] {
            assert!(pasted_paths(text).is_empty(), "{text}");
        }
    }
}
