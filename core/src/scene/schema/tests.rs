//! Each bound of the tables on both sides, at the top level and inside a variant, and silence about all else.

use super::super::view::SceneView;
use super::findings;
use crate::json::{Document, Pointer, Value};
use crate::{Finding, Severity};

const SCENE: &str = r##"{
  "schemaVersion": 2, "sceneId": "s", "name": "S",
  "environment": {"tableSurfaceColor": "#fff", "fogDensity": 0.5, "skyboxAssetId": null, "newer": []},
  "room": {}, "roomSettings": {}, "materials": [{"id": "m"}], "textures": [{}],
  "prefabs": [{"id": "ab", "kind": "deck", "label": "L", "stackCount": 3, "faceDown": true, "tags": ["a"]}],
  "packRefs": 7,
  "objects": [
    {"id": "o", "kind": "token", "label": "o.x y", "position": {"x": 0, "y": 1e400, "z": -0.5}},
    {"id": "p:1", "kind": "card-holder", "label": "", "position": {"x": 0, "y": 0, "z": 0, "w": 1}, "color": "#A1b2C3",
     "tags": ["a-b_1"], "ownerSeat": "red", "parentId": null, "metadata": {}, "container": {"form": "holder"}, "newer": 1}
  ],
  "zones": [{}], "tableZones": null,
  "seatZones": [{"seat": "red", "zones": [{"type": "hand", "primary": true}, {"type": "area", "arrange": "tray", "trayLanes": 2}, {"primary": 1}]}],
  "seatTemplate": {"zones": [{"type": "hidden", "hides": true}]},
  "snapPoints": [{"position": {"x": 0, "y": 0, "z": 0}}],
  "snapPointGrids": [{"id": "g", "center": {"x": 0, "y": 0, "z": 0}, "rows": 9}],
  "scripts": [{"id": "s", "name": "s.ts", "source": "", "compiled": null, "refKind": "die",
    "variables": [{"name": "v", "type": "number", "min": 1, "max": 2, "default": 5}, {"name": "$w", "type": "object", "kind": "die", "tag": "t"}]}],
  "sceneScriptIds": ["s", "gone"], "sceneScriptVars": {}, "tablePack": 1, "newer": 1,
  "variants": {"base": "a", "newer": 1, "deltas": {"b": {}, "c": {
    "removed": ["o"], "newer": 1,
    "objects": [{"id": "n", "kind": "die", "label": "n", "position": {"x": 0, "y": 0, "z": 0}}],
    "scene": {"room": null, "environment": {}, "snapPoints": [], "seatZones": [], "scripts": 7, "objects": 7, "newer": 7}
  }}}
}"##;

fn doc() -> Document {
    Document::parse(SCENE.as_bytes()).unwrap()
}

fn value(text: &str) -> Value {
    Document::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}")).root().share()
}

fn found(doc: &Document) -> Vec<Finding> {
    findings(SceneView::of(doc))
}

/// Where the scene is refused once `place` holds `text` (or is gone, for an empty text).
fn refused(place: &str, text: &str) -> Vec<String> {
    let place: Pointer = place.parse().unwrap();
    let doc = doc();
    let doc = if text.is_empty() { doc.remove(&place) } else { doc.set(&place, value(text)) };
    found(&doc.unwrap()).into_iter().map(|finding| finding.pointer.to_string()).collect()
}

fn assert_refused(place: &str, text: &str, at: &str) {
    assert_eq!(refused(place, text), [at], "{place} = {text:.80}");
}

fn assert_fine(place: &str, text: &str) {
    assert!(refused(place, text).is_empty(), "{place} = {text:.80}: {:?}", refused(place, text));
}

fn list(item: &str, count: usize) -> String {
    format!("[{}]", vec![item; count].join(","))
}

fn text(length: usize) -> String {
    format!("\"{}\"", "x".repeat(length))
}

#[test]
fn a_scene_with_everything_in_it_is_fine() {
    let found = found(&doc());
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn what_is_required_is_missed_where_it_would_stand() {
    for key in ["sceneId", "name", "objects"] {
        assert_refused(&format!("/{key}"), "", &format!("/{key}"));
        assert_refused(&format!("/{key}"), "null", &format!("/{key}"));
    }
    assert_refused("/environment", "null", "/environment");
    for key in ["id", "kind", "label", "position"] {
        for list in ["/objects", "/variants/deltas/c/objects"] {
            assert_refused(&format!("{list}/0/{key}"), "", &format!("{list}/0/{key}"));
        }
    }
    for place in ["/scripts/0/id", "/scripts/0/name", "/scripts/0/source", "/scripts/0/variables/0/name"] {
        assert_refused(place, "", place);
    }
    for place in ["/prefabs/0/id", "/prefabs/0/label", "/variants/base", "/objects/1/container/form", "/objects/0/position/y"] {
        let at = place.strip_suffix("/y").unwrap_or(place);
        assert_refused(place, "", at);
    }
}

#[test]
fn null_stands_for_a_top_level_key_that_may_be_missing() {
    for key in ["room", "materials", "prefabs", "seatZones", "seatTemplate", "snapPoints", "scripts", "variants"] {
        assert_fine(&format!("/{key}"), "null");
        assert_fine(&format!("/{key}"), "");
    }
    for place in ["/variants/deltas", "/variants/deltas/c/removed", "/scripts/0/variables", "/objects/1/metadata"] {
        assert_refused(place, "null", place);
    }
}

#[test]
fn bounds_hold_on_both_sides() {
    let places = |bad: &[(&str, String)], good: &[(&str, String)]| {
        for (place, text) in bad {
            assert_refused(place, text, place);
        }
        for (place, text) in good {
            assert_fine(place, text);
        }
    };
    let n = |n: f64| n.to_string();
    places(
        &[
            ("/schemaVersion", n(0.0)),
            ("/schemaVersion", n(3.0)),
            ("/schemaVersion", "\"2\"".into()),
            ("/objects/1/stackCount", n(0.0)),
            ("/objects/1/stackCount", n(1001.0)),
            ("/objects/1/stackCount", n(1.5)),
            ("/objects/1/capacityLimit", n(0.0)),
            ("/objects/1/capacityLimit", n(1001.0)),
            ("/prefabs/0/stackCount", n(1001.0)),
        ],
        &[
            ("/schemaVersion", n(1.0)),
            ("/schemaVersion", "2.0".into()),
            ("/objects/1/stackCount", n(1.0)),
            ("/objects/1/stackCount", "1e3".into()),
            ("/objects/1/capacityLimit", n(1000.0)),
        ],
    );
    places(
        &[
            ("/materials", list("{}", 257)),
            ("/textures", list("{}", 513)),
            ("/prefabs/0/tags", list("\"t\"", 101)),
            ("/objects/1/tags", list("\"t\"", 101)),
        ],
        &[
            ("/materials", list("{}", 256)),
            ("/textures", list("{}", 512)),
            ("/prefabs/0/tags", list("\"t\"", 100)),
            ("/objects/1/tags", list("\"t\"", 100)),
        ],
    );
    let script = r#"{"id":"s","name":"n","source":""}"#;
    let variables = |count: usize| {
        let all: Vec<_> = (0..count).map(|i| format!(r#"{{"name":"v{i}","type":"zone"}}"#)).collect();
        format!("[{}]", all.join(","))
    };
    places(
        &[("/scripts", list(script, 65)), ("/scripts/0/variables", variables(33))],
        &[("/scripts", list(script, 64)), ("/scripts/0/variables", variables(32))],
    );
}

#[test]
fn lengths_are_counted_in_utf16_units() {
    for (place, min, max) in [
        ("/scripts/0/id", 1, 96),
        ("/scripts/0/name", 1, 120),
        ("/scripts/0/description", 0, 500),
        ("/scripts/0/source", 0, 262_144),
        ("/scripts/0/compiled", 0, 524_288),
        ("/scripts/0/variables/0/name", 1, 64),
        ("/scripts/0/variables/0/label", 0, 80),
        ("/scripts/0/variables/0/description", 0, 240),
        ("/scripts/0/variables/1/tag", 0, 32),
        ("/prefabs/0/id", 2, 96),
        ("/prefabs/0/label", 1, 80),
        ("/prefabs/0/tags/0", 1, 32),
        ("/objects/1/tags/0", 1, 32),
        ("/objects/1/ownerSeat", 0, 40),
        ("/prefabs/0/ownerSeat", 0, 40),
    ] {
        assert_fine(place, &text(min));
        assert_fine(place, &text(max));
        assert_refused(place, &text(max + 1), place);
        if min > 0 {
            assert_refused(place, &text(min - 1), place);
        }
    }
    // Half as many of what takes two units; escapes count as what they stand for.
    let wide = |count: usize, more: &str| format!("\"{}{more}\"", "😀".repeat(count));
    assert_fine("/prefabs/0/label", &wide(40, ""));
    assert_refused("/prefabs/0/label", &wide(40, "x"), "/prefabs/0/label");
    assert_fine("/prefabs/0/label", &format!("\"{}\"", "\\u0041".repeat(80)));
}

#[test]
fn patterns_and_words() {
    for (place, good, bad) in [
        ("/objects/1/color", &["#000000", "#FFFFFF"][..], &["#fff", "red", "#00000g", "#0000000", "#000000\\n", ""][..]),
        ("/objects/1/tags/0", &["a", "0-_"], &["A", "a b", "dt:x", "é"]),
        ("/prefabs/0/id", &["ab", "0.b", "a-_.b"], &["A1", ".a", "a.", "a b"]),
        ("/scripts/0/variables/0/name", &["_", "$a", "Z9"], &["9a", "a-b", "é", "a.b"]),
        ("/scripts/0/language", &["typescript"], &["javascript"]),
        ("/objects/1/kind", &super::KINDS, &["Token", "tile", ""]),
        ("/objects/1/material", &super::SOUND_MATERIALS, &["stone"]),
        ("/objects/1/containerMode", &["random", "stack", "queue"], &["heap"]),
        ("/seatZones/0/zones/0/type", &["hand"], &["Hand", "tray"]),
    ] {
        for word in good {
            assert_fine(place, &format!("\"{word}\""));
        }
        for word in bad {
            assert_refused(place, &format!("\"{word}\""), place);
        }
    }
}

#[test]
fn wrong_types() {
    for (place, texts) in [
        ("/objects", &["{}", "\"\"", "7"][..]),
        ("/objects/0", &["null", "[]", "7"]),
        ("/objects/0/position", &["[0,1,2]", "\"0,0,0\"", r#"{"x":0,"y":"1","z":2}"#, r#"{"x":0,"y":null,"z":2}"#]),
        ("/objects/0/rotation", &["null", r#"{"x":0,"y":1}"#]),
        ("/objects/0/locked", &["null", "1", "\"true\""]),
        ("/objects/0/metadata", &["[]"]),
        ("/objects/0/color", &["null", "7"]),
        ("/environment/fogEnabled", &["0"]),
        ("/sceneScriptIds/0", &["7", "null"]),
        ("/variants", &["[]", "7"]),
        ("/variants/base", &["null", "7"]),
        ("/variants/deltas", &["[]"]),
        ("/variants/deltas/b", &["null", "[]", "7"]),
        ("/variants/deltas/b/removed", &["{}", "\"o\""]),
        ("/variants/deltas/c/removed/0", &["7"]),
        ("/variants/deltas/c/scene", &["[]", "null"]),
    ] {
        for text in texts {
            assert_refused(place, text, place);
        }
    }
}

#[test]
fn what_a_variant_owns_is_held_to_the_same_tables() {
    let scene = "/variants/deltas/c/scene";
    assert_refused(&format!("{scene}/environment"), "null", &format!("{scene}/environment"));
    assert_refused(&format!("{scene}/snapPoints"), "{}", &format!("{scene}/snapPoints"));
    let hands = r#"[{"seat":"red","zones":[{"type":"hand"},{"type":"hand"}]}]"#;
    assert_refused(&format!("{scene}/seatZones"), hands, &format!("{scene}/seatZones/0/zones/1"));
    assert_fine(&format!("{scene}/prefabs"), "7");
    assert_fine(&format!("{scene}/schemaVersion"), "7");
    assert_refused("/variants/deltas/c/objects/0/kind", "\"spaceship\"", "/variants/deltas/c/objects/0/kind");
}

#[test]
fn at_most_twelve_deltas_and_none_for_the_base() {
    let deltas = |count: usize| {
        let all: Vec<_> = (0..count).map(|i| format!("\"v{i}\":{{}}")).collect();
        format!("{{{}}}", all.join(","))
    };
    assert_fine("/variants/deltas", &deltas(12));
    assert_refused("/variants/deltas", &deltas(13), "/variants/deltas");
    assert_refused("/variants/deltas/a", "{}", "/variants/deltas/a");
}

#[test]
fn one_hand_zone_a_seat_and_one_in_the_template() {
    let hands = r#"[{"type":"hand"},{},{"type":"hand"},{"type":"hand"}]"#;
    assert_refused("/seatZones/0/zones", hands, "/seatZones/0/zones/2");
    assert_refused("/seatTemplate/zones", hands, "/seatTemplate/zones/2");
    assert_fine("/seatZones", r#"[{"zones":[{"type":"hand"}]},{"zones":[{"type":"hand"}]}]"#);
}

#[test]
fn an_option_of_another_zone_type_is_refused() {
    let zone = "/seatTemplate/zones/0";
    for kind in super::ZONE_TYPES {
        assert_fine(zone, &format!(r#"{{"type":"{kind}","name":"n","showBoundary":"all"}}"#));
    }
    for (text, at) in [
        (r#"{"type":"area","primary":true}"#, "primary"),
        (r#"{"type":"hand","hides":true}"#, "hides"),
        (r#"{"type":"scripting","arrange":"row"}"#, "arrange"),
        (r#"{"type":"drop","trayLanes":1}"#, "trayLanes"),
    ] {
        assert_refused(zone, text, &format!("{zone}/{at}"));
    }
    for text in [
        r#"{"type":"hidden","hides":[],"newer":1,"tagFilter":1,"interaction":"owner-seat-only"}"#,
        r#"{"type":"area","centerSnapPoint":true,"arrangeCellSize":1,"trayInfinite":false}"#,
        r#"{"primary":true,"hides":1,"arrange":"row"}"#,
    ] {
        assert_fine(zone, text);
    }
}

#[test]
fn a_prefab_holds_what_its_kind_allows() {
    let prefab = "/prefabs/0";
    let of = |kind: &str, more: &str| format!(r#"{{"id":"ab","kind":"{kind}","label":"L",{more}}}"#);
    assert_refused(prefab, &of("card", r#""stackCount":1"#), "/prefabs/0/stackCount");
    assert_refused(prefab, &of("token", r#""faceDown":false"#), "/prefabs/0/faceDown");
    assert_fine(prefab, &of("card", r#""faceDown":false"#));
    assert_fine(prefab, &of("deck", r#""faceDown":false,"stackCount":2"#));
    // A placed entity holds them whatever it is: the platform's editor writes both on every piece.
    assert_fine("/objects/0/faceDown", "false");
    assert_fine("/objects/0/stackCount", "1");
}

#[test]
fn a_variable_holds_what_its_type_allows() {
    let place = "/scripts/0/variables/0";
    let of = |kind: &str, more: &str| format!(r#"{{"name":"v","type":"{kind}",{more}}}"#);
    for (kind, more, at) in [
        ("number", r#""kind":"die""#, "kind"),
        ("string", r#""tag":"t""#, "tag"),
        ("string", r#""min":1"#, "min"),
        ("boolean", r#""max":1"#, "max"),
        ("number", r#""min":2,"max":1"#, "min"),
        ("number", r#""default":"1""#, "default"),
        ("string", r#""default":1"#, "default"),
        ("boolean", r#""default":"true""#, "default"),
        ("vector3", r#""default":[0,1]"#, "default"),
        ("vector3", r#""default":{"x":0,"y":0,"z":0}"#, "default"),
        ("color", r##""default":"#fff""##, "default"),
        ("seat", r#""default":1"#, "default"),
        ("object", r#""default":null"#, "default"),
        ("objectList", r#""default":[]"#, "default"),
        ("spawnable", r#""default":"x""#, "default"),
        ("zone", r#""default":"x""#, "default"),
    ] {
        assert_refused(place, &of(kind, more), &format!("{place}/{at}"));
    }
    for (kind, more) in [
        ("object", r#""kind":"die","tag":"t""#),
        ("objectList", r#""kind":"die""#),
        ("number", r#""min":1,"max":1,"default":9"#),
        ("vector3", r#""default":[0,1.5,-2]"#),
        ("color", r##""default":"#FFffFF""##),
        ("boolean", r#""default":false"#),
        ("seat", r#""default":"red""#),
    ] {
        assert_fine(place, &of(kind, more));
    }
    assert_refused("/scripts/0/variables/1/name", "\"v\"", "/scripts/0/variables/1/name");
}

#[test]
fn of_a_key_that_stands_twice_the_last_counts() {
    let scene = |entity: &str| SCENE.replace(r#""id": "o", "kind": "token""#, entity);
    let found = |text: &str| found(&Document::parse(scene(text).as_bytes()).unwrap());
    assert!(found(r#""id": 7, "kind": 7, "id": "o", "kind": "token""#).is_empty());
    let told = found(r#""id": "o", "kind": "token", "kind": 7"#);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].pointer.to_string(), "/objects/0/kind");
}

#[test]
fn messages_say_what_where_and_what_is_wanted() {
    let message = |place: &str, text: &str| {
        let doc = doc().set(&place.parse().unwrap(), value(text)).unwrap();
        found(&doc)[0].message.clone()
    };
    assert_eq!(
        message("/variants/deltas/c/objects/0/position", "\"0,0,0\""),
        "Variant “c”, entity “n”: “position” must be an object with the numbers x, y and z, but is “0,0,0”."
    );
    assert_eq!(message("/objects/0", "7"), "“objects[0]” must be an object, but is 7.");
    assert_eq!(
        message("/prefabs/0/tags", "[\"B\"]"),
        "Prefab “ab”: “tags[0]” must be lower-case letters, digits, “_” and “-” of 1 to 32 characters, but is “B”."
    );
    assert_eq!(
        message("/scripts/0/name", &text(121)),
        format!("Script “{}…”: “name” must be text of 1 to 120 characters, but has 121 characters.", "x".repeat(40))
    );
}

#[test]
fn other_formats() {
    for text in [r#"{"objects":[]}"#, r#"{"templatesVersion":"1","objects":[{"templateId":7}],"environment":{}}"#] {
        let doc = Document::parse(text.as_bytes()).unwrap();
        let [only] = &found(&doc)[..] else { panic!("{text}") };
        assert_eq!((only.code, only.severity), ("tw-setup-older-format", Severity::Warning));
    }
    for text in ["null", "[]", "\"x\"", "7"] {
        let doc = Document::parse(text.as_bytes()).unwrap();
        let [only] = &found(&doc)[..] else { panic!("{text}") };
        assert_eq!((only.code, only.pointer.to_string()), ("schema", String::new()));
    }
}

/// Real packs, where they stand beside the project: the platform took them all.
#[test]
fn real_packs_are_fine() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/real-packs");
    let Ok(packs) = std::fs::read_dir(&folder) else {
        eprintln!("not run: {} is not there", folder.display());
        return;
    };
    for pack in packs {
        let scene = pack.unwrap().path().join("setup.json");
        if let Ok(bytes) = std::fs::read(&scene) {
            let found = found(&Document::parse(&bytes).unwrap());
            assert!(found.is_empty(), "{}: {found:?}", scene.display());
        }
    }
}
