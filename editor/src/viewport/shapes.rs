//! The shared shapes of the pieces, as triangles.
//!
//! A vertex is not a plain position: it is `base` and `offset`, and stands at `base · (half − r) + offset · r` for an
//! instance of half size `half` and radius `r`. So one rounded box serves every slab, cube and card with corners that
//! stay round at any proportion. A radius of 0 leaves plain scaling. Shapes fill −1 to 1 on each axis.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

use three_d::{InnerSpace, Vec2, Vec3, Zero, vec2, vec3};

/// A shape that several pieces share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// A box with rounded edges and corners.
    RoundedBox,
    /// An upright slab whose four vertical edges are rounded: a card.
    Slab,
    /// A disc with a rounded rim.
    Disc,
    /// A ball, or any ellipsoid.
    Ball,
    /// A rounded box of few triangles.
    PlainBox,
    /// A slab of few triangles.
    PlainSlab,
    /// A disc of few triangles.
    PlainDisc,
    /// A ball of few triangles.
    Bead,
    /// A dome of few triangles.
    PlainDome,
    /// A bowl of few triangles.
    PlainBowl,
    /// A cloth bag of few triangles.
    PlainSack,
    /// A pawn of few triangles.
    PlainPawn,
    /// A dome on a flat base.
    Dome,
    /// A square tray; the radius is half the wall.
    Tray,
    /// A round bowl.
    Bowl,
    /// A tied cloth bag.
    Sack,
    /// A pawn: a cone with a ball on top.
    Pawn,
    /// A six-sided tile.
    Hex,
    /// A four-sided die.
    D4,
    /// An eight-sided die.
    D8,
    /// A ten-sided die.
    D10,
    /// A twelve-sided die.
    D12,
    /// A twenty-sided die.
    D20,
    /// A flat circle facing up.
    Spot,
    /// A flat square facing up.
    Plate,
}

impl Shape {
    /// The same with few triangles, for what stands there by the hundred and is small in the picture.
    #[must_use]
    pub fn plain(self) -> Self {
        match self {
            Self::RoundedBox => Self::PlainBox,
            Self::Slab => Self::PlainSlab,
            Self::Disc => Self::PlainDisc,
            Self::Ball => Self::Bead,
            Self::Dome => Self::PlainDome,
            Self::Bowl => Self::PlainBowl,
            Self::Sack => Self::PlainSack,
            Self::Pawn => Self::PlainPawn,
            other => other,
        }
    }
}

/// Triangles of one shape or of one part of a model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Triangles {
    /// See the module's header.
    pub base: Vec<Vec3>,
    /// See the module's header.
    pub offset: Vec<Vec3>,
    /// Unit normals; with a radius of 0 they are divided by the half sizes.
    pub normal: Vec<Vec3>,
    /// Texture coordinates, v down.
    pub uv: Vec<Vec2>,
    /// Three a triangle.
    pub indices: Vec<u32>,
}

impl Triangles {
    fn vertex(&mut self, base: Vec3, offset: Vec3, normal: Vec3) -> u32 {
        self.base.push(base);
        self.offset.push(offset);
        self.normal.push(normal);
        self.uv.push(vec2(base.x * 0.5 + 0.5, base.z * 0.5 + 0.5));
        (self.base.len() - 1) as u32
    }

    fn quad(&mut self, a: u32, b: u32, c: u32, d: u32) {
        self.indices.extend([a, b, c, a, c, d]);
    }

    /// Turns every triangle so that its front looks along its normals.
    fn face_outward(mut self) -> Self {
        let at = |i: u32| {
            // At a half size of 1 and a small radius the winding is the same as at any other.
            self.base[i as usize] * 0.9 + self.offset[i as usize] * 0.1
        };
        let mut turned = Vec::with_capacity(self.indices.len());
        for t in self.indices.chunks_exact(3) {
            let face = (at(t[1]) - at(t[0])).cross(at(t[2]) - at(t[0]));
            let normal: Vec3 = t.iter().map(|i| self.normal[*i as usize]).sum();
            if face.magnitude2() < 1e-12 {
                continue;
            }
            if face.dot(normal) < 0.0 { turned.extend([t[0], t[2], t[1]]) } else { turned.extend([t[0], t[1], t[2]]) }
        }
        self.indices = turned;
        self
    }
}

/// The triangles of `shape`.
pub fn triangles(shape: Shape) -> Triangles {
    match shape {
        Shape::RoundedBox => rounded_box(3),
        Shape::Slab => slab(4),
        Shape::Disc => disc(40, 4),
        Shape::Ball => ball(24, 14),
        Shape::PlainBox => rounded_box(1),
        Shape::PlainSlab => slab(1),
        Shape::PlainDisc => disc(18, 2),
        Shape::Bead => ball(14, 8),
        Shape::PlainDome => dome(14, 4),
        Shape::PlainBowl => lathe(&BOWL, 14),
        Shape::PlainSack => lathe(&SACK, 12),
        Shape::PlainPawn => lathe(&PAWN, 12),
        Shape::Dome => dome(28, 8),
        Shape::Tray => tray(),
        Shape::Bowl => lathe(&BOWL, 36),
        Shape::Sack => lathe(&SACK, 28),
        Shape::Pawn => lathe(&PAWN, 28),
        Shape::Hex => hull(&hex_points()),
        Shape::D4 => hull(&[vec3(1.0, 1.0, 1.0), vec3(1.0, -1.0, -1.0), vec3(-1.0, 1.0, -1.0), vec3(-1.0, -1.0, 1.0)]),
        Shape::D8 => hull(&[Vec3::unit_x(), -Vec3::unit_x(), Vec3::unit_y(), -Vec3::unit_y(), Vec3::unit_z(), -Vec3::unit_z()]),
        Shape::D10 => hull(&d10_points()),
        Shape::D12 => hull(&d12_points()),
        Shape::D20 => hull(&d20_points()),
        Shape::Spot => spot(24),
        Shape::Plate => plate(),
    }
    .face_outward()
}

/// Outline of a bowl, radius and height from the middle of the foot, up the outside and down the inside.
const BOWL: [(f32, f32); 13] = [
    (0.0, -1.0),
    (0.52, -1.0),
    (0.6, -0.94),
    (0.8, -0.6),
    (0.93, -0.1),
    (0.985, 0.5),
    (1.0, 0.96),
    (0.98, 1.0),
    (0.92, 0.97),
    (0.88, 0.4),
    (0.78, -0.25),
    (0.55, -0.68),
    (0.0, -0.82),
];

const SACK: [(f32, f32); 13] = [
    (0.0, -1.0),
    (0.7, -1.0),
    (0.93, -0.88),
    (1.0, -0.6),
    (0.96, -0.2),
    (0.8, 0.2),
    (0.52, 0.5),
    (0.32, 0.62),
    (0.3, 0.68),
    (0.42, 0.84),
    (0.5, 0.97),
    (0.4, 1.0),
    (0.0, 0.8),
];

const PAWN: [(f32, f32); 16] = [
    (0.0, -1.0),
    (0.94, -1.0),
    (1.0, -0.93),
    (1.0, -0.8),
    (0.85, -0.7),
    (0.6, -0.45),
    (0.42, -0.05),
    (0.34, 0.2),
    (0.55, 0.27),
    (0.5, 0.34),
    (0.6, 0.45),
    (0.64, 0.6),
    (0.58, 0.77),
    (0.42, 0.91),
    (0.22, 0.98),
    (0.0, 1.0),
];

fn rounded_box(steps: usize) -> Triangles {
    let mut t = Triangles::default();
    // One line across a face: the corner's arc up to flat, then the other corner's from flat.
    let line: Vec<(f32, f32)> = (0..=steps)
        .map(|i| (-1.0, -FRAC_PI_4 + FRAC_PI_4 * i as f32 / steps as f32))
        .chain((0..=steps).map(|i| (1.0, FRAC_PI_4 * i as f32 / steps as f32)))
        .collect();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let first = t.base.len() as u32;
            let n = line.len() as u32;
            for &(su, au) in &line {
                for &(sv, av) in &line {
                    let place = |u: f32, v: f32, w: f32| match axis {
                        0 => vec3(w, u, v),
                        1 => vec3(u, w, v),
                        _ => vec3(u, v, w),
                    };
                    let direction = place(au.tan(), av.tan(), side).normalize();
                    t.vertex(place(su, sv, side), direction, direction);
                }
            }
            for i in 0..n - 1 {
                for j in 0..n - 1 {
                    let a = first + i * n + j;
                    t.quad(a, a + 1, a + n + 1, a + n);
                }
            }
        }
    }
    t
}

fn slab(steps: usize) -> Triangles {
    let mut t = Triangles::default();
    let mut rim = Vec::new();
    for (corner, (sx, sz)) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].into_iter().enumerate() {
        for i in 0..=steps {
            let angle = FRAC_PI_2 * (corner as f32 + i as f32 / steps as f32);
            rim.push((vec2(sx, sz), vec2(angle.cos(), angle.sin())));
        }
    }
    let n = rim.len() as u32;
    for y in [1.0f32, -1.0] {
        let middle = t.vertex(vec3(0.0, y, 0.0), vec3(0.0, y, 0.0), vec3(0.0, y, 0.0));
        for (s, d) in &rim {
            t.vertex(vec3(s.x, y, s.y), vec3(d.x, y, d.y), vec3(0.0, y, 0.0));
        }
        for i in 0..n {
            t.indices.extend([middle, middle + 1 + i, middle + 1 + (i + 1) % n]);
        }
    }
    let first = t.base.len() as u32;
    for (s, d) in &rim {
        for y in [1.0f32, -1.0] {
            t.vertex(vec3(s.x, y, s.y), vec3(d.x, y, d.y), vec3(d.x, 0.0, d.y));
        }
    }
    for i in 0..n {
        let (a, b) = (first + 2 * i, first + 2 * ((i + 1) % n));
        t.quad(a, a + 1, b + 1, b);
    }
    t
}

fn disc(around: u32, steps: u32) -> Triangles {
    let mut t = Triangles::default();
    for y in [1.0f32, -1.0] {
        let up = vec3(0.0, y, 0.0);
        let middle = t.vertex(up, up, up);
        for i in 0..around {
            let (s, c) = (TAU * i as f32 / around as f32).sin_cos();
            t.vertex(vec3(c, y, s), up, up);
        }
        for i in 0..around {
            t.indices.extend([middle, middle + 1 + i, middle + 1 + (i + 1) % around]);
        }
    }
    let first = t.base.len() as u32;
    // The rim from straight up over outward to straight down; at the equator the base changes from the upper to the
    // lower edge.
    let arcs = (0..=steps).map(|k| (1.0, FRAC_PI_2 - FRAC_PI_2 * k as f32 / steps as f32));
    let arcs: Vec<(f32, f32)> = arcs.chain((0..=steps).map(|k| (-1.0, -FRAC_PI_2 * k as f32 / steps as f32))).collect();
    for &(y, a) in &arcs {
        for i in 0..around {
            let (s, c) = (TAU * i as f32 / around as f32).sin_cos();
            let direction = vec3(c * a.cos(), a.sin(), s * a.cos());
            t.vertex(vec3(c, y, s), direction, direction);
        }
    }
    for k in 0..arcs.len() as u32 - 1 {
        for i in 0..around {
            let j = (i + 1) % around;
            let row = first + k * around;
            t.quad(row + i, row + j, row + around + j, row + around + i);
        }
    }
    t
}

fn ball(around: u32, rows: u32) -> Triangles {
    let outline: Vec<(f32, f32)> = (0..=rows)
        .map(|k| {
            let a = -FRAC_PI_2 + std::f32::consts::PI * k as f32 / rows as f32;
            (a.cos().max(0.0), a.sin())
        })
        .collect();
    let mut t = Triangles::default();
    for &(r, y) in &outline {
        for i in 0..around {
            let (s, c) = (TAU * i as f32 / around as f32).sin_cos();
            let p = vec3(r * c, y, r * s);
            t.vertex(p, Vec3::zero(), p.normalize());
        }
    }
    for k in 0..rows {
        for i in 0..around {
            let j = (i + 1) % around;
            t.quad(k * around + i, k * around + j, (k + 1) * around + j, (k + 1) * around + i);
        }
    }
    t
}

fn dome(around: u32, rows: u32) -> Triangles {
    let mut outline = vec![(0.0, -1.0), (1.0, -1.0)];
    outline.extend((1..=rows).map(|k| {
        let a = FRAC_PI_2 * k as f32 / rows as f32;
        (a.cos().max(0.0), -1.0 + 2.0 * a.sin())
    }));
    lathe(&outline, around)
}

/// Turns an outline about the vertical. Where it bends by more than 50° the edge is sharp.
fn lathe(outline: &[(f32, f32)], around: u32) -> Triangles {
    let mut t = Triangles::default();
    let along = |i: usize| vec2(outline[i + 1].0 - outline[i].0, outline[i + 1].1 - outline[i].1).normalize();
    let outward = |d: Vec2| vec2(d.y, -d.x);
    let sharp = 50f32.to_radians().cos();
    let last = outline.len() - 1;
    let normal_at = |point: usize, segment: usize| {
        let own = outward(along(segment));
        let other = if point == segment { point.checked_sub(1) } else { (point < last).then_some(point) };
        match other.map(|o| outward(along(o))) {
            Some(other) if other.dot(own) > sharp => (own + other).normalize(),
            _ => own,
        }
    };
    for segment in 0..last {
        let first = t.base.len() as u32;
        for point in [segment, segment + 1] {
            let (r, y) = outline[point];
            let n = normal_at(point, segment);
            for i in 0..=around {
                let (s, c) = (TAU * i as f32 / around as f32).sin_cos();
                t.vertex(vec3(r * c, y, r * s), Vec3::zero(), vec3(n.x * c, n.y, n.x * s));
            }
        }
        let row = around + 1;
        for i in 0..around {
            t.quad(first + i, first + i + 1, first + row + i + 1, first + row + i);
        }
    }
    t
}

fn tray() -> Triangles {
    let mut t = Triangles::default();
    let turn = |x: f32, z: f32, quarter: usize| match quarter {
        0 => (x, z),
        1 => (-z, x),
        2 => (-x, -z),
        _ => (z, -x),
    };
    for quarter in 0..4 {
        let corner = |x: f32, y: f32, z: f32, ox: f32, oy: f32, oz: f32| {
            let (bx, bz) = turn(x, z, quarter);
            let (dx, dz) = turn(ox, oz, quarter);
            (vec3(bx, y, bz), vec3(dx, oy, dz))
        };
        let mut face = |corners: [(Vec3, Vec3); 4], normal: Vec3| {
            let (nx, nz) = turn(normal.x, normal.z, quarter);
            let normal = vec3(nx, normal.y, nz);
            let [a, b, c, d] = corners.map(|(base, offset)| t.vertex(base, offset, normal));
            t.quad(a, b, c, d);
        };
        let out = |y: f32, z: f32| corner(1.0, y, z, 1.0, y, z);
        let inside = |y: f32, z: f32, oy: f32| corner(1.0, y, z, -1.0, oy, -z);
        face([out(-1.0, -1.0), out(-1.0, 1.0), out(1.0, 1.0), out(1.0, -1.0)], Vec3::unit_x());
        face([inside(-1.0, -1.0, 1.0), inside(-1.0, 1.0, 1.0), inside(1.0, 1.0, 1.0), inside(1.0, -1.0, 1.0)], -Vec3::unit_x());
        face([out(1.0, -1.0), out(1.0, 1.0), inside(1.0, 1.0, 1.0), inside(1.0, -1.0, 1.0)], Vec3::unit_y());
    }
    for (y, oy, reach) in [(-1.0f32, 1.0f32, -1.0f32), (-1.0, -1.0, 1.0)] {
        let normal = vec3(0.0, oy, 0.0);
        let [a, b, c, d] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, z): (f32, f32)| t.vertex(vec3(x, y, z), vec3(x * reach, oy, z * reach), normal));
        t.quad(a, b, c, d);
    }
    t
}

fn spot(around: u32) -> Triangles {
    let mut t = Triangles::default();
    let middle = t.vertex(Vec3::zero(), Vec3::zero(), Vec3::unit_y());
    for i in 0..around {
        let (s, c) = (TAU * i as f32 / around as f32).sin_cos();
        t.vertex(vec3(c, 0.0, s), Vec3::zero(), Vec3::unit_y());
    }
    for i in 0..around {
        t.indices.extend([middle, middle + 1 + i, middle + 1 + (i + 1) % around]);
    }
    t
}

fn plate() -> Triangles {
    let mut t = Triangles::default();
    let [a, b, c, d] = [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)]
        .map(|(x, z)| t.vertex(vec3(x, 0.0, z), Vec3::zero(), Vec3::unit_y()));
    t.quad(a, b, c, d);
    t
}

fn hex_points() -> Vec<Vec3> {
    let mut points = Vec::new();
    for i in 0..6 {
        let (s, c) = (TAU * i as f32 / 6.0).sin_cos();
        points.extend([vec3(c, 1.0, s), vec3(c, -1.0, s)]);
    }
    points
}

fn d10_points() -> Vec<Vec3> {
    // The ring's height that makes each kite flat, for apexes at ±1.
    let step = TAU / 10.0;
    let height = (1.0 - step.cos()) / (1.0 + step.cos());
    let mut points = vec![Vec3::unit_y(), -Vec3::unit_y()];
    for i in 0..10 {
        let (s, c) = (step * i as f32).sin_cos();
        points.push(vec3(c, if i % 2 == 0 { height } else { -height }, s));
    }
    points
}

const GOLDEN: f32 = 1.618_034;

fn d12_points() -> Vec<Vec3> {
    let (g, i) = (GOLDEN, 1.0 / GOLDEN);
    let mut points = Vec::new();
    for a in [-1.0f32, 1.0] {
        for b in [-1.0f32, 1.0] {
            points.extend([-1.0, 1.0].map(|c| vec3(a, b, c)));
            points.extend([vec3(0.0, a * i, b * g), vec3(a * i, b * g, 0.0), vec3(a * g, 0.0, b * i)]);
        }
    }
    points.iter().map(|p| p / GOLDEN).collect()
}

fn d20_points() -> Vec<Vec3> {
    let mut points = Vec::new();
    for a in [-1.0f32, 1.0] {
        for b in [-1.0, 1.0] {
            let b = b / GOLDEN;
            points.extend([vec3(0.0, b, a), vec3(b, a, 0.0), vec3(a, 0.0, b)]);
        }
    }
    points
}

/// The convex hull of a few points, each face flat. Every point must be a corner of it.
fn hull(points: &[Vec3]) -> Triangles {
    let mut t = Triangles::default();
    let mut planes: Vec<(Vec3, f32)> = Vec::new();
    for a in 0..points.len() {
        for b in a + 1..points.len() {
            for c in b + 1..points.len() {
                let across = (points[b] - points[a]).cross(points[c] - points[a]);
                if across.magnitude2() < 1e-9 {
                    continue;
                }
                let mut normal = across.normalize();
                let mut distance = normal.dot(points[a]);
                if distance < 0.0 {
                    (normal, distance) = (-normal, -distance);
                }
                let outer = points.iter().all(|p| normal.dot(*p) < distance + 1e-4);
                if outer && !planes.iter().any(|(n, d)| n.dot(normal) > 0.9999 && (d - distance).abs() < 1e-3) {
                    planes.push((normal, distance));
                }
            }
        }
    }
    for (normal, distance) in planes {
        let mut corners: Vec<Vec3> = points.iter().copied().filter(|p| (normal.dot(*p) - distance).abs() < 1e-3).collect();
        let middle = corners.iter().sum::<Vec3>() / corners.len() as f32;
        let across = (corners[0] - middle).normalize();
        let up = normal.cross(across);
        let angle = |p: &Vec3| (p - middle).dot(up).atan2((p - middle).dot(across));
        corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        let first = t.base.len() as u32;
        for corner in &corners {
            t.vertex(*corner, Vec3::zero(), normal);
        }
        for i in 1..corners.len() as u32 - 1 {
            t.indices.extend([first, first + i, first + i + 1]);
        }
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Shape; 25] = [
        Shape::RoundedBox,
        Shape::Slab,
        Shape::Disc,
        Shape::Ball,
        Shape::PlainBox,
        Shape::PlainSlab,
        Shape::PlainDisc,
        Shape::Bead,
        Shape::PlainDome,
        Shape::PlainBowl,
        Shape::PlainSack,
        Shape::PlainPawn,
        Shape::Dome,
        Shape::Tray,
        Shape::Bowl,
        Shape::Sack,
        Shape::Pawn,
        Shape::Hex,
        Shape::D4,
        Shape::D8,
        Shape::D10,
        Shape::D12,
        Shape::D20,
        Shape::Spot,
        Shape::Plate,
    ];

    fn at(t: &Triangles, i: u32, half: Vec3, r: f32) -> Vec3 {
        let (b, o) = (t.base[i as usize], t.offset[i as usize]);
        vec3(b.x * (half.x - r), b.y * (half.y - r), b.z * (half.z - r)) + o * r
    }

    #[test]
    fn every_shape_stays_in_its_box_and_has_unit_normals() {
        let half = vec3(2.0, 0.5, 1.0);
        for shape in ALL {
            let t = triangles(shape);
            assert!(!t.indices.is_empty() && t.indices.len().is_multiple_of(3), "{shape:?}");
            let rounded = t.offset.iter().any(|o| o.magnitude2() > 0.0);
            let r = if rounded { 0.2 } else { 0.0 };
            for i in 0..t.base.len() as u32 {
                let p = at(&t, i, half, r);
                for axis in 0..3 {
                    assert!(p[axis].abs() <= half[axis] + 1e-4, "{shape:?} leaves its box: {p:?}");
                }
                assert!((t.normal[i as usize].magnitude() - 1.0).abs() < 1e-3, "{shape:?}");
            }
        }
    }

    #[test]
    fn closed_shapes_enclose_a_volume_and_look_outward() {
        for shape in ALL {
            if matches!(shape, Shape::Spot | Shape::Plate) {
                continue;
            }
            let t = triangles(shape);
            let r = if t.offset.iter().any(|o| o.magnitude2() > 0.0) { 0.1 } else { 0.0 };
            let one = vec3(1.0, 1.0, 1.0);
            let volume: f32 = t
                .indices
                .chunks_exact(3)
                .map(|c| at(&t, c[0], one, r).dot(at(&t, c[1], one, r).cross(at(&t, c[2], one, r))) / 6.0)
                .sum();
            assert!(volume > 0.3, "{shape:?} has {volume}");
        }
    }

    #[test]
    fn dice_have_as_many_faces_as_they_say() {
        let faces = |shape| {
            let mut normals: Vec<Vec3> = Vec::new();
            for n in triangles(shape).normal {
                if !normals.iter().any(|m| m.dot(n) > 0.999) {
                    normals.push(n);
                }
            }
            normals.len()
        };
        for (shape, count) in [(Shape::D4, 4), (Shape::D8, 8), (Shape::D10, 10), (Shape::D12, 12), (Shape::D20, 20)] {
            assert_eq!(faces(shape), count, "{shape:?}");
        }
    }
}
