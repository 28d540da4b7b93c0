//! Ways to mend what breaks a field's rule where a person has to choose, or where the scene knows what was meant.

use crate::check::Fix;
use crate::finding::Finding;
use crate::json::{EditError, Pointer, Ref, Value};
use crate::manifest::table;
use crate::pointer;
use crate::scene::view::SceneView;

/// What may mend a finding, the likeliest first. Only a pin that the scene has already is safe.
pub(super) fn fixes(root: Ref, finding: &Finding, scene: Option<SceneView>) -> Vec<Fix> {
    let at = &finding.pointer;
    let path: Vec<&str> = at.tokens().iter().map(String::as_str).collect();
    let Some(value) = root.at(at) else { return Vec::new() };
    let text = value.as_str().filter(|text| text.len() <= super::LONGEST_MENDED);
    let text = text.as_deref().map(str::trim);
    match (path.as_slice(), text) {
        (["dependencies", index, "version"], text) => pins(root, at, index, text, scene),
        (["rules", _, "url"] | ["credits", _, "creatorUrl" | "sourceUrl" | "licenseUrl"], Some(text)) => {
            https(text).into_iter().map(|link| replace(at, link, false)).collect()
        }
        (["capabilities", "allowed", _], _) => vec![take_out(at)],
        (["credits", index, "paths", _], Some(_)) if is_one_of_many(root, index) => vec![take_out(at)],
        (["lobbyRequirements", _, "deckDatabase"], _) if value.is_object() => {
            let sources = at.parent().unwrap_or_default().join("deckSources");
            vec![add_source(sources), take_out(at)]
        }
        (["variants", _, key], _) if table::row_at(at.tokens()).is_none() && !key.is_empty() => vec![take_out(at)],
        _ => Vec::new(),
    }
}

/// The version that the scene pins the same pack to; else the one that a range is made from.
fn pins(root: Ref, at: &Pointer, index: &str, text: Option<&str>, scene: Option<SceneView>) -> Vec<Fix> {
    let pack = root.at(&pointer!["dependencies", index, "packId"]).and_then(Ref::as_str);
    let locked = pack.zip(scene).and_then(|(pack, scene)| {
        let same = |entry: &Ref| entry.get("packId").and_then(Ref::as_str).is_some_and(|id| id == pack);
        let version = scene.list("packRefs").find(same)?.get("version")?.as_str()?;
        fits(&version).then(|| version.into_owned())
    });
    if let Some(version) = locked {
        return vec![replace(at, version, true)];
    }
    let base = text.map(|text| text.trim_start_matches(['^', '~', '>', '<', '=', 'v', ' ']));
    base.filter(|base| fits(base)).map(|base| replace(at, base.to_owned(), false)).into_iter().collect()
}

/// The most UTF-16 units of a pinned version; a version is ASCII.
const LONGEST_PIN: usize = 40;

fn fits(version: &str) -> bool {
    table::is_version(version) && version.len() <= LONGEST_PIN
}

/// The address by https: of a plain-http one, or of one that was written without its scheme.
fn https(text: &str) -> Option<String> {
    let rest = match text.split_once("://") {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => rest,
        Some(_) => return None,
        None => text,
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_host = host.contains('.') && !host.starts_with('.') && !host.ends_with('.');
    (is_host && !rest.contains(char::is_whitespace) && !host.contains(['@', ':'])).then(|| format!("https://{rest}"))
}

/// Whether a credit names more files than one.
fn is_one_of_many(root: Ref, credit: &str) -> bool {
    root.at(&pointer!["credits", credit, "paths"]).is_some_and(|paths| paths.len() > 1)
}

fn replace(at: &Pointer, text: String, safe: bool) -> Fix {
    let at = at.clone();
    Fix::manifest("replace-value", format!("Use “{text}”"), safe, move |manifest| manifest.set(&at, text.as_str().into()))
}

/// Takes an entry of a list or a member away; a person decides, for it may be misspelled.
fn take_out(at: &Pointer) -> Fix {
    let (at, last) = (at.clone(), at.last().unwrap_or_default());
    let is_entry = last.bytes().all(|b| b.is_ascii_digit());
    let label = if is_entry { "Take this entry out".to_owned() } else { format!("Take “{last}” away") };
    Fix::manifest("remove-key", label, false, move |manifest| manifest.remove(&at))
}

/// Adds the source that a deck database is for.
fn add_source(sources: Pointer) -> Fix {
    Fix::manifest("add-deck-source", "Add “database” to the sources", false, move |manifest| match manifest.at(&sources) {
        Some(list) if list.is_array() => manifest.insert_item(&sources, list.len(), "database".into()),
        Some(_) => Err(EditError::WrongKind(sources.clone())),
        // The default stays the first tab.
        None => manifest.set(&sources, Value::array(["mine", "database"])),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{SCENE, fixed, with};
    use crate::check::{Options, Subject, check};
    use crate::json::Document;

    #[test]
    fn a_range_takes_the_version_that_the_scene_has() {
        let dependency = |version: &str| with("dependencies", &format!(r#"[{{"packId":"oak","version":"{version}"}}]"#));
        let pinned = |scene: &str| {
            let (manifest, scene) = (dependency("^1.2.0"), Document::parse(scene.as_bytes()).unwrap());
            let manifest = Document::parse(manifest.as_bytes()).unwrap();
            let found = check(&Subject::of_documents(Ok(&manifest), Ok(&scene)), &Options { documents: true });
            let fixes = found.iter().flat_map(|d| &d.fixes);
            fixes.map(|fix| (fix.label().to_owned(), fix.is_safe())).collect::<Vec<_>>()
        };
        let scene = |refs: &str| SCENE.replace("\"objects\"", &format!("\"packRefs\":{refs},\"objects\""));
        let known = scene(r#"[{"packId":"pine","version":"3.0.0"},{"packId":"oak","version":"1.4.1"}]"#);
        assert_eq!(pinned(&known), [("Use “1.4.1”".to_owned(), true)]);
        for unknown in [r#"[{"packId":"pine","version":"3.0.0"}]"#, r#"[{"packId":"oak","version":"1.x"}]"#, "7"] {
            assert_eq!(pinned(&scene(unknown)), [("Use “1.2.0”".to_owned(), false)]);
        }
        assert_eq!(fixed(&dependency(">= 1.2.0"), "replace-value"), dependency("1.2.0"));
    }

    #[test]
    fn links_get_the_scheme_that_they_need() {
        for (text, link) in [
            ("http://a.example/b", Some("https://a.example/b")),
            ("www.a.example", Some("https://www.a.example")),
            ("a.example/b?c", Some("https://a.example/b?c")),
            ("ftp://a.example", None),
            ("mailto:me@a.example", None),
            ("see the box", None),
            ("nowhere", None),
            ("", None),
        ] {
            assert_eq!(https(text).as_deref(), link, "{text}");
        }
        let rules = |url: &str| with("rules", &format!(r#"[{{"kind":"link","id":"a","title":"A","url":"{url}"}}]"#));
        assert_eq!(fixed(&rules("http://a.example"), "replace-value"), rules("https://a.example"));
    }

    #[test]
    fn what_may_not_stand_can_be_taken_out() {
        let variant = |more: &str| with("variants", &format!(r#"[{{"id":"a","name":"A"{more}}},{{"id":"b","name":"B"}}]"#));
        assert_eq!(fixed(&variant(r#","colour":1"#), "remove-key"), variant(""));
        let allowed = |slugs: &str| with("capabilities", &format!(r#"{{"allowed":[{slugs}]}}"#));
        assert_eq!(fixed(&allowed(r#""log","fly""#), "remove-key"), allowed(r#""log""#));
        let needs = |more: &str| with("lobbyRequirements", &format!(r#"[{{"id":"a","kind":"deck","label":"L"{more}}}]"#));
        let database = r#","deckDatabase":{"pluginId":"org.a","listFunction":"f"}"#;
        let sources = r#","deckSources":["mine","database"]"#;
        let plugin = |text: String| {
            text.replacen('{', r#"{"plugins":[{"id":"org.a","functions":["f"]}],"capabilities":{"allowed":["plugin-call"]},"#, 1)
        };
        assert_eq!(fixed(&plugin(needs(database)), "add-deck-source"), plugin(needs(&format!("{database}{sources}"))));
        assert_eq!(fixed(&plugin(needs(database)), "remove-key"), plugin(needs("")));
    }
}
