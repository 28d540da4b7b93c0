//! The rules that look at more than one field, and the patterns.

use super::tables::{DELTA_RULE, SCENE};
use crate::json::{Kind, Ref};
use crate::scene::keys::KeyRole;
use crate::scene::members_once;
use crate::scene::view::rgb;
use crate::shape::{Step, Walk, shown};
use crate::variants::MAX_VARIANTS;
use rustc_hash::FxHashSet;

/// `^[a-z0-9_-]+$`: no colon, so that nobody can write the platform's own `dt:` tags.
pub(super) fn is_tag(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || b == b'-')
}

/// `^[a-z0-9][a-z0-9._-]*[a-z0-9]$`: at least two characters, though the table prints 1 as the minimum.
pub(super) fn is_template_id(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    match text.as_bytes() {
        [first, middle @ .., last] => {
            plain(*first) && plain(*last) && middle.iter().all(|b| plain(*b) || matches!(b, b'.' | b'_' | b'-'))
        }
        _ => false,
    }
}

/// `^[A-Za-z_$][A-Za-z0-9_$]*$`.
pub(super) fn is_identifier(text: &str) -> bool {
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'$';
    !text.starts_with(|c: char| c.is_ascii_digit()) && !text.is_empty() && text.bytes().all(word)
}

/// Reports at the member `key` of what stands here.
fn report_at<'a>(walk: &mut Walk<'a>, key: &'a str, fails: &str) {
    walk.below(Step::Key(key), |walk| walk.report(fails));
}

/// A prefab may hold `stackCount` only as a deck and `faceDown` only as a card or deck, whatever its value.
pub(super) fn prefab<'a>(walk: &mut Walk<'a>, prefab: Ref<'a>) {
    let Some(kind) = prefab.get("kind").and_then(Ref::as_str).filter(|kind| super::KINDS.contains(&kind.as_ref())) else {
        return;
    };
    if prefab.get("stackCount").is_some() && kind != "deck" {
        report_at(walk, "stackCount", &format!("is for decks only, and this is a {kind}; take it away"));
    }
    if prefab.get("faceDown").is_some() && kind != "deck" && kind != "card" {
        report_at(walk, "faceDown", &format!("is for cards and decks only, and this is a {kind}; take it away"));
    }
}

/// “A seat may define at most one hand zone”, and so may the seat template.
pub(super) fn one_hand_zone<'a>(walk: &mut Walk<'a>, seat: Ref<'a>) {
    let Some(zones) = seat.get("zones") else { return };
    let is_hand = |zone: &Ref<'_>| zone.get("type").and_then(Ref::as_str).as_deref() == Some("hand");
    let second = zones.items().enumerate().filter(|(_, zone)| is_hand(zone)).nth(1);
    if let Some((index, _)) = second {
        walk.below(Step::Key("zones"), |walk| {
            walk.below(Step::Index(index), |walk| {
                walk.report("is a second hand zone, and a seat may have one; give it another type or delete it");
            });
        });
    }
}

/// Which options belong to which type of zone. The documents list those of hand, hidden and area; real area zones of
/// the arrangement “tray” have four more. The other types have none of their own.
const ZONE_OPTIONS: [(&str, &[&str]); 3] = [
    ("hand", &["primary", "hideFromOthers", "faceUpOnEnter", "cardOverlap", "newCardEnd", "sortMethods", "defaultSortMethodId"]),
    ("hidden", &["hides"]),
    (
        "area",
        &[
            "centerSnapPoint",
            "arrange",
            "arrangeColumns",
            "arrangeRows",
            "arrangeCellSize",
            "arrangeGutter",
            "trayLanes",
            "trayRotation",
            "traySpacing",
            "trayInfinite",
        ],
    ),
];

/// An option of another type's is a parse error. A zone without a type was saved before there were types, and may hold
/// anything; so may an option that no type is known to have.
pub(super) fn zone_options<'a>(walk: &mut Walk<'a>, zone: Ref<'a>) {
    let Some(kind) = zone.get("type").and_then(Ref::as_str) else { return };
    if !super::ZONE_TYPES.contains(&kind.as_ref()) {
        return;
    }
    for (key, _) in members_once(zone) {
        let owner = ZONE_OPTIONS.iter().find(|(_, options)| options.contains(&key));
        if let Some((owner, _)) = owner.filter(|(owner, _)| *owner != kind) {
            report_at(walk, key, &format!("is an option of {owner} zones, and this is a {kind} zone; take it away"));
        }
    }
}

/// The types of a script's variables: four that name something, then six that hold a value.
pub(super) const VARIABLE_TYPES: [&str; 10] =
    ["object", "objectList", "spawnable", "zone", "number", "string", "boolean", "vector3", "color", "seat"];

/// Names are unique within a script.
pub(super) fn variable_names<'a>(walk: &mut Walk<'a>, script: Ref<'a>) {
    let Some(variables) = script.get("variables") else { return };
    let mut seen = FxHashSet::default();
    for (index, variable) in variables.items().enumerate() {
        let Some(name) = variable.get("name").and_then(Ref::as_str) else { continue };
        if !seen.insert(name.clone()) {
            walk.below(Step::Key("variables"), |walk| {
                walk.below(Step::Index(index), |walk| {
                    report_at(walk, "name", &format!("is “{name}”, which an earlier variable of this script has; rename one"));
                });
            });
        }
    }
}

/// Filters only on what names entities, bounds only on numbers, and a default of the variable's own type.
pub(super) fn variable<'a>(walk: &mut Walk<'a>, variable: Ref<'a>) {
    let Some(kind) = variable.get("type").and_then(Ref::as_str).filter(|kind| VARIABLE_TYPES.contains(&kind.as_ref())) else {
        return;
    };
    let kind = kind.as_ref();
    for key in ["kind", "tag"] {
        if variable.get(key).is_some() && kind != "object" && kind != "objectList" {
            report_at(walk, key, &format!("is for the types object and objectList only, and this is a {kind}; take it away"));
        }
    }
    let bound = |key| variable.get(key).and_then(Ref::as_f64);
    for key in ["min", "max"] {
        if variable.get(key).is_some() && kind != "number" {
            report_at(walk, key, &format!("is for the type number only, and this is a {kind}; take it away"));
        }
    }
    if let (Some(min), Some(max)) = (bound("min"), bound("max"))
        && min > max
    {
        report_at(walk, "min", &format!("is {min}, more than the max of {max}; swap them"));
    }
    if let Some(default) = variable.get("default") {
        match default_of(kind) {
            None => report_at(walk, "default", &format!("has no meaning on the type {kind}; take it away")),
            Some((fits, _)) if fits(default) => {}
            Some((_, wanted)) => report_at(walk, "default", &format!("must be {wanted}, but is {}", shown(default))),
        }
    }
}

/// The test for a default of this type, and what it wants; `None` for the types that name something.
fn default_of(kind: &str) -> Option<(fn(Ref<'_>) -> bool, &'static str)> {
    Some(match kind {
        "number" => (|value| value.kind() == Kind::Number, "a number"),
        "string" => (|value| value.kind() == Kind::String, "text"),
        "boolean" => (|value| value.kind() == Kind::Bool, "true or false"),
        "vector3" => (
            |value| value.is_array() && value.len() == 3 && value.items().all(|v| v.kind() == Kind::Number),
            "a list of three numbers",
        ),
        "color" => (|value| value.as_str().is_some_and(|text| rgb(&text).is_some()), "a colour like #d9b36c"),
        // An unbound seat reads as `null`; the documents do not say that a default may not say so.
        "seat" => (|value| matches!(value.kind(), Kind::String | Kind::Null), "a seat"),
        _ => return None,
    })
}

/// At most twelve deltas, none for the base, each held to its shape.
pub(super) fn deltas<'a>(walk: &mut Walk<'a>, block: Ref<'a>) {
    let base = block.get("base").and_then(Ref::as_str);
    let Some(deltas) = block.get("deltas") else { return };
    let all = members_once(deltas);
    walk.below(Step::Key("deltas"), |walk| {
        if all.len() > MAX_VARIANTS {
            walk.report(&format!(
                "holds the differences of {} variants, and at most {MAX_VARIANTS} may have any; delete some variants",
                all.len()
            ));
        }
        for (id, delta) in all {
            walk.below(Step::Key(id), |walk| {
                if base.as_deref() == Some(id) {
                    walk.report(
                        "is the base, which the top level of the scene is; the base may have no differences of its own, so \
                         delete these or give the base another id",
                    );
                }
                if delta.is_object() {
                    walk.as_subject("variant", id, |walk| walk.check(delta, &DELTA_RULE));
                } else {
                    walk.check(delta, &DELTA_RULE);
                }
            });
        }
    });
}

/// The scene keys of a variant: as at the top level, where they are used at all. `null` says that the variant has none,
/// which cannot be said of the environment.
pub(super) fn own_keys<'a>(walk: &mut Walk<'a>, delta: Ref<'a>) {
    let Some(scene) = delta.get("scene") else { return };
    walk.below(Step::Key("scene"), |walk| {
        for (key, value) in members_once(scene) {
            if value.is_null() && key != "environment" || !KeyRole::of(key).is_used_in_variant() {
                continue;
            }
            match SCENE.find(key, 0) {
                Some(index) => walk.below(Step::Key(key), |walk| walk.check(value, &SCENE.fields[index].rule)),
                None => walk.below(Step::Key(key), |walk| walk.newer(key)),
            }
        }
    });
}
