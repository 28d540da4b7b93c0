//! The scene file (`setup.json`): what its keys mean, typed reading, and the rules that the documents state for it.
//!
//! - [`keys`]: the top-level keys, the groups that a variant can own, and the keys that are shared
//! - [`view`]: typed getters that read through the tree and own nothing
//! - [`schema`]: what the platform would refuse, as [`crate::Finding`]s
//!
//! Nothing here edits a scene, knows the manifest, or resolves a variant: that is [`crate::variants`].

pub mod keys;
pub mod schema;
pub mod view;

pub use keys::{Group, KeyRole};
pub use view::{Entity, SceneView};

use crate::json::Ref;
use rustc_hash::FxHashMap;

/// The members of an object as JavaScript reads them: each key once, where it first stands, with its last value.
pub(crate) fn members_once(object: Ref<'_>) -> Vec<(&str, Ref<'_>)> {
    let mut out: Vec<(&str, Ref<'_>)> = Vec::with_capacity(object.len());
    if object.len() <= 16 {
        for (key, value) in object.members() {
            match out.iter_mut().find(|(known, _)| *known == key) {
                Some(entry) => entry.1 = value,
                None => out.push((key, value)),
            }
        }
        return out;
    }
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    for (key, value) in object.members() {
        let place = *places.entry(key).or_insert(out.len());
        match out.get_mut(place) {
            Some(entry) => entry.1 = value,
            None => out.push((key, value)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[test]
    fn a_duplicate_key_keeps_its_first_place_and_its_last_value() {
        let long: String = (0..20).map(|i| format!(r#","k{i}":{i}"#)).collect();
        for filler in ["", &long] {
            let doc = Document::parse(format!(r#"{{"a":1,"b":2,"a":3{filler}}}"#).as_bytes()).unwrap();
            let members = members_once(doc.root());
            assert_eq!((members[0].0, members[0].1.as_f64()), ("a", Some(3.0)));
            assert_eq!(members[1].0, "b");
            assert_eq!(members.len(), doc.root().len() - 1);
        }
    }
}
