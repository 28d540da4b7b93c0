//! Sounds: the sets that scripts play by name, each clip with its length and a button that plays it.

use egui::{Align2, Rect, Sense, Ui, pos2, vec2};
use tablewright_core::json::{Kind, Ref};
use tablewright_core::pointer;
use tablewright_core::sound::clock;

use crate::forms::{Beside, Form, Place, Row};
use crate::icons::Icon;
use crate::media::sounds::Known;
use crate::theme::{Tokens, mono_small, small};
use crate::widgets::{Button, Tone, elided, icon_button, note, paint_text, tip};

/// The height of a clip's row.
const ROW: f32 = 32.0;
/// The kinds of files that are offered.
const KINDS: [&str; 5] = ["wav", "mp3", "ogg", "flac", "m4a"];

/// Draws the tab.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    form.special = Some(special);
    form.field(ui, &pointer!["soundSets"]);
    form.special = None;
}

fn special(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) -> bool {
    match place.at.tokens() {
        [list, _, key] if list == "soundSets" && key == "variants" => {
            let fits = place.value.is_none_or(|value| {
                value.is_array()
                    && value.items().all(|clip| clip.kind() == Kind::String && clip.raw().is_some_and(|raw| raw.len() < 1000))
            });
            if fits {
                clips(form, ui, place);
            }
            fits
        }
        _ => false,
    }
}

fn clips(form: &mut Form<'_>, ui: &mut Ui, place: &Place<'_>) {
    let (words, full) = form.room_in(place);
    let mut removed = None;
    let mut added = None;
    form.row(ui, Row::new(place).beside(Beside::Words(words)), |ui, form| {
        ui.spacing_mut().item_spacing.y = 2.0;
        for (index, clip) in place.value.into_iter().flat_map(Ref::items).enumerate() {
            let path = clip.as_str().unwrap_or_default();
            if row(ui, form, (place, index), &path) {
                removed = Some(index);
            }
        }
        let button = ui.add(Button::control("Add a clip").icon(Icon::Plus).form().blocked(full.as_deref()));
        added = form.path_list(ui, &button, "Sounds of the pack", &KINDS);
        form.help_where_empty(ui, place);
    });
    if let Some(index) = removed {
        form.remove_element(&place.at, index);
    }
    if let Some(path) = added {
        let count = place.value.map_or(0, Ref::len);
        let op = tablewright_core::edit::ManifestOp::Insert(place.at.clone(), count, path.as_str().into());
        form.act("Add a clip", vec![op]);
    }
}

/// One clip: play, path, length, *Remove*. Whether it is to be taken out.
fn row(ui: &mut Ui, form: &mut Form<'_>, (place, index): (&Place<'_>, usize), path: &str) -> bool {
    let t = Tokens::of(ui);
    let root = form.session.root();
    let known = form.state.sounds.get(root, path, ui);
    let plays = form.state.sounds.plays(path);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let name = format!("{}, clip {}", place.name, index + 1);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ListItem, true, &name));
    ui.painter().rect_filled(rect, 4.0, if response.hovered() { t.hover } else { t.inset });
    let button_at = |left: f32| Rect::from_min_size(pos2(left, rect.center().y - 14.0), vec2(28.0, 28.0));
    let child =
        |ui: &mut Ui, at: Rect, salt: &str| ui.new_child(egui::UiBuilder::new().id_salt((&place.at, index, salt)).max_rect(at));
    let blocked = match &known {
        Known::Sound(_) => None,
        Known::Reading => Some("It is being read"),
        Known::Failed(_) => Some("It can’t be played"),
    };
    let mut first = child(ui, button_at(rect.left() + 2.0), "play");
    let (icon, words) =
        if plays { (Icon::Close, format!("Stop clip {}", index + 1)) } else { (Icon::Sound, format!("Play clip {}", index + 1)) };
    if icon_button(&mut first, icon, &words, "", plays, blocked, 28.0).clicked() {
        if plays {
            form.state.sounds.stop();
        } else {
            form.state.sounds.play(root, path, ui);
        }
    }
    let mut last = child(ui, button_at(rect.right() - 30.0), "remove");
    let remove = format!("Remove clip {}", index + 1);
    let removed = icon_button(&mut last, Icon::Trash, &remove, "", false, None, 28.0).clicked();
    let (words, color) = match &known {
        Known::Sound(facts) => (clock(facts.seconds), t.text2),
        Known::Reading => (String::new(), t.text3),
        Known::Failed(_) => ("Not a sound".to_owned(), t.error),
    };
    let galley = elided(ui, &words, small(), color, 88.0);
    let end = paint_text(ui, rect.with_max_x(rect.right() - 38.0), Align2::RIGHT_CENTER, &galley).left() - 8.0;
    let text = rect.with_min_x(rect.left() + 38.0).with_max_x(end);
    let galley = elided(ui, path, mono_small(), t.text, text.width());
    paint_text(ui, text, Align2::LEFT_CENTER, &galley);
    if let Known::Failed(why) = &known {
        tip(response, why, "");
    }
    if let Some(why) = form.state.sounds.trouble(path) {
        note(ui, Tone::Warning, why, "", None);
    }
    removed
}
