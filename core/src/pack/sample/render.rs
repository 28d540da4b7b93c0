//! Pictures of the scene for cover and gallery: a small renderer on the processor.
//!
//! It draws the very models, textures and places of the pack, with one lamp that casts soft shadows, a soft sky, and the
//! darkening where things touch. Exact arithmetic only (see [`super::exact`]), so that the pictures are the same everywhere.

use super::exact::{V3, floor, lerp, smooth, turn, v3};
use super::layout::{BOARDS, BOWL_HEIGHT, Board, LID_HEIGHT, SPACING_X, SPACING_Z, STONE_WIDTH};
use super::models::{self, Mesh, Model, SHELL, SLATE, Slot};
use super::picture::{Picture, mix};
use super::scene::{self, BLACK, Side, WHITE};
use super::textures::LINEN_COLOR;

/// How light plays on a material: a highlight's strength and sharpness (its power is two to that), and how much of the lamp's
/// soft reflection shows.
#[derive(Debug, Clone, Copy)]
struct Finish {
    highlight: f32,
    sharpness: u32,
    reflection: f32,
}

const CLOTH: Finish = Finish { highlight: 0.0, sharpness: 0, reflection: 0.0 };
const OILED: Finish = Finish { highlight: 0.05, sharpness: 4, reflection: 0.06 };
const POLISHED: Finish = Finish { highlight: 0.3, sharpness: 6, reflection: 0.22 };
const STONE: Finish = Finish { highlight: 0.16, sharpness: 5, reflection: 0.2 };
const GLAZED: Finish = Finish { highlight: 0.45, sharpness: 8, reflection: 0.25 };

/// One mesh where it stands, with its texture.
struct Part<'a> {
    mesh: Mesh,
    texture: &'a Picture,
    finish: Finish,
    on: On,
}

/// A camera that looks from `eye` to `target`; `zoom` is the distance of a screen of height 1.
struct Camera {
    eye: V3,
    right: V3,
    up: V3,
    ahead: V3,
    focal: f32,
    width: u32,
    height: u32,
}

impl Camera {
    fn new(eye: V3, target: V3, zoom: f32, (width, height): (u32, u32)) -> Self {
        let ahead = (target - eye).unit();
        let right = ahead.cross(v3(0.0, 1.0, 0.0)).unit();
        Self { eye, right, up: right.cross(ahead), ahead, focal: zoom * height as f32, width, height }
    }

    /// Column and row on the screen, and one over the distance ahead.
    fn project(&self, point: V3) -> [f32; 3] {
        let p = point - self.eye;
        let near = 1.0 / p.dot(self.ahead).max(0.05);
        let (x, y) = (p.dot(self.right) * near * self.focal, p.dot(self.up) * near * self.focal);
        [self.width as f32 * 0.5 + x, self.height as f32 * 0.5 - y, near]
    }

    /// The direction in which a sample at (column, row) looks.
    fn ray(&self, x: f32, y: f32) -> V3 {
        let (dx, dy) = (x - self.width as f32 * 0.5, self.height as f32 * 0.5 - y);
        (self.right * dx + self.up * dy + self.ahead * self.focal).unit()
    }
}

/// The nearest triangle at each sample: one over its distance, and its number, 0 for none.
struct Buffer {
    width: usize,
    depth: Vec<f32>,
    triangle: Vec<u32>,
}

impl Buffer {
    fn new(width: u32, height: u32) -> Self {
        let area = width as usize * height as usize;
        Self { width: width as usize, depth: vec![f32::MIN; area], triangle: vec![0; area] }
    }

    /// Draws a triangle given as (column, row, nearness), counter-clockwise seen from the front; others are skipped.
    fn fill(&mut self, [a, b, c]: [[f32; 3]; 3], number: u32) {
        // The area of (p, q, (x, y)) as a linear function of x and y: [of x, of y, constant].
        let edge = |p: [f32; 3], q: [f32; 3]| {
            let (dx, dy) = (q[0] - p[0], q[1] - p[1]);
            [-dy, dx, dy * p[0] - dx * p[1]]
        };
        let value = |e: [f32; 3], x: f32, y: f32| e[0] * x + e[1] * y + e[2];
        let area = value(edge(a, b), c[0], c[1]);
        if area >= 0.0 {
            return;
        }
        let (of_a, of_b) = (edge(b, c).map(|k| k / area), edge(c, a).map(|k| k / area));
        let height = self.depth.len() / self.width;
        let low = |i: usize| a[i].min(b[i]).min(c[i]).max(0.0) as usize;
        let high = |i: usize, end: usize| ((a[i].max(b[i]).max(c[i]).max(0.0) as usize) + 1).min(end);
        for y in low(1)..high(1, height) {
            for x in low(0)..high(0, self.width) {
                let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
                let (wa, wb) = (value(of_a, px, py), value(of_b, px, py));
                let wc = 1.0 - wa - wb;
                // Neighbours share the rounding of an edge only nearly; a hair of overlap leaves no gap between them.
                if wa < -1e-4 || wb < -1e-4 || wc < -1e-4 {
                    continue;
                }
                let near = wa * a[2] + wb * b[2] + wc * c[2];
                let at = y * self.width + x;
                if near > self.depth[at] {
                    self.depth[at] = near;
                    self.triangle[at] = number;
                }
            }
        }
    }
}

/// The way to the lamp.
fn lamp() -> V3 {
    v3(-0.52, 0.78, -0.4).unit()
}

/// What the lamp sees: a map of depths from its side.
struct Shadows {
    buffer: Buffer,
    /// The nearest to the lamp that anything comes within reach of a tile of the map; beyond it all is lit.
    tiles: Vec<f32>,
    across: V3,
    along: V3,
}

impl Shadows {
    const SIZE: u32 = 1200;
    /// Pixels of the map along a tile.
    const TILE: u32 = 12;
    const TILES: u32 = Self::SIZE / Self::TILE;
    /// Feet from the middle to the edge of the map.
    const REACH: f32 = 1.6;

    fn new(parts: &[Part]) -> Self {
        let across = v3(0.0, 1.0, 0.0).cross(lamp()).unit();
        let along = lamp().cross(across);
        let mut shadows = Self { buffer: Buffer::new(Self::SIZE, Self::SIZE), tiles: Vec::new(), across, along };
        for part in parts {
            let seen: Vec<[f32; 3]> = part.mesh.points.iter().map(|p| shadows.place(*p)).collect();
            for t in &part.mesh.triangles {
                shadows.buffer.fill(t.map(|i| seen[usize::from(i)]), 1);
            }
        }
        shadows.tiles = shadows.tiles();
        shadows
    }

    fn tiles(&self) -> Vec<f32> {
        let side = Self::TILES as usize;
        let mut own = vec![f32::MIN; side * side];
        for (at, depth) in self.buffer.depth.iter().enumerate() {
            let (x, y) = (at % self.buffer.width / Self::TILE as usize, at / self.buffer.width / Self::TILE as usize);
            own[y * side + x] = own[y * side + x].max(*depth);
        }
        // The disc that `light` looks at reaches into the tiles around.
        let around = |i: usize| i.saturating_sub(1)..(i + 2).min(side);
        let tile = |y: usize, x: usize| {
            around(y).flat_map(|y| around(x).map(move |x| y * side + x)).fold(f32::MIN, |m, i| m.max(own[i]))
        };
        (0..side).flat_map(|y| (0..side).map(move |x| (y, x))).map(|(y, x)| tile(y, x)).collect()
    }

    fn place(&self, p: V3) -> [f32; 3] {
        let scale = Self::SIZE as f32 / (2.0 * Self::REACH);
        let middle = Self::SIZE as f32 * 0.5;
        [middle + p.dot(self.across) * scale, middle - p.dot(self.along) * scale, p.dot(lamp())]
    }

    /// How much of the lamp reaches a point, 0..1: the share of a small disc of the map that lies no nearer to the lamp.
    fn light(&self, point: V3) -> f32 {
        const DISC: [(f32, f32); 16] = [
            (-1.5, -3.5),
            (1.5, -3.5),
            (-3.5, -1.5),
            (-0.8, -1.2),
            (1.2, -0.8),
            (3.5, -1.5),
            (-3.5, 1.5),
            (-1.2, 0.8),
            (0.8, 1.2),
            (3.5, 1.5),
            (-1.5, 3.5),
            (1.5, 3.5),
            (-2.4, -2.6),
            (2.6, -2.4),
            (-2.6, 2.4),
            (2.4, 2.6),
        ];
        const BIAS: f32 = 0.008;
        let [x, y, near] = self.place(point);
        let map = 0.0..Self::SIZE as f32;
        if !map.contains(&x) || !map.contains(&y) {
            return 1.0;
        }
        let tile = (y as u32 / Self::TILE * Self::TILES + x as u32 / Self::TILE) as usize;
        if self.tiles[tile] <= near + BIAS {
            return 1.0;
        }
        let open = |(dx, dy): (f32, f32)| {
            let (column, row) = ((x + dx * 1.3) as i32, (y + dy * 1.3) as i32);
            let inside = 0..Self::SIZE.cast_signed();
            if !inside.contains(&column) || !inside.contains(&row) {
                return 1.0;
            }
            let at = row as usize * self.buffer.width + column as usize;
            if self.buffer.depth[at] > near + BIAS { 0.0 } else { 1.0 }
        };
        // Most places are wholly lit or wholly in shade, which the rim tells.
        let rim: f32 = DISC[..4].iter().chain(&DISC[8..12]).map(|d| open(*d)).sum();
        if rim == 0.0 || rim == 8.0 { rim / 8.0 } else { DISC.iter().map(|d| open(*d)).sum::<f32>() / 16.0 }
    }
}

/// Textures by path, ready for pictures.
pub struct Studio<'a> {
    textures: &'a [(String, Picture)],
}

impl<'a> Studio<'a> {
    /// A studio with these textures: all that the scene's materials name.
    pub fn new(textures: &'a [(String, Picture)]) -> Self {
        Self { textures }
    }

    /// The square picture: the full board from close by, Black's bowl at its side.
    pub fn cover(&self) -> Picture {
        let size = (640, 640);
        self.picture(&BOARDS[0], v3(1.25, 1.2, 1.62), v3(0.24, 0.0, 0.19), 1.12, size)
    }

    /// The full board with both bowls.
    pub fn full_board(&self) -> Picture {
        let size = (768, 432);
        self.picture(&BOARDS[0], v3(-0.25, 1.95, 2.35), v3(0.0, 0.02, 0.04), 1.5, size)
    }

    /// The smallest board, nearer.
    pub fn small_board(&self) -> Picture {
        let size = (768, 432);
        self.picture(&BOARDS[2], v3(0.55, 0.95, 1.45), v3(0.03, 0.04, 0.03), 1.3, size)
    }

    fn texture(&self, path: &str) -> &'a Picture {
        let found = self.textures.iter().find(|(name, _)| name == path).or(self.textures.first());
        &found.expect("a studio is made with the textures of the sample").1
    }

    fn picture(&self, board: &Board, eye: V3, target: V3, zoom: f32, (width, height): (u32, u32)) -> Picture {
        // Twice as fine each way: four samples make a pixel.
        let camera = Camera::new(eye, target, zoom, (width * 2, height * 2));
        let parts = self.parts(board);
        let mut seen = Buffer::new(camera.width, camera.height);
        let mut numbers = Vec::new();
        for part in &parts {
            let screen: Vec<[f32; 3]> = part.mesh.points.iter().map(|p| camera.project(*p)).collect();
            for t in &part.mesh.triangles {
                numbers.push((part, *t));
                seen.fill(t.map(|i| screen[usize::from(i)]), numbers.len() as u32);
            }
        }
        let lit = Lit::new(board, Shadows::new(&parts), self.texture(scene::LINEN_TEXTURE), eye);
        let hit = |x: u32, y: u32| seen.triangle[y as usize * seen.width + x as usize];
        let surface = |number: u32, x: f32, y: f32| {
            let ray = camera.ray(x, y);
            match number {
                0 => lit.table(ray),
                _ => {
                    let (part, triangle) = numbers[number as usize - 1];
                    lit.part(part, triangle, ray)
                }
            }
        };
        Picture::draw(width, height, |column, row| {
            let vignette = vignette(column as f32 / width as f32, row as f32 / height as f32);
            let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| (2 * column + dx, 2 * row + dy));
            let first = hit(corners[0].0, corners[0].1);
            let film = |surface: &Surface| lit.shade(surface).map(|c| film(c * vignette));
            let at = |(x, y): (u32, u32)| surface(hit(x, y), x as f32 + 0.5, y as f32 + 0.5);
            let light = if corners.iter().any(|&(x, y)| hit(x, y) != first) {
                let four = corners.map(|corner| film(&at(corner)));
                std::array::from_fn(|c| four.iter().map(|f| f[c]).sum::<f32>() * 0.25)
            } else {
                // All four lie on one triangle: the light is the same, and only the lines of the board are finer than a pixel.
                let mut one = at(corners[0]);
                if one.on == On::Slab {
                    one.albedo = mix(one.albedo, at(corners[3]).albedo, 0.5);
                }
                film(&one)
            };
            light.map(encode)
        })
    }

    fn parts(&self, board: &Board) -> Vec<Part<'a>> {
        let mut parts = Vec::new();
        let mut put = |model: &Model, at: V3, turns: f32, look: &dyn Fn(Slot) -> (&'a Picture, Finish)| {
            let spin = turn(turns);
            for (slot, mesh) in &model.parts {
                let (texture, finish) = look(*slot);
                let mesh = Mesh {
                    points: mesh.points.iter().map(|p| p.yawed(spin) + at).collect(),
                    normals: mesh.normals.iter().map(|n| n.yawed(spin)).collect(),
                    ..mesh.clone()
                };
                parts.push(Part { mesh, texture, finish, on: if *slot == models::KAYA { On::Slab } else { On::Thing } });
            }
        };
        let look = |slot: Slot| match slot {
            SLATE => (self.texture(scene::SLATE_TEXTURE), STONE),
            SHELL => (self.texture(scene::SHELL_TEXTURE), GLAZED),
            models::WALNUT => (self.texture(scene::WALNUT_TEXTURE), POLISHED),
            _ => (self.texture(&scene::board_texture(board)), OILED),
        };
        put(&models::board(board), v3(0.0, board.height as f32 / 2.0, 0.0), 0.0, &look);
        let lid = models::lid();
        for (side, slot, places) in [(BLACK, SLATE, board.black), (WHITE, SHELL, board.white)] {
            let on_table = |(x, z): (f64, f64), height: f64| v3(x as f32, height as f32 / 2.0, z as f32);
            put(&models::bowl(slot), on_table(scene::bowl_place(board, side), BOWL_HEIGHT), 0.0, &look);
            put(&lid, on_table(scene::lid_place(board, side), LID_HEIGHT), 0.0, &look);
            let stone = models::stone(slot);
            for &place in places {
                let ([x, y, z], degrees) = scene::stone_place(board, place);
                put(&stone, v3(x as f32, y as f32, z as f32), degrees as f32 / 360.0, &look);
            }
        }
        parts
    }
}

/// What a ray meets.
#[derive(Clone, Copy)]
struct Surface {
    point: V3,
    normal: V3,
    ray: V3,
    albedo: [f32; 3],
    finish: Finish,
    on: On,
}

/// On what a surface lies, which decides what stands close enough to shade it from the sky.
#[derive(Clone, Copy, PartialEq)]
enum On {
    Cloth,
    Slab,
    Thing,
}

/// The scene with its light on.
struct Lit<'a> {
    board: &'a Board,
    /// Whether a stone stands on each point, row by row.
    stones: Vec<bool>,
    shadows: Shadows,
    linen: &'a Picture,
    eye: V3,
}

impl<'a> Lit<'a> {
    fn new(board: &'a Board, shadows: Shadows, linen: &'a Picture, eye: V3) -> Self {
        let lines = usize::from(board.lines);
        let mut stones = vec![false; lines * lines];
        for &(column, row) in board.black.iter().chain(board.white) {
            stones[usize::from(row) * lines + usize::from(column)] = true;
        }
        Self { board, stones, shadows, linen, eye }
    }

    /// What a ray meets that misses everything: the table.
    fn table(&self, ray: V3) -> Surface {
        // The camera always looks down; a ray that does not would meet the cloth far away.
        let far = self.eye.y / (-ray.y).max(0.02);
        let point = self.eye + ray * far;
        // Threads finer than a pixel would flicker; far away the cloth is even.
        let cloth = self.linen.at(point.x * 2.0, point.z * 2.0);
        let albedo = decode(mix(cloth, LINEN_COLOR.map(|c| c * 0.97), smooth(1.0, 2.6, far)));
        Surface { point, normal: v3(0.0, 1.0, 0.0), ray, albedo, finish: CLOTH, on: On::Cloth }
    }

    fn part(&self, part: &Part, triangle: [u16; 3], ray: V3) -> Surface {
        let mesh = &part.mesh;
        let corner = triangle.map(usize::from);
        let [a, b, c] = corner.map(|i| mesh.points[i]);
        // Where the ray meets the triangle's plane, as weights of its corners.
        let (ab, ac, from_a) = (b - a, c - a, self.eye - a);
        let p = ray.cross(ac);
        let inverse = 1.0 / ab.dot(p);
        let wb = from_a.dot(p) * inverse;
        let q = from_a.cross(ab);
        let wc = ray.dot(q) * inverse;
        let point = self.eye + ray * (ac.dot(q) * inverse);
        let weights = [1.0 - wb - wc, wb, wc];
        let mut normal = V3::default();
        let mut uv = [0.0; 2];
        for (i, weight) in corner.into_iter().zip(weights) {
            normal = normal + mesh.normals[i] * weight;
            uv = [uv[0] + mesh.uvs[i][0] * weight, uv[1] + mesh.uvs[i][1] * weight];
        }
        let albedo = decode(part.texture.at(uv[0], uv[1]));
        Surface { point, normal: normal.unit(), ray, albedo, finish: part.finish, on: part.on }
    }

    /// The share of the sky that nothing close by hides.
    fn sky(&self, Surface { point, normal, on, .. }: &Surface) -> f32 {
        let top = self.board.height as f32;
        match on {
            On::Cloth => self.near_things(*point),
            On::Slab if normal.y > 0.9 => self.near_stones(*point),
            On::Slab => lerp(0.45, 1.0, smooth(0.0, 0.12, point.y)),
            On::Thing => {
                // Stones touch the board, bowls the table.
                let (half_x, half_z) = (self.board.width() as f32 / 2.0, self.board.depth() as f32 / 2.0);
                let on_board = point.x.abs() < half_x && point.z.abs() < half_z && point.y > top;
                let above = if on_board { point.y - top + 0.02 } else { point.y };
                lerp(0.45, 1.0, smooth(0.0, 0.12, above)) * lerp(0.5, 1.0, smooth(-0.9, 0.5, normal.y))
            }
        }
    }

    fn shade(&self, surface: &Surface) -> [f32; 3] {
        const LAMP: [f32; 3] = [2.5, 2.24, 1.82];
        const SKY: [f32; 3] = [0.4, 0.45, 0.52];
        const FLOOR: [f32; 3] = [0.2, 0.17, 0.13];
        let &Surface { point, normal, ray, albedo, finish, .. } = surface;
        let touch = self.sky(surface);
        let toward = normal.dot(lamp());
        let open = if toward > 0.0 { self.shadows.light(point + normal * 0.004) } else { 0.0 };
        let away = (point.x * point.x + point.z * point.z).sqrt();
        let pool = 1.0 - 0.86 * smooth(0.3, 4.2, away);
        let direct = toward.max(0.0) * open * pool;
        let sky = (0.5 + 0.5 * normal.y) * touch * pool;
        let floor = (0.5 - 0.5 * normal.y) * touch;
        let mirrored = ray - normal * (2.0 * ray.dot(normal));
        let grazing = 1.0 + ray.dot(normal).min(0.0);
        let fresnel = 0.25 + 0.75 * grazing * grazing * grazing;
        let window = smooth(0.55, 0.98, mirrored.dot(v3(-0.301_5, 0.804, -0.512_6)));
        let gloss = finish.reflection * fresnel * touch * (1.6 * window + 0.35 * mirrored.y.max(0.0));
        let mut glint = normal.dot((lamp() - ray).unit()).max(0.0);
        for _ in 0..finish.sharpness {
            glint *= glint;
        }
        let glint = glint * finish.highlight * open * 3.0;
        std::array::from_fn(|c| {
            albedo[c] * (LAMP[c] * direct + SKY[c] * sky + FLOOR[c] * floor) + gloss * SKY[c] * 1.6 + glint * LAMP[c] * 0.4
        })
    }

    /// Less sky close to a stone on the board: 1 is all of it.
    fn near_stones(&self, point: V3) -> f32 {
        let place = |value: f32, spacing: f64| value / spacing as f32 + f32::from(self.board.lines - 1) * 0.5;
        let (column, row) = (floor(place(point.x, SPACING_X) + 0.5).1, floor(place(point.z, SPACING_Z) + 0.5).1);
        let mut sky = 1.0;
        for r in row - 1..=row + 1 {
            for c in column - 1..=column + 1 {
                let (Ok(c), Ok(r)) = (u16::try_from(c), u16::try_from(r)) else { continue };
                if c >= self.board.lines || r >= self.board.lines || !self.stones[usize::from(r * self.board.lines + c)] {
                    continue;
                }
                let dx = point.x - self.board.place(c, SPACING_X) as f32;
                let dz = point.z - self.board.place(r, SPACING_Z) as f32;
                let distance = (dx * dx + dz * dz).sqrt() / (STONE_WIDTH as f32 * 0.5);
                sky *= 1.0 - 0.6 * (1.0 - smooth(0.5, 1.9, distance));
            }
        }
        sky
    }

    /// Less sky on the table close to the board, the bowls and the lids.
    fn near_things(&self, point: V3) -> f32 {
        let beside = |half: f64, at: f32| (at.abs() - half as f32).max(0.0);
        let (dx, dz) = (beside(self.board.width() / 2.0, point.x), beside(self.board.depth() / 2.0, point.z));
        let mut sky = 1.0 - 0.7 * (1.0 - smooth(-0.05, 0.2, (dx * dx + dz * dz).sqrt()));
        let mut near = |(x, z): (f64, f64), foot: f32, reach: f32| {
            let (dx, dz) = (point.x - x as f32, point.z - z as f32);
            sky *= 1.0 - 0.75 * (1.0 - smooth(-0.04, reach, (dx * dx + dz * dz).sqrt() - foot));
        };
        for side in [BLACK, WHITE] as [Side; 2] {
            near(scene::bowl_place(self.board, side), 0.13, 0.16);
            near(scene::lid_place(self.board, side), 0.12, 0.08);
        }
        sky
    }
}

/// Darker towards the corners.
fn vignette(x: f32, y: f32) -> f32 {
    let (dx, dy) = (x - 0.5, y - 0.5);
    1.0 - 0.55 * smooth(0.1, 0.75, dx * dx + dy * dy)
}

/// Light as film takes it: shoulders instead of a hard white.
fn film(light: f32) -> f32 {
    let x = light * 0.6;
    (x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)).clamp(0.0, 1.0)
}

/// sRGB to linear light, by a cubic in place of the power.
fn decode(color: [f32; 3]) -> [f32; 3] {
    color.map(|s| s * (s * (s * 0.305_306_01 + 0.682_171_1) + 0.012_522_878))
}

/// Linear light to sRGB, by roots in place of the power.
fn encode(light: f32) -> f32 {
    let second = light.sqrt();
    let fourth = second.sqrt();
    let eighth = fourth.sqrt();
    (0.585_122_4 * second + 0.783_140_36 * fourth - 0.368_262_74 * eighth).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_survives_the_way_there_and_back() {
        // In the darkest tones the roots stray further from the true curve, below what a picture shows.
        for step in 2..=20_u8 {
            let value = f32::from(step) / 20.0;
            let back = encode(decode([value; 3])[0]);
            assert!((back - value).abs() < 0.013, "{value} came back as {back}");
        }
        assert_eq!(encode(0.0), 0.0);
    }

    #[test]
    fn the_nearer_triangle_wins_and_backs_are_not_drawn() {
        let mut buffer = Buffer::new(8, 8);
        let at = |near: f32| [[0.0, 0.0, near], [0.0, 8.0, near], [8.0, 0.0, near]];
        buffer.fill(at(1.0), 1);
        buffer.fill(at(2.0), 2);
        buffer.fill(at(1.5), 3);
        let [a, b, c] = at(9.0);
        buffer.fill([a, c, b], 4);
        assert_eq!(buffer.triangle[0], 2);
        assert_eq!(buffer.triangle[63], 0);
    }

    #[test]
    fn a_picture_is_the_same_in_every_run() {
        let grey = |path: &str| (path.to_owned(), Picture { width: 1, height: 1, rgb: vec![128; 3] });
        let textures = [grey(scene::LINEN_TEXTURE)];
        let studio = Studio::new(&textures);
        let small = || studio.picture(&BOARDS[2], v3(0.5, 1.0, 1.4), V3::default(), 1.2, (48, 27));
        let picture = small();
        assert_eq!(picture, small());
        let middle = &picture.rgb[(13 * 48 + 24) * 3..][..3];
        assert!(middle[0] > 40, "the board stands in the light: {middle:?}");
    }

    #[test]
    fn the_target_is_in_the_middle() {
        let camera = Camera::new(v3(1.0, 2.0, 3.0), v3(0.1, 0.2, 0.3), 1.0, (100, 80));
        let [x, y, near] = camera.project(v3(0.1, 0.2, 0.3));
        assert!((x - 50.0).abs() < 1e-3 && (y - 40.0).abs() < 1e-3 && near > 0.0);
        let ray = camera.ray(50.0, 40.0);
        assert!((ray - (v3(0.1, 0.2, 0.3) - v3(1.0, 2.0, 3.0)).unit()).dot(v3(1.0, 1.0, 1.0)).abs() < 1e-4);
    }
}
