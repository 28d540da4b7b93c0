//! *Files*: everything that the pack holds and names, how it reaches players, who uses it and whom it is from.
//!
//! The panel draws from the latest look at the folder. Changes of files are asked for as [`Wish::Files`], the switches of
//! `assets` as [`Action::Preload`]; nothing here writes.

mod better;
mod filters;
mod grid;
mod head;
mod listing;
mod preview;
mod sound;
mod table;

use std::collections::BTreeSet;

use egui::{Key, Layout, Modifiers, Rect, Ui, UiBuilder, pos2, vec2};
use tablewright_core::pack::PackPath;
use tablewright_core::{Error, ErrorKind};

use super::{View, Wish};
use crate::file_pictures::FilePictures;
use crate::icons::Icon;
use crate::session::{Action, FileWork, Session};
use crate::theme::{METRICS, Tokens, small};
use crate::viewport::SharedRenderer;
use crate::widgets::{self, Button, Dialog, DialogEnd, List, Tone, hairline};

pub use listing::{Filter, Kind, Sort, size_words};

use listing::Listed;
use preview::Preview;

/// Files that are being dragged out of the panel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraggedFiles(pub Vec<String>);

/// The panel.
#[derive(Default)]
pub struct FilesPanel {
    listed: Listed,
    filter: Filter,
    search: String,
    sort: Sort,
    backwards: bool,
    grid: bool,
    /// The preview is put away.
    no_preview: bool,
    selected: BTreeSet<String>,
    /// Where the keyboard is.
    cursor: Option<String>,
    /// Where a selection by Shift began.
    anchor: Option<String>,
    /// Scroll to the cursor.
    reveal: bool,
    seen: (f32, f32),
    wants_search: bool,
    pictures: Option<FilePictures>,
    preview: Preview,
    renaming: Option<Renaming>,
    deleting: Option<Deleting>,
}

/// A name that is being typed.
struct Renaming {
    path: String,
    text: String,
    fresh: bool,
}

/// What is asked before files go into the bin.
struct Deleting {
    work: FileWork,
    words: String,
    told: Vec<String>,
}

/// What a row or a tile was asked for.
enum Asked {
    Click { at: usize, extend: bool, toggle: bool },
    Open(usize),
    Preload(usize, bool),
    Drag(usize),
    Menu(usize, MenuChoice),
}

/// An item of a row's menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MenuChoice {
    Rename,
    Delete,
    Reveal,
    CopyPath,
    Preload(bool),
}

/// Room for the filters and for the preview; look.md section 5.
const FILTERS: f32 = 200.0;
const PREVIEW: f32 = 328.0;
/// A panel that is lower or narrower has no room for what stands beside the list.
const ROOMY: (f32, f32) = (760.0, 320.0);

impl FilesPanel {
    /// Draws the panel into all the room that is left, and tells what the person wants.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>, renderer: Option<&SharedRenderer>) -> Vec<Wish> {
        let session = view.session;
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = METRICS.control;
        if session.look().is_none() {
            let purpose = "The list comes as soon as the folder has been read.";
            widgets::empty_state(ui, Tone::Plain, Icon::FolderOpen, "Looking at the files", purpose, None);
            return Vec::new();
        }
        self.listed.refresh(session);
        self.keep_selection();
        let pictures = self.pictures.get_or_insert_with(|| FilePictures::new(session.state_dir()));
        pictures.take(ui.ctx());
        let mut wishes = Vec::new();
        let room = ui.available_rect_before_wrap();
        let roomy = room.width() >= ROOMY.0 && room.height() >= ROOMY.1;
        let mut middle = room;
        if roomy {
            middle.min.x += FILTERS;
            let left = room.with_max_x(middle.min.x);
            part(ui, "filters", left, |ui| {
                if let Some(filter) = filters::show(ui, &self.listed, self.filter) {
                    self.filter = filter;
                }
            });
            edge(ui, left.right(), room);
        }
        let preview = roomy && !self.no_preview && room.width() - FILTERS - PREVIEW >= 400.0;
        if preview {
            middle.max.x -= PREVIEW;
            let right = room.with_min_x(middle.max.x);
            edge(ui, right.left(), room);
            part(ui, "preview", right.with_min_x(right.left() + 1.0), |ui| self.show_preview(ui, session, renderer, &mut wishes));
        }
        part(ui, "list", middle, |ui| {
            if roomy {
                head::show(ui, &self.listed.download);
                hairline(ui);
            }
            self.show_list(ui, view, &mut wishes);
        });
        self.delete_dialog(ui, &mut wishes);
        wishes
    }

    /// Moves the keyboard to the search at the next frame.
    pub fn find(&mut self) {
        self.wants_search = true;
    }

    /// How many files are selected.
    pub fn selected(&self) -> usize {
        self.selected.len()
    }

    /// Selects a file and shows it, whatever the filter.
    pub fn go_to(&mut self, path: &str) {
        (self.filter, self.search) = (Filter::All, String::new());
        self.select_only(path);
        self.reveal = true;
    }

    /// Begins to rename the selected file.
    pub fn rename(&mut self) {
        let Some(path) = self.only_selected().map(str::to_owned) else { return };
        let text = path.rsplit('/').next().unwrap_or(&path).to_owned();
        self.renaming = Some(Renaming { path, text, fresh: true });
        self.reveal = true;
    }

    /// Asks whether the selected files go into the bin.
    ///
    /// # Errors
    /// Where the pack cannot be without one of them.
    pub fn delete(&mut self, session: &Session) -> Result<(), Error> {
        let paths: Vec<PackPath> = self.there().filter_map(|path| PackPath::parse(path).ok()).collect();
        if paths.is_empty() {
            return Err(Error::new(ErrorKind::Refused, "No file that is there is selected"));
        }
        let (work, told) = session.delete_work(&paths)?;
        let words = match paths.as_slice() {
            [path] => format!("Delete {}", path.name()),
            paths => format!("Delete {} files", paths.len()),
        };
        self.deleting = Some(Deleting { work, words, told });
        Ok(())
    }

    /// Switches whether the selected files are pre-loaded: on where one of them is not.
    pub fn toggle_preload(&self) -> Option<Action> {
        let rows = self.listed.rows.iter().filter(|row| self.selected.contains(&row.path));
        let switches: Vec<(String, bool)> = rows.filter_map(|row| Some((row.path.clone(), row.preload?))).collect();
        let on = switches.iter().any(|(_, on)| !on);
        let paths: Vec<String> = switches.into_iter().filter(|(_, was)| *was != on).map(|(path, _)| path).collect();
        (!paths.is_empty()).then_some(Action::Preload { paths, on })
    }

    /// Shows or puts away the preview.
    pub fn toggle_preview(&mut self) {
        self.no_preview = !self.no_preview;
    }

    /// The one selected file that is there, to be shown in the system's file manager.
    pub fn to_reveal(&self) -> Option<String> {
        self.only_selected().map(str::to_owned)
    }

    fn there(&self) -> impl Iterator<Item = &str> {
        let is_there = |path: &&String| self.listed.at(path).is_some_and(|at| self.listed.rows[at].is_there());
        self.selected.iter().filter(is_there).map(String::as_str)
    }

    fn only_selected(&self) -> Option<&str> {
        let mut there = self.there();
        let first = there.next()?;
        (there.next().is_none() && self.selected.len() == 1).then_some(first)
    }

    fn select_only(&mut self, path: &str) {
        self.selected = BTreeSet::from([path.to_owned()]);
        (self.cursor, self.anchor) = (Some(path.to_owned()), Some(path.to_owned()));
    }

    /// Drops from the selection what is listed no more.
    fn keep_selection(&mut self) {
        if self.selected.is_empty() && self.renaming.is_none() {
            return;
        }
        let rows: BTreeSet<&str> = self.listed.rows.iter().map(|row| row.path.as_str()).collect();
        self.selected.retain(|path| rows.contains(path.as_str()));
        self.cursor = self.cursor.take().filter(|path| rows.contains(path.as_str()));
        self.renaming = self.renaming.take().filter(|renaming| rows.contains(renaming.path.as_str()));
    }

    fn show_list(&mut self, ui: &mut Ui, view: View<'_>, wishes: &mut Vec<Wish>) {
        let shown = self.listed.shown(self.filter, &self.search, self.sort, self.backwards);
        let to_list = self.toolbar(ui, &shown, wishes);
        hairline(ui);
        if shown.is_empty() {
            self.nothing(ui);
            return;
        }
        let list = List::begin(ui, "Files", ui.available_rect_before_wrap());
        if (view.state.take_keyboard || to_list) && self.renaming.is_none() {
            list.claim(ui);
        }
        if self.cursor.is_none() && to_list {
            self.select_only(&self.listed.rows[shown[0]].path.clone());
        }
        self.keys(ui, &list, &shown);
        let asked = if self.grid {
            grid::show(self, ui, &list, view, &shown)
        } else {
            table::show(self, ui, &list, view, &shown, wishes)
        };
        for asked in asked {
            list.claim(ui);
            self.answer(ui, &asked, &shown, view.session, wishes);
        }
    }

    fn nothing(&mut self, ui: &mut Ui) {
        if self.listed.rows.is_empty() {
            let purpose = "Drop pictures, models and sounds onto the window, or put them into the folder.";
            widgets::empty_state(ui, Tone::Plain, Icon::FolderOpen, "No files yet", purpose, None);
        } else if self.search.trim().is_empty() {
            let back = Some((Icon::ListView, "Show all files"));
            if widgets::empty_state(ui, Tone::Plain, Icon::Success, "None", "No file of the pack is in this state.", back) {
                self.filter = Filter::All;
            }
        } else {
            let purpose = format!("No file here has “{}” in its path.", self.search.trim());
            if widgets::empty_state(
                ui,
                Tone::Plain,
                Icon::Search,
                "Nothing found",
                &purpose,
                Some((Icon::Close, "Clear the search")),
            ) {
                self.search.clear();
            }
        }
    }

    /// Search, table or grid, what is selected. Returns whether the keyboard is to go on in the list.
    fn toolbar(&mut self, ui: &mut Ui, shown: &[usize], wishes: &mut Vec<Wish>) -> bool {
        let t = Tokens::of(ui);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.top_bar), egui::Sense::hover());
        let mut bar = ui.new_child(
            UiBuilder::new().max_rect(rect.shrink2(vec2(12.0, 0.0))).layout(Layout::left_to_right(egui::Align::Center)),
        );
        let ui = &mut bar;
        let width = (ui.available_width() * 0.35).clamp(120.0, 220.0);
        let response = widgets::search(ui, "Find a file", &mut self.search, "Name or path", width);
        if std::mem::take(&mut self.wants_search) {
            response.request_focus();
        }
        if let Some(chosen) = widgets::segmented(ui, "How files are shown", usize::from(self.grid), &["Table", "Grid"]) {
            self.grid = chosen == 1;
        }
        ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
            if self.preload_button(ui, wishes) {
                ui.add_space(4.0);
            }
            let words = match self.selected.len() {
                0 => format!("{} files", shown.len()),
                count => format!("{count} of {} selected", shown.len()),
            };
            ui.label(egui::RichText::new(words).font(small()).color(t.text3));
        });
        let down = response.has_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowDown));
        down || (response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)))
    }

    /// The switch for a selection of several; whether there is one.
    fn preload_button(&self, ui: &mut Ui, wishes: &mut Vec<Wish>) -> bool {
        let Some(action) = self.toggle_preload().filter(|_| self.selected.len() > 1) else { return false };
        let Action::Preload { paths, on } = &action else { return false };
        let words = if *on { format!("Pre-load {}", paths.len()) } else { format!("Load {} on demand", paths.len()) };
        if ui.add(Button::control(&words).icon(if *on { Icon::Download } else { Icon::Globe })).clicked() {
            wishes.push(Wish::Act(action));
        }
        true
    }

    fn keys(&mut self, ui: &Ui, list: &List, shown: &[usize]) {
        if !list.focused() || self.renaming.is_some() {
            return;
        }
        if ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::A)) {
            self.selected = shown.iter().map(|at| self.listed.rows[*at].path.clone()).collect();
        }
        let keys = list.keys();
        let at = self.cursor.as_deref().and_then(|path| shown.iter().position(|row| self.listed.rows[*row].path == path));
        let names = shown.iter().map(|row| self.listed.rows[*row].name());
        let step = if self.grid {
            keys.step * grid::across(ui.available_width()) as isize + isize::from(keys.right) - isize::from(keys.left)
        } else {
            keys.step
        };
        let keys_there = widgets::ListKeys { step, ..keys.clone() };
        if let Some(to) = keys_there.target(at, shown.len()).or_else(|| keys.found(at, names)) {
            self.click(shown[to], shown, keys.extend, false);
            self.reveal = true;
        } else if keys.space || keys.enter {
            self.no_preview = if keys.enter { false } else { !self.no_preview };
        }
    }

    fn click(&mut self, row: usize, shown: &[usize], extend: bool, toggle: bool) {
        let path = self.listed.rows[row].path.clone();
        let place = |path: &str| shown.iter().position(|at| self.listed.rows[*at].path == path);
        if extend && let Some(from) = self.anchor.as_deref().and_then(place) {
            let to = place(&path).unwrap_or(from);
            let range = from.min(to)..=from.max(to);
            self.selected = shown[range].iter().map(|at| self.listed.rows[*at].path.clone()).collect();
            self.cursor = Some(path);
        } else if toggle {
            if !self.selected.remove(&path) {
                self.selected.insert(path.clone());
            }
            (self.cursor, self.anchor) = (Some(path.clone()), Some(path));
        } else {
            self.select_only(&path);
        }
    }

    fn answer(&mut self, ui: &Ui, asked: &Asked, shown: &[usize], session: &Session, wishes: &mut Vec<Wish>) {
        match *asked {
            Asked::Click { at, extend, toggle } => self.click(at, shown, extend, toggle),
            Asked::Open(at) => {
                self.select_only(&self.listed.rows[at].path.clone());
                self.no_preview = false;
            }
            Asked::Preload(at, on) => {
                let row = &self.listed.rows[at];
                // The switch of a selected row speaks for the selection.
                let paths = if self.selected.contains(&row.path) && self.selected.len() > 1 {
                    let rows = self.listed.rows.iter().filter(|row| self.selected.contains(&row.path));
                    rows.filter(|row| row.preload == Some(!on)).map(|row| row.path.clone()).collect()
                } else {
                    vec![row.path.clone()]
                };
                wishes.push(Wish::Act(Action::Preload { paths, on }));
            }
            Asked::Drag(at) => {
                let path = self.listed.rows[at].path.clone();
                if !self.selected.contains(&path) {
                    self.select_only(&path);
                }
                let paths: Vec<String> = self.there().map(str::to_owned).collect();
                if !paths.is_empty() {
                    egui::DragAndDrop::set_payload(ui.ctx(), DraggedFiles(paths));
                }
            }
            Asked::Menu(at, choice) => {
                let path = self.listed.rows[at].path.clone();
                if !self.selected.contains(&path) {
                    self.select_only(&path);
                }
                self.choose(ui, choice, &path, session, wishes);
            }
        }
    }

    fn choose(&mut self, ui: &Ui, choice: MenuChoice, path: &str, session: &Session, wishes: &mut Vec<Wish>) {
        match choice {
            MenuChoice::Rename => self.rename(),
            MenuChoice::Delete => {
                if let Err(error) = self.delete(session) {
                    wishes.push(Wish::Say(error.to_string()));
                }
            }
            MenuChoice::Reveal => wishes.push(Wish::Reveal(path.to_owned())),
            MenuChoice::CopyPath => ui.ctx().copy_text(path.to_owned()),
            MenuChoice::Preload(on) => {
                let rows = self.listed.rows.iter().filter(|row| self.selected.contains(&row.path) && row.preload == Some(!on));
                let paths: Vec<String> = rows.map(|row| row.path.clone()).collect();
                if !paths.is_empty() {
                    wishes.push(Wish::Act(Action::Preload { paths, on }));
                }
            }
        }
    }

    /// Takes the new name of a file.
    fn end_renaming(&mut self, session: &Session, wishes: &mut Vec<Wish>) {
        let Some(Renaming { path, text, .. }) = self.renaming.take() else { return };
        let folder = path.rfind('/').map_or("", |at| &path[..=at]);
        let work = PackPath::parse(&path).and_then(|from| {
            let to = PackPath::parse(&format!("{folder}{}", text.trim()))?;
            Ok((from != to).then(|| session.rename_work(&from, &to)).transpose()?.map(|work| (work, to)))
        });
        match work {
            Ok(Some((work, to))) => {
                self.select_only(to.as_str());
                wishes.push(Wish::Files(work));
            }
            Ok(None) => {}
            Err(error) => wishes.push(Wish::Say(error.to_string())),
        }
    }

    fn delete_dialog(&mut self, ui: &Ui, wishes: &mut Vec<Wish>) {
        let Some(deleting) = &self.deleting else { return };
        let response = Dialog::new(&deleting.words).main("Move to the bin", None).dangerous().show(ui.ctx(), |ui| {
            let t = Tokens::of(ui);
            ui.add_space(4.0);
            let body = crate::theme::body();
            let gone = match deleting.work.gone.len() {
                1 => "It goes into the bin, and undo brings it back.".to_owned(),
                count => {
                    format!("{count} files go into the bin, what belongs to them by its name included. Undo brings them back.")
                }
            };
            ui.label(egui::RichText::new(gone).font(body.clone()).color(t.text));
            if !deleting.told.is_empty() {
                ui.add_space(12.0);
                widgets::note(ui, Tone::Warning, "What uses them will miss them.", &deleting.told.join("\n"), None);
            }
            ui.add_space(8.0);
        });
        match response.end {
            None => {}
            Some(DialogEnd::Confirm) => {
                wishes.extend(self.deleting.take().map(|deleting| Wish::Files(deleting.work)));
            }
            Some(DialogEnd::Cancel | DialogEnd::Other) => self.deleting = None,
        }
    }

    fn show_preview(&mut self, ui: &mut Ui, session: &Session, renderer: Option<&SharedRenderer>, wishes: &mut Vec<Wish>) {
        let row = match self.selected.len() {
            1 => self.selected.first().and_then(|path| self.listed.at(path)),
            _ => None,
        };
        let Some(row) = row.map(|at| self.listed.rows[at].clone()) else {
            let (missing, purpose) = match self.selected.len() {
                0 => ("Nothing selected".to_owned(), "Select a file to see it, and who uses it."),
                count => (format!("{count} files selected"), "The switch, the bin and dragging speak for all of them."),
            };
            widgets::empty_state(ui, Tone::Plain, Icon::Image, &missing, purpose, None);
            return;
        };
        let chosen = self.preview.show(ui, session, &row, renderer, wishes);
        if let Some(choice) = chosen {
            self.choose(ui, choice, &row.path, session, wishes);
        }
    }
}

/// Draws a part of the panel in its own room.
fn part<R>(ui: &mut Ui, name: &str, rect: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let mut child = ui.new_child(UiBuilder::new().id_salt(name).max_rect(rect).layout(Layout::top_down(egui::Align::Min)));
    child.set_clip_rect(rect.intersect(ui.clip_rect()));
    add(&mut child)
}

/// The gap between two parts.
fn edge(ui: &Ui, x: f32, room: Rect) {
    let line = Rect::from_min_max(pos2(x, room.top()), pos2(x + 1.0, room.bottom()));
    ui.painter().rect_filled(line, 0.0, Tokens::of(ui).app);
}
