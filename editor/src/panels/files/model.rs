//! Which files the panel lists, and what its filters and its head say: made once for each look at the files and each choice
//! of the person, however many frames are drawn. Knows no egui.

use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tablewright_core::assets::{Delivery, Inventory, Row, State};
use tablewright_core::find::Needle;

use super::kind::Kind;

/// Which files are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Filter {
    /// Every file of the pack, and every path that is named and has none.
    #[default]
    All,
    /// Those in a state.
    State(State),
    /// Those of a kind.
    Kind(Kind),
}

/// What the list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    /// The file's own name.
    Name,
    /// Bytes.
    Size,
    /// How it reaches players, or what is wrong with it.
    State,
    /// How many places use it.
    Uses,
    /// The record that says where it is from.
    Credit,
    /// Whether it is downloaded before the table opens.
    Preload,
}

impl Column {
    /// All columns, from the left.
    pub const ALL: [Self; 6] = [Self::Name, Self::Size, Self::State, Self::Uses, Self::Credit, Self::Preload];

    /// Its head.
    pub fn title(self) -> &'static str {
        match self {
            Self::Name => "Name",
            Self::Size => "Size",
            Self::State => "State",
            Self::Uses => "Used in",
            Self::Credit => "Credit",
            Self::Preload => "Pre-load",
        }
    }

    /// Whether large things come first at the first press.
    fn starts_down(self) -> bool {
        matches!(self, Self::Size | Self::Uses | Self::Preload)
    }
}

/// How the list is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    /// By what.
    pub by: Column,
    /// The largest, or the last letter, first.
    pub down: bool,
}

impl Default for Sort {
    fn default() -> Self {
        Self { by: Column::Size, down: true }
    }
}

impl Sort {
    /// After a press on the head of a column.
    #[must_use]
    pub fn pressed(self, by: Column) -> Self {
        Self { by, down: if self.by == by { !self.down } else { by.starts_down() } }
    }
}

/// What the person asks of the list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Wanted {
    /// Which files.
    pub filter: Filter,
    /// Words that a path must have all of.
    pub text: String,
    /// In which order.
    pub sort: Sort,
}

/// What a player downloads before the table opens.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Head {
    /// Bytes.
    pub bytes: u64,
    /// How many files.
    pub files: usize,
    /// The two kinds with the most bytes and the rest, the largest first; the rest of several kinds has none.
    pub parts: Vec<(Option<Kind>, u64)>,
    /// What takes the most room.
    pub largest: Option<Largest>,
}

/// The files that take the most room.
#[derive(Debug, Clone, PartialEq)]
pub struct Largest {
    /// *3 bot models*, or a file's name.
    pub words: String,
    /// Their share of the download, in hundredths.
    pub percent: u64,
    /// Their paths.
    pub paths: Vec<String>,
}

/// The download's speed that the head reckons with, in bits a second.
const SPEED: f64 = 10e6;

impl Head {
    fn of(rows: &[Row]) -> Self {
        let preloaded = || rows.iter().filter(|row| row.delivery == Delivery::Preloaded && row.size.is_some());
        let mut kinds: FxHashMap<Kind, (u64, Vec<&Row>)> = FxHashMap::default();
        for row in preloaded() {
            let (bytes, files) = kinds.entry(Kind::of(row.class, &row.path)).or_default();
            *bytes += row.size.unwrap_or(0);
            files.push(row);
        }
        let bytes: u64 = kinds.values().map(|(bytes, _)| bytes).sum();
        let mut order: Vec<(Kind, u64, Vec<&Row>)> = kinds.into_iter().map(|(kind, (all, files))| (kind, all, files)).collect();
        order.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let largest = Largest::of(&order, bytes);
        let mut parts: Vec<(Option<Kind>, u64)> = order.iter().map(|(kind, all, _)| (Some(*kind), *all)).collect();
        if parts.len() > 3 {
            let rest = parts.split_off(2);
            parts.push((None, rest.iter().map(|(_, all)| all).sum()));
        }
        Self { bytes, files: preloaded().count(), parts, largest }
    }

    /// How long the download takes.
    pub fn duration(&self) -> String {
        let seconds = self.bytes as f64 * 8.0 / SPEED;
        match seconds {
            s if s < 1.0 => "under 1 s".to_owned(),
            s if s < 119.5 => format!("{s:.0} s"),
            s => format!("{:.0} min", s / 60.0),
        }
    }
}

impl Largest {
    /// All files of the heaviest kind, where they are so few that one can do something about them; else the heaviest file.
    fn of(order: &[(Kind, u64, Vec<&Row>)], bytes: u64) -> Option<Self> {
        let (kind, all, files) = order.first().filter(|_| bytes > 0)?;
        let percent = |part: u64| (part as f64 * 100.0 / bytes as f64).round() as u64;
        if (2..=5).contains(&files.len()) {
            let words = format!("{} {}", files.len(), kind.word(files.len()));
            let paths = files.iter().map(|row| row.path.clone()).collect();
            return Some(Self { words, percent: percent(*all), paths });
        }
        let row = order.iter().flat_map(|(.., files)| files).max_by_key(|row| row.size)?;
        Some(Self { words: name_of(&row.path).to_owned(), percent: percent(row.size?), paths: vec![row.path.clone()] })
    }
}

/// Names of files with their folders: `models/` of `models/a.glb`.
pub fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..=at])
}

/// The file's own name.
pub fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A group of filters.
pub type Choices = Vec<(Filter, usize)>;

/// The list.
#[derive(Debug, Default)]
pub struct Listing {
    inventory: Arc<Inventory>,
    credits: Arc<FxHashMap<String, String>>,
    counts: FxHashMap<Filter, usize>,
    head: Head,
    wanted: Option<Wanted>,
    shown: Vec<u32>,
}

impl Listing {
    /// Takes other rows, and the title of the record that each path is in.
    pub fn set_rows(&mut self, inventory: Arc<Inventory>, credits: Arc<FxHashMap<String, String>>) {
        let mut counts: FxHashMap<Filter, usize> = FxHashMap::default();
        let mut count = |filter| *counts.entry(filter).or_default() += 1;
        for row in &inventory.rows {
            if row.delivery != Delivery::Platform {
                count(Filter::All);
                count(Filter::Kind(Kind::of(row.class, &row.path)));
            }
            // A file may have two troubles of one state.
            let mut states: Vec<State> = row.states().collect();
            states.sort_unstable();
            states.dedup();
            states.into_iter().for_each(|state| count(Filter::State(state)));
        }
        self.head = Head::of(&inventory.rows);
        *self = Self { inventory, credits, counts, head: std::mem::take(&mut self.head), wanted: None, shown: Vec::new() };
    }

    /// Lists what is wanted. Whether the list was made anew.
    pub fn refresh(&mut self, wanted: &Wanted) -> bool {
        if self.wanted.as_ref() == Some(wanted) {
            return false;
        }
        let words: Vec<Needle> = wanted.text.split_whitespace().filter_map(|word| Needle::new(word, false)).collect();
        let rows = &self.inventory.rows;
        let fits = |row: &Row| passes(row, wanted.filter) && words.iter().all(|word| word.find(&row.path).is_some());
        let mut shown: Vec<u32> = (0..rows.len() as u32).filter(|at| fits(&rows[*at as usize])).collect();
        let credit = |row: &Row| self.credits.get(&row.path).map(String::as_str);
        shown.sort_by(|a, b| {
            let (a, b) = (&rows[*a as usize], &rows[*b as usize]);
            let order = match wanted.sort.by {
                Column::Name => name_of(&a.path).to_lowercase().cmp(&name_of(&b.path).to_lowercase()),
                Column::Size => a.size.cmp(&b.size),
                Column::State => a.state().cmp(&b.state()),
                Column::Uses => a.uses.cmp(&b.uses),
                Column::Credit => none_last(credit(a), credit(b)),
                Column::Preload => is_preloaded(a).cmp(&is_preloaded(b)),
            };
            if wanted.sort.down { order.reverse() } else { order }
        });
        self.shown = shown;
        self.wanted = Some(wanted.clone());
        true
    }

    /// How many files are listed.
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// The row at a place of the list.
    pub fn row(&self, at: usize) -> Option<&Row> {
        self.inventory.rows.get(*self.shown.get(at)? as usize)
    }

    /// The path at a place of the list.
    pub fn path(&self, at: usize) -> &str {
        self.row(at).map_or("", |row| &row.path)
    }

    /// The row of a path, whether it is listed or not.
    pub fn get(&self, path: &str) -> Option<&Row> {
        self.inventory.get(path)
    }

    /// The place of a path in the list.
    pub fn place(&self, path: &str) -> Option<usize> {
        self.shown.iter().position(|at| self.inventory.rows[*at as usize].path == path)
    }

    /// The title of the record that says where a file is from.
    pub fn credit(&self, path: &str) -> Option<&str> {
        self.credits.get(path).map(String::as_str)
    }

    /// What the head says.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// How many files a filter lists.
    pub fn count(&self, filter: Filter) -> usize {
        self.counts.get(&filter).copied().unwrap_or(0)
    }

    /// The filters: how files reach players, what needs a look, and the kinds that there are.
    pub fn choices(&self) -> [Choices; 3] {
        let counted = |filter| (filter, self.count(filter));
        let there = |state| (self.count(Filter::State(state)) > 0).then_some(Filter::State(state));
        let always = [State::Preloaded, State::OnDemand, State::NeverDeclared].map(Filter::State);
        let ways = [Filter::All].into_iter().chain(always).chain(there(State::NotListed)).chain(there(State::Platform));
        let needing = [State::Missing, State::Unused, State::CaseDiffers, State::TooLarge].map(Filter::State);
        let rare = [State::LfsPointer, State::NotPlain, State::Ignored].into_iter().filter_map(there);
        let kinds = Kind::ALL.map(Filter::Kind).into_iter().filter(|kind| self.count(*kind) > 0);
        [ways.map(counted).collect(), needing.into_iter().chain(rare).map(counted).collect(), kinds.map(counted).collect()]
    }
}

/// Whether a file is downloaded before the table opens.
pub fn is_preloaded(row: &Row) -> bool {
    row.delivery == Delivery::Preloaded
}

/// Whether the switch has a say: not over what is never declared, nor what is not there.
pub fn can_switch(row: &Row) -> bool {
    row.size.is_some() && matches!(row.delivery, Delivery::Preloaded | Delivery::OnDemand | Delivery::NotListed)
}

fn passes(row: &Row, filter: Filter) -> bool {
    match filter {
        Filter::All => row.delivery != Delivery::Platform,
        Filter::State(state) => row.states().any(|other| other == state),
        Filter::Kind(kind) => row.delivery != Delivery::Platform && Kind::of(row.class, &row.path) == kind,
    }
}

fn none_last(a: Option<&str>, b: Option<&str>) -> Ordering {
    a.is_none().cmp(&b.is_none()).then_with(|| a.map(str::to_lowercase).cmp(&b.map(str::to_lowercase)))
}

#[cfg(test)]
mod tests;
