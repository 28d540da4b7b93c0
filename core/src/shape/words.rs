//! What a rule wants and what stands there, as parts of sentences.

use super::{ANY_LENGTH, Rule};
use crate::json::{Kind, Ref};
use std::borrow::Cow;

/// What the rule wants, as a noun phrase.
pub fn wanted(rule: &Rule) -> Cow<'static, str> {
    match rule {
        Rule::Any => "there".into(),
        Rule::Bool => "true or false".into(),
        Rule::True => "true".into(),
        Rule::Number => "a number".into(),
        Rule::Within { min, at_min: true, max: f64::INFINITY } => format!("a number of at least {min}").into(),
        Rule::Within { min, at_min: false, max: f64::INFINITY } => format!("a number above {min}").into(),
        Rule::Within { min, at_min: true, max } => format!("a number from {min} to {max}").into(),
        Rule::Within { min, at_min: false, max } => format!("a number above {min} and at most {max}").into(),
        Rule::Integer(i32::MIN, i32::MAX) => "a whole number".into(),
        Rule::Integer(min, i32::MAX) => format!("a whole number of at least {min}").into(),
        Rule::Integer(min, max) => format!("a whole number from {min} to {max}").into(),
        Rule::Numbers(all) => all.iter().map(f64::to_string).collect::<Vec<_>>().join(" or ").into(),
        Rule::Scalar => "text, a number, or true or false".into(),
        Rule::Text(min, max) | Rule::Trimmed(min, max) => format!("text{}", lengths(*min, *max)).into(),
        Rule::Pattern(min, max, pattern) => format!("{}{}", pattern.words, lengths(*min, *max)).into(),
        Rule::OneOf([only]) => format!("“{only}”").into(),
        Rule::OneOf(words) => format!("one of {}", words.join(", ")).into(),
        Rule::Vector => "an object with the numbers x, y and z".into(),
        Rule::Bag | Rule::Object(_) | Rule::Map(_) | Rule::Tagged { .. } => "an object".into(),
        Rule::List(..) => "a list".into(),
        Rule::OrNull(rule) => format!("{} or null", wanted(rule)).into(),
        Rule::Unwritten(rule) => wanted(rule),
    }
}

pub(super) fn lengths(min: usize, max: usize) -> String {
    match (min, max) {
        (0, ANY_LENGTH) => String::new(),
        (min, ANY_LENGTH) => format!(" of at least {min} characters"),
        (0, max) => format!(" of at most {max} characters"),
        (min, max) if min == max => format!(" of {min} characters"),
        (min, max) => format!(" of {min} to {max} characters"),
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

/// The text as it can stand in a sentence: on one line, cut short where it is long.
pub(super) fn clipped(text: &str) -> Cow<'_, str> {
    let end = text.char_indices().nth(40).map_or(text.len(), |(end, _)| end);
    let dots = if end < text.len() { "…" } else { "" };
    if dots.is_empty() && !text.chars().any(char::is_control) {
        return text.into();
    }
    let mut short: String = text[..end]
        .chars()
        .flat_map(|c| {
            // Only control characters are escaped: quotes and other scripts are shown as typed.
            let escaped = c.is_control().then(|| c.escape_default());
            let plain = escaped.is_none().then_some(c);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect();
    short.push_str(dots);
    short.into()
}

/// The text with a capital at the start.
pub(super) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
