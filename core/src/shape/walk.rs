//! Going over a value with a table in its hand.

use super::words::{clipped, sentence, shown, wanted};
use super::{Field, Pattern, Refuser, Rule, Shape, Unknown};
use crate::finding::{DocId, Finding, Severity};
use crate::json::{Kind, Pointer, Ref};
use crate::pack_type::PackType;
use crate::scene::members_once;
use std::borrow::Cow;

/// One step down into a document.
#[derive(Clone, Copy)]
pub(crate) enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

/// How many plain entries of one list are told one by one; the rest are counted. A list of a hundred thousand numbers
/// where texts should be is one mistake.
const MAX_TOLD: usize = 50;

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

/// A walk over a value of one of the two documents. Its [`Self::findings`] have the code `schema`, and those of keys that
/// may be newer than this editor `tw-unknown-key`. The path is kept as borrowed steps: pointers and messages are built for
/// findings alone.
pub(crate) struct Walk<'a> {
    document: DocId,
    /// The pack's type, where it is known: what its fields are held to.
    kind: Option<PackType>,
    path: Vec<Step<'a>>,
    subjects: Vec<Subject<'a>>,
    pub(crate) findings: Vec<Finding>,
}

impl<'a> Walk<'a> {
    /// A walk that starts at the root of a document.
    pub(crate) fn new(document: DocId) -> Self {
        Self { document, kind: None, path: Vec::new(), subjects: Vec::new(), findings: Vec::new() }
    }

    /// The same for a pack of this type: fields that only other types may carry are reported where the schema refuses them.
    pub(crate) fn of_type(mut self, kind: Option<PackType>) -> Self {
        self.kind = kind;
        self
    }

    /// The pack's type, where it is known.
    pub(crate) fn kind(&self) -> Option<PackType> {
        self.kind
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
            Rule::Tagged { tag, cases } if value.is_object() => self.tagged(value, tag, cases),
            Rule::Map(of) if value.is_object() => {
                for (key, member) in members_once(value) {
                    self.below(Step::Key(key), |walk| walk.check(member, of));
                }
            }
            Rule::List(min, max, of) if value.is_array() => self.list(value, *min, *max, of),
            Rule::Pattern(min, max, pattern) if value.kind() == Kind::String => self.pattern(value, *min, *max, pattern),
            Rule::Vector if value.is_object() && !is_vector(value) => self.vector(value),
            Rule::Text(_, max) if value.kind() == Kind::String && is_longer(value, *max) => self.too_long(value, rule),
            rule if fits(value, rule) => {}
            rule => self.report(&format!("must be {}, but is {}", wanted(rule), shown(value))),
        }
    }

    fn list(&mut self, value: Ref<'a>, min: usize, max: usize, of: &'static Rule) {
        if value.len() > max {
            self.report(&format!("may hold at most {max} entries, but holds {}; take some out", value.len()));
        }
        if value.len() < min {
            let entries = if min == 1 { "entry" } else { "entries" };
            self.report(&format!("must hold at least {min} {entries}, but holds {}", value.len()));
        }
        if matches!(of, Rule::Any) {
            return;
        }
        let mut left_out = 0;
        let mut told = 0;
        for (index, item) in value.items().enumerate() {
            let plain = !item.is_object() && !item.is_array();
            if plain && told >= MAX_TOLD {
                left_out += usize::from(!fits(item, of));
                continue;
            }
            let before = self.findings.len();
            self.below(Step::Index(index), |walk| walk.check(item, of));
            told += usize::from(plain && self.findings.len() > before);
        }
        if left_out > 0 {
            self.report(&format!("holds {left_out} more entries that are not {}", wanted(of)));
        }
    }

    fn tagged(&mut self, value: Ref<'a>, tag: &'static str, cases: &'static [(&'static str, &'static Shape)]) {
        let word = value.get(tag).and_then(Ref::as_str);
        if let Some((_, shape)) = word.and_then(|word| cases.iter().find(|(name, _)| *name == word)) {
            self.shape(value, shape);
            return;
        }
        let words: Vec<_> = cases.iter().map(|(name, _)| *name).collect();
        let is = value.get(tag).map_or("missing".into(), shown);
        self.below(Step::Key(tag), |walk| walk.report(&format!("must be one of {}, but is {is}", words.join(", "))));
    }

    fn pattern(&mut self, value: Ref<'a>, min: usize, max: usize, pattern: &'static Pattern) {
        let text = value.as_str();
        let passes = text.as_deref().is_some_and(pattern.test);
        let length = value.utf16_len().unwrap_or(0);
        match pattern.message {
            _ if passes && (min..=max).contains(&length) => {}
            Some(message) if !passes => self.say(message.to_owned()),
            _ => {
                let wants = format!("{}{}", pattern.words, super::words::lengths(min, max));
                let is = if passes { format!("has {length} characters") } else { format!("is {}", shown(value)) };
                self.report(&format!("must be {wants}, but {is}"));
            }
        }
    }

    fn vector(&mut self, value: Ref<'a>) {
        let unfit = |axis: &&str| value.get(axis).is_none_or(|axis| axis.kind() != Kind::Number);
        let axis = ["x", "y", "z"].into_iter().find(unfit).unwrap_or("x");
        let is = value.get(axis).map_or("missing".into(), shown);
        self.report(&format!("must be {}, but its “{axis}” is {is}", wanted(&Rule::Vector)));
    }

    fn too_long(&mut self, value: Ref<'a>, rule: &Rule) {
        self.report(&format!("must be {}, but has {} characters", wanted(rule), value.utf16_len().unwrap_or(0)));
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
                self.unknown(key, shape);
                continue;
            };
            next = index + 1;
            if seen & (1 << index) != 0 {
                return false;
            }
            seen |= 1 << index;
            let field = &shape.fields[index];
            if !(value.is_null() && shape.null_is_absent && !field.required) {
                self.below(Step::Key(key), |walk| walk.member(value, field));
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

    /// Holds a member to its field's rule, unless a pack of this type may not carry it at all.
    fn member(&mut self, value: Ref<'a>, field: &'static Field) {
        match (field.carriers, self.kind) {
            (Some(carriers), Some(kind)) if carriers.refuser == Refuser::Schema && !carriers.types.contains(&kind) => {
                let types: Vec<_> = carriers.types.iter().map(|kind| kind.label()).collect();
                let fails = format!("is for a {} only, and this is a {}; take it away", types.join(" or an "), kind.label());
                self.report(&fails);
            }
            _ => self.check(value, &field.rule),
        }
    }

    fn unknown(&mut self, key: &'a str, shape: &'static Shape) {
        match shape.unknown {
            Unknown::Pass => {}
            Unknown::Advise => self.below(Step::Key(key), |walk| {
                let pointer = walk.pointer();
                if walk.findings.iter().rev().any(|found| found.code == "tw-unknown-key" && found.pointer == pointer) {
                    // The key stands twice.
                    return;
                }
                let message = format!("“{}” is newer than this editor, or misspelled. It is kept as it is.", clipped(key));
                walk.put("tw-unknown-key", Severity::Advice, message);
            }),
            Unknown::Refuse => {
                let known: Vec<_> = shape.fields.iter().map(|field| field.key).collect();
                let fails = format!("is not a key that may stand here (there are {}); take it away", known.join(", "));
                self.below(Step::Key(key), |walk| walk.report(&fails));
            }
        }
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
        self.put("schema", Severity::Error, message);
    }

    fn put(&mut self, code: &'static str, severity: Severity, message: String) {
        let pointer = self.pointer();
        self.findings.push(Finding { code, severity, document: self.document, pointer, message });
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

/// Whether a value is what the rule wants, all that is below it included.
pub(crate) fn passes(value: Ref<'_>, rule: &'static Rule) -> bool {
    let mut walk = Walk::new(DocId::Manifest);
    walk.check(value, rule);
    walk.findings.iter().all(|finding| finding.severity != Severity::Error)
}

/// Whether a leaf or a bag is what the rule wants. Lengths count UTF-16 units.
fn fits(value: Ref<'_>, rule: &Rule) -> bool {
    match rule {
        Rule::Any | Rule::Unwritten(_) => true,
        Rule::Bool => value.kind() == Kind::Bool,
        Rule::True => value.as_bool() == Some(true),
        // Whether the platform takes `1e400` here is not told, and that is no reason to refuse a pack.
        Rule::Number => value.kind() == Kind::Number,
        Rule::Within { min, at_min, max } => {
            value.as_f64().is_some_and(|n| n.is_finite() && (n > *min || *at_min && n == *min) && n <= *max)
        }
        Rule::Integer(min, max) => {
            value.as_f64().is_some_and(|n| n.fract() == 0.0 && n >= f64::from(*min) && n <= f64::from(*max))
        }
        Rule::Numbers(all) => value.as_f64().is_some_and(|n| all.contains(&n)),
        Rule::Scalar => matches!(value.kind(), Kind::String | Kind::Bool) || is_finite(value),
        Rule::Text(min, max) => value.kind() == Kind::String && !is_shorter(value, *min) && !is_longer(value, *max),
        Rule::Trimmed(min, max) => value.as_str().is_some_and(|text| (*min..=*max).contains(&units(trimmed(&text)))),
        Rule::Pattern(min, max, pattern) => {
            value.as_str().is_some_and(|text| (pattern.test)(&text)) && !is_shorter(value, *min) && !is_longer(value, *max)
        }
        Rule::OneOf(words) => value.as_str().is_some_and(|text| words.contains(&text.as_ref())),
        Rule::Vector => is_vector(value),
        Rule::Bag | Rule::Object(_) | Rule::Map(_) | Rule::Tagged { .. } => value.is_object(),
        Rule::List(..) => value.is_array(),
        Rule::OrNull(rule) => value.is_null() || fits(value, rule),
    }
}

/// A number that JavaScript holds as one: `1e400` would be its `Infinity`.
fn is_finite(value: Ref<'_>) -> bool {
    value.kind() == Kind::Number && value.as_f64().is_some_and(f64::is_finite)
}

/// The text as JavaScript's `trim` leaves it.
pub(crate) fn trimmed(text: &str) -> &str {
    // JavaScript counts the byte order mark as space and the next-line control not.
    text.trim_matches(|c: char| (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}')
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
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
