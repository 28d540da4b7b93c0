//! A colour: a swatch that opens a picker, and its hex code to type.

use egui::color_picker::{Alpha, color_picker_color32};
use egui::{Color32, CornerRadius, Key, Popup, PopupCloseBehavior, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use super::{Edit, TextField};
use crate::theme::{METRICS, Tokens};

/// Reads `#rgb` or `#rrggbb`, with or without `#`, in either case.
fn read_hex(text: &str) -> Option<Color32> {
    let hex = text.trim().trim_start_matches('#');
    if !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    match hex.len() {
        3 | 6 => Color32::from_hex(&format!("#{hex}")).ok(),
        _ => None,
    }
}

fn hex_of(color: Color32) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r(), color.g(), color.b())
}

/// A field called `name` over a hex colour such as `#7257a6`. What is typed comes back as typed where it is a colour; what
/// is none is taken back.
pub fn color_field(ui: &mut Ui, name: &str, value: &str) -> Edit<String> {
    let draft = ui.make_persistent_id(("colour", name));
    let picked: Option<String> = ui.data(|data| data.get_temp(draft));
    let shown = picked.as_deref().unwrap_or(value).to_owned();
    let mut edit = Edit::Idle;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if let Some(change) = swatch(ui, name, &shown, draft) {
            edit = change;
        }
        let (typed, _) = TextField::new(name, &shown).mono().show(ui);
        match typed {
            Edit::Commit(text) => {
                edit = match read_hex(&text) {
                    Some(_) if text.trim() != value => Edit::Commit(with_mark(text.trim())),
                    _ => Edit::Cancel,
                };
            }
            Edit::Cancel => edit = Edit::Cancel,
            Edit::Preview(_) | Edit::Idle => {}
        }
    });
    if edit == Edit::Commit(value.to_owned()) { Edit::Cancel } else { edit }
}

fn with_mark(text: &str) -> String {
    if text.starts_with('#') { text.to_owned() } else { format!("#{text}") }
}

fn swatch(ui: &mut Ui, name: &str, shown: &str, draft: egui::Id) -> Option<Edit<String>> {
    let t = Tokens::of(ui);
    let (rect, button) = ui.allocate_exact_size(vec2(METRICS.control, METRICS.control), Sense::click());
    button.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("Pick {}", name.to_lowercase())));
    let color = read_hex(shown);
    let edge = if button.hovered() { t.border_strong } else { t.border };
    ui.painter().rect(rect, CornerRadius::same(METRICS.radius), t.input, Stroke::new(1.0, edge), StrokeKind::Inside);
    let inner = Rect::from_center_size(rect.center(), vec2(16.0, 16.0));
    match color {
        Some(color) => drop(ui.painter().rect_filled(inner, CornerRadius::same(METRICS.radius_small), color)),
        // No colour, or one that cannot be read: a struck box rather than black.
        None => drop(ui.painter().line_segment([inner.left_bottom(), inner.right_top()], Stroke::new(1.5, t.error))),
    }
    if button.has_focus() {
        super::focus_ring(ui, rect, METRICS.radius, false);
    }
    let mut now = color.unwrap_or(Color32::WHITE);
    let mut changed = false;
    let popup = Popup::from_toggle_button_response(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| {
        ui.spacing_mut().slider_width = 220.0;
        ui.set_width(260.0);
        changed = color_picker_color32(ui, &mut now, Alpha::Opaque);
    });
    let pending = ui.data(|data| data.get_temp::<String>(draft)).is_some();
    if ui.input(|input| input.key_pressed(Key::Escape)) && pending {
        ui.data_mut(|data| data.remove::<String>(draft));
        return Some(Edit::Cancel);
    }
    if changed {
        ui.data_mut(|data| data.insert_temp(draft, hex_of(now)));
        if ui.input(|input| input.pointer.any_down()) {
            return Some(Edit::Preview(hex_of(now)));
        }
    }
    // The gesture ends when the button is let go; until then nothing is written.
    if (changed || pending) && !ui.input(|input| input.pointer.any_down()) {
        let text = ui.data_mut(|data| data.remove_temp::<String>(draft)).unwrap_or_else(|| hex_of(now));
        return Some(Edit::Commit(text));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_colours() {
        assert_eq!(read_hex("#7257a6"), Some(Color32::from_rgb(0x72, 0x57, 0xa6)));
        assert_eq!(read_hex("7257A6"), Some(Color32::from_rgb(0x72, 0x57, 0xa6)));
        assert_eq!(read_hex("#fff"), Some(Color32::WHITE));
        for text in ["", "#", "#12", "#1234", "#12345", "#1234567", "red", "#gggggg", "#é1234"] {
            assert_eq!(read_hex(text), None, "{text}");
        }
        assert_eq!(hex_of(Color32::from_rgb(0x72, 0x57, 0xa6)), "#7257a6");
    }
}
