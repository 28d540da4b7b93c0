//! How the panels, their tabs and the gaps between them look, and what their tabs do.

use egui::{Color32, Id, Rect, Response, Sense, Stroke, Style, Ui, Visuals, WidgetText, vec2};
use egui_tiles::{Behavior, EditAction, ResizeState, SimplificationOptions, TabState, TileId, Tiles, UiResponse};

use super::layout::holds;
use super::{Panel, PanelState};
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens};
use crate::widgets::{Tab, Tone, icon_button};

/// How the panels look and what they do, for one frame.
pub(super) struct Look<'a> {
    pub(super) panel: &'a mut dyn FnMut(&mut Ui, Panel, PanelState),
    pub(super) counts: &'a dyn Fn(Panel) -> Vec<(Tone, usize)>,
    pub(super) focused: Panel,
    pub(super) take_keyboard: Option<Panel>,
    pub(super) below: Option<TileId>,
    pub(super) home: Panel,
    /// The panes that show no tab while they are alone.
    pub(super) bare: [Option<TileId>; 2],
    pub(super) folded: bool,
    pub(super) changed: bool,
    pub(super) fold: Option<bool>,
    pub(super) selected: bool,
}

impl Look<'_> {
    fn pressed_inside(ui: &Ui, rect: Rect) -> bool {
        ui.input(|input| input.pointer.any_pressed()) && ui.rect_contains_pointer(rect)
    }

    /// The keyboard came to a widget of this panel in this frame.
    fn keyboard_came(ui: &Ui, rect: Rect) -> bool {
        let Some(id) = ui.memory(|memory| memory.focused().filter(|id| !memory.had_focus_last_frame(*id))) else { return false };
        ui.read_response(id).is_some_and(|widget| widget.layer_id == ui.layer_id() && rect.contains(widget.rect.center()))
    }
}

impl Behavior<Panel> for Look<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, pane: &mut Panel) -> UiResponse {
        let rect = ui.max_rect();
        if rect.height() < 8.0 {
            return UiResponse::None;
        }
        if Self::pressed_inside(ui, rect) {
            self.focused = *pane;
        }
        if *pane != Panel::Scene {
            ui.painter().rect_filled(rect, 0.0, Tokens::of(ui).panel);
        }
        ui.spacing_mut().interact_size.y = METRICS.control;
        ui.set_clip_rect(rect.intersect(ui.clip_rect()));
        let state = PanelState { focused: self.focused == *pane, take_keyboard: self.take_keyboard == Some(*pane) };
        let response = ui.push_id(pane.id(), |ui| (self.panel)(ui, *pane, state));
        if Self::keyboard_came(ui, rect) {
            self.focused = *pane;
        }
        ui.ctx().accesskit_node_builder(response.response.id, |node| {
            node.set_role(egui::Role::Pane);
            node.set_label(pane.title());
        });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Panel) -> WidgetText {
        pane.title().into()
    }

    fn tab_ui(&mut self, tiles: &mut Tiles<Panel>, ui: &mut Ui, id: Id, tile: TileId, state: &TabState) -> Response {
        let Some(panel) = tiles.get_pane(&tile).copied() else {
            return ui.allocate_response(egui::Vec2::ZERO, Sense::hover());
        };
        let tab = Tab { title: panel.title(), counts: (self.counts)(panel) };
        let width = crate::widgets::tab_width(ui, &tab, state.active);
        let (_, rect) = ui.allocate_space(vec2(width, ui.available_height()));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let in_focus = tiles.parent_of(tile).is_some_and(|tabs| holds(tiles, tabs, self.focused));
        let look = crate::widgets::TabLook { active: state.active, focused: in_focus };
        if !state.is_being_dragged {
            crate::widgets::draw_tab(ui, rect, &response, &tab, look);
        }
        if state.closable && (response.hovered() || response.has_focus()) {
            // In the margin at the right, so that nothing moves when it appears.
            let at = Rect::from_min_max(egui::pos2(rect.right() - 13.0, rect.top()), rect.max);
            let close = ui.interact(at, id.with("close"), Sense::CLICK);
            close.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Hide {}", panel.title())));
            let t = Tokens::of(ui);
            Icon::Close.paint(ui, at, 12.0, if close.hovered() { t.text } else { t.text3 });
            if close.clicked() || response.middle_clicked() {
                tiles.set_visible(tile, false);
                self.changed = true;
            }
        }
        if response.clicked() {
            self.focused = panel;
            self.selected = true;
        }
        if response.double_clicked() && tiles.parent_of(tile) == self.below {
            self.fold = Some(!self.folded);
        }
        response
    }

    fn top_bar_right_ui(
        &mut self,
        _tiles: &Tiles<Panel>,
        ui: &mut Ui,
        tile: TileId,
        _tabs: &egui_tiles::Tabs,
        _scroll: &mut f32,
    ) {
        if self.below == Some(tile) {
            ui.add_space(4.0);
            let name = if self.folded { "Unfold" } else { "Fold to the bar" };
            if icon_button(ui, Icon::PanelBottom, name, "", false, None, 24.0).clicked() {
                self.fold = Some(!self.folded);
            }
        }
    }

    fn is_tab_closable(&self, tiles: &Tiles<Panel>, tile: TileId) -> bool {
        tiles.get_pane(&tile).is_some_and(|panel| *panel != self.home)
    }

    fn is_tab_bar_visible(&self, _tile: TileId, tabs: &egui_tiles::Tabs) -> bool {
        // The home panel and the strip of variants have heads of their own; alone in their place they need no tab.
        !(tabs.children.len() == 1 && self.bare.contains(&tabs.children.first().copied()))
    }

    fn tab_bar_height(&self, _style: &Style) -> f32 {
        METRICS.tab_bar
    }

    fn gap_width(&self, _style: &Style) -> f32 {
        1.0
    }

    fn min_size(&self) -> f32 {
        // One value serves both directions; the widths of look.md are kept by `fit`.
        96.0
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        visuals.faint_bg_color
    }

    fn tab_bar_hline_stroke(&self, _visuals: &Visuals) -> Stroke {
        Stroke::NONE
    }

    fn resize_stroke(&self, style: &Style, state: ResizeState) -> Stroke {
        match state {
            ResizeState::Idle => Stroke::NONE,
            ResizeState::Hovering | ResizeState::Dragging => Stroke::new(2.0, style.visuals.selection.stroke.color),
        }
    }

    fn drag_preview_stroke(&self, visuals: &Visuals) -> Stroke {
        Stroke::new(2.0, visuals.selection.stroke.color)
    }

    fn drag_preview_color(&self, visuals: &Visuals) -> Color32 {
        visuals.selection.stroke.color.gamma_multiply(0.25)
    }

    fn on_edit(&mut self, _action: EditAction) {
        self.changed = true;
    }
}
