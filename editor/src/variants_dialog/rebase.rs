//! *Make this the base…*: what the base is for, what a reader that knows nothing of variants will see, and the proof, a tick
//! per variant, before anything is changed.

use egui::{Context, RichText, Sense, Ui, vec2};
use tablewright_core::check::{self, Diagnostic, Options, Subject};
use tablewright_core::json::Document;
use tablewright_core::scene::view::SceneView;
use tablewright_core::variants::{Proof, make_base};
use tablewright_core::{DocId, Severity, pointer};

use super::edit;
use crate::icons::Icon;
use crate::panels::Wish;
use crate::session::{Session, VariantEdit};
use crate::theme::{Tokens, body, mono_small, small, strong};
use crate::widgets::{Dialog, DialogEnd, Tone, note};

/// The sheet while it is open.
pub(super) struct RebaseSheet {
    id: String,
    /// What was worked out, and for which revision.
    plan: Option<(u64, Result<Plan, String>)>,
}

/// The rebased scene, looked at.
struct Plan {
    proof: Vec<Proof>,
    notes: Vec<String>,
    /// How many entities a reader without variants sees.
    entities: usize,
    /// The errors and warnings that it would have, in words.
    problems: Vec<String>,
}

impl Plan {
    fn of(session: &Session, id: &str) -> Result<Self, String> {
        let scene = session.scene().ok_or("The scene can’t be read.")?;
        let rebased = make_base(scene, session.listed(), id).map_err(|error| error.to_string())?;
        let alone = without_variants(&rebased.scene);
        let entities = SceneView::of(&alone).entities().count();
        let problems = match session.manifest() {
            Some(manifest) => check::check(&Subject::of_documents(Ok(manifest), Ok(&alone)), &Options { documents: true }),
            None => Vec::new(),
        };
        let tell = |problem: &Diagnostic| {
            (problem.document == DocId::Scene && problem.severity != Severity::Advice).then(|| problem.message.clone())
        };
        Ok(Self { proof: rebased.proof, notes: rebased.notes, entities, problems: problems.iter().filter_map(tell).collect() })
    }
}

/// The file as a reader takes it that skips `variants`.
fn without_variants(scene: &Document) -> Document {
    scene.remove(&pointer!["variants"]).unwrap_or_else(|_| scene.clone())
}

impl RebaseSheet {
    pub(super) fn new(id: &str) -> Self {
        Self { id: id.to_owned(), plan: None }
    }

    /// Draws the sheet; whether it stays open.
    pub(super) fn show(&mut self, ctx: &Context, session: &Session, wishes: &mut Vec<Wish>) -> bool {
        if self.plan.as_ref().is_none_or(|(revision, _)| *revision != session.revision()) {
            self.plan = Some((session.revision(), Plan::of(session, &self.id)));
        }
        let Some((_, plan)) = &self.plan else { return false };
        let blocked = match plan {
            Ok(plan) if plan.proof.iter().all(|line| line.holds) => None,
            Ok(_) => Some("A variant would not play the same"),
            Err(_) => Some("It can’t be done as the scene is now"),
        };
        let title = format!("Make {} the base", session.variant_name(&self.id));
        let response =
            Dialog::new(&title).width(600.0).main("Make this the base", blocked).show(ctx, |ui| body_of(ui, session, plan));
        match response.end {
            None => true,
            Some(DialogEnd::Confirm) => {
                wishes.push(edit(VariantEdit::MakeBase(self.id.clone())));
                false
            }
            Some(_) => false,
        }
    }
}

fn body_of(ui: &mut Ui, session: &Session, plan: &Result<Plan, String>) {
    let t = Tokens::of(ui);
    let said = "The base stands whole at the top of the scene’s file, and the other variants are kept as differences from it. \
                It is what a reader loads that knows nothing of variants, such as an older copy of the game: pick the one that \
                you would want somebody to get who can get only one. Players see no change.";
    ui.label(RichText::new(said).font(body()).color(t.text2));
    let plan = match plan {
        Ok(plan) => plan,
        Err(why) => {
            note(ui, Tone::Error, why, "Nothing was changed.", None);
            return;
        }
    };
    let pieces = if plan.entities == 1 { "1 entity".to_owned() } else { format!("{} entities", plan.entities) };
    let sees = format!("A reader without variants will see {pieces}");
    match plan.problems.as_slice() {
        [] => note(ui, Tone::Success, &format!("{sees}, and the file checks clean."), "", None),
        [one] => note(ui, Tone::Warning, &format!("{sees}, with 1 problem."), one, None),
        [first, ..] => note(ui, Tone::Warning, &format!("{sees}, with {} problems.", plan.problems.len()), first, None),
    };
    ui.label(RichText::new("Every variant plays what it played").font(strong()).color(t.text));
    ui.spacing_mut().item_spacing.y = 2.0;
    for line in &plan.proof {
        proof_line(ui, session, line);
    }
    for said in &plan.notes {
        note(ui, Tone::Info, said, "", None);
    }
}

/// A tick, the variant's name, and what was compared.
fn proof_line(ui: &mut Ui, session: &Session, line: &Proof) {
    let t = Tokens::of(ui);
    let name = session.variant_name(&line.id);
    let (icon, color, word) =
        if line.holds { (Icon::Check, t.success, "plays the same") } else { (Icon::Close, t.error, "would differ") };
    let response = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let (at, _) = ui.allocate_exact_size(vec2(16.0, 22.0), Sense::hover());
        icon.paint(ui, at, 14.0, color);
        ui.label(RichText::new(name).font(body()).color(t.text));
        if name != line.id {
            ui.label(RichText::new(&line.id).font(mono_small()).color(t.text3));
        }
        let word = if line.listed { word.to_owned() } else { format!("{word}, not listed") };
        ui.label(RichText::new(word).font(small()).color(t.text2));
    });
    response.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Group, true, format!("{name}: {word}")));
}
