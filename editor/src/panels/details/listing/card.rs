//! The card of a pack in the platform's lists.

use egui::{Align, CornerRadius, Frame, Layout, Margin, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use tablewright_core::json::Ref;
use tablewright_core::manifest::listing::{Line, NO_DESCRIPTION, line, text};

use super::parts::{Place, category, chip, chip_width, facts, picture};
use crate::forms::pictures::Pictures;
use crate::icons::Icon;
use crate::session::Session;
use crate::theme::{METRICS, Tokens, body, heading};
use crate::widgets::{elided, markdown::inline_markdown};

/// Draws the card `width` points wide.
pub(super) fn show(ui: &mut Ui, session: &Session, pictures: &mut Pictures, width: f32) {
    let Some(manifest) = session.manifest() else { return };
    let t = Tokens::of(ui);
    let root = manifest.root();
    let frame = Frame::new()
        .fill(t.raised)
        .stroke(Stroke::new(1.0, t.border_subtle))
        .corner_radius(CornerRadius::same(METRICS.radius_card));
    let response = frame.show(ui, |ui| {
        ui.set_width(width - 2.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        let (rect, _) = ui.allocate_exact_size(vec2(width - 2.0, width - 2.0), Sense::hover());
        let corners = CornerRadius { nw: METRICS.radius_card, ne: METRICS.radius_card, sw: 0, se: 0 };
        let cover = text(root, "coverImage");
        let place = Place { rect, corners, placeholder: Icon::Image, name: "Cover" };
        picture(ui, session, pictures, cover.as_deref(), &place);
        Frame::new().inner_margin(Margin { left: 14, right: 14, top: 12, bottom: 14 }).show(ui, |ui| {
            ui.set_width(width - 30.0);
            ui.spacing_mut().item_spacing.y = 6.0;
            name(ui, root);
            match line(root) {
                Line::Summary(text) => drop(inline_markdown(ui, &text, &body(), t.text2)),
                Line::Tags(text) => plain(ui, &text),
                Line::Nothing => plain(ui, NO_DESCRIPTION),
            }
            facts(ui, root);
        });
    });
    response.response.widget_info(|| WidgetInfo::labeled(Role::Group, true, "Card"));
}

fn plain(ui: &mut Ui, text: &str) {
    let t = Tokens::of(ui);
    ui.add(egui::Label::new(egui::RichText::new(text).font(body()).color(t.text2)).wrap());
}

/// The name at the left and the category at the right; the name gives way.
fn name(ui: &mut Ui, root: Ref<'_>) {
    let t = Tokens::of(ui);
    let name = text(root, "name").unwrap_or_default();
    let room = ui.available_width();
    let category = category(root);
    let right = category.as_deref().map_or(0.0, |words| chip_width(ui, words, room * 0.6) + 8.0);
    let galley = elided(ui, &name, heading(16.0), t.text, room - right);
    let (rect, response) = ui.allocate_exact_size(vec2(room, 22.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    let at = pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
    ui.painter().galley(at.round(), galley, t.text);
    if let Some(words) = category {
        let layout = Layout::right_to_left(Align::Center);
        let at = rect.with_min_x(rect.right() - right + 8.0);
        chip(&mut ui.new_child(egui::UiBuilder::new().max_rect(at).layout(layout)), &words);
    }
}
