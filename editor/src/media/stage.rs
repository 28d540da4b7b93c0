//! The picture with the window over it: dragging the window and its corners, and the keys that do the same.

use egui::{
    Color32, ColorImage, CornerRadius, CursorIcon, EventFilter, Id, Key, Modifiers, Pos2, Rect, Role, Sense, Stroke, StrokeKind,
    TextureHandle, TextureOptions, Ui, WidgetInfo, pos2, vec2,
};
use tablewright_core::media::{Aspect, Corner, Crop, Raster};

use crate::theme::Tokens;
use crate::widgets::focus_ring;

/// The longer side of the picture as it is drawn, in pixels.
const SHOWN: u32 = 2048;
/// From the edge of the stage to the picture.
const MARGIN: f32 = 20.0;
/// The side of what a corner is taken by.
const HANDLE: f32 = 24.0;
/// One press of an arrow, in parts of the picture; with Shift ten of them.
const STEP: f64 = 0.005;
/// One press of + or −.
const ZOOM: f64 = 1.05;

/// A picture that can be drawn.
pub(super) fn texture(ctx: &egui::Context, raster: &Raster) -> TextureHandle {
    let (width, height) = raster.size();
    let longer = width.max(height);
    let pixels = &raster.pixels;
    let small = (longer > SHOWN).then(|| {
        let side = |side: u32| (u64::from(side) * u64::from(SHOWN) / u64::from(longer)).max(1) as u32;
        image::imageops::thumbnail(pixels, side(width), side(height))
    });
    let shown = small.as_ref().unwrap_or(pixels);
    let size = [shown.width() as usize, shown.height() as usize];
    ctx.load_texture("picture to crop", ColorImage::from_rgba_unmultiplied(size, shown.as_raw()), TextureOptions::LINEAR)
}

/// What the stage shows, for one frame.
pub(super) struct Stage<'a> {
    pub(super) texture: &'a TextureHandle,
    pub(super) size: (u32, u32),
    pub(super) aspect: Aspect,
    /// The stage takes the keyboard.
    pub(super) wants_keyboard: bool,
}

/// What the person did on the stage.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Staged {
    /// Enter was pressed.
    pub(super) confirmed: bool,
}

impl Stage<'_> {
    /// Draws the picture into `room` and changes `crop` as the person asks.
    pub(super) fn show(&self, ui: &mut Ui, room: Rect, crop: &mut Crop) -> Staged {
        let t = Tokens::of(ui);
        ui.painter().rect_filled(room, 0.0, t.inset);
        let shown = fitted(room.shrink(MARGIN), self.size);
        let uv = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        checkers(ui, shown);
        ui.painter().image(self.texture.id(), shown, uv, Color32::WHITE);
        let whole = ui.interact(room, Id::unique("crop stage"), Sense::click_and_drag());
        if self.wants_keyboard || whole.clicked() || whole.drag_started() {
            whole.request_focus();
        }
        self.drag(ui, &whole, shown, crop);
        self.wheel(ui, &whole, crop);
        let staged = if whole.has_focus() { self.keys(ui, whole.id, crop) } else { Staged::default() };
        // Corners lie over the window, so that they are pressed and not it.
        for corner in Corner::ALL {
            self.corner(ui, corner, shown, crop);
        }
        let window = window(shown, *crop);
        shade(ui, shown, window);
        frame(ui, window, whole.dragged());
        if whole.has_focus() {
            focus_ring(ui, room.shrink(1.0), 0, false);
        }
        whole.widget_info(|| WidgetInfo::labeled(Role::Slider, true, "Crop window"));
        let value = spoken(*crop);
        ui.ctx().accesskit_node_builder(whole.id, |node| node.set_value(value));
        staged
    }

    fn drag(&self, ui: &Ui, whole: &egui::Response, shown: Rect, crop: &mut Crop) {
        if whole.hovered() || whole.dragged() {
            ui.ctx().set_cursor_icon(if whole.dragged() { CursorIcon::Grabbing } else { CursorIcon::Grab });
        }
        if whole.dragged() {
            let by = whole.drag_delta() / shown.size();
            *crop = crop.moved(f64::from(by.x), f64::from(by.y));
        }
    }

    fn wheel(&self, ui: &Ui, whole: &egui::Response, crop: &mut Crop) {
        if !whole.contains_pointer() {
            return;
        }
        let by = ui.input(|input| input.smooth_scroll_delta.y + (input.zoom_delta() - 1.0) * 200.0);
        if by != 0.0 {
            *crop = crop.zoomed(f64::from(-by / 300.0).exp(), self.size, self.aspect);
        }
    }

    fn keys(&self, ui: &Ui, id: Id, crop: &mut Crop) -> Staged {
        let arrows = EventFilter { vertical_arrows: true, horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
        let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        for (key, right, down) in
            [(Key::ArrowLeft, -STEP, 0.0), (Key::ArrowRight, STEP, 0.0), (Key::ArrowUp, 0.0, -STEP), (Key::ArrowDown, 0.0, STEP)]
        {
            if pressed(Modifiers::SHIFT, key) {
                *crop = crop.moved(right * 10.0, down * 10.0);
            } else if pressed(Modifiers::NONE, key) {
                *crop = crop.moved(right, down);
            }
        }
        if pressed(Modifiers::NONE, Key::Plus) || pressed(Modifiers::NONE, Key::Equals) {
            *crop = crop.zoomed(1.0 / ZOOM, self.size, self.aspect);
        }
        if pressed(Modifiers::NONE, Key::Minus) {
            *crop = crop.zoomed(ZOOM, self.size, self.aspect);
        }
        if pressed(Modifiers::NONE, Key::Home) {
            *crop = Crop::largest(self.size, self.aspect);
        }
        Staged { confirmed: pressed(Modifiers::NONE, Key::Enter) }
    }

    fn corner(&self, ui: &Ui, corner: Corner, shown: Rect, crop: &mut Crop) {
        let (left, top) = corner.sides();
        let at = |window: Rect| {
            pos2(if left { window.left() } else { window.right() }, if top { window.top() } else { window.bottom() })
        };
        let point = at(window(shown, *crop));
        let response =
            ui.interact(Rect::from_center_size(point, vec2(HANDLE, HANDLE)), Id::unique(("crop corner", corner)), Sense::drag());
        let name = match corner {
            Corner::TopLeft => "Top left corner",
            Corner::TopRight => "Top right corner",
            Corner::BottomLeft => "Bottom left corner",
            Corner::BottomRight => "Bottom right corner",
        };
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
        if response.hovered() || response.dragged() {
            ui.ctx().set_cursor_icon(if left == top { CursorIcon::ResizeNwSe } else { CursorIcon::ResizeNeSw });
        }
        if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
            let part = (pointer - shown.min) / shown.size();
            *crop = crop.pulled(corner, (f64::from(part.x), f64::from(part.y)), self.size, self.aspect);
        }
    }
}

/// A picture of this size as large as it fits into `room`, in its middle; never larger than its pixels but for tiny ones.
fn fitted(room: Rect, (width, height): (u32, u32)) -> Rect {
    let size = vec2(width as f32, height as f32);
    let scale = (room.width() / size.x).min(room.height() / size.y);
    Rect::from_center_size(room.center(), size * scale)
}

/// Where the window is on the screen.
fn window(shown: Rect, crop: Crop) -> Rect {
    let at = |x: f64, y: f64| shown.min + vec2(x as f32, y as f32) * shown.size();
    Rect::from_min_max(at(crop.x, crop.y), at(crop.x + crop.w, crop.y + crop.h))
}

/// What is cut away is in the dark.
fn shade(ui: &Ui, shown: Rect, window: Rect) {
    let dark = Color32::from_black_alpha(150);
    for part in [
        shown.with_max_y(window.top()),
        shown.with_min_y(window.bottom()),
        Rect::from_min_max(pos2(shown.left(), window.top()), pos2(window.left(), window.bottom())),
        Rect::from_min_max(pos2(window.right(), window.top()), pos2(shown.right(), window.bottom())),
    ] {
        if part.is_positive() {
            ui.painter().rect_filled(part, 0.0, dark);
        }
    }
}

/// The window's edge with its corners; thirds while it is moved. White over black is seen on every picture.
fn frame(ui: &Ui, window: Rect, moving: bool) {
    let (white, black) = (Color32::WHITE, Color32::from_black_alpha(160));
    let painter = ui.painter();
    painter.rect_stroke(window, 0.0, Stroke::new(3.0, black), StrokeKind::Middle);
    painter.rect_stroke(window, 0.0, Stroke::new(1.5, white), StrokeKind::Middle);
    if moving {
        let thin = Stroke::new(1.0, Color32::from_white_alpha(110));
        for part in [1.0 / 3.0, 2.0 / 3.0] {
            painter.vline(window.left() + window.width() * part, window.y_range(), thin);
            painter.hline(window.x_range(), window.top() + window.height() * part, thin);
        }
    }
    for corner in [window.left_top(), window.right_top(), window.left_bottom(), window.right_bottom()] {
        let handle = Rect::from_center_size(corner, vec2(10.0, 10.0));
        painter.rect(handle, CornerRadius::same(2), white, Stroke::new(1.0, black), StrokeKind::Outside);
    }
}

/// What can be seen through is told from white by a pattern behind it.
fn checkers(ui: &Ui, shown: Rect) {
    const SIDE: f32 = 12.0;
    let painter = ui.painter().with_clip_rect(shown);
    painter.rect_filled(shown, 0.0, Color32::from_gray(190));
    let (columns, rows) = ((shown.width() / SIDE).ceil() as i32, (shown.height() / SIDE).ceil() as i32);
    for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).filter(|(x, y)| (x + y) % 2 == 0) {
        let at = shown.min + vec2(x as f32, y as f32) * SIDE;
        painter.rect_filled(Rect::from_min_size(at, vec2(SIDE, SIDE)), 0.0, Color32::from_gray(150));
    }
}

/// The window for those who cannot see it.
fn spoken(crop: Crop) -> String {
    let part = |part: f64| (part * 100.0).round();
    format!("From {} % left and {} % top, {} % wide, {} % high", part(crop.x), part(crop.y), part(crop.w), part(crop.h))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_fits_and_the_window_lies_over_its_part() {
        let shown = fitted(Rect::from_min_size(pos2(10.0, 20.0), vec2(400.0, 400.0)), (200, 100));
        assert_eq!(shown, Rect::from_min_size(pos2(10.0, 120.0), vec2(400.0, 200.0)));
        let crop = Crop { x: 0.25, y: 0.5, w: 0.5, h: 0.5 };
        assert_eq!(window(shown, crop), Rect::from_min_size(pos2(110.0, 220.0), vec2(200.0, 100.0)));
        assert_eq!(spoken(crop), "From 25 % left and 50 % top, 50 % wide, 50 % high");
    }
}
