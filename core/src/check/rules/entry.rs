//! The two files that the manifest points into: `entry.setup` and `entry.script` (manifest reference, `entry`).

use super::Rule;
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::json::Ref;
use crate::manifest::PackType;
use crate::pack::PackPath;
use crate::pointer;

pub(super) const RULE: Rule =
    Rule { name: "the entry files' names", codes: &["unsafe-path", "unsupported-script-type", "tw-no-setup"], run };

/// The documents' own words for a path that cannot be used.
pub(super) const UNSAFE_PATH: &str = "Mod paths must be relative repository paths without traversal or external URLs.";

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    let Some(entry) = manifest.root().get("entry").filter(|entry| entry.is_object()) else { return };
    member(entry, "setup", sink);
    if let Some(script) = member(entry, "script", sink)
        && !script.ends_with(".js")
    {
        // The documents' own words.
        let message = "Sandboxed mod scripts must be JavaScript files.";
        sink.manifest("unsupported-script-type", Severity::Error, pointer!["entry", "script"], message);
    }
    // An asset pack needs no scene; for the others the documents call a missing one the trap of this field.
    if entry.get("setup").is_none() && matches!(manifest.pack_type(), Some(PackType::Game | PackType::Table | PackType::Room)) {
        let message = "The pack names no scene, so it puts nothing on the table. Name one, such as setup.json.";
        sink.manifest("tw-no-setup", Severity::Advice, pointer!["entry", "setup"], message);
    }
}

/// The path in `entry` under `key`, where it can be used.
fn member<'a>(entry: Ref<'a>, key: &str, sink: &mut Sink) -> Option<std::borrow::Cow<'a, str>> {
    let at = pointer!["entry", key];
    let path = entry.get(key)?.as_str()?;
    if PackPath::parse(&path).is_ok() {
        return Some(path);
    }
    sink.manifest("unsafe-path", Severity::Error, at, UNSAFE_PATH);
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, assert_one, assert_silent, with};

    fn entry(key: &str, value: &str) -> String {
        let other = if key == "setup" { "" } else { r#""setup":"setup.json","# };
        with("entry", &format!("{{{other}\"{key}\":{value}}}"))
    }

    #[test]
    fn usual_names_are_fine() {
        assert_silent(&RULE, GOOD);
        for path in ["a", "scenes/go.json", "é @2x.json"] {
            assert_silent(&RULE, &entry("setup", &format!("\"{path}\"")));
        }
        for path in ["script.js", "scripts/main.min.js", ".js"] {
            assert_silent(&RULE, &entry("script", &format!("\"{path}\"")));
        }
    }

    #[test]
    fn paths_have_one_to_180_units() {
        for (length, fine) in [(0, false), (1, true), (179, true), (180, true), (181, false)] {
            let text = entry("setup", &format!("\"{}\"", "a".repeat(length)));
            if fine { assert_silent(&RULE, &text) } else { assert_one(&RULE, &text, "error schema /entry/setup") }
        }
        for (length, fine) in [(180, true), (181, false)] {
            let text = entry("script", &format!("\"{}.js\"", "a".repeat(length - 3)));
            if fine { assert_silent(&RULE, &text) } else { assert_one(&RULE, &text, "error schema /entry/script") }
        }
    }

    #[test]
    fn other_kinds_are_refused() {
        for value in ["null", "7", "{}", "[\"a\"]"] {
            assert_one(&RULE, &entry("setup", value), "error schema /entry/setup");
            assert_one(&RULE, &entry("script", value), "error schema /entry/script");
        }
    }

    #[test]
    fn paths_that_lead_elsewhere_are_refused() {
        for path in ["../a.js", "a/../b.js", "/a.js", "https://example.com/a.js", "//example.com/a.js"] {
            assert_one(&RULE, &entry("setup", &format!("\"{path}\"")), "error unsafe-path /entry/setup");
            assert_one(&RULE, &entry("script", &format!("\"{path}\"")), "error unsafe-path /entry/script");
        }
    }

    #[test]
    fn scripts_are_javascript() {
        for path in ["js", "main", "main.jsx", "main.js.txt", "main.JS", "main.ts"] {
            assert_one(&RULE, &entry("script", &format!("\"{path}\"")), "error unsupported-script-type /entry/script");
        }
    }

    #[test]
    fn a_pack_without_a_scene_is_told() {
        for (kind, told) in [("game-pack", true), ("table-pack", true), ("room-pack", true), ("component-pack", false)] {
            let text = with("entry", "{}").replace("game-pack", kind);
            if told { assert_one(&RULE, &text, "advice tw-no-setup /entry/setup") } else { assert_silent(&RULE, &text) }
        }
    }
}
