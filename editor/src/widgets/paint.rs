//! Small things that several widgets paint: text that ends in an ellipsis, rings of focus, hairlines.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align2, Color32, CornerRadius, FontId, Galley, Rect, Stroke, StrokeKind, Ui};

use crate::theme::{Tokens, heading};

/// The beginning of a text, of at most so many characters, cut before anything is laid out.
pub fn clipped(text: &str, longest: usize) -> Cow<'_, str> {
    if text.len() <= longest {
        return text.into();
    }
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// One line of text that ends in `…` where it would be wider than `max_width` points.
pub fn elided(ui: &Ui, text: &str, font: FontId, color: Color32, max_width: f32) -> Arc<Galley> {
    // No line has room for more; a file may hold a text of many megabytes.
    let text = clipped(text, 4096);
    let mut job = LayoutJob::single_section(text.into_owned(), TextFormat::simple(font, color));
    job.wrap = TextWrapping::truncate_at_width(max_width.max(0.0));
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// The same with the bytes `mark` of the text in 600 and the colour `found`. A mark that is no part of the text marks
/// nothing.
pub fn marked(
    ui: &Ui,
    text: &str,
    mark: &Range<usize>,
    (font, color): (FontId, Color32),
    found: Color32,
    max_width: f32,
) -> Arc<Galley> {
    let (Some(before), Some(within), Some(after)) = (text.get(..mark.start), text.get(mark.clone()), text.get(mark.end..)) else {
        return elided(ui, text, font, color, max_width);
    };
    let bold = TextFormat::simple(heading(font.size), found);
    let plain = TextFormat::simple(font, color);
    let mut job = LayoutJob { wrap: TextWrapping::truncate_at_width(max_width.max(0.0)), ..LayoutJob::default() };
    for (part, format) in [(before, &plain), (within, &bold), (after, &plain)] {
        job.append(part, 0.0, format.clone());
    }
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// Paints a laid out text inside `rect`, on whole points, and returns where it stands.
pub fn paint_text(ui: &Ui, rect: Rect, align: Align2, galley: &Arc<Galley>) -> Rect {
    let at = align.align_size_within_rect(galley.size(), rect);
    let pos = at.min.round();
    ui.painter().galley(pos, galley.clone(), Color32::PLACEHOLDER);
    Rect::from_min_size(pos, galley.size())
}

/// The ring of the keyboard's focus: 2 points, inside `rect`, or 1 point outside it around filled controls.
pub fn focus_ring(ui: &Ui, rect: Rect, radius: u8, outside: bool) {
    let stroke = Stroke::new(2.0, Tokens::of(ui).focus);
    if outside {
        // A filled control keeps a gap of 1 point, so that the ring is seen on a fill of nearly its colour.
        let painter = ui.painter().with_clip_rect(ui.clip_rect().expand(4.0));
        painter.rect_stroke(rect.expand(1.0), CornerRadius::same(radius + 1), stroke, StrokeKind::Outside);
    } else {
        ui.painter().rect_stroke(rect, CornerRadius::same(radius), stroke, StrokeKind::Inside);
    }
}

/// A hairline over the whole width that is left, taking 1 point of height.
pub fn hairline(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 1.0), egui::Sense::hover());
    ui.painter().rect_filled(rect, 0.0, Tokens::of(ui).border_subtle);
}
