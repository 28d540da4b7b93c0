//! Holding a value to a table of what it must be: the engine behind the schema rules of the scene and of the manifest's
//! list of variants. Tables are made of [`Rule`], [`Shape`] and [`Field`]; a [`Walk`] goes over a value and words what
//! does not fit. The path is kept as borrowed steps: pointers and messages are built for findings alone.

use crate::finding::{DocId, Finding, Severity};
use crate::json::{Kind, Pointer, Ref};
use crate::scene::members_once;
use std::borrow::Cow;

/// What a value must be.
pub(crate) enum Rule {
    /// Anything: the field is known, and no document says more.
    Any,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A whole number within these bounds, both included.
    Integer(i32, i32),
    /// One of these numbers.
    Numbers(&'static [f64]),
    /// Text of at least and at most so many UTF-16 units.
    Text(usize, usize),
    /// Text of at least and at most so many UTF-16 units that passes a test; the words say what it looks like.
    Pattern(usize, usize, fn(&str) -> bool, &'static str),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// An object with the numbers x, y and z.
    Vector,
    /// An object with anything in it.
    Bag,
    /// An object of this shape.
    Object(&'static Shape),
    /// A list of at most so many elements, each held to the rule.
    List(usize, &'static Rule),
    /// `null`, or what the rule says.
    OrNull(&'static Rule),
}

/// No bound.
pub(crate) const ANY_LENGTH: usize = usize::MAX;

/// A member of an object.
pub(crate) struct Field {
    pub(crate) key: &'static str,
    pub(crate) required: bool,
    pub(crate) rule: Rule,
}

/// A member that must be there.
pub(crate) const fn must(key: &'static str, rule: Rule) -> Field {
    Field { key, required: true, rule }
}

/// A member that may be there.
pub(crate) const fn may(key: &'static str, rule: Rule) -> Field {
    Field { key, required: false, rule }
}

/// An object whose members are known.
pub(crate) struct Shape {
    /// What such an object is called in messages; empty where it has no name of its own.
    pub(crate) noun: &'static str,
    /// The member that tells one from another.
    pub(crate) named_by: &'static str,
    /// Whether a key that has no field is an error.
    pub(crate) strict: bool,
    /// Whether `null` stands for a missing member that may be missing.
    pub(crate) null_is_absent: bool,
    /// At most 64, in the order in which the platform's editor writes them: looking up is quickest that way.
    pub(crate) fields: &'static [Field],
    /// A rule over several members.
    pub(crate) also: Option<for<'a> fn(&mut Walk<'a>, Ref<'a>)>,
}

impl Shape {
    /// A shape without a name and without further rules.
    pub(crate) const fn of(fields: &'static [Field]) -> Self {
        Self { noun: "", named_by: "", strict: false, null_is_absent: false, fields, also: None }
    }

    /// The field `key`, searched from number `from` on.
    pub(crate) fn find(&self, key: &str, from: usize) -> Option<usize> {
        let from = from.min(self.fields.len());
        let at = |(index, field): (usize, &Field)| (field.key == key).then_some(index);
        let (before, after) = self.fields.split_at(from);
        let later = after.iter().enumerate().find_map(at).map(|index| from + index);
        later.or_else(|| before.iter().enumerate().find_map(at))
    }
}

/// One step down into a document.
#[derive(Clone, Copy)]
pub(crate) enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

/// Something that messages call by its name.
struct Subject<'a> {
    noun: &'static str,
    name: Name<'a>,
    /// How many steps of the path lead to it.
    depth: usize,
}

/// Where the name of a subject is found, if it is needed.
enum Name<'a> {
    Member(Ref<'a>, &'static str),
    Key(&'a str),
}

/// A walk over a value of one of the two documents. Its [`Self::findings`] have the code `schema`.
pub(crate) struct Walk<'a> {
    document: DocId,
    path: Vec<Step<'a>>,
    subjects: Vec<Subject<'a>>,
    pub(crate) findings: Vec<Finding>,
}

impl<'a> Walk<'a> {
    /// A walk that starts at the root of a document.
    pub(crate) fn new(document: DocId) -> Self {
        Self { document, path: Vec::new(), subjects: Vec::new(), findings: Vec::new() }
    }

    /// Runs `inside` one step further down.
    pub(crate) fn below(&mut self, step: Step<'a>, inside: impl FnOnce(&mut Self)) {
        self.path.push(step);
        inside(self);
        self.path.pop();
    }

    /// Runs `inside` with messages that call what stands here `noun` “key”.
    pub(crate) fn as_subject(&mut self, noun: &'static str, key: &'a str, inside: impl FnOnce(&mut Self)) {
        self.subjects.push(Subject { noun, name: Name::Key(key), depth: self.path.len() });
        inside(self);
        self.subjects.pop();
    }

    /// Holds `value` to `rule`.
    pub(crate) fn check(&mut self, value: Ref<'a>, rule: &'static Rule) {
        match rule {
            Rule::OrNull(_) if value.is_null() => {}
            Rule::OrNull(rule) => self.check(value, rule),
            Rule::Object(shape) if value.is_object() => self.shape(value, shape),
            Rule::List(max, of) if value.is_array() => {
                if value.len() > *max {
                    self.report(&format!("may hold at most {max} entries, but holds {}", value.len()));
                }
                if !matches!(of, Rule::Any) {
                    for (index, item) in value.items().enumerate() {
                        self.below(Step::Index(index), |walk| walk.check(item, of));
                    }
                }
            }
            Rule::Text(_, max) | Rule::Pattern(_, max, ..) if value.kind() == Kind::String && is_longer(value, *max) => {
                self.report(&format!("must be {}, but has {} characters", wanted(rule), value.utf16_len().unwrap_or(0)));
            }
            rule if fits(value, rule) => {}
            rule => self.report(&format!("must be {}, but is {}", wanted(rule), shown(value))),
        }
    }

    fn shape(&mut self, value: Ref<'a>, shape: &'static Shape) {
        if !shape.noun.is_empty() {
            let name = Name::Member(value, shape.named_by);
            self.subjects.push(Subject { noun: shape.noun, name, depth: self.path.len() });
        }
        let before = self.findings.len();
        if !self.fields(value.members(), shape) {
            // A key stands twice, and only the last value counts.
            self.findings.truncate(before);
            self.fields(members_once(value).into_iter(), shape);
        }
        if let Some(also) = shape.also {
            also(self, value);
        }
        if !shape.noun.is_empty() {
            self.subjects.pop();
        }
    }

    /// Checks the members of an object; `false` as soon as a known key stands a second time.
    fn fields(&mut self, members: impl Iterator<Item = (&'a str, Ref<'a>)>, shape: &'static Shape) -> bool {
        let mut seen = 0_u64;
        let mut next = 0;
        for (key, value) in members {
            let Some(index) = shape.find(key, next) else {
                if shape.strict {
                    self.unknown(key, shape);
                }
                continue;
            };
            next = index + 1;
            if seen & (1 << index) != 0 {
                return false;
            }
            seen |= 1 << index;
            let field = &shape.fields[index];
            if !(value.is_null() && shape.null_is_absent && !field.required) {
                self.below(Step::Key(key), |walk| walk.check(value, &field.rule));
            }
        }
        for (index, field) in shape.fields.iter().enumerate() {
            if field.required && seen & (1 << index) == 0 {
                let wanted = wanted(&field.rule);
                self.below(Step::Key(field.key), |walk| walk.report(&format!("is missing; it must be {wanted}")));
            }
        }
        true
    }

    fn unknown(&mut self, key: &'a str, shape: &'static Shape) {
        let known: Vec<_> = shape.fields.iter().map(|field| field.key).collect();
        let fails = format!("is not a key that may stand here (there are {}); take it away", known.join(", "));
        self.below(Step::Key(key), |walk| walk.report(&fails));
    }

    /// Reports that what stands here `fails`: the end of a sentence whose subject is the place.
    pub(crate) fn report(&mut self, fails: &str) {
        let mut subject = String::new();
        for Subject { noun, name, .. } in &self.subjects {
            let name = match name {
                Name::Key(key) => Some(Cow::Borrowed(*key)),
                Name::Member(value, key) => value.get(key).and_then(Ref::as_str),
            };
            let separator = if subject.is_empty() { "" } else { ", " };
            subject += &match name {
                Some(name) => format!("{separator}{noun} “{}”", clipped(&name)),
                None => format!("{separator}{noun}"),
            };
        }
        let depth = self.subjects.last().map_or(0, |subject| subject.depth);
        let field = field_name(&self.path[depth..]);
        let message = match (subject.is_empty(), field.is_empty()) {
            (true, true) if self.document == DocId::Manifest => format!("The manifest {fails}."),
            (true, true) => format!("The scene {fails}."),
            (true, false) => format!("“{field}” {fails}."),
            (false, true) => format!("{} {fails}.", sentence(&subject)),
            (false, false) => format!("{}: “{field}” {fails}.", sentence(&subject)),
        };
        self.say(message);
    }

    /// Reports at what stands here, with a message of its own.
    pub(crate) fn say(&mut self, message: String) {
        let pointer = self.pointer();
        self.findings.push(Finding { code: "schema", severity: Severity::Error, document: self.document, pointer, message });
    }

    fn pointer(&self) -> Pointer {
        let token = |step: &Step<'_>| match step {
            Step::Key(key) => (*key).to_owned(),
            Step::Index(index) => index.to_string(),
        };
        self.path.iter().map(token).collect()
    }
}

/// The steps below a subject as people write them: `position.x`, `tags[3]`.
fn field_name(steps: &[Step<'_>]) -> String {
    let mut out = String::new();
    for step in steps {
        match step {
            Step::Key(key) if out.is_empty() => out += key,
            Step::Key(key) => out += &format!(".{key}"),
            Step::Index(index) => out += &format!("[{index}]"),
        }
    }
    out
}

/// The text, cut short where it is too long for a sentence.
fn clipped(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// The text with a capital at the start.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Whether a leaf or a bag is what the rule wants. Lengths count UTF-16 units.
fn fits(value: Ref<'_>, rule: &Rule) -> bool {
    match rule {
        Rule::Any => true,
        Rule::Bool => value.kind() == Kind::Bool,
        Rule::Number => value.kind() == Kind::Number,
        Rule::Integer(min, max) => {
            value.as_f64().is_some_and(|n| n.fract() == 0.0 && n >= f64::from(*min) && n <= f64::from(*max))
        }
        Rule::Numbers(all) => value.as_f64().is_some_and(|n| all.contains(&n)),
        Rule::Text(min, max) => value.kind() == Kind::String && !is_shorter(value, *min) && !is_longer(value, *max),
        Rule::Pattern(min, max, test, _) => {
            value.as_str().is_some_and(|text| test(&text)) && !is_shorter(value, *min) && !is_longer(value, *max)
        }
        Rule::OneOf(words) => value.as_str().is_some_and(|text| words.contains(&text.as_ref())),
        Rule::Vector => is_vector(value),
        Rule::Bag | Rule::Object(_) => value.is_object(),
        Rule::List(..) => value.is_array(),
        Rule::OrNull(rule) => value.is_null() || fits(value, rule),
    }
}

/// Whether a string has more than `max` UTF-16 units. Its text has at least as many bytes, so long texts are counted
/// only where they are near the bound.
fn is_longer(value: Ref<'_>, max: usize) -> bool {
    let bytes = value.raw().map_or(0, str::len).saturating_sub(2);
    bytes > max && value.utf16_len().unwrap_or(0) > max
}

fn is_shorter(value: Ref<'_>, min: usize) -> bool {
    min > 0 && value.utf16_len().unwrap_or(0) < min
}

fn is_vector(value: Ref<'_>) -> bool {
    let mut axes = [false; 3];
    for (key, axis) in value.members() {
        let index = match key {
            "x" => 0,
            "y" => 1,
            "z" => 2,
            _ => continue,
        };
        axes[index] = axis.kind() == Kind::Number;
    }
    axes == [true; 3]
}

/// What the rule wants, as a noun phrase.
fn wanted(rule: &Rule) -> Cow<'static, str> {
    let lengths = |min: usize, max: usize| match (min, max) {
        (0, ANY_LENGTH) => String::new(),
        (min, ANY_LENGTH) => format!(" of at least {min} characters"),
        (0, max) => format!(" of at most {max} characters"),
        (min, max) => format!(" of {min} to {max} characters"),
    };
    match rule {
        Rule::Any => "there".into(),
        Rule::Bool => "true or false".into(),
        Rule::Number => "a number".into(),
        Rule::Integer(min, max) => format!("a whole number from {min} to {max}").into(),
        Rule::Numbers(all) => all.iter().map(f64::to_string).collect::<Vec<_>>().join(" or ").into(),
        Rule::Text(min, max) => format!("text{}", lengths(*min, *max)).into(),
        Rule::Pattern(min, max, _, says) => format!("{says}{}", lengths(*min, *max)).into(),
        Rule::OneOf([only]) => format!("“{only}”").into(),
        Rule::OneOf(words) => format!("one of {}", words.join(", ")).into(),
        Rule::Vector => "an object with the numbers x, y and z".into(),
        Rule::Bag | Rule::Object(_) => "an object".into(),
        Rule::List(..) => "a list".into(),
        Rule::OrNull(rule) => format!("{} or null", wanted(rule)).into(),
    }
}

/// What stands there, as a noun phrase: short values themselves, else their kind.
pub(crate) fn shown(value: Ref<'_>) -> Cow<'_, str> {
    match value.kind() {
        Kind::Null | Kind::Bool => value.raw().unwrap_or_default().into(),
        Kind::Number if value.raw().is_some_and(|raw| raw.len() <= 40) => value.raw().unwrap_or_default().into(),
        Kind::Number => "a very long number".into(),
        Kind::String => format!("“{}”", clipped(&value.as_str().unwrap_or_default())).into(),
        Kind::Array => "a list".into(),
        Kind::Object => "an object".into(),
    }
}
