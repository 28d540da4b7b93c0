//! Stories of drops: what strangers' files may not do, where files go, what is filled in, and taking all of it back.

use super::super::{Answer, Field, Ledger, Origin, Signature, records};
use super::*;
use crate::ErrorKind;
use crate::job::{Quiet, Watch};
use crate::json::Document;
use crate::pack::fault::FaultFs;
use crate::pack::files::carry_out;
use crate::pack::{FileOp, OsFs, PackPath};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\0IEND\xae\x42\x60\x82";
const JPEG: &[u8] = b"\xff\xd8\xff\xd9";
const WAV: &[u8] = b"RIFF\x04\0\0\0WAVE";

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn opened(bytes: &[u8]) -> crate::Result<Dropped> {
    read_memory("kit.zip", bytes, &Limits::default())
}

/// A glTF model without a mesh whose `asset` is this.
fn glb(asset: &str) -> Vec<u8> {
    let mut json = format!(r#"{{"asset":{asset}}}"#).into_bytes();
    while json.len() % 4 != 0 {
        json.push(b' ');
    }
    let len = json.len() as u32;
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((20 + len).to_le_bytes());
    bytes.extend(len.to_le_bytes());
    bytes.extend(b"JSON");
    bytes.extend(json);
    bytes
}

fn png_chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut bytes = PNG[..8].to_vec();
    bytes.extend((data.len() as u32).to_be_bytes());
    bytes.extend(kind);
    bytes.extend(data);
    bytes.extend([0; 4]);
    bytes.extend(&PNG[8..]);
    bytes
}

fn drop_of(files: &[(&str, &[u8])]) -> Dropped {
    let one = |(name, bytes): &(&str, &[u8])| Incoming { name: (*name).into(), container: String::new(), bytes: (*bytes).into() };
    Dropped { files: files.iter().map(one).collect(), passed_over: Vec::new() }
}

fn said(name: &str, bytes: &[u8]) -> Vec<(Field, String)> {
    let plan = Plan::of(drop_of(&[(name, bytes)]), []);
    assert_eq!(plan.items.len(), 1, "{:?}", plan.passed_over);
    plan.suggestion(&[0]).found.into_iter().map(|(field, found)| (field, found.value)).collect()
}

// --- hostile zips ---------------------------------------------------------------------------------------------------

#[test]
fn a_zip_that_leads_out_is_refused_whole() {
    for name in
        ["../a.png", "a/../../b.png", "/etc/a.png", "C:/a.png", "..\\a.png", "a\\..\\..\\b.png", "\\\\host\\a.png", "a/.. /b.png"]
    {
        let error = opened(&zip(&[("good.png", PNG), (name, PNG)])).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused, "{name}");
        assert!(error.what().contains("leads out"), "{name}: {error}");
    }
    for name in ["a..png", "a/b..c/d.png", "...a.png/x.png"] {
        assert!(opened(&zip(&[(name, PNG)])).is_ok(), "{name}");
    }
}

#[test]
fn links_in_a_zip_are_refused() {
    let mut made = ZipWriter::new(Cursor::new(Vec::new()));
    made.add_symlink("a.png", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let error = opened(&made.finish().unwrap().into_inner()).unwrap_err();
    assert!(error.what().contains("is a link"), "{error}");
}

#[test]
fn a_zip_bomb_is_refused() {
    let zeros = |mb: usize| vec![0_u8; mb << 20];
    let error = opened(&zip(&[("a.bin", &zeros(8))])).unwrap_err();
    assert!(error.what().contains("bomb"), "{error}");
    assert!(opened(&zip(&[("a.bin", &zeros(1))])).is_ok(), "small files of one letter pack well");
    let small = Limits { total: 3 << 20, ..Limits::default() };
    let two = zip(&[("a.bin", &zeros(1)), ("b.bin", &zeros(1)), ("c.bin", &zeros(1))]);
    assert!(read_memory("kit.zip", &two, &small).is_ok());
    let error = read_memory("kit.zip", &two, &Limits { total: (3 << 20) - 1, ..small }).unwrap_err();
    assert!(error.what().contains("more than 2 MB"), "{error}");
}

#[test]
fn what_a_zip_says_of_its_sizes_is_not_believed() {
    // The size of the unpacked file stands at 22 of the local header and at 24 of the central one.
    let mut bytes = zip(&[("a.bin", &vec![7_u8; 3 << 20])]);
    let central = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    for at in [22, central + 24] {
        bytes[at..at + 4].copy_from_slice(&16_u32.to_le_bytes());
    }
    let small = Limits { file: 1 << 20, total: 1 << 20, ratio: 1 << 20, ..Limits::default() };
    match read_memory("kit.zip", &bytes, &small) {
        Err(error) => assert_eq!(error.kind(), ErrorKind::Refused),
        Ok(dropped) => assert!(dropped.files.iter().all(|file| file.bytes.len() <= 1 << 20)),
    }
}

#[test]
fn the_limits_hold_on_both_sides() {
    let limits = Limits { files: 3, total: 100, file: 60, ratio: 200 };
    let of = |sizes: &[usize]| {
        let names: Vec<String> = (0..sizes.len()).map(|i| format!("{i}.bin")).collect();
        let contents: Vec<Vec<u8>> = sizes.iter().map(|size| vec![1; *size]).collect();
        let files: Vec<(&str, &[u8])> = names.iter().zip(&contents).map(|(n, c)| (n.as_str(), c.as_slice())).collect();
        read_memory("kit.zip", &zip(&files), &limits).is_ok()
    };
    assert!(of(&[1, 1, 1]) && !of(&[1, 1, 1, 1]));
    assert!(of(&[60, 40]) && !of(&[60, 41]));
    assert!(of(&[60]) && !of(&[61]));
}

#[test]
fn long_names_and_litter_are_no_trouble() {
    let long = format!("{}.png", "n".repeat(251));
    let files = [(long.as_str(), PNG), ("__MACOSX/a.png", PNG), (".DS_Store", b"x"), ("b/.hidden.png", PNG), ("c/d.png", PNG)];
    let plan = Plan::of(opened(&zip(&files)).unwrap(), []);
    let paths: Vec<&str> = plan.items.iter().map(|item| item.to.as_str()).collect();
    assert_eq!(paths, [&format!("textures/kit/{}.png", "n".repeat(80)), "textures/kit/d.png"]);
}

#[test]
fn what_is_no_zip_says_so() {
    for bytes in [&b"PK\x03\x04 and no more"[..], b"PK\x05\x06", &zip(&[("a.png", PNG)])[..40]] {
        assert_eq!(opened(bytes).unwrap_err().kind(), ErrorKind::Refused);
    }
}

proptest! {
    #[test]
    fn any_damage_to_a_zip_is_told_or_harmless(at in 0_usize..400, with in any::<u8>(), cut in 0_usize..400) {
        let mut bytes = zip(&[("a/board.png", PNG), ("LICENSE.txt", b"CC0"), ("b.json", b"{}")]);
        let len = bytes.len();
        bytes[at % len] = with;
        if let Ok(dropped) = opened(&bytes) {
            Plan::of(dropped, []);
        }
        bytes.truncate(cut % len);
        opened(&bytes).map(|dropped| Plan::of(dropped, [])).ok();
    }

    #[test]
    fn any_bytes_can_be_dropped(bytes in proptest::collection::vec(any::<u8>(), 0..200), magic in 0_usize..6) {
        let magics: [&[u8]; 6] = [b"", b"PK\x03\x04", PNG, JPEG, b"RIFF\0\0\0\0WEBP", b"glTF\x02\0\0\0"];
        let bytes = [magics[magic], &bytes[..]].concat();
        for name in ["a.png", "a.zip", "a", "../a.glb"] {
            if let Ok(dropped) = read_memory(name, &bytes, &Limits::default()) {
                let plan = Plan::of(dropped, ["textures/a.png"]);
                plan.suggestion(&[0]);
                prop_assert!(plan.items.iter().all(|item| item.to.as_str() != "textures/a.png"));
            }
        }
    }

    #[test]
    fn no_two_files_go_to_one_path(names in proptest::collection::vec("[aAbB]{1,2}( |-)?", 1..8)) {
        let files: Vec<(String, &[u8])> = names.iter().map(|name| (format!("{name}.png"), PNG)).collect();
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
        let plan = Plan::of(drop_of(&files), ["textures/A.png", "textures/b.png"]);
        let mut paths: Vec<String> = plan.items.iter().map(|item| item.to.as_str().to_lowercase()).collect();
        paths.extend(["textures/a.png".to_owned(), "textures/b.png".to_owned()]);
        let all = paths.len();
        paths.sort();
        paths.dedup();
        prop_assert_eq!((paths.len(), plan.items.len()), (all, names.len()));
    }
}

// --- where files go -------------------------------------------------------------------------------------------------

#[test]
fn content_says_what_a_file_is_and_its_name_follows() {
    let plan = Plan::of(
        drop_of(&[
            ("Board.PNG", PNG),
            ("photo.jpeg", JPEG),
            ("wrong.webp", PNG),
            ("noname", WAV),
            ("hull.glb", &glb("{}")),
            ("sky.hdr", b"#?RADIANCE\n"),
            ("cards.cards.json", b"{}"),
            ("net.onnx", b"\x08\x07"),
        ]),
        ["textures/board.png"],
    );
    let went: Vec<(&str, &str, usize)> = plan.items.iter().map(|i| (i.name.as_str(), i.to.as_str(), i.notes.len())).collect();
    assert_eq!(
        went,
        [
            ("Board.PNG", "textures/board-2.png", 0),
            ("photo.jpeg", "textures/photo.jpg", 0),
            ("wrong.webp", "textures/wrong.png", 1),
            ("noname", "assets/sfx/noname.wav", 1),
            ("hull.glb", "models/hull.glb", 0),
            ("sky.hdr", "skies/sky.hdr", 0),
            ("cards.cards.json", "data/cards.cards.json", 0),
            ("net.onnx", "ai/net.onnx", 0),
        ]
    );
    assert!(plan.items[2].notes[0].contains("is called .webp and is a PNG picture"));
    assert_eq!(plan.items[0].meets.as_ref().map(PackPath::as_str), Some("textures/board.png"));
}

#[test]
fn what_cannot_come_in_says_what_helps() {
    let mut files: Vec<(&str, &[u8], &str)> = vec![
        ("a.fbx", b"Kaydara FBX Binary  \0", "Blender"),
        ("a.obj", b"v 0 0 0", "Blender"),
        ("a.gltf", b"{\"asset\":{\"version\":\"2.0\"}}", ".glb"),
        ("a.psd", b"8BPS", "GIMP"),
        ("book.pdf", b"%PDF-1.7", "Rules"),
        ("a.exe", b"MZ\x90", "program"),
        ("inner.zip", b"PK\x03\x04", "zip"),
        ("b.glb", b"version https://git-lfs.github.com/spec/v1\n", "git lfs pull"),
        ("b.png", b"<html>", "something else"),
        ("b.json", b"{", "not JSON"),
        ("empty.png", b"", "empty"),
        ("notes.docx", b"x", "no kind of file"),
    ];
    let plan = Plan::of(drop_of(&files.iter().map(|(name, bytes, _)| (*name, *bytes)).collect::<Vec<_>>()), []);
    assert!(plan.items.is_empty());
    let why: BTreeMap<&str, &str> = plan.passed_over.iter().map(|over| (over.name.as_str(), over.why.as_str())).collect();
    assert_eq!(why.len(), files.len());
    files.retain(|(name, _, word)| !why[name].contains(word));
    assert!(files.is_empty(), "{files:?} {why:?}");
}

#[test]
fn a_file_can_go_elsewhere_but_not_under_a_false_name() {
    let mut plan = Plan::of(drop_of(&[("board.png", PNG), ("other.png", PNG)]), ["textures/board.png", "Art/X.png"]);
    plan.replace(0).unwrap();
    assert!(plan.items[0].replaces && plan.items[0].to.as_str() == "textures/board.png");
    assert!(plan.replace(1).is_err() && plan.replace(9).is_err());
    assert!(plan.place(1, "textures/board.png").unwrap_err().what().contains("Another file"));
    assert!(plan.place(1, "Art/x.png").unwrap_err().what().contains("letter case"));
    for path in ["a.webp", "a", "../a.png", "/a.png", ".git/a.png"] {
        assert!(plan.place(1, path).is_err(), "{path}");
    }
    plan.place(1, "assets/Deep/Other.png").unwrap();
    assert!(!plan.items[1].replaces);
    plan.leave_out(0);
    plan.leave_out(7);
    assert_eq!(plan.items.len(), 1);
}

#[test]
fn folders_are_read_and_links_are_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let art = folder.path().join("My Art");
    fs::create_dir_all(art.join("deep")).unwrap();
    for name in ["b.png", "deep/a.png", ".hidden.png"] {
        fs::write(art.join(name), PNG).unwrap();
    }
    fs::write(folder.path().join("kit.zip"), zip(&[("z.png", PNG)])).unwrap();
    fs::write(folder.path().join("alone.png"), PNG).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path(), art.join("round")).unwrap();
    let paths = [art, folder.path().join("kit.zip"), folder.path().join("alone.png")];
    let dropped = read(&paths, &Limits::default(), &Quiet).unwrap();
    assert_eq!(dropped.passed_over.len(), usize::from(cfg!(unix)));
    let plan = Plan::of(dropped, []);
    let to: Vec<&str> = plan.items.iter().map(|item| item.to.as_str()).collect();
    assert_eq!(to, ["textures/my-art/b.png", "textures/my-art/a.png", "textures/z.png", "textures/alone.png"]);
    assert_eq!(read(&[folder.path().join("none")], &Limits::default(), &Quiet).unwrap_err().kind(), ErrorKind::NotFound);
    let small = Limits { file: PNG.len() as u64, ..Limits::default() };
    assert!(read(&paths[2..], &small, &Quiet).is_ok());
    assert!(read(&paths[2..], &Limits { file: small.file - 1, ..small }, &Quiet).is_err());
}

// --- what is filled in ----------------------------------------------------------------------------------------------

#[test]
fn a_model_keeps_the_licence_that_its_tool_wrote() {
    let asset = r#"{"version":"2.0","copyright":"2024 (c) Somebody Else","extras":{"author":"Kim (https://models.example/kim)",
        "license":"CC-BY-4.0 (http://creativecommons.org/licenses/by/4.0/)","source":"https://models.example/3d/hull","title":"Hull"}}"#;
    let expected = [
        (Field::Title, "Hull"),
        (Field::Creator, "Kim"),
        (Field::CreatorUrl, "https://models.example/kim"),
        (Field::SourceUrl, "https://models.example/3d/hull"),
        (Field::LicenseName, "CC BY 4.0"),
        (Field::LicenseUrl, "https://creativecommons.org/licenses/by/4.0/"),
    ];
    let expected = expected.map(|(field, value)| (field, value.to_owned()));
    assert_eq!(said("hull.glb", &glb(asset)), expected);
    let only = said("hull.glb", &glb(r#"{"copyright":"© 2024 Kim, CC BY 4.0"}"#));
    assert_eq!(only[0], (Field::Creator, "Kim".to_owned()));
    assert_eq!(only.len(), 3);
    let plan = Plan::of(drop_of(&[("hull.glb", &glb(asset))]), []);
    let suggestion = plan.suggestion(&[0]);
    assert_eq!(suggestion.found[&Field::Creator].from, "hull.glb, asset.extras");
    assert!(super::super::judge(&suggestion.answer(None)).is_empty(), "nothing is left to type");
}

#[test]
fn pictures_and_sounds_say_who_made_them() {
    let kim = vec![(Field::Creator, "Kim".to_owned())];
    assert_eq!(said("a.png", &png_chunk(b"tEXt", b"Author\0Kim")), kim);
    assert_eq!(said("a.png", &png_chunk(b"tEXt", b"Copyright\0(c) 2020 Kim")), kim);
    assert_eq!(said("a.png", &png_chunk(b"iTXt", b"Author\0\0\0en\0Autor\0Kim")), kim);
    let mut packed = b"Author\0\0".to_vec();
    let mut deflated = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    deflated.write_all(b"Kim").unwrap();
    packed.extend(deflated.finish().unwrap());
    assert_eq!(said("a.png", &png_chunk(b"zTXt", &packed)), kim);

    let exif = |little: bool| {
        let u16 = |n: u16| if little { n.to_le_bytes() } else { n.to_be_bytes() };
        let u32 = |n: u32| if little { n.to_le_bytes() } else { n.to_be_bytes() };
        let mut tiff = if little { b"II*\0".to_vec() } else { b"MM\0*".to_vec() };
        tiff.extend(u32(8));
        tiff.extend(u16(2));
        // Artist: four bytes stand in the entry itself; Copyright: more bytes stand elsewhere.
        for (tag, count, value) in [(0x013b, 4, *b"Kim\0"), (0x8298, 8, u32(38))] {
            tiff.extend([u16(tag), u16(2)].concat());
            tiff.extend(u32(count));
            tiff.extend(value);
        }
        tiff.extend(u32(0));
        tiff.extend(b"CC0 1.0\0");
        tiff
    };
    for little in [true, false] {
        let segment = [b"Exif\0\0", &exif(little)[..]].concat();
        let mut jpeg = b"\xff\xd8\xff\xe1".to_vec();
        jpeg.extend((segment.len() as u16 + 2).to_be_bytes());
        jpeg.extend(&segment);
        jpeg.extend(b"\xff\xd9");
        let found = said("a.jpg", &jpeg);
        assert_eq!(found[..1], kim);
        assert_eq!(found[1], (Field::LicenseName, "CC0 1.0 (Public Domain)".to_owned()));
    }

    let xmp = b"<x:xmpmeta><dc:creator><rdf:Seq><rdf:li>Kim</rdf:li></rdf:Seq></dc:creator></x:xmpmeta>";
    let mut webp = b"RIFF\0\0\0\0WEBPXMP ".to_vec();
    webp.extend((xmp.len() as u32).to_le_bytes());
    webp.extend(xmp);
    assert_eq!(said("a.webp", &webp), kim);
    let mut wav = WAV.to_vec();
    wav.extend(b"LIST\x10\0\0\0INFOIART\x04\0\0\0Kim\0");
    assert_eq!(said("a.wav", &wav), kim);
    assert!(said("a.png", PNG).is_empty());
}

#[test]
fn a_licence_beside_the_files_answers_for_all_of_them() {
    let kit = zip(&[
        ("table.glb", &glb(r#"{"version":"2.0"}"#)),
        ("textures/a.png", PNG),
        ("textures/b.png", PNG),
        ("License.txt", b"Table kit\nCreated by Kim (https://art.example/kim)\nLicense: CC BY 4.0"),
    ]);
    let plan = Plan::of(opened(&kit).unwrap(), []);
    let to: Vec<&str> = plan.items.iter().map(|item| item.to.as_str()).collect();
    assert_eq!(to, ["models/kit/table.glb", "textures/kit/a.png", "textures/kit/b.png"], "the licence itself stays out");
    let answer = plan.suggestion(&[0, 1, 2]).answer(None);
    assert_eq!((answer.creator.as_str(), answer.license_name.as_str()), ("Kim", "CC BY 4.0"));
    assert!(super::super::judge(&answer).iter().all(|remark| !remark.refuses));
    assert_eq!(plan.doubt(&[0, 1, 2]), None);
}

#[test]
fn names_of_a_library_are_a_question_and_no_refusal() {
    let plan = Plan::of(drop_of(&[("Wood008_4K-JPG_Color.jpg", JPEG), ("mine.png", PNG)]), []);
    let wood = plan.suggestion(&[0]);
    assert_eq!(wood.found[&Field::Creator].value, "ambientCG");
    assert!(wood.found[&Field::Creator].from.contains("named as ambientCG"));
    assert!(plan.doubt(&[0, 1]).unwrap().contains("somebody else’s"));
    assert!(plan.suggestion(&[0, 1]).found.is_empty() && plan.suggestion(&[1]).found.is_empty());
    assert_eq!(plan.doubt(&[1]), None);
}

// --- carrying out ---------------------------------------------------------------------------------------------------

fn me() -> Signature {
    Signature { name: "Ann".into(), at: "2026-12-01T04:00:00Z".into() }
}

fn ids() -> impl FnMut() -> String {
    let mut count = 0;
    move || {
        count += 1;
        format!("c{count}")
    }
}

/// Every file and folder below `root`, with the files' content.
fn tree(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                all.insert(name, b"folder".to_vec());
                folders.push(path);
            } else {
                all.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    all
}

fn pack() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("textures")).unwrap();
    fs::create_dir_all(folder.path().join("empty")).unwrap();
    fs::write(folder.path().join("textures/board.png"), "old board").unwrap();
    folder
}

const MANIFEST: &str = r#"{"id":"go","credits":[{"id":"x","paths":["textures/board.png"],"origin":"own-work"}]}"#;

fn plan() -> Plan {
    let mut plan = Plan::of(drop_of(&[("board.png", PNG), ("hull.glb", &glb("{}")), ("a.wav", WAV)]), ["textures/board.png"]);
    plan.replace(0).unwrap();
    plan
}

fn own(items: &[usize]) -> Answered {
    Answered { items: items.to_vec(), answer: Answer::new(Origin::OwnWork) }
}

fn imported(plan: &Plan, root: &Path, bin: &Path, answers: &[Answered]) -> crate::Result<(Document, Vec<FileOp>)> {
    let manifest = Document::parse(MANIFEST.as_bytes()).unwrap();
    let edited = plan.credit(&manifest, answers, &me(), &mut ids())?;
    let ops = plan.ops(&OsFs, root)?;
    Ok((edited, carry_out(&ops, &OsFs, root, bin, &Quiet)?))
}

#[test]
fn one_step_writes_files_and_records_and_one_takes_all_back() {
    let (folder, bin) = (pack(), tempfile::tempdir().unwrap());
    let before = tree(folder.path());
    let answers = [own(&[0, 2]), Answered { items: vec![1], answer: Answer::new(Origin::Disclaimed) }];
    let (manifest, undo) = imported(&plan(), folder.path(), bin.path(), &answers).unwrap();
    let after = tree(folder.path());
    assert_eq!(after["textures/board.png"], PNG);
    assert_eq!((after["models/hull.glb"].clone(), after["assets/sfx/a.wav"].clone()), (glb("{}"), WAV.to_vec()));
    assert_eq!(after.len(), before.len() + 5, "two files, three folders, nothing else: {after:?}");
    let held: Vec<Vec<String>> = records(&manifest).map(|r| r.paths().map(|(_, p)| p.into_owned()).collect()).collect();
    assert_eq!(held, [vec!["assets/sfx/a.wav", "textures/board.png"], vec!["models/hull.glb"]]);
    let files: Vec<String> = after.keys().cloned().collect();
    let there = files.iter().map(String::as_str);
    assert!(Ledger::of(&manifest, there).uncredited.is_empty());
    let redo = carry_out(&undo, &OsFs, folder.path(), bin.path(), &Quiet).unwrap();
    assert_eq!(tree(folder.path()), before);
    carry_out(&redo, &OsFs, folder.path(), bin.path(), &Quiet).unwrap();
    assert_eq!(tree(folder.path()), after);
}

#[test]
fn record_and_signature_are_one_instant() {
    let manifest = Document::parse(MANIFEST.as_bytes()).unwrap();
    let edited = plan().credit(&manifest, &[own(&[0, 1, 2])], &me(), &mut ids()).unwrap();
    for record in records(&edited) {
        assert_eq!(record.text("recordedAt").as_deref(), Some("2026-12-01T04:00:00Z"));
        assert_eq!(record.signed().unwrap().at, "2026-12-01T04:00:00Z");
    }
}

#[test]
fn without_an_answer_nothing_is_imported() {
    let manifest = Document::parse(MANIFEST.as_bytes()).unwrap();
    let unsigned = Signature { name: " ".into(), ..me() };
    let theirs = Answered { items: vec![0, 1, 2], answer: Answer::new(Origin::ThirdParty) };
    for (answers, signature) in [
        (vec![], me()),
        (vec![own(&[0, 1])], me()),
        (vec![own(&[0, 1, 2]), own(&[2])], me()),
        (vec![own(&[0, 1, 2, 3])], me()),
        (vec![own(&[0, 1, 2])], unsigned),
        (vec![theirs], me()),
    ] {
        let error = plan().credit(&manifest, &answers, &signature, &mut ids()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused, "{error}");
    }
    assert!(Plan::default().credit(&manifest, &[], &me(), &mut ids()).is_err());
}

#[test]
fn a_file_that_came_meanwhile_is_not_overwritten() {
    let (folder, bin) = (pack(), tempfile::tempdir().unwrap());
    fs::create_dir(folder.path().join("models")).unwrap();
    fs::write(folder.path().join("models/hull.glb"), "somebody's").unwrap();
    let before = tree(folder.path());
    let error = imported(&plan(), folder.path(), bin.path(), &[own(&[0, 1, 2])]).unwrap_err();
    assert_eq!((error.kind(), tree(folder.path())), (ErrorKind::Conflict, before));
}

/// One failing access, wherever it is, leaves either all of the import or none of it.
#[test]
fn whatever_access_fails_the_files_are_all_there_or_as_before() {
    let make = || FaultFs::with_files([("/pack/textures/board.png", "old board")]);
    let run = |fs: &FaultFs| {
        let ops = plan().ops(fs, Path::new("/pack"))?;
        carry_out(&ops, fs, Path::new("/pack"), Path::new("/bin"), &Quiet)
    };
    let pack_of = |fs: &FaultFs| -> BTreeMap<_, _> {
        fs.files().into_iter().filter(|(path, _)| Path::new(path).starts_with("/pack")).collect()
    };
    let whole = make();
    let first = whole.ops();
    run(&whole).unwrap();
    let mut failed = 0;
    for at in first..=whole.ops() {
        let fs = make();
        fs.fail_at(at, std::io::ErrorKind::Other, false);
        let done = run(&fs);
        fs.heal();
        let expected = if done.is_ok() { pack_of(&whole) } else { pack_of(&make()) };
        assert_eq!(pack_of(&fs), expected, "access {at}: {}", fs.trace());
        failed += usize::from(done.is_err());
    }
    assert!(failed > 10, "{failed}");
}

#[test]
fn a_drop_that_is_cancelled_brings_nothing() {
    struct Never;
    impl Watch for Never {
        fn progress(&self, _: &str, _: u64, _: u64) {}
        fn cancelled(&self) -> bool {
            true
        }
    }
    let folder = pack();
    let error = read(&[folder.path().to_path_buf()], &Limits::default(), &Never).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
}
