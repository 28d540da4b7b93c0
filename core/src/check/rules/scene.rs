//! The scene has the shape that the platform's schema wants (setup page), in the base and in every variant.

use super::Rule;
use crate::check::{Context, Sink};
use crate::scene::schema;
use crate::shape::UNKNOWN_KEY;

pub(super) const RULE: Rule =
    Rule { name: "the scene's shape", codes: &["schema", "tw-unknown-key", "tw-setup-older-format"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(scene) = context.scene else { return };
    for finding in schema::findings_and_newer_keys(scene) {
        let key = finding.code == UNKNOWN_KEY && !finding.pointer.is_root();
        let draft = sink.put(finding);
        if key {
            draft.at_key();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, SCENE, found_both};

    #[test]
    fn a_plain_scene_is_fine() {
        assert!(found_both(&RULE, GOOD, SCENE).is_empty());
    }

    #[test]
    fn what_the_schema_refuses_is_told_at_its_place() {
        let bad = SCENE.replace("\"objects\":[]", "\"objects\":{}");
        assert_eq!(found_both(&RULE, GOOD, &bad), ["error schema scene:/objects"]);
    }

    #[test]
    fn keys_that_nobody_knows_are_told_and_kept() {
        let entity = r#"{"id":"a","kind":"board","label":"A","position":{"x":0,"y":0,"z":0},"new":1}"#;
        let variants = format!(
            r#""new":1,"variants":{{"base":"a","new":1,"deltas":{{"b":{{"new":1,"objects":[{entity}],"scene":{{"new":1,"room":null}}}}}}}}"#
        );
        let scene = SCENE.replace("\"objects\":[]", &format!("\"objects\":[{entity}],\"tablePack\":{{}},{variants}"));
        let places = ["/objects/0/new", "/new", "/variants/new", "/variants/deltas/b/new", "/variants/deltas/b/objects/0/new"];
        let mut wanted: Vec<String> = places.iter().map(|place| format!("advice tw-unknown-key scene:{place}")).collect();
        wanted.push("advice tw-unknown-key scene:/variants/deltas/b/scene/new".to_owned());
        assert_eq!(found_both(&RULE, GOOD, &scene), wanted);
    }

    #[test]
    fn an_older_format_is_told() {
        assert_eq!(found_both(&RULE, GOOD, r#"{"objects":[]}"#), ["warning tw-setup-older-format scene:"]);
    }
}
