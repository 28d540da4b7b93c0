//! Where the two halves of a pack's variants disagree, and what a scene says about them that nobody reads.
//!
//! The platform refuses four disagreements (“What publishing refuses” on the Game Variants page) under codes that our
//! documents do not print; ours say so. Two more limits of the scene, twelve deltas and none for the base, are schema
//! failures and stand in [`crate::scene::schema`]; the list's own shape is [`super::list::schema`].

use super::block::{Block, Delta};
use super::list::{self, Entry};
use crate::finding::{DocId, Finding, Severity};
use crate::json::{Document, Pointer, Ref};
use crate::manifest::PackType;
use crate::pointer;
use crate::scene::keys::KeyRole;
use crate::scene::view::{Entity, SceneView};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// The four disagreements have codes of the platform's own as well.
const OWN_CODE: &str = "The platform refuses this under a code of its own.";

/// Everything that both documents say about variants and that does not fit together. Either may be missing where it
/// cannot be read; what needs it is then silent.
pub fn findings(manifest: Option<&Document>, scene: Option<&Document>) -> Vec<Finding> {
    let manifest = manifest.map(Document::root).filter(|root| root.is_object());
    let scene = scene.map(SceneView::of).filter(|scene| scene.0.is_object());
    let mut out = Vec::new();
    if let Some(manifest) = manifest.filter(|manifest| list::schema(*manifest).is_empty()) {
        list_alone(manifest, &mut out);
        if let Some(block) = scene.and_then(Block::of) {
            halves(manifest, block, &mut out);
        }
    }
    if let Some(scene) = scene {
        scene_alone(scene, &mut out);
    }
    out
}

/// The list by itself: its length, ids that stand twice, and whether the pack may have one.
fn list_alone(manifest: Ref<'_>, out: &mut Vec<Finding>) {
    let Some(value) = manifest.get("variants") else { return };
    let mut add = |code, severity, pointer, message| {
        out.push(Finding { code, severity, document: DocId::Manifest, pointer, message });
    };
    let kind = manifest.get("type").and_then(Ref::as_str).and_then(|word| PackType::parse(&word));
    if let Some(kind) = kind.filter(|kind| *kind != PackType::Game) {
        let message = format!(
            "This pack's type is {}, and only a {} may list variants: no lobby would offer them. Take “variants” out of the \
             manifest, or make this a {}. {OWN_CODE}",
            kind.as_str(),
            PackType::Game.as_str(),
            PackType::Game.as_str()
        );
        add("tw-variant-not-a-game", Severity::Error, pointer!["variants"], message);
    }
    if value.len() < 2 {
        let message = "The list of variants has fewer than two entries, so there is nothing to choose. Add a variant, or take \
                       “variants” out of the manifest: without it there is one way to play."
            .to_owned();
        add("tw-variant-list-short", Severity::Warning, pointer!["variants"], message);
    }
    let mut seen = FxHashSet::default();
    for entry in list::entries(manifest) {
        let Some(id) = entry.id() else { continue };
        if !seen.insert(id.clone()) {
            let message = format!(
                "Two variants of the list have the id “{id}”, and a room stores the id alone, so nobody can tell them apart. \
                 Rename this one or delete it."
            );
            add("tw-duplicate-id", Severity::Warning, entry.pointer().join("id"), message);
        }
    }
}

/// The four refusals that need both documents.
fn halves(manifest: Ref<'_>, block: Block<'_>, out: &mut Vec<Finding>) {
    let mut add = |code, pointer, message: String| {
        let message = format!("{message} {OWN_CODE}");
        out.push(Finding { code, severity: Severity::Error, document: DocId::Scene, pointer, message });
    };
    let listed: FxHashSet<Cow<'_, str>> = list::entries(manifest).filter_map(Entry::id).collect();
    if listed.is_empty() {
        let message = "The scene holds variants, and the manifest lists none, so no lobby could offer them. List them in the \
                       manifest's “variants” under the same ids, or take “variants” out of the scene.";
        add("tw-variant-list-missing", pointer!["variants"], message.to_owned());
        return;
    }
    if let Some(base) = block.base().filter(|base| !listed.contains(base)) {
        let message = format!(
            "The scene's base is the variant “{base}”, which the manifest does not list{}. Add it to the manifest's “variants” \
             with this id, or name a listed variant as the base.",
            near(&base, &listed)
        );
        add("tw-variant-base-unlisted", pointer!["variants", "base"], message);
    }
    for delta in block.deltas() {
        if !listed.contains(delta.id) {
            let message = format!(
                "The scene holds differences for the variant “{}”, which the manifest does not list{}. Add it to the manifest's \
                 “variants” with this id, or remove the differences.",
                delta.id,
                near(delta.id, &listed)
            );
            add("tw-variant-delta-unlisted", delta.pointer(), message);
        }
    }
}

/// Points at a listed id that differs in letter case only.
fn near(id: &str, listed: &FxHashSet<Cow<'_, str>>) -> String {
    let twin = listed.iter().find(|other| other.to_lowercase() == id.to_lowercase());
    twin.map(|twin| format!(" (it lists “{twin}”, and letter case counts)")).unwrap_or_default()
}

/// The scene by itself: ids that stand twice, ids that are removed and not there, and keys that no variant can own.
fn scene_alone(scene: SceneView<'_>, out: &mut Vec<Finding>) {
    let base_ids = duplicates(scene.entities(), &pointer!["objects"], None, out);
    let Some(block) = Block::of(scene) else { return };
    for delta in block.deltas() {
        let own_ids = duplicates(delta.objects(), &delta.pointer().join("objects"), Some(delta.id), out);
        removed_unknown(delta, &base_ids, out);
        parent_gone(delta, &base_ids, &own_ids, out);
        shared_keys(delta, out);
    }
}

/// Reports entities whose id an earlier one of the same list has; gives the ids.
fn duplicates<'a>(
    entities: impl Iterator<Item = (usize, Entity<'a>)>,
    list: &Pointer,
    variant: Option<&str>,
    out: &mut Vec<Finding>,
) -> FxHashSet<Cow<'a, str>> {
    let mut seen = FxHashSet::default();
    for (index, entity) in entities {
        let Some(id) = entity.id() else { continue };
        if seen.contains(&id) {
            let (whose, then) = match variant {
                Some(variant) => (format!("own entities of the variant “{variant}”"), "the later one counts"),
                None => ("base's entities".to_owned(), "both are placed, and scripts find only one"),
            };
            out.push(Finding {
                code: "tw-duplicate-id",
                severity: Severity::Warning,
                document: DocId::Scene,
                pointer: list.join(index).join("id"),
                message: format!("Two of the {whose} have the id “{id}”: {then}. Give one of them another id, or delete one."),
            });
        } else {
            seen.insert(id);
        }
    }
    seen
}

fn removed_unknown(delta: Delta<'_>, base_ids: &FxHashSet<Cow<'_, str>>, out: &mut Vec<Finding>) {
    for (index, id) in delta.removed() {
        if !base_ids.contains(&id) {
            out.push(Finding {
                code: "tw-variant-removed-unknown",
                severity: Severity::Advice,
                document: DocId::Scene,
                pointer: delta.pointer().join("removed").join(index),
                message: format!(
                    "The variant “{}” removes the entity “{id}”, which the base does not have. It changes nothing and can be \
                     taken away.",
                    delta.id
                ),
            });
        }
    }
}

/// Entities of a variant's own that hang on one that the variant does not have.
fn parent_gone(delta: Delta<'_>, base: &FxHashSet<Cow<'_, str>>, own: &FxHashSet<Cow<'_, str>>, out: &mut Vec<Finding>) {
    let removed: FxHashSet<Cow<'_, str>> = delta.removed().map(|(_, id)| id).collect();
    for (index, entity) in delta.objects() {
        let Some(parent) = entity.parent_id().filter(|id| !id.is_empty()) else { continue };
        if own.contains(&parent) || (base.contains(&parent) && !removed.contains(&parent)) {
            continue;
        }
        let why = if base.contains(&parent) { "which it removes" } else { "which neither it nor the base has" };
        out.push(Finding {
            code: "tw-variant-parent-gone",
            severity: Severity::Advice,
            document: DocId::Scene,
            pointer: delta.pointer().join("objects").join(index).join("parentId"),
            message: format!(
                "In the variant “{}” the entity “{}” hangs on “{parent}”, {why}. It stands alone until it gets another parent or \
                 “parentId” is taken away.",
                delta.id,
                entity.title()
            ),
        });
    }
}

fn shared_keys(delta: Delta<'_>, out: &mut Vec<Finding>) {
    for (key, _) in delta.scene() {
        if !KeyRole::of(key).is_used_in_variant() {
            let why = match key {
                "objects" => "a variant's own entities stand in the delta's “objects”, beside “scene”",
                "variants" => "variants do not nest",
                _ => "all variants share the scene's one copy of it",
            };
            out.push(Finding {
                code: "tw-variant-shared-key",
                severity: Severity::Warning,
                document: DocId::Scene,
                pointer: delta.pointer().join("scene").join(key),
                message: format!(
                    "The variant “{}” has its own “{key}”, which is not used: {why}. Move what you need from it to the scene's \
                     top level or to the delta's “objects”, then take it away.",
                    delta.id
                ),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = r#"{"objects":[{"id":"x"}],"variants":{"base":"a","deltas":{"b":{}}}}"#;

    fn told(manifest: &str, scene: &str) -> Vec<String> {
        let [manifest, scene] = [manifest, scene].map(|text| Document::parse(text.as_bytes()).ok());
        let mark = |finding: &Finding| match finding.document {
            DocId::Manifest => "manifest",
            DocId::Scene => "scene",
        };
        let found = findings(manifest.as_ref(), scene.as_ref());
        found.iter().map(|f| format!("{} {} {}{}", f.severity, f.code, mark(f), f.pointer)).collect()
    }

    fn listing(ids: &[&str]) -> String {
        let entries: Vec<_> = ids.iter().map(|id| format!(r#"{{"id":"{id}","name":"N"}}"#)).collect();
        format!(r#"{{"type":"game-pack","variants":[{}]}}"#, entries.join(","))
    }

    #[test]
    fn halves_that_agree_are_fine() {
        for ids in [&["a", "b"][..], &["b", "a"], &["a", "b", "only-listed"]] {
            assert!(told(&listing(ids), SCENE).is_empty(), "{ids:?}");
        }
        assert!(told(&listing(&["a", "b"]), r#"{"objects":[]}"#).is_empty());
        assert!(told(r#"{"type":"table-pack"}"#, "{}").is_empty());
    }

    #[test]
    fn ids_that_are_not_listed() {
        assert_eq!(told(&listing(&["b", "c"]), SCENE), ["error tw-variant-base-unlisted scene/variants/base"]);
        assert_eq!(told(&listing(&["a", "c"]), SCENE), ["error tw-variant-delta-unlisted scene/variants/deltas/b"]);
        let odd = SCENE.replace(r#""b""#, r#""con/structor""#);
        let at = ["error tw-variant-delta-unlisted scene/variants/deltas/con~1structor"];
        assert_eq!(told(&listing(&["a", "c"]), &odd), at);
        let [manifest, scene] = [listing(&["A", "b"]), SCENE.to_owned()].map(|t| Document::parse(t.as_bytes()).unwrap());
        let found = findings(Some(&manifest), Some(&scene));
        assert!(found[0].message.contains("it lists “A”, and letter case counts"), "{}", found[0].message);
        assert!(found[0].message.ends_with(OWN_CODE));
    }

    #[test]
    fn a_block_without_a_list_is_told_once() {
        let missing = "error tw-variant-list-missing scene/variants";
        assert_eq!(told(r#"{"type":"game-pack"}"#, SCENE), [missing]);
        let short = "warning tw-variant-list-short manifest/variants";
        assert_eq!(told(r#"{"type":"game-pack","variants":[]}"#, SCENE), [short, missing]);
    }

    #[test]
    fn a_list_on_a_pack_that_is_no_game() {
        for kind in ["component-pack", "table-pack", "room-pack"] {
            let manifest = listing(&["a", "b"]).replace("game-pack", kind);
            assert_eq!(told(&manifest, SCENE), ["error tw-variant-not-a-game manifest/variants"], "{kind}");
        }
        // A type that nobody knows is another rule's.
        assert!(told(&listing(&["a", "b"]).replace("game-pack", "game"), SCENE).is_empty());
    }

    #[test]
    fn a_list_of_one_and_of_two_and_ids_listed_twice() {
        let scene = r#"{"objects":[]}"#;
        assert_eq!(told(&listing(&["a"]), scene), ["warning tw-variant-list-short manifest/variants"]);
        assert!(told(&listing(&["a", "b"]), scene).is_empty());
        let twice = ["warning tw-duplicate-id manifest/variants/2/id"];
        assert_eq!(told(&listing(&["a", "b", "a"]), scene), twice);
    }

    #[test]
    fn a_list_that_cannot_be_read_silences_the_agreement_and_nothing_else() {
        let scene = SCENE.replace(r#""b":{}"#, r#""b":{"removed":["gone"]}"#);
        let advice = ["advice tw-variant-removed-unknown scene/variants/deltas/b/removed/0"];
        let thirteen: Vec<String> = (0..13).map(|i| format!("v{i}")).collect();
        let thirteen: Vec<&str> = thirteen.iter().map(String::as_str).collect();
        for manifest in [
            "not json",
            "[]",
            r#"{"variants":null}"#,
            r#"{"variants":{}}"#,
            r#"{"variants":["a"]}"#,
            r#"{"variants":[{"id":"z","name":"Z","extra":1}]}"#,
            &listing(&thirteen),
        ] {
            assert_eq!(told(manifest, &scene), advice, "{manifest}");
        }
        assert_eq!(told(&listing(&thirteen[..12]), &scene).len(), 3);
        assert!(told(&listing(&["z", "y"]), "not json").is_empty());
    }

    #[test]
    fn what_a_scene_says_that_nobody_reads() {
        let scene = r#"{"objects":[{"id":"x"},{"id":"y"},{"id":"x"},{},{}],"variants":{"base":"a","deltas":{"b":{
            "removed":["y","gone"],"objects":[{"id":"n"},{"id":"n"}],
            "scene":{"name":1,"scripts":null,"objects":[],"variants":{},"room":{},"newer":1}}}}}"#;
        let scene_alone = told("not json", scene);
        let b = "scene/variants/deltas/b";
        assert_eq!(
            scene_alone,
            [
                "warning tw-duplicate-id scene/objects/2/id".to_owned(),
                format!("warning tw-duplicate-id {b}/objects/1/id"),
                format!("advice tw-variant-removed-unknown {b}/removed/1"),
                format!("warning tw-variant-shared-key {b}/scene/name"),
                format!("warning tw-variant-shared-key {b}/scene/scripts"),
                format!("warning tw-variant-shared-key {b}/scene/objects"),
                format!("warning tw-variant-shared-key {b}/scene/variants"),
            ]
        );
    }

    #[test]
    fn own_entities_whose_parent_is_gone() {
        let b = "scene/variants/deltas/b/objects";
        let scene = |parent: &str, removed: &str| {
            format!(
                r#"{{"objects":[{{"id":"x"}}],"variants":{{"base":"a","deltas":{{"b":{{"removed":[{removed}],
                    "objects":[{{"id":"n","parentId":{parent}}},{{"id":"m"}}]}}}}}}}}"#
            )
        };
        for (parent, removed, gone) in [
            ("\"x\"", "", false),
            ("\"m\"", "", false),
            ("null", "", false),
            ("\"\"", "", false),
            ("\"x\"", "\"x\"", true),
            ("\"z\"", "", true),
        ] {
            let told = told("not json", &scene(parent, removed));
            let expected: Vec<String> =
                gone.then(|| format!("advice tw-variant-parent-gone {b}/0/parentId")).into_iter().collect();
            assert_eq!(told, expected, "{parent} {removed}");
        }
    }

    #[test]
    fn the_shape_of_the_list() {
        let refused = |entries: &str| -> Vec<String> {
            let text = format!(r#"{{"variants":{entries}}}"#);
            let manifest = Document::parse(text.as_bytes()).unwrap();
            list::schema(manifest.root()).into_iter().map(|finding| finding.pointer.to_string()).collect()
        };
        let with = |more: &str| refused(&format!(r#"[{{"id":"a","name":"A"{more}}}]"#));
        for more in [
            "",
            r#","description":"","players":{"min":1,"max":64},"rulesEnforced":false,"ranking":{"newer":1}"#,
            r#","players":{"min":2,"max":2,"newer":0}"#,
            r#","scripts":false"#,
        ] {
            assert!(with(more).is_empty(), "{more}: {:?}", with(more));
        }
        for (more, at) in [
            (r#","Name":"x""#, "Name"),
            (r#","description":5"#, "description"),
            (r#","players":{"min":0,"max":4}"#, "players/min"),
            (r#","players":{"min":1,"max":65}"#, "players/max"),
            (r#","players":{"min":1.5,"max":2}"#, "players/min"),
            (r#","players":{"min":1}"#, "players/max"),
            (r#","players":{"min":3,"max":2}"#, "players"),
            (r#","rulesEnforced":"true""#, "rulesEnforced"),
            (r#","ranking":true"#, "ranking"),
        ] {
            assert_eq!(with(more), [format!("/variants/0/{at}")], "{more}");
        }
        assert_eq!(
            refused(r#"[{"name":"A"},{"id":1,"name":"B"},{"id":"c"}]"#),
            ["/variants/0/id", "/variants/1/id", "/variants/2/name"]
        );
    }
}
