//! Small scenes for the tests of scoped edits.

use super::scope::{Edited, Scope, Stage};
use crate::Result;
use crate::json::{Document, Ref};

/// A scene on its stage, which owns what the stage borrows.
pub struct Scene {
    pub doc: Document,
    pub listed: Vec<String>,
}

impl std::fmt::Debug for Scene {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {:?}", self.doc.text(), self.listed)
    }
}

impl Scene {
    /// A scene from its text; `listed` are ids with spaces between.
    pub fn new(text: &str, listed: &str) -> Self {
        let doc = Document::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{e}: {text}"));
        Self { doc, listed: listed.split_whitespace().map(str::to_owned).collect() }
    }

    /// A scene whose base is `big`, with `small` and `tiny` listed after it.
    pub fn three(objects: &str, deltas: &str) -> Self {
        Self::new(&format!(r#"{{"objects":[{objects}],"variants":{{"base":"big","deltas":{{{deltas}}}}}}}"#), "big small tiny")
    }

    pub fn stage<'a>(&'a self, shown: &'a str) -> Stage<'a> {
        Stage::new(&self.doc, &self.listed, shown)
    }

    /// The same, where *Only* names other variants along with the one shown.
    pub fn stage_of<'a>(&'a self, shown: &'a str, also: &'a [String]) -> Stage<'a> {
        Stage { also, ..self.stage(shown) }
    }

    /// What an edit of `shown` gives, as `objects | deltas` without the brackets around.
    pub fn after(&self, shown: &str, edit: impl FnOnce(Stage<'_>) -> Result<Edited>) -> String {
        let edited = edit(self.stage(shown)).unwrap_or_else(|e| panic!("{e}"));
        parts(&edited.scene)
    }

    /// Why an edit of `shown` is refused.
    pub fn refusal(&self, shown: &str, edit: impl FnOnce(Stage<'_>) -> Result<Edited>) -> String {
        match edit(self.stage(shown)) {
            Ok(edited) => panic!("not refused: {}", edited.scene.text()),
            Err(error) => error.to_string(),
        }
    }
}

/// `objects | deltas`, without the brackets around.
pub fn parts(scene: &Document) -> String {
    let again = Document::parse(scene.text().as_bytes()).unwrap();
    assert!(again.root().equals(scene.root()), "{} reads as another tree", scene.text());
    let text = |pointer: &str| scene.at(&pointer.parse().unwrap()).map(Ref::to_text).unwrap_or_default();
    let inner = |text: String| text.get(1..text.len().saturating_sub(1)).unwrap_or_default().to_owned();
    format!("{} | {}", inner(text("/objects")), inner(text("/variants/deltas")))
}

pub const ALL: Scope = Scope::All;
pub const ONLY: Scope = Scope::Only;
