//! Two to four variants side by side, or two wiped one over the other: what differs is tinted, what stands elsewhere is a
//! ghost, the cameras go together.
//!
//! The panel holds what is shown and how (`kept`), its bars are in `bars`, the views themselves in `stage`. Scenes and marks
//! come from [`crate::compare`]. Nothing is edited here: a click selects, and the view that was clicked shows its variant in
//! the rest of the window.

mod bars;
mod kept;
mod stage;

pub use kept::{Kept, Mode};

use std::sync::Arc;

use egui::{Rect, Ui, vec2};
use tablewright_core::variants::diff::Mark;

use self::bars::Pressed;
use self::stage::Pane;
use super::{View, Wish};
use crate::commands::Command;
use crate::compare::picture::Picture;
use crate::compare::{Comparison, Look, MOST_VIEWS, Models};
use crate::icons::Icon;
use crate::session::{Action, Session};
use crate::shortcuts::Shortcuts;
use crate::theme::{self, METRICS, Tokens};
use crate::viewport::{Arrangement, Camera, SharedRenderer, Style, ViewCommand};
use crate::widgets::{Tone, empty_state};

/// Something for the panel to do, for the keys and the palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareCommand {
    /// Go to the next difference, or the previous one.
    Step(bool),
    /// Lock the cameras of all views, or let all go.
    LockAll,
    /// Tints on or off.
    Tints,
    /// Ghosts on or off.
    Ghosts,
    /// One more view.
    AddView,
    /// A command of the cameras.
    View(ViewCommand),
}

/// Where the selection stands among the differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    at: Option<usize>,
    count: usize,
}

impl Place {
    fn words(self) -> String {
        match (self.at, self.count) {
            (_, 0) => "No piece differs".to_owned(),
            (Some(at), count) => format!("Piece {} of {count}", at + 1),
            (None, 1) => "1 piece differs".to_owned(),
            (None, count) => format!("{count} pieces differ"),
        }
    }
}

/// The panel.
#[derive(Default)]
pub struct ComparePanel {
    renderer: Option<SharedRenderer>,
    /// Why nothing can be drawn, where there is no renderer.
    why: String,
    kept: Kept,
    panes: Vec<Pane>,
    made: u64,
    focused: usize,
    /// The variant that the window showed in the last frame.
    shown: String,
    models: Models,
    look: Option<Arc<Look>>,
    commands: Vec<CompareCommand>,
    /// The cameras stand where the person put them, and are left there.
    moved: bool,
    /// What the cameras were last framed for.
    framed: Option<u64>,
}

impl ComparePanel {
    /// A panel that draws with `renderer`, or says why it can't; `kept` is what [`ComparePanel::kept`] said.
    pub fn new(renderer: Result<SharedRenderer, String>, kept: &str) -> Self {
        let (renderer, why) = match renderer {
            Ok(renderer) => (Some(renderer), String::new()),
            Err(why) => (None, why),
        };
        Self { renderer, why, kept: Kept::read(kept), ..Self::default() }
    }

    /// What is to be remembered.
    pub fn kept(&self) -> String {
        self.kept.write()
    }

    /// Asks for something to be done at the next frame.
    pub fn command(&mut self, command: CompareCommand) {
        self.commands.push(command);
    }

    /// The picture of what is compared now, as the views show it; `size` in pixels. Where `framed`, all is in sight, and the
    /// picture is the one that `tablewright render` makes. Nothing where there is nothing to compare.
    pub fn picture(&self, session: &Session, size: (u32, u32), style: Style, framed: bool) -> Option<Picture> {
        let comparison = self.comparison();
        (comparison.views.len() > 1).then_some(())?;
        let (arrangement, count) = match self.kept.mode {
            Mode::SideBySide => (Arrangement::SideBySide, self.panes.len()),
            Mode::Wipe => (Arrangement::Wipe(self.kept.wipe), 2),
        };
        let cameras = if framed || !self.moved {
            Vec::new()
        } else {
            self.panes.iter().take(count).map(|pane| pane.camera_for(arrangement, count, size)).collect()
        };
        Some(Picture {
            root: session.root().to_path_buf(),
            manifest: session.manifest().cloned(),
            scene: session.scene()?.clone(),
            comparison,
            arrangement,
            cameras,
            size,
            style,
            snap: self.kept.snap,
        })
    }

    /// The variant that the views are held against, and the one of the view that has the focus; nothing before the panel was
    /// drawn.
    pub fn pair(&self) -> Option<(String, String)> {
        let focused = self.kept.views.get(self.focused)?;
        Some((self.comparison().reference().to_owned(), focused.clone()))
    }

    /// From where the views are seen, for tests.
    pub fn cameras(&self) -> Vec<Camera> {
        self.panes.iter().map(Pane::camera).collect()
    }

    /// What is shown and how, for tests.
    pub fn shown_as(&self) -> &Kept {
        &self.kept
    }

    /// Whether the cameras stand where the person put them.
    pub fn is_moved(&self) -> bool {
        self.moved
    }

    fn comparison(&self) -> Comparison {
        let count = if self.kept.mode == Mode::Wipe { 2 } else { MOST_VIEWS };
        let views = self.kept.views.iter().take(count).cloned().collect();
        Comparison { views, against: self.kept.against.clone(), marking: self.kept.marking() }
    }

    fn is_locked(&self, number: usize) -> bool {
        self.kept.mode == Mode::Wipe || !self.kept.unlocked.contains(&number)
    }

    /// Draws the panel.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>, look: &theme::Look, shortcuts: &Shortcuts) -> Vec<Wish> {
        let session = view.session;
        let Some(renderer) = self.renderer.clone() else {
            empty_state(ui, Tone::Error, Icon::Error, "The variants can’t be drawn", &self.why, None);
            return Vec::new();
        };
        if session.variants().len() < 2 {
            let purpose = "A pack with two variants or more shows here how they differ, side by side.";
            empty_state(ui, Tone::Plain, Icon::Compare, "Nothing to compare", purpose, None);
            return Vec::new();
        }
        let Some(scene) = session.scene() else {
            let fault = session.copy().scene.fault().map(ToString::to_string).unwrap_or_default();
            empty_state(ui, Tone::Error, Icon::Error, "The scene can’t be read", &fault, None);
            return Vec::new();
        };
        let mut wishes = Vec::new();
        self.settle_views(session, &renderer);
        self.follow(session);
        let seen = self.models.look(scene, session.listed(), session.root(), &self.comparison());
        self.look = Some(Arc::clone(&seen));
        let [tools, stage, legend] = thirds(ui.available_rect_before_wrap());
        ui.painter().rect_filled(tools, 0.0, Tokens::of(ui).panel);
        let mut pressed = self.toolbar(ui, tools, session, shortcuts);
        let selected = session.selection().last();
        let at = seen.steps.iter().position(|(id, _)| Some(id) == selected);
        self.legend(ui, legend, Place { at, count: seen.steps.len() }, shortcuts);
        self.run_commands(ui, session, &seen, look, &mut wishes);
        pressed.extend(self.stage(ui, stage, view, &seen, look, &mut wishes));
        for press in pressed {
            self.press(press, session, &mut wishes);
        }
        wishes
    }

    /// Views of variants that the pack has, at least two.
    fn settle_views(&mut self, session: &Session, renderer: &SharedRenderer) {
        let infos = session.variants();
        let known = |id: &String| infos.iter().any(|info| info.id == *id);
        self.kept.views.retain(known);
        if self.kept.against.as_ref().is_some_and(|id| !known(id)) {
            self.kept.against = None;
        }
        while self.kept.views.len() < 2 {
            let next = self.next_variant(session);
            self.kept.views.push(next);
        }
        let count = self.kept.views.len();
        while self.panes.len() < count {
            self.made += 1;
            self.panes.push(Pane::new(renderer.clone(), self.made));
        }
        self.panes.truncate(count);
        self.kept.unlocked.retain(|number| *number < count);
        self.focused = self.focused.min(count - 1);
    }

    /// The variant for one more view: the base first, then the one that is shown, then those that no view has.
    fn next_variant(&self, session: &Session) -> String {
        let infos = session.variants();
        let base = infos.iter().filter(|info| info.is_base);
        let shown = infos.iter().filter(|info| info.id == session.shown());
        let mut wanted = base.chain(shown).chain(infos);
        let free = wanted.find(|info| !self.kept.views.contains(&info.id));
        free.or(infos.first()).map(|info| info.id.clone()).unwrap_or_default()
    }

    /// Where another variant was chosen elsewhere in the window, its view has the focus, or the focused view shows it.
    fn follow(&mut self, session: &Session) {
        let seen = if self.kept.mode == Mode::Wipe { 2 } else { self.panes.len() };
        let first = self.shown.is_empty();
        if self.shown != session.shown() {
            session.shown().clone_into(&mut self.shown);
            match self.kept.views.iter().take(seen).position(|id| *id == self.shown) {
                Some(at) => self.focused = at,
                // What was compared when the window was closed comes back; the first view is what the others are held to.
                None if first => {
                    self.focused = seen - 1;
                    self.kept.views[self.focused] = self.shown.clone();
                }
                None => self.kept.views[self.focused.min(seen - 1)] = self.shown.clone(),
            }
        }
        self.focused = self.focused.min(seen - 1);
    }

    fn run_commands(&mut self, ui: &Ui, session: &Session, seen: &Look, look: &theme::Look, wishes: &mut Vec<Wish>) {
        for command in std::mem::take(&mut self.commands) {
            match command {
                CompareCommand::Step(forward) => self.step(ui, session, seen, forward, look, wishes),
                CompareCommand::LockAll => self.press(Pressed::LockAll, session, wishes),
                CompareCommand::Tints => self.kept.tints = !self.kept.tints,
                CompareCommand::Ghosts => self.kept.ghosts = !self.kept.ghosts,
                CompareCommand::AddView => self.press(Pressed::AddView, session, wishes),
                CompareCommand::View(ViewCommand::FrameSelection) => self.frame(ui, seen, session.selection(), look),
                CompareCommand::View(ViewCommand::FrameAll) => (self.moved, self.framed) = (false, None),
                CompareCommand::View(command) => self.turn(command),
            }
        }
    }

    /// Selects the next difference, in a view that has it, and shows it in all of them.
    fn step(&mut self, ui: &Ui, session: &Session, seen: &Look, forward: bool, look: &theme::Look, wishes: &mut Vec<Wish>) {
        let count = seen.steps.len();
        if count == 0 {
            return;
        }
        let selected = session.selection().last();
        let at = seen.steps.iter().position(|(id, _)| Some(id) == selected);
        let next = match (at, forward) {
            (Some(at), true) => (at + 1) % count,
            (Some(at), false) => (at + count - 1) % count,
            (None, true) => 0,
            (None, false) => count - 1,
        };
        let (id, _): &(String, Mark) = &seen.steps[next];
        let has = |number: &usize| seen.views.get(*number).is_some_and(|v| v.model.entity(id).is_some_and(|e| !e.ghost));
        let holder = Some(self.focused).filter(has).or_else(|| (0..seen.views.len()).find(has));
        if let Some(number) = holder {
            self.focus(number, session, wishes);
        }
        wishes.push(Wish::Act(Action::Select(vec![id.clone()])));
        self.frame(ui, seen, std::slice::from_ref(id), look);
    }

    /// Gives a view the focus: its variant is the one that the window shows.
    fn focus(&mut self, number: usize, session: &Session, wishes: &mut Vec<Wish>) {
        self.focused = number;
        let id = &self.kept.views[number];
        if *id != session.shown() {
            self.shown.clone_from(id);
            wishes.push(Wish::Act(Action::Show(id.clone())));
        }
    }

    fn press(&mut self, press: Pressed, session: &Session, wishes: &mut Vec<Wish>) {
        match press {
            Pressed::Mode(mode) => {
                self.kept.mode = mode;
                self.framed = None;
            }
            Pressed::LockAll if self.kept.unlocked.is_empty() => self.kept.unlocked = (0..self.panes.len()).collect(),
            Pressed::LockAll => {
                self.kept.unlocked.clear();
                self.bring_together(self.focused);
            }
            Pressed::Lock(number) => match self.kept.unlocked.iter().position(|other| *other == number) {
                Some(at) => {
                    self.kept.unlocked.remove(at);
                    let other = (0..self.panes.len()).find(|other| *other != number && self.is_locked(*other));
                    self.bring_together(other.unwrap_or(number));
                }
                None => self.kept.unlocked.push(number),
            },
            Pressed::Tints => self.kept.tints = !self.kept.tints,
            Pressed::Ghosts => self.kept.ghosts = !self.kept.ghosts,
            Pressed::Snap => self.kept.snap = !self.kept.snap,
            Pressed::Against(id) => self.kept.against = id,
            Pressed::AddView => {
                if self.kept.views.len() < MOST_VIEWS && self.kept.mode == Mode::SideBySide {
                    let next = self.next_variant(session);
                    self.kept.views.push(next);
                }
            }
            Pressed::SavePicture => wishes.push(Wish::Command(Command::SavePicture)),
            Pressed::Variant(number, id) => {
                self.kept.views[number] = id;
                self.focus(number, session, wishes);
            }
            Pressed::Close(number) => self.close(number, session, wishes),
            Pressed::Wipe(share) => self.kept.wipe = share.clamp(0.0, 1.0),
        }
    }

    fn close(&mut self, number: usize, session: &Session, wishes: &mut Vec<Wish>) {
        if self.panes.len() <= 2 || number >= self.panes.len() {
            return;
        }
        self.kept.views.remove(number);
        self.panes.remove(number);
        let unlocked = self.kept.unlocked.iter().filter(|other| **other != number);
        self.kept.unlocked = unlocked.map(|other| if *other > number { other - 1 } else { *other }).collect();
        if self.focused == number {
            self.focus(number.min(self.panes.len() - 1), session, wishes);
        } else if self.focused > number {
            self.focused -= 1;
        }
    }
}

/// The tools, the views, the legend.
fn thirds(rect: Rect) -> [Rect; 3] {
    let tools = Rect::from_min_size(rect.min, vec2(rect.width(), METRICS.toolbar));
    let legend = Rect::from_min_max(rect.left_bottom() - vec2(0.0, LEGEND), rect.max);
    let stage = Rect::from_min_max(tools.left_bottom() + vec2(0.0, 1.0), legend.right_top() - vec2(0.0, 1.0));
    [tools, stage, legend]
}

const LEGEND: f32 = 28.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_said_in_words() {
        let words = |at, count| Place { at, count }.words();
        assert_eq!(words(Some(1), 5), "Piece 2 of 5");
        assert_eq!([words(None, 0), words(None, 1), words(None, 5)], ["No piece differs", "1 piece differs", "5 pieces differ"]);
    }
}
