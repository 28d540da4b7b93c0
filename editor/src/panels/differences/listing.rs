//! Which rows of the tree are shown: those that are not folded away, or those that the filter leaves.

use tablewright_core::json::Shared;
use tablewright_core::variants::Diff;
use tablewright_core::variants::diff::part::short;
use tablewright_core::variants::diff::{Mark, Part, Row, RowId};

use super::DifferencesPanel;

/// Rows with more below them than this are folded at first.
const MANY: u32 = 24;
/// With more differences than this every entity is folded at first.
const CROWD: usize = 200;

/// What is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Filter {
    /// Words that a row has in its name, detail or values.
    pub text: String,
    /// Only differences of this kind.
    pub mark: Option<Mark>,
}

impl Filter {
    /// Whether anything is left out.
    pub fn is_set(&self) -> bool {
        self.mark.is_some() || !self.text.trim().is_empty()
    }

    /// Whether a row has the words in it.
    fn has_words(&self, row: &Row) -> bool {
        let wanted = self.text.trim().to_lowercase();
        let holds = |text: &str| text.to_lowercase().contains(&wanted);
        let value = |value: &Option<Shared>| value.as_ref().is_some_and(|value| holds(&short(value.value())));
        let leaf = matches!(row.id.part(), Some(Part::Field { .. } | Part::Unit { .. } | Part::SceneScript(_)));
        holds(&row.label) || holds(&row.detail) || (leaf && (value(&row.old) || value(&row.new)))
    }

    /// The rows that are left, with all that they stand in and, for a row that fits, all that is below it.
    fn rows(&self, diff: &Diff) -> Vec<u32> {
        let mut keep = vec![false; diff.rows.len()];
        let mut above: Vec<usize> = Vec::new();
        // Up to where the rows belong to one that fits, and to one with the mark.
        let (mut fits_to, mut marked_to) = (0, 0);
        for (place, row) in diff.rows.iter().enumerate() {
            above.retain(|up| place <= *up + diff.rows[*up].below as usize);
            let end = place + 1 + row.below as usize;
            let heading = matches!(row.id, RowId::Section(_) | RowId::Part(Part::Group(_)));
            let whole = row.depth == 1 || matches!(row.id.part(), Some(Part::Key(_)));
            if self.mark.is_none() || (whole && !heading && row.mark == self.mark) {
                marked_to = marked_to.max(end);
            }
            if !heading && self.has_words(row) {
                fits_to = fits_to.max(end);
            }
            if !heading && place < fits_to && place < marked_to {
                keep[place] = true;
                above.iter().for_each(|up| keep[*up] = true);
            }
            above.push(place);
        }
        (0..diff.rows.len() as u32).filter(|place| keep[*place as usize]).collect()
    }
}

impl DifferencesPanel {
    /// Makes the list of rows where it has to be made again.
    pub(super) fn list_rows(&mut self) {
        let (Some(made), None) = (&self.made, &self.rows) else { return };
        let diff = &made.diff;
        if self.filter.is_set() {
            self.rows = Some(self.filter.rows(diff));
            return;
        }
        let mut rows = Vec::new();
        let mut place = 0;
        while let Some(row) = diff.rows.get(place) {
            rows.push(place as u32);
            place += if row.below > 0 && !self.is_open(place) { row.below as usize + 1 } else { 1 };
        }
        self.rows = Some(rows);
    }

    /// Whether what is below a row is shown.
    pub(super) fn is_open(&self, place: usize) -> bool {
        let Some(diff) = self.diff() else { return false };
        let row = &diff.rows[place];
        self.folds.get(&row.id).copied().unwrap_or_else(|| open_at_first(diff, row))
    }

    pub(super) fn fold(&mut self, place: usize, open: bool) {
        if let Some(id) = self.diff().map(|diff| diff.rows[place].id.clone()) {
            self.folds.insert(id, open);
            self.rows = None;
        }
    }

    /// Unfolds all that a row stands in.
    pub(super) fn unfold_to(&mut self, place: usize) {
        let Some(diff) = self.diff() else { return };
        let above: Vec<usize> = (0..place).filter(|up| *up + diff.rows[*up].below as usize >= place).collect();
        for up in above {
            if !self.is_open(up) {
                self.fold(up, true);
            }
        }
    }
}

fn open_at_first(diff: &Diff, row: &Row) -> bool {
    match row.id.part() {
        None => true,
        Some(Part::Group(_)) => !diff.against_base || row.own,
        Some(Part::Entity(_)) => row.below <= MANY && diff.counts.total() <= CROWD,
        Some(_) => row.below <= MANY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::json::Document;

    fn diff() -> Diff {
        let text = r#"{"objects":[{"id":"a","label":"Bowl","color":"red"},{"id":"b","label":"Board"}],"room":{"light":"dim"},
            "variants":{"base":"x","deltas":{"y":{"removed":["b"],"objects":[{"id":"a","label":"Bowl","color":"blue"},
            {"id":"n","label":"Clock"}],"scene":{"room":{"light":"bright"}}}}}}"#;
        let doc = Document::parse(text.as_bytes()).unwrap();
        Diff::between(&doc, &["x".to_owned(), "y".to_owned()], "x", "y")
    }

    fn left(text: &str, mark: Option<Mark>) -> Vec<String> {
        let diff = diff();
        let filter = Filter { text: text.to_owned(), mark };
        let rows = filter.rows(&diff).into_iter().map(|place| &diff.rows[place as usize]);
        rows.filter(|row| !matches!(row.id, RowId::Section(_))).map(|row| row.label.clone()).collect()
    }

    #[test]
    fn a_row_is_left_by_its_name_its_value_and_what_it_stands_in() {
        assert_eq!(left("BLUE", None), ["Bowl", "Colour"]);
        assert_eq!(left("bowl", None), ["Bowl", "Colour"]);
        assert_eq!(left("clock", None), ["Clock"]);
        assert_eq!(left("bright", None), ["Table & room", "Room", "Light"]);
        assert!(left("nowhere", None).is_empty());
    }

    #[test]
    fn marks_leave_whole_differences() {
        assert_eq!(left("", Some(Mark::Removed)), ["Board"]);
        assert_eq!(left("", Some(Mark::Added)), ["Clock"]);
        assert_eq!(left("", Some(Mark::Changed)), ["Bowl", "Colour", "Table & room", "Room", "Light"]);
        assert_eq!(left("dim", Some(Mark::Changed)), ["Table & room", "Room", "Light"]);
        assert!(left("dim", Some(Mark::Added)).is_empty());
    }
}
