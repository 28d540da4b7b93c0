//! An outside deck database is a plugin that `plugins` lists, with the function that lists its decks (manifest reference,
//! `lobbyRequirements.deckDatabase`). The platform refuses another when the pack is published, naming it.

use super::{Rule, plugin_calls};
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::json::Ref;
use crate::manifest::ManifestView;
use crate::pointer;

pub(super) const RULE: Rule = Rule { name: "deck databases", codes: &["tw-deck-database-undeclared"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    for (index, requirement) in manifest.root().get("lobbyRequirements").into_iter().flat_map(Ref::items).enumerate() {
        let Some(database) = requirement.get("deckDatabase") else { continue };
        // An empty name is the schema's to refuse.
        let text = |key: &str| database.get(key).and_then(Ref::as_str).filter(|name| !name.is_empty());
        let (Some(plugin), Some(function)) = (text("pluginId"), text("listFunction")) else { continue };
        if plugin_calls::lists(manifest, &plugin, &function) {
            continue;
        }
        let at = pointer!["lobbyRequirements", index, "deckDatabase"];
        let (at, message) = if knows(manifest, &plugin) {
            let message =
                format!("“plugins” lists “{plugin}” without its function “{function}”. List it there, or correct the name.");
            (at.join("listFunction"), message)
        } else {
            (
                at.join("pluginId"),
                format!("“plugins” does not list “{plugin}”. List it there with “{function}”, or correct the name."),
            )
        };
        let fix = plugin_calls::declare(manifest, &plugin, &function);
        let draft = sink.manifest("tw-deck-database-undeclared", Severity::Error, at, message);
        if let Some(fix) = fix {
            draft.fix(fix);
        }
    }
}

fn knows(manifest: ManifestView, plugin: &str) -> bool {
    let mut ids = manifest.root().get("plugins").into_iter().flat_map(Ref::items).filter_map(|entry| entry.get("id")?.as_str());
    ids.any(|id| id == plugin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, assert_one, assert_silent, fixed, with};

    fn pack(plugin: &str, function: &str) -> String {
        let decks =
            format!(r#"[{{"id":"x"}},{{"id":"deck","deckDatabase":{{"pluginId":"{plugin}","listFunction":"{function}"}}}}]"#);
        let text = with("lobbyRequirements", &decks);
        text.replace("\"license\"", "\"plugins\": [{\"id\": \"org.decks\", \"functions\": [\"list\"]}],\n  \"license\"")
    }

    #[test]
    fn a_listed_function_is_fine() {
        assert_silent(&RULE, GOOD);
        assert_silent(&RULE, &pack("org.decks", "list"));
        assert_silent(
            &RULE,
            &with("lobbyRequirements", r#"[{"deckDatabase":{"pluginId":"a","listFunction":""}},{"deckDatabase":7},7]"#),
        );
    }

    #[test]
    fn another_plugin_or_function_is_refused_at_its_name() {
        let at = "/lobbyRequirements/1/deckDatabase";
        assert_one(&RULE, &pack("org.other", "list"), &format!("error tw-deck-database-undeclared {at}/pluginId"));
        assert_one(&RULE, &pack("org.decks", "List"), &format!("error tw-deck-database-undeclared {at}/listFunction"));
        let none = pack("org.decks", "list").replace("\"plugins\"", "\"other\"");
        assert_one(&RULE, &none, &format!("error tw-deck-database-undeclared {at}/pluginId"));
    }

    #[test]
    fn the_fix_lists_the_function() {
        assert!(fixed(&pack("org.decks", "more"), "declare-plugin-call").contains(r#"["list", "more"]"#));
    }
}
