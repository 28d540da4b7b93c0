//! Variants: the manifest's half of them, in the lobby's order.

use egui::Ui;
use tablewright_core::json::Kind;

use super::basics::is_published_variant;
use crate::commands::Command;
use crate::forms::{Beside, Form, Place, TextLook};
use crate::icons::Icon;
use crate::panels::Wish;
use crate::widgets::Button;

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

/// The id of a variant that was published is locked.
fn special(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    let is_id = matches!(place.at.tokens(), [list, _, id] if list == "variants" && id == "id");
    let text = place.value.is_some_and(|value| value.kind() == Kind::String);
    if !is_id || !text {
        return false;
    }
    let entry = place.at.parent().and_then(|entry| form.manifest.at(&entry));
    if !is_published_variant(form.session, entry) {
        return false;
    }
    let look = TextLook {
        locked: Some("Rooms have stored it. Another id would be another variant to them."),
        beside: Some(Beside::Lock("Locked since it was published".to_owned())),
        ..TextLook::default()
    };
    form.text(ui, place, &look);
    true
}
