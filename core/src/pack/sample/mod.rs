//! The sample pack: Go on three boards, made by us, generated from code.
//!
//! Here live its measures ([`layout`]), textures, models, pictures, scene and manifest. Everything is a pure function: the same
//! bytes on every machine and in every run. Nothing here touches the disk; [`super::new`] writes the files.

mod exact;
pub mod layout;
mod manifest;
mod models;
mod picture;
mod render;
mod scene;
mod textures;

use super::{MANIFEST, SETUP};
use layout::BOARDS;
use picture::Picture;
use scene::{BLACK, WHITE};

/// What a copy of the sample is called, in its manifest and in its scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The manifest's `id`.
    pub id: String,
    /// The manifest's `slug`.
    pub slug: String,
    /// The manifest's and the scene's `name`.
    pub name: String,
    /// The scene's `sceneId`.
    pub scene_id: String,
}

impl Default for Identity {
    fn default() -> Self {
        Self { id: "sample-go".into(), slug: "sample-go".into(), name: "Go".into(), scene_id: "sample-go".into() }
    }
}

/// The sample pack under its own name: path (with `/`) and content of each file, the manifest last.
pub fn files() -> Vec<(String, Vec<u8>)> {
    files_for(&Identity::default())
}

/// The sample pack under another name. Only the manifest and the scene differ.
pub fn files_for(identity: &Identity) -> Vec<(String, Vec<u8>)> {
    let textures: Vec<(String, Picture)> = textures().into_iter().map(|(path, draw)| (path, draw())).collect();
    let mut files = models();
    files.extend(media(&textures));
    files.extend(textures.into_iter().map(|(path, picture)| (path, picture.jpeg(78))));
    files.extend(documents(identity));
    files
}

/// What is text: the rulebook, the scene, and last the manifest.
fn documents(identity: &Identity) -> Vec<(String, Vec<u8>)> {
    let models: Vec<String> = models().into_iter().map(|(path, _)| path).collect();
    let textures: Vec<String> = textures().into_iter().map(|(path, _)| path).collect();
    let manifest = manifest::manifest(identity, &models, &textures);
    vec![
        (manifest::RULES_PATH.into(), manifest::RULES.into()),
        (SETUP.into(), scene::setup(identity).pretty().into_bytes()),
        (MANIFEST.into(), manifest.pretty().into_bytes()),
    ]
}

/// The model files, by path.
fn models() -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> =
        BOARDS.iter().map(|b| (scene::board_model(b), models::board(b).glb(&format!("board-{}", b.id)))).collect();
    for (side, slot) in [(BLACK, models::SLATE), (WHITE, models::SHELL)] {
        files.push((scene::bowl_model(side), models::bowl(slot).glb(&format!("bowl-{}", side.id))));
        files.push((scene::stone_model(side), models::stone(slot).glb(&format!("stone-{}", side.id))));
    }
    files.push((scene::LID_MODEL.into(), models::lid().glb("lid")));
    files.sort();
    files
}

/// Draws a texture, which takes a while.
type Draw = Box<dyn Fn() -> Picture>;

/// The textures, by path.
fn textures() -> Vec<(String, Draw)> {
    let mut textures: Vec<(String, Draw)> = vec![
        (scene::WALNUT_TEXTURE.into(), Box::new(textures::walnut)),
        (scene::SLATE_TEXTURE.into(), Box::new(textures::slate)),
        (scene::SHELL_TEXTURE.into(), Box::new(textures::shell)),
        (scene::LINEN_TEXTURE.into(), Box::new(textures::linen)),
    ];
    for board in &BOARDS {
        textures.push((scene::board_texture(board), Box::new(|| textures::board(board))));
    }
    textures.sort_by(|a, b| a.0.cmp(&b.0));
    textures
}

/// Cover and gallery, rendered with the textures.
fn media(textures: &[(String, Picture)]) -> Vec<(String, Vec<u8>)> {
    let studio = render::Studio::new(textures);
    let cover = studio.cover();
    vec![
        (manifest::COVER_THUMB.into(), cover.shrink(4).webp()),
        (manifest::COVER.into(), cover.webp()),
        (manifest::SCREENSHOTS[0].0.into(), studio.full_board().webp()),
        (manifest::SCREENSHOTS[1].0.into(), studio.small_board().webp()),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    fn file(files: Vec<(String, Vec<u8>)>, path: &str) -> Vec<u8> {
        files.into_iter().find(|(name, _)| name == path).unwrap_or_else(|| panic!("no {path}")).1
    }

    /// A document of the pack, without drawing its pictures.
    fn json(path: &str) -> Value {
        serde_json::from_slice(&file(documents(&Identity::default()), path)).unwrap()
    }

    fn strings(value: &Value) -> Vec<String> {
        value.as_array().unwrap().iter().map(|v| v.as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn documents_and_models_are_the_same_in_every_run() {
        assert_eq!(models(), models());
        assert_eq!(documents(&Identity::default()), documents(&Identity::default()));
        let identity = Identity { id: "my-go".into(), slug: "my-go".into(), name: "My Go".into(), scene_id: "my-go".into() };
        for ((path, ours), (_, theirs)) in documents(&Identity::default()).into_iter().zip(documents(&identity)) {
            assert_eq!(ours != theirs, path != "rules/how-to-play.md", "{path}: it is the name that differs");
        }
    }

    /// The one test here that draws all pictures, which takes seconds without optimisation.
    #[test]
    fn files_are_whole() {
        let files = files();
        accounted_for(&files);
        for (path, bytes) in &files {
            is_what_its_name_says(path, bytes);
        }
        let total: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(total < 2_000_000, "{total} bytes");
    }

    /// The manifest names every file, each in one list and in one record.
    fn accounted_for(files: &[(String, Vec<u8>)]) {
        let manifest = json("diceytable.mod.json");
        let present: BTreeSet<String> = files.iter().map(|(path, _)| path.clone()).collect();
        assert_eq!(present.len(), files.len(), "two files of one name");
        let assets = strings(&manifest["assets"]);
        let excluded = strings(&manifest["excludedAssets"]);
        for list in [&assets, &excluded] {
            let mut sorted = list.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(&sorted, list, "in code-unit order, once each");
        }
        let rest = ["diceytable.mod.json", "setup.json", "rules/how-to-play.md"].map(str::to_owned);
        let named: BTreeSet<String> = assets.iter().chain(&excluded).chain(&rest).cloned().collect();
        assert_eq!(named, present);
        assert_eq!(named.len(), assets.len() + excluded.len() + rest.len(), "no file in two lists");

        let mut credited: Vec<String> =
            manifest["credits"].as_array().unwrap().iter().flat_map(|c| strings(&c["paths"])).collect();
        credited.sort();
        let mut due: Vec<String> = assets.iter().chain(&excluded).cloned().chain(["rules/how-to-play.md".to_owned()]).collect();
        due.sort();
        assert_eq!(credited, due, "each file in exactly one record");
    }

    fn is_what_its_name_says(path: &str, bytes: &[u8]) {
        let format = match path.rsplit('.').next() {
            Some("webp") => image::ImageFormat::WebP,
            Some("jpg") => image::ImageFormat::Jpeg,
            _ => return,
        };
        let picture = image::load_from_memory_with_format(bytes, format).unwrap();
        let (width, height) = (picture.width(), picture.height());
        if path.starts_with("media/cover") {
            assert_eq!(width, height, "{path} is square");
        } else if path.starts_with("media/") {
            assert_eq!(width * 9, height * 16, "{path} is 16:9");
        } else if let Some(board) = BOARDS.iter().find(|b| *path == scene::board_texture(b)) {
            assert_eq!((width, height), (board.pixels, textures::Atlas::of(board).height));
        }
    }

    #[test]
    fn nobody_has_signed_for_it() {
        for credit in json("diceytable.mod.json")["credits"].as_array().unwrap() {
            let record = credit.as_object().unwrap();
            assert!(!record.contains_key("attestation") && !record.contains_key("locked"));
            assert!(record.contains_key("derivedFrom"), "the schema lets no other record stand unsigned and editable");
        }
    }

    #[test]
    fn texts_keep_to_the_bounds() {
        let manifest = json("diceytable.mod.json");
        let units = |value: &Value| value.as_str().unwrap().encode_utf16().count();
        assert!(units(&manifest["summary"]) <= 200 && units(&manifest["description"]) <= 20_000);
        assert!((1..=80).contains(&units(&manifest["name"])) && (3..=96).contains(&units(&manifest["id"])));
        assert!(strings(&manifest["tags"]).len() <= 20);
        for credit in manifest["credits"].as_array().unwrap() {
            assert!(units(&credit["id"]) <= 64 && units(&credit["title"]) <= 160 && units(&credit["notes"]) <= 1000);
        }
    }

    /// Every string in a document that looks like one of the pack's files.
    fn paths_in(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::String(text) if ["models/", "textures/", "media/", "rules/"].iter().any(|f| text.starts_with(f)) => {
                found.insert(text.clone());
            }
            Value::Array(items) => items.iter().for_each(|v| paths_in(v, found)),
            Value::Object(members) => members.values().for_each(|v| paths_in(v, found)),
            _ => {}
        }
    }

    #[test]
    fn the_scene_uses_every_asset_and_no_other() {
        let mut used = BTreeSet::new();
        paths_in(&json("setup.json"), &mut used);
        let assets: BTreeSet<String> = strings(&json("diceytable.mod.json")["assets"]).into_iter().collect();
        assert_eq!(used, assets);
    }

    /// The entities of one variant: the base without `removed`, changed ones in place, additions behind.
    fn resolved(setup: &Value, id: &str) -> Vec<Value> {
        let mut all = setup["objects"].as_array().unwrap().clone();
        let Some(delta) = setup["variants"]["deltas"].get(id) else { return all };
        let removed = strings(&delta["removed"]);
        all.retain(|o| !removed.iter().any(|id| o["id"] == id.as_str()));
        for object in delta["objects"].as_array().unwrap() {
            match all.iter_mut().find(|o| o["id"] == object["id"]) {
                Some(place) => place.clone_from(object),
                None => all.push(object.clone()),
            }
        }
        all
    }

    #[test]
    fn every_variant_is_a_game_of_its_own() {
        let setup = json("setup.json");
        let manifest = json("diceytable.mod.json");
        let listed: Vec<_> = manifest["variants"].as_array().unwrap().iter().map(|v| v["id"].as_str().unwrap()).collect();
        assert_eq!(listed, ["19x19", "13x13", "9x9"]);
        assert_eq!(setup["variants"]["base"], "19x19");
        assert_eq!(setup.as_object().unwrap().keys().next_back().unwrap(), "variants");
        for (id, board) in listed.into_iter().zip(BOARDS) {
            let entities = resolved(&setup, id);
            let ids: BTreeSet<_> = entities.iter().map(|e| e["id"].as_str().unwrap()).collect();
            assert_eq!(ids.len(), entities.len(), "{id}: one id twice");
            assert_eq!(entities.len(), 1 + 4 + board.black.len() * 2, "{id}");
            assert!(ids.contains(format!("board-{id}").as_str()));
            for entity in &entities {
                assert!((1..=80).contains(&entity["label"].as_str().unwrap().len()));
                let half = entity["scale"]["y"].as_f64().unwrap() / 2.0;
                assert!(entity["position"]["y"].as_f64().unwrap() - half > -1e-9, "{} sinks", entity["id"]);
            }
        }
    }

    #[test]
    fn materials_that_entities_bind_exist() {
        let setup = json("setup.json");
        let known: BTreeSet<_> = setup["materials"].as_array().unwrap().iter().map(|m| m["id"].as_str().unwrap()).collect();
        let prefabs: BTreeSet<_> = setup["prefabs"].as_array().unwrap().iter().map(|m| m["id"].as_str().unwrap()).collect();
        let models = models();
        for variant in BOARDS {
            for entity in resolved(&setup, variant.id) {
                for (slot, material) in entity["materialSlots"].as_object().unwrap() {
                    assert!(known.contains(material.as_str().unwrap()), "{slot} of {}", entity["id"]);
                    let model = entity["metadata"]["customModelAssetId"].as_str().unwrap();
                    let gltf = gltf::Gltf::from_slice(&file(models.clone(), model)).unwrap();
                    assert!(gltf.materials().any(|m| m.name() == Some(slot)), "{model} has no slot {slot}");
                }
                if let Some(prefab) = entity["metadata"]["prefabId"].as_str() {
                    assert!(prefabs.contains(prefab));
                }
            }
        }
    }

    #[test]
    fn grids_and_their_points_agree() {
        let setup = json("setup.json");
        let deltas = &setup["variants"]["deltas"];
        for (scene, board) in [&setup, &deltas["13x13"]["scene"], &deltas["9x9"]["scene"]].into_iter().zip(BOARDS) {
            let grid = &scene["snapPointGrids"][0];
            let number = |v: &Value| v.as_f64().unwrap();
            let (rows, cols) = (number(&grid["rows"]), number(&grid["cols"]));
            assert_eq!(grid["rows"], board.lines);
            let points = scene["snapPoints"].as_array().unwrap();
            assert_eq!(points.len(), usize::from(board.lines) * usize::from(board.lines));
            for (index, point) in points.iter().enumerate() {
                let (r, c) = (index / usize::from(board.lines), index % usize::from(board.lines));
                assert_eq!(point["id"], format!("{}:r{r}c{c}", grid["id"].as_str().unwrap()));
                assert_eq!(point["label"], format!("Snap grid {}-{}", r + 1, c + 1));
                assert_eq!(point["groupId"], grid["id"]);
                let x = number(&grid["center"]["x"]) + (c as f64 - (cols - 1.0) / 2.0) * number(&grid["spacingX"]);
                let z = number(&grid["center"]["z"]) + (r as f64 - (rows - 1.0) / 2.0) * number(&grid["spacingZ"]);
                assert_eq!((number(&point["position"]["x"]), number(&point["position"]["z"])), (x, z), "bit for bit");
            }
        }
    }

    #[test]
    fn linked_seats_stand_where_the_template_puts_them() {
        let setup = json("setup.json");
        let template = &setup["seatTemplate"]["label"];
        for seat in setup["seatZones"].as_array().unwrap() {
            let group = &seat["group"];
            let turn = group["rotationY"].as_f64().unwrap();
            let toward = if turn == 0.0 { 1.0 } else { -1.0 };
            let z = group["position"]["z"].as_f64().unwrap() + template["position"]["z"].as_f64().unwrap() * toward;
            assert!((seat["label"]["position"]["z"].as_f64().unwrap() - z).abs() < 1e-12);
            assert_eq!(seat["label"]["rotationY"].as_f64(), Some(template["rotationY"].as_f64().unwrap() + turn));
        }
    }
}
