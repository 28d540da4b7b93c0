//! What a row of differences is about, and what an action on it acts on.

use crate::json::{Pointer, Ref};
use crate::scene::keys::{Group, label};

/// A part of a variant. It names things by what they are and not by where they stand, so it means the same in every
/// variant and stays the same while the scene is edited.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// An entity, by id.
    Entity(String),
    /// A unit of an entity: a member, or a key below `metadata` or `container`.
    Field {
        /// The entity's id.
        id: String,
        /// The place below the entity.
        at: Pointer,
    },
    /// The script that is attached to an entity, with its settings.
    EntityScript(String),
    /// All keys of a group.
    Group(Group),
    /// A top-level key of the scene.
    Key(String),
    /// A unit of a key: a member of an object, an element of a list, a member of an element.
    Unit {
        /// The key.
        key: String,
        /// The place below it. An element is named by its identity (see [`crate::variants::identity`]), not its index.
        at: Pointer,
    },
    /// A script of the library, as attached to the scene or not.
    SceneScript(String),
    /// An entity without an id, by its place in the file: no variant can tell it from others.
    Nameless(Pointer),
}

impl Part {
    /// The part that a whole entity or key is, for one that lies inside it.
    #[must_use]
    pub fn whole(&self) -> Self {
        match self {
            Self::Field { id, .. } | Self::EntityScript(id) => Self::Entity(id.clone()),
            Self::Unit { key, .. } => Self::Key(key.clone()),
            Self::SceneScript(_) => Self::Key("sceneScriptIds".to_owned()),
            other => other.clone(),
        }
    }

    /// The entity that the part is or lies in.
    pub fn entity_id(&self) -> Option<&str> {
        match self {
            Self::Entity(id) | Self::Field { id, .. } | Self::EntityScript(id) => Some(id),
            _ => None,
        }
    }

    /// The scene key that the part is or lies in.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Key(key) | Self::Unit { key, .. } => Some(key),
            Self::SceneScript(_) => Some("sceneScriptIds"),
            _ => None,
        }
    }
}

/// The headings of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// Entities.
    Entities,
    /// Scene keys by group, but for scripts.
    Keys,
    /// Scripts attached to the scene and to entities, and their settings.
    Scripts,
}

impl Section {
    /// All sections, in their order.
    pub const ALL: [Self; 3] = [Self::Entities, Self::Keys, Self::Scripts];
}

/// What tells one row from all others, also after an edit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowId {
    /// A heading.
    Section(Section),
    /// A part.
    Part(Part),
}

impl RowId {
    /// The part, where the row is no heading.
    pub fn part(&self) -> Option<&Part> {
        match self {
            Self::Part(part) => Some(part),
            Self::Section(_) => None,
        }
    }
}

/// What a unit of an entity is called: a noun, sentence case.
pub fn field_label(at: &Pointer) -> String {
    let tokens: Vec<&str> = at.tokens().iter().map(String::as_str).collect();
    match tokens.as_slice() {
        ["color"] => "Colour".to_owned(),
        ["parentId"] => "Parent".to_owned(),
        ["ownerSeat"] => "Owner".to_owned(),
        ["material"] => "Made of".to_owned(),
        ["metadata", "customModelAssetId"] => "Model".to_owned(),
        ["metadata", "prefabId"] => "Prefab".to_owned(),
        ["metadata", "scriptId"] => "Script".to_owned(),
        ["metadata", "scriptVars"] => "Script settings".to_owned(),
        ["metadata", "materialId"] => "Material".to_owned(),
        _ => in_words(tokens.last().copied().unwrap_or_default()),
    }
}

/// What a unit of a scene key is called.
pub fn unit_label(at: &Pointer) -> String {
    match at.tokens() {
        [_, .., member] => in_words(member),
        [one] => in_words(one),
        [] => String::new(),
    }
}

/// What a key is called at the start of a row.
pub fn key_label(key: &str) -> String {
    capital(label(key))
}

/// `snapRadius` as “Snap radius”. What is no such name stays as it is.
pub(super) fn in_words(name: &str) -> String {
    let plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric()) && name.as_bytes()[0].is_ascii_lowercase();
    if !plain {
        return name.to_owned();
    }
    let mut words = String::new();
    let mut previous = ' ';
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !previous.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
        previous = letter;
    }
    capital(&words)
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// What an entity is called, for sentences.
pub(super) fn title_of_value(entity: Ref<'_>) -> String {
    crate::scene::view::Entity(entity).title().into_owned()
}

/// The longest text of a value in a row, in characters.
const SHORT: usize = 80;

/// An object with at most so many plain members is told whole.
const FEW: usize = 3;

/// A value in few words, for a row or a cell.
pub fn short(value: Ref<'_>) -> String {
    if let Some(text) = value.as_str() {
        return cut(&text);
    }
    if value.is_null() {
        return "none".to_owned();
    }
    if let Some(numbers) = axes(value) {
        return numbers.join(", ");
    }
    if value.is_array() {
        let leaves: Option<Vec<String>> =
            value.items().map(|item| (!item.is_array() && !item.is_object()).then(|| short(item))).collect();
        return match leaves {
            Some(leaves) if leaves.is_empty() => "empty".to_owned(),
            Some(leaves) if leaves.len() <= 8 => cut(&leaves.join(", ")),
            _ => counted(value.len(), "item"),
        };
    }
    if value.is_object() {
        let plain = value.len() <= FEW && value.members().all(|(_, member)| !member.is_array() && !member.is_object());
        return match value.len() {
            0 => "empty".to_owned(),
            _ if plain => {
                cut(&value.members().map(|(key, member)| format!("{key}: {}", short(member))).collect::<Vec<_>>().join(", "))
            }
            count => counted(count, "value"),
        };
    }
    value.raw().unwrap_or_default().to_owned()
}

/// The numbers of `{"x", "y"}` with or without `z`, as they stand.
fn axes(value: Ref<'_>) -> Option<Vec<String>> {
    let named = value.is_object() && matches!(value.len(), 2 | 3);
    let keys = ["x", "y", "z"].into_iter().take(value.len());
    let number = |key| value.get(key).filter(|n| n.as_f64().is_some())?.raw().map(str::to_owned);
    named.then(|| keys.map(number).collect())?
}

fn cut(text: &str) -> String {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    match line.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.len() < text.len() => format!("{line}…"),
        None => line.to_owned(),
    }
}

/// `1 item`, `2 items`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;
    use crate::pointer;

    #[test]
    fn names_become_words() {
        assert_eq!(field_label(&pointer!["position"]), "Position");
        assert_eq!(field_label(&pointer!["metadata", "customModelAssetId"]), "Model");
        assert_eq!(field_label(&pointer!["metadata", "scriptVars"]), "Script settings");
        assert_eq!(field_label(&pointer!["angularVelocity"]), "Angular velocity");
        assert_eq!(unit_label(&pointer!["grid-9", "spacingX"]), "Spacing x");
        assert_eq!(unit_label(&pointer!["south-1"]), "south-1");
        assert_eq!(key_label("roomSettings"), "Room settings");
        assert_eq!(key_label("newer"), "Newer");
    }

    #[test]
    fn values_are_told_in_few_words() {
        let told = |text: &str| short(Document::parse(text.as_bytes()).unwrap().root());
        assert_eq!(told(r#"{"x":1.50,"y":0,"z":-2}"#), "1.50, 0, -2");
        assert_eq!(told(r#"{"x":1,"y":"two"}"#), "x: 1, y: two");
        assert_eq!(told(r#"{"a":1,"b":null,"c":true}"#), "a: 1, b: none, c: true");
        assert_eq!(told(r#"{"a":1,"b":2,"c":3,"d":4}"#), "4 values");
        assert_eq!(told(r#"{"a":{}}"#), "1 value");
        assert_eq!(told("null"), "none");
        assert_eq!(told(r#""a\nb""#), "a…");
        assert_eq!(told(r#"["a",1,true]"#), "a, 1, true");
        assert_eq!(told("[[1],{}]"), "2 items");
        assert_eq!(told("[]"), "empty");
        assert_eq!(told(r#"{"a":1}"#), "a: 1");
        assert_eq!(told("-0.50"), "-0.50");
        assert_eq!(told(&format!("{:?}", "é".repeat(81))).chars().count(), 81);
        assert_eq!(told(&format!("{:?}", "é".repeat(80))).chars().count(), 80);
    }
}
