//! What a room's owner and its guests will see of the game before it starts, to be tried out: nothing chosen here changes
//! the pack.
//!
//! The panel keeps a room of its own; what the manifest offers is read again when it changed. `owner` draws what only the
//! owner gets, `people` the roster and what each player is asked.

mod owner;
mod people;

use egui::{Margin, RichText, ScrollArea, Ui};
use rustc_hash::FxHashSet;
use tablewright_core::lobby::{Lobby, Room, Script, bots::Handler};
use tablewright_core::scene::view::SceneView;

use super::{View, Wish};
use crate::forms::scripts::{ScriptUses, Uses};
use crate::icons::Icon;
use crate::session::{Action, Session};
use crate::theme::{METRICS, Tokens, heading, mono, small};
use crate::widgets::{Button, Tone, chip, empty_state, icon_button, note, section, segmented};

/// The panel: a room that stands open until the pack is closed.
#[derive(Default)]
pub struct LobbyPanel {
    room: Room,
    /// What the last choice changed besides.
    said: Vec<String>,
    guest: bool,
    script: ScriptUses,
    read: Option<(u64, Lobby)>,
    refused: Option<Refused>,
}

/// Which bots the chosen variant cannot seat, and what that was found from.
struct Refused {
    revision: u64,
    variant: Option<String>,
    entry: Uses,
    bots: FxHashSet<String>,
}

impl LobbyPanel {
    /// Draws the panel.
    pub fn show(&mut self, ui: &mut Ui, view: View<'_>) -> Vec<Wish> {
        let session = view.session;
        let Some(manifest) = session.manifest() else {
            let purpose = "The manifest can’t be read, so nobody could open a room with this pack.";
            empty_state(ui, Tone::Error, Icon::Error, "No lobby", purpose, None);
            return Vec::new();
        };
        if self.read.as_ref().is_none_or(|(revision, _)| *revision != session.revision()) {
            self.read = Some((session.revision(), Lobby::of(manifest)));
        }
        // Taken out while the panel draws, which changes the room beside it.
        let Some((revision, lobby)) = self.read.take() else { return Vec::new() };
        let wishes = if lobby.is_game {
            self.look_for_bots(ui, session, &lobby);
            if let Some(refused) = self.refused.as_ref().filter(|_| !self.room.started) {
                self.said.extend(self.room.unseat(&lobby, |bot| refused.bots.contains(bot)));
            }
            self.draw(ui, session, &lobby)
        } else {
            let purpose = "A room plays a game pack. This pack is of another type, so no lobby asks about it.";
            empty_state(ui, Tone::Plain, Icon::Users, "No lobby", purpose, None);
            Vec::new()
        };
        self.read = Some((revision, lobby));
        wishes
    }

    /// Finds out which bots the chosen variant refuses, where what that follows from has changed.
    fn look_for_bots(&mut self, ui: &Ui, session: &Session, lobby: &Lobby) {
        let path = session.manifest().and_then(|manifest| manifest.root().get("entry")?.get("script")?.as_str());
        let entry = self.script.uses(session.root(), path.as_deref().unwrap_or_default(), ui);
        let variant = self.room.choice(lobby).map(|choice| choice.id.clone());
        let known = self
            .refused
            .as_ref()
            .is_some_and(|known| known.revision == session.revision() && known.variant == variant && known.entry == entry);
        if known {
            return;
        }
        let bots = refused_bots(session, lobby, variant.as_deref(), &entry);
        self.refused = Some(Refused { revision: session.revision(), variant, entry, bots });
    }

    fn draw(&mut self, ui: &mut Ui, session: &Session, lobby: &Lobby) -> Vec<Wish> {
        let mut wishes = Vec::new();
        self.toolbar(ui);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let edge = Margin { left: METRICS.panel_edge, right: METRICS.panel_edge, top: 10, bottom: 12 };
            egui::Frame::new().inner_margin(edge).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 6.0;
                self.header(ui, session, lobby, &mut wishes);
            });
            if !self.guest {
                section(ui, "Game options", |ui| self.options(ui, session, lobby));
            }
            section(ui, "Who is here", |ui| self.roster(ui, lobby));
            if !lobby.requirements.is_empty() {
                section(ui, "What players choose", |ui| people::requirements(ui, lobby, self.guest));
            }
            section(ui, "What scripts are told", |ui| self.told(ui, lobby));
            section(ui, "Always so", fixed);
        });
        wishes
    }

    fn toolbar(&mut self, ui: &mut Ui) {
        let bar = egui::Frame::new().inner_margin(Margin::symmetric(METRICS.panel_edge, 6));
        bar.show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 8.0;
                if let Some(choice) = segmented(ui, "Seen by", usize::from(self.guest), &["Owner", "Guest"]) {
                    self.guest = choice == 1;
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if icon_button(ui, Icon::Refresh, "Open the room anew", "", false, None, 24.0).clicked() {
                        self.room = Room::default();
                        self.said.clear();
                    }
                    let words = if self.room.started { "Back to the lobby" } else { "Start" };
                    let start = Button::control(words).on(self.room.started);
                    if ui.add(start).clicked() {
                        self.room.started = !self.room.started;
                    }
                });
            });
        });
        crate::widgets::hairline(ui);
    }

    /// What everybody in the lobby sees of the choice.
    fn header(&self, ui: &mut Ui, session: &Session, lobby: &Lobby, wishes: &mut Vec<Wish>) {
        let t = Tokens::of(ui);
        let name = session.manifest_text("name");
        ui.add(egui::Label::new(RichText::new(&name).font(small()).color(t.text2)).wrap());
        let Some(choice) = self.room.choice(lobby) else {
            ui.label(RichText::new("One way to play").font(heading(14.0)).color(t.text));
            facts(ui, lobby.players, false, false);
            return;
        };
        ui.horizontal_wrapped(|ui| {
            let line = if lobby.has_choice() { format!("Variant: {}", choice.name) } else { choice.name.clone() };
            ui.label(RichText::new(line).font(heading(14.0)).color(t.text));
            let shown = session.shown() == choice.id || !session.variants().iter().any(|info| info.id == choice.id);
            if !shown && ui.add(Button::link("Show it").name("Show this variant in the scene")).clicked() {
                wishes.push(Wish::Act(Action::Show(choice.id.clone())));
            }
        });
        facts(ui, choice.players, choice.rules_enforced, choice.ranked);
        if let Some(words) = &choice.description {
            ui.add(egui::Label::new(RichText::new(words).font(small()).color(t.text2)).wrap());
        }
        if let Some(lost) = self.room.lost(lobby) {
            let sentence = format!("This room stored “{lost}”, which the game does not offer.");
            let reason = format!("It opens on the list’s first variant, {}.", choice.name);
            note(ui, Tone::Info, &sentence, &reason, None);
        }
        for sentence in &self.said {
            note(ui, Tone::Info, sentence, "", None);
        }
    }

    fn told(&self, ui: &mut Ui, lobby: &Lobby) {
        let t = Tokens::of(ui);
        let words = "getVariant() answers this, to the entry script and to scripts of the table alike:";
        ui.add(egui::Label::new(RichText::new(words).font(small()).color(t.text2)).wrap());
        let answer = self.room.played(lobby).to_json();
        egui::Frame::new().fill(t.inset).corner_radius(METRICS.radius_card).inner_margin(8).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add(egui::Label::new(RichText::new(answer).font(mono()).color(t.text)).wrap().selectable(true));
        });
    }
}

/// The ids of the bots that no script seats in this variant. What cannot be read refuses nothing.
fn refused_bots(session: &Session, lobby: &Lobby, variant: Option<&str>, entry: &Uses) -> FxHashSet<String> {
    let Some(scene) = session.scene() else { return FxHashSet::default() };
    let script = match entry {
        Uses::None => Script::None,
        Uses::Coming | Uses::Unread(_) => Script::Unread,
        Uses::Read { text, .. } => Script::Text(text),
    };
    let resolved = tablewright_core::variants::resolve(scene, variant.unwrap_or_default(), session.listed());
    let refused = lobby.bots.iter().filter(|bot| {
        let handler = bot.handler.as_deref().map(|handler| Handler::new(SceneView::of(scene), script, handler));
        handler.is_some_and(|handler| !handler.is_registered(&resolved))
    });
    refused.map(|bot| bot.id.clone()).collect()
}

/// The range that a choice seats, and its badges.
fn facts(ui: &mut Ui, players: Option<tablewright_core::lobby::Range>, rules_enforced: bool, ranked: bool) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(6.0, 4.0);
        if let Some(range) = players {
            chip(ui, Tone::Plain, &range.words());
        }
        if rules_enforced {
            chip(ui, Tone::Success, "Fully scripted");
        }
        if ranked {
            chip(ui, Tone::Info, "Ranked available");
        }
    });
    if let Some(range) = players.filter(|range| range.max > range.seated()) {
        let words = format!("It says {}; the platform seats at most {}.", range.words(), range.seated());
        let t = Tokens::of(ui);
        ui.add(egui::Label::new(RichText::new(words).font(small()).color(t.warning)).wrap());
    }
}

/// The three things about the choice that no pack can change.
fn fixed(ui: &mut Ui) {
    let t = Tokens::of(ui);
    ui.spacing_mut().item_spacing.y = 4.0;
    for (icon, words) in [
        (Icon::User, "Only the room’s owner can change the variant."),
        (Icon::Lock, "It locks at Start: the table is set up for it once."),
        (Icon::Refresh, "It does not survive a change of game, even to one with a variant of the same id."),
    ] {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let (at, _) = ui.allocate_exact_size(egui::vec2(16.0, 16.0), egui::Sense::hover());
            icon.paint(ui, at, 14.0, t.text2);
            ui.add(egui::Label::new(RichText::new(words).font(small()).color(t.text2)).wrap());
        });
    }
}
