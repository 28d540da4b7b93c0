//! Small pictures of the variants, for cards and lists. They are made one a frame and only once nothing has changed for a
//! moment, so that they never hold up an edit; until then the former ones are shown.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Rect, Ui};
use tablewright_core::json::Document;
use tablewright_core::variants;

use super::camera::{Camera, aspect};
use super::draw_list::{Marks, Preview};
use super::math::Bounds;
use super::model::SceneModel;
use super::offscreen::scene_bounds;
use super::parts::{Placement, entity_box};
use super::renderer::{Frame, SharedRenderer, Style, ViewId};
use super::view::paint_with;
use crate::session::Session;

/// How long nothing must have changed before pictures are made anew.
const REST: Duration = Duration::from_millis(250);

/// How often a picture is tried before it is left until something changes: a driver may refuse.
const TRIES: u8 = 4;

/// The first number of the views that are theirs; below are those that a person turns.
const FIRST_VIEW: u64 = 1 << 32;

/// Where pictures of the variants stand: each place has its own size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The strip under the scene.
    Strip,
    /// The list of the Variants dialog.
    List,
}

/// The pictures of an open pack's variants.
pub struct Thumbnails {
    renderer: SharedRenderer,
    pictures: Vec<Picture>,
    /// What the pictures follow from: the scene, and the number that counts what was read of its assets.
    seen: Option<(Document, u64)>,
    changed: Instant,
    /// The frame in which one was made.
    made_in: Option<u64>,
}

struct Picture {
    variant: String,
    /// The scene that the model is of.
    scene: Document,
    model: Arc<SceneModel>,
    /// Where it is seen from, for a shape of picture and a state of the assets.
    camera: Option<(u32, u64, Camera)>,
    /// How often it was asked for in each place since something changed.
    tries: [u8; 2],
}

impl Thumbnails {
    /// Pictures that `renderer` draws.
    pub fn new(renderer: SharedRenderer) -> Self {
        renderer.lock().forget_stills();
        Self { renderer, pictures: Vec::new(), seen: None, changed: Instant::now(), made_in: None }
    }

    /// Draws the picture of a variant into `rect`; what is not made yet is left as it is there.
    pub fn paint(&mut self, ui: &Ui, session: &Session, variant: &str, place: Place, rect: Rect) {
        let Some(scene) = session.scene() else { return };
        if !ui.is_rect_visible(rect) {
            return;
        }
        let rested = self.rested(scene);
        let number = ui.ctx().cumulative_frame_nr();
        let may_make = rested && self.made_in != Some(number);
        let known = self.pictures.iter().position(|picture| picture.variant == variant);
        let fresh = known.is_some_and(|index| self.pictures[index].scene.same(scene));
        let index = match known {
            Some(index) if fresh || !may_make => index,
            None if !may_make => return later(ui),
            known => self.read(session, scene, variant, known),
        };
        let camera = self.camera(index, rect);
        let Picture { model, scene: of, .. } = &self.pictures[index];
        let (style, scale) = (Style::of(ui.visuals().dark_mode), ui.ctx().pixels_per_point());
        let size = [rect.width(), rect.height()].map(|points| (points * scale).round().max(1.0) as u32).into();
        let view = ViewId(FIRST_VIEW + 2 * index as u64 + place as u64);
        let still = Still { model: Arc::clone(model), camera, style, scale };
        let is_current = self.renderer.lock().still_is_current(view, &still.frame(&Preview::new()), size) && of.same(scene);
        let tries = &mut self.pictures[index].tries[place as usize];
        let wanted = !is_current && *tries < TRIES;
        let anew = wanted && may_make;
        if anew {
            self.made_in = Some(number);
            *tries += 1;
        }
        if wanted {
            later(ui);
        }
        paint_with(ui, rect, self.renderer.clone(), move |renderer, target, place, _| {
            renderer.draw_still(target, place, view, &still.frame(&Preview::new()), size, anew)
        });
    }

    /// Whether nothing has changed for a while.
    fn rested(&mut self, scene: &Document) -> bool {
        let assets = self.renderer.lock().assets().generation();
        let same = self.seen.as_ref().is_some_and(|(seen, read)| seen.same(scene) && *read == assets);
        if !same {
            // The first pictures of a pack are wanted at once.
            if self.seen.is_some() {
                self.changed = Instant::now();
            }
            self.seen = Some((scene.clone(), assets));
            self.pictures.iter_mut().for_each(|picture| picture.tries = [0; 2]);
        }
        self.pictures.is_empty() || self.changed.elapsed() >= REST
    }

    /// Reads what a variant shows, and gives the place of its picture.
    fn read(&mut self, session: &Session, scene: &Document, variant: &str, known: Option<usize>) -> usize {
        let resolved = variants::resolve(scene, variant, session.listed());
        let model = Arc::new(SceneModel::from_resolved(&resolved, session.root(), false));
        let picture = Picture { variant: variant.to_owned(), scene: scene.clone(), model, camera: None, tries: [0; 2] };
        match known {
            Some(index) => {
                self.pictures[index] = picture;
                index
            }
            None => {
                self.pictures.push(picture);
                self.pictures.len() - 1
            }
        }
    }

    /// Over the near edge, with all pieces in sight; the table where there are none.
    fn camera(&mut self, index: usize, rect: Rect) -> Camera {
        let picture = &mut self.pictures[index];
        let mut renderer = self.renderer.lock();
        let (shape, read) = (aspect(rect), renderer.assets().generation());
        if let Some((known, when, camera)) = picture.camera
            && (known, when) == (shape.to_bits(), read)
        {
            return camera;
        }
        let mut bounds = Bounds::EMPTY;
        for entity in &picture.model.entities {
            bounds.join(&entity_box(entity, Placement::of(entity), renderer.assets()).bounds());
        }
        if bounds.is_empty() {
            bounds = scene_bounds(&picture.model, renderer.assets());
        }
        let camera = Camera::default().framing(&bounds, shape);
        picture.camera = Some((shape.to_bits(), renderer.assets().generation(), camera));
        camera
    }
}

/// What one picture shows.
struct Still {
    model: Arc<SceneModel>,
    camera: Camera,
    style: Style,
    scale: f32,
}

impl Still {
    fn frame<'a>(&'a self, preview: &'a Preview) -> Frame<'a> {
        // Names and snap points would be specks.
        let marks = Marks { snap: false, seats: false, floor: true };
        Frame { scale: self.scale, marks, ..Frame::new(&self.model, self.camera, self.style, preview) }
    }
}

fn later(ui: &Ui) {
    ui.ctx().request_repaint_after(REST / 5);
}
