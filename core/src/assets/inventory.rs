//! A row for each file: what it is, how it reaches players, what is wrong with it, and how many places use it. Made from a
//! listing and the places that name files; reads nothing itself.

use super::class::{Class, Special};
use super::listing::{Entry, Listing};
use super::memory::Memory;
use super::path_order;
use super::references::{References, Role, is_platform};
use super::state::{Delivery, LARGE, NotPlain, State, TOO_LARGE, Trouble};
use crate::edit::Roots;
use crate::json::Ref;
use crate::manifest::ManifestView;
use crate::pack::{FileKind, Hash, PackPath};
use crate::pack_type::PackType;
use rustc_hash::FxHashSet;

/// One file, or one path that is named and has none.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its path; the platform's name for the platform's files; as well as it can be shown for a name that cannot be used.
    pub path: String,
    /// What it is.
    pub class: Class,
    /// In bytes, where it is there.
    pub size: Option<u64>,
    /// The hash of its published bytes, where it is known already.
    pub hash: Option<Hash>,
    /// How it reaches players.
    pub delivery: Delivery,
    /// What is wrong with it, the worst first.
    pub troubles: Vec<Trouble>,
    /// How many places use it, in all variants together.
    pub uses: usize,
}

impl Row {
    /// The states that it is in.
    pub fn states(&self) -> impl Iterator<Item = State> {
        std::iter::once(self.delivery.state()).chain(self.troubles.iter().map(Trouble::state))
    }

    /// The state to show where there is room for one: the worst trouble, else how it reaches players.
    pub fn state(&self) -> State {
        self.troubles.first().map_or_else(|| self.delivery.state(), Trouble::state)
    }

    /// Why it is in that state.
    pub fn reason(&self) -> String {
        self.troubles.first().map_or_else(|| self.delivery.reason(), Trouble::reason)
    }
}

/// Every file of a pack and every path that is named, in the platform's order of paths.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inventory {
    /// The rows.
    pub rows: Vec<Row>,
}

/// The manifest's lists.
struct Lists {
    assets: FxHashSet<String>,
    excluded: FxHashSet<String>,
}

impl Lists {
    fn of(roots: &Roots) -> Self {
        let view = roots.manifest.as_ref().and_then(ManifestView::new);
        let list = |key: &str| {
            let items = view.and_then(|view| view.root().get(key)).into_iter().flat_map(Ref::items);
            items.filter_map(|item| Some(PackPath::parse(&item.as_str()?).ok()?.as_str().to_owned())).collect()
        };
        Self { assets: list("assets"), excluded: list("excludedAssets") }
    }

    fn delivery(&self, special: &Special, path: &PackPath) -> Delivery {
        if self.excluded.contains(path.as_str()) {
            return Delivery::OnDemand;
        }
        if self.assets.contains(path.as_str()) {
            return Delivery::Preloaded;
        }
        special.never(path).map_or(Delivery::NotListed, Delivery::Never)
    }
}

impl Inventory {
    /// The inventory of a pack with these documents, files and references.
    pub fn of(roots: &Roots, listing: &Listing, memory: &Memory, special: &Special, references: &References) -> Self {
        let lists = Lists::of(roots);
        let kind = roots.manifest.as_ref().and_then(ManifestView::new).and_then(ManifestView::pack_type);
        let mut rows: Vec<Row> = Vec::with_capacity(listing.files.len());
        for entry in &listing.files {
            let delivery = lists.delivery(special, &entry.path);
            let class = special.class(&entry.path);
            let uses = references.uses(entry.path.as_str()).count();
            let facts = memory.facts(&entry.path);
            let mut troubles = troubles_of(entry);
            if facts.is_some_and(|facts| facts.lfs_pointer) {
                troubles.push(Trouble::LfsPointer);
            }
            troubles.extend(facts.and_then(|facts| facts.unreadable.clone()).map(Trouble::Unreadable));
            troubles.extend(listing.other_spelling(&entry.path).cloned().map(Trouble::Twin));
            if uses == 0 && can_be_unused(class, &delivery, kind) {
                troubles.push(Trouble::Unused);
            }
            let hash = facts.and_then(|facts| facts.bytes).map(|bytes| bytes.hash);
            rows.push(Row {
                path: entry.path.as_str().to_owned(),
                class,
                size: Some(entry.size),
                hash,
                delivery,
                troubles,
                uses,
            });
        }
        for path in references.paths() {
            rows.extend(named_only(path, listing, special, &lists, references));
        }
        for odd in &listing.odd {
            let (delivery, troubles) = (Delivery::Never(super::Never::Extension), vec![Trouble::NotPlain(odd.why)]);
            let (path, hash) = (odd.shown.clone(), None);
            rows.push(Row { path, class: Class::Other, size: None, hash, delivery, troubles, uses: 0 });
        }
        rows.sort_by(|a, b| path_order(&a.path, &b.path));
        Self { rows }
    }

    /// The same rows as the lists of `roots` have them: for the moment between an edit of those and the next look.
    #[must_use]
    pub fn relisted(&self, roots: &Roots, special: &Special) -> Self {
        let lists = Lists::of(roots);
        let relisted = |row: &Row| {
            let delivery = match (&row.delivery, PackPath::parse(&row.path)) {
                (Delivery::Platform, _) | (_, Err(_)) => row.delivery.clone(),
                (_, Ok(path)) => lists.delivery(special, &path),
            };
            Row { delivery, ..row.clone() }
        };
        Self { rows: self.rows.iter().map(relisted).collect() }
    }

    /// The row of `path`.
    pub fn get(&self, path: &str) -> Option<&Row> {
        let at = self.rows.binary_search_by(|row| path_order(&row.path, path)).ok()?;
        self.rows.get(at)
    }

    /// How many bytes a player downloads before the table opens.
    pub fn download(&self) -> u64 {
        self.preloaded().filter_map(|row| row.size).sum()
    }

    /// The `count` largest files of that download.
    pub fn largest(&self, count: usize) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.preloaded().collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.size));
        rows.truncate(count);
        rows
    }

    fn preloaded(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.delivery == Delivery::Preloaded && row.size.is_some())
    }
}

fn troubles_of(entry: &Entry) -> Vec<Trouble> {
    match entry.kind {
        FileKind::Symlink => vec![Trouble::NotPlain(NotPlain::Link)],
        FileKind::Other | FileKind::Dir => vec![Trouble::NotPlain(NotPlain::Device)],
        FileKind::File if entry.size > TOO_LARGE => vec![Trouble::TooLarge { refused: true }],
        FileKind::File if entry.size > LARGE => vec![Trouble::TooLarge { refused: false }],
        FileKind::File => Vec::new(),
    }
}

/// Whether it means anything that nothing names a file: not where it is there for editors or people, is read by its name,
/// or is what an asset pack offers to other packs.
fn can_be_unused(class: Class, delivery: &Delivery, kind: Option<PackType>) -> bool {
    let reaches_players = matches!(delivery, Delivery::Preloaded | Delivery::OnDemand | Delivery::NotListed);
    reaches_players && kind != Some(PackType::Asset) && !matches!(class, Class::Media | Class::Catalogue)
}

/// The row of a path that is named and is not a file of the listing.
fn named_only(path: &str, listing: &Listing, special: &Special, lists: &Lists, references: &References) -> Option<Row> {
    let uses = references.uses(path).count();
    if is_platform(path) {
        // What editors remember of the platform's files is no use of them.
        let row = |class| Row {
            path: path.to_owned(),
            class,
            size: None,
            hash: None,
            delivery: Delivery::Platform,
            troubles: Vec::new(),
            uses,
        };
        let class = PackPath::parse(path.trim_start_matches('/')).map_or(Class::Other, |path| special.class(&path));
        return (uses > 0).then(|| row(class));
    }
    let in_pack = PackPath::parse(path).ok()?;
    if listing.get(&in_pack).is_some() {
        return None;
    }
    let trouble = if listing.is_ignored(&in_pack) {
        Trouble::Ignored
    } else {
        let missed = |role| matches!(role, Role::Use | Role::Listed);
        if !references.to(path).any(|naming| naming.firm && missed(naming.role)) {
            return None;
        }
        listing.other_spelling(&in_pack).cloned().map_or(Trouble::Missing, Trouble::CaseDiffers)
    };
    let delivery = lists.delivery(special, &in_pack);
    // Credits and records may well name what git ignores.
    if trouble == Trouble::Ignored && uses == 0 && !matches!(delivery, Delivery::Preloaded | Delivery::OnDemand) {
        return None;
    }
    let class = special.class(&in_pack);
    Some(Row { path: path.to_owned(), class, size: None, hash: None, delivery, troubles: vec![trouble], uses })
}

#[cfg(test)]
mod tests;
