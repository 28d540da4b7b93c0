//! Small geometry for the view: rotations as the platform writes them, boxes, rays and clean numbers.
//!
//! World space is right-handed with y up, in feet. Angles in the documents are degrees.

use three_d::{InnerSpace, Mat3, Quat, Rotation, Rotation3, Vec3, degrees, vec3};

/// The rotation that the platform gives an entity for Euler angles in degrees: about x first, then y, then z, each about
/// the fixed axes (as a matrix: Rz · Ry · Rx).
pub fn quat_from_euler(rotation: [f64; 3]) -> Quat {
    let [x, y, z] = rotation.map(|a| degrees(a as f32));
    Quat::from_angle_z(z) * Quat::from_angle_y(y) * Quat::from_angle_x(x)
}

/// The Euler angles in degrees that give `q` back through [`quat_from_euler`]. Where the middle angle is ±90° the first
/// is 0 and the last carries the rest.
pub fn euler_from_quat(q: Quat) -> [f64; 3] {
    let m = Mat3::from(q.normalize());
    // Row r, column c of Rz·Ry·Rx is m[c][r] in column-major storage.
    let sin_y = f64::from(-m.x.z).clamp(-1.0, 1.0);
    let y = sin_y.asin();
    let (x, z) = if sin_y.abs() < 0.999_999 {
        (f64::from(m.y.z).atan2(f64::from(m.z.z)), f64::from(m.x.y).atan2(f64::from(m.x.x)))
    } else {
        (0.0, f64::from(-m.y.x).atan2(f64::from(m.y.y)))
    };
    [x, y, z].map(f64::to_degrees)
}

/// `rotation` turned by `angle` degrees about the world's vertical axis. An entity that stands upright keeps exact
/// numbers: only its y changes.
pub fn turned_about_y(rotation: [f64; 3], angle: f64) -> [f64; 3] {
    if rotation[0] == 0.0 && rotation[2] == 0.0 {
        return [rotation[0], clean(wrap_degrees(rotation[1] + angle), 3), rotation[2]];
    }
    let turned = Quat::from_angle_y(degrees(angle as f32)) * quat_from_euler(rotation);
    euler_from_quat(turned).map(|a| clean(a, 3))
}

/// The same angle in −180 (excluded) to 180 degrees.
pub fn wrap_degrees(angle: f64) -> f64 {
    let a = angle.rem_euclid(360.0);
    if a > 180.0 { a - 360.0 } else { a }
}

/// `value` rounded to `decimals` places in such a way that it prints with no more than that many, and never as `-0`.
pub fn clean(value: f64, decimals: usize) -> f64 {
    let rounded: f64 = format!("{value:.decimals$}").parse().unwrap_or(value);
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// `value` on the nearest multiple of `step`, printed cleanly. A step of 0 or less leaves the value on four decimals.
pub fn snapped(value: f64, step: f64) -> f64 {
    if step > 0.0 { clean((value / step).round() * step, 4) } else { clean(value, 4) }
}

/// A half line: where it starts and where it goes (unit length).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// The start, in feet.
    pub origin: Vec3,
    /// The direction, of length 1.
    pub direction: Vec3,
}

impl Ray {
    /// The point at `distance` feet along the ray.
    pub fn at(&self, distance: f32) -> Vec3 {
        self.origin + self.direction * distance
    }

    /// Where the ray meets the horizontal plane at height `y`; none when it runs along the plane or away from it.
    pub fn at_height(&self, y: f32) -> Option<Vec3> {
        if self.direction.y.abs() < 1e-6 {
            return None;
        }
        let distance = (y - self.origin.y) / self.direction.y;
        (distance > 0.0).then(|| self.at(distance))
    }

    /// How far along the line through `point` along `axis` (unit length) the ray comes nearest to it. None when the two
    /// are parallel.
    pub fn nearest_on_line(&self, point: Vec3, axis: Vec3) -> Option<f32> {
        let b = axis.dot(self.direction);
        let d = 1.0 - b * b;
        if d < 1e-4 {
            return None;
        }
        let w = self.origin - point;
        Some((axis.dot(w) - b * self.direction.dot(w)) / d)
    }
}

/// A box that may be turned: centre, half sizes along its own axes, rotation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrientedBox {
    /// The middle, in world feet.
    pub center: Vec3,
    /// Half the sizes along the box's own axes, none negative.
    pub half: Vec3,
    /// From the box's own axes to the world's.
    pub rotation: Quat,
}

impl OrientedBox {
    /// The eight corners in world feet.
    pub fn corners(&self) -> [Vec3; 8] {
        std::array::from_fn(|i| {
            let sign = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
            let local = vec3(sign(0) * self.half.x, sign(1) * self.half.y, sign(2) * self.half.z);
            self.center + self.rotation.rotate_vector(local)
        })
    }

    /// The smallest upright box around this one.
    pub fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for corner in self.corners() {
            bounds.add(corner);
        }
        bounds
    }

    /// The distance at which `ray` enters the box: 0 when it starts inside, none when it misses.
    pub fn hit(&self, ray: &Ray) -> Option<f32> {
        let inverse = self.rotation.invert();
        let origin = inverse.rotate_vector(ray.origin - self.center);
        let direction = inverse.rotate_vector(ray.direction);
        let (mut near, mut far) = (0.0f32, f32::INFINITY);
        for axis in 0..3 {
            let (o, d, h) = (origin[axis], direction[axis], self.half[axis]);
            if d.abs() < 1e-9 {
                if o.abs() > h {
                    return None;
                }
                continue;
            }
            let (a, b) = ((-h - o) / d, (h - o) / d);
            near = near.max(a.min(b));
            far = far.min(a.max(b));
        }
        (near <= far).then_some(near)
    }
}

/// An upright box that grows; empty at first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The smallest corner.
    pub min: Vec3,
    /// The largest corner.
    pub max: Vec3,
}

impl Bounds {
    /// A box that holds nothing.
    pub const EMPTY: Self = Self {
        min: vec3(f32::INFINITY, f32::INFINITY, f32::INFINITY),
        max: vec3(f32::NEG_INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY),
    };

    /// Grows to hold `point`; a point that is not finite is passed over.
    pub fn add(&mut self, point: Vec3) {
        if point.x.is_finite() && point.y.is_finite() && point.z.is_finite() {
            self.min = vec3(self.min.x.min(point.x), self.min.y.min(point.y), self.min.z.min(point.z));
            self.max = vec3(self.max.x.max(point.x), self.max.y.max(point.y), self.max.z.max(point.z));
        }
    }

    /// Grows to hold `other`.
    pub fn join(&mut self, other: &Self) {
        if !other.is_empty() {
            self.add(other.min);
            self.add(other.max);
        }
    }

    /// Whether nothing was added yet.
    pub fn is_empty(&self) -> bool {
        self.min.x > self.max.x
    }

    /// The middle; the origin when empty.
    pub fn center(&self) -> Vec3 {
        if self.is_empty() { vec3(0.0, 0.0, 0.0) } else { (self.min + self.max) * 0.5 }
    }

    /// Half the sizes; 0 when empty.
    pub fn half(&self) -> Vec3 {
        if self.is_empty() { vec3(0.0, 0.0, 0.0) } else { (self.max - self.min) * 0.5 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-4
    }

    #[test]
    fn euler_angles_turn_about_x_then_y_then_z() {
        // x by 90° takes y to z; then z by 90° leaves z where it is.
        let q = quat_from_euler([90.0, 0.0, 90.0]);
        let v = q.rotate_vector(vec3(0.0, 1.0, 0.0));
        assert!(close(v.x, 0.0) && close(v.y, 0.0) && close(v.z, 1.0), "{v:?}");
        // x by 90° leaves x; z by 90° takes x to y.
        let v = q.rotate_vector(vec3(1.0, 0.0, 0.0));
        assert!(close(v.x, 0.0) && close(v.y, 1.0) && close(v.z, 0.0), "{v:?}");
    }

    #[test]
    fn euler_angles_come_back() {
        for angles in [[0.0, 0.0, 0.0], [10.0, 20.0, 30.0], [-170.0, 80.0, 5.0], [0.0, 90.0, 30.0], [45.0, -90.0, 0.0]] {
            let q = quat_from_euler(angles);
            let r = quat_from_euler(euler_from_quat(q));
            let same = q.v.dot(r.v) + q.s * r.s;
            assert!(same.abs() > 0.9999, "{angles:?}");
        }
    }

    #[test]
    fn turning_an_upright_piece_keeps_exact_numbers() {
        assert_eq!(turned_about_y([0.0, 2.495, 0.0], 90.0), [0.0, 92.495, 0.0]);
        assert_eq!(turned_about_y([0.0, 170.0, 0.0], 20.0), [0.0, -170.0, 0.0]);
        let lying = turned_about_y([90.0, 0.0, 0.0], 90.0);
        let v = quat_from_euler(lying).rotate_vector(vec3(0.0, 1.0, 0.0));
        assert!(close(v.x, 1.0), "what pointed to z points to x now: {v:?}");
    }

    #[test]
    fn numbers_print_cleanly() {
        assert_eq!(snapped(1.513, 0.05).to_string(), "1.5");
        assert_eq!(snapped(1.53, 0.05).to_string(), "1.55");
        assert_eq!(snapped(-0.01, 0.05).to_string(), "0");
        assert_eq!(snapped(0.123_456, 0.0).to_string(), "0.1235");
        assert_eq!(wrap_degrees(180.0), 180.0);
        assert_eq!(wrap_degrees(180.5), -179.5);
        assert_eq!(wrap_degrees(-180.0), 180.0);
    }

    #[test]
    fn a_ray_hits_a_turned_box_at_its_edge_and_not_beyond() {
        let cube =
            OrientedBox { center: vec3(0.0, 0.0, 0.0), half: vec3(1.0, 1.0, 1.0), rotation: Quat::from_angle_y(degrees(45.0)) };
        let down = |x: f32| Ray { origin: vec3(x, 5.0, 0.0), direction: vec3(0.0, -1.0, 0.0) };
        let reach = std::f32::consts::SQRT_2;
        assert!(cube.hit(&down(reach - 0.01)).is_some_and(|d| close(d, 4.0)));
        assert!(cube.hit(&down(reach + 0.01)).is_none());
        let behind = Ray { origin: vec3(0.0, -5.0, 0.0), direction: vec3(0.0, -1.0, 0.0) };
        assert!(cube.hit(&behind).is_none());
        let inside = Ray { origin: vec3(0.0, 0.5, 0.0), direction: vec3(0.0, -1.0, 0.0) };
        assert_eq!(cube.hit(&inside), Some(0.0));
    }

    #[test]
    fn a_ray_meets_planes_and_lines() {
        let ray = Ray { origin: vec3(0.0, 2.0, 0.0), direction: vec3(1.0, -1.0, 0.0).normalize() };
        assert!(ray.at_height(0.0).is_some_and(|p| close(p.x, 2.0)));
        assert!(ray.at_height(3.0).is_none(), "behind the start");
        let along = Ray { origin: vec3(0.0, 2.0, 0.0), direction: vec3(1.0, 0.0, 0.0) };
        assert!(along.at_height(0.0).is_none());
        assert!(along.nearest_on_line(vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0)).is_none(), "parallel");
        let t = ray.nearest_on_line(vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0));
        assert!(t.is_some_and(|t| close(t, 2.0)));
    }
}
