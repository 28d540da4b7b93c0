//! Colours, fonts and measures of the window; the only folder that names a colour.
//!
//! [`Tokens`] holds every colour by its meaning, [`fonts`] the faces and text styles, [`style`] what egui's own widgets are
//! told. Nothing here draws, reads settings or knows a panel.

mod fonts;
mod style;
mod tokens;

pub use fonts::{body, caption, caption_medium, heading, mono, mono_small, small, small_medium, strong, title};
pub use style::{METRICS, Metrics, scoped, sunk};
pub use tokens::{DARK, LIGHT, Tokens};

use egui::{Context, ThemePreference};

/// What a person chose about the look; see [`apply`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// Dark, light, or as the system says.
    pub theme: ThemePreference,
    /// Text size: 1.0 is the size as designed.
    pub zoom: f32,
    /// No movement: menus, folding, toasts and flights happen at once.
    pub reduce_motion: bool,
    /// Every control gets a strong edge, hints the colour of labels.
    pub more_contrast: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { theme: ThemePreference::System, zoom: 1.0, reduce_motion: false, more_contrast: false }
    }
}

/// Smallest and largest text size that the settings and the zoom keys give.
pub const ZOOM_RANGE: std::ops::RangeInclusive<f32> = 0.6..=2.5;

/// Once per window: fonts, the loader of the icons, and the look. Later changes of the look go through [`apply`].
pub fn install(ctx: &Context, look: &Look) {
    egui_extras::install_image_loaders(ctx);
    ctx.set_fonts(fonts::definitions());
    // Zoom is a setting of ours that is remembered, so egui's own keys for it would fight with it.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
    apply(ctx, look);
}

/// Puts a look in place, from the next frame on.
pub fn apply(ctx: &Context, look: &Look) {
    tokens::set_more_contrast(ctx, look.more_contrast);
    ctx.set_theme(look.theme);
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        let tokens = Tokens::pick(theme, look.more_contrast);
        ctx.set_style_of(theme, style::style(tokens, look.reduce_motion));
    }
    let zoom = look.zoom.clamp(*ZOOM_RANGE.start(), *ZOOM_RANGE.end());
    if (ctx.zoom_factor() - zoom).abs() > f32::EPSILON {
        ctx.set_zoom_factor(zoom);
    }
}

/// Seconds that menus, folding and switches take; 0 under *Reduce motion*.
pub fn motion(ctx: &Context) -> f32 {
    ctx.global_style().animation_time
}
