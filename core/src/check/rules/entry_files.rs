//! The two files that the manifest points into (manifest reference, `entry`): the script is JavaScript, and a pack that
//! puts something on the table names its scene.

use super::Rule;
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::manifest::PackType;
use crate::pack::PackPath;
use crate::pointer;

pub(super) const RULE: Rule = Rule { name: "the entry files", codes: &["unsupported-script-type", "tw-no-setup"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    let script = manifest.script().filter(|script| PackPath::parse(script).is_ok());
    if script.is_some_and(|script| !script.ends_with(".js")) {
        // The documents' own words.
        let message = "Sandboxed mod scripts must be JavaScript files.";
        sink.manifest("unsupported-script-type", Severity::Error, pointer!["entry", "script"], message);
    }
    // An asset pack needs no scene; for the others the documents call a missing one the trap of this field.
    let entry = manifest.root().get("entry").filter(|entry| entry.is_object());
    let kind = manifest.pack_type();
    if entry.is_some_and(|entry| entry.get("setup").is_none())
        && matches!(kind, Some(PackType::Game | PackType::Table | PackType::Room))
    {
        let message = "The pack names no scene, so it puts nothing on the table. Name one, such as setup.json.";
        sink.manifest("tw-no-setup", Severity::Advice, pointer!["entry", "setup"], message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, assert_one, assert_silent, with};

    fn script(path: &str) -> String {
        with("entry", &format!(r#"{{"setup":"setup.json","script":"{path}"}}"#))
    }

    #[test]
    fn scripts_are_javascript() {
        assert_silent(&RULE, GOOD);
        for path in ["script.js", "scripts/main.min.js", ".js", "a.b.js"] {
            assert_silent(&RULE, &script(path));
        }
        for path in ["js", "main", "main.jsx", "main.js.txt", "main.JS", "main.ts"] {
            assert_one(&RULE, &script(path), "error unsupported-script-type /entry/script");
        }
    }

    #[test]
    fn a_path_that_cannot_be_used_is_another_rules() {
        for path in ["../a.ts", "https://example.com/a.ts", ""] {
            assert_silent(&RULE, &script(path));
        }
    }

    #[test]
    fn a_pack_without_a_scene_is_told() {
        for (kind, told) in [("game-pack", true), ("table-pack", true), ("room-pack", true), ("component-pack", false)] {
            let text = with("entry", "{}").replace("game-pack", kind);
            if told { assert_one(&RULE, &text, "advice tw-no-setup /entry/setup") } else { assert_silent(&RULE, &text) }
        }
        assert_silent(&RULE, &with("entry", "null"));
    }
}
