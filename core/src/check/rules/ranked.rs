//! Ranked variants (Game Variants page, *Fully scripted and ranked*): only a variant whose rules a script enforces may offer
//! ranked play, and a script that is attached to it reports the result with `match.end(`. The page says that there are
//! four rules and gives these two.
//!
//! Which scripts are attached is told by [`attached`]; the entry script does not count. The call is looked for in the source
//! and in the compiled text, as text.

use super::{Rule, attached};
use crate::check::{Context, Fix, Sink};
use crate::finding::Severity;
use crate::manifest::PackType;
use crate::pointer;
use crate::scene::view::SceneView;
use crate::variants::list::{self, Entry};
use crate::variants::{Resolver, listed_ids};
use std::borrow::Cow;

pub(super) const RULE: Rule = Rule { name: "ranked variants", codes: &["tw-ranked-not-enforced", "tw-ranked-no-result"], run };

/// The call that reports a result.
const REPORT: &str = "match.end(";

/// What each message ends with.
const FOUR_RULES: &str =
    "The platform has a code of its own for this, and two more rules for ranked variants that we do not know.";

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    if manifest.pack_type().is_some_and(|kind| kind != PackType::Game) {
        return;
    }
    let ranked: Vec<Entry> = list::entries(manifest.root()).filter(|entry| entry.ranked()).collect();
    for entry in &ranked {
        not_enforced(*entry, sink);
    }
    if let Some(scene) =
        context.scene.filter(|scene| scene.is_edit_scene() && !(context.options.documents && attached::is_silent(*scene)))
        && !ranked.is_empty()
    {
        let listed = listed_ids(manifest.root());
        no_result(&ranked, &listed, scene, sink);
    }
}

fn not_enforced(entry: Entry, sink: &mut Sink) {
    // Another kind of value is the schema's to refuse.
    if entry.value.get("rulesEnforced").is_some_and(|value| value.as_bool() != Some(false)) {
        return;
    }
    let message = format!(
        "“{}” offers ranked play, which only a fully scripted variant may. Set rulesEnforced to true if its script enforces the \
         rules, or take “ranking” out. {FOUR_RULES}",
        title(entry)
    );
    let at = entry.pointer().join("rulesEnforced");
    let enforce = at.clone();
    sink.manifest("tw-ranked-not-enforced", Severity::Error, at, message).fix(without_ranking(entry)).fix(Fix::manifest(
        "enforce-rules",
        "Its script enforces the rules",
        false,
        move |manifest| manifest.set(&enforce, true.into()),
    ));
}

fn no_result(ranked: &[Entry], listed: &[Cow<str>], scene: SceneView, sink: &mut Sink) {
    let reporting = attached::scripts_that(scene, |text| text.contains(REPORT));
    if attached::to_a_prefab(scene, &reporting) {
        return;
    }
    let resolver = Resolver::new(scene.0.document());
    for entry in ranked {
        let Some(id) = entry.id() else { continue };
        if !reporting.is_empty() && attached::to_the_variant(&resolver.resolve(&id, listed), &reporting) {
            continue;
        }
        let message = format!(
            "No script that is attached to “{}” calls match.end, so nobody would report a ranked result. Attach the script that \
             does to the variant's scene or to one of its entities, or take “ranking” out; the entry script does not count. \
             {FOUR_RULES}",
            title(*entry)
        );
        let at = entry.pointer().join("ranking");
        sink.manifest("tw-ranked-no-result", Severity::Error, at, message).at_key().fix(without_ranking(*entry));
    }
}

fn title(entry: Entry<'_>) -> Cow<'_, str> {
    entry.name().or_else(|| entry.id()).unwrap_or(Cow::Borrowed("This variant"))
}

/// A person decides: the variant loses its ranked play.
fn without_ranking(entry: Entry) -> Fix {
    let at = pointer!["variants", entry.index, "ranking"];
    Fix::manifest("remove-ranking", "Take ranked play out", false, move |manifest| manifest.remove(&at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{SCENE, found_both, found_in, with};
    use crate::check::{Options, Subject, check};
    use crate::edit::Roots;
    use crate::json::Document;

    const RANKED: &str = r#","rulesEnforced":true,"ranking":{"placementGames":5}"#;
    const NO_RESULT: &str = "error tw-ranked-no-result /variants/1/ranking";

    /// `a` is the base, `b` has the members `more`.
    fn manifest(more: &str) -> String {
        with("variants", &format!(r#"[{{"id":"a","name":"A"}},{{"id":"b","name":"B"{more}}}]"#))
    }

    /// A scene with a script `referee` that reports a result and one `quiet` that does not.
    fn scene(members: &str, delta: &str) -> String {
        let scripts = r#"[{"id":"referee","source":"x\nmatch.end({});","compiled":""},{"id":"quiet","source":"match.ended","compiled":"1"}]"#;
        let block = format!(r#""scripts":{scripts},"variants":{{"base":"a","deltas":{{"b":{delta}}}}}{members},"objects":[]"#);
        SCENE.replace("\"objects\":[]", &block)
    }

    fn found(members: &str, delta: &str) -> Vec<String> {
        found_both(&RULE, &manifest(RANKED), &scene(members, delta))
    }

    #[test]
    fn what_is_not_ranked_needs_nothing() {
        for more in ["", r#","rulesEnforced":true"#, r#","rulesEnforced":false"#, r#","ranking":null"#] {
            assert!(found_both(&RULE, &manifest(more), &scene("", "{}")).is_empty(), "{more}");
        }
    }

    #[test]
    fn ranking_needs_enforced_rules() {
        let attached = scene(r#","sceneScriptIds":["referee"]"#, "{}");
        for more in [r#","ranking":{}"#, r#","rulesEnforced":false,"ranking":{}"#] {
            let told = ["error tw-ranked-not-enforced /variants/1/rulesEnforced"];
            assert_eq!(found_both(&RULE, &manifest(more), &attached), told, "{more}");
        }
        assert!(found_both(&RULE, &manifest(RANKED), &attached).is_empty());
        assert!(found_both(&RULE, &manifest(r#","rulesEnforced":"true","ranking":{}"#), &attached).is_empty());
        let room = manifest(r#","ranking":{}"#).replace("game-pack", "room-pack");
        assert!(found_both(&RULE, &room, &attached).is_empty());
    }

    #[test]
    fn a_script_is_attached_to_the_scene_or_to_an_entity_of_the_variant() {
        let piece = r#"{"id":"p","metadata":{"scriptId":"referee"}}"#;
        let own_piece = format!(r#"{{"objects":[{piece}]}}"#);
        for (members, delta) in [
            (r#","sceneScriptIds":["quiet","referee"]"#, "{}"),
            ("", r#"{"scene":{"sceneScriptIds":["referee"]}}"#),
            ("", own_piece.as_str()),
            (r#","prefabs":[{"id":"x","metadata":{"scriptId":"referee"}}]"#, "{}"),
        ] {
            assert!(found(members, delta).is_empty(), "{members} {delta}");
        }
        let in_base = scene("", "{}").replace("\"objects\":[]", &format!("\"objects\":[{piece}]"));
        assert!(found_both(&RULE, &manifest(RANKED), &in_base).is_empty());
        let removed = in_base.replace(r#""b":{}"#, r#""b":{"removed":["p"]}"#);
        assert_eq!(found_both(&RULE, &manifest(RANKED), &removed), [NO_RESULT]);
    }

    #[test]
    fn another_script_or_another_variants_does_not_count() {
        for (members, delta) in [
            ("", "{}"),
            (r#","sceneScriptIds":["quiet"]"#, "{}"),
            (r#","sceneScriptIds":["gone"]"#, "{}"),
            (r#","sceneScriptIds":["referee"]"#, r#"{"scene":{"sceneScriptIds":[]}}"#),
            (r#","sceneScriptIds":["referee"]"#, r#"{"scene":{"sceneScriptIds":null}}"#),
        ] {
            assert_eq!(found(members, delta), [NO_RESULT], "{members} {delta}");
        }
    }

    #[test]
    fn the_compiled_text_counts_too() {
        let compiled = scene(r#","sceneScriptIds":["quiet"]"#, "{}").replace(r#""compiled":"1""#, r#""compiled":"match.end(1)""#);
        assert!(found_both(&RULE, &manifest(RANKED), &compiled).is_empty());
    }

    #[test]
    fn a_scene_in_which_nothing_stands_is_judged_with_its_files_alone() {
        let [manifest, blank] = [manifest(RANKED), SCENE.to_owned()].map(|text| Document::parse(text.as_bytes()).unwrap());
        let found = |documents| found_in(&RULE, &Subject::of_documents(Ok(&manifest), Ok(&blank)), Options { documents });
        assert!(found(true).is_empty());
        assert_eq!(found(false), [NO_RESULT]);
        let older = Document::parse(br#"{"objects":[]}"#).unwrap();
        assert!(found_in(&RULE, &Subject::of_documents(Ok(&manifest), Ok(&older)), Options::default()).is_empty());
    }

    #[test]
    fn the_fixes_are_a_persons_to_choose() {
        let [manifest, scene] = [manifest(r#","ranking":{}"#), scene(r#","sceneScriptIds":["referee"]"#, "{}")]
            .map(|t| Document::parse(t.as_bytes()).unwrap());
        let problems = |roots: &Roots| {
            let subject = Subject::of_documents(Ok(roots.manifest.as_ref().unwrap()), Ok(roots.scene.as_ref().unwrap()));
            let found = check(&subject, &Options { documents: true });
            found.into_iter().filter(|d| d.code.starts_with("tw-ranked")).collect::<Vec<_>>()
        };
        let roots = Roots { manifest: Some(manifest), scene: Some(scene) };
        let found = problems(&roots);
        let [problem] = &found[..] else { panic!("{found:?}") };
        assert_eq!(problem.fixes.len(), 2);
        for fix in &problem.fixes {
            assert!(!fix.is_safe());
            assert!(problems(&fix.apply(&roots).unwrap()).is_empty(), "{}", fix.label());
        }
    }
}
