//! The variants of the pack, as a strip of cards under the scene: which one is shown, what each changes, and its badges.

use egui::{Align2, CornerRadius, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, vec2};
use tablewright_core::variants::VariantInfo;

use super::{View, Wish};
use crate::commands::Command;
use crate::dock::Workspace;
use crate::icons::Icon;
use crate::session::Action;
use crate::theme::{METRICS, Tokens, small, small_medium, strong};
use crate::viewport::Thumbnails;
use crate::viewport::thumbnails::Place;
use crate::widgets::{Button, Tone, elided, empty_state, focus_ring, paint_text, tip};

/// A card with its picture.
const CARD: egui::Vec2 = egui::Vec2::new(133.0, 88.0);

/// The picture of a card.
const PICTURE: egui::Vec2 = egui::Vec2::new(127.0, 52.0);

/// A strip lower than this has one row of names.
const ROOM_FOR_PICTURES: f32 = 110.0;

/// The words under a variant's name: what it changes about the base.
pub fn changes_in_words(info: &VariantInfo) -> String {
    match (info.is_base, info.changes) {
        (true, _) => "Base".to_owned(),
        (false, 0) => "Same as the base".to_owned(),
        (false, 1) => "1 change".to_owned(),
        (false, n) => format!("{n} changes"),
    }
}

/// Draws the strip. Without `pictures` the cards have none.
pub fn show(ui: &mut Ui, view: View<'_>, mut pictures: Option<&mut Thumbnails>) -> Vec<Wish> {
    let session = view.session;
    let infos = session.variants();
    if infos.is_empty() {
        let purpose = "One way to play it. A variant is the same game, set up differently.";
        let button = (session.manifest_text("type") == "game-pack").then_some((Icon::Variants, "Variants…"));
        let pressed = empty_state(ui, Tone::Plain, Icon::Variants, "No variants", purpose, button);
        return pressed.then_some(Wish::Command(Command::Variants)).into_iter().collect();
    }
    let mut wishes = Vec::new();
    let tall = ui.available_height() >= ROOM_FOR_PICTURES;
    if tall {
        heading(ui, infos.len(), &mut wishes);
    } else {
        ui.add_space(4.0);
    }
    let room = ui.available_rect_before_wrap().shrink2(vec2(f32::from(METRICS.panel_edge), 0.0));
    let mut child = ui.new_child(UiBuilder::new().max_rect(room));
    ScrollArea::horizontal().auto_shrink(false).show(&mut child, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            for (place, info) in infos.iter().enumerate() {
                let pictures = pictures.as_deref_mut().filter(|_| tall);
                let response = card(ui, view, place, info, tall, pictures);
                if response.clicked() {
                    wishes.push(Wish::Act(Action::Show(info.id.clone())));
                }
                if response.double_clicked() {
                    wishes.push(Wish::Command(Command::Variants));
                }
            }
        });
    });
    wishes
}

/// How many there are, and what else can be done with them.
fn heading(ui: &mut Ui, count: usize, wishes: &mut Vec<Wish>) {
    let t = Tokens::of(ui);
    let heading = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), METRICS.section));
    let words = elided(ui, "Variants", strong(), t.text, 120.0);
    let left = heading.with_min_x(heading.left() + f32::from(METRICS.panel_edge));
    paint_text(ui, left, Align2::LEFT_CENTER, &words);
    let count = elided(ui, &format!("{count} of {}", tablewright_core::variants::MAX_VARIANTS), small(), t.text3, 80.0);
    paint_text(ui, left.with_min_x(left.left() + words.size().x + 8.0), Align2::LEFT_CENTER, &count);
    let right = heading.with_max_x(heading.right() - f32::from(METRICS.panel_edge));
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    let mut buttons = ui.new_child(UiBuilder::new().id_salt("strip buttons").max_rect(right).layout(layout));
    if buttons.add(Button::quiet("Compare").icon(Icon::Compare)).clicked() {
        wishes.push(Wish::Command(Command::Show(Workspace::Compare)));
    }
    if buttons.add(Button::quiet("Variants…").icon(Icon::Settings)).clicked() {
        wishes.push(Wish::Command(Command::Variants));
    }
    ui.advance_cursor_after_rect(heading);
}

fn card(
    ui: &mut Ui,
    view: View<'_>,
    place: usize,
    info: &VariantInfo,
    tall: bool,
    pictures: Option<&mut Thumbnails>,
) -> egui::Response {
    let t = Tokens::of(ui);
    let shown = view.session.shown() == info.id;
    let size = if tall { CARD } else { vec2(CARD.x, 28.0) };
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = format!("Variant {}", info.name);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), shown, &name));
    let fill = match (shown, response.hovered()) {
        (true, _) => t.selection_dim,
        (false, true) => t.hover,
        (false, false) => t.raised,
    };
    let edge = match (shown, view.only()) {
        (true, true) => Stroke::new(2.0, t.scope_only),
        (true, false) => Stroke::new(2.0, t.accent),
        // Named with the one shown: edits reach it too.
        (false, true) if view.session.also().contains(&info.id) => Stroke::new(1.0, t.scope_only),
        (false, _) => Stroke::new(1.0, t.border_subtle),
    };
    let radius = CornerRadius::same(METRICS.radius);
    ui.painter().rect_filled(rect, radius, fill);
    let mut words = rect.shrink2(vec2(8.0, 3.0));
    if tall {
        let picture = Rect::from_min_size(rect.min + vec2((CARD.x - PICTURE.x) / 2.0, 3.0), PICTURE);
        ui.painter().rect_filled(picture, radius, t.viewport);
        if let Some(pictures) = pictures {
            pictures.paint(ui, view.session, &info.id, Place::Strip, picture);
        }
        words = Rect::from_min_max(egui::pos2(words.left(), picture.bottom() + 2.0), words.max);
    }
    ui.painter().rect_stroke(rect, radius, edge, StrokeKind::Inside);
    if response.has_focus() {
        focus_ring(ui, rect, METRICS.radius, false);
    }
    let upper = if tall { words.with_max_y(words.center().y) } else { words };
    let title = elided(ui, &info.name, small_medium(), t.text, words.width());
    paint_text(ui, upper, Align2::LEFT_CENTER, &title);
    let badges = badges(info);
    if tall {
        let lower = words.with_min_y(words.center().y);
        let said = if info.listed { changes_in_words(info) } else { "Not in the list".to_owned() };
        let color = if info.listed { t.text3 } else { t.warning };
        let said = elided(ui, &said, small(), color, lower.width() - 18.0 * badges.len() as f32);
        paint_text(ui, lower, Align2::LEFT_CENTER, &said);
        for (i, (icon, _)) in badges.iter().enumerate() {
            let at = Rect::from_center_size(lower.right_center() - vec2(7.0 + 18.0 * i as f32, 0.0), vec2(14.0, 14.0));
            icon.paint(ui, at, 14.0, t.text2);
        }
    }
    let mut sentence = info.description.clone().unwrap_or_else(|| info.name.clone());
    if !tall {
        sentence.push('\n');
        sentence.push_str(&changes_in_words(info));
    }
    for (_, badge) in badges.iter().rev() {
        sentence.push('\n');
        sentence.push_str(badge);
    }
    let keys = if place < 9 { format!("Alt {}", place + 1) } else { String::new() };
    tip(response, &sentence, &keys)
}

/// The badges from right to left.
pub(super) fn badges(info: &VariantInfo) -> Vec<(Icon, &'static str)> {
    let all = [
        (info.ranked, Icon::Trophy, "Ranked play can be switched on."),
        (info.rules_enforced, Icon::Shield, "Fully scripted: the script is the referee."),
        (info.is_base, Icon::Base, "The base: the other variants are kept as differences from it."),
        (info.is_default, Icon::Default, "The default: a lobby starts with it."),
    ];
    all.into_iter().filter(|(on, ..)| *on).map(|(_, icon, words)| (icon, words)).collect()
}
