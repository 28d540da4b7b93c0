//! `scripts` on an entry of the manifest's list (Game Variants page, *Playing by hand*): refused whatever its value, with the
//! conversion as its fix.

use super::Rule;
use crate::check::{Context, Fix, Sink};
use crate::edit::Roots;
use crate::error::{Error, ErrorKind};
use crate::finding::Severity;
use crate::json::Ref;
use crate::pointer;
use crate::variants::{convert_scripts_switch, scripts_that_stay};

pub(super) const RULE: Rule = Rule { name: "the scripts switch of variants", codes: &["variant-scripts-removed"], run };

fn run(context: &Context, sink: &mut Sink) {
    let Some(manifest) = context.manifest else { return };
    let document = manifest.root().document();
    let stays = scripts_that_stay(document, context.subject.scene.ok()).map(|said| format!(" {said}")).unwrap_or_default();
    for (index, entry) in manifest.variants().enumerate() {
        let Some(switch) = entry.get("scripts") else { continue };
        let off = switch.as_bool() == Some(false);
        let message = if off {
            format!(
                "The platform no longer takes “scripts” on a variant. Detach the scripts in the variant's own scene, then take the \
                 key away.{stays}"
            )
        } else {
            "The platform no longer takes “scripts” on a variant, whatever its value. Take the key away.".to_owned()
        };
        let draft = sink.manifest("variant-scripts-removed", Severity::Error, pointer!["variants", index, "scripts"], message);
        draft.at_key();
        let possible = !off || (context.scene.is_some() && entry.get("id").and_then(Ref::as_str).is_some());
        if possible {
            draft.fix(convert(index, off));
        }
    }
}

/// Both documents change in one step.
fn convert(index: usize, off: bool) -> Fix {
    let label = if off { "Detach this variant's scripts" } else { "Take “scripts” away" };
    Fix::new("convert-variant-scripts", label, true, move |roots| {
        let manifest = roots.manifest.as_ref().ok_or_else(|| {
            Error::new(ErrorKind::Refused, "The manifest cannot be read, so it cannot be mended").hint("Correct its text first.")
        })?;
        let (manifest, scene) = convert_scripts_switch(manifest, roots.scene.as_ref(), index)?;
        Ok(Roots { manifest: Some(manifest), scene })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, SCENE, assert_silent, found_both, with};
    use crate::check::{Options, Subject, check};
    use crate::json::Document;
    use crate::pack::Fault;

    fn list(value: &str) -> String {
        with("variants", &format!(r#"[{{"id":"a","name":"A"}},{{"id":"b","name":"B","scripts":{value}}}]"#))
    }

    #[test]
    fn the_switch_is_refused_whatever_it_says() {
        assert_silent(&RULE, GOOD);
        assert_silent(&RULE, &with("variants", r#"[{"id":"a"},7]"#));
        for value in ["true", "false", "null", "{}"] {
            assert_eq!(found_both(&RULE, &list(value), SCENE), ["error variant-scripts-removed /variants/1/scripts"], "{value}");
        }
    }

    #[test]
    fn the_fix_converts_both_documents_in_one_step() {
        let manifest = Document::parse(list("false").as_bytes()).unwrap();
        let scene =
            Document::parse(SCENE.replace("\"objects\":[]", r#""objects":[],"sceneScriptIds":["s"]"#).as_bytes()).unwrap();
        let found = check(&Subject::of_documents(Ok(&manifest), Ok(&scene)), &Options { documents: true });
        let told: Vec<_> = found.iter().filter(|d| d.code == "variant-scripts-removed").collect();
        let fix = &told[0].fixes[0];
        assert!(fix.is_safe());
        let roots = Roots { manifest: Some(manifest.clone()), scene: Some(scene.clone()) };
        let after = fix.apply(&roots).unwrap();
        assert_eq!(after.manifest.unwrap().text(), manifest.remove(&pointer!["variants", 1, "scripts"]).unwrap().text());
        assert!(
            after.scene.unwrap().text().contains(r#""variants":{"base":"a","deltas":{"b":{"scene":{"sceneScriptIds":[]}}}}"#)
        );
    }

    #[test]
    fn without_a_scene_only_the_key_can_go() {
        for (value, offered) in [("false", false), ("true", true)] {
            let manifest = Document::parse(list(value).as_bytes()).unwrap();
            let found = check(&Subject::of_documents(Ok(&manifest), Err(&Fault::Missing)), &Options { documents: true });
            let told = found.iter().find(|d| d.code == "variant-scripts-removed").unwrap();
            assert_eq!(!told.fixes.is_empty(), offered);
        }
    }
}
