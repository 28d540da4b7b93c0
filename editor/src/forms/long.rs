//! Texts that are too long to be laid out in every frame: they are shown cut, counted once, and kept.

use egui::{RichText, Ui};
use rustc_hash::FxHashMap;
use tablewright_core::json::Ref;

use super::{Form, Place, Row, names};
use crate::theme::Tokens;
use crate::widgets::{Button, TextField};

/// Longer texts of one line are shown cut, in bytes of the file.
const LONG_LINE: usize = 8 << 10;
/// Longer texts of several lines are shown cut.
const LONG_LINES: usize = 128 << 10;
/// So much of a text that is cut is shown, in characters.
const SHOWN: usize = 120;

/// Lengths of long texts, counted once: by where their bytes stand, which stay as long as the document lives.
#[derive(Debug, Default)]
pub(super) struct Lengths(FxHashMap<(usize, usize), usize>);

impl Lengths {
    /// How many UTF-16 units a text has.
    pub(super) fn of(&mut self, value: Ref<'_>) -> usize {
        let raw = value.raw().unwrap_or_default();
        let count = || value.utf16_len().unwrap_or_default();
        if raw.len() < LONG_LINE {
            return count();
        }
        if self.0.len() > 64 {
            self.0.clear();
        }
        *self.0.entry((raw.as_ptr() as usize, raw.len())).or_insert_with(count)
    }
}

/// Whether a text is too long to be edited in its field.
pub(super) fn is_long(value: Ref<'_>, lines: bool) -> bool {
    value.raw().is_some_and(|raw| raw.len() > if lines { LONG_LINES } else { LONG_LINE })
}

impl Form<'_> {
    /// A text that is cut: read-only, with ways to make it short.
    pub(super) fn long_text(&mut self, ui: &mut Ui, place: &Place<'_>) {
        let Some(value) = place.value else { return };
        let length = self.state.lengths.of(value);
        let shown = cut(value);
        let longest = place.longest();
        let wanted = longest.map(|longest| format!("Cut to {} characters", names::grouped(longest)));
        let why = format!("{} characters are too many to be edited here", names::grouped(length));
        let cut_it = self.row(ui, Row::new(place), |ui, _| {
            TextField::new(&place.name, &shown).form().mono().locked(Some(&why)).show(ui);
            let t = Tokens::of(ui);
            ui.label(RichText::new(format!("{why}. All of it is kept.")).font(crate::theme::small()).color(t.text2));
            wanted.as_deref().is_some_and(|words| ui.add(Button::control(words)).clicked())
        });
        if let Some(longest) = longest.filter(|_| cut_it.inner) {
            let text = place.text();
            let mut units = 0;
            let short: String = text
                .chars()
                .take_while(|c| {
                    units += c.len_utf16();
                    units <= longest
                })
                .collect();
            self.set(place, short);
        }
    }
}

/// The beginning of a text, taken from its bytes without reading the rest.
fn cut(value: Ref<'_>) -> String {
    let raw = value.raw().unwrap_or_default().trim_start_matches('"');
    let end = raw.char_indices().nth(SHOWN).map_or(raw.len(), |(end, _)| end);
    format!("{}…", &raw[..end])
}
