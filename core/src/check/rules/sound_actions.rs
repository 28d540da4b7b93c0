//! The action that a sound set is for (manifest reference, `soundSets`). The platform's words are a closed list that the
//! documents do not print; the setup page names four of them and ends with “and the rest of that vocabulary”.

use super::Rule;
use crate::check::{Context, Sink};
use crate::finding::Severity;
use crate::json::Ref;
use crate::pointer;

pub(super) const RULE: Rule = Rule { name: "actions of sound sets", codes: &["tw-sound-action-unknown"], run };

/// The actions that the documents name.
pub const KNOWN_SOUND_ACTIONS: [&str; 4] = ["place", "pickup", "roll", "shuffle"];

fn run(context: &Context, sink: &mut Sink) {
    let sets = context.manifest.and_then(|manifest| manifest.root().get("soundSets"));
    for (index, set) in sets.into_iter().flat_map(Ref::items).enumerate() {
        let Some(action) = set.get("action").and_then(Ref::as_str) else { continue };
        if !KNOWN_SOUND_ACTIONS.contains(&&*action) {
            let message = format!(
                "“{action}” is an action that we have not seen; those we know are {}. It is kept as it is.",
                KNOWN_SOUND_ACTIONS.join(", ")
            );
            sink.manifest("tw-sound-action-unknown", Severity::Advice, pointer!["soundSets", index, "action"], message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{assert_one, assert_silent, with};

    #[test]
    fn actions_of_the_documents_are_known_and_others_are_told() {
        for action in KNOWN_SOUND_ACTIONS {
            assert_silent(&RULE, &with("soundSets", &format!(r#"[{{"name":"a","action":"{action}"}},{{"name":"b"}}]"#)));
        }
        for action in ["Roll", "clash", ""] {
            let text = with("soundSets", &format!(r#"[{{"name":"b"}},{{"name":"a","action":"{action}"}}]"#));
            assert_one(&RULE, &text, "advice tw-sound-action-unknown /soundSets/1/action");
        }
        assert_silent(&RULE, &with("soundSets", r#"[{"action":7},5]"#));
    }
}
