//! The move and turn handles: where they are on the screen, which one the pointer is on, how they are painted.
//!
//! The gizmo keeps its size on the screen. It is painted by egui over the scene, so its lines are as crisp as the rest of
//! the window, and nothing hides it.

use egui::epaint::PathShape;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use three_d::{Vec3, vec3};

use super::camera::Camera;

/// What a drag holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Handle {
    /// The middle: moves on the table plane.
    Plane,
    /// Moves along x.
    X,
    /// Moves up and down.
    Y,
    /// Moves along z.
    Z,
    /// Turns about the vertical.
    Ring,
}

/// The axes' colours (look.md, section 2).
pub const AXIS_COLORS: [Color32; 3] =
    [Color32::from_rgb(0xf2, 0x60, 0x6a), Color32::from_rgb(0x7f, 0xce, 0x5f), Color32::from_rgb(0x5b, 0x9b, 0xf5)];

/// How long an arrow is, in points.
const REACH: f32 = 84.0;
/// How near the pointer must be, in points.
const NEAR: f32 = 7.0;
/// The middle handle's half side, in points.
const MIDDLE: f32 = 8.0;
const RING_STEPS: usize = 72;

/// Which handles are offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handles {
    /// Arrows and the middle.
    Move,
    /// The ring.
    Turn,
}

/// The gizmo at one place, projected.
#[derive(Debug, Clone)]
pub struct Gizmo {
    middle: Pos2,
    tips: [Option<Pos2>; 3],
    ring: Vec<Pos2>,
    handles: Handles,
}

/// The world axes, x y z.
pub const AXES: [Vec3; 3] = [vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)];

impl Gizmo {
    /// The handles around `origin`; none when it is behind the camera.
    pub fn at(origin: Vec3, camera: &Camera, rect: Rect, handles: Handles) -> Option<Self> {
        let middle = camera.project(origin, rect)?;
        let feet = camera.feet_per_point(origin, rect.height()) * REACH;
        let tip = |axis: Vec3| {
            let tip = camera.project(origin + axis * feet, rect)?;
            // An axis that points at the eye can't be dragged.
            ((tip - middle).length() > REACH * 0.16).then_some(tip)
        };
        let ring = (0..RING_STEPS)
            .filter_map(|i| {
                let (s, c) = (std::f32::consts::TAU * i as f32 / RING_STEPS as f32).sin_cos();
                camera.project(origin + vec3(c, 0.0, s) * feet * 0.9, rect)
            })
            .collect();
        Some(Self { middle, tips: AXES.map(tip), ring, handles })
    }

    /// The handle under the pointer; the middle wins, then the nearest.
    pub fn handle(&self, pointer: Pos2) -> Option<Handle> {
        match self.handles {
            Handles::Turn => {
                let near = self.ring_edges().map(|(a, b)| to_segment(pointer, a, b)).fold(f32::MAX, f32::min);
                (near <= NEAR).then_some(Handle::Ring)
            }
            Handles::Move => {
                let d = pointer - self.middle;
                if d.x.abs() <= MIDDLE && d.y.abs() <= MIDDLE {
                    return Some(Handle::Plane);
                }
                let mut best = None;
                for (tip, handle) in self.tips.iter().zip([Handle::X, Handle::Y, Handle::Z]) {
                    let Some(tip) = tip else { continue };
                    let distance = to_segment(pointer, self.middle, *tip);
                    if distance <= NEAR && best.is_none_or(|(d, _)| distance < d) {
                        best = Some((distance, handle));
                    }
                }
                best.map(|(_, handle)| handle)
            }
        }
    }

    /// Where a handle can be taken hold of.
    #[cfg(test)]
    fn grip(&self, handle: Handle) -> Option<Pos2> {
        match handle {
            Handle::Plane => Some(self.middle),
            Handle::X => self.tips[0],
            Handle::Y => self.tips[1],
            Handle::Z => self.tips[2],
            Handle::Ring => self.ring.first().copied(),
        }
    }

    fn ring_edges(&self) -> impl Iterator<Item = (Pos2, Pos2)> {
        let whole = self.ring.len() == RING_STEPS;
        let closing = whole.then(|| (self.ring[RING_STEPS - 1], self.ring[0]));
        self.ring.windows(2).map(|w| (w[0], w[1])).chain(closing)
    }

    /// Paints the handles; the one that is held or under the pointer is brighter, and while one is held the others step
    /// back.
    pub fn paint(&self, painter: &Painter, lit: Option<Handle>, held: bool) {
        let shade = |color: Color32, handle: Handle| match lit {
            Some(h) if h == handle => mix(color, Color32::WHITE, 0.35),
            Some(_) if held => color.gamma_multiply(0.35),
            _ => color,
        };
        if self.handles == Handles::Turn {
            let color = shade(AXIS_COLORS[1], Handle::Ring);
            let points = self.ring.clone();
            let path = |width: f32, color: Color32| {
                let stroke = Stroke::new(width, color);
                if points.len() == RING_STEPS {
                    Shape::Path(PathShape::closed_line(points.clone(), stroke))
                } else {
                    Shape::line(points.clone(), stroke)
                }
            };
            painter.add(path(5.0, Color32::from_black_alpha(90)));
            painter.add(path(2.5, color));
            return;
        }
        for (i, handle) in [Handle::X, Handle::Y, Handle::Z].into_iter().enumerate() {
            if let Some(tip) = self.tips[i] {
                arrow(painter, self.middle, tip, shade(AXIS_COLORS[i], handle));
            }
        }
        let half = Vec2::splat(5.0);
        let square = Rect::from_center_size(self.middle, half * 2.0);
        painter.rect(
            square,
            1.0,
            shade(Color32::from_gray(0xf2), Handle::Plane),
            Stroke::new(1.5, Color32::from_black_alpha(150)),
            egui::StrokeKind::Outside,
        );
    }
}

fn arrow(painter: &Painter, from: Pos2, to: Pos2, color: Color32) {
    let along = (to - from).normalized();
    let start = from + along * 8.0;
    let neck = to - along * 13.0;
    let side = along.rot90() * 5.5;
    let dark = Color32::from_black_alpha(90);
    painter.line_segment([start, neck], Stroke::new(5.0, dark));
    painter.line_segment([start, neck], Stroke::new(2.5, color));
    painter.add(Shape::convex_polygon(vec![to, neck + side, neck - side], color, Stroke::new(1.0, dark)));
}

fn mix(a: Color32, b: Color32, t: f32) -> Color32 {
    a.lerp_to_gamma(b, t)
}

/// The distance from `p` to the segment from `a` to `b`.
fn to_segment(p: Pos2, a: Pos2, b: Pos2) -> f32 {
    let along = b - a;
    let t = if along.length_sq() > 0.0 { ((p - a).dot(along) / along.length_sq()).clamp(0.0, 1.0) } else { 0.0 };
    (p - (a + along * t)).length()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    fn gizmo(camera: &Camera, handles: Handles) -> Gizmo {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        Gizmo::at(vec3(0.2, 0.0, 0.1), camera, rect, handles).expect("in front")
    }

    #[test]
    fn each_handle_is_hit_at_its_grip_and_not_a_little_beside() {
        let gizmo = gizmo(&Camera::default(), Handles::Move);
        for handle in [Handle::Plane, Handle::X, Handle::Y, Handle::Z] {
            let grip = gizmo.grip(handle).expect("seen from here");
            assert_eq!(gizmo.handle(grip), Some(handle));
        }
        let tip = gizmo.grip(Handle::X).expect("seen from here");
        let beyond = (tip - gizmo.middle).normalized();
        assert_eq!(gizmo.handle(tip + beyond * (NEAR - 0.5)), Some(Handle::X));
        assert_eq!(gizmo.handle(tip + beyond * (NEAR + 0.5)), None);
    }

    #[test]
    fn the_gizmo_keeps_its_size_on_the_screen() {
        for distance in [1.0, 8.0, 60.0] {
            let gizmo = gizmo(&Camera { distance, pitch: 0.0, yaw: 0.0, ..Camera::default() }, Handles::Move);
            let up = gizmo.grip(Handle::Y).expect("seen from here") - gizmo.middle;
            assert!((up.length() - REACH).abs() < REACH * 0.25, "{distance}: {up:?}");
        }
    }

    #[test]
    fn an_axis_that_points_at_the_eye_is_not_offered() {
        let gizmo = gizmo(&Camera { pitch: 89.9, ..Camera::default() }, Handles::Move);
        assert_eq!(gizmo.grip(Handle::Y), None);
    }

    #[test]
    fn the_ring_is_hit_all_around_and_not_in_its_middle() {
        let gizmo = gizmo(&Camera::default(), Handles::Turn);
        for point in &gizmo.ring {
            assert_eq!(gizmo.handle(*point), Some(Handle::Ring));
        }
        assert_eq!(gizmo.handle(gizmo.middle), None);
    }
}
