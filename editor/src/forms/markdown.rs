//! Markdown: the text with its toolbar, and how it will look.

use egui::Ui;

use super::{Form, Place, Row};
use crate::widgets::markdown::MarkdownField;

/// The field of a Markdown text.
pub fn show(ui: &mut Ui, form: &mut Form<'_>, place: &Place<'_>) {
    let value = place.text();
    let error = form.state.problems.has_error(&place.at);
    let hint = super::leaf::hint(place);
    let edit = form.row(ui, Row::new(place), |ui, form| {
        let edit = MarkdownField::new(&place.name, &value).hint(&hint).error(error).show(ui).0;
        form.help_where_empty(ui, place);
        edit
    });
    form.take_text(place, edit.inner);
}
