//! The packs that were open lately: a list in the settings file, the latest first.

use std::path::{Path, PathBuf};

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, value};

/// One pack that was open.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recent {
    /// Its folder.
    pub path: PathBuf,
    /// The game's name, as it was when the pack was open last.
    pub name: String,
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The cover picture, relative to the folder; empty where there is none.
    pub cover: String,
    /// When it was opened last, in seconds since 1970.
    pub opened: i64,
}

/// The list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recents {
    list: Vec<Recent>,
}

/// More packs than this are forgotten, the oldest first.
const MOST: usize = 20;

impl Recents {
    /// The packs, the latest first.
    pub fn list(&self) -> &[Recent] {
        &self.list
    }

    /// A pack was opened, or its name changed: it goes to the top.
    pub fn opened(&mut self, recent: Recent) {
        self.remove(&recent.path.clone());
        self.list.insert(0, recent);
        self.list.truncate(MOST);
    }

    /// Takes a pack out of the list; its folder stays as it is.
    pub fn remove(&mut self, path: &Path) {
        self.list.retain(|recent| recent.path != path);
    }

    /// A lost pack was found at another place.
    pub fn moved(&mut self, from: &Path, to: &Path) {
        self.list.retain(|recent| recent.path != to);
        if let Some(recent) = self.list.iter_mut().find(|recent| recent.path == from) {
            recent.path = to.to_path_buf();
        }
    }

    /// Takes in what another window wrote into `file` since both knew `base`.
    pub(crate) fn merge(&mut self, file: &Self, base: &Self) {
        for theirs in &file.list {
            let known = base.list.iter().any(|recent| recent.path == theirs.path);
            match self.list.iter_mut().find(|recent| recent.path == theirs.path) {
                Some(ours) if ours.opened < theirs.opened => *ours = theirs.clone(),
                Some(_) => {}
                // One that both knew and that is gone here was removed here.
                None if known => {}
                None => self.list.push(theirs.clone()),
            }
        }
        let gone = |recent: &Recent| {
            base.list.iter().any(|known| known == recent) && !file.list.iter().any(|theirs| theirs.path == recent.path)
        };
        self.list.retain(|recent| !gone(recent));
        self.list.sort_by_key(|recent| std::cmp::Reverse(recent.opened));
        self.list.truncate(MOST);
    }

    pub(crate) fn read(item: &Item) -> Self {
        let mut list = Vec::new();
        let mut add = |table: &dyn TableLike| {
            let text = |key: &str| table.get(key).and_then(Item::as_str).unwrap_or_default().to_owned();
            let path = PathBuf::from(text("path"));
            if path.is_absolute() && !list.iter().any(|recent: &Recent| recent.path == path) {
                let opened = table.get("opened").and_then(Item::as_integer).unwrap_or_default();
                list.push(Recent {
                    path,
                    name: text("name"),
                    id: text("id"),
                    version: text("version"),
                    cover: text("cover"),
                    opened,
                });
            }
        };
        if let Some(tables) = item.as_array_of_tables() {
            tables.iter().for_each(|table| add(table));
        } else if let Some(array) = item.as_array() {
            array.iter().filter_map(|entry| entry.as_inline_table()).for_each(|table| add(table));
        }
        list.sort_by_key(|recent| std::cmp::Reverse(recent.opened));
        list.truncate(MOST);
        Self { list }
    }

    pub(crate) fn write(&self, document: &mut DocumentMut) {
        let mut tables = ArrayOfTables::new();
        for recent in &self.list {
            // A path that is not Unicode cannot stand in a TOML file; such a pack is not remembered.
            let Some(path) = recent.path.to_str() else { continue };
            let mut table = Table::new();
            table.insert("path", value(path));
            for (key, text) in
                [("name", &recent.name), ("id", &recent.id), ("version", &recent.version), ("cover", &recent.cover)]
            {
                if !text.is_empty() {
                    table.insert(key, value(text));
                }
            }
            table.insert("opened", value(recent.opened));
            tables.push(table);
        }
        document.insert("recent", Item::ArrayOfTables(tables));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recent(path: &str, opened: i64) -> Recent {
        Recent { path: path.into(), name: path.trim_start_matches('/').to_owned(), opened, ..Recent::default() }
    }

    fn paths(recents: &Recents) -> Vec<&str> {
        recents.list().iter().map(|recent| recent.path.to_str().unwrap()).collect()
    }

    fn recents(list: &[(&str, i64)]) -> Recents {
        Recents { list: list.iter().map(|(path, opened)| recent(path, *opened)).collect() }
    }

    #[test]
    fn the_latest_is_first_and_stands_once() {
        let mut list = Recents::default();
        for (path, time) in [("/a", 1), ("/b", 2), ("/a", 3)] {
            list.opened(recent(path, time));
        }
        assert_eq!(paths(&list), ["/a", "/b"]);
        list.moved(Path::new("/b"), Path::new("/c"));
        assert_eq!(paths(&list), ["/a", "/c"]);
        list.moved(Path::new("/c"), Path::new("/a"));
        assert_eq!(paths(&list), ["/a"], "two rows for one folder would be one too many");
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut list = Recents::default();
        for time in 0..=(MOST as i64) {
            list.opened(recent(&format!("/{time}"), time));
        }
        assert_eq!(list.list().len(), MOST);
        assert!(!paths(&list).contains(&"/0") && paths(&list).contains(&"/1"));
    }

    #[test]
    fn the_file_gives_back_what_was_written() {
        let mut list = recents(&[("/b", 2), ("/a", 1)]);
        list.list[0].version = "1.0.3".to_owned();
        let mut document = DocumentMut::new();
        list.write(&mut document);
        let read: DocumentMut = document.to_string().parse().unwrap();
        assert_eq!(Recents::read(read.get("recent").unwrap()), list);
    }

    #[test]
    fn odd_entries_are_passed_over() {
        let text =
            "recent = [{ path = \"relative\" }, { path = 3 }, 4, { path = \"/ok\", opened = \"now\" }, { path = \"/ok\" }]";
        let document: DocumentMut = text.parse().unwrap();
        assert_eq!(paths(&Recents::read(document.get("recent").unwrap())), ["/ok"]);
    }

    #[test]
    fn two_windows_keep_both_their_packs() {
        let base = recents(&[("/gone-there", 3), ("/gone-here", 2), ("/both", 1)]);
        let mut here = recents(&[("/mine", 9), ("/gone-there", 3), ("/both", 1)]);
        let file = recents(&[("/theirs", 8), ("/both", 7), ("/gone-here", 2)]);
        here.merge(&file, &base);
        assert_eq!(paths(&here), ["/mine", "/theirs", "/both"]);
    }
}
