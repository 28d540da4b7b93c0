//! What differs between two variants, as one tree: entities, own copies of groups, scripts; and what can be done about it.
//!
//! The tree is made once for each state of the scene and pair of variants, the list of rows to show once for each change
//! of the filter or of what is folded (`listing`); a frame draws only the rows that are seen (`rows`). Below it stand the
//! actions for the selection (`footer`).

mod footer;
mod listing;
mod rows;

use std::path::PathBuf;

use egui::{Key as Press, Modifiers, Rect, ScrollArea, Ui, pos2, vec2};
use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_core::variants::Diff;
use tablewright_core::variants::diff::{KeyState, Mark, Others, Part, RowId, Section};

use self::listing::Filter;
use self::rows::{Done, Look};
use super::{View, Wish};
use crate::icons::Icon;
use crate::session::{Action, DifferencesEdit, Picked, Session};
use crate::theme::{METRICS, Tokens, small};
use crate::widgets::{self, List, Selection, Tone, picker, picker_row};

/// What is asked for on rows.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Ask {
    Revert,
    Apply(Others),
    Copy(String),
    Show,
    State(KeyState),
}

/// The panel.
#[derive(Default)]
pub struct DifferencesPanel {
    /// The variant that is told about.
    to: String,
    /// What it is compared with; `None` is the base.
    against: Option<String>,
    /// The variant that the window showed in the last frame.
    shown: String,
    filter: Filter,
    made: Option<Made>,
    /// What was folded or unfolded by hand.
    folds: FxHashMap<RowId, bool>,
    /// The rows to show, as places in the tree; `None` where they have to be made again.
    rows: Option<Vec<u32>>,
    /// The selected rows, the last one selected last.
    selection: Vec<RowId>,
    /// Where the keyboard is.
    cursor: Option<RowId>,
    /// Where a selection with Shift begins.
    anchor: Option<RowId>,
    /// The last of the session's selection as this panel knows it.
    followed: Option<String>,
    /// Scrolled by, and the height that is seen.
    seen: (f32, f32),
    /// Scroll to the cursor.
    reveal: bool,
    search: Option<egui::Id>,
    /// The filter's field is to get the keyboard.
    wants_filter: bool,
    /// The list had the keyboard in the last frame.
    had_keyboard: bool,
    /// The list is to get the keyboard: a button of the footer was pressed.
    wants_list: bool,
}

/// A panel as wide as this has its pickers and its filter in one row.
const WIDE: f32 = 640.0;
/// Room for the choice of marks.
const MARKS: f32 = 116.0;

/// The tree, and what it was made of.
struct Made {
    of: (PathBuf, u64, String, String),
    diff: Diff,
}

impl DifferencesPanel {
    /// Draws the panel into all the room that is left, and tells what the person wants.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>) -> Vec<Wish> {
        let session = view.session;
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = METRICS.control;
        if session.variants().len() < 2 {
            let purpose = "One way to play it. A pack with two variants or more shows here how they differ.";
            widgets::empty_state(ui, Tone::Plain, Icon::Rebase, "No variants", purpose, None);
            return Vec::new();
        }
        if session.scene().is_none() {
            let fault = session.copy().scene.fault().map(ToString::to_string).unwrap_or_default();
            widgets::empty_state(ui, Tone::Error, Icon::Error, "The scene can’t be read", &fault, None);
            return Vec::new();
        }
        let mut wishes = Vec::new();
        self.settle(session);
        let room = ui.available_height();
        ui.add_space(6.0);
        // In a wide panel the pickers and the filter stand in one row.
        let to_list = if ui.available_width() >= WIDE {
            let row = |ui: &mut Ui| {
                self.pickers(ui, session, &mut wishes);
                self.find_row(ui)
            };
            ui.horizontal(row).inner
        } else {
            ui.horizontal(|ui| self.pickers(ui, session, &mut wishes));
            ui.add_space(6.0);
            ui.horizontal(|ui| self.find_row(ui)).inner
        };
        ui.add_space(6.0);
        widgets::hairline(ui);
        self.refresh(session);
        self.follow(session);
        let below = footer::height(self, room);
        let all = ui.available_rect_before_wrap();
        let split = (all.bottom() - below).max(all.top() + 2.0 * METRICS.row);
        let mut tree =
            ui.new_child(egui::UiBuilder::new().id_salt("tree").max_rect(Rect::from_min_max(all.min, pos2(all.right(), split))));
        tree.set_clip_rect(tree.max_rect().intersect(ui.clip_rect()));
        self.tree(&mut tree, view, to_list, &mut wishes);
        let room = Rect::from_min_max(pos2(all.left(), split), all.max);
        let mut foot = ui.new_child(egui::UiBuilder::new().id_salt("actions").max_rect(room));
        let asked = footer::show(&mut foot, self, session);
        self.wants_list |= asked.is_some();
        match asked {
            Some(footer::Asked::Step(forward)) => self.step(forward, session, &mut wishes),
            Some(footer::Asked::Ask(ask)) => self.ask(&ask, None, session, &mut wishes),
            None => {}
        }
        wishes
    }

    /// Moves the keyboard to the filter at the next frame.
    pub fn find(&mut self) {
        self.wants_filter = true;
    }

    /// What it is compared with: the chosen variant, else the base.
    fn from<'a>(&'a self, session: &'a Session) -> &'a str {
        let base = || session.variants().iter().find(|info| info.is_base).or(session.variants().first());
        self.against.as_deref().or_else(|| base().map(|info| info.id.as_str())).unwrap_or_default()
    }

    /// Brings the pair of variants up to date: another variant that is shown in the window is the one told about.
    fn settle(&mut self, session: &Session) {
        let known = |id: &str| session.variants().iter().any(|info| info.id == id);
        if self.against.as_deref().is_some_and(|id| !known(id)) {
            self.against = None;
        }
        if self.shown != session.shown() {
            session.shown().clone_into(&mut self.shown);
            if self.from(session) != session.shown() {
                session.shown().clone_into(&mut self.to);
            }
        }
        if !known(&self.to) || self.to == self.from(session) {
            let other = session.variants().iter().find(|info| info.id != self.from(session));
            self.to = other.map(|info| info.id.clone()).unwrap_or_default();
        }
    }

    fn pickers(&mut self, ui: &mut Ui, session: &Session, wishes: &mut Vec<Wish>) {
        let t = Tokens::of(ui);
        let mut chosen = (None, None);
        let most = if ui.available_width() >= WIDE { 160.0 } else { 220.0 };
        ui.add_space(8.0);
        let width = ((ui.available_width() - 96.0) / 2.0).clamp(64.0, most);
        picker(ui, "Variant", session.variant_name(&self.to), width, |ui| {
            for info in session.variants() {
                if picker_row(ui, None, &info.name, meta(info), info.id == self.to) {
                    chosen.0 = Some(info.id.clone());
                }
            }
        });
        ui.label(egui::RichText::new("against").font(small()).color(t.text2));
        let from = self.from(session).to_owned();
        picker(ui, "Against", session.variant_name(&from), width, |ui| {
            for info in session.variants().iter().filter(|info| info.id != self.to) {
                if picker_row(ui, None, &info.name, meta(info), info.id == from) {
                    chosen.1 = Some((info.id.clone(), info.is_base));
                }
            }
        });
        if let Some(id) = chosen.0.filter(|id| *id != self.to) {
            // The one that it was compared with changes places with it.
            if id == self.from(session) {
                let base = session.variants().iter().any(|info| info.is_base && info.id == self.to);
                self.against = if base { None } else { Some(self.to.clone()) };
            }
            self.to.clone_from(&id);
            wishes.push(Wish::Act(Action::Show(id)));
        }
        if let Some((id, base)) = chosen.1 {
            self.against = if base { None } else { Some(id) };
        }
    }

    fn refresh(&mut self, session: &Session) {
        let of = (session.root().to_path_buf(), session.revision(), self.from(session).to_owned(), self.to.clone());
        if self.made.as_ref().is_some_and(|made| made.of == of) {
            return;
        }
        let Some(scene) = session.scene() else { return };
        let other_pair = self.made.as_ref().is_none_or(|made| (&made.of.2, &made.of.3) != (&of.2, &of.3));
        let diff = Diff::between(scene, session.listed(), &of.2, &of.3);
        if other_pair {
            (self.cursor, self.anchor) = (None, None);
        }
        let there: FxHashSet<&RowId> = diff.rows.iter().map(|row| &row.id).collect();
        self.selection.retain(|id| there.contains(id));
        self.made = Some(Made { of, diff });
        self.rows = None;
    }

    /// Brings into sight what was selected elsewhere in the window.
    fn follow(&mut self, session: &Session) {
        let last = session.selection().last();
        if last == self.followed.as_ref() {
            return;
        }
        self.followed = last.cloned();
        let Some(id) = last.map(|id| RowId::Part(Part::Entity(id.clone()))) else { return };
        let chosen = self.selection.iter().filter_map(|row| row.part()?.entity_id());
        let here = chosen.map(Some).any(|entity| entity == last.map(String::as_str));
        if !here && let Some(place) = self.diff().and_then(|diff| diff.find(&id)) {
            self.unfold_to(place);
            self.selection = vec![id.clone()];
            self.anchor = Some(id.clone());
            self.cursor = Some(id);
            self.reveal = true;
        }
    }

    fn diff(&self) -> Option<&Diff> {
        self.made.as_ref().map(|made| &made.diff)
    }

    /// The filter: words and marks. Returns whether the keyboard is to go on in the list.
    fn find_row(&mut self, ui: &mut Ui) -> bool {
        let typing = self.search.is_some_and(|id| ui.memory(|memory| memory.has_focus(id)));
        let down = typing && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Press::ArrowDown));
        let before = self.filter.clone();
        ui.add_space(8.0);
        let width = (ui.available_width() - 16.0 - MARKS).max(60.0);
        let response = widgets::search(ui, "Find in the differences", &mut self.filter.text, "Name, field, value", width);
        let at = [None, Some(Mark::Added), Some(Mark::Changed), Some(Mark::Removed)];
        let current = at.iter().position(|mark| *mark == self.filter.mark).unwrap_or(0);
        if let Some(chosen) = widgets::segmented(ui, "Which differences", current, &["All", "+", "~", "−"]) {
            self.filter.mark = at[chosen];
        }
        if before != self.filter {
            self.rows = None;
        }
        self.search = Some(response.id);
        if std::mem::take(&mut self.wants_filter) {
            response.request_focus();
        }
        down || (response.lost_focus() && ui.input(|input| input.key_pressed(Press::Enter)))
    }

    fn tree(&mut self, ui: &mut Ui, view: View<'_>, to_list: bool, wishes: &mut Vec<Wish>) {
        let session = view.session;
        self.list_rows();
        let Some(diff) = self.diff() else { return };
        if diff.is_same() && diff.things().next().is_none() {
            let (to, from) = (session.variant_name(&self.to), session.variant_name(self.from(session)));
            let base = diff.against_base;
            let what = if base { "Same as the base".to_owned() } else { format!("Same as {from}") };
            let purpose = format!("{to} plays the scene of {from}. What you change in it alone shows here.");
            let height = ui.available_height();
            let room = if base { (height * 0.45).min(176.0) } else { height };
            let size = vec2(ui.available_width(), room);
            ui.allocate_ui(size, |ui| widgets::empty_state(ui, Tone::Plain, Icon::Base, &what, &purpose, None));
            if !base {
                return;
            }
        } else if self.rows.as_ref().is_none_or(Vec::is_empty) {
            let back = Some((Icon::Close, "Clear the filter"));
            let purpose = "No difference fits the filter.";
            if widgets::empty_state(ui, Tone::Plain, Icon::Search, "Nothing found", purpose, back) {
                self.filter = Filter::default();
                self.rows = None;
            }
            return;
        }
        let list_rect = ui.available_rect_before_wrap();
        self.step_keys(ui, session, wishes);
        let list = List::begin(ui, "Differences", list_rect);
        if view.state.take_keyboard || to_list || std::mem::take(&mut self.wants_list) {
            list.claim(ui);
        }
        if to_list {
            self.go_to(0, false, session, wishes);
        }
        self.had_keyboard = list.focused();
        self.keys(ui, &list, session, wishes);
        self.list_rows();
        self.draw(ui, &list, view, wishes);
    }

    /// N and Shift N, which would find rows by their letter once the list has the keyboard.
    fn step_keys(&mut self, ui: &Ui, session: &Session, wishes: &mut Vec<Wish>) {
        if !self.had_keyboard {
            return;
        }
        let mut steps = Vec::new();
        ui.input_mut(|input| {
            input.events.retain(|event| match event {
                egui::Event::Key { key: Press::N, pressed: true, modifiers, .. } if !modifiers.command && !modifiers.alt => {
                    steps.push(!modifiers.shift);
                    false
                }
                egui::Event::Text(text) => !text.eq_ignore_ascii_case("n"),
                _ => true,
            });
        });
        for forward in steps {
            self.step(forward, session, wishes);
        }
    }

    /// Goes to the next difference, or the previous one, round the ends.
    fn step(&mut self, forward: bool, session: &Session, wishes: &mut Vec<Wish>) {
        let Some(diff) = self.diff() else { return };
        let things: Vec<usize> = diff.things().collect();
        let Some(count) = std::num::NonZero::new(things.len()) else { return };
        let next = match (self.thing_at(), forward) {
            (Some(at), true) => (at + 1) % count,
            (Some(at), false) => (at + count.get() - 1) % count,
            (None, true) => 0,
            (None, false) => count.get() - 1,
        };
        let place = things[next];
        self.unfold_to(place);
        self.list_rows();
        let at = self.rows.as_ref().and_then(|rows| rows.iter().position(|row| *row as usize == place));
        if at.is_none() {
            // What the filter leaves out is shown rather than passed over.
            self.filter = Filter::default();
            self.rows = None;
            self.list_rows();
        }
        let at = self.rows.as_ref().and_then(|rows| rows.iter().position(|row| *row as usize == place));
        if let Some(at) = at {
            self.go_to(at, false, session, wishes);
        }
    }

    /// The number of the thing that the keyboard is at or in.
    fn thing_at(&self) -> Option<usize> {
        let diff = self.diff()?;
        let place = diff.find(self.cursor.as_ref()?)?;
        diff.things().position(|thing| thing <= place && place <= thing + diff.rows[thing].below as usize)
    }

    fn cursor_row(&self) -> Option<usize> {
        self.row_of(self.cursor.as_ref()?)
    }

    fn row_of(&self, id: &RowId) -> Option<usize> {
        let diff = self.diff()?;
        self.rows.as_ref()?.iter().position(|row| diff.rows[*row as usize].id == *id)
    }

    fn keys(&mut self, ui: &Ui, list: &List, session: &Session, wishes: &mut Vec<Wish>) {
        let (Some(diff), Some(rows)) = (self.diff(), self.rows.as_ref()) else { return };
        if !list.focused() {
            return;
        }
        let (keys, at) = (list.keys().clone(), self.cursor_row());
        let names = rows.iter().map(|row| diff.rows[*row as usize].label.as_str());
        if let Some(to) = keys.target(at, rows.len()).or_else(|| keys.found(at, names)) {
            self.go_to(to, keys.extend, session, wishes);
        } else if let Some(at) = at {
            self.keys_at(at, &keys, session, wishes);
        }
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, key));
        if pressed(Press::A) {
            self.select_all();
        }
        if pressed(Press::R) {
            self.ask(&Ask::Revert, None, session, wishes);
        }
    }

    /// Every difference that the filter leaves.
    fn select_all(&mut self) {
        let (Some(diff), filtering) = (self.diff(), self.filter.is_set()) else { return };
        let seen: Option<FxHashSet<usize>> =
            self.rows.as_ref().filter(|_| filtering).map(|rows| rows.iter().map(|row| *row as usize).collect());
        let left = diff.things().filter(|place| seen.as_ref().is_none_or(|seen| seen.contains(place)));
        self.selection = left.map(|place| diff.rows[place].id.clone()).collect();
    }

    fn keys_at(&mut self, at: usize, keys: &widgets::ListKeys, session: &Session, wishes: &mut Vec<Wish>) {
        let (Some(diff), Some(rows)) = (self.diff(), self.rows.as_ref()) else { return };
        let place = rows[at] as usize;
        let row = &diff.rows[place];
        let folds = row.below > 0 && !self.filter.is_set();
        let open = folds && self.is_open(place);
        let depth = row.depth;
        if keys.left && open {
            self.fold(place, false);
        } else if keys.left {
            let parent = (0..at).rev().find(|up| diff.rows[rows[*up] as usize].depth < depth);
            parent.into_iter().for_each(|parent| self.go_to(parent, keys.extend, session, wishes));
        } else if keys.right && open {
            self.go_to(at + 1, keys.extend, session, wishes);
        } else if keys.right && folds {
            self.fold(place, true);
        } else if keys.enter {
            self.done(at, Done::Opened, session, wishes);
        } else if keys.space {
            self.done(at, Done::Clicked(Modifiers::COMMAND), session, wishes);
        }
    }

    fn go_to(&mut self, at: usize, extend: bool, session: &Session, wishes: &mut Vec<Wish>) {
        let held = if extend { Modifiers::SHIFT } else { Modifiers::NONE };
        self.done(at, Done::Clicked(held), session, wishes);
        self.reveal = true;
    }

    fn done(&mut self, at: usize, done: Done, session: &Session, wishes: &mut Vec<Wish>) {
        let (Some(diff), Some(rows)) = (self.diff(), self.rows.as_ref()) else { return };
        let Some(place) = rows.get(at).map(|row| *row as usize) else { return };
        let id = diff.rows[place].id.clone();
        match done {
            Done::Toggled => self.fold(place, !self.is_open(place)),
            Done::Opened => self.ask(&Ask::Show, Some(&id), session, wishes),
            Done::Asked(ask) => self.ask(&ask, Some(&id), session, wishes),
            Done::RightClicked => {
                self.cursor = Some(id.clone());
                if !self.selection.contains(&id) {
                    self.anchor = Some(id.clone());
                    self.selection = vec![id];
                }
            }
            Done::Clicked(held) => {
                self.cursor = Some(id.clone());
                if held.shift && self.anchor.is_some() {
                    self.selection = self.range(at);
                } else {
                    self.anchor = Some(id.clone());
                    match self.selection.iter().position(|other| *other == id) {
                        Some(chosen) if held.command => drop(self.selection.remove(chosen)),
                        _ if held.command => self.selection.push(id),
                        _ => self.selection = vec![id],
                    }
                }
                self.frame_selected(wishes);
            }
        }
    }

    /// The rows between the anchor and a row, the row's last.
    fn range(&self, at: usize) -> Vec<RowId> {
        let (Some(diff), Some(rows)) = (self.diff(), self.rows.as_ref()) else { return Vec::new() };
        let from = self.anchor.as_ref().and_then(|id| self.row_of(id)).unwrap_or(at);
        let ids = |rows: &[u32]| rows.iter().map(|row| diff.rows[*row as usize].id.clone()).collect::<Vec<_>>();
        if from <= at {
            return ids(&rows[from..=at]);
        }
        let mut ids = ids(&rows[at..=from]);
        ids.reverse();
        ids
    }

    /// Shows the selected entities in the views, where any are selected.
    fn frame_selected(&mut self, wishes: &mut Vec<Wish>) {
        let mut known: FxHashSet<&str> = FxHashSet::default();
        let all = self.selection.iter().filter_map(|row| row.part()?.entity_id());
        let ids: Vec<String> = all.filter(|id| known.insert(id)).map(str::to_owned).collect();
        if !ids.is_empty() {
            self.followed = ids.last().cloned();
            wishes.push(Wish::Frame(ids));
        }
    }

    /// The parts that an action on `row` is about: the selection where the row is part of it or none is named; a heading
    /// stands for all that is below it.
    fn parts(&self, row: Option<&RowId>) -> Vec<Part> {
        let Some(diff) = self.diff() else { return Vec::new() };
        let alone = row.filter(|row| !self.selection.contains(row));
        let rows: Vec<&RowId> = alone.map_or_else(|| self.selection.iter().collect(), |row| vec![row]);
        let mut parts = Vec::new();
        for id in rows {
            match id {
                RowId::Part(part) => parts.push(part.clone()),
                RowId::Section(_) => {
                    let Some(place) = diff.find(id) else { continue };
                    let end = place + diff.rows[place].below as usize;
                    let things = diff.things().filter(|thing| (place..=end).contains(thing));
                    parts.extend(things.filter_map(|thing| diff.rows[thing].id.part().cloned()));
                }
            }
        }
        parts
    }

    fn ask(&mut self, ask: &Ask, row: Option<&RowId>, session: &Session, wishes: &mut Vec<Wish>) {
        let parts = self.parts(row);
        if parts.is_empty() {
            return;
        }
        let edit = match ask {
            Ask::Show => return self.show_part(&parts, session, wishes),
            Ask::Revert => DifferencesEdit::Revert(parts),
            Ask::Apply(others) => DifferencesEdit::Apply(parts, *others),
            Ask::Copy(target) => DifferencesEdit::Copy(parts, vec![target.clone()]),
            Ask::State(state) => match parts.iter().find_map(Part::key) {
                Some(key) => DifferencesEdit::State(key.to_owned(), *state),
                None => return,
            },
        };
        wishes.push(Wish::Act(Action::Differences { variant: self.to.clone(), edit }));
    }

    /// Shows a part in the variant that has it: pieces in the views, groups in the hierarchy.
    fn show_part(&mut self, parts: &[Part], session: &Session, wishes: &mut Vec<Wish>) {
        let Some(diff) = self.diff() else { return };
        let gone = |part: &Part| {
            let place = diff.find(&RowId::Part(part.whole()));
            place.is_some_and(|place| diff.rows[place].mark == Some(Mark::Removed))
        };
        let holder = if parts.iter().all(gone) { diff.from.clone() } else { diff.to.clone() };
        if session.shown() != holder {
            wishes.push(Wish::Act(Action::Show(holder)));
        }
        let ids: Vec<String> = parts.iter().filter_map(Part::entity_id).map(str::to_owned).collect();
        let group = |part: &Part| match part {
            Part::Group(group) => Some(*group),
            part => part.key().and_then(tablewright_core::scene::keys::Group::of),
        };
        if !ids.is_empty() {
            self.followed = ids.last().cloned();
            wishes.push(Wish::Frame(ids));
        } else if let Some(group) = parts.iter().find_map(group) {
            wishes.push(Wish::Act(Action::Pick(Picked::Group(group))));
        }
    }

    fn draw(&mut self, ui: &mut Ui, list: &List, view: View<'_>, wishes: &mut Vec<Wish>) {
        let Some(made) = &self.made else { return };
        let Some(rows) = &self.rows else { return };
        let selected: FxHashSet<&RowId> = self.selection.iter().collect();
        let mut area = ScrollArea::vertical().id_salt("rows").auto_shrink(false);
        if std::mem::take(&mut self.reveal)
            && let Some(cursor) = &self.cursor
            && let Some(at) = rows.iter().position(|row| made.diff.rows[*row as usize].id == *cursor)
        {
            let (offset, height) = self.seen;
            let top = at as f32 * METRICS.row;
            let into_sight = offset.min(top).max(top + METRICS.row - height).max(0.0);
            if into_sight != offset {
                area = area.vertical_scroll_offset(into_sight);
            }
        }
        let mut done = Vec::new();
        let targets = footer::targets(view.session, &self.to);
        let output = area.show_rows(ui, METRICS.row, rows.len(), |ui, range| {
            for at in range {
                let place = rows[at] as usize;
                let row = &made.diff.rows[place];
                let chosen = selected.contains(&row.id);
                let last = chosen && selected.len() > 1 && self.selection.last() == Some(&row.id);
                let at_cursor = self.cursor.as_ref() == Some(&row.id);
                let look = Look {
                    diff: &made.diff,
                    session: view.session,
                    targets: &targets,
                    selection: Selection::of(chosen, view.state.focused),
                    ring: last || (list.focused() && at_cursor),
                    open: (row.below > 0 && !self.filter.is_set()).then(|| self.is_open(place)),
                };
                let (seen, response) = ui.push_id(&row.id, |ui| rows::draw(ui, row, &look)).inner;
                done.extend(seen.map(|done| (at, done)));
                if response.clicked() || response.secondary_clicked() {
                    list.claim(ui);
                }
            }
        });
        self.seen = (output.state.clamped_offset().y, output.inner_rect.height());
        for (at, what) in done {
            self.done(at, what, view.session, wishes);
        }
    }
}

/// What stands behind a variant's name in a list.
fn meta(info: &tablewright_core::variants::VariantInfo) -> &'static str {
    if info.is_base { "base" } else { "" }
}

/// What a section is called.
fn section_name(section: Section, against_base: bool) -> &'static str {
    match section {
        Section::Entities => "Entities",
        Section::Keys if against_base => "Own copies",
        Section::Keys => "Groups",
        Section::Scripts => "Scripts",
    }
}
