//! What only the owner gets: the dropdown, Ranked, the seat cap, and the setup options with their controls.

use egui::{RichText, Ui};
use tablewright_core::lobby::{Answer, Control, Lobby, MOST_SEATED, Range, SetupOption};

use super::LobbyPanel;
use crate::session::Session;
use crate::theme::{Tokens, small};
use crate::widgets::{Edit, Field, NumberField, NumberKind, TextField, Tone, label_width, note, picker, picker_row, switch};

impl LobbyPanel {
    pub(super) fn options(&mut self, ui: &mut Ui, session: &Session, lobby: &Lobby) {
        ui.spacing_mut().item_spacing.y = 6.0;
        if lobby.has_choice() {
            self.dropdown(ui, lobby);
        } else if session.variants().len() < 2 {
            quiet(ui, "There is no Variant dropdown: a game shows one when it lists two variants or more.");
        }
        if self.room.choice(lobby).is_some_and(|choice| choice.ranked) {
            Field::new("Ranked").show(ui, |ui| {
                switch(ui, &mut self.room.ranked, "Scores and Player Trust change");
            });
        }
        self.seat_cap(ui, lobby);
        for option in &lobby.options {
            self.option(ui, lobby, option);
        }
        self.old_room(ui);
    }

    fn dropdown(&mut self, ui: &mut Ui, lobby: &Lobby) {
        let Some(shown) = self.room.choice(lobby) else { return };
        if self.room.started {
            Field::new("Variant").show(ui, |ui| {
                TextField::new("Variant", &shown.name).locked(Some("Locked since Start")).show(ui);
            });
            return;
        }
        let chosen = Field::new("Variant").show(ui, |ui| {
            picker(ui, "Variant", &shown.name, ui.available_width(), |ui| {
                let row = |choice: &&tablewright_core::lobby::Choice| {
                    let range = choice.players.map(Range::words).unwrap_or_default();
                    picker_row(ui, None, &choice.name, &range, choice.id == shown.id)
                };
                lobby.choices.iter().find(row).map(|choice| choice.id.clone())
            })
        });
        if let Some(id) = chosen.inner.flatten() {
            self.said = self.room.choose(lobby, &id);
        }
    }

    fn seat_cap(&mut self, ui: &mut Ui, lobby: &Lobby) {
        let range = self.room.range(lobby);
        let most = range.map_or(MOST_SEATED, Range::seated);
        let shown = self.room.seat_cap.map_or("No cap".to_owned(), |cap| cap.to_string());
        let chosen = Field::new("Seat cap").hint("How many players the owner lets in.").show(ui, |ui| {
            picker(ui, "Seat cap", &shown, ui.available_width(), |ui| {
                let mut chosen = None;
                if picker_row(ui, None, "No cap", "", self.room.seat_cap.is_none()) {
                    chosen = Some(None);
                }
                for cap in range.map_or(1, |range| range.min)..=most {
                    if picker_row(ui, None, &cap.to_string(), "", self.room.seat_cap == Some(cap)) {
                        chosen = Some(Some(cap));
                    }
                }
                chosen
            })
        });
        if let Some(cap) = chosen.inner.flatten()
            && let Err(why) = self.room.cap_seats(lobby, cap)
        {
            self.said = vec![why];
        }
    }

    fn option(&mut self, ui: &mut Ui, lobby: &Lobby, option: &SetupOption) {
        let Some(answer) = self.room.answer(lobby, &option.key).cloned() else { return };
        let hint = format!("The script finds it as options.{}.", option.key);
        let changed = Field::new(&option.label).hint(&hint).show(ui, |ui| control(ui, option, &answer)).inner;
        if let Some(help) = &option.help {
            below(ui, help);
        }
        match changed {
            Some(answer) if answer == option.default => drop(self.room.answers.remove(&option.key)),
            Some(answer) => drop(self.room.answers.insert(option.key.clone(), answer)),
            None => {}
        }
    }

    /// A room that was made when the pack offered other variants.
    fn old_room(&mut self, ui: &mut Ui) {
        let stored = self.room.variant.clone().unwrap_or_default();
        let field = Field::new("Stored id")
            .hint("What the room’s record holds. Type an id that the list has lost to see how an old room opens.");
        let (edit, _) = field.show(ui, |ui| TextField::new("Stored id", &stored).mono().hint("Nothing stored").show(ui)).inner;
        if let Edit::Commit(id) = edit {
            self.room.variant = Some(id.trim().to_owned()).filter(|id| !id.is_empty());
            self.said.clear();
        }
    }
}

/// The control of an option; the new answer where the owner gave one.
fn control(ui: &mut Ui, option: &SetupOption, answer: &Answer) -> Option<Answer> {
    match (&option.control, answer) {
        (Control::Toggle, Answer::Flag(on)) => {
            let mut on = *on;
            let words = if on { "On" } else { "Off" };
            switch(ui, &mut on, words).changed().then_some(Answer::Flag(on))
        }
        (Control::Number { min, max, .. }, Answer::Number(value)) => {
            let range = min.unwrap_or(f64::MIN)..=max.unwrap_or(f64::MAX);
            let field = NumberField::new(&option.label, *value, NumberKind::Scalar);
            // A field of such a range would be no range: the manifest is refused for it.
            let field = if range.is_empty() { field } else { field.range(range) };
            field.show(ui).committed().map(Answer::Number)
        }
        (Control::Select(rows), Answer::Text(value)) => {
            let label = rows.iter().find(|(other, _)| other == value).map_or(value.as_str(), |(_, label)| label.as_str());
            picker(ui, &option.label, label, ui.available_width(), |ui| {
                let row = |(other, label): &&(String, String)| picker_row(ui, None, label, "", other == value);
                rows.iter().find(row).map(|(value, _)| Answer::Text(value.clone()))
            })
            .flatten()
        }
        (Control::Text(most), Answer::Text(value)) => {
            let (edit, _) = TextField::new(&option.label, value).show(ui);
            let cut = |text: String| match most {
                Some(most) if text.encode_utf16().count() > *most as usize => {
                    let mut room = *most as usize;
                    let fits = |c: &char| {
                        let fits = c.len_utf16() <= room;
                        room = room.saturating_sub(c.len_utf16());
                        fits
                    };
                    text.chars().take_while(fits).collect()
                }
                _ => text,
            };
            edit.committed().map(cut).map(Answer::Text)
        }
        _ => {
            note(ui, Tone::Warning, "The default is of another kind than the control", "", None);
            None
        }
    }
}

/// A line under a control, in its column.
fn below(ui: &mut Ui, words: &str) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(label_width(ui.available_width()) + 8.0);
        ui.vertical(|ui| quiet(ui, words));
    });
}

fn quiet(ui: &mut Ui, words: &str) {
    let t = Tokens::of(ui);
    ui.add(egui::Label::new(RichText::new(words).font(small()).color(t.text3)).wrap());
}
