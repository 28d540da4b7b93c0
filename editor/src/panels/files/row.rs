//! What the table and the grid have in common: what a file looks like in them, its small picture, its words, its menu.

use egui::{Color32, Rect, Response, Ui};
use tablewright_core::assets::{Delivery, Row};

use super::kind::Kind;
use super::model::{Listing, Sort, can_switch, is_preloaded, name_of};
use super::picks::{Pick, Picks};
use super::{Ask, Renaming};
use crate::file_pictures::FilePictures;
use crate::panels::View;
use crate::theme::Tokens;
use crate::widgets::units::bytes;
use crate::widgets::{Edit, List, TextField, Tone, note};

/// What is drawn.
pub(super) struct Rows<'a> {
    pub view: View<'a>,
    pub listing: &'a Listing,
    pub picks: &'a Picks,
    pub sort: Sort,
    pub pictures: &'a mut FilePictures,
    pub renaming: &'a mut Option<Renaming>,
    pub list: &'a List,
    /// The place to bring into sight.
    pub reveal: Option<usize>,
    /// Scrolled by, and the height that is seen.
    pub seen: (f32, f32),
    /// How many stand side by side.
    pub columns: usize,
}

impl Rows<'_> {
    /// The small picture of a file into a square; its kind's icon where there is none.
    pub(super) fn picture(&mut self, ui: &Ui, row: &Row, square: Rect, icon: f32, color: Color32) {
        let session = self.view.session;
        let made = row
            .hash
            .filter(|_| row.size.is_some())
            .and_then(|hash| self.pictures.get(ui.ctx(), session.root(), session.state_dir(), &row.path, hash));
        let Some(texture) = made else {
            Kind::of(row.class, &row.path).icon().paint(ui, square, icon, color);
            return;
        };
        let size = texture.size_vec2();
        let scale = (square.width() / size.x).min(square.height() / size.y).min(1.0_f32.max(square.width() / 48.0));
        let at = Rect::from_center_size(square.center(), size * scale);
        let image = egui::Image::new((texture.id(), at.size())).corner_radius(3.0);
        image.paint_at(ui, at);
    }

    /// What a press, a drag and the menu of a file ask for.
    pub(super) fn hear(&self, ui: &Ui, response: &Response, at: usize, row: &Row, asks: &mut Vec<Ask>) {
        let held = ui.input(|input| input.modifiers);
        if response.clicked() {
            let how = match (held.shift, held.command) {
                (true, _) => Pick::Extend,
                (false, true) => Pick::Toggle,
                (false, false) => Pick::Only,
            };
            asks.push(Ask::Pick(at, how));
            self.list.claim(ui);
        }
        if response.double_clicked() {
            asks.push(Ask::Preview);
        }
        if response.secondary_clicked() {
            asks.push(Ask::Menu(at));
            self.list.claim(ui);
        }
        if response.drag_started() && row.size.is_some() {
            asks.push(Ask::Drag(at));
        }
        super::menu::show(response, self, row, asks);
    }

    /// The field for another name, where this file is being renamed.
    pub(super) fn rename_field(&mut self, ui: &mut Ui, row: &Row, room: Rect, asks: &mut Vec<Ask>) -> bool {
        let Some(renaming) = self.renaming.as_mut().filter(|renaming| renaming.path == row.path) else { return false };
        let mut child = ui.new_child(egui::UiBuilder::new().id_salt("rename").max_rect(room));
        let (edit, response) =
            TextField::new("New name", name_of(&row.path)).error(renaming.fault.is_some()).width(room.width()).show(&mut child);
        if std::mem::take(&mut renaming.fresh) {
            response.request_focus();
        }
        match edit {
            Edit::Commit(name) => asks.push(Ask::Renamed(row.path.clone(), name)),
            Edit::Cancel => asks.push(Ask::RenameEnds),
            // Whoever leaves the field without a change is done.
            Edit::Idle if response.lost_focus() => asks.push(Ask::RenameEnds),
            Edit::Idle | Edit::Preview(_) => {}
        }
        if let Some(fault) = &renaming.fault {
            let area = egui::Area::new(egui::Id::unique("rename fault")).order(egui::Order::Foreground);
            area.fixed_pos(room.left_bottom() + egui::vec2(0.0, 4.0)).show(ui.ctx(), |ui| {
                ui.set_width(room.width().clamp(240.0, 420.0));
                note(ui, Tone::Error, fault, "", None);
            });
        }
        true
    }

    /// The files that an action on a row is about: the selection where the row is part of it.
    pub(super) fn meant(&self, row: &Row) -> Vec<String> {
        if self.picks.has(&row.path) { self.picks.paths() } else { vec![row.path.clone()] }
    }

    /// Whether all of `paths` that have a switch are pre-loaded; `None` where none has one.
    pub(super) fn preloaded(&self, paths: &[String]) -> Option<bool> {
        let rows: Vec<&Row> = paths.iter().filter_map(|path| self.listing.get(path)).filter(|row| can_switch(row)).collect();
        (!rows.is_empty()).then(|| rows.iter().all(|row| is_preloaded(row)))
    }
}

/// How many places use a file, in words.
pub(super) fn used_in(uses: usize) -> String {
    match uses {
        0 => "nobody".to_owned(),
        1 => "1 place".to_owned(),
        uses => format!("{uses} places"),
    }
}

/// What a screen reader adds to the path.
pub(super) fn description(row: &Row) -> String {
    let size = row.size.map(bytes).map(|size| format!("{size}, ")).unwrap_or_default();
    format!("{size}{}, used in {}", row.state().label(), used_in(row.uses))
}

/// The colour of a name: red where the file is missing.
pub(super) fn name_color(row: &Row, t: &Tokens) -> Color32 {
    let missing = row.size.is_none() && row.delivery != Delivery::Platform;
    if missing { t.error } else { t.text }
}
