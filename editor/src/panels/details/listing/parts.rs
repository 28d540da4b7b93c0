//! What card and page share: pictures that fill their frame, facts with an icon, chips, headings.

use egui::{Align2, Color32, CornerRadius, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use tablewright_core::json::Ref;
use tablewright_core::manifest::listing::{category_words, players, text};

use crate::forms::pictures::{Picture, Pictures};
use crate::icons::Icon;
use crate::session::Session;
use crate::theme::{METRICS, Tokens, caption_medium, heading, small};
use crate::widgets::{elided, paint_text, tip};

/// Where a picture stands and what stands there without one.
pub(super) struct Place<'a> {
    pub(super) rect: Rect,
    pub(super) corners: CornerRadius,
    pub(super) placeholder: Icon,
    /// What a screen reader says.
    pub(super) name: &'a str,
}

/// Paints the picture at `path` so that it fills its place, cut at the longer side; a placeholder while it is read, where there
/// is none, and where it cannot be shown.
pub(super) fn picture(ui: &mut Ui, session: &Session, pictures: &mut Pictures, path: Option<&str>, place: &Place<'_>) {
    let Place { rect, corners, placeholder, name } = *place;
    let t = Tokens::of(ui);
    let shown = path.map(|path| pictures.get(session.root(), path, ui.ctx()));
    let response = ui.interact(rect, ui.scope_id().with(("picture", name)), Sense::hover());
    let (icon, said) = match &shown {
        Some(Picture::Ready(texture)) => {
            let size = texture.size_vec2();
            let scale = (rect.width() / size.x).max(rect.height() / size.y);
            let part = vec2(rect.width() / (size.x * scale), rect.height() / (size.y * scale));
            let uv = Rect::from_center_size(pos2(0.5, 0.5), part);
            egui::Image::from_texture(texture).uv(uv).corner_radius(corners).paint_at(ui, rect);
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
            return;
        }
        Some(Picture::Failed(why)) => (Icon::Warning, format!("{}: {why}.", path.unwrap_or_default())),
        Some(Picture::Loading) => (placeholder, "Loading…".to_owned()),
        None => (placeholder, String::new()),
    };
    ui.painter().rect_filled(rect, corners, t.inset);
    let broken = matches!(shown, Some(Picture::Failed(_)));
    let size = if rect.height() >= 96.0 { 20.0 } else { 16.0 };
    icon.paint(ui, rect, size, if broken { t.warning } else { t.text3 });
    let described = if said.is_empty() { name.to_owned() } else { format!("{name}: {said}") };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &described));
    if !said.is_empty() && rect.height() >= 96.0 {
        let galley = elided(ui, &said, small(), t.text3, rect.width() - 24.0);
        paint_text(
            ui,
            rect.with_min_y(rect.center().y + 16.0).with_max_y(rect.center().y + 36.0),
            Align2::CENTER_CENTER,
            &galley,
        );
    } else if broken {
        tip(response, &said, "");
    }
}

/// A fact with its icon: *2 players*.
pub(super) fn fact(ui: &mut Ui, icon: Icon, words: &str) {
    let t = Tokens::of(ui);
    let galley = elided(ui, words, small(), t.text2, (ui.available_width() - 20.0).max(40.0));
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x.ceil() + 20.0, 18.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
    icon.paint(ui, rect.with_max_x(rect.left() + 14.0), 14.0, t.text2);
    paint_text(ui, rect.with_min_x(rect.left() + 20.0), Align2::LEFT_CENTER, &galley);
}

/// Players, variants and bots, as far as the pack has them.
pub(super) fn facts(ui: &mut Ui, root: Ref<'_>) {
    ui.spacing_mut().interact_size.y = 18.0;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(16.0, 4.0);
        if let Some(players) = players(root) {
            fact(ui, Icon::Users, &players);
        }
        let count = |key: &str| root.get(key).filter(|list| list.is_array()).map_or(0, Ref::len);
        for (key, icon, one, many) in [("variants", Icon::Variants, "variant", "variants"), ("bots", Icon::Bot, "bot", "bots")] {
            match count(key) {
                0 => {}
                1 => fact(ui, icon, &format!("1 {one}")),
                n => fact(ui, icon, &format!("{n} {many}")),
            }
        }
    });
}

/// The chip of the category, in words.
pub(super) fn category(root: Ref<'_>) -> Option<String> {
    Some(category_words(&text(root, "category")?)).filter(|words| !words.is_empty())
}

/// A chip with an edge, as the platform draws categories and tags.
pub(super) fn chip(ui: &mut Ui, words: &str) {
    let t = Tokens::of(ui);
    let galley = elided(ui, words, caption_medium(), t.text2, (ui.available_width() - 12.0).clamp(24.0, 240.0));
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x.ceil() + 12.0, 20.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
    ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius_small), t.control);
    paint_text(ui, rect, Align2::CENTER_CENTER, &galley);
}

/// The width that [`chip`] takes.
pub(super) fn chip_width(ui: &Ui, words: &str, room: f32) -> f32 {
    elided(ui, words, caption_medium(), Color32::PLACEHOLDER, (room - 12.0).clamp(24.0, 240.0)).size().x.ceil() + 12.0
}

/// A heading inside the preview.
pub(super) fn head(ui: &mut Ui, words: &str) {
    let t = Tokens::of(ui);
    ui.add_space(16.0);
    ui.label(egui::RichText::new(words).font(heading(13.0)).color(t.text));
    ui.add_space(4.0);
}

/// The round play mark over the cover of a video.
pub(super) fn play_mark(ui: &Ui, rect: Rect) {
    let center = rect.center();
    let radius = (rect.height() * 0.2).clamp(12.0, 24.0);
    ui.painter().circle(center, radius, Color32::from_black_alpha(170), Stroke::new(1.5, Color32::WHITE));
    let r = radius * 0.45;
    let points = vec![center + vec2(-r * 0.7, -r), center + vec2(r, 0.0), center + vec2(-r * 0.7, r)];
    ui.painter().add(egui::Shape::convex_polygon(points, Color32::WHITE, Stroke::NONE));
}

/// The edge of a picture, so that one of the panel's own colour is seen.
pub(super) fn edge(ui: &Ui, rect: Rect, radius: u8) {
    let t = Tokens::of(ui);
    ui.painter().rect_stroke(rect, CornerRadius::same(radius), Stroke::new(1.0, t.border_subtle), StrokeKind::Inside);
}
