//! The settings dialog. Choices apply at once; there is nothing to confirm.

use egui::{Context, ThemePreference, Ui};

use super::Values;
use crate::theme::{Tokens, small};
use crate::widgets::units::Unit;
use crate::widgets::{Button, Dialog, Field, TextField, check, picker, picker_row, segmented};

/// The dialog while it is open.
#[derive(Debug, Default)]
pub struct SettingsDialog {
    open: bool,
}

/// What came of the dialog in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingsEvent {
    /// A value changed: apply the look; save soon.
    Changed,
    /// The dialog was closed: save now.
    Closed,
}

/// The text sizes that are offered, in percent.
const SIZES: [u32; 7] = [80, 90, 100, 110, 125, 150, 200];

impl SettingsDialog {
    /// Opens it.
    pub fn open(&mut self) {
        self.open = true;
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Shows it while it is open and changes `values`.
    pub fn show(&mut self, ctx: &Context, values: &mut Values) -> Option<SettingsEvent> {
        if !self.open {
            return None;
        }
        let before = values.clone();
        let dialog = Dialog::new("Settings").width(560.0).main("Done", None).cancel(None);
        let response = dialog.show(ctx, |ui| {
            look(ui, values);
            signature(ui, values);
        });
        if response.end.is_some() {
            self.open = false;
            return Some(SettingsEvent::Closed);
        }
        (*values != before).then_some(SettingsEvent::Changed)
    }
}

fn look(ui: &mut Ui, values: &mut Values) {
    let themes = [ThemePreference::System, ThemePreference::Dark, ThemePreference::Light];
    let current = themes.iter().position(|theme| *theme == values.look.theme).unwrap_or(0);
    Field::new("Theme").form().show(ui, |ui| {
        if let Some(chosen) = segmented(ui, "Theme", current, &["As the system", "Dark", "Light"]) {
            values.look.theme = themes[chosen];
        }
    });
    Field::new("Text size").form().show(ui, |ui| {
        let percent = (values.look.zoom * 100.0).round() as u32;
        let chosen = picker(ui, "Text size", &format!("{percent} %"), 160.0, |ui| {
            let rows = SIZES.iter().map(|size| picker_row(ui, None, &format!("{size} %"), "", *size == percent));
            // Every row must be drawn, so all are asked before one is looked for.
            let rows: Vec<bool> = rows.collect();
            rows.into_iter().position(|chosen| chosen)
        });
        if let Some(index) = chosen.flatten() {
            values.look.zoom = SIZES[index] as f32 / 100.0;
        }
    });
    Field::new("Motion").form().show(ui, |ui| check(ui, &mut values.look.reduce_motion, "Reduce motion"));
    Field::new("Contrast").form().show(ui, |ui| check(ui, &mut values.look.more_contrast, "More contrast"));
    let current = Unit::ALL.iter().position(|unit| *unit == values.units).unwrap_or(0);
    Field::new("Lengths in").form().show(ui, |ui| {
        if let Some(chosen) = segmented(ui, "Lengths in", current, &Unit::ALL.map(Unit::long)) {
            values.units = Unit::ALL[chosen];
        }
    });
}

fn signature(ui: &mut Ui, values: &mut Values) {
    let field = |ui: &mut Ui, label: &str, hint: &str, value: &mut String| {
        Field::new(label).form().show(ui, |ui| {
            let (edit, _) = TextField::new(label, value).hint(hint).form().show(ui);
            if let Some(new) = edit.committed() {
                new.trim().clone_into(value);
            }
        });
    };
    field(ui, "Your name", "As credits and commits name you", &mut values.name);
    field(ui, "E-mail", "Beside your name in commits", &mut values.email);
    let t = Tokens::of(ui);
    let keys = values.keys.len();
    if keys > 0 {
        Field::new("Keys").form().show(ui, |ui| {
            let words = if keys == 1 { "1 changed".to_owned() } else { format!("{keys} changed") };
            ui.label(egui::RichText::new(words).font(small()).color(t.text2));
            if ui.add(Button::control("Put the keys back").form()).clicked() {
                values.keys.clear();
            }
        });
    }
}
