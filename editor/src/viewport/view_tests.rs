//! The widget, driven by raw pointer and key events, and painted by egui's own painter.

use std::sync::Arc;

use egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};
use three_d::vec3;

use super::headless::Headless;
use super::model::{Entity, Kind, SceneModel};
use super::view::{SceneView, Tool, ViewCommand, ViewOptions, ViewportEvent};
use super::{Assets, Camera, SharedRenderer};

const SIZE: egui::Vec2 = vec2(600.0, 400.0);

struct Window {
    headless: Headless,
    context: Context,
    view: SceneView,
    model: Arc<SceneModel>,
    selection: Vec<String>,
    time: f64,
    output: Option<egui::FullOutput>,
}

impl Window {
    fn new() -> Self {
        let headless = Headless::new().expect("EGL is there");
        let renderer = SharedRenderer::with_assets(headless.glow(), Assets::at_once()).expect("the shaders compile");
        let mut piece = Entity::new("a", Kind::Token);
        piece.label = "Piece".to_owned();
        piece.scale = vec3(0.5, 0.2, 0.5);
        piece.position = [0.0, 0.1, 0.0];
        piece.color = egui::Color32::from_rgb(0xe0, 0x20, 0x20);
        let model = Arc::new(SceneModel { entities: vec![piece], ..SceneModel::default() }.sealed());
        let mut view = SceneView::new(renderer, 1);
        view.set_camera(Camera { distance: 4.0, ..Camera::default() }, &model);
        let mut window =
            Self { headless, context: Context::default(), view, model, selection: Vec::new(), time: 0.0, output: None };
        window.frame(Vec::new());
        window
    }

    fn frame(&mut self, events: Vec<Event>) -> Vec<ViewportEvent> {
        self.frame_with(events, |_| {})
    }

    fn frame_with(&mut self, events: Vec<Event>, change: impl Fn(&mut ViewOptions<'_>)) -> Vec<ViewportEvent> {
        self.time += 0.05;
        let screen_rect = Some(Rect::from_min_size(pos2(0.0, 0.0), SIZE));
        let input = RawInput { events, screen_rect, time: Some(self.time), ..RawInput::default() };
        let mut happened = Vec::new();
        let (view, model, selection) = (&mut self.view, &self.model, &self.selection);
        let mut output = self.context.run_ui(input, |ui| {
            let mut options = ViewOptions { selection, ..ViewOptions::default() };
            change(&mut options);
            happened.extend(view.show(ui, model, &options));
        });
        if let Some(mut before) = self.output.take() {
            before.textures_delta.append(std::mem::take(&mut output.textures_delta));
            output.textures_delta = std::mem::take(&mut before.textures_delta);
        }
        self.output = Some(output);
        happened
    }

    fn at(&self, x: f32, y: f32, z: f32) -> Pos2 {
        self.view.project(vec3(x, y, z)).expect("in front")
    }

    fn button(pos: Pos2, button: PointerButton, pressed: bool) -> Event {
        Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }
    }

    fn click(&mut self, at: Pos2) -> Vec<ViewportEvent> {
        let mut events = self.frame(vec![Event::PointerMoved(at)]);
        events.extend(self.frame(vec![Self::button(at, PointerButton::Primary, true)]));
        events.extend(self.frame(vec![Self::button(at, PointerButton::Primary, false)]));
        events
    }

    fn press(&mut self, at: Pos2) {
        self.frame(vec![Event::PointerMoved(at)]);
        self.frame(vec![Self::button(at, PointerButton::Primary, true)]);
    }

    fn key(&mut self, key: Key) -> Vec<ViewportEvent> {
        let event = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
        self.frame(vec![event])
    }

    /// What egui's painter makes of the last frame.
    fn paint(&mut self) -> image::RgbaImage {
        use three_d::{ClearState, DepthTexture2D, Interpolation, RenderTarget, Texture2D, Wrapping};
        let (w, h) = (SIZE.x as u32, SIZE.y as u32);
        let mut output = self.output.take().expect("a frame was run");
        let mut painter = egui_glow::Painter::new(Arc::clone(self.headless.glow()), "", None, false).expect("it starts");
        let (clamp, near) = (Wrapping::ClampToEdge, Interpolation::Nearest);
        let three_d = self.headless.three_d();
        let color = Texture2D::new_empty::<[u8; 4]>(three_d, w, h, near, near, None, clamp, clamp);
        let depth = DepthTexture2D::new::<f32>(three_d, w, h, clamp, clamp);
        let target = RenderTarget::new(color.as_color_target(None), depth.as_depth_target());
        target.clear(ClearState::color_and_depth(1.0, 0.0, 1.0, 1.0, 1.0));
        let primitives = self.context.tessellate(std::mem::take(&mut output.shapes), 1.0);
        painter.paint_and_update_textures([w, h], 1.0, &primitives, &mut output.textures_delta);
        let pixels = target.read_color::<[u8; 4]>().into_flattened();
        output.textures_delta.clear();
        painter.destroy();
        image::RgbaImage::from_raw(w, h, pixels).expect("as many pixels as asked for")
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        if let Some(output) = &mut self.output {
            output.textures_delta.clear();
        }
    }
}

fn selected(events: &[ViewportEvent]) -> Option<Option<&str>> {
    events.iter().find_map(|e| match e {
        ViewportEvent::Select { id, .. } => Some(id.as_deref()),
        _ => None,
    })
}

#[test]
fn the_painter_shows_the_scene_in_the_whole_view_and_the_gizmo_on_top() {
    let mut window = Window::new();
    window.selection = vec!["a".to_owned()];
    window.frame(Vec::new());
    let up = window.at(0.0, 0.2, 0.0);
    let picture = window.paint();
    let [r, g, b, _] = picture.get_pixel(up.x as u32 + 22, up.y as u32).0;
    assert!(r > 100 && r > 2 * g && r > 2 * b, "the red piece: {r} {g} {b}");
    assert!(picture.pixels().all(|p| p.0[..3] != [255, 0, 255]), "no pixel of the view is left as it was");
    let green = picture.pixels().filter(|p| p.0[1] > 170 && p.0[0] < 160 && p.0[2] < 130).count();
    assert!(green > 30, "the y arrow has {green} pixels");
}

#[test]
fn a_click_selects_and_a_click_beside_selects_nothing() {
    let mut window = Window::new();
    let at = window.at(0.0, 0.2, 0.0);
    assert_eq!(selected(&window.click(at)), Some(Some("a")));
    let beside = window.at(1.2, 0.0, 0.6);
    assert_eq!(selected(&window.click(beside)), Some(None));
}

#[test]
fn a_drag_previews_and_proposes_once_on_release() {
    let mut window = Window::new();
    window.selection = vec!["a".to_owned()];
    let (from, to) = (window.at(0.0, 0.1, 0.0), window.at(0.6, 0.1, 0.0));
    window.press(from);
    let middle = from + (to - from) * 0.5;
    let on_the_way = window.frame(vec![Event::PointerMoved(middle)]);
    assert!(on_the_way.iter().any(|e| matches!(e, ViewportEvent::DragPreview(_))), "{on_the_way:?}");
    let mut all = window.frame(vec![Event::PointerMoved(to)]);
    all.extend(window.frame(vec![Window::button(to, PointerButton::Primary, false)]));
    let commits: Vec<_> = all.iter().filter(|e| matches!(e, ViewportEvent::MoveCommitted(_))).collect();
    let [ViewportEvent::MoveCommitted(moves)] = commits.as_slice() else { panic!("one commit: {all:?}") };
    assert_eq!((moves[0].id.as_str(), moves[0].position), ("a", [0.6, 0.1, 0.0]));
    assert!(!window.view.is_dragging());
}

#[test]
fn escape_takes_a_drag_back() {
    let mut window = Window::new();
    window.selection = vec!["a".to_owned()];
    let (from, to) = (window.at(0.0, 0.1, 0.0), window.at(0.6, 0.1, 0.0));
    window.press(from);
    window.frame(vec![Event::PointerMoved(to)]);
    assert!(window.view.is_dragging());
    let events = window.key(Key::Escape);
    assert!(events.contains(&ViewportEvent::DragCancelled), "{events:?}");
    let after = window.frame(vec![Window::button(to, PointerButton::Primary, false)]);
    assert!(!after.iter().any(|e| matches!(e, ViewportEvent::MoveCommitted(_))), "{after:?}");
}

#[test]
fn what_can_not_be_edited_is_not_moved() {
    let mut window = Window::new();
    window.selection = vec!["a".to_owned()];
    let (from, to) = (window.at(0.0, 0.1, 0.0), window.at(0.6, 0.1, 0.0));
    let locked = |o: &mut ViewOptions<'_>| o.editable = false;
    window.frame_with(vec![Event::PointerMoved(from)], locked);
    window.frame_with(vec![Window::button(from, PointerButton::Primary, true)], locked);
    window.frame_with(vec![Event::PointerMoved(to)], locked);
    let events = window.frame_with(vec![Window::button(to, PointerButton::Primary, false)], locked);
    assert!(!events.iter().any(|e| matches!(e, ViewportEvent::MoveCommitted(_))), "{events:?}");
}

#[test]
fn keys_choose_tools_nudge_and_frame() {
    let mut window = Window::new();
    let at = window.at(0.0, 0.2, 0.0);
    window.click(at);
    window.selection = vec!["a".to_owned()];
    window.frame(Vec::new());
    assert!(window.key(Key::E).contains(&ViewportEvent::ToolChosen(Tool::Rotate)));
    let events = window.key(Key::ArrowRight);
    let moves = events.iter().find_map(|e| match e {
        ViewportEvent::MoveCommitted(moves) => Some(moves),
        _ => None,
    });
    assert_eq!(moves.map(|m| m[0].position), Some([0.05, 0.1, 0.0]), "{events:?}");
    assert!(window.key(Key::Home).contains(&ViewportEvent::Framed));
}

#[test]
fn commands_move_the_camera_at_once_with_reduced_motion() {
    let mut window = Window::new();
    window.view.command(ViewCommand::TopView);
    window.frame_with(Vec::new(), |o| o.reduce_motion = true);
    assert!(window.view.camera().pitch > 89.0);
    window.view.command(ViewCommand::LookFrom(0, true));
    window.frame(Vec::new());
    assert!(window.view.camera().pitch > 40.0, "a flight has only begun");
    for _ in 0..8 {
        window.frame(Vec::new());
    }
    assert_eq!((window.view.camera().yaw, window.view.camera().pitch), (90.0, 0.0));
}

#[test]
fn the_view_has_a_name_for_those_who_can_not_see_it() {
    let mut window = Window::new();
    window.context.enable_accesskit();
    window.frame(Vec::new());
    let update = window.output.as_ref().and_then(|o| o.platform_output.accesskit_update.as_ref()).expect("it is on");
    let names: Vec<_> = update.nodes.iter().filter_map(|(_, node)| node.label()).collect();
    for name in ["Scene view", "Look from x", "Look from −y"] {
        assert!(names.contains(&name), "{name} is not in {names:?}");
    }
}
