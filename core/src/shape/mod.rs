//! Tables of what a value must be, and the engine that holds a document to them: behind the schema rules of the manifest
//! and of the scene, the published JSON Schemas, the forms and their help.
//!
//! - this file: what tables are made of. A table is `static` data: [`Rule`], [`Shape`] and [`Field`]
//! - `walk`: [`Walk`] goes over a value with a table in its hand and words what does not fit
//! - `words`: what a rule wants and what stands there, as parts of sentences
//! - [`json_schema`]: a table as a JSON Schema
//!
//! A document's own tables and the rules over several fields stand with the document ([`crate::manifest::table`],
//! [`crate::scene::schema`]). Nothing here knows a field by its name.

pub mod json_schema;
mod walk;
mod words;

pub(crate) use walk::{Step, Walk, passes, trimmed};
pub(crate) use words::shown;
pub use words::wanted;

use crate::json::Ref;
use crate::pack_type::PackType;

/// What a value must be. Lengths of text count UTF-16 units, as the platform's JavaScript does.
#[derive(Debug)]
pub enum Rule {
    /// Anything: the field is known, and no document says more.
    Any,
    /// `true` or `false`.
    Bool,
    /// `true`, and nothing else.
    True,
    /// A number.
    Number,
    /// A number above the first bound, or at it where the flag says so, and at most the second.
    Within {
        /// The lower bound.
        min: f64,
        /// Whether the lower bound itself is allowed.
        at_min: bool,
        /// The upper bound, allowed.
        max: f64,
    },
    /// A whole number within these bounds, both included.
    Integer(i32, i32),
    /// One of these numbers.
    Numbers(&'static [f64]),
    /// Text, a number that JavaScript can hold, or `true` or `false`.
    Scalar,
    /// Text of at least and at most so many UTF-16 units.
    Text(usize, usize),
    /// Text as [`Self::Text`], where space around it does not count: the platform trims it first.
    Trimmed(usize, usize),
    /// Text of at least and at most so many UTF-16 units that passes a test.
    Pattern(usize, usize, &'static Pattern),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// An object with the numbers x, y and z.
    Vector,
    /// An object with anything in it.
    Bag,
    /// An object of this shape.
    Object(&'static Shape),
    /// An object whose keys are names of the author's, each value held to the rule.
    Map(&'static Rule),
    /// An object whose member says by a word which of these shapes it has.
    Tagged {
        /// The member that says so.
        tag: &'static str,
        /// The words and their shapes; each shape has a field for the tag.
        cases: &'static [(&'static str, &'static Shape)],
    },
    /// A list of at least and at most so many elements, each held to the rule.
    List(usize, usize, &'static Rule),
    /// `null`, or what the rule says.
    OrNull(&'static Rule),
    /// What the rule says, by real packs alone: no document tells it, so nothing is refused over it.
    Unwritten(&'static Rule),
}

/// No bound.
pub const ANY_LENGTH: usize = usize::MAX;

/// A test of text.
#[derive(Debug)]
pub struct Pattern {
    /// The test.
    pub test: fn(&str) -> bool,
    /// The same as an ECMAScript regular expression, for the published schema.
    pub regex: &'static str,
    /// What such text looks like, as a noun phrase.
    pub words: &'static str,
    /// The platform's own message for text that fails the test, where the documents quote it.
    pub message: Option<&'static str>,
}

/// Who refuses a field on a pack of a type that cannot use it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refuser {
    /// The schema, when the manifest is parsed.
    Schema,
    /// The scanner, at publish, under this code.
    Scanner(&'static str),
    /// Nobody: the key does nothing there.
    Nobody,
}

/// Which types of pack may carry a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Carriers {
    /// The types that may.
    pub types: &'static [PackType],
    /// Who refuses it on the others.
    pub refuser: Refuser,
}

/// How a form shows a field, where its rule does not say it by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// As the rule says.
    Plain,
    /// In the font of code: an id, a version, a hash.
    Mono,
    /// Several lines of text.
    Lines(usize),
    /// Markdown, with a preview.
    Markdown,
    /// A path of the pack; files of these extensions are offered, all where there are none.
    Path(&'static [&'static str]),
    /// A web address.
    Link,
    /// Not shown: written by the editor itself.
    Hidden,
}

/// A member of an object.
#[derive(Debug)]
pub struct Field {
    /// Its key.
    pub key: &'static str,
    /// Whether it must be there.
    pub required: bool,
    /// What its value must be.
    pub rule: Rule,
    /// What forms call it; empty where no form shows it.
    pub label: &'static str,
    /// What it does and how to fill it in.
    pub help: &'static str,
    /// What an absent member stands for, as JSON; empty where it stands for nothing.
    pub default: &'static str,
    /// The types of pack that may carry it; `None` where all may.
    pub carriers: Option<Carriers>,
    /// How a form shows it.
    pub look: Look,
    /// Where the rule comes from: the document and its section.
    pub source: &'static str,
    /// The part of a form that a member of the top level stands in.
    pub group: &'static str,
}

impl Field {
    const fn new(key: &'static str, required: bool, rule: Rule) -> Self {
        let (label, help, default, source, group) = ("", "", "", "", "");
        Self { key, required, rule, label, help, default, carriers: None, look: Look::Plain, source, group }
    }

    /// What forms call it, and what it does.
    pub const fn says(mut self, label: &'static str, help: &'static str) -> Self {
        self.label = label;
        self.help = help;
        self
    }

    /// What an absent member stands for, as JSON.
    pub const fn default(mut self, json: &'static str) -> Self {
        self.default = json;
        self
    }

    /// Only packs of these types may carry it.
    pub const fn only(mut self, types: &'static [PackType], refuser: Refuser) -> Self {
        self.carriers = Some(Carriers { types, refuser });
        self
    }

    /// How a form shows it.
    pub const fn look(mut self, look: Look) -> Self {
        self.look = look;
        self
    }

    /// Where the rule comes from.
    pub const fn from(mut self, source: &'static str) -> Self {
        self.source = source;
        self
    }

    /// The part of the form that it stands in.
    pub const fn on(mut self, group: &'static str) -> Self {
        self.group = group;
        self
    }

    /// Whether a pack of this type may carry it.
    pub fn is_for(&self, kind: PackType) -> bool {
        self.carriers.is_none_or(|carriers| carriers.types.contains(&kind))
    }
}

/// A member that must be there.
pub const fn must(key: &'static str, rule: Rule) -> Field {
    Field::new(key, true, rule)
}

/// A member that may be there.
pub const fn may(key: &'static str, rule: Rule) -> Field {
    Field::new(key, false, rule)
}

/// What is said of a key that no field has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// Nothing.
    Pass,
    /// Advice `tw-unknown-key`: the key may be newer than this editor.
    Advise,
    /// An error `schema`: the platform's parser refuses it.
    Refuse,
}

/// A rule over several members of an object. It is run whatever the members' own rules find.
pub(crate) type Also = for<'a> fn(&mut Walk<'a>, Ref<'a>);

/// An object whose members are known.
pub struct Shape {
    /// What such an object is called in messages; empty where it has no name of its own.
    pub noun: &'static str,
    /// The member that tells one from another.
    pub named_by: &'static str,
    /// What is said of a key that has no field.
    pub unknown: Unknown,
    /// Whether `null` stands for a missing member that may be missing.
    pub null_is_absent: bool,
    /// At most 64, in the order in which the platform's editor writes them: looking up is quickest that way.
    pub fields: &'static [Field],
    /// A rule over several members.
    pub(crate) also: Option<Also>,
}

impl std::fmt::Debug for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let keys: Vec<_> = self.fields.iter().map(|field| field.key).collect();
        f.debug_struct("Shape").field("noun", &self.noun).field("keys", &keys).finish_non_exhaustive()
    }
}

impl Shape {
    /// A shape without a name and without further rules.
    pub const fn of(fields: &'static [Field]) -> Self {
        Self { noun: "", named_by: "", unknown: Unknown::Pass, null_is_absent: false, fields, also: None }
    }

    /// The field `key`.
    pub fn field(&self, key: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// The number of the field `key`, searched from number `from` on.
    pub(crate) fn find(&self, key: &str, from: usize) -> Option<usize> {
        let from = from.min(self.fields.len());
        let at = |(index, field): (usize, &Field)| (field.key == key).then_some(index);
        let (before, after) = self.fields.split_at(from);
        let later = after.iter().enumerate().find_map(at).map(|index| from + index);
        later.or_else(|| before.iter().enumerate().find_map(at))
    }
}

/// What a table says of a place.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The nearest field: of the place itself, or of the list that it is an element of.
    pub field: &'static Field,
    /// The rule of the place itself.
    pub rule: &'static Rule,
}

impl Rule {
    /// What this table says of the place that these keys and indices lead to; `None` where it does not reach. Where an
    /// object has one of several shapes, the first that has the key answers.
    pub fn row_at(&'static self, path: &[String]) -> Option<Row> {
        let mut rule = self;
        let mut found = None;
        for token in path {
            match rule.plain() {
                Self::Object(shape) => found = Some(shape.field(token)?),
                Self::Tagged { cases, .. } => found = Some(cases.iter().find_map(|(_, shape)| shape.field(token))?),
                Self::List(_, _, of) | Self::Map(of) => {
                    rule = of;
                    continue;
                }
                _ => return None,
            }
            rule = &found?.rule;
        }
        found.map(|field| Row { field, rule })
    }

    /// The rule below `null` and below what real packs alone tell.
    pub fn plain(&'static self) -> &'static Self {
        match self {
            Self::OrNull(rule) | Self::Unwritten(rule) => rule.plain(),
            rule => rule,
        }
    }
}
