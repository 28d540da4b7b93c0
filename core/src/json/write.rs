//! The splicing writer: copies the loaded text wherever the tree still points to it, and lays out only what is new, in
//! the style that stands around it.
//!
//! A container that was loaded, edited or not, keeps its span. Its children that were loaded are known by where they
//! start, so the text between two of them that still stand side by side is copied as it is; for the rest a gap is taken
//! from the nearest neighbours. A container without such a place is laid out anew: on one line where its model (the
//! place that it was copied from, else the nearest container of the list it joins) stands on one line, and one entry a
//! line otherwise.

use super::document::{Document, Source};
use super::node::{Content, Member, Node, Tree};
use super::{Kind, Ref, text};

/// The whole text of `doc`.
pub(super) fn write(doc: &Document) -> String {
    let source = &doc.source;
    if doc.root.same(&source.root) {
        return source.text.to_string();
    }
    let writer = Writer { doc, text: &source.text, tree: &source.tree, style: Style::of(source) };
    let mut out = String::with_capacity(source.text.len() + 256);
    let span = source.root.span(&source.tree).range();
    if span.end > source.text.len() {
        writer.lay_out(&doc.root, Layout::Lines, "", &mut out);
        return out;
    }
    out.push_str(&source.text[..span.start]);
    writer.value(&doc.root, Some(&source.root), &Place { layout: writer.layout_of(&source.root), indent: "" }, &mut out);
    out.push_str(&source.text[span.end..]);
    out
}

impl Ref<'_> {
    /// The JSON text of the value, as it stands in the document or as it will be written there, without the indent of
    /// its first line.
    pub fn to_text(self) -> String {
        let doc = self.document();
        let writer = Writer { doc, text: &doc.source.text, tree: &doc.source.tree, style: Style::of(&doc.source) };
        let mut out = String::new();
        writer.lay_out(self.node, writer.layout_of(self.node), "", &mut out);
        out
    }

    /// How many bytes the value takes in the file. For what stands as it was loaded this costs nothing to tell; what was
    /// edited is told as [`Self::to_text`] lays it out.
    pub fn text_len(self) -> usize {
        match self.node {
            Node::Leaf(..) | Node::LoadedArray(_) | Node::LoadedObject(_) => {
                self.node.span(&self.document().source.tree).range().len()
            }
            _ => self.to_text().len(),
        }
    }
}

/// The document's habits, for places that have no neighbours to look at.
struct Style<'a> {
    /// One step of indent.
    unit: &'a str,
    newline: &'static str,
    /// From the end of a key to its value, colon included.
    colon: &'a str,
    /// From the end of an entry to the next on the same line, comma included.
    comma: &'a str,
    /// Whether the root, where it has entries, stands on one line.
    one_line: bool,
}

/// How a new container is laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout<'a> {
    /// One entry a line.
    Lines,
    /// On one line, with this text inside the brackets at both ends.
    Line { pad: &'a str, colon: &'a str, comma: &'a str },
}

/// Where a value is written: how new containers there are laid out, and the indent of the line it starts on.
struct Place<'a> {
    layout: Layout<'a>,
    indent: &'a str,
}

impl<'a> Style<'a> {
    fn of(source: &'a Source) -> Self {
        let Source { text, tree, root, .. } = source;
        let newline = match memchr::memchr(b'\n', text.as_bytes()) {
            Some(at) if at > 0 && text.as_bytes()[at - 1] == b'\r' => "\r\n",
            _ => "\n",
        };
        let gaps = Gaps::of(text, tree, root);
        let has_entries = gaps.as_ref().is_some_and(|g| !g.entries.is_empty());
        let one_line = has_entries && gaps.as_ref().is_some_and(|g| !g.open().contains('\n'));
        let unit = gaps.as_ref().and_then(|g| indent_in(g.open())).filter(|i| !i.is_empty()).unwrap_or("  ");
        let member = first_object(tree, root).and_then(|node| Gaps::of(text, tree, node));
        let colon = member.as_ref().and_then(Gaps::colon).unwrap_or(if one_line { ":" } else { ": " });
        let airy = !one_line || colon.ends_with(' ');
        let comma = gaps.as_ref().filter(|_| one_line).and_then(|g| g.between(0)).unwrap_or(if airy { ", " } else { "," });
        Self { unit, newline, colon, comma, one_line }
    }
}

/// The first object with members at or below `node`, looking a few steps down.
fn first_object<'a>(tree: &'a Tree, node: &'a Node) -> Option<&'a Node> {
    match node.content(tree) {
        Content::Object(members) if !members.is_empty() => Some(node),
        Content::Array(items) => items.iter().take(8).find_map(|n| first_object(tree, n)),
        _ => None,
    }
}

/// The indent of the line that a gap leads to; `None` where the gap has no line break.
fn indent_in(gap: &str) -> Option<&str> {
    gap.contains('\n').then(|| line_indent(gap))
}

/// The white space at the start of the line that `text` ends in.
fn line_indent(text: &str) -> &str {
    let line = &text[text.rfind('\n').map_or(0, |at| at + 1)..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// A loaded container seen as entries and the gaps between them. An entry reaches from its key, or its value in an
/// array, to the end of its value.
struct Gaps<'a> {
    text: &'a str,
    start: usize,
    end: usize,
    entries: Vec<(usize, usize)>,
    first_value: Option<usize>,
}

impl<'a> Gaps<'a> {
    fn of(text: &'a str, tree: &Tree, node: &Node) -> Option<Self> {
        let span = node.span(tree).range();
        if span.end > text.len() || span.len() < 2 {
            return None;
        }
        let (entries, first_value) = match node.content(tree) {
            Content::Array(items) => (items.iter().map(|n| entry(tree, n.start(tree), n)).collect(), None),
            Content::Object(members) => (
                members.iter().map(|m| entry(tree, m.key_at, &m.value)).collect(),
                members.first().map(|m| m.value.start(tree) as usize),
            ),
            Content::Leaf => return None,
        };
        let gaps = Self { text, start: span.start, end: span.end, entries, first_value };
        gaps.is_loaded().then_some(gaps)
    }

    /// Whether all entries stand in the container's span in order, which is so for what was loaded and not edited.
    fn is_loaded(&self) -> bool {
        let mut at = self.start + 1;
        self.entries.iter().all(|(start, end)| {
            let fits = *start >= at && *end >= *start && *end < self.end;
            at = *end;
            fits
        })
    }

    /// From the opening bracket to the first entry (to the closing bracket where there is none).
    fn open(&self) -> &'a str {
        let to = self.entries.first().map_or(self.end - 1, |e| e.0);
        &self.text[self.start + 1..to]
    }

    /// From the last entry to the closing bracket.
    fn close(&self) -> &'a str {
        let from = self.entries.last().map_or(self.start + 1, |e| e.1);
        &self.text[from..self.end - 1]
    }

    /// From entry `i` to the next, comma included.
    fn between(&self, i: usize) -> Option<&'a str> {
        let (this, next) = (self.entries.get(i)?, self.entries.get(i + 1)?);
        Some(&self.text[this.1..next.0])
    }

    /// From the first key to its value, colon included.
    fn colon(&self) -> Option<&'a str> {
        let key = self.entries.first()?.0;
        Some(&self.text[key + key_len(&self.text[key..])..self.first_value?])
    }

    /// The gap to write after entry `i` of the loaded container (`None`: after none) before something new.
    fn gap_after(&self, i: Option<usize>) -> Option<&'a str> {
        let near = i.unwrap_or(0);
        self.between(near).or_else(|| self.between(near.checked_sub(1)?))
    }
}

fn entry(tree: &Tree, start: u32, value: &Node) -> (usize, usize) {
    (start as usize, value.span(tree).range().end)
}

/// How many bytes the key at the start of `text` takes, quotes included.
fn key_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while let Some(b) = bytes.get(at) {
        match b {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// Keeps the longest run of places that stand in order and clears the others: what is left can be copied with the text
/// between, and the fewest entries count as moved.
fn keep_order(mut places: Vec<Option<usize>>) -> Vec<Option<usize>> {
    // `tails[n]` is the entry that ends the best run of n + 1 so far, `before[i]` the entry before `i` in its run.
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; places.len()];
    for i in 0..places.len() {
        let Some(place) = places[i] else { continue };
        let at = tails.partition_point(|t| places[*t] < Some(place));
        before[i] = at.checked_sub(1).map(|n| tails[n]);
        if at == tails.len() { tails.push(i) } else { tails[at] = i }
    }
    let mut kept = vec![false; places.len()];
    let mut at = tails.last().copied();
    while let Some(i) = at {
        kept[i] = true;
        at = before[i];
    }
    for (place, kept) in places.iter_mut().zip(kept) {
        *place = place.filter(|_| kept);
    }
    places
}

/// A child of a container that is being written.
struct Child<'a> {
    member: Option<&'a Member>,
    node: &'a Node,
    /// Its number among the loaded container's children, where it stands there and the order still holds.
    loaded: Option<usize>,
}

fn children_of_object<'a>(now: &'a [Member], was: &'a [Member]) -> Vec<Child<'a>> {
    let find = |m: &Member| was.binary_search_by_key(&m.key_at, |o| o.key_at).ok();
    let child = |(m, loaded): (&'a Member, _)| Child { member: Some(m), node: &m.value, loaded };
    now.iter().zip(keep_order(now.iter().map(find).collect())).map(child).collect()
}

struct Writer<'a> {
    doc: &'a Document,
    text: &'a str,
    tree: &'a Tree,
    style: Style<'a>,
}

impl<'a> Writer<'a> {
    /// Writes `node`; `loaded` is the loaded value that stands, or stood, in its place.
    fn value(&self, node: &'a Node, loaded: Option<&'a Node>, place: &Place<'_>, out: &mut String) {
        if let Some(old) = loaded
            && node.same(old)
        {
            out.push_str(&self.text[old.span(self.tree).range()]);
            return;
        }
        if let Some(old) = loaded
            && node.span(self.tree) == old.span(self.tree)
        {
            let children = match (node.content(self.tree), old.content(self.tree)) {
                (Content::Object(now), Content::Object(was)) => children_of_object(now, was),
                (Content::Array(now), Content::Array(was)) => self.children_of_array(now, was),
                _ => Vec::new(),
            };
            if !children.is_empty() {
                return self.splice(&children, old, place, out);
            }
        }
        self.lay_out(node, place.layout, place.indent, out);
    }

    fn children_of_array(&self, now: &'a [Node], was: &'a [Node]) -> Vec<Child<'a>> {
        let find = |n: &Node| was.binary_search_by_key(&n.start(self.tree), |o| o.start(self.tree)).ok();
        let child = |(node, loaded): (&'a Node, _)| Child { member: None, node, loaded };
        now.iter().zip(keep_order(now.iter().map(find).collect())).map(child).collect()
    }

    /// Writes an edited container over the loaded one.
    fn splice(&self, children: &[Child<'a>], old: &'a Node, place: &Place<'_>, out: &mut String) {
        let Some(gaps) = Gaps::of(self.text, self.tree, old) else {
            let (first, last) = brackets(old);
            out.push(first);
            self.entries(children, place.layout, place.indent, out);
            out.push(last);
            return;
        };
        let (first, last) = brackets(old);
        out.push(first);
        if gaps.entries.is_empty() {
            self.entries(children, place.layout, place.indent, out);
            out.push(last);
            return;
        }
        let inner = indent_in(gaps.open()).or_else(|| gaps.between(0).and_then(indent_in));
        let model = self.model(old);
        let mut previous: Option<Option<usize>> = None;
        let mut last_loaded = None;
        for child in children {
            match (previous, child.loaded) {
                (None, _) => out.push_str(gaps.open()),
                (Some(Some(a)), Some(b)) if b == a + 1 => out.push_str(gaps.between(a).unwrap_or(",")),
                _ => match gaps.gap_after(last_loaded) {
                    Some(gap) => out.push_str(gap),
                    None => {
                        out.push(',');
                        if indent_in(gaps.open()).is_some() {
                            out.push_str(gaps.open());
                        } else {
                            out.push_str(self.style.comma.trim_start().trim_start_matches(','));
                        }
                    }
                },
            }
            let layout = match inner {
                Some(_) => model,
                None => self.one_line(model),
            };
            let place = Place { layout, indent: inner.unwrap_or(place.indent) };
            self.child(child, old, &gaps, &place, out);
            previous = Some(child.loaded);
            last_loaded = child.loaded.or(last_loaded);
        }
        out.push_str(gaps.close());
        out.push(last);
    }

    /// Writes one entry of a container that was loaded as `old`.
    fn child(&self, child: &Child<'a>, old: &'a Node, gaps: &Gaps<'a>, place: &Place<'_>, out: &mut String) {
        match (child.member, child.loaded, old.content(self.tree)) {
            (Some(member), Some(i), Content::Object(was)) => {
                let was = &was[i];
                let key_at = was.key_at as usize;
                let key_end = key_at + key_len(&self.text[key_at..]);
                if member.key == was.key {
                    out.push_str(&self.text[key_at..key_end]);
                } else {
                    out.push_str(&text::quote(self.doc.keys.text(member.key)));
                }
                out.push_str(&self.text[key_end..was.value.start(self.tree) as usize]);
                self.value(child.node, Some(&was.value), place, out);
            }
            (None, Some(i), Content::Array(was)) => self.value(child.node, Some(&was[i]), place, out),
            (Some(member), ..) => {
                self.key(member, out);
                out.push_str(gaps.colon().unwrap_or(self.style.colon));
                self.lay_out(child.node, place.layout, place.indent, out);
            }
            (None, ..) => self.lay_out(child.node, place.layout, place.indent, out),
        }
    }

    /// How a new container in the loaded container `old` is laid out: as the first container in it that has entries.
    fn model(&self, old: &'a Node) -> Layout<'a> {
        let has_entries = |n: &&Node| match n.content(self.tree) {
            Content::Array(items) => !items.is_empty(),
            Content::Object(members) => !members.is_empty(),
            Content::Leaf => false,
        };
        let model = match old.content(self.tree) {
            Content::Array(items) => items.iter().rev().find(has_entries),
            Content::Object(members) => members.iter().rev().map(|m| &m.value).find(has_entries),
            Content::Leaf => None,
        };
        match model {
            Some(model) => self.layout_of(model),
            None if self.style.one_line => self.one_line(Layout::Lines),
            None => Layout::Lines,
        }
    }

    /// How a loaded container is laid out; one line or several, and with which gaps.
    fn layout_of(&self, node: &'a Node) -> Layout<'a> {
        match Gaps::of(self.text, self.tree, node) {
            Some(gaps) if gaps.entries.is_empty() => {
                if self.style.one_line {
                    self.one_line(Layout::Lines)
                } else {
                    Layout::Lines
                }
            }
            Some(gaps) if self.text[gaps.start..gaps.end].contains('\n') => Layout::Lines,
            Some(gaps) => Layout::Line {
                pad: gaps.open(),
                colon: first_object(self.tree, node)
                    .and_then(|n| Gaps::of(self.text, self.tree, n)?.colon())
                    .unwrap_or(self.style.colon),
                comma: gaps.between(0).unwrap_or(if self.style.one_line { self.style.comma } else { ", " }),
            },
            None if self.style.one_line => self.one_line(Layout::Lines),
            None => Layout::Lines,
        }
    }

    /// `layout` where it is on one line already, else the document's way of writing on one line.
    fn one_line(&self, layout: Layout<'a>) -> Layout<'a> {
        match layout {
            Layout::Line { .. } => layout,
            Layout::Lines => Layout::Line {
                pad: "",
                colon: if self.style.colon.contains('\n') { ":" } else { self.style.colon },
                comma: self.style.comma,
            },
        }
    }

    /// Writes a value that does not stand where it was loaded: a copy in the style of the place it was copied from, and
    /// what was made anew in the layout of its new place.
    fn lay_out(&self, node: &'a Node, layout: Layout<'_>, indent: &str, out: &mut String) {
        let member = |m: &'a Member| Child { member: Some(m), node: &m.value, loaded: None };
        let item = |node: &'a Node| Child { member: None, node, loaded: None };
        let children: Vec<Child<'a>> = match node.content(self.tree) {
            Content::Object(members) => members.iter().map(member).collect(),
            Content::Array(items) => items.iter().map(item).collect(),
            Content::Leaf => {
                out.push_str(match node {
                    Node::Edited(edited) => &edited.text,
                    _ => self.text.get(node.span(self.tree).range()).unwrap_or("null"),
                });
                return;
            }
        };
        if !children.is_empty() && self.copy(node, layout, indent, out) {
            return;
        }
        let (first, last) = brackets(node);
        out.push(first);
        self.entries(&children, layout, indent, out);
        out.push(last);
    }

    /// Writes a container as it stands, or stood before it was edited, elsewhere in the loaded text, its lines moved to
    /// `indent`. False, and nothing written, where it never stood anywhere or has several lines and must go on one.
    fn copy(&self, node: &'a Node, layout: Layout<'_>, indent: &str, out: &mut String) -> bool {
        let Some(loaded) = self.loaded_at(node) else { return false };
        let was = line_indent(&self.text[..loaded.span(self.tree).range().start]);
        let mut copy = String::new();
        self.value(node, Some(loaded), &Place { layout: self.layout_of(loaded), indent: was }, &mut copy);
        if !copy.contains('\n') {
            out.push_str(&copy);
            return true;
        }
        if layout != Layout::Lines {
            return false;
        }
        let mut lines = copy.split('\n');
        out.push_str(lines.next().unwrap_or_default());
        for line in lines {
            out.push('\n');
            match line.strip_prefix(was) {
                Some(rest) => {
                    out.push_str(indent);
                    out.push_str(rest);
                }
                None => out.push_str(line),
            }
        }
        true
    }

    /// The loaded container that `node` is, or was edited from.
    fn loaded_at(&self, node: &Node) -> Option<&'a Node> {
        let span = node.span(self.tree);
        let mut at = &self.doc.source.root;
        if !span.is_some() || span.start == span.end {
            return None;
        }
        loop {
            if at.span(self.tree) == span {
                return (at.kind() == node.kind()).then_some(at);
            }
            at = match at.content(self.tree) {
                Content::Object(members) => {
                    let next = members.partition_point(|m| m.value.start(self.tree) <= span.start);
                    &members[next.checked_sub(1)?].value
                }
                Content::Array(items) => {
                    let next = items.partition_point(|n| n.start(self.tree) <= span.start);
                    &items[next.checked_sub(1)?]
                }
                Content::Leaf => return None,
            };
        }
    }

    /// Writes what stands between the brackets of a new container.
    fn entries(&self, children: &[Child<'a>], layout: Layout<'_>, indent: &str, out: &mut String) {
        if children.is_empty() {
            return;
        }
        let inner = format!("{indent}{}", self.style.unit);
        for (i, child) in children.iter().enumerate() {
            match layout {
                Layout::Lines => {
                    out.push_str(if i == 0 { "" } else { "," });
                    out.push_str(self.style.newline);
                    out.push_str(&inner);
                }
                Layout::Line { pad, .. } if i == 0 => out.push_str(pad),
                Layout::Line { comma, .. } => out.push_str(comma),
            }
            if let Some(member) = child.member {
                self.key(member, out);
                match layout {
                    Layout::Lines => out.push_str(if self.style.one_line { ": " } else { self.style.colon }),
                    Layout::Line { colon, .. } => out.push_str(colon),
                }
            }
            self.lay_out(child.node, layout, &inner, out);
        }
        match layout {
            Layout::Lines => {
                out.push_str(self.style.newline);
                out.push_str(indent);
            }
            Layout::Line { pad, .. } => out.push_str(pad),
        }
    }

    /// Writes a member's key: as it was loaded, escapes and all, where it still says the same.
    fn key(&self, member: &Member, out: &mut String) {
        let wanted = self.doc.keys.text(member.key);
        if let Some(rest) = self.text.get(member.key_at as usize..)
            && rest.starts_with('"')
        {
            let raw = &rest[..key_len(rest)];
            let inner = &raw[1..raw.len() - 1];
            if inner == wanted || text::unescape(inner).0 == wanted {
                out.push_str(raw);
                return;
            }
        }
        out.push_str(&text::quote(wanted));
    }
}

fn brackets(node: &Node) -> (char, char) {
    if node.kind() == Kind::Array { ('[', ']') } else { ('{', '}') }
}
