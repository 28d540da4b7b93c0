//! A table as a JSON Schema (draft 2020-12), for people who edit by hand and for their editors.
//!
//! What a schema can say is in it: kinds, bounds, patterns, defaults, words, and which types of pack may carry a field.
//! Rules over several fields that it cannot say stay with the rules; the description of a field tells of them. Lengths are
//! counted in code points by JSON Schema and in UTF-16 units by the platform, which the schema's comment says.

use super::{ANY_LENGTH, Field, Refuser, Rule, Shape, Unknown};
use crate::json::{Document, Value};
use crate::pack_type::PackType;

/// What a published schema says of itself.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// Where it would be found, an address that need not lead anywhere.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// A word on what it leaves out.
    pub comment: &'static str,
}

/// The members of an object under construction.
type Members = Vec<(String, Value)>;

fn members<const N: usize>(all: [(&str, Value); N]) -> Members {
    all.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn kind(name: &str) -> Members {
    members([("type", name.into())])
}

/// The schema of a document whose top level is `rule`, on lines of two spaces and ended by a line feed. `types_in` is the
/// member of the top level that says which type of pack it is, where there is one: fields that only some types may carry
/// are then refused on the others, as far as the platform's schema refuses them. `more` are further schemas that the whole
/// has to pass, for rules over several fields that a schema can say.
pub fn print(rule: &'static Rule, about: About, types_in: Option<&str>, more: Vec<Value>) -> String {
    let mut root = members([
        ("$schema", "https://json-schema.org/draft/2020-12/schema".into()),
        ("$id", about.id.into()),
        ("title", about.title.into()),
        ("$comment", about.comment.into()),
    ]);
    root.extend(schema(rule));
    let mut conditions = Vec::new();
    if let (Some(key), Rule::Object(shape)) = (types_in, rule) {
        conditions.extend(PackType::ALL.into_iter().filter_map(|kind| type_condition(shape, key, kind)));
    }
    conditions.extend(more);
    if !conditions.is_empty() {
        root.push(("allOf".to_owned(), Value::Array(conditions)));
    }
    // Made of texts and finite numbers, which always print.
    Document::new(Value::Object(root)).map(|document| document.text() + "\n").unwrap_or_default()
}

/// The schema of a rule.
fn schema(rule: &'static Rule) -> Members {
    match rule {
        Rule::Any | Rule::Unwritten(_) => Members::new(),
        Rule::Bool => kind("boolean"),
        Rule::True => members([("const", true.into())]),
        Rule::Number => kind("number"),
        Rule::Within { min, at_min, max } => {
            let mut out = kind("number");
            out.push(((if *at_min { "minimum" } else { "exclusiveMinimum" }).to_owned(), (*min).into()));
            if max.is_finite() {
                out.push(("maximum".to_owned(), (*max).into()));
            }
            out
        }
        Rule::Integer(min, max) => members([("type", "integer".into()), ("minimum", (*min).into()), ("maximum", (*max).into())]),
        Rule::Numbers(all) => members([("enum", Value::array(all.iter().copied()))]),
        Rule::Scalar => members([("type", Value::array(["string", "number", "boolean"]))]),
        Rule::Text(min, max) => text(*min, *max),
        // Space around it does not count, which a length cannot say.
        Rule::Trimmed(min, _) => text(*min, ANY_LENGTH),
        Rule::Pattern(min, max, pattern) => {
            let mut out = text(*min, *max);
            out.push(("pattern".to_owned(), pattern.regex.into()));
            out
        }
        Rule::OneOf([only]) => members([("const", (*only).into())]),
        Rule::OneOf(words) => members([("enum", Value::array(words.iter().copied()))]),
        Rule::Vector => {
            let axes = ["x", "y", "z"].map(|axis| (axis, Value::Object(kind("number"))));
            let mut out = kind("object");
            out.extend(members([("properties", Value::object(axes)), ("required", Value::array(["x", "y", "z"]))]));
            out
        }
        Rule::Bag => kind("object"),
        Rule::Object(shape) => object(shape),
        Rule::Map(of) => members([("type", "object".into()), ("additionalProperties", Value::Object(schema(of)))]),
        Rule::Tagged { tag, cases } => tagged(tag, cases),
        Rule::List(min, max, of) => {
            let mut out = members([("type", "array".into()), ("items", Value::Object(schema(of)))]);
            out.extend(bounds("minItems", *min, "maxItems", *max));
            out
        }
        Rule::OrNull(of) => members([("anyOf", Value::array([Value::Object(kind("null")), Value::Object(schema(of))]))]),
    }
}

fn text(min: usize, max: usize) -> Members {
    let mut out = kind("string");
    out.extend(bounds("minLength", min, "maxLength", max));
    out
}

fn bounds(at_least: &str, min: usize, at_most: &str, max: usize) -> Members {
    let mut out = Members::new();
    if min > 0 {
        out.push((at_least.to_owned(), min.into()));
    }
    if max != ANY_LENGTH {
        out.push((at_most.to_owned(), max.into()));
    }
    out
}

fn object(shape: &'static Shape) -> Members {
    let properties = shape.fields.iter().map(|field| (field.key, Value::Object(described(field))));
    let mut out = members([("type", "object".into()), ("properties", Value::object(properties))]);
    let required: Vec<&str> = shape.fields.iter().filter(|field| field.required).map(|field| field.key).collect();
    if !required.is_empty() {
        out.push(("required".to_owned(), Value::array(required)));
    }
    if shape.unknown == Unknown::Refuse {
        out.push(("additionalProperties".to_owned(), false.into()));
    }
    out
}

/// A field's schema with what a form would say of it.
fn described(field: &'static Field) -> Members {
    let mut out = schema(&field.rule);
    if !field.label.is_empty() {
        out.push(("title".to_owned(), field.label.into()));
    }
    let types = field.carriers.map(|carriers| {
        let types: Vec<_> = carriers.types.iter().map(|kind| kind.label()).collect();
        format!("For a {} only.", types.join(" or an "))
    });
    let help = Some(field.help.to_owned()).filter(|help| !help.is_empty());
    let parts: Vec<String> = help.into_iter().chain(types).collect();
    if !parts.is_empty() {
        out.push(("description".to_owned(), parts.join(" ").into()));
    }
    if let Ok(default) = Document::parse(field.default.as_bytes()) {
        out.push(("default".to_owned(), default.root().to_value()));
    }
    out
}

/// One condition a case, so that a mistake is told for the case that is meant.
fn tagged(tag: &'static str, cases: &'static [(&'static str, &'static Shape)]) -> Members {
    let conditions =
        cases.iter().map(|(word, shape)| Value::object([("if", is_word(tag, word)), ("then", Value::Object(object(shape)))]));
    let words = Value::array(cases.iter().map(|(word, _)| *word));
    members([
        ("type", "object".into()),
        ("required", Value::array([tag])),
        ("properties", Value::object([(tag, Value::object([("enum", words)]))])),
        ("allOf", Value::Array(conditions.collect())),
    ])
}

/// That the member `key` is there and is this word.
fn is_word(key: &str, word: &str) -> Value {
    let is = Value::object([("const", Value::from(word))]);
    Value::object([("properties", Value::object([(key, is)])), ("required", Value::array([key]))])
}

/// What a pack of one type may not carry as far as the schema refuses it.
fn type_condition(shape: &'static Shape, key: &str, kind: PackType) -> Option<Value> {
    let refused = refused(shape, kind);
    let then = Value::object([("properties", Value::Object(refused.clone()))]);
    (!refused.is_empty()).then(|| Value::object([("if", is_word(key, kind.as_str())), ("then", then)]))
}

fn refused(shape: &'static Shape, kind: PackType) -> Members {
    let mut out = Members::new();
    for field in shape.fields {
        let by_schema = field.carriers.is_some_and(|carriers| carriers.refuser == Refuser::Schema);
        if by_schema && !field.is_for(kind) {
            out.push((field.key.to_owned(), false.into()));
        } else if let Rule::Object(below) = &field.rule {
            let below = refused(below, kind);
            if !below.is_empty() {
                out.push((field.key.to_owned(), Value::object([("properties", Value::Object(below))])));
            }
        }
    }
    out
}
