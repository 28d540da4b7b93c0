//! Gallery: the cover, and the screenshots and videos in their order, each with its picture.

use egui::{Rect, Ui, vec2};
use tablewright_core::json::{Kind, Ref, Value};
use tablewright_core::media::listing::Slot;
use tablewright_core::pointer;
use tablewright_core::shape::Rule;

use crate::forms::elements::Cards;
use crate::forms::{Beside, Form, Place, Row, TextLook};
use crate::icons::Icon;
use crate::media::work::Work;
use crate::media::{Ask, Target};
use crate::panels::Wish;
use crate::widgets::Button;

/// The cover as it is shown here.
const COVER: f32 = 128.0;
/// The picture of an entry as it is shown here.
const ENTRY: egui::Vec2 = egui::Vec2::new(208.0, 117.0);
/// The kinds of pictures of a listing.
const KINDS: [&str; 4] = ["webp", "png", "jpg", "jpeg"];

/// Draws the tab.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    form.special = Some(special);
    form.field(ui, &pointer!["coverImage"]);
    let at = pointer!["screenshots"];
    if let Some(place) = form.place(&at).filter(|_| form.shows("screenshots")) {
        match place.rule {
            Rule::List(_, _, of) if place.value.is_none_or(Ref::is_array) => {
                form.cards(ui, &place, of, &Cards { picture: Some(picture), add: Some(add) });
            }
            _ => form.field(ui, &at),
        }
    }
    form.special = None;
}

fn special(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    let is_text = place.value.is_none_or(|value| value.kind() == Kind::String && value.raw().is_some_and(|raw| raw.len() < 1000));
    match place.at.tokens() {
        [key] if key == "coverImage" && is_text => cover(form, ui, place),
        [list, index, key] if list == "screenshots" && key == "path" && is_text => match index.parse() {
            Ok(index) => entry(form, ui, place, index),
            Err(_) => return false,
        },
        _ => return false,
    }
    true
}

fn cover(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) {
    pictured(form, ui, place, vec2(COVER, COVER), Target::Listing(Slot::Cover), "Set cover…");
}

/// The picture of an entry; beside a video it is its cover.
fn entry(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>, index: usize) {
    let has_video = form.manifest.at(&pointer!["screenshots", index, "video"]).is_some();
    let words = if has_video && place.value.is_none() { "Set a cover for the video…" } else { "Change picture…" };
    pictured(form, ui, place, ENTRY, Target::Listing(Slot::Entry(index)), words);
    let files = place.value.is_some_and(|value| value.as_str().is_some_and(|path| path.starts_with("media/")));
    if files {
        ui.add_space(-8.0);
        let row = ui.scope(|ui| {
            let top = ui.cursor().min.y;
            let column = form.columns.field_at(top);
            let mut child = ui.new_child(egui::UiBuilder::new().id_salt((&place.at, "out")).max_rect(column));
            let name = format!("Take out gallery entry {} with its file", index + 1);
            let out = child.add(Button::quiet("Take it out with its file").icon(Icon::Trash).name(&name)).clicked();
            ui.allocate_rect(child.min_rect(), egui::Sense::hover());
            out
        });
        ui.add_space(14.0);
        if row.inner {
            form.wishes.push(Wish::Media(Ask::Do(Box::new(Work::TakeOutEntry(index)))));
        }
    }
}

/// A picture with its path, and the buttons that open the crop tool.
fn pictured(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>, size: egui::Vec2, target: Target, words: &str) {
    let path = place.text();
    let there = !path.is_empty();
    let mut asked = None;
    let edit = form.row(ui, Row::new(place).beside(Beside::Nothing), |ui, form| {
        let frame = Rect::from_min_size(ui.cursor().min, size);
        form.thumbnail(ui, frame, Some(path.as_ref()).filter(|path| !path.is_empty()));
        ui.allocate_rect(frame, egui::Sense::hover());
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let name = |what: &str| format!("{what} ({})", place.name);
            if ui.add(Button::control(words).icon(Icon::Image).form().name(&name(words))).clicked() {
                asked = Some(Ask::Picture(target));
            }
            if there && ui.add(Button::control("Crop again…").form().name(&name("Crop again…"))).clicked() {
                asked = Some(Ask::CropAgain(target));
            }
        });
        let edit = form.path_box(ui, place, &TextLook::default(), &KINDS);
        form.help_where_empty(ui, place);
        edit
    });
    form.take_text(place, edit.inner);
    form.wishes.extend(asked.map(Wish::Media));
}

fn picture(entry: Ref<'_>) -> Option<String> {
    entry.get("path")?.as_str().map(std::borrow::Cow::into_owned)
}

/// *Add a screenshot…* opens the crop tool, *Add a video* makes an entry whose link is to be pasted.
fn add(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>, of: &'static Rule, full: Option<&str>) {
    let video = ui.add(Button::control("Add a video").icon(Icon::Plus).blocked(full));
    let shot = ui.add(Button::control("Add a screenshot…").icon(Icon::Plus).blocked(full));
    if shot.clicked() {
        form.wishes.push(Wish::Media(Ask::Picture(Target::Listing(Slot::New))));
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
