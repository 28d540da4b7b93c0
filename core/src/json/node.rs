//! The tree: 16-byte nodes. Loaded leaves are spans into the text, loaded containers stand in one table, edited ones
//! share structure by count.

use std::sync::Arc;

/// Bytes `start..end` of a loaded text. Texts are at most [`super::MAX_TEXT`] bytes, so offsets fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// No place in the loaded text: what an edit made anew.
    pub(super) const NONE: Self = Self { start: u32::MAX, end: u32::MAX };

    /// Whether this is a place in the loaded text.
    pub(super) fn is_some(self) -> bool {
        self.start != u32::MAX
    }

    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number, of any size and precision.
    Number,
    /// A string.
    String,
    /// A list.
    Array,
    /// Members by key, in order.
    Object,
}

/// The kind of a leaf, as the parser saw it. Strings without a backslash can be read as they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaf {
    Null,
    False,
    True,
    Number,
    Plain,
    Escaped,
}

impl Leaf {
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::False | Self::True => Kind::Bool,
            Self::Number => Kind::Number,
            Self::Plain | Self::Escaped => Kind::String,
        }
    }
}

/// A value of the tree. Cloning one copies 16 bytes and at most bumps one count. What was loaded lives in the source's
/// [`Tree`] and is named by number; what an edit made has its own count.
#[derive(Debug, Clone)]
pub(super) enum Node {
    /// A leaf as loaded.
    Leaf(Leaf, Span),
    /// A leaf that an edit made.
    Edited(Arc<Edited>),
    /// An array as loaded.
    LoadedArray(u32),
    /// An object as loaded.
    LoadedObject(u32),
    /// An array that an edit made or changed.
    Array(Arc<Array>),
    /// An object that an edit made or changed.
    Object(Arc<Object>),
}

/// The containers of a loaded text, children of one container side by side: a few allocations for the whole text, gone
/// at once when the document goes.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) containers: Vec<Container>,
    pub(super) items: Vec<Node>,
    pub(super) members: Vec<Member>,
}

/// A loaded container: where it stands, and which of the tree's items or members are its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Container {
    pub(super) span: Span,
    pub(super) first: u32,
    pub(super) len: u32,
}

impl Container {
    fn range(self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.len) as usize
    }
}

/// What stands in a value.
#[derive(Clone, Copy)]
pub(super) enum Content<'a> {
    Leaf,
    Array(&'a [Node]),
    Object(&'a [Member]),
}

/// A leaf that an edit made: its own JSON text, and where the value that it replaced starts in the loaded text.
#[derive(Debug)]
pub(super) struct Edited {
    pub(super) leaf: Leaf,
    pub(super) replaces: u32,
    pub(super) text: Box<str>,
}

/// `span` is where this container, or the one that it was edited from, stands in the loaded text. An empty span whose
/// start is set marks a container that replaced a value of another kind there.
#[derive(Debug)]
pub(super) struct Array {
    pub(super) span: Span,
    pub(super) items: Box<[Node]>,
}

/// See [`Array`] for `span`.
#[derive(Debug)]
pub(super) struct Object {
    pub(super) span: Span,
    pub(super) members: Box<[Member]>,
}

/// A key's place in the document's key table.
pub(super) type KeyId = u32;

/// `key_at` is where the key's opening quote stands in the loaded text, or `u32::MAX`.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) key: KeyId,
    pub(super) key_at: u32,
    pub(super) value: Node,
}

impl Node {
    pub(super) const NULL: Self = Self::Leaf(Leaf::Null, Span::NONE);

    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Leaf(leaf, _) => leaf.kind(),
            Self::Edited(edited) => edited.leaf.kind(),
            Self::LoadedArray(_) | Self::Array(_) => Kind::Array,
            Self::LoadedObject(_) | Self::Object(_) => Kind::Object,
        }
    }

    pub(super) fn content<'a>(&'a self, tree: &'a Tree) -> Content<'a> {
        match self {
            Self::Leaf(..) | Self::Edited(_) => Content::Leaf,
            Self::LoadedArray(id) => Content::Array(&tree.items[tree.containers[*id as usize].range()]),
            Self::LoadedObject(id) => Content::Object(&tree.members[tree.containers[*id as usize].range()]),
            Self::Array(array) => Content::Array(&array.items),
            Self::Object(object) => Content::Object(&object.members),
        }
    }

    /// The place of a value that stands in the loaded text as it is here, edited or not.
    pub(super) fn span(&self, tree: &Tree) -> Span {
        match self {
            Self::Leaf(_, span) => *span,
            Self::Edited(_) => Span::NONE,
            Self::LoadedArray(id) | Self::LoadedObject(id) => tree.containers[*id as usize].span,
            Self::Array(array) => array.span,
            Self::Object(object) => object.span,
        }
    }

    /// Where the value that this one is, or took the place of, starts in the loaded text; `u32::MAX` for none.
    pub(super) fn start(&self, tree: &Tree) -> u32 {
        match self {
            Self::Edited(edited) => edited.replaces,
            other => other.span(tree).start,
        }
    }

    /// Whether two nodes of one source are one and the same value, found without looking inside.
    pub(super) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Leaf(a, s), Self::Leaf(b, t)) => a == b && s == t,
            (Self::Edited(a), Self::Edited(b)) => Arc::ptr_eq(a, b),
            (Self::LoadedArray(a), Self::LoadedArray(b)) | (Self::LoadedObject(a), Self::LoadedObject(b)) => a == b,
            (Self::Array(a), Self::Array(b)) => Arc::ptr_eq(a, b),
            (Self::Object(a), Self::Object(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    fn is_container(&self) -> bool {
        matches!(self, Self::Array(_) | Self::Object(_))
    }
}

/// Takes the edited containers out of one that is going away, so that a deep tree is dropped in a loop and not by
/// recursion. Loaded ones have nothing to drop.
fn dismantle(first: &mut dyn Iterator<Item = &mut Node>) {
    let mut stack: Vec<Node> = Vec::new();
    let take = |node: &mut Node| std::mem::replace(node, Node::NULL);
    stack.extend(first.filter(|n| n.is_container()).map(take));
    while let Some(mut node) = stack.pop() {
        match &mut node {
            Node::Array(array) => {
                if let Some(array) = Arc::get_mut(array) {
                    stack.extend(array.items.iter_mut().filter(|n| n.is_container()).map(take));
                }
            }
            Node::Object(object) => {
                if let Some(object) = Arc::get_mut(object) {
                    stack.extend(object.members.iter_mut().map(|m| &mut m.value).filter(|n| n.is_container()).map(take));
                }
            }
            _ => {}
        }
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        dismantle(&mut self.items.iter_mut());
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        dismantle(&mut self.members.iter_mut().map(|m| &mut m.value));
    }
}

const _: () = assert!(size_of::<Node>() == 16 && size_of::<Member>() == 24);
