//! All definitions of a project as one state. An edit gives another state and touches no disk; a save does to the files what
//! differs between what is on disk and what is wanted.

use super::starts::Start;
use super::table;
use crate::edit::Roots;
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Document, Ref};
use crate::pack::{Fault, FileOp, PackPath, folded};
use crate::pointer;
use std::sync::Arc;

/// What tells definitions apart, whatever their files are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(u64);

/// One definition.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Which one it is.
    pub key: Key,
    /// Its file, from the project's folder.
    pub path: PackPath,
    /// What it says, or why that cannot be read.
    pub document: Result<Document, Fault>,
}

impl Definition {
    /// Its file's name without `.json`.
    pub fn stem(&self) -> &str {
        let name = self.path.name();
        name.strip_suffix(".json").unwrap_or(name)
    }

    /// A text of its top level; empty where there is none.
    pub fn text(&self, key: &str) -> String {
        let document = self.document.as_ref().ok();
        let text = document.and_then(|document| document.root().get(key)?.as_str());
        text.map(std::borrow::Cow::into_owned).unwrap_or_default()
    }

    /// What people call it: its name, else its ID, else its file.
    pub fn title(&self) -> String {
        let named = ["Name", "Id"].map(|key| self.text(key)).into_iter().find(|text| !text.trim().is_empty());
        named.unwrap_or_else(|| self.stem().to_owned())
    }

    /// Its document as fixes take it.
    pub fn roots(&self) -> Roots {
        Roots { manifest: self.document.as_ref().ok().cloned(), scene: None }
    }

    fn same(&self, other: &Self) -> bool {
        let documents = match (&self.document, &other.document) {
            (Ok(a), Ok(b)) => a.same(b) || a.text() == b.text(),
            (Err(_), Err(_)) => true,
            _ => false,
        };
        self.path == other.path && documents
    }
}

/// All definitions of a project, by their files' names.
#[derive(Debug, Clone, Default)]
pub struct Set {
    all: Arc<Vec<Definition>>,
    next: u64,
}

impl Set {
    /// The definitions of these files.
    pub fn of(files: impl IntoIterator<Item = (PackPath, Result<Document, Fault>)>) -> Self {
        let mut set = Self::default();
        for (path, document) in files {
            set = set.with(path, document).0;
        }
        set
    }

    /// The definitions in the order of their files.
    pub fn all(&self) -> &[Definition] {
        &self.all
    }

    /// One definition.
    pub fn get(&self, key: Key) -> Option<&Definition> {
        self.all.iter().find(|definition| definition.key == key)
    }

    /// The definition in this file.
    pub fn at(&self, path: &PackPath) -> Option<&Definition> {
        self.all.iter().find(|definition| definition.path == *path)
    }

    /// Whether the two are one and the same state.
    pub fn same(&self, other: &Self) -> bool {
        let equal = |(a, b): (&Definition, &Definition)| a.key == b.key && a.same(b);
        Arc::ptr_eq(&self.all, &other.all)
            || (self.all.len() == other.all.len() && self.all.iter().zip(other.all.iter()).all(equal))
    }

    /// The keys of definitions that differ from `other`, or that it lacks.
    pub fn changed_from(&self, other: &Self) -> Vec<Key> {
        let changed = |definition: &&Definition| !other.get(definition.key).is_some_and(|before| before.same(definition));
        self.all.iter().filter(changed).map(|definition| definition.key).collect()
    }

    fn with(&self, path: PackPath, document: Result<Document, Fault>) -> (Self, Key) {
        let key = Key(self.next);
        let mut all = self.all.to_vec();
        all.push(Definition { key, path, document });
        (self.sorted(all, self.next + 1), key)
    }

    fn sorted(&self, mut all: Vec<Definition>, next: u64) -> Self {
        all.sort_by(|a, b| a.path.cmp(&b.path));
        Self { all: Arc::new(all), next: next.max(self.next) }
    }

    fn replaced(&self, key: Key, edit: impl FnOnce(&Definition) -> Result<Definition>) -> Result<Self> {
        let mut all = self.all.to_vec();
        let found = all.iter_mut().find(|definition| definition.key == key).ok_or_else(gone)?;
        *found = edit(found)?;
        Ok(self.sorted(all, self.next))
    }

    /// With another document for one of them.
    ///
    /// # Errors
    /// Where it is not there.
    pub fn edited(&self, key: Key, document: Document) -> Result<Self> {
        self.replaced(key, |definition| Ok(Definition { document: Ok(document), ..definition.clone() }))
    }

    /// With a new definition in `folder`, called `name`.
    ///
    /// # Errors
    /// Where the name gives no ID, or the ID is taken.
    pub fn new_definition(&self, folder: Option<&PackPath>, start: Start, name: &str) -> Result<(Self, Key)> {
        let id = id_of(name);
        let path = self.free_path(folder, &id, None)?;
        Ok(self.with(path, Ok(start.document(&id, name.trim())?)))
    }

    /// With a copy of a definition, under a free ID and a name that says so.
    ///
    /// # Errors
    /// Where it is not there or cannot be read.
    pub fn duplicated(&self, key: Key) -> Result<(Self, Key)> {
        let original = self.get(key).ok_or_else(gone)?;
        let document = original.document.as_ref().map_err(|_| unreadable(original))?;
        let folder = original.path.parent();
        let id = self.free_id(&base_id(original), folder.as_ref());
        let path = self.free_path(folder.as_ref(), &id, None)?;
        let mut copy = document.set(&pointer!["Id"], id.as_str().into())?;
        let name = original.text("Name");
        if !name.trim().is_empty() {
            copy = copy.set(&pointer!["Name"], format!("{name} (copy)").into())?;
        }
        Ok(self.with(path, Ok(copy)))
    }

    /// With another ID for a definition: its `Id` and its file's name.
    ///
    /// # Errors
    /// Where it is not there or cannot be read, or the ID cannot be a file's name, or is taken.
    pub fn renamed(&self, key: Key, id: &str) -> Result<Self> {
        let original = self.get(key).ok_or_else(gone)?;
        let path = self.free_path(original.path.parent().as_ref(), id, Some(key))?;
        self.replaced(key, |definition| {
            let document = definition.document.as_ref().map_err(|_| unreadable(definition))?;
            let document =
                if definition.text("Id") == id { document.clone() } else { document.set(&pointer!["Id"], id.into())? };
            Ok(Definition { path, document: Ok(document), ..definition.clone() })
        })
    }

    /// Without a definition.
    #[must_use]
    pub fn without(&self, key: Key) -> Self {
        let all = self.all.iter().filter(|definition| definition.key != key).cloned().collect();
        self.sorted(all, self.next)
    }

    /// An ID that no definition and no file in `folder` has: `id`, or the first of `id_2`, `id_3` and so on.
    pub fn free_id(&self, id: &str, folder: Option<&PackPath>) -> String {
        let names = std::iter::once(id.to_owned()).chain((2..).map(|n| format!("{id}_{n}")));
        let mut free = names.filter(|name| self.free_path(folder, name, None).is_ok());
        free.next().unwrap_or_else(|| id.to_owned())
    }

    /// The file of a definition with this ID, where neither is taken by another one than `own`.
    fn free_path(&self, folder: Option<&PackPath>, id: &str, own: Option<Key>) -> Result<PackPath> {
        if let Some(why) = why_no_id(id) {
            return Err(Error::new(ErrorKind::Refused, format!("“{id}” can’t be an ID: {why}"))
                .hint("Use letters, digits and underscores, such as Quick_Brawl."));
        }
        let path = match folder {
            Some(folder) => PackPath::parse(&format!("{folder}/{id}.json"))?,
            None => PackPath::parse(&format!("{id}.json"))?,
        };
        let others = || self.all.iter().filter(|other| Some(other.key) != own);
        let taken = others().find(|other| folded(other.path.as_str()) == folded(path.as_str()) || other.text("Id") == id);
        match taken {
            None => Ok(path),
            Some(other) => Err(Error::new(ErrorKind::Refused, format!("“{id}” is taken by {}", other.path))
                .hint("Choose another ID; each minigame of a project has its own.")),
        }
    }

    /// What another reading of the files found, with the keys that this state has for the same files.
    #[must_use]
    pub(super) fn taking(&self, fresh: &Self) -> Self {
        let mut next = self.next;
        let all = fresh.all.iter().map(|found| match self.at(&found.path) {
            Some(known) if known.same(found) => known.clone(),
            Some(known) => Definition { key: known.key, ..found.clone() },
            None => {
                next += 1;
                Definition { key: Key(next - 1), ..found.clone() }
            }
        });
        let all = all.collect();
        Self { all: Arc::new(all), next }
    }

    /// What a save does to files so that they hold this state, where they hold that of `disk`.
    pub fn save_ops(&self, disk: &Self) -> Vec<FileOp> {
        let write = |definition: &Definition| {
            let bytes = definition.document.as_ref().ok().map(|document| document.text().into_bytes());
            bytes.map(|bytes| FileOp::Write { path: definition.path.clone(), bytes: bytes.into() })
        };
        let (mut first, mut then) = (Vec::new(), Vec::new());
        for old in disk.all() {
            match self.get(old.key) {
                None => first.push(FileOp::Bin { path: old.path.clone() }),
                Some(now) if now.path != old.path => {
                    let swapped = disk.all().iter().any(|other| other.key != old.key && other.path == now.path);
                    if swapped && now.document.is_ok() {
                        first.push(FileOp::Bin { path: old.path.clone() });
                        then.extend(write(now));
                    } else {
                        then.push(FileOp::Move { from: old.path.clone(), to: now.path.clone() });
                        let same = Definition { path: old.path.clone(), ..now.clone() }.same(old);
                        then.extend(if same { None } else { write(now) });
                    }
                }
                Some(now) if now.same(old) => {}
                Some(now) => then.extend(write(now)),
            }
        }
        let new = self.all.iter().filter(|definition| disk.get(definition.key).is_none());
        then.extend(new.filter_map(write));
        first.extend(then);
        first
    }
}

/// The ID that a definition's copies are named after: its `Id`, else its file's name.
fn base_id(definition: &Definition) -> String {
    let id = definition.text("Id");
    let id = if why_no_id(&id).is_none() { id } else { id_of(definition.stem()) };
    let base = id.rsplit_once('_').filter(|(_, end)| !end.is_empty() && end.bytes().all(|b| b.is_ascii_digit()));
    let base = base.map(|(base, _)| base.to_owned());
    base.unwrap_or(id)
}

/// The ID that is made from a name: its letters, digits and dashes, underscores for what stands between them.
pub fn id_of(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}

/// The name that is made from an ID.
pub fn name_of(id: &str) -> String {
    id.split(['_', ' ']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Why a text cannot be an ID that is a file's name too, as a clause; `None` where it can.
pub fn why_no_id(id: &str) -> Option<&'static str> {
    match id {
        "" => Some("it is empty"),
        _ if id.contains(char::is_whitespace) => Some("it has a space"),
        _ if id.contains(['/', '\\', ':', '*', '?', '"', '<', '>', '|']) || id.chars().any(char::is_control) => {
            Some("it has a sign that file names can’t have")
        }
        _ if id.starts_with('.') || id.ends_with('.') => Some("it begins or ends with a dot"),
        _ if id.len() > 200 => Some("it is too long for a file’s name"),
        _ => None,
    }
}

fn gone() -> Error {
    Error::new(ErrorKind::NotFound, "This minigame is not there any more").hint("Choose another one in the list.")
}

fn unreadable(definition: &Definition) -> Error {
    Error::new(ErrorKind::Refused, format!("{} can’t be read, so it can’t be changed", definition.path))
        .hint("Correct its text first.")
}

/// The definitions whose `Id` stands at another one too, with the files of the others.
pub fn same_ids(set: &Set, definition: &Definition) -> Vec<PackPath> {
    let id = |definition: &Definition| {
        let document = definition.document.as_ref().ok()?;
        document.root().get(table::DEFINITION.named_by).and_then(Ref::as_str).map(std::borrow::Cow::into_owned)
    };
    let Some(own) = id(definition) else { return Vec::new() };
    let others = set.all().iter().filter(|other| other.key != definition.key && id(other).as_ref() == Some(&own));
    others.map(|other| other.path.clone()).collect()
}

#[cfg(test)]
mod tests;
