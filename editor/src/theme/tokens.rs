//! The colour tokens of look.md section 2, dark and light, and which set a context shows.

use egui::{Color32, Context, Id, Theme};

/// Every colour of the window by its meaning. Four constant sets exist; [`Tokens::of`] says which one is on.
#[derive(Debug, Clone, PartialEq)]
pub struct Tokens {
    /// Whether this is a dark set.
    pub dark: bool,
    /// Gaps between panels, the window behind.
    pub app: Color32,
    /// Panels, dialogs, bars.
    pub panel: Color32,
    /// Cards, notes, toasts.
    pub raised: Color32,
    /// Buttons, pickers, chips, keys.
    pub control: Color32,
    /// Under the pointer.
    pub hover: Color32,
    /// Pressed or switched on.
    pub active: Color32,
    /// Tab bars and code.
    pub inset: Color32,
    /// What one types in.
    pub input: Color32,
    /// Hairlines.
    pub border_subtle: Color32,
    /// Edges of controls.
    pub border: Color32,
    /// Edges of checkboxes, hover edges; all edges of controls under *More contrast*.
    pub border_strong: Color32,
    /// What is read.
    pub text: Color32,
    /// Labels, icons at rest, inactive tabs.
    pub text2: Color32,
    /// Hints, counts, paths, placeholders.
    pub text3: Color32,
    /// Disabled text, always with a reason beside it or in the tooltip.
    pub disabled: Color32,
    /// Links, active tab, progress, selection outline.
    pub accent: Color32,
    /// The ring of the keyboard's focus.
    pub focus: Color32,
    /// The one main action of a view, checks, switches.
    pub accent_fill: Color32,
    /// The main action under the pointer.
    pub accent_fill_hover: Color32,
    /// Text on `accent_fill` and `error_fill`.
    pub on_fill: Color32,
    /// Selected rows in the panel that has the focus.
    pub selection: Color32,
    /// Selected rows elsewhere.
    pub selection_dim: Color32,
    /// Done, ready.
    pub success: Color32,
    /// Behind `success`.
    pub success_bg: Color32,
    /// Warnings.
    pub warning: Color32,
    /// Behind `warning`.
    pub warning_bg: Color32,
    /// Errors.
    pub error: Color32,
    /// Behind `error`.
    pub error_bg: Color32,
    /// The final step of deleting.
    pub error_fill: Color32,
    /// *All variants*.
    pub scope_all: Color32,
    /// Behind `scope_all`.
    pub scope_all_bg: Color32,
    /// *Only …* and own copies.
    pub scope_only: Color32,
    /// Behind `scope_only`.
    pub scope_only_bg: Color32,
    /// Added (`+`).
    pub added: Color32,
    /// Behind `added`.
    pub added_bg: Color32,
    /// Changed (`~`).
    pub changed: Color32,
    /// Behind `changed`.
    pub changed_bg: Color32,
    /// Removed (`−`).
    pub removed: Color32,
    /// Behind `removed`.
    pub removed_bg: Color32,
    /// Behind the scene.
    pub viewport: Color32,
    /// Letters of the axes x, y and z in fields.
    pub axes: [Color32; 3],
    /// Over the window while a dialog is open.
    pub scrim: Color32,
    /// Shadow of menus, popups and tooltips.
    pub popup_shadow: Color32,
    /// Shadow of dialogs.
    pub dialog_shadow: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    let [_, r, g, b] = hex.to_be_bytes();
    Color32::from_rgb(r, g, b)
}

const fn black(percent: u32) -> Color32 {
    Color32::from_black_alpha((percent * 255 / 100) as u8)
}

/// The dark set.
pub const DARK: Tokens = Tokens {
    dark: true,
    app: rgb(0x101114),
    panel: rgb(0x1a1b1f),
    raised: rgb(0x212328),
    control: rgb(0x2a2c33),
    hover: rgb(0x2e3138),
    active: rgb(0x383b44),
    inset: rgb(0x141519),
    input: rgb(0x111215),
    border_subtle: rgb(0x2a2c32),
    border: rgb(0x383b43),
    border_strong: rgb(0x6f7480),
    text: rgb(0xe6e7eb),
    text2: rgb(0xb1b5bf),
    text3: rgb(0x959ba7),
    disabled: rgb(0x686d78),
    accent: rgb(0x6aa3f8),
    focus: rgb(0x6aa3f8),
    accent_fill: rgb(0x2a6bd0),
    accent_fill_hover: rgb(0x2f72da),
    on_fill: Color32::WHITE,
    selection: rgb(0x22406f),
    selection_dim: rgb(0x2c323d),
    success: rgb(0x63c384),
    success_bg: rgb(0x1c2f25),
    warning: rgb(0xf4b75f),
    warning_bg: rgb(0x352a1a),
    error: rgb(0xff726b),
    error_bg: rgb(0x3b2224),
    error_fill: rgb(0xc2352f),
    scope_all: rgb(0x6ccea6),
    scope_all_bg: rgb(0x1d322b),
    scope_only: rgb(0xc39bfa),
    scope_only_bg: rgb(0x33274a),
    added: rgb(0x4fbdec),
    added_bg: rgb(0x15303d),
    changed: rgb(0xf0d255),
    changed_bg: rgb(0x363118),
    // One step lighter than the table's #f5688b, which falls to 4.49 on `hover`.
    removed: rgb(0xf5698b),
    removed_bg: rgb(0x3c1f2a),
    viewport: rgb(0x24262b),
    axes: [rgb(0xf2606a), rgb(0x7fce5f), rgb(0x5b9bf5)],
    scrim: black(55),
    popup_shadow: black(35),
    dialog_shadow: black(45),
};

/// The light set.
pub const LIGHT: Tokens = Tokens {
    dark: false,
    app: rgb(0xe0e2e6),
    panel: rgb(0xf6f6f8),
    raised: rgb(0xffffff),
    control: rgb(0xe8eaee),
    hover: rgb(0xdfe2e8),
    active: rgb(0xd2d6de),
    inset: rgb(0xebecf0),
    input: rgb(0xffffff),
    border_subtle: rgb(0xe3e4e8),
    border: rgb(0xcdd0d7),
    border_strong: rgb(0x868b96),
    text: rgb(0x1c1e24),
    text2: rgb(0x50545f),
    text3: rgb(0x5f646f),
    disabled: rgb(0x8d919b),
    accent: rgb(0x1f5fc4),
    focus: rgb(0x1f64cf),
    accent_fill: rgb(0x1f64cf),
    accent_fill_hover: rgb(0x1959bb),
    on_fill: Color32::WHITE,
    selection: rgb(0xcfdffa),
    selection_dim: rgb(0xe0e3ea),
    // One step darker than the table's #1b7440, which falls to 4.47 on `app` and `hover`.
    success: rgb(0x1a733f),
    success_bg: rgb(0xe2f3e8),
    warning: rgb(0x805700),
    warning_bg: rgb(0xfbeed7),
    error: rgb(0xbe2033),
    error_bg: rgb(0xfce4e2),
    error_fill: rgb(0xbe2033),
    scope_all: rgb(0x0e6f52),
    scope_all_bg: rgb(0xdcf1e9),
    scope_only: rgb(0x7536b8),
    scope_only_bg: rgb(0xeee3fb),
    added: rgb(0x0a6a96),
    added_bg: rgb(0xd9eef8),
    changed: rgb(0x7a6200),
    changed_bg: rgb(0xf8f0c8),
    removed: rgb(0x9c1546),
    removed_bg: rgb(0xfbe0e8),
    viewport: rgb(0xc6c9cf),
    axes: [rgb(0xc02233), rgb(0x33761a), rgb(0x1f5fc4)],
    scrim: black(35),
    popup_shadow: black(18),
    dialog_shadow: black(24),
};

const DARK_CONTRAST: Tokens = Tokens { border: DARK.border_strong, border_subtle: DARK.border, text3: DARK.text2, ..DARK };
const LIGHT_CONTRAST: Tokens = Tokens { border: LIGHT.border_strong, border_subtle: LIGHT.border, text3: LIGHT.text2, ..LIGHT };

fn contrast_id() -> Id {
    Id::unique("tablewright more contrast")
}

pub(super) fn set_more_contrast(ctx: &Context, on: bool) {
    ctx.data_mut(|data| data.insert_temp(contrast_id(), on));
}

impl Tokens {
    /// The set that this context shows now. A `&Ui` will do as well.
    pub fn of(ctx: &Context) -> &'static Self {
        let more = ctx.data(|data| data.get_temp(contrast_id()).unwrap_or(false));
        Self::pick(ctx.theme(), more)
    }

    pub(super) const fn pick(theme: Theme, more_contrast: bool) -> &'static Self {
        match (theme, more_contrast) {
            (Theme::Dark, false) => &DARK,
            (Theme::Dark, true) => &DARK_CONTRAST,
            (Theme::Light, false) => &LIGHT,
            (Theme::Light, true) => &LIGHT_CONTRAST,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG 2 relative luminance.
    fn luminance(color: Color32) -> f64 {
        let linear = |byte: u8| {
            let c = f64::from(byte) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn every_set() -> [&'static Tokens; 4] {
        [&DARK, &LIGHT, &DARK_CONTRAST, &LIGHT_CONTRAST]
    }

    #[test]
    fn contrast_is_the_formula_of_wcag() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 1e-9);
        assert!((contrast(DARK.text, DARK.panel) - 13.9).abs() < 0.05, "the table of look.md gives 13.9");
    }

    #[test]
    fn every_text_reads_on_every_level() {
        for t in every_set() {
            let levels = [t.app, t.panel, t.raised, t.control, t.hover, t.inset, t.input];
            let texts = [
                ("text", t.text),
                ("text2", t.text2),
                ("text3", t.text3),
                ("accent", t.accent),
                ("success", t.success),
                ("warning", t.warning),
                ("error", t.error),
                ("scope-all", t.scope_all),
                ("scope-only", t.scope_only),
                ("added", t.added),
                ("changed", t.changed),
                ("removed", t.removed),
            ];
            for (name, text) in texts {
                for level in levels {
                    let got = contrast(text, level);
                    assert!(got >= 4.5, "{name} on {level:?}, dark: {}: {got:.2}", t.dark);
                }
            }
            for text in [t.text, t.text2] {
                for level in [t.selection, t.selection_dim, t.active] {
                    assert!(contrast(text, level) >= 4.5, "{text:?} on {level:?}");
                }
            }
        }
    }

    #[test]
    fn coloured_text_reads_on_its_own_ground() {
        for t in every_set() {
            let pairs = [
                (t.success, t.success_bg),
                (t.warning, t.warning_bg),
                (t.error, t.error_bg),
                (t.scope_all, t.scope_all_bg),
                (t.scope_only, t.scope_only_bg),
                (t.added, t.added_bg),
                (t.changed, t.changed_bg),
                (t.removed, t.removed_bg),
            ];
            for (text, ground) in pairs {
                assert!(contrast(text, ground) >= 4.95, "{text:?} on {ground:?}: {:.2}", contrast(text, ground));
                assert!(contrast(t.text, ground) >= 4.5);
            }
            for fill in [t.accent_fill, t.error_fill] {
                assert!(contrast(t.on_fill, fill) >= 4.5, "white on {fill:?}");
            }
            for axis in t.axes {
                assert!(contrast(axis, t.input) >= 4.5, "axis {axis:?}");
            }
        }
    }

    #[test]
    fn strong_edges_are_seen() {
        for t in every_set() {
            assert!(contrast(t.border_strong, t.panel) >= 3.0);
            assert!(contrast(t.focus, t.panel) >= 3.0);
        }
        for t in [&DARK_CONTRAST, &LIGHT_CONTRAST] {
            assert!(contrast(t.border, t.panel) >= 3.0, "More contrast gives every control a visible edge");
        }
    }

    #[test]
    fn the_context_says_which_set_is_on() {
        let ctx = Context::default();
        ctx.set_theme(egui::ThemePreference::Light);
        assert!(!Tokens::of(&ctx).dark);
        ctx.set_theme(egui::ThemePreference::Dark);
        assert!(Tokens::of(&ctx).dark);
        set_more_contrast(&ctx, true);
        assert_eq!(Tokens::of(&ctx).border, DARK.border_strong);
    }
}
