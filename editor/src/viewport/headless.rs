//! A GL context without a window or a display server, for `tablewright render`, for tests and for worker threads; and the
//! few raw GL calls that the view needs beside three-d's safe ones.
//!
//! EGL's device platform gives the context. The software device comes first, so that pictures are the same on every
//! machine.

use std::ffi::CStr;
use std::sync::Arc;

use glow::HasContext as _;
use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device;
use glutin::api::egl::display::Display;
use glutin::config::ConfigTemplateBuilder;
use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version};
use glutin::display::GlDisplay as _;
use tablewright_core::{Error, ErrorKind, Result};

use crate::system_packages::{Need, hint};

/// A GL context that draws into textures only. Where a thread holds several, call [`Headless::make_current`] before each
/// use.
pub struct Headless {
    // Dropped in this order: what uses the context before the context.
    three_d: three_d::Context,
    glow: Arc<glow::Context>,
    egl: PossiblyCurrentContext,
}

impl Headless {
    /// Makes a context and makes it current on this thread.
    ///
    /// Fails, naming the packages to install, where EGL or its software driver is not there.
    pub fn new() -> Result<Self> {
        let mut devices: Vec<Device> =
            Device::query_devices().map_err(|e| missing("EGL is not there or too old to draw without a display", e))?.collect();
        devices.sort_by_key(|d| !d.extensions().contains("EGL_MESA_device_software"));
        let mut last = missing("EGL offers no device to draw with", "the list of devices is empty");
        for device in &devices {
            match Self::on(device) {
                Ok(context) => return Ok(context),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    #[allow(unsafe_code, reason = "EGL and GL are C interfaces; this is the one place that opens them")]
    fn on(device: &Device) -> Result<Self> {
        let failed = |e: glutin::error::Error| missing("EGL couldn't make a drawing context", e);
        // SAFETY: the device comes from `query_devices` and there is no native display to keep alive.
        let display = unsafe { Display::with_device(device, None) }.map_err(failed)?;
        let template = ConfigTemplateBuilder::new().with_surface_type(glutin::config::ConfigSurfaceTypes::empty()).build();
        // SAFETY: the template names no native window.
        let mut configs = unsafe { display.find_configs(template) }.map_err(failed)?;
        let config = configs.next().ok_or_else(|| missing("EGL offers no way to draw", "no configuration fits"))?;
        let attributes = ContextAttributesBuilder::new()
            .with_profile(GlProfile::Core)
            .with_context_api(ContextApi::OpenGl(Some(Version::new(3, 3))))
            .build(None);
        // SAFETY: `config` belongs to `display`.
        let context = unsafe { display.create_context(&config, &attributes) }.map_err(failed)?;
        let egl = context.make_current_surfaceless().map_err(failed)?;
        // SAFETY: the context that the functions are loaded for is current on this thread.
        let glow = unsafe { glow::Context::from_loader_function_cstr(|name: &CStr| display.get_proc_address(name)) };
        let glow = Arc::new(glow);
        let three_d =
            three_d::Context::from_gl_context(Arc::clone(&glow)).map_err(|e| missing("The drawing context is too old", e))?;
        Ok(Self { three_d, glow, egl })
    }

    /// Makes this context the thread's current one.
    pub fn make_current(&self) -> Result<()> {
        self.egl.make_current_surfaceless().map_err(|e| missing("EGL couldn't switch to the drawing context", e))
    }

    /// The plain GL context, for `egui_glow::Painter` and `eframe`'s creation context.
    pub fn glow(&self) -> &Arc<glow::Context> {
        &self.glow
    }

    /// The context as three-d wants it.
    pub fn three_d(&self) -> &three_d::Context {
        &self.three_d
    }
}

fn missing(what: &str, why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    let why = why.into();
    Error::new(ErrorKind::NotFound, format!("{what}: {why}")).hint(hint(Need::Headless)).because(why)
}

/// The framebuffers that are bound for drawing and reading, so that they can be bound again.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoundFramebuffers {
    draw: Option<glow::Framebuffer>,
    read: Option<glow::Framebuffer>,
}

impl BoundFramebuffers {
    /// Asks which ones are bound now. `None` inside is the window's own.
    #[allow(unsafe_code, reason = "three-d has no safe way to ask")]
    pub(super) fn now(gl: &glow::Context) -> Self {
        // SAFETY: plain queries of the current context's state.
        unsafe {
            Self {
                draw: gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING),
                read: gl.get_parameter_framebuffer(glow::READ_FRAMEBUFFER_BINDING),
            }
        }
    }

    /// Binds them again.
    #[allow(unsafe_code, reason = "three-d has no safe way to bind a framebuffer that is not its own")]
    pub(super) fn restore(self, gl: &glow::Context) {
        // SAFETY: the names were bound when `now` asked, and nobody deleted them since.
        unsafe {
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, self.draw);
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, self.read);
        }
    }

    /// The one bound for drawing; none is the window's own.
    pub(super) fn draw(self) -> Option<glow::Framebuffer> {
        self.draw
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use three_d::{ClearState, Interpolation, Texture2D, Wrapping};

    #[test]
    fn two_contexts_on_one_thread_draw_each_their_own() {
        let first = Headless::new().expect("EGL is there");
        let second = Headless::new().expect("EGL is there");
        let pixel = |headless: &Headless, red: f32| {
            headless.make_current().expect("the context is ours");
            let wrap = Wrapping::ClampToEdge;
            let near = Interpolation::Nearest;
            let texture = Texture2D::new_empty::<[u8; 4]>(headless.three_d(), 1, 1, near, near, None, wrap, wrap);
            let target = texture.as_color_target(None);
            target.clear(ClearState::color(red, 0.0, 0.0, 1.0));
            target.read::<[u8; 4]>()[0]
        };
        assert_eq!(pixel(&first, 1.0), [255, 0, 0, 255]);
        assert_eq!(pixel(&second, 0.0), [0, 0, 0, 255]);
        assert_eq!(pixel(&first, 1.0), [255, 0, 0, 255]);
    }

    #[test]
    fn the_error_names_the_packages() {
        let error = missing("EGL is not there", "libEGL.so.1 can't be opened");
        assert!(error.to_string().contains("libegl1"), "{error}");
    }
}
