//! The preview of a sound: its length and a button that plays it.

use std::path::Path;

use egui::{Align2, Rect, Ui, UiBuilder, pos2, vec2};
use tablewright_core::sound::clock;

use crate::forms::names::grouped;
use crate::icons::Icon;
use crate::media::sounds::{Known, Sounds};
use crate::theme::{Tokens, heading, small};
use crate::widgets::{Button, elided, paint_text};

/// Draws it into `rect`.
pub(super) fn stage(ui: &mut Ui, sounds: &mut Sounds, root: &Path, path: &str, rect: Rect) {
    let t = Tokens::of(ui);
    let known = sounds.get(root, path, ui);
    let plays = sounds.plays(path);
    let middle = rect.center();
    let line = |y: f32| Rect::from_center_size(pos2(middle.x, middle.y + y), vec2(rect.width() - 32.0, 24.0));
    let (words, blocked) = match &known {
        Known::Sound(facts) => (clock(facts.seconds), None),
        Known::Reading => ("Reading…".to_owned(), Some("It is being read")),
        Known::Missing => ("Missing".to_owned(), Some("The file is not there")),
        Known::Failed(why) => (why.clone(), Some("It can’t be played")),
    };
    let font = if matches!(known, Known::Sound(_)) { heading(18.0) } else { small() };
    let galley = elided(ui, &words, font, t.text, rect.width() - 32.0);
    paint_text(ui, line(-36.0), Align2::CENTER_CENTER, &galley);
    let mut child = ui.new_child(UiBuilder::new().id_salt("player").max_rect(Rect::from_center_size(middle, vec2(88.0, 28.0))));
    let (icon, words) = if plays { (Icon::Close, "Stop") } else { (Icon::Sound, "Play") };
    if child.add(Button::control(words).icon(icon).form().wide(88.0).blocked(blocked)).clicked() {
        if plays {
            sounds.stop();
        } else {
            sounds.play(root, path, ui);
        }
    }
    let told = sounds.trouble(path).map(str::to_owned).or_else(|| match &known {
        Known::Sound(facts) => {
            let channels = if facts.channels == 1 { "mono" } else { "stereo" };
            let kind = facts.content.extensions().first().copied().unwrap_or_default().to_uppercase();
            Some(format!("{kind}, {channels}, {} samples a second", grouped(facts.rate as usize)))
        }
        _ => None,
    });
    if let Some(told) = told {
        let color = if sounds.trouble(path).is_some() { t.warning } else { t.text2 };
        let galley = ui.painter().layout(told, small(), color, rect.width() - 32.0);
        let at = pos2(middle.x - galley.size().x / 2.0, middle.y + 26.0);
        ui.painter().galley(at, galley, color);
    }
}
