//! *Changes apply to*: the scope of an edit, and what is told about its reach.

use super::layout::Layout;
use crate::json::Document;
use crate::scene::keys::label;
use crate::{Error, ErrorKind};

/// A variant's id, as the manifest's list and the scene's differences write it.
pub type VariantId = String;

/// What *Changes apply to* says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Scope {
    /// *All variants*: every variant that shows the same value as the one shown.
    #[default]
    All,
    /// *Only <the variant shown>*, and the ones named with it ([`Stage::also`]): no other variant changes.
    Only,
}

/// What an edit stands on: the scene, the manifest's list and the variant that the person looks at.
#[derive(Debug, Clone, Copy)]
pub struct Stage<'a> {
    /// The scene (`setup.json`) before the edit.
    pub scene: &'a Document,
    /// The ids of the manifest's list, in its order; empty where there is none.
    pub listed: &'a [String],
    /// The variant shown. An id that neither the list nor the scene knows means the list's first, else the base.
    pub shown: &'a str,
    /// The variants that *Only* names beside the one shown, as one edits a variant and its scripted twin together. Ids
    /// that nothing knows are passed over; in the scope *All* they mean nothing.
    ///
    /// An edit lands in each of them as it would if it were the one shown: at that unit, whatever stood there before. Of
    /// what one of them lacks (the entity, the element of a list, the parent of what is added) it is given nothing.
    /// Where the base is named, those named that inherit follow it, and every variant that is not named keeps what it
    /// had.
    pub also: &'a [VariantId],
}

impl<'a> Stage<'a> {
    /// A stage on which *Only* means the variant shown alone.
    pub fn new(scene: &'a Document, listed: &'a [String], shown: &'a str) -> Self {
        Self { scene, listed, shown, also: &[] }
    }

    /// The ids of the variants that the scope *Only* means: the one shown and those named with it, in the order of
    /// [`Self::variants`].
    pub fn named(&self) -> Vec<VariantId> {
        let layout = Layout::new(self);
        let named = layout.variants.iter().zip(layout.named()).filter(|(_, named)| *named);
        named.map(|(variant, _)| variant.id.to_string()).collect()
    }

    /// The ids of every variant: the base first, then the manifest's list, then differences that it does not list.
    pub fn variants(&self) -> Vec<VariantId> {
        Layout::new(self).variants.iter().map(|v| v.id.to_string()).collect()
    }

    /// The variant that is shown, where [`Self::shown`] may be an id that nothing knows.
    pub fn shown_variant(&self) -> VariantId {
        let layout = Layout::new(self);
        layout.variants[layout.shown].id.to_string()
    }

    /// Whether the variant shown is the base: the top level of the scene.
    pub fn shows_base(&self) -> bool {
        Layout::new(self).shown == 0
    }

    /// Whether there is anything to choose: *Changes apply to* is hidden with fewer than two variants.
    pub fn has_choice(&self) -> bool {
        Layout::new(self).variants.len() > 1
    }
}

/// What the toast of an edit in the scope *All* offers afterwards; the edit is made again from the state before it,
/// as part of the same step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Adjust {
    /// *Keep 13×13 apart*: own copies of these variants that equalled stay as they are.
    pub apart: Vec<VariantId>,
    /// *Change them too*: variants that showed another value get the new one as well.
    pub too: bool,
}

/// Something that a variant can have its own copy of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OwnPart {
    /// A key of the scene, by name.
    Key(String),
    /// An entity, by id.
    Entity(String),
}

/// The scene after an edit, and which variants it reached.
#[derive(Debug, Clone)]
pub struct Edited {
    /// The scene after the edit.
    pub scene: Document,
    /// Which variants changed, which did not, and who got copies.
    pub reach: Reach,
}

/// Which variants an edit reached. Ids are in the order base, manifest's list, differences that it does not list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reach {
    /// Variants that show something else now.
    pub changed: Vec<VariantId>,
    /// Whether [`Self::changed`] is all variants.
    pub everywhere: bool,
    /// In the scope *All*: variants that had another value there and keep it.
    pub kept_own: Vec<VariantId>,
    /// In the scope *All*: variants, other than the one shown, whose own copy equalled and changed with it.
    pub own_copies_that_followed: Vec<VariantId>,
    /// What variants now own that they inherited before.
    pub first_own_copies: Vec<(VariantId, OwnPart)>,
    /// How many variants were given copies of what they had, so that the edit does not reach them.
    pub copies_given: usize,
}

impl Reach {
    /// What the toast says: one or more sentences. `name` gives a variant's name for its id.
    pub fn sentence(&self, name: impl Fn(&str) -> String) -> String {
        let names = |ids: &[VariantId]| join(&ids.iter().map(|id| name(id)).collect::<Vec<_>>());
        let one = |ids: &[VariantId]| ids.len() == 1;
        let mut said = self.own_keys_said(&name);
        if self.copies_given > 0 && said.is_empty() {
            let mut given: Vec<VariantId> = Vec::new();
            for (id, _) in &self.first_own_copies {
                if !given.contains(id) {
                    given.push(id.clone());
                }
            }
            let copies = if one(&given) { "keeps what it had, as its own copy" } else { "keep what they had, as own copies" };
            said.push(format!("{} {copies}.", names(&given)));
        }
        if !self.own_copies_that_followed.is_empty() {
            let copies = if one(&self.own_copies_that_followed) { "own copy" } else { "own copies" };
            said.push(format!("The {copies} of {} followed.", names(&self.own_copies_that_followed)));
        }
        if !self.kept_own.is_empty() {
            let keep = if one(&self.kept_own) { "keeps its" } else { "keep their" };
            said.push(format!("{} {keep} own value.", names(&self.kept_own)));
        }
        if said.is_empty() {
            said.push(match self.changed.len() {
                0 => "Nothing changed.".to_owned(),
                _ if self.everywhere => "All variants changed.".to_owned(),
                1 => format!("Only {} changed.", names(&self.changed)),
                _ => format!("{} changed.", names(&self.changed)),
            });
        }
        said.join(" ")
    }

    /// One sentence for each set of keys that variants own from now on.
    fn own_keys_said(&self, name: impl Fn(&str) -> String) -> Vec<String> {
        let mut by_variant: Vec<(&str, Vec<&str>)> = Vec::new();
        for (id, part) in &self.first_own_copies {
            let OwnPart::Key(key) = part else { continue };
            match by_variant.iter_mut().find(|(known, _)| known == id) {
                Some((_, keys)) => keys.push(key),
                None => by_variant.push((id, vec![key])),
            }
        }
        let mut by_keys: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
        for (id, keys) in by_variant {
            match by_keys.iter_mut().find(|(known, _)| *known == keys) {
                Some((_, names)) => names.push(name(id)),
                None => by_keys.push((keys, vec![name(id)])),
            }
        }
        let said = by_keys.into_iter().map(|(keys, names)| {
            let words = join(&keys.iter().map(|key| label(key).to_owned()).collect::<Vec<_>>());
            let (have, them) = if names.len() == 1 { ("has its", "it") } else { ("have their", "them") };
            format!("{} now {have} own {words}; changes to the base’s no longer reach {them}.", join(&names))
        });
        said.collect()
    }
}

/// `a`, `a and b`, `a, b and c`.
fn join(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// An edit that cannot be made: what stands against it, and what to do.
pub(super) fn refused(what: impl Into<String>, hint: impl Into<String>) -> Error {
    Error::new(ErrorKind::Refused, what).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(ids: &[&str]) -> Vec<VariantId> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    fn said(reach: &Reach) -> String {
        reach.sentence(|id| id.replace('x', "×"))
    }

    #[test]
    fn says_who_keeps_their_own_value() {
        let mut reach = Reach { changed: ids(&["19x19"]), kept_own: ids(&["13x13", "9x9"]), ..Reach::default() };
        assert_eq!(said(&reach), "13×13 and 9×9 keep their own value.");
        reach.kept_own.pop();
        reach.own_copies_that_followed = ids(&["5x5"]);
        assert_eq!(said(&reach), "The own copy of 5×5 followed. 13×13 keeps its own value.");
    }

    #[test]
    fn says_once_what_a_variant_owns_from_now_on() {
        let own = |id: &str, key: &str| (id.to_owned(), OwnPart::Key(key.to_owned()));
        let mut reach = Reach { first_own_copies: vec![own("13x13", "roomSettings")], ..Reach::default() };
        assert_eq!(said(&reach), "13×13 now has its own room settings; changes to the base’s no longer reach it.");
        reach.first_own_copies.push(own("9x9", "roomSettings"));
        assert_eq!(said(&reach), "13×13 and 9×9 now have their own room settings; changes to the base’s no longer reach them.");
    }

    #[test]
    fn says_who_keeps_what_it_had() {
        let own = |id: &str, entity: &str| (id.to_owned(), OwnPart::Entity(entity.to_owned()));
        let first = vec![own("9x9", "a"), own("13x13", "a"), own("9x9", "b"), own("13x13", "b")];
        let reach = Reach { first_own_copies: first, copies_given: 2, ..Reach::default() };
        assert_eq!(said(&reach), "9×9 and 13×13 keep what they had, as own copies.");
    }

    #[test]
    fn says_what_changed_where_there_is_nothing_else_to_say() {
        let mut reach = Reach { changed: ids(&["19x19"]), ..Reach::default() };
        assert_eq!(said(&reach), "Only 19×19 changed.");
        reach.everywhere = true;
        assert_eq!(said(&reach), "All variants changed.");
        assert_eq!(said(&Reach::default()), "Nothing changed.");
    }
}
