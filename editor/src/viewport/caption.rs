//! Captions on pictures: text drawn with the editor's own font, without a window.

use std::collections::HashMap;

use egui::{Color32, FontData, FontDefinitions, FontFamily, FontId};
use image::{Rgba, RgbaImage};
use tablewright_core::variants::diff::Mark;

use super::difference::Shown as _;
use super::offscreen::ink;
use super::renderer::Style;
use crate::theme;

/// How large a caption is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// A picture's title.
    Title,
    /// A piece's name.
    Name,
    /// What a difference is.
    Chip,
}

impl Size {
    /// Height of the letters and the room around them, in points.
    fn measures(self) -> (f32, [f32; 2]) {
        match self {
            Self::Title => (14.0, [9.0, 5.0]),
            Self::Name => (11.0, [6.0, 2.0]),
            Self::Chip => (11.0, [7.0, 4.0]),
        }
    }
}

/// Captions in the colours of a theme. What is written twice is laid out once.
pub(super) struct Captions {
    style: Style,
    /// Pixels in a point.
    scale: f32,
    known: HashMap<(String, u32, Color32), Option<RgbaImage>>,
}

impl Captions {
    pub(super) fn new(style: Style, scale: f32) -> Self {
        Self { style, scale, known: HashMap::new() }
    }

    /// How large the plate of a caption is, in pixels.
    pub(super) fn plate(&mut self, title: &str, size: Size) -> [u32; 2] {
        let pad = self.pad(size);
        let (width, height) = self.text(title, size, ink(self.style.background)).map_or((0, 0), RgbaImage::dimensions);
        [width + 2 * pad[0], height + 2 * pad[1]]
    }

    /// Draws `title` on a small plate; `place` is its upper left corner in pixels, or for a name its middle.
    pub(super) fn draw(&mut self, picture: &mut RgbaImage, title: &str, place: (u32, u32), size: Size) {
        let ink = ink(self.style.background);
        let [w, h] = self.plate(title, size);
        let place = match size {
            Size::Title | Size::Chip => place,
            Size::Name => (place.0.saturating_sub(w / 2), place.1.saturating_sub(h / 2)),
        };
        self.lay(picture, title, place, size, ink, None);
    }

    /// Draws the chip of a difference with its upper left corner at `place`.
    pub(super) fn chip(&mut self, picture: &mut RgbaImage, mark: Mark, place: (u32, u32)) {
        let tokens = if self.is_dark() { theme::DARK } else { theme::LIGHT };
        let color = match mark {
            Mark::Added => tokens.added,
            Mark::Changed => tokens.changed,
            Mark::Removed => tokens.removed,
        };
        self.lay(picture, mark.chip(), place, Size::Chip, color, Some(color));
    }

    fn is_dark(&self) -> bool {
        ink(self.style.background).r() > 0x80
    }

    fn pad(&self, size: Size) -> [u32; 2] {
        size.measures().1.map(|side| (side * self.scale).round() as u32)
    }

    fn text(&mut self, title: &str, size: Size, color: Color32) -> Option<&RgbaImage> {
        let points = size.measures().0 * self.scale;
        let key = (title.to_owned(), points.to_bits(), color);
        self.known.entry(key).or_insert_with(|| rasterise(title, points, color)).as_ref()
    }

    fn lay(&mut self, picture: &mut RgbaImage, title: &str, place: (u32, u32), size: Size, ink: Color32, edge: Option<Color32>) {
        let fill = if self.is_dark() { [0x1a, 0x1b, 0x1f, 225] } else { [0xf6, 0xf6, 0xf8, 230] };
        let (pad, radius, line) = (self.pad(size), 4.0 * self.scale, self.scale);
        let Some(text) = self.text(title, size, ink) else { return };
        let (w, h) = (text.width() + 2 * pad[0], text.height() + 2 * pad[1]);
        for y in 0..h {
            for x in 0..w {
                let d = outside(x, w, y, h, radius);
                blend(picture, place.0 + x, place.1 + y, fill, (0.5 - d).clamp(0.0, 1.0));
                if let Some(edge) = edge {
                    let on = (0.5 - d).clamp(0.0, 1.0) * (d + line + 0.5).clamp(0.0, 1.0);
                    blend(picture, place.0 + x, place.1 + y, edge.to_array(), on);
                }
            }
        }
        for (x, y, pixel) in text.enumerate_pixels() {
            blend(picture, place.0 + pad[0] + x, place.1 + pad[1] + y, pixel.0, 1.0);
        }
    }
}

/// How far a pixel lies outside the edge of a plate with rounded corners; negative inside.
fn outside(x: u32, w: u32, y: u32, h: u32, radius: f32) -> f32 {
    let from_middle = |v: u32, whole: u32| (v as f32 + 0.5 - whole as f32 * 0.5).abs() - (whole as f32 * 0.5 - radius);
    let (dx, dy) = (from_middle(x, w), from_middle(y, h));
    dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - radius
}

fn blend(picture: &mut RgbaImage, x: u32, y: u32, [r, g, b, a]: [u8; 4], cover: f32) {
    if x >= picture.width() || y >= picture.height() {
        return;
    }
    let Rgba(under) = picture.get_pixel_mut(x, y);
    let alpha = f32::from(a) / 255.0 * cover;
    for (channel, over) in under.iter_mut().zip([r, g, b]) {
        *channel = (f32::from(*channel) * (1.0 - alpha) + f32::from(over) * alpha).round() as u8;
    }
}

/// The text as pixels of one colour with alpha. None when there is nothing to see.
fn rasterise(title: &str, points: f32, color: Color32) -> Option<RgbaImage> {
    let mut fonts = FontDefinitions::default();
    let inter = FontData::from_static(include_bytes!("../../fonts/Inter-wght.ttf"));
    fonts.font_data.insert("Inter".to_owned(), inter.into());
    fonts.families.entry(FontFamily::Proportional).or_default().insert(0, "Inter".to_owned());
    let context = egui::Context::default();
    context.set_fonts(fonts);
    let mut shapes = Vec::new();
    let mut atlas = egui::ColorImage::default();
    // The first pass loads the fonts; text laid out in the second one is whole.
    for _ in 0..2 {
        let mut output = context.run_ui(egui::RawInput::default(), |ui| {
            let galley = ui.painter().layout_no_wrap(title.to_owned(), FontId::proportional(points), color);
            ui.painter().galley(egui::pos2(0.0, 0.0), galley, color);
        });
        shapes = output.shapes;
        for (_, deltas) in output.textures_delta.set.drain() {
            for delta in deltas {
                take_in(&mut atlas, &delta);
            }
        }
        output.textures_delta.clear();
    }
    let primitives = context.tessellate(shapes, 1.0);
    let mut bounds = egui::Rect::NOTHING;
    let meshes: Vec<_> = primitives
        .into_iter()
        .filter_map(|p| match p.primitive {
            egui::epaint::Primitive::Mesh(mesh) => Some(mesh),
            egui::epaint::Primitive::Callback(_) => None,
        })
        .collect();
    for mesh in &meshes {
        bounds = bounds.union(mesh.calc_bounds());
    }
    if !bounds.is_positive() {
        return None;
    }
    let (w, h) = (bounds.right().ceil().min(4096.0) as u32, bounds.bottom().ceil().min(256.0) as u32);
    let mut out = RgbaImage::new(w.max(1), h.max(1));
    for mesh in &meshes {
        glyphs(mesh, &atlas, color, &mut out);
    }
    Some(out)
}

fn take_in(atlas: &mut egui::ColorImage, delta: &egui::epaint::ImageDelta) {
    let egui::ImageData::Color(image) = &delta.image;
    match delta.pos {
        None => *atlas = (**image).clone(),
        Some([x, y]) => {
            for row in 0..image.height() {
                for column in 0..image.width() {
                    if x + column < atlas.width() && y + row < atlas.height() {
                        atlas[(x + column, y + row)] = image[(column, row)];
                    }
                }
            }
        }
    }
}

/// Copies each glyph's rectangle from the font atlas; at one pixel a point text is laid on whole pixels.
fn glyphs(mesh: &egui::Mesh, atlas: &egui::ColorImage, color: Color32, out: &mut RgbaImage) {
    let [aw, ah] = atlas.size;
    for quad in mesh.vertices.chunks_exact(4) {
        let (a, b) = (quad[0], quad[3]);
        let (left, top) = (a.pos.x.round(), a.pos.y.round());
        let (width, height) = ((b.pos.x - a.pos.x).round() as usize, (b.pos.y - a.pos.y).round() as usize);
        let (u, v) = ((a.uv.x * aw as f32).round() as usize, (a.uv.y * ah as f32).round() as usize);
        for y in 0..height {
            for x in 0..width {
                if u + x >= aw || v + y >= ah || left < 0.0 || top < 0.0 {
                    continue;
                }
                let alpha = atlas[(u + x, v + y)].a();
                let (px, py) = (left as u32 + x as u32, top as u32 + y as u32);
                if px < out.width() && py < out.height() {
                    out.put_pixel(px, py, Rgba([color.r(), color.g(), color.b(), alpha]));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_leaves_a_plate_with_ink_on_it_and_the_rest_alone() {
        let mut picture = RgbaImage::from_pixel(200, 60, Rgba([0x24, 0x26, 0x2b, 255]));
        Captions::new(Style::DARK, 1.0).draw(&mut picture, "13×13", (10, 10), Size::Title);
        let bright = picture.pixels().filter(|p| p.0[0] > 0xb0).count();
        assert!(bright > 20, "{bright} bright pixels");
        assert_eq!(picture.get_pixel(150, 50).0, [0x24, 0x26, 0x2b, 255]);
        assert_eq!(picture.get_pixel(5, 5).0, [0x24, 0x26, 0x2b, 255]);
    }

    #[test]
    fn captions_at_the_edge_and_empty_ones_do_no_harm() {
        let mut picture = RgbaImage::new(20, 10);
        let mut captions = Captions::new(Style::LIGHT, 1.0);
        captions.draw(&mut picture, "A long title that does not fit", (15, 8), Size::Name);
        captions.draw(&mut picture, "", (0, 0), Size::Title);
        captions.chip(&mut picture, Mark::Removed, (18, 9));
    }

    #[test]
    fn a_chip_has_the_colour_of_its_difference_at_edge_and_letters() {
        for (style, tokens) in [(Style::DARK, theme::DARK), (Style::LIGHT, theme::LIGHT)] {
            let mut picture = RgbaImage::from_pixel(120, 40, Rgba([0x80, 0x80, 0x80, 255]));
            Captions::new(style, 1.0).chip(&mut picture, Mark::Added, (10, 10));
            let near = |p: &Rgba<u8>| (0..3).all(|c| p.0[c].abs_diff(tokens.added.to_array()[c]) < 24);
            assert!(picture.pixels().filter(|p| near(p)).count() > 60);
        }
    }
}
