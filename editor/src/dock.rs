//! The docked panels: which there are, where they stand at first, how their tabs look, and how the layout is remembered.
//!
//! Panels beside the scene keep their size in points when the window grows or shrinks; the scene takes the rest. The scene
//! can never be closed.

use std::collections::HashSet;

use egui::{Color32, Id, Rect, Response, Sense, Stroke, Style, Ui, Visuals, WidgetText, vec2};
use egui_tiles::{
    Behavior, Container, EditAction, LinearDir, ResizeState, SimplificationOptions, TabState, Tile, TileId, Tiles, Tree,
    UiResponse,
};
use serde_json::{Value, json};

use crate::icons::Icon;
use crate::theme::{METRICS, Tokens};
use crate::widgets::{Tab, Tone, icon_button};

/// A panel of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Panel {
    /// What the scene holds, as a tree.
    Hierarchy,
    /// The fields of what is selected.
    Inspector,
    /// The table in 3D.
    Scene,
    /// The strip of variants.
    Variants,
    /// The manifest's fields.
    ModDetails,
    /// What would be refused, and more.
    Problems,
    /// The steps that can be undone.
    History,
}

impl Panel {
    /// All panels.
    pub const ALL: [Self; 7] =
        [Self::Hierarchy, Self::Inspector, Self::Scene, Self::Variants, Self::ModDetails, Self::Problems, Self::History];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Hierarchy => "Hierarchy",
            Self::Inspector => "Inspector",
            Self::Scene => "Scene",
            Self::Variants => "Variants",
            Self::ModDetails => "Mod details",
            Self::Problems => "Problems",
            Self::History => "History",
        }
    }

    /// The words of the command that shows or hides it.
    pub fn toggle_title(self) -> &'static str {
        match self {
            Self::Hierarchy => "Show or hide the hierarchy",
            Self::Inspector => "Show or hide the inspector",
            Self::Scene => "Show the scene",
            Self::Variants => "Show or hide the variants",
            Self::ModDetails => "Show or hide mod details",
            Self::Problems => "Show or hide the problems",
            Self::History => "Show or hide the history",
        }
    }

    /// Its picture.
    pub fn icon(self) -> Icon {
        match self {
            Self::Hierarchy => Icon::PanelLeft,
            Self::Inspector => Icon::PanelRight,
            Self::Scene => Icon::Model,
            Self::Variants => Icon::Variants,
            Self::ModDetails => Icon::ListView,
            Self::Problems => Icon::PanelBottom,
            Self::History => Icon::History,
        }
    }

    /// A name that stays the same, for the settings file.
    pub fn id(self) -> &'static str {
        match self {
            Self::Hierarchy => "hierarchy",
            Self::Inspector => "inspector",
            Self::Scene => "scene",
            Self::Variants => "variants",
            Self::ModDetails => "mod-details",
            Self::Problems => "problems",
            Self::History => "history",
        }
    }

    fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|panel| panel.id() == id)
    }
}

/// What a panel hears when it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PanelState {
    /// The pointer or the keyboard was here last: selections are shown at full strength.
    pub focused: bool,
    /// A key brought the person here: take the keyboard.
    pub take_keyboard: bool,
}

/// Windows at most this wide get narrower panels and folded lower ones; see look.md section 5.
pub const COMPACT: f32 = 1360.0;

/// Windows narrower than this have room for one side only.
const BOTH_SIDES: f32 = 1120.0;

/// The panels of a window.
pub struct Dock {
    tree: Tree<Panel>,
    focused: Panel,
    take_keyboard: Option<Panel>,
    /// The lower tabs are folded to their bar.
    folded: bool,
    /// Height of the lower tabs before they were folded.
    unfolded_height: f32,
    changed: bool,
    /// A panel that was closed because the window got too narrow for both sides.
    gave_way: Option<Panel>,
}

impl Default for Dock {
    fn default() -> Self {
        Self::new(1440.0)
    }
}

impl Dock {
    /// The layout of look.md section 5 for a window of this width in points.
    pub fn new(window_width: f32) -> Self {
        let compact = window_width <= COMPACT;
        let mut tiles = Tiles::default();
        let tabs = |tiles: &mut Tiles<Panel>, panels: &[Panel]| {
            let panes = panels.iter().map(|panel| tiles.insert_pane(*panel)).collect();
            tiles.insert_tab_tile(panes)
        };
        let left = tabs(&mut tiles, &[Panel::Hierarchy]);
        let scene = tabs(&mut tiles, &[Panel::Scene]);
        let variants = tabs(&mut tiles, &[Panel::Variants]);
        let below = tabs(&mut tiles, &[Panel::Problems, Panel::History]);
        let right = tabs(&mut tiles, &[Panel::Inspector, Panel::ModDetails]);
        // In a small window the strip is one row of names.
        let strip = if compact { 36.0 } else { 124.0 };
        let middle = linear(&mut tiles, LinearDir::Vertical, &[(scene, 540.0), (variants, strip), (below, 160.0)]);
        let (left_width, right_width) = if compact { (232.0, 280.0) } else { (264.0, 312.0) };
        let sides = [(left, left_width), (middle, 860.0), (right, right_width)];
        let root = linear(&mut tiles, LinearDir::Horizontal, &sides);
        let mut dock = Self::with(Tree::new(Id::unique("dock"), root, tiles));
        if compact {
            dock.fold(true);
        }
        dock.changed = false;
        dock
    }

    fn with(tree: Tree<Panel>) -> Self {
        let (focused, take_keyboard) = (Panel::Scene, None);
        Self { tree, focused, take_keyboard, folded: false, unfolded_height: 160.0, changed: false, gave_way: None }
    }

    /// The panel that the pointer or the keyboard was in last.
    pub fn focused(&self) -> Panel {
        self.focused
    }

    /// Whether the layout changed since the last call; then save [`Dock::write`].
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Whether a panel is open and, among tabs, in front.
    pub fn is_open(&self, panel: Panel) -> bool {
        let Some(id) = self.tree.tiles.find_pane(&panel) else { return false };
        let folded = self.folded && self.below().is_some_and(|below| self.holds(below, panel));
        self.tree.is_visible_in_layout(id) && self.is_front(id) && !folded
    }

    /// Opens a panel, brings it to the front, and with `take_keyboard` moves the keyboard there.
    pub fn open(&mut self, panel: Panel, take_keyboard: bool) {
        let id = match self.tree.tiles.find_pane(&panel) {
            Some(id) => id,
            None => self.insert(panel),
        };
        let mut at = Some(id);
        while let Some(tile) = at {
            self.tree.set_visible(tile, true);
            at = self.tree.tiles.parent_of(tile);
        }
        self.tree.make_active(|tile, _| tile == id);
        if self.folded && self.below().is_some_and(|below| self.holds(below, panel)) {
            self.fold(false);
        }
        if take_keyboard {
            self.focused = panel;
            self.take_keyboard = Some(panel);
        }
        self.changed = true;
    }

    /// Hides a panel; the scene stays.
    pub fn close(&mut self, panel: Panel) {
        if panel == Panel::Scene {
            return;
        }
        if let Some(id) = self.tree.tiles.find_pane(&panel) {
            self.tree.set_visible(id, false);
            self.changed = true;
            if self.focused == panel {
                self.focused = Panel::Scene;
            }
        }
    }

    /// Opens a hidden panel, hides an open one. Lower tabs fold and unfold.
    pub fn toggle(&mut self, panel: Panel) {
        let below = self.below().is_some_and(|below| self.holds(below, panel));
        if !self.is_open(panel) {
            self.open(panel, true);
        } else if below {
            self.fold(true);
        } else {
            self.close(panel);
        }
    }

    /// Moves the keyboard to the next open panel, or the previous one.
    pub fn step(&mut self, forward: bool) {
        let open: Vec<Panel> = Panel::ALL.into_iter().filter(|panel| self.is_open(*panel)).collect();
        let Some(at) = open.iter().position(|panel| *panel == self.focused).or(Some(0)).filter(|_| !open.is_empty()) else {
            return;
        };
        let next = if forward { (at + 1) % open.len() } else { (at + open.len() - 1) % open.len() };
        self.focused = open[next];
        self.take_keyboard = Some(open[next]);
    }

    /// Draws the panels into all the room that is left. `counts` are shown behind the titles of tabs.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        counts: &dyn Fn(Panel) -> Vec<(Tone, usize)>,
        mut panel: impl FnMut(&mut Ui, Panel, PanelState),
    ) {
        let area = ui.available_rect_before_wrap();
        ui.painter().rect_filled(area, 0.0, Tokens::of(ui).app);
        self.give_way(area.width());
        if let Some(root) = self.tree.root() {
            let keep = if self.folded { self.below() } else { None };
            fit(&mut self.tree.tiles, root, area.size(), keep);
        }
        let mut look = Look {
            panel: &mut panel,
            counts,
            focused: self.focused,
            take_keyboard: self.take_keyboard.take(),
            below: self.below(),
            bare: [Panel::Scene, Panel::Variants].map(|panel| self.tree.tiles.find_pane(&panel)),
            folded: self.folded,
            changed: false,
            fold: None,
            selected: false,
        };
        self.tree.ui(&mut look, ui);
        let Look { focused, changed, fold, selected, .. } = look;
        self.focused = focused;
        // A tab that is chosen while the lower ones are folded is meant to be seen.
        let wants_open = selected && self.folded && self.below().is_some_and(|below| self.holds(below, focused));
        self.changed |= changed;
        match fold {
            Some(folded) => self.fold(folded),
            None if wants_open => self.fold(false),
            None => {}
        }
    }

    /// In a window too narrow for both sides the hierarchy closes, once, and comes back when there is room.
    fn give_way(&mut self, width: f32) {
        let right = self.is_open(Panel::Inspector) || self.is_open(Panel::ModDetails);
        if width < BOTH_SIDES && self.gave_way.is_none() && right && self.is_open(Panel::Hierarchy) {
            self.gave_way = Some(Panel::Hierarchy);
            self.close(Panel::Hierarchy);
        } else if width >= BOTH_SIDES
            && let Some(panel) = self.gave_way.take()
        {
            self.open(panel, false);
        }
    }

    fn fold(&mut self, folded: bool) {
        if self.folded == folded {
            return;
        }
        self.folded = folded;
        self.changed = true;
        let Some(below) = self.below() else { return };
        let Some(parent) = self.tree.tiles.parent_of(below) else { return };
        let unfolded = self.unfolded_height.max(96.0);
        let scene = self.scene_side(parent);
        if let Some(Tile::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(parent) {
            let now = linear.shares[below];
            let wanted = if folded { METRICS.tab_bar } else { unfolded };
            if folded {
                self.unfolded_height = now;
            }
            linear.shares.set_share(below, wanted);
            if let Some(scene) = scene {
                let rest = linear.shares[scene] + now - wanted;
                linear.shares.set_share(scene, rest.max(96.0));
            }
        }
    }

    /// The tabs that hold the problems, where they stand below or above something: only those fold.
    fn below(&self) -> Option<TileId> {
        let pane = self.tree.tiles.find_pane(&Panel::Problems)?;
        let tabs = self.tree.tiles.parent_of(pane)?;
        let parent = self.tree.tiles.parent_of(tabs)?;
        match self.tree.tiles.get(parent) {
            Some(Tile::Container(Container::Linear(linear))) if linear.dir == LinearDir::Vertical => {
                (!self.holds(tabs, Panel::Scene)).then_some(tabs)
            }
            _ => None,
        }
    }

    fn scene_side(&self, parent: TileId) -> Option<TileId> {
        let children = self.tree.tiles.get_container(parent)?.children_vec();
        children.into_iter().find(|child| self.holds(*child, Panel::Scene))
    }

    fn holds(&self, tile: TileId, panel: Panel) -> bool {
        holds(&self.tree.tiles, tile, panel)
    }

    fn is_front(&self, id: TileId) -> bool {
        let mut at = id;
        while let Some(parent) = self.tree.tiles.parent_of(at) {
            if let Some(Container::Tabs(tabs)) = self.tree.tiles.get_container(parent)
                && tabs.next_active(&self.tree.tiles) != Some(at)
            {
                return false;
            }
            at = parent;
        }
        true
    }

    /// A panel that the layout lacks goes to the tabs of its usual neighbour, or beside the scene.
    fn insert(&mut self, panel: Panel) -> TileId {
        let neighbours = match panel {
            Panel::Problems | Panel::History => [Panel::Problems, Panel::History],
            Panel::Inspector | Panel::ModDetails => [Panel::Inspector, Panel::ModDetails],
            Panel::Hierarchy | Panel::Scene | Panel::Variants => [Panel::Hierarchy, Panel::Inspector],
        };
        let pane = self.tree.tiles.insert_pane(panel);
        let beside = neighbours.iter().find_map(|other| self.tree.tiles.find_pane(other).filter(|id| *id != pane));
        let tabs = beside.and_then(|beside| self.tree.tiles.parent_of(beside));
        if let Some(Tile::Container(container)) = tabs.and_then(|tabs| self.tree.tiles.get_mut(tabs)) {
            container.add_child(pane);
        } else if let Some(root) = self.tree.root() {
            let tabs = self.tree.tiles.insert_tab_tile(vec![pane]);
            let new_root = linear(&mut self.tree.tiles, LinearDir::Horizontal, &[(root, 860.0), (tabs, 280.0)]);
            self.tree.root = Some(new_root);
        }
        pane
    }

    /// The layout as text for the settings.
    pub fn write(&self) -> String {
        let tree = self.tree.root().and_then(|root| write_tile(&self.tree, root, self.gave_way));
        json!({ "tree": tree, "folded": self.folded, "height": self.unfolded_height }).to_string()
    }

    /// Reads a layout; one that lacks the scene, names a panel twice or is no layout at all gives `None`.
    pub fn read(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let mut tiles = Tiles::default();
        let mut seen = HashSet::new();
        let root = read_tile(&mut tiles, value.get("tree")?, &mut seen, 0)?;
        if !seen.contains(&Panel::Scene) {
            return None;
        }
        let mut dock = Self::with(Tree::new(Id::unique("dock"), root, tiles));
        dock.folded = value.get("folded").and_then(Value::as_bool).unwrap_or(false);
        dock.unfolded_height = value.get("height").and_then(Value::as_f64).unwrap_or(160.0).clamp(96.0, 2000.0) as f32;
        Some(dock)
    }
}

fn linear(tiles: &mut Tiles<Panel>, dir: LinearDir, children: &[(TileId, f32)]) -> TileId {
    let mut linear = egui_tiles::Linear::new(dir, children.iter().map(|(child, _)| *child).collect());
    for (child, size) in children {
        linear.shares.set_share(*child, *size);
    }
    tiles.insert_container(linear)
}

fn holds(tiles: &Tiles<Panel>, tile: TileId, panel: Panel) -> bool {
    match tiles.get(tile) {
        Some(Tile::Pane(pane)) => *pane == panel,
        Some(Tile::Container(container)) => container.children().any(|child| holds(tiles, *child, panel)),
        None => false,
    }
}

/// Makes the shares of every row and column their sizes in points, and gives a change of size to the side that holds the
/// scene. `keep` is the folded tile, which stays as high as its bar.
fn fit(tiles: &mut Tiles<Panel>, tile: TileId, size: egui::Vec2, keep: Option<TileId>) {
    let Some(container) = tiles.get_container(tile) else { return };
    let children: Vec<TileId> = container.children().copied().filter(|child| tiles.is_visible_in_layout(*child)).collect();
    let dir = match container {
        Container::Tabs(_) => {
            let inner = vec2(size.x, size.y - METRICS.tab_bar);
            children.into_iter().for_each(|child| fit(tiles, child, inner, keep));
            return;
        }
        Container::Linear(linear) => linear.dir,
        Container::Grid(_) => return,
    };
    let scene = children.iter().copied().find(|child| holds(tiles, *child, Panel::Scene));
    let whole = if dir == LinearDir::Horizontal { size.x } else { size.y };
    let room = (whole - (children.len().saturating_sub(1)) as f32).max(1.0);
    let Some(Tile::Container(Container::Linear(linear))) = tiles.get_mut(tile) else { return };
    let mut sizes: Vec<f32> = children.iter().map(|child| linear.shares[*child].max(1.0)).collect();
    // Shares of 1 are what a tile gets that was just dropped here; as points they would be nothing.
    let fresh = sizes.iter().filter(|size| **size <= 1.5).count();
    if fresh > 0 {
        let typical = room / children.len() as f32;
        sizes.iter_mut().filter(|size| **size <= 1.5).for_each(|size| *size = typical.min(280.0));
    }
    share_out(&mut sizes, &children, room, scene, keep, dir);
    for (child, size) in children.iter().zip(&sizes) {
        linear.shares.set_share(*child, *size);
    }
    for (child, length) in children.into_iter().zip(sizes) {
        let inner = if dir == LinearDir::Horizontal { vec2(length, size.y) } else { vec2(size.x, length) };
        fit(tiles, child, inner, keep);
    }
}

/// Least size of the scene's side and of the others, in points.
fn least(dir: LinearDir, scene: bool) -> f32 {
    match (dir, scene) {
        (LinearDir::Horizontal, true) => 320.0,
        (LinearDir::Horizontal, false) => 200.0,
        (LinearDir::Vertical, true) => 160.0,
        (LinearDir::Vertical, false) => METRICS.tab_bar,
    }
}

fn share_out(sizes: &mut [f32], tiles: &[TileId], room: f32, scene: Option<TileId>, keep: Option<TileId>, dir: LinearDir) {
    let Some(scene_at) = tiles.iter().position(|tile| Some(*tile) == scene) else {
        let factor = room / sizes.iter().sum::<f32>().max(1.0);
        sizes.iter_mut().for_each(|size| *size *= factor);
        return;
    };
    for (index, size) in sizes.iter_mut().enumerate() {
        if Some(tiles[index]) == keep {
            *size = METRICS.tab_bar;
        } else if index != scene_at {
            *size = size.max(least(dir, false));
        }
    }
    let others: f32 = sizes.iter().enumerate().filter(|(index, _)| *index != scene_at).map(|(_, size)| size).sum();
    let most = (room - least(dir, true)).max(0.0);
    if others > most && others > 0.0 {
        // No room for all: the others shrink together before the scene gets too small.
        let factor = most / others;
        for (index, size) in sizes.iter_mut().enumerate() {
            if index != scene_at {
                *size *= factor;
            }
        }
    }
    let others: f32 = sizes.iter().enumerate().filter(|(index, _)| *index != scene_at).map(|(_, size)| size).sum();
    sizes[scene_at] = (room - others).max(1.0);
}

/// `gave_way` is closed for the moment only, and is written as open.
fn write_tile(tree: &Tree<Panel>, id: TileId, gave_way: Option<Panel>) -> Option<Value> {
    let hidden = !tree.is_visible(id) && tree.tiles.get_pane(&id).copied() != gave_way;
    match tree.tiles.get(id)? {
        Tile::Pane(panel) if hidden => Some(json!({ "hidden": panel.id() })),
        Tile::Pane(panel) => Some(json!(panel.id())),
        Tile::Container(Container::Tabs(tabs)) => {
            let children: Vec<Value> = tabs.children.iter().filter_map(|child| write_tile(tree, *child, gave_way)).collect();
            let active = tabs.active.and_then(|active| tabs.children.iter().position(|child| *child == active));
            Some(json!({ "tabs": children, "active": active }))
        }
        Tile::Container(Container::Linear(linear)) => {
            let children: Vec<Value> = linear.children.iter().filter_map(|child| write_tile(tree, *child, gave_way)).collect();
            let sizes: Vec<i64> = linear.children.iter().map(|child| linear.shares[*child].round() as i64).collect();
            let key = if linear.dir == LinearDir::Horizontal { "row" } else { "column" };
            Some(json!({ key: children, "sizes": sizes }))
        }
        Tile::Container(Container::Grid(_)) => None,
    }
}

fn read_tile(tiles: &mut Tiles<Panel>, value: &Value, seen: &mut HashSet<Panel>, depth: usize) -> Option<TileId> {
    if depth > 8 {
        return None;
    }
    let mut pane = |tiles: &mut Tiles<Panel>, id: &str| {
        let panel = Panel::named(id)?;
        seen.insert(panel).then(|| tiles.insert_pane(panel))
    };
    if let Some(id) = value.as_str() {
        return pane(tiles, id);
    }
    if let Some(id) = value.get("hidden").and_then(Value::as_str) {
        let tile = pane(tiles, id)?;
        tiles.set_visible(tile, Panel::named(id) == Some(Panel::Scene));
        return Some(tile);
    }
    let (key, children) = ["tabs", "row", "column"].into_iter().find_map(|key| Some((key, value.get(key)?.as_array()?)))?;
    if children.is_empty() {
        return None;
    }
    let read: Option<Vec<TileId>> = children.iter().map(|child| read_tile(tiles, child, seen, depth + 1)).collect();
    let read = read?;
    if key == "tabs" {
        let active = value.get("active").and_then(Value::as_u64).and_then(|active| read.get(active as usize)).copied();
        let mut tabs = egui_tiles::Tabs::new(read);
        if let Some(active) = active {
            tabs.set_active(active);
        }
        return Some(tiles.insert_container(tabs));
    }
    let dir = if key == "row" { LinearDir::Horizontal } else { LinearDir::Vertical };
    let sizes = value.get("sizes").and_then(Value::as_array);
    let size =
        |index: usize| sizes.and_then(|sizes| sizes.get(index)).and_then(Value::as_f64).unwrap_or(280.0).clamp(2.0, 10_000.0);
    let sized: Vec<(TileId, f32)> = read.into_iter().enumerate().map(|(index, tile)| (tile, size(index) as f32)).collect();
    Some(linear(tiles, dir, &sized))
}

/// How the panels look and what they do, for one frame.
struct Look<'a> {
    panel: &'a mut dyn FnMut(&mut Ui, Panel, PanelState),
    counts: &'a dyn Fn(Panel) -> Vec<(Tone, usize)>,
    focused: Panel,
    take_keyboard: Option<Panel>,
    below: Option<TileId>,
    /// The panes that show no tab while they are alone.
    bare: [Option<TileId>; 2],
    folded: bool,
    changed: bool,
    fold: Option<bool>,
    selected: bool,
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
        tiles.get_pane(&tile).is_some_and(|panel| *panel != Panel::Scene)
    }

    fn is_tab_bar_visible(&self, _tile: TileId, tabs: &egui_tiles::Tabs) -> bool {
        // The scene and the strip of variants have heads of their own; alone in their place they need no tab.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(dock: &Dock, panel: Panel) -> egui::Vec2 {
        let pane = dock.tree.tiles.find_pane(&panel).unwrap();
        dock.tree.tiles.rect(pane).unwrap().size()
    }

    fn draw(dock: &mut Dock, width: f32, height: f32) -> Vec<Panel> {
        let ctx = egui::Context::default();
        crate::theme::install(&ctx, &crate::theme::Look::default());
        let mut drawn = Vec::new();
        for _ in 0..3 {
            drawn.clear();
            let screen = Rect::from_min_size(egui::Pos2::ZERO, vec2(width, height));
            let input = egui::RawInput { screen_rect: Some(screen), ..egui::RawInput::default() };
            let mut output = ctx.run_ui(input, |ui| {
                let none = |_| Vec::new();
                dock.show(ui, &none, |_, panel, _| drawn.push(panel));
            });
            output.textures_delta.clear();
        }
        drawn
    }

    #[test]
    fn the_first_layout_has_the_measures_of_the_design() {
        let mut dock = Dock::new(1440.0);
        let drawn = draw(&mut dock, 1440.0, 836.0);
        assert_eq!(drawn, [Panel::Hierarchy, Panel::Scene, Panel::Variants, Panel::Problems, Panel::Inspector]);
        assert_eq!(sizes(&dock, Panel::Hierarchy).x, 264.0);
        assert_eq!(sizes(&dock, Panel::Inspector).x, 312.0);
        assert_eq!(sizes(&dock, Panel::Variants).y, 124.0);
        assert_eq!(sizes(&dock, Panel::Problems).y, 160.0 - METRICS.tab_bar);
    }

    #[test]
    fn a_narrow_window_gets_narrow_panels_and_folded_problems() {
        let mut dock = Dock::new(1280.0);
        draw(&mut dock, 1280.0, 656.0);
        assert_eq!(sizes(&dock, Panel::Hierarchy).x, 232.0);
        assert_eq!(sizes(&dock, Panel::Inspector).x, 280.0);
        assert!(!dock.is_open(Panel::Problems));
        dock.toggle(Panel::Problems);
        draw(&mut dock, 1280.0, 656.0);
        assert!(dock.is_open(Panel::Problems));
        assert!(sizes(&dock, Panel::Problems).y > 96.0);
    }

    #[test]
    fn only_the_scene_grows_with_the_window() {
        let mut dock = Dock::new(1440.0);
        draw(&mut dock, 1440.0, 836.0);
        draw(&mut dock, 2000.0, 1000.0);
        assert_eq!(sizes(&dock, Panel::Hierarchy).x, 264.0);
        assert_eq!(sizes(&dock, Panel::Variants).y, 124.0);
        draw(&mut dock, 1440.0, 836.0);
        assert_eq!(sizes(&dock, Panel::Inspector).x, 312.0);
    }

    #[test]
    fn panels_hide_and_come_back_but_the_scene_stays() {
        let mut dock = Dock::new(1440.0);
        dock.toggle(Panel::Hierarchy);
        assert!(!dock.is_open(Panel::Hierarchy));
        let drawn = draw(&mut dock, 1440.0, 836.0);
        assert!(!drawn.contains(&Panel::Hierarchy));
        dock.toggle(Panel::Hierarchy);
        assert!(dock.is_open(Panel::Hierarchy));
        assert_eq!(dock.focused(), Panel::Hierarchy);
        dock.close(Panel::Scene);
        assert!(dock.is_open(Panel::Scene));
        dock.toggle(Panel::ModDetails);
        assert!(dock.is_open(Panel::ModDetails) && !dock.is_open(Panel::Inspector), "they share their tabs");
    }

    #[test]
    fn one_side_gives_way_in_a_narrow_window_and_comes_back() {
        let mut dock = Dock::new(1440.0);
        draw(&mut dock, 1120.0, 700.0);
        assert!(dock.is_open(Panel::Hierarchy));
        draw(&mut dock, 1119.0, 700.0);
        assert!(!dock.is_open(Panel::Hierarchy) && dock.is_open(Panel::Inspector));
        assert!(Dock::read(&dock.write()).expect("a layout").is_open(Panel::Hierarchy), "it is closed for the moment only");
        dock.toggle(Panel::Hierarchy);
        draw(&mut dock, 1100.0, 700.0);
        assert!(dock.is_open(Panel::Hierarchy), "asked for, it stays");
        dock.close(Panel::Hierarchy);
        draw(&mut dock, 1440.0, 700.0);
        assert!(dock.is_open(Panel::Hierarchy));
    }

    #[test]
    fn f6_goes_round_the_open_panels() {
        let mut dock = Dock::new(1440.0);
        let mut seen = Vec::new();
        for _ in 0..5 {
            dock.step(true);
            seen.push(dock.focused());
        }
        assert_eq!(seen, [Panel::Variants, Panel::Problems, Panel::Hierarchy, Panel::Inspector, Panel::Scene]);
        dock.step(false);
        assert_eq!(dock.focused(), Panel::Inspector);
    }

    #[test]
    fn a_layout_survives_the_settings() {
        let mut dock = Dock::new(1440.0);
        dock.open(Panel::History, false);
        dock.close(Panel::Variants);
        draw(&mut dock, 1440.0, 836.0);
        let text = dock.write();
        let mut again = Dock::read(&text).expect("a layout");
        assert_eq!(again.write(), text);
        draw(&mut again, 1440.0, 836.0);
        assert!(again.is_open(Panel::History) && !again.is_open(Panel::Variants));
        assert_eq!(sizes(&again, Panel::Hierarchy).x, 264.0);
    }

    #[test]
    fn what_is_no_layout_is_refused() {
        for text in [
            "",
            "null",
            "{}",
            r#"{"tree":"hierarchy"}"#,
            r#"{"tree":{"tabs":[]}}"#,
            r#"{"tree":{"tabs":["scene","scene"]}}"#,
            r#"{"tree":{"tabs":["scene","unknown"]}}"#,
            r#"{"tree":{"grid":["scene"]}}"#,
        ] {
            assert!(Dock::read(text).is_none(), "{text}");
        }
        let deep = format!("{{\"tree\":{}\"scene\"{}}}", "{\"tabs\":[".repeat(20), "]}".repeat(20));
        assert!(Dock::read(&deep).is_none());
        assert!(Dock::read(r#"{"tree":{"tabs":["scene"]}}"#).is_some());
        let hidden = Dock::read(r#"{"tree":{"tabs":[{"hidden":"scene"},"history"]}}"#).expect("a layout");
        assert!(hidden.tree.is_visible(hidden.tree.tiles.find_pane(&Panel::Scene).unwrap()), "the scene is never hidden");
    }
}
