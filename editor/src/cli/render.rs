//! `tablewright render PACK [--variant ID]… [--all] [--size WxH] -o OUT.png`: a picture without a window.
//!
//! The dispatcher reads the arguments; [`render`] does the work. One variant is drawn as it is; several are compared, as
//! the window's *Save picture…* does.

use std::path::{Path, PathBuf};

use tablewright_core::job::Quiet;
use tablewright_core::pack::{Fault, OsFs, WorkingCopy};
use tablewright_core::variants::{Fallback, Resolver, variant_infos};
use tablewright_core::{Error, ErrorKind, Result};

use crate::compare::picture::{Picture, write_png};
use crate::compare::{Comparison, Marking, Tints};
use crate::viewport::assets::AssetProblem;
use crate::viewport::offscreen;
use crate::viewport::{Arrangement, Rendered, SceneModel, Style};

/// The size of a picture that nobody asked a size for, in pixels.
pub const DEFAULT_SIZE: (u32, u32) = (1280, 800);

/// What is to be drawn.
#[derive(Debug, Clone)]
pub struct Request {
    /// The pack's folder, or its manifest.
    pub pack: PathBuf,
    /// Which variants.
    pub what: What,
    /// The variant that the others are held against; with several variants the first where there is none.
    pub against: Option<String>,
    /// How differences are marked, with several variants.
    pub marking: Marking,
    /// Whether snap points are drawn where variants are compared.
    pub snap: bool,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Where the picture goes; a file that is there is replaced.
    pub out: PathBuf,
    /// The theme's colours.
    pub style: Style,
}

/// Which variants are drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// Those with these ids: none is the one that players start with, several stand side by side.
    Variants(Vec<String>),
    /// Two, one wiped over the other, with the line at this share of the width.
    Wipe([String; 2], f32),
    /// All, as a sheet with their names below; marked only where a variant to hold them against is named.
    All,
}

impl Request {
    /// The picture of `pack` that players see when they start, with nothing marked.
    pub fn of(pack: PathBuf, out: PathBuf) -> Self {
        Self {
            pack,
            what: What::Variants(Vec::new()),
            against: None,
            marking: Marking::default(),
            snap: false,
            size: DEFAULT_SIZE,
            out,
            style: Style::DARK,
        }
    }
}

/// What came of it, for standard error.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Sentences about ids that nobody knows.
    pub notes: Vec<String>,
    /// Textures and models that are shown as placeholders.
    pub problems: Vec<AssetProblem>,
}

/// Reads `WxH` (`1280x800`, also with `×`). The error is a sentence without its full stop.
pub fn size(text: &str) -> Result<(u32, u32), String> {
    let parse = |side: &str| side.trim().parse::<u32>().ok().filter(|n| (1..=offscreen::MAX_PICTURE_SIDE).contains(n));
    let sides = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some((parse(w)?, parse(h)?)));
    sides.ok_or_else(|| {
        format!("“{text}” is no size: give width and height like 1280x800, at most {} a side", offscreen::MAX_PICTURE_SIDE)
    })
}

/// Draws the picture and writes it. `state_dir` is the folder for locks and backups; nothing is written there.
///
/// # Errors
/// There is no pack, its scene can't be read, there is no EGL to draw with, or the picture can't be written.
pub fn render(request: &Request, state_dir: &Path) -> Result<Report> {
    let (copy, _) = WorkingCopy::open_read_only(&OsFs, &request.pack, state_dir)?;
    let (rendered, notes) = match compared(request, &copy)? {
        Some(picture) => picture.draw(&Quiet)?,
        None => alone(request, &copy)?,
    };
    write_png(&rendered.picture, &request.out)?;
    Ok(Report { notes, problems: rendered.problems })
}

/// The comparison that is asked for; nothing where it is one variant alone.
fn compared(request: &Request, copy: &WorkingCopy) -> Result<Option<Picture>> {
    let scene = copy.scene.document().ok_or_else(|| nothing_to_draw(copy))?;
    let (views, arrangement) = match &request.what {
        What::Variants(ids) if ids.len() < 2 => return Ok(None),
        What::Variants(ids) => (ids.clone(), Arrangement::SideBySide),
        What::Wipe(ids, share) => (ids.to_vec(), Arrangement::Wipe(*share)),
        What::All => {
            let infos = variant_infos(copy.manifest.document(), Some(scene));
            let ids: Vec<String> = infos.into_iter().map(|info| info.id).collect();
            if ids.is_empty() {
                return Ok(None);
            }
            (ids, Arrangement::Sheet)
        }
    };
    let marking = match request.what {
        What::All if request.against.is_none() => Marking::NONE,
        What::Wipe(..) if request.marking.tints == Tints::Full => Marking { tints: Tints::Outlines, ..request.marking },
        _ => request.marking,
    };
    Ok(Some(Picture {
        root: copy.root.clone(),
        manifest: copy.manifest.document().cloned(),
        scene: scene.clone(),
        comparison: Comparison { views, against: request.against.clone(), marking },
        arrangement,
        cameras: Vec::new(),
        size: request.size,
        style: request.style,
        snap: request.snap,
    }))
}

/// The one variant that is asked for, as it is.
fn alone(request: &Request, copy: &WorkingCopy) -> Result<(Rendered, Vec<String>)> {
    let scene = copy.scene.document().ok_or_else(|| nothing_to_draw(copy))?;
    let infos = variant_infos(copy.manifest.document(), Some(scene));
    let listed: Vec<&str> = infos.iter().filter(|v| v.listed).map(|v| v.id.as_str()).collect();
    let first = || infos.iter().find(|v| v.is_default).or(infos.first()).map(|v| v.id.clone());
    let asked = match &request.what {
        What::Variants(ids) => ids.first().cloned().or_else(first),
        What::Wipe(..) | What::All => first(),
    };
    let mut notes = Vec::new();
    let model = match asked {
        None => SceneModel::from_scene(scene.root(), &copy.root),
        Some(id) => {
            let resolved = Resolver::new(scene).resolve(&id, &listed);
            notes.extend(resolved.fallback.as_ref().map(Fallback::note));
            SceneModel::from_resolved(&resolved, &copy.root, false)
        }
    };
    let (width, height) = request.size;
    Ok((offscreen::render(&[(String::new(), model)], width, height, request.style)?, notes))
}

fn nothing_to_draw(copy: &WorkingCopy) -> Error {
    let (why, place) = match copy.scene.fault() {
        Some(Fault::Unreadable(error)) => (error.what().to_owned(), copy.scene.path.join(&copy.root)),
        Some(Fault::NotNamed) => ("the manifest names no scene".to_owned(), copy.manifest.path.join(&copy.root)),
        Some(Fault::Missing) => ("the scene is not there".to_owned(), copy.scene.path.join(&copy.root)),
        Some(fault) => (fault.to_string().trim_end_matches('.').to_owned(), copy.scene.path.join(&copy.root)),
        None => (String::new(), copy.root.clone()),
    };
    Error::new(ErrorKind::Format, format!("There is nothing to draw: {why}"))
        .at(place)
        .hint("Run `tablewright check` on the pack to see what is wrong with it.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(setup: &str) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let manifest =
            r#"{"id":"p","entry":{"setup":"setup.json"},"variants":[{"id":"one","name":"First"},{"id":"two","name":"Second"}]}"#;
        std::fs::write(dir.path().join("diceytable.mod.json"), manifest).expect("writable");
        std::fs::write(dir.path().join("setup.json"), setup).expect("writable");
        dir
    }

    fn request(dir: &Path, variants: &[&str]) -> Request {
        Request {
            what: What::Variants(variants.iter().map(|v| (*v).to_owned()).collect()),
            size: (400, 160),
            ..Request::of(dir.to_path_buf(), dir.join("out.png"))
        }
    }

    fn picture(request: &Request) -> image::RgbImage {
        let report = render(request, &request.pack).expect("it is drawn");
        assert!(report.notes.is_empty() && report.problems.is_empty(), "{report:?}");
        image::open(&request.out).expect("it was written").into_rgb8()
    }

    const SETUP: &str = r##"{"schemaVersion":2,"environment":{},"objects":[{"id":"a","kind":"token","color":"#e02020",
        "scale":{"x":1,"y":0.2,"z":1},"position":{"x":0,"y":0.1,"z":0}}],
        "variants":{"base":"one","deltas":{"two":{"removed":["a"]}}}}"##;

    #[test]
    fn variants_stand_side_by_side_and_differ() {
        let dir = pack(SETUP);
        let unmarked = Request { marking: Marking::NONE, ..request(dir.path(), &["one", "two"]) };
        let plain = picture(&unmarked);
        assert_eq!(plain.dimensions(), (400, 160));
        let red = |picture: &image::RgbImage, from: u32| {
            let half = picture.enumerate_pixels().filter(|(x, ..)| (from..from + 200).contains(x));
            half.filter(|(.., p)| p.0[0] > 120 && p.0[1] < 60).count()
        };
        assert!(red(&plain, 0) > 50 && red(&plain, 200) == 0, "{} {}", red(&plain, 0), red(&plain, 200));
        assert_ne!(picture(&request(dir.path(), &["one", "two"])), plain, "what differs is marked");
    }

    #[test]
    fn without_marks_the_pieces_are_as_they_are() {
        let dir = pack(SETUP);
        let document = tablewright_core::json::Document::parse(SETUP.as_bytes()).expect("sound JSON");
        let scene = |id: &str, name: &str| {
            let resolved = tablewright_core::variants::resolve(&document, id, &["one", "two"]);
            (name.to_owned(), SceneModel::from_resolved(&resolved, dir.path(), false))
        };
        let plain = [scene("one", "First"), scene("two", "Second")];
        let plain = offscreen::render_png(&plain, 400, 160, Style::DARK).expect("it is drawn");
        let unmarked = Request { marking: Marking::NONE, ..request(dir.path(), &["one", "two"]) };
        assert_eq!(picture(&unmarked), image::DynamicImage::from(plain).into_rgb8());
    }

    #[test]
    fn all_variants_make_a_sheet_and_two_a_wipe() {
        let dir = pack(SETUP);
        let sheet = picture(&Request { what: What::All, ..request(dir.path(), &[]) });
        assert_eq!(sheet.dimensions(), (400, 160));
        let lit = |picture: &image::RgbImage| picture.pixels().filter(|p| p.0.iter().all(|c| *c > 0xb0)).count();
        assert!(lit(&sheet) > 30, "names below");
        let ids = ["one", "two"].map(str::to_owned);
        let wipe = |share| picture(&Request { what: What::Wipe(ids.clone(), share), ..request(dir.path(), &[]) });
        for (share, at) in [(0.25, 100), (0.5, 200)] {
            let picture = wipe(share);
            let white = |x: u32| (0..160).all(|y| picture.get_pixel(x, y).0 == [255; 3]);
            assert!(white(at - 1) && white(at) && !white(at + 1) && !white(at - 2), "{share}");
        }
    }

    #[test]
    fn an_unknown_variant_is_said_and_the_first_is_drawn() {
        let dir = pack(SETUP);
        let report = render(&request(dir.path(), &["three"]), dir.path()).expect("it is drawn");
        assert_eq!(report.notes.len(), 1);
        assert!(report.notes[0].contains("three"), "{report:?}");
    }

    #[test]
    fn a_scene_that_can_not_be_read_is_an_error_with_its_place() {
        let dir = pack("{");
        let error = render(&request(dir.path(), &[]), dir.path()).expect_err("there is nothing to draw");
        assert!(error.to_string().contains("setup.json") && error.to_string().contains("Line 1"), "{error}");
        assert!(!dir.path().join("out.png").exists());
    }

    #[test]
    fn sizes_are_read_up_to_their_limits() {
        assert_eq!(size("1280x800"), Ok((1280, 800)));
        assert_eq!(size("1×8192"), Ok((1, 8192)));
        for bad in ["", "1280", "0x5", "5x0", "8193x1", "-1x2", "axb", "1x2x3"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
