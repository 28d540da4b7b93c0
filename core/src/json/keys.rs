//! The table of keys: each distinct key of a document once.

use super::node::KeyId;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Keys by number and numbers by key. Tables only grow: an edit that needs a new key makes a longer copy, so a number
/// means the same key in every later state of the same line of edits.
#[derive(Debug, Clone, Default)]
pub(super) struct Keys {
    texts: Vec<Arc<str>>,
    numbers: FxHashMap<Arc<str>, KeyId>,
}

impl Keys {
    /// A table of `texts`, which are all different.
    pub(super) fn new(texts: Vec<Arc<str>>) -> Self {
        let numbers = texts.iter().enumerate().map(|(i, t)| (Arc::clone(t), i as KeyId)).collect();
        Self { texts, numbers }
    }

    pub(super) fn text(&self, key: KeyId) -> &str {
        &self.texts[key as usize]
    }

    pub(super) fn find(&self, text: &str) -> Option<KeyId> {
        self.numbers.get(text).copied()
    }

    /// The number of `text`, which is added where it is new.
    pub(super) fn intern(self: &mut Arc<Self>, text: &str) -> KeyId {
        if let Some(key) = self.find(text) {
            return key;
        }
        let table = Arc::make_mut(self);
        let key = table.texts.len() as KeyId;
        let text: Arc<str> = text.into();
        table.texts.push(Arc::clone(&text));
        table.numbers.insert(text, key);
        key
    }

    /// Whether every number of `older` means the same key here.
    pub(super) fn extends(&self, older: &Self, shared: usize) -> bool {
        let from = shared.min(older.texts.len());
        older.texts.len() <= self.texts.len() && older.texts[from..] == self.texts[from..older.texts.len()]
    }

    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }
}
