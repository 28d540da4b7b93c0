//! Each bot finds its handler in each variant (Game Variants page, *Playing by hand*: a lobby seats no bot in a variant whose
//! scripts do not register its handler). The pack itself is taken, so this is advice. How a script registers a handler no
//! document that we have says; a script that does not even hold the handler's name as a string cannot.

use super::{Rule, attached};
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::json::Ref;
use crate::manifest::{ManifestView, PackType};
use crate::pointer;
use crate::scene::view::SceneView;
use crate::variants::{Resolver, list, listed_ids};

pub(super) const RULE: Rule = Rule { name: "handlers of bots", codes: &["bot-variant-no-handler"], run };

fn run(context: &Context, sink: &mut Sink) {
    let (Some(manifest), Some(scene)) = (context.manifest, context.scene) else { return };
    let bots: Vec<Ref> = manifest.root().get("bots").into_iter().flat_map(Ref::items).collect();
    let silent = bots.is_empty()
        || manifest.pack_type().is_some_and(|kind| kind != PackType::Game)
        || !scene.is_edit_scene()
        || (context.options.documents && attached::is_silent(scene))
        // The entry script runs in every variant; one that cannot be read may register anything.
        || (manifest.script().is_some() && context.entry_script().is_none());
    if silent {
        return;
    }
    let resolver = Resolver::new(scene.0.document());
    for (index, bot) in bots.into_iter().enumerate() {
        let Some(handler) = bot.get("handler").and_then(Ref::as_str) else { continue };
        if context.entry_script().is_some_and(|script| holds(script, &handler)) {
            continue;
        }
        let without = variants_without(manifest, scene, &resolver, &handler);
        if without.is_empty() {
            continue;
        }
        let message = format!(
            "No script of {} registers the handler “{handler}”, so a lobby seats no such bot there. Attach the script with the \
             handler, if the bot is meant to play it.",
            without.join(", ")
        );
        sink.manifest("bot-variant-no-handler", Severity::Advice, pointer!["bots", index, "handler"], message);
    }
}

/// What people call the variants in which no attached script holds `handler`; “the game” where there are no variants.
fn variants_without(manifest: ManifestView, scene: SceneView, resolver: &Resolver, handler: &str) -> Vec<String> {
    let scripts = attached::scripts_that(scene, |text| holds(text, handler));
    if attached::to_a_prefab(scene, &scripts) {
        return Vec::new();
    }
    let listed = listed_ids(manifest.root());
    let lacks = |id: &str| !attached::to_the_variant(&resolver.resolve(id, &listed), &scripts);
    if listed.is_empty() {
        return if lacks("") { vec!["the game".to_owned()] } else { Vec::new() };
    }
    let entries = list::entries(manifest.root()).filter(|entry| entry.id().is_some_and(|id| lacks(&id)));
    entries.filter_map(|entry| Some(format!("“{}”", entry.name().or_else(|| entry.id())?))).collect()
}

/// Whether the name stands in `script` as a whole string.
fn holds(script: &str, name: &str) -> bool {
    ['"', '\'', '`'].iter().any(|quote| script.contains(&format!("{quote}{name}{quote}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{SCENE, Texts, found_both, found_in, with};
    use crate::check::{Options, Subject};
    use crate::json::Document;

    const TOLD: &str = "advice bot-variant-no-handler /bots/1/handler";

    fn manifest(variants: &str) -> String {
        let text = with("bots", r#"[{"id":"x"},{"id":"easy","handler":"search"}]"#);
        if variants.is_empty() { text } else { text.replace("\"bots\"", &format!("\"variants\": {variants},\n  \"bots\"")) }
    }

    const TWO: &str = r#"[{"id":"a","name":"A"},{"id":"b","name":"B"}]"#;

    fn scene(base: &str, delta: &str) -> String {
        let scripts = r#"[{"id":"bot","source":"on('search', f)"},{"id":"quiet","source":"search()"}]"#;
        let block = format!(
            r#""scripts":{scripts},"sceneScriptIds":{base},"variants":{{"base":"a","deltas":{{"b":{delta}}}}},"objects":[]"#
        );
        SCENE.replace("\"objects\":[]", &block)
    }

    #[test]
    fn a_handler_in_every_variant_is_fine() {
        assert!(found_both(&RULE, &manifest(TWO), &scene("[\"bot\"]", "{}")).is_empty());
        assert!(found_both(&RULE, &manifest(""), &scene("[\"quiet\",\"bot\"]", "{}")).is_empty());
        let prefab =
            scene("[]", "{}").replace("\"objects\"", r#""prefabs":[{"id":"p","metadata":{"scriptId":"bot"}}],"objects""#);
        assert!(found_both(&RULE, &manifest(TWO), &prefab).is_empty());
        assert!(found_both(&RULE, &with("bots", r#"[{"id":"x"},7]"#), &scene("[]", "{}")).is_empty());
    }

    #[test]
    fn a_variant_without_it_is_told() {
        for (base, delta) in [("[]", "{}"), ("[\"quiet\"]", "{}"), ("[\"bot\"]", r#"{"scene":{"sceneScriptIds":[]}}"#)] {
            assert_eq!(found_both(&RULE, &manifest(TWO), &scene(base, delta)), [TOLD], "{base} {delta}");
        }
        assert_eq!(found_both(&RULE, &manifest(""), &scene("[]", "{}")), [TOLD]);
    }

    #[test]
    fn the_entry_script_counts_and_one_that_cannot_be_read_is_believed() {
        let text = manifest(TWO).replace(r#"{ "setup": "setup.json" }"#, r#"{ "setup": "setup.json", "script": "m.js" }"#);
        let [manifest, scene] = [text, scene("[]", "{}")].map(|text| Document::parse(text.as_bytes()).unwrap());
        let found = |files: &[(&str, &str)]| {
            let files = Texts(files);
            let subject = Subject { files: &files, ..Subject::of_documents(Ok(&manifest), Ok(&scene)) };
            found_in(&RULE, &subject, Options { documents: true })
        };
        assert!(found(&[("m.js", "bots.add(\"search\")")]).is_empty());
        assert!(found(&[]).is_empty());
        assert_eq!(found(&[("m.js", "")]), [TOLD]);
    }
}
