//! The table: a row of 32 for each file, drawn only where it is seen.

use egui::{Align, Align2, Key, Layout, Modifiers, Rect, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use tablewright_core::assets::state::State;

use super::filters::{state_color, state_icon};
use super::listing::{FileRow, Sort, size_words};
use super::{Asked, FilesPanel, MenuChoice};
use crate::file_pictures::FilePicture;
use crate::icons::Icon;
use crate::panels::{View, Wish};
use crate::session::Session;
use crate::theme::{Tokens, body, caption, small, strong};
use crate::widgets::{self, List, Selection, elided, focus_ring, menu_item, paint_text};

/// The height of a row, and of the head.
pub(super) const ROW: f32 = 32.0;
const HEAD: f32 = 28.0;

/// Where columns begin, from the left or, negative, from the right.
struct Columns {
    name: Rect,
    size: Rect,
    state: Rect,
    used: Rect,
    credit: Rect,
    switch: Rect,
}

impl Columns {
    /// Columns give way where there is little room: who it is from, who uses it, the word of the state.
    fn of(row: Rect) -> Self {
        let wide = row.width();
        let credit = if wide > 700.0 { 132.0 } else { 0.0 };
        let used = if wide > 560.0 { 84.0 } else { 0.0 };
        let state = if wide > 440.0 { 152.0 } else { 40.0 };
        let (switch, size) = (60.0, 72.0);
        let mut right = row.right() - 8.0;
        let mut take = |width: f32| {
            let rect = Rect::from_min_max(pos2(right - width, row.top()), pos2(right, row.bottom()));
            right -= width;
            rect
        };
        let (switch, credit, used, state, size) = (take(switch), take(credit), take(used), take(state), take(size));
        let name = Rect::from_min_max(pos2(row.left() + 12.0, row.top()), pos2(size.left() - 8.0, row.bottom()));
        Self { name, size, state, used, credit, switch }
    }
}

pub(super) fn show(
    panel: &mut FilesPanel,
    ui: &mut Ui,
    list: &List,
    view: View<'_>,
    shown: &[usize],
    wishes: &mut Vec<Wish>,
) -> Vec<Asked> {
    head(panel, ui);
    let mut area = ScrollArea::vertical().id_salt("rows").auto_shrink(false);
    if std::mem::take(&mut panel.reveal)
        && let Some(at) =
            panel.cursor.as_deref().and_then(|path| shown.iter().position(|row| panel.listed.rows[*row].path == path))
    {
        let (offset, height) = panel.seen;
        let top = at as f32 * ROW;
        let into_sight = offset.min(top).max(top + ROW - height).max(0.0);
        if into_sight != offset {
            area = area.vertical_scroll_offset(into_sight);
        }
    }
    let mut asked = Vec::new();
    let mut renaming_ended = None;
    let output = area.show_rows(ui, ROW, shown.len(), |ui, range| {
        for at in range {
            row(panel, ui, list, view, shown[at], &mut asked, &mut renaming_ended);
        }
    });
    panel.seen = (output.state.clamped_offset().y, output.inner_rect.height());
    match renaming_ended {
        Some(true) => panel.end_renaming(view.session, wishes),
        Some(false) => panel.renaming = None,
        None => {}
    }
    asked
}

/// The column heads; a press sorts, another one turns the order.
fn head(panel: &mut FilesPanel, ui: &mut Ui) {
    let t = Tokens::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEAD), Sense::hover());
    let columns = Columns::of(rect);
    let name = columns.name.with_min_x(columns.name.left() + 36.0);
    let heads = [
        (Sort::Path, "Name", name, Align2::LEFT_CENTER),
        (Sort::Size, "Size", columns.size, Align2::RIGHT_CENTER),
        (Sort::State, "State", columns.state.with_min_x(columns.state.left() + 16.0), Align2::LEFT_CENTER),
        (Sort::Uses, "Used in", columns.used, Align2::LEFT_CENTER),
        (Sort::Credit, "Credit", columns.credit, Align2::LEFT_CENTER),
    ];
    for (sort, words, at, align) in heads.into_iter().filter(|(_, _, at, _)| at.width() > 20.0) {
        let response = ui.interact(at, ui.make_persistent_id(("sort", words)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, format!("Sort by {}", words.to_lowercase())));
        let on = panel.sort == sort || sort == Sort::Path && panel.sort == Sort::Name;
        let color = if on || response.hovered() { t.text } else { t.text3 };
        let mark = match (on, panel.backwards) {
            (false, _) => String::new(),
            (true, false) => " ↓".to_owned(),
            (true, true) => " ↑".to_owned(),
        };
        let galley = elided(ui, &format!("{words}{mark}"), caption(), color, at.width());
        paint_text(ui, at, align, &galley);
        if response.has_focus() {
            focus_ring(ui, at, 3, false);
        }
        if response.clicked() {
            (panel.sort, panel.backwards) = next_order(sort, panel.sort, panel.backwards);
        }
    }
    let galley = elided(ui, "Pre-load", caption(), t.text3, columns.switch.width());
    paint_text(ui, columns.switch, Align2::LEFT_CENTER, &galley);
    let line = rect.with_min_y(rect.bottom() - 1.0);
    ui.painter().rect_filled(line, 0.0, t.border_subtle);
}

/// By folder and name, by name, then back; every other column forth and back, then as at first.
fn next_order(asked: Sort, now: Sort, backwards: bool) -> (Sort, bool) {
    match (asked, now) {
        (Sort::Path, Sort::Path) => (Sort::Name, false),
        (Sort::Path, Sort::Name) if !backwards => (Sort::Name, true),
        (Sort::Path, _) => (Sort::Path, false),
        (asked, now) if asked == now && !backwards => (now, true),
        (asked, now) if asked == now => (Sort::Path, false),
        (asked, _) => (asked, false),
    }
}

fn row(
    panel: &mut FilesPanel,
    ui: &mut Ui,
    list: &List,
    view: View<'_>,
    at: usize,
    asked: &mut Vec<Asked>,
    renaming_ended: &mut Option<bool>,
) {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click_and_drag());
    let file = &panel.listed.rows[at];
    let selected = panel.selected.contains(&file.path);
    let look = Selection::of(selected, list.focused() || view.state.focused);
    let fill = match look {
        Selection::Focused => Some(t.selection),
        Selection::Elsewhere => Some(t.selection_dim),
        Selection::No => response.contains_pointer().then_some(t.hover),
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 0.0, fill);
    }
    if list.focused() && panel.cursor.as_deref() == Some(file.path.as_str()) {
        focus_ring(ui, rect, 0, false);
    }
    describe(ui, &response, file, selected);
    let columns = Columns::of(rect);
    thumbnail(panel, ui, view.session, at, Rect::from_min_size(columns.name.min + vec2(0.0, 4.0), vec2(24.0, 24.0)));
    let words = columns.name.with_min_x(columns.name.left() + 36.0);
    let file = &panel.listed.rows[at];
    match panel.renaming.as_mut().filter(|renaming| renaming.path == file.path) {
        Some(renaming) => *renaming_ended = rename_field(ui, words, renaming).or(*renaming_ended),
        None => names(ui, words, file, look),
    }
    cells(ui, &columns, file, look);
    if let Some(on) = switch(ui, &columns, file) {
        asked.push(Asked::Preload(at, on));
    }
    gestures(ui, &response, file, at, asked);
}

/// What clicks, drags and the menu of a row or a tile ask for.
pub(super) fn gestures(ui: &Ui, response: &egui::Response, file: &FileRow, at: usize, asked: &mut Vec<Asked>) {
    if response.double_clicked() {
        asked.push(Asked::Open(at));
    } else if response.clicked() {
        let (extend, toggle) = ui.input(|input| (input.modifiers.shift, input.modifiers.command));
        asked.push(Asked::Click { at, extend, toggle });
    }
    if response.drag_started() {
        asked.push(Asked::Drag(at));
    }
    response.context_menu(|ui| {
        let there = (!file.is_there()).then_some("The file is not there");
        let mut item = |ui: &mut Ui, icon: Icon, words: &str, keys: &str, blocked: Option<&str>, choice: MenuChoice| {
            if menu_item(ui, Some(icon), words, keys, false, blocked) {
                asked.push(Asked::Menu(at, choice));
            }
        };
        match file.preload {
            Some(true) => item(ui, Icon::Globe, "Load on demand", "Ctrl L", None, MenuChoice::Preload(false)),
            Some(false) => item(ui, Icon::Download, "Pre-load", "Ctrl L", None, MenuChoice::Preload(true)),
            None => {}
        }
        item(ui, Icon::Rename, "Rename", "F2", there, MenuChoice::Rename);
        item(ui, Icon::Copy, "Copy the path", "", None, MenuChoice::CopyPath);
        item(ui, Icon::FolderOpen, "Show in the file manager", "Ctrl Shift R", there, MenuChoice::Reveal);
        item(ui, Icon::Trash, "Move to the bin…", "Del", there, MenuChoice::Delete);
    });
}

/// What a screen reader says of a file.
pub(super) fn describe(ui: &Ui, response: &egui::Response, file: &FileRow, selected: bool) {
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ListItem, true, &file.path);
        info.selected = Some(selected);
        info
    });
    ui.ctx().accesskit_node_builder(response.id, |node| {
        let size = file.size.map(size_words).unwrap_or_default();
        node.set_description(format!("{}, {size}, {}", file.state.label(), used(file.uses)));
    });
}

/// The picture of a file, or the icon of its kind.
pub(super) fn thumbnail(panel: &mut FilesPanel, ui: &Ui, session: &Session, at: usize, rect: Rect) {
    let t = Tokens::of(ui);
    let file = &panel.listed.rows[at];
    let picture = match panel.pictures.as_mut() {
        Some(pictures) if file.is_there() => {
            pictures.get(ui.ctx(), session.root(), &file.path, file.class, file.hash, file.shape)
        }
        _ => FilePicture::None,
    };
    match picture {
        FilePicture::Ready(texture) => {
            let size = texture.size_vec2();
            let scale = (rect.width() / size.x).min(rect.height() / size.y);
            let at = Rect::from_center_size(rect.center(), size * scale);
            ui.painter().rect_filled(rect, egui::CornerRadius::same(4), t.inset);
            let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            egui::Image::from_texture(&texture).corner_radius(4.0).uv(uv).paint_at(ui, at);
        }
        FilePicture::Loading | FilePicture::None => {
            file.kind.icon().paint(ui, rect, (rect.width() * 0.66).clamp(16.0, 40.0), t.text2);
        }
    }
}

fn names(ui: &Ui, rect: Rect, file: &FileRow, look: Selection) {
    let t = Tokens::of(ui);
    let color = if file.state == State::Missing && look == Selection::No { t.error } else { t.text };
    let name = elided(ui, file.name(), strong(), color, rect.width());
    let end = paint_text(ui, rect, Align2::LEFT_CENTER, &name).right() + 8.0;
    if rect.right() - end > 24.0 && !file.folder().is_empty() {
        let color = if look == Selection::No { t.text3 } else { t.text2 };
        let folder = elided(ui, file.folder(), small(), color, rect.right() - end);
        paint_text(ui, rect.with_min_x(end), Align2::LEFT_CENTER, &folder);
    }
}

/// The field for a new name: `Some(true)` when it is given, `Some(false)` when it is taken back.
fn rename_field(ui: &mut Ui, rect: Rect, renaming: &mut super::Renaming) -> Option<bool> {
    let room = Rect::from_center_size(rect.center(), vec2(rect.width(), 24.0));
    let mut child = ui.new_child(UiBuilder::new().max_rect(room).layout(Layout::left_to_right(Align::Center)));
    let edit = egui::TextEdit::singleline(&mut renaming.text).font(body()).desired_width(room.width() - 8.0);
    let response = child.add(edit);
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "New name"));
    if std::mem::take(&mut renaming.fresh) {
        response.request_focus();
        let stem = renaming
            .text
            .rfind('.')
            .filter(|at| *at > 0)
            .map_or(renaming.text.chars().count(), |at| renaming.text[..at].chars().count());
        let mut state = egui::TextEdit::load_state(child.ctx(), response.id).unwrap_or_default();
        let end = egui::text::CCursor::new(stem);
        state.cursor.set_char_range(Some(egui::text::CCursorRange::two(egui::text::CCursor::new(0), end)));
        state.store(child.ctx(), response.id);
        return None;
    }
    let escaped = child.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    if escaped {
        return Some(false);
    }
    response.lost_focus().then_some(true)
}

fn cells(ui: &Ui, columns: &Columns, file: &FileRow, look: Selection) {
    let t = Tokens::of(ui);
    let quiet = if look == Selection::No { t.text2 } else { t.text };
    if let Some(size) = file.size {
        let galley = elided(ui, &size_words(size), body(), quiet, columns.size.width());
        paint_text(ui, columns.size, Align2::RIGHT_CENTER, &galley);
    }
    let state = columns.state.with_min_x(columns.state.left() + 16.0);
    let color = state_color(t, file.state);
    state_icon(file.state).paint(ui, state.with_max_x(state.left() + 16.0), 14.0, color);
    let words = if color == t.text2 { quiet } else { color };
    let galley = elided(ui, file.state.label(), body(), words, state.width() - 22.0);
    paint_text(ui, state.with_min_x(state.left() + 22.0), Align2::LEFT_CENTER, &galley);
    if columns.used.width() > 20.0 {
        let galley =
            elided(ui, &used(file.uses), body(), if file.uses == 0 { t.text3 } else { quiet }, columns.used.width() - 8.0);
        paint_text(ui, columns.used, Align2::LEFT_CENTER, &galley);
    }
    if columns.credit.width() > 20.0 {
        let (words, color) = match &file.credit {
            Some(credit) => (credit.as_str(), quiet),
            None => ("—", t.text3),
        };
        let galley = elided(ui, words, body(), color, columns.credit.width() - 8.0);
        paint_text(ui, columns.credit, Align2::LEFT_CENTER, &galley);
    }
}

/// `nobody`, `1 place`, `3 places`.
pub(super) fn used(uses: usize) -> String {
    match uses {
        0 => "nobody".to_owned(),
        1 => "1 place".to_owned(),
        uses => format!("{uses} places"),
    }
}

/// The switch of a row; what it was switched to.
fn switch(ui: &mut Ui, columns: &Columns, file: &FileRow) -> Option<bool> {
    let mut on = file.preload?;
    let mut child = ui.new_child(
        UiBuilder::new().id_salt(("switch", &file.path)).max_rect(columns.switch).layout(Layout::left_to_right(Align::Center)),
    );
    let response = widgets::switch(&mut child, &mut on, "");
    let (name, state) = (format!("Pre-load {}", file.path), on);
    response.widget_info(|| WidgetInfo::selected(Role::Switch, true, state, &name));
    let changed = response.changed();
    let tip = if on { "Players download it before the table opens" } else { "Players fetch it when something uses it" };
    widgets::tip(response, tip, "Ctrl L");
    changed.then_some(on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presses_on_a_head_go_round() {
        let walk = |sort: Sort| {
            let mut now = (Sort::Path, false);
            let mut seen = Vec::new();
            for _ in 0..3 {
                now = next_order(sort, now.0, now.1);
                seen.push(now);
            }
            seen
        };
        assert_eq!(walk(Sort::Size), [(Sort::Size, false), (Sort::Size, true), (Sort::Path, false)]);
        assert_eq!(walk(Sort::Path), [(Sort::Name, false), (Sort::Name, true), (Sort::Path, false)]);
        assert_eq!((used(0), used(1), used(2)), ("nobody".to_owned(), "1 place".to_owned(), "2 places".to_owned()));
    }

    #[test]
    fn columns_never_overlap() {
        for width in [320.0, 560.0, 561.0, 700.0, 701.0, 1200.0] {
            let columns = Columns::of(Rect::from_min_size(pos2(0.0, 0.0), vec2(width, ROW)));
            let all = [columns.name, columns.size, columns.state, columns.used, columns.credit, columns.switch];
            assert!(all.windows(2).all(|pair| pair[0].right() <= pair[1].left() + 0.01), "{width}");
            assert!(columns.name.width() >= 32.0, "{width}: {}", columns.name.width());
        }
    }
}
