//! The preview of a listing over a real session, and the Markdown field.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use egui::{Role, ThemePreference, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use tablewright::forms::pictures::Pictures;
use tablewright::panels::Wish;
use tablewright::panels::details::listing::Listing;
use tablewright::session::Session;
use tablewright_tests::kittest_gl::save_picture;
use tempfile::TempDir;

use crate::harness;

pub const DESCRIPTION: &str = "# Two players, one board\n\n**Go** is old. Read the [rules](https://go.example) or not: \
    [run](javascript:alert(1)).\n\n- stones\n- *a board*\n\n> Easy to learn\n\n```\nkomi = 6.5\n```\n\n<script>alert(1)</script> \
    and `<b>`\n\n| size | points |\n|---|---|\n| 9×9 | 81 |\n";

pub fn manifest() -> serde_json::Value {
    serde_json::json!({
      "schemaVersion": "1.0", "id": "org.example.go", "slug": "go", "type": "game-pack", "name": "Go", "version": "1.0.3",
      "entry": {"setup": "setup.json", "script": "main.js"}, "license": "MIT", "category": "abstract-strategy",
      "summary": "The **timeless** game of `Go`", "description": DESCRIPTION, "tags": ["go", "weiqi", "two-player"],
      "players": {"min": 2, "max": 4}, "compatibility": {"engine": ">=0.1 <1.0"},
      "assets": ["media/cover.webp", "textures/board.png", "main.js"],
      "capabilities": {"version": "1", "allowed": ["log", "plugin-call", "read-hidden-information"]},
      "plugins": [{"id": "org.example.cards", "functions": ["find"]}],
      "coverImage": "media/cover.webp",
      "screenshots": [{"path": "media/cover.webp"}, {"video": {"provider": "youtube", "id": "aqz-KE-bpKQ", "title": "In two minutes"}},
        {"path": "media/cut.webp", "video": {"provider": "youtube", "id": "aqz-KE-bpKQ"}}],
      "variants": [{"id": "19x19", "name": "Large"}, {"id": "9x9", "name": "Small"}],
      "bots": [{"id": "search", "label": "Search"}],
      "dependencies": [{"packId": "org.example.room", "version": "1.2.0"}],
      "assetRepos": [{"owner": "someone", "repo": "card-art", "ref": "refs/heads/release"}],
      "credits": [
        {"id": "a", "paths": ["textures/board.png"], "origin": "third-party", "title": "Wooden board", "creator": "Ada",
         "sourceUrl": "https://a.example", "licenseName": "CC BY 4.0", "recordedAt": "2026-01-01T00:00:00Z",
         "attestation": {"termsVersion": "1", "acceptedAt": "2026-01-01T00:00:00Z", "signedName": "Me"}},
        {"id": "b", "paths": ["main.js"], "origin": "disclaimed", "recordedAt": "2026-01-01T00:00:00Z", "notes": "Found in an old folder",
         "attestation": {"termsVersion": "1", "acceptedAt": "2026-01-01T00:00:00Z", "signedName": "Me"}}]
    })
}

/// A picture with a gradient, so that cropping is seen.
pub fn put_picture(path: &Path, width: u32, height: u32) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let paint = |x, y| image::Rgba([(x * 255 / width) as u8, 120, (y * 255 / height) as u8, 255]);
    image::RgbaImage::from_fn(width, height, paint).save(path).unwrap();
}

pub fn pack(manifest: &serde_json::Value) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write("diceytable.mod.json", &serde_json::to_string_pretty(manifest).unwrap());
    write("setup.json", r#"{"schemaVersion": 2, "sceneId": "s", "name": "Go", "objects": []}"#);
    write("main.js", "api.log('hi');");
    put_picture(&folder.path().join("media/cover.webp"), 300, 200);
    put_picture(&folder.path().join("textures/board.png"), 64, 64);
    let whole = std::fs::read(folder.path().join("media/cover.webp")).unwrap();
    std::fs::write(folder.path().join("media/cut.webp"), &whole[..40]).unwrap();
    folder
}

struct Preview {
    session: Session,
    listing: Listing,
    pictures: Pictures,
    asked: Vec<Wish>,
    _folders: [TempDir; 2],
}

fn window(
    manifest: &serde_json::Value,
    size: egui::Vec2,
    theme: ThemePreference,
    column: bool,
) -> (Harness<'static>, Rc<RefCell<Preview>>) {
    let folders = [pack(manifest), tempfile::tempdir().unwrap()];
    let (mut session, _) = Session::open(folders[0].path(), folders[1].path()).expect("a pack");
    let problems = session.check_job().run();
    session.checked(session.revision(), problems);
    let (listing, pictures) = (Listing::default(), Pictures::default());
    let preview = Rc::new(RefCell::new(Preview { session, listing, pictures, asked: Vec::new(), _folders: folders }));
    let inner = Rc::clone(&preview);
    let mut harness = harness(theme, size, move |ui| {
        let preview = &mut *inner.borrow_mut();
        let asked = if column {
            preview.listing.column(ui, &preview.session, &mut preview.pictures)
        } else {
            preview.listing.tab(ui, &preview.session, &mut preview.pictures)
        };
        preview.asked.extend(asked);
    });
    settle(&mut harness);
    (harness, preview)
}

/// Until the pictures and sizes that threads read are there.
fn settle(harness: &mut Harness<'_>) {
    for _ in 0..100 {
        harness.run_steps(2);
        let waits =
            harness.query_by_label_contains("Loading…").is_some() || harness.query_by_label_contains("Counting").is_some();
        if !waits {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    harness.run_steps(2);
}

fn click(harness: &mut Harness<'_>, role: Role, name: &str) {
    harness.get_by_role_and_label(role, name).click();
    harness.run_steps(3);
    settle(harness);
}

#[test]
fn the_card_says_what_lists_say() {
    let mut faulty = manifest();
    faulty["version"] = "1.0".into();
    let (mut harness, preview) = window(&faulty, vec2(328.0, 900.0), ThemePreference::Dark, true);
    for words in ["Go", "Abstract strategy", "2–4 players", "2 variants", "1 bot", "The timeless game of Go"] {
        assert!(harness.query_by_label(words).is_some(), "{words}");
    }
    save_picture("listing-card-dark", &harness.render().expect("a picture"));
    let error = preview.borrow().session.problems().iter().position(|p| p.severity == tablewright_core::Severity::Error).unwrap();
    let message = preview.borrow().session.problems()[error].message.clone();
    click(&mut harness, Role::Button, &message);
    assert!(matches!(preview.borrow().asked.as_slice(), [Wish::GoToProblem(number)] if *number == error));
}

#[test]
fn the_card_falls_back_as_the_platform_does() {
    let mut bare = manifest();
    let map = bare.as_object_mut().unwrap();
    for key in ["summary", "coverImage", "category", "players", "variants", "bots"] {
        map.remove(key);
    }
    let (mut harness, _) = window(&bare, vec2(328.0, 900.0), ThemePreference::Light, true);
    assert!(harness.query_by_label("go, weiqi, two-player").is_some());
    save_picture("listing-bare-light", &harness.render().expect("a picture"));
    map_without_tags(&mut bare);
    bare["players"] = serde_json::json!({"min": 2, "max": 2});
    let (harness, _) = window(&bare, vec2(328.0, 900.0), ThemePreference::Light, true);
    assert!(harness.query_by_label("No description provided.").is_some() && harness.query_by_label("2 players").is_some());
}

fn map_without_tags(manifest: &mut serde_json::Value) {
    manifest.as_object_mut().unwrap().remove("tags");
}

#[test]
fn the_page_tells_all_that_a_player_is_told() {
    let (mut harness, _) = window(&manifest(), vec2(1100.0, 1500.0), ThemePreference::Dark, false);
    for words in [
        "/games/go",
        "Sees hidden cards and calls plugins",
        "Picture 1",
        "Video 2: In two minutes",
        "someone/card-art refs/heads/release",
        "MIT",
        "weiqi",
    ] {
        assert!(harness.query_all_by_label_contains(words).next().is_some(), "{words}");
    }
    assert!(harness.query_by_label_contains("Video 3: media/cut.webp").is_some(), "a cut file is told");
    assert!(harness.query_by_label_contains("<script>").is_some(), "HTML is text");
    assert!(harness.query_by_role_and_label(Role::Link, "rules").is_some());
    assert!(harness.query_by_role_and_label(Role::Link, "run").is_none(), "no script is a link");
    save_picture("listing-page-dark", &harness.render().expect("a picture"));
    click(&mut harness, Role::RadioButton, "Credits 2");
    for words in
        ["Wooden board", "by Ada · CC BY 4.0 · 1 file", "Disclaimed: no creator or licence is known", "Found in an old folder"]
    {
        assert!(harness.query_by_label(words).is_some(), "{words}");
    }
    save_picture("listing-credits-dark", &harness.render().expect("a picture"));
}

#[test]
fn the_page_fits_the_column() {
    let (mut harness, _) = window(&manifest(), vec2(328.0, 1500.0), ThemePreference::Light, true);
    click(&mut harness, Role::RadioButton, "Page");
    assert!(harness.query_by_label("/games/go").is_some());
    save_picture("listing-column-page-light", &harness.render().expect("a picture"));
}

#[test]
fn the_download_is_counted_off_the_thread() {
    let (harness, preview) = window(&manifest(), vec2(328.0, 900.0), ThemePreference::Dark, true);
    let root = preview.borrow().session.root().to_path_buf();
    let bytes: u64 = ["media/cover.webp", "textures/board.png", "main.js"]
        .map(|p| std::fs::metadata(root.join(p)).unwrap().len())
        .iter()
        .sum();
    let words = if bytes < 1000 { format!("Download: {bytes} bytes") } else { format!("Download: {:.1} KB", bytes as f64 / 1e3) };
    assert!(harness.query_by_label(&words).is_some(), "{words}");
}
