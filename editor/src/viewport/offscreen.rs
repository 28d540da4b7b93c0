//! Pictures without a window: one scene or several variants side by side, for `tablewright render`, thumbnails and tests.

use egui::Color32;
use image::RgbaImage;
use tablewright_core::job::Quiet;
use tablewright_core::{Error, ErrorKind, Result};
use three_d::{Interpolation, RenderTarget, ScissorBox, Texture2D, Viewport, Wrapping};

use super::camera::Camera;
use super::compose::{Arrangement, Composition, Rendered, Still};
use super::draw_list::{Marks, Preview};
use super::headless::Headless;
use super::math::Bounds;
use super::model::SceneModel;
use super::parts::{Library, Placement, entity_box};
use super::renderer::{Frame, Renderer, Style, ViewId};

/// The largest picture, in pixels a side.
pub const MAX_PICTURE_SIDE: u32 = 8192;

/// The box that *Frame all* frames: every piece, else the table.
pub fn scene_bounds(model: &SceneModel, library: &mut dyn Library) -> Bounds {
    let mut bounds = Bounds::EMPTY;
    for entity in &model.entities {
        bounds.join(&entity_box(entity, Placement::of(entity), library).bounds());
    }
    let table = &model.table;
    if bounds.is_empty() || table.visible {
        let [x, z] = table.half;
        bounds.add(three_d::vec3(-x, table.height, -z));
        bounds.add(three_d::vec3(x, table.height, z));
    }
    bounds
}

/// The box around the pieces and ghosts alone, else the table: where scenes stand side by side there is no room to waste.
pub fn pieces_bounds(model: &SceneModel, library: &mut dyn Library) -> Bounds {
    let mut bounds = Bounds::EMPTY;
    for entity in &model.entities {
        bounds.join(&entity_box(entity, Placement::of(entity), library).bounds());
    }
    if bounds.is_empty() { scene_bounds(model, library) } else { bounds }
}

/// The one camera that has the pieces of several scenes in sight, and some of the table around them.
pub fn shared_camera<'a>(models: impl Iterator<Item = &'a SceneModel>, library: &mut dyn Library, aspect: f32) -> Camera {
    let mut bounds = Bounds::EMPTY;
    models.for_each(|model| bounds.join(&pieces_bounds(model, library)));
    let close = Camera::default().framing(&bounds, aspect);
    Camera { distance: close.distance * 1.1, ..close }
}

/// The camera that a picture is taken with: over the near edge, a little from the left, with everything in sight.
pub fn default_camera(model: &SceneModel, library: &mut dyn Library, aspect: f32) -> Camera {
    Camera::default().framing(&scene_bounds(model, library), aspect)
}

/// Draws `scenes` (title and scene) side by side into one picture of `width` × `height` pixels, in rows of at most three,
/// each with its title as a caption; a single one has none.
///
/// Fails where there is no EGL, or where the size is 0 or more than [`MAX_PICTURE_SIDE`].
pub fn render_png(scenes: &[(String, SceneModel)], width: u32, height: u32, style: Style) -> Result<RgbaImage> {
    Ok(render(scenes, width, height, style)?.picture)
}

/// [`render_png`] with the list of what could not be shown.
pub fn render(scenes: &[(String, SceneModel)], width: u32, height: u32, style: Style) -> Result<Rendered> {
    let still = |(title, model)| Still { title: String::clone(title), model, marked: &[] };
    let stills: Vec<Still<'_>> = scenes.iter().map(|(title, model)| still((title, model))).collect();
    let composition = Composition {
        stills: &stills,
        arrangement: Arrangement::SideBySide,
        cameras: &[],
        size: (width, height),
        style,
        marks: Marks::default(),
        named: true,
    };
    composition.draw(&Quiet)
}

/// A place to take pictures: a GL context of its own, on the thread that made it.
pub struct Studio {
    headless: Headless,
}

impl Studio {
    /// Fails where there is no EGL.
    pub fn new() -> Result<Self> {
        Ok(Self { headless: Headless::new()? })
    }

    /// The context, for a renderer of your own.
    pub fn headless(&self) -> &Headless {
        &self.headless
    }

    /// One picture of `model`, from `camera` or from the default one.
    pub fn shoot(
        &self,
        renderer: &mut Renderer,
        model: &SceneModel,
        camera: Option<Camera>,
        width: u32,
        height: u32,
        style: Style,
    ) -> Result<RgbaImage> {
        renderer.assets().set_root(&model.root);
        let camera = camera.unwrap_or_else(|| default_camera(model, renderer.assets(), width as f32 / height.max(1) as f32));
        let preview = Preview::new();
        self.frame(renderer, &Frame::new(model, camera, style, &preview), width, height)
    }

    /// Any frame as a picture.
    pub fn frame(&self, renderer: &mut Renderer, frame: &Frame<'_>, width: u32, height: u32) -> Result<RgbaImage> {
        self.frame_of(renderer, ViewId(0), frame, width, height)
    }

    /// The same for one of several views of one renderer.
    pub fn frame_of(
        &self,
        renderer: &mut Renderer,
        view: ViewId,
        frame: &Frame<'_>,
        width: u32,
        height: u32,
    ) -> Result<RgbaImage> {
        self.headless.make_current()?;
        let clamp = Wrapping::ClampToEdge;
        let near = Interpolation::Nearest;
        let color = Texture2D::new_empty::<[u8; 4]>(self.headless.three_d(), width, height, near, near, None, clamp, clamp);
        let depth = three_d::DepthTexture2D::new::<f32>(self.headless.three_d(), width, height, clamp, clamp);
        let target = RenderTarget::new(color.as_color_target(None), depth.as_depth_target());
        let (viewport, clip) = (Viewport::new_at_origo(width, height), ScissorBox::new_at_origo(width, height));
        renderer.draw(&target, viewport, clip, view, frame)?;
        let pixels = target.read_color::<[u8; 4]>().into_flattened();
        RgbaImage::from_raw(width, height, pixels)
            .ok_or_else(|| Error::new(ErrorKind::Refused, "The drawn picture couldn't be read back"))
    }
}

/// Black or white, whichever is read on `background`.
pub(super) fn ink(background: Color32) -> Color32 {
    let light = background.r().max(background.g()).max(background.b()) > 0x80;
    if light { Color32::from_rgb(0x1c, 0x1e, 0x24) } else { Color32::from_rgb(0xe6, 0xe7, 0xeb) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_beyond_the_limits_are_refused() {
        for (w, h) in [(0, 10), (10, 0), (MAX_PICTURE_SIDE + 1, 10)] {
            assert!(render_png(&[], w, h, Style::DARK).is_err());
        }
    }
}
