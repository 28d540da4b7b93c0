//! Variants: the manifest's half of them, in the lobby's order.

use egui::Ui;
use tablewright_core::json::Kind;
use tablewright_core::variants::{list, list_edit};

use super::basics::is_published_variant;
use crate::commands::Command;
use crate::forms::{Beside, Form, Place, Row, TextLook};
use crate::icons::Icon;
use crate::panels::Wish;
use crate::session::{Action, VariantEdit};
use crate::widgets::{Button, Edit};

/// Draws the tab.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    if ui.add(Button::control("Variants…").icon(Icon::Variants).form()).clicked() {
        form.wishes.push(Wish::Command(Command::Variants));
    }
    ui.add_space(8.0);
    form.special = Some(special);
    form.group(ui, "Variants");
    form.special = None;
}

/// The id of a variant that was published is locked; another one changes in both documents at once.
fn special(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    let is_id = matches!(place.at.tokens(), [list, _, id] if list == "variants" && id == "id");
    let text = place.value.is_some_and(|value| value.kind() == Kind::String);
    if !is_id || !text {
        return false;
    }
    let entry = place.at.parent().and_then(|entry| form.manifest.at(&entry));
    let Some(session) = form.session.pack() else { return false };
    if !is_published_variant(session, entry) {
        return renames(form, ui, place);
    }
    let look = TextLook {
        locked: Some("Rooms have stored it. Another id would be another variant to them."),
        beside: Some(Beside::Lock("Locked since it was published".to_owned())),
        ..TextLook::default()
    };
    form.text(ui, place, &look);
    true
}

/// An id that names differences of the scene, or its base, takes them along. What cannot be a variant's id, or is not told
/// from another's, is written as it was typed and marked.
fn renames(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    let old = place.text().into_owned();
    let Some(session) = form.session.pack() else { return false };
    let others: Vec<String> = session.variants().iter().map(|info| info.id.clone()).filter(|id| *id != old).collect();
    let twins = list::entries(form.manifest.root()).filter(|entry| entry.id().as_deref() == Some(&old)).count();
    if twins > 1 || list_edit::why_not(session.history().roots()).is_some() {
        return false;
    }
    let done = form.row(ui, Row::new(place), |ui, form| {
        let width = ui.available_width();
        form.text_box(ui, place, &TextLook::default(), width)
    });
    match done.inner {
        Edit::Commit(new) if new != old && list_edit::id_problem(&new, &others).is_none() => {
            form.wishes.push(Wish::Act(Action::Variants(VariantEdit::RenameId { old, new })));
        }
        edit => form.take_text(place, edit),
    }
    true
}
