//! The scene's `variants` block, as it stands: the base's id, and what each other variant changes.

use crate::json::{Pointer, Ref};
use crate::pointer;
use crate::scene::keys::KeyRole;
use crate::scene::members_once;
use crate::scene::view::{Entity, SceneView, entities};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// The `variants` block of a scene.
#[derive(Debug, Clone, Copy)]
pub struct Block<'a>(pub Ref<'a>);

impl<'a> Block<'a> {
    /// The block of `scene`; `None` where there is none or it is no object.
    pub fn of(scene: SceneView<'a>) -> Option<Self> {
        scene.key("variants").filter(|block| block.is_object()).map(Self)
    }

    /// The id of the variant that the top level of the scene is.
    pub fn base(self) -> Option<Cow<'a, str>> {
        self.0.get("base")?.as_str()
    }

    /// The deltas in their order. One under the base's own id is left out: the base is the top level.
    pub fn deltas(self) -> Vec<Delta<'a>> {
        let base = self.base();
        let all = self.0.get("deltas").map(members_once).unwrap_or_default();
        let deltas = all.into_iter().filter(|(id, _)| base.as_deref() != Some(id));
        deltas.map(|(id, value)| Delta { id, value }).collect()
    }

    /// The delta of `id`; `None` for the base.
    pub fn delta(self, id: &str) -> Option<Delta<'a>> {
        if self.base().as_deref() == Some(id) {
            return None;
        }
        let deltas = self.0.get("deltas")?;
        let value = deltas.get(id)?;
        let (id, _) = deltas.members().rfind(|(key, _)| *key == id)?;
        Some(Delta { id, value })
    }
}

/// What one variant changes about the base.
#[derive(Debug, Clone, Copy)]
pub struct Delta<'a> {
    /// The variant's id.
    pub id: &'a str,
    /// The value under `variants.deltas`; what is not an object changes nothing.
    pub value: Ref<'a>,
}

impl<'a> Delta<'a> {
    /// The ids of the base's entities that the variant does not have, with their index in `removed`.
    pub fn removed(self) -> impl Iterator<Item = (usize, Cow<'a, str>)> {
        let items = self.value.get("removed").into_iter().flat_map(Ref::items).enumerate();
        items.filter_map(|(index, id)| Some((index, id.as_str()?)))
    }

    /// The variant's own entities, changed and new ones, with their index in `objects`.
    pub fn objects(self) -> impl DoubleEndedIterator<Item = (usize, Entity<'a>)> + Clone {
        entities(self.value.get("objects"))
    }

    /// The members of `scene`, used and unused ones. A `null` says that the variant does not have the key.
    pub fn scene(self) -> Vec<(&'a str, Ref<'a>)> {
        self.value.get("scene").map(members_once).unwrap_or_default()
    }

    /// The members of `scene` that count: not the entities, not what is shared, and not `null` for the surroundings,
    /// which every scene has.
    pub fn scene_keys(self) -> impl Iterator<Item = (&'a str, Ref<'a>)> {
        let used =
            |key: &str, value: Ref<'_>| KeyRole::of(key).is_used_in_variant() && !(key == "environment" && value.is_null());
        self.scene().into_iter().filter(move |(key, value)| used(key, *value))
    }

    /// How many things the variant has of its own: entities that it takes away, changes or adds, each id once, and scene
    /// keys. [`super::Diff::things`] are these.
    pub fn changes(self) -> usize {
        let mut ids: FxHashSet<Cow<'a, str>> = self.removed().map(|(_, id)| id).collect();
        let mut nameless = 0;
        for (_, entity) in self.objects() {
            match entity.id() {
                Some(id) => drop(ids.insert(id)),
                None => nameless += 1,
            }
        }
        ids.len() + nameless + self.scene_keys().count()
    }

    /// The place of the delta in the scene.
    pub fn pointer(self) -> Pointer {
        delta_pointer(self.id)
    }
}

/// Where the delta of `id` stands, or would stand, in a scene.
pub fn delta_pointer(id: &str) -> Pointer {
    pointer!["variants", "deltas", id]
}
