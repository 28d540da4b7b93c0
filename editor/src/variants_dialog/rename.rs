//! *Rename ID…*: the list, the differences' key and the base at once, and where scripts still name the old one.

use egui::{Context, RichText, ScrollArea, Ui};
use tablewright_core::find::Target;
use tablewright_core::manifest::ManifestView;
use tablewright_core::scene::view::SceneView;
use tablewright_core::variants::list_edit::{InScript, ScriptPlace, id_problem, places_of_id};

use super::edit;
use crate::panels::Wish;
use crate::session::{Session, VariantEdit};
use crate::theme::{Tokens, body, mono_small, small};
use crate::viewport::assets::path_in_pack;
use crate::widgets::{Button, Dialog, DialogEnd, Edit, Field, TextField, Tone, note};

/// The sheet while it is open.
pub(super) struct RenameSheet {
    id: String,
    new: String,
    places: Vec<ScriptPlace>,
    /// The field gets the keyboard.
    wants_field: bool,
}

impl RenameSheet {
    pub(super) fn new(session: &Session, id: &str) -> Self {
        let path = session.manifest().and_then(ManifestView::new).and_then(ManifestView::script);
        let entry = path.and_then(|path| {
            let file = path_in_pack(session.root(), &path).ok()?;
            Some((path.into_owned(), std::fs::read_to_string(file).ok()?))
        });
        let entry = entry.as_ref().map(|(path, text)| (path.as_str(), text.as_str()));
        Self { id: id.to_owned(), new: id.to_owned(), places: places_of_id(session.scene(), entry, id), wants_field: true }
    }

    /// Draws the sheet; whether it stays open.
    pub(super) fn show(&mut self, ctx: &Context, session: &Session, wishes: &mut Vec<Wish>) -> bool {
        let others: Vec<String> =
            session.variants().iter().filter(|info| info.id != self.id).map(|info| info.id.clone()).collect();
        let problem = id_problem(&self.new, &others);
        let same = (self.new == self.id).then_some("It is the id already");
        let dialog = Dialog::new("Rename the ID").width(600.0).main("Rename", problem.as_deref().or(same));
        let response = dialog.show(ctx, |ui| self.body(ui, session, problem.as_deref(), wishes));
        match response.end {
            None => true,
            Some(DialogEnd::Confirm) => {
                wishes.push(edit(VariantEdit::RenameId { old: self.id.clone(), new: self.new.clone() }));
                false
            }
            Some(_) => false,
        }
    }

    fn body(&mut self, ui: &mut Ui, session: &Session, problem: Option<&str>, wishes: &mut Vec<Wish>) {
        let t = Tokens::of(ui);
        let new = self.new.clone();
        let typed = Field::new("New ID").form().label_width(96.0).show(ui, |ui| {
            let field = TextField::new("New ID", &new).form().mono().error(problem.is_some());
            if std::mem::take(&mut self.wants_field) {
                let id = field.id(ui);
                ui.memory_mut(|memory| memory.request_focus(id));
            }
            field.show(ui).0
        });
        if let Edit::Commit(text) | Edit::Preview(text) = typed.inner {
            self.new = text.trim().to_owned();
        }
        if let Some(problem) = problem {
            note(ui, Tone::Error, &format!("{problem}."), "", None);
        }
        if session.is_published_variant(&self.id) {
            let first = session.variants().first().map_or("", |info| info.name.as_str());
            let said = format!("Rooms that stored “{}” will open on {first}, the first of the list.", self.id);
            note(ui, Tone::Warning, &said, "They remember the variant by its id alone.", None);
        }
        let said = "The list, the differences in the scene and the base change together. Scripts are not touched.";
        ui.label(RichText::new(said).font(small()).color(t.text2));
        if self.places.is_empty() {
            ui.label(RichText::new(format!("No script names “{}”.", self.id)).font(small()).color(t.text2));
            return;
        }
        let count = self.places.len();
        let places = if count == 1 { "1 place".to_owned() } else { format!("{count} places") };
        let said = format!("Scripts name “{}” in {places}. Change them too where they compare it:", self.id);
        ui.label(RichText::new(said).font(body()).color(t.text));
        ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            for place in &self.places {
                if place_row(ui, place) {
                    wishes.push(lead_to(session, place, &self.id));
                }
            }
        });
    }
}

fn place_row(ui: &mut Ui, place: &ScriptPlace) -> bool {
    let t = Tokens::of(ui);
    let script = match &place.script {
        InScript::Entry(path) => path,
        InScript::Library { name, .. } => name,
    };
    let at = format!("{script}:{}", place.line);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let pressed = ui.add(Button::link("Show").name(&format!("Show {at}"))).clicked();
        ui.label(RichText::new(&at).font(small()).color(t.text));
        ui.add(egui::Label::new(RichText::new(&place.text).font(mono_small()).color(t.text2)).truncate());
        pressed
    })
    .inner
}

/// Where *Show* leads: to the entity that a script hangs on, to the entry script's file, else to Find.
fn lead_to(session: &Session, place: &ScriptPlace, id: &str) -> Wish {
    match &place.script {
        InScript::Entry(path) => Wish::OpenFile(path.clone()),
        InScript::Library { id: script, .. } => {
            let scene = session.scene().map(SceneView::of);
            let mut entities = scene.into_iter().flat_map(SceneView::entities);
            let owner = entities.find(|(_, entity)| entity.script_id().is_some_and(|attached| attached == *script));
            match owner.and_then(|(_, entity)| entity.id()) {
                Some(id) => Wish::GoTo(Target::Entity { id: id.into_owned(), variant: None }),
                None => Wish::Find(id.to_owned()),
            }
        }
    }
}
