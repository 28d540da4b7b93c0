//! What is looked for, and where in a text it stands.

use std::ops::Range;

/// A text to look for. Without regard to case, letters are compared by their lower case, one by one: `É` finds `é`, `Σ`
/// finds both of its small forms, and scripts without case, such as Chinese, are compared as they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needle {
    text: String,
    /// The lower case of every letter; empty where case counts.
    folded: Vec<char>,
}

impl Needle {
    /// What to look for; `None` where there is nothing but blanks. `match_case` makes `A` and `a` two letters.
    pub fn new(text: &str, match_case: bool) -> Option<Self> {
        if text.trim().is_empty() {
            return None;
        }
        let folded = if match_case { Vec::new() } else { text.chars().flat_map(fold).collect() };
        Some(Self { text: text.to_owned(), folded })
    }

    /// The text as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the first place in `hay`.
    pub fn find(&self, hay: &str) -> Option<Range<usize>> {
        if self.folded.is_empty() {
            let at = memchr::memmem::find(hay.as_bytes(), self.text.as_bytes())?;
            return Some(at..at + self.text.len());
        }
        if self.text.is_ascii() { self.find_ascii(hay.as_bytes()) } else { self.find_folded(hay) }
    }

    fn find_ascii(&self, hay: &[u8]) -> Option<Range<usize>> {
        let needle = self.text.as_bytes();
        let last = hay.len().checked_sub(needle.len())?;
        let (lower, upper) = (needle[0].to_ascii_lowercase(), needle[0].to_ascii_uppercase());
        memchr::memchr2_iter(lower, upper, &hay[..=last])
            .find(|at| hay[*at..*at + needle.len()].eq_ignore_ascii_case(needle))
            .map(|at| at..at + needle.len())
    }

    fn find_folded(&self, hay: &str) -> Option<Range<usize>> {
        let first = self.folded[0];
        let starts = hay.char_indices().filter(|(_, c)| fold(*c).next() == Some(first));
        starts.map(|(at, _)| at).find_map(|at| Some(at..at + self.length_at(&hay[at..])?))
    }

    /// How many bytes of `hay` the needle takes where it stands at its beginning. A letter of which only the first part
    /// is asked for, as in `i` for `İ`, is taken whole.
    fn length_at(&self, hay: &str) -> Option<usize> {
        let mut wanted = self.folded.iter();
        let mut next = wanted.next();
        for (at, c) in hay.char_indices() {
            for part in fold(c) {
                match next {
                    None => break,
                    Some(letter) if *letter == part => next = wanted.next(),
                    Some(_) => return None,
                }
            }
            if next.is_none() {
                return Some(at + c.len_utf8());
            }
        }
        None
    }
}

fn fold(letter: char) -> impl Iterator<Item = char> {
    // The sigma at the end of a word has a form of its own.
    letter.to_lowercase().map(|c| if c == 'ς' { 'σ' } else { c })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'a>(hay: &'a str, needle: &str, match_case: bool) -> Option<&'a str> {
        Needle::new(needle, match_case).unwrap().find(hay).map(|at| &hay[at])
    }

    #[test]
    fn case_counts_only_when_asked_for() {
        assert_eq!(found("Deep Tray", "tray", false), Some("Tray"));
        assert_eq!(found("Deep Tray", "tray", true), None);
        assert_eq!(found("Deep Tray", "Tray", true), Some("Tray"));
        assert_eq!(found("CAFÉ", "café", false), Some("CAFÉ"));
        assert_eq!(found("CAFÉ", "café", true), None);
        assert_eq!(found("ΟΔΟΣ", "οδος", false), Some("ΟΔΟΣ"));
        assert_eq!(found("STRASSE GROẞ", "groß", false), Some("GROẞ"));
        assert_eq!(found("İstanbul", "é", false), None);
    }

    #[test]
    fn scripts_without_case_and_letters_of_several_bytes_are_whole() {
        assert_eq!(found("围棋规则", "棋规", false), Some("棋规"));
        assert_eq!(found("围棋", "棋子", false), None);
        assert_eq!(found("a😀b", "😀B", false), Some("😀b"));
        // Its lower case is two letters; the first alone takes the whole of it.
        assert_eq!(found("é İ", "é i", false), Some("é İ"));
    }

    #[test]
    fn the_ends_of_the_text_are_part_of_it() {
        for (hay, needle) in [("ab", "ab"), ("xab", "ab"), ("aab", "ab"), ("É", "é"), ("xÉ", "é")] {
            assert!(found(hay, needle, false).is_some(), "{hay} {needle}");
        }
        for (hay, needle) in [("", "a"), ("a", "ab"), ("b", "ab"), ("É", "éé"), ("aa", "ab")] {
            assert_eq!(found(hay, needle, false), None, "{hay} {needle}");
            assert_eq!(found(hay, needle, true), None, "{hay} {needle}");
        }
    }

    #[test]
    fn blanks_alone_are_nothing_to_look_for() {
        assert!(Needle::new("", false).is_none() && Needle::new(" \t", true).is_none());
        assert_eq!(found("a  b", " b", false), Some(" b"));
    }
}
