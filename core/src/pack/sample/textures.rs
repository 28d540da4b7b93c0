//! The textures: wood, slate, shell and cloth, drawn from value noise.

use super::exact::{floor, hash, lerp, noise, smooth};
use super::layout::{Board, SPACING_X, SPACING_Z};
use super::picture::{Picture, mix, rgb};

/// Where the faces of a board lie in its texture, as fractions of the height: (top, end grain, long side), each (from, to).
/// Every face spans the whole width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Atlas {
    pub height: u32,
    pub top: (f32, f32),
    pub end: (f32, f32),
    pub side: (f32, f32),
}

/// Rows that separate two faces, so that mixing neighbouring pixels never mixes faces.
const GUTTER: u32 = 4;

impl Atlas {
    /// The division for one board; pixels are square on the top face and on the end grain.
    pub fn of(board: &Board) -> Self {
        let scale = f64::from(board.pixels) / board.width();
        let top = (board.depth() * scale).round() as u32;
        let edge = (board.height * scale).round() as u32;
        let height = top + 2 * edge + 2 * GUTTER;
        let fraction = |row: u32| row as f32 / height as f32;
        let band = |start: u32, rows: u32| (fraction(start), fraction(start + rows));
        Self { height, top: band(0, top), end: band(top + GUTTER, edge), side: band(top + edge + 2 * GUTTER, edge) }
    }
}

/// Kaya, warm yellow with fine straight grain: the top with its lines and star points, the end grain, the long side.
pub fn board(board: &Board) -> Picture {
    let atlas = Atlas::of(board);
    let rows = |band: (f32, f32)| ((band.1 - band.0) * atlas.height as f32).round() as u32;
    let (top, edge) = (rows(atlas.top), rows(atlas.end));
    let foot = board.pixels as f32 / board.width() as f32;
    let width = board.pixels;
    let seed = u32::from(board.lines);
    let mut picture = Picture { width, height: 0, rgb: Vec::with_capacity((width * atlas.height * 3) as usize) };
    append(&mut picture, streaked(width, top, |x, y| kaya_face(x / foot, y / foot, seed)));
    draw_lines(&mut picture, board, foot);
    repeat_last_row(&mut picture, GUTTER);
    append(&mut picture, Picture::draw(width, edge, |x, y| kaya_end(x as f32 / foot, y as f32 / foot, seed)));
    repeat_last_row(&mut picture, GUTTER);
    // The long side is as long as the board is deep, squeezed into the width of the picture.
    let along = board.depth() as f32 / width as f32;
    append(&mut picture, Picture::draw(width, edge, |x, y| kaya_side(x as f32 * along, y as f32 / foot, seed)));
    picture
}

fn append(picture: &mut Picture, more: Picture) {
    picture.height += more.height;
    picture.rgb.extend(more.rgb);
}

fn repeat_last_row(picture: &mut Picture, times: u32) {
    let row = picture.width as usize * 3;
    for _ in 0..times {
        picture.rgb.extend_from_within(picture.rgb.len() - row..);
    }
    picture.height += times;
}

/// A picture whose detail runs down its columns: drawn on every eighth row and mixed between, which costs an eighth.
fn streaked(width: u32, height: u32, pixel: impl Fn(f32, f32) -> [f32; 3]) -> Picture {
    const STEP: u32 = 8;
    let drawn: Vec<Vec<[f32; 3]>> =
        (0..=height.div_ceil(STEP)).map(|row| (0..width).map(|x| pixel(x as f32, (row * STEP) as f32)).collect()).collect();
    Picture::draw(width, height, |x, y| {
        let row = (y / STEP) as usize;
        mix(drawn[row][x as usize], drawn[row + 1][x as usize], (y % STEP) as f32 / STEP as f32)
    })
}

const KAYA: [[f32; 3]; 3] = [rgb(0xe9bd78), rgb(0xd9a55a), rgb(0xad763a)];

/// Light to dark along the three tones of a wood.
fn tone(tones: &[[f32; 3]; 3], t: f32) -> [f32; 3] {
    let t = t.clamp(0.0, 1.0) * 2.0;
    if t < 1.0 { mix(tones[0], tones[1], t) } else { mix(tones[1], tones[2], t - 1.0) }
}

/// The darkness of the year ring at `g` (in rings): slowly darker through the year, then a clear edge; years differ.
fn ring(g: f32, seed: u32) -> f32 {
    let (whole, year) = floor(g);
    let t = g - whole;
    let strength = lerp(0.35, 1.0, hash(year, 0, seed));
    strength * t * t * (1.0 - smooth(0.86, 1.0, t))
}

fn kaya_face(x: f32, z: f32, seed: u32) -> [f32; 3] {
    let warp = 0.05 * noise(x * 2.1, z * 0.5, seed, None) + 0.006 * noise(x * 11.0, z * 1.7, seed + 1, None);
    let spread = x + warp + 0.02 * noise(x * 3.0, 0.5, seed + 2, None);
    let rings = ring(spread * 46.0, seed + 3);
    let fibre = 0.6 * noise(x * 230.0, z * 4.0, seed + 4, None) + 0.4 * noise(x * 620.0, z * 9.0, seed + 5, None);
    let cloud = noise(x * 2.6, z * 0.9, seed + 6, None);
    tone(&KAYA, 0.05 + 0.78 * rings + 0.26 * fibre + 0.22 * cloud)
}

fn kaya_end(x: f32, y: f32, seed: u32) -> [f32; 3] {
    // Rings stand upright here and bend a little, as in a plank sawn near the heart.
    let bend = 0.35 * (y - 0.3) * (y - 0.3) + 0.004 * noise(x * 9.0, y * 9.0, seed + 8, None);
    let rings = ring((x + 0.05 * noise(x * 2.1, 0.0, seed, None) + bend) * 46.0, seed + 3);
    let pores = noise(x * 320.0, y * 320.0, seed + 9, None);
    tone(&KAYA, 0.3 + 0.5 * rings + 0.26 * pores)
}

fn kaya_side(along: f32, y: f32, seed: u32) -> [f32; 3] {
    let warp = 0.012 * noise(along * 2.0, y * 3.0, seed + 10, None);
    let rings = ring((y + warp) * 70.0, seed + 11);
    let fibre = noise(along * 7.0, y * 260.0, seed + 12, None);
    tone(&KAYA, 0.22 + 0.5 * rings + 0.26 * fibre)
}

/// One column or row of pixels and the lines that run along it.
struct Ruled {
    /// How much of the pixel the nearest line covers, 0..1.
    line: f32,
    /// How much of it lies within the grid, so that lines end where the outermost one runs.
    inside: f32,
    /// The number of the nearest line, and how far it is in pixels.
    nearest: u16,
    distance: f32,
}

/// Ink lines a little over a millimetre wide and their star points, laid over the grain.
fn draw_lines(picture: &mut Picture, board: &Board, foot: f32) {
    const INK: [f32; 3] = rgb(0x2b1c10);
    let half = 0.0021 * foot;
    let star = 0.0082 * foot;
    let stars = board.star_points();
    let last = f32::from(board.lines - 1);
    // How much of a pixel at distance `d` from a shape's middle the shape covers.
    let cover = |d: f32, half: f32| (half - d + 0.5).clamp(0.0, 1.0);
    let ruled = |pixels: u32, spacing: f64| -> Vec<Ruled> {
        let step = spacing as f32 * foot;
        (0..pixels)
            .map(|pixel| {
                let place = (pixel as f32 + 0.5 - board.margin as f32 * foot) / step;
                let nearest = place.clamp(0.0, last).round();
                let distance = (place - nearest).abs() * step;
                let outside = (place - place.clamp(0.0, last)).abs() * step;
                Ruled { line: cover(distance, half), inside: cover(outside, half), nearest: nearest as u16, distance }
            })
            .collect()
    };
    let (columns, rows) = (ruled(picture.width, SPACING_X), ruled(picture.height, SPACING_Z));
    for (pixels, row) in picture.rgb.chunks_exact_mut(picture.width as usize * 3).zip(&rows) {
        for (pixel, column) in pixels.chunks_exact_mut(3).zip(&columns) {
            let mut ink = (column.line * row.inside).max(row.line * column.inside);
            let (dx, dz) = (column.distance, row.distance);
            if dx < star + 1.0 && dz < star + 1.0 && stars.contains(&(column.nearest, row.nearest)) {
                ink = ink.max(cover((dx * dx + dz * dz).sqrt(), star));
            }
            if ink > 0.0 {
                for (byte, ink_byte) in pixel.iter_mut().zip(INK) {
                    *byte = super::picture::byte(lerp(f32::from(*byte) / 255.0, ink_byte, ink * 0.88));
                }
            }
        }
    }
}

/// Dark walnut for bowls and lids; meets itself left and right, for it is wound around them.
pub fn walnut() -> Picture {
    const TONES: [[f32; 3]; 3] = [rgb(0x8a5a3a), rgb(0x633d26), rgb(0x3a2214)];
    Picture::draw(512, 256, |x, y| {
        let (u, v) = (x as f32 / 512.0, y as f32 / 256.0);
        let warp = 0.9 * noise(u * 4.0, v * 1.3, 31, Some(4)) + 0.22 * noise(u * 16.0, v * 3.0, 32, Some(16));
        let rings = ring(v * 7.0 + warp * 3.4, 33);
        let fibre = 0.6 * noise(u * 40.0, v * 130.0, 34, Some(40)) + 0.4 * noise(u * 90.0, v * 250.0, 35, Some(90));
        let pores = smooth(0.78, 0.95, noise(u * 64.0, v * 190.0, 36, Some(64)));
        tone(&TONES, 0.22 + 0.5 * rings + 0.34 * fibre + 0.3 * pores)
    })
}

/// Clamshell: off-white with faint growth lines that bend across the stone.
pub fn shell() -> Picture {
    Picture::draw(256, 256, |x, y| {
        let (u, v) = (x as f32 / 256.0 - 0.5, y as f32 / 256.0 - 0.5);
        let line = ring((v + 0.55 * u * u + 0.02 * noise(u * 4.0, v * 4.0, 41, None)) * 17.0, 42);
        let cloud = noise(u * 5.0, v * 5.0, 43, None);
        mix(rgb(0xf7f3e9), rgb(0xd9cfbb), 0.5 * line + 0.2 * cloud)
    })
}

/// Slate: nearly black, with a fine speckle that catches a little light.
pub fn slate() -> Picture {
    Picture::draw(128, 128, |x, y| {
        let (u, v) = (x as f32 / 128.0, y as f32 / 128.0);
        let speckle = 0.6 * noise(u * 40.0, v * 40.0, 51, None) + 0.4 * hash(x.cast_signed(), y.cast_signed(), 52);
        mix(rgb(0x17181b), rgb(0x2c2e33), speckle)
    })
}

/// The colour of the table's cloth where no thread catches more light than another.
pub const LINEN_COLOR: [f32; 3] = rgb(0x53645b);

/// Woven linen for the table; meets itself on all sides.
pub fn linen() -> Picture {
    const THREADS: u32 = 64;
    const PIXELS: u32 = 256;
    Picture::draw(PIXELS, PIXELS, |x, y| {
        let (tx, ty) = (x * THREADS / PIXELS, y * THREADS / PIXELS);
        let part = |p: u32| (p % (PIXELS / THREADS)) as f32 / (PIXELS / THREADS) as f32 + 0.125;
        let over = (tx + ty).is_multiple_of(2);
        let (across, thread) = if over { (part(x), tx) } else { (part(y), ty) };
        let round = 1.0 - 1.6 * (across - 0.5) * (across - 0.5);
        let slub = hash(thread.cast_signed(), i32::from(over), 61);
        let light = 0.82 + 0.15 * round + 0.06 * slub;
        LINEN_COLOR.map(|c| c * light)
    })
}

#[cfg(test)]
mod tests {
    use super::super::layout::BOARDS;
    use super::*;

    #[test]
    fn a_board_fills_its_atlas() {
        for b in BOARDS {
            let picture = board(&b);
            let atlas = Atlas::of(&b);
            assert_eq!((picture.width, picture.height), (b.pixels, atlas.height));
            assert_eq!(picture.rgb.len(), (picture.width * picture.height * 3) as usize);
            assert!(atlas.top.1 < atlas.end.0 && atlas.end.1 < atlas.side.0 && (atlas.side.1 - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn lines_and_stars_are_dark_and_squares_are_not() {
        let b = BOARDS[2];
        let picture = board(&b);
        let foot = f64::from(b.pixels) / b.width();
        let light = |c: f64, r: f64| {
            let x = ((b.margin + c * SPACING_X) * foot) as u32;
            let y = ((b.margin + r * SPACING_Z) * foot) as u32;
            u32::from(picture.rgb[((y * picture.width + x) * 3) as usize])
        };
        assert!(light(0.0, 0.0) < 120 && light(8.0, 4.5) < 120, "outer lines");
        assert!(light(4.06, 4.06) < 120, "the star in the middle is wider than a line");
        assert!(light(3.06, 3.06) > 150, "no star here");
        assert!(light(4.5, 4.5) > 150 && light(-0.4, 4.0) > 150, "wood between and beside the lines");
    }
}
