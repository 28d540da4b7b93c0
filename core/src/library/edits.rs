//! What the manifest becomes when a plugin or pack is taken in, ticked, answered or let go. Each is one step of the
//! history.

use crate::edit::{Roots, allow_capability, set_manifest_field};
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Document, Pointer, Ref, Value};
use crate::pointer;

use super::pack_card::PackCard;

const PLUGIN_CALL: &str = "plugin-call";

fn manifest(roots: &Roots) -> Result<&Document> {
    roots.manifest.as_ref().ok_or_else(|| {
        Error::new(ErrorKind::Refused, "The manifest can’t be read, so it can’t be changed")
            .hint("Mend it as Problems shows it, then try again.")
    })
}

fn with(roots: &Roots, manifest: Document) -> Roots {
    Roots { manifest: Some(manifest), ..roots.clone() }
}

/// The place of the entry of a list whose member `key` is `id`.
fn entry(manifest: &Document, list: &str, key: &str, id: &str) -> Option<Pointer> {
    let list_at = pointer![list];
    let items = manifest.at(&list_at)?.items();
    let index = items.enumerate().find(|(_, item)| item.get(key).and_then(Ref::as_str).is_some_and(|text| text == id))?.0;
    Some(list_at.join(index))
}

/// Lists a plugin without any function; one that is listed stays as it is.
///
/// # Errors
/// Where the manifest cannot be read, or `plugins` is no list.
pub fn attach_plugin(roots: &Roots, id: &str) -> Result<Roots> {
    if entry(manifest(roots)?, "plugins", "id", id).is_some() {
        return Ok(roots.clone());
    }
    let new = Value::object([("id", Value::from(id)), ("functions", Value::Array(Vec::new()))]);
    if manifest(roots)?.at(&pointer!["plugins"]).is_none() {
        return set_manifest_field(roots, &pointer!["plugins"], Some(Value::Array(vec![new])));
    }
    set_manifest_field(roots, &pointer!["plugins", "-"], Some(new))
}

/// Says whether scripts may call a function of a plugin, and keeps the capability `plugin-call` in step: it comes with the
/// first function and goes with the last.
///
/// # Errors
/// As [`attach_plugin`].
pub fn call_function(roots: &Roots, id: &str, function: &str, on: bool) -> Result<Roots> {
    let mut roots = attach_plugin(roots, id)?;
    let Some(at) = entry(manifest(&roots)?, "plugins", "id", id) else { return Ok(roots) };
    let list = at.join("functions");
    let present = manifest(&roots)?.at(&list);
    let index = present.and_then(|list| list.items().position(|item| item.as_str().is_some_and(|name| name == function)));
    match (index, on) {
        (Some(index), false) => roots = with(&roots, manifest(&roots)?.remove(&list.join(index))?),
        (None, true) if present.is_none() => {
            roots = set_manifest_field(&roots, &list, Some(Value::array([function])))?;
        }
        (None, true) => roots = set_manifest_field(&roots, &list.join("-"), Some(function.into()))?,
        _ => {}
    }
    keep_in_step(&roots)
}

/// `plugin-call` is allowed where any plugin lists a function, and else taken away.
fn keep_in_step(roots: &Roots) -> Result<Roots> {
    let document = manifest(roots)?;
    let calls = document
        .at(&pointer!["plugins"])
        .is_some_and(|plugins| plugins.items().any(|plugin| plugin.get("functions").is_some_and(|list| !list.is_empty())));
    if calls {
        return allow_capability(roots, PLUGIN_CALL);
    }
    let list = pointer!["capabilities", "allowed"];
    let allowed = document.at(&list);
    let index = allowed.and_then(|list| list.items().position(|item| item.as_str().is_some_and(|slug| slug == PLUGIN_CALL)));
    match index {
        Some(index) => Ok(with(roots, document.remove(&list.join(index))?)),
        None => Ok(roots.clone()),
    }
}

/// Answers a setting of a plugin, or takes the answer back (`None`). The plugin need not be listed: a plugin that is only
/// a deck site is configured alone.
///
/// # Errors
/// As [`attach_plugin`].
pub fn configure(roots: &Roots, id: &str, key: &str, value: Option<Value>) -> Result<Roots> {
    set_manifest_field(roots, &pointer!["pluginSettings", id, key], value)
}

/// Gives a plugin a place for answers without listing it: one that is a deck site is configured alone.
///
/// # Errors
/// As [`attach_plugin`].
pub fn configure_only(roots: &Roots, id: &str) -> Result<Roots> {
    let at = pointer!["pluginSettings", id];
    if manifest(roots)?.at(&at).is_some() {
        return Ok(roots.clone());
    }
    set_manifest_field(roots, &at, Some(Value::Object(Vec::new())))
}

/// Takes all answers to a plugin away, and the key where it was the last.
///
/// # Errors
/// As [`attach_plugin`].
pub fn stop_configuring(roots: &Roots, id: &str) -> Result<Roots> {
    let at = pointer!["pluginSettings", id];
    if manifest(roots)?.at(&at).is_none() {
        return Ok(roots.clone());
    }
    let rest = manifest(roots)?.at(&pointer!["pluginSettings"]).map_or(0, Ref::len);
    let at = if rest <= 1 { pointer!["pluginSettings"] } else { at };
    set_manifest_field(roots, &at, None)
}

/// Lets a plugin go: its entry, its answers, and what only they needed.
///
/// # Errors
/// As [`attach_plugin`].
pub fn remove_plugin(roots: &Roots, id: &str) -> Result<Roots> {
    let mut roots = stop_configuring(roots, id)?;
    if let Some(at) = entry(manifest(&roots)?, "plugins", "id", id) {
        let rest = manifest(&roots)?.at(&pointer!["plugins"]).map_or(0, Ref::len);
        let at = if rest <= 1 { pointer!["plugins"] } else { at };
        roots = set_manifest_field(&roots, &at, None)?;
    }
    keep_in_step(&roots)
}

/// Pins a pack at the version that was read, with its commit where it is known: as a new dependency, or in place of the
/// pin that there is.
///
/// # Errors
/// As [`attach_plugin`]; refused where the pack is this one.
pub fn pin(roots: &Roots, card: &PackCard) -> Result<Roots> {
    let own = manifest(roots)?.root().get("id").and_then(Ref::as_str);
    if own.is_some_and(|own| own == card.id) {
        return Err(Error::new(ErrorKind::Refused, "A pack can’t build on itself").hint("Choose another pack."));
    }
    let Some(at) = entry(manifest(roots)?, "dependencies", "packId", &card.id) else {
        let commit = card.commit.as_ref().map(|commit| ("commitSha", Value::from(commit.as_str())));
        let new = [("packId", Value::from(card.id.as_str())), ("version", card.version.as_str().into())];
        let new = Value::object(new.into_iter().chain(commit));
        if manifest(roots)?.at(&pointer!["dependencies"]).is_none() {
            return set_manifest_field(roots, &pointer!["dependencies"], Some(Value::Array(vec![new])));
        }
        return set_manifest_field(roots, &pointer!["dependencies", "-"], Some(new));
    };
    let roots = set_manifest_field(roots, &at.join("version"), Some(card.version.as_str().into()))?;
    // An old commit beside a new label would be a lie.
    set_manifest_field(&roots, &at.join("commitSha"), card.commit.as_deref().map(Value::from))
}

/// No longer builds on a pack; the key goes with its last pin.
///
/// # Errors
/// As [`attach_plugin`].
pub fn unpin(roots: &Roots, id: &str) -> Result<Roots> {
    let Some(at) = entry(manifest(roots)?, "dependencies", "packId", id) else { return Ok(roots.clone()) };
    let rest = manifest(roots)?.at(&pointer!["dependencies"]).map_or(0, Ref::len);
    set_manifest_field(roots, &if rest <= 1 { pointer!["dependencies"] } else { at }, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roots(text: &str) -> Roots {
        Roots { manifest: Some(Document::parse(text.as_bytes()).unwrap()), scene: None }
    }

    fn text(roots: &Roots) -> String {
        roots.manifest.as_ref().unwrap().text()
    }

    const BARE: &str = r#"{"id":"me","capabilities":{"version":"1","allowed":["log"]}}"#;

    #[test]
    fn a_tick_keeps_the_capability_in_step() {
        let listed = attach_plugin(&roots(BARE), "org.a").unwrap();
        assert!(text(&listed).contains(r#""plugins":[{"id":"org.a","functions":[]}]"#) && !text(&listed).contains(PLUGIN_CALL));
        let one = call_function(&listed, "org.a", "f", true).unwrap();
        assert!(text(&one).contains(r#""functions":["f"]"#) && text(&one).contains(r#"["log","plugin-call"]"#), "{}", text(&one));
        assert_eq!(text(&call_function(&one, "org.a", "f", true).unwrap()), text(&one));
        let two = call_function(&one, "org.b", "g", true).unwrap();
        let left = call_function(&two, "org.a", "f", false).unwrap();
        assert!(text(&left).contains(PLUGIN_CALL), "another plugin's function still needs it");
        let none = call_function(&left, "org.b", "g", false).unwrap();
        assert!(!text(&none).contains(PLUGIN_CALL), "{}", text(&none));
    }

    #[test]
    fn letting_go_leaves_nothing_behind() {
        let used = call_function(&roots(BARE), "org.a", "f", true).unwrap();
        let used = configure(&used, "org.a", "set", Some("core".into())).unwrap();
        assert!(text(&used).contains(r#""pluginSettings":{"org.a":{"set":"core"}}"#), "{}", text(&used));
        assert_eq!(text(&remove_plugin(&used, "org.a").unwrap()), BARE);
        let alone = configure(&roots(BARE), "org.a", "size", Some(5.into())).unwrap();
        assert!(!text(&alone).contains("\"plugins\""), "configured only");
        assert_eq!(text(&stop_configuring(&alone, "org.a").unwrap()), BARE);
        let place = configure_only(&roots(BARE), "org.a").unwrap();
        assert!(text(&place).contains(r#""pluginSettings":{"org.a":{}}"#) && !text(&place).contains("\"plugins\""));
        assert_eq!(text(&configure_only(&alone, "org.a").unwrap()), text(&alone), "answers stay");
    }

    #[test]
    fn a_pin_is_made_and_moved() {
        let card = |version: &str, commit: Option<&str>| PackCard {
            id: "room".into(),
            name: "Room".into(),
            version: version.into(),
            license: "MIT".into(),
            kind: None,
            commit: commit.map(str::to_owned),
        };
        let pinned = pin(&roots(BARE), &card("1.0.0", Some("a"))).unwrap();
        assert!(text(&pinned).contains(r#""dependencies":[{"packId":"room","version":"1.0.0","commitSha":"a"}]"#));
        let moved = pin(&pinned, &card("1.1.0", None)).unwrap();
        assert!(text(&moved).contains(r#"[{"packId":"room","version":"1.1.0"}]"#), "{}", text(&moved));
        assert_eq!(text(&unpin(&moved, "room").unwrap()), BARE);
        assert_eq!(text(&unpin(&moved, "other").unwrap()), text(&moved));
        let own = PackCard { id: "me".into(), ..card("1.0.0", None) };
        assert!(pin(&roots(BARE), &own).is_err());
    }
}
