//! The workspaces of the window, each with its own layout of panels.

use egui::Ui;

use super::{Dock, Panel, PanelState};
use crate::icons::Icon;
use crate::widgets::Tone;

/// What the window is used for at the moment; its name stands in the top bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Workspace {
    /// The table: what stands on it, in every variant.
    Scene,
    /// Variants side by side, and what differs.
    Compare,
    /// The manifest as a form.
    ModDetails,
    /// The pack's files.
    Files,
}

impl Workspace {
    /// All workspaces, in the order of the top bar.
    pub const ALL: [Self; 4] = [Self::Scene, Self::Compare, Self::ModDetails, Self::Files];

    /// Its name in the top bar.
    pub fn title(self) -> &'static str {
        self.home().title()
    }

    /// Its picture.
    pub fn icon(self) -> Icon {
        self.home().icon()
    }

    /// A name that stays the same, for the settings file.
    pub fn id(self) -> &'static str {
        self.home().id()
    }

    /// The panel that it is about.
    pub fn home(self) -> Panel {
        match self {
            Self::Scene => Panel::Scene,
            Self::Compare => Panel::Compare,
            Self::ModDetails => Panel::ModDetails,
            Self::Files => Panel::Files,
        }
    }

    /// Whether a panel has a place here.
    pub fn has(self, panel: Panel) -> bool {
        match panel {
            Panel::Problems | Panel::Find | Panel::History => true,
            Panel::ModDetails => self == Self::ModDetails,
            Panel::Compare => self == Self::Compare,
            Panel::Differences | Panel::Matrix => matches!(self, Self::Scene | Self::Compare),
            // Beside the scene and the form files are dragged onto them.
            Panel::Files => matches!(self, Self::Files | Self::Scene | Self::ModDetails),
            Panel::Lobby => true,
            Panel::Hierarchy | Panel::Inspector | Panel::Scene | Panel::Variants => self == Self::Scene,
        }
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// All workspaces and which of them is shown. What is asked of a panel is asked of the workspace that is shown; a panel
/// that has no place there brings up the one that it has a place in.
pub struct Workspaces {
    shown: Workspace,
    docks: [Dock; Workspace::ALL.len()],
}

impl Workspaces {
    /// The layouts as they were kept, the first ones of look.md where there are none, for a window of this width.
    pub fn new<'a>(kept: impl Fn(Workspace) -> Option<&'a str>, window_width: f32) -> Self {
        let dock = |workspace| {
            kept(workspace).and_then(|text| Dock::read(workspace, text)).unwrap_or_else(|| Dock::new(workspace, window_width))
        };
        Self { shown: Workspace::Scene, docks: Workspace::ALL.map(dock) }
    }

    /// The workspace that is shown.
    pub fn shown(&self) -> Workspace {
        self.shown
    }

    /// Shows a workspace.
    pub fn show_workspace(&mut self, workspace: Workspace) {
        self.shown = workspace;
    }

    fn dock(&self) -> &Dock {
        &self.docks[self.shown.index()]
    }

    fn dock_mut(&mut self) -> &mut Dock {
        &mut self.docks[self.shown.index()]
    }

    /// Goes to a workspace that has the panel.
    fn go_where(&mut self, panel: Panel) {
        if !self.shown.has(panel) {
            let home = Workspace::ALL.into_iter().find(|workspace| workspace.home() == panel);
            let any = || Workspace::ALL.into_iter().find(|workspace| workspace.has(panel));
            self.shown = home.or_else(any).unwrap_or(self.shown);
        }
    }

    /// Puts the panels of the workspace that is shown back where they were at first.
    pub fn reset(&mut self, window_width: f32) {
        *self.dock_mut() = Dock::new(self.shown, window_width);
        self.dock_mut().changed = true;
    }

    /// The panel that the pointer or the keyboard was in last.
    pub fn focused(&self) -> Panel {
        self.dock().focused()
    }

    /// The layouts that changed since the last call, to be kept.
    pub fn take_changed(&mut self) -> Vec<(Workspace, String)> {
        let changed = self.docks.iter_mut().filter_map(|dock| dock.take_changed().then(|| (dock.workspace, dock.write())));
        changed.collect()
    }

    /// Whether a panel is open and, among tabs, in front.
    pub fn is_open(&self, panel: Panel) -> bool {
        self.dock().is_open(panel)
    }

    /// Opens a panel, brings it to the front, and with `take_keyboard` moves the keyboard there.
    pub fn open(&mut self, panel: Panel, take_keyboard: bool) {
        self.go_where(panel);
        self.dock_mut().open(panel, take_keyboard);
    }

    /// Opens a hidden panel, hides an open one. Lower tabs fold and unfold.
    pub fn toggle(&mut self, panel: Panel) {
        if self.shown.has(panel) {
            self.dock_mut().toggle(panel);
        } else {
            self.open(panel, true);
        }
    }

    /// Moves the keyboard to the next open panel, or the previous one.
    pub fn step(&mut self, forward: bool) {
        self.dock_mut().step(forward);
    }

    /// Draws the panels of the workspace that is shown; see [`Dock::show`].
    pub fn show(
        &mut self,
        ui: &mut Ui,
        counts: &dyn Fn(Panel) -> Vec<(Tone, usize)>,
        panel: impl FnMut(&mut Ui, Panel, PanelState),
    ) {
        self.dock_mut().show(ui, counts, panel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_brings_up_its_workspace() {
        let mut workspaces = Workspaces::new(|_| None, 1440.0);
        assert_eq!(workspaces.shown(), Workspace::Scene);
        workspaces.open(Panel::ModDetails, false);
        assert_eq!(workspaces.shown(), Workspace::ModDetails);
        workspaces.open(Panel::Problems, false);
        assert_eq!(workspaces.shown(), Workspace::ModDetails, "problems are shown everywhere");
        assert!(workspaces.is_open(Panel::Problems) && !workspaces.is_open(Panel::Scene));
        workspaces.toggle(Panel::Inspector);
        assert_eq!(workspaces.shown(), Workspace::Scene);
        assert!(workspaces.is_open(Panel::Inspector));
        let changed: Vec<Workspace> = workspaces.take_changed().into_iter().map(|(workspace, _)| workspace).collect();
        assert_eq!(changed, [Workspace::Scene, Workspace::ModDetails]);
        assert!(workspaces.take_changed().is_empty());
    }

    #[test]
    fn every_panel_has_a_place_and_every_home_its_own() {
        for panel in Panel::ALL {
            assert!(Workspace::ALL.into_iter().any(|workspace| workspace.has(panel)), "{panel:?}");
        }
        for workspace in Workspace::ALL {
            assert!(workspace.has(workspace.home()) && workspace.home().is_home());
        }
    }
}
