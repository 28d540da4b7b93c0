//! What each variant costs a player: the triangles that are drawn, the pictures that are held, and the bytes that are
//! downloaded, of what stands on the table and in the room when it opens.

use super::memory::Memory;
use super::references::Needs;
use super::survey::Survey;
use super::{Class, Delivery};
use crate::edit::Roots;
use crate::error::Result;
use crate::job::Watch;
use crate::json::{Document, Pointer, Ref};
use crate::pack::PackPath;
use crate::variants::{Resolved, listed_ids, resolve, resolve_all};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::path::Path;

/// What one variant costs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cost {
    /// Its id; empty where the pack has no variants.
    pub id: String,
    /// The triangles of all models on the table and in the room, each as often as it stands there.
    pub triangles: u64,
    /// The pictures that these models and everything else show, each once.
    pub textures: usize,
    /// Their pixels. A graphics card holds 4 bytes of each, and a third more for smaller copies; of compressed ones less.
    pub pixels: u64,
    /// The bytes of the pack's files that stand there.
    pub shown: u64,
    /// Of these, the bytes that are fetched only when the table shows them: on demand, or not listed.
    pub late: u64,
    /// Files that stand there and could not be measured: missing, broken, or of a kind that is not read.
    pub unmeasured: Vec<PackPath>,
}

/// What every variant costs, in the order of the manifest's list; the one scene where there are none. `memory` keeps what was
/// measured, so that the next time only changed files are read.
///
/// # Errors
/// Where the person cancels.
pub fn cost(root: &Path, roots: &Roots, survey: &Survey, memory: &mut Memory, watch: &dyn Watch) -> Result<Vec<Cost>> {
    let Some(scene) = &roots.scene else { return Ok(Vec::new()) };
    let shows = |path: &PackPath| matches!(survey.special.class(path), Class::Model | Class::Picture | Class::Sky | Class::Media);
    memory.measure(root, &survey.listing, &mut |entry| shows(&entry.path), watch)?;
    let listed = roots.manifest.as_ref().map(|manifest| listed_ids(manifest.root())).unwrap_or_default();
    let variants = resolve_all(scene, &listed);
    let variants = if variants.is_empty() { vec![(String::new(), resolve(scene, "", &listed))] } else { variants };
    let mut counting = Counting { survey, memory, needs: Needs::of(scene, &survey.listing, memory), known: FxHashMap::default() };
    variants
        .into_iter()
        .map(|(id, resolved)| {
            watch.check()?;
            Ok(counting.variant(id, &resolved, scene))
        })
        .collect()
}

/// What was counted of places that several variants share.
struct Counting<'a> {
    survey: &'a Survey,
    memory: &'a Memory,
    needs: Needs<'a>,
    /// The files that the value at a place shows, and the triangles of its models.
    known: FxHashMap<Pointer, (Vec<PackPath>, u64)>,
}

/// Keys of a scene that show nothing by themselves.
const LIBRARY: [&str; 6] = ["materials", "prefabs", "scripts", "textures", "packRefs", "sceneScriptVars"];

impl Counting<'_> {
    fn variant(&mut self, id: String, resolved: &Resolved, scene: &Document) -> Cost {
        let mut places: Vec<Pointer> = resolved.entities.iter().map(|entity| resolved.pointer(entity)).collect();
        for key in resolved.keys.iter().filter(|key| key.value.is_some() && !LIBRARY.contains(&key.key)) {
            places.extend(parts(scene, resolved.key_pointer(key.key)));
        }
        let mut cost = Cost { id, ..Cost::default() };
        let mut files: BTreeSet<PackPath> = BTreeSet::new();
        for place in places {
            let (shown, triangles) = self.place(&place);
            files.extend(shown.iter().cloned());
            cost.triangles = cost.triangles.saturating_add(*triangles);
        }
        for path in files {
            self.file(path, &mut cost);
        }
        cost
    }

    fn place(&mut self, at: &Pointer) -> &(Vec<PackPath>, u64) {
        let (needs, memory, survey) = (&self.needs, self.memory, self.survey);
        self.known.entry(at.clone()).or_insert_with(|| {
            let files = needs.shown(at);
            let is_model = |path: &&PackPath| survey.special.class(path) == Class::Model && !path.as_str().contains(".collider.");
            let of = |path: &PackPath| memory.facts(path)?.measured.as_ref().map(|measured| measured.triangles);
            let triangles = files.iter().filter(is_model).filter_map(of).fold(0, u64::saturating_add);
            (files, triangles)
        })
    }

    /// Adds a file that stands there.
    fn file(&self, path: PackPath, cost: &mut Cost) {
        let Some(row) = self.survey.inventory.get(path.as_str()) else { return };
        let size = row.size.unwrap_or_default();
        cost.shown += size;
        if row.delivery != Delivery::Preloaded {
            cost.late += size;
        }
        if !matches!(row.class, Class::Model | Class::Picture | Class::Sky | Class::Media) {
            return;
        }
        match self.memory.facts(&path).and_then(|facts| facts.measured.as_deref()) {
            Some(measured) => {
                cost.textures += measured.pictures.len();
                let pixels = measured.pictures.iter().map(|(width, height)| u64::from(*width) * u64::from(*height));
                cost.pixels = pixels.fold(cost.pixels, u64::saturating_add);
            }
            // The data beside a .gltf is counted by that.
            None if path.as_str().to_ascii_lowercase().ends_with(".bin") => {}
            None => cost.unmeasured.push(path),
        }
    }
}

/// The things that a scene key holds: the elements of its lists stand there one by one.
fn parts(scene: &Document, at: Pointer) -> Vec<Pointer> {
    let Some(value) = scene.at(&at) else { return Vec::new() };
    if value.is_array() {
        return (0..value.len()).map(|index| at.join(index)).collect();
    }
    let members = value.members().map(|(key, member)| (at.join(key), member));
    let parts: Vec<Pointer> = members
        .flat_map(
            |(at, member)| if Ref::is_array(member) { (0..member.len()).map(|index| at.join(index)).collect() } else { vec![at] },
        )
        .collect();
    if parts.is_empty() { vec![at] } else { parts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::measure::tests::glb;
    use crate::assets::survey;
    use crate::job::Quiet;
    use crate::pack::OsFs;

    #[test]
    fn each_variant_costs_what_stands_in_it() {
        let dir = tempfile::tempdir().unwrap();
        let model = |triangles: usize| {
            let json = format!(
                r#"{{"asset":{{}},"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],"accessors":[{{"count":{}}}]}}"#,
                triangles * 3
            );
            glb(&json, b"")
        };
        let gif = b"GIF89a\x10\0\x08\0".to_vec();
        let files = [
            ("m/a.glb", model(10)),
            ("m/a.collider.glb", model(500)),
            ("m/b.glb", model(100)),
            ("m/broken.glb", b"glTF".to_vec()),
            ("t.png", gif.clone()),
            ("u.png", gif),
        ];
        for (name, bytes) in &files {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        let entity = |id: &str, model: &str| {
            format!(r#"{{"id":"{id}","metadata":{{"customModelAssetId":"m/{model}.glb"}},"materialSlots":{{"x":"mat"}}}}"#)
        };
        let scene = format!(
            r#"{{"environment":{{"skyboxAssetId":"u.png"}},"materials":[{{"id":"mat","props":{{"diffuseMap":"t.png"}}}}],
            "objects":[{},{}],"roomPack":{{"decor":[{{"modelPath":"m/b.glb"}},{{"modelPath":"m/b.glb"}}]}},
            "variants":{{"base":"x","deltas":{{"y":{{"removed":["1"],"objects":[{},{}]}}}}}}}}"#,
            entity("1", "a"),
            entity("2", "a"),
            entity("3", "b"),
            entity("4", "broken"),
        );
        let manifest = r#"{"assets":["m/a.glb","t.png"],"excludedAssets":["u.png"],"variants":[{"id":"x"},{"id":"y"}]}"#;
        let parse = |text: &str| Some(Document::parse(text.as_bytes()).unwrap());
        let roots = Roots { manifest: parse(manifest), scene: parse(&scene) };
        let mut memory = Memory::default();
        let found = survey(&OsFs, dir.path(), &roots, &mut memory, &Quiet).unwrap();
        let costs = cost(dir.path(), &roots, &found, &mut memory, &Quiet).unwrap();
        let [x, y] = &costs[..] else { panic!("{costs:?}") };
        assert_eq!((x.id.as_str(), x.triangles, x.textures, x.pixels), ("x", 10 + 10 + 100 + 100, 2, 2 * 16 * 8));
        assert_eq!((y.id.as_str(), y.triangles, y.textures), ("y", 10 + 100 + 100 + 100, 2));
        let size = |name: &str| files.iter().find(|(other, _)| *other == name).unwrap().1.len() as u64;
        let late = size("m/b.glb") + size("u.png") + size("m/a.collider.glb");
        assert_eq!((x.shown, x.late), (size("m/a.glb") + size("t.png") + late, late));
        assert_eq!((x.unmeasured.len(), y.unmeasured.as_slice()), (0, &[PackPath::parse("m/broken.glb").unwrap()][..]));
        let reads = memory.reads();
        cost(dir.path(), &roots, &found, &mut memory, &Quiet).unwrap();
        assert_eq!(memory.reads(), reads, "what is known is not read again");
        let plain = Roots { manifest: None, scene: parse(r#"{"objects":[]}"#) };
        assert_eq!(cost(dir.path(), &plain, &found, &mut memory, &Quiet).unwrap(), [Cost::default()]);
        assert!(cost(dir.path(), &Roots::default(), &found, &mut memory, &Quiet).unwrap().is_empty());
    }
}
