//! Objects inside objects, things of one of several kinds, and maps.

use egui::{RichText, Ui};
use tablewright_core::edit::{ManifestOp, kind_change, new_value};
use tablewright_core::json::{Pointer, Ref};
use tablewright_core::shape::{Rule, Shape};

use super::pick::{Choice, Pick, Picked};
use super::row::Row;
use super::{Form, Place, names};
use crate::icons::Icon;
use crate::theme::{Tokens, small};
use crate::widgets::{Button, Edit, TextField};

/// Fields of an object inside stand so far inside.
const DEEPER: f32 = 16.0;
/// At most so many members of a map are shown.
const MEMBERS: usize = 200;

impl Form<'_> {
    /// An object as a group of fields.
    pub(super) fn object(&mut self, ui: &mut Ui, place: &Place<'_>, shape: &'static Shape) {
        if place.value.is_none() && !place.field.required {
            self.absent(ui, place);
            return;
        }
        self.group_head(ui, place);
        self.deeper(DEEPER, |form| form.members(ui, &place.at, shape, &[]));
    }

    /// The row of an object that is not there, with the button that makes it.
    fn absent(&mut self, ui: &mut Ui, place: &Place<'_>) {
        let add = self.row(ui, Row::new(place), |ui, form| {
            let name = format!("Add {}", names::inside(&place.name));
            let pressed = ui.add(Button::control("Add").icon(Icon::Plus).form().name(&name)).clicked();
            form.help_where_empty(ui, place);
            pressed
        });
        if add.inner {
            let value = new_value(place.rule, None, &self.now);
            self.act(format!("Add {}", names::inside(&place.name)), vec![ManifestOp::Set(place.at.clone(), value)]);
        }
    }

    /// The label of a group with the problems of the whole, and *Remove* beside it.
    pub(super) fn group_head(&mut self, ui: &mut Ui, place: &Place<'_>) {
        self.row(ui, Row::new(place).shallow(), |ui, _| {
            let help = place.field.help;
            if !help.is_empty() {
                ui.add_space(5.0);
                ui.label(RichText::new(help).font(small()).color(Tokens::of(ui).text2));
            }
        });
    }

    /// The fields of an object that this type of pack may carry, but for those called `without`, then what it has besides.
    pub fn members(&mut self, ui: &mut Ui, at: &Pointer, shape: &'static Shape, without: &[&str]) {
        for field in shape.fields.iter().filter(|field| !without.contains(&field.key)) {
            if self.carries(field) {
                self.field(ui, &at.join(field.key));
            }
        }
        self.unknown_keys(ui, at, &[shape]);
    }

    /// A thing of one of several kinds, as a group of fields.
    pub(super) fn tagged(&mut self, ui: &mut Ui, place: &Place<'_>) {
        if place.value.is_none() && !place.field.required {
            self.absent(ui, place);
            return;
        }
        self.group_head(ui, place);
        self.deeper(DEEPER, |form| form.tagged_fields(ui, place));
    }

    /// The kind of a thing and the fields of that kind. Another kind takes the keys of the first away, in one step.
    pub(super) fn tagged_fields(&mut self, ui: &mut Ui, place: &Place<'_>) {
        let Rule::Tagged { tag, cases } = place.rule else { return };
        let word = place.value.and_then(|value| value.get(tag)?.as_str()).unwrap_or_default();
        let case = cases.iter().find(|(name, _)| *name == word);
        let Some(of_tag) = cases.first().and_then(|(_, shape)| shape.field(tag)) else { return };
        let at = place.at.join(tag);
        let name = self.name_of(&at);
        let value = place.value.and_then(|value| value.get(tag));
        let label = of_tag.label.to_owned();
        let kind = Place { at, field: of_tag, rule: of_tag.rule.plain(), value, label, name, is_element: false };
        let choices: Vec<Choice<'_>> = cases.iter().map(|(name, _)| Choice::new(*name, names::word(name))).collect();
        let picked = self.row(ui, Row::new(&kind), |ui, form| {
            let shown = match (case, kind.value) {
                (Some((name, _)), _) => names::word(name),
                (None, Some(value)) => super::row::brief(value, 40),
                (None, None) => "Not set".to_owned(),
            };
            let pick = Pick {
                name: &kind.name,
                shown: &shown,
                current: &word,
                faded: kind.value.is_none(),
                error: form.state.problems.has_error(&kind.at),
                width: ui.available_width(),
                typed: false,
                unset: None,
            };
            pick.show(ui, &choices)
        });
        if let (Some(Picked::Value(word)), Some(value)) = (picked.inner, place.value) {
            let ops = kind_change(&place.at, value, place.rule, &word, &self.now);
            self.act(format!("Make {} {}", names::inside(&place.name), kind_words(&word)), ops);
            return;
        }
        match case {
            Some((_, shape)) => self.members(ui, &place.at, shape, &[tag]),
            None => {
                let shapes: Vec<&'static Shape> = cases.iter().map(|(_, shape)| *shape).collect();
                self.unknown_keys(ui, &place.at, &shapes);
            }
        }
    }

    /// An object whose keys are the author's.
    pub(super) fn map(&mut self, ui: &mut Ui, place: &Place<'_>, of: &'static Rule) {
        let row = Row::new(place).shallow();
        let added = self.row(ui, row, |ui, form| {
            form.help_where_empty(ui, place);
            let name = format!("Add a key to {}", names::inside(&place.name));
            TextField::new(&name, "").hint("Type a new key").form().mono().show(ui).0
        });
        if let Edit::Commit(key) = added.inner
            && !key.trim().is_empty()
        {
            let at = place.at.join(key.trim());
            if self.manifest.at(&at).is_none() {
                let value = new_value(of, None, &self.now);
                self.act(format!("Add {}", key.trim()), vec![ManifestOp::Set(at, value)]);
            }
        }
        let members = place.value.into_iter().flat_map(Ref::members);
        let keys: Vec<String> = members.take(MEMBERS).map(|(key, _)| key.to_owned()).collect();
        self.deeper(DEEPER, |form| {
            for key in &keys {
                form.member_of_map(ui, place, key);
            }
        });
        let more = place.value.map_or(0, Ref::len).saturating_sub(MEMBERS);
        if more > 0 {
            self.words(ui, &format!("{} more are kept as they are.", names::grouped(more)));
        }
    }

    fn member_of_map(&mut self, ui: &mut Ui, map: &Place<'_>, key: &str) {
        let Some(mut place) = self.place(&map.at.join(key)) else { return };
        key.clone_into(&mut place.label);
        // A key of a map can be taken away like an optional field.
        place.is_element = false;
        if place.field.required {
            place.is_element = true;
        }
        match place.rule {
            Rule::Map(of) => self.map(ui, &place, of),
            _ => self.field_of(ui, &place),
        }
    }
}

fn kind_words(word: &str) -> String {
    format!("“{}”", names::inside(&names::word(word)))
}
