//! Whatever stands in a manifest and beside it, judging never fails, says each thing at a place that exists or could, and
//! fixes mend or refuse.

use super::{Diagnostic, Options, Subject, check};
use crate::edit::Roots;
use crate::json::Document;
use crate::manifest::table::{MANIFEST_RULE, top_level_keys};
use crate::shape::Rule;
use proptest::prelude::*;

/// Every key that the table knows, at any level.
fn keys(rule: &'static Rule, out: &mut Vec<&'static str>) {
    match rule.plain() {
        Rule::Object(shape) => {
            for field in shape.fields {
                out.push(field.key);
                keys(&field.rule, out);
            }
        }
        Rule::Tagged { cases, .. } => {
            for (_, shape) in *cases {
                for field in shape.fields {
                    out.push(field.key);
                    keys(&field.rule, out);
                }
            }
        }
        Rule::List(_, _, of) | Rule::Map(of) => keys(of, out),
        _ => {}
    }
}

fn leaf() -> impl Strategy<Value = String> {
    let words = [
        "null",
        "true",
        "false",
        "0",
        "-1",
        "1",
        "2.5",
        "40",
        "1e400",
        "0.0001",
        "\"\"",
        "\"a\"",
        "\" go \"",
        "\"1.0\"",
        "\"1.0.0\"",
        "\"v2\"",
        "\"^1.0.0\"",
        "\"../a.png\"",
        "\"media/a.webp\"",
        "\"a.js\"",
        "\"setup.json\"",
        "\"game-pack\"",
        "\"room-pack\"",
        "\"Table\"",
        "\"constructor\"",
        "\"number\"",
        "\"select\"",
        "\"toggle\"",
        "\"third-party\"",
        "\"disclaimed\"",
        "\"die-d6\"",
        "\"log\"",
        "\"plugin-call\"",
        "\"database\"",
        "\"youtube\"",
        "\"markdown\"",
        "\"link\"",
        "\"preset\"",
        "\"http://example.com\"",
        "\"\\ud800\"",
        "\"\\u0000\"",
        "\"😀\"",
        "\"ghp_abcdefghijklmnopqrstuvwxyz0123456789\"",
        "\"2026-01-31T12:00:00Z\"",
        "\">=0.1 <1.0\"",
        "\"__proto__\"",
    ];
    prop::sample::select(words.to_vec()).prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = String> {
    let mut known = vec!["odd", "__proto__", ""];
    keys(&MANIFEST_RULE, &mut known);
    known.sort_unstable();
    known.dedup();
    leaf().prop_recursive(4, 40, 6, move |inner| {
        let object = prop::collection::vec((prop::sample::select(known.clone()), inner.clone()), 0..7);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            object.prop_map(|members| {
                let members: Vec<String> = members.iter().map(|(key, value)| format!("{key:?}:{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

fn manifest() -> impl Strategy<Value = String> {
    let known: Vec<&str> = top_level_keys().collect();
    prop::collection::vec((prop::sample::select(known), value()), 0..12).prop_map(|members| {
        let members: Vec<String> = members.iter().map(|(key, value)| format!("{key:?}:{value}")).collect();
        format!("{{{}}}", members.join(","))
    })
}

fn judged(roots: &Roots) -> Vec<Diagnostic> {
    let scene = roots.scene.as_ref().ok_or(&crate::pack::Fault::NotNamed);
    let Some(manifest) = roots.manifest.as_ref() else { return Vec::new() };
    check(&Subject::of_documents(Ok(manifest), scene), &Options::default())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn anything_can_be_judged_and_every_fix_mends_or_refuses(text in manifest(), scene in value()) {
        let document = Document::parse(text.as_bytes()).unwrap();
        let scene = Document::parse(scene.as_bytes()).ok().filter(|scene| scene.root().is_object());
        let roots = Roots { manifest: Some(document), scene };
        let found = judged(&roots);
        for problem in &found {
            prop_assert!(problem.line > 0 && problem.column > 0 && !problem.message.is_empty());
            for fix in &problem.fixes {
                let Ok(after) = fix.apply(&roots) else { continue };
                let again = judged(&after);
                let same = |d: &&Diagnostic| d.code == problem.code && d.pointer == problem.pointer && d.message == problem.message;
                prop_assert!(!after.same(&roots), "“{}” changes nothing for {problem}", fix.label());
                // A fix of a list may leave the same complaint about its next entry: one application less remains.
                let before = found.iter().filter(same).count();
                prop_assert!(again.iter().filter(same).count() <= before, "“{}” makes it worse: {problem}", fix.label());
                if let Some(manifest) = &after.manifest {
                    prop_assert!(Document::parse(manifest.text().as_bytes()).is_ok());
                }
            }
        }
    }
}
