//! Markdown as the platform shows it: raw HTML is text, and only addresses of the web and of mail are links.
//!
//! The manifest reference says of `description` that HTML in it is escaped and that links are restricted to `http`, `https`
//! and `mailto`, so that anything else arrives as plain text; of `summary`, that bold, code and links come through while
//! paragraphs and headings do not. It does not print the dialect; what is read here is CommonMark with tables, task lists,
//! struck out text, footnotes and definition lists, as the window's viewer reads it.

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use std::borrow::Cow;
use std::ops::Range;

/// After so many rounds a text that still brings up something new is no longer rewritten but shown as it is typed.
const ROUNDS: usize = 8;

/// A stretch of one line, with how it looks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Span {
    /// What is read.
    pub text: String,
    /// Bold.
    pub strong: bool,
    /// Slanted.
    pub emphasis: bool,
    /// In the font of code.
    pub code: bool,
    /// Where it leads, for a link.
    pub link: Option<String>,
}

/// The dialect.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_DEFINITION_LIST
}

/// Whether an address may be a link: one of the three schemes, in letters of either case.
pub fn is_link(address: &str) -> bool {
    let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    matches!(scheme.as_deref(), Some("http" | "https" | "mailto"))
}

/// The same text, so marked up that a plain reader of Markdown finds no HTML, no picture and no link but those that
/// [`is_link`] lets through: what would be one is shown as it is typed. A picture of the web becomes a link to it. Code stays
/// as it is.
pub fn harmless(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    // What is taken apart can form something new with what stands beside it, so the result is looked at again.
    for _ in 0..ROUNDS {
        let edits = edits(&text);
        if edits.is_empty() {
            return text;
        }
        text = Cow::Owned(apply(&text, edits));
    }
    Cow::Owned(literal(&text))
}

/// What to put at a place of the text instead of what stands there.
type Edit = (Range<usize>, Cow<'static, str>);

fn edits(text: &str) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Html(_) => {
                // What is indented in a block of HTML is not code.
                let indent = text[range.clone()].bytes().take_while(|b| matches!(b, b' ' | b'\t')).count();
                if indent > 0 {
                    edits.push((range.start..range.start + indent, "".into()));
                }
                escape(text, range, b"<[", &mut edits);
            }
            Event::InlineHtml(_) => escape(text, range, b"<", &mut edits),
            Event::Start(Tag::Link { link_type: LinkType::Email, dest_url, .. }) => {
                edits.push((range, format!("[{dest_url}](mailto:{dest_url})").into()));
            }
            Event::Start(Tag::Link { dest_url, .. }) if !is_link(&dest_url) => {
                edits.push((range.start..range.start, "\\".into()));
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                let has_words = !text[range.clone()].starts_with("![]");
                if is_link(&dest_url) && has_words {
                    edits.push((range.start..range.start + 1, "".into()));
                } else {
                    edits.push((range.start..range.start + 1, "\\!\\".into()));
                }
            }
            _ => {}
        }
    }
    edits
}

/// Puts a backslash before each of these signs. What stands between backticks will be code, where a backslash would be seen.
fn escape(text: &str, range: Range<usize>, signs: &[u8], edits: &mut Vec<Edit>) {
    let bytes = &text.as_bytes()[..range.end];
    let mut at = range.start;
    while at < range.end {
        let ticks = bytes[at..].iter().take_while(|b| **b == b'`').count();
        if ticks > 0 {
            at = closing_ticks(bytes, at + ticks, ticks).unwrap_or(at + ticks);
            continue;
        }
        if signs.contains(&bytes[at]) {
            edits.push((at..at, "\\".into()));
        }
        at += 1;
    }
}

/// The byte behind the next run of exactly so many backticks.
fn closing_ticks(bytes: &[u8], from: usize, ticks: usize) -> Option<usize> {
    let mut at = from;
    while at < bytes.len() {
        let run = bytes[at..].iter().take_while(|b| **b == b'`').count();
        if run == ticks {
            return Some(at + run);
        }
        at += run.max(1);
    }
    None
}

/// The text with the edits made. Of two that overlap (a picture in a link) the outer one is made; the other comes in the next
/// round.
fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut out = String::with_capacity(text.len() + edits.len());
    let mut done = 0;
    for (range, with) in edits {
        if range.start < done {
            continue;
        }
        out.push_str(&text[done..range.start]);
        out.push_str(&with);
        done = range.end;
    }
    out.push_str(&text[done..]);
    out
}

/// The text with every sign that could mean something escaped.
fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for line in text.lines() {
        for c in line.trim_start().chars() {
            if c.is_ascii_punctuation() {
                out.push('\\');
            }
            out.push(c);
        }
        // Two lines stay two lines.
        out.push_str("\\\n");
    }
    while out.ends_with("\\\n") {
        out.truncate(out.len() - 2);
    }
    out
}

/// A text of one line, as its parts: bold, slanted and struck out text, code, links. What would begin a heading, a list or a
/// block is read as typed.
pub fn inline(text: &str) -> Vec<Span> {
    const GUARD: &str = "(";
    let flat: Vec<&str> = text.split_whitespace().collect();
    if flat.is_empty() {
        return Vec::new();
    }
    // Behind a bracket nothing is the beginning of a line, and the bracket binds to nothing.
    let guarded = format!("{GUARD}{}", flat.join(" "));
    let safe = harmless(&guarded);
    let mut spans: Vec<Span> = Vec::new();
    let mut look = Span::default();
    for event in Parser::new_ext(&safe, options()) {
        match event {
            Event::Start(Tag::Strong) => look.strong = true,
            Event::End(TagEnd::Strong) => look.strong = false,
            Event::Start(Tag::Emphasis) => look.emphasis = true,
            Event::End(TagEnd::Emphasis) => look.emphasis = false,
            Event::Start(Tag::Link { dest_url, .. }) => look.link = Some(dest_url.into_string()),
            Event::End(TagEnd::Link) => look.link = None,
            Event::Code(text) => push(&mut spans, Span { text: text.into_string(), code: true, ..look.clone() }),
            Event::Text(text) | Event::InlineHtml(text) | Event::Html(text) => {
                push(&mut spans, Span { text: text.into_string(), ..look.clone() });
            }
            Event::SoftBreak | Event::HardBreak => push(&mut spans, Span { text: " ".to_owned(), ..look.clone() }),
            _ => {}
        }
    }
    if let Some(first) = spans.first_mut()
        && let Some(rest) = first.text.strip_prefix(GUARD)
    {
        first.text = rest.to_owned();
    }
    spans.retain(|span| !span.text.is_empty());
    spans
}

fn push(spans: &mut Vec<Span>, span: Span) {
    match spans.last_mut() {
        Some(last) if Span { text: String::new(), ..last.clone() } == Span { text: String::new(), ..span.clone() } => {
            last.text.push_str(&span.text);
        }
        _ => spans.push(span),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a reader of the harmless text finds: its HTML, the addresses of its links and pictures, its text.
    fn found(text: &str) -> (usize, Vec<String>, String) {
        let safe = harmless(text);
        let (mut html, mut links, mut words) = (0, Vec::new(), String::new());
        for event in Parser::new_ext(&safe, options()) {
            match event {
                Event::Html(_) | Event::InlineHtml(_) => html += 1,
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => links.push(dest_url.into_string()),
                Event::Text(text) | Event::Code(text) => words.push_str(&text),
                Event::SoftBreak | Event::HardBreak => words.push(' '),
                _ => {}
            }
        }
        (html, links, words)
    }

    #[test]
    fn what_is_harmless_is_not_touched() {
        for text in [
            "",
            "plain",
            "# A heading\n\n- one\n- **two** `three`\n\n> quote\n\n| a | b |\n|---|---|\n| 1 | 2 |",
            "[words](https://a.example \"title\") and <https://b.example/x?y=1> and [m](MAILTO:a@b.example)",
            "[ref] and [words][ref]\n\n[ref]: http://a.example",
            "`<b>` and ``[x](javascript:alert(1))``",
            "```html\n<script>alert(1)</script>\n[x](data:a)\n```",
            "    <b>indented code</b>",
            "a < b and c > d, 1<2, [brackets], a [ b",
        ] {
            assert!(matches!(harmless(text), Cow::Borrowed(_)), "{text:?} became {:?}", harmless(text));
        }
    }

    #[test]
    fn html_is_text() {
        for (text, words) in [
            ("<script>alert(1)</script>", "<script>alert(1)</script>"),
            ("a <b>bold</b> c", "a <b>bold</b> c"),
            ("<!-- hidden -->", "<!-- hidden -->"),
            ("<script>\n\n    deep\n</script>", "<script>deep </script>"),
            ("x <img src=x onerror=alert(1)> y", "x <img src=x onerror=alert(1)> y"),
            ("<script>a</script> `<b>` ``` <c> `` <d>", "<script>a</script> <b> ``` <c> `` <d>"),
            ("> <details>\n> <summary>s</summary>", "<details> <summary>s</summary>"),
        ] {
            let (html, links, read) = found(text);
            assert_eq!((html, links.len(), read.as_str()), (0, 0, words), "{text:?} became {:?}", harmless(text));
        }
        assert_eq!(harmless("<p>\n[x](javascript:a)\n</p>"), "\\<p>\n\\[x](javascript:a)\n\\</p>");
    }

    #[test]
    fn other_schemes_are_text() {
        for text in [
            "[x](javascript:alert(1))",
            "[x](JavaScript:alert(1))",
            "[x](data:text/html,hi)",
            "[x](vbscript:a)",
            "[x](/games/go)",
            "[x](#part)",
            "[x](file:///etc/passwd)",
            "<ftp://a.example>",
            "[a [b] c](javascript:x)",
            "![p](javascript:x)",
            "![](https://a.example/p.png)",
        ] {
            let (html, links, words) = found(text);
            assert_eq!((html, links.len(), words.as_str()), (0, 0, text), "{text:?} became {:?}", harmless(text));
        }
        assert_eq!(found("[x][r]\n\n[r]: javascript:a").1, Vec::<String>::new());
        assert_eq!(found("[x](&#106;avascript:a)").1, Vec::<String>::new(), "an entity in the scheme");
        assert_eq!(found("[r]\n\n[r]: data:a").1, Vec::<String>::new());
    }

    #[test]
    fn what_is_a_link_stays_one() {
        for (text, address) in [
            ("<mailto:a@b.example>", "mailto:a@b.example"),
            ("<a@b.example>", "mailto:a@b.example"),
            ("[x][r]\n\n[r]: HTTPS://a.example", "HTTPS://a.example"),
            ("![A board](https://a.example/b.png)", "https://a.example/b.png"),
            ("[![A board](https://a.example/b.png)](data:x)", "https://a.example/b.png"),
        ] {
            assert_eq!(found(text).1, [address], "{text:?} became {:?}", harmless(text));
        }
    }

    #[test]
    fn what_forms_something_new_is_found_again() {
        for text in [
            "[[x](javascript:a)](javascript:b)",
            "![[x](data:a)](data:b)",
            "<a href=\"[x](javascript:a)\">[y](javascript:b)</a>",
            "[x](javascript:a)[y](javascript:b)[z](javascript:c)",
            &"[".repeat(200),
            &"[x](javascript:a)".repeat(40),
            &"<a\n".repeat(50),
            &"![".repeat(60),
        ] {
            let (html, links, _) = found(text);
            assert_eq!((html, links.len()), (0, 0), "{text:?} became {:?}", harmless(text));
        }
    }

    #[test]
    fn the_last_resort_shows_every_sign() {
        let text = "# a <b> [c](javascript:d)\n\n1. `e` *f*\n\tg";
        let shown = literal(text);
        let read: String = Parser::new_ext(&shown, options())
            .map(|event| match event {
                Event::Text(text) => text.into_string(),
                Event::SoftBreak | Event::HardBreak => "\n".to_owned(),
                Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => String::new(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(read, "# a <b> [c](javascript:d)\n\n1. `e` *f*\ng");
    }

    #[test]
    fn long_texts_are_rewritten_whole() {
        let one = "A *line* with <b>HTML</b> and [a link](javascript:x) and [another](https://a.example).\n\n";
        let text = one.repeat(20_000 / one.len());
        let (html, links, _) = found(&text);
        assert_eq!((html, links.len()), (0, 20_000 / one.len()));
    }

    #[test]
    fn one_line_has_its_parts() {
        let span = |text: &str| Span { text: text.to_owned(), ..Span::default() };
        assert_eq!(
            inline("A **bold** `x` [site](https://a.example)!"),
            [
                span("A "),
                Span { strong: true, ..span("bold") },
                span(" "),
                Span { code: true, ..span("x") },
                span(" "),
                Span { link: Some("https://a.example".into()), ..span("site") },
                span("!"),
            ]
        );
        assert_eq!(inline("**a** _b_"), [Span { strong: true, ..span("a") }, span(" "), Span { emphasis: true, ..span("b") }]);
        for text in
            ["# Not a heading", "- not a list", "1. no", "> no", "(a)", "| a | b |", "---", "<b>x</b>", "[x](data:y)", "***"]
        {
            assert_eq!(inline(text), [span(text)], "{text:?}");
        }
        assert_eq!(inline(" two\n\nlines "), [span("two lines")]);
        assert_eq!(inline(" \n"), []);
        assert_eq!(inline("    four spaces"), [span("four spaces")]);
    }
}
