//! Variants side by side: four views of 5,000 pieces each, in the window itself. Nothing here fails for being slow.
//!
//! `cargo bench -p tablewright-tests --bench compare`. The design asks for less than 8 ms of the CPU a frame, at most 60
//! draw calls a view, and no bytes uploaded in a frame in which nothing changed. The frames are drawn without a GPU: what a
//! driver would hand to one is done by the same processor here, so that row says how the software driver fares and is no
//! measure of the program.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on ends")]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use egui::{Event, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use tablewright::app::App;
use tablewright::commands::Command;
use tablewright::compare::{Comparison, Marking, Models};
use tablewright::dock::Workspace;
use tablewright::settings::{Places, Settings};
use tablewright_core::json::Document;
use tablewright_core::pointer;
use tablewright_tests::crowd;
use tablewright_tests::kittest_gl::GlowRenderer;

/// Pieces in each variant.
const PIECES: usize = 5_000;
/// How often each work is measured; the median counts.
const ROUNDS: usize = 41;

fn main() {
    // Test runners start benchmarks too, to list or to try them.
    if !std::env::args().any(|arg| arg == "--bench") {
        eprintln!("run with cargo bench");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("pack");
    fs::create_dir(&pack).unwrap();
    crowd::write(&pack, PIECES).unwrap();
    println!("{:<64} {:>10} {:>10}  target", "work, four variants of 5,000 pieces", "median", "worst");
    scenes(&pack);
    frames(&pack, folder.path());
}

fn row(work: &str, times: &mut [Duration], target: &str) {
    times.sort_unstable();
    let millis = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1_000.0);
    println!("{work:<64} {:>10} {:>10}  {target}", millis(times[times.len() / 2]), millis(times[times.len() - 1]));
}

fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let given = black_box(work());
    let time = start.elapsed();
    drop(given);
    time
}

/// Reading, matching and marking, without a window.
fn scenes(pack: &Path) {
    let scene = Document::parse(&fs::read(pack.join("setup.json")).unwrap()).unwrap();
    let listed = crowd::VARIANTS.map(str::to_owned).to_vec();
    let comparison = |marking| Comparison { views: listed.clone(), against: None, marking };
    let mut read: Vec<Duration> = Vec::new();
    let mut marked: Vec<Duration> = Vec::new();
    for round in 0..ROUNDS {
        let edited = scene.set(&pointer!["name"], format!("Round {round}").into()).unwrap();
        let mut models = Models::default();
        read.push(time(|| models.look(&edited, &listed, pack, &comparison(Marking::default()))));
        marked.push(time(|| models.look(&edited, &listed, pack, &comparison(Marking::NONE))));
    }
    row("read and match them after an edit", &mut read, "one frame of at most 33 ms");
    row("mark them otherwise", &mut marked, "one frame of at most 33 ms");
}

fn frames(pack: &Path, folder: &Path) {
    let mut window = window(pack, folder);
    let before = window.state().drawn();
    let mut idle: Vec<Duration> = (0..ROUNDS).map(|_| time(|| window.step())).collect();
    row("a frame in which nothing changed, without drawing", &mut idle, "under 8 ms");
    let mut whole: Vec<Duration> = (0..ROUNDS / 4).map(|_| time(|| (window.step(), window.render().unwrap()))).collect();
    let after = window.state().drawn();
    row("the same, drawn without a GPU and read back", &mut whole, "");
    println!("{:<64} {:>10}", "bytes uploaded meanwhile", after.upload_bytes - before.upload_bytes);

    let corner = window.get_by_label("View 1").rect().left_top() + vec2(20.0, 20.0);
    window.event(Event::PointerMoved(corner));
    window.step();
    let press =
        |pos: Pos2, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    window.event(press(corner, true));
    let mut moved = corner;
    let mut orbit: Vec<Duration> = Vec::new();
    for _ in 0..ROUNDS {
        moved += vec2(2.0, 0.5);
        window.event(Event::PointerMoved(moved));
        orbit.push(time(|| window.step()));
    }
    row("a frame while all four cameras turn, without drawing", &mut orbit, "under 8 ms");
    let before = window.state().drawn();
    // Without a GPU each takes seconds.
    let rounds = 3;
    let mut drawn: Vec<Duration> = Vec::new();
    for _ in 0..rounds {
        moved += vec2(2.0, 0.5);
        window.event(Event::PointerMoved(moved));
        drawn.push(time(|| (window.step(), window.render().unwrap())));
    }
    let after = window.state().drawn();
    row("the same, drawn without a GPU and read back", &mut drawn, "");
    let calls = f64::from(after.draw_calls - before.draw_calls) / (4 * rounds) as f64;
    println!("{:<64} {calls:>10.1} {:>10}  at most 60", "draw calls a view", "");
    println!("{:<64} {:>10} {:>10}  0", "bytes uploaded meanwhile", after.upload_bytes - before.upload_bytes, "");
}

/// The window on the pack with four views, drawn once.
fn window(pack: &Path, folder: &Path) -> Harness<'static, App> {
    let (settings, _) = Settings::load(Places::inside(folder));
    let pack = pack.to_path_buf();
    let mut window: Harness<'static, App> = Harness::builder()
        .with_size(vec2(1440.0, 900.0))
        .renderer(GlowRenderer::new().expect("a drawing context without a display"))
        .build_eframe(move |cc| App::new(&cc.egui_ctx, cc.gl.as_ref(), settings, Some(&pack)));
    while window.state().session().is_none_or(tablewright::session::Session::problems_are_stale) {
        window.step();
        std::thread::sleep(Duration::from_millis(5));
    }
    for command in [Command::Show(Workspace::Compare), Command::AddView, Command::AddView] {
        window.state_mut().run_command(command);
        window.run_steps(4);
    }
    window.render().unwrap();
    window
}
