//! One line of Markdown.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontFamily, FontId, Response, Stroke, Ui};
use tablewright_core::manifest::markdown::{Span, inline};

use crate::theme::{Tokens, heading};

/// Draws one line with its bold text, code and links, wrapped where it is longer than the room. Links are shown and lead
/// nowhere: the whole card is one.
pub fn inline_markdown(ui: &mut Ui, text: &str, font: &FontId, color: Color32) -> Response {
    let spans = inline(text);
    let t = Tokens::of(ui);
    let mut job = LayoutJob::default();
    for span in &spans {
        job.append(&span.text, 0.0, format(span, font, color, t));
    }
    ui.add(egui::Label::new(job).wrap())
}

fn format(span: &Span, font: &FontId, color: Color32, t: &Tokens) -> TextFormat {
    let font_id = if span.code {
        FontId::new(font.size - 1.0, FontFamily::Monospace)
    } else if span.strong {
        heading(font.size)
    } else {
        font.clone()
    };
    let color = match (&span.link, span.strong) {
        (Some(_), _) => t.accent,
        (None, true) => t.text,
        (None, false) => color,
    };
    TextFormat {
        font_id,
        color,
        italics: span.emphasis,
        background: if span.code { t.control } else { Color32::TRANSPARENT },
        underline: if span.link.is_some() { Stroke::new(1.0, color) } else { Stroke::NONE },
        ..TextFormat::default()
    }
}
