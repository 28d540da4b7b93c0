//! What the platform would refuse or warn of, and what we advise: by file, with the fix at the right end of each row.

use egui::{Align, Layout, ScrollArea, Ui, UiBuilder};
use tablewright_core::Severity;
use tablewright_core::check::{Diagnostic, catalogue};

use super::{View, Wish};
use crate::icons::Icon;
use crate::session::Action;
use crate::theme::{METRICS, Tokens};
use crate::viewport::AssetProblem;
use crate::widgets::{Button, List, Row, Selection, Tone, empty_state, tip};

/// The panel's own state.
#[derive(Debug, Default)]
pub struct ProblemsPanel {
    current: Option<usize>,
}

/// One row: a file's heading, a problem by its number, or a picture or model that cannot be shown.
enum Line<'a> {
    File(&'a str, usize),
    Problem(usize, &'a Diagnostic),
    Asset(&'a AssetProblem),
}

/// The icon of a severity.
pub fn severity_icon(severity: Severity) -> (Icon, Tone) {
    match severity {
        Severity::Error => (Icon::Error, Tone::Error),
        Severity::Warning => (Icon::Warning, Tone::Warning),
        Severity::Advice => (Icon::Advice, Tone::Plain),
    }
}

fn lines<'a>(problems: &'a [Diagnostic], assets: &'a [AssetProblem]) -> Vec<Line<'a>> {
    let mut lines = Vec::with_capacity(problems.len() + assets.len() + 3);
    let mut file = None;
    for (number, problem) in problems.iter().enumerate() {
        if file != Some(problem.file.as_str()) {
            file = Some(problem.file.as_str());
            let count = problems.iter().filter(|other| other.file == problem.file).count();
            lines.push(Line::File(&problem.file, count));
        }
        lines.push(Line::Problem(number, problem));
    }
    if !assets.is_empty() {
        lines.push(Line::File("Pictures and models", assets.len()));
        lines.extend(assets.iter().map(Line::Asset));
    }
    lines
}

impl ProblemsPanel {
    /// The problem that *Next problem* leads to, counted from the one shown last; `None` without problems.
    pub fn step(&mut self, forward: bool, count: usize) -> Option<usize> {
        if count == 0 {
            return None;
        }
        let next = match (self.current, forward) {
            (Some(at), true) => (at + 1) % count,
            (Some(at), false) => (at + count - 1) % count,
            (None, true) => 0,
            (None, false) => count - 1,
        };
        self.current = Some(next);
        self.current
    }

    /// Draws the panel. `assets` are the pictures and models that the scene view shows as placeholders.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>, assets: &[AssetProblem]) -> Vec<Wish> {
        let problems = view.session.problems();
        let lines = lines(problems, assets);
        let rect = ui.available_rect_before_wrap();
        let list = List::begin(ui, "Problems", rect);
        if view.state.take_keyboard {
            list.claim(ui);
        }
        if lines.is_empty() {
            if view.session.problems_are_stale() {
                let purpose = "The rules of the platform are being read over both files.";
                empty_state(ui, Tone::Plain, Icon::Running, "Checking…", purpose, None);
            } else {
                let purpose = "Nothing here that the platform would refuse.";
                empty_state(ui, Tone::Success, Icon::Success, "No problems", purpose, None);
            }
            return Vec::new();
        }
        let mut wishes = self.keys(&list, problems);
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, METRICS.row, lines.len(), |ui, range| {
            for line in &lines[range] {
                self.line(ui, view, line, &list, &mut wishes);
            }
        });
        wishes
    }

    fn keys(&mut self, list: &List, problems: &[Diagnostic]) -> Vec<Wish> {
        if let Some(target) = list.keys().target(self.current, problems.len()) {
            self.current = Some(target);
        }
        match self.current {
            Some(at) if list.keys().enter => vec![Wish::GoToProblem(at)],
            _ => Vec::new(),
        }
    }

    fn line(&mut self, ui: &mut Ui, view: View<'_>, line: &Line<'_>, list: &List, wishes: &mut Vec<Wish>) {
        let t = Tokens::of(ui);
        match line {
            Line::File(name, count) => {
                let count = count.to_string();
                Row::new(name).icon(Icon::Json).meta(&count).bold().show(ui);
            }
            Line::Asset(problem) => {
                Row::new(&problem.why).icon_colored(Icon::Warning, t.warning).meta_mono(&problem.path).edge(28.0).show(ui);
            }
            Line::Problem(number, problem) => {
                let (icon, tone) = severity_icon(problem.severity);
                let place = problem.pointer.to_string();
                let place = place.trim_start_matches('/');
                let fix = problem.fixes.first();
                let selected = self.current == Some(*number);
                let room = ui.available_rect_before_wrap().with_max_y(ui.cursor().top() + METRICS.row);
                let button = fix.map_or(0.0, |fix| 24.0 + 7.0 * fix.label().chars().count() as f32);
                let row = Row::new(&problem.message)
                    .icon_colored(icon, tone.colors(t).0)
                    .meta_mono(place)
                    .edge(28.0)
                    .selected(Selection::of(selected, view.state.focused));
                let mut child =
                    ui.new_child(UiBuilder::new().id_salt(("problem", number)).max_rect(room.with_max_x(room.right() - button)));
                let response = row.show(&mut child).response;
                if let Some(fix) = fix {
                    let at = room.with_min_x(room.right() - button);
                    let layout = Layout::right_to_left(Align::Center);
                    let mut end = ui.new_child(
                        UiBuilder::new().id_salt(("fix", number)).max_rect(at.shrink2(egui::vec2(8.0, 0.0))).layout(layout),
                    );
                    if end.add(Button::link(fix.label())).clicked() {
                        wishes.push(Wish::Act(Action::Fix { problem: *number, fix: 0 }));
                    }
                }
                ui.advance_cursor_after_rect(room);
                let why = catalogue::entry(problem.code).map_or("", |entry| entry.remedy);
                let response = tip(response, &format!("{}\n{why}", problem.message), problem.code);
                if response.clicked() {
                    self.current = Some(*number);
                    list.claim(ui);
                    wishes.push(Wish::GoToProblem(*number));
                }
                response.context_menu(|ui| {
                    if ui.button("Copy").clicked() {
                        ui.ctx().copy_text(problem.to_string());
                        ui.close();
                    }
                });
            }
        }
    }
}
