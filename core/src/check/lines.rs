//! Lines and columns of many places of one text, found in a single walk through it.

use crate::json::Position;

/// The positions of the byte `offsets` of `text`, in the order given. The text is walked once, whatever the number of
/// offsets: a scene of five megabytes stands on one line, and a bad one has thousands of problems.
pub(super) fn positions(text: &str, offsets: &[usize]) -> Vec<Position> {
    let mut order: Vec<usize> = (0..offsets.len()).collect();
    order.sort_by_key(|i| offsets[*i]);
    let mut found = vec![Position { line: 1, column: 1 }; offsets.len()];
    let mut walk = Walk { bytes: text.as_bytes(), at: byte_order_mark(text), line: 1, column: 1 };
    for index in order {
        walk.to(offsets[index]);
        found[index] = Position { line: walk.line, column: walk.column };
    }
    found
}

/// The length of a byte order mark, which belongs to no line.
fn byte_order_mark(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

struct Walk<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
    column: u32,
}

impl Walk<'_> {
    fn to(&mut self, offset: usize) {
        let end = offset.min(self.bytes.len());
        let Some(stretch) = self.bytes.get(self.at..end) else { return };
        let mut in_line = stretch;
        if let Some(last) = memchr::memrchr(b'\n', stretch) {
            self.line += memchr::memchr_iter(b'\n', stretch).count() as u32;
            self.column = 1;
            in_line = &stretch[last + 1..];
        }
        // A character has one byte that is not a continuation byte.
        self.column += in_line.iter().filter(|b| (**b & 0xC0) != 0x80).count() as u32;
        self.at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_what_a_walk_for_each_would_tell() {
        for text in ["", "a", "\u{feff}{\n \"é\": 1,\r\n\n}\n", "{\"中\":\"😀\"}"] {
            let places: Vec<usize> =
                (0..=text.len() + 2).rev().filter(|i| *i > text.len() || text.is_char_boundary(*i)).collect();
            let one_by_one: Vec<Position> = places.iter().map(|at| Position::of(text, *at)).collect();
            assert_eq!(positions(text, &places), one_by_one, "{text:?}");
        }
    }
}
