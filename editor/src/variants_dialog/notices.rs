//! What is out of step between the two documents, in full width over the list, each with its ways out.

use egui::{Align, Frame, Layout, Margin, RichText, Stroke, Ui};
use tablewright_core::check::{Diagnostic, Fix};
use tablewright_core::variants::MAX_VARIANTS;

use super::{Seen, edit};
use crate::icons::Icon;
use crate::panels::Wish;
use crate::session::{Action, VariantEdit};
use crate::theme::{METRICS, Tokens, body};
use crate::widgets::{Button, Tone};

const REMOVED_UNKNOWN: &str = "tw-variant-removed-unknown";
const PARENT_GONE: &str = "tw-variant-parent-gone";

/// The problems that stand here and not beside the fields of their variant.
pub(super) const OUT_OF_STEP: [&str; 3] = [REMOVED_UNKNOWN, PARENT_GONE, "tw-variant-delta-unlisted"];

/// Draws the notices; the id of a variant that is to be made the base.
pub(super) fn show(ui: &mut Ui, seen: &Seen<'_>, wishes: &mut Vec<Wish>) -> Option<String> {
    if let Some(why) = seen.why_not() {
        notice(ui, Tone::Error, &format!("{why}."), &[]);
        // A list that cannot be read looks like one that is empty: nothing is offered.
        return game_packs_alone(ui, seen, wishes);
    }
    let unlisted: Vec<&str> =
        seen.session.variants().iter().filter(|info| !info.listed && !info.is_base).map(|info| info.id.as_str()).collect();
    let base = seen.session.variants().iter().find(|info| info.is_base && !info.listed).map(|info| info.id.as_str());
    if seen.lines.is_empty() && base.is_some() {
        let said = "The scene holds variants, and the manifest lists none, so no lobby could offer them.";
        if notice(ui, Tone::Warning, said, &["Add them back to the list"]).is_some() {
            wishes.push(edit(VariantEdit::AddAllBack));
        }
        return None;
    }
    let mut make_base = None;
    if let Some(base) = base {
        let said = format!("The scene’s base is {base}, which the list doesn’t name.");
        let full = seen.lines.len() >= MAX_VARIANTS;
        let chosen = seen.chosen().map(|(_, info)| info);
        let other = chosen.map(|info| format!("Make {} the base…", info.name));
        let ways: Vec<&str> = (!full).then_some("Add back to the list").into_iter().chain(other.as_deref()).collect();
        match (notice(ui, Tone::Warning, &said, &ways), full) {
            (Some(0), false) => wishes.push(edit(VariantEdit::AddBack(vec![base.to_owned()]))),
            (Some(_), _) => make_base = chosen.map(|info| info.id.clone()),
            (None, _) => {}
        }
    }
    if !unlisted.is_empty() {
        differences(ui, seen, &unlisted, wishes);
    }
    for code in [REMOVED_UNKNOWN, PARENT_GONE] {
        leftovers(ui, seen, code, wishes);
    }
    make_base
}

/// Differences of variants that the list does not name: both ways out, for one or for all.
fn differences(ui: &mut Ui, seen: &Seen<'_>, unlisted: &[&str], wishes: &mut Vec<Wish>) {
    let names = match unlisted {
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => return,
    };
    let said = format!("The scene holds differences for {names}, which the list doesn’t name.");
    let fits = seen.lines.len() + unlisted.len() <= MAX_VARIANTS;
    let ways: &[&str] = if fits { &["Add back to the list", "Remove them"] } else { &["Remove them"] };
    let ids: Vec<String> = unlisted.iter().map(|id| (*id).to_owned()).collect();
    match (notice(ui, Tone::Warning, &said, ways), fits) {
        (Some(0), true) => wishes.push(edit(VariantEdit::AddBack(ids))),
        (Some(_), _) => wishes.push(edit(VariantEdit::RemoveUnlisted(ids))),
        (None, _) => {}
    }
}

/// What differences name and the base does not have: told once for all of a kind, and mended as one step.
fn leftovers(ui: &mut Ui, seen: &Seen<'_>, code: &'static str, wishes: &mut Vec<Wish>) {
    let problems: Vec<&Diagnostic> = seen.session.problems().iter().filter(|problem| problem.code == code).collect();
    if problems.is_empty() {
        return;
    }
    let mut variants: Vec<&str> = Vec::new();
    for problem in &problems {
        if let Some(id) = problem.pointer.tokens().get(2)
            && !variants.contains(&id.as_str())
        {
            variants.push(id);
        }
    }
    let names: Vec<&str> = variants.iter().map(|id| seen.session.variant_name(id)).collect();
    let (names, several) = (names.join(", "), problems.len() > 1);
    let (said, way) = match (code, several) {
        (REMOVED_UNKNOWN, false) => (format!("{names} removes an entity that the base doesn’t have."), "Take the id out"),
        (REMOVED_UNKNOWN, true) => {
            (format!("{} removals name entities that the base doesn’t have: {names}.", problems.len()), "Take the ids out")
        }
        (_, false) => (format!("An entity of {names} hangs on one that is not there."), "Let it stand alone"),
        (_, true) => (format!("{} entities hang on ones that are not there: {names}.", problems.len()), "Let them stand alone"),
    };
    let fixes: Vec<Fix> = problems.iter().filter_map(|problem| problem.fixes.first().cloned()).collect();
    let ways: &[&str] = if seen.session.problems_are_stale() || fixes.is_empty() { &[] } else { &[way] };
    if notice(ui, Tone::Advice, &said, ways).is_some() {
        let all = Fix::new("mend-leftovers", way, false, move |roots| {
            fixes.iter().try_fold(roots.clone(), |roots, fix| fix.apply(&roots))
        });
        wishes.push(Wish::Act(Action::Mend(all)));
    }
}

/// A pack that is no game and has variants all the same: what the check offers.
fn game_packs_alone(ui: &mut Ui, seen: &Seen<'_>, wishes: &mut Vec<Wish>) -> Option<String> {
    let problems = seen.session.problems();
    let number = problems.iter().position(|problem: &Diagnostic| problem.code == "tw-variant-not-a-game");
    if let Some(problem) = number.filter(|_| !seen.session.problems_are_stale()) {
        let fixes: Vec<&str> = problems[problem].fixes.iter().map(Fix::label).collect();
        if let Some(fix) = notice(ui, Tone::Error, "No lobby would offer them.", &fixes) {
            wishes.push(Wish::Act(Action::Fix { problem, fix }));
        }
    }
    None
}

/// One notice. Returns the number of the way out that was pressed.
fn notice(ui: &mut Ui, tone: Tone, said: &str, ways: &[&str]) -> Option<usize> {
    let t = Tokens::of(ui);
    let (color, ground) = tone.colors(t);
    let mut pressed = None;
    let margin = Margin { left: METRICS.dialog_edge, right: 12, top: 8, bottom: 8 };
    let frame = Frame::new().fill(ground).inner_margin(margin);
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let (at, _) = ui.allocate_exact_size(egui::vec2(16.0, METRICS.control), egui::Sense::hover());
            tone.icon().unwrap_or(Icon::Warning).paint(ui, at, 16.0, color);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                for (number, way) in ways.iter().enumerate().rev() {
                    if ui.add(Button::control(way)).clicked() {
                        pressed = Some(number);
                    }
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(egui::Label::new(RichText::new(said).font(body()).color(t.text)).truncate());
                });
            });
        });
    });
    let rect = shown.response.rect;
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, t.panel));
    pressed
}
