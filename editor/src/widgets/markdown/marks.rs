//! What the buttons of a Markdown field do to its text. Places count characters, as a text field's cursor does.

use std::ops::Range;

/// A text after a button, and what is selected in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Marked {
    pub(super) text: String,
    pub(super) selected: Range<usize>,
}

/// A button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Bold,
    Italic,
    Link,
    List,
}

/// Presses a button over what is selected.
pub(super) fn press(mark: Mark, text: &str, selected: Range<usize>) -> Marked {
    let chars: Vec<char> = text.chars().collect();
    let end = selected.end.min(chars.len());
    let start = selected.start.min(end);
    match mark {
        Mark::Bold => wrap(&chars, start..end, "**", "bold"),
        Mark::Italic => wrap(&chars, start..end, "*", "slanted"),
        Mark::Link => link(&chars, start..end),
        Mark::List => list(&chars, start..end),
    }
}

fn join(parts: [&[char]; 3]) -> String {
    parts.into_iter().flatten().collect()
}

/// Puts the sign around what is selected, or takes it away where it is there. With nothing selected a word stands in, to be
/// typed over.
fn wrap(chars: &[char], selected: Range<usize>, sign: &str, word: &str) -> Marked {
    let sign: Vec<char> = sign.chars().collect();
    // Space at either end is left outside: `** a**` marks nothing.
    let (mut start, mut end) = (selected.start, selected.end);
    while start < end && chars[start].is_whitespace() {
        start += 1;
    }
    while end > start && chars[end - 1].is_whitespace() {
        end -= 1;
    }
    let n = sign.len();
    let lone = |at: Option<&char>| at != sign.first();
    let around = start >= n && chars[start - n..start] == sign[..] && chars[end..].starts_with(&sign);
    // One star of two is not a sign of its own.
    let outside_is_more = start > n && !lone(chars.get(start - n - 1)) && !lone(chars.get(end + n));
    if around && !outside_is_more {
        let text = join([&chars[..start - n], &chars[start..end], &chars[end + n..]]);
        return Marked { text, selected: start - n..end - n };
    }
    let word: Vec<char> = if start == end { word.chars().collect() } else { chars[start..end].to_vec() };
    let marked: Vec<char> = sign.iter().chain(&word).chain(&sign).copied().collect();
    Marked { text: join([&chars[..start], &marked, &chars[end..]]), selected: start + n..start + n + word.len() }
}

/// Makes what is selected a link; its address is selected then, unless what was selected is one.
fn link(chars: &[char], selected: Range<usize>) -> Marked {
    const ADDRESS: &str = "https://";
    let words: String = chars[selected.clone()].iter().collect();
    let is_address = !words.contains(char::is_whitespace) && (words.starts_with("https://") || words.starts_with("http://"));
    let (shown, address) = match (is_address, words.is_empty()) {
        (true, _) => ("words".to_owned(), words),
        (false, true) => ("words".to_owned(), ADDRESS.to_owned()),
        (false, false) => (words, ADDRESS.to_owned()),
    };
    let link: Vec<char> = format!("[{shown}]({address})").chars().collect();
    let at = selected.start + 1;
    let after = at + shown.chars().count();
    let selected_then = if is_address { at..after } else { after + 2..after + 2 + address.chars().count() };
    Marked { text: join([&chars[..selected.start], &link, &chars[selected.end..]]), selected: selected_then }
}

/// Makes each line that is touched an item of a list, or a plain line where all are items.
fn list(chars: &[char], selected: Range<usize>) -> Marked {
    const ITEM: &str = "- ";
    let start = chars[..selected.start].iter().rposition(|c| *c == '\n').map_or(0, |at| at + 1);
    let end = chars[selected.end..].iter().position(|c| *c == '\n').map_or(chars.len(), |at| selected.end + at);
    let block: String = chars[start..end].iter().collect();
    let lines: Vec<&str> = block.split('\n').collect();
    let all = lines.iter().all(|line| line.starts_with(ITEM) || line.is_empty()) && block.contains(ITEM);
    let changed: Vec<String> = lines
        .iter()
        .map(|line| match (all, line.is_empty() && lines.len() > 1) {
            (true, _) => line.strip_prefix(ITEM).unwrap_or(line).to_owned(),
            (false, true) => String::new(),
            (false, false) => format!("{ITEM}{line}"),
        })
        .collect();
    let mut changed: Vec<char> = changed.join("\n").chars().collect();
    let mut lead = 0;
    // A list needs an empty line before it where a paragraph stands there.
    if !all && start >= 2 && chars[start - 2] != '\n' && !is_item_before(chars, start) {
        changed.insert(0, '\n');
        lead = 1;
    }
    let length = changed.len() - lead;
    Marked { text: join([&chars[..start], &changed, &chars[end..]]), selected: start + lead..start + lead + length }
}

fn is_item_before(chars: &[char], start: usize) -> bool {
    let line = chars[..start - 1].iter().rposition(|c| *c == '\n').map_or(0, |at| at + 1);
    chars[line..start].starts_with(&['-', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Presses with `[` and `]` as the ends of what is selected, and shows the result so.
    fn pressed(mark: Mark, text: &str) -> String {
        let start = text.chars().position(|c| c == '‹').unwrap();
        let end = text.chars().position(|c| c == '›').unwrap() - 1;
        let plain: String = text.chars().filter(|c| !"‹›".contains(*c)).collect();
        let marked = press(mark, &plain, start..end);
        let mut chars: Vec<char> = marked.text.chars().collect();
        chars.insert(marked.selected.end, '›');
        chars.insert(marked.selected.start, '‹');
        chars.into_iter().collect()
    }

    #[test]
    fn bold_and_slanted_come_and_go() {
        assert_eq!(pressed(Mark::Bold, "a ‹bé› c"), "a **‹bé›** c");
        assert_eq!(pressed(Mark::Bold, "a **‹bé›** c"), "a ‹bé› c");
        assert_eq!(pressed(Mark::Bold, "a‹ b ›c"), "a **‹b›** c");
        assert_eq!(pressed(Mark::Bold, "‹›"), "**‹bold›**");
        assert_eq!(pressed(Mark::Italic, "‹a›"), "*‹a›*");
        assert_eq!(pressed(Mark::Italic, "*‹a›*"), "‹a›");
        assert_eq!(pressed(Mark::Italic, "**‹a›**"), "***‹a›***");
    }

    #[test]
    fn links_ask_for_what_is_missing() {
        assert_eq!(pressed(Mark::Link, "see ‹here›."), "see [here](‹https://›).");
        assert_eq!(pressed(Mark::Link, "‹https://a.example›"), "[‹words›](https://a.example)");
        assert_eq!(pressed(Mark::Link, "‹›"), "[words](‹https://›)");
    }

    #[test]
    fn lists_take_whole_lines() {
        assert_eq!(pressed(Mark::List, "o‹ne\ntw›o"), "‹- one\n- two›");
        assert_eq!(pressed(Mark::List, "‹- one\n- two›"), "‹one\ntwo›");
        assert_eq!(pressed(Mark::List, "words\n‹one›"), "words\n\n‹- one›");
        assert_eq!(pressed(Mark::List, "- a\n‹b›"), "- a\n‹- b›");
        assert_eq!(pressed(Mark::List, "‹›"), "‹- ›");
    }
}
