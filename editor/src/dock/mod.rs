//! The docked panels of the workspaces: which there are, where they stand at first, how their tabs look, and how the
//! layout is remembered.
//!
//! Every workspace has a home panel that can never be closed: the scene, the mod details, the files. The panels beside it keep
//! their size in points when the window grows or shrinks; it takes the rest. Which workspace is shown is in `workspaces`,
//! how room is shared and the layout as text in `layout`, what tabs look like in `look`; what a panel shows is not known
//! here.

mod layout;
mod look;
mod workspaces;

pub use workspaces::{Workspace, Workspaces};

use std::collections::HashSet;

use egui::{Id, Ui};
use egui_tiles::{Container, LinearDir, Tile, TileId, Tiles, Tree};
use serde_json::{Value, json};

use self::layout::{fit, holds, linear, read_tile, write_tile};
use self::look::Look;
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens};
use crate::widgets::Tone;

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
    /// Two to four variants side by side.
    Compare,
    /// What differs between two variants, as a tree.
    Differences,
    /// What differs anywhere, a column a variant.
    Matrix,
    /// What a room's owner and guests see of the variants.
    Lobby,
    /// The manifest's fields.
    ModDetails,
    /// The pack's files.
    Files,
    /// What would be refused, and more.
    Problems,
    /// Text found in both files.
    Find,
    /// The steps that can be undone.
    History,
}

impl Panel {
    /// All panels.
    pub const ALL: [Self; 13] = [
        Self::Hierarchy,
        Self::Inspector,
        Self::Scene,
        Self::Variants,
        Self::Compare,
        Self::Differences,
        Self::Matrix,
        Self::Lobby,
        Self::ModDetails,
        Self::Files,
        Self::Problems,
        Self::Find,
        Self::History,
    ];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Hierarchy => "Hierarchy",
            Self::Inspector => "Inspector",
            Self::Scene => "Scene",
            Self::Variants => "Variants",
            Self::Compare => "Compare",
            Self::Differences => "Differences",
            Self::Matrix => "Matrix",
            Self::Lobby => "Lobby preview",
            Self::ModDetails => "Mod details",
            Self::Files => "Files",
            Self::Problems => "Problems",
            Self::Find => "Find",
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
            Self::Compare => "Show variants side by side",
            Self::Differences => "Show or hide the differences",
            Self::Matrix => "Show or hide the matrix of variants",
            Self::Lobby => "Show or hide the lobby preview",
            Self::ModDetails => "Show or hide mod details",
            Self::Files => "Show or hide the files",
            Self::Problems => "Show or hide the problems",
            Self::Find => "Show or hide what was found",
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
            Self::Compare => Icon::Compare,
            Self::Differences => Icon::Rebase,
            Self::Matrix => Icon::GridView,
            Self::Lobby => Icon::Users,
            Self::ModDetails => Icon::ListView,
            Self::Files => Icon::FolderOpen,
            Self::Problems => Icon::PanelBottom,
            Self::Find => Icon::Search,
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
            Self::Compare => "compare",
            Self::Differences => "differences",
            Self::Matrix => "matrix",
            Self::Lobby => "lobby",
            Self::ModDetails => "mod-details",
            Self::Files => "files",
            Self::Problems => "problems",
            Self::Find => "find",
            Self::History => "history",
        }
    }

    /// Whether it is what a workspace is about, and so always shown there.
    pub fn is_home(self) -> bool {
        Workspace::ALL.into_iter().any(|workspace| workspace.home() == self)
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

/// The panels of one workspace.
pub struct Dock {
    workspace: Workspace,
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
        Self::new(Workspace::Scene, 1440.0)
    }
}

fn tabs(tiles: &mut Tiles<Panel>, panels: &[Panel]) -> TileId {
    let panes = panels.iter().map(|panel| tiles.insert_pane(*panel)).collect();
    tiles.insert_tab_tile(panes)
}

impl Dock {
    /// The layout of look.md section 5 for a window of this width in points.
    pub fn new(workspace: Workspace, window_width: f32) -> Self {
        match workspace {
            Workspace::Scene => Self::scene(window_width),
            Workspace::Compare => Self::compare(window_width),
            Workspace::ModDetails | Workspace::Files => Self::alone(workspace),
        }
    }

    /// The views, and beside them what differs; the matrix and the lobby come up as tabs there.
    fn compare(window_width: f32) -> Self {
        let mut tiles = Tiles::default();
        let left = tabs(&mut tiles, &[Panel::Differences]);
        let views = tabs(&mut tiles, &[Panel::Compare]);
        let below = tabs(&mut tiles, &[Panel::Matrix, Panel::Problems, Panel::Find, Panel::History]);
        let middle = linear(&mut tiles, LinearDir::Vertical, &[(views, 640.0), (below, 200.0)]);
        let width = if window_width <= COMPACT { 320.0 } else { 384.0 };
        let root = linear(&mut tiles, LinearDir::Horizontal, &[(left, width), (middle, 1055.0)]);
        let mut dock = Self::with(Workspace::Compare, root, tiles);
        for panel in [Panel::Matrix, Panel::Problems, Panel::Find, Panel::History] {
            dock.close(panel);
        }
        dock.changed = false;
        dock
    }

    /// The home panel alone; problems, what was found and the history come up below it when they are asked for.
    fn alone(workspace: Workspace) -> Self {
        let mut tiles = Tiles::default();
        let form = tabs(&mut tiles, &[workspace.home()]);
        let below = tabs(&mut tiles, &[Panel::Problems, Panel::Find, Panel::History]);
        let root = linear(&mut tiles, LinearDir::Vertical, &[(form, 640.0), (below, 160.0)]);
        let mut dock = Self::with(workspace, root, tiles);
        for panel in [Panel::Problems, Panel::Find, Panel::History] {
            dock.close(panel);
        }
        dock.changed = false;
        dock
    }

    fn scene(window_width: f32) -> Self {
        let compact = window_width <= COMPACT;
        let mut tiles = Tiles::default();
        let left = tabs(&mut tiles, &[Panel::Hierarchy]);
        let scene = tabs(&mut tiles, &[Panel::Scene]);
        let variants = tabs(&mut tiles, &[Panel::Variants]);
        let below = tabs(&mut tiles, &[Panel::Problems, Panel::Differences, Panel::Find, Panel::History]);
        let right = tabs(&mut tiles, &[Panel::Inspector, Panel::Lobby]);
        // In a small window the strip is one row of names.
        let strip = if compact { 36.0 } else { 124.0 };
        let middle = linear(&mut tiles, LinearDir::Vertical, &[(scene, 540.0), (variants, strip), (below, 160.0)]);
        let (left_width, right_width) = if compact { (232.0, 280.0) } else { (264.0, 312.0) };
        let sides = [(left, left_width), (middle, 860.0), (right, right_width)];
        let root = linear(&mut tiles, LinearDir::Horizontal, &sides);
        let mut dock = Self::with(Workspace::Scene, root, tiles);
        if compact {
            dock.fold(true);
        }
        dock.changed = false;
        dock
    }

    fn with(workspace: Workspace, root: TileId, tiles: Tiles<Panel>) -> Self {
        let tree = Tree::new(Id::unique(("dock", workspace.id())), root, tiles);
        let (focused, take_keyboard, folded, changed, gave_way) = (workspace.home(), None, false, false, None);
        Self { workspace, tree, focused, take_keyboard, folded, unfolded_height: 160.0, changed, gave_way }
    }

    fn home(&self) -> Panel {
        self.workspace.home()
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

    /// Hides a panel; the home panel stays.
    pub fn close(&mut self, panel: Panel) {
        if panel == self.home() {
            return;
        }
        if let Some(id) = self.tree.tiles.find_pane(&panel) {
            self.tree.set_visible(id, false);
            self.changed = true;
            if self.focused == panel {
                self.focused = self.home();
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
            fit(&mut self.tree.tiles, root, area.size(), self.workspace.home(), keep);
        }
        let mut look = Look {
            panel: &mut panel,
            counts,
            focused: self.focused,
            take_keyboard: self.take_keyboard.take(),
            below: self.below(),
            home: self.home(),
            bare: [self.home(), Panel::Variants].map(|panel| self.tree.tiles.find_pane(&panel)),
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
        let right = self.is_open(Panel::Inspector);
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
                (!self.holds(tabs, self.home())).then_some(tabs)
            }
            _ => None,
        }
    }

    fn scene_side(&self, parent: TileId) -> Option<TileId> {
        let children = self.tree.tiles.get_container(parent)?.children_vec();
        children.into_iter().find(|child| self.holds(*child, self.home()))
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
            Panel::Problems | Panel::Find | Panel::History => [Panel::Problems, Panel::History, Panel::Find],
            Panel::Inspector | Panel::Differences | Panel::Lobby => [Panel::Inspector, Panel::Differences, Panel::Hierarchy],
            Panel::Matrix | Panel::Files => [Panel::Problems, Panel::History, Panel::Find],
            Panel::Hierarchy | Panel::Scene | Panel::Compare | Panel::ModDetails | Panel::Variants => {
                [Panel::Hierarchy, Panel::Inspector, Panel::Problems]
            }
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

    /// Reads a layout of a workspace; one that lacks the home panel, names a panel twice or is no layout at all gives
    /// `None`. Panels that belong to another workspace are left out.
    pub fn read(workspace: Workspace, text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let mut tiles = Tiles::default();
        let mut seen = HashSet::new();
        let root = read_tile(&mut tiles, value.get("tree")?, workspace, &mut seen, 0)?;
        if !seen.contains(&workspace.home()) {
            return None;
        }
        let mut dock = Self::with(workspace, root, tiles);
        dock.folded = value.get("folded").and_then(Value::as_bool).unwrap_or(false);
        dock.unfolded_height = value.get("height").and_then(Value::as_f64).unwrap_or(160.0).clamp(96.0, 2000.0) as f32;
        Some(dock)
    }
}

#[cfg(test)]
mod tests {
    use egui::{Rect, vec2};

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
        let mut dock = Dock::new(Workspace::Scene, 1440.0);
        let drawn = draw(&mut dock, 1440.0, 836.0);
        assert_eq!(drawn, [Panel::Hierarchy, Panel::Scene, Panel::Variants, Panel::Problems, Panel::Inspector]);
        assert_eq!(sizes(&dock, Panel::Hierarchy).x, 264.0);
        assert_eq!(sizes(&dock, Panel::Inspector).x, 312.0);
        assert_eq!(sizes(&dock, Panel::Variants).y, 124.0);
        assert_eq!(sizes(&dock, Panel::Problems).y, 160.0 - METRICS.tab_bar);
    }

    #[test]
    fn a_narrow_window_gets_narrow_panels_and_folded_problems() {
        let mut dock = Dock::new(Workspace::Scene, 1280.0);
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
        let mut dock = Dock::new(Workspace::Scene, 1440.0);
        draw(&mut dock, 1440.0, 836.0);
        draw(&mut dock, 2000.0, 1000.0);
        assert_eq!(sizes(&dock, Panel::Hierarchy).x, 264.0);
        assert_eq!(sizes(&dock, Panel::Variants).y, 124.0);
        draw(&mut dock, 1440.0, 836.0);
        assert_eq!(sizes(&dock, Panel::Inspector).x, 312.0);
    }

    #[test]
    fn panels_hide_and_come_back_but_the_scene_stays() {
        let mut dock = Dock::new(Workspace::Scene, 1440.0);
        dock.toggle(Panel::Hierarchy);
        assert!(!dock.is_open(Panel::Hierarchy));
        let drawn = draw(&mut dock, 1440.0, 836.0);
        assert!(!drawn.contains(&Panel::Hierarchy));
        dock.toggle(Panel::Hierarchy);
        assert!(dock.is_open(Panel::Hierarchy));
        assert_eq!(dock.focused(), Panel::Hierarchy);
        dock.close(Panel::Scene);
        assert!(dock.is_open(Panel::Scene));
        dock.toggle(Panel::Find);
        assert!(dock.is_open(Panel::Find) && !dock.is_open(Panel::Problems), "they share their tabs");
    }

    #[test]
    fn one_side_gives_way_in_a_narrow_window_and_comes_back() {
        let mut dock = Dock::new(Workspace::Scene, 1440.0);
        draw(&mut dock, 1120.0, 700.0);
        assert!(dock.is_open(Panel::Hierarchy));
        draw(&mut dock, 1119.0, 700.0);
        assert!(!dock.is_open(Panel::Hierarchy) && dock.is_open(Panel::Inspector));
        assert!(
            Dock::read(Workspace::Scene, &dock.write()).expect("a layout").is_open(Panel::Hierarchy),
            "it is closed for the moment only"
        );
        dock.toggle(Panel::Hierarchy);
        draw(&mut dock, 1100.0, 700.0);
        assert!(dock.is_open(Panel::Hierarchy), "asked for, it stays");
        dock.close(Panel::Hierarchy);
        draw(&mut dock, 1440.0, 700.0);
        assert!(dock.is_open(Panel::Hierarchy));
    }

    #[test]
    fn the_form_has_all_the_room_until_problems_are_asked_for() {
        let mut dock = Dock::new(Workspace::ModDetails, 1440.0);
        assert_eq!(draw(&mut dock, 1440.0, 836.0), [Panel::ModDetails]);
        assert_eq!(sizes(&dock, Panel::ModDetails), vec2(1440.0, 836.0));
        dock.toggle(Panel::Problems);
        assert_eq!(draw(&mut dock, 1440.0, 836.0), [Panel::ModDetails, Panel::Problems]);
        assert!(sizes(&dock, Panel::Problems).y > 96.0);
        dock.close(Panel::ModDetails);
        assert!(dock.is_open(Panel::ModDetails));
        let again = Dock::read(Workspace::ModDetails, &dock.write()).expect("a layout");
        assert!(again.is_open(Panel::Problems));
    }

    #[test]
    fn a_layout_from_before_the_workspaces_is_still_read() {
        let old = r#"{"tree":{"row":[{"tabs":["hierarchy"]},{"tabs":["scene"]},{"tabs":["inspector","mod-details"],"active":1}],"sizes":[264,860,312]}}"#;
        let dock = Dock::read(Workspace::Scene, old).expect("a layout");
        assert!(dock.is_open(Panel::Inspector) && !dock.is_open(Panel::ModDetails));
        assert!(Dock::read(Workspace::ModDetails, old).is_none(), "its home would have no place that was meant for it");
    }

    #[test]
    fn f6_goes_round_the_open_panels() {
        let mut dock = Dock::new(Workspace::Scene, 1440.0);
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
        let mut dock = Dock::new(Workspace::Scene, 1440.0);
        dock.open(Panel::History, false);
        dock.close(Panel::Variants);
        draw(&mut dock, 1440.0, 836.0);
        let text = dock.write();
        let mut again = Dock::read(Workspace::Scene, &text).expect("a layout");
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
            assert!(Dock::read(Workspace::Scene, text).is_none(), "{text}");
        }
        let deep = format!("{{\"tree\":{}\"scene\"{}}}", "{\"tabs\":[".repeat(20), "]}".repeat(20));
        assert!(Dock::read(Workspace::Scene, &deep).is_none());
        assert!(Dock::read(Workspace::Scene, r#"{"tree":{"tabs":["scene"]}}"#).is_some());
        let hidden = Dock::read(Workspace::Scene, r#"{"tree":{"tabs":[{"hidden":"scene"},"history"]}}"#).expect("a layout");
        assert!(hidden.tree.is_visible(hidden.tree.tiles.find_pane(&Panel::Scene).unwrap()), "the scene is never hidden");
    }
}
