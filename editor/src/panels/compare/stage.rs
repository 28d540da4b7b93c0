//! The views themselves: where they stand, how their cameras go together, the chips over them, the line of a wipe.

use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use egui::{
    Align2, Color32, CornerRadius, CursorIcon, Key, Modifiers, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder,
};
use egui::{WidgetInfo, pos2, vec2};
use rustc_hash::FxHasher;
use tablewright_core::variants::diff::Mark;

use super::bars::{Pressed, STEP, plate};
use super::kept::Mode;
use super::{ComparePanel, View, Wish};
use crate::compare::{Look, Seen};
use crate::session::Action;
use crate::theme::{self, METRICS, Tokens, caption_medium};
use crate::viewport::camera::aspect;
use crate::viewport::chips::{self, Sight};
use crate::viewport::difference::Shown as _;
use crate::viewport::math::Bounds;
use crate::viewport::offscreen::shared_camera;
use crate::viewport::parts::{Placement, entity_box};
use crate::viewport::{Arrangement, Camera, Marks, SceneView, SharedRenderer, Style, ViewCommand, ViewOptions, ViewportEvent};
use crate::widgets::{elided, focus_ring, paint_text};

/// One view: its camera, and where its chips stand.
pub(super) struct Pane {
    view: SceneView,
    rect: Rect,
    chips: Option<(u64, Vec<(Rect, Mark)>)>,
}

impl Pane {
    pub(super) fn new(renderer: SharedRenderer, number: u64) -> Self {
        // The scene panel has the first number.
        Self { view: SceneView::new(renderer, 100 + number), rect: Rect::NOTHING, chips: None }
    }

    pub(super) fn camera(&self) -> Camera {
        self.view.camera()
    }

    /// The camera for a picture of `size` pixels: what is seen here is seen there, with more around it where the picture
    /// has another shape.
    pub(super) fn camera_for(&self, arrangement: Arrangement, count: usize, (width, height): (u32, u32)) -> Camera {
        let camera = self.view.destination();
        let (columns, rows) = match (arrangement, count) {
            (Arrangement::SideBySide, 4) => (2, 2),
            (Arrangement::SideBySide, count) => (count.max(1) as u32, 1),
            _ => (1, 1),
        };
        let there = (width as f32 / columns as f32) / (height as f32 / rows as f32).max(1.0);
        let here = if self.rect.is_positive() { aspect(self.rect) } else { there };
        Camera { distance: camera.distance * (here / there).max(1.0), ..camera }
    }
}

const HEADER: f32 = 36.0;

/// Where `count` views stand in `rect`, with a line of one point between.
fn cells(rect: Rect, count: usize) -> Vec<Rect> {
    let (columns, rows) = if count == 4 { (2, 2) } else { (count.max(1), 1) };
    let edge = |part: usize, parts: usize, from: f32, length: f32| (from + length * part as f32 / parts as f32).round();
    (0..count)
        .map(|i| {
            let (column, row) = (i % columns, i / columns);
            let gap = |part: usize, parts: usize| if part + 1 < parts { 1.0 } else { 0.0 };
            Rect::from_min_max(
                pos2(edge(column, columns, rect.left(), rect.width()), edge(row, rows, rect.top(), rect.height())),
                pos2(
                    edge(column + 1, columns, rect.left(), rect.width()) - gap(column, columns),
                    edge(row + 1, rows, rect.top(), rect.height()) - gap(row, rows),
                ),
            )
        })
        .collect()
}

/// A view in this frame: the whole scene's rectangle, and the part of it that is seen.
#[derive(Clone, Copy)]
struct Spot {
    scene: Rect,
    seen: Rect,
}

impl ComparePanel {
    /// Draws the views with their headers, and hears what is done in them.
    pub(super) fn stage(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        view: View<'_>,
        seen: &Look,
        look: &theme::Look,
        wishes: &mut Vec<Wish>,
    ) -> Vec<Pressed> {
        let mut pressed = Vec::new();
        let session = view.session;
        let spots: Vec<Spot> = match self.kept.mode {
            Mode::SideBySide => cells(rect, seen.views.len())
                .into_iter()
                .enumerate()
                .map(|(number, cell)| {
                    let header = cell.with_max_y(cell.top() + HEADER);
                    pressed.extend(self.header(ui, header, number, session));
                    let scene = cell.with_min_y(header.bottom() + 1.0);
                    Spot { scene, seen: scene }
                })
                .collect(),
            Mode::Wipe => {
                let header = rect.with_max_y(rect.top() + HEADER);
                pressed.extend(self.wipe_header(ui, header, session));
                let scene = rect.with_min_y(header.bottom() + 1.0);
                let line = self.line(scene);
                vec![Spot { scene, seen: scene.with_max_x(line) }, Spot { scene, seen: scene.with_min_x(line) }]
            }
        };
        self.frame_all(seen, &spots);
        // A view that is new, or was not seen for a while, looks from where the others do.
        if let Some(first) = (0..spots.len()).find(|number| self.is_locked(*number)) {
            self.link(first, seen);
        }
        let options = ViewOptions {
            selection: session.selection(),
            style: Style { selection: Color32::WHITE, ..Style::of(ui.visuals().dark_mode) },
            marks: Marks { snap: self.kept.snap, ..Marks::default() },
            reduce_motion: look.reduce_motion,
            editable: false,
            keys: false,
            furnished: false,
            ..ViewOptions::default()
        };
        let events = self.interact(ui, seen, &spots, &options);
        for (number, event) in events {
            self.event(number, event, view, wishes);
        }
        for (number, spot) in spots.iter().enumerate() {
            let mut child = ui.new_child(UiBuilder::new().id_salt(("scene", number)).max_rect(spot.scene));
            child.set_clip_rect(spot.seen.intersect(ui.clip_rect()));
            self.panes[number].view.paint(&mut child, &seen.views[number].model, &options);
            self.chips(&child, number, &seen.views[number], *spot);
        }
        if self.kept.mode == Mode::Wipe
            && let Some(first) = spots.first()
        {
            self.names(ui, first.scene, view);
            pressed.extend(self.wipe(ui, first.scene));
        }
        pressed
    }

    /// Hears pointer and keys in every view, then brings the locked cameras together.
    fn interact(&mut self, ui: &Ui, seen: &Look, spots: &[Spot], options: &ViewOptions<'_>) -> Vec<(usize, ViewportEvent)> {
        let mut events = Vec::new();
        let mut leader = None;
        for (number, spot) in spots.iter().enumerate() {
            let name = format!("View {}", number + 1);
            let response = ui.interact(spot.seen, ui.scope_id().with(("view", number)), Sense::click_and_drag());
            response.widget_info(|| WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), &name));
            let pane = &mut self.panes[number];
            let (before, heading) = (pane.view.camera(), pane.view.destination());
            let model = &seen.views[number].model;
            events.extend(pane.view.interact(ui, &response, spot.scene, model, options).into_iter().map(|e| (number, e)));
            pane.rect = spot.scene;
            self.moved |= self.panes[number].view.destination() != heading;
            if self.is_locked(number) && self.panes[number].view.camera() != before {
                leader = leader.or(Some(number));
            }
            if response.has_focus() {
                focus_ring(ui, spot.seen, 0, false);
            }
        }
        if let Some(leader) = leader {
            self.link(leader, seen);
        }
        events
    }

    /// Puts all locked cameras where the one of `leader` is now. A flight of the leader goes on.
    fn link(&mut self, leader: usize, seen: &Look) {
        let camera = self.panes[leader].view.camera();
        for number in (0..self.panes.len()).filter(|number| *number != leader) {
            if self.is_locked(number)
                && let Some(seen) = seen.views.get(number)
                && self.panes[number].view.camera() != camera
            {
                self.panes[number].view.set_camera(camera, &seen.model);
            }
        }
    }

    /// The same at once, after views were locked.
    pub(super) fn bring_together(&mut self, leader: usize) {
        if let Some(look) = self.look.clone() {
            self.link(leader, &look);
        }
    }

    /// As long as nobody moved a camera, all views show everything from one place.
    fn frame_all(&mut self, seen: &Look, spots: &[Spot]) {
        let Some(first) = spots.first().filter(|spot| spot.scene.is_positive() && !self.moved) else { return };
        let Some(renderer) = &self.renderer else { return };
        let mut renderer = renderer.lock();
        let mut hasher = FxHasher::default();
        renderer.assets().generation().hash(&mut hasher);
        let size = first.scene.size();
        (size.x.to_bits(), size.y.to_bits(), spots.len()).hash(&mut hasher);
        seen.views.iter().for_each(|view| view.model.fingerprint().hash(&mut hasher));
        let key = hasher.finish();
        if self.framed == Some(key) {
            return;
        }
        self.framed = Some(key);
        if let Some(view) = seen.views.first() {
            renderer.assets().set_root(&view.model.root);
        }
        let models = seen.views.iter().map(|view| &*view.model);
        let camera = shared_camera(models, renderer.assets(), aspect(first.scene));
        drop(renderer);
        for (pane, view) in self.panes.iter_mut().zip(&seen.views) {
            pane.view.set_camera(camera, &view.model);
        }
    }

    /// Shows these pieces large in all views; everything where no view has any of them.
    pub(super) fn frame(&mut self, ui: &Ui, seen: &Look, ids: &[String], look: &theme::Look) {
        let Some(renderer) = &self.renderer else { return };
        let mut bounds = Bounds::EMPTY;
        {
            let mut renderer = renderer.lock();
            for view in &seen.views {
                for entity in view.model.entities.iter().filter(|entity| ids.contains(&entity.id)) {
                    bounds.join(&entity_box(entity, Placement::of(entity), renderer.assets()).bounds());
                }
            }
        }
        if bounds.is_empty() {
            (self.moved, self.framed) = (false, None);
            return;
        }
        self.moved = true;
        let now = ui.input(|input| input.time);
        for pane in &mut self.panes {
            let shape = if pane.rect.is_positive() { aspect(pane.rect) } else { 1.0 };
            // Some of what stands around, or one would not know where one is.
            let close = pane.view.destination().framing(&bounds, shape);
            pane.view.fly(Camera { distance: close.distance.max(1.0) * 1.6, ..close }, now, look.reduce_motion);
        }
        ui.ctx().request_repaint();
    }

    /// A command of the camera: for the focused view, and with it for all that are locked.
    pub(super) fn turn(&mut self, command: ViewCommand) {
        self.moved = true;
        for number in 0..self.panes.len() {
            if number == self.focused || (self.is_locked(self.focused) && self.is_locked(number)) {
                self.panes[number].view.command(command);
            }
        }
    }

    fn event(&mut self, number: usize, event: ViewportEvent, view: View<'_>, wishes: &mut Vec<Wish>) {
        let ViewportEvent::Select { id, extend } = event else { return };
        self.focus(number, view.session, wishes);
        let mut selection = if extend { view.session.selection().to_vec() } else { Vec::new() };
        if let Some(id) = id {
            match selection.iter().position(|other| *other == id) {
                Some(at) => drop(selection.remove(at)),
                None => selection.push(id),
            }
        }
        wishes.push(Wish::Act(Action::Select(selection)));
    }

    /// The signs and words at what differs: colour alone tells nothing to some.
    fn chips(&mut self, ui: &Ui, number: usize, seen: &Seen, spot: Spot) {
        let Some(renderer) = &self.renderer else { return };
        let t = Tokens::of(ui);
        let galley = |mark: Mark| {
            let color = match mark {
                Mark::Added => t.added,
                Mark::Changed => t.changed,
                Mark::Removed => t.removed,
            };
            (elided(ui, mark.chip(), caption_medium(), color, 120.0), color)
        };
        let pane = &mut self.panes[number];
        let camera = pane.view.camera();
        let sight = Sight { camera, scene: spot.scene, seen: spot.seen };
        let key = chip_key(&sight, seen, renderer);
        if pane.chips.as_ref().is_none_or(|(made_for, _)| *made_for != key) {
            let size = |mark| galley(mark).0.size() + vec2(16.0, 8.0);
            let marked = seen.marked.iter().copied();
            let mut renderer = renderer.lock();
            let found = chips::places(&seen.model, marked, sight, renderer.assets(), size);
            pane.chips = Some((key, found));
        }
        for (area, mark) in pane.chips.iter().flat_map(|(_, found)| found) {
            let (galley, color) = galley(*mark);
            let radius = CornerRadius::same(METRICS.radius_small);
            let fill = t.panel.gamma_multiply(0.92);
            ui.painter().rect(*area, radius, fill, Stroke::new(1.0, color), StrokeKind::Inside);
            paint_text(ui, *area, Align2::CENTER_CENTER, &galley);
        }
    }

    /// The x of a wipe's line.
    fn line(&self, scene: Rect) -> f32 {
        (scene.left() + scene.width() * self.kept.wipe).round()
    }

    /// The names at both sides of a wipe's line.
    fn names(&self, ui: &Ui, scene: Rect, view: View<'_>) {
        let line = self.line(scene);
        for (number, x, align) in [(0, line - 16.0, Align2::RIGHT_TOP), (1, line + 16.0, Align2::LEFT_TOP)] {
            let id = &self.kept.views[number];
            let info = view.session.variants().iter().find(|info| info.id == *id);
            let words = crate::compare::title(view.session.manifest(), info, id);
            let room = if number == 0 { line - scene.left() } else { scene.right() - line };
            if room > 80.0 {
                plate(ui, pos2(x, scene.top() + 14.0), align, &words, room - 48.0);
            }
        }
    }

    /// The line with its handle: dragged, or moved with Left and Right.
    fn wipe(&self, ui: &Ui, scene: Rect) -> Option<Pressed> {
        let x = self.line(scene);
        let handle = pos2(x, scene.bottom() - 62.0);
        let strip = Rect::from_center_size(pos2(x, scene.center().y), vec2(13.0, scene.height()));
        let knob = Rect::from_center_size(handle, vec2(32.0, 32.0));
        let id = ui.scope_id().with("wipe line");
        let response = ui.interact(strip, id.with("strip"), Sense::drag()) | ui.interact(knob, id, Sense::click_and_drag());
        let share = f64::from(self.kept.wipe) * 100.0;
        response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), share, "Line of the wipe"));
        let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
        let painter = ui.painter_at(scene);
        let shade = Color32::from_black_alpha(90);
        painter.rect_filled(Rect::from_center_size(strip.center(), vec2(4.0, scene.height())), 0.0, shade);
        painter.rect_filled(Rect::from_center_size(strip.center(), vec2(2.0, scene.height())), 0.0, Color32::WHITE);
        painter.circle(handle, 14.0, Color32::WHITE, Stroke::new(1.0, shade));
        for side in [-1.0, 1.0] {
            let tip = handle + vec2(7.0 * side, 0.0);
            let ends = [tip + vec2(-4.0 * side, -4.0), tip, tip + vec2(-4.0 * side, 4.0)];
            painter.add(egui::Shape::line(ends.to_vec(), Stroke::new(1.5, Color32::from_rgb(0x1c, 0x1e, 0x24))));
        }
        if response.has_focus() {
            painter.circle_stroke(handle, 17.0, Stroke::new(2.0, Tokens::of(ui).focus));
        }
        if response.dragged()
            && let Some(Pos2 { x, .. }) = response.interact_pointer_pos()
        {
            return Some(Pressed::Wipe((x - scene.left()) / scene.width().max(1.0)));
        }
        let step = wipe_step(ui, &response)?;
        Some(Pressed::Wipe(self.kept.wipe + step))
    }
}

/// How far Left and Right move the line: ten times as far with Shift. Keys that belong to a field, a list or a dialog are
/// left to it.
fn wipe_step(ui: &Ui, handle: &egui::Response) -> Option<f32> {
    let elsewhere = ui.memory(|memory| {
        let focused = memory.focused().is_some_and(|id| id != handle.id);
        focused || memory.top_modal_layer().is_some()
    });
    if elsewhere {
        return None;
    }
    if handle.has_focus() {
        let filter = egui::EventFilter { horizontal_arrows: true, ..egui::EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(handle.id, filter));
    }
    let pressed = |key, modifiers| ui.input_mut(|input| input.consume_key(modifiers, key));
    for (modifiers, step) in [(Modifiers::SHIFT, STEP * 10.0), (Modifiers::NONE, STEP)] {
        for (key, way) in [(Key::ArrowLeft, -1.0), (Key::ArrowRight, 1.0)] {
            if pressed(key, modifiers) {
                return Some(step * way);
            }
        }
    }
    None
}

/// What the places of the chips follow from.
fn chip_key(sight: &Sight, seen: &Seen, renderer: &SharedRenderer) -> u64 {
    let mut hasher = FxHasher::default();
    let c = &sight.camera;
    [c.target.x, c.target.y, c.target.z, c.distance, c.yaw, c.pitch].map(f32::to_bits).hash(&mut hasher);
    for part in [sight.scene, sight.seen] {
        [part.min.x, part.min.y, part.max.x, part.max.y].map(f32::to_bits).hash(&mut hasher);
    }
    (c.orthographic, seen.model.fingerprint(), renderer.lock().assets().generation()).hash(&mut hasher);
    Arc::as_ptr(&seen.model).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_and_three_views_stand_in_a_row_and_four_in_a_square() {
        let rect = Rect::from_min_size(pos2(10.0, 20.0), vec2(901.0, 600.0));
        for (count, rows) in [(2, 1), (3, 1), (4, 2)] {
            let all = cells(rect, count);
            let tops: std::collections::BTreeSet<i64> = all.iter().map(|cell| cell.top() as i64).collect();
            assert_eq!((all.len(), tops.len()), (count, rows));
            for (i, a) in all.iter().enumerate() {
                assert!(rect.contains_rect(*a) && a.is_positive());
                assert!(all[i + 1..].iter().all(|b| !a.intersects(*b)));
            }
            assert_eq!(all.last().map(|cell| cell.max), Some(rect.max));
        }
    }
}
