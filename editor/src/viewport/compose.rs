//! Several scenes in one picture: side by side, one wiped over another, or all of them as a sheet. The window's *Save
//! picture…* and `tablewright render` both draw with [`Composition::draw`].

use egui::{Pos2, Rect, pos2, vec2};
use image::RgbaImage;
use tablewright_core::job::Watch;
use tablewright_core::variants::diff::Mark;
use tablewright_core::{Error, ErrorKind, Result};

use super::assets::{AssetProblem, Assets};
use super::camera::Camera;
use super::caption::{Captions, Size};
use super::chips::{self, Sight};
use super::difference::Shown as _;
use super::draw_list::{Marks, Preview};
use super::model::SceneModel;
use super::offscreen::{MAX_PICTURE_SIDE, Studio, default_camera, shared_camera};
use super::parts::{Library, Placement, entity_box, is_placeholder};
use super::renderer::{Frame, Renderer, Style, ViewId};
use crate::theme;

/// One scene of a picture.
#[derive(Debug, Clone)]
pub struct Still<'a> {
    /// What stands over it, or under it on a sheet.
    pub title: String,
    /// What is drawn.
    pub model: &'a SceneModel,
    /// The pieces that get a chip, by their place in the model.
    pub marked: &'a [(usize, Mark)],
}

/// How the scenes stand in the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Arrangement {
    /// Each in a cell with its title in a corner; a single one has none.
    SideBySide,
    /// The first at the left of a line, the second at its right; the line stands at this share of the width, 0 to 1.
    Wipe(f32),
    /// Each in a cell with its title below.
    Sheet,
}

/// A picture to draw.
#[derive(Debug, Clone)]
pub struct Composition<'a> {
    /// The scenes; of a wipe two.
    pub stills: &'a [Still<'a>],
    /// How they stand.
    pub arrangement: Arrangement,
    /// From where each is seen; empty: all from one place that has everything in sight.
    pub cameras: &'a [Camera],
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The theme's colours.
    pub style: Style,
    /// Which helpers are drawn.
    pub marks: Marks,
    /// Whether what can't be shown is at least named.
    pub named: bool,
}

/// What came out of [`Composition::draw`].
#[derive(Debug)]
pub struct Rendered {
    /// The picture.
    pub picture: RgbaImage,
    /// What could not be shown, each once.
    pub problems: Vec<AssetProblem>,
}

impl Composition<'_> {
    /// Draws the picture. The same input gives the same pixels.
    ///
    /// # Errors
    /// There is no EGL, the size is 0 or more than [`MAX_PICTURE_SIDE`] a side, or the person stopped it.
    pub fn draw(&self, watch: &dyn Watch) -> Result<Rendered> {
        let (width, height) = self.size;
        let side = 1..=MAX_PICTURE_SIDE;
        if !side.contains(&width) || !side.contains(&height) {
            let what = format!("A picture of {width} × {height} pixels can't be drawn");
            return Err(Error::new(ErrorKind::Refused, what).hint(format!("Ask for 1 to {MAX_PICTURE_SIDE} pixels a side.")));
        }
        let studio = Studio::new()?;
        let mut renderer = Renderer::new(studio.headless().three_d(), Assets::at_once())?;
        let mut sheet = Sheet::new(self);
        let mut problems = Vec::new();
        let total = self.stills.len() as u64;
        let framed = self.framed(&sheet, &mut renderer);
        for (number, still) in self.stills.iter().enumerate() {
            watch.check()?;
            watch.progress("Drawing the picture", number as u64, total);
            let camera = self.cameras.get(number).copied().unwrap_or(framed);
            let one = self.still(&studio, &mut renderer, &mut sheet, (number, still), camera)?;
            sheet.paste(number, &one);
            problems.extend(renderer.problems(still.model));
        }
        watch.check()?;
        watch.progress("Drawing the picture", total, total);
        self.write_titles(&mut sheet);
        problems.sort();
        problems.dedup();
        Ok(Rendered { picture: sheet.picture, problems })
    }

    /// The camera that has all scenes in sight, for cells of the first one's shape.
    fn framed(&self, sheet: &Sheet, renderer: &mut Renderer) -> Camera {
        let cell = sheet.cells.first().copied().unwrap_or_default();
        let shape = cell.width as f32 / cell.height.max(1) as f32;
        if let Some(first) = self.stills.first() {
            renderer.assets().set_root(&first.model.root);
        }
        match self.stills {
            [alone] => default_camera(alone.model, renderer.assets(), shape),
            stills => shared_camera(stills.iter().map(|still| still.model), renderer.assets(), shape),
        }
    }

    fn still(
        &self,
        studio: &Studio,
        renderer: &mut Renderer,
        sheet: &mut Sheet,
        (number, still): (usize, &Still<'_>),
        camera: Camera,
    ) -> Result<RgbaImage> {
        let Cell { width, height, .. } = sheet.cells[number];
        let preview = Preview::new();
        let frame = Frame { scale: sheet.scale, marks: self.marks, ..Frame::new(still.model, camera, self.style, &preview) };
        let mut one = studio.frame(renderer, &frame, width, height)?;
        renderer.forget(ViewId(0));
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(width as f32, height as f32));
        if self.named {
            name_placeholders(&mut one, still.model, (&camera, rect), renderer.assets(), &mut sheet.captions);
        }
        if !still.marked.is_empty() {
            let captions = &mut sheet.captions;
            let sizes = [Mark::Added, Mark::Changed, Mark::Removed]
                .map(|mark| (mark, captions.plate(mark.chip(), Size::Chip).map(|side| side as f32)));
            let size =
                |mark| sizes.iter().find(|(other, _)| *other == mark).map_or(vec2(0.0, 0.0), |(_, size)| vec2(size[0], size[1]));
            let marked = still.marked.iter().copied();
            let sight = Sight { camera, scene: rect, seen: seen_of(rect, number, self.arrangement) };
            let found = chips::places(still.model, marked, sight, renderer.assets(), size);
            for (area, mark) in found {
                captions.chip(&mut one, mark, (area.min.x as u32, area.min.y as u32));
            }
        }
        Ok(one)
    }

    fn write_titles(&self, sheet: &mut Sheet) {
        let Sheet { picture, cells, captions, scale, .. } = sheet;
        let edge = (12.0 * *scale) as u32;
        for (number, (still, cell)) in self.stills.iter().zip(cells.iter()).enumerate() {
            let [w, h] = captions.plate(&still.title, Size::Title);
            let place = match self.arrangement {
                Arrangement::SideBySide if self.stills.len() < 2 => continue,
                Arrangement::SideBySide => (cell.x + edge, cell.y + edge),
                Arrangement::Sheet => {
                    let below = cell.y + cell.height;
                    (cell.x + (cell.width.saturating_sub(w)) / 2, below + (Sheet::band(*scale).saturating_sub(h)) / 2)
                }
                Arrangement::Wipe(share) => {
                    let line = split(share, cell.width);
                    (if number == 0 { line.saturating_sub(edge + w) } else { line + edge }, edge)
                }
            };
            captions.draw(picture, &still.title, place, Size::Title);
        }
        if let Arrangement::Wipe(share) = self.arrangement {
            let (line, half) = (split(share, picture.width()), scale.round().max(1.0) as u32);
            for x in line.saturating_sub(half)..(line + half).min(picture.width()) {
                for y in 0..picture.height() {
                    picture.put_pixel(x, y, image::Rgba([255; 4]));
                }
            }
        }
    }
}

/// The part of a still that is seen in the picture.
fn seen_of(whole: Rect, number: usize, arrangement: Arrangement) -> Rect {
    let Arrangement::Wipe(share) = arrangement else { return whole };
    let line = split(share, whole.width() as u32) as f32;
    if number == 0 { whole.with_max_x(line) } else { whole.with_min_x(line) }
}

/// The column at which a wipe changes from one scene to the other.
fn split(share: f32, width: u32) -> u32 {
    (share.clamp(0.0, 1.0) * width as f32).round() as u32
}

/// The picture while it is made.
struct Sheet {
    picture: RgbaImage,
    cells: Vec<Cell>,
    /// Pixels in a point: lines and letters grow with the picture.
    scale: f32,
    captions: Captions,
    wipe: Option<f32>,
}

impl Sheet {
    fn new(composition: &Composition<'_>) -> Self {
        let ((width, height), count) = (composition.size, composition.stills.len());
        let scale = (width as f32 / 1280.0).min(height as f32 / 720.0).clamp(1.0, 4.0);
        let whole = Cell { x: 0, y: 0, width, height };
        let (cells, wipe) = match composition.arrangement {
            Arrangement::SideBySide => (layout(count, columns(count), width, height), None),
            Arrangement::Sheet => {
                let band = Self::band(scale);
                let columns = widest(count, width, height, band);
                (below_titles(layout(count, columns, width, height), band), None)
            }
            Arrangement::Wipe(share) => (vec![whole; count], Some(share)),
        };
        let dark = super::offscreen::ink(composition.style.background).r() > 0x80;
        let gaps = if dark { theme::DARK.app } else { theme::LIGHT.app };
        let picture = RgbaImage::from_pixel(width, height, image::Rgba(gaps.to_array()));
        Self { picture, cells, scale, captions: Captions::new(composition.style, scale), wipe }
    }

    /// Height of the title below a cell, in pixels.
    fn band(scale: f32) -> u32 {
        (34.0 * scale) as u32
    }

    fn paste(&mut self, number: usize, one: &RgbaImage) {
        let cell = self.cells[number];
        let (mut from, mut to) = (0, cell.width);
        if let Some(share) = self.wipe {
            let line = split(share, cell.width);
            (from, to) = if number == 0 { (0, line) } else { (line, cell.width) };
        }
        if to > from {
            let part = image::imageops::crop_imm(one, from, 0, to - from, cell.height).to_image();
            image::imageops::replace(&mut self.picture, &part, i64::from(cell.x + from), i64::from(cell.y));
        }
    }
}

/// What can't be shown is at least named, as in the window.
fn name_placeholders(
    picture: &mut RgbaImage,
    model: &SceneModel,
    (camera, rect): (&Camera, Rect),
    library: &mut dyn Library,
    captions: &mut Captions,
) {
    for entity in model.entities.iter().filter(|e| e.pickable() && !e.label.is_empty()).take(MAX_NAMES) {
        if !is_placeholder(entity, library) {
            continue;
        }
        let middle = entity_box(entity, Placement::of(entity), library).center;
        if let Some(at) = camera.project(middle, rect).filter(|at: &Pos2| rect.contains(pos2(at.x, at.y))) {
            captions.draw(picture, &entity.label, (at.x as u32, at.y as u32), Size::Name);
        }
    }
}

/// More names than these would hide the picture.
const MAX_NAMES: usize = 60;

/// Part of a picture, in pixels from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Cell {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

/// One row of two or three views, two rows of two, else rows of three.
fn columns(count: usize) -> usize {
    match count {
        0 | 1 => 1,
        2 | 4 => 2,
        _ => 3,
    }
}

/// The number of columns in which scenes are seen largest, with a title of `band` pixels below each.
fn widest(count: usize, width: u32, height: u32, band: u32) -> usize {
    // A table seen from its edge is about this much wider than high.
    const SHAPE: f32 = 1.4;
    let seen = |columns: usize| {
        let rows = count.div_ceil(columns).max(1);
        let high = (height as f32 / rows as f32 - band as f32).max(1.0);
        (width as f32 / columns as f32).min(high * SHAPE)
    };
    (1..=count.max(1)).rev().max_by(|a, b| seen(*a).total_cmp(&seen(*b))).unwrap_or(1)
}

/// Rows of so many cells with a line of 2 pixels between. A last row that is not full is as tall and its cells as wide as
/// the others.
fn layout(count: usize, columns: usize, width: u32, height: u32) -> Vec<Cell> {
    let whole = |n: usize| u32::try_from(n.max(1)).unwrap_or(u32::MAX);
    let (count, columns) = (whole(count), whole(columns));
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

/// The same cells, each with room for a title below.
fn below_titles(mut cells: Vec<Cell>, band: u32) -> Vec<Cell> {
    for cell in &mut cells {
        cell.height = cell.height.saturating_sub(band).max(1);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_lie_side_by_side_and_stay_in_the_picture() {
        for (count, across) in [(1, 1), (2, 2), (3, 3), (4, 2), (5, 3), (6, 3), (12, 3)] {
            let cells = layout(count, columns(count), 1000, 601);
            assert_eq!(cells.len(), count);
            assert_eq!(cells.iter().filter(|c| c.y == 0).count(), across);
            for (i, a) in cells.iter().enumerate() {
                assert!(a.x + a.width <= 1000 && a.y + a.height <= 601);
                for b in &cells[i + 1..] {
                    let apart = a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y || b.y + b.height < a.y;
                    assert!(apart, "{a:?} {b:?}");
                }
            }
        }
        assert_eq!(layout(1, 1, 1000, 601)[0], Cell { x: 0, y: 0, width: 1000, height: 601 });
    }

    #[test]
    fn a_sheet_has_as_many_columns_as_show_the_scenes_largest() {
        let of = |count, width, height| widest(count, width, height, 34);
        assert_eq!((of(1, 1280, 800), of(2, 1280, 800), of(3, 1280, 800)), (1, 2, 2));
        assert_eq!((of(12, 1280, 800), of(3, 300, 1200), of(4, 2000, 300)), (4, 1, 4));
    }

    #[test]
    fn the_line_of_a_wipe_stays_in_the_picture() {
        assert_eq!([0.0, 0.5, 1.0, 7.0, -1.0].map(|share| split(share, 101)), [0, 51, 101, 101, 0]);
    }
}
