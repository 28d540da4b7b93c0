//! Arithmetic that gives the same bits on every machine: only operations that IEEE 754 defines exactly.
//!
//! The sample pack is generated where it is needed and compared byte for byte in tests, so nothing here may call the
//! system's `sin` or `pow`, whose last bits differ between platforms.

use std::ops::{Add, Mul, Neg, Sub};

/// A vector in feet: x to the right, y up, z towards the person who plays Black.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct V3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

/// Shorthand for [`V3`].
pub const fn v3(x: f32, y: f32, z: f32) -> V3 {
    V3 { x, y, z }
}

impl V3 {
    /// The scalar product.
    pub fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The vector product.
    pub fn cross(self, o: Self) -> Self {
        v3(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
    }

    /// The same direction with length 1; the zero vector stays what it is.
    pub fn unit(self) -> Self {
        let length = self.dot(self).sqrt();
        if length > 0.0 { self * (1.0 / length) } else { self }
    }

    /// Component by component.
    pub fn times(self, o: Self) -> Self {
        v3(self.x * o.x, self.y * o.y, self.z * o.z)
    }

    /// Turned about the vertical axis by `(cos, sin)`, counter-clockwise seen from above.
    pub fn yawed(self, (cos, sin): (f32, f32)) -> Self {
        v3(self.x * cos + self.z * sin, self.y, self.z * cos - self.x * sin)
    }

    /// The three components as glTF stores them.
    pub fn array(self) -> [f32; 3] {
        [self.x, self.y, self.z]
    }
}

impl Add for V3 {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        v3(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}

impl Sub for V3 {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        v3(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}

impl Mul<f32> for V3 {
    type Output = Self;
    fn mul(self, k: f32) -> Self {
        v3(self.x * k, self.y * k, self.z * k)
    }
}

impl Neg for V3 {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1.0
    }
}

/// `(cos, sin)` of an angle given in full turns.
pub fn turn(turns: f32) -> (f32, f32) {
    (sine(turns + 0.25), sine(turns))
}

/// The sine of an angle in full turns, within 1e-5: its Taylor series on a quarter turn.
fn sine(turns: f32) -> f32 {
    let t = turns - turns.round();
    let folded = if t > 0.25 {
        0.5 - t
    } else if t < -0.25 {
        -0.5 - t
    } else {
        t
    };
    let x = folded * std::f32::consts::TAU;
    let x2 = x * x;
    x * (1.0 - x2 / 6.0 * (1.0 - x2 / 20.0 * (1.0 - x2 / 42.0 * (1.0 - x2 / 72.0))))
}

/// The whole number below, as a float and as an integer; for numbers that fit one. Much faster than the library's call.
#[inline]
pub fn floor(x: f32) -> (f32, i32) {
    let whole = x as i32;
    let whole = if (whole as f32) > x { whole - 1 } else { whole };
    (whole as f32, whole)
}

/// From `a` to `b` as `t` goes from 0 to 1.
pub fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// 0 below `low`, 1 above `high`, an S between them.
pub fn smooth(low: f32, high: f32, x: f32) -> f32 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// A well-mixed number in 0..1 for a lattice point.
pub fn hash(x: i32, y: i32, seed: u32) -> f32 {
    let mut h = x.cast_unsigned().wrapping_mul(0x9e37_79b1)
        ^ y.cast_unsigned().wrapping_mul(0x85eb_ca77)
        ^ seed.wrapping_mul(0xc2b2_ae3d);
    h = (h ^ (h >> 15)).wrapping_mul(0x2c1b_3c6d);
    h = (h ^ (h >> 12)).wrapping_mul(0x297a_2d39);
    h ^= h >> 15;
    // 24 bits fit a float exactly.
    (h >> 8) as f32 / 16_777_216.0
}

/// Smooth value noise in 0..1; with a `period` (in lattice cells) along x it meets itself there.
pub fn noise(x: f32, y: f32, seed: u32, period: Option<i32>) -> f32 {
    let ((fx, ix), (fy, iy)) = (floor(x), floor(y));
    let wrap = |x: i32| period.map_or(x, |p| x.rem_euclid(p));
    let (tx, ty) = (smooth(0.0, 1.0, x - fx), smooth(0.0, 1.0, y - fy));
    let row = |iy| lerp(hash(wrap(ix), iy, seed), hash(wrap(ix + 1), iy, seed), tx);
    lerp(row(iy), row(iy + 1), ty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_agree_with_the_system() {
        for step in -40..=40_i8 {
            let turns = f32::from(step) / 16.0;
            let (cos, sin) = turn(turns);
            let angle = turns * std::f32::consts::TAU;
            assert!((cos - angle.cos()).abs() < 2e-5 && (sin - angle.sin()).abs() < 2e-5, "at {turns}");
        }
    }

    #[test]
    fn floors_as_the_library_does() {
        for x in [-2.0, -1.5, -1.0, -0.25, -0.0, 0.0, 0.25, 1.0, 1.75, 1e6] {
            assert_eq!(floor(x), (f32::floor(x), f32::floor(x) as i32));
        }
    }

    #[test]
    fn periodic_noise_meets_itself() {
        for step in 0..50_u8 {
            let (x, y) = (f32::from(step) * 0.31, f32::from(step) * 0.17);
            assert!((noise(x, y, 7, Some(8)) - noise(x + 8.0, y, 7, Some(8))).abs() < 1e-4);
            assert!((0.0..=1.0).contains(&noise(x, y, 7, None)));
        }
    }
}
