//! What is answered so far: what the person typed, and what of it was read from the files.

use std::collections::BTreeMap;

use tablewright_core::credits::import::{Found, Suggestion};
use tablewright_core::credits::licences::{self, Licence};
use tablewright_core::credits::{Answer, Field, Origin, judge};

/// An answer in the making.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) answer: Answer,
    /// What was filled in, and where it was read.
    found: BTreeMap<Field, Found>,
    /// The fields in which the files say different things.
    pub(super) differ: Vec<Field>,
    /// The licence is typed, not chosen.
    pub(super) other_licence: bool,
}

impl Draft {
    /// The draft for files of which this much is known. Nothing is chosen for the person but what the files say.
    pub(super) fn of(suggestion: Suggestion) -> Self {
        let answer = suggestion.answer(None);
        Self { found: suggestion.found, differ: suggestion.differ, ..Self::new(answer) }
    }

    /// The draft that says what `answer` says.
    pub(super) fn new(answer: Answer) -> Self {
        let named = answer.text(Field::LicenseName);
        let other_licence = !named.is_empty() && licences::named(named).is_none_or(|licence| licence.name != named);
        Self { answer, found: BTreeMap::new(), differ: Vec::new(), other_licence }
    }

    /// Where the value of a field was read; `None` once it is another.
    pub(super) fn read_from(&self, field: Field) -> Option<&str> {
        let found = self.found.get(&field)?;
        (found.value.trim() == self.answer.text(field)).then_some(found.from.as_str())
    }

    /// The licence of the shortlist that is chosen.
    pub(super) fn licence(&self) -> Option<&'static Licence> {
        let name = self.answer.text(Field::LicenseName);
        licences::SHORTLIST.iter().find(|licence| !self.other_licence && licence.name == name)
    }

    /// Takes what was answered before, and keeps what the files say of themselves.
    pub(super) fn take(&mut self, last: &Answer) {
        let kept = self.answer.clone();
        *self = Self { found: std::mem::take(&mut self.found), ..Self::new(last.clone()) };
        for (field, found) in &self.found {
            let said = kept.text(*field) == found.value.trim();
            if let Some(place) = self.answer.text_mut(*field).filter(|_| said && last.text(*field).is_empty()) {
                place.clone_from(&found.value);
            }
        }
    }

    /// Why this cannot be signed yet.
    pub(super) fn lacks(&self) -> Option<String> {
        judge(&self.answer).into_iter().find(|remark| remark.refuses).map(|remark| remark.message)
    }
}

/// How a choice is called in *Use the last answer: …*.
pub(super) fn in_short(answer: &Answer) -> String {
    let what = match answer.origin {
        Origin::OwnWork => "own work".to_owned(),
        Origin::ThirdParty => format!("by {}", answer.text(Field::Creator)),
        Origin::Disclaimed => "without saying".to_owned(),
    };
    match answer.text(Field::Title) {
        "" => what,
        title => format!("{title}, {what}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(field: Field, value: &str) -> Suggestion {
        let found = Found { value: value.into(), from: "hull.glb".into() };
        Suggestion { found: BTreeMap::from([(field, found)]), ..Suggestion::default() }
    }

    #[test]
    fn a_value_says_where_it_was_read_until_it_is_another() {
        let mut draft = Draft::of(read(Field::Creator, "Ann"));
        assert_eq!((draft.answer.origin, draft.read_from(Field::Creator)), (Origin::ThirdParty, Some("hull.glb")));
        draft.answer.creator = "Anna".into();
        assert_eq!((draft.read_from(Field::Creator), draft.read_from(Field::Notes)), (None, None));
    }

    #[test]
    fn the_last_answer_fills_all_but_what_a_file_says_itself() {
        let mut draft = Draft::of(read(Field::Title, "Hull"));
        let last = Answer { creator: "Kim".into(), license_name: "Bought".into(), ..Answer::new(Origin::ThirdParty) };
        draft.take(&last);
        assert_eq!((draft.answer.title.as_str(), draft.answer.creator.as_str()), ("Hull", "Kim"));
        assert!(draft.other_licence && draft.licence().is_none());
        draft.take(&Answer { title: "Fleet".into(), ..Answer::new(Origin::OwnWork) });
        assert_eq!(draft.answer.title, "Fleet");
    }

    #[test]
    fn a_licence_of_the_shortlist_is_known_by_its_name_alone() {
        let with = |name: &str| Draft::new(Answer { license_name: name.into(), ..Answer::new(Origin::ThirdParty) });
        assert_eq!(with("CC BY 4.0").licence().map(|licence| licence.spdx), Some("CC-BY-4.0"));
        assert!(!with("").other_licence && with("").licence().is_none());
        assert!(with("cc-by 4.0").other_licence, "what was typed is shown as typed");
    }

    #[test]
    fn answers_are_called_by_their_title_and_choice() {
        let titled = |origin| Answer { title: "Go board".into(), creator: "Kim".into(), ..Answer::new(origin) };
        assert_eq!(in_short(&titled(Origin::OwnWork)), "Go board, own work");
        assert_eq!(in_short(&titled(Origin::ThirdParty)), "Go board, by Kim");
        assert_eq!(in_short(&Answer::new(Origin::Disclaimed)), "without saying");
    }
}
