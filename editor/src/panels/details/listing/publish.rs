//! What a player downloads before the table opens, and what stands between the pack and a publish.

use std::path::Path;

use egui::{Align2, Role, Sense, Ui, WidgetInfo, vec2};
use rustc_hash::FxHashSet;
use tablewright_core::check::Diagnostic;
use tablewright_core::json::{Document, Pointer, Ref};
use tablewright_core::manifest::ManifestView;
use tablewright_core::{DocId, Severity};

use super::parts::head;
use crate::commands::Command;
use crate::dock::Panel;
use crate::later::Known;
use crate::panels::Wish;
use crate::session::Session;
use crate::theme::{METRICS, Tokens, body, strong};
use crate::viewport::assets::path_in_pack;
use crate::widgets::{Button, Tone, elided, focus_ring, paint_text, tip};

/// How many problems are told one by one.
const TOLD: usize = 6;

/// What is downloaded before a table opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Download {
    /// All files together, in bytes.
    pub(super) bytes: u64,
    /// How many are there.
    pub(super) files: usize,
    /// How many are listed and not there.
    pub(super) missing: usize,
}

/// The paths that the manifest loads before a table opens.
pub(super) fn assets(manifest: &Document) -> Vec<String> {
    ManifestView::new(manifest).map(|view| view.assets().map(|(_, path)| path.into_owned()).collect()).unwrap_or_default()
}

impl Download {
    /// Looks at the files; one that is listed twice is downloaded once.
    pub(super) fn of(root: &Path, assets: &[String]) -> Self {
        let mut download = Self::default();
        let mut seen = FxHashSet::default();
        for path in assets.iter().filter(|path| seen.insert(path.as_str())) {
            let size =
                path_in_pack(root, path).ok().and_then(|file| std::fs::metadata(file).ok()).filter(std::fs::Metadata::is_file);
            match size {
                Some(meta) => {
                    download.bytes += meta.len();
                    download.files += 1;
                }
                None => download.missing += 1,
            }
        }
        download
    }
}

/// Bytes for a person: KB and MB, as downloads are counted (1 MB = 1,000,000 bytes), with one decimal.
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..999_950 => format!("{:.1} KB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// How long that takes at so many megabits a second.
pub(super) fn duration(bytes: u64, megabits: f64) -> String {
    let seconds = bytes as f64 * 8.0 / (megabits * 1e6);
    match seconds {
        s if s < 0.05 => "at once".to_owned(),
        s if s < 9.95 => format!("{s:.1} s"),
        s if s < 119.5 => format!("{s:.0} s"),
        s => format!("{:.0} min", s / 60.0),
    }
}

/// *Before the table opens*.
pub(super) fn download(ui: &mut Ui, known: Known<'_, Download>) {
    let t = Tokens::of(ui);
    head(ui, "Before the table opens");
    ui.spacing_mut().item_spacing.y = 0.0;
    let Some(download) = known.value else {
        line(ui, "Download", "Counting…", true);
        return;
    };
    line(ui, "Download", &size(download.bytes), known.stale);
    line(ui, "At 10 Mbit/s", &duration(download.bytes, 10.0), known.stale);
    line(ui, "At 100 Mbit/s", &duration(download.bytes, 100.0), known.stale);
    if download.missing > 0 {
        let files = if download.missing == 1 { "1 listed file is" } else { &format!("{} listed files are", download.missing) };
        let words = format!("{files} not there and not counted.");
        ui.add_space(2.0);
        ui.add(egui::Label::new(egui::RichText::new(words).font(crate::theme::small()).color(t.warning)).wrap());
    }
}

fn line(ui: &mut Ui, label: &str, value: &str, stale: bool) {
    let t = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), METRICS.row), Sense::hover());
    let right = elided(ui, value, strong(), if stale { t.text3 } else { t.text }, rect.width() * 0.6);
    let left = elided(ui, label, body(), t.text2, rect.width() - right.size().x - 8.0);
    paint_text(ui, rect, Align2::LEFT_CENTER, &left);
    paint_text(ui, rect, Align2::RIGHT_CENTER, &right);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{label}: {value}")));
}

/// *To publish this*: errors, then how many warnings, then what is in order.
pub(super) fn ticks(ui: &mut Ui, session: &Session, wishes: &mut Vec<Wish>) {
    let t = Tokens::of(ui);
    ui.add_space(12.0);
    crate::widgets::hairline(ui);
    head(ui, "To publish this");
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.add_space(2.0);
    let problems = session.problems();
    if session.problems_are_stale() && problems.is_empty() {
        ui.label(egui::RichText::new("Checking…").font(body()).color(t.text3));
        return;
    }
    let errors: Vec<(usize, &Diagnostic)> =
        problems.iter().enumerate().filter(|(_, problem)| problem.severity == Severity::Error).collect();
    for (number, problem) in errors.iter().take(TOLD) {
        if tick(ui, Tone::Error, &problem.message, Some(problem.code)) {
            wishes.push(Wish::GoToProblem(*number));
        }
    }
    let more = errors.len().saturating_sub(TOLD);
    let warnings = problems.iter().filter(|problem| problem.severity == Severity::Warning).count();
    if warnings > 0 {
        let words = if warnings == 1 { "1 warning".to_owned() } else { format!("{warnings} warnings") };
        let first = problems.iter().position(|problem| problem.severity == Severity::Warning);
        if tick(ui, Tone::Warning, &words, None)
            && let Some(number) = first
        {
            wishes.push(Wish::GoToProblem(number));
        }
    }
    for (good, words) in in_order(session) {
        tick(ui, if good { Tone::Success } else { Tone::Advice }, &words, None);
    }
    if more > 0 {
        let words = format!("Show {more} more errors");
        if ui.add(Button::link(&words)).clicked() {
            wishes.push(Wish::Command(Command::TogglePanel(Panel::Problems)));
        }
    }
}

/// One line with its sign; one with a code leads somewhere. Returns whether it was pressed.
fn tick(ui: &mut Ui, tone: Tone, words: &str, code: Option<&str>) -> bool {
    let t = Tokens::of(ui);
    let leads = matches!(tone, Tone::Error | Tone::Warning);
    let color = if tone == Tone::Error { t.text } else { t.text2 };
    let room = ui.available_width() - 24.0;
    let mut job = egui::text::LayoutJob::single_section(words.to_owned(), egui::TextFormat::simple(body(), color));
    job.wrap = egui::text::TextWrapping { max_width: room, max_rows: 3, ..egui::text::TextWrapping::default() };
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let size = vec2(ui.available_width(), (galley.size().y + 5.0).max(METRICS.row));
    let (rect, response) = ui.allocate_exact_size(size, if leads { Sense::click() } else { Sense::hover() });
    let role = if leads { Role::Button } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(role, true, words));
    if leads && response.hovered() {
        ui.painter().rect_filled(rect.expand2(vec2(4.0, 0.0)), f32::from(METRICS.radius), t.hover);
    }
    if response.has_focus() {
        focus_ring(ui, rect.expand2(vec2(4.0, 0.0)), METRICS.radius, false);
    }
    if let Some(icon) = tone.icon() {
        let at = egui::Rect::from_min_size(rect.min + vec2(0.0, 3.0), vec2(16.0, 18.0));
        icon.paint(ui, at, 16.0, tone.colors(t).0);
    }
    ui.painter().galley((rect.min + vec2(24.0, 3.0)).round(), galley, color);
    let response = match code {
        Some(code) => tip(response, words, code),
        None => response,
    };
    leads && response.clicked()
}

/// What is in order (or only advised), where nothing says otherwise.
fn in_order(session: &Session) -> Vec<(bool, String)> {
    let Some(manifest) = session.manifest() else { return Vec::new() };
    let root = manifest.root();
    let count = |key: &str| root.get(key).filter(|list| list.is_array()).map_or(0, Ref::len);
    let clean = |keys: &[&str]| !session.problems().iter().any(|problem| concerns(problem, keys));
    let mut lines = Vec::new();
    let cover = root.get("coverImage").is_some_and(|path| path.as_str().is_some_and(|path| !path.is_empty()));
    let shots = match count("screenshots") {
        0 => String::new(),
        1 => "1 screenshot".to_owned(),
        n => format!("{n} screenshots"),
    };
    if clean(&["coverImage", "screenshots"]) {
        lines.push(match (cover, shots.is_empty()) {
            (true, false) => (true, format!("Cover and {shots}")),
            (true, true) => (true, "A cover, and no screenshots".to_owned()),
            (false, _) => (false, "No cover: lists show a placeholder".to_owned()),
        });
    }
    let files = count("assets");
    if files > 0 && clean(&["assets", "excludedAssets", "assetManifest"]) {
        let words =
            if files == 1 { "The 1 file is accounted for".to_owned() } else { format!("All {files} files accounted for") };
        lines.push((true, words));
    }
    let variants = session.variants().len();
    if variants > 1 && clean(&["variants"]) {
        lines.push((true, format!("List and scene agree on {variants} variants")));
    }
    if count("credits") > 0 && clean(&["credits"]) {
        let words = if count("credits") == 1 { "The credit is whole".to_owned() } else { "All credits are whole".to_owned() };
        lines.push((true, words));
    }
    lines
}

/// Whether a problem is about one of these parts of the pack, and worth more than advice.
fn concerns(problem: &Diagnostic, keys: &[&str]) -> bool {
    let first = Pointer::tokens(&problem.pointer).first().map(String::as_str);
    let manifest = problem.document == DocId::Manifest;
    let variants = !manifest && keys.contains(&"variants") && first == Some("variants");
    problem.severity != Severity::Advice && (variants || manifest && first.is_some_and(|key| keys.contains(&key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_read_well() {
        for (bytes, words) in [
            (0, "0 bytes"),
            (999, "999 bytes"),
            (1_000, "1.0 KB"),
            (999_949, "999.9 KB"),
            (999_950, "1.0 MB"),
            (44_600_000, "44.6 MB"),
        ] {
            assert_eq!(size(bytes), words);
        }
        for (bytes, megabits, words) in [
            (44_600_000, 10.0, "36 s"),
            (44_600_000, 100.0, "3.6 s"),
            (0, 10.0, "at once"),
            (12_430_000, 10.0, "9.9 s"),
            (12_440_000, 10.0, "10 s"),
            (149_000_000, 10.0, "119 s"),
            (150_000_000, 10.0, "2 min"),
        ] {
            assert_eq!(duration(bytes, megabits), words, "{bytes}");
        }
    }

    #[test]
    fn a_download_counts_what_is_there_once() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("a")).unwrap();
        std::fs::write(folder.path().join("a/x.png"), [0; 1000]).unwrap();
        let paths = ["a/x.png", "a/x.png", "none.png", "../x", "a"].map(str::to_owned);
        assert_eq!(Download::of(folder.path(), &paths), Download { bytes: 1000, files: 1, missing: 3 });
    }
}
