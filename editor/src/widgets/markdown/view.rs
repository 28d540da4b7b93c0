//! A text with paragraphs, lists and tables.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use egui::layers::ShapeIdx;
use egui::{Color32, FontFamily, Rect, Shape, TextStyle, Ui, Vec2, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use tablewright_core::manifest::markdown::harmless;

use crate::icons::Icon;
use crate::theme::{Tokens, body, heading, mono};

/// What is kept of a text between frames.
#[derive(Default)]
struct Kept {
    hash: u64,
    harmless: String,
    cache: CommonMarkCache,
}

/// Draws `text` over the width that is left. `name` tells this text from others beside it.
pub fn markdown(ui: &mut Ui, name: &str, text: &str) {
    let id = ui.make_persistent_id(("markdown", name));
    let kept: Arc<Mutex<Kept>> = ui.data_mut(|data| data.get_temp_mut_or_default::<Arc<Mutex<Kept>>>(id).clone());
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let hash = hasher.finish();
    if hash != kept.hash || kept.harmless.is_empty() {
        kept.hash = hash;
        kept.harmless = harmless(text).into_owned();
    }
    let Kept { harmless, cache, .. } = &mut *kept;
    ui.push_id(id, |ui| {
        let t = Tokens::of(ui);
        let strong = strong_color(t.text);
        style(ui, t, strong);
        let layer = ui.layer_id();
        let first = ui.ctx().graphics_mut(|graphics| graphics.entry(layer).next_idx());
        // Nothing is loaded from anywhere: pictures have become links.
        CommonMarkViewer::new().indentation_spaces(2).explicit_image_uri_scheme(true).show(ui, cache, harmless);
        let copies = finish(ui, first, strong);
        for at in copies {
            Icon::Copy.paint(ui, at, 14.0, t.text2);
        }
    });
}

/// Bold text is told from other text by its colour, which nobody can tell apart: the viewer gives it no weight.
fn strong_color(text: Color32) -> Color32 {
    let [r, g, b, _] = text.to_array();
    Color32::from_rgb(r, g, b ^ 1)
}

fn style(ui: &mut Ui, t: &Tokens, strong: Color32) {
    let style = ui.style_mut();
    style.text_styles.insert(TextStyle::Body, body());
    style.text_styles.insert(TextStyle::Heading, heading(18.0));
    style.text_styles.insert(TextStyle::Monospace, mono());
    style.visuals.widgets.active.fg_stroke.color = strong;
    style.visuals.widgets.noninteractive.fg_stroke.color = t.text;
    style.visuals.extreme_bg_color = t.inset;
    style.visuals.code_bg_color = t.control;
    style.visuals.weak_text_color = Some(t.text2);
    style.spacing.item_spacing = Vec2::new(8.0, 2.0);
    // Signs of lists stand on the line of their text.
    style.spacing.interact_size.y = 18.0;
}

/// Gives bold text its weight, by drawing it twice, a little apart, and takes the viewer's emoji for *Copy* away. Returns
/// where those stood.
fn finish(ui: &Ui, first: ShapeIdx, strong: Color32) -> Vec<Rect> {
    let mut copies = Vec::new();
    ui.ctx().graphics_mut(|graphics| {
        let list = graphics.entry(ui.layer_id());
        for index in first.0..list.next_idx().0 {
            list.mutate_shape(ShapeIdx(index), |clipped| {
                let Shape::Text(text) = &clipped.shape else { return };
                if matches!(text.galley.text(), "🗐" | "✔") {
                    copies.push(Rect::from_min_size(text.pos, text.galley.size()));
                    clipped.shape = Shape::Noop;
                    return;
                }
                let sections = &text.galley.job.sections;
                let plain = |family: &FontFamily| matches!(family, FontFamily::Proportional | FontFamily::Monospace);
                let bold = |s: &egui::text::LayoutSection| s.format.color == strong && plain(&s.format.font_id.family);
                if !sections.is_empty() && sections.iter().all(bold) {
                    let mut again = text.clone();
                    again.pos += vec2(0.4, 0.0);
                    clipped.shape = Shape::Vec(vec![clipped.shape.clone(), Shape::Text(again)]);
                }
            });
        }
    });
    copies
}
