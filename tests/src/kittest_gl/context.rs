//! A GL context without a display, from EGL's device platform; the software device first, for the same pixels everywhere.

use std::ffi::CStr;
use std::sync::Arc;

use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device;
use glutin::api::egl::display::Display;
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::ContextAttributesBuilder;
use glutin::display::GlDisplay as _;

pub(super) struct Headless {
    glow: Arc<glow::Context>,
    egl: PossiblyCurrentContext,
}

impl Headless {
    pub(super) fn new() -> Result<Self, String> {
        let mut devices: Vec<Device> = Device::query_devices().map_err(|e| format!("no EGL: {e}"))?.collect();
        devices.sort_by_key(|device| !device.extensions().contains("EGL_MESA_device_software"));
        let mut last = "EGL names no device".to_owned();
        for device in &devices {
            match Self::on(device) {
                Ok(context) => return Ok(context),
                Err(error) => last = error.to_string(),
            }
        }
        Err(last)
    }

    #[allow(unsafe_code, reason = "EGL and GL are C interfaces")]
    fn on(device: &Device) -> Result<Self, glutin::error::Error> {
        // SAFETY: the device comes from EGL and there is no native display that could go away.
        let display = unsafe { Display::with_device(device, None)? };
        let template = ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::empty()).build();
        // SAFETY: the template names no native window.
        let config = unsafe { display.find_configs(template)? }.next();
        let config = config.ok_or_else(|| glutin::error::Error::from(glutin::error::ErrorKind::BadConfig))?;
        // SAFETY: the configuration belongs to this display.
        let context = unsafe { display.create_context(&config, &ContextAttributesBuilder::new().build(None))? };
        let egl = context.make_current_surfaceless()?;
        // SAFETY: the context is current on this thread.
        let glow = unsafe { glow::Context::from_loader_function_cstr(|name: &CStr| display.get_proc_address(name)) };
        Ok(Self { glow: Arc::new(glow), egl })
    }

    pub(super) fn make_current(&self) -> Result<(), String> {
        self.egl.make_current_surfaceless().map_err(|e| e.to_string())
    }

    pub(super) fn glow(&self) -> &Arc<glow::Context> {
        &self.glow
    }
}
