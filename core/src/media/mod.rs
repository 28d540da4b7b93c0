//! Pictures: reading them within limits, cutting and scaling them, writing them as lossy WebP, and where the listing's
//! pictures stand in a pack.
//!
//! - [`open`], [`Facts`]: what a picture is by its content, and its pixels; nothing exhausts memory
//! - [`Crop`], [`Aspect`]: the window of a crop, locked to the shape of what it is cut for
//! - [`webp`], [`cut`]: the pixels of the window, scaled, as a file
//! - [`listing`]: cover and screenshots by slot, with their originals
//! - [`smaller`]: smaller copies of large pictures
//!
//! Nothing here touches a disk: files come in as bytes and go out as [`Step`](crate::edit::Step)s.

mod crop;
mod decode;
mod encode;
pub mod listing;
mod smaller;

pub use crop::{Aspect, Corner, Crop, EPSILON};
#[cfg(test)]
pub(crate) use decode::tests::picture as test_picture;
pub use decode::{Facts, MAX_FILE, MAX_PIXELS, MAX_SIDE, Raster, open};
pub use encode::{cut, measured_webp, scaled, webp};
pub use smaller::{Smaller, smaller};
