//! Every plugin function that the entry script calls is listed under `plugins`, and every call names its target in plain
//! strings (manifest reference, `plugins`). Names are compared letter for letter.

use super::{Rule, capabilities};
use crate::check::{Context, Fix, Sink, script_scan};
use crate::edit::{Roots, set_manifest_field};
use crate::error::Result;
use crate::finding::Severity;
use crate::json::{Pointer, Ref, Value};
use crate::manifest::{ManifestView, PackType};
use crate::pointer;
use rustc_hash::FxHashSet;

pub(super) const RULE: Rule =
    Rule { name: "the entry script's plugin calls", codes: &["undeclared-plugin-call", "dynamic-plugin-call"], run };

/// The most plugins, and functions of one, that a manifest may list (manifest reference, the field tables).
const MAX_PLUGINS: usize = 8;
const MAX_FUNCTIONS: usize = 24;

fn run(context: &Context, sink: &mut Sink) {
    let (Some(manifest), Some(script)) = (context.manifest, context.entry_script()) else { return };
    if matches!(manifest.pack_type(), Some(PackType::Room | PackType::Table)) {
        return;
    }
    let mut told = FxHashSet::default();
    for call in script_scan::plugin_calls(script) {
        let line = call.line;
        let Some((plugin, function)) = call.target else {
            let message = format!(
                "Line {line} of the script calls a plugin by a name that is not a plain string, so nobody can tell what it \
                 reaches. Write both names as plain strings; a call in a comment counts too."
            );
            sink.manifest("dynamic-plugin-call", Severity::Error, pointer!["entry", "script"], message);
            continue;
        };
        if !lists(manifest, &plugin, &function) && told.insert((plugin.clone(), function.clone())) {
            let message = format!(
                "Line {line} of the script calls “{function}” of the plugin “{plugin}”, which “plugins” does not list. List it, or \
                 take the call out; a call in a comment counts too."
            );
            let fix = declare(manifest, &plugin, &function);
            let draft = sink.manifest("undeclared-plugin-call", Severity::Error, pointer!["plugins"], message);
            if let Some(fix) = fix {
                draft.fix(fix);
            }
        }
    }
}

/// Whether `plugins` lists the function of the plugin.
pub(super) fn lists(manifest: ManifestView, plugin: &str, function: &str) -> bool {
    let list = manifest.root().get("plugins").into_iter().flat_map(Ref::items);
    let functions = list.filter(|entry| text(*entry, "id").is_some_and(|id| id == plugin)).filter_map(|e| e.get("functions"));
    functions.flat_map(Ref::items).filter_map(Ref::as_str).any(|name| name == function)
}

fn text<'a>(entry: Ref<'a>, key: &str) -> Option<std::borrow::Cow<'a, str>> {
    entry.get(key)?.as_str()
}

/// Lists the function, with the capability that this needs. It widens what the pack reaches outside, so a person
/// decides. `None` where the schema would not take it.
pub(super) fn declare(manifest: ManifestView, plugin: &str, function: &str) -> Option<Fix> {
    place(manifest, plugin, function)?;
    let (plugin, function) = (plugin.to_owned(), function.to_owned());
    let label = format!("List “{function}” of “{plugin}”");
    Some(Fix::new("declare-plugin-call", label, false, move |roots| listed(roots, &plugin, &function)))
}

fn listed(roots: &Roots, plugin: &str, function: &str) -> Result<Roots> {
    let roots = capabilities::add("plugin-call", false).apply(roots)?;
    let Some(manifest) = roots.manifest.as_ref().and_then(ManifestView::new) else { return Ok(roots) };
    match place(manifest, plugin, function) {
        Some((at, value)) => set_manifest_field(&roots, &at, Some(value)),
        None => Ok(roots),
    }
}

/// What to add where, so that the function is listed.
fn place(manifest: ManifestView, plugin: &str, function: &str) -> Option<(Pointer, Value)> {
    let name = |text: &str, first: fn(&u8) -> bool, others: &[u8]| {
        text.bytes().next().is_some_and(|b| first(&b)) && text.bytes().all(|b| b.is_ascii_alphanumeric() || others.contains(&b))
    };
    let fits = name(plugin, u8::is_ascii_alphanumeric, b"._-")
        && plugin.ends_with(|c: char| c.is_ascii_alphanumeric())
        && (3..=96).contains(&plugin.len())
        && name(function, u8::is_ascii_alphabetic, b"_")
        && function.len() <= 64;
    if !fits || lists(manifest, plugin, function) {
        return None;
    }
    let Some(list) = manifest.root().get("plugins") else {
        return Some((pointer!["plugins"], Value::array([entry(plugin, function)])));
    };
    let known = list.items().position(|e| text(e, "id").is_some_and(|id| id == plugin));
    match known {
        Some(index) => {
            let functions = list.index(index)?.get("functions")?;
            (functions.is_array() && functions.len() < MAX_FUNCTIONS)
                .then(|| (pointer!["plugins", index, "functions", "-"], function.into()))
        }
        None => (list.is_array() && list.len() < MAX_PLUGINS).then(|| (pointer!["plugins", "-"], entry(plugin, function))),
    }
}

fn entry(plugin: &str, function: &str) -> Value {
    Value::object([("id", Value::from(plugin)), ("functions", Value::array([function]))])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{fixed_with, found_with, with};
    use crate::json::Document;

    fn manifest(plugins: &str) -> String {
        let text = with("plugins", plugins);
        text.replace(r#"{ "setup": "setup.json" }"#, r#"{ "setup": "setup.json", "script": "main.js" }"#)
    }

    fn found(plugins: &str, script: &str) -> Vec<String> {
        found_with(&RULE, &manifest(plugins), &[("main.js", script)])
    }

    const PLUGINS: &str = r#"[{"id":"org.a","functions":["f","g"]},{"id":"org.b","functions":[]}]"#;

    #[test]
    fn listed_functions_may_be_called() {
        assert!(found(PLUGINS, "api.callPlugin('org.a', 'f'); api.callPlugin(\"org.a\", \"g\", {})").is_empty());
        assert!(found(PLUGINS, "").is_empty());
        assert!(found_with(&RULE, &manifest(PLUGINS), &[]).is_empty());
    }

    #[test]
    fn others_are_refused_once() {
        let told = "error undeclared-plugin-call /plugins";
        for target in ["'org.a','h'", "'org.a','F'", "'Org.A','f'", "'org.b','f'", "'org.c','f'"] {
            let call = format!("api.callPlugin({target});");
            assert_eq!(found(PLUGINS, &format!("{call}\n// {call}")), [told], "{target}");
        }
        assert_eq!(found("null", "api.callPlugin('org.a','f')"), [told]);
    }

    #[test]
    fn a_target_that_cannot_be_read_is_refused_at_each_call() {
        let told = "error dynamic-plugin-call /entry/script";
        assert_eq!(found(PLUGINS, "api.callPlugin(p, 'f'); api.callPlugin('org.a', f)"), [told, told]);
        assert_eq!(found(PLUGINS, "api.callPlugin(`org.${x}`, 'f')"), [told]);
    }

    #[test]
    fn the_fix_lists_the_function_and_declares_the_capability() {
        let script = |target: &str| format!("api.callPlugin({target})");
        for (target, list) in [
            ("'org.a','h'", r#"[{"id":"org.a","functions":["f","g","h"]},{"id":"org.b","functions":[]}]"#),
            ("'org.b','x'", r#"[{"id":"org.a","functions":["f","g"]},{"id":"org.b","functions":["x"]}]"#),
            (
                "'org.c','x'",
                r#"[{"id":"org.a","functions":["f","g"]},{"id":"org.b","functions":[]},{"id":"org.c","functions":["x"]}]"#,
            ),
        ] {
            let text = fixed_with(&manifest(PLUGINS), "declare-plugin-call", &[("main.js", &script(target))]);
            let after = Document::parse(text.as_bytes()).unwrap();
            let expected = Document::parse(list.as_bytes()).unwrap();
            assert!(after.at(&pointer!["plugins"]).unwrap().equals(expected.root()), "{text}");
            assert!(capabilities::declares(ManifestView::new(&after).unwrap(), "plugin-call"), "{text}");
        }
    }

    #[test]
    fn no_fix_is_offered_that_the_schema_refuses() {
        let view = |text: &str, plugin: &str, function: &str| {
            let document = Document::parse(text.as_bytes()).unwrap();
            declare(ManifestView::new(&document).unwrap(), plugin, function).is_some()
        };
        assert!(view(GOOD_LIST, "org.x", "f"));
        for (plugin, function) in [("x", "f"), ("-org", "f"), ("org.", "f"), ("org.x", ""), ("org.x", "1f"), ("org.x", "f-g")] {
            assert!(!view(GOOD_LIST, plugin, function), "{plugin} {function}");
        }
        let full = |entries: usize| {
            let all: Vec<String> = (0..entries).map(|i| format!(r#"{{"id":"org.{i}","functions":[]}}"#)).collect();
            format!(r#"{{"plugins":[{}]}}"#, all.join(","))
        };
        assert!(view(&full(7), "org.x", "f") && !view(&full(8), "org.x", "f") && view(&full(8), "org.1", "f"));
        let many = |count: usize| {
            let all: Vec<String> = (0..count).map(|i| format!("\"f{i}\"")).collect();
            format!(r#"{{"plugins":[{{"id":"org.x","functions":[{}]}}]}}"#, all.join(","))
        };
        assert!(view(&many(23), "org.x", "f") && !view(&many(24), "org.x", "f"));
    }

    const GOOD_LIST: &str = r#"{"plugins":[]}"#;
}
