//! Pictures without a window: one scene or several variants side by side, for `tablewright render`, thumbnails and tests.

use egui::Color32;
use image::RgbaImage;
use tablewright_core::{Error, ErrorKind, Result};
use three_d::{Interpolation, RenderTarget, ScissorBox, Texture2D, Viewport, Wrapping};

use super::assets::{AssetProblem, Assets};
use super::camera::Camera;
use super::caption;
use super::draw_list::Preview;
use super::headless::Headless;
use super::math::Bounds;
use super::model::SceneModel;
use super::parts::{Library, Placement, entity_box, is_placeholder};
use super::renderer::{Frame, Renderer, Style, ViewId};

/// The largest picture, in pixels a side.
pub const MAX_PICTURE_SIDE: u32 = 8192;

/// What came out of [`render`].
#[derive(Debug)]
pub struct Rendered {
    /// The picture.
    pub picture: RgbaImage,
    /// What could not be shown, each once.
    pub problems: Vec<AssetProblem>,
}

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
    let side = 1..=MAX_PICTURE_SIDE;
    if !side.contains(&width) || !side.contains(&height) {
        let what = format!("A picture of {width} × {height} pixels can't be drawn");
        return Err(Error::new(ErrorKind::Refused, what).hint(format!("Ask for 1 to {MAX_PICTURE_SIDE} pixels a side.")));
    }
    let studio = Studio::new()?;
    let mut renderer = Renderer::new(studio.headless.three_d(), Assets::at_once())?;
    let cells = layout(scenes.len(), width, height);
    let [r, g, b, _] = style.background.to_array();
    let mut picture = RgbaImage::from_pixel(width, height, image::Rgba([r, g, b, 255]));
    let mut problems = Vec::new();
    for ((title, model), cell) in scenes.iter().zip(&cells) {
        renderer.assets().set_root(&model.root);
        let camera = default_camera(model, renderer.assets(), cell.width as f32 / cell.height as f32);
        let mut one = studio.shoot(&mut renderer, model, Some(camera), cell.width, cell.height, style)?;
        renderer.forget(ViewId(0));
        name_placeholders(&mut one, model, &camera, renderer.assets(), style);
        image::imageops::replace(&mut picture, &one, i64::from(cell.x), i64::from(cell.y));
        problems.extend(renderer.problems(model));
        if scenes.len() > 1 {
            caption::draw(&mut picture, title, (cell.x + 12, cell.y + 12), caption::Size::Title, style);
        }
    }
    problems.sort();
    problems.dedup();
    Ok(Rendered { picture, problems })
}

/// What can't be shown is at least named, as in the window.
fn name_placeholders(picture: &mut RgbaImage, model: &SceneModel, camera: &Camera, library: &mut dyn Library, style: Style) {
    let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(picture.width() as f32, picture.height() as f32));
    for entity in model.entities.iter().filter(|e| e.pickable() && !e.label.is_empty()).take(MAX_NAMES) {
        if !is_placeholder(entity, library) {
            continue;
        }
        let middle = entity_box(entity, Placement::of(entity), library).center;
        if let Some(at) = camera.project(middle, rect).filter(|at| rect.contains(*at)) {
            caption::draw(picture, &entity.label, (at.x as u32, at.y as u32), caption::Size::Name, style);
        }
    }
}

/// More names than these would hide the picture.
const MAX_NAMES: usize = 60;

/// Part of a picture, in pixels from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cell {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

/// Rows of at most three, a line of 2 pixels between; a last row that is not full is as tall and its cells as wide as
/// the others.
fn layout(count: usize, width: u32, height: u32) -> Vec<Cell> {
    let count = u32::try_from(count.max(1)).unwrap_or(u32::MAX);
    let columns = match count {
        1 => 1,
        2 | 4 => 2,
        _ => 3,
    };
    let rows = count.div_ceil(columns);
    let edge = |index: u32, parts: u32, whole: u32| (u64::from(whole) * u64::from(index) / u64::from(parts)) as u32;
    (0..count)
        .map(|i| {
            let (column, row) = (i % columns, i / columns);
            let (x, y) = (edge(column, columns, width), edge(row, rows, height));
            let gap = |index: u32, parts: u32| if index + 1 < parts { 2 } else { 0 };
            let right = edge(column + 1, columns, width).saturating_sub(gap(column, columns));
            let bottom = edge(row + 1, rows, height).saturating_sub(gap(row, rows));
            Cell { x, y, width: right.saturating_sub(x).max(1), height: bottom.saturating_sub(y).max(1) }
        })
        .collect()
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
    fn cells_lie_side_by_side_and_stay_in_the_picture() {
        for (count, columns) in [(1, 1), (2, 2), (3, 3), (4, 2), (5, 3), (6, 3), (12, 3)] {
            let cells = layout(count, 1000, 601);
            assert_eq!(cells.len(), count);
            assert_eq!(cells.iter().filter(|c| c.y == 0).count(), columns.min(count));
            for (i, a) in cells.iter().enumerate() {
                assert!(a.x + a.width <= 1000 && a.y + a.height <= 601);
                for b in &cells[i + 1..] {
                    let apart = a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y || b.y + b.height < a.y;
                    assert!(apart, "{a:?} {b:?}");
                }
            }
        }
        assert_eq!(layout(1, 1000, 601)[0], Cell { x: 0, y: 0, width: 1000, height: 601 });
    }

    #[test]
    fn sizes_beyond_the_limits_are_refused() {
        for (w, h) in [(0, 10), (10, 0), (MAX_PICTURE_SIDE + 1, 10)] {
            assert!(render_png(&[], w, h, Style::DARK).is_err());
        }
    }
}
