//! What moves takes along all that names it; the way back gives the same bytes.

use super::*;
use crate::assets::{Holder, survey};
use crate::job::Quiet;
use crate::json::Document;
use crate::pack::OsFs;
use crate::pack::files::carry_out;
use std::collections::BTreeMap;

const MANIFEST: &str = r#"{
  "entry": {"setup": "setup.json"},
  "assets": [
    "art/Board.png",
    "m/a b.glb",
    "m/a b.meta.json",
    "z.png"
  ],
  "excludedAssets": ["x.png"],
  "assetManifest": [{"path": "m/a b.glb"}],
  "credits": [{"id": "c", "paths": ["originals/q.png", "m/a b.glb", "m/a b.meta.json", "gone.png"]}]
}
"#;
const SCENE: &str = r#"{"objects":[{"id":"1","label":"m/a b.glb","scale":1.50,"metadata":{"customModelAssetId":"m/a b.glb"}}],"materials":[{"id":"mat","props":{"diffuseMap":"art/Board.png"}}],"scripts":[{"id":"s","source":"load('m/a b.glb')"}],"variants":{"base":"x","deltas":{"y":{"objects":[{"id":"1","metadata":{"customModelAssetId":"m/a b.glb"}}]}}}}"#;
const INDEX: &str = "{\n  \"version\": 1,\n  \"entries\": {\n    \"m/a b.glb\": {\n      \"file\": \"m/a b.glb.webp\"\n    },\n    \"z.png\": {\n      \"file\": \"z.png.webp\"\n    }\n  }\n}\n";

struct Folder {
    dir: tempfile::TempDir,
    bin: tempfile::TempDir,
    roots: Roots,
}

impl Folder {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("diceytable.mod.json", MANIFEST),
            ("setup.json", SCENE),
            ("art/Board.png", "board"),
            ("art/Board.png.link.json", "{\"bytes\":[{\"path\":\"art/Board.png\"}]}\n"),
            ("links/materials/mat.link.json", "{\"base\":{\"diffuseMap\":\"art/Board.png\"}}\n"),
            ("m/a b.glb", "model"),
            ("m/a b.meta.json", "{}"),
            ("m/a b.collider.glb", "collider"),
            ("thumbnails/m/a b.glb.webp", "thumb"),
            ("thumbnails/index.json", INDEX),
            ("originals/q.png", "q"),
            ("d/1.deck.json", "{\"sheet\":\"x.png\"}"),
            ("x.png", "x"),
            ("z.png", "z"),
        ] {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let parse = |text: &str| Some(Document::parse(text.as_bytes()).unwrap());
        Self { dir, bin: tempfile::tempdir().unwrap(), roots: Roots { manifest: parse(MANIFEST), scene: parse(SCENE) } }
    }

    fn add(&self, name: &str, text: &str) {
        let path = self.dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn with<T>(&self, work: impl FnOnce(&Pack) -> T) -> T {
        let (mut memory, root) = (Memory::default(), self.dir.path());
        let survey = survey(&OsFs, root, &self.roots, &mut memory, &Quiet).unwrap();
        work(&Pack { fs: &OsFs, root, roots: &self.roots, survey: &survey, memory: &memory })
    }

    fn rename(&mut self, from: &str, to: &str) -> Plan {
        let plan = self.with(|pack| plan_rename(pack, &path(from), &path(to)).unwrap());
        self.carry_out(&plan);
        plan
    }

    /// Does what the plan says; gives the plan that takes it back.
    fn carry_out(&mut self, plan: &Plan) -> Plan {
        let ops = self.change(&plan.ops).unwrap();
        self.roots = plan.roots.clone();
        Plan { before: plan.roots.clone(), roots: plan.before.clone(), ops, ..Plan::default() }
    }

    fn change(&self, ops: &[FileOp]) -> Result<Vec<FileOp>> {
        carry_out(ops, &OsFs, self.dir.path(), self.bin.path(), &Quiet)
    }

    /// Every file with its content, and both documents.
    fn all(&self) -> BTreeMap<String, String> {
        fn walk(folder: &Path, prefix: &str, all: &mut BTreeMap<String, String>) {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
                if entry.path().is_dir() {
                    walk(&entry.path(), &format!("{name}/"), all);
                } else {
                    all.insert(name, std::fs::read_to_string(entry.path()).unwrap());
                }
            }
        }
        let mut all = BTreeMap::new();
        walk(self.dir.path(), "", &mut all);
        all.insert("manifest".to_owned(), self.roots.manifest.as_ref().unwrap().text());
        all.insert("scene".to_owned(), self.roots.scene.as_ref().unwrap().text());
        all
    }
}

fn path(text: &str) -> PackPath {
    PackPath::parse(text).unwrap()
}

#[test]
fn a_model_moves_with_all_that_names_it_and_belongs_to_it() {
    let mut pack = Folder::new();
    let plan = pack.rename("m/a b.glb", "new/c@2.glb");
    let all = pack.all();
    for (old, new) in [
        ("m/a b.glb", "new/c@2.glb"),
        ("m/a b.meta.json", "new/c@2.meta.json"),
        ("m/a b.collider.glb", "new/c@2.collider.glb"),
        ("thumbnails/m/a b.glb.webp", "thumbnails/new/c@2.glb.webp"),
    ] {
        assert!(all.contains_key(new) && !all.contains_key(old), "{new}");
    }
    assert!(!pack.dir.path().join("m").exists(), "an empty folder goes");
    let renamed = |text: &str| text.replace("m/a b.", "new/c@2.");
    let kept = "\"label\":\"m/a b.glb\"";
    let scene = renamed(SCENE).replace("\"label\":\"new/c@2.glb\"", kept).replace("load('new/c@2.glb')", "load('m/a b.glb')");
    assert_eq!(all["scene"], scene);
    assert_eq!(all["manifest"], renamed(MANIFEST), "the order happens to be the same");
    assert_eq!(all["thumbnails/index.json"], renamed(INDEX));
    assert_eq!(plan.told, ["the scene /scripts/0/source line 1 still names “m/a b.glb”: change it there."]);
}

#[test]
fn link_records_and_decks_are_rewritten() {
    let mut pack = Folder::new();
    pack.rename("art/Board.png", "art/board 2.png");
    pack.rename("x.png", "sheets/y.png");
    let all = pack.all();
    assert_eq!(all["art/board 2.png.link.json"], "{\"bytes\":[{\"path\":\"art/board 2.png\"}]}\n");
    assert_eq!(all["links/materials/mat.link.json"], "{\"base\":{\"diffuseMap\":\"art/board 2.png\"}}\n");
    assert_eq!(all["d/1.deck.json"], "{\"sheet\":\"sheets/y.png\"}");
    assert!(all["manifest"].contains("\"excludedAssets\": [\"sheets/y.png\"]"));
}

#[test]
fn there_and_back_gives_the_same_bytes() {
    for (from, to) in [
        ("m/a b.glb", "zz/c.glb"),
        ("m", "models/deep/er"),
        ("art", "Art"),
        ("art/Board.png", "art/board.png"),
        ("z.png", "A.png"),
        ("d", "e"),
        ("thumbnails", "thumbs"),
        ("setup.json", "game/scene.json"),
        ("m/a b.glb", "m/\u{e9}.glb"),
        ("m/a b.glb", "m/a\"b.glb"),
    ] {
        let mut pack = Folder::new();
        let before = pack.all();
        pack.rename(from, to);
        assert_ne!(pack.all(), before, "{from} {to}");
        pack.rename(to, from);
        assert_eq!(pack.all(), before, "{from} {to}");
    }
}

#[test]
fn the_inverse_plan_takes_everything_back() {
    type Plans = fn(&Pack) -> Result<Plan>;
    let plans: [Plans; 5] = [
        |pack| plan_rename(pack, &path("m"), &path("n")),
        |pack| plan_delete(pack, &[path("m/a b.glb")]),
        |pack| plan_delete(pack, &[path("art")]),
        |pack| plan_replace(pack, &path("z.png"), &path("z.png"), Arc::from(&b"new"[..])),
        |pack| plan_replace(pack, &path("z.png"), &path("z.webp"), Arc::from(&b"new"[..])),
    ];
    for make in plans {
        let mut pack = Folder::new();
        let before = pack.all();
        let plan = pack.with(|pack| make(pack).unwrap());
        let back = pack.carry_out(&plan);
        let after = pack.all();
        assert_ne!(after, before);
        let forth = pack.carry_out(&back);
        assert_eq!(pack.all(), before);
        pack.carry_out(&forth);
        assert_eq!(pack.all(), after, "and back again");
    }
}

#[test]
fn deleting_forgets_the_lists_and_tells_who_uses_it() {
    let mut pack = Folder::new();
    let plan = pack.with(|pack| plan_delete(pack, &[path("m/a b.glb")]).unwrap());
    assert_eq!(plan.gone.len(), 4, "{:?}", plan.gone);
    pack.carry_out(&plan);
    let all = pack.all();
    assert!(!all.keys().any(|name| name.contains("a b")));
    let manifest = &all["manifest"];
    assert!(manifest.contains("\"assets\": [\n    \"art/Board.png\",\n    \"z.png\"\n  ]"), "{manifest}");
    assert!(!manifest.contains("assetManifest"));
    assert!(manifest.contains(r#""paths": ["originals/q.png", "gone.png"]"#), "the credits forget it: {manifest}");
    assert_eq!(all["scene"], SCENE, "what uses it is the person's to change");
    assert!(plan.told[0].starts_with("3 places use “m/a b.glb”: the scene"), "{:?}", plan.told);
}

#[test]
fn an_entry_leaves_the_lists_where_it_cannot_be_declared() {
    let mut pack = Folder::new();
    let plan = pack.rename("z.png", "originals/z.png");
    assert!(!pack.all()["manifest"].contains("z.png"));
    assert_eq!(plan.told, ["“originals/z.png” is an original, for editors only, so it left “assets”."]);
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let pack = Folder::new();
    let before = pack.all();
    for (from, to, why) in [
        ("none.png", "a.png", "There is no file or folder “none.png”"),
        ("ART/board.PNG", "a.png", "There is no file or folder"),
        ("z.png", "x.png", "There is “x.png” already"),
        ("z.png", "m", "There is “m” already"),
        ("m", "art", "There is “art” already"),
        ("m", "m/n", "can’t be moved into itself"),
        ("z.png", "x.png/y.png", "is a file, so nothing can be put below it"),
        ("diceytable.mod.json", "a.json", "has to have this name"),
    ] {
        let error = pack.with(|pack| plan_rename(pack, &path(from), &path(to)).unwrap_err());
        assert!(error.kind() == ErrorKind::Refused && error.what().contains(why), "{from} {to}: {error}");
    }
    let long = |length: usize| path(&format!("{}.png", "y".repeat(length - 4)));
    assert!(pack.with(|pack| plan_rename(pack, &path("z.png"), &long(181))).is_err());
    assert!(pack.with(|pack| plan_rename(pack, &path("z.png"), &long(180))).is_ok());
    assert!(pack.with(|pack| plan_delete(pack, &[path("setup.json")])).is_err());
    let same = pack.with(|pack| plan_rename(pack, &path("z.png"), &path("z.png")).unwrap());
    assert!(same.ops.is_empty() && same.roots.same(&pack.roots));
    assert_eq!(pack.all(), before);
}

#[test]
fn a_step_that_fails_takes_back_those_before_it() {
    let pack = Folder::new();
    let before = pack.all();
    let mut plan = pack.with(|pack| plan_rename(pack, &path("m"), &path("n")).unwrap());
    plan.ops.push(FileOp::Bin { path: path("z.png") });
    plan.ops.push(FileOp::Move { from: path("none"), to: path("some/where") });
    assert!(pack.change(&plan.ops).is_err());
    assert_eq!(pack.all(), before);
}

#[test]
fn what_another_program_moved_is_followed() {
    let mut pack = Folder::new();
    let renames = [(path("m/a b.glb"), path("n/c.glb"))];
    let plan = pack.with(|pack| {
        std::fs::create_dir(pack.root.join("n")).unwrap();
        std::fs::rename(pack.root.join("m/a b.glb"), pack.root.join("n/c.glb")).unwrap();
        plan_follow(pack, &renames).unwrap()
    });
    pack.carry_out(&plan);
    let all = pack.all();
    assert!(all.contains_key("n/c.meta.json") && all.contains_key("n/c.collider.glb"), "{all:#?}");
    assert!(all["manifest"].contains("\"n/c.glb\"") && all["scene"].contains("\"customModelAssetId\":\"n/c.glb\""));
}

#[cfg(unix)]
#[test]
fn nothing_is_moved_through_a_link_that_leads_out() {
    let pack = Folder::new();
    let outside = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(outside.path(), pack.dir.path().join("out")).unwrap();
    let error = pack.change(&[FileOp::Move { from: path("z.png"), to: path("out/z.png") }]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnsafePath);
    // The link itself can be renamed, and is not followed.
    pack.change(&[FileOp::Move { from: path("out"), to: path("link") }]).unwrap();
    assert!(pack.dir.path().join("link").is_symlink() && outside.path().read_dir().unwrap().count() == 0);
}

#[test]
fn places_are_named_for_people() {
    let pack = Folder::new();
    pack.with(|pack| {
        let file = pack.survey.references.to("x.png").find(|naming| matches!(naming.holder, Holder::File(_))).unwrap();
        assert_eq!(refs::place(file), "d/1.deck.json /sheet");
    });
}

#[test]
fn what_a_gltf_names_follows_from_both_ends() {
    let mut pack = Folder::new();
    let gltf =
        r#"{"buffers":[{"uri":"a.bin","byteLength":1},{"uri":"data:,x"}],"images":[{"uri":"../art/Board.png","name":"a.bin"}]}"#;
    pack.add("m/a.gltf", gltf);
    pack.add("m/a.bin", "x");
    pack.rename("m/a.bin", "m/b c.bin");
    assert_eq!(pack.all()["m/a.gltf"], gltf.replace("\"uri\":\"a.bin\"", "\"uri\":\"b%20c.bin\""));
    pack.rename("art", "m/art");
    let now = pack.all()["m/a.gltf"].clone();
    assert!(now.contains(r#""uri":"art/Board.png""#), "{now}");
    pack.rename("m/a.gltf", "n/x.gltf");
    let now = pack.all()["n/x.gltf"].clone();
    assert!(now.contains(r#""uri":"../m/art/Board.png""#) && now.contains(r#""uri":"../m/b%20c.bin""#), "{now}");
    let before = pack.all();
    pack.rename("n", "o");
    assert_eq!(pack.all()["o/x.gltf"], before["n/x.gltf"], "they lie to each other as before");
    pack.rename("m", "o/m");
    assert!(pack.all()["o/x.gltf"].contains(r#""uri":"m/b%20c.bin""#));
}

#[test]
fn the_pictures_of_a_decks_cards_are_followed_and_not_declared() {
    let mut pack = Folder::new();
    let deck = r#"{"face":{"texturePath":"x.png"},"cards":[{"assetPath":"own/1.png"},{"assetPath":"x.png"}]}"#;
    pack.add("d/2.deck.json", deck);
    pack.add("own/1.png", "1");
    let special = pack.with(|pack| pack.survey.special.clone());
    assert_eq!(special.never(&path("own/1.png")), Some(crate::assets::Never::CardSource));
    assert_eq!(special.never(&path("x.png")), None, "the sheet");
    pack.rename("own", "cards");
    assert_eq!(pack.all()["d/2.deck.json"], deck.replace("own/1.png", "cards/1.png"));
}
