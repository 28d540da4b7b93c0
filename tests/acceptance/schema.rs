//! Somebody edits a manifest by hand, with the published JSON Schema in their text editor.

use serde_json::{Value, json};
use tablewright_core::json::Document;
use tablewright_core::manifest::schema;

fn published() -> Value {
    serde_json::from_str(&schema::json_schema()).expect("JSON")
}

fn validator() -> jsonschema::Validator {
    let schema = published();
    assert!(jsonschema::meta::is_valid(&schema), "the schema is one of draft 2020-12");
    jsonschema::options().with_draft(jsonschema::Draft::Draft202012).build(&schema).expect("a schema")
}

fn good() -> Value {
    json!({
        "schemaVersion": "1.0", "id": "example.go", "name": "Go", "version": "1.0.0", "type": "game-pack",
        "entry": {"setup": "setup.json"}, "compatibility": {"engine": ">=0.1 <1.0"}, "license": "MIT",
    })
}

/// Everything that a manifest can hold, made up.
fn full() -> Value {
    let mut all = json!({
        "slug": "go", "summary": "Stones.", "description": "# Go", "category": "abstract-strategy", "tags": ["board"],
        "assets": ["a.webp"], "assetManifest": [{"path": "a.webp", "sha256": "a".repeat(64)}], "excludedAssets": ["b.webp"],
        "assetRepos": [{"owner": "someone", "repo": "art", "ref": "main"}],
        "capabilities": {"version": "1", "allowed": ["log", "plugin-call"]},
        "players": {"min": 2, "max": 2}, "coverImage": "media/cover.webp",
        "screenshots": [
            {"path": "media/a.webp", "crop": {"x": 0, "y": 0, "w": 1, "h": 0.5}, "title": "T", "alt": "A", "kind": "gameplay"},
            {"video": {"provider": "youtube", "id": "aqz-KE-bpKQ", "title": "T"}},
        ],
        "rules": [
            {"kind": "markdown", "id": "a", "title": "A", "path": "rules/a.md"},
            {"kind": "link", "id": "b", "title": "B", "url": "https://example.com"},
        ],
        "dice": [{"preset": "die-d6", "label": "D", "defaultCount": 2}], "diceEnabled": false,
        "soundSets": [{"name": "s", "variants": ["a.wav"], "material": "wood", "action": "roll", "loop": true}],
        "plugins": [{"id": "org.a", "functions": ["f"]}], "pluginSettings": {"org.a": {"x": 1, "y": "z", "w": true}},
        "dependencies": [{"packId": "room", "version": "1.0.0", "commitSha": "b".repeat(40)}],
        "setupOptions": [{"key": "hand", "label": "H", "control": "number", "default": 5, "min": 1, "max": 9, "step": 0.5}],
        "lobbyRequirements": [{"id": "deck", "kind": "deck", "label": "Your deck", "minCards": 0, "deckSources": ["mine"]}],
        "credits": [{
            "id": "c", "paths": ["a.webp"], "origin": "own-work", "recordedAt": "2026-01-31T12:00:00Z",
            "attestation": {"termsVersion": "t", "acceptedAt": "2026-01-31T12:00:00Z", "signedName": "A. Author"},
        }],
        "variants": [{"id": "a", "name": "A", "rulesEnforced": true, "ranking": {"placementGames": 5}}, {"id": "b", "name": "B"}],
        "bots": [{"id": "x", "kind": "scripted"}], "aiModels": [{"id": "m", "path": "ai/m.onnx"}], "newer": {"than": "this"},
    });
    if let (Value::Object(all), Value::Object(base)) = (&mut all, good()) {
        all.extend(base);
    }
    all
}

fn refused_by_rules(manifest: &Value) -> bool {
    let document = Document::parse(manifest.to_string().as_bytes()).expect("JSON");
    schema::findings(document.root()).iter().any(|finding| finding.code == "schema")
}

#[test]
fn it_takes_what_the_rules_take() {
    let validator = validator();
    for manifest in [good(), full()] {
        assert!(!refused_by_rules(&manifest));
        let errors: Vec<String> = validator.iter_errors(&manifest).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
}

/// One thing wrong at a time, all over the manifest: the schema and the rules refuse the same.
#[test]
fn it_refuses_what_a_schema_can_say() {
    let validator = validator();
    let wrong = [
        ("/schemaVersion", json!("2.0")),
        ("/id", json!("a b")),
        ("/name", json!("")),
        ("/version", json!("1.0")),
        ("/type", json!("game")),
        ("/entry", json!([])),
        ("/entry/setup", json!("")),
        ("/compatibility/engine", json!("x".repeat(41))),
        ("/slug", json!("A")),
        ("/tags", json!(vec!["t"; 21])),
        ("/tags/0", json!("a b")),
        ("/players/min", json!(0)),
        ("/players/max", json!(65)),
        ("/players/max", json!(2.5)),
        ("/assetManifest/0/sha256", json!("abc")),
        ("/capabilities/allowed/0", json!("fetch")),
        ("/screenshots/0/crop/w", json!(0)),
        ("/screenshots/1/video/id", json!("short")),
        ("/rules/0/kind", json!("pdf")),
        ("/rules/1/url", json!("http://example.com")),
        ("/rules/1/title", json!(7)),
        ("/dice/0/preset", json!("d6")),
        ("/dice/0/defaultCount", json!(41)),
        ("/soundSets/0/variants", json!([])),
        ("/plugins/0/functions/0", json!("1f")),
        ("/pluginSettings/org.a/x", json!([1])),
        ("/dependencies/0/version", json!("^1.0.0")),
        ("/setupOptions/0/key", json!("Hand")),
        ("/setupOptions/0/step", json!(0)),
        ("/lobbyRequirements/0/deckSources", json!([])),
        ("/credits/0/paths", json!([])),
        ("/credits/0/recordedAt", json!("2026-02-30T12:00:00Z")),
        ("/credits/0/attestation/signedName", json!("")),
        ("/variants/0/name", json!(null)),
        ("/variants/0", json!({"id": "a", "name": "A", "unknown": 1})),
        ("/diceEnabled", json!("no")),
        ("/summary", json!(null)),
    ];
    for (place, value) in wrong {
        let mut manifest = full();
        *manifest.pointer_mut(place).unwrap_or_else(|| panic!("{place}")) = value.clone();
        assert!(refused_by_rules(&manifest), "the rules take {value} at {place}");
        assert!(!validator.is_valid(&manifest), "the schema takes {value} at {place}");
    }
    for key in ["schemaVersion", "id", "name", "version", "type", "entry", "compatibility", "license"] {
        let mut manifest = good();
        manifest.as_object_mut().unwrap().remove(key);
        assert!(refused_by_rules(&manifest) && !validator.is_valid(&manifest), "{key}");
    }
}

#[test]
fn it_knows_what_each_type_of_pack_may_carry() {
    let validator = validator();
    for (kind, fine) in [("game-pack", true), ("component-pack", true), ("table-pack", false), ("room-pack", false)] {
        for (key, value) in [
            ("plugins", json!([])),
            ("pluginSettings", json!({})),
            ("entry", json!({"setup": "setup.json", "script": "main.js"})),
            ("capabilities", json!({"version": "1", "allowed": ["log", "ui"]})),
        ] {
            let mut manifest = good();
            manifest["type"] = kind.into();
            manifest[key] = value;
            assert_eq!(validator.is_valid(&manifest), fine, "{key} on a {kind}");
            assert_eq!(!refused_by_rules(&manifest), fine, "{key} on a {kind}");
        }
        let mut manifest = good();
        manifest["type"] = kind.into();
        manifest["capabilities"] = json!({"allowed": ["log"]});
        assert!(validator.is_valid(&manifest) && !refused_by_rules(&manifest), "log alone on a {kind}");
    }
}

#[test]
fn it_asks_for_the_capability_that_plugins_with_functions_need() {
    let validator = validator();
    for (functions, capabilities, fine) in [
        (json!([]), json!(null), true),
        (json!(["f"]), json!(null), false),
        (json!(["f"]), json!({}), false),
        (json!(["f"]), json!({"allowed": ["log"]}), false),
        (json!(["f"]), json!({"allowed": ["log", "plugin-call"]}), true),
    ] {
        let mut manifest = good();
        manifest["plugins"] = json!([{"id": "org.a", "functions": []}, {"id": "org.b", "functions": functions}]);
        if !capabilities.is_null() {
            manifest["capabilities"] = capabilities.clone();
        }
        assert_eq!(validator.is_valid(&manifest), fine, "{functions} with {capabilities}");
        assert_eq!(!refused_by_rules(&manifest), fine, "{functions} with {capabilities}");
    }
}

/// Published packs stand beside the project on developers' machines.
#[test]
fn it_takes_published_manifests() {
    let packs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/real-packs");
    let Ok(folders) = packs.read_dir() else {
        eprintln!("{} is not there: nothing was checked", packs.display());
        return;
    };
    let validator = validator();
    for folder in folders.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        let Ok(text) = std::fs::read_to_string(folder.join("diceytable.mod.json")) else { continue };
        let manifest: Value = serde_json::from_str(&text).unwrap();
        let errors: Vec<String> = validator.iter_errors(&manifest).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{}: {errors:#?}", folder.display());
    }
}
