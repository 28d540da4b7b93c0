//! Adding a variant. First it asks what differs: where that is only a number or a choice that a script reads, a setup
//! option is the better way, and the sheet leads there.

use egui::{Context, RichText, Ui};
use tablewright_core::find::Target;
use tablewright_core::pointer;
use tablewright_core::variants::list_edit::{NewVariant, Start, first_id, fresh_variant_id, id_problem};

use super::edit;
use crate::panels::Wish;
use crate::session::{Session, VariantEdit};
use crate::theme::{Tokens, body, small};
use crate::widgets::{Dialog, DialogEnd, Edit, Field, TextField, Tone, note, picker, picker_row, segmented};

/// The width of the labels.
const LABELS: f32 = 96.0;

/// What differs between the new variant and the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Differs {
    /// The table itself.
    Table,
    /// A number or a choice that a script reads.
    Number,
}

/// The sheet while it is open.
pub(super) struct AddSheet {
    differs: Option<Differs>,
    name: String,
    /// Set once the person gave the id another text than its name gives.
    id: Option<String>,
    start: usize,
    from: String,
    /// The name and the id that the game as it is will get.
    first: Option<(String, String)>,
    /// The name's field gets the keyboard.
    wants_name: bool,
}

impl AddSheet {
    pub(super) fn new(session: &Session) -> Self {
        let from = session.variants().iter().find(|info| info.listed && info.id == session.shown());
        let from = from.or_else(|| session.variants().iter().find(|info| info.listed));
        Self {
            differs: None,
            name: String::new(),
            id: None,
            start: 0,
            from: from.map(|info| info.id.clone()).unwrap_or_default(),
            first: first_id(session.history().roots()).ok().flatten(),
            wants_name: false,
        }
    }

    /// The ids that the new one cannot have.
    fn taken(&self, session: &Session) -> Vec<String> {
        let known = session.variants().iter().map(|info| info.id.clone());
        known.chain(self.first.iter().map(|(_, id)| id.clone())).collect()
    }

    /// Draws the sheet; whether it stays open.
    pub(super) fn show(&mut self, ctx: &Context, session: &Session, wishes: &mut Vec<Wish>) -> bool {
        let taken = self.taken(session);
        let made = fresh_variant_id(&self.name, &taken);
        let problem = self.id.as_ref().and_then(|id| id_problem(id, &taken));
        let blocked = match self.differs {
            None => Some("Say first what differs"),
            Some(Differs::Number) => None,
            Some(Differs::Table) if self.name.trim().is_empty() => Some("A variant needs a name"),
            Some(Differs::Table) => problem.as_deref(),
        };
        let main = if self.differs == Some(Differs::Number) { "Add a setup option…" } else { "Add" };
        let dialog = Dialog::new("Add a variant").width(600.0).main(main, blocked);
        let response = dialog.show(ctx, |ui| self.body(ui, session, &made, problem.as_deref()));
        match (response.end, self.differs) {
            (None, _) => true,
            (Some(DialogEnd::Confirm), Some(Differs::Number)) => {
                wishes.push(Wish::GoTo(Target::Field(pointer!["setupOptions"])));
                false
            }
            (Some(DialogEnd::Confirm), _) => {
                let start = match self.start {
                    0 => Start::Base,
                    1 => Start::Variant(self.from.clone()),
                    _ => Start::Empty,
                };
                let id = Some(self.id.clone().unwrap_or(made));
                wishes.push(edit(VariantEdit::Add(NewVariant { name: self.name.trim().to_owned(), id, start, at: None })));
                false
            }
            (Some(_), _) => false,
        }
    }

    fn body(&mut self, ui: &mut Ui, session: &Session, made: &str, problem: Option<&str>) {
        let t = Tokens::of(ui);
        ui.label(RichText::new("What differs from the game as it is?").font(body()).color(t.text));
        let current = match self.differs {
            None => usize::MAX,
            Some(Differs::Table) => 0,
            Some(Differs::Number) => 1,
        };
        let words = ["The table itself", "Only a number or a choice"];
        if let Some(chosen) = segmented(ui, "What differs", current, &words) {
            self.differs = Some(if chosen == 0 { Differs::Table } else { Differs::Number });
            self.wants_name = chosen == 0;
        }
        match self.differs {
            None => {
                let said = "Another board, other pieces, other seats or other scripts are a variant. The same table with \
                            another hand size or another round limit is a setup option.";
                ui.label(RichText::new(said).font(small()).color(t.text2));
            }
            Some(Differs::Number) => {
                note(
                    ui,
                    Tone::Info,
                    "A setup option fits better: the owner answers it in the lobby, and the script of any variant reads the answer.",
                    "One scene stays one scene. A variant for each number would have to be kept alike by hand, and a lobby \
                     offers 12 at most.",
                    None,
                );
            }
            Some(Differs::Table) => self.table(ui, session, made, problem),
        }
    }

    fn table(&mut self, ui: &mut Ui, session: &Session, made: &str, problem: Option<&str>) {
        let name = self.name.clone();
        let typed = Field::new("Name").form().label_width(LABELS).show(ui, |ui| {
            let field = TextField::new("Name of the new variant", &name).form().hint("What the lobby calls it, such as 9×9");
            if std::mem::take(&mut self.wants_name) {
                let id = field.id(ui);
                ui.memory_mut(|memory| memory.request_focus(id));
            }
            field.show(ui).0
        });
        if let Edit::Commit(text) | Edit::Preview(text) = typed.inner {
            self.name = text;
        }
        let shown = self.id.clone().unwrap_or_else(|| if self.name.trim().is_empty() { String::new() } else { made.to_owned() });
        let typed = Field::new("ID").form().label_width(LABELS).show(ui, |ui| {
            let field = TextField::new("ID of the new variant", &shown).form().mono().hint("Made from the name");
            field.error(problem.is_some()).show(ui).0
        });
        if let Edit::Commit(text) | Edit::Preview(text) = typed.inner {
            self.id = (!text.is_empty() && text != made).then_some(text);
        }
        if let Some(problem) = problem {
            note(ui, Tone::Error, &format!("{problem}."), "", None);
        }
        let others = session.variants().iter().filter(|info| info.listed).count();
        Field::new("Begins as").form().label_width(LABELS).show(ui, |ui| {
            let words: &[&str] = if others > 1 {
                &["The base", "Another variant", "An empty table"]
            } else {
                &["The game as it is", "An empty table"]
            };
            let current = if others > 1 { self.start } else { self.start / 2 };
            if let Some(chosen) = segmented(ui, "Begins as", current, words) {
                self.start = if others > 1 { chosen } else { chosen * 2 };
            }
        });
        self.begins(ui, session);
        if let Some((name, id)) = &self.first {
            let t = Tokens::of(ui);
            let becomes = format!("The game as it is becomes the variant “{name}”, with the ID {id}.");
            ui.label(RichText::new(becomes).font(body()).color(t.text));
            let said = "It is both the base, which the others are stored as differences from, and what a lobby starts with.";
            ui.label(RichText::new(said).font(small()).color(t.text2));
        }
    }

    /// What the choice of a beginning means.
    fn begins(&mut self, ui: &mut Ui, session: &Session) {
        let t = Tokens::of(ui);
        match self.start {
            1 => {
                let shown = session.variant_name(&self.from).to_owned();
                Field::new("Like").form().label_width(LABELS).show(ui, |ui| {
                    picker(ui, "Variant to begin with", &shown, 280.0, |ui| {
                        for info in session.variants().iter().filter(|info| info.listed) {
                            if picker_row(ui, None, &info.name, &info.id, info.id == self.from) {
                                info.id.clone_into(&mut self.from);
                            }
                        }
                    });
                });
            }
            2 => {
                let said =
                    "Room, table and seats stay as they are. No pieces, no snap points, no table zones, no attached scripts.";
                ui.label(RichText::new(said).font(small()).color(t.text2));
            }
            _ => {}
        }
    }
}
