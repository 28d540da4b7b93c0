//! Edits of the pack's variants: the list in both documents, the base, and what a variant has of its own. Each is one step
//! of the history.

use tablewright_core::edit::Roots;
use tablewright_core::json::Ref;
use tablewright_core::variants::list_edit::{self, NewVariant, UnlistedToo};
use tablewright_core::variants::{self, Stage};
use tablewright_core::{Error, Result, pointer};

use super::{Notice, Offer, Session};

/// One of them.
#[derive(Debug, Clone)]
pub enum VariantEdit {
    /// Add a variant.
    Add(NewVariant),
    /// Add a copy of this one behind it.
    Duplicate(String),
    /// Give the variant a name; its id follows until it is published.
    Name {
        /// Its id.
        id: String,
        /// The name.
        name: String,
    },
    /// Give the variant another id.
    RenameId {
        /// The id.
        old: String,
        /// The new one.
        new: String,
    },
    /// Move an entry of the list.
    Move {
        /// Its number in the manifest.
        from: usize,
        /// The number that it gets.
        to: usize,
    },
    /// Delete the variant.
    Remove(String, UnlistedToo),
    /// Make it the base.
    MakeBase(String),
    /// List variants that only the scene knows.
    AddBack(Vec<String>),
    /// List all of them.
    AddAllBack,
    /// Take the differences of variants that are not listed away.
    RemoveUnlisted(Vec<String>),
    /// Let a variant follow the base again in these keys of the scene.
    FollowBase {
        /// Its id.
        id: String,
        /// The keys.
        keys: Vec<String>,
    },
    /// Detach all scripts in the variant.
    DetachScripts(String),
}

/// What detaching scripts leaves to be done by the person.
const PLACE_IT: &str = "Whatever those scripts dealt or spawned has to be placed in this variant’s scene.";

impl Session {
    /// Whether the variant was published under this id: rooms have stored it then.
    pub fn is_published_variant(&self, id: &str) -> bool {
        let published = self.git().and_then(|git| git.published.as_ref());
        published.is_some_and(|published| published.variants.iter().any(|other| other == id))
    }

    /// What the person has to look after where a variant's scripts are detached.
    pub fn by_hand_reminder(&self) -> String {
        let stays = self.manifest().and_then(|manifest| variants::scripts_that_stay(manifest, self.scene()));
        stays.map_or_else(|| PLACE_IT.to_owned(), |stays| format!("{stays} {PLACE_IT}"))
    }

    pub(super) fn edit_variants(&mut self, edit: &VariantEdit) -> Result<Vec<Notice>> {
        let label = self.variant_label(edit);
        let roots = self.history.roots().clone();
        let mut notices = Vec::new();
        let after = match edit {
            VariantEdit::Add(new) => {
                let added = list_edit::add(&roots, new)?;
                if let Some(first) = &added.first {
                    notices.push(Notice::said(format!(
                        "The game as it was is the variant “{first}” now: the base, and what a lobby starts with."
                    )));
                }
                added.roots
            }
            VariantEdit::Duplicate(id) => list_edit::duplicate(&roots, id)?.roots,
            VariantEdit::Name { id, name } => {
                let renamed = list_edit::set_name(&roots, id, name, self.is_published_variant(id))?;
                self.follow_id(id, &renamed.id);
                renamed.roots
            }
            VariantEdit::RenameId { old, new } => {
                let renamed = list_edit::rename_id(&roots, old, new)?;
                self.follow_id(old, new);
                renamed
            }
            VariantEdit::Move { from, to } => list_edit::reorder(&roots, *from, *to)?,
            VariantEdit::Remove(id, unlisted) => self.remove_variant(&roots, id, *unlisted, &mut notices)?,
            VariantEdit::MakeBase(id) => {
                let rebased = variants::make_base(self.scene_or_refuse()?, self.listed(), id)?;
                notices.extend(rebased.notes.into_iter().map(Notice::said));
                self.with_scene(rebased.scene)
            }
            VariantEdit::AddBack(ids) => list_edit::add_back_to_list(&roots, ids)?,
            VariantEdit::AddAllBack => list_edit::add_all_back_to_list(&roots)?,
            VariantEdit::RemoveUnlisted(ids) => list_edit::remove_unlisted(&roots, ids)?,
            VariantEdit::FollowBase { id, keys } => {
                let stage = Stage::new(self.scene_or_refuse()?, self.listed(), id);
                let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
                self.with_scene(variants::follow_base_again(stage, &keys)?.scene)
            }
            VariantEdit::DetachScripts(id) => {
                let scene = variants::detach_scripts(Stage::new(self.scene_or_refuse()?, self.listed(), id))?;
                let text = self.by_hand_reminder();
                notices.push(Notice { text, failed: false, stays: true, offer: Some(Offer::Undo) });
                self.with_scene(scene)
            }
        };
        self.history.apply(label, after, None);
        Ok(notices)
    }

    fn remove_variant(&self, roots: &Roots, id: &str, unlisted: UnlistedToo, notices: &mut Vec<Notice>) -> Result<Roots> {
        let removed = list_edit::remove(roots, id, unlisted)?;
        if let Some(base) = &removed.new_base {
            notices.push(Notice::said(format!("{} is the base now.", self.variant_name(base))));
        }
        if let Some(last) = &removed.last {
            notices.push(Notice::said(format!(
                "What {} played is the one way to play now: the pack has no variants any more.",
                self.variant_name(last)
            )));
        }
        Ok(removed.roots)
    }

    /// Keeps what is shown and named where its id becomes another.
    fn follow_id(&mut self, old: &str, new: &str) {
        for id in std::iter::once(&mut self.shown).chain(&mut self.also).filter(|id| *id == old) {
            new.clone_into(id);
        }
    }

    fn variant_label(&self, edit: &VariantEdit) -> String {
        let name = |id: &str| self.variant_name(id).to_owned();
        match edit {
            VariantEdit::Add(new) => format!("Add {}", new.name.trim()),
            VariantEdit::Duplicate(id) => format!("Duplicate {}", name(id)),
            VariantEdit::Name { id, .. } => format!("Rename {}", name(id)),
            VariantEdit::RenameId { old, .. } => format!("Rename the id of {}", name(old)),
            VariantEdit::Move { from, .. } => {
                let at = pointer!["variants", from, "name"];
                let moved = self.manifest().and_then(|manifest| manifest.at(&at)?.as_str());
                format!("Move {}", moved.unwrap_or_else(|| "a variant".into()))
            }
            VariantEdit::Remove(id, _) => format!("Delete {}", name(id)),
            VariantEdit::MakeBase(id) => format!("Make {} the base", name(id)),
            VariantEdit::AddBack(ids) => format!("Add {} back to the list", ids.join(", ")),
            VariantEdit::AddAllBack => "List the scene’s variants".to_owned(),
            VariantEdit::RemoveUnlisted(ids) => format!("Remove the differences of {}", ids.join(", ")),
            VariantEdit::FollowBase { id, keys } => {
                let words: Vec<&str> = keys.iter().map(|key| tablewright_core::scene::keys::label(key)).collect();
                format!("Let {} follow the base’s {}", name(id), words.join(", "))
            }
            VariantEdit::DetachScripts(id) => format!("Detach all scripts in {}", name(id)),
        }
    }

    /// Converts `scripts` on entries of the list, which the platform no longer takes, as one step: to be done once, when the
    /// pack was opened. Nothing where there is none, or where the scene would have to change and cannot be read.
    pub fn convert_script_switches(&mut self) -> Vec<Notice> {
        match self.converted_switches() {
            Ok(Some((roots, detached))) => {
                self.history.apply("Convert “scripts” of the variants", roots, None);
                self.refresh();
                let said = match detached.as_slice() {
                    [] => "“scripts” on a variant is no longer taken and was taken away.".to_owned(),
                    names => format!(
                        "“scripts” on a variant is no longer taken: the scripts of {} are detached in its own scene now. {}",
                        names.join(" and "),
                        self.by_hand_reminder()
                    ),
                };
                vec![Notice { text: said, failed: false, stays: true, offer: Some(Offer::Undo) }]
            }
            Ok(None) => Vec::new(),
            Err(error) => vec![Notice::failed(&error)],
        }
    }

    /// Both documents without any switch, and the names of the variants whose scripts were off.
    fn converted_switches(&self) -> Result<Option<(Roots, Vec<String>)>, Error> {
        let Some(mut manifest) = self.manifest().cloned() else { return Ok(None) };
        let mut scene = self.scene().cloned();
        let mut detached = Vec::new();
        let mut found = false;
        for index in 0..manifest.root().get("variants").map_or(0, Ref::len) {
            let Some(switch) = manifest.at(&pointer!["variants", index, "scripts"]) else { continue };
            let off = switch.as_bool() == Some(false);
            let id = manifest.at(&pointer!["variants", index, "id"]).and_then(|id| Some(id.as_str()?.into_owned()));
            if off && (scene.is_none() || id.is_none()) {
                continue;
            }
            found = true;
            detached.extend(id.filter(|_| off).map(|id| self.variant_name(&id).to_owned()));
            (manifest, scene) = variants::convert_scripts_switch(&manifest, scene.as_ref(), index)?;
        }
        Ok(found.then_some((Roots { manifest: Some(manifest), scene }, detached)))
    }
}
