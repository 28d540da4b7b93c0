//! What tells rather than asks: notes with their fix, chips, counts, key caps, progress, empty panels.

use egui::{
    Align2, Color32, CornerRadius, Frame, Margin, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};

use super::button::{Button, ButtonSize};
use super::paint::{elided, paint_text};
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, body, caption, caption_medium, small, small_medium, strong};

/// What something means; carries a colour and a shape, never the colour alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tone {
    /// No meaning of its own.
    Plain,
    /// The platform would refuse, or it cannot be read.
    Error,
    /// The platform warns, or it will not work.
    Warning,
    /// Ours: could be better.
    Advice,
    /// Something to know.
    Info,
    /// Done, ready.
    Success,
    /// Reaches all variants.
    All,
    /// Reaches one variant.
    Only,
    /// Added.
    Added,
    /// Changed.
    Changed,
    /// Removed.
    Removed,
}

impl Tone {
    /// Colour of text and edge, and of the ground behind.
    pub fn colors(self, t: &Tokens) -> (Color32, Color32) {
        match self {
            Self::Plain | Self::Advice => (t.text2, t.control),
            Self::Error => (t.error, t.error_bg),
            Self::Warning => (t.warning, t.warning_bg),
            Self::Info => (t.accent, t.raised),
            Self::Success => (t.success, t.success_bg),
            Self::All => (t.scope_all, t.scope_all_bg),
            Self::Only => (t.scope_only, t.scope_only_bg),
            Self::Added => (t.added, t.added_bg),
            Self::Changed => (t.changed, t.changed_bg),
            Self::Removed => (t.removed, t.removed_bg),
        }
    }

    /// The icon that stands for it; differences carry a sign in their text instead.
    pub fn icon(self) -> Option<Icon> {
        match self {
            Self::Error => Some(Icon::Error),
            Self::Warning => Some(Icon::Warning),
            Self::Advice => Some(Icon::Advice),
            Self::Info => Some(Icon::Info),
            Self::Success => Some(Icon::Success),
            Self::All => Some(Icon::Variants),
            Self::Only => Some(Icon::VariantOnly),
            Self::Plain | Self::Added | Self::Changed | Self::Removed => None,
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Self::Added => "+ ",
            Self::Changed => "~ ",
            Self::Removed => "− ",
            _ => "",
        }
    }
}

/// A note under a field or in a panel: a sentence, a quieter reason (`""`: none), and a button with the fix. Returns
/// whether the fix was pressed.
pub fn note(ui: &mut Ui, tone: Tone, sentence: &str, reason: &str, fix: Option<&str>) -> bool {
    note_with(ui, tone, sentence, reason, fix.as_slice()).is_some()
}

/// The same with several ways to mend it: the first as a button, the others in a menu beside it. Returns the number of
/// the one that was chosen.
pub fn note_with(ui: &mut Ui, tone: Tone, sentence: &str, reason: &str, fixes: &[&str]) -> Option<usize> {
    let t = Tokens::of(ui);
    let (color, ground) = tone.colors(t);
    let (edge, fill) = match tone {
        Tone::Error | Tone::Warning => (color, ground),
        Tone::Only => (t.scope_only_bg, t.scope_only_bg),
        _ => (t.border, t.raised),
    };
    let frame = Frame::new()
        .fill(fill)
        .stroke(Stroke::new(1.0, edge))
        .corner_radius(CornerRadius::same(METRICS.radius_card))
        .inner_margin(Margin::symmetric(10, 8));
    let mut chosen = None;
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let room = ui.available_width();
        let first = fixes.first();
        let menu = if fixes.len() > 1 { 28.0 } else { 0.0 };
        let button = first.map_or(0.0, |fix| elided(ui, fix, small_medium(), color, 240.0).size().x + 32.0 + menu);
        let beside = room - 24.0 - button >= 160.0;
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 2.0);
            // Beside a button of 24 the first line stands in its middle.
            let drop = if first.is_some() && beside { 3.0 } else { 0.0 };
            let (at, _) = ui.allocate_exact_size(vec2(16.0, 18.0 + 2.0 * drop), Sense::hover());
            if let Some(icon) = tone.icon() {
                icon.paint(ui, at, 16.0, color);
            }
            ui.vertical(|ui| {
                ui.add_space(drop);
                ui.set_width((room - 24.0 - if beside { button } else { 0.0 }).max(80.0));
                paragraph(ui, sentence, body(), t.text);
                if !reason.is_empty() {
                    paragraph(ui, reason, small(), t.text2);
                }
                if !beside {
                    ui.horizontal(|ui| chosen = fix_buttons(ui, tone, fixes));
                }
            });
            if beside && first.is_some() {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    chosen = fix_buttons(ui, tone, fixes);
                });
            }
        });
    });
    chosen
}

/// The first fix as a button and the others behind a chevron, from the left or from the right as the layout goes.
fn fix_buttons(ui: &mut Ui, tone: Tone, fixes: &[&str]) -> Option<usize> {
    let first = fixes.first()?;
    let mut chosen = None;
    let main = |ui: &mut Ui| ui.add(fix_button(tone, first)).clicked();
    let from_right = ui.layout().prefer_right_to_left();
    if !from_right && main(ui) {
        chosen = Some(0);
    }
    if fixes.len() > 1 {
        let response = super::button::icon_button(ui, Icon::ChevronDown, "Other fixes", "", false, None, 24.0);
        egui::Popup::menu(&response).show(|ui| {
            for (number, fix) in fixes.iter().enumerate().skip(1) {
                if super::button::menu_item(ui, None, fix, "", false, None) {
                    chosen = Some(number);
                }
            }
        });
    }
    if from_right && main(ui) {
        chosen = Some(0);
    }
    chosen
}

fn fix_button(tone: Tone, words: &str) -> Button<'_> {
    match tone {
        Tone::Error => Button::main(words).size(ButtonSize::Dense),
        Tone::Only => Button::link(words).tinted(Tone::Only),
        _ => Button::control(words),
    }
}

/// Text that wraps and that a person can select and copy.
fn paragraph(ui: &mut Ui, text: &str, font: egui::FontId, color: Color32) {
    let text = super::paint::clipped(text, 1000);
    ui.add(egui::Label::new(egui::RichText::new(text).font(font).color(color)).wrap().selectable(true));
}

/// A small mark of meaning: *Removed*, *Base*, *Only 13×13*.
pub fn chip(ui: &mut Ui, tone: Tone, text: &str) -> Response {
    let t = Tokens::of(ui);
    let (color, ground) = tone.colors(t);
    let words = format!("{}{text}", tone.sign());
    let icon = tone.icon();
    let lead = if icon.is_some() { 18.0 } else { 0.0 };
    let galley = elided(ui, &words, caption_medium(), color, (ui.available_width() - lead - 12.0).max(16.0));
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x.ceil() + lead + 12.0, 20.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius_small), ground);
    if let Some(icon) = icon {
        icon.paint(ui, Rect::from_min_size(rect.min + vec2(6.0, 0.0), vec2(14.0, 20.0)), 14.0, color);
    }
    paint_text(ui, rect.with_min_x(rect.left() + 6.0 + lead), Align2::LEFT_CENTER, &galley);
    response
}

/// A count in its box: 16 high, at least as wide as high.
pub fn badge(ui: &mut Ui, tone: Tone, count: usize) -> Response {
    let t = Tokens::of(ui);
    let text = count.to_string();
    let (color, ground) = tone.colors(t);
    let galley = elided(ui, &text, caption_medium(), color, 48.0);
    let (rect, response) = ui.allocate_exact_size(vec2((galley.size().x + 8.0).ceil().max(16.0), 16.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
    ui.painter().rect_filled(rect, CornerRadius::same(METRICS.radius_small), ground);
    paint_text(ui, rect, Align2::CENTER_CENTER, &galley);
    response
}

/// The keys of a shortcut as caps: `Ctrl`, `Shift`, `P`.
pub fn key_caps(ui: &mut Ui, keys: &str, strong_edges: bool) {
    let t = Tokens::of(ui);
    let edge = if strong_edges { t.text2 } else { t.border };
    let color = if strong_edges { t.text } else { t.text2 };
    let caps: Vec<&str> = keys.split(' ').filter(|key| !key.is_empty()).collect();
    let draw = |ui: &mut Ui, cap: &str| {
        let galley = elided(ui, cap, caption_medium(), color, 96.0);
        let (rect, _) = ui.allocate_exact_size(vec2((galley.size().x + 10.0).ceil().max(18.0), 18.0), Sense::hover());
        ui.painter().rect(rect, CornerRadius::same(METRICS.radius_small), t.control, Stroke::new(1.0, edge), StrokeKind::Inside);
        paint_text(ui, rect, Align2::CENTER_CENTER, &galley);
    };
    if ui.layout().prefer_right_to_left() {
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            caps.iter().rev().for_each(|cap| draw(ui, cap));
        });
    } else {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            caps.iter().for_each(|cap| draw(ui, cap));
        });
    }
}

/// The violet diamond of an own copy, where the next widget would stand.
pub fn diamond(ui: &mut Ui) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(8.0, 16.0), Sense::hover());
    diamond_at(ui, rect.center(), Tokens::of(ui).scope_only);
    response
}

pub(super) fn diamond_at(ui: &Ui, center: Pos2, color: Color32) {
    let points = vec![center + vec2(0.0, -4.0), center + vec2(4.0, 0.0), center + vec2(0.0, 4.0), center + vec2(-4.0, 0.0)];
    ui.painter().add(Shape::convex_polygon(points, color, Stroke::NONE));
}

/// A bar of progress, 4 high and `width` wide; `None`: how far it is, is not known.
pub fn progress(ui: &mut Ui, name: &str, share: Option<f32>, width: f32) -> Response {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 16.0), Sense::hover());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ProgressIndicator, true, name);
        info.value = share.map(f64::from);
        info
    });
    let bar = Rect::from_center_size(rect.center(), vec2(width, 4.0));
    ui.painter().rect_filled(bar, CornerRadius::same(2), t.active);
    let part = match share {
        Some(share) => bar.with_max_x(bar.left() + bar.width() * share.clamp(0.0, 1.0)),
        None => {
            // A third of the bar wanders; under *Reduce motion* it stands in the middle.
            let still = crate::theme::motion(ui) == 0.0;
            let phase = if still { 0.5 } else { (ui.input(|input| input.time) * 0.7).fract() as f32 };
            if !still {
                ui.ctx().request_repaint_after_secs(1.0 / 30.0);
            }
            let left = bar.left() - bar.width() / 3.0 + phase * bar.width() * 4.0 / 3.0;
            Rect::from_min_max(pos2(left, bar.top()), pos2(left + bar.width() / 3.0, bar.bottom())).intersect(bar)
        }
    };
    if part.width() > 0.0 {
        ui.painter().rect_filled(part, CornerRadius::same(2), t.accent);
    }
    response
}

/// What a panel shows when it has nothing: icon, what is missing, what it is for, one button. Fills the room that is left.
/// Returns whether the button was pressed.
pub fn empty_state(ui: &mut Ui, tone: Tone, icon: Icon, missing: &str, purpose: &str, button: Option<(Icon, &str)>) -> bool {
    let t = Tokens::of(ui);
    let room = ui.available_rect_before_wrap();
    let width = (room.width() - 32.0).clamp(80.0, 280.0);
    let words = ui.painter().layout(purpose.to_owned(), small(), t.text2, width);
    let height = 20.0 + 8.0 + 20.0 + words.size().y + 12.0 + if button.is_some() { 36.0 } else { 0.0 };
    let mut pressed = false;
    if room.height() < height {
        return low_empty_state(ui, (tone, icon), missing, purpose, button);
    }
    let top = if room.height().is_finite() { ((room.height() - height) / 2.0).max(12.0) } else { 24.0 };
    ui.add_space(top);
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        let (at, _) = ui.allocate_exact_size(vec2(20.0, 20.0), Sense::hover());
        let color = if tone == Tone::Plain { t.text2 } else { tone.colors(t).0 };
        icon.paint(ui, at, 20.0, color);
        ui.add_space(2.0);
        ui.label(egui::RichText::new(missing).font(strong()).color(t.text));
        ui.allocate_ui(vec2(width, 0.0), |ui| {
            ui.add(
                egui::Label::new(egui::RichText::new(purpose).font(small()).color(t.text2)).wrap().halign(egui::Align::Center),
            );
        });
        if let Some((icon, words)) = button {
            ui.add_space(6.0);
            pressed = ui.add(Button::control(words).icon(icon).size(ButtonSize::Form)).clicked();
        }
    });
    pressed
}

/// The same in a panel that is too low for it: icon, what is missing and the button in one line, what it is for below.
fn low_empty_state(ui: &mut Ui, (tone, icon): (Tone, Icon), missing: &str, purpose: &str, button: Option<(Icon, &str)>) -> bool {
    let t = Tokens::of(ui);
    let edge = f32::from(METRICS.panel_edge);
    let mut pressed = false;
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.add_space(edge - 8.0);
        let (at, _) = ui.allocate_exact_size(vec2(20.0, METRICS.control), Sense::hover());
        icon.paint(ui, at, 20.0, if tone == Tone::Plain { t.text2 } else { tone.colors(t).0 });
        ui.label(egui::RichText::new(missing).font(strong()).color(t.text));
        if let Some((icon, words)) = button {
            pressed = ui.add(Button::control(words).icon(icon)).clicked();
        }
    });
    ui.add_space(2.0);
    let (room, response) = ui.allocate_exact_size(vec2(ui.available_width(), 16.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, purpose));
    let words = Rect::from_min_max(room.min + vec2(edge + 28.0, 0.0), room.max - vec2(edge, 0.0));
    paint_text(ui, words, Align2::LEFT_CENTER, &elided(ui, purpose, small(), t.text2, words.width()));
    pressed
}

/// A count with its severity's icon, for bars: grey when there are none.
pub(crate) fn severity_count(ui: &mut Ui, tone: Tone, count: usize, name: &str) -> Response {
    let t = Tokens::of(ui);
    let color = if count == 0 { t.text3 } else { tone.colors(t).0 };
    let galley = elided(ui, &count.to_string(), caption(), color, 48.0);
    let (rect, response) = ui.allocate_exact_size(vec2(22.0 + galley.size().x.ceil(), METRICS.status_bar), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("{count} {name}")));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), 0.0, t.hover);
    }
    if let Some(icon) = tone.icon() {
        icon.paint(ui, rect.with_max_x(rect.left() + 16.0), 14.0, color);
    }
    paint_text(ui, rect.with_min_x(rect.left() + 20.0), Align2::LEFT_CENTER, &galley);
    response
}

/// A switch that shows or hides one severity, with how many there are: icon and count, filled while on.
pub fn severity_toggle(ui: &mut Ui, (icon, tone): (Icon, Tone), count: usize, name: &str, on: bool) -> Response {
    let t = Tokens::of(ui);
    let color = if on { t.text } else { t.text3 };
    let galley = elided(ui, &count.to_string(), small_medium(), color, 64.0);
    let size = vec2((galley.size().x + 36.0).ceil(), METRICS.control);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), on, name));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_value(count.to_string()));
    let fill = match (on, response.hovered()) {
        (_, true) => t.hover,
        (true, false) => t.control,
        (false, false) => Color32::TRANSPARENT,
    };
    let edge = if on { t.border } else { Color32::TRANSPARENT };
    ui.painter().rect(rect, CornerRadius::same(METRICS.radius), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let tint = if on && count > 0 { tone.colors(t).0 } else { t.text3 };
    icon.paint(ui, Rect::from_min_size(rect.min + vec2(8.0, 0.0), vec2(16.0, METRICS.control)), 14.0, tint);
    paint_text(ui, rect.with_min_x(rect.left() + 28.0), Align2::LEFT_CENTER, &galley);
    if !on {
        // Struck through: what is hidden is told by more than a paler colour.
        let y = rect.center().y;
        ui.painter().hline(rect.left() + 6.0..=rect.right() - 6.0, y, Stroke::new(1.0, t.text3));
    }
    if response.has_focus() {
        super::paint::focus_ring(ui, rect, METRICS.radius, false);
    }
    let what = if on { format!("{name}: shown. Click to hide them.") } else { format!("{name}: hidden. Click to show them.") };
    super::button::tip(response, &what, "")
}
