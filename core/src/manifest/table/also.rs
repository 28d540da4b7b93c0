//! The rules over several fields of the manifest.

use super::words;
use crate::json::{Kind, Ref};
use crate::pack_type::PackType;
use crate::shape::{Step, Walk, shown};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// Reports at the member `key` of what stands here.
fn report_at<'a>(walk: &mut Walk<'a>, key: &'a str, fails: &str) {
    walk.below(Step::Key(key), |walk| walk.report(fails));
}

fn text<'a>(value: Ref<'a>, key: &str) -> Option<Cow<'a, str>> {
    value.get(key)?.as_str()
}

fn number(value: Ref<'_>, key: &str) -> Option<f64> {
    value.get(key)?.as_f64()
}

/// The elements of a list that is a member, with their numbers; none where it is no list.
fn items<'a>(value: Ref<'a>, key: &str) -> impl Iterator<Item = (usize, Ref<'a>)> {
    value.get(key).into_iter().flat_map(Ref::items).enumerate()
}

/// Rules over the whole manifest.
pub(super) fn manifest<'a>(walk: &mut Walk<'a>, root: Ref<'a>) {
    capabilities_of_type(walk, root);
    plugin_call(walk, root);
    dice_once(walk, root);
    names_once(walk, root, "setupOptions", "key");
    names_once(walk, root, "lobbyRequirements", "id");
    paths_once(walk, root);
}

/// “A `room-pack` and a `table-pack` carry no code”: nothing beyond `log`, which every pack has that says nothing.
fn capabilities_of_type<'a>(walk: &mut Walk<'a>, root: Ref<'a>) {
    let Some(kind) = walk.kind().filter(|kind| matches!(kind, PackType::Room | PackType::Table)) else { return };
    let Some(capabilities) = root.get("capabilities") else { return };
    walk.below(Step::Key("capabilities"), |walk| {
        for (index, slug) in items(capabilities, "allowed") {
            let Some(slug) = slug.as_str().filter(|slug| slug != "log" && words::CAPABILITIES.contains(&slug.as_ref())) else {
                continue;
            };
            walk.below(Step::Key("allowed"), |walk| {
                let fails = format!("is “{slug}”, and a {} runs no script; take it away", kind.label());
                walk.below(Step::Index(index), |walk| walk.report(&fails));
            });
        }
    });
}

/// A plugin with functions needs `plugin-call` among the capabilities.
fn plugin_call<'a>(walk: &mut Walk<'a>, root: Ref<'a>) {
    if walk.kind().is_some_and(|kind| matches!(kind, PackType::Room | PackType::Table)) {
        return;
    }
    let calls = items(root, "plugins").find(|(_, plugin)| plugin.get("functions").is_some_and(|list| !list.is_empty()));
    let Some((index, _)) = calls else { return };
    let allowed = root.get("capabilities").and_then(|block| block.get("allowed"));
    if allowed.is_some_and(|list| list.items().any(|slug| slug.as_str().is_some_and(|slug| slug == "plugin-call"))) {
        return;
    }
    walk.below(Step::Key("plugins"), |walk| {
        walk.below(Step::Index(index), |walk| {
            report_at(walk, "functions", "names functions, and the pack's capabilities do not allow “plugin-call”; allow it");
        });
    });
}

/// “Each die may be declared once.”
fn dice_once<'a>(walk: &mut Walk<'a>, root: Ref<'a>) {
    let mut seen = FxHashSet::default();
    if !items(root, "dice").filter_map(|(_, die)| text(die, "preset")).all(|preset| seen.insert(preset)) {
        walk.below(Step::Key("dice"), |walk| walk.say("Each die may be declared once.".to_owned()));
    }
}

/// Names that answers are filed under stand once, and none of them means something on every JavaScript object.
fn names_once<'a>(walk: &mut Walk<'a>, root: Ref<'a>, list: &'static str, key: &'static str) {
    let mut seen = FxHashSet::default();
    walk.below(Step::Key(list), |walk| {
        for (index, item) in items(root, list) {
            let Some(name) = text(item, key) else { continue };
            let fails = if matches!(name.as_ref(), "constructor" | "prototype") {
                format!("is “{name}”, which means something of its own in JavaScript; choose another name")
            } else if seen.insert(name.clone()) {
                continue;
            } else {
                format!("is “{name}”, which an earlier entry has; choose another name")
            };
            walk.below(Step::Index(index), |walk| report_at(walk, key, &fails));
        }
    });
}

/// “A file may appear in exactly one entry.” Letter case counts.
fn paths_once<'a>(walk: &mut Walk<'a>, root: Ref<'a>) {
    let mut seen: FxHashMap<Cow<'_, str>, usize> = FxHashMap::default();
    walk.below(Step::Key("credits"), |walk| {
        for (credit, record) in items(root, "credits") {
            walk.below(Step::Index(credit), |walk| {
                for (index, path) in items(record, "paths") {
                    let Some(path) = path.as_str() else { continue };
                    match seen.get(&path) {
                        // Once more in the same record says nothing new.
                        Some(first) if *first == credit => {}
                        Some(first) => {
                            let fails = format!("is “{path}”, which credit {} has already; take it out of one", first + 1);
                            walk.below(Step::Key("paths"), |walk| {
                                walk.below(Step::Index(index), |walk| walk.report(&fails));
                            });
                        }
                        None => {
                            seen.insert(path, credit);
                        }
                    }
                }
            });
        }
    });
}

/// A range of players.
pub(super) fn players<'a>(walk: &mut Walk<'a>, range: Ref<'a>) {
    if let (Some(min), Some(max)) = (number(range, "min"), number(range, "max"))
        && max < min
    {
        walk.say("players.max must be greater than or equal to players.min.".to_owned());
    }
}

/// How far the right or lower edge of a crop may stand out, for numbers that were computed.
const CROP_SLACK: f64 = 0.0001;

/// A crop stays inside its picture.
pub(super) fn crop<'a>(walk: &mut Walk<'a>, crop: Ref<'a>) {
    let outside = |start, size| match (number(crop, start), number(crop, size)) {
        (Some(start), Some(size)) => start + size > 1.0 + CROP_SLACK,
        _ => false,
    };
    if outside("x", "w") || outside("y", "h") {
        walk.say("Crop rectangle must stay within the image bounds (x+w and y+h ≤ 1).".to_owned());
    }
}

/// A gallery entry shows something.
pub(super) fn screenshot<'a>(walk: &mut Walk<'a>, entry: Ref<'a>) {
    if entry.get("path").is_none() && entry.get("video").is_none() {
        walk.say("A gallery entry needs either an image path or a video.".to_owned());
    }
}

/// The members of a setup option that belong to one control each.
pub const MODIFIERS: [&str; 5] = ["options", "min", "max", "step", "maxLength"];

/// The control of setup options that a modifier belongs to.
pub fn control_of(modifier: &str) -> &'static str {
    match modifier {
        "options" => "select",
        "maxLength" => "text",
        _ => "number",
    }
}

/// The longest answer that a text option takes where it says nothing itself, in UTF-16 units.
const LONGEST_ANSWER: usize = 2000;

/// Modifiers belong to one control each, choices differ, and the default is an answer that the control takes.
pub(super) fn setup_option<'a>(walk: &mut Walk<'a>, option: Ref<'a>) {
    let Some(control) = text(option, "control").filter(|control| words::CONTROLS.contains(&control.as_ref())) else { return };
    let control = control.as_ref();
    for key in MODIFIERS {
        let owner = control_of(key);
        if option.get(key).is_some() && control != owner {
            report_at(walk, key, &format!("is for the control {owner} only, and this is a {control}; take it away"));
        }
    }
    match control {
        "select" => choices(walk, option),
        "number" => {
            if let (Some(min), Some(max)) = (number(option, "min"), number(option, "max"))
                && min > max
            {
                report_at(walk, "min", &format!("is {min}, more than the max of {max}; swap them"));
            }
        }
        _ => {}
    }
    if let Some(default) = option.get("default")
        && let Some(wanted) = default_unfit(option, control, default)
    {
        report_at(walk, "default", &format!("must be {wanted}, but is {}", shown(default)));
    }
}

fn choices<'a>(walk: &mut Walk<'a>, option: Ref<'a>) {
    if option.get("options").is_none() {
        report_at(walk, "options", "is missing; a select needs its choices");
    }
    let mut seen = FxHashSet::default();
    walk.below(Step::Key("options"), |walk| {
        for (index, choice) in items(option, "options") {
            let Some(value) = text(choice, "value") else { continue };
            if !seen.insert(value.clone()) {
                let fails = format!("is “{value}”, which an earlier choice has; choose another value");
                walk.below(Step::Index(index), |walk| report_at(walk, "value", &fails));
            }
        }
    });
}

/// What the default of an option should be, where it is not. A default between two steps is fine.
fn default_unfit(option: Ref<'_>, control: &str, default: Ref<'_>) -> Option<String> {
    if !matches!(default.kind(), Kind::String | Kind::Number | Kind::Bool) {
        // Told by the field's own rule.
        return None;
    }
    match control {
        "toggle" => (default.kind() != Kind::Bool).then(|| "true or false, for the control is a toggle".to_owned()),
        "number" => {
            let Some(value) = default.as_f64() else { return Some("a number, for the control is a number".to_owned()) };
            let (min, max) = (number(option, "min"), number(option, "max"));
            let fits = min.is_none_or(|min| value >= min) && max.is_none_or(|max| value <= max);
            (!fits).then(|| match (min, max) {
                (Some(min), Some(max)) => format!("a number from {min} to {max}"),
                (Some(min), None) => format!("a number of at least {min}"),
                (_, max) => format!("a number of at most {}", max.unwrap_or_default()),
            })
        }
        "text" => {
            let longest =
                number(option, "maxLength").filter(|n| *n >= 0.0).map_or(LONGEST_ANSWER, |n| n as usize).min(LONGEST_ANSWER);
            let fits = default.kind() == Kind::String && default.utf16_len().is_some_and(|length| length <= longest);
            (!fits).then(|| format!("text of at most {longest} characters"))
        }
        _ => {
            let Some(value) = default.as_str() else { return Some("text: the value of one of the choices".to_owned()) };
            let choices = option.get("options").filter(|list| list.is_array());
            // Where a choice has no value, or there are no choices, that is told instead.
            let unknown =
                choices.is_some_and(|list| list.items().all(|choice| text(choice, "value").is_some_and(|other| other != value)));
            unknown.then(|| "the value of one of the choices".to_owned())
        }
    }
}

/// Whether the default of a setup option is an answer that its control takes.
pub fn option_default_fits(option: Ref<'_>) -> bool {
    match (text(option, "control"), option.get("default")) {
        (Some(control), Some(default)) => default_unfit(option, &control, default).is_none(),
        _ => false,
    }
}

/// Bounds in order, and a deck site where the sources ask for one and only there.
pub(super) fn requirement<'a>(walk: &mut Walk<'a>, requirement: Ref<'a>) {
    if let (Some(min), Some(max)) = (number(requirement, "minCards"), number(requirement, "maxCards"))
        && min > max
    {
        report_at(walk, "minCards", &format!("is {min}, more than the most cards, {max}; swap them"));
    }
    let asks = items(requirement, "deckSources").any(|(_, source)| source.as_str().is_some_and(|s| s == "database"));
    match (asks, requirement.get("deckDatabase").is_some()) {
        (true, false) => {
            report_at(
                walk,
                "deckDatabase",
                "is missing, and the sources ask for a database; name the plugin that lists its decks",
            );
        }
        (false, true) => {
            report_at(
                walk,
                "deckDatabase",
                "stands here, and the sources ask for no database; add “database” to them or take it away",
            );
        }
        _ => {}
    }
}

/// A record says where its files are from, so that a reader can follow it.
pub(super) fn credit<'a>(walk: &mut Walk<'a>, record: Ref<'a>) {
    let filled = |key| text(record, key).is_some_and(|text| !text.trim().is_empty());
    let origin = text(record, "origin");
    let origin = origin.as_deref().unwrap_or_default();
    let (locked, derived) = (record.get("locked").is_some(), record.get("derivedFrom").is_some());
    if origin == "third-party" {
        if !filled("creator") {
            report_at(walk, "creator", "is missing, and somebody else made these files; say who");
        }
        if !filled("creatorUrl") && !filled("sourceUrl") {
            report_at(walk, "creatorUrl", "is missing, and so is “sourceUrl”; give a link to the creator or to the work");
        }
        if !filled("licenseName") && !filled("licenseUrl") {
            report_at(walk, "licenseName", "is missing, and so is “licenseUrl”; say under which licence the files are used");
        }
    }
    if locked && record.get("source").is_none() {
        report_at(walk, "source", "is missing, and a locked record names the library item it comes from; unlock the record");
    }
    if locked && derived {
        report_at(
            walk,
            "derivedFrom",
            "and “locked” exclude each other: files that were changed here are no longer the library's",
        );
    }
    if record.get("attestation").is_none() && (origin == "disclaimed" || (!locked && !derived)) {
        report_at(walk, "attestation", "is missing; sign the record");
    }
}

/// How many dice the picker starts with in all.
pub fn dice_at_start(manifest: Ref<'_>) -> f64 {
    items(manifest, "dice").filter_map(|(_, die)| number(die, "defaultCount")).filter(|n| n.fract() == 0.0).sum()
}
