//! The scene view: everything that turns a resolved scene into pixels and pointer gestures into edits to propose.
//!
//! What lives here: the plain data that is drawn ([`SceneModel`]), how it is read from a resolved scene (`scene`), the
//! loading of textures and models (`assets`, `glb`), the renderer (`renderer` and its shapes and shaders), the camera,
//! picking, the gizmo, the egui widget ([`SceneView`]), how differences between variants look (`difference`, `chips`), the
//! surfaceless GL context (`headless`) and pictures without a window (`offscreen`, `compose`).
//!
//! What may not: anything that changes a document. The view proposes ([`ViewportEvent`]); the session edits. One
//! function, [`Renderer::draw`], draws for the window, for `tablewright render` and for the tests.

pub mod assets;
pub mod camera;
mod caption;
pub mod chips;
pub mod compose;
pub mod difference;
mod draw_list;
mod gesture;
mod gizmo;
mod glb;
pub mod headless;
pub mod math;
pub mod model;
pub mod offscreen;
pub mod parts;
pub mod pick;
pub mod renderer;
mod scene;
mod shapes;
pub mod thumbnails;
pub mod turntable;
pub mod view;

pub use assets::{AssetProblem, Assets};
pub use camera::{Camera, CameraRig};
pub use compose::{Arrangement, Composition, Rendered, Still};
pub use draw_list::{Marks, Preview};
pub use glb::figures;
pub use headless::Headless;
pub use model::{Entity, Kind, SceneModel};
pub use offscreen::render_png;
pub use renderer::{Renderer, SharedRenderer, Style};
pub use scene::seat_color;
pub use thumbnails::Thumbnails;
pub use turntable::Turntable;
pub use view::{SceneView, Tool, ViewCommand, ViewOptions, ViewportEvent};

#[cfg(test)]
mod tests;
#[cfg(test)]
mod view_tests;
