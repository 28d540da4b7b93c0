//! `tablewright render PACK [--variant ID]… [--size WxH] -o OUT.png`: a picture without a window.
//!
//! The dispatcher reads the arguments; [`render`] does the work.

use std::path::{Path, PathBuf};

use tablewright_core::pack::{Fault, OsFs, WorkingCopy};
use tablewright_core::variants::{Fallback, Resolver, VariantInfo, variant_infos};
use tablewright_core::{Error, ErrorKind, Result};

use crate::viewport::assets::AssetProblem;
use crate::viewport::offscreen;
use crate::viewport::{SceneModel, Style};

/// The size of a picture that nobody asked a size for, in pixels.
pub const DEFAULT_SIZE: (u32, u32) = (1280, 800);

/// What is to be drawn.
#[derive(Debug, Clone)]
pub struct Request {
    /// The pack's folder, or its manifest.
    pub pack: PathBuf,
    /// Ids of variants, drawn side by side; none draws the one that players start with.
    pub variants: Vec<String>,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Where the picture goes; a file that is there is replaced.
    pub out: PathBuf,
    /// The theme's colours.
    pub style: Style,
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
    let mut report = Report::default();
    let scenes = scenes(&copy, &request.variants, &mut report)?;
    let (width, height) = request.size;
    let rendered = offscreen::render(&scenes, width, height, request.style)?;
    report.problems = rendered.problems;
    let failed = |e: image::ImageError| {
        Error::new(ErrorKind::Io, format!("Couldn't write the picture: {e}"))
            .at(&request.out)
            .hint("Check that the folder is there and can be written to.")
    };
    let mut bytes = std::io::Cursor::new(Vec::new());
    rendered.picture.write_to(&mut bytes, image::ImageFormat::Png).map_err(failed)?;
    std::fs::write(&request.out, bytes.into_inner()).map_err(|e| Error::io("Couldn't write the picture", &request.out, e))?;
    Ok(report)
}

/// The scenes that were asked for, each with its title.
fn scenes(copy: &WorkingCopy, variants: &[String], report: &mut Report) -> Result<Vec<(String, SceneModel)>> {
    let Some(scene) = copy.scene.document() else {
        return Err(nothing_to_draw(copy));
    };
    let manifest = copy.manifest.document();
    let infos = variant_infos(manifest, Some(scene));
    let listed: Vec<&str> = infos.iter().filter(|v| v.listed).map(|v| v.id.as_str()).collect();
    let resolver = Resolver::new(scene);
    let first = || infos.iter().find(|v| v.is_default).or(infos.first()).map(|v| v.id.clone());
    let asked: Vec<String> = if variants.is_empty() { first().into_iter().collect() } else { variants.to_vec() };
    if asked.is_empty() {
        return Ok(vec![(String::new(), SceneModel::from_scene(scene.root(), &copy.root))]);
    }
    let mut scenes = Vec::new();
    for id in &asked {
        let resolved = resolver.resolve(id, &listed);
        report.notes.extend(resolved.fallback.as_ref().map(Fallback::note));
        let shown = resolved.fallback.as_ref().and_then(|f| f.shown.as_ref()).unwrap_or(id);
        scenes.push((title(shown, &infos), SceneModel::from_resolved(&resolved, &copy.root, false)));
    }
    Ok(scenes)
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

fn title(id: &str, infos: &[VariantInfo]) -> String {
    infos.iter().find(|v| v.id == id).map_or(id, |v| &v.name).to_owned()
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
            pack: dir.to_path_buf(),
            variants: variants.iter().map(|v| (*v).to_owned()).collect(),
            size: (400, 160),
            out: dir.join("out.png"),
            style: Style::DARK,
        }
    }

    const SETUP: &str = r##"{"schemaVersion":2,"environment":{},"objects":[{"id":"a","kind":"token","color":"#e02020",
        "scale":{"x":1,"y":0.2,"z":1},"position":{"x":0,"y":0.1,"z":0}}],
        "variants":{"base":"one","deltas":{"two":{"removed":["a"]}}}}"##;

    #[test]
    fn variants_stand_side_by_side_and_differ() {
        let dir = pack(SETUP);
        let report = render(&request(dir.path(), &["one", "two"]), dir.path()).expect("it is drawn");
        assert!(report.notes.is_empty() && report.problems.is_empty(), "{report:?}");
        let picture = image::open(dir.path().join("out.png")).expect("it was written").into_rgb8();
        assert_eq!(picture.dimensions(), (400, 160));
        let red = |from: u32| {
            picture.enumerate_pixels().filter(|(x, _, p)| (from..from + 200).contains(x) && p.0[0] > 120 && p.0[1] < 60).count()
        };
        assert!(red(0) > 50 && red(200) == 0, "{} {}", red(0), red(200));
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
