//! Files kept to load on demand are not on the table when it opens (manifest reference, `excludedAssets`: “it is the wrong
//! choice for anything on the table at load”), in the base and in every variant.

use super::Rule;
use crate::assets::{Needs, set_preload};
use crate::check::{Context, Fix, Sink};
use crate::edit::Roots;
use crate::error::{Error, ErrorKind};
use crate::finding::Severity;
use crate::json::Ref;
use crate::pack::PackPath;
use crate::pointer;
use rustc_hash::FxHashMap;

pub(super) const RULE: Rule = Rule { name: "what loads late and is seen at once", codes: &["tw-on-demand-at-load"], run };

fn run(context: &Context, sink: &mut Sink) {
    let (Some(manifest), Some(scene)) = (context.manifest, context.scene) else { return };
    let Some(excluded) = manifest.root().get("excludedAssets").filter(|list| list.is_array() && !list.is_empty()) else { return };
    let Some(surveyed) = context.surveyed() else { return };
    let needs = Needs::of(scene.0.document(), &surveyed.survey.listing, &surveyed.memory);
    let mut seen: FxHashMap<PackPath, Vec<String>> = FxHashMap::default();
    for path in needs.at_load(None) {
        seen.insert(path, Vec::new());
    }
    let deltas = scene.0.at(&pointer!["variants", "deltas"]).into_iter().flat_map(Ref::members);
    for (id, _) in deltas {
        for path in needs.at_load(Some(id)) {
            // What is in the base needs no variant to be named.
            let variants = seen.entry(path).or_insert_with(|| vec![String::new()]);
            if !variants.is_empty() {
                variants.push(format!("“{id}”"));
            }
        }
    }
    for (index, value) in excluded.items().enumerate() {
        let Some(text) = value.as_str() else { continue };
        let Some(variants) = PackPath::parse(&text).ok().and_then(|path| seen.get(&path)) else { continue };
        let told: Vec<&str> = variants.iter().map(String::as_str).filter(|id| !id.is_empty()).collect();
        let place = match told.as_slice() {
            [] => String::new(),
            [one] => format!(" in the variant {one}"),
            [first, rest @ ..] => format!(" in the variant {first} and {} more", rest.len()),
        };
        let message = format!(
            "“{text}” is on the table when it opens{place}, and loads on demand: players look at a placeholder meanwhile. \
             Pre-load it."
        );
        let draft = sink.manifest("tw-on-demand-at-load", Severity::Advice, pointer!["excludedAssets", index], message);
        draft.fix(preload(text.into_owned()));
    }
}

fn preload(path: String) -> Fix {
    Fix::new("preload", format!("Pre-load “{path}”"), false, move |roots| {
        let manifest = roots.manifest.as_ref().ok_or_else(|| Error::new(ErrorKind::Refused, "The manifest cannot be read"))?;
        let manifest = set_preload(manifest, std::slice::from_ref(&path), true, &|_| None)?;
        Ok(Roots { manifest: Some(manifest), scene: roots.scene.clone() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::testing::{GOOD, SCENE, found_on_disk, pack_of};
    use crate::check::{OnDisk, Options, check};

    const FILES: [(&str, &[u8]); 4] =
        [("assets/board.png", b"x"), ("m/a.glb", b"glTF"), ("m/b.glb", b"glTF"), ("m/c.glb", b"glTF")];

    fn manifest() -> String {
        GOOD.replace(r#""assets": ["#, r#""excludedAssets": ["m/a.glb","m/b.glb","m/c.glb"],"assets": ["#)
    }

    fn shows(model: &str) -> String {
        format!(r#"{{"id":"{model}","metadata":{{"customModelAssetId":"m/{model}.glb"}}}}"#)
    }

    fn scene() -> String {
        let script = r#""scripts":[{"id":"s","source":"spawn('m/c.glb')"}],"sceneScriptIds":["s"]"#;
        let delta = format!(r#""variants":{{"base":"x","deltas":{{"y":{{"objects":[{}]}},"z":{{}}}}}}"#, shows("b"));
        SCENE.replace("\"objects\":[]", &format!("\"objects\":[{}],{script},{delta}", shows("a")))
    }

    #[test]
    fn what_is_seen_at_once_in_any_variant_is_advice() {
        let (manifest, scene) = (manifest(), scene());
        let mut files = vec![("diceytable.mod.json", manifest.as_bytes()), ("setup.json", scene.as_bytes())];
        files.extend(FILES);
        let told = ["advice tw-on-demand-at-load /excludedAssets/0", "advice tw-on-demand-at-load /excludedAssets/1"];
        assert_eq!(found_on_disk(&RULE, &files), told, "what only a script names is fetched when it asks");
        let dir = pack_of(&files);
        let pack = OnDisk::read(dir.path(), &dir.path().join("no-state")).unwrap();
        let found = check(&pack.subject(), &Options { documents: false });
        let advice: Vec<_> = found.iter().filter(|d| d.code == "tw-on-demand-at-load").collect();
        assert!(!advice[0].message.contains("variant") && advice[1].message.contains("in the variant “y”"), "{advice:?}");
        let after = advice[0].fixes[0].apply(&pack.working_copy().roots()).unwrap().manifest.unwrap().text();
        assert!(after.contains(r#""excludedAssets": ["m/b.glb","m/c.glb"]"#) && after.contains(r#""m/a.glb"]"#), "{after}");
    }
}
