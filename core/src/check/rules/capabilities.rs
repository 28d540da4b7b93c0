//! What the entry script calls is declared under `capabilities.allowed` (manifest reference, `capabilities`). Declaring
//! more than is used is fine. Room and table packs may have no script at all; that is the schema's to refuse.

use super::Rule;
use crate::check::{Context, Fix, Sink, script_scan};
use crate::edit::allow_capability;
use crate::finding::Severity;
use crate::json::Ref;
use crate::manifest::{ManifestView, PackType};
use crate::pointer;

pub(super) const RULE: Rule = Rule { name: "the entry script's capabilities", codes: &["undeclared-capability"], run };

/// What a manifest without `capabilities.allowed` is granted.
const DEFAULT: &str = "log";

/// The read that lets a script see hidden cards: a person decides whether players are to be told so.
const ELEVATED: &str = "read-hidden-information";

fn run(context: &Context, sink: &mut Sink) {
    let (Some(manifest), Some(script)) = (context.manifest, context.entry_script()) else { return };
    if matches!(manifest.pack_type(), Some(PackType::Room | PackType::Table)) {
        return;
    }
    for capability in script_scan::capabilities_used(script) {
        if !declares(manifest, capability) {
            // The documents' own words.
            let message =
                format!("Script uses capability \"{capability}\" but it is not declared in manifest.capabilities.allowed.");
            sink.manifest("undeclared-capability", Severity::Error, pointer!["capabilities", "allowed"], message)
                .fix(add(capability, capability != ELEVATED));
        }
    }
}

/// Whether `capability` is declared, or granted without a declaration.
pub(super) fn declares(manifest: ManifestView, capability: &str) -> bool {
    match manifest.root().get("capabilities").and_then(|block| block.get("allowed")) {
        Some(allowed) => allowed.items().filter_map(Ref::as_str).any(|declared| declared == capability),
        None => capability == DEFAULT,
    }
}

/// Declares `capability`; a list that is not there yet keeps what was granted without it.
pub(super) fn add(capability: &'static str, safe: bool) -> Fix {
    Fix::new("add-capability", format!("Add capability “{capability}”"), safe, move |roots| {
        allow_capability(roots, capability)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{Texts, checked_with, fixed_with, found_with, with};
    use crate::json::Document;

    fn manifest(capabilities: &str) -> String {
        let text = with("entry", r#"{"setup":"setup.json","script":"main.js"}"#);
        if capabilities.is_empty() {
            text
        } else {
            text.replace("\"license\"", &format!("\"capabilities\": {capabilities},\n  \"license\""))
        }
    }

    fn found(capabilities: &str, script: &str) -> Vec<String> {
        found_with(&RULE, &manifest(capabilities), &[("main.js", script)])
    }

    const TOLD: &str = "error undeclared-capability /capabilities/allowed";

    #[test]
    fn what_is_declared_may_be_used_and_more_declared_than_used() {
        assert!(found(r#"{"allowed":["ui","spawn-object"]}"#, "api.setUiElement({})").is_empty());
        assert!(found("", "api.log('x')").is_empty());
        assert!(found(r#"{"version":"1"}"#, "api.log('x')").is_empty());
        assert!(found("", "").is_empty());
    }

    #[test]
    fn what_is_not_is_told_once_for_each_capability() {
        assert_eq!(found("", "api.setUiElement({}); api.setUiElement({}); api.createObject({})"), [TOLD, TOLD]);
        assert_eq!(found(r#"{"allowed":[]}"#, "api.log('x')"), [TOLD]);
        assert_eq!(found(r#"{"allowed":["read-world"]}"#, "// api.getUnredactedSnapshot()"), [TOLD]);
        assert_eq!(found(r#"{"allowed":["read-world"]}"#, "api.getUnredactedSnapshot()"), [TOLD]);
    }

    #[test]
    fn the_message_is_the_documents() {
        let document = Document::parse(manifest("").as_bytes()).unwrap();
        let found = checked_with(&document, &Texts(&[("main.js", "api.playSound({})")]));
        let told = found.iter().find(|d| d.code == "undeclared-capability").unwrap();
        assert_eq!(
            told.message,
            "Script uses capability \"play-sound\" but it is not declared in manifest.capabilities.allowed."
        );
    }

    #[test]
    fn without_a_script_that_can_be_read_nothing_is_told() {
        assert!(found_with(&RULE, &manifest(""), &[]).is_empty());
        assert!(
            found_with(&RULE, &manifest("").replace("game-pack", "room-pack"), &[("main.js", "api.playSound({})")]).is_empty()
        );
    }

    #[test]
    fn the_fix_declares_it_and_keeps_what_was_granted() {
        let script: &[(&str, &str)] = &[("main.js", "api.playSound({})")];
        for (before, after) in [
            (r#"{ "allowed": ["log", "ui"] }"#, r#"{ "allowed": ["log", "ui", "play-sound"] }"#),
            (r#"{ "allowed": [] }"#, r#""play-sound""#),
            (r#"{ "version": "1" }"#, r#""log", "play-sound""#),
        ] {
            let text = fixed_with(&manifest(before), "add-capability", script);
            assert!(text.contains(after), "{text}");
        }
        let text = fixed_with(&manifest(""), "add-capability", script);
        let document = Document::parse(text.as_bytes()).unwrap();
        let block = document.at(&pointer!["capabilities"]).unwrap();
        assert_eq!(block.get("version").and_then(Ref::as_str).as_deref(), Some("1"));
        assert_eq!(block.get("allowed").unwrap().items().filter_map(Ref::as_str).collect::<Vec<_>>(), ["log", "play-sound"]);
        assert!(text.find("capabilities").unwrap() < text.find("license").unwrap());
    }

    #[test]
    fn whether_players_are_told_of_hidden_cards_a_person_decides() {
        for (call, safe) in [("api.playSound(", true), ("api.getUnredactedSnapshot(", false)] {
            let document = Document::parse(manifest("").as_bytes()).unwrap();
            let found = checked_with(&document, &Texts(&[("main.js", call)]));
            let told = found.iter().find(|d| d.code == "undeclared-capability").unwrap();
            assert_eq!(told.fixes[0].is_safe(), safe);
        }
    }
}
