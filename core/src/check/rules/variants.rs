//! The manifest's list of variants and the scene's differences agree (Game Variants page, *What publishing refuses*).
//! Silent while the manifest cannot be read or its list fails the schema: a list that cannot be read looks like one
//! that is empty, and nobody may be led to remove differences over it.

use super::Rule;
use crate::check::{Context, Draft, Fix, Sink};
use crate::edit::Roots;
use crate::json::{Document, EditError, Pointer};
use crate::pointer;
use crate::variants::{MAX_VARIANTS, agree, list_edit};
use std::borrow::Cow;

pub(super) const RULE: Rule = Rule {
    name: "the two halves of the variants",
    codes: &[
        "tw-variant-delta-unlisted",
        "tw-variant-base-unlisted",
        "tw-variant-list-missing",
        "tw-variant-list-short",
        "tw-variant-not-a-game",
        "tw-variant-removed-unknown",
        "tw-variant-parent-gone",
        "tw-variant-shared-key",
        "tw-duplicate-id",
    ],
    run,
};

fn run(context: &Context, sink: &mut Sink) {
    let listed = context.manifest.map_or(0, |manifest| manifest.variants().count());
    for finding in agree::findings(context.subject.manifest.ok(), context.subject.scene.ok()) {
        let (code, pointer) = (finding.code, finding.pointer.clone());
        let draft = sink.put(finding);
        match code {
            "tw-variant-delta-unlisted" => unlisted(draft, &pointer, listed),
            "tw-variant-base-unlisted" => base_unlisted(draft, context, &pointer, listed),
            "tw-variant-list-missing" => list_missing(draft),
            "tw-variant-removed-unknown" => removed_unknown(draft, context, &pointer),
            "tw-variant-parent-gone" => take_away(draft, "remove-parent", "Let it stand alone", false, pointer),
            "tw-variant-not-a-game" => not_a_game(draft),
            "tw-variant-shared-key" => take_away(draft, "remove-shared-key", "Take the unused key away", false, pointer),
            _ => {}
        }
    }
}

/// Takes both halves away: the pack could never offer a choice.
fn not_a_game(draft: &mut Draft) {
    draft.fix(Fix::new("remove-variants", "Remove the variants", false, |roots| {
        let at = pointer!["variants"];
        let without = |document: Option<&Document>| match document {
            Some(document) if document.at(&at).is_some() => document.remove(&at).map(Some),
            other => Ok(other.cloned()),
        };
        Ok(Roots { manifest: without(roots.manifest.as_ref())?, scene: without(roots.scene.as_ref())? })
    }));
}

/// The two ways to mend differences that no variant of the list has.
fn unlisted(draft: &mut Draft, delta: &Pointer, listed: usize) {
    let Some(id) = delta.last().map(str::to_owned) else { return };
    add_back(draft, id.clone(), listed);
    draft.fix(Fix::new("remove-unlisted-differences", "Remove them", false, move |roots| {
        list_edit::remove_unlisted(roots, std::slice::from_ref(&id))
    }));
}

/// Offers to list a variant that only the scene knows.
fn add_back(draft: &mut Draft, id: String, listed: usize) {
    if listed < MAX_VARIANTS {
        let label = format!("List “{id}” in the manifest");
        draft.fix(Fix::new("list-variant", label, false, move |roots| {
            list_edit::add_back_to_list(roots, std::slice::from_ref(&id))
        }));
    }
}

/// Offers to list a base that only the scene knows.
fn base_unlisted(draft: &mut Draft, context: &Context, place: &Pointer, listed: usize) {
    let id = context.subject.scene.ok().and_then(|scene| scene.at(place)?.as_str());
    if let Some(id) = id {
        add_back(draft, id.into_owned(), listed);
    }
}

/// Offers to list every variant that the scene knows.
fn list_missing(draft: &mut Draft) {
    draft.fix(Fix::new("list-variants", "List them in the manifest", false, list_edit::add_all_back_to_list));
}

/// Offers to take an id out of a list of removed ones. The id is looked for when the fix is applied: other fixes may
/// have moved it.
fn removed_unknown(draft: &mut Draft, context: &Context, place: &Pointer) {
    let id = context.subject.scene.ok().and_then(|scene| scene.at(place)?.as_str());
    let (Some(id), Some(list)) = (id.map(Cow::into_owned), place.parent()) else { return };
    draft.fix(Fix::scene("remove-unknown-removal", "Take the id out of the list", true, move |scene| {
        let items = scene.at(&list).ok_or_else(|| EditError::Missing(list.clone()))?.items();
        let meant: Vec<usize> =
            items.enumerate().filter(|(_, item)| item.as_str().is_some_and(|i| i == id)).map(|(i, _)| i).collect();
        meant.into_iter().rev().try_fold(scene.clone(), |scene, index| scene.remove(&list.join(index)))
    }));
}

/// Offers to take what stands at `place` of the scene away.
fn take_away(draft: &mut Draft, id: &'static str, label: &str, safe: bool, place: Pointer) {
    draft.fix(Fix::scene(id, label, safe, move |scene| scene.remove(&place)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, SCENE, found_both, with};
    use crate::check::{Options, Subject, check};

    fn list(ids: &[&str]) -> String {
        let entries: Vec<String> = ids.iter().map(|id| format!("{{\"id\":\"{id}\",\"name\":\"{id}\"}}")).collect();
        with("variants", &format!("[{}]", entries.join(",")))
    }

    fn scene(base: &str, deltas: &[&str]) -> String {
        let deltas: Vec<String> = deltas.iter().map(|id| format!("\"{id}\":{{}}")).collect();
        let block = format!("\"variants\":{{\"base\":\"{base}\",\"deltas\":{{{}}}}},\"objects\":[]", deltas.join(","));
        SCENE.replace("\"objects\":[]", &block)
    }

    #[test]
    fn halves_that_agree_are_fine() {
        assert!(found_both(&RULE, GOOD, SCENE).is_empty());
        assert!(found_both(&RULE, &list(&["a", "b", "c"]), &scene("a", &["b"])).is_empty());
    }

    #[test]
    fn disagreements_are_told() {
        let unlisted = found_both(&RULE, &list(&["a", "b"]), &scene("a", &["b", "c"]));
        assert_eq!(unlisted, ["error tw-variant-delta-unlisted scene:/variants/deltas/c"]);
        let base = found_both(&RULE, &list(&["a", "b"]), &scene("x", &["b"]));
        assert_eq!(base, ["error tw-variant-base-unlisted scene:/variants/base"]);
        let room = list(&["a", "b"]).replace("game-pack", "room-pack");
        assert_eq!(found_both(&RULE, &room, SCENE), ["error tw-variant-not-a-game /variants"]);
        assert_eq!(found_both(&RULE, &list(&["a"]), SCENE), ["warning tw-variant-list-short /variants"]);
    }

    #[test]
    fn variants_of_a_pack_that_is_no_game_can_be_removed() {
        let roots = Roots {
            manifest: Some(Document::parse(list(&["a", "b"]).replace("game-pack", "room-pack").as_bytes()).unwrap()),
            scene: Some(Document::parse(scene("a", &["b"]).as_bytes()).unwrap()),
        };
        let subject = Subject::of_documents(Ok(roots.manifest.as_ref().unwrap()), Ok(roots.scene.as_ref().unwrap()));
        let found = check(&subject, &Options { documents: true });
        let problem = found.iter().find(|d| d.code == "tw-variant-not-a-game").unwrap();
        let after = problem.fixes[0].apply(&roots).unwrap();
        assert!(!problem.fixes[0].is_safe());
        assert_eq!(after.manifest.unwrap().text(), GOOD.replace("game-pack", "room-pack"));
        assert!(!after.scene.unwrap().text().contains("variants"));
    }

    #[test]
    fn a_list_that_fails_the_schema_silences_them() {
        let bad = with("variants", r#"[{"id":"a"},{"id":"b","name":"B"}]"#);
        assert!(found_both(&RULE, &bad, &scene("x", &["c"])).is_empty());
    }

    #[test]
    fn differences_that_are_not_listed_can_be_listed_or_removed() {
        let roots = Roots {
            manifest: Some(Document::parse(list(&["a", "b"]).as_bytes()).unwrap()),
            scene: Some(Document::parse(scene("a", &["b", "c"]).as_bytes()).unwrap()),
        };
        let problems = |roots: &Roots| {
            let subject = Subject::of_documents(Ok(roots.manifest.as_ref().unwrap()), Ok(roots.scene.as_ref().unwrap()));
            check(&subject, &Options { documents: true })
        };
        let found = problems(&roots);
        let [problem] = &found[..] else { panic!("{found:?}") };
        let [listing, removing] = &problem.fixes[..] else { panic!("{:?}", problem.fixes) };
        for fix in [listing, removing] {
            let after = fix.apply(&roots).unwrap();
            assert!(problems(&after).is_empty(), "{}", fix.label());
            assert!(!fix.is_safe(), "{} adds or loses something of a person's", fix.label());
        }
    }

    #[test]
    fn a_base_and_a_whole_scene_that_the_list_lacks_can_be_listed() {
        let problems = |roots: &Roots| {
            let subject = Subject::of_documents(Ok(roots.manifest.as_ref().unwrap()), Ok(roots.scene.as_ref().unwrap()));
            check(&subject, &Options { documents: true })
        };
        for (manifest, code) in [(list(&["b", "c"]), "tw-variant-base-unlisted"), (GOOD.to_owned(), "tw-variant-list-missing")] {
            let roots = Roots {
                manifest: Some(Document::parse(manifest.as_bytes()).unwrap()),
                scene: Some(Document::parse(scene("a", &["b"]).as_bytes()).unwrap()),
            };
            let found = problems(&roots);
            let problem = found.iter().find(|problem| problem.code == code).unwrap_or_else(|| panic!("{found:?}"));
            assert!(!problem.fixes[0].is_safe());
            let after = problem.fixes[0].apply(&roots).unwrap();
            assert!(problems(&after).is_empty(), "{:?}", problems(&after));
        }
    }

    #[test]
    fn ids_that_nothing_has_leave_the_list_whatever_was_mended_before() {
        let delta = "\"b\":{\"removed\":[\"x\",\"y\",\"z\"]}";
        let text = scene("a", &["b"]).replace("\"b\":{}", delta);
        let mut roots = Roots {
            manifest: Some(Document::parse(list(&["a", "b"]).as_bytes()).unwrap()),
            scene: Some(Document::parse(text.as_bytes()).unwrap()),
        };
        let subject = Subject::of_documents(Ok(roots.manifest.as_ref().unwrap()), Ok(roots.scene.as_ref().unwrap()));
        let found = check(&subject, &Options { documents: true });
        assert_eq!(found.len(), 3);
        for fix in found.iter().take(2).flat_map(|problem| &problem.fixes) {
            assert!(fix.is_safe());
            roots = fix.apply(&roots).unwrap();
        }
        assert_eq!(roots.scene.unwrap().text(), text.replace("\"x\",\"y\",", ""));
    }
}
