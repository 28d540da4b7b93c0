//! The hierarchy: what the variant shown has, as a tree in groups, and below it what all variants share.
//!
//! The rows are made once for each state of the documents (`outline`), the list of those to show once for each change of
//! the filter or of what is folded; a frame draws only the rows that are seen.

use std::path::PathBuf;

use egui::{Align2, Key as Press, Modifiers, Rect, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2};
use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_core::variants::{Children, EntityChange, Origin};
use tablewright_core::{DocId, pointer};

use super::{View, Wish};
use crate::commands::Command;
use crate::icons::Icon;
use crate::session::{Action, Session};
use crate::theme::{METRICS, Tokens, heading};
use crate::widgets::{self, List, Row, Selection, Tone};

mod outline;

use outline::{Head, Key, Node, Outline};
pub(super) use outline::{capital, contents, count, kind_icon, kind_name};

/// Deeper rows are drawn at this depth, or nothing would be left of their names.
const DEEPEST: usize = 10;

/// The panel.
#[derive(Default)]
pub struct Hierarchy {
    filter: String,
    /// What was folded or unfolded by hand.
    folds: FxHashMap<Key, bool>,
    /// Where the keyboard is.
    cursor: Option<Key>,
    /// Where a selection with Shift begins.
    anchor: Option<Key>,
    /// The last of the selection as this panel knows it: another one was selected elsewhere and is to be shown.
    followed: Option<String>,
    outline: Outline,
    outline_of: Option<(PathBuf, u64, String)>,
    /// The rows to show, as places in the outline.
    rows: Vec<u32>,
    /// The filter that `rows` were made with; `None` where they have to be made again.
    rows_of: Option<String>,
    /// Scrolled by, and the height that is seen.
    seen: (f32, f32),
    /// Scroll to the cursor.
    reveal: bool,
    search: Option<egui::Id>,
    /// The filter's field is to get the keyboard.
    wants_filter: bool,
}

/// What was done to a row.
enum Done {
    Clicked(Modifiers),
    RightClicked,
    Opened,
    Toggled,
    Locked(bool),
    BroughtBack,
}

impl Hierarchy {
    /// Draws the panel into all the room that is left, and tells what the person wants.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>) -> Vec<Wish> {
        let mut wishes = Vec::new();
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = METRICS.control;
        if view.session.scene().is_none() {
            wishes.extend(no_scene(ui, view.session));
            return wishes;
        }
        self.refresh(view.session);
        self.follow(view.session);
        let to_list = self.toolbar(ui);
        self.list_rows();
        if self.rows.is_empty() {
            self.nothing_found(ui);
            return wishes;
        }
        let list = List::begin(ui, "Hierarchy", ui.available_rect_before_wrap());
        if view.state.take_keyboard || to_list {
            list.claim(ui);
        }
        if to_list && let Some(first) = self.rows.iter().position(|row| self.node(*row).entity_id().is_some()) {
            self.go_to(first, false, view.session, &mut wishes);
        }
        self.keys(ui, &list, view.session, &mut wishes);
        self.list_rows();
        self.draw(ui, &list, view, &mut wishes);
        wishes
    }

    /// Moves the keyboard to the filter at the next frame.
    pub fn find(&mut self) {
        self.wants_filter = true;
    }

    fn node(&self, row: u32) -> &Node {
        &self.outline.nodes[row as usize]
    }

    fn refresh(&mut self, session: &Session) {
        let same = self.outline_of.as_ref().is_some_and(|(root, revision, shown)| {
            root == session.root() && *revision == session.revision() && shown == session.shown()
        });
        if same {
            return;
        }
        let shared = if session.has_scope() { "Shared by all variants" } else { "Library" };
        self.outline = session.resolved().map(|resolved| Outline::of(&resolved, shared)).unwrap_or_default();
        self.outline_of = Some((session.root().to_path_buf(), session.revision(), session.shown().to_owned()));
        self.rows_of = None;
    }

    /// Brings into sight what was selected elsewhere.
    fn follow(&mut self, session: &Session) {
        let last = session.selection().last();
        if last == self.followed.as_ref() {
            return;
        }
        self.followed = last.cloned();
        let Some(mut at) = last.and_then(|id| self.outline.find_entity(id)) else { return };
        let key = self.outline.nodes[at].key.clone();
        self.cursor = Some(key.clone());
        self.anchor = Some(key);
        self.reveal = true;
        while let Some(parent) = self.outline.parent(at) {
            self.fold(parent as u32, true);
            at = parent;
        }
    }

    fn is_open(&self, node: &Node) -> bool {
        self.folds.get(&node.key).copied().unwrap_or(node.open_at_first)
    }

    fn fold(&mut self, row: u32, open: bool) {
        let key = self.node(row).key.clone();
        self.folds.insert(key, open);
        self.rows_of = None;
    }

    fn filtering(&self) -> bool {
        !self.filter.trim().is_empty()
    }

    fn list_rows(&mut self) {
        if self.rows_of.as_deref() == Some(self.filter.as_str()) {
            return;
        }
        self.rows =
            if self.filtering() { self.outline.filtered(&self.filter) } else { self.outline.unfolded(|node| self.is_open(node)) };
        self.rows_of = Some(self.filter.clone());
    }

    /// The filter. Returns whether the keyboard is to go on in the list.
    fn toolbar(&mut self, ui: &mut Ui) -> bool {
        let typing = self.search.is_some_and(|id| ui.memory(|memory| memory.has_focus(id)));
        let down = typing && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Press::ArrowDown));
        ui.add_space(6.0);
        let response = ui
            .horizontal(|ui| {
                ui.add_space(8.0);
                let width = ui.available_width() - 8.0;
                widgets::search(ui, "Find in the hierarchy", &mut self.filter, "Name, tag, kind, text", width)
            })
            .inner;
        ui.add_space(6.0);
        widgets::hairline(ui);
        self.search = Some(response.id);
        if std::mem::take(&mut self.wants_filter) {
            response.request_focus();
        }
        down || (response.lost_focus() && ui.input(|input| input.key_pressed(Press::Enter)))
    }

    fn nothing_found(&mut self, ui: &mut Ui) {
        let purpose = format!("Nothing here has “{}” in its name, tags, kind or text.", self.filter.trim());
        let back = Some((Icon::Close, "Clear the filter"));
        if widgets::empty_state(ui, Tone::Plain, Icon::Search, "Nothing found", &purpose, back) {
            self.filter.clear();
        }
    }

    fn cursor_row(&self) -> Option<usize> {
        self.row_of(self.cursor.as_ref()?)
    }

    fn row_of(&self, key: &Key) -> Option<usize> {
        self.rows.iter().position(|row| self.node(*row).key == *key)
    }

    fn keys(&mut self, ui: &Ui, list: &List, session: &Session, wishes: &mut Vec<Wish>) {
        if !list.focused() {
            return;
        }
        let (keys, at) = (list.keys(), self.cursor_row());
        let to = keys.target(at, self.rows.len()).or_else(|| {
            let names = self.rows.iter().map(|row| self.node(*row).name.as_str());
            keys.found(at, names)
        });
        if let Some(to) = to {
            // The title of the shared things is no stop.
            let title = self.node(self.rows[to]).key == Key::Head(Head::Shared);
            let up = at.is_some_and(|at| at > to);
            let to = if title { if up { to.saturating_sub(1) } else { to + 1 } } else { to };
            self.go_to(to.min(self.rows.len() - 1), keys.extend, session, wishes);
        } else if let Some(at) = at {
            self.keys_at(at, keys, session, wishes);
        }
        self.commands(ui, session, wishes);
    }

    /// The keys that do something to the row that the keyboard is at.
    fn keys_at(&mut self, at: usize, keys: &widgets::ListKeys, session: &Session, wishes: &mut Vec<Wish>) {
        let row = self.rows[at];
        let folds = self.outline.holds_rows(row as usize) && !self.filtering();
        let open = folds && self.is_open(self.node(row));
        if keys.left && open {
            self.fold(row, false);
        } else if keys.left {
            let parent =
                self.outline.parent(row as usize).and_then(|parent| self.rows.iter().position(|r| *r as usize == parent));
            parent.into_iter().for_each(|parent| self.go_to(parent, keys.extend, session, wishes));
        } else if keys.right && open {
            self.go_to(at + 1, keys.extend, session, wishes);
        } else if keys.right && folds {
            self.fold(row, true);
        } else if keys.enter || keys.space {
            let entity = self.node(row).entity_id().is_some();
            match (entity, keys.enter) {
                (true, true) => self.done(at, &Done::Opened, session, wishes),
                (true, false) => self.done(at, &Done::Clicked(Modifiers::COMMAND), session, wishes),
                (false, _) if folds => self.fold(row, !open),
                (false, _) => {}
            }
        }
    }

    /// Keys with a meaning of their own while the list has the keyboard; the window takes those first that are commands.
    fn commands(&self, ui: &Ui, session: &Session, wishes: &mut Vec<Wish>) {
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::COMMAND, Press::A) {
            wishes.push(Wish::Act(Action::Select(self.all_entities())));
        }
        let selection = session.selection();
        if selection.is_empty() {
            return;
        }
        if pressed(Modifiers::NONE, Press::Delete) {
            wishes.push(Wish::Act(Action::Delete(selection.to_vec(), Children::Take)));
        }
        if pressed(Modifiers::COMMAND, Press::D) {
            wishes.push(Wish::Act(Action::Duplicate(selection.to_vec())));
        }
        if pressed(Modifiers::NONE, Press::F2) && selection.len() == 1 {
            wishes.push(Wish::Command(Command::Rename));
        }
    }

    /// All entities, folded ones too; under a filter those that it leaves.
    fn all_entities(&self) -> Vec<String> {
        let ids = |node: &Node| node.entity_id().map(str::to_owned);
        if self.filtering() {
            self.rows.iter().filter_map(|row| ids(self.node(*row))).collect()
        } else {
            self.outline.nodes.iter().filter_map(ids).collect()
        }
    }

    fn go_to(&mut self, at: usize, extend: bool, session: &Session, wishes: &mut Vec<Wish>) {
        let held = if extend { Modifiers::SHIFT } else { Modifiers::NONE };
        self.done(at, &Done::Clicked(held), session, wishes);
        self.reveal = true;
    }

    fn select(&mut self, ids: Vec<String>, wishes: &mut Vec<Wish>) {
        self.followed = ids.last().cloned();
        wishes.push(Wish::Act(Action::Select(ids)));
    }

    /// The entities between the anchor and a row, the row's last.
    fn range(&self, at: usize) -> Vec<String> {
        let from = self.anchor.as_ref().and_then(|key| self.row_of(key)).unwrap_or(at);
        let ids = |rows: &[u32]| rows.iter().filter_map(|row| self.node(*row).entity_id()).map(str::to_owned).collect();
        if from <= at {
            ids(&self.rows[from..=at])
        } else {
            let mut ids: Vec<String> = ids(&self.rows[at..=from]);
            ids.reverse();
            ids
        }
    }

    fn done(&mut self, at: usize, done: &Done, session: &Session, wishes: &mut Vec<Wish>) {
        let row = self.rows[at];
        let node = self.node(row).clone();
        let id = node.entity_id().map(str::to_owned);
        let picks = node.picks();
        match done {
            Done::Toggled => {
                let open = self.is_open(&node);
                self.fold(row, !open);
            }
            Done::Locked(locked) => wishes.extend(lock(&node, *locked)),
            Done::BroughtBack => {
                if let Key::Ghost(id) = &node.key {
                    wishes.push(Wish::Act(Action::Revert(id.to_string())));
                }
            }
            Done::Opened => {
                if let Some(id) = id {
                    let all = session.selection();
                    let ids = if all.contains(&id) { all.to_vec() } else { vec![id] };
                    wishes.push(Wish::Frame(ids));
                }
            }
            Done::RightClicked => {
                self.cursor = Some(node.key.clone());
                if let Some(id) = id.filter(|id| !session.selection().contains(id)) {
                    self.anchor = Some(node.key);
                    self.select(vec![id], wishes);
                }
            }
            Done::Clicked(held) => {
                self.cursor = Some(node.key.clone());
                if held.shift && self.anchor.is_some() {
                    let ids = self.range(at);
                    if !ids.is_empty() {
                        self.select(ids, wishes);
                    }
                    return;
                }
                self.anchor = Some(node.key);
                let Some(id) = id else {
                    let picked = picks.filter(|picked| session.picked() != Some(*picked));
                    wishes.extend(picked.map(|picked| Wish::Act(Action::Pick(picked))));
                    return;
                };
                if held.command {
                    let mut ids = session.selection().to_vec();
                    match ids.iter().position(|other| *other == id) {
                        Some(place) => drop(ids.remove(place)),
                        None => ids.push(id),
                    }
                    self.select(ids, wishes);
                } else if session.selection() != [id.as_str()] {
                    self.select(vec![id], wishes);
                }
            }
        }
    }

    fn draw(&mut self, ui: &mut Ui, list: &List, view: View<'_>, wishes: &mut Vec<Wish>) {
        let selection = view.session.selection();
        let selected: FxHashSet<&str> = selection.iter().map(String::as_str).collect();
        let mut area = ScrollArea::vertical().id_salt("rows").auto_shrink(false);
        if std::mem::take(&mut self.reveal)
            && let Some(at) = self.cursor_row()
        {
            let (offset, height) = self.seen;
            let top = at as f32 * METRICS.row;
            let into_sight = offset.min(top).max(top + METRICS.row - height).max(0.0);
            if into_sight != offset {
                area = area.vertical_scroll_offset(into_sight);
            }
        }
        let mut done = Vec::new();
        let this = &*self;
        let output = area.show_rows(ui, METRICS.row, self.rows.len(), |ui, range| {
            for at in range {
                let row = this.rows[at];
                let node = this.node(row);
                if node.key == Key::Head(Head::Shared) {
                    title(ui, &node.name);
                    continue;
                }
                let id = node.entity_id();
                let at_cursor = this.cursor.as_ref() == Some(&node.key);
                let picked = at_cursor && node.picks().is_some_and(|picked| view.session.picked() == Some(picked));
                let chosen = picked || id.is_some_and(|id| selected.contains(id));
                let last = chosen && selection.len() > 1 && selection.last().map(String::as_str) == id;
                let look = Look {
                    selection: Selection::of(chosen, view.state.focused),
                    ring: last || (list.focused() && at_cursor),
                    open: (this.outline.holds_rows(row as usize) && !this.filtering()).then(|| this.is_open(node)),
                };
                let (seen, response) = ui.push_id(&node.key, |ui| draw_row(ui, node, &look)).inner;
                done.extend(seen.into_iter().map(|done| (at, done)));
                if response.clicked() || response.secondary_clicked() {
                    list.claim(ui);
                }
                if matches!(node.key, Key::Entity(..) | Key::Ghost(_)) {
                    let holds = this.outline.holds_rows(row as usize);
                    response.context_menu(|ui| menu(ui, node, holds, view.session, wishes));
                }
            }
        });
        self.seen = (output.state.clamped_offset().y, output.inner_rect.height());
        for (at, done) in done {
            self.done(at, &done, view.session, wishes);
        }
    }
}

/// How a row looks at this moment.
struct Look {
    selection: Selection,
    ring: bool,
    open: Option<bool>,
}

/// Room for the lock of an entity, and for the mark of a removed one.
const LOCK: f32 = 24.0;
const REMOVED: f32 = 84.0;
/// Width of the menus of entities.
const MENU: f32 = 240.0;

fn draw_row(ui: &mut Ui, node: &Node, look: &Look) -> (Vec<Done>, egui::Response) {
    let mut done = Vec::new();
    let ghost = matches!(node.key, Key::Ghost(_));
    let depth = (node.depth as usize).min(DEEPEST);
    let mut row = Row::new(&node.name).tree(depth, look.open).meta(&node.meta).own(node.own).faded(ghost);
    row = match node.dot {
        Some(color) => row.dot(color),
        None => row.icon(node.icon),
    };
    let row = row.selected(look.selection).ring(look.ring).show_with(ui, |ui, near| {
        if node.entity_id().is_some() {
            ui.allocate_ui(vec2(LOCK, METRICS.row), |ui| {
                ui.set_min_size(vec2(LOCK, METRICS.row));
                done.extend(lock_button(ui, node, near).map(Done::Locked));
            });
        } else if ghost {
            let layout = egui::Layout::right_to_left(egui::Align::Center);
            ui.allocate_ui_with_layout(vec2(REMOVED, METRICS.row), layout, |ui| {
                ui.set_min_size(vec2(REMOVED, METRICS.row));
                if !near {
                    widgets::chip(ui, Tone::Removed, "Removed");
                } else if ui.add(widgets::Button::link("Bring back").name(&format!("Bring {} back", node.name))).clicked() {
                    done.push(Done::BroughtBack);
                }
            });
        }
    });
    let response = row.response;
    if row.toggled {
        done.push(Done::Toggled);
    } else if response.double_clicked() {
        done.push(if look.open.is_some() && node.entity_id().is_none() { Done::Toggled } else { Done::Opened });
    } else if response.clicked() {
        done.push(Done::Clicked(ui.input(|input| input.modifiers)));
    } else if response.secondary_clicked() {
        done.push(Done::RightClicked);
    }
    (done, response)
}

/// The lock of an entity: always seen where it is locked, else near the pointer. Returns what was asked for.
fn lock_button(ui: &mut Ui, node: &Node, near: bool) -> Option<bool> {
    let (icon, name) = match node.locked {
        true => (Icon::Lock, format!("Unlock {}", node.name)),
        false if near => (Icon::Unlock, format!("Lock {}", node.name)),
        false => return None,
    };
    widgets::icon_button(ui, icon, &name, "", false, None, LOCK).clicked().then_some(!node.locked)
}

fn lock(node: &Node, locked: bool) -> Option<Wish> {
    let Key::Entity(id, nth) = &node.key else { return None };
    let mut change = EntityChange::new(&**id, pointer!["locked"], Some(locked.into()));
    change.nth = *nth as usize;
    let label = format!("{} {}", if locked { "Lock" } else { "Unlock" }, node.name);
    Some(Wish::Act(Action::Entities { label, changes: vec![change], merge: None }))
}

/// The title above what all variants share.
fn title(ui: &mut Ui, words: &str) {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.row), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, words));
    ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(rect.width(), 1.0)), 0.0, t.border_subtle);
    let at = Rect::from_min_max(pos2(rect.left() + METRICS.tree_edge + 20.0, rect.top() + 1.0), rect.right_bottom());
    let galley = widgets::elided(ui, words, heading(12.0), t.text, at.width() - 8.0);
    widgets::paint_text(ui, at, Align2::LEFT_CENTER, &galley);
}

fn no_scene(ui: &mut Ui, session: &Session) -> Option<Wish> {
    let scene = &session.copy().scene;
    let fault = scene.fault().map(|fault| format!("{}: {fault} ", scene.path)).unwrap_or_default();
    let purpose = format!("{fault}The mod’s details can still be edited.");
    let problem = session.problems().iter().position(|problem| problem.document == DocId::Scene);
    let button = problem.map(|_| (Icon::Error, "Show the problem"));
    let pressed = widgets::empty_state(ui, Tone::Error, Icon::Error, "The scene can’t be read", &purpose, button);
    problem.filter(|_| pressed).map(Wish::GoToProblem)
}

/// The menu of a row.
fn menu(ui: &mut Ui, node: &Node, holds_rows: bool, session: &Session, wishes: &mut Vec<Wish>) {
    menu_room(ui);
    if let Key::Ghost(id) = &node.key {
        if widgets::menu_item(ui, Some(Icon::Undo), "Bring back", "", false, None) {
            wishes.push(Wish::Act(Action::Revert(id.to_string())));
        }
        return;
    }
    let Some(id) = node.entity_id() else { return };
    let ids = match session.selection() {
        all if all.iter().any(|other| other == id) => all.to_vec(),
        _ => vec![id.to_owned()],
    };
    let own = node.origin == Some(Origin::Own) && ids.len() == 1;
    entity_menu(ui, &Targets { ids: &ids, own, parent: holds_rows || ids.len() > 1 }, wishes);
}

/// Items fill the width that is left, so a menu has to say how wide it may be.
fn menu_room(ui: &mut Ui) {
    ui.set_max_width(MENU);
    ui.spacing_mut().item_spacing.y = 0.0;
}

/// What the menu of entities is about.
pub(super) struct Targets<'a> {
    /// The entities.
    pub ids: &'a [String],
    /// It is one, and the variant's own copy of one of the base's.
    pub own: bool,
    /// Some may have children.
    pub parent: bool,
}

/// What can be done to entities as a whole.
pub(super) fn entity_menu(ui: &mut Ui, targets: &Targets<'_>, wishes: &mut Vec<Wish>) {
    let ids = targets.ids;
    menu_room(ui);
    let keys = |command: Command| command.default_keys().first().map(crate::shortcuts::show).unwrap_or_default();
    let several = (ids.len() > 1).then_some("Only one thing can be renamed at a time");
    if widgets::menu_item(ui, Some(Icon::Frame), "Frame", &keys(Command::FrameSelection), false, None) {
        wishes.push(Wish::Frame(ids.to_vec()));
    }
    if widgets::menu_item(ui, Some(Icon::Rename), "Rename", &keys(Command::Rename), false, several) {
        wishes.push(Wish::Command(Command::Rename));
    }
    if widgets::menu_item(ui, Some(Icon::Duplicate), "Duplicate", &keys(Command::Duplicate), false, None) {
        wishes.push(Wish::Act(Action::Duplicate(ids.to_vec())));
    }
    if targets.own && widgets::menu_item(ui, Some(Icon::Undo), "Revert to the base", "", false, None) {
        wishes.push(Wish::Act(Action::Revert(ids[0].clone())));
    }
    if widgets::menu_item(ui, Some(Icon::Trash), "Delete", &keys(Command::Delete), false, None) {
        wishes.push(Wish::Act(Action::Delete(ids.to_vec(), Children::Take)));
    }
    if targets.parent && widgets::menu_item(ui, Some(Icon::Unlink), "Delete, but keep children", "", false, None) {
        wishes.push(Wish::Act(Action::Delete(ids.to_vec(), Children::Keep)));
    }
}
