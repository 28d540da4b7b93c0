//! Finding text in both documents: ids, names, paths, values, and the lines of scripts.
//!
//! [`find`] is a plain function over two immutable documents, to be run as a job: it asks its [`Watch`] often whether to
//! stop, keeps at most so many places of a group and counts the rest. It edits nothing and knows no file.

mod needle;

pub use needle::Needle;

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::edit::Roots;
use crate::error::Result;
use crate::finding::DocId;
use crate::job::Watch;
use crate::json::{Document, Kind, Pointer, Ref};
use crate::scene::view::Entity;

/// What a place belongs to: the headings under which results stand, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// The manifest: its keys and its values.
    Manifest,
    /// The entities of the base and of the variants' differences.
    Entities,
    /// The prefabs.
    Prefabs,
    /// All else of the scene: room, zones, materials, variants.
    Scene,
    /// The scene's scripts.
    Scripts,
}

impl Group {
    /// All groups in their order.
    pub const ALL: [Self; 5] = [Self::Manifest, Self::Entities, Self::Prefabs, Self::Scene, Self::Scripts];

    /// The heading.
    pub fn label(self) -> &'static str {
        match self {
            Self::Manifest => "Manifest",
            Self::Entities => "Entities",
            Self::Prefabs => "Prefabs",
            Self::Scene => "Scene",
            Self::Scripts => "Scripts",
        }
    }
}

/// Where a result leads in a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A field of the manifest.
    Field(Pointer),
    /// An entity: of the differences of `variant`, or of the base where that is `None`.
    Entity {
        /// The entity's id.
        id: String,
        /// The variant whose differences hold it.
        variant: Option<String>,
    },
    /// A variant: something in its differences that is no entity.
    Variant(String),
}

/// One place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// What it belongs to.
    pub group: Group,
    /// The document.
    pub document: DocId,
    /// The value, or the member whose key it is.
    pub pointer: Pointer,
    /// What it stands in, for a person: the title of an entity, the name of a script; empty in the manifest.
    pub subject: String,
    /// The way from there, keys and indexes: `metadata/note`. In the manifest from its root.
    pub place: String,
    /// The line inside a text of several lines, from 1.
    pub line: Option<u32>,
    /// One line with what was found and some of what stands around it.
    pub excerpt: String,
    /// The bytes of the excerpt that were found.
    pub mark: Range<usize>,
    /// Where to go for it; `None` where no panel shows the place.
    pub target: Option<Target>,
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// The places, group by group, each in the order of its document; at most the limit of each group.
    pub hits: Vec<Hit>,
    /// How many places each group has in all, in the order of [`Group::ALL`].
    pub counts: [usize; Group::ALL.len()],
}

impl Found {
    /// How many places there are in all.
    pub fn total(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Whether there are more places than [`Self::hits`] lists.
    pub fn is_cut(&self) -> bool {
        self.hits.len() < self.total()
    }
}

/// Looks for `needle` in both documents and lists at most `limit` places of each group. Texts are found by any part, in
/// the manifest and among the scene's top-level keys the keys as well, numbers only whole. A text of several lines gives a
/// place for each line; a script's compiled text is looked at where its source has nothing to show.
///
/// # Errors
/// [`crate::ErrorKind::Cancelled`] when the watch says so.
pub fn find(roots: &Roots, needle: &Needle, limit: usize, watch: &dyn Watch) -> Result<Found> {
    let mut search = Search { needle, watch, limit, found: Found::default(), since: 0, owners: None };
    if let Some(manifest) = &roots.manifest {
        search.manifest(manifest)?;
    }
    if let Some(scene) = &roots.scene {
        search.scene(scene)?;
    }
    Ok(search.found)
}

/// Bytes of text that are looked through between two questions whether to stop.
const STRETCH: usize = 1 << 18;
/// Characters of an excerpt before what was found, and in all.
const BEFORE: usize = 32;
const WHOLE: usize = 160;

/// Where in the documents the search is.
struct Within<'a> {
    group: Group,
    document: DocId,
    subject: &'a str,
    /// Tokens of the pointer that lead to the subject.
    root: usize,
    target: Option<&'a Target>,
    keys: bool,
}

/// The first entity that each script hangs on, with the variant whose differences hold it.
type Owners = FxHashMap<String, Target>;

struct Search<'a> {
    needle: &'a Needle,
    watch: &'a dyn Watch,
    limit: usize,
    found: Found,
    /// Bytes looked through since the last question whether to stop.
    since: usize,
    owners: Option<Owners>,
}

impl Search<'_> {
    fn manifest(&mut self, manifest: &Document) -> Result<()> {
        let within = Within { group: Group::Manifest, document: DocId::Manifest, subject: "", root: 0, target: None, keys: true };
        self.walk(manifest.root(), &mut Vec::new(), &within)
    }

    fn scene(&mut self, scene: &Document) -> Result<()> {
        let root = scene.root();
        let deltas = || root.get("variants").and_then(|block| block.get("deltas")).into_iter().flat_map(Ref::members);
        self.entities(root.get("objects"), &mut vec!["objects".into()], Group::Entities, None)?;
        for (variant, delta) in deltas() {
            let mut at = ["variants", "deltas", variant, "objects"].map(str::to_owned).to_vec();
            self.entities(delta.get("objects"), &mut at, Group::Entities, Some(variant))?;
        }
        self.entities(root.get("prefabs"), &mut vec!["prefabs".into()], Group::Prefabs, None)?;
        self.rest(root)?;
        self.scripts(scene)
    }

    /// The entities of one list, prefabs too.
    fn entities(&mut self, list: Option<Ref<'_>>, at: &mut Vec<String>, group: Group, variant: Option<&str>) -> Result<()> {
        for (index, value) in list.into_iter().flat_map(Ref::items).enumerate() {
            let entity = Entity(value);
            let id = entity.id().filter(|_| group == Group::Entities);
            let target = id.map(|id| Target::Entity { id: id.into_owned(), variant: variant.map(str::to_owned) });
            at.push(index.to_string());
            let title = entity.title();
            let within =
                Within { group, document: DocId::Scene, subject: &title, root: at.len(), target: target.as_ref(), keys: false };
            self.walk(value, at, &within)?;
            at.pop();
        }
        Ok(())
    }

    /// What is neither entity nor script.
    fn rest(&mut self, root: Ref<'_>) -> Result<()> {
        let mut at = Vec::new();
        let within = Within { group: Group::Scene, document: DocId::Scene, subject: "", root: 0, target: None, keys: false };
        for (key, value) in root.members() {
            at.push(key.to_owned());
            self.key(key, &at, &within);
            if !matches!(key, "objects" | "prefabs" | "scripts" | "variants") {
                self.walk(value, &mut at, &within)?;
            }
            at.pop();
        }
        let Some(block) = root.get("variants") else { return Ok(()) };
        for (key, value) in block.members() {
            at = vec!["variants".to_owned(), key.to_owned()];
            if key != "deltas" {
                self.walk(value, &mut at, &within)?;
                continue;
            }
            for (variant, delta) in value.members() {
                let target = Target::Variant(variant.to_owned());
                let within = Within { subject: variant, root: 3, target: Some(&target), ..within };
                at.push(variant.to_owned());
                self.key(variant, &at, &within);
                for (part, value) in delta.members().filter(|(part, _)| *part != "objects") {
                    at.push(part.to_owned());
                    self.walk(value, &mut at, &within)?;
                    at.pop();
                }
                at.pop();
            }
        }
        Ok(())
    }

    fn scripts(&mut self, scene: &Document) -> Result<()> {
        let list = scene.root().get("scripts");
        for (index, script) in list.into_iter().flat_map(Ref::items).enumerate() {
            let text = |key: &str| script.get(key).and_then(Ref::as_str);
            let name = text("name").or_else(|| text("id")).unwrap_or_default();
            let target = text("id").and_then(|id| self.owner(scene, &id));
            let mut at = vec!["scripts".to_owned(), index.to_string()];
            let within = Within {
                group: Group::Scripts,
                document: DocId::Scene,
                subject: &name,
                root: 2,
                target: target.as_ref(),
                keys: false,
            };
            let mut in_source = false;
            for (key, value) in script.members() {
                if key == "compiled" && in_source {
                    continue;
                }
                let before = self.found.total();
                at.push(key.to_owned());
                self.walk(value, &mut at, &within)?;
                at.pop();
                in_source |= key == "source" && self.found.total() > before;
            }
        }
        Ok(())
    }

    /// The first entity that a script hangs on.
    fn owner(&mut self, scene: &Document, script: &str) -> Option<Target> {
        self.owners.get_or_insert_with(|| owners(scene)).get(script).cloned()
    }

    /// Looks through a value and all below it. Documents nest no deeper than [`crate::json::MAX_DEPTH`].
    fn walk(&mut self, value: Ref<'_>, at: &mut Vec<String>, within: &Within<'_>) -> Result<()> {
        match value.kind() {
            Kind::String => {
                if let Some(text) = value.as_str() {
                    self.text(&text, at, within)?;
                }
            }
            Kind::Number => {
                let raw = value.raw().unwrap_or_default();
                if raw == self.needle.text().trim() {
                    self.put(raw, 0..raw.len(), None, at, within);
                }
            }
            Kind::Array => {
                for (index, item) in value.items().enumerate() {
                    at.push(index.to_string());
                    self.walk(item, at, within)?;
                    at.pop();
                }
            }
            Kind::Object => {
                for (key, member) in value.members() {
                    at.push(key.to_owned());
                    if within.keys {
                        self.key(key, at, within);
                    }
                    self.walk(member, at, within)?;
                    at.pop();
                }
            }
            Kind::Null | Kind::Bool => {}
        }
        self.tick(8)
    }

    fn key(&mut self, key: &str, at: &[String], within: &Within<'_>) {
        if let Some(mark) = self.needle.find(key) {
            self.put(key, mark, None, at, within);
        }
    }

    fn text(&mut self, text: &str, at: &[String], within: &Within<'_>) -> Result<()> {
        self.tick(text.len())?;
        let lines = text.contains('\n');
        let (mut from, mut line, mut counted) = (0, 1, 0);
        while let Some(found) = text.get(from..).and_then(|rest| self.needle.find(rest)) {
            let found = found.start + from..found.end + from;
            let start = memchr::memrchr(b'\n', &text.as_bytes()[..found.start]).map_or(0, |at| at + 1);
            let end = memchr::memchr(b'\n', &text.as_bytes()[found.end..]).map_or(text.len(), |at| at + found.end);
            line += memchr::memchr_iter(b'\n', &text.as_bytes()[counted..start]).count() as u32;
            counted = start;
            self.put(&text[start..end], found.start - start..found.end - start, lines.then_some(line), at, within);
            self.tick(256)?;
            from = end + 1;
        }
        Ok(())
    }

    fn put(&mut self, line: &str, mark: Range<usize>, number: Option<u32>, at: &[String], within: &Within<'_>) {
        let count = &mut self.found.counts[within.group as usize];
        *count += 1;
        if *count > self.limit {
            return;
        }
        let pointer = Pointer::from_iter(at);
        let target = match within.document {
            DocId::Manifest => Some(Target::Field(pointer.clone())),
            DocId::Scene => within.target.cloned(),
        };
        let (excerpt, mark) = excerpt(line, &mark);
        self.found.hits.push(Hit {
            group: within.group,
            document: within.document,
            pointer,
            subject: within.subject.to_owned(),
            place: at[within.root.min(at.len())..].join("/"),
            line: number,
            excerpt,
            mark,
            target,
        });
    }

    fn tick(&mut self, bytes: usize) -> Result<()> {
        self.since += bytes;
        if self.since < STRETCH {
            return Ok(());
        }
        self.since = 0;
        self.watch.check()
    }
}

fn owners(scene: &Document) -> Owners {
    let mut owners = Owners::default();
    let mut take = |list: Option<Ref<'_>>, variant: Option<&str>| {
        for entity in list.into_iter().flat_map(Ref::items).map(Entity) {
            let (Some(script), Some(id)) = (entity.script_id(), entity.id()) else { continue };
            let target = || Target::Entity { id: id.into_owned(), variant: variant.map(str::to_owned) };
            owners.entry(script.into_owned()).or_insert_with(target);
        }
    };
    let root = scene.root();
    take(root.get("objects"), None);
    let deltas = root.get("variants").and_then(|block| block.get("deltas"));
    for (variant, delta) in deltas.into_iter().flat_map(Ref::members) {
        take(delta.get("objects"), Some(variant));
    }
    owners
}

/// A part of `line` around `mark` on one line of a list, and where the mark stands in it.
fn excerpt(line: &str, mark: &Range<usize>) -> (String, Range<usize>) {
    let indent = line.len() - line.trim_start().len();
    let first = line[..mark.start].char_indices().rev().take(BEFORE).last().map_or(mark.start, |(at, _)| at);
    // What is only a little cut is not cut at all.
    let first = if line[..first].chars().nth(8).is_none() { 0 } else { first };
    let first = first.max(indent.min(mark.start));
    let last = line[first..].char_indices().nth(WHOLE).map_or(line.len(), |(at, _)| at + first);
    let last = line[..last].trim_end().len().max(first);
    let mut text = String::with_capacity(last - first + 6);
    if first > indent.min(mark.start) {
        text.push('…');
    }
    let shift = text.len();
    text.extend(line[first..last].chars().map(|c| if c.is_ascii_control() { ' ' } else { c }));
    let mark = mark.start - first + shift..(mark.end.min(last).max(mark.start)) - first + shift;
    if last < line.trim_end().len() {
        text.push('…');
    }
    let end = mark.end.min(text.len());
    (text, mark.start.min(end)..end)
}

#[cfg(test)]
mod tests;
