//! The listing as players see it: the card.

use egui::{Align2, CornerRadius, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use tablewright_core::json::Ref;

use super::nav::players;
use crate::forms::{Form, names};
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, body, heading, small};
use crate::widgets::{Tone, chip, elided, paint_text};

const EDGE: f32 = 20.0;

/// Draws the preview into all the room that is left.
pub(super) fn show(ui: &mut Ui, form: &mut Form<'_>) {
    let t = Tokens::of(ui);
    let room = ui.max_rect();
    let head = room.with_max_y(room.top() + super::HEAD);
    let galley = elided(ui, "As players see it", heading(13.0), t.text, head.width() - 2.0 * EDGE);
    paint_text(ui, head.shrink2(vec2(EDGE, 0.0)), Align2::LEFT_CENTER, &galley);
    let line = Rect::from_min_max(pos2(head.left(), head.bottom() - 1.0), head.right_bottom());
    ui.painter().rect_filled(line, 0.0, t.border_subtle);
    let inner = room.with_min_y(head.bottom() + 20.0).shrink2(vec2(EDGE, 0.0));
    let mut child = ui.new_child(egui::UiBuilder::new().id_salt("card").max_rect(inner));
    card(&mut child, form);
}

fn card(ui: &mut Ui, form: &mut Form<'_>) {
    let t = Tokens::of(ui);
    let root = form.manifest.root();
    let text = |key: &str| root.get(key).and_then(Ref::as_str).unwrap_or_default().chars().take(300).collect::<String>();
    let top = ui.cursor().min;
    let width = ui.available_width();
    let back = ui.painter().add(egui::Shape::Noop);
    let frame = Rect::from_min_size(top, vec2(width, width * 0.7));
    let cover = text("coverImage");
    form.thumbnail(ui, frame, Some(cover.as_str()).filter(|cover| !cover.is_empty()));
    ui.allocate_rect(frame, Sense::hover());
    egui::Frame::new().inner_margin(egui::Margin::symmetric(14, 12)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 8.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new(text("name")).font(heading(14.0)).color(t.text));
            let category = text("category");
            if !category.is_empty() {
                chip(ui, Tone::Plain, &names::word(&category));
            }
        });
        let summary = text("summary");
        let tags = || {
            let tags = root.get("tags").into_iter().flat_map(Ref::items).take(20).filter_map(Ref::as_str);
            tags.collect::<Vec<_>>().join(", ")
        };
        let words = if summary.trim().is_empty() { tags() } else { summary };
        let words = if words.is_empty() { "No description provided.".to_owned() } else { words };
        ui.label(RichText::new(words).font(body()).color(t.text2));
        if let Some(players) = players(root) {
            ui.horizontal(|ui| {
                ui.add(Icon::Users.image(14.0).tint(t.text2));
                let words = if players.contains("player") { players } else { format!("{players} players") };
                ui.label(RichText::new(words).font(small()).color(t.text2));
            });
        }
    });
    let whole = Rect::from_min_max(top, pos2(top.x + width, ui.cursor().min.y));
    let radius = CornerRadius::same(METRICS.radius_card);
    let shape = egui::epaint::RectShape::new(whole, radius, t.raised, Stroke::new(1.0, t.border_subtle), StrokeKind::Inside);
    ui.painter().set(back, shape);
}
