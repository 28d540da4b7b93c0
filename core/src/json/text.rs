//! String text: taking JSON escapes away and putting them in.

/// The string that stands between the quotes of `raw`, and whether it could be told whole: half of a surrogate pair
/// becomes U+FFFD.
pub(super) fn unescape(raw: &str) -> (String, bool) {
    let mut out = String::with_capacity(raw.len());
    let mut whole = true;
    for unit in Units::new(raw) {
        match unit {
            Piece::Text(text) => out.push_str(text),
            Piece::Char(c) => out.push(c),
            Piece::Half => {
                out.push(char::REPLACEMENT_CHARACTER);
                whole = false;
            }
        }
    }
    (out, whole)
}

/// How many UTF-16 units the string has, which is what JavaScript's `length` counts.
pub(super) fn utf16_len(raw: &str) -> usize {
    Units::new(raw)
        .map(|unit| match unit {
            Piece::Text(text) => text.chars().map(char::len_utf16).sum(),
            Piece::Char(c) => c.len_utf16(),
            Piece::Half => 1,
        })
        .sum()
}

/// A stretch of text without escapes, an escaped character, or half of a surrogate pair.
enum Piece<'a> {
    Text(&'a str),
    Char(char),
    Half,
}

struct Units<'a> {
    rest: &'a str,
}

impl<'a> Units<'a> {
    fn new(raw: &'a str) -> Self {
        Self { rest: raw }
    }

    fn hex(text: &str) -> Option<u16> {
        u16::from_str_radix(text.get(..4)?, 16).ok()
    }
}

impl<'a> Iterator for Units<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let rest = self.rest;
        let Some(escaped) = rest.strip_prefix('\\') else {
            let len = memchr::memchr(b'\\', rest.as_bytes()).unwrap_or(rest.len());
            self.rest = &rest[len..];
            return (len > 0).then(|| Piece::Text(&rest[..len]));
        };
        let mut chars = escaped.chars();
        let c = match chars.next()? {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let first = Self::hex(chars.as_str()).unwrap_or(0xFFFD);
                self.rest = chars.as_str().get(4..).unwrap_or_default();
                if let Some(c) = char::from_u32(u32::from(first)) {
                    return Some(Piece::Char(c));
                }
                let second = self.rest.strip_prefix("\\u").and_then(Self::hex);
                if let Some(second) = second
                    && let Some(Ok(c)) = char::decode_utf16([first, second]).next()
                {
                    self.rest = &self.rest[6..];
                    return Some(Piece::Char(c));
                }
                return Some(Piece::Half);
            }
            c => c,
        };
        self.rest = chars.as_str();
        Some(Piece::Char(c))
    }
}

/// The JSON text of a string, quotes included, escaped as `JSON.stringify` does: quotes, backslashes and control
/// characters, nothing else.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if c < ' ' => {
                out.push_str("\\u00");
                out.push(char::from_digit(c as u32 / 16, 16).unwrap_or('0'));
                out.push(char::from_digit(c as u32 % 16, 16).unwrap_or('0'));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_escapes_away() {
        let cases = [
            (r"plain é", "plain é", true),
            (r#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t", true),
            (r"\u00e9\u4E2D", "é中", true),
            (r"\ud83d\ude00!", "😀!", true),
            (r"\ud83d!", "\u{fffd}!", false),
            (r"\ude00\ud83d", "\u{fffd}\u{fffd}", false),
            (r"\ud83d\u0041", "\u{fffd}A", false),
        ];
        for (raw, text, whole) in cases {
            assert_eq!(unescape(raw), (text.to_owned(), whole), "{raw}");
        }
    }

    #[test]
    fn counts_utf16_units() {
        for (raw, count) in [("", 0), ("é", 1), ("😀", 2), (r"\ud83d\ude00", 2), (r"\ud83d", 1), (r"\n中", 2)] {
            assert_eq!(utf16_len(raw), count, "{raw}");
        }
    }

    #[test]
    fn escapes_what_must_be() {
        assert_eq!(quote("a\"\\/\n\u{1}\u{1f}é\u{7f}"), "\"a\\\"\\\\/\\n\\u0001\\u001fé\u{7f}\"");
    }
}
