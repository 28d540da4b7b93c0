//! The bars of the panel: the tools above the views, the header of each view, the legend below.

use egui::{Align, Align2, CornerRadius, Layout, Rect, RichText, Ui, UiBuilder, vec2};
use tablewright_core::variants::VariantInfo;
use tablewright_core::variants::diff::Mark;

use super::kept::Mode;
use super::{ComparePanel, Place};
use crate::commands::Command;
use crate::compare::{MOST_VIEWS, players};
use crate::icons::Icon;
use crate::panels::variants;
use crate::session::Session;
use crate::shortcuts::Shortcuts;
use crate::theme::{METRICS, Tokens, small, small_medium};
use crate::widgets::{Button, Tone, chip, elided, icon_button, paint_text, picker, picker_row, segmented, switch, tip};

/// What was pressed in a bar.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Pressed {
    Mode(Mode),
    LockAll,
    Tints,
    Ghosts,
    Snap,
    Against(Option<String>),
    AddView,
    SavePicture,
    Variant(usize, String),
    Lock(usize),
    Close(usize),
    Wipe(f32),
}

/// Below this width the bar's words give way to their icons.
const NARROW: f32 = 960.0;

impl ComparePanel {
    /// The tools above the views.
    pub(super) fn toolbar(&self, ui: &mut Ui, rect: Rect, session: &Session, shortcuts: &Shortcuts) -> Vec<Pressed> {
        let mut pressed = Vec::new();
        let narrow = rect.width() < NARROW;
        let mut bar = bar(ui, rect, "tools");
        let ui = &mut bar;
        let mode = usize::from(self.kept.mode == Mode::Wipe);
        if let Some(chosen) = segmented(ui, "How the views stand", mode, &["Side by side", "Wipe"]) {
            pressed.push(Pressed::Mode(if chosen == 1 { Mode::Wipe } else { Mode::SideBySide }));
        }
        let keys = |command| shortcuts.text(command);
        if self.kept.mode == Mode::SideBySide {
            let locked = self.kept.unlocked.is_empty();
            let (words, icon) = if locked { ("Cameras locked", Icon::CamerasLinked) } else { ("Lock cameras", Icon::Unlink) };
            let response = if narrow {
                icon_button(ui, icon, words, &keys(Command::LockCameras), locked, None, 24.0)
            } else {
                let button = Button::quiet(words).icon(icon);
                tip(ui.add(button), "All views look from the same place", &keys(Command::LockCameras))
            };
            if response.clicked() {
                pressed.push(Pressed::LockAll);
            }
        }
        for (on, words, sentence, command, what) in [
            (self.kept.tints, "Tints", "Colour what differs", Command::ToggleTints, Pressed::Tints),
            (
                self.kept.ghosts,
                "Ghosts",
                "Show what stands elsewhere in the other variant",
                Command::ToggleGhosts,
                Pressed::Ghosts,
            ),
        ] {
            let mut on = on;
            let response = switch(ui, &mut on, words);
            let changed = response.changed();
            tip(response, sentence, &keys(command));
            if changed {
                pressed.push(what);
            }
        }
        if icon_button(ui, Icon::SnapGrid, "Show snap points", "", self.kept.snap, None, 24.0).clicked() {
            pressed.push(Pressed::Snap);
        }
        self.against(ui, session, narrow, &mut pressed);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let save = Button::control(if narrow { "Save…" } else { "Save picture…" }).icon(Icon::Image).name("Save picture…");
            if ui.add(save).clicked() {
                pressed.push(Pressed::SavePicture);
            }
            let blocked = self.blocked_add();
            let add = if narrow {
                icon_button(ui, Icon::Plus, "Add a view", "", false, blocked, 24.0)
            } else {
                ui.add(Button::quiet("Add a view").icon(Icon::Plus).blocked(blocked))
            };
            if add.clicked() {
                pressed.push(Pressed::AddView);
            }
        });
        pressed
    }

    fn blocked_add(&self) -> Option<&'static str> {
        match self.kept.mode {
            Mode::Wipe => Some("A wipe shows two"),
            Mode::SideBySide if self.panes.len() >= MOST_VIEWS => Some("Four views at most"),
            Mode::SideBySide => None,
        }
    }

    /// What the differences are told against.
    fn against(&self, ui: &mut Ui, session: &Session, narrow: bool, pressed: &mut Vec<Pressed>) {
        let t = Tokens::of(ui);
        if !narrow {
            ui.add_space(4.0);
            ui.label(RichText::new("Against").font(small()).color(t.text2));
        }
        let first = "The first view";
        let shown = self.kept.against.as_deref().map_or(first, |id| session.variant_name(id));
        let width = if narrow { 108.0 } else { 132.0 };
        picker(ui, "Compared against", shown, width, |ui| {
            if picker_row(ui, None, first, "", self.kept.against.is_none()) {
                pressed.push(Pressed::Against(None));
            }
            for info in session.variants() {
                let current = self.kept.against.as_ref() == Some(&info.id);
                if picker_row(ui, Some(variant_icon(info)), &info.name, meta(info), current) {
                    pressed.push(Pressed::Against(Some(info.id.clone())));
                }
            }
        });
    }

    /// The header of one view: its variant, how many may play it, and what can be done with the view.
    pub(super) fn header(&self, ui: &mut Ui, rect: Rect, number: usize, session: &Session) -> Vec<Pressed> {
        let mut pressed = Vec::new();
        let t = Tokens::of(ui);
        ui.painter().rect_filled(rect, 0.0, t.panel);
        if self.focused == number && self.panes.len() > 1 {
            let line = Rect::from_min_size(rect.min, vec2(rect.width(), 2.0));
            ui.painter().rect_filled(line, 0.0, t.accent);
        }
        let mut bar = bar(ui, rect, ("view", number));
        let ui = &mut bar;
        let width = (rect.width() - 150.0).clamp(96.0, 232.0);
        self.variant_picker(ui, number, width, session, &mut pressed);
        let id = &self.kept.views[number];
        let info = session.variants().iter().find(|info| info.id == *id);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let name = |what: &str| format!("{what} view {}", number + 1);
            if self.panes.len() > 2 && icon_button(ui, Icon::Close, &name("Close"), "", false, None, 24.0).clicked() {
                pressed.push(Pressed::Close(number));
            }
            let (icon, what) = match self.is_locked(number) {
                true => (Icon::Lock, name("Unlock the camera of")),
                false => (Icon::Unlock, name("Lock the camera of")),
            };
            if icon_button(ui, icon, &what, "", false, None, 24.0).clicked() {
                pressed.push(Pressed::Lock(number));
            }
            if rect.width() > 300.0 {
                info.into_iter().for_each(|info| badges(ui, info));
            }
            if let Some(players) = players(session.manifest(), id) {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let galley = elided(ui, &players, small(), t.text2, ui.available_width());
                    let (rect, response) = ui.allocate_exact_size(galley.size(), egui::Sense::hover());
                    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &players));
                    paint_text(ui, rect, Align2::LEFT_CENTER, &galley);
                });
            }
        });
        pressed
    }

    /// The header of a wipe: both variants, and where the line stands.
    pub(super) fn wipe_header(&self, ui: &mut Ui, rect: Rect, session: &Session) -> Vec<Pressed> {
        let mut pressed = Vec::new();
        let t = Tokens::of(ui);
        ui.painter().rect_filled(rect, 0.0, t.panel);
        let mut bar = bar(ui, rect, "wipe");
        let ui = &mut bar;
        let width = ((rect.width() - 160.0) * 0.5).clamp(96.0, 232.0);
        self.variant_picker(ui, 0, width, session, &mut pressed);
        if icon_button(ui, Icon::ArrowLeft, "Wipe to the left", "Left", false, None, 24.0).clicked() {
            pressed.push(Pressed::Wipe(self.kept.wipe - STEP));
        }
        let share = format!("{:.0} %", self.kept.wipe * 100.0);
        let galley = elided(ui, &share, small(), t.text2, 48.0);
        let (at, response) = ui.allocate_exact_size(vec2(40.0, 24.0), egui::Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &share));
        paint_text(ui, at, Align2::CENTER_CENTER, &galley);
        if icon_button(ui, Icon::ArrowRight, "Wipe to the right", "Right", false, None, 24.0).clicked() {
            pressed.push(Pressed::Wipe(self.kept.wipe + STEP));
        }
        self.variant_picker(ui, 1, width, session, &mut pressed);
        if rect.width() > 860.0 {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new("Drag the line, or Left and Right").font(small()).color(t.text3));
            });
        }
        pressed
    }

    fn variant_picker(&self, ui: &mut Ui, number: usize, width: f32, session: &Session, pressed: &mut Vec<Pressed>) {
        let id = &self.kept.views[number];
        picker(ui, &format!("Variant of view {}", number + 1), session.variant_name(id), width, |ui| {
            for info in session.variants() {
                if picker_row(ui, Some(variant_icon(info)), &info.name, meta(info), info.id == *id) {
                    pressed.push(Pressed::Variant(number, info.id.clone()));
                }
            }
        });
    }

    /// What the colours mean, which difference is shown, and the keys.
    pub(super) fn legend(&self, ui: &mut Ui, rect: Rect, place: Place, shortcuts: &Shortcuts) {
        let t = Tokens::of(ui);
        ui.painter().rect_filled(rect, 0.0, t.panel);
        let mut bar = bar(ui, rect, "legend");
        let ui = &mut bar;
        ui.spacing_mut().item_spacing.x = 16.0;
        for (mark, color) in [(Mark::Added, t.added), (Mark::Changed, t.changed), (Mark::Removed, t.removed)] {
            let word = crate::viewport::difference::Shown::chip(mark);
            let (sign, word) = word.split_once(' ').unwrap_or((word, ""));
            let mut job = egui::text::LayoutJob::default();
            job.append(sign, 0.0, egui::TextFormat::simple(small_medium(), color));
            job.append(word, 6.0, egui::TextFormat::simple(small(), t.text2));
            ui.label(job);
        }
        if rect.width() > 560.0 {
            let (at, _) = ui.allocate_exact_size(vec2(14.0, 16.0), egui::Sense::hover());
            Icon::Ghost.paint(ui, at, 14.0, t.text2);
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.label(RichText::new("Dashed: where it was").font(small()).color(t.text2));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 16.0;
            let hint = |command, words: &str| format!("{} {words}", shortcuts.text(command));
            if rect.width() > 860.0 {
                for (command, words) in [
                    (Command::FrameSelection, "frame in all views"),
                    (Command::PreviousDifference, "previous"),
                    (Command::NextDifference, "next difference"),
                ] {
                    ui.label(RichText::new(hint(command, words)).font(small()).color(t.text3));
                }
            }
            ui.label(RichText::new(place.words()).font(small_medium()).color(t.text2));
        });
    }
}

/// How far the line of a wipe goes at a press of a key.
pub(super) const STEP: f32 = 0.01;

/// Room for one row of controls inside `rect`.
fn bar(ui: &mut Ui, rect: Rect, name: impl egui::AsIdSalt) -> Ui {
    let room = rect.shrink2(vec2(f32::from(METRICS.panel_edge), 0.0));
    let mut bar = ui.new_child(UiBuilder::new().id_salt(name).max_rect(room).layout(Layout::left_to_right(Align::Center)));
    bar.spacing_mut().interact_size.y = METRICS.control;
    bar.set_clip_rect(rect.intersect(ui.clip_rect()));
    bar
}

/// What the variant is, from right to left: the base by its word, the rest by their icons.
fn badges(ui: &mut Ui, info: &VariantInfo) {
    let t = Tokens::of(ui);
    if info.is_base {
        chip(ui, Tone::Plain, "Base");
    }
    for (icon, sentence) in variants::badges(info).into_iter().filter(|(icon, _)| *icon != Icon::Base) {
        let (at, response) = ui.allocate_exact_size(vec2(16.0, 24.0), egui::Sense::hover());
        icon.paint(ui, at, 14.0, t.text2);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, sentence));
        tip(response, sentence, "");
    }
}

fn variant_icon(info: &VariantInfo) -> Icon {
    if info.is_base { Icon::Base } else { Icon::Variants }
}

fn meta(info: &VariantInfo) -> &'static str {
    match (info.is_base, info.listed) {
        (true, _) => "Base",
        (_, false) => "Not in the list",
        _ => "",
    }
}

/// A small plate with words over a scene, at `at`; `align` says which of its corners stands there.
pub(super) fn plate(ui: &Ui, at: egui::Pos2, align: Align2, words: &str, most: f32) {
    let t = Tokens::of(ui);
    let galley = elided(ui, words, small_medium(), t.text, most);
    let area = align.anchor_size(at, galley.size() + vec2(20.0, 8.0));
    ui.painter().rect_filled(area, CornerRadius::same(METRICS.radius_small), t.panel.gamma_multiply(0.92));
    paint_text(ui, area, Align2::CENTER_CENTER, &galley);
}
