//! The document: loaded text, key table and tree.

use super::keys::Keys;
use super::node::{Content, Member, Node, Span, Tree};
use super::parse::{self, ParseError, Position};
use super::{Pointer, Ref, write};
use std::sync::Arc;

/// A JSON text and the tree that it reads as, edited or not. Clones share everything; edits give a new document and
/// leave this one as it is.
#[derive(Debug, Clone)]
pub struct Document {
    pub(super) source: Arc<Source>,
    pub(super) keys: Arc<Keys>,
    pub(super) root: Node,
}

/// What was loaded.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) text: String,
    pub(super) tree: Tree,
    pub(super) root: Node,
    pub(super) duplicates: Vec<u32>,
    /// How many keys the loaded text has: numbers below it mean the same in every document of this source.
    pub(super) key_count: usize,
}

impl Document {
    /// Reads bytes as JSON: UTF-8 with an optional BOM, the grammar of RFC 8259, at most [`super::MAX_DEPTH`] levels.
    /// Duplicate keys are kept; reading them gives the last, as JavaScript does (see [`Self::duplicates`]).
    ///
    /// # Errors
    /// Says where the text stops being JSON and what was expected there.
    pub fn parse(bytes: &[u8]) -> Result<Self, ParseError> {
        Self::parse_owned(bytes.to_vec())
    }

    /// The same for bytes that are not needed any more: a file as it was read becomes the document's text as it is.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn parse_owned(bytes: Vec<u8>) -> Result<Self, ParseError> {
        let text = parse::utf8(bytes)?;
        let parsed = parse::parse(&text)?;
        let keys = Arc::new(parsed.keys);
        let source =
            Source { text, tree: parsed.tree, root: parsed.root.clone(), duplicates: parsed.duplicates, key_count: keys.len() };
        Ok(Self { source: Arc::new(source), keys, root: parsed.root })
    }

    /// The text as it was loaded.
    pub fn loaded_text(&self) -> &str {
        &self.source.text
    }

    /// The text with the edits in it: the loaded text, byte for byte, where nothing was edited.
    pub fn text(&self) -> String {
        write::write(self)
    }

    /// The whole value.
    pub fn root(&self) -> Ref<'_> {
        Ref::new(self, &self.root)
    }

    /// The value at `pointer`.
    pub fn at(&self, pointer: &Pointer) -> Option<Ref<'_>> {
        self.root().at(pointer)
    }

    /// Whether the two are one and the same state, found without looking inside. Equal content loaded twice is not.
    pub fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.source, &other.source) && self.root.same(&other.root)
    }

    /// Whether nothing differs from the loaded text.
    pub fn is_as_loaded(&self) -> bool {
        self.root.same(&self.source.root)
    }

    /// The document as it was loaded, without the edits.
    #[must_use]
    pub fn as_loaded(&self) -> Self {
        Self { source: Arc::clone(&self.source), keys: Arc::clone(&self.keys), root: self.source.root.clone() }
    }

    /// Members of the loaded text whose key an earlier member of the same object has too, in the order of the text.
    /// Two members of one object have the same pointer; the position tells the later one.
    pub fn duplicates(&self) -> Vec<(Pointer, Position)> {
        let mut found = Vec::with_capacity(self.source.duplicates.len());
        let mut offsets = self.source.duplicates.clone();
        offsets.sort_unstable();
        for at in offsets {
            let mut tokens = Vec::new();
            if self.locate(&self.source.root, at, &mut tokens) {
                found.push((tokens.into_iter().collect(), Position::of(&self.source.text, at as usize)));
            }
        }
        found
    }

    /// Finds the member whose key stands at byte `at` below `node` of the loaded tree.
    fn locate(&self, node: &Node, at: u32, tokens: &mut Vec<String>) -> bool {
        let mut node = node;
        loop {
            match node.content(&self.source.tree) {
                Content::Object(members) => {
                    let next = members.partition_point(|m| m.key_at <= at);
                    let Some(member) = next.checked_sub(1).map(|i| &members[i]) else { return false };
                    tokens.push(self.keys.text(member.key).to_owned());
                    if member.key_at == at {
                        return true;
                    }
                    node = &member.value;
                }
                Content::Array(items) => {
                    let next = items.partition_point(|n| n.start(&self.source.tree) <= at);
                    let Some(index) = next.checked_sub(1) else { return false };
                    tokens.push(index.to_string());
                    node = &items[index];
                }
                Content::Leaf => return false,
            }
        }
    }

    /// Where the value at `pointer` starts in the loaded text. A place that an edit made has none; its nearest
    /// container that was loaded is taken, so that every problem can point somewhere.
    pub fn position(&self, pointer: &Pointer) -> Position {
        Position::of(&self.source.text, self.offset(pointer))
    }

    /// The byte offset that [`Self::position`] tells as line and column.
    pub fn offset(&self, pointer: &Pointer) -> usize {
        let mut best = self.root.start(&self.source.tree);
        let mut at = self.root();
        for token in pointer.tokens() {
            let Some(next) = at.child(token) else { break };
            if next.node.start(&self.source.tree) != Span::NONE.start {
                best = next.node.start(&self.source.tree);
            }
            at = next;
        }
        if best == Span::NONE.start { 0 } else { best as usize }
    }

    /// Where the key of the member at `pointer` stands, or the value where there is no loaded key.
    pub fn key_offset(&self, pointer: &Pointer) -> usize {
        let member = pointer.parent().and_then(|above| self.at(&above)).zip(pointer.last());
        match member.and_then(|(above, key)| above.member(key)) {
            Some(Member { key_at, .. }) if *key_at != u32::MAX => *key_at as usize,
            _ => self.offset(pointer),
        }
    }
}
