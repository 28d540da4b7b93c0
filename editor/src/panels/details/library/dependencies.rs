//! Dependencies: packs that this one builds on, each at one exact version.

use egui::{RichText, Ui};
use tablewright_core::library::{PackCard, Pinned, Source};

use super::plugins::{head, read_from};
use super::{Library, Offer, What, act, card, hint, pins, sentence, short};
use crate::forms::Form;
use crate::icons::Icon;
use crate::panels::Wish;
use crate::session::LibraryEdit;
use crate::theme::{Tokens, body, mono_small, small};
use crate::widgets::{Button, Tone, check, note};

/// Draws the tab.
pub(in super::super) fn show(ui: &mut Ui, form: &mut Form<'_>, library: &mut Library) {
    let Some(session) = form.session.pack() else { return };
    let known = library.known(ui.ctx(), session);
    let mut wishes = Vec::new();
    super::page(ui, form, |ui, form| {
        if !form.shows("dependencies") {
            return;
        }
        sentence(
            ui,
            "Packs that this one builds on, each pinned to one exact version: a room, a table, a set of parts. Nothing moves by \
             itself, and the attribution on the page is made from this list.",
        );
        ui.add_space(12.0);
        library.source_row(ui, What::Pack, None, &mut wishes);
        ui.add_space(16.0);
        library.new_pack(ui, &mut wishes);
        let pins = pins(session);
        if pins.is_empty() && library.pack.is_none() {
            hint(ui, "No dependencies. A pack without any stands on its own.");
        }
        for (id, pin) in &pins {
            library.pin_card(ui, id, pin, known.packs.get(id), &mut wishes);
        }
    });
    form.wishes.append(&mut wishes);
    super::plain(ui, form, "Dependencies", &["dependencies"]);
}

impl Library {
    /// A pack that was read and is not pinned yet: its licence has to be acknowledged first.
    fn new_pack(&mut self, ui: &mut Ui, wishes: &mut Vec<Wish>) {
        let Some(offer) = self.pack.as_mut().filter(|offer| offer.moves.is_none()) else { return };
        let mut done = false;
        card(ui, &format!("Read: {}", offer.card.name), |ui| {
            head(ui, &offer.card.name, &offer.card.version, |_| {});
            facts(ui, &offer.card, None);
            ui.add_space(6.0);
            done = agree(ui, offer, "Add and pin", wishes);
        });
        if done {
            self.pack = None;
        }
    }

    fn pin_card(&mut self, ui: &mut Ui, id: &str, pin: &Pinned, known: Option<&(PackCard, Source)>, wishes: &mut Vec<Wish>) {
        let name = known.map_or(id, |(card, _)| card.name.as_str());
        let asks = self.asks_for(What::Pack).as_deref() == Some(id);
        card(ui, name, |ui| {
            head(ui, name, &pin.version, |ui| {
                let words = format!("Remove the dependency {id}");
                if ui.add(Button::quiet("Remove").name(&words)).clicked() {
                    act(wishes, LibraryEdit::Unpin(id.to_owned()));
                }
            });
            match known {
                Some((card, source)) => {
                    facts(ui, card, Some(pin));
                    self.looking(ui, id, source, wishes);
                }
                None => {
                    pin_line(ui, id, pin.commit.as_deref(), "");
                    hint(ui, "Its manifest wasn’t read on this computer yet, so its licence and its source aren’t known here.");
                    if asks {
                        ui.add_space(4.0);
                        self.source_row(ui, What::Pack, Some(id), wishes);
                    } else if ui.add(Button::control("Look for a newer version…").icon(Icon::Refresh)).clicked() {
                        self.asking = Some((What::Pack, id.to_owned()));
                        self.failed = None;
                    }
                }
            }
            self.outcome(ui, id, wishes);
        });
    }

    /// Where it was read, and the reading that looks for a newer version.
    fn looking(&mut self, ui: &mut Ui, id: &str, source: &Source, wishes: &mut Vec<Wish>) {
        let reads = self.reading.as_ref().is_some_and(|asked| asked.what == What::Pack && asked.expect.as_deref() == Some(id));
        if reads {
            self.source_row(ui, What::Pack, Some(id), wishes);
            return;
        }
        read_from(ui, What::Pack, id, source, self.reading.is_some(), wishes);
        let failed = self.failed.as_ref().filter(|(asked, _)| asked.what == What::Pack && asked.expect.as_deref() == Some(id));
        if let Some((_, why)) = failed {
            note(ui, Tone::Error, why, "", None);
        }
    }

    /// What looking for a newer version came to.
    fn outcome(&mut self, ui: &mut Ui, id: &str, wishes: &mut Vec<Wish>) {
        if let Some((_, said)) = self.told.as_ref().filter(|(told, _)| told == id) {
            note(ui, Tone::Success, said, "", None);
        }
        let Some(offer) = self.pack.as_mut().filter(|offer| offer.moves.is_some() && offer.card.id == id) else { return };
        let Some(pin) = offer.moves.clone() else { return };
        let from = named(&pin.version, pin.commit.as_deref());
        let to = named(&offer.card.version, offer.card.commit.as_deref());
        let said = format!("{} is out; the pin would move from {from} to {to}.", offer.card.version);
        ui.add_space(4.0);
        let mut done = false;
        if offer.asked {
            note(ui, Tone::Info, &said, "", None);
            ui.add_space(4.0);
            done = agree(ui, offer, &format!("Move to {}", offer.card.version.clone()), wishes);
        } else {
            offer.asked = note(ui, Tone::Info, &said, "", Some("Move the pin…"));
        }
        if done {
            self.pack = None;
        }
    }
}

/// `1.0.0 (abc1234)`
fn named(version: &str, commit: Option<&str>) -> String {
    commit.map_or_else(|| version.to_owned(), |commit| format!("{version} ({})", short(commit)))
}

/// The tick for the licence and the button that it wakes. Returns whether the offer is done with.
fn agree(ui: &mut Ui, offer: &mut Offer, words: &str, wishes: &mut Vec<Wish>) -> bool {
    let licence = offer.card.license.trim();
    let tick = if licence.is_empty() {
        "Its manifest names no licence; I have looked, and may use it".to_owned()
    } else {
        format!("I keep to its licence: {licence}")
    };
    check(ui, &mut offer.agreed, &tick);
    ui.add_space(4.0);
    let mut done = false;
    ui.horizontal(|ui| {
        let blocked = (!offer.agreed).then_some("Say first that you keep to its licence");
        if ui.add(Button::main(words).blocked(blocked)).clicked() {
            act(wishes, LibraryEdit::Pin(offer.card.clone()));
            done = true;
        }
        done |= ui.add(Button::quiet("Not now").form()).clicked();
    });
    done
}

/// Id, commit and licence.
fn facts(ui: &mut Ui, card: &PackCard, pin: Option<&Pinned>) {
    let commit = pin.map_or(card.commit.as_deref(), |pin| pin.commit.as_deref());
    let licence = if card.license.is_empty() { "no licence named".to_owned() } else { card.license.clone() };
    pin_line(ui, &card.id, commit, &licence);
}

fn pin_line(ui: &mut Ui, id: &str, commit: Option<&str>, licence: &str) {
    let t = Tokens::of(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        ui.label(RichText::new(id).font(mono_small()).color(t.text3));
        match commit {
            Some(commit) => {
                ui.label(RichText::new(short(commit)).font(mono_small()).color(t.text3)).on_hover_text(commit);
            }
            None => drop(ui.label(RichText::new("no commit").font(small()).color(t.text3))),
        }
        if !licence.is_empty() {
            ui.label(RichText::new(format!("Licence: {licence}")).font(body()).color(t.text2));
        }
    });
}
