//! What the platform would refuse or warn of, and what we advise: by file, filtered, each with its fix at the right end of
//! its row and all other fixes behind a chevron.
//!
//! The rows are made once for each set of problems and each filter (`listing`); a frame draws only the rows that are seen.
//! The menu of fixes with what they would change is in `menu`.

use egui::{Align, Event, Id, Key, Layout, Modifiers, Rect, ScrollArea, Ui, vec2};
use rustc_hash::FxHashSet;
use tablewright_core::Severity;
use tablewright_core::check::{Diagnostic, catalogue};

use super::{View, Wish};
use crate::commands::Command;
use crate::icons::Icon;
use crate::session::{Action, Session};
use crate::theme::{METRICS, Tokens};
use crate::viewport::AssetProblem;
use crate::widgets::{
    self, Button, List, Row, Selection, Tone, empty_state, hairline, icon_button, menu_item, severity_toggle, tip,
};

mod listing;
mod menu;

use listing::{ASSETS, Filter, Line, Listing, Subject};
use menu::{Answer, Chosen, Menu};

/// The panel's own state, kept while the window lives.
#[derive(Default)]
pub struct ProblemsPanel {
    filter: Filter,
    folded: FxHashSet<String>,
    listing: Listing,
    /// What the keyboard is at.
    cursor: Option<Subject>,
    /// Its row, as far as there is one.
    row: Option<usize>,
    /// Its place among the problems shown: where the walk goes on once it is mended and gone.
    place: usize,
    /// How far it is scrolled, in points.
    scrolled: f32,
    /// Scroll to the cursor.
    reveal: bool,
    menu: Option<Menu>,
    /// The menu of the cursor's fixes is asked for.
    wants_menu: bool,
    /// The filter's field is to get the keyboard.
    wants_filter: bool,
    search: Option<Id>,
}

/// The icon of a severity.
pub fn severity_icon(severity: Severity) -> (Icon, Tone) {
    match severity {
        Severity::Error => (Icon::Error, Tone::Error),
        Severity::Warning => (Icon::Warning, Tone::Warning),
        Severity::Advice => (Icon::Advice, Tone::Plain),
    }
}

/// The switches of the toolbar.
const SEVERITIES: [(Severity, &str); 3] =
    [(Severity::Error, "Errors"), (Severity::Warning, "Warnings"), (Severity::Advice, "Advice")];

/// What was done to a row.
enum Done {
    Clicked,
    Toggled,
    Wish(Wish),
    Fixes,
}

/// Room for a fix at the right end of a row.
const FIX: f32 = 280.0;

impl ProblemsPanel {
    /// The problem that *Next problem* leads to among those that the filter shows, counted from the current one; `None`
    /// where it shows none. Where the current one is gone, the one that took its place is next.
    pub fn step(&mut self, forward: bool, session: &Session) -> Option<usize> {
        self.refresh(session, None);
        let count = self.listing.shown.len();
        let last = count.checked_sub(1)?;
        let at = self.cursor.as_ref().and_then(|cursor| self.listing.place_of(cursor));
        let next = match (at, forward) {
            (Some(at), true) => (at + 1) % count,
            (None, true) => self.place % count,
            (Some(at), false) => at.checked_sub(1).unwrap_or(last),
            (None, false) => self.place.min(count).checked_sub(1).unwrap_or(last),
        };
        let number = self.listing.shown[next];
        self.menu = None;
        self.choose(number, session);
        Some(number)
    }

    /// The problem that the keyboard is at.
    pub fn current<'a>(&self, session: &'a Session) -> Option<&'a Diagnostic> {
        let place = self.listing.place_of(self.cursor.as_ref()?)?;
        session.problems().get(*self.listing.shown.get(place)?)
    }

    /// Opens the menu of the current problem's fixes at the next frame, of the first one's where none is current.
    pub fn open_fixes(&mut self, session: &Session) {
        if self.current(session).is_none() {
            self.step(true, session);
        }
        self.reveal = true;
        self.wants_menu = true;
    }

    /// Whether the menu of fixes is open and takes the keys.
    pub fn has_menu(&self) -> bool {
        self.menu.is_some() || self.wants_menu
    }

    /// Moves the keyboard to the filter at the next frame.
    pub fn find(&mut self) {
        self.wants_filter = true;
    }

    /// Shows the problems of one code alone.
    pub fn show_code(&mut self, code: &str) {
        self.filter = Filter { text: code.to_owned(), ..Filter::default() };
    }

    /// The panel for another pack: the filter stays.
    #[must_use]
    pub fn of_another_pack(self) -> Self {
        Self { filter: self.filter, ..Self::default() }
    }

    /// Draws the panel. `assets` are the pictures and models that the scene view shows as placeholders.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>, assets: &[AssetProblem]) -> Vec<Wish> {
        let session = view.session;
        let mut wishes: Vec<Wish> = self.menu_keys(ui).into_iter().collect();
        ui.spacing_mut().item_spacing.y = 0.0;
        if session.problems().is_empty() && assets.is_empty() {
            self.menu = None;
            self.wants_menu = false;
            nothing_wrong(ui, session);
            return wishes;
        }
        let to_list = self.toolbar(ui, view, &mut wishes);
        self.refresh(session, Some(assets));
        if self.listing.lines.is_empty() {
            self.nothing_fits(ui);
            return wishes;
        }
        let list = List::begin(ui, "Problems", ui.available_rect_before_wrap());
        if view.state.take_keyboard || to_list || self.wants_menu {
            list.claim(ui);
        }
        if to_list && self.row.is_none() {
            self.go_to(0);
        }
        self.keys(ui, &list, session, &mut wishes);
        self.refresh(session, Some(assets));
        if std::mem::take(&mut self.wants_menu) {
            self.menu = self.current(session).map(|problem| Menu::of(problem, session.history().roots()));
        }
        let anchor = self.draw(ui, &list, view, assets, &mut wishes);
        wishes.extend(self.draw_menu(ui, &list, anchor));
        wishes
    }

    /// Makes the rows anew where something about them changed. Without `assets` those of the last frame stay.
    fn refresh(&mut self, session: &Session, assets: Option<&[AssetProblem]>) {
        let made = match assets {
            Some(assets) => self.listing.refresh(session.problems(), assets, &self.filter, &self.folded),
            None => self.listing.refresh_problems(session.problems(), &self.filter, &self.folded),
        };
        if made {
            self.row = self.cursor.as_ref().and_then(|cursor| self.listing.row_of(cursor));
            self.menu = self.menu.take().filter(|menu| self.listing.row_of(&menu.subject).is_some());
        }
    }

    /// Makes the problem with this number the current one and brings it into sight.
    fn choose(&mut self, number: usize, session: &Session) {
        let Some(problem) = session.problems().get(number) else { return };
        self.folded.remove(&problem.file);
        self.refresh(session, None);
        if let Some(row) = self.listing.row_of(&Subject::of(problem)) {
            self.go_to(row);
        }
    }

    /// Moves the keyboard to a row.
    fn go_to(&mut self, row: usize) {
        let Some(line) = self.listing.lines.get(row) else { return };
        let subject = self.listing.subject(*line);
        let place = match &subject {
            Subject::Group(name) => self.listing.first_of(name),
            other => self.listing.place_of(other),
        };
        self.place = place.unwrap_or(self.place);
        self.cursor = Some(subject);
        self.row = Some(row);
        self.reveal = true;
    }

    fn fold(&mut self, group: usize, open: bool) {
        let name = self.listing.groups[group].name.clone();
        if open {
            self.folded.remove(&name)
        } else {
            self.folded.insert(name)
        };
    }

    /// The filter, the switches, and what mends several at once. Returns whether the keyboard is to go on in the list.
    fn toolbar(&mut self, ui: &mut Ui, view: View<'_>, wishes: &mut Vec<Wish>) -> bool {
        let typing = self.search.is_some_and(|id| ui.memory(|memory| memory.has_focus(id)));
        let down = typing && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowDown));
        let mut entered = false;
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.add_space(8.0);
            let width = (ui.available_width() - 340.0).clamp(120.0, 280.0);
            let text = &mut self.filter.text;
            let response = widgets::search(ui, "Filter the problems", text, "Message, code, file, place", width);
            self.search = Some(response.id);
            entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if std::mem::take(&mut self.wants_filter) {
                response.request_focus();
            }
            ui.add_space(4.0);
            for (at, (severity, name)) in SEVERITIES.into_iter().enumerate() {
                let (icon, tone) = severity_icon(severity);
                let count = self.listing.counts[at];
                if severity_toggle(ui, (icon, tone), count, name, !self.filter.hidden[at]).clicked() {
                    self.filter.hidden[at] = !self.filter.hidden[at];
                }
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.add_space(8.0);
                fix_all(ui, view.session, wishes);
            });
        });
        ui.add_space(6.0);
        hairline(ui);
        down || entered
    }

    fn nothing_fits(&mut self, ui: &mut Ui) {
        let purpose = "None of the problems fits the filter.";
        let back = Some((Icon::Close, "Clear the filter"));
        if empty_state(ui, Tone::Plain, Icon::Filter, "Nothing to show", purpose, back) {
            self.filter = Filter::default();
        }
    }

    fn keys(&mut self, ui: &Ui, list: &List, session: &Session, wishes: &mut Vec<Wish>) {
        if !list.focused() {
            return;
        }
        let keys = list.keys();
        if let Some(to) = keys.target(self.row, self.listing.lines.len()) {
            self.go_to(to);
            return;
        }
        let Some(line) = self.row.and_then(|row| self.listing.lines.get(row).copied()) else { return };
        match line {
            Line::Group(group) if keys.left || keys.right => self.fold(group, keys.right),
            Line::Group(group) if keys.enter || keys.space => self.fold(group, !self.listing.groups[group].open),
            Line::Problem(number) if keys.enter => wishes.push(Wish::GoToProblem(number)),
            Line::Problem(_) | Line::Asset(_) if keys.left => {
                let heading =
                    self.listing.lines[..self.row.unwrap_or_default()].iter().rposition(|l| matches!(l, Line::Group(_)));
                self.go_to(heading.unwrap_or_default());
            }
            _ => {}
        }
        let copies = ui.input_mut(|input| {
            let before = input.events.len();
            input.events.retain(|event| *event != Event::Copy);
            input.events.len() < before
        });
        if copies && let Some(problem) = self.current(session) {
            ui.ctx().copy_text(problem.to_string());
        }
    }

    /// Draws the rows that are seen and returns where the one is that the menu is about.
    fn draw(
        &mut self,
        ui: &mut Ui,
        list: &List,
        view: View<'_>,
        assets: &[AssetProblem],
        wishes: &mut Vec<Wish>,
    ) -> Option<Rect> {
        let mut area = ScrollArea::vertical().id_salt("rows").auto_shrink(false);
        if std::mem::take(&mut self.reveal)
            && let Some(row) = self.row
        {
            let (offset, height) = (self.scrolled, ui.available_height());
            let top = row as f32 * METRICS.row;
            let into_sight = offset.min(top).max(top + METRICS.row - height).max(0.0);
            if into_sight != offset {
                area = area.vertical_scroll_offset(into_sight);
            }
        }
        let menu_row = self.menu.as_ref().and_then(|menu| self.listing.row_of(&menu.subject));
        let (mut done, mut anchor) = (Vec::new(), None);
        let this = &*self;
        let output = area.show_rows(ui, METRICS.row, self.listing.lines.len(), |ui, range| {
            for row in range {
                let here = this.row == Some(row);
                let look = Look {
                    selection: Selection::of(here, view.state.focused),
                    ring: here && list.focused(),
                    menu: menu_row == Some(row),
                };
                let line = this.listing.lines[row];
                let (response, seen) = ui
                    .push_id(line, |ui| match line {
                        Line::Group(group) => draw_group(ui, &this.listing.groups[group], look),
                        Line::Problem(number) => draw_problem(ui, number, &view.session.problems()[number], look),
                        Line::Asset(number) => draw_asset(ui, &assets[number], look),
                    })
                    .inner;
                if menu_row == Some(row) {
                    anchor = Some(response.rect);
                }
                if response.clicked() || response.secondary_clicked() {
                    list.claim(ui);
                }
                done.extend(seen.map(|done| (row, line, done)));
            }
        });
        self.scrolled = output.state.clamped_offset().y;
        for (row, line, done) in done {
            self.done(row, line, done, wishes);
        }
        anchor.filter(|rect| output.inner_rect.intersects(*rect))
    }

    fn done(&mut self, row: usize, line: Line, done: Done, wishes: &mut Vec<Wish>) {
        let scrolls = self.reveal;
        self.go_to(row);
        // What is under the pointer is in sight already.
        self.reveal = scrolls;
        match (done, line) {
            (Done::Wish(wish), _) => wishes.push(wish),
            (Done::Fixes, _) => self.wants_menu = true,
            (Done::Clicked, Line::Problem(number)) => wishes.push(Wish::GoToProblem(number)),
            (Done::Clicked | Done::Toggled, Line::Group(group)) => self.fold(group, !self.listing.groups[group].open),
            (Done::Clicked | Done::Toggled, _) => {}
        }
    }

    fn menu_keys(&mut self, ui: &Ui) -> Option<Wish> {
        let answer = self.menu.as_mut()?.keys(ui);
        self.answer(ui, answer)
    }

    fn draw_menu(&mut self, ui: &Ui, list: &List, anchor: Option<Rect>) -> Option<Wish> {
        let menu = self.menu.as_mut()?;
        let Some(row) = anchor else {
            // Its row was scrolled out of sight.
            self.menu = None;
            return None;
        };
        let answer = menu.show(ui, row);
        list.claim(ui);
        self.answer(ui, answer)
    }

    fn answer(&mut self, ui: &Ui, answer: Answer) -> Option<Wish> {
        if matches!(answer, Answer::Stays) {
            return None;
        }
        self.menu = None;
        match answer {
            Answer::Chosen(Chosen::Fix(fix)) => Some(Wish::Act(Action::Mend(fix))),
            Answer::Chosen(Chosen::Explain(code)) => Some(Wish::Explain(code)),
            Answer::Chosen(Chosen::Copy(text)) => {
                ui.ctx().copy_text(text);
                None
            }
            Answer::Stays | Answer::Closed => None,
        }
    }
}

/// How a row looks at this moment.
#[derive(Clone, Copy)]
struct Look {
    selection: Selection,
    ring: bool,
    /// Its menu is open.
    menu: bool,
}

fn nothing_wrong(ui: &mut Ui, session: &Session) {
    if session.problems_are_stale() {
        let purpose = "The rules of the platform are being read over both files.";
        empty_state(ui, Tone::Plain, Icon::Running, "Checking…", purpose, None);
    } else {
        let purpose = "Nothing here that the platform would refuse.";
        empty_state(ui, Tone::Success, Icon::Success, "No problems", purpose, None);
    }
}

fn fix_all(ui: &mut Ui, session: &Session, wishes: &mut Vec<Wish>) {
    let command = Command::FixAllSafe;
    let count = session.problem_counts().safe_fixes;
    let blocked = (count == 0).then_some("No problem has a safe fix");
    let what = if count == 1 { "Mends 1 problem".to_owned() } else { format!("Mends {count} problems in one step") };
    let keys = command.default_keys().first().map(crate::shortcuts::show).unwrap_or_default();
    if tip(ui.add(Button::control("Fix all safe").blocked(blocked)), &what, &keys).clicked() {
        wishes.push(Wish::Command(command));
    }
}

fn draw_group(ui: &mut Ui, group: &listing::Group, look: Look) -> (egui::Response, Option<Done>) {
    let count = if group.shown == group.all { group.all.to_string() } else { format!("{} of {}", group.shown, group.all) };
    let icon = if group.name == ASSETS { Icon::Gallery } else { Icon::Json };
    let row = Row::new(&group.name).tree(0, Some(group.open)).icon(icon).meta(&count).bold();
    let row = row.selected(look.selection).ring(look.ring).show(ui);
    let done = match (row.toggled, row.response.clicked()) {
        (true, _) => Some(Done::Toggled),
        (false, true) => Some(Done::Clicked),
        (false, false) => None,
    };
    (row.response, done)
}

fn draw_asset(ui: &mut Ui, asset: &AssetProblem, look: Look) -> (egui::Response, Option<Done>) {
    let t = Tokens::of(ui);
    let row = Row::new(&asset.why).tree(1, None).icon_colored(Icon::Warning, t.warning).meta_mono(&asset.path);
    let response = row.selected(look.selection).ring(look.ring).show(ui).response;
    let response = tip(response, &format!("{}: {}", asset.path, asset.why), "");
    let mut done = response.clicked().then_some(Done::Clicked);
    response.context_menu(|ui| {
        if menu_item(ui, Some(Icon::Copy), "Copy the path", "", false, None) {
            ui.ctx().copy_text(asset.path.clone());
            done = Some(Done::Clicked);
        }
    });
    (response, done)
}

fn draw_problem(ui: &mut Ui, number: usize, problem: &Diagnostic, look: Look) -> (egui::Response, Option<Done>) {
    let t = Tokens::of(ui);
    let (icon, tone) = severity_icon(problem.severity);
    let place = problem.pointer.to_string();
    let row = Row::new(&problem.message)
        .tree(1, None)
        .icon_colored(icon, tone.colors(t).0)
        .meta_mono(place.trim_start_matches('/'))
        .keep_meta()
        .selected(look.selection)
        .ring(look.ring);
    let mut done = None;
    let current = look.selection != Selection::No;
    let row = row.show_with(ui, |ui, near| {
        ui.spacing_mut().item_spacing.x = 2.0;
        // Room is kept for what shows only near the pointer, so that nothing moves.
        ui.allocate_ui(vec2(METRICS.control, METRICS.row), |ui| {
            ui.set_min_size(vec2(METRICS.control, METRICS.row));
            let name = "Why is this a problem?";
            if (near || current) && icon_button(ui, Icon::Help, name, "F1", false, None, METRICS.control).clicked() {
                done = Some(Done::Wish(Wish::Explain(problem.code)));
            }
        });
        let Some(fix) = problem.fixes.first() else { return };
        ui.allocate_ui(vec2(METRICS.control, METRICS.row), |ui| {
            ui.set_min_size(vec2(METRICS.control, METRICS.row));
            let name = if problem.fixes.len() > 1 { "Other fixes" } else { "What the fix changes" };
            if icon_button(ui, Icon::ChevronDown, name, "Ctrl .", look.menu, None, METRICS.control).clicked() {
                done = Some(Done::Fixes);
            }
        });
        ui.allocate_ui_with_layout(vec2(FIX, METRICS.row), Layout::right_to_left(Align::Center), |ui| {
            // On the fill of a selection the accent cannot be read.
            let button = if current { Button::quiet(fix.label()) } else { Button::link(fix.label()) };
            if ui.add(button).clicked() {
                done = Some(Done::Wish(Wish::Act(Action::Mend(fix.clone()))));
            }
        });
    });
    let why = catalogue::entry(problem.code).map_or("", |entry| entry.remedy);
    let response = tip(row.response, &format!("{}\n{why}", problem.message), problem.code);
    if response.clicked() {
        done = Some(Done::Clicked);
    }
    response.context_menu(|ui| done = context_menu(ui, number, problem).or(done.take()));
    (response, done)
}

fn context_menu(ui: &mut Ui, number: usize, problem: &Diagnostic) -> Option<Done> {
    ui.set_max_width(280.0);
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut done = None;
    if menu_item(ui, Some(Icon::ArrowRight), "Go to it", "Enter", false, None) {
        done = Some(Done::Wish(Wish::GoToProblem(number)));
    }
    for fix in &problem.fixes {
        if menu_item(ui, Some(Icon::Check), fix.label(), "", false, None) {
            done = Some(Done::Wish(Wish::Act(Action::Mend(fix.clone()))));
        }
    }
    if menu_item(ui, Some(Icon::Help), "Why is this a problem?", "F1", false, None) {
        done = Some(Done::Wish(Wish::Explain(problem.code)));
    }
    if menu_item(ui, Some(Icon::Copy), "Copy", "Ctrl C", false, None) {
        ui.ctx().copy_text(problem.to_string());
    }
    if menu_item(ui, Some(Icon::Link), "Copy the place", "", false, None) {
        ui.ctx().copy_text(problem.pointer.to_string());
    }
    done
}
