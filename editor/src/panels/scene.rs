//! The scene view with what stands in its frame: *Changes apply to*, the tools, the camera, and what is selected.

use std::sync::Arc;

use egui::{Align, CornerRadius, Frame, Layout, Rect, Stroke, StrokeKind, Ui, UiBuilder, vec2};
use tablewright_core::json::Value;
use tablewright_core::pointer;
use tablewright_core::variants::EntityChange;

use super::files::DraggedFiles;
use super::{View, Wish};
use crate::commands::Command;
use crate::icons::Icon;
use crate::media::work::Capture;
use crate::session::{Action, Session};
use crate::shortcuts::Shortcuts;
use crate::theme::{Look, METRICS, Tokens, small_medium};
use crate::viewport::{
    AssetProblem, Marks, SceneModel, SceneView, SharedRenderer, Style, Tool, ViewCommand, ViewOptions, ViewportEvent,
};
use crate::widgets::{Tone, elided, empty_state, icon_button, paint_text, plain};

mod scope_bar;

use scope_bar::ScopeBar;

/// The panel's own state.
pub struct ScenePanel {
    view: SceneView,
    renderer: SharedRenderer,
    model: Option<(u64, String, Arc<SceneModel>)>,
    marks: Marks,
    snap: bool,
    scope: ScopeBar,
    menu: Option<(Option<String>, egui::Pos2)>,
}

impl ScenePanel {
    /// A view that draws with `renderer`.
    pub fn new(renderer: SharedRenderer) -> Self {
        let view = SceneView::new(renderer.clone(), 1);
        Self { view, renderer, model: None, marks: Marks::default(), snap: true, scope: ScopeBar::default(), menu: None }
    }

    /// Whether a piece is being moved or turned: the scope is fixed meanwhile.
    pub fn is_dragging(&self) -> bool {
        self.view.is_dragging()
    }

    /// Carries out a command of the camera or the tools.
    pub fn command(&mut self, command: ViewCommand) {
        self.view.command(command);
    }

    /// Takes a tool in hand.
    pub fn take(&mut self, tool: Tool) {
        self.view.tool = tool;
    }

    /// Pictures and models that are shown as placeholders.
    pub fn problems(&self) -> Vec<AssetProblem> {
        self.model.as_ref().map(|(.., model)| self.renderer.lock().problems(model)).unwrap_or_default()
    }

    /// Looks again at pictures and models that could not be read, or that were changed on the disk.
    pub fn refresh_assets(&mut self) {
        self.renderer.lock().assets().refresh();
    }

    /// The picture that the view shows now, without grid, marks and ghosts.
    pub fn capture(&self, session: &Session) -> Option<Capture> {
        let model = Arc::new(SceneModel::from_resolved(&session.resolved()?, session.root(), false));
        Some(Capture { model, camera: self.view.camera_once_shown(), style: Style::DARK })
    }

    /// The model of what is shown, made anew when the documents or the variant changed.
    fn model(&mut self, session: &Session) -> Option<Arc<SceneModel>> {
        let key = (session.revision(), session.shown());
        if let Some((revision, shown, model)) = &self.model
            && (*revision, shown.as_str()) == key
        {
            return Some(Arc::clone(model));
        }
        let model = Arc::new(SceneModel::from_resolved(&session.resolved()?, session.root(), true));
        self.model = Some((key.0, key.1.to_owned(), Arc::clone(&model)));
        Some(model)
    }

    /// Draws the panel.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>, look: &Look, shortcuts: &Shortcuts) -> Vec<Wish> {
        let session = view.session;
        let rect = ui.available_rect_before_wrap();
        let Some(model) = self.model(session) else {
            let fault = session.copy().scene.fault().map(ToString::to_string).unwrap_or_default();
            empty_state(ui, Tone::Error, Icon::Error, "The scene can’t be read", &fault, None);
            return Vec::new();
        };
        let options = ViewOptions {
            selection: session.selection(),
            style: Style::of(ui.visuals().dark_mode),
            marks: self.marks,
            reduce_motion: look.reduce_motion,
            snap: self.snap,
            keys: false,
            top_inset: 48.0,
            ..ViewOptions::default()
        };
        let events = self.view.show(ui, &model, &options);
        let mut wishes = Vec::new();
        for event in events {
            self.event(session, event, &mut wishes);
        }
        self.take_files(ui, rect, &model, &mut wishes);
        self.frame(ui, rect, view);
        self.scope.show(ui, rect, view, self.view.is_dragging(), &mut wishes);
        self.tools(ui, rect, shortcuts);
        self.camera_bar(ui, rect, shortcuts);
        self.caption(ui, rect, session);
        self.context_menu(ui, session, &mut wishes);
        wishes
    }

    /// Files that are dragged out of the list of files: the place under the pointer is marked, and they are put there.
    fn take_files(&self, ui: &Ui, rect: Rect, model: &SceneModel, wishes: &mut Vec<Wish>) {
        let Some(files) = egui::DragAndDrop::payload::<DraggedFiles>(ui.ctx()) else { return };
        let Some(pointer) = ui.input(|input| input.pointer.interact_pos()).filter(|at| rect.contains(*at)) else { return };
        let can: Vec<String> = files.0.iter().filter(|path| Session::can_place(path)).cloned().collect();
        let t = Tokens::of(ui);
        let color = if can.is_empty() { t.error } else { t.focus };
        ui.painter().rect_stroke(rect, CornerRadius::ZERO, Stroke::new(2.0, color), StrokeKind::Inside);
        let words = match can.as_slice() {
            [] => "Only models and pictures can stand on the table".to_owned(),
            [path] => format!("Place {} here", path.rsplit('/').next().unwrap_or(path)),
            paths => format!("Place {} pieces here", paths.len()),
        };
        let galley = elided(ui, &words, small_medium(), t.text, 320.0);
        let note = Rect::from_min_size(pointer + vec2(16.0, 12.0), galley.size() + vec2(16.0, 10.0));
        ui.painter().rect(
            note,
            CornerRadius::same(METRICS.radius_card),
            t.raised,
            Stroke::new(1.0, t.border),
            StrokeKind::Inside,
        );
        paint_text(ui, note.shrink2(vec2(8.0, 5.0)), egui::Align2::LEFT_CENTER, &galley);
        if ui.input(|input| input.pointer.any_released()) {
            egui::DragAndDrop::clear_payload(ui.ctx());
            let at = self.view.ground(pointer, model.table.height).filter(|_| !can.is_empty());
            wishes.extend(at.map(|at| {
                let round = |value: f32| (f64::from(value) * 1000.0).round() / 1000.0;
                Wish::Act(Action::PlaceFiles { paths: can, at: [round(at.x), round(at.y), round(at.z)] })
            }));
        }
    }

    fn event(&mut self, session: &Session, event: ViewportEvent, wishes: &mut Vec<Wish>) {
        match event {
            ViewportEvent::Select { id, extend } => {
                let mut selection = if extend { session.selection().to_vec() } else { Vec::new() };
                if let Some(id) = id {
                    match selection.iter().position(|other| *other == id) {
                        Some(at) => drop(selection.remove(at)),
                        None => selection.push(id),
                    }
                }
                wishes.push(Wish::Act(Action::Select(selection)));
            }
            ViewportEvent::MoveCommitted(moved) => {
                let ids: Vec<&str> = moved.iter().map(|m| m.id.as_str()).collect();
                let changes = moved.iter().flat_map(|m| {
                    let axes = ["x", "y", "z"].into_iter().zip(m.position).zip(m.changed);
                    let changed = axes.filter(|(_, changed)| *changed);
                    changed.map(|((axis, value), _)| {
                        EntityChange::new(m.id.clone(), pointer!["position", axis], Some(Value::from(value)))
                    })
                });
                let changes = changes.collect();
                wishes.push(Wish::Act(Action::Entities { label: format!("Move {}", session.named(&ids)), changes, merge: None }));
            }
            ViewportEvent::RotateCommitted { turns, .. } => {
                let ids: Vec<&str> = turns.iter().map(|m| m.id.as_str()).collect();
                let change = |id: &String, rotation: &[f64; 3]| {
                    let [x, y, z] = *rotation;
                    let value = Value::object([("x", Value::from(x)), ("y", Value::from(y)), ("z", Value::from(z))]);
                    EntityChange::new(id.clone(), pointer!["rotation"], Some(value))
                };
                let changes = turns.iter().map(|turn| change(&turn.id, &turn.rotation)).collect();
                wishes.push(Wish::Act(Action::Entities { label: format!("Turn {}", session.named(&ids)), changes, merge: None }));
            }
            ViewportEvent::ContextMenu { id, at } => {
                if let Some(id) = &id
                    && !session.selection().contains(id)
                {
                    wishes.push(Wish::Act(Action::Select(vec![id.clone()])));
                }
                self.menu = Some((id, at));
            }
            ViewportEvent::ToolChosen(tool) => self.view.tool = tool,
            ViewportEvent::Hovered(_) | ViewportEvent::DragPreview(_) | ViewportEvent::DragCancelled | ViewportEvent::Framed => {}
        }
    }

    /// The frame has the scope's colour: violet where other variants stay as they are.
    fn frame(&self, ui: &Ui, rect: Rect, view: View<'_>) {
        if !view.session.has_scope() {
            return;
        }
        let t = Tokens::of(ui);
        let (width, color) = if view.only() { (2.0, t.scope_only) } else { (1.0, t.scope_all) };
        ui.painter().rect_stroke(rect, CornerRadius::ZERO, Stroke::new(width, color), StrokeKind::Inside);
    }

    fn tools(&mut self, ui: &mut Ui, rect: Rect, shortcuts: &Shortcuts) {
        let tools = [
            (Tool::Select, Icon::Select, "Select", Command::SelectTool),
            (Tool::Move, Icon::Move, "Move", Command::MoveTool),
            (Tool::Rotate, Icon::Rotate, "Turn", Command::RotateTool),
        ];
        let area = Rect::from_min_size(rect.min + vec2(10.0, 52.0), vec2(32.0, 28.0 * tools.len() as f32 + 8.0));
        floating(ui, area, "tools", Layout::top_down(Align::Center), |ui| {
            for (tool, icon, name, command) in tools {
                if icon_button(ui, icon, name, &shortcuts.text(command), self.view.tool == tool, None, 24.0).clicked() {
                    self.view.tool = tool;
                }
            }
        });
    }

    fn camera_bar(&mut self, ui: &mut Ui, rect: Rect, shortcuts: &Shortcuts) {
        let area = Rect::from_min_size(rect.right_top() + vec2(-154.0, 8.0), vec2(144.0, 32.0));
        floating(ui, area, "camera", Layout::left_to_right(Align::Center), |ui| {
            let commands = [
                (Icon::Frame, "Frame all", Command::FrameAll, ViewCommand::FrameAll),
                (Icon::TopView, "Look from above", Command::TopView, ViewCommand::TopView),
                (Icon::Camera, "Perspective or orthographic", Command::ToggleOrtho, ViewCommand::ToggleProjection),
            ];
            for (icon, name, command, view) in commands {
                if icon_button(ui, icon, name, &shortcuts.text(command), false, None, 24.0).clicked() {
                    self.view.command(view);
                }
            }
            if icon_button(ui, Icon::Magnet, "Snap to 0.05 ft", "Ctrl while dragging", self.snap, None, 24.0).clicked() {
                self.snap = !self.snap;
            }
            if icon_button(ui, Icon::SnapGrid, "Show snap points", "", self.marks.snap, None, 24.0).clicked() {
                self.marks.snap = !self.marks.snap;
            }
        });
    }

    /// What is selected and where it stands, at the lower left.
    fn caption(&self, ui: &Ui, rect: Rect, session: &Session) {
        let t = Tokens::of(ui);
        let words = match session.selection() {
            [] => return,
            [id] => {
                let at = session.resolved().and_then(|r| r.find(id).and_then(|e| e.entity().position()));
                let place = at.map(|p| p.map(|v| plain((v * 1000.0).round() / 1000.0)).join(", ")).unwrap_or_default();
                format!("{}   {place}", session.title(id))
            }
            ids => format!("{} pieces selected", ids.len()),
        };
        let galley = elided(ui, &words, small_medium(), t.text, rect.width() - 40.0);
        let size = galley.size() + vec2(20.0, 10.0);
        let area = Rect::from_min_size(rect.left_bottom() + vec2(10.0, -10.0 - size.y), size);
        let radius = CornerRadius::same(METRICS.radius_card);
        ui.painter().rect(area, radius, t.raised, Stroke::new(1.0, t.border), StrokeKind::Inside);
        paint_text(ui, area.shrink2(vec2(10.0, 0.0)), egui::Align2::LEFT_CENTER, &galley);
    }

    fn context_menu(&mut self, ui: &Ui, session: &Session, wishes: &mut Vec<Wish>) {
        let Some((id, at)) = self.menu.clone() else { return };
        let area = egui::Area::new(egui::Id::unique("scene menu")).order(egui::Order::Foreground).fixed_pos(at);
        let mut chosen = None;
        let response = area.show(ui.ctx(), |ui| {
            Frame::menu(ui.style()).show(ui, |ui| {
                ui.set_width(200.0);
                let blocked = session.selection().is_empty().then_some("Nothing is selected");
                for (icon, words, command) in [
                    (Icon::Frame, "Frame selection", Command::FrameSelection),
                    (Icon::Duplicate, "Duplicate", Command::Duplicate),
                    (Icon::Trash, "Delete", Command::Delete),
                ] {
                    let blocked = blocked.filter(|_| id.is_none());
                    if crate::widgets::menu_item(ui, Some(icon), words, "", false, blocked) {
                        chosen = Some(command);
                    }
                }
            })
        });
        let elsewhere = ui
            .input(|i| i.pointer.any_pressed() && !response.response.rect.contains(i.pointer.interact_pos().unwrap_or_default()));
        if chosen.is_some() || elsewhere || ui.input(|i| i.key_pressed(egui::Key::Escape)) {
            self.menu = None;
        }
        wishes.extend(chosen.map(Wish::Command));
    }
}

/// A bar over the scene.
fn floating(ui: &mut Ui, area: Rect, name: &str, layout: Layout, add: impl FnOnce(&mut Ui)) {
    let t = Tokens::of(ui);
    let radius = CornerRadius::same(METRICS.radius_card);
    ui.painter().rect(area, radius, t.raised, Stroke::new(1.0, t.border), StrokeKind::Inside);
    let mut child = ui.new_child(UiBuilder::new().id_salt(name).max_rect(area.shrink(4.0)).layout(layout));
    child.spacing_mut().item_spacing = vec2(4.0, 4.0);
    add(&mut child);
}
