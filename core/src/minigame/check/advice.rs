//! Names that should agree, texts that mean nothing to the game, and settings that do not go together.

use super::super::set::{id_of, same_ids, why_no_id};
use super::super::table::{self, DEFAULT_GAME_MODE, TEAMS, flag, number, word};
use super::{Judged, place, remove, set_value};
use crate::check::{Fix, Remedy, Sink};
use crate::finding::Severity;
use crate::json::{Kind, Pointer, Ref, Value};
use crate::pointer;

pub(super) fn run(judged: &Judged<'_>, sink: &mut Sink) {
    same_id(judged, sink);
    names(judged, sink);
    loadouts(judged.root, sink);
    rewards(judged.root, sink);
    stacks(judged.root, sink);
    teams(judged.root, sink);
    inventories(judged.root, sink);
    game_mode(judged.root, sink);
    queue(judged.root, sink);
    idle(judged.root, sink);
}

fn text_of(root: Ref<'_>, key: &str) -> Option<String> {
    root.get(key).and_then(Ref::as_str).map(std::borrow::Cow::into_owned)
}

/// One `Id` at two definitions: an error at both.
fn same_id(judged: &Judged<'_>, sink: &mut Sink) {
    let others = same_ids(judged.set, judged.definition);
    let (Some(id), false) = (text_of(judged.root, "Id"), others.is_empty()) else { return };
    let files: Vec<&str> = others.iter().map(crate::pack::PackPath::as_str).collect();
    let message = format!("“{id}” is the ID of {} too, and each minigame needs its own.", files.join(" and "));
    let draft = sink.manifest("tw-minigame-same-id", Severity::Error, pointer!["Id"], message);
    let stem = judged.definition.stem();
    let is_free = |id: &str| !judged.set.all().iter().any(|other| other.text("Id") == id);
    if stem != id && is_free(stem) {
        draft.fix(set_value(format!("Use its file’s name, “{stem}”"), false, pointer!["Id"], stem.into()));
    } else {
        let free = judged.set.free_id(&id_of(&id), judged.definition.path.parent().as_ref());
        draft.fix(set_value(format!("Call this one “{free}”"), false, pointer!["Id"], free.into()));
    }
}

/// The file is called as the `Id` is, and that has no spaces.
fn names(judged: &Judged<'_>, sink: &mut Sink) {
    let Some(id) = text_of(judged.root, "Id") else { return };
    let stem = judged.definition.stem();
    let underscored = id_of(&id);
    if id.contains(char::is_whitespace) {
        let message = format!("The ID “{id}” has spaces, which commands cannot name. Use underscores.");
        let draft = sink.manifest("tw-minigame-id-spaces", Severity::Warning, pointer!["Id"], message);
        if !underscored.is_empty() {
            draft.fix(set_value(format!("Use “{underscored}”"), true, pointer!["Id"], underscored.as_str().into()));
        }
    }
    if id == stem {
        return;
    }
    let message = format!("The file is called “{stem}.json”, but the ID is “{id}”. They should be the same.");
    let draft = sink.manifest("tw-minigame-file-name", Severity::Warning, pointer!["Id"], message);
    let (from, wanted) = (judged.definition.path.clone(), if why_no_id(&id).is_none() { id } else { underscored });
    if !wanted.is_empty()
        && let Ok(to) = crate::pack::PackPath::parse(&from.as_str().replace(from.name(), &format!("{wanted}.json")))
        && judged.set.at(&to).is_none()
    {
        draft.fix(Fix::file("rename-file", format!("Call the file “{wanted}.json”"), Remedy::Rename { from, to }));
    }
    if why_no_id(stem).is_none() {
        draft.fix(set_value(format!("Use the ID “{stem}”"), false, pointer!["Id"], stem.into()));
    }
}

/// Loadouts have IDs of their own; what their players choose is not given yet.
fn loadouts(root: Ref<'_>, sink: &mut Sink) {
    let mut seen: Vec<String> = Vec::new();
    let ids: Vec<Option<String>> = list(root, "StartLoadouts").map(|(_, loadout)| text_of(loadout, "Id")).collect();
    for (at, loadout) in list(root, "StartLoadouts") {
        if let Some(id) = text_of(loadout, "Id") {
            if seen.contains(&id) {
                let taken = |name: &String| ids.iter().flatten().any(|other| other == name);
                let free = (2..).map(|n| format!("{id}_{n}")).find(|name| !taken(name)).unwrap_or_default();
                let message = format!("“{id}” is the ID of an earlier loadout too, so SetPlayerLoadout cannot tell them apart.");
                sink.manifest("tw-minigame-same-loadout", Severity::Warning, at.join("Id"), message)
                    .fix(set_value(format!("Call it “{free}”"), false, at.join("Id"), free.into()))
                    .fix(remove("Take the loadout out", false, at.clone()));
            }
            seen.push(id);
        }
        if loadout.get("PlayerCustomizable").and_then(Ref::as_bool) == Some(true) {
            let message = "Players can’t choose loadouts yet, and the items of a loadout that they are to choose are not given.";
            let place = at.join("PlayerCustomizable");
            sink.manifest("tw-minigame-customizable", Severity::Advice, place.clone(), message).fix(set_value(
                "Give its items",
                false,
                place,
                false.into(),
            ));
        }
    }
}

fn rewards(root: Ref<'_>, sink: &mut Sink) {
    for (at, reward) in list(root, "Rewards") {
        let Some(target) = text_of(reward, "Target").filter(|target| !table::is_target(target)) else { continue };
        let shown: String = target.chars().take(40).collect();
        let message = format!("Nobody is meant by “{shown}”. A reward is for all, winner, or top_ and a number, such as top_3.");
        let place = at.join("Target");
        let draft = sink.manifest("tw-minigame-reward-target", Severity::Warning, place.clone(), message);
        if let Some(meant) = meant_target(&target) {
            draft.fix(set_value(format!("Use “{meant}”"), true, place, meant.into()));
        } else {
            for word in ["winner", "all"] {
                draft.fix(set_value(format!("Use “{word}”"), false, place.clone(), word.into()));
            }
        }
    }
}

/// The target that is written another way: `Top 3`, `WINNER`.
fn meant_target(text: &str) -> Option<String> {
    let plain: String = text.to_lowercase().chars().filter(|c| !c.is_whitespace() && !matches!(c, '_' | '-')).collect();
    let top = plain.strip_prefix("top").map(|rest| format!("top_{}", rest.trim_start_matches('0')));
    Some(top.unwrap_or(plain)).filter(|target| table::is_target(target))
}

/// Stacks that give nothing.
fn stacks(root: Ref<'_>, sink: &mut Sink) {
    let mut lists: Vec<(Pointer, Ref<'_>)> = list(root, "StartItems").collect();
    for key in ["StartLoadouts", "Rewards"] {
        for (at, holder) in list(root, key) {
            lists.extend(below(holder, "Items").map(|(below, item)| (at.concat(&below), item)));
        }
    }
    for (at, item) in lists {
        if item.get("ItemId").and_then(Ref::as_str).is_some_and(|id| id.trim().is_empty()) {
            sink.manifest(
                "tw-minigame-empty-stack",
                Severity::Warning,
                at.join("ItemId"),
                "This item has no ID, so nothing is given.",
            )
            .fix(remove("Take the item out", false, at.clone()));
        }
        if item.get("Amount").and_then(Ref::as_f64).is_some_and(|amount| amount < 1.0) {
            let place = at.join("Amount");
            sink.manifest("tw-minigame-empty-stack", Severity::Warning, place.clone(), "An amount below 1 gives nothing.")
                .fix(set_value("Give 1", false, place, 1.into()))
                .fix(remove("Take the item out", false, at.clone()));
        }
    }
}

fn teams(root: Ref<'_>, sink: &mut Sink) {
    let none = |key| root.get(key).is_none_or(|value| value.kind() == Kind::Number) && number(root, key) <= 0;
    if word(root, "TeamMode") != TEAMS || !none("TeamCount") || !none("PlayersPerTeam") {
        return;
    }
    let message =
        "It is played in teams, but neither “TeamCount” nor “PlayersPerTeam” says how many, so no teams are made by themselves.";
    sink.manifest("tw-minigame-teams", Severity::Advice, pointer!["TeamMode"], message)
        .fix(set_value("Make two teams", false, pointer!["TeamCount"], 2.into()))
        .fix(set_value("Put two players in a team", false, pointer!["PlayersPerTeam"], 2.into()));
}

fn inventories(root: Ref<'_>, sink: &mut Sink) {
    let is_read = |key| root.get(key).is_none_or(|value| value.kind() == Kind::Bool);
    if !is_read("SavePlayerInventory") || !is_read("RestorePlayerInventory") {
        return;
    }
    let (save, restore) = ("SavePlayerInventory", "RestorePlayerInventory");
    match (flag(root, save), flag(root, restore)) {
        (false, true) => {
            let message = "Inventories are given back at the end, but not saved before, so there is nothing to give back.";
            sink.manifest("tw-minigame-inventory", Severity::Advice, pointer![save], message)
                .fix(set_value("Save them", false, pointer![save], true.into()))
                .fix(set_value("Don’t give them back", false, pointer![restore], false.into()));
        }
        (true, false) => {
            let message = "Inventories are saved and emptied, but not given back when the game ends.";
            sink.manifest("tw-minigame-inventory", Severity::Advice, pointer![restore], message)
                .fix(set_value("Give them back", false, pointer![restore], true.into()))
                .fix(set_value("Don’t save them", false, pointer![save], false.into()));
        }
        _ => {}
    }
}

fn game_mode(root: Ref<'_>, sink: &mut Sink) {
    let Some(mode) = text_of(root, "RequiredGameMode").filter(|mode| mode != DEFAULT_GAME_MODE) else { return };
    let shown: String = mode.chars().take(40).collect();
    let message =
        format!("Game modes are assets of the server: “{shown}” must be one that the server has, which can’t be seen from here.");
    let at = pointer!["RequiredGameMode"];
    sink.manifest("tw-minigame-game-mode", Severity::Advice, at.clone(), message).fix(remove(
        format!("Use {DEFAULT_GAME_MODE}"),
        false,
        at,
    ));
}

fn queue(root: Ref<'_>, sink: &mut Sink) {
    if root.get("UIQueueable").and_then(Ref::as_bool) != Some(true) {
        return;
    }
    let message = "It is listed in the global queue only where the world has a MainArena volume with UIQueue=True, which can’t be seen from here.";
    let at = pointer!["UIQueueable"];
    sink.manifest("tw-minigame-queue", Severity::Advice, at.clone(), message).fix(remove(
        "Leave it out of the global queue",
        false,
        at,
    ));
}

/// What is written and does nothing, unless it says what holds anyway.
fn idle(root: Ref<'_>, sink: &mut Sink) {
    for field in table::DEFINITION.fields {
        let (Some(value), Some(why)) = (root.get(field.key), table::idle(field.key, root)) else { continue };
        let is_default = match value.kind() {
            Kind::Bool => value.as_bool() == Some(field.default == "true") || value.as_bool() == Some(false),
            Kind::Number => value.as_f64() == field.default.parse().ok(),
            Kind::String => value.as_str().is_some_and(|text| text == field.default.trim_matches('"')),
            _ => true,
        };
        if is_default || is_bound_error(root, field.key) {
            continue;
        }
        let message = format!("“{}” does nothing here: it counts {why}.", field.key);
        let at = pointer![field.key];
        let mut fixes: Vec<Fix> = switch_for(field.key, root).into_iter().collect();
        fixes.push(remove("Take it out", false, at.clone()));
        let draft = sink.manifest("tw-minigame-no-effect", Severity::Advice, at, message).at_key();
        for fix in fixes {
            draft.fix(fix);
        }
    }
}

/// Whether the field is told of as an error already.
fn is_bound_error(root: Ref<'_>, key: &str) -> bool {
    let (value, row) = (root.get(key), table::row_at(&[key.to_owned()]));
    value.zip(row).is_some_and(|(value, row)| !crate::shape::passes(value, row.rule))
}

/// What makes a field count.
fn switch_for(key: &str, root: Ref<'_>) -> Option<Fix> {
    let (label, switch, value): (&str, &'static str, Value) = match key {
        "OvertimeSeconds" => ("Turn overtime on", "OvertimeEnabled", true.into()),
        "SuddenDeathSeconds" => ("Turn sudden death on", "SuddenDeathEnabled", true.into()),
        "TeamCount" | "FriendlyFireKillScoreMode" => ("Play in teams", "TeamMode", TEAMS.into()),
        "PlayersPerTeam" if word(root, "TeamMode") != TEAMS => ("Play in teams", "TeamMode", TEAMS.into()),
        key if key.starts_with("Show") && !flag(root, "ShowHud") => ("Show the HUD", "ShowHud", true.into()),
        _ => return None,
    };
    Some(Fix::manifest("make-it-count", label, false, move |definition| place(definition, &pointer![switch], value.clone())))
}

fn list<'a>(root: Ref<'a>, key: &'static str) -> impl Iterator<Item = (Pointer, Ref<'a>)> {
    below(root, key).filter(|(_, item)| item.is_object())
}

fn below<'a>(holder: Ref<'a>, key: &'static str) -> impl Iterator<Item = (Pointer, Ref<'a>)> {
    let items = holder.get(key).into_iter().flat_map(Ref::items).enumerate();
    items.map(move |(index, item)| (pointer![key, index], item))
}
