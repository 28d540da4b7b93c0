//! Gallery: the cover, and the screenshots and videos in their order, each with its picture.

use egui::{Rect, Ui, pos2, vec2};
use tablewright_core::json::Ref;
use tablewright_core::pointer;
use tablewright_core::shape::Rule;

use crate::forms::Form;
use crate::forms::elements::Cards;

/// The cover as it is shown here.
const COVER: f32 = 128.0;

/// Draws the tab.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    if form.shows("coverImage") {
        cover(ui, form);
        form.field(ui, &pointer!["coverImage"]);
    }
    let at = pointer!["screenshots"];
    let Some(place) = form.place(&at).filter(|_| form.shows("screenshots")) else { return };
    match place.rule {
        Rule::List(_, _, of) if place.value.is_none_or(Ref::is_array) => {
            form.cards(ui, &place, of, &Cards { picture: Some(picture), ..Cards::default() });
        }
        _ => form.field(ui, &at),
    }
}

fn cover(ui: &mut Ui, form: &mut Form<'_>) {
    let top = ui.cursor().min.y;
    let frame = Rect::from_min_size(pos2(form.columns.field, top), vec2(COVER, COVER));
    let path = form.manifest.root().get("coverImage").and_then(Ref::as_str);
    form.thumbnail(ui, frame, path.as_deref());
    ui.allocate_rect(frame, egui::Sense::hover());
    ui.add_space(8.0);
}

fn picture(entry: Ref<'_>) -> Option<String> {
    entry.get("path")?.as_str().map(std::borrow::Cow::into_owned)
}
