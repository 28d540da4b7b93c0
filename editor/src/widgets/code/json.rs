//! The parts of a JSON text for colouring it. Text that is no JSON is coloured as far as it looks like it.

/// What a part of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The name of a member.
    Key,
    /// Any other text in quotes.
    Text,
    /// A number, `true`, `false` or `null`.
    Literal,
    /// Brackets, commas, colons and space.
    Sign,
}

/// The text as parts that follow each other: what each is and the byte that it ends before.
pub fn json_parts(text: &str) -> Vec<(Part, usize)> {
    let bytes = text.as_bytes();
    let mut parts: Vec<(Part, usize)> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let (part, end) = match bytes[at] {
            b'"' => {
                let end = string_end(bytes, at);
                let next = bytes[end..].iter().find(|b| !b.is_ascii_whitespace());
                (if next == Some(&b':') { Part::Key } else { Part::Text }, end)
            }
            b if b.is_ascii_alphanumeric() || b == b'-' || b == b'+' || b == b'.' || b >= 0x80 => {
                let word = |b: &u8| b.is_ascii_alphanumeric() || b"-+.".contains(b) || *b >= 0x80;
                (Part::Literal, at + bytes[at..].iter().take_while(|b| word(b)).count())
            }
            _ => (Part::Sign, at + 1),
        };
        match parts.last_mut() {
            Some((last, until)) if *last == part => *until = end,
            _ => parts.push((part, end)),
        }
        at = end;
    }
    parts
}

/// The byte behind a text in quotes, which ends at its line where the quote is missing.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\n' => return at,
            // What is behind a backslash ends nothing, unless it is the end of the line.
            b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii) && bytes.get(at + 1) != Some(&b'\n') => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<(Part, &str)> {
        let mut start = 0;
        json_parts(text)
            .into_iter()
            .map(|(part, end)| {
                let piece = &text[start..end];
                start = end;
                (part, piece)
            })
            .collect()
    }

    #[test]
    fn keys_are_told_from_texts() {
        use Part::{Key, Literal, Sign, Text};
        assert_eq!(
            parts(r#"{"a" : "b\"c", "é":[1e5,true]}"#),
            [
                (Sign, "{"),
                (Key, r#""a""#),
                (Sign, " : "),
                (Text, r#""b\"c""#),
                (Sign, ", "),
                (Key, r#""é""#),
                (Sign, ":["),
                (Literal, "1e5"),
                (Sign, ","),
                (Literal, "true"),
                (Sign, "]}"),
            ]
        );
    }

    #[test]
    fn broken_text_is_covered_whole_and_ends_at_letters() {
        for text in ["", "\"", "\"a\\", "\"a\\\n\"b\"", "\"\\é\"", "é{:", "\"open\n1", "\u{feff}{}", "'a'"] {
            let all: String = parts(text).into_iter().map(|(_, piece)| piece).collect();
            assert_eq!(all, text);
        }
    }
}
