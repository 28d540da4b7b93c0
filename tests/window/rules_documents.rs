//! Rules documents in the window: text, link, video, pages of a PDF, another id, and what is missing where nothing draws PDFs.

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tablewright_core::media::Facts;
use tablewright_core::rulebook::pdf::Renderer;

use crate::journey::{MANIFEST, fill};
use crate::media::{Bench, own, png};

fn open(bench: &mut Bench, number: usize) {
    bench.window.get_by_role_and_label(Role::ListItem, &format!("Rules document {number}")).click();
    bench.window.run_steps(4);
}

fn kind(bench: &mut Bench, words: &str) {
    bench.window.get_by_role_and_label(Role::RadioButton, words).click();
    bench.window.run_steps(4);
}

/// A PDF of so many pages with a bar on each.
fn pdf(pages: usize) -> Vec<u8> {
    let kids: String = (0..pages).map(|at| format!("{} 0 R ", 3 + at * 2)).collect();
    let mut objects = vec!["<</Type/Catalog/Pages 2 0 R>>".to_owned(), format!("<</Type/Pages/Count {pages}/Kids[{kids}]>>")];
    for at in 0..pages {
        objects.push(format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 150 200]/Contents {} 0 R>>", 4 + at * 2));
        let draw = format!("0.2 0.3 0.8 rg 20 {} 110 14 re f", 20 + at % 9 * 18);
        objects.push(format!("<</Length {}>>\nstream\n{draw}\nendstream", draw.len()));
    }
    let mut file = "%PDF-1.4\n".to_owned();
    let mut places = String::new();
    for (at, object) in objects.iter().enumerate() {
        places.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.push_str(&format!("{} 0 obj\n{object}\nendobj\n", at + 1));
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file.push_str(&format!(
        "xref\n0 {size}\n0000000000 65535 f \n{places}trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    ));
    file.into_bytes()
}

#[test]
fn a_text_is_added_written_renamed_and_taken_out() {
    let mut bench = Bench::new(MANIFEST, &[]).on("Game");
    let before = bench.manifest();
    bench.press("Add rules…");
    fill(&mut bench.window, "Title of the rules", "Quick start", Key::Tab);
    let field = bench.window.get_by_role_and_label(Role::MultilineTextInput, "Text of the rules");
    field.click();
    bench.window.run_steps(2);
    bench
        .window
        .get_by_role_and_label(Role::MultilineTextInput, "Text of the rules")
        .type_text("# Set up\n\nEach takes a *ship*.");
    bench.window.run_steps(3);
    bench.photograph("rules-add-text");
    bench.press("Add");
    bench.steps(1);
    assert_eq!(bench.read("rules/quick-start.md"), "# Set up\n\nEach takes a *ship*.".as_bytes());
    assert!(bench.manifest().contains("\"path\": \"rules/quick-start.md\""), "{}", bench.manifest());

    open(&mut bench, 1);
    bench.photograph("rules-text");
    bench.press("Write…");
    bench.until("Text of the rules");
    bench.window.get_by_role_and_label(Role::MultilineTextInput, "Text of the rules").click();
    bench.window.run_steps(2);
    bench.window.get_by_role_and_label(Role::MultilineTextInput, "Text of the rules").type_text("!");
    bench.window.run_steps(3);
    bench.photograph("rules-write");
    bench.press("Keep it");
    bench.steps(2);
    let text = String::from_utf8(bench.read("rules/quick-start.md")).unwrap();
    assert!(text.contains('!') && text.len() == 31, "{text}");

    bench.press("Rename…");
    fill(&mut bench.window, "ID of the rules", "start", Key::Tab);
    bench.press("Rename");
    bench.steps(3);
    assert_eq!(bench.files(), ["rules/start.md"]);
    assert!(bench.manifest().contains("\"id\": \"start\"") && bench.manifest().contains("rules/start.md"));

    bench.press("Take out rules document 1 with its files");
    bench.steps(4);
    assert!(bench.files().is_empty());
    for to in (0..4).rev() {
        bench.undo(to);
    }
    assert_eq!((bench.manifest(), bench.files().len()), (before, 0));
}

#[test]
fn links_and_videos_are_judged_before_they_are_added() {
    let mut bench = Bench::new(MANIFEST, &[("art/deck.png", &png(640, 360))]).on("Game");
    bench.press("Add rules…");
    kind(&mut bench, "Link");
    fill(&mut bench.window, "Title of the rules", "FAQ", Key::Tab);
    fill(&mut bench.window, "Link to the rules", "http://example.com", Key::Tab);
    assert!(bench.window.get_by_role_and_label(Role::Button, "Add").accesskit_node().is_disabled());
    fill(&mut bench.window, "Link to the rules", "https://example.com/faq", Key::Tab);
    bench.press("Add");
    bench.steps(1);
    assert!(bench.manifest().contains("\"url\": \"https://example.com/faq\""));
    bench.press("Add rules…");
    kind(&mut bench, "Video");
    fill(&mut bench.window, "Title of the rules", "How to play", Key::Tab);
    fill(&mut bench.window, "Link to the rules", "https://youtu.be/aqz-KE-bpKQ", Key::Tab);
    bench.press("Add");
    bench.steps(2);
    // Its cover is cut by the same tool.
    open(&mut bench, 2);
    bench.press("Set cover… (Rules document 2, cover)");
    bench.press("From the pack");
    bench.until("art/deck.png");
    bench.window.get_by_label("art/deck.png").click();
    bench.until("Crop window");
    own(&mut bench);
    bench.press("Use it");
    bench.steps(3);
    let bytes = bench.read("rules/how-to-play/cover.webp");
    let facts = Facts::of(&bytes).unwrap();
    let cover = format!("\"width\": {}, \"height\": {}, \"bytes\": {}", facts.width, facts.height, bytes.len());
    let manifest = bench.manifest().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(manifest.contains(&cover) && (facts.width, facts.height) == (640, 360), "{manifest}");
    bench.photograph("rules-video");
}

#[test]
fn a_pdf_becomes_pages_or_says_what_is_missing() {
    let mut bench = Bench::new(MANIFEST, &[]).on("Game");
    bench.press("Add rules…");
    kind(&mut bench, "PDF");
    let file = bench.outside("Big book.pdf", &pdf(5));
    if let Err(error) = Renderer::find(std::env::var_os("PATH").as_deref()) {
        // A machine without a renderer: the dialog says so, and nothing can be added.
        bench.window.get_by_label_contains("poppler-utils");
        assert!(bench.window.get_by_role_and_label(Role::Button, "Add").accesskit_node().is_disabled());
        eprintln!("no page was drawn here: {error}");
        return;
    }
    fill(&mut bench.window, "Title of the rules", "Full rules", Key::Tab);
    fill(&mut bench.window, "PDF file", &file.display().to_string(), Key::Tab);
    own(&mut bench);
    bench.photograph("rules-add-pdf");
    bench.press("Add");
    bench.steps(1);
    let files = bench.files();
    let pages: Vec<String> = (1..=5).map(|page| format!("rules/full-rules/page-{page:03}.webp")).collect();
    assert_eq!(files[..5], pages[..]);
    assert_eq!(files[5..], ["rules/full-rules/source.pdf"]);
    let bytes = bench.read(&pages[0]);
    assert_eq!(Facts::of(&bytes).map(|facts| (facts.width, facts.height)), Some((1200, 1600)));
    let manifest: String = bench.manifest().split_whitespace().collect();
    assert!(manifest.contains(&format!("\"width\":1200,\"height\":1600,\"bytes\":{}", bytes.len())), "{manifest}");
    assert!(manifest.contains("\"filename\":\"Bigbook.pdf\"") && !manifest.contains("\"assets\""), "{manifest}");
    open(&mut bench, 1);
    bench.until("Page 5");
    bench.until("KB of 10 MB with the original");
    bench.window.run_steps(10);
    bench.photograph("rules-pages");
    bench.press("Rename…");
    fill(&mut bench.window, "ID of the rules", "book", Key::Tab);
    bench.press("Rename");
    bench.steps(2);
    assert!(bench.files().iter().all(|file| file.starts_with("rules/book/")), "{:?}", bench.files());
    bench.undo(1);
    bench.undo(0);
    assert!(bench.files().is_empty());
}
