//! What each value must be, and the rules of the reference's *Validation*: all errors.

use super::super::set::name_of;
use super::super::table::{self, flag, number};
use super::{Judged, remove, set_value};
use crate::check::{Fix, Sink};
use crate::finding::{DocId, Finding, Severity};
use crate::json::{Document, Kind, Pointer, Ref, Value};
use crate::pointer;
use crate::shape::{Row, Rule, UNKNOWN_KEY, Walk, passes, shown, trimmed};

pub(super) fn run(judged: &Judged<'_>, sink: &mut Sink) {
    let mut walk = Walk::new(DocId::Manifest);
    walk.check(judged.root, &table::RULE);
    for finding in walk.findings {
        if finding.code == UNKNOWN_KEY {
            unknown(judged, finding, sink);
            continue;
        }
        let at = finding.pointer.clone();
        let fixes = fixes(judged, &at);
        let draft = sink.put(finding);
        for fix in fixes {
            draft.fix(fix);
        }
    }
    duplicates(judged.document, sink);
    blank_name(judged, sink);
    players(judged, sink);
    extra_time(judged, "OvertimeEnabled", "OvertimeSeconds", "overtime", sink);
    extra_time(judged, "SuddenDeathEnabled", "SuddenDeathSeconds", "sudden death", sink);
}

/// A key that the documented version does not read: kept, with what it may have been meant to be.
fn unknown(judged: &Judged<'_>, mut finding: Finding, sink: &mut Sink) {
    let at = finding.pointer.clone();
    let (Some(key), Some(above)) = (at.last(), at.parent()) else {
        sink.put(finding);
        return;
    };
    let plain = |key: &str| key.to_lowercase().replace(['_', '-', ' '], "");
    let shape = match above.tokens() {
        [] => Some(&table::DEFINITION),
        tokens => table::row_at(tokens).and_then(|row| match row.rule.plain() {
            Rule::Object(shape) => Some(*shape),
            _ => None,
        }),
    };
    let object = judged.root.at(&above);
    let free = |name: &str| object.is_some_and(|object| object.get(name).is_none());
    let fields = shape.into_iter().flat_map(|shape| shape.fields);
    let meant = fields.map(|field| field.key).find(|name| plain(name) == plain(key) && free(name));
    // Past so many the rest are counted at the object that they stand in.
    let is_key = object.is_some_and(|object| object.get(key).is_some());
    if is_key {
        let key = shown_key(key);
        finding.message = match meant {
            Some(meant) => format!("“{key}” is not read by the documented version; “{meant}” is. It is kept as it is."),
            None => format!("“{key}” is not read by the documented version. It is kept as it is."),
        };
    }
    let (take_out, rename) = (at.clone(), at.clone());
    let draft = sink.put(finding).at_key();
    if let Some(meant) = meant {
        draft.fix(Fix::manifest("rename-key", format!("Call it “{meant}”"), true, move |definition| {
            definition.rename_member(&rename, meant)
        }));
    }
    if is_key {
        draft.fix(remove("Take it out", false, take_out));
    }
}

fn shown_key(key: &str) -> String {
    key.chars().take(60).collect()
}

/// What may mend a value that is not what its row says, the best first.
fn fixes(judged: &Judged<'_>, at: &Pointer) -> Vec<Fix> {
    let Some(row) = table::row_at(at.tokens()) else { return Vec::new() };
    let is_field = at.last() == Some(row.field.key);
    let mut fixes = Vec::new();
    match judged.root.at(at) {
        None => fixes.extend(missing(judged, at, row)),
        Some(value) => {
            if let Some(better) = better(value, row) {
                let label = format!("Use {}", words(&better));
                fixes.push(set_value(label, true, at.clone(), better));
            }
            if value.is_null() && is_field && !row.field.required {
                fixes.push(remove("Take it out", true, at.clone()));
            } else if is_field && !row.field.default.is_empty() {
                let label = format!("Use what holds without it: {}", row.field.default.trim_matches('"'));
                fixes.push(remove(label, false, at.clone()));
            } else if is_field {
                fixes.extend(missing(judged, at, row));
            }
        }
    }
    if let Some(entry) = entry_of(judged.root, at) {
        fixes.push(remove("Take the entry out", false, entry));
    }
    fixes
}

/// The nearest entry of a list that a place is in, or is.
fn entry_of(root: Ref<'_>, at: &Pointer) -> Option<Pointer> {
    let mut here = Some(at.clone());
    while let Some(place) = here {
        let above = place.parent();
        if above.as_ref().and_then(|above| root.at(above)).is_some_and(Ref::is_array) {
            return Some(place);
        }
        here = above;
    }
    None
}

/// What can be put where something must stand.
fn missing(judged: &Judged<'_>, at: &Pointer, row: Row) -> Option<Fix> {
    let path: Vec<&str> = at.tokens().iter().map(String::as_str).collect();
    let stem = judged.definition.stem();
    let (value, safe): (Value, bool) = match path.as_slice() {
        ["Id"] => (stem.into(), true),
        ["Name"] => (name_for(judged).into(), false),
        [.., "Amount"] => (1.into(), false),
        [.., "Target"] => ("winner".into(), false),
        [.., "Id"] => (loadout_id(judged.root, at)?.into(), false),
        [.., "Items"] => (Value::Array(Vec::new()), true),
        _ => return None,
    };
    let fits = Document::new(value.clone()).is_ok_and(|document| passes(document.root(), row.rule));
    fits.then(|| set_value(format!("Use {}", words(&value)), safe, at.clone(), value))
}

/// An ID for a loadout without one, from its name.
fn loadout_id(root: Ref<'_>, at: &Pointer) -> Option<String> {
    let name = root.at(&at.parent()?)?.get("DisplayName").and_then(Ref::as_str);
    let id = super::super::set::id_of(&name.unwrap_or_default()).to_lowercase();
    Some(if id.is_empty() { "loadout".to_owned() } else { id })
}

/// A name for a definition that has none.
fn name_for(judged: &Judged<'_>) -> String {
    let id = judged.definition.text("Id");
    let id = if id.trim().is_empty() { judged.definition.stem() } else { &id };
    name_of(id)
}

fn words(value: &Value) -> String {
    match value {
        Value::String(text) => format!("“{text}”"),
        Value::Array(_) => "an empty list".to_owned(),
        Value::Bool(on) => on.to_string(),
        Value::Number(text) => text.clone(),
        _ => "it".to_owned(),
    }
}

/// The longest text that is looked at for what it may mean.
const LONGEST: usize = 200;

/// The value that was plainly meant, where the row takes it.
fn better(value: Ref<'_>, row: Row) -> Option<Value> {
    let fits = |value: &Value| Document::new(value.clone()).is_ok_and(|document| passes(document.root(), row.rule));
    let text = value.as_str().filter(|text| text.len() <= LONGEST);
    let text = text.as_deref().map(trimmed);
    let better = match (row.rule.plain(), value.kind()) {
        (Rule::OneOf(all), Kind::String) => {
            let plain = text?.to_uppercase().replace([' ', '-'], "_");
            Value::from(*all.iter().find(|word| **word == plain)?)
        }
        (Rule::Bool, Kind::String) => match text?.to_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => true.into(),
            "false" | "no" | "off" | "0" => false.into(),
            _ => return None,
        },
        (Rule::Bool, Kind::Number) => match value.as_f64()? {
            1.0 => true.into(),
            0.0 => false.into(),
            _ => return None,
        },
        (Rule::Integer(..), Kind::String) => Value::from(text?.parse::<i32>().ok()?),
        (Rule::Integer(min, max), Kind::Number) => {
            let nearest = value.as_f64()?.round().clamp(f64::from(*min), f64::from(*max));
            let nearest = Value::from(nearest as i32);
            return Some(nearest).filter(fits).filter(|_| value.as_f64().is_some_and(|n| n.fract() == 0.0 && n >= -1.0));
        }
        (Rule::Text(..), Kind::Number) => Value::from(value.raw()?),
        _ => return None,
    };
    Some(better).filter(fits)
}

fn duplicates(document: &Document, sink: &mut Sink) {
    for (pointer, position) in document.duplicates() {
        if document.at(&pointer).is_none() {
            continue;
        }
        let key = shown_key(pointer.last().unwrap_or_default());
        let message = format!("“{key}” stands more than once in this object, and only the last one counts. Remove the others.");
        sink.manifest("tw-duplicate-key", Severity::Warning, pointer, message).at(position);
    }
}

fn blank_name(judged: &Judged<'_>, sink: &mut Sink) {
    let Some(name) = judged.root.get("Name").and_then(Ref::as_str) else { return };
    if !name.chars().all(char::is_whitespace) {
        return;
    }
    let at = pointer!["Name"];
    let draft = sink.schema(at.clone(), "“Name” is blank, so lists and messages would show nothing. Give the minigame a name.");
    let name = name_for(judged);
    if !name.is_empty() {
        draft.fix(set_value(format!("Call it “{name}”"), false, at, name.into()));
    }
}

/// That a bound on the number of players is a number that can be compared.
fn whole(root: Ref<'_>, key: &str) -> bool {
    root.get(key).is_none_or(|value| value.kind() == Kind::Number && value.as_f64().is_some_and(|n| n.fract() == 0.0))
}

fn players(judged: &Judged<'_>, sink: &mut Sink) {
    let root = judged.root;
    if !whole(root, "MinPlayers") || !whole(root, "MaxPlayers") {
        return;
    }
    let (min, max) = (number(root, "MinPlayers"), number(root, "MaxPlayers"));
    if max >= min {
        return;
    }
    let is = if root.get("MaxPlayers").is_some() { format!("is {max}") } else { format!("is not set, which means {max}") };
    let message =
        format!("“MaxPlayers” {is}, but “MinPlayers” is {min}, so the game could never start. Raise the one or lower the other.");
    let at = |key: &str| pointer![key];
    let draft = sink.schema(at("MaxPlayers"), message);
    let raise = |to: i64| i32::try_from(to).ok().filter(|to| *to >= 1);
    if let Some(min) = raise(min) {
        draft.fix(set_value(format!("Let {min} play at most"), false, at("MaxPlayers"), min.into()));
    }
    if let Some(max) = raise(max) {
        draft.fix(set_value(format!("Let {max} play at least"), false, at("MinPlayers"), max.into()));
    }
}

/// A length that must be above 0 where the switch is on.
fn extra_time(judged: &Judged<'_>, switch: &'static str, key: &'static str, what: &str, sink: &mut Sink) {
    let root = judged.root;
    if !flag(root, switch) || !whole(root, key) || number(root, key) > 0 {
        return;
    }
    let is = root.get(key).map_or("missing".into(), shown);
    let message = format!("“{key}” must be above 0 where {what} is on, but is {is}.");
    let draft = sink.schema(pointer![key], message);
    draft.fix(set_value("Use 60 seconds", false, pointer![key], 60.into()));
    draft.fix(set_value(format!("Turn {what} off"), false, pointer![switch], false.into()));
}
