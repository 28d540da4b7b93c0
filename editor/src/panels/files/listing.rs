//! What the Files panel lists: the rows of the inventory as they are shown, filtered, sorted, counted. Knows no egui.

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tablewright_core::assets::state::State;
use tablewright_core::assets::{Class, Delivery};
use tablewright_core::credits::{Ledger, Origin};
use tablewright_core::json::{Document, Ref};
use tablewright_core::pack::Hash;

use crate::file_pictures::Shape;
use crate::icons::Icon;
use crate::session::{Look, Session};

/// What files are grouped by for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Models.
    Models,
    /// Pictures that stand on models, boards and cards.
    Textures,
    /// Cover, screenshots and what editors keep of pictures.
    Pictures,
    /// Sounds.
    Sounds,
    /// What bots think with.
    BotModels,
    /// JSON and the like.
    Data,
    /// Scripts.
    Scripts,
    /// Rules and texts for people.
    Texts,
    /// Anything else.
    Other,
}

impl Kind {
    /// All kinds, in the order of the filters.
    pub const ALL: [Self; 9] = [
        Self::Models,
        Self::Textures,
        Self::Pictures,
        Self::Sounds,
        Self::BotModels,
        Self::Data,
        Self::Scripts,
        Self::Texts,
        Self::Other,
    ];

    /// The kind of a class.
    pub fn of(class: Class) -> Self {
        match class {
            Class::Model => Self::Models,
            Class::Picture | Class::Sky | Class::CardSource => Self::Textures,
            Class::Media | Class::Thumbnail | Class::Capture => Self::Pictures,
            Class::Sound => Self::Sounds,
            Class::AiModel => Self::BotModels,
            Class::Sidecar | Class::Catalogue | Class::Data | Class::Manifest | Class::Scene | Class::LinkRecord => Self::Data,
            Class::Script => Self::Scripts,
            Class::Rules | Class::Document => Self::Texts,
            Class::Original | Class::Film | Class::Font | Class::Other => Self::Other,
        }
    }

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Models => "Models",
            Self::Textures => "Textures",
            Self::Pictures => "Pictures",
            Self::Sounds => "Sounds",
            Self::BotModels => "Bot models",
            Self::Data => "Data",
            Self::Scripts => "Scripts",
            Self::Texts => "Rules and texts",
            Self::Other => "Other",
        }
    }

    /// Its picture.
    pub fn icon(self) -> Icon {
        match self {
            Self::Models => Icon::Model,
            Self::Textures => Icon::Texture,
            Self::Pictures => Icon::Image,
            Self::Sounds => Icon::Sound,
            Self::BotModels => Icon::Brain,
            Self::Data => Icon::Json,
            Self::Scripts => Icon::Script,
            Self::Texts => Icon::Book,
            Self::Other => Icon::File,
        }
    }
}

/// Which files are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Filter {
    /// All of them.
    #[default]
    All,
    /// Those in a state.
    State(State),
    /// Those of a kind.
    Kind(Kind),
    /// Those that no credit names.
    Uncredited,
}

/// What the rows are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// Folder, then name.
    #[default]
    Path,
    /// The name alone.
    Name,
    /// The largest first.
    Size,
    /// How it reaches players, troubles first.
    State,
    /// The most used first.
    Uses,
    /// Who it is from.
    Credit,
}

/// A row as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct FileRow {
    /// The path.
    pub path: String,
    /// Where the name begins in it.
    pub name_at: usize,
    /// Its class.
    pub class: Class,
    /// Its kind.
    pub kind: Kind,
    /// Bytes, where it is there.
    pub size: Option<u64>,
    /// The state to show.
    pub state: State,
    /// All its states.
    pub states: Vec<State>,
    /// Why it is in that state.
    pub reason: String,
    /// The switch: on, off, or `None` where there is nothing to switch.
    pub preload: Option<bool>,
    /// How many places use it.
    pub uses: usize,
    /// Who it is from; `None` where nobody said.
    pub credit: Option<String>,
    /// Whether it is expected that somebody says.
    pub wants_credit: bool,
    /// The hash of its published bytes, where it is known.
    pub hash: Option<Hash>,
    /// The shape that the first piece gives a model that shows it.
    pub shape: Shape,
}

impl FileRow {
    /// The name without its folder.
    pub fn name(&self) -> &str {
        &self.path[self.name_at..]
    }

    /// The folder with its slash; empty at the top.
    pub fn folder(&self) -> &str {
        &self.path[..self.name_at]
    }

    /// Whether the file is there and can be read, moved, deleted.
    pub fn is_there(&self) -> bool {
        self.size.is_some() && !self.states.contains(&State::NotPlain)
    }
}

/// Everything that is listed, and what it was made of.
#[derive(Debug, Default)]
pub struct Listed {
    of: Option<(PathBuf, u64, usize)>,
    /// All rows, by path.
    pub rows: Vec<FileRow>,
    /// What a player downloads before the table opens.
    pub download: Download,
}

/// What a player downloads before the table opens.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Download {
    /// In bytes.
    pub bytes: u64,
    /// How many files.
    pub files: usize,
    /// The share of each kind, the largest first.
    pub kinds: Vec<(Kind, u64, usize)>,
}

impl Download {
    /// Whole seconds at 10 Mbit a second; at least 1 where there is anything.
    pub fn seconds(&self) -> u64 {
        (self.bytes * 8).div_ceil(10_000_000)
    }

    /// `3 bot models, 81 %`: the kind that takes the most.
    pub fn largest(&self) -> Option<String> {
        let (kind, bytes, files) = self.kinds.first().filter(|(_, bytes, _)| *bytes > 0)?;
        let percent = (*bytes as f64 / self.bytes as f64 * 100.0).round();
        Some(format!("{files} {}, {percent} %", kind.label().to_lowercase()))
    }
}

impl Listed {
    /// Brings the rows up to date with what is known of the files.
    pub fn refresh(&mut self, session: &Session) {
        let Some(look) = session.look() else { return };
        let of = (session.root().to_path_buf(), session.revision(), Arc::as_ptr(look) as usize);
        if self.of.as_ref() == Some(&of) {
            return;
        }
        self.rows = rows(session, look);
        self.download = download(&self.rows);
        self.of = Some(of);
    }

    /// How many rows a filter shows.
    pub fn count(&self, filter: Filter) -> usize {
        self.rows.iter().filter(|row| passes(row, filter)).count()
    }

    /// The numbers of the rows that are shown, in their order.
    pub fn shown(&self, filter: Filter, search: &str, sort: Sort, backwards: bool) -> Vec<usize> {
        let words: Vec<String> = search.split_whitespace().map(str::to_lowercase).collect();
        let found = |row: &FileRow| {
            let path = row.path.to_lowercase();
            words.iter().all(|word| path.contains(word.as_str()))
        };
        let mut shown: Vec<usize> =
            (0..self.rows.len()).filter(|at| passes(&self.rows[*at], filter) && found(&self.rows[*at])).collect();
        let rows = &self.rows;
        match sort {
            Sort::Path => {}
            Sort::Name => shown.sort_by_cached_key(|at| rows[*at].name().to_lowercase()),
            Sort::Size => shown.sort_by_key(|at| std::cmp::Reverse(rows[*at].size)),
            Sort::State => shown.sort_by_key(|at| std::cmp::Reverse(rows[*at].state)),
            Sort::Uses => shown.sort_by_key(|at| std::cmp::Reverse(rows[*at].uses)),
            Sort::Credit => {
                shown.sort_by_cached_key(|at| rows[*at].credit.clone().map_or((1, String::new()), |c| (0, c.to_lowercase())));
            }
        }
        if backwards {
            shown.reverse();
        }
        shown
    }

    /// The number of the row of a path.
    pub fn at(&self, path: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.path == path)
    }
}

fn passes(row: &FileRow, filter: Filter) -> bool {
    match filter {
        Filter::All => row.state != State::Platform,
        Filter::State(state) => row.states.contains(&state),
        Filter::Kind(kind) => row.kind == kind && row.state != State::Platform,
        Filter::Uncredited => row.wants_credit && row.credit.is_none(),
    }
}

fn rows(session: &Session, look: &Look) -> Vec<FileRow> {
    let inventory = &look.survey.inventory;
    let credits = credits(session, look);
    let shapes = session.scene().map(shapes).unwrap_or_default();
    let row = |row: &tablewright_core::assets::Row| {
        let preload = match row.delivery {
            Delivery::Preloaded => Some(true),
            Delivery::OnDemand | Delivery::NotListed => Some(false),
            Delivery::Never(_) | Delivery::Platform => None,
        };
        FileRow {
            path: row.path.clone(),
            name_at: row.path.rfind('/').filter(|at| at + 1 < row.path.len()).map_or(0, |at| at + 1),
            class: row.class,
            kind: Kind::of(row.class),
            size: row.size,
            state: row.state(),
            states: row.states().collect(),
            reason: row.reason(),
            preload,
            uses: row.uses,
            credit: credits.get(&row.path).cloned(),
            wants_credit: row.size.is_some() && tablewright_core::credits::wants_credit(&row.path),
            hash: row.hash,
            shape: shapes.get(row.path.as_str()).copied().unwrap_or([1.0; 3]),
        }
    };
    inventory.rows.iter().map(row).collect()
}

/// The shapes in which models are shown: those of the first piece of the base, else of a variant.
fn shapes(scene: &Document) -> FxHashMap<String, Shape> {
    let root = scene.root();
    let deltas = root.get("variants").and_then(|block| block.get("deltas"));
    let own = deltas.into_iter().flat_map(Ref::members).filter_map(|(_, delta)| delta.get("objects"));
    let mut shapes = FxHashMap::default();
    for piece in root.get("objects").into_iter().chain(own).flat_map(Ref::items) {
        let model = piece.get("metadata").and_then(|metadata| metadata.get("customModelAssetId")?.as_str());
        if let Some(model) = model.filter(|model| !shapes.contains_key(&**model)) {
            let side = |axis: &str| piece.get("scale").and_then(|scale| scale.get(axis)?.as_f64()).unwrap_or(1.0).abs();
            let sides = ["x", "y", "z"].map(side);
            let largest = sides.into_iter().fold(0.0_f64, f64::max);
            if largest > 0.0 && largest.is_finite() {
                shapes.insert(model.into_owned(), sides.map(|side| (side / largest) as f32));
            }
        }
    }
    shapes
}

/// What is said of each credited file, in a few words.
fn credits(session: &Session, look: &Look) -> FxHashMap<String, String> {
    let Some(manifest) = session.manifest() else { return FxHashMap::default() };
    let ledger = Ledger::of(manifest, look.survey.listing.files.iter().map(|entry| entry.path.as_str()));
    let mut found = FxHashMap::default();
    for entry in &ledger.entries {
        let says = match entry.origin {
            _ if !entry.answer.title.trim().is_empty() => entry.answer.title.trim().to_owned(),
            Some(Origin::ThirdParty) if !entry.answer.creator.trim().is_empty() => entry.answer.creator.trim().to_owned(),
            Some(Origin::OwnWork) => "Own work".to_owned(),
            Some(Origin::Disclaimed) => "Without saying".to_owned(),
            _ => "A record".to_owned(),
        };
        for path in &entry.paths {
            found.entry(path.clone()).or_insert_with(|| says.clone());
        }
    }
    found
}

fn download(rows: &[FileRow]) -> Download {
    let loaded = rows.iter().filter(|row| row.preload == Some(true) && row.size.is_some());
    let mut download = Download::default();
    for row in loaded {
        let bytes = row.size.unwrap_or_default();
        download.bytes += bytes;
        download.files += 1;
        match download.kinds.iter_mut().find(|(kind, ..)| *kind == row.kind) {
            Some((_, all, files)) => (*all, *files) = (*all + bytes, *files + 1),
            None => download.kinds.push((row.kind, bytes, 1)),
        }
    }
    download.kinds.sort_by_key(|(kind, bytes, _)| (std::cmp::Reverse(*bytes), *kind));
    download
}

/// A size as people read it: KB and MB with one decimal from 10 KB on.
pub fn size_words(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} KB", (bytes as f64 / 1e3).round()),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(path: &str, class: Class, size: u64, state: State) -> FileRow {
        FileRow {
            path: path.to_owned(),
            name_at: path.rfind('/').map_or(0, |at| at + 1),
            class,
            kind: Kind::of(class),
            size: Some(size),
            state,
            states: vec![state],
            reason: String::new(),
            preload: Some(state == State::Preloaded),
            uses: path.len(),
            credit: path.starts_with('a').then(|| "Ann".to_owned()),
            wants_credit: true,
            hash: None,
            shape: [1.0; 3],
        }
    }

    fn listed() -> Listed {
        let rows = vec![
            row("ai/go.onnx", Class::AiModel, 9_000_000, State::Preloaded),
            row("b/Board.glb", Class::Model, 900_000, State::Preloaded),
            row("c.png", Class::Picture, 100_000, State::OnDemand),
            row("d/alone.png", Class::Picture, 1_500, State::Unused),
        ];
        Listed { download: download(&rows), rows, of: None }
    }

    fn shown<'a>(listed: &'a Listed, filter: Filter, search: &str, sort: Sort, backwards: bool) -> Vec<&'a str> {
        listed.shown(filter, search, sort, backwards).into_iter().map(|at| listed.rows[at].name()).collect()
    }

    #[test]
    fn rows_are_filtered_found_and_sorted() {
        let listed = listed();
        let all = |sort, backwards| shown(&listed, Filter::All, "", sort, backwards);
        assert_eq!(all(Sort::Path, false), ["go.onnx", "Board.glb", "c.png", "alone.png"]);
        assert_eq!(all(Sort::Name, false), ["alone.png", "Board.glb", "c.png", "go.onnx"]);
        assert_eq!(all(Sort::Size, true), ["alone.png", "c.png", "Board.glb", "go.onnx"]);
        assert_eq!(all(Sort::State, false)[0], "alone.png", "what needs a look comes first");
        assert_eq!(all(Sort::Credit, false)[0], "go.onnx");
        assert_eq!(shown(&listed, Filter::Kind(Kind::Textures), "", Sort::Path, false), ["c.png", "alone.png"]);
        assert_eq!(shown(&listed, Filter::State(State::Unused), "", Sort::Path, false), ["alone.png"]);
        assert_eq!(shown(&listed, Filter::All, "D/ PNG", Sort::Path, false), ["alone.png"]);
        assert_eq!(listed.count(Filter::Uncredited), 3);
    }

    #[test]
    fn the_download_is_told_by_kind() {
        let download = listed().download;
        assert_eq!((download.bytes, download.files, download.seconds()), (9_900_000, 2, 8));
        assert_eq!(download.largest().as_deref(), Some("1 bot models, 91 %"));
        assert_eq!((Download::default().seconds(), Download::default().largest()), (0, None));
    }

    #[test]
    fn sizes_read_as_people_read_them() {
        let words =
            [(0, "0 B"), (999, "999 B"), (1_000, "1 KB"), (704_400, "704 KB"), (1_000_000, "1.0 MB"), (44_640_000, "44.6 MB")];
        for (bytes, text) in words {
            assert_eq!(size_words(bytes), text);
        }
    }
}
