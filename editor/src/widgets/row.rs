//! One row of a tree or list: chevron, icon, name, meta, and what stands at the right end.

use std::ops::Range;

use egui::{Align, Align2, Color32, Layout, Rect, Response, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};

use super::notes::diamond_at;
use super::paint::{elided, focus_ring, marked, paint_text};
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, body, mono_small, small, strong};

/// Whether a row is selected, and how that looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Selection {
    /// Not selected.
    #[default]
    No,
    /// Selected, in the panel that has the focus.
    Focused,
    /// Selected, while another panel has the focus.
    Elsewhere,
}

impl Selection {
    /// The look of a row that is `selected` in a panel that is `focused`.
    pub fn of(selected: bool, focused: bool) -> Self {
        match (selected, focused) {
            (false, _) => Self::No,
            (true, true) => Self::Focused,
            (true, false) => Self::Elsewhere,
        }
    }
}

/// What came of a row.
pub struct RowResponse {
    /// The row's own response: clicks, double clicks, context menu.
    pub response: Response,
    /// The chevron was pressed.
    pub toggled: bool,
}

/// One row. Width: all that is left. Height: 24, or 44 with a second line.
pub struct Row<'a> {
    name: &'a str,
    icon: Option<(Icon, Option<Color32>)>,
    dot: Option<Color32>,
    meta: &'a str,
    meta_mono: bool,
    meta_kept: bool,
    second: Option<&'a str>,
    depth: usize,
    open: Option<bool>,
    selection: Selection,
    ring: bool,
    own: bool,
    faded: bool,
    bold: bool,
    edge: f32,
    role: Role,
    focusable: bool,
    mark: Range<usize>,
}

impl<'a> Row<'a> {
    /// A row with a name.
    pub fn new(name: &'a str) -> Self {
        Self {
            name,
            icon: None,
            dot: None,
            meta: "",
            meta_mono: false,
            meta_kept: false,
            second: None,
            depth: 0,
            open: None,
            selection: Selection::No,
            ring: false,
            own: false,
            faded: false,
            bold: false,
            edge: METRICS.tree_edge,
            role: Role::ListItem,
            focusable: false,
            mark: 0..0,
        }
    }

    /// A row of a tree, `depth` levels in; `open` says whether what it holds is shown, `None` for a leaf.
    #[must_use]
    pub fn tree(mut self, depth: usize, open: Option<bool>) -> Self {
        self.depth = depth;
        self.open = open;
        self.role = Role::TreeItem;
        self
    }

    /// An icon before the name.
    #[must_use]
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icon = Some((icon, None));
        self
    }

    /// An icon of a colour of its own: severities.
    #[must_use]
    pub fn icon_colored(mut self, icon: Icon, color: Color32) -> Self {
        self.icon = Some((icon, Some(color)));
        self
    }

    /// A dot before the name: seats.
    #[must_use]
    pub fn dot(mut self, color: Color32) -> Self {
        self.dot = Some(color);
        self
    }

    /// Quieter words after the name.
    #[must_use]
    pub fn meta(mut self, meta: &'a str) -> Self {
        self.meta = meta;
        self
    }

    /// Quieter words after the name, in mono: ids, pointers.
    #[must_use]
    pub fn meta_mono(mut self, meta: &'a str) -> Self {
        self.meta = meta;
        self.meta_mono = true;
        self
    }

    /// The words after the name stay in sight where the name is long, in up to a third of the row.
    #[must_use]
    pub fn keep_meta(mut self) -> Self {
        self.meta_kept = true;
        self
    }

    /// A second line below the name; the row is 44 high.
    #[must_use]
    pub fn second(mut self, line: &'a str) -> Self {
        self.second = Some(line);
        self
    }

    /// Selected, and how it looks.
    #[must_use]
    pub fn selected(mut self, selection: Selection) -> Self {
        self.selection = selection;
        self
    }

    /// The keyboard is at this row.
    #[must_use]
    pub fn ring(mut self, ring: bool) -> Self {
        self.ring = ring;
        self
    }

    /// The violet diamond: this variant's own.
    #[must_use]
    pub fn own(mut self, own: bool) -> Self {
        self.own = own;
        self
    }

    /// Faded: removed here, hidden, loading.
    #[must_use]
    pub fn faded(mut self, faded: bool) -> Self {
        self.faded = faded;
        self
    }

    /// The name in 500: heads of groups, names in two-line rows.
    #[must_use]
    pub fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    /// The bytes of the name that a search found.
    #[must_use]
    pub fn mark(mut self, mark: Range<usize>) -> Self {
        self.mark = mark;
        self
    }

    /// Another distance from the left edge than a tree's.
    #[must_use]
    pub fn edge(mut self, edge: f32) -> Self {
        self.edge = edge;
        self
    }

    /// Lets Tab stop at the row itself; without it the list that holds the row has the focus.
    #[must_use]
    pub fn focusable(mut self) -> Self {
        self.focusable = true;
        self
    }

    /// Draws the row alone.
    pub fn show(self, ui: &mut Ui) -> RowResponse {
        self.show_with(ui, |_, _| {})
    }

    /// Draws the row; `right` adds things from the right end leftwards and hears whether the row is under the pointer or
    /// at the keyboard, for actions that show only then.
    pub fn show_with(self, ui: &mut Ui, right: impl FnOnce(&mut Ui, bool)) -> RowResponse {
        let t = Tokens::of(ui);
        let height = if self.second.is_some() { METRICS.row2 } else { METRICS.row };
        let sense = if self.focusable { Sense::click() } else { Sense::CLICK };
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), sense);
        self.describe(ui, &response);
        if !ui.is_rect_visible(rect) {
            return RowResponse { response, toggled: false };
        }
        let hovered = response.contains_pointer() && ui.is_enabled();
        let fill = match self.selection {
            Selection::Focused => Some(t.selection),
            Selection::Elsewhere => Some(t.selection_dim),
            Selection::No => hovered.then_some(t.hover),
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(rect, 0.0, fill);
        }
        let ring = self.ring || response.has_focus();
        if ring {
            focus_ring(ui, rect, 0, false);
        }
        let left = rect.left() + self.edge + self.depth as f32 * 14.0;
        let toggled = self.chevron(ui, &response, pos2(left, rect.top()), height);
        let first = if self.open.is_some() || self.role == Role::TreeItem { left + 20.0 } else { left };
        let end = self.right_end(ui, rect, first, hovered || ring, right);
        self.words(ui, t, Rect::from_min_max(pos2(first, rect.top()), pos2(end, rect.bottom())));
        RowResponse { response, toggled }
    }

    fn describe(&self, ui: &Ui, response: &Response) {
        let (role, selected) = (self.role, self.selection != Selection::No);
        response.widget_info(|| {
            let mut info = WidgetInfo::labeled(role, ui.is_enabled(), self.name);
            info.selected = Some(selected);
            info
        });
        let (open, depth, meta) = (self.open, self.depth, self.meta);
        ui.ctx().accesskit_node_builder(response.id, |node| {
            if let Some(open) = open {
                node.set_expanded(open);
            }
            if role == Role::TreeItem {
                node.set_level(depth + 1);
            }
            if !meta.is_empty() {
                node.set_description(meta);
            }
        });
    }

    fn chevron(&self, ui: &Ui, row: &Response, at: egui::Pos2, height: f32) -> bool {
        let Some(open) = self.open else { return false };
        let t = Tokens::of(ui);
        let rect = Rect::from_min_size(at, vec2(16.0, height));
        let response = ui.interact(rect.expand2(vec2(4.0, 0.0)), row.id.with("chevron"), Sense::CLICK);
        let icon = if open { Icon::ChevronDown } else { Icon::ChevronRight };
        icon.paint(ui, rect, 14.0, if response.hovered() { t.text } else { t.text2 });
        response.clicked()
    }

    /// Draws what stands at the right end and returns where the room for words ends.
    fn right_end(&self, ui: &mut Ui, rect: Rect, first: f32, near: bool, right: impl FnOnce(&mut Ui, bool)) -> f32 {
        let room = Rect::from_min_max(pos2(first + 40.0, rect.top()), pos2(rect.right() - 8.0, rect.bottom()));
        let layout = Layout::right_to_left(Align::Center);
        let mut child = ui.new_child(UiBuilder::new().id_salt("right").max_rect(room).layout(layout));
        child.spacing_mut().item_spacing.x = 6.0;
        child.set_clip_rect(rect.intersect(ui.clip_rect()));
        let start = child.cursor().max.x;
        right(&mut child, near);
        let used = child.min_rect();
        if used.width() > 0.0 && used.left() < start { used.left() - 8.0 } else { rect.right() - 8.0 }
    }

    /// Room that the name leaves to the words after it.
    fn kept_room(&self, ui: &Ui, width: f32) -> f32 {
        if !self.meta_kept || self.meta.is_empty() {
            return 0.0;
        }
        let font = if self.meta_mono { mono_small() } else { small() };
        elided(ui, self.meta, font, Color32::PLACEHOLDER, width / 3.0).size().x.ceil() + 8.0
    }

    fn words(&self, ui: &Ui, t: &Tokens, room: Rect) {
        let mut room = room;
        let line = if self.second.is_some() { room.with_max_y(room.top() + 25.0).with_min_y(room.top() + 3.0) } else { room };
        let color = if self.faded { t.text3 } else { t.text };
        let icon_line = if self.second.is_some() { room } else { line };
        if let Some((icon, tint)) = self.icon {
            let rest = if self.selection == Selection::No { t.text2 } else { t.text };
            let tint = tint.unwrap_or(if self.faded { t.text3 } else { rest });
            icon.paint(ui, icon_line.with_max_x(room.left() + 16.0), 16.0, tint);
            room.min.x += 22.0;
        } else if let Some(dot) = self.dot {
            ui.painter().circle_filled(pos2(room.left() + 8.0, icon_line.center().y), 5.0, dot);
            room.min.x += 22.0;
        }
        let font = if self.bold { strong() } else { body() };
        let line = line.with_min_x(room.left());
        let own_room = if self.own { 16.0 } else { 0.0 };
        let kept = self.kept_room(ui, line.width());
        let galley = if self.mark.is_empty() {
            elided(ui, self.name, font, color, line.width() - own_room - kept)
        } else {
            let mark = if self.selection == Selection::No { t.accent } else { t.text };
            marked(ui, self.name, &self.mark, (font, color), mark, line.width() - own_room - kept)
        };
        let name = paint_text(ui, line, Align2::LEFT_CENTER, &galley);
        let mut x = name.right() + 8.0;
        if self.own {
            diamond_at(ui, pos2(x + 3.0, line.center().y), t.scope_only);
            x += 16.0;
        }
        if !self.meta.is_empty() && line.right() - x > 16.0 {
            let (font, plain) = if self.meta_mono { (mono_small(), t.text3) } else { (small(), t.text3) };
            let color = if self.selection == Selection::No { plain } else { t.text2 };
            let galley = elided(ui, self.meta, font, color, line.right() - x);
            paint_text(ui, line.with_min_x(x), Align2::LEFT_CENTER, &galley);
        }
        if let Some(second) = self.second {
            let below = Rect::from_min_max(pos2(room.left(), room.top() + 22.0), pos2(room.right(), room.bottom() - 3.0));
            let color = if self.selection == Selection::No { t.text3 } else { t.text2 };
            let galley = elided(ui, second, small(), color, below.width());
            paint_text(ui, below, Align2::LEFT_CENTER, &galley);
        }
    }
}
