//! Edits of what differs between variants. Each names the variant that it is about, whichever is on view, and none asks
//! *Changes apply to*: its reach is said by what it is called.

use tablewright_core::Result;
use tablewright_core::json::Value;
use tablewright_core::scene::keys;
use tablewright_core::variants::diff::part::{field_label, key_label, unit_label};
use tablewright_core::variants::diff::{self, KeyState, Others, Part};
use tablewright_core::variants::{Edited, OwnPart, Reach, Resolver, Stage, matrix};

use super::{Notice, Offer, Session};

/// What to do with differences of a variant.
#[derive(Debug, Clone)]
pub enum DifferencesEdit {
    /// *Revert to base*
    Revert(Vec<Part>),
    /// *Apply to base*, and what becomes of the other variants.
    Apply(Vec<Part>, Others),
    /// *Copy to variant…*
    Copy(Vec<Part>, Vec<String>),
    /// What the variant is to have of a key: what the base has, its own copy, or none.
    State(String, KeyState),
    /// Another value in a cell of the matrix.
    Cell(Part, Option<Value>),
}

impl Session {
    /// Does it for the variant `variant`, as one step.
    pub(super) fn change_differences(&mut self, variant: &str, edit: &DifferencesEdit) -> Result<Vec<Notice>> {
        let scene = self.scene_or_refuse()?;
        let stage = Stage::new(scene, self.listed(), variant);
        let edited = match edit {
            DifferencesEdit::Revert(parts) => diff::revert(stage, parts)?,
            DifferencesEdit::Apply(parts, others) => diff::apply_to_base(stage, parts, *others)?,
            DifferencesEdit::Copy(parts, targets) => {
                let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
                diff::copy_to(stage, parts, &targets)?
            }
            DifferencesEdit::State(key, KeyState::Follows) => diff::revert(stage, &[Part::Key(key.clone())])?,
            DifferencesEdit::State(key, KeyState::Own) => diff::make_own(stage, &[key.as_str()])?,
            DifferencesEdit::State(key, KeyState::None) => diff::none_here(stage, &[key.as_str()])?,
            DifferencesEdit::Cell(part, value) => matrix::set_cell(stage, part, value.clone())?,
        };
        let label = self.differences_label(variant, edit);
        let notice = self.differences_notice(variant, &edited);
        let roots = self.with_scene(edited.scene);
        Ok(if self.history.apply(label, roots, None) { vec![notice] } else { Vec::new() })
    }

    fn differences_label(&self, variant: &str, edit: &DifferencesEdit) -> String {
        let name = |id: &str| self.variant_name(id).to_owned();
        match edit {
            DifferencesEdit::Revert(parts) => format!("Revert {} to the base", self.parts_named(variant, parts)),
            DifferencesEdit::Apply(parts, _) => format!("Apply {} to the base", self.parts_named(variant, parts)),
            DifferencesEdit::Copy(parts, targets) => {
                let names: Vec<String> = targets.iter().map(|id| name(id)).collect();
                format!("Copy {} to {}", self.parts_named(variant, parts), names.join(", "))
            }
            DifferencesEdit::State(key, KeyState::Follows) => format!("Follow the base’s {} again", keys::label(key)),
            DifferencesEdit::State(key, KeyState::Own) => format!("Give {} its own {}", name(variant), keys::label(key)),
            DifferencesEdit::State(key, KeyState::None) => format!("No {} in {}", keys::label(key), name(variant)),
            DifferencesEdit::Cell(part, _) => format!("Change {} in {}", self.part_named(variant, part), name(variant)),
        }
    }

    fn parts_named(&self, variant: &str, parts: &[Part]) -> String {
        match parts {
            [part] => self.part_named(variant, part),
            parts => format!("{} differences", parts.len()),
        }
    }

    /// What people call a part of a variant.
    fn part_named(&self, variant: &str, part: &Part) -> String {
        match part {
            Part::Entity(id) => self.title_in(variant, id),
            Part::EntityScript(id) => format!("the script of {}", self.title_in(variant, id)),
            Part::Field { id, at } => format!("{} of {}", field_label(at).to_lowercase(), self.title_in(variant, id)),
            Part::Group(group) => group.label().to_owned(),
            Part::Key(key) => keys::label(key).to_owned(),
            Part::Unit { key, at } => format!("{} of {}", unit_label(at), keys::label(key)),
            Part::SceneScript(id) => format!("the script {id}"),
            Part::Nameless(_) => key_label("objects"),
        }
    }

    /// The title of an entity as a variant has it, else as the base does.
    fn title_in(&self, variant: &str, id: &str) -> String {
        let Some(scene) = self.scene() else { return id.to_owned() };
        let resolver = Resolver::new(scene);
        let resolved = resolver.resolve(variant, self.listed());
        let found = resolved.find(id).or_else(|| resolver.base_entity(id));
        found.map_or_else(|| id.to_owned(), |entity| entity.entity().title().into_owned())
    }

    /// What was reached, with *Undo* where a variant now owns what it inherited.
    fn differences_notice(&self, variant: &str, edited: &Edited) -> Notice {
        let Reach { changed, copies_given, first_own_copies, .. } = &edited.reach;
        let first_key = first_own_copies.iter().any(|(_, part)| matches!(part, OwnPart::Key(_)));
        let text = match (changed.is_empty(), *copies_given) {
            (true, 0) if first_own_copies.is_empty() => {
                format!("{} follows the base there. What it shows is the same.", self.variant_name(variant))
            }
            _ => edited.reach.sentence(|id| self.variant_name(id).to_owned()),
        };
        Notice { text, failed: false, stays: first_key, offer: first_key.then_some(Offer::Undo) }
    }
}
