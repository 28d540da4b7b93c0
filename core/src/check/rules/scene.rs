//! The scene has the shape that the platform's schema wants (setup page), in the base and in every variant.

use super::Rule;
use crate::check::{Context, Sink};
use crate::scene::schema;

pub(super) const RULE: Rule = Rule { name: "the scene's shape", codes: &["schema", "tw-setup-older-format"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(scene) = context.scene else { return };
    for finding in schema::findings(scene) {
        sink.put(finding);
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
    fn an_older_format_is_told() {
        assert_eq!(found_both(&RULE, GOOD, r#"{"objects":[]}"#), ["warning tw-setup-older-format scene:"]);
    }
}
