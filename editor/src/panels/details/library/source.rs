//! The row where a folder, a file or a git address is given, and what is said while it is read.

use egui::{Key, Ui, vec2};
use tablewright_core::library::Source;

use super::{Asked, CARD, Library, What};
use crate::icons::Icon;
use crate::panels::Wish;
use crate::theme::{METRICS, Tokens, body};
use crate::widgets::{Button, Edit, TextField, Tone, elided, note, progress};

impl Library {
    /// Asks where a manifest is: a field, a file dialog, and what the reading comes to. `expect` is the card that asks.
    pub(super) fn source_row(&mut self, ui: &mut Ui, what: What, expect: Option<&str>, wishes: &mut Vec<Wish>) {
        let key = (what, expect.map(str::to_owned));
        if self.reading.as_ref().is_some_and(|asked| (asked.what, asked.expect.as_deref()) == (what, expect)) {
            self.reading_row(ui, wishes);
            return;
        }
        let mut typed = self.typed.get(&key).cloned().unwrap_or_default();
        let name = match (what, expect) {
            (What::Plugin, None) => "Where the plugin is".to_owned(),
            (What::Pack, None) => "Where the pack is".to_owned(),
            (_, Some(id)) => format!("Where {id} is"),
        };
        let width = ui.available_width().min(CARD);
        let mut read = false;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            ui.spacing_mut().interact_size.y = METRICS.control_form;
            let field = TextField::new(&name, &typed).hint("A folder, a file or a git address").form();
            let (edit, response) = field.width(width - 208.0).show(ui);
            read |= response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if let Edit::Preview(text) | Edit::Commit(text) = edit {
                typed = text;
            }
            let empty = typed.trim().is_empty().then_some("Say first where it is");
            let busy = self.reading.is_some().then_some("Another manifest is being read");
            read |= ui.add(Button::control("Read").form().name("Read its manifest").blocked(busy.or(empty))).clicked();
            if ui.add(Button::quiet("Choose a file…").icon(Icon::FolderOpen).form()).clicked() {
                wishes.push(Wish::PickManifest(what, expect.map(str::to_owned)));
            }
        });
        if read && !typed.trim().is_empty() && self.reading.is_none() {
            let asked = Asked { what, source: Source::parse(&typed), expect: expect.map(str::to_owned) };
            wishes.push(Wish::ReadManifest(asked));
        }
        self.typed.insert(key, typed);
        let failed = self.failed.as_ref().filter(|(asked, _)| (asked.what, asked.expect.as_deref()) == (what, expect));
        if let Some(why) = failed.map(|(_, why)| why.clone()) {
            ui.add_space(4.0);
            ui.scope(|ui| {
                ui.set_max_width(width);
                note(ui, Tone::Error, &why, "", None);
            });
        }
    }

    fn reading_row(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        let Some(asked) = &self.reading else { return };
        let t = Tokens::of(ui);
        let width = ui.available_width().min(CARD);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 12.0;
            let words = format!("Reading {}…", asked.source.as_text());
            let galley = elided(ui, &words, body(), t.text2, width - 260.0);
            let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x, METRICS.control_form), egui::Sense::hover());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
            crate::widgets::paint_text(ui, rect, egui::Align2::LEFT_CENTER, &galley);
            progress(ui, "Reading", None, 120.0);
            if ui.add(Button::control("Cancel").form()).clicked() {
                wishes.push(Wish::StopReading);
            }
        });
    }

    /// Looks for what was dropped on the window while a tab is shown that can use it.
    pub(super) fn asks_for(&self, what: What) -> Option<String> {
        self.asking.as_ref().filter(|(asking, _)| *asking == what).map(|(_, id)| id.clone())
    }
}
