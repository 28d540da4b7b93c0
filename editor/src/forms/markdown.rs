//! Markdown: the text and a bar with what belongs to it.

use egui::Ui;

use super::{Form, Place, Row};
use crate::widgets::TextField;

/// Lines that are seen at once.
const LINES: usize = 8;
/// The height of so many lines and a little more, which says that there are others.
const HEIGHT: f32 = 152.0;

/// The field of a Markdown text.
pub fn show(ui: &mut Ui, form: &mut Form<'_>, place: &Place<'_>) {
    let value = place.text();
    let error = form.state.problems.has_error(&place.at);
    let hint = super::leaf::hint(place);
    let edit = form.row(ui, Row::new(place), |ui, form| {
        let field = TextField::new(&place.name, &value).hint(&hint).form().mono().rows(LINES).error(error);
        let area = egui::ScrollArea::vertical().id_salt("markdown").max_height(HEIGHT).min_scrolled_height(HEIGHT);
        let edit = area.show(ui, |ui| field.show(ui).0).inner;
        form.help_where_empty(ui, place);
        edit
    });
    form.take_text(place, edit.inner);
}
