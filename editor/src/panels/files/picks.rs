//! Which files are selected, with the keys and presses that a person knows from file managers. Knows no egui.

use rustc_hash::FxHashSet;

/// What a press or a move does to the selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    /// This one alone.
    Only,
    /// This one as well, or no longer.
    Toggle,
    /// All from the anchor to this one.
    Extend,
}

/// The selected files, by their paths.
#[derive(Debug, Default)]
pub struct Picks {
    chosen: FxHashSet<String>,
    cursor: Option<String>,
    anchor: Option<String>,
}

impl Picks {
    /// Whether a file is selected.
    pub fn has(&self, path: &str) -> bool {
        self.chosen.contains(path)
    }

    /// How many are.
    pub fn len(&self) -> usize {
        self.chosen.len()
    }

    /// The file that the keyboard is at, and that the preview shows.
    pub fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }

    /// The selected files by their paths, sorted.
    pub fn paths(&self) -> Vec<String> {
        let mut paths: Vec<String> = self.chosen.iter().cloned().collect();
        paths.sort_unstable();
        paths
    }

    /// Picks the file at a place of a list of `len` paths.
    pub fn pick(&mut self, at: usize, len: usize, path: &dyn Fn(usize) -> String, how: Pick) {
        if at >= len {
            return;
        }
        let here = path(at);
        let from = self.anchor.as_ref().and_then(|anchor| (0..len).find(|at| path(*at) == *anchor));
        match (how, from) {
            (Pick::Extend, Some(from)) => self.chosen = (from.min(at)..=from.max(at)).map(path).collect(),
            (Pick::Toggle, _) => {
                if !self.chosen.remove(&here) {
                    self.chosen.insert(here.clone());
                }
                self.anchor = Some(here.clone());
            }
            _ => {
                self.chosen = FxHashSet::from_iter([here.clone()]);
                self.anchor = Some(here.clone());
            }
        }
        self.cursor = Some(here);
    }

    /// Selects exactly these, the first with the keyboard.
    pub fn set(&mut self, paths: Vec<String>) {
        self.cursor = paths.first().cloned();
        self.anchor.clone_from(&self.cursor);
        self.chosen = paths.into_iter().collect();
    }

    /// Forgets the files that are not there any more. What was at the keyboard is let go only with its file.
    pub fn keep(&mut self, there: &dyn Fn(&str) -> bool) {
        self.chosen.retain(|path| there(path));
        for place in [&mut self.cursor, &mut self.anchor] {
            if place.as_deref().is_some_and(|path| !there(path)) {
                *place = None;
            }
        }
    }

    /// A file has another path now.
    pub fn follow(&mut self, from: &str, to: &str) {
        if self.chosen.remove(from) {
            self.chosen.insert(to.to_owned());
        }
        for place in [&mut self.cursor, &mut self.anchor] {
            if place.as_deref() == Some(from) {
                *place = Some(to.to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: [&str; 5] = ["a", "b", "c", "d", "e"];

    fn pick(picks: &mut Picks, at: usize, how: Pick) -> String {
        picks.pick(at, LIST.len(), &|at| LIST[at].to_owned(), how);
        picks.paths().concat()
    }

    #[test]
    fn presses_select_as_in_a_file_manager() {
        let mut picks = Picks::default();
        assert_eq!(pick(&mut picks, 3, Pick::Extend), "d", "without an anchor it is a plain press");
        assert_eq!(pick(&mut picks, 1, Pick::Extend), "bcd");
        assert_eq!(pick(&mut picks, 4, Pick::Extend), "de", "the anchor stays");
        assert_eq!(pick(&mut picks, 0, Pick::Toggle), "ade");
        assert_eq!(pick(&mut picks, 4, Pick::Toggle), "ad");
        assert_eq!(picks.cursor(), Some("e"), "the keyboard is where the press was");
        assert_eq!(pick(&mut picks, 2, Pick::Only), "c");
        assert_eq!(pick(&mut picks, 9, Pick::Only), "c", "there is no such row");
    }

    #[test]
    fn the_selection_follows_the_files() {
        let mut picks = Picks::default();
        picks.set(vec!["b".to_owned(), "d".to_owned()]);
        picks.follow("b", "z");
        assert_eq!((picks.paths().concat().as_str(), picks.cursor()), ("dz", Some("z")));
        picks.keep(&|path| path == "d");
        assert_eq!((picks.len(), picks.cursor()), (1, None));
    }
}
