//! A renderer for `egui_kittest` over egui_glow on a context without a display, so that window tests see real pixels, the
//! scene's paint callbacks included, on machines without a screen or a GPU.

use std::sync::Arc;

use egui::{Context, FullOutput, TexturesDelta};
use egui_kittest::TestRenderer;
use glow::HasContext as _;
use image::RgbaImage;
use tablewright::viewport::headless::Headless;

/// Draws with egui_glow into a framebuffer of its own. Give it to `Harness::builder().renderer(…)`.
pub struct GlowRenderer {
    // The painter's objects live in the context, so it goes first.
    painter: egui_glow::Painter,
    context: Headless,
}

impl GlowRenderer {
    /// Makes a context and a painter; says what is missing where there is no EGL.
    pub fn new() -> Result<Self, String> {
        let context = Headless::new().map_err(|e| e.to_string())?;
        let painter = egui_glow::Painter::new(Arc::clone(context.glow()), "", None, false).map_err(|e| e.to_string())?;
        Ok(Self { painter, context })
    }
}

impl Drop for GlowRenderer {
    fn drop(&mut self) {
        if self.context.make_current().is_ok() {
            self.painter.destroy();
        }
    }
}

impl TestRenderer for GlowRenderer {
    fn setup_eframe(&self, cc: &mut eframe::CreationContext<'_>, _frame: &mut eframe::Frame) {
        cc.gl = Some(Arc::clone(self.context.glow()));
    }

    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        if self.context.make_current().is_err() {
            return;
        }
        for (id, images) in delta.set.drain() {
            for image in images {
                self.painter.set_texture(id, &image);
            }
        }
        for id in delta.free.drain() {
            self.painter.free_texture(id);
        }
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        self.context.make_current().map_err(|e| e.to_string())?;
        let points = ctx.pixels_per_point();
        let size = ctx.content_rect().size() * points;
        let size = [size.x.round().max(1.0) as u32, size.y.round().max(1.0) as u32];
        let primitives = ctx.tessellate(output.shapes.clone(), points);
        let target = Target::new(self.context.glow(), size)?;
        self.painter.clear(size, [0.0, 0.0, 0.0, 1.0]);
        self.painter.paint_primitives(size, points, &primitives);
        target.bind();
        let picture = self.painter.read_screen_rgba(size);
        let bytes = picture.pixels.iter().flat_map(egui::Color32::to_array).collect();
        RgbaImage::from_raw(size[0], size[1], bytes).ok_or_else(|| "the picture has another size than asked for".to_owned())
    }
}

/// A framebuffer with colour and depth, deleted when dropped.
struct Target<'a> {
    gl: &'a glow::Context,
    framebuffer: glow::Framebuffer,
    buffers: [glow::Renderbuffer; 2],
}

#[allow(unsafe_code, reason = "glow is a thin layer over a C interface; the context is current in every caller")]
impl<'a> Target<'a> {
    fn new(gl: &'a glow::Context, [width, height]: [u32; 2]) -> Result<Self, String> {
        let (width, height) = (width.cast_signed(), height.cast_signed());
        // SAFETY: the context is current, and every name that is bound was created two lines before.
        unsafe {
            let framebuffer = gl.create_framebuffer()?;
            let color = gl.create_renderbuffer()?;
            let depth = gl.create_renderbuffer()?;
            let target = Self { gl, framebuffer, buffers: [color, depth] };
            target.bind();
            gl.bind_renderbuffer(glow::RENDERBUFFER, Some(color));
            gl.renderbuffer_storage(glow::RENDERBUFFER, glow::RGBA8, width, height);
            gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, glow::COLOR_ATTACHMENT0, glow::RENDERBUFFER, Some(color));
            gl.bind_renderbuffer(glow::RENDERBUFFER, Some(depth));
            gl.renderbuffer_storage(glow::RENDERBUFFER, glow::DEPTH24_STENCIL8, width, height);
            gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, glow::DEPTH_STENCIL_ATTACHMENT, glow::RENDERBUFFER, Some(depth));
            match gl.check_framebuffer_status(glow::FRAMEBUFFER) {
                glow::FRAMEBUFFER_COMPLETE => Ok(target),
                status => Err(format!("a framebuffer of {width} × {height} could not be made (status {status:#x})")),
            }
        }
    }

    fn bind(&self) {
        // SAFETY: the framebuffer lives as long as `self`.
        unsafe { self.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer)) };
    }
}

#[allow(unsafe_code, reason = "as above")]
impl Drop for Target<'_> {
    fn drop(&mut self) {
        // SAFETY: the names were created by this value and nobody else knows them.
        unsafe {
            self.gl.bind_framebuffer(glow::FRAMEBUFFER, None);
            self.gl.delete_framebuffer(self.framebuffer);
            for buffer in self.buffers {
                self.gl.delete_renderbuffer(buffer);
            }
        }
    }
}

/// Where tests leave pictures to look at: `$TABLEWRIGHT_PICTURES`, or nowhere when it is not set.
pub fn save_picture(name: &str, picture: &RgbaImage) {
    if let Some(folder) = std::env::var_os("TABLEWRIGHT_PICTURES") {
        let path = std::path::Path::new(&folder).join(format!("{name}.png"));
        if let Err(error) = picture.save(&path) {
            eprintln!("no picture: {}: {error}", path.display());
        }
    }
}

/// How many pixels of a picture have exactly this colour; for tests that ask whether something is on the screen.
pub fn count_pixels(picture: &RgbaImage, color: egui::Color32) -> usize {
    picture.pixels().filter(|pixel| pixel.0 == color.to_array()).count()
}
