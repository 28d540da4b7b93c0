//! The menu of a problem's fixes: each says what it will change before it is chosen.

use egui::{
    Align2, CornerRadius, Frame, Id, Key, Label, Margin, Popup, PopupCloseBehavior, Rect, RichText, Role, Sense, Ui, WidgetInfo,
    vec2,
};
use tablewright_core::check::{Diagnostic, Fix, catalogue};
use tablewright_core::edit::{Changes, Roots, ShownChange, changes};

use super::listing::Subject;
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, body, mono_small, small, small_medium};
use crate::widgets::{elided, focus_ring, hairline, paint_text};

/// How wide the menu is, how many places of a fix it shows, and how many characters of a value.
const WIDTH: f32 = 440.0;
const PLACES: usize = 3;
const CHARACTERS: usize = 90;
const LINE: f32 = 16.0;

/// What a fix would do to the documents.
enum Effect {
    Changes(Changes),
    /// It does not fit them any more, and why.
    Gone(String),
}

/// One row of the menu.
struct Item {
    icon: Icon,
    label: String,
    keys: &'static str,
    effect: Option<Effect>,
    chosen: Chosen,
}

/// What was chosen.
#[derive(Clone)]
pub(super) enum Chosen {
    Fix(Fix),
    Explain(&'static str),
    Copy(String),
}

/// The menu while it is open.
pub(super) struct Menu {
    /// The problem that it is about.
    pub subject: Subject,
    /// What can be done where there is nothing to choose.
    advice: Option<&'static str>,
    items: Vec<Item>,
    at: usize,
    fresh: bool,
}

/// What came of the menu in this frame.
pub(super) enum Answer {
    Stays,
    Closed,
    Chosen(Chosen),
}

impl Menu {
    /// The menu of a problem; `roots` are the documents that its fixes would change.
    pub(super) fn of(problem: &Diagnostic, roots: &Roots) -> Self {
        let fix = |fix: &Fix| Item {
            icon: Icon::Check,
            label: fix.label().to_owned(),
            keys: if fix.is_safe() { "" } else { "Look before you save" },
            effect: Some(match fix.apply(roots) {
                Ok(after) => Effect::Changes(changes(roots, &after, PLACES, CHARACTERS)),
                Err(error) => Effect::Gone(error.to_string()),
            }),
            chosen: Chosen::Fix(fix.clone()),
        };
        let plain = |icon, label: &str, keys, chosen| Item { icon, label: label.to_owned(), keys, effect: None, chosen };
        let mut items: Vec<Item> = problem.fixes.iter().map(fix).collect();
        items.push(plain(Icon::Help, "Why is this a problem?", "F1", Chosen::Explain(problem.code)));
        items.push(plain(Icon::Copy, "Copy", "", Chosen::Copy(problem.to_string())));
        let advice = catalogue::entry(problem.code).map(|entry| entry.remedy).filter(|_| problem.fixes.is_empty());
        Self { subject: Subject::of(problem), advice, items, at: 0, fresh: true }
    }

    /// Draws it beside `row` and takes its keys. Call it before anything else of the panel takes the keyboard.
    pub(super) fn keys(&mut self, ui: &Ui) -> Answer {
        let (mut enter, mut escape) = (false, false);
        let last = self.items.len() - 1;
        ui.input_mut(|input| {
            input.events.retain(|event| {
                let egui::Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
                if modifiers.command || modifiers.alt || modifiers.ctrl {
                    return true;
                }
                match key {
                    Key::ArrowDown => self.at = if self.at == last { 0 } else { self.at + 1 },
                    Key::ArrowUp => self.at = if self.at == 0 { last } else { self.at - 1 },
                    Key::Home => self.at = 0,
                    Key::End => self.at = last,
                    Key::Enter | Key::Space => enter = true,
                    Key::Escape | Key::Tab => escape = true,
                    _ => return true,
                }
                false
            });
        });
        match (escape, enter) {
            (true, _) => Answer::Closed,
            (false, true) => self.choose(self.at),
            (false, false) => Answer::Stays,
        }
    }

    fn choose(&self, at: usize) -> Answer {
        match &self.items[at] {
            Item { effect: Some(Effect::Gone(_)), .. } => Answer::Stays,
            item => Answer::Chosen(item.chosen.clone()),
        }
    }

    /// Draws it beside `row`.
    pub(super) fn show(&mut self, ui: &Ui, row: Rect) -> Answer {
        let mut clicked = None;
        let popup = Popup::new(Id::unique("fixes of a problem"), ui.ctx().clone(), row, ui.layer_id())
            .open(true)
            .accessible_name("Fixes")
            .close_behavior(PopupCloseBehavior::IgnoreClicks)
            .align(egui::RectAlign::BOTTOM_END)
            .gap(2.0)
            .width(WIDTH)
            .show(|ui| {
                ui.set_width(WIDTH);
                ui.spacing_mut().item_spacing.y = 0.0;
                if let Some(advice) = self.advice {
                    no_fix(ui, advice);
                }
                for at in 0..self.items.len() {
                    if at > 0 && self.items[at].effect.is_none() && self.items[at - 1].effect.is_some() {
                        ui.add_space(4.0);
                        hairline(ui);
                        ui.add_space(4.0);
                    }
                    let response = self.item(ui, at);
                    if response.clicked() {
                        clicked = Some(at);
                    }
                    if response.hovered() && ui.input(|input| input.pointer.is_moving()) {
                        self.at = at;
                    }
                }
            });
        let elsewhere = popup.is_some_and(|popup| popup.response.clicked_elsewhere());
        let was_fresh = std::mem::take(&mut self.fresh);
        match clicked {
            Some(at) => self.choose(at),
            None if elsewhere && !was_fresh => Answer::Closed,
            None => Answer::Stays,
        }
    }

    fn item(&self, ui: &mut Ui, at: usize) -> egui::Response {
        let t = Tokens::of(ui);
        let item = &self.items[at];
        let more = match &item.effect {
            None => 0,
            Some(Effect::Gone(_)) => 1,
            Some(Effect::Changes(changes)) => changes.shown.iter().map(rows_of).sum::<usize>() + usize::from(changes.more > 0),
        };
        let height = 26.0 + if more > 0 { more as f32 * LINE + 6.0 } else { 0.0 };
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
        let possible = !matches!(item.effect, Some(Effect::Gone(_)));
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(Role::MenuItem, possible, &item.label);
            info.selected = Some(at == self.at);
            info
        });
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(item.told()));
        if at == self.at {
            ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius), t.hover);
            focus_ring(ui, rect, METRICS.radius, false);
        }
        let color = if possible { t.text } else { t.disabled };
        let line = rect.with_max_y(rect.top() + 26.0);
        item.icon.paint(ui, Rect::from_min_size(line.min + vec2(8.0, 0.0), vec2(16.0, 26.0)), 16.0, t.text2);
        let keys = elided(ui, item.keys, small(), t.text3, 160.0);
        paint_text(ui, line.with_max_x(line.right() - 10.0), Align2::RIGHT_CENTER, &keys);
        let words = Rect::from_min_max(line.min + vec2(32.0, 0.0), line.max - vec2(keys.size().x + 24.0, 0.0));
        paint_text(ui, words, Align2::LEFT_CENTER, &elided(ui, &item.label, body(), color, words.width()));
        let below = Rect::from_min_max(rect.min + vec2(32.0, 26.0), rect.max - vec2(10.0, 6.0));
        match &item.effect {
            None => {}
            Some(Effect::Gone(why)) => {
                let galley = elided(ui, why, small(), t.warning, below.width());
                paint_text(ui, below, Align2::LEFT_TOP, &galley);
            }
            Some(Effect::Changes(changes)) => draw_changes(ui, below, changes),
        }
        response
    }
}

impl Item {
    /// What a screen reader says of the effect.
    fn told(&self) -> String {
        match &self.effect {
            None => String::new(),
            Some(Effect::Gone(why)) => why.clone(),
            Some(Effect::Changes(changes)) => {
                let one = |change: &ShownChange| {
                    let nothing = "nothing";
                    let before = change.before.as_deref().unwrap_or(nothing);
                    format!("{}: {before} → {}", change.pointer, change.after.as_deref().unwrap_or(nothing))
                };
                let mut told: Vec<String> = changes.shown.iter().map(one).collect();
                told.extend((changes.more > 0).then(|| more_places(changes.more)));
                told.join("; ")
            }
        }
    }
}

/// Says what to do by hand.
fn no_fix(ui: &mut Ui, advice: &str) {
    let t = Tokens::of(ui);
    Frame::new().inner_margin(Margin::symmetric(10, 6)).show(ui, |ui| {
        ui.label(RichText::new("This one is mended by hand.").font(small_medium()).color(t.text));
        ui.add(Label::new(RichText::new(advice).font(small()).color(t.text2)).wrap());
    });
    hairline(ui);
    ui.add_space(4.0);
}

fn more_places(more: usize) -> String {
    if more == 1 { "and 1 more place".to_owned() } else { format!("and {more} more places") }
}

fn rows_of(change: &ShownChange) -> usize {
    1 + usize::from(change.before.is_some()) + usize::from(change.after.is_some())
}

/// The places, each with what goes and what comes. Signs tell them apart, not colours alone.
fn draw_changes(ui: &Ui, room: Rect, changes: &Changes) {
    let t = Tokens::of(ui);
    let mut y = room.top();
    let mut line = |text: &str, color, indent: f32| {
        let at = Rect::from_min_max(egui::pos2(room.left() + indent, y), egui::pos2(room.right(), y + LINE));
        paint_text(ui, at, Align2::LEFT_CENTER, &elided(ui, text, mono_small(), color, at.width()));
        y += LINE;
    };
    for change in &changes.shown {
        let place = change.pointer.to_string();
        line(if place.is_empty() { "the whole file" } else { place.trim_start_matches('/') }, t.text3, 0.0);
        if let Some(before) = &change.before {
            line(&format!("− {before}"), t.removed, 8.0);
        }
        if let Some(after) = &change.after {
            line(&format!("+ {after}"), t.added, 8.0);
        }
    }
    if changes.more > 0 {
        line(&more_places(changes.more), t.text3, 0.0);
    }
}
