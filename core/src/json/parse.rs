//! The parser: one pass, no recursion, a stated depth, errors with their place.

use super::keys::Keys;
use super::node::{Container, KeyId, Leaf, Member, Node, Span, Tree};
use super::{MAX_DEPTH, MAX_TEXT};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A place in a text, counted from 1. `column` counts characters (Unicode scalar values), not bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The character within the line, from 1.
    pub column: u32,
}

impl Position {
    /// The place of byte `offset` of `text`. Lines end with LF; a CR before it belongs to the line, a BOM does not.
    pub fn of(text: &str, offset: usize) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        let mut in_line = &before[line_start..];
        if line_start == 0 {
            in_line = in_line.strip_prefix(BOM.as_bytes()).unwrap_or(in_line);
        }
        let column = in_line.iter().filter(|b| (**b & 0xC0) != 0x80).count() + 1;
        Self { line: line as u32, column: column as u32 }
    }
}

/// The byte order mark that some programs put at the start of a text.
pub(super) const BOM: &str = "\u{feff}";

/// Why a text is not JSON: where, what was expected, and what stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The byte at which reading stopped.
    pub offset: usize,
    /// The same place as line and column.
    pub position: Position,
    /// What was expected there, as a noun phrase: `a value`, `“,” or “}”`.
    pub expected: String,
    /// What stands there: a character in quotes, or `the end of the text`.
    pub found: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        write!(f, "Line {line}, column {column}: expected {}, found {}", self.expected, self.found)
    }
}

impl std::error::Error for ParseError {}

/// What the parser hands to the document.
pub(super) struct Parsed {
    pub(super) root: Node,
    pub(super) tree: Tree,
    pub(super) keys: Keys,
    /// Where the keys stand that an earlier member of the same object has too.
    pub(super) duplicates: Vec<u32>,
}

/// The bytes as text, or where they stop being UTF-8.
pub(super) fn utf8(bytes: Vec<u8>) -> Result<String, ParseError> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let valid = String::from_utf8_lossy(&bytes[..offset]);
        let found = format!("byte 0x{:02x}, which is not UTF-8", bytes[offset]);
        ParseError { offset, position: Position::of(&valid, offset), expected: "UTF-8 text".to_owned(), found }
    })
}

/// Reads text as JSON: the grammar of RFC 8259, with an optional BOM.
pub(super) fn parse(text: &str) -> Result<Parsed, ParseError> {
    let mut parser = Parser::new(text);
    parser.run().map_err(|fault| parser.error(&fault))
}

/// A fault before it is worded.
enum Fault {
    Expected(usize, &'static str),
    Depth(usize),
    TooLong,
}

struct Frame {
    start: u32,
    /// How many entries the scratch stack of this kind held when the container opened.
    base: u32,
    is_object: bool,
    /// The member key that this container is the value of, to be used when it closes.
    key: KeyId,
    key_at: u32,
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    frames: Vec<Frame>,
    members: Vec<Member>,
    items: Vec<Node>,
    tree: Tree,
    keys: Interner<'a>,
    duplicates: Vec<u32>,
    stamps: Vec<u32>,
    stamp: u32,
}

/// The keys seen so far. Objects of one shape follow each other, so the key that came after the previous key last time
/// is compared before anything is hashed.
struct Interner<'a> {
    texts: Vec<Cow<'a, str>>,
    numbers: FxHashMap<Cow<'a, str>, KeyId>,
    /// For each key, the one that came after it last time; `KeyId::MAX` for none that can be guessed.
    follows: Vec<KeyId>,
    /// Whether a key stands in the text as it reads. An escaped one may read as text that holds a quote or a backslash,
    /// which never stands raw.
    plain: Vec<bool>,
    previous: KeyId,
}

impl<'a> Interner<'a> {
    fn guess(&self) -> Option<KeyId> {
        self.follows.get(self.previous as usize).copied().filter(|k| *k != KeyId::MAX)
    }

    fn found(&mut self, key: KeyId) -> KeyId {
        if let Some(next) = self.follows.get_mut(self.previous as usize) {
            *next = if self.plain[key as usize] { key } else { KeyId::MAX };
        }
        self.previous = key;
        key
    }

    fn intern(&mut self, text: Cow<'a, str>) -> KeyId {
        let key = match self.numbers.get(&text) {
            Some(key) => *key,
            None => {
                let key = self.texts.len() as KeyId;
                self.plain.push(memchr::memchr2(b'"', b'\\', text.as_bytes()).is_none());
                self.texts.push(text.clone());
                self.numbers.insert(text, key);
                self.follows.push(KeyId::MAX);
                key
            }
        };
        self.found(key)
    }
}

/// How many bytes of text a member of a scene has: room for so many is taken at the start. Most of a scene's values are
/// members, and to grow their list is to copy it; room that is not used costs addresses, not memory.
const BYTES_A_MEMBER: usize = 14;

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        let (texts, numbers) = (Vec::new(), FxHashMap::default());
        let keys = Interner { texts, numbers, follows: Vec::new(), plain: Vec::new(), previous: KeyId::MAX };
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            frames: Vec::new(),
            members: Vec::new(),
            items: Vec::new(),
            tree: Tree { members: Vec::with_capacity(text.len() / BYTES_A_MEMBER), ..Tree::default() },
            keys,
            duplicates: Vec::new(),
            stamps: Vec::new(),
            stamp: 0,
        }
    }

    fn error(&self, fault: &Fault) -> ParseError {
        let (offset, expected) = match fault {
            Fault::Expected(at, what) => (*at, (*what).to_owned()),
            Fault::Depth(at) => (*at, format!("at most {MAX_DEPTH} levels of nesting")),
            Fault::TooLong => (0, format!("at most {} MB of text", MAX_TEXT >> 20)),
        };
        let found = match self.text.get(offset..).and_then(|rest| rest.chars().next()) {
            _ if matches!(fault, Fault::TooLong) => format!("{} MB", self.text.len() >> 20),
            _ if matches!(fault, Fault::Depth(_)) => "one more".to_owned(),
            None => "the end of the text".to_owned(),
            Some(c) if c.is_control() => format!("the control character U+{:04X}", c as u32),
            Some(c) => format!("“{c}”"),
        };
        ParseError { offset, position: Position::of(self.text, offset), expected, found }
    }

    fn run(&mut self) -> Result<Parsed, Fault> {
        if self.text.len() > MAX_TEXT {
            return Err(Fault::TooLong);
        }
        if self.text.starts_with(BOM) {
            self.at = BOM.len();
        }
        self.space();
        let root = self.root()?;
        self.space();
        if self.at < self.bytes.len() {
            return Err(Fault::Expected(self.at, "the end of the text"));
        }
        let texts = std::mem::take(&mut self.keys.texts).into_iter().map(Arc::from).collect();
        let tree = std::mem::take(&mut self.tree);
        Ok(Parsed { root, tree, keys: Keys::new(texts), duplicates: std::mem::take(&mut self.duplicates) })
    }

    /// Reads one value with all that it holds. The loop stands before a value; it leaves a container through
    /// [`Self::close`], which says whether another value follows.
    fn root(&mut self) -> Result<Node, Fault> {
        let (mut key, mut key_at) = (KeyId::MAX, u32::MAX);
        loop {
            let start = self.at as u32;
            let mut node = match self.peek() {
                Some(b'{') => {
                    self.open(true, key, key_at)?;
                    if self.peek() == Some(b'}') {
                        self.at += 1;
                        self.close_object(&mut key, &mut key_at)
                    } else {
                        (key, key_at) = self.key("a key in quotes or “}”")?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.open(false, key, key_at)?;
                    if self.peek() == Some(b']') {
                        self.at += 1;
                        self.close_array(&mut key, &mut key_at)
                    } else {
                        continue;
                    }
                }
                Some(b'"') => {
                    let leaf = self.string()?;
                    Node::Leaf(leaf, Span { start, end: self.at as u32 })
                }
                Some(b'-' | b'0'..=b'9') => {
                    self.number()?;
                    Node::Leaf(Leaf::Number, Span { start, end: self.at as u32 })
                }
                Some(b't') => self.word("true", Leaf::True)?,
                Some(b'f') => self.word("false", Leaf::False)?,
                Some(b'n') => self.word("null", Leaf::Null)?,
                _ => return Err(Fault::Expected(self.at, "a value")),
            };
            // The value is whole: put it where it belongs, and close what ends here.
            loop {
                let Some(frame) = self.frames.last() else { return Ok(node) };
                let is_object = frame.is_object;
                if is_object {
                    self.members.push(Member { key, key_at, value: node });
                } else {
                    self.items.push(node);
                }
                self.space();
                match (self.peek(), is_object) {
                    (Some(b','), true) => {
                        self.at += 1;
                        self.space();
                        (key, key_at) = self.key("a key in quotes")?;
                        break;
                    }
                    (Some(b','), false) => {
                        self.at += 1;
                        self.space();
                        break;
                    }
                    (Some(b'}'), true) => {
                        self.at += 1;
                        node = self.close_object(&mut key, &mut key_at);
                    }
                    (Some(b']'), false) => {
                        self.at += 1;
                        node = self.close_array(&mut key, &mut key_at);
                    }
                    (_, true) => return Err(Fault::Expected(self.at, "“,” or “}”")),
                    (_, false) => return Err(Fault::Expected(self.at, "“,” or “]”")),
                }
            }
        }
    }

    #[inline]
    fn open(&mut self, is_object: bool, key: KeyId, key_at: u32) -> Result<(), Fault> {
        if self.frames.len() >= MAX_DEPTH {
            return Err(Fault::Depth(self.at));
        }
        let base = if is_object { self.members.len() } else { self.items.len() } as u32;
        self.frames.push(Frame { start: self.at as u32, base, is_object, key, key_at });
        self.at += 1;
        self.space();
        Ok(())
    }

    #[inline]
    fn close_array(&mut self, key: &mut KeyId, key_at: &mut u32) -> Node {
        let Some(frame) = self.frames.pop() else { return Node::NULL };
        (*key, *key_at) = (frame.key, frame.key_at);
        let first = self.tree.items.len() as u32;
        self.tree.items.extend(self.items.drain(frame.base as usize..));
        Node::LoadedArray(self.container(frame.start, first, self.tree.items.len()))
    }

    #[inline]
    fn close_object(&mut self, key: &mut KeyId, key_at: &mut u32) -> Node {
        let Some(frame) = self.frames.pop() else { return Node::NULL };
        (*key, *key_at) = (frame.key, frame.key_at);
        self.note_duplicates(frame.base as usize);
        let first = self.tree.members.len() as u32;
        self.tree.members.extend(self.members.drain(frame.base as usize..));
        Node::LoadedObject(self.container(frame.start, first, self.tree.members.len()))
    }

    fn container(&mut self, start: u32, first: u32, end: usize) -> u32 {
        let span = Span { start, end: self.at as u32 };
        self.tree.containers.push(Container { span, first, len: end as u32 - first });
        self.tree.containers.len() as u32 - 1
    }

    /// Notes the keys that stand twice among the open members from `base` on.
    fn note_duplicates(&mut self, base: usize) {
        self.stamps.resize(self.keys.texts.len(), 0);
        self.stamp += 1;
        for member in &self.members[base..] {
            let seen = &mut self.stamps[member.key as usize];
            if *seen == self.stamp {
                self.duplicates.push(member.key_at);
            }
            *seen = self.stamp;
        }
    }

    /// Reads a key and its colon; ends before the value.
    #[inline]
    fn key(&mut self, expected: &'static str) -> Result<(KeyId, u32), Fault> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(Fault::Expected(start, expected));
        }
        let key = match self.guessed_key(start) {
            Some(key) => self.keys.found(key),
            None => {
                let leaf = self.string()?;
                let raw = &self.text[start + 1..self.at - 1];
                let text = if leaf == Leaf::Plain { Cow::Borrowed(raw) } else { key_text(raw) };
                self.keys.intern(text)
            }
        };
        self.space();
        if self.peek() != Some(b':') {
            return Err(Fault::Expected(self.at, "“:”"));
        }
        self.at += 1;
        self.space();
        Ok((key, start as u32))
    }

    #[inline]
    fn guessed_key(&mut self, start: usize) -> Option<KeyId> {
        let key = self.keys.guess()?;
        let text = self.keys.texts[key as usize].as_bytes();
        let end = start + 1 + text.len();
        // The quote first: it tells most keys of another length apart.
        let fits = self.bytes.get(end) == Some(&b'"') && same(&self.bytes[start + 1..end], text);
        fits.then(|| {
            self.at = end + 1;
            key
        })
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn space(&mut self) {
        // Nothing to skip is what most calls find, in a text on one line.
        if self.peek().is_some_and(|b| b > b' ') {
            return;
        }
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn word(&mut self, word: &'static str, leaf: Leaf) -> Result<Node, Fault> {
        let start = self.at;
        let len = word.bytes().zip(&self.bytes[start..]).take_while(|(a, b)| a == *b).count();
        if len < word.len() {
            let expected = match leaf {
                Leaf::True => "“true”",
                Leaf::False => "“false”",
                _ => "“null”",
            };
            return Err(Fault::Expected(start + len, expected));
        }
        self.at = start + len;
        Ok(Node::Leaf(leaf, Span { start: start as u32, end: self.at as u32 }))
    }

    #[inline]
    fn number(&mut self) -> Result<(), Fault> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits("a digit")?,
            _ => return Err(Fault::Expected(self.at, "a digit")),
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits("a digit after the point")?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits("a digit in the exponent")?;
        }
        Ok(())
    }

    #[inline]
    fn digits(&mut self, expected: &'static str) -> Result<(), Fault> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start { Err(Fault::Expected(start, expected)) } else { Ok(()) }
    }

    /// Reads a string from its opening quote to past its closing one.
    #[inline]
    fn string(&mut self) -> Result<Leaf, Fault> {
        self.at += 1;
        let mut leaf = Leaf::Plain;
        loop {
            self.at = special(self.bytes, self.at);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(leaf);
                }
                Some(b'\\') => {
                    leaf = Leaf::Escaped;
                    self.escape()?;
                }
                Some(_) => return Err(Fault::Expected(self.at, "an escape such as \\n (a string stands on one line)")),
                None => return Err(Fault::Expected(self.at, "“\"” at the end of the string")),
            }
        }
    }

    fn escape(&mut self) -> Result<(), Fault> {
        self.at += 1;
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                self.at += 1;
                for _ in 0..4 {
                    match self.peek() {
                        Some(b) if b.is_ascii_hexdigit() => self.at += 1,
                        _ => return Err(Fault::Expected(self.at, "four hexadecimal digits after \\u")),
                    }
                }
            }
            _ => return Err(Fault::Expected(self.at, "one of \" \\ / b f n r t u after the backslash")),
        }
        Ok(())
    }
}

/// The first `"`, `\` or control character at or after `at`, eight bytes at a time.
#[inline]
fn special(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    while let Some(chunk) = bytes.get(at..at + 8).and_then(|c| <[u8; 8]>::try_from(c).ok()) {
        let word = u64::from_le_bytes(chunk);
        let zero = |v: u64| v.wrapping_sub(ONES) & !v & HIGH;
        let control = word.wrapping_sub(ONES * 0x20) & !word & HIGH;
        let hits = zero(word ^ (ONES * u64::from(b'"'))) | zero(word ^ (ONES * u64::from(b'\\'))) | control;
        if hits != 0 {
            return at + (hits.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while let Some(b) = bytes.get(at) {
        if matches!(b, b'"' | b'\\' | 0..0x20) {
            return at;
        }
        at += 1;
    }
    at
}

/// Whether two slices of one length are the same, eight bytes at a time: keys are too short for a call to pay.
#[inline]
fn same(a: &[u8], b: &[u8]) -> bool {
    let (a, a_rest) = a.as_chunks::<8>();
    let (b, b_rest) = b.as_chunks::<8>();
    let words = a.iter().zip(b).all(|(a, b)| u64::from_le_bytes(*a) == u64::from_le_bytes(*b));
    words && a_rest.iter().zip(b_rest).all(|(a, b)| a == b)
}

/// The text of an escaped key. A key with half a surrogate pair has no Rust text; it goes by its raw escapes, so that
/// two such keys stay two.
fn key_text(raw: &str) -> Cow<'_, str> {
    let (text, whole) = super::text::unescape(raw);
    if whole { Cow::Owned(text) } else { Cow::Borrowed(raw) }
}
