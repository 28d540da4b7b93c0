//! The scene view as an egui widget: shows a scene, and turns pointer and keys into proposals.
//!
//! A drag previews locally and proposes once, on release; Escape takes it back. Nothing here changes a document.
//!
//! Mouse: a click selects (Shift or Ctrl extends; again at the same place goes one deeper), a drag on a handle or, with
//! the move tool, on a selected piece moves it, any other drag turns the camera; the right button turns it too, the middle
//! one or Shift pans, the wheel zooms to the pointer.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{
    Align2, Color32, CornerRadius, FontId, Key, PaintCallback, PointerButton, Pos2, Rect, Response, Role, Sense, Stroke, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};
use three_d::{RenderTarget, ScissorBox, Vec3, Viewport, vec3};

use super::camera::{Camera, CameraRig, aspect};
use super::draw_list::{Marks, Preview};
use super::gesture::{Gesture, Snap};
use super::gizmo::{AXES, AXIS_COLORS, Gizmo, Handle, Handles};
use super::headless::BoundFramebuffers;
use super::math::{Bounds, OrientedBox};
use super::model::{Entity, SceneModel};
use super::offscreen::scene_bounds;
use super::parts::{Placement, entity_box, is_placeholder};
use super::pick;
use super::renderer::{Frame, Renderer, SharedRenderer, Style, ViewId};

/// What a drag on a piece does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tool {
    /// Nothing: clicks select.
    #[default]
    Select,
    /// Moves it.
    Move,
    /// Turns it about the vertical.
    Rotate,
}

/// Something for the view to do at its next frame, for menus, the palette and shortcuts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewCommand {
    /// Show the selected pieces large; all when nothing is selected.
    FrameSelection,
    /// Show everything.
    FrameAll,
    /// Look straight down.
    TopView,
    /// With and without perspective.
    ToggleProjection,
    /// Look from one side: axis 0 to 2, from its positive end or its negative one.
    LookFrom(usize, bool),
    /// Take back the drag that is going on.
    CancelDrag,
}

/// How the scene is shown this frame.
#[derive(Debug, Clone)]
pub struct ViewOptions<'a> {
    /// Ids of the selected pieces; the last one carries the gizmo.
    pub selection: &'a [String],
    /// The theme's colours.
    pub style: Style,
    /// Which helpers are drawn.
    pub marks: Marks,
    /// Flights are at once.
    pub reduce_motion: bool,
    /// Whether drags snap; Ctrl turns it the other way while held.
    pub snap: bool,
    /// Positions snap to multiples of this, in feet.
    pub snap_feet: f64,
    /// Angles snap to multiples of this, in degrees.
    pub snap_degrees: f64,
    /// Whether pieces can be moved and turned here.
    pub editable: bool,
    /// Whether single-key shortcuts of the scene (F, Home, T, O, Q, W, E, arrows, End) are heard by the view itself.
    pub keys: bool,
    /// How much of the view's top edge is covered by bars, in points; the orientation ball stays below.
    pub top_inset: f32,
    /// Whether names of seats and pieces, and the orientation ball, stand over the scene.
    pub furnished: bool,
}

impl Default for ViewOptions<'_> {
    fn default() -> Self {
        Self {
            selection: &[],
            style: Style::DARK,
            marks: Marks::default(),
            reduce_motion: false,
            snap: true,
            snap_feet: 0.05,
            snap_degrees: 15.0,
            editable: true,
            keys: true,
            top_inset: 0.0,
            furnished: true,
        }
    }
}

/// A piece's new position, as a drag proposes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Moved {
    /// The entity's id.
    pub id: String,
    /// Its place in [`SceneModel::entities`], for ids that stand twice.
    pub index: usize,
    /// The position in feet; axes that were not moved hold the document's own number.
    pub position: [f64; 3],
    /// Which axes were moved.
    pub changed: [bool; 3],
}

/// A piece's new rotation, as a drag proposes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Turned {
    /// The entity's id.
    pub id: String,
    /// Its place in [`SceneModel::entities`].
    pub index: usize,
    /// Euler angles in degrees.
    pub rotation: [f64; 3],
}

/// What happened in the view during one frame.
#[derive(Debug, Clone, PartialEq)]
pub enum ViewportEvent {
    /// A click: the piece (none: beside all), and whether it is added to or taken from the selection.
    Select {
        /// The entity's id.
        id: Option<String>,
        /// Shift or Ctrl was held.
        extend: bool,
    },
    /// The piece under the pointer has changed.
    Hovered(Option<String>),
    /// A drag is going on; the pieces are shown there, and nothing is to be written yet. For fields that follow live.
    DragPreview(Vec<Moved>),
    /// A move was finished: one undo step.
    MoveCommitted(Vec<Moved>),
    /// A turn was finished: one undo step.
    RotateCommitted {
        /// The new rotations.
        turns: Vec<Turned>,
        /// By how much, in degrees.
        degrees: f64,
    },
    /// The drag was taken back.
    DragCancelled,
    /// A right click: the piece under it and where to open the menu.
    ContextMenu {
        /// The entity's id.
        id: Option<String>,
        /// In points, on the screen.
        at: Pos2,
    },
    /// The person chose another tool by its key.
    ToolChosen(Tool),
    /// The camera was sent to show something.
    Framed,
}

enum Drag {
    Orbit,
    Pan,
    Edit(Gesture),
}

/// The widget's state. One for each view on a scene.
pub struct SceneView {
    renderer: SharedRenderer,
    view: ViewId,
    rig: CameraRig,
    /// The tool in hand.
    pub tool: Tool,
    drag: Option<Drag>,
    preview: Preview,
    /// After a commit the preview stays until the edited scene arrives: its fingerprint differs from this one. The number
    /// counts down the frames that a refused edit is waited for.
    settling: Option<(u64, u8)>,
    hovered: Option<String>,
    clicked_at: Option<Pos2>,
    framed_for: Option<Arc<PathBuf>>,
    commands: Vec<ViewCommand>,
    rect: Rect,
    failure: Option<String>,
}

impl SceneView {
    /// A view; `number` tells the views of one renderer apart.
    pub fn new(renderer: SharedRenderer, number: u64) -> Self {
        Self {
            renderer,
            view: ViewId(number),
            rig: CameraRig::default(),
            tool: Tool::Move,
            drag: None,
            preview: Preview::new(),
            settling: None,
            hovered: None,
            clicked_at: None,
            framed_for: None,
            commands: Vec::new(),
            rect: Rect::NOTHING,
            failure: None,
        }
    }

    /// Asks for something to be done at the next frame.
    pub fn command(&mut self, command: ViewCommand) {
        self.commands.push(command);
    }

    /// The camera as it is now.
    pub fn camera(&self) -> Camera {
        self.rig.camera()
    }

    /// The camera as it is now, where the view was shown: before that nothing chose one.
    pub fn camera_once_shown(&self) -> Option<Camera> {
        self.framed_for.is_some().then(|| self.camera())
    }

    /// Puts the camera somewhere at once, for linked views and tests.
    pub fn set_camera(&mut self, camera: Camera, model: &SceneModel) {
        self.rig.change(|c| *c = camera);
        self.framed_for = Some(Arc::clone(&model.root));
    }

    /// Where a point of the world was seen in the last frame, in points; none behind the camera or before the first one.
    pub fn project(&self, world: Vec3) -> Option<Pos2> {
        if self.rect.is_positive() { self.camera().project(world, self.rect) } else { None }
    }

    /// The point of the plane at this height, in feet, that is seen at `at`; none where the view looks past it.
    pub fn ground(&self, at: Pos2, height: f32) -> Option<Vec3> {
        let ray = self.rect.is_positive().then(|| self.camera().ray(at, self.rect))?;
        let distance = (height - ray.origin.y) / ray.direction.y;
        // A plane that is seen nearly from its edge is hit too far away to be meant.
        (distance.is_finite() && distance > 0.0 && distance < 500.0).then(|| ray.at(distance))
    }

    /// Whether a move or turn is going on.
    pub fn is_dragging(&self) -> bool {
        matches!(self.drag, Some(Drag::Edit(_)))
    }

    /// Puts the camera somewhere in a flight, and gives where it goes; for several views that frame the same.
    pub fn fly(&mut self, to: Camera, now: f64, reduce_motion: bool) {
        self.rig.fly(to, now, reduce_motion);
    }

    /// Where the camera is or is flying to.
    pub fn destination(&self) -> Camera {
        self.rig.destination()
    }

    /// Shows `model` in all the room that `ui` has left, and says what happened.
    pub fn show(&mut self, ui: &mut Ui, model: &Arc<SceneModel>, options: &ViewOptions<'_>) -> Vec<ViewportEvent> {
        let rect = ui.available_rect_before_wrap();
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), "Scene view"));
        let events = self.interact(ui, &response, rect, model, options);
        self.paint(ui, model, options);
        events
    }

    /// The first half of [`SceneView::show`]: hears pointer and keys, without painting, so that views whose cameras are
    /// linked can be brought together before any is painted. The scene fills `rect`; `response` may be of a part of it.
    pub fn interact(
        &mut self,
        ui: &Ui,
        response: &Response,
        rect: Rect,
        model: &Arc<SceneModel>,
        options: &ViewOptions<'_>,
    ) -> Vec<ViewportEvent> {
        let mut events = Vec::new();
        self.rect = rect;
        if !rect.is_positive() {
            return events;
        }
        self.settle(model);
        self.frame_first(model, rect);
        let now = ui.input(|i| i.time);
        self.keys(ui, response, model, options, &mut events);
        self.run_commands(model, options, now, &mut events);
        self.pointer(ui, response, model, options, &mut events);
        if self.rig.advance(now) {
            ui.ctx().request_repaint();
        }
        events
    }

    /// The second half of [`SceneView::show`], in the rectangle of the first; what `ui` clips is not painted.
    pub fn paint(&mut self, ui: &mut Ui, model: &Arc<SceneModel>, options: &ViewOptions<'_>) {
        let rect = self.rect;
        if rect.is_positive() {
            self.paint_scene(ui, rect, model, options);
            self.paint_over(ui, rect, model, options);
        }
    }

    /// Drops the preview of a finished drag once the edited scene is there, or when none comes.
    fn settle(&mut self, model: &SceneModel) {
        if let Some((fingerprint, frames)) = self.settling {
            if fingerprint != model.fingerprint() || frames == 0 {
                self.settling = None;
                self.preview.clear();
            } else {
                self.settling = Some((fingerprint, frames - 1));
            }
        }
    }

    /// A pack that is shown for the first time is framed whole.
    fn frame_first(&mut self, model: &SceneModel, rect: Rect) {
        if self.framed_for.as_ref() != Some(&model.root) {
            let mut renderer = self.renderer.lock();
            renderer.assets().set_root(&model.root);
            let bounds = scene_bounds(model, renderer.assets());
            self.rig.change(|camera| *camera = Camera::default().framing(&bounds, aspect(rect)));
            self.framed_for = Some(Arc::clone(&model.root));
        }
    }

    fn boxes(&self, model: &SceneModel, options: &ViewOptions<'_>) -> Bounds {
        let mut renderer = self.renderer.lock();
        let mut bounds = Bounds::EMPTY;
        for entity in model.entities.iter().filter(|e| options.selection.contains(&e.id)) {
            bounds.join(&entity_box(entity, Placement::of(entity), renderer.assets()).bounds());
        }
        if bounds.is_empty() { scene_bounds(model, renderer.assets()) } else { bounds }
    }

    fn run_commands(&mut self, model: &SceneModel, options: &ViewOptions<'_>, now: f64, events: &mut Vec<ViewportEvent>) {
        let aspect = aspect(self.rect);
        for command in std::mem::take(&mut self.commands) {
            let camera = self.rig.destination();
            let to = match command {
                ViewCommand::FrameSelection => camera.framing(&self.boxes(model, options), aspect),
                ViewCommand::FrameAll => {
                    let all = ViewOptions { selection: &[], ..options.clone() };
                    camera.framing(&self.boxes(model, &all), aspect)
                }
                ViewCommand::TopView => Camera { yaw: 0.0, pitch: 89.9, ..camera },
                ViewCommand::ToggleProjection => Camera { orthographic: !camera.orthographic, ..camera },
                ViewCommand::LookFrom(axis, positive) => look_from(camera, axis, positive),
                ViewCommand::CancelDrag => {
                    self.cancel(events);
                    continue;
                }
            };
            self.rig.fly(to, now, options.reduce_motion || command == ViewCommand::ToggleProjection);
            events.push(ViewportEvent::Framed);
        }
    }

    fn cancel(&mut self, events: &mut Vec<ViewportEvent>) {
        if self.is_dragging() {
            self.drag = None;
            self.preview.clear();
            events.push(ViewportEvent::DragCancelled);
        }
    }

    fn keys(
        &mut self,
        ui: &Ui,
        response: &Response,
        model: &SceneModel,
        options: &ViewOptions<'_>,
        events: &mut Vec<ViewportEvent>,
    ) {
        if self.is_dragging() && ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape)) {
            self.cancel(events);
        }
        let elsewhere = ui.memory(egui::Memory::focused).is_some_and(|id| id != response.id);
        if !options.keys || elsewhere || !(response.has_focus() || response.hovered()) {
            return;
        }
        if response.has_focus() {
            // Arrows nudge pieces here instead of moving the focus.
            let filter = egui::EventFilter { horizontal_arrows: true, vertical_arrows: true, ..egui::EventFilter::default() };
            ui.memory_mut(|m| m.set_focus_lock_filter(response.id, filter));
        }
        let pressed = |key: Key| ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
        for (key, command) in [
            (Key::F, ViewCommand::FrameSelection),
            (Key::Home, ViewCommand::FrameAll),
            (Key::T, ViewCommand::TopView),
            (Key::O, ViewCommand::ToggleProjection),
        ] {
            if pressed(key) {
                self.commands.push(command);
            }
        }
        for (key, tool) in [(Key::Q, Tool::Select), (Key::W, Tool::Move), (Key::E, Tool::Rotate)] {
            if pressed(key) {
                self.tool = tool;
                events.push(ViewportEvent::ToolChosen(tool));
            }
        }
        if options.editable && !self.is_dragging() {
            self.nudge(&pressed, model, options, events);
        }
    }

    /// Arrow keys move by one snap step along the axis that is nearest to that direction on the screen; End drops to the
    /// table.
    fn nudge(
        &mut self,
        pressed: &dyn Fn(Key) -> bool,
        model: &SceneModel,
        options: &ViewOptions<'_>,
        events: &mut Vec<ViewportEvent>,
    ) {
        let right = self.camera().right();
        let along =
            if right.x.abs() >= right.z.abs() { vec3(right.x.signum(), 0.0, 0.0) } else { vec3(0.0, 0.0, right.z.signum()) };
        // Away from the viewer on the table.
        let away = vec3(along.z, 0.0, -along.x);
        let moves = [(Key::ArrowRight, along), (Key::ArrowLeft, -along), (Key::ArrowUp, away), (Key::ArrowDown, -away)];
        for (key, direction) in moves {
            let selected = Gesture::selected(model, options.selection);
            if !selected.is_empty() && pressed(key) {
                let step = if options.snap_feet > 0.0 { options.snap_feet } else { 0.05 };
                let delta = [direction.x, 0.0, direction.z].map(|v| f64::from(v) * step);
                events.push(ViewportEvent::MoveCommitted(Gesture::moved_by(model, &selected, delta)));
            }
        }
        let selected = Gesture::selected(model, options.selection);
        if !selected.is_empty() && pressed(Key::End) {
            let mut renderer = self.renderer.lock();
            let moves = Gesture::dropped(model, &selected, renderer.assets());
            if !moves.is_empty() {
                events.push(ViewportEvent::MoveCommitted(moves));
            }
        }
    }

    fn pointer(
        &mut self,
        ui: &Ui,
        response: &Response,
        model: &SceneModel,
        options: &ViewOptions<'_>,
        events: &mut Vec<ViewportEvent>,
    ) {
        self.wheel(ui, response);
        self.start_drag(ui, response, model, options);
        self.go_on_dragging(ui, response, model, options, events);
        self.hover(response, model, events);
        let modifiers = ui.input(|i| i.modifiers);
        if response.clicked()
            && let Some(at) = response.interact_pointer_pos()
        {
            response.request_focus();
            let again = self.clicked_at.is_some_and(|before| (before - at).length() < 4.0);
            self.clicked_at = Some(at);
            let index = self.picked(model, at, options.selection, again);
            let id = index.map(|i| model.entities[i].id.clone());
            events.push(ViewportEvent::Select { id, extend: modifiers.shift || modifiers.command });
        }
        if response.secondary_clicked()
            && let Some(at) = response.interact_pointer_pos()
        {
            let id = self.picked(model, at, &[], false).map(|i| model.entities[i].id.clone());
            events.push(ViewportEvent::ContextMenu { id, at });
        }
    }

    fn picked(&self, model: &SceneModel, at: Pos2, selection: &[String], again: bool) -> Option<usize> {
        let ray = self.camera().ray(at, self.rect);
        pick::clicked(model, &ray, self.renderer.lock().assets(), selection, again)
    }

    fn wheel(&mut self, ui: &Ui, response: &Response) {
        let Some(at) = response.hover_pos() else { return };
        let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
        let factor = (-scroll * 0.0022).exp() / pinch;
        if (factor - 1.0).abs() > 1e-4 {
            let ray = self.camera().ray(at, self.rect);
            self.rig.change(|camera| camera.zoom(factor, Some(&ray)));
        }
    }

    fn start_drag(&mut self, ui: &Ui, response: &Response, model: &SceneModel, options: &ViewOptions<'_>) {
        if !response.drag_started() {
            return;
        }
        let Some(press) = ui.input(|i| i.pointer.press_origin()) else { return };
        let shift = ui.input(|i| i.modifiers.shift);
        self.drag = if response.drag_started_by(PointerButton::Middle) || shift {
            Some(Drag::Pan)
        } else if response.drag_started_by(PointerButton::Primary) && options.editable {
            Some(self.gesture(model, options, press).map_or(Drag::Orbit, Drag::Edit))
        } else {
            Some(Drag::Orbit)
        };
    }

    /// The move or turn that a press at `press` starts, if any.
    fn gesture(&self, model: &SceneModel, options: &ViewOptions<'_>, press: Pos2) -> Option<Gesture> {
        let (gizmo, origin) = self.gizmo(model, options)?;
        let handle = gizmo.handle(press).or_else(|| {
            // With the move tool a selected piece itself is a handle.
            let on = self.picked(model, press, &[], false)?;
            let selected = options.selection.contains(&model.entities[on].id);
            (self.tool == Tool::Move && selected).then_some(Handle::Plane)
        })?;
        Gesture::start(model, options.selection, handle, origin, press)
    }

    /// The handles at the selection's last piece.
    fn gizmo(&self, model: &SceneModel, options: &ViewOptions<'_>) -> Option<(Gizmo, Vec3)> {
        let handles = match self.tool {
            Tool::Select => return None,
            Tool::Move => Handles::Move,
            Tool::Rotate => Handles::Turn,
        };
        if !options.editable {
            return None;
        }
        let primary = options.selection.last()?;
        let origin = self.box_of(model.entity(primary)?).center;
        Some((Gizmo::at(origin, &self.camera(), self.rect, handles)?, origin))
    }

    fn box_of(&self, entity: &Entity) -> OrientedBox {
        let at = self.preview.get(&entity.id).copied().unwrap_or_else(|| Placement::of(entity));
        entity_box(entity, at, self.renderer.lock().assets())
    }

    fn go_on_dragging(
        &mut self,
        ui: &Ui,
        response: &Response,
        model: &SceneModel,
        options: &ViewOptions<'_>,
        events: &mut Vec<ViewportEvent>,
    ) {
        let delta = response.drag_delta();
        let camera = self.camera();
        match &mut self.drag {
            None => return,
            Some(Drag::Orbit) => self.rig.change(|c| c.orbit(delta.x, delta.y)),
            Some(Drag::Pan) => self.rig.change(|c| c.pan(delta.x, delta.y, response.rect.height())),
            Some(Drag::Edit(gesture)) => {
                if let Some(at) = ui.input(|i| i.pointer.latest_pos()) {
                    let (held, ctrl) = ui.input(|i| {
                        let keys = [(Key::X, Handle::X), (Key::Y, Handle::Y), (Key::Z, Handle::Z)];
                        (keys.into_iter().find(|(k, _)| i.key_down(*k)).map(|(_, h)| h), i.modifiers.command)
                    });
                    let snap = Snap { feet: options.snap_feet, degrees: options.snap_degrees, on: options.snap != ctrl };
                    gesture.update(model, &camera, self.rect, at, held, snap);
                    self.preview = gesture.preview(model);
                    if gesture.held() != Handle::Ring {
                        events.push(ViewportEvent::DragPreview(gesture.moves(model)));
                    }
                }
            }
        }
        if response.drag_stopped()
            && let Some(Drag::Edit(gesture)) = self.drag.take()
        {
            self.commit(&gesture, model, events);
        }
    }

    fn commit(&mut self, gesture: &Gesture, model: &SceneModel, events: &mut Vec<ViewportEvent>) {
        if !gesture.changes() {
            self.preview.clear();
            return;
        }
        self.settling = Some((model.fingerprint(), 3));
        events.push(if gesture.held() == Handle::Ring {
            ViewportEvent::RotateCommitted { turns: gesture.turns(model), degrees: gesture.degrees() }
        } else {
            ViewportEvent::MoveCommitted(gesture.moves(model))
        });
    }

    fn hover(&mut self, response: &Response, model: &SceneModel, events: &mut Vec<ViewportEvent>) {
        let at = response.hover_pos().filter(|_| self.drag.is_none());
        let under = at.and_then(|at| self.picked(model, at, &[], false)).map(|i| model.entities[i].id.clone());
        if under != self.hovered {
            self.hovered.clone_from(&under);
            events.push(ViewportEvent::Hovered(under));
        }
    }

    fn paint_scene(&mut self, ui: &Ui, rect: Rect, model: &Arc<SceneModel>, options: &ViewOptions<'_>) {
        self.failure = self.renderer.lock().take_failure();
        ui.painter().rect_filled(rect, 0.0, options.style.background);
        let (view, model) = (self.view, Arc::clone(model));
        let (camera, style, marks) = (self.camera(), options.style, options.marks);
        let (selection, hovered, preview) = (options.selection.to_vec(), self.hovered.clone(), self.preview.clone());
        paint_with(ui, rect, self.renderer.clone(), move |renderer, target, place, scale| {
            let frame = Frame {
                model: &model,
                camera,
                style,
                scale,
                selection: &selection,
                hovered: hovered.as_deref(),
                preview: &preview,
                marks,
            };
            renderer.draw(target, place.0, place.1, view, &frame)
        });
    }

    fn paint_over(&mut self, ui: &mut Ui, rect: Rect, model: &SceneModel, options: &ViewOptions<'_>) {
        let painter = ui.painter_at(rect);
        if let Some(failure) = &self.failure {
            let ink = super::offscreen::ink(options.style.background);
            painter.text(rect.center(), Align2::CENTER_CENTER, failure, FontId::proportional(13.0), ink);
            return;
        }
        if options.furnished {
            self.chips(ui, &painter, model, options);
        }
        if let Some((gizmo, _)) = self.gizmo(model, options) {
            let held = match &self.drag {
                Some(Drag::Edit(gesture)) => Some(gesture.held()),
                _ => None,
            };
            let over = ui.input(|i| i.pointer.hover_pos()).filter(|p| rect.contains(*p) && self.drag.is_none());
            gizmo.paint(&painter, held.or_else(|| gizmo.handle(over?)), held.is_some());
        }
        if options.furnished {
            self.ball(ui, rect, options);
        }
    }

    /// Names beside seats, and beside pieces that are selected, under the pointer or placeholders; none over another.
    fn chips(&self, ui: &Ui, painter: &egui::Painter, model: &SceneModel, options: &ViewOptions<'_>) {
        let mut taken: Vec<Rect> = Vec::new();
        let mut wanted: Vec<(u8, Pos2, String, Option<Color32>)> = Vec::new();
        let camera = self.camera();
        for entity in model.entities.iter().filter(|e| e.pickable() && !e.label.is_empty()) {
            let rank = if options.selection.contains(&entity.id) {
                0
            } else if self.hovered.as_deref() == Some(entity.id.as_str()) {
                1
            } else if is_placeholder(entity, self.renderer.lock().assets()) {
                3
            } else {
                continue;
            };
            let solid = self.box_of(entity);
            let seen = solid.corners().into_iter().filter_map(|corner| camera.project(corner, self.rect));
            let lowest = seen.map(|p| p.y).fold(f32::MIN, f32::max);
            if let Some(p) = camera.project(solid.center, self.rect) {
                // Below what is selected, for the handles stand above it; on what is only named.
                let at = if rank == 0 { pos2(p.x, lowest.max(p.y) + 16.0) } else { p };
                wanted.push((rank, at, entity.label.clone(), None));
            }
        }
        for seat in model.seats.iter().filter(|_| options.marks.seats) {
            let [x, y, z] = seat.position.map(|v| v as f32);
            if let Some(p) = camera.project(vec3(x, y, z), self.rect) {
                wanted.push((2, p, seat.label.clone(), Some(seat.color)));
            }
        }
        wanted.sort_by_key(|(rank, ..)| *rank);
        for (_, at, text, dot) in wanted.into_iter().take(60) {
            let area = chip(ui, painter, at, &text, dot, &taken);
            taken.extend(area);
        }
    }

    /// The orientation ball: six ends of the axes; a click looks from there.
    fn ball(&mut self, ui: &mut Ui, rect: Rect, options: &ViewOptions<'_>) {
        const RADIUS: f32 = 34.0;
        if rect.width() < 240.0 || rect.height() < 180.0 {
            return;
        }
        let middle = pos2(rect.right() - RADIUS - 12.0, rect.top() + options.top_inset + RADIUS + 12.0);
        let camera = self.camera();
        let (right, up) = (camera.right(), camera.up());
        let back = right_handed(right, up);
        let mut ends: Vec<(f32, usize, bool, Pos2)> = Vec::new();
        for (i, axis) in AXES.into_iter().enumerate() {
            for positive in [true, false] {
                let d = if positive { axis } else { -axis };
                let flat = vec2(dot(d, right), -dot(d, up)) * (RADIUS - 10.0);
                ends.push((dot(d, back), i, positive, middle + flat));
            }
        }
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let painter = ui.painter_at(rect);
        let dark = super::offscreen::ink(options.style.background).r() > 0x80;
        let plate = if dark { Color32::from_black_alpha(70) } else { Color32::from_white_alpha(110) };
        painter.circle_filled(middle, RADIUS, plate);
        for (depth, i, positive, at) in ends {
            let name = format!("Look from {}{}", if positive { "" } else { "−" }, ["x", "y", "z"][i]);
            let id = ui.scope_id().with(("orientation", i, positive));
            let response = ui.interact(Rect::from_center_size(at, Vec2::splat(18.0)), id, Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            if response.clicked() {
                self.commands.push(ViewCommand::LookFrom(i, positive));
            }
            let color = if depth < -0.2 { AXIS_COLORS[i].gamma_multiply(0.6) } else { AXIS_COLORS[i] };
            if positive {
                painter.line_segment([middle, at], Stroke::new(2.0, color));
                painter.circle_filled(at, 8.0, color);
                let ink = Color32::from_rgb(0x10, 0x11, 0x14);
                painter.text(at, Align2::CENTER_CENTER, ["X", "Y", "Z"][i], FontId::proportional(11.0), ink);
            } else {
                let fill = color.gamma_multiply(if response.hovered() { 0.6 } else { 0.25 });
                painter.circle(at, 5.0, fill, Stroke::new(1.5, color));
            }
            if response.hovered() || response.has_focus() {
                painter.circle_stroke(at, 9.0, Stroke::new(1.5, super::offscreen::ink(options.style.background)));
            }
        }
    }
}

impl Drop for SceneView {
    fn drop(&mut self) {
        self.renderer.lock().forget(self.view);
    }
}

fn dot(a: Vec3, b: Vec3) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

fn right_handed(right: Vec3, up: Vec3) -> Vec3 {
    right.cross(up)
}

fn look_from(camera: Camera, axis: usize, positive: bool) -> Camera {
    let (yaw, pitch) = match (axis, positive) {
        (0, true) => (90.0, 0.0),
        (0, false) => (-90.0, 0.0),
        (1, true) => (0.0, 89.9),
        (1, false) => (0.0, -89.9),
        (_, true) => (0.0, 0.0),
        (_, false) => (180.0, 0.0),
    };
    Camera { yaw, pitch, ..camera }
}

/// Paints a small plate with a name in the middle of `at`, unless it would cover another; gives the room it takes.
fn chip(ui: &Ui, painter: &egui::Painter, at: Pos2, text: &str, dot: Option<Color32>, taken: &[Rect]) -> Option<Rect> {
    let visuals = ui.visuals();
    let galley = painter.layout_no_wrap(shortened(text), FontId::proportional(11.0), visuals.text_color());
    let room = vec2(if dot.is_some() { 12.0 } else { 0.0 }, 0.0);
    let area = Rect::from_center_size(at, galley.size() + room + vec2(16.0, 6.0));
    if taken.iter().any(|t| t.intersects(area)) {
        return None;
    }
    painter.rect_filled(area, CornerRadius::same(3), visuals.panel_fill.gamma_multiply(0.9));
    let mut left = area.left() + 8.0;
    if let Some(color) = dot {
        painter.circle(pos2(left + 4.0, area.center().y), 4.0, color, Stroke::new(0.5, Color32::from_black_alpha(120)));
        left += 12.0;
    }
    let top = area.center().y - galley.size().y * 0.5;
    painter.galley(pos2(left, top), galley, visuals.text_color());
    Some(area)
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 28 {
        return text.to_owned();
    }
    text.chars().take(27).chain(std::iter::once('…')).collect()
}

/// Has egui call `draw` when it paints `rect`: with the window's target, the place there in pixels and what is not to be drawn
/// over, and the pixels in a point. Why a draw failed is kept for the next frame.
pub(crate) fn paint_with(
    ui: &Ui,
    rect: Rect,
    renderer: SharedRenderer,
    draw: impl Fn(&mut Renderer, &RenderTarget<'_>, (Viewport, ScissorBox), f32) -> tablewright_core::Result<()>
    + Send
    + Sync
    + 'static,
) {
    let callback = egui_glow::CallbackFn::new(move |info, painter| {
        let bound = BoundFramebuffers::now(painter.gl());
        let mut renderer = renderer.lock();
        let [width, height] = info.screen_size_px;
        let context = renderer.context().clone();
        let target = match bound.draw() {
            Some(framebuffer) => RenderTarget::from_framebuffer(&context, width, height, framebuffer),
            None => RenderTarget::screen(&context, width, height),
        };
        let (v, c) = (info.viewport_in_pixels(), info.clip_rect_in_pixels());
        let size = |v: i32| u32::try_from(v).unwrap_or(0);
        let viewport = Viewport { x: v.left_px, y: v.from_bottom_px, width: size(v.width_px), height: size(v.height_px) };
        let clip = ScissorBox { x: c.left_px, y: c.from_bottom_px, width: size(c.width_px), height: size(c.height_px) };
        if let Err(error) = draw(&mut renderer, &target, (viewport, clip), info.pixels_per_point) {
            renderer.set_failure(error.to_string());
        }
        // Dropping a target deletes its framebuffer, and this one is the window's.
        target.into_framebuffer();
        bound.restore(painter.gl());
    });
    ui.painter().add(PaintCallback { rect, callback: Arc::new(callback) });
}
