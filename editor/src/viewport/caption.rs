//! Captions on pictures: text drawn with the editor's own font, without a window.

use egui::{Color32, FontData, FontDefinitions, FontFamily, FontId};
use image::{Rgba, RgbaImage};

use super::offscreen::ink;
use super::renderer::Style;

/// How large a caption is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// A picture's title.
    Title,
    /// A piece's name.
    Name,
}

/// Draws `title` on a small plate; `place` is its upper left corner in pixels, or for a name its middle.
pub(super) fn draw(picture: &mut RgbaImage, title: &str, place: (u32, u32), size: Size, style: Style) {
    let (points, pad) = match size {
        Size::Title => (14.0, (9, 5)),
        Size::Name => (11.0, (6, 2)),
    };
    let Some(text) = rasterise(title, points, ink(style.background)) else { return };
    let (w, h) = (text.width() + 2 * pad.0, text.height() + 2 * pad.1);
    let place = match size {
        Size::Title => place,
        Size::Name => (place.0.saturating_sub(w / 2), place.1.saturating_sub(h / 2)),
    };
    let plate = if ink(style.background).r() > 0x80 { [0x1a, 0x1b, 0x1f, 225] } else { [0xf6, 0xf6, 0xf8, 230] };
    for y in 0..h {
        for x in 0..w {
            // Corners of radius 4, by distance from the corner's own centre.
            let inset = |v: u32, whole: u32| (4.0 - (v as f32 + 0.5)).max(4.0 - (whole as f32 - v as f32 - 0.5)).max(0.0);
            let d = (inset(x, w).powi(2) + inset(y, h).powi(2)).sqrt();
            let cover = (4.5 - d).clamp(0.0, 1.0);
            blend(picture, place.0 + x, place.1 + y, plate, cover);
        }
    }
    for (x, y, pixel) in text.enumerate_pixels() {
        blend(picture, place.0 + pad.0 + x, place.1 + pad.1 + y, pixel.0, 1.0);
    }
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
        draw(&mut picture, "13×13", (10, 10), Size::Title, Style::DARK);
        let bright = picture.pixels().filter(|p| p.0[0] > 0xb0).count();
        assert!(bright > 20, "{bright} bright pixels");
        assert_eq!(picture.get_pixel(150, 50).0, [0x24, 0x26, 0x2b, 255]);
        assert_eq!(picture.get_pixel(5, 5).0, [0x24, 0x26, 0x2b, 255]);
    }

    #[test]
    fn captions_at_the_edge_and_empty_ones_do_no_harm() {
        let mut picture = RgbaImage::new(20, 10);
        draw(&mut picture, "A long title that does not fit", (15, 8), Size::Name, Style::LIGHT);
        draw(&mut picture, "", (0, 0), Size::Title, Style::LIGHT);
    }
}
