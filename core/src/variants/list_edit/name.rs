//! What a variant is called, its id, and where scripts name that.

use super::super::block::{Block, delta_pointer};
use super::super::list;
use super::super::scope::refused;
use super::{Halves, fresh_variant_id, list_at};
use crate::edit::{ManifestOp, Roots};
use crate::json::{Document, Edit, Ref, Value};
use crate::manifest::slug_of;
use crate::scene::view::SceneView;
use crate::{Result, pointer};
use std::borrow::Cow;

/// The most characters of an id: as many as a page address has.
const MAX_ID: usize = 60;

/// Both documents after a renaming.
#[derive(Debug, Clone)]
pub struct Renamed {
    /// Both documents.
    pub roots: Roots,
    /// The variant's id now.
    pub id: String,
}

/// Gives a variant a name. Until the pack is published the id follows it, where it was made from the name that the
/// variant had; one that was chosen otherwise stays. `published` says whether rooms may have stored the id.
///
/// # Errors
/// Refused where the list cannot be read or has no such variant.
pub fn set_name(roots: &Roots, id: &str, name: &str, published: bool) -> Result<Renamed> {
    let halves = Halves::of(roots)?;
    let index = halves.index(id)?;
    let was = list::entries(halves.manifest.root()).find(|entry| entry.index == index).and_then(list::Entry::name);
    let manifest = halves.edit_list(&[ManifestOp::Set(list_at().join(index).join("name"), Value::from(name))])?;
    let named = Roots { manifest, scene: roots.scene.clone() };
    if published || halves.count(id) > 1 || !follows(id, &was.unwrap_or_default()) {
        return Ok(Renamed { roots: named, id: id.to_owned() });
    }
    let others: Vec<String> = halves.taken().into_iter().filter(|other| other != id).collect();
    let fresh = fresh_variant_id(name, &others);
    if fresh == id || slug_of(name).is_empty() {
        return Ok(Renamed { roots: named, id: id.to_owned() });
    }
    Ok(Renamed { roots: rename_id(&named, id, &fresh)?, id: fresh })
}

/// Whether an id was made from this name.
fn follows(id: &str, name: &str) -> bool {
    let stem = Some(slug_of(name)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| "variant".to_owned());
    let number = |rest: &str| rest.strip_prefix('-').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    id.strip_prefix(&*stem).is_some_and(|rest| rest.is_empty() || number(rest))
}

/// Why `id` cannot be a variant's: one sentence without its full stop. `taken` are the ids of all other variants, listed
/// or not. The documents ask for no shape; rooms store it and scripts compare it, so ours is what both carry safely.
pub fn id_problem(id: &str, taken: &[String]) -> Option<String> {
    let fits = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    if id.is_empty() {
        Some("A variant needs an id".to_owned())
    } else if taken.iter().any(|other| other == id) {
        Some(format!("Another variant has the id “{id}”, or the scene still holds differences under it"))
    } else if id.chars().count() > MAX_ID {
        Some(format!("An id has at most {MAX_ID} characters"))
    } else if !id.chars().all(fits) {
        Some(format!("“{id}” is no good id: use letters, digits, dashes, dots and underscores"))
    } else if id == "__proto__" {
        Some("“__proto__” means something else to the programs that read packs".to_owned())
    } else {
        None
    }
}

/// Gives a variant another id: in the list, as the key of its differences, which stay in their place, and as the scene's
/// base, all at once. Scripts are not touched; see [`places_of_id`].
///
/// # Errors
/// Refused where the list cannot be read, lacks `old` or has it twice, and where `new` is no good id, is listed, or has
/// differences that the list lacks.
pub fn rename_id(roots: &Roots, old: &str, new: &str) -> Result<Roots> {
    let halves = Halves::of(roots)?;
    let index = halves.index(old)?;
    if old == new {
        return Ok(roots.clone());
    }
    if halves.count(old) > 1 {
        return Err(refused(
            format!("Two variants of the list have the id “{old}”, so nothing says whose differences the scene holds"),
            "Delete one of them first.",
        ));
    }
    let others: Vec<String> = halves.taken().into_iter().filter(|id| id != old).collect();
    if let Some(problem) = id_problem(new, &others) {
        return Err(refused(problem, "Choose another id."));
    }
    let manifest = halves.edit_list(&[ManifestOp::Set(list_at().join(index).join("id"), Value::from(new))])?;
    let scene = match halves.scene {
        Some(scene) => Some(rename_in_scene(scene, old, new)?),
        None => None,
    };
    Ok(Roots { manifest, scene })
}

fn rename_in_scene(scene: &Document, old: &str, new: &str) -> Result<Document> {
    let mut scene = scene.clone();
    if Block::of(SceneView::of(&scene)).and_then(Block::base).as_deref() == Some(old) {
        scene = scene.edit_many([(pointer!["variants", "base"], Edit::Set(Value::from(new)))])?;
    }
    let delta = delta_pointer(old);
    if scene.at(&delta).is_some() {
        scene = scene.rename_member(&delta, new)?;
    }
    Ok(scene)
}

/// The script that a place is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InScript {
    /// A script of the scene's library.
    Library {
        /// Its number in `scripts`.
        index: usize,
        /// Its id.
        id: String,
        /// Its name; the id where it has none.
        name: String,
    },
    /// The entry script, by its path in the pack.
    Entry(String),
}

/// A place where a script has a variant's id between quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptPlace {
    /// The script.
    pub script: InScript,
    /// The line, from 1.
    pub line: usize,
    /// The column of the quote, in characters, from 1.
    pub column: usize,
    /// The line's text, without the space around it.
    pub text: String,
}

/// Where the scene's scripts and the entry script have `id` as a quoted string: what compares with the id that
/// `getVariant()` answers may stand there. `entry` is the entry script's path and text, where there is one.
pub fn places_of_id(scene: Option<&Document>, entry: Option<(&str, &str)>, id: &str) -> Vec<ScriptPlace> {
    let mut places = Vec::new();
    if let Some((path, text)) = entry {
        find_quoted(text, id, &InScript::Entry(path.to_owned()), &mut places);
    }
    let scripts = scene.and_then(|scene| SceneView::of(scene).key("scripts"));
    for (index, script) in scripts.into_iter().flat_map(Ref::items).enumerate() {
        let text = |key: &str| script.get(key).and_then(Ref::as_str).filter(|text| !text.is_empty());
        let Some(source) = text("source") else { continue };
        let script_id = text("id").unwrap_or_default().into_owned();
        let name = text("name").map_or_else(|| script_id.clone(), Cow::into_owned);
        find_quoted(&source, id, &InScript::Library { index, id: script_id, name }, &mut places);
    }
    places
}

fn find_quoted(text: &str, id: &str, script: &InScript, places: &mut Vec<ScriptPlace>) {
    if id.is_empty() {
        return;
    }
    for (number, line) in text.lines().enumerate() {
        for (at, _) in line.match_indices(id) {
            let before = line[..at].chars().next_back();
            let after = line[at + id.len()..].chars().next();
            if before == after && before.is_some_and(|quote| "\"'`".contains(quote)) {
                let column = line[..at].chars().count();
                places.push(ScriptPlace { script: script.clone(), line: number + 1, column, text: line.trim().to_owned() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::follows;

    #[test]
    fn an_id_follows_a_name_that_it_was_made_from() {
        for (id, name) in [("9x9", "9×9"), ("9x9-2", "9×9"), ("variant", ""), ("variant-3", "…")] {
            assert!(follows(id, name), "{id}");
        }
        for (id, name) in [("9x9-", "9×9"), ("9x92", "9×9"), ("9x9-a", "9×9"), ("x", "9×9"), ("small", "")] {
            assert!(!follows(id, name), "{id}");
        }
    }
}
