//! Every place that names a file is found, with its document, its pointer and its variant.

use super::*;
use crate::assets::Special;
use crate::assets::listing::list;
use crate::job::Quiet;
use crate::pack::OsFs;

const MANIFEST: &str = r#"{
  "entry": {"setup": "setup.json", "script": "main.js"},
  "assets": ["m/a.glb", "gone.png"],
  "coverImage": "media/cover.webp",
  "soundSets": [{"name": "s", "variants": ["s.wav"]}],
  "aiModels": [{"path": "ai/a.onnx"}],
  "rules": [{"kind": "markdown", "title": "t.webp", "path": "rules/a.md"}],
  "credits": [{"paths": ["m/a.glb", "long-gone.png"]}]
}"#;

const SCENE: &str = r##"{
  "environment": {"skyboxAssetId": "/textures/sky.hdr"},
  "materials": [{"id": "mat-1", "name": "t.webp", "props": {"diffuseMap": "t.webp", "normalMap": null}},
                {"id": "mat-2", "props": {"diffuseMap": "u.webp"}}],
  "textures": [{"assetId": "t.webp"}],
  "prefabs": [{"id": "p", "metadata": {"customModelAssetId": "m/p.glb"}, "materialSlots": {"x": "mat-2"}}],
  "objects": [
    {"id": "a", "label": "m/a.glb", "metadata": {"customModelAssetId": "./m/a.glb"}},
    {"id": "b", "metadata": {"prefabId": "p"}},
    {"id": "c", "metadata": {"customDeck": {"cards": [{"assetPath": "d/1.webp"}, {"assetPath": "d/none.webp"}]}, "unknownNew": ["s.wav"]}},
    {"id": "d", "metadata": {"scriptId": "s1"}}
  ],
  "roomPack": {"decor": [{"modelPath": "x.assembly.json"}]},
  "scripts": [{"id": "s1", "source": "spawn('m/a.glb');\nit's(\"s.wav\", `none.png`)"}],
  "variants": {"base": "x", "deltas": {"y": {"objects": [{"id": "a", "metadata": {"customModelAssetId": "m/b.glb"}}]}}}
}"##;

fn pack() -> (tempfile::TempDir, Roots, Listing, Memory, Special) {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("diceytable.mod.json", MANIFEST),
        ("setup.json", SCENE),
        ("main.js", "load('t.webp')"),
        ("m/a.glb", "a"),
        ("m/a.meta.json", r#"{"materialSlots":{"S":"mat-1"}}"#),
        ("m/a.collider.glb", "c"),
        ("m/b.glb", "b"),
        ("m/p.glb", "p"),
        ("t.webp", "t"),
        ("t.webp.link.json", r#"{"bytes":[{"path":"t.webp"}]}"#),
        ("u.webp", "u"),
        ("s.wav", "s"),
        ("d/1.webp", "1"),
        ("ai/a.onnx", "o"),
        ("media/cover.webp", "w"),
        ("media/cover-thumb.webp", "w"),
        ("rules/a.md", "r"),
        ("x.assembly.json", r#"{"parts":[{"modelPath":"m/b.glb"}]}"#),
        ("broken.json", "{"),
    ] {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let parse = |text: &str| Some(Document::parse(text.as_bytes()).unwrap());
    let roots = Roots { manifest: parse(MANIFEST), scene: parse(SCENE) };
    let listing = list(&OsFs, dir.path(), &Quiet).unwrap();
    let mut memory = Memory::default();
    memory.refresh(&OsFs, dir.path(), &listing, &Quiet).unwrap();
    let special = Special::of(roots.manifest.as_ref().unwrap());
    (dir, roots, listing, memory, special)
}

fn places(references: &References, path: &str) -> Vec<String> {
    let shown = |naming: &Naming| {
        let file = match &naming.holder {
            Holder::Manifest => "manifest",
            Holder::Scene => "scene",
            Holder::File(path) => path.as_str(),
        };
        let variant = naming.variant.as_ref().map_or_else(String::new, |id| format!(" [{id}]"));
        let line = naming.line.map_or_else(String::new, |line| format!(" line {line}"));
        format!("{} {file}#{}{line}{variant}", naming.role.word(), naming.at)
    };
    references.to(path).map(shown).collect()
}

#[test]
fn each_place_is_found_with_its_document_pointer_and_variant() {
    let (_dir, roots, listing, memory, special) = pack();
    let references = References::of(&roots, &listing, &memory, &special);
    let of = |path| places(&references, path);
    assert_eq!(
        of("m/a.glb"),
        [
            "listed manifest#/assets/0",
            "credit manifest#/credits/0/paths/0",
            "use scene#/objects/0/metadata/customModelAssetId",
            "script scene#/scripts/0/source line 1"
        ]
    );
    assert_eq!(
        of("m/b.glb"),
        ["use scene#/variants/deltas/y/objects/0/metadata/customModelAssetId [y]", "use x.assembly.json#/parts/0/modelPath"]
    );
    assert_eq!(
        of("t.webp"),
        [
            "use scene#/materials/0/props/diffuseMap",
            "record scene#/textures/0/assetId",
            "script main.js# line 1",
            "record t.webp.link.json#/bytes/0/path"
        ]
    );
    assert_eq!(
        of("s.wav"),
        [
            "use manifest#/soundSets/0/variants/0",
            "use scene#/objects/2/metadata/unknownNew/0",
            "script scene#/scripts/0/source line 2"
        ]
    );
    assert_eq!(of("m/a.meta.json"), ["beside m/a.glb#"]);
    assert_eq!(of("m/a.collider.glb"), ["beside m/a.glb#"]);
    assert_eq!(of("media/cover.webp"), ["use manifest#/coverImage"]);
    assert_eq!(of("media/cover-thumb.webp"), ["beside media/cover.webp#"]);
    assert_eq!(of("ai/a.onnx"), ["use manifest#/aiModels/0/path"]);
    assert_eq!(of("rules/a.md"), ["use manifest#/rules/0/path"]);
    assert_eq!(of("main.js"), ["use manifest#/entry/script"]);
    assert_eq!(of("/textures/sky.hdr"), ["use scene#/environment/skyboxAssetId"]);
}

#[test]
fn what_is_not_there_is_missed_only_where_a_file_has_to_be() {
    let (_dir, roots, listing, memory, special) = pack();
    let references = References::of(&roots, &listing, &memory, &special);
    assert_eq!(places(&references, "gone.png"), ["listed manifest#/assets/1"]);
    assert_eq!(places(&references, "d/none.webp"), ["use scene#/objects/2/metadata/customDeck/cards/1/assetPath"]);
    for path in ["none.png", "long-gone.png"] {
        assert!(places(&references, path).is_empty(), "{path}");
    }
}

#[test]
fn an_entity_needs_what_its_model_materials_prefab_and_script_need() {
    let (_dir, roots, listing, memory, _special) = pack();
    let scene = roots.scene.as_ref().unwrap();
    let needs = Needs::of(scene, &listing, &memory);
    let at = |pointer: &Pointer| needs.at(pointer).iter().map(|path| path.as_str().to_owned()).collect::<Vec<_>>();
    assert_eq!(at(&pointer!["objects", 0]), ["m/a.collider.glb", "m/a.glb", "m/a.meta.json", "t.webp"]);
    assert_eq!(at(&pointer!["objects", 1]), ["m/p.glb", "u.webp"]);
    assert_eq!(at(&pointer!["objects", 2]), ["d/1.webp", "s.wav"]);
    assert_eq!(at(&pointer!["objects", 3]), ["m/a.collider.glb", "m/a.glb", "m/a.meta.json", "s.wav", "t.webp"]);
    assert_eq!(at(&pointer!["variants", "deltas", "y", "objects", 0]), ["m/b.glb"]);
    assert_eq!(at(&pointer!["roomPack"]), ["m/b.glb", "x.assembly.json"]);
    assert!(at(&pointer!["objects", 9]).is_empty());
}

#[test]
fn script_literals_are_found_behind_apostrophes_and_in_one_long_line() {
    let found = |text: &str| read_script(text).spots.into_iter().map(|spot| spot.text).collect::<Vec<_>>();
    assert_eq!(found("// don't\nf(\"a/b.png\")"), ["a/b.png"]);
    assert_eq!(found("// don't f('a.png') x"), ["a.png"]);
    assert_eq!(found("a('x.glb');b(\"y.glb\");c(`z.glb`)"), ["x.glb", "y.glb", "z.glb"]);
    assert!(found("'https://a.example/b.png' + \"\" + 'no' + 'c.toString(x)'").is_empty());
}

#[test]
fn what_stands_on_the_table_at_load_is_told_by_variant() {
    let (_dir, roots, listing, memory, _) = pack();
    let scene = roots.scene.unwrap();
    let needs = Needs::of(&scene, &listing, &memory);
    let paths = |variant| needs.at_load(variant).into_iter().map(|path| path.as_str().to_owned()).collect::<Vec<_>>();
    let base = paths(None);
    assert!(base.contains(&"m/a.glb".to_owned()) && base.contains(&"t.webp".to_owned()), "{base:?}");
    assert!(base.contains(&"m/p.glb".to_owned()) && base.contains(&"u.webp".to_owned()), "by its prefab: {base:?}");
    assert_eq!(paths(Some("y")), ["m/b.glb"]);
    assert!(paths(Some("none")).is_empty());
}
