//! What costs the author of variants trouble later, though it plays: an id that was meant to be replaced before anybody
//! knew it, and one own copy kept twice. Advice of ours.

use super::Rule;
use crate::check::{Context, Fix, Sink};
use crate::edit::Roots;
use crate::error::{Error, ErrorKind};
use crate::finding::{DocId, Finding, Severity};
use crate::json::{Document, Pointer, Ref};
use crate::manifest::ManifestView;
use crate::scene::keys::{KeyRole, label};
use crate::scene::view::SceneView;
use crate::variants::{Block, Delta, Stage, follow_base_again, list};

pub(super) const RULE: Rule = Rule {
    name: "care for variants",
    codes: &["tw-variant-id-placeholder", "tw-variant-copy-of-base", "tw-variant-same-copy"],
    run,
};

fn run(context: &Context, sink: &mut Sink) {
    if let Some(manifest) = context.manifest {
        placeholders(manifest, sink);
    }
    let Some((scene, block)) = context.scene.and_then(|scene| Some((scene, Block::of(scene)?))) else { return };
    let deltas = block.deltas();
    for (number, delta) in deltas.iter().enumerate() {
        for (key, value) in delta.scene_keys().filter(|(key, _)| KeyRole::of(key).can_be_owned()) {
            if is_the_bases(scene, key, value) {
                copy_of_base(*delta, key, sink);
            } else if value.len() > 1 {
                let twin = deltas[..number].iter().find(|other| other.scene_keys().any(|(k, v)| k == key && v.equals(value)));
                if let Some(twin) = twin {
                    same_copy(*delta, *twin, key, sink);
                }
            }
        }
    }
}

/// Whether an own copy says what the base says.
fn is_the_bases(scene: SceneView<'_>, key: &str, value: Ref<'_>) -> bool {
    let base = scene.key(key).filter(|base| !base.is_null());
    base.map_or(value.is_null(), |base| base.equals(value))
}

/// Ids that a new variant is given before it has a name.
fn is_placeholder(id: &str) -> bool {
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['-', '_']);
    matches!(stem, "new-variant" | "variant" | "untitled" | "untitled-variant" | "new")
}

fn placeholders(manifest: ManifestView, sink: &mut Sink) {
    for entry in list::entries(manifest.root()) {
        let Some(id) = entry.id().filter(|id| is_placeholder(id)) else { continue };
        let message = format!(
            "“{id}” is the id of a variant that has no name yet. Rename it before you publish: rooms store the id, so afterwards \
             a new one sends them to the first variant."
        );
        sink.manifest("tw-variant-id-placeholder", Severity::Advice, entry.pointer().join("id"), message);
    }
}

fn put<'s>(sink: &'s mut Sink, code: &'static str, pointer: Pointer, message: String) -> &'s mut crate::check::Draft {
    sink.put(Finding { code, severity: Severity::Advice, document: DocId::Scene, pointer, message })
}

fn copy_of_base(delta: Delta<'_>, key: &str, sink: &mut Sink) {
    let words = label(key);
    let what = if delta.value.get("scene").and_then(|s| s.get(key)).is_some_and(Ref::is_null) {
        format!("The variant “{}” says that it has no {words}, and the base has none either.", delta.id)
    } else {
        format!(
            "The variant “{}” has its own {words}, and they are the base's: a change of the base's does not reach it.",
            delta.id
        )
    };
    let at = delta.pointer().join("scene").join(key);
    let (id, key) = (delta.id.to_owned(), key.to_owned());
    let message = format!("{what} Let it follow the base again, unless it is to stay apart.");
    put(sink, "tw-variant-copy-of-base", at, message).fix(Fix::new(
        "follow-base",
        "Follow the base again",
        false,
        move |roots| {
            let unread = || Error::new(ErrorKind::Refused, "The scene cannot be read").hint("Correct its text first.");
            let before = roots.scene.as_ref().ok_or_else(unread)?;
            let listed = listed_of(roots.manifest.as_ref());
            let scene = follow_base_again(Stage::new(before, &listed, &id), &[&key])?.scene;
            Ok(Roots { manifest: roots.manifest.clone(), scene: Some(scene) })
        },
    ));
}

fn listed_of(manifest: Option<&Document>) -> Vec<String> {
    let ids = manifest.map(|manifest| list::listed_ids(manifest.root())).unwrap_or_default();
    ids.into_iter().map(std::borrow::Cow::into_owned).collect()
}

fn same_copy(delta: Delta<'_>, twin: Delta<'_>, key: &str, sink: &mut Sink) {
    let message = format!(
        "The variants “{}” and “{}” have the same own {}, kept twice: what is changed for one does not reach the other. Name both \
         under Changes apply to when you edit them.",
        twin.id,
        delta.id,
        label(key)
    );
    put(sink, "tw-variant-same-copy", delta.pointer().join("scene").join(key), message);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, SCENE, found, found_both, with};
    use crate::check::{Options, Subject, check};
    use crate::pointer;

    fn list(ids: &[&str]) -> String {
        let entries: Vec<String> = ids.iter().map(|id| format!("{{\"id\":\"{id}\",\"name\":\"N\"}}")).collect();
        with("variants", &format!("[{}]", entries.join(",")))
    }

    fn scene(keys: &str, deltas: &str) -> String {
        let block = format!(r#""objects":[]{keys},"variants":{{"base":"a","deltas":{{{deltas}}}}}"#);
        SCENE.replace("\"objects\":[]", &block)
    }

    #[test]
    fn ids_that_wait_for_a_name_are_told() {
        assert!(found(&RULE, GOOD).is_empty());
        assert!(found(&RULE, &list(&["19x19", "newer", "variant-a", "my-new-variant"])).is_empty());
        let told = |n: usize| format!("advice tw-variant-id-placeholder /variants/{n}/id");
        assert_eq!(found(&RULE, &list(&["new-variant", "a", "new-variant-2", "variant3"])), [told(0), told(2), told(3)]);
    }

    #[test]
    fn an_own_copy_that_is_the_bases_is_told_and_can_follow() {
        let at = |key: &str| format!("advice tw-variant-copy-of-base scene:/variants/deltas/b/scene/{key}");
        let base = r#","roomSettings":{"x":1}"#;
        let told = |deltas: &str| found_both(&RULE, &list(&["a", "b"]), &scene(base, deltas));
        assert!(told(r#""b":{"scene":{"roomSettings":{"x":2}}}"#).is_empty());
        assert!(told(r#""b":{"scene":{"roomSettings":null}}"#).is_empty());
        assert_eq!(told(r#""b":{"scene":{"roomSettings":{"x":1.0}}}"#), [at("roomSettings")]);
        assert_eq!(told(r#""b":{"scene":{"room":null}}"#), [at("room")]);

        let text = scene(base, r#""b":{"scene":{"roomSettings":{"x":1}}}"#);
        let roots = Roots {
            manifest: Some(Document::parse(list(&["a", "b"]).as_bytes()).unwrap()),
            scene: Some(Document::parse(text.as_bytes()).unwrap()),
        };
        let subject = Subject::of_documents(Ok(roots.manifest.as_ref().unwrap()), Ok(roots.scene.as_ref().unwrap()));
        let found = check(&subject, &Options { documents: true });
        let problem = found.iter().find(|problem| problem.code == "tw-variant-copy-of-base").unwrap();
        let after = problem.fixes[0].apply(&roots).unwrap().scene.unwrap();
        assert_eq!(after.at(&pointer!["variants"]).unwrap().to_text(), r#"{"base":"a","deltas":{}}"#);
        assert!(!problem.fixes[0].is_safe());
    }

    #[test]
    fn one_own_copy_kept_twice_is_told_at_the_second() {
        let own = |points: &str| format!(r#"{{"scene":{{"snapPoints":{points}}}}}"#);
        let told = |b: &str, c: &str| {
            found_both(&RULE, &list(&["a", "b", "c"]), &scene("", &format!(r#""b":{},"c":{}"#, own(b), own(c))))
        };
        let points = r#"[{"id":"p"},{"id":"q"}]"#;
        assert_eq!(told(points, points), ["advice tw-variant-same-copy scene:/variants/deltas/c/scene/snapPoints"]);
        assert!(told(points, r#"[{"id":"p"},{"id":"r"}]"#).is_empty());
        // What is hardly more than nothing may stand twice.
        assert!(told("[]", "[]").is_empty());
    }
}
