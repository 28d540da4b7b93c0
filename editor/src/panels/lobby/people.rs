//! Who sits in the room, and what each player is asked before Start.

use egui::{RichText, Ui, vec2};
use tablewright_core::lobby::{Bot, Lobby, Requirement};

use super::LobbyPanel;
use crate::icons::Icon;
use crate::theme::{METRICS, Tokens, body, caption, small, strong};
use crate::widgets::{Button, Tone, chip};

/// Somebody who has not answered yet, for the roster and for the sentence below it.
const GUEST: &str = "sam";

impl LobbyPanel {
    /// The owner, a guest and the bots, each with what they still have to choose.
    pub(super) fn roster(&mut self, ui: &mut Ui, lobby: &Lobby) {
        ui.spacing_mut().item_spacing.y = 4.0;
        let asked = |owner: bool| {
            let open = lobby.requirements.iter().filter(move |requirement| owner || !requirement.owner_only);
            open.map(Requirement::on_the_roster).collect::<Vec<_>>().join(", ")
        };
        let you = if self.guest { "(you)" } else { "" };
        let owner = if self.guest { "" } else { "(you)" };
        person(ui, Icon::User, &format!("The owner {owner}"), &asked(true));
        person(ui, Icon::User, &format!("{GUEST} {you}"), &asked(false));
        let refused = self.refused.as_ref().map(|refused| &refused.bots);
        let mut seats = self.room.bots.clone();
        for bot in &lobby.bots {
            let is_refused = refused.is_some_and(|refused| refused.contains(&bot.id));
            bot_row(ui, bot, &mut seats, is_refused, self.guest || self.room.started);
        }
        self.room.bots = seats;
        if lobby.bots.is_empty() {
            ui.label(RichText::new("No bots: the manifest lists none.").font(small()).color(Tokens::of(ui).text3));
        }
        let waits = lobby.requirements.iter().find(|requirement| requirement.required);
        if let Some(requirement) = waits {
            let who = if requirement.owner_only { "The owner" } else { GUEST };
            let words = requirement.before_start(who);
            ui.add(egui::Label::new(RichText::new(words).font(small()).color(Tokens::of(ui).warning)).wrap());
        }
    }
}

fn person(ui: &mut Ui, icon: Icon, name: &str, asked: &str) {
    let t = Tokens::of(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let (at, _) = ui.allocate_exact_size(vec2(16.0, METRICS.control), egui::Sense::hover());
        icon.paint(ui, at, 14.0, t.text2);
        ui.label(RichText::new(name.trim()).font(body()).color(t.text));
        ui.add(egui::Label::new(RichText::new(asked).font(small()).color(t.text3)).truncate());
    });
}

/// A bot: seated or not, or why it cannot be.
fn bot_row(ui: &mut Ui, bot: &Bot, seats: &mut Vec<String>, refused: bool, locked: bool) {
    let t = Tokens::of(ui);
    let seated = seats.iter().filter(|id| **id == bot.id).count();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let (at, _) = ui.allocate_exact_size(vec2(16.0, METRICS.control), egui::Sense::hover());
        Icon::Bot.paint(ui, at, 14.0, if refused { t.text3 } else { t.text2 });
        let name = if seated > 1 { format!("{} × {seated}", bot.label) } else { bot.label.clone() };
        ui.label(RichText::new(name).font(body()).color(if refused { t.text3 } else { t.text }));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if refused {
                chip(ui, Tone::Warning, "Refused here");
                return;
            }
            let full = bot.most.is_some_and(|most| seated >= most as usize);
            let blocked = if locked { Some("Only the owner seats bots, before Start") } else { None };
            let remove = format!("Remove {}", bot.label);
            if seated > 0 && ui.add(Button::quiet("Remove").name(&remove).blocked(blocked)).clicked() {
                let last = seats.iter().rposition(|id| *id == bot.id);
                last.map(|at| seats.remove(at));
            }
            let blocked = if full { Some("The manifest allows no more of it") } else { blocked };
            let seat = format!("Seat {}", bot.label);
            if ui.add(Button::control("Seat").name(&seat).blocked(blocked)).clicked() {
                seats.push(bot.id.clone());
            }
        });
    });
    let below = match &bot.handler {
        Some(handler) if refused => {
            format!(
                "No script of this variant registers “{handler}”, so the lobby, the table and the API refuse it (bot-variant-no-handler)."
            )
        }
        _ => match (bot.description.as_deref(), bot.difficulties.as_slice()) {
            (words, []) => words.unwrap_or_default().to_owned(),
            (words, strengths) => format!("{} {}", words.unwrap_or_default(), strengths.join(" · ")).trim().to_owned(),
        },
    };
    if !below.is_empty() {
        ui.horizontal_top(|ui| {
            ui.add_space(24.0);
            ui.add(egui::Label::new(RichText::new(below).font(small()).color(t.text3)).wrap());
        });
    }
}

/// Each requirement as its player sees it: label, picker with its tabs, help and bounds.
pub(super) fn requirements(ui: &mut Ui, lobby: &Lobby, guest: bool) {
    let t = Tokens::of(ui);
    ui.spacing_mut().item_spacing.y = 4.0;
    for requirement in &lobby.requirements {
        ui.horizontal(|ui| {
            ui.label(RichText::new(&requirement.label).font(strong()).color(t.text));
            if !requirement.required {
                chip(ui, Tone::Plain, "Optional");
            }
            if requirement.owner_only {
                chip(ui, Tone::Plain, "Owner only");
            }
        });
        if requirement.owner_only && guest {
            ui.label(RichText::new("A guest is not asked.").font(small()).color(t.text3));
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 12.0;
            for source in &requirement.sources {
                let words = match source.as_str() {
                    "mine" => "My decks",
                    "community" => "Community",
                    "database" => "From a deck site",
                    other => other,
                };
                ui.label(RichText::new(words).font(small()).color(t.text2));
            }
        });
        let below: Vec<&str> = [requirement.help.as_deref().unwrap_or_default(), requirement.bounds.as_str()]
            .into_iter()
            .filter(|words| !words.is_empty())
            .collect();
        if !below.is_empty() {
            ui.add(egui::Label::new(RichText::new(below.join(" · ")).font(small()).color(t.text3)).wrap());
        }
        let who = if requirement.owner_only { "The owner" } else { GUEST };
        let mut places = vec![format!("Roster: {}", requirement.on_the_roster())];
        if requirement.required {
            places.push(format!("Beside Start: {}", requirement.before_start(who)));
        }
        for place in places {
            ui.add(egui::Label::new(RichText::new(place).font(caption()).color(t.text3)).wrap());
        }
        ui.add_space(4.0);
    }
}
