//! The window of a crop, as the manifest writes it: fractions of the picture from its top left corner, locked to the shape of
//! what it is cut for.

use crate::json::{Ref, Value};

/// How far a window may lead over the picture's edge (manifest reference, `screenshots`: `x+w` and `y+h` at most 1, with
/// this epsilon).
pub const EPSILON: f64 = 0.0001;
/// A window is not made smaller than this part of the picture's shorter way.
const LEAST: f64 = 0.02;

/// The shape of what is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Aspect {
    /// A cover.
    Square,
    /// A screenshot or the cover of a video: 16 to 9.
    Wide,
}

impl Aspect {
    /// Width over height.
    pub fn ratio(self) -> f64 {
        match self {
            Self::Square => 1.0,
            Self::Wide => 16.0 / 9.0,
        }
    }

    /// What it is called.
    pub fn words(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Wide => "16:9",
        }
    }
}

/// A corner of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Corner {
    /// Top left.
    TopLeft,
    /// Top right.
    TopRight,
    /// Bottom left.
    BottomLeft,
    /// Bottom right.
    BottomRight,
}

impl Corner {
    /// All four.
    pub const ALL: [Self; 4] = [Self::TopLeft, Self::TopRight, Self::BottomLeft, Self::BottomRight];

    /// Whether it is at the left, and whether at the top.
    pub fn sides(self) -> (bool, bool) {
        (matches!(self, Self::TopLeft | Self::BottomLeft), matches!(self, Self::TopLeft | Self::TopRight))
    }
}

/// A window over a picture, in fractions of its width (`x`, `w`) and its height (`y`, `h`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crop {
    /// The left edge.
    pub x: f64,
    /// The top edge.
    pub y: f64,
    /// The width, above 0.
    pub w: f64,
    /// The height, above 0.
    pub h: f64,
}

impl Crop {
    /// The whole picture.
    pub const WHOLE: Self = Self { x: 0.0, y: 0.0, w: 1.0, h: 1.0 };

    /// The largest window of a shape in the middle of a picture of this many pixels.
    pub fn largest((width, height): (u32, u32), aspect: Aspect) -> Self {
        Self::WHOLE.fitted((width, height), aspect)
    }

    /// What the manifest says; `None` where that is no window over a picture.
    pub fn read(value: Ref<'_>) -> Option<Self> {
        let part = |key: &str| value.get(key)?.as_f64();
        let crop = Self { x: part("x")?, y: part("y")?, w: part("w")?, h: part("h")? };
        crop.is_inside().then_some(crop)
    }

    /// As the manifest writes it.
    pub fn value(self) -> Value {
        Value::object([("x", self.x), ("y", self.y), ("w", self.w), ("h", self.h)].map(|(key, part)| (key, Value::from(part))))
    }

    /// Whether it lies over the picture, but for [`EPSILON`].
    pub fn is_inside(self) -> bool {
        let part = |part: f64| (0.0..=1.0).contains(&part);
        part(self.x)
            && part(self.y)
            && part(self.w)
            && part(self.h)
            && self.w > 0.0
            && self.h > 0.0
            && self.x + self.w <= 1.0 + EPSILON
            && self.y + self.h <= 1.0 + EPSILON
    }

    /// The part of this window that has the shape: the longer way is cut on both sides alike, nothing is stretched.
    #[must_use]
    pub fn fitted(self, size: (u32, u32), aspect: Aspect) -> Self {
        let tall = tall_per_wide(size, aspect);
        let (w, h) = if self.h > self.w * tall { (self.w, self.w * tall) } else { (self.h / tall, self.h) };
        Self { x: self.x + (self.w - w) / 2.0, y: self.y + (self.h - h) / 2.0, w, h }.within()
    }

    /// Moved by these fractions, as far as the picture goes.
    #[must_use]
    pub fn moved(self, right: f64, down: f64) -> Self {
        Self { x: self.x + right, y: self.y + down, ..self }.within()
    }

    /// With this corner as near as it can be to a point of the picture, the opposite one staying where it is.
    #[must_use]
    pub fn pulled(self, corner: Corner, to: (f64, f64), size: (u32, u32), aspect: Aspect) -> Self {
        let tall = tall_per_wide(size, aspect);
        let (left, top) = corner.sides();
        let fixed = (if left { self.x + self.w } else { self.x }, if top { self.y + self.h } else { self.y });
        let wide = if left { fixed.0 - to.0 } else { to.0 - fixed.0 };
        let high = if top { fixed.1 - to.1 } else { to.1 - fixed.1 };
        let most = (if left { fixed.0 } else { 1.0 - fixed.0 }).min((if top { fixed.1 } else { 1.0 - fixed.1 }) / tall);
        let w = wide.max(high / tall).clamp(least(tall).min(most), most);
        let h = w * tall;
        Self { x: if left { fixed.0 - w } else { fixed.0 }, y: if top { fixed.1 - h } else { fixed.1 }, w, h }.within()
    }

    /// Smaller (`factor` below 1) or larger around its middle, as far as the picture goes.
    #[must_use]
    pub fn zoomed(self, factor: f64, size: (u32, u32), aspect: Aspect) -> Self {
        let tall = tall_per_wide(size, aspect);
        let most = 1.0_f64.min(1.0 / tall);
        let w = (self.w * factor).clamp(least(tall).min(most), most);
        let h = w * tall;
        Self { x: self.x + (self.w - w) / 2.0, y: self.y + (self.h - h) / 2.0, w, h }.within()
    }

    /// What of a picture that is this window of another one is `inner`, as a window of that other one.
    #[must_use]
    pub fn of_window(self, inner: Self) -> Self {
        Self { x: self.x + inner.x * self.w, y: self.y + inner.y * self.h, w: inner.w * self.w, h: inner.h * self.h }.within()
    }

    /// The pixels of a picture of this size: left, top, width, height; at least one each way.
    pub fn pixels(self, (width, height): (u32, u32)) -> (u32, u32, u32, u32) {
        let way = |start: f64, length: f64, whole: u32| {
            let first = ((start * f64::from(whole)).round().max(0.0) as u32).min(whole.saturating_sub(1));
            let end = (((start + length) * f64::from(whole)).round() as u32).clamp(first + 1, whole.max(1));
            (first, end - first)
        };
        let ((x, w), (y, h)) = (way(self.x, self.w, width), way(self.y, self.h, height));
        (x, y, w, h)
    }

    /// Pushed back over the picture.
    fn within(self) -> Self {
        let (w, h) = (self.w.min(1.0), self.h.min(1.0));
        // `1 - w + w` may be a hair above 1, which the manifest takes; below 0 it takes nothing.
        Self { x: self.x.clamp(0.0, 1.0 - w), y: self.y.clamp(0.0, 1.0 - h), w, h }
    }
}

/// The height of a window of this shape per width, both in fractions of a picture.
fn tall_per_wide((width, height): (u32, u32), aspect: Aspect) -> f64 {
    f64::from(width.max(1)) / f64::from(height.max(1)) / aspect.ratio()
}

fn least(tall: f64) -> f64 {
    LEAST * 1.0_f64.min(1.0 / tall)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;
    use proptest::prelude::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    fn shape(crop: Crop, (width, height): (u32, u32)) -> f64 {
        crop.w * f64::from(width) / (crop.h * f64::from(height))
    }

    #[test]
    fn the_largest_window_touches_two_edges_and_stands_in_the_middle() {
        let crop = Crop::largest((1600, 1000), Aspect::Square);
        assert!(close(crop.x, 0.1875) && close(crop.w, 0.625) && (crop.y, crop.h) == (0.0, 1.0), "{crop:?}");
        let crop = Crop::largest((1000, 1000), Aspect::Wide);
        assert!(close(crop.h, 0.5625) && close(crop.y, 0.21875) && (crop.x, crop.w) == (0.0, 1.0), "{crop:?}");
        assert_eq!(Crop::largest((1920, 1080), Aspect::Wide), Crop::WHOLE);
    }

    #[test]
    fn the_manifest_is_read_with_its_epsilon() {
        let read = |text: &str| Crop::read(Document::parse(text.as_bytes()).unwrap().root());
        let crop = Crop { x: 0.0, y: 0.09999999999999987, w: 1.0, h: 0.9000000000000001 };
        assert_eq!(read(r#"{"x":0,"y":0.09999999999999987,"w":1,"h":0.9000000000000001}"#), Some(crop));
        assert!(read(r#"{"x":0.5001,"y":0,"w":0.5,"h":1}"#).is_some());
        for text in [
            r#"{"x":0.5002,"y":0,"w":0.5,"h":1}"#,
            r#"{"x":0,"y":0,"w":0,"h":1}"#,
            r#"{"x":-0.1,"y":0,"w":1,"h":1}"#,
            r#"{"x":0,"y":0,"w":1}"#,
            r#"{"x":"0","y":0,"w":1,"h":1}"#,
            "[]",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        let written = Document::new(crop.value()).unwrap();
        assert_eq!(Crop::read(written.root()), Some(crop), "{}", written.text());
    }

    #[test]
    fn a_corner_is_pulled_and_the_other_stays() {
        let (size, aspect) = ((1000, 500), Aspect::Square);
        let start = Crop { x: 0.25, y: 0.25, w: 0.25, h: 0.5 };
        let crop = start.pulled(Corner::BottomRight, (0.45, 0.4), size, aspect);
        assert!(close(crop.x, 0.25) && close(crop.y, 0.25) && close(crop.w, 0.2) && close(crop.h, 0.4), "{crop:?}");
        let crop = start.pulled(Corner::TopLeft, (-5.0, -5.0), size, aspect);
        assert!(close(crop.x + crop.w, 0.5) && close(crop.y + crop.h, 0.75) && crop.y == 0.0, "{crop:?}");
        let crop = start.pulled(Corner::TopRight, (0.0, 1.0), size, aspect);
        assert!(crop.w > 0.0 && close(crop.x, 0.25) && close(crop.y + crop.h, 0.75), "the least is left: {crop:?}");
    }

    #[test]
    fn pixels_are_never_none() {
        let crop = Crop { x: 0.999, y: 0.999, w: 0.001, h: 0.001 };
        assert_eq!(crop.pixels((10, 10)), (9, 9, 1, 1));
        assert_eq!(Crop::WHOLE.pixels((7, 3)), (0, 0, 7, 3));
        assert_eq!(Crop { x: 0.25, y: 0.5, w: 0.5, h: 0.5 }.pixels((100, 10)), (25, 5, 50, 5));
    }

    #[test]
    fn a_window_of_a_window_is_one_of_the_whole() {
        let outer = Crop { x: 0.2, y: 0.4, w: 0.5, h: 0.5 };
        let crop = outer.of_window(Crop { x: 0.5, y: 0.0, w: 0.5, h: 0.5 });
        assert!(close(crop.x, 0.45) && close(crop.y, 0.4) && close(crop.w, 0.25) && close(crop.h, 0.25));
    }

    proptest! {
        #[test]
        fn every_gesture_keeps_the_shape_and_the_window_inside(
            width in 1_u32..6000, height in 1_u32..6000,
            square in any::<bool>(),
            corner in 0_usize..4,
            gestures in proptest::collection::vec((0_u8..4, -1.5_f64..2.5, -1.5_f64..2.5), 1..12),
        ) {
            let aspect = if square { Aspect::Square } else { Aspect::Wide };
            let size = (width, height);
            let mut crop = Crop::largest(size, aspect);
            for (kind, a, b) in gestures {
                crop = match kind {
                    0 => crop.moved(a, b),
                    1 => crop.zoomed(a.abs(), size, aspect),
                    2 => crop.pulled(Corner::ALL[corner], (a, b), size, aspect),
                    _ => crop.fitted(size, aspect),
                };
                prop_assert!(crop.is_inside(), "{crop:?}");
                prop_assert!((shape(crop, size) / aspect.ratio() - 1.0).abs() < 1e-6, "{crop:?}");
            }
        }
    }
}
