//! Files: every file of the pack with how it reaches players, who uses it and where it is from; what players wait for; and a
//! look at each file.
//!
//! The list is made once for each look at the files and each choice of the person (`model`, `picks`, both without egui); a
//! frame draws only the rows that are seen (`table`, `grid`), with small pictures that come from threads of their own
//! ([`crate::file_pictures`]). Left stand the filters (`filters`), above the list what players wait for (`head`), right the
//! preview (`preview`), which reads its file on a thread too (`peek`).

mod better;
mod costs;
mod delete;
pub mod drag;
mod filters;
mod grid;
mod head;
mod kind;
mod menu;
mod model;
mod peek;
mod picks;
mod preview;
mod row;
mod sound;
mod table;
mod users;

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Key as Press, Modifiers, Rect, Ui, UiBuilder, pos2, vec2};
use rustc_hash::FxHashMap;
use tablewright_core::assets::Inventory;
use tablewright_core::credits::Ledger;
use tablewright_core::find::Target;
use tablewright_core::pack::PackPath;
use tablewright_core::{Error, ErrorKind};

use self::delete::Deleting;
pub use self::drag::DraggedFiles;
pub use self::kind::Kind;
use self::model::{Column, Filter, Listing, Wanted, can_switch, is_preloaded};
use self::picks::{Pick, Picks};
use self::preview::Preview;
use super::{View, Wish};
use crate::commands::Command;
use crate::dock::{COMPACT, Workspace};
use crate::file_pictures::FilePictures;
use crate::icons::Icon;
use crate::media;
use crate::media::work::Better;
use crate::session::{Action, Look, Session};
use crate::theme::{METRICS, Tokens, small};
use crate::viewport::{SceneModel, SharedRenderer};
use crate::widgets::{self, Button, List, Tone};

/// Width of the filters.
const FILTERS: f32 = 200.0;
/// Width of the preview.
const PREVIEW: f32 = 328.0;
/// Height of the head.
const HEAD: f32 = 76.0;
/// Height of the toolbar.
const TOOLBAR: f32 = 40.0;
/// The list is never narrower: in a small window the preview gives way until it is asked for.
const LEAST: f32 = 420.0;

/// What the person asked of the list or of the preview in this frame.
#[derive(Debug, Clone, PartialEq)]
enum Ask {
    Pick(usize, Pick),
    /// The menu of a row was opened: it is about the row, or about the selection that the row is part of.
    Menu(usize),
    Select(Vec<String>),
    Filter(Filter),
    Sort(Column),
    Preload(Vec<String>, bool),
    Rename(String),
    Renamed(String, String),
    RenameEnds,
    Delete(Vec<String>),
    Replace(String),
    Better(Better, String),
    Reveal(String),
    Open(String),
    Place(Vec<String>),
    GoTo(Target),
    File(String),
    Drag(usize),
    Preview,
    Import,
}

/// A name that is being typed.
struct Renaming {
    path: String,
    /// What stands in its way.
    fault: Option<String>,
    /// It was not drawn yet.
    fresh: bool,
}

/// What the rows were made of.
struct Made {
    root: PathBuf,
    look: Arc<Look>,
    revision: u64,
}

/// The panel.
#[derive(Default)]
pub struct FilesPanel {
    made: Option<Made>,
    listing: Listing,
    wanted: Wanted,
    picks: Picks,
    grid: bool,
    pictures: FilePictures,
    preview: Preview,
    /// Whether the preview is shown, where the person said so.
    shows_preview: Option<bool>,
    preview_is_shown: bool,
    renaming: Option<Renaming>,
    deleting: Option<Deleting>,
    /// A file that is being given another path: the selection goes along.
    follows: Option<(String, String)>,
    search: Option<egui::Id>,
    wants_find: bool,
    /// Scroll to the file that the keyboard is at.
    reveal: bool,
    /// Scrolled by, and the height that is seen.
    seen: (f32, f32),
    /// How many files stand side by side.
    columns: usize,
    wants_list: bool,
}

impl FilesPanel {
    /// Moves the keyboard to the search.
    pub fn find(&mut self) {
        self.wants_find = true;
    }

    /// How many files are selected.
    pub fn selected(&self) -> usize {
        self.picks.len()
    }

    /// The one selected file, to be shown in the system's file manager.
    pub fn to_reveal(&self) -> Option<String> {
        self.picks.cursor().filter(|path| self.picks.has(path) && self.picks.len() == 1).map(str::to_owned)
    }

    /// Starts to rename the file that the keyboard is at.
    pub fn rename(&mut self) {
        if let Some(path) = self.picks.cursor().map(str::to_owned) {
            self.start_rename(path);
        }
    }

    /// Asks whether the selected files are to go.
    ///
    /// # Errors
    /// Refused where none of them is there.
    pub fn delete(&mut self, session: &Session) -> Result<(), Error> {
        self.deleting = Deleting::of(session, &self.picks.paths());
        if self.deleting.is_none() {
            return Err(Error::new(ErrorKind::Refused, "No file that is there is selected"));
        }
        Ok(())
    }

    /// Shows or puts away the preview.
    pub fn toggle_preview(&mut self) {
        self.shows_preview = Some(!self.preview_is_shown);
    }

    /// What switches the selected files between *Pre-loaded* and *On demand*: all on, unless all are.
    pub fn toggle_preload(&self) -> Option<Action> {
        let rows: Vec<_> = self.picks.paths();
        let rows: Vec<_> = rows.iter().filter_map(|path| self.listing.get(path)).filter(|row| can_switch(row)).collect();
        let on = !rows.iter().all(|row| is_preloaded(row));
        let paths: Vec<String> = rows.into_iter().map(|row| row.path.clone()).collect();
        (!paths.is_empty()).then_some(Action::Preload { paths, on })
    }

    /// Draws the panel. `renderer` draws models; without it they are told about in words.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>, renderer: Option<&SharedRenderer>) -> Vec<Wish> {
        let t = Tokens::of(ui);
        let room = ui.max_rect();
        ui.painter().rect_filled(room, 0.0, t.app);
        let Some(look) = view.session.look() else {
            ui.painter().rect_filled(room, 0.0, t.panel);
            widgets::empty_state(ui, Tone::Plain, Icon::Running, "Looking at the files", "They are listed in a moment.", None);
            return Vec::new();
        };
        self.refresh(view.session, look);
        let wide = room.width() > COMPACT;
        let with_preview = self.shows_preview.unwrap_or(wide) && room.width() - FILTERS - PREVIEW >= LEAST;
        let right = if with_preview { room.right() - PREVIEW } else { room.right() + 1.0 };
        let parts = [
            room.with_max_x(room.left() + FILTERS),
            Rect::from_min_max(pos2(room.left() + FILTERS + 1.0, room.top()), pos2(right - 1.0, room.bottom())),
            room.with_min_x(right),
        ];
        let part = |ui: &mut Ui, name: &str, rect: Rect| {
            ui.painter().rect_filled(rect, 0.0, t.panel);
            let mut child = ui.new_child(UiBuilder::new().id_salt(name).max_rect(rect));
            child.set_clip_rect(rect.intersect(ui.clip_rect()));
            child.spacing_mut().item_spacing.y = 0.0;
            child.spacing_mut().interact_size.y = METRICS.control;
            child
        };
        let mut asks = Vec::new();
        let mut wishes = Vec::new();
        filters::show(&mut part(ui, "filters", parts[0]), &self.listing, self.wanted.filter, view.session, &mut asks);
        self.middle(&mut part(ui, "list", parts[1]), view, &mut asks);
        if with_preview {
            let mut column = part(ui, "preview", parts[2]);
            self.preview.show(&mut column, view, look, &self.listing, &self.picks, renderer, &mut asks);
        }
        for ask in asks {
            self.ask(ui, ask, view.session, &mut wishes);
        }
        if let Some(deleting) = &self.deleting
            && let Some(answer) = deleting.show(ui)
        {
            wishes.extend(answer.map(Wish::Files));
            self.deleting = None;
            self.wants_list = true;
        }
        wishes
    }

    fn refresh(&mut self, session: &Session, look: &Arc<Look>) {
        let fresh = self.made.as_ref().is_some_and(|made| {
            Arc::ptr_eq(&made.look, look) && made.revision == session.revision() && made.root == session.root()
        });
        if !fresh {
            if self.made.as_ref().is_none_or(|made| made.root != session.root()) {
                *self = Self { grid: self.grid, shows_preview: self.shows_preview, ..Self::default() };
            }
            let survey = &look.survey;
            let inventory = if look.revision == session.revision() {
                survey.inventory.clone()
            } else {
                // Until the next look the lists are those of the documents as they are, so that a switch answers at once.
                survey.inventory.relisted(session.history().roots(), &survey.special)
            };
            let credits = credits_of(session, &inventory);
            self.listing.set_rows(Arc::new(inventory), Arc::new(credits));
            // Until the files were looked at again, a renamed file has its former name.
            if let Some((from, to)) = self.follows.take_if(|(_, to)| self.listing.get(to).is_some()) {
                self.picks.follow(&from, &to);
                self.reveal = true;
            }
            let listing = &self.listing;
            self.picks.keep(&|path| listing.get(path).is_some());
            self.made = Some(Made { root: session.root().to_path_buf(), look: Arc::clone(look), revision: session.revision() });
        }
        self.listing.refresh(&self.wanted);
    }

    fn middle(&mut self, ui: &mut Ui, view: View<'_>, asks: &mut Vec<Ask>) {
        let room = ui.max_rect();
        let top = room.with_max_y(room.top() + HEAD);
        head::show(&mut ui.new_child(UiBuilder::new().id_salt("head").max_rect(top)), self.listing.head(), asks);
        let bar = Rect::from_min_size(top.left_bottom(), vec2(room.width(), TOOLBAR));
        let mut child = ui.new_child(UiBuilder::new().id_salt("toolbar").max_rect(bar.shrink2(vec2(12.0, 8.0))));
        let to_list = self.toolbar(&mut child, asks);
        line_below(ui, top);
        line_below(ui, bar);
        let rest = room.with_min_y(bar.bottom());
        let mut list_ui = ui.new_child(UiBuilder::new().id_salt("files").max_rect(rest));
        list_ui.set_clip_rect(rest.intersect(ui.clip_rect()));
        if self.listing.is_empty() {
            let (missing, purpose, back) = if self.listing.count(Filter::All) == 0 {
                ("No files yet", "Models, pictures and sounds of the pack stand here. Drop some on the window.", None)
            } else {
                ("Nothing found", "No file fits the filter.", Some((Icon::Close, "Show all files")))
            };
            if widgets::empty_state(&mut list_ui, Tone::Plain, Icon::Folder, missing, purpose, back) {
                self.wanted.filter = Filter::All;
                self.wanted.text.clear();
            }
            return;
        }
        let list = List::begin(&mut list_ui, "Files", rest);
        if view.state.take_keyboard || to_list || std::mem::take(&mut self.wants_list) {
            list.claim(&list_ui);
        }
        self.keys(&mut list_ui, &list, asks);
        let at = self.picks.cursor().and_then(|path| self.listing.place(path));
        let mut drawn = row::Rows {
            view,
            listing: &self.listing,
            picks: &self.picks,
            sort: self.wanted.sort,
            pictures: &mut self.pictures,
            renaming: &mut self.renaming,
            list: &list,
            reveal: if std::mem::take(&mut self.reveal) { at } else { None },
            seen: self.seen,
            columns: 1,
        };
        if self.grid {
            grid::show(&mut list_ui, &mut drawn, asks);
        } else {
            table::show(&mut list_ui, &mut drawn, asks);
        }
        (self.seen, self.columns) = (drawn.seen, drawn.columns);
    }

    /// Search, the two ways to list, and how many are selected. Returns whether the keyboard is to go on in the list.
    fn toolbar(&mut self, ui: &mut Ui, asks: &mut Vec<Ask>) -> bool {
        let t = Tokens::of(ui);
        let mut to_list = false;
        ui.horizontal(|ui| {
            // The arrow leads from the field into the list.
            let typing = self.search.is_some_and(|id| ui.memory(|memory| memory.has_focus(id)));
            let down = typing && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Press::ArrowDown));
            let width = (ui.available_width() - 240.0).clamp(120.0, 220.0);
            let response = widgets::search(ui, "Find a file", &mut self.wanted.text, "Name or path", width);
            if std::mem::take(&mut self.wants_find) {
                response.request_focus();
            }
            self.search = Some(response.id);
            to_list = down || (response.lost_focus() && ui.input(|input| input.key_pressed(Press::Enter)));
            for (grid, icon, name) in [(false, Icon::ListView, "As a list"), (true, Icon::GridView, "As pictures")] {
                if widgets::icon_button(ui, icon, name, "", self.grid == grid, None, METRICS.control).clicked() {
                    self.grid = grid;
                    self.reveal = true;
                }
            }
            let words = match self.picks.len() {
                0 if self.listing.len() == 1 => "1 file".to_owned(),
                0 => format!("{} files", self.listing.len()),
                chosen => format!("{chosen} of {} selected", self.listing.len()),
            };
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let import = Button::control("Import…").icon(Icon::Import);
                if widgets::tip(ui.add(import), "Bring files in, and say where they are from", "Ctrl I").clicked() {
                    asks.push(Ask::Import);
                }
                ui.add_space(8.0);
                ui.label(egui::RichText::new(words).font(small()).color(t.text2));
            });
        });
        to_list
    }

    fn keys(&mut self, ui: &mut Ui, list: &List, asks: &mut Vec<Ask>) {
        if !list.focused() || self.renaming.is_some() || self.deleting.is_some() {
            return;
        }
        let keys = list.keys();
        let len = self.listing.len();
        let at = self.picks.cursor().and_then(|path| self.listing.place(path));
        let how = if keys.extend { Pick::Extend } else { Pick::Only };
        let mut go = |to: Option<usize>, how| {
            if let Some(to) = to {
                asks.push(Ask::Pick(to, how));
                self.reveal = true;
            }
        };
        let (step, aside) = (keys.step, isize::from(keys.right) - isize::from(keys.left));
        if self.grid && !keys.home && !keys.end && (step != 0 || aside != 0) {
            let by = step * self.columns.max(1) as isize + aside;
            go(Some(at.map_or(0, |at| at.saturating_add_signed(by).min(len.saturating_sub(1)))), how);
        } else {
            go(keys.target(at, len), how);
        }
        if keys.find.is_some() {
            let names: Vec<&str> = (0..len).map(|at| model::name_of(self.listing.path(at))).collect();
            go(keys.found(at, names.iter().copied()), Pick::Only);
        }
        if keys.enter || keys.space {
            asks.push(Ask::Preview);
        }
        if ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Press::A)) {
            asks.push(Ask::Select((0..len).map(|at| self.listing.path(at).to_owned()).collect()));
        }
        if ui.input(|input| input.key_pressed(Press::Escape)) {
            asks.push(Ask::Select(Vec::new()));
        }
    }

    fn ask(&mut self, ui: &Ui, ask: Ask, session: &Session, wishes: &mut Vec<Wish>) {
        match ask {
            Ask::Pick(at, how) => {
                let listing = &self.listing;
                self.picks.pick(at, listing.len(), &|at| listing.path(at).to_owned(), how);
            }
            Ask::Menu(at) | Ask::Drag(at) if !self.picks.has(self.listing.path(at)) => {
                self.ask(ui, Ask::Pick(at, Pick::Only), session, wishes);
                if matches!(ask, Ask::Drag(_)) {
                    drag::start(ui, self.picks.paths());
                }
            }
            Ask::Menu(_) => {}
            Ask::Drag(_) => drag::start(ui, self.picks.paths()),
            Ask::Select(paths) => self.picks.set(paths),
            Ask::Filter(filter) => self.wanted.filter = filter,
            Ask::Sort(by) => self.wanted.sort = self.wanted.sort.pressed(by),
            Ask::Preload(paths, on) => wishes.push(Wish::Act(Action::Preload { paths, on })),
            Ask::Rename(path) => self.start_rename(path),
            Ask::Renamed(path, name) => self.renamed(session, &path, &name, wishes),
            Ask::RenameEnds => {
                self.renaming = None;
                self.wants_list = true;
            }
            Ask::Delete(paths) => self.deleting = Deleting::of(session, &paths),
            Ask::Replace(path) => wishes.push(Wish::ReplaceFile(path)),
            Ask::Reveal(path) => wishes.push(Wish::Reveal(path)),
            Ask::Better(better, path) => wishes.push(Wish::Media(media::Ask::Better(better, path))),
            Ask::Open(path) => wishes.push(Wish::OpenFile(path)),
            Ask::Place(paths) => {
                let at = [0.0, table_height(session), 0.0];
                wishes.push(Wish::Act(Action::PlaceFiles { paths, at }));
                wishes.push(Wish::Command(Command::Show(Workspace::Scene)));
                wishes.push(Wish::Command(Command::FrameSelection));
            }
            Ask::GoTo(target) => wishes.push(Wish::GoTo(target)),
            Ask::File(path) => self.go_to(&path),
            Ask::Preview => self.toggle_preview(),
            Ask::Import => wishes.push(Wish::Command(Command::Import)),
        }
        ui.ctx().request_repaint();
    }

    /// Selects a file and brings it into sight, where it is listed or not.
    pub fn go_to(&mut self, path: &str) {
        if self.listing.place(path).is_none() {
            self.wanted.filter = Filter::All;
            self.wanted.text.clear();
            self.listing.refresh(&self.wanted);
        }
        self.picks.set(vec![path.to_owned()]);
        (self.reveal, self.wants_list) = (true, true);
    }

    fn start_rename(&mut self, path: String) {
        self.picks.set(vec![path.clone()]);
        self.reveal = true;
        self.renaming = Some(Renaming { path, fault: None, fresh: true });
    }

    fn renamed(&mut self, session: &Session, from: &str, name: &str, wishes: &mut Vec<Wish>) {
        let name = name.trim();
        let to = format!("{}{name}", model::folder_of(from));
        if to == from || name.is_empty() {
            self.renaming = None;
            self.wants_list = true;
            return;
        }
        let work = PackPath::parse(from).and_then(|from| session.rename_work(&from, &PackPath::parse(&to)?));
        match work {
            Ok(work) => {
                self.renaming = None;
                self.wants_list = true;
                wishes.push(Wish::Files(work));
                self.follows = Some((from.to_owned(), to));
            }
            Err(error) => {
                self.renaming = Some(Renaming { path: from.to_owned(), fault: Some(error.to_string()), fresh: true });
            }
        }
    }
}

/// Where the table's top is, in feet.
fn table_height(session: &Session) -> f64 {
    let model = session.resolved().map(|resolved| SceneModel::from_resolved(&resolved, session.root(), false));
    model.map_or(0.0, |model| f64::from(model.table.height))
}

/// The title of the record that each file is in.
fn credits_of(session: &Session, inventory: &Inventory) -> FxHashMap<String, String> {
    let Some(manifest) = session.manifest() else { return FxHashMap::default() };
    let files = inventory.rows.iter().filter(|row| row.size.is_some()).map(|row| row.path.as_str());
    let mut credits = FxHashMap::default();
    for entry in Ledger::of(manifest, files).entries {
        let title = entry.title();
        for path in entry.paths {
            credits.entry(path).or_insert_with(|| title.clone());
        }
    }
    credits
}

fn line_below(ui: &Ui, rect: Rect) {
    let line = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 1.0), rect.right_bottom());
    ui.painter().rect_filled(line, 0.0, Tokens::of(ui).border_subtle);
}
