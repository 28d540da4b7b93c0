//! The scene without its `variants` key: what a reader that knows nothing of variants loads. For every pack at hand it
//! checks as clean as the whole, and is what the base plays.

#![allow(clippy::unwrap_used, reason = "helpers of tests: a failure here is a failed test")]

use std::path::{Path, PathBuf};

use tablewright_core::Severity;
use tablewright_core::check::{Options, Subject, check};
use tablewright_core::json::{Document, Pointer, Ref};
use tablewright_core::pack::{Fault, sample};
use tablewright_core::pointer;
use tablewright_core::variants::{listed_ids, resolve};
use tablewright_tests::caps::Caps;

/// The places at which a scene breaks what the platform demands.
fn refused(scene: &Document) -> Vec<Pointer> {
    let subject = Subject::of_documents(Err(&Fault::NotNamed), Ok(scene));
    let found = check(&subject, &Options { documents: true });
    found.into_iter().filter(|d| d.severity == Severity::Error && d.code == "schema").map(|d| d.pointer).collect()
}

fn assert_stands_alone(name: &str, manifest: &Document, scene: &Document) {
    let block = pointer!["variants"];
    let base = scene.at(&block.join("base")).and_then(Ref::as_str).unwrap_or_default();
    let played = resolve(scene, &base, &listed_ids(manifest.root())).to_document().unwrap();
    let alone = if scene.at(&block).is_some() { scene.remove(&block).unwrap() } else { scene.clone() };
    // A top-level null means absent.
    let nulls: Vec<String> = alone.root().members().filter(|(_, value)| value.is_null()).map(|(key, _)| key.to_owned()).collect();
    let alone = nulls.iter().fold(alone, |alone, key| alone.remove(&pointer![key]).unwrap());
    assert!(alone.root().equals(played.root()), "{name}: the base plays something else");
    let again = Document::parse(alone.text().as_bytes()).unwrap();
    assert!(again.root().equals(alone.root()), "{name}: it reads back as another tree");
    assert_eq!(refused(&again), Vec::<Pointer>::new(), "{name}");
}

fn pair(folder: &Path) -> [Document; 2] {
    let read = |name: &str| Document::parse(&std::fs::read(folder.join(name)).unwrap()).unwrap();
    [read("diceytable.mod.json"), read("setup.json")]
}

#[test]
fn of_the_sample_pack() {
    let files = sample::files();
    let read = |wanted: &str| {
        let (_, bytes) = files.iter().find(|(name, _)| name == wanted).unwrap();
        Document::parse(bytes).unwrap()
    };
    let [manifest, scene] = ["diceytable.mod.json", "setup.json"].map(read);
    assert!(scene.at(&pointer!["variants", "deltas"]).is_some_and(|deltas| !deltas.is_empty()));
    assert_stands_alone("the sample", &manifest, &scene);
}

#[test]
fn of_a_pack_at_the_caps() {
    let pack = Caps::of_entities(600).pack();
    let read = |text: &str| Document::parse(text.as_bytes()).unwrap();
    assert_stands_alone("the caps", &read(&pack.manifest), &read(&pack.setup));
}

#[test]
fn of_packs_that_people_made() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/real-packs");
    let Ok(packs) = std::fs::read_dir(&folder) else {
        eprintln!("{} is not there, so no real pack was looked at", folder.display());
        return;
    };
    let packs: Vec<PathBuf> = packs.map(|pack| pack.unwrap().path()).filter(|pack| pack.join("setup.json").is_file()).collect();
    assert!(!packs.is_empty(), "{} holds no pack", folder.display());
    for pack in packs {
        let [manifest, scene] = pair(&pack);
        assert_stands_alone(&pack.display().to_string(), &manifest, &scene);
    }
}
