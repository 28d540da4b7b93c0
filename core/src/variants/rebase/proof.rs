//! The proof that every variant plays the same in two scenes. It reads both scenes as anyone would and knows nothing of
//! how the second was made.

use super::super::layout::Layout;
use super::played::{Own, Played, equal};
use crate::json::{Document, Ref};
use crate::scene::keys::KeyRole;
use crate::scene::members_once;
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// For each variant of `layout`, whether it has the same set of entities with equal content and the same scene keys in
/// the scene that the layout is of and in `after`. Where the rest of the scene differs, none holds.
pub(super) fn prove(layout: &Layout<'_>, after: &Document) -> Vec<bool> {
    let (was, now) = (Played::new(layout.scene), Played::new(after));
    let rest = rest_is_equal(&was, &now);
    let changed = changed_ids(&was, &now);
    let holds = |who: usize| {
        let id = &layout.variants[who].id;
        let (before, after) = (was.own(id).filter(|_| who != 0), now.own(id));
        rest && entities_are_equal((&was, before.as_ref()), (&now, after.as_ref()), &changed)
            && keys_are_equal((&was, before.as_ref()), (&now, after.as_ref()))
    };
    layout.numbers().map(holds).collect()
}

/// The ids of which the two bases do not have the very same entities. What is the same value in both lists needs no
/// look: a walk along both passes over it.
fn changed_ids<'a>(was: &Played<'a>, now: &Played<'a>) -> FxHashSet<Cow<'a, str>> {
    let mut changed = FxHashSet::default();
    let (mut old, mut new) = (was.base.iter().peekable(), now.base.iter().peekable());
    loop {
        let (a, b) = (old.peek().copied(), new.peek().copied());
        if let (Some(a), Some(b)) = (a, b)
            && a.value.same(b.value)
        {
            old.next();
            new.next();
            continue;
        }
        let (a_id, b_id) = (a.and_then(|a| a.entity().id()), b.and_then(|b| b.entity().id()));
        // One that the other list lacks is passed over alone, so that the walks meet again behind it.
        let a_is_gone = a_id.as_ref().is_some_and(|id| !now.has(id));
        let b_is_new = b_id.as_ref().is_some_and(|id| !was.has(id));
        if a.is_some() && (a_is_gone || !b_is_new || b.is_none()) {
            changed.extend(a_id);
            old.next();
        }
        if b.is_some() && (!a_is_gone || a.is_none()) {
            changed.extend(b_id);
            new.next();
        }
        if a.is_none() && b.is_none() {
            return changed;
        }
    }
}

/// A scene, and what one variant changes in it.
type Side<'s, 'a> = (&'s Played<'a>, Option<&'s Own<'a>>);

fn entities_are_equal<'a>(was: Side<'_, 'a>, now: Side<'_, 'a>, changed: &FxHashSet<Cow<'a, str>>) -> bool {
    let own = was.1.into_iter().chain(now.1).flat_map(Own::touched);
    let nameless = |side: Side<'_, 'a>| -> Vec<Ref<'a>> {
        side.0.nameless.iter().copied().chain(side.1.into_iter().flat_map(|own| own.nameless().collect::<Vec<_>>())).collect()
    };
    changed.iter().chain(own).all(|id| equal(was.0.under(was.1, id), now.0.under(now.1, id)))
        && equal(nameless(was).into_iter(), nameless(now).into_iter())
}

fn keys_are_equal<'a>(was: Side<'_, 'a>, now: Side<'_, 'a>) -> bool {
    let tops = [was.0, now.0].into_iter().flat_map(|side| members_once(side.scene.0));
    let own = was.1.into_iter().chain(now.1).flat_map(|own| own.delta.scene_keys());
    tops.chain(own)
        .filter(|(key, _)| KeyRole::of(key).is_used_in_variant())
        .all(|(key, _)| Ref::both_equal(was.0.key(was.1, key), now.0.key(now.1, key)))
}

/// Whether what all variants share is the same in both.
fn rest_is_equal(was: &Played<'_>, now: &Played<'_>) -> bool {
    let shared = |key: &str| KeyRole::of(key) == KeyRole::Shared && key != "variants";
    let all = members_once(was.scene.0).into_iter().chain(members_once(now.scene.0));
    all.filter(|(key, _)| shared(key)).all(|(key, _)| Ref::both_equal(was.scene.0.get(key), now.scene.0.get(key)))
}
