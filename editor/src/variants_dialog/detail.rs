//! The fields of the chosen variant.

use egui::{Align2, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use tablewright_core::check::{Diagnostic, Fix};
use tablewright_core::edit::ManifestOp;
use tablewright_core::json::{Pointer, Ref, Value};
use tablewright_core::variants::VariantInfo;
use tablewright_core::{DocId, Severity, pointer};

use super::rename::RenameSheet;
use super::{Line, Seen, Sheet, VariantsDialog, edit};
use crate::panels::Wish;
use crate::session::{Action, VariantEdit};
use crate::theme::{Tokens, small};
use crate::widgets::{
    Button, Edit, Field, NumberField, NumberKind, TextField, Tone, check, elided, note_with, paint_text, switch,
};

/// The width of the labels.
const LABELS: f32 = 108.0;
/// Between a label and its field, as forms have it.
const GAP: f32 = 16.0;
/// At most so many notes stand under one field.
const NOTES: usize = 3;

impl VariantsDialog {
    pub(super) fn detail_ui(&mut self, ui: &mut Ui, seen: &Seen<'_>, wishes: &mut Vec<Wish>) {
        let Some(line) = seen.chosen() else { return };
        ScrollArea::vertical().id_salt(("variant", &line.1.id)).auto_shrink(false).show(ui, |ui| {
            let margin = egui::Margin { left: 24, right: 24, top: 18, bottom: 20 };
            egui::Frame::new().inner_margin(margin).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.spacing_mut().item_spacing.y = 10.0;
                ui.add_enabled_ui(seen.blocked.is_none(), |ui| self.fields(ui, seen, line, wishes));
                self.changes_ui(ui, seen, line.1, wishes);
            });
        });
    }

    fn fields(&mut self, ui: &mut Ui, seen: &Seen<'_>, line: Line<'_>, wishes: &mut Vec<Wish>) {
        let at = |key: &str| pointer!["variants", line.0, key];
        self.name(ui, line.1, wishes);
        notes(ui, seen, DocId::Manifest, &at("name"), wishes);
        self.id(ui, seen, line.1);
        notes(ui, seen, DocId::Manifest, &at("id"), wishes);
        description(ui, line, wishes);
        notes(ui, seen, DocId::Manifest, &at("description"), wishes);
        players(ui, seen, line, wishes);
        notes(ui, seen, DocId::Manifest, &at("players"), wishes);
        rules(ui, seen, line, wishes);
        for key in ["rulesEnforced", "ranking", "scripts"] {
            notes(ui, seen, DocId::Manifest, &at(key), wishes);
        }
    }

    fn name(&mut self, ui: &mut Ui, info: &VariantInfo, wishes: &mut Vec<Wish>) {
        let wanted = std::mem::take(&mut self.wants_name);
        let done = Field::new("Name").form().label_width(LABELS).show(ui, |ui| {
            let field = TextField::new("Name", &info.name).form().hint("What the lobby calls it");
            if wanted {
                let id = field.id(ui);
                ui.memory_mut(|memory| memory.request_focus(id));
            }
            field.show(ui).0
        });
        if let Edit::Commit(name) = done.inner
            && name != info.name
        {
            wishes.push(edit(VariantEdit::Name { id: info.id.clone(), name }));
        }
    }

    fn id(&mut self, ui: &mut Ui, seen: &Seen<'_>, info: &VariantInfo) {
        let published = seen.session.is_published_variant(&info.id);
        let (reason, said) = if published {
            ("Rooms have stored it", "Locked: rooms that chose this variant remember it by this ID.")
        } else {
            ("It is made from the name", "Follows the name until the pack is published.")
        };
        let pressed = Field::new("ID").form().label_width(LABELS).show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let button = Button::control("Rename ID…").form();
            let width = ui.available_width() - 112.0;
            TextField::new("ID", &info.id).form().mono().locked(Some(reason)).width(width).show(ui);
            ui.add(button).clicked()
        });
        under(ui, said);
        if pressed.inner {
            self.sheet = Some(Sheet::Rename(RenameSheet::new(seen.session, &info.id)));
        }
    }
}

/// Quieter words under a field.
fn under(ui: &mut Ui, words: &str) {
    let t = Tokens::of(ui);
    ui.add_space(-4.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
    let room = rect.with_min_x(rect.left() + LABELS + GAP);
    paint_text(ui, room, Align2::LEFT_CENTER, &elided(ui, words, small(), t.text2, room.width()));
}

fn set(label: String, ops: Vec<ManifestOp>) -> Wish {
    Wish::Act(Action::Manifest { label, ops, merge: None })
}

fn description(ui: &mut Ui, (index, info): Line<'_>, wishes: &mut Vec<Wish>) {
    let text = info.description.as_deref().unwrap_or_default();
    let done = Field::new("Description").form().label_width(LABELS).show(ui, |ui| {
        TextField::new("Description", text).form().hint("One or two sentences under the name in the lobby").show(ui).0
    });
    let Edit::Commit(new) = done.inner else { return };
    if new != text {
        let at = pointer!["variants", index, "description"];
        let op = if new.is_empty() { ManifestOp::Remove(at) } else { ManifestOp::Set(at, new.into()) };
        wishes.push(set(format!("Describe {}", info.name), vec![op]));
    }
}

/// The range of the whole game, least and most.
fn range_of_game(seen: &Seen<'_>) -> Option<(f64, f64)> {
    let players = seen.session.manifest()?.root().get("players")?;
    Some((players.get("min")?.as_f64()?, players.get("max")?.as_f64()?))
}

fn players(ui: &mut Ui, seen: &Seen<'_>, (index, info): Line<'_>, wishes: &mut Vec<Wish>) {
    let at = pointer!["variants", index, "players"];
    let game = range_of_game(seen);
    let there = seen.session.manifest().and_then(|manifest| manifest.at(&at)).is_some();
    Field::new("Players").form().label_width(LABELS).show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let mut own = there;
        if check(ui, &mut own, "Own range").changed() {
            let (min, max) = game.unwrap_or((2.0, 4.0));
            let range = Value::object([("min", Value::from(min)), ("max", Value::from(max))]);
            let op = if own { ManifestOp::Set(at.clone(), range) } else { ManifestOp::Remove(at.clone()) };
            let label = if own { "Give an own range of players to" } else { "Use the game’s range of players in" };
            wishes.push(set(format!("{label} {}", info.name), vec![op]));
        }
        match (there, info.players, game) {
            (true, range, _) => {
                let (min, max) = range.unwrap_or((f64::NAN, f64::NAN));
                for (key, name, value) in [("min", "Least players", min), ("max", "Most players", max)] {
                    if key == "max" {
                        ui.label(RichText::new("to").font(small()).color(Tokens::of(ui).text2));
                    }
                    let shown = if value.is_nan() { 1.0 } else { value };
                    let field = NumberField::new(name, shown, NumberKind::Whole).range(1.0..=64.0).width(64.0);
                    if let Edit::Commit(new) = field.show(ui) {
                        let op = ManifestOp::Set(at.join(key), Value::from(new));
                        wishes.push(set(format!("Change the players of {}", info.name), vec![op]));
                    }
                }
            }
            (false, _, Some((min, max))) => {
                let words = format!("Same as the game, {min} to {max}");
                ui.label(RichText::new(words).font(small()).color(Tokens::of(ui).text2));
            }
            (false, _, None) => {
                ui.label(RichText::new("The game names no range").font(small()).color(Tokens::of(ui).text2));
            }
        }
    });
}

fn rules(ui: &mut Ui, seen: &Seen<'_>, (index, info): Line<'_>, wishes: &mut Vec<Wish>) {
    let at = |key: &str| pointer!["variants", index, key];
    let ranking = seen.session.manifest().and_then(|manifest| manifest.at(&at("ranking")));
    Field::new("Rules").form().label_width(LABELS).show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        let mut scripted = info.rules_enforced;
        if switch(ui, &mut scripted, "Fully scripted").changed() {
            let mut ops = vec![if scripted {
                ManifestOp::Set(at("rulesEnforced"), true.into())
            } else {
                ManifestOp::Remove(at("rulesEnforced"))
            }];
            // Ranked play needs a referee.
            if !scripted && ranking.is_some() {
                ops.push(ManifestOp::Remove(at("ranking")));
            }
            let word = if scripted { "fully scripted" } else { "played without a referee" };
            wishes.push(set(format!("Make {} {word}", info.name), ops));
        }
        let mut ranked = ranking.is_some();
        ui.add_enabled_ui(info.rules_enforced || ranked, |ui| {
            if switch(ui, &mut ranked, "Ranked").changed() {
                let op = if ranked {
                    ManifestOp::Set(at("ranking"), Value::Object(Vec::new()))
                } else {
                    ManifestOp::Remove(at("ranking"))
                };
                let word = if ranked { "Offer ranked play in" } else { "Offer no ranked play in" };
                wishes.push(set(format!("{word} {}", info.name), vec![op]));
            }
        });
        if !info.rules_enforced {
            ui.label(RichText::new("Needs Fully scripted").font(small()).color(Tokens::of(ui).text2));
        }
    });
    if let Some(ranking) = ranking.filter(|ranking| ranking.is_object()) {
        placement(ui, &at("ranking"), ranking, info, wishes);
    }
}

/// How many games come before a player is ranked. The documents name no default, so an empty field shows none.
fn placement(ui: &mut Ui, at: &Pointer, ranking: Ref<'_>, info: &VariantInfo, wishes: &mut Vec<Wish>) {
    let games = ranking.get("placementGames").and_then(Ref::as_f64).map(|games| games.to_string()).unwrap_or_default();
    let done = Field::new("Placement").form().label_width(LABELS).show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let field = TextField::new("Placement games", &games).form().hint("As usual").width(96.0);
        let edit = field.show(ui).0;
        ui.label(RichText::new("games before a player is ranked").font(small()).color(Tokens::of(ui).text2));
        edit
    });
    let Edit::Commit(text) = done.inner else { return };
    let at = at.join("placementGames");
    let op = match text.trim().parse::<u32>() {
        _ if text.trim() == games => return,
        Ok(games) => ManifestOp::Set(at, Value::from(games as usize)),
        Err(_) if text.trim().is_empty() => ManifestOp::Remove(at),
        Err(_) => return,
    };
    wishes.push(set(format!("Change the placement games of {}", info.name), vec![op]));
}

/// The problems at a place and below it, each with its ways out.
pub(super) fn notes(ui: &mut Ui, seen: &Seen<'_>, document: DocId, at: &Pointer, wishes: &mut Vec<Wish>) {
    let here = |problem: &&Diagnostic| problem.document == document && at.contains(&problem.pointer);
    notes_where(ui, seen, &|problem| here(&problem), wishes);
}

/// The problems that `wanted` picks, each with its ways out; those of an earlier revision only tell.
pub(super) fn notes_where(ui: &mut Ui, seen: &Seen<'_>, wanted: &dyn Fn(&Diagnostic) -> bool, wishes: &mut Vec<Wish>) {
    let problems = seen.session.problems();
    let found: Vec<usize> = (0..problems.len()).filter(|number| wanted(&problems[*number])).collect();
    for number in found.iter().take(NOTES) {
        let problem = &problems[*number];
        let tone = match problem.severity {
            Severity::Error => Tone::Error,
            Severity::Warning => Tone::Warning,
            Severity::Advice => Tone::Advice,
        };
        let stale = seen.session.problems_are_stale();
        let fixes: Vec<&str> = problem.fixes.iter().filter(|_| !stale).map(Fix::label).collect();
        if let Some(fix) = note_with(ui, tone, &problem.message, "", &fixes) {
            wishes.push(Wish::Act(Action::Fix { problem: *number, fix }));
        }
    }
    if let Some(more) = found.len().checked_sub(NOTES).filter(|more| *more > 0) {
        let words = format!("{more} more in Problems");
        ui.label(RichText::new(words).font(small()).color(Tokens::of(ui).text3));
    }
}
