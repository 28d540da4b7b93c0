//! Editing: each edit gives a new document that shares all but the path to the root.

use super::document::{Document, Source};
use super::keys::Keys;
use super::node::{Array, Content, Edited, Kind, Leaf, Member, Node, Object, Span, Tree};
use super::read::parse_index;
use super::{MAX_DEPTH, Pointer, Ref, number, text};
use std::fmt;
use std::sync::Arc;

/// A value to put into a document.
#[derive(Debug, Clone)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number by its JSON text. Made from an `f64` it is printed as JavaScript prints it.
    Number(String),
    /// A string by its JSON text, quotes included, for strings that Rust text cannot hold (half a surrogate pair).
    RawString(String),
    /// A string.
    String(String),
    /// A list.
    Array(Vec<Value>),
    /// Members in order.
    Object(Vec<(String, Value)>),
    /// A value of a document, which is shared where both documents are states of one, and copied otherwise.
    Shared(Shared),
}

/// A value taken out of a document by [`Ref::share`].
#[derive(Debug, Clone)]
pub struct Shared {
    doc: Document,
}

impl Shared {
    /// The value, to be read.
    pub fn value(&self) -> Ref<'_> {
        self.doc.root()
    }
}

impl<'a> Ref<'a> {
    /// The value, to be put somewhere else: nothing is copied within states of one document, and its number text,
    /// escapes and layout stay as they are.
    pub fn share(self) -> Value {
        Value::Shared(self.shared())
    }

    /// The same as [`Self::share`], kept to be read later.
    pub fn shared(self) -> Shared {
        let doc = self.document();
        Shared { doc: Document { source: Arc::clone(&doc.source), keys: Arc::clone(&doc.keys), root: self.node.clone() } }
    }
}

impl Value {
    /// An object with these members.
    pub fn object<K: Into<String>>(members: impl IntoIterator<Item = (K, Value)>) -> Self {
        Self::Object(members.into_iter().map(|(k, v)| (k.into(), v)).collect())
    }

    /// A list of these elements.
    pub fn array<V: Into<Value>>(items: impl IntoIterator<Item = V>) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}

impl From<f64> for Value {
    /// Infinities and NaN have no JSON text; putting one into a document is an [`EditError::NotANumber`].
    fn from(value: f64) -> Self {
        Self::Number(number::print(value).unwrap_or_else(|| value.to_string()))
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Self {
        Self::Number(value.to_string())
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Self::Number(value.to_string())
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

/// Why an edit cannot be made. The document is as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditError {
    /// Nothing stands at this place.
    Missing(Pointer),
    /// The value there is not an array or object, or not the one that the edit needs.
    WrongKind(Pointer),
    /// The object already has this key.
    Exists(Pointer),
    /// More than [`MAX_DEPTH`] levels of nesting.
    TooDeep(Pointer),
    /// Infinity, NaN, or text that is not a JSON number.
    NotANumber(String),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(at) => write!(f, "There is nothing at “{at}”"),
            Self::WrongKind(at) => write!(f, "The value at “{at}” is of another kind"),
            Self::Exists(at) => write!(f, "“{at}” is there already"),
            Self::TooDeep(at) => write!(f, "“{at}” would be nested more than {MAX_DEPTH} levels deep"),
            Self::NotANumber(text) => write!(f, "“{text}” is not a number that JSON can hold"),
        }
    }
}

impl std::error::Error for EditError {}

impl From<EditError> for crate::Error {
    fn from(error: EditError) -> Self {
        crate::Error::new(crate::ErrorKind::Refused, error.to_string()).because(error)
    }
}

impl Document {
    /// A new document of this value, laid out with two spaces and no final newline, as the platform's editor writes a
    /// manifest.
    ///
    /// # Errors
    /// [`EditError::NotANumber`] and [`EditError::TooDeep`].
    pub fn new(value: Value) -> Result<Self, EditError> {
        let seed = Self { source: Arc::new(Source::empty()), keys: Arc::default(), root: Node::NULL };
        let edited = seed.set(&Pointer::root(), value)?;
        // What we wrote is JSON, so it parses.
        Self::parse(edited.text().as_bytes()).map_err(|_| EditError::TooDeep(Pointer::root()))
    }

    /// Puts `value` at `pointer`: replaces what stands there, or adds a last member where an object lacks the key.
    ///
    /// # Errors
    /// [`EditError::Missing`] where the container is not there, [`EditError::WrongKind`] where it is a leaf.
    pub fn set(&self, pointer: &Pointer, value: Value) -> Result<Self, EditError> {
        self.check_depth(pointer, &value)?;
        let Some((last, above)) = pointer.tokens().split_last() else {
            let mut keys = Arc::clone(&self.keys);
            let root = self.build(value, &mut keys, &self.root)?;
            return Ok(self.with(keys, root));
        };
        self.change(above, pointer, |keys, container| match container.content(&self.source.tree) {
            Content::Object(was) => {
                let key = keys.intern(last);
                let mut members = was.to_vec();
                match members.iter_mut().rfind(|m| m.key == key) {
                    Some(member) => member.value = self.build(value, keys, &member.value)?,
                    None => {
                        let value = self.build(value, keys, &Node::NULL)?;
                        members.push(Member { key, key_at: u32::MAX, value });
                    }
                }
                Ok(self.object(container, members))
            }
            Content::Array(was) => {
                let index = parse_index(last).filter(|i| *i < was.len());
                let index = index.ok_or_else(|| EditError::Missing(pointer.clone()))?;
                let mut items = was.to_vec();
                items[index] = self.build(value, keys, &items[index])?;
                Ok(self.array(container, items))
            }
            Content::Leaf => Err(EditError::WrongKind(pointer.clone())),
        })
    }

    /// Adds the member `key` to the object at `pointer`, as its member number `index` (at the end where it has fewer).
    ///
    /// # Errors
    /// [`EditError::Exists`] where the key stands there, [`EditError::Missing`], [`EditError::WrongKind`].
    pub fn insert_member(&self, pointer: &Pointer, index: usize, key: &str, value: Value) -> Result<Self, EditError> {
        let place = pointer.join(key);
        self.check_depth(&place, &value)?;
        self.change(pointer.tokens(), &place, |keys, container| {
            let Content::Object(was) = container.content(&self.source.tree) else {
                return Err(EditError::WrongKind(pointer.clone()));
            };
            let key = keys.intern(key);
            if was.iter().any(|m| m.key == key) {
                return Err(EditError::Exists(place.clone()));
            }
            let value = self.build(value, keys, &Node::NULL)?;
            let mut members = was.to_vec();
            members.insert(index.min(members.len()), Member { key, key_at: u32::MAX, value });
            Ok(self.object(container, members))
        })
    }

    /// Adds an element to the array at `pointer`, as element number `index` (at the end where it has fewer).
    ///
    /// # Errors
    /// [`EditError::Missing`], [`EditError::WrongKind`].
    pub fn insert_item(&self, pointer: &Pointer, index: usize, value: Value) -> Result<Self, EditError> {
        let place = pointer.join(index);
        self.check_depth(&place, &value)?;
        self.change(pointer.tokens(), &place, |keys, container| {
            let Content::Array(was) = container.content(&self.source.tree) else {
                return Err(EditError::WrongKind(pointer.clone()));
            };
            let value = self.build(value, keys, &Node::NULL)?;
            let mut items = was.to_vec();
            items.insert(index.min(items.len()), value);
            Ok(self.array(container, items))
        })
    }

    /// Takes out the member or element at `pointer`; of a duplicate key every member goes, or the earlier one would
    /// come back to life.
    ///
    /// # Errors
    /// [`EditError::Missing`] where nothing stands there, [`EditError::WrongKind`] for the root.
    pub fn remove(&self, pointer: &Pointer) -> Result<Self, EditError> {
        let missing = || EditError::Missing(pointer.clone());
        let Some((last, above)) = pointer.tokens().split_last() else {
            return Err(EditError::WrongKind(pointer.clone()));
        };
        self.change(above, pointer, |keys, container| match container.content(&self.source.tree) {
            Content::Object(was) => {
                let key = keys.find(last).ok_or_else(missing)?;
                let mut members = was.to_vec();
                members.retain(|m| m.key != key);
                if members.len() == was.len() {
                    return Err(missing());
                }
                Ok(self.object(container, members))
            }
            Content::Array(was) => {
                let index = parse_index(last).filter(|i| *i < was.len()).ok_or_else(missing)?;
                let mut items = was.to_vec();
                items.remove(index);
                Ok(self.array(container, items))
            }
            Content::Leaf => Err(missing()),
        })
    }

    /// Moves the element or member number `from` of the container at `pointer` so that it becomes number `to`.
    ///
    /// # Errors
    /// [`EditError::Missing`] where either number is past the end, [`EditError::WrongKind`] for a leaf.
    pub fn move_entry(&self, pointer: &Pointer, from: usize, to: usize) -> Result<Self, EditError> {
        self.change(pointer.tokens(), pointer, |_, container| {
            let past = |len: usize| [from, to].into_iter().find(|i| *i >= len);
            match container.content(&self.source.tree) {
                Content::Object(was) => {
                    if let Some(index) = past(was.len()) {
                        return Err(EditError::Missing(pointer.join(index)));
                    }
                    let mut members = was.to_vec();
                    let member = members.remove(from);
                    members.insert(to, member);
                    Ok(self.object(container, members))
                }
                Content::Array(was) => {
                    if let Some(index) = past(was.len()) {
                        return Err(EditError::Missing(pointer.join(index)));
                    }
                    let mut items = was.to_vec();
                    let item = items.remove(from);
                    items.insert(to, item);
                    Ok(self.array(container, items))
                }
                Content::Leaf => Err(EditError::WrongKind(pointer.clone())),
            }
        })
    }

    /// Gives the member at `pointer` another key; its place and value stay.
    ///
    /// # Errors
    /// [`EditError::Exists`] where the object has the new key, [`EditError::Missing`], [`EditError::WrongKind`].
    pub fn rename_member(&self, pointer: &Pointer, new_key: &str) -> Result<Self, EditError> {
        let Some((last, above)) = pointer.tokens().split_last() else {
            return Err(EditError::WrongKind(pointer.clone()));
        };
        self.change(above, pointer, |keys, container| {
            let Content::Object(was) = container.content(&self.source.tree) else {
                return Err(EditError::WrongKind(pointer.clone()));
            };
            let old = keys.find(last).filter(|k| was.iter().any(|m| m.key == *k));
            let old = old.ok_or_else(|| EditError::Missing(pointer.clone()))?;
            let new = keys.intern(new_key);
            if new != old && was.iter().any(|m| m.key == new) {
                return Err(EditError::Exists(Pointer::from_iter(above).join(new_key)));
            }
            let mut members = was.to_vec();
            for member in members.iter_mut().filter(|m| m.key == old) {
                member.key = new;
            }
            Ok(self.object(container, members))
        })
    }

    pub(super) fn with(&self, keys: Arc<Keys>, root: Node) -> Self {
        Self { source: Arc::clone(&self.source), keys, root }
    }

    /// Replaces the container at `path` by what `make` gives for it.
    fn change(
        &self,
        path: &[String],
        pointer: &Pointer,
        make: impl FnOnce(&mut Arc<Keys>, &Node) -> Result<Node, EditError>,
    ) -> Result<Self, EditError> {
        let mut keys = Arc::clone(&self.keys);
        // The containers from the root down to the one at `path`, with the place of the next in each.
        let mut way: Vec<(&Node, usize)> = Vec::with_capacity(path.len());
        let mut at = &self.root;
        for token in path {
            let missing = || EditError::Missing(pointer.clone());
            let (index, next) = match at.content(&self.source.tree) {
                Content::Object(members) => {
                    let key = keys.find(token).ok_or_else(missing)?;
                    let index = members.iter().rposition(|m| m.key == key).ok_or_else(missing)?;
                    (index, &members[index].value)
                }
                Content::Array(items) => {
                    let index = parse_index(token).filter(|i| *i < items.len()).ok_or_else(missing)?;
                    (index, &items[index])
                }
                Content::Leaf => return Err(missing()),
            };
            way.push((at, index));
            at = next;
        }
        let mut node = make(&mut keys, at)?;
        for (container, index) in way.into_iter().rev() {
            node = match container.content(&self.source.tree) {
                Content::Object(was) => {
                    let mut members = was.to_vec();
                    members[index].value = node;
                    self.object(container, members)
                }
                Content::Array(was) => {
                    let mut items = was.to_vec();
                    items[index] = node;
                    self.array(container, items)
                }
                Content::Leaf => node,
            };
        }
        Ok(self.with(keys, node))
    }

    /// `container` with other members.
    pub(super) fn object(&self, container: &Node, members: Vec<Member>) -> Node {
        Node::Object(Arc::new(Object { span: container.span(&self.source.tree), members: members.into() }))
    }

    /// `container` with other elements.
    pub(super) fn array(&self, container: &Node, items: Vec<Node>) -> Node {
        Node::Array(Arc::new(Array { span: container.span(&self.source.tree), items: items.into() }))
    }

    /// Makes the node of `value` that takes the place of `old`.
    pub(super) fn build(&self, value: Value, keys: &mut Arc<Keys>, old: &Node) -> Result<Node, EditError> {
        let leaf = |leaf: Leaf, text: String| {
            Ok(Node::Edited(Arc::new(Edited { leaf, replaces: old.start(&self.source.tree), text: text.into() })))
        };
        match value {
            Value::Null => leaf(Leaf::Null, "null".to_owned()),
            Value::Bool(false) => leaf(Leaf::False, "false".to_owned()),
            Value::Bool(true) => leaf(Leaf::True, "true".to_owned()),
            Value::Number(text) => match Self::parse(text.as_bytes()) {
                Ok(doc) if doc.root.kind() == Kind::Number => leaf(Leaf::Number, text.trim().to_owned()),
                _ => Err(EditError::NotANumber(text)),
            },
            Value::RawString(text) => match Self::parse(text.as_bytes()) {
                Ok(doc) if doc.root.kind() == Kind::String => leaf(Leaf::Escaped, text.trim().to_owned()),
                _ => Err(EditError::NotANumber(text)),
            },
            Value::String(string) => {
                let text = text::quote(&string);
                let plain = !text.contains('\\');
                leaf(if plain { Leaf::Plain } else { Leaf::Escaped }, text)
            }
            Value::Array(values) => {
                let items = values.into_iter().map(|v| self.build(v, keys, &Node::NULL)).collect::<Result<_, _>>()?;
                Ok(Node::Array(Arc::new(Array { span: place_of(&self.source.tree, old, Kind::Array), items })))
            }
            Value::Object(values) => {
                let mut members: Vec<Member> = Vec::with_capacity(values.len());
                for (key, value) in values {
                    let key = keys.intern(&key);
                    let value = self.build(value, keys, &Node::NULL)?;
                    members.push(Member { key, key_at: u32::MAX, value });
                }
                Ok(Node::Object(Arc::new(Object {
                    span: place_of(&self.source.tree, old, Kind::Object),
                    members: members.into(),
                })))
            }
            Value::Shared(Shared { doc }) => {
                let one_line = Arc::ptr_eq(&doc.source, &self.source) && keys.extends(&doc.keys, self.source.key_count);
                if one_line { Ok(doc.root) } else { self.build(doc.root().to_value(), keys, old) }
            }
        }
    }

    pub(super) fn check_depth(&self, pointer: &Pointer, value: &Value) -> Result<(), EditError> {
        let room = MAX_DEPTH.checked_sub(pointer.tokens().len());
        match room {
            Some(room) if fits(value, room) => Ok(()),
            _ => Err(EditError::TooDeep(pointer.clone())),
        }
    }
}

/// The span that a new container takes over from what it replaces, so that the writer finds the style that stood there.
fn place_of(tree: &Tree, old: &Node, kind: Kind) -> Span {
    let start = old.start(tree);
    match old.span(tree) {
        span if old.kind() == kind && span.is_some() => span,
        _ if start == Span::NONE.start => Span::NONE,
        _ => Span { start, end: start },
    }
}

/// Whether `value` nests at most `room` levels.
fn fits(value: &Value, room: usize) -> bool {
    match value {
        Value::Array(items) => room > 0 && items.iter().all(|v| fits(v, room - 1)),
        Value::Object(members) => room > 0 && members.iter().all(|(_, v)| fits(v, room - 1)),
        Value::Shared(shared) => node_fits(&shared.doc.source.tree, &shared.doc.root, room),
        _ => true,
    }
}

fn node_fits(tree: &Tree, node: &Node, room: usize) -> bool {
    match node.content(tree) {
        Content::Array(items) => room > 0 && items.iter().all(|n| node_fits(tree, n, room - 1)),
        Content::Object(members) => room > 0 && members.iter().all(|m| node_fits(tree, &m.value, room - 1)),
        Content::Leaf => true,
    }
}

impl Ref<'_> {
    /// The value as a free-standing [`Value`], number text and escapes kept.
    pub fn to_value(self) -> Value {
        match self.kind() {
            Kind::Null => Value::Null,
            Kind::Bool => Value::Bool(self.as_bool() == Some(true)),
            Kind::Number => Value::Number(self.raw().unwrap_or_default().to_owned()),
            Kind::String => match self.raw() {
                Some(raw) if raw.contains('\\') => Value::RawString(raw.to_owned()),
                _ => Value::String(self.as_str().unwrap_or_default().into_owned()),
            },
            Kind::Array => Value::Array(self.items().map(Self::to_value).collect()),
            Kind::Object => Value::Object(self.members().map(|(k, v)| (k.to_owned(), v.to_value())).collect()),
        }
    }
}

impl Source {
    fn empty() -> Self {
        Self { text: String::new(), tree: Tree::default(), root: Node::NULL, duplicates: Vec::new(), key_count: 0 }
    }
}
