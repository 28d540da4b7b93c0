//! Edits whose reach *Changes apply to* decides, and what is said about it.

use tablewright_core::edit::{MergeKey, Roots, StateId};
use tablewright_core::json::Document;
use tablewright_core::scene::keys::Group;
use tablewright_core::variants::{self, Adjust, Children, Edited, EntityChange, OwnPart, Reach, SceneChange, Scope, Stage};
use tablewright_core::{Error, ErrorKind, Result};

use super::{Notice, Offer, Picked, Session};

/// Changes that can be made again with another reach.
#[derive(Debug, Clone)]
pub(super) enum Changes {
    Entities(Vec<EntityChange>),
    Keys(Vec<SceneChange>),
}

impl Changes {
    fn make(&self, stage: Stage<'_>, scope: Scope, adjust: &Adjust) -> Result<Edited> {
        match self {
            Self::Entities(changes) => variants::set_entities_adjusted(stage, scope, changes, adjust),
            Self::Keys(changes) => variants::set_scene_values(stage, scope, changes, adjust),
        }
    }
}

/// What a scoped edit needs to be made again with another reach.
#[derive(Debug, Clone)]
pub(super) struct LastScoped {
    state: StateId,
    before: Roots,
    shown: String,
    changes: Changes,
}

impl Session {
    pub(super) fn scene_or_refuse(&self) -> Result<&Document> {
        self.scene().ok_or_else(|| {
            Error::new(ErrorKind::Refused, "The scene can’t be read, so it can’t be changed")
                .hint("Mend it as Problems shows it, then try again.")
        })
    }

    /// What a scoped edit stands on.
    pub(super) fn stage<'a>(&'a self, scene: &'a Document) -> Stage<'a> {
        let also = if self.scope == Scope::Only { self.also.as_slice() } else { &[] };
        Stage { also, ..Stage::new(scene, &self.listed, &self.shown) }
    }

    pub(super) fn with_scene(&self, scene: Document) -> Roots {
        Roots { manifest: self.history.manifest().cloned(), scene: Some(scene) }
    }

    /// Puts a scoped edit into the history and says what it reached.
    pub(super) fn take(&mut self, label: String, edited: Edited, merge: Option<MergeKey>) -> Vec<Notice> {
        let roots = self.with_scene(edited.scene);
        if !self.history.apply(label, roots, merge) {
            return Vec::new();
        }
        self.reach_notice(&edited.reach).into_iter().collect()
    }

    fn reach_notice(&self, reach: &Reach) -> Option<Notice> {
        if !self.has_scope() {
            return None;
        }
        let text = reach.sentence(|id| self.variant_name(id).to_owned());
        let first_key = reach.first_own_copies.iter().any(|(_, part)| matches!(part, OwnPart::Key(_)));
        let offer = if first_key {
            Some(Offer::Undo)
        } else if !reach.own_copies_that_followed.is_empty() {
            Some(Offer::KeepApart(reach.own_copies_that_followed.clone()))
        } else if !reach.kept_own.is_empty() {
            Some(Offer::ChangeToo)
        } else {
            None
        };
        (!text.is_empty()).then_some(Notice { text, failed: false, stays: first_key, offer })
    }

    /// Changes the scene in the scope that is set, as one step.
    pub(super) fn change(&mut self, label: String, changes: Changes, merge: Option<MergeKey>) -> Result<Vec<Notice>> {
        let before = self.history.roots().clone();
        let edited = changes.make(self.stage(self.scene_or_refuse()?), self.scope, &Adjust::default())?;
        let notices = self.take(label, edited, merge);
        self.last_scoped = Some(LastScoped { state: self.history.state(), before, shown: self.shown.clone(), changes });
        Ok(notices)
    }

    /// How many variants an edit of what is selected would first give copies of what they have: those that follow the base
    /// where *Only* names it and not them.
    pub fn copies_needed(&self) -> usize {
        let keys: &[&str] = match self.picked {
            // Those of the group that have fields.
            Some(Picked::Group(Group::TableAndRoom)) => &["environment"],
            _ => &[],
        };
        let selection: Vec<&str> = self.selection.iter().map(String::as_str).collect();
        let Some(scene) = self.scene().filter(|_| !(selection.is_empty() && keys.is_empty())) else { return 0 };
        variants::copies_needed(self.stage(scene), &selection, keys)
    }

    pub(super) fn follow_base(&mut self, keys: &[String]) -> Result<Vec<Notice>> {
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let edited = variants::follow_base_again(self.stage(self.scene_or_refuse()?), &keys)?;
        let words: Vec<&str> = keys.iter().map(|key| tablewright_core::scene::keys::label(key)).collect();
        Ok(self.take(format!("Follow the base’s {} again", words.join(", ")), edited, None))
    }

    pub(super) fn adjust(&mut self, adjust: &Adjust) -> Result<Vec<Notice>> {
        let gone =
            || Error::new(ErrorKind::Refused, "Something else was changed since").hint("Undo to that step, then try again.");
        let last = self.last_scoped.clone().filter(|last| last.state == self.history.state()).ok_or_else(gone)?;
        let scene = last.before.scene.as_ref().ok_or_else(gone)?;
        let stage = Stage::new(scene, &self.listed, &last.shown);
        let edited = last.changes.make(stage, Scope::All, adjust)?;
        let text = edited.reach.sentence(|id| self.variant_name(id).to_owned());
        let roots = self.with_scene(edited.scene);
        self.history.amend(roots);
        self.last_scoped = Some(LastScoped { state: self.history.state(), ..last });
        Ok(if text.is_empty() { Vec::new() } else { vec![Notice::said(text)] })
    }

    pub(super) fn duplicate(&mut self, ids: &[String]) -> Result<Vec<Notice>> {
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let scene = self.scene_or_refuse()?;
        let added = variants::duplicate_entities(self.stage(scene), self.scope, &ids, [0.1, 0.0, 0.1])?;
        let label = format!("Duplicate {}", self.named(&ids));
        let notices = self.take(label, added.edited, None);
        self.selection = added.ids;
        Ok(notices)
    }

    pub(super) fn delete(&mut self, ids: &[String], children: Children) -> Result<Vec<Notice>> {
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let edited = variants::delete_entities(self.stage(self.scene_or_refuse()?), self.scope, &ids, children)?;
        let label = format!("Delete {}", self.named(&ids));
        Ok(self.take(label, edited, None))
    }

    pub(super) fn revert(&mut self, id: &str) -> Result<Vec<Notice>> {
        let edited = variants::revert_entity(self.stage(self.scene_or_refuse()?), id)?;
        let label = format!("Revert {} to the base", self.named(&[id]));
        Ok(self.take(label, edited, None))
    }
}
