//! Differences as one tree of rows, kept flat: each row says how many after it stand below it.
//!
//! A tree owns what it shows (values are shared with the scene), so it can be kept until the scene changes.

use super::build;
use super::marks::Mark;
use super::part::RowId;
use crate::json::{Document, Pointer, Shared};
use crate::variants::VariantId;

/// What a variant has of a scene key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyState {
    /// It has what the base has.
    Follows,
    /// It has its own copy.
    Own,
    /// It says that it has none.
    None,
}

/// A row of the tree.
#[derive(Debug, Clone)]
pub struct Row {
    /// What it is about.
    pub id: RowId,
    /// How deep it stands; headings of sections are at 0.
    pub depth: u8,
    /// How many of the rows after it stand below it.
    pub below: u32,
    /// What it is in `to` against `from`; `None` for headings and for what both have alike.
    pub mark: Option<Mark>,
    /// The name of what it is about; empty for the heading of a section.
    pub label: String,
    /// More about it, in few words; may be empty.
    pub detail: String,
    /// What `from` has; `None` where it has none, and for headings.
    pub old: Option<Shared>,
    /// What `to` has.
    pub new: Option<Shared>,
    /// Where it stands in the scene's file, or would stand.
    pub pointer: Pointer,
    /// How many bytes of the file it costs, where it stands among the differences of `to`. Only against the base.
    pub bytes: usize,
    /// Whether it is `to`'s own: stands among its differences, or lies in what does.
    pub own: bool,
    /// It is `to`'s own and says what the base says. Only against the base.
    pub same_as_base: bool,
    /// Other variants whose own copy says the same. Only against the base.
    pub identical_to: Vec<VariantId>,
    /// For a key of a group, against the base: what `to` has of it.
    pub state: Option<KeyState>,
    /// How many values of a key differ, of how many.
    pub differs: Option<(usize, usize)>,
}

impl Row {
    /// Whether the row is one of the things that [`Diff::things`] counts: an entity or a key that differs, or that `to`
    /// has of its own.
    pub fn is_thing(&self) -> bool {
        use super::part::Part;
        let whole = matches!(self.id.part(), Some(Part::Entity(_) | Part::Key(_) | Part::Nameless(_)));
        whole && (self.mark.is_some() || self.own)
    }
}

/// How many things differ.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Entities that only `to` has.
    pub added: usize,
    /// Entities that both have, with other content.
    pub changed: usize,
    /// Entities that only `from` has.
    pub removed: usize,
    /// Scene keys.
    pub keys: usize,
    /// Scripts that are attached in one of the two alone, to the scene or to an entity that both have.
    pub scripts: usize,
}

impl Counts {
    /// How many things differ in all; scripts are part of entities and keys.
    pub fn total(self) -> usize {
        self.added + self.changed + self.removed + self.keys
    }
}

/// What differs between two variants.
#[derive(Debug, Clone)]
pub struct Diff {
    /// What is compared with.
    pub from: VariantId,
    /// What is told about.
    pub to: VariantId,
    /// Whether `from` is the base, and `to` another variant: the rows then also tell what stands in the file.
    pub against_base: bool,
    /// Whether `to` is the base.
    pub to_is_base: bool,
    /// The rows, each followed by those below it.
    pub rows: Vec<Row>,
    /// How many things differ.
    pub counts: Counts,
    /// How many bytes the differences of `to` take in the file. Only against the base.
    pub bytes: usize,
}

impl Diff {
    /// The differences of `to` from `from`. `listed` are the ids of the manifest's list. An id that nobody knows stands
    /// for the variant that a room with it opens.
    pub fn between(scene: &Document, listed: &[String], from: &str, to: &str) -> Self {
        build::between(scene, listed, from, to)
    }

    /// The place of a row.
    pub fn find(&self, id: &RowId) -> Option<usize> {
        self.rows.iter().position(|row| row.id == *id)
    }

    /// The places of the rows that count as one thing each: against the base they are as many as
    /// [`crate::variants::VariantInfo::changes`] says.
    pub fn things(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().enumerate().filter(|(_, row)| row.is_thing()).map(|(place, _)| place)
    }

    /// Whether the two play the same scene, entities' order apart.
    pub fn is_same(&self) -> bool {
        self.counts.total() == 0
    }

    /// The places of the rows directly below the one at `place`.
    pub fn children(&self, place: usize) -> impl Iterator<Item = usize> {
        let end = place + 1 + self.rows.get(place).map_or(0, |row| row.below as usize);
        let step = move |at: usize| Some(at).filter(|at| *at < end);
        std::iter::successors(step(place + 1), move |at| step(at + 1 + self.rows[*at].below as usize))
    }
}
