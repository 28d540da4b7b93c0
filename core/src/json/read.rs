//! Reading the tree: [`Ref`] is a value together with the document that it stands in.

use super::document::Document;
use super::node::{Content, Kind, Leaf, Member, Node};
use super::{Pointer, number, text};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A value of a document. Copying one costs nothing. Reading never fails: asking for what is not there, or is of
/// another kind, gives `None`.
#[derive(Clone, Copy)]
pub struct Ref<'a> {
    pub(super) doc: &'a Document,
    pub(super) node: &'a Node,
}

/// The identity of an array or object among the states of one document: two equal identities are the same content while
/// both states live.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity(u8, usize);

impl<'a> Ref<'a> {
    pub(super) fn new(doc: &'a Document, node: &'a Node) -> Self {
        Self { doc, node }
    }

    /// What the value is.
    pub fn kind(self) -> Kind {
        self.node.kind()
    }

    /// Whether the value is `null`.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// Whether the value is an object.
    pub fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// Whether the value is an array.
    pub fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    /// The value of `true` or `false`.
    pub fn as_bool(self) -> Option<bool> {
        match self.leaf()? {
            Leaf::True => Some(true),
            Leaf::False => Some(false),
            _ => None,
        }
    }

    /// The double that a number stands for, as JavaScript reads it (`1e400` is infinite).
    pub fn as_f64(self) -> Option<f64> {
        (self.kind() == Kind::Number).then(|| number::read(self.raw()?))?
    }

    /// The string, escapes taken away; half of a surrogate pair reads as U+FFFD.
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        let raw = self.raw()?;
        match self.leaf()? {
            Leaf::Plain => Some(Cow::Borrowed(&raw[1..raw.len() - 1])),
            Leaf::Escaped => Some(Cow::Owned(text::unescape(&raw[1..raw.len() - 1]).0)),
            _ => None,
        }
    }

    /// How many UTF-16 units a string has: what the platform's length limits count.
    pub fn utf16_len(self) -> Option<usize> {
        let raw = self.raw()?;
        match self.leaf()? {
            Leaf::Plain | Leaf::Escaped => Some(text::utf16_len(&raw[1..raw.len() - 1])),
            _ => None,
        }
    }

    /// The JSON text of a leaf, quotes and escapes included; `None` for arrays and objects (see [`Self::to_text`]).
    pub fn raw(self) -> Option<&'a str> {
        match self.node {
            Node::Leaf(_, span) => Some(&self.doc.source.text[span.range()]),
            Node::Edited(edited) => Some(&edited.text),
            _ => None,
        }
    }

    fn content(self) -> Content<'a> {
        self.node.content(&self.doc.source.tree)
    }

    fn leaf(self) -> Option<Leaf> {
        match self.node {
            Node::Leaf(leaf, _) => Some(*leaf),
            Node::Edited(edited) => Some(edited.leaf),
            _ => None,
        }
    }

    /// The number of elements or members; 0 for a leaf.
    pub fn len(self) -> usize {
        match self.content() {
            Content::Array(items) => items.len(),
            Content::Object(members) => members.len(),
            Content::Leaf => 0,
        }
    }

    /// Whether there are no elements or members.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The member `key` of an object; where the key stands more than once, the last, as JavaScript reads it.
    pub fn get(self, key: &str) -> Option<Self> {
        self.member(key).map(|m| Self::new(self.doc, &m.value))
    }

    pub(super) fn member(self, key: &str) -> Option<&'a Member> {
        let Content::Object(members) = self.content() else { return None };
        let key = self.doc.keys.find(key)?;
        let has = |m: &&Member| m.key == key;
        // From the front where no key can stand twice: what is asked for most stands there.
        match self.node {
            Node::LoadedObject(_) if self.doc.source.duplicates.is_empty() => members.iter().find(has),
            _ => members.iter().rev().find(has),
        }
    }

    /// The element `index` of an array.
    pub fn index(self, index: usize) -> Option<Self> {
        let Content::Array(items) = self.content() else { return None };
        items.get(index).map(|node| Self::new(self.doc, node))
    }

    /// The elements of an array; none for other kinds.
    pub fn items(self) -> impl ExactSizeIterator<Item = Ref<'a>> + DoubleEndedIterator + Clone {
        let items: &[Node] = match self.content() {
            Content::Array(items) => items,
            _ => &[],
        };
        items.iter().map(move |node| Self::new(self.doc, node))
    }

    /// The member `key` of each element of an array: [`Self::get`] on all of them, with the key looked up once.
    pub fn column(self, key: &str) -> impl ExactSizeIterator<Item = Option<Ref<'a>>> + use<'a> {
        let key = self.doc.keys.find(key);
        // Where no key stands twice the first is the last, and the one asked for mostly stands near the start.
        let unique = self.doc.source.duplicates.is_empty();
        self.items().map(move |item| {
            let key = key?;
            let Content::Object(members) = item.content() else { return None };
            let named = |m: &&Member| m.key == key;
            let loaded = matches!(item.node, Node::LoadedObject(_));
            let member = if unique && loaded { members.iter().find(named) } else { members.iter().rev().find(named) };
            member.map(|m| Self::new(self.doc, &m.value))
        })
    }

    /// The members of an object in their order, duplicates included; none for other kinds.
    pub fn members(self) -> impl ExactSizeIterator<Item = (&'a str, Ref<'a>)> + DoubleEndedIterator + Clone {
        let members: &[Member] = match self.content() {
            Content::Object(members) => members,
            _ => &[],
        };
        members.iter().map(move |m| (self.doc.keys.text(m.key), Self::new(self.doc, &m.value)))
    }

    /// The value one step down: a member by key, or an element by decimal index without leading zeros.
    pub fn child(self, token: &str) -> Option<Self> {
        match self.kind() {
            Kind::Object => self.get(token),
            Kind::Array => self.index(parse_index(token)?),
            _ => None,
        }
    }

    /// The value at `pointer`, taken from here.
    pub fn at(self, pointer: &Pointer) -> Option<Self> {
        pointer.tokens().iter().try_fold(self, |at, token| at.child(token))
    }

    /// Whether the two are one and the same value, found without looking inside: true only for what was never edited
    /// apart. Both must be of one document or of states of it.
    pub fn same(self, other: Self) -> bool {
        Arc::ptr_eq(&self.doc.source, &other.doc.source) && self.node.same(other.node)
    }

    /// The identity of an array or object, for caches; `None` for leaves.
    pub fn identity(self) -> Option<Identity> {
        match self.node {
            Node::LoadedArray(id) => Some(Identity(0, *id as usize)),
            Node::LoadedObject(id) => Some(Identity(1, *id as usize)),
            Node::Array(array) => Some(Identity(2, Arc::as_ptr(array) as usize)),
            Node::Object(object) => Some(Identity(3, Arc::as_ptr(object) as usize)),
            Node::Leaf(..) | Node::Edited(_) => None,
        }
    }

    /// Whether the two are the same value to a JavaScript reader: numbers as doubles, members in any order, the last
    /// of duplicate keys. Documents may differ.
    pub fn equals(self, other: Self) -> bool {
        if self.same(other) {
            return true;
        }
        match (self.kind(), other.kind()) {
            (Kind::Array, Kind::Array) => self.len() == other.len() && self.items().zip(other.items()).all(|(a, b)| a.equals(b)),
            (Kind::Object, Kind::Object) => self.objects_equal(other),
            _ if self.kind() != other.kind() => false,
            _ if self.raw() == other.raw() => true,
            _ => match self.kind() {
                Kind::Number => self.as_f64() == other.as_f64(),
                Kind::String => self.as_str() == other.as_str() && self.utf16_len() == other.utf16_len(),
                _ => false,
            },
        }
    }

    fn objects_equal(self, other: Self) -> bool {
        let pairs = || self.members().zip(other.members());
        // What was written and read back has its keys in one order: nothing to look up then.
        if self.len() == other.len() && pairs().all(|((a, _), (b, _))| a == b) {
            let stands_again = |at: usize, key: &str| self.members().skip(at + 1).any(|(later, _)| later == key);
            return pairs().enumerate().all(|(at, ((key, a), (_, b)))| a.equals(b) || stands_again(at, key));
        }
        let covered = |a: Self, b: Self| a.members().all(|(key, _)| b.get(key).is_some());
        covered(other, self)
            && self.members().all(|(key, _)| match (self.get(key), other.get(key)) {
                (Some(a), Some(b)) => a.equals(b),
                _ => false,
            })
    }

    /// The document that the value stands in.
    pub fn document(self) -> &'a Document {
        self.doc
    }
}

/// An array index as RFC 6901 writes it.
pub(super) fn parse_index(token: &str) -> Option<usize> {
    let plain = token == "0" || (!token.starts_with('0') && token.bytes().all(|b| b.is_ascii_digit()));
    plain.then(|| token.parse().ok())?
}

impl fmt::Debug for Ref<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}
