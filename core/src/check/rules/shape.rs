//! Judging the shape of single values: what most rules of the manifest have in common.

use crate::check::Sink;
use crate::json::{Kind, Pointer, Ref};
use std::borrow::Cow;

/// The name of a kind of value in a sentence.
pub(super) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "true or false",
        Kind::Number => "a number",
        Kind::String => "text",
        Kind::Array => "a list",
        Kind::Object => "an object",
    }
}

/// Says that a required member is not there.
pub(super) fn missing<'s>(sink: &'s mut Sink, at: Pointer, wanted: &str) -> &'s mut crate::check::Draft {
    let message = format!("“{}” is missing. Add {wanted}.", name_of(&at));
    sink.schema(at, message)
}

/// Says that a value is of the wrong kind.
pub(super) fn wrong_kind(sink: &mut Sink, at: Pointer, value: Ref, wanted: &str) {
    let message = format!("“{}” must be {wanted}, not {}.", name_of(&at), kind_name(value.kind()));
    sink.schema(at, message);
}

/// The string `value` where it is one of `min` to `max` UTF-16 units, which is what the platform counts; anything else
/// is reported.
pub(super) fn text<'a>(sink: &mut Sink, at: &Pointer, value: Ref<'a>, (min, max): (usize, usize)) -> Option<Cow<'a, str>> {
    let Some(length) = value.utf16_len() else {
        wrong_kind(sink, at.clone(), value, "text");
        return None;
    };
    if (min..=max).contains(&length) {
        return value.as_str();
    }
    let name = name_of(at);
    let message = match length {
        0 => format!("“{name}” is empty. Write {min} to {max} characters."),
        _ if length < min => format!("“{name}” has {length} characters. It needs at least {min}."),
        // An emoji is two of them: say the unit where it is likely to matter.
        _ => format!("“{name}” has {length} characters (UTF-16 units). At most {max} are allowed."),
    };
    sink.schema(at.clone(), message);
    None
}

/// What a pointer's place is called in a sentence: the key, or for an element the list and its number from 1.
pub(super) fn name_of(at: &Pointer) -> String {
    match at.tokens() {
        [] => "the document".to_owned(),
        [.., list, index] if index.bytes().all(|b| b.is_ascii_digit()) => match index.parse::<usize>() {
            Ok(index) => format!("{list} {}", index + 1),
            Err(_) => index.clone(),
        },
        [.., object, key] if matches!(object.as_str(), "entry" | "compatibility") => format!("{object}.{key}"),
        [.., key] => key.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pointer;

    #[test]
    fn names_places() {
        assert_eq!(name_of(&Pointer::root()), "the document");
        assert_eq!(name_of(&pointer!["name"]), "name");
        assert_eq!(name_of(&pointer!["entry", "setup"]), "entry.setup");
        assert_eq!(name_of(&pointer!["assets", 0]), "assets 1");
        assert_eq!(name_of(&pointer!["assets", "99999999999999999999999999"]), "99999999999999999999999999");
    }
}
