//! Find: text of both files, in groups, with what was found marked; going through the places one by one.
//!
//! The searching is a job (`due` gives it out, `take` has its answer back), so that no frame waits for it, however large
//! the pack. What was found stays until the next answer is there.

use egui::{Align, Id, Key, Layout, Modifiers, RichText, ScrollArea, Ui};
use tablewright_core::edit::Roots;
use tablewright_core::find::{self, Found, Group, Hit, Needle, Target};
use tablewright_core::job::Watch;

use super::{View, Wish};
use crate::icons::Icon;
use crate::session::Session;
use crate::theme::{METRICS, Tokens, small};
use crate::widgets::{self, Button, List, Row, Selection, Tone, empty_state, hairline, icon_button, menu_item, tip};

/// At most so many places of a group are listed; the rest are counted.
const LISTED: usize = 500;

/// The panel's own state, kept while the window lives.
#[derive(Default)]
pub struct FindPanel {
    query: String,
    match_case: bool,
    /// What was asked last.
    asked: Option<Question>,
    running: bool,
    found: Found,
    /// The words of what was found; empty before the first answer.
    found_for: String,
    folded: [bool; Group::ALL.len()],
    rows: Vec<Line>,
    /// The place that was gone to last, in the hits.
    current: Option<usize>,
    /// Where the keyboard is, in the rows.
    row: Option<usize>,
    /// How far it is scrolled, in points.
    scrolled: f32,
    reveal: bool,
    wants_keyboard: bool,
    search: Option<Id>,
}

/// What is looked for, and in which state of the documents.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Question {
    query: String,
    match_case: bool,
    revision: u64,
}

/// One row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Line {
    Group(Group),
    Hit(usize),
    /// So many places of the group above are not listed.
    More(usize),
}

/// A search to be run as a job.
pub struct FindJob {
    roots: Roots,
    needle: Needle,
}

impl FindJob {
    /// Searches both documents; `None` where it was asked to stop.
    pub fn run(&self, watch: &dyn Watch) -> Option<Found> {
        find::find(&self.roots, &self.needle, LISTED, watch).ok()
    }
}

impl FindPanel {
    /// Moves the keyboard to the query at the next frame, with all of it selected.
    pub fn find(&mut self) {
        self.wants_keyboard = true;
    }

    /// Looks for this text.
    pub fn look_for(&mut self, text: &str) {
        text.clone_into(&mut self.query);
        self.wants_keyboard = true;
    }

    /// The panel for another pack: what is looked for stays.
    #[must_use]
    pub fn of_another_pack(self) -> Self {
        Self { query: self.query, match_case: self.match_case, ..Self::default() }
    }

    /// The search that is due: the query, the case or the documents are others than those last asked for. `Some(None)`
    /// where nothing is asked any more and a running search can stop.
    pub fn due(&mut self, session: &Session) -> Option<Option<FindJob>> {
        let question = Question { query: self.query.clone(), match_case: self.match_case, revision: session.revision() };
        if self.asked.as_ref() == Some(&question) {
            return None;
        }
        let needle = Needle::new(&question.query, question.match_case);
        self.asked = Some(question);
        self.running = needle.is_some();
        if needle.is_none() {
            self.show_found(Found::default(), String::new());
        }
        let roots = session.history().roots().clone();
        Some(needle.map(|needle| FindJob { roots, needle }))
    }

    /// Takes the answer of the search that was given out last; nothing where it was stopped.
    pub fn take(&mut self, found: Option<Found>) {
        self.running = false;
        if let (Some(found), Some(asked)) = (found, &self.asked) {
            let query = asked.query.clone();
            self.show_found(found, query);
        }
    }

    fn show_found(&mut self, found: Found, query: String) {
        let same_query = self.found_for == query;
        let current = self.current.and_then(|at| self.found.hits.get(at)).filter(|_| same_query).cloned();
        let is_it = |hit: &Hit, it: &Hit| hit.pointer == it.pointer && hit.line == it.line && hit.document == it.document;
        self.current = current.and_then(|it| found.hits.iter().position(|hit| is_it(hit, &it)));
        self.found = found;
        self.found_for = query;
        self.list_rows();
        self.row = self.current.and_then(|at| self.rows.iter().position(|row| *row == Line::Hit(at)));
        if !same_query {
            self.scrolled = 0.0;
            self.reveal = true;
        }
    }

    fn list_rows(&mut self) {
        self.rows.clear();
        let mut at = 0;
        for group in Group::ALL {
            let listed = self.found.hits[at..].iter().take_while(|hit| hit.group == group).count();
            let all = self.found.counts[group as usize];
            if all > 0 {
                self.rows.push(Line::Group(group));
                if !self.folded[group as usize] {
                    self.rows.extend((at..at + listed).map(Line::Hit));
                    self.rows.extend((all > listed).then_some(Line::More(all - listed)));
                }
            }
            at += listed;
        }
    }

    /// Draws the panel.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>) -> Vec<Wish> {
        let mut wishes = Vec::new();
        ui.spacing_mut().item_spacing.y = 0.0;
        let to_list = self.toolbar(ui, view, &mut wishes);
        unread_note(ui, view.session);
        if self.rows.is_empty() {
            self.nothing(ui);
            return wishes;
        }
        let list = List::begin(ui, "Found", ui.available_rect_before_wrap());
        if to_list {
            list.claim(ui);
            self.move_to(self.row.unwrap_or(1.min(self.rows.len() - 1)));
        }
        self.keys(ui, &list, &mut wishes);
        self.draw(ui, &list, view, &mut wishes);
        wishes
    }

    /// Goes to the next place, or the previous one, from the one gone to last.
    fn step(&mut self, forward: bool, wishes: &mut Vec<Wish>) {
        let Some(last) = self.found.hits.len().checked_sub(1) else { return };
        let next = match (self.current, forward) {
            (Some(at), true) => {
                if at >= last {
                    0
                } else {
                    at + 1
                }
            }
            (Some(at), false) => at.checked_sub(1).unwrap_or(last),
            (None, true) => 0,
            (None, false) => last,
        };
        self.folded[self.found.hits[next].group as usize] = false;
        self.list_rows();
        self.go(next, wishes);
    }

    fn go(&mut self, hit: usize, wishes: &mut Vec<Wish>) {
        self.current = Some(hit);
        if let Some(row) = self.rows.iter().position(|row| *row == Line::Hit(hit)) {
            self.move_to(row);
        }
        wishes.extend(self.found.hits[hit].target.clone().map(Wish::GoTo));
    }

    fn move_to(&mut self, row: usize) {
        self.row = Some(row);
        self.reveal = true;
    }

    fn fold(&mut self, group: Group, open: bool) {
        self.folded[group as usize] = !open;
        self.list_rows();
        self.row = self.rows.iter().position(|row| *row == Line::Group(group));
    }

    /// The query and what belongs to it. Returns whether the keyboard is to go on in the list.
    fn toolbar(&mut self, ui: &mut Ui, view: View<'_>, wishes: &mut Vec<Wish>) -> bool {
        let typing = self.search.is_some_and(|id| ui.memory(|memory| memory.has_focus(id)));
        let pressed = |modifiers, key| typing && ui.input_mut(|input| input.consume_key(modifiers, key));
        let down = pressed(Modifiers::NONE, Key::ArrowDown);
        let (back, on) = (pressed(Modifiers::SHIFT, Key::Enter), pressed(Modifiers::NONE, Key::Enter));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.add_space(8.0);
            let width = (ui.available_width() - 300.0).clamp(140.0, 360.0);
            let name = "Find in both files";
            let response = widgets::search(ui, name, &mut self.query, "Id, name, path, value, script", width);
            self.search = Some(response.id);
            if std::mem::take(&mut self.wants_keyboard) || view.state.take_keyboard {
                response.request_focus();
                select_all(ui, response.id, self.query.chars().count());
            }
            let case = Button::quiet("Aa").name("Match case").on(self.match_case);
            if tip(ui.add(case), "Match case", "").clicked() {
                self.match_case = !self.match_case;
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.add_space(8.0);
                let blocked = self.found.hits.is_empty().then_some("nothing is found");
                if icon_button(ui, Icon::ArrowDown, "Next place", "Enter", false, blocked, METRICS.control).clicked() || on {
                    self.step(true, wishes);
                }
                let name = "Previous place";
                if icon_button(ui, Icon::ArrowUp, name, "Shift Enter", false, blocked, METRICS.control).clicked() || back {
                    self.step(false, wishes);
                }
                ui.add_space(4.0);
                ui.label(RichText::new(self.figures()).font(small()).color(Tokens::of(ui).text2));
            });
        });
        ui.add_space(6.0);
        hairline(ui);
        down
    }

    /// `3 of 12`, `12 found`, or nothing.
    fn figures(&self) -> String {
        match (self.found.total(), self.current) {
            (0, _) => String::new(),
            (total, Some(at)) => format!("{} of {total}", self.number(at)),
            (total, None) => format!("{total} found"),
        }
    }

    /// The number of a listed place among all places, the ones that are not listed counted.
    fn number(&self, hit: usize) -> usize {
        let group = self.found.hits[hit].group as usize;
        hit + 1 + self.found.counts[..group].iter().map(|count| count.saturating_sub(LISTED)).sum::<usize>()
    }

    fn nothing(&mut self, ui: &mut Ui) {
        let blank = self.query.trim().is_empty();
        if blank {
            let purpose = "Ids, names, paths and values of the manifest and the scene, and the text of scripts.";
            empty_state(ui, Tone::Plain, Icon::Search, "Find in both files", purpose, None);
        } else if self.running {
            empty_state(ui, Tone::Plain, Icon::Running, "Finding…", "Both files are being looked through.", None);
        } else {
            let purpose = format!("Neither file has “{}”.", self.found_for);
            let other = self.match_case.then_some((Icon::Close, "Don’t match case"));
            if empty_state(ui, Tone::Plain, Icon::Search, "Nothing found", &purpose, other) {
                self.match_case = false;
            }
        }
    }

    fn keys(&mut self, ui: &Ui, list: &List, wishes: &mut Vec<Wish>) {
        if !list.focused() {
            return;
        }
        let keys = list.keys();
        if let Some(to) = keys.target(self.row, self.rows.len()) {
            self.move_to(to);
            return;
        }
        match self.row.and_then(|row| self.rows.get(row).copied()) {
            Some(Line::Group(group)) if keys.left || keys.right => self.fold(group, keys.right),
            Some(Line::Group(group)) if keys.enter || keys.space => self.fold(group, self.folded[group as usize]),
            Some(Line::Hit(hit)) if keys.left => self.fold(self.found.hits[hit].group, true),
            Some(Line::Hit(_)) if keys.enter && keys.extend => self.step(false, wishes),
            Some(Line::Hit(hit)) if keys.enter => self.go(hit, wishes),
            Some(Line::Hit(hit)) if ui.input(|input| input.events.contains(&egui::Event::Copy)) => {
                ui.ctx().copy_text(self.found.hits[hit].excerpt.clone());
            }
            _ => {}
        }
    }

    fn draw(&mut self, ui: &mut Ui, list: &List, view: View<'_>, wishes: &mut Vec<Wish>) {
        let mut area = ScrollArea::vertical().id_salt("rows").auto_shrink(false);
        if std::mem::take(&mut self.reveal) {
            let (offset, height) = (self.scrolled, ui.available_height());
            let row = self.row.unwrap_or_default();
            // The heading of a group is seen with the first of its places.
            let first = row.checked_sub(1).filter(|above| matches!(self.rows.get(*above), Some(Line::Group(_)))).unwrap_or(row);
            let (top, bottom) = (first as f32 * METRICS.row, (row + 1) as f32 * METRICS.row);
            area = area.vertical_scroll_offset(offset.min(top).max(bottom - height).max(0.0));
        }
        let mut clicked = None;
        let this = &*self;
        let output = area.show_rows(ui, METRICS.row, self.rows.len(), |ui, range| {
            for row in range {
                let here = this.row == Some(row);
                let selection = Selection::of(here, view.state.focused);
                let ring = here && list.focused();
                let line = this.rows[row];
                let response = ui.push_id(line, |ui| this.draw_line(ui, view.session, line, selection, ring)).inner;
                if response.clicked() {
                    list.claim(ui);
                    clicked = Some((row, line));
                }
            }
        });
        self.scrolled = output.state.clamped_offset().y;
        match clicked {
            Some((_, Line::Group(group))) => self.fold(group, self.folded[group as usize]),
            Some((_, Line::Hit(hit))) => self.go(hit, wishes),
            Some((row, Line::More(_))) => self.move_to(row),
            None => {}
        }
    }

    fn draw_line(&self, ui: &mut Ui, session: &Session, line: Line, selection: Selection, ring: bool) -> egui::Response {
        match line {
            Line::Group(group) => {
                let open = !self.folded[group as usize];
                let count = self.found.counts[group as usize].to_string();
                let row = Row::new(group.label()).tree(0, Some(open)).icon(group_icon(group)).meta(&count).bold();
                row.selected(selection).ring(ring).show(ui).response
            }
            Line::Hit(hit) => draw_hit(ui, session, &self.found.hits[hit], selection, ring),
            Line::More(more) => {
                let words = format!("{more} more. Type more letters to see them.");
                Row::new(&words).tree(1, None).faded(true).selected(selection).ring(ring).show(ui).response
            }
        }
    }
}

fn group_icon(group: Group) -> Icon {
    match group {
        Group::Manifest | Group::Scene => Icon::Json,
        Group::Entities => Icon::Token,
        Group::Prefabs => Icon::Prefab,
        Group::Scripts => Icon::Script,
    }
}

/// What a place is of: *Go board · displayName*, with the variant that alone has it.
fn context(session: &Session, hit: &Hit) -> String {
    let mut parts = Vec::new();
    if let Some(Target::Entity { variant: Some(variant), .. }) = hit.target.as_ref().filter(|_| hit.group == Group::Entities) {
        parts.push(format!("only {}", session.variant_name(variant)));
    }
    if !hit.subject.is_empty() && hit.subject != hit.excerpt {
        parts.push(hit.subject.clone());
    }
    let line = hit.line.map(|line| format!(", line {line}")).unwrap_or_default();
    if !hit.place.is_empty() {
        parts.push(format!("{}{line}", hit.place));
    }
    parts.join(" · ")
}

fn draw_hit(ui: &mut Ui, session: &Session, hit: &Hit, selection: Selection, ring: bool) -> egui::Response {
    let context = context(session, hit);
    let row = Row::new(&hit.excerpt).mark(hit.mark.clone()).tree(1, None).meta_mono(&context).keep_meta();
    let response = row.selected(selection).ring(ring).show(ui).response;
    let file = match hit.document {
        tablewright_core::DocId::Manifest => &session.copy().manifest.path,
        tablewright_core::DocId::Scene => &session.copy().scene.path,
    };
    let where_to = if hit.target.is_some() { "" } else { "\nNo panel shows this place." };
    let response = tip(response, &format!("{}\n{file} {}{where_to}", hit.excerpt, hit.pointer), "");
    response.context_menu(|ui| {
        ui.set_max_width(220.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        if menu_item(ui, Some(Icon::Copy), "Copy the line", "Ctrl C", false, None) {
            ui.ctx().copy_text(hit.excerpt.clone());
        }
        if menu_item(ui, Some(Icon::Link), "Copy the place", "", false, None) {
            ui.ctx().copy_text(hit.pointer.to_string());
        }
    });
    response
}

/// Says which file is not searched because it cannot be read.
fn unread_note(ui: &mut Ui, session: &Session) {
    let copy = session.copy();
    let files = [(session.manifest().is_none(), &copy.manifest.path), (session.scene().is_none(), &copy.scene.path)];
    for (_, path) in files.into_iter().filter(|(unread, _)| *unread) {
        let words = format!("{path} can’t be read, so it isn’t looked through.");
        let color = Tokens::of(ui).warning;
        Row::new(&words).icon_colored(Icon::Warning, color).edge(12.0).show(ui);
    }
}

fn select_all(ui: &Ui, id: Id, length: usize) {
    use egui::text::{CCursor, CCursorRange};
    let mut state = egui::TextEdit::load_state(ui, id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), CCursor::new(length))));
    state.store(ui, id);
}
