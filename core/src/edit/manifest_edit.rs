//! Edits of the manifest, and of any document that has a field table: fields are set, taken out, moved, doubled and renamed,
//! and everything else stays byte for byte.

use super::history::Roots;
use crate::json::{Document, Edit, EditError, Pointer, Ref, Value};
use crate::manifest::table;
use crate::minigame;
use crate::pointer;
use crate::shape::{Rule, Shape};
use crate::{Error, ErrorKind, Result};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The order of the keys that a manifest is made with; what is edited first comes after them (the field guide,
/// section 5). Keys outside this list are added at the end and never moved.
const TOP: &[&str] =
    &["schemaVersion", "id", "name", "version", "type", "entry", "assets", "compatibility", "capabilities", "license", "tags"];

/// The keys of every shape of the field tables in the tables' order, by the shape's address.
static ORDERS: LazyLock<FxHashMap<usize, Vec<&'static str>>> = LazyLock::new(|| {
    let mut orders = FxHashMap::default();
    collect(&table::MANIFEST_RULE, &mut orders);
    collect(&minigame::table::RULE, &mut orders);
    orders
});

fn address(shape: &'static Shape) -> usize {
    std::ptr::from_ref(shape) as usize
}

fn collect(rule: &'static Rule, orders: &mut FxHashMap<usize, Vec<&'static str>>) {
    let mut shape = |shape: &'static Shape| {
        if orders.insert(address(shape), shape.fields.iter().map(|field| field.key).collect()).is_none() {
            shape.fields.iter().for_each(|field| collect(&field.rule, orders));
        }
    };
    match rule.plain() {
        Rule::Object(of) => shape(of),
        Rule::Tagged { cases, .. } => cases.iter().for_each(|(_, of)| shape(of)),
        Rule::List(_, _, of) | Rule::Map(of) => collect(of, orders),
        _ => {}
    }
}

/// One edit of a manifest. Those of a list say places as they are when the operation's turn comes.
#[derive(Debug, Clone)]
pub enum ManifestOp {
    /// Sets a field; see [`set_manifest_field`].
    Set(Pointer, Value),
    /// Takes a field or an element out; nothing where it is not there.
    Remove(Pointer),
    /// Adds an element to the list at this place as number `1`; at the end where the list is shorter. A list that is not
    /// there is made.
    Insert(Pointer, usize, Value),
    /// Moves the element of this list from one number to another.
    Move(Pointer, usize, usize),
    /// Gives the member at this place another key; its value and its place stay.
    Rename(Pointer, String),
}

impl ManifestOp {
    /// Where something stands after this operation that stood at `at` before it; `None` where it is gone.
    pub fn shifted(&self, at: &Pointer) -> Option<Pointer> {
        match self {
            Self::Set(..) => Some(at.clone()),
            Self::Remove(gone) if gone.contains(at) => None,
            Self::Remove(gone) => {
                let (list, number) = (gone.parent()?, gone.last()?.parse::<usize>().ok());
                Some(number.map_or_else(|| at.clone(), |gone| renumber(at, &list, |i| if i > gone { i - 1 } else { i })))
            }
            Self::Insert(list, index, _) => Some(renumber(at, list, |i| if i >= *index { i + 1 } else { i })),
            Self::Move(list, from, to) => Some(renumber(at, list, |i| match i {
                i if i == *from => *to,
                i if i > *from && i <= *to => i - 1,
                i if i < *from && i >= *to => i + 1,
                i => i,
            })),
            Self::Rename(was, key) if was.contains(at) => {
                let mut tokens = at.tokens().to_vec();
                tokens[was.tokens().len() - 1].clone_from(key);
                Some(tokens.into_iter().collect())
            }
            Self::Rename(..) => Some(at.clone()),
        }
    }
}

/// `at` with another number where it goes through `list`.
fn renumber(at: &Pointer, list: &Pointer, number: impl Fn(usize) -> usize) -> Pointer {
    let depth = list.tokens().len();
    let mut tokens = at.tokens().to_vec();
    if list.contains(at)
        && let Some(token) = tokens.get_mut(depth)
        && let Ok(index) = token.parse::<usize>()
    {
        *token = number(index).to_string();
    }
    tokens.into_iter().collect()
}

/// Makes these edits one after the other, as one state.
///
/// # Errors
/// As [`set_manifest_field`], and where a list or member that is named is not there; nothing is changed then.
pub fn edit_manifest(roots: &Roots, ops: &[ManifestOp]) -> Result<Roots> {
    Ok(with(roots, edit_by(read(roots)?, &table::MANIFEST_RULE, ops)?))
}

/// The same for any document with a field table: new keys go where its rule `table` has them.
///
/// # Errors
/// As [`edit_manifest`].
pub fn edit_by(document: &Document, table: &'static Rule, ops: &[ManifestOp]) -> Result<Document> {
    let mut edited = document.clone();
    for op in ops {
        edited = match op {
            ManifestOp::Set(at, value) => place_by(&edited, table, at, value.clone())?,
            ManifestOp::Remove(at) if edited.at(at).is_none() => edited,
            ManifestOp::Remove(at) => edited.remove(at)?,
            ManifestOp::Insert(list, _, value) if edited.at(list).is_none_or(Ref::is_null) => {
                place_by(&edited, table, list, Value::Array(vec![value.clone()]))?
            }
            ManifestOp::Insert(list, index, value) => edited.insert_item(list, *index, value.clone())?,
            ManifestOp::Move(list, from, to) => edited.move_entry(list, *from, *to)?,
            ManifestOp::Rename(at, key) => edited.rename_member(at, key)?,
        };
    }
    Ok(edited)
}

fn with(roots: &Roots, manifest: Document) -> Roots {
    Roots { manifest: Some(manifest), ..roots.clone() }
}

fn read(roots: &Roots) -> Result<&Document> {
    roots.manifest.as_ref().ok_or_else(|| {
        Error::new(ErrorKind::Refused, "The manifest can’t be read, so it can’t be changed")
            .hint("Mend it as Problems shows it, then try again.")
    })
}

/// Sets a field of the manifest, or takes it out (`None`). Objects that are missing on the way are made; a new key goes
/// after the nearest one before it in the order that editor saves have, else to the end. In a list the index `-` adds
/// an element. Taking out what is not there changes nothing.
///
/// # Errors
/// Refused where there is no manifest that can be read, or where the way leads through something that is not an object
/// or list.
pub fn set_manifest_field(roots: &Roots, pointer: &Pointer, value: Option<Value>) -> Result<Roots> {
    let op = match value {
        Some(value) => ManifestOp::Set(pointer.clone(), value),
        None => ManifestOp::Remove(pointer.clone()),
    };
    edit_manifest(roots, std::slice::from_ref(&op))
}

/// Writes a value to a place, with the objects that are missing on the way; new keys go where the rule `table` has them.
pub(crate) fn place_by(
    document: &Document,
    table: &'static Rule,
    pointer: &Pointer,
    value: Value,
) -> Result<Document, EditError> {
    let mut edits = Vec::new();
    for depth in 1..pointer.tokens().len() {
        let above: Pointer = pointer.tokens()[..depth].iter().collect();
        let in_list = above.parent().and_then(|list| document.at(&list)).is_some_and(Ref::is_array);
        if !in_list && document.at(&above).is_none_or(Ref::is_null) {
            edits.push((above.clone(), Edit::Place(Value::Object(Vec::new()), order_of(document, table, &above))));
        }
    }
    edits.push((pointer.clone(), Edit::Place(value, order_of(document, table, pointer))));
    document.edit_many(edits)
}

/// The order of the keys of the object that a member stands in: the one that a manifest is made with, below that the
/// field table's.
fn order_of(document: &Document, table: &'static Rule, member: &Pointer) -> &'static [&'static str] {
    use crate::manifest::table as manifest;
    let above = member.tokens().split_last().map(|(_, above)| above).unwrap_or_default();
    if above.is_empty() && std::ptr::eq(table, &manifest::MANIFEST_RULE) {
        return TOP;
    }
    let mut rule = table;
    for depth in 0..=above.len() {
        let shape = match rule.plain() {
            Rule::Object(shape) => *shape,
            Rule::Tagged { tag, cases } => {
                let here: Pointer = above[..depth].iter().collect();
                let word = document.at(&here).and_then(|value| value.get(tag)?.as_str());
                let case = cases.iter().find(|(name, _)| word.as_deref() == Some(*name));
                match case.or(cases.first()) {
                    Some((_, shape)) => *shape,
                    None => return &[],
                }
            }
            Rule::List(_, _, of) | Rule::Map(of) if depth < above.len() => {
                rule = of;
                continue;
            }
            _ => return &[],
        };
        match above.get(depth) {
            None => return ORDERS.get(&address(shape)).map_or(&[], Vec::as_slice),
            Some(key) => match shape.field(key) {
                Some(field) => rule = &field.rule,
                None => return &[],
            },
        }
    }
    &[]
}

/// Allows scripts of the pack a capability. Where the manifest says nothing of capabilities the pack has `log`, which
/// stays.
///
/// # Errors
/// As [`set_manifest_field`], and where the list of capabilities is no list.
pub fn allow_capability(roots: &Roots, slug: &str) -> Result<Roots> {
    let at = |path: &str| roots.manifest.as_ref().and_then(|manifest| manifest.root().at(&path.parse().ok()?));
    let list = pointer!["capabilities", "allowed"];
    if let Some(allowed) = at("/capabilities/allowed") {
        if !allowed.is_array() {
            return Err(EditError::WrongKind(list).into());
        }
        if allowed.items().filter_map(Ref::as_str).any(|word| word == slug) {
            return Ok(roots.clone());
        }
        return set_manifest_field(roots, &list.join("-"), Some(slug.into()));
    }
    let version = pointer!["capabilities", "version"];
    let roots =
        if at("/capabilities").is_none() { set_manifest_field(roots, &version, Some("1".into()))? } else { roots.clone() };
    set_manifest_field(&roots, &list, Some(Value::array(["log", slug])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pointer;

    fn after(text: &str, at: &Pointer, value: Option<Value>) -> String {
        let roots = Roots { manifest: Some(Document::parse(text.as_bytes()).unwrap()), scene: None };
        set_manifest_field(&roots, at, value).unwrap().manifest.unwrap().text()
    }

    #[test]
    fn a_field_changes_in_its_place() {
        let text = "{\n  \"name\": \"Go\",\n  \"tags\": [\"a\"]\n}";
        assert_eq!(after(text, &pointer!["name"], Some("Weiqi".into())), text.replace("Go", "Weiqi"));
        assert_eq!(after(text, &pointer!["tags", 0], Some("b".into())), text.replace("\"a\"", "\"b\""));
        assert_eq!(after(text, &pointer!["tags", "-"], Some("b".into())), text.replace("\"a\"", "\"a\", \"b\""));
        assert_eq!(after(text, &pointer!["tags"], None), "{\n  \"name\": \"Go\"\n}");
        assert_eq!(after(text, &pointer!["summary"], None), text);
    }

    #[test]
    fn a_new_key_goes_after_the_one_before_it_in_the_template_or_to_the_end() {
        let text = r#"{"schemaVersion":"1.0","id":"a","version":"1","license":"MIT","summary":"s"}"#;
        let put = |key: &str| after(text, &pointer![key], Some(1.into()));
        assert!(put("name").contains(r#""id":"a","name":1,"version""#));
        assert!(put("capabilities").contains(r#""version":"1","capabilities":1,"license""#));
        assert!(put("tags").contains(r#""license":"MIT","tags":1,"summary""#));
        assert!(put("category").ends_with(r#""summary":"s","category":1}"#));
        assert!(after(r#"{"id":"a"}"#, &pointer!["schemaVersion"], Some(1.into())).starts_with(r#"{"schemaVersion":1"#));
    }

    #[test]
    fn objects_on_the_way_are_made_and_have_their_order() {
        assert_eq!(after(r#"{"id":"a"}"#, &pointer!["players", "min"], Some(2.into())), r#"{"id":"a","players":{"min":2}}"#);
        assert_eq!(
            after(r#"{"credits":[{"id":"c","title":"t"}]}"#, &pointer!["credits", 0, "origin"], Some("own".into())),
            r#"{"credits":[{"id":"c","origin":"own","title":"t"}]}"#
        );
    }

    fn ops(text: &str, ops: &[ManifestOp]) -> String {
        let roots = Roots { manifest: Some(Document::parse(text.as_bytes()).unwrap()), scene: None };
        edit_manifest(&roots, ops).unwrap().manifest.unwrap().text()
    }

    #[test]
    fn elements_come_go_and_move() {
        let text = r#"{"tags":["a","b","c"]}"#;
        let list = || pointer!["tags"];
        assert_eq!(ops(text, &[ManifestOp::Move(list(), 0, 2)]), r#"{"tags":["b","c","a"]}"#);
        assert_eq!(ops(text, &[ManifestOp::Insert(list(), 1, "x".into())]), r#"{"tags":["a","x","b","c"]}"#);
        assert_eq!(ops(text, &[ManifestOp::Remove(pointer!["tags", 1])]), r#"{"tags":["a","c"]}"#);
        let made = ops(r#"{"id":1}"#, &[ManifestOp::Insert(list(), 9, "x".into())]);
        assert_eq!(made, r#"{"id":1,"tags":["x"]}"#);
        assert_eq!(
            ops(r#"{"pluginSettings":{"a":1,"b":2}}"#, &[ManifestOp::Rename(pointer!["pluginSettings", "a"], "z".into())]),
            r#"{"pluginSettings":{"z":1,"b":2}}"#
        );
    }

    #[test]
    fn places_follow_what_is_edited_before_them() {
        let at = pointer!["dice", 2, "label"];
        let list = || pointer!["dice"];
        for (op, after) in [
            (ManifestOp::Remove(pointer!["dice", 1]), Some(pointer!["dice", 1, "label"])),
            (ManifestOp::Remove(pointer!["dice", 2]), None),
            (ManifestOp::Remove(pointer!["dice", 3]), Some(at.clone())),
            (ManifestOp::Remove(pointer!["tags", 0]), Some(at.clone())),
            (ManifestOp::Insert(list(), 2, 1.into()), Some(pointer!["dice", 3, "label"])),
            (ManifestOp::Insert(list(), 3, 1.into()), Some(at.clone())),
            (ManifestOp::Move(list(), 2, 0), Some(pointer!["dice", 0, "label"])),
            (ManifestOp::Move(list(), 0, 2), Some(pointer!["dice", 1, "label"])),
            (ManifestOp::Move(list(), 4, 1), Some(pointer!["dice", 3, "label"])),
            (ManifestOp::Move(list(), 0, 1), Some(at.clone())),
            (ManifestOp::Rename(pointer!["dice"], "dies".into()), Some(pointer!["dies", 2, "label"])),
        ] {
            assert_eq!(op.shifted(&at), after, "{op:?}");
        }
    }

    #[test]
    fn the_order_below_the_top_is_that_of_the_table() {
        let put = |text: &str, at: Pointer| after(text, &at, Some(1.into()));
        assert_eq!(
            put(r#"{"dice":[{"preset":"die-d6","defaultCount":2}]}"#, pointer!["dice", 0, "label"]),
            r#"{"dice":[{"preset":"die-d6","label":1,"defaultCount":2}]}"#
        );
        let video = r#"{"rules":[{"kind":"video","id":"v","video":{"provider":"youtube","title":"t"}}]}"#;
        assert!(put(video, pointer!["rules", 0, "video", "id"]).contains(r#""provider":"youtube","id":1,"title""#));
        assert!(put(video, pointer!["rules", 0, "title"]).contains(r#""id":"v","title":1,"video""#));
        assert!(put(video, pointer!["rules", 0, "mine"]).contains(r#""title":"t"},"mine":1}"#));
    }

    #[test]
    fn what_leads_nowhere_is_refused() {
        let roots = Roots { manifest: Some(Document::parse(br#"{"name":"Go","tags":[]}"#).unwrap()), scene: None };
        for at in [pointer!["name", "x"], pointer!["tags", 0], pointer!["tags", 0, "x"]] {
            let error = set_manifest_field(&roots, &at, Some(1.into())).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Refused, "{at}");
        }
        let error = set_manifest_field(&Roots::default(), &pointer!["name"], None).unwrap_err();
        assert!(error.to_string().starts_with("The manifest can’t be read"));
    }

    #[test]
    fn a_capability_comes_beside_log() {
        for (before, after) in [
            (r#"{"license":"MIT"}"#, r#"{"capabilities":{"version":"1","allowed":["log","ui"]},"license":"MIT"}"#),
            (r#"{"capabilities":{"version":"1"}}"#, r#"{"capabilities":{"version":"1","allowed":["log","ui"]}}"#),
            (r#"{"capabilities":{"allowed":[ ]}}"#, r#"{"capabilities":{"allowed":["ui"]}}"#),
            (r#"{"capabilities":{"allowed":["ui"]}}"#, r#"{"capabilities":{"allowed":["ui"]}}"#),
        ] {
            let roots = Roots { manifest: Some(Document::parse(before.as_bytes()).unwrap()), scene: None };
            assert_eq!(allow_capability(&roots, "ui").unwrap().manifest.unwrap().text(), after);
        }
        let list = Roots { manifest: Some(Document::parse(br#"{"capabilities":{"allowed":{}}}"#).unwrap()), scene: None };
        assert!(allow_capability(&list, "ui").is_err());
    }
}
