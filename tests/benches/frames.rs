//! What a frame of the window costs at the caps: 12 variants of 5,000 entities, each panel scrolled, each view orbited.
//!
//! `cargo bench -p tablewright-tests --bench frames` runs all, with a word after `--` those rows that hold it. A frame is
//! timed from the input to the triangles that go to the graphics card, and what the card does is timed beside it: without
//! a GPU that is done in software, and says nothing about a machine with one. The peer is the design's own bound.
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on ends")]

use std::path::Path;
use std::time::{Duration, Instant};

use eframe::App as _;
use egui::{Event, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, pos2, vec2};
use egui_kittest::TestRenderer as _;
use tablewright::app::App;
use tablewright::commands::Command;
use tablewright::dock::{Panel, Workspace};
use tablewright::settings::{Places, Settings};
use tablewright_tests::caps::Caps;
use tablewright_tests::kittest_gl::GlowRenderer;

/// Frames of a row; the first ones fill caches and are told apart.
const FRAMES: usize = 120;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if !args.iter().any(|arg| arg == "--bench") {
        eprintln!("run with cargo bench");
        return;
    }
    let asked: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    println!("{:<44} {:>9} {:>9} {:>9} {:>9}  target", "frame", "first", "median", "worst", "drawing");
    let middle = pos2(720.0, 350.0);
    let rows: [(&str, &[Command], Gesture); 8] = [
        ("scene, nothing moves", &[], Gesture::Rest),
        ("scene, orbit", &[], Gesture::Orbit(middle)),
        ("hierarchy, scroll", &[], Gesture::Scroll(pos2(120.0, 500.0))),
        ("differences, scroll", &[Command::Show(Workspace::Compare)], Gesture::Scroll(pos2(160.0, 500.0))),
        ("matrix, scroll", &[Command::TogglePanel(Panel::Matrix)], Gesture::Scroll(pos2(720.0, 780.0))),
        ("lobby preview, scroll", &[Command::TogglePanel(Panel::Lobby)], Gesture::Scroll(pos2(1300.0, 500.0))),
        ("compare, 2 views, orbit", &[Command::Show(Workspace::Compare)], Gesture::Orbit(pos2(620.0, 420.0))),
        (
            "compare, 4 views, orbit",
            &[Command::Show(Workspace::Compare), Command::AddView, Command::AddView],
            Gesture::Orbit(pos2(620.0, 300.0)),
        ),
    ];
    for (name, commands, gesture) in rows {
        if asked.is_empty() || asked.iter().any(|asked| name.contains(asked.as_str())) {
            Window::open().row(name, commands, gesture);
        }
    }
    let files = "files, 5,000 thumbnails, scroll";
    if asked.is_empty() || asked.iter().any(|asked| files.contains(asked.as_str())) {
        let mut window = Window::on(|root| write_pictures(root, 5_000));
        window.row(files, &[Command::Show(Workspace::Files)], Gesture::Race(pos2(600.0, 500.0)));
        let held = window.app.thumbnail_bytes() as f64 / 1e6;
        println!("{:<44} {held:>6.1} MB  under 200 MB", "files, thumbnails held");
    }
}

/// A pack of pictures, no two alike.
fn write_pictures(root: &Path, count: u32) {
    Caps::of_entities(24).pack().write(root).unwrap();
    std::fs::create_dir(root.join("pictures")).unwrap();
    for number in 0..count {
        let shade = |x: u32, y: u32| image::Rgb([(number % 251) as u8, (number / 251) as u8 * 9, (x ^ y) as u8]);
        image::RgbImage::from_fn(192, 192, shade).save(root.join(format!("pictures/{number:04}.png"))).unwrap();
    }
}

/// What the person does in each frame of a row.
#[derive(Clone, Copy)]
enum Gesture {
    Rest,
    Scroll(Pos2),
    Orbit(Pos2),
    /// Down through a long list, many rows a frame.
    Race(Pos2),
}

impl Gesture {
    fn events(self, frame: usize) -> Vec<Event> {
        match self {
            Self::Rest => Vec::new(),
            Self::Scroll(at) | Self::Race(at) => {
                // Down for a while and up again, or through 5,000 rows of 32 points in the frames of a row.
                let to_and_fro = if (frame / 40).is_multiple_of(2) { -70.0 } else { 70.0 };
                let step = if matches!(self, Self::Race(_)) { -1_400.0 } else { to_and_fro };
                let delta = vec2(0.0, step);
                let (unit, phase, modifiers) = (MouseWheelUnit::Point, egui::TouchPhase::Move, Modifiers::NONE);
                let source = egui::MouseWheelSource::Wheel;
                vec![Event::PointerMoved(at), Event::MouseWheel { unit, delta, phase, modifiers, source }]
            }
            Self::Orbit(at) => {
                let now = at + vec2((frame % 60) as f32 * 3.0, (frame % 25) as f32);
                let mut events = vec![Event::PointerMoved(now)];
                if frame == 0 {
                    let (button, pressed, modifiers) = (PointerButton::Secondary, true, Modifiers::NONE);
                    events.push(Event::PointerButton { pos: now, button, pressed, modifiers });
                }
                events
            }
        }
    }
}

/// The program's window without a screen.
struct Window {
    ctx: egui::Context,
    app: App,
    frame: eframe::Frame,
    renderer: GlowRenderer,
    time: f64,
    _folders: [tempfile::TempDir; 2],
}

impl Window {
    fn open() -> Self {
        // A quarter of the file's entities stand in the differences: 5,000 in the base, some hundred in each variant.
        Self::on(|root| Caps::of_entities(6_600).pack().write(root).unwrap())
    }

    /// The window on the pack that `write` makes.
    fn on(write: impl FnOnce(&Path)) -> Self {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        write(folders[0].path());
        let (settings, trouble) = Settings::load(Places::inside(folders[1].path()));
        assert!(trouble.is_none());
        let ctx = egui::Context::default();
        let mut frame = eframe::Frame::_new_kittest();
        let mut created = eframe::CreationContext::_new_kittest(ctx.clone());
        let renderer = GlowRenderer::new().expect("a drawing context without a display");
        renderer.setup_eframe(&mut created, &mut frame);
        let app = App::new(&ctx, created.gl.as_ref(), settings, Some(folders[0].path()));
        let mut window = Self { ctx, app, frame, renderer, time: 0.0, _folders: folders };
        window.settle();
        window
    }

    /// Frames until no work goes on in the background and the pictures of the strip are made.
    fn settle(&mut self) {
        let started = Instant::now();
        let rested = |window: &Self| {
            let checked = window.app.session().is_some_and(|session| !session.problems_are_stale());
            checked && !window.app.is_busy() && started.elapsed() > Duration::from_secs(6)
        };
        while !rested(self) {
            assert!(started.elapsed() < Duration::from_secs(120), "{:?}", self.app.messages());
            self.step(Vec::new());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// One frame, drawn.
    fn step(&mut self, events: Vec<Event>) -> Duration {
        let (processor, output) = self.frame(events);
        self.draw(&output);
        processor
    }

    /// One frame, and what the processor took until the triangles were ready.
    fn frame(&mut self, events: Vec<Event>) -> (Duration, egui::FullOutput) {
        self.time += 1.0 / 60.0;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 900.0)));
        let input = egui::RawInput { screen_rect, time: Some(self.time), events, ..egui::RawInput::default() };
        let started = Instant::now();
        let (app, frame) = (&mut self.app, &mut self.frame);
        let mut output = self.ctx.run_ui(input, |ui| {
            app.logic(ui.ctx(), frame);
            app.ui(ui, frame);
        });
        let primitives = self.ctx.tessellate(output.shapes.clone(), self.ctx.pixels_per_point());
        let processor = started.elapsed();
        drop(primitives);
        self.renderer.handle_delta(&mut output.textures_delta);
        (processor, output)
    }

    /// Draws a frame, and tells what that took.
    fn draw(&mut self, output: &egui::FullOutput) -> Duration {
        let started = Instant::now();
        self.renderer.render(&self.ctx, output).unwrap();
        started.elapsed()
    }

    fn row(&mut self, name: &str, commands: &[Command], gesture: Gesture) {
        for command in commands {
            self.app.run_command(*command);
            self.step(Vec::new());
        }
        let first = self.step(Vec::new());
        self.settle();
        let mut processor = Vec::with_capacity(FRAMES);
        let mut drawing = Vec::new();
        for frame in 0..FRAMES {
            let (ours, output) = self.frame(gesture.events(frame));
            processor.push(ours);
            // In software a frame of thousands of pieces takes seconds to draw; a few tell enough.
            if frame % (FRAMES / 4) == 0 {
                drawing.push(self.draw(&output));
            }
        }
        processor.sort_unstable();
        drawing.sort_unstable();
        let [median, worst] = [processor[FRAMES / 2], processor[FRAMES - 1]];
        let show = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1_000.0);
        let (first, median, worst, drawn) = (show(first), show(median), show(worst), show(drawing[drawing.len() / 2]));
        println!("{name:<44} {first:>9} {median:>9} {worst:>9} {drawn:>9}  median under 8 ms, none over 33 ms");
    }
}
