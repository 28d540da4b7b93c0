//! What another program moved: a file that vanished and one of the same content that came are one rename.

use super::super::listing::Listing;
use crate::pack::{Hash, PackPath};
use rustc_hash::{FxHashMap, FxHashSet};

/// What was moved, and how it is asked about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moved {
    /// Each file's old and new path, sorted by the old.
    pub renames: Vec<(PackPath, PackPath)>,
    /// The folder that became another one, where that explains every rename.
    pub folder: Option<(String, String)>,
}

/// Finds what was moved between two looks at a pack. `known` gives the content that a file had at the first look, where
/// that is known; `now` reads the content of one that came, and is asked only where its size fits.
pub fn moved(
    before: &Listing,
    after: &Listing,
    known: &dyn Fn(&PackPath) -> Option<Hash>,
    now: &mut dyn FnMut(&PackPath) -> Option<Hash>,
) -> Moved {
    let gone: Vec<_> = before.files.iter().filter(|entry| entry.is_plain() && after.get(&entry.path).is_none()).collect();
    let came: Vec<_> = after.files.iter().filter(|entry| entry.is_plain() && before.get(&entry.path).is_none()).collect();
    let sizes: FxHashSet<u64> = gone.iter().map(|entry| entry.size).collect();
    let mut by_content: FxHashMap<Hash, Vec<&PackPath>> = FxHashMap::default();
    for entry in came.iter().filter(|entry| sizes.contains(&entry.size)) {
        if let Some(hash) = now(&entry.path) {
            by_content.entry(hash).or_default().push(&entry.path);
        }
    }
    let mut renames = Vec::new();
    let mut left = Vec::new();
    // Of files with the same content those that kept their name come first.
    for entry in gone {
        let Some(hash) = known(&entry.path) else { continue };
        let Some(places) = by_content.get_mut(&hash) else { continue };
        match places.iter().position(|to| to.name() == entry.path.name()) {
            Some(at) => renames.push((entry.path.clone(), places.remove(at).clone())),
            None => left.push((entry.path.clone(), hash)),
        }
    }
    for (from, hash) in left {
        if let Some(places) = by_content.get_mut(&hash).filter(|places| !places.is_empty()) {
            renames.push((from, places.remove(0).clone()));
        }
    }
    renames.sort();
    let folder = folder(&renames);
    Moved { renames, folder }
}

/// The one folder whose move explains all renames.
fn folder(renames: &[(PackPath, PackPath)]) -> Option<(String, String)> {
    let (from, to) = renames.first()?;
    let text = from.as_str();
    // From the deepest folder up: the first that explains them all is the one that moved.
    text.char_indices().rev().filter(|(_, c)| *c == '/').find_map(|(at, _)| {
        let (old, end) = text.split_at(at);
        let new = to.as_str().strip_suffix(end).filter(|new| !new.is_empty())?;
        let explains = |(from, to): &(PackPath, PackPath)| {
            let rest = from.as_str().strip_prefix(old).filter(|rest| rest.starts_with('/'));
            rest.is_some_and(|rest| to.as_str().strip_prefix(new) == Some(rest))
        };
        renames.iter().all(explains).then(|| (old.to_owned(), new.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> PackPath {
        PackPath::parse(text).unwrap()
    }

    /// Files with the content after the `=`.
    fn look(files: &[&str]) -> (Listing, FxHashMap<PackPath, Hash>) {
        let files: Vec<(&str, &str)> = files.iter().map(|file| file.split_once('=').unwrap()).collect();
        let listing = Listing::of_paths(files.iter().map(|(name, text)| (path(name), text.len() as u64)));
        (listing, files.iter().map(|(name, text)| (path(name), Hash::of(text.as_bytes()))).collect())
    }

    fn found(before: &[&str], after: &[&str]) -> (Vec<String>, Option<(String, String)>, usize) {
        let ((old, known), (new, content)) = (look(before), look(after));
        let mut asked = 0;
        let moved = moved(&old, &new, &|path| known.get(path).copied(), &mut |path| {
            asked += 1;
            content.get(path).copied()
        });
        (moved.renames.iter().map(|(from, to)| format!("{from} {to}")).collect(), moved.folder, asked)
    }

    #[test]
    fn one_that_vanished_and_one_of_the_same_content_are_a_rename() {
        assert_eq!(found(&["a.png=x", "b.png=yy"], &["c.png=x", "b.png=yy"]).0, ["a.png c.png"]);
        assert!(found(&["a.png=x"], &["c.png=y"]).0.is_empty(), "another content");
        assert!(found(&["a.png=x"], &["a.png=x", "b.png=x"]).0.is_empty(), "a copy");
        assert!(found(&["a.png=x"], &[]).0.is_empty());
        assert_eq!(found(&["a.png=x"], &["b.png=yy", "c.png=zzz"]).2, 0, "no size fits, so nothing is read");
    }

    #[test]
    fn of_the_same_content_those_that_kept_their_name_belong_together() {
        let (renames, ..) = found(&["a/1.png=x", "a/2.png=x"], &["b/2.png=x", "b/3.png=x"]);
        assert_eq!(renames, ["a/1.png b/3.png", "a/2.png b/2.png"]);
    }

    #[test]
    fn a_moved_folder_is_asked_about_once() {
        let folder = |from: &str, to: &str| Some((from.to_owned(), to.to_owned()));
        let (renames, one, _) = found(&["art/a.png=1", "art/x/b.png=22"], &["pics/a.png=1", "pics/x/b.png=22"]);
        assert_eq!((renames.len(), one), (2, folder("art", "pics")));
        assert_eq!(found(&["m/art/a.png=1"], &["m/old/art/a.png=1"]).1, folder("m/art", "m/old/art"));
        assert_eq!(found(&["art/a.png=1", "art/b.png=22"], &["pics/a.png=1", "art2/b.png=22"]).1, None);
        assert_eq!(found(&["art/a.png=1"], &["art/b.png=1"]).1, None, "a file was renamed");
        assert_eq!(found(&["a.png=1"], &["x/a.png=1"]).1, None, "no folder moved");
    }
}
