//! Files under the pointer: dragged from the list onto the scene, or onto a field that takes a path. A workspace's name in
//! the top bar opens it when they rest there.

use std::sync::Arc;

use egui::{Context, DragAndDrop, Frame, Margin, Order, Rect, Stroke, StrokeKind, Ui, vec2};

use super::model::name_of;
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, small_medium};
use crate::widgets::{elided, paint_text};

/// Files that are being dragged out of the panel, by their paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraggedFiles(pub Vec<String>);

/// Takes files up.
pub(super) fn start(ui: &Ui, paths: Vec<String>) {
    if !paths.is_empty() {
        DragAndDrop::set_payload(ui.ctx(), DraggedFiles(paths));
    }
}

/// The files under the pointer.
pub fn dragged(ctx: &Context) -> Option<Arc<DraggedFiles>> {
    DragAndDrop::payload::<DraggedFiles>(ctx)
}

/// The one file that is let go over `rect` in this frame, a field that takes a path with one of `extensions` (any, where there
/// are none); marks it as the target while the file is over it.
pub fn dropped_path(ui: &Ui, rect: Rect, extensions: &[&str]) -> Option<String> {
    let files = dragged(ui.ctx())?;
    let [path] = files.0.as_slice() else { return None };
    let fits = extensions.is_empty()
        || tablewright_core::pack::extension(path).is_some_and(|has| extensions.iter().any(|end| has.eq_ignore_ascii_case(end)));
    // Not the response of a widget: while something is dragged nothing else is under the pointer.
    if !fits || !ui.is_enabled() || !ui.rect_contains_pointer(rect) {
        return None;
    }
    ui.painter().rect_stroke(rect, METRICS.radius as f32, Stroke::new(2.0, Tokens::of(ui).focus), StrokeKind::Inside);
    if !ui.input(|input| input.pointer.any_released()) {
        return None;
    }
    DragAndDrop::clear_payload(ui.ctx());
    Some(path.clone())
}

/// Draws what is dragged beside the pointer.
pub fn draw(ctx: &Context) {
    let Some(files) = dragged(ctx) else { return };
    let Some(at) = ctx.pointer_interact_pos() else { return };
    let words = match files.0.as_slice() {
        [path] => name_of(path).to_owned(),
        paths => format!("{} files", paths.len()),
    };
    let area = egui::Area::new(egui::Id::unique("dragged files")).order(Order::Tooltip).interactable(false);
    area.fixed_pos(at + vec2(12.0, 8.0)).show(ctx, |ui| {
        let t = Tokens::of(ui);
        ui.set_opacity(0.8);
        let frame = Frame::new().fill(t.raised).stroke(Stroke::new(1.0, t.border)).corner_radius(METRICS.radius);
        frame.inner_margin(Margin::symmetric(8, 4)).show(ui, |ui| {
            let galley = elided(ui, &words, small_medium(), t.text, 240.0);
            let (rect, _) = ui.allocate_exact_size(galley.size() + vec2(22.0, 4.0), egui::Sense::hover());
            Icon::File.paint(ui, rect.with_max_x(rect.left() + 16.0), 16.0, t.text2);
            paint_text(ui, rect.with_min_x(rect.left() + 22.0), egui::Align2::LEFT_CENTER, &galley);
        });
    });
    // The pointer may leave the window with the button down.
    ctx.request_repaint();
}
