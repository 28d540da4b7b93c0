//! `tablewright media`: cover and screenshots of the listing from picture files, and models made into `.glb`.

use super::action::{Action, Actions, Asked, Format};
use super::args::usage;
use super::assets::look::{Look, look, path, refuse};
use super::file_edits::{carry, crop, done_json, files, tell, with_credit};
use super::saving::save;
use super::{Command, Exit, Failure, Io, Outcome};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use tablewright_core::assets::Pack;
use tablewright_core::convert;
use tablewright_core::edit::FileEdit;
use tablewright_core::job::Quiet;
use tablewright_core::json::Ref;
use tablewright_core::media::listing::{self, Framed, Slot, Source, picture_in};
use tablewright_core::media::{Crop, Facts, open};
use tablewright_core::pack::files::carry_out;
use tablewright_core::pack::{OsFs, PackPath, resolve_inside};
use tablewright_core::{Error, ErrorKind, Result};

pub(super) const COMMAND: Command = Command {
    name: "media",
    usage: "media PACK list [--format text|json]\n\
            media PACK cover FILE [--crop X,Y,W,H] [--own-work NAME] [--format text|json]\n\
            media PACK screenshot SLOT FILE [--crop X,Y,W,H] [--own-work NAME] [--format text|json]\n\
            media PACK convert MODEL [--format text|json]",
    about: "Set a pack's cover and screenshots from picture files, and make a model of it into a .glb",
    more: "  --crop X,Y,W,H   The window of the picture, as parts of its width and height; without it the largest in its middle
  --own-work NAME  Credit the files as your own work, signed with your name

SLOT is a number of the gallery, from 1, or `new`. Pictures are cut to a square or to 16:9 and written as WebP; the whole
picture is kept below originals/. `convert` makes a .gltf or .obj of the pack into a .glb with all that names it.
Exit code: 0 done, 1 refused (no picture, too large, a gallery that is full), 2 it could not be done.
",
    run: |args, io| ACTIONS.run(args, io),
};

const ACTIONS: Actions = Actions {
    of: "media",
    rows: &[
        Action::new("list", list),
        Action { words: &["the picture"], values: &["crop", "own-work"], ..Action::new("cover", cover) },
        Action {
            words: &["the slot, a number from 1 or `new`", "the picture"],
            values: &["crop", "own-work"],
            ..Action::new("screenshot", screenshot)
        },
        Action { words: &["the model"], ..Action::new("convert", convert_model) },
    ],
};

fn cover(asked: &Asked, io: &mut Io) -> Outcome {
    set(asked, Slot::Cover, asked.word(0), io)
}

fn screenshot(asked: &Asked, io: &mut Io) -> Outcome {
    let slot = match asked.word(0) {
        "new" => Slot::New,
        word => match word.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
            Some(index) => Slot::Entry(index),
            None => return Err(usage(format!("“{word}” is no slot: give a number from 1, or `new`"))),
        },
    };
    set(asked, slot, asked.word(1), io)
}

fn set(asked: &Asked, slot: Slot, file: &str, io: &mut Io) -> Outcome {
    let window = crop(asked)?;
    let mut look = look(asked, true, io)?;
    let made = look.editable().and_then(|()| placed(&look, slot, Path::new(file), window));
    let edit = match made {
        Ok(edit) => with_credit(asked, edit),
        Err(error) if matches!(error.kind(), ErrorKind::Refused | ErrorKind::Format) => return refuse(&error, file, asked, io),
        Err(error) => return Err(error.into()),
    };
    let exit = carry(&mut look, &edit, io)?;
    told(asked, &edit, io)?;
    Ok(exit)
}

fn placed(look: &Look, slot: Slot, file: &Path, window: Option<Crop>) -> Result<FileEdit> {
    let Some(manifest) = &look.roots.manifest else { return Err(Error::new(ErrorKind::NotFound, "There is no manifest")) };
    let bytes: Arc<[u8]> = std::fs::read(file).map_err(|error| Error::io("Couldn't read the picture", file, error))?.into();
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let raster = open(&name, &bytes)?;
    let crop = window.unwrap_or_else(|| Crop::largest(raster.size(), slot.aspect()));
    let framed = Framed { source: Source::Chosen { name, bytes }, raster: &raster, crop, credit: None };
    listing::place(manifest, slot, &framed, &files(look))
}

fn told(asked: &Asked, edit: &FileEdit, io: &mut Io) -> std::result::Result<(), Failure> {
    match asked.format {
        Format::Json => writeln!(io.out, "{}", done_json(edit))?,
        Format::Text => tell(edit, io)?,
    }
    Ok(())
}

/// One picture of the listing.
struct Row {
    slot: String,
    path: Option<PackPath>,
    video: Option<String>,
    facts: Option<Facts>,
    bytes: Option<u64>,
    original: Option<PackPath>,
}

fn list(asked: &Asked, io: &mut Io) -> Outcome {
    let look = look(asked, false, io)?;
    look.editable()?;
    let Some(manifest) = &look.roots.manifest else { return Ok(Exit::Done) };
    let paths = files(&look);
    let count = manifest.root().get("screenshots").filter(|list| list.is_array()).map_or(0, Ref::len);
    let slots = std::iter::once(Slot::Cover).chain((0..count).map(Slot::Entry));
    let rows: Vec<Row> = slots
        .map(|slot| {
            let path = picture_in(manifest, slot);
            let file = path.as_ref().and_then(|path| std::fs::read(resolve_inside(&OsFs, &look.copy.root, path).ok()?).ok());
            let again = listing::again(manifest, slot, &paths);
            let entry = match slot {
                Slot::Entry(index) => manifest.root().get("screenshots").and_then(|list| list.index(index)),
                Slot::Cover | Slot::New => None,
            };
            let video = entry.and_then(|entry| entry.get("video")?.get("id")?.as_str()).map(std::borrow::Cow::into_owned);
            Row {
                slot: match slot {
                    Slot::Entry(index) => (index + 1).to_string(),
                    Slot::Cover | Slot::New => "cover".to_owned(),
                },
                facts: file.as_deref().and_then(Facts::of),
                bytes: file.map(|file| file.len() as u64),
                original: again.filter(|again| !again.only_tighter).map(|again| again.path),
                path,
                video,
            }
        })
        .collect();
    match asked.format {
        Format::Json => {
            let rows: Vec<Value> = rows.iter().map(row_json).collect();
            writeln!(io.out, "{}", json!({ "pictures": rows }))?;
        }
        Format::Text => rows.iter().try_for_each(|row| writeln!(io.out, "{}", row_text(row)))?,
    }
    Ok(Exit::Done)
}

fn row_json(row: &Row) -> Value {
    json!({
        "slot": row.slot,
        "path": row.path.as_ref().map(PackPath::as_str),
        "video": row.video,
        "width": row.facts.map(|facts| facts.width),
        "height": row.facts.map(|facts| facts.height),
        "bytes": row.bytes,
        "original": row.original.as_ref().map(PackPath::as_str),
    })
}

fn row_text(row: &Row) -> String {
    let mut text = format!("{:<6}", row.slot);
    match &row.path {
        Some(path) => text.push_str(&format!(" {path}")),
        None if row.video.is_none() => text.push_str(" none"),
        None => {}
    }
    if let Some(facts) = row.facts {
        text.push_str(&format!(", {} × {}", facts.width, facts.height));
    }
    if row.path.is_some() {
        text.push_str(&match (row.bytes, row.facts) {
            (None, _) => ", not there".to_owned(),
            (Some(_), None) => ", no picture that is known".to_owned(),
            (Some(bytes), Some(_)) => format!(", {:.1} KB", bytes as f64 / 1000.0),
        });
    }
    if let Some(video) = &row.video {
        text.push_str(&format!(" video {video}"));
    }
    if let Some(original) = &row.original {
        text.push_str(&format!(", from {original}"));
    }
    text
}

/// `media PACK convert MODEL`.
fn convert_model(asked: &Asked, io: &mut Io) -> Outcome {
    let mut look = look(asked, true, io)?;
    let planned = look.editable().and_then(|()| path(asked.word(0))).and_then(|model| {
        let (root, roots) = (&look.copy.root, &look.roots);
        convert::plan(&Pack { fs: &OsFs, root, roots, survey: &look.survey, memory: &look.memory }, &model)
    });
    let (plan, made) = match planned {
        Ok(planned) => planned,
        Err(error) => return refuse(&error, asked.word(0), asked, io),
    };
    let bin = io.state_dir.join(crate::session::BIN);
    let undo = carry_out(&plan.ops, &OsFs, &look.copy.root, &bin, &Quiet)?;
    let exit = match save(&mut look.copy, &look.roots, &plan.roots, io) {
        Ok(exit) => exit,
        Err(failure) => {
            // The first error is what the person needs to know.
            let _second = carry_out(&undo, &OsFs, &look.copy.root, &bin, &Quiet);
            return Err(failure);
        }
    };
    let moved: Vec<(&str, &str)> = plan.moved.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
    match asked.format {
        Format::Json => {
            let moved: Vec<Value> = moved.iter().map(|(from, to)| json!({ "from": from, "to": to })).collect();
            writeln!(io.out, "{}", json!({ "moved": moved, "inside": made.used, "notes": made.notes }))?;
        }
        Format::Text => {
            for (from, to) in moved {
                writeln!(io.out, "“{from}” is “{to}” now.")?;
            }
            for part in &made.used {
                writeln!(io.out, "“{part}” is inside it now, and stays as a file too.")?;
            }
            made.notes.iter().chain(&plan.told).try_for_each(|note| writeln!(io.out, "{note}"))?;
        }
    }
    Ok(exit)
}

#[cfg(test)]
mod tests {
    use super::super::testing::tablewright;
    use serde_json::Value;
    use std::path::Path;
    use tablewright_core::media::Facts;

    const MANIFEST: &str = "{\n  \"type\": \"game-pack\",\n  \"entry\": {},\n  \"assets\": [\"models/b.gltf\"]\n}\n";

    fn pack() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("diceytable.mod.json"), MANIFEST).unwrap();
        let picture = image::RgbaImage::from_fn(640, 480, |x, y| image::Rgba([x as u8, y as u8, 90, 255]));
        picture.save(dir.path().join("shot.png")).unwrap();
        dir
    }

    fn run(pack: &Path, args: &[&str]) -> (u8, String, String) {
        tablewright(&[&["media", pack.to_str().unwrap()], args].concat())
    }

    fn size(pack: &Path, name: &str) -> (u32, u32) {
        let facts = Facts::of(&std::fs::read(pack.join(name)).unwrap()).unwrap();
        (facts.width, facts.height)
    }

    #[test]
    fn cover_and_screenshots_are_set_listed_and_credited() {
        let dir = pack();
        let shot = dir.path().join("shot.png").to_str().unwrap().to_owned();
        let (code, out, err) = run(dir.path(), &["cover", &shot, "--own-work", "Ann"]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.starts_with("“media/cover.webp” is written.\n“media/cover-thumb.webp” is written.\n"), "{out}");
        assert_eq!((size(dir.path(), "media/cover.webp"), size(dir.path(), "media/cover-thumb.webp")), ((480, 480), (256, 256)));
        let (code, _, err) = run(dir.path(), &["screenshot", "new", &shot, "--crop", "0,0,0.5,1"]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert_eq!(size(dir.path(), "media/screenshot-1.webp"), (320, 180));
        let manifest = std::fs::read_to_string(dir.path().join("diceytable.mod.json")).unwrap();
        assert!(manifest.contains("\"signedName\": \"Ann\"") && manifest.contains("media/screenshot-1.webp"), "{manifest}");
        let (_, list, _) = run(dir.path(), &["list", "--format", "json"]);
        let list: Value = serde_json::from_str(&list).unwrap();
        assert_eq!((&list["pictures"][1]["slot"], &list["pictures"][1]["width"]), (&"1".into(), &320.into()));
        assert_eq!(list["pictures"][1]["original"], "originals/media/screenshot-1.png");
        let (code, _, _) = run(dir.path(), &["screenshot", "1", &shot]);
        assert_eq!((code, size(dir.path(), "media/screenshot-1.webp")), (0, (640, 360)));
        let text = run(dir.path(), &["list"]).1;
        assert!(text.starts_with("cover  media/cover.webp, 480 × 480, "), "{text}");
    }

    #[test]
    fn what_is_no_picture_or_slot_is_refused_and_writes_nothing() {
        let dir = pack();
        std::fs::write(dir.path().join("x.png"), "no picture").unwrap();
        let (shot, bad) = (dir.path().join("shot.png"), dir.path().join("x.png"));
        let (shot, bad) = (shot.to_str().unwrap(), bad.to_str().unwrap());
        for (args, code) in [
            (vec!["cover", bad], 1),
            (vec!["screenshot", "2", shot], 1),
            (vec!["screenshot", "0", shot], 2),
            (vec!["cover", "/nowhere/x.png"], 2),
            (vec!["cover", shot, "--crop", "0,0,2,1"], 2),
            (vec!["cover", shot, "--crop", "0,0,1"], 2),
            (vec!["convert", "shot.png"], 1),
        ] {
            assert_eq!(run(dir.path(), &args).0, code, "{args:?}");
        }
        assert_eq!(std::fs::read_to_string(dir.path().join("diceytable.mod.json")).unwrap(), MANIFEST);
        assert!(!dir.path().join("media").exists());
    }

    #[test]
    fn a_model_becomes_a_glb_with_all_that_names_it() {
        let dir = pack();
        std::fs::create_dir(dir.path().join("models")).unwrap();
        let gltf = r#"{"asset":{"version":"2.0"},"buffers":[{"uri":"b.bin","byteLength":4}],"bufferViews":[{"buffer":0,"byteLength":4}]}"#;
        std::fs::write(dir.path().join("models/b.gltf"), gltf).unwrap();
        std::fs::write(dir.path().join("models/b.bin"), [1, 2, 3, 4]).unwrap();
        let (code, out, err) = run(dir.path(), &["convert", "models/b.gltf"]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.contains("“models/b.gltf” is “models/b.glb” now."), "{out}");
        assert!(std::fs::read(dir.path().join("models/b.glb")).unwrap().starts_with(b"glTF"));
        assert!(!dir.path().join("models/b.gltf").exists());
        let manifest = std::fs::read_to_string(dir.path().join("diceytable.mod.json")).unwrap();
        assert_eq!(manifest, MANIFEST.replace("b.gltf", "b.glb"));
    }
}
