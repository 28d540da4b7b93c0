//! The tour without a display: what the program does for a pack, shown on the sample where no pack is named.

use super::dispatch::draw;
use super::{Exit, Failure, Io, Outcome, render};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tablewright_core::check::{OnDisk, Options, Report, check};
use tablewright_core::manifest::PackType;
use tablewright_core::pack::new::{NewPack, create};
use tablewright_core::variants::{Resolver, variant_infos};
use tablewright_core::{Error, ErrorKind};

/// The pictures' width and height, in pixels.
const SIZE: (u32, u32) = (960, 640);

/// Whether a window can be opened here. On Linux and the BSDs a compositor or an X server says so in the environment;
/// elsewhere there always is one.
pub fn has_display() -> bool {
    cfg!(not(all(unix, not(target_os = "macos")))) || names_a_display(|name| std::env::var_os(name))
}

fn names_a_display(var: impl Fn(&str) -> Option<OsString>) -> bool {
    ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"].iter().any(|name| var(name).is_some_and(|value| !value.is_empty()))
}

/// Checks a pack, resolves each of its variants and draws each to a picture in a fresh folder; the sample where `pack`
/// is `None`. Returns the exit code.
pub fn tour(pack: Option<&Path>, io: &mut Io) -> u8 {
    let outcome = walk(pack, io);
    super::ended(outcome, None, io)
}

fn walk(pack: Option<&Path>, io: &mut Io) -> Outcome {
    writeln!(io.err, "There is no display here, so no window can be opened; this is what can be shown without one.")?;
    let (on_disk, folder) = match pack {
        Some(pack) => {
            let on_disk = OnDisk::read(pack, io.state_dir)?;
            // A pack that cannot be read, or has nothing to draw, leaves no empty folder behind.
            let folder = on_disk.subject().scene.is_ok().then(fresh_folder).transpose()?;
            (on_disk, folder)
        }
        None => {
            let folder = fresh_folder()?;
            (sample(&folder, io)?, Some(folder))
        }
    };
    let subject = on_disk.subject();
    let root = &on_disk.working_copy().root;
    let report = Report::new(root.display().to_string(), root.clone(), &subject, check(&subject, &Options::default()));
    io.out.write_all(report.to_text().as_bytes())?;
    if let Some(folder) = &folder {
        draw_all(&on_disk, folder, io)?;
        writeln!(io.out, "The pictures are in {}", folder.display())?;
    } else {
        writeln!(io.out, "No picture was drawn, for the scene cannot be read.")?;
    }
    Ok(if report.counts().errors > 0 { Exit::Refused } else { Exit::Done })
}

/// Writes the sample pack into `folder` and reads it.
fn sample(folder: &Path, io: &mut Io) -> Result<OnDisk, Failure> {
    let root = folder.join("sample");
    create(&root, &NewPack { pack_type: PackType::Game, name: "Go".to_owned(), sample: true })?;
    writeln!(io.out, "The sample pack is in {}", root.display())?;
    Ok(OnDisk::read(&root, io.state_dir)?)
}

/// Resolves and draws every variant, or the one scene where there are none.
fn draw_all(on_disk: &OnDisk, folder: &Path, io: &mut Io) -> Result<(), Failure> {
    let (subject, root) = (on_disk.subject(), &on_disk.working_copy().root);
    let Ok(scene) = subject.scene else { return Ok(()) };
    let infos = variant_infos(subject.manifest.ok(), Some(scene));
    if infos.is_empty() {
        let out = folder.join("scene.png");
        picture(root, None, &out, io)?;
        writeln!(io.out, "The scene, drawn to {}", out.display())?;
    }
    let listed: Vec<&str> = infos.iter().filter(|info| info.listed).map(|info| info.id.as_str()).collect();
    let resolver = Resolver::new(scene);
    for (number, info) in infos.iter().enumerate() {
        let entities = resolver.resolve(&info.id, &listed).entities.len();
        let out = folder.join(format!("{}-{}.png", number + 1, file_name(&info.id)));
        picture(root, Some(&info.id), &out, io)?;
        writeln!(io.out, "Variant {} ({}): {entities} entities, drawn to {}", info.id, info.name, out.display())?;
    }
    Ok(())
}

fn picture(pack: &Path, variant: Option<&str>, out: &Path, io: &mut Io) -> Result<(), Failure> {
    let variants = variant.map(str::to_owned).into_iter().collect();
    let what = render::What::Variants(variants);
    draw(&render::Request { what, size: SIZE, ..render::Request::of(pack.to_path_buf(), out.to_path_buf()) }, io)
}

/// An id as part of a file's name: ids are any text.
fn file_name(id: &str) -> String {
    id.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' }).take(40).collect()
}

/// A folder below the system's temporary one that was not there before.
fn fresh_folder() -> Result<PathBuf, Error> {
    let base = std::env::temp_dir();
    for number in 0..1000 {
        let folder = base.join(format!("tablewright-tour-{}-{number}", std::process::id()));
        match std::fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Error::io("Couldn't make a folder for the pictures", folder, error)),
        }
    }
    Err(Error::new(ErrorKind::Io, "Couldn't make a folder for the pictures: all names are taken")
        .at(base)
        .hint("Delete the folders that begin with tablewright-tour."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_is_what_the_environment_names() {
        let with = |name: &'static str, value: &'static str| names_a_display(move |asked| (asked == name).then(|| value.into()));
        assert!(with("DISPLAY", ":0") && with("WAYLAND_DISPLAY", "wayland-0"));
        assert!(!with("DISPLAY", "") && !with("HOME", "/root"));
    }

    #[test]
    fn the_sample_is_checked_and_each_variant_drawn() {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let state = tempfile::tempdir().unwrap();
        let code = tour(None, &mut Io { out: &mut out, err: &mut err, state_dir: state.path() });
        let (out, err) = (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap());
        assert_eq!(code, 0, "{out}{err}");
        assert!(out.contains(": accepted: 0 errors, 0 warnings"), "{out}");
        let drawn: Vec<&str> = out.lines().filter_map(|line| line.split_once(", drawn to ")).map(|(_, path)| path).collect();
        assert_eq!(drawn.len(), 3, "{out}");
        for path in &drawn {
            let picture = image::open(path).unwrap().into_rgb8();
            assert_eq!(picture.dimensions(), SIZE);
            let first = *picture.get_pixel(0, 0);
            assert!(picture.pixels().any(|pixel| *pixel != first), "{path} is empty");
        }
        let folder = out.lines().find_map(|line| line.strip_prefix("The pictures are in ")).unwrap();
        assert!(Path::new(folder).starts_with(std::env::temp_dir()));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_pack_that_is_not_there_is_said() {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let code = tour(Some(Path::new("/no/such/pack")), &mut Io { out: &mut out, err: &mut err, state_dir: Path::new("none") });
        assert_eq!(code, 2);
        assert!(String::from_utf8(err).unwrap().contains("/no/such/pack"));
    }

    #[test]
    fn a_scene_that_cannot_be_read_leaves_no_folder_for_pictures() {
        let pack = tempfile::tempdir().unwrap();
        std::fs::write(pack.path().join("diceytable.mod.json"), r#"{"entry":{"setup":"setup.json"}}"#).unwrap();
        std::fs::write(pack.path().join("setup.json"), "{").unwrap();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let code = tour(Some(pack.path()), &mut Io { out: &mut out, err: &mut err, state_dir: Path::new("none") });
        let out = String::from_utf8(out).unwrap();
        assert!(code == 1 && out.contains("error[json]") && !out.contains("The pictures are in"), "{out}");
    }
}
