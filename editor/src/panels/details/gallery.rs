//! Gallery: the cover, and the screenshots and videos in their order, each with its picture.

use egui::{Rect, Ui, vec2};
use tablewright_core::json::{Kind, Ref, Value};
use tablewright_core::pointer;
use tablewright_core::shape::Rule;

use crate::forms::elements::Cards;
use crate::forms::{Beside, Form, Place, Row, TextLook};
use crate::icons::Icon;
use crate::widgets::{Button, Edit};

/// The cover as it is shown here.
const COVER: f32 = 128.0;

/// Draws the tab.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    form.special = Some(special);
    form.field(ui, &pointer!["coverImage"]);
    form.special = None;
    let at = pointer!["screenshots"];
    let Some(place) = form.place(&at).filter(|_| form.shows("screenshots")) else { return };
    match place.rule {
        Rule::List(_, _, of) if place.value.is_none_or(Ref::is_array) => {
            form.cards(ui, &place, of, &Cards { picture: Some(picture), add: Some(add) });
        }
        _ => form.field(ui, &at),
    }
}

fn special(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    let path = place.value.filter(|value| value.kind() == Kind::String && value.raw().is_some_and(|raw| raw.len() < 1000));
    if place.at != pointer!["coverImage"] || (place.value.is_some() && path.is_none()) {
        return false;
    }
    let path = place.text();
    let edit = form.row(ui, Row::new(place).beside(Beside::Nothing), |ui, form| {
        let frame = Rect::from_min_size(ui.cursor().min, vec2(COVER, COVER));
        form.thumbnail(ui, frame, Some(path.as_ref()).filter(|path| !path.is_empty()));
        ui.allocate_rect(frame, egui::Sense::hover());
        let edit = ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let width = ui.available_width() - 32.0;
            let edit = form.text_box(ui, place, &TextLook::default(), width);
            let picked = form.path_button(ui, &place.name, &["webp", "png", "jpg", "jpeg"]);
            picked.map_or(edit, Edit::Commit)
        });
        form.help_where_empty(ui, place);
        edit.inner
    });
    form.take_text(place, edit.inner);
    true
}

fn picture(entry: Ref<'_>) -> Option<String> {
    entry.get("path")?.as_str().map(std::borrow::Cow::into_owned)
}

/// *Add a picture* opens the pack's pictures, *Add a video* makes an entry whose link is to be pasted.
fn add(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>, of: &'static Rule, full: Option<&str>) {
    let video = ui.add(Button::control("Add a video").icon(Icon::Plus).blocked(full));
    let button = ui.add(Button::control("Add a picture").icon(Icon::Plus).blocked(full));
    if let Some(path) = form.path_list(ui, &button, "Pictures of the pack", &["webp", "png", "jpg", "jpeg"]) {
        form.add(place, Value::object([("path", Value::from(path))]), of);
    }
    if video.clicked() {
        let link = Value::object([("provider", Value::from("youtube")), ("id", "".into())]);
        form.add(place, Value::object([("video", link)]), of);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_core::json::Document;

    #[test]
    fn an_entry_shows_its_picture_and_a_video_alone_none() {
        let doc = Document::parse(br#"[{"path":"media/a.webp"},{"video":{"id":"x"}},{"path":1}]"#).unwrap();
        let pictures: Vec<_> = doc.root().items().map(picture).collect();
        assert_eq!(pictures, [Some("media/a.webp".to_owned()), None, None]);
    }
}
