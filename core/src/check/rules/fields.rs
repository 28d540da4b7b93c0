//! The manifest has the shape that the platform's schema wants: every row of the [field table](crate::manifest::table), and
//! the keys that no row has. What has one right answer comes with it as a fix.

mod guesses;

use super::{Rule, capabilities};
use crate::check::{Context, Fix, Sink};
use crate::finding::{Finding, Severity};
use crate::json::{Document, EditError, Kind, Pointer, Ref, Value};
use crate::manifest::{PackType, schema, slug_of, table, youtube_id};
use crate::pointer;
use crate::shape::{Look, Row, UNKNOWN_KEY, errors, passes, trimmed};

pub(super) const RULE: Rule = Rule {
    name: "the manifest's fields",
    codes: &["schema", "tw-unknown-key", "tw-unlike-published", "tw-category-unknown"],
    run,
};

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    let root = manifest.root();
    for finding in schema::findings(root) {
        if finding.code == UNKNOWN_KEY {
            sink.put(finding).at_key();
            continue;
        }
        // What no document tells has no right answer.
        let told = finding.code == "schema";
        let mut fixes: Vec<Fix> = told.then(|| fix(root, &finding)).flatten().into_iter().collect();
        if told && fixes.is_empty() {
            fixes = guesses::fixes(root, &finding, context.scene);
        }
        let draft = sink.put(finding);
        for fix in fixes {
            draft.fix(fix);
        }
    }
    category(root, sink);
}

/// A category in the right form that is not among those that we know of the platform's 66.
fn category(root: Ref, sink: &mut Sink) -> Option<()> {
    let category = root.get("category")?.as_str()?;
    if table::is_slug(&category) && !table::is_known_category(&category) {
        let message = format!(
            "“{category}” is not one of the categories that this editor knows. The platform has a list of 66, of which we know \
             some; if it is not on that list, publishing is refused."
        );
        sink.manifest("tw-category-unknown", Severity::Warning, pointer!["category"], message);
    }
    Some(())
}

/// What mends a finding, where there is one right answer.
fn fix(root: Ref, finding: &Finding) -> Option<Fix> {
    let at = &finding.pointer;
    let path: Vec<&str> = at.tokens().iter().map(String::as_str).collect();
    let value = root.at(at);
    match (path.as_slice(), value) {
        (["schemaVersion"], _) => return Some(schema_version(value.is_none())),
        (["compatibility"] | ["compatibility", "engine"], None) => return Some(engine(at)),
        (["dice"], Some(list)) if list.is_array() && list.len() <= 7 => return dice_once(list),
        (["plugins", _, "functions"], Some(list)) if list.is_array() && list.len() <= 24 => {
            return Some(capabilities::add("plugin-call", true));
        }
        _ => {}
    }
    if let Some(fix) = swapped(root, at) {
        return Some(fix);
    }
    let (value, row) = (value?, table::row_at(at.tokens())?);
    if cannot_stand(root, &path, value, row) && mends(root, at, None) {
        let (label, at) = (format!("Take “{}” away", at.last().unwrap_or_default()), at.clone());
        return Some(Fix::manifest("remove-key", label, true, move |document| document.remove(&at)));
    }
    let better = better(root, at, value, row)?;
    let label = match &better {
        Value::String(text) => format!("Use “{text}”"),
        Value::Number(text) => format!("Use the number {text}"),
        _ => return None,
    };
    let only_trims = value.as_str().is_some_and(|text| matches!(&better, Value::String(better) if **better == *trimmed(&text)));
    let safe = only_trims || !is_script_name(&path);
    let at = at.clone();
    Some(Fix::manifest("replace-value", label, safe, move |document| document.set(&at, better.clone())))
}

/// Whether scripts know what stands here by its name, so that writing it another way may break them.
fn is_script_name(path: &[&str]) -> bool {
    matches!(path, ["setupOptions", _, "key"] | ["soundSets", _, "name"] | ["lobbyRequirements", _, "id"])
}

/// Whether there are fewer errors in the object that `at` stands in once `after` stands there, or nothing: what only moves
/// a problem elsewhere is no fix. Entries of a list and members of the manifest itself have their own rule alone.
fn mends(root: Ref, at: &Pointer, after: Option<&Value>) -> bool {
    let (Some(place), Some(key)) = (at.parent().filter(|place| !place.is_root()), at.last()) else { return true };
    let (Some(object), Some(row)) = (root.at(&place).filter(|value| value.is_object()), table::row_at(place.tokens())) else {
        return true;
    };
    let Ok(before) = Document::new(object.share()) else { return false };
    let member = pointer![key];
    let edited = match after {
        Some(value) => before.set(&member, value.clone()),
        None => before.remove(&member),
    };
    let kind = root.get("type").and_then(Ref::as_str).and_then(|word| PackType::parse(&word));
    let errors = |document: &Document| errors(document.root(), row.rule, kind);
    edited.is_ok_and(|edited| errors(&edited) < errors(&before))
}

/// Whether what stands here can have no effect: a `null`, a lock that is off, a key or capability of another type of pack,
/// a modifier of another control.
fn cannot_stand(root: Ref, path: &[&str], value: Ref, row: Row) -> bool {
    let kind = root.get("type").and_then(Ref::as_str).and_then(|word| PackType::parse(&word));
    let is_field = path.last() == Some(&row.field.key);
    let of_other_type = is_field && kind.is_some_and(|kind| !row.field.is_for(kind));
    let of_no_script = matches!(path, ["capabilities", "allowed", _]) && passes(value, row.rule);
    let of_other_control = match path {
        ["setupOptions", index, key @ ("options" | "min" | "max" | "step" | "maxLength")] => {
            let control = root.at(&pointer!["setupOptions", *index, "control"]).and_then(Ref::as_str);
            control.is_some_and(|control| control != table::control_of(key))
        }
        _ => false,
    };
    let is_off = matches!(path, ["credits", _, "locked"]) && value.as_bool() == Some(false);
    (value.is_null() && is_field && !row.field.required) || is_off || of_other_type || of_no_script || of_other_control
}

/// The value that was meant, where that is plain and the row takes it.
fn better(root: Ref, at: &Pointer, value: Ref, row: Row) -> Option<Value> {
    let fits = |value: &Value| {
        Document::new(value.clone()).is_ok_and(|document| passes(document.root(), row.rule)) && mends(root, at, Some(value))
    };
    let Some(text) = value.as_str() else {
        // A number where its text is wanted: `"version": 1` has no text that would do, `"maxLength"` none at all.
        // Nor is a number the path of a file.
        let is_path = matches!(row.field.look, Look::Path(_));
        let number = value.raw().filter(|_| value.kind() == Kind::Number && !is_path)?;
        return Some(Value::from(number)).filter(fits);
    };
    if text.len() > LONGEST_MENDED {
        return None;
    }
    let meant = meant(root, at, trimmed(&text), row.field.key);
    let words = meant.into_iter().filter(|word| *word != text).map(Value::from);
    let number = Document::parse(trimmed(&text).as_bytes()).ok().filter(|number| number.root().kind() == Kind::Number);
    let number = number.map(|number| Value::Number(number.text()));
    words.chain(number).find(fits)
}

/// Longer texts are nothing that a person mistyped.
const LONGEST_MENDED: usize = 1000;

/// What a text may have been meant to be, the likeliest first.
fn meant(root: Ref, at: &Pointer, text: &str, key: &str) -> Vec<String> {
    let lower = text.to_ascii_lowercase();
    let mut meant = vec![text.to_owned(), lower.clone()];
    match (key, at.tokens().len()) {
        ("slug", 1) => {
            meant.push(slug_of(text));
            meant.extend(root.get("name").and_then(Ref::as_str).map(|name| slug_of(&name)));
        }
        ("tags", 2) => meant.push(slug_of(text)),
        ("type", 1) => meant.push(format!("{lower}-pack")),
        ("version", depth) => {
            let bare = text.trim_start_matches(['v', 'V', '=']);
            meant.push(bare.to_owned());
            if depth == 1 {
                meant.extend([format!("{bare}.0"), format!("{bare}.0.0")]);
            }
        }
        ("id", depth) if depth > 2 => meant.extend(youtube_id(text)),
        ("recordedAt" | "acceptedAt", _) => {
            let upper = text.to_ascii_uppercase();
            meant.extend(upper.strip_suffix("+00:00").map(|text| format!("{text}Z")));
            meant.push(upper);
        }
        _ => {}
    }
    meant
}

/// The other bound of a pair, by the key of one.
const PAIRS: [(&str, &str); 2] = [("min", "max"), ("minCards", "maxCards")];

/// Swaps the bounds of a pair that stand the wrong way round, where `at` is their object or one of them.
fn swapped(root: Ref, at: &Pointer) -> Option<Fix> {
    let object = if root.at(at).is_some_and(Ref::is_object) { at.clone() } else { at.parent()? };
    let value = root.at(&object)?;
    let (low, high) = PAIRS.into_iter().find(|(low, high)| {
        let number = |key| value.get(key).and_then(Ref::as_f64);
        matches!((number(low), number(high)), (Some(low), Some(high)) if low > high)
    })?;
    if at.last() != Some(low) && *at != object {
        return None;
    }
    Some(Fix::manifest("swap-bounds", "Swap them", true, move |document| {
        let (low, high) = (object.join(low), object.join(high));
        let take = |at: &Pointer| document.at(at).map(Ref::share).ok_or_else(|| EditError::Missing(at.clone()));
        let (first, second) = (take(&low)?, take(&high)?);
        document.set(&low, second)?.set(&high, first)
    }))
}

/// The only accepted value of `schemaVersion`.
const SCHEMA_VERSION: &str = "1.0";

fn schema_version(missing: bool) -> Fix {
    Fix::manifest("set-schema-version", "Set the format to 1.0", true, move |document| {
        // Where every manifest has it: first.
        if missing {
            document.insert_member(&Pointer::root(), 0, "schemaVersion", SCHEMA_VERSION.into())
        } else {
            document.set(&pointer!["schemaVersion"], SCHEMA_VERSION.into())
        }
    })
}

/// The range that every published pack has.
const ENGINE_RANGE: &str = ">=0.1 <1.0";

pub(super) fn engine(at: &Pointer) -> Fix {
    let at = at.clone();
    let label = format!("Set the engine range to {ENGINE_RANGE}");
    Fix::manifest("set-engine-range", label, false, move |document| {
        let value =
            if at.last() == Some("engine") { ENGINE_RANGE.into() } else { Value::object([("engine", ENGINE_RANGE.into())]) };
        document.set(&at, value)
    })
}

/// Keeps the first of each die. Which of two was meant to be another die only the author knows, so it is not safe.
fn dice_once(list: Ref) -> Option<Fix> {
    let mut seen = Vec::new();
    let mut again = Vec::new();
    for (index, die) in list.items().enumerate() {
        let preset = die.get("preset")?.as_str()?;
        if seen.contains(&preset) {
            again.push(index);
        } else {
            seen.push(preset);
        }
    }
    Some(Fix::manifest("remove-duplicate-dice", "Keep the first of each die", false, move |document| {
        again.iter().rev().try_fold(document.clone(), |document, index| document.remove(&pointer!["dice", *index]))
    }))
}

#[cfg(test)]
mod tests;
