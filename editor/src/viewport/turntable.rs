//! One model by itself, turned by hand: what a file looks like that stands on no table yet.

use std::path::Path;
use std::sync::Arc;

use egui::{Rect, Role, Sense, Ui, WidgetInfo};

use super::camera::{Camera, aspect};
use super::draw_list::{Marks, Preview};
use super::model::{Entity, Kind, SceneModel, Table};
use super::offscreen::pieces_bounds;
use super::parts::Library;
use super::renderer::{Frame, SharedRenderer, Style, ViewId};
use super::view::paint_with;

/// The view's number; scene views count up from 1, and small pictures begin further up.
const VIEW: ViewId = ViewId(1 << 31);

/// How large a model is shown, in feet from end to end: the scene view's camera is made for things of a table.
const SHOWN: f32 = 3.0;

/// A scene with nothing in it but the model at `path` of the pack in `root`.
pub fn stage(root: &Path, path: &str) -> SceneModel {
    let scale = three_d::vec3(1.0, 1.0, 1.0);
    let entity = Entity { model: Some(Arc::from(path)), scale, ..Entity::new("model", Kind::Custom) };
    let table = Table { visible: false, ..Table::default() };
    SceneModel { entities: vec![entity], table, ..SceneModel::empty(root) }.sealed()
}

/// The same scene with the model at a size that fits the camera, and the camera that has it in sight from `from`'s side.
pub fn framed(scene: &SceneModel, library: &mut dyn Library, from: &Camera, aspect: f32) -> (SceneModel, Camera) {
    let mut scene = scene.clone();
    let half = pieces_bounds(&scene, library).half();
    let largest = half.x.max(half.y).max(half.z) * 2.0;
    if largest > 1e-6
        && largest.is_finite()
        && let Some(entity) = scene.entities.first_mut()
    {
        entity.scale *= SHOWN / largest;
    }
    let scene = scene.sealed();
    let camera = from.framing(&pieces_bounds(&scene, library), aspect);
    (scene, camera)
}

/// A model that a drag turns.
#[derive(Default)]
pub struct Turntable {
    shown: Option<Shown>,
    side: Camera,
}

struct Shown {
    path: String,
    stage: SceneModel,
    /// The model at the size that it is shown in.
    framed: Option<Arc<SceneModel>>,
}

impl Turntable {
    /// Draws the model at `path` into `rect`. The error says why it cannot be shown: a sentence without its full stop.
    pub fn show(&mut self, ui: &mut Ui, rect: Rect, renderer: &SharedRenderer, root: &Path, path: &str) -> Result<(), String> {
        if self.shown.as_ref().is_none_or(|shown| shown.path != path || *shown.stage.root != *root) {
            self.shown = Some(Shown { path: path.to_owned(), stage: stage(root, path), framed: None });
            self.side = Camera::default();
        }
        let Some(shown) = &mut self.shown else { return Ok(()) };
        let response = ui.interact(rect, ui.make_persistent_id("turntable"), Sense::drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("{path}, turned by a drag")));
        if response.dragged() {
            let by = response.drag_delta();
            self.side.orbit(by.x, by.y);
        }
        let mut locked = renderer.lock();
        locked.assets().set_root(&shown.stage.root);
        let (scene, camera) = framed(&shown.stage, locked.assets(), &self.side, aspect(rect));
        if let Some(problem) = locked.problems(&shown.stage).into_iter().next() {
            return Err(problem.why);
        }
        drop(locked);
        // The same scene is handed on, so that nothing is uploaded again.
        let scene = match &shown.framed {
            Some(same) if same.fingerprint() == scene.fingerprint() => Arc::clone(same),
            _ => Arc::clone(shown.framed.insert(Arc::new(scene))),
        };
        let style = Style::of(ui.visuals().dark_mode);
        paint_with(ui, rect, renderer.clone(), move |renderer, target, (viewport, clip), scale| {
            let preview = Preview::new();
            let marks = Marks { snap: false, seats: false, floor: true };
            let frame = Frame { scale, marks, ..Frame::new(&scene, camera, style, &preview) };
            renderer.draw(target, viewport, clip, VIEW, &frame)
        });
        Ok(())
    }
}
