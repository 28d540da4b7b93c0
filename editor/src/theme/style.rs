//! What egui's own widgets are told: visuals of look.md section 9, spacing, scroll bars.

use egui::style::{ScrollAnimation, ScrollStyle, Selection, WidgetVisuals, Widgets};
use egui::{Color32, CornerRadius, Margin, Shadow, Stroke, Style, Ui, Visuals, vec2};

use super::Tokens;
use super::fonts;

/// Measures of look.md section 3, in points.
#[derive(Debug, Clone, Copy)]
pub struct Metrics {
    /// A dense row.
    pub row: f32,
    /// A row of two lines.
    pub row2: f32,
    /// The header of a section in a panel.
    pub section: f32,
    /// A bar of tabs.
    pub tab_bar: f32,
    /// The bar of tools on top of a panel.
    pub toolbar: f32,
    /// The window's top bar.
    pub top_bar: f32,
    /// The window's status bar.
    pub status_bar: f32,
    /// The header of a dialog.
    pub dialog_header: f32,
    /// The footer of a dialog.
    pub dialog_footer: f32,
    /// A control in panels and toolbars.
    pub control: f32,
    /// A control in forms and dialogs.
    pub control_form: f32,
    /// From a panel's edge to what it holds.
    pub panel_edge: i8,
    /// From a tree's edge to its rows' contents.
    pub tree_edge: f32,
    /// From a dialog's edge to what it holds.
    pub dialog_edge: i8,
    /// Radius of controls and thumbnails.
    pub radius: u8,
    /// Radius of chips, checks and keys.
    pub radius_small: u8,
    /// Radius of cards, notes, floating bars and menus.
    pub radius_card: u8,
    /// Radius of dialogs.
    pub radius_dialog: u8,
}

/// The one set of measures.
pub const METRICS: Metrics = Metrics {
    row: 24.0,
    row2: 44.0,
    section: 28.0,
    tab_bar: 32.0,
    toolbar: 36.0,
    top_bar: 40.0,
    status_bar: 24.0,
    dialog_header: 48.0,
    dialog_footer: 56.0,
    control: 24.0,
    control_form: 28.0,
    panel_edge: 12,
    tree_edge: 6.0,
    dialog_edge: 20,
    radius: 4,
    radius_small: 3,
    radius_card: 6,
    radius_dialog: 8,
};

pub(super) fn style(t: &Tokens, reduce_motion: bool) -> Style {
    let mut style = Style {
        text_styles: fonts::text_styles(),
        drag_value_text_style: egui::TextStyle::Small,
        visuals: visuals(t),
        animation_time: if reduce_motion { 0.0 } else { 0.1 },
        scroll_animation: if reduce_motion { ScrollAnimation::none() } else { ScrollAnimation::duration(0.1) },
        ..Style::default()
    };
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 4.0);
    spacing.button_padding = vec2(8.0, 3.0);
    spacing.interact_size = vec2(24.0, METRICS.control_form);
    spacing.icon_width = 16.0;
    spacing.icon_width_inner = 10.0;
    spacing.icon_spacing = 8.0;
    spacing.menu_margin = Margin::same(4);
    spacing.window_margin = Margin::ZERO;
    spacing.tooltip_width = 320.0;
    spacing.scroll = scroll();
    let interaction = &mut style.interaction;
    interaction.selectable_labels = false;
    interaction.tooltip_delay = 0.4;
    style
}

fn scroll() -> ScrollStyle {
    ScrollStyle { bar_width: 8.0, floating_width: 4.0, ..ScrollStyle::floating() }
}

fn widget(fill: Color32, edge: Stroke, text: Color32) -> WidgetVisuals {
    WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: edge,
        corner_radius: CornerRadius::same(METRICS.radius),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    }
}

fn visuals(t: &Tokens) -> Visuals {
    let base = if t.dark { Visuals::dark() } else { Visuals::light() };
    let shadow = |y, blur, color| Shadow { offset: [0, y], blur, spread: 0, color };
    let mut text_cursor = base.text_cursor.clone();
    text_cursor.stroke = Stroke::new(1.5, t.accent);
    Visuals {
        dark_mode: t.dark,
        widgets: Widgets {
            noninteractive: widget(t.panel, Stroke::new(1.0, t.border_subtle), t.text),
            inactive: widget(t.control, Stroke::new(1.0, t.border), t.text),
            hovered: widget(t.hover, Stroke::new(1.0, t.border_strong), t.text),
            active: widget(t.active, Stroke::new(2.0, t.focus), t.text),
            open: widget(t.active, Stroke::new(1.0, t.border_strong), t.text),
        },
        weak_text_color: Some(t.text3),
        selection: Selection { bg_fill: t.selection, stroke: Stroke::new(2.0, t.focus) },
        hyperlink_color: t.accent,
        faint_bg_color: t.inset,
        extreme_bg_color: t.input,
        text_edit_bg_color: Some(t.input),
        code_bg_color: t.inset,
        warn_fg_color: t.warning,
        error_fg_color: t.error,
        window_corner_radius: CornerRadius::same(METRICS.radius_dialog),
        window_shadow: shadow(12, 32, t.dialog_shadow),
        window_fill: t.panel,
        window_stroke: Stroke::new(1.0, t.border),
        menu_corner_radius: CornerRadius::same(METRICS.radius_card),
        panel_fill: t.panel,
        popup_shadow: shadow(4, 12, t.popup_shadow),
        text_cursor,
        button_frame: true,
        striped: false,
        indent_has_left_vline: false,
        image_loading_spinners: false,
        disabled_alpha: 0.5,
        ..base
    }
}

/// Makes the pickers and number fields of this `Ui` look sunk: what is edited lies lower than the panel.
pub fn sunk(ui: &mut Ui) {
    let input = Tokens::of(ui).input;
    let widgets = &mut ui.visuals_mut().widgets;
    for visuals in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active, &mut widgets.open] {
        visuals.bg_fill = input;
        visuals.weak_bg_fill = input;
    }
}

/// Runs `add` in a child `Ui` whose style `change` may alter without touching its neighbours.
pub fn scoped<R>(ui: &mut Ui, change: impl FnOnce(&mut Style), add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope(|ui| {
        change(ui.style_mut());
        add(ui)
    })
    .inner
}
