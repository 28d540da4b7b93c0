//! A pack at the caps, for benchmarks: made from numbers alone, the same bytes in every run.
//!
//! [`Caps::default`] is the pack that the design's speed targets name: a scene of about 4.8 MB with 9,000 entities and some
//! 340,000 JSON values, 12 variants, 2,000 assets and 500 credits. [`Caps::of_entities`] is the same pack grown or shrunk.

use std::fmt::{Display, Write};
use std::fs;
use std::io;
use std::path::Path;

/// How large a pack is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// Entities in the file: those of the base and those in the deltas.
    pub entities: usize,
    /// Variants in the manifest's list; all but the first have a delta.
    pub variants: usize,
    /// Paths in `assets`.
    pub assets: usize,
    /// Records in `credits`, which share the assets among them.
    pub credits: usize,
}

impl Default for Caps {
    fn default() -> Self {
        Self { entities: 9_000, variants: 12, assets: 2_000, credits: 500 }
    }
}

impl Caps {
    /// The caps with another number of entities, for measuring growth.
    pub fn of_entities(entities: usize) -> Self {
        Self { entities, ..Self::default() }
    }

    /// Entities in each delta: together about a quarter of all, half of them changed ones of the base, half new.
    fn in_delta(&self) -> usize {
        (self.entities / 4) / self.variants.saturating_sub(1).max(1)
    }

    fn in_base(&self) -> usize {
        self.entities - self.in_delta() * self.variants.saturating_sub(1)
    }

    /// Builds both documents.
    pub fn pack(self) -> Pack {
        let assets = assets(self.assets);
        Pack { setup: setup(self, &assets), manifest: manifest(self, &assets), assets }
    }
}

/// The texts of a generated pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    /// `diceytable.mod.json`, two spaces a level, without a final newline.
    pub manifest: String,
    /// `setup.json`, on one line as the platform's editor saves it.
    pub setup: String,
    /// The paths in `assets`, in code-unit order.
    pub assets: Vec<String>,
}

impl Pack {
    /// Writes the two documents into `dir`, which must exist.
    pub fn write(&self, dir: &Path) -> io::Result<()> {
        fs::write(dir.join("setup.json"), &self.setup)?;
        fs::write(dir.join("diceytable.mod.json"), &self.manifest)
    }

    /// Writes a small valid file for every asset, no two with the same bytes.
    pub fn write_assets(&self, dir: &Path) -> io::Result<()> {
        for (number, path) in self.assets.iter().enumerate() {
            let target = dir.join(path);
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(target, if path.ends_with(".glb") { glb(number) } else { webp(number)? })?;
        }
        Ok(())
    }
}

/// A stream of numbers that look random and are not (SplitMix64).
struct Rolls(u64);

impl Rolls {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// A number of feet within `reach` of 0, with three decimals as a dragged entity has.
    fn feet(&mut self, reach: u32) -> f64 {
        let steps = self.below(reach as usize * 2_000 + 1) as f64 - f64::from(reach) * 1_000.0;
        // Adding 0 turns a -0, which JSON of the platform never has, into 0.
        steps / 1_000.0 + 0.0
    }

    fn uuid(&mut self) -> String {
        let (a, b) = (self.next(), self.next());
        format!(
            "{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}",
            a >> 32,
            a >> 16 & 0xffff,
            a & 0xfff,
            b >> 48 & 0xfff,
            b & 0xffff_ffff_ffff
        )
    }

    fn color(&mut self) -> String {
        format!("#{:06x}", self.next() & 0xff_ffff)
    }
}

const SEATS: [&str; 8] = ["red", "blue", "green", "yellow", "purple", "orange", "pink", "cyan"];

/// The paths of the assets, in code-unit order.
fn assets(count: usize) -> Vec<String> {
    let mut paths: Vec<String> = (0..count)
        .map(|i| match i % 4 {
            0 => format!("models/set-{:02}/piece-{i:04}.glb", i / 64),
            3 => format!("textures/cards-{:02}/card-{i:04}.webp", i / 128),
            _ => format!("textures/set-{:02}/piece-{i:04}-basecolor.webp", i / 64),
        })
        .collect();
    paths.sort();
    paths
}

fn variant_id(number: usize) -> String {
    format!("table-{:02}", number + 1)
}

fn manifest(caps: Caps, assets: &[String]) -> String {
    let mut out = String::with_capacity(400_000);
    let quoted = |path: &String| format!("    \"{path}\"");
    let assets_text = assets.iter().map(quoted).collect::<Vec<_>>().join(",\n");
    let mut rolls = Rolls(1);
    let share = assets.len().div_ceil(caps.credits.max(1)).max(1);
    let credits: Vec<String> = assets.chunks(share).map(|paths| credit(&mut rolls, paths)).collect();
    let variants: Vec<String> = (0..caps.variants).map(variant_entry).collect();
    // Writing to a String cannot fail.
    write!(
        out,
        r#"{{
  "schemaVersion": "1.0",
  "id": "caps",
  "name": "A pack at the caps",
  "version": "1.0.0",
  "type": "game-pack",
  "entry": {{
    "setup": "setup.json"
  }},
  "assets": [
{assets_text}
  ],
  "compatibility": {{
    "engine": ">=0.1 <1.0"
  }},
  "capabilities": {{
    "version": "1",
    "allowed": [
      "log"
    ]
  }},
  "license": "MIT",
  "tags": [
    "benchmark",
    "large"
  ],
  "slug": "caps",
  "summary": "As much of everything as a pack may hold.",
  "description": "{description}",
  "category": "abstract-strategy",
  "players": {{
    "min": 1,
    "max": 8
  }},
  "credits": [
{credits}
  ],
  "diceEnabled": false,
  "variants": [
{variants}
  ]
}}"#,
        description = "Pieces, cards and boards in great number. ".repeat(100).trim_end(),
        credits = credits.join(",\n"),
        variants = variants.join(",\n"),
    )
    .unwrap_or_default();
    out
}

fn variant_entry(number: usize) -> String {
    format!(
        r#"    {{
      "id": "{}",
      "name": "Table {}",
      "description": "The same pieces, laid out another way for table {}.",
      "players": {{
        "min": 1,
        "max": {}
      }}
    }}"#,
        variant_id(number),
        number + 1,
        number + 1,
        2 + number % 7
    )
}

fn credit(rolls: &mut Rolls, paths: &[String]) -> String {
    let list = paths.iter().map(|path| format!("        \"{path}\"")).collect::<Vec<_>>().join(",\n");
    let day = 1 + rolls.below(28);
    let time = format!("2026-09-{day:02}T10:{:02}:{:02}.{:03}Z", rolls.below(60), rolls.below(60), rolls.below(1000));
    let origin = if rolls.below(4) == 0 {
        r#"      "origin": "third-party",
      "title": "Pieces of the workshop",
      "creator": "A workshop",
      "creatorUrl": "https://example.com/workshop",
      "sourceUrl": "https://example.com/workshop/pieces",
      "licenseName": "CC BY 4.0",
      "licenseUrl": "https://creativecommons.org/licenses/by/4.0/","#
    } else {
        r#"      "origin": "own-work",
      "title": "Pieces made for this pack","#
    };
    format!(
        r#"    {{
      "id": "credit-{}",
      "paths": [
{list}
      ],
{origin}
      "recordedAt": "{time}",
      "attestation": {{
        "termsVersion": "2026-09-07.1",
        "acceptedAt": "{time}",
        "signedName": "A. Author"
      }}
    }}"#,
        rolls.uuid()
    )
}

/// The scene, written straight as text; keys in the order of the platform's editor.
fn setup(caps: Caps, assets: &[String]) -> String {
    let mut rolls = Rolls(2);
    let ids: Vec<String> = (0..caps.in_base()).map(|_| rolls.uuid()).collect();
    let models: Vec<&str> = assets.iter().map(String::as_str).filter(|path| path.ends_with(".glb")).collect();
    let pictures: Vec<&str> = assets.iter().map(String::as_str).filter(|path| path.ends_with(".webp")).collect();
    let stock = Stock { models: &models, pictures: &pictures };
    let base = join(ids.iter().map(|id| entity(&mut rolls, id, &stock)));
    let mut out = String::with_capacity(caps.entities * 560 + 300_000);
    out.push_str(r##"{"schemaVersion":2,"sceneId":"caps","name":"A pack at the caps","environment":{"tableSurfaceColor":"#8b5e34","tableSurfaceTextureAssetId":null,"ambientColor":"#b8bdc2","fogEnabled":false,"fogColor":"#000000","fogDensity":0,"skyboxAssetId":null,"skyboxRotation":{"x":0,"y":0,"z":0},"skyboxSpin":{"x":0,"y":0,"z":0}},"##);
    let parts = [
        ("roomSettings", room_settings(1, 8)),
        ("materials", list((0..MATERIALS).map(|i| material(i, &stock)))),
        ("prefabs", list((0..PREFABS).map(|i| prefab(i, &stock)))),
        ("objects", format!("[{base}]")),
        ("zones", "[]".to_owned()),
        ("seatZones", list(SEATS.iter().enumerate().map(|(i, seat)| seat_zone(i, seat)))),
        ("snapPoints", snap_points("base", 13, 0.0921)),
        ("snapPointGrids", snap_grid("base", 13, 0.0921)),
        ("scripts", list((0..SCRIPTS).map(script))),
        ("sceneScriptIds", r#"["script-0"]"#.to_owned()),
    ];
    for (key, value) in parts {
        add(&mut out, format_args!("\"{key}\":{value},"));
    }
    let deltas = join(
        (1..caps.variants)
            .map(|number| format!("\"{}\":{}", variant_id(number), delta(&mut rolls, number, caps.in_delta(), &ids, &stock))),
    );
    add(&mut out, format_args!("\"variants\":{{\"base\":\"{}\",\"deltas\":{{{deltas}}}}}}}", variant_id(0)));
    out
}

const MATERIALS: usize = 64;
const PREFABS: usize = 48;
const SCRIPTS: usize = 4;

/// Files that entities can use.
struct Stock<'a> {
    models: &'a [&'a str],
    pictures: &'a [&'a str],
}

impl Stock<'_> {
    fn pick<'s>(of: &[&'s str], number: usize) -> &'s str {
        if of.is_empty() { "models/none.glb" } else { of[number % of.len()] }
    }
}

fn add(out: &mut String, text: impl Display) {
    // Writing to a String cannot fail.
    write!(out, "{text}").unwrap_or_default();
}

fn join(parts: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    for (index, part) in parts.enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(&part);
    }
    out
}

fn list(parts: impl Iterator<Item = String>) -> String {
    format!("[{}]", join(parts))
}

fn vector(x: impl Display, y: impl Display, z: impl Display) -> String {
    format!("{{\"x\":{x},\"y\":{y},\"z\":{z}}}")
}

/// One entity, of the kinds and with the keys that real scenes have.
fn entity(rolls: &mut Rolls, id: &str, stock: &Stock) -> String {
    let number = rolls.below(10_000);
    let kind = rolls.one_of(&["token", "token", "token", "token", "custom", "custom", "card", "die", "board", "bag"]);
    let position = vector(rolls.feet(3), (2_072.0 + rolls.below(100) as f64) / 1_000.0, rolls.feet(3));
    let rotation = vector(0, rolls.below(360), 0);
    let scale = vector(0.18, 0.048, 0.18);
    let owner = if rolls.below(6) == 0 { format!("\"{}\"", rolls.one_of(&SEATS)) } else { "null".to_owned() };
    let mut out = format!(
        "{{\"id\":\"{id}\",\"kind\":\"{kind}\",\"label\":\"{kind}-{number}\",\"position\":{position},\"rotation\":{rotation},\
         \"scale\":{scale},\"color\":\"{}\",\"ownerSeat\":{owner},\"faceDown\":{},\"locked\":{},\"stackCount\":1",
        rolls.color(),
        kind == "card" && number.is_multiple_of(2),
        kind == "board",
    );
    if kind == "bag" {
        out.push_str(",\"capacityLimit\":200,\"container\":{\"form\":\"holder\",\"infinite\":true}");
    }
    let tag = if number.is_multiple_of(2) { String::new() } else { format!("\"set-{}\"", number % 40) };
    add(&mut out, format_args!(",\"tags\":[{tag}]"));
    if number.is_multiple_of(3) {
        add(&mut out, format_args!(",\"displayName\":\"Piece {number} of the set\""));
    }
    if kind != "card" {
        out.push_str(",\"physics\":{\"friction\":0.62,\"collisionShape\":\"cylinder\"},\"material\":\"wood\"");
    }
    let metadata = match kind {
        "custom" | "board" => format!(
            ",\"materialSlots\":{{\"Surface\":\"mat-{}\"}},\"metadata\":{{\"customModelAssetId\":\"{}\"}}",
            number % MATERIALS,
            Stock::pick(stock.models, number)
        ),
        "card" => format!(",\"metadata\":{{\"cardId\":\"card-{number}\",\"face\":\"{}\"}}", Stock::pick(stock.pictures, number)),
        "token" => format!(",\"metadata\":{{\"prefabId\":\"piece-{}\",\"tokenShape\":\"cylinder\"}}", number % PREFABS),
        _ => format!(",\"metadata\":{{\"standardPresetId\":\"{kind}-{}\"}}", number % 12),
    };
    out.push_str(&metadata);
    add(&mut out, format_args!(",\"velocity\":{},\"angularVelocity\":{}}}", vector(0, 0, 0), vector(0, 0, 0)));
    out
}

/// One variant's differences: entities taken out, entities changed, entities added, and some keys of its own.
fn delta(rolls: &mut Rolls, number: usize, entities: usize, base: &[String], stock: &Stock) -> String {
    let changed = (entities / 2).min(base.len());
    // Every delta changes another stretch of the base, and takes out the stretch behind it.
    let start = number * 37;
    let at = |i: usize| &base[(start + i) % base.len()];
    let removed_count = (entities / 4).min(base.len() - changed);
    let removed = list((changed..changed + removed_count).map(|i| format!("\"{}\"", at(i))));
    let objects = list((0..entities).map(|i| {
        let id = if i < changed { at(i).clone() } else { rolls.uuid() };
        entity(rolls, &id, stock)
    }));
    let own = variant_id(number);
    let scene = match number % 3 {
        0 => format!("\"roomSettings\":{}", room_settings(2, 2 + number % 7)),
        1 => format!("\"snapPoints\":{},\"snapPointGrids\":{}", snap_points(&own, 5, 0.27), snap_grid(&own, 5, 0.27)),
        _ => "\"sceneScriptIds\":[]".to_owned(),
    };
    format!("{{\"removed\":{removed},\"objects\":{objects},\"scene\":{{{scene}}}}}")
}

fn room_settings(min: usize, max: usize) -> String {
    format!(
        "{{\"debugVisibility\":{{\"rigidBodies\":false,\"triggers\":false,\"playerZones\":false}},\
         \"game\":{{\"minPlayers\":{min},\"maxPlayers\":{max},\"supportedPlayerCounts\":[]}}}}"
    )
}

fn material(number: usize, stock: &Stock) -> String {
    format!(
        "{{\"id\":\"mat-{number}\",\"name\":\"Surface {number}\",\"props\":{{\"tilingX\":1,\"tilingY\":1,\"offsetX\":0,\
         \"offsetY\":0,\"diffuse\":\"#ffffff\",\"diffuseMap\":\"{}\",\"diffuseTint\":true,\"metalness\":0,\"gloss\":0.35,\
         \"normalMap\":null,\"bumpiness\":1,\"opacity\":1,\"blendType\":\"none\",\"cull\":\"back\"}}}}",
        Stock::pick(stock.pictures, number * 7)
    )
}

fn prefab(number: usize, stock: &Stock) -> String {
    format!(
        "{{\"id\":\"piece-{number}\",\"kind\":\"token\",\"label\":\"piece-{number}\",\"scale\":{},\"color\":\"#60758f\",\
         \"ownerSeat\":null,\"locked\":false,\"metadata\":{{\"customModelAssetId\":\"{}\"}}}}",
        vector(0.18, 0.048, 0.18),
        Stock::pick(stock.models, number * 5)
    )
}

fn seat_zone(number: usize, seat: &str) -> String {
    let x = (number as f64 - 3.5) * 0.8;
    format!(
        "{{\"seat\":\"{seat}\",\"zones\":[{{\"id\":\"seat-zone-{seat}-0\",\"position\":{},\"size\":{{\"x\":0.7,\"z\":0.5}},\
         \"rotationY\":0,\"type\":\"hand\",\"primary\":true}}],\"label\":{{\"position\":{},\"size\":{{\"width\":1.2,\
         \"height\":0.35}},\"rotationY\":0,\"fontSize\":0.3}},\"group\":{{\"position\":{},\"rotationY\":0}}}}",
        vector(x, 0.05, 1.2),
        vector(x, 0.05, 1.6),
        vector(x, 0.05, 1.14)
    )
}

fn snap_grid(of: &str, lines: usize, spacing: f64) -> String {
    format!(
        "[{{\"id\":\"snap-grid-{of}\",\"label\":\"Snap grid\",\"center\":{},\"rows\":{lines},\"cols\":{lines},\
         \"spacingX\":{spacing},\"spacingZ\":{spacing},\"rotationY\":0,\"snapRadius\":0.12,\"ownerSeat\":null,\"metadata\":{{}}}}]",
        vector(0, 2.085, 0)
    )
}

fn snap_points(of: &str, lines: usize, spacing: f64) -> String {
    let place = |i: usize| (i as f64 - (lines as f64 - 1.0) / 2.0) * spacing + 0.0;
    list((0..lines).flat_map(|r| (0..lines).map(move |c| (r, c))).map(|(r, c)| {
        format!(
            "{{\"id\":\"snap-grid-{of}:r{r}c{c}\",\"label\":\"Snap grid {}-{}\",\"position\":{},\"rotationY\":0,\
             \"snapRadius\":0.12,\"ownerSeat\":null,\"groupId\":\"snap-grid-{of}\",\"metadata\":{{}}}}",
            r + 1,
            c + 1,
            vector(place(c), 2.085, place(r))
        )
    }))
}

fn script(number: usize) -> String {
    let line = "world.log(\\\"turn\\\");\\n";
    format!(
        "{{\"id\":\"script-{number}\",\"name\":\"rules-{number}.ts\",\"language\":\"typescript\",\"source\":\"{}\",\
         \"compiled\":\"{}\",\"refKind\":null,\"variables\":[],\"updatedAt\":\"2026-09-19T10:20:30.000Z\"}}",
        line.repeat(200),
        line.repeat(200)
    )
}

/// A glTF file without content that says which it is.
fn glb(number: usize) -> Vec<u8> {
    let mut json = format!("{{\"asset\":{{\"version\":\"2.0\",\"generator\":\"caps {number}\"}}}}").into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut out = b"glTF".to_vec();
    for word in [2, 20 + json.len() as u32, json.len() as u32] {
        out.extend(word.to_le_bytes());
    }
    out.extend(b"JSON");
    out.extend(json);
    out
}

/// A picture of one pixel whose colour is its number.
fn webp(number: usize) -> io::Result<Vec<u8>> {
    let [_, r, g, b] = (number as u32).to_be_bytes();
    let mut out = Vec::new();
    image::codecs::webp::WebPEncoder::new_lossless(&mut out)
        .encode(&[r, g, b], 1, 1, image::ExtendedColorType::Rgb8)
        .map_err(io::Error::other)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    fn values(value: &Value) -> usize {
        1 + match value {
            Value::Array(items) => items.iter().map(values).sum(),
            Value::Object(members) => members.values().map(values).sum::<usize>(),
            _ => 0,
        }
    }

    fn ids(of: &Value) -> Vec<&str> {
        of.as_array().unwrap().iter().map(|o| o["id"].as_str().unwrap()).collect()
    }

    #[test]
    fn the_default_is_the_pack_of_the_design() {
        let pack = Caps::default().pack();
        assert_eq!(pack, Caps::default().pack(), "the same in every run");
        assert!((4_700_000..4_900_000).contains(&pack.setup.len()), "{} bytes", pack.setup.len());
        let setup: Value = serde_json::from_str(&pack.setup).unwrap();
        let count = values(&setup);
        assert!((325_000..355_000).contains(&count), "{count} values");
        let deltas = setup["variants"]["deltas"].as_object().unwrap();
        assert_eq!(deltas.len(), 11);
        let in_deltas: usize = deltas.values().map(|d| d["objects"].as_array().unwrap().len()).sum();
        assert_eq!(setup["objects"].as_array().unwrap().len() + in_deltas, 9_000);
        let manifest: Value = serde_json::from_str(&pack.manifest).unwrap();
        assert_eq!(manifest["assets"].as_array().unwrap().len(), 2_000);
        assert_eq!(manifest["credits"].as_array().unwrap().len(), 500);
        assert_eq!(manifest["variants"].as_array().unwrap().len(), 12);
    }

    #[test]
    fn every_variant_resolves_to_single_ids() {
        for entities in [1_000, 3_000] {
            let setup: Value = serde_json::from_str(&Caps::of_entities(entities).pack().setup).unwrap();
            let base: BTreeSet<&str> = ids(&setup["objects"]).into_iter().collect();
            assert_eq!(base.len(), setup["objects"].as_array().unwrap().len());
            for delta in setup["variants"]["deltas"].as_object().unwrap().values() {
                let own = ids(&delta["objects"]);
                let unique: BTreeSet<&str> = own.iter().copied().collect();
                assert_eq!(unique.len(), own.len());
                let changed = unique.iter().filter(|id| base.contains(*id)).count();
                assert!(changed > 0 && changed < own.len(), "some changed, some new");
                for id in delta["removed"].as_array().unwrap() {
                    let id = id.as_str().unwrap();
                    assert!(base.contains(id) && !unique.contains(id), "a removed entity is of the base and nowhere else");
                }
            }
        }
    }

    #[test]
    fn sizes_follow_the_entities() {
        let sizes = [1_000, 2_000, 4_000].map(|n| Caps::of_entities(n).pack().setup.len());
        let per_entity = (sizes[2] - sizes[1]) / 2_000;
        assert!((450..620).contains(&per_entity), "{per_entity} bytes an entity");
        assert!((sizes[1] - sizes[0]).abs_diff(per_entity * 1_000) < 20_000, "grows evenly: {sizes:?}");
    }

    #[test]
    fn the_manifest_is_as_an_editor_saves_it() {
        let caps = Caps { assets: 10, credits: 5, ..Caps::of_entities(100) };
        let pack = caps.pack();
        // serde_json keeps key order here and prints two spaces, as the platform's editor does.
        let read: Value = serde_json::from_str(&pack.manifest).unwrap();
        assert_eq!(serde_json::to_string_pretty(&read).unwrap(), pack.manifest);
        let read: Value = serde_json::from_str(&pack.setup).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), pack.setup);
    }

    #[test]
    fn assets_are_files_of_their_kind() {
        let dir = tempfile::tempdir().unwrap();
        let pack = Caps { assets: 12, credits: 3, ..Caps::of_entities(100) }.pack();
        pack.write(dir.path()).unwrap();
        pack.write_assets(dir.path()).unwrap();
        let mut contents = BTreeSet::new();
        for path in &pack.assets {
            let bytes = fs::read(dir.path().join(path)).unwrap();
            if path.ends_with(".webp") {
                assert_eq!(image::load_from_memory(&bytes).unwrap().width(), 1);
            } else {
                assert_eq!(u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize, bytes.len());
            }
            assert!(contents.insert(bytes), "{path} is like another file");
        }
        assert!(dir.path().join("setup.json").is_file());
    }
}
