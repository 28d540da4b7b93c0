//! Parts of a manifest that an editor makes: new elements of lists, copies of them, and another kind of the same thing.

use super::manifest_edit::ManifestOp;
use crate::json::{Pointer, Ref, Value};
use crate::shape::{Field, Look, Rule, Shape};

/// Keys by which the author names a thing. What else names one (a plugin, a pack, a path) is given from outside and is
/// not made up.
const OWN_NAMES: [&str; 4] = ["id", "key", "name", "value"];

/// Keys of texts that people read, which begin as what the thing is called.
const LABELS: [&str; 3] = ["label", "title", "name"];

/// A first value for a member or element that is held to `rule`: what must be there and nothing else, with `list` as the
/// list that it will stand in and `now` as the instant (ISO 8601, UTC). Text that only the author knows begins empty.
pub fn new_value(rule: &'static Rule, list: Option<Ref<'_>>, now: &str) -> Value {
    match rule.plain() {
        Rule::Bool => Value::Bool(false),
        Rule::True => Value::Bool(true),
        Rule::Number => 0.into(),
        Rule::Within { min, at_min: true, .. } => (*min).into(),
        Rule::Within { max, .. } if max.is_finite() => (*max).into(),
        Rule::Within { min, .. } => (*min + 1.0).into(),
        Rule::Integer(min, _) => (*min).into(),
        Rule::Numbers(all) => all.first().copied().unwrap_or_default().into(),
        Rule::OneOf(words) => words.first().copied().unwrap_or_default().into(),
        Rule::Pattern(_, _, pattern) if (pattern.test)(now) && !(pattern.test)("") => now.into(),
        Rule::Any | Rule::Scalar | Rule::Text(..) | Rule::Trimmed(..) | Rule::Pattern(..) => "".into(),
        Rule::Vector => Value::object(["x", "y", "z"].map(|axis| (axis, Value::from(0)))),
        Rule::Bag | Rule::Map(_) => Value::Object(Vec::new()),
        Rule::List(..) => Value::Array(Vec::new()),
        Rule::Object(shape) => new_object(shape, None, list, now),
        Rule::Tagged { tag, cases } => match cases.first() {
            Some((word, shape)) => new_object(shape, Some((tag, word)), list, now),
            None => Value::Object(Vec::new()),
        },
        Rule::OrNull(_) | Rule::Unwritten(_) => Value::Null,
    }
}

/// A new element for `list`, whose elements are held to `rule`; of the kind `word` where there are several kinds.
pub fn new_element(rule: &'static Rule, word: Option<&str>, list: Option<Ref<'_>>, now: &str) -> Value {
    if let (Rule::Tagged { tag, cases }, Some(word)) = (rule.plain(), word)
        && let Some((word, shape)) = cases.iter().find(|(name, _)| *name == word)
    {
        return new_object(shape, Some((tag, word)), list, now);
    }
    new_value(rule, list, now)
}

fn new_object(shape: &'static Shape, tag: Option<(&str, &str)>, list: Option<Ref<'_>>, now: &str) -> Value {
    let members = shape.fields.iter().filter(|field| field.required).map(|field| {
        let value = match tag {
            Some((tag, word)) if tag == field.key => word.into(),
            _ => named(shape, field, list).unwrap_or_else(|| new_value(&field.rule, None, now)),
        };
        (field.key, value)
    });
    let mut members: Vec<(&str, Value)> = members.collect();
    // All is optional in what the documents do not tell; its name makes it something.
    if members.is_empty()
        && let Some(field) = shape.field(shape.named_by)
        && let Some(name) = named(shape, field, list)
    {
        members.push((field.key, name));
    }
    Value::object(members)
}

/// What a new thing is called, where its name is the author's to choose: a name that no other in the list has.
fn named(shape: &'static Shape, field: &'static Field, list: Option<Ref<'_>>) -> Option<Value> {
    if field.key == shape.named_by {
        if let Rule::OneOf(words) = field.rule.plain() {
            return words.iter().find(|word| !is_taken(list, field.key, word)).map(|word| (*word).into());
        }
        if !OWN_NAMES.contains(&field.key) || shape.noun == "plugin" {
            return None;
        }
        let stem = own_name(shape.noun, field);
        return Some(free_name(&stem, field, list).into());
    }
    let wants_words = LABELS.contains(&field.key) && field.look == Look::Plain;
    (wants_words && !shape.noun.is_empty()).then(|| {
        let mut letters = shape.noun.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default().into()
    })
}

fn own_name(noun: &str, field: &'static Field) -> String {
    let dashed = noun.replace(' ', "-");
    if takes(field, &dashed) { dashed } else { noun.replace(' ', "_") }
}

fn takes(field: &'static Field, name: &str) -> bool {
    match field.rule.plain() {
        Rule::Pattern(_, _, pattern) => (pattern.test)(name),
        _ => true,
    }
}

fn is_taken(list: Option<Ref<'_>>, key: &str, name: &str) -> bool {
    let mut others = list.into_iter().flat_map(Ref::items);
    others.any(|other| other.get(key).and_then(Ref::as_str).is_some_and(|other| other == name))
}

/// `stem`, or the first of `stem-2`, `stem-3` and so on that no other in the list has.
fn free_name(stem: &str, field: &'static Field, list: Option<Ref<'_>>) -> String {
    let sign = if takes(field, "a-2") { '-' } else { '_' };
    let base = stem.rsplit_once(sign).filter(|(_, n)| n.bytes().all(|b| b.is_ascii_digit())).map_or(stem, |(base, _)| base);
    let mut names = std::iter::once(stem.to_owned()).chain((2..).map(|n| format!("{base}{sign}{n}")));
    names.find(|name| !is_taken(list, field.key, name)).unwrap_or_else(|| stem.to_owned())
}

/// A copy of the element `number` of `list`, whose elements are held to `rule`. A name by which the author tells one from
/// another is made a free one.
pub fn doubled(rule: &'static Rule, list: Ref<'_>, number: usize) -> Option<Value> {
    let element = list.index(number)?;
    let copy = element.share();
    let shape = match rule.plain() {
        Rule::Object(shape) => *shape,
        Rule::Tagged { tag, cases } => {
            let word = element.get(tag).and_then(Ref::as_str);
            cases.iter().find(|(name, _)| word.as_deref() == Some(*name)).map(|(_, shape)| *shape)?
        }
        _ => return Some(copy),
    };
    let Some(field) = shape.field(shape.named_by).filter(|_| shape.noun != "plugin") else { return Some(copy) };
    let name = match (element.get(field.key).and_then(Ref::as_str), field.rule.plain()) {
        (Some(_), Rule::OneOf(_)) => named(shape, field, Some(list)),
        (Some(name), _) if OWN_NAMES.contains(&field.key) => Some(free_name(&name, field, Some(list)).into()),
        _ => None,
    };
    let Some(name) = name else { return Some(copy) };
    // Only the name differs; all else is carried over as it is written.
    let mut name = Some(name);
    let members = element.members().map(|(key, value)| {
        let value = if key == field.key { name.take().unwrap_or_else(|| value.share()) } else { value.share() };
        (key, value)
    });
    Some(Value::object(members))
}

/// Makes the thing at `at`, which is `value`, one of the kind `word`: the keys of its other kind go, what the new kind
/// needs comes, and keys that no kind knows stay.
pub fn kind_change(at: &Pointer, value: Ref<'_>, rule: &'static Rule, word: &str, now: &str) -> Vec<ManifestOp> {
    let Rule::Tagged { tag, cases } = rule.plain() else { return Vec::new() };
    let Some((word, shape)) = cases.iter().find(|(name, _)| *name == word) else { return Vec::new() };
    let mut ops = vec![ManifestOp::Set(at.join(tag), (*word).into())];
    let known = |key: &str| cases.iter().any(|(_, shape)| shape.field(key).is_some());
    let mut gone: Vec<&str> =
        value.members().map(|(key, _)| key).filter(|key| known(key) && shape.field(key).is_none()).collect();
    gone.sort_unstable();
    gone.dedup();
    ops.extend(gone.into_iter().map(|key| ManifestOp::Remove(at.join(key))));
    for field in shape.fields.iter().filter(|field| field.required && field.key != *tag && value.get(field.key).is_none()) {
        ops.push(ManifestOp::Set(at.join(field.key), new_value(&field.rule, None, now)));
    }
    ops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Roots, edit_manifest};
    use crate::json::Document;
    use crate::manifest::table;
    use crate::pointer;

    const NOW: &str = "2026-09-30T10:00:00.000Z";

    fn rule(key: &str) -> &'static Rule {
        match table::MANIFEST.field(key).unwrap().rule.plain() {
            Rule::List(_, _, of) => of,
            rule => rule,
        }
    }

    fn text(value: Value) -> String {
        Document::new(value).unwrap().text().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn new_things_have_what_they_need_and_a_name_of_their_own() {
        let made = |key, word, list: &str| {
            let list = Document::parse(list.as_bytes()).unwrap();
            text(new_element(rule(key), word, Some(list.root()), NOW))
        };
        assert_eq!(
            made("setupOptions", None, r#"[{"key":"setup_option"}]"#),
            r#"{ "key": "setup_option_2", "label": "Setup option", "control": "text", "default": "" }"#
        );
        assert_eq!(made("dice", None, r#"[{"preset":"die-d4"}]"#), r#"{ "preset": "die-d6" }"#);
        assert_eq!(
            made("rules", Some("link"), "[]"),
            r#"{ "kind": "link", "id": "rules-document", "title": "Rules document", "url": "" }"#
        );
        assert_eq!(made("plugins", None, "[]"), r#"{ "id": "", "functions": [] }"#);
        assert_eq!(made("bots", None, "[]"), r#"{ "id": "bot" }"#);
        assert!(made("credits", None, "[]").contains(NOW));
    }

    #[test]
    fn a_copy_has_another_name_and_the_same_rest() {
        let list = Document::parse(br#"[{"key":"a_2","default":1.50,"x":{}},{"key":"a_3"}]"#).unwrap();
        let copy = doubled(rule("setupOptions"), list.root(), 0).unwrap();
        assert_eq!(text(copy), r#"{ "key": "a_4", "default": 1.50, "x": {} }"#);
        let dice = Document::parse(br#"[{"preset":"die-d4"}]"#).unwrap();
        assert_eq!(text(doubled(rule("dice"), dice.root(), 0).unwrap()), r#"{ "preset": "die-d6" }"#);
        assert!(doubled(rule("dice"), dice.root(), 1).is_none());
    }

    #[test]
    fn another_kind_drops_the_keys_of_the_first_and_keeps_unknown_ones() {
        let text = r#"{"rules":[{"kind":"link","id":"faq","title":"FAQ","url":"https://a.example","mine":1}]}"#;
        let roots = Roots { manifest: Some(Document::parse(text.as_bytes()).unwrap()), scene: None };
        let at = pointer!["rules", 0];
        let value = roots.manifest.as_ref().unwrap().at(&at).unwrap();
        let ops = kind_change(&at, value, rule("rules"), "markdown", NOW);
        let after = edit_manifest(&roots, &ops).unwrap().manifest.unwrap();
        assert_eq!(after.text(), r#"{"rules":[{"kind":"markdown","id":"faq","title":"FAQ","path":"","mine":1}]}"#);
    }
}
