use super::change::{measured, rename, set_cover, set_pages, set_text, take_out};
use super::pdf::{Page, Rendered};
use super::*;
use crate::assets::{Memory, Pack, survey};
use crate::edit::{Roots, edit_manifest};
use crate::job::Quiet;
use crate::media::Crop;
use crate::pack::OsFs;
use crate::pack::files::carry_out;
use image::ImageFormat;

fn manifest(text: &str) -> Document {
    Document::parse(text.as_bytes()).unwrap()
}

fn paths(list: &[&str]) -> Vec<PackPath> {
    list.iter().map(|path| PackPath::parse(path).unwrap()).collect()
}

fn after(edit: &FileEdit, doc: &Document) -> String {
    (edit.edit)(&Roots { manifest: Some(doc.clone()), scene: None }).unwrap().manifest.unwrap().text()
}

fn ops(edit: &FileEdit) -> Vec<String> {
    let show = |op: &FileOp| match op {
        FileOp::Write { path, bytes } => format!("write {path} {}", bytes.len()),
        FileOp::Bin { path } => format!("bin {path}"),
        other => format!("{other:?}"),
    };
    edit.ops.iter().map(show).collect()
}

fn rendered(sizes: &[usize]) -> Rendered {
    let pages = sizes.iter().map(|size| Page { bytes: vec![7; *size], width: 1236, height: 1600 }).collect();
    Rendered { pages, coarser: false }
}

#[test]
fn text_a_link_and_a_video_are_added() {
    let doc = manifest(r#"{"type":"game-pack"}"#);
    let new = |title| New { manifest: &doc, title, files: &[] };
    let edit = new("Quick start").markdown("# Play\n").unwrap();
    assert_eq!(ops(&edit), ["write rules/quick-start.md 7"]);
    let entry = r#""rules":[{"kind":"markdown","id":"quick-start","title":"Quick start","path":"rules/quick-start.md"}]"#;
    assert!(after(&edit, &doc).contains(entry));
    let edit = new("Living FAQ").link(" https://example.com/faq ").unwrap();
    let entry = r#"{"kind":"link","id":"living-faq","title":"Living FAQ","url":"https://example.com/faq"}"#;
    assert!(after(&edit, &doc).contains(entry) && edit.ops.is_empty());
    let edit = new("How to").video("https://youtu.be/aqz-KE-bpKQ").unwrap();
    let entry = r#"{"kind":"video","id":"how-to","title":"How to","video":{"provider":"youtube","id":"aqz-KE-bpKQ"}}"#;
    assert!(after(&edit, &doc).contains(entry));
    for refused in [
        new(" ").markdown("x"),
        new("a").link("http://example.com"),
        new("a").link("https://"),
        new("a").video("https://vimeo.com/1"),
        new("a").markdown(&"x".repeat((1 << 20) + 1)),
    ] {
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::Refused);
    }
}

#[test]
fn ids_are_free_of_documents_and_of_files() {
    let doc = manifest(r#"{"rules":[{"kind":"link","id":"Rules","title":"x","url":"https://a.example"}]}"#);
    let files = paths(&["rules/rules-2/page-001.webp", "rules/Rules-3.md"]);
    assert_eq!(free_id(&doc, "Rules", &files), "rules-4");
    assert_eq!(free_id(&doc, "東京", &[]), "rules-2");
    for (id, fits) in [
        ("quick-start", true),
        ("a.b_c", true),
        ("", false),
        ("..", false),
        ("A", false),
        ("a/b", false),
        ("a.", false),
        ("-a", false),
    ] {
        assert_eq!(check_id(id).is_ok(), fits, "{id}");
    }
    assert!(check_id(&"a".repeat(60)).is_ok() && check_id(&"a".repeat(61)).is_err());
}

#[test]
fn only_a_game_with_room_gets_one() {
    let entry = r#"{"kind":"link","id":"a","title":"x","url":"https://a.example"}"#;
    let with = |count: usize| format!(r#"{{"type":"game-pack","rules":[{}]}}"#, vec![entry; count].join(","));
    assert!(check_room(&manifest(&with(7))).is_ok() && check_room(&manifest(&with(8))).is_err());
    for text in [r#"{"type":"room-pack"}"#, r#"{"rules":{}}"#, "[]"] {
        assert!(check_room(&manifest(text)).is_err(), "{text}");
    }
}

#[test]
fn pages_are_numbered_measured_and_come_with_their_original_where_it_fits() {
    let doc = manifest(r#"{"id":"a"}"#);
    let new = New { manifest: &doc, title: "Rulebook", files: &[] };
    let edit = new.pages(rendered(&[10, 20]), b"%PDF-1", "C:\\docs\\rulebook.pdf").unwrap();
    let written =
        ["write rules/rulebook/page-001.webp 10", "write rules/rulebook/page-002.webp 20", "write rules/rulebook/source.pdf 6"];
    assert_eq!(ops(&edit), written);
    let text = after(&edit, &doc);
    let page = r#"{"path":"rules/rulebook/page-002.webp","width":1236,"height":1600,"bytes":20}"#;
    let source = r#""source":{"path":"rules/rulebook/source.pdf","bytes":6,"filename":"rulebook.pdf"}"#;
    assert!(text.contains(page) && text.contains(source) && edit.told.is_empty(), "{text}");
    let fits = vec![b'x'; MAX_FINISHED - 30];
    assert_eq!(new.pages(rendered(&[10, 20]), &fits, "a.pdf").unwrap().ops.len(), 3);
    let edit = new.pages(rendered(&[10, 21]), &fits, "a.pdf").unwrap();
    assert_eq!(edit.ops.len(), 2);
    assert!(edit.told[0].contains("left out") && !after(&edit, &doc).contains("source"), "{:?}", edit.told);
    let edit = new.pages(Rendered { coarser: true, ..rendered(&[1]) }, b"x", "a.pdf").unwrap();
    assert!(edit.told[0].contains("less sharp"));
}

#[test]
fn other_pages_take_the_place_of_the_first() {
    let doc = manifest(r#"{"id":"a"}"#);
    let edit = New { manifest: &doc, title: "Book", files: &[] }.pages(rendered(&[1, 2, 3]), b"%PDF", "a.pdf").unwrap();
    let doc = manifest(&after(&edit, &doc));
    let files: Vec<PackPath> = edit.written().cloned().collect();
    let big = vec![0; MAX_FINISHED];
    let edit = set_pages(&doc, 0, rendered(&[4]), &big, "b.pdf", &files).unwrap();
    let gone = ["bin rules/book/page-002.webp", "bin rules/book/page-003.webp", "bin rules/book/source.pdf"];
    assert_eq!(ops(&edit)[1..], gone);
    let text = after(&edit, &doc);
    assert!(!text.contains("source") && !text.contains("page-002") && text.contains(r#""bytes":4"#), "{text}");
    assert!(set_pages(&manifest(r#"{"rules":[{"kind":"link"}]}"#), 0, rendered(&[1]), b"", "", &[]).is_err());
}

#[test]
fn a_text_is_written_into_its_own_file_alone() {
    let doc = manifest(
        r#"{"rules":[{"kind":"markdown","id":"a","title":"A","path":"rules/a.md"},{"kind":"markdown","id":"b","title":"B","path":"main.js"}]}"#,
    );
    assert_eq!(ops(&set_text(&doc, 0, "new").unwrap()), ["write rules/a.md 3"]);
    assert!(set_text(&doc, 1, "new").is_err() && set_text(&doc, 2, "new").is_err());
}

#[test]
fn a_video_gets_its_cover_with_its_figures() {
    let doc = manifest(
        r#"{"rules":[{"kind":"video","id":"v","title":"V","video":{"provider":"youtube","id":"aqz-KE-bpKQ"}},{"kind":"link","id":"l"}]}"#,
    );
    let bytes = crate::media::test_picture(1600, 1600, ImageFormat::Png);
    let raster = crate::media::open("a.png", &bytes).unwrap();
    let edit = set_cover(&doc, 0, &raster, Crop::WHOLE).unwrap();
    let FileOp::Write { path, bytes } = &edit.ops[0] else { panic!() };
    let text = after(&edit, &doc);
    let cover = format!(r#""cover":{{"path":"rules/v/cover.webp","width":1280,"height":720,"bytes":{}}}"#, bytes.len());
    assert!(path.as_str() == "rules/v/cover.webp" && text.contains(&cover), "{text}");
    assert!(set_cover(&doc, 1, &raster, Crop::WHOLE).is_err());
}

#[test]
fn another_id_moves_the_folder_and_what_names_it() {
    let (dir, bin) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let text = r#"{"id":"a","type":"game-pack","rules":[{"kind":"pages","id":"book","title":"B","pages":[{"path":"rules/book/page-001.webp","width":1,"height":1,"bytes":1}],"source":{"path":"rules/book/source.pdf","bytes":1,"filename":"b.pdf"}},{"kind":"markdown","id":"text","title":"T","path":"rules/text.md"}],"credits":[{"id":"c","paths":["rules/book/page-001.webp"],"origin":"own-work"}]}"#;
    std::fs::create_dir_all(dir.path().join("rules/book")).unwrap();
    for (name, text) in
        [("diceytable.mod.json", text), ("rules/book/page-001.webp", "p"), ("rules/book/source.pdf", "s"), ("rules/text.md", "t")]
    {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    let roots = Roots { manifest: Some(manifest(text)), scene: None };
    let mut memory = Memory::default();
    let found = survey(&OsFs, dir.path(), &roots, &mut memory, &Quiet).unwrap();
    let pack = Pack { fs: &OsFs, root: dir.path(), roots: &roots, survey: &found, memory: &memory };
    let plan = rename(&pack, 0, "full-rules").unwrap();
    let undo = carry_out(&plan.ops, &OsFs, dir.path(), bin.path(), &Quiet).unwrap();
    let after = plan.roots.manifest.unwrap().text();
    assert_eq!(after, text.replace("rules/book/", "rules/full-rules/").replace(r#""id":"book""#, r#""id":"full-rules""#));
    assert!(dir.path().join("rules/full-rules/page-001.webp").is_file() && !dir.path().join("rules/book").exists());
    carry_out(&undo, &OsFs, dir.path(), bin.path(), &Quiet).unwrap();
    let plan = rename(&pack, 1, "short").unwrap();
    assert!(plan.roots.manifest.unwrap().text().contains(r#""id":"short","title":"T","path":"rules/short.md""#));
    for (id, words) in [("text", "Another rules document"), ("TEXT", "can’t be the id"), ("../x", "can’t be the id")] {
        let error = rename(&pack, 0, id).unwrap_err();
        assert!(error.what().contains(words), "{error}");
    }
}

#[test]
fn a_document_leaves_with_its_own_files() {
    let doc = manifest(
        r#"{"rules":[{"kind":"markdown","id":"a","title":"A","path":"rules/a.md"},{"kind":"markdown","id":"b","title":"B","path":"rules/a.md"},{"kind":"markdown","id":"c","title":"C","path":"README.md"},{"kind":"markdown","id":"d","title":"D","path":"rules/d.md"}]}"#,
    );
    let files = paths(&["rules/a.md", "README.md", "rules/d.md"]);
    for (index, gone) in [(0, vec![]), (2, vec![]), (3, vec!["bin rules/d.md"])] {
        let edit = take_out(&doc, index, &files).unwrap();
        assert_eq!(ops(&edit), gone, "{index}");
        assert_eq!(entries(&manifest(&after(&edit, &doc))).count(), 3);
    }
}

#[test]
fn wrong_figures_are_set_right_and_right_ones_left() {
    let bytes = crate::media::test_picture(8, 4, ImageFormat::WebP);
    let size = bytes.len();
    let text = format!(
        r#"{{"rules":[{{"kind":"pages","pages":[{{"path":"p.webp","width":8,"height":5,"bytes":{size}}},{{"path":"gone.webp","width":1,"height":1,"bytes":1}}],"source":{{"path":"p.webp","bytes":0}}}},{{"cover":{{"path":"p.webp","width":8,"height":4,"bytes":{size}.0}}}}]}}"#
    );
    let doc = manifest(&text);
    let edits = measured(&doc, &|path| (path.as_str() == "p.webp").then(|| bytes.clone()));
    assert_eq!(edits.len(), 2, "{edits:?}");
    let right = edit_manifest(&Roots { manifest: Some(doc), scene: None }, &edits).unwrap().manifest.unwrap().text();
    assert_eq!(right, text.replace("\"height\":5", "\"height\":4").replace("\"bytes\":0}", &format!("\"bytes\":{size}}}")));
}
