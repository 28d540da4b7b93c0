//! How a scene is laid out over its variants: who they are, and where each of them has an entity.

use super::scope::{Edited, OwnPart, Reach, Scope, Stage, refused};
use crate::json::{Document, Pointer, Ref, Value};
use crate::{Result, pointer};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// One variant. Number 0 is the base.
pub(super) struct Variant<'a> {
    pub id: Cow<'a, str>,
    /// What it changes about the base, where the scene says anything.
    pub delta: Option<Ref<'a>>,
    /// Whether the manifest lists it.
    pub listed: bool,
}

/// A set of variants, by number.
pub(super) type Set = Vec<bool>;

/// The variants of a stage. Number 0 is the base; the manifest's list follows in its order, then differences that it
/// does not list in the scene's order. Differences filed under the base's own id mean nothing and are left alone.
pub(super) struct Layout<'a> {
    pub scene: &'a Document,
    pub listed: &'a [String],
    pub variants: Vec<Variant<'a>>,
    /// The number of the variant shown.
    pub shown: usize,
    /// The ids that *Only* names beside the one shown.
    also: &'a [String],
    /// Whether there is a `variants` block that cannot be read.
    broken: bool,
}

/// Where the variants have one entity: positions in the lists that stand in the file.
#[derive(Debug, Clone)]
pub(super) struct Places {
    /// In the base's `objects`; more than one where an id is used twice.
    pub base: Vec<usize>,
    /// By variant number; the base's own is empty.
    pub by_variant: Vec<Place>,
}

/// Where one variant's differences name an entity.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    /// In its `objects`. The last one counts.
    pub own: Vec<usize>,
    /// In its `removed`.
    pub removed: Vec<usize>,
}

impl<'a> Layout<'a> {
    pub fn new(stage: &Stage<'a>) -> Self {
        let block = stage.scene.root().get("variants").filter(|b| !b.is_null());
        let deltas = block.and_then(|b| b.get("deltas")).filter(|d| !d.is_null());
        let named = block.and_then(|b| b.get("base")).and_then(Ref::as_str);
        let broken = block.is_some() && (named.is_none() || deltas.is_some_and(|d| !d.is_object()));
        let delta = |id: &str| deltas.and_then(|d| d.get(id));
        let base = named
            .or_else(|| stage.listed.iter().find(|id| delta(id).is_none()).map(|id| id.as_str().into()))
            .or_else(|| stage.listed.first().map(|id| id.as_str().into()))
            .unwrap_or(stage.shown.into());
        let listed = stage.listed.contains(&base.to_string());
        let mut variants = vec![Variant { id: base, delta: None, listed }];
        let known = |variants: &[Variant<'_>], id: &str| variants.iter().any(|v| v.id == id);
        for id in stage.listed {
            if !known(&variants, id) {
                variants.push(Variant { id: id.as_str().into(), delta: delta(id), listed: true });
            }
        }
        for (id, _) in deltas.iter().flat_map(|d| d.members()) {
            if !known(&variants, id) {
                variants.push(Variant { id: id.into(), delta: delta(id), listed: false });
            }
        }
        let number = |id: &str| variants.iter().position(|v| v.id == id);
        let shown = number(stage.shown).or_else(|| number(stage.listed.first()?)).unwrap_or(0);
        Self { scene: stage.scene, listed: stage.listed, variants, shown, also: stage.also, broken }
    }

    /// The scope that counts: with fewer than two variants there is no choice, and all is all.
    ///
    /// # Errors
    /// *Only* is refused while the scene's `variants` block cannot be read.
    pub fn scope(&self, scope: Scope) -> Result<Scope> {
        if scope == Scope::Only && self.broken {
            return Err(refused(
                "The scene’s list of variants can’t be read, so one variant can’t be changed alone",
                "Mend “variants” in the scene as Problems shows it, or change all variants.",
            ));
        }
        Ok(if self.variants.len() < 2 { Scope::All } else { scope })
    }

    /// How many variants there are.
    pub fn len(&self) -> usize {
        self.variants.len()
    }

    /// The numbers of the variants.
    pub fn numbers(&self) -> std::ops::Range<usize> {
        0..self.len()
    }

    /// The numbers of the variants but for the base.
    pub fn others(&self) -> std::ops::Range<usize> {
        1..self.len()
    }

    /// No variant.
    pub fn none(&self) -> Set {
        vec![false; self.len()]
    }

    /// Every variant.
    pub fn all(&self) -> Set {
        vec![true; self.len()]
    }

    /// The variants that *Only* means: the one shown and those named with it.
    pub fn named(&self) -> Set {
        let named = |who: usize| who == self.shown || self.also.iter().any(|id| *id == self.variants[who].id);
        self.numbers().map(named).collect()
    }

    /// The place of a variant's differences.
    pub fn delta_at(&self, who: usize) -> Pointer {
        pointer!["variants", "deltas", self.variants[who].id]
    }

    /// The entities that stand in the file for a variant: the base's `objects`, or those of its differences.
    pub fn objects(&self, who: usize) -> Option<Ref<'a>> {
        match who {
            0 => self.scene.root().get("objects"),
            _ => self.variants[who].delta?.get("objects"),
        }
    }

    /// The ids that a variant takes away.
    pub fn removed(&self, who: usize) -> Option<Ref<'a>> {
        self.variants[who].delta?.get("removed")
    }

    /// A variant's own scene keys.
    pub fn own_scene(&self, who: usize) -> Option<Ref<'a>> {
        self.variants[who].delta?.get("scene")
    }

    /// The place of an entity in a variant's list in the file.
    pub fn object_at(&self, who: usize, index: usize) -> Pointer {
        match who {
            0 => pointer!["objects", index],
            _ => self.delta_at(who).join("objects").join(index),
        }
    }

    /// Where each of these entities stands, found in one pass over the file's lists; in the order of `ids`.
    pub fn find(&self, ids: &[&str]) -> Vec<Places> {
        let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
        for (i, id) in ids.iter().enumerate() {
            numbers.entry(id).or_insert(i);
        }
        let nowhere = Places { base: Vec::new(), by_variant: vec![Place::default(); self.len()] };
        let mut found = vec![nowhere; ids.len()];
        if ids.is_empty() {
            return found;
        }
        let number = |id: Option<Ref<'_>>| numbers.get(&*id?.as_str()?).copied();
        for who in self.numbers() {
            for (at, id) in self.objects(who).into_iter().flat_map(|o| o.column("id")).enumerate() {
                let Some(n) = number(id) else { continue };
                if who == 0 { found[n].base.push(at) } else { found[n].by_variant[who].own.push(at) }
            }
            for (at, id) in self.removed(who).into_iter().flat_map(Ref::items).enumerate() {
                if let Some(n) = number(Some(id)) {
                    found[n].by_variant[who].removed.push(at);
                }
            }
        }
        // An id that was asked for twice stands in the same places.
        for (i, id) in ids.iter().enumerate() {
            if numbers[id] != i {
                found[i] = found[numbers[id]].clone();
            }
        }
        found
    }
}

impl Places {
    /// Whether a variant has the entity as the base has it.
    pub fn inherits(&self, who: usize) -> bool {
        let place = &self.by_variant[who];
        who != 0 && place.own.is_empty() && place.removed.is_empty() && !self.base.is_empty()
    }

    /// Whether a variant has the entity, its own or the base's.
    pub fn has(&self, who: usize) -> bool {
        match who {
            0 => !self.base.is_empty(),
            _ => !self.by_variant[who].own.is_empty() || self.inherits(who),
        }
    }

    /// The position of a variant's own copy that counts.
    pub fn own(&self, who: usize) -> Option<usize> {
        self.by_variant[who].own.last().copied()
    }

    /// The list and position that a variant's entity stands at in the file; `nth` counts entities with this id among
    /// those that the variant shows.
    pub fn stands(&self, who: usize, nth: usize) -> Option<(usize, usize)> {
        let place = &self.by_variant[who];
        let replaced = who != 0 && !place.own.is_empty();
        let alone = !place.removed.is_empty() || self.base.is_empty();
        match (replaced, nth) {
            (true, 0) => Some((who, self.own(who)?)),
            (true, _) if alone => None,
            (false, _) if who != 0 && !place.removed.is_empty() => None,
            _ => Some((0, *self.base.get(nth)?)),
        }
    }
}

/// Whether what stands somewhere is what an edit would put there.
pub(super) fn shows(now: Option<Ref<'_>>, value: Option<&Value>) -> bool {
    match (now, value) {
        (Some(now), Some(value)) => Document::new(value.clone()).is_ok_and(|after| now.equals(after.root())),
        (now, value) => now.is_none() && value.is_none(),
    }
}

/// Counts, while an edit is made, which variants it reaches.
pub(super) struct Tally {
    pub changed: Set,
    pub kept: Set,
    pub followed: Set,
    pub given: Set,
    pub first: Vec<(usize, OwnPart)>,
}

impl Tally {
    pub fn new(layout: &Layout<'_>) -> Self {
        let none = || layout.none();
        Self { changed: none(), kept: none(), followed: none(), given: none(), first: Vec::new() }
    }

    pub fn edited(self, layout: &Layout<'_>, scene: Document) -> Edited {
        let id = |who: usize| layout.variants[who].id.to_string();
        let ids = |set: &Set| layout.numbers().filter(|who| set[*who]).map(id).collect();
        let mut first = self.first;
        first.sort_by_key(|(who, _)| *who);
        let reach = Reach {
            changed: ids(&self.changed),
            everywhere: self.changed.iter().all(|c| *c),
            kept_own: ids(&self.kept),
            own_copies_that_followed: ids(&self.followed),
            first_own_copies: first.into_iter().map(|(who, part)| (id(who), part)).collect(),
            copies_given: self.given.iter().filter(|g| **g).count(),
        };
        Edited { scene, reach }
    }
}
