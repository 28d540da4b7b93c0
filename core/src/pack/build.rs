//! New JSON texts, written key by key as the platform's own editor prints them.
//!
//! Only files that did not exist before are made this way (new packs, the sample pack). A document that was read is
//! never rebuilt through this: edits to it go through [`crate::json`].

use crate::json::quote;

/// A JSON value under construction; an object keeps the order in which its keys were given.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A finite number; printed as JavaScript prints it.
    Number(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object, in file order.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The text with two spaces a level, as `JSON.stringify(value, null, 2)` prints it: no final newline.
    pub fn pretty(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, Some(0));
        out
    }

    /// The text on one line without spaces, as `JSON.stringify(value)` prints it.
    pub fn compact(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, None);
        out
    }

    /// Appends `key` to an object; on any other value it does nothing.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Self>) -> Self {
        if let Self::Object(members) = &mut self {
            members.push((key.to_owned(), value.into()));
        }
        self
    }

    fn write(&self, out: &mut String, level: Option<usize>) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Number(value) => out.push_str(ryu_js::Buffer::new().format_finite(*value)),
            Self::Text(text) => out.push_str(&quote(text)),
            Self::List(items) => enclose(out, level, ['[', ']'], items, |out, inner, item| item.write(out, inner)),
            Self::Object(members) => enclose(out, level, ['{', '}'], members, |out, inner, (key, value)| {
                out.push_str(&quote(key));
                out.push_str(if inner.is_some() { ": " } else { ":" });
                value.write(out, inner);
            }),
        }
    }
}

/// Writes `items` between `brackets`: one a line below `level`, or all on one line where there is none.
fn enclose<T>(
    out: &mut String,
    level: Option<usize>,
    brackets: [char; 2],
    items: &[T],
    mut each: impl FnMut(&mut String, Option<usize>, &T),
) {
    let inner = level.map(|level| level + 1);
    out.push(brackets[0]);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        line(out, inner);
        each(out, inner, item);
    }
    if !items.is_empty() {
        line(out, level);
    }
    out.push(brackets[1]);
}

fn line(out: &mut String, level: Option<usize>) {
    if let Some(level) = level {
        out.push('\n');
        for _ in 0..level {
            out.push_str("  ");
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        debug_assert!(value.is_finite(), "JSON has no word for {value}");
        Self::Number(value)
    }
}

impl From<i32> for Value {
    fn from(value: i32) -> Self {
        Self::Number(f64::from(value))
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Self::Number(f64::from(value))
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl From<&String> for Value {
    fn from(value: &String) -> Self {
        Self::Text(value.clone())
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// An object in file order: `object! { "x": 1, "y": 2.5 }`. A value is anything that turns into a [`Value`].
macro_rules! object {
    ($($key:literal: $value:expr),* $(,)?) => {
        $crate::pack::build::Value::Object(vec![$(($key.to_owned(), $crate::pack::build::Value::from($value))),*])
    };
}
pub(crate) use object;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_javascript_does() {
        let value = object! {
            "whole": 1.0, "small": 1e-7, "long": 0.1 + 0.2, "none": Value::Null, "yes": true,
            "text": "19×19 \"big\"\n\u{1}\\", "list": vec![1, 2], "empty": Vec::<i32>::new(), "deep": object! {},
        };
        assert_eq!(
            value.compact(),
            "{\"whole\":1,\"small\":1e-7,\"long\":0.30000000000000004,\"none\":null,\"yes\":true,\
             \"text\":\"19×19 \\\"big\\\"\\n\\u0001\\\\\",\"list\":[1,2],\"empty\":[],\"deep\":{}}"
        );
        assert_eq!(
            object! { "a": vec![1, 2], "b": object! { "c": Vec::<i32>::new() } }.pretty(),
            "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {\n    \"c\": []\n  }\n}"
        );
    }

    #[test]
    fn serde_reads_back_what_was_meant() {
        let text = object! { "k\t": "\u{0}\u{7f}\u{2028}é" }.with("n", -0.000_123).pretty();
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["k\t"], "\u{0}\u{7f}\u{2028}é");
        assert_eq!(read["n"].as_f64(), Some(-0.000_123));
    }
}
