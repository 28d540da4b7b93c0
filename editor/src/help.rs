//! The pages of the problem codes: what each means, why, how to mend it, and where the rule is from. A list to search at
//! the left, the page at the right, all from the catalogue of the rules.

use std::sync::Arc;

use egui::{Align, FontId, Frame, Id, Key, Label, Layout, Margin, Modifiers, RichText, ScrollArea, Ui, UiBuilder, vec2};
use rustc_hash::FxHashMap;
use tablewright_core::check::Diagnostic;
use tablewright_core::check::catalogue::{CATALOGUE, Emitter, Entry, Stage};
use tablewright_core::find::Needle;

use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, body, heading, mono, small, title};
use crate::widgets::{self, Button, Dialog, Row, Selection, Tone, badge, chip, empty_state, hairline, icon_button};

/// What was asked for in the dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HelpEvent {
    /// Show the problems of this code in the panel.
    ShowProblems(&'static str),
}

/// The dialog with the pages.
#[derive(Default)]
pub struct ProblemCodes {
    open: bool,
    query: String,
    /// The places of the listed codes in the catalogue, and the query that they were listed for.
    listed: Vec<usize>,
    listed_for: Option<String>,
    /// The page that is shown, as a place in the catalogue.
    at: usize,
    reveal: bool,
    wants_keyboard: bool,
    /// How many problems of each code the pack has, and the problems that were counted.
    counts: FxHashMap<&'static str, usize>,
    counted: Option<Arc<[Diagnostic]>>,
    search: Option<Id>,
}

const WIDTH: f32 = 920.0;
const HEIGHT: f32 = 560.0;
const LIST: f32 = 304.0;

impl ProblemCodes {
    /// Opens the list with the keyboard in its search.
    pub fn open(&mut self) {
        self.open = true;
        self.query.clear();
        self.reveal = true;
        self.wants_keyboard = true;
    }

    /// Opens the page of a code.
    pub fn open_at(&mut self, code: &str) {
        self.open();
        self.wants_keyboard = false;
        self.at = CATALOGUE.iter().position(|entry| entry.code == code).unwrap_or(self.at);
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Shows it while it is open. `problems` are those of the open pack.
    pub fn show(&mut self, ctx: &egui::Context, problems: Option<&Arc<[Diagnostic]>>) -> Option<HelpEvent> {
        if !self.open {
            return None;
        }
        self.count(problems);
        self.list_codes();
        self.keys(ctx);
        let height = HEIGHT.min(ctx.content_rect().height() - 48.0 - METRICS.dialog_header - 4.0);
        let mut event = None;
        let response = Dialog::new("Problem codes").width(WIDTH).flush().body_height(height).cancel(None).show(ctx, |ui| {
            let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
            let split = room.left() + LIST.min(room.width() * 0.4);
            self.list(&mut ui.new_child(UiBuilder::new().id_salt("codes").max_rect(room.with_max_x(split))));
            let t = Tokens::of(ui);
            ui.painter().vline(split, room.y_range(), egui::Stroke::new(1.0, t.border_subtle));
            let page = room.with_min_x(split + 1.0);
            event = self.page(&mut ui.new_child(UiBuilder::new().id_salt("page").max_rect(page)));
        });
        if response.end.is_some() || event.is_some() {
            self.open = false;
        }
        event
    }

    fn count(&mut self, problems: Option<&Arc<[Diagnostic]>>) {
        let same = match (&self.counted, problems) {
            (Some(counted), Some(problems)) => Arc::ptr_eq(counted, problems),
            (counted, problems) => counted.is_none() && problems.is_none(),
        };
        if same {
            return;
        }
        self.counts.clear();
        for problem in problems.into_iter().flat_map(|problems| problems.iter()) {
            *self.counts.entry(problem.code).or_default() += 1;
        }
        self.counted = problems.cloned();
    }

    fn list_codes(&mut self) {
        if self.listed_for.as_deref() == Some(self.query.as_str()) {
            return;
        }
        let words: Vec<Needle> = self.query.split_whitespace().filter_map(|word| Needle::new(word, false)).collect();
        let fits = |entry: &Entry| {
            let texts = [entry.code, entry.title, entry.meaning, entry.why, entry.remedy];
            words.iter().all(|word| texts.iter().any(|text| word.find(text).is_some()))
        };
        self.listed = (0..CATALOGUE.len()).filter(|at| fits(&CATALOGUE[*at])).collect();
        if !self.listed.contains(&self.at) {
            self.at = self.listed.first().copied().unwrap_or(self.at);
        }
        self.listed_for = Some(self.query.clone());
        self.reveal = true;
    }

    fn keys(&mut self, ctx: &egui::Context) {
        let pressed = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let (down, up) = (pressed(Key::ArrowDown), pressed(Key::ArrowUp));
        let Some(last) = self.listed.len().checked_sub(1) else { return };
        let at = self.listed.iter().position(|at| *at == self.at).unwrap_or_default();
        let next = match (down, up) {
            (true, false) => (at + 1).min(last),
            (false, true) => at.saturating_sub(1),
            _ => return,
        };
        self.at = self.listed[next];
        self.reveal = true;
    }

    fn list(&mut self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().interact_size.y = METRICS.control;
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            ui.add_space(12.0);
            let width = ui.available_width() - 12.0;
            let response = widgets::search(ui, "Find a problem code", &mut self.query, "Code or words", width);
            if std::mem::take(&mut self.wants_keyboard) {
                response.request_focus();
            }
            self.search = Some(response.id);
        });
        ui.add_space(8.0);
        hairline(ui);
        if self.listed.is_empty() {
            let purpose = "No code and no page has these words.";
            empty_state(ui, Tone::Plain, Icon::Search, "Nothing found", purpose, None);
            return;
        }
        let mut area = ScrollArea::vertical().id_salt("list").auto_shrink(false);
        if std::mem::take(&mut self.reveal) {
            let row = self.listed.iter().position(|at| *at == self.at).unwrap_or_default();
            let height = ui.available_height();
            area = area.vertical_scroll_offset((row as f32 * METRICS.row2 - height / 2.0 + METRICS.row2 / 2.0).max(0.0));
        }
        area.show_rows(ui, METRICS.row2, self.listed.len(), |ui, range| {
            for place in range {
                let at = self.listed[place];
                let entry = &CATALOGUE[at];
                let count = self.counts.get(entry.code).copied().unwrap_or_default();
                let row = Row::new(entry.title).second(entry.code).edge(12.0).selected(Selection::of(at == self.at, true));
                let row = ui.push_id(at, |ui| {
                    row.show_with(ui, |ui, _| {
                        if count > 0 {
                            badge(ui, Tone::Plain, count);
                        }
                    })
                });
                if row.inner.response.clicked() {
                    self.at = at;
                }
            }
        });
    }

    fn page(&self, ui: &mut Ui) -> Option<HelpEvent> {
        let entry = &CATALOGUE[self.at];
        let mut event = None;
        ScrollArea::vertical().id_salt(("page", self.at)).auto_shrink(false).show(ui, |ui| {
            Frame::new().inner_margin(Margin { left: 24, right: 24, top: 16, bottom: 24 }).show(ui, |ui| {
                ui.set_width(ui.available_width().min(600.0));
                ui.spacing_mut().item_spacing.y = 4.0;
                head(ui, entry);
                let count = self.counts.get(entry.code).copied().unwrap_or_default();
                if count > 0 && in_this_pack(ui, count) {
                    event = Some(HelpEvent::ShowProblems(entry.code));
                }
                part(ui, "What it means", entry.meaning);
                part(ui, "Why", entry.why);
                part(ui, "How to mend it", entry.remedy);
                part(ui, "Where the rule is from", entry.source);
            });
        });
        event
    }
}

fn words(ui: &mut Ui, text: &str, font: FontId, color: egui::Color32) {
    ui.add(Label::new(RichText::new(text).font(font).color(color)).wrap().selectable(true));
}

fn head(ui: &mut Ui, entry: &Entry) {
    let t = Tokens::of(ui);
    words(ui, entry.title, title(), t.text);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        words(ui, entry.code, mono(), t.text2);
        if icon_button(ui, Icon::Copy, "Copy the code", "", false, None, METRICS.control).clicked() {
            ui.ctx().copy_text(entry.code.to_owned());
        }
    });
    ui.add_space(2.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        for emitter in entry.emitters {
            chip(ui, Tone::Plain, emitter_words(*emitter));
        }
    });
    words(ui, stage_words(entry.stage), small(), t.text3);
}

/// How many of them the pack has, with a way to them. Returns whether that was pressed.
fn in_this_pack(ui: &mut Ui, count: usize) -> bool {
    let t = Tokens::of(ui);
    let text = if count == 1 { "This pack has 1 of these.".to_owned() } else { format!("This pack has {count} of these.") };
    let frame = Frame::new().fill(t.raised).corner_radius(METRICS.radius_card).inner_margin(Margin::symmetric(10, 4));
    let mut pressed = false;
    ui.add_space(8.0);
    frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_width(ui.available_width());
            words(ui, &text, body(), t.text);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                pressed = ui.add(Button::link("Show in Problems")).clicked();
            });
        });
    });
    pressed
}

fn part(ui: &mut Ui, name: &str, text: &str) {
    let t = Tokens::of(ui);
    ui.add_space(12.0);
    words(ui, name, heading(13.0), t.text);
    words(ui, text, body(), t.text2);
}

fn emitter_words(emitter: Emitter) -> &'static str {
    match emitter {
        Emitter::Check => "Found by this editor",
        Emitter::Registry => "Given by the platform’s server",
        Emitter::LobbyPreview => "Shown in the lobby’s preview",
    }
}

fn stage_words(stage: Stage) -> &'static str {
    match stage {
        Stage::Parse => "Told when the file is read: the platform looks at nothing after it.",
        Stage::Publish => "Told when the pack is published.",
        Stage::Ours => "A rule of this editor: the platform does not look at it.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_find_codes_and_keep_the_page_among_them() {
        let mut codes = ProblemCodes::default();
        codes.open_at("unsafe-path");
        codes.list_codes();
        assert_eq!((codes.listed.len(), CATALOGUE[codes.at].code), (CATALOGUE.len(), "unsafe-path"));
        codes.query = "TW-duplicate".to_owned();
        codes.list_codes();
        assert!(codes.listed.iter().all(|at| CATALOGUE[*at].code.contains("duplicate")) && !codes.listed.is_empty());
        assert!(CATALOGUE[codes.at].code.contains("duplicate"), "a page that is listed is shown");
        codes.query = "no page says this".to_owned();
        codes.list_codes();
        assert!(codes.listed.is_empty());
    }

    #[test]
    fn an_unknown_code_leaves_the_page_that_was_shown() {
        let mut codes = ProblemCodes::default();
        codes.open_at("json");
        codes.open_at("not-a-code");
        assert_eq!(CATALOGUE[codes.at].code, "json");
    }
}
